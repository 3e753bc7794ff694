"""Strength of computer players of Card Barrage against their bars; exits 1 if one is missed.

    python -m benchmarks throwers [--quick]

Matches are paired deals with swapped seats, between rules of thumb, with landings from the table of
odds unless a row says otherwise. The builder builds if it can and raises its lowest wall. The
random thrower throws at any target by any method and plays all else by default.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

from benchmarks.rows import Row, interval, print_rows
from castlecards.bots.aim import throw_with_hand_error
from castlecards.content import barrage_odds, built_in, characters
from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE
from castlecards.core.landing import METHODS, Limits, Throw, Thrower
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.core.view import view
from castlecards.games.card_barrage.heuristics import BarrageAdvice
from castlecards.games.card_barrage.outcome_odds import throw_options
from castlecards.games.card_barrage.scoring import judge
from castlecards.players.characters import Bias, CharacterHeuristics
from castlecards.players.player import Question, Think, choose
from castlecards.playout import opening
from castlecards.toss.nature import throw_world
from tests.games.card_barrage.excluded_faces import count_impossible

GAME = built_in()["card_barrage"]
ADVICE = BarrageAdvice(barrage_odds())
DEALS = 200  # each played twice
FEW_DEALS = 40  # the same with --quick
THROWS = 200  # throws of each kind, by physics
WORLDS = 10_000
MOST_MATCHES = 500  # most matches begun to collect THROWS
WEAKEST = 25.0, 40.0  # %, range of the hit rate of the weakest hand
MOST_SCORE = 97.0  # %, greatest score of one character against another
Player = Callable[[Position[Any], Decision, Random], Action]


def thumb(advice: Any) -> Player:
    """Player by rules of thumb."""

    def answer(pos: Position[Any], decision: Decision, random: Random) -> Action:
        options = advice.options(pos, decision)
        weights = advice.biased(advice.weights(pos, decision, options), options)
        most = max(weights)
        return options[weights.index(most)] if most > 0 else decision.default

    return answer


def chance(pos: Position[Any], decision: Decision, random: Random) -> Action:
    """Choose a random option, or a throw of any card at any target."""
    throws = ADVICE.throws(pos, decision)
    cards = len(decision.aim.cards) if isinstance(decision.aim, Limits) else 0
    if random.randrange(len(decision.options) + cards) < len(decision.options):
        return random.choice(decision.options)
    return random.choice(throws)


def shots(pos: Position[Any], decision: Decision, random: Random) -> Action:
    """Choose a random throw if one is possible, else the default."""
    throws = ADVICE.throws(pos, decision)
    return random.choice(throws) if throws else decision.default


def builder(pos: Position[Any], decision: Decision, random: Random) -> Action:
    """Choose to build the highest card, else to raise the lowest wall, else by rules of thumb."""
    ranks, faces = pos.state.ground.ranks, pos.faces

    def rank(card: int) -> int:
        return int(ranks[faces[card]])

    builds = [each for each in decision.options if each.verb == "build"]
    if builds:
        return max(builds, key=lambda each: rank(each.cards[0]))
    raises = [
        each
        for each in decision.options
        if each.verb == "upgrade" and rank(each.cards[0]) > rank(pos.zones[each.to][0])
    ]
    if raises:
        return min(raises, key=lambda e: (rank(pos.zones[e.to][0]), -rank(e.cards[0])))
    return thumb(ADVICE)(pos, decision, random)


def match(players: tuple[Player, Player], advices: tuple[Any, Any], seed: int) -> float:
    """Play a match; return the share of South."""
    table = Table(opening(GAME, GAME.options(), 2, seed).copy())
    random, last = Random(seed), 0
    decision = table.pos.decision
    while decision is not None:
        if decision.seat == NATURE:
            decision = table.play(advices[last].chance(table.pos, decision, random))
            continue
        last = decision.seat
        decision = table.play(players[last](table.pos, decision, random))
    assert table.pos.result is not None
    return table.pos.result[0]


def score(
    players: tuple[Player, Player], deals: int, advices: tuple[Any, Any] = (ADVICE, ADVICE)
) -> tuple[float, float]:
    """Score in percent, and half the width of its 95 % interval."""
    swapped = players[::-1], advices[::-1]
    return interval(
        [
            50 * (match(players, advices, seed) + 1 - match(*swapped, seed))
            for seed in range(1, deals + 1)
        ]
    )


def lead_rows(deals: int) -> list[Row]:
    """Rows on the lead at equal hands, and its worth in hands."""
    rows: list[Row] = []
    own = thumb(ADVICE)

    def add_row(what: str, result: tuple[float, float]) -> None:
        rows.append(Row(what, f"{result[0]:.1f} ± {result[1]:.1f} %", "", True))

    for name, other, bar in (
        ("random", chance, 95.0),
        ("random shots", shots, 75.0),
        ("the builder", builder, 70.0),
    ):
        mean, half = score((own, other), deals)
        rows.append(
            Row(f"thumb v {name}", f"{mean:.1f} ± {half:.1f} %", f">= {bar:g} %", mean >= bar)
        )
    for error in (0.5, 0.7, 0.85):
        steady = BarrageAdvice(barrage_odds(), Thrower(error))
        pair = score((own, thumb(steady)), deals // 2, (ADVICE, steady))
        add_row(f"thumb v thumb with a hand of {error}", pair)
    steady = BarrageAdvice(barrage_odds(), Thrower(0.7))
    add_row(
        "thumb v random shots with a hand of 0.7",
        score((own, shots), deals // 2, (ADVICE, steady)),
    )
    return rows


def hit_chance(pos: Position[Any], seat: int, advice: BarrageAdvice, action: Action) -> float:
    """Probability by the table of odds that this throw hits something."""
    ground = pos.state.ground
    cell = throw_options(advice.odds, ground, seat)[action.args]
    filled, shares = pos.filled, []
    for outcomes in cell.outcomes:
        there = [share for share, first, hits in outcomes if filled >> first & 1
                 and any(filled >> zone & 1 for zone, _ in hits)]  # fmt: skip
        shares.append(sum(there))
    return shares[1]  # of a practised hand


def throw_row(throws: int, methods: tuple[int, ...], seats: int = 2) -> Row:
    """Row on throws in play: hits by physics against hits predicted by the table of odds."""
    advice = BarrageAdvice(barrage_odds(), Thrower(1.0, methods))
    player = thumb(advice)
    hits, wanted, made, last = 0, 0.0, 0, 0
    for seed in range(MOST_MATCHES):
        if made >= throws:
            break
        table = Table(opening(GAME, GAME.options(), seats, seed).copy())
        decision = table.pos.decision
        random = Random(seed)
        while decision is not None and made < throws:
            pos = table.pos
            if decision.seat == NATURE:
                assert isinstance(decision.aim, Throw)
                landing = throw_world(pos, decision.aim).landing.action()
                hits += bool(judge(pos, last, landing).hits)
                decision = table.play(landing)
                continue
            last = decision.seat
            action = player(pos, decision, random)
            if action.verb == "toss":
                made += 1
                wanted += hit_chance(pos, last, advice, action)
                seen = view(pos, last)
                think = Think(seed=random.getrandbits(32))
                action = throw_with_hand_error(
                    Question(advice, seen, (), think, advice.thrower), action
                )
            decision = table.play(action)
    off = abs(hits - wanted) / wanted
    kind = " and ".join(METHODS[method] for method in methods)
    what = f"{seats} seats, {kind}: hits of {made} throws by physics, and by the table"
    return Row(what, f"{hits} and {wanted:.1f}", "within 15 %", off <= 0.15)


def target_rows() -> list[Row]:
    """Rows with the best method at every target of two seats."""
    pos = opening(GAME, GAME.options(), 2, 1)
    ground = pos.state.ground
    rows, least = [], 100.0
    for zone in ground.targets[1]:
        rates = {
            METHODS[each.method]: 100 * sum(share for share, _, _ in each.outcomes[1])
            for each in throw_options(ADVICE.odds, ground, 0).values()
            if each.target == zone
        }
        least = min(least, max(rates.values()))
        figure = ", ".join(f"{name} {share:.0f}" for name, share in rates.items())
        rows.append(Row(f"hits in 100 throws at {pos.box.names[zone]}", figure, "", True))
    rows.append(
        Row("the best method at the hardest target", f"{least:.0f} %", ">= 40 %", least >= 40)
    )
    return rows


def cost_rows() -> list[Row]:
    """Rows on the CPU time of a decision, of a hand with stored aims, and of one that must aim."""
    pos = opening(GAME, GAME.options(), 2, 1)
    assert pos.decision is not None
    assert pos.poses is not None
    seen = view(pos, pos.decision.seat)
    times = {}
    for name, how in (("thumb", Think()), ("100 simulations", Think(100))):
        begun = process_time()
        for _ in range(20):
            choice = choose(ADVICE, seen, (), how)
        times[name] = (process_time() - begun) / 20 * 1000
    action = choice.action if choice.action.verb == "toss" else ADVICE.throws(pos, pos.decision)[0]
    question = Question(ADVICE, seen, (), Think())
    begun = process_time()
    for _ in range(100):
        throw_with_hand_error(question, action)
    stored = times["thumb"] + (process_time() - begun) * 10
    wall = pos.zones[ADVICE.goal(seen.position, action)][0]
    at = pos.poses[wall]
    assert at is not None
    pushed = pos.copy()
    moved = at.with_(x=at.x + 300, angle=at.angle + 400)
    pushed.poses = [moved if card == wall else pose for card, pose in enumerate(pos.poses)]
    question = Question(ADVICE, view(pushed, seen.seat), (), Think())
    begun = process_time()
    for _ in range(5):
        throw_with_hand_error(question, action)
    aimed = times["thumb"] + (process_time() - begun) / 5 * 1000
    return [
        Row("a decision with 100 simulations", f"{times['100 simulations']:.1f} ms", "", True),
        Row("thumb and hand with stored aims", f"{stored:.2f} ms", "<= 5 ms", stored <= 5),
        Row("thumb and hand that aims anew", f"{aimed:.0f} ms", "<= 150 ms", aimed <= 150),
    ]


def character_rows(deals: int) -> list[Row]:
    """Rows on the characters by rules of thumb: how they throw, and their scores against each
    other."""
    players = {}
    for id, each in characters().items():
        advice = BarrageAdvice(barrage_odds(), each.hand.thrower)
        players[id] = CharacterHeuristics(advice, each.bias) if each.bias != Bias() else advice
    rows, most, worst = [], 0.0, ""
    shares = dict.fromkeys(players, 0.0)
    for one, other in itertools.combinations(players, 2):
        total = 0.0
        for seed in range(deals):
            for south, north, sign in ((one, other, 1), (other, one, -1)):
                advices = players[south], players[north]
                won = match((thumb(advices[0]), thumb(advices[1])), advices, seed)
                total += won if sign > 0 else 1 - won
        share = 100 * total / deals / 2
        shares[one] += share / (len(players) - 1)
        shares[other] += (100 - share) / (len(players) - 1)
        if max(share, 100 - share) > most:
            most, worst = max(share, 100 - share), f"{one} and {other}"
    lands = {id: hit_share(players[id]) for id in players}
    for id in sorted(players, key=lambda id: -shares[id]):
        figure = f"{shares[id]:.0f} % of all matches, {lands[id]:.0f} of 100 throws hit"
        rows.append(Row(id, figure, "", True))
    weakest = min(lands.values())
    low, high = WEAKEST
    rows.append(
        Row(
            "the weakest hand hits",
            f"{weakest:.0f} %",
            f"{low:g}-{high:g} %",
            low <= weakest <= high,
        )
    )
    rows.append(
        Row(f"most uneven: {worst}", f"{most:.1f} %", f"<= {MOST_SCORE:g} %", most <= MOST_SCORE)
    )
    return rows


def hit_share(advice: Any) -> float:
    """Hit rate of a player's throws in some matches by the table of odds, percent."""
    player, hits, made, last = thumb(advice), 0, 0, 0
    for seed in range(20):
        table = Table(opening(GAME, GAME.options(), 2, seed).copy())
        random = Random(seed)
        decision = table.pos.decision
        while decision is not None:
            if decision.seat == NATURE:
                action = advice.chance(table.pos, decision, random)
                made += 1
                hits += bool(judge(table.pos, last, action).hits)
            else:
                last = decision.seat
                action = player(table.pos, decision, random)
            decision = table.play(action)
    return 100 * hits / made


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--quick", action="store_true", help="fewer matches, same bars")
    args = parser.parse_args(words)
    deals, throws = (FEW_DEALS, THROWS // 4) if args.quick else (DEALS, THROWS)
    return print_rows(rows(deals, throws, WORLDS // (10 if args.quick else 1)))


def rows(deals: int, throws: int, worlds: int) -> Iterator[Row]:
    """Yield all rows."""
    yield from target_rows()
    yield from lead_rows(deals)
    yield from character_rows(deals // 5)
    yield from cost_rows()
    methods = tuple(range(len(METHODS)))
    yield throw_row(throws, methods)
    for method in methods:
        yield throw_row(throws // 2, (method,))
    for seats in (4, 6):
        yield throw_row(throws // 2, methods, seats)
    contradictions, dealt = count_impossible(worlds)
    yield Row(f"impossible worlds of {dealt}", str(contradictions), "0", not contradictions)
