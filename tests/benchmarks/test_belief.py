"""Tests of the belief benchmark: its pass marks, and planted faults that miss them."""

from __future__ import annotations

from math import log2
from random import Random
from typing import Any

import pytest

from benchmarks import belief
from castlecards.content import built_in
from castlecards.core.belief import RandomSource, Worlds
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.games.castle_rampage.state import HANDS
from castlecards.playout import opening

RAMPAGE = built_in()["castle_rampage"]


@pytest.mark.long
def test_a_belief_that_learns_nothing_misses_the_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert RAMPAGE.advice is not None
    monkeypatch.setattr(belief, "MEASURED_SIMULATIONS", 4)
    monkeypatch.setattr(belief, "LONGEST_UPDATE", 1e9)
    biases = {row.what: row.figure for row in belief.biases("rampage", 1) if "bias" in row.what}
    assert len(biases) == 3
    monkeypatch.setattr(RAMPAGE.advice, "even", 1.0, raising=False)
    assert belief.main(["rampage", "--matches", "1", "--deals", "0"]) == 1
    missed = [row for row in capsys.readouterr().out.splitlines() if row.endswith("MISSED")]
    assert sum("bias" in row for row in missed) == 3


@pytest.mark.parametrize(
    ("name", "what", "matches"),
    [
        ("castle", "royals in hand", 3),
        ("barrage", "rank in hand", 4),
        ("rampage", "defence of the castle", 2),
    ],
)
@pytest.mark.long
def test_a_belief_is_nearer_to_the_truth_than_even_worlds(
    name: str, what: str, matches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(belief, "MEASURED_SIMULATIONS", 4)
    monkeypatch.setattr(belief, "STEP", 3)
    found = belief.measured(name, matches).errors[what]
    assert len(found) > 10
    believed, even = sum(each.believed for each in found), sum(each.even for each in found)
    assert abs(believed) < 0.7 * abs(even), (believed, even, len(found))


def test_the_true_world_is_likelier_the_more_often_it_is_dealt() -> None:
    truth = opening(RAMPAGE, RAMPAGE.options(), 2, 1)
    seen, rng = view(truth, 0), Random(1)
    hidden = [("hand", card) for card in truth.zones[HANDS[1]]]
    assert len(hidden) == 5
    even = Worlds(seen)

    def likelihood(share: float) -> float:
        def deal(rng: RandomSource) -> Position[Any]:
            return truth if rng.random() < share else even.deal(rng)

        return belief.log_likelihood(truth, seen, hidden, deal, rng)

    none, half, whole = [likelihood(share) for share in (0.0, 0.5, 1.0)]
    assert none + 10 < half < whole - 5
    missing = len(set(range(truth.box.size)).difference(seen.position.faces))
    assert whole == pytest.approx(
        missing * log2((belief.PLACE_WORLDS + 0.5) / (belief.PLACE_WORLDS + 1))
    )


def test_equal_players_are_equally_strong() -> None:
    plain = RAMPAGE.advice.with_even_worlds()
    assert RAMPAGE.advice.even < plain.even == 1.0
    first, second = belief.play(RAMPAGE, (plain, plain), 2, 1)
    assert first + second == 1


@pytest.mark.parametrize(("own", "good"), [(61.0, False), (63.0, True)])
def test_half_of_the_distance_to_seen_hands_is_the_bar(
    monkeypatch: pytest.MonkeyPatch, own: float, good: bool
) -> None:
    monkeypatch.setattr(
        belief, "duel", lambda name, deals, sims, seeing: (75.0 if seeing else own, 1.0)
    )
    bound, score = belief.strengths("wars", 400, 200, False)
    assert bound.good
    assert score.bar == "at least 62.5 %"
    assert score.good is good
    quick = list(belief.strengths("wars", 6, 50, True))
    assert not any(row.bar for row in quick)
