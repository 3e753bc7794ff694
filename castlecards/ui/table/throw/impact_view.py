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
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw import impact_effects
from castlecards.ui.table.throw.impact_effects import GOLD, GREY, WARM

BEFORE = 48.0  # mm in front of a row of walls: where words stand
CONTACT, FELT, VERDICT = 190.0, 110.0, 250.0  # units: how far rings run
FEW, MANY = 18, 26  # stones
COVERED = (240, 170, 120)


def card_jumps(canvas: Canvas, impact: ImpactTimeline, t: float) -> Mapping[CardId, float]:
    """px by which cards leap that were struck."""
    if impact.still:
        return {}
    u = canvas.look.px(1000) / 1000
    found: dict[CardId, float] = {}
    if impact.stone:
        found[impact.struck] = impact_effects.jump_height(
            t - impact.touched, 9 * u, impact_effects.JUMP
        )
    if not impact.blow.perfect:
        for n, card in enumerate(impact.blow.hits):
            since = t - impact.verdict - SECOND * n
            found[card] = max(
                found.get(card, 0.0), impact_effects.jump_height(since, 15 * u, impact_effects.LEAP)
            )
    return found


def draw_under(canvas: Canvas, table_view: TableView, impact: ImpactTimeline, t: float) -> None:
    """Between the cards that lie and the one that was thrown."""
    camera = table_view.layout.camera
    lie = math.cos(camera.tilt)
    touch = camera.project(*impact.touch)
    if not impact.still:
        far, seconds = (CONTACT, impact_effects.RING) if impact.stone else (FELT, 0.34)
        tone = WARM if impact.stone else GREY
        impact_effects.draw_shock_wave(canvas, touch, t - impact.touched, far, seconds, lie, tone)
        tone = GOLD if impact.blow.perfect else WARM
        for n, card in enumerate(impact.blow.hits):
            at, since = _middle(table_view, impact, card), t - impact.verdict - SECOND * n
            impact_effects.draw_shock_wave(
                canvas, at, since, VERDICT, impact_effects.WAVE, lie, tone
            )
    for n, card in enumerate(impact.blow.hits):
        if card not in impact.blow.perfect and not impact.still:
            impact_effects.draw_cracks(
                canvas, quad_of(table_view, impact, card), t - impact.verdict - SECOND * n, card
            )


def draw_over(
    canvas: Canvas, table_view: TableView, impact: ImpactTimeline, t: float, goal: Point
) -> None:
    """Above all cards; `goal`: where the points are counted, px."""
    camera = table_view.layout.camera
    touch = camera.project(*impact.touch)
    since = t - impact.touched
    if impact.still:
        if impact.stone and 0 <= since < 0.4:
            impact_effects.draw_card_edge(canvas, quad_of(table_view, impact, impact.struck), GOLD)
    elif since >= 0:
        if impact.stone:
            impact_effects.draw_flash(canvas, touch, since)
        else:
            impact_effects.draw_glow(canvas, touch, 30, 0.7 * (1 - since / 0.34), GREY)
        count = 7 if impact.stone else 5
        impact_effects.draw_dust(canvas, camera.project, impact.touch, since, count, impact.seed)
    told = t - impact.verdict
    if told >= 0:
        _verdict(canvas, table_view, impact, told, goal)


def _verdict(
    canvas: Canvas, table_view: TableView, impact: ImpactTimeline, told: float, goal: Point
) -> None:
    blow, project = impact.blow, table_view.layout.camera.project
    if not blow.hits:
        _missed(canvas, table_view, impact, told)
    for n, card in enumerate(blow.hits):
        since = told - SECOND * n
        pose = _pose(impact, card)
        if not impact.still:
            count = MANY if card in blow.perfect else FEW
            impact_effects.draw_stones(
                canvas, project, (pose.x / 10, pose.y / 10), since, count, card
            )
        if card in blow.perfect:
            _stars(canvas, table_view, impact, pose, since)
        if n < len(blow.gains) and blow.gains[n]:
            _gained(canvas, table_view, impact, card, since, goal)
    if blow.cry and told - WORD < impact.over - impact.verdict - FLY:
        gold = bool(blow.perfect) or len(blow.hits) > 1
        at = _strip(table_view, impact)
        text = blow.cry.upper()
        half = canvas.look.width(text, impact_effects.WORD) / 2 + canvas.look.px(14)
        at = min(max(at[0], half), canvas.size[0] - half), at[1]
        impact_effects.draw_verdict_word(canvas, text, at, told - WORD, gold, impact.still)


def _missed(canvas: Canvas, table_view: TableView, impact: ImpactTimeline, told: float) -> None:
    """What it ended up under is outlined; how near it was is marked until the next throw."""
    for card in impact.clip.toss.landing.under:
        impact_effects.draw_card_edge(canvas, quad_of(table_view, impact, card), COVERED)
    mark_near(canvas, table_view, impact, told)


def mark_near(canvas: Canvas, table_view: TableView, impact: ImpactTimeline, told: float) -> None:
    """Chalk where it first touched, and the card that it missed by so little."""
    near = impact.near
    if near is None:
        return
    project = table_view.layout.camera.project
    impact_effects.draw_card_edge(
        canvas, quad_of(table_view, impact, near.card), impact_effects.CHALK, 2.2
    )
    canvas.line(
        impact_effects.CHALK, project(*impact.touch), project(near.x, near.y), canvas.look.px(2)
    )
    impact_effects.draw_touch_mark(canvas, project, impact.touch, told, impact.still)


def _stars(
    canvas: Canvas, table_view: TableView, impact: ImpactTimeline, pose: Pose, since: float
) -> None:
    """The four corners of a perfect hit light up one by one."""
    fade = min(since / 0.2, (impact.over - impact.verdict - since) / 0.5, 1.0)
    impact_effects.draw_glow(canvas, _middle_of(table_view, pose), 120, 0.5 * fade, GOLD)
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


def _gained(
    canvas: Canvas,
    table_view: TableView,
    impact: ImpactTimeline,
    card: CardId,
    since: float,
    goal: Point,
) -> None:
    quad = quad_of(table_view, impact, card)
    right, top = max(p[0] for p in quad), min(p[1] for p in quad)
    px = canvas.look.px
    at = min(right + px(22), canvas.size[0] - px(40)), max(top - px(4), px(30))
    text = f"+{impact.blow.gains[impact.blow.hits.index(card)]}"
    if since < FLOWN:
        impact_effects.draw_gained_point(canvas, text, at, since - WORD, impact.still)
    elif not impact.still:
        impact_effects.draw_flying_point(canvas, text, at, goal, since - FLOWN)


def _pose(impact: ImpactTimeline, card: CardId) -> Pose:
    """Where a card lies after the throw."""
    moved = dict(impact.clip.toss.landing.moved).get(card)
    poses = impact.clip.pos.poses
    pose = moved or (poses[card] if poses is not None else None)
    return pose or impact.clip.toss.landing.pose


def quad_of(table_view: TableView, impact: ImpactTimeline, card: CardId) -> Quad:
    pose = _pose(impact, card)
    size = card_mm(impact.clip.field)
    return table_view.layout.camera.quad(pose.x / 10, pose.y / 10, pose.angle / 1000, *size)


def _middle(table_view: TableView, impact: ImpactTimeline, card: CardId) -> Point:
    return _middle_of(table_view, _pose(impact, card))


def _middle_of(table_view: TableView, pose: Pose) -> Point:
    return table_view.layout.camera.project(pose.x / 10, pose.y / 10)


def _strip(table_view: TableView, impact: ImpactTimeline) -> Point:
    """Where the word stands: on the free strip before the walls of whoever was hit."""
    pos, card = impact.clip.pos, (*impact.blow.hits, impact.clip.card)[0]
    pose = _pose(impact, card)
    side = 1 if pose.y > 0 else 0
    marks = [
        abs(spec.mark.y)
        for spec in pos.box.zones
        if spec.works == "bastion" and spec.mark is not None and side_of(pos, spec) == side
    ]
    front = min(marks, default=abs(pose.y)) / 10 - card_mm(impact.clip.field)[1] / 2
    y = math.copysign(front - BEFORE, pose.y)
    return table_view.layout.camera.project(pose.x / 10, y)


def shake(canvas: Canvas, impact: ImpactTimeline, t: float) -> None:
    """All trembles from a contact with stone, and from a verdict that counts."""
    if impact.still or not impact.stone:
        return
    since = t - impact.verdict if impact.blow.hits and t >= impact.verdict else t - impact.touched
    moved = impact_effects.camera_shake(since, canvas.look.px(1000) / 1000)
    if moved != (0, 0):
        canvas.surface.scroll(*moved)
