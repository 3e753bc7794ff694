"""Statistics of a finished match: points by turn, hit rates, best throw and awards.

They are computed from the log and public information alone. Each award names the figure for which
it is given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from castlecards.core.cards import NATURE, Seat
from castlecards.core.events import CardMoved
from castlecards.core.game import ScoredThrow
from castlecards.core.landing import Landing, Throw
from castlecards.core.session import Session
from castlecards.core.view import public
from castlecards.practice.stats import Interval, wilson
from castlecards.texts import tr
from castlecards.ui.table.layout.model import side_of

MAX_AWARDS = 5  # awards of one match
MIN_WALLS_BUILT = 3  # walls built by one player, to earn an award


@dataclass(frozen=True)
class MatchThrow:
    """One throw of the match: log index of its landing, seat of the thrower, and result."""

    line: int
    seat: Seat
    throw: Throw
    landing: Landing
    scored_throw: ScoredThrow

    @property
    def distance(self) -> float:
        """Distance from the start to the first touch, mm."""
        x, y = self.landing.touch or (self.landing.pose.x, self.landing.pose.y)
        return math.hypot(x - self.throw.start.x, y - self.throw.start.y) / 10

    @property
    def rank(self) -> tuple[int, ...]:
        """Sort key; the best throw has the largest."""
        scored_throw = self.scored_throw
        covered = max((contact.covered.bit_count() for contact in self.landing.on), default=0)
        return (
            len(scored_throw.perfect),
            int(scored_throw.undefended),
            len(scored_throw.hits),
            sum(scored_throw.gains),
            covered,
        )


@dataclass(frozen=True)
class Award:
    """Award (a medal on the screen) for `seat`; `reason` gives the figure."""

    icon: str
    title: str
    seat: Seat
    reason: str


Medal = tuple[str, str, str, str]  # icon, title, reason for one and for several
BULLS_EYE: Medal = "crosshair", tr("Bull’s-eye"), tr("{n} perfect hit"), tr("{n} perfect hits")
STORMER: Medal = "flag", tr("Stormer"), tr("{n} castle stormed"), tr("{n} castles stormed")
DOUBLE: Medal = "layers", tr("Two at once"), tr("{n} double hit"), tr("{n} double hits")
MASON: Medal = "shield", tr("Mason"), tr("{n} wall rebuilt"), tr("{n} walls rebuilt")

Points = tuple[tuple[int, int], ...]  # turn and points from then on


@dataclass(frozen=True)
class MatchStats:
    """Statistics shown on the summary page."""

    points: tuple[Points, ...]  # by side
    goal: int  # points that win
    every: int  # points between two marks of the score
    turns: int
    rates: tuple[tuple[Seat, Interval], ...]  # hit rate by thrower, one seat per player
    best: MatchThrow | None  # None if no throw hit
    awards: tuple[Award, ...]


def match_throws(session: Session[Any]) -> list[MatchThrow]:
    """Throws of the match in the order of their landings."""
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
        scored_throw = session.game.scored_throw(pos, record.action)
        if scored_throw is not None:
            landing = Landing.of(record.action)
            found.append(MatchThrow(line, thrower, throw, landing, scored_throw))
    return found


def match_stats(session: Session[Any]) -> MatchStats | None:
    """Statistics of a match; None without throws or without a points goal for both sides."""
    throws = match_throws(session)
    tracks = [fact for fact in session.game.facts(session.public) if fact.goal]
    if not throws or len(tracks) < 2:
        return None
    points, turns = _points(session)
    best = max(throws, key=lambda record: record.rank)
    return MatchStats(
        points, tracks[0].goal, tracks[0].every, turns, _rates(session, throws),
        best if best.scored_throw.hits else None, _awards(session, throws),
    )  # fmt: skip


def _points(session: Session[Any]) -> tuple[tuple[Points, ...], int]:
    """Points of each side at every change, and the last turn number."""
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


def _first_seat(session: Session[Any], seat: Seat) -> Seat:
    """First seat of the player who owns `seat`."""
    owner = session.owner(seat)
    return session.owners.index(owner) if owner in session.owners else seat


def _rates(
    session: Session[Any], throws: Sequence[MatchThrow]
) -> tuple[tuple[Seat, Interval], ...]:
    tally: dict[Seat, list[int]] = {}
    for record in throws:
        count = tally.setdefault(_first_seat(session, record.seat), [0, 0])
        count[0] += bool(record.scored_throw.hits)
        count[1] += 1
    return tuple((seat, wilson(*tally[seat])) for seat in sorted(tally))


def _awards(session: Session[Any], throws: Sequence[MatchThrow]) -> tuple[Award, ...]:
    found: list[Award] = []
    seats = sorted({_first_seat(session, record.seat) for record in throws})
    own = {s: [c for c in throws if _first_seat(session, c.seat) == s] for s in seats}
    perfect = {s: sum(len(c.scored_throw.perfect) for c in own[s]) for s in seats}
    found += _award_most(BULLS_EYE, perfect, 1)
    storms = {s: sum(c.scored_throw.undefended for c in own[s]) for s in seats}
    found += _award_most(STORMER, storms, 1)
    double = {s: sum(len(c.scored_throw.hits) > 1 for c in own[s]) for s in seats}
    found += _award_most(DOUBLE, double, 1)
    found += _award_most(MASON, _walls_built(session), MIN_WALLS_BUILT)
    far = {s: max((c.distance for c in own[s] if c.scored_throw.hits), default=0.0) for s in seats}
    if far and max(far.values()):
        seat = max(far, key=lambda s: far[s])
        reason = tr("a hit from {cm:.0f} cm away", cm=far[seat] / 10)
        found.append(Award("wind", tr("Long shot"), seat, reason))
    return tuple(found[:MAX_AWARDS])


def _award_most(kind: Medal, count: dict[Seat, int], least: int) -> list[Award]:
    """Award for the one seat with the largest count; none below `least` or on a tie."""
    top = max(count.values(), default=0)
    leaders = [seat for seat, number in count.items() if number == top]
    if top < least or len(leaders) != 1:
        return []
    icon, title, one, many = kind
    return [Award(icon, title, leaders[0], (one if top == 1 else many).format(n=top))]


def _walls_built(session: Session[Any]) -> dict[Seat, int]:
    """Number of walls built by each player: cards laid from the hand onto wall places."""
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
                seat = _first_seat(session, source.owner)
                found[seat] = found.get(seat, 0) + 1
    return found
