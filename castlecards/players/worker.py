"""Supervisor of the child process that thinks, so that the table never waits for it.

The child is spawned, imports no screen, physics only for the throws of a task, and gets one request
after the other through a pipe. A `Child` owns one process and all that was sent to it. If the
process dies, hangs or sends an invalid reply, it is replaced: rules of thumb answer, and a new
child starts with nothing. No clock is read here: callers say how much time has passed.
"""

from __future__ import annotations

import io
import os
import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Thread
from time import process_time, sleep
from typing import TYPE_CHECKING, Any, Protocol

from castlecards.core.advice import Advice
from castlecards.core.cards import Seat
from castlecards.core.events import Event
from castlecards.core.position import Box
from castlecards.core.view import View
from castlecards.players.player import Question, Think, choose, is_choice, ponder
from castlecards.players.search import KeptNodes
from castlecards.texts import tr

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

STARTUP_TIMEOUT = 5.0  # s of waiting for the first message of a new process
TASK_STARTUP_TIMEOUT = 60.0  # s, the same before a task, for which nobody waits
QUESTION_TIMEOUT = 2.0  # s until a question is hurried, unless the caller sets another time
HURRY_GRACE = 1.0  # s of waiting for a hurried reply until rules of thumb answer
PLAYER_GRACE = 0.25  # s, the same if the player has hurried it
PIECE_TIMEOUT = 10.0  # s of waiting for each piece of a task
JOIN_TIMEOUT = 2.0  # s of waiting for a killed process and its threads to end
LARGEST_REPLY = 1 << 26  # bytes, greatest size of a reply
PONDER_SHARE = 0.5  # of a core, most that thinking in another player's time takes

ENDED = tr("ended")
LATE = tr("didn’t answer in time")
NONSENSE = tr("gave an answer that makes no sense")

# A function of a module, which can be pickled: `choose`, `ponder`, `advise`.
ThinkFunction = Callable[[Advice[Any], View, Sequence[Event], Think], Any]
Check = Callable[[Any, Any], bool]  # of a request and a reply


class Task(Protocol):
    """Longer request, sent as a value; its results arrive piece by piece."""

    def pieces(self, stop: Callable[[], bool]) -> Iterator[Any]:
        """Yield the results; end soon after `stop` returns True."""

    def accepts(self, piece: Any) -> bool:
        """True if `piece` is one that this task yields."""


class ChildError(Exception):
    """Failure of the child; the message continues "the process that thinks"."""


@dataclass(frozen=True)
class _WireQuestion:
    """Question as it is sent: `new` events follow the first `known` ones, which the child has."""

    thought: ThinkFunction
    advice: Advice[Any]
    view: View
    known: int
    new: tuple[Event, ...]
    think: Think


@dataclass(frozen=True)
class _Failure:
    """Reply of a child that could not work: the text of its error."""

    why: str


# -- the parent's side ----------------------------------------------------------------------------


class Transport:
    """Spawned process and the pipe to it; sends and receives whole messages without blocking.

    One thread writes and one reads, because a hanging process would block both. Raises OSError,
    RuntimeError or ImportError if it cannot be made.
    """

    def __init__(self) -> None:
        import multiprocessing  # some systems lack it

        context = multiprocessing.get_context("spawn")
        self._wanted = context.Value("q", 0, lock=False)
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._inbox: SimpleQueue[bytes | None] = SimpleQueue()  # None: the process has ended
        self._threads: list[Thread] = []
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=serve, args=(theirs, self._wanted), name="castlecards-thinks", daemon=True
        )
        try:
            self.process.start()
            for work, box in ((_write, self._outbox), (_read, self._inbox)):
                thread = Thread(target=work, args=(self._pipe, box), daemon=True)
                thread.start()
                self._threads.append(thread)
        except BaseException:
            self.kill()
            raise
        finally:
            theirs.close()

    @property
    def alive(self) -> bool:
        """True until the process has ended."""
        return bool(self.process.is_alive())

    def send(self, message: bytes) -> None:
        self._outbox.put(message)

    def received(self) -> Iterator[bytes | None]:
        """Yield the messages that have arrived, then None once the process has ended."""
        with suppress(Empty):
            while True:
                yield self._inbox.get_nowait()

    def want(self, number: int) -> None:
        """Tell the process which request still matters; 0: none."""
        self._wanted.value = number

    def kill(self) -> None:
        """End the process, even if it hangs; safe to call twice."""
        if self.process.pid is not None:
            self.process.kill()
            self.process.join(JOIN_TIMEOUT)
        self._outbox.put(None)
        for thread in self._threads:
            thread.join(JOIN_TIMEOUT)
        self._pipe.close()


def _write(pipe: Connection, outbox: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError):  # the process has ended: the reader notices that
        while (message := outbox.get()) is not None:
            pipe.send_bytes(message)


def _read(pipe: Connection, inbox: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, EOFError, ValueError, MemoryError):
        while True:
            inbox.put(pipe.recv_bytes(LARGEST_REPLY))
    inbox.put(None)


class Child:
    """One child process with all that was sent to it: boxes of cards, and each seat's events.

    A box is sent once, and of a match's events only new ones.
    """

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.ready = False  # True after its first message
        self.starting = 0.0  # s of waiting for that
        self._number = 0
        self._boxes: list[Box] = []
        self._sent: dict[Seat, tuple[Event, ...]] = {}

    def request(self, work: Question | Task, thought: ThinkFunction) -> None:
        """Send a request, which makes all earlier ones void."""
        self._number += 1
        out = io.BytesIO()
        payload = self._wired(work, thought) if isinstance(work, Question) else work
        _Pickler(out, self._boxes).dump((self._number, payload))
        self.transport.want(self._number)
        self.transport.send(out.getvalue())

    def replies(self) -> Iterator[Any]:
        """Yield the replies that have arrived for the last request. Raises ChildError."""
        for message in self.transport.received():
            if message is None:
                raise ChildError(ENDED)
            try:
                number, reply = pickle.loads(message)
            except Exception as error:  # unpickling garbage can raise any error
                raise ChildError(NONSENSE) from error
            self.ready = True
            if isinstance(reply, _Failure) and number in (0, self._number):
                raise ChildError(tr("failed ({reason})", reason=reply.why))
            if number == self._number:
                yield reply

    def hurry(self) -> None:
        """Make it reply with its result so far, within a few simulations."""
        self.transport.want(0)

    def _wired(self, question: Question, thought: ThinkFunction) -> _WireQuestion:
        seat, events = question.view.seat, tuple(question.events)
        before = self._sent.get(seat, ())
        changes = (n for n, (a, b) in enumerate(zip(before, events, strict=False)) if a is not b)
        # less after an undo, 0 in another match
        known = next(changes, min(len(before), len(events)))
        self._sent[seat] = events
        think = replace(question.think, stop=None, kept=None)
        return _WireQuestion(thought, question.advice, question.view, known, events[known:], think)


@dataclass
class _Request:
    """Request that the supervisor waits for."""

    work: Question | Task
    thought: ThinkFunction = choose
    accepts: Check = is_choice
    due: float = PIECE_TIMEOUT  # s of waiting after which it is hurried
    grace: float = 0.0  # s after that until the child is replaced
    waited: float = 0.0  # s


class Supervisor:
    """Owner of one child at a time; `start`, `ask` and `run` return at once and never raise.

    `spawn` makes the transport to a new process.
    """

    def __init__(self, spawn: Callable[[], Transport] = Transport) -> None:
        self.failed = ""  # why rules of thumb answer the last request; "" while a child does
        self._spawn = spawn
        self._child: Child | None = None
        self._request: _Request | None = None

    def start(self) -> None:
        """Start a child unless there is one; it is ready a few tenths of a second later."""
        if self._child is not None:
            return
        try:
            self._child = Child(self._spawn())
        except (OSError, RuntimeError, ImportError) as error:
            self.failed = tr("couldn’t be started ({reason})", reason=error)

    @property
    def busy(self) -> bool:
        return self._request is not None

    @property
    def question(self) -> Question | None:
        """Unanswered question; None without one."""
        work = self._request.work if self._request is not None else None
        return work if isinstance(work, Question) else None

    def ask(
        self,
        question: Question,
        thought: ThinkFunction = choose,
        accepts: Check = is_choice,
        seconds: float = QUESTION_TIMEOUT,
    ) -> None:
        """Start to think about a question; forget the last request.

        After `seconds` s of waiting the reply is hurried, and `HURRY_GRACE` s later rules of thumb
        answer. `accepts`: True for a valid reply.
        """
        self._begin(_Request(question, thought, accepts, seconds, HURRY_GRACE))

    def run(self, task: Task) -> None:
        """Start a longer task; forget the last request."""
        self._begin(_Request(task, accepts=lambda _, piece: task.accepts(piece)))
        if self._child is None or self.failed:
            self._request = None

    def answer(self, dt: float) -> Any:
        """Answer to the question after `dt` s more of waiting; None while there is none."""
        question, request = self.question, self._request
        if question is None or request is None:
            return None
        for reply in self._replies(dt):
            self._request = None
            return reply
        if self._child is not None and not self.failed:
            return None
        self._request = None
        think = replace(question.think, simulations=0, stop=None)
        return request.thought(question.advice, question.view, question.events, think)

    def pieces(self, dt: float) -> list[Any]:
        """Results of the task that have arrived in the last `dt` s; `busy` is True until it has
        ended or failed."""
        if self._request is None or self.question is not None:
            return []
        replies = self._replies(dt)
        if self.failed or None in replies:
            self._request = None
        return [piece for piece in replies if piece is not None]

    def hurry(self) -> None:
        """Ask for the answer soon: that of the search so far, or of rules of thumb."""
        if self._request is not None:
            self._request.due = min(self._request.due, self._request.waited)
            self._request.grace = PLAYER_GRACE

    def cancel(self) -> None:
        """Forget the request; the child stops thinking within a few simulations."""
        self._request = None
        if self._child is not None:
            self._child.hurry()

    def close(self) -> None:
        """End the child. Safe to call twice."""
        self._request = None
        if self._child is not None:
            self._child.transport.kill()
            self._child = None

    def _begin(self, request: _Request) -> None:
        self.cancel()
        self.failed = ""
        try:
            if self._child is not None:
                list(self._child.replies())  # forgotten
        except ChildError:
            self.close()
        if self._child is not None and not self._child.transport.alive:
            self.close()
        self.start()
        self._request = request
        if self._child is None:
            return
        try:
            self._child.request(request.work, request.thought)
        except Exception as error:  # pickling a bad value can raise any error
            self._fail(tr("couldn’t be asked ({reason})", reason=error))

    def _replies(self, dt: float) -> list[Any]:
        """Valid replies that have arrived for the request; sets `failed` after a failure."""
        child, request, replies = self._child, self._request, list[Any]()
        if child is None or request is None or self.failed:
            return replies
        try:
            for reply in child.replies():
                ended = reply is None and not isinstance(request.work, Question)
                if not ended and not request.accepts(request.work, reply):
                    raise ChildError(NONSENSE)
                replies.append(reply)
        except ChildError as error:
            self._fail(str(error))
            return replies
        starts = not child.ready
        child.starting += dt if starts else 0.0
        if starts and not isinstance(request.work, Question):
            if child.starting >= TASK_STARTUP_TIMEOUT:
                self._fail(LATE)
            return replies
        request.waited = 0.0 if replies else request.waited + dt
        if request.waited >= request.due:
            child.hurry()
        starts = starts and child.starting < STARTUP_TIMEOUT
        if request.waited < request.due + request.grace or (
            starts and request.grace != PLAYER_GRACE
        ):
            return replies
        if starts:  # keep the process: it only needs more time
            self.failed = LATE
        else:
            self._fail(LATE)
        return replies

    def _fail(self, why: str) -> None:
        """Replace the child; rules of thumb answer the request."""
        request = self._request
        self.close()
        self.start()
        self._request, self.failed = request, why


# -- the child's side -----------------------------------------------------------------------------


class Server:
    """Child's side of the pipe: the events of every seat, and the boxes that have arrived."""

    def __init__(self) -> None:
        self._boxes: list[Box] = []
        self._events: dict[Seat, list[Event]] = {}
        self._kept: dict[Seat, KeptNodes] = {}  # of the seats that think ahead

    def replies(self, message: bytes, outdated: Callable[[int], bool]) -> Iterator[bytes]:
        """Yield the replies to one request; an error is sent as a reply with its text."""
        number = 0
        try:
            number, work = _Unpickler(message, self._boxes).load()
            for result in self._results(work, lambda: outdated(number)):
                yield _reply(number, result)
        except Exception as error:
            yield _reply(number, _Failure(f"{type(error).__name__}: {error}"))

    def _results(self, work: Any, stop: Callable[[], bool]) -> Iterator[Any]:
        """Answer to a question, or the pieces of a task and None."""
        if isinstance(work, _WireQuestion):
            events = self._events.setdefault(work.view.seat, [])
            events[work.known :] = work.new
            think, seat = work.think, work.view.seat
            if think.ahead:
                kept = self._kept.setdefault(seat, KeptNodes(seat))
                think = replace(think, kept=kept)
            stop = _throttled(stop) if work.thought is ponder else stop
            yield work.thought(work.advice, work.view, events, replace(think, stop=stop))
        else:
            yield from work.pieces(stop)
            yield None


def _throttled(stop: Callable[[], bool]) -> Callable[[], bool]:
    """`stop` that first sleeps, so that what calls it takes at most SHARE of a core."""
    begun = process_time()

    def check() -> bool:
        nonlocal begun
        sleep((process_time() - begun) * (1 / PONDER_SHARE - 1))
        begun = process_time()
        return stop()

    return check


def _reply(number: int, result: Any) -> bytes:
    return pickle.dumps((number, result), pickle.HIGHEST_PROTOCOL)


def serve(pipe: Connection, wanted: Any) -> None:
    """Run the child until the pipe closes or the parent has ended."""
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's
    server = Server()
    with suppress(EOFError, OSError):
        pipe.send_bytes(_reply(0, None))  # ready
        while True:
            for reply in server.replies(pipe.recv_bytes(), lambda number: wanted.value != number):
                pipe.send_bytes(reply)


def _end_with_parent() -> None:
    """End this process when its parent does, also in the middle of a search."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _Pickler(pickle.Pickler):
    """Pickler that sends the number of a box instead of a box that was sent before."""

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
    """Unpickler that finds a box by its number, and stores new boxes."""

    def __init__(self, message: bytes, boxes: list[Box]) -> None:
        super().__init__(io.BytesIO(message))
        self._boxes = boxes

    def persistent_load(self, pid: Any) -> Box:
        number, parts = pid
        if number == len(self._boxes):
            self._boxes.append(Box(*parts))
        box: Box = self._boxes[number]
        return box
