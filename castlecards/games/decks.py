"""Decks as printed: the standard 52, and the Tech Deck as a value read from a data file."""

from __future__ import annotations

from castlecards.core.cards import Face

RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
SUITS = "CDHS"


def standard(
    ranks: range = range(1, 14), suits: str = SUITS, back: str = "castle"
) -> tuple[Face, ...]:
    """French-suited cards, by suit and then by rank, ace low: keys AC, 2C, ... KS."""
    return tuple(
        Face(RANKS.get(rank, str(rank)) + suit, rank, suit, back)
        for suit in suits
        for rank in ranks
    )
