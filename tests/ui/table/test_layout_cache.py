"""Tests of cached layouts: computed once for each layout."""

from __future__ import annotations

from dataclasses import replace

import pytest

from castlecards.ui.table.layout.camera import TILT
from castlecards.ui.table.layout.card_shape import area_quad, card_shape, corners
from castlecards.ui.table.layout.model import Layout, Viewport
from castlecards.ui.table.layout.table_layout import table_layout
from castlecards.ui.table.render.table_view import GeometryCache
from tests.ui.table.layout_positions import position_with_field, position_without_field, view_of

LAYOUTS = {
    "field": table_layout(view_of(position_with_field(4), 0), Viewport()),
    "cards": table_layout(view_of(position_without_field(), 0), Viewport()),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_all_stands_where_the_camera_shows_it_however_often_it_is_asked(layout: Layout) -> None:
    whereabouts = GeometryCache(layout)
    for _ in range(2):
        for spot in layout.spots:
            at = card_shape(spot, layout.camera, layout.field)
            assert whereabouts.shape(spot) == at
            assert whereabouts.corners(spot) == corners(at)
        for area in layout.areas:
            assert whereabouts.place(area) == area_quad(layout, area)
            assert whereabouts.covers(area, area.x, area.y) or not area.width


def test_a_spot_that_has_moved_is_not_taken_for_the_one_before() -> None:
    whereabouts = GeometryCache(LAYOUTS["cards"])
    spot = LAYOUTS["cards"].spots[0]
    first = whereabouts.corners(spot)
    moved = replace(spot, x=spot.x + 40)
    assert whereabouts.shape(moved).x == whereabouts.shape(spot).x + 40
    assert whereabouts.corners(moved)[0][0] == first[0][0] + 40


def test_what_is_under_the_pointer_follows_the_table_when_it_is_laid_out_anew() -> None:
    from castlecards.ui.cardart.cards import CardArt
    from castlecards.ui.table.render.table_view import TableView
    from tests.ui.driving import Driver

    with Driver():
        view = view_of(position_with_field(4), 0)
        table_view = TableView(CardArt(), view)
        for tilt in (TILT, 0.2):
            layout = table_view.arrange(view, Viewport(tilt=tilt))
            spot = next(s for s in layout.spots if s.shown and s.pose is not None)
            at = card_shape(spot, layout.camera, layout.field)
            assert table_view.target_at(at.x, at.y).card == spot.card
            assert table_view.geometry.corners(spot) == corners(at)
