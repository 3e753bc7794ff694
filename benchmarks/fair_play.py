"""Check that computer players obey the rules and know no more than their seat; exits 1 if not.

    python -m benchmarks fair_play [NAME ...] [--positions N] [--games N]

In many positions of each game, all cards that a seat does not know are dealt again: the answer must
stay the same. Then whole games are played between all levels: every answer must be legal, and the
game must end. Most of them are between players without search, which are fast. NAMEs are ids of
games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from random import Random
from typing import Any, NamedTuple

from benchmarks.rows import Row, print_rows
from benchmarks.strength import GAMES, game_parser
from castlecards import arena
from castlecards.content import built_in
from castlecards.core.action import Action
from castlecards.core.belief import Worlds
from castlecards.core.cards import NATURE
from castlecards.core.events import Event, Recorder, seen_by
from castlecards.core.game import Game
from castlecards.core.position import Position
from castlecards.core.view import view
from castlecards.players.player import Think, choose

POSITIONS = 3_000  # positions of each game
MATCHES = 2_000  # matches of each game
SIMULATIONS = 16  # simulations of an answer that is compared
# Matchups, each with its number in 1,000 games.
MIX = (
    ("squire", "page", 984),
    ("knight", "page", 10),
    ("marshal", "squire", 4),
    ("regent", "page", 2),
)

Chooser = Callable[[Position[Any], Sequence[Event], Sequence[Action], Random], Action]


class Move(NamedTuple):
    """Choice of a player in the match of this number: the position before it and the events of its
    seat; without an action, the end of the match."""

    match: int
    pos: Position[Any]
    events: Sequence[Event] = ()
    action: Action | None = None


def moves(game: Game[Any], choose_action: Chooser, matches: Iterable[int]) -> Iterator[Move]:
    """Yield the choices between two or more options in the matches of these numbers, which are
    their seeds, and the end of each match.

    `choose_action` gets the position, the events of its seat, the options and random numbers.
    """
    advice = game.advice
    assert advice is not None
    for number in matches:
        random = Random(number)
        pos = game.setup(game.options(), 2)
        pos.seed = number
        events: list[list[Event]] = [[] for _ in range(pos.box.seats)]
        table = Recorder(pos)
        decision = table.settle()
        while decision is not None:
            for seat, seen in enumerate(events):
                seen += [seen_by(event, seat) for event in table.events]
            table.events.clear()
            if decision.seat == NATURE:
                decision = table.play(advice.chance(pos, decision, random))
                continue
            told, options = events[decision.seat], advice.options(pos, decision)
            action = choose_action(pos, told, options, random)
            if len(options) > 1:
                yield Move(number, pos, told, action)
            decision = table.play(action)
        yield Move(number, pos)


def choice_by_weight(game: Game[Any]) -> Chooser:
    """Choice drawn by the weights of the rules of thumb."""
    advice = game.advice
    assert advice is not None

    def chosen(
        pos: Position[Any], told: Sequence[Event], options: Sequence[Action], random: Random
    ) -> Action:
        assert pos.decision is not None
        weights = advice.weights(pos, pos.decision, options)
        return random.choices(options, weights if any(weights) else None)[0]

    return chosen


def questions(game: Game[Any]) -> Iterator[tuple[Position[Any], Sequence[Event]]]:
    """Yield positions with a choice, with the events of the seat, from matches of two players by
    weight."""
    for move in moves(game, choice_by_weight(game), count(1)):
        if move.action is not None:
            yield move.pos, move.events


def leak_count(game: Game[Any], positions: int) -> int:
    """Number of answers that change with cards the seat does not know."""
    advice = game.advice
    assert advice is not None
    compared = differing = 0
    for number, (pos, events) in enumerate(questions(game)):
        if compared == positions:
            break
        assert pos.decision is not None
        seat = pos.decision.seat
        seen = view(pos, seat)
        other_world = Worlds(seen).deal(Random(number))
        if other_world.faces == pos.faces:
            continue
        other_world.decision = pos.decision
        think = Think(SIMULATIONS, seed=number)
        compared += 1
        answers = [choose(advice, each, events, think) for each in (seen, view(other_world, seat))]
        differing += answers[0] != answers[1]
    return differing


def rule_faults(game: Game[Any], games: int) -> Iterator[tuple[str, int, str]]:
    """Yield for each matchup its name, the number of games, and a description of any fault."""
    for first, second, share in MIX:
        matchup = arena.Matchup(game, game.options(), (first, second))
        deals = max(1, games * share // 1000 // 2)
        wrong = ""
        try:
            for seed in range(1, deals + 1):
                arena.play_deal(matchup, seed)
        except (RuntimeError, ValueError) as error:
            wrong = str(error)
        yield f"{first} v {second}", 2 * deals, wrong


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = game_parser("computer players keep to the rules")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each game")
    parser.add_argument("--games", type=int, default=MATCHES, help="of each game")
    args = parser.parse_args(words)
    return print_rows(rows(args.names or [*GAMES], args.positions, args.games))


def rows(names: list[str], positions: int, games: int) -> Iterator[Row]:
    """Yield the rows of these games."""
    for name in names:
        game = built_in()[GAMES[name]]
        if positions:
            faults = leak_count(game, positions)
            what = f"{name}: answers that change with what is hidden"
            yield Row(what, f"{faults} of {positions:,}", "0", not faults)
        for pair, played, fault in rule_faults(game, games) if games else ():
            figure = f"{played:,} games, {fault or 'by the rules'}"
            yield Row(f"{name}: {pair}", figure, "by the rules", not fault)
