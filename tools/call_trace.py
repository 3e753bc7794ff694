"""Call trace of one action of a player: files entered, and files that call each other.

    python -m tools.call_trace [NAME ...] [--pairs] [--stacks]

Plays at a table without a screen, from the first movement of the hand until all is at rest, and
traces every call. A pair is two files that call each other. A file appears twice in a call stack if
another file calls it again before it has returned. `no kit`: pairs without the toolkit, whose
widgets call the callbacks that they were given.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import pygame

from castlecards.core.cards import NATURE
from castlecards.core.session import Session
from castlecards.ui.kit.intents import Act
from castlecards.ui.scene import Reset
from castlecards.ui.table.scene import TableScene
from tests.ui.flick_path import FRAME
from tests.ui.table.tables import TableDriver

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
PACKAGE = str(Path(sys.modules["castlecards"].__file__ or "").parent) + "/"
KIT = ("ui/kit/",)
TABLE_FOLDER = "ui/table/"  # folder whose files should not appear twice in one stack


@dataclass
class CallTrace:
    """Result of a trace; files are named by their path below `castlecards`."""

    entered: set[str] = field(default_factory=set)
    calls: set[tuple[str, str]] = field(default_factory=set)
    twice: set[tuple[str, ...]] = field(default_factory=set)  # stacks from a file back to itself

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return sorted((a, b) for a, b in self.calls if a < b and (b, a) in self.calls)

    @property
    def pairs_outside_kit(self) -> list[tuple[str, str]]:
        """Pairs without a file of the toolkit, which calls the callbacks that it was given."""
        return [pair for pair in self.pairs if not any(name.startswith(KIT) for name in pair)]

    @property
    def repeated_files(self) -> list[str]:
        return sorted({stack[0] for stack in self.twice if stack[0].startswith(TABLE_FOLDER)})


@contextmanager
def traced() -> Iterator[CallTrace]:
    """Record every call of a function of ours inside the block."""
    result = CallTrace()
    names: dict[str, str] = {}
    stack: list[str] = []  # files of ours that have been called and have not answered

    def trace(frame: FrameType, event: str, _: Any) -> None:
        path = frame.f_code.co_filename
        if path not in names:
            names[path] = path.removeprefix(PACKAGE) if path.startswith(PACKAGE) else ""
        name = names[path]
        if not name:
            return
        if event == "call":
            result.entered.add(name)
            if stack and stack[-1] != name:
                result.calls.add((stack[-1], name))
                if name in stack:
                    last = len(stack) - 1 - stack[::-1].index(name)
                    result.twice.add((*_runs(stack[last:]), name))
            stack.append(name)
        elif event == "return" and stack:
            stack.pop()

    sys.setprofile(trace)
    try:
        yield result
    finally:
        sys.setprofile(None)


def _runs(stack: list[str]) -> list[str]:
    """Sequence of files without immediate repetitions."""
    return [name for n, name in enumerate(stack) if not n or stack[n - 1] != name]


# -- drives ---------------------------------------------------------------------------------------


def flick_to_score(play: TableDriver) -> None:
    """Throw a lob at the opposite castle, until its landing is counted."""
    play.flick(play.hand[0], button=3)
    assert play.table.playback.flying
    rest(play)
    assert play.session.log[-1].seat == NATURE


def drag_of_a_pile(play: TableDriver) -> None:
    """Drag an own pile onto an enemy, until the attack is over and saved."""
    decision, at = play.session.decision, play.session.at
    assert decision is not None
    attack = next(a for a in decision.options if a.zones and (a.onto >= 0 or a.to >= 0))
    box = play.session.position.box
    goal = attack.onto if attack.onto >= 0 else box.zones[attack.to].name
    play.drag(play.where(box.zones[attack.zones[0]].name), play.where(goal))
    rest(play)
    assert play.session.at > at


def save_to_replay(play: TableDriver) -> None:
    """Open the menu, save under a name, open the menu again, and replay the first moves."""
    play.key(Act.MENU)
    play.press("save")
    play.press("save.yes")
    rest(play)
    play.key(Act.MENU)
    play.press("replay")
    play.wait(3.0)
    play.key(Act.CANCEL)
    rest(play)


def drop_that_is_refused(play: TableDriver) -> None:
    """Drop a card on an illegal place, and show the refusal."""
    play.drag(play.where(play.hand[0]), play.where(f"{1 - play.seat}.bid"))
    rest(play)
    assert not play.session.log


def rest(play: TableDriver, seconds: float = 8.0) -> None:
    """Run frames until no animation plays."""
    for _ in range(round(seconds / FRAME)):
        play.feed()
        if not play.table.busy:
            break
    play.feed()


def begin(play: TableDriver) -> None:
    """Begin at once, without preparation."""
    play.open()


def at_an_attack(play: TableDriver) -> None:
    """Play on until a pile can attack."""
    session: Session[Any] = play.session
    while (decision := session.decision) is not None:
        if any(a.zones and (a.onto >= 0 or a.to >= 0) for a in decision.options):
            break
        session.submit(decision.seat, decision.options[-1])
    play.table = TableScene(play.app, session)
    play.app.follow(Reset(play.table))
    play.open()


Drive = Callable[[TableDriver], None]
ACTIONS: dict[str, tuple[str, Drive, Drive]] = {
    "flick to score": ("card_barrage", begin, flick_to_score),
    "drag of a pile": ("castle_wars", at_an_attack, drag_of_a_pile),
    "save to replay": ("high_card", begin, save_to_replay),
    "refused drop": ("high_card", begin, drop_that_is_refused),
}


def trace_of(name: str) -> CallTrace:
    """Call trace of one action."""
    game, ready, drive = ACTIONS[name]
    play = TableDriver(game, instant=False)
    try:
        ready(play)
        with traced() as result:
            drive(play)
    finally:
        play.app.close()
    return result


def main() -> None:
    """Trace the actions and print their figures."""
    os.environ["CASTLECARDS_HOME"] = tempfile.mkdtemp(prefix="castlecards-trace-")
    pygame.quit = pygame.display.quit  # the apps of all actions share their fonts
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", choices=[*ACTIONS, []])
    parser.add_argument("--pairs", action="store_true", help="name the pairs")
    parser.add_argument("--stacks", action="store_true", help="show the stacks with a file twice")
    args = parser.parse_args()
    print(f"{'action':16} {'files':>5} {'of ui':>5} {'pairs':>5} {'no kit':>6}  twice in a stack")
    for name in args.names or ACTIONS:
        result = trace_of(name)
        screen = sum(path.startswith("ui/") for path in result.entered)
        outside = len(result.pairs_outside_kit)
        twice = ", ".join(path.removeprefix(TABLE_FOLDER) for path in result.repeated_files) or "-"
        figures = f"{len(result.entered):5} {screen:5} {len(result.pairs):5} {outside:6}"
        print(f"{name:16} {figures}  {twice}")
        for one, two in result.pairs if args.pairs else ():
            print(f"    {one} <-> {two}")
        for stack in sorted(result.twice) if args.stacks else ():
            print("    " + " > ".join(stack))


if __name__ == "__main__":
    main()
