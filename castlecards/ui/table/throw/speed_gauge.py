"""Painter of the speed gauge: speeds that reach the target, the current speed, and past throws.

The text below it gives the hit rate in tenths; the records of one hand allow no finer figure.
"""

from __future__ import annotations

from pygame import Rect

from castlecards.texts import ntr, tr
from castlecards.toss.styles import FASTEST, SLOWEST
from castlecards.ui.kit.canvas import Anchor, Canvas, Point
from castlecards.ui.kit.shapes import mix
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.input.state import SpeedGauge

BASIS = Style("ui", 14, "muted")
ODDS = Style("bold", 14, "gold_high")
SMALL = Style("ui", 14, "muted")
TICK = (244, 240, 226)
DARK = (10, 16, 12)
FLICK_SPEEDS = SLOWEST, FASTEST  # m/s, ends of the gauge for flicks
NO_DRIFT = 5.0  # mm; less drift is called straight


def gauge_x(rect: Rect, speed: float, ends: tuple[float, float]) -> float:
    """Horizontal place of a speed on the gauge, px; `ends`: its lowest and highest speed, m/s."""
    part = (speed - ends[0]) / (ends[1] - ends[0])
    return rect.left + rect.width * min(max(part, 0.0), 1.0)


def draw_speed_gauge(
    canvas: Canvas, rect: Rect, gauge: SpeedGauge, ends: tuple[float, float]
) -> None:
    """Draw the zone that reaches the target, the marker above it and ticks of past throws below."""
    look, c = canvas.look, canvas.look.palette
    if gauge.reaching is not None:
        low, high = (gauge_x(rect, speed, ends) for speed in gauge.reaching)
        zone = Rect(round(low), rect.top, max(round(high - low), look.px(3)), rect.height)
        canvas.box(zone, 3, c.gold_high, c.gold, DARK)
    for n, speed in enumerate(gauge.last):
        x = gauge_x(rect, speed, ends)
        fresh = (n + 1) / len(gauge.last)
        tick = Rect(0, rect.bottom + look.px(3), look.px(3), look.px(7))
        tick.centerx = round(x)
        canvas.fill(mix((90, 104, 94), TICK, fresh), tick)
    x, y = gauge_x(rect, gauge.speed, ends), rect.top - look.px(2)
    for tone, more in ((DARK, 1), (TICK, 0)):
        half, top = look.px(6) + more, y - look.px(9)
        canvas.polygon(tone, [(x - half, top), (x + half, top), (x, y + more)])


def odds_text(canvas: Canvas, place: Point, gauge: SpeedGauge, anchor: Anchor) -> None:
    """Draw one line of text: the basis of the hit rate and the rate in tenths."""
    look = canvas.look
    basis = gauge.source
    rate = hit_rate_text(gauge.share)
    wide = look.width(basis, BASIS) + (look.width(f" {rate}", ODDS) if rate else 0)
    x = place[0] - (wide / 2 if anchor == "c" else 0)
    canvas.text(basis, (x, place[1]), BASIS, "w")
    if rate:
        canvas.text(rate, (x + wide - look.width(rate, ODDS), place[1]), ODDS, "w")


def hit_rate_text(share: float) -> str:
    """Text of a hit rate, such as `about 6 in 10 hit`; "" if it is unknown (below 0)."""
    if share < 0:
        return ""
    count = round(10 * share)
    if count in (0, 10):
        return tr("nearly all hit") if count else tr("hardly any hit")
    return ntr(count, "about {n} in 10 hits", "about {n} in 10 hit")


def drift_text(gauge: SpeedGauge) -> str:
    """Text of the drift, such as `drifts 6 cm left`."""
    if abs(gauge.drift) < NO_DRIFT:
        return tr("flies straight")
    cm = round(abs(gauge.drift) / 10)
    if gauge.drift > 0:
        return tr("drifts {cm} cm right", cm=cm)
    return tr("drifts {cm} cm left", cm=cm)
