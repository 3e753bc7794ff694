"""The fields of a class written out for the compiled build, as `dataclasses` looks for them."""

from __future__ import annotations

from dataclasses import make_dataclass
from functools import cache
from typing import Any


@cache
def dataclass_fields(*names: str) -> dict[str, Any]:
    """For `__dataclass_fields__`: `fields` and `replace` of the standard library then work."""
    found: dict[str, Any] = make_dataclass(
        "Declared", names, init=False, repr=False, eq=False
    ).__dataclass_fields__  # type: ignore[attr-defined]
    return found
