"""Solver for puzzle levels, which have no throws and no hidden cards; others play the default.

`solution` is Levin tree search (Orseau, Lelis, Lattimore, Weber: Single-Agent Policy Tree Search
With Guarantees, NeurIPS 2018): it expands the node with the least depth / probability, where the
probability of an answer comes from the game's prior weights. `shortest_plans` finds all
shortest solutions by breadth-first search.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from math import log2
from typing import Any

from castlecards.core.action import PASS, Action
from castlecards.core.advice import Advice
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.core.table import Table
from castlecards.levels import ACTIONS, LoadedLevel, judge, session, status
from castlecards.practice.range import Range

MAX_EXPANDED = 20_000  # most positions for a hint; about 0.25 s
MAX_COUNTED = 200_000  # most positions for counting all solutions
PRIOR_SHARE = 0.6  # share of the prior weights in a probability; the rest is uniform
Plan = tuple[Action, ...]  # own answers in the order of their values, not of play
MAX_FORCED = 1_000  # answers of others between two own ones; more are an endless loop


def solvable(loaded: LoadedLevel) -> bool:
    """True if the solver can handle the level: it has a start position and no throws."""
    return bool(loaded.level.table) and not isinstance(loaded.game, Range)


def solution(loaded: LoadedLevel, match: Session[Any]) -> tuple[Action, ...] | None:
    """Own answers of the best solution found from the current moment; None if none was found.

    Limits on seconds are ignored.
    """
    answers_before = status(loaded, match).counts[ACTIONS]
    pos, most = _at_next_choice(loaded, match.position, answers_before), 1 + len(loaded.level.stars)
    best: tuple[Action, ...] | None = None
    best_stars = 0  # stars
    number = count()  # tie-breaker, so that the heap compares no positions
    heap: list[tuple[float, int, int, float, Position[Any], tuple[Action, ...]]] = []
    seen: dict[Any, int] = {}

    def reach(pos: Position[Any], chance: float, answers: tuple[Action, ...]) -> None:
        nonlocal best, best_stars
        stars = _stars(loaded, pos, answers_before + len(answers))
        if stars > best_stars:
            best, best_stars = answers, stars
        key = pos.key()
        if stars or pos.decision is None or seen.get(key, len(answers) + 1) <= len(answers):
            return
        seen[key] = len(answers)
        depth = len(answers) + 1
        heapq.heappush(heap, (depth / chance, next(number), depth, chance, pos, answers))

    reach(pos, 1.0, ())
    expanded = 0
    while heap and expanded < MAX_EXPANDED and best_stars < most:
        _, _, depth, chance, pos, answers = heapq.heappop(heap)
        for action, share in _shares(pos, loaded.game.advice):
            expanded += 1
            after = _at_next_choice(loaded, _after(pos, action), answers_before + depth)
            reach(after, chance * share, (*answers, action))
    return best


def count_ways(loaded: LoadedLevel) -> tuple[int, int] | None:
    """Length and number of the shortest solutions, in own answers.

    Two orders of the same answers are two solutions. None if there are too many positions or no
    solution.
    """
    plans = shortest_plans(loaded)
    return (len(next(iter(plans))), sum(plans.values())) if plans else None


def shortest_plans(loaded: LoadedLevel, most: int = MAX_COUNTED) -> dict[Plan, int]:
    """Shortest solutions as sets of own answers, each with the number of orders in which it can be
    played; {} if there are more than `most` answers to look at, or no solution."""
    start = session(loaded).position
    frontier = {start.key(): (_at_next_choice(loaded, start, 0), Counter[Plan]({(): 1}))}
    expanded = 0
    for depth in count(1):
        solutions = Counter[Plan]()
        next_frontier: dict[Any, tuple[Position[Any], Counter[Plan]]] = {}
        for pos, plans in frontier.values():
            if pos.decision is None:
                continue
            for action in pos.decision.options:
                expanded += 1
                if expanded > most:
                    return {}
                after = _at_next_choice(loaded, _after(pos, action), depth)
                stars = _stars(loaded, after, depth)
                if stars < 0:
                    continue
                found = solutions
                if not stars:
                    found = next_frontier.setdefault(after.key(), (after, Counter[Plan]()))[1]
                for plan, orders in plans.items():
                    found[tuple(sorted((*plan, action)))] += orders
        if solutions or not next_frontier:
            return solutions
        frontier = next_frontier
    return {}


def reachable(loaded: LoadedLevel, most: int) -> Iterator[Position[Any]]:
    """Yield positions that are reached by own answers, breadth first, each once; those at the goal
    end there. At most `most` answers are looked at."""
    edge = [_at_next_choice(loaded, session(loaded).position, 0)]
    seen, expanded = {edge[0].key()}, 0
    for depth in count(1):
        options = [
            (pos, a) for pos in edge if pos.decision is not None for a in pos.decision.options
        ]
        edge = []
        for pos, action in options[: most - expanded]:
            after = _at_next_choice(loaded, _after(pos, action), depth)
            if after.key() in seen:
                continue
            seen.add(after.key())
            yield after
            if not _stars(loaded, after, depth):
                edge.append(after)
        expanded += len(options)
        if not edge or expanded >= most:
            return


def holds(loaded: LoadedLevel, pos: Position[Any], action: Action) -> bool:
    """True if the goal can be reached after an action, whatever the others answer."""
    pos = _after(pos, action)
    stars, decision = _stars(loaded, pos, 0), pos.decision
    if stars or decision is None:
        return stars > 0
    after = (holds(loaded, pos, answer) for answer in decision.options)
    return any(after) if decision.seat == loaded.level.seat else all(after)


def difficulty(loaded: LoadedLevel, answers: Sequence[Action]) -> float:
    """Number of positions that the search of `solution` expects to expand for these answers, as a
    power of 2: depth / probability."""
    pos, bits = session(loaded).position, log2(len(answers))
    for depth, answer in enumerate(answers):
        pos = _at_next_choice(loaded, pos, depth)
        bits -= log2(dict(_shares(pos, loaded.game.advice))[answer])
        pos = _after(pos, answer)
    return bits


def _stars(loaded: LoadedLevel, pos: Position[Any], answers: int) -> int:
    """Stars of a position after this many own answers: 0 if still open, -1 if failed."""
    progress = judge(loaded, pos, answers)
    return progress.stars if progress.reached else -1 if progress.failed else 0


def _after(pos: Position[Any], action: Action) -> Position[Any]:
    table = Table(pos.copy())
    table.play(action)
    return table.pos


def _at_next_choice(loaded: LoadedLevel, pos: Position[Any], answers_before: int) -> Position[Any]:
    """Position at the next own choice: others play defaults, forced passes are played.

    Raises ValueError if there is no next choice after FORCED answers.
    """
    table: Table[Any] | None = None
    for _ in range(MAX_FORCED):
        decision = pos.decision
        if decision is None or _stars(loaded, pos, answers_before):
            return pos
        is_forced_pass = decision.window and decision.options == (PASS,)
        if decision.seat == loaded.level.seat and not is_forced_pass:
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
    even = (1 - PRIOR_SHARE if total else 1.0) / len(options)
    for action, weight in zip(options, weights, strict=True):
        yield action, even + (PRIOR_SHARE * weight / total if total else 0.0)
