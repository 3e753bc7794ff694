"""Rows of a benchmark: a figure, its bar and the verdict."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """Row of a benchmark: a figure and its bar as text; `good`: the bar is met."""

    what: str
    figure: str
    bar: str
    good: bool


def print_rows(rows: Iterable[Row], what: int = 62, figure: int = 50) -> bool:
    """Print each row as it arrives, in columns of these widths. Return True if all are good."""
    passed = True
    for row in rows:
        passed = passed and row.good
        word = "FALLS SHORT" if not row.good else "pass" if row.bar else ""
        print(f"{word:12}{row.what:{what}}{row.figure:{figure}}{row.bar}", flush=True)
    return passed


def print_limit(name: str, figure: float, limit: float | None, unit: str) -> int:
    """Print a figure and its upper limit, if it has one. Return 1 if it is exceeded, else 0."""
    good = limit is None or figure <= limit
    verdict = "" if limit is None else f"<= {limit:g} {unit}   {'pass' if good else 'FALLS SHORT'}"
    print(f"{name:<68} {figure:8.2f} {unit:<3} {verdict}".rstrip(), flush=True)
    return int(not good)
