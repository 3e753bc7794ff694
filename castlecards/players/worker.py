"""Thought in a process of its own, so that the table never waits for it.

The process is spawned, imports no screen and no physics, and is asked through a pipe. A box of
cards travels once, the events of a match only as far as they are new. When the process dies its
question is answered by rules of thumb, and `failed` says so once. A `Labour` is longer: what it
has found arrives piece by piece.
"""

from __future__ import annotations

import io
import multiprocessing
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol

from castlecards.core.advice import Advice
from castlecards.core.cards import Seat
from castlecards.core.events import Event
from castlecards.core.position import Box
from castlecards.core.view import View
from castlecards.players.player import Question, Think, choose

LONGEST = 2.0  # s that a closing process may take before it is ended


Thought = Callable[[Advice[Any], View, Sequence[Event], Think], Any]  # of a module, by its name


class Labour(Protocol):
    """A longer task, which travels as a value."""

    def pieces(self, stop: Callable[[], bool]) -> Iterator[Any]:
        """What is found, piece by piece; looks at `stop` often, and then ends."""


@dataclass(frozen=True)
class _Broken:
    """Why there is no answer."""

    why: str


class _Post(Thread):
    """Carries questions to the process: whoever asks does not wait until they are read there."""

    def __init__(self, pipe: Connection) -> None:
        super().__init__(name="post", daemon=True)
        self.failed = ""  # why nothing is carried any more
        self._pipe = pipe
        self._letters: SimpleQueue[bytes | None] = SimpleQueue()
        self.start()

    def send(self, data: bytes) -> None:
        self._letters.put(data)

    def end(self) -> None:
        """After what has been handed over."""
        self._letters.put(None)

    def run(self) -> None:
        try:
            while (data := self._letters.get()) is not None:
                self._pipe.send_bytes(data)
        except (OSError, ValueError) as error:
            self.failed = str(error) or type(error).__name__


class Worker:
    """One process that answers one question after the other. `start` and `ask` return at once."""

    def __init__(self) -> None:
        self.failed = ""  # why it thinks no more; "" while it does
        self._process: Any = None
        self._pipe: Connection | None = None
        self._post: _Post | None = None
        self._wanted: Any = None  # shared: the number of the question that still matters
        self._number = 0
        self._asked: Question | None = None
        self._thought: Thought = choose
        self._labours = False
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
        else:
            self._post = _Post(self._pipe)
        theirs.close()

    def start_again(self) -> None:
        """The same after it has failed: for another match."""
        self.failed = ""
        self.start()

    @property
    def busy(self) -> bool:
        return self._asked is not None or self._labours

    @property
    def asked(self) -> Question | None:
        """The question that it thinks about."""
        return self._asked

    def ask(self, question: Question, thought: Thought = choose) -> None:
        """Starts to think; whatever was asked before is forgotten."""
        self.cancel()
        self.start()
        self._number += 1
        self._asked, self._thought = question, thought
        self._send(lambda: self._packed(question, thought))

    def answer(self) -> Any:
        """What came of it, or None while it thinks, or where nothing was asked."""
        question = self._asked
        if question is None:
            return None
        for found in self._arrived():
            self._asked = None
            if not isinstance(found, _Broken):
                return found
            self._fail(found.why)
        if not self.failed and self._pipe is not None:
            return None
        self._asked = None
        think = replace(question.think, simulations=0)
        return self._thought(question.advice, question.view, question.told, think)

    def labour(self, labour: Labour) -> None:
        """Starts a longer task; whatever was asked before is forgotten."""
        self.cancel()
        self.start()
        self._number += 1
        self._labours = not self.failed
        self._send(lambda: self._pickled((self._number, labour)))

    def pieces(self) -> list[Any]:
        """What has been found since the last look; `busy` until all is, or until it fails."""
        found = []
        for piece in self._arrived() if self._labours else ():
            if isinstance(piece, _Broken):
                self._fail(piece.why)
            elif piece is None:
                self._labours = False
            else:
                found.append(piece)
        self._labours = self._labours and not self.failed
        return found

    def _send(self, packed: Callable[[], bytes]) -> None:
        if self._post is None or self.failed:
            return
        self._wanted.value = self._number
        self._post.send(packed())

    def _arrived(self) -> Iterator[Any]:
        """What has come through the pipe and still matters."""
        while not self.failed and self._pipe is not None and self._post is not None:
            if self._post.failed:
                self._fail(self._post.failed)
                return
            try:
                if not self._pipe.poll():
                    return
                number, found = pickle.loads(self._pipe.recv_bytes())
            except (OSError, EOFError, pickle.UnpicklingError) as error:
                self._fail(str(error) or "its process ended")
                return
            if number == self._number:
                yield found

    def hurry(self) -> None:
        """Whoever thinks answers with what it has found until now, within a few simulations."""
        if self._wanted is not None:
            self._wanted.value = 0

    def cancel(self) -> None:
        """Forgets what was asked; the process stops thinking within a few simulations."""
        self._asked = None
        self._labours = False
        if self._wanted is not None:
            self._wanted.value = 0

    def close(self) -> None:
        """Ends the process. Safe to call twice, and for one that never began."""
        self.cancel()
        pipe, post, process = self._pipe, self._post, self._process
        self._pipe = self._post = self._process = None
        if post is not None:
            post.end()
            post.join(LONGEST)
            if post.is_alive():  # nobody reads any more
                process.kill()
                post.join()
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

    def _packed(self, question: Question, thought: Thought) -> bytes:
        seat, told = question.view.seat, question.told
        known, last = self._told.get(seat, (0, None))
        if not 0 < known <= len(told) or told[known - 1] is not last:
            known = 0  # another match, or something was taken back
        if told:
            self._told[seat] = len(told), told[-1]
        else:
            self._told.pop(seat, None)
        think = replace(question.think, stop=None)
        asked = _Asked(
            thought, question.advice, question.view, known, tuple(told[known:]), think
        )  # fmt: skip
        return self._pickled((self._number, asked))

    def _pickled(self, what: Any) -> bytes:
        out = io.BytesIO()
        _Pickler(out, self._boxes).dump(what)
        return out.getvalue()


@dataclass(frozen=True)
class _Asked:
    """A question as it travels: `new` events after the first `known` ones."""

    thought: Thought
    advice: Advice[Any]
    view: View
    known: int
    new: tuple[Event, ...]
    think: Think


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
        number, work = _Unpickler(data, boxes).load()
        stop = _outdated(wanted, number)
        try:
            for found in _answers(work, every, stop):
                pipe.send_bytes(pickle.dumps((number, found), pickle.HIGHEST_PROTOCOL))
        except OSError:
            return


def _answers(work: Any, every: dict[Seat, list[Event]], stop: Any) -> Iterator[Any]:
    """The answer to a question, or the pieces of a labour and None."""
    try:
        if isinstance(work, _Asked):
            told = every.setdefault(work.view.seat, [])
            told[work.known :] = work.new
            think = replace(work.think, stop=stop)
            yield work.thought(work.advice, work.view, told, think)
        else:
            yield from work.pieces(stop)
            yield None
    except Exception as error:  # the table goes on by rules of thumb
        yield _Broken(f"{type(error).__name__}: {error}")


def _outdated(wanted: Any, number: int) -> Any:
    return lambda: wanted.value != number
