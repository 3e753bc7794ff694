"""Randomness as a function of (seed, n): nothing to copy, the same on every machine for ever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import shake_128
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

MOST = 256  # places that fit into a byte
FEW = 16  # fewer numbers are as quick to sort as they are
PLACES = bytes(range(MOST))
EXPONENT_LOW, EXPONENT_HIGH = b"\xf0" * MOST, b"\x3f" * MOST  # of doubles from 1 to 2
CLOSE = 2.0**-44  # more than the lowest byte of such a double is worth


def noise(seed: int, n: int, size: int) -> tuple[int, ...]:
    """`size` numbers of 64 bits, the n-th draw of this seed."""
    return _numbers(_digest(seed, n, size))


def shuffled(items: Sequence[T], seed: int, n: int) -> list[T]:
    """`items` in the order of fresh noise; a tie is less likely than a memory fault."""
    drawn = _digest(seed, n, len(items))
    places: Sequence[int] = order_of(drawn) if len(items) <= MOST else _sorted(drawn)
    return [items[at] for at in places]


def permutation(size: int, seed: int, n: int) -> bytes:
    """0, 1, ... in the order of fresh noise; `size` is at most MOST."""
    return order_of(_digest(seed, n, size))


def order_of(drawn: bytes) -> bytes:
    """0, 1, ... in the order of these numbers of 64 bits, at most MOST.

    Doubles are sorted in half the time. Each of these lies between 1 and 2: below its exponent
    stand the upper five bytes of a number, and lowest which of them it is.
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
    found: list[float] = sorted(doubles.unpack_from(shifted, 2))
    before = 0.0
    for each in found:
        if each - before < CLOSE:  # only the bytes left out can tell which is less
            return bytes(_sorted(drawn))
        before = each
    return doubles.pack(*found)[::8]


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
    """Reads so many numbers of 64 bits."""
    return Struct(f"<{size}Q").unpack


@cache
def _doubles(size: int) -> Struct:
    return Struct(f"<{size}d")


UNPACK = tuple([_unpack(size) for size in range(FEW)])
