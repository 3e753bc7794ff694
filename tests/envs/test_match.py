"""Tests of matches with numbered actions: the numbers hold only what the player sees."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from castlecards.content import built_in
from castlecards.core.cards import NATURE
from castlecards.core.view import view
from castlecards.envs.match import Match
from castlecards.envs.numbers import CARD, length, observed, private, public
from castlecards.option_args import read
from tests.games.play import configurations

GAMES = [game.id for game in built_in().values() if game.listed]


def begun(id: str, players: int = 2, seed: int = 1, words: tuple[str, ...] = ()) -> Match:
    game = built_in()[id]
    return Match(game, read(game, words), players, seed)


def goes_on(match: Match, random: Random) -> None:
    answers = match.chance_outcomes() if match.is_in_flight else match.options()
    match.play(random.choice(answers))


def asked_after(match: Match, answers: int, random: Random) -> None:
    for _ in range(answers):
        if not match.over:
            goes_on(match, random)
    while not match.over and match.is_in_flight:
        goes_on(match, random)


@pytest.mark.parametrize("id", GAMES)
def test_every_match_ends_and_its_rewards_sum_to_nothing(id: str) -> None:
    match, random = begun(id), Random(2)
    while not match.over:
        assert match.rewards() == (0.0,) * match.players
        goes_on(match, random)
    assert sum(match.rewards()) == 0
    assert max(map(abs, match.rewards())) == 1
    with pytest.raises(ValueError, match="nobody is asked"):
        _ = match.current_player


def test_every_world_of_a_late_match_has_the_castles_that_all_know() -> None:
    """CB3: a castle is a wild card, face down, in any sampled world.

    It holds while a card is in the air, too, when no player is asked.
    """
    start, aloft = begun("card_barrage"), 0
    ground = start.pos.state.ground
    castles = [card for zone in ground.castles for card in start.pos.zones[zone]]
    for moves in range(25):
        for world in range(5):
            late = Match.late(start, moves, world)
            aloft += late.is_in_flight
            assert [ground.ranks[late.pos.faces[card]] for card in castles] == [0, 0]
    assert aloft >= 5


@pytest.mark.parametrize("id", GAMES)
def test_the_same_seed_and_answers_give_the_same_numbers(id: str) -> None:
    ends = []
    for _ in range(2):
        match, random = begun(id, seed=5), Random(5)
        asked_after(match, 25, random)
        ends.append((match.information_state(0), observed(match, 0), match.pos))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("id", GAMES)
def test_worlds_that_a_player_cannot_tell_apart_have_the_same_numbers(id: str) -> None:
    match, random = begun(id), Random(3)
    differ = 0
    for _ in range(6):
        asked_after(match, 7, random)
        if match.over:
            break
        player = match.current_player
        world = match.resampled(player, random)
        assert world.options() == match.options()
        assert observed(world, player) == observed(match, player)
        assert world.information_state(player) == match.information_state(player)
        assert public(world) == public(match)
        assert private(world, player) == private(match, player)
        differ += world.pos.faces != match.pos.faces
    assert differ


@pytest.mark.parametrize("id", GAMES)
def test_the_public_sees_no_face_that_one_player_alone_knows(id: str) -> None:
    match, random = begun(id), Random(4)
    hidden = 0
    for _ in range(8):
        asked_after(match, 5, random)
        if match.over:
            break
        seen = public(match)
        assert len(seen) == length(match) == len(observed(match, 0))
        for player in range(match.players):
            for card, face in enumerate(private(match, player)):
                if face:
                    hidden += 1
                    assert seen[card * len(CARD)] == 0
                    assert match.view(player).position.faces[card] == face - 1
                    assert view(match.pos, NATURE).face(card) is None
    assert hidden


def test_a_copy_goes_its_own_way() -> None:
    match, random = begun("castle_wars"), Random(1)
    asked_after(match, 10, random)
    before, copy = match.pos.key(), deepcopy(match)
    asked_after(copy, 10, random)
    assert match.pos.key() == before
    assert copy.pos.key() != before


def test_a_landing_is_one_of_as_many_as_asked_for() -> None:
    match, random = begun("card_barrage"), Random(6)
    while not match.is_in_flight:
        match.play(match.options()[-1])
    found = match.chance_outcomes(5)
    assert len(found) == 5
    assert found == match.chance_outcomes(5)
    for landing in found:
        after = match.copy()
        after.play(landing)
    assert match.options() == ()
    assert random.random() < 1


def test_what_is_not_allowed_is_refused() -> None:
    match = begun("castle")
    stranger = begun("tricks_of_the_trade").options()[0]
    with pytest.raises(ValueError, match="not allowed"):
        match.play(stranger)


def test_a_seat_of_nobody_has_no_environment() -> None:
    with pytest.raises(ValueError, match="nobody plays"):
        begun("card_barrage", players=1)


@pytest.mark.parametrize("id", GAMES)
def test_any_number_of_players_and_any_options_can_be_played(id: str) -> None:
    game = built_in()[id]
    every = configurations(game)
    random = Random(8)
    for options, players in random.sample(every, min(6, len(every))):
        if min(game.owners(options, players)) < 0:
            continue
        match = Match(game, options, players, 3)
        asked_after(match, 40, random)
        rows = [observed(match, player) for player in range(match.players)]
        assert {len(row) for row in rows} == {length(match)}
