"""Tests of the callout of a throw: text, place, and fading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from pygame import Rect

from castlecards import levels
from castlecards.ui.practice.level_attempt import open_level
from castlecards.ui.scene import Reset
from castlecards.ui.table.layout.camera import Point
from castlecards.ui.table.layout.free_space import first_free, grid_places, leaders, place_callout
from castlecards.ui.table.playback.state import FADE_AFTER, FADE_TIME, Callout
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.throw import callout_view
from castlecards.ui.table.throw.callout import FADED, callout_of, near_miss_text, opacity
from tests.ui.driving import Driver
from tests.ui.table.tables import open_curtain, table
from tests.ui.table.test_throw_timing import match_with_flight

KINDS = ("hit", "perfect", "double", "castle", "stormed", "near", "under")


@pytest.mark.parametrize("kind", KINDS)
def test_a_callout_says_the_result_in_few_words(kind: str) -> None:
    session, impact = match_with_flight(kind)
    callout = callout_of(session, 0, impact, session.name(0))
    assert callout.title == f"{session.name(0)}: {callout.head}"
    assert replace(callout, name="").title == callout.head
    assert 1 <= len(callout.head.split()) <= 4
    assert len(callout.detail.split()) <= 6
    assert callout.scores == bool(impact.scored_throw.hits)
    if callout.scores:
        zone = impact.clip.pos.box.zones[impact.clip.pos.zone_of(impact.scored_throw.hits[0])]
        assert callout.head.endswith("!")
        assert session.game.story.place(zone) in callout.detail
        assert f"{sum(impact.scored_throw.gains)} point" in callout.detail


def test_a_near_miss_names_the_distance_and_the_side_as_the_thrower_sees_it() -> None:
    _, impact = match_with_flight("near")
    near = impact.near_miss
    assert near is not None
    x, y = impact.touch_place
    ahead = -1 if impact.clip.ahead else 1  # North throws in the other direction
    for (right, far), words in (
        ((0, 23), "2 cm short"), ((0, -23), "2 cm long"), ((23, 0), "2 cm left"),
        ((-23, 0), "2 cm right"), ((0, 7), "7 mm short"), ((0, 1), "On the very edge!"),
    ):  # fmt: skip
        off = abs(right) + abs(far)
        moved = replace(impact)
        edge = near._replace(off=off, x=x + ahead * right, y=y + ahead * far)
        moved.__dict__["edge"] = edge
        moved.__dict__["touch"] = (x, y)
        assert near_miss_text(moved) == words


def test_it_fades_once_and_stays() -> None:
    assert opacity(0.0) == opacity(FADE_AFTER) == 1.0
    assert FADED < opacity(FADE_AFTER + FADE_TIME / 2) < 1.0
    assert opacity(FADE_AFTER + FADE_TIME) == pytest.approx(FADED)
    assert opacity(600.0) == FADED


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 1), ((1280, 800), 2), ((1920, 1080), 1)])
def test_it_covers_no_card_pile_hand_castle_line_or_control(
    players: int, size: tuple[int, int], scale: int
) -> None:
    """For each place of the table where a card can touch it."""
    _, impact = match_with_flight("near")
    callout = Callout(0, "Bartholomew", "12 cm short", "Hit a friendly card first.", impact)
    with table("card_barrage", players, ui_scale=scale) as play:
        play.app.window.size = size
        play.app._resized()
        open_curtain(play)
        scene, look = play.table, play.app.look
        taken = [
            *scene.painter._taken_space(look, size, scene.overlay),
            scene.overlay.score.rect,
            scene.painter._release_line(look),
        ]
        assert sum(1 for rect in taken if rect.width and rect.height) > 20
        room, project = scene.overlay.root.table, scene.table_view.layout.camera.project
        box = callout_view.callout_size(look, callout)
        found = 0
        for x in range(-300, 301, 60):
            for y in range(-350, 351, 50):
                touch = project(x, y)
                place = place_callout(box, touch, project(0, -350), taken, room, look.scale)
                if place is None:
                    continue
                found += 1
                assert place.rect.size == box
                assert room.contains(place.rect)
                assert first_free([place.rect], taken) is place.rect
        assert found


def test_without_free_space_there_is_no_box() -> None:
    window = Rect(0, 0, 400, 300)
    assert place_callout((200, 80), (200, 150), (200, 300), [window], window, 1.0) is None
    free = place_callout((100, 60), (200, 150), (200, 300), [Rect(0, 0, 400, 200)], window, 1.0)
    assert free.rect.top >= 200


def test_names_are_no_part_of_the_words() -> None:
    session, impact = match_with_flight("castle")
    assert re.fullmatch(r"\w+’s castle, 1 point", callout_of(session, 0, impact).detail)


def met(leader: Sequence[Point], rects: Sequence[Rect]) -> bool:
    """Return True if a leader, in steps of one pixel, passes through a rectangle."""
    for (x0, y0), (x1, y1) in pairwise(leader):
        steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
        points = [(x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps) for n in range(steps)]
        if any(rect.collidepoint(point) for rect in rects for point in points):
            return True
    return False


def leaders_meet_nothing_avoidable(scene: TableScene, box: tuple[int, int]) -> tuple[int, int]:
    """Check the leader from each touch of a grid; return how many met something, and of how many.

    A leader may meet what was touched. It may meet something else only if each free place of the
    whole search has that fault, straight or with a right angle.
    """
    look, size = scene.app.look, scene.app.window.size
    taken = [rect for rect in scene.painter._taken_space(look, size, scene.overlay) if rect.width]
    room, project = scene.overlay.root.table, scene.table_view.layout.camera.project
    bad = found = 0
    for x in range(-240, 241, 80):
        for y in range(-320, 321, 40):
            touch = project(x, y)
            place = place_callout(box, touch, project(0, -350), taken, room, look.scale)
            if place is None or not room.collidepoint(touch):
                continue
            found += 1
            others = [rect for rect in taken if not rect.collidepoint(touch)]
            assert place.leader[0] == touch
            assert place.rect.inflate(2, 2).collidepoint(place.leader[-1])
            assert len(place.leader) <= 3
            if not met(place.leader, others):
                continue
            bad += 1
            for rect in grid_places(box, place.rect, room, round(4 * look.scale)):
                if room.contains(rect) and first_free([rect], taken):
                    assert all(met(leader, others) for leader in leaders(touch, rect)), (
                        touch,
                        rect,
                    )
    return bad, found


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_its_leader_crosses_nothing_where_another_place_or_bend_avoids_it(
    players: int, size: tuple[int, int]
) -> None:
    _, impact = match_with_flight("near")
    callout = Callout(0, "Bartholomew", "12 cm short", "Hit a friendly card first.", impact)
    with table("card_barrage", players) as play:
        play.app.window.size = size
        play.app._resized()
        open_curtain(play)
        box = callout_view.callout_size(play.app.look, callout)
        bad, found = leaders_meet_nothing_avoidable(play.table, box)
    assert found > 40
    assert bad <= 0.1 * found


@pytest.mark.long
def test_its_leader_crosses_nothing_avoidable_in_any_level(driver: Driver) -> None:
    _, impact = match_with_flight("near")
    callout = Callout(0, "", "12 cm short", "Hit a friendly card first.", impact)
    box = callout_view.callout_size(driver.app.look, callout)
    seen = 0
    for level in (each for pack in levels.packs()[0] for each in pack.levels):
        scene = open_level(driver.app, level)
        if scene.session.position.box.field is None:
            continue
        driver.app.follow(Reset(scene))
        driver.step()
        leaders_meet_nothing_avoidable(scene, box)
        seen += 1
    assert seen > 20


def test_the_leader_bends_where_a_straight_one_would_cross_something() -> None:
    window = Rect(0, 0, 400, 300)
    taken = [
        Rect(0, 0, 40, 300),
        Rect(62, 0, 338, 239),
        Rect(58, 240, 100, 20),
        Rect(58, 292, 100, 8),
    ]
    place = place_callout((100, 40), (50, 150), (50, 300), taken, window, 1.0)
    start, bend, end = place.leader
    assert (start, bend) == ((50, 150), (50, place.rect.centery))
    assert end == (place.rect.left, place.rect.centery)
    assert not met(place.leader, taken)
