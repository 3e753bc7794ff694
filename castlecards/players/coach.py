"""Coach: the best options of a player who is asked, how good they are, and why.

Options stand in the order of their win shares, which are whole percents from equal numbers of
simulations: number 1 has the best share, and an option with the same share is called equal.

The coach gets the same input as a computer player, a view and the events of the seat, so it can
reveal no secret. It tells a win share as a number if the evaluation is reliable, else in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import sqrt
from random import Random
from typing import Any

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice
from castlecards.core.events import Event
from castlecards.core.landing import Limits
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.core.view import View
from castlecards.players.best_line import NO_LINE, BestLine, best_line, is_best_line
from castlecards.players.duplicates import distinct_actions, without_duplicates, wording_key
from castlecards.players.player import LEAST_VISIT_SHARE, Question, Think, choose
from castlecards.players.search import RankedOption, compare, search
from castlecards.texts import ntr, tr

MOST_SHOWN = 3  # most options
SIMULATIONS = 600  # for a hint
LINE_SIMULATIONS = 300  # for the line after number 1 of a hint of SIMULATIONS
WORLDS = 4  # a share is the mean over one world for so many simulations of the search
REASONS = 2  # most reasons shown for an option
MOST_COMPARED = 8  # most options that a single shown one is compared with
LONGEST_COMPARISON = 90  # letters, longest comparison
COSTLY = 0.1  # share of winning; a choice that costs more deserves a warning
MOST_COSTED = 50  # most options whose costs are estimated
COST_SIMULATIONS = 3000  # simulations for that
PASS_TURN = Action("end_turn")  # stands for passing all decisions that are left in the turn
WORLD_DEVIATION = 0.35  # standard deviation of the difference of two options in one world
# Greatest share and its words. No comparisons: the words also describe the best option.
SHARE_WORDS = (
    (0.1, tr("all but lost")), (0.3, tr("far behind")), (0.44, tr("behind")),
    (0.48, tr("a bit behind")), (0.52, tr("even")), (0.56, tr("a bit ahead")), (0.7, tr("ahead")),
    (0.9, tr("far ahead")), (1.0, tr("all but won")),
)  # fmt: skip
# Greatest difference to the share of number 1, in percents, and its words.
CLOSE_PERCENTS, MUCH_PERCENTS = 2, 15
WORSE_WORDS = ((5, tr("a bit worse")), (MUCH_PERCENTS, tr("worse")), (100, tr("much worse")))


@dataclass(frozen=True)
class OptionAdvice:
    """Option with the coach's assessment and reasons."""

    action: Action
    share: float | None  # of winning, 0 to 1 in whole percents; None: not searched
    words: str  # the share as shown to the player: "74 %", "ahead", "equal"; "" if None
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class CoachHint:
    """Answer of the coach: the best options, the best first."""

    options: tuple[OptionAdvice, ...]
    passing: OptionAdvice | None = None  # passing, if it is legal and not among the best
    simulations: int = 0
    comparison: str = ""  # of number 1 with number 2; "" without a number 2
    by_figures: bool = False  # True if the reason of number 1 only compares the figures
    line: BestLine = NO_LINE  # moves expected after number 1

    def why(self, n: int) -> tuple[str, ...]:
        """Sentences shown for option `n`: its reasons, for the first one with the comparison."""
        reasons, comparison = self.options[n].reasons, self.comparison
        if n or not comparison:
            return reasons
        if self.by_figures or comparison.startswith(reasons[0]):
            return (comparison, *reasons[1:])
        return (*reasons, comparison)


@dataclass(frozen=True)
class OptionCosts:
    """Costs of options: the share of winning of the best option less their own."""

    costs: tuple[tuple[Action, float], ...] = ()  # options that clearly cost more than `COSTLY`
    reliable: bool = False  # True if a cost can be told as a number
    ending: float = 0.0  # cost of passing the rest of the turn; 0 if it is not costly or not known

    def of(self, action: Action) -> float:
        """Cost of an action; 0 if it is not costly or not known."""
        return next((cost for option, cost in self.costs if option == action), 0.0)


def is_option_costs(question: Question, reply: Any) -> bool:
    """True if `reply` is well-formed OptionCosts about options that the question offers."""
    return (
        isinstance(reply, OptionCosts)
        and isinstance(reply.costs, tuple)
        and isinstance(reply.ending, float)
        and all(question.offers(a) and isinstance(cost, float) for a, cost in reply.costs)
    )


def option_costs(
    advice: Advice[Any], view: View, events: Sequence[Event], think: Think, passes: int = 0
) -> OptionCosts:
    """Costly options of the seat that is asked; none if it can throw, as no throw is certain.

    `passes`: number of own decisions that end the turn if all are passed; 0 if passing does not.
    Raises ValueError if the seat is not asked.
    """
    decision = view.asked
    if isinstance(decision.aim, Limits) or not think.simulations:
        return OptionCosts()
    pos, options = view.position, advice.options(view.position, decision)
    sample, random = advice.world_sampler(view, events), Random(think.seed)
    weights = advice.prior(sample(random), decision, options)
    order = sorted(range(len(options)), key=lambda n: -weights[n])
    actions = distinct_actions(pos, [options[n] for n in order])[:MOST_COSTED]
    if len(actions) < 2:
        return OptionCosts()
    if passes > 1:
        actions.append(PASS_TURN)
    worlds = think.simulations // (len(actions) * advice.effort(pos))
    if not worlds:
        return OptionCosts()

    def play(table: Table[Any], action: Action) -> None:
        if action == PASS_TURN:
            pass_turn(table, passes)
        else:
            table.play(action)

    compared = compare(advice, sample, random, actions, worlds, think.stop, play)
    best, doubt = advice.share(compared[0].value), WORLD_DEVIATION / sqrt(compared[0].visits)
    costs = {wording_key(pos, each.action): best - advice.share(each.value) for each in compared}
    found = [(option, costs.get(wording_key(pos, option), 0.0)) for option in options]
    costly = tuple([each for each in found if each[1] - doubt > COSTLY])
    ending = costs.get(wording_key(pos, PASS_TURN), 0.0)
    ending = ending if ending - doubt > COSTLY else 0.0
    return OptionCosts(costly, advice.is_reliable(pos), ending)


def pass_turn(table: Table[Any], passes: int) -> None:
    """Pass the next `passes` decisions of the seat that is asked, and all windows among them."""
    decision = table.pos.decision
    assert decision is not None
    seat = decision.seat
    while passes and decision is not None and decision.allows(PASS):
        if not decision.window:
            if decision.seat != seat:
                break
            passes -= 1
        decision = table.play(PASS)


def is_coach_hint(question: Question, reply: Any) -> bool:
    """True if `reply` is a well-formed CoachHint about options that the question offers."""
    if not isinstance(reply, CoachHint) or not isinstance(reply.options, tuple):
        return False
    if not isinstance(reply.comparison, str) or not is_best_line(reply.line):
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


def advise(advice: Advice[Any], view: View, events: Sequence[Event], think: Think) -> CoachHint:
    """Hint for the seat that is asked. Raises ValueError if it is not asked.

    The same seed, view and simulations give the same hint.
    """
    decision = view.asked
    ranked, simulations = _candidates(advice, view, events, decision, think)
    best = ranked[:MOST_SHOWN]
    reliable, top = advice.is_reliable(view.position), best[0].value
    worlds = believed_worlds(advice, view, events, think.seed)
    known = [advice.short_reasons(view, option.action, worlds) for option in best]
    for n, option in enumerate(best):  # of equal options, one with a reason of its own comes first
        if option.value == top and _distinct(known[n], known[:n] + known[n + 1 :]):
            best.insert(0, best.pop(n))
            known.insert(0, known.pop(n))
            break
    others = known[1:]
    if not others:
        rest = [each for each in advice.options(view.position, decision) if each != best[0].action]
        others = [advice.short_reasons(view, action, worlds) for action in rest[:MOST_COMPARED]]
    own = _distinct(known[0], others)
    reasons = [own or (_figure_reason(best, bool(others), reliable),)]
    reasons += [tuple([r for r in each if r not in known[0]])[:REASONS] for each in known[1:]]
    options = [
        OptionAdvice(
            option.action,
            option.value if option.visits else None,
            _share_text(option.value, top if n else None, reliable) if option.visits else "",
            reasons[n],
        )
        for n, option in enumerate(best)
    ]
    passing = None
    if (last := ranked[-1]) not in best and last.action == PASS:
        passing = OptionAdvice(PASS, last.value, _share_text(last.value, top, reliable), ())
    comparison = _comparison(reasons[0], known, best, reliable) if len(best) > 1 else ""
    sample, random = advice.world_sampler(view, events), Random(think.seed + 3)
    looked = LINE_SIMULATIONS * think.simulations // SIMULATIONS // advice.effort(view.position)
    line = best_line(advice, view, sample, random, best[0].action, looked, think.stop)
    return CoachHint(tuple(options), passing, simulations + looked, comparison, not own, line)


def believed_worlds(
    advice: Advice[Any], view: View, events: Sequence[Event], seed: int
) -> list[Position[Any]]:
    """Worlds in which the reasons of a hint count odds, sampled by what the seat knows."""
    sample, random = advice.world_sampler(view, events), Random(seed + 2)
    return [sample(random) for _ in range(advice.reason_worlds)]


def _candidates(
    advice: Advice[Any], view: View, events: Sequence[Event], decision: Decision, think: Think
) -> tuple[list[RankedOption], int]:
    """Options to show, and passing if it was searched, by their shares in whole percents; and the
    number of simulations. Of options with equal shares, the choice of a player comes first."""
    ranked, simulations = ranked_options(advice, view, events, decision, think)
    options = list(without_duplicates(view.position, ranked)[:MOST_SHOWN])
    options += [e for e in ranked if e.action == PASS and e.visits and e not in options]
    if len({option.visits for option in options}) > 1:  # fewer visits: a less certain share
        sample, random = advice.world_sampler(view, events), Random(think.seed + 1)
        worlds = max(1, think.simulations // WORLDS)
        actions = [option.action for option in options]
        compared = compare(advice, sample, random, actions, worlds, think.stop)
        simulations += sum(option.visits for option in compared)
        by_action = {option.action: option for option in compared}
        options = [replace(by_action[e.action], prior=e.prior) for e in options]
    options = [replace(option, value=round(advice.share(option.value), 2)) for option in options]
    return sorted(options, key=lambda option: -option.value), simulations


def _distinct(reasons: Sequence[str], others: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Reasons that are not true of all `others`; first those that are true of none."""
    own = [each for each in reasons if not others or any(each not in other for other in others)]
    own.sort(key=lambda each: any(each in other for other in others))
    return tuple(own[:REASONS])


def _figure_reason(best: Sequence[RankedOption], choice: bool, reliable: bool) -> str:
    """Reason for the first option from the figures, if the game has none that tells it apart.

    `choice`: False if no other option is legal.
    """
    if not choice:
        return tr("it’s your only choice")
    first = best[0]
    second = best[1] if len(best) > 1 else None
    if second is None and first.visits:
        return tr("no other option comes close")
    percents = round(100 * (first.value - second.value)) if second and first.visits else 0
    if percents and reliable:
        return ntr(
            percents,
            "wins {n} more game in 100 than number 2",
            "wins {n} more games in 100 than number 2",
        )
    if percents:
        return tr("it wins more often than number 2")
    if second is None:
        return tr("the rules of thumb prefer it")
    if not first.visits or first.prior > second.prior:
        return tr("the rules of thumb prefer it to number 2")
    return tr("number 2 is just as good")


def _comparison(
    reasons: Sequence[str],
    known: Sequence[Sequence[str]],
    best: Sequence[RankedOption],
    reliable: bool,
) -> str:
    """Sentence that compares number 1 with number 2 by the reasons that only one of them has, or
    by their figures; by reasons of different kinds, if there are any."""
    one, only_first = reasons[0], reasons[0] in known[0] and reasons[0] not in known[1]
    texts = []
    unlike = [each for each in known[1] if each not in known[0]]
    for two in sorted(unlike, key=lambda two: bool(_other_number(one, two))):
        if only_first and (number := _other_number(one, two)):
            texts.append(tr("{one} (number 2: {number})", one=one, number=number))
        elif only_first:
            second = _second_in_words(round(100 * (best[0].value - best[1].value)))
            texts.append(tr("{one}; {second}: {two}", one=one, second=second, two=two))
            texts.append(tr("{one}; number 2: {two}", one=one, two=two))
        elif best[0].value > best[1].value:
            texts.append(tr("number 2 ({two}) is worse overall", two=two))
    if only_first:
        texts.append(tr("{one}, unlike number 2", one=one))
    by_figures = _figure_reason(best, True, reliable)
    return next((each for each in texts if len(each) <= LONGEST_COMPARISON), by_figures)


def _other_number(one: str, two: str) -> str:
    """Numbers of the reason `two` if it differs from `one` in numbers only, or else ""."""
    first, second = one.split(), two.split()
    pairs = [*zip_longest(first, second, fillvalue="")]
    unlike = [n for n, (a, b) in enumerate(pairs) if a.removesuffix("s") != b.removesuffix("s")]
    if not unlike or not all(word.isdigit() for n in unlike for word in pairs[n]):
        return ""
    start = unlike[0] - (second[unlike[0] - 1 :][:1] == ["from"])
    return " ".join(second[start : unlike[-1] + 1])


def _second_in_words(percents: int) -> str:
    """Words for number 2 by the difference of its share to that of number 1."""
    if not percents:
        return tr("number 2 is as good")
    if percents <= CLOSE_PERCENTS:
        return tr("number 2 comes close")
    return tr("number 2 is much weaker") if percents > MUCH_PERCENTS else tr("number 2")


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
        least = LEAST_VISIT_SHARE * max(option.visits for option in chosen.ranked)
        visited = [e for e in chosen.ranked if e.visits >= least]
        visited.sort(key=lambda option: (option.action != chosen.action, -option.value))
        return tuple(visited), chosen.simulations
    random = Random(think.seed)
    sample = advice.world_sampler(view, events)
    first = sample(random)
    known = advice.prior if think.simulations else advice.weights
    weights = known(first, decision, options)
    order = sorted(range(len(options)), key=lambda n: -weights[n])
    likely = [options[n] for n in order if weights[n] > 0]
    best = distinct_actions(view.position, likely)[:MOST_SHOWN]
    if not best or not think.simulations:
        return tuple([RankedOption(option, 0, 0.5, 1.0) for option in best or [chosen.action]]), 0
    if len(advice.branches(first, decision, options)) > 1:  # `choose` skipped an easy decision
        ranked, simulations = search(
            advice, sample, random, think.simulations, think.seconds, think.stop
        )
        return ranked[:MOST_SHOWN], simulations
    worlds = max(1, think.simulations // len(best))
    return compare(advice, sample, random, best, worlds, think.stop), think.simulations


def _share_text(share: float, best: float | None, reliable: bool) -> str:
    """Words for a win share. `best`: the share of the first option, None for that option itself."""
    if best is not None and best == share:
        return tr("equal")
    if reliable:
        return tr("{percent} %", percent=round(100 * share))
    if best is None:
        return share_words(share)
    return next(words for most, words in WORSE_WORDS if round(100 * (best - share)) <= most)


def share_words(share: float) -> str:
    """Words for a share of winning."""
    return next(words for most, words in SHARE_WORDS if share <= most)
