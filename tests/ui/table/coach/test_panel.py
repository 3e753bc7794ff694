"""Tests of the coach at the table: asked by a key, shown at the table, played by Enter, hidden in
time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from pygame import Rect

from castlecards.core.landing import METHODS
from castlecards.players.best_line import fear_text, line_text
from castlecards.players.coach import CoachHint, OptionAdvice, advise
from castlecards.players.player import Think
from castlecards.players.seating import Seating
from castlecards.practice.throws import ThrowRecord
from castlecards.ui.kit.intents import Act, Hover, Move
from castlecards.ui.table.coach import panel
from castlecards.ui.table.coach.panel import CoachOption
from castlecards.ui.table.coach.request import FALLBACK
from castlecards.ui.table.commands import Undo
from castlecards.ui.table.input.action_matching import Target, targets_of
from castlecards.ui.table.render.arrows import FEARED, ArrowStyle
from tests.players.fake_process import FAULTS, FaultInjector
from tests.ui.shots.cards import option_shot as shot_at
from tests.ui.table.tables import TableDriver, open_table

WARS, THROWS = "castle_wars", "card_barrage"
THROWN = 5  # a deal in which the heuristics choose a throw
PATIENCE = 60.0  # s


@pytest.fixture
def play() -> Iterator[TableDriver]:
    with open_table(WARS, kinds=("human", "random")) as play:
        yield play


def ask_coach(play: TableDriver) -> list[CoachOption]:
    """Ask the coach, and return the rows of its answer."""
    play.key(Act.HINT)
    play.wait(0.1)
    return play.table.overlay.coach.rows


def has(play: TableDriver, id: str) -> bool:
    return any(widget.id == id for widget in play.table.overlay.layer.root.walk())


def test_three_options_are_told_and_nothing_is_played(play: TableDriver) -> None:
    rows = ask_coach(play)
    decision = play.session.decision
    assert decision is not None
    assert 1 < len(rows) <= 3
    assert all(decision.allows(row.advice.action) for row in rows)
    assert not play.session.log
    assert [row.chosen for row in rows].index(True) == 0
    window = Rect(0, 0, 1280, 800)
    room = play.table.overlay.coach.rect
    assert window.contains(room)
    assert all(room.contains(row.rect) for row in rows)
    assert not room.colliderect(play.table.overlay.prompt_panel.rect)


def test_the_expected_line_is_told_and_its_reply_has_an_arrow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The arrow belongs to number 1, and points at a place of the player."""
    drawn: list[tuple[Rect, ArrowStyle]] = []

    def draw(canvas: object, start: Rect, end: Rect, pen: ArrowStyle) -> None:
        drawn.append((end, pen))

    monkeypatch.setattr(panel, "draw_arrow", draw)
    session = shot_at("rampage", "strengthen", 60)
    decision, advice = session.decision, session.game.advice
    assert advice is not None
    seat = decision.seat
    coach_hint = advise(
        advice, *Seating(session, {}).coach_input(seat), Think(600, seed=session.at)
    )
    line = coach_hint.line
    assert line.fear is not None
    two = [OptionAdvice(action, 0.5, "even", ()) for action in decision.options[1:3]]
    start = session.position
    with open_table("castle_rampage", kinds=("human", "human"), start=start) as play:
        play.wait(0.2)
        play.app.draws_every_frame = True
        play.table.coach_request.show(CoachHint(tuple(two), line=line))
        play.wait(0.1)
        look = play.table.overlay.layer.look
        assert look is not None
        notes = " ".join(play.table.overlay.coach._footnotes(look, 280))
        assert line_text(play.session, seat, line) in notes
        assert fear_text(play.session, seat, line) in notes
        gate = play.table.table_view.rect_of(Target(-1, line.fear.target))
        feared = [end for end, pen in drawn if pen is FEARED]
        assert feared
        assert all(end.colliderect(gate) for end in feared)
        drawn.clear()
        play.feed(Move(0, 1))
        play.wait(0.1)
        assert drawn
        assert all(pen is not FEARED for _, pen in drawn)


@pytest.mark.long
def test_what_the_coach_covers_is_covered_whole() -> None:
    with open_table(WARS, kinds=("human", "random"), ui_scale=1.0) as play:
        ask_coach(play)
        overlay, covered = play.table.overlay, set()
        for high in range(480, 801, 20):
            play.driver.resize((1280, high))
            coach, phases = overlay.coach.rect, overlay.phases.rect
            covered.add(coach.colliderect(phases))
            assert coach.contains(phases) or not coach.colliderect(phases), high
            assert coach.bottom < overlay.prompt_panel.rect.top
        assert covered == {True, False}


def test_enter_does_what_the_coach_says(play: TableDriver) -> None:
    action = ask_coach(play)[0].advice.action
    play.key(Act.CONFIRM)
    assert play.session.log[0].action == action
    assert play.table.model.coach is None
    assert not play.table.overlay.coach.rows


def test_arrows_choose_another_row_and_the_table_shows_it(play: TableDriver) -> None:
    rows = ask_coach(play)
    play.feed(Move(0, 1))
    play.wait(0.1)
    assert rows[1].chosen
    assert play.table.model.hint_targets == targets_of(rows[1].advice.action, play.session.position)
    play.key(Act.CONFIRM)
    assert play.session.log[0].action == rows[1].advice.action


def test_pointing_at_a_row_shows_it_and_a_click_does_it(play: TableDriver) -> None:
    rows = ask_coach(play)
    play.feed(Hover(rows[1].rect.center, play.clock))
    play.wait(0.1)
    assert rows[1].chosen
    play.click(rows[1].rect.center)
    assert play.session.log[0].action == rows[1].advice.action


@pytest.mark.parametrize("act", [Act.CANCEL, Act.HINT])
def test_escape_or_the_key_again_silences_it(play: TableDriver, act: Act) -> None:
    ask_coach(play)
    play.key(act)
    assert play.table.model.coach_state is None
    assert play.table.model.hint_targets == ()
    assert play.scene == "TableScene"
    assert not play.session.log


def test_the_button_closes_it(play: TableDriver) -> None:
    ask_coach(play)
    play.press("coach.close")
    play.wait(0.1)
    assert play.table.model.coach_state is None


def test_it_is_silent_as_soon_as_something_else_is_asked(play: TableDriver) -> None:
    ask_coach(play)
    decision = play.session.decision
    play.table.submit(decision.seat, decision.options[0])
    assert play.table.model.coach is None
    play.settle()
    assert play.table.model.coach_state is None
    ask_coach(play)
    play.table.execute([Undo(decision.seat)])
    assert play.table.model.coach is None
    play.wait(0.1)
    assert play.table.model.coach_state is None


def test_nothing_is_told_while_the_own_cards_are_hidden(play: TableDriver) -> None:
    ask_coach(play)
    play.key(Act.HIDE_ALL)
    play.wait(0.1)
    assert play.table.model.coach is None
    assert not has(play, "coach:0")
    play.key(Act.HIDE_ALL)
    play.wait(0.1)
    assert has(play, "coach:0")


def test_a_curtain_takes_it_away() -> None:
    with open_table(WARS) as play:
        ask_coach(play)
        assert has(play, "coach:0")
        play.key(Act.HIDE_ALL)
        assert play.table.model.curtain is not None
        assert play.table.model.coach is None


def test_a_game_that_nobody_knows_gets_no_advice() -> None:
    with open_table("high_card") as play:
        play.key(Act.HINT)
        assert play.table.model.coach_state is None
        assert play.app.toasts.shown[-1].text.startswith("There’s no coach")


def test_a_throw_is_chosen_and_stays_to_be_made_by_hand() -> None:
    with open_table(THROWS, kinds=("random", "human"), seed=THROWN) as play:
        play.app.throws.add(
            ThrowRecord(
                time="2026-03-01T10:00:00",
                method="lob",
                player="Ben",
                release=(0,) * 12,
                right=10.0,
                far=3.0,
            )
        )
        rows = ask_coach(play)
        at = next(n for n, row in enumerate(rows) if row.advice.action.verb == "toss")
        coached = play.table.model.coach
        assert "1 of 1 with a lob" in coached.note
        assert play.session.position.zones[coached.goals[at]]
        assert " at " in rows[at].text
        assert "of 100 such throws hit" in " ".join(rows[at].advice.reasons)
        rows[at].activate()
        play.wait(0.1)
        assert not play.session.log
        method = rows[at].advice.action.args[0]
        assert play.table.model.input_state.current_method == method
        assert METHODS[method] in play.app.toasts.shown[-1].text.lower()
        assert play.table.model.coach is not None


@pytest.mark.usefixtures("thinks")
def test_it_thinks_elsewhere_and_leaving_ends_its_thought() -> None:
    with open_table(WARS, kinds=("human", "random")) as play:
        play.key(Act.HINT)
        assert play.table.overlay.coach.shown
        assert play.app.thinker.busy
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not play.table.overlay.coach.rows:
            play.feed()
            time.sleep(0.01)
        assert all(row.advice.words for row in play.table.overlay.coach.rows)
        play.key(Act.CANCEL)
        play.key(Act.HINT)
        assert play.app.thinker.busy
        play.table.leave()
        assert not play.app.thinker.busy


@pytest.mark.long
def test_after_any_fault_the_next_hint_comes_from_a_search(faults: FaultInjector) -> None:
    with open_table(WARS, kinds=("human", "random")) as play:
        for fault in FAULTS:
            faults.fail(fault)
            play.key(Act.HINT)
            play.wait(8.0)
            coached = play.table.model.coach_state
            assert not coached.coach_hint.simulations
            assert coached.note == FALLBACK
            play.key(Act.HINT)
            play.key(Act.HINT)
            play.wait(0.1)
            coached = play.table.model.coach_state
            assert coached.coach_hint.simulations
            assert not coached.note
            play.key(Act.HINT)
