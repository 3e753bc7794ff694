"""Randomness as a function of (seed, n): nothing to copy, the same on every machine for ever."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from struct import unpack
from typing import TypeVar

T = TypeVar("T")


def noise(seed: int, n: int, size: int) -> tuple[int, ...]:
    """`size` numbers of 64 bits, the n-th draw of this seed."""
    return unpack(f"<{size}Q", shake_128(b"%d/%d" % (seed, n)).digest(8 * size))


def shuffled(items: Sequence[T], seed: int, n: int) -> list[T]:
    """`items` in the order of fresh noise; a tie is less likely than a memory fault."""
    keys = noise(seed, n, len(items))
    return [items[i] for i in sorted(range(len(items)), key=keys.__getitem__)]
