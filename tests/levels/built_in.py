"""Packs of levels that come with the program, read once for all test files that use them."""

from __future__ import annotations

from functools import cache

from castlecards.levels import Pack, packs


@cache
def shipped_packs() -> tuple[Pack, ...]:
    """Return the packs. Reading them checks each of their hundred levels."""
    return packs()[0]
