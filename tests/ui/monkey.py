"""Monkey test of the window: random events over every page, game and the editor.

    python -m tests.ui.monkey EVENTS [SEED [WIDEST]]

The events are those of a window of 640x480 to 3840x2160 px, or up to a width of WIDEST px: mouse
buttons, keys, text, wheel, touch, lost focus, many events in one frame, slow and stopped time. No
event may raise an error, and from any state a few clicks and Esc must lead back to the title.

A seed always gives the same events. Prints the number of frames with a fingerprint of the run, and
the peak memory in MB.
"""

from __future__ import annotations

import os
import random
import resource
import secrets
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from threading import Thread
from typing import Any

import pygame
from pygame.event import Event

from castlecards import lessons, levels
from castlecards.core.landing import METHODS
from castlecards.core.session import HUMAN, LEVELS, Session
from castlecards.players.worker import Supervisor
from castlecards.practice.range import Options
from castlecards.settings import Settings
from castlecards.ui import routes
from castlecards.ui.kit.widgets import meter
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.pages import throws
from castlecards.ui.practice import editor_playtest
from castlecards.ui.routes import Route
from castlecards.ui.scene import Push, Reset, Scene
from castlecards.ui.shell import app as app_module
from castlecards.ui.shell import memory
from castlecards.ui.shell.app import App
from castlecards.ui.table import table_painter
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.throw import flights
from castlecards.ui.writer import Writer, WriteResult

Pos = tuple[int, int]
Place = Callable[[], Route]
PAGES, EDITOR, PRACTICE = "pages", "editor", "practice"

SIZES = {(640, 480): 6, (1280, 800): 8, (1920, 1080): 3, (3840, 2160): 1, (700, 1000): 3}  # odds
WIDEST = max(width for width, _ in SIZES)  # px
FRAMES = (0.0, 0.004, 0.016, 0.016, 0.016, 0.1, 0.6, 5.0)  # s
DRAWN = 25  # frames from one picture to the next
VISIT = 90  # events at one place, before the way back to the title
KEYS = (
    "tab", "shift+tab", "return", "return", "space", "escape", "left", "right", "up", "down",
    "ctrl+left", "shift+up", "ctrl+z", "ctrl+y", "ctrl+s", "delete", "backspace", "home", "end",
    "page up", "page down", "f1", "f10", *"abcdefhijklmnopqrstuvwxyz0123456789",
)  # fmt: skip
TEXTS = ("a", "Anna", "é", "<>&\"'", "0", "9" * 30, "\u202eAnna", "\n", "𝔘", "ß" * 200, "")
AWAY = ("go", "leave", "title", "keep", "close", "back", "cancel", "stay")  # last words of ids
TICK = 0.0002  # s that the clock of a repeatable run advances at each reading
TRIES = 60  # clicks and keys that must suffice to reach the title


class Stuck(AssertionError):
    """Failure: clicks and Esc do not lead back to the title."""


class Monkey:
    """Source of random events for one app; the same seed gives the same events.

    `now` is the clock of the events, s.
    """

    def __init__(self, app: App, seed: int, widest: int = WIDEST) -> None:
        """`widest`: greatest width of the window, px."""
        self.app = app
        self.rnd = random.Random(seed)
        self.widest = widest
        self.now = 100.0
        self.sent = self.frames = 0
        self.size = app.surface.get_size()
        self.down: set[int] = set()  # mouse buttons that are pressed
        self.last: Pos = (0, 0)  # of the pointer
        self.trail: list[str] = []  # scenes that were shown
        self._draw = app._draw
        app._draw = lambda: None  # type: ignore[method-assign]
        app._crashed = self._crashed  # type: ignore[method-assign]

    def _crashed(self, scene: Scene, error: Exception) -> None:
        raise error

    # -- events -----------------------------------------------------------------------------------

    def step(self, events: Sequence[Event], dt: float) -> None:
        """Run one frame, and draw every `DRAWN`th one."""
        self.now += dt
        self.sent += len(events)
        self.frames += 1
        self.app.step(events, dt)
        self.app.running = True
        name = type(self.app.scene).__name__
        if not self.trail or self.trail[-1] != name:
            self.trail.append(name)
        if self.frames % DRAWN == 0:
            self._draw()
            self.app.scene.prerender()
            self.app.free_unused_memory()
            if not self.app.scene.moving:
                memory.collect_if_due()

    def send(self, *events: Event) -> None:
        self.step(events, self.rnd.choice(FRAMES))

    def mouse(self, kind: int, pos: Pos, button: int = 1) -> Event:
        touch, self.last = self.rnd.random() < 0.1, pos
        if kind == pygame.MOUSEMOTION:
            held = tuple(int(n in self.down) for n in (1, 2, 3))
            return Event(kind, pos=pos, rel=(0, 0), buttons=held, touch=touch)
        (self.down.add if kind == pygame.MOUSEBUTTONDOWN else self.down.discard)(button)
        return Event(kind, pos=pos, button=button, touch=touch)

    def tap(self, pos: Pos) -> list[Event]:
        return [
            self.mouse(pygame.MOUSEMOTION, pos),
            self.mouse(pygame.MOUSEBUTTONDOWN, pos),
            self.mouse(pygame.MOUSEBUTTONUP, pos),
        ]

    # -- places -----------------------------------------------------------------------------------

    def widgets(self) -> list[Widget]:
        """Return all visible widgets that can be pressed."""
        scene: Any = self.app.scene
        part = scene.overlay if isinstance(scene, TableScene) else getattr(scene, "overlay", scene)
        if not hasattr(part, "layer"):
            return []
        screen = self.app.surface.get_rect()
        return [
            w
            for w in part.layer.root.walk()
            if w.focusable and w.enabled and screen.collidepoint(w.rect.center)
        ]

    def place(self) -> Pos:
        """Return the last place, or a random one: a widget, a card, or even outside the window."""
        rnd, scene = self.rnd, self.app.scene
        chance = rnd.random()
        if chance < 0.12:
            return self.last
        table_view = scene.table_view if isinstance(scene, TableScene) else None
        if table_view is not None and table_view.layout.spots and chance < 0.5:
            spot = rnd.choice(table_view.layout.spots)
            return table_view.rect_of(Target(spot.card, spot.zone)).center
        if chance < 0.75 and (found := self.widgets()):
            rect = rnd.choice(found).rect
            return rect.x + rnd.randrange(rect.w + 1), rect.y + rnd.randrange(rect.h + 1)
        width, height = self.size
        return rnd.randrange(-40, width + 40), rnd.randrange(-40, height + 40)

    # -- gestures ---------------------------------------------------------------------------------

    def act(self) -> None:
        kinds: dict[Callable[[], None], float] = {
            self.click: 8, self.drag: 4, self.flick: 3, self.press: 3, self.key: 8, self.type: 1,
            self.wheel: 2, self.focus: 1, self.resize: 0.15, self.flood: 0.3, self.touch: 0.6,
            self.rest: 3, self.drop: 0.2,
        }  # fmt: skip
        self.rnd.choices(list(kinds), list(kinds.values()))[0]()

    def click(self) -> None:
        pos, button = self.place(), self.rnd.choice((1, 1, 1, 1, 3, 2))
        self.send(self.mouse(pygame.MOUSEMOTION, pos))
        for _ in range(self.rnd.choice((1, 1, 1, 2, 3))):
            down = self.mouse(pygame.MOUSEBUTTONDOWN, pos, button)
            self.send(down, self.mouse(pygame.MOUSEBUTTONUP, pos, button))

    def press(self) -> None:
        """Press or release one button; others can be down."""
        button = self.rnd.choice((1, 1, 3))
        kind = pygame.MOUSEBUTTONUP if button in self.down else pygame.MOUSEBUTTONDOWN
        self.send(self.mouse(kind, self.place(), button))

    def drag(self) -> None:
        button = self.rnd.choice((1, 1, 1, 3))
        self.send(self.mouse(pygame.MOUSEBUTTONDOWN, self.place(), button))
        for _ in range(self.rnd.randrange(1, 5)):
            self.send(self.mouse(pygame.MOUSEMOTION, self.place()))
            if self.rnd.random() < 0.1:
                self.rnd.choice((self.key, self.press, self.wheel, self.focus))()
        if self.rnd.random() < 0.9:  # else there is no release
            self.send(self.mouse(pygame.MOUSEBUTTONUP, self.place(), button))

    def flick(self) -> None:
        """Flick a card up the table."""
        rnd, (width, height) = self.rnd, self.size
        button = rnd.choice((1, 1, 3))
        self.send(self.mouse(pygame.MOUSEBUTTONDOWN, self.place(), button))
        x, y = rnd.randrange(width // 3, 2 * width // 3), height - 20
        aside, up = rnd.uniform(-10, 10), height / 14
        for k in range(10):
            at = round(x + k * aside), round(y - k * up)
            self.step([self.mouse(pygame.MOUSEMOTION, at)], rnd.choice((0.008, 0.012, 0.2)))
        self.step([self.mouse(pygame.MOUSEBUTTONUP, at, button)], 0.004)

    def keys(self) -> list[Event]:
        *held, key = self.rnd.choice(KEYS).split("+")
        code = pygame.key.key_code(key.replace("page ", "page"))
        mods = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT}
        mod = sum(mods[word] for word in held)
        return [Event(kind, key=code, mod=mod) for kind in (pygame.KEYDOWN, pygame.KEYUP)]

    def key(self) -> None:
        down, up = self.keys()
        for _ in range(self.rnd.choice((1, 1, 1, 6))):  # held down, it repeats
            self.send(down)
        if self.rnd.random() < 0.9:
            self.send(up)

    def type(self) -> None:
        self.send(Event(pygame.TEXTINPUT, text=self.rnd.choice(TEXTS)))

    def wheel(self) -> None:
        dy = self.rnd.choice((1.0, -1.0, 0.1, -40.0))
        self.send(Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=dy, flipped=False))

    def focus(self) -> None:
        kinds = (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED)
        kinds = (*kinds, pygame.WINDOWMINIMIZED, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED)
        self.send(Event(self.rnd.choice(kinds), window=self.app.window))

    def resize(self) -> None:
        sizes = {size: odds for size, odds in SIZES.items() if size[0] <= self.widest}
        (self.size,) = self.rnd.choices(list(sizes), list(sizes.values()))
        self.app.window.size = self.size
        x, y = self.size
        self.send(Event(pygame.WINDOWSIZECHANGED, window=self.app.window, x=x, y=y))

    def flood(self) -> None:
        """Send a hundred events in one frame."""
        events: list[Event] = []
        while len(events) < 100:
            pos = self.place()
            events += self.rnd.choice((self.tap(pos), self.keys(), self.keys()))
        self.send(*events)

    def touch(self) -> None:
        x, y = self.rnd.random(), self.rnd.choice((0.2, 0.9, -3.0, float("nan")))
        finger = {"touch_id": 1, "finger_id": self.rnd.randrange(3), "x": x, "y": y}
        kinds = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
        for kind in kinds:
            self.send(Event(kind, **finger, dx=0.1, dy=0.0, pressure=1.0, window=None))

    def drop(self) -> None:
        """Drop a file on the window."""
        self.send(Event(pygame.DROPFILE, file=self.rnd.choice(("", "/", "none.yaml"))))

    def rest(self) -> None:
        for _ in range(self.rnd.choice((1, 5, 20))):
            self.step([], self.rnd.choice((0.016, 0.1, 0.1, 2.0)))

    # -- the way back -----------------------------------------------------------------------------

    def go_home(self) -> None:
        """Go back to the title as a player would. Raises Stuck."""
        ups = [self.mouse(pygame.MOUSEBUTTONUP, (0, 0), button) for button in sorted(self.down)]
        gained = Event(pygame.WINDOWFOCUSGAINED, window=self.app.window)
        self.step([*ups, gained], 0.016)
        for _ in range(TRIES):
            if type(self.app.scene).__name__ == "Title":
                return
            self._towards_home()
            self.step([], 0.1)
        raise Stuck(f"no way leads back to the title: {' > '.join(self.trail[-12:])}")

    def _towards_home(self) -> None:
        scene = self.app.scene
        if isinstance(scene, TableScene) and scene.model.curtain is not None:
            middle = self.size[0] // 2, self.size[1] // 3
            self.step([self.mouse(pygame.MOUSEBUTTONDOWN, middle)], 0.016)
            for _ in range(10):
                self.step([], 0.1)
            self.step([self.mouse(pygame.MOUSEBUTTONUP, middle)], 0.016)
            return
        words = {w.id.rpartition(".")[2]: w for w in self.widgets()}
        way = next((words[word] for word in AWAY if word in words), None)
        if way is not None and self.rnd.random() < 0.8:
            for event in self.tap(way.rect.center):
                self.step([event], 0.016)
            return
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.step([Event(kind, key=pygame.K_ESCAPE, mod=0)], 0.016)

    # -- rounds -----------------------------------------------------------------------------------

    def visit(self, place: Place, events: int) -> None:
        """Go from the title to a place, send `events` events there, and return."""
        route = place()
        self.app.follow(Push(route))
        self.step([], 0.016)
        last = self.sent + events
        while self.sent < last:
            self.act()
        self.go_home()
        if isinstance(route, routes.Table):
            check_replay(route.session)

    def tour(self, places: Sequence[Place], events: int) -> None:
        """Visit one place after another until `events` events are sent."""
        self.app.follow(Reset(routes.Title()))
        while self.sent < events:
            for place in places:
                self.visit(place, VISIT)
                if self.sent >= events:
                    return


# -- start -----------------------------------------------------------------------------------------


def match(app: App, game: str, rnd: random.Random, moves: int = 0) -> Session[Any]:
    """Return a match between players of one name, some of them computers, after random moves."""
    rules = app.games[game]
    players = rnd.choice(rules.players)
    kinds = [rnd.choice((HUMAN, HUMAN, LEVELS[0])) for _ in range(players)]
    names = ["Anna"] * players
    found = Session(rules, rules.options(), players, rnd.randrange(99), kinds, names)
    for _ in range(moves):
        decision = found.decision
        if decision is None or not decision.options:
            break  # the match is over, or a throw is asked
        found.submit(decision.seat, rnd.choice(decision.options))
    return found


def check_replay(session: Session[Any]) -> None:
    """Replay the log from the deal; raise AssertionError if a position differs."""
    people = session.kinds, session.names
    again = Session(session.game, session.options, session.players, session.seed, *people)
    for record, after in zip(session.log, session.positions[1:], strict=True):
        again.submit(record.seat, record.action)
        assert again.position == after


def places(app: App, part: str, rnd: random.Random) -> list[Place]:
    """Return the places to begin at; `part`: PAGES, EDITOR, PRACTICE or the id of a game."""
    if part == EDITOR:
        return [routes.Editor]
    if part == PRACTICE:
        found = [each for pack in levels.packs()[0] for each in pack.levels]
        return [
            lambda: routes.Range(Options()),
            lambda: routes.Level(rnd.choice(found)),
            lambda: routes.Lesson(rnd.choice(lessons.all_lessons())),
            routes.Practice,
            routes.RangeSetup,
            routes.TargetGame,
            lambda: routes.Drill(rnd.choice(METHODS)),
        ]
    if part == PAGES:
        games = [game.id for game in app.offered]
        return [
            routes.Title, routes.Throws, routes.Medals, routes.Picker, routes.Library,
            routes.Settings, routes.Statistics, routes.Credits, routes.Today, routes.KeySheet,
            lambda: routes.ThrowCoach("Ada"),
            lambda: routes.Rules(rnd.choice(games)),
            *(partial(routes.Setup, game) for game in games),
            lambda: routes.Result(match(app, "high_card", rnd, 999)),
            lambda: routes.Replay(match(app, rnd.choice(games), rnd, 40)),
            lambda: routes.Analysis(match(app, rnd.choice(games), rnd, 40)),
            lambda: routes.CrashPage(None, False),
        ]  # fmt: skip
    return [lambda: routes.Table(match(app, part, rnd))]


class SynchronousThread(Thread):
    """Thread that runs within `start`."""

    def start(self) -> None:
        self.run()


def make_repeatable(monkey: Monkey, seed: int) -> None:
    """Remove the influence of the machine's speed, of threads and of system randomness."""

    def clock() -> float:
        monkey.now += TICK
        return monkey.now

    for module in (app_module, flights, meter, table_painter, throws):
        module.perf_counter = clock  # type: ignore[attr-defined]
    secrets.randbelow = random.Random(seed).randrange  # type: ignore[assignment]
    take_results = Writer.take_results

    def after_all(writer: Writer) -> list[WriteResult]:
        writer.wait()
        return take_results(writer)

    Writer.take_results = after_all  # type: ignore[method-assign]
    throws.JOIN_FOR = throws.JOIN_TIMEOUT = 3600.0  # s
    throws.Report.start = throws.Report.run  # type: ignore[method-assign]
    editor_playtest.Thread = SynchronousThread  # type: ignore[misc]
    editor_playtest.solve_level = lambda *_: None  # the solver takes minutes


def main(events: int, seed: int = 1, widest: int = WIDEST) -> None:
    """Visit each part of the normal app in turn."""
    Supervisor.start = lambda self: None  # type: ignore[method-assign]
    app = App(Settings(films=3))
    app.begin()
    while not app.loaded:
        app.step([], 0.016)
    memory.prepare()
    monkey = Monkey(app, seed, widest)
    make_repeatable(monkey, seed)
    parts = (PAGES, EDITOR, PRACTICE, *app.games)
    for number, part in enumerate(parts, 1):
        monkey.tour(places(app, part, monkey.rnd), events * number // len(parts))
        app.free_unused_memory()
    app.close()
    print(monkey.frames, monkey.rnd.random())
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


if __name__ == "__main__":
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with tempfile.TemporaryDirectory() as home:
        os.environ["CASTLECARDS_HOME"] = home
        main(*map(int, sys.argv[1:]))
