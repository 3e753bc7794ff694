"""Painter of the battle stage: a dark band with both sides' cards, their totals and the verdict.

Everything is a function of the timeline, the time and the frame, so it can be drawn at any size.
Cards on their way to or from the table are drawn where their script has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pygame
from pygame import Rect, Surface

from castlecards.core.cards import UNSEEN, CardId
from castlecards.core.log_lines import ALL_FALL, Part, Party
from castlecards.texts import counted, tr
from castlecards.ui.cardart.seat_signs import draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import LEAST, ROOMY, Look, Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.clash.breakdown import (
    INK,
    Rows,
    bar_rect,
    breakdown,
    draw_balance_bar,
    draw_breakdown,
    draw_threshold,
    place_breakdown,
)
from castlecards.ui.table.clash.layout import (
    CARD,
    CENTRE_Y,
    DEEP_SIDES,
    HEIGHT,
    SIDE_X,
    StageFrame,
    card_slots,
    queue_slots,
    thumbnail_frame,
)
from castlecards.ui.table.clash.timeline import (
    TILT,
    ClashStep,
    ClashTimeline,
    SideLabel,
    amount,
    joined,
)
from castlecards.ui.table.layout.card_shape import CardShape, corners, moved
from castlecards.ui.table.layout.free_space import place_tooltip
from castlecards.ui.table.layout.model import RATIO
from castlecards.ui.table.playback.animation import CardFrame
from castlecards.ui.table.render import table_signs
from castlecards.ui.table.render.glow import draw_glow
from castlecards.ui.table.render.sprites import Sprites
from castlecards.ui.table.render.table_view import TableView

VEIL = 120  # opacity of the dark over the table, of 255
PIECE = 256  # px, width of the repeated piece of the band
NIGHT = (6, 14, 11, 225)  # colour of the band
DUSK = 46.0  # units over which the edges of the band fade
RULE = 26.0  # units from an edge to the gold line
TINT: Colour = (204, 92, 82)  # over a card that has lost
SMALLEST = 10.0  # px: smallest type in a small window and on a thumbnail
WHOLE = 0.38  # size from which on a stage is no thumbnail, relative to the scale of the window
GREEN: Colour = (126, 216, 144)
RED: Colour = (240, 112, 96)
MORE = (62, 112, 86)  # shield of a modifier that adds
LESS = (146, 62, 50)  # shield of a modifier that takes away
PLAIN = (58, 84, 118)  # any other shield
TOTAL = Style("bold", 66, "text")
WORD = Style("italic", 17, "muted")
NAME = Style("bold", 17, "text")
PLACE = Style("ui", 14, "muted")
SAID = Style("medium", 17, "text")
LABEL = Style("medium", 14, "text")
SHIELD = Style("bold", 17, "text")
AMOUNT = 92.0  # units from the centre to a total
DEEP_MIDDLE = -45.0  # units: x of the totals' centre if cards wait behind the defender
DEEP_AMOUNT = 85.0  # units from there to a total
TOTALS = 70.0  # units that the totals take of the room between their centres
UNDECIDED = "against"  # word between the totals before the verdict
BAR = (300.0, 20.0)  # units: size of the bar
DEEP_BAR = (252.0, 20.0)  # units: size of the bar if cards wait behind the defender
LINK = -127.0  # units: y of the link to the rule
BELOW_BAR = 26.0  # units: y below the bar
PLATE = 430.0, 186.0  # units: size of a thumbnail
SENTENCE_Y = (109.0, 119.0)  # units from the centre to one line, two; chips stand below one line
BARE_MIDDLE = 0.64  # share of the height of a thumbnail without a sentence, down to its centre
EDGE = 6.0  # units around the breakdown on a thumbnail
FOOT = 31.0  # units below it, for the link to the rule
CAUSE = 58.0  # units: height of a card that causes a modifier
SPENT = 64.0  # units: height of a defender beaten before
SKIP = 616.0, 136.0  # units: right end and middle of the hint that a click ends the clash
GROWS = 0.14  # share of its size by which the winner's total grows

Faces = Callable[[CardId], int]  # face of the card behind a modifier; UNSEEN if hidden


@dataclass(frozen=True)
class StageShot:
    """One moment of the battle stage: timeline, time `t` (s) and frame.

    `plate`: place of a thumbnail over the table (px); the cards stay where they lie; `dimmed`: the
    table behind is dark; `shows_breakdown`: cards and modifiers are listed, too; `skips`: a click
    ends it, and a hint says so.
    """

    timeline: ClashTimeline
    t: float
    frame: StageFrame
    dimmed: bool = True
    plate: Rect | None = None
    shows_breakdown: bool = False
    skips: bool = False

    @property
    def totals_rect(self) -> Rect:
        """Place of the totals and the bar once they show a result, px; else an empty rectangle."""
        timeline, step = self.timeline, self.timeline.step_at(self.t)
        shown = step.is_open or step.verdict(self.t) > 0
        if not shown or timeline.closing(self.t) > 0 or timeline.opacity(self.t) < 1:
            return Rect(0, 0, 0, 0)
        if self.plate is not None:
            return self.plate
        middle, wide = (DEEP_MIDDLE, DEEP_BAR[0]) if timeline.deep else (0.0, BAR[0])
        x, y = self.frame.at(middle, LINK)
        rect = Rect(0, 0, round(wide * self.frame.u), round((BELOW_BAR - LINK) * self.frame.u))
        rect.midtop = (round(x), round(y))
        return rect.inflate(0, round(28 * self.frame.u))

    @property
    def rule(self) -> str:
        """Id of the rule that decides the clash."""
        return self.timeline.step_at(self.t).clash.rule

    @property
    def breakdown(self) -> tuple[Rows, ...]:
        """Rows of the breakdown of both sides; () while it is not shown."""
        return breakdown(self.timeline.step_at(self.t)) if self.shows_breakdown else ()

    def rule_place(self, look: Look) -> tuple[int, int] | None:
        """Return the place of the rule's link, px; None until the totals are shown."""
        numbers = self.totals_rect
        if not numbers.width:
            return None
        if self.plate is not None:
            return self.plate.centerx, self.plate.bottom - look.px(15)
        return numbers.centerx, round(self.frame.at(0, LINK)[1])

    def breakdown_rect(self, look: Look, window: Rect) -> Rect:
        """Return the place of the breakdown, px: below the totals, or on the thumbnail."""
        rect = place_breakdown(look, self.breakdown, self.totals_rect, window)
        if self.plate is not None:
            rect.midbottom = (self.plate.centerx, self.plate.bottom - look.px(FOOT))
        return rect

    def with_breakdown(self, look: Look, window: Rect) -> StageShot:
        """Return this moment with the breakdown shown; a thumbnail grows to hold it."""
        shot = replace(self, shows_breakdown=True)
        if self.plate is None or not shot.breakdown:
            return shot
        wide, high = shot.breakdown_rect(look, window).size
        edge = look.px(EDGE)
        plate = Rect(0, 0, *self.plate.size)
        plate.width = max(plate.width, wide + 2 * edge)
        plate.height = max(plate.height, high + edge + look.px(FOOT))
        plate.center = self.plate.center
        return replace(shot, plate=plate.clamp(window))

    @property
    def cards_on_stage(self) -> frozenset[CardId]:
        """Cards that stand on the stage and not on the table."""
        step = self.timeline.step_at(self.t)
        if self.plate is not None or self.t >= step.leaves:
            return frozenset()
        return frozenset(step.cards)

    def cards_on_table(self, moving: Sequence[CardFrame]) -> list[CardFrame]:
        """Return the cards of a script that lie on the table."""
        away = self.cards_on_stage
        return [one for one in moving if not one.is_moving and one.card not in away]


def draw_clash(
    canvas: Canvas, table_view: TableView, shot: StageShot, moving: Sequence[CardFrame]
) -> None:
    """Draw the stage and the cards that move above it."""
    faces = lambda card: table_view.pos.faces[card]  # noqa: E731
    if shot.plate is not None:
        draw_panel(canvas, shot.plate, radius=12)
        if not _draw_shown_breakdown(canvas, shot):
            draw_stage(canvas, table_view.sprites, shot.timeline, shot.t, shot.frame, faces)
        return
    draw_backdrop(canvas, shot.frame, shot.timeline.opacity(shot.t), shot.dimmed)
    by_card = {one.card: one for one in moving}
    rows = shot.breakdown
    draw_stage(
        canvas, table_view.sprites, shot.timeline, shot.t, shot.frame, faces, by_card, not rows
    )
    if shot.skips and shot.timeline.opacity(shot.t) >= 1:
        style = _sized(canvas.look, PLACE, shot.frame)
        canvas.text(tr("Click to skip"), shot.frame.at(*SKIP), style, "e")
    frame, fights = shot.frame, shot.timeline.step_at(shot.t).cards
    for one in moving:
        if one.is_moving and one.card in shot.timeline.cards and one.card not in fights:
            _draw_moving_card(canvas, table_view.sprites, one, one.shape, frame)
    away = shot.timeline.cards
    table_view.draw_moving(
        canvas, [one for one in moving if one.is_moving and one.card not in away]
    )
    _draw_shown_breakdown(canvas, shot)


def _draw_shown_breakdown(canvas: Canvas, shot: StageShot) -> bool:
    """Draw the breakdown, if it is shown. Return True if it was drawn."""
    rows = shot.breakdown
    if rows:
        draw_breakdown(canvas, rows, shot.breakdown_rect(canvas.look, canvas.rect))
    return bool(rows)


def thumbnail_for(
    timeline: ClashTimeline, window: Rect, clear: Sequence[Rect], look: Look
) -> StageShot:
    """Return a clash as a thumbnail that covers none of `clear`, if there is room."""
    near = Rect(window.centerx, round(CENTRE_Y * window.height), 0, 0)
    near.inflate_ip(look.px(PLATE[0]), 0)
    rect = place_tooltip(
        look.px(PLATE[1]), PLATE[0] / PLATE[1], near, clear, window, look.px(10), True
    )
    high = rect.height - look.px(18)  # the rule is named below
    frame = thumbnail_frame(rect.centerx, rect.top + high * 0.53, rect.width, high)
    if _is_bare(look, frame):
        frame = replace(frame, y=rect.top + high * BARE_MIDDLE)
    return StageShot(timeline, 0.0, frame, False, rect)


def draw_stage(
    canvas: Canvas,
    sprites: Sprites,
    timeline: ClashTimeline,
    t: float,
    frame: StageFrame,
    faces: Faces,
    moving: Mapping[CardId, CardFrame] | None = None,
    below: bool = True,
) -> None:
    """Draw the stage without its backdrop.

    `moving`: cards on their way, by id; `below`: draw what stands below the bar, too.
    """
    step, strength, gone = timeline.step_at(t), timeline.opacity(t), timeline.closing(t)
    if strength <= 0:
        return
    at = card_slots(step.clash, timeline.deep, frame)
    if gone < 0.12:
        if strength > 0.3:
            _draw_queue(canvas, sprites, step, frame, 160 * (1 - strength) * frame.u)
        if step.verdict(t) > 0:
            _draw_winner_glow(canvas, step, at)
    for side in step.clash.sides:
        for card in side.cards:
            one = moving.get(card.card) if moving is not None else None
            if one is not None and not one.is_moving and t >= step.leaves:
                continue  # it lies on the table
            still = CardFrame(card.card, at[card.card], card.face != UNSEEN, card.face)
            _draw_card(canvas, sprites, one or still, step, t, frame)
    if gone < 0.12 and strength > 0.5:
        for side, middle in zip(step.clash.sides, _middles(timeline), strict=False):
            _draw_side_label(canvas, step, side, middle, frame)
        if step.chain_total and t >= timeline.begins + timeline.slide:
            _draw_chain(canvas, sprites, step, frame)
        if t >= step.counts:
            _draw_values(canvas, step, at, t, frame)
            _draw_totals(canvas, timeline, step, t, frame)
            if below:
                _draw_modifiers(canvas, sprites, timeline, step, t, frame, faces)
    told = (step.is_open or t >= step.judges) and t >= step.counts
    if below and gone < 0.4 and told and not _is_bare(canvas.look, frame):
        _draw_sentence(canvas, step, frame)


def draw_backdrop(canvas: Canvas, frame: StageFrame, strength: float, dimmed: bool = True) -> None:
    """Draw the dark band; `dimmed`: darken the whole table, too."""
    if strength <= 0:
        return
    if dimmed:
        level = round(255 - VEIL * strength)
        canvas.multiply((level, level, level))
    width, height = round(frame.width), round(HEIGHT * frame.u)
    left, look = round(frame.x - frame.width / 2), canvas.look
    # a piece that is repeated: the whole band would be as wide as the window
    piece = min(width, PIECE), height
    if strength >= 1:
        key = ("clash_band", piece, frame.u)
        make = lambda: pygame.transform.scale(_column(look, frame, 1), piece)  # noqa: E731
        image = look.shapes.keep(key, make)
    else:
        image = pygame.transform.scale(_column(look, frame, strength), piece)
    for x in range(0, width, PIECE):
        canvas.blit(image, (left + x, round(frame.top)), Rect(0, 0, min(PIECE, width - x), height))


def _column(look: Look, frame: StageFrame, strength: float) -> Surface:
    """Return a column of the band, 1 px wide, premultiplied."""
    high, edge = round(HEIGHT * frame.u), round(RULE * frame.u)
    lines = [edge, high - 1 - edge]
    y = np.arange(high) + 0.5
    far = np.minimum(np.minimum(y, high - y) / (DUSK * frame.u), 1.0)
    alpha = strength * far**0.8 * NIGHT[3] / 255
    alpha[lines] = 0.75 * strength
    colour = np.tile(np.array(NIGHT[:3], float), (high, 1))
    colour[lines] = look.palette.gold
    column = Surface((1, high), pygame.SRCALPHA, 32)
    pygame.surfarray.pixels3d(column)[0] = np.rint(colour * alpha[:, None])
    pygame.surfarray.pixels_alpha(column)[0] = np.rint(255 * alpha)
    return column


# -- cards ----------------------------------------------------------------------------------------


def _middles(timeline: ClashTimeline) -> tuple[float, float]:
    return DEEP_SIDES if timeline.deep else (-SIDE_X, SIDE_X)


def _draw_card(
    canvas: Canvas, sprites: Sprites, one: CardFrame, step: ClashStep, t: float, frame: StageFrame
) -> None:
    """Draw a card of the stage; a card that has lost is red and tilted."""
    verdict = step.verdict(t) if one.card in step.losers else 0.0
    shape = one.shape
    if verdict > 0 and not one.is_moving:
        shape = replace(shape, angle=-TILT * verdict)
    if verdict > 0 or one.is_moving:
        _draw_moving_card(canvas, sprites, one, shape, frame, verdict)
    else:
        seen = sprites.visible_side(one.card, one.face, one.up)
        sprites.draw_moving(canvas, seen, shape, one.squash, one.lift, one.full_height)


def _draw_moving_card(
    canvas: Canvas,
    sprites: Sprites,
    one: CardFrame,
    shape: CardShape,
    frame: StageFrame,
    verdict: float = 0.0,
) -> None:
    """Draw a card in free motion from its one cached picture; `verdict`: how red, 0 to 1."""
    seen = sprites.visible_side(one.card, one.face, one.up)
    size = max(1, round(shape.width * one.squash)), max(1, round(shape.height))
    image = pygame.transform.smoothscale(sprites.plain(seen, frame.card), size)
    if verdict > 0:
        tone = mix((255, 255, 255), TINT, verdict)
        image.fill(tone, special_flags=pygame.BLEND_RGB_MULT)
    rise = one.lift * 0.1 * shape.height
    sprites.draw_shadow(canvas, shape, rise / 2, rise + 3 * frame.u, 0.3 + 0.5 * one.lift,
                        one.squash)  # fmt: skip
    turn = round(shape.angle * 2) / 2 % 360
    if turn:
        image = pygame.transform.rotozoom(image, turn, 1)
    canvas.blit_centred(image, (shape.x, shape.y - rise))


def _draw_queue(
    canvas: Canvas, sprites: Sprites, step: ClashStep, frame: StageFrame, aside: float
) -> None:
    """Draw the backs of the waiting cards; `aside`: px they are still away."""
    for card, at in reversed(queue_slots(step.queue, frame)):
        at = moved(at, aside, 0.0)
        sprites.draw_moving(canvas, sprites.visible_side(card, UNSEEN, False), at, 1.0, 0.0)


def _draw_winner_glow(canvas: Canvas, step: ClashStep, at: Mapping[CardId, CardShape]) -> None:
    """Draw one glow around all cards of the winner."""
    if step.clash.winner == ALL_FALL:
        return
    quads = [corners(at[card.card]) for card in step.clash.sides[step.clash.winner].cards]
    xs = [x for quad in quads for x, _ in quad]
    ys = [y for quad in quads for _, y in quad]
    left, right, top, low = min(xs), max(xs), min(ys), max(ys)
    draw_glow(canvas, ((left, top), (right, top), (right, low), (left, low)), True)


def _draw_values(
    canvas: Canvas, step: ClashStep, at: Mapping[CardId, CardShape], t: float, frame: StageFrame
) -> None:
    """Draw the value of a card on it, where it differs from the printed value."""
    for side in step.clash.sides:
        if not side.parts or len(side.values) != len(side.cards) or t < step.adds:
            continue
        for card, each in zip(side.cards, side.values, strict=True):
            shape = at[card.card]
            lost = card.card in step.losers and step.verdict(t) > 0
            less = lost or sum(map(amount, side.parts)) < 0
            x = shape.x - shape.width / 2 + 20 * frame.u
            y = shape.y + shape.height / 2 - 24 * frame.u
            _draw_shield(canvas, str(each), (x, y), 31 * frame.u, LESS if less else MORE, frame)


# -- in words and numbers -------------------------------------------------------------------------


def _sized(look: Look, style: Style, frame: StageFrame, times: float = 1.0) -> Style:
    """Return a text style scaled to the stage, never below the smallest readable size."""
    least = LEAST if look.scale >= ROOMY else SMALLEST
    return replace(style, size=max(style.size * frame.u * times, least) / look.scale)


def _is_bare(look: Look, frame: StageFrame) -> bool:
    """Return True on a thumbnail too small for words in readable type: it shows numbers and names
    only; the pointer on it opens the breakdown."""
    return look.scale >= ROOMY and frame.u < WHOLE * look.scale


def stage_styles(look: Look, frame: StageFrame) -> list[Style]:
    """Return every text style used on the stage, for the font cache."""
    return [_sized(look, style, frame) for style in (TOTAL, WORD, NAME, PLACE, SAID, LABEL, SHIELD)]


def _draw_side_label(
    canvas: Canvas, step: ClashStep, side: Party, middle: float, frame: StageFrame
) -> None:
    """Draw the name, sign and place of a side."""
    look, n = canvas.look, step.clash.sides.index(side)
    if n >= len(step.labels):
        return
    label: SideLabel = step.labels[n]
    place = "" if _is_bare(look, frame) else label.place
    if place and n and step.queue:
        place = f"{place}, {counted(len(step.queue) + len(side.cards), 'card')}"
    name, small = _sized(look, NAME, frame), _sized(look, PLACE, frame)
    room = round((SIDE_X + 250) * frame.u)
    place, small = look.fit(place, small, max(room - look.width(label.name, name), 1))
    sign, gap = 14 * frame.u + 8 * look.scale, round(9 * look.scale)
    whole = sign + look.width(label.name, name) + (gap + look.width(place, small) if place else 0)
    x, y = frame.at(middle, -127)
    left = max(x - whole / 2, frame.x - frame.width / 2 + 12 * frame.u)
    draw_sign(canvas, label.sign, (left + 7 * frame.u, y), max(7 * frame.u, 4))
    drawn = canvas.text(label.name, (left + sign, y), name, "w")
    if place:
        canvas.text(place, (drawn.right + gap, y), small, "w")


def _totals_places(look: Look, timeline: ClashTimeline, frame: StageFrame) -> tuple[float, float]:
    """Return the centre of the totals and the way from there to each, in units.

    On a thumbnail the totals move apart: the word between them is larger than the stage."""
    middle, amount = (DEEP_MIDDLE, DEEP_AMOUNT) if timeline.deep else (0.0, AMOUNT)
    word = look.width(UNDECIDED, _sized(look, WORD, frame)) / frame.u
    return middle, max(amount, (word + TOTALS) / 2 + 1)


def _draw_totals(
    canvas: Canvas, timeline: ClashTimeline, step: ClashStep, t: float, frame: StageFrame
) -> None:
    """Draw the two totals, the word between them, and the bar."""
    look, clash, verdict = canvas.look, step.clash, step.verdict(t)
    middle, amount = _totals_places(canvas.look, timeline, frame)
    totals = [step.total(n, t) for n in range(2)]
    style = _sized(look, TOTAL, frame)
    for n, (x, total) in enumerate(zip((middle - amount, middle + amount), totals, strict=True)):
        wins = verdict > 0 and clash.winner == n
        loses = verdict > 0 and not wins
        colour = GREEN if wins else RED if loses else look.palette.text
        size = (1 + GROWS * verdict if wins else 1.0) / (1 + GROWS)
        image = look.image("?" if total < 0 else str(total), style, colour)
        if size < 0.995:
            image = pygame.transform.smoothscale_by(image, size)
        canvas.blit_centred(image, frame.at(x, -48))
    word = clash.word if verdict > 0 or step.is_open else UNDECIDED
    tone = look.palette.gold_high if verdict > 0 else look.palette.muted
    word, words = look.fit(word, _sized(look, WORD, frame), round((2 * amount - TOTALS) * frame.u))
    canvas.text(word, frame.at(middle, -44), words, "c", tone)
    colours = [_vivid(label.sign.colour) for label in step.labels]
    if len(colours) == 2 and min(totals) >= 0:
        rect = bar_rect(middle, DEEP_BAR if timeline.deep else BAR, frame)
        bar = draw_threshold if clash.enough else draw_balance_bar
        bar(canvas, totals, colours, rect, frame)


def _draw_modifiers(
    canvas: Canvas,
    sprites: Sprites,
    timeline: ClashTimeline,
    step: ClashStep,
    t: float,
    frame: StageFrame,
    faces: Faces,
) -> None:
    """Draw the modifiers of both sides below the bar."""
    middle, amount = _totals_places(canvas.look, timeline, frame)
    for n, side in enumerate(step.clash.sides):
        x = middle + (amount if n else -amount)
        _draw_side_modifiers(canvas, sprites, step, joined(side.parts), x, t, frame, faces)


def _vivid(colour: Colour) -> Colour:
    """Return a colour bright enough for the dark band."""
    return mix(colour, (255, 255, 255), 0.3) if max(colour) < 90 else colour


def _draw_side_modifiers(
    canvas: Canvas,
    sprites: Sprites,
    step: ClashStep,
    parts: Sequence[Part],
    x: float,
    t: float,
    frame: StageFrame,
    faces: Faces,
) -> None:
    """Draw the modifiers of a side: a shield, its label, and the card that causes it."""
    look = canvas.look
    style, bare = _sized(look, LABEL, frame), _is_bare(look, frame)
    labels = [0 if bare else look.width(part.label, style) + round(18 * frame.u) for part in parts]
    cards = [46 * frame.u if part.card >= 0 else 0.0 for part in parts]
    wide = [max(label, 52 * frame.u) for label in labels]
    whole = sum(wide) + sum(cards) + 8 * frame.u * (len(parts) - 1)
    left = frame.x + x * frame.u - whole / 2
    for n, part in enumerate(parts):
        size = step.pop(n, t)
        if cards[n] and size > 0:
            high = CAUSE * frame.u
            face = faces(part.card)
            image = sprites.plain(sprites.visible_side(part.card, face, face != UNSEEN), high)
            at_x = left + cards[n] / 2 - 3 * frame.u
            canvas.blit_centred(image, (at_x, frame.y + 62 * frame.u))
        middle = left + cards[n] + wide[n] / 2
        left += cards[n] + wide[n] + 8 * frame.u
        if size <= 0:
            continue
        tone = LESS if part.text[:1] in "-−" else MORE if part.text[:1] == "+" else PLAIN
        _draw_shield(
            canvas, part.text, (middle, frame.y + 49 * frame.u), 34 * frame.u * size, tone, frame
        )
        if bare:
            continue
        rect = Rect(0, 0, labels[n], look.line(style) + round(3 * frame.u))
        rect.center = (round(middle), round(frame.y + 82 * frame.u))
        canvas.box(rect, 8, INK, INK, look.palette.gold_low)
        canvas.text(part.label, rect.center, style, "c")


def _draw_shield(
    canvas: Canvas, text: str, at: tuple[float, float], high: float, tone: Colour, frame: StageFrame
) -> None:
    """Draw a shield with a number."""
    look, size = canvas.look, max(round(high), 4)
    key = ("clash_shield", text, size, tone, frame.u, look.scale)
    image = look.shapes.keep(key, lambda: _paint_shield(look, text, size, tone, frame))
    canvas.blit_centred(image, at)


def _paint_shield(look: Look, text: str, high: int, tone: Colour, frame: StageFrame) -> Surface:
    style = _sized(look, SHIELD, frame, high / (34 * frame.u))
    rim = max(2, round(2 * frame.u))
    wide = round(max(look.width(text, style) + high * 0.45, high * 1.15))
    sheet = Canvas(blank((wide + 4 * rim, high + 4 * rim)), look)
    rect = Rect(2 * rim, 2 * rim, wide, high)
    sheet.polygon(INK, table_signs.shield_outline(rect.inflate(3 * rim, 3 * rim)))
    sheet.polygon(look.palette.gold_high, table_signs.shield_outline(rect.inflate(rim, rim)))
    sheet.polygon(tone, table_signs.shield_outline(rect))
    at = (rect.centerx, rect.centery - 0.06 * high)
    sheet.text(text, at, style, "c", (250, 250, 244))
    return sheet.surface


def _draw_chain(canvas: Canvas, sprites: Sprites, step: ClashStep, frame: StageFrame) -> None:
    """Draw the rest of an attacker's total and the defenders beaten before."""
    look = canvas.look
    left = step.clash.sides[0].total
    x, y = frame.at(DEEP_SIDES[0] + CARD * RATIO / 2 + 46, -50)
    _draw_shield(canvas, str(max(left, 0)), (x, y), 62 * frame.u, LESS, frame)
    small = _sized(look, PLACE, frame)
    spent = left < step.chain_total
    caption = tr("left of {all}", all=step.chain_total) if spent else tr("strength")
    if not _is_bare(look, frame):
        canvas.text(caption, frame.at(DEEP_SIDES[0] + CARD * RATIO / 2 + 46, -1), small, "c")
    distance = min(52.0, 150.0 / max(len(step.beaten), 1))
    for n, (card, cost) in enumerate(step.beaten):
        x, y = frame.at(DEEP_SIDES[0] + CARD * RATIO / 2 + 32 + distance * n, 54)
        image = sprites.plain(
            sprites.visible_side(card.card, card.face, True), SPENT * frame.u
        ).copy()
        image.fill(TINT, special_flags=pygame.BLEND_RGB_MULT)
        canvas.blit_centred(image, (x, y))
        _draw_shield(
            canvas, f"−{cost}", (x + 12 * frame.u, y + 30 * frame.u), 24 * frame.u, LESS, frame
        )


def _draw_sentence(canvas: Canvas, step: ClashStep, frame: StageFrame) -> None:
    look = canvas.look
    room = round(min(1000 * frame.u, frame.width - 24 * frame.u))
    said = _sized(look, SAID, frame)
    texts = [look.fit(step.text, said, room)]
    if texts[0][0] != step.text or texts[0][1].size < min(said.size, LEAST / look.scale):
        wraps = (look.wrap(step.text, said, round(part * room)) for part in (0.6, 0.7, 0.8, 1.0))
        two = next((lines for lines in wraps if len(lines) == 2), [step.text])
        texts = [look.fit(line, said, room) for line in two]
    x, y = frame.at(0, SENTENCE_Y[len(texts) - 1])
    line, above = look.line(said), (len(texts) - 1) / 2
    if any(side.parts for side in step.clash.sides):  # below the labels of the modifiers
        low = frame.at(0, 82)[1] + (look.line(_sized(look, LABEL, frame)) + line) / 2
        y, above = max(y, low), 0
    tone = look.palette.gold_high if step.is_open else look.palette.text
    for n, (text, style) in enumerate(texts):
        down = line * (n - above)
        canvas.text(text, (x, y + down), style, "c", tone)
