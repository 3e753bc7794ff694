"""Randomness as a function of (seed, n): nothing to copy, the same on every machine for ever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import shake_128
from struct import Struct
from typing import TypeVar

T = TypeVar("T")


def noise(seed: int, n: int, size: int) -> tuple[int, ...]:
    """`size` numbers of 64 bits, the n-th draw of this seed."""
    return _words(size)(shake_128(b"%d/%d" % (seed, n)).digest(8 * size))


@cache
def _words(size: int) -> Callable[[bytes], tuple[int, ...]]:
    """Reads so many numbers of 64 bits."""
    return Struct(f"<{size}Q").unpack


def shuffled(items: Sequence[T], seed: int, n: int) -> list[T]:
    """`items` in the order of fresh noise; a tie is less likely than a memory fault."""
    drawn = noise(seed, n, len(items))
    return [items[at] for at in sorted(range(len(items)), key=drawn.__getitem__)]
