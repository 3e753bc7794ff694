"""Tests of portraits: characters differ, and expressions can be told apart at small sizes."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import numpy as np
import pygame
import pytest

from castlecards import content
from castlecards.players.characters import PortraitName
from castlecards.ui.cardart.crest import COLOURS
from castlecards.ui.cardart.portrait_shapes import PORTRAITS
from castlecards.ui.cardart.portraits import EXPRESSIONS, painted_portrait
from castlecards.ui.table.summary.faces import PlayerFaces
from tests.ui.colour_vision import DICHROMAT, lab_picture
from tests.ui.shots.matches import until

SMALL = 72  # px, size at the table
CLEAR = 12.0  # CIELAB, five times the least noticeable difference (2.3)
APART = 0.01  # least share of the pixels of a small portrait that differ between two expressions


def pixels(name: str, expression: str, size: int = SMALL) -> np.ndarray:
    ground = COLOURS[content.characters()[name].colour]
    image = painted_portrait(PORTRAITS[name], ground, expression, size)  # type: ignore[arg-type]
    return pygame.surfarray.array3d(image).astype(int)


def different_share(one: np.ndarray, two: np.ndarray) -> float:
    return float((abs(one - two).max(axis=2) > 40).mean())


def test_every_character_has_a_portrait_of_its_own() -> None:
    assert {"", *PORTRAITS} == {*get_args(PortraitName)}
    assert {id: who.portrait for id, who in content.characters().items()} == {
        name: name for name in PORTRAITS
    }


@pytest.mark.parametrize("name", PORTRAITS)
def test_expressions_can_be_told_apart_at_the_size_of_the_table(name: str) -> None:
    shown = [pixels(name, expression) for expression in EXPRESSIONS]
    assert min(different_share(*pair) for pair in combinations(shown, 2)) > APART


@pytest.mark.parametrize("eyes", list(DICHROMAT))
def test_expressions_can_be_told_apart_by_colour_blind_people(eyes: str) -> None:
    for name in PORTRAITS:
        shown = [lab_picture(pixels(name, expression), eyes) for expression in EXPRESSIONS]
        for one, two in combinations(shown, 2):
            clear = np.linalg.norm(one - two, axis=2) > CLEAR
            assert clear.mean() > APART, name


def test_two_characters_differ_in_their_outline_not_only_in_colour() -> None:
    """On the same background, a third of the pixels differ even for the most similar two."""
    images = [
        pygame.surfarray.array3d(painted_portrait(each, (90, 90, 90), "calm", SMALL)).astype(int)
        for each in PORTRAITS.values()
    ]
    assert min(different_share(*pair) for pair in combinations(images, 2)) > 0.2


def test_a_portrait_is_transparent_around_its_ring() -> None:
    image = painted_portrait(PORTRAITS["roth"], (90, 90, 90), "glad", SMALL)
    assert image.get_size() == (SMALL, SMALL)
    assert image.get_at((0, 0)).a == 0
    assert image.get_at((SMALL // 2, SMALL // 2)).a > 250


def test_the_result_shows_each_player_glad_or_cross() -> None:
    session = until("wars", lambda s: s.over)
    session.characters = ("", "roth")
    cast = content.characters()
    faces = {"Anna": "mina"}
    shown = PlayerFaces(session, cast, None, lambda name: faces.get(name, ""))  # type: ignore[arg-type]
    assert shown.portraits == [cast["mina"], None]
    assert [(name, who) for name, who, _ in shown.players] == [
        ("Anna", None), ("Ben", cast["roth"])
    ]  # fmt: skip
    result = session.position.result
    assert result is not None
    assert [(shown.expressions[n], shown._outcome(n)) for n in (0, 1)] == [
        ("glad", "Won") if result[n] == 1 else ("cross", "Lost") for n in (0, 1)
    ]
