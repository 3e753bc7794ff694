"""A card in the hand: how it hangs, and what the end of a movement says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from castlecards.core.landing import FLIP, LOB
from castlecards.toss.flick import Sample

STIFF, DAMP, HANG = 70.0, 7.0, 110.0  # of the swinging card: 1/s², 1/s, px
MOMENT, STRETCH = 0.13, 0.03  # s before the end of a movement; s


@dataclass
class Swing:
    """How the held card hangs: a damped pendulum whose pivot is the pointer."""

    angle: float = 0.0  # rad
    rate: float = 0.0  # rad/s
    speed: float = 0.0  # px/s of the pivot, to the right
    _last: tuple[float, float] = (0.0, 0.0)  # time, x

    def pull(self, time: float, x: float) -> None:
        then, was = self._last
        dt = time - then
        if 0.0005 < dt < 0.2:
            now = (x - was) / dt
            self.rate += (now - self.speed) / HANG
            self.rate = max(min(self.rate, 14.0), -14.0)
            self.speed = now
        self._last = (time, x)

    def update(self, dt: float) -> None:
        self.rate += (-STIFF * self.angle - DAMP * self.rate) * dt
        self.angle = max(min(self.angle + self.rate * dt, 0.9), -0.9)

    @property
    def still(self) -> bool:
        return abs(self.angle) < 0.01 and abs(self.rate) < 0.05


def recent_speed(samples: Sequence[Sample]) -> float:
    """mm/s: the fastest stretch of `STRETCH` s in the last `MOMENT` s. Putting a card down ends
    slowly, a flick does not."""
    end = samples[-1].t
    best = 0.0
    for k, old in enumerate(samples):
        if old.t < end - MOMENT:
            continue
        later = next((new for new in samples[k + 1 :] if new.t >= old.t + STRETCH), None)
        if later is not None:
            best = max(best, math.dist(old[1:], later[1:]) / (later.t - old.t))
    return best


def method_of(button: int, mods: frozenset[str]) -> int | None:
    """The method that a mouse button and held keys ask for; None: the chosen one."""
    if "ctrl" in mods:
        return FLIP
    if button == 3 or "shift" in mods:
        return LOB
    return None
