"""What lies in a pile, as a popup: to look at, or to choose a covered card.

The right button, a click that means nothing else, or Enter opens it, whatever is asked, and of
whomever.
"""

from __future__ import annotations

from castlecards.core.cards import CardId, Zone
from castlecards.ui.table.chrome.panels import Below, CardButton, Spread
from castlecards.ui.table.hand.reach import covered, within_pile


class Inside(Spread):
    """The cards of a pile, bottom to top, to look at or to choose one of."""

    def __init__(self, below: Below, zone: Zone) -> None:
        title = below.desk.title(zone)
        text = f"{title}, the lowest first" if title else "The lowest first"
        cards = within_pile(below.desk, below.model.picking, zone)
        super().__init__(below, text, cards, look_only=True)
        self.zone = zone
        self.lit = covered(below.desk, below.model.picking, zone)

    def _card(self, card: CardId, decision: object, high: float) -> CardButton:
        spot = self.below.desk.now.by_card[card]
        button = CardButton(self.below, card, self.close, high, spot.up)
        if self.lit:
            button.act = (lambda: self._choose(card)) if card in self.lit else None
            button.enabled = card in self.lit
        if not spot.up:
            number = self.cards.index(card) + 1
            button.name = f"card {number} from the bottom"
        return button
