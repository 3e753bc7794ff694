"""Random match options: two factions, and the length."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.games.castle_wars.build import GAME

FACTIONS = (
    "undead", "royal_kingdom", "dragon_tamers", "blood_mages", "mages", "seers", "ninjas",
    "assassins", "berserkers", "shape_shifters", "mechas", "outcasts", "golems", "fateweavers",
    "infected", "war_mongers",
)  # fmt: skip


def options_of(first: str, second: str, epic: bool = False, **more: Any) -> Any:
    return GAME.options(first=first, second=second, epic=epic, **more)


@st.composite
def pair_options(draw: st.DrawFn) -> Any:
    """Return options with any two factions, or none, and any length."""
    every = ("none", *FACTIONS)
    return options_of(
        draw(st.sampled_from(every)),
        draw(st.sampled_from(every)),
        draw(st.booleans()),
        arrange_start=draw(st.sampled_from([False, False, True])),
        first_handicap=draw(st.sampled_from([0, 0, 4])),
        second_handicap=draw(st.sampled_from([0, 0, 8])),
        begins=draw(st.sampled_from(["handicap", "first", "second"])),
    )
