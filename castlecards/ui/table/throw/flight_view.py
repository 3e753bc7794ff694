"""Painter of a flight: the card in the air with its shadow, pushed cards, and dust where it hits.

The film of the simulation gives all poses; this module projects them. A saved game keeps no films:
a plain arc to the resting place replaces them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import pygame
from pygame import Rect, Surface

from castlecards.core.cards import NATURE, UNSEEN, CardId, Field, Pose
from castlecards.core.landing import Landing, Throw
from castlecards.core.position import Position
from castlecards.core.session import Session
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
from castlecards.ui.table.render.sprites import CardSide
from castlecards.ui.table.render.table_view import TableView

LIGHT = 0.22, -0.12  # mm of shadow offset, right and down the screen, per mm of height
DUST_TIME = 0.45  # s, life of a dust puff
ARC_TIME = 0.45  # s, duration of a plain arc
ARC_TOP = 130.0  # mm, height of a plain arc
GHOST_PARTS = (0.0, 0.2, 0.4, 0.6)  # share of the time to the first touch
GHOST_ALPHA = 105  # 0..255, opacity of a ghost
PATH_STEP = 4  # film frames from one point of the drawn path to the next
HARD = 2500.0  # mm/s of impact for the strongest dust
TOUCH: Colour = (255, 246, 214)
RIM: Colour = (24, 26, 20)
EMPTY: Mapping[CardId, float] = MappingProxyType({})


def screen_corners(frame: Frame, field: Field, camera: Camera) -> Quad:
    """Corners of the flying card, px, in the order of its picture's corners."""
    return tuple(camera.project(*point) for point in corner_points(frame, field))  # type: ignore[return-value]


def corner_points(frame: Frame, field: Field) -> list[tuple[float, float, float]]:
    """Corners of the flying card in table coordinates, mm."""
    width, length = card_mm(field)
    found = []
    for a, b in ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)):
        x, y, z = rotate(frame.turn, a * width, b * length)
        found.append((frame.x + x, frame.y + y, frame.z + z))
    return found


def rotate(q: Quaternion, a: float, b: float) -> tuple[float, float, float]:
    """Rotate a point of the card's plane, mm, into table axes."""
    w, x, y, z = q
    return (
        (w * w + x * x - y * y - z * z) * a + 2 * (x * y - w * z) * b,
        2 * (x * y + w * z) * a + (w * w - x * x + y * y - z * z) * b,
        2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b,
    )


def shadow_quad(frame: Frame, field: Field, camera: Camera) -> Quad:
    """Corners of the card's shadow, px; the higher the card flies, the further it is offset."""
    cos, sin = math.cos(camera.facing), math.sin(camera.facing)
    right, down = LIGHT
    found: list[Point] = []
    for x, y, z in corner_points(frame, field):
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
    """Draw moment `t` (s) of a film: pushed cards, dust, shadow and flying card.

    `lifts`: px by which jumping cards are raised; `under` draws just below the flying card."""
    camera = table_view.layout.camera
    frame = clip.source.at(t)
    low = min(z for _, _, z in corner_points(frame, clip.field))
    landed_on = set(clip.known.landing.under) if clip.known is not None and frame.z < 3 else set()
    for lay in _lying(clip, frame):
        if lay.card not in landed_on:
            _draw_lying(canvas, table_view, clip, lay, lifts.get(lay.card, 0.0))
    _draw_dust(canvas, camera, clip, t)
    if under is not None:
        under()
    height = max(frame.z, 0.0)
    blur = camera.scale * (3.0 + 0.11 * height)
    shade, at = quad_shadow(shadow_quad(frame, clip.field, camera), blur, shadow_alpha(height))
    canvas.blit(shade, at)
    table_view.sprites.draw_quad(canvas, *side_up(table_view, clip, frame))
    for lay in _lying(clip, frame):
        if lay.card in landed_on and low < 3:
            _draw_lying(canvas, table_view, clip, lay)


def side_up(table_view: TableView, clip: FlightClip, frame: Frame) -> tuple[CardSide, Quad]:
    """Visible side of the flying card, and its corners in the order of that side's picture."""
    quad = screen_corners(frame, clip.field, table_view.layout.camera)
    if area(quad) >= 0:
        return table_view.sprites.visible_side(clip.card, clip.pos.faces[clip.card], True), quad
    a, b, c, d = quad
    return table_view.sprites.visible_side(clip.card, UNSEEN, False), (b, a, d, c)


def draw_ghosts(table_view: TableView, clip: FlightClip) -> list[tuple[Surface, tuple[int, int]]]:
    """Faded pictures of the card on its path to the first touch, each with its place, px."""
    found = []
    for part in GHOST_PARTS:
        image, at = table_view.sprites.warp_to(
            *side_up(table_view, clip, clip.toss.at(part * _touch_time(clip)))
        )
        pale = image.copy()
        pale.fill((GHOST_ALPHA,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        found.append((pale, at))
    return found


def draw_path(canvas: Canvas, camera: Camera, clip: FlightClip) -> None:
    """Draw the path of the card to its first touch, and its projection on the table, dashed."""
    frames = [frame for frame in clip.toss.frames if frame.t <= _touch_time(clip)][::PATH_STEP]
    high = [camera.project(frame.x, frame.y, frame.z) for frame in frames]
    low = [camera.project(frame.x, frame.y) for frame in frames]
    for one, two in list(pairwise(low))[::2]:
        canvas.line(RIM, one, two, 1)
    for one, two in pairwise(high):
        canvas.line(TOUCH, one, two, canvas.look.px(1.4))


def path_rect(camera: Camera, clip: FlightClip) -> Rect:
    """Rect around the whole path of the flying card, px."""
    frames = (*clip.toss.frames[:: 4 * PATH_STEP], clip.toss.frames[-1])
    corners = [point for frame in frames for point in screen_corners(frame, clip.field, camera)]
    (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*corners, strict=True))
    return Rect(left, top, right - left, bottom - top)


def _touch_time(clip: FlightClip) -> float:
    """Time of the first touch, s."""
    cues = clip.toss.cues
    return next((cue.t for cue in cues if cue.kind in ("touch", "slap")), clip.seconds)


def draw_verdict(
    canvas: Canvas, table_view: TableView, clip: FlightClip, player: AnimationPlayer
) -> None:
    """Mark the first touch and the covered corners, while the thrown card still lies there.

    Cards that `player` already moves away get no marks."""
    if player.script is None:
        return
    draw_first_touch(canvas, table_view.layout.camera, clip)
    landing = clip.toss.landing
    for contact in landing.on:
        track = player.script.tracks.get(contact.card)
        if track is not None and track.tweens and player.now >= track.tweens[0].start:
            continue  # already moving away
        pose = clip.pos.poses[contact.card] if clip.pos.poses is not None else None
        moved = dict(landing.moved).get(contact.card, pose)
        if moved is not None:
            _mark_corners(canvas, table_view.layout, moved, contact.covered)


def _mark_corners(canvas: Canvas, layout: Layout, pose: Pose, covered: int) -> None:
    """Mark each corner index of a hit card: filled if it is covered.

    `covered`: bit set of corners, clockwise from the top left."""
    width, length = card_mm(layout.field)
    cos, sin = math.cos(pose.angle / 1000), math.sin(pose.angle / 1000)
    gold = canvas.look.palette.gold_high
    for k, (a, b) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        dx, dy = a * (width / 2 - INDEX_ACROSS), b * (length / 2 - INDEX_ALONG)
        x, y = pose.x / 10 + dx * cos - dy * sin, pose.y / 10 + dx * sin + dy * cos
        at = layout.camera.project(x, y)
        canvas.circle(gold, at, canvas.look.px(5), 0 if covered >> k & 1 else canvas.look.px(1.5))


def draw_first_touch(canvas: Canvas, camera: Camera, clip: FlightClip) -> None:
    """Draw a cross where the card first touched."""
    place = clip.toss.landing.touch
    if place is not None:
        draw_cross(canvas, camera.project(place[0] / 10, place[1] / 10))


def draw_cross(canvas: Canvas, at: Point, tone: Colour = TOUCH, arm: float = 6) -> None:
    """Draw a cross with a dark rim, visible on table and cards; `arm`: its half width, units."""
    look, (x, y) = canvas.look, at
    for colour, width, reach in ((RIM, 4.5, look.px(arm) + 1), (tone, 2, look.px(arm))):
        for down in (-reach, reach):
            canvas.line(colour, (x - reach, y - down), (x + reach, y + down), look.px(width))


def shadow_alpha(height: float) -> int:
    """Opacity of a card's shadow, 0..255, by the card's height above the table, mm."""
    return round(max(50.0, 130.0 - 0.35 * height))


def _lying(clip: FlightClip, frame: Frame) -> list[Lay]:
    """Lying cards that the film moves, at their present places, lowest level first."""
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
    seen = table_view.sprites.visible_side(lay.card, clip.pos.faces[lay.card], up)
    built = clip.pos.box.zones[clip.pos.zone_of(lay.card)].fortification
    at = rotated_upright(at) if up and built else at
    stamp = table_view.sprites.stamp(seen, at)
    canvas.blit(stamp.image, (stamp.x, stamp.y - round(lift)))


def _draw_dust(canvas: Canvas, camera: Camera, clip: FlightClip, t: float) -> None:
    """Draw a dust puff at each hit; its size follows the impact speed."""
    for cue in clip.known.cues if clip.known is not None else ():
        age = t - cue.t
        if cue.kind not in ("touch", "knock", "slap") or not 0 <= age < DUST_TIME:
            continue
        strength = min(cue.speed / HARD, 1.0)
        fade = 1 - age / DUST_TIME
        for k in range(3 + round(7 * strength)):
            turn = k * 2.39996 + cue.t * 40  # the golden angle spreads them evenly
            away = (12 + 55 * strength) * (1 - fade * fade) * (0.55 + 0.45 * math.sin(k * 7.1))
            x, y = cue.x + math.cos(turn) * away, cue.y + math.sin(turn) * away
            px, py = camera.project(x, y, 6 * (1 - fade))
            radius = camera.scale * (1.2 + 2.2 * strength) * fade
            if radius > 0.6:
                shade = round(70 + 110 * fade)
                canvas.circle((shade, shade, round(shade * 0.86)), (px, py), radius)


def logged_clip(session: Session[Any], n: int) -> FlightClip | None:
    """Plain clip of record `n` of the log; None if it is not the landing of a throw."""
    pos = session.positions[max(n, 0)]
    throw = pos.decision.aim if n >= 0 and pos.decision is not None else None
    if not isinstance(throw, Throw) or session.log[n].seat != NATURE:
        return None
    return plain_clip(throw, Landing.of(session.log[n].action), pos)


def plain_clip(throw: Throw, landing: Landing, pos: Position[Any]) -> FlightClip:
    """Clip of a parabola from the release to the resting place, for a log without films."""
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
        frames.append(Frame(ARC_TIME * part, x, y, height, turn, moved if k == 30 else ()))
    cue = Cue(ARC_TIME, "slap", landing.first, rest.x / 10, rest.y / 10, 1200.0)
    toss = Toss(tuple(frames), (cue,), landing)
    return FlightClip(toss, landing.card, throw.field, pos, ahead=start.angle)


def _about_z(angle: float, flip: float) -> Quaternion:
    """Rotation by `flip` about the card's short side, then by `angle` about the vertical, rad."""
    ca, sa = math.cos(angle / 2), math.sin(angle / 2)
    cf, sf = math.cos(flip / 2), math.sin(flip / 2)
    return ca * cf, ca * sf, sa * sf, sa * cf
