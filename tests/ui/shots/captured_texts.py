"""Texts that a shot draws."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets import richtext, typeset
from castlecards.ui.kit.widgets.field import Field


@contextmanager
def capture_texts() -> Iterator[set[str]]:
    """Context manager: set of the texts that are laid out or drawn, without lines of wrapped texts.

    Pages of marked-up text are left out: they show the rulebook and other files. So is what a
    player has written in a field.
    """
    whole, parts = set[str](), set[str]()
    wrap, fit, image, set_page = Look.wrap, Look.fit, Look.image, typeset.typeset
    write = Field.write

    def wrap_and_record(look: Look, text: str, *more: Any) -> list[str]:
        lines = wrap(look, text, *more)
        whole.add(text)
        parts.update(line for line in lines if line != text)
        return lines

    def fit_and_record(look: Look, text: str, *more: Any) -> Any:
        short = fit(look, text, *more)
        whole.add(text)
        parts.update({short[0]} - {text})
        return short

    def draw_and_record(look: Look, text: str, *more: Any) -> Any:
        whole.add(text)
        return image(look, text, *more)

    def page(*given: Any) -> Any:
        lines = set_page(*given)
        parts.update(run.text for line in lines for run in line.runs)
        return lines

    def write_and_record(field: Field, text: str) -> None:
        write(field, text)
        parts.add(field.text)

    with (
        patch.object(Field, "write", write_and_record),
        patch.multiple(Look, wrap=wrap_and_record, fit=fit_and_record, image=draw_and_record),
        patch.object(richtext, "typeset", page),
    ):
        yield whole
    whole -= parts
