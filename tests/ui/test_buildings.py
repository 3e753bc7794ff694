"""Buildings: every state has a picture of its own, whole on its sheet, at every size."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pygame
import pytest

from castlecards.core.site import MOST_DAMAGE, Site
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.kinds import BARE, KINDS, anchor, building_of, painted
from castlecards.ui.cardart.seat_signs import SEATS
from tests.ui.test_cards import Pixels

LEVELS = [(kind, level) for kind in sorted(KINDS) for level in range(KINDS[kind].most + 1)]


def state(kind: str, level: int, damage: int = 0, card: float = 100, seat: int = 0) -> Building:
    site = Site(0, "gate", level, damage, seat)
    found = building_of(replace(site, kind=kind), SEATS[seat], card)  # type: ignore[arg-type]
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
        assert edge.max() < 20, "cut at the edge of the sheet"
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


@pytest.mark.parametrize("level", range(1, 6))
def test_a_scaffold_is_seen_at_every_level_of_a_tower(level: int) -> None:
    plain = state("tower", level)
    assert raw(replace(plain, marks=("scaffold",))) != raw(plain)


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
