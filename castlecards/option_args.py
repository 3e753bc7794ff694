"""Game options on the command line: `first=undead`, `epic=yes`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from castlecards.core.game import Game
from castlecards.texts import tr

BOOLS = {"yes": True, "no": False}


def read(game: Game[Any], words: Iterable[str]) -> Any:
    """Options with these values and defaults for the rest. Raises ValueError that lists choices."""
    fields = {field.name: field for field in dataclasses.fields(game.options)}
    given: dict[str, Any] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in fields:
            if not fields:
                raise ValueError(tr("{game} has no options", game=game.title))
            known = ", ".join(fields)
            raise ValueError(
                tr(
                    "{game} has no option {name!r}; choose from {options}",
                    game=game.title,
                    name=name,
                    options=known,
                )
            )
        choices = fields[name].metadata["choices"]
        values = {str(value): value for value, _ in choices} if choices else BOOLS
        if text not in values:
            raise ValueError(
                tr(
                    "{name} can be {values}, not {text!r}",
                    name=name,
                    values=", ".join(values),
                    text=text,
                )
            )
        given[name] = values[text]
    return game.options(**given)
