"""The benchmark of the coach: a sound hint has no fault, and each planted fault is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from benchmarks.coach import FAULTS, STEP, Hint, attacks, faults, hints, rampage_odds, wars_odds
from castlecards.content import built_in
from castlecards.players.coach import COMPARED, Counsel

WARS = built_in()["castle_wars"]


def sound() -> Hint:
    """A hint of three options with figures, of which the first has a reason."""
    return next(
        hint
        for hint in hints(WARS, 20)
        if len(hint.counsel.options) == 3
        and hint.counsel.comparison
        and all(each.share for each in hint.counsel.options)
    )


def first(counsel: Counsel, **changes: object) -> Counsel:
    best, *later = counsel.options
    return replace(counsel, options=(replace(best, **changes), *later))  # type: ignore[arg-type]


def retold(counsel: Counsel) -> Counsel:
    """The second option is called equal if it is not, and the other way round."""
    best, second, *later = counsel.options
    words = "9 %" if second.words == "equal" else "equal"
    return replace(counsel, options=(best, replace(second, words=words), *later))


PLANTED: dict[str, Callable[[Counsel], Counsel]] = {
    "order": lambda counsel: first(counsel, share=0.0),
    "ties": retold,
    "alike": lambda counsel: replace(counsel, options=(counsel.options[0],) * 2),
    "silent": lambda counsel: first(counsel, reasons=()),
    "shared": lambda counsel: replace(counsel, options=(counsel.options[0],) * 2),
    "comparison": lambda counsel: replace(counsel, comparison="x" * (COMPARED + 1)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    hint = sound()
    assert not list(faults(WARS, hint))
    assert fault in list(faults(WARS, hint._replace(counsel=PLANTED[fault](hint.counsel))))


def test_odds_of_attacks_are_told_and_met() -> None:
    for id, odds in (("castle_wars", wars_odds), ("castle_rampage", rampage_odds)):
        found = [each for each, _ in zip(attacks(built_in()[id], odds), range(150), strict=False)]
        told, won = (sum(column) / len(found) for column in zip(*found, strict=True))
        assert 0.5 < told < 1
        assert abs(told - won) < 0.12
    assert STEP > 1
