"""Target game of the range, and the drill of the coach: throw into a ring that follows the player.

A hit is a first touch inside the ring. A hit shrinks the ring and a miss widens it, so that a hand
hits seven times in ten. A drill begins with throws that measure the hand, without a ring.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from math import cos, hypot, inf, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from pygame import Rect

from castlecards.coach.hand import DRILL, MEASURE, RING, Staircase
from castlecards.core.cards import Pose
from castlecards.core.landing import METHODS
from castlecards.practice import progress
from castlecards.practice.range import Options
from castlecards.practice.throws import ThrowRecord
from castlecards.store import StoreError
from castlecards.texts import ntr, tr
from castlecards.ui.dialog import Answer, Menu
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Style
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, draw_plate
from castlecards.ui.kit.widgets.boxes import Grid
from castlecards.ui.practice.exercise import Exercise
from castlecards.ui.practice.free_range import range_session
from castlecards.ui.practice.marks import BEST, GOOD, POOR
from castlecards.ui.practice.outcome import draw_star
from castlecards.ui.practice.panel import FIGURE, NAME, SMALL_TEXT
from castlecards.ui.routes import Range, RangeSetup, TargetGame
from castlecards.ui.scene import STAY, Go, Push, Swap
from castlecards.ui.table.layout.model import Layout
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.throw.callout import distance_text

if TYPE_CHECKING:
    from castlecards.ui.services import Services

WALLS = (2, 1, 3, 0, 4)  # walls by number, in the order of the targets
PART = 10  # throws that measure in a drill, and throws at the ring after them
LIGHTS = 11  # lights of a streak
CORNERS = 40  # corners of a drawn ring
BELOW = 66.0  # mm below the target, place of its words
STREAK = Style("title", 30, "gold_high")
WORDS = Style("title", 15, "gold_high")
ASKED = {
    "lob": tr("Lob: inside the ring"), "frisbee": tr("Frisbee: inside the ring"),
    "flip": tr("Flip: inside the ring"),
}  # fmt: skip
MEASURED = {
    "lob": tr("Lob: at this wall"), "frisbee": tr("Frisbee: at this wall"),
    "flip": tr("Flip: at this wall"),
}  # fmt: skip


NOT_ASKED = {
    "lob": tr("Only a lob counts here."), "frisbee": tr("Only a Frisbee counts here."),
    "flip": tr("Only a flip counts here."),
}  # fmt: skip


def ring_text(off: float, right: float, far: float) -> str:
    """Result of a throw at a ring: `3 cm left of the ring`.

    `off`: mm from the rim; `right`, `far`: mm from its middle, as the thrower sees them.
    """
    if off <= 0:
        return tr("In the ring!")
    distance = distance_text(off)
    if abs(far) >= abs(right):
        past = tr("{distance} past the ring", distance=distance)
        return past if far > 0 else tr("{distance} short of the ring", distance=distance)
    beside = tr("{distance} left of the ring", distance=distance)
    return beside if right < 0 else tr("{distance} right of the ring", distance=distance)


class RingThrow(NamedTuple):
    """Throw at a ring of this radius, mm."""

    radius: float
    hit: bool


class RingGame(Exercise):
    """Controller of the target game. `drill`: method of a drill, "" for the game; `measured`: the
    drill begins with the ring."""

    def __init__(self, app: Services, drill: str = "", measured: bool = False) -> None:
        session = range_session(app, Options())
        super().__init__(app, session, tr("Drill") if drill else tr("Range"))
        self.layout = session.options.layout
        self.level = (DRILL if measured else MEASURE) if drill else RING
        self.drill = drill
        self.number = 0  # of the target
        self.stairs = dict.fromkeys(METHODS, Staircase())
        self.curve: list[RingThrow] = []
        self.measured = PART if measured else 0  # throws of a drill without a ring
        self.streak = 0
        self.best = 0 if drill else progress.longest_streak(app.profiles.database)

    @property
    def method(self) -> str:
        return self.drill or METHODS[self.number % len(METHODS)]

    @property
    def has_ring(self) -> bool:
        return not self.drill or self.measured >= PART

    @property
    def over(self) -> bool:
        """True after the last throw of a drill."""
        return bool(self.drill) and len(self.curve) >= PART

    @property
    def aim(self) -> Pose:
        """Place of the target."""
        wall = WALLS[0] if self.drill else WALLS[self.number % len(WALLS)]
        mark: Pose = self.session.position.state.ground.marks[wall]
        return mark

    @property
    def radius(self) -> float:
        return self.stairs[self.method].radius

    # -- the panel ----------------------------------------------------------------------------

    def rows(self) -> list[Widget]:
        return [Label(self.title, NAME), *self.task()]

    def task(self) -> list[Widget]:
        if not self.has_ring:
            left = PART - self.measured
            text = ntr(
                left, "{n} more throw as usual, then the ring appears.",
                "{n} more throws as usual, then the ring appears.",
            )  # fmt: skip
            return [Label(text, SMALL_TEXT, id="ring.measure")]
        row = tr("{n} in a row", n=self.streak)
        wide = tr("The ring is {n:.1f} cm wide", n=self.radius / 5)
        rows: list[Widget] = [
            Label(row, STREAK, id="ring.streak"),
            Label(tr("Your best: {n}", n=self.best), FIGURE),
            Lights(self.streak, self.best),
            Label(wide, SMALL_TEXT, id="ring.width"),
            Label(tr("A hit shrinks it, a miss widens it."), FIGURE),
            RingCurve(self.curve),
        ]
        if self.over:
            hits = sum(one.hit for one in self.curve)
            told = tr("{n} of {all} hit: the coach shows what changed.", n=hits, all=PART)
            rows.append(Label(told, SMALL_TEXT, id="ring.over", tone="gold_high"))
        return rows

    def buttons(self) -> list[Widget]:
        if self.drill:
            return [Button("ring.leave", tr("Back"), self.callback(self.quit), tall=34)]
        return [
            Button("ring.next", tr("Next target"), self.callback(self.next_target), "primary"),
            Grid(
                [
                    Button("ring.change", tr("Change …"), self.callback(self.open_drawer), tall=34),
                    Button(
                        "ring.laboratory", tr("Laboratory"), self.callback(_laboratory), tall=34
                    ),
                ],
                100,
                8,
            ),
        ]

    def open_drawer(self, table: TableScene) -> None:
        """Open the menu of everything else that can be done here."""
        acts = (
            ("again", tr("Throw it again"), self.again),
            ("slow", tr("Slow motion"), self.replay_slowly),
            ("ghost", tr("Ghost"), self.toggle_ghost),
            ("clear", tr("Clear marks"), self.clear),
        )
        answers = [Answer("resume", tr("Continue"), lambda: None, "primary")]
        answers += [Answer(f"drawer.{id}", text, self.callback(act)) for id, text, act in acts]
        table.go(Push(Menu(self.app, tr("Change …"), answers)))

    def start_over(self) -> Go:
        return Swap(TargetGame())

    # -- the throws ---------------------------------------------------------------------------

    def begin(self, table: TableScene) -> None:
        table.pointer.aim_tool.choose(METHODS.index(self.method))

    def next_target(self, table: TableScene) -> None:
        self.at_rest(table)
        table.playback.drop_callout()  # it tells of the ring before
        self.number += 1
        self.begin(table)
        self.refresh_panel()
        table.refresh()

    def on_record(self, table: TableScene, line: ThrowRecord) -> None:
        counts = bool(line.release) and not line.trial and not self.over
        if counts and self.has_ring and line.touch:
            self._tell(table, line)
        if counts and line.method == self.method:
            self._count(table, line)
        super().on_record(table, line)

    def _off(self, line: ThrowRecord) -> float:
        """Distance of the first touch from the rim of the ring, mm; negative inside."""
        if not line.touch:
            return inf
        return hypot(line.touch[0] - self.aim.x, line.touch[1] - self.aim.y) / 10 - self.radius

    def _tell(self, table: TableScene, line: ThrowRecord) -> None:
        """Tell in the callout of a throw how it lies to the ring, not what it hit."""
        playback, off, aim = table.playback, self._off(line), self.aim
        if playback.callout is None:
            return
        right, far = (line.touch[0] - aim.x) / 10, (line.touch[1] - aim.y) / 10
        part = self.radius / max(hypot(right, far), 1.0)
        edge = aim.x / 10 + part * right, aim.y / 10 + part * far
        detail = "" if line.method == self.method else NOT_ASKED[self.method]
        playback.callout = replace(
            playback.callout,
            head=ring_text(off, right, far), detail=detail, scores=off <= 0 and not detail,
            edge=edge if off > 0 else None,
        )  # fmt: skip

    def _count(self, table: TableScene, line: ThrowRecord) -> None:
        """Count a throw at the ring, or one that measures."""
        if not self.has_ring:
            self.measured += 1
            if self.has_ring:
                table.recorder.context["level"] = DRILL
            return
        hit = self._off(line) <= 0
        self.curve.append(RingThrow(self.radius, hit))
        self.stairs[self.method] = self.stairs[self.method].after(hit)
        self.streak = self.streak + 1 if hit else 0
        if self.streak > self.best:
            self.best = self.streak
            if not self.drill:
                with suppress(StoreError):  # the recorder tells of records that can't be written
                    progress.keep_streak(self.best, self.app.profiles.database)
        if hit:
            self.app.play("point", 0.6, min(self.streak, 10))

    # -- the table ----------------------------------------------------------------------------

    def draw_below(self, canvas: Canvas, layout: Layout) -> None:
        """Draw the marks, the ring and what is asked for."""
        super().draw_below(canvas, layout)
        look, aim, project = canvas.look, self.aim, layout.camera.project
        x, y = aim.x / 10, aim.y / 10
        if self.has_ring and not self.over:
            turns = [2 * pi * n / CORNERS for n in range(CORNERS)]
            ring = [project(x + self.radius * cos(t), y + self.radius * sin(t)) for t in turns]
            canvas.path(BEST, ring, look.px(3))
        text = (ASKED if self.has_ring else MEASURED)[self.method]
        at = project(x, y - max(BELOW, self.radius + 18 if self.has_ring else 0.0))
        plate = Rect(0, 0, look.width(text, WORDS) + look.px(24), look.line(WORDS) + look.px(12))
        plate.center = round(at[0]), round(at[1])
        draw_plate(canvas, plate, 8, edge=look.palette.gold)
        canvas.text(text, plate.center, WORDS, "c")


def _laboratory(table: TableScene) -> None:
    """Open the set-up of the free range."""

    def begin(options: Options | None) -> Go:
        return Swap(Range(options)) if options is not None else STAY

    table.go(Push(RangeSetup(), begin))


class Lights(Widget):
    """Row of lights: one lit for each hit of the streak; a star stands for the own best."""

    shade = 0
    tall = 20

    def __init__(self, streak: int, best: int) -> None:
        super().__init__("ring.lights", tr("Streak: {n}", n=streak))
        self.streak, self.best = streak, best

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        step = self.rect.width / LIGHTS
        for n in range(LIGHTS):
            at = (self.rect.left + step * (n + 0.5), self.rect.centery)
            lit = n < self.streak
            if n + 1 == min(self.best, LIGHTS):
                draw_star(canvas, at, look.px(10), lit)
            else:
                canvas.circle(c.gold_high if lit else c.inset_edge, at, look.px(8), 0 if lit else 2)


class RingCurve(Widget):
    """Curve of the ring’s radius, throw by throw; green for hits, red for misses."""

    shade = 0
    SHOWN = 14  # newest throws
    tall = 84

    def __init__(self, throws: list[RingThrow]) -> None:
        super().__init__("ring.curve", tr("Width of the ring: smaller is better"))
        self.throws = throws[-self.SHOWN :]

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        canvas.box(self.rect, 6, c.inset, edge=c.inset_edge)
        if not self.throws:
            return
        inner = self.rect.inflate(-look.px(28), -look.px(28))
        most = max(one.radius for one in self.throws)
        step = inner.width / max(self.SHOWN - 1, 1)
        places = [
            (inner.left + n * step, inner.bottom - inner.height * one.radius / most)
            for n, one in enumerate(self.throws)
        ]
        for start, end in pairwise(places):
            canvas.line(c.gold_low, start, end, look.px(2))
        for one, place in zip(self.throws, places, strict=True):
            colour: Colour = GOOD if one.hit else POOR
            canvas.circle(colour, place, look.px(4.5))


def open_game(app: Services, drill: str = "", measured: bool = False) -> TableScene:
    """Open the table of the target game, or of a drill of one method."""
    addon = RingGame(app, drill, measured)
    return TableScene(app, addon.session, addon)
