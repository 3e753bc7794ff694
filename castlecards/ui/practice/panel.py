"""The panel beside the table at practice: what is to be done, how it goes, what can be tried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.counts import counted
from castlecards.core.game import SURFACES
from castlecards.practice import stats
from castlecards.practice.throws import Thrown
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act
from castlecards.ui.kit.text import Colour, Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.boxes import Column, Grid
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.kit.widgets.label import Label
from castlecards.ui.kit.widgets.panel import draw_panel
from castlecards.ui.kit.widgets.plot import DotPlot, Dots
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.pages.throws import percent, spread, target
from castlecards.ui.practice import wind
from castlecards.ui.practice.marks import BEST, GOOD, POOR

if TYPE_CHECKING:
    from castlecards.ui.practice.scene import PracticeScene

WIDE = 284.0  # units, as the throw bar below
TOP = 60.0  # units, below the tools
BOTTOM = 142.0  # units, above the throw bar
GAP = 12.0  # units, between it and the decision corner
PAD = 14.0  # units
SCATTER = 152.0  # units
NAME = Style("title", 16, "gold_high")
SAID = Style("medium", 13.5, "text")
FIGURE = Style("ui", 13, "muted")
KEY = Style("ui", 12, "muted")
REST: Colour = (112, 124, 114)


class PracticePanel(Widget):
    """Made anew after every throw."""

    shade = 40

    def __init__(self, scene: PracticeScene) -> None:
        super().__init__("practice", "Practice")
        self.scene = scene
        self.column = Column([], 8)
        self.renew()

    @property
    def children(self) -> Sequence[Widget]:
        return (self.column,)

    def renew(self) -> None:
        scene = self.scene
        if scene.fitting is not None:
            ways = self.renew, scene.keep_strength, scene.leave_strength
            self.column.set(scene.fitting.rows(*ways))
            self.resized()
            return
        rows: list[Widget] = [Label(scene.title, NAME)]
        trial = scene.trial
        if trial is not None:
            rows.append(Label(trial.loaded.level.task, SAID, id="practice.task"))
            rows += [Label(line, FIGURE) for line in trial.lines()]
            for number, line in enumerate(trial.stars(), 2):
                rows.append(Label(f"{counted(number, 'star')}: {line}", FIGURE))
        field = scene.session.position.box.field
        if field is not None and (blows := wind.words(field.wind)):
            rows.append(Label(blows, SAID, id="practice.wind"))
        if field is not None and field.surface != "felt":
            rows.append(Label(dict(SURFACES)[field.surface], SAID, id="practice.surface"))
        if scene.throws_cards:
            rows += self._thrown(scene.thrown)
        told = Scroll(Column(rows, 8), "practice.told")  # the buttons stay where it is cramped
        self.column.set([told, *self._buttons()])
        self.resized()

    def _thrown(self, throws: Sequence[Thrown]) -> list[Widget]:
        scene = self.scene
        rows: list[Widget] = []
        counting = [throw for throw in throws if not throw.trial]
        if throws:
            found = stats.summary(counting)
            rows.append(Label(f"{found.throws} thrown, hits {percent(found.hits)}", FIGURE))
            streak, last = found.streaks, throws[-1]
            words = f"In a row: {streak.now}, best {streak.best}"
            if last.trial:
                words = "Tried out: it counts for nothing."
            rows.append(Label(words, FIGURE, id="practice.row"))
            rows.append(Label(last.words, SAID, tone="gold_high" if last.hit else "danger_text"))
            figures = scene.hands.flights.readout.lines
            said = [line for line in figures if line.removeprefix("Touched ") not in last.words]
            rows += [Label(line, FIGURE) for line in said]
        else:
            rows.append(Label("Throw: the next card is in your hand at once.", FIGURE))
        if scene.trial is None:
            rows.append(self._scatter(counting))
        return rows

    def _scatter(self, throws: Sequence[Thrown]) -> Widget:
        """Where they first touched, which decides; on rings, where they came to rest."""
        rings = any(spec.rings for spec in self.scene.session.position.box.zones)
        places = stats.misses if rings else stats.touches
        kinds = {
            "perfect": (BEST, [t for t in throws if t.cause == "perfect"]),
            "hit": (GOOD, [t for t in throws if t.cause == "hit"]),
            "miss": (POOR, [t for t in throws if not t.hit]),
        }
        clouds = [Dots(*places(some), colour, name) for name, (colour, some) in kinds.items()]
        other = Dots(*(stats.touches if rings else stats.misses)(throws), REST, "other")
        about = stats.scatter(*places(throws)) if throws else None
        shape = about if about is not None and about.count > 2 else None
        first, second = ("At rest", "first touch") if rings else ("First touch", "at rest")
        plot = DotPlot(
            "practice.scatter", f"{first}, mm right and too far", [other, *clouds], "", "",
            even=True, below=target, tall=SCATTER, reach=70,
            above=lambda canvas, area, plot: spread(canvas, area, plot, shape),
        )  # fmt: skip
        words = f"Grey: {second}."
        if shape is not None:
            words += " Circles: half, 95 % of all."
        return Column([plot, Label(words, KEY)], 4)

    def _buttons(self) -> list[Widget]:
        scene = self.scene
        rows: list[Widget] = []
        if scene.throws_cards:
            again = Button(
                "practice.again",
                "Again",
                scene.again,
                tip="The same throw; it counts for nothing",
                tall=34,
            )
            change = Button(
                "practice.change", "Change …", scene.change,
                tip="The same throw with one number changed; it counts for nothing", tall=34,
            )  # fmt: skip
            key = scene.app.bindings.title(Act.REPLAY)
            slow = Button(
                "practice.slow", "Slowly", scene.slowly,
                tip=f"The last throw in slow motion and from the side ({key})", tall=34,
            )  # fmt: skip
            ghost = Button(
                "practice.ghost", "Ghost", scene.toggle_ghost,
                tip="The best throw so far, drawn over the table", tall=34,
            )  # fmt: skip
            clear = Button("practice.clear", "Clear marks", scene.clear, tall=34)
            ghost.on = scene.marks.ghostly
            again.enabled = change.enabled = scene.last_toss is not None
            slow.enabled = scene.hands.flights.last is not None
            clear.enabled = ghost.enabled = bool(scene.marks.marks)
            tools = [again, change, slow, ghost, clear]
            if scene.trial is None:
                strict = Button(
                    "practice.strict", "Strict fouls", scene.toggle_strict,
                    tip="A hand movement that breaks the rules of the throw is a miss", tall=34,
                )  # fmt: skip
                strict.on = scene.session.options.strict_fouls
                tools.append(strict)
            rows.append(Grid(tools, 100, 8))
        if scene.trial is not None:
            rest: list[Widget] = [Button("practice.restart", "Start again", scene.restart, tall=34)]
            if scene.trial.loaded.level.hint:
                rest.append(Button("practice.hint", "A tip", scene.tip, tall=34))
            rows.append(Grid(rest, 100, 8))
        else:
            rows.append(
                Grid([
                    Button("practice.setup", "Set up …", scene.set_up, tall=34),
                    Button("practice.statistics", "Statistics", scene.statistics, tall=34),
                    Button(
                        "practice.strength", "Strength …", scene.fit,
                        tip="Throw five, and the strength of your hand is set", tall=34,
                    ),
                ], 100, 8)
            )  # fmt: skip
        return rows

    def measure(self, look: Look, width: int) -> Size:
        inner = look.px(WIDE - 2 * PAD)
        return look.px(WIDE), self.column.measure(look, inner)[1] + 2 * look.px(PAD)

    def place(self, look: Look, rect: Rect) -> None:
        wide, high = self.measure(look, rect.width)
        below = look.px(BOTTOM if self.scene.throws_cards else 20)
        top, left = look.px(TOP), rect.right - wide - look.px(GAP)
        if self.scene.board.root.mirrored:  # here stands the score board, and no tools
            score = self.scene.board.score
            left, top = rect.left + look.px(GAP), look.px(GAP)
            top += score.rect.bottom if score.visible else 0
        room = rect.height - top - below
        self.rect = Rect(left, rect.top + top, wide, min(high, room))
        pad = 2 * look.px(PAD)
        self.column.place(look, self.rect.inflate(-pad, -pad))

    def draw(self, canvas: Canvas) -> None:
        draw_panel(canvas, self.rect, radius=12)
        super().draw(canvas)
