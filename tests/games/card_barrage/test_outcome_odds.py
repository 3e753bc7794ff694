"""Tests of the table of throw odds: it fits the current physics, and the rules judge the same."""

from __future__ import annotations

from dataclasses import replace
from math import isclose, tan
from random import Random
from typing import Any

import pytest

from castlecards.content import ODDS, barrage_odds, built_in
from castlecards.core.cards import NATURE
from castlecards.core.events import apply
from castlecards.core.landing import FLIP, LOB, RANGES, Release, Throw, Thrower, toss
from castlecards.core.position import Position
from castlecards.data import DataError, load
from castlecards.games.card_barrage.heuristics import BarrageAdvice
from castlecards.games.card_barrage.outcome_odds import (
    ERRORS,
    Cell,
    OutcomeOdds,
    Spot,
    ThrowOption,
    cells_by_spot,
    format_cell,
    format_outcome,
    interpolation,
    mirror_image,
    parse_cell,
    throw_options,
)
from castlecards.games.card_barrage.rules import Play
from castlecards.games.card_barrage.scoring import judge
from castlecards.games.card_barrage.state import mover
from castlecards.playout import opening
from castlecards.toss.world import TossWorld
from tools.throw_odds import input_checksum, spots

GAME = built_in()["card_barrage"]
SEATS = (2, 4, 6)
LINE = "felt 2 0 2 lob | 0 0 0 100 1766 18 12 -164 -244 -1169 14000 0 | 9 2=8 | 9 2!=2 3>2+5=1 | 9"


def new_position(seats: int = 2, seed: int = 1) -> Position[Any]:
    """Return a new match in which a player must act."""
    pos = opening(GAME, GAME.options(), seats, seed)
    assert isinstance(pos.steps[0], Play)
    return pos


def with_card_in_air(pos: Position[Any], release: tuple[int, ...]) -> Position[Any]:
    """Return a position with the lowest card of the hand in the air."""
    card = pos.zones[pos.state.ground.hands[pos.decision.seat]][0]
    return apply(pos, toss(card, Release(*release)))[0]


def all_of(pos: Position[Any]) -> list[ThrowOption]:
    return list(throw_options(barrage_odds(), pos.state.ground, mover(pos.state)).values())


def test_the_table_is_of_the_lay_out_the_deck_and_the_physics_of_today() -> None:
    assert barrage_odds().checksum == input_checksum(), "make it anew: python tools/throw_odds.py"


def test_everything_can_be_thrown_at_by_every_method() -> None:
    held = {spot for spot in cells_by_spot(barrage_odds()) if spot.surface == "felt"}
    for seats in SEATS:
        missing = [spot for spot in spots(seats, "felt") if spot not in held]
        # spots out of reach of a seat have no throw
        assert all(spot.seats > 2 for spot in missing)
        assert len(missing) < 0.2 * len(list(spots(seats, "felt")))


def test_the_file_is_small() -> None:
    assert ODDS.stat().st_size < 32_000


def test_a_cell_is_read_as_it_was_written() -> None:
    spot, cell = parse_cell(LINE)
    assert spot == Spot("felt", 2, 0, 2, LOB)
    assert cell.release == (0, 0, 0, 100, 1766, 18, 12, -164, -244, -1169, 14000, 0)
    assert isclose(cell.outcomes[0][0].share, 8 / 9)
    assert cell.outcomes[1][0].perfect == (True,)
    double = cell.outcomes[1][1]
    assert (double.first, double.hits, double.perfect) == (3, (2, 5), (False, False))
    assert cell.outcomes[2] == ()
    counts = [(9, {"2": 8}), (9, {"2!": 2, "3>2+5": 1}), (9, {})]
    assert format_cell(spot, cell.release, counts) == LINE
    assert format_outcome(2, [(2, False)]) == "2"
    assert format_outcome(2, [(2, True)]) == "2!"
    assert format_outcome(3, [(2, True), (5, False)]) == "3>2!+5"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("felt 2 0 2", "felt 2 0 6"), ("felt 2 0", "felt 2 1"), ("lob", "bowl"),
        ("| 0 0 0 100", "| 1 0 0 100"), ("1766", "99999"), (" 14000 0", " 14000"),
        ("9 2=8", "9 2=10"), ("9 2=8", "0 2=8"), ("9 2=8", "0"),
        ("9 2=8", "9 2=-8"), ("2!=2", "2!=x"), ("3>2", "7>2"), (" | 9 2!=2 3>2+5=1", ""),
    ],
)  # fmt: skip
def test_what_is_no_cell_is_told_with_its_line(old: str, new: str) -> None:
    assert old in LINE
    text = f"checksum: '0'\ntosses: 9\ncells:\n- '{LINE}'\n- '{LINE.replace(old, new)}'\n"
    with pytest.raises(DataError, match=r"^throw_odds.yaml:5:3: cells\[1\]: this is no cell: "):
        load(text, OutcomeOdds, "throw_odds.yaml")


def test_a_mirror_shows_itself_in_a_mirror() -> None:
    for spot, cell in cells_by_spot(barrage_odds()).items():
        other, mirror = mirror_image(spot, cell)
        assert mirror_image(other, mirror) == (spot, cell)
    other, _ = mirror_image(Spot("felt", 6, 0, 1, FLIP), Cell((), ()))
    assert (other.place, other.target) == (2, 7)  # of three seats with three walls each
    other, _ = mirror_image(Spot("felt", 4, 1, 8, FLIP), Cell((), ()))
    assert (other.place, other.target) == (0, 9)  # a castle


@pytest.mark.parametrize("seats", SEATS)
def test_a_perfect_hand_hits_what_it_aims_at_from_every_seat(seats: int) -> None:
    """By real physics: sides, mirror images and places agree with the table."""
    pos = new_position(seats)
    ground = pos.state.ground
    world = TossWorld.of(pos)
    hit = tried = 0
    for seat in range(seats):
        card = pos.zones[ground.hands[seat]][0]
        for each in throw_options(barrage_odds(), ground, seat).values():
            often = sum(share for share, first, _ in each.outcomes[0] if first == each.target)
            if each.method != LOB or often < 0.8:
                continue
            throw = Throw(card, ground.starts[seat], Release(*each.release), ground.field)
            verdict = judge(pos, seat, world.toss(throw).landing.action())
            tried += 1
            hit += each.target in verdict.hits
    assert tried >= 4 * seats
    assert hit >= 0.95 * tried


def test_every_throw_is_lawful() -> None:
    """CB18: the hand comes over the castle, at most one card length beside it."""
    for seats in SEATS:
        ground = new_position(seats).state.ground
        for seat in range(seats):
            start, (low, high, gate) = ground.starts[seat], ground.gates[seat]
            for release in throw_options(barrage_odds(), ground, seat):
                assert all(
                    least <= n <= most for n, (least, most) in zip(release, RANGES, strict=True)
                )
                thrown = Release(*release)
                run = abs(start.y - gate) / 10 + thrown.y
                across = thrown.x - run * tan(thrown.heading / 1000)
                assert abs(across) <= (high - low) / 20


def test_the_rules_say_of_a_landing_what_the_table_says() -> None:
    pos = new_position()
    advice = BarrageAdvice(barrage_odds())
    seat = mover(pos.state)
    for each in all_of(pos):
        air = with_card_in_air(pos, each.release)
        assert air.decision is not None
        told = {
            (share, first, hits) for outcomes in each.outcomes for share, first, hits in outcomes
        }
        wanted = {frozenset(hits) for _, _, hits in told} | {frozenset()}
        for seed in range(30):
            action = advice.chance(air, air.decision, Random(seed))
            assert air.decision.allows(action)
            verdict = judge(air, seat, action)
            # a castle is never hit perfectly (CB23)
            found = frozenset((zone, bool(verdict.perfect >> zone & 1)) for zone in verdict.hits)
            assert found in wanted


def test_chance_follows_the_shares() -> None:
    pos = new_position()
    seat = mover(pos.state)
    each = max(all_of(pos), key=lambda each: sum(share for share, _, _ in each.outcomes[0]))
    air = with_card_in_air(pos, each.release)
    assert air.decision is not None
    for error, of in zip(ERRORS, each.outcomes, strict=True):
        advice = BarrageAdvice(barrage_odds(), Thrower(error))
        random = Random(5)
        hits = sum(
            bool(judge(air, seat, advice.chance(air, air.decision, random)).hits)
            for _ in range(1500)
        )
        assert abs(hits / 1500 - sum(share for share, _, _ in of)) < 0.05


def test_what_would_first_touch_a_card_that_is_gone_is_a_miss() -> None:
    pos = new_position()
    ground, seat = pos.state.ground, mover(pos.state)
    advice = BarrageAdvice(barrage_odds())
    skips = [
        each for each in all_of(pos)
        if any(first != each.target and share > 0.2 for share, first, _ in each.outcomes[1])
    ]  # fmt: skip
    assert skips  # a Frisbee thrown at the castle bounces on from the middle wall
    each = skips[0]
    gone = max(each.outcomes[1])[1]
    bare = pos.copy()
    bare.zones = pos.zones[:]
    card = bare.zones[gone]
    bare.zones[gone], bare.zones[ground.expelled] = b"", card
    bare.filled &= ~(1 << gone)
    for where, least, most in ((pos, 60, 300), (bare, 0, 40)):
        air = with_card_in_air(where, each.release)
        assert air.decision is not None
        random = Random(3)
        hits = sum(
            bool(judge(air, seat, advice.chance(air, air.decision, random)).hits)
            for _ in range(300)
        )
        assert least <= hits <= most


def test_a_throw_that_nobody_aimed_has_no_chance() -> None:
    pos = new_position()
    air = with_card_in_air(pos, Release(LOB, speed=1234).args())
    assert air.decision.seat == NATURE
    with pytest.raises(ValueError, match="nobody has aimed"):
        BarrageAdvice(barrage_odds()).chance(air, air.decision, Random(1))


def test_an_error_lies_between_two() -> None:
    assert interpolation(0.3) == (0, 0, 0.0)
    assert interpolation(0.5) == (0, 0, 0.0)
    low, high, part = interpolation(2**-0.5)
    assert (low, high) == (0, 1)
    assert isclose(part, 0.5)
    assert interpolation(1.0) == (0, 1, 1.0)
    assert interpolation(5.0) == (2, 2, 0.0)


def test_another_surface_borrows_the_odds_of_felt() -> None:
    odds = replace(
        barrage_odds(), cells=tuple(c for c in barrage_odds().cells if c.startswith("felt 2"))
    )
    wood = opening(GAME, GAME.options(surface="wood"), 2, 1).state.ground
    felt = opening(GAME, GAME.options(), 2, 1).state.ground
    assert set(throw_options(odds, wood, 0)) == set(throw_options(odds, felt, 0)) != set()
