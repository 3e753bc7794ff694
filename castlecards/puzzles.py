"""Levels without a throw as tasks for the solver: the next step, and how many ways there are."""

from __future__ import annotations

from typing import Any

from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.levels import ACTIONS, Loaded, judge, session, status
from castlecards.players.solver import Solution, Task, solve, ways
from castlecards.practice.range import Range

NODES = 20_000  # positions that a hint may cost: a quarter of a second
EVERY = 200_000  # and the count of all ways


def task_of(loaded: Loaded) -> Task:
    """What the level asks for; time is not counted."""
    level = loaded.level

    def stars(pos: Position[Any], answers: int) -> int:
        found = judge(loaded, pos, answers)
        return found.stars if found.reached else -1 if found.failed else 0

    return Task(level.seat, stars, 1 + len(level.stars))


def solvable(loaded: Loaded) -> bool:
    """Can the solver say anything? Not where cards are thrown."""
    return bool(loaded.level.table) and not isinstance(loaded.game, Range)


def solution(loaded: Loaded, match: Session[Any]) -> Solution | None:
    """A way from the present moment of a match to the goal of its level."""
    given = status(loaded, match).counts[ACTIONS]
    return solve(task_of(loaded), match.position, loaded.game.advice, NODES, given)


def count_ways(loaded: Loaded) -> tuple[int, int] | None:
    """The fewest answers that reach the goal, and in how many ways; None: too much to count."""
    return ways(task_of(loaded), session(loaded).position, EVERY)
