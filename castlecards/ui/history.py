"""What was played: one line of the statistics for every finished game, read off its log.

Nothing here knows a game. A throw is a `toss` that NATURE answered; it counts as on target when it
came to rest on a card and had touched a card before the table.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from castlecards import data, paths, store
from castlecards.core.cards import NATURE
from castlecards.core.landing import METHODS, NOTHING, TABLE, Landing
from castlecards.core.session import Session

MOST = 1500  # games kept: the oldest go first, for a file has a largest size


@dataclass(frozen=True)
class Throws:
    """How often a player threw by one method, and how often that was on target."""

    player: int
    method: str
    thrown: int
    on_target: int


@dataclass(frozen=True)
class Played:
    """A finished game. `results`: by player, 1 a win, 0.5 a draw, 0 a loss."""

    game: str
    title: str
    date: str  # local time, ISO 8601, to the minute
    names: tuple[str, ...]
    results: tuple[float, ...]
    turns: int  # lines of the log
    throws: tuple[Throws, ...] = ()


@dataclass(frozen=True)
class History:
    """All finished games, the oldest first."""

    games: tuple[Played, ...] = ()


@dataclass
class Tally:
    """Counts for one name or one game."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    throws: Counter[str] = field(default_factory=Counter)
    on_target: Counter[str] = field(default_factory=Counter)


def results(session: Session[Any]) -> tuple[float, ...]:
    """By player: the result of their seats; players without a seat have none (0)."""
    seats = session.position.result or ()
    return tuple(
        max(
            (seats[seat] for seat, owner in enumerate(session.owners) if owner == player), default=0
        )
        for player in range(session.players)
    )


def winners(session: Session[Any]) -> tuple[str, ...]:
    """Who won; nobody in a draw, or where the rules' own seats did."""
    outcome = results(session)
    return tuple(name for name, won in zip(session.names, outcome, strict=True) if won > 0.5)


def throws(session: Session[Any]) -> tuple[Throws, ...]:
    """By player and method, from the log as it stands."""
    thrown: Counter[tuple[int, str]] = Counter()
    hit: Counter[tuple[int, str]] = Counter()
    key: tuple[int, str] | None = None
    for record in session.log[: session.at]:
        action = record.action
        if action.verb == "toss" and action.args and 0 <= action.args[0] < len(METHODS):
            key = session.owner(record.seat), METHODS[action.args[0]]
        elif record.seat == NATURE and action.verb == "landed" and key is not None:
            thrown[key] += 1
            hit[key] += on_target(Landing.of(action))
            key = None
    return tuple(Throws(*key, thrown[key], hit[key]) for key in sorted(thrown))


def on_target(landing: Landing) -> bool:
    """It rests on a card, touched a card first, and lies under none."""
    touched = landing.first not in (TABLE, NOTHING)
    return touched and bool(landing.on) and not landing.under and not landing.off


def played(session: Session[Any]) -> Played:
    """The line of a finished session."""
    return Played(
        session.game.id,
        session.game.title,
        datetime.datetime.now().isoformat(timespec="minutes"),
        session.names,
        results(session),
        session.at,
        throws(session),
    )


def read() -> tuple[History, str]:
    """All that was played, and what there is to say about the file (empty: nothing)."""
    try:
        return _read()
    except store.StoreError as error:
        return History(), str(error)


def add(line: Played) -> str:
    """What there is to say about the file as it was (empty: nothing).

    Raises StoreError, also where the file cannot be opened; then it holds what it held.
    """
    history, told = _read()
    games = (*history.games, line)[-MOST:]
    store.write(file(), data.dump(History(games)), "Games played")
    return told


def file() -> Path:
    return paths.data_dir() / "history.yaml"


def _read() -> tuple[History, str]:
    found, told = store.newest(file(), lambda file: data.load_file(file, History, file.name))
    return found or History(), told


def by_name(games: Iterable[Played]) -> dict[str, Tally]:
    """Tallies of the players, by the name under which they played."""
    tallies: dict[str, Tally] = {}
    for line in games:
        for player, name in enumerate(line.names):
            tally = tallies.setdefault(name, Tally())
            _count(tally, line.results[player] if player < len(line.results) else 0.0)
            for throw in line.throws:
                if throw.player == player:
                    tally.throws[throw.method] += throw.thrown
                    tally.on_target[throw.method] += throw.on_target
    return tallies


def by_game(games: Sequence[Played]) -> dict[str, Tally]:
    """How often each game was played, by title."""
    tallies: dict[str, Tally] = {}
    for line in games:
        tallies.setdefault(line.title, Tally()).games += 1
    return tallies


def _count(tally: Tally, result: float) -> None:
    tally.games += 1
    tally.won += result > 0.5
    tally.drawn += result == 0.5
