"""Tests of the heuristics of Castle."""

from __future__ import annotations

from castlecards.core.action import PASS
from castlecards.games.castle.heuristics import EARLY, GROWING, CastleAdvice
from tests.games.castle.build import CastleMatch, castle

ADVICE = CastleAdvice()


def favourite(match: CastleMatch, thinks: bool) -> str:
    """Return the action that the heuristics prefer, of the searching player or the plain one."""
    decision = match.decision
    rules = ADVICE.prior if thinks else ADVICE.weights
    weights = rules(match.pos, decision, decision.options)
    return match.text(decision.options[weights.index(max(weights))])


def test_a_royal_that_the_hand_cannot_keep_is_laid_and_not_thrown_away() -> None:
    """Without a hovel the hand keeps one card. The plain player heeds it from turn GROWING on."""
    assert favourite(castle(hand="KH QD 8C"), True).startswith("royalty")
    assert favourite(castle(hand="KH QD 8C", turn=GROWING), False).startswith("royalty")
    early = castle(hand="KH QD 8C")
    assert favourite(early, False) == early.text(PASS)


def test_a_royal_that_the_hand_keeps_stays_there_in_the_first_turns() -> None:
    kept = castle(hand="KH QD", plots=["10H"])  # a hovel: three cards
    assert favourite(kept, True) == kept.text(PASS)


def test_who_thinks_lays_royals_after_the_first_turns_who_does_not_keeps_them() -> None:
    laid = castle(hand="KH QD", plots=["10H"], turn=EARLY)
    assert favourite(laid, True).startswith("royalty")
    assert favourite(laid, False) == laid.text(PASS)


def test_who_thinks_spends_no_knight_on_barracks_who_does_not_does() -> None:
    match = castle(hand="2S", knights=["4S 6S"], plots=["10H"], opponent_plots=["JC"])
    assert favourite(match, True) == match.text(PASS)
    assert favourite(match, False).startswith("attack")


def test_what_is_worth_less_is_thrown_away_first() -> None:
    kept = castle(hand="KH 8C 6C 9S", plots=["10H"])  # three of four cards
    assert favourite(kept, True) == kept.text(PASS)
