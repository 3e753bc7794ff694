"""Tests of reading with speech: texts line by line, the score sheet, and the result of a match."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

import numpy as np
import pytest

from castlecards import settings
from castlecards.core.game import Sheet
from castlecards.practice.range import Spot
from castlecards.settings import ABOUT
from castlecards.ui import routes
from castlecards.ui.history import FinishedGame, History
from castlecards.ui.kit.intents import Act, Command, Move
from castlecards.ui.kit.widgets.plot import BarPlot, Clouds, DotPlot, Dots, Rate, RatePlot
from castlecards.ui.pages.key_sheet import SPOKEN
from castlecards.ui.pages.statistics import Statistics
from castlecards.ui.pages.today_charts import Month, ScoreScale
from castlecards.ui.practice.editor_draft import Draft
from castlecards.ui.practice.outcome import StarLine
from castlecards.ui.scene import Push, Reset, Scene
from castlecards.ui.shell.app import App
from castlecards.ui.shell.app import run as main
from castlecards.ui.table.overlay.score_sheet import ScoreSheet
from castlecards.ui.table.summary.result import Result
from tests.ui import editor_driver
from tests.ui.driving import Driver
from tests.ui.shots.matches import match
from tests.ui.table.tables import table
from tests.ui.test_lessons import ALL, lesson, teacher
from tests.ui.test_practice import level, solve
from tests.ui.test_speech import AIMED, MENDS, Recorder

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(speech=True) as driver:
        driver.app.__dict__["speaker"] = Recorder()
        yield driver


def heard(driver: Driver, *wishes: Move | Command) -> list[str]:
    """Return the spoken texts after these inputs."""
    voice = driver.app.__dict__["speaker"]
    voice.said = []
    driver.app.feed(wishes, 0.05)
    return list(voice.said)


def open_page(driver: Driver, to: routes.Route | Scene) -> list[str]:
    driver.app.follow(Push(to))
    return heard(driver)


def test_the_key_sheet_is_read_line_by_line_and_begins_with_the_keys_of_speech(
    driver: Driver,
) -> None:
    assert open_page(driver, routes.KeySheet()) == ["Keys."]
    assert heard(driver, Move(0, 1))[0].startswith("With speech, 1 of ")
    for n, (words, _) in enumerate(SPOKEN):
        (line,) = heard(driver, Move(0, 1))
        assert line.startswith(f"{words}: ")
        assert f", {n + 2} of " in line
    assert heard(driver, Move(0, -1))[0].startswith(SPOKEN[-2][0])


def test_rules_are_read_from_where_they_are_shown(driver: Driver) -> None:
    open_page(driver, routes.Rules("castle"))
    page = driver.app.scene
    text = page.text  # type: ignore[attr-defined]
    text.show_block(20)
    (line,) = heard(driver, Move(0, 1))
    assert line.startswith(text.blocks[20].spoken)
    (line,) = heard(driver, Move(0, 1))
    assert ", 22 of " in line


def test_enter_follows_the_first_link_of_a_rule(driver: Driver) -> None:
    open_page(driver, routes.Rules("castle"))
    text = driver.app.scene.text  # type: ignore[attr-defined]
    linked = (n for n, block in enumerate(text.blocks) for span in block.spans if span.link)
    text.show_block(at := next(linked))
    heard(driver, Move(0, 1))
    assert text.at_reading == at
    link = next(span.link for span in text.blocks[at].spans if span.link)
    (line,) = heard(driver, Command(Act.CONFIRM))
    assert text.blocks[text.at_reading].anchor == link[1:]
    assert line.startswith(text.blocks[text.at_reading].spoken)


def test_the_editor_tells_the_item_that_is_chosen_moved_or_turned(driver: Driver) -> None:
    spots = (Spot("wall", 100, 0), Spot("castle", -200, 50, 10))
    editor = editor_driver.opened_editor(driver, Draft(spots=spots))
    editor.layer.focus_on(editor.table)
    editor.state.select(-1)
    heard(driver)
    assert heard(driver, Command(Act.NEXT)) == [
        "Table: Wall, 1 of 2, 100 mm right, 0 mm forward, 0°"
    ]
    assert heard(driver, Command(Act.NEXT)) == [
        "Table: Castle, 2 of 2, 200 mm left, 50 mm forward, 10°"
    ]
    spot = editor.state.spot
    (line,) = heard(driver, Move(1, 0))
    assert f"{-editor.state.spot.x} mm left" in line
    assert editor.state.spot.x > spot.x


def test_statistics_are_read_row_by_row(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    game = FinishedGame("castle", "Castle", "2026-01-02T10:00", ("Anna", "Ben"), (1.0, 0.0), 9)
    monkeypatch.setattr("castlecards.ui.history.read", lambda _: (History((game,)), ""))
    open_page(driver, Statistics(driver.app))
    page = driver.app.scene
    page.layer.focus_on(page.find("statistics.scroll"))  # type: ignore[attr-defined]
    lines = [*heard(driver), *(line for _ in range(5) for line in heard(driver, Move(0, 1)))]
    assert any(line.startswith("Anna: Games 1, Won 1, Drawn 0, Won, % 100") for line in lines)


def test_a_score_sheet_is_told_when_it_opens() -> None:
    with table("castle", speech=True) as play:
        voice = play.app.__dict__["speaker"] = Recorder()
        sheet = Sheet(("Round", "{seat0}", "{seat1}"), (("Round 1", "4", "2"), ("Total", "4", "")))
        play.app.follow(Push(ScoreSheet(play.table.overlay.popup_host, sheet)))
        play.feed(dt=0.05)
        told = " ".join(voice.said)
        assert "Round 1: " in told
        assert " 4, " in told
        assert "Total: " in told


def test_a_closing_scene_tells_the_result_and_the_page_tells_the_rest(driver: Driver) -> None:
    page = Result(driver.app, match("castle"), closing=True)
    driver.app.follow(Reset(page))
    told = heard(driver)
    assert page.scene is not None
    assert len(told) == 1
    assert told[0].startswith(page.headline)
    after = heard(driver, Command(Act.CONFIRM))
    assert page.scene is None
    assert after[0].startswith(told[0])
    assert len(after[0]) > len(told[0])


def test_a_key_says_the_help_of_a_setting(driver: Driver) -> None:
    open_page(driver, routes.Settings("access"))
    page = driver.app.scene
    page.layer.focus_on(page.find("settings.bold_text"))  # type: ignore[attr-defined]
    heard(driver)
    assert heard(driver, Command(Act.ZOOM)) == [ABOUT["bold_text"].help]


def test_an_argument_turns_speech_on_without_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: list[str] = []

    def run(app: App) -> int:
        app.__dict__["speaker"] = voice = Recorder()
        app.feed([], 0.05)
        spoken.extend(voice.said)
        app.close()
        return 0

    monkeypatch.setattr(App, "run", run)
    assert main(Namespace(speech=True)) == 0
    assert spoken
    assert settings.load()[0].speech


def test_the_details_of_a_page_without_controls_are_all_of_its_text(driver: Driver) -> None:
    open_page(driver, routes.Statistics())
    (told,) = heard(driver, Command(Act.ZOOM))
    assert "You haven’t finished a game yet." in told


def walked_to(driver: Driver, wanted: str, section: int) -> str:
    """Return the text with `wanted` in a section of the table, reached by Tab and Right; "" if it
    is never spoken.
    """
    for _ in range(section):
        heard(driver, Command(Act.NEXT))
    for _ in range(12):
        told = heard(driver, Move(1, 0))
        if told and wanted in told[-1]:
            return told[-1]
    return ""


def test_a_lesson_is_told_step_by_step_and_played_by_keys(driver: Driver) -> None:
    taught = next(each for each in ALL if each.game.id == "castle")
    course = teacher(scene := lesson(driver, taught)).course
    steps = taught.lesson.steps
    assert steps[0].say in driver.app.__dict__["speaker"].said
    while not steps[course.at].do:
        at = course.at
        assert walked_to(driver, "Next", 1)
        assert steps[at + 1].say in heard(driver, Command(Act.CONFIRM)) + heard(driver)
        scene.overlay.layer.focus_on(None)
    at = course.at
    assert walked_to(driver, "suggested", 3)
    told = [
        *heard(driver, Command(Act.CONFIRM)),
        *(each for _ in range(80) for each in heard(driver)),
    ]
    assert course.at > at
    assert steps[course.at].say in told
    assert steps[course.at].say in heard(driver, Command(Act.NEXT), Command(Act.ZOOM))


def test_a_level_tells_its_goal_what_counts_and_its_stars(driver: Driver) -> None:
    voice = driver.app.__dict__["speaker"]
    loaded = level(driver, "01-first-lob/01-near")
    goals = (loaded.level.task, "Hits with a lob: 0 of 1", "3 stars: at most 1 throw")
    assert set(goals) <= set(voice.said)
    assert not heard(driver)  # spoken only once
    voice.said = []
    solve(driver, loaded)
    told = [*voice.said, *heard(driver)]
    assert "Hits with a lob: 1 of 1" in told
    assert loaded.level.task not in told
    assert told.count("Hit!") <= 1
    assert any("3 of 3 stars. Perfect!" in text for text in told)
    assert StarLine("Hit two walls", True).readings == ("Hit two walls. Star won.",)


def test_a_level_is_won_from_what_is_said_alone(driver: Driver) -> None:
    level(driver, "01-first-lob/01-near")
    told: list[str] = []
    for _ in range(8):
        assert walked_to(driver, "can be chosen", 2)
        said = heard(driver, Command(Act.AIM))
        for _ in range(60):
            aim = AIMED.match(said[-1])
            if aim["off"] is None:
                break
            worst = max(aim["off"].split(", "), key=lambda part: int(part.split()[0]))
            key = next(act for word, act in MENDS if worst.endswith(word))
            said = heard(driver, Command(key), Command(key, down=False))
        told += heard(driver, Command(Act.THROW), Command(Act.THROW, down=False))
        told += [each for _ in range(80) for each in heard(driver)]
        if any("of 3 stars" in text for text in told):
            break
    assert "Hits with a lob: 1 of 1" in told
    assert any("of 3 stars" in text for text in told)


def test_after_a_round_only_its_rows_of_the_score_sheet_are_told() -> None:
    with table("tricks_of_the_trade", speech=True) as play:
        voice = play.app.__dict__["speaker"] = Recorder()
        sheet = Sheet(("", "Anna", "Ben"), (("Round 1", "4", "2"), ("Round 2", "3", "5")))
        play.app.follow(Push(ScoreSheet(play.table.overlay.popup_host, sheet, 1)))
        play.feed(dt=0.05)
        assert "Score sheet. Round 2: Anna 3, Ben 5." in voice.said
        voice.said = []
        play.feed(Command(Act.NEXT), Command(Act.ZOOM, True))
        assert any("Round 1: Anna 4, Ben 2." in text for text in voice.said)


def test_the_curve_of_a_result_tells_each_side_at_the_marked_turns(driver: Driver) -> None:
    page = Result(driver.app, match("rampage"))
    told = " ".join(open_page(driver, page))
    chart = page.find("result.curve")
    name, *lines = chart.readings
    assert name in told
    for side, points, line in zip(chart.sides, chart.curve.lines, lines, strict=True):
        assert line.startswith(f"{side.name}: {points[0][1]} at {max(points[0][0], 0)}, ")
        assert line.endswith(f"{points[-1][1]} at {chart.curve.turns}")
        assert line in told


def test_plots_tell_their_figures() -> None:
    empty = np.zeros(0)
    dots = [Dots(np.array([-4.0, 2.0]), np.array([10.0, 12.0]), (0, 0, 0))]
    rates = [Rate("Lob", 0.5, 0.25, 0.75)]
    told = [
        DotPlot("", "Where", Clouds.of(dots), "mm to the right", "mm too far").readings,
        DotPlot("", "Where", Clouds.of([Dots(empty, empty, (0, 0, 0))]), "mm", "mm").readings,
        BarPlot("", "Causes", [("Too short", 3)], (0, 0, 0), "No misses").readings,
        BarPlot("", "Causes", [], (0, 0, 0), "No misses").readings,
        RatePlot("", "Hits", rates, [(0, 0, 0)], True).readings,
        RatePlot("", "Hits", rates, [(0, 0, 0)], False, [Rate("Lob", 0.1, 0.0, 0.2)]).readings,
    ]
    assert told == [
        ("Where", "2 throws, median −1 mm to the right, median 11 mm too far"),
        ("Where", "No throws yet"),
        ("Causes", "Too short: 3"),
        ("Causes", "No misses"),
        ("Hits", "Lob: 50 %, between 25 and 75"),
        ("Hits", "Lob: 50 %, between 25 and 75; beside it 10 %, between 0 and 20"),
    ]


def test_the_charts_of_the_day_tell_scores_and_medals(driver: Driver) -> None:
    scale = ScoreScale(driver.app.art.pictures, (40, 60, 80), (), own=None, best=71, watch=None)
    assert scale.readings[:2] == ("Bronze: 40, Silver: 60, Gold: 80", "Your best ever: 71")
    month = Month(2026, 11, {3: "gold", 9: "", 4: "gold", 5: "bronze"}, 24)
    assert month.readings == ("November", "Bronze: 5", "Gold: 3 and 4", "No medal: 9")
