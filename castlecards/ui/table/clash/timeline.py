"""A clash on the stage as values: what stands where, and what is seen of it at which time.

What one attacker does is one fray: a clash, or several one after the other. All times are seconds
of the script in which it plays, at normal speed; a clash that is still open stays as it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from castlecards.core.cards import CardId, Zone
from castlecards.core.log_lines import OPEN, Clash, NamedCard, Part, Party
from castlecards.core.plurals import counted, signed
from castlecards.core.position import Position
from castlecards.ui.table.clash.collapse import Collapse
from castlecards.ui.table.layout.card_shape import CardShape, ease, ease_out_back, flat
from castlecards.ui.table.layout.model import LADDER, RATIO, Layout, Viewport

if TYPE_CHECKING:
    from castlecards.ui.cardart.seat_signs import SeatSign

HIGH, WIDE = 350.0, 1280.0  # units of the band
MIDDLE = 0.43  # of the window's height: the middle of the band
LEAST = 0.45  # px: a unit is never less, or nothing could be read
CARD, BEHIND = 168.0, 148.0  # units of height: a card that fights, at most; those behind it
ASIDE, GROUP, GAP = 330.0, 212.0, 14.0  # from the middle to a side; its steps; between two cards
PAIRED = 38.0  # from one card of a place to the next
RISEN = 20.0  # units that cards stand above the middle
DEEP = (-365.0, 241.0)  # the same where more cards wait behind the one that defends
QUEUE, STEP, MOST = 374.0, 40.0, 5  # the first of those that wait, to the next one, how many
TILT, TURNED = 5.0, 24.0  # degrees: who has lost; while it falls

Pace = Literal["short", "full", "slow"]


@dataclass(frozen=True)
class Tempo:
    """s of each part of a clash; `blow`, `adding`: of one of a chain, instead of the first two
    parts and of the count."""

    slide: float = 0.26  # cards come to the stage
    flip: float = 0.20  # those that lie face down turn
    print: float = 0.15  # what is printed is counted
    parts: float = 0.19  # and what adds to it
    verdict: float = 0.12
    hold: float = 0.35  # to be read
    leave: float = 0.28  # cards fall, or go home
    blow: float = 0.22
    adding: float = 0.25

    def longer(self, times: float, hold: float) -> Tempo:
        """So many times as long, and `hold` s more at the verdict."""
        parts = {name: times * s for name, s in vars(self).items()}
        return Tempo(**{**parts, "hold": parts["hold"] + hold})


FULL = Tempo()
TEMPOS: dict[Pace, Tempo] = {
    "full": FULL,
    "slow": FULL.longer(2.4, 1.5),
    "short": Tempo(0.0, 0.0, 0.0, 0.0, 0.08, 0.42, 0.2, 0.1, 0.0),
}
MOST_ROWS = 5  # of a sum, the total apart
STILL = 1.2  # s that a picture of it stands where nothing moves
LONG_AGO = -1e3  # s: what has been told before


@dataclass(frozen=True)
class Caller:
    """What a side is called on the stage: by name and sign, and where it stands."""

    name: str
    sign: SeatSign
    place: str
    cards: tuple[str, ...] = ()  # what its cards are called, one by one; "": not known

    def sum(self, side: Party) -> tuple[tuple[str, str], ...]:
        """What adds up to what it counts, each with its amount, the total last; () where that is
        not known."""
        if side.total < 0:
            return ()
        alone = side.alone or side.each
        rows = [(name, str(n)) for name, n in zip(self.cards, alone, strict=False) if name]
        rows += [(part.label, part.text) for part in side.parts]
        if len(rows) > MOST_ROWS:
            kept = [*rows[: MOST_ROWS - len(side.parts) - 1]]
            left = alone[len(kept) :]
            several = (counted(len(left), "more card"), str(sum(left)))
            rows = [*kept, several, *rows[len(rows) - len(side.parts) :]]
        return (*rows, ("together", str(side.total))) if rows else ()


@dataclass(frozen=True)
class Telling:
    """What is told of a line or a clash while it is shown. `text`: said as it happens, "" where
    nothing is; `sound`: its kind, likewise; `waits`: all else waits until the text has been read;
    `sentence`, `callers`: of a clash, what stands below it and who its sides are; `ruin`: what is
    seen to fall."""

    text: str = ""
    sound: str = ""
    waits: bool = False
    sentence: str = ""
    callers: tuple[Caller, ...] = ()
    ruin: Collapse | None = None


UNTOLD = Telling()


@dataclass(frozen=True)
class Encounter:
    """One clash of a fray. Each time is the beginning of what it is called after."""

    clash: Clash
    text: str
    callers: tuple[Caller, ...]
    begins: float = 0.0  # its cards come, or the next one turns
    counts: float = 0.0  # all lie open
    adds: float = 0.0
    told: float = 0.0  # the verdict; where it is open, it stays as it is
    leaves: float = math.inf
    had: tuple[int, ...] = ()  # what its sides counted before
    rest: tuple[CardId, ...] = ()  # what waits behind the last side, the lowest first
    spent: tuple[tuple[NamedCard, int], ...] = ()  # of a chain: who fell before, and what that cost
    strength: int = 0  # and with how much it began; 0: this is no chain

    @property
    def open(self) -> bool:
        return self.clash.winner == OPEN

    @property
    def cards(self) -> tuple[CardId, ...]:
        return fighters(self.clash)

    @property
    def falls(self) -> frozenset[CardId]:
        return frozenset(card.card for card in self.clash.fallen)

    def total(self, side: int, t: float) -> int:
        """What a side counts at that time; -1: nobody may know."""
        party = self.clash.sides[side]
        if party.total < 0 or t >= self.told:
            return party.total
        bare, had = party.total - sum(map(worth, party.parts)), (*self.had, 0, 0)[side]
        if self.had:  # it goes on from there
            return round(had + (party.total - had) * share(t, self.counts, self.told))
        if t < self.adds:
            return round(bare * ease(share(t, self.counts, self.adds)))
        there = [part for n, part in enumerate(party.parts) if self.popped(n, t) > 0]
        return bare + sum(map(worth, there))

    def popped(self, part: int, t: float) -> float:
        """How large a part is drawn, 0 to 1 and a little above on its way."""
        if self.had and self.told > self.counts:  # it was there before
            return 1.0
        long = self.told - self.adds
        begins = self.adds + 0.2 * part * long
        if t >= self.told:
            return 1.0
        return max(ease_out_back(share(t, begins, begins + 0.5 * long)), 0.0)

    def judged(self, t: float, tempo: float = FULL.verdict) -> float:
        """How much of the verdict is seen, 0 to 1."""
        return 0.0 if self.open else share(t, self.told, self.told + tempo)


@dataclass(frozen=True)
class Fray:
    """`opens`: when the band comes; `closes`: when it goes; `slide`, `leave`: s that these take;
    `deep`: more cards wait behind the one that defends."""

    encounters: tuple[Encounter, ...]
    opens: float = 0.0
    closes: float = math.inf
    deep: bool = False
    slide: float = FULL.slide
    leave: float = FULL.leave

    def at(self, t: float) -> Encounter:
        """The clash that is seen at that time."""
        return next(
            (encounter for encounter in reversed(self.encounters) if encounter.begins <= t),
            self.encounters[0],
        )

    def runs(self, t: float) -> bool:
        return self.opens <= t < self.closes + self.leave

    def strength(self, t: float) -> float:
        """Of the band, 0 to 1."""
        came = share(t, self.opens, self.opens + 0.8 * self.slide)
        return ease(came) * (1 - ease(self.gone(t)))

    def gone(self, t: float) -> float:
        """How much of the way home has been gone, 0 to 1."""
        return share(t, self.closes, self.closes + self.leave)

    @property
    def cards(self) -> frozenset[CardId]:
        return frozenset(card for encounter in self.encounters for card in encounter.cards)

    def still(self) -> Fray:
        """Its end as a picture: all of it is told."""
        last = replace(self.encounters[-1], begins=LONG_AGO, counts=LONG_AGO, adds=LONG_AGO,
                       told=LONG_AGO, leaves=math.inf)  # fmt: skip
        return Fray((last,), LONG_AGO, deep=self.deep)


def standing(
    clash: Clash, text: str, callers: tuple[Caller, ...], rest: tuple[CardId, ...] = ()
) -> Fray:
    """A clash that is there already, open or decided: all of it is told."""
    strength = max(clash.sides[0].total, 0) if rest else 0
    return Fray(
        (Encounter(clash, text, callers, rest=rest, strength=strength),), deep=bool(rest)
    ).still()


def share(t: float, start: float, end: float) -> float:
    """How much of a time has passed, 0 to 1."""
    if t >= end:
        return 1.0
    return (t - start) / (end - start) if t > start else 0.0


def worth(part: Part) -> int:
    """What a part adds; 0 for one that is no number."""
    digits = part.text.replace("−", "-").removeprefix("+")
    return int(digits) if digits.lstrip("-").isdigit() else 0


def joint(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Of more than two parts of a side, those that add to it become one."""
    if len(parts) <= 2:
        return tuple(parts)
    plain = tuple(part for part in parts if part.text[:1] not in ("+", "−"))
    more = sum(worth(part) for part in parts if part not in plain)
    return (*plain, Part(signed(more), "in all"))


def banded(clash: Clash) -> bool:
    """Is it shown on a stage of its own?"""
    return len(clash.sides) == 2 and not clash.laid


def behind(pos: Position[object], clash: Clash) -> tuple[CardId, ...]:
    """The cards that wait behind the one that defends: those of a flat pile below it."""
    side = clash.sides[-1]
    if len(side.cards) != 1 or not side.zones:
        return ()
    spec = pos.box.zones[side.zones[0]]
    if spec.shape != "stack" or any(spec.spread) or spec.owner is None:
        return ()
    encounters = {card.card for party in clash.sides for card in party.cards}
    return tuple(card for card in pos.zones[side.zones[0]] if card not in encounters)


# -- where it stands ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Footing:
    """The middle of the band, px, and px of a unit there."""

    x: float
    y: float
    u: float
    width: float = WIDE  # px of the band

    def at(self, x: float, y: float) -> tuple[float, float]:
        """px of a place, units from the middle."""
        return self.x + x * self.u, self.y + y * self.u

    @property
    def card(self) -> float:
        """px of height of a card that fights: a size in which cards are painted in any case."""
        return 24 * LADDER ** math.floor(math.log(max(CARD * self.u, 24) / 24) / math.log(LADDER))

    @property
    def top(self) -> float:
        return self.y - HIGH / 2 * self.u

    @property
    def low(self) -> float:
        return self.y + HIGH / 2 * self.u


def footing(viewport: Viewport) -> Footing:
    """Across the whole window, whatever lies beside the table."""
    width = viewport.left + viewport.width
    u = max(min(viewport.u, width / WIDE, viewport.height / 800), LEAST)
    return Footing(width / 2, max(MIDDLE * viewport.height, (HIGH / 2 + 10) * u), u, width)


def within(x: float, y: float, width: float, height: float) -> Footing:
    """So that all of it lies in a rectangle with that middle; px."""
    return Footing(x, y, min(width / 1060, height / (HIGH - 50)), width)


def places(clash: Clash, deep: bool, here: Footing) -> dict[CardId, CardShape]:
    """Where the cards of a clash stand."""
    found: dict[CardId, CardShape] = {}
    for side, middle in zip(clash.sides, DEEP if deep else (-ASIDE, ASIDE), strict=False):
        found.update(_side(side, middle, here))
    return found


def _side(side: Party, middle: float, here: Footing) -> Iterator[tuple[CardId, CardShape]]:
    groups = list(grouped(side))
    wide = [CARD * RATIO + PAIRED * (len(group) - 1) for group in groups]
    step = min(max(wide, default=0.0) + GAP, GROUP / max(len(groups) - 1, 1))
    whole = step * (len(groups) - 1) + (wide[-1] if wide else 0.0)
    for n, group in enumerate(groups):
        left = middle - whole / 2 + n * step
        for k, card in enumerate(group):
            lower = 8.0 if k else 0.0
            x, y = here.at(left + CARD * RATIO / 2 + PAIRED * k, lower - RISEN)
            yield card.card, flat(x, y, here.card)


def grouped(side: Party) -> Iterator[tuple[NamedCard, ...]]:
    """The cards of a side place by place."""
    zones: tuple[Zone, ...] = side.zones if len(side.zones) == len(side.cards) else ()
    if not zones:
        yield from ((card,) for card in side.cards)
        return
    pairs = zip(zones, side.cards, strict=True)
    for _, cards in groupby(pairs, key=lambda pair: pair[0]):
        yield tuple(card for _, card in cards)


def queue(rest: Sequence[CardId], here: Footing) -> list[tuple[CardId, CardShape]]:
    """Where the cards stand that wait, the next one first."""
    waiting = rest[::-1][:MOST]
    return [
        (card, flat(*here.at(QUEUE + STEP * n, -RISEN), BEHIND * here.u))
        for n, card in enumerate(waiting)
    ]


# -- in a script ----------------------------------------------------------------------------------


@dataclass
class Direction:
    """How the clashes of a script are shown: at which tempo; `stood`: what stands on the stage
    before, `stays`: what stands there afterwards."""

    tempo: Tempo
    stood: Fray | None = None
    stays: Clash | None = None


@dataclass
class Running:
    """A fray in the making. `strength`: with how much a chain began, else 0."""

    opens: float
    deep: bool = False
    strength: int = 0
    encounters: list[Encounter] = field(default_factory=list)
    spent: list[tuple[NamedCard, int]] = field(default_factory=list)

    def goes_on(self, clash: Clash) -> bool:
        """Does a clash belong to it?"""
        return bool(self.encounters) and attackers(self.encounters[-1].clash) == attackers(clash)

    def closed(self, closes: float, tempo: Tempo) -> Fray:
        return Fray(tuple(self.encounters), self.opens, closes, self.deep, tempo.slide, tempo.leave)


def resumed(timeline: Fray) -> Running:
    """What stands on the stage, to go on with."""
    last = timeline.encounters[-1]
    return Running(
        timeline.opens, timeline.deep, last.strength, list(timeline.encounters), list(last.spent)
    )


def fighters(clash: Clash) -> tuple[CardId, ...]:
    return tuple(card.card for side in clash.sides for card in side.cards)


def attackers(clash: Clash) -> tuple[CardId, ...]:
    return tuple(card.card for card in clash.sides[0].cards)


def staged(layout: Layout, timeline: Fray | None) -> Layout:
    """The table with the cards of a clash on the stage."""
    if timeline is None:
        return layout
    at = places(timeline.encounters[-1].clash, timeline.deep, footing(layout.viewport))
    spots = (
        replace(spot, x=at[spot.card].x, y=at[spot.card].y, height=at[spot.card].height, angle=0.0,
                pose=None, shown=True)
        if spot.card in at else spot
        for spot in layout.spots
    )  # fmt: skip
    return replace(layout, spots=tuple(spots))
