"""Painter of a finished trick: the winner grows under a crown, the others dim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from pygame import Rect

from castlecards.core.cards import CardId
from castlecards.ui.cardart.seat_signs import draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_plate
from castlecards.ui.table.clash.trick_result import GROWN, TrickCard, TrickResult
from castlecards.ui.table.layout.card_shape import CardShape, corners
from castlecards.ui.table.layout.easing import ease
from castlecards.ui.table.render.glow import draw_glow
from castlecards.ui.table.render.round_table import draw_crown
from castlecards.ui.table.render.sprites import LIT
from castlecards.ui.table.render.table_view import TableView

SHADE = (160, 160, 160)  # tint of the losing cards
TEXT = Style("medium", 15.5, "text")
WHY = Style("medium", 14, "text")
BELOW = 26.0  # units from the ring to the sentence
WIDEST = 700.0  # units: width of the sentence at most
SMALLER = 0.88  # scale of the type if that saves a second line
LINE = 20.0  # units from one line to the next


def draw_trick(canvas: Canvas, table_view: TableView, trick: TrickResult, now: float) -> None:
    """Draw the trick as it is at `now`, s of the script."""
    part = ease(trick.part(now))
    best = trick.clash.winner
    order = sorted(range(len(trick.cards)), key=lambda n: n == best)
    for n in order:
        laid = trick.cards[n]
        seen = table_view.sprites.visible_side(laid.card, laid.face, True)
        here = _grown(laid.here, 1 + GROWN * part) if n == best else laid.here
        if n == best and here.flat and 0 < part < 1:
            stamp = table_view.sprites.scaled_stamp(seen, here, enlarged_winner(trick).height)
        else:
            stamp = table_view.sprites.stamp(seen, here, LIT if n == best or part < 0.5 else SHADE)
        canvas.blit(stamp.image, (stamp.x, stamp.y))
        if n == best and part > 0:
            draw_glow(canvas, corners(here), True)
        _marks(canvas, trick, n, here, part)
    _sentence(canvas, table_view, trick)


def enlarged_winner(trick: TrickResult) -> CardShape:
    """Return the shape of the winner once the verdict is complete."""
    return _grown(trick.cards[trick.clash.winner].here, 1 + GROWN)


def prerender_jobs(table_view: TableView, trick: TrickResult) -> list[Callable[[], object]]:
    """Return jobs that fill the sprite cache: all cards, and the winner enlarged."""
    found: list[Callable[[], object]] = []
    for side, laid in enumerate(trick.cards):
        seen = table_view.sprites.visible_side(laid.card, laid.face, True)
        if side == trick.clash.winner:
            found.append(partial(table_view.sprites.stamp, seen, enlarged_winner(trick)))
        found.append(partial(table_view.sprites.stamp, seen, laid.here))
    return found


def draw_incomplete_trick(
    canvas: Canvas, trick: TrickResult, lying: Mapping[CardId, CardShape]
) -> None:
    """Draw the owners' signs on the cards of a trick whose last card is still on its way."""
    for laid, label in zip(trick.cards, trick.labels, strict=True):
        if laid.card in lying and _alike(lying[laid.card], laid.here):
            at = (laid.here.x, laid.here.y - laid.here.height / 2)
            draw_sign(canvas, label.sign, at, canvas.look.px(9))


def _alike(one: CardShape, two: CardShape) -> bool:
    """Return True if two shapes have the same centre."""
    return abs(one.x - two.x) + abs(one.y - two.y) < 1


def _grown(shape: CardShape, by: float) -> CardShape:
    outline = tuple((x * by, y * by) for x, y in shape.shape)
    return replace(shape, shape=outline)  # type: ignore[arg-type]


def _marks(canvas: Canvas, trick: TrickResult, side: int, here: CardShape, part: float) -> None:
    """Draw the owner's sign of a card, its crown, and the reason it wins or loses."""
    look, laid = canvas.look, trick.cards[side]
    best = side == trick.clash.winner
    top = here.y - here.height / 2
    draw_sign(canvas, trick.labels[side].sign, (here.x, top), look.px(9))
    if best and part > 0:
        draw_crown(canvas, (here.x, top - look.px(21)), look.px(26))
    if laid.why and part >= 0.5:
        _why(canvas, laid, here, best)


def _why(canvas: Canvas, laid: TrickCard, here: CardShape, best: bool) -> None:
    look, c = canvas.look, canvas.look.palette
    text, style = look.fit(laid.why, WHY, round(here.width + look.px(14)))
    rect = Rect(0, 0, look.width(text, style) + look.px(16), look.px(19))
    rect.center = (round(here.x), round(here.y + here.height / 2 - look.px(4)))
    canvas.box(rect, 9, c.panel, c.panel_low, c.gold_high if best else c.line)
    canvas.text(text, rect.center, style, "c", c.gold_high if best else c.muted)


def _sentence(canvas: Canvas, table_view: TableView, trick: TrickResult) -> None:
    look, table = canvas.look, table_view.layout.round
    if not trick.text:
        return
    low = max(laid.here.y + laid.here.height / 2 for laid in trick.cards)
    middle = sum(laid.here.x for laid in trick.cards) / len(trick.cards)
    x, y = (table.x, table.y + table.radius) if table is not None else (middle, low)
    lines = sentence_lines(look, trick.text)
    wide = max(look.width(text, style) for text, style in lines)
    rect = Rect(0, 0, wide + look.px(40), look.px(33 + LINE * (len(lines) - 1)))
    rect.midbottom = (round(x), round(y + look.px(BELOW + 16.5)))
    rect.clamp_ip(canvas.rect)
    draw_plate(canvas, rect, 12, strength=130)
    for n, (text, style) in enumerate(lines):
        down = look.px(LINE) * (n - (len(lines) - 1) / 2)
        canvas.text(text, (rect.centerx, rect.centery + down), style, "c")


def sentence_lines(look: Look, text: str) -> list[tuple[str, Style]]:
    """Fit a sentence into one line, slightly smaller if that is enough, else into two."""
    room = look.px(WIDEST)
    if look.width(text, replace(TEXT, size=TEXT.size * SMALLER)) <= room:
        return [look.fit(text, TEXT, room)]
    lines = look.wrap(text, TEXT, min(room, round(look.width(text, TEXT) * 0.58)))
    return [look.fit(line, TEXT, room) for line in (lines[0], " ".join(lines[1:]))]
