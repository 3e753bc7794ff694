"""The table as it is now, without a picture of it: whose match, who looks, who is asked what.

It can be made, printed and driven without a window. What is drawn and written at the table reads
it; the scene and what drives the match change it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat
from castlecards.core.landing import FRISBEE, Limits
from castlecards.core.session import Session
from castlecards.core.view import View
from castlecards.players.seated import Sitter
from castlecards.toss.styles import STYLES
from castlecards.ui.table.curtain import Curtain
from castlecards.ui.table.eyes import NOBODY, Eyes
from castlecards.ui.table.match import Thing
from castlecards.ui.table.names import face_name
from castlecards.ui.table.picking import Picking
from castlecards.ui.table.show import Film, Show


class Mode(Enum):
    """What the table does: always one of these."""

    COVERED = auto()  # a curtain waits for the next player
    MOVING = auto()  # cards are on their way, or the camera is, or the curtain
    FLYING = auto()  # a card is in the air
    READING = auto()  # what was said stays until it can have been read
    THINKING = auto()  # one is about to answer who is not asked: a robot, a window that passes
    ASKED = auto()  # a person is
    OVER = auto()


SWEEP = 1.15  # s from no power to all
NOWHERE = (-1e4, -1e4)  # px, of a pointer that has yet to move
PLAYING = (Mode.MOVING, Mode.FLYING, Mode.READING)


@dataclass(frozen=True)
class Thinking:
    """A computer player that is seen to think. `share`: of its beat that has passed, 0 to 1."""

    sitter: Sitter
    share: float
    paused: bool


class Same:
    """A thing that is equal to itself alone, and to no other one that looks the same."""

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing

    __hash__ = None  # type: ignore[assignment]


@dataclass
class Keys:
    """Aiming by keys."""

    card: CardId
    heading: float = 0.0  # degrees to the right
    power: float = 0.0  # 0..1
    running: bool = False  # the bar moves
    _up: bool = True

    def update(self, dt: float) -> None:
        if not self.running:
            return
        self.power += dt / SWEEP * (1 if self._up else -1)
        if self.power >= 1 or self.power <= 0:
            self._up = self.power <= 0
            self.power = min(max(self.power, 0.0), 1.0)


@dataclass
class Grasp:
    """What the hand of the player is at. `pointer`, px; `hover`: what it is on, or where what it
    holds would go; `held`: the card that hangs from it, -1: none; `others`: those that fan out
    behind it; `flicked`: the card in it that may be thrown, -1: none.

    `method` and `lofts` (degrees, by method) are those of the next throw; `own`: a method that a
    button or key names for this one.
    """

    pointer: tuple[float, float] = (0.0, 0.0)
    hover: Thing = field(default_factory=Thing)
    held: CardId = -1
    others: tuple[CardId, ...] = ()
    flicked: CardId = -1
    keys: Keys | None = None
    method: int = FRISBEE
    lofts: dict[int, float] = field(
        default_factory=lambda: {style.method: style.loft for style in STYLES}
    )
    own: int | None = None

    @property
    def now(self) -> int:
        """The method of the next throw."""
        return self.method if self.own is None else self.own

    @property
    def loft(self) -> float:
        return self.lofts[self.now]

    @property
    def aims(self) -> bool:
        """A card is being aimed: the own hand makes room."""
        return (self.flicked >= 0 and self.held >= 0) or self.keys is not None

    @property
    def only_throws(self) -> bool:
        """The button or key that is held names a method: this is no card to be put down."""
        return self.aims and (self.own is not None or self.keys is not None)

    def forget_place(self) -> None:
        """What lies at the pointer is not read before it moves."""
        self.pointer, self.hover = NOWHERE, Thing()


@dataclass
class TableModel:
    """`picking`: what whoever is asked has picked up to now, None while nobody is; `window`: the
    decision for which the bar is shown; `waived`: that which will be passed in its player's name;
    `draft`: an order of cards, top first, that has not been handed in for a decision.

    `restless`: when all is at rest, whoever is next has yet to be asked. `side`: of the table, at
    the bottom; `covered`: the own cards are hidden, but while `peeking`; `hinted`: what a hint
    lights up; `noted`: somebody reads why something is not allowed; `last`: the film of the last
    throw, and `figures` what it came to.
    """

    session: Session[Any]
    eyes: Eyes
    show: Show = field(default_factory=Show)
    grasp: Grasp = field(default_factory=Grasp)
    picking: Picking | None = None
    window: Decision | None = None
    waived: Decision | None = None
    draft: tuple[Decision, tuple[CardId, ...]] | None = None
    curtain: Curtain | None = None
    restless: bool = False
    side: int = 0
    sorted: bool = False
    covered: bool = False
    peeking: bool = False
    hinted: tuple[Thing, ...] = ()
    noted: bool = False
    last: Film | None = None
    figures: tuple[str, ...] = ()
    _view: tuple[object, View] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.eyes.viewer != NOBODY:
            self.side = self.session.position.box.sides[self.eyes.viewer]

    @property
    def mode(self) -> Mode:
        show, curtain = self.show, self.curtain
        if curtain is not None and not (curtain.light and show.plays):
            return Mode.COVERED
        if show.flying:
            return Mode.FLYING
        if show.plays:
            return Mode.MOVING if show.moving else Mode.READING
        if self.session.over:
            return Mode.OVER
        asked = self.picking is not None or self.window is not None
        return Mode.ASKED if asked else Mode.THINKING

    @property
    def busy(self) -> bool:
        """Something plays, or a window is about to be passed: nobody is asked."""
        return self.mode in PLAYING or self.waived is not None

    @property
    def limits(self) -> Limits | None:
        """What may be thrown now, if anything."""
        if self.picking is None or self.busy:
            return None
        aim = self.picking.decision.aim
        return aim if isinstance(aim, Limits) else None

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

    def key(self) -> tuple[object, ...]:
        """Whatever is written around the table is written anew where this has changed."""
        session = self.session
        return (
            Same(session.position), session.at, len(session.log), tuple(session.stops),
            self.eyes.viewer, self.busy, Same(self.window), Same(self.picking),
            self.curtain is None, self.session.over,
        )  # fmt: skip

    def picks(self) -> tuple[object, ...]:
        """And what is written of the picks, where this has."""
        grasp, picked = self.grasp, self.picking.picked if self.picking is not None else ()
        hand = (grasp.held >= 0, grasp.aims, grasp.keys is None, grasp.now, grasp.loft)
        return (picked, hand, self.limits is None, self.figures, self.show.flying)

    def ask(self, decision: Decision) -> None:
        """From now on its seat may pick."""
        self.picking = Picking(self.session.position, decision)

    def forget(self) -> None:
        """Whoever was asked is so no longer."""
        self.picking = self.window = self.waived = None

    @property
    def undo_seat(self) -> Seat | None:
        """Whose last decision would be taken back: the last one of a person; None: nothing would.

        To have let a window of somebody else's pass is no move, but to its own player.
        """
        session, eyes = self.session, self.eyes
        if self.curtain is not None:
            return None
        now = session.decision
        for at in range(session.at - 1, -1, -1):
            seat, asked = session.log[at].seat, session.positions[at].decision
            if not eyes.is_human(seat) or asked is None:
                continue
            own = now is not None and eyes.same_player(seat, now.seat)
            idle = asked.window and session.log[at].action == PASS
            if idle and (not own or not session.log[at].chosen):
                continue
            free = session.can_undo(seat)
            if free or (eyes.shared and session.can_undo(seat, consent=True)):
                return seat
            return None
        return None

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
