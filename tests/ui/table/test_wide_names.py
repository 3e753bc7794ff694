"""Tests of the longest and widest legal names, at each table and in each window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pygame import Rect

from castlecards.content import games
from castlecards.core.session import Session
from castlecards.settings import LONGEST_NAME
from castlecards.ui.scene import Reset
from castlecards.ui.table.render.labels import label_rects, nameplate_layout
from castlecards.ui.table.render.table_signs import nameplates
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver, recorded_texts
from tests.ui.table.tables import open_curtain, table

GAMES = games()
TABLES = [(id, n) for id, game in GAMES.items() for n in game.players]
SIZES = ((320, 240), (640, 480), (1280, 800), (1920, 1080), (3440, 1440))
WIDE = (
    "W" * 16,
    "W" * LONGEST_NAME,
    "W " * (LONGEST_NAME // 2) + "W",
    "i",
    "WWW WWWW " * 3,
    "—" * 24,
)


@contextmanager
def table_with_wide_names(
    game: str, players: int, size: tuple[int, int], **settings: object
) -> Iterator[Driver]:
    """Context manager: a table whose players have the widest names."""
    with Driver(size, instant=True, **settings) as driver:
        rules = driver.app.games[game]
        names = tuple(name.strip()[:LONGEST_NAME] for name in WIDE[:players])
        session = Session(rules, rules.options(), players, 3, (), names)

        def raise_error(scene: object, error: Exception) -> None:
            raise error

        driver.app._crashed = raise_error  # type: ignore[assignment]
        driver.app.follow(Reset(TableScene(driver.app, session)))
        yield driver


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.long
def test_a_table_of_wide_names_begins_at_every_size(home: object, game: str, players: int) -> None:
    with table_with_wide_names(game, players, SIZES[0]) as driver:
        scene = driver.app.scene
        assert isinstance(scene, TableScene)
        for size in SIZES:
            driver.resize(size)
            driver.settle()
            window = driver.app.surface.get_rect()
            assert window.contains(scene.overlay.score.rect), size
            scene.raise_curtain()
            driver.step(dt=0.05)
            scene.refresh()
            driver.step(dt=0.05)
            assert driver.app.surface  # drawn
            assert scene.overlay.score.rect.collidelist([t.rect for t in scene.overlay.tools]) < 0


@pytest.mark.parametrize("scale", [0.75, 1.5, 3.0])
@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.long
def test_a_table_of_wide_names_begins_at_every_scale(
    home: object, game: str, players: int, scale: float
) -> None:
    with table_with_wide_names(game, players, (1280, 800), ui_scale=scale) as driver:
        driver.settle()
        scene = driver.app.scene
        assert isinstance(scene, TableScene)
        assert driver.app.surface.get_rect().contains(scene.overlay.score.rect)


@pytest.mark.usefixtures("every_frame_drawn")
def test_trays_of_a_long_name_say_what_lies_there(home: object) -> None:
    rules = GAMES["card_barrage"]
    session: Session[Any] = Session(
        rules, rules.options(), 2, 3, (), ("Anna", "Captain Bartholomew")
    )
    with Driver(reduced_motion=True) as driver, recorded_texts() as said:
        scene = driver.sit(session)
        scene.raise_curtain()
        driver.settle()
        driver.app._draw()
    assert "Anna’s draw deck" in " ".join(said)
    assert {"Draw deck", "Discard pile", "Score pile"} <= set(said)
    assert "Bartholomew’s" not in said


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_whose_hand_it_is_stands_between_hands_and_buttons(
    home: object, players: int, size: tuple[int, int]
) -> None:
    with table_with_wide_names("card_barrage", players, size) as driver:
        scene = driver.app.scene
        assert isinstance(scene, TableScene)
        scene.raise_curtain()
        driver.settle()
        names, window = nameplates(scene.session), driver.app.surface.get_rect()
        plates = label_rects(scene.app.look, scene.table_view.layout, names, window)[-players + 1 :]
        (own,) = [area for area in scene.table_view.layout.areas if area.own]
        bar = scene.overlay.throw_bar.rect
        assert bar.width
        for n, plate in enumerate(plates):
            assert plate.collidelist(plates[n + 1 :]) < 0
            assert not plate.colliderect(bar)
            assert plate.left >= own.x + own.width / 2 or plate.bottom < own.y - own.height / 2


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("first", range(6))
def test_no_name_of_six_seats_is_cut(size: tuple[int, int], first: int) -> None:
    """Names of up to eleven letters, in each place around the table."""
    names = ("Anna", "Bartholomew", "Cleo", "Maximiliane", "Dan", "Fay")
    names = (*names[first:], *names[:first])
    with table("card_barrage", 6, names=names) as play:
        play.driver.resize(size)
        open_curtain(play)
        view, look = play.table.table_view, play.app.look
        plates = nameplates(play.session)
        hands = [area for area in view.layout.areas if area.hand and not area.own]
        assert len(hands) == 5
        window = Rect((0, 0), size)
        drawn = []
        for area in hands:
            text, _, rect, _ = nameplate_layout(look, area, plates[area.zone], window)
            name = plates[area.zone].name
            assert text == f"{name}: {area.count}"
            drawn.append(rect)
        assert all(rect.collidelist(drawn[:n]) < 0 for n, rect in enumerate(drawn))
