"""Cost of a frame of the table, of idling, and of a long game in memory.

    python -m benchmarks frames [--minutes 60] [--quick] [--size 1280x800] [--only end ...]

CPU time of this process, in a real window under Xvfb where there is one (without a GPU, as the bars
want it), else without a screen. Every figure comes from a process of its own. Exits 1 if a bar is
missed.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

from benchmarks.frame_games import GAMES, WORDS, measured
from benchmarks.rows import Row, at_most, print_rows
from benchmarks.screen import (
    FAST,
    Size,
    display,
    flick_path,
    frame,
    open_curtain,
    show,
    throw_match,
)
from castlecards.core.landing import LOB, Limits
from castlecards.core.session import Session
from castlecards.practice.throws import ThrowRecord
from castlecards.settings import Settings
from castlecards.toss.styles import STYLES
from castlecards.toss.styles import release as usual
from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover, Intent, Release
from castlecards.ui.routes import Result
from castlecards.ui.scene import Reset
from castlecards.ui.shell import memory as program_memory
from castlecards.ui.shell.app import App
from castlecards.ui.table.clash.collapse import Collapse
from castlecards.ui.table.scene import TableScene

ROOT = Path(__file__).resolve().parents[1]
BARS = {  # ms: bars for p50 and p99
    (1280, 800): (4.0, 8.0), (1920, 1080): (6.0, 12.0), (2560, 1440): (5.0, 12.0),
    (3840, 2160): (8.0, 16.0),
}  # fmt: skip
FLIGHT_BARS = {(1280, 800): 2.5}  # ms: narrower bars for p50 with one card in flight
RELEASE_BARS = {  # ms: bars for p50 and p95
    (1280, 800): (8.0, 12.0), (1920, 1080): (10.0, 14.0), (2560, 1440): (12.0, 16.0),
    (3840, 2160): (14.0, 20.0),
}  # fmt: skip
MEMORY_BARS = {
    (2560, 1440): 260.0,
    (3840, 2160): 330.0,
}  # MB: bars for the memory of a match of throws
IDLE_BAR = 1.0  # % of one core
MEMORY_BAR = 300.0  # MB
CARDS = 60  # least number of cards on the table
STEP = 1 / 120  # s of play between two frames
SETTLE = 20  # frames until an opened match is at rest
UNMEASURED = 40  # frames until the odds of an aimed throw are counted
REPORTS = 16  # reports of a 1000 Hz mouse in a frame of 60 Hz
FILMS = ("wars", "castle", "rampage", "tricks-4")  # kept matches whose missed moves are shown
DEALT = 9.0  # s until the deal has been shown
SHOWN = {
    "held": f"a card in the hand, {REPORTS} reports of the mouse a frame",
    "aimed": "aiming, with the odds of a known hand",
    "strike": "a perfect hit, all its beats",
    "clash": "a clash, from its first frame to its last",
    "end": "the end",
}


class Part(NamedTuple):
    """One measurement, which runs in a process of its own."""

    kind: str  # key of PARTS
    size: Size = (1280, 800)
    which: tuple[str, ...] = ()  # game and kind of its frames
    quick: bool = False
    minutes: float = 60.0  # of play for the memory row

    def repeats(self, full: int, quick: int) -> int:
        """Number of repetitions."""
        return quick if self.quick else full


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--minutes", type=float, default=60, help="of play for the memory row")
    parser.add_argument("--quick", action="store_true", help="fewer frames, same bars")
    parser.add_argument("--only", nargs="+", default=[], metavar="ROW", help=", ".join(every_row()))
    parser.add_argument("--size", choices=[f"{w}x{h}" for w, h in BARS], help="only this one")
    parser.add_argument("--part", help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.part:
        kind, size, which, quick, minutes = json.loads(args.part)
        program_memory.prepare()  # as the loop does
        print(json.dumps(PARTS[kind](Part(kind, tuple(size), tuple(which), quick, minutes))))
        return 0
    if strange := [
        row for row in args.only if not any(_chosen([row], each) for each in every_row())
    ]:
        parser.error(f"no such row: {', '.join(strange)}")
    names = [row for row in every_row() if not args.only or _chosen(args.only, row)]
    sizes = [size for size in BARS if args.size in (None, f"{size[0]}x{size[1]}")]
    with display() as env:
        print(f"{env.get('SDL_VIDEODRIVER', 'window')} {env.get('DISPLAY', '')}".strip())
        return print_rows(rows(names, sizes, args.quick, args.minutes, env))


def every_row() -> list[str]:
    """Names of all rows: of what is shown, of each game, of idling and memory."""
    each = [f"game:{game}:{kind}" for game, kinds in GAMES.items() for kind in kinds]
    return ["frames", "release", *SHOWN, *each, "missed", "fall", "idle", "memory"]


def _chosen(wanted: list[str], row: str) -> bool:
    """True if the row is one of `wanted`, or if one of them names all rows of its kind:
    "game:castle"."""
    return any(row == name or row.startswith(f"{name}:") for name in wanted)


def rows(
    names: list[str], sizes: list[Size], quick: bool, minutes: float, env: dict[str, str]
) -> Iterator[Row]:
    """Yield the rows of these names, those of a window once for each size."""
    for size in sizes:
        for name in names:
            kind, *which = name.split(":")
            if kind not in ("idle", "memory"):
                part = Part(kind, size, tuple(which), quick)
                yield from sized_rows(part, run_part(part, env))
    if "idle" in names:
        figures = run_part(Part("idle", quick=quick), env)
        yield at_most("idle, CPU of one core", figures["percent"], IDLE_BAR, "%")
    if "memory" in names:
        figures = run_part(Part("memory", quick=quick, minutes=minutes), env)
        what = f"{figures['minutes']:.0f} min of robots in fast time, {figures['games']:.0f} games"
        yield at_most(f"{what}, memory", figures["peak"], MEMORY_BAR, "MB")
        yield at_most("  of which after the first minute", figures["early"], None, "MB")


def sized_rows(part: Part, figures: dict[str, float]) -> Iterator[Row]:
    """Yield the rows of a measurement in a window of one size."""
    size = f"{part.size[0]}x{part.size[1]}"
    if part.kind == "release":
        what = f"{size}, the whole frame of a release"
        for share, limit in zip((50, 95), RELEASE_BARS[part.size], strict=True):
            yield at_most(f"{what}, CPU, p{share}", figures[f"cpu{share}"], limit, "ms")
        yield at_most(f"{size}, the same, wall, p95", figures["wall95"], None, "ms")
        yield at_most(
            f"{size}, the twelve frames after it, CPU, p95", figures["next95"], None, "ms"
        )
        return
    what = f"{size}, {_row_name(part, figures)}"
    median, late = BARS[part.size]
    if part.kind == "frames":
        median = FLIGHT_BARS.get(part.size, median)
    yield at_most(f"{what}, p50", figures["p50"], median, "ms")
    if part.kind == "missed":
        yield at_most(f"{what}, p99: a record laid out and painted", figures["p99"], None, "ms")
        return
    yield at_most(f"{what}, p99", figures["p99"], late, "ms")
    if part.kind == "game":
        yield at_most("  the same, wall, p99", figures["wall99"], None, "ms")
    if part.kind == "frames":
        yield at_most(f"{size}, table at rest drawn once more, p50", figures["rest"], None, "ms")
        yield at_most(f"{size}, first table, longest frame, wall", figures["first"], None, "ms")
        bar = MEMORY_BARS.get(part.size)
        yield at_most(f"{size}, memory after these throws", figures["memory"], bar, "MB")


def _row_name(part: Part, figures: dict[str, float]) -> str:
    if part.kind == "game":
        game, kind = part.which
        return f"{game}: {WORDS[kind]}"
    if part.kind == "frames":
        return f"{figures['cards']:.0f} cards, one in flight, CPU ms a frame"
    names = {**SHOWN, "missed": "the film on the closed curtain", "fall": "a castle falls"}
    return names[part.kind]


def run_part(part: Part, env: dict[str, str]) -> dict[str, float]:
    """Run one measurement in a new process. Return its figures by name."""
    command = [sys.executable, "-m", "benchmarks", "frames", "--part", json.dumps(part)]
    with tempfile.TemporaryDirectory(prefix="castlecards-bench-") as home:
        done = subprocess.run(
            command, cwd=ROOT, env={**env, "CASTLECARDS_HOME": home}, stdout=subprocess.PIPE,
            text=True, check=True,
        )  # fmt: skip
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


# -- the parts, each in its own process ------------------------------------------------------------


def settled(app: App, session: Session[Any]) -> TableScene:
    """Scene of a match that is opened in the app, when it is at rest."""
    scene = show(app, session)
    for _ in range(SETTLE):
        open_curtain(scene)
        frame(app, dt=FAST)
    return scene


def throw_choice(app: App, scene: TableScene) -> Limits:
    """Run frames until the player at the screen can throw. Return the limits of the throw."""
    while True:
        decision = scene.session.decision
        if (
            decision is not None
            and isinstance(decision.aim, Limits)
            and scene.selection is not None
        ):
            return decision.aim
        open_curtain(scene)
        frame(app, dt=FAST)


def frames(part: Part) -> dict[str, float]:
    """Time throw after throw; counts only frames with a card in the air."""
    app, scene = throw_match(part.size, 4)
    wanted = part.repeats(1500, 200)
    times: list[float] = []
    first = max(frame(app, dt=STEP)[1] for _ in range(30))
    seed = 0
    while len(times) < wanted:
        open_curtain(scene)
        decision = scene.session.decision
        if decision is not None and not scene.busy and scene.model.curtain is None:
            aim = decision.aim
            action = aim.sample(seed) if isinstance(aim, Limits) else decision.default
            scene.submit(decision.seat, action)
            seed += 1
        if scene.session.over:
            app, scene = throw_match(part.size, 4)
        spent, _ = frame(app, dt=STEP)
        if scene.playback.flying and scene.playback.t > 0:
            times.append(spent)
    rest = []
    for _ in range(60):
        scene.refresh()
        rest.append(frame(app, dt=0.0)[0])
    seen = sum(len(zone) for zone in scene.session.position.zones)
    if seen < CARDS:
        raise SystemExit(f"only {seen} cards are on the table")
    return {
        **percentiles(times), "cards": seen, "rest": percentiles(rest)["p50"], "first": first,
        "memory": _megabytes(),
    }  # fmt: skip


def held(part: Part) -> dict[str, float]:
    """Time frames of a card carried behind the own walls, with the preview of its flight."""
    app, scene = throw_match(part.size, 4, instant=True)
    limits = throw_choice(app, scene)
    spot = scene.table_view.layout.by_card[limits.cards[0]]
    home, clock = (round(spot.x), round(spot.y)), 100.0
    app.feed([Hover(home, clock), Grab(home, clock)], STEP)
    gate, line = limits.gate[2] / 10, limits.start.y / 10
    times: list[float] = []
    for n in range(part.repeats(1500, 200)):
        drags = []
        for report in range(REPORTS):
            turn = (n * REPORTS + report) / 400
            y = gate + (line - gate) * (0.45 + 0.4 * math.sin(turn))
            x, down = scene.table_view.layout.camera.project(
                limits.start.x / 10 + 60 * math.cos(turn), y
            )
            clock += STEP / REPORTS
            drags.append(Drag((round(x), round(down)), clock))
        times.append(frame(app, drags, STEP, held=True)[0])
    if scene.model.input_state.held_card < 0:
        raise SystemExit("the card is no longer in the hand")
    return percentiles(times)


def aimed(part: Part) -> dict[str, float]:
    """Time frames in which a card is moved in front of the gate, with hit odds in each frame;
    enough throws of the hand are recorded for that."""
    from tests.ui.shots.strikes import before_the_throw

    app = App(Settings(), part.size)
    session = before_the_throw("hit")
    for n in range(60):
        path = usual(STYLES[LOB], 1.6 + 0.01 * n).args()
        app.throws.add(
            ThrowRecord(
                "2026-03-14T20:15:00", "lob", session.name(0), release=path,
                touch_right=12.0 * (n % 5 - 2), touch_far=15.0 * (n % 7 - 3),
            )
        )  # fmt: skip
    scene = show(app, session)
    while scene.busy or scene.selection is None:
        open_curtain(scene)
        frame(app, dt=FAST)
    limits = throw_choice(app, scene)
    spot = scene.table_view.layout.by_card[limits.cards[0]]
    home, clock = (round(spot.x), round(spot.y)), 100.0
    app.feed([Hover(home, clock), Grab(home, clock, 3)], STEP)
    gate, line = limits.gate[2] / 10, limits.start.y / 10
    times: list[float] = []
    for n in range(part.repeats(1500, 200)):
        y = gate + (line - gate) * (0.4 + 0.3 * (n % 40) / 40)
        pos = scene.table_view.layout.camera.project(20 * math.sin(n / 90), y)
        clock += STEP
        drag = Drag((round(pos[0]), round(pos[1])), clock, 3)
        spent, _ = frame(app, [drag], STEP, held=True)
        if n > UNMEASURED:
            times.append(spent)
    gauge = scene.model.input_state.gauge
    if gauge is None or gauge.share < 0:
        raise SystemExit("nothing is aimed")
    return percentiles(times)


def release(part: Part) -> dict[str, float]:
    """Time flick after flick of the mouse: whole frames with all work of a throw, that is rules,
    save, toss and picture. The frames after it are counted apart."""
    app, scene = throw_match(part.size, 4)
    clock = 100.0
    spent: dict[str, list[float]] = {"cpu": [], "wall": [], "next": []}
    wanted = part.repeats(40, 12)

    def feed(*intents: Intent, dt: float = STEP) -> tuple[float, float]:
        return frame(app, intents, dt, held=any(isinstance(each, Drag) for each in intents))

    while len(spent["cpu"]) < wanted and not scene.session.over:
        open_curtain(scene)
        decision = scene.session.decision
        if scene.busy or decision is None or scene.selection is None:
            feed(dt=FAST)
            continue
        if not isinstance(decision.aim, Limits):
            scene.submit(decision.seat, decision.default)
            continue
        limits = decision.aim
        spot = scene.table_view.layout.by_card[limits.cards[0]]
        home = (round(spot.x), round(spot.y))
        path = flick_path(scene.table_view.layout.camera, limits, home)
        feed(Hover(home, clock), Grab(home, clock, 3))
        for number, pos in enumerate(path):
            clock += STEP
            last = number + 1 == len(path)
            cpu, wall = feed(Release(pos, clock, 3) if last else Drag(pos, clock, 3))
            if scene.playback.flying:
                spent["cpu"].append(cpu)
                spent["wall"].append(wall)
                spent["next"] += [feed()[0] for _ in range(12)]
                break
        feed(Command(Act.CONFIRM, True))
    if len(spent["cpu"]) < min(wanted, 5):
        raise SystemExit(f"only {len(spent['cpu'])} flicks became throws")
    return {
        f"{name}{share}": sorted(times)[len(times) * share // 100]
        for name, times in spent.items()
        for share in (50, 95)
    }


def strike(part: Part) -> dict[str, float]:
    """Time the impact of a perfect hit, from contact to counted points, many times."""
    from tests.ui.shots.strikes import before_the_throw, throw

    times: list[float] = []
    app = App(Settings(), part.size)
    for _ in range(part.repeats(6, 2)):
        session = before_the_throw("perfect")
        scene = settled(app, session)
        scene.submit(*throw(session, "perfect"))
        playback = scene.playback
        while playback.impact is None:
            frame(app, dt=STEP)
        while playback.impact is not None:
            begun = playback.t > playback.impact.touch_time
            spent, _ = frame(app, dt=STEP)
            if begun:
                times.append(spent)
    return percentiles(times)


def clash(part: Part) -> dict[str, float]:
    """Time clashes on the stage, many times: a group against one, and a chain of four."""
    from tests.ui.shots.clashes import PRACTISED, RAMPAGE, WARS, before
    from tests.ui.shots.matches import match

    times: list[float] = []
    app = App(Settings(), part.size)
    for _ in range(part.repeats(5, 1)):
        for name, line in (WARS, RAMPAGE):
            scene = settled(app, before(name, line))
            scene.narrator.seen = PRACTISED
            record = match(name).log[line]
            scene.submit(record.seat, record.action)
            while scene.playback.plays and scene.model.curtain is None:
                spent, _ = frame(app)
                if scene.playback.clash_now is not None:
                    times.append(spent)
    return percentiles(times)


def fall(part: Part) -> dict[str, float]:
    """Time the collapse of a castle in the card games, from its first stone on, many times."""
    from tests.ui.shots.matches import match, until
    from tests.ui.shots.motion import line_of

    times: list[float] = []
    app = App(Settings(), part.size)
    line = line_of("rampage", "castle")
    record = match("rampage").log[line]
    for _ in range(part.repeats(6, 2)):
        scene = settled(app, until("rampage", lambda session: len(session.log) == line))
        scene.submit(record.seat, record.action)
        while scene.playback.animation.running:
            falls = scene.playback.clip_now(Collapse) is not None
            spent, _ = frame(app, dt=STEP)
            if falls:
                times.append(spent)
    return percentiles(times)


def end(part: Part) -> dict[str, float]:
    """Time the end of a match: closing scene, then the page with the best throw."""
    from tests.ui.shots.matches import match

    app = App(Settings(), part.size)
    frame(app, dt=STEP)
    app.follow(Reset(Result(match("barrage-2"), closing=True)))
    return percentiles([frame(app)[0] for _ in range(part.repeats(900, 300))])


def missed(part: Part) -> dict[str, float]:
    """Time the replay of missed moves, once for each card game."""
    from tests.ui.shots.curtain import is_new_turn
    from tests.ui.shots.matches import until

    app = App(Settings(films=3), part.size)
    times: list[float] = []
    for name in FILMS:
        scene = show(app, until(name, is_new_turn(40)))
        frame(app, dt=STEP)
        app.feed([Command(Act.FILM), Command(Act.FILM, down=False)], STEP)
        while scene.handover.playing:
            times.append(frame(app)[0])
    return percentiles(times)


def game(part: Part) -> dict[str, float]:
    """Time frames of one game; see `frame_games`."""
    name, kind = part.which
    return measured(name, kind, part.size, part.repeats(900, 200))


def percentiles(times: list[float]) -> dict[str, float]:
    """Median and 99th percentile."""
    ordered = sorted(times)
    return {"p50": ordered[len(ordered) // 2], "p99": ordered[int(len(ordered) * 0.99)]}


def idle(part: Part) -> dict[str, float]:
    """Measure the share of a core that the main loop takes while there is no input, %."""
    app, scene = throw_match(part.size, 2)
    open_curtain(scene)
    clocks: list[tuple[float, float]] = []  # s by the clock, and of CPU

    def note() -> None:
        clocks.append((perf_counter(), process_time()))

    seconds = part.repeats(10, 3)
    threading.Timer(DEALT, note).start()
    threading.Timer(DEALT + seconds, note).start()
    threading.Timer(DEALT + seconds + 0.2, app.quit).start()
    app.run()
    (start, used), (end, more) = clocks
    return {"percent": 100 * (more - used) / (end - start)}


def memory(part: Part) -> dict[str, float]:
    """Measure memory while computer players play game after game, every frame drawn."""
    minutes = min(part.minutes, 5) if part.quick else part.minutes
    players = 6
    app, scene = throw_match(part.size, players, "random")
    session, games = scene.session, 1
    left = 60.0 * minutes
    early = 0.0
    while left > 0:
        frame(app, dt=FAST)
        app.free_unused_memory()  # as the loop does
        left -= FAST
        if not early and left <= 60.0 * (minutes - 1):
            early = _megabytes()
        if session.over and not getattr(app.scene, "busy", False):  # at a table, or its result
            session = session.rematch(7 + games)
            show(app, session)
            games += 1
    return {"minutes": minutes, "games": games, "peak": _megabytes(), "early": early}


def _megabytes() -> float:
    """Peak memory of this process, MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


PARTS: dict[str, Callable[[Part], dict[str, float]]] = {
    part.__name__: part
    for part in (
        frames, held, aimed, release, clash, strike, fall, end, missed, game, idle, memory,
    )
}  # fmt: skip
