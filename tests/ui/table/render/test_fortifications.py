"""Tests of buildings on the table: bastions and ramparts by their cards, yards by their damage."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from castlecards import content
from castlecards.core.cards import NATURE, UNSEEN, CardId, Pose
from castlecards.core.landing import Throw
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.ui.cardart import masonry
from castlecards.ui.cardart.castle_keep import CastleKeep, draw_castle_keep
from castlecards.ui.cardart.mat import BORDER, SCALE, Plan, extent, mat
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.cardart.warp import warp
from castlecards.ui.kit.incremental import run_to_end
from castlecards.ui.scene import Reset
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.card_shape import corners, on_table, rotated_upright
from castlecards.ui.table.render.fortifications import (
    Fortification,
    card_dress,
    fortifications,
    mat_plan,
)
from castlecards.ui.table.render.mat_perspective import draw_mat, flat_mat
from castlecards.ui.table.replay import Replay
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver
from tests.ui.shots.matches import match, until

GAME = content.games()["card_barrage"]


def fresh(players: int = 2) -> Position[Any]:
    return Session(GAME, GAME.options(), players, 3).position


def without_cards(pos: Position[Any], *names: str) -> Position[Any]:
    """Return the position after moving the cards of these places to North's discard pile."""
    found = pos.copy()
    zones = list(found.zones)
    away = pos.box.zone("B.discard")
    for name in names:
        zone = pos.box.zone(name)
        zones[away] += zones[zone]
        zones[zone] = b""
    found.zones = zones
    return found


def kinds(found: tuple[Fortification, ...], north: bool) -> list[str]:
    return sorted(work.piece.kind for work in found if (work.y > 0) is north)


def test_a_side_has_a_bastion_a_wall_joined_to_one_rampart_and_a_yard() -> None:
    found = fortifications(fresh(), {})
    side = ["bastion"] * 5 + ["rampart"] * 6 + ["turret"] * 2 + ["yard"]
    assert kinds(found, False) == kinds(found, True) == side


def test_a_rampart_spans_the_seats_of_a_team() -> None:
    found = fortifications(fresh(6), {})
    assert kinds(found, True) == ["bastion"] * 9 + ["rampart"] * 10 + ["turret"] * 2 + ["yard"] * 3


@pytest.mark.parametrize("seat", [0, 1])
def test_where_a_wall_is_gone_the_rampart_is_broken_on_either_side(seat: int) -> None:
    pos = fresh()
    mark = pos.box.zones[pos.box.zone(f"{seat}.wall2")].mark
    found = fortifications(without_cards(pos, f"{seat}.wall2"), {})
    gone = [work for work in found if work.piece.kind == "breach"]
    assert [(work.x, work.y) for work in gone] == [(mark.x / 10, mark.y / 10)]
    broken = {
        round(work.x): work
        for work in found
        if work.piece.kind == "rampart" and work.piece.state != 3
    }
    assert sorted(broken) == [-79, 79]
    for x, work in broken.items():  # the half nearer to the gap is damaged
        for bit, half in ((1, -1), (2, 1)):
            side = half * math.cos(work.angle) * (1 if x < 0 else -1)
            assert bool(work.piece.state & bit) == (side < 0)


def test_the_gate_stands_open_when_no_wall_of_the_side_is_left() -> None:
    pos = fresh()
    walls = [f"1.wall{n}" for n in range(5)]
    for gone, open_ in ((walls[:4], False), (walls, True)):
        found = fortifications(without_cards(pos, *gone), {})
        yards = {work.y > 0: work.piece.open for work in found if work.piece.kind == "yard"}
        assert yards == {False: False, True: open_}


def test_a_castle_shows_how_often_it_was_hit() -> None:
    pos = fresh()
    zone = pos.box.zone("1.castle")
    for hits, state in ((0, 0), (1, 1), (2, 2), (3, 3), (7, 3)):
        yards = [work for work in fortifications(pos, {zone: hits}) if work.piece.kind == "yard"]
        assert [work.piece.state for work in yards] == [0, state]
        keep = card_dress(pos, {zone: hits}, 0.0, {})[pos.zones[zone][0]]
        assert isinstance(keep, CastleKeep)
        assert keep.state == state


def test_cards_show_whose_they_are_also_while_they_lie_with_nobody() -> None:
    pos = fresh()
    south, north = pos.zones[pos.box.zone("A.draw")][0], pos.zones[pos.box.zone("1.hand")][0]
    found = card_dress(pos, {}, 0.0, {})
    assert (found[south], found[north]) == ("tech~0", "tech~1")
    flying = without_cards(pos, "A.draw")
    zones = list(flying.zones)
    away, field = pos.box.zone("B.discard"), pos.box.zone("field")
    zones[away], zones[field] = b"", bytes((south,))
    flying.zones = zones
    assert card_dress(flying, {}, 0.0, found)[south] == "tech~0"


def test_a_keep_stands_upright_for_whoever_looks() -> None:
    pos = fresh()
    cards: list[CardId] = [pos.zones[pos.box.zone(f"{seat}.castle")][0] for seat in (0, 1)]
    for facing in (0.0, math.pi):
        found = card_dress(pos, {}, facing, {})
        for seat, card in enumerate(cards):
            keep = found[card]
            mark = pos.box.zones[pos.box.zone(f"{seat}.castle")].mark
            assert isinstance(keep, CastleKeep)
            assert mark is not None
            # the sky is at the upper edge of the card of a keep on the screen
            camera = Camera(facing=facing)
            quad = corners(on_table(mark, camera, pos.box.field))
            image = draw_castle_keep(keep, (134, 200))
            left, right = image.get_at((11, 100)), image.get_at((122, 100))
            sky_left = sum(left[:3]) > sum(right[:3])
            top_left = quad[0][1] + quad[3][1] < quad[1][1] + quad[2][1]
            assert sky_left == top_left


def test_a_face_that_lies_on_its_head_is_shown_upright() -> None:
    camera = Camera()
    away, straight = Pose(0, 2000, 3142), Pose(0, -2000, 100)
    there = on_table(away, camera, None)
    quad = corners(rotated_upright(there))
    assert quad[0][1] < quad[3][1]
    for point, other in zip(sorted(quad), sorted(corners(there)), strict=True):
        assert point == pytest.approx(other)
    assert rotated_upright(on_table(straight, camera, None)) == on_table(straight, camera, None)


# -- the land -------------------------------------------------------------------------------------


def test_the_land_seen_row_by_row_is_the_land_in_perspective() -> None:
    plan = Plan(300, 260, ((0, -200, 200),))
    half_w, half_d = extent(plan)
    size = (640, 400)
    camera = Camera(0, 0, 0.0, math.radians(38), 1500.0, 0.9, 320.0, 200.0)

    def draw_pixels(coarse: bool) -> NDArray[np.float64]:
        surface = pygame.Surface(size)
        run_to_end(draw_mat(surface, flat_mat(plan, "felt"), plan, camera, coarse))
        return pygame.surfarray.array3d(surface).astype(float)

    rows = draw_pixels(coarse=False)
    picture = run_to_end(mat(plan, "felt"))
    assert picture.get_width() == round(2 * half_w * SCALE) + 2 * BORDER
    quad = camera.quad(0, 0, 0, 2 * half_w, 2 * half_d)
    image, at = warp(picture, quad, pygame.Rect((0, 0), size))
    whole = pygame.Surface(size, pygame.SRCALPHA, 32)
    whole.blit(image, at)
    other = pygame.surfarray.array3d(whole).astype(float)
    assert np.abs(rows - other).mean() < 4.0
    assert np.abs(rows - draw_pixels(coarse=True)).mean() < 9.0


def test_roads_lead_from_castle_to_castle() -> None:
    assert mat_plan(fresh().box) == Plan(539, 500, ((0, -300, 300),))
    six = mat_plan(fresh(6).box)
    assert len(six.roads) == 3


def test_towers_tell_the_sides_apart_without_colour() -> None:
    grey = (150, 150, 150)
    round_, square = (
        masonry.painted(masonry.turret(masonry.SideStyle(grey, shape == "disc")))
        for shape in (SEATS[0].shape, SEATS[1].shape)
    )
    ink = [pygame.surfarray.array_alpha(each) > 200 for each in (round_, square)]
    assert (ink[0] ^ ink[1]).sum() > 0.12 * ink[0].sum()


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("shows", [TableScene, Replay])
def test_a_match_that_is_seen_first_while_a_card_flies_shows_whose_it_is(
    side: int, shows: type[TableScene] | type[Replay]
) -> None:
    lines = match("barrage-2").log
    line = next(
        n for n, each in enumerate(lines) if each.seat == NATURE and lines[n - 1].seat == side
    )
    session = until("barrage-2", lambda session: len(session.log) == line)
    assert isinstance(session.decision.aim, Throw)
    with Driver(reduced_motion=False) as driver:
        shown = shows(driver.app, session)
        driver.app.follow(Reset(shown))
        if isinstance(shown, Replay):
            shown.seek(1.0)
        driver.app.feed([], 0.01)
        seen = shown.table_view.sprites.visible_side(session.decision.aim.card, UNSEEN, False)
        assert seen[2] == f"tech~{side}"
