"""Tests of layouts without a field: several fans, flows, turned cards, reminders, many seats."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from pygame import Rect

from castlecards.content import games
from castlecards.core.cards import CardId, ZoneSpec
from castlecards.core.position import Box, Position, Step
from castlecards.core.session import Session
from castlecards.core.view import view
from castlecards.games.decks import standard
from castlecards.ui.table.layout.flow_row import PEEK
from castlecards.ui.table.layout.model import PANEL, RATIO, CardSpot, Layout, ZoneArea
from castlecards.ui.table.layout.pile_layout import without_owner
from castlecards.ui.table.layout.table_layout import table_layout
from castlecards.ui.table.render.labels import title_rects
from tests.ui.driving import look as plain_look
from tests.ui.table.layout.test_table_layout import SIZES, apart, box, stage
from tests.ui.table.toy_game import (
    HAND,
    LAID,
    MARKET,
    PILES,
    PLOT_COUNT,
    PLOTS,
    STORE,
    TOOLS,
    TURNED,
    Options,
    Toy,
    zone,
)

BOTH = (LAID, TURNED)


def begun(plots: int = 3) -> Position[int]:
    return Session(Toy(), Options(plots), 2, 1).position


def layout_for(pos: Position[int], seat: int = 0, **more: object) -> Layout:
    settings = {"sideways": BOTH, "side": max(seat, 0), **more}
    return table_layout(view(pos, seat), stage((1280, 800), **settings))


def spots(layout: Layout, zone: int) -> list[CardSpot]:
    """Return the card spots in drawing order."""
    return [spot for spot in layout.spots if spot.zone == zone]


# -- fans -----------------------------------------------------------------------------------------


def test_both_own_fans_lie_at_the_bottom_side_by_side() -> None:
    layout = layout_for(begun())
    men, tools = layout.by_zone[zone(0, HAND)], layout.by_zone[zone(0, TOOLS)]
    assert men.own
    assert tools.own
    assert men.x + men.width / 2 < tools.x - tools.width / 2
    assert men.x - men.width / 2 >= PANEL
    assert tools.x + tools.width / 2 <= 1280
    assert (men.title, men.count, tools.title, tools.count) == ("Men", 5, "Tools", 3)
    assert not men.is_only_hand
    assert all(spot.up for spot in spots(layout, men.zone) + spots(layout, tools.zone))


def test_the_fans_of_the_other_are_small_and_show_backs() -> None:
    layout = layout_for(begun())
    own = layout.by_zone[zone(0, HAND)]
    far = [layout.by_zone[zone(1, number)] for number in (HAND, TOOLS)]
    assert all(not area.own and area.height < own.height / 2 and area.y < 60 for area in far)
    assert apart(box(far[0]), box(far[1]))
    assert not any(spot.up for area in far for spot in spots(layout, area.zone))


def test_many_cards_squeeze_both_fans_alike() -> None:
    pos = begun()
    deck = pos.zones[zone(0, 2)]
    pos.zones[zone(0, HAND)] += deck[:10]
    pos.zones[zone(0, TOOLS)] += deck[10:]
    layout = layout_for(pos)
    men, tools = layout.by_zone[zone(0, HAND)], layout.by_zone[zone(0, TOOLS)]
    assert men.x - men.width / 2 >= PANEL
    assert men.x + men.width / 2 < tools.x - tools.width / 2
    assert tools.x + tools.width / 2 <= 1280
    for area in (men, tools):
        assert all(a.x < b.x for a, b in itertools.pairwise(spots(layout, area.zone)))


def test_an_empty_fan_keeps_its_place() -> None:
    pos = begun()
    pos.zones[zone(0, TOOLS)] = b""
    area = layout_for(pos).by_zone[zone(0, TOOLS)]
    assert area.own
    assert area.width > 50


def test_sorting_puts_both_fans_in_order() -> None:
    pos = begun()
    for number in (HAND, TOOLS):
        pos.zones[zone(0, number)] = pos.zones[zone(0, number)][::-1]
    layout = layout_for(pos, sorted=True)
    for number in (HAND, TOOLS):
        there = sorted(spots(layout, zone(0, number)), key=lambda spot: spot.x)
        ranks = [pos.face(spot.card).rank for spot in there]
        assert ranks == sorted(ranks)


# -- piles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("plots", [0, 5, 12])
def test_nothing_lies_on_anything_else(size: tuple[int, int], plots: int) -> None:
    pos = begun(plots)
    for seat in (0, 1):
        layout = table_layout(view(pos, seat), stage(size, side=seat, sideways=BOTH))
        solid = [area for area in layout.areas if area.width and not area.hand]
        for area in solid:
            x, y, w, h = box(area)
            assert x >= -1
            assert x + w <= size[0] + 1, area
            assert y >= 0
            assert y + h <= size[1], area
        for one, two in itertools.combinations(solid, 2):
            assert apart(box(one), box(two)), (one, two)


def test_a_pile_that_lies_crosswise_is_wide() -> None:
    pos = begun()
    layout = layout_for(pos)
    area = layout.by_zone[zone(0, STORE)]
    assert area.width > area.tall * 0.99
    assert {spot.angle for spot in spots(layout, area.zone)} == {90.0}


def test_a_marked_card_is_turned_in_its_pile() -> None:
    pos = begun()
    pile = zone(1, PILES)
    *below, top = pos.zones[pile]
    pos.marks = (pos.marks[LAID], 1 << top)
    layout = layout_for(pos)
    assert layout.by_card[top].angle == 90
    assert [layout.by_card[card].angle for card in below] == [0, 0]
    assert layout_for(pos, sideways=()).by_card[top].angle == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_a_wall_looks_out_behind_its_building(seat: int) -> None:
    pos = begun()
    plot = zone(0, PLOTS)
    *wall, house = pos.zones[plot]
    layout = layout_for(pos, seat)
    drawn = [spot.card for spot in spots(layout, plot)]
    assert drawn == [*wall, house]
    inward = -1 if seat == 0 else 1  # up for the near side, down for the far one
    home = layout.by_card[house]
    edges = [
        layout.by_card[card].y + inward * layout.by_card[card].height * RATIO / 2 for card in wall
    ]
    out = [inward * (edge - home.y) - home.height / 2 for edge in edges]
    assert out[0] > out[1] > PEEK * home.height * 0.9
    assert all(abs(layout.by_card[card].angle) == 90 for card in wall)


def test_a_wall_that_was_built_later_lies_behind_as_well() -> None:
    pos = begun()
    plot = zone(0, PLOTS)
    pos.zones[plot] = pos.zones[plot][::-1]
    drawn = [spot.card for spot in spots(layout_for(pos), plot)]
    assert drawn[-1] == pos.zones[plot][0]


# -- rows -----------------------------------------------------------------------------------------


def plots_of(layout: Layout, seat: int = 0) -> list[ZoneArea]:
    areas = [layout.by_zone[zone(seat, PLOTS + n)] for n in range(PLOT_COUNT)]
    return [area for area in areas if area.width]


def test_of_the_empty_plots_only_the_first_is_shown() -> None:
    pos = begun(3)
    shown = plots_of(layout_for(pos))
    assert [area.zone for area in shown] == [zone(0, PLOTS + n) for n in range(4)]
    assert all(a.x < b.x for a, b in itertools.pairwise(shown))
    assert len({area.y + area.height / 2 for area in shown}) == 1  # on one line
    assert len(layout_for(pos).by_zone) == len(pos.zones)  # hidden zones have a place, too


def test_twelve_plots_are_as_large_as_the_row_allows_and_legible() -> None:
    few, many = plots_of(layout_for(begun(3))), plots_of(layout_for(begun(12)))
    assert len(many) == 12
    assert many[0].tall >= 60  # px at 1280 x 800
    assert few[0].tall >= many[0].tall
    assert len({area.tall for area in many}) == 1


def test_a_full_row_shrinks_by_itself() -> None:
    pos = begun(12)
    pos.zones = [b""] * len(pos.zones)
    for n in range(PLOT_COUNT):
        pos.zones[zone(0, PLOTS + n)] = bytes(range(5 * n, 5 * n + 5))
    layout = layout_for(pos)
    row = plots_of(layout)
    assert row[-1].x + row[-1].width / 2 <= 1280
    assert row[0].x - row[0].width / 2 >= PANEL
    assert row[0].tall < layout.by_zone[MARKET].tall


def test_play_does_not_resize_the_table() -> None:
    pos = begun(3)
    before = layout_for(pos).by_zone[MARKET]
    pos.zones[zone(0, PILES)] += pos.zones[zone(0, HAND)]
    pos.zones[zone(0, HAND)] = b""
    assert layout_for(pos).by_zone[MARKET] == before


def two_flows(counts: tuple[int, int]) -> Position[int]:
    zones = [
        ZoneSpec(f"0.{name}{n}", (x, 1.2), 0, shape="row", spread=(0.3, 0), flow=name)
        for name, x in (("left", -3.0), ("right", 3.0))
        for n in range(10)
    ]
    zones.append(ZoneSpec("1.spare", owner=1))
    cards = {
        10 * k + n: bytes((10 * k + n,)) for k, count in enumerate(counts) for n in range(count)
    }
    cards[20] = bytes(range(20, 52))
    for number in range(20):
        cards.setdefault(number, b"")
    used = {card for held in cards.values() for card in held}
    cards[20] += bytes(sorted(set(range(52)) - used))
    return Position.new(Box(standard(), tuple(zones), (0, 1)), cards, 0, Step())


def test_two_flows_at_one_height_share_the_row() -> None:
    few = table_layout(view(two_flows((2, 2)), 0), stage((1280, 800)))
    left = [few.by_zone[n].x for n in range(3)]
    right = [few.by_zone[10 + n].x for n in range(3)]
    middle = (1280 + PANEL) / 2
    assert max(left) < middle < min(right)
    many = table_layout(view(two_flows((9, 1)), 0), stage((1280, 800)))
    shown = [area for area in many.areas if area.width and area.zone < 20]
    assert len(shown) == 12
    assert (
        max(area.x for area in shown if area.zone < 10) > middle
    )  # it takes the room of the other seats
    for one, two in itertools.combinations(shown, 2):
        assert apart(box(one), box(two))


# -- memories -------------------------------------------------------------------------------------


def recalled_cards(layout: Layout) -> list[CardId]:
    return [spot.card for spot in layout.spots if spot.recalled]


def test_a_seat_is_reminded_of_the_face_that_it_has_seen() -> None:
    pos = begun()
    pile = zone(1, PILES + 1)  # its top card was shown for a moment
    top = pos.zones[pile][-1]
    assert recalled_cards(layout_for(pos)) == [top]
    assert not layout_for(pos).by_card[top].up
    assert recalled_cards(layout_for(pos, 1)) == []  # its owner can see it anyway
    assert recalled_cards(layout_for(pos, hidden=True)) == []
    assert recalled_cards(layout_for(pos, -1)) == []


def test_what_is_covered_or_face_up_needs_no_reminder() -> None:
    pos = begun()
    pile = zone(1, PILES + 1)
    top = pos.zones[pile][-1]
    pos.up |= 1 << top
    assert recalled_cards(layout_for(pos)) == []
    pos.up &= ~(1 << top)
    pos.zones[pile] = bytes((top,)) + pos.zones[pile][:-1]
    assert recalled_cards(layout_for(pos)) == []


def test_memory_is_for_places_that_say_so() -> None:
    pos = begun()
    zones = tuple(replace(spec, memory="") for spec in pos.box.zones)
    pos.box = Box(pos.box.faces, zones, pos.box.sides)
    assert recalled_cards(layout_for(pos)) == []


# -- many seats -----------------------------------------------------------------------------------


def four() -> Position[int]:
    zones: list[ZoneSpec] = []
    for seat in range(4):
        zones += [
            ZoneSpec(f"{seat}.hand", (0, 0), seat, None, "fan", (0.7, 0), 5, "owner"),
            ZoneSpec(f"{seat}.bid", (-0.6, 1.2), seat, title=f"Bid of seat {seat}"),
            ZoneSpec(f"{seat}.won", (0.6, 1.2), seat, title=f"Won by seat {seat}"),
        ]
    zones.append(ZoneSpec("deck", title="Deck"))
    cards = {n: bytes(range(4 * n, 4 * n + 4)) for n in range(13)}
    return Position.new(Box(standard(), tuple(zones), (0, 1, 1, 1)), cards, 0, Step())


@pytest.mark.parametrize("seat", range(4))
def test_everybody_sees_the_own_cards_below_and_the_others_in_turn_above(seat: int) -> None:
    pos = four()
    layout = table_layout(view(pos, seat), stage((1280, 800), side=pos.box.sides[seat]))
    own = layout.by_zone[pos.box.zone(f"{seat}.bid")]
    assert own.y > 400
    assert layout.by_zone[pos.box.zone(f"{seat}.hand")].own
    others = [layout.by_zone[pos.box.zone(f"{(seat + k) % 4}.bid")] for k in (1, 2, 3)]
    assert others[0].x < others[1].x < others[2].x
    assert all(area.y < 400 for area in others)
    for k, area in enumerate(others):
        hand = layout.by_zone[pos.box.zone(f"{(seat + k + 1) % 4}.hand")]
        assert abs(hand.x - area.x) < 100
        assert hand.y < area.y
    solid = [area for area in layout.areas if area.width]
    for one, two in itertools.combinations(solid, 2):
        assert apart(box(one), box(two)), (one, two)


def test_a_title_leaves_out_what_its_place_says() -> None:
    assert without_owner("Anna’s bid tokens") == "Bid tokens"
    assert without_owner("Deck") == "Deck"


def test_piles_keep_clear_of_the_score_board() -> None:
    pos = begun()
    layout = layout_for(pos, score_corner=(900.0, 160.0))
    under = [a for a in layout.areas if a.width and not a.hand and a.x - a.width / 2 < 890]
    assert under
    assert all(a.y - a.height / 2 >= 150 for a in under if not pos.box.zones[a.zone].flow)


def test_a_full_row_of_the_other_side_begins_beside_the_score_board() -> None:
    pos = two_flows((9, 3))
    for high, least in ((0.0, 0.0), (200.0, 380.0)):
        layout = table_layout(view(pos, 1), stage((1280, 800), side=1, score_corner=(380.0, high)))
        row = [area for area in layout.areas if area.width and not area.hand]
        assert min(area.x - area.width / 2 for area in row) >= least
        assert max(area.x + area.width / 2 for area in row) <= 1280
        for one, two in itertools.combinations(row, 2):
            assert apart(box(one), box(two)), (one, two)
    free = table_layout(view(pos, 1), stage((1280, 800), side=1))
    assert min(area.x - area.width / 2 for area in free.areas if area.width) < 380


def test_counts_are_told_where_not_every_card_is_seen() -> None:
    layout = layout_for(begun())
    assert layout.by_zone[zone(0, 2)].shows_count
    assert layout.by_zone[zone(0, PILES)].shows_count
    assert not layout.by_zone[MARKET].shows_count


# -- narrow tables --------------------------------------------------------------------------------


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("game", ["castle_wars", "castle_rampage", "castle"])
def test_titles_at_the_edge_keep_off_the_column(game: str, mirrored: bool) -> None:
    rules = games()[game]
    pos = Session(rules, rules.options(), 2, 1).position
    seen = replace(stage((972, 800), column=292.0, mirrored=mirrored), u=1.0)
    look = replace(plain_look(), scale=seen.u)
    table = Rect(0 if mirrored else 292, 0, 972 - 292, 800)
    for rect in title_rects(look, table_layout(view(pos, 0), seen)):
        assert table.left <= rect.left, rect
        assert rect.right <= table.right, rect


def heap_in_the_middle(*titles: str) -> Position[int]:
    """Return a position with a thick pile, piles with `titles` beside it, and a titled pile of seat
    1.
    """
    specs = [
        ZoneSpec("deck", (0, 0), title="Deck"),
        ZoneSpec("far", (0, 1.3), 1, title="Store"),
        *(ZoneSpec(f"{n}", (1.2 * n - 4.2, 0), title=title) for n, title in enumerate(titles)),
    ]
    box = Box(standard(), tuple(specs), (0, 1))
    return Position.new(box, {0: bytes(range(52))}, 0, Step())


@pytest.mark.parametrize("high", [620, 660, 700, 740, 800])
def test_a_thick_pile_in_the_middle_hides_no_title_above_it(high: int) -> None:
    seen = replace(stage((972, high), column=292.0), u=1.0)
    layout = table_layout(view(heap_in_the_middle(), 0), seen)
    look = replace(plain_look(), scale=seen.u)
    top = min(spot.y - spot.height / 2 for spot in layout.spots if spot.zone == 0)
    middle = layout.by_zone[0].y
    above = [rect for rect in title_rects(look, layout) if rect.bottom < middle]
    assert above
    assert max(rect.bottom for rect in above) <= top + 1


def test_equal_piles_in_a_row_have_one_title_in_their_middle() -> None:
    pos = heap_in_the_middle("Market", "Market", "Market")
    areas = table_layout(view(pos, 0), stage((1280, 800))).by_zone
    assert [areas[zone].title for zone in (2, 3, 4)] == ["", "Market", ""]
    assert areas[0].title == "Deck"
