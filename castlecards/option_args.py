"""Game options on the command line: `first=undead`, `epic=yes`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from castlecards.core.game import Game

BOOLS = {"yes": True, "no": False}


def read(game: Game[Any], words: Iterable[str]) -> Any:
    """Options with these values and defaults for the rest. Raises ValueError that lists choices."""
    fields = {field.name: field for field in dataclasses.fields(game.options)}
    given: dict[str, Any] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in fields:
            there = ", ".join(fields) or "none"
            raise ValueError(f"{game.title} has no option {name!r}; there is {there}")
        choices = fields[name].metadata["choices"]
        values = {str(value): value for value, _ in choices} if choices else BOOLS
        if text not in values:
            raise ValueError(f"{name} is one of {', '.join(values)}, not {text!r}")
        given[name] = values[text]
    return game.options(**given)
