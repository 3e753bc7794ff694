"""Flick gesture: turns mouse samples into a throw, a foul, or a card that is put down.

Input: hand positions in table mm with times, run-up included. Output: a `Release`, a `Foul`, or
None; until then the card hangs from the pointer. A quick movement without a throw always gets a
message. A movement that was possibly quick while the program was busy breaks no rule, but gets one
too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, dist, inf, isfinite, sin

from castlecards.core.landing import FLIP, LOB, Limits, Release
from castlecards.texts import tr
from castlecards.toss.flick import (
    Flick,
    Foul,
    Sample,
    from_flick,
    in_thrower_frame,
    measure,
    regular_samples,
)

MEMORY = 600  # samples of hand movement that are kept; older ones are thinned out
QUICK = 450.0  # mm/s of the hand, least peak of a throw; slower, the card is carried
STILL_QUICK = 650.0  # mm/s just before the release, faster than a card is ever put down
CLEAR = 900.0  # mm/s at the peak, faster than a card is ever carried
BLIND = 0.12  # s between two polls of the mouse, above which the speed between them is unknown
LATELY = 0.4  # s before the release, from which a throw is read
CARRIED = 20.0  # mm forward, least distance of a carried card
MISSED = tr("The computer was too busy to follow your hand. Throw again.")
STIFF = 70.0  # 1/s², stiffness of the swinging card
DAMP = 7.0  # 1/s, damping of the swinging card
PENDULUM_LENGTH = 110.0  # px, length of the pendulum of the swinging card
MOMENT = 0.13  # s before the release, in which its speed is measured
STRETCH = 0.03  # s, stretch of which the speed is measured


@dataclass
class FlickGesture:
    """Gesture with one held card, from the grab on.

    `grab`: grip point, mm from the card's middle to the right and to its top; `strength`: factor
    on the speed of the hand.
    """

    limits: Limits
    grab: tuple[float, float] = (0.0, 0.0)
    strength: float = 1.0
    samples: list[Sample] = field(default_factory=list)
    beyond: bool = False  # True beyond the release line
    blind_until: float = -inf  # s, end of the last long time without a poll of the mouse
    # Samples in the thrower's frame, converted once.
    _track: list[Sample] = field(default_factory=list, init=False, repr=False)

    def add(self, time: float, x: float, y: float, blind: float = 0.0) -> None:
        """Add a sample: hand position, mm, and `blind`, s since the mouse was last polled.

        A second sample of the same time replaces the first.
        """
        if not all(map(isfinite, (time, x, y))):
            return
        if blind > BLIND:
            self.blind_until = time
        if self.samples and time <= self.samples[-1].t:
            self.samples[-1] = Sample(self.samples[-1].t, x, y)
            del self._track[len(self.samples) - 1 :]
            return
        self.samples.append(Sample(time, x, y))
        if len(self.samples) > MEMORY:
            half = MEMORY // 2
            self.samples = [*self.samples[:half:2], *self.samples[half:]]
            self._track = []

    def read(self, method: int, loft: float) -> Release | Foul:
        """Evaluate the movement so far as a throw that ends now."""
        return from_flick(
            self._samples_in_frame(),
            self.limits,
            method,
            loft=loft,
            grab=self.grab,
            strength=self.strength,
        )

    def throw_at_line(self, method: int, loft: float) -> Release | Foul | None:
        """Throw if the hand crosses the release line fast enough; else None."""
        before, self.beyond = self.beyond, self._ahead() > 0
        if before or not self.beyond or not self.is_quick():
            return None
        return self.read(method, loft)

    def release(
        self, method: int, loft: float, *, named: bool, on_target: bool
    ) -> Release | Foul | None:
        """Evaluate the release of the button; None: the card is put down and the caller decides.

        `named`: a button or key names the method, so this is a throw over any place; `on_target`:
        the card could be put down at this place.
        """
        found, self.beyond = self.read(method, loft), self._ahead() > 0
        if isinstance(found, Release) and self._is_throw(named, on_target):
            return found
        if not on_target and not self.is_behind_gate and self._was_unseen(found):
            return Foul("slow", lost=True)
        if on_target or ((self.beyond or self.is_behind_gate) and not self._is_deliberate()):
            return None
        if self.beyond:
            return Foul("line")
        return Foul("slow") if isinstance(found, Release) else found

    def is_quick(self, least: float = QUICK) -> bool:
        """True if the hand moves fast enough for a throw, `least` in mm/s."""
        flick = self._measure()
        return flick is not None and flick.speed * self.strength >= least

    @property
    def speed(self) -> float:
        """Speed of the hand without `strength`, mm/s; 0 without movement."""
        flick = self._measure()
        return flick.speed if flick is not None else 0.0

    @property
    def is_carried_forward(self) -> bool:
        """True if the card was moved forward, in the direction of the throw."""
        track = self._samples_in_frame()
        return len(track) > 1 and track[-1].y - track[0].y >= CARRIED

    @property
    def is_behind_gate(self) -> bool:
        """True if the hand is behind the castle's line, where a movement begins."""
        return is_behind_gate(self.limits, self.samples[-1])

    def _is_throw(self, named: bool, on_target: bool) -> bool:
        """True if a release before the line is a throw.

        Over a legal target the hand must be fast until the end; elsewhere a clear flick that ended
        a little earlier counts too. With `named`, any quick movement counts.
        """
        if self.beyond:
            return False
        if named:
            return self.is_quick()
        end = recent_speed(self.samples) * self.strength
        if on_target:
            return end >= STILL_QUICK
        return self.is_quick(CLEAR) or (self.is_quick() and end >= QUICK / 2)

    def _was_unseen(self, found: Release | Foul) -> bool:
        """True if the hand was possibly quick while the mouse was not polled."""
        slow = isinstance(found, Release) or found.reason == "slow"
        return slow and self.samples[-1].t - self.blind_until < LATELY

    def _is_deliberate(self) -> bool:
        """True if the movement was a clear flick forward."""
        flick = self._measure()
        return flick is not None and self.is_quick(CLEAR) and abs(flick.heading) < 90.0

    def _measure(self) -> Flick | None:
        if len(self.samples) < 2:
            return None
        return measure(regular_samples(self._samples_in_frame()))

    def _samples_in_frame(self) -> list[Sample]:
        """Samples in the thrower's frame, converted once."""
        self._track += in_thrower_frame(self.samples[len(self._track) :], self.limits)
        return self._track

    def _ahead(self) -> float:
        """Distance beyond the release line in the direction of the throw, mm."""
        limits, sample = self.limits, self.samples[-1]
        turn = limits.start.angle / 1000
        dx, dy = sample.x - limits.start.x / 10, sample.y - limits.start.y / 10
        return dy * cos(turn) - dx * sin(turn)


def is_behind_gate(limits: Limits, sample: Sample) -> bool:
    """True if the sample is behind the castle's line, where a hand movement begins."""
    turn = limits.start.angle / 1000
    return (sample.y - limits.gate[2] / 10) * cos(turn) < 0


@dataclass
class CardPendulum:
    """Swing of the held card: a damped pendulum with the pointer as its pivot."""

    angle: float = 0.0  # rad
    rate: float = 0.0  # rad/s
    speed: float = 0.0  # px/s of the pivot, to the right
    _last: tuple[float, float] = (0.0, 0.0)  # time, x

    def pull(self, time: float, x: float) -> None:
        then, was = self._last
        dt = time - then
        if 0.0005 < dt < 0.2:
            now = (x - was) / dt
            self.rate += (now - self.speed) / PENDULUM_LENGTH
            self.rate = max(min(self.rate, 14.0), -14.0)
            self.speed = now
        self._last = (time, x)

    def update(self, dt: float) -> None:
        self.rate += (-STIFF * self.angle - DAMP * self.rate) * dt
        self.angle = max(min(self.angle + self.rate * dt, 0.9), -0.9)

    @property
    def is_still(self) -> bool:
        return abs(self.angle) < 0.01 and abs(self.rate) < 0.05


def recent_speed(samples: Sequence[Sample]) -> float:
    """Speed of the fastest stretch of `STRETCH` s in the last `MOMENT` s. Putting a card down ends
    slowly, a flick does not."""
    end = samples[-1].t
    best = 0.0
    for k, old in enumerate(samples):
        if old.t < end - MOMENT:
            continue
        later = next((new for new in samples[k + 1 :] if new.t >= old.t + STRETCH), None)
        if later is not None:
            best = max(best, dist(old[1:], later[1:]) / (later.t - old.t))
    return best


def method_of(button: int, mods: frozenset[str]) -> int | None:
    """Throwing method that a mouse button and held keys select; None: the chosen one."""
    if "ctrl" in mods:
        return FLIP
    if button == 3 or "shift" in mods:
        return LOB
    return None
