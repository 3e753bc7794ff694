"""How many random matches, inputs and positions a test tries: fewer every day than `--thorough`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Depth:
    """The fixture `depth`. What it tries every day must still see the faults that a test is for."""

    thorough: bool

    def __call__(self, daily: int, thorough: int) -> int:
        return thorough if self.thorough else daily

    def some(self, every: Sequence[T], one_in: int, first: int = 0) -> Sequence[T]:
        """All of them, or one in so many, from `first` on."""
        return every if self.thorough else every[first % one_in :: one_in]
