"""Memory of the program under random input, in windows of any size.

    python -m benchmarks memory [--events N] [--seed N]

Random keys, clicks, drags and wheels at random places of all scenes, in a window that changes its
size all the time. Resident memory (Linux) is printed as it goes. Exits 1 if the bar is missed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

import pygame

from benchmarks.rows import at_most, print_rows
from benchmarks.screen import without_screen
from castlecards.core.session import Session
from castlecards.settings import Settings
from castlecards.ui.routes import Table, Title
from castlecards.ui.scene import Reset
from castlecards.ui.shell import memory
from castlecards.ui.shell.app import App

BAR = 300.0  # MB
SMALLEST, LARGEST = (320, 240), (1920, 1200)  # px
KEYS = (
    "tab", "return", "space", "left", "up", "right", "down", "a", "1", "2", "3", "e", "h", "l",
    "p", "r", "s", "t", "w", "x", "escape", "f1", "f10",
)  # fmt: skip
AT_ONCE = 5  # events in a frame
NEW_SIZE = 0.02  # probability of a new window size in a frame
NEW_MATCH = 0.004  # probability of a new match in a frame


def resident() -> float:
    """Resident memory of this process, MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("no VmRSS")


class Monkey:
    """Source of random input events at random places."""

    def __init__(self, app: App, seed: int) -> None:
        self.app = app
        self.rnd = Random(seed)
        self.down = False

    def event(self) -> pygame.event.Event:
        rnd, size = self.rnd, self.app.surface.get_size()
        at = rnd.randrange(size[0]), rnd.randrange(size[1])
        kind = rnd.random()
        if kind < 0.4:
            return pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        if kind < 0.75:
            self.down = not self.down
            which = pygame.MOUSEBUTTONDOWN if self.down else pygame.MOUSEBUTTONUP
            return pygame.event.Event(which, pos=at, button=1)
        if kind < 0.8:
            return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rnd.choice((-1, 1)), precise_y=1.0)
        code = pygame.key.key_code(rnd.choice(KEYS))
        which = rnd.choice((pygame.KEYDOWN, pygame.KEYUP))
        return pygame.event.Event(which, key=code, mod=0)

    def frame(self) -> None:
        app, rnd = self.app, self.rnd
        app.running = True
        if rnd.random() < NEW_SIZE:
            size = tuple(rnd.randint(a, b) for a, b in zip(SMALLEST, LARGEST, strict=True))
            app.window.size = size
            event = pygame.event.Event(
                pygame.WINDOWSIZECHANGED, window=app.window, x=size[0], y=size[1]
            )
            app.step([event], 0.0)
        if rnd.random() < NEW_MATCH:
            game = rnd.choice(app.offered)
            players = rnd.choice(game.players)
            session = Session(game, game.options(), players, rnd.randrange(10**6))
            app.follow(Reset(rnd.choice((Table(session), Title()))))
        app.step([self.event() for _ in range(AT_ONCE)], rnd.choice((0.016, 0.05, 0.1)))
        app.scene.prerender()  # as the loop does where time is left
        app.free_unused_memory()


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--events", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    without_screen()
    app = App(Settings(confirm_leave=False, confirm_new=False), (1280, 800))
    app.begin()
    memory.prepare()
    monkey = Monkey(app, args.seed)
    peak = resident()
    print(f"after the start: {peak:.0f} MB", flush=True)
    for n in range(args.events // AT_ONCE):
        monkey.frame()
        if n % 500 == 499:
            peak = max(peak, resident())
            print(f"{AT_ONCE * (n + 1):>6} events: {resident():.0f} MB", flush=True)
    peak = max(peak, resident())
    app.close()
    return print_rows([at_most("memory, the most", peak, BAR, "MB")])
