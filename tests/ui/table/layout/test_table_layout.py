"""Tests of table layouts: all cards in the window, no overlaps, no face for the wrong seat."""

from __future__ import annotations

import itertools

import pytest

from castlecards.content import games
from castlecards.core.cards import NATURE
from castlecards.core.view import view
from castlecards.playout import opening
from castlecards.ui.kit.theme import auto_scale
from castlecards.ui.table.layout.camera import Rect
from castlecards.ui.table.layout.model import (
    AWAY,
    BOTTOM,
    CAPTION,
    PANEL,
    RATIO,
    SCORE,
    TOOLS,
    Layout,
    Viewport,
    ZoneArea,
)
from castlecards.ui.table.layout.table_layout import table_layout
from tests.ui.table.layout_positions import position_with_field, position_without_field, view_of

SIZES = [(1280, 800), (1920, 1080), (3840, 2160), (800, 600), (640, 480)]


def stage(size: tuple[int, int], **more: object) -> Viewport:
    width, height = size
    u = auto_scale(size)
    return Viewport(width, height, u, **more)  # type: ignore[arg-type]


def box(area: ZoneArea) -> Rect:
    return area.x - area.width / 2, area.y - area.height / 2, area.width, area.height


def apart(one: Rect, two: Rect) -> bool:
    return (
        one[0] + one[2] <= two[0] + 1
        or two[0] + two[2] <= one[0] + 1
        or one[1] + one[3] <= two[1] + 1
        or two[1] + two[3] <= one[1] + 1
    )


def layouts(size: tuple[int, int]) -> list[Layout]:
    found = []
    for seats in (2, 4, 6):
        pos = position_with_field(seats)
        for seat in range(seats):
            found.append(table_layout(view_of(pos, seat), stage(size, side=pos.box.sides[seat])))
    found += [
        table_layout(view_of(position_without_field(), seat), stage(size, side=seat))
        for seat in (0, 1)
    ]
    return found


@pytest.mark.parametrize("size", SIZES)
def test_all_areas_lie_in_the_window_and_apart(size: tuple[int, int]) -> None:
    for layout in layouts(size):
        solid = [area for area in layout.areas if area.width and not area.hand]
        for area in solid:
            x, y, w, h = box(area)
            assert x >= 0, area
            assert x + w <= size[0], area
            assert y >= 0, area
            assert y + h <= size[1], area
        for one, two in itertools.combinations(solid, 2):
            assert apart(box(one), box(two)), (one, two)


@pytest.mark.parametrize("size", SIZES)
def test_captions_and_counts_of_piles_touch_nothing(size: tuple[int, int]) -> None:
    u = auto_scale(size)
    count, thick = (
        10 * u,
        11 * u,
    )  # above a pile: half of the label of its count, and the thickness of forty cards
    for layout in layouts(size):
        if layout.field is None:
            continue
        piles = [area for area in layout.areas if area.count >= 0 and not area.hand]
        taken = [
            (x, y - count - thick, w, h + count + thick + CAPTION * u)
            for x, y, w, h in map(box, piles)
        ]
        assert len(taken) >= 6
        for one, two in itertools.combinations(taken, 2):
            assert apart(one, two), (one, two)
        score = (0.0, 0.0, SCORE * u, 104 * u)
        assert all(apart(one, score) for one in taken)


@pytest.mark.parametrize("size", SIZES)
def test_other_hands_lie_between_score_board_and_tools(size: tuple[int, int]) -> None:
    u = auto_scale(size)
    for seats in (2, 4, 6):
        pos = position_with_field(seats, hand=5)
        layout = table_layout(view_of(pos, 0), stage(size))
        far = [area for area in layout.areas if area.hand and area.y < size[1] / 2]
        assert len(far) == seats // 2
        for area in far:
            assert area.x - area.width / 2 >= SCORE * u
            assert area.x + area.width / 2 <= size[0] - TOOLS * u
        for one, two in itertools.combinations(far, 2):
            assert apart(box(one), box(two))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_hands_of_team_mates_lie_above_the_throw_bar(size: tuple[int, int], mirrored: bool) -> None:
    u = auto_scale(size)
    bar = (size[0] - (PANEL + 4) * u, size[1] - 124 * u, (PANEL + 4) * u, 124 * u)
    if mirrored:
        bar = (0.0, *bar[1:])
    for seats in (4, 6):
        pos = position_with_field(seats, hand=3)
        layout = table_layout(view_of(pos, 0), stage(size, mirrored=mirrored))
        own = layout.by_zone[pos.box.zone("0.hand")]
        mates = [a for a in layout.areas if a.hand and a.y > size[1] / 2 and a is not own]
        assert len(mates) == seats // 2 - 1
        for area in mates:
            assert apart(box(area), bar)
            assert apart(box(area), box(own))
            assert area.y + area.height / 2 <= bar[1] + 1, "not between the own hand and the bar"
            assert bar[0] <= area.x - area.width / 2
            assert area.x + area.width / 2 <= bar[0] + bar[2]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_watched_hands_lie_beside_the_decision_corner(
    size: tuple[int, int], mirrored: bool
) -> None:
    wide = PANEL * auto_scale(size)
    for seats in (2, 4, 6):
        layout = table_layout(
            view_of(position_with_field(seats, hand=4), NATURE), stage(size, mirrored=mirrored)
        )
        near = [area for area in layout.areas if area.hand and area.y > size[1] / 2]
        assert len(near) == seats // 2
        for area in near:
            left, _, width, _ = box(area)
            assert left >= (0 if mirrored else wide)
            assert left + width <= size[0] - (wide if mirrored else 0)
        for one, two in itertools.combinations(near, 2):
            assert apart(box(one), box(two))


@pytest.mark.parametrize("cards", [2, 4, 5])
def test_a_usual_hand_lies_side_by_side(cards: int) -> None:
    pos = position_with_field(2, hand=cards)
    layout = table_layout(view_of(pos, 0), stage((1280, 800)))
    zone = pos.box.zone("0.hand")
    spots = [layout.by_card[card] for card in pos.zones[zone]]
    assert all(b.x - a.x >= a.height * RATIO for a, b in itertools.pairwise(spots))


def test_the_decision_corner_stays_free() -> None:
    corner = (0.0, 800.0 - 178, PANEL, 178.0)
    for layout in layouts((1280, 800)):
        for area in layout.areas:
            if not area.hand or area.own:
                assert apart(box(area), corner), area


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_below_the_castle_is_room_for_a_hand_movement_when_the_hand_is_away(seats: int) -> None:
    pos = position_with_field(seats)
    layout = table_layout(view_of(pos, 0), stage((1280, 800)))
    castle = layout.by_zone[pos.box.zone("0.castle")]
    hand = layout.by_zone[pos.box.zone("0.hand")]
    low = castle.y + castle.height / 2
    assert hand.y + AWAY * hand.height - hand.height / 2 - low >= BOTTOM * 0.7


def test_own_cards_are_seen_and_other_hands_are_not() -> None:
    pos = position_with_field(4)
    for seat in range(4):
        layout = table_layout(view_of(pos, seat), stage((1280, 800), side=pos.box.sides[seat]))
        for other in range(4):
            for card in pos.zones[pos.box.zone(f"{other}.hand")]:
                assert layout.by_card[card].up is (other == seat)
        hidden = table_layout(view_of(pos, seat), stage((1280, 800), hidden=True))
        hand = pos.zones[pos.box.zone(f"{seat}.hand")]
        assert not any(hidden.by_card[card].up for card in hand)
    public = table_layout(view_of(pos, -1), stage((1280, 800)))
    for seat in range(4):
        for card in pos.zones[pos.box.zone(f"{seat}.hand")]:
            assert not public.by_card[card].up


def test_own_hand_is_large_and_at_the_bottom_from_either_side() -> None:
    pos = position_with_field(2)
    for seat in (0, 1):
        layout = table_layout(view_of(pos, seat), stage((1280, 800), side=seat))
        own = layout.by_zone[pos.box.zone(f"{seat}.hand")]
        other = layout.by_zone[pos.box.zone(f"{1 - seat}.hand")]
        assert own.y > 600 > 100 > other.y
        assert own.height > 2 * other.height
        castle = layout.by_zone[pos.box.zone(f"{seat}.castle")]
        assert castle.y > layout.by_zone[pos.box.zone(f"{1 - seat}.castle")].y


def test_a_big_hand_overlaps_and_still_fits() -> None:
    pos = position_with_field(2, hand=12)
    layout = table_layout(view_of(pos, 0), stage((1280, 800)))
    area = layout.by_zone[pos.box.zone("0.hand")]
    assert area.x - area.width / 2 >= PANEL
    spots = [layout.by_card[card] for card in pos.zones[area.zone]]
    assert all(a.x < b.x for a, b in itertools.pairwise(spots))


def test_sorting_the_hand_orders_it_and_nothing_else() -> None:
    pos = position_with_field(2)
    hand = pos.box.zone("0.hand")
    pos.zones[hand] = pos.zones[hand][::-1]
    view = view_of(pos, 0)
    by_suit = table_layout(view, stage((1280, 800), sorted=True))
    cards = sorted(pos.zones[hand], key=lambda card: by_suit.by_card[card].x)
    order = [(pos.face(card).suit, pos.face(card).rank) for card in cards]
    assert order == sorted(order)
    plain_ = table_layout(view, stage((1280, 800)))
    assert [spot for spot in plain_.spots if spot.zone != hand] == [
        spot for spot in by_suit.spots if spot.zone != hand
    ]


def test_every_card_has_one_spot() -> None:
    for pos in (position_with_field(6), position_without_field()):
        layout = table_layout(view_of(pos, 0), stage((1280, 800)))
        assert sorted(layout.by_card) == sorted(card for zone in pos.zones for card in zone)


def test_tokens_lie_in_order_for_their_owner_and_mixed_for_all_others() -> None:
    game = games()["tricks_of_the_trade"]
    pos = opening(game, game.options(), 2, 7)
    seat = pos.decision.seat
    zone = pos.zone_of(pos.decision.options[0].cards[0])
    mixed = list(pos.zones[zone])
    ranks = [pos.box.faces[pos.faces[card]].rank for card in mixed]
    assert ranks != sorted(ranks)
    for looks in (seat, 1 - seat, NATURE):
        layout = table_layout(view(pos, looks), stage((1280, 800), side=pos.box.sides[seat]))
        spots = [spot for spot in layout.spots if spot.zone == zone]
        lie = [spot.card for spot in sorted(spots, key=lambda spot: spot.x)]
        if looks == seat:
            assert [pos.box.faces[pos.faces[card]].rank for card in lie] == sorted(ranks)
        else:
            assert lie in (mixed, mixed[::-1])
