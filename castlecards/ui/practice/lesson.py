"""A lesson at the table: a teacher's words, a ghost hand that shows, and the learner's own try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from castlecards import lessons
from castlecards.core.action import Action
from castlecards.core.cards import NATURE, Seat
from castlecards.core.game import Refusal
from castlecards.core.referee import Waive, due
from castlecards.core.session import Record, Session
from castlecards.core.view import View
from castlecards.lessons import Course, Taught
from castlecards.practice.range import Range
from castlecards.practice.throws import LESSON, Thrown
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.boxes import Space
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.kit.widgets.label import Label
from castlecards.ui.kit.widgets.panel import draw_panel
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.practice import clicks, ghost
from castlecards.ui.practice.panel import PracticePanel
from castlecards.ui.practice.scene import PracticeScene
from castlecards.ui.routes import Lesson
from castlecards.ui.scene import Go, Swap
from castlecards.ui.table.chrome.hint import things_of
from castlecards.ui.table.match import Thing
from castlecards.ui.table.view.layout import Layout

if TYPE_CHECKING:
    from castlecards.ui.services import Services

NAME = Style("title", 17, "gold_high")
SAY = Style("ui", 15.5, "text")
COUNT = Style("ui", 13, "muted")
GO_ON, END = "Go on ...", "That was the lesson. Well done."
TALL, LOW = 38, 34  # units, of the buttons
FIRST_SHOW = 1.2  # s until the hand shows a throw by itself
LATER = 9.0  # s without anything until it shows it again


class LessonScene(PracticeScene):
    """`course` knows what comes next; here it is shown and played."""

    def __init__(self, app: Services, session: Session[Any], course: Course) -> None:
        self.course = course
        self.hand: ghost.Ghost | None = None
        self._shown = False  # what flies now, the ghost hand has thrown
        self._idle = LATER - FIRST_SHOW  # s
        self._pointed: tuple[Thing, ...] = ()
        self._button = ""  # the id of the button that the lesson wants pressed
        super().__init__(app, session, course.taught.lesson.title)
        self.notes.trial = LESSON
        self.board.panel = LessonPanel(self)
        self._method()

    # -- the lesson ---------------------------------------------------------------------------

    @property
    def learner(self) -> Seat:
        return self.course.taught.lesson.seat

    def forward(self) -> None:
        """The words have been read."""
        step = self.course.step
        if step is not None and not step.do and not step.until:
            self.course.forward()
            self._stepped()

    def pass_on(self) -> None:
        """Enough was tried."""
        if self.course.passable:
            self.course.forward()
            self._stepped()

    def note(self, line: Thrown) -> None:
        """What did not hit counts for passing on."""
        if not line.hit:
            self.course.misses += 1
        super().note(line)

    def _stepped(self) -> None:
        self._idle = LATER - FIRST_SHOW
        self.marks.clear()
        self._method()
        self.board.panel.renew()
        self.point()
        if self.course.step is None:
            self.app.play("chime", 0.5)

    def _method(self) -> None:
        step = self.course.step
        if step is not None and step.method:
            self.hands.aim.choose(ghost.METHODS[step.method])

    @property
    def due(self) -> Action | None:
        """What the learner, who is asked, should answer now."""
        decision, wanted = self.session.decision, self.course.wanted
        if decision is None or wanted is None or decision.seat != self.learner:
            return None
        return wanted[1] if wanted[0] == self.learner else None

    def point(self) -> None:
        """What the lesson wants touched is lit."""
        due = self.due
        self._pointed = things_of(due, self.session.position) if due is not None else ()
        self._button = clicks.button_id(self.session.decision, due)
        self.board.hinted = self._pointed
        self.refresh()

    def tip(self) -> bool:
        """The bulb shows what the button shows."""
        self.show_me()
        return self.course.step is not None

    def show_me(self) -> None:
        """The ghost hand does it."""
        step, decision, due = self.course.step, self.session.decision, self.due
        if step is None or self.busy or decision is None or decision.seat != self.learner:
            return
        self.hands.let_go()
        if step.method:
            beats = ghost.throw(self, ghost.METHODS[step.method])
        elif due is not None:
            if self.picking is not None:
                self.picking.clear()
            beats = ghost.answer(self, due)
        else:
            return
        if beats:
            self.hand = ghost.Ghost(self, beats)

    def play_intent(self, intent: Intent) -> None:
        super().handle(intent)

    # -- the match ----------------------------------------------------------------------------

    def submit(self, seat: Seat, action: Action) -> Record | None:
        course = self.course
        if seat == NATURE or course.step is None or isinstance(due(self.session), Waive):
            return self._played(seat, action)
        if seat != self.learner:
            return self._played(seat, course.answer(seat, action))
        wanted = course.wanted
        if course.step.until or (wanted is not None and wanted == (seat, action)):
            return self._played(seat, action)
        self._not_yet(wanted)
        return None

    def recorded(self) -> Thrown | None:
        """A throw that was only shown is nobody's."""
        return None if self._shown else super().recorded()

    def _played(self, seat: Seat, action: Action) -> Record | None:
        if action.verb == "toss":
            self._shown = self.hand is not None
            if self._shown and not isinstance(self.session.game, Range):
                self._tried = self.session.at
        self.course.about_to()
        record = super().submit(seat, action)
        if self._shown and seat == NATURE:
            self._shown = False
            self.course.disregard()
        elif record is not None and self.course.played(seat, action):
            self._stepped()
        elif record is not None:
            self.point()
        return record

    def _not_yet(self, wanted: tuple[Seat, Action] | None) -> None:
        """Something else was tried; the lesson stays where it is."""
        words = "Read on first: the button below the words."
        if wanted is not None:
            words = f"First this: {self.session.game.describe(wanted[1], self.view)}."
        self.settle()
        self.board.say_no(Refusal("", words), self.hands.pointer)
        self.point()

    def moved_in_time(self, before: View, old: Layout) -> None:
        """The lesson goes back, or on, with the match."""
        self.hand = None
        self.course.rewind()
        super().moved_in_time(before, old)
        self._stepped()

    def _take_back(self) -> None:
        """In a match a throw that was only shown never happened."""
        super()._take_back()
        self.notes.trial = LESSON
        self._idle = 0.0

    # -- the scene ----------------------------------------------------------------------------

    def update(self, dt: float) -> Go:
        if self.hand is not None:
            self.hand.update(dt)
            if self.hand.done:
                self.hand = None
                if not self.busy:
                    self.hands.let_go()  # nothing lies below the pointer any more
            self.refresh()
        elif self.throws_cards and not self.busy and not self.hands.pressing:
            step = self.course.step
            self._idle += dt
            if step is not None and step.method and self._idle >= LATER:
                self._idle = 0.0
                self.show_me()
        scene = super().update(dt)
        if self._pointed and not self.board.hinted and not self.busy:
            self.point()  # the board has been made anew
        return scene

    @property
    def moving(self) -> bool:
        return self.hand is not None or super().moving

    def handle(self, intent: Intent) -> Go:
        """Whoever touches anything takes over from the ghost hand."""
        touched = isinstance(intent, intents.Grab | intents.Command | intents.Move)
        if touched:
            self._idle = 0.0
        if touched and self.hand is not None:
            self.hand = None
            self.hands.let_go()
        match intent:
            case intents.Command(Act.CONFIRM, down=True, again=False) if self._reads():
                self.forward()
                return self._taken()
        return super().handle(intent)

    def _reads(self) -> bool:
        """Enter turns the page where nothing has to be done and no button has the focus."""
        step = self.course.step
        focus = self.board.layer.focus
        free = focus is None or not self.board.layer.ring
        return free and step is not None and not step.do and not step.until

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.hand is not None:
            self.hand.draw(canvas)
        elif not self.busy:
            self._draw_pointed(canvas)

    def _draw_pointed(self, canvas: Canvas) -> None:
        """What is wanted is lit more than all else that may be touched."""
        assert self.desk is not None
        for thing in self._pointed:
            self.desk.draw_glow(canvas, [thing], thing)
        for widget in self.board.corner.buttons:
            if widget.id == self._button:
                rim = widget.rect.inflate(canvas.look.px(6), canvas.look.px(6))
                canvas.ring(rim, 10, canvas.look.palette.gold_high, 3)

    def restart(self) -> None:
        self.go(Swap(Lesson(self.course.taught)))


class Words(Scroll):
    """What the teacher says, in a place that is high enough for all that is said in the lesson, so
    that nothing below it moves."""

    grow = True  # and shrinks, where there is no room for it

    def __init__(self, said: str, every: Sequence[str]) -> None:
        super().__init__(Label(said, SAY, id="lesson.say"), "lesson.words")
        self.every = [Label(words, SAY) for words in every]

    def measure(self, look: Look, width: int) -> Size:
        return width, max(label.measure(look, width)[1] for label in self.every)


class LessonPanel(PracticePanel):
    """The teacher's words and the ways on, each of which has a place of its own."""

    scene: LessonScene

    def renew(self) -> None:
        course = self.scene.course
        steps, step = course.taught.lesson.steps, course.step
        every = [END, *(each.say or GO_ON for each in steps)]
        said = (step.say or GO_ON) if step is not None else END
        count = f"{course.at + 1} of {len(steps)}" if step is not None else ""
        ways = self._ways(course, step) if step is not None else self._ends()
        head = Label(self.scene.title, NAME)
        self.column.set([head, Words(said, every), Label(count, COUNT), Space(4), *ways])
        self.resized()

    def _ways(self, course: Course, step: lessons.LessonStep) -> Sequence[Widget]:
        scene = self.scene
        goes_on = Button("lesson.next", "Next", scene.forward, "primary", tall=TALL)
        shows = Button("lesson.show", "Show me", scene.show_me, tall=TALL)
        skips = Button("lesson.skip", "Skip the lesson", scene.quit, "quiet", tall=LOW)
        passes: Widget = Space(LOW)
        if course.passable:
            passes = Button("lesson.pass", "Go on all the same", scene.pass_on, tall=LOW)
        return [shows if step.do or step.until else goes_on, passes, skips]

    def _ends(self) -> Sequence[Widget]:
        scene = self.scene
        return [
            Button("lesson.done", "Done", scene.quit, "primary", tall=TALL),
            Button("lesson.again", "Once more", scene.restart, tall=LOW),
            Space(LOW),
        ]

    def draw(self, canvas: Canvas) -> None:
        draw_panel(canvas, self.rect, radius=12)
        Widget.draw(self, canvas)


def open_lesson(app: Services, taught: Taught) -> LessonScene:
    """The table with a teacher."""
    app.lend(assist="full")
    names = app.settings.player_names
    match = lessons.session(taught, names[0] if names and names[0].strip() else "You")
    return LessonScene(app, match, Course(taught, match))
