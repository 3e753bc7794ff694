"""Viewer of the screen: the seat whose hidden cards are shown, and the hand-over curtain.

Several people share one screen in turn. Cards that only one of them can see are shown to that
player alone; a curtain, slow to open on purpose, separates two players. Decisions without secrets
need none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from castlecards.core.action import Decision
from castlecards.core.cards import Seat
from castlecards.core.landing import Limits
from castlecards.core.session import HUMAN, Session
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Intent

NOBODY: Seat = -1
HOLD = 0.6  # s that a key or the mouse is held until the curtain opens


@dataclass
class Viewer:
    """Seat whose cards are shown; NOBODY: only cards that every seat can see."""

    session: Session[Any]
    seat: Seat = NOBODY

    @property
    def people(self) -> tuple[int, ...]:
        """The numbers of the human players."""
        return tuple(n for n, kind in enumerate(self.session.kinds) if kind == HUMAN)

    @property
    def is_shared(self) -> bool:
        """True if several people share the screen."""
        return len(self.people) > 1

    @property
    def throws_alone(self) -> bool:
        """True in a game of throws between one person and players that the program plays."""
        throws = self.session.position.box.field is not None
        return throws and len(self.people) == 1 < self.session.players

    def is_human(self, seat: Seat) -> bool:
        return self.session.owner(seat) in self.people

    def same_player(self, one: Seat, two: Seat) -> bool:
        owner = self.session.owner(one)
        return owner >= 0 and owner == self.session.owner(two)

    def first_seat(self) -> Seat:
        """Seat of the only human player at the start of a match; NOBODY if several play."""
        if len(self.people) != 1:
            return NOBODY
        return next(seat for seat, owner in enumerate(self.session.owners) if owner in self.people)

    def needs_secrecy(self, decision: Decision) -> bool:
        """True if the decision needs cards that others at the screen must not see."""
        pos = self.session.position
        cards = {card for action in decision.options for card in action.cards}
        if isinstance(decision.aim, Limits):
            cards |= set(decision.aim.cards)
        for zone, held in enumerate(pos.zones):
            spec = pos.box.zones[zone]
            hidden = spec.sight == "owner" and spec.owner == decision.seat
            if hidden and any(not pos.up >> card & 1 for card in held):
                return True  # the own hand helps to decide, whatever is asked
            if cards.intersection(held) and spec.sight != "all":
                block = 1 << decision.seat * pos.box.size
                if any(pos.known & block << c and not pos.up >> c & 1 for c in held if c in cards):
                    return True
        return False

    def needs_curtain(self, decision: Decision) -> bool:
        """True if the screen must be handed over behind a curtain before this decision."""
        if not self.is_shared or not self.is_human(decision.seat):
            return False
        if self.seat != NOBODY and self.same_player(self.seat, decision.seat):
            return False
        return self.needs_secrecy(decision)

    def ask(self, decision: Decision) -> None:
        """Set the visible seat for a decision that is asked without a curtain."""
        if not self.is_human(decision.seat):
            return
        if not self.is_shared or (
            self.seat != NOBODY and self.same_player(self.seat, decision.seat)
        ):
            self.seat = decision.seat
        elif self.seat != decision.seat:
            self.seat = NOBODY

    def open(self, seat: Seat) -> None:
        """Show the cards of this seat, after its curtain has opened."""
        self.seat = seat

    def close(self) -> None:
        self.seat = NOBODY


@dataclass
class Curtain:
    """Curtain that waits for the player `name` of `seat`.

    It swallows every input until a key or the mouse has been held for HOLD seconds. A `light`
    curtain is a strip: the table stays visible, because it shows no secrets.
    """

    seat: Seat
    name: str
    text: str  # about the part of the turn, without secrets
    light: bool = False  # only a strip: the table below shows no secrets
    held: float = 0.0  # s
    open: bool = False
    _down: object = field(default=None, repr=False)  # the key or button that is held

    def handle(self, intent: Intent) -> None:
        """Swallow every input; track the key or button that is held."""
        match intent:
            case intents.Grab(button=1):
                self._begin("mouse")
            case intents.Release(button=1):
                self._end("mouse")
            case intents.Command(act, True, again) if not again:
                self._begin(act)
            case intents.Command(act, False):
                self._end(act)
            case intents.Leave():
                self._down, self.held = None, 0.0

    def _begin(self, what: object) -> None:
        if self._down is None:
            self._down, self.held = what, 0.0

    def _end(self, what: object) -> None:
        if self._down == what:
            self._down, self.held = None, 0.0

    @property
    def moving(self) -> bool:
        return self._down is not None

    def update(self, dt: float) -> None:
        if self._down is not None:
            self.held += dt
            self.open = self.held >= HOLD


def must_hide(shared: bool, intent: Intent) -> bool:
    """True if hidden cards must disappear: the hide key is down or the window lost its focus."""
    key = isinstance(intent, intents.Command) and intent.act == Act.HIDE_ALL and intent.down
    lost = isinstance(intent, intents.Leave) and intent.focus
    return shared and (key or lost)
