"""A toss before the eyes: the card in the air with its shadow, pushed cards, dust where it hits.

The film says where everything is; here it goes through the camera. A saved game has no films: a
plain arc to where the card came to rest stands in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import pygame
from pygame import Surface

from castlecards.core.cards import UNSEEN, CardId, Field, Pose
from castlecards.core.landing import Landing, Throw
from castlecards.core.position import Position
from castlecards.toss.contact import INDEX_ACROSS, INDEX_ALONG
from castlecards.toss.film import Cue, Frame, Lay, Quaternion, Toss
from castlecards.ui.cardart.warp import area, quad_shadow
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.table.layout.camera import Camera, Point, Quad
from castlecards.ui.table.layout.card_shape import from_quad, rotated_upright
from castlecards.ui.table.layout.model import Layout, card_mm
from castlecards.ui.table.playback.animation import AnimationPlayer
from castlecards.ui.table.playback.state import FlightClip
from castlecards.ui.table.render.sprites import Seen
from castlecards.ui.table.render.table_view import TableView

LIGHT = (
    0.22,
    -0.12,
)  # where the shadow falls: mm to the right and down the screen, per mm of height
DUST = 0.45  # s that dust hangs
ARC = 0.45  # s, a plain arc
ARC_TOP = 130.0  # mm
GHOSTS = (0.0, 0.2, 0.4, 0.6)  # of the way to the first touch
PALE = 105  # of 255
STEPS = 4  # frames of a film between two points of its path
HARD = 2500.0  # mm/s: a hit as loud as can be
TOUCH: Colour = (255, 246, 214)
RIM: Colour = (24, 26, 20)
EMPTY: Mapping[CardId, float] = MappingProxyType({})


def corners(frame: Frame, field: Field, camera: Camera) -> Quad:
    """The card in the air on the screen, in the order of its picture's corners."""
    return tuple(camera.project(*point) for point in points(frame, field))  # type: ignore[return-value]


def points(frame: Frame, field: Field) -> list[tuple[float, float, float]]:
    """The corners on the table, mm."""
    width, length = card_mm(field)
    found = []
    for a, b in ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)):
        x, y, z = turned(frame.turn, a * width, b * length)
        found.append((frame.x + x, frame.y + y, frame.z + z))
    return found


def turned(q: Quaternion, a: float, b: float) -> tuple[float, float, float]:
    """A point of the card's plane in table axes."""
    w, x, y, z = q
    return (
        (w * w + x * x - y * y - z * z) * a + 2 * (x * y - w * z) * b,
        2 * (x * y + w * z) * a + (w * w - x * x + y * y - z * z) * b,
        2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b,
    )


def shadow_quad(frame: Frame, field: Field, camera: Camera) -> Quad:
    """Where the card's shadow falls: aside and below, the more the higher it flies."""
    cos, sin = math.cos(camera.facing), math.sin(camera.facing)
    right, down = LIGHT
    found: list[Point] = []
    for x, y, z in points(frame, field):
        dx, dy = right * z, down * z
        found.append(camera.project(x + cos * dx - sin * dy, y + sin * dx + cos * dy))
    return tuple(found)  # type: ignore[return-value]


def draw(
    canvas: Canvas,
    table_view: TableView,
    clip: FlightClip,
    t: float,
    lifts: Mapping[CardId, float] = EMPTY,
    under: Callable[[], None] | None = None,
) -> None:
    """The moment `t` (s) of a film: pushed cards, shadow, card, dust. `lifts`: px above their
    places of cards that leap; `under` draws between those that lie and the one that flies."""
    camera = table_view.layout.camera
    frame = clip.source.at(t)
    low = min(z for _, _, z in points(frame, clip.field))
    over = set(clip.known.landing.under) if clip.known is not None and frame.z < 3 else set()
    for lay in _lying(clip, frame):
        if lay.card not in over:
            _draw_lying(canvas, table_view, clip, lay, lifts.get(lay.card, 0.0))
    _draw_dust(canvas, camera, clip, t)
    if under is not None:
        under()
    height = max(frame.z, 0.0)
    blur = camera.scale * (3.0 + 0.11 * height)
    shade, at = quad_shadow(shadow_quad(frame, clip.field, camera), blur, shade_of(height))
    canvas.blit(shade, at)
    table_view.sprites.draw_quad(canvas, *side_up(table_view, clip, frame))
    for lay in _lying(clip, frame):
        if lay.card in over and low < 3:
            _draw_lying(canvas, table_view, clip, lay)


def side_up(table_view: TableView, clip: FlightClip, frame: Frame) -> tuple[Seen, Quad]:
    """What is seen of the card in the air, and its corners in the order of that picture's."""
    quad = corners(frame, clip.field, table_view.layout.camera)
    if area(quad) >= 0:
        return table_view.sprites.seen(clip.card, clip.pos.faces[clip.card], True), quad
    a, b, c, d = quad
    return table_view.sprites.seen(clip.card, UNSEEN, False), (b, a, d, c)


def draw_ghosts(table_view: TableView, clip: FlightClip) -> list[tuple[Surface, tuple[int, int]]]:
    """Pale pictures of the card on its way to the first touch, and where they go."""
    found = []
    for part in GHOSTS:
        image, at = table_view.sprites.warped(
            *side_up(table_view, clip, clip.toss.at(part * _touch(clip)))
        )
        pale = image.copy()
        pale.fill((PALE,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        found.append((pale, at))
    return found


def draw_path(canvas: Canvas, camera: Camera, clip: FlightClip) -> None:
    """The way of the card to its first touch, and below it on the table."""
    frames = [frame for frame in clip.toss.frames if frame.t <= _touch(clip)][::STEPS]
    high = [camera.project(frame.x, frame.y, frame.z) for frame in frames]
    low = [camera.project(frame.x, frame.y) for frame in frames]
    for one, two in list(pairwise(low))[::2]:
        canvas.line(RIM, one, two, 1)
    for one, two in pairwise(high):
        canvas.line(TOUCH, one, two, canvas.look.px(1.4))


def _touch(clip: FlightClip) -> float:
    """s of the first touch."""
    cues = clip.toss.cues
    return next((cue.t for cue in cues if cue.kind in ("touch", "slap")), clip.seconds)


def draw_verdict(
    canvas: Canvas, table_view: TableView, clip: FlightClip, player: AnimationPlayer
) -> None:
    """After a throw, while its card still lies there: where it first touched, and which corners it
    covers. `player` shows what becomes of the cards."""
    if player.script is None:
        return
    draw_first_touch(canvas, table_view.layout.camera, clip)
    landing = clip.toss.landing
    for contact in landing.on:
        track = player.script.tracks.get(contact.card)
        if track is not None and track.legs and player.now >= track.legs[0].start:
            continue  # it is on its way
        pose = clip.pos.poses[contact.card] if clip.pos.poses is not None else None
        moved = dict(landing.moved).get(contact.card, pose)
        if moved is not None:
            _mark_corners(canvas, table_view.layout, moved, contact.covered)


def _mark_corners(canvas: Canvas, layout: Layout, pose: Pose, covered: int) -> None:
    """A small sign at each index of a hit card: full where it is covered."""
    width, length = card_mm(layout.field)
    cos, sin = math.cos(pose.angle / 1000), math.sin(pose.angle / 1000)
    gold = canvas.look.palette.gold_high
    for k, (a, b) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        dx, dy = a * (width / 2 - INDEX_ACROSS), b * (length / 2 - INDEX_ALONG)
        x, y = pose.x / 10 + dx * cos - dy * sin, pose.y / 10 + dx * sin + dy * cos
        at = layout.camera.project(x, y)
        canvas.circle(gold, at, canvas.look.px(5), 0 if covered >> k & 1 else canvas.look.px(1.5))


def draw_first_touch(
    canvas: Canvas, camera: Camera, clip: FlightClip, tone: Colour = TOUCH
) -> None:
    """A cross where the card first touched."""
    place = clip.toss.landing.touch
    if place is not None:
        draw_cross(canvas, camera.project(place[0] / 10, place[1] / 10), tone)


def draw_cross(canvas: Canvas, at: Point, tone: Colour = TOUCH, arm: float = 6) -> None:
    """Of two strokes, with a dark rim, to be seen on table and cards; `arm` in units."""
    look, (x, y) = canvas.look, at
    for colour, width, reach in ((RIM, 4.5, look.px(arm) + 1), (tone, 2, look.px(arm))):
        for down in (-reach, reach):
            canvas.line(colour, (x - reach, y - down), (x + reach, y + down), look.px(width))


def shade_of(height: float) -> int:
    """Strength of a shadow, 0..255, of a card so many mm above the table."""
    return round(max(50.0, 130.0 - 0.35 * height))


def _lying(clip: FlightClip, frame: Frame) -> list[Lay]:
    """Cards that are drawn with the film: those that it moves, wherever they are now."""
    now = {lay.card: lay for lay in frame.moved}
    poses = clip.pos.poses
    found = []
    for card in sorted(clip.cards - {clip.card}):
        pose = poses[card] if poses is not None else None
        if card in now:
            found.append(now[card])
        elif pose is not None:
            found.append(Lay(card, pose.x / 10, pose.y / 10, pose.angle / 1000, pose.level))
    return sorted(found, key=lambda lay: lay.level)


def _draw_lying(
    canvas: Canvas, table_view: TableView, clip: FlightClip, lay: Lay, lift: float = 0.0
) -> None:
    width, length = card_mm(clip.field)
    at = from_quad(table_view.layout.camera.quad(lay.x, lay.y, lay.angle, width, length))
    up = bool(clip.pos.up >> lay.card & 1)
    seen = table_view.sprites.seen(lay.card, clip.pos.faces[lay.card], up)
    built = clip.pos.box.zones[clip.pos.zone_of(lay.card)].works
    at = rotated_upright(at) if up and built else at
    stamp = table_view.sprites.stamp(seen, at)
    canvas.blit(stamp.image, (stamp.x, stamp.y - round(lift)))


def _draw_dust(canvas: Canvas, camera: Camera, clip: FlightClip, t: float) -> None:
    """A puff where the card hit, by how hard."""
    for cue in clip.known.cues if clip.known is not None else ():
        age = t - cue.t
        if cue.kind not in ("touch", "knock", "slap") or not 0 <= age < DUST:
            continue
        strength = min(cue.speed / HARD, 1.0)
        fade = 1 - age / DUST
        for k in range(3 + round(7 * strength)):
            turn = k * 2.39996 + cue.t * 40  # the golden angle spreads them evenly
            away = (12 + 55 * strength) * (1 - fade * fade) * (0.55 + 0.45 * math.sin(k * 7.1))
            x, y = cue.x + math.cos(turn) * away, cue.y + math.sin(turn) * away
            px, py = camera.project(x, y, 6 * (1 - fade))
            radius = camera.scale * (1.2 + 2.2 * strength) * fade
            if radius > 0.6:
                shade = round(70 + 110 * fade)
                canvas.circle((shade, shade, round(shade * 0.86)), (px, py), radius)


def plain_clip(throw: Throw, landing: Landing, pos: Position[Any]) -> FlightClip:
    """A simple arc from the release to where the card came to rest, for a log without films."""
    start, rest = throw.start, landing.pose
    ahead = start.angle / 1000
    release = throw.release
    cos, sin = math.cos(ahead), math.sin(ahead)
    x0 = start.x / 10 + release.x * cos - release.y * sin
    y0 = start.y / 10 + release.x * sin + release.y * cos
    frames = []
    for k in range(31):
        part = k / 30
        angle = ahead + (rest.angle / 1000 - ahead) * part
        height = release.height * (1 - part) + ARC_TOP * 4 * part * (1 - part)
        flip = 0.0 if landing.face_up else math.pi * part
        turn = _about_z(angle, flip)
        x, y = x0 + (rest.x / 10 - x0) * part, y0 + (rest.y / 10 - y0) * part
        moved = tuple(
            Lay(card, pose.x / 10, pose.y / 10, pose.angle / 1000, pose.level)
            for card, pose in landing.moved
        )
        frames.append(Frame(ARC * part, x, y, height, turn, moved if k == 30 else ()))
    cue = Cue(ARC, "slap", landing.first, rest.x / 10, rest.y / 10, 1200.0)
    return FlightClip(Toss(tuple(frames), (cue,), landing), landing.card, throw.field, pos)


def _about_z(angle: float, flip: float) -> Quaternion:
    """A turn about the vertical after one about the card's short side."""
    ca, sa = math.cos(angle / 2), math.sin(angle / 2)
    cf, sf = math.cos(flip / 2), math.sin(flip / 2)
    return ca * cf, ca * sf, sa * sf, sa * cf
