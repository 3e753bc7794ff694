"""History of finished games: results, throws and opponents, stored in the records database.

The data are read from the log of a match; no game is known here. A throw is a `toss` with a landing
from NATURE. It counts as on target if the card rests on a card and touched a card before the table.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from castlecards import data, database, store
from castlecards.core.cards import NATURE, SIDES
from castlecards.core.landing import METHODS, NOTHING, TABLE, Landing
from castlecards.core.sentence_templates import joined_list
from castlecards.core.session import HUMAN, Session
from castlecards.database import Connection, Database
from castlecards.texts import ntr, tr

DRAW = tr("A draw")
A_DRAW = tr("It’s a draw.")
OTHER = "other"  # level of a person with another profile, or without one
OLD = "history.yaml"  # file of older versions
OLD_NODES = 200_000  # keys and values in it at most: 75 for each game, more than 1 MB can hold


@dataclass(frozen=True)
class ThrowCount:
    """Number of throws of a player by one method, and of those on target."""

    player: int
    method: str
    thrown: int
    on_target: int


@dataclass(frozen=True)
class Opponent:
    """Computer player of a game.

    `character`: its id, "" for none; `partner`: in a team game it played on a person's side. Any
    other person is stored as a partner of the level OTHER, so that no figures count them.
    """

    player: int
    character: str
    level: str
    partner: bool = False


@dataclass(frozen=True)
class FinishedGame:
    """Finished game. `results`: by player, 1 for a win, 0.5 for a draw, 0 for a loss."""

    game: str
    title: str
    date: str  # local time, ISO 8601, to the minute
    names: tuple[str, ...]
    results: tuple[float, ...]
    turns: int  # length of the log
    throws: tuple[ThrowCount, ...] = ()
    opponents: tuple[Opponent, ...] = ()


@dataclass(frozen=True)
class History:
    """Finished games, oldest first."""

    games: tuple[FinishedGame, ...] = ()


@dataclass
class Tally:
    """Totals for a name or a game."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    throws: Counter[str] = field(default_factory=Counter)
    on_target: Counter[str] = field(default_factory=Counter)


def results(session: Session[Any]) -> tuple[float, ...]:
    """Result of each player: the best of their seats; 0 without a seat."""
    seats = session.position.result or ()
    return tuple(
        max((seats[seat] for seat in session.seats_of(player)), default=0)
        for player in range(session.players)
    )


def winners(session: Session[Any]) -> tuple[str, ...]:
    """Names of the winners; empty after a draw, or if a seat without a player has won."""
    outcome = results(session)
    return tuple(name for name, won in zip(session.names, outcome, strict=True) if won > 0.5)


def headline(session: Session[Any]) -> str:
    """Result of a finished session in words: "Anna wins", "A draw"."""
    names = winners(session)
    if names:
        return ntr(len(names), "{names} wins", "{names} win", names=joined_list(names))
    if session.position.result and len(set(session.position.result)) == 1:
        return DRAW
    return tr("{names} lost", names=joined_list(session.names))


def reason(session: Session[Any]) -> str:
    """Why a finished session ended, without sentences that only repeat score or `headline`."""
    sentences = [session.with_player_names(text) for text in session.game.outcome(session.position)]
    first, *others = [_with_teams(session, text) for text in sentences]
    last = [text for text in others[-1:] if not text.endswith(tr(" wins.")) and text != A_DRAW]
    return " ".join([first, *last])


def _with_teams(session: Session[Any], text: str) -> str:
    """Sentence below the headline with words for the teams in place of their sides."""
    sides, shares = session.start.box.sides, session.position.result or ()
    won = {side for side, share in zip(sides, shares, strict=True) if share > 0.5}
    if not session.game.teams or len(won) != 1:
        return text
    for side, name in enumerate(SIDES):
        if len(session.people(side)) > 1:
            text = text.replace(name, tr("Their team") if side in won else tr("The other team"))
    return text


def count_throws(session: Session[Any]) -> tuple[ThrowCount, ...]:
    """Count throws by player and method, from the log up to the present position."""
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
    """True if the card rests on a card, touched a card first, and lies under none."""
    touched = landing.first not in (TABLE, NOTHING)
    return touched and bool(landing.on) and not landing.under and not landing.off


def finished_game(session: Session[Any], others: Collection[int] = ()) -> FinishedGame:
    """History entry of a finished session, dated now. `others`: people with other records."""
    return FinishedGame(
        session.game.id,
        session.game.title,
        datetime.datetime.now().isoformat(timespec="minutes"),
        session.names,
        results(session),
        session.at,
        tuple(count for count in count_throws(session) if count.player not in others),
        (*opponents(session), *(Opponent(player, "", OTHER, True) for player in others)),
    )


def opponents(session: Session[Any]) -> tuple[Opponent, ...]:
    """Computer players of a match, by player."""
    sides = session.start.box.sides
    people = {
        sides[seat]
        for seat, owner in enumerate(session.owners)
        if owner >= 0 and session.kinds[owner] == HUMAN
    }
    computers = []
    for seat, owner in enumerate(session.owners):
        if session.is_computer(owner) and session.owners.index(owner) == seat:
            partner = session.game.teams and sides[seat] in people
            about = session.characters[owner], session.kinds[owner]
            computers.append(Opponent(owner, *about, partner))
    return tuple(sorted(computers, key=lambda opponent: opponent.player))


def read(path: Path | None = None) -> tuple[History, str]:
    """Read the history. Also return a message about problems with the records, "" for none."""
    with Database(path) as records:
        try:
            message = _absorb(records)
            nothing: tuple[FinishedGame, ...] = ()
            games, more = records.read(_games, nothing)
        except store.StoreError as error:
            return History(), str(error)
    return History(games), "\n".join(filter(None, (message, more)))


def add(entry: FinishedGame, path: Path | None = None) -> str:
    """Add a finished game to a database. Return a message about problems with it, "" for none.

    Raises StoreError; then nothing has changed.
    """
    with Database(path) as records:
        message = _absorb(records)
        more = records.write(lambda con: _put(con, entry))[1]
    return "\n".join(filter(None, (message, more)))


def _put(con: Connection, entry: FinishedGame) -> None:
    about = (entry.game, entry.title, entry.date, entry.turns)
    number = con.execute(
        "INSERT INTO game (game, title, date, turns) VALUES (?, ?, ?, ?)", about
    ).lastrowid
    results = (*entry.results, *[None] * len(entry.names))
    people = [(number, n, name, results[n]) for n, name in enumerate(entry.names)]
    con.executemany("INSERT INTO player VALUES (?, ?, ?, ?)", people)
    con.executemany(
        "INSERT INTO thrown VALUES (?, ?, ?, ?, ?)",
        [(number, t.player, t.method, t.thrown, t.on_target) for t in entry.throws],
    )
    con.executemany(
        "INSERT INTO opponent VALUES (?, ?, ?, ?, ?)",
        [(number, o.player, o.character, o.level, o.partner) for o in entry.opponents],
    )


def _games(con: Connection) -> tuple[FinishedGame, ...]:
    """Read all games, oldest first; rows with values of a wrong type are skipped."""
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
    entries = []
    for number, game, title, date, turns in games:
        names = tuple(name for name, _ in people.get(number, ()))
        results = tuple(r for _, r in people.get(number, ()) if r is not None)
        throws = tuple(thrown.get(number, ()))
        others = tuple(against.get(number, ()))
        entries.append(FinishedGame(game, title, date, names, results, turns, throws, others))
    return tuple(entries)


def _absorb(records: Database) -> str:
    """Import the file of older versions into the records, once. Return a message, "" for none."""

    def take(con: Connection, old: History) -> None:
        for entry in old.games:
            _put(con, entry)

    return database.import_file(
        records, OLD, lambda file: data.load_file(file, History, file.name, OLD_NODES), take
    )


def by_name(games: Iterable[FinishedGame]) -> dict[str, Tally]:
    """Totals of human players by name."""
    tallies: dict[str, Tally] = {}
    for entry in games:
        computers = {other.player for other in entry.opponents}
        for player, name in enumerate(entry.names):
            if player in computers:
                continue
            tally = tallies.setdefault(name, Tally())
            _count(tally, entry.results[player] if player < len(entry.results) else 0.0)
            for throw in entry.throws:
                if throw.player == player:
                    tally.throws[throw.method] += throw.thrown
                    tally.on_target[throw.method] += throw.on_target
    return tallies


def against(games: Iterable[FinishedGame]) -> dict[Opponent, Tally]:
    """Totals of human players against each character and level; the key's player is -1.

    Several people at one table count once, with the best result. Partners are left out.
    """
    tallies: dict[Opponent, Tally] = {}
    for entry in games:
        computers = {other.player for other in entry.opponents}
        people = [r for n, r in enumerate(entry.results) if n not in computers]
        for other in entry.opponents if people else ():
            if not other.partner:
                key = Opponent(-1, other.character, other.level)
                _count(tallies.setdefault(key, Tally()), max(people))
    return tallies


def by_game(games: Sequence[FinishedGame]) -> dict[str, Tally]:
    """Number of matches of each game, by title."""
    tallies: dict[str, Tally] = {}
    for entry in games:
        tallies.setdefault(entry.title, Tally()).games += 1
    return tallies


def _count(tally: Tally, result: float) -> None:
    tally.games += 1
    tally.won += result > 0.5
    tally.drawn += result == 0.5
