"""Tests of an attacker, who crosses the table and strikes the building before the stage opens."""

from __future__ import annotations

import pytest

from castlecards.ui.table.clash.strike import RAYS, STONES, Strike
from castlecards.ui.table.clash.timeline import ClashTimeline, attackers_of
from castlecards.ui.table.playback.animation import frame_at
from castlecards.ui.table.playback.script_builder import CHARGE
from tests.ui.shots.matches import match
from tests.ui.table.clash.test_timeline import clashes, played


def attacks() -> list[int]:
    """Return the lines of the stored match in which a card moves and attacks."""
    session = match("rampage")
    return [n for n in range(len(session.log)) if clashes("rampage", n)]


def test_an_attacker_strikes_the_building_it_attacks_before_the_stage_opens() -> None:
    struck = 0
    for line in attacks()[:20]:
        written, layout = played("rampage", line)
        clash = clashes("rampage", line)[0]
        for strike in written.clips_of(Strike):
            struck += 1
            area = layout.by_zone[clash.sides[-1].zones[0]]
            (attacker,) = attackers_of(clash)
            there = frame_at(written.tracks[attacker], strike.begins).shape
            assert there.x == pytest.approx(area.x)
            assert abs(there.y - area.y) < area.tall, "it stands at the pile"
            assert abs(strike.y - area.y) == pytest.approx(area.tall / 2)
            assert strike.down == (clash.sides[0].seat == 1), "seat 0 looks"
            stage = written.clips_of(ClashTimeline)[0]
            assert stage.begins >= strike.begins
            moves = [leg for leg in written.tracks[attacker].tweens if leg.end <= strike.begins]
            assert moves[-1].end - moves[-1].start == pytest.approx(CHARGE)
    assert struck > 8


def test_nothing_charges_in_short_clashes_or_from_pile_to_pile() -> None:
    for line in attacks()[:6]:
        written, _ = played("rampage", line, "short")
        assert written.clips_of(Strike) == []
    written, _ = played("wars", 3)
    assert written.clips_of(ClashTimeline)
    assert written.clips_of(Strike) == []


def test_rays_and_stones_come_and_go() -> None:
    strike = Strike(1.0, 300.0, 200.0, 1.0, False)
    assert len(list(strike.rays(1.1))) == RAYS
    assert list(strike.rays(strike.ends)) == []
    first, later = list(strike.stones(1.0)), list(strike.stones(1.2))
    assert len(first) == len(later) == STONES
    assert all((x, y) == (300.0, 200.0) for x, y, _, _ in first)
    assert all(half < 0.01 for _, _, half, _ in strike.stones(strike.ends))
    assert min(y for _, y, _, _ in strike.stones(1.05)) < 200.0, "stones fly up at first"
