"""What lies in a pile, as a popup: to look at, or to choose a covered card.

The right button, a click that means nothing else, or Enter opens it, whatever is asked, and of
whomever.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from castlecards.core.cards import CardId, Zone
from castlecards.ui.scene import Push
from castlecards.ui.table.chrome.panels import CardButton, Spread
from castlecards.ui.table.chrome.plates import SpotWidget
from castlecards.ui.table.hand.reach import covered, hidden, lookable
from castlecards.ui.table.match import Thing

if TYPE_CHECKING:
    from castlecards.ui.table.scene import TableScene


class Inside(Spread):
    """The cards of a pile, bottom to top, to look at or to choose one of."""

    def __init__(
        self, scene: TableScene, zone: Zone, cards: tuple[CardId, ...], lit: Collection[CardId]
    ) -> None:
        title = scene.session.position.box.zones[zone].title
        text = f"{title}, the lowest first" if title else "The lowest first"
        super().__init__(scene, text, cards, look_only=True)
        self.zone = zone
        self.lit = frozenset(lit)

    def _card(self, card: CardId, decision: object, high: float) -> CardButton:
        desk = self.scene.desk
        spot = desk.now.by_card[card]
        button = CardButton(self.scene, card, self.close, high, spot.up)
        if self.lit:
            button.act = (lambda: self._choose(card)) if card in self.lit else None
            button.enabled = card in self.lit
        if not spot.up:
            number = self.cards.index(card) + 1
            button.name = f"card {number} from the bottom"
        return button


def open_inside(scene: TableScene, zone: Zone) -> bool:
    """Shows what a pile holds, to choose from or to look at. False: that is not to be seen."""
    desk = scene.desk
    lit = covered(desk, scene.picking, zone)
    cards = tuple(desk.pos.zones[zone]) if lit else lookable(desk, zone)
    if cards:
        scene.go(Push(Inside(scene, zone, cards, lit)))
    return bool(cards)


def pile_spots(scene: TableScene, spots: Sequence[SpotWidget]) -> list[SpotWidget]:
    """For the keyboard: a pile that hides what may be chosen, or may be looked through, opens."""
    desk, picking = scene.desk, scene.picking
    found = [spot for spot in spots if not hidden(desk, spot.thing)]
    for area in desk.now.areas:
        zone = area.zone
        if covered(desk, picking, zone) or lookable(desk, zone):
            top, spec = desk.pos.zones[zone][-1], desk.box.zones[zone]
            act = lambda zone=zone: open_inside(scene, zone)  # noqa: E731
            thing = Thing(top, zone)
            name = f"Cards of {spec.title or spec.name}"
            found.append(SpotWidget(f"pile:{spec.name}", name, thing, desk.rect_of(thing), act))
    return found
