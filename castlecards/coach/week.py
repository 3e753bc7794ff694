"""Plan for a week: five days of about five minutes each, and what of it was thrown.

A day has four parts: throws that measure a method, a drill, throws at the ring of the range, and a
level. The method that costs most comes first. Nothing is stored: the recorded throws show it all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from castlecards.coach.hand import DRILL, MEASURE, RING, habits
from castlecards.practice.throws import ThrowRecord

DAYS = 5
LEVEL = "level"
WANTED = {MEASURE: 10, DRILL: 20, RING: 10, LEVEL: 1}  # throws of each part; one level
ORDER = (0, 1, 2, 0, 1)  # method of each day, by rank
OTHERS = "today/"  # beginning of the level of throws for the task of the day


@dataclass(frozen=True)
class PlanPart:
    """Part of a day: how much is wanted, and how much is done."""

    kind: str  # a key of WANTED
    done: int

    @property
    def wanted(self) -> int:
        return WANTED[self.kind]

    @property
    def finished(self) -> bool:
        return self.done >= self.wanted


@dataclass(frozen=True)
class PlanDay:
    """Day of the plan. `date`: on which it was begun; None if it was not."""

    date: date | None
    method: str
    parts: tuple[PlanPart, ...]

    @property
    def next_part(self) -> PlanPart | None:
        """First part that is not finished; None if all are."""
        return next((part for part in self.parts if not part.finished), None)


@dataclass(frozen=True)
class WeekPlan:
    """Days of a plan. `now`: index of today’s; DAYS if five others were begun this week."""

    days: tuple[PlanDay, ...]
    now: int


def week_plan(throws: Sequence[ThrowRecord], today: date, methods: Sequence[str]) -> WeekPlan:
    """Plan of the week of a date, for one hand. `throws`: without trials, in any order; `methods`:
    the three methods, the first one for a newcomer first.

    A week begins on Monday. A day on which something of the plan was thrown is one of its days;
    today is the one after those before it.
    """
    monday = today - timedelta(days=today.weekday())
    first, last = monday.isoformat(), today.isoformat()
    ranked = ranked_methods([one for one in throws if one.day < first], methods)
    own = [one for one in throws if first <= one.day <= last and _kind(one)]
    begun = sorted({one.day for one in own if one.day < last})[:DAYS]
    now = len(begun)
    dates = [*begun, last][:DAYS]
    days = []
    for n, rank in enumerate(ORDER):
        day, method = dates[n] if n < len(dates) else "", ranked[rank]
        parts = tuple(PlanPart(kind, _done(own, day, kind, method)) for kind in WANTED)
        days.append(PlanDay(date.fromisoformat(day) if day else None, method, parts))
    return WeekPlan(tuple(days), now)


def ranked_methods(throws: Sequence[ThrowRecord], methods: Sequence[str]) -> list[str]:
    """Methods in the order of the hits that their bias costs, the most first."""
    cost = dict.fromkeys(methods, 0)
    for habit in habits(throws):
        cost[habit.method] = max(cost[habit.method], habit.cost)
    return sorted(methods, key=lambda method: -cost[method])


def _kind(throw: ThrowRecord) -> str:
    """Part to which a throw belongs, "" for none."""
    if throw.level in WANTED:
        return throw.level
    return LEVEL if "/" in throw.level and not throw.level.startswith(OTHERS) else ""


def _done(throws: Sequence[ThrowRecord], day: str, kind: str, method: str) -> int:
    """Throws of a part on a day; for LEVEL, levels tried."""
    own = [one for one in throws if one.day == day and _kind(one) == kind]
    if kind == LEVEL:
        return len({one.level for one in own})
    return sum(kind == RING or one.method == method for one in own)
