"""The games on the shelf, made from their rules and their data files."""

from __future__ import annotations

from functools import cache
from typing import Any

from castlecards.core.game import Game
from castlecards.games.high_card import HighCard


@cache
def games() -> dict[str, Game[Any]]:
    """All games by id, in the order in which they are offered."""
    every: tuple[Game[Any], ...] = (HighCard(),)
    return {game.id: game for game in every}
