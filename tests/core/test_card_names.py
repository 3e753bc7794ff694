"""Tests of the names that players give to cards."""

from __future__ import annotations

from castlecards.core.cards import Face, face_name
from castlecards.games.decks import standard
from castlecards.texts import capital


def test_french_cards_are_called_by_rank_and_suit_in_every_deck() -> None:
    names = {face.key: face_name(face) for face in (*standard(), *standard(deck=2))}
    assert names["5C"] == names["5C.2"] == "5 of clubs"
    assert names["QH"] == "queen of hearts"
    assert names["AS.2"] == "ace of spades"
    assert len(set(names.values())) == 52


def test_other_cards_are_called_by_their_titles() -> None:
    assert face_name(Face("S03", 3, "S", deck="tech", title="Exoplanet")) == "Exoplanet"
    assert face_name(Face("S03", 3, "S", deck="tech")) == "S03"
    assert capital("ace of spades") == "Ace of spades"
    assert capital("mRNA vaccine") == "mRNA vaccine"
