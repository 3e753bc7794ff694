"""What the coach says: the best options with bars, reasons, and arrows on the table.

Pointing at a row, or walking to it by keys, shows it on the table; Enter or a click does it. A
throw remains to be made by hand: its row chooses the method.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect

from castlecards.core.action import Action
from castlecards.core.landing import METHODS
from castlecards.players.coach import OptionAdvice
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, draw_panel
from castlecards.ui.table.commands import Command, Method, Notify, Submit
from castlecards.ui.table.input.action_matching import Target, targets_of
from castlecards.ui.table.model import CoachState, TableModel
from castlecards.ui.table.render.arrows import PLANNED, draw_arrow
from castlecards.ui.table.render.table_view import TableView

HEAD = Style("title", 17, "gold_high")
WHAT = Style("bold", 14, "text")
SHARE = Style("bold", 13.5, "gold_high")
WHY = Style("ui", 13, "muted")
FIGURE = Style("bold", 14, "text")
ROW, PAD, NUMBER = 8.0, 12.0, 34.0  # units: between rows, at the edges, beside the number
BAR = 9.0  # units, height
DOT = 11.0  # units, radius of a number on the table
BEAT = 0.4  # s from dot to dot while it thinks
THINKS = "thinks about what you can see"


class CoachOption(Widget):
    """One option. `say`: what is done at a click or Enter."""

    focusable = True
    radius = 8

    def __init__(
        self, n: int, text: str, advised: OptionAdvice, model: TableModel, say: Callable[[], object]
    ) -> None:
        reasons = ". ".join(advised.reasons)
        super().__init__(f"coach:{n}", f"{n + 1}: {text}, {advised.words}. {reasons}")
        self.n = n
        self.text = text
        self.advised = advised
        self.model = model
        self.say = say

    @property
    def chosen(self) -> bool:
        coached = self.model.coach
        return coached is not None and coached.row == self.n

    @property
    def is_default(self) -> bool:  # type: ignore[override]
        return self.chosen

    def activate(self) -> None:
        self.say()

    def _lines(self, look: Look, width: int) -> tuple[list[str], list[str]]:
        room = width - look.px(NUMBER + PAD)
        why = [
            line for text in self.advised.reasons for line in look.wrap(_sentence(text), WHY, room)
        ]
        return look.wrap(self.text, WHAT, room), why

    def measure(self, look: Look, width: int) -> Size:
        what, why = self._lines(look, width)
        high = look.px(14) + len(what) * look.line(WHAT) + len(why) * look.line(WHY)
        return width, high + (look.px(18) if self.advised.words else 0)

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        edge = c.gold_high if self.chosen else c.line
        top, low = (c.button, c.button_low) if self.chosen else (c.panel, c.panel_low)
        canvas.box(self.rect, self.radius, top, low, edge)
        draw_number(
            canvas, self.n, (self.rect.left + look.px(18), self.rect.top + look.px(18)), self.chosen
        )
        x, y = self.rect.left + look.px(NUMBER), self.rect.top + look.px(7)
        what, why = self._lines(look, self.rect.width)
        for line in what:
            canvas.text(line, (x, y), WHAT)
            y += look.line(WHAT)
        if self.advised.words:
            self._share(canvas, x, y)
            y += look.px(18)
        for line in why:
            canvas.text(line, (x, y), WHY)
            y += look.line(WHY)

    def _share(self, canvas: Canvas, x: int, y: int) -> None:
        look, c = canvas.look, canvas.look.palette
        words, style = look.fit(self.advised.words, SHARE, look.px(92))
        bar = Rect(x, y + look.px(4), self.rect.right - x - look.px(PAD + 98), look.px(BAR))
        canvas.box(bar, BAR / 2, c.inset, c.inset, c.inset_edge)
        full = Rect(bar.topleft, (round(bar.width * (self.advised.share or 0.0)), bar.height))
        if full.width > look.px(BAR):
            canvas.box(full, BAR / 2, c.primary, c.primary_low)
        canvas.text(words, (bar.right + look.px(8), bar.centery), style, "w")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


class CoachPanel(Widget):
    """In the column beside the cards. `say`: for what a row wants; `close`: enough of it."""

    shade = 40
    touchable = True
    animated = True

    def __init__(
        self,
        model: TableModel,
        say: Callable[[Sequence[Command]], object],
        close: Callable[[], object],
    ) -> None:
        super().__init__("coach", "The coach")
        self.visible = False
        self.model = model
        self.say = say
        self.button = Button("coach.close", "Enough  (Esc)", close, "quiet", tall=28)
        self.rows: list[CoachOption] = []
        self.children = (self.button,)
        self._made: tuple[CoachState | None, bool] = (None, False)
        self._age = 0.0

    @property
    def shown(self) -> bool:
        return self.model.coach is not None

    def renew(self) -> bool:
        """Makes the rows that the counsel wants; whether there are others than before."""
        coached = self.model.coach
        made = coached, coached is not None and coached.counsel is not None
        if made[0] is self._made[0] and made[1] == self._made[1]:
            return False
        self._made = made
        options = coached.counsel.options if coached is not None and coached.counsel else ()
        self.rows = [
            CoachOption(n, self._told(n, each.action), each, self.model, self._does(n))
            for n, each in enumerate(options)
        ]
        self.children = (*self.rows, self.button)
        self._point(0)
        return True

    def _told(self, n: int, action: Action) -> str:
        model, coached = self.model, self.model.coach
        text = model.describe(action)
        goal = coached.goals[n] if coached is not None else -1
        if goal >= 0:
            place = model.session.named(model.session.position.box.zones[goal].title)
            text = f"{text}, at {place[:1].lower()}{place[1:]}"
        return text

    def _does(self, n: int) -> Callable[[], object]:
        return lambda: self.say(self._commands(n))

    def _commands(self, n: int) -> list[Command]:
        coached = self.model.coach
        if coached is None or coached.counsel is None:
            return []
        action = coached.counsel.options[n].action
        if coached.goals[n] < 0:
            return [Submit(coached.decision.seat, action)]
        method = action.args[0]
        told = f"Throw it: the method is now {METHODS[method].capitalize()}"
        return [Method(method), Notify(f"{told}, the arrow shows where to.")]

    def _point(self, n: int) -> None:
        """On the table this option is shown."""
        coached = self.model.coach
        if coached is None or coached.counsel is None or n >= len(coached.counsel.options):
            return
        coached.row = n
        action = coached.counsel.options[n].action
        found = targets_of(action, self.model.session.position)
        if coached.goals[n] >= 0:
            found += (_lying(self.model, coached.goals[n]),)
        self.model.hint_targets = found

    def update(self, dt: float) -> None:
        coached = self.model.coach
        if coached is None:
            return
        before = int(self._age / BEAT)
        self._age += dt
        if coached.counsel is None and int(self._age / BEAT) != before:
            self.changed()
        held = [row for row in self.rows if row.hovered] or [
            row for row in self.rows if row.focused
        ]
        if held and held[0].n != coached.row:
            self._point(held[0].n)
            self.changed()

    # -- where and how --------------------------------------------------------------------------

    def measure(self, look: Look, width: int) -> Size:
        inner = width - 2 * look.px(8)
        high = look.px(44) + look.px(34)
        high += sum(row.measure(look, inner)[1] + look.px(ROW) for row in self.rows)
        high += len(self._foot(look, inner)) * look.line(WHY)
        return width, high if self.rows else high + look.px(30)

    def _foot(self, look: Look, width: int) -> list[str]:
        coached = self.model.coach
        said = []
        if coached is not None and coached.counsel is not None and coached.counsel.passing:
            passing = coached.counsel.passing
            said.append(f"{self.model.describe(passing.action)}: {passing.words}")
        if coached is not None and coached.note:
            said.append(coached.note)
        return [line for text in said for line in look.wrap(text, WHY, width - look.px(16))]

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        left, wide = rect.left, rect.width
        y = rect.top + look.px(40)
        for row in self.rows:
            size = row.measure(look, wide - 2 * look.px(8))
            row.place(look, Rect((left + look.px(8), y), size))
            y += size[1] + look.px(ROW)
        size = self.button.measure(look, wide)
        low = self.rect.bottom - size[1] - look.px(6)
        self.button.place(look, Rect((self.rect.right - size[0] - look.px(8), low), size))

    def draw(self, canvas: Canvas) -> None:
        look, coached = canvas.look, self.model.coach
        draw_panel(canvas, self.rect, radius=12)
        x, y = self.rect.left + look.px(16), self.rect.top + look.px(22)
        canvas.text("The coach", (x, y), HEAD, "w")
        if coached is not None and coached.counsel is None:
            dots = "." * (1 + int(self._age / BEAT) % 3)
            canvas.text(f"It {THINKS} {dots}", (x, y + look.px(30)), WHY, "w")
        y = (self.rows[-1].rect.bottom if self.rows else y + look.px(40)) + look.px(8)
        for line in self._foot(look, self.rect.width - 2 * look.px(8)):
            canvas.text(line, (x, y), WHY)
            y += look.line(WHY)
        super().draw(canvas)


# -- on the table ---------------------------------------------------------------------------------


def _lying(model: TableModel, zone: int) -> Target:
    """What lies on top of a place, or the place."""
    cards = model.session.position.zones[zone]
    return Target(cards[-1] if cards else -1, zone)


def _goal(model: TableModel, coached: CoachState, n: int) -> Target:
    """Where an option leads; nowhere: it leads to nothing on the table."""
    assert coached.counsel is not None
    action = coached.counsel.options[n].action
    if coached.goals[n] >= 0:
        return _lying(model, coached.goals[n])
    if action.onto >= 0:
        return Target(action.onto, model.session.position.zone_of(action.onto))
    return _lying(model, action.to) if action.to >= 0 else Target()


def draw_hint_arrows(canvas: Canvas, table_view: TableView, model: TableModel) -> None:
    """An arrow for the option that is pointed at, and its number at where each of them leads."""
    coached = model.coach
    if coached is None or coached.counsel is None:
        return
    look, taken = canvas.look, list[Rect]()
    goals = [_goal(model, coached, n) for n in range(len(coached.counsel.options))]
    for n in sorted(range(len(goals)), key=lambda n: n == coached.row):
        if goals[n] == Target():
            continue
        end = table_view.rect_of(goals[n])
        if not end.width:
            continue
        if n == coached.row:
            for target in model.hint_targets:
                start = table_view.rect_of(target)
                if start.width and target.card != goals[n].card and target.zone != goals[n].zone:
                    draw_arrow(canvas, start, end, PLANNED)
        at = Rect(0, 0, look.px(2 * DOT), look.px(2 * DOT))
        at.midtop = (end.centerx, end.top - look.px(DOT))
        while at.collidelist(taken) >= 0:
            at.move_ip(look.px(2 * DOT + 2), 0)
        taken.append(at)
        draw_number(canvas, n, at.center, n == coached.row)


def draw_number(canvas: Canvas, n: int, at: tuple[float, float], lit: bool) -> None:
    """The number of an option, in a disc."""
    look, c = canvas.look, canvas.look.palette
    canvas.circle(c.inset, at, look.px(DOT) + look.px(1.5))
    canvas.circle(c.primary if lit else c.button, at, look.px(DOT))
    canvas.text(str(n + 1), at, FIGURE, "c", c.primary_ink if lit else c.text)
