"""Thinking indicator: panel with a computer player's crest and a ring that fills as it thinks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from pygame import Rect

from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.crest import draw_crest, draw_strength
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Bindings
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import Button, draw_panel
from castlecards.ui.table.layout.free_space import place_tooltip
from castlecards.ui.table.model import ThinkingState

WIDE = 320.0  # units, width of the panel
TALL = 78.0  # units, height of the panel
CREST = 42.0  # units, width of the crest
RING = 33.0  # units, radius of the ring
DOTS = 32  # dots of the ring
FAR = 0.25  # share of the window height; farther from the middle, the panel seeks a nearer place
NAME = Style("bold", 16, "text")
ACTIVITY = Style("medium", 14.5, "gold_high")
NO_CREST = ("", "grey")  # emblem and colour of a player without a character
LEVEL = Style("ui", 12.5, "muted")


class ThinkingIndicator:
    """Panel of one table. It stays in place until something needs the space, unless it is far from
    the middle."""

    def __init__(self, art: CardArt) -> None:
        self.art = art
        self._place: tuple[tuple[object, ...], Rect] | None = None

    def place(self, look: Look, window: Rect, cache_key: object, clear: Iterable[Rect]) -> Rect:
        """Rect of the panel, px: as near to the middle as possible, clear of `clear`.

        `cache_key`: cache key of `clear`.
        """
        key = cache_key, tuple(window), look.scale
        if self._place is None or self._place[0] != key:
            wide, tall, gap = look.px(WIDE), look.px(TALL), look.px(12)
            near = Rect(window.centerx - wide // 2 - gap - 1, window.centery, 1, 1)
            taken, before = [*clear], self._place
            stays = before is not None and before[0][1:] == key[1:]
            far = window.height * FAR
            if (
                before is not None and stays and before[1].collidelist(taken) < 0
                and abs(before[1].centery - window.centery) < far
            ):  # fmt: skip
                rect = before[1]  # avoid jumps from move to move
            else:
                rect = place_tooltip(tall, wide / tall, near, taken, window, gap, above=False)
            self._place = key, rect
        return self._place[1]

    def draw(self, canvas: Canvas, thinking: ThinkingState, rect: Rect) -> None:
        look = canvas.look
        c, unit = look.palette, rect.height / TALL
        sitter, who = thinking.sitter, thinking.sitter.character
        draw_panel(canvas, rect, radius=12)
        middle = (rect.left + rect.height / 2 + unit * 2, rect.centery)
        for n in range(DOTS):
            turn = -math.pi / 2 + 2 * math.pi * n / DOTS
            at = middle[0] + math.cos(turn) * unit * RING, middle[1] + math.sin(turn) * unit * RING
            lit = n < thinking.share * DOTS
            canvas.circle(c.gold_high if lit else c.inset_edge, at, unit * 2.0)
        crest = (who.emblem, who.colour) if who is not None else NO_CREST
        draw_crest(canvas, self.art.pictures, *crest, middle, round(unit * CREST))
        left = rect.left + rect.height + unit * 12
        room = round(rect.right - left - unit * 12)
        name, style = look.fit(sitter.name, NAME, room)
        canvas.text(name, (left, rect.top + unit * 20), style, "w")
        waits = f"waits: {thinking.key} goes on" if thinking.key else "waits"
        activity = waits if thinking.paused else "is thinking …"
        text, style = look.fit(activity, ACTIVITY, room)
        canvas.text(text, (left, rect.top + unit * 40), style, "w")
        low = rect.top + unit * 60
        strength = draw_strength(canvas, sitter.level.id, (left, low), unit * 10)
        canvas.text(sitter.level.title, (strength.right + unit * 6, low), LEVEL, "w")


def thinking_buttons(
    at_once: Callable[[], object], pause: Callable[[], object], paused: bool, bindings: Bindings
) -> list[Button]:
    """Buttons for the prompt panel while a computer player thinks, each with its key."""

    def named(words: str, act: Act) -> str:
        key = bindings.title(act)
        return f"{words}  ({key})" if key else words

    stops = named("Go on" if paused else "Pause", Act.PAUSE)
    return [
        Button("players.at_once", named("At once", Act.THROW), at_once, tall=36),
        Button("players.pause", stops, pause, tall=36),
    ]
