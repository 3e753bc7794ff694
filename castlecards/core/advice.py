"""Strategy interface of a game: priors, evaluation and reasons for computer players and coach.

Each game has its subclass. `weights`, `features` and `evaluate` use only facts that the deciding
seat may know, even in a sampled world of the search.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, ClassVar, Generic, Literal

from castlecards.core.action import Action, Decision
from castlecards.core.belief import EVEN_SHARE, RandomSource, Worlds, possible_faces
from castlecards.core.cards import Zone
from castlecards.core.events import Event
from castlecards.core.landing import Thrower
from castlecards.core.position import Position, S, Step
from castlecards.core.view import View

WorldSampler = Callable[[RandomSource], Position[Any]]  # a new world at each call
ActionKinds = Mapping[str, Literal["attack", "build"]]
LETTERS = 44  # longest reason, letters
SURE = 0.95  # share of worlds above which odds are called almost certain
CLEAR = 3.0  # standard errors from which on two shares differ clearly


class Advice(ABC, Generic[S]):
    """Strategy of one game, stateless: prior weights, evaluation, sampled worlds and reasons."""

    boundary: ClassVar[tuple[type[Step], ...]] = ()  # steps at which a search stops
    feature_names: ClassVar[tuple[str, ...]] = ()  # short name of each feature
    rollout: ClassVar[bool] = False  # True if a leaf is played on by `weights` before evaluation
    even: float = EVEN_SHARE  # share of sampled worlds that follow proven facts alone
    worlds: ClassVar[int] = 0  # number of sampled worlds for an exact endgame search
    reason_worlds: ClassVar[int] = 0  # number of sampled worlds in which `reasons` count odds
    slope: ClassVar[float] = 1.0  # of the log odds in `share`; see `python -m benchmarks coach`
    # Share of winning that a character gives up in a decision for each unit of `log_bias`.
    bias_cost: ClassVar[float] = 0.025
    # By verb: "attack" or "build", for the bias of characters; other verbs are neutral.
    action_kinds: ClassVar[ActionKinds] = {}

    def options(self, pos: Position[S], decision: Decision) -> tuple[Action, ...]:
        """Options of a player. Throws are reduced to one per card, target and method."""
        return decision.options

    def branches(
        self, pos: Position[S], decision: Decision, options: Sequence[Action]
    ) -> tuple[Action, ...]:
        """Options that a search compares. A single one means that `weights` decides instead."""
        return tuple(options)

    def exact(self, pos: Position[S]) -> tuple[float, ...] | None:
        """Value by seat under perfect play near the end; None if the end is too far away."""
        return None

    @abstractmethod
    def weights(
        self, pos: Position[S], decision: Decision, options: Sequence[Action]
    ) -> list[float]:
        """Prior weight of each option by rules of thumb; 0 means never."""

    def prior(self, pos: Position[S], decision: Decision, options: Sequence[Action]) -> list[float]:
        """Prior weight of each option inside a search; `weights` unless a game knows better."""
        return self.weights(pos, decision, options)

    @abstractmethod
    def evaluate(self, pos: Position[S]) -> tuple[float, ...]:
        """Estimated share of wins by seat, 0 to 1. Seats of a team have the same value."""

    def features(self, pos: Position[S]) -> tuple[float, ...]:
        """Features that the evaluation weighs, from the view of seat 0."""
        return ()

    def chance(self, pos: Position[S], decision: Decision, rng: RandomSource) -> Action:
        """Sample an answer of NATURE. Raises ValueError in games without throws."""
        raise ValueError("nothing in this game is thrown")

    def for_thrower(self, thrower: Thrower) -> Advice[S]:
        """Advice for a player with this throwing skill."""
        return self

    def throws(self, pos: Position[S], decision: Decision) -> tuple[Action, ...]:
        """Every throw that can be aimed now, without hand error."""
        return ()

    def is_reliable(self, pos: Position[S]) -> bool:
        """True if the evaluation is reliable enough to be shown as a number."""
        return True

    def goal(self, pos: Position[S], action: Action) -> Zone:
        """Zone at which a throw of `throws` is aimed; -1 for any other action."""
        return -1

    def biased(self, weights: list[float], options: Sequence[Action]) -> list[float]:
        """Weights of the own options, scaled by the bias of a character."""
        return weights

    def log_bias(self, action: Action) -> float:
        """Bias of a character for an action: above 0 it prefers it, below 0 it avoids it."""
        return 0.0

    def is_quiet(self, pos: Position[S]) -> bool:
        """True if the position is quiet: no attack or payment is pending."""
        return True

    def effort(self, pos: Position[S]) -> int:
        """Cost of a simulation as a multiple of a quick game's; divides the search budget."""
        return 1

    def nearest_known(self, pos: Position[S], decision: Decision, action: Action) -> Action:
        """Action known to this advice: the most similar throw of `throws`; others unchanged."""
        return action

    def is_routine(self, pos: Position[S], decision: Decision) -> bool:
        """True if only the obvious answer is worth considering."""
        return False

    def world_sampler(self, view: View, events: Sequence[Event]) -> WorldSampler:
        """Sampler of worlds that fit the view and the events this seat saw (`events.seen_by`)."""
        return Worlds(view, possible_faces(view, events)).deal

    def with_even_worlds(self) -> Advice[S]:
        """Copy whose sampled worlds follow proven facts alone, not the choices of the others."""
        other = copy(self)
        other.even = 1.0
        return other

    def share(self, value: float) -> float:
        """Share of winning, 0 to 1, for the value that a search gives the best option.

        A slope below 1 corrects values that are too far from even, one above 1 values that are too
        near (Platt scaling without an offset). A match that is won or lost stays so.
        """
        if not 0 < value < 1:
            return value
        return logistic(self.slope * math.log(value / (1 - value)))

    def reasons(
        self, view: View, action: Action, worlds: Sequence[Position[S]] = ()
    ) -> Iterator[str]:
        """Reasons for an action, strongest first, true for all the seat knows.

        They may be true of other actions, too. `worlds`: positions that the seat believes in, for
        odds; without any, unseen cards are equally likely.
        """
        return iter(())

    def short_reasons(
        self, view: View, action: Action, worlds: Sequence[Position[S]] = ()
    ) -> tuple[str, ...]:
        """Reasons for an action, strongest first, each once and of at most LETTERS letters."""
        texts = dict.fromkeys(self.reasons(view, action, worlds))
        return tuple([text for text in texts if len(text) <= LETTERS])


def belief_share(found: Sequence[bool], even: float) -> float | None:
    """Share of the sampled worlds in which something happens; None if it does not differ clearly
    from `even`, its share if all unseen cards are equally likely."""
    if not found or even in (0.0, 1.0):
        return None
    share = sum(found) / len(found)
    error = math.sqrt(even * (1 - even) / len(found))
    return share if abs(share - even) > CLEAR * error else None


def logistic(x: float) -> float:
    """Logistic function 1 / (1 + exp(-x)), without overflow."""
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def win_shares(weights: Sequence[float], features: Sequence[float]) -> tuple[float, float]:
    """Shares of wins of both sides by logistic regression; features from the first side's view."""
    total = 0.0
    for weight, feature in zip(weights, features, strict=True):
        total += weight * feature
    first = logistic(total)
    return first, 1 - first
