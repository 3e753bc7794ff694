"""Steadiness of the frames, and how soon a flick and the first press after a rest are answered.

    python -m benchmarks pacing [--throws 12] [--presses 6]

Wall time in the program's own loop, in a real window under Xvfb if there is one. The figures mean
something only on a quiet machine. Exits 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from time import perf_counter
from typing import Any
from unittest.mock import patch

import pygame

from benchmarks.frames import ROOT
from benchmarks.rows import Row, at_most, print_rows
from benchmarks.screen import display, flick_path, open_curtain, throw_match
from castlecards.core.landing import Limits
from castlecards.ui.kit.display import show
from castlecards.ui.kit.intents import Drag, Grab, Hover, Intent, Release
from castlecards.ui.shell import app as app_module
from castlecards.ui.shell import memory
from castlecards.ui.table.scene import TableScene

SIZE = (1280, 800)  # px
UNEVEN = 1.0  # ms by which an interval may differ from the wanted one
BEGUN = 2.0  # ms from the release to the throw
ANSWERED = 20.0  # ms from the first press after a rest until it is handled
REST = 2.0  # s without input before a press
PATIENCE = 5.0  # s until a press counts as not handled
LONGEST = 300.0  # s for all throws


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--throws", type=int, default=12, metavar="N")
    parser.add_argument("--presses", type=int, default=6, metavar="N")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.inside:
        print(json.dumps({**throw_times(args.throws), "pressed": press_times(args.presses)}))
        return 0
    command = [sys.executable, "-m", "benchmarks", "pacing", "--inside"]
    command += ["--throws", str(args.throws), "--presses", str(args.presses)]
    with display() as env, tempfile.TemporaryDirectory(prefix="castlecards-bench-") as home:
        done = subprocess.run(
            command, cwd=ROOT, env={**env, "CASTLECARDS_HOME": home}, stdout=subprocess.PIPE,
            text=True, check=True,
        )  # fmt: skip
    return print_rows(rows(json.loads(done.stdout.splitlines()[-1])))


def rows(figures: dict[str, Any]) -> Iterator[Row]:
    """Yield the rows of the figures of `thrown` and `pressed`."""
    wanted = 1000 / figures["rate"]
    print(f"{figures['rate']:.0f} frames/s wanted, one each {wanted:.2f} ms")
    for share in (5, 95):
        interval = percentile(figures["intervals"], share)
        yield at_most(f"a card in flight: from frame to frame, p{share}", interval, None, "ms")
        off = abs(interval - wanted)
        yield at_most("  which differs from what is wanted by", off, UNEVEN, "ms")
        shown = percentile(figures["shown"], share)
        yield at_most(f"  from the start of a frame until it is shown, p{share}", shown, None, "ms")
    begun = percentile(figures["begun"], 95)
    yield at_most("from a release to its throw, p95", begun, BEGUN, "ms")
    yield at_most("  to its first picture, p95", percentile(figures["seen"], 95), None, "ms")
    longest = max(figures["pressed"])
    what = "first press after a rest, until it is handled, longest"
    yield at_most(what, longest, ANSWERED, "ms")


def percentile(times: list[float], share: int) -> float:
    """Percentile `share` of the times."""
    return sorted(times)[min(len(times) - 1, len(times) * share // 100)]


def throw_times(count: int) -> dict[str, Any]:
    """Flick card after card. Figures: frame rate, 1/s; ms from the start of a frame to that of the
    next and until it is shown, with a card in flight; ms from each release to its throw and to its
    first picture."""
    app, scene = throw_match(SIZE, 4)
    times: dict[str, list[float]] = {name: [] for name in ("intervals", "shown", "begun", "seen")}
    pictures: list[float] = []
    handle = app._handle

    def recorded(window: pygame.Window, changed: Sequence[pygame.Rect] | None) -> None:
        show(window, changed)
        pictures.append(perf_counter())

    def handled(intent: Intent) -> None:
        handle(intent)
        if isinstance(intent, Release) and scene.playback.flying:
            times["begun"].append(1000 * (perf_counter() - intent.time))

    app.__dict__["_handle"] = handled
    memory.prepare()
    began = last = perf_counter()
    path: list[tuple[int, int]] = []
    released = inf
    with patch.object(app_module, "show", recorded):
        while (
            len(times["seen"]) < count
            and not scene.session.over
            and perf_counter() - began < LONGEST
        ):
            wishes: Iterable[Intent] = ()
            flying = scene.playback.flying
            if path:
                pos, clock = path.pop(0), perf_counter()
                if not path:
                    released = clock
                wishes = [Drag(pos, clock, 3) if path else Release(pos, clock, 3)]
            elif not scene.busy:
                path, wishes = _next_throw(scene)
            drawn = len(pictures)
            app._early_input = iter((*app._early_input, *wishes))
            before, last = last, app._run_round(last)
            if len(pictures) > drawn and flying and scene.playback.flying:
                times["intervals"].append(1000 * (last - before))
                times["shown"].append(1000 * (pictures[drawn] - last))
            if released < inf and len(pictures) > drawn:
                if scene.playback.flying:
                    times["seen"].append(1000 * (pictures[drawn] - released))
                released = inf
    app.close()
    return {"rate": app.rate, **times}


def _next_throw(scene: TableScene) -> tuple[list[tuple[int, int]], list[Intent]]:
    """Places of the pointer (px) in the next throw, and what begins it; no places if something else
    is decided first."""
    open_curtain(scene)
    decision = scene.session.decision
    if decision is None or scene.selection is None:
        return [], []
    if not isinstance(decision.aim, Limits):
        scene.submit(decision.seat, decision.default)
        return [], []
    spot = scene.table_view.layout.by_card[decision.aim.cards[0]]
    home, clock = (round(spot.x), round(spot.y)), perf_counter()
    path = flick_path(scene.table_view.layout.camera, decision.aim, home)
    return path, [Hover(home, clock), Grab(home, clock, 3)]


def press_times(count: int) -> list[float]:
    """Times (ms) from the first press after a rest until the frame that handles it is drawn."""
    app, scene = throw_match(SIZE, 4)
    open_curtain(scene)
    times: list[float] = []
    sent: list[float] = []

    def press() -> None:
        sent.append(perf_counter())
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1))

    last = began = perf_counter()
    while app.scene.moving or perf_counter() - began < REST:  # the cards are dealt
        last = app._run_round(last)
    handle = app._handle

    def handled(intent: Intent) -> None:
        handle(intent)
        if isinstance(intent, Grab):
            times.append(1000 * (perf_counter() - sent[-1]))

    app.__dict__["_handle"] = handled
    for n in range(count):
        wait = threading.Timer(REST + n / 100, press)
        wait.start()
        while len(times) <= n and (wait.is_alive() or perf_counter() - sent[-1] < PATIENCE):
            last = app._run_round(last)
    app.close()
    if len(times) < count:
        raise SystemExit("a press was not handled")
    return times
