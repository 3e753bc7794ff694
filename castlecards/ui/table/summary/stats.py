"""What a match that is over comes to: points turn by turn, throws and hits, the best one, medals.

All of it follows from the log and what everybody may know; nothing is counted that the rules did
not say. A medal is given for a reason in figures, and none is invented.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from castlecards.core.cards import NATURE, Seat
from castlecards.core.events import CardMoved
from castlecards.core.game import Blow
from castlecards.core.landing import Landing, Throw
from castlecards.core.plurals import counted
from castlecards.core.session import Session
from castlecards.core.view import public
from castlecards.practice.stats import Interval, wilson
from castlecards.ui.table.layout.model import side_of

MOST = 5  # medals
BUILT = 3  # walls from which on they are worth a medal


@dataclass(frozen=True)
class ThrowRecord:
    """A throw of the match: line of its landing in the log, who threw, what it came to."""

    line: int
    seat: Seat
    throw: Throw
    landing: Landing
    blow: Blow

    @property
    def way(self) -> float:
        """mm from where it left the hand to where it first touched."""
        x, y = self.landing.touch or (self.landing.pose.x, self.landing.pose.y)
        return math.hypot(x - self.throw.start.x, y - self.throw.start.y) / 10

    @property
    def worth(self) -> tuple[int, ...]:
        """To find the best one."""
        blow = self.blow
        covered = max((contact.covered.bit_count() for contact in self.landing.on), default=0)
        return (len(blow.perfect), int(blow.storms), len(blow.hits), sum(blow.gains), covered)


@dataclass(frozen=True)
class Award:
    icon: str
    title: str
    seat: Seat
    why: str


Points = tuple[tuple[int, int], ...]  # turn and points from then on


@dataclass(frozen=True)
class MatchStats:
    """`points` by side; `rates` by seat of whoever threw, one seat a player."""

    points: tuple[Points, ...]
    goal: int
    every: int
    turns: int
    rates: tuple[tuple[Seat, Interval], ...]
    best: ThrowRecord | None
    medals: tuple[Award, ...]


def match_throws(session: Session[Any]) -> list[ThrowRecord]:
    """All throws, as they came to rest."""
    found = []
    thrower = NATURE
    for line, record in enumerate(session.log[: session.at]):
        if record.seat != NATURE:
            thrower = record.seat
            continue
        pos = session.positions[line]
        throw = pos.decision.aim if pos.decision is not None else None
        if not isinstance(throw, Throw):
            continue
        blow = session.game.blow(pos, record.action)
        if blow is not None:
            landing = Landing.of(record.action)
            found.append(ThrowRecord(line, thrower, throw, landing, blow))
    return found


def match_stats(session: Session[Any]) -> MatchStats | None:
    """None for a match in which nothing was thrown, or nothing is counted up to a goal."""
    thrown = match_throws(session)
    tracks = [fact for fact in session.game.facts(session.public) if fact.goal]
    if not thrown or len(tracks) < 2:
        return None
    points, turns = _points(session)
    best = max(thrown, key=lambda cast: cast.worth)
    return MatchStats(
        points, tracks[0].goal, tracks[0].every, turns, _rates(session, thrown),
        best if best.blow.hits else None, _medals(session, thrown),
    )  # fmt: skip


def _points(session: Session[Any]) -> tuple[tuple[Points, ...], int]:
    """By side, whenever they changed."""
    found: list[list[tuple[int, int]]] = [[], []]
    turn = 0
    for pos in session.positions[: session.at + 1]:
        seen = public(pos)
        turn = session.game.tallies(seen, 0).get("turns", turn)
        for fact in session.game.facts(seen):
            if fact.goal and 0 <= fact.side < 2:
                line = found[fact.side]
                if not line or line[-1][1] != fact.have:
                    line.append((turn, fact.have))
    return tuple(tuple(line) for line in found), turn


def _first(session: Session[Any], seat: Seat) -> Seat:
    """The first seat of whoever sits here."""
    owner = session.owner(seat)
    return session.owners.index(owner) if owner in session.owners else seat


def _rates(
    session: Session[Any], thrown: Sequence[ThrowRecord]
) -> tuple[tuple[Seat, Interval], ...]:
    tally: dict[Seat, list[int]] = {}
    for cast in thrown:
        count = tally.setdefault(_first(session, cast.seat), [0, 0])
        count[0] += bool(cast.blow.hits)
        count[1] += 1
    return tuple((seat, wilson(*tally[seat])) for seat in sorted(tally))


def _medals(session: Session[Any], thrown: Sequence[ThrowRecord]) -> tuple[Award, ...]:
    found: list[Award] = []
    seats = sorted({_first(session, cast.seat) for cast in thrown})
    own = {s: [c for c in thrown if _first(session, c.seat) == s] for s in seats}
    perfect = {s: sum(len(c.blow.perfect) for c in own[s]) for s in seats}
    found += _most("crosshair", "Bull’s eye", perfect, 1, "perfect hit")
    storms = {s: sum(c.blow.storms for c in own[s]) for s in seats}
    found += _most("flag", "Stormer", storms, 1, "castle stormed", "castles stormed")
    double = {s: sum(len(c.blow.hits) > 1 for c in own[s]) for s in seats}
    found += _most("layers", "Two at a blow", double, 1, "double hit")
    found += _most("shield", "Mason", _built(session), BUILT, "wall built anew", "walls built anew")
    far = {s: max((c.way for c in own[s] if c.blow.hits), default=0.0) for s in seats}
    if far and max(far.values()):
        seat = max(far, key=lambda s: far[s])
        found.append(Award("wind", "Long way", seat, f"a hit from {far[seat] / 10:.0f} cm"))
    return tuple(found[:MOST])


def _most(
    icon: str, title: str, count: dict[Seat, int], least: int, one: str, many: str = ""
) -> list[Award]:
    """For whoever has most of it, and enough; nobody if several have as much."""
    top = max(count.values(), default=0)
    who = [seat for seat, number in count.items() if number == top]
    if top < least or len(who) != 1:
        return []
    return [Award(icon, title, who[0], counted(top, one, many or f"{one}s"))]


def _built(session: Session[Any]) -> dict[Seat, int]:
    """By player: cards laid from the hand onto places of walls."""
    found: dict[Seat, int] = {}
    for line, record in enumerate(session.log[: session.at]):
        pos = session.positions[line]
        for event in record.events:
            if not isinstance(event, CardMoved):
                continue
            source, to = (pos.box.zones[zone] for zone in (event.source, event.to))
            if to.works != "bastion" or source.shape != "fan" or source.owner is None:
                continue
            if side_of(pos, to) == pos.box.sides[source.owner]:
                seat = _first(session, source.owner)
                found[seat] = found.get(seat, 0) + 1
    return found
