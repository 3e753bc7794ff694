"""The coach: for somebody who is asked, the best options, how good they are, and why.

It is asked as a computer player is, with a view and what the seat was told, so it can tell no
secret. A win share is a number only while the evaluation is right often enough, else a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice
from castlecards.core.cards import UNSEEN
from castlecards.core.events import Event
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.players.player import SPOKEN, Question, Think, choose
from castlecards.players.search import RankedOption, compare, search

SHOWN = 3  # options at most
ALIKE = 0.02  # win shares nearer than that are told as equal
SIMULATIONS = 600  # of a hint
# up to this share, how its player stands then; no comparison: it is said of the best option, too
WORDS = (
    (0.1, "all but lost"), (0.3, "far behind"), (0.44, "behind"), (0.48, "a bit behind"),
    (0.52, "even"), (0.56, "a bit ahead"), (0.7, "ahead"), (0.9, "far ahead"),
    (1.0, "all but won"),
)  # fmt: skip


@dataclass(frozen=True)
class OptionAdvice:
    """An option with what the coach says about it."""

    action: Action
    share: float | None  # of winning, 0 to 1; None: it was not thought about
    words: str  # the same as it may be told: "74 %", "ahead", "as good"; "" where there is none
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Counsel:
    """The best options, the best first; () where there is but what nobody would do."""

    options: tuple[OptionAdvice, ...]
    passing: OptionAdvice | None = None  # to let it be, where that is not among the best
    simulations: int = 0


def is_counsel(question: Question, reply: Any) -> bool:
    """True if `reply` is a sound Counsel: of options that are offered, in words."""
    if not isinstance(reply, Counsel) or not isinstance(reply.options, tuple):
        return False
    return all(
        isinstance(each, OptionAdvice)
        and question.offers(each.action)
        and isinstance(each.share, float | None)
        and isinstance(each.words, str)
        and isinstance(each.reasons, tuple)
        and all(isinstance(reason, str) for reason in each.reasons)
        for each in (*reply.options, *filter(None, [reply.passing]))
    )


def advise(advice: Advice[Any], view: View, told: Sequence[Event], think: Think) -> Counsel:
    """What the coach says to the seat that is asked. Raises ValueError where it is not asked.

    The same seed, view and simulations give the same counsel.
    """
    decision = view.decision
    if decision is None or decision.seat != view.seat:
        raise ValueError(f"seat {view.seat} is not asked")
    ranked, done = ranked_options(advice, view, told, decision, think)
    best = without_duplicates(view.position, ranked)
    second = best[1].action if len(best) > 1 else None
    sure = advice.sure(view.position)
    lets = next((e for e in ranked if e.action == PASS and e.visits and e not in best), None)
    passing = None
    if lets is not None:
        words = _told(lets.value, best[0].value, sure)
        passing = OptionAdvice(PASS, lets.value, words, ())
    found = []
    for n, each in enumerate(best):
        other = second if n == 0 else best[0].action
        share = each.value if each.visits else None
        words = "" if share is None else _told(share, best[0].value if n else None, sure)
        reasons = advice.because(view, each.action, other)
        if n == 0:  # what speaks for both speaks for the best, too
            reasons = reasons or advice.because(view, each.action)[:1]
        found.append(OptionAdvice(each.action, share, words, reasons))
    return Counsel(tuple(found), passing, done)


def without_duplicates(
    pos: Position[Any], ranked: Sequence[RankedOption]
) -> tuple[RankedOption, ...]:
    """The best options that a player can tell apart; those that do the same with a card of the same
    title at another place come after all others."""
    kinds: dict[tuple[object, ...], RankedOption] = {}
    unlike = _unlike(pos, [each.action for each in ranked])
    ranked = [each for each in ranked if each.action in unlike]
    for each in ranked:
        whole = _told_as(pos, each.action)
        kinds.setdefault(whole[:-2] if each.action.cards else whole, each)
    first = [each for each in ranked if each in kinds.values()]
    rest = [each for each in ranked if each not in first]
    return (*first, *rest)[:SHOWN]


def _unlike(pos: Position[Any], actions: Sequence[Action]) -> list[Action]:
    """The first of each group of actions that a hint would tell in the same words."""
    found: dict[tuple[object, ...], Action] = {}
    for action in actions:
        found.setdefault(_told_as(pos, action), action)
    return list(found.values())


def _told_as(pos: Position[Any], action: Action) -> tuple[object, ...]:
    """Key of an action in a hint: equal for actions that a hint would tell in the same words, its
    last two parts the place. Cards of one title are one, whichever of them lies there."""
    faces, titles = pos.box.faces, []
    for card in action.cards:
        face = pos.faces[card]
        titles.append(card if face == UNSEEN else faces[face].title or faces[face].key)
    return action.verb, tuple(titles), action.zones, action.args, action.to, action.onto


def ranked_options(
    advice: Advice[Any], view: View, told: Sequence[Event], decision: Decision, think: Think
) -> tuple[tuple[RankedOption, ...], int]:
    """The options as the search ranks them, first what a player would choose, then those that were
    looked at enough to be named; without a visit where only rules of thumb spoke."""
    options = advice.options(view.position, decision)
    if len(options) == 1:
        return (RankedOption(options[0], 0, 0.5, 1.0),), 0
    chosen = choose(advice, view, told, think)
    if chosen.ranked:
        least = SPOKEN * max(each.visits for each in chosen.ranked)
        named = [e for e in chosen.ranked if e.visits >= least]
        named.sort(key=lambda each: (each.action != chosen.action, -each.value))
        return tuple(named), chosen.simulations
    random = Random(think.seed)
    deal = advice.believe(view, told)
    first = deal(random)
    known = advice.prior if think.simulations else advice.weights
    weights = known(first, decision, options)
    order = sorted(range(len(options)), key=lambda n: -weights[n])
    likely = [options[n] for n in order if weights[n] > 0]
    best = _unlike(view.position, likely)[:SHOWN]
    if not best or not think.simulations:
        return tuple([RankedOption(each, 0, 0.5, 1.0) for each in best or [chosen.action]]), 0
    if len(advice.branches(first, decision, options)) > 1:  # what nobody would think about
        found, done = search(advice, deal, random, think.simulations, think.seconds, think.stop)
        return found[:SHOWN], done
    worlds = think.simulations // len(best)
    return compare(advice, deal, random, best, worlds, think.stop), think.simulations


def _told(share: float, best: float | None, sure: bool) -> str:
    """`best`: the share of the first option, for all others."""
    if best is not None and abs(best - share) <= ALIKE:
        return "as good"
    return f"{round(100 * share)} %" if sure else in_words(share)


def in_words(share: float) -> str:
    """How good a share of winning is."""
    return next(words for most, words in WORDS if share <= most)
