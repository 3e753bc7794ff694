"""The lines of a throw on the table: castle line with its gate, release line, ruler, first arc; and
where it is likely to touch."""

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
from castlecards.toss.aim import Preview
from castlecards.toss.styles import SLOWEST, STRONGEST, STYLES
from castlecards.ui.cardart.seat_signs import SEATS, SeatSign, draw_sign
from castlecards.ui.kit.canvas import Anchor, Canvas
from castlecards.ui.kit.shapes import Colour, mix
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.input.state import KeyboardAim, SpeedGauge
from castlecards.ui.table.layout.camera import Camera, Point, Quad
from castlecards.ui.table.render.static_layer import glow
from castlecards.ui.table.throw.hit_odds import RulerTick, ThrowForecast, to_table, to_throw_frame
from castlecards.ui.table.throw.speed_gauge import draw_speed_gauge, odds_text

LABEL = Style("medium", 12, "gold_high")
SMALL = Style("ui", 11, "muted")
LINE: Colour = (222, 190, 110)
STOP: Colour = (226, 120, 96)
SOFT: Colour = (120, 156, 120)
LIGHT: Colour = (255, 224, 150)
PALE: Colour = (250, 244, 222)
RIM: Colour = (22, 30, 24)
HALO = 34  # units of light around a target
SIDES = 40  # of an ellipse
POST = 62.0  # mm, height of the gate's posts
BEHIND = 66  # mm from the castle's line to the power bar
BEYOND = 60  # mm of ruler beyond the release line of the other side


class ThrowFrame:
    """The thrower's frame on the screen: mm to the right and forward of the start."""

    def __init__(self, limits: Limits, camera: Camera) -> None:
        turn = limits.start.angle / 1000
        self.camera = camera
        self.cos, self.sin = math.cos(turn), math.sin(turn)
        self.start = limits.start
        self.x, self.y = limits.start.x / 10, limits.start.y / 10

    def table(self, right: float, ahead: float) -> Point:
        return (
            self.x + right * self.cos - ahead * self.sin,
            self.y + right * self.sin + ahead * self.cos,
        )

    def at(self, right: float, ahead: float, z: float = 0.0) -> Point:
        return self.camera.project(*self.table(right, ahead), z)

    def inside(self, x: float, y: float) -> Point:
        """Table mm to mm right and forward."""
        return to_throw_frame(self.start, x, y)


@dataclass(frozen=True)
class AimGuides:
    """What there is to be shown of a throw: `picked`, a card is ready for it; `active`, the hand
    aims with it, by `keys` or the mouse; `ahead`, where it would go. `assist`: full, some, none.
    `ruler`: where it would first touch at other speeds of the hand; `expected`: what it is likely
    to come to; `target`: px, what lies nearest to that; `release`: the throw that is spoken of;
    `waits`: the movement has yet to begin; `flare`: 1 to 0 after the card has come through the
    gate; `band`: how hard, and how surely."""

    limits: Limits
    picked: bool
    active: bool
    keys: KeyboardAim | None
    ahead: Preview | None
    assist: str
    ruler: tuple[RulerTick, ...] = ()
    expected: ThrowForecast | None = None
    target: Quad | None = None
    release: Release | None = None
    waits: bool = False
    flare: float = 0.0
    band: SpeedGauge | None = None


def draw_below(canvas: Canvas, camera: Camera, aimed: AimGuides) -> None:
    """Below the cards that move."""
    limits = aimed.limits
    frame = ThrowFrame(limits, camera)
    strong = aimed.active or aimed.picked
    _gate(canvas, frame, aimed, strong)
    if strong:
        _release_line(canvas, frame)
        if aimed.assist == "full":
            if aimed.ruler:
                _bent_ruler(canvas, frame, aimed)
                _target(canvas, aimed)
            else:
                _ruler(canvas, frame, 2 * abs(limits.start.y) // 10 + BEYOND)


def _gate(canvas: Canvas, frame: ThrowFrame, aimed: AimGuides, strong: bool) -> None:
    """The castle's line: a bright gate to go through, faint beyond its posts."""
    look = canvas.look
    x0, x1, y = (value / 10 for value in aimed.limits.gate)
    left, back = frame.inside(x0, y)
    right, _ = frame.inside(x1, y)
    left, right = min(left, right), max(left, right)
    colour = LINE if strong else SOFT
    canvas.line(colour, frame.at(left, back), frame.at(right, back), look.px(2.5 if strong else 1))
    if not strong:
        return
    dashed(canvas, colour, frame.at(left - 160, back), frame.at(left, back), look.px(9))
    dashed(canvas, colour, frame.at(right, back), frame.at(right + 160, back), look.px(9))
    for width, part in ((9.0, 0.22), (5.0, 0.5)):  # a threshold of light
        tone = mix((0, 0, 0), LIGHT, part)
        _lit(canvas, tone, frame.at(left, back), frame.at(right, back), look.px(width))
    canvas.line(LIGHT, frame.at(left, back), frame.at(right, back), look.px(2.2))
    side_sign = SEATS[0 if frame.cos > 0 else 1]
    for side, out in ((left, -1), (right, 1)):
        foot, top = frame.at(side, back), frame.at(side, back, POST)
        canvas.circle((12, 14, 12), foot, look.px(6))
        canvas.line((60, 44, 24), foot, top, look.px(6))
        canvas.line(LINE, foot, top, look.px(3.4))
        canvas.circle(LIGHT, top, look.px(4.6 + 4 * aimed.flare))
        _pennant(canvas, side_sign, top, out)
    x, y_ = frame.at(right, back)
    canvas.text("gate", (x + look.px(9), y_ + look.px(12)), LABEL, "w")
    for k in range(3):  # arrows through the gate
        along = back - 52 + 20 * k
        tip, wing = frame.at(0, along + 9), 11
        if not aimed.active:
            canvas.line(LINE, frame.at(-wing, along), tip, look.px(2))
            canvas.line(LINE, tip, frame.at(wing, along), look.px(2))


def _lit(canvas: Canvas, tone: Colour, start: Point, end: Point, width: float) -> None:
    """A line of light, added to what is there."""
    left, right = sorted((start[0], end[0]))
    low, high = sorted((start[1], end[1]))
    size = (max(1, round(right - left)), max(1, round(high - low + width)))
    strip = Surface(size)
    strip.fill(tone)
    at = (round(left), round(low - width / 2))
    canvas.surface.blit(strip, at, special_flags=pygame.BLEND_RGB_ADD)


def _pennant(canvas: Canvas, sign: SeatSign, top: Point, out: int) -> None:
    """Whose gate it is: a flag with the sign of the side."""
    u = canvas.look.px(1000) / 1000
    x, y = top[0], top[1] + 4 * u
    corners = [(x, y), (x + out * 32 * u, y + 3 * u), (x + out * 25 * u, y + 11 * u),
               (x + out * 32 * u, y + 20 * u), (x, y + 22 * u)]  # fmt: skip
    canvas.polygon(mix(sign.colour, (0, 0, 0), 0.12), corners)
    canvas.line(mix(sign.colour, (255, 255, 255), 0.35), corners[0], corners[1], 1)
    pale = SeatSign(sign.shape, (252, 246, 232), mix(sign.colour, (0, 0, 0), 0.4))
    draw_sign(canvas, pale, (x + out * 12 * u, y + 11 * u), 5 * u)


def _release_line(canvas: Canvas, frame: ThrowFrame) -> None:
    look = canvas.look
    wide = 345
    dashed(canvas, STOP, frame.at(-wide, 0), frame.at(wide, 0), look.px(12), look.px(2))
    x, y = frame.at(wide, 0)
    _label(canvas, "let go here at the latest", (x, y - look.px(21)), "e", STOP)


def _ruler(canvas: Canvas, frame: ThrowFrame, reach: int) -> None:
    """Distances from the release line, straight ahead, in cm."""
    canvas.line(SOFT, frame.at(0, 0), frame.at(0, reach), 1)
    for mm in range(50, reach + 1, 50):
        wide = 16 if mm % 100 == 0 else 7
        canvas.line(SOFT, frame.at(-wide, mm), frame.at(wide, mm), 1)
        if mm % 100 == 0:
            x, y = frame.at(22, mm)
            _label(canvas, f"{mm // 10} cm", (x, y), "w", (176, 202, 176))


def _bent_ruler(canvas: Canvas, frame: ThrowFrame, aimed: AimGuides) -> None:
    """Where the card would first touch, by the speed of the hand: it does not lie straight ahead,
    and is cut where a quicker hand would not throw further."""
    look, camera = canvas.look, frame.camera
    notches = rising([*aimed.ruler], frame)
    points = [camera.project(*notch.touch) for notch in notches]
    if len(points) < 2:
        return
    _straight(canvas, frame, aimed, notches[-1].touch)
    for colour, width in ((RIM, 5.0), (PALE, 2.4)):
        for one, two in pairwise(points):
            canvas.line(colour, one, two, look.px(width))
    for notch, at in zip(notches, points, strict=True):
        whole = round(10 * notch.speed) % 4 == 0
        canvas.circle(RIM, at, look.px(4.4 if whole else 3.2))
        canvas.circle(LIGHT if whole else PALE, at, look.px(3.0 if whole else 2.0))
        if whole:
            place, anchor = _beside(aimed.target, at, look.px(10))
            _label(canvas, f"{notch.speed:.1f}", place, anchor, PALE)


def _label(canvas: Canvas, text: str, at: Point, anchor: Anchor, colour: Colour) -> None:
    """On a plate of its own: what lies below it may be of any colour."""
    look = canvas.look
    plate = Rect(0, 0, look.width(text, SMALL) + look.px(8), look.px(16))
    left = at[0] - look.px(4) if anchor == "w" else at[0] + look.px(4) - plate.width
    plate.midleft = (round(left), round(at[1]))
    canvas.box(plate, 4, RIM)
    canvas.text(text, at, SMALL, anchor, colour)


def _beside(quad: Quad | None, at: Point, gap: int) -> tuple[Point, Anchor]:
    """Where the label of a notch stands: not on what is thrown at."""
    if quad is not None:
        xs, ys = [p[0] for p in quad], [p[1] for p in quad]
        if min(xs) - gap < at[0] < max(xs) + gap and min(ys) - gap < at[1] < max(ys) + gap:
            return (min(xs) - gap, at[1]), "e"
    return (at[0] + gap, at[1]), "w"


def _straight(canvas: Canvas, frame: ThrowFrame, aimed: AimGuides, end: Point) -> None:
    """The way of the hand, as far as the ruler: where the card would go if it did not drift."""
    release = aimed.release
    if release is None:
        return
    right, ahead = frame.inside(*end)
    far = math.hypot(right - release.x, ahead - release.y)
    heading = release.heading / 1000
    there = release.x + far * math.sin(heading), release.y + far * math.cos(heading)
    start = frame.at(release.x, release.y)
    dashed(canvas, SOFT, start, frame.at(*there), canvas.look.px(5))


def _target(canvas: Canvas, aimed: AimGuides) -> None:
    """Light around what is thrown at, and brackets; on the card nothing."""
    quad = aimed.target
    if quad is None:
        return
    xs, ys = [p[0] for p in quad], [p[1] for p in quad]
    left, top, far = min(xs), min(ys), canvas.look.px(HALO)
    corners = tuple((round(x - left) + far, round(y - top) + far) for x, y in quad)
    size = (round(max(xs) - left) + 2 * far, round(max(ys) - top) + 2 * far)
    image = canvas.look.shapes.keep(("halo", corners), lambda: _halo(size, corners, far))
    at = round(left) - far, round(top) - far
    canvas.surface.blit(image, at, special_flags=pygame.BLEND_RGB_ADD)
    glow(canvas, quad, True)


def _halo(size: tuple[int, int], corners: tuple[tuple[int, int], ...], far: int) -> Surface:
    """Light that fades away from a card, and none on it."""
    image = Surface(size, 0, 32)
    pygame.draw.polygon(image, mix((0, 0, 0), LIGHT, 1.0), corners)
    image = pygame.transform.gaussian_blur(image, max(1, far // 2))
    pygame.draw.polygon(image, (0, 0, 0), corners)
    return image


def _stray(canvas: Canvas, frame: ThrowFrame, expected: ThrowForecast) -> None:
    """Where half of such throws first touch, and nine of ten; dashed, if the hand is not known."""
    stray = expected.stray
    if stray is None:
        return
    for part, shape in enumerate((stray.most, stray.half)):
        points = _outline(frame.camera, frame.start, expected.at, shape)
        tone = mix(RIM, PALE, 0.94 if part else 0.8)
        if not expected.own:
            for k in range(0, SIDES, 2):
                canvas.line(RIM, points[k], points[k + 1], canvas.look.px(3))
                canvas.line(tone, points[k], points[k + 1], canvas.look.px(1.6))
            continue
        canvas.path(RIM, points, canvas.look.px(4))
        canvas.path(tone, points, canvas.look.px(2))


@lru_cache(maxsize=8)  # the same as long as the hand is still
def _outline(camera: Camera, start: Pose, at: Point, shape: Ellipse) -> tuple[Point, ...]:
    """px, of an ellipse about a place on the table."""
    cos, sin = math.cos(shape.tilt), math.sin(shape.tilt)
    found = []
    for k in range(SIDES):
        turn = 2 * math.pi * k / SIDES
        u, v = shape.long * math.cos(turn), shape.short * math.sin(turn)
        right, far = u * cos - v * sin, u * sin + v * cos
        found.append(camera.project(*to_table(start, right, far, at)))
    return tuple(found)


def rising(notches: list[RulerTick], frame: ThrowFrame) -> list[RulerTick]:
    """The beginning of a ruler, as long as each notch lies further ahead than the one before."""
    found = sorted(notches)[:1]
    for notch in sorted(notches)[1:]:
        if frame.inside(*notch.touch)[1] <= frame.inside(*found[-1].touch)[1]:
            break
        found.append(notch)
    return found


def draw_above(canvas: Canvas, camera: Camera, aimed: AimGuides) -> None:
    """Above the cards: the first part of the arc, the direction, the power bar."""
    if not aimed.active:
        return
    frame, assist = ThrowFrame(aimed.limits, camera), aimed.assist
    if assist == "full" and aimed.expected is not None:
        _stray(canvas, frame, aimed.expected)
    if aimed.waits:
        return
    if assist == "full" and aimed.ahead is not None:
        for k, dot in enumerate(aimed.ahead.dots):
            at = frame.camera.project(*dot)
            canvas.circle((250, 240, 205), at, max(canvas.look.px(3.4) - k * 0.12, 1.5))
    if assist != "none" and aimed.keys is None and aimed.ahead is not None:
        first, last = aimed.ahead.dots[0], aimed.ahead.touch
        dx, dy = last[0] - first[0], last[1] - first[1]
        far = math.hypot(dx, dy) or 1
        end = (first[0] + dx / far * 170, first[1] + dy / far * 170)
        start = frame.camera.project(first[0], first[1])
        arrow(canvas, (240, 226, 178), start, frame.camera.project(*end), canvas.look.px(2))
    if aimed.keys is not None:
        _power(canvas, frame, aimed, aimed.keys)


def _power(canvas: Canvas, frame: ThrowFrame, aimed: AimGuides, keys: KeyboardAim) -> None:
    """Where it will go, and how hard: the bar lies behind the castle, on no card."""
    look = canvas.look
    right, ahead = math.sin(math.radians(keys.heading)), math.cos(math.radians(keys.heading))
    if aimed.ahead is not None:
        right, ahead = frame.inside(*aimed.ahead.touch)
    far = math.hypot(right, ahead) or 1
    end = frame.at(right / far * 200, ahead / far * 200)
    arrow(canvas, LINE, frame.at(0, 0), end, look.px(3))
    _, gate = frame.inside(aimed.limits.gate[0] / 10, aimed.limits.gate[2] / 10)
    x, y = frame.at(0, gate - BEHIND)
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
    if aimed.band is not None and aimed.release is not None:
        style = STYLES[aimed.release.method]
        most = STRONGEST * style.speed
        draw_speed_gauge(canvas, bar, aimed.band, (SLOWEST, most))
        odds_text(canvas, (bar.centerx, bar.bottom + look.px(22)), aimed.band, "c")
    canvas.text(f"{keys.heading:+.0f}°", (bar.right + look.px(10), bar.centery), LABEL, "w")


def dashed(
    canvas: Canvas, colour: Colour, start: Point, end: Point, dash: float, width: float = 1
) -> None:
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


def arrow(canvas: Canvas, colour: Colour, start: Point, end: Point, width: float) -> None:
    canvas.line(colour, start, end, width)
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = math.hypot(dx, dy) or 1
    ux, uy = dx / far, dy / far
    size = 5 + 2.5 * width
    left = (end[0] - ux * size - uy * size * 0.6, end[1] - uy * size + ux * size * 0.6)
    right = (end[0] - ux * size + uy * size * 0.6, end[1] - uy * size - ux * size * 0.6)
    canvas.polygon(colour, [end, left, right])
