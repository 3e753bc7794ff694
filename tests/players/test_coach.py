"""The coach says what is legal, true and no secret, the same every time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.core.game import Game
from castlecards.core.landing import Limits
from castlecards.core.view import view
from castlecards.players.coach import SHOWN, WORDS, advise, in_words
from castlecards.players.player import Think
from castlecards.players.worker import Question, Worker
from castlecards.playout import opening
from tests.games.play import guess, matches
from tests.players.test_choose import ADVISED, asked, every_advised
from tests.players.test_worker import wait


@every_advised
@pytest.mark.long
def test_counsel_is_legal_and_the_same_in_worlds_that_look_alike(game: Game[Any]) -> None:
    advice = game.advice
    assert advice is not None

    @settings(max_examples=10)
    @given(matches(game), st.integers(0, 120), st.integers(0, 2**32))
    def run(match: tuple[Any, int, int], moments: int, seed: int) -> None:
        pos = asked(game, match, moments)
        if pos is None or pos.decision is None:
            return
        seat = pos.decision.seat
        other = guess(view(pos, seat), seed)
        other.decision = pos.decision
        think = Think(30, seed=seed)
        counsel = advise(advice, view(pos, seat), (), think)
        assert counsel == advise(advice, view(other, seat), (), think)
        assert 0 < len(counsel.options) <= SHOWN
        best = counsel.options[0]
        assert best.reasons or not advice.because(view(pos, seat), best.action)
        assert len({each.action for each in counsel.options}) == len(counsel.options)
        for each in counsel.options:
            assert pos.decision.allows(each.action)
            assert each.share is None or 0 <= each.share <= 1
            assert (each.words == "") == (each.share is None)

    run()


@every_advised
def test_no_number_is_told_before_the_evaluation_can_know(game: Game[Any]) -> None:
    advice = game.advice
    assert advice is not None
    pos = opening(game, game.options(), 2, 5)
    assert pos.decision is not None
    assert not advice.sure(pos)
    for each in advise(advice, view(pos, pos.decision.seat), (), Think(40)).options:
        assert "%" not in each.words


def test_shares_become_words_from_lost_to_won() -> None:
    said = [in_words(share / 100) for share in range(101)]
    assert list(dict.fromkeys(said)) == [words for _, words in WORDS]
    assert in_words(0.5) == "even"


def test_who_is_not_asked_gets_no_counsel() -> None:
    game = ADVISED[0]
    pos = opening(game, game.options(), 2, 1)
    assert game.advice is not None
    assert pos.decision is not None
    with pytest.raises(ValueError, match="is not asked"):
        advise(game.advice, view(pos, 1 - pos.decision.seat), (), Think(10))


def test_for_throws_it_names_a_card_a_target_and_a_method() -> None:
    game = next(game for game in ADVISED if game.id == "card_barrage")
    advice = game.advice
    assert advice is not None
    seen = 0
    for seed in range(6):
        pos = opening(game, game.options(), 2, seed)
        decision = pos.decision
        assert decision is not None
        assert isinstance(decision.aim, Limits)
        for each in advise(advice, view(pos, decision.seat), (), Think(60)).options:
            if each.action.verb == "toss":
                assert pos.zones[advice.goal(pos, each.action)]
                seen += 1
    assert seen


def test_the_other_process_gives_the_same_counsel() -> None:
    worker = Worker()
    game = ADVISED[1]
    pos = opening(game, game.options(), 2, 1)
    assert game.advice is not None
    assert pos.decision is not None
    question = Question(game.advice, view(pos, pos.decision.seat), (), Think(80, seed=4))
    worker.ask(question, advise)
    counsel: Any = wait(worker)
    worker.close()
    assert counsel == advise(question.advice, question.view, (), question.think)
