"""The usual sheet: a title, a body that takes the room, and a row of buttons below."""

from __future__ import annotations

from collections.abc import Sequence

from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row
from castlecards.ui.kit.widgets.label import title
from castlecards.ui.kit.widgets.panel import Panel
from castlecards.ui.kit.widgets.scroll import WhenShort


def sheet(
    heading: str,
    body: Sequence[Widget],
    buttons: Sequence[Widget],
    widest: float = 900,
    tallest: float = 690,
    left_handed: bool = False,
) -> Widget:
    """`body`: one of them may grow. Sizes in units; a small window is filled."""
    rows: list[Widget] = [title(heading), *body]
    if buttons:
        if left_handed:
            rows.append(Row(buttons[::-1], side="left"))
        else:
            rows.append(Row(buttons, side="right"))
    return Centre(Panel(WhenShort(Column(rows, 16)), 34), widest, tallest, pad=16)
