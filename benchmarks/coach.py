"""Soundness of the coach: order, reasons, odds, shares of winning, first result of a review.

    python -m benchmarks coach [NAME ...] [--quick] [--hints N] [--simulations N] [--matches N]

`--hints 0` leaves out all but the odds and the shares of winning.

Hints are those of every ninth decision of matches of two players by weight. The figures of number 1
and the odds of attacks on hidden cards come from matches between Knights that do not err. They are
compared with the results of these matches and of the attacks, in tenths: a tenth misses its bar if
its whole 95 % interval lies outside. A quick run prints them without a bar, as it has too few.
Shares of winning are told with a slope of the log odds for each game (`Advice.slope`). The Brier
score is that of the told shares, and of those with the slope that fits the other half of the
matches best, so that no share is corrected by its own result.
Odds of throws in Card Barrage are compared with throws by physics in the same positions.
The first result of a review is timed from the start of the worker process, in CPU seconds and by
the clock; the clock has no bar, as other programs count in it.
Exits 1 if a bar is missed. NAMEs are ids of games.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from math import inf, log, sqrt
from os import times
from random import Random
from time import perf_counter, sleep
from typing import Any, NamedTuple

from benchmarks.fair_play import Chooser, moves, questions
from benchmarks.rows import Row, print_rows
from benchmarks.strength import GAMES, game_parser
from castlecards.bots.aim import throw_with_hand_error
from castlecards.content import built_in
from castlecards.core.action import Action
from castlecards.core.advice import belief_share, logistic
from castlecards.core.cards import UNSEEN
from castlecards.core.events import Event
from castlecards.core.game import Game
from castlecards.core.landing import Throw
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.core.view import View, view
from castlecards.games.card_barrage import explanations as barrage
from castlecards.games.card_barrage.heuristics import BarrageAdvice
from castlecards.games.card_barrage.outcome_odds import throw_options
from castlecards.games.card_barrage.scoring import judge
from castlecards.games.castle_rampage import explanations as rampage
from castlecards.games.castle_wars import explanations as wars
from castlecards.games.castle_wars.state import strength, tops
from castlecards.players.analysis import DecisionReview, analysis_task
from castlecards.players.coach import (
    LONGEST_COMPARISON,
    SIMULATIONS,
    CoachHint,
    advise,
    believed_worlds,
)
from castlecards.players.player import Question, Think, choose
from castlecards.players.worker import Supervisor
from castlecards.practice.stats import Z95, wilson_bounds
from castlecards.toss.nature import throw_world
from tests.ui.shots.matches import match as kept_match

STEP = 9  # decisions from one hint to the next
HINTS = 300  # of each game
QUICK_HINTS = 40
QUICK_SIMULATIONS = 150  # simulations of a quick hint
TENTH_TOLERANCE = 3.0  # percents, greatest difference of told odds and successes in a tenth
FIRST_RESULT = 2.0  # s of CPU until the first result of a review
PAUSE = 0.005  # s from one look for results to the next
KEPT = {
    "wars": "wars", "rampage": "rampage", "castle": "castle", "barrage": "barrage-2",
    "tricks": "tricks-4",
}  # fmt: skip
MATCHES = 300  # of each game, for shares of winning and odds
FEW_MATCHES = 8  # of a quick run
PLAYER = Think(50)  # of both players of these
MATCH_HINTS = 5  # hints of a match
SLOPE_TOLERANCE = 0.2  # greatest difference of the fitted slope from the game's, as a share of it
SLOPES = (0.1, 5.0)  # range of the fit
FIT_STEPS = 40  # of the fit
LEAST_DISTANCE = 0.005  # least difference of a told share from 0 and 1 in the fit
FAULTS = {
    "order": "number 1 shows a worse figure than a later option",
    "ties": "equal figures that are not called equal, or the other way round",
    "alike": "two options read alike",
    "silent": "number 1 without a reason",
    "shared": "a reason is true of every shown option",
    "comparison": f"no comparison with number 2, or one of more than {LONGEST_COMPARISON} letters",
}
Worlds = Sequence[Position[Any]]
Odds = Callable[[Position[Any], Action, Worlds], tuple[float, bool] | None]


class Hint(NamedTuple):
    """Hint of the coach, the view that it is for, and the worlds in which its odds are counted."""

    view: View
    coach_hint: CoachHint
    worlds: Worlds


def faults(game: Game[Any], hint: Hint) -> Iterator[str]:
    """Yield the keys of `FAULTS` that a hint has."""
    seen, coach_hint = hint.view, hint.coach_hint
    advice, options = game.advice, coach_hint.options
    assert advice is not None
    first, *later = options
    figures = [each for each in (*later, coach_hint.passing) if each is not None]
    if any((each.share or 0) > (first.share or 0) for each in figures):
        yield "order"
    if any(
        (each.words == "equal") != (each.share == first.share)
        for each in figures
        if each.share is not None
    ):
        yield "ties"
    if len({_wording(game, seen, each.action) for each in options}) < len(options):
        yield "alike"
    if not any(first.reasons):
        yield "silent"
    true = [set(advice.reasons(seen, each.action, hint.worlds)) for each in options]
    if later and any(set.intersection(*true, each.reasons) for each in options):
        yield "shared"
    if (later and "number 2" not in coach_hint.comparison) or len(
        coach_hint.comparison
    ) > LONGEST_COMPARISON:
        yield "comparison"


def _wording(game: Game[Any], seen: View, action: Action) -> tuple[object, ...]:
    """Text of an option, with the places that its number and arrow show on the table."""
    pos, onto = seen.position, action.onto
    assert game.advice is not None
    place = pos.zone_of(onto) if onto >= 0 else game.advice.goal(pos, action)
    return game.describe(action, seen), action.zones, action.to, place


def hints(game: Game[Any], simulations: int) -> Iterator[Hint]:
    """Yield hints of matches."""
    advice = game.advice
    assert advice is not None
    for number, (pos, told) in enumerate(islice(questions(game), 0, None, STEP)):
        assert pos.decision is not None
        seen = view(pos, pos.decision.seat)
        coach_hint = advise(advice, seen, told, Think(simulations, seed=number))
        yield Hint(seen, coach_hint, believed_worlds(advice, seen, told, number))


def wars_odds(pos: Position[Any], action: Action, worlds: Worlds) -> tuple[float, bool] | None:
    """Told odds of an attack on a hidden soldier in Castle Wars, and if it wins."""
    if action.verb != "attack" or not action.zones or pos.marks[0] or pos.decision is None:
        return None
    seat, target = pos.decision.seat, pos.zones[action.to][-1]
    me, opponent = (pos.state.ground.sides[each] for each in (seat, 1 - seat))
    seen = view(pos, seat).position
    if seen.faces[target] != UNSEEN:
        return None
    cards = tops(pos, action.zones)
    won, _, every = wars.odds(seen, opponent, strength(seen, me, cards), target)
    told = belief_share(wars.wins(worlds, me, opponent, cards, target), won / every)
    return won / every if told is None else told, wars.wins([pos], me, opponent, cards, target)[0]


def rampage_odds(pos: Position[Any], action: Action, worlds: Worlds) -> tuple[float, bool] | None:
    """Told odds of an attack on a hidden card in Castle Rampage, and if it beats or ties it."""
    if action.verb != "attack" or pos.decision is None:
        return None
    seat = pos.decision.seat
    even, card = rampage.chance(view(pos, seat).position, seat, action.cards[0]), action.cards[0]
    if even in (0.0, 1.0):
        return None
    told = belief_share([rampage.outcome(each, seat, card)[0] > 0 for each in worlds], even)
    return even if told is None else told, rampage.outcome(pos, seat, card)[0] > 0


def throw_odds(pos: Position[Any], action: Action, worlds: Worlds) -> tuple[float, bool] | None:
    """Told odds of a throw in Card Barrage, and if it hits by physics with a practised hand."""
    if action.verb != "toss" or pos.decision is None:
        return None
    seat, advice = pos.decision.seat, built_in()[GAMES["barrage"]].advice
    assert isinstance(advice, BarrageAdvice)
    option = throw_options(advice.odds, pos.state.ground, seat)[action.args]
    told = barrage.hit_percentage(pos, option, advice.thrower) / 100
    seed = Random(f"{pos.seed} {pos.zones}").getrandbits(32)  # another hand error for each throw
    question = Question(advice, view(pos, seat), (), Think(seed=seed), advice.thrower)
    table = Table(pos.copy())
    flying = table.play(throw_with_hand_error(question, action))
    assert flying is not None
    assert isinstance(flying.aim, Throw)
    landing = throw_world(table.pos, flying.aim).landing.action()
    return told, bool(judge(table.pos, seat, landing).hits)


ODDS: dict[str, Odds] = {"wars": wars_odds, "rampage": rampage_odds, "barrage": throw_odds}
ATTACKS = ("attack", "toss")  # verbs of actions with odds


class Forecast(NamedTuple):
    """Told chance of a success, 0 to 1, and the success; of the match with this number."""

    told: float
    real: float
    match: int


def knights_choice(game: Game[Any]) -> Chooser:
    """Choice of a Knight that does not err."""
    advice = game.advice
    assert advice is not None

    def chosen(
        pos: Position[Any], told: Sequence[Event], options: Sequence[Action], random: Random
    ) -> Action:
        assert pos.decision is not None
        think = replace(PLAYER, seed=random.getrandbits(32))
        return choose(advice, view(pos, pos.decision.seat), told, think).action

    return chosen


def forecasts(
    game: Game[Any], matches: Iterable[int], simulations: int, odds: Odds | None = None
) -> tuple[list[Forecast], list[Forecast]]:
    """Shares of winning that hints show in random decisions of the matches of these numbers, with
    their results; and the odds of all attacks on hidden cards and all throws there."""
    advice = game.advice
    assert advice is not None
    shares, attacks = list[Forecast](), list[Forecast]()
    asked: list[tuple[View, Sequence[Event]]] = []  # drawn decisions
    count, random = 0, Random(0)
    for match, pos, events, action in moves(game, knights_choice(game), matches):
        if action is None:
            assert pos.result is not None
            for now, told in asked:
                think = Think(simulations, seed=match)
                share = advise(advice, now, told, think).options[0].share
                if share is not None:
                    shares.append(Forecast(share, pos.result[now.seat], match))
            asked, count = [], 0
            continue
        assert pos.decision is not None
        now = view(pos, pos.decision.seat)
        if odds is not None and action.verb in ATTACKS:
            worlds = believed_worlds(advice, now, events, len(attacks))
            if found := odds(pos, action, worlds):
                attacks.append(Forecast(*found, len(attacks)))
        if not advice.is_routine(pos, pos.decision):
            if not count:
                random.seed(match)
            count += 1
            if len(asked) < MATCH_HINTS:
                asked.append((now, tuple(events)))
            elif (place := random.randrange(count)) < MATCH_HINTS:
                asked[place] = now, tuple(events)
    return shares, attacks


def fitted_slope(found: Sequence[Forecast]) -> float:
    """Slope of the log odds that makes the told chances fit best, 1 if they are right (logistic
    regression through even chances, by ternary search for the greatest likelihood)."""

    def likelihood(slope: float) -> float:
        total = 0.0
        for told, real, _ in found:
            clear = min(max(told, LEAST_DISTANCE), 1 - LEAST_DISTANCE)
            chance = logistic(slope * log(clear / (1 - clear)))
            total += real * log(chance) + (1 - real) * log(1 - chance)
        return total

    low, high = SLOPES
    for _ in range(FIT_STEPS):
        third = (high - low) / 3
        if likelihood(low + third) < likelihood(high - third):
            low += third
        else:
            high -= third
    return (low + high) / 2


def slope_half_interval(found: Sequence[Forecast]) -> float:
    """Half the width of the 95 % interval of a fitted slope; the forecasts of a match count as one
    (Fisher information of the logistic regression)."""
    information = 0.0
    for told, _, _ in found:
        clear = min(max(told, LEAST_DISTANCE), 1 - LEAST_DISTANCE)
        information += clear * (1 - clear) * log(clear / (1 - clear)) ** 2
    each = len(found) / len({forecast.match for forecast in found})
    return Z95 * sqrt(each / information) if information else inf


def with_slope(found: Iterable[Forecast], slope: float) -> list[Forecast]:
    """Forecasts with another slope of the log odds; sure ones stay so."""
    return [
        each._replace(told=logistic(slope * log(each.told / (1 - each.told))))
        if 0 < each.told < 1
        else each
        for each in found
    ]


def brier(found: Sequence[Forecast]) -> float:
    """Mean square difference of told chances and results."""
    return sum((each.told - each.real) ** 2 for each in found) / len(found)


def cross_fitted(found: Sequence[Forecast]) -> list[Forecast]:
    """Forecasts with the slope that fits the other half of the matches best."""
    halves = [[each for each in found if each.match % 2 == half] for half in (0, 1)]
    return [
        each
        for own, other in (halves, halves[::-1])
        for each in with_slope(own, fitted_slope(other))
    ]


def tenth_rows(what: str, found: Iterable[Forecast], quick: bool) -> Iterator[Row]:
    """Yield a row for each tenth of the told chances; forecasts of a match count as one."""
    parts = defaultdict[int, list[Forecast]](list)
    for each in found:
        parts[min(9, int(10 * each.told))].append(each)
    for tenth, part in sorted(parts.items()):
        told, real = (100 * sum(column) / len(part) for column in list(zip(*part, strict=True))[:2])
        count = len({each.match for each in part})
        low, high = (100 * bound for bound in wilson_bounds(real / 100, count))
        figure = f"{real:.0f} ({low:.0f} to {high:.0f}) of 100, told {told:.0f} ({len(part)})"
        bar = "" if quick else f"± {TENTH_TOLERANCE:g} of what is told"
        good = quick or low - TENTH_TOLERANCE <= told <= high + TENTH_TOLERANCE
        yield Row(f"{what}, tenth {tenth + 1}", figure, bar, good)


def forecast_rows(name: str, matches: int, simulations: int, quick: bool) -> Iterator[Row]:
    """Yield the rows about shares of winning and odds of attacks in one game."""
    game = built_in()[GAMES[name]]
    assert game.advice is not None
    found, attacks = forecasts(game, range(matches), simulations, ODDS.get(name))
    yield from tenth_rows(f"{name}: attacks that succeed", attacks, quick)
    yield from tenth_rows(f"{name}: matches won", found, quick)
    figure = f"{brier(found):.4f}, refitted {brier(cross_fitted(found)):.4f} ({len(found)})"
    yield Row(f"{name}: Brier score of the shares of winning", figure, "", True)
    slope, half, now = fitted_slope(found), slope_half_interval(found), game.advice.slope
    bar, good = (
        ("", True) if quick else (f"{now:g} ± a fifth", abs(slope - 1) - half <= SLOPE_TOLERANCE)
    )
    figure = f"{now * slope:.2f} ± {now * half:.2f}"
    yield Row(f"{name}: slope that would fit best", figure, bar, good)


def fault_rows(name: str, count: int, simulations: int) -> Iterator[Row]:
    """Yield the rows about order and reasons in one game."""
    game = built_in()[GAMES[name]]
    wrong = Counter[str]()
    for hint in islice(hints(game, simulations), count):
        wrong.update(faults(game, hint))
    for key, text in FAULTS.items():
        yield Row(
            f"{name}: {text}", f"{wrong[key] / count:.1%} of {count} hints", "0 %", not wrong[key]
        )


class FirstResult(NamedTuple):
    """Seconds until a review has evaluated a choice, of CPU and by the clock."""

    cpu: float
    clock: float


def first_result(name: str) -> FirstResult:
    """Time of a new worker process and of this one until the review of a kept match has evaluated
    a choice. Raises RuntimeError if the worker process fails."""
    match, found = kept_match(KEPT[name]), False
    begun, started, worker = sum(times()[:4]), perf_counter(), Supervisor()
    worker.run(analysis_task(match))
    while worker.busy and not found:
        sleep(PAUSE)
        found = any(isinstance(piece, DecisionReview) for piece in worker.pieces(PAUSE))
    clock = perf_counter() - started
    worker.close()  # its CPU time counts once it has ended
    if not found:
        raise RuntimeError(f"the review of {name} ended without a result: {worker.failed}")
    return FirstResult(sum(times()[:4]) - begun, clock)


def review_rows(name: str) -> Iterator[Row]:
    """Yield the rows about the first result of a review in one game."""
    cpu, clock = first_result(name)
    what = f"{name}: first result of a review"
    yield Row(f"{what}, CPU", f"{cpu:.2f} s", f"{FIRST_RESULT:g} s", cpu <= FIRST_RESULT)
    yield Row(f"{what}, by the clock", f"{clock:.2f} s", "", True)


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = game_parser("order, reasons and odds of the coach's hints")
    parser.add_argument("--quick", action="store_true", help="fewer hints, less thought")
    parser.add_argument("--hints", type=int, help="of each game; 0: none, and no review")
    parser.add_argument("--simulations", type=int, help="of a hint")
    parser.add_argument("--matches", type=int, help="of each game, for shares and odds")
    args = parser.parse_args(words)
    count = args.hints if args.hints is not None else QUICK_HINTS if args.quick else HINTS
    simulations = args.simulations or (QUICK_SIMULATIONS if args.quick else SIMULATIONS)
    matches = args.matches or (FEW_MATCHES if args.quick else MATCHES)
    found = (
        row
        for name in args.names or GAMES
        for row in chain(
            review_rows(name) if count else (),
            fault_rows(name, count, simulations) if count else (),
            forecast_rows(name, matches, simulations, args.quick),
        )
    )
    return print_rows(found)
