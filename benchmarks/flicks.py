"""Accuracy of the reading of flicks by mouse and frame rate, and distance of a throw by strength.

Rows of the benchmark `toss`. A simulated hand moves a card on a continuous path. A mouse reports it
in whole pixels at its own clock. A loop reads the reports once a frame, late frames included, with
the program's `EventReader` and `FlickGesture`. The result is compared with the same flick sampled
much more often. Then straight flicks of every strength are thrown on a bare table: each must go
farther than the one before, without jumps, along its line, with the same face up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import cos, degrees, pi, radians, sin
from multiprocessing.pool import Pool
from random import Random
from typing import NamedTuple

import numpy as np
import pygame

from benchmarks.rows import Row
from castlecards.core.cards import Surface
from castlecards.core.landing import FLIP, FRISBEE, LOB, METHODS, Landing, Limits, Release, Throw
from castlecards.one_toss import standard
from castlecards.toss.aim import ahead
from castlecards.toss.flick import Foul, from_flick, hand_speed, track_of
from castlecards.toss.stock import MATERIAL_OF
from castlecards.toss.styles import STYLES
from castlecards.toss.world import TossWorld
from castlecards.ui.kit import intents
from castlecards.ui.kit.event_reader import EventReader
from castlecards.ui.kit.intents import Bindings
from castlecards.ui.table.input.flick_gesture import FlickGesture
from castlecards.ui.table.layout.camera import Camera

MICE = (125, 250, 500, 1000)  # reports a second
FRAMES = (4, 8, 12, 16, 24)  # ms
HITCH = 40  # ms
CAMERA = Camera(scale=0.72, cx=640, cy=400)  # of a duel in a window of 1280 x 800
BARS = {125: 5.0, 250: 4.0, 500: 4.0, 1000: 4.0}  # % of spread, by mouse
BELL_BAR = 4.0  # % of spread, of a flick with a bell-shaped speed
BELL_HEADING_BAR = 0.6  # degrees, spread of its heading
MOST_LOST = 1.0  # %, greatest share of flicks that are not read as throws; each one needs a message
FLICKS = 120  # flicks for each mouse and frame, each read with a late frame and without
FEWER_FLICKS = 30  # the same with --quick
LOFT = 32.0  # degrees
REFERENCE_RATE = 4000  # Hz, sampling rate of the reading that the others are compared with
CARRY_TIME = 0.35  # s, from the grab until the card is behind the castle
RUN_LENGTH = 270.0  # mm from the start of the flick to the release line
RELEASE_DELAY = 0.02  # s that the button comes up after the hand has begun to brake
STRENGTHS = range(800, 2401, 40)  # mm/s of the hand
HARDER = range(2240, 4001, 40)  # as far as the edge of the play area
MOST_GROWTH = 25.0  # mm: the greatest growth from one strength to the next
MOST_ASIDE = 15.0  # mm beside the line, at rest
WALL_REACH = 31.75 - 3.0  # mm beside the line: a nearer touch is on the wall that stands there
RUN_UP = 280.0  # mm before the release line
READS = 500.0  # Hz


@dataclass(frozen=True)
class Flick:
    """Path of a hand: it carries the card behind the castle, draws back, waits, and flicks.

    `peak` mm/s after `rise` s, at `heading` degrees to the right; the button comes up `short` mm
    before the release line (negative: beyond it) and the hand comes to rest in `brake` s.
    """

    peak: float
    rise: float
    wait: float
    heading: float
    short: float
    brake: float

    def at(self, t: float, limits: Limits) -> tuple[float, float]:
        """Place on the table (mm), `t` s after the card was grabbed."""
        gate = (limits.gate[2] - limits.start.y) / 10
        home, back = gate - 110.0, gate - 60.0
        if t < CARRY_TIME:
            along = home + (back - home) * (0.5 - 0.5 * cos(pi * t / CARRY_TIME))
        else:
            along = back + self._travelled(t - CARRY_TIME - self.wait)
        turn = radians(self.heading)
        return (
            limits.start.x / 10 + sin(turn) * (along - gate),
            limits.start.y / 10 + gate + cos(turn) * (along - gate),
        )

    def _travelled(self, t: float) -> float:
        """Distance along the flick, mm: the speed rises as a sine, stays, and falls as a cosine."""
        if t <= 0:
            return 0.0
        up = self.rise * self.peak / 2
        if t < self.rise:
            return self.peak / 2 * (t - self.rise / pi * sin(pi * t / self.rise))
        distance = max(self._braking_distance - up, 0.0)
        level = distance / self.peak
        if t < self.rise + level:
            return up + self.peak * (t - self.rise)
        t = min(t - self.rise - level, self.brake)
        fall = self.peak / 2 * (t + self.brake / pi * sin(pi * t / self.brake))
        return up + distance + fall

    @property
    def _braking_distance(self) -> float:
        """Distance (mm) until the hand brakes: at the release of the button, or 40 mm beyond the
        line."""
        return RUN_LENGTH - max(self.short, -40.0)

    @property
    def up(self) -> float:
        """Time (s) of the release of the button: as the hand begins to brake."""
        level = max(self._braking_distance - self.rise * self.peak / 2, 0.0) / self.peak
        return CARRY_TIME + self.wait + self.rise + level + RELEASE_DELAY


@dataclass(frozen=True)
class BellFlick:
    """Flick of minimum jerk (Flash and Hogan 1985): the speed of the hand is shaped like a bell,
    its path is bowed, and its fingers tremble.

    It goes `length` mm in `seconds`, `bow` mm aside in the middle; the button comes up after a
    `share` of that time. The carry before it is that of `Flick`.
    """

    length: float  # mm
    seconds: float
    wait: float  # s
    heading: float  # degrees
    bow: float  # mm, to the right
    share: float
    beat: float  # Hz, of the tremor
    phase: float  # rad, of the tremor
    tremor: float = 0.3  # mm, greatest offset each way

    def at(self, t: float, limits: Limits) -> tuple[float, float]:
        """Place on the table (mm), `t` s after the card was grabbed."""
        carry = Flick(1.0, 1.0, self.wait, self.heading, 0.0, 1.0)
        x, y = carry.at(min(t, CARRY_TIME + self.wait), limits)
        part = min(max(t - CARRY_TIME - self.wait, 0.0) / self.seconds, 1.0)
        along = self.length * part**3 * (10 - 15 * part + 6 * part * part)
        aside = self.bow * sin(pi * along / self.length)
        swing = 2 * pi * self.beat * t + self.phase
        turn = radians(self.heading)
        return (
            x + along * sin(turn) + aside * cos(turn) + self.tremor * sin(swing),
            y + along * cos(turn) - aside * sin(turn) + self.tremor * cos(1.3 * swing),
        )

    @property
    def up(self) -> float:
        """Time (s) of the release of the button."""
        return CARRY_TIME + self.wait + self.share * self.seconds


def bell_flicks(count: int, seed: int) -> Iterator[BellFlick]:
    """Yield random flicks with a bell-shaped speed, each clearly meant as a throw."""
    random = Random(f"bell {seed}")
    for _ in range(count):
        length = random.uniform(240, 420)
        yield BellFlick(
            length=length,
            seconds=1.875 * length / random.uniform(700, 2600),  # the peak is 15/8 of the mean
            wait=random.uniform(0.05, 0.3),
            heading=random.uniform(-6, 6),
            bow=random.uniform(-12, 12),
            share=random.uniform(0.5, 0.8),
            beat=random.uniform(8, 12),
            phase=random.uniform(0, 2 * pi),
        )


def flicks(count: int, seed: int) -> Iterator[Flick]:
    """Yield random flicks, each clearly meant as a throw."""
    random = Random(f"flicks {seed}")
    for _ in range(count):
        yield Flick(
            peak=random.uniform(700, 2600),
            rise=random.uniform(0.06, 0.12),
            wait=random.uniform(0.05, 0.3),
            heading=random.uniform(-6, 6),
            short=random.choice((random.uniform(10, 50), -60.0)),
            brake=random.uniform(0.08, 0.15),
        )


@dataclass
class Readings:
    """Results of reading flicks. `speeds`: measured speed of the hand, divided by the true one;
    `headings`: measured heading minus the true one, degrees."""

    speeds: list[float] = field(default_factory=list)
    headings: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    frame: float = 0.0  # ms

    @property
    def spread(self) -> float:
        """Standard deviation over the mean, %."""
        return 100 * float(np.std(self.speeds) / np.mean(self.speeds))

    @property
    def turned(self) -> float:
        """Standard deviation of the heading, degrees."""
        return float(np.std(self.headings))


def read(
    flick: Flick | BellFlick, rate: float, frame: float, hitches: bool, seed: int
) -> Release | Foul | None:
    """Read a flick as the program does: a mouse of `rate` Hz, `frame` ms between two reads of
    events."""
    random = Random(f"read {seed} {rate} {frame}")
    _, limits = standard()
    movement: FlickGesture | None = None
    reader = EventReader(Bindings())
    now = -random.random() * frame / 1000
    reader.read((), now)
    hitch = random.uniform(CARRY_TIME, flick.up) if hitches else flick.up + 1
    queue = list(_events(flick, rate, limits, random))
    while queue:
        step = frame / 1000 * random.uniform(0.9, 1.1)
        if now <= hitch < now + step:
            step = HITCH / 1000
        now += step
        count = next((n for n, (t, _) in enumerate(queue) if t > now), len(queue))
        batch, queue = [event for _, event in queue[:count]], queue[count:]
        for intent in reader.read(batch, now):
            if isinstance(intent, intents.Grab):
                movement = FlickGesture(limits)
            if not isinstance(intent, intents.Grab | intents.Drag | intents.Release):
                continue
            assert movement is not None
            movement.add(intent.time, *CAMERA.unproject(*intent.pos))
            if isinstance(intent, intents.Drag):
                done = movement.throw_at_line(FRISBEE, LOFT)
                if done is not None:
                    return done
            if isinstance(intent, intents.Release):
                return movement.release(FRISBEE, LOFT, named=False, on_target=False)
    raise AssertionError("the button never came up")


def _events(
    flick: Flick | BellFlick, rate: float, limits: Limits, random: Random
) -> Iterator[tuple[float, pygame.event.Event]]:
    """Yield the mouse events of a flick with their times, s; a report of the same place is left
    out."""
    last = _px(flick, 0.0, limits)
    yield 0.0, pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=last, button=1)
    t = random.random() / rate
    while t < flick.up:
        place = _px(flick, t, limits)
        if place != last:
            yield t, pygame.event.Event(pygame.MOUSEMOTION, pos=place)
        last = place
        t += random.gauss(1, 0.01) / rate
    yield flick.up, pygame.event.Event(pygame.MOUSEBUTTONUP, pos=last, button=1)


def _px(flick: Flick | BellFlick, t: float, limits: Limits) -> tuple[int, int]:
    x, y = CAMERA.project(*flick.at(t, limits))
    return round(x), round(y)


def true_release(flick: Flick | BellFlick) -> Release:
    """Release of a flick that is sampled at REFERENCE_RATE, not in whole pixels, without tremor."""
    if isinstance(flick, BellFlick):
        flick = replace(flick, tremor=0.0)
    _, limits = standard()
    movement = FlickGesture(limits)
    for n in range(int(flick.up * REFERENCE_RATE) + 1):
        movement.add(n / REFERENCE_RATE, *flick.at(n / REFERENCE_RATE, limits))
        done = movement.throw_at_line(FRISBEE, LOFT)
        if done is not None:
            break
    else:
        done = movement.release(FRISBEE, LOFT, named=False, on_target=False)
    assert isinstance(done, Release), f"{flick} is no true flick"
    return done


def measured(
    rate: float, frame: float, made: Sequence[tuple[Flick | BellFlick, Release]], seed: int
) -> Readings:
    """Read each flick, given with its true release, twice: with a late frame and without one."""
    readings = Readings(frame=frame)
    for number, (flick, true) in enumerate(made):
        for hitches in (False, True):
            done = read(flick, rate, frame, hitches, 1000 * seed + number)
            readings.counts["all"] += 1
            if isinstance(done, Release):
                readings.speeds.append(_hand(done) / _hand(true))
                readings.headings.append(degrees((done.heading - true.heading) / 1000))
            else:
                readings.counts["not thrown"] += 1
                readings.counts["without a word"] += done is None
    return readings


def _hand(release: Release) -> float:
    """Speed of the hand that makes this release, mm/s."""
    return hand_speed(STYLES[FRISBEE], release.speed / 1000)


def widest(readings: Sequence[Readings]) -> Readings:
    """Result of the frame length at which the speed spreads most."""
    return max(readings, key=lambda one: one.spread)


def speed_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on the spread of the measured speed by mouse, and on flicks that are not recognised."""
    made = [(flick, true_release(flick)) for flick in flicks(FEWER_FLICKS if quick else FLICKS, 1)]
    jobs = [(rate, frame, made, 1) for rate in MICE for frame in FRAMES]
    every = pool.starmap(measured, jobs, 1)
    rows, counts = [], Counter[str]()
    for rate in MICE:
        own = [readings for readings, job in zip(every, jobs, strict=True) if job[0] == rate]
        most = widest(own)
        counts.update(sum((readings.counts for readings in own), Counter()))
        figure = f"{most.spread:.1f} % spread, at frames of {most.frame:.0f} ms"
        what = f"hand speed, {rate} Hz mouse, frames {FRAMES[0]}-{FRAMES[-1]} ms, hitches"
        rows.append(Row(what, figure, f"<= {BARS[rate]:g} %", most.spread <= BARS[rate]))
    lost, silent = 100 * counts["not thrown"] / counts["all"], counts["without a word"]
    what = f"true flicks not thrown, of {counts['all']}; without a word"
    bar = f"<= {MOST_LOST:g} %; 0"
    rows.append(Row(what, f"{lost:.2f} %; {silent}", bar, lost <= MOST_LOST and not silent))
    return rows


def bell_rows(pool: Pool, quick: bool) -> list[Row]:
    """Rows on flicks with a bell-shaped speed, read from a slow mouse."""
    made = [
        (flick, true_release(flick)) for flick in bell_flicks(FEWER_FLICKS if quick else FLICKS, 1)
    ]
    every = pool.starmap(measured, [(MICE[0], frame, made, 1) for frame in FRAMES], 1)
    name = f"bell-shaped flick, {MICE[0]} Hz mouse, frames {FRAMES[0]}-{FRAMES[-1]} ms"
    spread, turned = max(one.spread for one in every), max(one.turned for one in every)
    return [
        Row(f"{name}: speed", f"{spread:.1f} % spread", f"<= {BELL_BAR:g} %", spread <= BELL_BAR),
        Row(
            f"{name}: heading",
            f"{turned:.2f}° spread",
            f"<= {BELL_HEADING_BAR:g}°",
            turned <= BELL_HEADING_BAR,
        ),
    ]


class StraightFlick(NamedTuple):
    """A straight flick; mm ahead of the release and to the right of the line."""

    strength: int  # mm/s of the hand
    touch: tuple[float, float]  # right, ahead
    rest: tuple[float, float]  # right, ahead
    landing: Landing


def straight(strength: float, limits: Limits) -> list[tuple[float, float, float]]:
    """Samples of a hand that goes straight ahead at constant speed, over its castle to beyond the
    line."""
    x, line = limits.start.x / 10, limits.start.y / 10
    forward = 1.0 if line < 0 else -1.0
    count = int((RUN_UP + 5) / strength * READS) + 2
    distances = ((RUN_UP + 5) * n / count for n in range(count + 1))
    return [
        (distance / strength, x, line + forward * (distance - RUN_UP)) for distance in distances
    ]


def straight_release(method: int, strength: float, limits: Limits) -> Release:
    """Release that the program reads from a straight flick."""
    release = from_flick(track_of(straight(strength, limits), limits), limits, method)
    assert isinstance(release, Release), release
    return release


def thrown(
    method: int, strength: int, surface: Surface = "felt", walls: bool = False
) -> StraightFlick:
    """Toss of a straight flick from the middle of the standard lay-out; without `walls` on a bare
    table."""
    pos, limits = standard()
    cards = TossWorld.of(pos).cards if walls else ()
    world = TossWorld(limits.field, cards, MATERIAL_OF[surface])
    throw = Throw(
        limits.cards[0], limits.start, straight_release(method, strength, limits), limits.field
    )
    toss = world.toss(throw)
    cue = toss.cues[0]
    touch = (cue.x - limits.start.x / 10, cue.y - limits.start.y / 10)
    return StraightFlick(strength, touch, ahead(limits.start, toss.landing.pose), toss.landing)


def _thrown(job: tuple[int, int, Surface, bool]) -> StraightFlick:
    return thrown(*job)


def growth(throws: list[StraightFlick]) -> tuple[float, float]:
    """Least and greatest growth of the distance (mm) from one strength to the next."""
    steps = [two.rest[1] - one.rest[1] for one, two in pairwise(throws)]
    return min(steps), max(steps)


def aside(throws: list[StraightFlick]) -> float:
    """Greatest distance from the line at rest, mm."""
    return max(abs(one.rest[0]) for one in throws)


def strength_rows(pool: Pool, quick: bool) -> Iterator[Row]:
    """Yield rows on throws of straight flicks by strength, method and surface."""
    surfaces: tuple[Surface, ...] = ("felt", "wood", "sticky")
    for surface in surfaces:
        for method in (LOB, FLIP):
            name = f"{surface}, straight {METHODS[method]} of 800-2400 mm/s"
            speeds = STRENGTHS[::4] if quick else STRENGTHS
            jobs = [(method, strength, surface, False) for strength in speeds]
            throws = pool.map(_thrown, jobs, 4)
            least, most = growth(throws)
            jump = MOST_GROWTH * speeds.step / STRENGTHS.step
            yield Row(f"{name}: growth a step of {speeds.step}", f"{least:.1f} to {most:.1f} mm",
                      f"> 0, <= {jump:g} mm", least > 0 and most <= jump)  # fmt: skip
            side = aside(throws)
            yield Row(f"{name}: aside at rest", f"{side:.1f} mm at most", f"<= {MOST_ASIDE:g} mm",
                      side <= MOST_ASIDE)  # fmt: skip
            up = sum(one.landing.face_up for one in throws)
            yield Row(f"{name}: face up", f"{up} of {len(throws)}", "all or none",
                      up in (0, len(throws)))  # fmt: skip
    for method in range(len(METHODS)):
        yield from _line(pool, method, quick)
    yield _edge(pool, quick)


def _line(pool: Pool, method: int, quick: bool) -> Iterator[Row]:
    """Rows that check the aim line: the wall straight ahead is hit at every strength that reaches
    it."""
    speeds = STRENGTHS[::4] if quick else STRENGTHS
    bare = pool.map(_thrown, [(method, strength, "felt", False) for strength in speeds], 4)
    farthest = max(abs(one.touch[0]) for one in bare)
    what = f"straight {METHODS[method]}: first touch beside the line"
    yield Row(what, f"{farthest:.1f} mm at most", f"<= {WALL_REACH:g} mm", farthest <= WALL_REACH)
    there = [one.strength for one in bare if 310 < one.touch[1] < 395]  # the wall: 305 to 400 mm
    full = pool.map(_thrown, [(method, strength, "felt", True) for strength in there], 4)
    hits = sum(one.landing.first >= 0 and bool(one.landing.on) for one in full)
    yield Row(f"straight {METHODS[method]} at a wall: hits", f"{hits} of {len(there)}", "all",
              hits == len(there) > 0)  # fmt: skip


def _edge(pool: Pool, quick: bool) -> Row:
    """Row that checks that the distance of a lob grows until it leaves the play area."""
    speeds = HARDER[::4] if quick else HARDER
    throws = pool.map(_thrown, [(LOB, strength, "felt", False) for strength in speeds], 4)
    inside = [one for one in throws if not one.landing.off]
    beyond = next((one for one in throws if one.landing.off), None)
    least = growth(inside)[0] if len(inside) > 1 else 0.0
    figure = f"{least:.1f} mm a step at least, out at {beyond.strength if beyond else 'no'} mm/s"
    return Row("straight lob above 2200 mm/s: grows to the edge", figure, "> 0, out",
               least > 0 and beyond is not None)  # fmt: skip
