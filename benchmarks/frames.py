"""Cost of a frame of the table, of idling, and of a long game in memory.

    python -m benchmarks frames [--minutes 60] [--quick] [--size 1280x800] [--only end ...]

CPU time of this process, in a real window under Xvfb where there is one (without a GPU, as the bars
want it), else without a screen. Every figure comes from a process of its own. Exits 1 if a bar is
missed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.frame_games import frame
from benchmarks.rows import print_limit
from castlecards.ui.routes import Table
from castlecards.ui.scene import Reset

ROOT = Path(__file__).resolve().parents[1]
SIZES = {  # ms: bars for p50 and p99
    (1280, 800): (4.0, 8.0), (1920, 1080): (6.0, 12.0), (2560, 1440): (5.0, 12.0),
    (3840, 2160): (8.0, 16.0),
}  # fmt: skip
FLIGHT = {(1280, 800): 2.5}  # ms: narrower bars for p50 with one card in flight
RELEASE = {  # ms: bars for p50 and p95
    (1280, 800): (8.0, 12.0), (1920, 1080): (10.0, 14.0), (2560, 1440): (12.0, 16.0),
    (3840, 2160): (14.0, 20.0),
}  # fmt: skip
HELD = {(2560, 1440): 260.0, (3840, 2160): 330.0}  # MB: bars for the memory of a match of throws
IDLE = 1.0  # % of one core
MEMORY = 300.0  # MB
CARDS = 60  # least number of cards on the table
STEP = 1 / 120  # s between two frames
FAST = 0.1  # s of play in a frame that is not measured
REPORTS = 16  # reports of a 1000 Hz mouse in a frame of 60 Hz
SHOWN = {
    "held": f"a card in the hand, {REPORTS} reports of the mouse a frame",
    "aimed": "aiming, with the odds of a known hand",
    "strike": "a perfect hit, all its beats",
    "clash": "a clash, from its first frame to its last",
    "end": "the end",
}


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--minutes", type=float, default=60, help="of play for the memory row")
    parser.add_argument("--quick", action="store_true", help="fewer frames, same bars")
    parser.add_argument("--only", nargs="+", default=[], metavar="ROW", help=", ".join(every_row()))
    parser.add_argument("--size", choices=[f"{w}x{h}" for w, h in SIZES], help="only this one")
    parser.add_argument("--part", help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.part:
        from castlecards.ui.shell import app, memory  # noqa: F401 (what the program consists of)

        memory.prepare()  # as the loop does
        print(json.dumps(PARTS[args.part.split(":")[0]](args)))
        return 0
    if strange := [
        row for row in args.only if not any(_chosen([row], each) for each in every_row())
    ]:
        parser.error(f"no such row: {', '.join(strange)}")
    rows = [row for row in every_row() if not args.only or _chosen(args.only, row)]
    short = 0
    with display() as env:
        print(f"{env.get('SDL_VIDEODRIVER', 'window')} {env.get('DISPLAY', '')}".strip())
        for (width, height), bars in SIZES.items():
            size = f"{width}x{height}"
            if args.size in (None, size):
                for name in rows:
                    if name not in ("idle", "memory"):
                        short += measured_at(size, name, bars, args, env)
        if "idle" in rows:
            short += print_limit(
                "idle, CPU of one core", part("idle", args, env)["percent"], IDLE, "%"
            )
        if "memory" in rows:
            figures = part("memory", args, env)
            what = (
                f"{figures['minutes']:.0f} min of robots in fast time, {figures['games']:.0f} games"
            )
            short += print_limit(f"{what}, memory", figures["peak"], MEMORY, "MB")
            print_limit("  of which after the first minute", figures["early"], None, "MB")
    return 1 if short else 0


def every_row() -> list[str]:
    """Names of all rows: of what is shown, of each game, of idling and memory."""
    from benchmarks.frame_games import GAMES

    each = [f"game:{game}:{kind}" for game, kinds in GAMES.items() for kind in kinds]
    return ["frames", "release", *SHOWN, *each, "missed", "fall", "idle", "memory"]


def _chosen(wanted: list[str], row: str) -> bool:
    """True if the row is one of `names`, or if one of them names all rows of its kind:
    "game:castle"."""
    return any(row == name or row.startswith(f"{name}:") for name in wanted)


def measured_at(
    size: str,
    name: str,
    bars: tuple[float, float],
    args: argparse.Namespace,
    env: dict[str, str],
) -> int:
    """Print the rows of one name at one window size; return the number of missed bars."""
    kind, *which = name.split(":")
    figures = part(":".join([kind, size, *which]), args, env)
    if name == "release":
        width, height = map(int, size.split("x"))
        what = f"{size}, the whole frame of a release"
        share = zip(("50", "95"), RELEASE[width, height], strict=True)
        short = sum(
            print_limit(f"{what}, CPU, p{p}", figures[f"cpu{p}"], bar, "ms") for p, bar in share
        )
        print_limit(f"{size}, the same, wall, p95", figures["wall95"], None, "ms")
        print_limit(f"{size}, the twelve frames after it, CPU, p95", figures["next95"], None, "ms")
        return short
    what = f"{size}, {_row_name(kind, which, figures)}"
    width, height = map(int, size.split("x"))
    median = FLIGHT.get((width, height), bars[0]) if kind == "frames" else bars[0]
    short = print_limit(f"{what}, p50", figures["p50"], median, "ms")
    if kind == "missed":
        print_limit(f"{what}, p99: a record laid out and painted", figures["p99"], None, "ms")
        return short
    short += print_limit(f"{what}, p99", figures["p99"], bars[1], "ms")
    if kind == "game":
        print_limit("  the same, wall, p99", figures["wall99"], None, "ms")
    if kind == "frames":
        print_limit(f"{size}, table at rest drawn once more, p50", figures["rest"], None, "ms")
        print_limit(f"{size}, first table, longest frame, wall", figures["first"], None, "ms")
        bar = HELD.get((width, height))
        short += print_limit(f"{size}, memory after these throws", figures["memory"], bar, "MB")
    return short


def _row_name(kind: str, which: list[str], figures: dict[str, float]) -> str:
    from benchmarks.frame_games import WORDS

    if kind == "game":
        return f"{which[0]}: {WORDS[which[1]]}"
    if kind == "frames":
        return f"{figures['cards']:.0f} cards, one in flight, CPU ms a frame"
    return {**SHOWN, "missed": "the film on the closed curtain", "fall": "a castle falls"}[kind]


def part(name: str, args: argparse.Namespace, env: dict[str, str]) -> dict[str, float]:
    """Run one measurement in a new process."""
    command = [
        sys.executable,
        "-m",
        "benchmarks",
        "frames",
        "--part",
        name,
        "--minutes",
        str(args.minutes),
    ]
    command += ["--quick"] if args.quick else []
    with tempfile.TemporaryDirectory(prefix="castlecards-bench-") as home:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**env, "CASTLECARDS_HOME": home},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


@contextlib.contextmanager
def display() -> Iterator[dict[str, str]]:
    """Environment with an Xvfb screen of its own, or without a screen."""
    env = {**os.environ, "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    if shutil.which("Xvfb") is None:
        yield {**env, "SDL_VIDEODRIVER": "dummy"}
        return
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "3840x2160x24"]
    server = subprocess.Popen(
        [*command, "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            env["DISPLAY"] = f":{pipe.readline().strip()}"
        env.pop("SDL_VIDEODRIVER", None)
        yield env
    finally:
        server.terminate()
        server.wait()


def without_screen() -> None:
    """Set this process up for an app with no screen, no sound and an empty data folder."""
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    os.environ["CASTLECARDS_HOME"] = tempfile.mkdtemp(prefix="castlecards-bench-")


# -- the parts, each in its own process ------------------------------------------------------------


def table(size: tuple[int, int], players: int, kinds: tuple[str, ...], **settings: Any) -> Any:
    """App that shows a game with a field to throw on, and its session."""
    from castlecards.content import games
    from castlecards.core.session import Session
    from castlecards.settings import Settings
    from castlecards.ui.shell.app import App

    app = App(Settings(**settings), size)
    game = next(
        game
        for game in games().values()
        if players in game.players and game.setup(game.options(), players).box.field is not None
    )
    session: Session[Any] = Session(game, game.options(), players, 7, kinds)
    app.follow(Reset(Table(session)))
    return app, session


def frames(args: argparse.Namespace) -> dict[str, float]:
    """Time throw after throw; counts only frames with a card in the air."""
    from castlecards.core.landing import Limits

    width, height = map(int, args.part.split(":")[1].split("x"))
    app, session = table((width, height), 4, ("human", "human", "human", "human"))
    scene = app.scene
    wanted = 200 if args.quick else 1500
    times: list[float] = []
    starts: list[float] = []  # the frames in which a toss is computed
    first = max(frame(app, dt=STEP)[1] for _ in range(30))
    seed = 0
    while len(times) < wanted:
        if scene.model.curtain is not None:
            scene.model.curtain.open = True
        if not scene.busy and scene.model.curtain is None and session.decision is not None:
            decision = session.decision
            throws = isinstance(decision.aim, Limits)
            action = decision.aim.sample(seed) if throws else decision.default
            scene.submit(decision.seat, action)
            seed += 1
        if session.over:
            app, session = table((width, height), 4, ("human",) * 4)
            scene = app.scene
        flew = scene.playback.flying
        spent, _ = frame(app, dt=STEP)
        if scene.playback.flying and scene.playback.t > 0:
            times.append(spent)
        elif scene.playback.flying and not flew:
            starts.append(spent)
    rest = []
    for _ in range(60):
        scene.refresh()
        rest.append(frame(app, dt=0.0)[0])
    seen = sum(len(zone) for zone in session.position.zones)
    if seen < CARDS:
        raise SystemExit(f"only {seen} cards are on the table")
    times.sort()
    return {
        "cards": seen,
        "p50": times[len(times) // 2],
        "p99": times[int(len(times) * 0.99)],
        "rest": sorted(rest)[len(rest) // 2],
        "start": sorted(starts)[len(starts) // 2],
        "first": first,
        "memory": _megabytes(),
    }


def held(args: argparse.Namespace) -> dict[str, float]:
    """Time frames of a card carried behind the own walls, with the preview of its flight."""
    from castlecards.core.landing import Limits
    from castlecards.ui.kit.intents import Drag, Grab, Hover

    width, height = map(int, args.part.split(":")[1].split("x"))
    app, session = table((width, height), 4, ("human",) * 4, instant=True)
    scene = app.scene
    decision = session.decision
    while decision is None or not isinstance(decision.aim, Limits) or scene.selection is None:
        if scene.model.curtain is not None:
            scene.model.curtain.open = True
        frame(app, dt=FAST)
        decision = session.decision
    limits = decision.aim
    spot = scene.table_view.layout.by_card[limits.cards[0]]
    home, clock = (round(spot.x), round(spot.y)), 100.0
    app.feed([Hover(home, clock), Grab(home, clock)], STEP)
    gate, line = limits.gate[2] / 10, limits.start.y / 10
    times: list[float] = []
    for n in range(200 if args.quick else 1500):
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
    return _halves(times)


def aimed(args: argparse.Namespace) -> dict[str, float]:
    """Time frames in which a card is moved in front of the gate, with hit odds in each frame;
    enough throws of the hand are recorded for that."""
    from castlecards.core.landing import LOB
    from castlecards.practice.throws import ThrowRecord
    from castlecards.settings import Settings
    from castlecards.toss.styles import STYLES
    from castlecards.toss.styles import release as usual
    from castlecards.ui.kit.intents import Drag, Grab, Hover
    from castlecards.ui.shell.app import App
    from tests.ui.shots.strikes import before_the_throw

    width, height = map(int, args.part.split(":")[1].split("x"))
    app = App(Settings(), (width, height))
    session = before_the_throw("hit")
    for n in range(60):
        path = usual(STYLES[LOB], 1.6 + 0.01 * n).args()
        app.throws.add(
            ThrowRecord(
                "2026-03-14T20:15:00", "lob", session.name(0), release=path,
                touch_right=12.0 * (n % 5 - 2), touch_far=15.0 * (n % 7 - 3),
            )
        )  # fmt: skip
    app.follow(Reset(Table(session)))
    scene: Any = app.scene
    while scene.busy or scene.selection is None:
        if scene.model.curtain is not None:
            scene.model.curtain.open = True
        frame(app, dt=FAST)
    limits = session.decision.aim  # type: ignore[union-attr]
    spot = scene.table_view.layout.by_card[limits.cards[0]]  # type: ignore[union-attr]
    home, clock = (round(spot.x), round(spot.y)), 100.0
    app.feed([Hover(home, clock), Grab(home, clock, 3)], STEP)
    gate, line = limits.gate[2] / 10, limits.start.y / 10  # type: ignore[union-attr]
    times: list[float] = []
    for n in range(200 if args.quick else 1500):
        y = gate + (line - gate) * (0.4 + 0.3 * (n % 40) / 40)
        pos = scene.table_view.layout.camera.project(20 * math.sin(n / 90), y)
        clock += STEP
        drag = Drag((round(pos[0]), round(pos[1])), clock, 3)
        spent, _ = frame(app, [drag], STEP, held=True)
        if n > 40:
            times.append(spent)
    if scene.model.input_state.gauge is None or scene.model.input_state.gauge.share < 0:
        raise SystemExit("nothing is aimed")
    return _halves(times)


def release(args: argparse.Namespace) -> dict[str, float]:
    """Time flick after flick of the mouse: whole frames with all work of a throw, that is rules,
    save, toss and picture. The frames after it are counted apart."""
    from castlecards.core.landing import Limits
    from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover, Release

    width, height = map(int, args.part.split(":")[1].split("x"))
    app, session = table((width, height), 4, ("human",) * 4)
    scene, clock = app.scene, 100.0
    spent: dict[str, list[float]] = {"cpu": [], "wall": [], "next": []}

    def feed(*wishes: Any, dt: float = STEP) -> tuple[float, float]:
        return frame(app, wishes, dt, held=any(isinstance(wish, Drag) for wish in wishes))

    while len(spent["cpu"]) < (12 if args.quick else 40) and not session.over:
        if scene.model.curtain is not None:
            scene.model.curtain.open = True
        decision = session.decision
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
            event = Drag(pos, clock, 3) if number + 1 < len(path) else Release(pos, clock, 3)
            cpu, wall = feed(event)
            if scene.playback.flying:
                spent["cpu"].append(cpu)
                spent["wall"].append(wall)
                spent["next"] += [feed()[0] for _ in range(12)]
                break
        feed(Command(Act.CONFIRM, True))
    sorted_times = {name: sorted(times) for name, times in spent.items()}
    if len(sorted_times["cpu"]) < 5:
        raise SystemExit(f"only {len(sorted_times['cpu'])} flicks became throws")
    figures = {}
    for name, times in sorted_times.items():
        for share in (50, 95):
            figures[f"{name}{share}"] = times[int(len(times) * share / 100)]
    return figures


def flick_path(camera: Any, limits: Any, home: tuple[int, int]) -> list[tuple[int, int]]:
    """Places of the pointer (px) by frame: behind the castle, then on over the line."""
    sign = 1 if limits.start.angle == 0 else -1
    middle, gate = (limits.gate[0] + limits.gate[1]) / 20, limits.gate[2] / 10
    behind = gate - sign * 60
    x, y = camera.project(middle, behind)
    path = [(home[0] + (x - home[0]) * k / 20, home[1] + (y - home[1]) * k / 20) for k in range(21)]
    far = limits.start.y / 10 + sign * 30 - behind
    path += [camera.project(middle, behind + far * k / 12) for k in range(1, 13)]
    return [(round(x), round(y)) for x, y in path]


def strike(args: argparse.Namespace) -> dict[str, float]:
    """Time the impact of a perfect hit, from contact to counted points, many times."""
    from castlecards.settings import Settings
    from castlecards.ui.shell.app import App
    from tests.ui.shots.strikes import before_the_throw, throw

    width, height = map(int, args.part.split(":")[1].split("x"))
    times: list[float] = []
    app = App(Settings(), (width, height))
    for _ in range(2 if args.quick else 6):
        session = before_the_throw("perfect")
        app.follow(Reset(Table(session)))
        scene: Any = app.scene
        for _ in range(20):
            if scene.model.curtain is not None:
                scene.model.curtain.open = True
            frame(app, dt=FAST)
        scene.submit(*throw(session, "perfect"))
        show = scene.playback
        while show.impact is None:
            frame(app, dt=STEP)
        while show.impact is not None:
            spent, _ = frame(app, dt=STEP)
            if show.impact is not None and show.t > show.impact.touch_time:
                times.append(spent)
    return _halves(times)


def clash(args: argparse.Namespace) -> dict[str, float]:
    """Time clashes on the stage, many times: a group against one, and a chain of four."""
    from castlecards.settings import Settings
    from castlecards.ui.shell.app import App
    from tests.ui.shots.clashes import PRACTISED, RAMPAGE, WARS, before
    from tests.ui.shots.matches import match

    width, height = map(int, args.part.split(":")[1].split("x"))
    times: list[float] = []
    app = App(Settings(), (width, height))
    for _ in range(1 if args.quick else 5):
        for name, line in (WARS, RAMPAGE):
            app.follow(Reset(Table(before(name, line))))
            scene: Any = app.scene
            for _ in range(20):
                if scene.model.curtain is not None:
                    scene.model.curtain.open = True
                frame(app, dt=FAST)
            scene.narrator.seen = PRACTISED
            record = match(name).log[line]
            scene.submit(record.seat, record.action)
            while scene.playback.plays and scene.model.curtain is None:
                spent, _ = frame(app)
                if scene.playback.clash_now is not None:
                    times.append(spent)
    return _halves(times)


def fall(args: argparse.Namespace) -> dict[str, float]:
    """Time the collapse of a castle in the card games, from its first stone on, many times."""
    from castlecards.settings import Settings
    from castlecards.ui.shell.app import App
    from castlecards.ui.table.clash.collapse import Collapse
    from tests.ui.shots.matches import match, until
    from tests.ui.shots.motion import line_of

    width, height = map(int, args.part.split(":")[1].split("x"))
    times: list[float] = []
    app = App(Settings(), (width, height))
    line = line_of("rampage", "castle")
    for _ in range(2 if args.quick else 6):
        session = until("rampage", lambda session: len(session.log) == line)
        app.follow(Reset(Table(session)))
        scene: Any = app.scene
        for _ in range(20):
            if scene.model.curtain is not None:
                scene.model.curtain.open = True
            frame(app, dt=FAST)
        record = match("rampage").log[line]
        scene.submit(record.seat, record.action)
        show = scene.playback
        while show.animation.running:
            falls = show.clip_now(Collapse) is not None
            spent, _ = frame(app, dt=STEP)
            if falls:
                times.append(spent)
    return _halves(times)


def end(args: argparse.Namespace) -> dict[str, float]:
    """Time the end of a match: closing scene, then the page with the best throw."""
    from castlecards.settings import Settings
    from castlecards.ui.routes import Result
    from castlecards.ui.shell.app import App
    from tests.ui.shots.matches import match

    width, height = map(int, args.part.split(":")[1].split("x"))
    app = App(Settings(), (width, height))
    frame(app, dt=STEP)
    app.follow(Reset(Result(match("barrage-2"), closing=True)))
    times: list[float] = []
    for _ in range(300 if args.quick else 900):
        times.append(frame(app)[0])
    return _halves(times)


def missed(args: argparse.Namespace) -> dict[str, float]:
    """Time the replay of missed moves, once for each card game."""
    from castlecards.settings import Settings
    from castlecards.ui.kit.intents import Act, Command
    from castlecards.ui.shell.app import App
    from tests.ui.shots.curtain import is_new_turn
    from tests.ui.shots.matches import until

    width, height = map(int, args.part.split(":")[1].split("x"))
    app = App(Settings(films=3), (width, height))
    times: list[float] = []
    for name in ("wars", "castle", "rampage", "tricks-4"):
        app.follow(Reset(Table(until(name, is_new_turn(40)))))
        frame(app, dt=STEP)
        scene: Any = app.scene
        app.feed([Command(Act.FILM), Command(Act.FILM, down=False)], STEP)
        while scene.handover.playing:
            times.append(frame(app)[0])
    return _halves(times)


def game(args: argparse.Namespace) -> dict[str, float]:
    """Frames of one game; see `frame_games`."""
    from benchmarks.frame_games import measured

    _, size, name, kind = args.part.split(":")
    width, height = map(int, size.split("x"))
    return measured(name, kind, (width, height), 200 if args.quick else 900)


def _halves(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {"p50": ordered[len(ordered) // 2], "p99": ordered[int(len(ordered) * 0.99)]}


def idle(args: argparse.Namespace) -> dict[str, float]:
    """Time the main loop while there is no input."""
    app, _ = table((1280, 800), 2, ("human", "human"))
    app.scene.model.curtain.open = True
    figures: list[tuple[float, float]] = []

    def note() -> None:
        figures.append((perf_counter(), process_time()))

    seconds = 3.0 if args.quick else 10.0
    threading.Timer(9.0, note).start()  # the deal has been shown by then
    threading.Timer(9.0 + seconds, note).start()
    threading.Timer(9.2 + seconds, app.quit).start()
    app.run()
    (start, used), (end, more) = figures
    return {"percent": 100 * (more - used) / (end - start)}


def memory(args: argparse.Namespace) -> dict[str, float]:
    """Measure memory while computer players play game after game, every frame drawn."""
    minutes = min(args.minutes, 5) if args.quick else args.minutes
    players = 6
    app, session = table((1280, 800), players, ("random",) * players)
    games = 1
    left = 60.0 * minutes
    early = 0.0
    while left > 0:
        frame(app, dt=FAST)
        app.free_unused_memory()  # as the loop does
        left -= FAST
        if not early and left <= 60.0 * (minutes - 1):
            early = _megabytes()
        if session.over and not getattr(app.scene, "busy", False):  # at a table, or its result
            session = type(session)(
                session.game, session.options, players, 7 + games, ("random",) * players
            )
            app.follow(Reset(Table(session)))
            games += 1
    return {"minutes": minutes, "games": games, "peak": _megabytes(), "early": early}


def _megabytes() -> float:
    """Peak memory of this process, MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


PARTS = {
    "frames": frames,
    "held": held,
    "aimed": aimed,
    "release": release,
    "clash": clash,
    "strike": strike,
    "fall": fall,
    "end": end,
    "missed": missed,
    "game": game,
    "idle": idle,
    "memory": memory,
}
