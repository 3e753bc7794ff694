"""The flick tool: a hand movement with a card becomes a throw.

It is at work while a decision lets cards be thrown (`model.limits`). A drag that carries the card
over its castle's line is recorded in table mm with its times, run-up included, and read as a flick
at the latest on the release line. The card that swings from the pointer is only for the eyes. Keys
can throw, too: direction and loft, and a power bar that runs by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from castlecards.core.cards import CardId, Pose
from castlecards.core.landing import Limits, Release, Throw
from castlecards.toss.aim import Preview, preview
from castlecards.toss.flick import Foul, Sample
from castlecards.toss.styles import LOFTS, STYLES, preset
from castlecards.toss.styles import release as as_usual
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.services import Services
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.flick_gesture import (
    CardPendulum,
    FlickGesture,
    is_behind_gate,
    method_of,
)
from castlecards.ui.table.input.state import KeyboardAim
from castlecards.ui.table.layout.card_shape import CardShape
from castlecards.ui.table.layout.model import card_mm
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw.aim_guides import (
    AimGuides,
    ThrowFrame,
    draw_above,
    draw_below,
    rising,
)
from castlecards.ui.table.throw.hit_odds import (
    HitOdds,
    RulerTick,
    ThrowForecast,
    to_table,
    to_throw_frame,
)

NOTCH = 5.0  # degrees of loft a notch of the wheel
WIDEST = 40.0  # degrees to either side
AGAIN = 0.045  # s between two looks at a movement for the preview
FLARE = 0.12  # s that the gate flares when a card is carried through it

SPEEDS = tuple(round(1.2 + 0.2 * n, 1) for n in range(12))  # m/s, of a ruler's notches


def same_ruler(one: Release, two: Release) -> bool:
    """Does one ruler serve for both, wherever they begin: the same method, loft and spin, and about
    the same way?"""
    same = (one.method, one.loft) == (two.method, two.loft)
    turns = abs(one.spin - two.spin) < 1500 and abs(one.tumble - two.tumble) < 1500
    return same and turns and abs(one.heading - two.heading) < 25


class Ruler:
    """First touches of throws that differ in speed alone, as far as they have been worked out.

    The thrower stands at `start`; to another one it shows nothing."""

    def __init__(self, start: Pose, release: Release) -> None:
        self.start = start
        self.release = release
        self._notches: list[RulerTick] = []

    def serves(self, start: Pose, release: Release) -> bool:
        """True if it holds for this throw, wherever in the gate that begins."""
        return start == self.start and same_ruler(self.release, release)

    @property
    def whole(self) -> bool:
        """True once every speed has its notch."""
        return len(self._notches) == len(SPEEDS)

    def add(self, throw: Callable[[Release], Throw]) -> None:
        """Work out the next notch; `throw` begins at `start`."""
        speed = SPEEDS[len(self._notches)]
        touch = preview(throw(replace(self.release, speed=round(1000 * speed)))).touch
        self._notches.append(RulerTick(speed, touch))

    def notches(self, start: Pose, release: Release) -> tuple[RulerTick, ...]:
        """On the table, of a throw that begins where `release` does; () at another start."""
        if start != self.start:
            return ()
        dx, dy = release.x - self.release.x, release.y - self.release.y
        return tuple(
            RulerTick(speed, to_table(start, dx, dy, touch)) for speed, touch in self._notches
        )


class AimTool:
    """The flick tool of one table."""

    def __init__(self, app: Services, model: TableModel, table_view: TableView) -> None:
        self.app = app
        self.model = model
        self.table_view = table_view
        self.input_state = model.input_state
        self.pendulum = CardPendulum()
        self.preview: Preview | None = None  # of the throw that this movement would be
        self._of: Release | None = None  # that throw
        self._seen: Release | None = None  # what it has been read as since
        self._ruler: Ruler | None = None
        self.hand_speed = 0.0  # mm/s of the last movement that threw, or was too slow; 0: by keys
        self._movement: FlickGesture | None = None  # what the hand does with the card
        self._looked = 0.0
        self.hit_odds = HitOdds(app, model)
        self._expected: ThrowForecast | None = None  # of `ahead`
        self._lit = Target()  # what it would hit, as it is shown
        self._flare = FLARE  # s since the card was carried through the gate
        self._expects: tuple[object, ...] = ()  # what that is made of

    @property
    def moving(self) -> bool:
        lively = not self.pendulum.still or self.input_state.keys is not None or self._flare < FLARE
        return self.input_state.is_aiming and (lively or self._busy)

    @property
    def _busy(self) -> bool:
        """Is something yet to be thrown in thought?"""
        limits, like, ruler = self.model.limits, self._of, self._ruler
        if limits is None or like is None or self.preview is None:
            return False
        if ruler is None or not ruler.whole or not ruler.serves(limits.start, like):
            return True
        return self._full and not self.hit_odds.settled(like)

    @property
    def _full(self) -> bool:
        return self.app.settings.assist == "full"

    # -- the mouse ----------------------------------------------------------------------------

    def press(
        self, card: CardId, intent: intents.Grab, grip: tuple[float, float] | None = None
    ) -> bool:
        """A card is pressed that may be thrown, if anything may; `grip`: where the hand has it, if
        not where the press is now."""
        self.input_state.keys = None
        selection = self.model.selection
        limits = selection.decision.aim if selection is not None else None
        if not isinstance(limits, Limits):
            return False
        self.input_state.method_override = method_of(intent.button, intent.mods)
        self.pendulum = CardPendulum()
        strength = self.app.settings.strength
        grip = self.grip(card, intent.pos) if grip is None else grip
        self._movement = FlickGesture(limits, grip, strength)
        self._add(intent.time, intent.pos)
        return True

    def grip(self, card: CardId, pos: tuple[float, float]) -> tuple[float, float]:
        """Where on the card the hand has it: mm to the right and to the top of its middle."""
        table_view = self.table_view
        at = table_view.shape_of(table_view.layout.by_card[card])
        dx, dy = pos[0] - at.x, pos[1] - at.y
        cos, sin = math.cos(math.radians(at.angle)), math.sin(math.radians(at.angle))
        width, length = card_mm(table_view.layout.field)
        right, up = (dx * cos - dy * sin) / at.width, (-dy * cos - dx * sin) / at.height
        return min(max(right, -0.5), 0.5) * width, min(max(up, -0.5), 0.5) * length

    def drag(self, intent: intents.Drag) -> Release | Foul | None:
        """The hand moves on. On the release line the card leaves it, if it is quick enough."""
        movement = self._movement
        behind = movement is not None and movement.behind_gate
        self._add(intent.time, intent.pos, intent.blind)
        self.pendulum.pull(intent.time, intent.pos[0])
        if (
            behind
            and movement is not None
            and not movement.behind_gate
            and self.input_state.held_card >= 0
        ):
            self._flare = 0.0
            self.app.play("tick", 0.5)
        if self.input_state.held_card < 0 or self._movement is None:
            return None
        return self._done(
            self._movement.crossed(self.input_state.current_method, self.input_state.loft)
        )

    def release(self, intent: intents.Release, on_target: bool) -> Release | Foul | None:
        """The button comes up: a throw, or a card put down somewhere, as the hands know."""
        self._add(intent.time, intent.pos, intent.blind)
        movement, input_state = self._movement, self.input_state
        found = None
        if input_state.held_card >= 0 and movement is not None:
            named = input_state.method_override is not None
            found = movement.let_go(
                input_state.current_method, input_state.loft, named=named, on_target=on_target
            )
        if found is None:
            input_state.throws_not()
        return self._done(found)

    @property
    def carried(self) -> bool:
        """True if a card that may be thrown hangs from the hand and was carried forward."""
        movement = self._movement
        return self.input_state.is_aiming and movement is not None and movement.carried

    def _done(self, found: Release | Foul | None) -> Release | Foul | None:
        """What came of a movement, if anything did."""
        if found is not None and self._movement is not None:
            self.hand_speed = self._movement.speed
        return found

    def finish(self) -> None:
        """The card has left the hand, or goes home."""
        self.input_state.throws_not()
        self._forget()

    def _forget(self) -> None:
        """Nothing is aimed any more."""
        self.preview = self._of = self._seen = self._expected = self.input_state.gauge = None
        self._lit = Target()
        self._looked = 0.0

    def _add(self, time: float, pos: tuple[float, float], blind: float = 0.0) -> None:
        if self._movement is not None:
            self._movement.add(time, *self.table_view.layout.camera.unproject(*pos), blind)

    def is_behind_castle(self, pos: tuple[float, float]) -> bool:
        """Is this place (px) behind the castle's line, where a hand movement begins?"""
        limits = self.model.limits
        if limits is None:
            return False
        return is_behind_gate(limits, Sample(0.0, *self.table_view.layout.camera.unproject(*pos)))

    def cancel(self) -> None:
        self.finish()
        self._movement = None
        if self.input_state.keys is not None:
            self.stop_keys()

    # -- method, loft, keys -------------------------------------------------------------------

    def choose(self, method: int) -> None:
        self.input_state.method, self.input_state.method_override = method, None
        self._look()

    def turn_loft(self, notches: float) -> None:
        low, high = LOFTS
        input_state = self.input_state
        input_state.lofts[input_state.current_method] = min(
            max(input_state.loft + notches * NOTCH, low), high
        )
        self._look()

    def turn(self, degrees: float) -> None:
        keys = self.input_state.keys
        if keys is not None:
            keys.heading = min(max(keys.heading + degrees, -WIDEST), WIDEST)
            self._look()

    def start_keys(self, focused: CardId) -> None:
        """Aiming by keys, with the picked card or the one that has the focus (-1: none)."""
        limits, selection = self.model.limits, self.model.selection
        if limits is None or selection is None or self.input_state.keys is not None:
            return
        picked = [card for card in (*(t.card for t in selection.picked), focused) if card >= 0]
        card = next((card for card in picked if card in limits.cards), limits.cards[0])
        selection.picked = (Target(card, self.model.session.position.zone_of(card)),)
        self.input_state.keys = KeyboardAim(card)
        self._look()

    def stop_keys(self) -> None:
        self.input_state.keys = None
        self._forget()
        if self.model.selection is not None:
            self.model.selection.clear()

    def power(self, down: bool) -> tuple[CardId, Release] | None:
        """The key goes down: the bar runs; it comes up: the card flies."""
        keys, input_state = self.input_state.keys, self.input_state
        if keys is None:
            return None
        if down:
            keys.running, keys.power = True, 0.0
            return None
        if not keys.running:
            return None
        release = preset(
            input_state.current_method, keys.power, heading=keys.heading, loft=input_state.loft
        )
        input_state.keys = None
        self._forget()
        self.hand_speed = 0.0
        return keys.card, release

    # -- time and picture ---------------------------------------------------------------------

    def update(self, dt: float) -> None:
        if self.input_state.is_aiming:
            self.pendulum.update(min(dt, 0.03))
            self._looked += dt
            self._flare += dt
            if self.input_state.keys is not None:
                self.input_state.keys.update(dt)
            self._think()

    def _look(self) -> None:
        """Where this movement would throw the card to, at once."""
        limits = self.model.limits
        if limits is not None and self.input_state.is_aiming:
            self._read(limits)
            self._foresee(limits)
            self._lit = self._target

    def _think(self) -> None:
        """One piece a frame: the movement is read; thrown in thought; its target is lit, which has
        to be drawn; or else the ruler goes on."""
        limits = self.model.limits
        if limits is None or not self.input_state.is_aiming:
            return
        if self._looked >= AGAIN:
            self._read(limits)
            if self.input_state.keys is None:  # with keys there is nothing to be read
                return
        if self._foresee(limits):
            return
        if self._lit != self._target:
            self._lit = self._target
        else:
            self._extend_ruler()

    def _read(self, limits: Limits) -> None:
        """What this movement would be."""
        self._looked = 0.0
        self._seen = self._would_be(limits)
        if self._seen is None:
            self.preview = self._expected = None

    def _foresee(self, limits: Limits) -> bool:
        """Where that would go; whether it had to be thrown in thought."""
        release, self._seen = self._seen, None
        if release is None:
            return False
        thinks = release != self._of or self.preview is None
        if thinks or self.preview is None:
            self._of = release
            self.preview = preview(self._throw(limits, release))
        self._expect(limits, release, self.preview.touch)
        return thinks

    @property
    def _target(self) -> Target:
        """What lies nearest to where it would go."""
        return self._expected.target if self._expected is not None else Target()

    def _would_be(self, limits: Limits) -> Release | None:
        """The throw of the movement up to now; behind the gate, where it has yet to begin, one
        straight on, as hard as this hand usually throws."""
        input_state, movement = self.input_state, self._movement
        if input_state.keys is not None:
            power = input_state.keys.power if input_state.keys.running else 0.5
            return preset(
                input_state.current_method,
                power,
                heading=input_state.keys.heading,
                loft=input_state.loft,
            )
        if movement is None:
            return None
        if not movement.behind_gate:
            found = movement.read(input_state.current_method, input_state.loft)
            return found if isinstance(found, Release) else None
        last, style = movement.samples[-1], STYLES[input_state.current_method]
        speed = self.hit_odds.habit(input_state.current_method).speed or style.speed
        low, high = limits.ranges[1]
        right = min(max(to_throw_frame(limits.start, last.x, last.y)[0], low), high)
        return as_usual(style, speed, loft=input_state.loft, x=right)

    def _throw(self, limits: Limits, release: Release) -> Throw:
        card = (
            self.input_state.throwable_card
            if self.input_state.throwable_card >= 0
            else limits.cards[0]
        )
        return Throw(card, limits.start, release, limits.field)

    def _expect(self, limits: Limits, release: Release, touch: tuple[float, float]) -> None:
        """What it is likely to come to, where that is wanted."""
        notches = self._here(limits)
        made_of = release, touch, len(notches), self.hit_odds.stray(release)
        if not self._full or (self._expected is not None and made_of == self._expects):
            return
        self._expects = made_of
        self._expected = self.hit_odds.expected(self._throw(limits, release), touch)
        ruler = rising(list(notches), ThrowFrame(limits, self.table_view.layout.camera))
        self.input_state.gauge = self.hit_odds.band(limits, release, self._expected, ruler)

    def _here(self, limits: Limits) -> tuple[RulerTick, ...]:
        """The ruler of a throw that begins where this one does."""
        if self._ruler is None or self._of is None or self.preview is None:
            return ()
        return self._ruler.notches(limits.start, self._of)

    def _extend_ruler(self) -> None:
        """One throw in thought a frame: for a notch of the ruler, all anew where the throw has
        become another one; then for how throws stray."""
        limits, like = self.model.limits, self._of
        if limits is None or like is None or self.preview is None:
            return
        if self._ruler is None or not self._ruler.serves(limits.start, like):
            self._ruler = Ruler(limits.start, like)
        if not self._ruler.whole:
            self._ruler.add(partial(self._throw, limits))
        elif self._full:
            self.hit_odds.think(self._throw(limits, self._ruler.release))

    def draw_marks(self, canvas: Canvas) -> None:
        aimed = self._aimed()
        if aimed is not None:
            draw_below(canvas, self.table_view.layout.camera, aimed)

    def _aimed(self) -> AimGuides | None:
        limits, selection, input_state = self.model.limits, self.model.selection, self.input_state
        if limits is None or selection is None:
            return None
        picked = any(target.card in limits.cards for target in selection.picked if target.card >= 0)
        assist = self.app.settings.assist
        waits = (
            input_state.keys is None and self._movement is not None and self._movement.behind_gate
        )
        there = self._lit if self._expected is not None else Target()
        quad = self.table_view.quad_of(there) if there.card >= 0 else None
        return AimGuides(
            limits, picked, input_state.is_aiming, input_state.keys, self.preview, assist,
            self._here(limits), self._expected, quad, self._of, waits,
            max(1 - self._flare / FLARE, 0.0), input_state.gauge,
        )  # fmt: skip

    def draw_held(self, canvas: Canvas) -> bool:
        """The card in the hand, swinging. False: nothing is thrown, draw it plainly."""
        if self.input_state.throwable_card < 0:
            return False
        at = self.table_view.held_shape(*self.input_state.pointer)
        lean = self.pendulum.angle
        drop = at.height * 0.18
        hung = CardShape(
            at.x + math.sin(lean) * drop,
            at.y + (1 - math.cos(lean)) * drop,
            math.degrees(lean),
            at.shape,
            True,
        )
        self.table_view.draw_held(canvas, self.input_state.throwable_card, hung)
        return True

    def draw(self, canvas: Canvas) -> None:
        aimed = self._aimed()
        if aimed is not None:
            draw_above(canvas, self.table_view.layout.camera, aimed)
