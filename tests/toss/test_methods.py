"""Tests of lob, Frisbee and flip: each is the best choice somewhere, for a hand with a mouse."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import methods
from benchmarks.methods import PRACTISED, SITUATIONS, Sample, halton, tossed
from castlecards.core.landing import FLIP, FRISBEE, LOB
from tests.depth import Depth

BY_NAME = {one.name: one for one in SITUATIONS}


def points(method: int, name: str, tosses: int) -> float:
    """Return the points per throw of a practised hand, from fewer throws than the benchmark."""
    rows = np.array(tossed((method, BY_NAME[name], 0, tosses)), dtype=float)
    return Sample(*rows.T).best(PRACTISED)


def test_a_halton_sequence_fills_the_range_evenly() -> None:
    assert [halton(n, 2) for n in range(1, 5)] == [0.5, 0.25, 0.75, 0.125]


@pytest.mark.parametrize(
    ("best", "name", "others", "pilot", "tosses"),
    [
        (LOB, "bare castle", (FRISBEE, FLIP), 40, 40),
        (FRISBEE, "standard", (LOB, FLIP), 40, 40),
        (FLIP, "wood", (LOB, FRISBEE), 80, 60),  # the closest
    ],
)
@pytest.mark.long
def test_each_method_pays_most_somewhere(
    best: int, name: str, others: tuple[int, ...], pilot: int, tosses: int, depth: Depth,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """`pilot` and `tosses`: throws of every day, for the heading and for the points."""
    monkeypatch.setattr(methods, "PILOT", depth(pilot, methods.PILOT))
    tosses = depth(tosses, 80)
    most = max(points(other, name, tosses) for other in others)
    assert points(best, name, tosses) > 1.05 * most
