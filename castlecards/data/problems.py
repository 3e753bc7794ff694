"""What is wrong with a text, and where: the one error of this package, and its words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Steps = tuple[Any, ...]  # the way from the top to a value: keys, and numbers of items
MOST = 20  # problems that are told of one text
NODES = (
    50_000  # keys, values, lists and mappings of one text; a line of a save's log is one of them
)


_UNUSUAL = re.compile("[^ -~]")
_UNUSUAL_IN_LINES = re.compile("\r\n|[^\n -~]")


def printable(text: str) -> str:
    """The text with an escape such as `\\x1b` for each character that cannot be printed.

    A terminal would obey some of them; others turn the order of the letters around them.
    """
    return _UNUSUAL.sub(_escaped, text)


def printable_lines(text: str) -> str:
    """Like `printable`, but the ends of lines stay."""
    return _UNUSUAL_IN_LINES.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    letter = found[0]
    stays = letter.isprintable() or letter == "\r\n"
    return letter if stays else letter.encode("unicode_escape").decode()


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault. Lines and columns count from 1; `path` is like `goal.cards[2]`."""

    name: str
    line: int
    column: int
    path: str
    message: str

    def __str__(self) -> str:
        return printable(f"{self.name}:{self.line}:{self.column}: {self.path}: {self.message}")


class DataError(ValueError):
    """Text that is not what it should be: its first problems in the order of the text.

    `more`: there are others.
    """

    def __init__(self, problems: Sequence[Problem], more: bool = False) -> None:
        self.problems = tuple(sorted(problems))[:MOST]
        self.more = more or len(problems) > MOST
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.problems), *["... and more"] * self.more])


def named(path: Steps) -> str:
    words = (f"[{step}]" if type(step) is int else f".{step}" for step in path)
    return "".join(words).removeprefix(".")[:80] or "top level"


def nearest(word: object, known: Sequence[object]) -> str:
    close = difflib.get_close_matches(str(word), [str(k) for k in known], 1)
    return f", did you mean '{close[0]}'?" if close else ""


def shown(data: object) -> str:
    if data is None:
        return "nothing"
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, str):
        return repr(data if len(data) <= 40 else data[:37] + "...")
    if isinstance(data, list):
        return "a list"
    return "keys and values" if isinstance(data, dict) else str(data)
