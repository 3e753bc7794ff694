"""Garbage collection between frames, and release of freed memory to the system."""

from __future__ import annotations

import ctypes
import gc
import sys

DUE = 10  # collections of the middle generation after which a full one is worth it
RARE = 200  # the same, when the program was never idle in between


def settle() -> None:
    """Exclude the loaded modules from garbage collection. That shortens a full collection from 40
    to 10 ms. Full collections run between frames (`sweep`); by itself one comes only after `RARE`
    middle ones."""
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, RARE)


def sweep() -> None:
    """Run a full garbage collection if it is due. Call it while nothing moves."""
    if gc.get_count()[2] >= DUE:
        gc.collect()


def give_back() -> None:
    """Collect closed scenes (their parts form cycles) and return freed memory to the system.
    glibc's allocator keeps the holes left by old surfaces: a third of the memory after many
    sizes."""
    gc.collect()
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)
