"""Tests of the search process: the same answers as in this process, also after any fault."""

from __future__ import annotations

import gc
import math
import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import Process
from threading import Thread
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.events import Event, apply
from castlecards.core.view import View, view
from castlecards.players import worker as module
from castlecards.players.coach import advise, is_coach_hint
from castlecards.players.player import Choice, Question, Think, choose, is_count, ponder
from castlecards.players.worker import (
    HURRY_GRACE,
    PIECE_TIMEOUT,
    PLAYER_GRACE,
    QUESTION_TIMEOUT,
    STARTUP_TIMEOUT,
    TASK_STARTUP_TIMEOUT,
    Supervisor,
)
from castlecards.playout import opening
from tests.players.fake_process import FAULTS, LATE, FaultInjector, is_searched

GAME = games()["castle_wars"]
PATIENCE = 60.0  # s, for a busy machine
FRAME = 0.05  # s


@pytest.fixture
def worker() -> Iterator[Supervisor]:
    worker = Supervisor()
    yield worker
    worker.close()


def question(pos: Any, told: Sequence[Event] = (), **how: Any) -> Question:
    assert GAME.advice is not None
    return Question(GAME.advice, view(pos, pos.decision.seat), told, Think(**how))


def first(**how: Any) -> Question:
    return question(opening(GAME, GAME.options(), 2, 7), **how)


def wait(worker: Supervisor, dt: float = 0.0) -> Any:
    """Return the answer of a real process; the supervisor's time advances by `dt` per look."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        choice = worker.answer(dt)
        if choice is not None:
            return choice
        time.sleep(0.002)
    raise AssertionError("no answer")


def process(worker: Supervisor) -> Any:
    return worker._child.transport.process


def test_another_process_answers_as_this_one_does(worker: Supervisor) -> None:
    pos = opening(GAME, GAME.options(), 2, 7)
    for seed in (0, 1, 2, 1 << 32, 1 << 63, (1 << 64) - 1):
        assert pos.decision is not None
        asked = question(pos, simulations=40, seed=seed)
        worker.ask(asked)
        choice = wait(worker)
        assert choice == choose(asked.advice, asked.view, asked.events, asked.think)
        pos, _ = apply(pos, choice.action)
    assert not worker.failed
    assert not worker.busy


def test_only_the_last_question_is_answered(worker: Supervisor) -> None:
    worker.ask(first(simulations=10**9))
    worker.ask(first(simulations=30, seed=3))
    assert wait(worker).simulations == 30
    assert worker.answer(0.0) is None


def test_a_question_that_is_called_off_is_not_answered(worker: Supervisor) -> None:
    worker.ask(first(simulations=10**9))
    worker.cancel()
    assert not worker.busy
    assert worker.answer(0.0) is None
    worker.ask(first(simulations=20))
    assert wait(worker).simulations == 20


@pytest.mark.long
def test_after_every_death_the_next_question_is_answered_by_a_search(worker: Supervisor) -> None:
    asked = first(simulations=30)
    thumb = choose(asked.advice, asked.view, asked.events, Think())
    worker.ask(asked)
    assert is_searched(wait(worker))
    for _ in range(3):
        worker.ask(first(simulations=10**9))
        os.kill(process(worker).pid, signal.SIGKILL)
        assert wait(worker).action == thumb.action
        assert worker.failed == module.ENDED
        worker.ask(asked)
        assert is_searched(wait(worker))
        assert not worker.failed
        os.kill(process(worker).pid, signal.SIGKILL)  # while it has no task
        process(worker).join(PATIENCE)
        worker.ask(asked)
        assert is_searched(wait(worker))


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_a_process_that_stands_still_is_replaced(worker: Supervisor) -> None:
    worker.ask(first(simulations=30))
    wait(worker)
    stopped = process(worker)
    os.kill(stopped.pid, signal.SIGSTOP)
    worker.ask(first(simulations=30))
    assert not is_searched(wait(worker, 0.5))
    assert worker.failed == module.LATE
    assert not stopped.is_alive()
    worker.ask(first(simulations=30))
    assert is_searched(wait(worker))


def test_an_error_in_thought_is_no_error_of_the_table(worker: Supervisor) -> None:
    asked = first(simulations="many")
    worker.ask(asked)
    assert wait(worker).action in asked.view.decision.options  # type: ignore[union-attr]
    assert "TypeError" in worker.failed
    worker.ask(first(simulations=20))
    assert is_searched(wait(worker))


def test_closing_ends_a_thinking_process() -> None:
    worker = Supervisor()
    worker.ask(first(simulations=10**9))
    child = process(worker)
    worker.close()
    worker.close()
    assert not child.is_alive()


@dataclass(frozen=True)
class Heavy:
    """Task that is too large for a pipe, in both directions."""

    ballast: bytes

    def pieces(self, stop: Callable[[], bool]) -> Iterator[bytes]:
        yield self.ballast

    def accepts(self, piece: Any) -> bool:
        return isinstance(piece, bytes)


def test_nobody_waits_for_a_process_that_does_not_read(worker: Supervisor) -> None:
    worker.start()
    child = process(worker)
    os.kill(child.pid, signal.SIGSTOP)
    try:
        asking = Thread(target=worker.run, args=(Heavy(bytes(1 << 22)),), daemon=True)
        asking.start()
        asking.join(PATIENCE)
        assert not asking.is_alive()
    finally:
        os.kill(child.pid, signal.SIGCONT)
    found: list[Any] = []
    until = time.monotonic() + PATIENCE
    while worker.busy and time.monotonic() < until:
        found += worker.pieces(0.0)
        time.sleep(0.002)
    assert [len(each) for each in found] == [1 << 22]


def test_closing_ends_a_process_that_does_not_read() -> None:
    worker = Supervisor()
    worker.start()
    child = process(worker)
    os.kill(child.pid, signal.SIGSTOP)
    worker.run(Heavy(bytes(1 << 22)))
    worker.close()
    assert not child.is_alive()


ORPHAN = """
import os, signal, time
from tests.players.test_worker import first, process, wait
from castlecards.players.worker import Supervisor
if __name__ == "__main__":
    worker = Supervisor()
    worker.ask(first(simulations=20))
    wait(worker)
    worker.ask(first(simulations=10**9))
    time.sleep(0.3)
    print(process(worker).pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="processes are looked up as on Linux")
def test_an_orphan_ends_in_the_middle_of_a_search(tmp_path: Any) -> None:
    script = tmp_path / "orphan.py"
    script.write_text(ORPHAN)
    env = {**os.environ, "PYTHONPATH": os.getcwd()}
    # a file, because an orphan process would keep a pipe open
    with (tmp_path / "pid").open("w+") as out:
        subprocess.run([sys.executable, str(script)], stdout=out, env=env, timeout=PATIENCE)
        out.seek(0)
        pid = int(out.read())
    until = time.monotonic() + 2.0
    while runs(pid) and time.monotonic() < until:
        time.sleep(0.02)
    assert not runs(pid)


def runs(pid: int) -> bool:
    """Return True unless the process has ended or is a zombie."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# -- faults of a fake child ------------------------------------------------------------------------


def ask(worker: Supervisor, step: str) -> None:
    """Ask for an answer in a match, a coach's hint, or a task."""
    if step == "task":
        worker.run(Heavy(b"x"))
    elif step == "hint":
        worker.ask(first(simulations=30), advise, is_coach_hint)
    else:
        worker.ask(first(simulations=30))


def result(worker: Supervisor, step: str, most: float) -> Any:
    """Return the answer within `most` s, or False; for a task, True if it was done."""
    waited = 0.0
    while worker.busy and waited <= most:
        found = worker.pieces(FRAME) if step == "task" else worker.answer(FRAME)
        if found:
            return found == [b"x"] if step == "task" else found
        waited += FRAME
    assert not worker.busy
    return False


STEPS = ("match", "hint", "task")


@pytest.mark.parametrize("before", [(), ("match",), ("hint", "task", "match")])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("fault", FAULTS)
def test_after_a_fault_at_any_step_all_goes_on(
    fault: str, step: str, before: tuple[str, ...]
) -> None:
    faults = FaultInjector()
    worker = faults.supervisor
    for each in before:
        ask(worker, each)
        result(worker, each, FRAME)
    faults.fail(fault)
    ask(worker, step)
    most = (
        TASK_STARTUP_TIMEOUT
        if step == "task"
        else max(QUESTION_TIMEOUT + HURRY_GRACE, STARTUP_TIMEOUT)
    )
    found = result(worker, step, most + FRAME)
    assert worker.failed
    assert faults.one_lives()
    if step != "task":
        assert not is_searched(found)
    for again in (*STEPS, step):
        ask(worker, again)
        found = result(worker, again, FRAME)
        assert found is True if again == "task" else is_searched(found)
        assert not worker.failed


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_set_up_is_not_felt(fault: str) -> None:
    faults = FaultInjector()
    faults.fail(fault if fault == "spawn" else "")
    faults.supervisor.start()
    for child in faults.begun:
        child.stands = fault
    ask(faults.supervisor, "match")
    result(faults.supervisor, "match", STARTUP_TIMEOUT + FRAME)
    ask(faults.supervisor, "match")
    assert is_searched(result(faults.supervisor, "match", FRAME))


@pytest.mark.parametrize("fault", LATE)
def test_a_late_answer_is_hurried_and_then_done_without(fault: str) -> None:
    faults = FaultInjector()
    worker = faults.supervisor
    ask(worker, "match")
    assert result(worker, "match", FRAME)
    faults.fail(fault)
    worker.ask(first(simulations=30), seconds=1.0)
    assert worker.answer(0.9) is None
    assert faults.begun[0].wanted
    assert worker.answer(0.2) is None
    assert not faults.begun[0].wanted  # told to hurry
    assert worker.answer(HURRY_GRACE - 0.2) is None
    assert not is_searched(worker.answer(0.2))
    faults.fail(fault)
    worker.ask(first(simulations=30), seconds=30.0)
    assert worker.answer(1.0) is not None or worker.busy
    worker.hurry()
    assert worker.answer(PLAYER_GRACE) is not None


def test_a_process_that_only_starts_is_granted_time_and_kept() -> None:
    faults = FaultInjector()
    worker = faults.supervisor
    worker.start()
    faults.begun[0].stands = "slow"
    worker.ask(first(simulations=30), seconds=0.1)
    assert worker.answer(STARTUP_TIMEOUT / 2) is None
    worker.hurry()
    assert not is_searched(worker.answer(PLAYER_GRACE))
    faults.begun[0].stands = ""
    ask(worker, "match")
    assert is_searched(result(worker, "match", FRAME))
    assert len(faults.begun) == 1


def test_a_task_waits_for_a_process_that_starts_slowly() -> None:
    faults = FaultInjector()
    worker = faults.supervisor
    worker.start()
    faults.begun[0].stands = "slow"
    ask(worker, "task")
    assert worker.pieces(TASK_STARTUP_TIMEOUT - PIECE_TIMEOUT) == []
    assert faults.begun[0].wanted  # not told to hurry
    faults.begun[0].stands = ""
    ask(worker, "task")
    assert result(worker, "task", FRAME)
    assert len(faults.begun) == 1


def test_a_new_child_begins_with_nothing() -> None:
    faults = FaultInjector()
    worker = faults.supervisor
    worker.start()
    old = weakref.ref(worker._child)
    ask(worker, "match")
    assert is_searched(result(worker, "match", FRAME))
    faults.fail("death")
    ask(worker, "match")
    result(worker, "match", FRAME)
    gc.collect()
    assert old() is None
    assert not worker._child._boxes
    assert not worker._child._sent


def heard(advice: Any, seen: View, told: Sequence[Event], think: Think) -> tuple[Event, ...]:
    """Fake player that does not think; it records what the child has received."""
    return tuple(told)


def test_events_travel_once_and_those_taken_back_are_forgotten() -> None:
    faults = FaultInjector()
    worker = faults.supervisor
    pos, events = opening(GAME, GAME.options(), 2, 7), list[Event]()
    at = pos
    for _ in range(30):
        at, more = apply(at, at.decision.default)
        events += more
        if at.decision is None or len(events) > 40:
            break
    assert len(events) > 20
    other = list(reversed(events))
    for told in (
        events[:10], events[:10], events[:20], events, events[:15], [*events[:5], *other[:9]],
        other, [], events,
    ):  # fmt: skip
        worker.ask(question(pos, told), heard, lambda _, reply: isinstance(reply, tuple))
        assert worker.answer(FRAME) == tuple(told)
        assert not worker.failed
    faults.sizes.clear()
    for told in (events, events, events[:-1]):
        worker.ask(question(pos, told), heard, lambda _, reply: isinstance(reply, tuple))
        worker.answer(FRAME)
    nothing, same, less = faults.sizes
    assert nothing == same == less  # nothing of them is sent again
    worker.ask(question(pos, other), heard, lambda _, reply: isinstance(reply, tuple))
    assert faults.sizes[-1] > nothing + 20 * len(events)


def test_a_box_of_cards_travels_once() -> None:
    faults = FaultInjector()
    pos = opening(GAME, GAME.options(), 2, 7)
    for _ in range(2):
        faults.supervisor.ask(question(pos), heard, lambda _, reply: isinstance(reply, tuple))
        assert faults.supervisor.answer(FRAME) == ()
    first, again = faults.sizes
    assert again < first / 2


@pytest.mark.parametrize("error", [RuntimeError("no thread"), OSError(11, "no process")])
@pytest.mark.parametrize("owner", [Process, Thread])
def test_what_cannot_be_started_leaves_nothing_behind(
    owner: type, error: Exception, worker: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Any) -> None:
        raise error

    target = "multiprocessing.context.SpawnProcess.start" if owner is Process else None
    with monkeypatch.context() as patch:
        if target:
            patch.setattr(target, fail)
        else:
            patch.setattr(Thread, "start", fail)
        worker.ask(first(simulations=20))
        assert not is_searched(worker.answer(FRAME))
        assert str(error) in worker.failed
        assert worker._child is None
    worker.ask(first(simulations=20))
    assert is_searched(wait(worker))


def test_a_system_without_processes_plays_by_rules_of_thumb(
    worker: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "multiprocessing", None)
    worker.ask(first(simulations=20))
    assert isinstance(worker.answer(FRAME), Choice)
    assert "multiprocessing" in worker.failed
    worker.run(Heavy(b"x"))
    assert not worker.busy


def test_what_cannot_be_sent_is_answered_by_rules_of_thumb() -> None:
    worker = FaultInjector().supervisor
    asked = first(simulations=20)
    unsound = Question(asked.advice, asked.view, (lambda: None,), asked.think)  # type: ignore[arg-type]
    worker.ask(unsound)
    assert isinstance(worker.answer(FRAME), Choice)
    assert "asked" in worker.failed
    worker.ask(asked)
    assert is_searched(worker.answer(FRAME))


def test_thought_in_the_time_of_another_player_takes_half_a_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, slept = [0.0], list[float]()
    monkeypatch.setattr(module, "process_time", lambda: clock[0])
    monkeypatch.setattr(module, "sleep", slept.append)
    check = module._throttled(lambda: clock[0] > 0.02)
    for now in (0.01, 0.03):
        clock[0] = now
        assert check() == (now > 0.02)
    assert slept == pytest.approx([0.01, 0.02])  # as long as it has worked


def test_a_player_is_asked_ahead_and_its_own_question_comes_first() -> None:
    faults = FaultInjector()
    pos = opening(GAME, GAME.options(), 2, 7)
    assert GAME.advice is not None
    other = view(pos, 1 - pos.decision.seat)
    ahead = Question(GAME.advice, other, (), Think(70, ahead=True))
    faults.supervisor.ask(ahead, ponder, is_count, math.inf)
    assert faults.supervisor.answer(1e6) == 70  # however late it is
    faults.supervisor.ask(ahead, ponder, is_count, math.inf)
    asked = question(pos, simulations=20, seed=3)
    faults.supervisor.ask(asked)
    answer = choose(asked.advice, asked.view, asked.events, asked.think)
    assert faults.supervisor.answer(0.0) == answer
    (server,) = faults.servers.values()
    assert set(server._kept) == {other.seat}  # a player that does not think ahead keeps nothing
