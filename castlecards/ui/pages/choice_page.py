"""Choice of one value among many: a field that shows it and a sheet with all choices explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from castlecards.texts import tr
from castlecards.ui.dialog import Overlay
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import RADIUS, Look, Style
from castlecards.ui.kit.widgets.base import Act, Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Panel, heading
from castlecards.ui.kit.widgets.boxes import Centre, Column, Grid, Row
from castlecards.ui.kit.widgets.option_line import ARROW, LINE, draw_option_line
from castlecards.ui.kit.widgets.scroll import Scroll

if TYPE_CHECKING:
    from castlecards.ui.services import Services

NAME = Style("bold", 16, "text")
ABOUT = Style("ui", 14, "muted")
COLUMN = 330  # units: least width of a card on the sheet
PAD = 12  # units: inner margin of a card
WIDTHS = ((5, 560), (10, 820), (99, 1180))  # largest number of choices, width of the sheet in units


@dataclass(frozen=True)
class Candidate:
    """One choice: its value, its name and a sentence that explains it."""

    value: Any
    text: str
    about: str = ""


class CandidateCard(Widget):
    """Card of a choice: its name with its sentence below; a tick marks the chosen card."""

    focusable = True
    shade = 10
    radius = RADIUS

    def __init__(self, id: str, candidate: Candidate, chosen: bool, act: Act) -> None:
        super().__init__(
            id, f"{candidate.text}: {candidate.about}" if candidate.about else candidate.text
        )
        self.candidate = candidate
        self.chosen = chosen
        self.act = act

    def _lines(self, look: Look, width: int) -> list[str]:
        about = self.candidate.about
        return look.wrap(about, ABOUT, width - 2 * look.px(PAD)) if about else []

    def measure(self, look: Look, width: int) -> Size:
        words = look.line(NAME) + len(self._lines(look, width)) * look.line(ABOUT)
        return width, words + 2 * look.px(PAD - 2)

    def draw(self, canvas: Canvas) -> None:
        look, c, rect = canvas.look, canvas.look.palette, self.rect
        draw_choice(canvas, self, self.chosen, (c.inset, c.inset), 1.6)
        x, y = rect.left + look.px(PAD), rect.top + look.px(PAD - 2)
        ink = c.gold_high if self.chosen else c.text
        text, style = look.fit(self.candidate.text, NAME, rect.width - look.px(2 * PAD + 22))
        canvas.text(text, (x, y), style, colour=ink)
        if self.chosen:
            draw_tick(canvas, (rect.right - look.px(PAD + 7), y + look.line(NAME) / 2))
        y += look.line(NAME)
        for line in self._lines(look, rect.width):
            canvas.text(line, (x, y), ABOUT, colour=c.text if self.chosen else None)
            y += look.line(ABOUT)

    def activate(self) -> None:
        self.act()


def draw_choice(
    canvas: Canvas, card: Widget, chosen: bool, plain: tuple[Colour, Colour], line: float
) -> None:
    """Draw the box of a card that can be chosen: chosen, lit, or in its `plain` colours.

    `line`: units, width of the edge of a chosen card."""
    c = canvas.look.palette
    if chosen:
        canvas.box(card.rect, RADIUS, c.button_over, c.button, c.gold_high, line)
    elif card.hovered or card.focused:
        canvas.box(card.rect, RADIUS, c.button, c.button_low, c.gold)
    else:
        canvas.box(card.rect, RADIUS, *plain, c.inset_edge)


def draw_tick(canvas: Canvas, at: tuple[float, float]) -> None:
    """Draw a tick centred near `at`, the mark of the chosen card."""
    r, pen = canvas.look.px(6), max(2, canvas.look.px(2.2))
    x, y = at
    gold = canvas.look.palette.gold_high
    canvas.line(gold, (x - r, y), (x - r * 0.25, y + r * 0.8), pen)
    canvas.line(gold, (x - r * 0.25, y + r * 0.8), (x + r, y - r * 0.8), pen)


class ChoiceSheet(Overlay):
    """Overlay with a card for each choice. Esc closes it and changes nothing."""

    def __init__(
        self,
        app: Services,
        title: str,
        candidates: Sequence[Candidate],
        value: Any,
        act: Callable[[Any], object],
        ring: bool = False,
    ) -> None:
        """`act` gets the chosen value. `ring`: show the focus ring, for a sheet opened by a key."""
        super().__init__(app)
        self.title = title
        self.candidates = tuple(candidates)
        self.value = value
        self.act = act
        self.ring = ring

    def build(self) -> Widget:
        cards: list[Widget] = []
        for n, candidate in enumerate(self.candidates):
            act = lambda candidate=candidate: self.choose(candidate)  # noqa: E731
            cards.append(CandidateCard(f"offer:{n}", candidate, candidate.value == self.value, act))
        back = Row([Button("close", tr("Back"), self.close, "quiet", wide=120)], side="right")
        column = Column([heading(self.title), Scroll(Grid(cards, COLUMN, 10)), back], 14)
        wide = next(wide for most, wide in WIDTHS if len(cards) <= most)
        return Centre(Panel(column, 26), widest=wide, pad=16)

    def focus_first(self) -> None:
        chosen = [n for n, candidate in enumerate(self.candidates) if candidate.value == self.value]
        at = self.find(f"offer:{chosen[0]}") if chosen else self.layer.focusables[0]
        self.layer.focus_on(at, self.ring)

    def choose(self, candidate: Candidate) -> None:
        self.close()
        self.act(candidate.value)


class PickField(Widget):
    """Option in one line that opens a sheet with all its choices."""

    focusable = True
    radius = RADIUS
    tall = LINE

    def __init__(
        self, id: str, title: str, candidates: Sequence[Candidate], value: Any, act: Act,
        help: str = "",
    ) -> None:  # fmt: skip
        """`help`: sentences on the option; that of the chosen value follows them."""
        chosen = next(
            (candidate for candidate in candidates if candidate.value == value), candidates[0]
        )
        super().__init__(id)
        self.chosen = chosen
        self.act = act
        self.help = f"{help} {chosen.about}".strip()
        self.set(title)

    def set(self, title: str) -> None:
        """Change the title."""
        self.title = title
        self.name = f"{title}: {self.chosen.text}"
        self.changed()

    @property
    def value(self) -> Any:
        return self.chosen.value

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        draw_option_line(canvas, self.rect, self.title, self.chosen.text, ARROW, self.hovered)
        x, y, r = self.rect.right - look.px(PAD / 2 + ARROW / 2), self.rect.centery, look.px(6)
        gold = c.gold_high if self.hovered else c.gold
        canvas.line(gold, (x - r, y - r / 2), (x, y + r / 2), max(1.5, look.px(1.8)))
        canvas.line(gold, (x, y + r / 2), (x + r, y - r / 2), max(1.5, look.px(1.8)))

    def activate(self) -> None:
        self.act()
