"""Thinking indicator: panel with a computer player's face and a ring that fills as it thinks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.crest import draw_crest, draw_strength
from castlecards.ui.cardart.portraits import draw_portrait
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Bindings
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.basic import Button, draw_panel
from castlecards.ui.table.layout.free_space import StablePlace, place_tooltip
from castlecards.ui.table.model import ThinkingState
from castlecards.ui.table.overlay.widgets import with_key

WIDE = 320.0  # units, width of the panel
TALL = 78.0  # units, height of the panel
CREST = 42.0  # units, width of the crest of a player without a character
FACE = 58.0  # units, size of the face of a character
RING = 33.0  # units, radius of the ring
THINKING = tr("is thinking …")
DOTS = 32  # dots of the ring
FAR = 0.25  # share of the window height; farther from the middle, the panel seeks a nearer place
NAME = Style("bold", 16, "text")
ACTIVITY = Style("medium", 14.5, "gold_high")
NO_CREST = ("", "grey")  # its emblem and colour
LEVEL = Style("ui", 14, "muted")


class ThinkingIndicator:
    """Panel of one table, in a stable place unless that is far from the middle."""

    def __init__(self, art: CardArt) -> None:
        self.art = art
        self._place = StablePlace()

    def place(
        self, look: Look, window: Rect, key: object, clear: Callable[[], Sequence[Rect]]
    ) -> Rect:
        """Rect of the panel, px: as near to the middle as possible, clear of `clear`.

        `key`: cache key of `clear`.
        """
        wide, tall, gap = look.px(WIDE), look.px(TALL), look.px(12)
        near = Rect(window.centerx - wide // 2 - gap - 1, window.centery, 1, 1)

        def search(taken: Sequence[Rect]) -> Rect:
            return place_tooltip(tall, wide / tall, near, taken, window, gap, above=False)

        far = window.height * FAR
        rect = self._place.update((key, look.scale), window, clear, search, far)
        assert rect is not None
        return rect

    def draw(self, canvas: Canvas, thinking: ThinkingState, rect: Rect) -> None:
        look = canvas.look
        c, unit = look.palette, rect.height / TALL
        computer, who = thinking.computer, thinking.computer.character
        draw_panel(canvas, rect, radius=12)
        middle = (rect.left + rect.height / 2 + unit * 2, rect.centery)
        for n in range(DOTS):
            turn = -math.pi / 2 + 2 * math.pi * n / DOTS
            at = middle[0] + math.cos(turn) * unit * RING, middle[1] + math.sin(turn) * unit * RING
            lit = n < thinking.share * DOTS
            canvas.circle(c.gold_high if lit else c.inset_edge, at, unit * 2.0)
        if who is not None:
            draw_portrait(canvas, self.art.pictures, who, middle, round(unit * FACE))
        else:
            draw_crest(canvas, self.art.pictures, *NO_CREST, middle, round(unit * CREST))
        left = rect.left + rect.height + unit * 12
        room = round(rect.right - left - unit * 12)
        name, style = look.fit(computer.name, NAME, room)
        canvas.text(name, (left, rect.top + unit * 20), style, "w")
        waits = tr("Paused. {key} resumes.", key=thinking.key) if thinking.key else tr("Paused.")
        activity = waits if thinking.paused else THINKING
        text, style = look.fit(activity, ACTIVITY, room)
        canvas.text(text, (left, rect.top + unit * 40), style, "w")
        low = rect.top + unit * 60
        strength = draw_strength(canvas, computer.level.id, (left, low), unit * 10)
        canvas.text(computer.level.title, (strength.right + unit * 6, low), LEVEL, "w")


def thinking_buttons(
    at_once: Callable[[], object], pause: Callable[[], object], paused: bool, bindings: Bindings
) -> list[Button]:
    """Buttons for the prompt panel while a computer player thinks, each with its key."""
    at_once_key, pause_key = bindings.title(Act.THROW), bindings.title(Act.PAUSE)
    stops = with_key(tr("Resume") if paused else tr("Pause"), pause_key)
    return [
        Button("players.at_once", with_key(tr("Skip"), at_once_key), at_once, tall=36),
        Button("players.pause", stops, pause, tall=36),
    ]
