"""The stage of a clash: a dark band with the cards of both sides, what they count, the verdict.

All of it is a function of the fray, the time and the place, so it can be drawn at any size. Cards
on their way to or from the table are drawn where their script has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pygame
from pygame import Rect, Surface

from castlecards.core.cards import UNSEEN, CardId
from castlecards.core.log_lines import ALL_FALL, Part, Party
from castlecards.core.plurals import counted
from castlecards.ui.cardart.seat_signs import draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank, mix
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.clash.breakdown import (
    INK,
    Rows,
    bar_rect,
    draw_share,
    draw_sums,
    draw_threshold,
    place_sums,
    sums,
)
from castlecards.ui.table.clash.timeline import (
    ASIDE,
    CARD,
    DEEP,
    HIGH,
    MIDDLE,
    TILT,
    Caller,
    Encounter,
    Footing,
    Fray,
    joint,
    places,
    queue,
    within,
    worth,
)
from castlecards.ui.table.layout.card_shape import CardShape, corners, moved
from castlecards.ui.table.layout.free_space import place_tooltip
from castlecards.ui.table.layout.model import RATIO
from castlecards.ui.table.playback.animation import CardFrame
from castlecards.ui.table.render import table_signs
from castlecards.ui.table.render.sprites import Sprites
from castlecards.ui.table.render.static_layer import glow
from castlecards.ui.table.render.table_view import TableView

VEIL = 120  # of 255: how dark the table gets behind it
NIGHT, DUSK = (6, 14, 11, 225), 46.0  # colour of the band; units over which its edges fade
RULE = 26.0  # units from an edge to the gold line
TINT: Colour = (204, 92, 82)  # over a card that has lost
SMALLEST = 10.0  # px of letters
GREEN: Colour = (126, 216, 144)
RED: Colour = (240, 112, 96)
MORE, LESS, PLAIN = (62, 112, 86), (146, 62, 50), (58, 84, 118)
TOTAL = Style("bold", 66, "text")
WORD = Style("italic", 17, "muted")
NAME = Style("bold", 17, "text")
PLACE = Style("ui", 14, "muted")
SAID = Style("medium", 17, "text")
LABEL = Style("medium", 12.5, "text")
SHIELD = Style("bold", 17, "text")
AMOUNT = 92.0  # units from the middle to a total
DEEP_MIDDLE, DEEP_AMOUNT = -45.0, 85.0
BAR, DEEP_BAR = (300.0, 20.0), (252.0, 20.0)
LINK, BELOW_BAR = -127.0, 26.0  # units from the middle: where the rule is named; below the bar
PLATE = 430.0, 186.0  # units: a small picture of a clash
EDGE, FOOT = 6.0, 31.0  # units on it: around a list of what adds up, and below that for the rule
CAUSE, SPENT = 58.0, 64.0  # units of height: a card that adds to a total; one that fell before
GROWS = 0.14  # how much larger the number of whoever has won

Faces = Callable[[CardId], int]  # of a card that stands for a part; UNSEEN where it is not known


@dataclass(frozen=True)
class OnStage:
    """What is shown of a clash now, and where. `plate`: px, a small picture of it over the table,
    on which the cards stay where they are; `veiled`: the table behind it is dark; `explained`: what
    adds up is told, too."""

    timeline: Fray
    t: float
    here: Footing
    veiled: bool = True
    plate: Rect | None = None
    explained: bool = False

    @property
    def numbers(self) -> Rect:
        """px of the two totals and the bar, once they say how it ends or stands; else empty."""
        timeline, encounter = self.timeline, self.timeline.at(self.t)
        shown = encounter.open or encounter.judged(self.t) > 0
        if not shown or timeline.gone(self.t) > 0 or timeline.strength(self.t) < 1:
            return Rect(0, 0, 0, 0)
        if self.plate is not None:
            return self.plate
        middle, wide = (DEEP_MIDDLE, DEEP_BAR[0]) if timeline.deep else (0.0, BAR[0])
        x, y = self.here.at(middle, LINK)
        rect = Rect(0, 0, round(wide * self.here.u), round((BELOW_BAR - LINK) * self.here.u))
        rect.midtop = (round(x), round(y))
        return rect.inflate(0, round(28 * self.here.u))

    @property
    def rule(self) -> str:
        """That decides it."""
        return self.timeline.at(self.t).clash.rule

    @property
    def sums(self) -> tuple[Rows, ...]:
        """What adds up, of each side, where that is told."""
        return sums(self.timeline.at(self.t)) if self.explained else ()

    def link(self, look: Look) -> tuple[int, int] | None:
        """px, where the rule is named; None: not yet."""
        numbers = self.numbers
        if not numbers.width:
            return None
        if self.plate is not None:
            return self.plate.centerx, self.plate.bottom - look.px(15)
        return numbers.centerx, round(self.here.at(0, LINK)[1])

    def listed(self, look: Look, window: Rect) -> Rect:
        """px, of the list of what adds up: below the numbers, or on the small picture above where
        the rule is named."""
        rect = place_sums(look, self.sums, self.numbers, window)
        if self.plate is not None:
            rect.midbottom = (self.plate.centerx, self.plate.bottom - look.px(FOOT))
        return rect

    def told(self, look: Look, window: Rect) -> OnStage:
        """The same with what adds up; a small picture is as large then as that list needs."""
        on = replace(self, explained=True)
        if self.plate is None or not on.sums:
            return on
        wide, high = on.listed(look, window).size
        edge = look.px(EDGE)
        plate = Rect(0, 0, *self.plate.size)
        plate.width = max(plate.width, wide + 2 * edge)
        plate.height = max(plate.height, high + edge + look.px(FOOT))
        plate.center = self.plate.center
        return replace(on, plate=plate.clamp(window))

    @property
    def away(self) -> frozenset[CardId]:
        """The cards that stand on the stage."""
        encounter = self.timeline.at(self.t)
        if self.plate is not None or self.t >= encounter.leaves:
            return frozenset()
        return frozenset(encounter.cards)

    def below(self, moving: Sequence[CardFrame]) -> list[CardFrame]:
        """Those cards of a script that lie on the table."""
        away = self.away
        return [one for one in moving if not one.going and one.card not in away]


def draw_clash(
    canvas: Canvas, table_view: TableView, on: OnStage, moving: Sequence[CardFrame]
) -> None:
    """The stage with all that is on its way above it."""
    faces = lambda card: table_view.pos.faces[card]  # noqa: E731
    if on.plate is not None:
        draw_panel(canvas, on.plate, radius=12)
        if not _explain(canvas, on):
            draw(canvas, table_view.sprites, on.timeline, on.t, on.here, faces)
        return
    draw_back(canvas, on.here, on.timeline.strength(on.t), on.veiled)
    by_card = {one.card: one for one in moving}
    rows = on.sums
    draw(canvas, table_view.sprites, on.timeline, on.t, on.here, faces, by_card, not rows)
    here, fights = on.here, on.timeline.at(on.t).cards
    for one in moving:
        if one.going and one.card in on.timeline.cards and one.card not in fights:
            _free(canvas, table_view.sprites, one, one.shape, here)
    away = on.timeline.cards
    table_view.draw_moving(canvas, [one for one in moving if one.going and one.card not in away])
    _explain(canvas, on)


def _explain(canvas: Canvas, on: OnStage) -> bool:
    """What adds up, below the numbers, or instead of a small picture; whether it is told."""
    rows = on.sums
    if rows:
        draw_sums(canvas, rows, on.listed(canvas.look, canvas.rect))
    return bool(rows)


def plate_for(stands: Fray, window: Rect, clear: Sequence[Rect], look: Look) -> OnStage:
    """A clash as a small picture that covers nothing of `clear`, if it can."""
    near = Rect(window.centerx, round(MIDDLE * window.height), 0, 0)
    near.inflate_ip(look.px(PLATE[0]), 0)
    rect = place_tooltip(
        look.px(PLATE[1]), PLATE[0] / PLATE[1], near, clear, window, look.px(10), True
    )
    high = rect.height - look.px(18)  # the rule is named below
    here = within(rect.centerx, rect.top + high * 0.53, rect.width, high)
    return OnStage(stands, 0.0, here, False, rect)


def draw(
    canvas: Canvas,
    sprites: Sprites,
    timeline: Fray,
    t: float,
    here: Footing,
    faces: Faces,
    moving: Mapping[CardId, CardFrame] | None = None,
    below: bool = True,
) -> None:
    """All but the dark behind it. `moving`: cards that are on their way; `below`: with what stands
    below the bar."""
    encounter, strength, gone = timeline.at(t), timeline.strength(t), timeline.gone(t)
    if strength <= 0:
        return
    at = places(encounter.clash, timeline.deep, here)
    if gone < 0.12:
        if strength > 0.3:
            _waiting(canvas, sprites, encounter, here, 160 * (1 - strength) * here.u)
        if encounter.judged(t) > 0:
            _won(canvas, encounter, at)
    for side in encounter.clash.sides:
        for card in side.cards:
            one = moving.get(card.card) if moving is not None else None
            if one is not None and not one.going and t >= encounter.leaves:
                continue  # it lies on the table
            still = CardFrame(card.card, at[card.card], card.face != UNSEEN, card.face)
            _card(canvas, sprites, one or still, encounter, t, here)
    if gone < 0.12 and strength > 0.5:
        for side, middle in zip(encounter.clash.sides, _middles(timeline), strict=False):
            _caller(canvas, encounter, side, middle, here)
        if encounter.strength and t >= timeline.opens + timeline.slide:
            _chain(canvas, sprites, encounter, here)
        if t >= encounter.counts:
            _worth(canvas, encounter, at, t, here)
            _numbers(canvas, timeline, encounter, t, here)
            if below:
                _adding(canvas, sprites, timeline, encounter, t, here, faces)
    if below and gone < 0.4 and (encounter.open or t >= encounter.told) and t >= encounter.counts:
        _sentence(canvas, encounter, here)


def draw_back(canvas: Canvas, here: Footing, strength: float, veiled: bool = True) -> None:
    """The dark behind it; `veiled`: over the whole table, too."""
    if strength <= 0:
        return
    if veiled:
        level = round(255 - VEIL * strength)
        canvas.surface.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
    size = (round(here.width), round(HIGH * here.u))
    at = (round(here.x - here.width / 2), round(here.top))
    look = canvas.look
    if strength >= 1:
        key = ("clash band", size, here.u)
        image = look.shapes.keep(key, lambda: pygame.transform.scale(_column(look, here, 1), size))
    else:
        image = pygame.transform.scale(_column(look, here, strength), size)
    canvas.blit(image, at)


def _column(look: Look, here: Footing, strength: float) -> Surface:
    """One px of the band, premultiplied."""
    high, edge = round(HIGH * here.u), round(RULE * here.u)
    lines = [edge, high - 1 - edge]
    y = np.arange(high) + 0.5
    far = np.minimum(np.minimum(y, high - y) / (DUSK * here.u), 1.0)
    alpha = strength * far**0.8 * NIGHT[3] / 255
    alpha[lines] = 0.75 * strength
    colour = np.tile(np.array(NIGHT[:3], float), (high, 1))
    colour[lines] = look.palette.gold
    column = Surface((1, high), pygame.SRCALPHA, 32)
    pygame.surfarray.pixels3d(column)[0] = np.rint(colour * alpha[:, None])
    pygame.surfarray.pixels_alpha(column)[0] = np.rint(255 * alpha)
    return column


# -- cards ----------------------------------------------------------------------------------------


def _middles(timeline: Fray) -> tuple[float, float]:
    return DEEP if timeline.deep else (-ASIDE, ASIDE)


def _card(
    canvas: Canvas, sprites: Sprites, one: CardFrame, encounter: Encounter, t: float, here: Footing
) -> None:
    """Whoever has lost is red, and stands aslant."""
    judged = encounter.judged(t) if one.card in encounter.falls else 0.0
    shape = one.shape
    if judged > 0 and not one.going:
        shape = replace(shape, angle=-TILT * judged)
    if judged > 0 or one.going:
        _free(canvas, sprites, one, shape, here, judged)
    else:
        seen = sprites.seen(one.card, one.face, one.up)
        sprites.draw_moving(canvas, seen, shape, one.squash, one.lift, one.whole)


def _free(
    canvas: Canvas,
    sprites: Sprites,
    one: CardFrame,
    shape: CardShape,
    here: Footing,
    judged: float = 0.0,
) -> None:
    """A card in motion, from the one picture of it that the stage has; `judged`: how red."""
    seen = sprites.seen(one.card, one.face, one.up)
    size = max(1, round(shape.width * one.squash)), max(1, round(shape.height))
    image = pygame.transform.smoothscale(sprites.plain(seen, here.card), size)
    if judged > 0:
        tone = mix((255, 255, 255), TINT, judged)
        image.fill(tone, special_flags=pygame.BLEND_RGB_MULT)
    rise = one.lift * 0.1 * shape.height
    sprites.draw_shadow(canvas, shape, rise / 2, rise + 3 * here.u, 0.3 + 0.5 * one.lift,
                        one.squash)  # fmt: skip
    turn = round(shape.angle * 2) / 2 % 360
    if turn:
        image = pygame.transform.rotozoom(image, turn, 1)
    canvas.blit_centred(image, (shape.x, shape.y - rise))


def _waiting(
    canvas: Canvas, sprites: Sprites, encounter: Encounter, here: Footing, aside: float
) -> None:
    """The backs of what lies behind the one that defends; `aside`: px yet to come."""
    for card, at in reversed(queue(encounter.rest, here)):
        at = moved(at, aside, 0.0)
        sprites.draw_moving(canvas, sprites.seen(card, UNSEEN, False), at, 1.0, 0.0)


def _won(canvas: Canvas, encounter: Encounter, at: Mapping[CardId, CardShape]) -> None:
    """One frame of light round all cards of whoever has won."""
    if encounter.clash.winner == ALL_FALL:
        return
    quads = [corners(at[card.card]) for card in encounter.clash.sides[encounter.clash.winner].cards]
    xs = [x for quad in quads for x, _ in quad]
    ys = [y for quad in quads for _, y in quad]
    left, right, top, low = min(xs), max(xs), min(ys), max(ys)
    glow(canvas, ((left, top), (right, top), (right, low), (left, low)), True)


def _worth(
    canvas: Canvas, encounter: Encounter, at: Mapping[CardId, CardShape], t: float, here: Footing
) -> None:
    """On each card what it counts, where that is not what is printed on it."""
    for side in encounter.clash.sides:
        if not side.parts or len(side.each) != len(side.cards) or t < encounter.adds:
            continue
        for card, each in zip(side.cards, side.each, strict=True):
            shape = at[card.card]
            lost = card.card in encounter.falls and encounter.judged(t) > 0
            less = lost or sum(map(worth, side.parts)) < 0
            x = shape.x - shape.width / 2 + 20 * here.u
            y = shape.y + shape.height / 2 - 24 * here.u
            _plaque(canvas, str(each), (x, y), 31 * here.u, LESS if less else MORE, here)


# -- in words and numbers -------------------------------------------------------------------------


def _sized(look: Look, style: Style, here: Footing, times: float = 1.0) -> Style:
    """The style at the size of the stage, but never too small to be read."""
    return replace(style, size=max(style.size * here.u * times, SMALLEST) / look.scale)


def types(look: Look, here: Footing) -> list[Style]:
    """All in which something is written on the stage."""
    return [_sized(look, style, here) for style in (TOTAL, WORD, NAME, PLACE, SAID, LABEL, SHIELD)]


def _caller(
    canvas: Canvas, encounter: Encounter, side: Party, middle: float, here: Footing
) -> None:
    """Who it is, and where the cards stood."""
    look, n = canvas.look, encounter.clash.sides.index(side)
    if n >= len(encounter.callers):
        return
    caller: Caller = encounter.callers[n]
    place = caller.place
    if n and encounter.rest:
        place = f"{place}, {counted(len(encounter.rest) + len(side.cards), 'card')}"
    name, small = _sized(look, NAME, here), _sized(look, PLACE, here)
    room = round((ASIDE + 250) * here.u)
    place, small = look.fit(place, small, max(room - look.width(caller.name, name), 1))
    sign, gap = 14 * here.u + 8 * look.scale, round(9 * look.scale)
    whole = sign + look.width(caller.name, name) + (gap + look.width(place, small) if place else 0)
    x, y = here.at(middle, -127)
    left = max(x - whole / 2, here.x - here.width / 2 + 12 * here.u)
    draw_sign(canvas, caller.sign, (left + 7 * here.u, y), max(7 * here.u, 4))
    drawn = canvas.text(caller.name, (left + sign, y), name, "w")
    if place:
        canvas.text(place, (drawn.right + gap, y), small, "w")


def _numbers(canvas: Canvas, timeline: Fray, encounter: Encounter, t: float, here: Footing) -> None:
    """The two totals, the word between them, and the bar."""
    look, clash, judged = canvas.look, encounter.clash, encounter.judged(t)
    middle, amount = (DEEP_MIDDLE, DEEP_AMOUNT) if timeline.deep else (0.0, AMOUNT)
    totals = [encounter.total(n, t) for n in range(2)]
    style = _sized(look, TOTAL, here)
    for n, (x, total) in enumerate(zip((middle - amount, middle + amount), totals, strict=True)):
        wins = judged > 0 and clash.winner == n
        loses = judged > 0 and not wins
        colour = GREEN if wins else RED if loses else look.palette.text
        size = (1 + GROWS * judged if wins else 1.0) / (1 + GROWS)
        image = look.image("?" if total < 0 else str(total), style, colour)
        if size < 0.995:
            image = pygame.transform.smoothscale_by(image, size)
        canvas.blit_centred(image, here.at(x, -48))
    word = clash.word if judged > 0 or encounter.open else "against"
    tone = look.palette.gold_high if judged > 0 else look.palette.muted
    word, words = look.fit(word, _sized(look, WORD, here), round((2 * amount - 70) * here.u))
    canvas.text(word, here.at(middle, -44), words, "c", tone)
    colours = [_vivid(caller.sign.colour) for caller in encounter.callers]
    if len(colours) == 2 and min(totals) >= 0:
        rect = bar_rect(middle, DEEP_BAR if timeline.deep else BAR, here)
        bar = draw_threshold if clash.enough else draw_share
        bar(canvas, totals, colours, rect, here)


def _adding(
    canvas: Canvas,
    sprites: Sprites,
    timeline: Fray,
    encounter: Encounter,
    t: float,
    here: Footing,
    faces: Faces,
) -> None:
    """What adds to the totals, below the bar."""
    middle, amount = (DEEP_MIDDLE, DEEP_AMOUNT) if timeline.deep else (0.0, AMOUNT)
    for n, side in enumerate(encounter.clash.sides):
        x = middle + (amount if n else -amount)
        _parts(canvas, sprites, encounter, joint(side.parts), x, t, here, faces)


def _vivid(colour: Colour) -> Colour:
    """Bright enough to be seen in the dark."""
    return mix(colour, (255, 255, 255), 0.3) if max(colour) < 90 else colour


def _parts(
    canvas: Canvas,
    sprites: Sprites,
    encounter: Encounter,
    parts: Sequence[Part],
    x: float,
    t: float,
    here: Footing,
    faces: Faces,
) -> None:
    """What adds to a total, below it: a shield, what it is, and the card that causes it."""
    look = canvas.look
    style = _sized(look, LABEL, here)
    labels = [look.width(part.label, style) + round(18 * here.u) for part in parts]
    cards = [46 * here.u if part.card >= 0 else 0.0 for part in parts]
    wide = [max(label, 52 * here.u) for label in labels]
    whole = sum(wide) + sum(cards) + 8 * here.u * (len(parts) - 1)
    left = here.x + x * here.u - whole / 2
    for n, part in enumerate(parts):
        size = encounter.popped(n, t)
        if cards[n] and size > 0:
            high = CAUSE * here.u
            face = faces(part.card)
            image = sprites.plain(sprites.seen(part.card, face, face != UNSEEN), high)
            at_x = left + cards[n] / 2 - 3 * here.u
            canvas.blit_centred(image, (at_x, here.y + 62 * here.u))
        middle = left + cards[n] + wide[n] / 2
        left += cards[n] + wide[n] + 8 * here.u
        if size <= 0:
            continue
        tone = LESS if part.text[:1] in "-−" else MORE if part.text[:1] == "+" else PLAIN
        _plaque(canvas, part.text, (middle, here.y + 49 * here.u), 34 * here.u * size, tone, here)
        rect = Rect(0, 0, labels[n], look.line(style) + round(3 * here.u))
        rect.center = (round(middle), round(here.y + 82 * here.u))
        canvas.box(rect, 8, INK, INK, look.palette.gold_low)
        canvas.text(part.label, rect.center, style, "c")


def _plaque(
    canvas: Canvas, text: str, at: tuple[float, float], high: float, tone: Colour, here: Footing
) -> None:
    """A shield with a number."""
    look, size = canvas.look, max(round(high), 4)
    key = ("clash shield", text, size, tone, here.u, look.scale)
    image = look.shapes.keep(key, lambda: _shield(look, text, size, tone, here))
    canvas.blit_centred(image, at)


def _shield(look: Look, text: str, high: int, tone: Colour, here: Footing) -> Surface:
    style = _sized(look, SHIELD, here, high / (34 * here.u))
    rim = max(2, round(2 * here.u))
    wide = round(max(look.width(text, style) + high * 0.45, high * 1.15))
    sheet = Canvas(blank((wide + 4 * rim, high + 4 * rim)), look)
    rect = Rect(2 * rim, 2 * rim, wide, high)
    sheet.polygon(INK, table_signs.shield_outline(rect.inflate(3 * rim, 3 * rim)))
    sheet.polygon(look.palette.gold_high, table_signs.shield_outline(rect.inflate(rim, rim)))
    sheet.polygon(tone, table_signs.shield_outline(rect))
    at = (rect.centerx, rect.centery - 0.06 * high)
    sheet.text(text, at, style, "c", (250, 250, 244))
    return sheet.surface


def _chain(canvas: Canvas, sprites: Sprites, encounter: Encounter, here: Footing) -> None:
    """What is left of an attacker, and who fell before."""
    look = canvas.look
    left = encounter.clash.sides[0].total
    x, y = here.at(DEEP[0] + CARD * RATIO / 2 + 46, -50)
    _plaque(canvas, str(max(left, 0)), (x, y), 62 * here.u, LESS, here)
    small = _sized(look, PLACE, here)
    told = f"left of {encounter.strength}" if left < encounter.strength else "strength"
    canvas.text(told, here.at(DEEP[0] + CARD * RATIO / 2 + 46, -1), small, "c")
    step = min(52.0, 150.0 / max(len(encounter.spent), 1))
    for n, (card, cost) in enumerate(encounter.spent):
        x, y = here.at(DEEP[0] + CARD * RATIO / 2 + 32 + step * n, 54)
        image = sprites.plain(sprites.seen(card.card, card.face, True), SPENT * here.u).copy()
        image.fill(TINT, special_flags=pygame.BLEND_RGB_MULT)
        canvas.blit_centred(image, (x, y))
        _plaque(canvas, f"−{cost}", (x + 12 * here.u, y + 30 * here.u), 24 * here.u, LESS, here)


def _sentence(canvas: Canvas, encounter: Encounter, here: Footing) -> None:
    look = canvas.look
    room = round(min(1000 * here.u, here.width - 24 * here.u))
    text, style = look.fit(encounter.text, _sized(look, SAID, here), room)
    tone = look.palette.gold_high if encounter.open else look.palette.text
    canvas.text(text, here.at(0, 119), style, "c", tone)
