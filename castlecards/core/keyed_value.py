"""Cached constants of a match, shared by all its positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class KeyedValue:
    """Base of a cached constant that is compared by key, such as a game's `Ground`.

    `key` is the cached function that makes it, with its arguments. Pickling stores only the key, so
    equal keys give equal values after unpickling too.
    """

    __slots__ = ("_hash", "key")

    def __init__(self, make: Callable[..., Any], *arguments: Any) -> None:
        self.key = (make, arguments)
        self._hash = hash(self.key)  # kept because caches are keyed by it

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self.key == other.key)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.key
