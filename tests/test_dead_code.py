"""Dead code test: every name that the program defines is read in it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator

from tests.trees import nodes, sources, tree

# Other code that uses the names.
KEPT = {
    "Position.knows": "the tests of secrets",
    "App.screenshot": "the tests of windows",
    "Supervisor": "whoever lets a player think beside the screen",
    "_Pickler.persistent_id": "pickle",
    "_Unpickler.persistent_load": "pickle",
    "of_lines": "whoever reads exported throws",
    "CastlecardsEnv": "PettingZoo",
    "CastlecardsGame": "OpenSpiel",
    "CastlecardsState": "OpenSpiel",
    "Observer": "OpenSpiel",
    "dataclass_fields": "the compiled build",
    "env": "whoever lets a program learn",
    "into_world": "the tests of the equations of motion",
}


def definitions(path: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the names that a file defines for others, with their places.

    A method is named with its class.
    """
    for node in tree(text).body:
        if isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            yield from ((f"{path}:{node.lineno}", name) for name in names)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield f"{path}:{node.lineno}", node.target.id
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield f"{path}:{node.lineno}", node.name
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{path}:{part.lineno}", f"{node.name}.{part.name}"


def read(text: str) -> Iterator[str]:
    """Return all names that a file reads; quoted words count, because they can be looked up."""
    for node in nodes(tree(text)):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(name)):
                yield name


def uses(text: str) -> Iterator[str]:
    """Return the names that a file takes from others.

    These are imports with their modules, attributes, and quoted names; an own name of the same
    spelling does not count.
    """
    for node in nodes(tree(text)):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Attribute(attr=name, ctx=ast.Load()) | ast.Constant(value=str(name)):
                yield name


def unused_names(ours: Iterable[tuple[str, str]], others: Iterable[str] = ()) -> Iterator[str]:
    """Yield names of `ours` that no file of `ours` and no text of `others` reads.

    A name that is only read in its own file counts as read if the name itself is read elsewhere.
    """
    files = list(ours)
    texts = [text for _, text in files] + [*others]
    reads = Counter(name for text in texts for name in read(text))
    takes = Counter(name for text in texts for name in uses(text))
    for path, text in files:
        names = [node for node in nodes(tree(text)) if isinstance(node, ast.Name)]
        own = Counter(node.id for node in names if isinstance(node.ctx, ast.Load))
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for place, name in definitions(path, text):
            last = name.rpartition(".")[2]
            if KEPT.keys() & {name, name.partition(".")[0]}:  # a class with all its methods
                continue
            alone = own[last] + takes[last] + takes[f"{module}.{last}"]
            if not (reads[last] if "." in name else alone) and not last.startswith("__"):
                yield f"{place} {name}"


def test_everything_that_is_defined_is_used() -> None:
    tools = [text for _, text in sources("tools", "benchmarks", "tests/ui/shots")]
    assert list(unused_names(sources("castlecards"), tools)) == []


def test_what_is_kept_for_others_is_there() -> None:
    names = {name for path, text in sources("castlecards") for _, name in definitions(path, text)}
    assert sorted(KEPT.keys() - names) == []


def test_what_nobody_uses_is_seen() -> None:
    one = "A = 1\nB: int = 2\n\ndef c():\n    return B\n\nclass D:\n    def e(self):\n        c()\n"
    assert list(unused_names([("a.py", one)])) == ["a.py:1 A", "a.py:7 D", "a.py:8 D.e"]
    assert list(unused_names([("a.py", one)], ["D().e()", "print('A')"])) == ["a.py:7 D"]
    assert list(unused_names([("a.py", one)], ["from a import D\nD().e()", "print('A')"])) == []


def test_what_only_shares_its_name_is_seen() -> None:
    one, two = "LEFT = 1\nlow = 2\n", "from a import low\nLEFT = 3\nprint(LEFT, low)\n"
    assert list(unused_names([("a.py", one), ("b.py", two)])) == ["a.py:1 LEFT"]
