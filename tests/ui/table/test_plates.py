"""The score board: a row a side, or, where that is too wide, a column a side."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect, Surface

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.chrome.plates import Score, ScoreBoard
from tests.ui.driving import look, picture, shown

NAMES = ("South · Anna", "North · Ben")
FACTS = (
    ("Faction", ("Royal Kingdom", "Shape-Shifters")),
    ("Soldiers in play", ("12 on 3 piles", "9 on 4 piles")),
    ("Decks", ("12 + 4", "20 + 9")),
    ("Discards", ("3 + 1", "4 + 0")),
)


def board(columns: int) -> ScoreBoard:
    made = ScoreBoard()
    made.set(Score(NAMES, 0, FACTS[:columns], ("Turn 7",)))
    return made


def test_a_few_facts_stand_in_a_row_and_many_in_a_column() -> None:
    low, high = board(1).measure(look(), 1280), board(4).measure(look(), 1280)
    assert low[1] < high[1]
    assert high[0] < 400
    added = board(3).measure(look(), 1280)
    assert high[1] > added[1]  # a fact more is a row more
    assert abs(high[0] - added[0]) < 20


def test_it_says_how_far_it_reaches() -> None:
    right, low = board(4).reach(look(), 1280)
    wide, high = board(4).measure(look(), 1280)
    assert right > wide
    assert low > high


def test_both_forms_are_drawn() -> None:
    assert len({picture(shown(board(columns), (420, 200))) for columns in (1, 2, 4)}) == 3


@pytest.mark.parametrize("columns", [0, 1, 2, 4])
@pytest.mark.parametrize("width", [300, 600, 1280])
def test_the_widest_names_stay_on_the_board(columns: int, width: int) -> None:
    names = (f"South · {'W' * 24}", f"North · {'W' * 24}")
    made, seen = ScoreBoard(), look()
    made.set(Score(names, 0, FACTS[:columns], ("Turn 7",)))
    size = made.measure(seen, width)
    made.place(seen, Rect((10, 10), size))
    surface = Surface((size[0] + 700, size[1] + 100))
    surface.fill((90, 90, 90))
    made.draw(Canvas(surface, seen))
    pixels = pygame.surfarray.array3d(surface)
    assert pixels[10 : 10 + size[0]].max() > 200  # a name is written there
    assert pixels[10 + size[0] :].max() <= 90  # nothing but the shadow falls beside it
