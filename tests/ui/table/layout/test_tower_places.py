"""Tests of the layout of Castle Wars: no overlaps in random positions at six window sizes."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.cards import ZoneSpec
from castlecards.core.position import Position
from castlecards.core.site import counted_sites
from castlecards.core.view import view
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.table.layout.model import TOOLS, column_width
from castlecards.ui.table.layout.table_layout import table_layout
from castlecards.ui.table.render.labels import title_rects
from castlecards.ui.table.render.site_layer import standing_buildings
from castlecards.ui.table.render.table_signs import area_rect
from tests.ui.driving import look as plain_look
from tests.ui.table.layout.test_table_layout import apart, box, stage

GAME = games()["castle_wars"]
SIZES = [(1280, 800), (1920, 1080), (3840, 2160), (1366, 768), (960, 600), (640, 480)]
ARMIES = [("none", "none"), ("royal_kingdom", "none"), ("royal_kingdom", "royal_kingdom")]
EACH = 40  # random positions at each size


def most(spec: ZoneSpec, held: int) -> int:
    """Return the largest number of cards in a zone; `held`: in a hand."""
    return held if spec.name.endswith(("hand", "sleeve")) else 9


def random_position(start: Position[Any], chance: Random, held: int) -> Position[Any]:
    box, cards = start.box, list(range(start.box.size))
    chance.shuffle(cards)
    zones = {}
    for zone, spec in enumerate(box.zones):
        count = chance.randint(0, most(spec, held))
        zones[zone], cards = bytes(cards[:count]), cards[count:]
    zones[0] += bytes(cards)
    return Position.new(box, zones, start.state, *start.steps)


@pytest.mark.parametrize("armies", ARMIES)
@pytest.mark.parametrize("size", SIZES)
def test_no_pile_overlaps_and_no_tower_covers_another_pile_or_a_title(
    size: tuple[int, int], armies: tuple[str, str]
) -> None:
    start = GAME.setup(GAME.options(first=armies[0], second=armies[1]), 2)  # type: ignore[call-arg]
    chance, viewport = Random(size[0]), stage(size)
    viewport = replace(viewport, column=column_width(size[0], viewport.u, False))
    look, u = plain_look(viewport.u), viewport.u
    tools = (size[0] - TOOLS * u, 0.0, TOOLS * u, 46 * u)
    held = 4 if size[0] > 640 else 2  # the smallest window has no more room
    for _ in range(EACH):
        pos, seat = random_position(start, chance, held), chance.randrange(2)
        layout = table_layout(view(pos, seat), replace(viewport, side=seat))
        areas = [area for area in layout.areas if area.width]
        for one, two in itertools.combinations(areas, 2):
            assert apart(box(one), box(two)), (one, two)
        for area in areas:
            assert area.hand or area.x - area.width / 2 >= viewport.corner, "behind the prompt"
        titles = title_rects(look, layout)
        sites = [(site, SEATS[site.seat]) for site in counted_sites(pos, {})]
        others = [area_rect(area) for area in areas if not pos.box.zones[area.zone].site]
        for one in standing_buildings(layout, sites):
            drawn = one.rect.inflate(-12 * u, -24 * u)  # the sheet is larger than a tower
            assert drawn.collidelist([rect for rect in others if rect.top > 60 * u]) < 0, one
            assert drawn.collidelist(titles) < 0, one
            assert apart((drawn.x, drawn.y, drawn.width, drawn.height), tools), one
