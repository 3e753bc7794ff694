"""The coach tells no more than it can know; that it tells no secret: `test_choose`."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.core.game import Game
from castlecards.core.landing import Limits
from castlecards.core.view import view
from castlecards.players.coach import WORDS, advise, in_words, is_counsel
from castlecards.players.player import Think
from castlecards.players.worker import Question, Supervisor
from castlecards.playout import opening
from tests.players.test_choose import ADVISED, every_advised
from tests.players.test_worker import wait


@every_advised
def test_no_number_is_told_before_the_evaluation_can_know(game: Game[Any]) -> None:
    advice = game.advice
    assert advice is not None
    pos = opening(game, game.options(), 2, 5)
    assert pos.decision is not None
    assert not advice.is_reliable(pos)
    for each in advise(advice, view(pos, pos.decision.seat), (), Think(40)).options:
        assert "%" not in each.words


def test_shares_become_words_from_lost_to_won() -> None:
    said = [in_words(share / 100) for share in range(101)]
    assert list(dict.fromkeys(said)) == [words for _, words in WORDS]
    assert in_words(0.5) == "even"


@pytest.mark.parametrize("simulations", [0, 40])
def test_a_hint_never_lists_two_options_that_read_the_same(simulations: int) -> None:
    game = next(game for game in ADVISED if game.id == "castle_rampage")
    advice = game.advice
    assert advice is not None
    for seed in range(4):
        pos = opening(game, game.options(), 2, seed)
        assert pos.decision is not None
        seen = view(pos, pos.decision.seat)
        options = advise(advice, seen, (), Think(simulations, seed=1)).options
        said = [game.describe(each.action, seen) for each in options]
        assert len(set(said)) == len(said) > 1, said
        assert not any("closes the empty gate" in each.reasons for each in options), "in set-up"


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
    worker = Supervisor()
    game = ADVISED[1]
    pos = opening(game, game.options(), 2, 1)
    assert game.advice is not None
    assert pos.decision is not None
    question = Question(game.advice, view(pos, pos.decision.seat), (), Think(80, seed=4))
    worker.ask(question, advise, is_counsel)
    counsel: Any = wait(worker)
    worker.close()
    assert counsel == advise(question.advice, question.view, (), question.think)
