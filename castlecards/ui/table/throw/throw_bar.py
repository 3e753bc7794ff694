"""Panels about throws: throw bar and strength of the hand.

The throw bar beside the hand chooses method and loft, and throws without a flick.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from pygame import Rect

from castlecards.core.landing import FLIP, FRISBEE, LOB, METHODS
from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Pos
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, draw_panel
from castlecards.ui.services import Services
from castlecards.ui.table.commands import (
    AimByKeys,
    ChangeLoft,
    ChooseMethod,
    Command,
    RunPowerBar,
    StopKeys,
)
from castlecards.ui.table.input.state import InputState, SpeedGauge
from castlecards.ui.table.throw.speed_gauge import (
    BASIS,
    FLICK_SPEEDS,
    SMALL,
    draw_speed_gauge,
    drift_text,
    odds_text,
)

FIGURE = Style("bold", 15, "gold_high")
BAR_WIDTH = 284  # units
BAR_HEIGHT = 112  # units
TIPS = {
    LOB: tr("A high arc. Drag with the right button or Shift, or press {key}."),
    FRISBEE: tr("Flat and spinning. Drag with the left button, or press {key}."),
    FLIP: tr("End over end. Drag with Ctrl, or press {key}."),
}
ACTS = {LOB: Act.LOB, FRISBEE: Act.FRISBEE, FLIP: Act.FLIP_THROW}


Say = Callable[[Command], object]


def throw_bar_size(look: Look, width: int) -> Size:
    """Size of the throw bar and the strength panel, px."""
    return min(look.px(BAR_WIDTH), width), look.px(BAR_HEIGHT)


def throw_bar_rect(look: Look, rect: Rect, mirrored: bool) -> Rect:
    """Place of the throw bar in `rect`: lower right, or lower left if `mirrored`."""
    wide, high = throw_bar_size(look, rect.width)
    left = rect.left + look.px(12) if mirrored else rect.right - wide - look.px(12)
    return Rect(left, rect.bottom - high - look.px(12), wide, high)


class HoldButton(Button):
    """Button that throws: holding it runs the power bar, releasing it throws the card."""

    def __init__(self, say: Say) -> None:
        super().__init__("throw_hold", tr("Throw (hold)"), lambda: None, tall=32)
        self.say = say
        self.tip = tr("No flick: hold for power, let go to throw. Arrow keys turn the aim.")

    def press(self, pos: Pos, clicks: int) -> None:
        self.say(AimByKeys())
        self.say(RunPowerBar(True))

    def release(self, pos: Pos) -> None:
        if self.rect.collidepoint(pos):
            self.say(RunPowerBar(False))
        else:
            self.say(StopKeys())

    def activate(self) -> None:
        """Start keyboard aiming (Enter); then the same key runs the power bar."""
        self.say(AimByKeys())


class ThrowBar(Widget):
    """Throw bar: three methods, the loft as an arc, and a button that throws without a flick."""

    shade = 40

    def __init__(self, app: Services, input_state: InputState, say: Say) -> None:
        """`input_state`: method and loft of the next throw; `say` receives the commands."""
        super().__init__("throw_bar", tr("How to throw"))
        self.app = app
        self.input_state = input_state
        bind = app.bindings.title
        self.methods = [
            Button(
                f"method:{METHODS[method]}",
                METHODS[method].capitalize(),
                lambda method=method: say(ChooseMethod(method)),  # type: ignore[misc]
                tip=TIPS[method].format(key=bind(ACTS[method])),
                tall=32,
            )
            for method in (LOB, FRISBEE, FLIP)
        ]
        self.down = Button(
            "loft_down", "−", lambda: say(ChangeLoft(-1)), tip=tr("Flatter (wheel)"), tall=32
        )
        self.up = Button(
            "loft_up", "+", lambda: say(ChangeLoft(1)), tip=tr("Higher (wheel)"), tall=32
        )
        self.down.name, self.up.name = Act.LOFT_DOWN.words, Act.LOFT_UP.words
        self.hold = HoldButton(say)
        self.children = (*self.methods, self.down, self.up, self.hold)

    def measure(self, look: Look, width: int) -> Size:
        return throw_bar_size(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        self.rect = throw_bar_rect(look, rect, self.app.settings.left_handed)
        pad, gap = look.px(12), look.px(6)
        inner = self.rect.width - 2 * pad
        tall = look.px(34)
        each = (inner - 2 * gap) // 3
        y = self.rect.top + look.px(14)
        for k, button in enumerate(self.methods):
            button.place(look, Rect(self.rect.left + pad + k * (each + gap), y, each, tall))
        y += tall + look.px(14)
        small = look.px(34)
        x = self.rect.left + pad
        self.down.place(look, Rect(x, y, small, small))
        self.up.place(look, Rect(x + small + look.px(72), y, small, small))
        hold = look.px(112)
        self.hold.place(look, Rect(self.rect.right - pad - hold, y, hold, tall))

    def draw(self, canvas: Canvas) -> None:
        draw_panel(canvas, self.rect, radius=12)
        for method, button in zip((LOB, FRISBEE, FLIP), self.methods, strict=True):
            button.on = self.input_state.current_method == method
        super().draw(canvas)
        self._loft(canvas)

    def _loft(self, canvas: Canvas) -> None:
        """Draw the loft as an arc between its two buttons, and its angle."""
        look = canvas.look
        left = self.down.rect.right + look.px(7)
        low = self.down.rect.bottom - look.px(7)
        degrees = self.input_state.loft
        loft = math.radians(degrees)
        wide = look.px(28)
        rise = min(math.tan(loft) * wide / 4, look.px(24))
        last = (float(left), float(low))
        for k in range(1, 15):
            part = k / 14
            here = (left + wide * part, low - 4 * rise * part * (1 - part))
            canvas.line(look.palette.gold_high, last, here, look.px(2))
            last = here
        at = (self.up.rect.left - look.px(5), self.down.rect.centery)
        canvas.text(f"{degrees:.0f}°", at, FIGURE, "e")


class StrengthPlate(Widget):
    """Panel with the speed gauge; it replaces the throw bar while a card is held.

    It draws nothing while there is no gauge: without full assistance, or when aiming by keys."""

    shade = 40
    animated = True

    def __init__(self, app: Services, input_state: InputState) -> None:
        super().__init__("strength_plate", tr("Your strength"))
        self.app = app
        self.input_state = input_state
        self.gauge: SpeedGauge | None = None  # as drawn last

    def measure(self, look: Look, width: int) -> Size:
        return throw_bar_size(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        self.rect = throw_bar_rect(look, rect, self.app.settings.left_handed)

    def update(self, dt: float) -> None:
        gauge = self.input_state.gauge if self.input_state.keys is None else None
        if gauge != self.gauge:
            self.gauge = gauge
            self.changed()

    def draw(self, canvas: Canvas) -> None:
        gauge, look = self.gauge, canvas.look
        if gauge is None:
            return
        draw_panel(canvas, self.rect, radius=12)
        inner = self.rect.inflate(-look.px(28), 0)
        y = inner.top + look.px(17)
        method = METHODS[self.input_state.current_method].capitalize()
        text = tr("{method}, {speed:.1f} m/s", method=method, speed=gauge.speed)
        begins = canvas.text(text, (inner.left, y), FIGURE, "w").right + look.px(8)
        drift, style = look.fit(drift_text(gauge), BASIS, inner.right - begins)
        canvas.text(drift, (inner.right, y), style, "e")
        bar = Rect(inner.left, inner.top + look.px(42), inner.width, look.px(13))
        canvas.box(bar, 6, (12, 22, 17), (12, 22, 17), look.palette.gold_low)
        draw_speed_gauge(canvas, bar, gauge, FLICK_SPEEDS)
        y = bar.bottom + look.px(17)
        canvas.text(tr("soft"), (bar.left, y), SMALL, "w")
        canvas.text(tr("hard"), (bar.right, y), SMALL, "e")
        odds_text(canvas, (inner.left, inner.bottom - look.px(17)), gauge, "w")
