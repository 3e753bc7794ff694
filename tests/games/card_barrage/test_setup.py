"""Tests of the set-up and the table: CB1 to CB11."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.core.cards import Pose
from castlecards.core.events import begin
from castlecards.games.card_barrage import CardBarrage, Measures, Options
from castlecards.games.card_barrage.overlaps import overlap
from castlecards.toss import contact
from tests.games.card_barrage.build import GAME, BarrageMatch, barrage, new_match
from tests.marks import rule

LAYOUT = Measures(3050, 750, 950, 950, 1900, 5000, 950)


@rule("CB1")
@pytest.mark.parametrize(
    ("players", "owners"),
    [
        (1, (0, -1)),
        (2, (0, 1)),
        (3, (0, 1, 2, 1)),
        (4, (0, 1, 2, 3)),
        (5, (0, 1, 2, 3, 4, 1)),
        (6, (0, 1, 2, 3, 4, 5)),
    ],
)
def test_players_sit_alternately_in_two_teams(players: int, owners: tuple[int, ...]) -> None:
    assert GAME.owners(Options(), players) == owners
    assert new_match(players).pos.box.sides == tuple(seat % 2 for seat in range(len(owners)))


@rule("CB1")
@pytest.mark.parametrize("player", range(5))
def test_the_player_of_two_seats_is_chosen_and_both_are_complete(player: int) -> None:
    for players in (3, 5):
        if player >= players:
            continue
        owners = GAME.owners(Options(double=min(player, 2), double_of_five=player), players)
        doubled = [seat for seat, owner in enumerate(owners) if owner == player]
        assert len(doubled) == 2
        assert len({seat % 2 for seat in doubled}) == 1
        smaller = [owner for seat, owner in enumerate(owners) if seat % 2 == doubled[0] % 2]
        assert len(set(smaller)) == players // 2
        assert set(owners) == set(range(players))
        match = new_match(players, double=min(player, 2), double_of_five=player)
        for seat in doubled:
            assert len(match[f"{seat}.castle"]) == len(match[f"{seat}.wall0"]) == 1
            assert len(match[f"{seat}.hand"]) >= 4


def test_a_player_who_is_not_there_cannot_play_two_seats() -> None:
    with pytest.raises(ValueError, match="no player 5"):
        GAME.owners(Options(double=4), 3)
    with pytest.raises(ValueError, match="1 to 6 players"):
        GAME.owners(Options(), 7)


@rule("CB2")
@pytest.mark.parametrize(
    ("players", "usual"), [(1, 54), (2, 54), (3, 108), (4, 108), (5, 162), (6, 162)]
)
def test_number_of_decks(players: int, usual: int) -> None:
    assert new_match(players).pos.box.size == usual
    few, many = (1, 2) if players <= 4 else (3, 4)
    for decks in (few, many):
        match = new_match(players, decks=decks if players <= 4 else 0, large_decks=max(decks, 3))
        assert match.pos.box.size == 54 * decks
    with pytest.raises(ValueError, match="decks"):
        GAME.setup(Options(decks=5, large_decks=2), players)


@rule("CB3")
def test_castles_are_wild_cards_then_cards_of_value_one() -> None:
    match = new_match(2)
    assert sorted(match["0.castle"] + match["1.castle"]) == ["W01", "W02"]
    assert match["aside"] == []
    four = new_match(4, decks=1)
    castles = [four[f"{seat}.castle"] for seat in range(4)]
    assert castles == [["W01"], ["W02"], ["K01"], ["S01"]]
    assert len(new_match(2, decks=2)["aside"]) == 2
    assert len(new_match(6, large_decks=4)["aside"]) == 2


@rule("CB3")
def test_a_castle_lies_face_down_and_crosswise_and_everybody_knows_it() -> None:
    match = new_match(4, decks=1)
    for seat in range(4):
        (key,) = match[f"{seat}.castle"]
        assert not match.is_up(key)
        assert match.pose(key).angle == (1571 if seat % 2 == 0 else -1570)
        assert all(match.knows(other, key) for other in range(4))


@rule("CB4", "CB5", "CB6")
@pytest.mark.parametrize(
    ("players", "options", "walls", "hands", "draw"),
    [
        (2, {}, 5, 4, 17),
        (2, {"decks": 2}, 5, 4, 43),
        (4, {"decks": 1}, 8, 8, 9),
        (4, {}, 8, 8, 36),
        (6, {}, 9, 12, 57),
        (6, {"large_decks": 4}, 9, 12, 83),
    ],
)
def test_the_cards_are_divided_evenly(
    players: int, options: dict[str, int], walls: int, hands: int, draw: int
) -> None:
    match = new_match(players, **options)
    active = match.seat
    for side, letter in enumerate("AB"):
        seats = range(side, players, 2)
        rows = [len(match[match.pos.box.names[z]]) for s in seats for z in match.ground.walls[s]]
        assert sum(rows) == walls
        assert set(rows) == {1}
        held = [len(match[f"{seat}.hand"]) for seat in seats]
        drawn = 1 if active in seats else 0  # the first turn has begun (CB12)
        assert held == [4 + (seat == active) for seat in seats]
        assert sum(held) == hands + drawn
        assert len(match[f"{letter}.draw"]) == draw - drawn
        assert match[f"{letter}.discard"] == match[f"{letter}.score"] == []


@rule("CB4")
def test_decks_differ_from_game_to_game() -> None:
    sides = {tuple(sorted(key[0] for key in new_match(2, seed)["A.draw"])) for seed in range(12)}
    assert len(sides) > 6


@rule("CB5")
def test_walls_are_dealt_face_up_and_lie_flat_on_their_marks() -> None:
    for players in (1, 2, 4, 6):
        match = new_match(players)
        for seat in range(match.ground.seats):
            for n, zone in enumerate(match.ground.walls[seat]):
                (key,) = match[f"{seat}.wall{n}"]
                assert match.is_up(key)
                assert match.pose(key) == match.ground.mark(zone)
                assert match.pose(key).angle == (0 if seat % 2 == 0 else 3142)


@rule("CB6")
def test_a_hand_has_no_limit_and_no_more_than_300_options() -> None:
    keys = [f"{domain}{value:02}" for domain in "KSTV" for value in range(1, 14)]
    walls = {0: "K01 K02 K03 K04 K05", 1: "K06 K07 K08 K09 K10"}
    spread = " ".join(walls.values()).split()
    match = barrage(walls=walls, hands={0: " ".join(key for key in keys if key not in spread)})
    assert len(match["0.hand"]) == 42
    assert len(match.decision.options) == 42 * 5 + 1 <= 300


@rule("CB7")
def test_chance_picks_the_first_team() -> None:
    firsts = [new_match(2, seed).pos.state.first for seed in range(40)]
    assert 8 < sum(firsts) < 32
    assert [new_match(2, seed).seat for seed in range(40)] == firsts


@rule("CB7")
@pytest.mark.parametrize(
    ("first", "order"), [(0, [0, 1, 2, 3, 4, 5, 0]), (1, [1, 0, 3, 2, 5, 4, 1])]
)
def test_turns_go_round_the_seats_of_each_team(first: int, order: list[int]) -> None:
    match = next(
        m for m in (new_match(6, seed) for seed in range(20)) if m.pos.state.first == first
    )
    seats = []
    for _ in order:
        seats.append(match.seat)
        match.play("pass")
    assert seats == order


def marks(match: BarrageMatch, seat: int) -> list[Pose]:
    return [match.ground.mark(zone) for zone in match.ground.walls[seat]]


@rule("CB8")
def test_the_battlefield_is_the_strip_between_the_front_edges() -> None:
    for players in (2, 4, 6):
        match = new_match(players)
        south = max(
            pose.y for seat in range(0, match.ground.seats, 2) for pose in marks(match, seat)
        )
        north = min(
            pose.y for seat in range(1, match.ground.seats, 2) for pose in marks(match, seat)
        )
        assert (north - 475) - (south + 475) == 3050


@rule("CB9")
def test_walls_and_castles_stand_where_the_rules_measure_them() -> None:
    match = new_match(2)
    assert {pose.y for pose in marks(match, 0)} == {-2000}
    assert {pose.y for pose in marks(match, 1)} == {2000}
    south, north = match.mark("0.castle"), match.mark("1.castle")
    assert (south.x, south.y) == (0, -3543)  # -354.25, in whole tenths of a mm
    assert (north.x, north.y) == (0, 3543)
    wall_rear, castle_front = -2000 - 475, south.y + 317.5
    assert wall_rear - castle_front == pytest.approx(750, abs=0.5)


@rule("CB10")
def test_neighbouring_walls_are_a_card_length_apart() -> None:
    xs = [pose.x for pose in marks(new_match(2), 0)]
    assert xs == [-3170, -1585, 0, 1585, 3170]
    four = new_match(4)
    assert [pose.x + 3170 for pose in marks(four, 0)] == pytest.approx(
        [-2377.5, -792.5, 792.5, 2377.5], abs=0.5
    )
    assert [pose.x for pose in marks(new_match(6), 2)] == [-1585, 0, 1585]


@rule("CB10")
def test_rows_stand_side_by_side_each_opposite_an_enemy_row() -> None:
    four, six = new_match(4), new_match(6)
    assert [four.mark(f"{seat}.castle").x for seat in range(4)] == [-3170, -3170, 3170, 3170]
    assert [six.mark(f"{seat}.castle").x for seat in (0, 2, 4)] == [-4755, 0, 4755]
    assert [six.mark(f"{seat}.castle").x for seat in (1, 3, 5)] == [-4755, 0, 4755]
    for match in (four, six):
        right = max(pose.x for pose in marks(match, 0)) + 317.5
        left = min(pose.x for pose in marks(match, 2)) - 317.5
        assert left - right == pytest.approx(950, abs=1.1)


@rule("CB10")
def test_locations_count_from_the_left_of_their_owner() -> None:
    match = new_match(2)
    assert match.mark("0.wall0").x < match.mark("0.wall4").x
    assert match.mark("1.wall0").x > match.mark("1.wall4").x


@rule("CB10")
def test_the_other_side_is_a_mirror_image() -> None:
    for players in (2, 4, 6):
        match = new_match(players)
        for seat in range(0, match.ground.seats, 2):
            south = {(pose.x, -pose.y) for pose in marks(match, seat)}
            assert south == {(pose.x, pose.y) for pose in marks(match, seat + 1)}


@rule("CB11")
@pytest.mark.parametrize(("players", "half"), [(2, 538.75), (4, 776.5), (6, 855.75)])
def test_the_play_area(players: int, half: float) -> None:
    field = new_match(players).pos.box.field
    assert 0 <= field.half_width - half < 1  # whole mm, rounded up
    assert field.half_depth == 500
    assert (field.card_width, field.card_length) == (635, 950)


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="half_depth: the castles reach 3860"):
        Measures(3050, 750, 950, 950, 1900, 3800, 950)
    with pytest.raises(ValueError, match="margin: 0 to 50000"):
        Measures(3050, 750, 950, 950, -1, 5000, 950)


def test_another_layout_moves_walls_and_release_line() -> None:
    near = CardBarrage(GAME.deck, Measures(1050, 750, 950, 950, 1900, 5000, 950))
    pos = begin(near.setup(Options(), 2))[0]
    assert pos.state.ground.mark(pos.box.zone("0.wall0")).y == -1000
    assert abs(pos.decision.aim.start.y) == 525
    assert near.version != GAME.version


def test_games_saved_so_far_go_on() -> None:
    """Saves hold this checksum; a changed name in the code must not change it."""
    assert GAME.version == "1.93b29baa"


poses = st.builds(Pose, st.integers(-900, 900), st.integers(-900, 900), st.integers(-3142, 3142))


@given(poses, poses)
def test_overlap_agrees_with_the_area_that_two_cards_share(one: Pose, other: Pose) -> None:
    shared = contact.overlap(contact.plan(one, 63.5, 95), contact.plan(other, 63.5, 95))
    assert overlap(one, other) is overlap(other, one)
    assert overlap(one, other) is (shared > 0) or shared < 0.5  # mm²: corners that just touch
