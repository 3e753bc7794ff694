"""Statistics of a finished match: figures of each side, curve, best throw, awards, key record.

They are computed from the log and public information alone. Each award names the figure for which
it is given.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from castlecards.core import narration
from castlecards.core.cards import NATURE, Seat
from castlecards.core.events import CardMoved
from castlecards.core.game import Fact, ScoredThrow
from castlecards.core.landing import Landing, Throw
from castlecards.core.log_lines import Clash, Line, Tellable
from castlecards.core.sentence_templates import ENDED, SCORED, Story
from castlecards.core.session import Session
from castlecards.core.table_words import side_name
from castlecards.core.view import public
from castlecards.texts import tr
from castlecards.ui.cardart.seat_signs import SeatSign, side_sign, sign_of
from castlecards.ui.table.layout.model import side_of

MAX_AWARDS = 5  # awards of one match
MAX_CARD_AWARDS = 3  # of them, of a match of cards
MAX_FIGURES = 3  # figures that sum up a match
LONGEST_MOMENT = 6  # records of one moment
MIN_WALLS_BUILT = 3  # walls built by one player, to earn an award
NUMBER = re.compile(r"\d+")
NO_FIGURE = tr("–", context="no figure")


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

BREAKER: Medal = (
    "flag",
    tr("Gatebreaker"),
    tr("broke the gate once"),
    tr("broke the gate {n} times"),
)
FIGHTER: Medal = "swords", tr("Fighter"), tr("{n} fight won"), tr("{n} fights won")
TRICKSTER: Medal = "trophy", tr("Tricks won"), tr("{n} trick"), tr("{n} tricks")
STRONGEST: Medal = "target", tr("Largest attack"), tr("value {n}"), tr("value {n}")

CARD_MEDALS = (BREAKER, FIGHTER, TRICKSTER, STRONGEST)

Points = tuple[tuple[int, int], ...]  # turn and number from then on


@dataclass(frozen=True)
class Side:
    """Column of the figures: a side of the table, or one player of a side with several rivals."""

    name: str
    sign: SeatSign


@dataclass(frozen=True)
class Figure:
    """Figure that sums up a match: its texts and numbers by column."""

    label: str
    texts: tuple[str, ...]
    numbers: tuple[float, ...]
    least: bool = False  # the smallest number is the best

    @property
    def best(self) -> float:
        return (min if self.least else max)(self.numbers)


@dataclass(frozen=True)
class Curve:
    """First figure turn by turn, by column; `goal`, `every`: see `Fact`.

    `rounds`: a game without turns is counted in rounds."""

    label: str
    lines: tuple[Points, ...]
    turns: int
    goal: int
    every: int
    rounds: bool = False


@dataclass(frozen=True)
class MatchStats:
    """Statistics shown on the result page."""

    sides: tuple[Side, ...]
    figures: tuple[Figure, ...]
    curve: Curve | None  # None in games that count neither turns nor rounds
    throws: tuple[MatchThrow, ...]
    awards: tuple[Award, ...]

    @property
    def best(self) -> MatchThrow | None:
        """Best throw; None if no throw hit."""
        best = max(self.throws, key=lambda record: record.rank, default=None)
        return best if best is not None and best.scored_throw.hits else None


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


def match_stats(session: Session[Any]) -> MatchStats:
    """Statistics of a match."""
    throws = match_throws(session)
    facts = _final(session, session.at)
    columns = sorted({_column(fact) for fact in facts})
    figures = []
    for label in dict.fromkeys(fact.label for fact in facts):
        found = {_column(fact): fact for fact in facts if fact.label == label}
        if found.keys() == set(columns):
            numbers = tuple(float(_number(found[column].text)) for column in columns)
            least = found[columns[0]].least
            figures.append(Figure(label, tuple(f"{n:.0f}" for n in numbers), numbers, least))
    if throws and figures:
        figures += _throw_figures(session, throws, [side for side, _ in columns])
    sides = [
        Side(side_name(session, side), side_sign(session, side))
        if seat < 0
        else Side(session.name(seat), sign_of(session, seat))
        for side, seat in columns
    ]
    curve = _curve(session, facts[0], columns) if figures else None
    return MatchStats(
        tuple(sides),
        tuple(figures[:MAX_FIGURES]),
        curve,
        tuple(throws),
        _awards(session, throws) if throws else _card_awards(session),
    )


def _final(session: Session[Any], at: int) -> list[Fact]:
    """Facts of the sides before line `at` that sum up a match."""
    facts = session.game.facts(public(session.positions[at]))
    return [fact for fact in facts if fact.final and fact.side >= 0]


def _column(fact: Fact) -> tuple[int, Seat]:
    """Side and seat of a fact; seat -1: the whole side."""
    return fact.side, fact.seat


def _number(text: str) -> int:
    """First number of a text; 0 if it has none, such as "none"."""
    found = NUMBER.search(text)
    return int(found[0]) if found else 0


def _throw_figures(
    session: Session[Any], throws: Sequence[MatchThrow], sides: Sequence[int]
) -> list[Figure]:
    """Hits and hit rate by side."""
    box = session.start.box
    hits = [
        [bool(record.scored_throw.hits) for record in throws if box.sides[record.seat] == side]
        for side in sides
    ]
    counts = tuple(float(sum(own)) for own in hits)
    rates = tuple(100 * sum(own) / max(len(own), 1) for own in hits)
    texts = [
        tr("{n} %", n=round(rate)) if own else NO_FIGURE
        for own, rate in zip(hits, rates, strict=True)
    ]
    return [
        Figure(tr("Hits"), tuple(f"{n:.0f}" for n in counts), counts),
        Figure(tr("Hit rate"), tuple(texts), rates),
    ]


def _curve(session: Session[Any], first: Fact, columns: Sequence[tuple[int, Seat]]) -> Curve | None:
    """Figure of the fact `first` at each turn or after each round."""
    lines: dict[tuple[int, Seat], list[tuple[int, int]]] = {column: [] for column in columns}
    turns = [session.game.turn(pos) for pos in session.positions[: session.at + 1]]
    rounds = not turns[-1]
    if rounds:
        turns = _rounds(session)
    else:
        turns[-1] = turns[-2] + session.over
    if not turns[-1]:
        return None
    for at, turn in enumerate(turns):
        if at and turn == turns[at - 1]:
            continue  # only the end of each turn counts
        for fact in _final(session, at):
            line = lines.get(_column(fact)) if fact.label == first.label else None
            if line is not None and (not line or line[-1][1] != _number(fact.text)):
                line.append((turn, _number(fact.text)))
    points = tuple(tuple(line) for line in lines.values())
    return Curve(first.label, points, turns[-1], first.goal, first.every, rounds)


def _rounds(session: Session[Any]) -> list[int]:
    """Number of complete rounds before each line of the log and at its end, by its headings; all 0
    if there are none."""
    headings = [narration.heading(session, NATURE, at)[0] for at in range(session.at)]
    counts = [0]
    for before, now in pairwise(headings):
        counts.append(counts[-1] + (now != before))
    return [*counts[: session.at], counts[-1] + any(headings) * session.over]


def key_record(session: Session[Any]) -> int:
    """Log index of the decisive event; -1 if there is none.

    It is the last fall of a gate or castle, else the last fight, else the last score.
    """
    found = [
        (_weight(session.game.story, event), at)
        for at in range(session.at)
        for event in narration.lines(session, at, NATURE)
    ]
    weight, at = max(found, default=(0, -1))
    return at if weight >= SCORED else -1


def moment_end(session: Session[Any], at: int, throws: Sequence[MatchThrow]) -> int:
    """End of the moment that begins at record `at`: behind the record that tells its result.

    A fight or a landing can come some records after the choice that led to it."""
    landings = {throw.line for throw in throws}
    for n in range(at, min(at + LONGEST_MOMENT, session.at)):
        fights = any(isinstance(event, Clash) for event in narration.lines(session, n, NATURE))
        if fights or n in landings:
            return n + 1
    return at + 1


def key_words(session: Session[Any], at: int, end: int) -> tuple[str, str]:
    """Title and sentence of the records from `at` to before `end`: of the last fight if there was
    one, else of the weightiest event; without either, the heading of the turn and ""."""
    told = [event for n in range(at, end) for event in narration.lines(session, n, NATURE)]
    if not told:
        return narration.heading(session, NATURE, at)[0], ""
    fights = [event for event in told if isinstance(event, Clash)]
    best = max(told, key=lambda each: _weight(session.game.story, each))
    event = fights[-1] if fights else best
    title = narration.moment_title(session, event, at)
    return title, narration.caption(session, event, reader=NATURE)


def _weight(story: Story, event: Tellable) -> int:
    """Weight of an event as the decisive one: above all ranks for falls and fights."""
    template = story.of(event)
    if isinstance(event, Line) and template.collapses:
        return ENDED + 2
    if isinstance(event, Clash):
        return ENDED + 1
    return template.rank if template.text and template.rank < ENDED else 0


def _first_seat(session: Session[Any], seat: Seat) -> Seat:
    """First seat of the player who owns `seat`."""
    owner = session.owner(seat)
    return session.owners.index(owner) if owner in session.owners else seat


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
        found.append(Award("wind", tr("Longest hit"), seat, tr("{cm:.0f} cm", cm=far[seat] / 10)))
    return tuple(found[:MAX_AWARDS])


def _card_awards(session: Session[Any]) -> tuple[Award, ...]:
    """Awards of a match of cards: gates broken, fights and tricks won, and the largest attack."""
    counts: dict[str, dict[Seat, int]] = {kind[0]: {} for kind in CARD_MEDALS}
    for at in range(session.at):
        for event in narration.lines(session, at, NATURE):
            if isinstance(event, Line):
                if session.game.story.of(event).collapses == "gate" and event.actor >= 0:
                    _add(counts[BREAKER[0]], _first_seat(session, event.actor))
            elif event.winner >= 0:
                seat = _first_seat(session, event.sides[event.winner].seat)
                _add(counts[(TRICKSTER if event.laid else FIGHTER)[0]], seat)
                if not event.winner and not event.laid:
                    best = counts[STRONGEST[0]]
                    best[seat] = max(best.get(seat, 0), event.sides[0].total)
    found = [award for kind in CARD_MEDALS for award in _award_most(kind, counts[kind[0]], 1)]
    return tuple(found[:MAX_CARD_AWARDS])


def _add(count: dict[Seat, int], seat: Seat) -> None:
    count[seat] = count.get(seat, 0) + 1


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
            if to.fortification != "bastion" or source.shape != "fan" or source.owner is None:
                continue
            if side_of(pos, to) == pos.box.sides[source.owner]:
                seat = _first_seat(session, source.owner)
                found[seat] = found.get(seat, 0) + 1
    return found
