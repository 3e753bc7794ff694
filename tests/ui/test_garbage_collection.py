"""Tests of garbage collection: it runs when the screen is at rest, not in a frame."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator

import pygame
import pytest
from pygame import Surface

from castlecards.ui.kit.canvas import VEIL, Canvas
from castlecards.ui.kit.shapes import blank, sparse
from castlecards.ui.shell import memory
from tests.conftest import resident_memory
from tests.ui.driving import look


class Ring:
    """Object in a reference cycle, which only the garbage collector frees."""

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
    memory.prepare()
    assert gc.get_freeze_count() > 1000
    assert gc.get_threshold() == (young, middle, memory.RARE_COLLECTIONS)


@pytest.mark.parametrize(
    ("searches", "found"), [(memory.DUE_COLLECTIONS - 1, False), (memory.DUE_COLLECTIONS, True)]
)
def test_everything_is_looked_through_when_it_is_worth_it(
    searches: int, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.disable()
    try:
        ring = lost()
        monkeypatch.setattr(gc, "get_count", lambda: (0, 0, searches))
        memory.collect_if_due()
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
memory.prepare()
bytes(2 * memory.MMAP_THRESHOLD)  # freed at once; glibc then takes such blocks from its heap
before = libc.mallinfo().hblks
held = bytes(memory.MMAP_THRESHOLD)
print(libc.mallinfo().hblks - before)
"""


@pytest.mark.skipif(memory._libc_function("mallopt") is None, reason="needs glibc")
def test_a_large_block_is_always_one_that_goes_back_when_it_is_freed() -> None:
    command = [sys.executable, "-c", MAPPED_BLOCKS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


HEAPS_OF_THREADS = """
from threading import Barrier, Thread
from castlecards.ui.shell import memory

def work():
    held.append([bytes(2000) for _ in range(1000)])
    met.wait()
    met.wait()

memory.prepare()
held, met = [], Barrier(5)
threads = [Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
met.wait()
heaps = 0  # each reserves 64 MB of addresses
for line in open("/proc/self/maps"):
    range, rights = line.split()[:2]
    low, high = (int(end, 16) for end in range.split("-"))
    heaps += rights == "---p" and high - low > 60 << 20
met.wait()
print(heaps)
"""


@pytest.mark.skipif(memory._libc_function("mallopt") is None, reason="needs glibc")
def test_threads_share_one_heap() -> None:
    command = [sys.executable, "-c", HEAPS_OF_THREADS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


@pytest.mark.skipif(not resident_memory(), reason="the system does not tell")
def test_a_sparse_surface_takes_memory_where_it_is_drawn_on() -> None:
    size = (4096, 4096)
    before = resident_memory()
    surface = sparse(size)
    surface.fill((1, 2, 3, 4), (4000, 4000, 50, 50))
    assert resident_memory() - before < 16 << 20  # of 64 MB
    assert surface.get_at((4000, 4000)) == (1, 2, 3, 4)
    assert surface.get_at((0, 0)) == (0, 0, 0, 0)
    assert surface.get_masks() == blank((1, 1)).get_masks()


def test_a_veil_is_the_same_wherever_its_bands_meet() -> None:
    surface = Surface((8, 3 * VEIL))
    surface.fill((200, 100, 50))
    Canvas(surface, look()).veil((4, 10, 7, 150), pygame.Rect(0, 5, 8, 2 * VEIL + 7))
    rows = [tuple(surface.get_at((4, y))) for y in range(3 * VEIL)]
    assert set(rows[5 : 2 * VEIL + 12]) == {rows[5]} != {rows[0]}
    assert set(rows[:5] + rows[2 * VEIL + 12 :]) == {rows[0]}
