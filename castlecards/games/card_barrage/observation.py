"""Observation columns of Card Barrage's state for learning programs."""

from __future__ import annotations

from functools import cache

from castlecards.core.observation import ObservationField, bits, proofs_field, scalar

MOST_PROOFS = 24  # at a time; the most met in 900 random matches was 10


@cache
def fields(size: int) -> tuple[ObservationField, ...]:
    """Columns of the state; `size`: cards in the box."""
    return (
        scalar("first", "team that has the marker"),
        scalar("turn", "turns taken"),
        ObservationField(
            "stormed",
            2,
            "by team: has hit a castle without walls",
            lambda pos: bits(pos.state.stormed, 2),
        ),
        proofs_field(size, MOST_PROOFS),
    )
