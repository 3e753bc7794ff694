"""Event reader: turns pygame events into intents, with the key bindings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import isfinite

import pygame

from castlecards.ui.kit.intents import (
    FIXED,
    STEPS,
    Act,
    Bindings,
    Command,
    Drag,
    Drop,
    Grab,
    Hover,
    Intent,
    Key,
    Keyboard,
    Leave,
    Move,
    Pos,
    Release,
    Scroll,
    Text,
)  # fmt: skip
from castlecards.ui.kit.touch import KINDS, TouchReader, is_made_of_touch

_TYPED = frozenset(
    {"tab", "shift+tab", "return", "keypad enter", "escape", "up", "down", "f1", "f11"}
)
# Acts that stay commands on a screen with keys of its own ("tools").
_GENERAL = frozenset(
    {*FIXED, Act.MENU, Act.HELP, Act.KEYS, Act.UNDO, Act.REDO, Act.FULLSCREEN, Act.MUTE}
)
MODIFIERS = ("ctrl", "alt", "shift")
MOST_NOTCHES = 20.0  # greatest scroll of one wheel event
MOVES = (pygame.MOUSEMOTION, pygame.FINGERMOTION)
DOUBLE = (0.4, 8)  # s and px within which two presses are a double click


def modifiers(mods: int) -> frozenset[str]:
    """Names of the modifier keys in pygame's bit mask."""
    held = ((pygame.KMOD_CTRL | pygame.KMOD_META, "ctrl"), (pygame.KMOD_ALT, "alt"))
    names = [name for bits, name in (*held, (pygame.KMOD_SHIFT, "shift")) if mods & bits]
    return frozenset(names)


def key_name(key: int, mods: int) -> str:
    """Name of a key press, modifiers first: "ctrl+shift+z". A lone modifier has no prefix."""
    name = pygame.key.name(key)
    held = modifiers(mods)
    if name.split(" ")[-1] in ("ctrl", "alt", "shift", "meta"):
        return name
    return "+".join([word for word in MODIFIERS if word in held] + [name])


class EventReader:
    """Converter of events to intents; keeps the state of buttons and clicks between calls.

    `size`: of the window, px; fingers report their places as shares of it.
    """

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.size = (1, 1)
        self.touch = TouchReader()
        self.buttons: set[int] = set()
        self.pos: Pos = (0, 0)
        self._read_at: float | None = None  # s, time of the last `read`
        self._blind = 0.0  # s from the last `read` to this one
        self._held: dict[int, Act] = {}
        self._last = (-1.0, (0, 0), 0, 0)  # time, position, button, clicks of the last press

    @property
    def is_pressed(self) -> bool:
        """True while a mouse button or a finger is down."""
        return bool(self.buttons) or self.touch.use != "none"

    def read(
        self,
        events: Iterable[pygame.event.Event],
        now: float,
        keyboard: Callable[[], Keyboard] = lambda: "commands",
    ) -> Iterator[Intent]:
        """Yield the intents of a batch of events; `now`: time in s at which they were pumped.

        `keyboard` is asked at each event, because an intent that has just been handled may have
        changed the mode: a click in a field, and the first letter within the same batch.

        pygame events carry no time, but a mouse or a finger reports at a constant rate: so moves
        are spread evenly over the time since the last call, and presses lie between them. Call it
        for every batch, even an empty one.
        """
        batch = tuple([event for event in events if not is_made_of_touch(event)])
        since = now if self._read_at is None else min(self._read_at, now)
        self._read_at, self._blind = now, now - since
        moves = sum(event.type in MOVES for event in batch)
        cell = (now - since) / max(moves, 1)  # s for each move
        seen = 0
        for event in batch:
            time = since + seen * cell if moves else now
            if event.type in MOVES:
                time, seen = time + cell / 2, seen + 1
            if event.type in KINDS:
                yield from self._finger_intents(event, time)
            else:
                yield from self._intents(event, time, keyboard())
        yield from self.touch.long_press(now)

    def _finger_intents(self, event: pygame.event.Event, now: float) -> Iterator[Intent]:
        """Yield the intents of an event of a finger; none while a mouse button is down."""
        if self.buttons:
            return
        for intent in self.touch.read(event, self.size, now, self._blind):
            if isinstance(intent, Grab):
                intent = replace(intent, clicks=self._clicks(intent.pos, intent.button, now))
            yield intent
        self.pos = self.touch.pos if self.touch.use != "none" else self.pos

    def _intents(
        self, event: pygame.event.Event, now: float, keyboard: Keyboard
    ) -> Iterator[Intent]:
        kind = event.type
        if kind == pygame.MOUSEMOTION:
            yield self._move_intent(event, now)
        elif kind == pygame.MOUSEBUTTONDOWN and event.button in (1, 2, 3):
            if self.touch.use != "none" or event.button in self.buttons:
                # The mouse takes over from a finger, or a release was lost.
                self.touch.cancel()
                yield Leave()
            yield self._press_intent(event, now)
        elif kind == pygame.MOUSEBUTTONUP and event.button in (1, 2, 3):
            self.pos = event.pos
            self.buttons.discard(event.button)
            yield Release(self.pos, now, event.button, _held(), self._blind)
        elif kind == pygame.MOUSEWHEEL:
            dx = _notches(getattr(event, "precise_x", event.x))
            dy = _notches(getattr(event, "precise_y", event.y))
            yield Scroll(dx, dy, self.pos, _held())
        elif kind in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self._held.clear()
            if kind == pygame.WINDOWFOCUSLOST:
                self.buttons.clear()  # another window gets the release
                self.touch.cancel()
            yield Leave(kind == pygame.WINDOWFOCUSLOST)
        elif kind in (pygame.KEYDOWN, pygame.KEYUP):
            yield from self._key_intents(event, now, keyboard)
        elif kind == pygame.TEXTINPUT and keyboard == "typing":
            yield Text(event.text)
        elif kind == pygame.DROPFILE:
            yield Drop(event.file)

    def _move_intent(self, event: pygame.event.Event, now: float) -> Intent:
        self.pos = event.pos
        if self.buttons:
            return Drag(self.pos, now, min(self.buttons), _held(), self._blind)
        return Hover(self.pos, now)

    def _press_intent(self, event: pygame.event.Event, now: float) -> Intent:
        clicks = self._clicks(event.pos, event.button, now)
        self.pos = event.pos
        self.buttons.add(event.button)
        return Grab(self.pos, now, event.button, clicks, _held())

    def _clicks(self, pos: Pos, button: int, now: float) -> int:
        """Number of clicks that a press at `pos` completes: 2 for a double click, else 1."""
        time, place, last, clicks = self._last
        near = max(abs(pos[0] - place[0]), abs(pos[1] - place[1])) <= DOUBLE[1]
        clicks = clicks % 2 + 1 if last == button and now - time <= DOUBLE[0] and near else 1
        self._last = (now, pos, button, clicks)
        return clicks

    def _key_intents(
        self, event: pygame.event.Event, now: float, keyboard: Keyboard
    ) -> Iterator[Intent]:
        if event.type == pygame.KEYUP:
            act = self._held.pop(event.key, None)
            if act is not None:
                yield Command(act, down=False, time=now)
            return
        name = key_name(event.key, event.mod)
        if getattr(event, "unicode", "") == "?":
            name = "?"  # it lies on another key in each country
        if keyboard == "raw" and event.key in self._held:
            return  # the key that began the binding is still down
        if keyboard == "raw" or (keyboard == "typing" and name not in _TYPED):
            yield Key(name)
            return
        if keyboard == "figures" and name.removeprefix("keypad ").isdigit():
            yield Key(name.removeprefix("keypad "))
            return
        act = self._act(name)
        if keyboard == "tools" and act not in _GENERAL:
            yield Key(name)
            return
        if act is None:
            return
        again = event.key in self._held
        if act in STEPS:
            yield Move(*STEPS[act], modifiers(event.mod))
            return
        self._held[event.key] = act
        yield Command(act, again=again, time=now)

    def _act(self, name: str) -> Act | None:
        """Act bound to a key; arrow keys work with any modifier."""
        bound = self.bindings.acts.get(name)
        if bound is not None:
            return bound
        plain = self.bindings.acts.get(name.rpartition("+")[2])
        return plain if plain in STEPS else None


def _notches(turned: float) -> float:
    """Scroll of a wheel event, limited because some drivers report absurd values."""
    return min(max(turned, -MOST_NOTCHES), MOST_NOTCHES) if isfinite(turned) else 0.0


def _held() -> frozenset[str]:
    return modifiers(pygame.key.get_mods()) if pygame.display.get_init() else frozenset()
