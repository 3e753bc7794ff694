"""Buildings of the table: they follow the cards and the log, and they lie below the cards."""

from __future__ import annotations

import pytest

from castlecards.core.site import MOST_DAMAGE
from castlecards.ui.cardart.buildings.kinds import BARE
from castlecards.ui.table.layout.model import Viewport
from castlecards.ui.table.layout.table_layout import table_layout
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.render.site_layer import standing_buildings
from tests.ui.shots.matches import match


@pytest.fixture(scope="module")
def wear() -> TableWear:
    return TableWear(match("rampage"))


def test_levels_are_counts_and_damage_follows_falls_and_repairs(wear: TableWear) -> None:
    session = match("rampage")
    hurt = mended = 0
    before = {site.zone: site for site, _ in wear.sites(0)}
    assert all(site.damage == 0 for site in before.values())
    for at in range(1, len(session.log) + 1):
        for site, sign in wear.sites(at):
            old = before[site.zone]
            assert site.level == len(session.positions[at].zones[site.zone])
            assert 0 <= site.damage <= MOST_DAMAGE
            assert sign.colour == wear.sites(0)[2 * site.seat][1].colour
            if site.damage > old.damage:
                assert site.level < old.level, "without a loss"
                hurt += 1
            if site.damage < old.damage:
                assert site.level >= old.level, "without a new card"
                mended += 1
            before[site.zone] = site
    assert hurt > 5
    assert mended > 5


def test_an_earlier_line_shows_the_earlier_damage(wear: TableWear) -> None:
    late = wear.sites(280)
    assert wear.sites(100) != late
    assert wear.sites(280) == late


def test_the_far_buildings_are_drawn_first_and_small_piles_have_none(wear: TableWear) -> None:
    view = match("rampage").shown(0, 60)
    layout = table_layout(view, Viewport(1280, 800, 1.0, column=292.0))
    found = standing_buildings(layout, wear.sites(60))
    assert [one.building.kind for one in found] == ["keep", "wall", "gate", "wall", "gate", "keep"]
    assert [one.foot for one in found] == sorted(one.foot for one in found)
    tiny = table_layout(view, Viewport(360, 240, 0.4))
    assert all(area.tall < BARE for area in tiny.areas if not area.hand)
    assert standing_buildings(tiny, wear.sites(60)) == []
