"""Thought in a process of its own, so that the table never waits for it.

The process is spawned, imports no screen and no physics, and is asked through a pipe. A box of
cards travels once, the events of a match only as far as they are new. When the process dies its
question is answered by rules of thumb, and `failed` says so once.
"""

from __future__ import annotations

import io
import multiprocessing
import pickle
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from castlecards.core.cards import Seat
from castlecards.core.events import Event
from castlecards.core.position import Box
from castlecards.players.player import Choice, Question, answered, choose

LONGEST = 2.0  # s that a closing process may take before it is ended


class Worker:
    """One process that answers one question after the other. `start` returns at once."""

    def __init__(self) -> None:
        self.failed = ""  # why it thinks no more; "" while it does
        self._process: Any = None
        self._pipe: Connection | None = None
        self._wanted: Any = None  # shared: the number of the question that still matters
        self._number = 0
        self._asked: Question | None = None
        self._boxes: list[Box] = []
        self._told: dict[Seat, tuple[int, Event]] = {}  # how much the process knows, and its end

    def start(self) -> None:
        """Begins the process; it is ready some tenths of a second later."""
        if self._process is not None or self.failed:
            return
        spawn = multiprocessing.get_context("spawn")
        self._wanted = spawn.Value("q", 0, lock=False)
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(
            target=serve, args=(theirs, self._wanted), name="castlecards-thinks", daemon=True
        )
        try:
            self._process.start()
        except OSError as error:
            self._process = None
            self._fail(str(error))
        theirs.close()

    def start_again(self) -> None:
        """The same after it has failed: for another match."""
        self.failed = ""
        self.start()

    @property
    def busy(self) -> bool:
        return self._asked is not None

    def ask(self, question: Question) -> None:
        """Starts to think; an earlier question is forgotten."""
        self.cancel()
        self.start()
        self._number += 1
        self._asked = question
        if self._pipe is None or self.failed:
            return
        self._wanted.value = self._number
        try:
            self._pipe.send_bytes(self._packed(question))
        except (OSError, ValueError) as error:
            self._fail(str(error))

    def answer(self) -> Choice | None:
        """What came of it, or None while it thinks, or where nothing was asked."""
        question = self._asked
        if question is None:
            return None
        while not self.failed and self._pipe is not None:
            try:
                if not self._pipe.poll():
                    return None
                number, choice = pickle.loads(self._pipe.recv_bytes())
            except (OSError, EOFError, pickle.UnpicklingError) as error:
                self._fail(str(error) or "its process ended")
                break
            if number == self._number:
                self._asked = None
                if isinstance(choice, Choice):
                    return choice
                self._fail(choice)
                self._asked = question
        self._asked = None
        return answered(replace(question, think=replace(question.think, simulations=0)))

    def hurry(self) -> None:
        """Whoever thinks answers with what it has found until now, within a few simulations."""
        if self._wanted is not None:
            self._wanted.value = 0

    def cancel(self) -> None:
        """Forgets the question; the process stops thinking within a few simulations."""
        self._asked = None
        if self._wanted is not None:
            self._wanted.value = 0

    def close(self) -> None:
        """Ends the process. Safe to call twice, and for one that never began."""
        self.cancel()
        pipe, process = self._pipe, self._process
        self._pipe = self._process = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.join(LONGEST)
            if process.is_alive():
                process.kill()
                process.join()

    def _fail(self, why: str) -> None:
        self.failed = why
        asked = self._asked
        self.close()
        self._asked = asked

    def _packed(self, question: Question) -> bytes:
        seat, told = question.view.seat, question.told
        known, last = self._told.get(seat, (0, None))
        if not 0 < known <= len(told) or told[known - 1] is not last:
            known = 0  # another match, or something was taken back
        if told:
            self._told[seat] = len(told), told[-1]
        else:
            self._told.pop(seat, None)
        think = replace(question.think, stop=None)
        out = io.BytesIO()
        _Pickler(out, self._boxes).dump(
            (self._number, question.advice, question.view, known, tuple(told[known:]), think)
        )
        return out.getvalue()


class _Pickler(pickle.Pickler):
    """Names a box that has travelled before instead of sending it again."""

    def __init__(self, out: io.BytesIO, boxes: list[Box]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self._boxes = boxes

    def persistent_id(self, obj: Any) -> Any:
        if not isinstance(obj, Box):
            return None
        for n, box in enumerate(self._boxes):
            if box is obj:
                return n, None
        self._boxes.append(obj)
        return len(self._boxes) - 1, obj.__reduce__()[1]


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, boxes: list[Box]) -> None:
        super().__init__(io.BytesIO(data))
        self._boxes = boxes

    def persistent_load(self, pid: Any) -> Box:
        number, parts = pid
        if number == len(self._boxes):
            self._boxes.append(Box(*parts))
        box: Box = self._boxes[number]
        return box


def serve(pipe: Connection, wanted: Any) -> None:
    """The process: answers until the pipe closes. An error is an answer, too: its text."""
    boxes: list[Box] = []
    every: dict[Seat, list[Event]] = {}
    while True:
        try:
            data = pipe.recv_bytes()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        number, advice, view, known, new, think = _Unpickler(data, boxes).load()
        told = every.setdefault(view.seat, [])
        told[known:] = new
        try:
            choice: Choice | str = choose(
                advice, view, told, replace(think, stop=_outdated(wanted, number))
            )
        except Exception as error:  # the table goes on by rules of thumb
            choice = f"{type(error).__name__}: {error}"
        try:
            pipe.send_bytes(pickle.dumps((number, choice), pickle.HIGHEST_PROTOCOL))
        except OSError:
            return


def _outdated(wanted: Any, number: int) -> Any:
    return lambda: wanted.value != number
