"""Decision of a computer player: the question it gets, how long it thinks, and its choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice
from castlecards.core.events import Event
from castlecards.core.landing import PRACTISED, Thrower
from castlecards.core.rng import noise
from castlecards.core.view import View
from castlecards.players.search import KeptNodes, RankedOption, exact_ranking, root_sums, search

IDLE_PASS_SHARE = 0.9  # share of the weights from which passing in an idle window needs no search
EQUAL_VALUE = 0.01  # difference of win shares that counts as none: then the greatest prior decides
LOST_VALUE = 0.03  # win share below which a player plays by rules of thumb, without a pause
SECOND_STREAM = 1  # random stream of the second search of a decision
LEAST_VISIT_SHARE = 0.1  # of the best option's visits, for an option to be named beside it


@dataclass(frozen=True)
class Think:
    """Budget and error of one decision. Same seed, view and simulations give the same answer."""

    simulations: int = 0  # 0: rules of thumb alone
    seconds: float = float("inf")  # most CPU time; a limit makes the answer depend on the machine
    error: float = 0.0  # share of decisions that are drawn by weight, without a search
    weight_exponent: float = 1.0  # of the weights in those, above 0; below 1 they matter less
    seed: int = 0
    stop: Callable[[], bool] | None = None  # asked every few simulations: True ends the search
    ahead: bool = False  # True for a player that uses all time and cores: others' turns, too
    kept: KeptNodes | None = None  # statistics from earlier searches; None: every search is new


@dataclass(frozen=True)
class Choice:
    """Chosen action, and the options as the player ranks them, the best first."""

    action: Action
    value: float  # expected share of winning, 0 to 1; 0.5 without a search
    ranked: tuple[RankedOption, ...] = ()
    simulations: int = 0
    exact: bool = False  # True if the end of the game was searched to its last move


@dataclass(frozen=True)
class Question:
    """Input of a computer player's decision: the view and the events of its seat."""

    advice: Advice[Any]
    view: View
    events: Sequence[Event]
    think: Think
    thrower: Thrower = PRACTISED  # the hand that makes the chosen throw (bots.aim)

    def offers(self, action: Any) -> bool:
        """True if `action` is legal for the seat now."""
        decision = self.view.decision
        if decision is None or not isinstance(action, Action):
            return False
        offered = self.advice.options(self.view.position, decision)
        return action in offered or action == decision.default or decision.allows(action)


def is_choice(question: Question, reply: Any) -> bool:
    """True if `reply` is a sound answer to `question`: a Choice of what is offered."""
    return isinstance(reply, Choice) and question.offers(reply.action)


def answer_to(question: Question) -> Choice:
    """Choice of the player, computed in this process while the caller waits."""
    return choose(question.advice, question.view, question.events, question.think)


def choose(
    advice: Advice[Any], view: View, events: Sequence[Event], think: Think = Think()
) -> Choice:
    """Choose an action for the decision of a view. Raises ValueError if the seat is not asked."""
    decision = view.asked
    random = Random(think.seed)
    first = advice.world_sampler(view, ())(random)  # rules of thumb do not read the dealt faces
    options = advice.options(first, decision)
    if len(options) == 1:
        return Choice(options[0], 0.5)
    known = advice.prior if think.simulations else advice.weights
    weights = advice.biased(known(first, decision, options), options)
    if think.error and random.random() < think.error:
        return Choice(
            _draw(options, [option**think.weight_exponent for option in weights], random), 0.5
        )
    favourite = _favourite(options, weights, decision)
    if not think.simulations or _is_idle_pass(advice, first, decision, options, weights):
        return Choice(favourite, 0.5)
    if len(advice.branches(first, decision, options)) == 1:
        return Choice(favourite, 0.5)
    sample = advice.world_sampler(view, events)
    if exact := exact_ranking(advice, sample, random, think.simulations):
        return Choice(exact[0].action, exact[0].value, exact, exact[0].visits, exact=True)
    kept = think.kept
    root = kept.take(view) if kept is not None else None
    ranked, simulations = search(
        advice, sample, random, think.simulations, think.seconds, think.stop, root, kept
    )
    return _decided(advice, favourite, ranked, simulations)


def second_question(question: Question) -> Question:
    """Question for a second search at the same time, with another random stream."""
    think = question.think
    return replace(question, think=replace(think, seed=noise(think.seed, SECOND_STREAM, 1)[0]))


def merge(advice: Advice[Any], first: Choice, second: Choice) -> Choice:
    """Choice from two searches of one position, whose statistics at the root are added.

    Chaslot, Winands, van den Herik: Parallel Monte-Carlo Tree Search (2008), root parallelization.
    If one has not searched, as its worker has failed, the other decides.
    """
    if first.exact or second.exact:
        return first if first.exact else second
    less_sure = min(first, second, key=lambda choice: choice.value)
    ranked = root_sums(first.ranked, second.ranked)
    return _decided(advice, less_sure.action, ranked, first.simulations + second.simulations)


def ponder(advice: Advice[Any], view: View, events: Sequence[Event], think: Think) -> int:
    """Search ahead while another player decides, in worlds that the seat of the view believes in.

    Its own next decisions get statistics in `think.kept`. Return the number of simulations.
    """
    if think.kept is None or not think.simulations:
        return 0
    sample = advice.world_sampler(view, events)
    return search(
        advice, sample, Random(think.seed), think.simulations, think.seconds, think.stop,
        kept=think.kept,
    )[1]  # fmt: skip


def is_count(question: Question, reply: Any) -> bool:
    """True if `reply` is a sound answer of `ponder`."""
    return type(reply) is int and 0 <= reply <= question.think.simulations


def _decided(
    advice: Advice[Any], favourite: Action, ranked: tuple[RankedOption, ...], simulations: int
) -> Choice:
    """Final choice after a search: `favourite` if the match is lost or nothing was searched."""
    if not ranked or ranked[0].value < LOST_VALUE:
        return Choice(favourite, ranked[0].value if ranked else 0.5, ranked, simulations)
    return Choice(preferred(ranked, advice), ranked[0].value, ranked, simulations)


def _draw(options: Sequence[Action], weights: Sequence[float], random: Random) -> Action:
    """Option drawn at random by weight."""
    return random.choices(options, weights if any(weights) else None)[0]


def _favourite(options: Sequence[Action], weights: Sequence[float], decision: Decision) -> Action:
    best = max(weights)
    return options[weights.index(best)] if best > 0 else decision.default


def _is_idle_pass(
    advice: Advice[Any],
    pos: Any,
    decision: Decision,
    options: Sequence[Action],
    weights: Sequence[float],
) -> bool:
    """True for an idle window in which the rules of thumb almost surely pass."""
    if PASS not in options or not advice.is_routine(pos, decision):
        return False
    return weights[options.index(PASS)] > IDLE_PASS_SHARE * sum(weights)


def preferred(ranked: Sequence[RankedOption], advice: Advice[Any]) -> Action:
    """Most visited option of greatest bias among those that cost little; among equally good ones
    with enough visits, that of greatest prior."""

    def log_bias(option: RankedOption) -> float:
        return advice.log_bias(option.action)

    top = ranked[0]
    enough = [option for option in ranked if option.visits >= LEAST_VISIT_SHARE * top.visits]
    cheap = [
        option
        for option in enough
        if top.value - option.value <= advice.bias_cost * (log_bias(option) - log_bias(top))
    ]
    best = max(cheap, key=log_bias)
    equal = [
        option
        for option in enough
        if abs(option.value - best.value) <= EQUAL_VALUE and log_bias(option) == log_bias(best)
    ]
    return max(equal, key=lambda option: option.prior).action
