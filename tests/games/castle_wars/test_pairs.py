"""Tests of every ordered pair of factions, short and epic: games end, and secrets are kept."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.core.events import apply, begin
from castlecards.core.position import Position
from castlecards.playout import opening
from tests.depth import Depth
from tests.games.castle_wars.build import GAME
from tests.games.castle_wars.random_play import FACTIONS, options_of, pair_options
from tests.games.test_contract import MOST_OPTIONS, check_cards
from tests.games.test_secrets import KnownFaces
from tests.marks import rule

pytestmark = pytest.mark.long

MOST = 6000


def play_and_check(options: Any, seed: int, every: int) -> tuple[Position[Any], int]:
    """Play a random match and compare the views with the faces that the events showed each seat."""
    start = GAME.setup(options, 2)
    start.seed = seed
    known_faces = KnownFaces(start)
    pos, events = begin(start)
    chance = Random(seed)
    count = 0
    while True:
        for event in events:
            known_faces.follow(event)
        if count % every == 0 or pos.decision is None:
            known_faces.check_view(pos)
            check_cards(pos)
        if pos.decision is None:
            return pos, count
        pos, events = apply(pos, chance.choice(pos.decision.options))
        count += 1
        assert count < MOST, "no end"


@rule("CW26", "CW27", "CW28", "CW29", "CW30", "CW31", "CW32", "CW33", "CW34", "CW35", "CW36",
      "CW37", "CW38", "CW39", "CW40", "CW41")  # fmt: skip
@pytest.mark.parametrize("epic", [False, True], ids=["short", "epic"])
@pytest.mark.parametrize("first", FACTIONS)
def test_every_pair_plays_to_the_end_and_keeps_its_secrets(
    first: str, epic: bool, depth: Depth
) -> None:
    """A daily run plays each pair once: half of the pairs short, the others epic."""
    pairs = [*enumerate(FACTIONS * 2)]
    if not depth.thorough:
        pairs = pairs[: len(FACTIONS)][(FACTIONS.index(first) + epic) % 2 :: 2]
    for n, second in pairs:
        pos, count = play_and_check(options_of(first, second, epic), 1000 + n, 7 if epic else 3)
        assert count > 8
        assert pos.result is not None
        assert sum(pos.result) == 1.0
        assert GAME.outcome(pos)
        standing = [
            sum(len(pos.zones[z]) for z, name in enumerate(pos.box.names)
                if name.startswith(f"{seat}.pile"))
            for seat in (0, 1)
        ]  # fmt: skip
        if not all(standing):  # CW15: a destroyed player has lost
            assert pos.result == (
                (0.5, 0.5)
                if standing == [0, 0]
                else (float(standing[0] > 0), float(standing[1] > 0))
            )


def test_more_matches_of_any_pair(depth: Depth) -> None:
    @settings(max_examples=depth(20, 60))
    @given(pair_options(), st.integers(0, 2**32))
    def run(options: Any, seed: int) -> None:
        pos, _ = play_and_check(options, seed, 5)
        assert pos.result is not None

    run()


@pytest.mark.parametrize("second", ["none", "royal_kingdom", "war_mongers"])
@pytest.mark.parametrize("first", ["none", "shape_shifters", "mages", "royal_kingdom"])
def test_even_who_hoards_everything_has_no_more_choices_than_a_screen_can_offer(
    first: str, second: str
) -> None:
    pos = opening(GAME, options_of(first, second, epic=True), 2, 3)
    most = 0
    while pos.decision is not None:
        options = pos.decision.options
        most = max(most, len(options))
        wanted = ("draw", "rest", "pass")
        pos, _ = apply(pos, next(a for verb in wanted for a in options if a.verb == verb))
    assert 100 < most <= MOST_OPTIONS
