"""Tests of the coach benchmark: a correct hint has no fault, and each planted fault is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import log

import pytest

from benchmarks import coach
from benchmarks.coach import (
    FAULTS,
    MATCH_HINTS,
    Forecast,
    Hint,
    Odds,
    brier,
    cross_fitted,
    faults,
    fitted_slope,
    forecasts,
    hints,
    rampage_odds,
    slope_half_interval,
    tenth_rows,
    throw_odds,
    wars_odds,
)
from castlecards.content import built_in
from castlecards.core.advice import logistic
from castlecards.players.coach import LONGEST_COMPARISON, CoachHint
from castlecards.players.player import Think

WARS = built_in()["castle_wars"]


@cache
def correct_hint() -> Hint:
    """Return a hint of three options with figures, the first with a reason of its own."""
    advice = WARS.advice
    assert advice is not None
    return next(
        hint
        for hint in hints(WARS, 20)
        if len(hint.coach_hint.options) == 3
        and hint.coach_hint.comparison
        and all(each.share for each in hint.coach_hint.options)
        and not {*hint.coach_hint.options[0].reasons}.isdisjoint(
            advice.reasons(hint.view, hint.coach_hint.options[0].action, hint.worlds)
        )
    )


def first(coach_hint: CoachHint, **changes: object) -> CoachHint:
    best, *later = coach_hint.options
    return replace(coach_hint, options=(replace(best, **changes), *later))  # type: ignore[arg-type]


def with_swapped_label(coach_hint: CoachHint) -> CoachHint:
    """Swap the label of the second option: "equal" to a figure, a figure to "equal"."""
    best, second, *later = coach_hint.options
    words = "9 %" if second.words == "equal" else "equal"
    return replace(coach_hint, options=(best, replace(second, words=words), *later))


PLANTED: dict[str, Callable[[CoachHint], CoachHint]] = {
    "order": lambda coach_hint: first(coach_hint, share=0.0),
    "ties": with_swapped_label,
    "alike": lambda coach_hint: replace(coach_hint, options=(coach_hint.options[0],) * 2),
    "silent": lambda coach_hint: first(coach_hint, reasons=()),
    "shared": lambda coach_hint: replace(coach_hint, options=(coach_hint.options[0],) * 2),
    "comparison": lambda coach_hint: replace(coach_hint, comparison="x" * (LONGEST_COMPARISON + 1)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    hint = correct_hint()
    assert not list(faults(WARS, hint))
    assert fault in list(faults(WARS, hint._replace(coach_hint=PLANTED[fault](hint.coach_hint))))


@pytest.mark.long
@pytest.mark.parametrize(("id", "odds", "matches"), [
    ("castle_wars", wars_odds, 6), ("castle_rampage", rampage_odds, 4),
    ("card_barrage", throw_odds, 6),
])  # fmt: skip
def test_odds_of_attacks_are_told_and_met(
    id: str, odds: Odds, matches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "PLAYER", Think())
    _, found = forecasts(built_in()[id], range(matches), 1, odds)
    told, won = (sum(column) / len(found) for column in list(zip(*found, strict=True))[:2])
    assert len(found) > 60
    assert 0.5 < told < 1
    assert abs(told - won) < 0.15


@pytest.mark.parametrize("slope", [0.6, 1.0, 1.8])
def test_the_fit_finds_how_wrong_told_chances_are(slope: float) -> None:
    tolds = [percent / 100 for percent in range(2, 99)]
    found = [
        Forecast(told, logistic(slope * log(told / (1 - told))), n) for n, told in enumerate(tolds)
    ]
    assert fitted_slope(found) == pytest.approx(slope, abs=0.01)
    assert slope_half_interval(found * 4) == pytest.approx(
        slope_half_interval(found)
    )  # repeated matches add no information
    more = [each._replace(match=each.match + 1000 * n) for n in range(4) for each in found]
    assert slope_half_interval(more) == pytest.approx(slope_half_interval(found) / 2)


def test_the_slope_of_one_half_of_the_matches_corrects_the_other_half() -> None:
    def of_half(half: int, won: float) -> list[Forecast]:
        return [Forecast(0.9, float(n < 100 * won), 2 * n + half) for n in range(100)]

    fair, modest = of_half(0, 0.9), of_half(1, 0.99)
    (sure,) = cross_fitted([Forecast(1.0, 0.0, 0)])
    assert sure.told == 1.0
    later = cross_fitted([*fair, *modest])
    assert [each.told for each in later[100:]] == pytest.approx([0.9] * 100, abs=0.01)
    assert [each.told for each in later[:100]] == pytest.approx([0.99] * 100, abs=0.01)
    assert brier(later) > brier([*fair, *modest])  # neither is corrected with its own results


def test_a_tenth_far_from_what_is_told_falls_short_unless_it_has_few_matches() -> None:
    wrong = [Forecast(0.55, float(n % 10 < 4), n) for n in range(4000)]
    right = [Forecast(0.75, float(n % 4 < 3), n) for n in range(4000)]
    assert [row.good for row in tenth_rows("x", [*wrong, *right], False)] == [False, True]
    assert all(row.good for row in tenth_rows("x", wrong, True))
    assert all(
        row.good for row in tenth_rows("x", [each._replace(match=0) for each in wrong], False)
    )


@pytest.mark.long
def test_shares_of_winning_are_told_for_moments_of_whole_matches() -> None:
    found, attacks = forecasts(WARS, range(2), 20)
    assert not attacks
    assert {each.match for each in found} == {0, 1}
    assert len(found) == 2 * MATCH_HINTS
    assert {each.real for each in found} <= {0.0, 0.5, 1.0}
    assert all(0 <= each.told <= 1 for each in found)
