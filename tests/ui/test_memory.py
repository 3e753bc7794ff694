"""Searches for garbage come at rest, not in a frame."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator

import pytest

from castlecards.ui.shell import memory


class Ring:
    """What only such a search finds."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def lost() -> weakref.ref[Ring]:
    return weakref.ref(Ring())


def test_what_the_program_consists_of_is_not_looked_through() -> None:
    young, middle, _ = gc.get_threshold()
    memory.settle()
    assert gc.get_freeze_count() > 1000
    assert gc.get_threshold() == (young, middle, memory.RARE)


@pytest.mark.parametrize(("searches", "found"), [(memory.DUE - 1, False), (memory.DUE, True)])
def test_everything_is_looked_through_when_it_is_worth_it(
    searches: int, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.disable()
    try:
        ring = lost()
        monkeypatch.setattr(gc, "get_count", lambda: (0, 0, searches))
        memory.sweep()
        assert (ring() is None) == found
    finally:
        gc.enable()


MAPPED_BLOCKS = """
import ctypes

class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd",
        "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]

libc = ctypes.CDLL(None)
libc.mallinfo.restype = Info
from castlecards.ui.shell import memory
memory.settle()
bytes(2 * memory.MAPPED)  # freed at once; glibc then takes blocks of that size from its heap
before = libc.mallinfo().hblks
held = bytes(memory.MAPPED)
print(libc.mallinfo().hblks - before)
"""


@pytest.mark.skipif(memory._of_libc("mallopt") is None, reason="needs glibc")
def test_a_large_block_is_always_one_that_goes_back_when_it_is_freed() -> None:
    command = [sys.executable, "-c", MAPPED_BLOCKS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
