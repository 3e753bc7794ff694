"""Blunders in Castle Wars: the benchmark counts them, and a player with search makes none."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from benchmarks.blunders import KINDS, blunder
from benchmarks.fair_play import questions
from castlecards.content import built_in

WARS = built_in()["castle_wars"]


def test_a_search_is_never_offered_a_blunder_that_the_benchmark_counts() -> None:
    advice, met = WARS.advice, Counter[str]()
    assert advice is not None
    for pos, _ in islice(questions(WARS), 2500):
        decision = pos.decision
        assert decision is not None
        options = advice.options(pos, decision)
        priors = advice.prior(pos, decision, options)
        weights = advice.weights(pos, decision, options)
        for option, prior, weight in zip(options, priors, weights, strict=True):
            kind = blunder(pos, option)
            assert prior == (0 if kind else weight), (kind, option)
            met[kind] += weight > 0
    assert all(met[kind] for kind in KINDS), met
