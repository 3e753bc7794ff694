"""Who thinks: a plate where the table is free, with a crest in a ring that fills."""

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

WIDE, TALL = 320.0, 78.0  # units
CREST, RING = 42.0, 33.0  # units: width of the crest, radius of the ring
DOTS = 32  # of the ring
NAME = Style("bold", 16, "text")
DOES = Style("medium", 14.5, "gold_high")
NOBODY = ("", "grey")  # emblem and colour of one without a character
LEVEL = Style("ui", 12.5, "muted")


FAR = 0.25  # of the height of the window: farther from the middle it looks for a nearer place


class ThinkingIndicator:
    """The plate of one table. It stays where it is as long as nothing comes to lie there, if that
    is not far from the middle."""

    def __init__(self, art: CardArt) -> None:
        self.art = art
        self._place: tuple[tuple[object, ...], Rect] | None = None

    def place(self, look: Look, window: Rect, lies: object, clear: Iterable[Rect]) -> Rect:
        """In the middle, or as near to it as nothing of `clear` is covered; `lies`: what `clear`
        follows from."""
        key = lies, tuple(window), look.scale
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
                rect = before[1]  # it does not jump from move to move
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
        crest = (who.emblem, who.colour) if who is not None else NOBODY
        draw_crest(canvas, self.art.pictures, *crest, middle, round(unit * CREST))
        left = rect.left + rect.height + unit * 12
        room = round(rect.right - left - unit * 12)
        name, style = look.fit(sitter.name, NAME, room)
        canvas.text(name, (left, rect.top + unit * 20), style, "w")
        waits = f"waits: {thinking.key} goes on" if thinking.key else "waits"
        does = waits if thinking.paused else "is thinking …"
        text, style = look.fit(does, DOES, room)
        canvas.text(text, (left, rect.top + unit * 40), style, "w")
        low = rect.top + unit * 60
        strength = draw_strength(canvas, sitter.level.id, (left, low), unit * 10)
        canvas.text(sitter.level.title, (strength.right + unit * 6, low), LEVEL, "w")


def thinking_buttons(
    at_once: Callable[[], object], pause: Callable[[], object], paused: bool, bindings: Bindings
) -> list[Button]:
    """For the decision corner while a computer player thinks, each with its key."""

    def named(words: str, act: Act) -> str:
        key = bindings.title(act)
        return f"{words}  ({key})" if key else words

    stops = named("Go on" if paused else "Pause", Act.PAUSE)
    return [
        Button("players.at_once", named("At once", Act.THROW), at_once, tall=36),
        Button("players.pause", stops, pause, tall=36),
    ]
