"""Recognition of a flick: turns recorded samples of a hand movement into a release or a foul.

The speed is the peak in a short window near the end, so a late release costs no power. Distance
grows linearly with it. Nothing is random: the same record gives the same throw. An unreadable
record (one sample, no time, a jump across the screen) is a `Foul`, never an exception.
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

STANDARD_FLICK = 1400.0  # mm/s, speed of the hand at which the card leaves with STANDARD_SPEED
STANDARD_SPEED = 2.0  # m/s
LOOK_BACK = 0.25  # s before the release in which the peak is sought
CHORD = 0.07  # s before the peak over which the heading is measured
NEAR = 0.95  # of the peak speed: the heading is read at the last moment that is as fast, as the
# speed hardly changes at its peak, and a bowed path turns meanwhile
WINDOW = 0.045  # s over which a speed is measured
SLOW_WINDOW = 0.060  # s, the same for a mouse that reports slowly
SLOW_RATE = 100.0  # samples a second, below which a mouse reports slowly
LEAST = 150.0  # mm/s of the hand; a slower card is dropped, not thrown
SHORTEST = 0.012  # s, shortest record that tells a speed
LEAP = 12_000.0  # mm/s over at least LEAP_SPAN, faster than any hand
LEAP_SPAN = 0.008  # s; over less, a speed shows how reports were read, not the hand
REGULAR = 5  # least reports in a row that tell the clock of a mouse
PAUSE = 2.5  # times the median time between two reports: hand or mouse were at rest
SHORT_STEP = 0.25  # of the longest step between two reports; after less, reports may be missing
LATE = 1.5  # times the period of the clock: greatest delay of a report
GRIP_GAIN = 2.0  # factor of the spin from an off-centre grab
CURVE_GAIN = 0.5  # factor of the spin from the turning rate of the path
MOST_SPIN = 50.0  # rad/s
EDGE_GRAB = 0.3  # share of the card's length from its middle, beyond which it is held by an edge


class Sample(NamedTuple):
    """Place of the hand at a time: s on any clock, mm in table axes."""

    t: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Foul:
    """Hand movement that is no throw. `reason` is one of `FOULS`.

    `lost`: the program missed reports of the mouse, so no game counts it.
    """

    reason: str
    lost: bool = False

    def action(self, card: CardId) -> Action:
        """Action for this foul, in a game with strict fouls."""
        return Action("foul", (card,), args=(FOULS.index(self.reason),))


@dataclass(frozen=True, slots=True)
class Flick:
    """Measurements of a hand movement."""

    speed: float  # mm/s
    heading: float  # degrees to the right of straight ahead
    turning: float  # rad/s by which the path turns to the left


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
    """Release of a recorded flick, or a foul.

    `track` holds finite samples in the thrower's frame (`tracked`) from the grab to the button's
    release, both included, each later than the one before. Samples after the release line are
    ignored, as the card leaves the hand there at the latest.
    `grab` is the place on the card that was grabbed, mm from its middle to the right and to its
    top; `loft` and `bank` are in degrees, None takes the method's own; `strength` multiplies the
    speed of the hand. Raises IndexError for an unknown method.
    """
    style = STYLES[method]
    if len(track) < 2 or _strays(track) or _leaps(_recent(track)):
        return Foul("slow")
    if track[0].y > 0.0:
        return Foul("line")
    track = _until_line(regular_samples(track))
    if not _through_gate(track, limits):
        return Foul("gate")
    flick = measure(track)
    if flick is None or strength * flick.speed < LEAST:
        return Foul("slow")
    flick = replace(flick, speed=strength * flick.speed)
    if abs(flick.heading) >= 90.0:
        return Foul("backward")
    last = track[-1]
    low, high = limits.ranges[1]
    if not low <= last.x <= high or last.y < limits.ranges[2][0]:
        return Foul("gate")
    return _release(style, flick, last, loft, bank, grab, CardStock.of(limits.field))


def measure(track: Sequence[Sample]) -> Flick | None:
    """Peak speed, heading and turning of a track in the thrower's frame; None if it is too short.

    A backward movement counts only at the end, not as a swing before the throw.
    """
    track = _recent(track)
    span = track[-1].t - track[0].t
    if len(track) < 2 or span < SHORTEST:
        return None
    rate = (len(track) - 1) / span
    window = min(SLOW_WINDOW if rate < SLOW_RATE else WINDOW, span)
    last, old = track[-1], _at(track, track[-1].t - window)
    windows = [(hypot(last.x - old.x, last.y - old.y) / window, last.t)]  # speed, end
    if windows[0][0] < LEAST or last.y > old.y:
        after = 0  # the first sample that is not older than the window
        for t, x, y in track:
            before = t - window
            if t < last.t - LOOK_BACK or before < track[0].t - 1e-9:
                continue
            while track[after].t < before:
                after += 1
            ox, oy = _between(track, after, before)
            if y > oy:
                windows.append((hypot(x - ox, y - oy) / window, t))
    best = max(windows)[0]
    peak = max([t for speed, t in windows if speed >= NEAR * best])
    end, begin = _at(track, peak), _at(track, peak - CHORD)
    middle = _at(track, peak - min(CHORD, peak - track[0].t) / 2)
    return Flick(best, _bearing(begin, end), _turning(begin, middle, end))


def card_speed(style: Style, hand: float) -> float:
    """Speed (m/s) of a card that a hand of `hand` mm/s throws, within the limits of a flick."""
    speed = STANDARD_SPEED * float((hand / STANDARD_FLICK) ** style.power)
    return min(max(speed, SLOWEST), FASTEST)


def hand_speed(style: Style, speed: float) -> float:
    """Speed (mm/s) of a hand of strength 1 that throws with `speed` m/s: the inverse of
    `card_speed`, without its limits."""
    return STANDARD_FLICK * float((speed / STANDARD_SPEED) ** (1 / style.power))


def in_thrower_frame(samples: Iterable[tuple[float, float, float]], limits: Limits) -> list[Sample]:
    """Convert samples (s, mm, mm) from table axes into the thrower's frame."""
    c, s = direction(limits.start.angle)
    x0, y0 = limits.start.x / 10, limits.start.y / 10
    return [
        Sample(t, (x - x0) * c + (y - y0) * s, (y - y0) * c - (x - x0) * s) for t, x, y in samples
    ]


def regular_samples(track: Sequence[Sample]) -> list[Sample]:
    """Samples at the regular times at which a mouse reports.

    Reports are read in batches, so each time is off by a few ms; but a moving mouse has a clock.
    The times of each run of reports without a pause are replaced by the line of least squares
    through them, unless they fit no regular clock. A short step ends a run: a slow mouse leaves out
    reports of the same whole pixel, and a step of 0 comes from a mouse button.
    """
    if len(track) < REGULAR:
        return list(track)
    times, xs, ys = zip(*track, strict=True)
    gaps = list(map(sub, times[1:], times))
    pause = PAUSE * median(gaps)
    steps = list(map(hypot, map(sub, xs[1:], xs), map(sub, ys[1:], ys)))
    short = SHORT_STEP * max(steps)
    regular: list[Sample] = []
    begin = 0  # first sample of this run
    for n, gap in enumerate(gaps, 1):
        if gap > pause or steps[n - 1] <= short:
            regular += _on_clock(track[begin:n])
            begin = n
    regular += _on_clock(track[begin:])
    return [new for n, new in enumerate(regular) if not n or new.t > regular[n - 1].t]


def _on_clock(run: Sequence[Sample]) -> Sequence[Sample]:
    """Samples of one run at regular times; unchanged if they fit no regular clock."""
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
    """Last part of a movement, from which the throw is read."""
    return track[bisect_left(track, (track[-1].t - LOOK_BACK - 2 * CHORD,)) :]


def track_of(samples: Iterable[tuple[float, float, float]], limits: Limits) -> list[Sample]:
    """Samples in the thrower's frame from recorded (s, mm, mm) in table axes, in order of time;
    empty if a number is not finite or the time runs backwards."""
    track: list[Sample] = []
    for new in in_thrower_frame(samples, limits):
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
    """True if a sample is more than 1 km off the table."""
    return any(abs(x) > 1e6 or abs(y) > 1e6 for _, x, y in track)


def _leaps(track: Sequence[Sample]) -> bool:
    """True if the track has a jump faster than LEAP."""
    first = 0  # the sample that is LEAP_SPAN older, or the oldest
    for t, x, y in track[1:]:
        while track[first + 1].t <= t - LEAP_SPAN:
            first += 1
        old, ox, oy = track[first]
        if hypot(x - ox, y - oy) > LEAP * max(t - old, LEAP_SPAN):
            return True
    return False


def _until_line(track: list[Sample]) -> list[Sample]:
    """Track up to the first crossing of the release line, y = 0, with a last sample on the line."""
    for n, sample in enumerate(track):
        if sample.y > 0.0:
            old = track[n - 1]
            part = -old.y / (sample.y - old.y)
            t, x = old.t + part * (sample.t - old.t), old.x + part * (sample.x - old.x)
            return [*track[:n], Sample(t, x, 0.0)]
    return track


def _through_gate(track: Sequence[Sample], limits: Limits) -> bool:
    """CB18: True if the last forward crossing of the castle's line leads through the gate."""
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
    """Sample at time `t`, interpolated; the first or last one beyond the ends."""
    after = bisect_left(track, (t,))
    if after in (0, len(track)):
        return track[0 if after == 0 else -1]
    return Sample(t, *_between(track, after, t))


def _between(track: Sequence[Sample], after: int, t: float) -> tuple[float, float]:
    """Place at time `t` between sample `after` and the one before it; the first sample's place if
    `after` is 0."""
    end, x, y = track[after]
    if after == 0:
        return x, y
    start, ox, oy = track[after - 1]
    part = (t - start) / (end - start)
    return ox + part * (x - ox), oy + part * (y - oy)


def _bearing(one: Sample, two: Sample) -> float:
    """Direction from `one` to `two`, degrees to the right of straight ahead."""
    return degrees(atan2(two.x - one.x, two.y - one.y))


def _turning(one: Sample, two: Sample, three: Sample) -> float:
    """Turning rate of a path through three samples, rad/s to the left."""
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
    speed = card_speed(style, flick.speed)
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
    """Throw with the tumble reversed if the card is held by its leading edge; `grab`: share of the
    card's length from its middle."""
    return replace(thrown, tumble=-thrown.tumble) if grab > EDGE_GRAB else thrown
