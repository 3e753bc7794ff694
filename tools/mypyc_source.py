"""Source transformation for mypyc: writes value classes as plain classes, and constants as Final.

mypyc does not compile decorated classes, and looks up a constant by name at every use unless it is
`Final`. The compiled build (hatch_build.py) transforms a copy of the sources, never the originals.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

DECORATORS = {"value", "dataclass(frozen=True)"}  # the first is castlecards.core.values.value
NAMED = {
    "Action",
    "FaceValue",
    "RoundScore",
    "Parameters",
    "Verdict",
}  # named tuples that are read very often: native classes are faster
IMPORTS = [
    "from collections.abc import Iterator",
    "from typing import Any, ClassVar, Final, Self, cast",
    "from mypy_extensions import mypyc_attr",
    "from castlecards.core.standard import dataclass_fields",
]
SAME = "SAME: Final = object()  # given to `with_`: this field stays as it is"
SUBCLASSABLE = "allow_interpreted_subclasses=True"
# Reuses the memory of the last freed object. Not "acyclic=True" as well: mypyc 2.4 frees deeply
# nested objects through the header of the garbage collector, which acyclic ones do not have.
FREE_LIST = "free_list_len=1"
# Classes with subclasses in interpreted code, such as tests.
EXTENDED = {"Position", "Recorder", "Step", "Table"}
ADVICE = "Advice"  # end of the names of strategy classes, which are pickled and can have subclasses
PICKLED = "serializable=True"
BASE = "(Value):"  # removed: `Value` is not compiled, so it cannot be the base of a native class


@dataclass(frozen=True)
class Slot:
    """Field of a value class, as in its source."""

    name: str
    type: str
    default: str  # "": no default


@dataclass(frozen=True)
class Shape:
    """Fields of a value class, and its place in the class hierarchy."""

    slots: tuple[Slot, ...]
    alone: bool  # True if it has no subclass and no value class as base


Values = Mapping[tuple[str, str], Shape]  # by module and class
Edit = tuple[int, int, list[str]]  # first and last line, and the lines that replace them


def value_classes(files: Mapping[str, str]) -> Values:
    """Find all value classes of these modules (name: source), fields of bases first."""
    shapes: dict[tuple[str, str], Shape] = {}
    trees = {module: ast.parse(text) for module, text in files.items()}
    classes = [
        (module, node)
        for module, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    used = {base for module, node in classes for base in _bases(module, node, trees[module])}
    waiting = [(module, node) for module, node in classes if _is_value(node)]
    names = {(module, node.name) for module, node in waiting}
    while waiting:
        unresolved = []
        for module, node in waiting:
            bases = [key for key in _bases(module, node, trees[module]) if key in names]
            if any(base not in shapes for base in bases):
                unresolved.append((module, node))
                continue
            inherited = [slot for base in bases for slot in shapes[base].slots]
            slots = (*inherited, *_slots(node, files[module]))
            alone = not bases and (module, node.name) not in used
            shapes[module, node.name] = Shape(slots, alone)
        if len(unresolved) == len(waiting):
            raise ValueError(f"bases in a circle: {[node.name for _, node in unresolved]}")
        waiting = unresolved
    return shapes


def _is_value(node: ast.ClassDef) -> bool:
    return node.name in NAMED or any(_is_decorator(decorator) for decorator in node.decorator_list)


def _is_decorator(node: ast.expr) -> bool:
    return ast.unparse(node) in DECORATORS


def _bases(module: str, node: ast.ClassDef, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Modules in which the bases of a class are defined."""
    origin = {
        alias.asname or alias.name: (statement.module or "", alias.name)
        for statement in tree.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
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
    annotated = [part for part in node.body if isinstance(part, ast.AnnAssign)]
    return [part for part in annotated if "ClassVar" not in ast.dump(part.annotation)]


def plain_source(module: str, text: str, values: Values) -> str:
    """Source of a module with its value classes as plain ones and its constants final."""
    lines = text.splitlines()
    tree = ast.parse(text)
    edits = [*_constants(tree, text)]
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        advice = node.name.endswith(ADVICE)
        is_open = node.name in EXTENDED or advice
        words = [SUBCLASSABLE] * is_open + [PICKLED] * advice
        words += [FREE_LIST] * (_is_value(node) and not is_open)
        if words:
            first = min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])
            edits.append((first, first - 1, [f"@mypyc_attr({', '.join(words)})"]))
        if _is_value(node):
            edits += _edits(node, values[module, node.name])
        at = node.lineno - 1
        lines[at] = lines[at].replace(BASE if node.name not in NAMED else "(NamedTuple):", ":")
    for first, last, instead in sorted(edits, reverse=True):
        lines[first - 1 : last] = instead
    if edits:
        lines[_head(text) : _head(text)] = [*IMPORTS, SAME]
    return "\n".join(lines) + "\n"


def _constants(tree: ast.Module, text: str) -> Iterator[Edit]:
    """Edits that make constants final: names in capitals assigned once, at the top level."""
    stored = [
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    lines = text.splitlines()
    for node in tree.body:
        first, last = node.lineno, node.end_lineno or node.lineno
        if isinstance(node, ast.AnnAssign):
            annotation = node.annotation
            if (
                _is_constant(node.target, stored)
                and annotation.lineno == annotation.end_lineno == first
                and node.value
            ):
                line = lines[first - 1]
                start, end = annotation.col_offset, annotation.end_col_offset
                changed = f"{line[:start]}Final[{line[start:end]}]{line[end:]}"
                yield first, first, [changed]
        elif isinstance(node, ast.Assign) and _is_variable(node.value):
            continue
        elif isinstance(node, ast.Assign) and _is_constant(node.targets[0], stored):
            name = ast.unparse(node.targets[0])
            final = f"{name}: Final{_tuple_type(node.value)} ="
            line = lines[first - 1].replace(f"{name} =", final, 1)
            yield first, first, [line]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            targets = node.targets[0].elts
            given = _assigned_values(node.value)
            if len(given) == len(targets) and all(_is_constant(name, stored) for name in targets):
                pairs = zip(targets, given, strict=True)
                yield first, last, [f"{ast.unparse(name)}: Final = {one}" for name, one in pairs]


def _is_constant(name: ast.expr, stored: list[str]) -> bool:
    if not isinstance(name, ast.Name):
        return False
    return name.id.isupper() and stored.count(name.id) == 1


def _is_variable(value: ast.expr) -> bool:
    """True for the value of a type variable, `TypeVar("T")`."""
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "TypeVar"


def _tuple_type(value: ast.expr) -> str:
    """Type `[tuple[kind, ...]]` of a tuple whose items have one known type, else ""."""
    if not isinstance(value, ast.Tuple) or len(value.elts) < 2:
        return ""
    kinds = {_type_of(item) for item in value.elts}
    kind = kinds.pop()
    return f"[tuple[{kind}, ...]]" if kind and not kinds else ""


def _type_of(value: ast.expr) -> str:
    """Type of a literal or of a call of a class; "" if unknown."""
    if isinstance(value, ast.Constant):
        return type(value.value).__name__
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id if value.func.id[0].isupper() else ""
    return ""


def _assigned_values(value: ast.expr) -> list[str]:
    """Source of the values that a line assigns to several names; [] if unknown."""
    if isinstance(value, ast.Tuple):
        return [ast.unparse(each) for each in value.elts]
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "range":
        bounds = [each.value for each in value.args if isinstance(each, ast.Constant)]
        numbers = [bound for bound in bounds if isinstance(bound, int)]
        if len(numbers) == len(value.args):
            return [str(n) for n in range(*numbers)]
    return []


def _head(text: str) -> int:
    """Number of lines up to the end of a module's imports."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            return node.end_lineno or 0
    return 0


def _edits(node: ast.ClassDef, shape: Shape) -> Iterator[Edit]:
    for decorator in node.decorator_list:
        if _is_decorator(decorator):
            yield decorator.lineno, decorator.lineno, []
    fields = _fields(node)
    own = {part.target.id: part for part in fields if isinstance(part.target, ast.Name)}
    kinds = {slot.name: slot.type for slot in shape.slots}
    for name, part in own.items():
        yield part.lineno, part.end_lineno or part.lineno, [f"    {name}: {kinds[name]}"]
    last = (node.body[0] if _is_text(node.body[0]) else None) if not fields else fields[-1]
    at = (last.end_lineno or 0) if last is not None else node.body[0].lineno - 1
    has = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    yield at + 1, at, list(_methods(node.name, shape, has))


def _with_method(name: str, shape: Shape) -> Iterator[str]:
    """Lines of `with_`; in a class that is `alone` it has a parameter for each field, for speed."""
    names = [slot.name for slot in shape.slots]
    if shape.alone and names:
        given = ", ".join([f"{field_name}: object = SAME" for field_name in names])
        args = ", ".join(
            [
                f"self.{slot.name} if {slot.name} is SAME else cast({slot.type!r}, {slot.name})"
                for slot in shape.slots
            ]
        )
        yield f"    def with_(self, *, {given}) -> {name}:"
        yield f"        return {name}({args})"
        return
    yield "    def with_(self, **fields: Any) -> Self:"
    yield "        for name in fields:"
    yield f"            if name not in {tuple(names)!r}:"
    yield '                raise TypeError(f"there is no field {name!r}")'
    args = ", ".join([f'fields.get("{field_name}", self.{field_name})' for field_name in names])
    yield f"        return type(self)({args})"


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _methods(name: str, shape: Shape, has: set[str]) -> Iterator[str]:
    """Lines of the methods that a dataclass with slots, equality and hash has."""
    slots = shape.slots
    names = [slot.name for slot in slots]
    given = "".join(
        [
            f", {slot.name}: {slot.type}" + (f" = {slot.default}" if slot.default else "")
            for slot in slots
        ]
    )
    own = ", ".join([f"self.{field}" for field in names])
    row = f"({own},)" if names else "()"
    yield ""
    yield f"    def __init__(self{given}) -> None:"
    yield from [f"        self.{field} = {field}" for field in names]
    if "__post_init__" in has:
        yield "        self.__post_init__()"
    elif not names:
        yield "        pass"
    yield ""
    if "__eq__" not in has:
        yield "    def __eq__(self, other: object) -> bool:"
        yield "        if self is other:"
        yield "            return True"
        yield f"        if not isinstance(other, {name}) or type(other) is not type(self):"
        yield "            return False"
        same = " and ".join([f"self.{field} == other.{field}" for field in names]) or "True"
        yield f"        return {same}"
        yield ""
    if "__hash__" not in has:
        yield "    def __hash__(self) -> int:"
        yield f"        return hash({row})"
        yield ""
    if "__repr__" not in has:
        shown = ", ".join([f"{field}={{self.{field}!r}}" for field in names])
        yield "    def __repr__(self) -> str:"
        yield f'        return f"{{type(self).__qualname__}}({shown})"'
        yield ""
    yield "    def __reduce__(self) -> Any:"
    yield f"        return type(self), {row}"
    yield ""
    yield from _with_method(name, shape)
    yield ""
    if name in NAMED:
        yield "    def __iter__(self) -> Iterator[Any]:"
        yield f"        return iter({row})"
        yield ""
        yield f"    def _replace(self, **fields: Any) -> {name}:"
        yield "        return self.with_(**fields)"
        yield ""
    yield f"    __dataclass_fields__: ClassVar[Any] = dataclass_fields(*{tuple(names)!r})"
    if names:
        yield f"    __match_args__: Final = {tuple(names)!r}"
