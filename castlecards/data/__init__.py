"""YAML text to frozen dataclasses and back: the only door for levels, decks, saves and settings.

Reading collects every fault before it fails, each with its line, column and place in the file.
PyYAML takes the text apart (`text`), cattrs builds the values (`values`); both are imported on
first use, for neither is needed to show the first picture.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from castlecards import files
from castlecards.data.problems import NODES, DataError, Problem, nearest, printable_lines, shown

__all__ = [
    "DataError", "Entries", "Problem", "dump", "load", "load_entries", "load_file", "nearest",
    "printable_lines", "read_text", "shown",
]  # fmt: skip

T = TypeVar("T")


def load(text: str, type_: type[T], name: str, nodes: int = NODES) -> T:
    """The value of type `type_` that `text` describes; `name` stands before every problem.

    `nodes`: the most keys, values, lists and mappings that are read.

    Types: dataclasses, tuples, lists, frozen sets, dicts, Literal, unions, int, float, str, bool.
    Nothing is converted but int to float. A ValueError from `__post_init__` becomes a problem; if
    its message begins with the name of a field, as in `par: must be above 0`, it is put there; with
    `cards[2]: ...` at the third item of that field.

    Raises DataError with all problems.
    """
    from castlecards.data.text import Document
    from castlecards.data.values import build

    return build(Document(text, name, nodes), type_)


@dataclass(frozen=True)
class Entries(Generic[T]):
    """What the good entries of a text make, and what is wrong with the others.

    `value`: where an entry is bad the type's usual value stands; `plain`: every entry of the text,
    bad ones and those given twice too, as plain data that `dump` writes; `problems`: the first of
    the bad ones, by place.
    """

    value: T
    plain: Mapping[Any, Any]
    problems: tuple[Problem, ...] = ()


def load_entries(text: str, type_: type[T], name: str) -> Entries[T]:
    """Like `load`, for a type whose fields all have usual values: a bad entry costs only itself.

    In an entry that is a mapping, as that of the keys, each entry stands for itself again, and in a
    list each item: a bad one is left out, or the usual one of its place stands there. Of what is
    given twice the last holds.

    Raises DataError for a text that is no mapping at all.
    """
    from castlecards.data.text import Document
    from castlecards.data.values import build_good

    document = Document(text, name)
    value, problems = build_good(document, type_)
    assert isinstance(document.plain, dict)
    return Entries(value, document.plain, problems)


def load_file(path: Path, type_: type[T], name: str | None = None, nodes: int = NODES) -> T:
    """Like `load`; `name` is the path unless given.

    Raises DataError for what the file holds, OSError if it cannot be read.
    """
    name = name or str(path)
    return load(read_text(path, name), type_, name, nodes)


def read_text(path: Path, name: str | None = None) -> str:
    """The text of a file, which `name` stands for in problems. A large file is refused unread.

    Raises DataError for what is too large or no UTF-8, OSError if it cannot be read.
    """
    from castlecards.data.text import SIZE, decode, refuse, too_large

    name = name or str(path)
    with files.reader(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > SIZE:
            refuse(name, too_large(size))
        raw = file.read(SIZE + 1)
    return decode(raw, name)


def dump(value: object, unshown: bool = False) -> str:
    """YAML that `load` reads back as an equal value; the same text for the same value, always.

    `unshown`: characters that cannot be shown are written, too, as escapes: for plain data that
    came from a file, of which nothing is to be lost.

    Raises TypeError for a value of a type that `load` does not know, ValueError for a number that
    is not finite and for characters that cannot be shown.
    """
    from castlecards.data.text import emit

    return emit(value, unshown)
