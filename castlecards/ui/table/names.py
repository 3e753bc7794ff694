"""What cards are called."""

from __future__ import annotations

from castlecards.core.cards import Face

RANKS = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def face_name(face: Face) -> str:
    """What a player calls a card; of two alike, both the same."""
    if not face.title and face.deck == "standard" and face.suit in SUITS:
        return f"{RANKS.get(face.rank, face.rank)} of {SUITS[face.suit]}"
    return face.title or face.key


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
