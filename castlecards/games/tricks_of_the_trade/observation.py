"""Observation columns of the state of Tricks of the Trade for learning programs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from castlecards.core.observation import ObservationField, proofs_field, scalar
from castlecards.core.position import Position
from castlecards.games.tricks_of_the_trade.scoring import ROUNDS
from castlecards.games.tricks_of_the_trade.state import NUMBERED

MOST_PROOFS = 24  # at a time; at most 11 occurred in 900 random matches
PARTS = ("bid", "tricks", "reached", "exact", "goal", "sweep")  # of `RoundScore`


@cache
def fields(size: int, seats: int) -> tuple[ObservationField, ...]:
    """Columns of the state; `size`: cards in the box."""
    return (
        scalar("phase", "0 deal, 1 bids, 2 trade, 3 effects, 4 tricks"),
        scalar("round", "rounds that are over"),
        scalar("first", "seat that begins this round"),
        scalar("trump", "domain, from 1, once the tricks have begun"),
        ObservationField(
            "scores",
            ROUNDS * seats * len(PARTS),
            f"by round and seat: {', '.join(PARTS)}",
            lambda pos: [n for row in pos.state.scores for score in row for n in score],
        ),
        ObservationField(
            "won", seats * NUMBERED, "by seat and face: cards won in the rounds scored", _won
        ),
        scalar("turned", "domain of the card turned up this round, from 1"),
        proofs_field(size, MOST_PROOFS),
    )


def _won(pos: Position[Any]) -> Sequence[int]:
    if not any(pos.state.won):
        return ()
    worths = pos.state.ground.worth[:NUMBERED]
    return [won.count(worth) for won in pos.state.won for worth in worths]
