"""Routes: scene changes as values, so that a scene names the next one without its class.

Only `shell.wiring` knows which scene a route leads to.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import date

    from castlecards.core.session import Session
    from castlecards.instance_lock import InstanceLock
    from castlecards.lessons import LoadedLesson
    from castlecards.levels import LoadedLevel
    from castlecards.practice import reviews
    from castlecards.today.generator import Day
    from castlecards.today.rivals import RivalScore


@dataclass(frozen=True)
class Title:
    """Title page."""


@dataclass(frozen=True)
class Picker:
    """Page to pick a game."""


@dataclass(frozen=True)
class Setup:
    """Set-up page of a game; `game`: its id."""

    game: str


@dataclass(frozen=True)
class Profiles:
    """Page of the profiles."""


@dataclass(frozen=True)
class Library:
    """Library of matches; `file`: a file to import, None for none."""

    file: str | None = None


@dataclass(frozen=True)
class Settings:
    """Settings page; `tab`: the open one, "" for the first."""

    tab: str = ""


@dataclass(frozen=True)
class Rules:
    """Rulebook of a game, open at a rule; "" for the present game, and for the beginning."""

    game: str = ""
    rule: str = ""


@dataclass(frozen=True)
class KeySheet:
    """List of all keys."""


@dataclass(frozen=True)
class Statistics:
    """Page of played games and their statistics."""


@dataclass(frozen=True)
class Throws:
    """Page of the throw statistics."""


@dataclass(frozen=True)
class Medals:
    """Page of the medals that stay."""


@dataclass(frozen=True)
class Credits:
    """Credits page."""


@dataclass(frozen=True)
class Lobby:
    """Page on which phones join a match. `playing`: it stands above the table of the match."""

    session: Session[Any]
    playing: bool = False


@dataclass(frozen=True)
class Table:
    """Match at the table."""

    session: Session[Any]


@dataclass(frozen=True)
class Result:
    """Result page of a match; `closing`: its closing scene comes first."""

    session: Session[Any]
    closing: bool = False


@dataclass(frozen=True)
class Replay:
    """Replay of a match from record `at` of its log to record `until`; -1: to the end."""

    session: Session[Any]
    at: int = 0
    until: int = -1


@dataclass(frozen=True)
class Film:
    """Film of the records from `start` to before `end` of a match, saved as a file."""

    session: Session[Any]
    start: int
    end: int


@dataclass(frozen=True)
class Analysis:
    """Analysis of a match, as far as it has been played."""

    session: Session[Any]


@dataclass(frozen=True)
class Today:
    """Page of a day: its task, deal and puzzle; `day`: None for the present date."""

    day: date | None = None


@dataclass(frozen=True)
class DayStation:
    """Table of a station of the daily task; `counts`: the attempt, not a trial."""

    task: Day
    station: int
    counts: bool


@dataclass(frozen=True)
class RivalReplay:
    """Replay of the cards of a rival of the day."""

    task: Day
    score: RivalScore


@dataclass(frozen=True)
class Practice:
    """Practice page: lessons, levels and the range."""


@dataclass(frozen=True)
class RangeSetup:
    """Set-up page of the range; its result is the options, or None. `options`: preset."""

    options: Any = None


@dataclass(frozen=True)
class Range:
    """Throwing range with these options."""

    options: Any


@dataclass(frozen=True)
class TargetGame:
    """Target game of the range."""


@dataclass(frozen=True)
class Drill:
    """Drill of one throwing method; `measured`: it begins with the ring."""

    method: str
    measured: bool = False


@dataclass(frozen=True)
class ThrowCoach:
    """Page of the throwing coach; `player`: name in the record of throws."""

    player: str


@dataclass(frozen=True)
class Level:
    """Level at the practice table."""

    loaded: LoadedLevel


@dataclass(frozen=True)
class Mistake:
    """Attempt at a mistake of a match; `session`: at the choice."""

    mistake: reviews.Mistake
    session: Session[Any]


@dataclass(frozen=True)
class Lesson:
    """Lesson at the table, from step `at`."""

    loaded: LoadedLesson
    at: int = 0


@dataclass(frozen=True)
class Editor:
    """Level editor with one of the player's own levels; None for a new one."""

    loaded: LoadedLevel | None = None


@dataclass(frozen=True)
class AlreadyOpen:
    """Page shown if another window holds the data folder; `instance_lock`: not held."""

    instance_lock: InstanceLock


@dataclass(frozen=True)
class CrashPage:
    """Crash page; `log`: file of the crash report, `saved`: the game has been saved."""

    log: Path | None
    saved: bool


Route = (
    TargetGame | Drill | ThrowCoach | Medals | Profiles | RivalReplay | Lobby
    | Title | Today | DayStation | Picker | Setup | Library | Settings | Rules | Statistics | Throws
    | Credits | KeySheet | Table | Result | Replay | Analysis | Practice | RangeSetup | Range
    | Level | Mistake | Lesson | Editor | Film | AlreadyOpen | CrashPage
)  # fmt: skip
