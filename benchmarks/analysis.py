"""Cost of an analysis: CPU seconds for 100 decisions of the kept matches.

    python -m benchmarks analysis [NAME ...]

Exits 1 if a bar is missed.
"""

from __future__ import annotations

from time import process_time

from castlecards.players.analysis import WorkEstimate, analysis_task
from tests.ui.shots.matches import match

BAR = 4.0  # s of CPU for 100 decisions
NAMES = ("wars", "rampage", "castle", "barrage-2", "tricks-2", "tricks-4")


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    missed = 0
    for name in words or NAMES:
        task = analysis_task(match(name))
        start = process_time()
        pieces = list(task.pieces(lambda: False))
        spent = process_time() - start
        many = next(piece.decisions for piece in pieces if isinstance(piece, WorkEstimate))
        each = 100 * spent / max(many, 1)
        short = each > BAR
        missed += short
        line = "MISSED" if short else "pass"
        print(f"{name:<12}{many:>5} decisions {each:>6.2f} s CPU for 100   <= {BAR:g}   {line}")
    return 1 if missed else 0
