"""Practice controller of a table: marks of throws, the panel, and trial throws.

Every throw is recorded. The last throw can be repeated, also with one number changed; such a trial
does not count and is taken back. The range, levels and lessons build on this class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pygame import Rect

from castlecards.core.action import Action
from castlecards.core.cards import NATURE, Seat
from castlecards.core.game import SURFACES
from castlecards.core.landing import Limits, Release, toss
from castlecards.core.session import Record, Session
from castlecards.practice.range import Range
from castlecards.practice.throws import AGAIN, CHANGED, ThrowRecord
from castlecards.texts import tr
from castlecards.ui import medals
from castlecards.ui.dialog import Answer, Menu
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label
from castlecards.ui.kit.widgets.boxes import Column, Grid
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.practice import panel, wind
from castlecards.ui.practice.marks import Marks
from castlecards.ui.practice.panel import BOTTOM, NAME, SMALL_TEXT, WIDE, PracticePanel
from castlecards.ui.practice.throw_tuner import ThrowTuner
from castlecards.ui.routes import Rules, Settings
from castlecards.ui.scene import STAY, Back, Go, Push
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.commands import ResetCamera
from castlecards.ui.table.layout.model import Layout, Viewport
from castlecards.ui.table.playback.state import FlightClip
from castlecards.ui.table.scene import TableScene

if TYPE_CHECKING:
    from castlecards.ui.services import Services


TRIAL_READING = 2.0  # s from the landing of a trial throw until it is taken back
ENDING = (Act.CONFIRM, Act.CANCEL, Act.THROW)  # keys that end a trial throw in the air, no more


class Exercise(Addon[TableScene]):
    """Practice controller. `thrown`: throws at this table; `clip`, `figures`: of the last one."""

    def __init__(self, app: Services, session: Session[Any], title: str) -> None:
        super().__init__()
        self.app = app
        self.session = session
        self.title = title
        self.marks = Marks()
        self.thrown: list[ThrowRecord] = []
        self.last_toss: Release | None = None
        self.clip: FlightClip | None = None
        self.figures: Sequence[str] = ()
        self._trial_start: int | None = None  # log position before a trial throw
        self._trial_landed = False  # the trial throw is at rest and is taken back next
        self._told: Sequence[str] = ()  # texts that speech has told, at `_told_at`
        self._told_at: tuple[object, ...] = ()
        self.replaces_score = self.throws_cards = session.position.box.field is not None
        if self.throws_cards:  # the range always has the camera frame of a duel
            game, duel = session.game, isinstance(session.game, Range)
            self.framed = game.setup(game.options(), session.players) if duel else session.start
        self.panel: PracticePanel = PracticePanel(BOTTOM if self.throws_cards else 20)

    # -- the panel ----------------------------------------------------------------------------

    def refresh_panel(self) -> None:
        # Only the text scrolls, so that the buttons stay visible.
        scroll = Scroll(Column(self.rows(), 8), "practice.rows")
        self.panel.set([scroll, *self.buttons()])

    def rows(self) -> list[Widget]:
        """Return the text rows of the panel."""
        field = self.session.position.box.field
        rows: list[Widget] = [Label(self.title, NAME), *self.task()]
        if field is None:
            return rows
        if blows := wind.words(field.wind):
            rows.append(Label(blows, SMALL_TEXT, id="practice.wind"))
        if field.surface != "felt":
            rows.append(Label(dict(SURFACES)[field.surface], SMALL_TEXT, id="practice.surface"))
        return [*rows, *panel.summary_rows(self.thrown, self.figures)]

    def task(self) -> list[Widget]:
        """Return the rows about the task and its progress."""
        return []

    def buttons(self) -> list[Widget]:
        """Return the buttons below the text rows."""
        return [Grid(self.tools(), 100, 8)] if self.throws_cards else []

    def tools(self) -> list[Widget]:
        title = self.app.bindings.title
        best = tr("Shows your best throw so far on the table.")
        same = tr("Repeats the throw. It doesn’t count.")
        other = tr(
            "Repeats the throw with a number changed. It doesn’t count. ({key})",
            key=title(Act.CHANGE),
        )
        slower = tr(
            "Shows your last throw slowly and from the side. ({key})", key=title(Act.REPLAY)
        )
        again = Button("practice.again", tr("Again"), self.callback(self.again), tip=same, tall=34)
        change = Button(
            "practice.change", tr("Change …"), self.callback(self.change), tip=other, tall=34
        )
        slow = Button(
            "practice.slow",
            tr("Slow motion"),
            self.callback(self.replay_slowly),
            tip=slower,
            tall=34,
        )
        ghost = Button(
            "practice.ghost", tr("Ghost"), self.callback(self.toggle_ghost), tip=best, tall=34
        )
        clear = Button("practice.clear", tr("Clear marks"), self.callback(self.clear), tall=34)
        ghost.on = self.marks.shows_ghost
        again.enabled = change.enabled = self.last_toss is not None
        slow.enabled = self.clip is not None
        clear.enabled = ghost.enabled = bool(self.marks.marks)
        return [again, change, slow, ghost, clear]

    @property
    def moment(self) -> tuple[object, ...]:
        """Key of the state that the panel tells of, without clocks."""
        return self.session.at, len(self.thrown)

    def panel_texts(self) -> Sequence[str]:
        return self.panel.texts()

    def new_texts(self) -> Sequence[str]:
        """New texts after each action; the callout has told the verdict. A running clock alone is
        not told."""
        if self.moment == self._told_at:
            return ()
        before, self._told, self._told_at = self._told, self.panel_texts(), self.moment
        last = self.thrown[-1].words if self.thrown else ""
        return [text for text in self._told if text not in before and text != last]

    # -- the table ----------------------------------------------------------------------------

    def viewport_for(self, viewport: Viewport) -> Viewport:
        """Return the viewport without the strip of the panel."""
        wide = max(viewport.width - round((WIDE + 24) * viewport.u), viewport.width // 2)
        left = viewport.width - wide if viewport.mirrored else 0
        head = (max(0.0, viewport.score_corner[0] - left), viewport.score_corner[1])
        return replace(viewport, width=wide, left=left, score_corner=head)

    def draw_below(self, canvas: Canvas, layout: Layout) -> None:
        """Draw wind, the strip behind the panel and the marks, below the moving cards."""
        if layout.field is not None:
            wind.draw(canvas, layout.camera, layout.field, layout.viewport.mirrored)
        draw_strip(canvas, layout.viewport)
        if layout.field is not None:
            self.marks.draw(canvas, layout)

    def end_buttons(self) -> list[Button]:
        """Return the buttons after the end of a match; practice has no result and no rematch."""
        return [
            Button("over.again", tr("Again"), self.callback(self.restart), "primary", tall=36),
            Button("over.leave", tr("Leave"), self.callback(self.quit), tall=36),
        ]

    def menu(self) -> Menu:
        return Menu(self.app, self.title, self.answers())

    def answers(self) -> list[Answer]:
        """Return the items of the menu."""
        return [
            Answer("resume", tr("Continue"), lambda: None, "primary"),
            Answer("look_over", tr("Show the whole table"), self.callback(_look_over)),
            Answer("rules", tr("Rulebook"), lambda: Push(Rules(self.session.game.id))),
            Answer("settings", tr("Settings"), lambda: Push(Settings())),
            Answer("leave", tr("Leave"), self.leave),
        ]

    def leave(self) -> Go:
        self.app.override_settings()
        self.app.throws.close()
        medals.tell_new(self.app.notify, self.app.profiles.folder)
        return Back()

    def quit(self, table: TableScene) -> None:
        """Leave the table; for buttons."""
        table.go(self.leave())

    def start_over(self) -> Go:
        """Return the scene change that starts over; subclasses implement it."""
        raise NotImplementedError

    def restart(self, table: TableScene) -> None:
        table.go(self.start_over())

    # -- events of the match ------------------------------------------------------------------

    def admits(self, table: TableScene, seat: Seat, action: Action) -> Action | None:
        """Refuse actions (None) while a trial throw waits to be taken back."""
        return None if self._trial_landed else action

    def on_record(self, table: TableScene, line: ThrowRecord) -> None:
        self.thrown.append(line)
        self.clip, self.figures = table.model.last_clip, table.model.last_figures
        self.marks.add(line, self.clip if line.rest else None)
        self.refresh_panel()

    def on_play(self, table: TableScene, record: Record) -> None:
        if record.action.verb == "toss":
            self.last_toss = Release(*record.action.args)
        if record.seat != NATURE:
            self.figures = ()
        if self._trial_start is not None and record.seat == NATURE:
            self._trial_landed = True
        self.refresh_panel()

    def on_rest(self, table: TableScene) -> None:
        if self._trial_landed and table.playback.callout_age >= TRIAL_READING:
            self.take_back(table)

    def handle(self, table: TableScene, intent: Intent) -> bool:
        """End a trial throw, or any throw by a grab at the table, before the input. True if that
        used it."""
        if isinstance(intent, intents.Command) and intent.act == Act.CHANGE:
            if intent.down and not intent.again:
                self.change(table)
            return True
        flies = table.playback.flying
        grabs = isinstance(intent, intents.Grab) and not table.overlay.covers(intent.pos) and flies
        if not grabs and not (self.shows_trial and _begins(intent)):
            return False
        undoes = _undoes(table, intent)
        ends = flies and isinstance(intent, intents.Command) and intent.act in ENDING
        self.at_rest(table)
        return undoes or ends  # taking back the trial throw was the undo

    @property
    def shows_trial(self) -> bool:
        """True from the release of a trial throw until it is taken back."""
        return self._trial_start is not None

    # -- trial throws -------------------------------------------------------------------------

    def at_rest(self, table: TableScene) -> None:
        """Finish the flight, take back a trial throw and ask for the next decision."""
        table.finish_flight()
        table.table_view.hide_progress = 0.0  # a press finds the card where it lies at rest
        if self._trial_landed:
            self.take_back(table)
            table.finish()
        table.ask_next()

    def throw(self, table: TableScene, release: Release, trial: str = "") -> None:
        """Throw the card in hand with `release`, if a throw is due.

        `trial`: one of `throws.TRIALS`; the throw does not count and is taken back.
        """
        self.at_rest(table)
        aim, decision = limits(table), self.session.decision
        if aim is None or decision is None:
            return
        table.pointer.release()
        if trial:
            self._trial_start, table.recorder.trial = self.session.at, trial
        table.submit(decision.seat, toss(aim.cards[0], release))

    def take_back(self, table: TableScene) -> None:
        """Remove the trial throw from the session log; its mark stays."""
        assert table.table_view is not None
        assert self._trial_start is not None
        before, old = table.view, table.table_view.layout
        self.session.forget(self._trial_start)
        self._trial_start, self._trial_landed, table.recorder.trial = None, False, ""
        table.show_other_position(before, old)

    def again(self, table: TableScene) -> None:
        if self.last_toss is not None:
            self.throw(table, self.last_toss, AGAIN)

    def change(self, table: TableScene) -> None:
        self.at_rest(table)
        if self.last_toss is not None and limits(table) is not None:
            table.go(Push(ThrowTuner(self.app, self.last_toss), self._changed))

    def _changed(self, release: Release | None) -> Go:
        if release is not None:
            self.callback(lambda table: self.throw(table, release, CHANGED))()
        return STAY

    def replay_slowly(self, table: TableScene) -> None:
        """Replay the last throw in slow motion and from the side."""
        self.at_rest(table)
        table.open_slow_motion()

    def clear(self, table: TableScene) -> None:
        self.marks.clear()
        self.thrown = []
        self.refresh_panel()
        table.refresh()

    def toggle_ghost(self, table: TableScene) -> None:
        self.marks.shows_ghost = not self.marks.shows_ghost
        self.refresh_panel()
        table.refresh()


def limits(table: TableScene) -> Limits | None:
    """Return the limits of the throw that is due; None if none is or the table is busy."""
    decision = table.session.decision
    aim = decision.aim if decision is not None else None
    return aim if isinstance(aim, Limits) and not table.busy else None


def draw_strip(canvas: Canvas, viewport: Viewport) -> None:
    """Draw the strip behind the panel, beside the table."""
    look = canvas.look
    strip = Rect(0, 0, canvas.size[0] - viewport.width, canvas.size[1])
    edge = Rect(0, 0, look.px(1), strip.height)
    if viewport.mirrored:
        edge.right = strip.right
    else:
        strip.left = edge.left = viewport.width
    colours = look.palette
    canvas.box(strip.inflate(0, look.px(40)), 0, colours.panel, colours.panel_low)
    canvas.fill(colours.gold_low, edge)


def player_name(app: Services) -> str:
    """Return the name of the practising player, "You" by default."""
    names = app.settings.player_names
    return names[0] if names and names[0].strip() else tr("You")


def _begins(intent: Intent) -> bool:
    """True if the intent starts an action: a grab, a move, a turn of the wheel or a pressed key."""
    if isinstance(intent, intents.Command):
        return intent.down
    return isinstance(intent, intents.Grab | intents.Move | intents.Scroll)


def _undoes(table: TableScene, intent: Intent) -> bool:
    if isinstance(intent, intents.Command):
        return intent.act == Act.UNDO
    root = table.overlay.layer.root
    over = root.at(intent.pos) if isinstance(intent, intents.Grab) else None
    return over is not None and over.id == "undo"


def _look_over(table: TableScene) -> None:
    """Reset the camera of the table."""
    table.execute([ResetCamera()])
