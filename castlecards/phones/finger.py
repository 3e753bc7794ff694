"""Flick of a finger: turns the track on a phone's pad into a release, and measures a device.

The pad shows a table much smaller than it is, so a finger moves faster there than a hand: its speed
is multiplied by a strength, which practice throws set for each device.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import degrees
from statistics import median

from castlecards.core.landing import Limits, Release
from castlecards.texts import tr
from castlecards.toss.flick import STANDARD_FLICK, Foul, Sample, from_flick, measure

STRENGTH = 0.45  # of a pad of 48 mm that stands for 260 mm of table
STRENGTHS = (0.15, 1.5)  # least and greatest strength
PRACTICE = 5  # throws that set the strength of a device

Track = Iterable[tuple[float, float, float]]


def read_flick(track: Track, limits: Limits, method: int, strength: float) -> Release | Foul:
    """Release of a track of the pad (s, mm to the right, mm forward), or a foul.

    It is in the thrower's frame, as the pad is. Raises IndexError for an unknown method.
    """
    return from_flick(_samples(track), limits, method, strength=strength)


def flick_speed(track: Track) -> float:
    """Speed of the finger, mm/s on the table that the pad shows; 0 if the track tells none."""
    samples = _samples(track)
    flick = measure(samples) if len(samples) > 1 else None
    return flick.speed if flick is not None else 0.0


def strength_of(speeds: Sequence[float]) -> float:
    """Strength with which the middle one of some practice throws has the standard speed."""
    fair = [speed for speed in speeds if speed > 0.0]
    if not fair:
        return STRENGTH
    low, high = STRENGTHS
    return min(max(STANDARD_FLICK / median(fair), low), high)


def in_words(release: Release) -> str:
    """Sentence on what was read of a flick: `2.1 m/s, 3° to the left`."""
    speed = f"{release.speed / 1000:.1f}"
    angle = round(degrees(abs(release.heading) / 1000))
    if angle == 0:
        return tr("{speed} m/s, straight ahead", speed=speed)
    if release.heading < 0:
        return tr("{speed} m/s, {angle}° to the left", speed=speed, angle=angle)
    return tr("{speed} m/s, {angle}° to the right", speed=speed, angle=angle)


def _samples(track: Track) -> list[Sample]:
    """Samples in order of time; of two at one time the later one counts."""
    return list({sample[0]: Sample(*sample) for sample in track}.values())
