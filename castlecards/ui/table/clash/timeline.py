"""Clash timeline: what the battle stage shows at which time, as pure values.

One attack is one timeline with a step for each clash that it leads to. Times are seconds of the
animation script at normal speed; an open clash has no end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from castlecards.core.cards import CardId
from castlecards.core.log_lines import OPEN, Clash, NamedCard, Part, Party
from castlecards.core.position import Position
from castlecards.texts import counted, signed, tr
from castlecards.ui.table.clash.collapse import Collapse
from castlecards.ui.table.layout.easing import ease, ease_out_back, progress

if TYPE_CHECKING:
    from castlecards.ui.cardart.seat_signs import SeatSign

TILT = 5.0  # degrees, of a card that has lost
TURNED = 24.0  # degrees, of a beaten card on its way to the discard pile

Pace = Literal["short", "full", "slow"]


@dataclass(frozen=True)
class Tempo:
    """Duration of each phase, s.

    Chained clashes use `next_defender` and `next_sum` instead of the first two phases and
    the count.
    """

    slide: float = 0.26  # cards move to the stage
    flip: float = 0.20
    base: float = 0.15  # printed values are counted up
    modifiers: float = 0.19
    verdict: float = 0.12
    hold: float = 0.35  # reading time
    leave: float = 0.28
    next_defender: float = 0.22
    next_sum: float = 0.25

    def stretched(self, times: float, hold: float) -> Tempo:
        """Return a tempo with all phases `times` as long and `hold` s more reading time."""
        parts = {name: times * s for name, s in vars(self).items()}
        return Tempo(**{**parts, "hold": parts["hold"] + hold})


FULL = Tempo()
TEMPOS: dict[Pace, Tempo] = {
    "full": FULL,
    "slow": FULL.stretched(2.4, 1.5),
    "short": Tempo(0.0, 0.0, 0.0, 0.0, 0.08, 0.42, 0.2, 0.1, 0.0),
}
MOST_ROWS = 5  # of a side in the breakdown, its total apart
RESULT_PAUSE = 1.2  # s a result is shown while animations are off
PAST = -1e3  # s: start of what was shown before this script


@dataclass(frozen=True)
class SideLabel:
    """Name, sign and place of a side on the stage."""

    name: str
    sign: SeatSign
    place: str
    cards: tuple[str, ...] = ()  # names of its cards, "" where hidden

    def sum_rows(self, side: Party) -> tuple[tuple[str, str], ...]:
        """Return (label, amount) of each card and modifier, the total last; () if it is hidden."""
        if side.total < 0:
            return ()
        alone = side.base_values or side.values
        rows = [(name, str(n)) for name, n in zip(self.cards, alone, strict=False) if name]
        rows += [(part.label, part.text) for part in side.parts]
        if len(rows) > MOST_ROWS:
            kept = [*rows[: MOST_ROWS - len(side.parts) - 1]]
            left = alone[len(kept) :]
            several = (counted(len(left), "more card"), str(sum(left)))
            rows = [*kept, several, *rows[len(rows) - len(side.parts) :]]
        return (*rows, (tr("in total"), str(side.total))) if rows else ()


@dataclass(frozen=True)
class Announcement:
    """Caption, sound and stage texts of one event; `waits`: the script halts until it is read.

    `sentence` and `labels` stand below and beside a clash; `collapse` is the building that falls.
    """

    text: str = ""
    sound: str = ""
    waits: bool = False
    sentence: str = ""
    labels: tuple[SideLabel, ...] = ()
    collapse: Collapse | None = None


SILENT_EVENT = Announcement()


@dataclass(frozen=True)
class ClashStep:
    """One clash with the start time of each of its phases, s."""

    clash: Clash
    text: str
    labels: tuple[SideLabel, ...]
    begins: float = 0.0  # its cards arrive, or the next defender turns up
    counts: float = 0.0  # all cards are face up
    adds: float = 0.0  # modifiers appear
    judges: float = 0.0  # the verdict; ignored while the clash is open
    leaves: float = math.inf
    previous: tuple[int, ...] = ()  # totals to count on from
    queue: tuple[CardId, ...] = ()  # cards behind the defender, lowest first
    beaten: tuple[tuple[NamedCard, int], ...] = ()  # defenders beaten before, and the cost of each
    chain_total: int = 0  # the attacker's total at first; 0: no chain

    @property
    def is_open(self) -> bool:
        return self.clash.winner == OPEN

    @property
    def cards(self) -> tuple[CardId, ...]:
        return cards_of(self.clash)

    @property
    def losers(self) -> frozenset[CardId]:
        return frozenset(card.card for card in self.clash.fallen)

    def total(self, side: int, t: float) -> int:
        """Return the total of a side as shown at `t`; -1 if it is hidden."""
        party = self.clash.sides[side]
        if party.total < 0 or t >= self.judges:
            return party.total
        bare, had = party.total - sum(map(amount, party.parts)), (*self.previous, 0, 0)[side]
        if self.previous:  # counted on from the clash before
            return round(had + (party.total - had) * progress(t, self.counts, self.judges))
        if t < self.adds:
            return round(bare * ease(progress(t, self.counts, self.adds)))
        there = [part for n, part in enumerate(party.parts) if self.pop(n, t) > 0]
        return bare + sum(map(amount, there))

    def pop(self, part: int, t: float) -> float:
        """Return the scale of a modifier badge as it pops up: 0 to 1, with overshoot."""
        if self.previous and self.judges > self.counts:  # already on the stage
            return 1.0
        long = self.judges - self.adds
        begins = self.adds + 0.2 * part * long
        if t >= self.judges:
            return 1.0
        return max(ease_out_back(progress(t, begins, begins + 0.5 * long)), 0.0)

    def verdict(self, t: float, tempo: float = FULL.verdict) -> float:
        """Return how much of the verdict has appeared, 0 to 1."""
        return 0.0 if self.is_open else progress(t, self.judges, self.judges + tempo)


@dataclass(frozen=True)
class ClashTimeline:
    """Clashes of one attack on the battle stage.

    The band opens at `begins` within `slide` s and closes at `closes` within `leave` s. `deep`:
    more cards wait behind the defender.
    """

    steps: tuple[ClashStep, ...]
    begins: float = 0.0
    closes: float = math.inf
    deep: bool = False
    slide: float = FULL.slide
    leave: float = FULL.leave

    def step_at(self, t: float) -> ClashStep:
        """Return the clash that is shown at `t`."""
        return next((step for step in reversed(self.steps) if step.begins <= t), self.steps[0])

    @property
    def ends(self) -> float:
        return self.closes + self.leave

    @property
    def decided(self) -> bool:
        return not self.steps[-1].is_open

    @property
    def verdict_seen(self) -> float:
        """Time of the last verdict, s; 0 if all steps are open."""
        return max((step.judges for step in self.steps if not step.is_open), default=0.0)

    def opacity(self, t: float) -> float:
        """Return the opacity of the band, 0 to 1."""
        came = progress(t, self.begins, self.begins + 0.8 * self.slide)
        return ease(came) * (1 - ease(self.closing(t)))

    def closing(self, t: float) -> float:
        """Return how far the cards have left the stage, 0 to 1."""
        return progress(t, self.closes, self.ends)

    @property
    def cards(self) -> frozenset[CardId]:
        return frozenset(card for step in self.steps for card in step.cards)

    def final_picture(self) -> ClashTimeline:
        """Return the end of the timeline as a still picture, the same at every time."""
        last = replace(self.steps[-1], begins=PAST, counts=PAST, adds=PAST,
                       judges=PAST, leaves=math.inf)  # fmt: skip
        return ClashTimeline((last,), PAST, deep=self.deep)


def still_clash(
    clash: Clash, text: str, labels: tuple[SideLabel, ...], queue: tuple[CardId, ...] = ()
) -> ClashTimeline:
    """Return a clash as a still picture, open or decided."""
    strength = max(clash.sides[0].total, 0) if queue else 0
    return ClashTimeline(
        (ClashStep(clash, text, labels, queue=queue, chain_total=strength),), deep=bool(queue)
    ).final_picture()


def amount(part: Part) -> int:
    """Return the number a modifier adds; 0 if its text is no number."""
    digits = part.text.replace("−", "-").removeprefix("+")
    return int(digits) if digits.lstrip("-").isdigit() else 0


def joined(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Join the adding modifiers of a side into one if it has more than two modifiers."""
    if len(parts) <= 2:
        return tuple(parts)
    plain = tuple(part for part in parts if part.text[:1] not in ("+", "−"))
    more = sum(amount(part) for part in parts if part not in plain)
    return (*plain, Part(signed(more), tr("in total")))


def on_stage(clash: Clash) -> bool:
    """Return True if a clash is shown on the stage and not where its cards lie."""
    return len(clash.sides) == 2 and not clash.laid


def queued_cards(pos: Position[object], clash: Clash) -> tuple[CardId, ...]:
    """Return the cards waiting behind a lone defender: those below it in a flat pile."""
    side = clash.sides[-1]
    if len(side.cards) != 1 or not side.zones:
        return ()
    spec = pos.box.zones[side.zones[0]]
    if spec.shape != "stack" or any(spec.spread) or spec.owner is None:
        return ()
    fighting = {card.card for party in clash.sides for card in party.cards}
    return tuple(card for card in pos.zones[side.zones[0]] if card not in fighting)


# -- in a script ----------------------------------------------------------------------------------


@dataclass
class StagePlan:
    """Plan of a script's clashes: their tempo, and the clash on the stage `before` and `after`."""

    tempo: Tempo
    before: ClashTimeline | None = None
    after: Clash | None = None


@dataclass
class OpenTimeline:
    """Clash timeline under construction; `chain_total`: the attacker's first total in a chain."""

    begins: float
    deep: bool = False
    chain_total: int = 0
    steps: list[ClashStep] = field(default_factory=list)
    beaten: list[tuple[NamedCard, int]] = field(default_factory=list)

    def continues(self, clash: Clash) -> bool:
        """Return True if a clash belongs to the same attack."""
        return bool(self.steps) and attackers_of(self.steps[-1].clash) == attackers_of(clash)

    def close(self, closes: float, tempo: Tempo) -> ClashTimeline:
        return ClashTimeline(
            tuple(self.steps), self.begins, closes, self.deep, tempo.slide, tempo.leave
        )


def reopened(timeline: ClashTimeline) -> OpenTimeline:
    """Return a timeline on the stage as one under construction again."""
    last = timeline.steps[-1]
    return OpenTimeline(
        timeline.begins, timeline.deep, last.chain_total, list(timeline.steps), list(last.beaten)
    )


def cards_of(clash: Clash) -> tuple[CardId, ...]:
    return tuple(card.card for side in clash.sides for card in side.cards)


def attackers_of(clash: Clash) -> tuple[CardId, ...]:
    return tuple(card.card for card in clash.sides[0].cards)
