"""Tests of flight: closed forms without air, limits with air, and both implementations alike."""

from __future__ import annotations

from dataclasses import replace
from math import cos, hypot, pi, radians, sin, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import toss_batch as batch
from benchmarks.toss_anchors import FLUTTERING, TUMBLING, plate_derivative
from castlecards.core.landing import FLIP, FRISBEE, LOB
from castlecards.toss import flight
from castlecards.toss.stock import GRAVITY, STANDARD_AIR, STANDARD_STOCK, CardStock
from castlecards.toss.styles import STYLES
from tests.marks import rule
from tests.toss.conftest import film

VACUUM = replace(STANDARD_AIR, density=0.0, added_inertia=0.0)
POKER = CardStock(0.0635, 0.0889, 1.8e-3 / (0.0635 * 0.0889))


def fly(state: flight.State, steps: int, air: object = STANDARD_AIR) -> flight.State:
    rate = flight.derivative(STANDARD_STOCK, air)  # type: ignore[arg-type]
    for _ in range(steps):
        state = flight.step(rate, state, flight.STEP)
    return state


def test_without_air_a_card_flies_a_parabola() -> None:
    speed, loft, t = 2.0, radians(50), 0.3
    start = flight.launch_state(
        speed, loft, heading=0.3, pitch=0.4, bank=0.2, spin=20.0, tumble=9.0
    )
    end = fly(start, 300, VACUUM)
    flat = speed * cos(loft) * t
    wanted = (flat * sin(0.3), flat * cos(0.3), 0.1 + speed * sin(loft) * t - GRAVITY * t * t / 2)
    assert end[:3] == pytest.approx(wanted, abs=1e-7)


def test_without_air_angular_momentum_and_energy_stay() -> None:
    start = flight.launch_state(1.0, 0.5, spin=30.0, tumble=12.0, wobble=(3.0, -2.0))
    stock = STANDARD_STOCK
    j1, j2 = stock.mass * stock.length**2 / 12, stock.mass * stock.width**2 / 12

    def momentum(state: flight.State) -> tuple[float, ...]:
        w1, w2, w3 = state[10:13]
        return flight.into_world(state, (j1 * w1, j2 * w2, (j1 + j2) * w3))

    end = fly(start, 400, VACUUM)
    assert momentum(end) == pytest.approx(momentum(start), rel=1e-6)
    assert flight.energy(end, stock, VACUUM) == pytest.approx(
        flight.energy(start, stock, VACUUM), rel=1e-7
    )


def test_a_flat_card_parachutes_at_its_terminal_speed() -> None:
    end = fly(flight.launch_state(0.0, 0.0), 3000)
    stock, air = STANDARD_STOCK, STANDARD_AIR
    wanted = sqrt(2 * stock.mass * GRAVITY / (air.density * stock.area * air.broadside))
    assert -end[5] == pytest.approx(wanted, rel=1e-3)


@pytest.mark.parametrize(("tilt", "tumbles"), [(3, False), (50, True)])
def test_a_card_is_bistable(tilt: float, tumbles: bool) -> None:
    rate = flight.derivative(POKER, STANDARD_AIR)
    state = flight.launch_state(0.0, 0.0, at=(0.0, 0.0, 0.0), bank=radians(tilt))
    over = False
    while state[2] > -1.0:
        state = flight.step(rate, state, flight.STEP)
        over = over or flight.rotation(state)[8] < cos(radians(89))
    assert over == tumbles


numbers = st.floats(-1, 1)


@settings(max_examples=60, deadline=None)
@given(st.lists(numbers, min_size=10, max_size=10))
def test_air_never_adds_energy(n: list[float]) -> None:
    q = [part + 1e-3 for part in n[3:7]]
    size = sqrt(sum(part * part for part in q))
    state = (0.0, 0.0, 1.0, *(6 * part for part in n[:3]), *(part / size for part in q),
             *(40 * part for part in n[7:]))  # fmt: skip
    rate = flight.derivative(STANDARD_STOCK, STANDARD_AIR)
    before = flight.energy(state, STANDARD_STOCK, STANDARD_AIR)
    for _ in range(30):
        state = flight.step(rate, state, flight.STEP)
        after = flight.energy(state, STANDARD_STOCK, STANDARD_AIR)
        assert after <= before + 1e-8
        before = after


@settings(max_examples=40, deadline=None)
@given(
    st.floats(0.5, 3), st.floats(0.1, 1.2), st.floats(-0.5, 0.5), st.floats(-0.6, 0.6),
    st.floats(-0.5, 0.5), st.floats(-2, 2), st.floats(-40, 40), st.floats(-20, 20),
)  # fmt: skip
def test_flight_in_a_mirror(
    speed: float, loft: float, heading: float, pitch: float, bank: float, yaw: float,
    spin: float, tumble: float,
) -> None:  # fmt: skip
    one = fly(
        flight.launch_state(speed, loft, heading=heading, pitch=pitch, bank=bank, yaw=yaw,
                            spin=spin, tumble=tumble), 150,
    )  # fmt: skip
    two = fly(
        flight.launch_state(speed, loft, heading=-heading, pitch=pitch, bank=-bank, yaw=-yaw,
                            spin=-spin, tumble=tumble), 150,
    )  # fmt: skip
    assert (-two[0], two[1], two[2]) == pytest.approx(one[:3], abs=1e-9)
    assert (-two[11], -two[12]) == pytest.approx(one[11:13], abs=1e-5)


def test_halving_the_step_changes_nothing_that_matters() -> None:
    rate = flight.derivative(STANDARD_STOCK, STANDARD_AIR)
    one = two = flight.launch_state(1.8, 0.95, pitch=-0.4, yaw=-0.6, spin=18.0, wobble=(0.5, 0.5))
    for _ in range(300):
        one = flight.step(rate, one, 1e-3)
        two = flight.step(rate, flight.step(rate, two, 5e-4), 5e-4)
    assert hypot(one[0] - two[0], one[1] - two[1]) < 1e-5


def test_a_fast_spinning_card_takes_smaller_steps() -> None:
    state = flight.launch_state(5.0, 0.2, spin=900.0)
    rate = flight.derivative(STANDARD_STOCK, STANDARD_AIR)
    one = flight.step(rate, state, 1e-3)
    two = state
    for _ in range(4):
        two = flight.step(rate, two, 2.5e-4)
    assert one == two


def test_batch_and_scalar_agree() -> None:
    states = [
        flight.launch_state(2.0, 0.9, pitch=0.1 * n, bank=0.05 * n, spin=4.0 * n, tumble=3.0 - n)
        for n in range(8)
    ]
    scalar, many = flight.derivative(), batch.rate_of_change()
    array = np.array(states).T.copy()
    for _ in range(100):
        states = [flight.step(scalar, state, 1e-3) for state in states]
        array = batch.step(many, array, 1e-3)
    assert np.abs(np.array(states).T - array).max() < 1e-10


def test_a_batch_finds_the_moment_of_touch() -> None:
    states = np.array(
        [flight.launch_state(1.8, 0.95, pitch=-0.4, spin=2.0 * n) for n in range(6)]
    ).T
    landed = batch.fly(states.copy())
    assert np.abs(batch.lowest(landed.states)).max() < 1e-5
    never = batch.fly(states.copy(), seconds=0.05)
    assert np.isnan(never.t).all()


@pytest.mark.parametrize(("plate", "turns"), [(TUMBLING, True), (FLUTTERING, False)])
def test_plates_in_water_tumble_or_flutter(plate: object, turns: bool) -> None:
    rate = plate_derivative(plate)  # type: ignore[arg-type]
    state: flight.State = (0.0,) * 6 + (cos(0.25), sin(0.25)) + (0.0,) * 5
    turned = 0.0
    for n in range(8000):
        state = flight.step(rate, state, 1e-3)
        turned += state[10] * 1e-3 if n > 2000 else 0.0
    assert (abs(turned) > 10 * pi) == turns


@rule("CB17")
def test_the_three_methods_are_what_their_names_say() -> None:
    from castlecards.toss.styles import release

    lob, frisbee, flip = (film(release(STYLES[n])) for n in (LOB, FRISBEE, FLIP))
    top = [max(frame.z for frame in toss.frames) for toss in (lob, frisbee)]
    assert top[0] > top[1] + 40  # an arc, and a flat flight
    assert STYLES[FRISBEE].spin >= 20
    assert STYLES[FRISBEE].turn == 0
    assert lob.landing.face_up
    assert frisbee.landing.face_up
    assert not flip.landing.face_up  # it turned over, end over end
    tumble = [release(style).tumble for style in STYLES]
    assert tumble[LOB] == tumble[FRISBEE] == 0
    assert abs(tumble[FLIP]) > 5_000  # mrad/s at the release, not only from the air
