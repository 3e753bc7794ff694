"""Callout of a throw: its words, its place that covers nothing, and how it fades."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from pygame import Rect

from castlecards.ui.table.layout.free_space import first_free, place_callout
from castlecards.ui.table.playback.state import FADE_AFTER, FADE_TIME, Callout
from castlecards.ui.table.throw import callout_view
from castlecards.ui.table.throw.callout import (
    FADED,
    callout_of,
    near_miss_text,
    opacity,
)
from tests.ui.table.tables import opened, table
from tests.ui.table.test_beats import thrown

KINDS = ("hit", "perfect", "double", "castle", "stormed", "near", "under")


@pytest.mark.parametrize("kind", KINDS)
def test_a_callout_says_the_result_in_few_words(kind: str) -> None:
    session, impact = thrown(kind)
    callout = callout_of(session, 0, impact)
    assert callout.name == session.name(0)
    assert 1 <= len(callout.head.split()) <= 4
    assert len(callout.detail.split()) <= 6
    assert callout.scores == bool(impact.scored_throw.hits)
    if callout.scores:
        zone = impact.clip.pos.box.zones[impact.clip.pos.zone_of(impact.scored_throw.hits[0])]
        assert callout.head.endswith("!")
        assert session.game.story.place(zone) in callout.detail
        assert f"{sum(impact.scored_throw.gains)} point" in callout.detail


def test_a_near_miss_names_the_distance_and_the_side_as_the_thrower_sees_it() -> None:
    _, impact = thrown("near")
    near = impact.near
    assert near is not None
    x, y = impact.touch
    ahead = -1 if impact.clip.ahead else 1  # a thrower in the north looks the other way
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
    """Anywhere on the table where a card may touch it."""
    _, impact = thrown("near")
    callout = Callout("Bartholomew", "12 cm short", "Hit a friendly card first.", impact)
    with table("card_barrage", players, ui_scale=scale) as play:
        play.app.window.size = size
        play.app._resized()
        opened(play)
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
                rect = place_callout(box, touch, project(0, -350), taken, room, look.scale)
                if rect is None:
                    continue
                found += 1
                assert rect.size == box
                assert room.contains(rect)
                assert first_free([rect], taken) is rect
        assert found


def test_without_free_space_there_is_no_box() -> None:
    window = Rect(0, 0, 400, 300)
    assert place_callout((200, 80), (200, 150), (200, 300), [window], window, 1.0) is None
    free = place_callout((100, 60), (200, 150), (200, 300), [Rect(0, 0, 400, 200)], window, 1.0)
    assert free is not None
    assert free.top >= 200


def test_names_are_no_part_of_the_words() -> None:
    session, impact = thrown("castle")
    assert re.fullmatch(r"\w+’s castle, 1 point", callout_of(session, 0, impact).detail)
