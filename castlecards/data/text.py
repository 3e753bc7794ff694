"""YAML parser and emitter: text to plain data with the place of each value, and back.

Texts are untrusted: size, number of values, depth and characters are checked before anything is
built. Anchors, aliases, tags and second documents are refused; a repeated key is a problem. Only
unambiguous words become numbers and booleans: `yes` and `1:30` stay text.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NoReturn

import yaml

from castlecards.data.problems import MOST, NODES, DataError, Problem, Steps, named, shown
from castlecards.texts import tr

SIZE = 1_000_000  # largest text, bytes; 50 times the largest file of the project itself
DEPTH = 24  # deepest nesting of lists and mappings
TOO_DEEP = tr("lists and mappings are nested more than {most} deep", most=DEPTH)
DIGITS = 100  # most digits of an integer; a longer one is text
# Larger integers can collide: those that differ by a multiple of the modulus have the same hash,
# and a mapping with thousands of such keys would take quadratic time.
LARGEST_KEY = sys.hash_info.modulus - 1

UNWRITABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Also marks that reverse the order of letters: a shown name or title must not imitate another text.
UNPRINTABLE = re.compile(f"{UNWRITABLE.pattern}|[\u202a-\u202e\u2066-\u2069]")
_TAB = re.compile(r"^ *\t", re.MULTILINE)
# A strict subset of the numbers and booleans of YAML 1.1, so that an emitter's quotes are always
# enough.
_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+][0-9]+)?")
_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


@dataclass(frozen=True)
class RepeatedKey:
    """Values of a key that a text gives more than once; the last one counts."""

    values: tuple[object, ...]


class Document:
    """Parsed YAML text: plain data, the places of all values, and the problems found.

    `nodes`: limit of keys, values, lists and mappings. `plain`: all data, with `RepeatedKey`;
    `top`: the same with only the last value of each key. Raises DataError if parsing must stop.
    """

    def __init__(self, text: str, name: str, nodes: int = NODES) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self.values: dict[Steps, tuple[int, int]] = {}
        self.keys: dict[Steps, tuple[int, int]] = {}
        self._place = (1, 1)
        text = text.removeprefix("\ufeff")
        _check(text, name)
        self._repeated = False
        self._nodes = 0
        self._most = nodes
        self._events = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        try:
            self.plain = self._parse_document()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            if mark is not None:
                self._place = min((mark.line + 1, mark.column + 1), _place_after(text.rstrip("\n")))
            if "nesting depth" in (error.problem or ""):
                # libyaml 0.2.6 and later end at 1,000 levels, and read so far ahead that this
                # comes before the first of them has been handed out.
                self._stop(TOO_DEEP)
            self._stop("; ".join(filter(None, (error.problem, error.context))))
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            if isinstance(error, DataError):
                raise
            self._stop(str(error).splitlines()[0])
        self.top = _last_values(self.plain) if self._repeated else self.plain

    def add(self, place: tuple[int, int], path: Steps, message: str) -> None:
        if len(self.problems) <= MOST:  # one too many says that there are more
            self.problems.append(Problem(self.name, *place, named(path), message))

    def where(self, path: Steps) -> tuple[int, int]:
        """Line and column of the value at `path`, or of the nearest enclosing value in the text."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, (1, 1))

    def _stop(self, message: str) -> NoReturn:
        # The reason to stop must be among the reported problems, however many came before.
        before = self.problems[: MOST - 1]
        raise DataError(
            [*before, Problem(self.name, *self._place, "text", message)],
            more=len(before) < len(self.problems),
        )

    def _next_event(self) -> Any:
        event: Any = next(self._events)
        self._place = event.start_mark.line + 1, event.start_mark.column + 1
        return event

    def _parse_document(self) -> object:
        self._next_event()  # the start of the stream
        if isinstance(self._next_event(), yaml.StreamEndEvent):
            self._place = 1, 1
            self._stop(tr("the file is empty"))
        top = self._parse_value(self._next_event(), ())
        self._next_event()  # the end of the document
        if not isinstance(self._next_event(), yaml.StreamEndEvent):
            self._stop(tr("only one document is allowed in a file"))
        return top

    def _parse_value(self, event: Any, path: Steps) -> object:
        self.values[path] = self._place
        self._nodes += 1
        if self._nodes > self._most:
            self._stop(tr("more than {most:,} keys and values", most=self._most))
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            self._stop(tr("anchors (&) and aliases (*) are not allowed"))
        if event.tag is not None and event.tag != "!":
            self._stop(tr("tags ({tag}) are not allowed", tag=event.tag))
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event)
        if len(path) >= DEPTH:
            self._stop(TOO_DEEP)
        if isinstance(event, yaml.MappingStartEvent):
            return self._parse_mapping(path)
        items: list[object] = []
        while not isinstance(event := self._next_event(), yaml.SequenceEndEvent):
            items.append(self._parse_value(event, (*path, len(items))))
        return items

    def _parse_mapping(self, path: Steps) -> dict[object, object]:
        mapping: dict[object, object] = {}
        repeated: dict[object, list[object]] = {}
        while not isinstance(event := self._next_event(), yaml.MappingEndEvent):
            place = self._place
            if not isinstance(event, yaml.ScalarEvent):
                self._stop(tr("a key must be a plain word or number"))
            key = self._parse_value(event, (*path, "a key"))
            if type(key) is int and abs(key) > LARGEST_KEY:
                self._stop(tr("this number is too large for a key"))
            if key in mapping:
                first = self.keys[*path, key][0]
                message = tr(
                    "{key} appears twice, first in line {line}", key=shown(key), line=first
                )
                self.add(place, path, message)
                self._repeated = True
            self.keys.setdefault((*path, key), place)
            value = self._parse_value(self._next_event(), (*path, key))
            if key in mapping:
                repeated.setdefault(key, [mapping[key]]).append(value)
            else:
                mapping[key] = value
        return mapping | {key: RepeatedKey(tuple(values)) for key, values in repeated.items()}


def _last_values(data: object) -> object:
    """Data in which each repeated key has only its last value."""
    if isinstance(data, RepeatedKey):
        return _last_values(data.values[-1])
    if isinstance(data, dict):
        return {key: _last_values(item) for key, item in data.items()}
    return [_last_values(item) for item in data] if isinstance(data, list) else data


def _scalar(event: Any) -> object:
    text: str = event.value
    if not event.implicit[0]:  # in quotes, or a block
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _FLOAT.fullmatch(text) and not too_large_float(text):
        return float(text)
    return int(text) if _INT.fullmatch(text) and len(text) <= DIGITS else text


def too_large_float(text: str) -> bool:
    """True for a number beyond the range of floats, which stays text."""
    return bool(_FLOAT.fullmatch(text)) and math.isinf(float(text))


def decode(raw: bytes, name: str) -> str:
    """Decode UTF-8, with or without a byte order mark. Raises DataError at the first bad byte."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        message = tr("the byte 0x{byte:02x} is not UTF-8 text", byte=raw[error.start])
        raise DataError([Problem(name, *_place_after(before), "text", message)]) from None


def _check(text: str, name: str) -> None:
    if len(text) > SIZE:
        refuse(name, too_large(len(text)))
    if bad := UNWRITABLE.search(text):
        message = tr("a text file can’t have the character U+{code:04X}", code=ord(bad[0]))
        raise DataError([Problem(name, *_place_after(text[: bad.start()]), "text", message)])
    if tab := _TAB.search(text):
        place = _place_after(text[: tab.end() - 1])
        raise DataError([Problem(name, *place, "text", tr("indent lines with spaces, not tabs"))])


def too_large(size: int) -> str:
    """Message about a text of this many bytes."""
    mb = size / 1e6, SIZE / 1e6
    return tr("{size:.1f} MB is too large; the limit is {most:.0f} MB", size=mb[0], most=mb[1])


def refuse(name: str, message: str) -> NoReturn:
    """Raise a DataError with one problem, without a place."""
    raise DataError([Problem(name, 1, 1, "file", message)])


def _place_after(before: str) -> tuple[int, int]:
    """Line and column after this text."""
    lines = before.split("\n")
    return len(lines), len(lines[-1]) + 1


def emit(value: object, unprintable: bool = False) -> str:
    """Write a value as YAML, for `dump`. Raises its TypeError and ValueError."""
    node = _yaml_node(value, unprintable)
    if isinstance(node, yaml.CollectionNode) and node.value:
        node.flow_style = False
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.serialize(node, Dumper=dumper, allow_unicode=True, width=10**9)
    return text.removesuffix("...\n")


def _yaml_node(value: Any, unprintable: bool) -> yaml.Node:
    if is_dataclass(value) and not isinstance(value, type):
        value = {f.name: getattr(value, f.name) for f in fields(value) if f.init}
    if isinstance(value, dict):
        pairs = [
            (_yaml_node(key, unprintable), _yaml_node(each, unprintable))
            for key, item in value.items()
            for each in (item.values if isinstance(item, RepeatedKey) else (item,))
        ]
        flat = [part for pair in pairs for part in pair]
        return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=_fits_one_line(flat))
    if isinstance(value, (tuple, list, frozenset)):
        items = sorted(value) if isinstance(value, frozenset) else value
        nodes = [_yaml_node(item, unprintable) for item in items]
        return yaml.SequenceNode("tag:yaml.org,2002:seq", nodes, flow_style=_fits_one_line(nodes))
    kind, text = _scalar_text(value, unprintable)
    return yaml.ScalarNode(f"tag:yaml.org,2002:{kind}", text)


def _scalar_text(value: object, unprintable: bool) -> tuple[str, str]:
    if value is None or isinstance(value, bool):
        return ("null", "null") if value is None else ("bool", str(value).lower())
    if isinstance(value, str):
        if not unprintable and (bad := UNWRITABLE.search(value)):
            code = f"{ord(bad[0]):04X}"
            raise ValueError(tr("the character U+{code} can’t be written", code=code))
        return "str", value
    if isinstance(value, int):
        if abs(value) >= 10**DIGITS or len(digits := int.__repr__(value)) > DIGITS:
            raise ValueError(tr("a number with more than {n} digits can’t be saved", n=DIGITS))
        return "int", digits
    if not isinstance(value, float):
        raise TypeError(tr("a {type} can’t be saved", type=type(value).__name__))
    if not math.isfinite(value):
        raise ValueError(tr("the number {value} can’t be saved", value=value))
    text = float.__repr__(value)
    return "float", text if "." in text else text.replace("e", ".0e")


def _fits_one_line(nodes: Sequence[yaml.Node]) -> bool:
    """True if a list or mapping fits on one line: short scalars without spaces."""
    words = [node.value for node in nodes if isinstance(node.value, str)]
    fits = len(words) == len(nodes) and sum(map(len, words)) + 2 * len(words) <= 70
    return fits and not any(" " in word or "\n" in word for word in words)
