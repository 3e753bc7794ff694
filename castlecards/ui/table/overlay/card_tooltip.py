"""A card with words on it, read large: its picture, what it does, and what that comes to now."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from castlecards.core.cards import CardId
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.layout.model import RATIO
from castlecards.ui.table.render.table_view import TableView

WIDE, LEAST, CARD, PAD, GAP = 470.0, 214.0, 186.0, 14.0, 14.0  # units
NARROW = 300.0  # units: without the picture
HEADING, TEXT = Style("title", 20, "gold_high"), Style("card", 18.5, "text")
NOW, THEN = Style("bold", 14, "gold_high"), Style("medium", 14, "text")
HOW = Style("ui", 13, "muted")
RULE = 9.0  # units above and below the line between what it does and what that comes to


@dataclass(frozen=True)
class CardTooltip:
    """The words. `now`: what it would come to; `how` it is played; `rule`: that says so."""

    title: str
    text: str
    now: str = ""
    how: str = ""
    rule: str = ""

    @property
    def last(self) -> str:
        return "  ·  ".join(part for part in (self.how, self.rule) if part)


def tooltip_size(look: Look, placard: CardTooltip, narrow: int = 0) -> tuple[int, int]:
    """px; `narrow`: so wide, and without the picture."""
    wide = narrow or look.px(WIDE)
    pad = look.px(PAD)
    high = 2 * pad + sum(high for _, _, high in _lines(look, placard, _room(look, narrow)))
    return wide, high if narrow else max(high, look.px(LEAST))


def _room(look: Look, narrow: int) -> int:
    """px for a line of words."""
    if narrow:
        return narrow - 2 * look.px(PAD)
    return look.px(WIDE) - 2 * look.px(PAD) - look.px(GAP) - round(look.px(CARD) * RATIO)


def _lines(look: Look, placard: CardTooltip, room: int) -> list[tuple[str, Style | None, int]]:
    """Each with its style and height, px; None: a rule."""
    found: list[tuple[str, Style | None, int]] = []
    for style, words in ((HEADING, placard.title), (TEXT, placard.text)):
        found += [(line, style, look.line(style)) for line in look.wrap(words, style, room)]
    if placard.now or placard.last:
        found.append(("", None, look.px(2 * RULE)))
    if placard.now:
        first = look.width("Now  ", NOW)
        for n, line in enumerate(look.wrap(placard.now, THEN, room - first)):
            found.append((line, NOW if n == 0 else THEN, look.line(THEN)))
    last = look.wrap(placard.last, HOW, room) if placard.last else []
    return found + [(line, HOW, look.line(HOW)) for line in last]


def draw_tooltip(
    canvas: Canvas,
    table_view: TableView,
    card: CardId,
    placard: CardTooltip,
    rect: Rect,
    near: Rect,
) -> None:
    """`near`: the card where it lies, to which a fine line leads."""
    look, c = canvas.look, canvas.look.palette
    narrow = rect.width < look.px(WIDE)
    if (
        table_view.layout.viewport.left
        <= rect.left
        < table_view.layout.viewport.left + table_view.layout.viewport.width
    ):
        _thread(canvas, rect, near)
    draw_panel(canvas, rect, radius=12)
    x, y = rect.left + look.px(PAD), rect.top + look.px(PAD)
    if not narrow:
        high = look.px(CARD)
        image = table_view.sprites.plain(
            table_view.sprites.seen(card, table_view.pos.faces[card], True), high
        )
        canvas.blit(image, (x, rect.top + (rect.height - high) // 2))
        x += round(high * RATIO) + look.px(GAP)
    room = _room(look, rect.width if narrow else 0)
    indent = look.width("Now  ", NOW)
    for line, style, high in _lines(look, placard, room):
        if style is None:
            canvas.rule(c.gold_low, x, x + room, y + high // 2)
        elif style is NOW:
            canvas.text("Now", (x, y), NOW)
            canvas.text(line, (x + indent, y), THEN)
        else:
            canvas.text(line, (x + (indent if style is THEN else 0), y), style)
        y += high


def _thread(canvas: Canvas, rect: Rect, near: Rect) -> None:
    """From the card to the nearest place on the edge."""
    end = (
        min(max(near.centerx, rect.left), rect.right),
        min(max(near.centery, rect.top), rect.bottom),
    )
    start = (
        min(max(end[0], near.left), near.right),
        min(max(end[1], near.top), near.bottom),
    )
    canvas.line(canvas.look.palette.gold, start, end, canvas.look.px(2))
