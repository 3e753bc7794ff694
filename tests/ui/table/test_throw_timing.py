"""Tests of the timing of a throw: contact, rest and verdict, with pictures and sounds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from castlecards.core.cards import NATURE
from castlecards.core.session import Session
from castlecards.toss.world import TossWorld
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.layout.easing import ease_out_back
from castlecards.ui.table.playback.state import CLOSE_EDGE, NEAR_MISS, FlightClip, ImpactTimeline
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.throw import impact_effects
from tests.ui.shots.strikes import THROWS, before_the_throw, throw
from tests.ui.table.tables import open_table


def match_with_flight(kind: str, **how: bool) -> tuple[Session[Any], ImpactTimeline]:
    """Return a match in which a card flies, and its beats."""
    session = before_the_throw(kind)
    session.submit(*throw(session, kind))
    waiting = session.decision
    aim = waiting.aim
    found = TossWorld.of(session.position).toss(aim)
    scored_throw = session.game.scored_throw(session.position, found.landing.action())
    assert scored_throw is not None
    clip = FlightClip(found, aim.card, aim.field, session.position, "", aim.start.angle)
    return session, ImpactTimeline(clip, scored_throw, **how)


@pytest.mark.parametrize(
    ("kind", "cry", "gains", "sounds"),
    [
        ("hit", "Hit", (1,), {"crack", "stone", "point"}),
        ("perfect", "Perfect", (1,), {"crack", "perfect", "stone", "point"}),
        ("double", "Double hit", (1, 1), {"crack", "double", "stone", "fall", "point"}),
        ("castle", "Castle hit", (1,), {"crack", "fall", "point"}),
        ("stormed", "Stormed", (1,), {"crack", "horn", "fall", "point"}),
        ("near", "", (), {"beat", "near"}),
        ("under", "", (), set()),
    ],
)
def test_each_ending_has_its_word_its_points_and_its_sounds(
    kind: str, cry: str, gains: tuple[int, ...], sounds: set[str]
) -> None:
    _, impact = match_with_flight(kind)
    assert impact.scored_throw.headline == cry
    assert impact.scored_throw.gains == gains
    heard = {sound.name for sound in impact.sounds()} - {"beat"}
    assert heard == sounds - {"beat"}
    assert (
        impact.film_touch_time
        < impact.touch_time + 1e-9
        < impact.verdict
        < impact.end
        <= impact.over
    )


def test_what_scores_is_heard_a_note_higher_with_each_point() -> None:
    session, impact = match_with_flight("double")
    notes = [sound.take for sound in impact.sounds() if sound.name == "point"]
    assert notes == [impact.scored_throw.total - 1, impact.scored_throw.total]
    assert session.game.facts(session.public)[0].progress == impact.scored_throw.total - 2


@pytest.mark.parametrize("kind", list(THROWS))
def test_film_time_runs_on_and_stands_still_only_at_stone(kind: str) -> None:
    _, impact = match_with_flight(kind)
    times = [impact.film_at(k / 500) for k in range(1000)]
    assert all(0 <= b - a <= 1 / 500 + 1e-9 for a, b in pairwise(times))
    assert impact.film_at(impact.touch_time) == pytest.approx(impact.film_touch_time)
    still = sum(b == a for a, b in pairwise(times)) / 500
    assert still == pytest.approx(0.06 if impact.hits_stone else 0.0, abs=0.005)
    assert impact.film_at(impact.verdict) >= impact.clip.seconds


def test_only_what_is_a_matter_of_millimetres_is_slow() -> None:
    for kind in THROWS:
        _, impact = match_with_flight(kind)
        edge = impact.edge
        assert edge is None or impact.is_close == (abs(edge.off) <= CLOSE_EDGE)


def test_without_motion_or_waiting_nothing_slows_or_stands() -> None:
    for how in ({"still": True}, {"brisk": True}):
        _, impact = match_with_flight("near", **how)
        assert impact.film_at(0.3) == 0.3
        assert impact.touch_time == impact.film_touch_time


def test_a_near_miss_knows_the_wall_and_by_how_much() -> None:
    _, impact = match_with_flight("near")
    near = impact.near_miss
    assert 0 < near.off < NEAR_MISS
    box = impact.clip.pos.box
    assert box.zones[impact.clip.pos.zone_of(near.card)].fortification == "bastion"
    assert (near.x - impact.touch_place[0]) ** 2 + (
        near.y - impact.touch_place[1]
    ) ** 2 == pytest.approx(near.off**2)
    assert all(match_with_flight(kind)[1].near_miss is None for kind in ("hit", "castle"))


def test_castles_bear_their_hits_and_an_undo_heals_them() -> None:
    session, impact = match_with_flight("castle")
    scars = TableWear(session)
    castle = session.position.zone_of(impact.scored_throw.hits[0])
    before = dict(scars.at(session.at))
    session.submit(NATURE, impact.clip.toss.landing.action())
    assert scars.at(session.at) == {**before, castle: before.get(castle, 0) + 1}
    assert scars.at(session.at - 1) == before


def test_a_stormed_castle_lies_in_ruins() -> None:
    session, impact = match_with_flight("stormed")
    castle = session.position.zone_of(impact.scored_throw.hits[0])
    session.submit(NATURE, impact.clip.toss.landing.action())
    assert TableWear(session).at(session.at)[castle] >= 3


def test_effects_begin_and_end() -> None:
    assert (
        impact_effects.jump_height(0, 9, 0.2)
        == impact_effects.jump_height(0.2, 9, 0.2)
        == impact_effects.jump_height(-1, 9, 0.2)
        == 0
    )
    assert impact_effects.jump_height(0.1, 9, 0.2) == 9
    assert (
        impact_effects.camera_shake(-0.01, 1)
        == impact_effects.camera_shake(impact_effects.KICK, 1)
        == (0, 0)
    )
    assert impact_effects.camera_shake(0.0, 1) != (0, 0)
    assert ease_out_back(0) == pytest.approx(0)
    assert ease_out_back(1) == 1
    assert max(ease_out_back(k / 50) for k in range(50)) > 1.02


def test_the_frame_in_which_an_impact_ends_is_drawn() -> None:
    _, impact = match_with_flight("under")
    with open_table("card_barrage") as play:
        play.settle()
        scene = play.table
        scene.playback.impact, scene.playback.t = impact, impact.over - 0.01
        scene.draw(Canvas(play.app.surface, play.app.look))
        scene.update(0.05)
        assert scene.playback.impact is None
        assert scene.dirty
