"""Rows of a benchmark: a figure, its bar and the verdict; their print-out, and intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from castlecards.practice.stats import Z95

WHAT, FIGURE, BAR = 74, 34, 22  # letters, widths of the columns


class Row(NamedTuple):
    """Row of a benchmark: a figure and its bar as text; `good`: the bar is met, or there is none.

    `verdict` replaces the usual word.
    """

    what: str
    figure: str
    bar: str = ""
    good: bool = True
    verdict: str = ""

    @property
    def line(self) -> str:
        """Text of the row."""
        usual = ("pass" if self.good else "MISSED") if self.bar else ""
        columns = f"{self.what:{WHAT}} {self.figure:{FIGURE}} {self.bar:{BAR}}"
        return f"{columns} {self.verdict or usual}".rstrip()


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """Mean of the scores, and half of its 95 % interval."""
    mean = sum(scores) / len(scores)
    spread = sum((score - mean) ** 2 for score in scores)
    return mean, Z95 * sqrt(spread / max(1, len(scores) - 1) / len(scores))


def at_most(what: str, figure: float, limit: float | None, unit: str) -> Row:
    """Row of a figure with an upper limit; without a bar if the limit is None."""
    bar = "" if limit is None else f"<= {limit:g} {unit}".rstrip()
    return Row(what, f"{figure:.2f} {unit}".rstrip(), bar, limit is None or figure <= limit)


def print_rows(rows: Iterable[Row]) -> int:
    """Print each row as it arrives, then how many miss their bar. Return the exit code of the
    benchmark: 1 if one does, else 0."""
    barred = missed = 0
    for row in rows:
        print(row.line, flush=True)
        barred += bool(row.bar)
        missed += not row.good
    if barred > 1:
        print(f"\n{missed} of {barred} are missed" if missed else "\nall pass")
    return 1 if missed else 0
