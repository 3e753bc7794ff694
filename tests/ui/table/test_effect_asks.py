"""Tests of decisions of an effect or a form: its name, its card, and the picked cards."""

from __future__ import annotations

import pytest

from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.overlay.decision_buttons import effect_name
from castlecards.ui.table.overlay.popups import UndoConsent
from tests.games.tricks_of_the_trade.build import GAME
from tests.games.tricks_of_the_trade.test_effects import use_effect
from tests.ui.shots.cards import has_payment_choice, is_scheme_paid, would_give
from tests.ui.shots.matches import until
from tests.ui.shots.stage import Stage
from tests.ui.table.overlay.test_selection_hints import model
from tests.ui.table.tables import table


def test_the_question_of_an_effect_begins_with_its_name() -> None:
    match = use_effect("K04", hand="K03 K05 K06 K07 K08 K09", piles={"discard": "T09"})
    table = model(GAME, match)
    card = match.card("K04")
    assert table.effect == Target(card, match.pos.zone_of(card))
    assert effect_name(table) == "Refresh: "


def test_no_other_question_names_one() -> None:
    match = use_effect("K04", hand="K03 K05 K06 K07 K08 K09", piles={"discard": "T09"})
    match.play("decline", "discard K03 >discard", "discard K05 >discard")
    table = model(GAME, match)
    assert table.effect is None
    assert effect_name(table) == ""


def test_a_click_between_the_sockets_of_a_form_keeps_what_is_picked(stage: Stage) -> None:
    stage.clear((1280, 800))
    would_give(stage)
    scene, sheet = stage.table, stage.table.table_view.layout.sheet
    picked = scene.selection.picked
    assert picked
    left, top = round(sheet.x - sheet.width / 2), round(sheet.y - sheet.height / 2)
    every = [(left + dx, top + dy) for dx in range(0, 400, 7) for dy in range(0, 300, 7)]
    bare = [at for at in every if not scene.overlay.covers(at)]
    bare = [at for at in bare if scene.table_view.target_at(*at) == Target()]
    assert len(bare) > 100
    stage.click(next(at for at in bare if sheet.holds(*at)))
    assert scene.selection.picked == picked
    stage.click((left - 20, round(sheet.y)))
    assert scene.selection.picked == (), "beside the form"


def test_take_back_on_a_payment_form_returns_the_card_or_asks_the_others(stage: Stage) -> None:
    stage.clear((1280, 800))
    stage.sit(until("rampage", has_payment_choice))
    held = len(stage.hand)
    stage.click("take_back")
    assert stage.table.table_view.layout.sheet is None
    assert len(stage.hand) == held + 1
    stage.sit(until("rampage", is_scheme_paid))
    stage.click("take_back")
    assert isinstance(stage.app.scene, UndoConsent), "everybody has seen the payments"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_form_appears_once_all_cards_are_dealt(players: int) -> None:
    kinds = ("human", *("squire",) * (players - 1))
    with table("tricks_of_the_trade", players, kinds=kinds, instant=False) as play:
        scene, forms = play.table, list[object]()
        while scene.playback.animation.running:
            forms.append(scene.table_view.layout.sheet)
            play.wait(0.05)
        assert len(forms) > 20
        assert set(forms) == {None}
        play.settle()
        assert scene.selection is not None
        assert scene.table_view.layout.sheet is not None
