"""Puzzles: a way to a goal where nothing is hidden and the others answer as a clock would.

`solve` is Levin tree search (Orseau, Lelis, Lattimore, Weber: Single-Agent Policy Tree Search With
Guarantees, NeurIPS 2018): the next node is the one with the least depth / probability, where the
probability of an answer comes from the rules of thumb. `ways` counts every way of the fewest
answers by walking all positions, each once.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from castlecards.core.action import PASS, Action
from castlecards.core.advice import Advice
from castlecards.core.cards import Seat
from castlecards.core.position import Position
from castlecards.core.table import Table

GREED = 0.6  # this share of a probability comes from the thumb, the rest is even
FORCED = 1_000  # answers of others between two own ones: more are a loop

Judge = Callable[[Position[Any], int], int]  # position, own answers so far: see Task


@dataclass(frozen=True)
class Task:
    """What is to be reached. `judge` says how many stars a position is worth, 0 while the goal may
    still be reached, -1 when it cannot be any more.
    """

    seat: Seat
    judge: Judge
    most: int = 1  # stars that there are


@dataclass(frozen=True)
class Solution:
    """Own answers, in order, and the stars that they bring."""

    answers: tuple[Action, ...]
    stars: int
    nodes: int  # positions that were looked at


def solve(
    task: Task, start: Position[Any], advice: Advice[Any] | None, nodes: int, given: int = 0
) -> Solution | None:
    """The best way found within so many positions; None: there was none.

    `given`: own answers before `start`.
    """
    pos = _rested(task, start, given)
    best: Solution | None = None
    number = count()  # so that no positions are compared
    heap: list[tuple[float, int, int, float, Position[Any], tuple[Action, ...]]] = []
    seen: dict[Any, int] = {}
    looked = 0

    def reach(pos: Position[Any], chance: float, answers: tuple[Action, ...]) -> None:
        nonlocal best
        stars = task.judge(pos, given + len(answers))
        if stars > (best.stars if best is not None else 0):
            best = Solution(answers, stars, looked)
        key = pos.key()
        if stars or pos.decision is None or seen.get(key, len(answers) + 1) <= len(answers):
            return
        seen[key] = len(answers)
        depth = len(answers) + 1
        heapq.heappush(heap, (depth / chance, next(number), depth, chance, pos, answers))

    reach(pos, 1.0, ())
    while heap and looked < nodes and (best is None or best.stars < task.most):
        _, _, depth, chance, pos, answers = heapq.heappop(heap)
        for action, share in _shares(pos, advice):
            looked += 1
            after = _rested(task, _played(pos, action), given + depth)
            reach(after, chance * share, (*answers, action))
    return replace(best, nodes=looked) if best is not None else None


def ways(task: Task, start: Position[Any], nodes: int) -> tuple[int, int] | None:
    """The fewest own answers that reach the goal, and how many ways of that length there are.

    Two orders of the same answers are two ways. None where more than `nodes` positions would have
    to be looked at, or where there is no way.
    """
    edge = {start.key(): (_rested(task, start, 0), 1)}
    looked = 0
    for depth in count(1):
        found = 0
        ahead: dict[Any, tuple[Position[Any], int]] = {}
        for pos, paths in edge.values():
            if pos.decision is None:
                continue
            for action in pos.decision.options:
                looked += 1
                if looked > nodes:
                    return None
                after = _rested(task, _played(pos, action), depth)
                stars = task.judge(after, depth)
                if stars > 0:
                    found += paths
                elif not stars:
                    key = after.key()
                    ahead[key] = (after, paths + (ahead[key][1] if key in ahead else 0))
        if found:
            return depth, found
        if not ahead:
            return None
        edge = ahead
    return None


def _played(pos: Position[Any], action: Action) -> Position[Any]:
    table = Table(pos.copy())
    table.play(action)
    return table.pos


def _rested(task: Task, pos: Position[Any], given: int) -> Position[Any]:
    """The others answer as a clock would, and windows in which one can only pass are passed."""
    table: Table[Any] | None = None
    for _ in range(FORCED):
        decision = pos.decision
        if decision is None or task.judge(pos, given):
            return pos
        nothing = decision.window and decision.options == (PASS,)  # nobody need be asked
        if decision.seat == task.seat and not nothing:
            return pos
        if table is None:
            table = Table(pos.copy())
            pos = table.pos
        table.play(decision.default)
    raise ValueError("this goes on for ever")


def _shares(pos: Position[Any], advice: Advice[Any] | None) -> Iterator[tuple[Action, float]]:
    decision = pos.decision
    assert decision is not None
    options = decision.options
    weights = advice.weights(pos, decision, options) if advice is not None else [1.0] * len(options)
    total = sum(weights)
    even = (1 - GREED if total else 1.0) / len(options)
    for action, weight in zip(options, weights, strict=True):
        yield action, even + (GREED * weight / total if total else 0.0)
