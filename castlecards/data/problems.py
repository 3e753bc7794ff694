"""Problems in data files: `DataError`, the only error of this package, and its messages."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from castlecards.texts import tr

Steps = tuple[Any, ...]  # path from the top to a value: keys and item indices
MOST = 20  # problems reported for one text
MORE = tr("… and more")
NODES = 50_000  # limit of keys, values, lists and mappings; each log line of a save is one


_UNUSUAL = re.compile("[^ -~]")
_UNUSUAL_IN_LINES = re.compile("\r\n|[^\n -~]")


def printable(text: str) -> str:
    """Text with an escape such as `\\x1b` for each unprintable character.

    A terminal would obey some of these; others reverse the order of the letters around them.
    """
    return _UNUSUAL.sub(_escaped, text)


def printable_lines(text: str) -> str:
    """Text like that of `printable`, but with its line ends."""
    return _UNUSUAL_IN_LINES.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    letter = match[0]
    stays = letter.isprintable() or letter == "\r\n"
    return letter if stays else letter.encode("unicode_escape").decode()


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault in a text. Lines and columns count from 1; `path` is like `goal.cards[2]`."""

    name: str
    line: int
    column: int
    path: str
    message: str

    def __str__(self) -> str:
        return printable(f"{self.name}:{self.line}:{self.column}: {self.path}: {self.message}")


class DataError(ValueError):
    """Error: a text is bad. `problems` has the first ones in text order; `more`: others exist."""

    def __init__(self, problems: Sequence[Problem], more: bool = False) -> None:
        self.problems = tuple(sorted(problems))[:MOST]
        self.more = more or len(problems) > MOST
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.problems), *[MORE] * self.more])


def named(path: Steps) -> str:
    """Path in text form: `goal.cards[2]`, at most 80 letters; `top level` for the whole."""
    words = (f"[{step}]" if type(step) is int else f".{step}" for step in path)
    return "".join(words).removeprefix(".")[:80] or tr("top level")


def nearest(word: object, known: Sequence[object]) -> str:
    """Suggestion for a misspelt word, to be appended to a message; "" if none is close."""
    close = difflib.get_close_matches(str(word), [str(k) for k in known], 1)
    return tr(", did you mean '{word}'?", word=close[0]) if close else ""


def shown(data: object) -> str:
    """Short form of a value for messages."""
    if data is None:
        return tr("nothing")
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, str):
        return repr(data if len(data) <= 40 else data[:37] + "...")
    if isinstance(data, list):
        return tr("a list")
    return tr("keys and values") if isinstance(data, dict) else str(data)
