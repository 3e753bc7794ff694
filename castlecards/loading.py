"""Background loading of the games, in short steps between the first frames.

The title screen appears before any rules are loaded. The steps are so short that the menu responds
meanwhile. Code that cannot wait calls `content`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from castlecards import games as folder


def games() -> Iterator[str]:
    """Load all games step by step, 10 to 40 ms each. Yields messages for the player, "" for none.

    At its end `content.games` and `content.characters` answer at once. Raises DataError or OSError
    for a bad file of the program itself.
    """
    # Imported here, not at the top, so that the program starts quickly.
    for needed in ("castlecards.data.text", "castlecards.data.values"):
        import_module(needed)
        yield ""
    for module in iter_modules(folder.__path__, f"{folder.__name__}."):
        import_module(module.name)
        yield ""
    from castlecards import content

    yield ""
    content.barrage_odds()
    yield ""
    content.games(strict=False)
    yield ""
    yield content.problem()
