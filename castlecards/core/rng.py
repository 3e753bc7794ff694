"""Random numbers as a pure function of (seed, n): no generator state, equal on all machines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import shake_128
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

MOST = 256  # items of a permutation that one byte can index
FEW = 16  # below this many items, sorting integers is as fast as sorting doubles
PLACES = bytes(range(MOST))
EXPONENT_LOW = b"\xf0" * MOST  # low exponent byte of doubles from 1 to 2
EXPONENT_HIGH = b"\x3f" * MOST  # high exponent byte of doubles from 1 to 2
CLOSE = 2.0**-44  # difference that the lowest byte of such a double, its index, cannot reach


def noise(seed: int, n: int, size: int) -> tuple[int, ...]:
    """Draw `size` 64-bit numbers: draw `n` of this seed."""
    return _numbers(_digest(seed, n, size))


def shuffled(items: Sequence[T], seed: int, n: int) -> list[T]:
    """Shuffle `items` by sorting draw `n`; a tie is less likely than a memory fault."""
    drawn = _digest(seed, n, len(items))
    places: Sequence[int] = order_of(drawn) if len(items) <= MOST else _sorted(drawn)
    return [items[at] for at in places]


def permutation(size: int, seed: int, n: int) -> bytes:
    """Random permutation of 0 to size - 1 by draw `n`; `size` is at most MOST."""
    return order_of(_digest(seed, n, size))


def order_of(drawn: bytes) -> bytes:
    """Argsort of 64-bit numbers, at most MOST, given as little-endian bytes.

    Doubles sort in half the time of integers. Each key is a double between 1 and 2: the upper bytes
    of a number below the exponent, and the index of the number in the lowest byte. If two keys are
    too close to tell apart, the integers are sorted instead.
    """
    size = len(drawn) // 8
    if size < FEW:
        return bytes(_sorted(drawn))
    shifted = bytearray(drawn)
    shifted += b"\0\0"
    shifted[2::8] = PLACES[:size]
    shifted[8::8] = EXPONENT_LOW[:size]
    shifted[9::8] = EXPONENT_HIGH[:size]
    doubles = _doubles(size)
    keys: list[float] = sorted(doubles.unpack_from(shifted, 2))
    before = 0.0
    for key in keys:
        if key - before < CLOSE:  # only the bytes left out can decide the order
            return bytes(_sorted(drawn))
        before = key
    return doubles.pack(*keys)[::8]


def _sorted(drawn: bytes) -> list[int]:
    numbers = _numbers(drawn)
    return sorted(range(len(numbers)), key=numbers.__getitem__)


def _digest(seed: int, n: int, size: int) -> bytes:
    return shake_128(b"%d/%d" % (seed, n)).digest(8 * size)


def _numbers(drawn: bytes) -> tuple[int, ...]:
    size = len(drawn) // 8
    return (UNPACK[size] if size < FEW else _unpack(size))(drawn)


@cache
def _unpack(size: int) -> Callable[[bytes], tuple[int, ...]]:
    """Reader of `size` 64-bit numbers."""
    return Struct(f"<{size}Q").unpack


@cache
def _doubles(size: int) -> Struct:
    return Struct(f"<{size}d")


UNPACK = tuple([_unpack(size) for size in range(FEW)])
