"""Observation columns of Castle Rampage's state for learning programs."""

from __future__ import annotations

from functools import cache

from castlecards.core.observation import ObservationField, bits, scalar


@cache
def fields(size: int) -> tuple[ObservationField, ...]:
    """Columns of the state; `size`: cards in the box."""
    return (
        scalar("active", "seat"),
        scalar("turn", "turns that are over"),
        scalar("idle", "turns in a row without a card drawn, placed or played"),
        scalar("busy", "a card has been drawn, placed or played this turn"),
        scalar("placed", "this turn's card has been placed"),
        scalar("stormy", "the draw pile has been reshuffled"),
        ObservationField(
            "spent", size, "by face: repelled this turn", lambda pos: bits(pos.state.spent, size)
        ),
    )
