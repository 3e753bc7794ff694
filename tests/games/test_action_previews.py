"""Tests of action previews in every game: short, from the player's view alone, and true."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from castlecards.core.game import SHORT, Game, OutcomePreview
from castlecards.core.view import view
from tests.games.play import every_game, matches, random_game


def previews(game: Game[Any], match: tuple[Any, int, int], every: int = 5) -> list[OutcomePreview]:
    found = []
    for n, (before, _, _, _) in enumerate(random_game(game, *match)):
        asked = before.decision
        if n % every or n > 300 or asked is None or asked.seat < 0:
            continue
        seen = view(before, asked.seat)
        foreseen = [game.outcome_preview(seen, action) for action in asked.options]
        found += [each for each in foreseen if each is not None]
    return found


@every_game
def test_a_preview_fits_its_chip(game: Game[Any]) -> None:
    @settings(max_examples=12)
    @given(matches(game))
    def run(match: tuple[Any, int, int]) -> None:
        for each in previews(game, match):
            assert 0 < len(each.text) <= SHORT, each
            assert not each.text.endswith("."), each
            assert not each.more.endswith("."), each

    run()
