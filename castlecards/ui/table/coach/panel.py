"""Coach panel: the best options with value bars, reasons, and hint arrows on the table.

Hovering or focusing a row shows its option on the table; a click or Enter plays it. A throw stays
the player's own: its row only chooses the method.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect

from castlecards.core.action import Action
from castlecards.core.landing import FLIP, FRISBEE, LOB
from castlecards.players.best_line import LineMove, fear_text, line_text
from castlecards.players.coach import OptionAdvice
from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, draw_panel
from castlecards.ui.table.commands import ChooseMethod, Command, Notify, Submit
from castlecards.ui.table.input.action_matching import Target, targets_of
from castlecards.ui.table.model import CoachState, TableModel
from castlecards.ui.table.render.arrows import FEARED, PLANNED, draw_arrow
from castlecards.ui.table.render.table_view import TableView

HEAD = Style("title", 17, "gold_high")
MOVE_TEXT = Style("bold", 14, "text")
SHARE = Style("bold", 14, "gold_high")
REASON_TEXT = Style("ui", 14, "muted")
FIGURE = Style("bold", 14, "text")
ROW_GAP = 8.0  # units between rows
PAD = 12.0  # units at the edges
NUMBER_WIDTH = 34.0  # units left of the text, for the number
BAR_HEIGHT = 9.0  # units, height of a value bar
NUMBER_RADIUS = 11.0  # units, of the disc around a number
DOT_TIME = 0.4  # s from dot to dot while the coach thinks
TITLE = tr("The coach")
THINKING = tr("Thinking")
THROW = {
    LOB: tr("Throw a lob where the arrow points."),
    FRISBEE: tr("Throw a Frisbee where the arrow points."),
    FLIP: tr("Throw a flip where the arrow points."),
}


class CoachOption(Widget):
    """Row of one option; a click or Enter calls `on_choose`."""

    focusable = True
    radius = 8

    def __init__(
        self,
        n: int,
        text: str,
        advice: OptionAdvice,
        why: Sequence[str],
        model: TableModel,
        on_choose: Callable[[], object],
    ) -> None:
        reasons = " ".join(map(_sentence, why))
        super().__init__(f"coach:{n}", f"{n + 1}: {text}, {advice.words}. {reasons}")
        self.n = n
        self.text = text
        self.advice = advice
        self.why = why
        self.model = model
        self.on_choose = on_choose
        self.brief = False  # without the reasons, to save room

    @property
    def chosen(self) -> bool:
        """True if this row's option is shown on the table."""
        state = self.model.coach
        return state is not None and state.row == self.n

    @property
    def is_default(self) -> bool:  # type: ignore[override]
        return self.chosen

    def activate(self) -> None:
        self.on_choose()

    def _lines(self, look: Look, width: int) -> tuple[list[str], list[str]]:
        room = width - look.px(NUMBER_WIDTH + PAD)
        given = () if self.brief else self.why
        why = [line for text in given for line in look.wrap(_sentence(text), REASON_TEXT, room)]
        return look.wrap(self.text, MOVE_TEXT, room), why

    def measure(self, look: Look, width: int) -> Size:
        what, why = self._lines(look, width)
        high = look.px(14) + len(what) * look.line(MOVE_TEXT) + len(why) * look.line(REASON_TEXT)
        return width, high + (look.px(18) if self.advice.words else 0)

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        edge = c.gold_high if self.chosen else c.line
        top, low = (c.button, c.button_low) if self.chosen else (c.panel, c.panel_low)
        canvas.box(self.rect, self.radius, top, low, edge)
        draw_number(
            canvas, self.n, (self.rect.left + look.px(18), self.rect.top + look.px(18)), self.chosen
        )
        x, y = self.rect.left + look.px(NUMBER_WIDTH), self.rect.top + look.px(7)
        what, why = self._lines(look, self.rect.width)
        for line in what:
            canvas.text(line, (x, y), MOVE_TEXT)
            y += look.line(MOVE_TEXT)
        if self.advice.words:
            self._share(canvas, x, y)
            y += look.px(18)
        for line in why:
            canvas.text(line, (x, y), REASON_TEXT)
            y += look.line(REASON_TEXT)

    def _share(self, canvas: Canvas, x: int, y: int) -> None:
        look, c = canvas.look, canvas.look.palette
        words, style = look.fit(self.advice.words, SHARE, look.px(92))
        bar = Rect(x, y + look.px(4), self.rect.right - x - look.px(PAD + 98), look.px(BAR_HEIGHT))
        canvas.box(bar, BAR_HEIGHT / 2, c.inset, c.inset, c.inset_edge)
        full = Rect(bar.topleft, (round(bar.width * (self.advice.share or 0.0)), bar.height))
        if full.width > look.px(BAR_HEIGHT):
            canvas.box(full, BAR_HEIGHT / 2, c.primary, c.primary_low)
        canvas.text(words, (bar.right + look.px(8), bar.centery), style, "w")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


class CoachPanel(Widget):
    """Panel in the column beside the cards; `say` receives a row's commands."""

    shade = 40
    touchable = True
    animated = True

    def __init__(
        self,
        model: TableModel,
        say: Callable[[Sequence[Command]], object],
        close: Callable[[], object],
    ) -> None:
        super().__init__("coach", TITLE)
        self.visible = False
        self.model = model
        self.say = say
        self.button = Button("coach.close", tr("Close (Esc)"), close, "quiet", tall=28)
        self.rows: list[CoachOption] = []
        self._expected: list[str] = []  # sentences on the line and on the move to fear
        self._left_out = 0  # of these, for want of room
        self.children = (self.button,)
        self._built_for: tuple[CoachState | None, bool] = (None, False)
        self._age = 0.0

    @property
    def shown(self) -> bool:
        return self.model.coach is not None

    def rebuild(self) -> bool:
        """Rebuild the rows if the advice has changed. Return True if it has."""
        state = self.model.coach
        shown = state, state is not None and state.coach_hint is not None
        if shown[0] is self._built_for[0] and shown[1] == self._built_for[1]:
            return False
        self._built_for = shown
        coach_hint = state.coach_hint if state is not None else None
        self.rows = [
            CoachOption(
                n, self._option_text(n, each.action), each, coach_hint.why(n), self.model,
                self._on_choose(n),
            )
            for n, each in enumerate(coach_hint.options)
        ] if coach_hint else []  # fmt: skip
        self.children = (*self.rows, self.button)
        self._expected = []
        if state is not None and coach_hint is not None:
            about = self.model.session, state.decision.seat, coach_hint.line
            self._expected = [text for text in (line_text(*about), fear_text(*about)) if text]
        self._show_on_table(0)
        return True

    def _option_text(self, n: int, action: Action) -> str:
        model, state = self.model, self.model.coach
        text = model.describe(action)
        goal = state.goals[n] if state is not None else -1
        if goal >= 0:
            place = model.session.with_player_names(model.session.position.box.zones[goal].title)
            text = tr("{move}, at {place}", move=text, place=f"{place[:1].lower()}{place[1:]}")
        return text

    def _on_choose(self, n: int) -> Callable[[], object]:
        return lambda: self.say(self._commands(n))

    def _commands(self, n: int) -> list[Command]:
        state = self.model.coach
        if state is None or state.coach_hint is None:
            return []
        action = state.coach_hint.options[n].action
        if state.goals[n] < 0:
            return [Submit(state.decision.seat, action)]
        method = action.args[0]
        return [ChooseMethod(method), Notify(THROW[method])]

    def _show_on_table(self, n: int) -> None:
        """Show option `n` on the table: highlight its cards and places."""
        state = self.model.coach
        if state is None or state.coach_hint is None or n >= len(state.coach_hint.options):
            return
        state.row = n
        action = state.coach_hint.options[n].action
        found = targets_of(action, self.model.session.position)
        if state.goals[n] >= 0:
            found += (_top_of(self.model, state.goals[n]),)
        self.model.hint_targets = found

    def update(self, dt: float) -> None:
        state = self.model.coach
        if state is None:
            return
        before = int(self._age / DOT_TIME)
        self._age += dt
        if state.coach_hint is None and int(self._age / DOT_TIME) != before:
            self.changed()
        pointed = [row for row in self.rows if row.hovered] or [
            row for row in self.rows if row.focused
        ]
        if pointed and pointed[0].n != state.row:
            self._show_on_table(pointed[0].n)
            self.changed()

    # -- layout and drawing ---------------------------------------------------------------

    def measure(self, look: Look, width: int) -> Size:
        inner = width - 2 * look.px(8)
        self._left_out = 0
        for row in self.rows:
            row.brief = False
        high = look.px(44) + look.px(34) + self._rows_height(look, inner)
        high += len(self._footnotes(look, inner)) * look.line(REASON_TEXT)
        return width, high if self.rows else high + look.px(30)

    def _rows_height(self, look: Look, width: int) -> int:
        """Height of all rows with the gaps below them, px."""
        return sum(row.measure(look, width)[1] + look.px(ROW_GAP) for row in self.rows)

    def _footnotes(self, look: Look, width: int) -> list[str]:
        state = self.model.coach
        notes = self._expected[self._left_out :]
        if state is not None and state.coach_hint is not None and state.coach_hint.passing:
            passing = state.coach_hint.passing
            notes.append(f"{self.model.describe(passing.action)}: {passing.words}")
        if state is not None and state.note:
            notes.append(state.note)
        width -= look.px(16)
        return [line for text in notes for line in look.wrap(text, REASON_TEXT, width)]

    def place(self, look: Look, rect: Rect) -> None:
        low = self.measure(look, rect.width)[1] > rect.height
        super().place(look, rect)
        left, wide = rect.left, rect.width
        size = self.button.measure(look, wide)
        # In a low panel the button stands beside the title, the last rows lose their reasons, and
        # then what is expected is left out.
        y = rect.top + look.px(6) if low else rect.bottom - size[1] - look.px(6)
        self.button.place(look, Rect((rect.right - size[0] - look.px(8), y), size))
        inner, y = wide - 2 * look.px(8), rect.top + look.px(40)
        room = rect.bottom - y - len(self._footnotes(look, inner)) * look.line(REASON_TEXT)
        for row in reversed(self.rows if low else ()):
            row.brief = self._rows_height(look, inner) > room
        while self._left_out < len(self._expected) and self._rows_height(look, inner) > room:
            self._left_out += 1
            room = rect.bottom - y - len(self._footnotes(look, inner)) * look.line(REASON_TEXT)
        for row in self.rows:
            size = row.measure(look, inner)
            row.place(look, Rect((left + look.px(8), y), size))
            y += size[1] + look.px(ROW_GAP)

    def draw(self, canvas: Canvas) -> None:
        look, state = canvas.look, self.model.coach
        draw_panel(canvas, self.rect, radius=12)
        x, y = self.rect.left + look.px(16), self.rect.top + look.px(22)
        canvas.text(TITLE, (x, y), HEAD, "w")
        if state is not None and state.coach_hint is None:
            dots = "." * (1 + int(self._age / DOT_TIME) % 3)
            canvas.text(f"{THINKING} {dots}", (x, y + look.px(30)), REASON_TEXT, "w")
        y = (self.rows[-1].rect.bottom if self.rows else y + look.px(40)) + look.px(8)
        for line in self._footnotes(look, self.rect.width - 2 * look.px(8)):
            canvas.text(line, (x, y), REASON_TEXT)
            y += look.line(REASON_TEXT)
        super().draw(canvas)


# -- on the table ---------------------------------------------------------------------------------


def _top_of(model: TableModel, zone: int) -> Target:
    """Top card of a zone; the zone itself if it is empty."""
    cards = model.session.position.zones[zone]
    return Target(cards[-1] if cards else -1, zone)


def _destination(model: TableModel, state: CoachState, n: int) -> Target:
    """Target of an option on the table; `Target()` if it has none."""
    assert state.coach_hint is not None
    action = state.coach_hint.options[n].action
    return _target_of(model, action, state.goals[n] if state.goals[n] >= 0 else action.to)


def _target_of(model: TableModel, action: Action, zone: int) -> Target:
    """Target of an action that aims at a zone, -1 for none; `Target()` if it has none."""
    if action.onto >= 0:
        return Target(action.onto, model.session.position.zone_of(action.onto))
    return _top_of(model, zone) if zone >= 0 else Target()


def _draw_fear(canvas: Canvas, table_view: TableView, model: TableModel, fear: LineMove) -> None:
    """Draw an arrow for the move to fear, from its cards to its target."""
    goal = _target_of(model, fear.action, fear.target)
    end = table_view.rect_of(goal)
    for target in targets_of(fear.action, model.session.position):
        start = table_view.rect_of(target)
        if start.width and end.width and target.zone != goal.zone:
            draw_arrow(canvas, start, end, FEARED)


def draw_hint_arrows(canvas: Canvas, table_view: TableView, model: TableModel) -> None:
    """Draw the number of each option at its target, and an arrow for the selected option."""
    state = model.coach
    if state is None or state.coach_hint is None:
        return
    look, taken = canvas.look, list[Rect]()
    goals = [_destination(model, state, n) for n in range(len(state.coach_hint.options))]
    if state.row == 0 and state.coach_hint.line.fear is not None:
        _draw_fear(canvas, table_view, model, state.coach_hint.line.fear)
    for n in sorted(range(len(goals)), key=lambda n: n == state.row):
        if goals[n] == Target():
            continue
        end = table_view.rect_of(goals[n])
        if not end.width:
            continue
        if n == state.row:
            for target in model.hint_targets:
                start = table_view.rect_of(target)
                if start.width and target.card != goals[n].card and target.zone != goals[n].zone:
                    draw_arrow(canvas, start, end, PLANNED)
        at = Rect(0, 0, look.px(2 * NUMBER_RADIUS), look.px(2 * NUMBER_RADIUS))
        at.midtop = (end.centerx, end.top - look.px(NUMBER_RADIUS))
        while at.collidelist(taken) >= 0:
            at.move_ip(look.px(2 * NUMBER_RADIUS + 2), 0)
        taken.append(at)
        draw_number(canvas, n, at.center, n == state.row)


def draw_number(canvas: Canvas, n: int, at: tuple[float, float], lit: bool) -> None:
    """Draw the number of an option in a disc."""
    look, c = canvas.look, canvas.look.palette
    canvas.circle(c.inset, at, look.px(NUMBER_RADIUS) + look.px(1.5))
    canvas.circle(c.primary if lit else c.button, at, look.px(NUMBER_RADIUS))
    canvas.text(str(n + 1), at, FIGURE, "c", c.primary_ink if lit else c.text)
