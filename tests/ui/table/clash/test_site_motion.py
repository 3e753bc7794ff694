"""Figures ride to what they attack, and houses sink and move with the cards of their plots."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from castlecards.core.cards import NATURE, Zone
from castlecards.core.narration import pending_clash
from castlecards.core.session import Session
from castlecards.playout import Robot
from castlecards.ui.scene import Reset
from castlecards.ui.table.clash.site_motion import RIDE, Ride, SiteShift, SiteSink
from castlecards.ui.table.clash.site_motion_view import motions_now, rider_picture
from castlecards.ui.table.clash.strike import Strike
from castlecards.ui.table.clash.timeline import ClashTimeline
from castlecards.ui.table.compositor import TableFrame
from castlecards.ui.table.playback.animation import Script
from castlecards.ui.table.render.site_layer import building_picture
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver, shared_art
from tests.ui.shots.matches import match
from tests.ui.table.playback.test_narration import Watched, watched
from tests.ui.test_buildings import state

pytestmark = pytest.mark.usefixtures("home")

ATTACK, LOSE, KEEP = 137, 138, 139  # lines: two knights attack a hall, one is lost, the hall is


def script_of(watched: Watched) -> Script:
    script = watched.scene.playback.animation.script
    assert script is not None
    return script


def at_rest(watched: Watched) -> set[Zone]:
    """Zones with a building in the static layer of the frame now."""
    scene = watched.scene
    TableFrame(scene.table_view, scene.playback)
    return {site.zone for site, _ in scene.table_view.static_layer.shown_sites}


def test_knights_ride_to_the_plot_before_the_stage_opens_and_home_after_it_closes() -> None:
    with watched("castle", ATTACK) as play:
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
    with watched("castle", ATTACK, clashes="short") as play:
        play.play()
        script = script_of(play)
        assert script.clips_of(Strike) == []
        assert all(ride.part(0.0) == 1 for ride in script.clips_of(Ride))


def test_a_house_stands_until_its_last_card_leaves_and_sinks_before_the_row_closes() -> None:
    with watched("castle", KEEP) as play:
        play.play()
        script = script_of(play)
        (sink,), shifts = script.clips_of(SiteSink), script.clips_of(SiteShift)
        session = match("castle")
        cards = session.positions[KEEP].zones[sink.zone]
        starts = [
            min(leg.start for leg in script.tracks[card].legs if leg.end > leg.start)
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


def test_a_knight_that_is_given_up_sinks() -> None:
    with watched("castle", LOSE) as play:
        play.play()
        (sink,) = script_of(play).clips_of(SiteSink)
        lost = match("castle").log[LOSE].action.zones
        assert (sink.zone,) == lost


def test_riders_stay_at_the_plot_while_its_defender_is_asked() -> None:
    driver = Driver()
    try:
        game, robot = driver.app.games["castle"], Robot(0)
        session: Session[Any] = Session(game, game.options(), 2, 0)
        while (clash := pending_clash(session, NATURE)) is None:
            assert session.decision is not None
            session.submit(session.decision.seat, robot.answer(session.position, session.decision))
        scene = TableScene(driver.app, session)
        driver.app.follow(Reset(scene))
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
    finally:
        driver.app.close()


def test_a_rider_looks_where_it_rides() -> None:
    art = shared_art()
    building = state("knight", 1)
    right, left = building_picture(art, building), rider_picture(art, building)
    flipped = pygame.transform.flip(left, True, False)
    assert pygame.image.tobytes(flipped, "RGBA") == pygame.image.tobytes(right, "RGBA")
