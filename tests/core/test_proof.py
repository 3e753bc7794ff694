"""Tests of proofs about hidden cards: they stay true when cards change hands unseen."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.core.proof import (
    Proof,
    Proofs,
    faces_of,
    note_unseen_move,
    prove,
    without_known_faces,
)


class Hands:
    """Toy table with three hands of hidden cards, as far as proofs need it."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.cards = [bytes(range(5 * n, 5 * n + 5)) for n in range(3)]
        self.faces = random.sample(range(15), 15)
        self.pos = SimpleNamespace(state=State(()), faces=self.faces, up=0)

    def put(self, state: Any) -> None:
        self.pos.state = state

    def mix(self, hand: int) -> None:
        cards = list(self.cards[hand])
        faces = [self.faces[card] for card in cards]
        self.random.shuffle(faces)
        for card, face in zip(cards, faces, strict=True):
            self.faces[card] = face

    def learn(self) -> None:
        """Prove something true about a random hand."""
        hand = self.random.choice(self.cards)
        barred = self.random.getrandbits(15)
        free = sum(not barred >> self.faces[card] & 1 for card in hand)
        prove(self, hand, self.random.randint(0, free), barred)  # type: ignore[arg-type]

    def pass_on(self) -> None:
        giver, taker = self.random.sample(range(3), 2)
        if len(self.cards[giver]) < 2:
            return
        before = self.cards[giver]
        self.mix(giver)
        self.cards[giver], card = before[:-1], before[-1:]
        self.cards[taker] += card
        self.mix(taker)
        note_unseen_move(self, before, self.cards[giver], self.cards[taker])  # type: ignore[arg-type]

    def true(self) -> bool:
        return all(
            sum(not proof.barred >> self.faces[card] & 1 for card in proof.cards) >= proof.least
            for proof in self.pos.state.proofs
        )


class State:
    def __init__(self, proofs: Proofs) -> None:
        self.proofs = proofs

    def with_(self, proofs: Proofs) -> State:
        return State(proofs)


@given(st.integers(0, 2**32))
def test_a_proof_stays_true_whatever_is_passed_on(seed: int) -> None:
    hands = Hands(Random(seed))
    for _ in range(12):
        hands.random.choice((hands.learn, hands.pass_on))()
        assert hands.true()


def test_who_gives_a_card_away_keeps_all_the_others() -> None:
    """Five cards of a hand are no king, and one is given away: the four that stay are no king.

    Of these and the taker's cards together, five are no king.
    """
    hands = Hands(Random(1))
    prove(hands, hands.cards[0], 5, 1 << 3)  # type: ignore[arg-type]
    before = hands.cards[0]
    note_unseen_move(hands, before, before[:4], hands.cards[1] + before[4:])  # type: ignore[arg-type]
    assert set(hands.pos.state.proofs) == {
        Proof(before[:4], 4, 8),
        Proof(bytes(sorted(before + hands.cards[1])), 5, 8),
    }


def test_cards_that_are_seen_no_longer_count() -> None:
    proof = Proof(bytes((1, 2, 3)), 2, 0b1100)
    assert without_known_faces((proof,), {7: 0}) == (proof,)
    assert without_known_faces((proof,), {1: 0}) == (Proof(bytes((2, 3)), 1, 0b1100),)
    assert without_known_faces((proof,), {1: 2}) == (Proof(bytes((2, 3)), 2, 0b1100),)
    assert without_known_faces((proof,), {1: 0, 3: 1}) == ()


def test_faces_of_suits() -> None:
    assert faces_of(bytes((1, 2, 1, 3)), 1) == 0b0101
    assert faces_of(bytes((1, 2, 1, 3)), 2, 3) == 0b1010


@pytest.mark.parametrize(("cards", "least", "barred"), [(b"", 1, 1), (b"\1", 0, 1), (b"\1", 1, 0)])
def test_what_says_nothing_is_not_noted(cards: bytes, least: int, barred: int) -> None:
    hands = Hands(Random(1))
    prove(hands, cards, least, barred)  # type: ignore[arg-type]
    assert hands.pos.state.proofs == ()
