"""Worlds that are dealt look to their seat like its view, and respect what is proved."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.content import games
from castlecards.core.belief import Impossible, Worlds
from castlecards.core.cards import UNSEEN
from castlecards.core.game import Game
from castlecards.core.position import Position
from castlecards.core.view import View, view
from tests.games.play import every_game, matches, random_game

BARE: Game[Any] = games()["castle_rampage"]  # many cards of one back


def middle(game: Game[Any], match: tuple[Any, int, int], moments: int) -> Position[Any]:
    """A moment of a random match."""
    options, players, seed = match
    for n, (before, *_) in enumerate(random_game(game, options, players, seed)):
        if n == moments:
            return before
    return before


@every_game
def test_a_world_looks_like_the_view_that_it_comes_from(game: Game[Any]) -> None:
    @settings(max_examples=25)
    @given(matches(game), st.integers(0, 80), st.integers(0, 2**32))
    def run(match: tuple[Any, int, int], moments: int, seed: int) -> None:
        pos = middle(game, match, moments)
        for seat in range(pos.box.seats):
            seen = view(pos, seat)
            world = Worlds(seen).deal(Random(seed))
            assert sorted(world.faces) == sorted(pos.faces)
            assert view(world, seat).position.faces == seen.position.faces
            assert world.zones == pos.zones
            assert world.faces == Worlds(seen).deal(Random(seed)).faces
            for card, face in enumerate(seen.position.faces):
                if face == UNSEEN:
                    assert pos.box.backs[world.faces[card]] == pos.box.backs[card]

    run()


def toy(game: Game[Any]) -> View:
    """A view with many unseen cards of one back."""
    pos = middle(game, (game.options(), 2, 5), 3)
    return view(pos, 0)


@given(st.data(), st.integers(0, 2**32))
def test_what_is_proved_holds_in_every_world(data: Any, seed: int) -> None:
    seen = toy(BARE)
    faces = seen.position.faces
    unseen = [card for card, face in enumerate(faces) if face == UNSEEN]
    truth = middle(BARE, (BARE.options(), 2, 5), 3).faces
    limits = {
        card: data.draw(st.integers(0, 2 ** len(faces) - 1)) | 1 << truth[card]
        for card in data.draw(st.lists(st.sampled_from(unseen), unique=True))
    }
    world = Worlds(seen, limits).deal(Random(seed))
    assert sorted(world.faces) == sorted(truth)
    for card, mask in limits.items():
        assert mask >> world.faces[card] & 1
    for card, face in enumerate(faces):
        assert face in (UNSEEN, world.faces[card])


def test_a_card_that_may_be_nothing_is_an_error() -> None:
    seen = toy(BARE)
    card = seen.position.faces.index(UNSEEN)
    with pytest.raises(Impossible, match=f"card {card}"):
        Worlds(seen, {card: 0}).deal(Random(1))


def test_two_cards_that_may_be_but_one_face_are_an_error() -> None:
    seen = toy(BARE)
    pos = seen.position
    cards = [card for card, face in enumerate(pos.faces) if face == UNSEEN][:2]
    face = next(face for face in range(pos.box.size) if face not in pos.faces)
    with pytest.raises(Impossible):
        Worlds(seen, dict.fromkeys(cards, 1 << face)).deal(Random(1))
