"""Results of reviews in the database of records: mistakes to try again, and losses by phase.

A mistake is stored with the save of its match up to the choice, so that it can be played again
with the same cards. A phase is a third of the lines of a match. A second review of a match adds
nothing.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from castlecards.core.action import Action
from castlecards.core.game import Game
from castlecards.core.landing import Limits
from castlecards.core.narration import default_reader
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import ALWAYS, HUMAN, PASSIVE, Session
from castlecards.database import Connection, Database
from castlecards.players.analysis import Analysis, TurningPoint
from castlecards.players.analysis_text import reader
from castlecards.store import StoreError

KEPT = 10  # newest mistakes that are kept
EACH = 3  # mistakes of one review that are kept, the costliest
PHASES = 3  # opening, middle and end


@dataclass(frozen=True)
class Mistake:
    """Costly choice of a player, to try again."""

    match: str  # save of the match up to the choice
    game: str  # id
    rules: str  # version of the game
    turn: int  # from 1; 0 in games that count no turns
    cost: float  # share of winning
    better: str  # better action, as text of the box
    solved: str = ""  # date of the first good choice, local, ISO 8601, to the minute


@dataclass(frozen=True)
class PhaseLoss:
    """Choices of a player in one phase, and what they cost together, in shares of winning."""

    choices: int
    cost: float

    @property
    def mean(self) -> float:
        """Mean cost of a choice; 0 without any."""
        return self.cost / self.choices if self.choices else 0.0


Review = tuple[PhaseLoss, ...]  # by phase


def is_mistake(session: Session[Any], point: TurningPoint) -> bool:
    """True if the reader of a finished match can try the choice of a turning point again.

    Throws are left out: what they come to depends on the hand.
    """
    decision = session.positions[point.at].decision
    if point.luck or point.better is None or point.seat != reader(session) or not session.over:
        return False
    return not session.practice and decision is not None and not isinstance(decision.aim, Limits)


def mistake(session: Session[Any], point: TurningPoint) -> Mistake:
    """Mistake of a turning point, for which `is_mistake` is true."""
    assert point.better is not None
    game, pos = session.game, session.positions[point.at]
    turn = game.turn(pos) + 1 if game.turn(session.positions[-1]) else 0
    match = dump_session(session.practice_from(point.at))
    better = pos.box.text(point.better)
    return Mistake(match, game.id, game.version, turn, -point.change, better)


def attempt(mistake: Mistake, games: Mapping[str, Game[Any]]) -> Session[Any]:
    """Practice session at the choice of a mistake. Raises SaveError."""
    session = load_session(mistake.match, mistake.game, games)
    return at_choice(session, len(session.log))


def at_choice(session: Session[Any], at: int) -> Session[Any]:
    """Practice session at line `at` of a match, for its reader alone.

    The reader is asked whatever the stops; other people are replaced by bots.
    """
    again, own = session.practice_from(at), session.owner(default_reader(session))
    again.stops = [ALWAYS] * again.players
    again.kinds = tuple(
        PASSIVE if kind == HUMAN and player != own else kind
        for player, kind in enumerate(session.kinds)
    )
    return again


def better(mistake: Mistake, session: Session[Any]) -> Action:
    """Better action of a mistake. Raises ValueError if its text is damaged."""
    return session.position.box.parse(mistake.better)


def losses(session: Session[Any], analysis: Analysis) -> Review:
    """Losses of the reader by phase."""
    found = [[0, 0.0] for _ in range(PHASES)]
    for at, cost in analysis.costs.get(reader(session), ()):
        phase = found[PHASES * at // len(session.log)]
        phase[0] += 1
        phase[1] += cost
    return tuple(PhaseLoss(int(choices), cost) for choices, cost in found)


def add(session: Session[Any], analysis: Analysis, path: Path) -> None:
    """Store the costliest mistakes of the reader and the losses by phase. Raises StoreError."""
    points = sorted(analysis.points, key=lambda point: point.change)
    worst = [point for point in points if is_mistake(session, point)][:EACH]
    made = [mistake(session, point) for point in reversed(worst)]  # the costliest is the newest
    match = hashlib.sha256(dump_session(session).encode()).hexdigest()
    rows = [
        (match, phase, loss.choices, loss.cost)
        for phase, loss in enumerate(losses(session, analysis))
    ]

    def put(con: Connection) -> None:
        con.executemany(
            "INSERT OR IGNORE INTO mistake (match, game, rules, turn, cost, better, solved) "
            "VALUES (:match, :game, :rules, :turn, :cost, :better, :solved)",
            [vars(each) for each in made],
        )
        con.execute(
            "DELETE FROM mistake WHERE id NOT IN (SELECT id FROM mistake ORDER BY id DESC LIMIT ?)",
            (KEPT,),
        )
        con.executemany("INSERT OR IGNORE INTO review VALUES (?, ?, ?, ?)", rows)

    with Database(path) as records:
        records.write(put)


def mark_solved(mistake: Mistake, path: Path) -> None:
    """Store that a mistake was solved; the first date stays. Raises StoreError."""
    now = datetime.datetime.now().isoformat(timespec="minutes")

    def put(con: Connection) -> None:
        con.execute(
            "UPDATE mistake SET solved = ? WHERE match = ? AND solved = ''", (now, mistake.match)
        )

    with Database(path) as records:
        records.write(put)


def read(path: Path) -> tuple[tuple[Mistake, ...], tuple[Review, ...], str]:
    """Mistakes, the newest first; reviews, the oldest first; and a message, or ""."""
    nothing: tuple[tuple[Mistake, ...], tuple[Review, ...]] = (), ()
    with Database(path) as records:
        try:
            (mistakes, reviews), message = records.read(
                lambda con: (_mistakes(con), _reviews(con)), nothing
            )
        except StoreError as error:
            return (), (), str(error)
    return mistakes, reviews, message


def _mistakes(con: Connection) -> tuple[Mistake, ...]:
    """Valid rows of the table; damaged ones are left out."""
    if not _has(con, "mistake"):
        return ()
    rows = con.execute(
        "SELECT match, game, rules, turn, cost, better, solved FROM mistake "
        "WHERE typeof(match) = 'text' AND typeof(game) = 'text' AND typeof(rules) = 'text' "
        "AND typeof(turn) = 'integer' AND typeof(cost) = 'real' AND cost BETWEEN 0 AND 1 "
        "AND typeof(better) = 'text' AND typeof(solved) = 'text' ORDER BY id DESC LIMIT ?",
        (KEPT,),
    )
    return tuple(Mistake(*row) for row in rows)


def _reviews(con: Connection) -> tuple[Review, ...]:
    """Reviews of which all phases are valid."""
    if not _has(con, "review"):
        return ()
    rows = con.execute(
        "SELECT match, choices, cost FROM review WHERE typeof(choices) = 'integer' "
        "AND choices >= 0 AND typeof(cost) = 'real' AND cost >= 0 "
        "AND phase BETWEEN 0 AND ? ORDER BY rowid",
        (PHASES - 1,),
    )
    found: dict[str, list[PhaseLoss]] = {}
    for match, choices, cost in rows:
        found.setdefault(match, []).append(PhaseLoss(choices, cost))
    return tuple(tuple(phases) for phases in found.values() if len(phases) == PHASES)


def _has(con: Connection, table: str) -> bool:
    """True if the file has a table; one of an older version that can't be written lacks it."""
    sql = "SELECT name FROM sqlite_master WHERE name = ?"
    return con.execute(sql, (table,)).fetchone() is not None


def total(reviews: Sequence[Review]) -> Review:
    """Losses of several reviews together, by phase."""
    return tuple(
        PhaseLoss(sum(each[n].choices for each in reviews), sum(each[n].cost for each in reviews))
        for n in range(PHASES)
    )
