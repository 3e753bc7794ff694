"""What was played: finished games, read off their logs and kept in the records.

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

from castlecards import data, database, store
from castlecards.core.cards import NATURE
from castlecards.core.landing import METHODS, NOTHING, TABLE, Landing
from castlecards.core.session import HUMAN, Session
from castlecards.database import Connection, Database

OLD = "history.yaml"  # the file of older versions
OLD_NODES = 200_000  # keys and values in it: 75 a game, so more than 1 MB can hold


@dataclass(frozen=True)
class ThrowCount:
    """How often a player threw by one method, and how often that was on target."""

    player: int
    method: str
    thrown: int
    on_target: int


@dataclass(frozen=True)
class Opponent:
    """A computer player of a game. `character`: its id, "" for none; `partner`: it sat on the side
    of a person, in a game of teams."""

    player: int
    character: str
    level: str
    partner: bool = False


@dataclass(frozen=True)
class FinishedGame:
    """A finished game. `results`: by player, 1 a win, 0.5 a draw, 0 a loss."""

    game: str
    title: str
    date: str  # local time, ISO 8601, to the minute
    names: tuple[str, ...]
    results: tuple[float, ...]
    turns: int  # lines of the log
    throws: tuple[ThrowCount, ...] = ()
    opponents: tuple[Opponent, ...] = ()


@dataclass(frozen=True)
class History:
    """All finished games, the oldest first."""

    games: tuple[FinishedGame, ...] = ()


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


def headline(session: Session[Any]) -> str:
    """The result of a finished session in words: "Anna wins", "A draw"."""
    names = winners(session)
    if names:
        return f"{listed(names)} {'win' if len(names) > 1 else 'wins'}"
    if session.position.result and len(set(session.position.result)) == 1:
        return "A draw"
    return f"{listed(session.names)} lost"


def listed(names: tuple[str, ...]) -> str:
    """Names in a row: "Anna, Bert and Cleo"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def throws(session: Session[Any]) -> tuple[ThrowCount, ...]:
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
    return tuple(ThrowCount(*key, thrown[key], hit[key]) for key in sorted(thrown))


def on_target(landing: Landing) -> bool:
    """It rests on a card, touched a card first, and lies under none."""
    touched = landing.first not in (TABLE, NOTHING)
    return touched and bool(landing.on) and not landing.under and not landing.off


def finished_game(session: Session[Any]) -> FinishedGame:
    """The line of a finished session."""
    return FinishedGame(
        session.game.id,
        session.game.title,
        datetime.datetime.now().isoformat(timespec="minutes"),
        session.names,
        results(session),
        session.at,
        throws(session),
        opponents(session),
    )


def opponents(session: Session[Any]) -> tuple[Opponent, ...]:
    """The computer players of a match."""
    sides = session.start.box.sides
    people = {
        sides[seat]
        for seat, owner in enumerate(session.owners)
        if owner >= 0 and session.kinds[owner] == HUMAN
    }
    found = []
    for seat, owner in enumerate(session.owners):
        if session.computer(owner) and session.owners.index(owner) == seat:
            partner = session.game.teams and sides[seat] in people
            about = session.characters[owner], session.kinds[owner]
            found.append(Opponent(owner, *about, partner))
    return tuple(sorted(found, key=lambda each: each.player))


def read(path: Path | None = None) -> tuple[History, str]:
    """All that was played, and what there is to say about the records (empty: nothing)."""
    with Database(path) as records:
        try:
            told = _absorb(records)
            nothing: tuple[FinishedGame, ...] = ()
            games, more = records.read(_games, nothing)
        except store.StoreError as error:
            return History(), str(error)
    return History(games), "\n".join(filter(None, (told, more)))


def add(line: FinishedGame) -> str:
    """What there is to say about the records as they were (empty: nothing).

    Raises StoreError; then nothing has changed.
    """
    with Database() as records:
        told = _absorb(records)
        more = records.write(lambda con: _put(con, line))[1]
    return "\n".join(filter(None, (told, more)))


def _put(con: Connection, line: FinishedGame) -> None:
    about = (line.game, line.title, line.date, line.turns)
    columns = "(game, title, date, turns)"
    number = con.execute(f"INSERT INTO game {columns} VALUES (?, ?, ?, ?)", about).lastrowid
    results = (*line.results, *[None] * len(line.names))
    people = [(number, n, name, results[n]) for n, name in enumerate(line.names)]
    con.executemany("INSERT INTO player VALUES (?, ?, ?, ?)", people)
    con.executemany(
        "INSERT INTO thrown VALUES (?, ?, ?, ?, ?)",
        [(number, t.player, t.method, t.thrown, t.on_target) for t in line.throws],
    )
    con.executemany(
        "INSERT INTO opponent VALUES (?, ?, ?, ?, ?)",
        [(number, o.player, o.character, o.level, o.partner) for o in line.opponents],
    )


def _games(con: Connection) -> tuple[FinishedGame, ...]:
    """The oldest first. What is not as it should be is left out, whatever happened to it."""
    people: dict[int, list[tuple[str, float | None]]] = {}
    for game, name, result in con.execute(
        "SELECT game, name, result FROM player WHERE typeof(name) = 'text' "
        "AND typeof(result) IN ('real', 'integer', 'null') ORDER BY game, player"
    ):
        people.setdefault(game, []).append((name, result))
    thrown: dict[int, list[ThrowCount]] = {}
    for game, *counts in con.execute(
        "SELECT game, player, method, thrown, on_target FROM thrown "
        "WHERE typeof(player) = 'integer' AND typeof(method) = 'text' "
        "AND typeof(thrown) = 'integer' AND typeof(on_target) = 'integer' "
        "ORDER BY game, player, method"
    ):
        thrown.setdefault(game, []).append(ThrowCount(*counts))
    against: dict[int, list[Opponent]] = {}
    if con.execute("SELECT name FROM sqlite_master WHERE name = 'opponent'").fetchone():
        for game, player, character, level, partner in con.execute(
            "SELECT game, player, character, level, partner FROM opponent "
            "WHERE typeof(player) = 'integer' AND typeof(character) = 'text' "
            "AND typeof(level) = 'text' ORDER BY game, player"
        ):
            against.setdefault(game, []).append(Opponent(player, character, level, bool(partner)))
    games = con.execute(
        "SELECT id, game, title, date, turns FROM game WHERE typeof(game) = 'text' "
        "AND typeof(title) = 'text' AND typeof(date) = 'text' AND typeof(turns) = 'integer' "
        "ORDER BY id"
    )
    found = []
    for number, game, title, date, turns in games:
        names = tuple(name for name, _ in people.get(number, ()))
        results = tuple(r for _, r in people.get(number, ()) if r is not None)
        throws = tuple(thrown.get(number, ()))
        others = tuple(against.get(number, ()))
        found.append(FinishedGame(game, title, date, names, results, turns, throws, others))
    return tuple(found)


def _absorb(records: Database) -> str:
    """Takes the file of older versions into the records, once; what there is to say about it."""

    def take(con: Connection, old: History) -> None:
        for line in old.games:
            _put(con, line)

    return database.absorbed_file(
        records, OLD, lambda file: data.load_file(file, History, file.name, OLD_NODES), take
    )


def by_name(games: Iterable[FinishedGame]) -> dict[str, Tally]:
    """Tallies of the people, by the name under which they played."""
    tallies: dict[str, Tally] = {}
    for line in games:
        computers = {other.player for other in line.opponents}
        for player, name in enumerate(line.names):
            if player in computers:
                continue
            tally = tallies.setdefault(name, Tally())
            _count(tally, line.results[player] if player < len(line.results) else 0.0)
            for throw in line.throws:
                if throw.player == player:
                    tally.throws[throw.method] += throw.thrown
                    tally.on_target[throw.method] += throw.on_target
    return tallies


def against(games: Iterable[FinishedGame]) -> dict[Opponent, Tally]:
    """How people fared against each character at each level; the key's player is -1. Several
    people at one table have the result of the best of them; who played with them is left out."""
    tallies: dict[Opponent, Tally] = {}
    for line in games:
        computers = {other.player for other in line.opponents}
        people = [r for n, r in enumerate(line.results) if n not in computers]
        for other in line.opponents if people else ():
            if not other.partner:
                key = Opponent(-1, other.character, other.level)
                _count(tallies.setdefault(key, Tally()), max(people))
    return tallies


def by_game(games: Sequence[FinishedGame]) -> dict[str, Tally]:
    """How often each game was played, by title."""
    tallies: dict[str, Tally] = {}
    for line in games:
        tallies.setdefault(line.title, Tally()).games += 1
    return tallies


def _count(tally: Tally, result: float) -> None:
    tally.games += 1
    tally.won += result > 0.5
    tally.drawn += result == 0.5
