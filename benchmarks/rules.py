"""Speed of the rules, as ratios to python-chess in the same run, and the core's small costs.

    python -m benchmarks rules [--seconds 6] [GAME ...]

CPU time; our slices and python-chess's take turns and the best slice of each counts, so that a busy
machine slows both alike. Exits 1 if a bar is missed. Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

from benchmarks.rows import Row, at_most, print_rows
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
DEPTH = 4  # decisions, of perft
COPIES, DEALS, LOADS = 20_000, 1_000, 3  # repetitions of a small cost, of which the mean counts
ROUNDS = 5  # of these, of which the best counts
ACTIONS = 300  # most lines of the saved match, and those that its bar is for
FEW_CARDS = 54  # most cards of a box with a bar for a sampled world
RANDOM_GAMES = 20
Slice = Callable[[], int]  # plays for a while and returns the number of moves


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


def call_time(work: Callable[[], object], times: int) -> float:
    """CPU time (s) of one call, the best of some rounds."""
    best = 1e9
    for _ in range(ROUNDS):
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
    while (decision := session.decision) is not None and len(session.log) < ACTIONS:
        session.submit(decision.seat, robot.answer(session.position, decision))
    return dump_session(session), len(session.log)


def core_costs(game: Game[Any], players: int) -> Iterator[Row]:
    """Yield the rows of copying a position, sampling a world and replaying a save."""
    pos = midgame(game, players)
    assert pos.decision is not None
    seat, name = pos.decision.seat, f"{game.id}, {players} players"
    yield at_most(f"{name}: position copy", call_time(pos.copy, COPIES) * 1e6, COPY_US, "us")
    dealt = call_time(lambda: Worlds(view(pos, seat)).deal(Random(7)), DEALS) * 1e6
    what, few = f"{name}: view + a world, {len(pos.faces)} cards", len(pos.faces) <= FEW_CARDS
    yield at_most(what, dealt, GUESS_US if few else None, "us")
    text, lines = saved_match(game, players)
    load_session(text, "bench", games())
    load = call_time(lambda: load_session(text, "bench", games()), LOADS) * 1000 * ACTIONS / lines
    yield at_most(f"{name}: load and replay {ACTIONS} actions", load, REPLAY_MS, "ms")


def pair_rows(game: Game[Any], players: int, seconds: float) -> Iterator[Row]:
    """Yield the rows of playouts with two factions."""
    slices = {"chess": chess_slice()}
    for first, second in pairs_of(game):
        options = game.options(first=first, second=second)
        slices[f"{game.id}, {first} - {second}"] = plain_slice(game, options, players)
    best = rates(slices, seconds)
    chess = best.pop("chess")
    for name, rate in best.items():
        ratio = rate / chess
        figure = f"{rate:,.0f}/s = {ratio:.1f} x"
        yield Row(name, figure, f">= {PAIR_RATIO:.0f} x", ratio >= PAIR_RATIO)


def perft_row() -> Row:
    """Row of the time of perft."""
    start = process_time()
    for game in games().values():
        perft(opening(game, game.options(), min(game.players), 1), DEPTH)
    spent = process_time() - start
    return at_most(f"perft to depth {DEPTH}, all games", spent, PERFT_S, "s")


def game_rows(game: Game[Any], seconds: float) -> Iterator[Row]:
    """Yield the rows of one game, with two players if it can be."""
    players = 2 if 2 in game.players else min(game.players)
    best = rates({"chess": chess_slice(), **game_slices(game, players)}, seconds)
    chess = best.pop("chess")
    yield Row("python-chess, random playouts", f"{chess:,.0f} moves/s")
    bar = BARS.get(game.id, RATIO)
    for n, (name, rate) in enumerate(best.items()):
        ratio = rate / chess
        figure = f"{rate:,.0f}/s = {ratio:.1f} x"
        yield Row(name, figure, "" if n else f">= {bar:.0f} x", n > 0 or ratio >= bar)
    if pairs_of(game):
        yield from pair_rows(game, players, seconds / 2)
    yield from core_costs(game, players)


def rows(chosen: list[Game[Any]], seconds: float) -> Iterator[Row]:
    """Yield all rows of these games."""
    for game in chosen:
        yield from game_rows(game, seconds)
    yield perft_row()
    last = chosen[-1]
    found = playouts(last, last.options(), min(last.players), RANDOM_GAMES, 1)
    yield Row(f"longest of {RANDOM_GAMES} random games", f"{found.longest} decisions")


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("games", nargs="*", choices=[*games(), []], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=6.0, help="CPU seconds a row")
    args = parser.parse_args(words)
    chosen = [games()[name] for name in args.games] or list(games().values())
    return print_rows(rows(chosen, args.seconds))
