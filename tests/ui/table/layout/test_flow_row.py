"""Tests of phases, windows, stops, sequences and score sheets, with a game that has all."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from castlecards.core.action import ATTACK, PASS
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import ALWAYS, ATTACKED, ATTACKS, MATTERS, NEVER
from castlecards.ui.kit.intents import Act, Leave, Move
from castlecards.ui.scene import Push
from castlecards.ui.table.flow.computer_players import AT_ONCE
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.overlay.move_list import is_idle_pass
from castlecards.ui.table.overlay.reaction_bar import ReactionCause, reaction_cause
from castlecards.ui.table.replay import Replay
from castlecards.ui.table.viewer import NOBODY
from tests.ui.table.skirmish import ORDERED, PHASES, Toy, of
from tests.ui.table.tables import TableDriver, open_table, table

QUIET = {"order": 0}  # without the reordering of a deck


def stop(play: TableDriver, *stops: str) -> None:
    """Set how often each player is asked, and pass a pending window."""
    play.session.stops[:] = stops
    if play.table.model.window is not None:
        play.wait(0.5)
        play.key(Act.PASS)
    play.settle()


def do(play: TableDriver, verb: str, n: int = 0) -> None:
    decision = play.session.decision
    action = [action for action in decision.options if action.verb == verb][n]
    play.table.submit(decision.seat, action)
    play.settle()


def to_attack(play: TableDriver, *stops: str) -> None:
    """Open the curtain, draw a card, and stop before the attack."""
    stop(play, *stops)
    play.open()
    do(play, "draw")
    assert play.session.decision.prompt == "Attack"


def shown_faces(play: TableDriver) -> set[int]:
    """Return the face-down cards whose faces are drawn."""
    table_view = play.table.table_view
    up = play.session.position.up
    return {spot.card for spot in table_view.layout.spots if spot.up and not up >> spot.card & 1}


# -- windows -----------------------------------------------------------------------------------


def test_a_window_of_the_other_person_asks_without_a_curtain_and_without_any_secret() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, ATTACKED, ATTACKED)
        assert shown_faces(play)
        do(play, "attack")
        assert play.session.decision.window == ATTACK
        assert play.table.model.curtain is None
        assert play.table.viewer.seat == NOBODY
        assert not shown_faces(play)
        bar = play.table.find("window")
        assert bar.name == "Ben: respond to the attack?"
        assert play.table.find("prompt").name == ""
        assert play.table.find("pass").name == "Do not react"


def test_passing_there_leads_back_through_a_light_curtain_to_the_one_whose_turn_it_is() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, ATTACKED)
        do(play, "attack")
        play.wait(0.5)
        play.press("pass")
        play.settle()
        if play.scene == "ScoreSheet":
            play.press("close")
            play.settle()
        curtain = play.table.model.curtain
        assert curtain.light
        assert curtain.seat == 0
        assert not shown_faces(play)
        play.click((640, 300))
        play.key(Act.PASS)
        assert play.table.model.curtain is curtain  # a short press is not enough
        play.open()
        assert play.table.viewer.seat == 0
        assert shown_faces(play)


def test_a_look_at_the_own_cards_leads_through_the_curtain_and_the_window_can_be_used() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, ATTACKED)
        do(play, "attack")
        play.press("look")
        curtain = play.table.model.curtain
        assert not curtain.light
        assert curtain.name == "Ben"
        play.open()
        assert play.table.viewer.seat == 1
        seen = shown_faces(play)
        assert seen
        pos = play.session.position
        assert not any(pos.box.zones[pos.zone_of(card)].owner == 0 for card in seen)
        card = pos.zones[of(1, 1)][0]
        goal = next(a.onto for a in play.session.decision.options if a.cards == (card,))  # type: ignore[union-attr]
        play.click(play.where(card))
        play.click(play.where(goal))
        assert play.session.log[-1].action.verb == "trick"
        play.settle()
        curtain = play.table.model.curtain
        assert not curtain.light  # Ben's cards were visible just before


def test_the_attack_that_is_answered_is_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, ATTACKED)
        decision = play.session.decision
        action = next(a for a in decision.options if len(a.zones) == 2)
        zones = play.session.position.zones
        attackers = {zones[zone][-1] for zone in action.zones}
        goal = zones[action.to][-1]
        play.table.submit(0, action)
        play.settle()
        found = reaction_cause(play.session, play.session.at)
        assert {target.card for target in found.picked} == attackers
        assert found.goals == (Target(goal, action.to),)
        shown = _picture(play)
        name = "castlecards.ui.table.table_painter.reaction_cause"
        monkeypatch.setattr(name, lambda session, at: ReactionCause())
        assert _picture(play) != shown


def _picture(play: TableDriver) -> bytes:
    play.app.scene.refresh()
    play.app._draw()
    return pygame.image.tobytes(play.app.surface, "RGB")


def test_a_card_that_has_gone_since_no_longer_stands_for_the_attack() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, ALWAYS, ATTACKED)
        do(play, "attack")
        goal = reaction_cause(play.session, play.session.at).picked[0].card
        options = play.session.decision.options  # type: ignore[union-attr]
        trick = next(a for a in options if a.onto == goal)
        play.table.submit(1, trick)
        play.settle()
        assert goal not in {
            target.card for target in reaction_cause(play.session, play.session.at).picked
        }


def test_one_person_alone_is_asked_in_the_corner() -> None:
    with table(Toy(), kinds=("human", "random"), options=QUIET) as play:
        play.session.stops[0] = ALWAYS
        for _ in range(400):
            play.wait(0.2)
            decision = play.session.decision
            if play.scene != "TableScene":
                play.key(Act.CANCEL)
            elif decision is not None and decision.seat == 0 and play.table.selection is not None:
                if decision.window == ATTACK:
                    break
                play.table.submit(0, PASS)
        assert play.table.model.curtain is None
        assert play.table.overlay.reaction_bar is None
        assert play.table.find("prompt").name == "Anna: React?"
        assert "Ben attacked" in play.table.overlay.prompt_panel.prompt.hint
        button = next(
            b for b in play.table.overlay.prompt_panel.buttons if b.text == "Do not react"
        )
        assert button.kind == "primary"


# -- stops -------------------------------------------------------------------------------------


def test_in_every_attack_whoever_attacks_is_asked_too_before_it_counts() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, ATTACKS, ATTACKS)
        do(play, "attack")
        assert play.table.find("window").name == "Ben: respond to the attack?"
        play.wait(0.5)
        play.press("pass")
        play.settle()
        assert play.table.find("window").name == "Anna: play anything first?"


def test_a_window_says_that_the_attack_has_been_called_off_and_shows_what_is_left_of_it() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, ATTACKS, NEVER)
        do(play, "attack")
        session = play.session
        play.settle()
        assert session.decision.seat == 0
        goal = reaction_cause(session, session.at).goals[0].card
        session.stops[1] = ATTACKED
        play.table.submit(0, next(a for a in session.decision.options if a.onto == goal))
        play.settle()
        bar = play.table.find("window")
        assert bar.name == "Ben: the attack is off. Play anything else?"
        found = reaction_cause(session, session.at)
        assert found.picked
        assert found.goals == ()


@pytest.mark.parametrize("stop_of_ben", [NEVER, ATTACKED])
def test_who_does_not_want_to_be_asked_passes_after_a_beat(stop_of_ben: str) -> None:
    with table(Toy(), options=QUIET) as play:
        play.session.stops[:] = [NEVER, stop_of_ben]
        play.wait(0.5)
        play.key(Act.PASS)  # the window that was open before
        play.settle()
        play.open()
        do(play, "draw")
        do(play, "attack")
        asked = play.table.model.window is not None
        assert asked == (stop_of_ben == ATTACKED)
        passes = [r for at, r in enumerate(play.session.log) if is_idle_pass(play.session, at)]
        assert all(record.action == PASS for record in passes)
        if not asked:
            assert len(passes) >= 3  # both windows of the attack, and the first window
            assert play.table.model.curtain is None  # Ben was never asked


def test_the_beat_is_the_same_whether_there_is_anything_to_play_or_not() -> None:
    from castlecards.core.action import Decision

    with table(Toy(), options=QUIET) as play:
        asking, settings = play.table.turns, play.app.settings
        full = play.session.decision
        bare = Decision(full.seat, full.prompt, (PASS,), PASS, full.window)
        assert asking._delay_of(settings, full) == asking._delay_of(settings, bare) == AT_ONCE


def test_nothing_can_be_done_during_the_beat() -> None:
    with table(Toy(), options=QUIET, instant=False, animation_speed=4.0) as play:
        play.session.stops[:] = [NEVER, NEVER]
        while play.table.model.window is None and play.table.model.waived is None:
            play.feed(dt=0.05)
        if play.table.model.window is not None:
            play.wait(0.5)
            play.key(Act.PASS)
        play.open()
        do(play, "draw")
        play.table.submit(0, play.session.decision.options[0])  # type: ignore[union-attr]
        while play.table.playback.plays:
            play.feed(dt=0.02)
        assert play.table.model.waived is not None
        assert play.table.busy
        assert play.table.selection is None
        assert play.table.overlay.prompt_panel.buttons == []


@pytest.mark.usefixtures("every_frame_drawn")
def test_the_stop_is_changed_at_the_table_and_saved() -> None:
    with table(Toy(), options=QUIET) as play:
        assert play.session.stops == [ALWAYS, ALWAYS]
        assert play.table.model.window is not None
        seat = play.session.decision.seat  # type: ignore[union-attr]
        play.press("stops")
        assert play.session.stops[seat] == MATTERS
        assert play.table.find("stops").name == "Ask me: when needed"
        play.press("stops")
        assert play.session.stops[seat] == ATTACKS
        assert play.table.find("stops").name == "Ask me: every attack"
        play.press("stops")
        assert play.session.stops[seat] == ATTACKED
        assert play.table.find("stops").name == "Ask me: if attacked"
        play.key(Act.STOPS)
        assert play.session.stops[seat] == NEVER
        assert play.table.model.window is not None  # a pending window can still be answered
        assert "stops:" in dump_session(play.session)
        again = load_session(dump_session(play.session), "save", {Toy.id: Toy()})
        assert again.stops == play.session.stops


def test_a_key_that_was_meant_for_something_else_does_not_pass() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, ATTACKED)
        do(play, "attack")
        lines = len(play.session.log)
        play.table.overlay.reaction_bar.age = 0.0  # type: ignore[union-attr]
        play.key(Act.PASS)
        play.key(Act.CONFIRM)
        assert len(play.session.log) == lines
        play.wait(0.5)
        play.key(Act.CONFIRM)
        assert len(play.session.log) > lines


def test_a_window_has_a_clock_only_where_the_match_has_one() -> None:
    with table(Toy(), options=QUIET, clock=5.0) as play:
        bar = play.table.overlay.reaction_bar
        play.wait(2.5)
        assert 0.3 < bar.clock < 0.7
        play.wait(3.0)
        assert play.session.log[0].action == PASS
    with table(Toy(), options=QUIET) as play:
        play.wait(1.0)
        assert play.table.overlay.reaction_bar.clock == -1


def test_the_clock_runs_on_below_what_is_looked_at_and_stands_still_below_the_menu() -> None:
    with table(Toy(), options=QUIET, clock=3.0) as play:
        to_attack(play, NEVER, NEVER)
        lines = play.session.at
        play.key(Act.MENU)
        assert play.scene == "TableMenu"
        play.wait(5.0)
        assert play.session.at == lines
        play.key(Act.CANCEL)
        play.press("sheet")
        assert play.scene == "ScoreSheet"
        play.wait(3.5)
        assert play.scene == "TableScene"
        assert play.session.log[lines].action == PASS


# -- phases, buttons ---------------------------------------------------------------------------


def test_the_phase_bar_says_what_is_done_now_and_later() -> None:
    with table(Toy(), options={"order": ORDERED}) as play:
        to_attack(play, NEVER, NEVER)
        bar = play.table.overlay.phases
        assert bar.visible
        assert [part.name for part in bar.parts] == [
            "Draw: done", "Attack: now", "Arrange: later", "Recruit: later",
        ]  # fmt: skip
        assert bar.now.text == "Attack with fresh piles, alone or in twos."
        assert bar.parts[0].tip == "Draw the top card of your deck."
        do(play, "pass")
        assert bar.parts[3].name == "Recruit: can start now"
        assert [part.phase.title for part in bar.parts] == list(PHASES)


def test_no_phase_bar_no_sheet_no_stops_where_a_game_has_none() -> None:
    with open_table("high_card") as play:
        for id in ("phases", "sheet", "stops"):
            with pytest.raises(KeyError):
                play.table.find(id)
        play.key(Act.SHEET)
        play.key(Act.STOPS)
        play.key(Act.PASS)
        assert play.scene == "TableScene"
        assert not play.session.log


def test_pass_says_what_it_means_and_stands_out_once_something_has_been_done() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, NEVER)

        def button() -> Any:
            return play.table.overlay.prompt_panel.buttons[
                -2
            ]  # the last one sets how often to be asked

        assert (button().text, button().kind) == ("End the attack", "plain")
        play.key(Act.PASS)
        play.settle()
        assert (button().text, button().kind) == ("End the turn", "plain")
        do(play, "lay")
        assert (button().text, button().kind) == ("End the turn", "primary")


# -- the score sheet ---------------------------------------------------------------------------


def test_the_sheet_opens_by_itself_when_it_has_grown_and_hides_the_hand() -> None:
    with table(Toy(), options=QUIET, reduced_motion=True) as play:
        to_attack(play, NEVER, NEVER)
        do(play, "attack")
        play.wait(0.3)
        assert play.scene == "ScoreSheet"
        assert play.table.viewer.seat == NOBODY
        assert not shown_faces(play)
        sheet: Any = play.app.scene
        assert sheet.lines.shown == 1
        play.key(Act.CONFIRM)
        play.settle()
        assert play.scene == "TableScene"
        assert play.table.model.curtain is not None  # the player on turn opens the curtain again
        play.open()
        assert play.table.selection is not None
        play.press("sheet")
        assert play.scene == "ScoreSheet"
        play.key(Act.CANCEL)
        assert play.scene == "TableScene"
        assert play.table.model.curtain is None  # with one viewer, nothing has to be hidden


def test_new_lines_appear_one_after_the_other() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, NEVER)
        play.table.submit(0, play.session.decision.options[0])  # type: ignore[union-attr]
        for _ in range(100):
            play.feed(dt=0.05)
            if play.scene == "ScoreSheet":
                break
        sheet: Any = play.app.scene
        assert sheet.lines.shown == 0
        assert sheet.moving
        play.wait(0.7)
        assert sheet.lines.shown == 1
        assert not sheet.moving


# -- back --------------------------------------------------------------------------------------


def test_undo_leads_back_over_windows_that_were_passed() -> None:
    with table(Toy(), options=QUIET, undo_consent=False) as play:
        to_attack(play, NEVER, ATTACKED)
        before = play.session.at
        do(play, "attack")
        play.wait(0.5)
        play.press("undo")  # while Ben is asked, this undoes the attack
        assert play.session.at == before
        play.settle()
        play.open()
        assert play.session.decision.prompt == "Attack"
        play.press("redo")
        play.settle()
        assert play.table.model.window is not None


def test_undo_within_a_chain_of_small_decisions_takes_back_one_of_them() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, NEVER)
        do(play, "pass")
        do(play, "lay")
        do(play, "lay")
        lines = play.session.at
        play.press("undo")
        play.settle()
        assert play.session.at == lines - 1
        assert play.session.decision.prompt == "Recruit"
        play.key(Act.UNDO)
        play.settle()
        assert play.session.at == lines - 2


def test_a_replay_shows_the_attack_and_does_not_dwell_on_those_who_passed() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, ATTACKED)
        do(play, "attack")
        play.wait(0.5)
        play.key(Act.PASS)
        play.settle()
        if play.scene == "ScoreSheet":
            play.key(Act.CANCEL)
        session = play.session
        at = next(n for n, record in enumerate(session.log) if record.action.verb == "attack")
        replay = Replay(play.app, session)
        play.app.follow(Push(replay))
        replay.seek((at + 1) / len(session.log))
        assert replay.at == at + 1
        assert "attacked" in replay._text
        assert reaction_cause(session, replay.at).picked
        replay.nudge(1)
        play.wait(1.0)
        assert is_idle_pass(session, at + 1)
        assert "attacked" in replay._text
        assert session.at == len(session.log)
        later = Replay(play.app, session)  # a replay that begins there shows it, too
        play.app.follow(Push(later))
        later.seek((at + 2) / len(session.log))
        assert "attacked" in later._text


def test_the_move_list_leaves_out_those_who_did_not_react() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, ATTACKED)
        do(play, "attack")
        play.wait(0.5)
        play.key(Act.PASS)
        play.settle()
        play.table.overlay.toggle_move_list()
        texts = [entry.text for entry in play.table.overlay.move_list.entries]
        assert not any("not react" in text for text in texts)
        assert any("attacked" in text for text in texts)
        assert is_idle_pass(play.session, 0)


def test_losing_the_focus_at_the_bar_shows_nothing_and_asks_on() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, ATTACKED)
        do(play, "attack")
        play.feed(Leave(focus=True))
        play.key(Act.HIDE_ALL)
        assert play.table.model.curtain is None
        assert play.table.model.window is not None
        play.press("look")
        play.open()
        play.feed(Leave(focus=True))
        assert play.table.model.curtain is not None
        assert not shown_faces(play)
        play.open()
        assert play.table.viewer.seat == 1


# -- by keyboard -------------------------------------------------------------------------------


@pytest.mark.long
def test_every_kind_of_answer_by_keyboard() -> None:
    """Only Tab, arrows and Enter, through windows, curtains, reordering and the sheet."""
    with table(Toy(), options={"order": ORDERED}, seed=5, reduced_motion=True) as play:
        wanted = {"attack", "lay", "draw", "order", "pass"}
        for turn in range(300):
            if wanted <= {record.action.verb for record in play.session.log}:
                break
            if play.scene == "TableScene" and play.table.model.curtain is not None:
                play.key(Act.CONFIRM, hold=0.8)
            elif play.scene == "ReorderDialog":
                play.feed(Move(1, 0))
                play.feed(Move(1, 0, frozenset({"shift"})))
                _walk(play, "arrange.done")
            elif play.scene != "TableScene":
                play.key(Act.CONFIRM if play.scene == "ScoreSheet" else Act.CANCEL)
            elif play.table.model.window is not None:
                play.wait(0.5)
                play.key(Act.CONFIRM)
            else:
                steps, layer = turn % 5, play.table.overlay.layer
                while steps or layer.focus is None or not layer.focus.id.startswith(ANSWERS):
                    play.key(Act.NEXT)
                    steps = max(0, steps - 1)
                play.key(Act.CONFIRM)
            play.settle()
        assert wanted <= {record.action.verb for record in play.session.log}


ANSWERS = ("card:", "zone:", "option:")


def _walk(play: TableDriver, id: str) -> None:
    layer: Any = play.app.scene.layer  # type: ignore[attr-defined]
    for _ in range(60):
        if layer.focus is not None and layer.focus.id == id:
            play.key(Act.CONFIRM)
            return
        play.key(Act.NEXT)
    raise AssertionError(f"Tab does not reach {id}")


def test_the_focus_goes_on_from_one_decision_to_the_next() -> None:
    with table(Toy(), options=QUIET) as play:
        to_attack(play, NEVER, NEVER)
        play.key(Act.NEXT)
        layer = play.table.overlay.layer
        assert layer.focus is not None
        play.key(Act.PASS)
        play.settle()
        assert layer.focus is not None
        assert layer.ring
