"""Speed of the rules, as ratios to python-chess in the same run, and the core's small costs.

    python -m benchmarks rules [--seconds 6] [GAME ...]

CPU time; our slices and python-chess's take turns and the best slice of each counts, so that a busy
machine slows both alike. Exits 1 if a bar is missed. Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from castlecards.content import games
from castlecards.core.belief import Worlds
from castlecards.core.cards import NATURE
from castlecards.core.events import Recorder, apply
from castlecards.core.game import Game
from castlecards.core.position import Position
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import Session
from castlecards.core.table import Table
from castlecards.core.view import view
from castlecards.playout import Robot, opening, perft, play, playouts

SLICES = 8
CHESS_MOVES = 80  # half-moves of a random chess game, at most
RATIO = 3.0  # bar: plain playouts against python-chess
BARS = {"castle_wars": 7.0}  # higher bars of single games
PAIR_RATIO = 5.0  # bar: plain playouts with two factions against python-chess
PAIRS = (
    ("assassins", "golems"), ("royal_kingdom", "royal_kingdom"), ("royal_kingdom", "fateweavers"),
    ("undead", "dragon_tamers"), ("outcasts", "mechas"), ("berserkers", "infected"),
    ("war_mongers", "ninjas"), ("seers", "mages"), ("shape_shifters", "shape_shifters"),
    ("blood_mages", "mages"), ("blood_mages", "infected"),
)  # fmt: skip
COPY_US = 1.0  # µs, bar of copying a position
GUESS_US = 60.0  # µs, bar of sampling a world
REPLAY_MS = 100.0  # ms, bar of replaying a save
PERFT_S = 20.0  # s, bar of perft
Slice = Callable[[], int]  # plays for a while and returns the number of moves


class Report:
    """Printer of rows with figure, bar and verdict; counts the missed bars."""

    def __init__(self) -> None:
        self.short = 0

    def row(self, name: str, figure: str, bar: str = "", good: bool = True) -> None:
        verdict = "" if not bar else "pass" if good else "FALLS SHORT"
        self.short += not good
        print(f"{name:<50} {figure:>22}   {bar:<10} {verdict}", flush=True)


def rates(slices: dict[str, Slice], seconds: float) -> dict[str, float]:
    """Best number of moves a second of each slice, run in turn."""
    best = dict.fromkeys(slices, 0.0)
    for _ in range(SLICES):
        for name, work in slices.items():
            start, moves = process_time(), 0
            while (spent := process_time() - start) < seconds / SLICES:
                moves += work()
            best[name] = max(best[name], moves / spent)
    return best


def chess_slice() -> Slice:
    """Slice that plays random games of python-chess."""
    import chess

    random = Random(1).random

    def work() -> int:
        board = chess.Board()
        for n in range(CHESS_MOVES):
            legal = list(board.legal_moves)
            if not legal:
                return n
            board.push(legal[int(random() * len(legal))])
        return CHESS_MOVES

    return work


def pairs_of(game: Game[Any]) -> list[tuple[str, str]]:
    """Factions to time, of a game whose players choose one each."""
    fields = {field.name for field in dataclasses.fields(game.options)}
    return list(PAIRS) if {"first", "second"} <= fields else []


def plain_slice(game: Game[Any], options: Any, players: int) -> Slice:
    """Slice that runs random playouts on the bare table."""
    fresh = game.setup(options, players)
    robot = Robot(1)
    seeds = iter(range(10**9))

    def work() -> int:
        pos = fresh.copy()
        pos.seed = next(seeds)
        return play(Table(pos), robot)

    return work


def game_slices(game: Game[Any], players: int) -> dict[str, Slice]:
    """Slices of random games by name: plain, with copies, recorded, and through `apply`."""
    options = game.options()
    fresh = game.setup(options, players)
    robot = Robot(1)
    seeds = iter(range(10**9))

    def start() -> Position[Any]:
        pos = fresh.copy()
        pos.seed = next(seeds)
        return pos

    def copied() -> int:
        table = Table(start())
        decision, count = table.settle(), 0
        while decision is not None:
            table = Table(table.pos.copy())
            decision = table.play(robot.answer(table.pos, decision))
            count += 1
        return count

    def pure() -> int:
        pos, count = opening(game, options, players, next(seeds)), 0
        while pos.decision is not None:
            pos, _ = apply(pos, robot.answer(pos, pos.decision))
            count += 1
        return count

    name = f"{game.id}, {players} players"
    return {
        name: lambda: play(Table(start()), robot),
        f"{name}, a copy before every move": copied,
        f"{name}, recorded": lambda: play(Recorder(start()), robot),
        f"{name}, through apply": pure,
    }


def each(work: Callable[[], object], times: int) -> float:
    """Best CPU time of one call, s."""
    best = 1e9
    for _ in range(5):
        start = process_time()
        for _ in range(times):
            work()
        best = min(best, (process_time() - start) / times)
    return best


def midgame(game: Game[Any], players: int) -> Position[Any]:
    """Decision of a player some way into a random match."""
    pos, robot = opening(game, game.options(), players, 3), Robot(3)
    for n in range(200):
        assert pos.decision is not None
        after, _ = apply(pos, robot.answer(pos, pos.decision))
        if after.decision is None or (n >= 20 and pos.decision.seat != NATURE):
            return pos
        pos = after
    return pos


def saved_match(game: Game[Any], players: int) -> tuple[str, int]:
    """Text of a saved match, and its number of log lines."""
    session, robot = Session(game, game.options(), players, 5), Robot(5)
    while (decision := session.decision) is not None and len(session.log) < 300:
        session.submit(decision.seat, robot.answer(session.position, decision))
    return dump_session(session), len(session.log)


def core_costs(game: Game[Any], players: int, report: Report) -> None:
    """Report the costs of copying, sampling a world and replaying."""
    pos = midgame(game, players)
    assert pos.decision is not None
    seat, name = pos.decision.seat, f"{game.id}, {players} players"
    copy = each(pos.copy, 20_000) * 1e6
    report.row(f"{name}: position copy", f"{copy:.2f} us", f"<= {COPY_US:.0f}", copy <= COPY_US)
    dealt = each(lambda: Worlds(view(pos, seat)).deal(Random(7)), 1_000) * 1e6
    few = len(pos.faces) <= 54
    bar = f"<= {GUESS_US:.0f}" if few else ""
    cards = f"{len(pos.faces)} cards"
    report.row(
        f"{name}: view + a world, {cards}", f"{dealt:.0f} us", bar, dealt <= GUESS_US or not few
    )
    text, lines = saved_match(game, players)
    load_session(text, "bench", games())
    load = each(lambda: load_session(text, "bench", games()), 3) * 1000 * 300 / lines
    bar = f"<= {REPLAY_MS:.0f}"
    report.row(f"{name}: load and replay 300 actions", f"{load:.0f} ms", bar, load <= REPLAY_MS)


def timed_pairs(game: Game[Any], players: int, seconds: float, report: Report) -> None:
    """Time playouts with two factions."""
    slices = {"chess": chess_slice()}
    for first, second in pairs_of(game):
        options = game.options(first=first, second=second)
        slices[f"{game.id}, {first} - {second}"] = plain_slice(game, options, players)
    best = rates(slices, seconds)
    chess = best.pop("chess")
    for name, rate in best.items():
        ratio = rate / chess
        figure = f"{rate:,.0f}/s = {ratio:.1f} x"
        report.row(name, figure, f">= {PAIR_RATIO:.0f} x", ratio >= PAIR_RATIO)


def counting(report: Report) -> None:
    """Report the time of perft."""
    start = process_time()
    for game in games().values():
        perft(opening(game, game.options(), min(game.players), 1), 4)
    spent = process_time() - start
    bar = f"<= {PERFT_S:.0f}"
    report.row("perft to depth 4, all games", f"{spent:.2f} s", bar, spent <= PERFT_S)


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("games", nargs="*", choices=[*games(), []], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=6.0, help="CPU seconds a row")
    args = parser.parse_args(words)
    chosen = [games()[name] for name in args.games] or list(games().values())
    report = Report()
    for game in chosen:
        for players in dict.fromkeys((2 if 2 in game.players else min(game.players),)):
            best = rates({"chess": chess_slice(), **game_slices(game, players)}, args.seconds)
            chess = best.pop("chess")
            report.row("python-chess, random playouts", f"{chess:,.0f} moves/s")
            for n, (name, rate) in enumerate(best.items()):
                ratio = rate / chess
                figure = f"{rate:,.0f}/s = {ratio:.1f} x"
                bar = BARS.get(game.id, RATIO)
                report.row(name, figure, "" if n else f">= {bar:.0f} x", n > 0 or ratio >= bar)
            if pairs_of(game):
                timed_pairs(game, players, args.seconds / 2, report)
            core_costs(game, players, report)
    counting(report)
    one = playouts(chosen[-1], chosen[-1].options(), min(chosen[-1].players), 20, 1)
    report.row("longest of 20 random games", f"{one.longest} decisions")
    return 1 if report.short else 0
