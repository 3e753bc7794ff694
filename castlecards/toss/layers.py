"""Order of cards that overlap: lying cards, the edge rule, and levels once all is at rest.

Heights here are in m. A card of level n has its underside n card thicknesses above the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from math import atan2

from castlecards.core.cards import CardId
from castlecards.toss.contact import Plan, overlap
from castlecards.toss.stock import GRAVITY, ContactMaterial


class CardContact(Enum):
    """Contact of the thrown card with a lying card: it passes over or under it, or pushes it; kept
    until they separate."""

    OVER = "over"
    UNDER = "under"
    PUSH = "push"


class RestingCard:
    """Card on the table during one toss, in the thrower's frame; it moves when struck."""

    __slots__ = ("_at_first", "card", "level", "moved", "plan", "spin", "vx", "vy")

    def __init__(self, card: CardId, plan: Plan, level: int) -> None:
        self.card = card
        self.plan = self._at_first = plan  # m
        self.level = level
        self.vx = self.vy = self.spin = 0.0  # m/s, m/s, rad/s
        self.moved = False

    @property
    def began(self) -> float:
        """Angle before the toss, rad."""
        return atan2(self._at_first.sin, self._at_first.cos)

    def turned(self) -> float:
        """Angle by which it has turned since, rad."""
        one, two = self._at_first, self.plan
        return atan2(one.cos * two.sin - one.sin * two.cos, one.cos * two.cos + one.sin * two.sin)

    def nudge(self, jx: float, jy: float, at: tuple[float, float], mass: float) -> None:
        """Apply an impulse (kg m/s) at a place (m) to a card of `mass` kg."""
        p = self.plan
        self.vx += jx / mass
        self.vy += jy / mass
        inertia = mass * (p.a * p.a + p.b * p.b) / 3
        self.spin += ((at[0] - p.x) * jy - (at[1] - p.y) * jx) / inertia
        self.moved = True

    def slide(self, friction: float, dt: float) -> None:
        """Slow the card by Coulomb friction and move it for `dt` s; spin and slide stop at the same
        instant."""
        p = self.plan
        arm = (p.a * p.a + p.b * p.b) / 3  # m², square of the radius of gyration
        rate = (self.vx**2 + self.vy**2 + arm * self.spin**2) ** 0.5
        left = rate - friction * GRAVITY * dt
        if left <= 0.0:
            self.vx = self.vy = self.spin = 0.0
            return
        part = left / rate
        self.vx, self.vy, self.spin = part * self.vx, part * self.vy, part * self.spin
        turn = self.spin * dt
        c, s = p.cos - turn * p.sin, p.sin + turn * p.cos
        size = (c * c + s * s) ** 0.5
        self.plan = Plan(p.x + self.vx * dt, p.y + self.vy * dt, c / size, s / size, p.a, p.b)


def edges_meet(
    lead: float, other: float, closing: float, thickness: float, material: ContactMaterial
) -> CardContact:
    """Edge rule: decide whether the thrown card passes over a lying card, under it, or pushes it.

    `lead` and `other` are the heights of the two edges (m), `closing` is the speed at which they
    meet (m/s). An edge that is higher by a card's thickness rides over. Otherwise slow edges push;
    of fast ones the higher one rides over, the thrown card on a tie.
    """
    if lead >= other + thickness:
        return CardContact.OVER
    if other >= lead + thickness:
        return CardContact.UNDER
    if closing > material.ride_speed:
        return CardContact.OVER if lead >= other else CardContact.UNDER
    return CardContact.PUSH


def lying_above(
    plans: Mapping[CardId, Plan], levels: Mapping[CardId, int], under: Iterable[CardId]
) -> frozenset[CardId]:
    """Cards above the thrown card: `under`, those that it slid beneath, and all on top of them."""
    above = set(under)
    for card in sorted(plans, key=lambda c: levels.get(c, 0)):
        if card not in above and any(
            levels.get(card, -1) > levels[low] and overlap(plans[card], plans[low]) for low in above
        ):
            above.add(card)
    return frozenset(above)


def settle_levels(
    plans: Mapping[CardId, Plan],
    levels: Mapping[CardId, int],
    thrown: CardId,
    above: frozenset[CardId],
) -> dict[CardId, int]:
    """Levels of all cards at rest: the thrown card above all that it overlaps, but below `above`.

    Other cards keep their level; cards of `above` rise only if they must.
    """
    new = dict(levels)
    outline = plans[thrown]
    below = [
        levels[c] for c in levels if c != thrown and c not in above and overlap(outline, plans[c])
    ]
    new[thrown] = 1 + max(below, default=-1)
    raised = [thrown]
    for card in sorted(above, key=lambda c: (levels[c], c)):
        floor = [
            new[low]
            for low in raised
            if (low == thrown or levels[low] < levels[card]) and overlap(plans[card], plans[low])
        ]
        if floor and max(floor) >= new[card]:
            new[card] = 1 + max(floor)
            raised.append(card)
    return new
