"""Tests of the coach: its figures and reasons. That it tells no secret is in `test_choose`."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from benchmarks.coach import faults, hints
from castlecards.core.action import PASS, Action
from castlecards.core.cards import UNSEEN
from castlecards.core.game import Game
from castlecards.core.landing import Limits
from castlecards.core.view import view
from castlecards.players import coach
from castlecards.players.coach import (
    COSTLY,
    SHARE_WORDS,
    OptionCosts,
    advise,
    is_coach_hint,
    is_option_costs,
    option_costs,
    share_words,
)
from castlecards.players.duplicates import without_duplicates
from castlecards.players.player import Think
from castlecards.players.search import RankedOption
from castlecards.players.worker import Question, Supervisor
from castlecards.playout import opening
from tests.games.castle_rampage.build import rampage
from tests.players.test_choose import ADVISED, every_advised
from tests.players.test_worker import wait


@every_advised
def test_hints_are_in_the_order_of_their_figures_and_have_reasons(game: Game[Any]) -> None:
    """Equal figures are called equal. No reason is true of every option or given twice."""
    several = 0
    for hint in islice(hints(game, 40), 24):
        coach_hint = hint.coach_hint
        assert not list(faults(game, hint)), coach_hint
        several += len(coach_hint.options) > 1
        assert not set(coach_hint.options[0].reasons) & {
            r for e in coach_hint.options[1:] for r in e.reasons
        }
    assert several > 8


@pytest.mark.long
def test_number_one_is_compared_with_number_two_in_one_sentence() -> None:
    """It uses the first reason that only number one has, and replaces it."""
    game = next(game for game in ADVISED if game.id == "castle_rampage")
    compared = figures = 0
    for _, coach_hint, _ in islice(hints(game, 40), 24):
        assert coach_hint.why(0)
        assert bool(coach_hint.comparison) == (len(coach_hint.options) > 1)
        if coach_hint.comparison:
            compared += 1
            assert coach_hint.comparison in coach_hint.why(0)
            texts = " ".join(coach_hint.why(0))
            if coach_hint.by_figures:
                assert coach_hint.why(0) == (coach_hint.comparison,)
            else:
                assert all(texts.count(reason) == 1 for reason in coach_hint.options[0].reasons)
            figures += coach_hint.by_figures
            assert "number 2" in coach_hint.comparison
        assert all(coach_hint.why(n) == e.reasons for n, e in enumerate(coach_hint.options) if n)
    assert compared > 8
    assert 0 < figures < compared


@pytest.mark.parametrize(
    ("one", "others", "percents", "text"),
    [
        ("keeps your 8 hidden", ["keeps your 7 hidden"], 5, "keeps your 8 hidden (number 2: 7)"),
        ("9 beats the 5", ["8 beats the 6"], 5, "9 beats the 5 (number 2: 8 beats the 6)"),
        (
            "grows from 2 to 3",
            ["grows from 1 to 2"],
            5,
            "grows from 2 to 3 (number 2: from 1 to 2)",
        ),
        ("keeps 2 cards", ["keeps 3 cards", "free"], 5, "keeps 2 cards; number 2: free"),
        ("restores a pile", ["free"], 0, "restores a pile; number 2 is as good: free"),
        ("restores a pile", ["free"], 1, "restores a pile; number 2 comes close: free"),
        ("restores a pile", ["free"], 30, "restores a pile; number 2 is much weaker: free"),
        ("restores a pile", [], 5, "restores a pile, unlike number 2"),
        ("restores a pile", ["x" * 60], 1, f"restores a pile; number 2: {'x' * 60}"),
    ],
)
def test_number_two_is_told_by_what_sets_it_apart_and_how_close_it_comes(
    one: str, others: list[str], percents: int, text: str
) -> None:
    best = [RankedOption(PASS, 9, 0.5, 1.0), RankedOption(PASS, 9, 0.5 - percents / 100, 1.0)]
    assert coach._comparison([one], [[one], others], best, True) == text


def test_copies_of_a_card_are_one_option() -> None:
    game = next(game for game in ADVISED if game.id == "castle")
    pos = opening(game, game.options(), 2, 1)
    assert pos.decision is not None
    keys = [face.key.partition(".")[0] for face in pos.box.faces]
    twins = [n for n, key in enumerate(keys) if keys.count(key) == 2]
    one, two = (keys.index(keys[twins[0]]), len(keys) - 1 - keys[::-1].index(keys[twins[0]]))
    pos.faces = bytes(range(pos.box.size))
    ranked = [RankedOption(Action("discard", (card,)), 9, 0.5, 0.1) for card in (one, two)]
    assert without_duplicates(pos, ranked) == (ranked[0],)
    pos.faces = bytes([UNSEEN] * pos.box.size)
    taken = [RankedOption(Action("take", (card,)), 9, 0.5, 0.1) for card in pos.zones[0][:2]]
    assert without_duplicates(pos, taken) == (taken[0],)


@every_advised
def test_no_number_is_told_before_the_evaluation_can_know(game: Game[Any]) -> None:
    advice = game.advice
    pos = opening(game, game.options(), 2, 5)
    assert pos.decision is not None
    assert not advice.is_reliable(pos)
    for each in advise(advice, view(pos, pos.decision.seat), (), Think(40)).options:
        assert "%" not in each.words


def test_shares_become_words_from_lost_to_won() -> None:
    said = [share_words(share / 100) for share in range(101)]
    assert list(dict.fromkeys(said)) == [words for _, words in SHARE_WORDS]
    assert share_words(0.5) == "even"


@pytest.mark.parametrize("simulations", [0, 40])
def test_a_hint_never_lists_two_options_that_read_the_same(simulations: int) -> None:
    game = next(game for game in ADVISED if game.id == "castle_rampage")
    advice = game.advice
    assert advice is not None
    for seed in range(4):
        pos = opening(game, game.options(), 2, seed)
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
        assert isinstance(decision.aim, Limits)
        for each in advise(advice, view(pos, decision.seat), (), Think(60)).options:
            if each.action.verb == "toss":
                assert pos.zones[advice.goal(pos, each.action)]
                seen += 1
    assert seen


def test_the_other_process_gives_the_same_hint() -> None:
    worker = Supervisor()
    game = ADVISED[1]
    pos = opening(game, game.options(), 2, 1)
    assert game.advice is not None
    question = Question(game.advice, view(pos, pos.decision.seat), (), Think(80, seed=4))
    worker.ask(question, advise, is_coach_hint)
    coach_hint: Any = wait(worker)
    worker.close()
    assert coach_hint == advise(question.advice, question.view, (), question.think)


def test_the_cost_of_an_option_is_told_if_it_is_clearly_costly() -> None:
    """An attack would win at once: every other option has a high cost, and the attack has none."""
    match = rampage(hands={0: "knight witch"})
    advice = next(game for game in ADVISED if game.id == "castle_rampage").advice
    assert advice is not None
    found = option_costs(advice, match.view(), (), Think(900, seed=1))
    attack = match.action("attack knight >1.castle")
    assert found.of(attack) == 0.0
    assert found.of(PASS) > COSTLY
    assert option_costs(advice, match.view(), (), Think(900, seed=1)) == found
    question = Question(advice, match.view(), (), Think(900))
    assert is_option_costs(question, found)
    assert not is_option_costs(question, OptionCosts(((Action("toss"), 0.5),)))
    assert option_costs(advice, match.view(), (), Think(0)) == OptionCosts()


def test_no_cost_is_told_where_cards_are_thrown() -> None:
    game = next(game for game in ADVISED if game.id == "card_barrage")
    pos = opening(game, game.options(), 2, 1)
    assert game.advice is not None
    seen = view(pos, pos.decision.seat)
    assert option_costs(game.advice, seen, (), Think(300)) == OptionCosts()


def test_figures_are_told_by_the_slope_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(game for game in ADVISED if game.id == "castle_rampage")
    told = [each.share for hint in islice(hints(game, 40), 8) for each in hint.coach_hint.options]
    assert any(share is not None and abs(share - 0.5) > 0.1 for share in told)
    monkeypatch.setattr(type(game.advice), "slope", 1e-6)
    for hint in islice(hints(game, 40), 8):
        assert {each.share for each in hint.coach_hint.options} <= {0.0, 0.5, 1.0, None}


@every_advised
def test_a_told_share_grows_with_the_value_and_keeps_even_won_and_lost(game: Game[Any]) -> None:
    advice = game.advice
    told = [advice.share(value / 100) for value in range(101)]
    assert told == sorted(set(told))
    assert (told[0], told[50], told[100]) == (0.0, 0.5, 1.0)
    assert (told[80] > 0.8) == (advice.slope > 1)
