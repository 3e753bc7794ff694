"""While an effect asks: its name before the question, and its card to be read."""

from __future__ import annotations

from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.overlay.decision_buttons import effect_name
from tests.games.tricks_of_the_trade.build import GAME
from tests.games.tricks_of_the_trade.test_effects import used
from tests.ui.table.overlay.test_selection_hints import model


def test_the_question_of_an_effect_begins_with_its_name() -> None:
    match = used("K04", hand="K03 K05 K06 K07 K08 K09", piles={"discard": "T09"})
    table = model(GAME, match)
    card = match.card("K04")
    assert table.effect == Target(card, match.pos.zone_of(card))
    assert effect_name(table) == "Refresh: "


def test_no_other_question_names_one() -> None:
    match = used("K04", hand="K03 K05 K06 K07 K08 K09", piles={"discard": "T09"})
    match.play("decline", "discard K03 >discard", "discard K05 >discard")
    table = model(GAME, match)
    assert table.effect is None
    assert effect_name(table) == ""
