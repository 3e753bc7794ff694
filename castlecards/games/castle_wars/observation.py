"""Observation columns of Castle Wars' state for learning programs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from castlecards.core.observation import ObservationField, bits, scalar
from castlecards.core.position import Position


@cache
def fields(size: int, zones: int) -> tuple[ObservationField, ...]:
    """Columns of the state; `size`: cards in the box; `zones`: number of zones."""
    return (
        scalar("active", "seat"),
        ObservationField("bonus", 2, "by seat", lambda pos: pos.state.bonus),
        scalar("quiet", "turns without a change of the stock"),
        ObservationField(
            "stock",
            3 + 2 * size,
            "0: nothing is compared this turn; else 1, the cards in the hands of either seat, and "
            "by card its deck or discard pile when the turn began (1 to 4 first seat: soldiers, "
            "resources, dead, used; 5 to 8 second seat; 0 none) and its height there",
            _stock,
        ),
        scalar("turn", "turns played"),
        scalar("machine", "worth of every soldier of the player to move; 0: as printed"),
        ObservationField(
            "swapped",
            zones,
            "by zone: a pile that may not be swapped again now",
            lambda pos: bits(pos.state.swapped, zones),
        ),
        ObservationField(
            "relief",
            size,
            "by card of the attack declared: the card that fights instead, from 1; 0: itself",
            _relief,
        ),
        ObservationField(
            "loose",
            1 + size,
            "1 once something has been played in the move phase; then by card: may be laid "
            "elsewhere",
            _loose,
        ),
    )


def _stock(pos: Position[Any]) -> Sequence[int]:
    stock = pos.state.stock
    if not stock:
        return ()
    *piles, hands = stock
    places = [0] * (2 * pos.box.size)
    for number, cards in enumerate(piles, 1):
        for height, card in enumerate(cards):
            places[2 * card : 2 * card + 2] = number, height
    return (1, *hands, *places)


def _relief(pos: Position[Any]) -> Sequence[int]:
    pairs = pos.state.relief
    if not pairs:
        return ()
    fights = list(range(pos.box.size))
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        fights = [new if card == old else card for card in fights]
    return [0 if card == own else card + 1 for own, card in enumerate(fights)]


def _loose(pos: Position[Any]) -> Sequence[int]:
    cards = pos.state.loose
    return () if cards is None else (1, *[int(card in cards) for card in range(pos.box.size)])
