"""Layout of the battle stage: a band across the window, in units from its centre."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from castlecards.core.cards import CardId, Zone
from castlecards.core.log_lines import Clash, NamedCard, Party
from castlecards.ui.table.clash.timeline import ClashTimeline
from castlecards.ui.table.layout.card_shape import CardShape, flat
from castlecards.ui.table.layout.model import LADDER, RATIO, Layout, Viewport

HEIGHT, WIDTH = 350.0, 1280.0  # units: size of the band
CENTRE_Y = 0.43  # share of the window's height: centre of the band
MIN_UNIT = 0.45  # px: smallest unit at which texts can be read
CARD = 168.0  # units: largest height of a fighting card
QUEUE_CARD = 148.0  # units: height of a waiting card
SIDE_X = 330.0  # units from the centre to a side
GROUP = 212.0  # units: width for the groups of a side
GAP = 14.0  # units between two groups
FAN_STEP = 38.0  # units between cards of one group
RAISED = 20.0  # units of cards above the centre
DEEP_SIDES = (-365.0, 241.0)  # x of the sides if cards wait behind the defender
QUEUE_X = 374.0  # units: x of the first waiting card
QUEUE_STEP = 40.0  # units between waiting cards
QUEUE_LENGTH = 5  # cards shown at most


@dataclass(frozen=True)
class StageFrame:
    """Frame of the band on the screen: its centre (px), px per unit `u`, and its width (px)."""

    x: float
    y: float
    u: float
    width: float = WIDTH

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Convert units from the centre to px."""
        return self.x + x * self.u, self.y + y * self.u

    @property
    def card(self) -> float:
        """Height of a fighting card in px, rounded to a size kept in the sprite cache."""
        return 24 * LADDER ** math.floor(math.log(max(CARD * self.u, 24) / 24) / math.log(LADDER))

    @property
    def top(self) -> float:
        return self.y - HEIGHT / 2 * self.u

    @property
    def bottom(self) -> float:
        return self.y + HEIGHT / 2 * self.u


def stage_frame(viewport: Viewport) -> StageFrame:
    """Return the frame of the band across the whole window, side column included."""
    width = viewport.left + viewport.width
    u = max(min(viewport.u, width / WIDTH, viewport.height / 800), MIN_UNIT)
    return StageFrame(width / 2, max(CENTRE_Y * viewport.height, (HEIGHT / 2 + 10) * u), u, width)


def thumbnail_frame(x: float, y: float, width: float, height: float) -> StageFrame:
    """Return the frame that fits the stage into a rectangle with this centre; px."""
    return StageFrame(x, y, min(width / 1060, height / (HEIGHT - 50)), width)


def card_slots(clash: Clash, deep: bool, frame: StageFrame) -> dict[CardId, CardShape]:
    """Return the shape of each card on the stage."""
    found: dict[CardId, CardShape] = {}
    for side, middle in zip(clash.sides, DEEP_SIDES if deep else (-SIDE_X, SIDE_X), strict=False):
        found.update(_side(side, middle, frame))
    return found


def _side(side: Party, middle: float, frame: StageFrame) -> Iterator[tuple[CardId, CardShape]]:
    groups = list(by_zone(side))
    wide = [CARD * RATIO + FAN_STEP * (len(group) - 1) for group in groups]
    step = min(max(wide, default=0.0) + GAP, GROUP / max(len(groups) - 1, 1))
    whole = step * (len(groups) - 1) + (wide[-1] if wide else 0.0)
    for n, group in enumerate(groups):
        left = middle - whole / 2 + n * step
        for k, card in enumerate(group):
            lower = 8.0 if k else 0.0
            x, y = frame.at(left + CARD * RATIO / 2 + FAN_STEP * k, lower - RAISED)
            yield card.card, flat(x, y, frame.card)


def by_zone(side: Party) -> Iterator[tuple[NamedCard, ...]]:
    """Yield the cards of a side grouped by the zone they come from."""
    zones: tuple[Zone, ...] = side.zones if len(side.zones) == len(side.cards) else ()
    if not zones:
        yield from ((card,) for card in side.cards)
        return
    pairs = zip(zones, side.cards, strict=True)
    for _, cards in groupby(pairs, key=lambda pair: pair[0]):
        yield tuple(card for _, card in cards)


def queue_slots(rest: Sequence[CardId], frame: StageFrame) -> list[tuple[CardId, CardShape]]:
    """Return the shape of each waiting card, the next one first."""
    waiting = rest[::-1][:QUEUE_LENGTH]
    return [
        (card, flat(*frame.at(QUEUE_X + QUEUE_STEP * n, -RAISED), QUEUE_CARD * frame.u))
        for n, card in enumerate(waiting)
    ]


def with_stage(layout: Layout, timeline: ClashTimeline | None) -> Layout:
    """Return the table layout with the cards of a clash moved to the stage.

    A card of the clash that has just been dropped starts from there, as it is off the stage.
    """
    if timeline is None:
        return layout
    at = card_slots(timeline.steps[-1].clash, timeline.deep, stage_frame(layout.viewport))
    spots = (
        replace(spot, x=at[spot.card].x, y=at[spot.card].y, height=at[spot.card].height, angle=0.0,
                pose=None, shown=True)
        if spot.card in at and not spot.dropped else spot
        for spot in layout.spots
    )  # fmt: skip
    return replace(layout, spots=tuple(spots))
