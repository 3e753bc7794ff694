"""The beats of a throw drawn: below the card that flies, above it, and what stays a while."""

from __future__ import annotations

import math
from collections.abc import Mapping

from castlecards.core.cards import CardId, Pose
from castlecards.toss.contact import INDEX_ACROSS, INDEX_ALONG
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.layout.camera import Point, Quad
from castlecards.ui.table.layout.model import card_mm, side_of
from castlecards.ui.table.playback.state import FLOWN, FLY, SECOND, WORD, ImpactTimeline
from castlecards.ui.table.render.table_surface import TableSurface
from castlecards.ui.table.throw import impact_effects
from castlecards.ui.table.throw.impact_effects import GOLD, GREY, WARM

BEFORE = 48.0  # mm in front of a row of walls: where words stand
CONTACT, FELT, VERDICT = 190.0, 110.0, 250.0  # units: how far rings run
FEW, MANY = 18, 26  # stones
COVERED = (240, 170, 120)


def card_jumps(canvas: Canvas, beats: ImpactTimeline, t: float) -> Mapping[CardId, float]:
    """px by which cards leap that were struck."""
    if beats.still:
        return {}
    u = canvas.look.px(1000) / 1000
    found: dict[CardId, float] = {}
    if beats.stone:
        found[beats.struck] = impact_effects.jump_height(
            t - beats.touched, 9 * u, impact_effects.JUMP
        )
    if not beats.blow.perfect:
        for n, card in enumerate(beats.blow.hits):
            since = t - beats.verdict - SECOND * n
            found[card] = max(
                found.get(card, 0.0), impact_effects.jump_height(since, 15 * u, impact_effects.LEAP)
            )
    return found


def draw_under(canvas: Canvas, desk: TableSurface, beats: ImpactTimeline, t: float) -> None:
    """Between the cards that lie and the one that was thrown."""
    camera = desk.now.camera
    lie = math.cos(camera.tilt)
    touch = camera.project(*beats.touch)
    if not beats.still:
        far, seconds = (CONTACT, impact_effects.RING) if beats.stone else (FELT, 0.34)
        tone = WARM if beats.stone else GREY
        impact_effects.draw_shock_wave(canvas, touch, t - beats.touched, far, seconds, lie, tone)
        tone = GOLD if beats.blow.perfect else WARM
        for n, card in enumerate(beats.blow.hits):
            at, since = _middle(desk, beats, card), t - beats.verdict - SECOND * n
            impact_effects.draw_shock_wave(
                canvas, at, since, VERDICT, impact_effects.WAVE, lie, tone
            )
    for n, card in enumerate(beats.blow.hits):
        if card not in beats.blow.perfect and not beats.still:
            impact_effects.draw_cracks(
                canvas, quad_of(desk, beats, card), t - beats.verdict - SECOND * n, card
            )


def draw_over(
    canvas: Canvas, desk: TableSurface, beats: ImpactTimeline, t: float, goal: Point
) -> None:
    """Above all cards; `goal`: where the points are counted, px."""
    camera = desk.now.camera
    touch = camera.project(*beats.touch)
    since = t - beats.touched
    if beats.still:
        if beats.stone and 0 <= since < 0.4:
            impact_effects.draw_card_edge(canvas, quad_of(desk, beats, beats.struck), GOLD)
    elif since >= 0:
        if beats.stone:
            impact_effects.draw_flash(canvas, touch, since)
        else:
            impact_effects.draw_glow(canvas, touch, 30, 0.7 * (1 - since / 0.34), GREY)
        count = 7 if beats.stone else 5
        impact_effects.draw_dust(canvas, camera.project, beats.touch, since, count, beats.seed)
    told = t - beats.verdict
    if told >= 0:
        _verdict(canvas, desk, beats, told, goal)


def _verdict(
    canvas: Canvas, desk: TableSurface, beats: ImpactTimeline, told: float, goal: Point
) -> None:
    blow, project = beats.blow, desk.now.camera.project
    if not blow.hits:
        _missed(canvas, desk, beats, told)
    for n, card in enumerate(blow.hits):
        since = told - SECOND * n
        pose = _pose(beats, card)
        if not beats.still:
            count = MANY if card in blow.perfect else FEW
            impact_effects.draw_stones(
                canvas, project, (pose.x / 10, pose.y / 10), since, count, card
            )
        if card in blow.perfect:
            _stars(canvas, desk, beats, pose, since)
        if n < len(blow.gains) and blow.gains[n]:
            _gained(canvas, desk, beats, card, since, goal)
    if blow.cry and told - WORD < beats.over - beats.verdict - FLY:
        gold = bool(blow.perfect) or len(blow.hits) > 1
        at = _strip(desk, beats)
        text = blow.cry.upper()
        half = canvas.look.width(text, impact_effects.WORD) / 2 + canvas.look.px(14)
        at = min(max(at[0], half), canvas.size[0] - half), at[1]
        impact_effects.draw_verdict_word(canvas, text, at, told - WORD, gold, beats.still)


def _missed(canvas: Canvas, desk: TableSurface, beats: ImpactTimeline, told: float) -> None:
    """What it ended up under is outlined; how near it was is marked until the next throw."""
    for card in beats.film.toss.landing.under:
        impact_effects.draw_card_edge(canvas, quad_of(desk, beats, card), COVERED)
    mark_near(canvas, desk, beats, told)


def mark_near(canvas: Canvas, desk: TableSurface, beats: ImpactTimeline, told: float) -> None:
    """Chalk where it first touched, and the card that it missed by so little."""
    near = beats.near
    if near is None:
        return
    project = desk.now.camera.project
    impact_effects.draw_card_edge(
        canvas, quad_of(desk, beats, near.card), impact_effects.CHALK, 2.2
    )
    canvas.line(
        impact_effects.CHALK, project(*beats.touch), project(near.x, near.y), canvas.look.px(2)
    )
    impact_effects.draw_touch_mark(canvas, project, beats.touch, told, beats.still)


def _stars(
    canvas: Canvas, desk: TableSurface, beats: ImpactTimeline, pose: Pose, since: float
) -> None:
    """The four corners of a perfect hit light up one by one."""
    fade = min(since / 0.2, (beats.over - beats.verdict - since) / 0.5, 1.0)
    impact_effects.draw_glow(canvas, _middle_of(desk, pose), 120, 0.5 * fade, GOLD)
    cos, sin = math.cos(pose.angle / 1000), math.sin(pose.angle / 1000)
    width, length = card_mm(beats.film.field)
    for k, (a, b) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        lit = since - impact_effects.STAR_STEP * k
        if lit < 0 and not beats.still:
            continue
        dx, dy = a * (width / 2 - INDEX_ACROSS), b * (length / 2 - INDEX_ALONG)
        x, y = pose.x / 10 + dx * cos - dy * sin, pose.y / 10 + dx * sin + dy * cos
        at = desk.now.camera.project(x, y)
        impact_effects.draw_glow(canvas, at, 22, fade, GOLD)
        canvas.circle((255, 246, 190), at, canvas.look.px(4.5))


def _gained(
    canvas: Canvas,
    desk: TableSurface,
    beats: ImpactTimeline,
    card: CardId,
    since: float,
    goal: Point,
) -> None:
    quad = quad_of(desk, beats, card)
    right, top = max(p[0] for p in quad), min(p[1] for p in quad)
    px = canvas.look.px
    at = min(right + px(22), canvas.size[0] - px(40)), max(top - px(4), px(30))
    text = f"+{beats.blow.gains[beats.blow.hits.index(card)]}"
    if since < FLOWN:
        impact_effects.draw_gained_point(canvas, text, at, since - WORD, beats.still)
    elif not beats.still:
        impact_effects.draw_flying_point(canvas, text, at, goal, since - FLOWN)


def _pose(beats: ImpactTimeline, card: CardId) -> Pose:
    """Where a card lies after the throw."""
    moved = dict(beats.film.toss.landing.moved).get(card)
    poses = beats.film.pos.poses
    pose = moved or (poses[card] if poses is not None else None)
    return pose or beats.film.toss.landing.pose


def quad_of(desk: TableSurface, beats: ImpactTimeline, card: CardId) -> Quad:
    pose = _pose(beats, card)
    size = card_mm(beats.film.field)
    return desk.now.camera.quad(pose.x / 10, pose.y / 10, pose.angle / 1000, *size)


def _middle(desk: TableSurface, beats: ImpactTimeline, card: CardId) -> Point:
    return _middle_of(desk, _pose(beats, card))


def _middle_of(desk: TableSurface, pose: Pose) -> Point:
    return desk.now.camera.project(pose.x / 10, pose.y / 10)


def _strip(desk: TableSurface, beats: ImpactTimeline) -> Point:
    """Where the word stands: on the free strip before the walls of whoever was hit."""
    pos, card = beats.film.pos, (*beats.blow.hits, beats.film.card)[0]
    pose = _pose(beats, card)
    side = 1 if pose.y > 0 else 0
    marks = [
        abs(spec.mark.y)
        for spec in pos.box.zones
        if spec.works == "bastion" and spec.mark is not None and side_of(pos, spec) == side
    ]
    front = min(marks, default=abs(pose.y)) / 10 - card_mm(beats.film.field)[1] / 2
    y = math.copysign(front - BEFORE, pose.y)
    return desk.now.camera.project(pose.x / 10, y)


def shake(canvas: Canvas, beats: ImpactTimeline, t: float) -> None:
    """All trembles from a contact with stone, and from a verdict that counts."""
    if beats.still or not beats.stone:
        return
    since = t - beats.verdict if beats.blow.hits and t >= beats.verdict else t - beats.touched
    moved = impact_effects.camera_shake(since, canvas.look.px(1000) / 1000)
    if moved != (0, 0):
        canvas.surface.scroll(*moved)
