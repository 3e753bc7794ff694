"""Strength of computer players against their bars; exits 1 if one is missed or not played out.

    python -m benchmarks strength [NAME ...] [--deals N] [--early] [--kept] [--elo]
                                   [--speed] [--length]

Matches are paired deals with the seats swapped (castlecards.arena). Every deal played is recorded
in a folder, so that an interrupted run can continue. The file name holds a checksum of the players,
so that deals of other players are not counted. NAMEs are prefixes of row names.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter_ns, process_time
from typing import Any, NamedTuple

from benchmarks.rows import Row, at_most, print_rows
from castlecards import arena, option_args
from castlecards.content import built_in
from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE
from castlecards.core.game import Game
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.core.view import view
from castlecards.players.levels import LEVELS, level, thrower
from castlecards.players.player import choose
from castlecards.players.search import search
from castlecards.playout import opening
from castlecards.practice.stats import Z95
from castlecards.texts import counted

ROOT = Path(__file__).resolve().parents[1]
DEALS = 200
RECORDS = ROOT / "build" / "strength"
LEAST_DEALS = 20  # deals before a run may end early
TIMED_DECISIONS = 12  # decisions that are timed
TIMED_EVERY = 5  # one decision out of this many is timed
TIMED_SIMULATIONS = 200  # simulations of a timed decision
LEAST_RATE = 10_000  # least simulations a second
LONGEST_DECISION = 0.5  # s, longest decision
WEIGHTS_TIME = 6.0  # µs, longest time of the rules of thumb for a decision
THUMB_ROUNDS = 8  # measurements of that, of which the best counts
THUMB_MATCHES = 40  # matches in each of them
RATED_GAMES = ("wars", "rampage", "castle")  # without rollouts and throws: LEAST_RATE applies
LENGTH_PLAYER, LENGTH_MATCHES = "search:50", 20  # of the matches whose decisions are counted
MOST_DECISIONS = 200  # most decisions of a match of Castle Rampage, in the mean
WIDENING = 2.58 / Z95  # half of a 99 % interval over half of a 95 % one
DEAL_VARIANCE = 0.5  # added to that of all deals, so that few equal ones prove nothing
GAMES = {
    "wars": "castle_wars",
    "rampage": "castle_rampage",
    "castle": "castle",
    "barrage": "card_barrage",
    "tricks": "tricks_of_the_trade",
}
SHARED_SOURCES = ("core/advice.py", "core/belief.py", "players/player.py", "players/search.py")


def game_parser(description: str) -> argparse.ArgumentParser:
    """Command line of a benchmark whose `names` are short names of games."""

    def known(name: str) -> str:
        if name not in GAMES:
            raise argparse.ArgumentTypeError(f"no game {name!r}; there is {', '.join(GAMES)}")
        return name

    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("names", nargs="*", type=known, help=", ".join(GAMES))
    return parser


class Bar(NamedTuple):
    """Bar of a matchup: the least score of its first player, and the set-up of the game."""

    name: str
    game: str
    first: str
    second: str
    percent: float
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Score:
    """Shares in percent; `half`: half the width of the 95 % interval."""

    deals: int
    mean: float
    half: float

    def clear(self, bar: float) -> bool:
        """True if the score is almost surely on one side of the bar."""
        return self.deals >= LEAST_DEALS and abs(self.mean - bar) > WIDENING * self.half


def bars() -> Iterator[Bar]:
    """Yield all bars, the quick ones first."""
    thumbs = zip(GAMES.items(), (99, 99, 97, 95, 97), strict=True)
    for (name, game), percent in thumbs:
        yield Bar(f"thumb-{name}", game, "thumb", "random", percent)
    for count, percents in ((100, (78, 78, 92)), (200, (82, 80, 95))):
        for name, percent in zip(("wars", "rampage", "castle"), percents, strict=True):
            yield Bar(f"search-{name}-{count}", GAMES[name], f"search:{count}", "thumb", percent)
    yield Bar("search-tricks-200", GAMES["tricks"], "search:200", "thumb", 65)
    for above, below in zip(LEVELS[1:], LEVELS, strict=False):
        for name, game in GAMES.items():
            yield Bar(f"level-{above.id}-{name}", game, above.id, below.id, 60)
    for faction in factions():
        options = (f"first={faction}", f"second={faction}")
        yield Bar(f"faction-{faction}", GAMES["wars"], "search:100", "thumb", 65, options)
    yield Bar("search-epic-400", GAMES["wars"], "search:400", "thumb", 65, ("epic=yes",))


def factions() -> tuple[str, ...]:
    """Ids of Castle Wars' factions."""
    return tuple([each for each in arena.choices(built_in()[GAMES["wars"]], "first") if each])


def sources_checksum(bar: Bar) -> str:
    """Short checksum of the sources that determine the decisions of a row's players."""
    package = ROOT / "castlecards"
    own = sorted((package / "games" / bar.game).glob("*.py"))
    files = [package / each for each in SHARED_SOURCES]
    files += [each for each in own if each.stem in ("heuristics", "endgame", "outcome_odds")]
    players = [(level(name), thrower(name)) for name in (bar.first, bar.second)]
    digest = hashlib.sha256(repr(players).encode())
    for each in files:
        digest.update(each.read_bytes())
    return digest.hexdigest()[:8]


def score(deals: Sequence[arena.DealResult]) -> Score:
    """Score of the first player."""
    shares = [100 * deal.shares[0] for deal in deals]
    count = len(shares)
    mean = sum(shares) / count
    spread = sum((share - mean) ** 2 for share in shares) + DEAL_VARIANCE * 100**2 / 4
    return Score(count, mean, Z95 * math.sqrt(spread / max(1, count - 1) / count))


def played(bar: Bar, deals: int, folder: Path, early: bool, kept: bool) -> Score | None:
    """Play the deals of a bar, or score the recorded ones if `kept`; None if there is no record."""
    game = built_in()[bar.game]
    matchup = arena.Matchup(game, option_args.read(game, bar.options), (bar.first, bar.second))
    record = folder / f"{bar.name}-{sources_checksum(bar)}.jsonl"
    if kept and not record.exists():
        return None
    if kept:
        deals = min(deals, len(record.read_text(encoding="utf-8").splitlines()) - 1)
    results: list[arena.DealResult] = []
    for deal in arena.run(matchup, 2 * deals, 1, record=record):
        results.append(deal)
        if early and score(results).clear(bar.percent):
            break
    return score(results) if results else None


def ratings(scores: Mapping[str, Sequence[Score]]) -> Iterator[tuple[str, float, float]]:
    """Yield id, Elo above the lowest level and half of the 95 % interval of each level.

    `scores`: by level, against the one below it, one for each game. The Elo of a difference is the
    mean of the games; along a chain, the most likely ratings (Bradley and Terry 1952) are its sums.
    """
    elo = variance = 0.0
    yield LEVELS[0].id, elo, 0.0
    for known in LEVELS[1:]:
        found = [(each.mean / 100, each.half / 100) for each in scores.get(known.id, ())]
        if not found or any(not 0 < mean < 1 for mean, _ in found):
            return
        elo += sum([400 * math.log10(mean / (1 - mean)) for mean, _ in found]) / len(found)
        halves = [half * 400 / math.log(10) / (mean * (1 - mean)) for mean, half in found]
        variance += sum([half**2 for half in halves]) / len(found) ** 2
        yield known.id, elo, math.sqrt(variance)


def score_row(bar: Bar, result: Score | None, deals: int) -> Row:
    """Row of a matchup; its bar is met only if enough deals are played."""
    what, percent = f"{bar.name}: {bar.first} v {bar.second}", f">= {bar.percent:g} %"
    if result is None:
        return Row(what, "", percent, False, "not played")
    figure = f"{result.mean:.1f} ± {result.half:.1f} %, {counted(result.deals, 'deal')}"
    if result.deals < deals and not result.clear(bar.percent):
        return Row(what, figure, percent, False, "open")
    return Row(what, figure, percent, result.mean >= bar.percent)


def speed_rows() -> Iterator[Row]:
    """Yield rows by game: simulations a second of CPU, the longest decision of the highest level,
    and the time of the rules of thumb."""
    for name, id in GAMES.items():
        game = built_in()[id]
        advice = game.advice
        assert advice is not None
        rates, spent = [], []
        for n, pos in enumerate(timed_positions(game)):
            assert pos.decision is not None
            view_ = view(pos, pos.decision.seat)
            deal = advice.world_sampler(view_, ())
            begun = process_time()
            _, done = search(advice, deal, Random(n), TIMED_SIMULATIONS)
            rates.append(done / (process_time() - begun))
            begun = process_time()
            choose(advice, view_, (), LEVELS[-1].think(n))
            spent.append(process_time() - begun)
        rate, longest = sum(rates) / len(rates), max(spent)
        swift = name in RATED_GAMES
        bar = f">= {LEAST_RATE:,}/s" if swift else ""
        yield Row(f"{name}: simulations", f"{rate:,.0f}/s", bar, rate >= LEAST_RATE or not swift)
        what = f"{name}: longest of {counted(len(spent), 'decision')} of {LEVELS[-1].title}"
        yield at_most(what, longest, LONGEST_DECISION, "s")
        what = f"{name}: rules of thumb, a decision"
        yield at_most(what, heuristics_time(game), WEIGHTS_TIME, "us")


def heuristics_time(game: Game[Any]) -> float:
    """CPU time (µs) of the rules of thumb for a decision, in matches between them. The least of
    several rounds, as other work on the machine can only add to it."""
    advice = game.advice
    assert advice is not None
    rounds = []
    for _ in range(THUMB_ROUNDS):
        spent = count = 0
        for seed in range(THUMB_MATCHES):
            for pos, decision, options in thumb_decisions(game, seed):
                begun = perf_counter_ns()
                advice.weights(pos, decision, options)
                spent += perf_counter_ns() - begun
                count += 1
        rounds.append(spent / count / 1000)
    return min(rounds)


def length_row(matches: int = LENGTH_MATCHES, player: str = LENGTH_PLAYER) -> Row:
    """Row of the decisions in matches of Castle Rampage between equal players, deals 1 and on."""
    game = built_in()[GAMES["rampage"]]
    matchup = arena.Matchup(game, game.options(), (player, player))
    found = sorted([arena.play_match(matchup, (0, 1), 1 + n)[2] for n in range(matches)])
    mean = sum(found) / matches
    within = sum(each <= MOST_DECISIONS for each in found)
    what = f"rampage: {player}, {within} of {matches} within {MOST_DECISIONS}, longest {found[-1]}"
    return Row(what, f"mean {mean:.0f}", f"<= {MOST_DECISIONS}", mean <= MOST_DECISIONS)


def timed_positions(game: Game[Any]) -> Iterator[Position[Any]]:
    """Yield some decisions with a choice from a match between rules of thumb."""
    advice = game.advice
    assert advice is not None
    choices = 0
    for pos, decision, options in thumb_decisions(game, 1):
        if choices >= TIMED_DECISIONS * TIMED_EVERY:
            return
        if len(advice.branches(pos, decision, options)) > 1:
            choices += 1
            if choices % TIMED_EVERY == 0:
                yield pos


def thumb_decisions(
    game: Game[Any], seed: int
) -> Iterator[tuple[Position[Any], Decision, tuple[Action, ...]]]:
    """Yield the decisions of a match between rules of thumb, with the options of each."""
    advice = game.advice
    assert advice is not None
    table, random = Table(opening(game, game.options(), 2, seed)), Random(seed)
    decision = table.pos.decision
    while decision is not None:
        if decision.seat == NATURE:
            decision = table.play(advice.chance(table.pos, decision, random))
            continue
        options = advice.options(table.pos, decision)
        yield table.pos, decision, options
        weights = advice.weights(table.pos, decision, options)
        chosen = random.choices(options, weights if any(weights) else None)[0]
        decision = table.play(chosen)


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description="computer players against their bars")
    parser.add_argument("names", nargs="*", help="beginnings of names of rows")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--early", action="store_true", help="stop a row as soon as it is clear")
    parser.add_argument("--record", type=Path, default=RECORDS, metavar="FOLDER")
    parser.add_argument("--speed", action="store_true", help="and how fast they think")
    parser.add_argument("--length", action="store_true", help="and how long Castle Rampage takes")
    parser.add_argument("--elo", action="store_true", help="and the Elo of each level")
    parser.add_argument("--kept", action="store_true", help="play nothing, tell what was played")
    args = parser.parse_args(words)
    args.record.mkdir(parents=True, exist_ok=True)
    chosen = [bar for bar in bars() if not args.names or bar.name.startswith(tuple(args.names))]
    if not chosen:
        print(f"no bar begins with {args.names[0]!r}", file=sys.stderr)
        return 2
    return print_rows(rows(chosen, args))


def rows(chosen: Sequence[Bar], args: argparse.Namespace) -> Iterator[Row]:
    """Yield the rows of these bars, and those that the arguments of `main` ask for."""
    scores: dict[str, list[Score]] = {}
    for bar in chosen:
        result = played(bar, args.deals, args.record, args.early, args.kept)
        yield score_row(bar, result, args.deals)
        if result is not None and bar.name.startswith("level-"):
            scores.setdefault(bar.first, []).append(result)
    for id, elo, half in ratings(scores) if args.elo else ():
        yield Row(id, f"Elo {elo:.0f} ± {half:.0f}")
    if args.speed:
        yield from speed_rows()
    if args.length:
        yield length_row()
