"""Phone flow: shows the match to the phones of its players and handles their answers.

Only the main thread applies the rules: an answer is checked against the present question, and one
to an earlier question changes nothing. A phone receives a move once the table has shown it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any

from castlecards.core.action import Decision
from castlecards.core.cards import Seat
from castlecards.core.referee import Human, due
from castlecards.core.sentence_templates import joined_list
from castlecards.core.session import Session
from castlecards.phones.answer import (
    Answer,
    CoachRequest,
    ConsentAnswer,
    OptionAnswer,
    PracticeThrow,
    ThrowAnswer,
    UndoRequest,
)
from castlecards.phones.choice import choice_of
from castlecards.phones.finger import PRACTICE, STRENGTH, flick_speed, strength_of
from castlecards.phones.message import NOTHING, Notes, phone_message, question_id
from castlecards.players.best_line import fear_text, line_text
from castlecards.players.coach import CoachHint, advise, is_coach_hint
from castlecards.players.player import Question
from castlecards.players.seating import Seating
from castlecards.texts import capital, tr
from castlecards.ui.routes import Lobby
from castlecards.ui.scene import Push
from castlecards.ui.table.coach.request import coach_question
from castlecards.ui.table.commands import (
    Command,
    Navigate,
    Notify,
    ReportFoul,
    ShowPhoneAway,
    Submit,
    Undo,
)
from castlecards.ui.table.flow.undo import ask_others
from castlecards.ui.table.model import ById, TableModel

if TYPE_CHECKING:
    from castlecards.ui.services import Services

AWAY = 20.0  # s without a sign of a phone that is asked, until the table says so
CLOCK_STOPS = 180.0  # s in all that a player's clock stands still while the phone is away
CONSENT = 30.0  # s in which all must agree to an undo
CLOCK_STEP = 5.0  # s between two messages about the time that is left
COACH_THINKS = tr("The coach is thinking …")


@dataclass
class Consent:
    """Wish of a seat to undo its last move, put to players with phones. `left`: s."""

    seat: Seat
    position: object  # at which it was made: it ends with the next move
    waits_for: set[int]
    left: float = CONSENT


class PhoneFlow:
    """Phones of one match. Without any, it does nothing."""

    def __init__(self, app: Services, model: TableModel, seating: Seating) -> None:
        self.app = app
        self.model = model
        self.seating = seating
        self.room = app.phones
        self.room.epoch += 1
        self._position: object = None  # that was published last
        self._at = 0  # its place in the log
        self._sent: dict[int, object] = {}  # key of the newest state by player
        self._notes: dict[int, Notes] = {}  # for the phone of a player alone
        self._speeds: dict[str, list[float]] = {}  # mm/s of practice throws, by device
        self._consent: Consent | None = None
        self._question: Question | None = None  # put to the coach
        self._decision: Decision | None = None  # that it is about
        self._missing_for = 0.0  # s that the table has waited for a phone out of reach
        self._stopped_for: dict[int, float] = {}  # s that the clock of a player has stood still
        self._ended = False  # True once the end of the server was told

    # -- once a frame, at rest ------------------------------------------------------------------

    def update(self, dt: float) -> list[Command]:
        """Take the answers of the phones after `dt` s more at rest, and show them the match."""
        self._follow_places()
        if not self.room.is_open:
            return []
        before, self._ended = self._ended, bool(self.room.error)
        if self._ended and not before:
            return [Navigate(Push(Lobby(self.model.session, playing=True)))]
        self._take_hint(dt)
        found = self._wait_for_consent(dt) + self._report_missing_phone(dt)
        for player, answer in self.room.answers():
            acted = any(isinstance(command, Submit | Undo) for command in found)
            found += self._handle_answer(player, answer, acted)
        if not found:
            self.publish()
        return found

    def _follow_places(self) -> None:
        """Update the viewer after a player has moved between screen and phone."""
        viewer = self.model.viewer
        if viewer.on_phones != self.room.people:
            viewer.on_phones = self.room.people
            viewer.seat = viewer.first_seat()
            self.model.forget()
            self.model.next_unasked = True
            self._sent.clear()

    def publish(self) -> None:
        """Send the state to each phone for which it has changed."""
        session, room = self.model.session, self.room
        if not room.is_open:
            return
        if session.position is not self._position:
            room.epoch += self._position is not None and session.at <= self._at  # an undo
            self._position, self._at = session.position, session.at
            self._notes = {n: Notes(thrown=told.thrown) for n, told in self._notes.items()}
        states: dict[int, bytes] = {}
        for player in room.people:
            seat, notes = self._seat_of(player), self._notes_for(player)
            clock = ceil(notes.clock / CLOCK_STEP)
            key = (ById(session.position), room.epoch, tuple(session.stops), seat,
                   replace(notes, clock=clock))  # fmt: skip
            if self._sent.get(player) != key:
                self._sent[player] = key
                coach = session.game.advice is not None
                states[player] = phone_message(session, seat, room.epoch, notes, coach)
        if states:
            room.publish(states)

    def _seat_of(self, player: int) -> Seat:
        """Seat of a player that is asked, else the first one."""
        session = self.model.session
        seats, decision = session.seats_of(player), session.decision
        return decision.seat if decision is not None and decision.seat in seats else seats[0]

    def _notes_for(self, player: int) -> Notes:
        """Present notes for the phone of a player alone."""
        session, consent = self.model.session, self._consent
        device, throws = self.room.device(player), session.start.box.field is not None
        strength = self.room.strengths.get(device, 0.0)
        practises = throws and device and not strength
        return replace(
            self._notes.get(player, NOTHING),
            consent=self._consent_question(consent)
            if consent and player in consent.waits_for
            else "",
            clock=session.left if session.clock and self._asked_player() == player else 0.0,
            practice=PRACTICE - len(self._speeds.get(device, ())) if practises else 0,
            strength=strength,
        )

    def _asked_decision(self) -> Decision | None:
        """Decision that a player is asked on a phone now."""
        asked = due(self.model.session)
        if not isinstance(asked, Human) or not self.model.viewer.is_on_phone(asked.decision.seat):
            return None
        return asked.decision

    def _asked_player(self) -> int:
        """Player who is asked on a phone now; -1 for nobody."""
        decision = self._asked_decision()
        return self.model.session.owner(decision.seat) if decision is not None else -1

    # -- answers --------------------------------------------------------------------------------

    def _handle_answer(self, player: int, answer: Answer, acted: bool) -> list[Command]:
        """Commands of an answer; `acted`: a move of this frame makes all others late."""
        match answer:
            case PracticeThrow(track):
                self._handle_practice_throw(player, track)
            case CoachRequest():
                self._ask_coach(player)
            case OptionAnswer() | ThrowAnswer() if not acted:
                return self._handle_choice(player, answer)
            case UndoRequest(question) if not acted:
                return self._handle_undo(player, question)
            case ConsentAnswer(yes) if not acted:
                return self._handle_consent(player, yes)
        return []

    def _handle_choice(self, player: int, answer: OptionAnswer | ThrowAnswer) -> list[Command]:
        """Commands of a choice, as of a person at the screen."""
        session, seat, room = self.model.session, self._seat_of(player), self.room
        strength = room.strengths.get(room.device(player), STRENGTH)
        self._sent.pop(player, None)  # the phone waits for a state, whatever comes of its answer
        found = choice_of(session, seat, answer, room.epoch, strength)
        if found is None:
            return []
        self._notes[player] = Notes(found.refusal, found.rule, thrown=found.read)
        if isinstance(answer, ThrowAnswer):
            self.model.input_state.hand_over(player)
            self.model.input_state.method = answer.method
            if found.action is None and found.foul >= 0:
                return [ReportFoul(found.foul, answer.method)]
        if found.action is None:
            return []
        return [Submit(seat, found.action, just_thrown=bool(found.read))]

    def _handle_practice_throw(
        self, player: int, track: Sequence[tuple[float, float, float]]
    ) -> None:
        """Handle a practice throw of a device; without a track it gets the usual strength."""
        device = self.room.device(player)
        speeds = self._speeds.setdefault(device, [])
        if track:
            speeds.append(flick_speed(track))
        self._sent.pop(player, None)
        if not track or len(speeds) >= PRACTICE:
            self.room.strengths[device] = strength_of(speeds) if track else STRENGTH

    # -- undo by consent ------------------------------------------------------------------------

    def _handle_undo(self, player: int, question: str) -> list[Command]:
        """Commands that undo the last move of a player, or ask the others first."""
        session = self.model.session
        if question != question_id(session, self.room.epoch):
            return []
        for seat in session.seats_of(player):
            if session.can_undo(seat):
                return [Undo(seat, agreed=False)]
            if session.can_undo(seat, consent=True):
                asks = self.app.settings.undo_consent
                return [ask_others(self.model.viewer, seat) if asks else Undo(seat)]
        return []

    def ask_consent(self, seat: Seat) -> list[Command]:
        """Ask the players with phones to agree to an undo; undo at once if there are none."""
        session = self.model.session
        others = self.model.viewer.on_phones - {session.owner(seat)}
        if not others:
            return [Undo(seat)]
        self._consent = Consent(seat, session.position, set(others))
        names = joined_list([session.names[n] for n in sorted(others)])
        return [Notify(tr("Waiting for {names} to allow the undo.", names=names))]

    def _consent_question(self, consent: Consent) -> str:
        return tr(
            "{name} wants to undo the last move. What has been seen stays seen. Do you allow it?",
            name=self.model.session.name(consent.seat),
        )

    def _handle_consent(self, player: int, yes: bool) -> list[Command]:
        """Handle an answer to a wish to undo; the move is undone once all have agreed."""
        consent = self._consent
        if consent is None or player not in consent.waits_for:
            return []
        if not yes:
            self._consent = None
            return [Notify(tr("{name} doesn’t allow it.", name=self.model.session.names[player]))]
        consent.waits_for.discard(player)
        if consent.waits_for:
            return []
        self._consent = None
        return [Undo(consent.seat)]

    def _wait_for_consent(self, dt: float) -> list[Command]:
        """End a wish after the next move, or if it was not answered in time."""
        consent, session = self._consent, self.model.session
        if consent is None:
            return []
        consent.left -= dt
        if consent.position is not session.position:
            self._consent = None
        elif consent.left <= 0.0:
            self._consent = None
            names = joined_list([session.names[n] for n in sorted(consent.waits_for)])
            return [Notify(tr("{names} didn’t answer, so the move stays.", names=names))]
        return []

    # -- the coach ------------------------------------------------------------------------------

    def _ask_coach(self, player: int) -> None:
        """Ask the coach for the player who is asked; the answer goes to that phone alone."""
        decision = self._asked_decision()
        if decision is None or self._asked_player() != player or self._question is not None:
            return
        asked = coach_question(self.app.throws, self.seating, decision)
        if asked is None:
            return
        self._question, self._decision = asked[0], decision
        self._notes[player] = Notes(coach=COACH_THINKS)
        self.app.thinker.ask(self._question, advise, is_coach_hint)

    def _take_hint(self, dt: float) -> None:
        """Note the answer of the coach for the phone that asked, once it is there."""
        question, thinker, session = self._question, self.app.thinker, self.model.session
        if question is None:
            return
        if thinker.question is not question:  # another question came first
            self._question = None
        elif isinstance(coach_hint := thinker.answer(dt), CoachHint):
            self._question = None
            decision = self._asked_decision()
            if decision is not None and decision is self._decision:
                text = " ".join(hint_sentences(session, decision.seat, coach_hint))
                self._notes[session.owner(decision.seat)] = Notes(coach=text)

    # -- phones out of reach --------------------------------------------------------------------

    def stops_clock(self, dt: float) -> bool:
        """True if the clock stands still for the next `dt` s, because the asked phone is away."""
        missing = self.room.missing
        player = self._asked_player() if missing else -1
        if player not in missing or self._stopped_for.get(player, 0.0) >= CLOCK_STOPS:
            return False
        self._stopped_for[player] = self._stopped_for.get(player, 0.0) + dt
        return True

    def _report_missing_phone(self, dt: float) -> list[Command]:
        """Report that the asked phone is out of reach, after `AWAY` s."""
        missing = self.room.missing
        player = self._asked_player() if missing else -1
        self._missing_for = self._missing_for + dt if player in missing else 0.0
        if self._missing_for < AWAY:
            return []
        self._missing_for = 0.0
        return [ShowPhoneAway(player)]


def hint_sentences(session: Session[Any], seat: Seat, coach_hint: CoachHint) -> list[str]:
    """Sentences of the coach on the best options, for the player of a seat."""
    seen, found = session.shown(seat), list[str]()
    for n, option in enumerate(coach_hint.options):
        move = session.with_player_names(session.game.describe(option.action, seen))
        words = tr("{move}: {share}", move=move, share=option.words) if option.words else move
        found += [f"{n + 1}. {capital(words)}.", *(f"{capital(why)}." for why in coach_hint.why(n))]
    about = session, seat, coach_hint.line
    return [*found, *filter(None, (line_text(*about), fear_text(*about)))]
