"""What the process holds on to of what nobody needs any more."""

from __future__ import annotations

import ctypes
import gc
import sys

DUE = 10  # searches among the younger things, after which it is worth looking through all of them
RARE = 200  # the same, where nobody has rested meanwhile


def settle() -> None:
    """What the program consists of is no garbage: it is not looked through from now on, which
    shortens each search from forty to ten milliseconds. Such a search belongs in no frame: only
    where nothing has rested for long one comes by itself."""
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, RARE)


def sweep() -> None:
    """Looks through everything, if it is worth it: for moments in which nothing moves."""
    if gc.get_count()[2] >= DUE:
        gc.collect()


def give_back() -> None:
    """Scenes that were left go (their parts know each other in circles), and the holes that
    pictures of other sizes have left among the kept ones go back to the system: the allocator of
    glibc keeps them, a third of all after many sizes."""
    gc.collect()
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)
