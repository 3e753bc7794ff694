"""The table: a session on the screen, for any game.

The scene asks the session what is pending, shows it to the one who is asked, turns input into an
action, and plays the events of the record; when all is at rest it asks again. Nothing here knows a
rule: cards, zones, decisions and events are all it sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from castlecards.core import chronicle
from castlecards.core.action import Action, Decision, Illegal
from castlecards.core.cards import NATURE, CardId, Seat, Zone
from castlecards.core.events import Event
from castlecards.core.session import Record, Session
from castlecards.core.view import View, view
from castlecards.ui.cardart.seat_signs import sign_of, spoken_sign
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent, Keyboard
from castlecards.ui.kit.theme import Look
from castlecards.ui.scene import STAY, Go, Push, Scene, Screen
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.chrome.board import Board
from castlecards.ui.table.chrome.thinking import ThinkingPlate
from castlecards.ui.table.chrome.windows import cause, draw_cause
from castlecards.ui.table.commands import (
    ChooseFrom,
    Command,
    LeaveTable,
    LookOver,
    Order,
    Picks,
    Popup,
    PutBack,
    Refuse,
    Submit,
    TakeBack,
    Visit,
    meant,
)  # fmt: skip
from castlecards.ui.table.drive import back
from castlecards.ui.table.drive.asking import Asking
from castlecards.ui.table.drive.notes import Notes
from castlecards.ui.table.drive.players import Players
from castlecards.ui.table.eyes import NOBODY, Eyes
from castlecards.ui.table.hand.hands import Hands
from castlecards.ui.table.match import Thing
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.order import lay
from castlecards.ui.table.picking import Outcome, Picking
from castlecards.ui.table.view.animate import Cue, Player, at, script
from castlecards.ui.table.view.curtain import OPENING, Curtain, draw_cloth
from castlecards.ui.table.view.desk import Desk
from castlecards.ui.table.view.nameplates import Nameplate, nameplates
from castlecards.ui.table.view.place import Layout, Stage, camera_for
from castlecards.ui.table.view.sight import Sight

if TYPE_CHECKING:
    from castlecards.ui.kit.widgets.base import Widget
    from castlecards.ui.services import Services

# Keys that end what moves; all others do at once what they do at rest.
ENDING = (Act.CONFIRM, Act.CANCEL, Act.NEXT, Act.PREVIOUS, Act.THROW, Act.PASS, Act.AIM, Act.HINT)
READING = 0.7  # s for what is said before a curtain, where cards do not glide
SOUNDS = {"move": "slide", "flip": "flip", "shuffle": "shuffle", "ended": "chime"}


class TableScene(Screen):
    """One match. `session` is the truth; all else here is how it looks at the moment. `addon`: what
    is done here besides playing it."""

    def __init__(
        self, app: Services, session: Session[Any], addon: Addon[TableScene] | None = None
    ) -> None:
        self.app = app
        self.session = session
        self.addon: Addon[TableScene] = addon if addon is not None else Addon()
        self.about = session.game.id
        self.eyes = Eyes(session)
        self.eyes.viewer = self.eyes.first()
        self.model = TableModel(session, self.eyes)
        self.desk = Desk(app.art, self.model.view, session.game, session.named)
        self.player = Player()
        self.players = Players(app, self.model)
        self.plate = ThinkingPlate(app.art)
        self.board = Board(self)
        self.hands = Hands(self)
        self.curtain: Curtain | None = None
        self.covered = False  # the own cards are hidden
        self.peeking = False
        self.sorted = False
        self.side = self._first_side()
        self.sight = Sight()
        self.asking = Asking(self)
        self.notes = Notes(app, session, self.addon.layout, self.addon.level)
        self.restless = False  # when all is at rest, whoever is next has yet to be asked
        self._look: Look | None = None
        self._size = (1, 1)
        self._printed = (False, False)  # four colours, large index
        self._pause = 0.0  # s until the curtain falls, for what has been said to be read
        self._raised = 0.0  # of the curtain's way up, s left
        self._dirty = True
        self._begun = False
        self.board.score.visible = self.hands.flights.readout.visible = not self.addon.tells
        self.addon.begin(self)

    # -- what is shown ------------------------------------------------------------------------

    def _first_side(self) -> int:
        viewer = self.eyes.viewer
        return self.session.position.box.sides[viewer] if viewer != NOBODY else 0

    @property
    def view(self) -> View:
        """What the one who looks sees now."""
        return self.model.view

    @property
    def picking(self) -> Picking | None:
        return self.model.picking

    @property
    def stage(self) -> Stage:
        settings = self.app.settings
        look = self._look
        stage = Stage(
            self._size[0],
            self._size[1],
            look.scale if look else 1.0,
            self.side,
            settings.camera_tilt * 0.017453292,
            self.sorted,
            self.covered and not self.peeking,
            settings.left_handed,
            head=self.board.score.reach(look, self._size[0]) if look else (0.0, 0.0),
        )
        stage, framed = self.addon.stage(stage), self.addon.framed
        stage = self.sight.seen(framed or self.session.position, stage)
        if framed is not None and stage.camera is None:
            stage = replace(stage, camera=camera_for(framed, stage))
        return stage

    def arrange(self) -> Layout:
        self._dirty = True
        self.desk.badges = self.session.game.badges(self.session.public)
        return self.desk.arrange(self.view, self.stage)

    @property
    def names(self) -> dict[Zone, Nameplate]:
        """Whose hand lies in a zone."""
        return nameplates(self.session)

    @property
    def playing(self) -> bool:
        """Something is shown that takes its time."""
        moving = self.player.running or self.hands.flying or self.sight.moving
        return moving or self._raised > 0 or self._pause > 0

    @property
    def busy(self) -> bool:
        """Something plays, or a window is about to be passed: nobody is asked."""
        return self.playing or self.model.waived is not None

    # -- the scene ----------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        return self._dirty or self.moving or self.board.dirty

    @property
    def moving(self) -> bool:
        if self.curtain is not None and (self.curtain.moving or not self.curtain.light):
            return self.curtain.moving
        rising = self.desk.rising or self.players.moving
        return self.busy or self.hands.moving or rising or self.addon.moving

    @property
    def keyboard(self) -> Keyboard:
        return "commands"

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        settings = self.app.settings
        printed = (settings.four_colour, settings.large_index)
        if self._begun and (look, size, printed) != (self._look, self._size, self._printed):
            self._cut_short()
            self.board.unplaced()
            self.desk.resized()
        self._look, self._size, self._printed = look, size, printed
        self.arrange()
        self.board.layout(look, size)
        if not self._begun:
            self._begun = True
            self._begin()

    def refresh(self) -> None:
        self._dirty = True

    def rescue(self) -> None:
        self.app.keep.autosave(self.session)

    def find(self, id: str) -> Widget:
        return self.board.layer.find(id)

    def update(self, dt: float) -> Go:
        if self.curtain is not None and self._behind(self.curtain, dt):
            return self._taken()
        self._grant()
        self.addon.update(self, dt)
        self._raised = max(0.0, self._raised - dt)
        if self.sight.moving:
            self.sight.update(dt)
            self.arrange()
        self.board.update(dt)
        self.hands.update(dt)
        self.desk.away = self.hands.throwing
        self.desk.update(dt, self.app.settings.reduced_motion)
        if self.player.running:
            self._cues(self.player.update(dt, self._speed()))
        elif self._pause > 0:
            self._pause = max(0.0, self._pause - dt)
        elif self.curtain is None and not self.playing and not self.restless:
            self.asking.wait(dt)
        self.ask_next()
        if not self.playing:
            self.addon.rested(self)
        return self._taken()

    def _grant(self) -> None:
        """Does what the buttons of the add-on want."""
        for wish in self.addon.wished():
            wish(self)

    def ask_next(self) -> None:
        """Asks the next one as soon as nothing moves any more, whatever has ended the motion."""
        shown = self._next == STAY  # else something else comes first: a score sheet
        if self.restless and shown and not self.player.running and not self._pause:
            self.asking.rested()

    def _behind(self, curtain: Curtain, dt: float) -> bool:
        """Time at the curtain; whether nothing else is to be seen."""
        curtain.update(dt)
        if curtain.open:
            self.asking.open()
        return not curtain.light or curtain.open

    def _speed(self) -> float:
        settings = self.app.settings
        if settings.instant or settings.reduced_motion:
            return 0.0
        return settings.animation_speed

    def draw(self, canvas: Canvas) -> None:
        self._dirty = False
        desk = self.desk
        if self.curtain is not None and not self.curtain.light:
            self.curtain.draw(canvas)
            return
        moving = self.player.moving()
        absent = {one.card for one in moving} | self.hands.absent
        asked = self.session.decision
        active = asked.seat if asked is not None else NATURE
        desk.draw_ground(canvas, absent, self.names, self.app.settings.table, active)
        self.addon.below(canvas, desk.now)
        self.hands.draw_below(canvas)
        if not self.playing:
            draw_cause(canvas, desk, cause(self.session, self.session.at))
        desk.draw_moving(canvas, moving)
        desk.draw_hand(canvas, absent, self.hands.bright)
        self.hands.draw_above(canvas)
        self.board.draw(canvas)
        self._draw_thinking(canvas)
        self.hands.draw_zoom(canvas)
        if self.curtain is not None:
            self.curtain.draw(canvas)
        elif self._raised > 0:
            draw_cloth(canvas, 1 - self._raised / OPENING)
        self.addon.above(canvas, self)

    def _draw_thinking(self, canvas: Canvas) -> None:
        """Who thinks, where the table is free."""
        thinking, desk = self.players.thinking, self.desk
        if thinking is None or self.playing:
            return
        spots = (desk.rect_of(Thing(spot.card, spot.zone)) for spot in desk.now.spots)
        clear = (*spots, *self.board.busy_rects())
        rect = self.plate.place(canvas.look, canvas.rect, desk.now, clear)
        self.plate.draw(canvas, thinking, rect)

    # -- the match ----------------------------------------------------------------------------

    def _begin(self) -> None:
        """The first time on the screen: the deal, if nothing has been played yet."""
        decision = self.session.decision
        if decision is not None and not decision.window and self.eyes.needs_curtain(decision):
            self.asking.close(decision.seat)
        else:
            self.deal()

    def deal(self) -> None:
        session = self.session
        if session.at == 0 and session.opening:
            before = view(session.start, self.eyes.viewer)
            old = self.desk.arrange(before, self.stage)
            self._play(old, before, session.opening, chronicle.DEAL)
        else:
            self.asking.rested()

    def _play(self, old: Layout, before: View, events: tuple[Event, ...], at: int = -2) -> None:
        """Shows how `old` becomes what is now, by the events of line `at` of the log."""
        new, viewer = self.hands.arriving(self.arrange()), self.eyes.viewer
        if events:
            events = chronicle.witnessed(self.session, at, viewer, events)
        words = partial(chronicle.caption, self.session, reader=viewer)
        self.player.play(script(old, new, before, self.view, events, words))
        self.restless = True
        self.board.renew()
        if not self._speed() or self.hands.left_hand:
            self._cut_short()

    def submit(self, seat: Seat, action: Action) -> Record | None:
        """Plays an action and shows it. None, and a word to the player, where it is not legal."""
        admitted = self.addon.admits(self, seat, action)
        if admitted is None:
            return None
        before, old = self.view, self.desk.now
        try:
            record = self.session.submit(seat, admitted)
        except Illegal as error:
            self.app.notify(str(error), "error")
            return None
        self.show(record, before, old)
        return record

    def show(self, record: Record, before: View, old: Layout) -> None:
        """Animates a record that has just been played, and saves the match."""
        self.model.picking = None
        self.recorded()
        self.hands.record(record)
        self.app.keep.autosave(self.session)
        self._play(self.hands.departed(old), before, record.events, self.session.at - 1)
        self.addon.played(self, record)

    def recorded(self) -> None:
        """A throw that has just come to rest goes into the record."""
        line = self.notes.played(self.hands.aim.now) if self.addon.records() else None
        if line is not None:
            self.addon.recorded(self, line)

    def fouled(self, kind: int, method: int) -> None:
        """A hand movement that throws nothing goes there, too; `kind`: index into FOULS."""
        decision = self.session.decision
        line = self.notes.foul(decision.seat, kind, method) if decision is not None else None
        if line is not None:
            self.addon.recorded(self, line)

    def settle(self) -> None:
        """After actions that need not be shown one by one: cards glide to where they lie now."""
        old, self.model.picking = self.desk.now, None
        self.hands.let_go()
        self.app.keep.autosave(self.session)
        self._play(old, self.view, ())

    def finish(self) -> None:
        """Whatever moves is at once where it goes; the next one is asked at once."""
        self._cues(self.player.finish())
        self._pause = 0.0

    def rush(self) -> None:
        """Like `finish`, with a card that flies; for what can only be done at rest."""
        self.hands.flights.land()
        self.finish()

    def _cut_short(self) -> None:
        """Like `finish`; what is said before a curtain can be read first."""
        cues = self.player.finish()
        self._cues(cues)
        decision = self.session.decision
        if decision is not None and self.eyes.needs_curtain(decision):
            read = max((READING for cue in cues if cue.kind == "said"), default=0.0)
            self._pause = max(self._pause, read)

    def raise_cloth(self, seconds: float) -> None:
        """The curtain goes up, with a sound."""
        self._raised = 0.0 if self.app.settings.reduced_motion else seconds
        self.app.play("slide", 0.4)

    def _cues(self, cues: list[Cue]) -> None:
        for cue in cues:
            if cue.kind == "said":
                sign = spoken_sign(self.session, cue.text)
                if cue.seat != NATURE:
                    sign = sign_of(self.session, cue.seat)
                self.board.caption(self.session.named(cue.text), self._place_of(cue), sign)
            sound = SOUNDS.get(cue.kind)
            if sound and not (self.app.settings.instant and cue.kind == "move"):
                self.app.play(sound, 0.5)

    def _place_of(self, cue: Cue) -> tuple[float, float] | None:
        """Where the card is, at this moment, that something is said about."""
        if not cue.cards:
            return None
        card = cue.cards[0]
        track = self.player.script.tracks.get(card) if self.player.script else None
        if track is not None:
            here = at(track, cue.at).stance
            return here.x, here.y - here.height / 2
        rect = self.desk.rect_of(Thing(card, -1))
        return (float(rect.centerx), float(rect.top)) if rect.width else None

    # -- the curtain --------------------------------------------------------------------------

    def hide(self) -> None:
        """Everything secret off the screen, at once."""
        viewer = self.eyes.viewer
        if viewer == NOBODY:
            return
        if self.eyes.shared:
            self.asking.close(viewer)
        else:
            self.covered = not self.covered
            self.arrange()

    def cover(self) -> None:
        """Nobody's cards lie open, and nobody's answer is awaited, until the next one is asked."""
        if self.eyes.shared:
            self.eyes.close()
        self.hands.let_go()
        self.model.picking = None
        self.asking.forget()
        self.restless = True
        self.arrange()
        self.board.renew()

    # -- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> Go:
        self._dirty = True
        if not self.addon.handle(self, intent):
            self.take(intent)
        self._grant()
        return self._taken()

    def take(self, intent: Intent) -> None:
        """Input of a player, or of a hand that shows how it is done."""
        if self.curtain is not None:
            self.curtain.handle(intent)
        elif isinstance(intent, intents.Leave):
            self.hands.let_go()
            if intent.focus and self.eyes.shared and self.eyes.viewer != NOBODY:
                self.hide()
            self.board.handle(intent)
        elif not self._used(intent):
            if isinstance(intent, intents.Command):
                self.board.command(intent.act, intent.down, intent.again)
            else:
                self.hands.handle(intent)

    def _used(self, intent: Intent) -> bool:
        """By a button, by what moves, by computer players, by a card in the hand."""
        if self._pressed(intent) or self._hurry(intent):
            return True
        if self.players.handle(intent, self.covered):
            self.board.renew()
            return True
        return self.hands.first(intent) or self.board.handle(intent)

    def _pressed(self, intent: Intent) -> bool:
        """A click on a button, whatever moves; one that waits for rest ends the motion."""
        layer = self.board.layer
        if isinstance(intent, intents.Drag | intents.Release):
            return layer.holding and layer.handle(intent)
        if not isinstance(intent, intents.Grab) or intent.button != 1:
            return False
        over = layer.root.at(intent.pos)
        if over is None or not over.focusable:
            return False
        if not over.enabled:
            self.rush()
            self.ask_next()
        now = layer.root.at(intent.pos)
        if self.curtain is None and now is not None and now.id == over.id:
            layer.handle(intent)
        return True

    def _hurry(self, intent: Intent) -> bool:
        """Input while cards move ends the motion; a click there does nothing else."""
        if not self.player.running and not self._pause:
            return False
        wishes = isinstance(intent, intents.Grab | intents.Move) or (
            isinstance(intent, intents.Command) and intent.down and intent.act in ENDING
        )
        if wishes:
            self.finish()
            self.ask_next()
        return wishes and not (isinstance(intent, intents.Command) and intent.act == Act.HINT)

    def outcome(self, outcome: Outcome, at: tuple[float, float]) -> None:
        """What a choice came to: play it, ask which, or say why not."""
        decision = self.session.decision
        if decision is None or self.picking is None:
            return
        self.execute(meant(outcome, decision.seat, at))
        self.arrange()

    # -- what is wanted -----------------------------------------------------------------------

    def open(self, popup: Scene) -> None:
        """A popup over the table; what it answers is done when it has closed."""
        self.go(Push(popup, self._answered))

    def _answered(self, result: Sequence[Command] | Intent | None) -> Go:
        """Commands, or the intent that hid a popup and is the table's."""
        if isinstance(result, Sequence):
            self.execute(result)
        elif result is not None:
            return self.handle(result)
        return self._taken()

    def execute(self, commands: Iterable[Command]) -> None:
        """Does what the parts of the table want."""
        for command in commands:
            match command:
                case Submit(seat, action):
                    self.submit(seat, action)
                case Picks():
                    self.board.picks_changed()
                case ChooseFrom(actions):
                    self.board.choose(actions)
                case Refuse(tried, at):
                    self.board.refuse(tried, at)
                case PutBack():
                    self.hands.drop_home()
                case Order(decision, wanted):
                    self._put_in_order(decision, wanted)
                case TakeBack(seat):
                    back.take_back(self, seat, True)
                case LookOver():
                    self.look_over()
                case LeaveTable():
                    self.go(self.leave())
                case Popup(popup):
                    self.open(popup)
                case Visit(to):
                    self.go(to)

    def _put_in_order(self, decision: Decision, wanted: Sequence[CardId]) -> None:
        """Lays the cards of a pile; only what the last of them does is shown by itself."""
        last = lay(self.session, decision, wanted)
        self.arrange()
        asked = self.session.decision
        if last is not None and asked is not None:
            self.submit(asked.seat, last)
        else:
            self.settle()

    # -- back and forth -----------------------------------------------------------------------

    def moved_in_time(self, before: View, old: Layout) -> None:
        """After an undo, redo or jump: cards glide to where they were."""
        self.model.picking = None
        self.players.forget()
        self.hands.let_go()
        self.app.keep.autosave(self.session)
        decision = self.session.decision
        self.asking.scored_before()
        if decision is not None and not decision.window and self.eyes.needs_curtain(decision):
            self.asking.close(decision.seat)
        else:
            self._play(old, before, ())
        self.addon.moved(self)

    def leave(self) -> Go:
        """Saves and goes back to where one came from."""
        self.players.forget()
        self.rescue()
        return self.addon.leave()

    # -- the camera ---------------------------------------------------------------------------

    def zoom(self, notches: float, pos: tuple[float, float]) -> None:
        """Nearer or further, round the pointer."""
        self.sight.zoom(notches, pos, self.stage)
        self._sighted()

    def pan(self, dx: float, dy: float) -> None:
        """The table under the glass, by px."""
        self.sight.pan(dx, dy, self.stage)
        self._sighted()

    def look_over(self) -> None:
        """The camera frames the seats in play again."""
        self.sight.reset()
        self._sighted()

    def _sighted(self) -> None:
        if self.player.running:
            self.finish()
            self.ask_next()
        self.arrange()
        self.board.moved_spots()
