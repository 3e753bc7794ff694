"""Fixtures of the toss tests: a world, a throw, and a check that no callback hides an exception."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from castlecards.core.cards import CardId, Field, Pose
from castlecards.core.landing import Landing, Release, Throw
from castlecards.toss.film import Toss
from castlecards.toss.stock import FELT, ContactMaterial
from castlecards.toss.world import TossWorld

FIELD = Field(507, 500)
START = Pose(0, -1525, 0)
THROWN = 50
CASTLE, OWN = 2, 3
COLUMNS = (-3170, -1585, 0, 1585, 3170)
WALLS = {10 + n: Pose(x, 2000, 3142) for n, x in enumerate(COLUMNS)}
OWN_WALLS = {20 + n: Pose(x, -2000, 0) for n, x in enumerate(COLUMNS)}
LAYOUT: dict[CardId, Pose] = {
    CASTLE: Pose(0, 3543, -1570), OWN: Pose(0, -3543, 1571), **WALLS, **OWN_WALLS,
}  # fmt: skip


def world(cards: dict[CardId, Pose] | None = None, material: ContactMaterial = FELT) -> TossWorld:
    cards = LAYOUT if cards is None else cards
    return TossWorld(FIELD, tuple(sorted(cards.items())), material)


def throw(release: Release, start: Pose = START) -> Throw:
    return Throw(THROWN, start, release, FIELD)


def film(release: Release, cards: dict[CardId, Pose] | None = None) -> Toss:
    return world(cards).toss(throw(release))


def landing(release: Release, cards: dict[CardId, Pose] | None = None) -> Landing:
    return film(release, cards).landing


@pytest.fixture(autouse=True)
def nothing_swallowed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Fail the test if pymunk prints an exception of a callback and continues."""
    lost: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    yield lost
    assert not lost, [str(one.exc_value) for one in lost]
