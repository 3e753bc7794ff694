"""Overlay that repeats the last throw with changed numbers: sliders in real units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import degrees, radians, tau
from typing import TYPE_CHECKING

from castlecards.core.landing import METHOD_TITLES, METHODS, RANGES, Release
from castlecards.texts import tr
from castlecards.ui.dialog import Overlay
from castlecards.ui.kit.theme import SMALL
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, heading
from castlecards.ui.kit.widgets.boxes import Beside, Centre, Column, Row, Space
from castlecards.ui.kit.widgets.slider import Slider
from castlecards.ui.scene import Back

if TYPE_CHECKING:
    from castlecards.ui.services import Services

VALUE = 84.0  # units of width for a value, the same for all, so that all sliders are equally long


@dataclass(frozen=True)
class Number:
    """Number of a release: index in `Release.args()`, name, unit, `span` (low, high, step).

    `to_unit` and `from_unit` convert between the integer of the release and the unit shown.
    """

    field: int
    name: str
    unit: str
    span: tuple[float, float, float]
    to_unit: Callable[[float], float]
    from_unit: Callable[[float], float]

    def shown(self, value: float) -> str:
        """Format `value` with its unit; the step sets the decimal places."""
        places = 2 if self.span[2] < 0.1 else 1 if self.span[2] < 1 else 0
        return tr("{value} {unit}", value=f"{value:.{places}f}", unit=self.unit)


def _degrees(value: float) -> float:
    return degrees(value / 1000)


def _mrad(value: float) -> float:
    return 1000 * radians(value)


def _turns(value: float) -> float:
    return value / 1000 / tau


def _rate(value: float) -> float:
    return value * 1000 * tau


NUMBERS = (
    Number(4, tr("Speed"), "m/s", (0.5, 5.0, 0.02), lambda v: v / 1000, lambda v: v * 1000),
    Number(6, tr("Loft"), "°", (-5, 85, 0.5), _degrees, _mrad),
    Number(5, tr("Direction, to the right"), "°", (-40, 40, 0.25), _degrees, _mrad),
    Number(10, tr("Spin, anticlockwise"), tr("turns/s"), (-12, 12, 0.1), _turns, _rate),
    Number(11, tr("Tumble, nose up"), tr("turns/s"), (-8, 8, 0.1), _turns, _rate),
    Number(7, tr("Pitch, nose up"), "°", (-90, 90, 1), _degrees, _mrad),
    Number(8, tr("Bank, right edge down"), "°", (-60, 60, 1), _degrees, _mrad),
    Number(9, tr("Turned, anticlockwise"), "°", (-180, 180, 1), _degrees, _mrad),
)


def with_number(release: Release, number: Number, value: float) -> Release:
    """Return `release` with one number set to `value` (in its unit), clamped to the legal range."""
    args = list(release.args())
    low, high = RANGES[number.field]
    args[number.field] = min(max(round(number.from_unit(value)), low), high)
    return Release(*args)


class ThrowTuner(Overlay):
    """Overlay with the sliders; answers with the new `Release`. `before`: the last throw."""

    def __init__(self, app: Services, release: Release) -> None:
        super().__init__(app)
        self.before = release
        self.release = release

    def build(self) -> Widget:
        method = METHOD_TITLES[METHODS[self.before.method]]
        rows: list[Widget] = [
            heading(tr("Change your last throw: {method}", method=method)),
            Label(tr("Change a number, throw, and see what happens. It doesn’t count."), SMALL),
        ]
        for number in NUMBERS:
            value = number.to_unit(self.release.args()[number.field])
            low, high, step = number.span
            slider = Slider(
                f"change.{number.field}", number.name, min(max(value, low), high),
                (low, high, step), self._setter(number), number.shown, room=VALUE,
            )  # fmt: skip
            rows.append(Beside(Label(number.name), slider, 0.4))
        buttons = [
            Button("change.close", tr("Close"), self.close, wide=110),
            Button("change.back", tr("Reset"), self._back, wide=130),
            Button("change.throw", tr("Throw"), self._throw, "primary", wide=150),
        ]
        return Centre(Panel(Column([*rows, Space(4), Row(buttons, side="right")], 9)), 640, pad=12)

    def _setter(self, number: Number) -> Callable[[float], None]:
        def set(value: float) -> None:
            self.release = with_number(self.release, number, value)

        return set

    def _back(self) -> None:
        self.release = self.before
        self.rebuild()

    def _throw(self) -> None:
        self.go(Back(self.release))
