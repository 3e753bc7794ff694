"""Prompt panel: the acting player, the question, a hint and the decision buttons.

Also the cached layer on which all widgets around the table are drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pygame import Rect, Surface

from castlecards.texts import tr
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.partial_redraw import Changes
from castlecards.ui.kit.shapes import sparse
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, draw_panel
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.table.overlay.widgets import SpotWidget

PLAYER = Style("bold", 15.5, "gold_high")
TEXT = Style("medium", 15, "text")
HINT = Style("ui", 14, "muted")
MOST_BUTTONS = 5  # more choices open a popup
BUTTON = 34.0  # units, height of a button


@dataclass(frozen=True)
class Prompt:
    """Text of the prompt panel. `clock`: share of time left, 0 to 1, or -1 without a clock."""

    sign: SeatSign | None = None  # of the asked or acting seat
    player: str = ""
    text: str = ""
    hint: str = ""  # hint on the current input
    clock: float = -1.0
    continues: bool = False  # the text goes on from the name, as in "Anna is next"
    on_form: bool = False  # a form with a title asks, so that the text is only spoken

    @property
    def words(self) -> str:
        """Name and text in one, for speech; "" without a name."""
        if self.continues:
            return tr("{name} {activity}", name=self.player, activity=self.text)
        return tr("{name}: {question}", name=self.player, question=self.text) if self.player else ""


class PromptPanel(Widget):
    """Panel in the corner with the prompt and its buttons."""

    shade = 40

    def __init__(self) -> None:
        super().__init__("prompt", "")
        self.prompt = Prompt()
        self.buttons: list[Button] = []
        self.folded = False  # shrunk to the hint while a card is held, to free the hand

    def fold(self, folded: bool) -> None:
        """Shrink the panel to the hint, or restore it."""
        if folded != self.folded:
            self.folded = folded
            self.children = () if folded else self.buttons
            self.resized()

    def set(self, prompt: Prompt, buttons: Sequence[Button]) -> None:
        """Replace the prompt and the buttons."""
        self.prompt = prompt
        self.buttons = list(buttons)
        self.children = () if self.folded else self.buttons
        self._name()
        self.resized()

    def _name(self) -> None:
        prompt = self.prompt
        self.name = prompt.words

    def update_prompt(self, prompt: Prompt) -> None:
        """Replace the prompt and keep the buttons."""
        if prompt == self.prompt:
            return
        same = replace(prompt, clock=self.prompt.clock, sign=self.prompt.sign) == self.prompt
        self.prompt = prompt
        self._name()
        if same:
            self.changed()
        else:
            self.resized()

    def _lines(self, look: Look, width: int) -> tuple[list[str], list[str]]:
        inner = width - look.px(32)
        brief = self.prompt.on_form or (self.folded and self.prompt.hint)
        text = look.wrap(self.prompt.text, TEXT, inner) if self.prompt.text and not brief else []
        return text, look.wrap(self.prompt.hint, HINT, inner) if self.prompt.hint else []

    def measure(self, look: Look, width: int) -> Size:
        text, hint = self._lines(look, width)
        height = look.px(20) + len(text) * look.line(TEXT) + len(hint) * look.line(HINT)
        if not self.folded:
            height += look.px(24)
        if self.children:
            height += look.px(8) + len(self.buttons) * look.px(BUTTON + 6)
        if self.prompt.clock >= 0:
            height += look.px(8)
        return width, height

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        y = rect.bottom - look.px(12) - len(self.buttons) * look.px(BUTTON + 6) + look.px(6)
        for button in self.buttons:
            box = Rect(rect.left + look.px(14), y, rect.width - look.px(28), look.px(BUTTON))
            button.place(look, box)
            y += look.px(BUTTON + 6)

    def draw(self, canvas: Canvas) -> None:
        if not self.prompt.player and not self.prompt.text:
            return
        look, prompt = canvas.look, self.prompt
        draw_panel(canvas, self.rect, radius=12)
        x, y = self.rect.left + look.px(16), self.rect.top + look.px(10)
        if not self.folded:
            y = self._draw_player(canvas, x, y)
        for lines, type_ in zip(self._lines(look, self.rect.width), (TEXT, HINT), strict=True):
            for line in lines:
                canvas.text(line, (x, y), type_)
                y += look.line(type_)
        if prompt.clock >= 0:
            bar = Rect(x, round(y + look.px(3)), self.rect.width - look.px(32), look.px(4))
            draw_clock_bar(canvas, bar, prompt.clock)
        super().draw(canvas)

    def _draw_player(self, canvas: Canvas, x: int, y: int) -> int:
        """Draw the sign and name of the player. Returns the y below them, px."""
        look, prompt, beside = canvas.look, self.prompt, 0
        if prompt.sign is not None:
            draw_sign(canvas, prompt.sign, (x + look.px(5), y + look.px(12)), look.px(5))
            beside = look.px(17)
        player, style = look.fit(prompt.player, PLAYER, self.rect.width - look.px(31) - beside)
        canvas.text(player, (x + beside, y + look.px(12)), style, "w")
        return y + look.px(25)


def draw_clock_bar(canvas: Canvas, bar: Rect, share: float) -> None:
    """Draw the time left of a decision, `share` 0..1; the last quarter is red."""
    c = canvas.look.palette
    canvas.box(bar, 2, c.inset)
    left = Rect(bar.topleft, (round(bar.width * min(max(share, 0), 1)), bar.height))
    if left.width > 3:
        canvas.box(left, 2, c.gold if share > 0.25 else c.danger_text)


class CachedLayer:
    """Widget layer drawn to its own surface, which is kept between frames."""

    def __init__(self, root: Widget) -> None:
        self.root = root
        self.layer = Layer(root)
        self._surface: Surface | None = None
        self._drawn: list[Rect] = []  # px, parts of the surface with content
        self._changes = Changes()

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self.layer.layout(look, Rect((0, 0), size))
        self.free_picture()

    def free_picture(self) -> None:
        """Free the surface; the next draw makes it again."""
        self._surface = None

    def draw(self, canvas: Canvas, waits: bool = False) -> None:
        """Draw the layer. If `waits`, changes stay undrawn until a later frame."""
        empty = self._surface is None or self._surface.get_size() != canvas.size
        if self._surface is None or empty:
            self._surface = sparse(canvas.size)
            self.layer.damage_rect(canvas.rect)
            waits = False
        if self.layer.dirty and not waits:
            if self.layer.stale:
                self.layer.layout(canvas.look, self.layer.rect)
            area = self.layer.damaged or canvas.rect
            before, self._drawn = self._drawn, self._rects(canvas.look)
            sheet = Canvas(self._surface, canvas.look)
            with sheet.clipped(area):
                if not empty:  # what was never drawn on takes no memory until it is filled
                    for rect in (*before, *self._drawn):
                        self._surface.fill((0, 0, 0, 0), rect)
                self.layer.draw(sheet)
            self._changes.add([rect.clip(area) for rect in self._drawn])
        elif not waits:
            self._drawn = self._rects(canvas.look)
        canvas.track(self._changes)
        for rect in self._drawn:
            canvas.blit(self._surface, rect.topleft, rect)

    def draw_over(self, canvas: Canvas, below: Collection[Widget]) -> None:
        """Draw all widgets except `below` again, on top of what now covers them."""
        if self._surface is not None:
            for rect in self._rects(canvas.look, below):
                canvas.blit(self._surface, rect.topleft, rect)

    def _rects(self, look: Look, without: Collection[Widget] = ()) -> list[Rect]:
        """Disjoint rects of the surface that have content, px."""
        found: list[Rect] = []
        rects = []
        for child in self.root.children:
            if child.visible and not isinstance(child, SpotWidget) and child not in without:
                margin = 2 * look.px(child.shade)
                rects.append(child.rect.inflate(margin, margin))
        focus = self.layer.focus
        if focus is not None and self.layer.ring:
            rects.append(focus.rect.inflate(look.px(24), look.px(24)))
        if self.layer.tooltip is not None:
            rects.append(self.layer.tooltip.area)
        bounds = self.layer.rect
        for rect in rects:
            rect = rect.clip(bounds)
            while (hit := rect.collidelist(found)) >= 0:
                rect = rect.union(found.pop(hit))
            if rect.width and rect.height:
                found.append(rect)
        return found
