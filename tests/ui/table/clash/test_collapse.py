"""Tests of a falling gate or castle: each stone lands in time, and the log tells it."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.core.log_lines import Line
from castlecards.ui.table.clash.collapse import (
    RUBBLE,
    SECONDS,
    SETTLED,
    STILL_SECONDS,
    Collapse,
    Kind,
    ground_shake,
    stones,
)
from castlecards.ui.table.clash.timeline import ClashTimeline
from tests.games.castle_rampage.build import GAME, rampage
from tests.ui.table.tables import table

KINDS: tuple[Kind, ...] = ("gate", "keep")


@pytest.mark.parametrize("kind", KINDS)
def test_every_stone_stands_at_first_and_lies_in_the_end(kind: Kind) -> None:
    built = stones(kind)
    assert 120 < len(built) < 260
    for stone in built:
        assert stone.at(0.0) == (stone.x, stone.y, 0)
        x, y, _ = stone.at(SETTLED)
        assert y <= RUBBLE + stone.height
        assert y >= 0
        assert abs(x - stone.x) < 80


@pytest.mark.parametrize("kind", KINDS)
def test_stones_never_rise_and_nearly_all_lie_when_the_time_is_over(kind: Kind) -> None:
    for stone in stones(kind):
        heights = [stone.at(t / 20)[1] for t in range(40)]
        assert heights == sorted(heights, reverse=True)
    over = [stone for stone in stones(kind) if stone.start + stone.falls <= SECONDS[kind]]
    assert len(over) > 0.8 * len(stones(kind))


def test_what_is_near_the_breach_falls_first() -> None:
    by_start = sorted(stones("gate"), key=lambda stone: stone.start)
    near = [abs(stone.x) for stone in by_start[:20]]
    far = [abs(stone.x) for stone in by_start[-20:]]
    assert max(near) < min(far)


def test_the_ground_shakes_and_comes_to_rest() -> None:
    assert ground_shake(0.1) != (0.0, 0.0)
    assert ground_shake(0.0) == ground_shake(0.7) == (0.0, 0.0)


# -- at the table ---------------------------------------------------------------------------------


def last_card(**settings: Any) -> Any:
    """Return a table on which a knight can attack a gate with one archer."""
    match = rampage(hands={0: "knight axe_man"}, gates={1: "archer"}, castles={1: "ogre ogre"})
    return table(GAME, start=match.pos, **{"instant": False, **settings})


def attack(play: Any) -> None:
    decision = play.session.decision
    knight = next(a for a in decision.options if a.verb == "attack")
    play.table.submit(decision.seat, knight)


def test_a_gate_falls_where_its_last_card_has_fallen() -> None:
    with last_card(reduced_motion=False) as play:
        play.open()
        attack(play)
        told = [e.verb for e in play.session.log[-1].events if isinstance(e, Line)]
        script = play.table.playback.animation.script
        assert ("gate" in told) == bool(script.clips_of(Collapse))
        assert "gate" in told
        (ruin,) = script.clips_of(Collapse)
        assert ruin.headline.endswith("gate fell")
        assert ruin.note == "The castle is open"
        assert script.seconds >= ruin.ends
        assert all(
            not ruin.begins < fray.begins < ruin.ends for fray in script.clips_of(ClashTimeline)
        )


def test_with_reduced_motion_the_ruin_stands_still_for_a_while() -> None:
    with last_card(reduced_motion=True) as play:
        play.open()
        attack(play)
        show = play.table.playback
        assert show.pause >= STILL_SECONDS
        shown = show.clip_now(Collapse)
        assert shown[0].still


def test_with_no_waiting_nothing_falls() -> None:
    with last_card(instant=True) as play:
        play.open()
        attack(play)
        assert play.table.playback.clip_now(Collapse) is None
