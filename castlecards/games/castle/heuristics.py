"""Heuristics of Castle for computer players: weights of actions and an evaluation.

Hovels come first, for the hand limit; then knights, peasants and a castle. Players without search
lay royals late, when no knight has time to attack them. Players with search lay them right after
the first turns: cards on the table take no room in the hand.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import ClassVar

from castlecards.core.action import Action, Decision
from castlecards.core.advice import ActionKinds, Advice, WorldSampler, logistic
from castlecards.core.belief import Worlds, log_linear, trace
from castlecards.core.cards import UNSEEN, CardId, Seat, Zone
from castlecards.core.events import Event
from castlecards.core.view import View
from castlecards.games.castle import explanations
from castlecards.games.castle.attack import Capture, Defend
from castlecards.games.castle.rules import DRAWN, Draw, Play
from castlecards.games.castle.state import (
    BARRACKS,
    CASTLE,
    CASTLES,
    CODES,
    DECK,
    HOVEL,
    KIND,
    OWN,
    PLOT,
    POINTS,
    QUEENS,
    RANKS,
    ROYAL,
    SIZE,
    WALL,
    Estate,
    Pos,
    Realm,
    defence,
    hand_limit_of,
    knights,
    mover,
    peasants,
    survey,
    usable_knights,
)

SHARPNESS = 1.5  # exponent per unit of worth in the weight of a hand card
TURNS = 42  # CA24
EARLY, GROWING, LAST = 10, 20, 38  # turns: when royals are laid
STAGE = 14  # turns of each stage of a match
DISCARDS = (0, 1, 2, 3, 6)  # least numbers of own discards that a card has survived, of the rows
# Belief, by stage and row: slopes of the log-likelihood of a card in the hand if it is a royal, a
# 10 or 11, and a 4 or lower. Fitted to matches between searching players, so that the means agree.
KEPT_SLOPES = (
    ((0.0, -0.1, -0.2), (0.0, -0.2, -0.2), (2.2, 0.8, -0.2), (2.6, 0.5, -1.7), (4.0, 0.0, -1.7)),
    ((-0.6, 0.0, -0.5), (0.3, 0.5, -0.5), (1.4, 1.4, -0.2), (3.0, 2.5, -1.0), (4.5, 2.0, -1.0)),
    ((-2.0, 0.2, -0.2), (-0.4, -0.1, -0.4), (0.2, 0.7, 0.0), (0.8, 1.1, -0.7), (4.6, 3.8, -0.5)),
)
RELIABLE_TURN = 12  # turns after which the evaluation names the winner in 7 of 10 cases


@dataclass(frozen=True)
class Parameters:
    """Weights that differ between players without search and with search."""

    saves: int  # first turn in which royals are laid that would be discarded otherwise
    lays: int  # first turn in which other royals and walls of high cards are laid
    knight: float  # weight of the first knight
    unknown: float  # worth of an unseen card
    crown: float  # worth of a royalty set as a target besides its points, in knights
    risk: float  # cost of an attack besides the guards, in knights


BASELINE = Parameters(saves=GROWING, lays=30, knight=9.0, unknown=0.75, crown=0.8, risk=1.0)
# Found by matches of these heuristics against each other. In matches between searches of 40
# simulations, early royals and dearer attacks alone win 71 ± 11 % of 24 deals.
SEARCH = Parameters(saves=0, lays=EARLY, knight=20.0, unknown=0.6, crown=1.2, risk=1.3)


class CastleAdvice(Advice[Realm]):
    """Advice for either side, from `known` alone."""

    bias_cost: ClassVar[float] = 0.01  # each wait costs much: `python -m benchmarks tempers`
    action_kinds: ClassVar[ActionKinds] = {
        "attack": "attack",
        "commit": "attack",
        "hovel": "build",
        "barracks": "build",
        "castle": "build",
        "wall": "build",
        "royalty": "build",
    }
    feature_names: ClassVar[tuple[str, ...]] = (
        "points", "court to come", "royals in hand", "knights", "barracks", "hovels", "a castle",
        "walls", "peasants", "cards in hand", "cover of the court", "hand limit", "the turn",
    )  # fmt: skip
    # By feature: weight at the start, and its growth until the last normal turn. Fitted on 2,200
    # games of heuristics that lay royals early; Brier score 0.133 on a fifth of them that was left
    # out. Sets by size, later attacks and the logarithm of the hand limit gain at most 0.001.
    fitted: ClassVar[tuple[tuple[float, float], ...]] = (
        (0.055, 0.123), (0.022, 0.064), (0.107, 0.162), (0.338, 0.723), (0.251, -0.355),
        (0.652, 0.042), (0.494, -0.974), (-0.117, 0.104), (0.456, 0.029), (0.136, 0.069),
        (0.392, 0.208), (0.009, -0.285), (0.100, 0.293),
    )  # fmt: skip

    # Mean weighted by precision: 0.81 ± 0.25 in 260 matches of 16 simulations, 0.85 ± 0.65 in 40
    # and 0.86 ± 0.30 in 100 of Knights, 0.96 ± 0.17 in 300 without search
    slope: ClassVar[float] = 0.9

    def is_quiet(self, pos: Pos) -> bool:
        """True between two turns; within one, cards still to be played distort the value."""
        step = pos.steps[0]
        if isinstance(step, Draw):
            return step.left == DRAWN
        return isinstance(step, Play) and step.late

    def evaluate(self, pos: Pos) -> tuple[float, float]:
        late = min(1.0, pos.state.turn / TURNS)
        total = 0.0
        for (start, more), feature in zip(self.fitted, self.counts(pos), strict=True):
            total += (start + more * late) * feature
        first = logistic(total)
        return first, 1 - first

    def counts(self, pos: Pos) -> tuple[float, ...]:
        mine, other = _counts(pos, 0), _counts(pos, 1)
        turn = 1.0 if mover(pos.state) == 0 else -1.0
        return (*[a - b for a, b in zip(mine, other, strict=True)], turn)

    def features(self, pos: Pos) -> tuple[float, ...]:
        late = min(1.0, pos.state.turn / TURNS)
        counts = self.counts(pos)
        return (*counts, *[late * count for count in counts])

    def is_reliable(self, pos: Pos) -> bool:
        return pos.state.turn >= RELIABLE_TURN

    def reasons(self, view: View, action: Action, worlds: Sequence[Pos] = ()) -> Iterator[str]:
        return explanations.reasons(view, action)

    def world_sampler(self, view: View, events: Sequence[Event]) -> WorldSampler:
        """Sampler of worlds that fit what the other player has kept and what it has discarded."""
        seen = trace(view, events)
        if seen is None:
            return super().world_sampler(view, events)
        pos, other = view.position, 1 - view.seat
        kept = KEPT_SLOPES[min(pos.state.turn // STAGE, len(KEPT_SLOPES) - 1)]
        odds = {
            card: _likely_faces(
                kept[bisect(DISCARDS, seen.lines_since(other, "discard", card)) - 1]
            )
            for card in pos.zones[other * OWN]
            if pos.faces[card] == UNSEEN
        }
        return Worlds(view, seen.allowed(pos), (), odds, self.even).deal

    def weights(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        return _weights(DecisionFacts(pos, decision.seat, BASELINE), options)

    def prior(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        """Prior weights that save royals from the first turn on.

        This alone wins 80.5 ± 3.9 % of 150 deals against players who discard them.
        """
        return _weights(DecisionFacts(pos, decision.seat, SEARCH), options)


@cache
def _likely_faces(slopes: tuple[float, float, float]) -> tuple[float, ...]:
    """Likelihood of each face by these slopes, in the order of KEPT."""
    return log_linear(slopes, [(rank >= ROYAL, rank in (10, 11), rank <= 4) for rank in RANKS])


def _weights(hand: DecisionFacts, options: Sequence[Action]) -> list[float]:
    weights = []
    for action in options:
        rule = VERB_WEIGHTS.get(action.verb)
        weights.append(rule(hand, action) if rule is not None else 1.0)
    return weights


class DecisionFacts:
    """Facts of a position that the weights of one decision share."""

    __slots__ = (
        "codes", "estate", "groups", "late", "opponent", "parameters", "plots", "pos", "seat",
    )  # fmt: skip

    def __init__(self, pos: Pos, seat: Seat, parameters: Parameters) -> None:
        state = pos.state
        self.pos = pos
        self.seat = seat
        self.opponent = 1 - seat
        self.plots = state.plots[seat]
        self.estate: Estate = survey(self.plots, seat)
        self.codes = CODES[state.red == seat]
        self.late = state.turn
        self.parameters = parameters
        groups = [0] * 14  # by rank: cards in hand
        for card in pos.zones[seat * OWN]:
            groups[RANKS[pos.faces[card]]] += 1
        self.groups = groups

    def loses(self, cards: Sequence[CardId]) -> bool:
        """True if one of these cards is worth saving and would be discarded this turn."""
        held = self.pos.zones[self.seat * OWN]
        short = len(held) - hand_limit_of(self.pos, self.seat, self.estate)
        if short <= 0 or self.late < self.parameters.saves:
            return False
        worths = [self.worth(card) for card in held]
        least = sorted(worths)[short - 1]
        return min([worths[held.index(card)] for card in cards]) <= least

    def worth(self, card: CardId) -> float:
        """Worth of holding a card."""
        pos, estate = self.pos, self.estate
        face = pos.faces[card]
        rank = RANKS[face]
        own = not self.codes[face] & 1
        left = (TURNS - self.late) / TURNS
        if rank >= 12:
            grows = bool(estate.sets[rank - ROYAL])
            return (2.6 if own or grows else 1.1) + 0.5 * self.groups[rank]
        if rank == 10:
            return 0.4 if not own else 3.0 if not estate.hovels else 0.6 + 1.2 * left
        if rank == 11:
            return 0.4 if not own else 1.0 + 0.6 * left
        partner = self.groups[10 - rank] - (rank == 5)
        family = self.groups[5 - rank] if rank < 5 else 0
        twins = self.groups[rank] - 1
        return 0.3 + 0.5 * (partner > 0) + 0.4 * (family > 0) + 0.15 * (twins > 0) + 0.1 * own


def _counts(pos: Pos, seat: Seat) -> list[float]:
    plots = pos.state.plots[seat]
    estate = survey(plots, seat)
    walls = cover = 0
    sets = {12: 0, 13: 0}
    for n, plot in enumerate(plots):
        walls += bool(plot & WALL and plot & KIND)
        kind = plot & KIND
        if kind >= QUEENS:
            cover += defence(plots, n)
            rank = 12 if kind == QUEENS else 13
            sets[rank] = max(sets[rank], plot >> SIZE)
    faces = pos.faces
    codes = CODES[pos.state.red == seat]
    royals = [0, 0]
    own = [False, False]
    for card in pos.zones[seat * OWN]:
        rank = RANKS[faces[card]]
        if rank >= 12:
            royals[rank - 12] += 1
            own[rank - 12] = own[rank - 12] or not codes[faces[card]] & 1
    court = 0
    for n in (0, 1):
        size = sets[12 + n]
        if size or own[n]:
            court += POINTS[min(8, size + royals[n])] - POINTS[min(8, size)]
    return [
        estate.points, court, sum(royals), knights(pos, seat), min(2, estate.barracks),
        min(3, estate.hovels), float(CASTLES[0] in plots or CASTLES[1] in plots), walls,
        peasants(pos, seat), len(pos.zones[seat * OWN]), min(6, cover),
        hand_limit_of(pos, seat, estate),
    ]  # fmt: skip


# -- building -------------------------------------------------------------------------------------


def _hovel(hand: DecisionFacts, action: Action) -> float:
    hovels = hand.estate.hovels
    if not hovels:
        return 60.0
    castle = CASTLES[0] in hand.plots or CASTLES[1] in hand.plots
    if not castle and hand.groups[11] and hand.groups[10] == 1:
        return 0.5
    return 4.0 / hovels if hand.late < LAST else 0.0


def _castle(hand: DecisionFacts, action: Action) -> float:
    if CASTLES[0] in hand.plots or CASTLES[1] in hand.plots:
        return 0.1
    if not hand.estate.hovels and hand.groups[10] < 2:
        return 0.2
    return 20.0


def _barracks(hand: DecisionFacts, action: Action) -> float:
    if hand.estate.barracks:
        return 0.2
    castle = CASTLES[0] in hand.plots or CASTLES[1] in hand.plots
    if not castle and hand.groups[10] and hand.groups[11] == 1:
        return 0.4
    return 5.0 if knights(hand.pos, hand.seat) else 1.3


def _knight(hand: DecisionFacts, action: Action) -> float:
    count = knights(hand.pos, hand.seat)
    return hand.parameters.knight / (1 + count) if count < 6 else 0.6


def _peasant(hand: DecisionFacts, action: Action) -> float:
    return 6.0 if hand.late < LAST else 0.2


def _wall(hand: DecisionFacts, action: Action) -> float:
    n = action.to - hand.seat * OWN - PLOT
    plot = hand.plots[n] if n < len(hand.plots) else 0
    kind = plot & KIND
    rank = RANKS[hand.pos.faces[action.cards[0]]]
    if not kind or rank >= 12:
        return 0.0
    if rank >= 10 and hand.late < hand.parameters.lays:
        return 0.1
    spoilt = sum(hand.worth(card) for card in action.cards)
    gain = 0.8
    if kind >= QUEENS:
        gain = 0.8 + 0.15 * POINTS[plot >> SIZE]
    elif kind == HOVEL and hand.estate.hovels == 1:
        gain = 1.6
    elif kind == CASTLE:
        gain = 1.1
    return exp(SHARPNESS * (gain - 0.6 * spoilt))


def _royalty(hand: DecisionFacts, action: Action) -> float:
    n = action.to - hand.seat * OWN - PLOT
    plot = hand.plots[n] if n < len(hand.plots) else 0
    size = plot >> SIZE if plot & KIND >= QUEENS else 0
    rank = RANKS[hand.pos.faces[action.cards[0]]]
    late = hand.late
    if not size and hand.estate.sets[rank - ROYAL]:
        return 0.0
    gain = POINTS[min(8, size + len(action.cards))] - POINTS[size]
    if late >= LAST:
        return 10.0 + gain
    lost = hand.loses(action.cards)
    if late < EARLY and not lost:
        return 0.0
    if size:
        return 2.0 + 0.3 * gain if late >= GROWING or lost else 0.3
    if late >= hand.parameters.lays or lost:
        return 1.5 + 0.2 * gain
    return 0.05


# -- attacks --------------------------------------------------------------------------------------


def _stake(hand: DecisionFacts, seat: Seat, zone: Zone) -> float:
    """Approximate loss of a plot's owner with one of its cards, in knights."""
    plots = hand.pos.state.plots[seat]
    plot = plots[zone - seat * OWN - PLOT]
    kind = plot & KIND
    estate = survey(plots, seat)
    if kind >= QUEENS:
        return hand.parameters.crown + 0.22 * POINTS[plot >> SIZE]
    if kind == CASTLE:
        return 2.2
    if kind == BARRACKS:
        return 1.1 if estate.barracks == 1 else 0.7
    return 1.9 if estate.hovels == 1 else 0.9


def _attack(hand: DecisionFacts, action: Action) -> float:
    pos, opponent = hand.pos, hand.opponent
    zone = pos.zone_of(action.onto)
    plots = pos.state.plots[opponent]
    need = defence(plots, zone - opponent * OWN - PLOT)
    count = usable_knights(pos, hand.seat, hand.estate)
    guards = min(survey(plots, opponent).barracks, knights(pos, opponent))
    stake = _stake(hand, opponent, zone)
    cost = hand.parameters.risk + 0.6 * guards
    if count - guards < need:
        stake *= 0.35
    if hand.late >= LAST:
        cost *= 0.4
    return exp(1.6 * (stake - cost))


def _commit(hand: DecisionFacts, action: Action) -> float:
    return 1.0 + action.args[0]


def _guard(hand: DecisionFacts, action: Action) -> float:
    step = hand.pos.steps[0]
    assert isinstance(step, Defend)
    pos, seat = hand.pos, hand.seat
    need = defence(pos.state.plots[seat], step.zone - seat * OWN - PLOT)
    standing = step.count - step.fallen
    most = min(hand.estate.barracks - step.fallen, knights(pos, seat))
    if standing - most >= need or standing < need:
        return 0.0
    return exp(1.6 * (_stake(hand, seat, step.zone) - 0.9 * (standing - need + 1)))


def _keep(hand: DecisionFacts, action: Action) -> float:
    step = hand.pos.steps[0]
    assert isinstance(step, Capture)
    return exp(SHARPNESS * (0.7 * hand.worth(step.card) - hand.worth(action.cards[0])))


# -- cards ----------------------------------------------------------------------------------------


def _discard(hand: DecisionFacts, action: Action) -> float:
    return exp(-2 * SHARPNESS * hand.worth(action.cards[0]))


def _draw(hand: DecisionFacts, action: Action) -> float:
    zone = action.zones[0]
    worth = hand.parameters.unknown if zone == DECK else hand.worth(hand.pos.zones[zone][-1])
    return exp(SHARPNESS * worth)


VERB_WEIGHTS = {
    "hovel": _hovel, "castle": _castle, "barracks": _barracks, "knight": _knight,
    "peasant": _peasant, "wall": _wall, "royalty": _royalty, "attack": _attack,
    "commit": _commit, "guard": _guard, "keep": _keep, "discard": _discard, "draw": _draw,
}  # fmt: skip
