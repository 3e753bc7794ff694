"""Garbage collection between frames, and release of freed memory to the system."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable

DUE_COLLECTIONS = 10  # collections of the middle generation after which a full one is worth it
RARE_COLLECTIONS = 200  # the same, when the program was never idle in between
MMAP_THRESHOLD = 6 << 20  # bytes; smaller surfaces would be slow to make: the system clears each
TRIM_THRESHOLD = 24 << 20  # bytes that may stay free at the end of the heap
M_TRIM_THRESHOLD = -1  # of malloc.h
M_MMAP_THRESHOLD = -3
M_ARENA_MAX = -8


def prepare() -> None:
    """Prepare garbage collection and the allocator for the frame loop.

    The loaded modules are excluded from collection, which shortens a full one from 40 to 10 ms.
    Full collections run between frames (`collect_if_due`); by itself one comes only after
    `RARE_COLLECTIONS` middle ones.
    """
    tune_allocator()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, RARE_COLLECTIONS)


def tune_allocator() -> None:
    """Set the options of glibc's allocator that keep the program small.

    Each block of at least `MMAP_THRESHOLD` bytes is mapped by itself, so that it goes back to the
    system as soon as it is freed; by default glibc stops that after the first large surface. All
    threads share one heap: each heap keeps holes of its own, 10 MB in all, and Python's threads
    take turns anyway.
    """
    if (set_option := _libc_function("mallopt")) is not None:
        set_option(M_MMAP_THRESHOLD, MMAP_THRESHOLD)
        set_option(M_TRIM_THRESHOLD, TRIM_THRESHOLD)
        set_option(M_ARENA_MAX, 1)


def collect_if_due() -> None:
    """Run a full garbage collection if it is due, and return freed memory to the system.

    Call it while nothing moves.
    """
    if gc.get_count()[2] >= DUE_COLLECTIONS:
        release()


def release() -> None:
    """Collect closed scenes (their parts form cycles) and return freed memory to the system.

    glibc's allocator keeps the holes left by old surfaces: a third of the memory after many sizes.
    """
    gc.collect()
    if (trim := _libc_function("malloc_trim")) is not None:
        trim(0)


def _libc_function(name: str) -> Callable[..., int] | None:
    """Function of glibc; None on other systems. (musl has none of those used here.)"""
    linux = sys.platform.startswith("linux")
    return getattr(ctypes.CDLL(None), name, None) if linux else None
