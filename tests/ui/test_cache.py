"""Tests of caches: their limits in bytes and in window sizes."""

from __future__ import annotations

import weakref

import pygame
import pytest
from pygame import Surface

from castlecards.core.session import Session
from castlecards.ui.cardart import card_still_life, cards, drawing
from castlecards.ui.kit import shapes, theme
from castlecards.ui.kit.cache import EXPIRY_SIZES, HEAVY, LruCache, incremental_cache, surface_bytes
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.kit.shapes import blank
from castlecards.ui.routes import Table, Title
from castlecards.ui.scene import Reset
from castlecards.ui.table.layout.card_shape import flat
from castlecards.ui.table.render import sprites, static_layer
from tests.ui.driving import Driver, art_bytes


def fresh(limit: int = 100) -> LruCache[str]:
    return LruCache(limit, len)


def test_a_thing_is_made_once() -> None:
    kept = fresh()
    made: list[int] = []

    def make() -> str:
        made.append(1)
        return "abc"

    assert [kept.keep("a", make) for _ in range(3)] == ["abc"] * 3
    assert len(made) == 1
    assert kept.used == 3


def test_a_large_window_has_larger_caches_of_cards() -> None:
    art = cards.CardArt()
    usual, placed = art.limit, art._placed.limit
    for size, pictures in (((1280, 800), 0), ((640, 480), 0), ((3840, 2160), 1)):
        art.set_limits(size)
        area = size[0] * size[1] - cards.USUAL
        assert art.limit == usual + pictures * cards.WINDOWS * 3 * area
        assert placed <= art._placed.limit <= cards.MOST_PLACED * placed


@pytest.mark.parametrize(("size", "count"), [((1280, 800), 2), ((2560, 1440), 1)])
def test_a_large_window_keeps_one_picture_of_its_size(size: tuple[int, int], count: int) -> None:
    art, made = cards.CardArt(), []
    art.set_limits(size)

    def steps() -> Steps[Surface]:
        yield
        made.append(art_bytes(art))  # bytes while the picture is made
        return Surface((100, 100))

    for cloth in ("felt", "wood", "wood"):
        run_to_end(art.window_steps(("table", cloth), steps))
    assert art_bytes(art) == count * 40_000
    assert made == [0, (count - 1) * 40_000]


def test_shadows_of_cards_in_flight_drive_out_no_picture_of_a_card() -> None:
    driver = Driver()
    game, art = driver.app.games["castle"], cards.CardArt()
    canvas = Canvas(Surface((1, 1)), driver.app.look)
    flying = sprites.Sprites(art, Session(game, game.options(), 2, 3).position.box)
    card = art.keep(("card",), lambda: blank((100, 150)))
    try:
        for n in range(150):  # 80 MB of shadows
            shape = flat(0, 0, 200 + n % 100, 4 * n)
            flying.draw_shadow(canvas, shape, 0, 0, n % 7 / 7)
    finally:
        driver.app.close()
    shadows = art_bytes(art) - surface_bytes(card)
    assert 0.9 * cards.SHADOWS < shadows <= cards.SHADOWS
    assert art.keep(("card",), lambda: blank((1, 1))) is card


def test_what_a_large_hidden_picture_leaves_is_not_kept_for_others() -> None:
    size, kept = (3840, 2160), shapes.Shapes()
    kept.set_limit(size)
    kept.keep(("cloth", *size), lambda: Surface(size))
    for n in range(12):
        kept.keep(n, lambda: Surface((1024, 768)))
    kept.hide((1280, 800), "cloth", *size)
    assert kept.used > shapes.CACHE_WHILE_HIDDEN
    kept.hide(size, "cloth", *size)
    assert 0 < kept.used <= shapes.CACHE_WHILE_HIDDEN
    for n in range(12):
        kept.keep(n, lambda: Surface((1024, 768)))
    assert kept.used <= shapes.CACHE_WHILE_HIDDEN


def test_the_longest_unused_goes_where_there_is_no_room() -> None:
    kept = fresh(10)
    for name in "abc":
        kept.keep(name, lambda: "xyz")
    kept.keep("a", lambda: "used again")
    kept.keep("d", lambda: "xyz")
    assert kept.keep("a", lambda: "new") == "xyz"
    assert kept.keep("b", lambda: "new") == "new"
    kept.keep("huge", lambda: "x" * 50)
    assert (len(kept), kept.used) == (1, 50)


def test_an_entry_that_its_own_making_has_stored_is_counted_once() -> None:
    """Otherwise the size counts bytes that are not there, and at last nothing can be cached."""
    kept = fresh(10)
    for name in "abcd":
        kept.keep(name, lambda name=name: kept.keep(name, lambda: "xyz"))
        assert kept.keep(name, lambda: "anew") == "xyz"
    assert (len(kept), kept.used) == (3, 9)
    kept.keep("e", lambda: kept.keep("e", lambda: "1234567890" * 2))
    assert (len(kept), kept.used) == (1, 20)


def test_a_function_drops_an_old_result_before_it_makes_another() -> None:
    held: list[int] = []
    results: weakref.WeakSet[Surface] = weakref.WeakSet()

    @incremental_cache(2)
    def picture(side: int) -> Steps[Surface]:
        held.append(len(results))
        yield
        made = Surface((side, side))
        results.add(made)
        return made

    for side in (1, 2, 1, 3, 1):
        assert picture(side).get_width() == side
    assert held == [0, 1, 1]


def test_what_no_size_of_late_has_used_goes() -> None:
    kept = fresh()
    kept.keep("old", lambda: "old")
    for _ in range(EXPIRY_SIZES):
        kept.on_resize()
        kept.keep("both", lambda: "both")
    assert len(kept) == 2
    kept.on_resize()
    assert len(kept) == 1
    assert kept.used == 4
    assert kept.keep("old", lambda: "new") == "new"
    for _ in range(EXPIRY_SIZES + 1):
        kept.on_resize()
    assert (len(kept), kept.used) == (0, 0)


def test_what_is_as_large_as_the_window_goes_with_its_size() -> None:
    kept = fresh(3 * HEAVY)
    kept.keep("felt", lambda: "x" * (HEAVY + 1))
    kept.keep("card", lambda: "x" * HEAVY)
    kept.on_resize()
    assert (len(kept), kept.used) == (1, HEAVY)


def test_back_and_forth_between_two_sizes_nothing_is_made_again() -> None:
    kept = fresh()
    for n in range(8):
        assert kept.keep(n % 2, lambda n=n: f"made {n}") == f"made {n % 2}"  # type: ignore[misc]
        kept.on_resize()


def test_a_window_of_ever_other_sizes_keeps_little(driver: Driver) -> None:
    app = driver.app
    app._shapes, app.__dict__["art"] = shapes.Shapes(), cards.CardArt(app.settings)
    app._fonts = theme.Fonts(app._fonts.folder)
    app.relayout()
    driver.step()
    game = app.games["castle_wars"]
    app.follow(Reset(Table(Session(game, game.options(), 2, 3))))
    used: list[int] = []
    for n in range(24):
        driver.resize((700 + 31 * n, 500 + 17 * n))
        driver.step(dt=0.1)
        assert len(app._fonts._fonts) <= theme.FONTS
        assert len(app.art.letters._fonts) <= drawing.FONTS
        used.append(app._shapes.used + art_bytes(app.art) + app._fonts._images.used)
    largest = 4 * app.surface.get_width() * app.surface.get_height()
    assert max(used) < 8 * largest
    assert app._shapes.used <= app._shapes.limit
    assert art_bytes(app.art) <= cards.CACHE


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_another_scale_is_another_size(driver: Driver, scale: float) -> None:
    shapes_kept = driver.app._shapes = shapes.Shapes()
    key = ("a test", scale)
    shapes_kept.keep(key, lambda: pygame.Surface((3, 3)))
    for n in range(EXPIRY_SIZES + 1):
        driver.app.change(ui_scale=(1.25, 1.5)[n % 2])
        driver.app.change(ui_scale=(1.25, 1.5)[n % 2])  # a repeated size counts once
        driver.step(dt=0.1)
    made: list[int] = []
    shapes_kept.keep(key, lambda: made.append(1) or pygame.Surface((3, 3)))  # type: ignore[func-returns-value]
    assert made == [1]


@pytest.mark.usefixtures("every_frame_drawn")
def test_a_second_table_finds_its_pictures_made(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = driver.app
    game = app.games["card_barrage"]
    made: list[int] = []
    warped, gathered = sprites.warp, static_layer.draw_mat
    monkeypatch.setattr(sprites, "warp", lambda *given: made.append(1) or warped(*given))
    monkeypatch.setattr(static_layer, "draw_mat", lambda *given: made.append(1) or gathered(*given))
    app.__dict__["art"] = cards.CardArt(app.settings)
    counts = []
    for _ in range(2):
        made.clear()
        app.follow(Reset(Table(Session(game, game.options(), 2, 3, ("human", "random")))))
        driver.step()
        counts.append(len(made))
    assert counts[0] > 20
    assert counts[1] == 0


def test_a_title_that_comes_again_finds_its_cards_turned(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = driver.app
    app.__dict__["art"] = cards.CardArt(app.settings)
    made: list[int] = []
    for name in ("turned_card", "turned_shadow"):
        whole = getattr(card_still_life, name)
        monkeypatch.setattr(
            card_still_life, name, lambda *g, whole=whole: made.append(1) or whole(*g)
        )
    pictures, counts = [], []
    for _ in range(2):
        made.clear()
        app.follow(Reset(Title()))
        driver.settle()
        counts.append(len(made))
        pictures.append(pygame.image.tobytes(app.surface, "RGB"))
    assert counts == [2 * len(card_still_life.TABLE), 0]
    assert pictures[0] == pictures[1]


def test_cards_printed_otherwise_are_drawn_anew() -> None:
    art = cards.CardArt()
    key = ("a card", 1)
    first = art.keep_placed(key, lambda: (pygame.Surface((3, 3)), (1, 2)))
    assert art.keep_placed(key, lambda: (pygame.Surface((3, 3)), (1, 2))) is first
    art.apply(cards.DefaultPrintOptions(suits="four"))
    assert art.keep_placed(key, lambda: (pygame.Surface((3, 3)), (1, 2))) is not first


def test_a_value_begun_by_one_generator_is_completed_by_another() -> None:
    cache: LruCache[str] = LruCache(10, len)
    made: list[int] = []

    def steps() -> Steps[str]:
        for n in range(3):
            made.append(n)
            yield
        return "value"

    one = cache.steps("key", steps)
    next(one)
    next(one)
    assert run_to_end(cache.steps("key", steps)) == "value"
    assert made == [0, 1, 2]
    assert run_to_end(one) == "value"
    assert made == [0, 1, 2]
    cache.clear()
    next(cache.steps("key", steps))  # dropped at once, with its unfinished picture
    assert run_to_end(cache.steps("key", steps)) == "value"
    assert made == [0, 1, 2, 0, 0, 1, 2]


def test_a_value_that_another_has_finished_and_the_cache_has_dropped_is_made_anew() -> None:
    cache: LruCache[str] = LruCache(100, len)

    def steps() -> Steps[str]:
        yield
        yield
        return "value"

    one, two = cache.steps("key", steps), cache.steps("key", steps)
    next(one)
    next(two)
    assert run_to_end(one) == "value"
    cache.drop("key")
    assert run_to_end(two) == "value"
