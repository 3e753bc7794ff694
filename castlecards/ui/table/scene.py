"""Table scene: a match on the screen, for any game.

The scene asks the session for the pending decision, shows it to its seat, turns input into an
action and animates the events of the record; when everything is at rest, it asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
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
from castlecards.ui.kit.logo import hide_felt
from castlecards.ui.kit.theme import Look
from castlecards.ui.scene import STAY, TABLE_SIZE, Go, Push, Reset, Scene, Screen
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
from castlecards.ui.table.overlay import popups
from castlecards.ui.table.overlay.overlay import TableOverlay
from castlecards.ui.table.overlay.reaction_bar import next_stop_level
from castlecards.ui.table.overlay.reorder_dialog import spread_popup
from castlecards.ui.table.overlay.score_sheet import ScoreSheet
from castlecards.ui.table.playback.narration import Narrator
from castlecards.ui.table.playback_control import PlaybackControl, is_also_used
from castlecards.ui.table.pointer.pointer_tool import PointerTool
from castlecards.ui.table.render.curtain import OPENING
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.render.thumbnail import keep_picture
from castlecards.ui.table.slow_motion import SlowMotion, ThrowScene
from castlecards.ui.table.table_painter import TablePainter
from castlecards.ui.table.throw.flights import Flights, ThrowRecorder
from castlecards.ui.table.viewer import NOBODY, Curtain, Viewer

if TYPE_CHECKING:
    from castlecards.ui.kit.widgets.base import Widget
    from castlecards.ui.services import Services


class TableScene(Screen):
    """Scene of one match. `session` holds its state; `addon`: practice, a lesson or nothing."""

    ambience = "ambience"
    least_size = TABLE_SIZE

    def __init__(
        self, app: Services, session: Session[Any], addon: Addon[TableScene] | None = None
    ) -> None:
        self.app, self.session, self.about = app, session, session.game.id
        self.addon: Addon[TableScene] = addon if addon is not None else Addon()
        self.viewer = Viewer(session, on_phones=app.phones.people)
        self.viewer.seat = self.viewer.first_seat()
        self.model = TableModel(session, self.viewer)
        self.playback = self.model.playback
        self.table_view = TableView(
            app.art, self.model.view, session.game, session.with_player_names
        )
        self.computer_players = ComputerPlayers(app, self.model)
        self.overlay = TableOverlay(app, self.model, self.table_view, self.addon)
        self.pointer = PointerTool(app, self.model, self.table_view)
        self.flights = Flights(app, self.model, not self.addon.replaces_score)
        self.turns = TurnFlow(app, self.model, self.computer_players)
        self.coach_request = CoachRequest(app, self.model, self.computer_players.seating, not addon)
        muted, brief = self.flights.is_told_elsewhere, self.viewer.throws_alone
        self.narrator = Narrator(app, session, muted=muted, brief=brief)
        self.recorder = ThrowRecorder(app, session, self.addon.layout, self.addon.level)
        self._dirty, self._begun = True, False
        self.overlay.score.visible = not self.addon.replaces_score
        self.handover = HandoverScreen(app, self.model)
        self.painter = TablePainter(
            app, self.model, self.table_view, self.computer_players, self.addon, self.handover
        )
        self.place_toast = partial(self.painter.place_toast, self.overlay)
        self.playback_control = PlaybackControl(
            app, self.model, self.table_view, self.painter, self.overlay, self.narrator
        )
        self._handlers = self._make_handlers()
        self.addon.begin(self)

    @property
    def view(self) -> View:
        """View of the seat on screen."""
        return self.model.view

    @property
    def selection(self) -> Selection | None:
        return self.model.selection

    @property
    def viewport(self) -> Viewport:
        return self.playback_control.viewport

    def arrange(self) -> Layout:
        self._dirty = True
        return self.playback_control.arrange()

    @property
    def busy(self) -> bool:
        return self.model.busy

    @property
    def music(self) -> tuple[str, bool]:  # type: ignore[override]
        return self.playback_control.music

    # -- the scene ----------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        return self._dirty or self.moving or self.overlay.dirty or self.painter.is_painting

    @property
    def moving(self) -> bool:
        curtain = self.model.curtain
        if curtain is not None and (curtain.moving or not curtain.light):
            return curtain.moving or self.handover.moving
        shown = self.playback.impact is not None or self.playback.fading
        rising = self.table_view.is_hand_moving or self.computer_players.moving or shown
        return self.busy or self.pointer.moving or rising or self.addon.moving

    @property
    def keyboard(self) -> Keyboard:
        return "figures" if self.model.form is not None else "commands"

    @property
    def spoken(self) -> tuple[str, str]:
        return self.overlay.spoken

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self._dirty = True
        hide_felt(look, size)
        self.playback_control.layout(look, size)
        if not self._begun:
            self._begun = True
            self._begin()

    def refresh(self) -> None:
        self._dirty = True
        self.painter.frames.forget()

    def free_pictures(self, hidden: bool) -> None:
        super().free_pictures(hidden)
        self.table_view.static_layer.free_picture()
        if hidden:
            self.overlay.cached_layer.free_picture()

    def prerender(self) -> bool:
        look = self.playback_control.look
        return look is not None and self.painter.paint_ahead(look)

    def rescue(self) -> None:
        self.app.keep.autosave(self.session)

    def find(self, id: str) -> Widget:
        return self.overlay.layer.find(id)

    def update(self, dt: float) -> Go:
        model, playback = self.model, self.playback
        self._dirty |= self.moving  # the frame in which a motion ends is drawn, too
        if model.curtain is not None and self._update_curtain(model.curtain, dt):
            return self._take_change()
        self._run_requests()
        self.addon.update(self, dt)
        playback.raised = max(0.0, playback.raised - dt)
        if playback.camera_control.is_turning:
            playback.camera_control.update(dt)
            self.arrange()
        self._dirty |= self.coach_request.update(dt) | self.overlay.update(dt)
        self._dirty |= self.painter.faces.update(dt)
        self.execute(self.pointer.update(dt))
        self.execute(self.flights.update(dt))
        self.table_view.hand_hidden = model.input_state.is_aiming or playback.flying
        self._dirty |= self.table_view.update(dt, self.app.settings.reduced_motion)
        rests = not (self.playback_control.update(dt) or playback.plays or model.next_unasked)
        if rests and model.curtain is None:
            self.execute(self.turns.update(dt))
        else:
            self.computer_players.think(dt)
        self.ask_next()
        self._dirty |= self.pointer.update_hover(self.overlay.covers)
        if not playback.plays:
            self.addon.on_rest(self)
        return self._take_change()

    def _run_requests(self) -> None:
        """Run the commands of pressed buttons, the add-on's too."""
        for request in self.addon.take_requests():
            request(self)
        commands, self.overlay.pending_commands[:] = list(self.overlay.pending_commands), []
        self.execute(commands)

    def _sync_parts(self) -> None:
        """Update the overlay and the painter to the present state."""
        self.holds_notes = self.turns.ends
        self.overlay.sync(self.computer_players.thinks, self.computer_players.paused)
        self.painter.sync(self.playback_control.look, self.playback_control.size, self.overlay)

    def ask_next(self) -> None:
        """Ask the next player once nothing moves, and update overlay and painter."""
        stays = self._next == STAY  # False if a popup, such as a score sheet, comes first
        moves = self.playback.animation.running or self.playback.pause
        if self.model.next_unasked and stays and not moves:
            self._ask()
        self._sync_parts()

    def _ask(self) -> None:
        self.execute(self.turns.ask_next(self.app.settings))
        self.arrange()

    def _update_curtain(self, curtain: Curtain, dt: float) -> bool:
        """Advance a curtain by `dt` s. Return True if the scene behind it stands still."""
        curtain.update(dt)
        self._dirty |= self.handover.update(dt)
        if curtain.is_open:
            self.raise_curtain()
            self.handover.sync()  # frees its reel
            self._sync_parts()
        return not curtain.light or curtain.is_open

    def draw(self, canvas: Canvas) -> None:
        self._dirty = False
        self.painter.draw_frame(canvas, self.draw_table)

    def draw_table(self, canvas: Canvas) -> None:
        """Draw all of a table without a closed curtain."""
        self.painter.draw(canvas, self.pointer, self.overlay)
        self.addon.draw_above(canvas, self)

    # -- the match ----------------------------------------------------------------------------

    def _begin(self) -> None:
        """Start the scene: lower the curtain, or show the deal or the pending decision."""
        decision = self.session.decision
        if decision is not None and not decision.window and self.viewer.needs_curtain(decision):
            self._lower_curtain(decision.seat)
        else:
            self._deal()

    def _deal(self) -> None:
        if self.session.at == 0 and self.session.opening:
            self._dirty = True
            self.playback_control.deal()
        else:
            self._ask()

    def _play(
        self, old: Layout, before: View, events: tuple[Event, ...] = (), at: int = -2,
        just_thrown: bool = False,
    ) -> None:  # fmt: skip
        self._dirty = True
        self.playback_control.play(old, before, events, at, just_thrown)

    def submit(
        self, seat: Seat, action: Action, rest: Landing | None = None, just_thrown: bool = False
    ) -> Record | None:
        """Play an action and show it; tell the player and return None if it is not legal.

        `rest`: landing of a throw, from which its cards start; `just_thrown`: see `Submit`.
        """
        admitted = self.addon.admits(self, seat, action)
        if admitted is None:
            return None
        before, old = self.view, self.table_view.layout
        try:
            record = self.session.submit(seat, admitted)
        except Illegal as error:
            self.app.notify(str(error), "error")
            return None
        start = with_landed_cards(old, rest) if rest is not None else old
        self.show_record(record, before, start, just_thrown)
        return record

    def show_record(
        self, record: Record, before: View, old: Layout, just_thrown: bool = False
    ) -> None:
        """Animate a record that has just been played, and save the match."""
        self.model.selection = None
        self.record_throw()
        self.pointer.on_submit()
        self.flights.record(record)
        self.app.keep.autosave(self.session)
        start, at = self.pointer.take_departure(old), self.session.at - 1
        self.overlay.score.lag = self.playback.score_delay
        self.turns.on_play(record, self.addon.end_buttons() is None)
        self._play(start, before, record.events, at, just_thrown)
        self.addon.on_play(self, record)

    def record_throw(self) -> None:
        """Add the throw that has just landed to the history of throws."""
        method = self.model.input_state.current_method
        if self.addon.records() and (line := self.recorder.record_action(method)) is not None:
            self.addon.on_record(self, line)

    def record_foul(self, kind: int, method: int) -> None:
        """Add a foul to the history of throws; `kind`: index into FOULS."""
        asked = self.session.decision
        if asked is not None and (line := self.recorder.foul(asked.seat, kind, method)) is not None:
            self.addon.on_record(self, line)

    def settle(self) -> None:
        """Let the cards glide to their places after actions that are not animated one by one."""
        old, self.model.selection = self.table_view.layout, None
        self.pointer.release()
        self.app.keep.autosave(self.session)
        self._play(old, self.view)

    def finish(self) -> None:
        """End all motion at once; the next decision follows without a pause."""
        self.playback_control.finish()

    def finish_flight(self) -> None:
        """End all motion, including a flight, before a command that needs the cards at rest."""
        self.execute(self.flights.land())
        self.finish()

    # -- the curtain --------------------------------------------------------------------------

    def hide(self) -> None:
        """Hide all private cards at once."""
        viewer = self.viewer.seat
        if self.viewer.covers_hand:
            self._set_peek(False)
        elif viewer != NOBODY and self.viewer.is_shared:
            self._lower_curtain(viewer)
        elif viewer != NOBODY:
            self.model.cards_hidden = not self.model.cards_hidden
            self.arrange()

    def _set_peek(self, down: bool) -> None:
        """Show the own hand while the key is down, or the face-down cards in it."""
        if self.viewer.covers_hand:
            self.pointer.release()
        self.turns.peek(down)
        self.arrange()

    def cover_hands(self) -> None:
        """Hide all hands and wait for no answer until the next decision is asked."""
        if self.viewer.is_shared:
            self.viewer.hide()
        self.pointer.release()
        self.model.selection = None
        self.turns.forget()
        self.model.next_unasked = True
        self.arrange()

    def _lower_curtain(self, seat: Seat, light: bool = False) -> None:
        """Lower the curtain for a seat; `light`: only a strip of it."""
        self.finish()
        self.pointer.release()
        self.execute(self.turns.lower_curtain(seat, light, self.app.settings))
        self.overlay.captions.shown = []
        self.arrange()

    def raise_curtain(self) -> None:
        """Raise the curtain for the player who has held the key long enough."""
        curtain, self.model.curtain = self.model.curtain, None
        if curtain is None:
            return
        self.viewer.show(curtain.seat)
        self.model.input_state.pointer = NOWHERE  # the curtain got all pointer input
        self.playback_control.raise_curtain(0.0 if curtain.light else OPENING)
        if self.session.at == 0 and not self.session.log:
            self._deal()
        else:
            self.arrange()
            self._ask()

    # -- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> Go:
        self._dirty = True
        if not isinstance(intent, intents.Drag):  # a drag continues its press
            self._sync_parts()  # an earlier intent may have changed the state
        if not self.addon.handle(self, intent):
            self.handle_input(intent)
        self._run_requests()
        return self._take_change()

    def handle_input(self, intent: Intent) -> None:
        """Handle input of a player or of the demonstration hand."""
        if self.model.curtain is not None:
            self.handover.handle(intent)
        elif isinstance(intent, intents.Leave):
            self.pointer.release(left=True)
            if intent.focus and self.viewer.is_shared and self.viewer.seat != NOBODY:
                self.hide()
            self.overlay.layer.handle(intent)
        elif not self._offer_to_parts(intent):
            if isinstance(intent, intents.Command):
                self._handle_key(intent)
            else:
                self.execute(self.pointer.handle(intent))

    def _offer_to_parts(self, intent: Intent) -> bool:
        """Offer input to buttons, animations, computer players and the pointer; True if used."""
        used = self._press_button(intent) or self._end_motion(intent)
        if used or self.computer_players.handle(intent) or self.flights.handle(intent):
            return True
        pointer = self.model.input_state.pointer
        if isinstance(intent, intents.Hover):
            self.pointer.hover_at(intent.pos, self.overlay.covers(intent.pos))
        on_bar = self.overlay.throw_bar.rect.collidepoint(pointer)
        done = self.pointer.before_widgets(intent, on_bar)
        if done is not None:
            self.execute(done)
            return True
        return self.overlay.handle(intent)

    def _handle_key(self, intent: intents.Command) -> None:
        """Handle a key that no widget has used."""
        if intent.act == Act.PEEK and not intent.again:
            self._set_peek(intent.down)
        elif intent.act == Act.ZOOM:
            self.pointer.zoom(intent.down, self.overlay.focused)
        elif intent.down and not intent.again:
            self.do(intent.act)

    def do(self, act: Act) -> None:
        """Carry out a key or a tool button."""
        match act:
            case Act.UNDO:
                self.undo()
            case Act.REDO:
                self.redo()
            case Act.HIDE_ALL:
                self.hide()
            case Act.SORT:
                self.app.change(sorted_hand=self.model.sort_hand(self.app.settings.sorted_hand))
                self.arrange()
            case Act.HINT if not self.addon.tip(self):
                self.coach_request.toggle()
            case Act.CANCEL if self.coach_request.close():
                pass
            case Act.REPLAY if not self.playback.flying:
                self.open_slow_motion()
            case Act.CANCEL if self.overlay.cancel() or self.pointer.cancel():
                pass
            case Act.CANCEL | Act.MENU:
                self.open(self.addon.menu() or popups.TableMenu(self.overlay.popup_host))
            case _:
                wanted = self.overlay.handle_key(act)
                if wanted is None:
                    wanted = self.pointer.handle_key(act, self.overlay.focused_card)
                self.execute(wanted)

    def _press_button(self, intent: Intent) -> bool:
        """Handle a click on a button or callout; a disabled one ends the motion. True if used."""
        layer = self.overlay.layer
        if isinstance(intent, intents.Drag | intents.Release):
            return layer.holding and layer.handle(intent)
        if not isinstance(intent, intents.Grab) or intent.button != 1:
            return False
        over = layer.root.at(intent.pos)
        if over is None or not over.focusable:
            return self.overlay.press_callout(intent.pos)
        if self.pointer.pressing:  # the release of that press was lost
            self.pointer.release()
        if not over.enabled:
            self.finish_flight()
            self.ask_next()
        now = layer.root.at(intent.pos)
        if self.model.curtain is None and now is not None and now.id == over.id:
            layer.handle(intent)
        return True

    def _end_motion(self, intent: Intent) -> bool:
        """End the motion on input while cards move. Return True if the input does nothing else.

        A press on a card that can be held picks it up as well.
        """
        late = self.playback_control.is_ended_by(intent)
        if isinstance(intent, intents.Grab) and self.playback.flying:
            self._end_flight(intent)
            return True
        if late:
            self.finish()
            self.ask_next()
        if isinstance(intent, intents.Grab):
            if self.pointer.is_throwable_at(intent.pos):
                self.playback.snap_camera()
                self.arrange()
            if late and self.model.selection is not None and intent.button != 2:
                self.pointer.pick_up_late(intent)
        return late and not is_also_used(intent, self.app.settings.speech)

    def _end_flight(self, intent: intents.Grab) -> None:
        """End a flight by a press; if the card under it can be thrown next, pick it up at once."""
        gripped, looks = self.pointer.grip_at(intent.pos), self.viewer.seat
        self.flights.handle(intent)
        self.execute(self.flights.update(0.0))
        decision = self.session.decision
        if decision is None or not self.viewer.same_player(looks, decision.seat):
            return
        if is_throwable(decision, gripped[0].card) and intent.button != 2:
            self.finish()
            self.ask_next()
            self.playback.snap_camera()
            self.arrange()
            self.pointer.pick_up_late(intent, gripped)

    # -- popups and commands ------------------------------------------------------------------

    def go(self, to: Go) -> None:
        """Set the scene change: a pressed card is let go, a match put down leaves its picture."""
        if isinstance(to, Reset):
            keep_picture(self.app, self.session, self.playback_control.look, self.viewport)
        if self.pointer.pressing:
            self.pointer.release()
        super().go(to)

    def open(self, popup: Scene | None) -> None:
        """Open a popup, if any; its commands are executed when it has closed."""
        if popup is not None:
            self.go(Push(popup, self._on_popup_closed))

    def _on_popup_closed(self, result: Sequence[Command] | Intent | None) -> Go:
        """Execute the commands of a closed popup, or handle the intent that closed it."""
        if isinstance(result, Sequence):
            self.execute(result)
        elif result is not None:
            return self.handle(result)
        return self._take_change()

    def execute(self, commands: Iterable[Command]) -> None:
        """Execute commands of the parts of the table."""
        for command in commands:
            self._handlers[type(command)](command)

    def _make_handlers(self) -> dict[type, Callable[[Any], object]]:
        """Handlers by command type."""
        pointer, overlay, computer_players = self.pointer, self.overlay, self.computer_players
        host = overlay.popup_host
        return {
            say.Submit: self._play_answer,
            say.EndTurn: self._play_answer,
            say.LaunchThrow: lambda c: self.execute(self.flights.begin(c.decision)),
            say.FinishThrow: lambda c: self.submit(NATURE, c.landing.action(), c.landing),
            say.DecisionReady: lambda _: self._on_decision(),
            say.LowerCurtain: lambda c: self._lower_curtain(c.seat, c.light),
            say.TurnTable: lambda c: self.playback_control.turn_to(c.side),
            say.ShowSheet: lambda c: self._open_sheet(c.since),
            say.SpreadPile: lambda _: self.open(spread_popup(host)),
            say.InspectPile: lambda c: self.open(popups.PileInspector(host, c.zone)),
            say.ChooseFrom: lambda c: self.open(popups.ActionChooser(host, c.actions)),
            say.Refuse: lambda c: overlay.refuse(c.tried, c.at),
            say.Do: lambda c: self.do(c.act),
            say.ChooseTarget: lambda c: self.execute(pointer.choose(c.target, c.at)),
            say.PutBack: lambda _: pointer.drop_home(),
            say.ChooseMethod: lambda c: pointer.aim_tool.choose(c.method),
            say.ChangeLoft: lambda c: pointer.aim_tool.turn_loft(c.notches),
            say.AimByKeys: lambda _: pointer.aim_tool.start_keys(overlay.focused_card),
            say.StopKeys: lambda _: pointer.aim_tool.stop_keys(),
            say.RunPowerBar: lambda c: self.execute(pointer.run_power_bar(c.down)),
            say.ReportFoul: lambda c: self.record_foul(c.kind, c.method),
            say.SwitchStops: lambda c: self._switch_stops(c.player),
            say.AnswerNow: lambda _: computer_players.answer_now(),
            say.PausePlayers: lambda _: computer_players.pause(),
            say.ReorderPile: lambda c: self._reorder_pile(c.decision, c.wanted),
            say.Undo: lambda c: self._undo_decision(c.seat, c.agreed),
            say.AskUndoConsent: lambda c: self._ask_undo_consent(c.seat),
            say.AskPhones: lambda c: self.execute(self.turns.phones.ask_consent(c.seat)),
            say.ShowPhoneAway: lambda c: self.open(popups.PhoneAway(host, c.player)),
            say.Notify: lambda c: self.app.notify(c.text),
            say.Zoom: lambda c: self.zoom(c.notches, c.at),
            say.Pan: lambda c: self.pan(c.dx, c.dy),
            say.ShowAlternatives: lambda _: self.model.toggle_alternatives(),
            say.ResetCamera: lambda _: self._camera_moved(reset=True),
            say.Redraw: lambda c: self.arrange() if c.relayout else self.refresh(),
            say.OpenPopup: lambda c: self.open(c.scene),
            say.Navigate: lambda c: self.go(c.go),
            say.LeaveTable: lambda _: self.go(self.leave()),
        }

    def _play_answer(self, c: say.Submit | say.EndTurn) -> None:
        """Play the answer of a player, or ask first if it would cost much."""
        if cost := self.coach_request.warning.text(c):
            self.open(popups.CostlyMove(self.overlay.popup_host, c, cost))
        elif isinstance(c, say.EndTurn):
            self.submit(c.seat, self.session.end_turn(c.seat))
        else:
            self.submit(c.seat, c.action, just_thrown=c.just_thrown)

    def _on_decision(self) -> None:
        """Lay out the table and update the hover once a player can choose."""
        self.arrange()
        self.pointer.hover_at(at := self.model.input_state.pointer, self.overlay.covers(at))

    def _open_sheet(self, since: int | None) -> None:
        """Open the score sheet; `since`: its first new row, for which all hands are hidden."""
        if since is not None:
            self.cover_hands()
        self.open(ScoreSheet.of(self.overlay.popup_host, since))

    def _ask_undo_consent(self, seat: Seat) -> None:
        """Ask everybody at the screen whether a seat may undo what they have seen."""
        self.cover_hands()
        self.open(popups.UndoConsent(self.overlay.popup_host, seat))

    def _switch_stops(self, player: int) -> None:
        """Change how often a player is asked to react, and save it with the match."""
        next_stop_level(self.session, player)
        self.app.keep.autosave(self.session)

    def _undo_decision(self, seat: Seat, agreed: bool) -> None:
        before, old = self.view, self.table_view.layout
        undo.undo_decision(self.session, seat, agreed)
        self.show_other_position(before, old)

    def _reorder_pile(self, decision: Decision, wanted: Sequence[CardId]) -> None:
        """Put the cards of a pile in order; only the effect of the last action is animated."""
        last = play_chain(self.session, decision, wanted)
        self.arrange()
        asked = self.session.decision
        if last is not None and asked is not None:
            self.submit(asked.seat, last)
        else:
            self.settle()

    # -- back and forth -----------------------------------------------------------------------

    def undo(self) -> None:
        self.finish_flight()
        self.execute(undo.undo_commands(self.model, self.app.settings.undo_consent))

    def redo(self) -> None:
        if self.session.can_redo:
            self.finish_flight()
            before, old = self.view, self.table_view.layout
            undo.redo(self.session)
            self.show_other_position(before, old)

    def open_slow_motion(self) -> None:
        """Open the slow-motion replay of the last throw."""
        if self.model.last_throw is None:
            return

        def framed(look: Look, size: tuple[int, int]) -> Viewport:
            self.layout(look, size)
            return self.viewport

        self.open(SlowMotion(self.app, self.model.last_throw, ThrowScene.at(self.model, framed)))

    def show_other_position(self, before: View, old: Layout) -> None:
        """Show the position after an undo or redo: cards glide to their places there."""
        self.model.selection = None
        self.computer_players.forget()
        self.pointer.release()
        self.app.keep.autosave(self.session)
        decision = self.session.decision
        self.turns.mark_sheet_seen()
        if decision is not None and not decision.window and self.viewer.needs_curtain(decision):
            self._lower_curtain(decision.seat)
        else:
            self._play(old, before)
        self.addon.on_undo(self)

    def leave(self) -> Go:
        """Save, and return the scene change that leaves the table."""
        self.computer_players.leave()
        self.coach_request.close()
        self.rescue()
        return self.addon.leave()

    def zoom(self, notches: float, pos: tuple[float, float]) -> None:
        """Zoom around the point `pos` px."""
        self.playback.camera_control.zoom(notches, pos, self.viewport)
        self._camera_moved()

    def pan(self, dx: float, dy: float) -> None:
        """Move the camera by (dx, dy) px."""
        self.playback.camera_control.pan(dx, dy, self.viewport)
        self._camera_moved()

    def _camera_moved(self, reset: bool = False) -> None:
        if reset:
            self.playback.camera_control.reset()
        if self.playback.animation.running:
            self.playback_control.cut_short()
            self.ask_next()
        self.arrange()
