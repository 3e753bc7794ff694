"""Work done bit by bit: a generator that pauses between pieces and returns what it has made.

So a large picture is painted in many frames, and nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Steps = Generator[None, None, T]


def run_to_end(steps: Steps[T]) -> T:
    """All that is left of it, at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
