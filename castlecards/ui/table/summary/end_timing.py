"""Times and sounds that all closing scenes share."""

from __future__ import annotations

from collections.abc import Sequence

Sounds = list[tuple[str, float]]  # name and volume

SECONDS = 4.0  # s, whole scene
STILL_SECONDS = 1.0  # s, its last picture without motion
FADE = 0.25  # s, the headline fades in
RISING = 0.7  # s, a banner rises
APART = 0.15  # s from one banner to the next


def due_sounds(sounds: Sequence[tuple[float, str, float]], first: float, last: float) -> Sounds:
    """Names and volumes of the sounds that begin after `first` s and until `last` s."""
    return [(name, volume) for at, name, volume in sounds if first < at <= last]
