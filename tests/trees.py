"""Syntax trees of the project's own files, each parsed and walked once for all tests."""

from __future__ import annotations

import ast
import gc
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[1]
_emptied: list[Callable[[], None]] = []  # functions that empty the caches


def sources(*folders: str) -> Iterator[tuple[str, str]]:
    """Return the text of each file by its path below the root."""
    for folder in folders:
        yield from _read(folder)


@cache
def _read(folder: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / folder).rglob("*.py"))
    )


def cache_of_trees(function: Callable[P, T]) -> Callable[P, T]:
    """Decorator: like `functools.cache`, for results that hold trees or are found by them."""
    cached = cache(function)
    _emptied.append(cached.cache_clear)
    return cached  # type: ignore[return-value]


@cache_of_trees
def tree(text: str) -> ast.Module:
    """Return the syntax tree of a text; shared, so do not change it."""
    collecting = gc.isenabled()
    gc.disable()  # parsing leaves no garbage; collecting would take four times as long as parsing
    try:
        return ast.parse(text)
    finally:
        if collecting:
            gc.freeze()
            gc.enable()


def forget() -> None:
    """Empty the caches; the trees of all files hold 300 MB."""
    if not tree.cache_info().currsize:  # type: ignore[attr-defined]
        return
    for empty in _emptied:
        empty()
    gc.unfreeze()  # the trees are frozen and form reference cycles
    gc.collect()
    gc.freeze()


@cache_of_trees
def nodes(root: ast.AST) -> tuple[ast.AST, ...]:
    """Return the root and all nodes below it, in the order of `ast.walk`."""
    return tuple(ast.walk(root))
