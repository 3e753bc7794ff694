"""From a hand movement to a release: what the recorded samples say, and whether it was a throw.

The speed is the peak of a short window near the end, so letting go a little late costs no power;
distance grows evenly with it. Nothing is drawn at random: the same record gives the same throw.
Anything unreadable (one sample, no time, a leap across the screen) is a `Foul`, never an exception.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, degrees, hypot, isfinite, pi, radians, remainder
from operator import sub
from statistics import median
from typing import NamedTuple

from castlecards.core.action import Action
from castlecards.core.cards import CardId
from castlecards.core.landing import FLIP, FOULS, Limits, Release
from castlecards.toss.contact import direction
from castlecards.toss.stock import CardStock
from castlecards.toss.styles import FASTEST, LOFTS, SLOWEST, STYLES, Style, release

STANDARD_FLICK = 1400.0  # mm/s of the hand at which the card leaves with 2 m/s
STANDARD_SPEED = 2.0  # m/s
LOOK_BACK = 0.25  # s before the release: where the peak is sought
CHORD = 0.07  # s before the peak: the heading
WINDOW, SLOW_WINDOW, SLOW_RATE = 0.045, 0.060, 100.0  # s, s, samples a second
LEAST = 150.0  # mm/s of the hand: slower is dropped, not thrown
SHORTEST = 0.012  # s: a shorter record says nothing about speed
LEAP = 12_000.0  # mm/s over at least LEAP_SPAN: no hand does that
LEAP_SPAN = 0.008  # s: over less, the speed is one of how reports were read, not of the hand
REGULAR = 5  # reports in a row, at least, that tell the clock of a mouse
PAUSE = 2.5  # times the usual time between two reports: the hand, or the mouse, was at rest
LATE = 1.5  # times that time: so far off its clock a report may have been read
GRIP_GAIN = 2.0  # times the spin that a jerk at the grabbed place gives
CURVE_GAIN = 0.5  # times the turning rate of the path
MOST_SPIN = 50.0  # rad/s
EDGE_GRAB = 0.3  # of the card's length from its middle: grabbed by an edge

WORDS = {
    "gate": "The card must pass over the castle, or within a card’s length beside it.",
    "line": "The card must leave the hand before the front edge of the own walls.",
    "backward": "That was thrown backwards.",
    "slow": "The hand was too slow: the card was dropped, not thrown.",
}
UNREADABLE = "That movement could not be read as a throw."


class Sample(NamedTuple):
    """Where the hand was: s on any clock, mm in table axes."""

    t: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Foul:
    """A hand movement that is no throw. `reason` is one of `FOULS`, `rule` the rule it breaks, if
    any."""

    reason: str
    words: str
    rule: str = "CB18"

    def action(self, card: CardId) -> Action:
        """The action where fouls count (strict)."""
        return Action("foul", (card,), args=(FOULS.index(self.reason),))


@dataclass(frozen=True, slots=True)
class Flick:
    """What was measured: mm/s, degrees to the right, rad/s of the path's turning (to the left)."""

    speed: float
    heading: float
    turning: float


def from_flick(
    track: Sequence[Sample],
    limits: Limits,
    method: int,
    *,
    loft: float | None = None,
    bank: float = 0.0,
    grab: tuple[float, float] = (0.0, 0.0),
    strength: float = 1.0,
) -> Release | Foul:
    """The throw of a recorded flick, or why it is none.

    `track` are finite samples in the thrower's frame (`tracked`) from the grab to the button's
    release, both included, each later than the one before; those after the release line are
    ignored, as the card leaves the hand there at the latest.
    `grab` is the place on the card that was grabbed, mm from its middle to the right and to its
    top; `loft` and `bank` in degrees, None for the method's own; `strength` is how many times the
    speed of this hand counts. Raises IndexError for an unknown method.
    """
    style = STYLES[method]
    if len(track) < 2 or _strays(track) or _leaps(_recent(track)):
        return Foul("slow", UNREADABLE, "CB19")
    if track[0].y > 0.0:
        return _foul("line")
    track = _until_line(steady(track))
    if not _through_gate(track, limits):
        return _foul("gate")
    flick = measure(track)
    if flick is None or strength * flick.speed < LEAST:
        return _foul("slow")
    flick = replace(flick, speed=strength * flick.speed)
    if abs(flick.heading) >= 90.0:
        return _foul("backward")
    last = track[-1]
    low, high = limits.ranges[1]
    if not low <= last.x <= high or last.y < limits.ranges[2][0]:
        return _foul("gate")
    return _release(style, flick, last, loft, bank, grab, CardStock.of(limits.field))


def measure(track: Sequence[Sample]) -> Flick | None:
    """Peak speed, heading and turning of a track in the thrower's frame; None: too short.

    A swing back before the throw does not count; a hand that is going back at the end does.
    """
    track = _recent(track)
    span = track[-1].t - track[0].t
    if len(track) < 2 or span < SHORTEST:
        return None
    rate = (len(track) - 1) / span
    window = min(SLOW_WINDOW if rate < SLOW_RATE else WINDOW, span)
    last, old = track[-1], _at(track, track[-1].t - window)
    best, peak = hypot(last.x - old.x, last.y - old.y) / window, last.t
    if best < LEAST or last.y > old.y:
        after = 0  # the first sample that is not older than the window
        for t, x, y in track:
            before = t - window
            if t < last.t - LOOK_BACK or before < track[0].t - 1e-9:
                continue
            while track[after].t < before:
                after += 1
            ox, oy = _between(track, after, before)
            speed = hypot(x - ox, y - oy) / window
            if speed > best and y > oy:
                best, peak = speed, t
    here, back = _at(track, peak), _at(track, peak - CHORD)
    middle = _at(track, peak - min(CHORD, peak - track[0].t) / 2)
    return Flick(best, _bearing(back, here), _turning(back, middle, here))


def hand_speed(speed: float) -> float:
    """mm/s of a hand of strength 1 that throws with `speed`, m/s: the inverse of what a flick is
    given, but for its limits."""
    return STANDARD_FLICK * (speed / STANDARD_SPEED) ** 2


def _foul(reason: str) -> Foul:
    return Foul(reason, WORDS[reason], "CB19" if reason in ("backward", "slow") else "CB18")


def framed(samples: Iterable[tuple[float, float, float]], limits: Limits) -> list[Sample]:
    """From table axes into the thrower's frame."""
    c, s = direction(limits.start.angle)
    x0, y0 = limits.start.x / 10, limits.start.y / 10
    return [
        Sample(t, (x - x0) * c + (y - y0) * s, (y - y0) * c - (x - x0) * s) for t, x, y in samples
    ]


def steady(track: Sequence[Sample]) -> list[Sample]:
    """The same places at the even times at which a mouse reports them.

    Reports are read in batches, so each is known to a few ms only; but a mouse on the move has a
    clock. Each run of reports without a pause is laid on the line of least squares through its
    times, unless they fit no even clock; then they stay as they are. A place that is not new was
    not reported by a mouse, but by its button.
    """
    if len(track) < REGULAR:
        return list(track)
    times, xs, ys = zip(*track, strict=True)
    gaps = list(map(sub, times[1:], times))
    pause = PAUSE * median(gaps)
    found: list[Sample] = []
    begun = 0  # where this run has
    for n, gap in enumerate(gaps, 1):
        if gap > pause or (xs[n] == xs[n - 1] and ys[n] == ys[n - 1]):
            found += _on_clock(track[begun:n])
            begun = n
    found += _on_clock(track[begun:])
    return [new for n, new in enumerate(found) if not n or new.t > found[n - 1].t]


def _on_clock(run: Sequence[Sample]) -> Sequence[Sample]:
    """At even times, if that is likely what they were."""
    count = len(run)
    if count < REGULAR:
        return run
    times = [sample.t for sample in run]
    middle, mean = (count - 1) / 2, sum(times) / count
    moment = sum([(n - middle) * (t - mean) for n, t in enumerate(times)])
    period = 12 * moment / (count * (count * count - 1))
    even = [mean + (n - middle) * period for n in range(count)]
    if max(map(abs, map(sub, even, times))) > LATE * period:
        return run
    return [Sample(t, x, y) for t, (_, x, y) in zip(even, run, strict=True)]


def _recent(track: Sequence[Sample]) -> Sequence[Sample]:
    """What a throw is read from: the last part of a movement."""
    return track[bisect_left(track, (track[-1].t - LOOK_BACK - 2 * CHORD,)) :]


def tracked(samples: Iterable[tuple[float, float, float]], limits: Limits) -> list[Sample]:
    """Recorded (s, mm, mm) in table axes as samples in the thrower's frame, in order of time; empty
    for what no hand can have done."""
    track: list[Sample] = []
    for new in framed(samples, limits):
        if not all(map(isfinite, new)):
            return []
        if track and new.t <= track[-1].t:
            if new.t < track[-1].t:
                return []
            track[-1] = new  # two reports of one instant: the later one counts
        else:
            track.append(new)
    return track


def _strays(track: Sequence[Sample]) -> bool:
    """Is a place in it where no table is?"""
    return any(abs(x) > 1e6 or abs(y) > 1e6 for _, x, y in track)


def _leaps(track: Sequence[Sample]) -> bool:
    """Is there a jump in it that no hand makes?"""
    first = 0  # the sample that is LEAP_SPAN older, or the oldest
    for t, x, y in track[1:]:
        while track[first + 1].t <= t - LEAP_SPAN:
            first += 1
        old, ox, oy = track[first]
        if hypot(x - ox, y - oy) > LEAP * max(t - old, LEAP_SPAN):
            return True
    return False


def _until_line(track: list[Sample]) -> list[Sample]:
    """Cut where it first crosses the release line, y = 0, with a sample put there."""
    for n, sample in enumerate(track):
        if sample.y > 0.0:
            old = track[n - 1]
            part = -old.y / (sample.y - old.y)
            t, x = old.t + part * (sample.t - old.t), old.x + part * (sample.x - old.x)
            return [*track[:n], Sample(t, x, 0.0)]
    return track


def _through_gate(track: Sequence[Sample], limits: Limits) -> bool:
    """CB18: did the last way forward over the castle's line lead through the gate?"""
    start = limits.start
    c, s = direction(start.angle)
    ends = []
    for end in limits.gate[:2]:
        dx, dy = (end - start.x) / 10, (limits.gate[2] - start.y) / 10
        ends.append((dx * c + dy * s, dy * c - dx * s))
    (x1, line), (x2, _) = sorted(ends)
    through = False
    for old, new in pairwise(track):
        if old.y <= line < new.y:
            x = old.x + (line - old.y) / (new.y - old.y) * (new.x - old.x)
            through = x1 <= x <= x2
        elif new.y <= line < old.y:
            through = False
    return through


def _at(track: Sequence[Sample], t: float) -> Sample:
    """Between samples; the ends beyond them."""
    after = bisect_left(track, (t,))
    if after in (0, len(track)):
        return track[0 if after == 0 else -1]
    return Sample(t, *_between(track, after, t))


def _between(track: Sequence[Sample], after: int, t: float) -> tuple[float, float]:
    """The place at a time between the sample `after` and the one before it; that of the first
    sample, if there is none before it."""
    end, x, y = track[after]
    if after == 0:
        return x, y
    start, ox, oy = track[after - 1]
    part = (t - start) / (end - start)
    return ox + part * (x - ox), oy + part * (y - oy)


def _bearing(one: Sample, two: Sample) -> float:
    """Degrees to the right of straight ahead."""
    return degrees(atan2(two.x - one.x, two.y - one.y))


def _turning(one: Sample, two: Sample, three: Sample) -> float:
    """rad/s by which the path turns, to the left."""
    half = (three.t - one.t) / 2
    if half <= 0.0 or one[1:] == two[1:] or two[1:] == three[1:]:
        return 0.0
    return remainder(radians(_bearing(one, two) - _bearing(two, three)), 2 * pi) / half


def _release(
    style: Style,
    flick: Flick,
    last: Sample,
    loft: float | None,
    bank: float,
    grab: tuple[float, float],
    stock: CardStock,
) -> Release:
    speed = STANDARD_SPEED * (flick.speed / STANDARD_FLICK) ** 0.5
    speed = min(max(speed, SLOWEST), FASTEST)
    if loft is not None:
        loft = min(max(loft, LOFTS[0]), LOFTS[1])
    across, along = (mm / 1000 for mm in grab)
    wanted = GRIP_GAIN * speed * across / (stock.gyration**2 + across**2)
    wanted += CURVE_GAIN * flick.turning
    size = min(max(abs(wanted), style.spin), MOST_SPIN if style.spin else 0.0)
    spin = -size if wanted < 0 and abs(wanted) > style.spin / 2 else size
    thrown = release(
        style,
        speed,
        heading=flick.heading,
        loft=loft,
        bank=bank,
        spin=spin,
        x=last.x,
        y=min(last.y, 0.0),
    )
    return _flipped(thrown, along / stock.length) if style.method == FLIP else thrown


def _flipped(thrown: Release, grab: float) -> Release:
    """Held by the leading edge it turns the other way round."""
    return replace(thrown, tumble=-thrown.tumble) if grab > EDGE_GRAB else thrown
