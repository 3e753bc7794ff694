"""Shots of the daily challenge: its page before and after the attempt, and its table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from random import Random
from unittest.mock import patch

from castlecards.practice import progress
from castlecards.today import generator, record, stations
from castlecards.today.rivals import RivalThrows
from castlecards.ui.routes import DayStation, Medals, RivalReplay, Today
from castlecards.ui.scene import Push
from castlecards.ui.table.replay import Replay
from tests.ui.shots.analysis import ImmediateSupervisor
from tests.ui.shots.hand import throws
from tests.ui.shots.stage import EVENING, LARGE, Shot, Stage

DAY = EVENING.date()
ZONE = timezone(timedelta(hours=1))
PLAYED = {  # days before the day of the shots: points of each card as a digit
    1: "7757367567", 2: "5757367227", 3: "8889978988", 5: "7757367867", 6: "3323320235",
    7: "8757867827", 8: "7757367567", 9: "6757867897", 11: "9978897898", 13: "7757367567",
}  # fmt: skip


def store_attempt(day: date, points: str) -> None:
    """Store an attempt of a day."""
    task = generator.day_of(day, stations.load())
    now = datetime(day.year, day.month, day.day, 20, tzinfo=ZONE)
    for n, digit in enumerate(points):
        release = task.cells[task.station_of(n)].release.args()
        record.append(record.stored_card(task, n, int(digit), release, (0, 0, 0), "Ada", now))


def page_shot(own: str = "", behind: int = 0) -> Callable[[Stage], None]:
    """Shot of the page of the day after cards of these points; `behind`: days before today."""

    def act(stage: Stage) -> None:
        for days in sorted(PLAYED, reverse=True):
            store_attempt(DAY - timedelta(days), PLAYED[days])
        if own:
            store_attempt(DAY, own)
        stage.app.__dict__["thinker"] = ImmediateSupervisor()
        with patch.object(record, "local_date", lambda: DAY):
            stage.show(Today(DAY - timedelta(behind) if behind else None))
            stage.wait(0.2)

    return act


def station(stage: Stage) -> None:
    """Show the second station of the attempt, after five cards."""
    store_attempt(DAY, "85730")
    task = generator.day_of(DAY, stations.load())
    stage.show(DayStation(task, 1, counts=True))
    stage.settle()


def medals_won(stage: Stage) -> None:
    """Show the medals after some throws, matches, levels and days."""
    for throw in throws(Random(4), drilled=True):
        stage.app.throws.add(throw)
    stage.write_history()
    for days in sorted(PLAYED, reverse=True):
        store_attempt(DAY - timedelta(days), PLAYED[days])
    evening = EVENING.isoformat()
    progress.mark({"lesson/01-throws": evening, "01-first-lob/01-near": evening})
    stage.show(Medals())
    stage.settle()


def rival(stage: Stage) -> None:
    """Show the second card of a rival after its landing."""
    task = generator.day_of(DAY, stations.load())
    (score,) = RivalThrows(task, (("berta", 1.0),)).pieces(lambda: False)
    stage.app.follow(Push(RivalReplay(task, score)))
    stage.feed()
    scene = stage.app.scene
    assert isinstance(scene, Replay)
    for _ in range(400):
        stage.feed(dt=0.05)
        if scene.at == 4 and not scene.playback.plays:
            break
    scene.toggle()
    stage.settle()


TODAY_SHOTS = (
    Shot("rival", rival),
    Shot("rival-1920", rival, LARGE),
    Shot("rival-200", rival, settings={"ui_scale": 2.0}),
    Shot("medals", medals_won),
    Shot("medals-1920", medals_won, LARGE),
    Shot("medals-200", medals_won, settings={"ui_scale": 2.0}),
    Shot("today", page_shot()),
    Shot("today-1920", page_shot(), LARGE),
    Shot("today-200", page_shot(), settings={"ui_scale": 2.0}),
    Shot("today-done", page_shot("7758367567")),
    Shot("today-late", page_shot(behind=4)),
    Shot("today-station", station),
)
