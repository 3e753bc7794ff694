"""What a game knows about playing it well: asked by computer players and by the coach.

A subclass stands in the folder of its game. `weights`, `features` and `evaluate` look at a position
only through what the deciding seat may know, also in a world that was dealt for the search.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal

from castlecards.core.action import Action, Decision
from castlecards.core.belief import Luck, Worlds, confined
from castlecards.core.cards import Zone
from castlecards.core.events import Event
from castlecards.core.landing import Thrower
from castlecards.core.position import Position, S, Step
from castlecards.core.view import View

Deal = Callable[[Luck], Position[Any]]
Moods = Mapping[str, Literal["attack", "build"]]
REASONS, LETTERS = 2, 40  # of an action, and of each of them


class Advice(ABC, Generic[S]):
    """Stateless: rules of thumb, an evaluation, worlds that may be, and reasons in words."""

    boundary: ClassVar[tuple[type[Step], ...]] = ()  # a search looks no further than these steps
    names: ClassVar[tuple[str, ...]] = ()  # of the features, in a few words each
    rollout: ClassVar[bool] = False  # a leaf is played on by the thumb before it is evaluated
    worlds: ClassVar[int] = 0  # how many worlds an exact end is worked out in
    # by verb: whether doing so attacks or builds, for players of a temper; all else is neither
    moods: ClassVar[Moods] = {}

    def options(self, pos: Position[S], decision: Decision) -> tuple[Action, ...]:
        """What a player chooses among; of a throw, one for each card, target and method."""
        return decision.options

    def branches(
        self, pos: Position[S], decision: Decision, options: Sequence[Action]
    ) -> tuple[Action, ...]:
        """The options among which a search chooses; one alone: the thumb decides this."""
        return tuple(options)

    def exact(self, pos: Position[S]) -> tuple[float, ...] | None:
        """The value of a world near the end, by perfect play of everybody; None: too far."""
        return None

    @abstractmethod
    def weights(
        self, pos: Position[S], decision: Decision, options: Sequence[Action]
    ) -> list[float]:
        """How readily the rules of thumb would choose each option; 0: never."""

    def prior(self, pos: Position[S], decision: Decision, options: Sequence[Action]) -> list[float]:
        """The same for whoever thinks: with what a search expects each option to be chosen, and
        plays on. A game may know better rules for it than those of players who do not think."""
        return self.weights(pos, decision, options)

    @abstractmethod
    def evaluate(self, pos: Position[S]) -> tuple[float, ...]:
        """By seat: the share of winning from here, 0 to 1; seats of a team have the same."""

    def features(self, pos: Position[S]) -> tuple[float, ...]:
        """What the evaluation weighs, as seat 0 counts it."""
        return ()

    def chance(self, pos: Position[S], decision: Decision, luck: Luck) -> Action:
        """What NATURE may answer, drawn as it would be. Raises ValueError where there is none."""
        raise ValueError("nothing in this game is thrown")

    def by(self, thrower: Thrower) -> Advice[S]:
        """The same advice for whoever throws with this hand."""
        return self

    def throws(self, pos: Position[S], decision: Decision) -> tuple[Action, ...]:
        """Every throw that can be aimed now, as a perfect hand would make it."""
        return ()

    def sure(self, pos: Position[S]) -> bool:
        """Is the evaluation right about who wins so often that it may be told as a number?"""
        return True

    def goal(self, pos: Position[S], action: Action) -> Zone:
        """At whose card a throw of `throws` is aimed; -1 for any other action."""
        return -1

    def quiet(self, pos: Position[S]) -> bool:
        """May the evaluation be asked here? Not while an attack or a payment hangs in the air."""
        return True

    def effort(self, pos: Position[S]) -> int:
        """How many times as long a simulation takes as in a quick game, for whoever has many."""
        return 1

    def meant(self, pos: Position[S], decision: Decision, action: Action) -> Action:
        """What was played as one of the actions that this advice knows: the throw of `throws` that
        is most like it; anything else as it is."""
        return action

    def idle(self, pos: Position[S], decision: Decision) -> bool:
        """Is this a question in which only the obvious answer is worth a thought?"""
        return False

    def believe(self, view: View, told: Sequence[Event]) -> Deal:
        """Worlds that fit the view and what the seat was told (`events.seen_by`)."""
        return Worlds(view, confined(view, told)).deal

    def reasons(self, view: View, action: Action) -> Iterator[str]:
        """What speaks for an action, the weightiest first, each true for all that the seat knows;
        also what speaks for others as well."""
        return iter(())

    def because(self, view: View, action: Action, instead: Action | None = None) -> tuple[str, ...]:
        """At most two reasons of at most 40 letters that do not speak for `instead` too; () where
        there is none."""
        shared = set(self.reasons(view, instead)) if instead is not None else set()
        found = [text for text in self.reasons(view, action) if text not in shared]
        return tuple([text for text in found if len(text) <= LETTERS])[:REASONS]


def logistic(x: float) -> float:
    """1 / (1 + exp(-x)), for any x."""
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def weighed(weights: Sequence[float], features: Sequence[float]) -> tuple[float, float]:
    """The shares of winning of two sides, from what was counted as the first of them counts it."""
    total = 0.0
    for weight, feature in zip(weights, features, strict=True):
        total += weight * feature
    first = logistic(total)
    return first, 1 - first
