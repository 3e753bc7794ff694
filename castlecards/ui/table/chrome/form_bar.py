"""The buttons at the foot of a form: what picked cards would do, and what needs no card."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect

from castlecards.core.action import Action
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.table.match import complete, has_target
from castlecards.ui.table.picking import Picking
from castlecards.ui.table.view.desk import Desk

TALL, GAP, PAD = 44.0, 12.0, 28.0  # units
HINT = Style("ui", 14, "muted")
TOLD = Style("medium", 14.5, "gold_high")
LOW = 18.0  # units from the lower edge of the sheet to the middle of the line there


def would_do(picking: Picking) -> tuple[Action, ...]:
    """What the picks do at a place that is clear: a button each, so that none has to be clicked."""
    if not picking.picked:
        return ()
    found = [a for a in picking.options if complete(picking.pos, a, picking.picked)]
    return tuple(action for action in found if has_target(action))


class FormBar(Widget):
    """In one row, as wide as the sheet of the table."""

    shade = 14

    def __init__(self, desk: Desk, named: Callable[[str], str]) -> None:
        super().__init__("form", "")
        self.desk = desk
        self.named = named  # puts the names of the players into what the game calls them
        self.buttons: list[Button] = []
        self.told = ""  # what is pointed at would come to

    def tell(self, told: str) -> None:
        """Of what the player looks at now; "" of nothing."""
        if told != self.told:
            self.told = told
            self.changed()

    @property
    def children(self) -> Sequence[Widget]:
        return self.buttons

    def place(self, look: Look, rect: Rect) -> None:
        sheet = self.desk.now.sheet
        if sheet is None:
            self.rect = Rect(0, 0, 0, 0)
            return
        left, low = round(sheet.x - sheet.width / 2), round(sheet.y + sheet.height / 2)
        self.rect = Rect(left, round(sheet.foot), round(sheet.width), low - round(sheet.foot))
        if not self.buttons:
            return
        pad, gap, tall = look.px(PAD), look.px(GAP), look.px(TALL)
        room = round(sheet.width) - 2 * pad
        wides = [button.measure(look, room)[0] for button in self.buttons]
        spare = room - sum(wides) - gap * (len(wides) - 1)
        part = min(1.0, (room - gap * (len(wides) - 1)) / max(sum(wides), 1))
        wides = [round(wide * part) + max(spare, 0) // len(wides) for wide in wides]
        x = left + pad
        for button, wide in zip(self.buttons, wides, strict=True):
            button.place(look, Rect(x, round(sheet.foot), wide, tall))
            x += wide + gap

    def draw(self, canvas: Canvas) -> None:
        sheet, look = self.desk.now.sheet, canvas.look
        if sheet is not None and sheet.form.hint:
            told = self.told or self.named(sheet.form.hint)
            text, style = look.fit(told, TOLD if self.told else HINT, self.rect.width - look.px(40))
            canvas.text(text, (self.rect.centerx, self.rect.bottom - look.px(LOW)), style, "c")
        super().draw(canvas)
