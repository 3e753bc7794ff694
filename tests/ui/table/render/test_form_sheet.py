"""Tests of the painter of a form: the places of its labels."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from pygame import Surface

from castlecards.core.form import Form, Socket
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.layout.model import FormArea
from castlecards.ui.table.render.form_sheet import draw_sheet
from tests.ui.driving import look

TALL, LOW = (300.0, 200.0, 110.0, 170.0), (600.0, 200.0, 70.0, 104.0)  # x, y, width, height


def label_heights(large: bool) -> dict[str, float]:
    """Return the height of each label of a sheet with a tall and a low card, px."""
    sockets = (Socket("You give", 1, large=large), Socket("You want", 2))
    sheet = FormArea(Form("A trade", sockets=sockets), 450, 200, 700, 360, (TALL, LOW), 340)
    found: dict[str, float] = {}

    def text(_: Canvas, words: str, at: tuple[float, float], *__: Any, **___: Any) -> None:
        found[words] = at[1]

    pos: Any = SimpleNamespace(zones=())
    with patch.object(Canvas, "text", text):
        canvas = Canvas(Surface((900, 400)), look())
        draw_sheet(canvas, sheet, pos, None, str, {}, None)  # type: ignore[arg-type]
    return found


def test_labels_of_a_sheet_stand_in_one_line() -> None:
    heights = label_heights(large=False)
    assert heights["You give"] == heights["You want"] < TALL[1] - TALL[3] / 2


def test_a_label_beside_a_large_card_stays_close_to_its_own() -> None:
    heights = label_heights(large=True)
    low = LOW[1] - LOW[3] / 2
    assert heights["You give"] < heights["You want"]
    assert heights["You want"] == pytest.approx(low, abs=24)


def test_a_long_note_below_a_card_stands_whole_in_two_lines() -> None:
    for name, count in (
        ("Artificial intelligence (Technology 13)", 2),
        ("Drone (Technology 7)", 1),
    ):
        sockets = (Socket("You get", 1, note=name), Socket("You give", 2, note=name))
        places = tuple((x, 200.0, 98.0, 143.0) for x in (300.0, 480.0))
        sheet = FormArea(Form("A trade", sockets=sockets), 450, 200, 700, 360, places, 340)
        drawn: list[tuple[str, tuple[float, float]]] = []

        def text(_: Canvas, words: str, at: tuple[float, float], *__: Any, **___: Any) -> None:
            drawn.append((words, at))  # noqa: B023

        pos: Any = SimpleNamespace(zones=())
        with patch.object(Canvas, "text", text):
            canvas = Canvas(Surface((900, 400)), look())
            draw_sheet(canvas, sheet, pos, None, str, {}, None)  # type: ignore[arg-type]
        lines = [words for words, (x, y) in drawn if x == 300.0 and y > 200]
        assert " ".join(lines) == name
        assert len(lines) == count
