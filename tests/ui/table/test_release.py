"""Tests of the frame in which a thrown card is released: what is drawn before, and what waits."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pygame
import pytest

from castlecards.ui.kit.incremental import Steps
from castlecards.ui.table.layout.card_shape import card_shape
from castlecards.ui.table.layout.table_layout import hands_without
from castlecards.ui.table.render.static_layer import StaticLayer
from castlecards.ui.table.table_painter import WRITTEN
from tests.ui.driving import art_bytes
from tests.ui.table.tables import TableDriver, open_curtain, open_table, table

GAME = "card_barrage"


def flick(play: TableDriver) -> None:
    """Flick a card, and stop in the first frame of its flight."""
    play.open()
    play.flick(play.hand[0], button=3)
    playback = play.table.playback
    assert playback.flying
    assert playback.t == 0.0


def test_cards_left_in_a_hand_are_turned_as_was_foreseen() -> None:
    with open_table(GAME, instant=False) as play:
        card = play.hand[0]
        table_view = play.table.table_view
        foreseen = [
            (s.card, s.height, s.angle, s.up, s.peek)
            for s in hands_without(table_view.layout, {card})
        ]
        play.flick(card, button=3)
        own = [area.zone for area in table_view.layout.areas if area.own]
        left = [s for s in table_view.layout.spots if s.zone in own]
        assert left
        assert foreseen == [(s.card, s.height, s.angle, s.up, s.peek) for s in left]


def test_a_hand_is_drawn_while_its_card_is_held() -> None:
    with open_table(GAME, instant=False) as play:
        card = play.hand[0]
        table_view = play.table.table_view
        for piece in table_view.prerender_jobs({card}):
            piece()
        play.flick(card, button=3)
        own = [area.zone for area in table_view.layout.areas if area.own]
        used = art_bytes(play.app.art)
        for spot in table_view.layout.spots:
            if spot.zone in own:
                seen = table_view.sprites.visible_side(
                    spot.card, table_view.pos.faces[spot.card], spot.up
                )
                table_view.sprites.stamp(
                    seen, card_shape(spot, table_view.layout.camera, table_view.layout.field)
                )
        assert art_bytes(play.app.art) == used


def test_a_card_in_the_air_was_drawn_while_it_was_held() -> None:
    with open_table(GAME, instant=False) as play:
        card, table_view = play.hand[0], play.table.table_view
        limits = play.table.model.limits
        pieces = table_view.prerender_jobs({card}, (limits.start.x / 10, limits.start.y / 10))
        assert len(pieces) > len(table_view.prerender_jobs({card}))
        for piece in pieces:
            piece()
        play.flick(card, button=3)
        used, seen = (
            art_bytes(play.app.art),
            table_view.sprites.visible_side(card, table_view.pos.faces[card], True),
        )
        for z in range(0, 600, 50):
            large = table_view.layout.camera.size_at(limits.start.x / 10, limits.start.y / 10, z)
            table_view.sprites.source(seen, 95 * large)
        assert art_bytes(play.app.art) == used


@pytest.mark.usefixtures("every_frame_drawn")
def test_what_is_written_and_what_lies_there_wait_for_the_next_frames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painted: list[float] = []
    with table(GAME, instant=False) as play:
        playback, layer, painting = (
            play.table.playback,
            play.table.overlay.layer,
            StaticLayer.paint_steps,
        )

        def paint_and_record(ground: StaticLayer, *given: Any) -> Steps[pygame.Surface]:
            painted.append(playback.t)
            return painting(ground, *given)

        monkeypatch.setattr(StaticLayer, "paint_steps", paint_and_record)
        flick(play)
        painted.clear()
        play.table.refresh()
        play.feed(dt=0.0)
        assert not painted
        assert layer.dirty
        play.feed(dt=1 / 120)
        assert len(painted) == 1
        assert layer.dirty
        while playback.t < WRITTEN:
            play.feed(dt=1 / 120)
        assert not layer.dirty


def test_a_table_with_a_field_has_loaded_what_a_toss_needs() -> None:
    code = (
        "import sys; from castlecards.toss import world; assert 'pymunk' not in sys.modules;"
        "world.preload(); assert 'pymunk' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.usefixtures("every_frame_drawn")
def test_what_is_written_is_drawn_a_frame_after_cards_have_set_out() -> None:
    """The first frame of a motion paints the table without the texts."""
    with table("castle_wars", kinds=("human", "random"), instant=False) as play:
        open_curtain(play)
        layer, decision = play.table.overlay.layer, play.session.decision
        play.table.submit(decision.seat, decision.options[0])
        play.feed(dt=0.75 * WRITTEN)
        assert play.table.playback.animation.running
        assert layer.dirty
        play.feed(dt=0.75 * WRITTEN)
        assert not layer.dirty
