"""What never changes during a match, worked out once and shared by all its positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class KeyedValue:
    """A game's `Ground` is one. Equal keys make equal grounds, also after unpickling.

    `key` is the function that makes it, which keeps what it has made, and its arguments.
    """

    __slots__ = ("_hash", "key")

    def __init__(self, make: Callable[..., Any], *arguments: Any) -> None:
        self.key = (make, arguments)
        self._hash = hash(self.key)  # asked with everything that is kept by ground

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self.key == other.key)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.key
