"""Tests of role labels of the own hand: the use of a card, and the content of each fan."""

from __future__ import annotations

from itertools import combinations

import pytest

from castlecards.core.cards import UNSEEN
from castlecards.games.castle_wars.labels import ROLES
from castlecards.ui.table.render import table_signs
from tests.ui.shots.matches import match, until
from tests.ui.table.playback.test_narration import open_driver

pytestmark = pytest.mark.usefixtures("home")


def test_resources_in_the_own_hand_say_what_they_are() -> None:
    found = set()
    for line in (15, 40, 82, 109):
        session = until("wars", lambda s, line=line: len(s.log) == line)
        for seat in (0, 1):
            seen = session.shown(seat)
            side = session.position.state.ground.sides[seat]
            roles = session.game.roles(seen)
            assert set(roles) <= set(session.position.zones[side.resource_hand])
            for card, role in roles.items():
                assert role == ROLES[side.ranks[seen.position.faces[card]]]
                found.add(role)
    assert len(found) > 1


def test_nobody_is_told_what_another_holds() -> None:
    session = until("wars", lambda s: len(s.log) == 15)
    for seat in (0, 1):
        roles = session.game.roles(session.shown(seat))
        assert all(session.shown(seat).position.faces[card] != UNSEEN for card in roles)
        assert roles.keys().isdisjoint(session.game.roles(session.shown(1 - seat)))


def test_effects_are_named_while_they_may_be_used_and_only_then() -> None:
    session, phases = match("tricks-4"), set()
    for at in range(0, len(session.log), 7):
        session.jump(at)
        phase = session.game.phase_now(session.public)
        roles = session.game.roles(session.shown(0))
        phases.add(phase)
        assert bool(roles) is (phase == "Effects")
        for card, role in roles.items():
            assert session.start.box.faces[session.position.faces[card]].text.startswith(role)
    session.jump(len(session.log))
    assert "Effects" in phases


def test_what_fans_hold_is_written_over_no_card() -> None:
    seen = 0
    for line in (0, 8, 26, 60, 96):
        with open_driver("wars", line) as play:
            table_view, look = play.scene.table_view, play.driver.app.look
            titles = table_signs.fan_titles(look, table_view.layout)
            rects = [rect for _, rect in titles]
            low = table_view.layout.viewport.height - look.px(12)
            assert all(rect.bottom > low for area, rect in titles if not area.count)
            seen += len(rects)
            cards = [
                table_signs.area_rect(area)
                for area in table_view.layout.areas
                if area.own and area.count
            ]
            assert all(rect.collidelist(cards) < 0 for rect in rects)
            assert not any(one.colliderect(two) for one, two in combinations(rects, 2))
    assert seen >= 6
