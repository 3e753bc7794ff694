"""Caches: an LRU cache limited by weight and by changes of window size, a cache of one value, and
memoised functions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from typing import Generic, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from pygame import Surface

from castlecards.ui.kit.incremental import Steps, run_to_end

P = ParamSpec("P")
T = TypeVar("T")
EXPIRY_SIZES = 2  # changes of window size after which an unused entry expires
HEAVY = 1 << 20  # bytes; heavier entries are about as large as the window and expire with its size


def surface_bytes(image: Surface) -> int:
    """Memory of a surface, bytes."""
    return image.get_pitch() * image.get_height()


class LruCache(Generic[T]):
    """LRU cache limited by total weight.

    Entries also expire if they were not used during the last `EXPIRY_SIZES` window sizes, because
    pictures depend on the size of the window.
    """

    def __init__(self, limit: int, weigh: Callable[[T], int]) -> None:
        """`limit`: greatest sum of weights by `weigh`; the newest entry always stays."""
        self.limit = limit
        self.used = 0
        self.made = 0  # weight of all entries ever made
        self._weigh = weigh
        self._entries: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()  # and last use
        self._window_sizes = 0  # number of window sizes so far
        # values that are being made; those that nothing goes on with are dropped
        self._begun: WeakValueDictionary[Hashable, Steps[T]] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._entries)

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """Cached value of `key`; made and cached if missing."""
        entry = self._entries.get(key)
        if entry is not None:
            self._entries.move_to_end(key)
            if entry[1] != self._window_sizes:
                self._entries[key] = entry[0], self._window_sizes
            return entry[0]
        made = make()
        self.drop(key)  # `make` may have cached it itself
        self._entries[key] = made, self._window_sizes
        weight = self._weigh(made)
        self.used += weight
        self.made += weight
        while self.used > self.limit and len(self._entries) > 1:
            self._drop()
        return made

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Cached value of `key`; made but not cached if missing."""
        return self.keep(key, make) if key in self._entries else make()

    def steps(self, key: Hashable, make: Callable[[], Steps[T]]) -> Steps[T]:
        """Generator form of `keep`, for a value that is made in steps.

        If another generator has begun the same value, this one goes on where that one stands."""
        made: list[T] = []
        while key not in self._entries and not made:
            begun = self._begun.get(key)
            if begun is None:
                begun = self._begun[key] = make()
            try:
                next(begun)
            except StopIteration as end:
                self._begun.pop(key, None)  # another generator may still hold it
                made.append(end.value)
            else:
                yield
        return self.keep(key, made.pop)

    def shrink(self, most: int) -> None:
        """Drop the least recently used entries until all together weigh at most `most`."""
        while self._entries and self.used > most:
            self._drop()

    def make_room(self, weight: int) -> None:
        """Drop the least recently used entries until a new one of `weight` fits."""
        self.shrink(self.limit - weight)

    def on_resize(self) -> None:
        """Start a new window size: drop entries larger than `HEAVY` and those not used recently."""
        self._window_sizes += 1
        heavy = [key for key, (value, _) in self._entries.items() if self._weigh(value) > HEAVY]
        for key in heavy:
            self.drop(key)
        while self._entries:
            _, last = next(iter(self._entries.values()))
            if self._window_sizes - last <= EXPIRY_SIZES:
                return
            self._drop()

    def drop(self, key: Hashable) -> T | None:
        """Drop an entry and return its value; None if it is not cached."""
        if key not in self._entries:
            return None
        value, _ = self._entries.pop(key)
        self.used -= self._weigh(value)
        return value

    def clear(self) -> None:
        self._entries.clear()
        self.used = 0

    def _drop(self) -> None:
        self.used -= self._weigh(self._entries.popitem(last=False)[1][0])


class LastValue(Generic[T]):
    """Cache of one value, computed again when its key changes."""

    def __init__(self) -> None:
        self._kept: tuple[object, T] | None = None

    def keep(self, key: object, make: Callable[[], T]) -> T:
        """Cached value of `key`; made and cached if the last key was another."""
        if self._kept is None or self._kept[0] != key:
            self._kept = key, make()
        return self._kept[1]


class IncrementalFunction(Generic[P, T]):
    """Memoised function that works in steps; a call runs all steps at once."""

    def __init__(self, make: Callable[P, Steps[T]], most: int) -> None:
        self._make = make
        self._kept: LruCache[T] = LruCache(most, lambda _: 1)

    def __call__(self, *args: P.args, **named: P.kwargs) -> T:
        return run_to_end(self.steps(*args, **named))

    def steps(self, *args: P.args, **named: P.kwargs) -> Steps[T]:
        """Generator form of a call; without pauses if the result is cached."""
        key = args, tuple(named.items())
        return self._kept.steps(key, partial(self._made, *args, **named))

    def _made(self, *args: P.args, **named: P.kwargs) -> Steps[T]:
        self._kept.make_room(1)  # first: an old picture and a new one are twice the memory
        return self._make(*args, **named)


def incremental_cache(most: int) -> Callable[[Callable[P, Steps[T]]], IncrementalFunction[P, T]]:
    """Decorator: memoise the last `most` results of a generator function; do not change them."""
    return lambda make: IncrementalFunction(make, most)
