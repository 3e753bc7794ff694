"""Tests of the games by OpenSpiel's own tests: random matches, and the rules of its API.

The tests of a whole tree run on small games: late in a match, a few actions long.
"""

from __future__ import annotations

import unittest
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="the extra `judges` is not installed")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts, sample_some_states

from castlecards.content import built_in
from castlecards.envs import spiel
from castlecards.envs.match import Match

GAMES = [game.id for game in built_in().values() if game.listed]
STATES = 40  # per game that is too large to search completely
SMALL = {  # game: its start, numbers of chance, player and final nodes, and information states
    "card_barrage": (
        {"late": 7, "moves": 80, "deals": 2, "most": 3, "landings": 2},
        (3, 132, 324),
        66,
    ),
    "castle_wars": ({"late": 0, "moves": 8, "deals": 2, "most": 3}, (1, 114, 86), 100),
    "castle_rampage": ({"late": 2, "moves": 25, "deals": 2, "most": 3}, (1, 133, 164), 132),
    "castle": ({"late": 0, "moves": 25, "deals": 2, "most": 4}, (1, 46, 64), 43),
    "tricks_of_the_trade": ({"late": 1, "moves": 25, "deals": 2, "most": 3}, (1, 86, 92), 74),
}


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.long
def test_random_matches_break_none_of_the_rules_of_open_spiel(id: str) -> None:
    game = pyspiel.load_game(f"castlecards_{id}", {"most": 60})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.fixture(scope="module")
def api_tests() -> Any:
    """Return OpenSpiel's API tests. They are imported late because they load all of scipy."""
    from open_spiel.integration_tests import api_test

    return api_test


def run_api_tests(case: type[Any], name: str, game: Any) -> None:
    """Run all tests of one of OpenSpiel's test classes on this game."""
    kind = type(f"{case.__name__}_{name}", (case,), {"game_name": name, "game": game})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    assert result.testsRun >= 5
    assert not [text for _, text in (*result.failures, *result.errors)]


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.long
def test_its_api_holds_at_some_states(
    id: str, api_tests: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = sample_some_states.sample_some_states
    few = SimpleNamespace(sample_some_states=lambda game, max_states: sample(game, STATES))
    monkeypatch.setattr(api_tests, "sample_some_states", few)
    game = pyspiel.load_game(f"castlecards_{id}", {"most": 12})
    run_api_tests(api_tests.EnforceAPIOnPartialTreeBase, f"castlecards_{id}", game)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.long
def test_its_api_holds_in_the_whole_tree_of_a_small_game(
    id: str, api_tests: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins, nodes, sets = SMALL[id]
    monkeypatch.setitem(api_tests.TOTAL_NUM_STATES, id, nodes)
    monkeypatch.setitem(api_tests.PERFECT_RECALL_NUM_STATES, id, sets)
    run_api_tests(
        api_tests.EnforceAPIOnFullTreeBase, id, pyspiel.load_game(f"castlecards_{id}", begins)
    )


def test_a_leak_would_be_found(api_tests: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the information state forgets the actions, two histories look alike, which is found."""
    begins, nodes, sets = SMALL["castle"]
    monkeypatch.setitem(api_tests.TOTAL_NUM_STATES, "castle", nodes)
    monkeypatch.setitem(api_tests.PERFECT_RECALL_NUM_STATES, "castle", sets)
    monkeypatch.setattr(Match, "information_state", lambda match, player: f"{player}")
    game = pyspiel.load_game("castlecards_castle", begins)
    with pytest.raises(AssertionError):
        run_api_tests(api_tests.EnforceAPIOnFullTreeBase, "castle", game)


def test_its_search_plays_with_worlds_of_our_beliefs() -> None:
    game = pyspiel.load_game("castlecards_castle_wars", {"most": 40})
    state = game.new_initial_state()
    state.apply_action(7)
    random = Random(1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, 1.4, 4, random_state=np.random.RandomState(1),
        allow_inconsistent_action_sets=False,
    )  # fmt: skip
    bot.set_resampler(lambda state, player: state.resampled(player, random))
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="no option"):
        spiel.CastlecardsGame.__subclasses__()[0]({"options": "taste=sweet"})
