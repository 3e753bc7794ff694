"""Input state: the current pointer gesture and the card being aimed.

There is at most one gesture; a second mouse button takes over the dragged card. Aiming by `keys`
and the middle button, which moves the camera, are independent of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from castlecards.core.cards import CardId
from castlecards.core.landing import FRISBEE
from castlecards.toss.styles import STYLES
from castlecards.ui.table.input.action_matching import Target

SWEEP = 1.15  # s from no power to all
POWER_STEP = 0.02  # of all power, with a key press
NOWHERE = (-1e4, -1e4)  # px, of a pointer that has yet to move


@dataclass(frozen=True)
class Press:
    """Mouse button that is down. `at`: px."""

    target: Target
    at: tuple[float, float]
    button: int
    mods: frozenset[str]
    double: bool = False  # second press of a double click
    ended_motion: bool = False  # it has ended an animation: released in place, it does no more
    can_throw: bool = False  # its card may be thrown: the movement may be a flick


@dataclass(frozen=True)
class NoGesture:
    """Absence of a gesture: no button is down and no card is held."""


@dataclass(frozen=True)
class PressGesture:
    """Pressed button. `still`: s without a movement, below 0 after one."""

    press: Press
    still: float = 0.0


@dataclass(frozen=True)
class DragGesture:
    """Dragged card, with `others` fanned out behind it.

    `press`: None after the drop, while the player chooses between several actions; `still`: s over
    one place; `moved`: the target below has not been updated since.
    """

    card: CardId
    others: tuple[CardId, ...] = ()
    press: Press | None = None
    still: float = -1.0
    moved: bool = False


@dataclass(frozen=True)
class LassoGesture:
    """Lasso around cards, from the press to the point `to`, px."""

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
    stopped: bool = False  # the bar stands; its power is changed by keys
    reach: tuple[float, float] | None = None  # mm right and forward of the start, first touch
    target: Target = field(default_factory=Target)  # nearest to it
    _rising: bool = True

    def change_power(self, steps: int) -> None:
        """Change the power of a bar that stands."""
        self.power = min(max(self.power + steps * POWER_STEP, 0.0), 1.0)

    def update(self, dt: float) -> None:
        if not self.running or self.stopped:
            return
        self.power += dt / SWEEP * (1 if self._rising else -1)
        if self.power >= 1 or self.power <= 0:
            self._rising = self.power <= 0
            self.power = min(max(self.power, 0.0), 1.0)


@dataclass(frozen=True)
class SpeedGauge:
    """Speed and hit odds of the throw being aimed.

    `speed`: m/s; `reaching`: slowest and fastest speed that would touch the target; `last`: speeds
    of the thrower's last throws, newest last; `source`: where the odds come from; `share`: fraction
    of such throws that hit, below 0 if unknown; `drift`: mm to the right of the hand's path.
    """

    speed: float
    reaching: tuple[float, float] | None
    last: tuple[float, ...]
    source: str
    share: float
    drift: float


def default_lofts() -> dict[int, float]:
    """Default loft of each method, degrees."""
    return {style.method: style.loft for style in STYLES}


@dataclass
class InputState:
    """Input state of the current player.

    `pointer`: px; `hover`: target under the pointer, or of the dragged card; `card_turn`: turn of
    the held card, degrees anticlockwise; `keys`: aiming by keys.

    `method` and `lofts` (degrees by method) belong to the next throw of `player`;
    `method_override`: method that a held button or key selects; `gauge`: present while aiming.
    """

    pointer: tuple[float, float] = (0.0, 0.0)
    hover: Target = field(default_factory=Target)
    gesture: Gesture = field(default_factory=NoGesture)
    card_turn: float = 0.0
    keys: KeyboardAim | None = None
    method: int = FRISBEE
    lofts: dict[int, float] = field(default_factory=default_lofts)
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
            self.method, self.lofts = self._chosen.pop(player, (FRISBEE, default_lofts()))
            self.method_override = self.keys = self.gauge = None
        self.player = player

    @property
    def current_method(self) -> int:
        """Method of the next throw."""
        return self.method if self.method_override is None else self.method_override

    @property
    def loft(self) -> float:
        return self.lofts[self.current_method]

    @property
    def press(self) -> Press | None:
        """Press of the button that is down; None without one."""
        return None if isinstance(self.gesture, NoGesture) else self.gesture.press

    @property
    def held_card(self) -> CardId:
        """Card that hangs from the pointer, -1: none."""
        return self.gesture.card if isinstance(self.gesture, DragGesture) else -1

    @property
    def fanned_cards(self) -> tuple[CardId, ...]:
        """Cards that fan out behind the held card."""
        return self.gesture.others if isinstance(self.gesture, DragGesture) else ()

    @property
    def throwable_card(self) -> CardId:
        """Throwable card below the button or in the hand, -1: none."""
        press = self.press
        return press.target.card if press is not None and press.can_throw else -1

    @property
    def is_aiming(self) -> bool:
        """True while a card is being aimed; the own hand makes room."""
        return (self.throwable_card >= 0 and self.held_card >= 0) or self.keys is not None

    @property
    def only_throws(self) -> bool:
        """True if a held button or key selects a method: the card can only be thrown."""
        return self.is_aiming and (self.method_override is not None or self.keys is not None)

    def switch_button(self, target: Target, at: tuple[float, float], button: int) -> None:
        """Let another button take over the dragged card."""
        gesture = self.gesture
        if isinstance(gesture, DragGesture):
            old = gesture.press or Press(target, at, button, frozenset())
            self.gesture = replace(gesture, press=replace(old, at=at, button=button))

    def release_button(self) -> None:
        """End the press; a dragged card stays at the pointer until its action is known."""
        gesture = self.gesture
        self.gesture = NoGesture()
        if isinstance(gesture, DragGesture):
            self.gesture = replace(gesture, press=None)

    def forbid_throw(self) -> None:
        """Mark the pressed or held card as no longer throwable."""
        gesture = self.gesture
        if isinstance(gesture, PressGesture | DragGesture) and gesture.press is not None:
            self.gesture = replace(gesture, press=replace(gesture.press, can_throw=False))

    def keep_still(self, seconds: float) -> None:
        """Set the time without movement, s; below 0 once there was a movement."""
        if isinstance(self.gesture, PressGesture | DragGesture):
            self.gesture = replace(self.gesture, still=seconds)

    def forget_place(self) -> None:
        """Forget the pointer's place and target until it moves."""
        self.pointer, self.hover = NOWHERE, Target()
