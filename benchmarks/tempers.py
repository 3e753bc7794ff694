"""Tempers of the characters: how often each attacks, builds and waits, and what that costs it.

    python -m benchmarks tempers [NAME ...] [--quick] [--positions N] [--deals N] [--simulations N]

All characters answer the same decisions from matches of players by weight, with the simulations of
a Knight and without its errors, so that they differ by temper alone. A decision counts for a kind
of action if it offers actions of that kind and others. The bar is the difference between the two
characters that differ most, over all games. The cost is the score against a player without a temper
at equal thought, in paired deals. Exits 1 if a bar is missed. NAMEs are ids of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any

from benchmarks.belief import play
from benchmarks.fair_play import questions
from benchmarks.rows import Row, interval, print_rows
from benchmarks.strength import GAMES, game_parser
from castlecards import content
from castlecards.content import built_in
from castlecards.core.action import PASS, Action
from castlecards.core.advice import Advice
from castlecards.core.game import Game
from castlecards.core.view import view
from castlecards.players.characters import Character, CharacterHeuristics
from castlecards.players.player import Think, choose

POSITIONS = 300  # of each game
QUICK = 60
STEP = 7  # decisions from one position to the next
DEALS = 100  # of each character and game
SIMULATIONS = 50
LEAST_SPREAD = 25.0  # percents, least difference between the two extremes of a kind
MOST_COST = 5.0  # percents, most that a temper costs
KINDS = ("attack", "build", "wait")
Rates = Mapping[str, tuple[int, int]]  # by kind: how often it was chosen, and could be


def kind(advice: Advice[Any], action: Action) -> str:
    """Kind of an action: one of KINDS, or empty."""
    return "wait" if action == PASS else advice.action_kinds.get(action.verb, "")


def rates(game: Game[Any], character: Character, positions: int) -> Rates:
    """Numbers of choices of each kind by a character, and of decisions that offer that kind."""
    advice = game.advice
    assert advice is not None
    chosen, offered = Counter[str](), Counter[str]()
    met = 0
    for number, (pos, told) in enumerate(islice(questions(game), 0, None, STEP)):
        decision = pos.decision
        assert decision is not None
        kinds = {kind(advice, each) for each in advice.options(pos, decision)}
        if len(kinds) < 2:
            continue
        met += 1
        if met > positions:
            break
        player = CharacterHeuristics(advice, character.bias)
        seen = view(pos, decision.seat)
        answer = choose(player, seen, told, Think(SIMULATIONS, seed=number)).action
        offered.update(kinds)
        chosen[kind(advice, answer)] += 1
    return {each: (chosen[each], offered[each]) for each in KINDS}


def spread_rows(found: Mapping[str, Rates], what: str, bar: bool) -> Iterator[Row]:
    """Yield for each kind of action the row of the two characters that differ most."""
    for each in KINDS:
        shares = {
            name: 100 * rate[each][0] / rate[each][1]
            for name, rate in found.items()
            if rate[each][1]
        }
        if not shares:
            continue
        low, high = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
        apart = shares[high] - shares[low]
        yield Row(
            f"{what}: {each}",
            f"{apart:.0f} points: {high} {shares[high]:.0f} %, {low} {shares[low]:.0f} %",
            f"at least {LEAST_SPREAD:g} points" if bar else "", not bar or apart >= LEAST_SPREAD,
        )  # fmt: skip


def temper_scores(
    game: Game[Any], character: Character, deals: int, simulations: int
) -> list[float]:
    """Scores of a character in percent, by deal, against a player without a temper."""
    advice = game.advice
    assert advice is not None
    scores = []
    for seed in range(1, deals + 1):
        shares = 0.0
        for place in (0, 1):
            players = [advice] * 2
            players[place] = CharacterHeuristics(advice, character.bias)
            shares += play(game, players, simulations, seed)[place]
        scores.append(50 * shares)
    return scores


def rows(names: list[str], positions: int, deals: int, simulations: int) -> Iterator[Row]:
    """Yield all rows of these games."""
    cast = content.characters()
    every: dict[str, dict[str, tuple[int, int]]] = {name: {} for name in cast}
    for name in names:
        game = built_in()[GAMES[name]]
        found = {id: rates(game, character, positions) for id, character in cast.items()}
        yield from spread_rows(found, name, False)
        for id, rate in found.items():
            for each, (n, of) in rate.items():
                before = every[id].get(each, (0, 0))
                every[id][each] = before[0] + n, before[1] + of
    yield from spread_rows(every, "all", True)
    for id, character in cast.items() if deals else ():
        costs = {
            name: temper_scores(built_in()[GAMES[name]], character, deals, simulations)
            for name in names
        }
        for name, scores in [*costs.items(), ("all", [*chain(*costs.values())])]:
            score, half = interval(scores)
            yield Row(
                f"{name}: {id} v no temper, {len(scores)} deals", f"{score:.1f} ± {half:.1f} %",
                f"at least {50 - MOST_COST:g} %", score + half >= 50 - MOST_COST,
            )  # fmt: skip


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = game_parser("how much the characters' tempers are felt")
    parser.add_argument("--quick", action="store_true", help="few positions, no matches")
    parser.add_argument("--positions", type=int, help="of each game")
    parser.add_argument("--deals", type=int, help="of each character and game; 0: none")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="in these deals")
    args = parser.parse_args(words)
    positions = args.positions or (QUICK if args.quick else POSITIONS)
    deals = args.deals if args.deals is not None else 0 if args.quick else DEALS
    return print_rows(rows(args.names or [*GAMES], positions, deals, args.simulations))
