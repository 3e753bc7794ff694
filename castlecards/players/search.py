"""Monte Carlo tree search over information sets (SO-ISMCTS), with rules of thumb as prior and an
evaluation at the leaf instead of a rollout.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (IEEE TCIAIG 4.2, 2012). The
selection is that of Silver et al. (Nature 550, 2017), value + C * prior * sqrt(sum) / (1 + n),
where the sum of visits runs over the options that exist in this world (determinization).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf, sqrt
from random import Random
from time import process_time
from typing import Any

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice, WorldSampler
from castlecards.core.cards import NATURE, Seat
from castlecards.core.position import Step
from castlecards.core.table import Table
from castlecards.core.view import View, view

EXPLORATION = 1.2  # C; found by matches, strength is flat between 0.8 and 1.6
FIRST_PLAY_LOSS = 0.05  # first-play urgency: an unvisited option has its parent's value less this
PRIOR_SHARE = 0.85  # share of a prior that comes from the rules of thumb; the rest is uniform
CHECK_INTERVAL = 64  # simulations between two checks of the clock and of `stop`
MOST_DECISIONS = 400  # most decisions in one simulation
QUIESCENCE = 12  # most decisions until a leaf is quiet
MOST_KEPT = 2000  # nodes kept for a seat's next decision; each has its own tree
ROLLOUT_ERROR = 0.15  # share of decisions in a rollout that are drawn by weight, not the best


class Edge:
    """Edge of the tree: an option at a node. `value` is the sum over its visits, for the seat that
    decides there."""

    __slots__ = ("child", "prior", "value", "visits")
    child: Node

    def __init__(self, prior: float) -> None:
        self.visits = 0
        self.value = 0.0
        self.prior = prior


class Node:
    """Node of the tree: statistics of one decision over all worlds in which it came up."""

    __slots__ = ("branches", "edges", "tried")

    def __init__(self) -> None:
        self.edges: dict[Action, Edge | None] = {}  # None: prior 0, never tried
        self.branches: Branches | None = None  # of the last world
        self.tried = 0  # edges with a visit


class Branches:
    """Options of one world at a node, cached from one simulation to the next.

    Most worlds share them, and of the untried ones only that of greatest prior matters.
    """

    __slots__ = ("edges", "first", "options", "seen", "tried")

    def __init__(self, options: tuple[Action, ...], edges: list[Edge | None], tried: int) -> None:
        self.options = options
        self.edges = edges
        self.update_tried(tried)

    def update_tried(self, tried: int) -> None:
        """Update which options have been tried; `tried`: their number in the whole node."""
        self.seen = tried
        self.tried: list[tuple[int, Edge]] = []
        self.first = -1  # the untried option of greatest prior; -1: none
        most = -1.0
        for n, edge in enumerate(self.edges):
            if edge is None:
                continue
            if edge.visits:
                self.tried.append((n, edge))
            elif edge.prior > most:
                self.first, most = n, edge.prior


class KeptNodes:
    """Nodes of the next decisions of a seat, kept from one search to the next.

    A node is found by what the seat sees there, so no hidden choice of another player is needed.
    Forced decisions and those that are routine have none.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._nodes: dict[int, Node] = {}  # by hash of the position as the seat sees it

    def node_after(
        self, advice: Advice[Any], pos: Any, decision: Decision, child: Node
    ) -> tuple[Node, KeptNodes | None]:
        """Node of a decision of the seat in a sampled world, and what keeps those after it: None,
        as only the next one is kept. A routine decision has the node `child` of the tree."""
        if advice.is_routine(pos, decision):
            return child, self
        if len(self._nodes) >= MOST_KEPT:
            self._nodes.clear()
        return self._nodes.setdefault(hash(view(pos, self.seat).position), Node()), None

    def take(self, seen: View) -> Node:
        """Node of the decision that the seat is asked now; forget all others."""
        node = self._nodes.get(hash(seen.position)) or Node()
        self._nodes.clear()
        return node


@dataclass(frozen=True)
class RankedOption:
    """Option with its statistics from a search."""

    action: Action
    visits: int
    value: float  # share of winning, 0 to 1
    prior: float


def root_sums(*searches: Sequence[RankedOption]) -> tuple[RankedOption, ...]:
    """Options of separate searches of one position, with visits and values added, most visited
    first."""
    by_action: dict[Action, list[RankedOption]] = {}
    for option in chain(*searches):
        by_action.setdefault(option.action, []).append(option)
    ranked = []
    for action, found in by_action.items():
        visits = sum([option.visits for option in found])
        value = sum([option.visits * option.value for option in found])
        ranked.append(RankedOption(action, visits, value / visits, found[0].prior))
    return tuple(sorted(ranked, key=lambda option: (-option.visits, -option.prior)))


class SearchTable(Table[Any]):
    """Table that stops before the steps at which a search ends (`Advice.boundary`)."""

    __slots__ = ("boundary",)
    boundary: tuple[type[Step], ...]

    def settle(self) -> Decision | None:
        boundary = self.boundary
        if not boundary:
            return super().settle()
        pos = self.pos
        while steps := pos.steps:
            if isinstance(steps[0], boundary):
                break
            decision = steps[0].ask(pos)
            if decision is not None:
                pos.decision = decision
                return decision
            pos.steps = steps[1:]
            steps[0].run(self, PASS)
        pos.decision = None
        return None


def search(
    advice: Advice[Any],
    sample: WorldSampler,
    random: Random,
    simulations: int,
    seconds: float = inf,
    stop: Callable[[], bool] | None = None,
    root: Node | None = None,
    kept: KeptNodes | None = None,
) -> tuple[tuple[RankedOption, ...], int]:
    """Search: options at the root, most visited first, and the number of simulations made.

    `sample`: gives a world for each simulation (`Advice.world_sampler`). `root`: node with the
    statistics of earlier searches; `kept` gets the nodes of the next decisions of its seat.
    """
    root = root or Node()
    until = process_time() + seconds
    done = 0
    while done < simulations:
        if done % CHECK_INTERVAL == 0 and done and (process_time() > until or (stop and stop())):
            break
        simulate(advice, root, sample(random), random, kept)
        done += 1
    edges = [(action, edge) for action, edge in root.edges.items() if edge is not None]
    edges.sort(key=lambda pair: (-pair[1].visits, -pair[1].prior))
    ranked = tuple(
        RankedOption(action, edge.visits, edge.value / edge.visits, edge.prior)
        for action, edge in edges
        if edge.visits
    )
    return ranked, done


def simulate(
    advice: Advice[Any], root: Node, pos: Any, random: Random, kept: KeptNodes | None = None
) -> tuple[float, ...]:
    """Run one simulation in one world: selection down to the first untried option, evaluation of
    the leaf, and backpropagation. Return the share of winning by seat."""
    first: Decision | None = pos.decision
    table: Table[Any] = Table(pos)
    if advice.boundary:
        table = SearchTable(pos)
        table.boundary = advice.boundary
    play = table.play
    decision: Decision | None = pos.decision
    node = root
    path: list[tuple[Edge, int]] = []
    fresh = False
    for _ in range(MOST_DECISIONS):
        if decision is None:
            break
        seat = decision.seat
        if fresh and seat != NATURE:  # a thrown card must land before the leaf is evaluated
            break
        if seat == NATURE:
            decision = play(advice.chance(pos, decision, random))
            continue
        options = advice.options(pos, decision)
        if len(options) > 1:
            options = advice.branches(pos, decision, options)
        if len(options) == 1:
            decision = play(options[0])
            continue
        if kept is not None and seat == kept.seat and decision is not first:
            node, kept = kept.node_after(advice, pos, decision, node)
        branches = node.branches
        if branches is None or branches.options != options:
            branches = _branches(advice, node, pos, decision, options)
        elif branches.seen != node.tried:
            branches.update_tried(node.tried)
        at, edge = select(branches)
        path.append((edge, seat))
        if not edge.visits:
            fresh = True
            node.tried += 1
            edge.child = Node()
        node = edge.child
        decision = play(options[at])
    values = _leaf_values(advice, table, decision, random)
    for edge, seat in path:
        edge.visits += 1
        edge.value += values[seat]
    return values


def _leaf_values(
    advice: Advice[Any], table: Table[Any], decision: Decision | None, random: Random
) -> tuple[float, ...]:
    """Share of winning by seat where a simulation leaves the tree."""
    pos = table.pos
    values: tuple[float, ...] | None = pos.result
    if values is None and decision is not None:
        values = advice.exact(pos)
        if values is None and advice.rollout:
            rollout(advice, table, decision, random)
            values = pos.result
        elif values is None and not advice.is_quiet(pos):
            play_to_quiet(advice, table, decision)
            values = pos.result
    return values if values is not None else advice.evaluate(pos)


def compare(
    advice: Advice[Any],
    sample: WorldSampler,
    random: Random,
    options: Sequence[Action],
    worlds: int,
    stop: Callable[[], bool] | None = None,
    play: Callable[[Table[Any], Action], object] = Table.play,
) -> tuple[RankedOption, ...]:
    """Compare options by their mean value over the same `worlds`, the best first.

    All get the same number of visits, and prior 0. Works for throws that the advice knows, too.
    `play`: how an option is played on a table; it may play more than one action.
    """
    values = [0.0] * len(options)
    roots = [Node() for _ in options]
    done = 0
    for world in range(worlds):
        if world % CHECK_INTERVAL == CHECK_INTERVAL - 1 and stop is not None and stop():
            break
        pos = sample(random)
        assert pos.decision is not None
        seat = pos.decision.seat
        for n, option in enumerate(options):
            table = SearchTable(pos.copy())
            table.boundary = advice.boundary
            play(table, option)
            ended = table.pos.result
            after = ended or simulate(advice, roots[n], table.pos, random)
            values[n] += after[seat]
        done += 1
    ranked = [RankedOption(o, done, v / done, 0.0) for o, v in zip(options, values, strict=True)]
    return tuple(sorted(ranked, key=lambda ranked_option: -ranked_option.value))


def rollout(
    advice: Advice[Any], table: Table[Any], decision: Decision | None, random: Random
) -> None:
    """Play on by rules of thumb, now and then drawn by weight, to the end of the simulation."""
    pos = table.pos
    for _ in range(MOST_DECISIONS):
        if decision is None:
            return
        if decision.seat == NATURE:
            decision = table.play(advice.chance(pos, decision, random))
            continue
        options = advice.options(pos, decision)
        action = options[0]
        if len(options) > 1:
            weights = advice.prior(pos, decision, options)
            if not any(weights):
                action = decision.default
            elif random.random() < ROLLOUT_ERROR:
                action = random.choices(options, weights)[0]
            else:
                action = options[weights.index(max(weights))]
        decision = table.play(action)


def play_to_quiet(advice: Advice[Any], table: Table[Any], decision: Decision | None) -> None:
    """Play on by rules of thumb until the position is quiet, so that it can be evaluated."""
    pos = table.pos
    for _ in range(QUIESCENCE):
        if decision is None or decision.seat == NATURE or advice.is_quiet(pos):
            return
        options = advice.options(pos, decision)
        action = options[0]
        if len(options) > 1:
            weights = advice.prior(pos, decision, options)
            most = max(weights)
            action = options[weights.index(most)] if most > 0 else decision.default
        decision = table.play(action)


def exact_ranking(
    advice: Advice[Any], sample: WorldSampler, random: Random, most: int
) -> tuple[RankedOption, ...]:
    """Options by their exact mean value over at most `most` worlds, the best first; () if the end
    of the game is too far for that.
    """
    worlds = min(advice.worlds, most)
    first = sample(random)
    decision = first.decision
    if decision is None or not worlds or advice.exact(first) is None:
        return ()
    options = advice.options(first, decision)
    weights = advice.prior(first, decision, options)
    values = [0.0] * len(options)
    for world in range(worlds):
        pos = first if not world else sample(random)
        for n, option in enumerate(options):
            table = SearchTable(pos.copy())
            table.boundary = advice.boundary
            table.play(option)
            after = table.pos.result or advice.exact(table.pos) or advice.evaluate(table.pos)
            values[n] += after[decision.seat]
    total = sum(weights) or 1.0
    ranked = [
        RankedOption(option, worlds, value / worlds, weight / total)
        for option, value, weight in zip(options, values, weights, strict=True)
    ]
    return tuple(
        sorted(ranked, key=lambda ranked_option: (-ranked_option.value, -ranked_option.prior))
    )


def select(branches: Branches) -> tuple[int, Edge]:
    """Selection: index and edge of the most promising option of this world."""
    visits, value = 0, 0.0
    for _, edge in branches.tried:
        visits += edge.visits
        value += edge.value
    spread = EXPLORATION * sqrt(visits)
    best, best_score = -1, -inf
    for n, edge in branches.tried:
        count = edge.visits
        score = edge.value / count + spread * edge.prior / (1 + count)
        if score > best_score:
            best, best_score, best_edge = n, score, edge
    first = branches.first
    if first >= 0:
        fresh = branches.edges[first]
        assert fresh is not None
        untried = value / visits - FIRST_PLAY_LOSS if visits else 0.0
        score = untried + (spread or 1.0) * fresh.prior
        if score > best_score or (score == best_score and first < best):
            return first, fresh
    return best, best_edge


def _branches(
    advice: Advice[Any], node: Node, pos: Any, decision: Decision, options: tuple[Action, ...]
) -> Branches:
    """Options of this world with their edges; creates missing edges."""
    known = node.edges
    try:
        edges = [known[option] for option in options]
    except KeyError:
        _add_edges(advice, node, pos, decision, options)
        edges = [known[option] for option in options]
    if not any(edges):  # all priors of this world are 0: make them uniform
        for option in options:
            known[option] = Edge(1 / len(options))
        edges = [known[option] for option in options]
    branches = node.branches = Branches(options, edges, node.tried)
    return branches


def _add_edges(
    advice: Advice[Any], node: Node, pos: Any, decision: Decision, options: tuple[Action, ...]
) -> None:
    """Add an edge with its prior for each option that the node does not know yet."""
    weights = advice.prior(pos, decision, options)
    total = sum(weights)
    even = (1 - PRIOR_SHARE) / max(1, sum([weight > 0 for weight in weights]))
    known = node.edges
    for option, weight in zip(options, weights, strict=True):
        if option not in known:
            known[option] = Edge(PRIOR_SHARE * weight / total + even) if weight > 0 else None
