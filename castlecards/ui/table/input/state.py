"""What the hand of the player is at: the gesture of the mouse, and a card that is aimed.

A gesture is one value, never two at once: another button that goes down takes over what is carried.
Two things go on beside it: aiming by `keys`, for the keyboard is another hand's, and the middle
button that moves the camera, which concerns no card.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from castlecards.core.cards import CardId
from castlecards.core.landing import FRISBEE
from castlecards.toss.styles import STYLES
from castlecards.ui.table.input.action_matching import Target

SWEEP = 1.15  # s from no power to all
NOWHERE = (-1e4, -1e4)  # px, of a pointer that has yet to move


@dataclass(frozen=True)
class Press:
    """A button of the mouse that is down. `at`, px."""

    target: Target
    at: tuple[float, float]
    button: int
    mods: frozenset[str]
    double: bool = False  # the second press of two: let go without a movement, a double click
    late: bool = False  # it has ended what moved: let go without a movement, it does no more
    throws: bool = False  # its card may be thrown: what comes may be a flick


@dataclass(frozen=True)
class NoGesture:
    """No button is down, and nothing is held."""


@dataclass(frozen=True)
class PressGesture:
    """A button is down. `still`: s without a movement, below 0 once there was one."""

    press: Press
    still: float = 0.0


@dataclass(frozen=True)
class DragGesture:
    """A card hangs from the pointer, `others` behind it. `press` None: it has been put down, and
    somebody is asked what it shall do there. `still`: s over one place; `moved`: what lies below it
    has not been looked for since."""

    card: CardId
    others: tuple[CardId, ...] = ()
    press: Press | None = None
    still: float = -1.0
    moved: bool = False


@dataclass(frozen=True)
class LassoGesture:
    """A frame is drawn round cards, from where the button went down `to` a place, px."""

    press: Press
    to: tuple[float, float]


Gesture = NoGesture | PressGesture | DragGesture | LassoGesture


@dataclass
class KeyboardAim:
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


@dataclass(frozen=True)
class SpeedGauge:
    """How hard the throw in the hand would be, and what hands like this one make of it.

    `speed`: m/s; `reaching`: the slowest and the quickest that would touch the target; `last`:
    those of the thrower's last throws, the newest last; `told`: by what the odds are known;
    `share`: of such throws that hit, below 0: not known; `drift`: mm to the right of the way of
    the hand.
    """

    speed: float
    reaching: tuple[float, float] | None
    last: tuple[float, ...]
    told: str
    share: float
    drift: float


def usual_lofts() -> dict[int, float]:
    """Degrees by method, until a player chooses others."""
    return {style.method: style.loft for style in STYLES}


@dataclass
class InputState:
    """What the hand of the player is at. `pointer`, px; `hover`: what it is on, or where what it
    holds would go; `gesture`: what the button of the mouse does; `turn`: how what is
    held is turned, degrees anticlockwise; `keys`: a card is aimed by keys.

    `method` and `lofts` (degrees, by method) are those of the next throw of `player`; `own`: a
    method that a button or key names for this one; `band`: how hard it would be, as long as it is
    aimed.
    """

    pointer: tuple[float, float] = (0.0, 0.0)
    hover: Target = field(default_factory=Target)
    gesture: Gesture = field(default_factory=NoGesture)
    card_turn: float = 0.0
    keys: KeyboardAim | None = None
    method: int = FRISBEE
    lofts: dict[int, float] = field(default_factory=usual_lofts)
    method_override: int | None = None
    gauge: SpeedGauge | None = None
    player: int = -1  # who is asked; -1: nobody has been yet
    _chosen: dict[int, tuple[int, dict[int, float]]] = field(default_factory=dict)  # by the others

    def hand_over(self, player: int) -> None:
        """Give every player a method and lofts of their own: nobody sees how another one threw."""
        if player == self.player:
            return
        if self.player >= 0:
            self._chosen[self.player] = self.method, self.lofts
            self.method, self.lofts = self._chosen.pop(player, (FRISBEE, usual_lofts()))
            self.method_override = self.keys = self.gauge = None
        self.player = player

    @property
    def current_method(self) -> int:
        """The method of the next throw."""
        return self.method if self.method_override is None else self.method_override

    @property
    def loft(self) -> float:
        return self.lofts[self.current_method]

    @property
    def press(self) -> Press | None:
        """The button that is down."""
        return None if isinstance(self.gesture, NoGesture) else self.gesture.press

    @property
    def held_card(self) -> CardId:
        """The card that hangs from the pointer, -1: none."""
        return self.gesture.card if isinstance(self.gesture, DragGesture) else -1

    @property
    def fanned_cards(self) -> tuple[CardId, ...]:
        """Those that fan out behind it."""
        return self.gesture.others if isinstance(self.gesture, DragGesture) else ()

    @property
    def throwable_card(self) -> CardId:
        """The card below the button, or in the hand, that may be thrown, -1: none."""
        press = self.press
        return press.target.card if press is not None and press.throws else -1

    @property
    def is_aiming(self) -> bool:
        """A card is being aimed: the own hand makes room."""
        return (self.throwable_card >= 0 and self.held_card >= 0) or self.keys is not None

    @property
    def only_throws(self) -> bool:
        """The button or key that is held names a method: this is no card to be put down."""
        return self.is_aiming and (self.method_override is not None or self.keys is not None)

    def switch_button(self, target: Target, at: tuple[float, float], button: int) -> None:
        """Another button goes down while a card is carried: the same card hangs from that one."""
        gesture = self.gesture
        if isinstance(gesture, DragGesture):
            old = gesture.press or Press(target, at, button, frozenset())
            self.gesture = replace(gesture, press=replace(old, at=at, button=button))

    def release_button(self) -> None:
        """The button is up; a card that hangs from the pointer stays there until it is known what
        becomes of it."""
        gesture = self.gesture
        self.gesture = NoGesture()
        if isinstance(gesture, DragGesture):
            self.gesture = replace(gesture, press=None)

    def throws_not(self) -> None:
        """What is pressed or held is not thrown any more."""
        gesture = self.gesture
        if isinstance(gesture, PressGesture | DragGesture) and gesture.press is not None:
            self.gesture = replace(gesture, press=replace(gesture.press, throws=False))

    def keep_still(self, seconds: float) -> None:
        """For how long it has; below 0: that no longer matters."""
        if isinstance(self.gesture, PressGesture | DragGesture):
            self.gesture = replace(self.gesture, still=seconds)

    def forget_place(self) -> None:
        """What lies at the pointer is not read before it moves."""
        self.pointer, self.hover = NOWHERE, Target()
