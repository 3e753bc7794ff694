"""Arena: matches of computer players against each other, with rotated seats on equal deals.

Each deal is played once for every rotation of the seats, so that the luck of the deal and of the
first move cancels out. The interval is Wilson's. Equal seeds give equal results, on one core or on
many machines.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from castlecards.bots.aim import throw_with_hand_error
from castlecards.core.action import Action, Decision
from castlecards.core.advice import Advice
from castlecards.core.cards import NATURE, Seat
from castlecards.core.events import Event, Recorder, seen_by
from castlecards.core.game import Game
from castlecards.core.landing import Throw, Thrower
from castlecards.core.rng import noise
from castlecards.core.view import view
from castlecards.players.levels import Level, level, thrower
from castlecards.players.player import (
    Choice,
    Question,
    Think,
    answer_to,
    merge,
    ponder,
    second_question,
)
from castlecards.players.search import KeptNodes
from castlecards.playout import MOST_ACTIONS, Robot, landed
from castlecards.practice.stats import wilson_bounds
from castlecards.toss.nature import throw_world

FARTHEST = 0.999  # highest share of wins that still gives an Elo difference


@dataclass(frozen=True)
class Matchup:
    """Pairing of players in a game: all that the result of a deal depends on except the seed."""

    game: Game[Any]
    options: Any
    players: tuple[str, ...]  # level of each player
    physics: bool = False  # True: throws get hand errors and physics; False: sampled outcomes

    def key(self) -> dict[str, Any]:
        """Header of a record file, which identifies the matchup of its lines."""
        return {
            "game": self.game.id,
            "version": self.game.version,
            "options": asdict(self.options),
            "players": list(self.players),
            **({"physics": True} if self.physics else {}),
        }


@dataclass(frozen=True)
class DealResult:
    """Result of one deal, played with every rotation. Shares of wins are means, 0 to 1."""

    seed: int
    shares: tuple[float, ...]  # by player
    places: tuple[float, ...]  # by place at the table
    decisions: int
    thought: tuple[int, ...]  # by player: decisions with a choice


@dataclass(frozen=True)
class PlayerResult:
    """Result of one player over all deals; `low` and `high` bound the 95 % interval."""

    player: str
    share: float
    low: float
    high: float
    elo: float | None  # difference to the others; None if one side won almost everything


def play_deal(matchup: Matchup, seed: int) -> DealResult:
    """Play one deal with every rotation of the players around the table."""
    count = len(matchup.players)
    shares = [0.0] * count
    places = [0.0] * count
    thought = [0] * count
    decisions = 0
    for turn in range(count):
        seated = [(n + turn) % count for n in range(count)]  # by place: number of the player
        result, asked, total = play_match(matchup, seated, seed)
        decisions += total
        for place, player in enumerate(seated):
            shares[player] += result[place] / count
            places[place] += result[place] / count
            thought[player] += asked[place]
    return DealResult(seed, tuple(shares), tuple(places), decisions, tuple(thought))


@dataclass(frozen=True)
class _Place:
    """Player at one place of a match."""

    level: Level | None
    advice: Advice[Any] | None
    thrower: Thrower
    robot: Robot
    kept: dict[tuple[Seat, int], KeptNodes]  # of a player that thinks ahead, by seat and search


def play_match(
    matchup: Matchup, seated: Sequence[int], seed: int
) -> tuple[list[float], list[int], int]:
    """Play one match. Return shares by place, decisions with a choice by place, all decisions.

    Raises RuntimeError for an endless match or an illegal answer.
    """
    game, count = matchup.game, len(seated)
    pos = game.setup(matchup.options, count)
    pos.seed = seed
    owners = game.owners(matchup.options, count)
    places = [_place(matchup, player, seed + n) for n, player in enumerate(seated)]
    last = places[0]  # last player to answer, the thrower of a card in flight
    events_seen: list[list[Event]] = [[] for _ in range(pos.box.seats)]
    table = Recorder(pos)
    decision = table.settle()
    asked = [0] * count
    total = 0
    while decision is not None:
        for seat, seen in enumerate(events_seen):
            seen += [seen_by(event, seat) for event in table.events]
        table.events.clear()
        if total > MOST_ACTIONS:
            raise RuntimeError(f"no end after {MOST_ACTIONS} actions, seed {seed}")
        own = noise(seed, total, 1)[0]  # seed of this decision
        total += 1
        if decision.seat == NATURE or owners[decision.seat] < 0:
            decision = table.play(_chance(matchup, pos, decision, own, last))
            continue
        place = owners[decision.seat]
        last = places[place]
        if len(decision.options) == 1 and decision.aim is None:
            decision = table.play(decision.options[0])
            continue
        asked[place] += 1
        _think_ahead(places, owners, pos, events_seen, decision.seat, own)
        action = _answer(matchup, last, pos, decision, events_seen[decision.seat], own)
        if not decision.allows(action):
            player = matchup.players[seated[place]]
            raise RuntimeError(f"not allowed, from {player}: {action}, seed {seed}")
        decision = table.play(action)
    assert pos.result is not None
    result = [pos.result[owners.index(place)] for place in range(count)]
    return result, asked, total


def _place(matchup: Matchup, player: int, seed: int) -> _Place:
    name, advice = matchup.players[player], matchup.game.advice
    hand = thrower(name)
    return _Place(
        level(name), advice.for_thrower(hand) if advice is not None else None, hand, Robot(seed), {}
    )


def _chance(matchup: Matchup, pos: Any, decision: Decision, seed: int, last: _Place) -> Action:
    if not isinstance(decision.aim, Throw):
        return decision.default
    if matchup.physics:
        return throw_world(pos, decision.aim).landing.action()
    return landed(pos, decision, seed, last.advice)


def _think_ahead(
    places: Sequence[_Place], owners: Sequence[int], pos: Any,
    events_seen: Sequence[Sequence[Event]], asked: Seat, seed: int,
) -> None:  # fmt: skip
    """Let the next player that thinks ahead do so while the seat `asked` decides."""
    seats = len(owners)
    for seat in [(asked + n) % seats for n in range(1, seats)]:
        place = places[owners[seat]] if 0 <= owners[seat] != owners[asked] else None
        if place is None or place.level is None or not place.level.ahead or not place.advice:
            continue
        kept = place.kept.setdefault((seat, 0), KeptNodes(seat))
        think = Think(place.level.ahead, seed=seed, kept=kept)
        ponder(place.advice, view(pos, seat), events_seen[seat], think)
        return


def _answer(
    matchup: Matchup,
    place: _Place,
    pos: Any,
    decision: Decision,
    events: Sequence[Event],
    seed: int,
) -> Action:
    how, advice = place.level, place.advice
    if advice is None:
        return place.robot.answer(pos, decision)
    seen = view(pos, decision.seat)
    think = how.think(seed) if how is not None else Think(seed=seed)
    question = Question(advice, seen, events, think, place.thrower)
    throws = advice.throws(pos, decision) if how is None else ()
    if throws:
        action = _random_choice(decision, throws, Random(seed))
    elif how is None:
        action = place.robot.answer(pos, decision)
    else:
        action = _choice(question, place).action
    return throw_with_hand_error(question, action) if matchup.physics else action


def _choice(question: Question, place: _Place) -> Choice:
    """Choice of a player; one that thinks ahead has two searches, as on two cores at a table."""
    if not question.think.ahead:
        return answer_to(question)
    seat, choices = question.view.seat, list[Choice]()
    for number, each in enumerate((question, second_question(question))):
        kept = place.kept.setdefault((seat, number), KeptNodes(seat))
        think = dataclasses.replace(each.think, kept=kept)
        choices.append(answer_to(dataclasses.replace(each, think=think)))
    return merge(question.advice, *choices)


def _random_choice(decision: Decision, throws: Sequence[Action], random: Random) -> Action:
    """Random option or throw; all throws of one card together are as likely as one option."""
    cards = sorted({throw.cards for throw in throws})
    pick = random.randrange(len(decision.options) + len(cards))
    if pick < len(decision.options):
        return decision.options[pick]
    card = cards[pick - len(decision.options)]
    return random.choice([throw for throw in throws if throw.cards == card])


# -- many deals -----------------------------------------------------------------------------------


def play_deals(
    matchup: Matchup, seeds: Iterable[int], jobs: int = 1, dask: str = ""
) -> Iterator[DealResult]:
    """Results of deals in the order of the seeds, played by `jobs` processes.

    Several jobs need joblib; `dask` (the address of a scheduler) also needs distributed. Both come
    with the extra `arena`. Raises ValueError if they are missing.
    """
    if jobs == 1 and not dask:
        for seed in seeds:
            yield play_deal(matchup, seed)
        return
    try:
        import joblib
    except ImportError as error:
        raise ValueError('several jobs need joblib: pip install "castlecards[arena]"') from error
    with _backend(joblib, dask):
        many = joblib.Parallel(n_jobs=jobs, return_as="generator")
        yield from many(joblib.delayed(play_deal)(matchup, seed) for seed in seeds)


@contextmanager
def _backend(joblib: Any, dask: str) -> Iterator[None]:
    if not dask:
        yield
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise ValueError('a cluster needs dask: pip install "castlecards[arena]"') from error
    with Client(dask), joblib.parallel_config(backend="dask"):  # type: ignore[no-untyped-call]
        yield


def standings(matchup: Matchup, deals: Sequence[DealResult]) -> tuple[PlayerResult, ...]:
    """Results by player, in the order of the matchup. Raises ValueError without a deal."""
    if not deals:
        raise ValueError("no deal was played")
    even = 1 / len(matchup.players)
    results = []
    for n, player in enumerate(matchup.players):
        shares = [deal.shares[n] for deal in deals]
        mean = sum(shares) / len(shares)
        low, high = wilson_bounds(mean, _effective_sample_size(shares, len(matchup.players)))
        results.append(PlayerResult(player, mean, low, high, elo(mean, even)))
    return tuple(results)


def _effective_sample_size(shares: Sequence[float], each: int) -> float:
    """Effective sample size: independent games with the same variance as these deals.

    `shares`: by deal, 0 to 1; `each`: games in a deal. At most the number of games: rotated seats
    often reduce the variance, but a few deals cannot show by how much.
    """
    games, mean = len(shares) * each, sum(shares) / len(shares)
    squares = sum((share - mean) ** 2 for share in shares)
    if not squares:
        return games
    variance = squares / (len(shares) - 1) / len(shares)  # of the mean
    return min(games, mean * (1 - mean) / variance)


def elo(share: float, even: float = 0.5) -> float | None:
    """Elo difference for this share of wins; None if it is extreme. `even`: share of equals."""
    if not 1 - FARTHEST < share < FARTHEST:
        return None
    return 400 * (math.log10(share / (1 - share)) - math.log10(even / (1 - even)))


# -- runs that can be interrupted -----------------------------------------------------------------


def run(
    matchup: Matchup,
    games: int,
    seed: int,
    jobs: int = 1,
    dask: str = "",
    record: Path | None = None,
) -> Iterator[DealResult]:
    """Play at least `games` games, from deal `seed` on; deals in the file `record` are reused.

    Each new deal is appended to `record` at once. Raises ValueError for a file of another matchup,
    OSError if it cannot be written.
    """
    count = math.ceil(games / len(matchup.players))
    seeds = range(seed, seed + count)
    known = {deal.seed: deal for deal in _read(matchup, record)} if record is not None else {}
    todo = (deal_seed for deal_seed in seeds if deal_seed not in known)
    played = play_deals(matchup, todo, jobs, dask)
    for deal_seed in seeds:
        if deal_seed in known:
            yield known[deal_seed]
            continue
        deal = next(played)
        if record is not None:
            with record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(deal)) + "\n")
        yield deal


def _read(matchup: Matchup, record: Path) -> list[DealResult]:
    """Deals of an earlier run without an incomplete last line; a missing file is created."""
    if not record.exists():
        record.write_text(json.dumps(matchup.key()) + "\n", encoding="utf-8")
        return []
    text = record.read_text(encoding="utf-8")
    head, _, body = text.partition("\n")
    if _parse_deal(head) != json.loads(json.dumps(matchup.key())):
        raise ValueError(f"{record} holds the deals of other players, options or rules")
    complete = body[: body.rfind("\n") + 1]
    if complete != body:
        record.write_text(head + "\n" + complete, encoding="utf-8")
    deals = []
    for number, line in enumerate(complete.splitlines(), 2):
        entry = _parse_deal(line)
        try:
            deals.append(
                DealResult(
                    entry["seed"],
                    tuple(entry["shares"]),
                    tuple(entry["places"]),
                    entry["decisions"],
                    tuple(entry["thought"]),
                )
            )
        except (TypeError, KeyError):
            raise ValueError(f"{record}, line {number}: expected a deal") from None
    return deals


def _parse_deal(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


# -- every pair of two options --------------------------------------------------------------------


def choices(game: Game[Any], name: str) -> tuple[Any, ...]:
    """Values of an option. Raises ValueError for an option without choices."""
    fields = {field.name: field for field in dataclasses.fields(game.options)}
    if name not in fields or not fields[name].metadata["choices"]:
        with_choices = [
            field_name for field_name, field in fields.items() if field.metadata["choices"]
        ]
        raise ValueError(
            f"{game.title} has no choices {name!r}; there is {', '.join(with_choices)}"
        )
    return tuple(value for value, _ in fields[name].metadata["choices"])


def grid(matchup: Matchup, first: str, second: str) -> Iterator[tuple[Any, Any, Matchup]]:
    """Bouts with each pair of values of two options."""
    for one in choices(matchup.game, first):
        for other in choices(matchup.game, second):
            options = dataclasses.replace(matchup.options, **{first: one, second: other})
            yield one, other, dataclasses.replace(matchup, options=options)


def first_place(deals: Sequence[DealResult]) -> float:
    """Share of wins at the first place."""
    return sum(deal.places[0] for deal in deals) / len(deals)
