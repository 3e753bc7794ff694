"""Phase bar: the phases of a turn, marked as done, current, available or later.

Each state has its own symbol (tick, triangle, ring, dot), so it does not depend on colour alone.
"""

from __future__ import annotations

from dataclasses import replace

from pygame import Rect

from castlecards.core.game import Phase
from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import ROOMY, SMALLER, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import draw_plate
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.viewer import NOBODY

TITLE = Style("medium", 14, "text")
NOW = Style("bold", 14, "primary_ink")
TEXT = Style("ui", 14, "muted")
HIGH = 24  # units, height of a phase
SIGN = 16  # units, width of the symbol before the title
WORDS = {
    "past": tr("done"), "now": tr("now"), "free": tr("can start now"), "ahead": tr("later"),
}  # fmt: skip


def phases_for(model: TableModel) -> tuple[Phase, ...]:
    """Phases of the turn with the sentences for the viewer, or for the seat that is asked where
    hands are hidden; () once the match is over."""
    session, reader = model.session, model.viewer.seat
    if session.over:
        return ()
    if reader == NOBODY and model.selection is not None:
        reader = model.selection.decision.seat
    named = session.with_player_names
    phases = session.game.phases(session.public)
    return tuple(Phase(each.title, each.state, named(each.text_for(reader))) for each in phases)


class PhaseSign(Widget):
    """Phase with symbol and title; its sentence is the tooltip."""

    shade = 4

    def __init__(self, phase: Phase) -> None:
        super().__init__(f"phase:{phase.title}", f"{phase.title}: {WORDS[phase.state]}", phase.text)
        self.phase = phase
        self.factor = 1.0  # scale of the text

    def measure(self, look: Look, width: int) -> Size:
        """Size with the bold font of the current phase, so that the bar never shifts."""
        wide = look.width(self.phase.title, NOW) * self.factor + look.px(SIGN + 4)
        return min(width, round(wide)), look.px(HIGH)

    def draw(self, canvas: Canvas) -> None:
        look, c, rect = canvas.look, canvas.look.palette, self.rect
        state = self.phase.state
        ink = {"past": c.muted, "now": c.primary_ink, "free": c.gold_high, "ahead": c.faint}[state]
        if state == "now":
            canvas.box(rect, 7, c.primary, c.primary_low, c.gold_high)
        elif state == "free":
            canvas.box(rect, 7, c.button_low, c.panel, c.gold_low)
        _sign(canvas, state, (rect.left + look.px(9), rect.centery), ink)
        left = rect.left + look.px(SIGN)
        style = NOW if state == "now" else TITLE
        style = replace(style, size=style.size * self.factor)
        text, style = look.fit(self.phase.title, style, rect.right - left - look.px(3))
        canvas.text(text, (left, rect.centery), style, "w", ink)


class PhaseBar(Widget):
    """Phases in one or more lines, with the sentence of the current phase below."""

    shade = 12

    def __init__(self) -> None:
        super().__init__("phases", "")
        self.parts: list[PhaseSign] = []
        self.phases: tuple[Phase, ...] = ()
        self.visible = False

    @property
    def now(self) -> Phase | None:
        """Current phase."""
        return next((phase for phase in self.phases if phase.state == "now"), None)

    def set(self, phases: tuple[Phase, ...]) -> None:
        if phases == self.phases:
            return
        self.phases = phases
        self.children = self.parts = [PhaseSign(phase) for phase in phases]
        self.visible = bool(phases)
        self.name = "; ".join(part.name for part in self.parts)
        self.resized()

    def _lines(self, look: Look, width: int) -> list[list[tuple[PhaseSign, int]]]:
        """Split the phases into the fewest equal lines that fit; small windows try small text."""
        room, gap, count = width - look.px(14), look.px(2), len(self.parts)
        for lines in range(1, count + 1):
            each = -(-count // lines)
            for factor in (1.0,) if look.scale >= ROOMY else (1.0, SMALLER):
                for part in self.parts:
                    part.factor = factor
                found = [
                    [(part, part.measure(look, room)[0]) for part in self.parts[n : n + each]]
                    for n in range(0, count, each)
                ]
                used = max(sum(wide + gap for _, wide in line) - gap for line in found)
                if used <= room:
                    return found
        return found

    def _text(self, look: Look, width: int) -> list[str]:
        now = self.now
        return (
            look.wrap(now.text, TEXT, width - look.px(24)) if now is not None and now.text else []
        )

    def measure(self, look: Look, width: int) -> Size:
        lines, text = self._lines(look, width), self._text(look, width)
        high = look.px(14) + len(lines) * look.px(HIGH) + (len(lines) - 1) * look.px(3)
        return width, high + (look.px(5) + len(text) * look.line(TEXT) if text else 0)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        y = rect.top + look.px(7)
        for line in self._lines(look, rect.width):
            x = rect.left + look.px(7)
            for part, wide in line:
                part.place(look, Rect(x, y, wide, look.px(HIGH)))
                x += wide + look.px(2)
            y += look.px(HIGH + 3)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        draw_plate(canvas, self.rect, 10)
        super().draw(canvas)
        text = self._text(look, self.rect.width)
        y = self.rect.bottom - look.px(7) - len(text) * look.line(TEXT)
        for line in text:
            canvas.text(line, (self.rect.left + look.px(12), y), TEXT)
            y += look.line(TEXT)


def _sign(canvas: Canvas, state: str, at: tuple[float, float], ink: Colour) -> None:
    """Draw the symbol of a state: tick (past), triangle (now), ring (free), dot (ahead)."""
    look = canvas.look
    x, y = at
    r = look.px(4.5)
    if state == "past":
        pen = max(1.5, look.px(1.6))
        canvas.line(ink, (x - r, y), (x - r * 0.25, y + r * 0.8), pen)
        canvas.line(ink, (x - r * 0.25, y + r * 0.8), (x + r, y - r * 0.8), pen)
    elif state == "now":
        canvas.polygon(ink, [(x - r * 0.7, y - r), (x + r, y), (x - r * 0.7, y + r)])
    elif state == "free":
        canvas.circle(ink, at, r, max(1, look.px(1.5)))
    else:
        canvas.circle(ink, at, max(1.5, r * 0.4))
