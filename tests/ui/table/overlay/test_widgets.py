"""Tests of the score board: a row for each side or, if too wide, a column."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pygame
import pytest
from pygame import Rect, Surface

from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.overlay.widgets import ScoreBoard, ScoreTable
from tests.ui.driving import laid_out, look, picture, recorded_texts

NAMES = ("Anna", "Ben")
FACTS = (
    ("Faction", ("Royal Kingdom", "Shape-Shifters")),
    ("Trump", ("12 of 3 domains", "9 of 4 domains")),
    ("Decks", ("12 + 4", "20 + 9")),
    ("Discards", ("3 + 1", "4 + 0")),
)


def board(columns: int) -> ScoreBoard:
    made = ScoreBoard()
    made.set(ScoreTable(NAMES, 0, FACTS[:columns], ("Turn 7",)))
    return made


def test_a_few_facts_stand_in_a_row_and_many_in_a_column() -> None:
    low, high = board(1).measure(look(), 1280), board(4).measure(look(), 1280)
    assert low[1] < high[1]
    assert high[0] < 400
    added = board(3).measure(look(), 1280)
    assert high[1] > added[1]  # one more fact is one more row
    assert abs(high[0] - added[0]) < 20


def test_it_says_how_far_it_reaches() -> None:
    right, low = board(4).reach(look(), 1280)
    wide, high = board(4).measure(look(), 1280)
    assert right > wide
    assert low > high


def test_both_forms_are_drawn() -> None:
    assert len({picture(laid_out(board(columns), (420, 200))) for columns in (1, 2, 4)}) == 3


def on(made: ScoreBoard, width: int) -> list[str]:
    """Return the texts on the score board in a window of this width."""
    with recorded_texts() as said:
        seen = look()
        size = made.measure(seen, width)
        assert size[0] <= width
        made.place(seen, Rect((0, 0), size))
        made.draw(Canvas(Surface(size), seen))
    return said


def test_long_names_are_written_out_above_their_columns() -> None:
    made = ScoreBoard()
    names = "Anna", "Captain Bartholomew"
    made.set(ScoreTable(names, 0, FACTS[1:], ("Turn 7",)))
    said = on(made, 280)
    assert {"Anna", "Captain Bartholomew"} <= set(said)
    high = made.measure(look(), 280)[1]
    made.set(ScoreTable(NAMES, 0, FACTS[1:], ("Turn 7",)))
    assert {"Anna", "Ben"} <= set(on(made, 280))
    assert made.measure(look(), 280)[1] < high


def test_a_long_fact_begins_beside_its_label() -> None:
    made = ScoreBoard()
    names = "Captain Bartholomew", "Chancellor Wilhelmina"
    made.set(ScoreTable(names, 0, FACTS, ("Turn 7",)))
    assert {"Royal Kingdom", "Shape-Shifters"} <= set(on(made, 280))


def sizes_on(made: ScoreBoard, width: int) -> dict[str, float]:
    """Return the size of the type of each text on the score board, by its first three letters."""
    sizes, text = dict[str, float](), Canvas.text

    def draw_and_record(self: Canvas, string: str, at: Any, style: Style, *more: Any) -> Rect:
        sizes[string[:3]] = style.size
        return text(self, string, at, style, *more)

    with patch.object(Canvas, "text", draw_and_record):
        on(made, width)
    return sizes


@pytest.mark.parametrize("width", [240, 280, 340])
def test_all_figures_have_one_size(width: int) -> None:
    made = ScoreBoard()
    made.set(ScoreTable(NAMES, 0, FACTS, ("Turn 7",)))
    sizes = sizes_on(made, width)
    assert len({sizes[text[:3]] for _, texts in FACTS for text in texts}) == 1


@pytest.mark.parametrize("columns", [0, 1, 3, 4])
@pytest.mark.parametrize("width", [200, 280, 340])
@pytest.mark.parametrize(
    "names", [("Anna", "Captain Bartholomew"), ("Ben", "W" * 24), ("Annabella", "Benedict")]
)
def test_all_names_have_one_size(names: tuple[str, str], width: int, columns: int) -> None:
    made = ScoreBoard()
    made.set(ScoreTable(names, 0, FACTS[:columns], ("Turn 7",)))
    sizes = sizes_on(made, width)
    assert len({sizes[name[:3]] for name in names}) == 1


def test_long_names_of_four_are_written_out() -> None:
    names = ("Captain Bartholomew", "Chancellor Wilhelmina", "Cleo", "Master Maximilian")
    facts = (("Points", ("12", "3", "0", "7")), ("Won of bid", ("1 of 2", "0 of 3", "2 of 2", "0")))
    made = ScoreBoard()
    made.set(ScoreTable(names, 0, facts, ("Round 1 of 3",), tuple((sign,) for sign in SEATS[:4])))
    assert set(names) <= set(on(made, 280))


@pytest.mark.parametrize("columns", [0, 1, 2, 4])
@pytest.mark.parametrize("width", [300, 600, 1280])
def test_the_widest_names_stay_on_the_board(columns: int, width: int) -> None:
    names = (f"{'W' * 24}", f"{'W' * 24}")
    made, seen = ScoreBoard(), look()
    made.set(ScoreTable(names, 0, FACTS[:columns], ("Turn 7",)))
    size = made.measure(seen, width)
    made.place(seen, Rect((10, 10), size))
    surface = Surface((size[0] + 700, size[1] + 100))
    surface.fill((90, 90, 90))
    made.draw(Canvas(surface, seen))
    pixels = pygame.surfarray.array3d(surface)
    assert pixels[10 : 10 + size[0]].max() > 200  # the name is drawn there
    assert pixels[10 + size[0] :].max() <= 90  # only its shadow is outside


@pytest.mark.parametrize("width", [280, 318, 1280])
def test_what_is_noted_ends_before_the_points(width: int) -> None:
    names, notes = ("Anna", "Captain Roth"), ("Round 21", "Marker: Captain Roth")
    made, seen = ScoreBoard(), look()
    made.set(
        ScoreTable(
            names, 0, (), notes, ((SEATS[0],), (SEATS[1],)), tracks=((9, 10, 3), (10, 10, 3))
        )
    )
    made.place(seen, Rect((0, 0), made.measure(seen, width)))
    rects = {}
    text = Canvas.text

    def read(canvas: Canvas, string: str, *rest: Any, **more: Any) -> Rect:
        rects[string] = text(canvas, string, *rest, **more)
        return rects[string]

    with patch.object(Canvas, "text", read):
        made.draw(Canvas(Surface(made.rect.size), seen))
    note = next(rect for string, rect in rects.items() if string.startswith("Round"))
    assert note.right < rects["9 : 10"].left
    assert ("Anna" in rects) == ("Captain Roth" in rects)
