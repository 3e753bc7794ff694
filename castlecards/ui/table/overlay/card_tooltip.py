"""Card tooltip: picture, effect and current outcome of a card, in a panel beside it."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from castlecards.core.cards import CardId
from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.layout.model import RATIO
from castlecards.ui.table.render.table_view import TableView

WIDE = 470.0  # units, width with the picture
NARROW = 300.0  # units, width without the picture
LEAST = 214.0  # units, smallest height with the picture
CARD = 186.0  # units, height of the picture
PAD = 14.0  # units, padding inside the panel
GAP = 14.0  # units between the picture and the text
RULE = 9.0  # units above and below the dividing line
HEADING = Style("title", 20, "gold_high")
TEXT = Style("card", 18.5, "text")
NOW_LABEL = tr("Now")
NOW = Style("bold", 14, "gold_high")  # label of the outcome
THEN = Style("medium", 14, "text")  # the outcome
HOW = Style("ui", 14, "muted")  # how to play it, and the rule


@dataclass(frozen=True)
class CardTooltip:
    """Text of a card tooltip. `now`: outcome if played; `how`: how to play it; `rule`: rule id."""

    title: str
    text: str
    now: str = ""
    how: str = ""
    rule: str = ""

    @property
    def footer(self) -> str:
        """Last line: how to play the card, and the rule."""
        return "  ·  ".join(part for part in (self.how, self.rule) if part)


def tooltip_size(look: Look, tooltip: CardTooltip, narrow: int = 0) -> tuple[int, int]:
    """Size of the tooltip, px. `narrow`: width in px of the form without a picture; 0: with it."""
    wide = narrow or look.px(WIDE)
    pad = look.px(PAD)
    high = 2 * pad + sum(high for _, _, high in _lines(look, tooltip, _text_width(look, narrow)))
    return wide, high if narrow else max(high, look.px(LEAST))


def _text_width(look: Look, narrow: int) -> int:
    """Width of a text line, px."""
    if narrow:
        return narrow - 2 * look.px(PAD)
    return look.px(WIDE) - 2 * look.px(PAD) - look.px(GAP) - round(look.px(CARD) * RATIO)


def _lines(look: Look, tooltip: CardTooltip, width: int) -> list[tuple[str, Style | None, int]]:
    """Lines of the tooltip as (text, style, height in px); the style None is the dividing line."""
    found: list[tuple[str, Style | None, int]] = []
    for style, words in ((HEADING, tooltip.title), (TEXT, tooltip.text)):
        found += [(line, style, look.line(style)) for line in look.wrap(words, style, width)]
    if tooltip.now or tooltip.footer:
        found.append(("", None, look.px(2 * RULE)))
    if tooltip.now:
        first = look.width("Now  ", NOW)
        for n, line in enumerate(look.wrap(tooltip.now, THEN, width - first)):
            found.append((line, NOW if n == 0 else THEN, look.line(THEN)))
    last = look.wrap(tooltip.footer, HOW, width) if tooltip.footer else []
    return found + [(line, HOW, look.line(HOW)) for line in last]


def draw_tooltip(
    canvas: Canvas,
    table_view: TableView,
    card: CardId,
    tooltip: CardTooltip,
    rect: Rect,
    near: Rect,
) -> None:
    """Draw the tooltip into `rect`, with a line to the card at `near`; both in px."""
    look, c = canvas.look, canvas.look.palette
    narrow = rect.width < look.px(WIDE)
    if (
        table_view.layout.viewport.left
        <= rect.left
        < table_view.layout.viewport.left + table_view.layout.viewport.width
    ):
        _draw_connector(canvas, rect, near)
    draw_panel(canvas, rect, radius=12)
    x, y = rect.left + look.px(PAD), rect.top + look.px(PAD)
    if not narrow:
        high = look.px(CARD)
        image = table_view.sprites.plain(
            table_view.sprites.visible_side(card, table_view.pos.faces[card], True), high
        )
        canvas.blit(image, (x, rect.top + (rect.height - high) // 2))
        x += round(high * RATIO) + look.px(GAP)
    width = _text_width(look, rect.width if narrow else 0)
    indent = look.width(f"{NOW_LABEL}  ", NOW)
    for line, style, high in _lines(look, tooltip, width):
        if style is None:
            canvas.rule(c.gold_low, x, x + width, y + high // 2)
        elif style is NOW:
            canvas.text(NOW_LABEL, (x, y), NOW)
            canvas.text(line, (x + indent, y), THEN)
        else:
            canvas.text(line, (x + (indent if style is THEN else 0), y), style)
        y += high


def _draw_connector(canvas: Canvas, rect: Rect, near: Rect) -> None:
    """Draw a line from the card to the nearest point of the tooltip."""
    end = (
        min(max(near.centerx, rect.left), rect.right),
        min(max(near.centery, rect.top), rect.bottom),
    )
    start = (min(max(end[0], near.left), near.right), min(max(end[1], near.top), near.bottom))
    canvas.line(canvas.look.palette.gold, start, end, canvas.look.px(2))
