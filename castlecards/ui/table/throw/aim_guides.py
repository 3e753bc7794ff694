"""Painter of the aim guides: castle gate, release line, ruler, first part of the arc, and the
likely spread of first touches."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from castlecards.core.cards import Pose
from castlecards.core.landing import Limits, Release
from castlecards.practice.hands import Ellipse
from castlecards.texts import tr
from castlecards.toss.aim import Preview
from castlecards.toss.styles import SLOWEST, STRONGEST, STYLES
from castlecards.ui.cardart.seat_signs import SEATS, SeatSign, draw_sign
from castlecards.ui.kit.canvas import Anchor, Canvas
from castlecards.ui.kit.shapes import Colour, mix
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.input.state import KeyboardAim, SpeedGauge
from castlecards.ui.table.layout.camera import Camera, Point, Quad
from castlecards.ui.table.render.glow import draw_glow
from castlecards.ui.table.throw.hit_odds import RulerTick, ThrowForecast, to_table, to_throw_frame
from castlecards.ui.table.throw.speed_gauge import draw_speed_gauge, odds_text

LABEL = Style("medium", 14, "gold_high")
SMALL = Style("ui", 14, "muted")
LINE: Colour = (222, 190, 110)
STOP: Colour = (226, 120, 96)
SOFT: Colour = (120, 156, 120)
LIGHT: Colour = (255, 224, 150)
PALE: Colour = (250, 244, 222)
RIM: Colour = (22, 30, 24)
HALO = 34  # units, width of the light around a target
COARSE = 8  # px of that light in the small picture that is blurred
ELLIPSE_SIDES = 40  # line segments of an ellipse
POST_HEIGHT = 62.0  # mm, height of the gate's posts
BAR_GAP = 66  # mm from the castle line to the power bar behind it
RULER_MARGIN = 60  # mm of ruler beyond the other side's release line


class ThrowFrame:
    """Frame of the thrower: mm to the right and forward of the start, projected to the screen."""

    def __init__(self, limits: Limits, camera: Camera) -> None:
        turn = limits.start.angle / 1000
        self.camera = camera
        self.cos, self.sin = math.cos(turn), math.sin(turn)
        self.start = limits.start
        self.x, self.y = limits.start.x / 10, limits.start.y / 10

    def on_table(self, right: float, ahead: float) -> Point:
        """Table mm of a point of this frame."""
        return (
            self.x + right * self.cos - ahead * self.sin,
            self.y + right * self.sin + ahead * self.cos,
        )

    def project(self, right: float, ahead: float, z: float = 0.0) -> Point:
        """Screen px of a point of this frame, `z` mm above the table."""
        return self.camera.project(*self.on_table(right, ahead), z)

    def from_table(self, x: float, y: float) -> Point:
        """Convert table mm to mm right and forward."""
        return to_throw_frame(self.start, x, y)


@dataclass(frozen=True)
class AimGuides:
    """Values from which the aim guides of one throw are drawn."""

    limits: Limits
    picked: bool  # a throwable card is picked
    active: bool  # a card is being aimed, by mouse or `keys`
    keys: KeyboardAim | None
    preview: Preview | None  # first part of the flight
    assist: str  # "full", "some" or "none"
    ruler: tuple[RulerTick, ...] = ()  # first touches at other hand speeds
    forecast: ThrowForecast | None = None
    target: Quad | None = None  # px, outline of the card nearest to the first touch
    release: Release | None = None  # of the throw that the preview shows
    before_gate: bool = False  # the hand is still behind the gate: the flick has not begun
    flare: float = 0.0  # 1 to 0 after the card has passed through the gate
    gauge: SpeedGauge | None = None


def draw_below(canvas: Canvas, camera: Camera, guides: AimGuides) -> None:
    """Draw the guides that lie below moving cards: gate, release line, ruler, target."""
    limits = guides.limits
    frame = ThrowFrame(limits, camera)
    strong = guides.active or guides.picked
    seen = limits, camera, strong, guides.active, guides.flare
    canvas.part(("gate", *seen), lambda c: _draw_gate(c, frame, guides, strong))
    if strong:
        canvas.part(("release", limits, camera), lambda c: _draw_release_line(c, frame))
        if guides.assist == "full":
            if guides.ruler:
                _draw_touch_ruler(canvas, frame, guides)
                _draw_target(canvas, guides)
            else:
                reach = 2 * abs(limits.start.y) // 10 + RULER_MARGIN
                ruler = "distances", limits, camera
                canvas.part(ruler, lambda c: _draw_distance_ruler(c, frame, reach))


def _draw_gate(canvas: Canvas, frame: ThrowFrame, guides: AimGuides, strong: bool) -> None:
    """Draw the castle line: a bright gate between two posts, dashed beyond them."""
    look = canvas.look
    x0, x1, y = (value / 10 for value in guides.limits.gate)
    left, back = frame.from_table(x0, y)
    right, _ = frame.from_table(x1, y)
    left, right = min(left, right), max(left, right)
    colour = LINE if strong else SOFT
    canvas.line(
        colour, frame.project(left, back), frame.project(right, back), look.px(2.5 if strong else 1)
    )
    if not strong:
        return
    draw_dashed(
        canvas, colour, frame.project(left - 160, back), frame.project(left, back), look.px(9)
    )
    draw_dashed(
        canvas, colour, frame.project(right, back), frame.project(right + 160, back), look.px(9)
    )
    for width, part in ((9.0, 0.22), (5.0, 0.5)):
        tone = mix((0, 0, 0), LIGHT, part)
        _draw_light(
            canvas, tone, frame.project(left, back), frame.project(right, back), look.px(width)
        )
    canvas.line(LIGHT, frame.project(left, back), frame.project(right, back), look.px(2.2))
    side_sign = SEATS[0 if frame.cos > 0 else 1]
    for side, out in ((left, -1), (right, 1)):
        foot, top = frame.project(side, back), frame.project(side, back, POST_HEIGHT)
        canvas.circle((12, 14, 12), foot, look.px(6))
        canvas.line((60, 44, 24), foot, top, look.px(6))
        canvas.line(LINE, foot, top, look.px(3.4))
        canvas.circle(LIGHT, top, look.px(4.6 + 4 * guides.flare))
        _draw_pennant(canvas, side_sign, top, out)
    x, y_ = frame.project(right, back)
    canvas.text("gate", (x + look.px(9), y_ + look.px(12)), LABEL, "w")
    for k in range(3):  # arrows through the gate
        along = back - 52 + 20 * k
        tip, wing = frame.project(0, along + 9), 11
        if not guides.active:
            canvas.line(LINE, frame.project(-wing, along), tip, look.px(2))
            canvas.line(LINE, tip, frame.project(wing, along), look.px(2))


def _draw_light(canvas: Canvas, tone: Colour, start: Point, end: Point, width: float) -> None:
    """Draw a line of light: its colour is added to the pixels below."""
    left, right = sorted((start[0], end[0]))
    low, high = sorted((start[1], end[1]))
    size = (max(1, round(right - left)), max(1, round(high - low + width)))
    strip = Surface(size)
    strip.fill(tone)
    at = (round(left), round(low - width / 2))
    canvas.add(strip, at)


def _draw_pennant(canvas: Canvas, sign: SeatSign, top: Point, out: int) -> None:
    """Draw a flag with the seat sign of the gate's side; `out`: 1 flies to the right, -1 left."""
    u = canvas.look.px(1000) / 1000
    x, y = top[0], top[1] + 4 * u
    corners = [(x, y), (x + out * 32 * u, y + 3 * u), (x + out * 25 * u, y + 11 * u),
               (x + out * 32 * u, y + 20 * u), (x, y + 22 * u)]  # fmt: skip
    canvas.polygon(mix(sign.colour, (0, 0, 0), 0.12), corners)
    canvas.line(mix(sign.colour, (255, 255, 255), 0.35), corners[0], corners[1], 1)
    pale = SeatSign(sign.shape, (252, 246, 232), mix(sign.colour, (0, 0, 0), 0.4))
    draw_sign(canvas, pale, (x + out * 12 * u, y + 11 * u), 5 * u)


def _draw_release_line(canvas: Canvas, frame: ThrowFrame) -> None:
    look = canvas.look
    wide = 345
    draw_dashed(
        canvas, STOP, frame.project(-wide, 0), frame.project(wide, 0), look.px(12), look.px(2)
    )
    x, y = frame.project(wide, 0)
    _draw_label(canvas, tr("let go before this line"), (x, y - look.px(21)), "e", STOP)


def _draw_distance_ruler(canvas: Canvas, frame: ThrowFrame, reach: int) -> None:
    """Draw a straight ruler: cm ahead of the release line; `reach`: its length, mm."""
    canvas.line(SOFT, frame.project(0, 0), frame.project(0, reach), 1)
    for mm in range(50, reach + 1, 50):
        wide = 16 if mm % 100 == 0 else 7
        canvas.line(SOFT, frame.project(-wide, mm), frame.project(wide, mm), 1)
        if mm % 100 == 0:
            x, y = frame.project(22, mm)
            _draw_label(canvas, f"{mm // 10} cm", (x, y), "w", (176, 202, 176))


def _draw_touch_ruler(canvas: Canvas, frame: ThrowFrame, guides: AimGuides) -> None:
    """Draw a curve of first touches labelled with hand speeds, m/s.

    Flying cards drift, so the curve is not straight. It ends where more speed gains no distance."""
    ticks = rising_ticks([*guides.ruler], frame)
    if len(ticks) < 2:
        return
    _draw_aim_line(canvas, frame, guides, ticks[-1].touch)
    seen = tuple(ticks), frame.camera, guides.target
    canvas.part(
        ("ruler", *seen), lambda c: _draw_ruler_curve(c, frame.camera, ticks, guides.target)
    )


def _draw_ruler_curve(
    canvas: Canvas, camera: Camera, ticks: list[RulerTick], target: Quad | None
) -> None:
    """Draw the curve of a ruler, its ticks and their labels, which keep off the `target`."""
    look = canvas.look
    points = [camera.project(*tick.touch) for tick in ticks]
    for colour, width in ((RIM, 5.0), (PALE, 2.4)):
        for one, two in pairwise(points):
            canvas.line(colour, one, two, look.px(width))
    for tick, at in zip(ticks, points, strict=True):
        whole = round(10 * tick.speed) % 4 == 0
        canvas.circle(RIM, at, look.px(4.4 if whole else 3.2))
        canvas.circle(LIGHT if whole else PALE, at, look.px(3.0 if whole else 2.0))
        if whole:
            place, anchor = _label_place(target, at, look.px(10))
            _draw_label(canvas, f"{tick.speed:.1f}", place, anchor, PALE)


def _draw_label(canvas: Canvas, text: str, at: Point, anchor: Anchor, colour: Colour) -> None:
    """Draw text on a dark plate, so that it reads on any background."""
    look = canvas.look
    plate = Rect(0, 0, look.width(text, SMALL) + look.px(8), look.px(16))
    left = at[0] - look.px(4) if anchor == "w" else at[0] + look.px(4) - plate.width
    plate.midleft = (round(left), round(at[1]))
    canvas.box(plate, 4, RIM)
    canvas.text(text, at, SMALL, anchor, colour)


def _label_place(quad: Quad | None, at: Point, gap: int) -> tuple[Point, Anchor]:
    """Place and anchor of a tick's label: right of the tick, or left of the target `quad`."""
    if quad is not None:
        xs, ys = [p[0] for p in quad], [p[1] for p in quad]
        if min(xs) - gap < at[0] < max(xs) + gap and min(ys) - gap < at[1] < max(ys) + gap:
            return (min(xs) - gap, at[1]), "e"
    return (at[0] + gap, at[1]), "w"


def _draw_aim_line(canvas: Canvas, frame: ThrowFrame, guides: AimGuides, end: Point) -> None:
    """Draw the direction of the hand, as long as the ruler: the path of a card without drift."""
    release = guides.release
    if release is None:
        return
    right, ahead = frame.from_table(*end)
    far = math.hypot(right - release.x, ahead - release.y)
    heading = release.heading / 1000
    there = release.x + far * math.sin(heading), release.y + far * math.cos(heading)
    start = frame.project(release.x, release.y)
    draw_dashed(canvas, SOFT, start, frame.project(*there), canvas.look.px(5))


def _draw_target(canvas: Canvas, guides: AimGuides) -> None:
    """Draw light and brackets around the target; the card itself stays unlit."""
    quad = guides.target
    if quad is None:
        return
    xs, ys = [p[0] for p in quad], [p[1] for p in quad]
    left, top, far = min(xs), min(ys), canvas.look.px(HALO)
    corners = tuple((round(x - left) + far, round(y - top) + far) for x, y in quad)
    size = (round(max(xs) - left) + 2 * far, round(max(ys) - top) + 2 * far)
    image = canvas.look.shapes.keep(("halo", corners), lambda: _halo(size, corners, far))
    at = round(left) - far, round(top) - far
    canvas.add(image, at)
    draw_glow(canvas, quad, True)


def _halo(size: tuple[int, int], corners: tuple[tuple[int, int], ...], far: int) -> Surface:
    """Picture of a light that fades outward from a card's edges; black on the card."""
    part = max(1, far // COARSE)  # a blur is faster in a small picture, which is then enlarged
    small = Surface((size[0] // part + 1, size[1] // part + 1), 0, 32)
    pygame.draw.polygon(
        small, mix((0, 0, 0), LIGHT, 1.0), [(x / part, y / part) for x, y in corners]
    )
    small = pygame.transform.gaussian_blur(small, max(1, far // (2 * part)))
    image = pygame.transform.smoothscale_by(small, part)
    pygame.draw.polygon(image, (0, 0, 0), corners)
    return image


def _draw_spread(canvas: Canvas, frame: ThrowFrame, forecast: ThrowForecast) -> None:
    """Draw two ellipses: first touches of 50 % and of 90 % of such throws.

    They are dashed while the thrower's own spread is not known."""
    spread = forecast.spread
    if spread is None:
        return
    for part, shape in enumerate((spread.most, spread.half)):
        points = _outline(frame.camera, frame.start, forecast.at, shape)
        tone = mix(RIM, PALE, 0.94 if part else 0.8)
        if not forecast.own:
            for k in range(0, ELLIPSE_SIDES, 2):
                canvas.line(RIM, points[k], points[k + 1], canvas.look.px(3))
                canvas.line(tone, points[k], points[k + 1], canvas.look.px(1.6))
            continue
        canvas.path(RIM, points, canvas.look.px(4))
        canvas.path(tone, points, canvas.look.px(2))


@lru_cache(maxsize=8)  # unchanged while the hand rests
def _outline(camera: Camera, start: Pose, at: Point, shape: Ellipse) -> tuple[Point, ...]:
    """Outline of an ellipse about a place on the table, px."""
    cos, sin = math.cos(shape.tilt), math.sin(shape.tilt)
    found = []
    for k in range(ELLIPSE_SIDES):
        turn = 2 * math.pi * k / ELLIPSE_SIDES
        u, v = shape.long * math.cos(turn), shape.short * math.sin(turn)
        right, far = u * cos - v * sin, u * sin + v * cos
        found.append(camera.project(*to_table(start, right, far, at)))
    return tuple(found)


def rising_ticks(ticks: list[RulerTick], frame: ThrowFrame) -> list[RulerTick]:
    """Leading ticks of a ruler, up to the first that lies no further ahead than the one before."""
    found = sorted(ticks)[:1]
    for tick in sorted(ticks)[1:]:
        if frame.from_table(*tick.touch)[1] <= frame.from_table(*found[-1].touch)[1]:
            break
        found.append(tick)
    return found


def draw_above(canvas: Canvas, camera: Camera, guides: AimGuides) -> None:
    """Draw the guides above the cards: spread, first part of the arc, direction, power bar."""
    if not guides.active:
        return
    frame, assist = ThrowFrame(guides.limits, camera), guides.assist
    if assist == "full" and guides.forecast is not None:
        _draw_spread(canvas, frame, guides.forecast)
    if guides.before_gate:
        return
    if assist == "full" and guides.preview is not None:
        for k, dot in enumerate(guides.preview.dots):
            at = frame.camera.project(*dot)
            canvas.circle((250, 240, 205), at, max(canvas.look.px(3.4) - k * 0.12, 1.5))
    if assist != "none" and guides.keys is None and guides.preview is not None:
        first, last = guides.preview.dots[0], guides.preview.touch
        dx, dy = last[0] - first[0], last[1] - first[1]
        far = math.hypot(dx, dy) or 1
        end = (first[0] + dx / far * 170, first[1] + dy / far * 170)
        start = frame.camera.project(first[0], first[1])
        draw_arrow(canvas, (240, 226, 178), start, frame.camera.project(*end), canvas.look.px(2))
    if guides.keys is not None:
        _draw_power_bar(canvas, frame, guides, guides.keys)


def _draw_power_bar(
    canvas: Canvas, frame: ThrowFrame, guides: AimGuides, keys: KeyboardAim
) -> None:
    """Draw the direction and the power bar of keyboard aiming; the bar lies behind the castle."""
    look = canvas.look
    right, ahead = math.sin(math.radians(keys.heading)), math.cos(math.radians(keys.heading))
    if guides.preview is not None:
        right, ahead = frame.from_table(*guides.preview.touch)
    far = math.hypot(right, ahead) or 1
    end = frame.project(right / far * 200, ahead / far * 200)
    draw_arrow(canvas, LINE, frame.project(0, 0), end, look.px(3))
    _, gate = frame.from_table(guides.limits.gate[0] / 10, guides.limits.gate[2] / 10)
    x, y = frame.project(0, gate - BAR_GAP)
    wide, high = look.px(190), look.px(14)
    bar = canvas.rect.copy()
    bar.size = (wide, high)
    bar.center = (round(x), round(y))
    bar.clamp_ip(canvas.rect.inflate(-look.px(90), -look.px(30)))
    canvas.box(bar, 7, (12, 22, 17), (12, 22, 17), look.palette.gold, 1.5)
    fill = bar.inflate(-look.px(4), -look.px(4))
    fill.width = round(fill.width * keys.power)
    if fill.width > 4:
        canvas.box(fill, 5, look.palette.gold_high, look.palette.gold)
    if guides.gauge is not None and guides.release is not None:
        style = STYLES[guides.release.method]
        most = STRONGEST * style.speed
        draw_speed_gauge(canvas, bar, guides.gauge, (SLOWEST, most))
        odds_text(canvas, (bar.centerx, bar.bottom + look.px(22)), guides.gauge, "c")
    canvas.text(f"{keys.heading:+.0f}°", (bar.right + look.px(10), bar.centery), LABEL, "w")


def draw_dashed(
    canvas: Canvas, colour: Colour, start: Point, end: Point, dash: float, width: float = 1
) -> None:
    """Draw a dashed line; `dash` and `width` in px."""
    far = math.dist(start, end)
    steps = max(1, int(far / (2 * max(dash, 1))))
    for k in range(steps + 1):
        a, b = (
            min(2 * k * dash / far, 1.0) if far else 0,
            min((2 * k + 1) * dash / far, 1.0) if far else 0,
        )
        if a >= 1:
            break
        one = (start[0] + (end[0] - start[0]) * a, start[1] + (end[1] - start[1]) * a)
        two = (start[0] + (end[0] - start[0]) * b, start[1] + (end[1] - start[1]) * b)
        canvas.line(colour, one, two, width)


def draw_arrow(canvas: Canvas, colour: Colour, start: Point, end: Point, width: float) -> None:
    """Draw a line with an arrowhead at `end`; `width` in px."""
    canvas.line(colour, start, end, width)
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = math.hypot(dx, dy) or 1
    ux, uy = dx / far, dy / far
    size = 5 + 2.5 * width
    left = (end[0] - ux * size - uy * size * 0.6, end[1] - uy * size + ux * size * 0.6)
    right = (end[0] - ux * size + uy * size * 0.6, end[1] - uy * size - ux * size * 0.6)
    canvas.polygon(colour, [end, left, right])
