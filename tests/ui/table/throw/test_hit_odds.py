"""Tests of the odds of a throw while it is aimed: its middle, its probability, and its strength."""

from __future__ import annotations

import pytest

from castlecards.core.landing import LOB, METHODS, Limits, Throw
from castlecards.core.session import Session
from castlecards.practice.hands import MIN_THROWS
from castlecards.practice.throws import ThrowRecord
from castlecards.toss.aim import preview
from castlecards.toss.styles import STYLES, release
from castlecards.ui.kit.intents import Act
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.throw.hit_odds import SAMPLES, HitOdds, RulerTick, hit_targets
from castlecards.ui.table.throw.speed_gauge import hit_rate_text
from tests.ui.shots.stage import Stage
from tests.ui.shots.strikes import before_the_throw


@pytest.fixture
def scene(stage: Stage) -> TableScene:
    stage.clear((1280, 800))
    stage.app.__dict__.pop("throws", None)  # so that only the records of this test count
    return stage.sit(before_the_throw("hit"))


def records(stage: Stage, player: str, spread: float, count: int = 60) -> None:
    """Record this number of lobs with an error of `spread` mm in all directions."""
    for n in range(count):
        aside, far = spread * (n % 5 - 2) / 2, spread * (n % 7 - 3) / 3
        stage.app.throws.add(
            ThrowRecord(
                time="2026-11-21T18:40:12", method="lob", player=player, cause="hit", hits=1,
                release=release(STYLES[LOB], 1.6 + 0.01 * n).args(),
                touch_right=aside, touch_far=far,
            )
        )  # fmt: skip


def limits_of(session: Session[object]) -> Limits:
    aim = session.decision.aim
    assert isinstance(aim, Limits)
    return aim


def throw_of(scene: TableScene, speed: float, heading: float = 0.0) -> Throw:
    limits = limits_of(scene.session)
    way = release(STYLES[LOB], speed, heading=heading)
    return Throw(limits.cards[0], limits.start, way, limits.field)


def share(stage: Stage, scene: TableScene, at: tuple[float, float]) -> float:
    """Return the odds of a lob with its first touch there."""
    likely, throw = HitOdds(stage.app, scene.model), throw_of(scene, 1.8)
    expected = likely.forecast(throw, at)
    band = likely.gauge(limits_of(scene.session), throw.release, expected, ())
    return band.share


def test_odds_are_those_of_the_own_throws_about_the_place(stage: Stage, scene: TableScene) -> None:
    targets = hit_targets(scene.session.position, 0, limits_of(scene.session).field)
    assert len(targets) == 6, "five walls and a castle"
    wall = next(mark for mark in targets if abs(mark.cos) > 0.9)
    x, y = wall.x, wall.y
    records(stage, "Anna", 20.0)
    sure, edge, beside = (share(stage, scene, (x, y - dy)) for dy in (0.0, 47.5, 90.0))
    assert sure == 1.0
    assert 0.3 < edge < 0.7
    assert beside == 0.0


def test_the_odds_of_a_hand_that_strays_are_lower(stage: Stage, scene: TableScene) -> None:
    target = hit_targets(scene.session.position, 0, limits_of(scene.session).field)[0]
    records(stage, "Anna", 90.0)
    assert 0.1 < share(stage, scene, (target.x, target.y)) < 0.7


def test_of_another_player_nothing_is_known(stage: Stage, scene: TableScene) -> None:
    records(stage, "Ben", 20.0)
    likely = HitOdds(stage.app, scene.model)
    assert not likely.habit(LOB).known
    assert share(stage, scene, (0.0, 0.0)) < 0


def test_a_few_throws_tell_no_odds(stage: Stage, scene: TableScene) -> None:
    records(stage, "Anna", 20.0, MIN_THROWS - 1)
    throw, likely = throw_of(scene, 1.8), HitOdds(stage.app, scene.model)
    band = likely.gauge(
        limits_of(scene.session), throw.release, likely.forecast(throw, (0.0, 0.0)), ()
    )
    assert band.share < 0
    assert band.source.startswith("1 more lob ")
    assert len(band.last) == 3


def test_an_unknown_hand_strays_as_a_newcomers_found_out_throw_by_throw(
    stage: Stage, scene: TableScene
) -> None:
    likely, throw = HitOdds(stage.app, scene.model), throw_of(scene, 1.8)
    for _ in range(SAMPLES):
        assert likely.spread(throw.release) is None
        assert not likely.is_settled(throw.release)
        likely.sample(throw)
    assert likely.is_settled(throw.release)
    found = likely.spread(throw.release)
    assert 20 < found.half.short <= found.half.long < 200
    assert not likely.forecast(throw, (0.0, 0.0)).own


def test_speeds_that_reach_the_target_are_between_two_that_do_not(
    stage: Stage, scene: TableScene
) -> None:
    limits, likely = limits_of(scene.session), HitOdds(stage.app, scene.model)
    target = hit_targets(scene.session.position, 0, limits.field)[2]
    ruler = [RulerTick(1.0 + 0.2 * k, (target.x, target.y - 120 + 60 * k)) for k in range(5)]
    throw = throw_of(scene, 1.4)
    band = likely.gauge(limits, throw.release, likely.forecast(throw, (target.x, target.y)), ruler)
    assert band.reaching is not None
    low, high = band.reaching
    assert low == pytest.approx(1.4 - 0.2 * 47.5 / 60, abs=0.03)
    assert high == pytest.approx(1.4 + 0.2 * 47.5 / 60, abs=0.03)


def test_drift_is_how_far_beside_the_way_of_the_hand(stage: Stage, scene: TableScene) -> None:
    throw = throw_of(scene, 1.83, heading=-8.0)
    found = HitOdds(stage.app, scene.model).forecast(throw, preview(throw).touch)
    straight = HitOdds(stage.app, scene.model).forecast(throw_of(scene, 1.83), (0.0, 200.0))
    assert straight.drift == pytest.approx(0.0, abs=0.5)
    assert 3 < abs(found.drift) < 100


def test_held_behind_the_gate_a_card_shows_where_the_usual_throw_would_go(
    stage: Stage, scene: TableScene
) -> None:
    records(stage, "Anna", 20.0)
    stage.key(Act.LOB)
    stage.carry(stage.hand[1], (640, 690), drop=False)
    aim = scene.pointer.aim_tool
    for _ in range(200):
        stage.feed()
    assert aim.preview is not None
    assert scene.model.input_state.gauge.speed == pytest.approx(1.895, abs=0.01), "as hard as usual"
    assert aim._guides().before_gate  # type: ignore[union-attr]
    assert not scene.pointer.moving, "all is thrown in thought, the picture rests"
    stage.key(Act.CANCEL)
    assert scene.model.input_state.gauge is None


@pytest.mark.parametrize("assist", ["direction", "none"])
def test_with_less_help_nothing_is_said_of_odds(stage: Stage, assist: str) -> None:
    stage.clear((1280, 800), assist=assist)
    scene = stage.sit(before_the_throw("hit"))
    stage.flick(stage.hand[1], 3, aside=-30, drop=False)
    for _ in range(10):
        stage.feed()
    assert scene.model.input_state.is_aiming
    assert scene.model.input_state.gauge is None


def test_shares_are_told_in_tenths() -> None:
    assert hit_rate_text(0.57) == "about 6 in 10 hit"
    assert hit_rate_text(0.11) == "about 1 in 10 hits"
    assert hit_rate_text(0.98) == "nearly all hit"
    assert hit_rate_text(0.0) == "hardly any hit"
    assert hit_rate_text(-1.0) == ""
    assert METHODS[LOB] == "lob"
