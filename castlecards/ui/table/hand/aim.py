"""The flick tool: a hand movement with a card becomes a throw.

It is at work while a decision lets cards be thrown (`decision.aim` is `Limits`). A drag that
carries the card over its castle's line is recorded in table mm with its times, run-up included,
and read as a flick at the latest on the release line. The card that swings from the pointer is
only for the eyes. Keys can throw, too: direction and loft, and a power bar that runs by itself.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from castlecards.core.cards import CardId
from castlecards.core.landing import FLIP, FOULS, FRISBEE, LOB, Limits, Release, Throw, toss
from castlecards.toss.aim import Preview, preview
from castlecards.toss.flick import Foul, Sample
from castlecards.toss.styles import LOFTS, STYLES, preset
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.table.hand.gesture import Gesture, behind_gate
from castlecards.ui.table.hand.grip import Keys, Swing, method_of
from castlecards.ui.table.hand.preview import Aimed, draw_above, draw_below
from castlecards.ui.table.hand.throwbar import Deeds, ThrowBar
from castlecards.ui.table.match import Thing
from castlecards.ui.table.view.place import card_mm
from castlecards.ui.table.view.stance import Stance

if TYPE_CHECKING:
    from castlecards.ui.table.scene import TableScene

NOTCH = 5.0  # degrees of loft a notch of the wheel
TURN = 1.0  # degrees a key press turns the aim
WIDEST = 40.0  # degrees to either side
AGAIN = 0.045  # s between two looks at a movement for the preview


class Aim:
    """The flick tool of one table."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.method = FRISBEE
        self.lofts = {style.method: style.loft for style in STYLES}
        self.card: CardId = -1  # in the hand, on its way
        self.keys: Keys | None = None
        self.swing = Swing()
        self.ahead: Preview | None = None  # of the throw that this movement would be
        deeds = Deeds(
            self.choose, self.turn_loft, self.hold_button, self.start_keys, self.stop_keys
        )
        self.bar = ThrowBar(scene.app, deeds, lambda: (self.now, self.loft))
        self._gesture: Gesture | None = None  # what the hand does with the card
        self.hand_speed = 0.0  # mm/s of the last movement that threw, or was too slow; 0: by keys
        self._own: int | None = None  # a method held by a button or key for this one throw
        self._looked = 0.0

    # -- what is asked ------------------------------------------------------------------------

    @property
    def limits(self) -> Limits | None:
        """What may be thrown now, if anything."""
        picking = self.scene.picking
        if picking is None or self.scene.busy:
            return None
        aim = picking.decision.aim
        return aim if isinstance(aim, Limits) else None

    @property
    def active(self) -> bool:
        """A card is being aimed: the own hand makes room."""
        return (self.card >= 0 and self.scene.hands.held >= 0) or self.keys is not None

    @property
    def only_throws(self) -> bool:
        """The button or key that is held names a method: this is no card to be put down."""
        return self.active and (self._own is not None or self.keys is not None)

    @property
    def moving(self) -> bool:
        return self.active and (not self.swing.still or self.keys is not None)

    @property
    def now(self) -> int:
        """The method of the next throw."""
        return self.method if self._own is None else self._own

    @property
    def loft(self) -> float:
        return self.lofts[self.now]

    def tell(self) -> str:
        if self.keys is not None:
            bind = self.scene.app.bindings.title
            return (
                f"Arrows turn, {bind(Act.LOFT_UP)} and {bind(Act.LOFT_DOWN)} change the loft; "
                f"hold {bind(Act.THROW)} for power and let go."
            )
        if self.active:
            return "Over the castle, and let go before the line in front of the walls."
        return ""

    def buttons(self) -> list[Button]:
        if self.keys is None:
            return []
        return [Button("aim_back", "Back to the mouse", self.stop_keys, tall=34)]

    def widgets(self) -> list[Widget]:
        held = self.scene.hands.held >= 0  # then the bar would only be in the way
        return [self.bar] if self.limits is not None and not held else []

    # -- the mouse ----------------------------------------------------------------------------

    def press(self, card: CardId, intent: intents.Grab) -> None:
        """A card that may be thrown is taken up."""
        self.keys = None
        picking = self.scene.picking
        limits = picking.decision.aim if picking is not None else None
        if not isinstance(limits, Limits):
            return
        self.card = card
        self._own = method_of(intent.button, intent.mods)
        self.swing = Swing()
        strength = self.scene.app.settings.strength
        self._gesture = Gesture(limits, self._grabbed(card, intent.pos), strength)
        self._add(intent.time, intent.pos)

    def _grabbed(self, card: CardId, pos: tuple[float, float]) -> tuple[float, float]:
        """Where on the card the hand has it: mm to the right and to the top of its middle."""
        desk = self.scene.desk
        at = desk.stance_of(desk.now.by_card[card])
        dx, dy = pos[0] - at.x, pos[1] - at.y
        cos, sin = math.cos(math.radians(at.angle)), math.sin(math.radians(at.angle))
        width, length = card_mm(desk.now.field)
        right, up = (dx * cos - dy * sin) / at.width, (-dy * cos - dx * sin) / at.height
        return min(max(right, -0.5), 0.5) * width, min(max(up, -0.5), 0.5) * length

    def offer(self, card: CardId, limits: Limits) -> None:
        """A card was picked by a click: it waits to be dragged, or to be aimed by keys."""
        self.scene.refresh()

    def handle(self, intent: Intent) -> bool:
        """Input that concerns the throw; True: nobody else needs it."""
        if self.limits is None:
            return False
        match intent:
            case intents.Drag(pos) if self.card >= 0:
                self._add(intent.time, pos)
                self.swing.pull(intent.time, pos[0])
                return self._crossed(pos)
            case intents.Release(pos) if self.card >= 0:
                self._add(intent.time, pos)
                return self._let_go(pos)
            case intents.Scroll(_, dy) if self.active or self._points_at_hand():
                self.turn_loft(dy)
                return True
            case intents.Move(dx, dy) if self.keys is not None:
                fine = 0.2 if "shift" in intent.mods else 1.0
                self.turn(dx * TURN * fine)
                self.turn_loft(-dy)
                return True
            case intents.Command(Act.THROW | Act.CONFIRM, down, again) if self.keys is not None:
                if not again:
                    self._power(down)
                return True
        return False

    def _points_at_hand(self) -> bool:
        """The wheel changes the loft over the bar and the own hand, else it zooms."""
        hands = self.scene.hands
        spot = hands.hover.card
        limits = self.limits
        return (limits is not None and spot >= 0 and spot in limits.cards) or (
            self.bar.rect.collidepoint(hands.pointer)
        )

    def _add(self, time: float, pos: tuple[float, float]) -> None:
        desk = self.scene.desk
        if self._gesture is not None:
            self._gesture.add(time, *desk.now.camera.unproject(*pos))

    def behind(self, pos: tuple[float, float]) -> bool:
        """Is this place (px) behind the castle's line, where a hand movement begins?"""
        desk, limits = self.scene.desk, self.limits
        if limits is None:
            return False
        return behind_gate(limits, Sample(0.0, *desk.now.camera.unproject(*pos)))

    def _crossed(self, pos: tuple[float, float]) -> bool:
        """On the release line the card leaves the hand, if the hand is quick enough."""
        if self.scene.hands.held < 0 or self._gesture is None:
            return False
        return self._done(self._gesture.crossed(self.now, self.loft), pos)

    def _let_go(self, pos: tuple[float, float]) -> bool:
        """The button comes up: a throw, or a card put down somewhere."""
        hands, picking, gesture = self.scene.hands, self.scene.picking, self._gesture
        if hands.held < 0 or picking is None or gesture is None:
            self.card = -1
            return False
        on_target = self._own is None and picking.is_target(hands.under_held())
        named = self._own is not None
        found = gesture.let_go(self.now, self.loft, named=named, on_target=on_target)
        if found is None:
            self.card = -1  # put down: the hands know what that means
        return self._done(found, pos)

    def _done(self, found: Release | Foul | None, at: tuple[float, float]) -> bool:
        """What came of a movement, if anything did."""
        if found is not None and self._gesture is not None:
            self.hand_speed = self._gesture.speed
        if isinstance(found, Foul):
            self._foul(found, at)
        elif found is not None:
            self._throw(found)
        return found is not None

    def _throw(self, release: Release) -> None:
        card, hands = self.card, self.scene.hands
        self.card = -1
        self.ahead = None
        hands.thrown()
        decision = self.scene.session.decision
        if decision is not None:
            self.scene.submit(decision.seat, toss(card, release))

    def _foul(self, foul: Foul, at: tuple[float, float]) -> None:
        """Throws nothing: the card goes home, and the rule is told; played strictly, it counts."""
        card, limits = self.card, self.limits
        self.card = -1
        self.ahead = None
        action = foul.action(card)
        decision = self.scene.session.decision
        self.scene.hands.drop_home()
        if limits is not None and limits.strict and decision is not None:
            self.scene.submit(decision.seat, action)
            return
        self.scene.fouled(FOULS.index(foul.reason), self.now)
        self.scene.board.refuse((action,), at)

    def cancel(self) -> None:
        self.card = -1
        self.ahead = None
        self._gesture = None
        if self.keys is not None:
            self.stop_keys()

    # -- keys ---------------------------------------------------------------------------------

    def command(self, act: Act) -> None:
        methods = {Act.LOB: LOB, Act.FRISBEE: FRISBEE, Act.FLIP_THROW: FLIP}
        if act in methods:
            self.choose(methods[act])
        elif act in (Act.LOFT_UP, Act.LOFT_DOWN):
            step = 1 if act == Act.LOFT_UP else -1
            if self.limits is not None:
                self.turn_loft(step)
            else:  # nothing to throw: the same keys look nearer and further
                stage = self.scene.stage
                self.scene.zoom(step, (stage.left + stage.width / 2, stage.height / 2))
        elif act == Act.AIM:
            self.start_keys()

    def choose(self, method: int) -> None:
        self.method, self._own = method, None
        self.bar.changed()
        self._look(again=True)
        self.scene.refresh()

    def turn_loft(self, notches: float) -> None:
        low, high = LOFTS
        self.lofts[self.now] = min(max(self.loft + notches * NOTCH, low), high)
        self.bar.changed()
        self._look(again=True)
        self.scene.refresh()

    def turn(self, degrees: float) -> None:
        if self.keys is not None:
            self.keys.heading = min(max(self.keys.heading + degrees, -WIDEST), WIDEST)
            self._look(again=True)

    def start_keys(self) -> None:
        """Aiming by keys, with the picked card or the one that has the focus."""
        limits = self.limits
        if limits is None or self.keys is not None:
            return
        picking = self.scene.picking
        focus = self.scene.board.layer.focus
        picked = [thing.card for thing in picking.picked] if picking is not None else []
        if focus is not None and focus.id.startswith("card:"):
            picked.append(int(focus.id.partition(":")[2]))
        card = next((card for card in picked if card in limits.cards), limits.cards[0])
        if picking is not None:
            spot = self.scene.session.position.zone_of(card)
            picking.picked = (Thing(card, spot),)
        self.keys = Keys(card)
        self._look(again=True)
        self.scene.board.picks_changed()

    def stop_keys(self) -> None:
        self.keys = None
        self.ahead = None
        picking = self.scene.picking
        if picking is not None:
            picking.clear()
            self.scene.board.picks_changed()

    def _power(self, down: bool) -> None:
        """The key goes down: the bar runs; it comes up: the card flies."""
        keys = self.keys
        if keys is None:
            return
        if down:
            keys.running, keys.power = True, 0.0
        elif keys.running:
            release = preset(self.now, keys.power, heading=keys.heading, loft=self.loft)
            self.keys = None
            self.ahead = None
            self.hand_speed = 0.0
            decision = self.scene.session.decision
            if decision is not None:
                self.scene.submit(decision.seat, toss(keys.card, release))

    def hold_button(self, down: bool) -> None:
        """The same by a button that is held with mouse or trackpad."""
        if self.keys is None:
            self.start_keys()
        self._power(down)

    # -- time and picture ---------------------------------------------------------------------

    def update(self, dt: float) -> None:
        if self.active:
            self.swing.update(min(dt, 0.03))
            self._looked += dt
            if self.keys is not None:
                self.keys.update(dt)
            self._look()

    def _look(self, again: bool = False) -> None:
        """The start of the arc that this movement would make."""
        limits = self.limits
        if limits is None or not self.active or not (again or self._looked >= AGAIN):
            return
        self._looked = 0.0
        release: Release | None = None
        if self.keys is not None:
            power = self.keys.power if self.keys.running else 0.5
            release = preset(self.now, power, heading=self.keys.heading, loft=self.loft)
        elif self._gesture is not None and not self._gesture.behind_gate:
            found = self._gesture.read(self.now, self.loft)
            release = found if isinstance(found, Release) else None
        if release is None:
            self.ahead = None
            return
        card = self.card if self.card >= 0 else limits.cards[0]
        self.ahead = preview(Throw(card, limits.start, release, limits.field))

    def draw_marks(self, canvas: Canvas) -> None:
        desk, aimed = self.scene.desk, self._aimed()
        if aimed is not None:
            draw_below(canvas, desk.now.camera, aimed)

    def _aimed(self) -> Aimed | None:
        limits, picking = self.limits, self.scene.picking
        if limits is None or picking is None:
            return None
        picked = any(thing.card in limits.cards for thing in picking.picked if thing.card >= 0)
        assist = self.scene.app.settings.assist
        return Aimed(limits, picked, self.active, self.keys, self.ahead, assist)

    def draw_held(self, canvas: Canvas) -> bool:
        """The card in the hand, swinging. False: nothing is thrown, draw it plainly."""
        desk, hands = self.scene.desk, self.scene.hands
        if self.card < 0:
            return False
        at = desk.held_stance(*hands.pointer)
        lean = self.swing.angle
        drop = at.height * 0.18
        hung = Stance(
            at.x + math.sin(lean) * drop,
            at.y + (1 - math.cos(lean)) * drop,
            math.degrees(lean),
            at.shape,
            True,
        )
        desk.draw_held(canvas, self.card, hung)
        return True

    def draw(self, canvas: Canvas) -> None:
        desk, aimed = self.scene.desk, self._aimed()
        if aimed is not None:
            draw_above(canvas, desk.now.camera, aimed)
