"""Real window on a virtual screen, driven by a real mouse and keyboard.

A twin, which shows the same save without a window, tells where cards and widgets are. Actions are
made in the window only, and then read from its save file.
"""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from castlecards.content import games
from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE, CardId
from castlecards.core.landing import Limits
from castlecards.core.save import SaveError, dump_session, load_session
from castlecards.core.session import Session
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.scene import Reset
from castlecards.ui.table.input.action_matching import Target, is_button
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver

SIZE = (1280, 800)
USUAL = "instant: true\ntime_scale: 1.0\nfilms: 3\n"
# No auto-repeat: if the machine stalls between press and release, a key would be pressed twice.
DISPLAY = ("-screen", "0", "1280x800x24", "-noreset", "-r")
PATIENCE = 30.0  # s until a wait fails
SOON = 4.0  # s in which a single action must have an effect
HOLD = 0.75  # s: long enough to open the curtain
TRIES = 5
VERDICT = 1.2  # s: longer than a verdict is shown before the curtain closes
TICK = 0.006  # s between two mouse events
REST = 12  # mouse events without movement before a flick
RUN_UP = 70.0  # mm behind the castle's line
LOB_HAND = 1084.0  # mm/s of the pointer for a lob from wall row to wall row
FIELD_ROWS = 352.5  # mm from the release line to the opposite wall row


@contextmanager
def screen(memory: Path | None = None) -> Iterator[str]:
    """Context manager: a virtual display; yields its name, such as `:7`.

    `memory`: folder for the file with its pixels.
    """
    read, write = os.pipe()
    kept = ["-fbdir", str(memory)] if memory is not None else []
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), *DISPLAY, *kept],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


class NoEffect(AssertionError):
    """Failure: an action of the mouse or keyboard had no effect."""


class Window:
    """Driver of the program in a window that fills the virtual screen, by xdotool."""

    command = (sys.executable, "-m", "castlecards")

    def __init__(self, display: str, home: Path, settings: str = "") -> None:
        self.home = home
        home.mkdir(parents=True, exist_ok=True)
        (home / "settings.yaml").write_text(settings or USUAL)
        self.env = {
            **os.environ,
            "DISPLAY": display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "CASTLECARDS_HOME": str(home),
        }
        self.twin = Driver(SIZE, instant=True)
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(self.command, env=self.env, preexec_fn=interruptible)
        begun = time.monotonic()
        self.xdo("windowfocus", "--sync", self.wait_for_window())
        busy = time.monotonic() - begun  # on a busy machine, the title is late, too
        time.sleep(
            max(1.5, busy)
        )  # until the title is shown, as measured by `castlecards --timing`
        return process

    def wait_for_window(self) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            search = ("xdotool", "search", "--onlyvisible", "--class", "castlecards")
            found = subprocess.run(search, env=self.env, capture_output=True, text=True).stdout
            if found:
                return found.split()[-1]
            time.sleep(0.1)
        raise AssertionError(f"no window after {PATIENCE} s")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(PATIENCE)
        self.twin.app.close()

    def xdo(self, *words: object) -> str:
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env=self.env,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        return done.stdout

    # -- gestures ---------------------------------------------------------------------------------

    def click(self, x: float, y: float) -> None:
        self.xdo("mousemove", round(x), round(y), "sleep", 0.08, "click", 1)
        time.sleep(0.15)

    def hold(self, x: float, y: float, seconds: float = HOLD) -> None:
        self.xdo("mousemove", round(x), round(y), "mousedown", 1, "sleep", seconds, "mouseup", 1)
        time.sleep(0.3)

    def key(self, *names: str) -> None:
        for name in names:
            self.xdo("key", name)
            time.sleep(0.12)

    def drag(self, path: Sequence[tuple[float, float]], pause: float = TICK) -> None:
        """Drag along a path (px) with button 1 held from its first place to its last."""
        words: list[object] = ["mousemove", *map(round, path[0]), "sleep", 0.1, "mousedown", 1]
        for x, y in path[1:]:
            words += ["sleep", pause, "mousemove", round(x), round(y)]
        self.xdo(*words, "sleep", 0.05, "mouseup", 1)
        time.sleep(0.2)

    def click_on(self, id: str) -> None:
        """Click a widget of the menus, in the window and in the twin."""
        widget = self.twin.find(id)
        self.click(*widget.rect.center)
        self.twin.click(id)

    # -- save file --------------------------------------------------------------------------------

    @property
    def save_file(self) -> Path:
        return self.home / "saves" / "autosave.yaml"

    def session(self) -> Session[Any] | None:
        """Return the match as saved; None if there is no save."""
        try:
            text = self.save_file.read_text(encoding="utf-8")
        except OSError:
            return None
        try:
            return load_session(text, "autosave", games())
        except SaveError:
            return None

    def wait(self, more_than: int = -1, patience: float = PATIENCE) -> Session[Any] | None:
        """Wait until the log has more than `more_than` lines and a person must answer.

        Return the match, None if it is over. Raises NoEffect after `patience` s.
        """
        end = time.monotonic() + patience
        while time.monotonic() < end:
            session = self.session()
            if session is None and more_than >= 0:
                return None
            if session is not None and len(session.log) > more_than:
                decision = session.decision
                if decision is None or decision.seat != NATURE:
                    landed = session.log and session.log[-1].seat == NATURE
                    time.sleep(VERDICT if landed else 0.4)
                    return session
            time.sleep(0.1)
        raise NoEffect(f"nothing happened in {patience} s after {more_than} lines")

    # -- the twin ---------------------------------------------------------------------------------

    def look(self, session: Session[Any]) -> TableScene:
        """Show the same position in the twin, with the curtain open; `session` is not changed."""
        same = load_session(dump_session(session), "look", games())
        scene = TableScene(self.twin.app, same)
        self.twin.app.follow(Reset(scene))
        scene.raise_curtain()
        self.twin.settle()
        return scene

    # -- playing ----------------------------------------------------------------------------------

    def meet(self, session: Session[Any]) -> TableScene:
        """Open the curtain in the window if it is closed; show the same position in the twin."""
        scene = self.look(session)
        self.hold(SIZE[0] / 2, SIZE[1] * 0.36)
        return scene

    def play(self, session: Session[Any], action: Action) -> Session[Any] | None:
        """Play an action that is no throw by mouse; return the match after it."""

        def act(scene: TableScene) -> None:
            if is_button(action):
                self.click(*self._button(scene, action).rect.center)
            else:
                self._move(scene, action, session)

        return self.retry_until_logged(session, act)

    def retry_until_logged(
        self, session: Session[Any], act: Callable[[TableScene], None], lines: int = 1
    ) -> Session[Any] | None:
        """Repeat `act` until it is logged.

        On a busy machine, the curtain can close late, or the mouse can be too slow for a throw.
        """
        for _ in range(TRIES):
            try:
                act(self.meet(session))
                return self.wait(len(session.log) + lines - 1, SOON)
            except NoEffect:
                continue
        raise NoEffect(f"no effect in {TRIES} tries")

    def _button(self, scene: TableScene, action: Action) -> Button:
        text = scene.session.game.describe(action, scene.view)
        return next(button for button in scene.overlay.decision_buttons if button.name == text)

    def _played(self, scene: TableScene, session: Session[Any]) -> bool:
        """Return True if the first click was the whole answer, because only one place is legal."""
        return scene.session.at > session.at

    def _move(self, scene: TableScene, action: Action, session: Session[Any]) -> None:
        assert scene.table_view is not None
        pos = session.position
        card = action.cards[0]
        rect = scene.table_view.rect_of(Target(card, pos.zone_of(card)))
        at = (rect.centerx, rect.top + rect.height // 4)
        self.twin.press(at)
        self.click(*at)
        if not self._played(scene, session) and action.to >= 0:
            held = pos.zones[action.to]
            goal = scene.table_view.rect_of(Target(held[-1] if held else -1, action.to))
            self.click(*goal.center)

    def lob(self, session: Session[Any], card: CardId, target: tuple[float, float]) -> None:
        """Lob a hand card over the castle at a place on the table (mm), without waiting."""
        limits = session.decision.aim
        assert isinstance(limits, Limits)
        self._flick(self.meet(session), card, flick_path(limits, target))

    def place_of(self, scene: TableScene, card: CardId) -> tuple[float, float]:
        """Return the place to grab a card at, px."""
        rect = scene.table_view.rect_of(Target(card, scene.session.position.zone_of(card)))
        return rect.centerx, rect.top + rect.height / 3

    def lose_display(self) -> None:
        """Close the connection to the display, as when the desktop crashes."""
        self.xdo("windowkill", self.wait_for_window())

    def _flick(self, scene: TableScene, card: CardId, track: list[tuple[float, float]]) -> None:
        self.key("1")
        self.drag(self.path_of(scene, card, track))

    def path_of(
        self, scene: TableScene, card: CardId, track: Sequence[tuple[float, float]]
    ) -> list[tuple[float, float]]:
        """Return the path of the mouse, px: to a place behind the castle, a pause, the flick."""
        start = self.place_of(scene, card)
        path = [scene.table_view.layout.camera.project(*place) for place in track]
        carry = [
            (
                start[0] + (path[0][0] - start[0]) * k / 30,
                start[1] + (path[0][1] - start[1]) * k / 30,
            )
            for k in range(31)
        ]
        return [*carry, *[path[0]] * REST, *path]


def interruptible() -> None:
    """Restore SIGINT and SIGHUP: children of background jobs and of nohup ignore them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def drag_time(path: Sequence[tuple[float, float]]) -> float:
    """Return the time that `Window.drag` takes on an idle machine, s."""
    return 0.1 + len(path) * TICK + 0.05 + 0.2


def flick_path(limits: Limits, target: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the places of the pointer at each TICK, mm: a straight line over the castle."""
    turn = limits.start.angle / 1000
    cos, sin = math.cos(turn), math.sin(turn)
    from_x, to_x, gate_y = (value / 10 for value in limits.gate)
    castle = ((from_x + to_x) / 2, gate_y)
    line = limits.start.x / 10, limits.start.y / 10
    way = math.dist(castle, target)
    ahead = ((target[0] - castle[0]) / way, (target[1] - castle[1]) / way)
    to_line = ((line[1] - castle[1]) * cos - (line[0] - castle[0]) * sin) / (ahead[1] * cos)
    speed = LOB_HAND * (way - to_line) / FIELD_ROWS
    steps = math.ceil((RUN_UP + to_line + 60.0) / (speed * TICK))
    return [
        (castle[0] + ahead[0] * s, castle[1] + ahead[1] * s)
        for s in (k * speed * TICK - RUN_UP for k in range(steps + 1))
    ]


def targets(session: Session[Any], decision: Decision) -> list[tuple[float, float]]:
    """Return the places to throw at, mm: enemy walls from the middle outwards, else the castle."""
    pos = session.position
    side = pos.box.sides[decision.seat]
    assert pos.poses is not None
    rows: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for zone, spec in enumerate(pos.box.zones):
        if spec.mark is None or not pos.zones[zone] or (spec.mark.y > 0) != (side == 0):
            continue
        pose = pos.poses[pos.zones[zone][-1]]
        rows["wall" in spec.name].append((pose.x / 10, pose.y / 10))
    return sorted(rows[True] or rows[False], key=lambda place: abs(place[0]))
