"""Tests of action previews in Castle: buildings that cards become, and results of attacks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from castlecards.core.events import apply
from castlecards.core.game import OutcomePreview
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.games.castle.attack import Defend
from castlecards.games.castle.state import defence, hand_limit, knights, royalty
from castlecards.texts import nth
from tests.games.castle.build import GAME, CastleMatch, castle
from tests.games.play import matches, random_game
from tests.marks import rule


def preview_of(match: CastleMatch, text: str) -> OutcomePreview:
    wanted = match.text(match.action(text))
    action = next(each for each in match.decision.options if match.text(each) == wanted)
    found = GAME.outcome_preview(match.view(), action)
    assert found is not None
    return found


@rule("CA5", "CA11", "CA12", "CA14", "CA15", "CA16")
@pytest.mark.parametrize(
    ("action", "text", "together"),
    [
        ("knight 3C+7H >0.knight1", "2nd knight", "a knight: 7 + 3"),
        ("peasant 2C+3H >0.peasant0", "keep 3 → 5 cards", "a peasant: 3 + 2"),
        ("wall 7H+7C >0.plot0", "defence 1 → 2", "a wall: two 7s"),
        ("wall 7H+7C >0.plot3", "a wall for later", "a wall: two 7s"),
        ("hovel 10H >0.plot3", "keep 3 → 6 cards", "a hovel"),
        ("barracks JH >0.plot3", "1st barracks", "barracks"),
        ("castle JH+10H >0.plot3", "castle: defence 3", "a castle: jack + 10"),
        ("royalty KH >0.plot1", "3 → 6 points", ""),
        ("royalty KH+KC >0.plot1", "3 → 12 points", "a set: two kings"),
        ("royalty QH >0.plot3", "new set: 1 point", ""),
    ],
)
def test_cards_say_what_they_would_become(action: str, text: str, together: str) -> None:
    hand = "3C 7H 7C 2C 3H 10H JH KH KC QH"
    match = castle(hand=hand, plots=["QD", "KD KS", "10D"], knights=["AH 9H"])
    found = preview_of(match, action)
    assert (found.text, found.sum_text) == (text, together)


@rule("CA18", "CA19", "CA20")
def test_an_attack_says_how_many_knights_stand_against_how_many() -> None:
    riders = ["AH 9H", "2H 8H"]
    open_ = castle(plots=["JH"], knights=riders, opponent_plots=["QS"])
    assert preview_of(open_, "attack >QS") == OutcomePreview("1 knight takes it", "good")
    guarded = castle(
        plots=["JH"], knights=riders, opponent_plots=["QS", "JC"], opponent_knights=["AC 9C"]
    )
    assert preview_of(guarded, "attack >QS") == OutcomePreview("2 vs 1 (1 guard)", "good")
    guarded.play("attack >QS")
    assert preview_of(guarded, "commit 1") == OutcomePreview("1 vs 1 (1 guard)", "open")
    guarded.play("commit 1")
    assert preview_of(guarded, "guard 1.knight0") == OutcomePreview("0 left vs 1", "good")


@rule("CA3")
def test_a_hidden_card_is_not_spoken_of() -> None:
    match = castle(hand="3C 7H", knights=["AH 9H"])
    action = next(each for each in match.decision.options if each.verb == "knight")
    assert GAME.outcome_preview(match.view(1), action) is None


def is_captured(pos: Position[Any], card: int, zone: int) -> bool:
    """Return True if the attacked card is captured when the defender does nothing."""
    while pos.decision is not None and not pos.decision.prompt.startswith(("Play", "Nothing")):
        if not any(isinstance(step, Defend) for step in pos.steps) and card not in pos.zones[zone]:
            return True
        pos, _ = apply(pos, pos.decision.default)
    return card not in pos.zones[zone]


def is_right(before: Position[Any], action: Any, found: OutcomePreview) -> bool:
    """Return True if the preview was right, or depends on the other player's answer."""
    after, _ = apply(before, action)
    asked = before.decision
    seat, plots = asked.seat, after.state.plots[asked.seat]
    n = action.to - seat * 49 - 1
    words = found.text.split()
    match words:
        case ["keep", now, "→", then, "cards"]:
            return (hand_limit(before, seat), hand_limit(after, seat)) == (int(now), int(then))
        case ["defence", _, "→", then] | ["castle:", "defence", then]:
            return defence(plots, n) == int(then)
        case ["new", "set:", then, _] | [_, "→", then, _]:
            return dict(royalty(plots))[n] == int(then)
        case [order, "knight"]:
            return nth(knights(after, seat)) == order
        case [_, "knight" | "knights", _, "it"]:
            return is_captured(after, action.onto, before.zone_of(action.onto))
    return True


@settings(max_examples=12)
@given(matches(GAME))
def test_what_is_said_comes_true(match: tuple[Any, int, int]) -> None:
    for n, (before, _, _, _) in enumerate(random_game(GAME, *match)):
        asked = before.decision
        if n % 3 or n > 400 or asked is None:
            continue
        seen = view(before, asked.seat)
        for action in asked.options[:: len(asked.options) // 6 + 1]:
            found = GAME.outcome_preview(seen, action)
            assert found is None or is_right(before, action, found), (action, found)
