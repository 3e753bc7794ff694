"""Garbage collection between frames, and release of freed memory to the system."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable

DUE = 10  # collections of the middle generation after which a full one is worth it
RARE = 200  # the same, when the program was never idle in between
MAPPED = 6 << 20  # bytes; smaller surfaces would be slow to make: the system clears each
TRIMMED = 24 << 20  # bytes that may stay free at the end of the heap
M_TRIM_THRESHOLD = -1  # of malloc.h
M_MMAP_THRESHOLD = -3


def settle() -> None:
    """Prepare garbage collection and the allocator for the frame loop.

    The loaded modules are excluded from collection, which shortens a full one from 40 to 10 ms.
    Full collections run between frames (`sweep`); by itself one comes only after `RARE` middle
    ones."""
    map_large_blocks()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, RARE)


def map_large_blocks() -> None:
    """Let glibc's allocator get blocks of at least `MAPPED` bytes from the system one by one, so
    that freed ones go back at once. By default it stops that after the first large surface."""
    if (set_option := _of_libc("mallopt")) is not None:
        set_option(M_MMAP_THRESHOLD, MAPPED)
        set_option(M_TRIM_THRESHOLD, TRIMMED)


def sweep() -> None:
    """Run a full garbage collection if it is due, and return freed memory to the system. Call it
    while nothing moves."""
    if gc.get_count()[2] >= DUE:
        give_back()


def give_back() -> None:
    """Collect closed scenes (their parts form cycles) and return freed memory to the system.
    glibc's allocator keeps the holes left by old surfaces: a third of the memory after many
    sizes."""
    gc.collect()
    if (trim := _of_libc("malloc_trim")) is not None:
        trim(0)


def _of_libc(name: str) -> Callable[..., int] | None:
    """Function of glibc; None on other systems. (musl has none of those used here.)"""
    linux = sys.platform.startswith("linux")
    return getattr(ctypes.CDLL(None), name, None) if linux else None
