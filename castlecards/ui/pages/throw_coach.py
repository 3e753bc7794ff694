"""Throwing coach: where a player’s throws land, what that costs, and whether a drill helped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from pygame import Rect

from castlecards import levels
from castlecards.coach import hand, week
from castlecards.coach.hand import Change, Habit, Touch
from castlecards.coach.week import PlanDay, PlanPart, WeekPlan
from castlecards.core.landing import METHOD_TITLES, METHODS
from castlecards.practice import progress
from castlecards.practice.throws import ThrowRecord
from castlecards.texts import counted, ntr, tr
from castlecards.today import record
from castlecards.ui.cardart.text_table import TextTable
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import SMALL, Style
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Align, Button, Inset, Label, heading
from castlecards.ui.kit.widgets.boxes import Column, Row, Split
from castlecards.ui.kit.widgets.plot import Clouds, DotPlot, Dots
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages.throw_charts import draw_target
from castlecards.ui.routes import Drill, Level, Practice, Route, TargetGame, Throws
from castlecards.ui.scene import Push
from castlecards.ui.services import store_errors_shown

if TYPE_CHECKING:
    from castlecards.ui.services import Services

TEXT = Style("medium", 15, "text")
FIGURE = Style("bold", 14, "text")
MOST = 1000  # newest throws of a method that are read
HIT: Colour = (120, 204, 150)
MISS: Colour = (232, 112, 98)
ARROW: Colour = (244, 208, 120)
PLOT = 330.0  # units, height of the picture
BIAS_TEXTS = {
    "lob": tr("Your lobs land {place}"), "frisbee": tr("Your Frisbees land {place}"),
    "flip": tr("Your flips land {place}"),
}  # fmt: skip
PLOT_TITLES = {
    "lob": tr("Where your lobs land"), "frisbee": tr("Where your Frisbees land"),
    "flip": tr("Where your flips land"),
}  # fmt: skip
DRILLS = {
    "lob": tr("Drill: twenty lobs"), "frisbee": tr("Drill: twenty Frisbees"),
    "flip": tr("Drill: twenty flips"),
}  # fmt: skip
ROW_TITLES = {
    "middle": tr("{method}, middle wall"), "side": tr("{method}, side wall"),
    "far": tr("{method}, outermost wall"), hand.CASTLE: tr("{method}, castle"),
}  # fmt: skip
HEADS = (tr("Throw"), tr("Side"), tr("Length"), tr("Spread"), tr("Hits"), tr("Cost"))
DAY_HEADS = (tr("Day"), tr("Throw"), tr("Measure"), tr("Drill"), tr("Ring"), tr("Level"))
PARTS = {  # button of the next part of the plan, by method; "" for any
    hand.MEASURE: {
        "": tr("Throw ten lobs"), "frisbee": tr("Throw ten Frisbees"),
        "flip": tr("Throw ten flips"),
    },
    hand.DRILL: {
        "": tr("Drill ten lobs"), "frisbee": tr("Drill ten Frisbees"),
        "flip": tr("Drill ten flips"),
    },
    hand.RING: {"": tr("Throw at the ring")},
    week.LEVEL: {"": tr("Play a level")},
}  # fmt: skip
SPARE = (3, 4, 2)  # columns of a narrow page that are left out first: spread, hits, length


class ThrowCoach(Page):
    """Page of the coach, about the player’s recorded throws."""

    shows_records = True

    def __init__(self, app: Services, player: str) -> None:
        super().__init__(app)
        self.player = player
        self.throws: dict[str, list[ThrowRecord]] = {}
        self.plan = WeekPlan((), 0)

    def build(self) -> Widget:
        with store_errors_shown(self.app):
            self.throws = recent_throws(self.app, self.player, MOST)
        every = hand.habits(throw for own in self.throws.values() for throw in own)
        found, shown = worst_and_shown(every)
        self.plan = week.week_plan(
            [one for own in self.throws.values() for one in own], record.local_date(), METHODS
        )
        right = [self._bias_box(found, shown), self._plan_box()]
        if every:
            right.append(_habits_box(every))
        if shown is not None and (change := self._change(shown.method)) is not None:
            right.append(_drill_box(change))
        body: Widget = Split(_plot_box(shown), Column(right, 12), 0.36, 760, 14)
        buttons = [
            Button("hand.statistics", tr("Statistics"), lambda: self.go(Push(Throws()))),
            Button("hand.back", tr("Back"), self.leave, wide=120),
        ]
        return sheet(
            tr("Throwing coach"), [Scroll(body, "hand.scroll", focusable=True)], buttons,
            1180, 768, self.left_handed,
        )  # fmt: skip

    def _bias_box(self, found: Habit | None, shown: Habit | None) -> Widget:
        """Box with the bias that costs most, and its drill."""
        method = shown.method if shown is not None else METHODS[0]
        drill = Button("hand.drill", DRILLS[method], lambda: self.go(Push(Drill(method))),
                       "primary", wide=240)  # fmt: skip
        about = Label(tr("A ring that adapts to you: about seven hits in ten"), SMALL)
        if found is None:
            rows: list[Widget] = [heading(tr("No clear bias")), Label(advice(shown), TEXT)]
        else:
            title = bias_text(found)
            cost = tr("It costs you {hits} in {n} throws.", hits=counted(found.cost, "hit"),
                      n=len(found.looked_at))  # fmt: skip
            rows = [heading(title, "hand.title"), Label(cost, TEXT, id="hand.cost")]
        return Inset(Column([*rows, Row([drill, about])], 8), 16)

    def _plan_box(self) -> Widget:
        """Box with the plan for the week; its button begins the next part."""
        head = heading(tr("Your week: five minutes on five days"))
        rows: list[Widget] = [head, _plan_table(self.plan)]
        day = self._plan_day
        part = day.next_part if day is not None else None
        if part is not None and day is not None:
            text = PARTS[part.kind].get(day.method, PARTS[part.kind][""])
            rows.append(Row([Button("hand.plan", text, self.begin_part, wide=200)]))
        else:
            text = tr("You’re done for today.") if day else tr("You’re done for this week.")
            rows.append(Label(text, TEXT, id="hand.rest"))
        return Inset(Column(rows, 6), 16)

    @property
    def _plan_day(self) -> PlanDay | None:
        """Today in the plan; None if five other days were begun this week."""
        return self.plan.days[self.plan.now] if self.plan.now < week.DAYS else None

    def begin_part(self) -> None:
        """Begin the next part of today’s plan."""
        day = self._plan_day
        part = day.next_part if day is not None else None
        if part is None or day is None:
            return
        if part.kind in (hand.MEASURE, hand.DRILL):
            self.go(Push(Drill(day.method, measured=part.kind == hand.DRILL)))
        elif part.kind == hand.RING:
            self.go(Push(TargetGame()))
        else:
            self.go(Push(self._next_level()))

    def _next_level(self) -> Route:
        """First level of the path without a star; the page of practice if all have one."""
        stars = progress.read(self.app.profiles.database)[0]
        path = levels.path_of(levels.packs()[0])
        left = (Level(loaded) for loaded in path if not stars.of(loaded.id).stars)
        return next(left, Practice())

    def _change(self, method: str) -> Change | None:
        """Change since the first drill of a method, to the side or in length, as it began."""
        found = hand.drilled(self.throws.get(method, []), method)
        if found is None:
            return None
        before, after = found
        if len(after) < 2:
            return None

        def along(part: str) -> Change:
            one, two = ([getattr(touch, part) for touch in own] for own in (before, after))
            return hand.change(one, two)

        return max(along("right"), along("far"), key=lambda one: abs(one.before.mean))


def recent_throws(app: Services, player: str, most: int) -> dict[str, list[ThrowRecord]]:
    """Newest throws of a player by method, at most `most` of each. Raises StoreError."""
    return {method: app.throws.recent(player, method, most) for method in METHODS}


def worst_and_shown(every: Sequence[Habit]) -> tuple[Habit | None, Habit | None]:
    """Habit with the worst bias, and the one to show: the same, else that with most throws."""
    found = hand.worst(every)
    return found, found or max(every, key=lambda one: len(one.touches), default=None)


def bias_text(found: Habit) -> str:
    """Sentence on where the throws of a habit land."""
    return BIAS_TEXTS[found.method].format(place=_place_text(*found.offset))


def advice(shown: Habit | None) -> str:
    """Sentence on a habit without a clear bias."""
    if shown is None or shown.missing:
        missing = hand.FIRST if shown is None else shown.missing
        return ntr(missing, "Throw {n} more card at a wall.", "Throw {n} more cards at a wall.")
    return tr("Your throws land all around the target. A drill brings them closer together.")


def _length_text(mm: float) -> str:
    """Length of at least 0 mm: whole centimetres from 1 cm on."""
    return tr("{n:.0f} cm", n=mm / 10) if mm >= 10 else tr("{n:.0f} mm", n=mm)


def _place_text(right: float, far: float) -> str:
    """Bias in words: the larger part of it."""
    if abs(right) >= abs(far):
        return _side_text(right)
    return _far_text(far)


def _side_text(right: float) -> str:
    if not right:
        return "–"
    text = tr("{span} right", span=_length_text(right))
    return text if right > 0 else tr("{span} left", span=_length_text(-right))


def _far_text(far: float) -> str:
    if not far:
        return "–"
    text = tr("{span} too far", span=_length_text(far))
    return text if far > 0 else tr("{span} short", span=_length_text(-far))


def landing_title(shown: Habit | None) -> str:
    """Title of the plot of a habit."""
    return PLOT_TITLES[shown.method if shown is not None else METHODS[0]]


def landings(shown: Habit | None) -> Clouds:
    """First touches of a habit about its target: hits and misses."""
    touches = shown.looked_at or shown.touches if shown is not None else ()

    def cloud(some: Sequence[Touch], colour: Colour, name: str) -> Dots:
        return Dots(np.array([one.right for one in some]), np.array([one.far for one in some]),
                    colour, name)  # fmt: skip

    return Clouds.of(
        [cloud([one for one in touches if one.hit], HIT, "hit"),
         cloud([one for one in touches if not one.hit], MISS, "miss")]
    )  # fmt: skip


def _plot_box(shown: Habit | None) -> Widget:
    """Box with the first touches of a habit about its target."""

    def arrow(canvas: Canvas, area: Rect, plot: DotPlot) -> None:
        if shown is None or not any(shown.offset):
            return
        start, end = plot.at_px(area, 0, 0), plot.at_px(area, *shown.offset)
        canvas.line(ARROW, start, end, canvas.look.px(5))
        canvas.circle(ARROW, end, canvas.look.px(7))

    title, clouds = landing_title(shown), landings(shown)
    plot = DotPlot("hand.plot", title, clouds, "", "", True, draw_target, arrow, PLOT, 75)
    rows: list[Widget] = [plot]
    if shown is not None and shown.looked_at:
        n = len(shown.looked_at)
        rows.append(Label(tr("{n} of {all} hit.", n=shown.hits, all=n), TEXT, "centre"))
        if shown.cost:
            told = tr("Without this bias, {n} more would hit.", n=shown.cost)
            rows.append(Label(told, SMALL, "centre"))
    return Inset(Column(rows, 8), 16)


def _habits_box(every: Sequence[Habit]) -> Widget:
    """Box with a row for each method and target, the most thrown first."""
    lines = []
    for one in sorted(every, key=lambda one: -len(one.touches))[:6]:
        name = ROW_TITLES[one.target].format(method=METHOD_TITLES[one.method])
        if one.missing:
            more = ntr(one.missing, "{n} more throw", "{n} more throws")
            lines.append((name, "", "", "", "", more))
            continue
        right, far = one.offset
        n = len(one.looked_at)
        cost = tr("{cost} in {n}", cost=one.cost, n=n) if one.cost else "–"
        hits = tr("{hits} of {n}", hits=one.hits, n=n)
        lines.append(
            (name, _side_text(right), _far_text(far), _length_text(one.spread), hits, cost)
        )
    sides: list[Align] = ["left"] * len(HEADS)
    table = TextTable((HEADS, *lines), sides, spare=SPARE)
    return Inset(Column([heading(tr("All your throws")), table], 6), 16)


def _plan_table(plan: WeekPlan) -> Widget:
    """Table of the days of a plan: what is done of each part, and what is wanted."""
    lines = []
    for n, day in enumerate(plan.days):
        name = tr("{n}, today", n=n + 1) if n == plan.now else str(n + 1)
        cells = (_part_cell(part, n < plan.now) for part in day.parts)
        lines.append((name, METHOD_TITLES[day.method], *cells))
    sides: list[Align] = ["left"] * len(DAY_HEADS)
    return TextTable((DAY_HEADS, *lines), sides, spare=(5, 4))


def _part_cell(part: PlanPart, over: bool) -> str:
    """Cell of a part; `over`: its day is over."""
    if part.finished:
        return tr("done")
    if part.done:
        return tr("{done} of {all}", done=part.done, all=part.wanted)
    return "–" if over else str(part.wanted)


class ChangeScale(Widget):
    """Means before and after a drill with their intervals, beside the target at 0."""

    shade = 0
    tall = 72

    def __init__(self, change: Change) -> None:
        super().__init__("hand.change", tr("Before and after the drill"))
        self.change = change

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        parts = ((tr("before"), self.change.before, MISS), (tr("after"), self.change.after, HIT))
        ends = [abs(one.mean) + 2 * one.error for _, one, _ in parts]
        reach = max(*ends, 10.0) * 1.1
        left, wide = self.rect.left + look.px(70), self.rect.width - look.px(80)

        def x(mm: float) -> float:
            return left + wide * (mm + reach) / (2 * reach)

        for n, (name, one, colour) in enumerate(parts):
            y = self.rect.top + look.px(18 + 32 * n)
            canvas.text(name, (self.rect.left, y), FIGURE, "w")
            canvas.rule(c.line, left, left + wide, y)
            span = Rect(round(x(one.mean - 2 * one.error)), y - look.px(7), 0, look.px(14))
            span.width = max(round(x(one.mean + 2 * one.error)) - span.left, look.px(4))
            canvas.box(span, 5, colour)
            canvas.circle(c.text, (x(one.mean), y), look.px(4))
        canvas.fill(c.text, Rect(x(0.0), self.rect.top, look.px(1.5), self.rect.height))


def _drill_box(change: Change) -> Widget:
    """Box that says whether a drill has helped."""
    low, high = (_length_text(abs(bound)) for bound in sorted((change.low, change.high), key=abs))
    if change.left:
        text = ntr(change.left, "Too early to say: throw {n} more card",
                   "Too early to say: throw {n} more cards")  # fmt: skip
    elif change.helped:
        text = tr("It helped: {span} closer ({low} to {high}).", span=_length_text(change.nearer),
                  low=low, high=high)  # fmt: skip
    else:
        text = tr("No clear change yet")
    rows = [heading(tr("Did it help?")), ChangeScale(change), Label(text, TEXT, id="hand.help")]
    return Inset(Column(rows, 6), 16)
