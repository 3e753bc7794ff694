"""One word, one thing: a class of one part of the house is not called like one of another."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator

from tests.trees import sources, tree

ROUTES = "castlecards/ui/routes.py"  # a route is called like the scene that it leads to
RANGE = "castlecards/practice/range.py"  # a game, too: it has a Ground, Options and steps like them
# What is left, and may only shrink.
WORDS_LEFT = """
Aim Answer Arrange Box Choice Cue Entry Field Frame Ground Lay Level Line Move Overlay
Plan Question Release Root Scroll Sheet Spot Style
"""
LEFT = frozenset(WORDS_LEFT.split())


def part(path: str) -> str:
    """All games are one part, and so is each room of the screen; else a folder or file is one."""
    below = path.removeprefix("castlecards/").removesuffix(".py").split("/")
    if path == RANGE:
        return "games"
    return "/".join(below[:-1]) if below[0] == "ui" else below[0]


def shared(files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Names of classes that more than one part has, and where they stand."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for path, text in files:
        if path == ROUTES:
            continue
        for node in tree(text).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].setdefault(part(path), path)
    for name, places in sorted(found.items()):
        if len(places) > 1:
            yield name, sorted(places.values())


def test_no_word_gets_a_second_meaning() -> None:
    assert [found for found in shared(sources("castlecards")) if found[0] not in LEFT] == []


def test_what_has_been_told_apart_is_no_longer_listed() -> None:
    assert sorted(LEFT - {name for name, _ in shared(sources("castlecards"))}) == []


def test_a_second_meaning_is_seen() -> None:
    one, two = "class Step:\n    pass\n", "class Step:\n    x = 1\n"
    assert list(shared([("castlecards/core/position.py", one), ("castlecards/lessons.py", two)]))
    games = [("castlecards/games/castle/rules.py", one), ("castlecards/games/high/rules.py", two)]
    assert list(shared(games)) == []
    rooms = [("castlecards/ui/kit/a.py", one), ("castlecards/ui/table/view/b.py", two)]
    assert list(shared(rooms))
