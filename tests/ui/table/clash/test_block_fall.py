"""Tests of towers: the fall of one without cards, and the scaffold of a restored one."""

from __future__ import annotations

from unittest.mock import patch

import pygame
import pytest

from castlecards.core.log_lines import Line
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.seat_signs import sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.clash.block_fall import SECONDS, SiteFall
from castlecards.ui.table.clash.block_fall_view import draw_block_fall
from castlecards.ui.table.clash.timeline import ClashTimeline
from castlecards.ui.table.compositor import TableFrame
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.render.site_layer import building_picture
from tests.ui.driving import look, shared_art
from tests.ui.shots.matches import match
from tests.ui.shots.motion import line_of
from tests.ui.table.playback.test_narration import PlaybackDriver

NAME = "wars-seers"


def told_zones(line: int, verb: str) -> list[int]:
    """Return the zones in the lines of a record with this verb."""
    events = match(NAME).log[line].events
    return [event.to for event in events if isinstance(event, Line) and event.verb == verb]


def test_a_tower_falls_once_the_stage_is_empty_and_its_ruin_shows_below() -> None:
    line = line_of(NAME, "destroyed")
    watched = PlaybackDriver(NAME, line)
    try:
        watched.play()
        script = watched.scene.playback.animation.script
        (fall,) = script.clips_of(SiteFall)
        (zone,) = [
            e.to for e in match(NAME).log[line].events if getattr(e, "verb", "") == "destroyed"
        ]
        assert fall.zone == zone
        assert all(clip.ends <= fall.begins for clip in script.clips_of(ClashTimeline))
        assert script.seconds >= fall.begins + SECONDS
        view, playback = watched.scene.table_view, watched.scene.playback

        def level() -> int:
            TableFrame(view, playback)  # needed to draw it
            shown = view.static_layer.shown_sites
            return next(site.level for site, _ in shown if site.zone == zone)

        seen = {True: set[int](), False: set[int]()}
        while watched.scene.playback.animation.script is script:
            now = watched.scene.playback.animation.now
            seen[now >= fall.begins].add(level())
            watched.driver.app.feed([], 0.02)
        assert seen == {False: {1}, True: {0}}
    finally:
        watched.driver.app.close()


@pytest.mark.parametrize("instant", [False, True])
def test_a_destroyed_pile_is_told_in_the_middle_while_its_tower_falls(instant: bool) -> None:
    watched = PlaybackDriver(NAME, line_of(NAME, "destroyed"), instant=instant)
    try:
        watched.play()
        captions, playback = watched.scene.overlay.captions, watched.scene.playback
        told = {caption.text: 0.0 for caption in captions.shown} if instant else {}
        while playback.animation.running:
            watched.driver.app.feed([], 0.02)
            if playback.clip_now(SiteFall) is not None:
                for caption in captions.shown:
                    told[caption.text] = told.get(caption.text, 0.0) + 0.02
        (text,) = told
        assert "was destroyed: " in text
        assert instant or told[text] > 0.8 * SECONDS
    finally:
        watched.driver.app.close()


def test_a_pile_that_only_loses_a_card_does_not_fall() -> None:
    watched = PlaybackDriver("wars", 40)
    try:
        watched.play()
        script = watched.scene.playback.animation.script
        assert script is None or not script.clips_of(SiteFall)
    finally:
        watched.driver.app.close()


def test_no_falling_stone_is_cut_at_the_ground() -> None:
    tower = Building("tower", 5, 0, sign_of(match(NAME), 0), "", (), 1.0, True)
    picture = building_picture(shared_art(), tower)
    canvas = Canvas(pygame.Surface((400, 400)), look(1.0))

    def stones(t: float) -> set[tuple[int, int, int, int]]:
        with patch.object(canvas, "blit") as blit:
            draw_block_fall(canvas, tower, picture, (200, 300), t)
        return {tuple(call.args[2]) for call in blit.call_args_list if len(call.args) > 2}

    whole = stones(0.0)
    for t in (0.2, 0.4, 0.6):
        assert set() < stones(t) < whole


def test_a_restored_tower_has_a_scaffold_until_its_turn_ends() -> None:
    session, line = match(NAME), line_of(NAME, "restored")
    wear, (zone,) = TableWear(session), told_zones(line, "restored")

    def stands(at: int) -> bool:
        return any(site.zone == zone and site.level for site, _ in wear.sites(at))

    def has_scaffold(at: int) -> bool:
        return any(site.zone == zone and "scaffold" in site.marks for site, _ in wear.sites(at))

    turn = session.game.turn(session.positions[line])
    turns = [session.game.turn(pos) for pos in session.positions]
    first, after = turns.index(turn), turns.index(turn + 1)
    assert not has_scaffold(first)
    assert not stands(first)
    assert [has_scaffold(at) for at in range(first, after)] == [
        stands(at) for at in range(first, after)
    ]
    assert has_scaffold(after - 1)
    assert not has_scaffold(after)
