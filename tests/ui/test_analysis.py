"""Tests of the analysis page of a match: progress, tables, replay, cache and time limits."""

from __future__ import annotations

import os
import stat
from itertools import islice
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect

from castlecards import paths
from castlecards.cli import main
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.players.analysis import MISTAKE, DecisionReview, Recheck, analysis_task
from castlecards.players.analysis import Analysis as Findings
from castlecards.players.analysis_text import LUCK, PointWords, main_points
from castlecards.players.worker import Task
from castlecards.practice import reviews
from castlecards.ui import history
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.cardart.text_table import TextTable
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.page import Page
from castlecards.ui.pages.analysis import (
    ACTION_TEXT,
    GROWS,
    PLAY_LATER,
    POINT,
    AnalysisPage,
    PointCard,
)
from castlecards.ui.pages.statistics import LATEST
from castlecards.ui.practice.mistake_attempt import MistakeResult
from castlecards.ui.routes import Analysis, Library, Result, Statistics
from castlecards.ui.scene import Push
from castlecards.ui.table.replay import Replay
from castlecards.ui.table.scene import TableScene
from tests.players.fake_process import FAULTS, FaultInjector
from tests.players.test_analysis import played
from tests.ui.driving import Driver, look
from tests.ui.shots.analysis import ImmediateSupervisor
from tests.ui.shots.matches import match

pytestmark = pytest.mark.long


def short() -> Session[Any]:
    return match("wars")


@pytest.fixture(scope="module")
def pieces() -> list[Any]:
    """Return the first results of a review of both seats, with three costly actions."""
    found = list(islice(analysis_task(short()).pieces(lambda: False), 100))
    worse = [each for each in found if isinstance(each, DecisionReview) and each.cost][:3]
    return [*found, *[Recheck(each.at, 0.2) for each in worse]]


class Known(ImmediateSupervisor):
    """Supervisor that returns results computed before, some at a time."""

    def __init__(self, pieces: list[Any], most: int = 1000) -> None:
        super().__init__()
        self._rest, self.ready, self.most = None, pieces, most
        self.ended = False

    def run(self, task: Task) -> None:
        self._rest = iter(self.ready)

    def pieces(self, dt: float) -> list[Any]:
        found = [each for _, each in zip(range(self.most), self._rest or (), strict=False)]
        if len(found) < self.most:
            self._rest = None
        return found

    def cancel(self) -> None:
        self._rest, self.ended = None, True


@pytest.fixture
def page(driver: Driver, pieces: list[Any]) -> AnalysisPage:
    driver.app.__dict__["thinker"] = Known(pieces)
    driver.app.follow(Push(Analysis(short())))
    driver.settle()
    page = driver.app.scene
    assert isinstance(page, AnalysisPage)
    for _ in range(4):
        driver.step(dt=0.5)
    return page


def numbers(page: AnalysisPage) -> list[str]:
    return [w.id for w in page.layer.root.walk() if w.id.startswith("point:")]


def test_turning_points_are_numbered_and_curves_switch(page: AnalysisPage, driver: Driver) -> None:
    assert not page.working
    assert numbers(page)
    known = page.layer.find("analysis.curve")
    driver.click("analysis.view.whole")
    whole = page.layer.find("analysis.curve")
    assert known.lines != whole.lines  # type: ignore[attr-defined]
    for curve in (known, whole):
        for column in zip(*[band[2] for band in curve.bands], strict=True):  # type: ignore[attr-defined]
            assert sum(column) == pytest.approx(1.0)


def test_a_point_is_told_in_whole_sentences_on_its_card() -> None:
    here, button = look(), Button("show", "Show it", lambda: None, tall=34)
    short = ("You led.", "Ben took it.", "Round 1 was scored: " + "4 points, " * 30 + "the end.")
    long = ("You led " + "and led " * 60 + "on.", "Ben took it.")
    for did, told in ((short, "You led. Ben took it."), (long, long[0])):
        words = PointWords("Move 3 · Anna", "+9 %", did, "", LUCK["draw"])
        card = PointCard(1, words, SEATS[0], [button], None)
        card.place(here, Rect((0, 0), card.measure(here, 300)))
        lines = [line for line, _ in card.lines(here, 300)]
        assert " ".join(lines) == f"{told} {LUCK['draw']}"
        assert card.rect.height >= POINT + len(lines) * here.line(ACTION_TEXT)


def test_what_is_found_is_shown_as_it_grows(driver: Driver, pieces: list[Any]) -> None:
    driver.app.__dict__["thinker"] = Known(pieces, 3)
    driver.app.follow(Push(Analysis(short())))
    with driver.without_drawing():
        driver.step(dt=0.5)
    page = driver.app.scene
    assert isinstance(page, AnalysisPage)
    shares = [page.share]
    assert GROWS in drawn_texts(page, driver)
    for _ in range(3):
        with driver.without_drawing():
            driver.step(dt=0.5)
        shares.append(page.share)
    assert shares == sorted(shares)
    assert 0 < shares[1] < shares[3] < 1
    assert page.working
    assert GROWS not in drawn_texts(page, driver)  # the curve is drawn in its place


def test_while_a_match_is_analysed_no_box_stands_empty_and_no_line_leads_to_its_end(
    driver: Driver, pieces: list[Any]
) -> None:
    at = next(n for n, p in enumerate(pieces) if isinstance(p, Recheck) and p.cost >= MISTAKE)
    known = Known(pieces, at + 1)
    driver.app.__dict__["thinker"] = known
    driver.app.follow(Push(Analysis(short())))
    driver.step(dt=0.5)
    page = driver.app.scene
    assert isinstance(page, AnalysisPage)
    while not page.pieces:
        driver.step(dt=0.5)
    known.most = 0
    driver.step(dt=0.5)
    heights = []
    for working in (True, False):
        assert page.working is working
        (id,) = numbers(page)[:1]
        card, curve = page.layer.find(id), page.layer.find("analysis.curve")
        assert isinstance(card, PointCard)
        assert card.rect.width < page.layer.rect.width / 2
        text = len(card.lines(look(), card.rect.width)) * look().line(ACTION_TEXT)
        heights.append(card.rect.height - text)
        assert (curve.lines[-1] == len(page.session.log)) is not working  # type: ignore[attr-defined]
        known.most = 1000
        driver.step(dt=0.5)
    text_only, with_picture = heights
    assert text_only <= look().px(POINT) + 3 * look().line(ACTION_TEXT)
    assert with_picture > text_only + look().px(100)


def drawn_texts(page: AnalysisPage, driver: Driver) -> set[str]:
    """Return the texts that the page draws."""
    found: set[str] = set()
    plain = Canvas.text

    def text(canvas: Canvas, string: str, *rest: Any, **more: Any) -> Rect:
        found.add(string)
        return plain(canvas, string, *rest, **more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Canvas, "text", text)
        page.rebuild()
        driver.app._draw()
    return found


def test_a_point_is_shown_where_it_happened(page: AnalysisPage, driver: Driver) -> None:
    driver.click("point.show:1")
    replay = driver.app.scene
    assert isinstance(replay, Replay)
    assert 0 < replay.at < len(replay.session.log)
    assert not replay.playing
    driver.key("escape")
    assert driver.app.scene is page


def test_one_plays_on_from_there_and_nothing_of_it_is_kept(
    page: AnalysisPage, driver: Driver
) -> None:
    at = next(w.id for w in page.layer.root.walk() if w.id.startswith("point.play:"))
    driver.click(at)
    table = driver.app.scene
    assert isinstance(table, TableScene)
    session = table.session
    assert session.practice
    assert session.log == page.session.log[: session.at]
    assert session.position.zones == page.session.positions[session.at].zones


@pytest.mark.parametrize("over", [False, True])
def test_play_on_is_offered_once_the_match_is_over(
    over: bool, driver: Driver, pieces: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = short()
    if not over:  # the same lines without the last one
        session = Session(session.game, session.options, 2, session.seed, session.kinds)
        for record in short().log[:-1]:
            session.submit(record.seat, record.action)
    assert session.over is over
    written: list[str] = []
    text = Canvas.text
    monkeypatch.setattr(
        Canvas, "text", lambda self, said, *args: (written.append(said), text(self, said, *args))[1]
    )
    driver.app.__dict__["thinker"] = Known(pieces)
    driver.app.follow(Push(Analysis(session)))
    driver.step(dt=0.5)
    page = driver.app.scene
    assert isinstance(page, AnalysisPage)
    ids = [w.id for w in page.layer.root.walk()]
    assert any(id.startswith("point.show:") for id in ids)
    assert any(id.startswith("point.play:") for id in ids) is over
    assert (PLAY_LATER in page._status_line([], turned=True)) is not over
    assert ("End" in written, "Now" in written) == (over, not over)


def test_a_practice_session_from_a_line_asks_what_was_asked_there() -> None:
    whole = match("wars")
    for at in range(0, len(whole.log), 17):
        before = whole.positions[at]
        if before.decision is None:
            continue
        session = whole.practice_from(at)
        assert session.decision == before.decision
        assert session.position.key() == before.key()
        assert session.practice


def open_review(driver: Driver) -> AnalysisPage:
    """Open the page of a complete review, computed in this process."""
    driver.app.__dict__["thinker"] = ImmediateSupervisor()
    driver.app.follow(Push(Analysis(short())))
    driver.step(dt=0.5)
    driver.settle()
    page = driver.app.scene
    assert isinstance(page, AnalysisPage)
    return page


def attempt_at_first(page: AnalysisPage, driver: Driver) -> TableScene:
    driver.click(next(w.id for w in page.layer.root.walk() if w.id.startswith("point.again:")))
    table = driver.app.scene
    assert isinstance(table, TableScene)
    return table


def test_own_mistakes_alone_can_be_tried_again_and_are_kept(driver: Driver) -> None:
    page = open_review(driver)
    points = main_points(page.session, page.analysis)
    own = {n for n, p in enumerate(points, 1) if p.seat == 0 and not p.luck}
    ids = [w.id.partition(":") for w in page.layer.root.walk()]
    assert {int(n) for id, _, n in ids if id == "point.again"} == own
    assert 0 < len(own) < len(points)
    kept = reviews.read(driver.app.profiles.database)
    assert [each.cost for each in kept[0]] == sorted(
        (-points[n - 1].change for n in own), reverse=True
    )[: reviews.EACH]
    assert len(kept[1]) == 1


def test_the_statistics_tell_what_moves_cost_in_each_third_of_a_match(driver: Driver) -> None:
    path = driver.app.profiles.database
    history.add(history.finished_game(short()), path)
    session, whole = short(), len(short().log)
    costs = {0: 0.1, 1: 0.05, whole // 2: 0.2, whole - 1: 0.4}
    reviews.add(session, Findings((), {}, (), {0: tuple(costs.items())}), path)
    assert phase_rows(driver)[0] == ("Part of a match", "Moves", "Loss per move")
    assert phase_rows(driver)[1:] == [
        ("Opening", "2", "7.5 %"), ("Middle", "1", "20.0 %"), ("End", "1", "40.0 %"),
    ]  # fmt: skip
    for n in range(LATEST):
        game = session.game
        later = Session(game, game.options(), 2, n)
        later.submit(later.decision.seat, later.decision.default)
        reviews.add(later, Findings((), {}, (), {0: ((0, 0.3),)}), path)
    assert phase_rows(driver)[0][-1] == f"Last {LATEST} reviews"
    assert [row[-1] for row in phase_rows(driver)[1:]] == ["30.0 %", "–", "–"]
    assert [row[1] for row in phase_rows(driver)[1:]] == [str(2 + LATEST), "1", "1"]


def phase_rows(driver: Driver) -> list[tuple[str, ...]]:
    """Return the rows of the table of losses by phase on the page of statistics."""
    driver.app.follow(Push(Statistics()))
    driver.settle()
    page = driver.app.scene
    assert isinstance(page, Page)
    tables = [each for each in page.layer.root.walk() if isinstance(each, TextTable)]
    return next(table.rows for table in tables if "Moves" in table.rows[0])


def test_a_review_that_goes_on_keeps_nothing(driver: Driver, pieces: list[Any]) -> None:
    first = [each for each in pieces if not isinstance(each, DecisionReview) or each.seat == 0]
    driver.app.__dict__["thinker"] = Known(first, len(first))
    driver.app.follow(Push(Analysis(short())))
    driver.step(dt=0.5)
    assert reviews.read(driver.app.profiles.database) == ((), (), "")


@pytest.mark.parametrize("better", [False, True])
def test_an_attempt_at_a_mistake_tells_what_the_move_costs(driver: Driver, better: bool) -> None:
    page = open_review(driver)
    mistakes = reviews.read(driver.app.profiles.database)[0]
    table = attempt_at_first(page, driver)
    at = table.session.at
    point = next(p for p in main_points(page.session, page.analysis) if p.at == at)
    assert point.better is not None
    table.submit(0, point.better if better else page.session.log[at].action)
    driver.settle()
    driver.step(dt=0.1)
    result = driver.app.scene
    assert isinstance(result, MistakeResult)
    said = result.find("decided.verdict").name
    cost = round(-100 * point.change)
    assert result.solved is better
    assert ("Solved" in said) is better
    assert (f"costs {cost} %" in said) is not better
    solved = [bool(each.solved) for each in reviews.read(driver.app.profiles.database)[0]]
    tried = [round(100 * each.cost) == cost for each in mistakes]
    assert solved == [better and each for each in tried]
    driver.click("decided.again")
    driver.settle()
    again = driver.app.scene
    assert isinstance(again, TableScene)
    assert again.session.at == at
    assert again.session.decision == page.session.positions[at].decision
    driver.click("practice.hint")
    coach_hint = again.model.coach_state.coach_hint
    assert [option.action for option in coach_hint.options] == [point.better]
    again.submit(0, point.better)
    driver.settle()
    driver.click("decided.leave")
    assert driver.app.scene is page


def test_without_an_engine_an_attempt_can_be_repeated(driver: Driver) -> None:
    page = open_review(driver)
    table = attempt_at_first(page, driver)
    thinker = Known([])
    driver.app.__dict__["thinker"] = thinker
    table.submit(0, page.session.log[table.session.at].action)
    driver.settle()
    driver.step(dt=0.1)
    result = driver.app.scene
    assert isinstance(result, MistakeResult)
    assert "can’t be checked" in result.find("decided.verdict").name
    assert not result.solved


def test_it_is_kept_as_text_and_as_a_picture(page: AnalysisPage, driver: Driver) -> None:
    driver.click("analysis.text")
    driver.click("analysis.png")
    driver.click("analysis.text")
    folder = paths.data_dir() / "reports"
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["castle_wars-1.png", "castle_wars-1.txt", "castle_wars-2.txt"]
    assert "Winning chances with all cards open" in (folder / "castle_wars-1.txt").read_text(
        "utf-8"
    )
    picture = pygame.image.load(folder / "castle_wars-1.png")
    assert picture.get_size() == driver.app.surface.get_size()
    modes = {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes == {0o600} or os.name == "nt"  # both files contain all cards


def test_leaving_ends_the_work(driver: Driver, pieces: list[Any]) -> None:
    thinker = driver.app.__dict__["thinker"] = Known(pieces, 1)
    driver.app.follow(Push(Analysis(short())))
    with driver.without_drawing():
        driver.step(dt=0.1)
    driver.key("escape")
    assert thinker.ended
    assert driver.scene == "Title"


def test_a_process_that_ends_can_be_tried_again(driver: Driver, pieces: list[Any]) -> None:
    thinker = Known(pieces, 1)
    driver.app.__dict__["thinker"] = thinker
    driver.app.follow(Push(Analysis(short())))
    with driver.without_drawing():
        driver.step(dt=0.1)
    thinker.failed, thinker._rest = "it fell asleep", None
    with driver.without_drawing():
        driver.step(dt=0.5)
    driver.settle()
    thinker.failed = ""
    driver.click("analysis.again")
    page = driver.app.scene
    assert isinstance(page, AnalysisPage)
    assert page.working


def test_the_result_and_saved_games_lead_there(driver: Driver) -> None:
    driver.app.__dict__["thinker"] = Known([], 1)
    driver.app.follow(Push(Result(short())))
    driver.settle()
    driver.click("result.review")
    assert driver.scene == "AnalysisPage"
    driver.key("escape")
    whole = match("castle")
    path = paths.data_dir() / "saves" / "one.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dump_session(whole), "utf-8")
    driver.app.follow(Push(Library()))
    driver.settle()
    driver.click("library.review")
    assert driver.scene == "AnalysisPage"


def test_a_match_of_several_that_goes_on_is_not_looked_into(driver: Driver) -> None:
    whole = match("castle")
    some = Session(whole.game, whole.options, 2, whole.seed, whole.kinds, whole.names)
    for record in whole.log[:10]:
        some.submit(record.seat, record.action)
    path = paths.data_dir() / "saves" / "one.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dump_session(some), "utf-8")
    driver.app.follow(Push(Library()))
    driver.settle()
    driver.click("library.review")
    assert driver.scene == "Library"
    assert "once it is over" in driver.app.toasts.shown[-1].text


def test_the_command_writes_text_and_picture(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OWN_SIMULATIONS", "OPEN_SIMULATIONS", "RECHECK_WORLDS"):
        monkeypatch.setattr(f"castlecards.players.analysis.{name}", 10)
    save, out, png = tmp_path / "a.yaml", tmp_path / "a.txt", tmp_path / "a.png"
    save.write_text(dump_session(match("wars")), "utf-8")
    assert main(["analyse", str(save), "--text", str(out), "--png", str(png)]) == 0
    told = capsys.readouterr().out
    assert out.read_text("utf-8") == told
    assert "Castle Wars: You and Ben" in told
    assert pygame.image.load(png).get_size() == (1280, 800)
    assert main(["analyse", str(save)]) == 0
    assert capsys.readouterr().out == told
    save.write_text("nonsense", "utf-8")
    assert main(["analyse", str(save)]) == 1


def test_after_any_fault_an_analysis_can_be_tried_again(
    driver: Driver, faults: FaultInjector, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OWN_SIMULATIONS", "OPEN_SIMULATIONS", "RECHECK_WORLDS"):
        monkeypatch.setattr(f"castlecards.players.analysis.{name}", 10)
    for fault in FAULTS:
        faults.fail(fault)
        driver.app.follow(Push(Analysis(played("castle", 16))))
        page = driver.app.scene
        assert isinstance(page, AnalysisPage)
        with driver.without_drawing():
            for _ in range(120):
                driver.step(dt=0.1)
                if not page.working:
                    break
        assert page.failed
        assert page.failed in page._status_line([], turned=False)
        driver.settle()
        driver.click("analysis.again")
        with driver.without_drawing():
            driver.step(dt=0.1)
        assert not page.working
        assert not page.failed
        assert page.share == 1.0  # complete
        driver.key("escape")
