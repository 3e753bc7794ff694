"""Strict conversion of plain data to dataclasses by cattrs, with errors as located problems."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

import cattrs
from cattrs import (
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from castlecards.data.problems import MOST, DataError, Problem, Steps, named, nearest, shown
from castlecards.data.text import UNPRINTABLE, Document, too_large_float
from castlecards.texts import ntr, tr

T = TypeVar("T")
OR_TEXT = tr(" or ")


def build(document: Document, type_: type[T]) -> T:
    """Convert a document. Raises DataError with the problems of its text and of its values."""
    try:
        value = _converter().structure(document.top, type_)
    except Exception as error:  # of cattrs: a tree of them
        document.problems.extend(islice(_problems(error, (), None, document), MOST + 1))
    if document.problems:
        raise DataError(document.problems)
    return value


def build_good(document: Document, type_: type[T]) -> tuple[T, tuple[Problem, ...]]:
    """Convert the good entries of a document, each by itself; return the problems of the others.

    Raises DataError if the text is not a mapping.
    """
    repeated, document.problems = document.problems, []
    problems = {
        replace(problem, message=tr("{message}; the last one counts", message=problem.message))
        for problem in repeated
    }
    if not isinstance(document.top, dict) or _problems_alone(document, type_, document.top) == []:
        return build(document, type_), tuple(sorted(problems))
    good: dict[Any, Any] = {}
    known = {field.name for field in dataclasses.fields(cast(Any, type_))}
    usual = type_()
    for key, value in document.top.items():
        if key not in known and len(problems) > MOST:
            continue  # there are enough problems to report
        kept, faults = _Part(document, type_, (key,)).good_part(
            value, getattr(usual, str(key), None)
        )
        if kept:
            good[key] = kept[0]
        problems.update(faults)
    return _converter().structure(good, type_), tuple(sorted(problems))[: MOST + 1]


@dataclasses.dataclass(frozen=True)
class _Part:
    """Place in a document, reached through mappings, where single values are tried."""

    document: Document
    type_: type
    path: Steps

    def problems(self, value: object) -> list[Problem]:
        """Problems of a value at this place if it were the only one in the document."""
        for key in reversed(self.path):
            value = {key: value}
        return _problems_alone(self.document, self.type_, cast(dict[Any, Any], value))

    def good_part(self, value: object, usual: object) -> tuple[list[object], list[Problem]]:
        """Good part of a value, as a list of one or no item, and the problems of the rest.

        A bad item of a list is left out or replaced by the item of the default, `usual`.
        """
        faults = self.problems(value)
        if not faults:
            return [value], []
        usual = usual if isinstance(usual, tuple) else ()
        if not value:
            return [], faults
        if isinstance(value, dict) and not self.problems({}):
            some, inner = self._entries(value)
        elif isinstance(value, list) and len(value) <= MOST and not self.problems([*usual]):
            some, inner = self._items(value, usual)
        else:  # the place itself is bad, or the value has no parts to try
            return [], faults
        return [] if self.problems(some) else [some], inner or faults

    def _entries(self, value: dict[Any, Any]) -> tuple[object, list[Problem]]:
        good: dict[object, object] = {}
        problems: list[Problem] = []
        for key, item in value.items():
            kept, faults = replace(self, path=(*self.path, key)).good_part(item, None)
            if kept:
                good[key] = kept[0]
            problems += faults
        return good, problems

    def _items(
        self, items: list[object], usual: tuple[object, ...]
    ) -> tuple[object, list[Problem]]:
        good: list[object] = list(usual)
        problems: list[Problem] = []
        for at, item in enumerate(items[: len(usual) or None]):
            faults = self.problems([*usual[:at], item, *usual[at + 1 :]])
            if faults:
                problems.append(_problem(self.document, (*self.path, at), faults[0].message))
            elif usual:
                good[at] = item
            else:
                good.append(item)
        return good, problems


def _problems_alone(document: Document, type_: type, entries: dict[Any, Any]) -> list[Problem]:
    """Problems of some entries if they were the only ones in the document."""
    try:
        _converter().structure(entries, type_)
    except Exception as error:  # of cattrs: a tree of them
        return list(islice(_problems(error, (), None, document), MOST + 1))
    return []


@functools.cache
def _converter() -> cattrs.Converter:
    made = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind in (bool, int, float, str):
        made.register_structure_hook(kind, _structure_scalar)
    hooks: tuple[tuple[Callable[[Any], bool], Callable[..., Any]], ...] = (
        (dataclasses.is_dataclass, _keys_hook),
        (lambda t: get_origin(t) in (dict, Mapping), _mapping_hook),
        (lambda t: get_origin(t) in (tuple, list, Sequence, frozenset), _items_hook),
        (lambda t: get_origin(t) is Literal, _literal_hook),
        (lambda t: get_origin(t) in (Union, types.UnionType), _union_hook),
    )
    for applies, factory in hooks:
        # cattrs decides by the parameter count whether a factory wants the converter.
        made.register_structure_hook_factory(applies, functools.partial(factory, made))
    return made


def _structure_scalar(data: object, kind: type) -> object:
    if kind is float and type(data) in (int, float):
        return float(cast(float, data))
    if kind is float and isinstance(data, str) and too_large_float(data):
        raise ValueError(tr("this number is too large"))
    if type(data) is not kind:
        raise _unexpected(kind, data)
    if kind is str and (bad := UNPRINTABLE.search(cast(str, data))):
        raise ValueError(tr("the character U+{code:04X} can’t be shown", code=ord(bad[0])))
    return data


def _unexpected(kind: Any, data: object, hint: str = "") -> ValueError:
    kind, found = _type_text(kind), shown(data)
    return ValueError(tr("expected {kind}, got {found}", kind=kind, found=found) + hint)


def _keys_hook(made: cattrs.Converter, kind: type) -> Callable[..., object]:
    build: Callable[..., object] = make_dict_structure_fn(kind, made)

    def structure(data: Any, _: object) -> object:
        if not isinstance(data, dict):
            raise _unexpected(kind, data)
        return build(data, kind)

    return structure


def _mapping_hook(made: cattrs.Converter, kind: Any) -> Callable[..., object]:
    parts = tuple(zip(("key", "value"), get_args(kind), strict=True))

    def structure(data: Any, _: object) -> object:
        if not isinstance(data, dict):
            raise _unexpected(kind, data)
        mapping: dict[object, object] = {}
        errors: list[Exception] = []
        for entry in data.items():
            built = []
            for (word, type_), part in zip(parts, entry, strict=True):
                try:
                    built.append(made.structure(part, type_))
                except Exception as error:
                    error.add_note(
                        IterableValidationNote(f"Structuring mapping {word}", entry[0], type_)
                    )
                    errors.append(error)
            if len(built) == len(parts):
                mapping[built[0]] = built[1]
            elif len(errors) > MOST:
                break
        if errors:
            raise IterableValidationError("entries", errors, dict)
        return mapping

    return structure


def _items_hook(made: cattrs.Converter, kind: Any) -> Callable[..., object]:
    origin, args = get_origin(kind), get_args(kind)
    fixed = origin is tuple and (len(args) != 2 or args[1] is not ...)
    build: Any = tuple if origin is Sequence else origin

    def structure(data: Any, _: object) -> object:
        if not isinstance(data, list):
            raise _unexpected(kind, data)
        if fixed and len(data) != len(args):
            raise ValueError(
                ntr(
                    len(args),
                    "expected {n} item, got {found}",
                    "expected {n} items, got {found}",
                    found=len(data),
                )
            )
        items, errors = [], []
        for at, item in enumerate(data):
            each = args[at if fixed else 0]
            try:
                items.append(made.structure(item, each))
            except Exception as error:
                error.add_note(IterableValidationNote(f"item {at}", at, each))
                errors.append(error)
                if len(errors) > MOST:
                    break
        if errors:
            raise IterableValidationError("items", errors, tuple)
        return build(items)

    return structure


def _literal_hook(_: cattrs.Converter, kind: Any) -> Callable[..., object]:
    choices = get_args(kind)

    def structure(data: object, _: object) -> object:
        for choice in choices:
            if type(choice) is type(data) and choice == data:
                return choice
        raise _unexpected(kind, data, nearest(data, choices))

    return structure


def _union_hook(made: cattrs.Converter, kind: Any) -> Callable[..., object]:
    members = get_args(kind)

    def structure(data: Any, _: object) -> object:
        if data is None and type(None) in members:
            return None
        fitting = [m for m in members if _fits(data, m)]
        if not fitting and len(members) == 2 and type(None) in members:
            fitting = [m for m in members if m is not type(None)]  # its error explains the fault
        if not fitting:
            raise _unexpected(kind, data)
        return made.structure(data, max(fitting, key=lambda m: _matching_keys(data, m)))

    return structure


def _has_keys(kind: Any) -> bool:
    return dataclasses.is_dataclass(kind) or get_origin(kind) in (dict, Mapping)


def _fits(data: object, kind: Any) -> bool:
    if _has_keys(kind):
        return isinstance(data, dict)
    if get_origin(kind) is Literal:
        return any(type(c) is type(data) and c == data for c in get_args(kind))
    if get_origin(kind) is not None:
        return isinstance(data, list)
    return type(data) is kind or (kind is float and type(data) is int)


def _matching_keys(data: object, kind: Any) -> int:
    """Number of keys that a dataclass knows, to choose among the members of a union."""
    if not (dataclasses.is_dataclass(kind) and isinstance(data, dict)):
        return 0
    return len(data.keys() & {field.name for field in dataclasses.fields(kind)})


def _problems(error: BaseException, path: Steps, cls: Any, document: Document) -> Iterator[Problem]:
    if isinstance(error, ClassValidationError):
        noted, others = error.group_exceptions()
        for cause, note in noted:
            if isinstance(cause, KeyError):
                message = tr("missing key '{name}'", name=note.name)
                yield _problem(document, path, message)
            else:
                yield from _problems(cause, (*path, note.name), None, document)
        for cause in others:
            yield from _problems(cause, path, error.cl, document)
    elif isinstance(error, IterableValidationError):
        for cause, at in error.group_exceptions()[0]:
            if at.startswith("Structuring mapping key"):
                where = document.keys[*path, at.index]
                yield Problem(document.name, *where, named(path), str(cause))
            else:
                yield from _problems(cause, (*path, at.index), None, document)
    elif isinstance(error, ForbiddenExtraKeysError):
        names = [field.name for field in dataclasses.fields(error.cl)]
        for key in sorted(error.extra_fields, key=lambda key: document.keys[*path, key]):
            place = document.keys[*path, key]
            message = tr("unknown key {key}", key=shown(key)) + nearest(key, names)
            yield Problem(document.name, *place, named(path), message)
    elif isinstance(error, ValueError):
        first, colon, rest = str(error).partition(": ")
        field, _, item = first.removesuffix("]").partition("[")
        names = [each.name for each in dataclasses.fields(cls)] if cls else []
        if colon and field in names:
            steps = (int(item),) if item.isdecimal() else ()
            yield _problem(document, (*path, field, *steps), rest)
        else:
            yield _problem(document, path, str(error) or tr("not valid"))
    else:
        raise error  # a fault of the program, not of the text


def _problem(document: Document, path: Steps, message: str) -> Problem:
    return Problem(document.name, *document.where(path), named(path), message)


def _type_text(kind: Any) -> str:
    words = {
        bool: tr("true or false"), int: tr("a whole number"), float: tr("a number"),
        str: tr("text"), type(None): tr("nothing"),
    }  # fmt: skip
    if kind in words:
        return words[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return OR_TEXT.join(shown(choice) for choice in args)
    if origin in (Union, types.UnionType):
        return OR_TEXT.join(map(_type_text, args))
    if _has_keys(kind):
        return tr("keys and values")
    return tr("a list") if origin is not None else str(kind.__name__)
