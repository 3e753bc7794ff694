"""Tests of the layout of estates: no overlaps in random positions at six window sizes."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.games.castle.state import (
    DECK,
    DISCARD,
    KNIGHT,
    MARKET,
    OWN,
    PEASANT,
    PLOT,
    STALLS,
    WALL_MARK,
    read_plots,
)  # fmt: skip
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.table.layout.hand_layout import SHOWN
from castlecards.ui.table.layout.model import TOOLS, Viewport, column_width
from castlecards.ui.table.layout.table_layout import _cached_pile_spots, table_layout
from castlecards.ui.table.render.labels import title_rects
from castlecards.ui.table.render.site_layer import standing_buildings
from tests.ui.driving import look as plain_look
from tests.ui.table.layout.test_table_layout import apart, box, stage

GAME = games()["castle"]
START = GAME.setup(GAME.options(), 2)
SIZES = [(1280, 800), (1920, 1080), (3840, 2160), (1366, 768), (960, 600), (640, 480)]
EACH = 120  # random positions at each size


def by_rank(box_cards: Position[Any], rank: int) -> list[int]:
    return [card for card in range(104) if box_cards.face(card).rank == rank]


def random_estates(chance: Random) -> Position[Any]:
    """Return a position with up to seven plots, three knights and three peasants a seat."""
    ranks = {rank: by_rank(START, rank) for rank in range(1, 14)}
    zones: dict[int, bytes] = {}
    walls = 0

    def take(rank: int, count: int) -> list[int]:
        return [ranks[rank].pop() for _ in range(min(count, len(ranks[rank])))]

    for seat in (0, 1):
        for n in range(chance.randint(0, 7)):
            wall = take(chance.randint(1, 9), 2) if chance.random() < 0.6 else []
            if len(wall) == 1:
                wall = []
            walls |= sum(1 << card for card in wall)
            rank = chance.choice((10, 11, 12, 13, 0))
            house = take(rank, chance.randint(1, 8 if rank > 11 else 3)) if rank else []
            zones[seat * OWN + PLOT + n] = bytes([*wall, *house])
        for start in (KNIGHT, PEASANT):
            for n in range(chance.randint(0, 3)):
                zones[seat * OWN + start + n] = bytes(take(chance.randint(1, 9), 2))
    rest = [card for cards in ranks.values() for card in cards]
    chance.shuffle(rest)
    for n in range(STALLS):
        zones[MARKET + n] = bytes(rest[n : n + 1])
    hands = STALLS + chance.randint(0, 8), STALLS + 20
    zones[0], zones[OWN] = bytes(rest[STALLS : hands[0]]), bytes(rest[hands[0] : hands[1]][:8])
    left = rest[hands[0] + len(zones[OWN]) :]
    cut = chance.randint(0, len(left))
    zones[DECK], zones[DISCARD] = bytes(left[:cut]), bytes(left[cut:])
    pos = Position.new(START.box, zones, START.state, START.steps[0], len(START.marks))
    pos.marks = tuple(walls if kind == WALL_MARK else 0 for kind in range(len(START.marks)))
    pos.state = pos.state.with_(plots=(read_plots(pos, 0), read_plots(pos, 1)))
    return pos


def viewport_for(size: tuple[int, int], **more: object) -> Viewport:
    viewport = stage(size, sideways=(WALL_MARK,), **more)
    return replace(viewport, column=column_width(size[0], viewport.u, False))


@pytest.mark.parametrize("size", SIZES)
def test_no_place_overlaps_and_no_house_covers_a_pile_a_title_or_the_tools(
    size: tuple[int, int],
) -> None:
    chance, viewport = Random(size[0]), viewport_for(size)
    look, u = plain_look(viewport.u), viewport.u
    tools = (size[0] - TOOLS * u, 0.0, TOOLS * u, 46 * u)
    seen = 0
    for _ in range(EACH):
        pos, seat = random_estates(chance), chance.randrange(2)
        layout = table_layout(view(pos, seat), replace(viewport, side=seat))
        areas = [area for area in layout.areas if area.width]
        piles = [area for area in areas if not area.hand]
        for one, two in itertools.combinations(piles, 2):
            assert apart(box(one), box(two)), (one, two)
        for area in piles:
            x, y, w, h = box(area)
            assert viewport.corner <= x + 1, "behind the prompt"
            assert x + w <= size[0] + 1
            assert y >= 48 * u
            assert y + h <= size[1] - SHOWN * u + 1, "under the own hand"
            assert apart(box(area), tools)
        assert title_rects(look, layout) == [], "houses rise where titles would be"
        sites = [(site, SEATS[site.seat]) for site in GAME.sites(pos, {})]
        stocks = [box(area) for area in piles if area.zone >= MARKET]
        for building in standing_buildings(layout, sites):
            drawn = building.rect
            seen += 1
            for stock in stocks:
                assert apart((drawn.x, drawn.y, drawn.width, drawn.height), stock), building
            assert apart((drawn.x, drawn.y, drawn.width, drawn.height), tools), building
    assert seen > EACH or size[0] == 640, "too small for houses"


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_far_row_leaves_room_for_a_panel_and_for_a_face(mirrored: bool) -> None:
    chance = Random(3)
    viewport = viewport_for((1280, 800), score_corner=(380.0, 84.0), mirrored=mirrored)
    for _ in range(EACH):
        layout = table_layout(view(random_estates(chance), 0), viewport)
        for area in layout.areas:
            if area.width and not area.hand and area.y < 280 and area.zone >= OWN:
                left, right = area.x - area.width / 2, area.x + area.width / 2
                if mirrored:
                    assert left >= 199.9
                else:
                    assert left >= 387.9
                    assert right <= 1280 - 205.9


def test_an_empty_place_for_people_takes_cards_and_shows_nothing() -> None:
    layout = table_layout(view(START, 0), viewport_for((1280, 800)))
    near, far = layout.by_zone[KNIGHT], layout.by_zone[OWN + KNIGHT]
    assert near.width > 50
    assert not near.ground
    assert far.width == 0
    for zone in (PLOT, OWN + PLOT):
        assert layout.by_zone[zone].ground, "the next plot stays open"
        assert layout.by_zone[zone].width > 50


def test_piles_that_stay_are_not_placed_again() -> None:
    seen, viewport = view(random_estates(Random(5)), 0), Viewport(1280, 800)
    first = table_layout(seen, viewport)
    made = _cached_pile_spots.cache_info().misses
    assert table_layout(seen, viewport).spots == first.spots
    assert _cached_pile_spots.cache_info().misses == made
