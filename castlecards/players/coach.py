"""Coach: the best options of a player who is asked, how good they are, and why.

It gets the same input as a computer player, a view and the events of the seat, so it can reveal no
secret. It gives a win share as a number only if the evaluation is reliable, else in words.
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
from castlecards.texts import tr

SHOWN = 3  # most options
ALIKE = 0.02  # difference of win shares up to which options are called equally good
SIMULATIONS = 600  # for a hint
# Greatest share and its words. No comparisons: the words also describe the best option.
WORDS = (
    (0.1, tr("all but lost")), (0.3, tr("far behind")), (0.44, tr("behind")),
    (0.48, tr("a bit behind")), (0.52, tr("even")), (0.56, tr("a bit ahead")), (0.7, tr("ahead")),
    (0.9, tr("far ahead")), (1.0, tr("all but won")),
)  # fmt: skip


@dataclass(frozen=True)
class OptionAdvice:
    """Option with the coach's assessment and reasons."""

    action: Action
    share: float | None  # of winning, 0 to 1; None: not searched
    words: str  # the share as shown to the player: "74 %", "ahead", "as good"; "" if None
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Counsel:
    """Answer of the coach: the best options, the best first."""

    options: tuple[OptionAdvice, ...]
    passing: OptionAdvice | None = None  # passing, if it is legal and not among the best
    simulations: int = 0


def is_counsel(question: Question, reply: Any) -> bool:
    """True if `reply` is a well-formed Counsel about options that the question offers."""
    if not isinstance(reply, Counsel) or not isinstance(reply.options, tuple):
        return False
    return all(
        isinstance(option, OptionAdvice)
        and question.offers(option.action)
        and isinstance(option.share, float | None)
        and isinstance(option.words, str)
        and isinstance(option.reasons, tuple)
        and all(isinstance(reason, str) for reason in option.reasons)
        for option in (*reply.options, *filter(None, [reply.passing]))
    )


def advise(advice: Advice[Any], view: View, events: Sequence[Event], think: Think) -> Counsel:
    """Counsel for the seat that is asked. Raises ValueError if it is not asked.

    The same seed, view and simulations give the same counsel.
    """
    decision = view.decision
    if decision is None or decision.seat != view.seat:
        raise ValueError(f"seat {view.seat} is not asked")
    ranked, simulations = ranked_options(advice, view, events, decision, think)
    best = without_duplicates(view.position, ranked)
    second = best[1].action if len(best) > 1 else None
    is_reliable = advice.is_reliable(view.position)
    passed = next(
        (
            other_option
            for other_option in ranked
            if other_option.action == PASS and other_option.visits and other_option not in best
        ),
        None,
    )
    passing = None
    if passed is not None:
        words = _share_text(passed.value, best[0].value, is_reliable)
        passing = OptionAdvice(PASS, passed.value, words, ())
    options = []
    for n, option in enumerate(best):
        other = second if n == 0 else best[0].action
        share = option.value if option.visits else None
        words = (
            "" if share is None else _share_text(share, best[0].value if n else None, is_reliable)
        )
        reasons = advice.distinct_reasons(view, option.action, other)
        if n == 0:  # a reason that the second option shares is better than none
            reasons = reasons or advice.distinct_reasons(view, option.action)[:1]
        options.append(OptionAdvice(option.action, share, words, reasons))
    return Counsel(tuple(options), passing, simulations)


def without_duplicates(
    pos: Position[Any], ranked: Sequence[RankedOption]
) -> tuple[RankedOption, ...]:
    """Best options that a player can tell apart; options that differ from a better one only in the
    place of a card of the same title come after all others."""
    kinds: dict[tuple[object, ...], RankedOption] = {}
    distinct = _unlike(pos, [option.action for option in ranked])
    ranked = [option for option in ranked if option.action in distinct]
    for option in ranked:
        key = _wording_key(pos, option.action)
        kinds.setdefault(key[:-2] if option.action.cards else key, option)
    first = [option for option in ranked if option in kinds.values()]
    others = [option for option in ranked if option not in first]
    return (*first, *others)[:SHOWN]


def _unlike(pos: Position[Any], actions: Sequence[Action]) -> list[Action]:
    """First of each group of actions that a hint would word alike."""
    distinct: dict[tuple[object, ...], Action] = {}
    for action in actions:
        distinct.setdefault(_wording_key(pos, action), action)
    return list(distinct.values())


def _wording_key(pos: Position[Any], action: Action) -> tuple[object, ...]:
    """Key that is equal for actions which a hint would word alike; its last two parts are the
    place. Cards of the same title count as one."""
    faces, titles = pos.box.faces, []
    for card in action.cards:
        face = pos.faces[card]
        titles.append(card if face == UNSEEN else faces[face].title or faces[face].key)
    return action.verb, tuple(titles), action.zones, action.args, action.to, action.onto


def ranked_options(
    advice: Advice[Any], view: View, events: Sequence[Event], decision: Decision, think: Think
) -> tuple[tuple[RankedOption, ...], int]:
    """Options as the search ranks them, and the number of simulations.

    First comes the player's choice, then options with enough visits to be named. Options that only
    rules of thumb ranked have no visits.
    """
    options = advice.options(view.position, decision)
    if len(options) == 1:
        return (RankedOption(options[0], 0, 0.5, 1.0),), 0
    chosen = choose(advice, view, events, think)
    if chosen.ranked:
        least = SPOKEN * max(option.visits for option in chosen.ranked)
        visited = [e for e in chosen.ranked if e.visits >= least]
        visited.sort(key=lambda option: (option.action != chosen.action, -option.value))
        return tuple(visited), chosen.simulations
    random = Random(think.seed)
    deal = advice.world_sampler(view, events)
    first = deal(random)
    known = advice.prior if think.simulations else advice.weights
    weights = known(first, decision, options)
    order = sorted(range(len(options)), key=lambda n: -weights[n])
    likely = [options[n] for n in order if weights[n] > 0]
    best = _unlike(view.position, likely)[:SHOWN]
    if not best or not think.simulations:
        return tuple([RankedOption(option, 0, 0.5, 1.0) for option in best or [chosen.action]]), 0
    if len(advice.branches(first, decision, options)) > 1:  # `choose` skipped an easy decision
        ranked, simulations = search(
            advice, deal, random, think.simulations, think.seconds, think.stop
        )
        return ranked[:SHOWN], simulations
    worlds = think.simulations // len(best)
    return compare(advice, deal, random, best, worlds, think.stop), think.simulations


def _share_text(share: float, best: float | None, sure: bool) -> str:
    """Words for a win share. `best`: the share of the first option, None for that option itself."""
    if best is not None and abs(best - share) <= ALIKE:
        return tr("equal")
    return tr("{percent} %", percent=round(100 * share)) if sure else in_words(share)


def in_words(share: float) -> str:
    """Words for a share of winning."""
    return next(words for most, words in WORDS if share <= most)
