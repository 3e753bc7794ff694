"""Test depth: number of random matches, inputs and positions, fewer every day than `--thorough`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Depth:
    """Fixture `depth`: size of a test. The daily number must still find the planted faults."""

    thorough: bool

    def __call__(self, daily: int, thorough: int) -> int:
        return thorough if self.thorough else daily

    def some(self, every: Sequence[T], one_in: int, first: int = 0) -> Sequence[T]:
        """Return all items, or one in `one_in`, from `first` on."""
        return every if self.thorough else every[first % one_in :: one_in]
