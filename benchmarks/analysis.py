"""Cost of an analysis: CPU seconds for 100 decisions of the kept matches.

    python -m benchmarks analysis [NAME ...]

NAMEs are those of kept matches (`tests/ui/shots/matches.py`). Exits 1 if a bar is missed.
"""

from __future__ import annotations

from time import process_time

from benchmarks.rows import Row, at_most, print_rows
from castlecards.players.analysis import WorkEstimate, analysis_task
from tests.ui.shots.matches import match

BAR = 4.0  # s of CPU for 100 decisions
NAMES = ("wars", "rampage", "castle", "barrage-2", "tricks-2", "tricks-4")


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    return print_rows(map(row, words or NAMES))


def row(name: str) -> Row:
    """Row of a kept match."""
    task = analysis_task(match(name))
    start = process_time()
    pieces = list(task.pieces(lambda: False))
    spent = process_time() - start
    many = next(piece.decisions for piece in pieces if isinstance(piece, WorkEstimate))
    what = f"{name}: CPU for 100 of {many} decisions"
    return at_most(what, 100 * spent / max(many, 1), BAR, "s")
