"""The table at practice: the range, or a level of any game.

A `TableScene` with a panel beside it. Every throw is recorded and leaves a mark; the throw before
can be made again, or again with one number changed. Nothing is saved but records and stars.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pygame import Rect

from castlecards import levels
from castlecards.core.action import Action
from castlecards.core.cards import NATURE, Seat
from castlecards.core.landing import METHODS, Limits, Release, toss
from castlecards.core.session import Record, Session
from castlecards.core.view import View
from castlecards.practice.range import Range
from castlecards.practice.throws import AGAIN, CHANGED, MEASURED, Thrown
from castlecards.ui.dialog import Answer, Menu
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.practice.change import Change
from castlecards.ui.practice.fitting import Fitting
from castlecards.ui.practice.marks import Marks, draw_rings
from castlecards.ui.practice.outcome import LEAVE, Decided
from castlecards.ui.practice.panel import WIDE, PracticePanel
from castlecards.ui.practice.trial import Trial
from castlecards.ui.practice.wind import draw as draw_wind
from castlecards.ui.routes import Level, Rules, Settings, Throws
from castlecards.ui.routes import RangeSetup as SetupRoute
from castlecards.ui.scene import STAY, Back, Go, Push, Scene, Swap
from castlecards.ui.table.chrome.board import Board
from castlecards.ui.table.drive.notes import Notes
from castlecards.ui.table.hand.hands import Hands
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.view.layout import Layout
from castlecards.ui.table.view.place import Stage, camera_for

if TYPE_CHECKING:
    from castlecards.ui.services import Services


class PracticeScene(TableScene):
    """`trial`: the level that is played, None on the free range."""

    def __init__(
        self,
        app: Services,
        session: Session[Any],
        title: str,
        trial: Trial | None = None,
    ) -> None:
        super().__init__(app, session)
        self.title = title
        self.trial = trial
        self.marks = Marks()
        self.thrown: list[Thrown] = []
        self.last_toss: Release | None = None
        self._tried: int | None = None  # the line of the log before a throw that counts for nothing
        self._returns = False  # that throw has come to rest, and is to be taken back
        self.fitting: Fitting | None = None  # the strength of the hand is being measured
        level = trial.loaded.id if trial is not None else ""
        layout = getattr(session.options, "layout", "") if not level else ""
        self.notes = Notes(app, session, layout, level)
        self.throws_cards = session.position.box.field is not None
        self._framed = session.start
        if isinstance(session.game, Range):
            self._framed = session.game.setup(session.game.options(), session.players)
        self.hands = PracticeHands(self)
        self.board: PracticeBoard = PracticeBoard(self)
        if trial is not None and (method := begins_with(trial.loaded)):
            self.hands.aim.choose(METHODS.index(method))

    # -- the table ----------------------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        """The panel has its own strip; the range is always framed as for a duel."""
        stage = super().stage
        wide = max(stage.width - round((WIDE + 24) * stage.u), stage.width // 2)
        left = stage.width - wide if stage.mirrored else 0
        head = (max(0.0, stage.head[0] - left), stage.head[1])
        stage = replace(stage, width=wide, camera=None, left=left, head=head)
        stage = self.sight.seen(self._framed, stage)
        if stage.camera is None and self.throws_cards:
            stage = replace(stage, camera=camera_for(self._framed, stage))
        return stage

    def draw_strip(self, canvas: Canvas) -> None:
        """The board beside the table, on which the panel stands."""
        look, stage = canvas.look, self.stage
        strip = Rect(0, 0, canvas.size[0] - stage.width, canvas.size[1])
        edge = Rect(0, 0, look.px(1), strip.height)
        if stage.mirrored:
            edge.right = strip.right
        else:
            strip.left = edge.left = stage.width
        colours = look.palette
        canvas.box(strip.inflate(0, look.px(40)), 0, colours.panel, colours.panel_low)
        canvas.fill(colours.gold_low, edge)

    def show(self, record: Record, before: View, old: Layout) -> None:
        if record.action.verb == "toss":
            self.last_toss = Release(*record.action.args)
        super().show(record, before, old)
        if self._tried is None:
            self.looked()
        elif record.seat == NATURE:
            self._returns = True

    def recorded(self) -> Thrown | None:
        line = super().recorded()
        if line is not None:
            self.note(line)
        return line

    def fouled(self, kind: int, method: int) -> Thrown | None:
        line = super().fouled(kind, method)
        if line is not None:
            self.note(line)
        return line

    def note(self, line: Thrown) -> None:
        """A throw has been recorded."""
        self.thrown.append(line)
        if self.fitting is not None and (line.release or line.cause == "slow"):
            self.fitting.add(METHODS.index(line.method), self.hands.aim.hand_speed)
        self.marks.add(line, self.hands.flights.last if line.rest else None)
        self.board.panel.renew()

    def looked(self) -> None:
        """Has this decided the level?"""
        if self.trial is not None:
            decided = self.trial.look()
            self.board.panel.renew()
            if decided:
                self._decided()

    def _decided(self) -> None:
        assert self.trial is not None
        self.app.play("chime" if self.trial.status.reached else "error", 0.6)
        self.go(Push(Decided(self.app, self.trial), self._after))

    def _after(self, wish: Any) -> Go:
        """Where to go from a level that is decided."""
        if wish == LEAVE:
            return self.leave()
        return Swap(Level(wish)) if wish is not None else STAY

    def update(self, dt: float) -> Go:
        if self.trial is not None and self._tried is None:  # else the time stands still
            if self.trial.update(dt):
                self.board.panel.renew()
                self._decided()
            elif self.trial.timed and self.trial.match.log:
                self.board.tick(self.trial)
        going = super().update(dt)
        if self._returns and not self.playing and not self.board.captions:
            self._take_back()
        return going

    def handle(self, intent: Intent) -> Go:
        """Whatever is begun next, begins where the throw that counts for nothing was begun."""
        if self._returns and _begins(intent):
            self.rush()
            self._take_back()
            self.finish()
            self.ask_next()
            if self._undoes(intent):
                return STAY  # just that has happened
        match intent:
            case intents.Command(Act.CANCEL, down=True) if self._measures():
                self.leave_strength()
                return STAY
        return super().handle(intent)

    def _measures(self) -> bool:
        """The strength is being measured, and there is nothing else to be cancelled first."""
        busy = self.hands.held >= 0 or self.hands.aim.active or self.board.note is not None
        return self.fitting is not None and not busy

    def _undoes(self, intent: Intent) -> bool:
        if isinstance(intent, intents.Command):
            return intent.act == Act.UNDO
        over = self.board.layer.root.at(intent.pos) if isinstance(intent, intents.Grab) else None
        return over is not None and over.id == "undo"

    # -- what can be tried --------------------------------------------------------------------

    @property
    def limits(self) -> Limits | None:
        """What may be thrown now."""
        decision = self.session.decision
        aim = decision.aim if decision is not None else None
        return aim if isinstance(aim, Limits) and not self.busy else None

    def throw(self, release: Release, trial: str = "") -> None:
        """Throws the card in the hand like this, if one may be thrown now. `trial`, one of
        throws.TRIALS: to see what comes of it, and it counts for nothing."""
        self.rush()
        if self._returns:
            self._take_back()
            self.finish()
        self.ask_next()
        limits, decision = self.limits, self.session.decision
        if limits is None or decision is None:
            return
        card = limits.cards[0]
        self.hands.let_go()
        if trial:
            self._tried, self.notes.trial = self.session.at, trial
        self.submit(decision.seat, toss(card, release))

    def submit(self, seat: Seat, action: Action) -> Record | None:
        """What is to be taken back is not answered."""
        return None if self._returns else super().submit(seat, action)

    def _take_back(self) -> None:
        """A throw that counts for nothing never happened; its mark stays."""
        assert self.desk is not None
        assert self._tried is not None
        before, old = self.view, self.desk.now
        self.session.forget(self._tried)
        self._tried, self._returns, self.notes.trial = None, False, ""
        self.moved_in_time(before, old)

    def _throw_again(self, release: Release | None) -> Go:
        if release is not None:
            self.throw(release, CHANGED)
        return STAY

    def again(self) -> None:
        if self.last_toss is not None:
            self.throw(self.last_toss, AGAIN)

    def change(self) -> None:
        self.rush()
        self.ask_next()
        if self.last_toss is not None and self.limits is not None:
            self.go(Push(Change(self.app, self.last_toss), self._throw_again))

    def fit(self) -> None:
        """Five throws shall tell how many times the hand counts; they count for nothing else."""
        self.rush()
        if self._returns:
            self._take_back()
        self.ask_next()
        by_key = self.board.layer.ring
        self.fitting, self.notes.trial = Fitting(self.app), MEASURED
        self.board.panel.renew()
        if by_key:
            self.board.layer.focus_on(self.find("strength.value"))

    def keep_strength(self) -> None:
        if self.fitting is not None:
            self.app.notify(self.fitting.keep())
        self.leave_strength()

    def leave_strength(self) -> None:
        self.fitting, self.notes.trial = None, ""
        self.board.panel.renew()

    def slowly(self) -> None:
        """The last throw once more in slow motion, and from the side."""
        self.rush()
        self.ask_next()
        self.hands.flights.again()

    def toggle_strict(self) -> None:
        """On the free range: fouls count, or they do not; everything else stays as it is."""
        options = replace(self.session.options, strict_fouls=not self.session.options.strict_fouls)
        self.rush()
        self.ask_next()
        self.go(Swap(self.changed(options)))

    def changed(self, options: Any) -> Scene:
        """The range with other options: method, loft and last throw stay, and the marks do where
        the targets are the same."""
        self.hands.let_go()
        new = free_range(self.app, options)
        new.carry_on(self)
        return new

    def carry_on(self, before: PracticeScene) -> None:
        """Begins where another table of the range was left."""
        self.hands.aim.method = before.hands.aim.method
        self.hands.aim.lofts = before.hands.aim.lofts
        self.last_toss = before.last_toss
        self.sight = before.sight
        self.notes.told = before.notes.told
        if before.session.options.layout == self.session.options.layout:
            self.marks, self.thrown = before.marks, before.thrown
            self.hands.flights.last = before.hands.flights.last
            self.hands.flights.readout.lines = before.hands.flights.readout.lines
        self.board.panel.renew()

    def clear(self) -> None:
        self.marks.clear()
        self.thrown = []
        self.board.panel.renew()
        self.refresh()

    def toggle_ghost(self) -> None:
        self.marks.ghostly = not self.marks.ghostly
        self.board.panel.renew()
        self.refresh()

    def tip(self) -> bool:
        """What the level's author says; False where there is nothing to say."""
        hint = self.trial.loaded.level.hint if self.trial is not None else ""
        if hint:
            self.app.notify(hint)
        return bool(hint)

    def restart(self) -> None:
        """The level from its beginning."""
        if self.trial is not None:
            self.go(Swap(Level(self.trial.loaded)))

    def set_up(self) -> None:
        self.go(Push(SetupRoute(self.session.options), self._set_up))

    def _set_up(self, options: Any) -> Go:
        return Swap(self.changed(options)) if options is not None else STAY

    def statistics(self) -> None:
        self.go(Push(Throws()))

    def rescue(self) -> None:
        """Throws are recorded as they are made; there is nothing else to keep."""

    def quit(self) -> None:
        """By a button."""
        self.go(self.leave())

    def play_intent(self, intent: Intent) -> None:
        """Input that no person made."""
        self.handle(intent)

    def play_answer(self, action: Action) -> None:
        """An answer that no person gave."""
        decision = self.session.decision
        if decision is not None and action in decision.options:
            self.hands.let_go()
            self.submit(decision.seat, action)

    def leave(self) -> Go:
        self.app.lend()
        self.app.throws.close()
        return Back()


def begins_with(loaded: levels.Loaded) -> str:
    """The method that is chosen when a level begins: the one its goal counts, else its pack's."""
    counted = (method for method in METHODS if f"{method}_hits" in loaded.level.goal)
    return next(counted, loaded.method)


def _begins(intent: Intent) -> bool:
    """Does the player do something, be it to grab a card, press a key or a button?"""
    if isinstance(intent, intents.Command):
        return intent.down
    return isinstance(intent, intents.Grab | intents.Move)


class PracticeHands(Hands):
    """Marks below the cards; what the last throw was stands in the panel."""

    scene: PracticeScene

    def widgets(self) -> list[Widget]:
        return [widget for widget in super().widgets() if widget is not self.flights.readout]

    def draw_below(self, canvas: Canvas) -> None:
        desk = self.scene.desk
        assert desk is not None
        for spec in self.scene.session.position.box.zones:
            if spec.rings and spec.mark is not None:
                draw_rings(canvas, desk.now.camera, spec.mark, spec.rings)
        if (field := desk.now.field) is not None:
            draw_wind(canvas, desk.now.camera, field, self.scene.app.settings.left_handed)
        self.scene.draw_strip(canvas)
        if field is not None:
            self.scene.marks.draw(canvas, desk.now)
        super().draw_below(canvas)


class PracticeBoard(Board):
    """With the panel; the menu knows no saving."""

    scene: PracticeScene

    def __init__(self, scene: PracticeScene) -> None:
        super().__init__(scene)
        self.panel = PracticePanel(scene)
        self.score.visible = not scene.throws_cards  # the panel tells all of that
        self._second = 0

    def _extras(self) -> None:
        super()._extras()
        if hasattr(self, "panel"):
            self.root.extras = [self.panel, *self.root.extras]

    def renew(self) -> None:
        super().renew()
        self.panel.renew()

    def tick(self, trial: Trial) -> None:
        """Once a second the panel tells the time."""
        if int(trial.seconds) != self._second:
            self._second = int(trial.seconds)
            self.panel.renew()

    def _buttons(self) -> list[Button]:
        """A match at practice has no result and no rematch."""
        if self.decision is not None:
            return super()._buttons()
        return [
            Button("over.again", "Once more", self.scene.restart, "primary", tall=36),
            Button("over.leave", "Leave", self.scene.quit, tall=36),
        ]

    def hint(self) -> None:
        """Whoever set up the table knows better than a look one move ahead."""
        if not self.scene.tip():
            super().hint()

    def menu(self) -> None:
        scene = self.scene
        answers = [
            Answer("resume", "Go on", lambda: None, "primary"),
            Answer("look_over", "Show the whole table", scene.look_over),
            Answer("rules", "Rulebook", lambda: Push(Rules(scene.session.game.id))),
            Answer("settings", "Settings", lambda: Push(Settings())),
            Answer("leave", "Leave", scene.leave),
        ]
        if scene.trial is not None:
            level = Level(scene.trial.loaded)
            answers.insert(1, Answer("restart", "Start again", lambda: Swap(level)))
        scene.go(Push(Menu(scene.app, scene.title, answers)))


def lend_for(app: Services, level: levels.Level) -> None:
    """The settings that a level brings along."""
    lent: dict[str, Any] = {}
    if level.assist:
        lent["assist"] = level.assist
    if level.left:
        lent["left_handed"] = True
    app.lend(**lent)


def free_range(app: Services, options: Any) -> PracticeScene:
    """The range with these options."""
    game = levels.shelf()["range"]
    names = app.settings.player_names
    name = names[0] if names and names[0].strip() else "You"
    session: Session[Any] = Session(game, options, 1, 1, ("human",), (name,), practice=True)
    return PracticeScene(app, session, game.title)


def open_level(app: Services, loaded: levels.Loaded) -> PracticeScene:
    """The table of a level, with its settings lent."""
    level = loaded.level
    lend_for(app, level)
    names = app.settings.player_names
    name = names[0] if names and names[0].strip() else "You"
    match = levels.session(loaded, name, app.settings.feel)
    return PracticeScene(app, match, level.title, Trial(app, loaded, match))
