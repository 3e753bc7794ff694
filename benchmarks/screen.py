"""Matches on a screen for benchmarks: a window or none, an app, frames, flicks of the mouse."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from time import perf_counter, process_time
from typing import Any

from castlecards.content import games
from castlecards.core.landing import Limits
from castlecards.core.session import Session
from castlecards.settings import Settings
from castlecards.ui.kit.intents import Intent
from castlecards.ui.routes import Table
from castlecards.ui.scene import Reset
from castlecards.ui.shell.app import App
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.scene import TableScene

Size = tuple[int, int]  # px
PLAY = 1 / 60  # s of play between two frames
APART = 1 / 60  # s between two frames; the rest after a frame is for the prerenderer
FAST = 0.1  # s of play in a frame that is not measured


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


def show(app: App, session: Session[Any]) -> TableScene:
    """Open a match in the app. Return its scene."""
    app.follow(Reset(Table(session)))
    scene = app.scene
    assert isinstance(scene, TableScene)
    return scene


def throw_match(
    size: Size, players: int, kind: str = "human", **settings: Any
) -> tuple[App, TableScene]:
    """App that shows a match with a field to throw on, and its scene."""
    app = App(Settings(**settings), size)
    game = next(
        game
        for game in games().values()
        if players in game.players and game.setup(game.options(), players).box.field is not None
    )
    session: Session[Any] = Session(game, game.options(), players, 7, (kind,) * players)
    return app, show(app, session)


def open_curtain(scene: TableScene) -> None:
    """Open the curtain at once, if there is one."""
    if scene.model.curtain is not None:
        scene.model.curtain.is_open = True


def frame(
    app: App, intents: Iterable[Intent] = (), dt: float = PLAY, held: bool = False
) -> tuple[float, float]:
    """Duration of one frame, ms of CPU and of wall time. Then the prerenderer runs until the next
    frame is due, uncounted; it does not run while a mouse button is `held`."""
    used, begun = process_time(), perf_counter()
    app.feed(intents, dt)
    cpu, wall = process_time() - used, perf_counter() - begun
    if not held:
        app.prerender(APART - cpu)
    return 1000 * cpu, 1000 * wall


def flick_path(camera: Camera, limits: Limits, home: tuple[int, int]) -> list[tuple[int, int]]:
    """Places of the pointer (px) by frame: behind the castle, then on over the line."""
    sign = 1 if limits.start.angle == 0 else -1
    middle, gate = (limits.gate[0] + limits.gate[1]) / 20, limits.gate[2] / 10
    behind = gate - sign * 60
    x, y = camera.project(middle, behind)
    path = [(home[0] + (x - home[0]) * k / 20, home[1] + (y - home[1]) * k / 20) for k in range(21)]
    far = limits.start.y / 10 + sign * 30 - behind
    path += [camera.project(middle, behind + far * k / 12) for k in range(1, 13)]
    return [(round(x), round(y)) for x, y in path]
