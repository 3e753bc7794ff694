"""The table as it is now, without a picture of it: whose match, who looks, who is asked what.

It can be made, printed and driven without a window. What is drawn and written at the table reads
it; the scene and what drives the match change it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId
from castlecards.core.session import Session
from castlecards.core.view import View
from castlecards.players.seated import Sitter
from castlecards.ui.table.eyes import Eyes
from castlecards.ui.table.match import Thing
from castlecards.ui.table.names import face_name
from castlecards.ui.table.picking import Picking


@dataclass(frozen=True)
class Thinking:
    """A computer player that is seen to think. `share`: of its beat that has passed, 0 to 1."""

    sitter: Sitter
    share: float
    paused: bool


@dataclass
class TableModel:
    """`picking`: what whoever is asked has picked up to now, None while nobody is; `window`: the
    decision for which the bar is shown; `waived`: that which will be passed in its player's name;
    `draft`: an order of cards, top first, that has not been handed in for a decision.
    """

    session: Session[Any]
    eyes: Eyes
    picking: Picking | None = None
    window: Decision | None = None
    waived: Decision | None = None
    draft: tuple[Decision, tuple[CardId, ...]] | None = None
    _view: tuple[object, View] | None = field(default=None, repr=False)

    @property
    def view(self) -> View:
        """What the one who looks sees now; the same object until something has changed."""
        pos, viewer = self.session.position, self.eyes.viewer
        if self._view is None or self._view[0] is not pos or self._view[1].seat != viewer:
            self._view = (pos, self.session.shown(viewer))
        return self._view[1]

    @property
    def clock(self) -> float:
        """The share of time that is left, or -1."""
        return self.session.left / self.session.clock if self.session.clock else -1.0

    def ask(self, decision: Decision) -> None:
        """From now on its seat may pick."""
        self.picking = Picking(self.session.position, decision)

    def forget(self) -> None:
        """Whoever was asked is so no longer."""
        self.picking = self.window = self.waived = None

    def card_name(self, card: CardId) -> str:
        """What the one who looks may call a card."""
        face = self.view.face(card)
        return "a card" if face is None else face_name(face)

    def thing_name(self, thing: Thing) -> str:
        """A card, or the place where one lies that has no name."""
        known = thing.card >= 0 and self.view.face(thing.card) is not None
        spec = self.session.position.box.zones[thing.zone] if thing.zone >= 0 else None
        if known or spec is None:
            return self.card_name(thing.card)
        return self.session.named(spec.title) or ("a card" if thing.card >= 0 else spec.name)

    def describe(self, action: Action, seen: View | None = None) -> str:
        """An action in words, for who looks now."""
        seen = self.view if seen is None else seen
        return self.session.named(self.session.game.describe(action, seen))
