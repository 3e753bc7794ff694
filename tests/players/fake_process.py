"""Fake child process: it answers in this process, and fails if a test asks for it."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from castlecards.core.action import Action
from castlecards.players.player import Choice
from castlecards.players.worker import Server, Supervisor, Transport

REPLIES: dict[str, Callable[[int], bytes]] = {
    "garbage": lambda number: b"no pickle",
    "no pair": lambda number: pickle.dumps(7),
    "wrong type": lambda number: pickle.dumps((number, {"action": "draw"})),
    "nothing": lambda number: pickle.dumps((number, Choice(None, 0.5))),  # type: ignore[arg-type]
    "illegal": lambda number: pickle.dumps((number, Choice(Action("teleport"), 0.5))),
    "no module": lambda number: b"cno_such_module\nthought\n.",
}
LATE = ("stop", "slow")  # faults that are waited for
FAULTS = ("death", *LATE, "spawn", *REPLIES)


class FakeProcess(Transport):
    """Fake process that answers at once; its owner's `fault` happens at the next request."""

    def __init__(self, owner: FaultInjector) -> None:
        self.owner = owner
        self.requests: list[bytes] = []
        self.wanted = 0
        self.killed = False
        self.stands = ""  # how it failed; it sends nothing more

    @property
    def alive(self) -> bool:
        return not self.killed

    def send(self, message: bytes) -> None:
        self.owner.sizes.append(len(message))
        self.requests.append(message)

    def received(self) -> Iterator[bytes | None]:
        if not self.stands and self.requests and self.owner.fault:
            self.stands, self.owner.fault = self.owner.fault, ""
        if self.stands == "death":
            yield None
        elif self.stands in REPLIES:
            yield REPLIES[self.stands](self.wanted)
        elif self.stands not in LATE:
            yield pickle.dumps((0, None))
            while self.requests and self.owner.done(self, self.requests[0]):
                yield from self.owner.replies(self, self.requests.pop(0))

    def want(self, number: int) -> None:
        self.wanted = number

    def kill(self) -> None:
        self.killed = True


class FaultInjector:
    """Fake processes that a supervisor starts, and the faults that they will have."""

    def __init__(self, thorough: bool = False) -> None:
        """`thorough`: a search goes on until it is told to hurry."""
        self.fault = ""
        self.thorough = thorough
        self.begun: list[FakeProcess] = []
        self.sizes: list[int] = []  # bytes of every message that was sent
        self.servers: dict[FakeProcess, Server] = {}
        self.supervisor = Supervisor(self.spawn)

    def spawn(self) -> Transport:
        if self.fault == "spawn":
            self.fault = ""
            raise RuntimeError("can't start new thread")
        self.begun.append(FakeProcess(self))
        self.servers[self.begun[-1]] = Server()
        return self.begun[-1]

    def replies(self, child: FakeProcess, message: bytes) -> Iterator[bytes]:
        yield from self.servers[child].replies(message, lambda number: child.wanted != number)

    def done(self, child: FakeProcess, message: bytes) -> bool:
        """Return True if a request gets its reply now."""
        if not self.thorough or not child.wanted:
            return True
        (found,) = self.replies(child, message)
        return not is_searched(pickle.loads(found)[1])

    def fail(self, fault: str) -> None:
        """Set a fault. A fault of starting comes after an unnoticed death of the process."""
        self.fault = fault
        if fault == "spawn" and self.begun:
            self.begun[-1].stands = "death"

    def one_lives(self) -> bool:
        """Return True if every process but the last was killed."""
        return all(before.killed for before, _ in pairwise(self.begun))


def is_searched(choice: Any) -> bool:
    """Return True if an answer comes from a search."""
    return bool(choice if isinstance(choice, int) else choice.simulations)
