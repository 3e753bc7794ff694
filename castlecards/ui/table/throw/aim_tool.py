"""Aim tool: turns a flick with the pointer, or keyboard aiming, into a throw.

It works while the pending decision allows throws (`model.limits`). A drag that carries the card
over the castle line is recorded in table mm with its times, run-up included, and read as a flick
on the release line or at the release of the button. The swing of the held card is decoration.
Keyboard aiming sets direction and loft; a running power bar sets the speed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from castlecards.core.cards import CardId, Pose
from castlecards.core.landing import TOO_SLOW, Limits, Release, Throw
from castlecards.texts import tr
from castlecards.toss.aim import Preview, preview
from castlecards.toss.flick import Foul, Sample
from castlecards.toss.styles import LOFTS, STYLES, preset
from castlecards.toss.styles import release as usual_release
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
    rising_ticks,
)
from castlecards.ui.table.throw.hit_odds import (
    HitOdds,
    RulerTick,
    ThrowForecast,
    to_table,
    to_throw_frame,
)

BEHIND_GATE = tr("No throw: flick it forward through the gate.")
LOFT_STEP = 5.0  # degrees of loft per notch of the mouse wheel
MAX_HEADING = 40.0  # degrees to either side, of keyboard aiming
READ_INTERVAL = 0.045  # s between two readings of a movement for the preview
FLARE = 0.12  # s, flare of the gate when a card is carried through it

SPEEDS = tuple(round(1.2 + 0.2 * n, 1) for n in range(12))  # m/s, of the ruler's ticks


def same_ruler(one: Release, two: Release) -> bool:
    """True if both throws can share a ruler, wherever in the gate they start.

    Method and loft must be equal, spin, tumble and heading nearly so."""
    same = (one.method, one.loft) == (two.method, two.loft)
    turns = abs(one.spin - two.spin) < 1500 and abs(one.tumble - two.tumble) < 1500
    return same and turns and abs(one.heading - two.heading) < 25


class Ruler:
    """First touches of throws that differ in speed alone, computed one tick at a time.

    It holds only for a thrower at `start`."""

    def __init__(self, start: Pose, release: Release) -> None:
        self.start = start
        self.release = release
        self._found: list[RulerTick] = []

    def fits(self, start: Pose, release: Release) -> bool:
        """True if the ruler holds for this throw, wherever in the gate it begins."""
        return start == self.start and same_ruler(self.release, release)

    @property
    def complete(self) -> bool:
        """True once every speed has its tick."""
        return len(self._found) == len(SPEEDS)

    def add(self, throw: Callable[[Release], Throw]) -> None:
        """Compute the next tick; `throw` begins at `start`."""
        speed = SPEEDS[len(self._found)]
        touch = preview(throw(replace(self.release, speed=round(1000 * speed)))).touch
        self._found.append(RulerTick(speed, touch))

    def ticks(self, start: Pose, release: Release) -> tuple[RulerTick, ...]:
        """Ticks moved to the place of `release`; () if the thrower starts elsewhere."""
        if start != self.start:
            return ()
        dx, dy = release.x - self.release.x, release.y - self.release.y
        return tuple(
            RulerTick(speed, to_table(start, dx, dy, touch)) for speed, touch in self._found
        )


class AimTool:
    """Aim tool of one table: reads flicks, previews the throw and forecasts its hits."""

    def __init__(self, app: Services, model: TableModel, table_view: TableView) -> None:
        self.app = app
        self.model = model
        self.table_view = table_view
        self.input_state = model.input_state
        self.pendulum = CardPendulum()
        self.preview: Preview | None = None  # of the throw if the movement ended now
        self._previewed: Release | None = None  # release shown by `preview`
        self._pending: Release | None = None  # newer reading, not yet previewed
        self._ruler: Ruler | None = None
        self.hand_speed = 0.0  # mm/s of the last flick, even if too slow; 0 if thrown by keys
        self.by_touch = False  # the last flick was made by a finger
        self._movement: FlickGesture | None = None  # flick being recorded
        self._since_read = 0.0  # s since the movement was read
        self.hit_odds = HitOdds(app, model)
        self._forecast: ThrowForecast | None = None  # of `preview`
        self._shown_target = Target()  # target that is highlighted on the screen
        self._flare = FLARE  # s since the card was carried through the gate
        self._forecast_key: tuple[object, ...] = ()  # inputs of `_forecast`, to skip recomputing

    @property
    def moving(self) -> bool:
        animating = (
            not self.pendulum.is_still or self.input_state.keys is not None or self._flare < FLARE
        )
        return self.input_state.is_aiming and (animating or self._has_work)

    @property
    def _has_work(self) -> bool:
        """True while a preview, ruler tick or sample is still to be computed."""
        limits, like, ruler = self.model.limits, self._previewed, self._ruler
        if limits is None or like is None or self.preview is None:
            return False
        if ruler is None or not ruler.complete or not ruler.fits(limits.start, like):
            return True
        return self._full_assist and not self.hit_odds.is_settled(like)

    @property
    def _full_assist(self) -> bool:
        return self.app.settings.assist == "full"

    # -- the mouse ----------------------------------------------------------------------------

    def press(
        self, card: CardId, intent: intents.Grab, grip: tuple[float, float] | None = None
    ) -> bool:
        """Start recording a flick with `card`. Return False if no throw is allowed now.

        `grip`: mm on the card, from its middle; by default that of the press."""
        self.input_state.keys = None
        selection = self.model.selection
        limits = selection.decision.aim if selection is not None else None
        if not isinstance(limits, Limits):
            return False
        self.input_state.method_override = method_of(intent.button, intent.mods)
        self.pendulum = CardPendulum()
        session = self.model.session
        name = session.name(selection.decision.seat) if selection is not None else ""
        strength = self.app.profiles.strength(name, self.app.settings, intent.touch)
        self.by_touch = intent.touch
        grip = self.grip(card, intent.pos) if grip is None else grip
        self._movement = FlickGesture(limits, grip, strength)
        self._add(intent.time, intent.pos)
        return True

    def grip(self, card: CardId, pos: tuple[float, float]) -> tuple[float, float]:
        """Point of the card under `pos` (px): mm to the right and to the top of its middle."""
        table_view = self.table_view
        at = table_view.shape_of(table_view.layout.by_card[card])
        dx, dy = pos[0] - at.x, pos[1] - at.y
        cos, sin = math.cos(math.radians(at.angle)), math.sin(math.radians(at.angle))
        width, length = card_mm(table_view.layout.field)
        right, up = (dx * cos - dy * sin) / at.width, (-dy * cos - dx * sin) / at.height
        return min(max(right, -0.5), 0.5) * width, min(max(up, -0.5), 0.5) * length

    def drag(self, intent: intents.Drag) -> Release | Foul | None:
        """Record a movement; if it crosses the release line fast, return its throw or foul."""
        movement = self._movement
        behind = movement is not None and movement.is_behind_gate
        self._add(intent.time, intent.pos, intent.blind)
        self.pendulum.pull(intent.time, intent.pos[0])
        if (
            behind
            and movement is not None
            and not movement.is_behind_gate
            and self.input_state.held_card >= 0
        ):
            self._flare = 0.0
            self.app.play("tick", 0.5)
        if self.input_state.held_card < 0 or self._movement is None:
            return None
        return self._note_speed(
            self._movement.throw_at_line(self.input_state.current_method, self.input_state.loft)
        )

    def release(self, intent: intents.Release, on_target: bool) -> Release | Foul | None:
        """End the movement. Return its throw or foul, or None if the card is put down.

        `on_target`: the card lies over a place where it may be put down."""
        self._add(intent.time, intent.pos, intent.blind)
        movement, input_state = self._movement, self.input_state
        found = None
        if input_state.held_card >= 0 and movement is not None:
            named = input_state.method_override is not None
            found = movement.release(
                input_state.current_method, input_state.loft, named=named, on_target=on_target
            )
        if found is None:
            input_state.forbid_throw()
        return self._note_speed(found)

    @property
    def put_down_text(self) -> str:
        """Text for a card put down here that was carried forward: how to throw it; else ""."""
        movement = self._movement
        if movement is None or not self.input_state.is_aiming or not movement.is_carried_forward:
            return ""
        return BEHIND_GATE if movement.is_behind_gate else TOO_SLOW

    def _note_speed(self, found: Release | Foul | None) -> Release | Foul | None:
        """Keep the hand speed of a movement that ended; return `found` unchanged."""
        if found is not None and self._movement is not None:
            self.hand_speed = self._movement.speed
        return found

    def finish(self) -> None:
        """End aiming: the card has been thrown or returns to its place."""
        self.input_state.forbid_throw()
        self._forget()

    def _forget(self) -> None:
        """Clear the preview, forecast and gauge."""
        self.preview = self._previewed = self._pending = self._forecast = self.input_state.gauge = (
            None
        )
        self._shown_target = Target()
        self._since_read = 0.0

    def _add(self, time: float, pos: tuple[float, float], blind: float = 0.0) -> None:
        if self._movement is not None:
            self._movement.add(time, *self.table_view.layout.camera.unproject(*pos), blind)

    def is_behind_castle(self, pos: tuple[float, float]) -> bool:
        """True if `pos` (px) is behind the castle line, where a flick begins."""
        limits = self.model.limits
        if limits is None:
            return False
        return is_behind_gate(limits, Sample(0.0, *self.table_view.layout.camera.unproject(*pos)))

    def cancel(self) -> None:
        """Stop aiming by mouse and by keys."""
        self.finish()
        self._movement = None
        if self.input_state.keys is not None:
            self.stop_keys()

    # -- method, loft, keys -------------------------------------------------------------------

    def choose(self, method: int) -> None:
        self.input_state.method, self.input_state.method_override = method, None
        self._refresh()

    def turn_loft(self, notches: float) -> None:
        low, high = LOFTS
        input_state = self.input_state
        input_state.lofts[input_state.current_method] = min(
            max(input_state.loft + notches * LOFT_STEP, low), high
        )
        self._refresh()

    def turn(self, degrees: float) -> None:
        """Turn the heading of keyboard aiming; positive is to the right."""
        keys = self.input_state.keys
        if keys is not None:
            keys.heading = min(max(keys.heading + degrees, -MAX_HEADING), MAX_HEADING)
            self._refresh()

    def start_keys(self, focused: CardId) -> None:
        """Start keyboard aiming with the picked, else the `focused` (-1: none), else any card."""
        limits, selection = self.model.limits, self.model.selection
        if limits is None or selection is None or self.input_state.keys is not None:
            return
        picked = [card for card in (*(t.card for t in selection.picked), focused) if card >= 0]
        card = next((card for card in picked if card in limits.cards), limits.cards[0])
        selection.picked = (Target(card, self.model.session.position.zone_of(card)),)
        speech = self.app.settings.speech
        self.input_state.keys = KeyboardAim(card, power=0.5 * speech, stopped=speech)
        self._refresh()

    def stop_keys(self) -> None:
        self.input_state.keys = None
        self._forget()
        if self.model.selection is not None:
            self.model.selection.clear()

    def run_power_bar(self, down: bool) -> tuple[CardId, Release] | None:
        """Start the power bar on key down; on key up return the card and its release."""
        keys, input_state = self.input_state.keys, self.input_state
        if keys is None:
            return None
        if down:
            keys.running, keys.power = True, keys.power if keys.stopped else 0.0
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
            self._since_read += dt
            self._flare += dt
            if self.input_state.keys is not None:
                self.input_state.keys.update(dt)
            self._do_one_step()

    def _refresh(self) -> None:
        """Read the movement and update its preview in one call."""
        limits = self.model.limits
        if limits is not None and self.input_state.is_aiming:
            self._read(limits)
            self._update_preview(limits)
            self._shown_target = self._target

    def _do_one_step(self) -> None:
        """Do one piece of work per frame: read, preview, highlight the target, or extend the ruler.

        Each piece costs about one simulated throw or one redraw, so no frame takes two."""
        limits = self.model.limits
        if limits is None or not self.input_state.is_aiming:
            return
        if self._since_read >= READ_INTERVAL:
            self._read(limits)
            if self.input_state.keys is None:  # keyboard aiming analyses no flick, so go on
                return
        if self._update_preview(limits):
            return
        if self._shown_target != self._target:
            self._shown_target = self._target
        else:
            self._extend_ruler()

    def _read(self, limits: Limits) -> None:
        """Read the throw that the movement would be if it ended now."""
        self._since_read = 0.0
        self._pending = self._current_release(limits)
        if self._pending is None:
            self.preview = self._forecast = None

    def _update_preview(self, limits: Limits) -> bool:
        """Preview and forecast the pending reading. Return True if a throw was simulated."""
        release, self._pending = self._pending, None
        if release is None:
            return False
        stale = release != self._previewed or self.preview is None
        if stale or self.preview is None:
            self._previewed = release
            self.preview = preview(self._throw(limits, release))
        self._update_forecast(limits, release, self.preview.touch)
        if (keys := self.input_state.keys) is not None:
            keys.reach = to_throw_frame(limits.start, *self.preview.touch)
            keys.target = self._target
        return stale

    @property
    def _target(self) -> Target:
        """Target nearest to the forecast first touch."""
        return self._forecast.target if self._forecast is not None else Target()

    def _current_release(self, limits: Limits) -> Release | None:
        """Release if the movement ended now, or None if that is no throw.

        Behind the gate the flick has not begun: then a throw straight ahead at the usual speed."""
        input_state, movement = self.input_state, self._movement
        if input_state.keys is not None:
            keys = input_state.keys
            power = keys.power if keys.running or keys.stopped else 0.5
            return preset(
                input_state.current_method,
                power,
                heading=input_state.keys.heading,
                loft=input_state.loft,
            )
        if movement is None:
            return None
        if not movement.is_behind_gate:
            found = movement.read(input_state.current_method, input_state.loft)
            return found if isinstance(found, Release) else None
        last, style = movement.samples[-1], STYLES[input_state.current_method]
        speed = self.hit_odds.habit(input_state.current_method).speed or style.speed
        low, high = limits.ranges[1]
        right = min(max(to_throw_frame(limits.start, last.x, last.y)[0], low), high)
        return usual_release(style, speed, loft=input_state.loft, x=right)

    def _throw(self, limits: Limits, release: Release) -> Throw:
        card = (
            self.input_state.throwable_card
            if self.input_state.throwable_card >= 0
            else limits.cards[0]
        )
        return Throw(card, limits.start, release, limits.field)

    def _update_forecast(
        self, limits: Limits, release: Release, touch: tuple[float, float]
    ) -> None:
        """Forecast the hits and update the gauge; only with full assistance."""
        ticks = self._ticks(limits)
        key = release, touch, len(ticks), self.hit_odds.spread(release)
        if not self._full_assist or (self._forecast is not None and key == self._forecast_key):
            return
        self._forecast_key = key
        self._forecast = self.hit_odds.forecast(self._throw(limits, release), touch)
        ruler = rising_ticks(list(ticks), ThrowFrame(limits, self.table_view.layout.camera))
        self.input_state.gauge = self.hit_odds.gauge(limits, release, self._forecast, ruler)

    def _ticks(self, limits: Limits) -> tuple[RulerTick, ...]:
        """Ruler ticks of the previewed throw."""
        if self._ruler is None or self._previewed is None or self.preview is None:
            return ()
        return self._ruler.ticks(limits.start, self._previewed)

    def _extend_ruler(self) -> None:
        """Simulate one throw: for the next tick of the ruler, then as a sample of the spread.

        A throw that the ruler does not fit starts a new ruler."""
        limits, like = self.model.limits, self._previewed
        if limits is None or like is None or self.preview is None:
            return
        if self._ruler is None or not self._ruler.fits(limits.start, like):
            self._ruler = Ruler(limits.start, like)
        if not self._ruler.complete:
            self._ruler.add(partial(self._throw, limits))
        elif self._full_assist:
            self.hit_odds.sample(self._throw(limits, self._ruler.release))

    def draw_marks(self, canvas: Canvas) -> None:
        """Draw the guides below the moving cards."""
        guides = self._guides()
        if guides is not None:
            draw_below(canvas, self.table_view.layout.camera, guides)

    def _guides(self) -> AimGuides | None:
        limits, selection, input_state = self.model.limits, self.model.selection, self.input_state
        if limits is None or selection is None:
            return None
        picked = any(target.card in limits.cards for target in selection.picked if target.card >= 0)
        assist = self.app.settings.assist
        before_gate = (
            input_state.keys is None
            and self._movement is not None
            and self._movement.is_behind_gate
        )
        target = self._shown_target if self._forecast is not None else Target()
        quad = self.table_view.quad_of(target) if target.card >= 0 else None
        return AimGuides(
            limits, picked, input_state.is_aiming, input_state.keys, self.preview, assist,
            self._ticks(limits), self._forecast, quad, self._previewed, before_gate,
            max(1 - self._flare / FLARE, 0.0), input_state.gauge,
        )  # fmt: skip

    def draw_held(self, canvas: Canvas) -> bool:
        """Draw the held card swinging. Return False if no throwable card is held."""
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
        """Draw the guides above the cards."""
        guides = self._guides()
        if guides is not None:
            draw_above(canvas, self.table_view.layout.camera, guides)
