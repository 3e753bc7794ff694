"""Time until the program has started, for a new player and for one who has played for years, and
until a library of many matches is drawn.

    python -m benchmarks start [--starts N]

Wall time since the process began, as `castlecards --timing` prints it, and CPU time, in a real
window under Xvfb if there is one. Files and bytecode of the program are in memory. The best and the
median of some starts are printed, because other work on the machine only slows them. Exits 1 if a
bar is missed.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.practice import random_throws
from benchmarks.rows import Row, at_most, print_rows
from benchmarks.screen import display, without_screen
from castlecards import paths, settings, store
from castlecards.content import games
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.practice import throws
from castlecards.settings import Settings
from castlecards.ui import finished
from castlecards.ui.routes import Library, Title
from castlecards.ui.scene import Push, Reset
from castlecards.ui.shell.app import App

ROOT = Path(__file__).resolve().parents[1]
BARS = {"first frame": 0.25, "interactive": 0.3}  # s
SAVES = 1_000  # saves of a long-time player
MATCHES = 5_000  # finished matches of a long-time player
THROWS = 100_000  # recorded throws of a long-time player
VISITS = 5  # visits to the library after the first
SHOWN = {
    "first frame": "the name on the felt",
    "interactive": "the title, which answers",
    "all games": "all games loaded, cards on the title",
}


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--starts", type=int, default=9, metavar="N")
    args = parser.parse_args(words)
    with display() as env, tempfile.TemporaryDirectory(prefix="castlecards-bench-") as folder:
        # write the bytecode elsewhere, as in an installed program whose sources are read-only
        env = {**env, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        return print_rows(rows(env, Path(folder), args.starts))


def rows(env: dict[str, str], folder: Path, count: int) -> Iterator[Row]:
    """Yield the rows of a new player and of a long-time one, whose data lie below `folder`."""
    full = folder / "full"
    fill(full)
    long_time = f"{SAVES:,} saved games, {THROWS:,} throws"
    for name, home in (("a new player", folder / "new"), (long_time, full)):
        times = starts({**env, "CASTLECARDS_HOME": str(home)}, count)
        for what, meaning in SHOWN.items():
            best = min(times[what])
            yield at_most(f"{name}: {meaning}, best", best, BARS.get(what), "s")
            yield at_most("  the same, median", median(times[what]), None, "s")
        yield at_most("  CPU until then, best", min(times["cpu"]), None, "s")
    first, later = library_times(folder / "library", VISITS)
    yield at_most(f"library of {MATCHES:,} matches drawn, for the first time", first, None, "s")
    yield at_most("  later, median", median(later), None, "s")


def fill(home: Path) -> None:
    """Fill the data folder as after years of play, with settings that were changed."""
    os.environ["CASTLECARDS_HOME"] = str(home)
    game = games()["castle_wars"]
    text = dump_session(Session(game, game.options(), 2, 1))
    store.write(store.autosave_file(), text, "The unfinished match")
    for n in range(SAVES):
        path = paths.saves_dir() / f"match-{n}.yaml"
        path.write_text(f"# Match {n}\n{text}", encoding="utf-8")
    settings.save(Settings(volume=60))
    old = throws.old_file(throws.file())
    old.write_text("".join(f"{throws.line(t)}\n" for t in random_throws(THROWS)), encoding="utf-8")
    throws.read()  # into the records


def library_times(home: Path, count: int) -> tuple[float, list[float]]:
    """Times (s) until the library is drawn: once without an index, then `count` times with one."""
    without_screen()
    os.environ["CASTLECARDS_HOME"] = str(home)
    every = list(games().values())
    folder = paths.saves_dir() / finished.FOLDER
    folder.mkdir(parents=True)
    for n in range(MATCHES):
        game = every[n % len(every)]
        session = Session(game, game.options(), game.players[-1], n)
        text = f"# {game.title} – Anna, Ben – Anna wins\n{dump_session(session)}"
        (folder / f"match-{n}.yaml").write_text(text, encoding="utf-8")
    app = App(Settings(), (1280, 800))
    app.begin()
    while not app.loaded:
        app.feed((), 0.0)
    times = []
    for _ in range(count + 1):
        app.follow(Reset(Title()))
        app.feed((), 0.0)
        began = perf_counter()
        app.follow(Push(Library()))
        app.feed((), 0.0)
        times.append(perf_counter() - began)
    app.close()
    return times[0], times[1:]


def starts(env: dict[str, str], count: int) -> dict[str, list[float]]:
    """Times (s) by stage of some starts; the first start is not counted."""
    times: dict[str, list[float]] = {what: [] for what in (*SHOWN, "cpu")}
    for n in range(count + 1):
        before = _spent()
        done = subprocess.run(
            [sys.executable, "-m", "castlecards", "--timing"],
            env=env, capture_output=True, text=True, check=True,
        )  # fmt: skip
        if n == 0:
            continue
        times["cpu"].append(_spent() - before)
        for line in done.stdout.splitlines():
            what, _, figure = line.removesuffix(" s").rpartition(" ")
            times[what.strip()].append(float(figure))
    return times


def _spent() -> float:
    """CPU time (s) of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
