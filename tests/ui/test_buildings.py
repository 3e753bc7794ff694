"""Tests of buildings: each state has its own picture, complete in its sheet, at each size."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pygame
import pytest

from castlecards.core.site import MOST_DAMAGE, Site
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.kinds import (
    BARE,
    KINDS,
    RUINS,
    anchor,
    building_of,
    painted,
    sheet_size,
)
from castlecards.ui.cardart.seat_signs import SEATS
from tests.ui.test_cards import Pixels

LEVELS = [
    (kind, level)
    for kind in sorted(KINDS)
    for level in range(kind not in RUINS, KINDS[kind].most + 1)
]
PLOTS = ("barracks", "fortress", "hall", "hovel", "rampart")


def state(kind: str, level: int, damage: int = 0, card: float = 100, seat: int = 0) -> Building:
    marks = ("wall",) if kind == "rampart" else ()
    site = Site(0, "gate", level, damage, seat, marks=marks)
    found = building_of(
        replace(site, kind=kind),  # type: ignore[arg-type]
        SEATS[seat],
        card,
        width=card,
    )
    assert found is not None
    return found


def raw(building: Building) -> bytes:
    return pygame.image.tobytes(painted(building), "RGBA")


def alpha(building: Building) -> Pixels:
    return pygame.surfarray.array_alpha(painted(building))


@pytest.mark.parametrize(("kind", "level"), LEVELS)
def test_every_state_is_whole_on_its_sheet(kind: str, level: int) -> None:
    for damage, card in product((0, MOST_DAMAGE), (BARE, 100)):
        building = state(kind, level, damage, card)
        seen = alpha(building)
        edge = np.concatenate((seen[0], seen[-1], seen[:, 0], seen[:, -1]))
        most = 20 if card > BARE else 40  # the shadow of the smallest ends within one pixel
        assert edge.max() < most, "cut at the edge of the sheet"
        x, y = anchor(building)
        assert 0 < x < seen.shape[0]
        assert 0 < y < seen.shape[1]
        assert seen[:, y - 3].max() > 200, "nothing stands on the foot line"


@pytest.mark.parametrize("kind", ["gate", "keep"])
def test_each_level_and_each_fallen_card_shows_up_to_the_last(kind: str) -> None:
    most = KINDS[kind].most
    assert len({raw(state(kind, level)) for level in range(most + 1)}) == most + 1
    assert state(kind, most) == state(kind, most + 7)
    assert raw(state(kind, 0, 1)) != raw(state(kind, 0, 0)), "a ruin is no foundation"
    assert state(kind, 0, 1) == state(kind, 0, 3)
    hurt = {raw(state(kind, 2, damage)) for damage in range(MOST_DAMAGE)}
    assert len(hurt) == MOST_DAMAGE
    assert raw(state(kind, 3, seat=0)) != raw(state(kind, 3, seat=1))


@pytest.mark.parametrize("kind", ["fortress", "gate", "hovel", "keep", "knight"])
def test_flags_of_the_first_player_are_forked_so_that_sides_differ_without_colour(
    kind: str,
) -> None:
    first = state(kind, KINDS[kind].most)
    other = replace(first, colours=replace(first.colours, shape="star"))
    assert first.forked
    assert not other.forked
    assert raw(first) != raw(other)
    if kind != "hovel":  # its cloths cover its walls
        assert (alpha(first) != alpha(other)).any(), "seen in the outline"


@pytest.mark.parametrize("level", range(1, 6))
def test_a_scaffold_is_seen_at_every_level_of_a_tower(level: int) -> None:
    plain = state("tower", level)
    assert raw(replace(plain, marks=("scaffold",))) != raw(plain)


def test_a_castle_that_is_only_being_built_does_not_burn() -> None:
    def flames(damage: int) -> int:
        picture = pygame.surfarray.array3d(painted(state("keep", 1, damage))).astype(int)
        red, green, blue = np.moveaxis(picture, 2, 0)
        return int(np.sum((red > 200) & (green < 190) & (blue < 90)))

    assert flames(0) == 0
    assert flames(1) > 100


@pytest.mark.parametrize("kind", ["gate", "keep"])
def test_a_door_fills_a_gateway_without_a_pile(kind: str) -> None:
    plain = state(kind, 3)
    assert raw(replace(plain, marks=("door",))) != raw(plain)


def test_a_picture_depends_on_its_state_alone() -> None:
    assert raw(state("keep", 1, 3)) == raw(state("keep", 1, 3))


def test_a_small_pile_has_no_building_and_a_middling_one_a_plain_one() -> None:
    assert building_of(Site(0, "gate", 3), SEATS[0], BARE - 1) is None
    assert not state("gate", 4, card=60).full
    assert state("gate", 4, card=100).full


@pytest.mark.parametrize("kind", PLOTS)
@pytest.mark.parametrize("width", [40, 92, 150, 240])
def test_a_house_keeps_to_its_plot_and_a_wall_covers_it(kind: str, width: int) -> None:
    for level, marks in product(range(1, KINDS[kind].most + 1), ((), ("wall",))):
        site = Site(0, "gate", level, marks=marks)
        plot = replace(site, kind=kind)  # type: ignore[arg-type]
        building = building_of(plot, SEATS[0], 92, width=width)
        half, _, _ = sheet_size(building)
        assert 2 * half * building.scale <= max(1.28 * width, width + 10) + 16
        if marks and kind != "fortress":
            assert building.wide >= width
        seen = alpha(building)
        assert max(seen[0].max(), seen[-1].max(), seen[:, 0].max()) < 20


def test_a_hall_has_a_window_for_each_card_and_a_sign_of_its_rank() -> None:
    halls = [
        building_of(Site(0, "hall", level, sign=sign), SEATS[0], 92, width=62 + 21 * (level - 1))
        for level in range(1, 9)
        for sign in ("rose", "crown")
    ]
    assert len({raw(hall) for hall in halls if hall is not None}) == 16
    widths = [hall.wide for hall in halls[::2] if hall is not None]
    assert widths == sorted(set(widths))


def test_roofs_of_a_black_player_stand_out() -> None:
    dark = replace(SEATS[1], colour=(34, 36, 44))
    building = building_of(Site(0, "hall", 2), dark, 92, width=80)
    assert max(building.colours.colour) > 120
    assert building.colours.shape == SEATS[1].shape
