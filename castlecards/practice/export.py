"""Export of the record of throws for other programs: lines of JSON, or CSV (docs/throws.md)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from castlecards.practice.throws import COLUMNS, ThrowRecord, line, row


def as_lines(throws: Sequence[ThrowRecord]) -> str:
    """Throws as one JSON object a line; `throws.of_lines` reads them back."""
    return "".join(f"{line(throw)}\n" for throw in throws)


def as_csv(throws: Sequence[ThrowRecord]) -> str:
    """Throws as CSV (RFC 4180): a header with COLUMNS, then a line for each throw.

    An unknown number is empty.
    """
    return csv_text(COLUMNS, map(row, throws))


def csv_text(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows of cells as CSV. A text that a spreadsheet would run as a formula gets a quote."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(names)
    writer.writerows([_without_formula(cell) for cell in cells] for cells in rows)
    return out.getvalue()


def _without_formula(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@") else cell


FORMS: Mapping[str, Callable[[Sequence[ThrowRecord]], str]] = {"jsonl": as_lines, "csv": as_csv}
