"""One question, one answer: what a computer player is asked with and what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice
from castlecards.core.events import Event
from castlecards.core.landing import PRACTISED, Thrower
from castlecards.core.view import View
from castlecards.players.search import RankedOption, perfect, search

ENOUGH = 0.9  # where the thumb gives passing in an idle window more than this, nobody thinks
SAME = 0.01  # win shares nearer than that are one: then the thumb's favourite is played
LOST = 0.03  # below this win share a player does not dawdle: it plays its thumb
SPOKEN = 0.1  # of the visits an option must have to be named beside the best


@dataclass(frozen=True)
class Think:
    """How long and how well. The same seed, view and simulations give the same answer."""

    simulations: int = 0  # 0: rules of thumb alone
    seconds: float = float("inf")  # CPU time at most; the answer then depends on the machine
    error: float = 0.0  # share of decisions that are picked by weight, not by thought
    taste: float = 1.0  # above 0, the power of the weights in those: below 1 they matter less
    seed: int = 0
    stop: Callable[[], bool] | None = None  # looked at every few simulations: think no longer


@dataclass(frozen=True)
class Choice:
    """What a player would do, and how the options stand in its eyes, the best first."""

    action: Action
    value: float  # share of winning that it expects, 0 to 1; 0.5 where it did not think
    ranked: tuple[RankedOption, ...] = ()
    simulations: int = 0


@dataclass(frozen=True)
class Question:
    """What one seat asks itself."""

    advice: Advice[Any]
    view: View
    told: Sequence[Event]
    think: Think
    thrower: Thrower = PRACTISED  # the hand that makes what is chosen to throw (bots.aim)

    def offers(self, action: Any) -> bool:
        """True if the seat may take `action` now."""
        decision = self.view.decision
        if decision is None or not isinstance(action, Action):
            return False
        offered = self.advice.options(self.view.position, decision)
        return action in offered or action == decision.default or decision.allows(action)


def is_choice(question: Question, reply: Any) -> bool:
    """True if `reply` is a sound answer to `question`: a Choice of what is offered."""
    return isinstance(reply, Choice) and question.offers(reply.action)


def answered(question: Question) -> Choice:
    """The answer of whoever has the time to wait for it."""
    return choose(question.advice, question.view, question.told, question.think)


def choose(
    advice: Advice[Any], view: View, told: Sequence[Event], think: Think = Think()
) -> Choice:
    """The answer to the decision of this view. Raises ValueError where the seat is not asked."""
    decision = view.decision
    if decision is None or decision.seat != view.seat:
        raise ValueError(f"seat {view.seat} is not asked")
    random = Random(think.seed)
    first = advice.believe(view, ())(random)  # rules of thumb look at nothing that it dealt
    options = advice.options(first, decision)
    if len(options) == 1:
        return Choice(options[0], 0.5)
    known = advice.prior if think.simulations else advice.weights
    weights = known(first, decision, options)
    if think.error and random.random() < think.error:
        return Choice(_drawn(options, [each**think.taste for each in weights], random), 0.5)
    favourite = _favourite(options, weights, decision)
    if not think.simulations or _obvious(advice, first, decision, options, weights):
        return Choice(favourite, 0.5)
    if len(advice.branches(first, decision, options)) == 1:
        return Choice(favourite, 0.5)
    deal = advice.believe(view, told)
    if exact := perfect(advice, deal, random, think.simulations):
        return Choice(exact[0].action, exact[0].value, exact, exact[0].visits)
    ranked, done = search(advice, deal, random, think.simulations, think.seconds, think.stop)
    if not ranked or ranked[0].value < LOST:
        return Choice(favourite, ranked[0].value if ranked else 0.5, ranked, done)
    return Choice(_best(ranked), ranked[0].value, ranked, done)


def _drawn(options: Sequence[Action], weights: Sequence[float], random: Random) -> Action:
    """An option by its weight: naive, never absurd."""
    return random.choices(options, weights if any(weights) else None)[0]


def _favourite(options: Sequence[Action], weights: Sequence[float], decision: Decision) -> Action:
    best = max(weights)
    return options[weights.index(best)] if best > 0 else decision.default


def _obvious(
    advice: Advice[Any],
    pos: Any,
    decision: Decision,
    options: Sequence[Action],
    weights: Sequence[float],
) -> bool:
    """A window in which the thumb is all but sure to pass, and nothing is at stake."""
    if PASS not in options or not advice.idle(pos, decision):
        return False
    return weights[options.index(PASS)] > ENOUGH * sum(weights)


def _best(ranked: Sequence[RankedOption]) -> Action:
    """The most visited; among those that are as good and were looked at, the thumb's favourite."""
    top = ranked[0]
    equal = [
        each
        for each in ranked
        if abs(each.value - top.value) <= SAME and each.visits >= SPOKEN * top.visits
    ]
    return max(equal, key=lambda each: each.prior).action
