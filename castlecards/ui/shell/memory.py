"""What the process holds on to of what nobody needs any more."""

from __future__ import annotations

import ctypes
import gc
import sys


def settle() -> None:
    """What the program consists of is no garbage: it is not looked through from now on, which
    shortens each search from forty to ten milliseconds."""
    gc.freeze()


def give_back() -> None:
    """Scenes that were left go (their parts know each other in circles), and the holes that
    pictures of other sizes have left among the kept ones go back to the system: the allocator of
    glibc keeps them, a third of all after many sizes."""
    gc.collect()
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)
