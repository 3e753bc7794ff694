"""Tests of sliding: distances, friction shared by spin and slide, and which edge goes under."""

from __future__ import annotations

from math import hypot

import pytest

from benchmarks.toss import TRUTH, coulomb, slid, struck
from castlecards.core.landing import LOB
from castlecards.toss.contact import Plan
from castlecards.toss.flight import launch_state
from castlecards.toss.layers import CardContact, RestingCard, edges_meet, lying_above, settle_levels
from castlecards.toss.slap import Fall, Flat
from castlecards.toss.slide import FrictionLaw, Slide
from castlecards.toss.stock import FELT, GRAVITY, STANDARD_AIR, STANDARD_STOCK, edge_lift
from castlecards.toss.styles import STYLES, release
from castlecards.toss.world import launch
from tests.marks import rule

A, B = STANDARD_STOCK.width / 2, STANDARD_STOCK.length / 2
MU_G = FELT.table_friction * GRAVITY


@pytest.mark.parametrize("speed", [0.05, 0.1, 0.3, 0.7, 1.3, 2.0])
def test_slide_distance(speed: float) -> None:
    assert slid(speed, 0.0) == pytest.approx(1000 * speed**2 / (2 * MU_G), rel=5e-3)


@pytest.mark.parametrize(("speed", "spin"), [(0.5, 60.0), (1.0, 20.0), (0.3, 30.0)])
def test_a_spinning_card_slides_as_far_as_coulomb_says(speed: float, spin: float) -> None:
    found = slid(speed, spin)
    assert found == pytest.approx(coulomb(speed, spin, STANDARD_STOCK, 5e-4), rel=0.05)
    assert found > 1.05 * slid(speed, 0.0)


def test_spin_and_slide_stop_at_the_same_instant() -> None:
    law = FrictionLaw.of(STANDARD_STOCK)
    speed, spin, ends = 600.0, 20.0, []
    for n in range(400):
        was = speed, spin
        _, _, speed, spin = law.step(speed, spin, MU_G * 1000, 1 / 240)
        ends += [n] * sum(
            bool(old) and not new for old, new in zip(was, (speed, spin), strict=True)
        )
    assert len(ends) == 2
    assert ends[1] - ends[0] <= 1


def test_the_law_does_not_depend_on_the_step() -> None:
    law = FrictionLaw.of(STANDARD_STOCK)
    for step in (1 / 60, 1 / 480):
        speed, way = 700.0, 0.0
        while speed:
            part, _, speed, _ = law.step(speed, 0.0, MU_G * 1000, step)
            way += part
        assert way == pytest.approx(700**2 / (2 * MU_G * 1000), rel=1e-9)


@rule("CB20")
@pytest.mark.parametrize(("lead", "other", "closing", "meeting"), TRUTH)
def test_edge_rule(lead: float, other: float, closing: float, meeting: CardContact) -> None:
    found = edges_meet(lead / 1000, other / 1000, closing, 0.3e-3, FELT)
    assert found is meeting


@rule("CB20", "CB24")
def test_edges_meet_on_the_table_as_the_rule_says() -> None:
    flat_card, curled = 34, 9
    assert edge_lift(FELT, flat_card) < 0.2e-3 < 0.3e-3 < edge_lift(FELT, curled)
    meeting, moved = struck(0.5, flat_card, 0.0)
    assert meeting is CardContact.PUSH
    assert 1 < moved < 30
    assert struck(0.5, flat_card, 0.9e-3) == (CardContact.OVER, 0.0)
    assert struck(0.5, curled, 0.0) == (CardContact.UNDER, 0.0)


@rule("CB20")
def test_what_it_slides_under_lies_on_it() -> None:
    flat = Flat(Plan(0.0, -2 * B - 1e-3, 1.0, 0.0, A, B), 0.0, 0.9, 0.0, True, 0.0, True)
    wall = RestingCard(9, Plan(0.0, 0.0, 1.0, 0.0, A, B), 0)
    slide = Slide(flat, 0, [wall], {}, STANDARD_STOCK, FELT, 0.0)
    slide.run()
    assert slide.under == {9}
    levels = settle_levels(slide.plans(), {0: 0, 9: 0}, 0, frozenset(slide.under))
    assert levels == {0: 0, 9: 1}


def test_cards_that_lie_higher_rise_with_what_is_lifted() -> None:
    plans = {n: Plan(0.0, 20.0 * n, 1.0, 0.0, 30.0, 45.0) for n in range(4)}
    before = {0: 0, 1: 0, 2: 1, 3: 2}
    lying = {n: plans[n] for n in (1, 2, 3)}
    above = lying_above(lying, before, {1})
    assert above == {1, 2, 3}
    assert settle_levels(plans, before, 0, above) == {0: 0, 1: 1, 2: 2, 3: 3}
    assert lying_above(lying, before, {2}) == {2, 3}
    assert settle_levels(plans, before, 0, frozenset({2, 3})) == {0: 1, 1: 0, 2: 2, 3: 3}
    assert settle_levels(plans, before, 0, frozenset()) == {0: 3, 1: 0, 2: 1, 3: 2}


def test_a_higher_card_passes_over() -> None:
    below = RestingCard(5, Plan(0.0, 0.0, 1.0, 0.0, A, B), 0)
    beside = RestingCard(6, Plan(0.0, 0.16, 1.0, 0.0, A, B), 0)
    flat = Flat(Plan(0.0, 0.02, 1.0, 0.0, A, B), 0.0, 0.7, 0.0, True, 0.0, True)
    slide = Slide(flat, 0, [below, beside], {5: CardContact.OVER}, STANDARD_STOCK, FELT, 0.0)
    slide.run()
    assert slide.meetings[6] is CardContact.OVER
    assert slide.moved(6) is None


def test_energy_of_a_push_does_not_grow() -> None:
    flat = Flat(Plan(0.0, -2 * B - 1e-3, 1.0, 0.0, A, B), 0.0, 0.55, 0.0, True, 0.0, True)
    wall = RestingCard(34, Plan(0.0, 0.0, 1.0, 0.0, A, B), 0)
    slide = Slide(flat, 0, [wall], {}, STANDARD_STOCK, FELT, 0.0)
    slide.run()
    ways = [slide.moved(0), slide.moved(34)]
    assert all(way is not None for way in ways)
    pushed = ways[1]
    # friction can only reduce the energy
    alone = 1000 * 0.55**2 / (2 * MU_G)
    own = slide.plans()[0].y + 2 * B * 1000 + 1
    assert own + hypot(pushed[0], pushed[1]) <= alone * 1.01


# Slap-down.


def test_the_first_contact_is_found_on_the_whole_face() -> None:
    """The edge of a tilted card lands across the corner of a lying card."""
    state = launch_state(0.0, 0.0, at=(0.0, 0.0, 0.05), bank=0.0, pitch=0.0)
    wall = RestingCard(7, Plan(A + 0.8 * B, 0.0, 1.0, 0.0, B, A), 0)
    fall = Fall(state, 1, [wall], STANDARD_STOCK, STANDARD_AIR, FELT)
    fall.fly()
    assert fall.first == 7
    assert fall.t == pytest.approx((2 * 0.0497 / GRAVITY) ** 0.5, rel=0.2)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.long
def test_first_contact_against_a_finer_reference(seed: int) -> None:
    shift = (seed % 8) * 0.012 - 0.042
    ahead = 0.36 + (seed // 8) * 0.012
    state = launch(release(STYLES[LOB], 1.7 + 0.01 * (seed % 5)), STANDARD_STOCK)
    wall = Plan(shift, ahead, 1.0, 0.0, A, B)
    first = []
    for dt in (1e-3, 1.25e-4):
        fall = Fall(state, 0, [RestingCard(1, wall, 0)], STANDARD_STOCK, STANDARD_AIR, FELT, dt)
        fall.fly()
        first.append((fall.first, fall.t))
    assert first[0][0] == first[1][0]
    assert first[0][1] == pytest.approx(first[1][1], abs=2e-4)


@rule("CB20")
@pytest.mark.parametrize(
    ("wall", "height", "meeting"),
    [
        (21, 1e-3, CardContact.UNDER),  # its edge stands 2.3 mm high
        (21, 4e-3, CardContact.OVER),
        (34, 1e-3, CardContact.OVER),  # this one lies flat
        (34, 0.2e-3, CardContact.OVER),
    ],
)
def test_a_card_that_comes_in_low_slips_under_a_raised_edge(
    wall: int, height: float, meeting: CardContact
) -> None:
    state = launch_state(1.5, 0.0, at=(0.0, -2 * B - 3e-3, height))
    other = RestingCard(wall, Plan(0.0, 0.0, 1.0, 0.0, A, B), 0)
    fall = Fall(state, 0, [other], STANDARD_STOCK, STANDARD_AIR, FELT)
    fall.fly()
    assert fall.first == wall
    assert fall.meetings[wall] is meeting
    if meeting is CardContact.UNDER:
        assert fall.touch[1] == pytest.approx(-B, abs=1e-3)  # at the edge
        assert [cue.kind for cue in fall.cues] == ["touch", "under"]
    else:
        assert "under" not in [cue.kind for cue in fall.cues]


@rule("CB20")
def test_who_lands_on_a_face_is_over_it_however_its_edges_curl() -> None:
    """It lands near the edge, but from above and not across it."""
    state = launch_state(0.0, 0.0, at=(0.0, -2 * B + 1e-3, 0.03))
    other = RestingCard(21, Plan(0.0, 0.0, 1.0, 0.0, A, B), 0)
    fall = Fall(state, 0, [other], STANDARD_STOCK, STANDARD_AIR, FELT)
    fall.fly()
    assert fall.first == 21
    assert fall.meetings[21] is CardContact.OVER


@pytest.mark.parametrize("tilt", [0.0, 0.3, 1.2, 2.9])
def test_a_dropped_card_lies_down(tilt: float) -> None:
    state = launch_state(
        0.3, 0.0, at=(0.0, 0.0, 0.15), pitch=tilt, bank=tilt / 3, wobble=(0.3, 0.2)
    )
    fall = Fall(state, 1, [], STANDARD_STOCK, STANDARD_AIR, FELT)
    flat = fall.run()
    assert flat.settled
    assert fall.depth < 1e-3
    assert abs(flat.vy) < 1.5


def test_nobody_is_called_back_when_the_slide_is_over() -> None:
    """pymunk reports separations while it frees a space, when the bodies no longer exist."""
    flat = Flat(Plan(0.0, -2 * B - 1e-3, 1.0, 0.0, A, B), 0.0, 0.5, 0.0, True, 0.0, True)
    wall = RestingCard(5, Plan(0.0, 0.0, 1.0, 0.0, A, B), 0)
    slide = Slide(flat, 0, [wall], {}, STANDARD_STOCK, FELT, 0.0)
    called: list[object] = []
    guarded = slide._guarded(called.append)
    slide._running = True
    guarded("while it runs")
    slide.run()
    guarded("afterwards")
    assert called == ["while it runs"]
    slide.space.remove(*slide.space.shapes)
    assert slide._failure is None
