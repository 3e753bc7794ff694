"""Tests of action previews in Castle Rampage: how strong a card is in its place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from castlecards.core.events import apply
from castlecards.core.game import OutcomePreview
from castlecards.core.log_lines import Clash
from castlecards.core.view import view
from castlecards.games.castle_rampage.cards import Jester
from tests.games.castle_rampage.build import GAME, RampageMatch, rampage
from tests.games.play import matches, random_game
from tests.marks import rule

OPPONENT = {1: "witch giant"}


def preview_of(match: RampageMatch, text: str) -> OutcomePreview:
    found = GAME.outcome_preview(match.view(), match.action(text))
    assert found is not None
    return found


@rule("CR18", "CR19", "CR20", "CR21")
def test_an_attack_says_how_strong_it_is_and_where() -> None:
    match = rampage(hands={0: "knight digger catapult witch"}, gates={1: "giant"}, castles=OPPONENT)
    kinds = {kind.id: kind for kind in match.state.ground.kinds}
    assert preview_of(match, "attack knight >1.gate") == OutcomePreview(
        f"{kinds['knight'].attack} at the gate",
        "open",
        f"{kinds['knight'].attack} against the gate",
    )
    assert preview_of(match, "attack digger >1.castle").text.endswith("at the castle")
    assert preview_of(match, "play witch >1.gate") == OutcomePreview("the gate falls", "good")


@rule("CR12")
def test_what_is_known_of_the_top_card_is_compared() -> None:
    match = rampage(hands={0: "axe_man mercenary"}, gates={1: "giant axe_man.2"}, castles=OPPONENT)
    top = match.pos.zones[match.pos.box.zone("1.gate")][-1]
    unknown = preview_of(match, "attack mercenary >1.gate")
    assert unknown.tone == "open"
    match.pos.known |= match.pos.box.everyone << top  # as after a repelled attack
    known = preview_of(match, "attack mercenary >1.gate")
    assert known.tone in ("good", "bad", "even")
    assert known.text != unknown.text
    assert known.more == unknown.more


@rule("CR9", "CR15", "CR24")
@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("strengthen ogre >0.castle", "defends with 6"),
        ("attack jester >1.gate", "7, or you lose 1"),
        ("play quartermaster >0.permanents", "stays in play"),
    ],
)
def test_other_cards_say_what_they_do(action: str, text: str) -> None:
    hands = {0: "ogre jester quartermaster mercenary mercenary.2 mercenary.3 axe_man"}
    match = rampage(hands=hands, gates={1: "giant"}, castles=OPPONENT)
    found = preview_of(match, action).text
    figures = [word for word in found.replace(",", "").split() if not word.isdigit()]
    assert figures == [word for word in text.replace(",", "").split() if not word.isdigit()]


@settings(max_examples=30)
@given(matches(GAME))
def test_the_first_blow_is_as_strong_as_was_said(match: tuple[Any, int, int]) -> None:
    """Attacks without payments or choices before the first blow."""
    for n, (before, _, _, _) in enumerate(random_game(GAME, *match)):
        asked = before.decision
        if n % 2 or asked is None:
            continue
        seen = view(before, asked.seat)
        for action in [each for each in asked.options if each.verb == "attack"]:
            found = GAME.outcome_preview(seen, action)
            assert found is not None
            kind = before.state.ground.kinds[before.faces[action.cards[0]]]
            _, events = apply(before, action)
            clash = next((event for event in events if isinstance(event, Clash)), None)
            if clash is None or isinstance(kind, Jester):
                continue
            assert found.text.split()[0] == str(clash.sides[0].total)
            if found.tone != "open":
                ends = {"good": "felled", "even": "traded", "bad": "repelled"}
                assert ends[found.tone] == clash.kind
