"""YAML reader and writer for frozen dataclasses: levels, decks, saves and settings.

Reading collects every fault before it fails, each with its line, column and path in the file.
PyYAML parses the text (`text`), cattrs builds the values (`values`). Both are imported on first
use, because the first picture does not need them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from castlecards import files
from castlecards.data.problems import (
    MORE,
    NODES,
    DataError,
    Problem,
    nearest,
    printable_lines,
    shown,
)

__all__ = [
    "MORE", "DataError", "Entries", "Problem", "dump", "load", "load_entries", "load_file",
    "nearest", "printable_lines", "read_text", "shown",
]  # fmt: skip

T = TypeVar("T")


def load(text: str, type_: type[T], name: str, nodes: int = NODES) -> T:
    """Read a value of type `type_` from YAML text. `name` begins the message of every problem.

    `nodes`: limit of keys, values, lists and mappings.

    Types: dataclasses, tuples, lists, frozen sets, dicts, Literal, unions, int, float, str, bool.
    Only int is converted, to float. A ValueError from `__post_init__` becomes a problem. If its
    message begins with a field, as in `par: must be above 0` or `cards[2]: ...`, the problem is
    placed at that field or item.

    Raises DataError with all problems.
    """
    from castlecards.data.text import Document
    from castlecards.data.values import build

    return build(Document(text, name, nodes), type_)


@dataclass(frozen=True)
class Entries(Generic[T]):
    """Result of `load_entries`: the value of the good entries and the problems of the bad ones.

    `value`: bad entries have the type's default. `plain`: every entry of the text as plain data for
    `dump`, with bad and repeated ones. `problems`: the first ones, by place.
    """

    value: T
    plain: Mapping[Any, Any]
    problems: tuple[Problem, ...] = ()


def load_entries(text: str, type_: type[T], name: str) -> Entries[T]:
    """Read a type whose fields all have defaults; each bad entry gets its default.

    The same holds inside an entry for each entry of a mapping and each item of a list: a bad one is
    left out or replaced by the default at its place. The last of repeated keys counts.

    Raises DataError if the text is not a mapping.
    """
    from castlecards.data.text import Document
    from castlecards.data.values import build_good

    document = Document(text, name)
    value, problems = build_good(document, type_)
    assert isinstance(document.plain, dict)
    return Entries(value, document.plain, problems)


def load_file(path: Path, type_: type[T], name: str | None = None, nodes: int = NODES) -> T:
    """Read a value from a file, like `load`; `name` is the path unless given.

    Raises DataError for bad content, OSError if the file cannot be read.
    """
    name = name or str(path)
    return load(read_text(path, name), type_, name, nodes)


def read_text(path: Path, name: str | None = None) -> str:
    """Read the text of a file. `name`: its name in problems, the path unless given.

    Raises DataError if it is too large or not UTF-8, OSError if it cannot be read.
    """
    from castlecards.data.text import SIZE, decode, refuse, too_large

    name = name or str(path)
    with files.reader(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > SIZE:
            refuse(name, too_large(size))
        raw = file.read(SIZE + 1)
    return decode(raw, name)


def dump(value: object, unprintable: bool = False) -> str:
    """Write a value as YAML that `load` reads back as an equal value. Equal values, equal texts.

    `unprintable`: also write unprintable characters, as escapes, so that data from a file is kept.

    Raises TypeError for a type that `load` does not know, ValueError for a number that is not
    finite and, without `unprintable`, for unprintable characters.
    """
    from castlecards.data.text import emit

    return emit(value, unprintable)
