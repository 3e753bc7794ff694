"""Dataclass field tables for hand-written classes of the compiled build."""

from __future__ import annotations

from dataclasses import make_dataclass
from functools import cache
from typing import Any


@cache
def dataclass_fields(*names: str) -> dict[str, Any]:
    """Value for `__dataclass_fields__`, so that `dataclasses.fields` and `replace` work."""
    table: dict[str, Any] = make_dataclass(
        "Declared", names, init=False, repr=False, eq=False
    ).__dataclass_fields__  # type: ignore[attr-defined]
    return table
