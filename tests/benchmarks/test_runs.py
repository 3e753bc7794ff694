"""Runs of every benchmark for a moment, with tiny numbers: each prints rows and ends.

The figures mean nothing here, so neither does the exit code. `belief`, `factions`, `fair_play` and
`strength` have tests of their own.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from benchmarks import __main__ as entry
from benchmarks import frames, pacing, rhythm, screen
from benchmarks.coach import FirstResult
from benchmarks.methods import STANDARD
from benchmarks.rows import print_rows
from castlecards.core.session import Session
from castlecards.players.player import Think
from castlecards.toss.stock import FELT
from castlecards.ui.shell import memory
from tests.ui.shots.matches import until


class OneJobPool:
    """Process pool that runs the first job, in this process, and takes its result for all."""

    def __init__(self, processes: int = 1) -> None:
        pass

    def __enter__(self) -> OneJobPool:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(self, work: Callable[[Any], Any], jobs: Iterable[Any], chunk: int = 1) -> list[Any]:
        found = list(jobs)
        return [work(found[0])] * len(found) if found else []

    imap = imap_unordered = map

    def starmap(
        self, work: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], chunk: int = 1
    ) -> list[Any]:
        return self.map(lambda job: work(*job), jobs)


def short_match(name: str) -> Session[Any]:
    return until(name, lambda session: len(session.log) > 9)


STARTED = {"first frame": [0.2], "interactive": [0.3], "all games": [1.0], "cpu": [0.5]}  # s
# By benchmark: its arguments, and what is smaller here.
RUNS: dict[str, tuple[str, dict[str, object]]] = {
    "toss": (
        "--quick",
        {
            "TOSSES": 50, "CHUNK": 5, "REPLAYS": 2, "HASH_SEEDS": (), "TIMED": 5,
            "FEWER_LOBS": 5, "flicks.FEWER_FLICKS": 1, "toss_anchors.RECORD": 1.0,
            "toss_anchors.SHOULDER": 0.05,
        },
    ),
    "hits": ("--quick", {"CHUNK": 1, "WILD_THROWS": 1, "MATERIALS": (FELT,)}),
    "methods": (
        "--quick",
        {"CHUNK": 1, "PILOT": 2, "PERFECT_TOSSES": 2, "PERSON_TOSSES": 2, "MATCHES": 1,
         "SITUATIONS": (STANDARD,)},
    ),
    "rules": (
        "high_card --seconds 0.01",
        {
            "chess_slice": lambda: lambda: 1, "DEPTH": 1, "COPIES": 10, "DEALS": 1, "LOADS": 1,
            "ROUNDS": 1, "ACTIONS": 10, "RANDOM_GAMES": 2,
        },
    ),
    "throwers": ("--quick", {"FEW_DEALS": 5, "THROWS": 8, "WORLDS": 10, "MOST_MATCHES": 1}),
    "analysis": ("castle", {"match": short_match}),
    "blunders": ("--matches 1", {"SIMULATIONS": 1}),
    "coach": (
        "rampage --hints 1 --matches 1 --simulations 2",
        {"first_result": lambda name: FirstResult(1.0, 1.0), "PLAYER": Think(1)},
    ),
    "tempers": ("castle --positions 1 --deals 1 --simulations 1", {}),
    "environments": ("castle --quick", {"QUICK_SECONDS": 0.01, "SLICES": 1}),
    "judges": ("--game castle_rampage --judge open_spiel --deals 1 --seconds 0.001", {}),
    "random_games": ("high_card --games 2", {}),
    "memory": ("--events 25", {}),
    "practice": ("", {"SHOWN": ((50, 1.0),), "OPENED": 1, "RECORDED": 5, "REPORTED": 50}),
    "phones": ("--answers 3 --moments 3", {"GAMES": ("castle",)}),
    "turns": ("--matches 1 --level page", {}),
    "start": ("", {"SAVES": 2, "THROWS": 10, "MATCHES": 2, "starts": lambda env, count: STARTED}),
}  # fmt: skip
FRAMES = (
    "frames", "release", *frames.SHOWN, "game:castle_wars:drag", "game:castle_wars:turn",
    "game:castle_wars:staged", "missed", "fall",
)  # fmt: skip


# Benchmarks with tests of their own, here or beside this file.
OTHERS = {"belief", "factions", "fair_play", "frames", "pacing", "rhythm", "strength"}


@pytest.fixture(autouse=True)
def no_tuning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep this process's memory as it is."""
    monkeypatch.setattr(memory, "prepare", lambda: None)


def test_every_benchmark_is_run() -> None:
    assert RUNS.keys() | OTHERS == set(entry.NAMES)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name == "toss" else ()) for name in RUNS]
)
def test_a_benchmark_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, smaller = RUNS[name]
    monkeypatch.setattr(multiprocessing, "Pool", OneJobPool)
    for each, value in smaller.items():
        module, _, attribute = each.rpartition(".")
        monkeypatch.setattr(import_module(f"benchmarks.{module or name}"), attribute, value)
    assert entry.main([name, *words.split()]) in (0, 1)
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", FRAMES)
def test_frames_are_timed(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kind, *which = name.split(":")
    count = frames.UNMEASURED + 20 if kind == "aimed" else 1
    monkeypatch.setattr(frames.Part, "repeats", lambda part, full, quick: count)
    if kind != "aimed":
        monkeypatch.setattr(frames, "STEP", 0.05)
    monkeypatch.setattr(frames, "FILMS", ("castle",))
    monkeypatch.setattr(screen, "APART", 0.0)  # no time to prerender
    part = frames.Part(kind, (1280, 800), tuple(which))
    print_rows(frames.sized_rows(part, frames.PARTS[kind](part)))
    assert "1280x800" in capsys.readouterr().out


def test_a_long_game_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = frames.memory(frames.Part("memory", minutes=0.05))
    assert figures["games"] == 1


def test_throws_and_presses_are_timed_in_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "REST", 0.05)
    monkeypatch.setattr(pacing, "throw_match", partial(screen.throw_match, instant=True))
    print_rows(pacing.rows({**pacing.throw_times(1), "pressed": pacing.press_times(1)}))


def test_waits_in_a_match_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rhythm, "LONGEST", 15.0)
    with pytest.raises(SystemExit, match="nobody is asked"):
        rhythm.play("berta", 1, True)
    spent = dict.fromkeys(rhythm.KINDS, 10.0)
    matches = [rhythm.Match((2.0, 3.0), spent)]
    assert rhythm.summary(matches)
    print_rows(rhythm.rows(matches, matches))
