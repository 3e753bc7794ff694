"""Modal dialogs and menus over a darkened scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Kind, Label, Panel, heading, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.page import Page
from castlecards.ui.scene import STAY, Back, Go

if TYPE_CHECKING:
    from castlecards.ui.services import Services


@dataclass(frozen=True)
class Answer:
    """Button of a dialog or menu, which closes it.

    `act` can return where to go from the scene below or, at the table, a command.
    """

    id: str
    text: str
    act: Callable[[], Any]
    kind: Kind = "plain"


class Overlay(Page):
    """Modal page over a paused, darkened scene, until Esc or `close`."""

    over = True
    dismissible = False  # True: a press beside the panel closes it, too

    def handle(self, intent: Intent) -> Go:
        match intent:
            case intents.Grab(pos, button=1) if self.dismissible:
                if not self._sheet.collidepoint(pos):
                    self.close()
                    return self._take_change()
        return super().handle(intent)

    @property
    def _sheet(self) -> Rect:
        return self.layer.root.children[0].rect

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self.backdrop = None
        super().layout(look, size)

    def ground(self, canvas: Canvas) -> None:
        if self.backdrop is not None:
            canvas.surface.blit(self.backdrop, (0, 0))

    def close(self) -> None:
        self.go(Back())

    def leave(self) -> None:
        self.close()

    def buttons(self, answers: Sequence[Answer]) -> list[Widget]:
        """Buttons of answers, which take them."""
        return [
            Button(answer.id, answer.text, partial(self.take, answer), answer.kind)
            for answer in answers
        ]

    def take(self, answer: Answer) -> None:
        """Close, then run the chosen answer."""
        self.close()
        self.go(answer.act() or STAY)


class Dialog(Overlay):
    """Dialog with a question. The last answer has the focus; Esc chooses none."""

    def __init__(self, app: Services, heading: str, text: str, answers: Sequence[Answer]) -> None:
        super().__init__(app)
        self.heading = heading
        self.text = text
        self.answers = answers

    def build(self) -> Widget:
        lines: list[Widget] = [title(self.heading)]
        lines += [Label(paragraph) for paragraph in self.text.split("\n") if paragraph]
        column = Column([*lines, Space(4), Row(self.buttons(self.answers), side="right")])
        return Centre(Panel(column), widest=620, pad=16)

    def focus_first(self) -> None:
        if self.answers:
            self.layer.focus_on(self.find(self.answers[-1].id), ring=False)


class Menu(Overlay):
    """Menu of a few actions in a column; a click outside closes it."""

    dismissible = True

    def __init__(
        self, app: Services, heading: str, answers: Sequence[Answer], wide: float = 320
    ) -> None:
        super().__init__(app)
        self.heading = heading
        self.answers = answers
        self.wide = wide

    def build(self) -> Widget:
        heading = Label(self.heading, title("").style, "centre")
        return Centre(
            Panel(Column([heading, Space(2), *self.buttons(self.answers)], 10)),
            widest=self.wide,
            pad=12,
        )


class NameDialog(Overlay):
    """Dialog that asks for a name, with the present one to begin with. Esc cancels.

    Enter or the button `verb` calls `act` with the name, of at most `longest` letters.
    """

    def __init__(
        self, app: Services, heading: str, verb: str, name: str, longest: int,
        act: Callable[[str], object],
    ) -> None:  # fmt: skip
        super().__init__(app)
        self.heading, self.verb, self.longest = heading, verb, longest
        self.name, self.act = name[:longest], act

    def build(self) -> Widget:
        word = tr("Name")
        field = Field(
            "name.field", word, self.name, self._write, self.save, word, self.longest, wide=520
        )
        field.all = True  # typing begins a new name
        buttons = [
            Button("name.no", tr("Cancel"), self.close, wide=120),
            Button("name.yes", self.verb, self.save, "primary", wide=140),
        ]
        rows = [heading(self.heading), field, Row(buttons, side="right")]
        return Centre(Panel(Column(rows)), widest=620, pad=16)

    def focus_first(self) -> None:
        self.layer.focus_on(self.find("name.field"), ring=False)

    def save(self) -> None:
        """Close and take the name, if there is one."""
        if self.name.strip():
            self.close()
            self.act(self.name)

    def _write(self, name: str) -> None:
        self.name = name
