"""Tests of prerendering: pictures are painted between frames, so that frames paint few."""

from __future__ import annotations

from typing import Any

import pytest
from pygame import Surface

from castlecards.core.site import Site
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.kit.cache import LruCache
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.routes import Result
from castlecards.ui.scene import Reset
from castlecards.ui.shell.app import MIN_PRERENDER
from castlecards.ui.table.layout.card_shape import flat
from castlecards.ui.table.layout.model import HAND, LADDER, Layout, Viewport
from castlecards.ui.table.playback.animation import Track, Tween, frame_at
from castlecards.ui.table.render import site_layer
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.render.prerender import Prerenderer
from castlecards.ui.table.render.site_layer import (
    Owned,
    building_picture,
    draw_sites,
    next_sites,
    standing_buildings,
)
from castlecards.ui.table.render.table_view import TableView
from tests.ui.driving import Driver, look
from tests.ui.shots.matches import match
from tests.ui.table.layout_positions import position_without_field, view_of
from tests.ui.table.tables import table

CARDS = ["castle_wars", "castle_rampage", "castle", "card_barrage"]


def record_painting(art: CardArt, patch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Return a list that grows with each painted front or back and its height, px."""
    drawn: list[tuple[str, int]] = []
    for name in ("keep", "once"):
        patch.setattr(art._store, name, _recording_keep(getattr(art._store, name), drawn))
    return drawn


def _recording_keep(keep: Any, drawn: list[tuple[str, int]]) -> Any:
    def keep_and_record(key: Any, make: Any) -> Any:
        def make_and_record() -> Surface:
            if key[0] in ("face", "back"):
                drawn.append((str(key[1]), key[2][1]))
            return make()

        return keep(key, make_and_record)

    return keep_and_record


@pytest.mark.parametrize("slide", [True, False])
def test_a_card_whose_size_changes_on_its_way_is_not_painted_in_every_size(
    slide: bool, monkeypatch: pytest.MonkeyPatch, driver: Driver
) -> None:
    art = CardArt()
    view = view_of(position_without_field(), 0)
    table_view = TableView(art, view)
    table_view.arrange(view, Viewport())
    canvas = Canvas(Surface((1280, 800)), driver.app.look)
    face = view.position.faces[0]
    track = Track(0, 0, flat(300, 300, 90), True, face)
    track.tweens.append(Tween(0.0, 1.0, flat(700, 400, 168), True, face, slide=slide))
    drawn = record_painting(art, monkeypatch)
    table_view.draw_moving(canvas, [frame_at(track, 0.0)])
    table_view.draw_moving(canvas, [frame_at(track, n / 600) for n in range(1, 600)])
    table_view.draw_moving(canvas, [frame_at(track, 2.0)])
    steps = {2 * round(12 * LADDER**n) for n in range(20)}  # heights of flying cards
    found = {height for _, height in drawn}
    assert found >= {90, 168}
    assert found - {90, 168} <= (set() if slide else steps)


@pytest.mark.long
@pytest.mark.parametrize("name", CARDS)
def test_with_time_between_the_frames_robots_play_and_hardly_a_card_is_painted_in_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(name, kinds=("random", "random"), instant=False) as play:
        play.app.art.clear()  # tests share it
        drawn, in_frames = record_painting(play.app.art, monkeypatch), 0
        for _ in range(240):
            while play.app.scene.prerender():
                pass
            before = len(drawn)
            play.feed(dt=1 / 12)
            play.app.surface.get_at((0, 0))
            in_frames += len(drawn) - before
        assert play.session.at > 10
        assert in_frames <= 0.06 * len(drawn)  # a few, if a new layout has new card sizes


@pytest.mark.parametrize("name", ["castle_wars", "castle_rampage"])
def test_with_time_between_the_frames_robots_play_and_no_building_is_painted_in_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(name, kinds=("random", "random"), instant=False) as play:
        play.app.art.clear()  # tests share it
        play.table.table_view.static_layer.forget()
        done, in_frames = buildings_painted(monkeypatch, 12), 0
        monkeypatch.setattr(Prerenderer, "paint", lambda *_: False)  # as if it had no time
        play.feed(dt=1 / 60)  # the first frame draws the whole table
        for _ in range(1500):
            for _ in range(8):
                play.app.scene.prerender()
            before = len(done)
            play.feed(dt=1 / 60)
            in_frames += len(done) - before
        assert play.session.at > 5
        assert len({*done}) > 10
        assert in_frames <= 2, in_frames


def made_on_stage(name: str, ahead: bool, patch: pytest.MonkeyPatch) -> int:
    """Return how many pictures and texts are made in the first frames of the stage.

    `ahead`: with prerendering between the frames.
    """
    made: list[object] = []
    keep = LruCache.keep

    def keep_and_record(self: LruCache[Any], key: Any, make: Any) -> Any:
        made.extend([] if key in self._entries else [key])
        return keep(self, key, make)

    with table(name, kinds=("random", "random"), instant=False) as play, patch.context() as within:
        play.app.art.clear()  # tests share it
        within.setattr(LruCache, "keep", keep_and_record)
        frames = found = 0
        while frames < 60:
            on_stage = play.table.playback.clash_now is not None
            while ahead and play.app.scene.prerender():
                pass
            del made[:]
            play.feed(dt=1 / 60 if on_stage else 0.1)
            play.app.surface.get_at((0, 0))
            frames, found = frames + on_stage, found + len(made) * on_stage
        return found


@pytest.mark.long
@pytest.mark.parametrize("name", ["castle_wars", "castle_rampage"])
def test_what_comes_on_the_stage_is_painted_before_it_comes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = made_on_stage(name, False, monkeypatch)
    assert at_once > 10  # texts of other tests are cached
    assert made_on_stage(name, True, monkeypatch) < 0.1 * at_once  # a few texts around the stage


def test_nothing_is_done_where_too_little_is_left_before_the_next_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with table("castle_wars") as play:
        play.app.art.clear()  # tests share it
        drawn = record_painting(play.app.art, monkeypatch)
        play.app.prerender(0.5 * MIN_PRERENDER)
        assert drawn == []
        play.app.prerender(5.0)
        assert drawn


def test_no_more_is_painted_ahead_than_is_kept(
    monkeypatch: pytest.MonkeyPatch, driver: Driver
) -> None:
    view = view_of(position_without_field(), 0)
    whole, little = CardArt(), CardArt(limit=2_000_000)
    for art in (whole, little):
        table_view = TableView(art, view)
        table_view.arrange(view, Viewport())
        ahead, drawn = Prerenderer(table_view), record_painting(art, monkeypatch)
        for _ in range(3):  # an idle table asks in each frame
            while ahead.paint(driver.app.look, ("two", False)):
                pass
        assert drawn
        assert len(drawn) == len(set(drawn)), "what was painted is driven out"
    assert little.painted_bytes <= little.limit < whole.painted_bytes


@pytest.mark.long
def test_what_is_painted_ahead_does_not_follow_from_where_cards_lie(
    monkeypatch: pytest.MonkeyPatch, driver: Driver
) -> None:
    wanted = []
    for shift in (0, 7):
        pos = position_without_field()
        size = len(pos.faces)
        pos.zones = [bytes((card + shift) % size for card in zone) for zone in pos.zones]
        view = view_of(pos, 0)
        art = CardArt()
        table_view = TableView(art, view)
        table_view.arrange(view, Viewport())
        drawn, ahead = record_painting(art, monkeypatch), Prerenderer(table_view)
        while ahead.paint(driver.app.look, ("two", False)):
            pass
        wanted.append(drawn)
    assert wanted[0] == wanted[1]
    assert len({name for name, _ in wanted[0]}) > 50


@pytest.mark.usefixtures("every_frame_drawn")
@pytest.mark.parametrize("game", ["castle_wars", "card_barrage"])
def test_a_hand_is_painted_before_the_curtain_that_hides_it_opens(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(game) as play:
        assert play.table.model.curtain is not None
        play.app.art.clear()  # tests share it
        drawn = record_painting(play.app.art, monkeypatch)
        while play.app.scene.prerender():
            pass
        assert len(drawn) > 50
        del drawn[:]
        play.open()
        assert play.table.viewer.seat >= 0
        backs = set(play.session.position.box.backs)
        hand = 2 * round(HAND * play.table.viewport.u / 2)
        assert [name for name, high in drawn if high == hand and name not in backs] == []


@pytest.mark.long
def test_the_table_of_the_best_throw_is_painted_before_it_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Driver(reduced_motion=False) as driver:
        driver.app.follow(Reset(Result(match("barrage-2"), closing=True)))
        driver.app.feed([], 0.02)
        page: Any = driver.app.scene
        film = page.picture.moment
        steps = 0
        while page.prerender():
            steps += 1
        assert steps > 20
        painted_then = film.table_view.static_layer._painting.surface
        monkeypatch.setattr(film.table_view.static_layer, "_base", None)  # nothing is painted twice
        for _ in range(240):
            driver.app.feed([], 0.02)
        assert film.t > 0.3
        assert film.table_view.static_layer._painting.surface is painted_then
        assert film.picture.get_size() == page.picture._inner(page.layer.look).size


def before_a_fall() -> tuple[TableWear, int, TableView, Layout]:
    """Return the building levels, line, view and layout just before a building falls."""
    session = match("rampage")
    wear = TableWear(session)
    ruins = [sum(not site.level for site, _ in wear.sites(at)) for at in range(len(session.log))]
    at = next(n for n in range(1, len(ruins)) if ruins[n] > ruins[n - 1])
    table_view = TableView(CardArt(), session.shown(0, at - 1), session.game)
    table_view.static_layer.show_wear(wear, at - 1)
    now = table_view.arrange(session.shown(0, at - 1), Viewport(1280, 800, 1.0, column=292.0))
    return wear, at, table_view, now


def buildings_painted(monkeypatch: pytest.MonkeyPatch, pauses: int = 2) -> list[Building]:
    """Return a list that grows with each painted building; painting takes `pauses` steps."""
    done: list[Building] = []

    def steps(one: Building) -> Steps[Surface]:
        for _ in range(pauses):
            yield
        done.append(one)
        return Surface((1, 1))

    monkeypatch.setattr(site_layer, "painted_steps", steps)
    return done


def test_the_building_after_the_next_fall_is_painted_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    wear, at, table_view, now = before_a_fall()
    ahead, look_, art = Prerenderer(table_view), look(1.0), table_view.sprites.art
    done = buildings_painted(monkeypatch)
    while ahead.paint_buildings() or ahead.paint(look_, ("two", False)):
        pass
    ruins = [one for one in standing_buildings(now, wear.sites(at)) if not one.building.level]
    assert {one.building for one in ruins} <= {*done}
    del done[:]
    for one in ruins:
        building_picture(art, one.building)
    assert done == []


def test_buildings_as_they_are_now_are_painted_first_in_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wear, at, table_view, now = before_a_fall()
    ahead, done = Prerenderer(table_view), buildings_painted(monkeypatch)
    shown = {one.building for one in standing_buildings(now, wear.sites(at - 1))}
    steps = 0
    while ahead.paint_buildings():
        steps += 1
    assert {*done} == shown
    assert steps == 2 * len(shown)  # one call runs one step
    table_view.static_layer.show_wear(wear, at)
    while ahead.paint_buildings():
        pass
    assert len({*done}) > len(shown)


def test_banners_that_furl_again_are_painted_ahead() -> None:
    def site(*marks: str) -> Owned:
        return Site(0, "tower", 3, marks=marks), SEATS[0]

    plain, furled = site(), site("furled")
    found = [one for (one,) in next_sites([plain], [(), ("furled",)])]
    assert furled in found
    assert (furled[0].with_(level=2, damage=1), furled[1]) in found
    assert plain in [one for (one,) in next_sites([furled], [()])]


def test_a_building_behind_the_curtain_is_painted_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    wear, at, table_view, now = before_a_fall()
    done, art = buildings_painted(monkeypatch), table_view.sprites.art
    first = RecordingCanvas((1280, 800), look(1.0))
    pauses = sum(1 for _ in draw_sites(first, art, now, wear.sites(at)))
    assert pauses == 2 * len({*done})
    art.clear()
    del done[:]
    again = RecordingCanvas((1280, 800), look(1.0), first.parts)
    assert not any(True for _ in draw_sites(again, art, now, wear.sites(at)))
    assert done == []  # the last picture shows them
    assert len(again.strokes) == len(first.strokes)
