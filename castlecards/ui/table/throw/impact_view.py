"""Painter of an impact timeline: effects below and above the flying card, and the verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping

from castlecards.core.cards import CardId, Pose
from castlecards.toss.contact import INDEX_ACROSS, INDEX_ALONG
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.layout.camera import Camera, Point, Quad
from castlecards.ui.table.layout.model import card_mm
from castlecards.ui.table.playback.state import (
    NEXT_HIT_DELAY,
    POINTS_APPEAR,
    POINTS_DELAY,
    ImpactTimeline,
)
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw import impact_effects
from castlecards.ui.table.throw.impact_effects import GOLD, GREY, WARM

STONE_RING = 190.0  # units, final diameter of the ring of a contact with stone
FELT_RING = 110.0  # units, the same with felt
VERDICT_RING = 250.0  # units, the same of a hit
HIT_STONES = 18  # stones that fly from a hit card
PERFECT_STONES = 26  # the same for a perfect hit
COVERED = (240, 170, 120)


def card_jumps(canvas: Canvas, impact: ImpactTimeline, t: float) -> Mapping[CardId, float]:
    """Heights of the cards that jump after being struck, px."""
    if impact.still:
        return {}
    u = canvas.look.px(1000) / 1000
    found: dict[CardId, float] = {}
    if impact.hits_stone:
        found[impact.first_card] = impact_effects.jump_height(
            t - impact.touch_time, 9 * u, impact_effects.JUMP
        )
    if not impact.scored_throw.perfect:
        for n, card in enumerate(impact.scored_throw.hits):
            since = t - impact.verdict - NEXT_HIT_DELAY * n
            found[card] = max(
                found.get(card, 0.0), impact_effects.jump_height(since, 15 * u, impact_effects.LEAP)
            )
    return found


def draw_under(canvas: Canvas, table_view: TableView, impact: ImpactTimeline, t: float) -> None:
    """Draw rings and cracks above the lying cards and below the thrown one."""
    camera = table_view.layout.camera
    flatness = math.cos(camera.tilt)
    touch = camera.project(*impact.touch_place)
    if not impact.still:
        far, seconds = (STONE_RING, impact_effects.RING) if impact.hits_stone else (FELT_RING, 0.34)
        tone = WARM if impact.hits_stone else GREY
        impact_effects.draw_shock_wave(
            canvas, touch, t - impact.touch_time, far, seconds, flatness, tone
        )
        tone = GOLD if impact.scored_throw.perfect else WARM
        for n, card in enumerate(impact.scored_throw.hits):
            at, since = (
                _card_centre(table_view, impact, card),
                t - impact.verdict - NEXT_HIT_DELAY * n,
            )
            impact_effects.draw_shock_wave(
                canvas, at, since, VERDICT_RING, impact_effects.WAVE, flatness, tone
            )
    for n, card in enumerate(impact.scored_throw.hits):
        if card not in impact.scored_throw.perfect and not impact.still:
            impact_effects.draw_cracks(
                canvas,
                quad_of(table_view.layout.camera, impact, card),
                t - impact.verdict - NEXT_HIT_DELAY * n,
                card,
            )


def draw_over(
    canvas: Canvas, table_view: TableView, impact: ImpactTimeline, t: float, goal: Point
) -> None:
    """Draw the effects above all cards; `goal`: place of the score, px, to which points fly."""
    camera = table_view.layout.camera
    touch = camera.project(*impact.touch_place)
    since = t - impact.touch_time
    if impact.still:
        if impact.hits_stone and 0 <= since < 0.4:
            impact_effects.draw_card_edge(
                canvas, quad_of(table_view.layout.camera, impact, impact.first_card), GOLD
            )
    elif since >= 0:
        if impact.hits_stone:
            impact_effects.draw_flash(canvas, touch, since)
        else:
            impact_effects.draw_glow(canvas, touch, 30, 0.7 * (1 - since / 0.34), GREY)
        count = 7 if impact.hits_stone else 5
        impact_effects.draw_dust(
            canvas, camera.project, impact.touch_place, since, count, impact.seed
        )
    elapsed = t - impact.verdict
    if elapsed >= 0:
        _verdict(canvas, table_view, impact, elapsed, goal)


def _verdict(
    canvas: Canvas, table_view: TableView, impact: ImpactTimeline, elapsed: float, goal: Point
) -> None:
    """Draw the verdict `elapsed` s after it: stones and gained points."""
    scored_throw, project = impact.scored_throw, table_view.layout.camera.project
    for card in impact.clip.toss.landing.under if not scored_throw.hits else ():
        impact_effects.draw_card_edge(
            canvas, quad_of(table_view.layout.camera, impact, card), COVERED
        )
    for n, card in enumerate(scored_throw.hits):
        since = elapsed - NEXT_HIT_DELAY * n
        pose = _pose_after(impact, card)
        if not impact.still:
            count = PERFECT_STONES if card in scored_throw.perfect else HIT_STONES
            impact_effects.draw_stones(
                canvas, project, (pose.x / 10, pose.y / 10), since, count, card
            )
        if card in scored_throw.perfect:
            _perfect_corners(canvas, table_view, impact, pose, since)
        if n < len(scored_throw.gains) and scored_throw.gains[n]:
            _gained_points(canvas, table_view, impact, card, since, goal)


def _perfect_corners(
    canvas: Canvas, table_view: TableView, impact: ImpactTimeline, pose: Pose, since: float
) -> None:
    """Light up the four corners of a perfect hit one by one."""
    fade = min(since / 0.2, (impact.over - impact.verdict - since) / 0.5, 1.0)
    impact_effects.draw_glow(canvas, _pose_centre(table_view, pose), 120, 0.5 * fade, GOLD)
    cos, sin = math.cos(pose.angle / 1000), math.sin(pose.angle / 1000)
    width, length = card_mm(impact.clip.field)
    for k, (a, b) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        lit = since - impact_effects.STAR_STEP * k
        if lit < 0 and not impact.still:
            continue
        dx, dy = a * (width / 2 - INDEX_ACROSS), b * (length / 2 - INDEX_ALONG)
        x, y = pose.x / 10 + dx * cos - dy * sin, pose.y / 10 + dx * sin + dy * cos
        at = table_view.layout.camera.project(x, y)
        impact_effects.draw_glow(canvas, at, 22, fade, GOLD)
        canvas.circle((255, 246, 190), at, canvas.look.px(4.5))


def _gained_points(
    canvas: Canvas,
    table_view: TableView,
    impact: ImpactTimeline,
    card: CardId,
    since: float,
    goal: Point,
) -> None:
    quad = quad_of(table_view.layout.camera, impact, card)
    right, top = max(p[0] for p in quad), min(p[1] for p in quad)
    px = canvas.look.px
    at = min(right + px(22), canvas.size[0] - px(40)), max(top - px(4), px(30))
    text = f"+{impact.scored_throw.gains[impact.scored_throw.hits.index(card)]}"
    if since < POINTS_DELAY:
        impact_effects.draw_gained_point(canvas, text, at, since - POINTS_APPEAR, impact.still)
    elif not impact.still:
        impact_effects.draw_flying_point(canvas, text, at, goal, since - POINTS_DELAY)


def _pose_after(impact: ImpactTimeline, card: CardId) -> Pose:
    """Pose of a card after the throw."""
    moved = dict(impact.clip.toss.landing.moved).get(card)
    poses = impact.clip.pos.poses
    pose = moved or (poses[card] if poses is not None else None)
    return pose or impact.clip.toss.landing.pose


def quad_of(camera: Camera, impact: ImpactTimeline, card: CardId) -> Quad:
    """Outline of a card after the throw, px."""
    pose = _pose_after(impact, card)
    size = card_mm(impact.clip.field)
    return camera.quad(pose.x / 10, pose.y / 10, pose.angle / 1000, *size)


def _card_centre(table_view: TableView, impact: ImpactTimeline, card: CardId) -> Point:
    return _pose_centre(table_view, _pose_after(impact, card))


def _pose_centre(table_view: TableView, pose: Pose) -> Point:
    return table_view.layout.camera.project(pose.x / 10, pose.y / 10)


def shake(canvas: Canvas, impact: ImpactTimeline, t: float) -> None:
    """Shake the picture after a contact with stone and after a hit."""
    if impact.still or not impact.hits_stone:
        return
    since = (
        t - impact.verdict
        if impact.scored_throw.hits and t >= impact.verdict
        else t - impact.touch_time
    )
    moved = impact_effects.camera_shake(since, canvas.look.px(1000) / 1000)
    if moved != (0, 0):
        canvas.scroll(*moved)
