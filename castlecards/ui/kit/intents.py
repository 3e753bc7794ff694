"""Intents: player input as values, and the key bindings; `EventReader` makes them from events.

Pointer intents carry the position (px) and the time (s, `perf_counter`, taken when the event was
pumped: throws need it). Keys become a `Command` unless the player is typing. The tutorial,
replays, robots and tests emit the same values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Self

from castlecards.texts import tr

Pos = tuple[int, int]
# Meaning of keys. raw: a key is being bound; tools: most keys are tools of the screen; figures: the
# keys 0 to 9 are digits, all others are commands.
Keyboard = Literal["commands", "typing", "raw", "tools", "figures"]


class Act(StrEnum):
    """Action that can have a key; the value is its name in the settings file.

    `words`: label for the player; `usual`: default keys.
    """

    words: str
    usual: tuple[str, ...]

    def __new__(cls, value: str, words: str = "", *usual: str) -> Self:
        self = str.__new__(cls, value)
        self._value_, self.words, self.usual = value, words, usual
        return self

    LEFT = "left", tr("Left"), "left"
    RIGHT = "right", tr("Right"), "right"
    UP = "up", tr("Up"), "up"
    DOWN = "down", tr("Down"), "down"
    NEXT = "next", tr("Next"), "tab"
    PREVIOUS = "previous", tr("Previous"), "shift+tab"
    CONFIRM = "confirm", tr("Choose"), "return", "keypad enter"
    CANCEL = "cancel", tr("Back or cancel"), "escape"
    MENU = "menu", tr("Menu"), "f10"
    HELP = "help", tr("Rulebook"), "f1"
    KEYS = "keys", tr("Keys"), "?"
    HINT = "hint", tr("Hint"), "h"
    UNDO = "undo", tr("Undo"), "ctrl+z"
    REDO = "redo", tr("Redo"), "ctrl+y", "ctrl+shift+z"
    SORT = "sort", tr("Sort your hand"), "s"
    ZOOM = "zoom", tr("Enlarge a card"), "left alt"
    PEEK = "peek", tr("Look at your face-down cards"), "p"
    HIDE_ALL = "hide_all", tr("Hide cards"), "x"
    FASTER = "faster", tr("Faster"), "+", "="
    SLOWER = "slower", tr("Slower"), "-"
    PAUSE = "pause", tr("Pause or resume"), "k", "pause"
    REPLAY = "replay", tr("Replay the last throw"), "r"
    DETAILS = "details", tr("Details of the last throw"), "i"
    CHANGE = "change", tr("Change one number of the last throw"), "c"
    LOB = "lob", tr("Throw a lob"), "1"
    FRISBEE = "frisbee", tr("Throw a Frisbee"), "2"
    FLIP_THROW = "flip_throw", tr("Throw a flip"), "3"
    AIM = "aim", tr("Aim with the keyboard"), "a"
    THROW = "throw", tr("Throw (hold for power)"), "space"
    LOFT_UP = "loft_up", tr("Throw higher"), "page up"
    LOFT_DOWN = "loft_down", tr("Throw flatter"), "page down"
    FULLSCREEN = "fullscreen", tr("Full screen"), "f11"
    MUTE = "mute", tr("Mute"), "m"
    DELETE = "delete", tr("Delete"), "delete"
    FIND = "find", tr("Search"), "ctrl+f"
    HISTORY = "history", tr("Full log"), "l"
    LOOK_BACK = "look_back", tr("Look back at this moment"), "shift+return"
    FILM = "film", tr("Watch what you missed"), "f"
    PASS = "pass", tr("Pass or end a phase"), "e"
    STOPS = "stops", tr("Change when you are asked"), "w"
    SHEET = "sheet", tr("Score sheet"), "t"


STEPS = {Act.LEFT: (-1, 0), Act.RIGHT: (1, 0), Act.UP: (0, -1), Act.DOWN: (0, 1)}
FIXED = (*STEPS, Act.NEXT, Act.PREVIOUS, Act.CONFIRM, Act.CANCEL)  # cannot be rebound


@dataclass(frozen=True, slots=True)
class Grab:
    """Mouse press. `button`: 1 left, 2 middle, 3 right; `clicks` 2: a double click.

    `touch`: by a finger or fingers, which stand for a button.
    """

    pos: Pos
    time: float = 0.0
    button: int = 1
    clicks: int = 1
    mods: frozenset[str] = frozenset()
    touch: bool = False


@dataclass(frozen=True, slots=True)
class Drag:
    """Mouse move with a button down, one for each mouse sample.

    `blind`: s between the two reads of events around `time`, the uncertainty of `time`.
    """

    pos: Pos
    time: float = 0.0
    button: int = 1
    mods: frozenset[str] = frozenset()
    blind: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Release:
    """Mouse release; `blind` as in `Drag`."""

    pos: Pos
    time: float = 0.0
    button: int = 1
    mods: frozenset[str] = frozenset()
    blind: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class LongPress:
    """Finger that has rested since its `Grab`; it is still down."""

    pos: Pos
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Hover:
    """Mouse move without a button."""

    pos: Pos
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Leave:
    """End of all drags: the pointer has left the window, or the window has lost the focus."""

    focus: bool = False  # the window has lost the focus


@dataclass(frozen=True, slots=True)
class Scroll:
    """Scroll by wheel or touchpad, in notches; positive `dy` is away from the player."""

    dx: float
    dy: float
    pos: Pos = (0, 0)
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Move:
    """Step with an arrow key, y down."""

    dx: int
    dy: int
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Command:
    """Press of a bound key, or its release (`down` False); `again`: key repeat."""

    act: Act
    down: bool = True
    again: bool = False
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """Typed text, in keyboard mode "typing"."""

    string: str


@dataclass(frozen=True, slots=True)
class Key:
    """Press of a key by name, such as "ctrl+a", in modes where keys are no commands."""

    name: str


@dataclass(frozen=True, slots=True)
class Drop:
    """File dropped onto the window."""

    path: str


Intent = (
    Grab | Drag | Release | LongPress | Hover | Leave | Scroll | Move | Command | Text | Key | Drop
)


def is_key_press(intent: Intent) -> bool:
    """True if a key goes down; a key repeat does not count."""
    if isinstance(intent, Command):
        return intent.down and not intent.again
    return isinstance(intent, Move | Text | Key)


class Bindings:
    """Key bindings. `changes`, from the settings, maps the name of an act to its keys."""

    def __init__(self, changes: Mapping[str, tuple[str, ...]] | None = None) -> None:
        chosen = {
            Act(name): tuple(keys)
            for name, keys in (changes or {}).items()
            if name in Act._value2member_map_ and Act(name) not in FIXED
        }
        taken = {key for keys in chosen.values() for key in keys}  # no longer defaults
        usual = {
            act: act.usual if act in FIXED else tuple([k for k in act.usual if k not in taken])
            for act in Act
        }
        self.keys: dict[Act, tuple[str, ...]] = {**usual, **chosen}
        self.acts: dict[str, Act] = {}
        for act, names in self.keys.items():
            for key in names:
                self.acts.setdefault(key, act)

    def title(self, act: Act) -> str:
        """First key of an act as shown to the player: "Ctrl+Z"; "" if it has none."""
        names = self.keys[act]
        return key_title(names[0]) if names else ""

    def taken(self, key: str) -> Act | None:
        """Act bound to `key`, or None."""
        return self.acts.get(key)


def key_title(key: str) -> str:
    """Name of a key as shown to the player: "ctrl+page up" becomes "Ctrl+Page Up"."""
    return "+".join(part.title() if len(part) > 1 else part.upper() for part in _parts(key))


def _parts(key: str) -> list[str]:
    return ["+"] if key == "+" else key.replace("++", "+plus").split("+")
