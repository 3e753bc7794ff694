"""Tests of the last cards, the turns after them, and the score of Castle."""

from __future__ import annotations

import pytest

from castlecards.core.action import PASS
from castlecards.core.events import apply
from castlecards.games.castle.state import POINTS
from castlecards.texts import counted
from tests.games.castle.build import GAME, CastleMatch, castle, new_match
from tests.games.play import random_answer
from tests.marks import rule


@rule("CA24")
def test_42_turns_are_drawn_and_player_2_has_the_last() -> None:
    for seed in range(3):
        pos, draws, turns = new_match(seed).pos, 0, set()
        n = 0
        while pos.decision is not None:
            last = pos.decision
            action = random_answer(GAME, pos, seed, n)
            before = len(pos.zones[0]) + len(pos.zones[pos.box.zone("1.hand")])
            if action.verb == "draw":
                turns.add((pos.state.turn, last.seat))
                draws += 1
            pos, _ = apply(pos, action)
            n += 1
            assert before >= 0
        assert turns == {(n, (pos.state.first + n) % 2) for n in range(42)}
        assert draws == 83  # the last card of all is drawn without a choice
        assert pos.state.turn >= 43


@rule("CA24")
def test_the_turn_of_the_last_cards_is_played_to_its_end() -> None:
    match = castle(hand="10H 2S 4S 6S 8S", market=["JD", "9C"], stock=0, begin_with="Turn")
    match.play("draw market0")
    assert match["0.hand"][-2:] == ["JD", "9C"]
    match.play("hovel 10H >0.plot0")  # not a returned card, but a normal turn
    match.play("pass")
    assert len(match.with_verb("discard")) == 6  # and a hand limit
    match.play("discard 2S", "discard 4S", "discard 6S")
    assert match.lines("last")
    assert (match.seat, match.options) == (1, ["pass"])  # asked, though only a pass is possible
    match.play("pass")
    assert (match.seat, match.options) == (0, ["pass"])
    assert match.decision.prompt == "Nothing left to do: pass"
    assert GAME.describe(PASS, match.view(0)) == "Pass"
    assert GAME.phases(match.pos)[0].text.startswith("Play only cards")
    match.play("pass")
    assert match.pos.result is not None


@rule("CA25")
def test_only_returned_cards_may_be_played() -> None:
    hand = "10H JH QH 3H 7C AC 4H"
    assert castle(hand=hand, stock=0, begin_with="Turn").options == ["pass"]
    match = castle(hand=hand, returned="JH", stock=0, begin_with="Turn")
    assert match.options == ["pass", "barracks JH >0.plot0", "castle 10H+JH >0.plot0"]
    assert match.refusal("hovel 10H >0.plot0").startswith("CA25: ")
    match = castle(hand=hand, returned="3H", stock=0, begin_with="Turn")
    assert match.options == ["pass", "knight 3H+7C >0.knight0"]
    match = castle(hand=hand, returned="4H QH", stock=0, begin_with="Turn")
    assert match.options == ["pass", "royalty QH >0.plot0", "peasant 4H+AC >0.peasant0"]


@rule("CA25")
def test_a_set_takes_others_of_its_rank_in_the_same_play() -> None:
    match = castle(hand="QC QH QS QD KH", returned="QC", stock=0, begin_with="Turn")
    assert match.with_verb("royalty") == {"royalty QC+QH >0.plot0", "royalty QC+QD >0.plot0"}
    match.play("royalty QC+QH >0.plot0")
    assert match.options == ["pass", "royalty QS >0.plot0", "royalty QD >0.plot0"]
    match.play("royalty QS >0.plot0")
    assert match.options == ["pass", "royalty QD >0.plot0"]
    assert match["0.plot0"] == ["QC", "QS", "QH"]
    match.play("pass")
    assert match.options == ["pass"]  # the rest of the hand can no longer be played
    match.play("pass", "pass", "pass")
    assert match.pos.result == (1.0, 0.0)
    assert GAME.outcome(match.pos)[1] == "South: 6 points. North: 0 points."


@rule("CA25")
def test_a_returned_royal_joins_a_set_and_brings_others() -> None:
    match = castle(hand="QC QS", returned="QC", plots=["QH"], stock=0, begin_with="Turn")
    assert match.options == ["pass", "royalty QC >0.plot0", "royalty QC+QS >0.plot0"]
    match.play("royalty QC >0.plot0")
    assert match.options == ["pass", "royalty QS >0.plot0"]


@rule("CA25")
def test_attacks_go_on_and_returned_cards_follow() -> None:
    match = castle(
        hand="2S 4S", knights=["AH 9H"], opponent_plots=["KC KS"], opponent_hand="8C", stock=0,
        begin_with="Turn",
    )  # fmt: skip
    assert match.options == ["pass", "attack >KC", "attack >KS"]
    match.play("attack >KS", "keep 2S")
    assert (match.seat, match.options) == (0, ["pass"])  # the captured king is not a returned card
    match.play("pass")
    assert match.seat == 1
    assert match.options == ["pass", "royalty KC >1.plot0"]
    match.play("royalty KC >1.plot0", "pass")  # the hidden 8 in hand might have been a king
    match.play("pass", "pass", "pass")
    assert match.pos.result == (0.0, 1.0)


@rule("CA25")
def test_no_hand_limit_any_more_and_two_passes_end_it() -> None:
    match = castle(
        hand="2S 4S 6S", knights=["AH 9H"], opponent_plots=["KC"], opponent_knights=["AC 9C"],
        plots=["KH"], opponent_hand="6C 8C", stock=0, begin_with="Turn",
    )  # fmt: skip
    match.play("pass")
    assert match.seat == 1
    assert len(match["0.hand"]) == 3
    match.play("pass")
    assert match.pos.result == (0.5, 0.5)


@rule("CA25")
def test_a_pass_between_two_attacks_ends_nothing() -> None:
    match = castle(
        hand="", knights=["AH 9H", "2H 8H"], opponent_plots=["KC", "KS", "QC"],
        opponent_knights=["AC 9C"], plots=["KH"], stock=0, begin_with="Turn",
    )  # fmt: skip
    match.play("pass")
    assert match.seat == 1
    match.play("attack >KH", "pass")
    assert match.seat == 0
    match.play("attack >KC", "lose 0.knight0", "pass")
    assert (match.seat, match.options) == (1, ["pass"])  # asked, though only a pass is possible
    match.play("pass")
    assert match.seat == 0
    match.play("attack >KS", "pass", "pass", "pass")
    assert match.pos.result == (0.0, 1.0)


@rule("CA26")
@pytest.mark.parametrize("size", range(1, 9))
def test_the_score_of_a_set(size: int) -> None:
    queens = [f"Q{s}{c}" for s in "CSHD" for c in ("", ".2")]
    match = castle(
        plots=[" ".join(queens[-size:])], opponent_plots=["KC"], stock=0, begin_with="Turn"
    )
    match.play("pass", "pass")
    total = (1, 3, 6, 12, 20, 48, 84, 144)[size - 1]
    assert POINTS[size] == total
    assert GAME.outcome(match.pos)[1] == f"South: {counted(total, 'point')}. North: 1 point."
    assert match.pos.result == ((0.5, 0.5) if total == 1 else (1.0, 0.0))


@rule("CA26")
def test_the_final_sheet() -> None:
    match = castle(
        hand="QC KC", plots=["QH QD", "KH", "10H JH"], opponent_plots=["KC.2 KS", "QC.2"], stock=0,
        begin_with="Turn",
    ).play("pass", "pass")  # fmt: skip
    sheet = GAME.sheet(match.pos)
    assert sheet.columns == ("Royalty", "South", "North")
    assert sheet.rows == (
        ("2 queens", "3", ""), ("1 king", "1", ""), ("2 kings", "", "3"), ("1 queen", "", "1"),
        ("Total", "4", "4"),
    )  # fmt: skip
    assert GAME.outcome(match.pos)[-1] == "It’s a draw."
    assert match.pos.result == (0.5, 0.5)
    assert GAME.sheet(new_match().pos) is None


def test_a_match_from_the_deal_to_the_end_has_the_sum_on_its_sheet() -> None:
    pos, n = new_match(4).pos, 0
    while pos.decision is not None:
        pos, _ = apply(pos, random_answer(GAME, pos, 4, n))
        n += 1
    sheet = GAME.sheet(pos)
    assert sheet is not None
    for column in (1, 2):
        scores = [int(row[column]) for row in sheet.rows if row[column]]
        assert sum(scores[:-1]) == scores[-1]
    assert CastleMatch(pos).facts(0)["Points"] == sheet.rows[-1][1]
