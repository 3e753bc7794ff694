"""Tests of NATURE's answers: by physics, and by the cheap replacement for random games."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks import toss_batch as batch
from benchmarks.toss_batch import lie_down
from castlecards.core.cards import NATURE
from castlecards.core.events import apply
from castlecards.core.landing import LOB, TABLE, Landing, Limits, Throw, toss
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.one_toss import standard
from castlecards.toss import flight
from castlecards.toss.dice import Dice
from castlecards.toss.nature import Nature, throw_world
from castlecards.toss.slap import Fall
from castlecards.toss.stock import FELT, MATERIAL_OF, STANDARD_AIR, STANDARD_STOCK, edge_lift
from castlecards.toss.styles import STYLES, release
from castlecards.toss.world import TossWorld


@pytest.fixture(scope="module")
def in_the_air() -> tuple[Position[Any], Throw]:
    """Return the first match with a field, just after a card has left the hand."""
    pos, limits = standard()
    assert isinstance(limits, Limits)
    pos, _ = apply(pos, toss(limits.cards[0], release(STYLES[LOB])))
    assert isinstance(pos.decision.aim, Throw)
    return pos, pos.decision.aim


def test_nature_answers_a_throw(in_the_air: tuple[Position[Any], Throw]) -> None:
    pos, throw = in_the_air
    action = Nature().choose(None, view(pos, NATURE))
    assert throw.allows(action)
    assert action == throw_world(pos, throw).landing.action()
    assert action == TossWorld.of(pos).toss(throw).landing.action()
    after, _ = apply(pos, action)
    assert after.decision != pos.decision


def test_the_surface_belongs_to_the_match(in_the_air: tuple[Position[Any], Throw]) -> None:
    _, throw = in_the_air
    landings = set()
    for surface, material in MATERIAL_OF.items():
        pos, limits = standard(surface)
        assert TossWorld.of(pos).material is material
        pos, _ = apply(pos, toss(limits.cards[0], throw.release))
        landings.add(Nature().choose(None, view(pos, NATURE)))
    assert len(landings) == len(MATERIAL_OF)


def test_nature_is_not_asked_for_anything_else() -> None:
    pos, _ = standard()
    with pytest.raises(ValueError, match="in the air"):
        Nature().choose(None, view(pos, NATURE))


def test_a_game_without_a_field_has_no_world(in_the_air: tuple[Position[Any], Throw]) -> None:
    pos = in_the_air[0].copy()
    pos.poses = None
    with pytest.raises(ValueError, match="no field"):
        TossWorld.of(pos)


def test_dice_give_legal_landings_of_all_kinds(in_the_air: tuple[Position[Any], Throw]) -> None:
    pos, throw = in_the_air
    dice = Dice(1)
    kinds: Counter[str] = Counter()
    for _ in range(2000):
        action = dice.landing(pos, throw)
        assert throw.allows(action)
        landing = Landing.of(action)
        kinds["table"] += landing.first == TABLE
        kinds["off"] += landing.off
        kinds["under"] += bool(landing.under)
        kinds["hit"] += bool(landing.on)
        kinds["double"] += len(landing.on) > 1
        kinds["perfect"] += any(contact.covered == 15 for contact in landing.on)
        kinds["pushed"] += bool(landing.moved)
    assert all(kinds[kind] > 5 for kind in ("off", "under", "double", "perfect", "pushed"))
    assert kinds["hit"] > 800
    assert kinds["table"] > 400


def test_dice_repeat_themselves(in_the_air: tuple[Position[Any], Throw]) -> None:
    pos, throw = in_the_air
    one, two = Dice(7), Dice(7)
    assert [one.landing(pos, throw) for _ in range(99)] == [
        two.landing(pos, throw) for _ in range(99)
    ]


def test_reading_a_flick_loads_neither_pymunk_nor_numpy() -> None:
    done = subprocess.run(
        [sys.executable, "-c",
         "import sys, castlecards.toss.flick, castlecards.toss.dice, castlecards.toss.nature;"
         "print({'pymunk', 'numpy'} & set(sys.modules))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "set()"


# Constants, and the batch version for statistics.


def test_every_card_has_its_own_curl() -> None:
    lifts = [edge_lift(FELT, card) for card in range(54)]
    assert len(set(lifts)) == 54
    assert 0 <= min(lifts) < 0.1e-3
    assert 0.9 * FELT.edge_lift < max(lifts) <= FELT.edge_lift
    assert edge_lift(FELT, 5) + edge_lift(FELT, 5, face_up=False) == pytest.approx(FELT.edge_lift)
    assert edge_lift(replace(FELT, edge_lift=0.0), 5) == 0.0


def test_card_measures() -> None:
    assert pytest.approx(1.8e-3) == STANDARD_STOCK.mass
    assert STANDARD_AIR.extra_mass(STANDARD_STOCK) == pytest.approx(0.24e-3, rel=0.05)
    assert STANDARD_STOCK.gyration == pytest.approx(0.03299, rel=1e-3)


def test_many_lie_down_as_one_does() -> None:
    states = [
        flight.launch_state(
            1.5, 0.8, pitch=-0.4 + 0.2 * n, bank=0.1 * n, spin=6.0 * n, tumble=2.0 * n
        )
        for n in range(6)
    ]
    landed = batch.fly(np.array(states).T.copy(), dt=1e-3)
    flat = lie_down(landed.states)
    assert flat.depth.max() < 1e-3
    for n, state in enumerate(states):
        fall = Fall(state, 1, [], STANDARD_STOCK, STANDARD_AIR, FELT)
        one = fall.run()
        assert flat.states[:2, n] == pytest.approx((one.plan.x, one.plan.y), abs=2e-3)
        assert flat.t[n] == pytest.approx(fall.t - fall.cues[0].t, abs=4e-3)
