"""The table: a session on the screen, for any game.

The scene asks the session what is pending, shows it to the one who is asked, turns input into an
action, and plays the events of the record; when all is at rest it asks again. Nothing here knows a
rule: cards, zones, decisions and events are all it sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from castlecards.core.action import Action, Decision, Illegal
from castlecards.core.cards import NATURE, CardId, Seat
from castlecards.core.events import Event
from castlecards.core.landing import Landing
from castlecards.core.session import Record, Session
from castlecards.core.view import View
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent, Keyboard
from castlecards.ui.kit.theme import Look
from castlecards.ui.scene import STAY, Go, Push, Scene, Screen
from castlecards.ui.table import commands as say
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.coach.request import CoachRequest
from castlecards.ui.table.commands import Command
from castlecards.ui.table.flow import undo
from castlecards.ui.table.flow.computer_players import ComputerPlayers
from castlecards.ui.table.flow.turns import TurnFlow
from castlecards.ui.table.handover import HandoverScreen
from castlecards.ui.table.input.action_matching import is_throwable
from castlecards.ui.table.input.reorder import play_chain
from castlecards.ui.table.input.selection import Selection
from castlecards.ui.table.input.state import NOWHERE
from castlecards.ui.table.layout.model import Layout, Viewport
from castlecards.ui.table.layout.table_layout import with_landed_cards
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay import open_popup
from castlecards.ui.table.overlay.overlay import TableOverlay
from castlecards.ui.table.overlay.popups import ActionChooser, PileInspector, UndoConsent
from castlecards.ui.table.overlay.reaction_bar import next_stop_level
from castlecards.ui.table.playback.narration import Narrator
from castlecards.ui.table.playback_control import PlaybackControl, ends_motion
from castlecards.ui.table.pointer.pointer_tool import PointerTool
from castlecards.ui.table.render.curtain import OPENING
from castlecards.ui.table.render.table_surface import TableSurface
from castlecards.ui.table.slow_motion import SlowMotion, ThrowScene
from castlecards.ui.table.table_painter import TablePainter
from castlecards.ui.table.throw.flights import Flights, ThrowRecorder
from castlecards.ui.table.viewer import NOBODY, Curtain, Viewer

if TYPE_CHECKING:
    from castlecards.ui.kit.widgets.base import Widget
    from castlecards.ui.services import Services


class TableScene(Screen):
    """One match. `session` is the truth; all else here is how it looks at the moment. `addon`: what
    is done here besides playing it."""

    ambience = "ambience"

    def __init__(
        self, app: Services, session: Session[Any], addon: Addon[TableScene] | None = None
    ) -> None:
        self.app = app
        self.session = session
        self.addon: Addon[TableScene] = addon if addon is not None else Addon()
        self.about = session.game.id
        self.eyes = Viewer(session)
        self.eyes.viewer = self.eyes.first()
        self.model = TableModel(session, self.eyes)
        self.show = self.model.show
        self.desk = TableSurface(app.art, self.model.view, session.game, session.named)
        self.players = ComputerPlayers(app, self.model)
        self.board = TableOverlay(app, self.model, self.desk, self.addon)
        self.hands = PointerTool(app, self.model, self.desk)
        self.flights = Flights(app, self.model, not self.addon.tells)
        self.asking = TurnFlow(self.model, self.players)
        self.coaching = CoachRequest(app, self.model, self.players.seated)
        self.staging = Narrator(app, session, hushed=self.flights.tells_of)
        self.notes = ThrowRecorder(app, session, self.addon.layout, self.addon.level)
        self._dirty = True
        self._begun = False
        self.board.score.visible = self.board.readout.visible = not self.addon.tells
        self.interlude = HandoverScreen(app, self.model)
        self.picture = TablePainter(
            app, self.model, self.desk, self.players, self.addon, self.interlude
        )
        self.motion = PlaybackControl(
            app, self.model, self.desk, self.picture, self.board, self.staging
        )
        self._does = self._deeds()
        self.addon.begin(self)

    # -- what is shown ------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """What the one who looks sees now."""
        return self.model.view

    @property
    def picking(self) -> Selection | None:
        return self.model.picking

    @property
    def stage(self) -> Viewport:
        return self.motion.stage

    def arrange(self) -> Layout:
        self._dirty = True
        return self.motion.arrange()

    @property
    def busy(self) -> bool:
        return self.model.busy

    # -- the scene ----------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        return self._dirty or self.moving or self.board.dirty or self.picture.waits

    @property
    def moving(self) -> bool:
        curtain = self.model.curtain
        if curtain is not None and (curtain.moving or not curtain.light):
            return curtain.moving or self.interlude.moving
        rising = self.desk.rising or self.players.moving or self.show.beats is not None
        return self.busy or self.hands.moving or rising or self.addon.moving

    @property
    def keyboard(self) -> Keyboard:
        return "figures" if self.model.form is not None else "commands"

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self._dirty = True
        self.motion.layout(look, size)
        if not self._begun:
            self._begun = True
            self._begin()

    def refresh(self) -> None:
        self._dirty = True

    def ahead(self) -> bool:
        look = self.motion.look
        return look is not None and self.picture.paint_ahead(look)

    def rescue(self) -> None:
        self.app.keep.autosave(self.session)

    def find(self, id: str) -> Widget:
        return self.board.layer.find(id)

    def update(self, dt: float) -> Go:
        model, show = self.model, self.show
        if model.curtain is not None and self._behind(model.curtain, dt):
            return self._taken()
        self._grant()
        self.addon.update(self, dt)
        show.raised = max(0.0, show.raised - dt)
        if show.sight.moving:
            show.sight.update(dt)
            self.arrange()
        self._dirty |= self.coaching.update(dt) | self.board.update(dt)
        self.execute(self.hands.update(dt))
        self.execute(self.flights.update(dt))
        self.desk.away = model.grasp.aims or show.flying
        self._dirty |= self.desk.update(dt, self.app.settings.reduced_motion)
        rests = not self.motion.update(dt) and not show.plays and not model.restless
        if rests and model.curtain is None:
            self.execute(self.asking.wait(dt))
        self.ask_next()
        if not show.plays:
            self.addon.rested(self)
        return self._taken()

    def _grant(self) -> None:
        """Does what buttons want, those of the add-on too."""
        for wish in self.addon.wished():
            wish(self)
        wishes, self.board.wishes[:] = list(self.board.wishes), []
        self.execute(wishes)

    def _follow(self) -> None:
        """What is written around the table is what it says now."""
        self.board.follow(self.players.thinks, self.players.paused)
        self.picture.follow(self.motion.look, self.motion.size, self.board)

    def ask_next(self) -> None:
        """Asks the next one as soon as nothing moves any more, whatever has ended the motion."""
        shown = self._next == STAY  # else something else comes first: a score sheet
        if self.model.restless and shown and not self.show.player.running and not self.show.pause:
            self._ask()
        self._follow()

    def _ask(self) -> None:
        self.execute(self.asking.rested(self.app.settings))
        self.arrange()

    def _behind(self, curtain: Curtain, dt: float) -> bool:
        """Time at the curtain; whether nothing else is to be seen."""
        curtain.update(dt)
        self._dirty |= self.interlude.update(dt)
        if curtain.open:
            self.unveil()
        return not curtain.light or curtain.open

    def draw(self, canvas: Canvas) -> None:
        self._dirty = False
        self.picture.draw(canvas, self.hands, self.board)
        if self.model.curtain is None or self.model.curtain.light:
            self.addon.above(canvas, self)

    # -- the match ----------------------------------------------------------------------------

    def _begin(self) -> None:
        """The first time on the screen: the deal, if nothing has been played yet."""
        decision = self.session.decision
        if decision is not None and not decision.window and self.eyes.needs_curtain(decision):
            self._veil(decision.seat)
        else:
            self._deal()

    def _deal(self) -> None:
        if self.session.at == 0 and self.session.opening:
            self._dirty = True
            self.motion.deal()
        else:
            self._ask()

    def _play(
        self,
        old: Layout,
        before: View,
        events: tuple[Event, ...] = (),
        at: int = -2,
        flung: bool = False,
    ) -> None:
        self._dirty = True
        self.motion.play(old, before, events, at, flung)

    def submit(
        self, seat: Seat, action: Action, rest: Landing | None = None, flung: bool = False
    ) -> Record | None:
        """Plays an action and shows it. None, and a word to the player, where it is not legal.

        `rest`: how a throw has left the cards; they start from there. `flung`: see `Submit`."""
        admitted = self.addon.admits(self, seat, action)
        if admitted is None:
            return None
        before, old = self.view, self.desk.now
        try:
            record = self.session.submit(seat, admitted)
        except Illegal as error:
            self.app.notify(str(error), "error")
            return None
        self.unfold(
            record, before, with_landed_cards(old, rest) if rest is not None else old, flung
        )
        return record

    def unfold(self, record: Record, before: View, old: Layout, flung: bool = False) -> None:
        """Animates a record that has just been played, and saves the match."""
        self.model.picking = None
        self.recorded()
        self.hands.played()
        self.flights.record(record)
        self.app.keep.autosave(self.session)
        start, at = self.hands.departed(old), self.session.at - 1
        self.board.score.lag = self.show.lag
        self._play(start, before, record.events, at, flung)
        self.addon.played(self, record)

    def recorded(self) -> None:
        """A throw that has just come to rest goes into the record."""
        line = self.notes.played(self.model.grasp.now) if self.addon.records() else None
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
        self._play(old, self.view)

    def finish(self) -> None:
        """Whatever moves is at once where it goes; the next one is asked at once."""
        self.motion.finish()

    def rush(self) -> None:
        """Like `finish`, with a card that flies; for what can only be done at rest."""
        self.execute(self.flights.land())
        self.finish()

    # -- the curtain --------------------------------------------------------------------------

    def hide(self) -> None:
        """Everything secret off the screen, at once."""
        viewer = self.eyes.viewer
        if viewer == NOBODY:
            return
        if self.eyes.shared:
            self._veil(viewer)
        else:
            self.model.covered = not self.model.covered
            self.arrange()

    def cover(self) -> None:
        """Nobody's cards lie open, and nobody's answer is awaited, until the next one is asked."""
        if self.eyes.shared:
            self.eyes.close()
        self.hands.let_go()
        self.model.picking = None
        self.asking.forget()
        self.model.restless = True
        self.arrange()

    def _veil(self, seat: Seat, light: bool = False) -> None:
        """The curtain falls for a seat."""
        self.finish()
        self.hands.let_go()
        self.execute(self.asking.close(seat, light, self.app.settings))
        self.board.captions.shown = []
        self.arrange()

    def unveil(self) -> None:
        """Whoever held the key long enough looks now."""
        curtain, self.model.curtain = self.model.curtain, None
        if curtain is None:
            return
        self.eyes.open(curtain.seat)
        self.model.grasp.pointer = NOWHERE  # the curtain has swallowed all
        self.motion.raise_cloth(0.0 if curtain.light else OPENING)
        if self.session.at == 0 and not self.session.log:
            self._deal()
        else:
            self.arrange()
            self._ask()

    def look(self) -> None:
        """The one who may react wants to see the own cards."""
        if self.model.window is not None:
            self._veil(self.model.window.seat)

    # -- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> Go:
        self._dirty = True
        if not isinstance(intent, intents.Drag):  # that goes on where a press went
            self._follow()  # what was written last may have been changed by an intent before
        if not self.addon.handle(self, intent):
            self.take(intent)
        self._grant()
        return self._taken()

    def take(self, intent: Intent) -> None:
        """Input of a player, or of a hand that shows how it is done."""
        if self.model.curtain is not None:
            self.interlude.handle(intent)
        elif isinstance(intent, intents.Leave):
            self.hands.let_go()
            if intent.focus and self.eyes.shared and self.eyes.viewer != NOBODY:
                self.hide()
            self.board.layer.handle(intent)
        elif not self._used(intent):
            if isinstance(intent, intents.Command):
                self._command(intent)
            else:
                self.execute(self.hands.handle(intent))

    def _used(self, intent: Intent) -> bool:
        """By a button, by what moves, by computer players, by a card in the hand."""
        if self._pressed(intent) or self._hurry(intent):
            return True
        if self.players.handle(intent) or self.flights.handle(intent):
            return True
        pointer = self.model.grasp.pointer
        if isinstance(intent, intents.Hover):
            self.hands.look_at(intent.pos, self.board.covers(intent.pos))
        done = self.hands.first(intent, self.board.throw_bar.rect.collidepoint(pointer))
        if done is not None:
            self.execute(done)
            return True
        return self.board.layer.handle(intent)

    def _command(self, intent: intents.Command) -> None:
        """A key that no button wanted."""
        if intent.act == Act.PEEK:
            self.model.peeking = intent.down
            self.arrange()
        elif intent.act == Act.ZOOM:
            self.hands.zoom(intent.down, self.board.focused)
        elif intent.down and not intent.again:
            self.do(intent.act)

    def do(self, act: Act) -> None:
        """What a key means, or a tool."""
        match act:
            case Act.UNDO:
                self.undo()
            case Act.REDO:
                self.redo()
            case Act.HIDE_ALL:
                self.hide()
            case Act.SORT:
                self.model.sorted = not self.model.sorted
                self.arrange()
            case Act.HINT if not self.addon.tip(self):
                self.coaching.toggle()
            case Act.CANCEL if self.coaching.close():
                pass
            case Act.REPLAY if not self.show.flying:
                self.rerun()
            case Act.CANCEL if self.board.cancel() or self.hands.cancel():
                pass
            case Act.CANCEL | Act.MENU:
                self.open(open_popup.menu_popup(self.board.below, self.addon))
            case _:
                wanted = self.board.command(act)
                if wanted is None:
                    wanted = self.hands.command(act, self.board.focused_card)
                self.execute(wanted)

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
        if self.model.curtain is None and now is not None and now.id == over.id:
            layer.handle(intent)
        return True

    def _hurry(self, intent: Intent) -> bool:
        """Input while cards move ends the motion; a click there does nothing else, but what may be
        held is taken up."""
        late = (self.show.player.running or self.show.pause > 0) and ends_motion(intent)
        if isinstance(intent, intents.Grab) and self.show.flying:
            self._end_flight(intent)
            return True
        if late:
            self.finish()
            self.ask_next()
        if isinstance(intent, intents.Grab):
            if self.hands.to_throw(intent.pos):
                self.show.stand()
                self.arrange()
            if late and self.model.picking is not None and intent.button != 2:
                self.hands.take_late(intent)
        return late and not (isinstance(intent, intents.Command) and intent.act == Act.HINT)

    def _end_flight(self, intent: intents.Grab) -> None:
        """A press ends a flight. Where the card that lay under it may be thrown next, it is in the
        hand: what came of the flight is not waited for then."""
        gripped, looks = self.hands.gripped(intent.pos), self.eyes.viewer
        self.flights.handle(intent)
        self.execute(self.flights.update(0.0))
        decision = self.session.decision
        if decision is None or not self.eyes.same_player(looks, decision.seat):
            return
        if is_throwable(decision, gripped[0].card) and intent.button != 2:
            self.finish()
            self.ask_next()
            self.show.stand()
            self.arrange()
            self.hands.take_late(intent, gripped)

    # -- what is wanted -----------------------------------------------------------------------

    def open(self, popup: Scene | None) -> None:
        """A popup over the table, if there is one; what it answers is done when it has closed."""
        if popup is not None:
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
            self._does[type(command)](command)

    def _deeds(self) -> dict[type, Callable[[Any], object]]:
        """What is done at each command."""
        hands, board, players = self.hands, self.board, self.players
        return {
            say.Submit: lambda c: self.submit(c.seat, c.action, flung=c.flung),
            say.LaunchThrow: lambda c: self.execute(self.flights.begin(c.decision)),
            say.FinishThrow: lambda c: self.submit(NATURE, c.landing.action(), c.landing),
            say.DecisionReady: lambda _: self._asked(),
            say.LowerCurtain: lambda c: self._veil(c.seat, c.light),
            say.RaiseCurtain: lambda _: self.look(),
            say.TurnTable: lambda c: self.motion.turn_to(c.side),
            say.ShowSheet: lambda c: self._sheet(c.since),
            say.SpreadPile: lambda _: self.open(open_popup.spread_popup(board.below)),
            say.InspectPile: lambda c: self.open(PileInspector(board.below, c.zone)),
            say.ChooseFrom: lambda c: self.open(ActionChooser(board.below, c.actions)),
            say.Refuse: lambda c: board.refuse(c.tried, c.at),
            say.Do: lambda c: self.do(c.act),
            say.ChooseTarget: lambda c: self.execute(hands.choose(c.thing, c.at)),
            say.PutBack: lambda _: hands.drop_home(),
            say.Method: lambda c: hands.aim.choose(c.method),
            say.Loft: lambda c: hands.aim.turn_loft(c.notches),
            say.AimByKeys: lambda _: hands.aim.start_keys(board.focused_card),
            say.StopKeys: lambda _: hands.aim.stop_keys(),
            say.Power: lambda c: self.execute(hands.power(c.down)),
            say.ReportFoul: lambda c: self.fouled(c.kind, c.method),
            say.NextStop: lambda c: self._next_stop(c.player),
            say.AnswerNow: lambda _: players.at_once(),
            say.PausePlayers: lambda _: players.pause(),
            say.ReorderPile: lambda c: self._put_in_order(c.decision, c.wanted),
            say.Undo: lambda c: self._take_back(c.seat, c.agreed),
            say.AskUndoConsent: lambda c: self._ask_all(c.seat),
            say.Notify: lambda c: self.app.notify(c.text),
            say.Zoom: lambda c: self.zoom(c.notches, c.at),
            say.Pan: lambda c: self.pan(c.dx, c.dy),
            say.ShowAlternatives: lambda _: self.model.light_others(),
            say.ResetCamera: lambda _: self.look_over(),
            say.Redraw: lambda _: self.refresh(),
            say.Popup: lambda c: self.open(c.scene),
            say.Navigate: lambda c: self.go(c.go),
            say.LeaveTable: lambda _: self.go(self.leave()),
        }

    def _asked(self) -> None:
        """Somebody may pick from now on."""
        self.arrange()
        pointer = self.model.grasp.pointer
        self.hands.look_at(pointer, self.board.covers(pointer))

    def _sheet(self, since: int | None) -> None:
        """The score sheet; all at the screen read what is news on it."""
        if since is not None:
            self.cover()
        self.open(open_popup.score_sheet_popup(self.board.below, since))

    def _ask_all(self, seat: Seat) -> None:
        """All at the screen read who wants to take back what they have seen."""
        self.cover()
        self.open(UndoConsent(self.board.below, seat))

    def _next_stop(self, player: int) -> None:
        """Asked more or less often from the next window on; that is saved with the match."""
        next_stop_level(self.session, player)
        self.app.keep.autosave(self.session)

    def _take_back(self, seat: Seat, agreed: bool) -> None:
        before, old = self.view, self.desk.now
        undo.undo_decision(self.session, seat, agreed)
        self.moved_in_time(before, old)

    def _put_in_order(self, decision: Decision, wanted: Sequence[CardId]) -> None:
        """Lays the cards of a pile; only what the last of them does is shown by itself."""
        last = play_chain(self.session, decision, wanted)
        self.arrange()
        asked = self.session.decision
        if last is not None and asked is not None:
            self.submit(asked.seat, last)
        else:
            self.settle()

    # -- back and forth -----------------------------------------------------------------------

    def undo(self) -> None:
        self.rush()
        command = undo.undo(self.model, self.app.settings.undo_consent)
        self.execute([command] if command is not None else [])

    def redo(self) -> None:
        if self.session.can_redo:
            self.rush()
            before, old = self.view, self.desk.now
            undo.redo(self.session)
            self.moved_in_time(before, old)

    def rerun(self) -> None:
        """The last throw once more, slowly."""
        if self.model.last is None:
            return

        def framed(look: Look, size: tuple[int, int]) -> Viewport:
            self.layout(look, size)
            return self.stage

        self.open(SlowMotion(self.app, self.model.last, ThrowScene.at(self.model, framed)))

    def moved_in_time(self, before: View, old: Layout) -> None:
        """After an undo, redo or jump: cards glide to where they were."""
        self.model.picking = None
        self.players.forget()
        self.hands.let_go()
        self.app.keep.autosave(self.session)
        decision = self.session.decision
        self.asking.scored_before()
        if decision is not None and not decision.window and self.eyes.needs_curtain(decision):
            self._veil(decision.seat)
        else:
            self._play(old, before)
        self.addon.moved(self)

    def leave(self) -> Go:
        """Saves and goes back to where one came from."""
        self.players.forget()
        self.coaching.close()
        self.rescue()
        return self.addon.leave()

    # -- the camera ---------------------------------------------------------------------------

    def zoom(self, notches: float, pos: tuple[float, float]) -> None:
        """Nearer or further, round the pointer."""
        self.show.sight.zoom(notches, pos, self.stage)
        self._sighted()

    def pan(self, dx: float, dy: float) -> None:
        """The table under the glass, by px."""
        self.show.sight.pan(dx, dy, self.stage)
        self._sighted()

    def look_over(self) -> None:
        """The camera frames the seats in play again."""
        self.show.sight.reset()
        self._sighted()

    def _sighted(self) -> None:
        if self.show.player.running:
            self.finish()
            self.ask_next()
        self.arrange()
