"""Kill test of the autosave: a process that plays and saves is killed at random times.

This module runs in a process of its own and forks for each kill, so that modules are imported only
once. Each child plays the same steps, and reports each one that it has passed to the writer.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from copy import copy
from pathlib import Path
from typing import Any

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core.rng import noise
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.ui import writer
from castlecards.ui.keep import Keep

STEPS = 100
UNDO_EVERY = 17  # steps
LONGEST = 0.06  # s until the kill
SLOW = 0.002  # s that a slow disk takes for `fsync`


def steps() -> list[tuple[Session[Any], str]]:
    """Return the match and its save after each step."""
    game = games()["castle_wars"]
    session: Session[Any] = Session(game, game.options(), 2, 8, names=("Anna", "Bert"))
    found = []
    for number in range(STEPS):
        if number % UNDO_EVERY == UNDO_EVERY - 1:
            session.jump(session.at - 3)
        else:
            decision = session.decision
            assert decision is not None, "the match is too short"
            action = random_action(decision, noise(7, number, 1)[0])
            session.submit(decision.seat, action)
        again = copy(session)
        again.log, again.positions = session.log[:], session.positions[:]
        found.append((again, dump_session(again)))
    return found


def play(home: Path, states: list[tuple[Session[Any], str]], told: int, slow: bool) -> None:
    """Play and save all steps in the child process; `told`: pipe that reports each one."""
    os.environ["CASTLECARDS_HOME"] = str(home)
    writer.APPENDS_PER_REWRITE = 7
    if slow:
        sync = os.fsync
        os.fsync = lambda handle: (time.sleep(SLOW), sync(handle))[1]  # type: ignore[assignment]
    keep = Keep(games)
    session = states[0][0]
    for state, _ in states:
        session.log, session.positions, session.at = state.log, state.positions, state.at
        keep.autosave(session)
        os.write(told, b".")
    keep.wait_for_writes()
    os.write(told, b"!")
    signal.pause()


def main(folder: Path, kills: int, seed: int) -> None:
    """Print three numbers for each kill: steps passed to the writer, saved step, number of files.

    Steps count from 1; 0: there is no save; -1: the save equals no step.
    """
    rng = random.Random(seed)
    states = steps()
    for number in range(kills):
        home = folder / str(number)
        read, write = os.pipe()
        child = os.fork()
        if not child:
            play(home, states, write, slow=number % 2 == 1)
        os.close(write)
        os.read(read, 1)
        time.sleep(rng.random() * LONGEST)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        handed = 1
        while more := os.read(read, 1000):
            handed += more.count(b".")
        os.close(read)
        file = home / "saves" / "autosave.yaml"
        shown = 0
        if file.exists():
            _, _, text = file.read_text().partition("\n")
            same = [step for step, (_, state) in enumerate(states, 1) if state == text]
            shown = max((step for step in same if step <= handed + 1), default=-1)
        print(handed, shown, len(list(file.parent.glob("*"))), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
