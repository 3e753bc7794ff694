"""Tests of the loop and the window: first picture, crashes, resizing, toasts, missing devices."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect

from castlecards import content, paths
from castlecards import settings as settings_file
from castlecards.settings import Settings
from castlecards.ui.kit import display
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.display import NoDisplay, open_window, prepare_display
from castlecards.ui.kit.intents import Intent, Keyboard, Release
from castlecards.ui.kit.theme import Look, auto_scale
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.routes import Picker, Title
from castlecards.ui.scene import STAY, Back, Go, Push, Reset, Swap
from castlecards.ui.shell import app as app_module
from castlecards.ui.shell.app import App
from tests.ui.driving import Driver, key_events, mouse

ROOT = Path(__file__).resolve().parents[2]


def anywhere(rect: Rect, toasts: Sequence[Rect]) -> Rect:
    return rect


class Fragile:
    """Scene that raises an error in the named method."""

    moving = False
    keyboard: Keyboard = "commands"
    place_toast = staticmethod(anywhere)
    holds_notes = False
    dirty = True

    def __init__(self, fails: str = "") -> None:
        self.fails = fails
        self.rescued = 0
        self.drawn = 0
        self.parts: list[Fragile] = []
        self.sizes: list[tuple[int, int]] = []

    def free_pictures(self, hidden: bool) -> None:
        pass

    def _do(self, what: str) -> Go:
        if self.fails == what:
            raise RuntimeError(f"broken {what}")
        return STAY

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self.sizes.append(size)

    def handle(self, intent: Intent) -> Go:
        return self._do("handle")

    def update(self, dt: float) -> Go:
        return self._do("update")

    def draw(self, canvas: Canvas) -> None:
        self._do("draw")
        self.drawn += 1

    def refresh(self) -> None: ...

    def rescue(self) -> None:
        self.rescued += 1
        self._do("rescue")

    def find(self, id: str) -> Widget:
        raise KeyError(id)


def whole(app: App) -> None:
    """Run frames until all games are loaded, and one more."""
    while not app.loaded:
        app.step([], 0.02)
    app.step([], 0.02)


def test_a_driver_draws_its_first_page_only_when_it_is_read(driver: Driver) -> None:
    assert driver.app.frames == 0
    assert driver.app.surface
    assert driver.app.frames == 1


def test_the_first_picture_is_there_before_anything_else_is_loaded(home: Path) -> None:
    app = App(Settings())
    assert app.frames == 1
    assert "games" not in app.__dict__
    gold = {app.surface.get_at((x, 340))[:3] for x in range(300, 1000)}
    assert app.look.palette.gold_high in gold
    app.begin()
    assert type(app.scene).__name__ == "Title"
    app.close()


def test_the_title_waits_for_no_game(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from castlecards.settings import Settings\n"
        "from castlecards.ui.shell.app import App\n"
        "app = App(Settings())\napp.begin()\n"
        "for name in ('title.play', 'title.practice'): app.scene.find(name)\n"
        "late = ['castlecards.content', 'cattrs', 'numpy', 'pymunk', 'yaml']\n"
        "late += ['castlecards.games.castle', 'castlecards.ui.table', 'multiprocessing']\n"
        "print([name for name in late if name in sys.modules])\n"
        "steps = 0\n"
        "while not app.loaded: app.step([], 0.02); steps += 1\n"
        "app.step([], 0.02)\n"
        "print(steps > 5, app.scene.cards.faces != (), 'castlecards.content' in sys.modules)\n"
        "app.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "CASTLECARDS_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["[]", "True True True"], done.stderr


def test_who_cannot_wait_gets_the_games_at_once(home: Path) -> None:
    app = App(Settings(reduced_motion=True))
    app.begin()
    assert not app.loaded
    app.follow(Push(Picker()))
    assert app.scene.find("picker.castle")
    app.follow(Back())
    whole(app)
    assert type(app.scene).__name__ == "Title"
    assert app.scene.cards.faces
    app.close()


def test_a_program_with_a_broken_file_ends_with_a_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Iterator[str]:
        yield ""
        raise FileNotFoundError(2, "No such file or directory", "tech.yaml")

    monkeypatch.setattr(app_module.loading, "games", fail)
    assert app_module.run() == 2
    err = capsys.readouterr().err
    assert err.startswith("castlecards: ")
    assert "'tech.yaml'; please install the program again" in err


@pytest.mark.parametrize("where", ["handle", "update", "draw"])
def test_a_crash_saves_writes_a_log_and_asks(driver: Driver, where: str) -> None:
    scene = Fragile(where)
    driver.app.follow(Reset(scene))
    driver.step(*key_events("h"))
    assert driver.scene == "CrashPage"
    assert scene.rescued == 1
    logs = list(paths.logs_dir().glob("crash-*.log"))
    assert len(logs) == 1
    assert f"RuntimeError: broken {where}" in logs[0].read_text()
    scene.fails = ""
    driver.step()
    driver.click("crashed.go_on")
    assert driver.app.scene is scene
    assert scene.drawn > 0


def test_after_a_crash_the_title_is_a_way_out(driver: Driver) -> None:
    driver.app.follow(Reset(Fragile("draw")))
    driver.step()
    driver.settle()
    driver.click("crashed.title")
    assert driver.scene == "Title"


def test_a_crash_that_cannot_be_saved_says_so(driver: Driver) -> None:
    class Hopeless(Fragile):
        def rescue(self) -> None:
            raise OSError("no disk")

    driver.app.follow(Reset(Hopeless("update")))
    driver.step()
    assert driver.scene == "CrashPage"
    assert not driver.app.scene.saved  # type: ignore[attr-defined]


def test_closing_the_window_saves_and_ends(driver: Driver) -> None:
    scene = Fragile()
    driver.app.follow(Reset(scene))
    driver.step(pygame.event.Event(pygame.WINDOWCLOSE))
    assert not driver.app.running
    driver.app.close()
    assert scene.rescued == 1


def test_nothing_is_drawn_when_nothing_has_changed(driver: Driver) -> None:
    assert driver.app.surface  # drawn
    before = driver.app.frames
    for _ in range(10):
        driver.step(dt=0.05)
    assert driver.app.frames == before


def test_a_storm_of_sizes_ends_in_the_right_layout(driver: Driver) -> None:
    for size in [(320, 240), (1920, 1080), (3840, 2160), (333, 900), (1280, 300), (1280, 800)]:
        driver.resize(size)
        assert driver.app.surface.get_size() == size
        window = driver.app.surface.get_rect()
        for widget in driver.app.scene.layer.root.walk():  # type: ignore[attr-defined]
            if widget.id and widget.parent.parent is driver.app.scene.layer.root:  # type: ignore[attr-defined]
                assert window.contains(widget.rect), (size, widget.id)
    fresh = Driver()
    same = pygame.image.tobytes(fresh.app.surface, "RGB")
    driver.settle()
    assert pygame.image.tobytes(driver.app.surface, "RGB") == same


@pytest.mark.parametrize(
    ("size", "scale"),
    [((1280, 800), 1.0), ((320, 240), 0.75), ((1920, 1080), 1.35), ((7680, 4320), 3.0)],
)
def test_the_scale_follows_the_window_within_limits(size: tuple[int, int], scale: float) -> None:
    assert auto_scale(size) == pytest.approx(scale)


def test_a_scale_that_was_chosen_counts(home: Path) -> None:
    app = App(Settings(ui_scale=1.5))
    assert app.look.scale == 1.5
    app.change(ui_scale="auto")
    assert app.look.scale == 1.0
    app.close()


def test_a_scene_that_was_left_goes_at_once(driver: Driver) -> None:
    app, table = driver.app, Fragile()
    table.parts.append(table)  # a reference cycle, as in a table
    app.follow(Reset(table))
    app.free_unused_memory()
    left = weakref.ref(table)
    del table
    gc.disable()  # else the collector could have freed it already
    try:
        app.follow(Reset(Title()))
        moving = Fragile()
        moving.moving = True
        app.follow(Push(moving))
        assert left() is not None
        app.free_unused_memory()
        assert left() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("onward", [Back(), Swap(Fragile())])
def test_a_page_that_was_left_goes_when_nothing_moves(driver: Driver, onward: Go) -> None:
    app, page = driver.app, Fragile()
    page.parts.append(page)
    app.follow(Push(page))
    app.free_unused_memory()
    left = weakref.ref(page)
    del page
    gc.disable()
    try:
        app.follow(onward)
        assert left() is not None
        app.free_unused_memory()
        assert left() is None
    finally:
        gc.enable()


def test_what_other_sizes_have_left_goes_when_nothing_moves(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.app.free_unused_memory()
    given: list[bool] = []
    monkeypatch.setattr(app_module.memory, "release", lambda: given.append(True))
    moving = Fragile()
    moving.moving = True
    driver.app.follow(Push(moving))
    driver.resize((700, 500))
    driver.app.free_unused_memory()
    assert not given
    moving.moving = False
    driver.app.free_unused_memory()
    driver.app.free_unused_memory()
    assert given == [True]


def test_settings_are_saved_soon_and_when_closing(driver: Driver) -> None:
    driver.app.change(volume=35)
    assert settings_file.load()[0].volume == 70
    for _ in range(8):
        driver.step(dt=0.1)
    assert settings_file.load()[0].volume == 35
    driver.app.change(volume=15)
    driver.app.close()
    assert settings_file.load()[0].volume == 15


def test_settings_that_cannot_be_saved_are_told(driver: Driver) -> None:
    paths.settings_file().mkdir(parents=True)
    driver.app.change(volume=35)
    for _ in range(8):
        driver.step(dt=0.1)
    assert [toast.kind for toast in driver.app.toasts.shown] == ["error"]
    assert driver.app.settings.volume == 35


def test_f11_and_mute_work_in_every_scene(driver: Driver) -> None:
    driver.key("f11")
    assert driver.app.settings.display == "fullscreen"
    driver.key("f11")
    assert driver.app.settings.display == "window"
    driver.key("m")
    assert driver.app.settings.mute
    assert driver.app.toasts.shown[-1].text == "Sound off"


def test_a_toast_goes_after_a_while_and_leaves_no_trace(driver: Driver) -> None:
    before = pygame.image.tobytes(driver.app.surface, "RGB")
    driver.app.notify("A sentence.")
    driver.step()
    assert pygame.image.tobytes(driver.app.surface, "RGB") != before
    for _ in range(40):
        driver.step(dt=0.1)
    assert driver.app.toasts.shown == []
    assert pygame.image.tobytes(driver.app.surface, "RGB") == before


def test_without_a_sound_device_the_player_is_told_once(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise pygame.error("no device")

    pygame.mixer.quit()
    monkeypatch.setattr(pygame.mixer, "init", fail)
    driver.app.__dict__.pop("sounds", None)
    driver.app.play("tick")
    driver.app.play("tick")
    assert [toast.text for toast in driver.app.toasts.shown] == ["There is no sound: no device."]


def test_the_loop_rests_by_state(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop runs at the full rate after input, and only polls when idle and prerendered."""
    app = driver.app
    driver.step(dt=5.0)
    app.prerender(60.0)
    clock = [100.0]
    monkeypatch.setattr(app_module, "perf_counter", lambda: clock[0])
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr(app_module, "sleep", sleep)
    monkeypatch.setattr(pygame.event, "get", list)
    app.rate = 120
    app._focused = True
    app._last_input = 99.9
    app._wait_for_frame(clock[0])
    assert slept == pytest.approx([1 / 120])
    slept.clear()
    monkeypatch.setattr(app_module, "wait_for_event", sleep)
    app._last_input = 97.0
    app._wait_for_frame(clock[0])
    assert slept == pytest.approx([0.1])
    slept.clear()
    app._last_input = 50.0
    app._wait_for_frame(clock[0])
    assert slept == pytest.approx([0.2])  # no window and no input

    swept: list[float] = []
    monkeypatch.setattr(app_module.memory, "collect_if_due", lambda: swept.append(clock[0]))
    app._wait_for_frame(clock[0])
    assert len(swept) == 1  # garbage is collected when no frame is pending

    def paints() -> bool:
        clock[0] += 0.005
        return True

    monkeypatch.setattr(app.scene, "prerender", paints)
    slept.clear()
    app._wait_for_frame(clock[0])
    assert len(swept) == 1
    assert sum(slept) < 1 / 60  # prerendering leaves time to poll input
    slept.clear()
    app._focused, begun = False, clock[0]
    app._wait_for_frame(begun)
    assert clock[0] - begun == pytest.approx(1 / 10)
    slept.clear()
    app._focused = True
    app.reader.buttons.add(1)
    app._wait_for_frame(clock[0])
    assert len(slept) >= 4  # the mouse is read at 240 Hz while a button is down
    assert max(slept) <= 1 / 240 + 1e-9


def test_what_is_done_while_the_loop_waits_is_not_lost(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = driver.app
    driver.step(dt=5.0)
    app.prerender(60.0)
    app._focused, app._last_input, app._early_input = True, -50.0, iter(())
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=0)
    monkeypatch.setattr(pygame.event, "get", lambda: [key])
    monkeypatch.setattr(app_module, "wait_for_event", lambda seconds: None)
    app._wait_for_frame(app_module.perf_counter())
    assert [*app._early_input]


def test_a_button_that_comes_up_while_the_loop_waits_is_handled_at_once(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, clock = driver.app, [100.0]
    app._focused, app._last_input, app.rate = True, 100.0, 20.0
    monkeypatch.setattr(app_module, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(
        app_module, "sleep", lambda seconds: clock.__setitem__(0, clock[0] + seconds)
    )
    events = [mouse(kind, (5, 5)) for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)]
    monkeypatch.setattr(pygame.event, "get", lambda: [events.pop(0)] if events else [])
    app.reader.buttons = {1, 3}
    app._wait_for_frame(clock[0])
    assert isinstance([*app._early_input][-1], Release)
    assert clock[0] == pytest.approx(100.0 + 2 / app_module.SAMPLING)
    app._wait_for_frame(clock[0])
    assert clock[0] == pytest.approx(100.05), "the next frame comes when it would have come"


def test_a_late_frame_does_not_put_off_those_after_it(driver: Driver) -> None:
    app, period = driver.app, 1 / 144
    first = app._tick(50.0, period)
    assert first == pytest.approx(50.0 + period)
    late = [first + 0.4 * period, first + 1.2 * period, first + 4.5 * period]
    assert [round((app._tick(now, period) - first) / period, 6) for now in late] == [1, 2, 5]
    assert app._tick(first + 2.0, period) == pytest.approx(first + 2.0 + period)  # after a pause
    assert app._tick(first + 2.0, 0.1) == pytest.approx(first + 2.1)  # at another rate


def test_the_rate_is_that_of_the_screen_on_which_the_window_is(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = [60, 144, 240, 0, 360]
    monkeypatch.setattr(pygame.display, "get_desktop_refresh_rates", lambda: rates)
    for screen, expected in enumerate((60, 144, 240, 60, 180)):
        moved = pygame.event.Event(pygame.WINDOWDISPLAYCHANGED, display_index=screen)
        driver.step(moved)
        assert driver.app.rate == expected
    monkeypatch.setattr(app_module, "screen_of", lambda window: 1)
    app = App(Settings())
    assert app.rate == 144  # the screen on which the window opens
    app.close()


def test_the_window_is_as_large_as_the_scale_of_its_screen_asks(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scales = [2.0]
    for module in (display, app_module):
        monkeypatch.setattr(module, "system_scale", lambda: scales[-1])
    app = App(Settings())
    assert app.surface.get_size() == (2560, 1600)
    assert app.look.scale == 2.0
    moved = pygame.event.Event(pygame.WINDOWDISPLAYCHANGED, display_index=0)
    app.step([moved], 0.02)
    assert app.window.size == (2560, 1600)  # the scale is the same
    scales.append(1.25)
    app.step([moved], 0.02)
    assert app.window.size == (1600, 1000)
    app.change(display="fullscreen")
    monkeypatch.setattr(app_module, "rescale", lambda *_: pytest.fail("it fills the screen"))
    scales.append(2.0)
    app.step([moved], 0.02)
    app.close()


def test_a_window_is_no_larger_than_its_screen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080), (2000, 900)])
    monkeypatch.setenv("SDL_VIDEODRIVER", "a real one")
    assert display._fitting((1280, 800), 2.0) == (1920, 1080)
    assert display._fitting((1280, 800), 1.25, 1) == (1600, 900)
    assert display._fitting((1280, 800), 1.25, 2) == (1600, 1000)  # unknown


@pytest.mark.parametrize(
    ("resources", "scale"),
    [
        ("Xcursor.size:\t48\nXft.dpi:\t192\nXft.antialias:\t1\n", 2.0),
        ("Xft.dpi: 120", 1.25), ("Xft.dpi:\t115.2\n", 1.2), ("Xft.dpi:\t72\n", 1.0),
        ("Xft.dpi:\t96000\n", 4.0), ("Xft.dpi:\t\n", 1.0), ("My.Xft.dpi:\t192\n", 1.0), ("", 1.0),
    ],
)  # fmt: skip
def test_the_scale_is_read_from_the_resources_of_the_desktop(
    resources: str, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(display, "_x_resources", lambda: resources)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    assert display.system_scale() == pytest.approx(scale)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "wayland")
    assert display.system_scale() == 1.0


def test_waiting_ends_with_the_event(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.event.clear()
    post = threading.Timer(0.05, pygame.event.post, [pygame.event.Event(pygame.USEREVENT)])
    late = threading.Timer(20.0, pygame.event.post, [pygame.event.Event(pygame.USEREVENT)])
    post.start()
    late.start()
    display.wait_for_event(30.0)
    assert pygame.event.peek(pygame.USEREVENT), "it is still there to be read"
    assert late.is_alive()
    late.cancel()
    post.join()
    slept: list[float] = []
    monkeypatch.setattr(display, "_sdl", lambda: None)
    monkeypatch.setattr(display, "sleep", slept.append)
    display.wait_for_event(60.0)
    display.wait_for_event(0.01)
    assert slept == [1 / display.POLLS, 0.01]
    assert display.screen_of(driver.app.window) == 0  # unknown


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_end_saves_and_ends_as_closing_does(
    driver: Driver, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, scene, rounds = getattr(signal, name), Fragile(), count()
    before = signal.signal(number, signal.SIG_DFL)  # SIGHUP is ignored in tests run with nohup
    driver.app.follow(Reset(scene))

    def run_round(last: float) -> float:
        assert next(rounds) == 0, f"the program goes on after {name}"
        signal.raise_signal(number)
        return last

    monkeypatch.setattr(driver.app, "_run_round", run_round)
    try:
        assert driver.app.run() == 0
        assert signal.getsignal(number) == signal.SIG_DFL
    finally:
        signal.signal(number, before or signal.SIG_DFL)
    assert not driver.app.running
    assert scene.rescued == 1


@pytest.mark.parametrize(
    ("present", "env", "expected"),
    [
        ("auto", {"DISPLAY": ":0"}, "0"),
        ("auto", {"DISPLAY": ":0", "SDL_VIDEODRIVER": "wayland"}, None),
        ("shared", {}, "0"),
        ("gpu", {"DISPLAY": ":0"}, "1"),
    ],
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 is a matter of Linux")
def test_shared_memory_is_chosen_for_x11(
    present: str, env: dict[str, str], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "SDL_VIDEODRIVER", "SDL_FRAMEBUFFER_ACCELERATION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    prepare_display(present)
    assert os.environ.pop("SDL_FRAMEBUFFER_ACCELERATION", None) == expected


def start(home: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "CASTLECARDS_HOME": str(home), "PYTHONPATH": str(ROOT), **env}
    command = [sys.executable, "-m", "castlecards", *args]
    return subprocess.run(
        command, env=surroundings, cwd=home, capture_output=True, text=True, timeout=60
    )


class ShownWindow:
    """Window that counts how often all of it is shown."""

    def __init__(self, id: int) -> None:
        self.id = id
        self.flips = 0

    def flip(self) -> None:
        self.flips += 1


def test_only_the_parts_that_changed_are_shown(driver: Driver) -> None:
    parts, window = [pygame.Rect(4, 4, 9, 9), pygame.Rect(40, 40, 9, 9)], driver.app.window
    for changed, flips in ((None, 1), (parts, 0), ([], 0)):
        shown: Any = ShownWindow(window.id)
        display.show(shown, changed)
        assert shown.flips == (flips if sys.platform.startswith("linux") else changed != [])
    gone: Any = ShownWindow(12345)  # SDL has no window of this id
    display.show(gone, parts)
    assert gone.flips == 1


def test_without_a_display_there_is_one_clear_line(tmp_path: Path) -> None:
    done = start(tmp_path, SDL_VIDEODRIVER="nowhere")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no display" in done.stderr
    assert done.stdout == ""


def test_without_fonts_there_is_one_clear_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[pygame.Surface] = []

    def open_and_record(*args: Any) -> pygame.Window:
        window = open_window(*args)
        opened.append(window.get_surface())
        return window

    monkeypatch.setattr(app_module, "open_window", open_and_record)
    monkeypatch.setattr(paths, "assets", lambda: home / "nothing")
    assert app_module.run() == 2
    assert "is missing" in capsys.readouterr().err
    with pytest.raises(pygame.error, match="not initialized"):  # the window was closed
        opened[0].get_size()


def test_no_display_is_an_error_of_its_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nowhere")
    pygame.display.quit()
    with pytest.raises(NoDisplay, match="no display"):
        App(Settings())


def test_timing_prints_all_times_and_leaves(tmp_path: Path) -> None:
    done = start(tmp_path, "--timing")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    words = [line.rsplit("  ", 1)[0].strip() for line in lines]
    assert words == ["first frame", "interactive", "all games"]
    first, then, last = (float(line.split()[-2]) for line in lines)
    assert 0 < first <= then <= last


def test_an_unknown_setting_is_named_and_stays_in_the_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = paths.settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("volum: 30\nmute: true\n")
    shown: list[App] = []
    monkeypatch.setattr(App, "run", lambda self: shown.append(self) or 0)
    assert app_module.run() == 0
    text = shown[0].toasts.shown[0].text
    assert "settings.yaml:1:1: top level: unknown key 'volum'" in text
    assert shown[0].settings.mute
    shown[0].change(volume=15)
    shown[0].close()
    assert "volum: 30\n" in path.read_text()
    assert settings_file.load()[0] == Settings(mute=True, volume=15)


def test_a_broken_deck_of_ones_own_is_told_and_left_out(home: Path) -> None:
    own = home / "decks" / "tech.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("cards: 3\n", encoding="utf-8")
    content.games.cache_clear()
    try:
        app = App(Settings(), (640, 480))
        app.begin()
        whole(app)
        assert app.games
        told = " ".join(toast.text for toast in app.toasts.shown)
        app.close()
        assert "tech.yaml:1:1: top level: missing key" in told
        assert "check-data” lists more" in told
    finally:
        content.games.cache_clear()
