"""How hard a hand throws, on a band: what would reach the target, now, and the last throws.

Below it stands how surely: in tenths, for more is not known of a hand.
"""

from __future__ import annotations

from pygame import Rect

from castlecards.core.plurals import plural
from castlecards.toss.styles import FASTEST, SLOWEST
from castlecards.ui.kit.canvas import Anchor, Canvas, Point
from castlecards.ui.kit.shapes import mix
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.input.state import SpeedGauge

SAID = Style("ui", 12.5, "muted")
ODDS = Style("bold", 14, "gold_high")
SMALL = Style("ui", 12, "muted")
TICK = (244, 240, 226)
DARK = (10, 16, 12)
ENDS = SLOWEST, FASTEST  # m/s, of a flick
STRAIGHT = 5.0  # mm aside that are no drift


def gauge_x(rect: Rect, speed: float, ends: tuple[float, float]) -> float:
    """px of a speed on a band between `ends`, m/s."""
    part = (speed - ends[0]) / (ends[1] - ends[0])
    return rect.left + rect.width * min(max(part, 0.0), 1.0)


def draw_speed_gauge(
    canvas: Canvas, rect: Rect, band: SpeedGauge, ends: tuple[float, float]
) -> None:
    """The zone that reaches the target, the marker above it, ticks below it."""
    look, c = canvas.look, canvas.look.palette
    if band.reaching is not None:
        low, high = (gauge_x(rect, speed, ends) for speed in band.reaching)
        zone = Rect(round(low), rect.top, max(round(high - low), look.px(3)), rect.height)
        canvas.box(zone, 3, c.gold_high, c.gold, DARK)
    for n, speed in enumerate(band.last):
        x = gauge_x(rect, speed, ends)
        fresh = (n + 1) / len(band.last)
        tick = Rect(0, rect.bottom + look.px(3), look.px(3), look.px(7))
        tick.centerx = round(x)
        canvas.fill(mix((90, 104, 94), TICK, fresh), tick)
    x, y = gauge_x(rect, band.speed, ends), rect.top - look.px(2)
    for tone, more in ((DARK, 1), (TICK, 0)):
        half, top = look.px(6) + more, y - look.px(9)
        canvas.polygon(tone, [(x - half, top), (x + half, top), (x, y + more)])


def odds_text(canvas: Canvas, place: Point, band: SpeedGauge, anchor: Anchor) -> None:
    """By what, and in tenths how surely; one line."""
    look = canvas.look
    said = f"{band.told}:" if band.share >= 0 else f"{band.told}."
    sure = hit_rate_text(band.share)
    wide = look.width(said, SAID) + (look.width(f" {sure}", ODDS) if sure else 0)
    x = place[0] - (wide / 2 if anchor == "c" else 0)
    canvas.text(said, (x, place[1]), SAID, "w")
    if sure:
        canvas.text(sure, (x + wide - look.width(sure, ODDS), place[1]), ODDS, "w")


def hit_rate_text(share: float) -> str:
    """`about 6 in 10 hit`; "" where nothing is known."""
    if share < 0:
        return ""
    count = round(10 * share)
    if count == 0:
        return "hardly any hit"
    return (
        "nearly all hit" if count == 10 else f"about {count} in 10 {plural(count, 'hits', 'hit')}"
    )


def drift_text(band: SpeedGauge) -> str:
    """`drifts 60 mm to the left`."""
    if abs(band.drift) < STRAIGHT:
        return "flies straight"
    return f"drifts {abs(band.drift):.0f} mm to the {'right' if band.drift > 0 else 'left'}"
