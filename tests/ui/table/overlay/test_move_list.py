"""Tests of the move list beside the cards: text, keys, and playback of a line."""

from __future__ import annotations

import random

import pytest

from castlecards.bots.simple import random_action
from castlecards.core import narration
from castlecards.ui.kit.intents import Act, Grab, Hover, Move, Release, Scroll
from castlecards.ui.table.overlay.move_list import MoveEntry, moves_of
from castlecards.ui.table.replay import Replay
from tests.ui.table.tables import TableDriver, open_curtain, table

SHIFT = frozenset({"shift"})


def played(play: TableDriver, answers: int = 14) -> list[MoveEntry]:
    """Play random answers; return the texts of their lines without headings."""
    rnd = random.Random(3)
    for _ in range(answers):
        open_curtain(play)
        decision = play.session.decision
        play.table.submit(decision.seat, random_action(decision, rnd.randrange(2**32)))
    open_curtain(play)
    return [entry for entry in play.table.overlay.move_list.entries if not entry.head]


def row_of(play: TableDriver, entry: MoveEntry) -> tuple[int, int]:
    return next(rect.center for rect, each in play.table.overlay.move_list._rows if each is entry)


@pytest.mark.usefixtures("every_frame_drawn")
def test_a_click_on_a_line_shows_it_again_and_then_stops() -> None:
    with table("castle_wars", instant=True) as play:
        entry = played(play)[-1]
        before, at = play.session.position, row_of(play, entry)
        play.feed(Hover(at, play.clock))
        assert [target.card for target in play.table.overlay.move_list_targets] == list(entry.cards)
        play.click(at)
        replay = play.app.scene
        assert isinstance(replay, Replay)
        assert replay.playing
        assert replay.at == entry.first
        for _ in range(400):
            play.feed(dt=0.05)
            if not replay.moving:
                break
        assert replay.at == entry.last + 1
        play.key(Act.CANCEL)
        assert play.app.scene is play.table
        assert play.session.position is before


@pytest.mark.usefixtures("every_frame_drawn")
def test_with_shift_the_table_is_as_it_was_then() -> None:
    with table("castle_wars", instant=True) as play:
        entry = played(play)[-3]
        at = row_of(play, entry)
        play.feed(Hover(at, play.clock))
        play.feed(Grab(at, play.clock, 1, 1, SHIFT), Release(at, play.clock, 1, SHIFT))
        replay = play.app.scene
        assert isinstance(replay, Replay)
        assert not replay.playing
        assert replay.at == entry.last + 1
        play.wait(2.0)
        assert replay.at == entry.last + 1
        play.key(Act.PAUSE)  # plays the match from that line
        play.wait(3.0)
        assert replay.at > entry.last + 1 or entry.last + 1 == len(play.session.log)


def test_keys_walk_what_happened() -> None:
    with table("castle_wars", instant=True) as play:
        lines, moves = played(play, 30), play.table.overlay.move_list
        play.key(Act.NEXT)  # so that the focus is visible
        play.key(Act.HISTORY)
        assert play.table.overlay.layer.focus is moves
        assert moves.current_entry is lines[-1]
        for n in range(2, len(lines) + 1):
            play.feed(Move(0, -1))
            assert moves.current_entry is lines[-n]
            assert any(entry is lines[-n] for _, entry in moves._rows)
        for n in range(1, 4):
            play.feed(Move(0, 1))
            assert moves.current_entry is lines[n]
        play.key(Act.CONFIRM)
        assert isinstance(play.app.scene, Replay)
        assert play.app.scene.at == max(lines[3].first, 0)
        play.key(Act.CANCEL)
        play.key(Act.LOOK_BACK)
        assert isinstance(play.app.scene, Replay)
        assert play.app.scene.at == lines[3].last + 1
        play.key(Act.CANCEL)
        play.key(Act.CANCEL)  # the list is at its usual place again
        assert play.app.scene is play.table
        assert not moves.shown
        assert moves.current_entry is None


def test_wheel_and_page_keys_go_back_in_time() -> None:
    with table("castle_wars", instant=True) as play:
        lines, moves = played(play, 30), play.table.overlay.move_list
        assert len(lines) > 8
        play.feed(Scroll(0, 2, moves.rect.center))
        assert moves.back == 4
        play.key(Act.LOFT_UP)
        assert moves.back == 12
        play.key(Act.LOFT_DOWN)
        play.key(Act.LOFT_DOWN)
        assert moves.back == 0
    with table("card_barrage", instant=True) as play:  # there, these keys aim a throw
        before = play.table.model.input_state.loft
        open_curtain(play)
        play.key(Act.LOFT_UP)
        assert play.table.model.input_state.loft > before
        assert play.table.overlay.move_list.back == 0


def test_what_is_just_to_be_seen_is_told_when_it_has_been_seen() -> None:
    with table("castle_wars", instant=False, films=3) as play:
        open_curtain(play)
        moves = play.table.overlay.move_list
        for _ in range(12):
            decision, before = play.session.decision, moves.entries
            play.table.submit(decision.seat, decision.options[0])
            play.feed()
            if play.table.playback.animation.running:
                assert moves.entries is before
                break
            open_curtain(play)
        else:
            raise AssertionError("nothing moves")
        seat = play.table.viewer.seat
        play.settle()
        if play.table.viewer.seat == seat:
            newest = narration.newest(play.session, seat)
            assert moves.newest.text == newest.text


def test_only_the_turn_that_goes_on_is_told_anew_and_an_undo_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with table("castle_rampage", instant=True) as play:
        played(play, 30)
        session, moves = play.session, play.table.overlay.move_list

        def afresh() -> list[MoveEntry]:
            chapters = narration.chapters(session, play.table.viewer.seat)
            return [entry for each in chapters for entry in moves_of(session, each)]

        assert len([entry for entry in moves.entries if entry.head]) > 3
        assert moves.entries == afresh()
        told: list[object] = []
        fold = narration.fold
        monkeypatch.setattr(narration, "fold", lambda *words: told.append(words) or fold(*words))
        moves._read(play.table.viewer.seat)
        assert told == []
        before = moves.entries
        session.undo(session.log[session.at - 1].seat, consent=True)
        again = moves._read(play.table.viewer.seat)
        assert len(told) <= 2
        assert again == afresh() != before
