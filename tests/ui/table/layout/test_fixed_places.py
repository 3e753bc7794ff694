"""Tests of layouts with fixed places: no overlaps in random positions at six window sizes."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random

import pytest

from castlecards.content import games
from castlecards.core.position import Position
from castlecards.core.site import counted_sites
from castlecards.core.view import view
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.table.layout.hand_layout import SHOWN, fixed_table
from castlecards.ui.table.layout.model import TOOLS, Layout, Viewport, column_width
from castlecards.ui.table.layout.table_layout import table_layout
from castlecards.ui.table.render.labels import title_rects
from castlecards.ui.table.render.site_layer import standing_buildings
from castlecards.ui.table.render.table_signs import area_rect
from tests.ui.driving import look as plain_look
from tests.ui.table.layout.test_table_layout import apart, box, stage

GAME = games()["castle_rampage"]
START = GAME.setup(GAME.options(), 2)
SIZES = [(1280, 800), (1920, 1080), (3840, 2160), (1366, 768), (960, 600), (640, 480)]
EACH = 300  # random positions at each size
MOST = {"hand": 9, "permanents": 4, "aside": 1, "play": 4}  # cards; other piles: any number


def random_position(chance: Random) -> Position[object]:
    """Return a position with a random number of cards in each zone."""
    box = START.box
    cards = list(range(box.size))
    chance.shuffle(cards)
    zones = {}
    for zone, spec in enumerate(box.zones):
        most = MOST.get(spec.name.rpartition(".")[2], 12)
        count = chance.randint(0, most)
        zones[zone], cards = bytes(cards[:count]), cards[count:]
    zones[len(box.zones) - 3] += bytes(cards)
    return Position.new(box, zones, START.state, *START.steps)


def viewport_for(size: tuple[int, int], **more: object) -> Viewport:
    viewport = stage(size, **more)
    return replace(viewport, column=column_width(size[0], viewport.u, False))


def layout_for(pos: Position[object], viewport: Viewport, seat: int) -> Layout:
    return table_layout(view(pos, seat), replace(viewport, side=seat))


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_in_random_positions(size: tuple[int, int]) -> None:
    chance, viewport = Random(size[0]), viewport_for(size)
    tools = (size[0] - TOOLS * viewport.u, 0.0, TOOLS * viewport.u, 48 * viewport.u)
    for _ in range(EACH):
        seat = chance.randrange(2)
        pos = random_position(chance)
        layout = layout_for(pos, viewport, seat)
        piles = [area for area in layout.areas if area.width and not area.hand]
        far = [area for area in layout.areas if area.hand and not area.own]
        for area in piles:
            x, y, w, h = box(area)
            assert viewport.column * (x < viewport.column) == 0, area
            assert x + w <= size[0] - 8, area
            assert y >= 0, area
            assert y + h <= size[1] - SHOWN * viewport.u, area
            assert apart(box(area), tools), area
        for one, two in itertools.combinations((*piles, *far), 2):
            assert apart(box(one), box(two)), (one, two)


@pytest.mark.parametrize("size", SIZES)
def test_no_building_overlaps_a_title_or_a_pile_beside_it(size: tuple[int, int]) -> None:
    chance, viewport = Random(size[1]), viewport_for(size)
    look = plain_look(viewport.u)
    for _ in range(EACH // 3):
        pos = random_position(chance)
        layout = layout_for(pos, viewport, chance.randrange(2))
        sites = [(site, SEATS[site.seat]) for site in counted_sites(pos, {})]
        buildings = [one.rect for one in standing_buildings(layout, sites)]
        assert len(buildings) == 6, "two gates, two keeps, two walls"
        titles = title_rects(look, layout)
        assert len(titles) == 2, "draw pile and discard pile"
        columns = [area_rect(a) for a in layout.areas if a.title and not a.hand and a.width]
        for building in buildings:
            assert building.collidelist(titles) < 0
            assert building.collidelist(columns) < 0
            assert building.left >= viewport.column


def test_one_scale_holds_for_cards_and_buildings() -> None:
    for size in SIZES:
        layout = layout_for(START, viewport_for(size), 0)
        _, scale = fixed_table(layout.viewport)
        for area in layout.areas:
            place = START.box.zones[area.zone].place
            if area.width and not area.hand:
                assert area.tall == pytest.approx(place.card * scale)


def test_a_side_keeps_its_places_when_the_other_sits_near() -> None:
    pos = random_position(Random(1))
    one, two = (
        layout_for(pos, viewport_for((1280, 800)), 0),
        layout_for(pos, viewport_for((1280, 800)), 1),
    )
    box_ = START.box
    for name in ("gate", "castle"):
        near, far = box_.zone(f"0.{name}"), box_.zone(f"1.{name}")
        assert one.by_zone[near].y == two.by_zone[far].y > one.by_zone[far].y
    assert one.by_zone[box_.zone("0.permanents")].x < one.by_zone[box_.zone("1.permanents")].x


def test_left_handed_players_find_the_piles_of_all_at_the_other_edge() -> None:
    pos = random_position(Random(2))
    usual = layout_for(pos, viewport_for((1280, 800)), 0)
    other = layout_for(pos, viewport_for((1280, 800), mirrored=True), 0)
    middle, _ = fixed_table(usual.viewport)
    there, _ = fixed_table(other.viewport)
    draw = START.box.zone("draw")
    assert usual.by_zone[draw].x - middle == pytest.approx(there - other.by_zone[draw].x)
    for zone in (START.box.zone("0.gate"), START.box.zone("0.permanents")):
        assert usual.by_zone[zone].x - middle == pytest.approx(other.by_zone[zone].x - there)


def test_a_rare_place_takes_cards_and_shows_nothing_while_it_is_empty() -> None:
    layout = layout_for(START, viewport_for((1280, 800)), 0)
    play = layout.by_zone[START.box.zone("play")]
    assert play.width > 50, "a card can be dropped there"
    assert not play.ground
    assert play.title == ""
    draw = layout.by_zone[START.box.zone("draw")]
    assert draw.ground
    assert draw.title == "Draw pile"
