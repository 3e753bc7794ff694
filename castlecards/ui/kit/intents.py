"""What the player means: pygame events become intents through one map of bindings.

Pointer intents carry the place (px) and the time (s, `perf_counter`, taken when the event was
pumped: throws need it). Keys become a `Command` by name, unless somebody is typing. The tutorial,
replays, robots and tests emit the same values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import Literal, Self

import pygame

Pos = tuple[int, int]
Keyboard = Literal["commands", "typing", "raw", "tools"]  # raw: a key is being bound


class Act(StrEnum):
    """Everything that has a key; the value is its name in the settings file.

    `words`: what it is called; `usual`: its keys, as long as the player chooses no others.
    """

    words: str
    usual: tuple[str, ...]

    def __new__(cls, value: str, words: str = "", *usual: str) -> Self:
        self = str.__new__(cls, value)
        self._value_, self.words, self.usual = value, words, usual
        return self

    LEFT = "left", "Left", "left"
    RIGHT = "right", "Right", "right"
    UP = "up", "Up", "up"
    DOWN = "down", "Down", "down"
    NEXT = "next", "Next", "tab"
    PREVIOUS = "previous", "Previous", "shift+tab"
    CONFIRM = "confirm", "Choose", "return", "keypad enter"
    CANCEL = "cancel", "Back, cancel", "escape"
    MENU = "menu", "Menu", "f10"
    HELP = "help", "Rulebook", "f1"
    HINT = "hint", "Hint", "h"
    UNDO = "undo", "Undo", "ctrl+z"
    REDO = "redo", "Redo", "ctrl+y", "ctrl+shift+z"
    SORT = "sort", "Sort the hand", "s"
    ZOOM = "zoom", "Zoom in on a card", "left alt"
    PEEK = "peek", "Peek at own cards", "p"
    HIDE_ALL = "hide_all", "Hide everything", "x"
    FASTER = "faster", "Faster", "+", "="
    SLOWER = "slower", "Slower", "-"
    PAUSE = "pause", "Pause", "pause"
    REPLAY = "replay", "Watch the throw again", "r"
    LOB = "lob", "Method: lob", "1"
    FRISBEE = "frisbee", "Method: Frisbee", "2"
    FLIP_THROW = "flip_throw", "Method: flip", "3"
    AIM = "aim", "Aim by keys", "a"
    THROW = "throw", "Throw (hold for power)", "space"
    LOFT_UP = "loft_up", "Throw higher", "page up"
    LOFT_DOWN = "loft_down", "Throw flatter", "page down"
    FULLSCREEN = "fullscreen", "Full screen", "f11"
    MUTE = "mute", "Mute", "m"
    FIND = "find", "Search", "ctrl+f"
    HISTORY = "history", "Move list", "l"
    PASS = "pass", "Pass, end a phase", "e"
    STOPS = "stops", "How often to be asked", "w"
    SHEET = "sheet", "Score sheet", "t"


_STEPS = {Act.LEFT: (-1, 0), Act.RIGHT: (1, 0), Act.UP: (0, -1), Act.DOWN: (0, 1)}
FIXED = (*_STEPS, Act.NEXT, Act.PREVIOUS, Act.CONFIRM, Act.CANCEL)  # work in every screen
_TYPED = frozenset(
    {"tab", "shift+tab", "return", "keypad enter", "escape", "up", "down", "f1", "f11"}
)
# Where a screen has keys of its own ("tools"), these are still commands; all others are keys.
_GENERAL = frozenset({*FIXED, Act.MENU, Act.HELP, Act.UNDO, Act.REDO, Act.FULLSCREEN, Act.MUTE})
MODIFIERS = ("ctrl", "alt", "shift")
MOST_NOTCHES = 20.0  # of the wheel in one report
DOUBLE = (0.4, 8)  # s and px within which two presses are a double click


@dataclass(frozen=True, slots=True)
class Grab:
    """A button goes down. `button` 1 left, 2 middle, 3 right; `clicks` 2: a double click."""

    pos: Pos
    time: float = 0.0
    button: int = 1
    clicks: int = 1
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Drag:
    """The pointer moves with a button down; one for each sample of the mouse."""

    pos: Pos
    time: float = 0.0
    button: int = 1
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Release:
    """The button goes up."""

    pos: Pos
    time: float = 0.0
    button: int = 1
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Hover:
    """The pointer moves with no button down."""

    pos: Pos
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Leave:
    """The pointer has left the window, or the window has lost the focus: let everything go."""

    focus: bool = False  # the focus went


@dataclass(frozen=True, slots=True)
class Scroll:
    """Wheel or two fingers, in notches; positive `dy` is away from the player."""

    dx: float
    dy: float
    pos: Pos = (0, 0)
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Move:
    """One step with the arrow keys, y down."""

    dx: int
    dy: int
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Command:
    """A bound key goes down, or up again (`down` False); `again`: it is held and repeats."""

    act: Act
    down: bool = True
    again: bool = False
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """What was typed, while the keyboard is for typing."""

    string: str


@dataclass(frozen=True, slots=True)
class Key:
    """Any key by name, "ctrl+a", while typing or while a key is being bound."""

    name: str


@dataclass(frozen=True, slots=True)
class Drop:
    """A file was dropped onto the window."""

    path: str


Intent = Grab | Drag | Release | Hover | Leave | Scroll | Move | Command | Text | Key | Drop


class Bindings:
    """Which key means what. `changes` is from the settings: act name -> its keys."""

    def __init__(self, changes: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.keys: dict[Act, tuple[str, ...]] = {act: act.usual for act in Act}
        for name, keys in (changes or {}).items():
            if name in Act._value2member_map_ and Act(name) not in FIXED:
                self.keys[Act(name)] = tuple(keys)
        self.acts: dict[str, Act] = {}
        for act, names in self.keys.items():
            for key in names:
                self.acts.setdefault(key, act)

    def title(self, act: Act) -> str:
        """The first key of an act, as print: "Ctrl+Z"; "" where it has none."""
        names = self.keys[act]
        return key_title(names[0]) if names else ""

    def taken(self, key: str) -> Act | None:
        """What `key` does now."""
        return self.acts.get(key)


def key_title(key: str) -> str:
    """A key's name as print: "ctrl+page up" is "Ctrl+Page Up"."""
    return "+".join(part.title() if len(part) > 1 else part.upper() for part in _parts(key))


def _parts(key: str) -> list[str]:
    return ["+"] if key == "+" else key.replace("++", "+plus").split("+")


def modifiers(mods: int) -> frozenset[str]:
    """From pygame's bit mask."""
    held = ((pygame.KMOD_CTRL | pygame.KMOD_META, "ctrl"), (pygame.KMOD_ALT, "alt"))
    names = [name for bits, name in (*held, (pygame.KMOD_SHIFT, "shift")) if mods & bits]
    return frozenset(names)


def key_name(key: int, mods: int) -> str:
    """A key press in words, modifiers first: "ctrl+shift+z". A modifier alone is itself."""
    name = pygame.key.name(key)
    held = modifiers(mods)
    if name.split(" ")[-1] in ("ctrl", "alt", "shift", "meta"):
        return name
    return "+".join([word for word in MODIFIERS if word in held] + [name])


class Reader:
    """Turns events into intents; remembers buttons and clicks between them."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.buttons: set[int] = set()
        self.pos: Pos = (0, 0)
        self._read_at: float | None = None  # s, when events were read last
        self._held: dict[int, Act] = {}
        self._last = (-1.0, (0, 0), 0, 0)  # time, place, button, clicks of the last press

    def read(
        self, events: Iterable[pygame.event.Event], now: float, keyboard: Keyboard = "commands"
    ) -> list[Intent]:
        """`now` is the time at which the events were pumped, s.

        A mouse reports evenly, and pygame does not say when: its reports are spread evenly over
        the time since events were read last, a button between them. To be called with all that
        was pumped, be it nothing.
        """
        batch, since = tuple(events), now if self._read_at is None else min(self._read_at, now)
        self._read_at = now
        moves = sum(event.type == pygame.MOUSEMOTION for event in batch)
        cell = (now - since) / max(moves, 1)  # s, of each report
        seen = 0
        found: list[Intent] = []
        for event in batch:
            time = since + seen * cell if moves else now
            if event.type == pygame.MOUSEMOTION:
                time, seen = time + cell / 2, seen + 1
            found += self._read(event, time, keyboard)
        return found

    def _read(self, event: pygame.event.Event, now: float, keyboard: Keyboard) -> Iterator[Intent]:
        kind = event.type
        if kind == pygame.MOUSEMOTION:
            yield self._moved(event, now)
        elif kind == pygame.MOUSEBUTTONDOWN and event.button in (1, 2, 3):
            yield self._pressed(event, now)
        elif kind == pygame.MOUSEBUTTONUP and event.button in (1, 2, 3):
            self.pos = event.pos
            self.buttons.discard(event.button)
            yield Release(self.pos, now, event.button, _held())
        elif kind == pygame.MOUSEWHEEL:
            dx = _notches(getattr(event, "precise_x", event.x))
            dy = _notches(getattr(event, "precise_y", event.y))
            yield Scroll(dx, dy, self.pos, _held())
        elif kind in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self._held.clear()
            if kind == pygame.WINDOWFOCUSLOST:
                self.buttons.clear()  # another window gets the release
            yield Leave(kind == pygame.WINDOWFOCUSLOST)
        elif kind in (pygame.KEYDOWN, pygame.KEYUP):
            yield from self._key(event, now, keyboard)
        elif kind == pygame.TEXTINPUT and keyboard == "typing":
            yield Text(event.text)
        elif kind == pygame.DROPFILE:
            yield Drop(event.file)

    def _moved(self, event: pygame.event.Event, now: float) -> Intent:
        self.pos = event.pos
        if self.buttons:
            return Drag(self.pos, now, min(self.buttons), _held())
        return Hover(self.pos, now)

    def _pressed(self, event: pygame.event.Event, now: float) -> Intent:
        time, place, button, clicks = self._last
        near = max(abs(event.pos[0] - place[0]), abs(event.pos[1] - place[1])) <= DOUBLE[1]
        again = button == event.button and now - time <= DOUBLE[0] and near
        clicks = clicks % 2 + 1 if again else 1
        self._last = (now, event.pos, event.button, clicks)
        self.pos = event.pos
        self.buttons.add(event.button)
        return Grab(self.pos, now, event.button, clicks, _held())

    def _key(self, event: pygame.event.Event, now: float, keyboard: Keyboard) -> Iterator[Intent]:
        if event.type == pygame.KEYUP:
            act = self._held.pop(event.key, None)
            if act is not None:
                yield Command(act, down=False, time=now)
            return
        name = key_name(event.key, event.mod)
        if keyboard == "raw" and event.key in self._held:
            return  # the key that began the binding is still down
        if keyboard == "raw" or (keyboard == "typing" and name not in _TYPED):
            yield Key(name)
            return
        act = self._act(name)
        if keyboard == "tools" and act not in _GENERAL:
            yield Key(name)
            return
        if act is None:
            return
        again = event.key in self._held
        if act in _STEPS:
            yield Move(*_STEPS[act], modifiers(event.mod))
            return
        self._held[event.key] = act
        yield Command(act, again=again, time=now)

    def _act(self, name: str) -> Act | None:
        """Arrow keys move with any modifier."""
        bound = self.bindings.acts.get(name)
        if bound is not None:
            return bound
        plain = self.bindings.acts.get(name.rpartition("+")[2])
        return plain if plain in _STEPS else None


def _notches(turned: float) -> float:
    """What a driver says of a wheel, as far as a finger can turn it at once."""
    return min(max(turned, -MOST_NOTCHES), MOST_NOTCHES) if isfinite(turned) else 0.0


def _held() -> frozenset[str]:
    return modifiers(pygame.key.get_mods()) if pygame.display.get_init() else frozenset()
