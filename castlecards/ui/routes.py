"""Where one can go, as values: a scene names the next one and never knows its class.

Only `shell.wiring` knows which scene a route leads to.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from castlecards.core.session import Session
    from castlecards.instance_lock import InstanceLock
    from castlecards.lessons import LoadedLesson
    from castlecards.levels import LoadedLevel


@dataclass(frozen=True)
class Title:
    """Where everything begins."""


@dataclass(frozen=True)
class Picker:
    """All games."""


@dataclass(frozen=True)
class Setup:
    """Who plays a game, and how; `game`: its id."""

    game: str


@dataclass(frozen=True)
class Saves:
    """Saved games."""


@dataclass(frozen=True)
class Settings:
    """`tab`: the one that is open; "": the first."""

    tab: str = ""


@dataclass(frozen=True)
class Rules:
    """The rulebook of a game, open at a rule; "": of the one at hand, at the beginning."""

    game: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Statistics:
    """What was played."""


@dataclass(frozen=True)
class Throws:
    """What was thrown."""


@dataclass(frozen=True)
class Credits:
    """Who made what."""


@dataclass(frozen=True)
class Table:
    """A match at the table."""

    session: Session[Any]


@dataclass(frozen=True)
class Result:
    """What a match came to."""

    session: Session[Any]


@dataclass(frozen=True)
class Replay:
    """A match once more: from line `at` of its log on, until line `until`, where it stops; -1: all
    of it."""

    session: Session[Any]
    at: int = 0
    until: int = -1


@dataclass(frozen=True)
class Analysis:
    """How a match went, as far as it has been played."""

    session: Session[Any]


@dataclass(frozen=True)
class Practice:
    """Lessons, levels and the range."""


@dataclass(frozen=True)
class RangeSetup:
    """How to practise; answers with options, or None. `options`: those that are chosen already."""

    options: Any = None


@dataclass(frozen=True)
class Range:
    """Throwing at what `options` say."""

    options: Any


@dataclass(frozen=True)
class Level:
    """A level at the practice table."""

    loaded: LoadedLevel


@dataclass(frozen=True)
class Lesson:
    """A lesson at the table."""

    taught: LoadedLesson


@dataclass(frozen=True)
class Editor:
    """The level editor with a level of the player's own; None: with a new one."""

    loaded: LoadedLevel | None = None


@dataclass(frozen=True)
class OpenTwice:
    """Another window has the data folder; `claim`: of this one, which is not held."""

    instance_lock: InstanceLock


@dataclass(frozen=True)
class CrashPage:
    """Something went wrong; `log`: where it is written down, `saved`: the game is on the disk."""

    log: Path | None
    saved: bool


Route = (
    Title | Picker | Setup | Saves | Settings | Rules | Statistics | Throws | Credits
    | Table | Result | Replay | Analysis | Practice | RangeSetup | Range | Level | Lesson | Editor
    | OpenTwice | CrashPage
)  # fmt: skip
