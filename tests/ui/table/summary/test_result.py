"""Tests of the end of a match: the closing scene, and the page of the result."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pygame
import pytest
from pygame import Rect

from castlecards.core.cards import NATURE
from castlecards.core.log_lines import Clash
from castlecards.core.narration import default_reader, lines
from castlecards.core.session import Session
from castlecards.players.analysis import Analysis, TurningPoint
from castlecards.ui import history
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import SEATS, SeatSign, side_sign, side_signs, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Shapes
from castlecards.ui.kit.theme import DESIGN
from castlecards.ui.kit.widgets.basic import Button, Label
from castlecards.ui.routes import Result, Table
from castlecards.ui.scene import Reset
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.compositor import TableFrame
from castlecards.ui.table.flow.turns import RESULT_DELAY
from castlecards.ui.table.render.labels import label_rects
from castlecards.ui.table.render.site_layer import standing_buildings
from castlecards.ui.table.render.table_signs import nameplates
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.summary import charts
from castlecards.ui.table.summary.end_throws_timeline import FALL, RISE, ThrowsScene
from castlecards.ui.table.summary.end_timing import SECONDS, STILL_SECONDS
from castlecards.ui.table.summary.stats import LONGEST_MOMENT, Curve, Side, key_record, match_throws
from castlecards.ui.table.throw import impact_effects
from tests.ui.driving import Driver, key_events, look, mouse, started_match
from tests.ui.shots.matches import match, until
from tests.ui.test_seat_signs import play_to_end

MATCHES = ("barrage-1", "barrage-2", "barrage-4", "barrage-6", "castle", "wars", "rampage",
           "tricks-2", "tricks-4")  # fmt: skip
WORDS = re.compile(r"[^\W\d_]{2}")


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(reduced_motion=False) as driver:
        yield driver


def open_result(driver: Driver, session: Session[Any], closing: bool = False) -> Any:
    driver.app.follow(Reset(Result(session, closing)))
    driver.app.feed([], 0.02)
    return driver.app.scene


def drawn_texts(
    page: Any, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> list[tuple[str, Rect]]:
    """Return the texts of one picture of the page, with their places."""
    found: list[tuple[str, Rect]] = []
    text = Canvas.text

    def read(canvas: Canvas, string: str, *rest: Any, **more: Any) -> Rect:
        rect = text(canvas, string, *rest, **more)
        if string and canvas.size == size:  # not on a canvas of the animation
            found.append((string, rect))
        return rect

    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "text", read)
        page.refresh()
        page.draw(Canvas(pygame.Surface(size), page.layer.look))
    return found


# -- the page -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MATCHES)
def test_the_page_says_nothing_twice(
    name: str, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = match(name)
    page = open_result(driver, session)
    count = Counter(text for text, _ in drawn_texts(page, (1280, 800), monkeypatch))
    assert count[history.headline(session)] == 1
    names = {
        *session.names,
        "Ben, Dan and Fay",
    }  # headings of the statistics and of the score sheet
    twice = [
        text for text, n in count.items() if n > 1 and WORDS.search(text) and text not in names
    ]
    sheet = session.game.sheet(session.public)  # two cells can be equal
    cells = {cell for row in sheet.rows for cell in row} if sheet is not None else set()
    assert set(twice) <= cells


@pytest.mark.parametrize("name", MATCHES)
def test_there_are_three_buttons_and_no_more(name: str, driver: Driver) -> None:
    page = open_result(driver, match(name))
    buttons = [widget for widget in page.layer.root.walk() if isinstance(widget, Button)]
    names = [button.name for button in buttons if button.id != "result.again"]
    assert names == ["Done", "Review", "Rematch"]


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800)])
@pytest.mark.parametrize("name", ["wars", "castle", "rampage"])
def test_buildings_stand_in_the_picture_of_the_moment(name: str, size: tuple[int, int]) -> None:
    with Driver(size, reduced_motion=True) as driver:
        page = open_result(driver, match(name))
        page.draw(Canvas(pygame.Surface(size), page.layer.look))
        reel = page.picture.moment.reel
        sites = reel.wear.sites(reel.clips[-1].at)
        assert standing_buildings(reel.table_view.layout, sites)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", ["wars", "castle", "rampage", "tricks-2", "tricks-4"])
def test_the_page_of_a_match_against_characters_needs_no_scrolling(
    name: str, size: tuple[int, int]
) -> None:
    with Driver(size) as driver:
        session = copy(match(name))  # the match itself is shared by tests
        cast = driver.app.characters
        session.characters = ("", *list(cast)[: session.players - 1])
        session.names = (session.names[0], *[cast[id].name for id in session.characters[1:]])
        page = open_result(driver, session)
        assert page.find("result.faces").rect
        assert page.find("result.rows").room == 0


@pytest.mark.parametrize("name", MATCHES)
def test_the_curve_fills_the_column_that_has_room(name: str, driver: Driver) -> None:
    page = open_result(driver, match(name))
    widgets = list(page.layer.root.walk())
    (curve,) = [each for each in widgets if isinstance(each, charts.CurveChart)]
    beside = any(each.readings == ("Score sheet",) for each in widgets)
    middle = page.layer.root.rect.centerx
    assert curve.rect.right <= middle + 60 if beside else curve.rect.left >= middle
    assert page.layer.find("result.rows").room == 0


def test_the_review_leads_to_the_replay_at_once_where_nothing_is_analysed() -> None:
    with Driver() as driver:
        for session, scene in (
            (started_match(driver.app, 99), "Replay"),
            (match("wars"), "AnalysisPage"),
        ):
            open_result(driver, session).review()
            driver.app.feed([], 0.02)
            assert driver.scene == scene
        driver.app.scene.find("analysis.replay").activate()
        driver.app.feed([], 0.02)
        assert driver.scene == "Replay"


@pytest.mark.long
def test_the_moment_plays_over_and_over_and_stands_still_with_reduced_motion() -> None:
    for still in (False, True):
        with Driver(reduced_motion=still) as driver:
            page = open_result(driver, match("rampage"))
            times = []
            for _ in range(400):
                driver.app.feed([], 0.02)
                times.append(page.picture.moment.t)
            assert page.moving is not still
            starts = sum(later < now for now, later in pairwise(times))
            assert (starts > 0, max(times) > 0) == (not still, not still)


@pytest.mark.parametrize("name", ["wars", "castle", "rampage", "tricks-4"])
def test_the_still_picture_shows_the_fight_of_its_title(name: str) -> None:
    driver = Driver(reduced_motion=True)
    shown: list[TableFrame] = []
    try:
        page = open_result(driver, match(name))
        with pytest.MonkeyPatch.context() as patch:
            draw = TableFrame.draw
            patch.setattr(TableFrame, "draw", lambda *a: (shown.append(a[0]), draw(*a)))
            page.refresh()
            page.draw(Canvas(pygame.Surface((1280, 800)), page.layer.look))
    finally:
        driver.app.close()
    assert shown
    assert all(frame.shot is not None or frame.trick is not None for frame in shown)


@pytest.mark.parametrize("name", ["barrage-2", "wars", "castle", "rampage", "tricks-2", "tricks-4"])
def test_the_button_in_the_picture_replays_its_moment(name: str, driver: Driver) -> None:
    session = match(name)
    page = open_result(driver, session)
    picture, button = page.find("result.moment"), page.find("result.again").rect
    assert picture.rect.contains(button)
    if name != "barrage-2":  # it covers no card and no label
        table_view, at = picture.moment.reel.table_view, picture.rect.topleft
        small, names = look(picture.rect.width / DESIGN[0]), nameplates(session)
        window = Rect((0, 0), picture.rect.size)
        shown = [
            *table_view.piles(empty=False),
            *label_rects(small, table_view.layout, names, window),
        ]
        assert len(shown) > 3
        assert button.move(-at[0], -at[1]).collidelist(shown) < 0
    at = page.stats.best.line if name == "barrage-2" else key_record(session)
    page.find("result.again").activate()
    driver.app.feed([], 0.02)
    assert driver.scene == "Replay"
    replay: Any = driver.app.scene
    assert (replay.at, replay.until) == (at, at + 1)


def test_the_markers_at_the_end_of_a_curve_lie_beside_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marked: list[Rect] = []

    def mark(canvas: Canvas, sign: SeatSign, at: tuple[float, float], radius: float) -> None:
        marked.append(Rect(at[0] - radius, at[1] - radius, 2 * radius, 2 * radius))

    monkeypatch.setattr(charts, "draw_sign", mark)
    sides = [Side(sign.shape, sign) for sign in SEATS[:4]]
    lines = tuple(((0, 0), (3, points)) for points in (11, 12, 30, 11))
    chart = charts.CurveChart(sides, Curve("Points", lines, 3, 0, 0))
    chart.place(look(), Rect(0, 0, 600, charts.CURVE_HIGH))
    chart.draw(Canvas(pygame.Surface((600, 100)), look()))
    assert not any(a.colliderect(b) for a, b in combinations(marked, 2))
    assert marked[0].left == marked[2].left  # a distant line needs no column of its own
    assert all(chart.rect.contains(mark) for mark in marked)


def test_the_numbers_beside_a_curve_do_not_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [Side(sign.shape, sign) for sign in SEATS[:2]]
    text = Canvas.text
    for most in (10, 19, 31, 54, 90):
        rows: dict[str, int] = {}

        def read(canvas: Canvas, string: str, at: Any, *rest: Any) -> Rect:
            if rest[-1] == "e":
                rows[string] = round(at[1])  # noqa: B023
            return text(canvas, string, at, *rest)

        lines = (((0, 0), (40, most)), ((0, 0), (40, 0)))
        chart = charts.CurveChart(sides, Curve("Points", lines, 40, 0, 0))
        chart.place(look(), Rect(0, 0, 600, charts.CURVE_HIGH))
        with monkeypatch.context() as patch:
            patch.setattr(Canvas, "text", read)
            chart.draw(Canvas(pygame.Surface((600, 100)), look()))
        assert {"0", str(most)} < set(rows)
        assert all(one - two >= 16 for one, two in pairwise(sorted(rows.values(), reverse=True)))


def test_after_a_review_the_moment_is_its_largest_change(driver: Driver) -> None:
    session = match("wars")
    page = open_result(driver, session)
    usual = key_record(session)
    assert page._moment() == (usual, usual + 1)
    page.review()
    driver.app.feed([], 0.02)
    review: Any = driver.app.scene
    own = default_reader(session)
    asked = [n for n, record in enumerate(session.log) if record.seat == own]
    points = [
        TurningPoint(asked[n], own, change) for n, change in ((3, -0.05), (9, -0.4), (12, 0.1))
    ]
    review.conclude(Analysis((), {}, tuple(points)))
    review.leave()
    driver.app.feed([], 0.02)
    assert driver.scene == "Result"
    first, end = page._moment()
    assert first == asked[9]
    assert page.picture.moment.reel.clips
    assert first < end <= first + LONGEST_MOMENT
    assert page.find("result.change").name.endswith("’s winning chance: −40 %")
    fights = [
        any(isinstance(event, Clash) for event in lines(session, n, NATURE))
        for n in range(first, first + LONGEST_MOMENT)
    ]
    assert end == (first + fights.index(True) + 1 if any(fights) else first + 1)


def test_a_review_that_was_not_finished_changes_nothing(driver: Driver) -> None:
    page = open_result(driver, match("wars"))
    before = page._moment()
    page.review()
    driver.app.feed([], 0.02)
    assert driver.app.scene.working  # type: ignore[attr-defined]
    driver.app.scene.leave()  # type: ignore[attr-defined]
    driver.app.feed([], 0.02)
    assert driver.scene == "Result"
    assert page.turned is None
    assert page._moment() == before


def test_the_decisive_event_is_the_last_fall_or_else_the_last_fight() -> None:
    fallen = match("rampage")
    assert key_record(fallen) == len(fallen.log) - 1
    castle = match("castle")
    at = key_record(castle)
    assert castle.log[at].seat != NATURE
    assert 0 < at < len(castle.log) - 1


# -- the scene ------------------------------------------------------------------------------------


def played_to_the_end(driver: Driver, addon: Addon[TableScene] | None = None) -> TableScene:
    """Return a table on which the last record of a match of throws has just been played."""
    whole = match("barrage-2")
    last = whole.log[-1]
    session = until("barrage-2", lambda each: len(each.log) == len(whole.log) - 1)
    table = driver.sit(session, addon)
    driver.app.feed([], 0.02)
    table.raise_curtain()
    table.execute(table.flights.land())
    table.finish()
    if not session.over:
        table.submit(last.seat, last.action)
    assert session.over
    return table


def test_the_end_comes_by_itself_after_the_last_verdict(driver: Driver) -> None:
    table = played_to_the_end(driver)
    waited = 0.0
    while driver.app.scene is table:
        assert waited < 20
        driver.app.feed([], 0.05)
        assert driver.app.scene.holds_notes  # a medal must not tell the end before it is shown
        assert not (driver.app.scene is table and table.playback.plays and driver.has("result"))
        waited += 0.05
    assert waited >= RESULT_DELAY
    page: Any = driver.app.scene
    assert driver.scene == "Result"
    page.scene.pictures.finish(page.layer.look, driver.app.surface.get_size())
    for _ in range(round(SECONDS / 0.05) + 2):
        driver.app.feed([], 0.05)
    assert page.scene is None
    assert not page.holds_notes


@pytest.mark.parametrize("name", MATCHES)
def test_a_medal_covers_nothing_of_the_page(driver: Driver, name: str) -> None:
    page = open_result(driver, match(name))
    unit = page.layer.look.px
    usual = Rect((page.layer.root.rect.width - unit(390)) // 2, unit(14), unit(390), unit(38))
    place = page.place_toast(usual, ())
    again = place.move(0, unit(48))
    shown = [each for each in page.layer.root.walk() if isinstance(each, Label | Button)]
    assert len(shown) > 5
    for rect in (place, page.place_toast(again, [place])):
        assert rect.collidelist([each.rect for each in shown]) < 0


@pytest.mark.parametrize("name", ["castle", "tricks-4"])
def test_no_score_sheet_comes_before_the_scene_that_counts_the_points(
    driver: Driver, name: str
) -> None:
    whole = match(name)
    assert whole.game.sheet(whole.public) is not None
    last = whole.log[-1]
    session = until(name, lambda each: len(each.log) == len(whole.log) - 1)
    table = driver.sit(session)
    driver.app.feed([], 0.02)
    table.raise_curtain()
    table.submit(last.seat, last.action)
    assert session.over
    seen = set()
    for _ in range(400):
        driver.app.feed([], 0.05)
        seen.add(driver.scene)
        if driver.scene == "Result":
            break
    assert seen == {"TableScene", "Result"}


def test_practice_stays_at_its_table() -> None:
    class Practice(Addon[TableScene]):
        def end_buttons(self) -> list[Button]:
            return []

    with Driver() as driver:
        table = played_to_the_end(driver, Practice())
        for _ in range(200):
            driver.app.feed([], 0.05)
        assert driver.app.scene is table


def test_a_finished_match_that_is_only_looked_at_stays_on_the_table(driver: Driver) -> None:
    driver.app.follow(Reset(Table(match("barrage-2"))))
    for _ in range(60):
        driver.app.feed([], 0.05)
    assert driver.scene == "TableScene"


SKIPS: dict[str, Callable[[], list[pygame.event.Event]]] = {
    "space": lambda: key_events("space"),
    "escape": lambda: key_events("escape"),
    "return": lambda: key_events("return"),
    "click": lambda: [
        mouse(kind, (790, 740)) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    ],
}


@pytest.mark.parametrize("press", SKIPS)
def test_a_press_ends_the_scene_and_does_nothing_else(press: str, driver: Driver) -> None:
    page = open_result(driver, match("barrage-2"), closing=True)
    driver.app.feed([], 0.5)
    assert page.scene is not None
    for event in SKIPS[press]():
        driver.step(event)
    assert driver.app.scene is page
    assert page.scene is None


def test_saved_matches_open_the_page_at_once(driver: Driver) -> None:
    assert open_result(driver, match("castle")).scene is None
    assert open_result(driver, match("barrage-2")).scene is None


def test_a_game_without_a_scene_waits_for_its_player_at_the_end(driver: Driver) -> None:
    session = started_match(driver.app, 5)
    driver.app.follow(Reset(Table(session)))
    table: Any = driver.app.scene
    driver.app.feed([], 0.02)
    while session.decision is not None:
        table.raise_curtain()
        table.finish()
        table.submit(session.decision.seat, session.decision.options[0])
    for _ in range(100):
        driver.app.feed([], 0.05)
    assert driver.app.scene is table
    assert table.find("result").visible


def test_with_reduced_motion_the_scene_is_one_picture_for_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Driver(reduced_motion=True) as driver:
        page = open_result(driver, match("barrage-2"), closing=True)
        page.scene.pictures.finish(page.layer.look, driver.app.surface.get_size())
        assert "Anna wins" in [text for text, _ in drawn_texts(page, (1280, 800), monkeypatch)]
        driver.app.feed([], 0.01)
        surface = driver.app.surface.copy()
        driver.app.feed([], 0.4)
        assert page.scene is not None
        pictures = [pygame.image.tobytes(each, "RGB") for each in (surface, driver.app.surface)]
        assert pictures[0] == pictures[1]
        for _ in range(round(STILL_SECONDS / 0.05)):
            driver.app.feed([], 0.05)
        assert page.scene is None


def test_no_frame_of_the_end_paints_a_large_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str] = []
    in_frame = False

    def recording(name: str, paint: Callable[..., object]) -> Callable[..., object]:
        def make(*given: Any) -> object:
            painted.append(f"{name} in a frame" if in_frame else name)
            return paint(*given)

        return make

    monkeypatch.setattr(impact_effects, "_star", recording("star", impact_effects._star))
    monkeypatch.setattr(CardArt, "_draw", recording("face", CardArt._draw))
    with Driver(reduced_motion=False) as driver:
        driver.app._shapes, driver.app.__dict__["art"] = Shapes(), CardArt(driver.app.settings)
        driver.app.relayout()
        page = open_result(driver, match("barrage-2"), closing=True)
        entries = driver.app._shapes._entries
        glows = []
        while page.scene is not None or page.picture.moment.t < page.picture.moment.impact.over:
            while page.prerender():
                pass
            glows.append([entries[key] for key in entries if key[0] == "end_glow"])
            in_frame = True
            driver.app.feed([], 0.05)
            in_frame = False
        assert sorted({*painted}) == ["face", "star"]
        assert {len(kept) for kept in glows} == {1}  # there before the first frame
        assert len({id(kept[0][0]) for kept in glows}) == 1  # and painted over as the fire grows


def scene_of(session: Session[Any]) -> ThrowsScene:
    return ThrowsScene.of(
        session, match_throws(session), history.headline(session), history.reason(session)
    )


def test_the_loser_s_castle_burns_or_falls_and_the_winner_s_banners_rise() -> None:
    session = match("barrage-2")
    scene = scene_of(session)
    assert scene.headline == "Anna wins"
    assert scene.loser == sign_of(session, 1)
    assert set(scene.banners) == {sign_of(session, 0)}
    late = scene.frame(SECONDS)
    assert (late.fallen, late.fire, late.words) == (0.0, 1.0, 1.0)
    assert set(late.banners) == {1.0}
    begin = scene.frame(min(FALL, RISE))
    assert (begin.fallen, begin.fire, begin.words, set(begin.banners)) == (0.0, 0.0, 0.0, {0.0})
    stormed = replace(scene, stormed=True).frame(SECONDS)
    assert (stormed.fallen, stormed.fire) == (SECONDS - FALL, 0.0)


def test_teams_all_raise_their_banners_and_are_all_named() -> None:
    session = match("barrage-6")
    scene = scene_of(session)
    assert scene.headline == "Ben, Dan and Fay win"
    assert scene.why == "Their team has 10 points."
    assert scene.banners == side_signs(session, 1)
    assert len(scene.banners) == 3
    assert scene.loser == side_sign(session, 0)


def test_after_a_draw_no_castle_burns_and_both_sides_raise_a_banner() -> None:
    session = play_to_end(until("barrage-2", lambda each: each.over), 0.5, 0.5)
    scene = scene_of(session)
    assert scene.headline == "A draw"
    assert "South" not in scene.why
    assert scene.loser is None
    assert scene.banners == (sign_of(session, 0), sign_of(session, 1))
    late = scene.frame(SECONDS)
    assert (late.fallen, late.fire) == (0.0, 0.0)


def test_a_castle_that_was_stormed_falls() -> None:
    session = match("barrage-2")
    throws = match_throws(session)
    mine = next(n for n, each in enumerate(throws) if each.seat == 0)
    verdict = replace(throws[mine].scored_throw, undefended=True)
    throws[mine] = replace(throws[mine], scored_throw=verdict)
    assert ThrowsScene.of(session, throws, "", "").stormed
    theirs = [replace(each, seat=1) for each in throws]
    assert not ThrowsScene.of(session, theirs, "", "").stormed


def test_a_note_waits_for_the_end_of_the_closing_scene() -> None:
    pictures = []
    for told in (False, True):
        driver = Driver(reduced_motion=True)
        try:
            page = open_result(driver, match("wars"), closing=True)
            if told:
                driver.app.notify("New medal")
            while page.prerender():
                pass
            driver.app.feed([], 0.1)
            pictures.append(pygame.image.tobytes(driver.app.surface, "RGB"))
            assert page.scene is not None
            driver.key("return")
            assert page.scene is None
            assert [toast.text for toast in driver.app.toasts.shown] == ["New medal"] * told
            pictures.append(pygame.image.tobytes(driver.app.surface, "RGB"))
        finally:
            driver.app.close()
    assert pictures[0] == pictures[2]
    assert pictures[1] != pictures[3]
