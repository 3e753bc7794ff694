"""Belief about hidden cards: bias, log-likelihood, cost, and what it adds to the strength.

    python -m benchmarks belief [NAME ...] [--quick] [--matches N] [--deals N] [--simulations N]

Bias is the mean of what is true minus what is believed, in matches between two searching players,
and has to be below a fifth of the bias of even worlds, which follow proven facts alone.
Log-likelihood is that of the true places of all unseen faces, in bits a decision more than under
even worlds; it has to be above 0 and needs far fewer matches than a strength. Strength is
that of paired deals against a player with even worlds at equal simulations. A player that sees
hands, which knows of each card what any player knows, is the upper bound. A quick run prints the
strength without a bar, as it plays too few deals. NAMEs are short names of games. Exits 1 if a bar
is missed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from math import log2, sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple

from benchmarks.rows import Row, interval, print_rows
from benchmarks.strength import GAMES, game_parser
from castlecards.content import built_in
from castlecards.core.action import Action, Decision
from castlecards.core.advice import Advice, WorldSampler
from castlecards.core.belief import RandomSource, Worlds, possible_faces
from castlecards.core.cards import NATURE, UNSEEN, CardId
from castlecards.core.events import Event, Recorder, seen_by
from castlecards.core.game import Game
from castlecards.core.position import Position
from castlecards.core.rng import noise
from castlecards.core.view import View, view
from castlecards.games.castle.state import RANKS, ROYAL
from castlecards.games.castle_wars.state import ACE, KING
from castlecards.games.tricks_of_the_trade.heuristics import strength
from castlecards.games.tricks_of_the_trade.state import PLAY, trump
from castlecards.players.player import Think, choose
from castlecards.playout import landed
from castlecards.practice.stats import Z95

STEP = 7  # decisions from one measured belief to the next
WORLDS = 24  # sampled for each
PLACE_WORLDS = 100  # sampled for the log-likelihood
MEASURED_SIMULATIONS = 24  # simulations of a player whose opponent's belief is measured
MATCHES, FEW_MATCHES = 60, 8  # whose beliefs are measured, of each game
DEALS, FEW_DEALS = 400, 6  # played twice, with the seats swapped
SIMULATIONS, FEW_SIMULATIONS = 200, 50  # of a player whose strength is measured
MOST_DECISIONS = 700  # decisions after which a match counts as drawn
BIAS_SHARE = 0.2  # greatest share of the bias of even worlds
LEAST_STRENGTH = {"rampage": 58.0, "castle": 58.0, "tricks": 58.0}  # least percents
HALF_WAY = ("wars", "tricks")  # games in which half of the distance to seen hands is closed
LONGEST_UPDATE = 100.0  # µs, longest mean time to update a belief

Figures = dict[str, float]  # by name: a mean over the hidden cards of the opponent
Watch = Callable[[Position[Any], View, Sequence[Event]], None]
Note = Callable[[Position[Any], Action], None]


def _mean(figures: Sequence[float]) -> float:
    return sum(figures) / len(figures)


def _rampage(pos: Position[Any], zone: str, card: CardId) -> tuple[str, float]:
    kind = pos.state.ground.kinds[pos.faces[card]]
    gates, castles = pos.state.ground.defences
    if zone == "hand":
        return "attack in hand", 6 if kind.id == "jester" else kind.attack or 0
    return f"defence of the {zone}", (gates if zone == "gate" else castles)[pos.faces[card]]


def _castle(pos: Position[Any], zone: str, card: CardId) -> tuple[str, float]:
    return "royals in hand", RANKS[pos.faces[card]] >= ROYAL


def _wars(pos: Position[Any], zone: str, card: CardId) -> tuple[str, float]:
    seat = pos.box.zones[pos.zone_of(card)].owner
    return "Aces and Kings", pos.state.ground.sides[seat].ranks[pos.faces[card]] in (KING, ACE)


def _barrage(pos: Position[Any], zone: str, card: CardId) -> tuple[str, float]:
    return "rank in hand", pos.state.ground.ranks[pos.faces[card]]


def _tricks(pos: Position[Any], zone: str, card: CardId) -> tuple[str, float]:
    return "strength in hand", strength(pos, card, trump(pos))


# By game: zones of the opponent whose hidden cards are looked at, and the figure of a card.
FIGURES: dict[str, tuple[tuple[str, ...], Callable[..., tuple[str, float]]]] = {
    "wars": (("sleeve",), _wars),
    "rampage": (("gate", "castle", "hand"), _rampage),
    "castle": (("hand",), _castle),
    "barrage": (("hand",), _barrage),
    "tricks": (("hand",), _tricks),
}


def figures(name: str, pos: Position[Any], hidden: Sequence[tuple[str, CardId]]) -> Figures:
    """Means over these cards, given with the name of their zone."""
    found = defaultdict[str, list[float]](list)
    for zone, card in hidden:
        what, figure = FIGURES[name][1](pos, zone, card)
        found[what].append(figure)
    return {what: _mean(each) for what, each in found.items()}


def play(
    game: Game[Any],
    players: Sequence[Advice[Any]],
    simulations: int,
    seed: int,
    seeing: int = -1,
    watch: Watch | None = None,
    error: float = 0.0,
    note: Note | None = None,
) -> tuple[float, ...]:
    """Play a match of two players; share of the win by place.

    `seeing`: place of a player that sees hands; `watch` gets each decision with a choice,
    and `note` the answer to it. `error`: share of the decisions that are drawn by weight.
    """
    pos = game.setup(game.options(), 2)
    pos.seed = seed
    owners = game.owners(game.options(), 2)
    told: list[list[Event]] = [[] for _ in range(pos.box.seats)]
    table = Recorder(pos)
    decision: Decision | None = table.settle()
    last = players[0]  # the thrower of a card in flight
    for number in range(MOST_DECISIONS):
        if decision is None:
            assert pos.result is not None
            return tuple([pos.result[owners.index(place)] for place in range(2)])
        for seat, events in enumerate(told):
            events += [seen_by(event, seat) for event in table.events]
        table.events.clear()
        own = noise(seed, number, 1)[0]
        if decision.seat == NATURE or owners[decision.seat] < 0:
            thrown = decision.aim is not None
            action = landed(pos, decision, own, last) if thrown else decision.default
        elif len(decision.options) == 1 and decision.aim is None:
            action = decision.options[0]
        else:
            place = owners[decision.seat]
            advice = last = players[place]
            seen, events_seen = view(pos, decision.seat), tuple(told[decision.seat])
            if watch is not None:
                watch(pos, seen, events_seen)
            if place == seeing:
                advice = copy(advice)
                deal = _seeing(pos, seen, events_seen)
                setattr(advice, "world_sampler", lambda _, __, deal=deal: deal)  # noqa: B010
            think = Think(simulations, error=error, seed=own)
            action = choose(advice, seen, events_seen, think).action
            if note is not None:
                note(pos, action)
        decision = table.play(action)
    return 0.5, 0.5


def _seeing(truth: Position[Any], seen: View, events: Sequence[Event]) -> WorldSampler:
    """Sampler of worlds in which each card that any player knows is the true one."""
    seats = range(truth.box.seats)
    known = {
        card: 1 << truth.faces[card]
        for card, face in enumerate(seen.position.faces)
        if face == UNSEEN and any(truth.knows(seat, card) for seat in seats)
    }
    return Worlds(seen, possible_faces(seen, events) | known).deal


class Error(NamedTuple):
    """Error of a belief, and of even worlds: what is true minus what they say."""

    match: int
    believed: float
    even: float


class Measurements(NamedTuple):
    """Beliefs in matches of a game, against even worlds."""

    errors: dict[str, list[Error]]  # by figure
    gains: list[tuple[int, float]]  # match, and bits of log-likelihood more than of even worlds
    spent: list[float]  # CPU time (s) of each update


def log_likelihood(
    truth: Position[Any],
    seen: View,
    hidden: Sequence[tuple[str, CardId]],
    deal: WorldSampler,
    rng: RandomSource,
) -> float:
    """Log-likelihood, in bits, of the true places of the faces that the seat has not seen.

    The probability of each place, one of the zones of the `hidden` cards or elsewhere, is counted
    in PLACE_WORLDS worlds for each face by itself.
    """
    faces, zones = seen.position.faces, sorted({zone for zone, _ in hidden})
    missing = set(range(len(faces))).difference(faces)
    true = {truth.faces[card]: zone for zone, card in hidden}
    found = Counter[tuple[int, str]]()
    for _ in range(PLACE_WORLDS):
        world = deal(rng)
        found.update([(world.faces[card], zone) for zone, card in hidden])
    total, places = 0.0, len(zones) + 1
    for face in missing:
        if face in true:
            count = found[face, true[face]]
        else:
            count = PLACE_WORLDS - sum([found[face, zone] for zone in zones])
        total += log2((count + 0.5) / (PLACE_WORLDS + 0.5 * places))  # never 0: a Jeffreys prior
    return total


def measured(name: str, matches: int) -> Measurements:
    """Measure the beliefs of both players in matches of a game."""
    game = built_in()[GAMES[name]]
    advice = game.advice
    assert advice is not None
    plain = advice.with_even_worlds()
    zones = FIGURES[name][0]
    found = defaultdict[str, list[Error]](list)
    gains: list[tuple[int, float]] = []
    spent: list[float] = []

    def watch(pos: Position[Any], seen: View, events: Sequence[Event]) -> None:
        begun = process_time()
        deal = advice.world_sampler(seen, events)
        spent.append(process_time() - begun)
        if len(spent) % STEP or (name == "tricks" and pos.state.phase != PLAY):
            return
        hidden = [
            (zone, card)
            for zone in zones
            for card in pos.zones[pos.box.zone(f"{1 - seen.seat}.{zone}")]
            if seen.position.faces[card] == UNSEEN
        ]
        true, rng = figures(name, pos, hidden), Random(len(spent))
        means = []
        samplers = (deal, plain.world_sampler(seen, events))
        for sampler in samplers:
            worlds = [figures(name, sampler(rng), hidden) for _ in range(WORLDS)]
            means.append({what: _mean([each[what] for each in worlds]) for what in true})
        for what, figure in true.items():
            found[what].append(Error(seed, figure - means[0][what], figure - means[1][what]))
        if hidden:
            own, of_even = [log_likelihood(pos, seen, hidden, each, rng) for each in samplers]
            gains.append((seed, own - of_even))

    for seed in range(1, matches + 1):
        play(game, (advice, advice), MEASURED_SIMULATIONS, seed, watch=watch)
    return Measurements(found, gains, spent)


def _mean_of_matches(figures: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Mean and half of its 95 % interval, of figures given with their match.

    Figures of a match are alike, so a match counts as one.
    """
    mean = _mean([figure for _, figure in figures])
    by_match = defaultdict[int, float](float)
    for match, figure in figures:
        by_match[match] += figure - mean
    return mean, Z95 * sqrt(sum(total**2 for total in by_match.values())) / len(figures)


def biases(name: str, matches: int) -> Iterator[Row]:
    """Yield a row for each figure of a game, one for the log-likelihood, and one for the cost."""
    found, gains, spent = measured(name, matches)
    for what, each in found.items():
        believed, half = _mean_of_matches([(e.match, e.believed) for e in each])
        of_even = _mean([e.even for e in each])
        limit = BIAS_SHARE * abs(of_even)
        figure = f"{believed:+.3f} ± {half:.3f}, even worlds {of_even:+.3f} ({len(each)} times)"
        bar = f"at most {limit:.3f}" if name != "tricks" else ""
        yield Row(f"{name}: bias, {what}", figure, bar, not bar or abs(believed) <= limit)
    bits, half = _mean_of_matches(gains)
    yield Row(
        f"{name}: log-likelihood of the truth, over even worlds",
        f"{bits:+.2f} ± {half:.2f} bits ({len(gains)} times)", "above 0", bits > 0,
    )  # fmt: skip
    cost = 1e6 * _mean(spent)
    yield Row(
        f"{name}: update of a belief, mean of {len(spent)}", f"{cost:.0f} us",
        f"at most {LONGEST_UPDATE:g} us", cost <= LONGEST_UPDATE,
    )  # fmt: skip


def duel(name: str, deals: int, simulations: int, seeing: bool) -> tuple[float, float]:
    """Score of a player in percent against even worlds, and half of its 95 % interval.

    `seeing`: the player sees hands.
    """
    game = built_in()[GAMES[name]]
    advice = game.advice
    assert advice is not None
    scores = []
    for seed in range(1, deals + 1):
        shares = 0.0
        for place in (0, 1):
            players = [advice.with_even_worlds()] * 2
            players[place] = advice
            shares += play(game, players, simulations, seed, place if seeing else -1)[place]
        scores.append(50 * shares)
    return interval(scores)


def strengths(name: str, deals: int, simulations: int, quick: bool) -> Iterator[Row]:
    """Yield the rows of a game's strength."""
    bound, half = duel(name, deals, simulations, True)
    what = f"{name}, {simulations} simulations, {deals} deals"
    yield Row(f"{what}: seeing hands v even worlds", f"{bound:.1f} ± {half:.1f} %", "", True)
    own, half = duel(name, deals, simulations, False)
    least = LEAST_STRENGTH.get(name, 0.0)
    if name in HALF_WAY:
        least = max(least, (50 + bound) / 2)
    bar = f"at least {least:.1f} %" if least and not quick else ""
    yield Row(
        f"{what}: belief v even worlds", f"{own:.1f} ± {half:.1f} %", bar, not bar or own >= least
    )


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = game_parser("bias, strength and cost of the belief")
    parser.add_argument("--quick", action="store_true", help="few matches and deals")
    parser.add_argument("--matches", type=int, help="whose beliefs are measured")
    parser.add_argument("--deals", type=int, help="of which the strength is measured; 0: none")
    parser.add_argument("--simulations", type=int, help="of those")
    args = parser.parse_args(words)
    matches = args.matches or (FEW_MATCHES if args.quick else MATCHES)
    deals = args.deals if args.deals is not None else FEW_DEALS if args.quick else DEALS
    simulations = args.simulations or (FEW_SIMULATIONS if args.quick else SIMULATIONS)

    def rows() -> Iterator[Row]:
        for name in args.names or GAMES:
            yield from biases(name, matches)
            if deals:
                yield from strengths(name, deals, simulations, args.quick)

    return print_rows(rows())
