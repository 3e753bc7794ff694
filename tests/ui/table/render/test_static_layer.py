"""Tests of the static layer of a table: partial redraws equal full ones."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pygame
import pytest

from castlecards.core.session import HUMAN, LEVELS, Session
from castlecards.ui.cardart.backs import back_colour
from castlecards.ui.kit import partial_redraw
from castlecards.ui.kit.cache import surface_bytes
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.routes import Table
from castlecards.ui.scene import Reset
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.card_shape import flat
from castlecards.ui.table.layout.model import CardSpot, Viewport
from castlecards.ui.table.render.glow import draw_glow
from castlecards.ui.table.render.labels import _draw_title, _has_title
from castlecards.ui.table.render.static_layer import StaticLayer
from castlecards.ui.table.render.table_signs import draw_rubble_number
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.render.trays import _frame, draw_rail
from castlecards.ui.table.scene import TableScene
from tests.ui.colour_vision import contrast
from tests.ui.driving import Driver, look, shared_art
from tests.ui.shots.matches import match


@pytest.mark.usefixtures("every_frame_drawn")
@pytest.mark.parametrize(
    ("name", "players", "frames"),
    [
        ("card_barrage", 2, 40),
        ("castle_wars", 2, 60),
        ("tricks_of_the_trade", 3, 60),
        ("castle_rampage", 2, 60),
    ],
)
def test_the_ground_is_what_it_would_be_painted_anew(
    name: str, players: int, frames: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    painting, differ, areas = StaticLayer.paint_steps, [], []
    found = partial_redraw.changed_rects

    def find_and_record(*given: Any) -> list[pygame.Rect]:
        rects = found(*given)
        areas.append(sum(rect.width * rect.height for rect in rects))
        return rects

    def twice(ground: StaticLayer, *given: Any, **more: Any) -> Steps[pygame.Surface]:
        key = ground._key
        surface = yield from painting(ground, *given, **more)
        if ground._key != key:
            anew = StaticLayer(ground.sprites, ground.marks, ground.named)
            for attribute in ("wear", "sites", "coarse", "count_changes", "resting"):
                setattr(anew, attribute, getattr(ground, attribute))
            same = pygame.image.tobytes(run_to_end(painting(anew, *given, **more)), "RGB")
            differ.append(pygame.image.tobytes(surface, "RGB") != same)
        return surface

    monkeypatch.setattr(partial_redraw, "changed_rects", find_and_record)
    monkeypatch.setattr(StaticLayer, "paint_steps", twice)
    driver = Driver((960, 600), reduced_motion=False, animation_speed=2.0)
    game = driver.app.games[name]
    session = Session(game, game.options(), players, 5, ("random",) * players)
    driver.app.follow(Reset(Table(session)))
    for _ in range(frames):
        driver.step(dt=0.08)
    assert len(differ) > 3
    assert not any(differ)
    assert min(areas) < 0.1 * 960 * 600  # some redraws are partial


@pytest.mark.usefixtures("every_frame_drawn", "home")
@pytest.mark.parametrize("name", ["card_barrage", "castle_wars"])
def test_the_picture_of_a_table_is_freed_behind_a_menu_and_the_same_afterwards(name: str) -> None:
    driver = Driver((960, 600))
    game = driver.app.games[name]
    session = Session(game, game.options(), 2, 5, (HUMAN, "random"))
    driver.app.follow(Reset(Table(session)))
    driver.settle()
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    before = pygame.image.tobytes(driver.app.surface, "RGB")
    driver.key("escape")
    assert driver.app.scene is not scene
    assert scene.table_view.static_layer._painting.surface.get_size() == (1, 1)
    driver.key("escape")
    assert driver.app.scene is scene
    assert pygame.image.tobytes(driver.app.surface, "RGB") == before


@pytest.mark.parametrize("size", [(640, 480), (40, 300)])
def test_a_rail_is_kept_as_its_four_sides(size: tuple[int, int]) -> None:
    surface = pygame.Surface(size)
    surface.fill((90, 120, 200))
    whole = Canvas(surface.copy(), look())
    whole.blit(_frame(size, "felt", 9, 1, pygame.Rect((0, 0), size)), (0, 0))
    shapes = look().shapes
    shapes.clear()
    draw_rail(Canvas(surface, look()), Viewport(*size), "felt")
    shown = [pygame.image.tobytes(each, "RGB") for each in (surface, whole.surface)]
    assert shown[0] == shown[1]
    assert shapes.used <= (0.5 if min(size) > 100 else 2) * surface_bytes(surface)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_own_covered_card_has_a_tint_of_its_back_and_is_as_light(
    seat: int, driver: Driver
) -> None:
    game = driver.app.games["castle_wars"]
    kinds = (HUMAN, LEVELS[0]) if seat == 0 else (LEVELS[0], HUMAN)
    scene = driver.sit(Session(game, game.options(), 2, 3, kinds))
    scene.finish()
    spots = [spot for spot in scene.arrange().spots if spot.peek and spot.shown]
    sprites = scene.table_view.sprites
    for spot in spots:
        back = back_colour(str(sprites.box.backs[spot.card]), driver.app.art.pictures)
        veil = sprites.veil(spot.card)
        assert veil.index(max(veil)) == back.index(max(back)), "the colour of its back"
        assert max(veil) - min(veil) > 30, "not grey"
        assert max(veil) > 200, "nor dark"
        assert contrast((0, 0, 0), np.array(veil)) > 7, "its face can be read"
    assert spots


def test_rubble_keeps_the_number_of_its_wall() -> None:
    session = match("barrage-2")
    view = TableView(shared_art(), session.shown(0, 0), session.game)
    layer, seen = view.static_layer, set[int]()
    for at in (0, len(session.log) // 2, len(session.log)):
        pos = session.shown(0, at).position
        layout = view.arrange(session.shown(0, at), Viewport(1280, 800, 1.0))
        run_to_end(layer.paint_steps(look(1.0), layout, pos, (), {}, "felt"))
        keys = [key for key in layer._parts if isinstance(key, tuple) and key[0] == "rubble"]
        numbered = {key[1].zone for key in keys}
        walls = [zone for zone, spec in enumerate(pos.box.zones) if spec.fortification == "bastion"]
        assert numbered == {zone for zone in walls if not pos.zones[zone]}
        seen |= numbered
    assert seen, "no wall has fallen: choose another match"
    title = session.start.box.zones[min(seen)].title
    canvas, shape = Canvas(pygame.Surface((80, 80)), look(1.0)), flat(40, 40, 60)
    draw_rubble_number(title, shape, canvas)
    drawn = pygame.image.tobytes(canvas.surface, "RGB")
    assert any(drawn)
    draw_rubble_number("Thrown card", shape, canvas)
    assert pygame.image.tobytes(canvas.surface, "RGB") == drawn, "it has no number"


@pytest.mark.parametrize("name", ["card_barrage", "castle_wars"])
def test_a_table_is_repainted_in_part_after_its_background_has_left_the_cache(name: str) -> None:
    driver = Driver((960, 600))
    game = driver.app.games[name]
    driver.app.follow(Reset(Table(Session(game, game.options(), 2, 5, (HUMAN, "random")))))
    driver.settle()
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    view, canvas = scene.table_view, Canvas(driver.app.surface, driver.app.look)
    hands = {area.zone for area in view.layout.areas if area.hand}
    lying = [spot.card for spot in view.layout.spots if spot.shown and spot.zone not in hands]
    view.draw_ground(canvas, set(), {}, "felt")
    driver.app.art.clear()
    before = view.static_layer.changes.version
    view.draw_ground(canvas, {lying[-1]}, {}, "felt")
    areas = view.static_layer.changes.since(before)
    assert areas is not None
    assert 0 < sum(rect.width * rect.height for rect in areas) < 0.2 * 960 * 600


@pytest.mark.parametrize("moving", [1, 2, 3])
def test_the_former_top_of_a_pile_lies_below_cards_that_come(moving: int) -> None:
    session = match("castle")
    shown = session.shown(0, len(session.log))
    view = TableView(shared_art(), shown, session.game)
    pos, layer = shown.position, view.static_layer
    layout = view.arrange(shown, Viewport(1280, 800, 1.0))
    piles = [
        cards
        for area in layout.areas
        if pos.box.zones[area.zone].shape == "stack"
        and len(cards := pos.zones[area.zone]) > 2 * moving
    ]
    absent = {card for cards in piles for card in cards[-moving:]}
    run_to_end(layer.paint_steps(look(1.0), layout, pos, absent, {}, "felt"))
    keys = [key[0] for key in layer._parts if isinstance(key, tuple)]
    drawn = [spot.card for spot in keys if isinstance(spot, CardSpot)]
    assert piles
    for cards in piles:
        assert [card for card in drawn if card in cards][-1] == cards[-moving - 1]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", ["wars", "rampage", "tricks-4"])
def test_the_brackets_of_a_lit_pile_touch_no_title(name: str, size: tuple[int, int]) -> None:
    view = match(name).shown(0, 60)
    scaled = look(size[1] / 800)
    table_view = TableView(shared_art(), view)
    table_view.arrange(view, Viewport(*size, scaled.scale))
    cards = view.position.zones
    titled = [a for a in table_view.layout.areas if _has_title(a) and a.title and cards[a.zone]]
    assert titled
    for area in titled:
        masks = []
        for paint in (
            partial(
                draw_glow,
                quad=table_view.quad_of(Target(cards[area.zone][-1], area.zone)),
                strong=True,
            ),
            partial(_draw_title, replace(area, count=0), True),
        ):
            canvas = Canvas(pygame.Surface(size, pygame.SRCALPHA), scaled)
            paint(canvas=canvas)
            masks.append(pygame.mask.from_surface(canvas.surface, 100))
        assert masks[0].overlap_area(masks[1], (0, 0)) == 0, area.title
