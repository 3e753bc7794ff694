"""What was made once and may be needed again, as long as there is room and it is of use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from typing import Generic, ParamSpec, TypeVar

from pygame import Surface

from castlecards.ui.kit.incremental import Steps, run_to_end

P = ParamSpec("P")
T = TypeVar("T")
OUTLIVED = 2  # sizes of the window after which a thing that was not used goes
HEAVY = 1 << 20  # bytes; what weighs more is about as large as the window and goes with its size


def surface_bytes(image: Surface) -> int:
    return image.get_pitch() * image.get_height()


class LruCache(Generic[T]):
    """Things by key. The longest unused go when all together are too heavy, and when the window
    has had other sizes since they were last used, for what is drawn depends on its size."""

    def __init__(self, limit: int, weigh: Callable[[T], int]) -> None:
        """`limit`: of the sum of what `weigh` says; the newest thing stays, however heavy."""
        self.limit = limit
        self.used = 0
        self.made = 0  # all that was ever made, in the same unit
        self._weigh = weigh
        self._things: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()  # and their last turn
        self._turn = 0

    def __len__(self) -> int:
        return len(self._things)

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept under `key`, made if it is not there."""
        found = self._things.get(key)
        if found is not None:
            self._things.move_to_end(key)
            if found[1] != self._turn:
                self._things[key] = found[0], self._turn
            return found[0]
        made = make()
        if key in self._things:  # made on the way to itself, and counted there
            self.used -= self._weigh(self._things.pop(key)[0])
        self._things[key] = made, self._turn
        weight = self._weigh(made)
        self.used += weight
        self.made += weight
        while self.used > self.limit and len(self._things) > 1:
            self._drop()
        return made

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """The same for one use: what is made now is not kept."""
        return self.keep(key, make) if key in self._things else make()

    def steps(self, key: Hashable, make: Callable[[], Steps[T]]) -> Steps[T]:
        """The same of what is made bit by bit."""
        made = [] if key in self._things else [(yield from make())]
        return self.keep(key, made.pop)

    def turn(self) -> None:
        """The window has another size: what was last used several sizes ago goes, and what is
        about as large as the window was."""
        self._turn += 1
        heavy = [key for key, (thing, _) in self._things.items() if self._weigh(thing) > HEAVY]
        for key in heavy:
            self.used -= self._weigh(self._things.pop(key)[0])
        while self._things:
            _, last = next(iter(self._things.values()))
            if self._turn - last <= OUTLIVED:
                return
            self._drop()

    def clear(self) -> None:
        self._things.clear()
        self.used = 0

    def _drop(self) -> None:
        self.used -= self._weigh(self._things.popitem(last=False)[1][0])


class IncrementalFunction(Generic[P, T]):
    """A function that works in steps and remembers what it has made; called, it does all of them
    at once."""

    def __init__(self, make: Callable[P, Steps[T]], most: int) -> None:
        self._make = make
        self._kept: LruCache[T] = LruCache(most, lambda _: 1)

    def __call__(self, *args: P.args, **named: P.kwargs) -> T:
        return run_to_end(self.steps(*args, **named))

    def steps(self, *args: P.args, **named: P.kwargs) -> Steps[T]:
        """The same bit by bit; none where it is remembered."""
        key = args, tuple(named.items())
        return self._kept.steps(key, partial(self._make, *args, **named))


def incremental_cache(most: int) -> Callable[[Callable[P, Steps[T]]], IncrementalFunction[P, T]]:
    """Remembers the last `most` answers, which are not to be changed."""
    return lambda make: IncrementalFunction(make, most)
