"""What the program needs soon after its first picture, brought in piece by piece.

The title is shown before the rules of any game are there: they are loaded between its first frames,
in pieces short enough for a menu to answer meanwhile. Whoever cannot wait asks `content`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from castlecards import games as folder


def games() -> Iterator[str]:
    """Ends when `content.games` and `content.characters` answer at once; each step takes some 10 to
    40 ms. What it gives is what the player should be told.

    Raises DataError or OSError for a file that came with the program.
    """
    # late for the sake of the start: this is the reason for the whole module
    for needed in ("castlecards.data.text", "castlecards.data.values"):
        import_module(needed)
        yield ""
    for found in iter_modules(folder.__path__, f"{folder.__name__}."):
        import_module(found.name)
        yield ""
    from castlecards import content

    yield ""
    content.barrage_fates()
    yield ""
    content.games(strict=False)
    yield ""
    yield content.problem()
