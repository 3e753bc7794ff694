"""List of all outputs of a match to a seat: the program shows no output that is not listed.

tests/games/test_two_worlds.py reads the whole list in two worlds that a seat cannot tell apart;
tests/test_outputs.py compares it with the code by which the screen, the text client, the command
line and the environments get words and values of a match.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

from pygame import Rect

from castlecards import text_client
from castlecards.content import characters
from castlecards.core import expressions, narration, table_words
from castlecards.core.action import Action
from castlecards.core.cards import NATURE
from castlecards.core.session import HUMAN, Session
from castlecards.core.view import View
from castlecards.envs import numbers
from castlecards.envs.match import Match
from castlecards.phones import choice, message
from castlecards.phones.answer import OptionAnswer
from castlecards.players import analysis, analysis_text, best_line, coach, talk
from castlecards.players.analysis import TurningPoint
from castlecards.players.player import Question, Think
from castlecards.players.seating import Seating
from castlecards.playout import MOST_ACTIONS
from castlecards.settings import Settings
from castlecards.ui.table.flow.computer_players import ComputerPlayers
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay import move_list
from castlecards.ui.table.overlay.spoken_table import SpokenTable
from castlecards.ui.table.overlay.widgets import SpotWidget
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.viewer import Viewer

COMPUTER = "knight"  # kind of every player but the reader
Reader = Callable[[Session[Any], int], Any]  # what a seat gets of a match now, or None


@dataclass(frozen=True)
class Output:
    """Output with the function that gives it, named from `castlecards` on."""

    source: str  # "core.game.Game.facts"
    read: Reader
    every: int = 1  # read at every n-th moment


def asked_seat(session: Session[Any]) -> int | None:
    decision = session.position.decision
    return None if decision is None else decision.seat


def at_decision(give: Callable[[Session[Any], int], Any]) -> Reader:
    """Wrap a reader that works only while this seat decides."""
    return lambda s, seat: give(s, seat) if asked_seat(s) == seat else None


def at_record(give: Callable[[Session[Any], int, int], Any]) -> Reader:
    """Wrap a reader of the last line of the log, which it gets as the third argument."""
    return lambda s, seat: give(s, seat, len(s.log) - 1) if s.log else None


def for_all(give: Callable[[Session[Any], int], Any]) -> Reader:
    """Wrap a reader that is called for the seat and for the public."""
    return lambda s, seat: (give(s, seat), give(s, NATURE))


def with_print(give: Callable[[Session[Any], int, io.StringIO], Any]) -> Reader:
    """Wrap a function that prints: its output and its result."""

    def read(session: Session[Any], seat: int) -> Any:
        out = io.StringIO()
        return give(session, seat, out), out.getvalue()

    return read


def attempts(session: Session[Any]) -> Iterator[Action]:
    """Return actions that a player could try: cards of all players, moved anywhere."""
    pos, chance = session.position, Random(session.position.shuffles)
    for _ in range(6):
        card, zone = chance.randrange(pos.box.size), chance.randrange(-1, len(pos.zones))
        yield Action(chance.choice(["lay", "toss", "pass", "give"]), (card,), to=zone)


def actions(session: Session[Any], seat: int) -> Iterator[tuple[Action, View]]:
    """Return the last action and the options of this seat, with its view then."""
    if session.log:
        yield session.log[-1].action, session.shown(seat, len(session.log) - 1)
    seen = session.shown(seat)
    for action in seen.decision.options if seen.decision is not None else ():
        yield action, seen


def coach_hint(session: Session[Any], seat: int) -> Any:
    """Return the coach's hint, with little search."""
    advice = session.game.advice
    if advice is None:
        return None
    return coach.advise(advice, *Seating(session, {}).coach_input(seat), Think(12, seed=session.at))


LINES: WeakKeyDictionary[Session[Any], tuple[tuple[int, int], best_line.BestLine]] = (
    WeakKeyDictionary()
)  # last line of each match, with the moment and the seat


def with_coach_line(give: Callable[[Session[Any], int, best_line.BestLine], Any]) -> Reader:
    """Wrap a function that words the line of the coach's hint."""

    def read(session: Session[Any], seat: int) -> Any:
        advice = session.game.advice
        if advice is None:
            return None
        now = session.at, seat
        if session not in LINES or LINES[session][0] != now:
            think = Think(150, seed=session.at)
            line = coach.advise(advice, *Seating(session, {}).coach_input(seat), think).line
            LINES[session] = now, line
        return give(session, seat, LINES[session][1])

    return read


def costs(session: Session[Any], seat: int) -> Any:
    """Return the costs of the options, with little search."""
    advice = session.game.advice
    if advice is None:
        return None
    return coach.option_costs(
        advice, *Seating(session, {}).coach_input(seat), Think(60, seed=session.at)
    )


def question(session: Session[Any], seat: int) -> Any:
    """Return the worker's question, if a computer player had this seat."""
    kinds, session.kinds = session.kinds, (COMPUTER,) * session.players
    try:
        decision = session.position.decision
        if decision is None or session.game.advice is None:
            return None
        return without_advice(Seating(session, {}).question(decision))
    finally:
        session.kinds = kinds


def ahead(session: Session[Any], seat: int) -> Any:
    """Return the worker's question while another seat decides, if a Monarch had this seat.

    None if it is about another seat of the same player."""
    kinds, mine = session.kinds, session.owner(seat)
    session.kinds = tuple(["monarch" if p == mine else HUMAN for p in range(session.players)])
    try:
        decision = session.position.decision
        if decision is None or decision.seat < 0 or session.owner(decision.seat) == mine:
            return None
        given = Seating(session, {}).ponder_question(decision)
        if isinstance(given, Question) and given.view.seat != seat:
            return None
        return given and without_advice(given)
    finally:
        session.kinds = kinds


def remark(session: Session[Any], since: int) -> Any:
    """Return the remark about the records from `since` on, if characters played."""
    own, session.characters = session.characters, ("roth",) * session.players
    try:
        return talk.remark(session, characters(), since)
    finally:
        session.characters = own


def without_advice(question: Any) -> Any:
    """Return the parts of a question that follow from the match."""
    if not isinstance(question, Question):
        return question
    return question.view, question.events, question.think, question.thrower


def task(session: Session[Any], seat: int) -> Any:
    """Return the input of the analysis of a match that goes on."""
    if session.game.advice is None or not session.log or narration.default_reader(session) != seat:
        return None
    found = analysis.analysis_task(session)
    if not isinstance(found, analysis.AnalysisTask):
        return found
    return found.positions, found.log, found.opening, found.seed, found.reader


def with_review(give: Callable[[Session[Any], TurningPoint, analysis.Analysis], Any]) -> Reader:
    """Wrap a reader of a review in which every choice of this seat was a mistake."""

    def read(session: Session[Any], seat: int) -> Any:
        points = [
            TurningPoint(at, seat, -0.3, better=record.action)
            for at, record in enumerate(session.log)
            if record.seat == seat == narration.default_reader(session)
        ]
        whole = analysis.Analysis((), {}, tuple(points))
        return give(session, points[-1], whole) if points else None

    return read


def beat(session: Session[Any], seat: int) -> Any:
    """Return the thinking time of another player as the screen shows it."""
    decision = session.position.decision
    if decision is None or decision.seat < 0 or session.game.advice is None:
        return None
    if not session.is_computer(session.owner(decision.seat)):
        return None
    nothing = lambda *_, **__: None  # noqa: E731
    thinker = SimpleNamespace(start=nothing, ask=nothing, cancel=nothing)
    app = SimpleNamespace(settings=Settings(), characters={}, thinker=thinker, notify=nothing)
    model = SimpleNamespace(session=session, viewer=Viewer(session, seat))
    players: Any = ComputerPlayers(app, model)  # type: ignore[arg-type]
    return players.ask(decision, 0.0), players._delay


def terminal_prompt(session: Session[Any], seat: int, out: io.StringIO) -> Any:
    """Return what the terminal shows before an answer, if the player is asked for one.

    Where an answer is given for the player, the terminal would play on and change the match.
    """
    decision = session.position.decision
    if decision is None or session.automatic_answer(decision) is not None:
        return None
    return text_client.play(session, io.StringIO("quit\n"), out)


def pile_texts(session: Session[Any], seat: int) -> Any:
    """Return the cards of all zones in words."""
    seen, marks = session.shown(seat), session.game.marks
    named = lambda card: face.key if (face := seen.face(card)) else ""  # noqa: E731
    return [[*table_words.pile_words(seen, held, marks, named)] for held in seen.position.zones]


def cards_seen(session: Session[Any], seat: int) -> list[bool]:
    shown = session.shown(seat)
    return [table_words.is_seen(shown, card) for card in range(session.position.box.size)]


def with_speech(give: Callable[[SpokenTable, list[Target]], Any]) -> Reader:
    """Wrap a reader of what speech says at a table, with all its cards and places."""

    def read(session: Session[Any], seat: int) -> Any:
        said = SpokenTable(TableModel(session, Viewer(session, seat)))
        said._told = max(session.at - 1, narration.DEAL)
        pos = session.position
        spots = [Target(card, pos.zone_of(card)) for card in range(pos.box.size)]
        spots += [Target(held[-1] if held else -1, zone) for zone, held in enumerate(pos.zones)]
        return give(said, spots)

    return read


def spot_widget(target: Target) -> SpotWidget:
    return SpotWidget("", "", target, Rect(0, 0, 1, 1), lambda: None)


MATCHES: WeakKeyDictionary[Session[Any], Match] = WeakKeyDictionary()  # by session, as far as read


def played(session: Session[Any]) -> Match | None:
    """Return the same match as an environment has it."""
    if session.game.advice is None or min(session.owners) < 0:
        return None
    match = MATCHES.get(session)
    if match is None:
        match = MATCHES[session] = Match.__new__(Match)
        match._begin(session.game, session.owners, session.start.copy(), MOST_ACTIONS)
    for record in session.log[match.turn :]:
        match.play(record.action)
    return match


def environment(give: Callable[[Match, int], Any]) -> Reader:
    """Wrap a reader of the environment for the player of this seat alone."""

    def read(session: Session[Any], seat: int) -> Any:
        player = session.owner(seat)
        match = played(session) if session.owners.count(player) == 1 else None
        return None if match is None else give(match, player)

    return read


def of(name: str, read: Reader, every: int = 1) -> Output:
    return Output(f"core.game.Game.{name}", read, every)


def story_output(name: str, read: Reader, every: int = 1) -> Output:
    return Output(f"core.narration.{name}", read, every)


PAGES = 12  # moments between two reads of a long output
OUTPUTS = (
    # the table: its cards, and what everybody can see
    Output("core.session.Session.shown", lambda s, seat: s.shown(seat)),
    Output("core.session.Session.view", lambda s, seat: s.view(seat)),
    Output("core.session.Session.public", lambda s, seat: s.public),
    Output("core.session.Session.can_undo", lambda s, seat: (
        s.can_undo(seat), s.can_undo(seat, True))),
    Output("core.session.Session.is_undo_barrier", at_record(lambda s, seat, last: (
        s.is_undo_barrier(last)))),
    of("facts", lambda s, seat: (s.game.facts(s.position), s.game.facts(s.shown(seat).position))),
    of("phases", lambda s, seat: s.game.phases(s.position)),
    of("phase_now", lambda s, seat: s.game.phase_now(s.position)),
    of("sheet", lambda s, seat: s.game.sheet(s.position)),
    of("badges", lambda s, seat: s.game.badges(s.position)),
    of("sites", lambda s, seat: s.game.sites(s.position, TableWear(s).at(s.at))),
    of("effect", lambda s, seat: s.game.effect(s.position)),
    of("ending", lambda s, seat: s.game.ending(s.position)),
    of("ladder", lambda s, seat: s.game.ladder(s.position)),
    of("suit_colours", lambda s, seat: s.game.suit_colours(s.position)),
    of("turn", lambda s, seat: s.game.turn(s.position)),
    of("tallies", lambda s, seat: s.game.tallies(s.position, seat)),
    of("clash", lambda s, seat: s.game.clash(s.position)),
    of("is_decided", lambda s, seat: s.game.is_decided(s.position)),
    of("scored_throw", at_record(lambda s, seat, last: (
        s.game.scored_throw(s.positions[last], s.log[last].action)
        if s.log[last].seat == NATURE else None))),
    # for one seat alone: what it is asked, and what it may do
    of("form", lambda s, seat: s.game.form(s.shown(seat))),
    of("own_badges", lambda s, seat: s.game.own_badges(s.shown(seat))),
    of("roles", lambda s, seat: s.game.roles(s.shown(seat))),
    of("refusal", lambda s, seat: [s.game.refusal(s.shown(seat), each) for each in attempts(s)]),
    of("why_not", lambda s, seat: [s.game.why_not(s.shown(seat), each) for each in attempts(s)]),
    of("describe", lambda s, seat: [s.game.describe(*each) for each in actions(s, seat)] or None),
    of("outcome_preview", at_decision(lambda s, seat: [
        s.game.outcome_preview(s.shown(seat), each) for each in s.position.decision.options])),
    Output("core.session.Session.passes_left", at_decision(
        lambda s, seat: s.passes_left(s.position.decision))),
    Output("core.session.Session.decision", at_decision(lambda s, seat: s.decision)),
    # what happened: move list, captions, sounds, recap, story
    story_output("seat_names", for_all(lambda s, seat: narration.seat_names(s, seat))),
    story_output("lines", at_record(lambda s, seat, last: narration.lines(s, last, seat))),
    story_output("masked_events", at_record(lambda s, seat, last: narration.masked_events(
        s, last, seat, [each for each in s.log[last].events if narration._is_line(each)]))),
    story_output("caption", at_record(lambda s, seat, last: [
        narration.caption(s, each, reader=seat) for each in narration.lines(s, last, seat)])),
    story_output("waits_for_reader", at_record(lambda s, seat, last: [
        narration.waits_for_reader(s, each) for each in narration.lines(s, last, seat)])),
    story_output("sound_kind", at_record(lambda s, seat, last: [
        narration.sound_kind(s, each) for each in narration.lines(s, last, seat)])),
    story_output("acting_seat", at_record(lambda s, seat, last: narration.acting_seat(s, last))),
    story_output("heading", at_record(lambda s, seat, last: narration.heading(s, seat, last))),
    story_output("moment_title", at_record(lambda s, seat, last: [
        narration.moment_title(s, event, last) for event in narration.lines(s, last, NATURE)])),
    story_output("pending_clash", for_all(lambda s, seat: narration.pending_clash(s, seat))),
    story_output("open_clash", for_all(lambda s, seat: narration.open_clash(s, seat))),
    story_output("newest", for_all(lambda s, seat: narration.newest(s, seat))),
    Output("core.expressions.expressions", lambda s, seat: expressions.expressions(s)),
    Output("core.expressions.emotions", lambda s, seat: [*expressions.emotions(s, 3)]),
    Output("core.expressions.turn_count", lambda s, seat: expressions.turn_count(s)),
    Output("players.talk.remark", lambda s, seat: (s.at, remark(s, 0), remark(s, s.at - 1))),
    story_output("sentences", for_all(
        lambda s, seat: narration.sentences(s, seat, s.at - 1, s.at))),
    story_output("first_unseen", lambda s, seat: narration.first_unseen(s, seat)),
    story_output("news", lambda s, seat: (
        narration.news(s, seat), narration.news(s, seat, seat)), PAGES),
    story_output("recap", lambda s, seat: (
        narration.recap(s, seat), narration.recap(s, seat, seat)), PAGES),
    story_output("chapters", for_all(lambda s, seat: narration.chapters(s, seat)), PAGES),
    Output("ui.table.overlay.move_list.line_text", at_record(
        lambda s, seat, last: move_list.line_text(s, last, seat))),
    Output(
        "ui.table.overlay.move_list.latest_move", lambda s, seat: move_list.latest_move(s, seat)),
    # the words of the terminal and of speech
    Output("core.table_words.fact_lines", lambda s, seat: table_words.fact_lines(s)),
    Output("core.table_words.pile_words", pile_texts),
    Output("core.table_words.is_seen", cards_seen),
    Output("ui.table.overlay.spoken_table.SpokenTable.new_sentences", with_speech(
        lambda said, spots: said.new_sentences())),
    Output("ui.table.overlay.spoken_table.SpokenTable.spot", with_speech(
        lambda said, spots: [said.spot(each) for each in spots]), PAGES),
    Output("ui.table.overlay.spoken_table.SpokenTable.details", with_speech(
        lambda said, spots: [said.details(spot_widget(each), "") for each in spots]), PAGES),
    # computer players and the coach
    Output("players.seating.Seating.coach_input", lambda s, seat: (
        Seating(s, {}).coach_input(seat)), PAGES),
    Output("players.seating.Seating.events_seen", lambda s, seat: (
        Seating(s, {}).events_seen(seat)), PAGES),
    Output("players.seating.Seating.question", at_decision(question), PAGES),
    Output("players.seating.Seating.ponder_question", ahead, PAGES),
    Output("players.coach.advise", at_decision(coach_hint), PAGES),
    Output("players.best_line.line_text", at_decision(with_coach_line(
        lambda s, seat, line: best_line.line_text(s, seat, line))), PAGES),
    Output("players.best_line.fear_text", at_decision(with_coach_line(
        lambda s, seat, line: best_line.fear_text(s, seat, line))), PAGES),
    Output("players.coach.option_costs", at_decision(costs), PAGES),
    Output("ui.table.flow.computer_players.ComputerPlayers.ask", beat),
    Output("players.analysis.analysis_task", task, PAGES),
    Output("players.analysis_text.main_points", with_review(
        lambda s, point, whole: analysis_text.main_points(s, whole)), PAGES),
    Output("players.analysis_text.decisive_point", with_review(
        lambda s, point, whole: analysis_text.decisive_point(s, whole)), PAGES),
    Output("players.analysis_text.point_words", with_review(
        lambda s, point, whole: analysis_text.point_words(s, point)), PAGES),
    Output("players.analysis_text.whole_text", with_review(
        lambda s, point, whole: analysis_text.whole_text(s, whole)), PAGES),
    # the terminal
    Output("text_client.play", at_decision(with_print(terminal_prompt)), PAGES),
    Output("text_client.story", with_print(
        lambda s, seat, out: text_client.story(s, seat, out)), PAGES),
    Output("text_client.retell", with_print(
        lambda s, seat, out: text_client.retell(s, out)), PAGES),
    # phones
    Output("phones.message.phone_message", lambda s, seat: message.phone_message(s, seat)),
    Output("phones.choice.choice_of", at_decision(lambda s, seat: choice.choice_of(
        s, seat, OptionAnswer(message.question_id(s, 0), 0)))),
    Output("phones.message.sheet_of", lambda s, seat: message.sheet_of(s)),
    # environments
    Output("envs.numbers.observed", environment(
        lambda m, player: numbers.observed(m, player)), PAGES),
    Output("envs.numbers.private", environment(
        lambda m, player: numbers.private(m, player)), PAGES),
    Output("envs.numbers.public", environment(lambda m, player: numbers.public(m)), PAGES),
    Output("envs.numbers.length", environment(lambda m, player: numbers.length(m)), PAGES),
    Output("envs.numbers.sections", environment(lambda m, player: numbers.sections(m)), PAGES),
    Output("envs.match.Match.view", environment(lambda m, player: m.view(player)), PAGES),
    Output("envs.match.Match.information_state", environment(
        lambda m, player: m.information_state(player)), PAGES),
    Output("envs.match.Match.options", at_decision(
        environment(lambda m, player: m.options())), PAGES),
    Output("envs.match.Match.partial", at_decision(
        environment(lambda m, player: m.partial)), PAGES),
    Output("envs.match.Match.rewards", environment(lambda m, player: m.rewards()), PAGES),
)  # fmt: skip

# The scenes of the screen: by what a scene is compared, picture and words, or why it shows nothing
# of a match under way.
FRAMES = "tests/ui/table/test_frames.py"
REVIEW = "writes what players.analysis_text gives"
OVER = "of a match that is over"
ALONE = "of practice: one person, no hidden card"
NO_MATCH = "shows no match"
BASE = "a base of others"
SCENES = {
    "AnalysisPage": REVIEW,
    "ReorderDialog": FRAMES,
    "ThrowTuner": ALONE,
    "ActionChooser": FRAMES,
    "ChoiceSheet": NO_MATCH,
    "UndoConsent": FRAMES,
    "CostlyMove": "asks whether to play a move, by what players.coach.option_costs says",
    "CrashPage": NO_MATCH,
    "FilmDialog": "the table, drawn from core.session.Session.shown",
    "Credits": NO_MATCH,
    "KeySheet": NO_MATCH,
    "PrivatePopup": BASE,
    "LevelResult": ALONE,
    "MistakeResult": REVIEW,
    "Library": "the table, drawn from core.session.Session.shown",
    "Lobby": "shows who plays where, and secrets of phones, but no match",
    "PhoneAway": "says whose phone is out of reach",
    "Dialog": BASE,
    "Editor": ALONE,
    "PileInspector": FRAMES,
    "Menu": BASE,
    "AlreadyOpen": NO_MATCH,
    "TablePopup": BASE,
    "Overlay": BASE,
    "Page": BASE,
    "Picker": NO_MATCH,
    "Practice": ALONE,
    "TableQuestion": "asks whether to leave or to save",
    "RangeSetup": ALONE,
    "PlaytestResult": ALONE,
    "NameDialog": NO_MATCH,
    "ProfilesPage": NO_MATCH,
    "Replay": "the table, drawn from core.session.Session.shown",
    "Result": OVER,
    "Rulebook": NO_MATCH,
    "SaveAsDialog": "asks for the name of a file",
    "ScoreSheet": FRAMES,
    "SolutionSearch": ALONE,
    "SettingsPage": NO_MATCH,
    "Setup": NO_MATCH,
    "SlowMotion": "the table, drawn from core.session.Session.shown",
    "SpreadDialog": FRAMES,
    "Statistics": NO_MATCH,
    "TableMenu": FRAMES,
    "TableScene": FRAMES,
    "Throws": NO_MATCH,
    "ThrowCoach": NO_MATCH,
    "Medals": NO_MATCH,
    "RivalReplay": ALONE,
    "Today": NO_MATCH,
    "Title": NO_MATCH,
    "PlaybackScreen": BASE,
}
