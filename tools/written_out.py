"""What `@value` makes at run time, written out as source: mypyc compiles that, no decorator.

The compiled build (hatch_build.py) works on a copy of the sources; these stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

DECORATOR = "value"  # castlecards.core.cards.value
IMPORTS = [
    "from typing import Any, ClassVar, Final, Self",
    "from mypy_extensions import mypyc_attr",
    "from castlecards.core.standard import dataclass_fields",
]
OPENED = "@mypyc_attr(allow_interpreted_subclasses=True)"
# Classes below which interpreted code, tests among it, puts others.
EXTENDED = {"Position", "Recorder", "Step", "Table"}
BASE = "(Value):"  # which is not compiled, so no native class can have it as its base


@dataclass(frozen=True)
class Slot:
    """A field of a value class, as its source says it."""

    name: str
    type: str
    default: str  # "" where there is none


Values = Mapping[tuple[str, str], tuple[Slot, ...]]  # by module and class


def value_classes(files: Mapping[str, str]) -> Values:
    """All value classes of these modules (name: source), with the fields of their bases first."""
    found: dict[tuple[str, str], tuple[Slot, ...]] = {}
    trees = {module: ast.parse(text) for module, text in files.items()}
    waiting = [
        (module, node)
        for module, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and _is_value(node)
    ]
    names = {(module, node.name) for module, node in waiting}
    while waiting:
        left = []
        for module, node in waiting:
            bases = [key for key in _bases(module, node, trees[module]) if key in names]
            if any(base not in found for base in bases):
                left.append((module, node))
                continue
            inherited = [slot for base in bases for slot in found[base]]
            found[module, node.name] = (*inherited, *_slots(node, files[module]))
        if len(left) == len(waiting):
            raise ValueError(f"bases in a circle: {[node.name for _, node in left]}")
        waiting = left
    return found


def _is_value(node: ast.ClassDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == DECORATOR for each in node.decorator_list)


def _bases(module: str, node: ast.ClassDef, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Where the bases of a class are defined."""
    origin = {
        alias.asname or alias.name: (each.module or "", alias.name)
        for each in tree.body
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
    }
    for base in node.bases:
        if isinstance(base, ast.Name):
            yield origin.get(base.id, (module, base.id))


def _slots(node: ast.ClassDef, text: str) -> Iterator[Slot]:
    for part in _fields(node):
        assert isinstance(part.target, ast.Name)
        default = ast.get_source_segment(text, part.value) if part.value else ""
        kind = ast.get_source_segment(text, part.annotation)
        yield Slot(part.target.id, kind or "", default or "")


def _fields(node: ast.ClassDef) -> list[ast.AnnAssign]:
    found = [part for part in node.body if isinstance(part, ast.AnnAssign)]
    return [part for part in found if "ClassVar" not in ast.dump(part.annotation)]


def written_out(module: str, text: str, values: Values) -> str:
    """The source of a module with its value classes as plain ones."""
    lines = text.splitlines()
    edits: list[tuple[int, int, list[str]]] = []  # first and last line, what comes instead
    for node in ast.parse(text).body:
        if not isinstance(node, ast.ClassDef):
            continue
        if node.name in EXTENDED:
            first = min([node.lineno, *[each.lineno for each in node.decorator_list]])
            edits.append((first, first - 1, [OPENED]))
        if _is_value(node):
            edits += _edits(node, values[module, node.name])
        at = node.lineno - 1
        lines[at] = lines[at].replace(BASE, ":")
    for first, last, instead in sorted(edits, reverse=True):
        lines[first - 1 : last] = instead
    if edits:
        lines[_head(text) : _head(text)] = IMPORTS
    return "\n".join(lines) + "\n"


def _head(text: str) -> int:
    """After how many lines a module imports."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            return node.end_lineno or 0
    return 0


def _edits(node: ast.ClassDef, slots: tuple[Slot, ...]) -> Iterator[tuple[int, int, list[str]]]:
    for each in node.decorator_list:
        if isinstance(each, ast.Name) and each.id == DECORATOR:
            yield each.lineno, each.lineno, []
    fields = _fields(node)
    own = {part.target.id: part for part in fields if isinstance(part.target, ast.Name)}
    kinds = {slot.name: slot.type for slot in slots}
    for name, part in own.items():
        yield part.lineno, part.end_lineno or part.lineno, [f"    {name}: {kinds[name]}"]
    last = (node.body[0] if _is_text(node.body[0]) else None) if not fields else fields[-1]
    at = (last.end_lineno or 0) if last is not None else node.body[0].lineno - 1
    has = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    yield at + 1, at, list(_methods(node.name, slots, has))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _methods(name: str, slots: tuple[Slot, ...], has: set[str]) -> Iterator[str]:
    """Lines of a class body: what a dataclass with slots, equality and hash has."""
    names = [slot.name for slot in slots]
    given = "".join(
        [
            f", {slot.name}: {slot.type}" + (f" = {slot.default}" if slot.default else "")
            for slot in slots
        ]
    )
    own = ", ".join([f"self.{each}" for each in names])
    row = f"({own},)" if names else "()"
    yield ""
    yield f"    def __init__(self{given}) -> None:"
    yield from [f"        self.{each} = {each}" for each in names]
    if "__post_init__" in has:
        yield "        self.__post_init__()"
    elif not names:
        yield "        pass"
    yield ""
    if "__eq__" not in has:
        yield "    def __eq__(self, other: object) -> bool:"
        yield f"        if not isinstance(other, {name}) or type(other) is not type(self):"
        yield "            return False"
        same = " and ".join([f"self.{each} == other.{each}" for each in names]) or "True"
        yield f"        return {same}"
        yield ""
    if "__hash__" not in has:
        yield "    def __hash__(self) -> int:"
        yield f"        return hash({row})"
        yield ""
    if "__repr__" not in has:
        shown = ", ".join([f"{each}={{self.{each}!r}}" for each in names])
        yield "    def __repr__(self) -> str:"
        yield f'        return f"{{type(self).__qualname__}}({shown})"'
        yield ""
    yield "    def __reduce__(self) -> Any:"
    yield f"        return type(self), {row}"
    yield ""
    yield "    def with_(self, **fields: Any) -> Self:"
    yield "        for name in fields:"
    yield f"            if name not in {tuple(names)!r}:"
    yield '                raise TypeError(f"there is no field {name!r}")'
    args = ", ".join([f'fields.get("{each}", self.{each})' for each in names])
    yield f"        return type(self)({args})"
    yield ""
    yield f"    __dataclass_fields__: ClassVar[Any] = dataclass_fields(*{tuple(names)!r})"
    if names:
        yield f"    __match_args__: Final = {tuple(names)!r}"
