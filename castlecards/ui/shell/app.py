"""Application window and main loop: reads input, updates the scene, draws and sleeps.

While something moves, or input came less than `ACTIVE_FOR` s ago, the loop runs at the refresh rate
of the window's screen. When idle it sleeps until there is input. An error in a scene never loses a
game: the scenes save, the error goes to a log file, and a page tells the player.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from math import floor
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import pygame

from castlecards import loading, paths
from castlecards import settings as settings_file
from castlecards.data import DataError
from castlecards.instance_lock import InstanceLock
from castlecards.settings import Settings
from castlecards.texts import tr
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.display import (
    NoDisplay,
    open_window,
    rate,
    rescale,
    screen_of,
    set_display,
    show,
    system_scale,
    wait_for_event,
)
from castlecards.ui.kit.intents import Act, Intent, is_key_press
from castlecards.ui.kit.shapes import Shapes
from castlecards.ui.kit.theme import HIGH_CONTRAST, PALETTE, Fonts, Look, MissingFont, auto_scale
from castlecards.ui.kit.widgets.meter import Meter
from castlecards.ui.routes import AlreadyOpen, CrashPage, Title
from castlecards.ui.scene import Back, Go, Push, Reset, Scene, Swap
from castlecards.ui.shell import memory
from castlecards.ui.shell.crash import process_age, write_log
from castlecards.ui.shell.services_impl import AppServices
from castlecards.ui.shell.signals import ended_by_signals
from castlecards.ui.shell.splash import Splash
from castlecards.ui.shell.stack import Stack
from castlecards.ui.shell.wiring import make

TITLE = "Castlecards"
SIZE = (1280, 800)  # px, of the first window
SAMPLING = 240  # 1/s, reads of the mouse while a button is down
IDLE_POLLS = 60  # 1/s, checks for input while nothing moves, but something is prerendered
CALM_AFTER = 5.0  # s without input
IDLE_STEP = 0.2  # s between two updates then; longest time step of a scene at rest
UNFOCUSED_POLLS = 10  # 1/s, checks for input without the focus
LOCK_CHECK = 2.0  # s between two checks of the data folder's lock
ACTIVE_FOR = 1.5  # s after the last input: the loop counts as active
RELAYOUT = {  # settings that change the layout or the look
    "ui_scale", "display", "reduced_motion", "left_handed", "bold_text", "high_contrast",
}  # fmt: skip
MIN_PRERENDER = 0.006  # s: no prerendering starts with less time left before the next frame
MAX_STEP = 0.1  # s: longest time step of a moving scene


class Incomplete(Exception):
    """Error: a file of the program is missing or broken; the message names it."""


class App(AppServices):
    """Window of the program, with its scene stack, services and frame loop."""

    def __init__(
        self,
        settings: Settings,
        size: tuple[int, int] = SIZE,
        instance_lock: InstanceLock | None = None,
    ) -> None:
        """Open the window and draw the splash screen. Raises NoDisplay and MissingFont.

        `instance_lock`: lock on the data folder, not taken yet; None: other windows are ignored.
        """
        super().__init__(settings, instance_lock)
        self.meter = Meter()
        self.frames = 0
        self._focused = True
        self._crash: type[Scene] | None = None  # type of the crash page
        self._scenes_closed = False  # scenes were closed; their surfaces can be freed
        self._pictures_stale = False  # a page closed or the size changed; old pictures can be freed
        self._last_input = perf_counter()
        self._since_lock_check = 0.0  # s since the last check of the lock
        self._due = self._period = 0.0  # s, of the frame clock: next tick, period
        self._early_input: Iterator[Intent] = iter(
            ()
        )  # input read while waiting for the next frame
        self._spoken = ("", "")  # what the scene told of itself and of the focus last
        self._pieces: Iterator[str] | None = None  # loading steps of the games; None: all loaded
        self._fonts = Fonts(paths.assets() / "fonts")
        self._shapes = Shapes()
        self.window = open_window(TITLE, settings, size)
        try:
            self.surface = self.window.get_surface()
            self.rate = rate(screen_of(self.window))
            self._system_scale = system_scale()
            self.look = self._look()
            size = self.window_size = self.surface.get_size()
            self._shapes.set_limit(size)
            self.stack = Stack(partial(make, self), Splash(), self.look, size)
            self._draw()
        except BaseException:
            # A window that outlives pygame's display kills the process when it is collected.
            self.window.destroy()
            raise

    # From scene to scene

    @property
    def scene(self) -> Scene:
        """Scene on top of the stack, the one shown."""
        return self.stack.top

    def follow(self, to: Go) -> None:
        """Go where a scene's answer leads."""
        self.stack.follow(to)
        self._scenes_closed |= isinstance(to, Reset)
        self._pictures_stale |= isinstance(to, Back | Swap)

    # The loop

    def step(self, events: Sequence[pygame.event.Event], dt: float) -> None:
        """Run one frame: read the events, update by `dt` s and draw if needed."""
        self.feed(self._read(events), dt)

    def feed(self, inputs: Iterable[Intent], dt: float) -> None:
        """Like `step`, with intents instead of events."""
        for intent in inputs:
            self._handle(intent)
        scene = self.scene
        try:
            self.follow(scene.update(min(dt, MAX_STEP if scene.moving else IDLE_STEP)))
        except Exception as error:
            self._crashed(scene, error)
        if self.settings.speech:
            self._speak()
        if self.toasts.update(dt, self.scene.holds_notes):
            self.scene.refresh()
        self.save_changed_settings(dt)
        self._check_lock(dt)
        self.set_ambience(self.stack.ambience if self._focused and self.running else "")
        if self.loaded:  # the sound device is not opened before the games are there
            self.update_music(self.stack.music, dt, self._focused and self.running)
        self._draw()
        self._load_next()

    def _speak(self) -> None:
        """Say what the scene tells of itself and of the focus, if it has changed."""
        told = self.scene.spoken
        for text, before in zip(told, self._spoken, strict=True):
            if text and text != before:
                self.say(text)
        self._spoken = told

    def _load_next(self) -> None:
        """Load one more piece of the games. Raises Incomplete."""
        if self._pieces is None:
            return
        try:
            problem = next(self._pieces, None)
        except (DataError, OSError) as error:
            self._pieces = None
            raise Incomplete(str(error)) from error
        if problem is None:
            self._pieces = None
        elif problem:
            self.notify(problem, "error")

    @property
    def loaded(self) -> bool:
        """True if all games are loaded."""
        return self._pieces is None

    def prerender(self, left: float) -> bool:
        """Prerender pictures and preload sounds between two frames.

        Nothing starts with less than `MIN_PRERENDER` of the `left` s remaining. Returns True when
        nothing is left to prepare.
        """
        scene, last = self.scene, perf_counter() + left - MIN_PRERENDER
        wanted = True
        try:
            while perf_counter() < last and wanted:
                wanted = scene.prerender()
        except Exception as error:
            self._crashed(scene, error)
        unheard = self.sounding
        while perf_counter() < last and unheard:
            unheard = self.sounds.preload()
        return not (wanted or unheard)

    def _check_lock(self, dt: float) -> None:
        """Report finished writes; every `LOCK_CHECK` s, check whether another window took the
        lock."""
        self.poll_writes()
        self._since_lock_check += dt
        if self._since_lock_check >= LOCK_CHECK:
            self._since_lock_check = 0.0
            if self.instance_lock is not None:
                self.keep.is_taken_over()

    def begin(self, problem: str = "") -> None:
        """Open the title page, begin to load the games, and take the lock of the data folder.

        `problem`: a message for the player, "" for none.
        """
        self.feed(self._read(pygame.event.get()), 0)
        self._pieces = loading.games()
        self.follow(Reset(Title()))
        for told in filter(None, (problem, self.profiles.problem)):
            self.notify(told, "error")
        self._draw()
        if self.instance_lock is not None and not self.instance_lock.take():
            self.follow(Push(AlreadyOpen(self.instance_lock)))
            self._draw()
        elif self.instance_lock is not None and self.instance_lock.warning:
            self.notify(self.instance_lock.warning, "error")

    def run(self) -> int:
        """Run until the player quits. Returns the exit code: 1 if a game could not be saved."""
        last = perf_counter()
        memory.prepare()
        try:
            with ended_by_signals(self.quit):
                while self.running:
                    last = self._run_round(last)
                    self.free_unused_memory()
        finally:
            saved = self.close()
        return 0 if saved else 1

    def _run_round(self, last: float) -> float:
        """One round of the loop. `last`: time of the last scene update, s; returns the new one."""
        now = perf_counter()
        inputs = chain(self._early_input, self._read(pygame.event.get()))
        self._early_input = iter(())
        first = next(inputs, None)
        if first is not None:
            self._last_input = now
            inputs = chain((first,), inputs)
        idle = first is None and not self.scene.moving and now - self._last_input > ACTIVE_FOR
        if idle and not self.scene.dirty and now - last < self._idle_interval(now):
            self._wait_for_frame(now)
            return last
        self.feed(inputs, now - last)
        self._wait_for_frame(now)
        return now

    def free_unused_memory(self) -> None:
        """Free memory of closed scenes; of pages and old window sizes once nothing moves."""
        if self._scenes_closed or (self._pictures_stale and not self.scene.moving):
            self._scenes_closed = self._pictures_stale = False
            memory.release()

    def close(self) -> bool:
        """Save and close the window. Errors go to stderr. Returns False if the game could not be
        saved."""
        messages: list[str] = []
        saved = self._rescue_all(messages)
        if not saved:
            messages.append(tr("the game was not saved"))
        if problem := self.save_settings():
            messages.append(problem)
        for text in messages:
            print(f"castlecards: {text}", file=sys.stderr)
        self.close_services()
        self.window.destroy()
        pygame.quit()
        return saved

    def screenshot(self, path: Path | str) -> None:
        """Write the current frame to `path` as a PNG."""
        pygame.image.save(self.surface, str(path))

    def _read(self, events: Sequence[pygame.event.Event]) -> Iterator[Intent]:
        """Intents of the events, one by one; window events are handled here at once."""
        now = perf_counter()
        for event in events:
            kind = event.type
            if kind in (pygame.QUIT, pygame.WINDOWCLOSE):
                self.quit()
            elif kind in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED):
                self._resized()
            elif kind == pygame.WINDOWDISPLAYCHANGED:
                self._moved_to(event.display_index)
            elif kind in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED):
                self.scene.refresh()
            elif kind == pygame.WINDOWFOCUSGAINED:
                self._focused = True
            elif kind == pygame.WINDOWFOCUSLOST:
                self._focused = False
        self.reader.size = self.stack.size
        return self.reader.read(events, now, lambda: self.scene.keyboard)

    def _handle(self, intent: Intent) -> None:
        if self.settings.speech and is_key_press(intent):
            self.say("", at_once=True)
            if not (isinstance(intent, intents.Command) and intent.act == Act.ZOOM):
                self._spoken = self._spoken[0], ""  # the focus is told again, but not its details
        match intent:
            case intents.Command(Act.FULLSCREEN, down=True, again=False):
                full = self.settings.display == "fullscreen"
                self.change(display="window" if full else "fullscreen")
                return
            case intents.Command(Act.MUTE, down=True, again=False):
                self.change(mute=not self.settings.mute)
                self.notify(tr("Sound off") if self.settings.mute else tr("Sound on"))
                return
        scene = self.scene
        try:
            self.follow(scene.handle(intent))
        except Exception as error:
            self._crashed(scene, error)

    def _draw(self) -> None:
        scene = self.scene
        if self.toasts.fresh:
            scene.refresh()
        if not scene.dirty:
            return
        if self.toasts.shown:
            scene.refresh()  # their shadows must not be drawn twice over the same picture
        canvas = Canvas(self.surface, self.look)
        self.meter.begin()
        try:
            self.stack.draw(canvas)
        except Exception as error:
            self.surface.set_clip(None)
            if isinstance(scene, Splash):
                raise
            self._crashed(scene, error)
            return
        self.toasts.draw(canvas, scene.place_toast, scene.holds_notes)
        if self.settings.show_fps:
            self.meter.draw(canvas)
        show(self.window, canvas.changed)
        self.frames += 1

    def _crashed(self, scene: Scene, error: Exception) -> None:
        """Save, log the error, and show the crash page. An error on the crash page itself is
        raised."""
        if type(scene) is self._crash:
            raise error
        saved = self._rescue_all([])
        log = write_log(error)
        crashed = make(self, CrashPage(log, saved))
        self._crash = type(crashed)
        self.follow(Push(crashed))

    def _rescue_all(self, messages: list[str]) -> bool:
        """True if all scenes and pending writes are saved."""
        try:
            self.stack.rescue()
            return self.flush()
        except Exception as error:
            if log := write_log(error):
                messages.append(tr("the details of an error are in {log}", log=log))
            return False

    def _wait_for_frame(self, began: float) -> None:
        """Wait until the next frame is due. Prerenders meanwhile; samples the mouse while a button
        is down."""
        moving = self.scene.moving
        active = moving or began - self._last_input < ACTIVE_FOR
        per_second = (self.rate if active else IDLE_POLLS) if self._focused else UNFOCUSED_POLLS
        if moving and not self._focused:
            per_second = IDLE_POLLS // 2
        due = self._tick(began, 1 / per_second) if active else began + 1 / per_second
        if not self.reader.is_pressed:  # while one is down, the mouse is sampled below
            ready = self.prerender(due - perf_counter())
            if ready and not active and not self.scene.dirty and self._pieces is None:
                memory.collect_if_due()
                self._sleep_until_input(began + self._idle_interval(began))
                return
        while (left := due - perf_counter()) > 0:
            if not self.reader.is_pressed:
                sleep(left)
                return
            sleep(min(left, 1 / SAMPLING))
            read = [*self._read(pygame.event.get())]
            self._early_input = chain(self._early_input, read)
            if any(isinstance(intent, intents.Release) for intent in read):
                return  # a released card flies at once, not a frame later

    def _tick(self, now: float, period: float) -> float:
        """Next tick after `now` of a clock with `period` s. A late frame, or one drawn between two
        ticks, does not delay later ticks. The clock restarts when the period changes and after a
        pause of more than `MAX_STEP` s."""
        if period != self._period or now - self._due > MAX_STEP:
            self._due, self._period = now + period, period
        elif self._due <= now:
            self._due += period * (floor((now - self._due) / period) + 1)
        return self._due

    def _idle_interval(self, now: float) -> float:
        """Time between two updates of an idle scene, s."""
        return IDLE_STEP if now - self._last_input > CALM_AFTER else MAX_STEP

    def _sleep_until_input(self, until: float) -> None:
        """Sleep until `until`, or until there is input."""
        while (left := until - perf_counter()) > 0:
            wait_for_event(left)
            if events := pygame.event.get():
                self._early_input = chain(self._early_input, self._read(events))
                return

    # The window

    def _look(self) -> Look:
        intent = self.settings.ui_scale
        scale = auto_scale(self.surface.get_size()) if isinstance(intent, str) else intent
        settings = self.settings
        palette = HIGH_CONTRAST if settings.high_contrast else PALETTE
        still, bold = settings.reduced_motion, settings.bold_text
        return Look(palette, scale, self._fonts, self._shapes, still, bold)

    def _moved_to(self, screen: int) -> None:
        """Take frame rate and scale of the screen on which the window is now."""
        self.rate = rate(screen)
        before, self._system_scale = self._system_scale, system_scale()
        if before != self._system_scale and self.settings.display == "window":
            rescale(self.window, self._system_scale / before, screen)

    def _resized(self) -> None:
        self.surface = self.window.get_surface()
        self.relayout()

    def relayout(self) -> None:
        """Lay out again after a change of the window's size or of the look."""
        before = self.stack.size, self.look.scale
        self.look = self._look()
        if before != (self.surface.get_size(), self.look.scale):
            self._expire_pictures()
        self.stack.look, self.stack.size = self.look, self.surface.get_size()
        scene = self.scene
        try:
            self.stack.lay_out()
        except Exception as error:
            self._crashed(scene, error)
        self.scene.refresh()

    def _expire_pictures(self) -> None:
        """Let cached pictures of old sizes expire after a change of size or scale."""
        self._pictures_stale = True
        self.window_size = self.surface.get_size()
        self._shapes.on_resize()
        self._shapes.set_limit(self.window_size)
        self._fonts.on_resize()
        self.expire_art()

    def _apply(self, values: Mapping[str, Any]) -> None:
        super()._apply(values)
        if "display" in values:
            set_display(self.window, self.settings.display)
            self.surface = self.window.get_surface()
        if RELAYOUT & values.keys():
            self.relayout()
        self.scene.refresh()


def run(args: Namespace | None = None) -> int:
    """Open the window and run until it is closed. Returns the exit code.

    With `args.timing` it prints the startup times since the process began, and quits.
    `args.speech` turns speech on for good, for those who can't see the settings.
    """
    settings, problem = settings_file.load()
    timing = getattr(args, "timing", False)
    try:
        app = App(settings, instance_lock=None if timing else InstanceLock())
    except (NoDisplay, MissingFont) as error:
        print(f"castlecards: {error}", file=sys.stderr)
        return 2
    first = process_age()
    try:
        app.begin(problem)
        if getattr(args, "speech", False):
            app.change(speech=True)
    except (DataError, OSError) as error:
        app.close()
        return _incomplete(error)
    try:
        return _print_timing(app, first) if timing else app.run()
    except Incomplete as error:
        return _incomplete(error)


def _print_timing(app: App, first: float) -> int:
    """Print the startup times; `first`: s to the first frame. Raises Incomplete."""
    interactive = process_age()
    try:
        while not app.loaded:
            app.feed((), 0)
        print(tr("first frame  {s:.2f} s", s=first))
        print(tr("interactive  {s:.2f} s", s=interactive))
        print(tr("all games    {s:.2f} s", s=process_age()))
    finally:
        app.close()
    return 0


def _incomplete(error: Exception) -> int:
    first_line = str(error).partition("\n")[0]
    text = tr("{problem}; please install the program again", problem=first_line)
    print(f"castlecards: {text}", file=sys.stderr)
    return 2
