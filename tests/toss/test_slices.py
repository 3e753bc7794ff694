"""Tests of a toss computed in slices: bit for bit the same as in one piece."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from castlecards.core.landing import METHODS, Throw
from castlecards.one_toss import standard
from castlecards.toss.hand_error import with_hand_error
from castlecards.toss.stock import MATERIAL_OF
from castlecards.toss.styles import STYLES, release
from castlecards.toss.world import TossWorld

POSITION, LIMITS = standard()


def throws(method: int, count: int) -> Iterator[tuple[TossWorld, Throw]]:
    rng = Random(20 + method)
    surfaces = list(MATERIAL_OF.values())
    for number in range(count):
        wanted = release(STYLES[method], rng.uniform(0.7, 2.5), heading=rng.uniform(-0.2, 0.2))
        thrown, _ = with_hand_error(wanted, 1.0, rng)
        card = LIMITS.cards[number % len(LIMITS.cards)]
        world = TossWorld.of(POSITION, surfaces[number % len(surfaces)])
        yield world, Throw(card, LIMITS.start, thrown, LIMITS.field)


@pytest.mark.parametrize("method", range(len(METHODS)), ids=METHODS)
def test_in_slices_and_in_one_piece_every_bit_is_the_same(method: int) -> None:
    rng = Random(3)
    for world, throw in throws(method, 12):
        whole = world.toss(throw)
        tossing, t, looked = world.tossing(throw), 0.0, []
        while tossing.toss is None:
            for _ in range(rng.randrange(30)):
                tossing.slice()
            if tossing.known > t:
                looked.append((t, tossing.at(t)))
            t += 1 / 120
        assert tossing.toss == whole
        assert repr(tossing.toss) == repr(whole)  # zeros have signs
        assert len(looked) > 3
        for moment, frame in looked:
            assert frame == whole.at(moment)
        assert tossing.at(t) == whole.at(t)


@pytest.mark.parametrize("method", range(len(METHODS)), ids=METHODS)
def test_before_the_whole_is_known_the_film_ends_with_the_first_touch(method: int) -> None:
    for world, throw in throws(method, 4):
        tossing, known = world.tossing(throw), 0.0
        while tossing.toss is None:
            assert tossing.known >= known
            known = tossing.known
            assert not tossing.at(known - 1e-6).moved
            tossing.slice()
        touch = tossing.toss.cues[0]
        assert touch.kind == "touch"
        assert touch.t - 0.005 < known <= touch.t
        assert tossing.known == tossing.toss.seconds
        tossing.slice()
        assert tossing.finish() is tossing.toss


def test_a_slice_is_a_small_part_of_the_work() -> None:
    for method in range(len(METHODS)):
        for world, throw in throws(method, 3):
            tossing, slices = world.tossing(throw), 0
            while tossing.toss is None:
                tossing.slice()
                slices += 1
            assert slices > 60


def test_what_is_dropped_in_the_middle_disturbs_no_other_toss() -> None:
    for world, throw in throws(1, 3):
        whole = world.toss(throw)
        total = 0
        tossing = world.tossing(throw)
        while tossing.toss is None:
            tossing.slice()
            total += 1
        for part in (10, total // 2, total - 5):
            other = world.tossing(throw)
            for _ in range(part):
                other.slice()
            del other
        assert world.toss(throw) == whole
