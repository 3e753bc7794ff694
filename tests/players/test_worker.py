"""Thought in another process: the same answers, and a game goes on when it dies."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Thread
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.events import apply
from castlecards.core.view import view
from castlecards.players.player import Choice, Think, choose
from castlecards.players.worker import Question, Worker
from castlecards.playout import opening

GAME = games()["castle_wars"]
PATIENCE = 60.0  # s, for a machine with much to do


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def question(pos: Any, **how: Any) -> Question:
    assert GAME.advice is not None
    return Question(GAME.advice, view(pos, pos.decision.seat), (), Think(**how))


def wait(worker: Worker) -> Choice:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        choice = worker.answer()
        if choice is not None:
            return choice
        time.sleep(0.002)
    raise AssertionError("no answer")


def test_another_process_answers_as_this_one_does(worker: Worker) -> None:
    pos = opening(GAME, GAME.options(), 2, 7)
    for n in range(6):
        assert pos.decision is not None
        asked = question(pos, simulations=40, seed=n)
        worker.ask(asked)
        choice = wait(worker)
        assert choice == choose(asked.advice, asked.view, asked.told, asked.think)
        pos, _ = apply(pos, choice.action)
    assert not worker.failed
    assert not worker.busy


def test_only_the_last_question_is_answered(worker: Worker) -> None:
    pos = opening(GAME, GAME.options(), 2, 7)
    worker.ask(question(pos, simulations=10**9))
    worker.ask(question(pos, simulations=30, seed=3))
    choice = wait(worker)
    assert choice.simulations == 30
    assert worker.answer() is None


def test_a_question_that_is_called_off_is_not_answered(worker: Worker) -> None:
    pos = opening(GAME, GAME.options(), 2, 7)
    worker.ask(question(pos, simulations=10**9))
    worker.cancel()
    assert not worker.busy
    assert worker.answer() is None
    worker.ask(question(pos, simulations=20))
    assert wait(worker).simulations == 20


def test_when_the_process_dies_the_thumb_answers(worker: Worker) -> None:
    pos = opening(GAME, GAME.options(), 2, 7)
    asked = question(pos, simulations=10**9)
    worker.ask(asked)
    os.kill(worker._process.pid, signal.SIGKILL)
    choice = wait(worker)
    thumb = choose(asked.advice, asked.view, asked.told, Think())
    assert choice.action == thumb.action
    assert worker.failed
    worker.ask(asked)  # and goes on to
    assert wait(worker).action == thumb.action


def test_an_error_in_thought_is_no_error_of_the_table(worker: Worker) -> None:
    pos = opening(GAME, GAME.options(), 2, 7)
    asked = question(pos, simulations=5)
    broken = Question(asked.advice, asked.view, asked.told, Think(simulations="many"))  # type: ignore[arg-type]
    worker.ask(broken)
    assert wait(worker).action in asked.view.decision.options  # type: ignore[union-attr]
    assert "TypeError" in worker.failed


def test_closing_ends_a_thinking_process() -> None:
    worker = Worker()
    worker.ask(question(opening(GAME, GAME.options(), 2, 7), simulations=10**9))
    process = worker._process
    worker.close()
    worker.close()
    assert not process.is_alive()


@dataclass(frozen=True)
class Heavy:
    """A task that no pipe holds."""

    ballast: bytes

    def pieces(self, stop: Callable[[], bool]) -> Iterator[int]:
        yield len(self.ballast)


def test_nobody_waits_for_a_process_that_does_not_read(worker: Worker) -> None:
    worker.start()
    process = worker._process
    os.kill(process.pid, signal.SIGSTOP)
    try:
        asking = Thread(target=worker.labour, args=(Heavy(bytes(1 << 22)),), daemon=True)
        asking.start()
        asking.join(PATIENCE)
        assert not asking.is_alive()
    finally:
        os.kill(process.pid, signal.SIGCONT)
    found: list[Any] = []
    until = time.monotonic() + PATIENCE
    while worker.busy and time.monotonic() < until:
        found += worker.pieces()
        time.sleep(0.002)
    assert found == [1 << 22]


def test_closing_ends_a_process_that_does_not_read() -> None:
    worker = Worker()
    worker.start()
    process = worker._process
    os.kill(process.pid, signal.SIGSTOP)
    worker.labour(Heavy(bytes(1 << 22)))
    worker.close()
    assert not process.is_alive()
