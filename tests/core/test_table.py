"""Tests of the verbs of the table, the recorder's checks, and what events show to a seat."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.core.action import PASS, Action, Decision, Illegal
from castlecards.core.cards import UNSEEN, Face, Field, Pose, ZoneSpec, value
from castlecards.core.events import (
    CardMoved,
    CardShown,
    PileShuffled,
    Recorder,
    apply,
    begin,
    seen_by,
)
from castlecards.core.position import Box, Position, Step
from castlecards.core.rng import noise, order_of, permutation, shuffled
from castlecards.core.table import Table
from castlecards.core.view import view
from tests.games.play import sample_world

FACES = tuple(Face(f"{n}{suit}", n, suit) for suit in "HS" for n in range(1, 6))
ZONES = (
    ZoneSpec("deck"),
    ZoneSpec("0.hand", owner=0, sight="owner"),
    ZoneSpec("1.hand", owner=1, sight="owner"),
    ZoneSpec("field", shape="loose", sight="all"),
)
DECK, OURS, THEIRS, FIELD = range(4)
BOX = Box(FACES, ZONES, (0, 1), Field(100, 100))


@value
class Ask(Step):
    def ask(self, pos: Position[Any]) -> Decision | None:
        return Decision(0, "?", (PASS, Action("again")))

    def run(self, table: Table[Any], action: Action) -> None:
        if action.verb == "again":
            table.push(self)


@value
class Loop(Step):
    def run(self, table: Table[Any], action: Action) -> None:
        table.push(self)


def position(first: Step | None = None) -> Position[None]:
    return Position.new(BOX, {DECK: bytes(range(10))}, None, first or Ask(), marks=1)


def test_move_draw_tuck_keep_the_masks_true() -> None:
    table = Table(position())
    table.draw(DECK, OURS, 3)
    assert table.pos.zones[OURS] == bytes([9, 8, 7])
    table.tuck(9, OURS, DECK)
    assert table.pos.zones[DECK][0] == 9
    table.draw(DECK, THEIRS, 99)
    assert table.pos.zones[DECK] == b""
    assert table.pos.filled == 1 << OURS | 1 << THEIRS


@pytest.mark.parametrize("field", [None, Field(100, 100)])
@pytest.mark.parametrize("to", [DECK, OURS, FIELD])
@pytest.mark.parametrize("cards", [b"", bytes([4]), bytes([9, 2, 5]), bytes(range(10))])
def test_several_are_carried_as_if_one_after_the_other(
    cards: bytes, to: int, field: Field | None
) -> None:
    box = Box(FACES, ZONES, (0, 1), field)
    start = Position.new(box, {DECK: bytes(range(10))}, None, Ask(), marks=1)
    start.up = 1 << 4
    moved, carried, recorded = Table(start.copy()), Table(start.copy()), Recorder(start.copy())
    for card in cards:
        moved.move(card, DECK, to)
    carried.carry(cards, DECK, to)
    recorded.carry(cards, DECK, to)
    for other in (carried.pos, recorded.pos):
        assert other == moved.pos
        assert other.filled == moved.pos.filled
    assert [event.card for event in recorded.events if isinstance(event, CardMoved)] == [*cards]


def test_nothing_is_drawn_from_nothing() -> None:
    table = Table(position())
    for count in (0, 1, 3):
        table.draw(THEIRS, OURS, count)
    table.draw(DECK, OURS, 0)
    assert table.pos == position()


def test_looking_is_remembered_until_a_shuffle() -> None:
    table = Table(position())
    table.draw(DECK, OURS)
    assert table.pos.knows(0, 9)
    assert not table.pos.knows(1, 9)
    table.move(9, OURS, DECK)
    assert table.pos.knows(0, 9)
    table.show(5, 1)
    assert table.pos.knows(1, 5)
    table.shuffle(DECK)
    assert table.pos.known == 0


@given(st.integers(0, 2**63))
def test_shuffle_permutes_faces_and_never_ids(seed: int) -> None:
    pos = position()
    pos.seed = seed
    table = Table(pos)
    table.shuffle(DECK)
    assert pos.zones[DECK] == bytes(range(10))
    assert sorted(pos.faces) == list(range(10))


def test_a_moved_card_forgets_its_pose() -> None:
    table = Table(position())
    table.move(4, DECK, FIELD)
    table.place(4, Pose(10, 20, 30))
    assert table.pos.poses[4] == Pose(10, 20, 30)
    table.move(4, FIELD, DECK)
    assert table.pos.poses[4] is None


def test_a_recorder_refuses_what_does_not_fit() -> None:
    table = Recorder(position())
    with pytest.raises(Illegal, match=r"is not in 0\.hand"):
        table.move(3, OURS, DECK)
    with pytest.raises(Illegal, match="1 result for 2 seats"):
        table.end(1.0)


def test_a_loop_in_the_rules_is_found() -> None:
    with pytest.raises(Illegal, match="no decision after"):
        begin(position(Loop()))


def test_apply_refuses_what_is_not_an_option() -> None:
    pos, _ = begin(position())
    with pytest.raises(Illegal, match="this move is not allowed here: jump"):
        apply(pos, Action("jump"))


def test_events_hide_faces_from_who_did_not_see() -> None:
    table = Recorder(position())
    table.draw(DECK, OURS)
    table.show(3, 1)
    moved, shown = table.events
    assert isinstance(moved, CardMoved)
    assert isinstance(shown, CardShown)
    assert seen_by(moved, 0) == moved
    assert seen_by(moved, 1) == CardMoved(9, DECK, OURS, 0, UNSEEN, 0b01)
    assert seen_by(shown, 0) == CardShown(3, 1, UNSEEN, 0b10)
    assert seen_by(shown, 1) == shown


def test_a_view_is_not_a_table() -> None:
    with pytest.raises(ValueError, match="guess first"):
        Table(view(position(), 0).position)


def test_a_view_looks_where_the_seat_may_look_and_remembers_elsewhere() -> None:
    table = Table(position())
    table.draw(DECK, OURS)
    table.show(3, 0)
    seen = view(table.pos, 0)
    assert seen.can_see(9)
    assert not seen.can_see(3)
    assert seen.face(3) == FACES[3]
    assert seen.face(4) is None
    assert view(table.pos, 1).position.faces == bytes([UNSEEN] * 10)


@given(st.integers(0, 2**32))
def test_a_guess_fits_the_view_and_differs_elsewhere(seed: int) -> None:
    table = Table(begin(position())[0])
    table.shuffle(DECK)
    table.draw(DECK, OURS, 3)
    seen = view(table.pos, 0)
    assert view(sample_world(seen, seed), 0) == seen


def test_mark_and_roll() -> None:
    table = Recorder(position())
    table.mark(3, 0, True)
    assert table.pos.marks == (8,)
    table.mark(3, 0, False)
    assert table.pos.marks == (0,)
    assert {table.roll(6) for _ in range(200)} == set(range(6))


def test_noise_is_stable_for_ever() -> None:
    """Saves hold only seeds, so these numbers must never change."""
    assert noise(7714, 3, 2) == (3098715999643345744, 2674512970336565485)
    assert "".join(shuffled("abcdef", 1, 0)) == "adecbf"
    assert shuffled(range(20), 1, 0) != shuffled(range(20), 1, 1)


def plainly_sorted(numbers: list[int]) -> bytes:
    return bytes(sorted(range(len(numbers)), key=numbers.__getitem__))


words = st.integers(0, 2**64 - 1)
alike = st.builds(lambda high, low: high << 24 | low, st.integers(0, 3), st.integers(0, 2**24 - 1))


@given(st.lists(words | alike, max_size=60))
def test_numbers_are_put_in_order_though_only_their_last_bits_differ(numbers: list[int]) -> None:
    drawn = b"".join(number.to_bytes(8, "little") for number in numbers)
    assert order_of(drawn) == plainly_sorted(numbers)


@pytest.mark.parametrize("size", [0, 1, 2, 5, 15, 16, 17, 54, 108, 255, 256])
def test_a_permutation_is_the_order_of_the_noise(size: int) -> None:
    for n in range(20):
        drawn = noise(77, n, size)
        assert permutation(size, 77, n) == plainly_sorted(list(drawn))
        assert (
            shuffled(range(300), 77, n)[:3]
            == sorted(range(300), key=noise(77, n, 300).__getitem__)[:3]
        )


@pytest.mark.parametrize("size", [2, 15, 16, 40])
def test_a_shuffle_deals_the_faces_in_the_order_of_the_noise(size: int) -> None:
    """Small piles are shuffled card by card, large ones at once; the result is the same."""
    cards = bytes(range(50))[-1 : -size - 1 : -1]
    box = Box(tuple(Face(f"{n}", n, "H") for n in range(50)), ZONES, (0, 1))
    pos: Position[None] = Position.new(
        box, {DECK: cards, OURS: bytes(range(50 - size))}, None, Ask()
    )
    pos.seed, pos.shuffles = 3, 4
    Table(pos).shuffle(DECK)
    order = plainly_sorted(list(noise(3, 4, size)))
    assert [pos.faces[card] for card in cards] == [cards[at] for at in order]
    assert pos.faces[: 50 - size] == bytes(range(50 - size))


def test_a_copy_has_places_of_its_own_for_loose_cards() -> None:
    pos = position()
    pos.zones[FIELD] = b"\x03"
    Table(pos).place(3, Pose(1, 2, 3))
    copy = pos.copy()
    Table(copy).place(3, Pose(4, 5, 6))
    assert pos.poses[3] == Pose(1, 2, 3)
    assert copy != pos


# -- hands that are shuffled ----------------------------------------------------------------------

BACKS = tuple(Face(f"{n}", n, "H", "red" if n < 4 else "blue") for n in range(8))
SEATS = 3
HELD = Box(
    BACKS,
    (
        ZoneSpec("deck"),
        *(ZoneSpec(f"{n}.hand", owner=n, shape="fan", sight="owner") for n in range(SEATS)),
    ),
    (0, 1, 1),
)


def table_of_seat_0(seed: int = 1) -> Recorder[None]:
    """Seat 0 holds all cards; seat 1 has seen 2 and 5, seat 2 has seen 6; card 5 has the mark."""
    pos: Position[None] = Position.new(HELD, {1: bytes(range(8))}, None, Ask(), marks=1)
    pos.seed = seed
    table = Recorder(pos)
    for seat, card in ((1, 2), (1, 5), (2, 6)):
        table.show(card, seat)
    table.mark(5, 0, True)
    table.events.clear()
    return table


def knows(pos: Position[None], seat: int) -> set[int]:
    """Return the faces that a seat has seen."""
    return {pos.faces[card] for card in range(8) if pos.knows(seat, card)}


@given(st.integers(0, 2**40))
def test_a_mixed_hand_is_known_to_its_owner_and_to_those_who_keep_what_they_knew(seed: int) -> None:
    table = table_of_seat_0(seed)
    table.mix(1, 1)
    pos = table.pos
    assert pos.zones[1] == bytes(range(8))
    assert sorted(pos.faces) == list(range(8))
    assert all((face < 4) == (card < 4) for card, face in enumerate(pos.faces))  # backs are visible
    assert [knows(pos, seat) for seat in range(SEATS)] == [set(range(8)), {2, 5}, set()]
    assert [pos.faces[card] for card in range(8) if pos.marks[0] >> card & 1] == [5]
    for seat in range(SEATS):
        told = seen_by(table.events[0], seat)
        assert told == PileShuffled(1, view(pos, seat).position.faces, 1)


def test_cards_of_a_mixed_hand_may_be_anywhere_but_for_the_last() -> None:
    seen: list[set[int]] = [set() for _ in range(8)]
    for seed in range(60):
        table = table_of_seat_0(seed)
        assert table.slip(1, 1, 2) == 3  # on top of the cards with the same back
        assert table.pos.faces[3] == 1
        for card in range(8):
            seen[card].add(table.pos.faces[card])
    assert seen == [{0, 2, 3}] * 3 + [{1}] + [{4, 5, 6, 7}] * 4


def test_a_card_that_slips_out_of_a_hand_is_known_where_it_comes_to_and_nowhere_else() -> None:
    table = table_of_seat_0()
    card = table.slip(5, 1, 3)
    assert [table.pos.knows(seat, card) for seat in range(SEATS)] == [True, False, True]
    assert table.pos.marks[0] == 1 << card


def test_a_hand_is_concealed_only_if_somebody_knows_one_of_its_cards() -> None:
    table = table_of_seat_0()
    table.conceal(1)
    assert [knows(table.pos, seat) for seat in (1, 2)] == [set(), set()]
    before = table.pos.faces
    table.conceal(1)
    assert table.pos.faces == before
    assert table.pos.shuffles == 1


def test_the_same_seed_mixes_alike() -> None:
    one, two = table_of_seat_0(7), table_of_seat_0(7)
    one.mix(1, 1)
    two.mix(1, 1)
    assert one.pos == two.pos
    assert one.events == two.events


def test_nobody_is_told_what_another_knows_of_a_third_hand() -> None:
    pos = table_of_seat_0().pos
    assert [bool(view(pos, seat).position.knows(1, 5)) for seat in range(SEATS)] == [
        True, True, False,
    ]  # fmt: skip
    assert not view(pos, -1).position.knows(1, 5)
