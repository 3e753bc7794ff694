"""Playouts: random games, games of computer players, and perft, to measure and test the rules.

Throws use a cheap model instead of physics (`toss.dice`), so that only the rules are measured.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

from castlecards.core.action import Action, Decision
from castlecards.core.advice import Advice
from castlecards.core.events import begin
from castlecards.core.game import Game
from castlecards.core.landing import Limits, Release, Throw, toss
from castlecards.core.position import Position
from castlecards.core.referee import Bot, Computer, Human, Over, Physics, Waive, due
from castlecards.core.rng import noise
from castlecards.core.session import PASSIVE, Session
from castlecards.core.table import Table
from castlecards.players.characters import Characters
from castlecards.players.player import answer_to
from castlecards.players.seating import Seating
from castlecards.texts import counted, tr
from castlecards.toss.dice import Dice

MOST_ACTIONS = 20_000  # actions after which a game counts as endless
SIDES = 4  # landings of each throw that perft follows


@dataclass(frozen=True)
class Playouts:
    """Statistics of played games. `seconds` is CPU time, including the deals."""

    games: int
    decisions: int
    seconds: float
    shortest: int
    longest: int
    results: dict[str, int]  # "won by side 0", "drawn", ... -> games

    @property
    def rate(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds if self.seconds else 0.0


def every_option(game: Game[Any]) -> Iterator[tuple[Any, int]]:
    """Every valid combination of options and number of players; display options are left out.

    Of the numbers of one seat only the ends are combined, or there would be millions.
    """
    values = option_values(game)
    for players in game.players:
        for chosen in itertools.product(*values.values()):
            options = game.options(**dict(zip(values, chosen, strict=True)))
            try:
                game.owners(options, players)
            except ValueError:
                continue
            yield options, players


def option_values(game: Game[Any]) -> dict[str, list[Any]]:
    """Values that `every_option` combines, by the name of the option."""
    fields = dataclasses.fields(game.options)
    return {
        field.name: _choices(field.metadata) for field in fields if not field.metadata["setting"]
    }


def _choices(about: Mapping[str, Any]) -> list[Any]:
    """Values of an option that are combined with those of the others."""
    found = [choice for choice, _ in about["choices"]] or [False, True]
    numbers = about["seat"] >= 0 and all(isinstance(choice, int) for choice in found)
    return [found[0], found[-1]] if numbers else found


def opening(game: Game[Any], options: Any, players: int, seed: int) -> Position[Any]:
    """Position at the first decision of a match."""
    start = game.setup(options, players)
    start.seed = seed
    return begin(start)[0]


class Robot:
    """Random player for any decision, optimized for speed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random
        self._dice = Dice(seed)

    def answer(self, pos: Position[Any], decision: Decision) -> Action:
        options, aim = decision.options, decision.aim
        if isinstance(aim, Throw):
            return self._dice.landing(pos, aim)
        roll: float = self._random()
        if aim is None:
            return options[int(roll * len(options))]
        assert isinstance(aim, Limits)
        pick = int(roll * (len(options) + len(aim.cards)))
        return options[pick] if pick < len(options) else _plain(aim.cards[pick - len(options)])


_TOSSES = tuple(toss(card, Release(0, loft=940, spin=20_000)) for card in range(255))


def _plain(card: int) -> Action:
    return _TOSSES[card]


def play(table: Table[Any], robot: Robot) -> int:
    """Play a match to its end in place. Return the number of decisions.

    Raises RuntimeError if it does not end.
    """
    decision = table.settle()
    count = 0
    while decision is not None:
        decision = table.play(robot.answer(table.pos, decision))
        count += 1
        if count > MOST_ACTIONS:
            raise RuntimeError(f"no end after {MOST_ACTIONS} actions, seed {table.pos.seed}")
    return count


def playouts(game: Game[Any], options: Any, players: int, games: int, seed: int) -> Playouts:
    """Play `games` random matches with the seeds `seed`, `seed` + 1, ..."""
    lengths: list[int] = []
    results: Counter[str] = Counter()
    robot = Robot(seed)
    start = process_time()
    fresh = game.setup(options, players)
    for n in range(games):
        pos = fresh.copy()
        pos.seed = seed + n
        lengths.append(play(Table(pos), robot))
        assert pos.result is not None
        results[_outcome(pos)] += 1
    seconds = process_time() - start
    return Playouts(
        games, sum(lengths), seconds, min(lengths), max(lengths), dict(sorted(results.items()))
    )


def _outcome(pos: Position[Any]) -> str:
    best = [i for i, share in enumerate(pos.result or ()) if share == 1.0]
    return tr("won by side {side}", side=pos.box.sides[best[0]]) if best else "drawn"


def matches(
    start: Callable[[int], Session[Any]], characters: Characters, games: int, seed: int
) -> Playouts:
    """Play `games` matches of computer players; `start` deals the match of a seed.

    Raises ValueError if a person plays.
    """
    lengths: list[int] = []
    results: Counter[str] = Counter()
    began = process_time()
    for n in range(seed, seed + games):
        session = start(n)
        play_match(session, characters)
        lengths.append(len(session.log))
        results[_outcome(session.position)] += 1
    seconds = process_time() - began
    return Playouts(
        games, sum(lengths), seconds, min(lengths), max(lengths), dict(sorted(results.items()))
    )


def play_match(session: Session[Any], characters: Characters, most: int = MOST_ACTIONS) -> None:
    """Play a match of computer players and bots to its end, or for `most` actions.

    Raises ValueError if a person plays, RuntimeError if the match does not end.
    """
    seating, robot = Seating(session, characters), Robot(session.seed)
    advice: Advice[Any] | None = None  # of the last player to answer
    for _ in range(most):
        match due(session):
            case Over():
                return
            case Physics(decision):
                seed = noise(session.seed, session.at, 1)[0]
                session.submit(decision.seat, landed(session.position, decision, seed, advice))
            case Waive(decision, action):
                session.submit(decision.seat, action)
            case Computer(decision):
                question = seating.question(decision)
                advice = question.advice
                session.submit(decision.seat, answer_to(question).action)
            case Bot(decision, kind):
                advice = None
                still = kind == PASSIVE
                action = decision.default if still else robot.answer(session.position, decision)
                session.submit(decision.seat, action)
            case Human():
                raise ValueError("a person sits at this table; there are only others in a playout")
    if most == MOST_ACTIONS:
        raise RuntimeError(f"no end after {counted(most, 'action')}, seed {session.seed}")


def landed(pos: Position[Any], decision: Decision, seed: int, advice: Advice[Any] | None) -> Action:
    """Sampled landing of a card in flight, without physics.

    It comes from the thrower's `advice`, or from `Dice` if there is none or it has no odds.
    """
    assert isinstance(decision.aim, Throw)
    if advice is not None:
        try:
            return advice.chance(pos, decision, Random(seed))
        except ValueError:
            pass
    return Dice(seed).landing(pos, decision.aim)


def answers(pos: Position[Any]) -> tuple[Action, ...]:
    """Answers that perft follows: the options, one toss for each card, SIDES landings."""
    decision = pos.decision
    if decision is None:
        return ()
    if isinstance(decision.aim, Throw):
        landings = (Dice(side).landing(pos, decision.aim) for side in range(SIDES))
        return tuple(dict.fromkeys(landings))
    if isinstance(decision.aim, Limits):
        return (*decision.options, *(_plain(card) for card in decision.aim.cards))
    return decision.options


def perft(pos: Position[Any], depth: int) -> int:
    """Number of sequences of `depth` answers; sequences that end earlier do not count."""
    if depth == 0:
        return 1
    actions = answers(pos)
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        table = Table(pos.copy())
        table.play(action)
        count += perft(table.pos, depth - 1)
    return count
