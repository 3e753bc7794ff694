"""Hands on phones: one page on the local network shows each player their own hand.

Nothing here is imported before a lobby opens. The libraries are an extra of the package.
"""

from __future__ import annotations

from importlib.util import find_spec

from castlecards.texts import tr

LIBRARIES = ("websockets", "segno")
MISSING = tr('Phones need two more packages: pip install "castlecards[phones]"')


def is_available() -> bool:
    """True if the libraries of the extra `phones` are installed."""
    return all(find_spec(name) is not None for name in LIBRARIES)
