"""Lesson at the table: the teacher's text, a demonstration hand and the learner's own attempt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from castlecards import lessons
from castlecards.core.action import Action
from castlecards.core.cards import NATURE, Seat
from castlecards.core.game import Refusal
from castlecards.core.landing import METHODS
from castlecards.core.referee import Waive, due
from castlecards.core.session import Record, Session
from castlecards.lessons import Course, LoadedLesson
from castlecards.practice import progress
from castlecards.practice.range import Range
from castlecards.practice.throws import LESSON, ThrowRecord
from castlecards.texts import tr
from castlecards.ui import medals
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Label
from castlecards.ui.kit.widgets.boxes import Space
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.pages.match_start import start_match
from castlecards.ui.pages.setup import against
from castlecards.ui.practice import demo_hand
from castlecards.ui.practice.exercise import Exercise, player_name
from castlecards.ui.routes import Lesson
from castlecards.ui.scene import Go, Swap
from castlecards.ui.services import store_errors_shown
from castlecards.ui.table.input.action_matching import Target, targets_of
from castlecards.ui.table.scene import TableScene

if TYPE_CHECKING:
    from castlecards.ui.services import Services

NAME = Style("title", 17, "gold_high")
LESSON_TEXT = Style("ui", 15.5, "text")
COUNT = Style("ui", 14, "muted")
NOW = tr("Your turn …")
END = tr("Well done!")
TALL = 38  # units, height of the main buttons
LOW = 34  # units, height of the other buttons
FIRST_DEMO_AFTER = 1.2  # s until the hand first demonstrates a throw
READING_TIME = 0.35  # s of reading time for each word
DEMO_AFTER = 9.0  # s without input until the hand demonstrates it again


class Teacher(Exercise):
    """Controller of a lesson: shows the current step of `course` and admits only its action."""

    def __init__(self, app: Services, session: Session[Any], course: Course) -> None:
        super().__init__(app, session, course.loaded.lesson.title)
        self.layout = getattr(session.options, "layout", "")
        self.course = course
        self.hand: demo_hand.DemoHand | None = None
        self._demonstrated = False  # the demonstration hand made the current throw
        self._idle = DEMO_AFTER - FIRST_DEMO_AFTER  # s
        self._unread = 0.0  # s of reading time left for the current text
        self._highlighted: tuple[Target, ...] = ()
        self._button = ""  # id of the button to press in this step; "": none

    # -- the panel ----------------------------------------------------------------------------

    def refresh_panel(self) -> None:
        """Show the teacher's text and the buttons, each at a fixed place."""
        course = self.course
        steps, step = course.loaded.lesson.steps, course.step
        all_texts = [END, NOW, *(words for each in steps for words in (each.say, each.after_hit))]
        text = (course.text or NOW) if step is not None else END
        count = tr("{n} of {all}", n=course.at + 1, all=len(steps)) if step is not None else ""
        ways = self._step_buttons(step) if step is not None else self._end_buttons()
        head = Label(self.title, NAME)
        self.panel.set([head, TeacherText(text, all_texts), Label(count, COUNT), Space(4), *ways])

    def _step_buttons(self, step: lessons.LessonStep) -> Sequence[Widget]:
        goes_on = Button(
            "lesson.next", tr("Next"), self.callback(self.next_step), "primary", tall=TALL
        )
        shows = Button("lesson.show", tr("Show me"), self.callback(self.show_me), tall=TALL)
        skips = Button(
            "lesson.skip", tr("Skip the lesson"), self.callback(self.quit), "quiet", tall=LOW
        )
        passes: Widget = Space(LOW)
        if self.course.can_skip:
            act = self.callback(self.pass_on)
            passes = Button("lesson.pass", tr("Skip this step"), act, tall=LOW)
        acts = (step.do and not self._is_for_others(step)) or step.until
        return [shows if acts else goes_on, passes, skips]

    def _is_for_others(self, step: lessons.LessonStep) -> bool:
        """True if another seat acts in this step."""
        return step.do.startswith(tuple(f"{n}:" for n in range(9) if n != self.learner))

    def _end_buttons(self) -> Sequence[Widget]:
        return [
            Button(
                "lesson.play", tr("Play now"), self.callback(self.play_now), "primary", tall=TALL
            ),
            Button("lesson.again", tr("Again"), self.callback(self.restart), tall=LOW),
            Button("lesson.done", tr("Done"), self.callback(self.quit), "quiet", tall=LOW),
        ]

    @property
    def moment(self) -> tuple[object, ...]:
        return *super().moment, self.course.at, self.course.text

    def play_now(self, table: TableScene) -> None:
        """Start a match against the first computer player, in the game of the lesson.

        After a lesson on the range, it is the first game of the list.
        """
        app, loaded = self.app, self.course.loaded.game
        game = loaded if loaded.listed and loaded.advice is not None else app.offered[0]
        first = next(iter(app.characters), "")
        self.leave()
        table.go(start_match(app, lambda: against(app, game, first)))

    def start_over(self) -> Go:
        return Swap(Lesson(self.course.loaded))

    # -- the lesson ---------------------------------------------------------------------------

    @property
    def learner(self) -> Seat:
        return self.course.loaded.lesson.seat

    def begin(self, table: TableScene) -> None:
        table.recorder.trial = LESSON
        self._method(table)
        self._restart_reading()
        self._highlight(table)

    def _restart_reading(self) -> None:
        """Restart the reading time of the text; other seats wait until it is over."""
        self._unread = READING_TIME * len(self.course.text.split())

    def next_step(self, table: TableScene) -> None:
        """Go on to the next step after a text without a task."""
        self._unread = 0.0
        if self._is_text_only():
            self.course.advance()
            self.on_step(table)

    def pass_on(self, table: TableScene) -> None:
        """Skip the step if it can be passed after enough misses."""
        if self.course.can_skip:
            self.course.advance()
            self.on_step(table)

    def on_step(self, table: TableScene) -> None:
        """Show the new step after the course has changed, at a new table if it deals."""
        if self.course.deals:
            table.go(Swap(Lesson(self.course.loaded, self.course.at)))
            return
        self._idle = DEMO_AFTER - FIRST_DEMO_AFTER
        self._restart_reading()
        self.marks.clear()
        self._method(table)
        self.refresh_panel()
        self._highlight(table)
        if self.course.step is None:
            self.app.play("chime", 0.5)
            with store_errors_shown(self.app):
                progress.mark_lesson(self.course.loaded.id, self.app.profiles.database)
            medals.tell_new(self.app.notify, self.app.profiles.folder)

    def _method(self, table: TableScene) -> None:
        step = self.course.step
        if step is not None and step.method:
            table.pointer.aim_tool.choose(METHODS.index(step.method))

    @property
    def due_action(self) -> Action | None:
        """Action that the step asks of the learner now; None if it asks for none."""
        decision, wanted = self.session.decision, self.course.expected
        if decision is None or wanted is None or decision.seat != self.learner:
            return None
        return wanted[1] if wanted[0] == self.learner else None

    def _highlight(self, table: TableScene) -> None:
        """Highlight the cards and the button of the due action."""
        due = self.due_action
        self._highlighted = targets_of(due, self.session.position) if due is not None else ()
        self._button = demo_hand.button_id(self.session.decision, due)
        table.model.hint_targets = self._highlighted
        table.refresh()

    def tip(self, table: TableScene) -> bool:
        """Demonstrate the step, as the button "Show me" does. True unless the lesson is over."""
        self.show_me(table)
        return self.course.step is not None

    def show_me(self, table: TableScene) -> None:
        """Start the demonstration hand with the throw or action of this step."""
        step, decision, due = self.course.step, self.session.decision, self.due_action
        if step is None or table.busy or decision is None or decision.seat != self.learner:
            return
        table.pointer.release()
        if step.method:
            moves = demo_hand.throw(table, METHODS.index(step.method))
        elif due is not None:
            if table.selection is not None:
                table.selection.clear()
            moves = demo_hand.answer(table, due)
        else:
            return
        if moves:
            self.hand = demo_hand.DemoHand(moves)

    # -- the match ----------------------------------------------------------------------------

    def admits(self, table: TableScene, seat: Seat, action: Action) -> Action | None:
        course = self.course
        if super().admits(table, seat, action) is None:
            return None
        if seat != NATURE and course.step is not None and not isinstance(due(self.session), Waive):
            wanted = course.expected
            if seat != self.learner:
                if self._unread > 0 and self._is_for_others(course.step):
                    return None
                action = course.answer(seat, action)
            elif not course.step.until and wanted != (seat, action):
                self._refuse(table, wanted)
                return None
        if action.verb == "toss":
            self._demonstrated = self.hand is not None
            if self._demonstrated and not isinstance(self.session.game, Range):
                self._trial_start = self.session.at
        course.remember_expected()
        return action

    def records(self) -> bool:
        """True if the throw is recorded; a demonstrated throw is not."""
        return not self._demonstrated

    def on_record(self, table: TableScene, line: ThrowRecord) -> None:
        """Count misses: after enough of them the step can be skipped."""
        if not line.hit:
            self.course.misses += 1
        super().on_record(table, line)

    def on_play(self, table: TableScene, record: Record) -> None:
        super().on_play(table, record)
        if self._demonstrated and record.seat == NATURE:
            self._demonstrated = False
            self.course.restart_counts()
        elif self.course.played(record.seat, record.action):
            self.on_step(table)
        else:
            self._highlight(table)

    def _refuse(self, table: TableScene, wanted: tuple[Seat, Action] | None) -> None:
        """Refuse an action that the step does not ask for, with a note."""
        words = tr("First read on: click Next.")
        if wanted is not None:
            act = self.session.game.describe(wanted[1], table.view)
            words = tr("First do this: {act}.", act=act)
        table.pointer.release()
        table.pointer.drop_home()  # without asking again, which would clear the note
        table.overlay.show_refusal(Refusal("", words), table.model.input_state.pointer)
        self._highlight(table)

    def on_undo(self, table: TableScene) -> None:
        """Follow the match to another position after undo or redo."""
        self.hand = None
        self.course.rewind()
        self.on_step(table)

    @property
    def shows_trial(self) -> bool:
        return self._demonstrated or super().shows_trial

    def take_back(self, table: TableScene) -> None:
        """Take back a demonstrated throw; in a match it does not count."""
        super().take_back(table)
        table.recorder.trial = LESSON
        self._idle = 0.0

    # -- time and input -----------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return self.hand is not None

    def update(self, table: TableScene, dt: float) -> None:
        if not table.busy:
            self._unread = max(self._unread - dt, 0.0)
        if self.hand is not None:
            self._advance_hand(table, self.hand, dt)
        elif self.throws_cards and not table.busy and not table.pointer.pressing:
            step = self.course.step
            self._idle += dt
            if step is not None and step.method and self._idle >= DEMO_AFTER:
                self._idle = 0.0
                self.show_me(table)

    def _advance_hand(self, table: TableScene, hand: demo_hand.DemoHand, dt: float) -> None:
        """Advance the demonstration by `dt` s."""
        for beat in hand.update(dt):
            demo_hand.play(table, beat)
        if hand.done:
            self.hand = None
            if not table.busy:
                table.pointer.release()  # clears the hover below the hand
        table.refresh()

    def on_rest(self, table: TableScene) -> None:
        super().on_rest(table)
        if self._highlighted and not table.model.hint_targets and not table.busy:
            self._highlight(table)  # a rebuilt table has lost its highlights

    def handle(self, table: TableScene, intent: Intent) -> bool:
        """Stop the demonstration on any input of the player. True if the input was used."""
        if isinstance(intent, intents.Grab | intents.Command | intents.Move | intents.Scroll):
            self._idle = 0.0
            if self.hand is not None:
                self.hand = None
                table.pointer.release()
        match intent:
            case intents.Command(Act.CONFIRM, down=True, again=False) if self._enter_goes_on(table):
                self.next_step(table)
                return True
        return super().handle(table, intent)

    def _enter_goes_on(self, table: TableScene) -> bool:
        """True if Enter goes on: text only, and no button has the keyboard focus."""
        layer = table.overlay.layer
        return self._can_go_on() and (layer.focus is None or not layer.ring)

    def _is_text_only(self) -> bool:
        """True if the step is text only, without a task."""
        step = self.course.step
        return step is not None and not step.do and not step.until

    def _can_go_on(self) -> bool:
        """True if Enter can end the reading time of the text."""
        step = self.course.step
        return self._is_text_only() or (
            step is not None and self._is_for_others(step) and self._unread > 0
        )

    def draw_above(self, canvas: Canvas, table: TableScene) -> None:
        if self.hand is not None:
            self.hand.draw(canvas, self.app.art.pictures)
        elif not table.busy:
            self._draw_highlighted(canvas, table)

    def _draw_highlighted(self, canvas: Canvas, table: TableScene) -> None:
        """Highlight the due targets and button more strongly than other legal ones."""
        for target in self._highlighted:
            table.table_view.draw_glow(canvas, [target], target)
        for widget in table.overlay.decision_buttons:
            if widget.id == self._button:
                rim = widget.rect.inflate(canvas.look.px(6), canvas.look.px(6))
                canvas.ring(rim, 10, canvas.look.palette.gold_high, 3)


class TeacherText(Scroll):
    """Text of the teacher, as high as the longest text of the lesson, so that nothing moves."""

    grow = True  # also lets it shrink if there is too little room

    def __init__(self, text: str, all_texts: Sequence[str]) -> None:
        super().__init__(Label(text, LESSON_TEXT, id="lesson.say"), "lesson.words")
        self.all_texts = [Label(words, LESSON_TEXT) for words in all_texts]

    def measure(self, look: Look, width: int) -> Size:
        return width, max(label.measure(look, width)[1] for label in self.all_texts)


def open_lesson(app: Services, loaded: LoadedLesson, at: int = 0) -> TableScene:
    """Open the table of a lesson with step `at`, with full aiming help."""
    app.override_settings(assist="full")
    match = lessons.session(loaded, player_name(app), at)
    return TableScene(app, match, Teacher(app, match, Course(loaded, match, at)))
