"""Tests of moving buildings: figures ride to their target, and houses sink and move with their
cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pygame
import pytest
from pygame import Surface

from castlecards.core.cards import NATURE, Zone
from castlecards.core.narration import pending_clash
from castlecards.core.session import Session
from castlecards.playout import Robot
from castlecards.ui.cardart.buildings.estate import single_houses
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.clash import site_motion_view
from castlecards.ui.table.clash.site_motion import RIDE, SINK, HouseLoss, Ride, SiteShift, SiteSink
from castlecards.ui.table.clash.site_motion_view import (
    _draw_sinking,
    _stand,
    motions_now,
    rider_picture,
)
from castlecards.ui.table.clash.strike import Strike
from castlecards.ui.table.clash.timeline import ClashTimeline
from castlecards.ui.table.compositor import TableFrame
from castlecards.ui.table.playback.animation import Script
from castlecards.ui.table.render import site_layer, table_view
from castlecards.ui.table.render.prerender import script_jobs
from castlecards.ui.table.render.site_layer import building_picture, buildings_at
from castlecards.ui.table.render.table_signs import draw_shield
from castlecards.ui.table.scene import TableScene
from tests.games.castle.build import GAME as CASTLE
from tests.games.castle.build import castle
from tests.ui.driving import Driver, shared_art
from tests.ui.shots.matches import match
from tests.ui.table.playback.test_narration import PlaybackDriver, open_driver
from tests.ui.test_buildings import state

pytestmark = pytest.mark.usefixtures("home")

ATTACK, LOSE, KEEP = 137, 138, 139  # lines: two knights attack a hall, one is lost, the hall is


def script_of(watched: PlaybackDriver) -> Script:
    script = watched.scene.playback.animation.script
    assert script is not None
    return script


def at_rest(watched: PlaybackDriver) -> set[Zone]:
    """Return the zones with a building in the static layer of this frame."""
    scene = watched.scene
    TableFrame(scene.table_view, scene.playback)
    return {site.zone for site, _ in scene.table_view.static_layer.shown_sites}


def test_knights_ride_to_the_plot_before_the_stage_opens_and_home_after_it_closes() -> None:
    with open_driver("castle", ATTACK) as play:
        play.play()
        script = script_of(play)
        (ride,), (stage,) = script.clips_of(Ride), script.clips_of(ClashTimeline)
        (strike,) = script.clips_of(Strike)
        assert len(ride.zones) == 2
        assert ride.begins + RIDE == ride.arrives == strike.begins < stage.begins
        assert ride.leaves == stage.closes
        assert ride.ends <= script.seconds
        goal = play.scene.table_view.layout.by_zone[ride.target]
        assert strike.x == goal.x
        assert ride.part(ride.begins) == 0
        assert ride.part(ride.arrives) == ride.part(ride.leaves) == 1
        assert ride.part(ride.ends) == 0
        play.wait(ride.begins + 0.1)
        assert not set(ride.zones) & at_rest(play), "they are on their way"
        play.rest()
        assert set(ride.zones) <= at_rest(play)


def test_short_clashes_have_no_ride() -> None:
    with open_driver("castle", ATTACK, clashes="short") as play:
        play.play()
        script = script_of(play)
        assert script.clips_of(Strike) == []
        assert all(ride.part(0.0) == 1 for ride in script.clips_of(Ride))


def test_a_house_stands_until_its_last_card_leaves_and_sinks_before_the_row_closes() -> None:
    with open_driver("castle", KEEP) as play:
        play.play()
        script = script_of(play)
        (sink,), shifts = script.clips_of(SiteSink), script.clips_of(SiteShift)
        session = match("castle")
        cards = session.positions[KEEP].zones[sink.zone]
        starts = [
            min(leg.start for leg in script.tracks[card].tweens if leg.end > leg.start)
            for card in cards
        ]
        assert sink.sinks == pytest.approx(max(starts))
        assert sink.part(sink.sinks) == 0
        assert sink.part(sink.ends) == pytest.approx(1)
        assert shifts
        assert all(shift.moves >= sink.ends for shift in shifts)
        assert sink.zone not in at_rest(play)
        assert not {shift.zone for shift in shifts} & at_rest(play)
        moving = motions_now(play.scene.playback, play.scene.table_view)
        assert {type(motion) for motion in moving} == {SiteSink, SiteShift}
        play.rest()
        assert {shift.zone for shift in shifts} <= at_rest(play)
        assert motions_now(play.scene.playback, play.scene.table_view) == []


@contextmanager
def house_lost(plot: str, target: str) -> Iterator[tuple[Driver, TableScene, HouseLoss, Any]]:
    """Context manager: a table that plays the loss of `target` on a plot behind a wall."""
    with Driver(reduced_motion=False) as driver:
        match_ = castle(
            hand="KH JD", opponent_plots=[f"3C 3S | {plot}"], knights=["9H AC", "8H 2C"]
        )
        session: Session[Any] = Session(CASTLE, CASTLE.options(), 2, 1, start=match_.pos)
        scene = driver.sit(session)
        before = scene.table_view.layout
        zone = match_.pos.box.zone("1.plot0")
        for text in (f"attack >{target}", "lose 0.knight0", "pass"):
            options = session.decision.options
            action = next(each for each in options if match_.text(each) == text)
            driver.settle()
            if scene.model.curtain is not None:
                scene.raise_curtain()
                driver.settle()
            if text == "pass":
                before = scene.table_view.layout
                (owned,) = [
                    one for one in scene.table_view.static_layer.sites if one[0].zone == zone
                ]
            scene.submit(session.decision.seat, action)
        script = scene.playback.animation.script
        (loss,) = script.clips_of(HouseLoss)
        assert loss.zone == zone
        assert loss.shift.moves >= loss.sink.sunk
        (was,) = buildings_at(before, owned)
        for paint in script_jobs(scene.table_view, driver.app.look, script):
            paint()
        yield driver, scene, loss, was


def draw_ahead(driver: Driver, scene: TableScene) -> Canvas:
    """Draw the buildings; fails if a picture is not cached."""
    with patch.object(site_layer, "painted_steps", side_effect=AssertionError("not ahead")):
        canvas = Canvas(Surface((1280, 800)), driver.app.look)
        TableFrame(scene.table_view, scene.playback).draw_buildings(canvas)
    return canvas


@pytest.mark.parametrize(("target", "number"), [("10C", 0), ("10S", 1)])
def test_one_of_two_hovels_sinks_where_it_stood_before_the_other_moves(
    target: str, number: int
) -> None:
    with house_lost("10C 10S", target) as (driver, scene, loss, was):
        assert loss.lost == (number,)
        places = [was.x + x * was.building.scale for x, _ in single_houses(was.building)]
        with patch.object(site_motion_view, "_draw_sinking", wraps=_draw_sinking) as drawn:
            draw_ahead(driver, scene)
        assert loss.zone not in {one[0].zone for one in scene.table_view.static_layer.shown_sites}
        (call,) = drawn.call_args_list
        assert call.args[2].x == pytest.approx(places[number], abs=1)


def test_the_ends_of_barracks_sink_behind_what_stays() -> None:
    with house_lost("JC JS", "JC") as (driver, scene, loss, was):
        assert (was.building.kind, was.building.level) == ("barracks", 2)
        animation = scene.playback.animation
        for wait, levels in ((0.0, [2]), (loss.sink.sinks + SINK / 2, [2, 1])):
            with (
                patch.object(site_motion_view, "_draw_sinking", wraps=_draw_sinking) as sinking,
                patch.object(site_motion_view, "_stand", wraps=_stand) as standing,
            ):
                animation.now = wait
                draw_ahead(driver, scene)
            shown = [call.args[2].building for call in sinking.call_args_list]
            shown += [call.args[2] for call in standing.call_args_list]
            assert [each.level for each in shown if each.kind == "barracks"] == levels


def test_badges_ride_with_the_cards_of_a_row_that_closes() -> None:
    with open_driver("castle", KEEP) as play:
        play.play()
        shifts = script_of(play).clips_of(SiteShift)
        view, playback = play.scene.table_view, play.scene.playback
        badged = {badge.zone for badge in view.badges} & {shift.zone for shift in shifts}
        assert badged
        play.wait(shifts[0].moves + 0.15)
        with patch.object(table_view, "draw_shield", wraps=draw_shield) as drawn:
            canvas = Canvas(Surface((1280, 800)), play.driver.app.look)
            TableFrame(view, playback).draw(canvas, {}, play.driver.app.settings.cloth)
        seen = {call.args[1].badge.zone: call.args[1].rect for call in drawn.call_args_list}
        assert badged <= seen.keys()
        still = {shield.badge.zone for shield in view.static_layer.shields}
        assert not badged & still, "at its new place, ahead of its cards"
        moving = {one.card: one.shape for one in playback.animation.moving()}
        ways = {
            zone: moving[card].x - view.layout.by_card[card].x
            for zone in badged
            for card in view.pos.zones[zone][-1:]
        }
        assert max(map(abs, ways.values())) > 3, "they are on their way"
        play.rest()
        TableFrame(view, playback).draw(canvas, {}, play.driver.app.settings.cloth)
        placed = {shield.badge.zone: shield.rect for shield in view.static_layer.shields}
        for zone, way in ways.items():
            assert seen[zone].x - placed[zone].x == pytest.approx(way, abs=1)


def test_a_knight_that_is_given_up_sinks() -> None:
    with open_driver("castle", LOSE) as play:
        play.play()
        (sink,) = script_of(play).clips_of(SiteSink)
        lost = match("castle").log[LOSE].action.zones
        assert (sink.zone,) == lost


def test_riders_stay_at_the_plot_while_its_defender_is_asked(driver: Driver) -> None:
    game, robot = driver.app.games["castle"], Robot(0)
    session: Session[Any] = Session(game, game.options(), 2, 0)
    while (clash := pending_clash(session, NATURE)) is None:
        session.submit(session.decision.seat, robot.answer(session.position, session.decision))
    scene = driver.sit(session)
    driver.app.feed([], 1.0)
    (ride,) = motions_now(scene.playback, scene.table_view)
    assert isinstance(ride, Ride)
    assert set(ride.zones) == set(clash.sides[0].zones)
    assert ride.target == clash.sides[1].zones[0]
    assert ride.part(0.0) == 1
    TableFrame(scene.table_view, scene.playback)
    shown = {site.zone for site, _ in scene.table_view.static_layer.shown_sites}
    assert shown
    assert not set(ride.zones) & shown


def test_a_rider_looks_where_it_rides() -> None:
    art = shared_art()
    building = state("knight", 1)
    right, left = building_picture(art, building), rider_picture(art, building)
    flipped = pygame.transform.flip(left, True, False)
    assert pygame.image.tobytes(flipped, "RGBA") == pygame.image.tobytes(right, "RGBA")
