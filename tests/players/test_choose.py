"""Tests of computer players' choices: legal, repeatable, and only from what their seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.arena import Matchup, play_deal
from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE
from castlecards.core.events import apply
from castlecards.core.game import Game
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.games.castle_wars.heuristics import WarsAdvice
from castlecards.players.coach import MOST_SHOWN, advise
from castlecards.players.player import Choice, Think, choose, ponder
from castlecards.players.search import KeptNodes
from castlecards.playout import opening
from tests.depth import Depth
from tests.games.play import GAMES, matches, sample_world
from tests.players.test_belief import middle

ADVISED = [game for game in GAMES if game.advice is not None]
every_advised = pytest.mark.parametrize("game", ADVISED, ids=[game.id for game in ADVISED])


def random_question(
    game: Game[Any], match: tuple[Any, int, int], moments: int
) -> Position[Any] | None:
    """Return a moment of a random match in which a player is asked, or None."""
    pos = middle(game, match, moments)
    return pos if pos.decision is not None and pos.decision.seat != NATURE else None


@every_advised
def test_every_answer_is_legal_and_the_same_for_the_same_seed(game: Game[Any]) -> None:
    advice = game.advice
    assert advice is not None

    @settings(max_examples=25)
    @given(matches(game), st.integers(0, 120), st.sampled_from([0, 1, 20]), st.integers(0, 2**32))
    def run(match: tuple[Any, int, int], moments: int, simulations: int, seed: int) -> None:
        pos = random_question(game, match, moments)
        if pos is None or pos.decision is None:
            return
        seen = view(pos, pos.decision.seat)
        for think in (Think(simulations, seed=seed), Think(simulations, error=1.0, seed=seed)):
            choice = choose(advice, seen, (), think)
            assert pos.decision.allows(choice.action)
            assert 0 <= choice.value <= 1
            assert choice == choose(advice, seen, (), think)

    run()


@every_advised
@pytest.mark.long
def test_hidden_cards_dealt_anew_change_no_answer_and_no_hint(game: Game[Any]) -> None:
    """For a computer player and for the coach, whose advice is legal and complete."""
    advice = game.advice
    assert advice is not None

    @settings(max_examples=30)
    @given(matches(game), st.integers(0, 120), st.integers(0, 2**32))
    def run(match: tuple[Any, int, int], moments: int, seed: int) -> None:
        pos = random_question(game, match, moments)
        if pos is None or pos.decision is None:
            return
        seat = pos.decision.seat
        seen = view(pos, seat)
        other = sample_world(seen, seed)
        other.decision = pos.decision
        alike, think = view(other, seat), Think(15, seed=seed)
        assert choose(advice, seen, (), think) == choose(advice, alike, (), think)
        coach_hint = advise(advice, seen, (), think)
        assert coach_hint == advise(advice, alike, (), think)
        assert 0 < len(coach_hint.options) <= MOST_SHOWN
        best = coach_hint.options[0]
        assert best.reasons
        assert len({each.action for each in coach_hint.options}) == len(coach_hint.options)
        for each in coach_hint.options:
            assert pos.decision.allows(each.action)
            assert each.share is None or 0 <= each.share <= 1
            assert (each.words == "") == (each.share is None)

    run()


@every_advised
@pytest.mark.long
def test_heuristics_beat_random_play(game: Game[Any], depth: Depth) -> None:
    """Each deal is played twice, with the seats swapped. The measured share is far higher."""
    most = depth(6, 12)
    matchup = Matchup(game, game.options(), ("thumb", "random"))
    won = sum(play_deal(matchup, seed).shares[0] for seed in range(most))
    assert won >= 0.8 * most


def test_an_error_is_picked_by_weight_and_with_little_taste_more_evenly() -> None:
    """Options with weight 0 are not chosen by error either."""

    class Three(WarsAdvice):
        def weights(self, pos: Any, decision: Decision, options: Sequence[Action]) -> list[float]:
            return [1.0, 16.0, *[0.0] * (len(options) - 2)]

    game = next(each for each in ADVISED if each.id == "castle_wars")
    pos = next(pos for pos in _decisions(game) if len(pos.decision.options) > 2)
    options, seen = pos.decision.options, view(pos, pos.decision.seat)
    for taste, share in ((1.0, 16 / 17), (0.5, 4 / 5)):
        picked = [
            choose(Three(), seen, (), Think(error=1.0, weight_exponent=taste, seed=n)).action
            for n in range(400)
        ]
        assert {*picked} == {*options[:2]}
        assert picked.count(options[1]) / 400 == pytest.approx(share, abs=0.05)


def _decisions(game: Game[Any]) -> Iterator[Any]:
    pos = opening(game, game.options(), 2, 1)
    while pos.decision is not None:
        yield pos
        pos, _ = apply(pos, pos.decision.options[-1])


def test_a_leaf_is_valued_when_no_attack_hangs_in_the_air() -> None:
    """In Castle Wars, through a match of two players by heuristics."""
    game = next(each for each in ADVISED if each.id == "castle_wars")
    valued: list[bool] = []

    class WatchedAdvice(WarsAdvice):
        def evaluate(self, pos: Any) -> tuple[float, float]:
            valued.append(self.is_quiet(pos))
            return super().evaluate(pos)

    advice, pos, random = WatchedAdvice(), opening(game, game.options(), 2, 3), Random(3)
    restless = 0
    while pos.decision is not None:
        decision = pos.decision
        restless += not advice.is_quiet(pos)
        choose(advice, view(pos, decision.seat), (), Think(4, seed=1))
        options = advice.options(pos, decision)
        weights = advice.weights(pos, decision, options)
        answer = random.choices(options, weights)[0] if any(weights) else decision.default
        pos, _ = apply(pos, answer)
    assert restless > 20
    assert sum(valued) >= 0.98 * len(valued) > 50


def test_who_is_not_asked_gets_no_answer_and_no_hint() -> None:
    game = ADVISED[0]
    pos = opening(game, game.options(), 2, 1)
    assert game.advice is not None
    assert pos.decision is not None
    for ask in (choose, advise):
        with pytest.raises(ValueError, match="is not asked"):
            ask(game.advice, view(pos, 1 - pos.decision.seat), (), Think(10))


def test_thought_stops_when_it_is_told_to() -> None:
    game = ADVISED[0]
    pos = opening(game, game.options(), 2, 1)
    assert game.advice is not None
    seen = view(pos, pos.decision.seat)
    choice = choose(game.advice, seen, (), Think(100_000, stop=lambda: True))
    assert isinstance(choice, Choice)
    assert 0 < choice.simulations < 1000
    slow = choose(game.advice, seen, (), Think(100_000, seconds=0.0))
    assert 0 < slow.simulations < 1000


def answer_after_pondering(ahead: int) -> tuple[Choice, int]:
    """Return the answer after thinking in the other's time, and the number of simulations then."""
    game = next(game for game in GAMES if game.id == "castle")
    advice = game.advice
    assert advice is not None
    pos = opening(game, game.options(), 2, 5)
    me = 1 - pos.decision.seat
    kept, spent = KeptNodes(me), 0
    for number in range(60):
        decision = pos.decision
        seen = view(pos, decision.seat)
        if decision.seat == me and len(decision.options) > 1:
            think = Think(30, seed=number, ahead=True, kept=kept)
            return choose(advice, seen, (), think), spent
        if decision.seat != me:
            think = Think(ahead, seed=number, ahead=True, kept=kept)
            spent += ponder(advice, view(pos, me), (), think)
        pos, _ = apply(pos, choose(advice, seen, ()).action)
    raise AssertionError("never asked")


@pytest.mark.long
def test_thought_in_the_time_of_another_player_counts_at_the_next_decision() -> None:
    without, none = answer_after_pondering(0)
    choice, spent = answer_after_pondering(400)
    assert (none, sum(option.visits for option in without.ranked)) == (0, 30)
    assert spent >= 400
    assert choice.simulations == 30
    assert sum(option.visits for option in choice.ranked) > 100  # the other visits are kept
    assert choice == answer_after_pondering(400)[0]
