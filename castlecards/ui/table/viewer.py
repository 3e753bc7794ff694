"""Viewer of the screen: the seat whose hidden cards are shown, and the hand-over curtain.

Several people share one screen in turn. Cards that only one of them can see are shown to that
player alone; a curtain, slow to open on purpose, separates two players. Decisions without secrets
need none, nor do people who hold their cards on a phone: the screen shows those to nobody.
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


@dataclass
class Viewer:
    """Seat whose cards are shown; NOBODY: only cards that every seat can see.

    `on_phones`: numbers of the people who hold their cards on a phone.
    """

    session: Session[Any]
    seat: Seat = NOBODY
    on_phones: frozenset[int] = frozenset()

    @property
    def people(self) -> tuple[int, ...]:
        """Numbers of the human players."""
        return tuple(n for n, kind in enumerate(self.session.kinds) if kind == HUMAN)

    @property
    def at_screen(self) -> tuple[int, ...]:
        """Numbers of the people who play at the screen."""
        return tuple(n for n in self.people if n not in self.on_phones)

    @property
    def is_shared(self) -> bool:
        """True if several people see the screen, with a phone in the hand or without."""
        return len(self.people) > 1

    @property
    def covers_hand(self) -> bool:
        """True if the only hand at the screen is shown while a key is held, without a curtain.

        The people with phones sit around the screen all the time.
        """
        return len(self.at_screen) == 1 < len(self.people)

    @property
    def reader(self) -> Seat:
        """Seat for which the log on the screen is told; NOBODY while others read it, too."""
        return NOBODY if self.on_phones else self.seat

    @property
    def throws_alone(self) -> bool:
        """True in a game of throws between one person and players that the program plays."""
        throws = self.session.position.box.field is not None
        return throws and len(self.at_screen) == len(self.people) == 1 < self.session.players

    def plays_here(self, seat: Seat) -> bool:
        """True if a person plays this seat at the screen."""
        return self.session.owner(seat) in self.at_screen

    def is_on_phone(self, seat: Seat) -> bool:
        """True if the player of this seat holds the cards on a phone."""
        return self.session.owner(seat) in self.on_phones

    def same_player(self, one: Seat, two: Seat) -> bool:
        owner = self.session.owner(one)
        return owner >= 0 and owner == self.session.owner(two)

    def first_seat(self) -> Seat:
        """Seat of the only human player at the start of a match.

        NOBODY if several play, or if that player holds the cards on a phone.
        """
        if len(self.people) != 1 or self.on_phones:
            return NOBODY
        (player,) = self.people
        return self.session.seats_of(player)[0]

    def seat_here(self) -> Seat:
        """Seat of the only person at the screen: the one that is asked, else the first."""
        (player,) = self.at_screen
        seats = self.session.seats_of(player)
        asked = self.session.decision
        return asked.seat if asked is not None and asked.seat in seats else seats[0]

    def needs_key(self, decision: Decision) -> bool:
        """True if this decision is asked at the screen only while a key is held."""
        here = self.covers_hand and self.plays_here(decision.seat) and self.seat == NOBODY
        return here and self.needs_secrecy(decision)

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
        if len(self.at_screen) < 2 or not self.plays_here(decision.seat):
            return False
        if self.seat != NOBODY and self.same_player(self.seat, decision.seat):
            return False
        return self.needs_secrecy(decision)

    def ask(self, decision: Decision) -> None:
        """Set the visible seat for a decision that is asked without a curtain."""
        if not self.plays_here(decision.seat):
            return
        if not self.is_shared or (
            self.seat != NOBODY and self.same_player(self.seat, decision.seat)
        ):
            self.seat = decision.seat
        elif self.seat != decision.seat:
            self.seat = NOBODY

    def show(self, seat: Seat) -> None:
        """Show the cards of this seat, after its curtain has opened."""
        self.seat = seat

    def hide(self) -> None:
        self.seat = NOBODY


@dataclass
class Curtain:
    """Curtain that waits for the player `name` of `seat`.

    It swallows every input until a key or the mouse has been held for `hold` seconds. A `light`
    curtain is a strip: the table stays visible, because it shows no secrets.
    """

    seat: Seat
    name: str
    text: str  # about the part of the turn, without secrets
    light: bool = False  # only a strip: the table below shows no secrets
    hold: float = 0.6  # s that a key or the mouse is held until it opens
    held: float = 0.0  # s
    is_open: bool = False
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
            self.is_open = self.held >= self.hold


def must_hide(shared: bool, intent: Intent, covered: bool = False) -> bool:
    """True if hidden cards must disappear from a `shared` screen.

    The hide key is down or the window lost its focus. A `covered` hand disappears, too, when the
    key that shows it is up.
    """
    if isinstance(intent, intents.Command):
        up = covered and intent.act == Act.PEEK and not intent.down
        return shared and (up or (intent.act == Act.HIDE_ALL and intent.down))
    return shared and isinstance(intent, intents.Leave) and intent.focus
