"""Tests of computer players: answers, delays that reveal nothing, hurry, pause and undo."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from pygame import Rect

from castlecards.content import games
from castlecards.core.action import Decision
from castlecards.core.referee import Computer, Human, due
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import Session
from castlecards.core.view import view
from castlecards.players.player import Question, choose, ponder
from castlecards.practice import throws
from castlecards.ui.kit.intents import Act
from castlecards.ui.scene import Reset
from castlecards.ui.table.flow import computer_players as module
from castlecards.ui.table.flow.computer_players import SIMPLER
from castlecards.ui.table.overlay.thinking_indicator import ThinkingIndicator
from castlecards.ui.table.scene import TableScene
from tests.games.play import sample_world
from tests.players.fake_process import FAULTS, FaultInjector
from tests.ui.driving import look
from tests.ui.table.tables import TableDriver, table

WARS = "castle_wars"
TRICKS = "tricks_of_the_trade"
BEATS = 12.0  # s: longer than any delay


def answer(play: TableDriver) -> None:
    """Answer for the person, as the clock would."""
    decision = play.session.decision
    play.table.submit(decision.seat, decision.default)


def until_asked(play: TableDriver, most: float = 120.0) -> None:
    """Run frames until a person is asked."""
    while most > 0 and play.table.selection is None and not play.session.over:
        play.feed(dt=0.05)
        most -= 0.05
    assert play.table.selection is not None or play.session.over


def until_thinking(play: TableDriver, most: float = 240.0) -> None:
    """Play until a computer player is shown to think."""
    while most > 0 and play.table.computer_players.thinking is None:
        if play.table.selection is not None:
            answer(play)
        play.feed(dt=0.05)
        most -= 0.05
    assert play.table.computer_players.thinking is not None


def test_a_computer_player_answers_by_itself_and_no_curtain_falls() -> None:
    with table(WARS, kinds=("human", "squire")) as play:
        for _ in range(12):
            until_asked(play)
            assert play.table.model.curtain is None
            assert play.table.viewer.seat == 0
            answer(play)
        assert {0, 1} == {record.seat for record in play.session.log}


@pytest.mark.long
def test_between_two_people_a_curtain_falls_and_none_before_a_computer_player() -> None:
    with table("tricks_of_the_trade", 3, kinds=("human", "squire", "human")) as play:
        asked: list[int] = []
        for _ in range(400):
            scene = play.table
            if scene.model.curtain is not None:
                asked.append(scene.model.curtain.seat)
                scene.raise_curtain()
            elif scene.selection is not None:
                answer(play)
            play.feed(dt=0.05)
        assert {*asked} == {0, 2}
        assert 1 in {record.seat for record in play.session.log}


def beat(play: TableDriver) -> float:
    """Return how long the table waits before the answer to the pending decision, s."""
    lines, seconds = len(play.session.log), 0.0
    while len(play.session.log) == lines and seconds < BEATS:
        play.feed(dt=0.01)
        seconds += 0.01
    return seconds


@pytest.mark.parametrize("game", ["castle_wars", "castle_rampage", "castle"])
def test_how_long_it_takes_does_not_follow_from_a_hidden_card(game: str) -> None:
    """At each line of a match, the time is the same if all cards that are hidden from the person
    are dealt again.
    """
    with table(game, kinds=("human", "knight"), instant=False, animation_speed=4.0) as play:
        computer_players, session = play.table.computer_players, play.session
        compared = 0
        for n in range(90):
            asked = due(session)
            decision = session.decision
            if decision is None:
                break
            if isinstance(asked, Computer) and not decision.window:
                pos = session.position
                other = sample_world(view(pos, 0), n + 1)
                beats = []
                for each in (pos, other):
                    session.positions[session.at] = each
                    assert each.decision is not None
                    beats.append(computer_players._delay_of(each.decision))
                session.positions[session.at] = pos
                assert beats[0] == beats[1] > 0
                compared += other.faces != pos.faces
            session.submit(decision.seat, decision.default)
        assert compared > 3


def test_a_window_takes_as_long_whether_somebody_is_asked_or_not() -> None:
    with table(WARS, kinds=("human", "knight"), instant=False) as play:
        beats: dict[bool, set[float]] = {False: set(), True: set()}
        for _ in range(3000):
            scene, decision = play.table, play.session.decision
            if decision is None or (len(beats[True]) and len(beats[False])):
                break
            mine = isinstance(due(play.session), Human)
            if scene.selection is not None or scene.model.window is not None:
                options = [o for o in decision.options if o.verb == "draw"]
                action = options[-1] if options else decision.default
                scene.submit(decision.seat, action)
            elif decision.window and not mine and scene.model.waived and not scene.playback.plays:
                assert scene.computer_players.thinking is None
                assert "thinking" not in scene.overlay.prompt_panel.prompt.text
                asked = isinstance(due(play.session), Computer)
                beats[asked].add(round(beat(play), 2))
                play.session.stops[1] = "never" if asked else "always"
                continue
            play.feed(dt=0.05)
        assert beats[True]
        assert beats[False]
        every = beats[True] | beats[False]
        assert max(every) - min(every) < 0.08


def test_space_makes_it_play_at_once_and_the_pause_key_holds_it_up() -> None:
    with table(WARS, kinds=("human", "squire"), instant=False, pace="slow") as play:
        until_thinking(play)
        lines = len(play.session.log)
        play.key(Act.PAUSE)
        assert play.table.computer_players.paused
        play.wait(BEATS)
        assert len(play.session.log) == lines
        assert not play.table.moving
        play.key(Act.THROW)  # step mode
        play.wait(0.3)
        assert len(play.session.log) == lines + 1
        play.wait(BEATS)
        assert len(play.session.log) <= lines + 2  # the next answer waits for the key
        play.key(Act.PAUSE)
        assert not play.table.computer_players.paused
        until_asked(play)


def test_to_peek_pauses_nobody_and_the_pause_key_is_on_every_keyboard() -> None:
    with table(WARS, kinds=("human", "squire"), instant=False, pace="slow") as play:
        until_thinking(play)
        play.key(Act.PEEK)
        assert not play.table.computer_players.paused
        bindings = play.table.app.bindings
        key = bindings.title(Act.PAUSE)
        assert len(key) == 1
        assert bindings.taken(key.lower()) == Act.PAUSE
        assert f"Pause ({key})" in [
            button.text for button in play.table.overlay.prompt_panel.buttons
        ]
        play.key(Act.PAUSE)
        thinking = play.table.computer_players.thinking
        assert thinking.key == key


def test_the_buttons_do_the_same() -> None:
    with table(WARS, kinds=("human", "squire"), instant=False, pace="slow") as play:
        until_thinking(play)
        play.driver.click("players.pause")
        assert play.table.computer_players.paused
        lines = len(play.session.log)
        play.driver.click("players.at_once")
        play.wait(0.2)
        assert len(play.session.log) == lines + 1
        play.settle()
        play.driver.click("players.pause")
        assert not play.table.computer_players.paused


@pytest.mark.long
def test_the_plate_stands_where_it_covers_no_card() -> None:
    for size in ((1280, 800), (1920, 1080), (640, 480)):
        with table(WARS, kinds=("human", "squire"), instant=False, pace="slow") as play:
            play.driver.resize(size)
            until_thinking(play)
            play.feed(dt=0.05)
            place = play.table.painter.thinking_indicator._place.rect
            cards = [spot.card for spot in play.table.table_view.layout.spots]
            rects = [
                play.table.table_view.rect_of(_thing(play.table, card))
                for card in cards
            ]  # fmt: skip
            assert place.collidelist([rect.inflate(-4, -4) for rect in rects]) < 0


def test_the_plate_comes_back_to_the_middle_once_that_is_free() -> None:
    window, seen = Rect(300, 0, 980, 800), look()
    plate = ThinkingIndicator(None)  # type: ignore[arg-type]
    first = plate.place(seen, window, 1, lambda: [Rect(300, 150, 980, 500)])
    assert not 200 < first.centery < 600
    middle = plate.place(seen, window, 2, list)
    assert 300 < middle.centery < 500
    aside = [Rect(middle.centerx, middle.bottom + 5, 50, 50)]
    assert plate.place(seen, window, 3, lambda: aside) == middle  # and does not move back


@pytest.mark.usefixtures("every_frame_drawn")
def test_that_somebody_thinks_is_not_written_over_what_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with table(WARS, kinds=("human", "squire"), instant=False, pace="slow") as play:
        until_thinking(play)
        play.feed(dt=0.05)
        drawn: list[object] = []
        monkeypatch.setattr(ThinkingIndicator, "draw", lambda *_: drawn.append(1))
        captions, at = play.table.overlay.captions, play.table.painter._thinking_rect
        for text, times in (("", 1), ("Ben drew a card.", 0)):
            captions.shown = []
            if text:
                captions.show(text)
                monkeypatch.setattr(play.table.overlay, "caption_rects", lambda _: [at])
            drawn.clear()
            play.table.refresh()
            play.driver.app._draw()
            assert len(drawn) == times


def _thing(scene: TableScene, card: int) -> Any:
    from castlecards.ui.table.input.action_matching import Target

    return Target(card, scene.session.position.zone_of(card))


@pytest.mark.long
def test_undo_goes_back_across_its_moves_while_it_thinks() -> None:
    with table("castle", kinds=("human", "squire"), instant=False, pace="slow") as play:
        until_asked(play)
        for _ in range(60):
            until_asked(play)
            session, decision = play.session, play.session.decision
            play.table.submit(decision.seat, decision.options[-1])
            while play.table.playback.plays:
                play.feed(dt=0.05)
            if isinstance(due(session), Computer) and session.can_undo(0):
                break
        at = max(n for n, record in enumerate(session.log) if record.seat == 0)
        play.table.undo()
        play.feed(dt=0.05)
        assert session.at == at
        until_asked(play)
        assert session.decision.seat == 0
        play.wait(BEATS)  # an undone decision gets no answer
        assert session.at == at


def test_a_game_is_gone_on_with_against_the_same() -> None:
    with table(WARS, kinds=("human", "squire")) as play:
        until_asked(play)
        answer(play)
        until_asked(play)
        loaded = load_session(dump_session(play.session), "save", play.app.games)
        scene = TableScene(play.app, loaded)
        play.app.follow(Reset(scene))
        play.table, play.session = scene, loaded
        for _ in range(6):
            until_asked(play)
            answer(play)
        assert 1 in {record.seat for record in loaded.log}


def test_who_is_no_character_any_more_is_told_once_and_somebody_plays() -> None:
    with table(WARS, kinds=("human", "squire")) as play:
        game = play.session.game
        session = Session(
            game, game.options(), 2, 3, ("human", "squire"), characters=("", "nobody")
        )
        scene = TableScene(play.app, session)
        play.app.follow(Reset(scene))
        assert any("nobody" in toast.text for toast in play.app.toasts.shown)
        play.table, play.session = scene, session
        until_asked(play)


def test_what_a_computer_player_throws_is_in_nobodys_record() -> None:
    with table("card_barrage", kinds=("squire", "squire"), animation_speed=4.0) as play:
        for _ in range(4000):
            play.feed(dt=0.1)
            if sum(record.action.verb == "landed" for record in play.session.log) > 1:
                break
        assert any(record.action.verb == "landed" for record in play.session.log)
        assert throws.read().throws == ()


def test_leaving_calls_the_thought_off(thinks: None) -> None:
    with table(WARS, kinds=("human", "marshal"), instant=False, pace="slow") as play:
        until_thinking(play)
        thinker = play.app.thinker
        assert thinker.busy or play.table.computer_players._choice is not None
        play.app.follow(play.table.leave())
        assert not thinker.busy


def answers(
    play: TableDriver, most: int, dt: float = 0.02
) -> Iterator[tuple[Decision, float, float]]:
    """Yield each decision of a computer player outside windows, with its planned and actual delay,
    s.
    """
    computer_players = play.table.computer_players
    for _ in range(6000):
        if not most or play.session.over:
            break
        asked, beat, passed = (
            computer_players._asked,
            computer_players._delay,
            computer_players._passed,
        )
        play.feed(dt=dt)
        if asked is not None and computer_players._asked is not asked and not asked.window:
            most -= 1
            yield asked, beat, passed + dt


def test_after_any_fault_in_a_match_the_next_question_is_answered_by_a_search(
    faults: FaultInjector, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(WARS, kinds=("knight", "knight")) as play:
        told: list[str] = []
        monkeypatch.setattr(play.app, "notify", lambda text, kind="note": told.append(text))
        thinker = faults.supervisor
        for fault in FAULTS:
            assert next(answers(play, 1, 0.05))
            assert not thinker.failed
            begun = len(faults.begun)
            faults.fail(fault)
            for _ in range(400):
                play.feed(dt=0.05)
                if len(faults.begun) > begun:
                    break
            assert len(faults.begun) == begun + 1, fault
            next(answers(play, 1, 0.05))
        assert next(answers(play, 1, 0.05))
        assert not thinker.failed
        assert len(told) == 1
        assert told[0] == SIMPLER
        assert faults.one_lives()


def test_after_space_one_legal_card_takes_as_long_as_several(faults: FaultInjector) -> None:
    faults.thorough = True
    with table(TRICKS, kinds=("knight", "knight"), pace="slow", animation_speed=4.0) as play:
        computer_players = play.table.computer_players
        seen = {True: 0, False: 0}
        for _ in range(2000):
            asked = computer_players._asked
            if asked is None or asked.window:
                play.feed(dt=0.02)
                continue
            play.key(Act.THROW)
            waited = 0.0
            while computer_players._asked is asked:
                waited += 0.02
                play.feed(dt=0.02)
            assert 0.08 <= waited <= 0.14
            seen[len(asked.options) == 1] += 1
            if seen[True] and seen[False] > 3:
                break
        assert seen[True]
        assert seen[False]


def test_space_does_without_a_process_that_stands_still(faults: FaultInjector) -> None:
    with table(WARS, kinds=("human", "marshal"), instant=False, pace="slow") as play:
        until_thinking(play)
        faults.begun[-1].stands = "stop"
        for _ in range(2000):
            if faults.begun[-1].requests and play.table.computer_players.thinking is not None:
                break
            play.feed(dt=0.05)
            if play.table.selection is not None:
                answer(play)
        lines = len(play.session.log)
        play.key(Act.THROW)
        play.wait(0.3)
        assert len(play.session.log) == lines + 1
        assert len(faults.begun) == 2
        until_asked(play)
        assert not play.app.thinker.failed


GAMES = [
    pytest.param(id, marks=[pytest.mark.long] if id == "card_barrage" else [])
    for id, game in games().items()
    if game.advice is not None
]


@pytest.mark.parametrize("instant", [True, pytest.param(False, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_one_legal_card_takes_as_long_as_several(
    game: str, instant: bool, faults: FaultInjector
) -> None:
    """The delay depends neither on the length of a search nor on the number of options.

    After a landing, the answer waits until the callout has been shown.
    """
    faults.thorough = True
    kinds = ("knight", "knight")
    read = set[float]()
    with table(game, kinds=kinds, instant=instant, pace="swift", animation_speed=4.0) as play:
        advice, dt = play.session.game.advice, 0.02
        assert advice is not None
        seen = {True: 0, False: 0}
        for decision, beat, passed in answers(play, 18 if game == TRICKS else 12, dt):
            log = play.session.log
            if not instant and len(log) > 1 and log[-2].action.verb == "landed":
                read.add(round(passed, 6))
                assert beat <= passed
            else:
                assert beat <= passed <= beat + dt + 1e-9
            seen[len(decision.options) == 1] += 1
        assert not faults.supervisor.failed
        assert seen[False]
        assert seen[True] or game != TRICKS  # to follow suit, only one card is legal there
        assert max(read, default=0.0) - min(read, default=0.0) <= dt + 1e-9


def test_frames_go_on_while_somebody_thinks(thinks: None) -> None:
    """No frame waits for the answer."""
    with table(WARS, kinds=("human", "regent"), instant=False) as play:
        until_thinking(play)
        worst = 0.0
        for _ in range(20):
            before = time.thread_time()
            play.feed(dt=1 / 60)
            worst = max(worst, time.thread_time() - before)
        assert worst < 0.2


def test_in_a_window_nothing_shows_whether_a_computer_player_is_asked() -> None:
    """No button, plate or key reveals it."""
    with table(WARS, kinds=("human", "knight"), instant=False) as play:
        seen: dict[bool, set[tuple[object, ...]]] = {False: set(), True: set()}
        for _ in range(3000):
            scene, decision = play.table, play.session.decision
            if decision is None or (seen[True] and seen[False]):
                break
            mine = isinstance(due(play.session), Human)
            if scene.model.selection is not None or scene.model.window is not None:
                options = [o for o in decision.options if o.verb == "draw"]
                scene.submit(decision.seat, options[-1] if options else decision.default)
            elif decision.window and not mine and scene.model.waived and not scene.playback.plays:
                lines = len(play.session.log)
                play.key(Act.THROW)
                at_once = len(play.session.log) > lines
                play.key(Act.PAUSE)  # pause
                play.wait(2.0)
                held = len(play.session.log) == lines
                ids = tuple(button.id for button in scene.overlay.prompt_panel.buttons)
                asked = isinstance(due(play.session), Computer)
                seen[asked].add((at_once, held, ids, scene.computer_players.thinking))
                play.key(Act.PAUSE)
                beat(play)
                play.session.stops[1] = "never" if asked else "always"
                continue
            play.feed(dt=0.05)
        assert seen[True] == seen[False]
        assert len(seen[True]) == 1
        assert next(iter(seen[True]))[:2] == (False, True)


@pytest.mark.long
def test_a_monarch_thinks_in_the_time_of_a_person(
    faults: FaultInjector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for each decision, unless settings, battery or a pause prevent it."""
    battery, ahead, ask = [False], list[Question](), faults.supervisor.ask

    def ask_and_record(question: Question, thought: Any = choose, *more: Any, **how: Any) -> None:
        if thought is ponder:
            ahead.append(question)
        ask(question, thought, *more, **how)

    monkeypatch.setattr(module, "on_battery", lambda: battery[0])
    monkeypatch.setattr(faults.supervisor, "ask", ask_and_record)
    for kind, settings, low, thinks in (
        ("monarch", {}, False, True),
        ("regent", {}, False, False),
        ("monarch", {"think_ahead": False}, False, False),
        ("monarch", {}, True, False),
    ):
        battery[0] = low
        ahead.clear()
        with table(WARS, kinds=("human", kind), warn="never", **settings) as play:
            until_asked(play)
            for _ in range(4):
                play.feed(dt=0.05)
            assert len(ahead) == thinks, (kind, settings, low)
            assert not faults.supervisor.busy
            if not ahead:
                continue
            assert (ahead[0].view.seat, ahead[0].view.decision) == (1, None)
            answer(play)
            faults.thorough = True  # the search runs until the player hurries it
            for _ in range(200):
                play.feed(dt=0.05)
                if len(ahead) > 1:
                    break
            assert faults.supervisor.busy
            play.table.turns.forget()  # as after an undo
            assert not faults.supervisor.busy
            faults.thorough = False
