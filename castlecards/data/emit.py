"""Values to YAML text that reads back as equal values, the same text every time."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import yaml

from castlecards.data.text import DIGITS, UNFIT, Repeated


def emit(value: object) -> str:
    """Raises TypeError and ValueError as `dump` says."""
    node = _node(value)
    if isinstance(node, yaml.CollectionNode) and node.value:
        node.flow_style = False
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.serialize(node, Dumper=dumper, allow_unicode=True, width=10**9)
    return text.removesuffix("...\n")


def _node(value: Any) -> yaml.Node:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = {f.name: getattr(value, f.name) for f in dataclasses.fields(value) if f.init}
    if isinstance(value, dict):
        pairs = [
            (_node(key), _node(each))
            for key, item in value.items()
            for each in (item.values if isinstance(item, Repeated) else (item,))
        ]
        flat = [part for pair in pairs for part in pair]
        return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=_short(flat))
    if isinstance(value, (tuple, list, frozenset)):
        items = [_node(v) for v in (sorted(value) if isinstance(value, frozenset) else value)]
        return yaml.SequenceNode("tag:yaml.org,2002:seq", items, flow_style=_short(items))
    kind, text = _written(value)
    return yaml.ScalarNode(f"tag:yaml.org,2002:{kind}", text)


def _written(value: object) -> tuple[str, str]:
    if value is None or isinstance(value, bool):
        return ("null", "null") if value is None else ("bool", str(value).lower())
    if isinstance(value, str):
        if bad := UNFIT.search(value):
            raise ValueError(f"the character U+{ord(bad[0]):04X} cannot be written")
        return "str", value
    if isinstance(value, int):
        if abs(value) >= 10 ** (DIGITS - 1):
            raise ValueError(f"a number of {DIGITS} digits or more cannot be written as data")
        return "int", int.__repr__(value)
    if not isinstance(value, float):
        raise TypeError(f"a {type(value).__name__} cannot be written as data")
    if not math.isfinite(value):
        raise ValueError(f"the number {value} cannot be written as data")
    text = float.__repr__(value)
    return "float", text if "." in text else text.replace("e", ".0e")


def _short(nodes: Sequence[yaml.Node]) -> bool:
    """Whether a list or mapping is better read on one line: few plain words."""
    words = [node.value for node in nodes if isinstance(node.value, str)]
    fits = len(words) == len(nodes) and sum(map(len, words)) + 2 * len(words) <= 70
    return fits and not any(" " in word or "\n" in word for word in words)
