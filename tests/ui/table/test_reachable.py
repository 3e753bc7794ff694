"""Tests of picks and drops: they reach each legal action in each game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.action import Action
from castlecards.core.cards import NATURE
from castlecards.core.events import apply, begin
from castlecards.core.game import Game
from castlecards.core.position import Position
from castlecards.ui.table.input.action_matching import Target, is_button
from castlecards.ui.table.input.selection import Selection, SelectionResult
from tests.games.play import every_game, random_answer

DEPTH, EACH = 120, 12  # decisions of a match; actions tried at each
FACTIONS = ("mages", "blood_mages", "shape_shifters", "fateweavers", "berserkers", "undead")


def top(pos: Position[Any], zone: int) -> Target:
    return Target(pos.zones[zone][-1] if pos.zones[zone] else -1, zone)


def click_result(pos: Position[Any], action: Action) -> SelectionResult:
    """Return the result of clicks on all cards and places of an action, and on its button."""
    assert pos.decision is not None
    selection = Selection(pos, pos.decision)
    targets = [Target(card, pos.zone_of(card)) for card in action.cards]
    targets += [top(pos, zone) for zone in action.zones]
    goals = [Target(action.onto, pos.zone_of(action.onto))] if action.onto >= 0 else []
    if action.onto < 0 and action.to >= 0:
        goals = [top(pos, action.to)]
    outcome = SelectionResult()
    for n, target in enumerate([*targets, *goals]):
        outcome = selection.add(target) if 0 < n < len(targets) else selection.choose(target)
        if outcome.actions or outcome.refused:
            return outcome
    return selection.finish()


def unreachable_actions(game: Game[Any], options: Any, seed: int) -> list[str]:
    random = Random(seed)
    players = 2 if 2 in game.players else game.players[0]
    start = game.setup(options, players)
    start.seed = seed
    pos, _ = begin(start)
    missed: list[str] = []
    for n in range(DEPTH):
        decision = pos.decision
        if decision is None:
            break
        if decision.seat != NATURE and decision.order < 0:
            named = [action for action in decision.options if not is_button(action)]
            for action in random.sample(named, min(EACH, len(named))):
                if action not in click_result(pos, action).actions:
                    missed.append(f"{decision.prompt}: {pos.box.text(action)}")
        pos, _ = apply(pos, random_answer(game, pos, seed, n))
    return missed


@every_game
def test_every_action_is_reached_by_clicks(game: Game[Any]) -> None:
    for seed in range(3):
        assert unreachable_actions(game, game.options(), seed) == []


@pytest.mark.parametrize("first", FACTIONS)
def test_every_action_of_a_faction_is_reached_by_clicks(first: str) -> None:
    game = games()["castle_wars"]
    for seed, second in enumerate(FACTIONS):
        assert unreachable_actions(game, game.options(first=first, second=second), seed) == []
