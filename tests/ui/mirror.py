"""Mirror of a real window: a twin gets the same input, and both must show the same picture.

The twin is a second instance of the program without a window. After each gesture, the test waits
until the picture on the virtual display equals the twin's, and fails after a time limit. The moves
are compared in the two save files.
"""

from __future__ import annotations

import dataclasses
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pygame
from numpy.typing import NDArray

from castlecards import database, paths
from castlecards.content import games
from castlecards.core.action import PASS, Action
from castlecards.core.cards import CardId
from castlecards.core.events import apply
from castlecards.core.landing import LOB, Limits
from castlecards.core.rng import noise
from castlecards.core.session import USUAL, Session
from castlecards.practice import throws
from castlecards.practice.throws import ThrowRecord
from castlecards.store import autosave_file
from castlecards.ui import history
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.routes import Title
from castlecards.ui.scene import Reset
from castlecards.ui.shell.app import MAX_STEP
from castlecards.ui.table.commands import Submit
from castlecards.ui.table.flow.turns import RESULT_DELAY
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.summary.end_timing import STILL_SECONDS
from tests.ui.driving import autosave_and_wait, key_events, mouse
from tests.ui.gestures import Gestures, Mismatch, Pos, layer_of
from tests.ui.shots.matches import position_value
from tests.ui.window import (
    PATIENCE,
    SIZE,
    SOON,
    TRIES,
    NoEffect,
    Window,
    drag_time,
    flick_path,
    interruptible,
    screen,
)

QUICK = "instant: true\nreduced_motion: true\ntime_scale: 1.0\nfilms: 3\n"
MOST_APART = 0.001  # share of the picture: only the window shows the pointer
PASSING = 0.3  # s of waiting after which the twin runs frames, too, for example to remove captions
POLL = 0.004  # s
PARTS = 8  # a picture is compared row by row in so many interleaved parts
STALL = 0.5  # s: a longer time between two polls means that the machine stood still
CURTAIN = (SIZE[0] // 2, 290)
X_NAMES = {"tab": "Tab", "shift+tab": "shift+Tab", "return": "Return", "escape": "Escape"}

Policy = Callable[[Session[Any]], Action]


@dataclasses.dataclass(frozen=True)
class Flick:
    """Result of a mouse movement that was meant as a throw.

    `at`: line of the log; `took`: duration divided by the intended one; `action`: the throw, None
    if it failed; `told`: why it failed, as shown in the window.
    """

    at: int
    took: float
    action: Action | None = None
    told: str = ""


class Display:
    """Pixels of a virtual display, read from its memory.

    The format is XWD: a header, a colour map, rows of BGRX.
    """

    def __init__(self, folder: Path) -> None:
        memory = np.memmap(folder / "Xvfb_screen0", dtype=np.uint8, mode="r")
        head = memory[:100].view(">u4").astype(int)
        start, high, stride = head[0] + 12 * head[19], head[5], head[12]
        words = memory[start : start + high * stride].view("<u4")
        self.pixels: NDArray[np.uint32] = words.reshape(high, stride // 4)

    def is_different(self, picture: pygame.Surface) -> bool:
        """True if more than `MOST_APART` of the pixels differ, which a part of them may prove."""
        left = MOST_APART * self.pixels.size
        for first in range(PARTS):
            left -= np.count_nonzero(self._differs(picture, slice(first, None, PARTS)))
            if left < 0:
                return True
        return False

    def different_share(self, picture: pygame.Surface) -> float:
        """Return the share of pixels whose colour differs from the picture."""
        return float(np.mean(self._differs(picture)))

    def different_area(self, picture: pygame.Surface) -> pygame.Rect:
        """Return the smallest rectangle around all pixels whose colour differs."""
        rows, columns = np.nonzero(self._differs(picture))
        left, top = columns.min(), rows.min()
        return pygame.Rect(left, top, columns.max() + 1 - left, rows.max() + 1 - top)

    def _differs(self, picture: pygame.Surface, rows: slice = slice(None)) -> NDArray[np.bool_]:
        """Return for each pixel, row by row, whether its colour differs from the picture."""
        assert picture.get_masks()[:3] == (0xFF0000, 0xFF00, 0xFF)
        wanted = pygame.surfarray.pixels2d(picture).swapaxes(0, 1)
        return (self.pixels[rows] ^ wanted[rows]) & 0xFFFFFF != 0

    def save(self, path: Path) -> None:
        """Write the pixels as a PNG."""
        picture = pygame.Surface(SIZE)
        pygame.surfarray.blit_array(picture, self.pixels.swapaxes(0, 1) & 0xFFFFFF)
        pygame.image.save(picture, str(path))


class Mirror(Gestures, Window):
    """Window with a twin that gets the same input; both begin at the title."""

    def __init__(self, name: str, home: Path, memory: Path, settings: str = QUICK) -> None:
        self.screen = Display(memory)
        self.flicks: list[Flick] = []  # all, also those that failed
        super().__init__(name, home, settings)

    def start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "castlecards"]
        self.process = subprocess.Popen(command, env=self.env, preexec_fn=interruptible)
        self.xdo("windowfocus", "--sync", self.wait_for_window(), "mousemove", 1, 1)
        self.twin.step(mouse(pygame.MOUSEMOTION, (1, 1)))
        self.twin.app.follow(Reset(Title()))
        self._settle()
        self.wait_for_equal_pictures(PATIENCE)
        return self.process

    # -- comparison -------------------------------------------------------------------------------

    def wait_for_equal_pictures(self, patience: float = PATIENCE) -> None:
        """Wait until the window shows the same picture as the twin. Raises Mismatch."""
        assert self.twin.scene != "CrashPage", "the twin has crashed"
        waited, last = 0.0, time.monotonic()
        while self.screen.is_different(self.twin.app.surface):
            now = time.monotonic()
            waited += min(now - last, STALL)
            if waited > patience:
                self.screen.save(self.home / "window.png")
                self.twin.app.screenshot(self.home / "twin.png")
                apart = self.screen.different_share(self.twin.app.surface)
                place = self.screen.different_area(self.twin.app.surface)
                raise Mismatch(
                    f"{apart:.2%} of the window is different, in {place}, with the twin at"
                    f" {self.twin.scene}: see {self.home}/*.png"
                )
            if waited > PASSING:
                self.twin.prerender()
                self.twin.step(dt=now - last)
            last = now
            time.sleep(POLL)

    def turn(self, action: Action, by_key: bool = False) -> None:
        super().turn(action, by_key)
        self.wait_for_equal_saves()

    def wait_for_equal_saves(self, patience: float = PATIENCE) -> None:
        """Wait until both save files are equal. Raises Mismatch."""
        wanted = autosave_file().read_bytes() if autosave_file().exists() else None
        end = time.monotonic() + patience
        while (self.save_file.read_bytes() if self.save_file.exists() else None) != wanted:
            if time.monotonic() > end:
                raise Mismatch(f"the save files in {self.home} and of the twin are different")
            time.sleep(POLL)

    def shot(self, name: str) -> None:
        self.screen.save(self.home / f"{name}.png")

    # -- gestures, in both ------------------------------------------------------------------------

    def press(self, at: Pos, pause: float = 0.0) -> None:
        """Click at a place, `pause` s after moving the pointer there."""
        self.pressed = at
        self.xdo("mousemove", *at, "sleep", pause, "click", 1)
        self.twin.step(mouse(pygame.MOUSEMOTION, at))
        self._wait_in_twin(pause)
        for event in _buttons(at):
            self.twin.step(event)
        self._wait_until_still()

    def _wait_in_twin(self, seconds: float) -> None:
        for _ in range(math.ceil(seconds / MAX_STEP)):
            self.twin.step(dt=MAX_STEP)

    def _wait_until_still(self) -> None:
        """Wait until nothing moves; a click ends the captions before a curtain early."""
        if self._has_pause():
            self.wait_for_equal_pictures()
        if self._has_pause():  # the wait for a busy machine can take longer than the captions
            self.pressed = CURTAIN
            self.xdo("mousemove", *CURTAIN, "click", 1)
            self.twin.press(CURTAIN)
        self._settle()
        self.wait_for_equal_pictures()

    def _has_pause(self) -> bool:
        scene = self.twin.app.scene
        return isinstance(scene, TableScene) and scene.playback.pause > 0

    def _settle(self) -> None:
        """Run frames until nothing moves, and one more, in which the last parts are updated."""
        self.twin.settle()
        self.twin.step()

    def pull(self, start: Pos, end: Pos) -> None:
        """Drag from one place to another."""
        way = [
            (start[0] + (end[0] - start[0]) * k // 6, start[1] + (end[1] - start[1]) * k // 6)
            for k in range(1, 7)
        ]
        self.pressed = end
        words: list[object] = ["mousemove", *start, "mousedown", 1]
        for place in way:
            words += ["sleep", 0.006, "mousemove", *place]
        self.xdo(*words, "mouseup", 1)
        self.twin.step(mouse(pygame.MOUSEMOTION, start))
        with self.twin.without_drawing():
            self.twin.step(mouse(pygame.MOUSEBUTTONDOWN, start))
            for place in way:
                self.twin.step(mouse(pygame.MOUSEMOTION, place))
        self.twin.step(mouse(pygame.MOUSEBUTTONUP, end))
        self._wait_until_still()

    def keys(self, *names: str) -> None:
        """Press keys in this order."""
        with self.twin.without_drawing():
            for name in names:
                for event in key_events(name):
                    self.twin.step(event)
        self._settle()
        self.xdo("key", "--delay", 8, *[X_NAMES.get(name, name) for name in names])
        self.wait_for_equal_pictures()

    def begin(self, game: str, deal: int, by_key: bool = False) -> Session[Any]:
        """Go from the title to the table, with the typed number of a deal."""
        for id in ("title.play", f"picker.{game}"):
            self.choose(id, by_key)
        if by_key:
            self.walk_to("setup.seed")
        else:
            self.press_on("setup.seed")
        self.write(str(deal))
        self.choose("setup.start", by_key)
        return self.table.session

    def leave(self) -> None:
        """Go from the table to the title."""
        while self.table.selection is None and self.table.model.window is None:
            self.open_curtain(by_key=False)
        self._wait_for_silence()
        for id in ("menu", "leave", "go"):
            self.press_on(id)
        assert self.twin.scene == "Title"

    def _wait_for_silence(self) -> None:
        """Wait until no speech bubble shows: below a menu, it would stay in one of both."""
        while self.table.painter.faces.speech_bubble.remark is not None:
            self.twin.step(dt=MAX_STEP)
        self.wait_for_equal_pictures()

    def go_on_with(self, session: Session[Any]) -> None:
        """Save this match in place of the saved one, and choose Continue on the title."""
        autosave_and_wait(self.twin.app.keep, session)
        self.save_file.write_bytes(autosave_file().read_bytes())
        self.press_on("title.continue")

    def see_result(self, by_key: bool = False) -> str:
        """Open the result after the last move and return its headline.

        The match is then in the history and can no longer be continued.
        """
        if self.twin.scene == "Result":  # it has opened without a click
            self.wait_for_equal_pictures()
        elif self.table.session.start.box.field is not None:  # it opens after a while
            self._wait_in_twin(RESULT_DELAY + STILL_SECONDS + 1)
            self.wait_for_equal_pictures()
        else:
            while self.twin.app.scene is not self.table:
                self.choose("close", by_key)
            self.choose("result", by_key)
        assert self.twin.scene == "Result"
        assert not self.save_file.exists()
        mine, twins = (
            [dataclasses.replace(line, date="") for line in history.read(path)[0].games]
            for path in (self.home / database.file().name, database.file())
        )
        assert mine
        assert mine == twins
        return self.twin.find("result.headline").name

    def write(self, text: str) -> None:
        self.twin.type(text)
        self._settle()
        self.xdo("type", text)
        self.wait_for_equal_pictures()

    def open_curtain(self, by_key: bool) -> None:
        """Hold the mouse button, or a key, until the curtain is open."""
        down, up = key_events("p") if by_key else _buttons(CURTAIN)
        if by_key:
            self.xdo("keydown", "p")
        else:
            self.xdo("mousemove", *CURTAIN, "mousedown", 1)
            self.twin.step(mouse(pygame.MOUSEMOTION, CURTAIN))
        self.twin.step(down)
        self._settle()
        self.wait_for_equal_pictures()
        self.xdo(*(("keyup", "p") if by_key else ("mouseup", 1)))
        self.twin.step(up)
        self._settle()
        self.wait_for_equal_pictures()

    def press_on(self, id: str, pause: float = 0.0) -> None:
        """Click a widget, after scrolling with the wheel until it is visible."""
        widget = self.twin.find(id)
        view = next((each for each in _above(widget) if isinstance(each, Scroll)), None)
        while view is not None and not view.rect.contains(widget.rect):
            self._turn_wheel(view.rect.center, widget.rect.centery > view.rect.centery)
            widget = self.twin.find(id)
        self.press(self._apart_from_last(widget.rect.center), pause)

    def _turn_wheel(self, at: Pos, on: bool) -> None:
        self.twin.step(mouse(pygame.MOUSEMOTION, at))
        notch: dict[str, Any] = {
            "x": 0,
            "y": -1 if on else 1,
            "precise_x": 0.0,
            "precise_y": -1.0 if on else 1.0,
        }
        self.twin.step(pygame.event.Event(pygame.MOUSEWHEEL, **notch))
        self._settle()
        self.xdo("mousemove", *at, "click", 5 if on else 4)
        self.wait_for_equal_pictures()

    def walk_to(self, id: str) -> None:
        """Move the focus to a widget by Tab, in the shorter direction.

        It tries three times, because a key that ends an animation does not move the focus.
        """
        for _ in range(3):
            if self._focus == id:
                return
            ring = layer_of(self.twin.app.scene).focusables
            ids = [widget.id for widget in ring]
            on = (
                (ids.index(id) - ids.index(self._focus))
                if self._focus in ids
                else ids.index(id) + 1
            )
            on, back = on % len(ids), -on % len(ids)
            self.keys(*(["tab"] * on if on <= back else ["shift+tab"] * back))
        raise AssertionError(f"Tab comes to {self._focus}, not to {id}")

    @property
    def _focus(self) -> str:
        now = layer_of(self.twin.app.scene).focus
        return str(now.id) if now is not None else ""

    # -- at the table -----------------------------------------------------------------------------

    def game(self, policy: Policy, by_key: bool = False, most: int = 400) -> Session[Any]:
        """Play the match at the table to its end with the actions of `policy`."""
        session = self.table.session
        while not session.over:
            assert session.at < most, "the game has no end"
            self.turn(policy(session) if session.decision else PASS, by_key)
        return session

    def throw(self, card: CardId, target: tuple[float, float], watched: bool = False) -> Flick:
        """Lob a hand card over the castle at a place on the table (mm), in both.

        The window computes the throw from the mouse movement, and the twin gets this throw.
        `watched`: wait for the end of the flight; otherwise a click ends it.
        """
        flick = self.flick(card, target)
        table = self.table
        assert flick.action is not None
        table.execute([Submit(table.session.decision.seat, flick.action, just_thrown=True)])
        table.model.input_state.forget_place()
        self._fly(watched)
        self.wait_for_equal_saves()
        return flick

    def flick(self, card: CardId, target: tuple[float, float]) -> Flick:
        """Throw in the window only; return the first try that is a throw. Raises NoEffect."""
        while self.table.model.curtain is not None:
            self.open_curtain(by_key=False)
        if self.table.model.input_state.method != LOB:
            self.keys("1")
        session = self.table.session
        assert isinstance(session.decision.aim, Limits)
        track = flick_path(session.decision.aim, target)
        for _ in range(TRIES):
            flick = self._try(card, track, session.at)
            self.flicks.append(flick)
            if flick.action is not None:
                return flick
        raise NoEffect(f"no throw in {TRIES} tries: {self.flicks[-TRIES:]}")

    def _try(self, card: CardId, track: Sequence[tuple[float, float]], now: int) -> Flick:
        """Make one movement and return its result; without any result, save a screenshot."""
        before = len(self.record)
        path = self.path_of(self.table, card, track)
        begun = time.monotonic()
        self.drag(path)
        took = (time.monotonic() - begun) / drag_time(path)
        end = time.monotonic() + SOON
        while time.monotonic() < end:
            session = self.session()
            if session is not None and session.at > now:
                return Flick(now, took, session.log[now].action)
            if len(self.record) > before:
                return Flick(now, took, None, self.record[-1].words or "a foul")
            time.sleep(POLL)
        self.shot(f"flick-{len(self.flicks)}")
        return Flick(now, took)

    @property
    def record(self) -> Sequence[ThrowRecord]:
        """Throws that the window has recorded."""
        record = throws.read(self.home / throws.file().name)
        assert not record.bad
        return record.throws

    def _fly(self, watched: bool) -> None:
        """Wait until the card is at rest, in both."""
        if not watched:
            self.press(CURTAIN)
            return
        with self.twin.without_drawing():
            while self.table.playback.flying:
                self.twin.step(dt=MAX_STEP)
        self._wait_until_still()

    def choose(self, id: str, by_key: bool, pause: float = 0.0) -> None:
        if not by_key:
            self.press_on(id, pause)
            return
        self.walk_to(id)
        self._wait_in_twin(pause)
        self.xdo("sleep", pause)
        self.keys("return")


def _above(widget: Widget) -> Iterator[Widget]:
    while widget.parent is not None:
        widget = widget.parent
        yield widget


def _buttons(at: Pos) -> Sequence[pygame.event.Event]:
    return [mouse(kind, at) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)]


@contextmanager
def mirror(folder: Path, home: str = "home", settings: str = QUICK) -> Iterator[Mirror]:
    """Context manager: a mirrored window on its own display, with its files in `folder`/`home`;
    those of the twin are in `folder`/twin."""
    memory = folder / "screen"
    memory.mkdir()
    twin = {paths.HOME: str(folder / "twin")}
    with screen(memory) as name, patch.dict(os.environ, twin):
        window = Mirror(name, folder / home, memory, settings)
        try:
            yield window
        finally:
            window.close()


def match_near_end(session: Session[Any], left: int, policy: Policy) -> Session[Any]:
    """Return the match as it is `left` actions before its end, if all seats play by `policy`."""
    about = session.players, session.seed, session.kinds, session.names
    whole, again = (
        Session(session.game, session.options, *about, stops=session.stops) for _ in range(2)
    )
    while (decision := whole.decision) is not None:
        played = whole.at < session.at
        action = session.log[whole.at].action if played else policy(whole)
        whole.submit(decision.seat, PASS if whole.is_waived(decision) else action)
    for record in whole.log[: max(len(whole.log) - left, session.at)]:
        again.submit(record.seat, record.action)
    return again


def short_deal(game: str, policy: Policy, wanted: Callable[[Session[Any]], bool], most: int) -> int:
    """Return the first deal that `policy` plays to a wanted end within `most` actions.

    A fixed number could become wrong with a change of the rules.
    """
    rules = games()[game]
    for deal in range(1, 500):
        session = Session(rules, rules.options(), 2, deal, stops=(USUAL, USUAL))
        while session.at < most and (decision := session.decision) is not None:
            session.submit(decision.seat, PASS if session.is_waived(decision) else policy(session))
        if session.over and wanted(session):
            return deal
    raise AssertionError(f"no such game of {game}")


def best_action(
    session: Session[Any], liking: Callable[[Action], float] = lambda action: 0.0
) -> Action:
    """Return the action whose next position has the best value, as the game's advice judges it.

    `liking` is added to the value; the seed decides between equal values.
    """
    decision = session.decision
    if len(decision.options) == 1:
        return decision.options[0]
    chance = noise(session.seed, session.at, len(decision.options))
    worth = [
        position_value(session.game, apply(session.position, action)[0], decision.seat)
        + liking(action)
        + drawn % 1000 * 1e-6
        for action, drawn in zip(decision.options, chance, strict=True)
    ]
    return decision.options[worth.index(max(worth))]
