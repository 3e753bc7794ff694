"""Turn flow: decides who acts next and if a curtain or a reaction window comes first.

`ask_next` runs when all cards are at rest, `update` as time passes. The turn flow also decides
whose cards are visible meanwhile; it returns everything else as commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import NATURE, Seat
from castlecards.core.referee import Bot, Computer, Human, Over, Physics, Waive, due
from castlecards.core.rng import noise
from castlecards.core.session import Record, Session
from castlecards.ui.routes import Result
from castlecards.ui.scene import Reset
from castlecards.ui.table.commands import (  # fmt: skip
    Command,
    DecisionReady,
    LaunchThrow,
    LowerCurtain,
    Navigate,
    ShowSheet,
    SpreadPile,
    Submit,
    TurnTable,
)
from castlecards.ui.table.flow.computer_players import AT_ONCE, WINDOW, ComputerPlayers
from castlecards.ui.table.flow.phones import PhoneFlow
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.viewer import NOBODY, Curtain

if TYPE_CHECKING:
    from castlecards.settings import Settings
    from castlecards.ui.services import Services

BOT_DELAY = 0.55  # s until a simple bot answers
SHORT = 0.35  # s that a reaction window lasts if its player is not asked or is a bot
RESULT_DELAY = 0.6  # s that the table stands still before the closing scene


class TurnFlow:
    """Turn flow of one match."""

    def __init__(self, app: Services, model: TableModel, computer_players: ComputerPlayers) -> None:
        self.model = model
        self.computer_players = computer_players
        self.phones = PhoneFlow(app, model, computer_players.seating)
        self.new_decision: Decision | None = (
            None  # just asked: cards may have to be spread out for it
        )
        self._delay = 0.0  # s
        self._result_in: float | None = None  # s until the result; None: the match goes on
        self._seen_rows = self._sheet_rows()

    @property
    def ends(self) -> bool:
        """True while the end of the match is shown, and until its closing scene opens."""
        shows = self.model.session.over and self.model.playback.plays
        return shows or self._result_in is not None

    # -- at rest ------------------------------------------------------------------------------

    def ask_next(self, settings: Settings) -> list[Command]:
        """Ask the next player, once all cards are at rest."""
        model = self.model
        model.next_unasked = False
        early = self.computer_players.is_asked(model.session.decision)
        self._forget_people()
        if not early:
            self.computer_players.forget()
        self._delay = self._delay_of(settings, model.session.decision)
        before = self._seen_rows
        self.mark_sheet_seen()
        if self._seen_rows > before:
            self.phones.publish()  # they do not wait until the sheet is closed
            if self._result_in is None:  # a closing scene counts the points itself
                return [ShowSheet(before)]  # `ask_next` runs again when it is closed
        match due(model.session):
            case Physics(decision):
                return [LaunchThrow(decision)]
            case Waive(decision, _):
                model.waived = decision
            case Human(decision):
                return self._ask_person(decision, settings)
            case Computer(decision):
                if not early:
                    self.computer_players.ask(decision, self._delay)
                if decision.window:  # it must not show that somebody is asked
                    model.waived = decision
        return []

    def on_play(self, record: Record, has_result: bool) -> None:
        """Note a record that has just been played: ask early, or start the time until the result.

        `has_result`: the result page opens at the end; by itself if a closing scene comes first."""
        session = self.model.session
        ends = session.over and has_result
        scene = ends and (session.start.box.field is not None or _has_ending(session))
        self._result_in = RESULT_DELAY if scene else None
        self._ask_early(record)

    def _ask_early(self, record: Record) -> None:
        """Ask a computer player while cards still move, if a person waits for its throw, or while
        the callout of the throw before its turn is held.

        It answers no sooner than once all cards are at rest. Reaction windows are not asked early.
        """
        holds = record.seat == NATURE and self.model.playback.holds_callout
        if not (holds or self.model.viewer.throws_alone):
            return
        asked = due(self.model.session)
        if isinstance(asked, Computer) and not asked.decision.window:
            self.computer_players.ask(asked.decision, self._delay)

    def _open_result(self, dt: float) -> list[Command]:
        """Open the result by itself once that time has passed; nothing after an undo."""
        if self._result_in is None:
            return []
        self._result_in -= dt
        if self._result_in > 0:
            return []
        self._result_in = None
        return [Navigate(Reset(Result(self.model.session, closing=True)))]

    def _ask_person(self, decision: Decision, settings: Settings) -> list[Command]:
        model = self.model
        if model.viewer.is_on_phone(decision.seat):
            if not (model.peeking and model.viewer.covers_hand):
                model.viewer.hide()
            return []
        if model.viewer.needs_key(decision):
            model.window = decision if decision.window else None
            return []
        if not model.viewer.needs_curtain(decision):
            model.viewer.ask(decision)
            model.ask(decision)
            self.new_decision = decision
            return [*self.turn_table_to(decision.seat, settings), DecisionReady()]
        if not decision.window:
            return [LowerCurtain(decision.seat, self._after_window())]
        model.viewer.hide()
        model.window = decision
        return []

    def peek(self, down: bool) -> None:
        """Note that the key which shows the hand is down or up.

        Among people with phones, the only one at the screen is asked while it is down.
        """
        self.model.peeking = down
        if self.model.viewer.covers_hand:
            self.model.viewer.seat = self.model.viewer.seat_here() if down else NOBODY
            self._forget_people()
            self.model.next_unasked = True

    def forget(self) -> None:
        """Cancel the current decision."""
        self._forget_people()
        self.computer_players.forget()

    def _forget_people(self) -> None:
        """Withdraw the question to a person."""
        self.model.forget()
        self.new_decision = None

    def _after_window(self) -> bool:
        """True if a reaction window has just been answered without showing a hand."""
        session = self.model.session
        if self.model.viewer.seat != NOBODY or not session.at:
            return False
        asked = session.positions[session.at - 1].decision
        return asked is not None and bool(asked.window)

    def _delay_of(self, settings: Settings, decision: Decision | None) -> float:
        """Delay until an automatic answer, s; the same for every reaction window."""
        short = AT_ONCE if settings.instant else SHORT / max(settings.animation_speed, 0.5)
        if decision is not None and decision.window:
            return max(short, WINDOW if self.computer_players.any_seated else 0.0)
        if isinstance(due(self.model.session), Waive):
            return short
        return BOT_DELAY / max(settings.animation_speed, 0.5)

    def turn_table_to(self, seat: Seat, settings: Settings) -> list[Command]:
        """Commands that turn the table so that `seat` is at the bottom of the screen."""
        session, viewer = self.model.session, self.model.viewer
        if not viewer.plays_here(seat) or not (settings.turn_table or not viewer.is_shared):
            return []
        return [TurnTable(session.position.box.sides[seat])]

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float) -> list[Command]:
        """Advance by `dt` seconds at rest: the clock, simple bots and unused reaction windows."""
        model, session = self.model, self.model.session
        found = self.phones.update(dt)
        if found or model.next_unasked:
            return found
        if self.new_decision is not None:
            self.new_decision = None
            found.append(SpreadPile())
        asked = due(session)
        if isinstance(asked, Over):
            return found + self._open_result(dt)
        self._result_in = None
        if isinstance(asked, Physics):
            return found
        decision = asked.decision
        timed = bool(session.clock) and session.left <= dt
        default = Submit(decision.seat, decision.default)
        if isinstance(asked, Computer):
            if not (self.computer_players.paused or decision.window):
                if timed:
                    return [*found, default]
                session.tick(dt)
            action = self.computer_players.update(dt)
            return found if action is None else [*found, Submit(decision.seat, action)]
        if model.waived is decision:
            if self.computer_players.is_halted and session.is_computer(
                session.owner(decision.seat)
            ):
                return found  # as where its player is asked
            self._delay -= dt
            action = asked.action if isinstance(asked, Waive) else PASS
            return [*found, Submit(decision.seat, action)] if self._delay <= 0 else found
        if self.phones.stops_clock(dt):
            return found
        if timed:
            return [*found, default]
        session.tick(dt)
        if isinstance(asked, Human):
            self.computer_players.ponder(decision)
        if isinstance(asked, Bot):
            self._delay -= dt
            if self._delay <= 0:
                found.append(Submit(decision.seat, self._bot_answer(asked)))
        return found

    def _bot_answer(self, asked: Bot) -> Action:
        from castlecards.bots.simple import answer

        session = self.model.session
        return answer(asked.kind, asked.decision, noise(session.seed, session.at, 1)[0])

    # -- the curtain --------------------------------------------------------------------------

    def lower_curtain(self, seat: Seat, light: bool, settings: Settings) -> list[Command]:
        """Lower the curtain for a seat; `light`: only a strip, if the table shows no secrets."""
        model, session = self.model, self.model.session
        # not what is asked: it may tell of the hand, and all read it here; a window asks openly
        phases, asked = session.game.phases(session.public), session.decision
        text = next((phase.text_for(seat) for phase in phases if phase.state == "now"), "")
        text = session.with_player_names(text)
        if asked is not None and asked.window and asked.seat == seat:
            text = session.with_player_names(asked.prompt)
        model.next_unasked = False  # asked again when the curtain opens
        self.forget()
        model.viewer.hide()
        model.playback.drop_callout()  # the next player has not thrown
        model.curtain = Curtain(seat, session.name(seat), text, light, settings.hold_time)
        self.phones.publish()
        return self.turn_table_to(seat, settings)

    # -- the score sheet ----------------------------------------------------------------------

    def _sheet_rows(self) -> int:
        session = self.model.session
        sheet = session.game.sheet(session.public)
        return len(sheet.rows) if sheet is not None else 0

    def mark_sheet_seen(self) -> None:
        """Mark all present rows of the score sheet as seen."""
        self._seen_rows = self._sheet_rows()


def _has_ending(session: Session[Any]) -> bool:
    """True if the game of a finished match has a closing scene."""
    return session.game.ending(session.public) is not None
