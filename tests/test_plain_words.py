"""Plain-language tests: docstrings and their first words, and class names that are nouns.

Each check takes source text, so that a planted breach shows that it works.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from tests.trees import nodes, sources, tree

CODE = ("castlecards", "tools", "benchmarks", "tests")
FIRST_WORDS = {
    "All", "Are", "As", "Does", "Everybody", "Has", "How", "Is", "May", "Must", "Nobody",
    "Somebody", "That", "Was", "What", "Where", "Whether", "Which", "Who", "Whoever", "Whose",
}  # fmt: skip
SHORT = 4  # lines of a function whose name may be enough, as `main`
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# Participles that name no thing. Nouns with the same ending are in NOUNS.
PARTICIPLE = re.compile(
    r"_?[A-Z][a-z]*(?:ed|ing)|_?(?:Seen|Told|Laid|Kept|Thrown|Held|Cast|Taken|Gone|Chosen|Drawn)"
)
NOUNS = {
    "Bleed", "Breeding", "Building", "Ceiling", "Field", "Heading", "King", "Landing", "Lettering",
    "Ring", "Seating", "Setting", "Standing", "String", "Thing", "Wing",
}  # fmt: skip


def odd_docstrings(path: str, text: str) -> Iterator[str]:
    """Docstrings that begin with a question word or are a question."""
    for node in nodes(tree(text)):
        if isinstance(node, DOCUMENTED) and (doc := ast.get_docstring(node)):
            first = re.split(r"(?<=[.?!:])\s", doc, maxsplit=1)[0]
            word = re.match(r"[A-Za-z]*", first)
            line = getattr(node, "lineno", 1)
            if (word and word[0] in FIRST_WORDS) or first.endswith("?"):
                yield f"{line}: {first}"


def bare(path: str, text: str) -> Iterator[str]:
    """Public classes, and functions of more than SHORT lines, without a docstring."""
    for node in tree(text).body:
        if not isinstance(node, DOCUMENTED[1:]) or ast.get_docstring(node) is not None:
            continue
        lines = (node.end_lineno or 0) - node.lineno
        if not node.name.startswith("_") and (isinstance(node, ast.ClassDef) or lines > SHORT):
            yield f"{path}:{node.lineno}: {node.name}"


def participles(path: str, text: str) -> Iterator[str]:
    """Classes whose whole name is a participle."""
    for node in nodes(tree(text)):
        if isinstance(node, ast.ClassDef) and PARTICIPLE.fullmatch(node.name):
            name = node.name.lstrip("_")
            yield from [f"{node.lineno}: {node.name}"] if name not in NOUNS else []


def stale_names(texts: Iterable[str]) -> list[str]:
    """Names in backticks, with an underscore or a capital inside, that no code contains."""
    quoted, words = Counter[str](), Counter[str]()
    for text in texts:
        words.update(re.findall(r"\w+", text))
        for name in re.findall(r"`([A-Za-z_][\w.]*)`", text):
            quoted.update(name.split("."))
    names = (name for name in quoted if re.search(r"\w_\w|[a-z][A-Z]", name))
    return sorted(name for name in names if words[name] == quoted[name])


def test_docstrings_begin_with_the_thing_or_its_verb() -> None:
    found = {path: list(odd_docstrings(path, text)) for path, text in sources(*CODE)}
    assert {path: odd for path, odd in found.items() if odd} == {}


def test_classes_and_long_functions_have_docstrings() -> None:
    files = [each for each in sources(*CODE) if "/test_" not in each[0]]
    found = [each for path, text in files for each in bare(path, text)]
    assert [each for each in found if not each.endswith(": main")] == []


def test_a_bare_class_is_seen() -> None:
    text = 'class Sun:\n    hot = True\n\n\nclass Moon:\n    """Moon of a planet."""\n'
    assert list(bare("a.py", text)) == ["a.py:1: Sun"]


def test_names_in_backticks_exist() -> None:
    every = list(sources(*CODE))
    files = {path.rpartition("/")[2].removesuffix(".py") for path, _ in every}
    outside = {"l_type", "xSetSystemCall"}  # names of C interfaces
    assert {*stale_names(text for _, text in every)} - files - outside == set()


def test_a_stale_name_is_seen() -> None:
    text = '"""Rows of `old_name`, see `Table.row_at`."""\n\n\nclass Table:\n    row_at = 1\n'
    assert stale_names([text]) == ["old_name"]


def test_class_names_are_nouns() -> None:
    found = [f"{path}:{odd}" for path, text in sources(*CODE) for odd in participles(path, text)]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        '"""What is told."""',
        'def f():\n    """Is it so?"""',
        'class A:\n    """Whoever has the turn."""',
        'def f():\n    """The row, is it full?"""',
    ],
)
def test_an_odd_docstring_is_seen(text: str) -> None:
    assert len(list(odd_docstrings("a.py", text))) == 1


def test_a_plain_docstring_is_not() -> None:
    text = '"""Timeline of a clash. Is it long? Rarely."""\ndef f():\n    """Return the row."""'
    assert list(odd_docstrings("a.py", text)) == []


@pytest.mark.parametrize(
    ("name", "seen"), [("Told", True), ("_Asked", True), ("Landing", False), ("CardMoved", False)]
)
def test_a_participle_is_seen(name: str, seen: bool) -> None:
    assert bool(list(participles("a.py", f"class {name}: ..."))) is seen
