"""Tests of the layer of buildings: they follow cards and log, and lie below the cards."""

from __future__ import annotations

import pytest
from pygame import Rect

from castlecards.core.site import MOST_DAMAGE
from castlecards.ui.cardart.buildings.ground import EARTH, RIVER, soft_patch
from castlecards.ui.cardart.buildings.kinds import BARE
from castlecards.ui.kit.incremental import run_to_end
from castlecards.ui.table.layout.model import Layout, Viewport
from castlecards.ui.table.layout.table_layout import table_layout
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.render.site_ground import ground_patches, trees
from castlecards.ui.table.render.site_layer import StandingBuilding, standing_buildings
from castlecards.ui.table.render.table_view import TableView
from tests.ui.driving import look, shared_art
from tests.ui.shots.matches import match

Standing = tuple[Layout, list[StandingBuilding]]


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
            if not site.level and old.level:
                assert site.damage, "a building that was lost is a ruin, not a foundation"
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
    tiny = table_layout(view, Viewport(220, 140, 0.22))
    assert all(area.tall < BARE for area in tiny.areas if not area.hand)
    assert standing_buildings(tiny, wear.sites(60)) == []


def test_a_gate_stands_until_its_fall_has_been_seen(wear: TableWear) -> None:
    session = match("rampage")
    ruins = [fallen_gates(wear, at) for at in range(len(session.log))]
    at = next(n for n in range(1, len(ruins)) if ruins[n] > ruins[n - 1])
    view = TableView(shared_art(), session.shown(0, at - 1), session.game)
    layer = view.static_layer
    layer.show_wear(wear, at - 1)
    before = shown_ruins(view)
    view.view = session.shown(0, at)
    layer.show_wear(wear, at)
    layer.unresolved = True
    assert shown_ruins(view) == before
    layer.show_wear(wear, at)  # in the next frame
    assert shown_ruins(view) == before
    layer.unresolved = False
    assert shown_ruins(view) == before + 1


def fallen_gates(wear: TableWear, at: int) -> int:
    return sum(site.kind == "gate" and not site.level for site, _ in wear.sites(at))


def shown_ruins(view: TableView) -> int:
    """Return the number of gates that are drawn as ruins."""
    layer = view.static_layer
    view.arrange(view.view, Viewport(1280, 800, 1.0, column=292.0))
    run_to_end(layer.paint_steps(look(1.0), view.layout, view.pos, (), {}, "felt"))
    parts = [part for part in layer._parts if isinstance(part, StandingBuilding)]
    return sum(part.building.kind == "gate" and not part.building.level for part in parts)


def standing_at(name: str, at: int, size: tuple[int, int] = (1280, 800)) -> Standing:
    """Return the layout and buildings of a stored match before line `at`."""
    view = match(name).shown(0, at)
    layout = table_layout(view, Viewport(*size, size[1] / 800, column=292.0 * size[1] / 800))
    return layout, standing_buildings(layout, TableWear(match(name)).sites(at))


def test_earth_lies_below_each_gate_and_a_road_between_them() -> None:
    layout, standing = standing_at("rampage", 60)
    gates = [one for one in standing if one.building.kind == "gate"]
    *earth, (road, colour) = ground_patches(layout, standing)
    assert [rect.centerx for rect, _ in earth] == [one.x for one in gates]
    assert all(
        rect.contains(one.x - 90, one.foot, 180, 1)
        for (rect, _), one in zip(earth, gates, strict=True)
    )
    far, near = gates
    assert road.top < far.foot < near.foot < road.bottom
    picture = soft_patch(road.size, colour)
    assert picture.get_size() == road.size
    alpha = [picture.get_at((x, road.height // 2)).a for x in (0, road.width // 2)]
    assert alpha[0] < 8 < 60 < alpha[1], "soft at the edge"
    assert list(ground_patches(layout, [])) == []


@pytest.mark.parametrize(
    ("name", "colours"), [("castle", [EARTH] * 2), ("wars", [EARTH] * 2 + [RIVER])]
)
def test_earth_lies_below_each_row_and_a_river_between_two_armies(
    name: str, colours: list[object]
) -> None:
    layout, standing = standing_at(name, 60)
    patches = list(ground_patches(layout, standing))
    assert [colour for _, colour in patches] == colours
    for one in standing:
        assert any(rect.collidepoint(one.x, one.foot) for rect, _ in patches[:2])
    for river, colour in patches:
        if colour == RIVER:
            feet = sorted({one.foot for one in standing})
            assert feet[0] < river.top < river.bottom < feet[-1]


@pytest.mark.parametrize("name", ["castle", "rampage", "wars", "wars-seers"])
def test_trees_touch_no_place_and_no_building(name: str) -> None:
    seen = 0
    for at in range(20, len(match(name).log), 40):
        layout, standing = standing_at(name, at)
        for tree in trees(layout, standing):
            seen += 1
            assert tree.rect.collidelist([one.rect for one in standing]) < 0
            for area in layout.areas:
                box = Rect(0, 0, area.width, area.height)
                box.center = round(area.x), round(area.y)
                assert not area.width or not tree.rect.colliderect(box)
    assert seen > 4
    assert list(trees(*standing_at(name, 20, (640, 400)))) == [], "too small for scenery"
