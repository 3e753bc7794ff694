"""Heuristics of Card Barrage: weights of actions from the odds of throws, and an evaluation.

Losing a high wall costs a point and the card that replaces the wall. So high walls are thrown at,
own high walls are exchanged for low ones, and a throw comes before filling a gap. All figures come
from matches (benchmarks/throwers.py). A throw uses a release of the table of odds as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp
from typing import ClassVar

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import ActionKinds, Advice, WorldSampler, win_shares
from castlecards.core.belief import RandomSource, Worlds, log_linear, trace
from castlecards.core.cards import UNSEEN, CardId, Pose, Seat, Zone
from castlecards.core.events import Event
from castlecards.core.landing import (
    PRACTISED,
    Contact,
    Landing,
    Limits,
    Release,
    Throw,
    Thrower,
    toss,
)
from castlecards.core.view import View
from castlecards.games.card_barrage import explanations
from castlecards.games.card_barrage.geometry import WALLS
from castlecards.games.card_barrage.outcome_odds import (
    OutcomeOdds,
    ThrowOption,
    interpolation,
    throw_options,
)
from castlecards.games.card_barrage.rules import FEW, Play, Tribute, dropped, tribute
from castlecards.games.card_barrage.scoring import ALL_INDICES, LEAST_OVERLAP, points
from castlecards.games.card_barrage.state import Barrage, Ground, Pos, mover

MAX_AIMS = 4  # throws considered, each a target and a method
SHARPNESS = 12.0  # exponent per point by which a throw gains less than the best
WALL_VALUE = 0.05  # points per value of a wall hit: its owner replaces it with a card of the hand
CARD_VALUE = 0.004  # points per value by which a card that is thrown is lower
LEAST_METHOD_SHARE = 0.5  # least share of the best method's gain at the same target
FAVOURITE = 1.65  # factor on the gain of a favourite method; Frisbees need 1.63 at the inner walls
LEAST_BRANCH_SHARE = 0.6  # least share of the best weight for a branch of the search
CASTLE_GAIN = 0.5  # points of a hit on an unprotected castle: gain if ahead, cost if behind
LEAST_EXCHANGE = 1  # least values by which an exchange must lower a wall
BUILD_WEIGHT = 0.03  # weight of filling a gap
LEAST_GAPS = 3  # least gaps in the own row at which one is filled
PHASE_POINTS = (4, 7)  # points of the leader at which the second and third part of a match begin

# Weights of using an effect, by its id; PASS has 0.3.
EFFECT_WEIGHTS = {
    "poach": 3.0, "levy": 2.6, "refresh": 2.2, "scan": 2.0, "recycle": 2.0, "barter": 1.6,
    "match": 1.5, "spark": 1.5, "broker": 1.4, "mirror": 1.2, "platform": 3.0, "sunset": 1.0,
    "shift": 0.6,
}  # fmt: skip
# Belief, by number of cards that a player has spent since a card came to its hand: slopes of the
# log-likelihood of that card by rank / 13 and by its square. Low cards are spent first. Fitted to
# matches between searching players, so that the means agree.
KEPT_SLOPES = ((0.0, -0.6), (2.8, -0.4), (3.5, -0.7), (4.0, 0.4), (4.0, 1.4), (6.0, 0.8))
HIGHEST = 13  # rank
MIDDLE = 7  # rank, also taken for a wild card
SPENT = ("toss", "upgrade", "build")
RELIABLE_TURN = 8  # turn from which the evaluation predicts the winner in 7 of 10 matches


class BarrageAdvice(Advice[Barrage]):
    """Advice for every seat with the throwing skill `thrower`; the others are taken to share it."""

    action_kinds: ClassVar[ActionKinds] = {"toss": "attack", "build": "build", "upgrade": "build"}
    # Mean weighted by precision: 1.12 ± 0.36 in 280 matches of 16 simulations, 1.47 ± 0.49 in 160
    # and 1.41 ± 0.49 in 100 of Knights, 1.19 ± 0.28 in 300 without search
    slope: ClassVar[float] = 1.25
    feature_names: ClassVar[tuple[str, ...]] = (
        "points", "the middle wall", "inner walls", "outer walls", "cards in hand",
        "more cards in hand", "values of walls", "the turn",
    )  # fmt: skip
    # Weights by part of the match, of South's features minus North's.
    fitted: ClassVar[tuple[tuple[float, ...], ...]] = (
        (1.08, -0.14, -0.19, -0.26, 0.27, 0.01, -0.28, 0.35),
        (1.30, -0.42, -0.35, -0.38, 0.69, -0.02, -0.23, 0.35),
        (1.74, -0.23, -0.82, -0.67, 0.00, -0.06, -0.79, 0.30),
    )

    def __init__(self, odds: OutcomeOdds, thrower: Thrower = PRACTISED) -> None:
        self.odds = odds
        self.thrower = thrower

    def for_thrower(self, thrower: Thrower) -> BarrageAdvice:
        return BarrageAdvice(self.odds, thrower)

    # -- throws -----------------------------------------------------------------------------------

    def throws(self, pos: Pos, decision: Decision) -> tuple[Action, ...]:
        if not isinstance(decision.aim, Limits):
            return ()
        every = throw_options(self.odds, pos.state.ground, decision.seat)
        methods = self.thrower.methods
        return tuple([
            _toss_action(card, each.release)
            for card in decision.aim.cards
            for each in every.values()
            if each.method in methods and pos.filled >> each.target & 1
        ])  # fmt: skip

    def goal(self, pos: Pos, action: Action) -> Zone:
        decision = pos.decision
        if action.verb != "toss" or decision is None:
            return -1
        found = throw_options(self.odds, pos.state.ground, decision.seat).get(action.args)
        return found.target if found is not None else -1

    def effort(self, pos: Pos) -> int:
        return 2

    def nearest_known(self, pos: Pos, decision: Decision, action: Action) -> Action:
        if action.verb != "toss":
            return action
        release = Release(*action.args)

        def apart(throw: Action) -> float:
            """Distance between two releases: mm aside, mrad of heading, mm/s."""
            other = Release(*throw.args)
            aside = abs(other.x - release.x) / 30 + abs(other.heading - release.heading) / 30
            return aside + abs(other.speed - release.speed) / 300

        own = [throw for throw in self.throws(pos, decision) if throw.cards == action.cards]
        alike = [throw for throw in own if throw.args[0] == release.method] or own
        return min(alike, key=apart, default=PASS)

    def options(self, pos: Pos, decision: Decision) -> tuple[Action, ...]:
        """Options of a search: builds and exchanges, and three cards at the best targets."""
        if not isinstance(decision.aim, Limits):
            return decision.options
        aims = self._best_aims(pos, self._throwing_seat(pos, decision.seat))
        ranks, faces = pos.state.ground.ranks, pos.faces
        hand = sorted(decision.aim.cards, key=lambda card: ranks[faces[card]])
        cards = dict.fromkeys((hand[-1], hand[len(hand) // 2], hand[0]))
        shots = [_toss_action(card, release) for release in aims for card in cards]
        return (*decision.options, *shots)

    def branches(
        self, pos: Pos, decision: Decision, options: Sequence[Action]
    ) -> tuple[Action, ...]:
        """Options whose weight is nearly the best; in matches, wider searches lose."""
        weights = self.weights(pos, decision, options)
        least = LEAST_BRANCH_SHARE * max(weights)
        near = tuple([o for o, weight in zip(options, weights, strict=True) if weight >= least > 0])
        return near or tuple(options)

    def chance(self, pos: Pos, decision: Decision, rng: RandomSource) -> Action:
        """Landing drawn from the outcome table. Raises ValueError for a throw that is not in it."""
        throw = decision.aim
        if not isinstance(throw, Throw):
            raise ValueError("nothing is thrown")
        ground, seat = pos.state.ground, mover(pos.state)
        found = throw_options(self.odds, ground, seat).get(throw.release.args())
        if found is None:
            raise ValueError("nobody has aimed like this")
        low, high, part = interpolation(self.thrower.error)
        outcomes = found.outcomes[high if rng.random() < part else low]
        left = rng.random()
        for share, first, hits in outcomes:
            left -= share
            if left < 0:
                return _landing(pos, throw, first, hits)
        return dropped(throw.card, throw.start)

    def _throwing_seat(self, pos: Pos, seat: Seat) -> ThrowingSeat:
        """Key of the throwing caches for this seat."""
        return throwing_seat(self.odds, pos.state.ground, seat, self.thrower)

    def _best_aims(self, pos: Pos, at: ThrowingSeat) -> Mapping[tuple[int, ...], float]:
        """Best throws of this seat in this position: see `best_aims`."""
        ground, team = at.ground, at.seat % 2
        mask = ground.wall_mask[1 - team]
        given = 0  # castles whose owners have a card to give
        for castle in ground.targets[1 - team][-(ground.seats // 2) :]:
            given |= tribute(pos, castle) << castle
        standing = pos.filled & (mask | given)
        ranks, faces, zones, theirs = ground.ranks, pos.faces, pos.zones, pos.filled & mask
        walls = bytes([
            ranks[faces[zones[zone][0]]] if theirs >> zone & 1 else 0
            for zone in ground.targets[1 - team]
        ])  # fmt: skip
        castle_gain = 0.0
        if not theirs:  # no wall protects the castles
            ahead = points(pos, team) >= points(pos, 1 - team)
            castle_gain = CASTLE_GAIN if ahead else -CASTLE_GAIN
        return best_aims(at, standing, pos.filled, walls, castle_gain)

    def world_sampler(self, view: View, events: Sequence[Event]) -> WorldSampler:
        """Sampler of worlds that fit what the others have spent and what they have kept.

        Castles are public, since they never move; proofs limit the hands.
        """
        pos: Pos = view.position
        ground = pos.state.ground
        allowed = {card: 1 << card for zone in ground.castles for card in pos.zones[zone]}
        odds: dict[CardId, Sequence[float]] = {}
        if (seen := trace(view, events)) is not None:
            allowed = {**seen.allowed(pos), **allowed}
            for seat, hand in enumerate(ground.hands):
                for card in pos.zones[hand] if seat != view.seat else ():
                    if pos.faces[card] == UNSEEN:
                        spent = sum([seen.lines_since(seat, verb, card) for verb in SPENT])
                        odds[card] = _likely_faces(ground, min(spent, len(KEPT_SLOPES) - 1))
        return Worlds(view, allowed, pos.state.proofs, odds, self.even).deal

    # -- rules of thumb ---------------------------------------------------------------------------

    def is_reliable(self, pos: Pos) -> bool:
        return pos.state.turn >= RELIABLE_TURN

    def reasons(self, view: View, action: Action, worlds: Sequence[Pos] = ()) -> Iterator[str]:
        return explanations.reasons(view, action, self.odds, self.thrower)

    def weights(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        if len(options) == 1:
            return [1.0]
        step = pos.steps[0]
        if isinstance(step, Play):
            return self._turn_weights(pos, decision, options)
        if isinstance(step, Tribute):  # low cards replace walls, high ones score
            ranks, faces = pos.state.ground.ranks, pos.faces
            return [exp(-0.2 * abs(ranks[faces[each.cards[0]]] - 7)) for each in options]
        return [VERB_WEIGHTS[action.verb](pos, decision.seat, action) for action in options]

    def _turn_weights(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        """Weights of throwing, building, exchanging a wall and passing."""
        seat = decision.seat
        ground = pos.state.ground
        ranks, faces, zones = ground.ranks, pos.faces, pos.zones
        own = self._throwing_seat(pos, seat)
        aims = self._best_aims(pos, own)
        lowest, low = 99, [-1]  # the lowest value in the hand, and its cards
        for card in zones[ground.hands[seat]]:
            rank = ranks[faces[card]]
            if rank < lowest:
                lowest, low = rank, [card]
            elif rank == lowest:
                low.append(card)
        walls: dict[Zone, float] | None = None
        build_weight = -1.0  # computed at the first build
        release: tuple[int, ...] | None = None
        gain: float | None = None
        found = []
        for action in options:
            verb = action.verb
            if verb == "upgrade":
                if action.cards[0] in low:
                    if walls is None:
                        walls = _exchange_gains(pos, own, lowest)
                    found.append(walls[action.to])
                else:
                    found.append(0.0)
            elif verb == "toss":
                if action.args is not release:  # the cards for one throw share its release object
                    release = action.args
                    gain = aims.get(release)
                if gain is not None:
                    card_cost = CARD_VALUE * (ranks[faces[action.cards[0]]] - 1)
                    found.append(exp(SHARPNESS * (gain - card_cost)))
                else:
                    found.append(0.0)
            elif verb == "build":
                if build_weight < 0:
                    gaps = sum([not pos.filled >> zone & 1 for zone in ground.walls[seat]])
                    build_weight = BUILD_WEIGHT if gaps >= LEAST_GAPS else 0.0
                found.append(build_weight if action.cards[0] in low else 0.0)
            else:
                found.append(0.0 if aims else 1.0)
        return found

    # -- evaluation -------------------------------------------------------------------------------

    def features(self, pos: Pos) -> tuple[float, ...]:
        south, north = _side_features(pos, 0), _side_features(pos, 1)
        turn = -1.0 if mover(pos.state) % 2 else 1.0
        return (*[ours - theirs for ours, theirs in zip(south, north, strict=True)], turn)

    def evaluate(self, pos: Pos) -> tuple[float, ...]:
        highest = max(points(pos, 0), points(pos, 1))
        weights = self.fitted[sum(highest >= score for score in PHASE_POINTS)]
        return win_shares(weights, self.features(pos)) * (pos.state.ground.seats // 2)


@cache
def _likely_faces(ground: Ground, spent: int) -> tuple[float, ...]:
    """Likelihood of each face of a card that was kept while so many others were spent."""
    shares = [(rank or MIDDLE) / HIGHEST for rank in ground.ranks]
    return log_linear(KEPT_SLOPES[spent], [(share, share * share) for share in shares])


@dataclass(frozen=True, eq=False)
class ThrowingSeat:
    """Seat of a match and its throwing skill: the key of the caches below, compared by identity."""

    odds: OutcomeOdds
    ground: Ground
    seat: Seat
    thrower: Thrower


@lru_cache(maxsize=256)
def throwing_seat(odds: OutcomeOdds, ground: Ground, seat: Seat, thrower: Thrower) -> ThrowingSeat:
    """Return the one key for these values."""
    return ThrowingSeat(odds, ground, seat, thrower)


@lru_cache(maxsize=4096)
def expected_gains(
    at: ThrowingSeat, standing: int, filled: int
) -> tuple[tuple[ThrowOption, float, float], ...]:
    """Throws at present targets, each with its expected points and expected hits on castles.

    `standing`: bit mask of the zones that bring a point when hit; `filled`: of those with cards.
    """
    low, high, part = interpolation(at.thrower.error)
    found = []
    castles = sum(1 << zone for zone in at.ground.castles)
    for each in throw_options(at.odds, at.ground, at.seat).values():
        if each.method not in at.thrower.methods or not filled >> each.target & 1:
            continue
        gain = castle_hits = 0.0
        for weight, outcomes in ((1 - part, each.outcomes[low]), (part, each.outcomes[high])):
            for share, first, hits in outcomes:
                if not filled >> first & 1:
                    continue
                for zone, _ in hits:
                    gain += weight * share * (standing >> zone & 1)
                    castle_hits += weight * share * (castles >> zone & 1)
        found.append((each, gain, castle_hits))
    return tuple(found)


@lru_cache(maxsize=4096)
def best_aims(
    at: ThrowingSeat, standing: int, filled: int, walls: bytes, castle_gain: float
) -> Mapping[tuple[int, ...], float]:
    """Best throws by release, best first, with their expected points minus those of the best.

    `walls`: by target, the value of a wall that brings a point, 0 for anything else;
    `castle_gain`: additional points for each castle hit.
    """
    values = dict(zip(at.ground.targets[1 - at.seat % 2], walls, strict=True))
    found = []
    for each, gain, castle_hits in expected_gains(at, standing, filled):
        total = gain * (1 + WALL_VALUE * values.get(each.target, 0)) + castle_gain * castle_hits
        if each.method == at.thrower.favourite:
            total *= FAVOURITE
        if total > 0:
            found.append((each, total))
    found.sort(key=lambda pair: -pair[1])
    share = LEAST_METHOD_SHARE if at.thrower.favourite < 0 else 1.0
    best_at: dict[Zone, float] = {}
    kept = []
    for each, total in found:
        if total >= share * best_at.setdefault(each.target, total):
            kept.append((each.release, total))
    return {release: total - kept[0][1] for release, total in kept[:MAX_AIMS]}


@lru_cache(maxsize=256)
def exposure(own: ThrowingSeat) -> Mapping[Zone, float]:
    """Probability, by own wall, that the best throw at it by any opponent hits."""
    ground, team = own.ground, own.seat % 2
    walls = ground.wall_mask[team] | sum(1 << zone for zone in ground.castles)
    hits = [
        (each.target, gain)
        for opponent in range(1 - team, ground.seats, 2)
        for each, gain, _ in expected_gains(
            throwing_seat(own.odds, ground, opponent, own.thrower), walls, walls
        )
    ]
    return {
        zone: max([gain for target, gain in hits if target == zone], default=0.0)
        for zone in ground.walls[own.seat]
    }


def _exchange_gains(pos: Pos, own: ThrowingSeat, lowest: int) -> dict[Zone, float]:
    """Gain of exchanging each standing own wall for a card of this value."""
    danger = exposure(own)
    ranks, faces, zones = own.ground.ranks, pos.faces, pos.zones
    found = {}
    for zone in own.ground.walls[own.seat]:
        if cards := zones[zone]:
            drop = ranks[faces[cards[0]]] - lowest
            found[zone] = 1.0 + danger[zone] * drop if drop >= LEAST_EXCHANGE else 0.0
    return found


@lru_cache(maxsize=65536)
def _toss_action(card: CardId, release: tuple[int, ...]) -> Action:
    """Throw of a card; all cards share the release object."""
    return toss(card, Release(*release))._replace(args=release)


def _landing(pos: Pos, throw: Throw, first: Zone, hits: Sequence[tuple[Zone, bool]]) -> Action:
    """Landing with these hits on the targets that are still there."""
    zones, poses = pos.zones, pos.poses
    there = sorted([(zones[zone][0], perfect) for zone, perfect in hits if zones[zone]])
    if not zones[first] or not there:
        return dropped(throw.card, throw.start)
    assert poses is not None
    at = poses[zones[first][0]]
    assert at is not None
    return _landing_action(throw.card, at, zones[first][0], tuple(there))


@lru_cache(maxsize=8192)
def _landing_action(
    card: CardId, at: Pose, first: CardId, hits: tuple[tuple[CardId, bool], ...]
) -> Action:
    """Landing of a card on the first card it touches, with contacts that count as these hits."""
    on = tuple(
        Contact(lying, LEAST_OVERLAP * 40, ALL_INDICES if perfect else 1) for lying, perfect in hits
    )
    return Landing(card, at.with_(level=at.level + 1), True, False, first, on).action()


@cache
def _distances_from_middle(seats: int) -> tuple[int, ...]:
    """Distance of each wall from the middle of its row: 0, 1 or 2."""
    row = WALLS[seats]
    return tuple(abs(2 * n - (row - 1)) // 2 for n in range(row))


def _side_features(pos: Pos, team: int) -> list[float]:
    """Features of one side, in the order of `feature_names`."""
    ground, zones, ranks, faces = pos.state.ground, pos.zones, pos.state.ground.ranks, pos.faces
    walls = [0.0, 0.0, 0.0]
    held = surplus = total = 0.0
    distances = _distances_from_middle(ground.seats)
    for seat in range(team, ground.seats, 2):
        for distance, zone in zip(distances, ground.walls[seat], strict=True):
            if cards := zones[zone]:
                walls[distance] += 1
                total += ranks[faces[cards[0]]]
        hand = len(zones[ground.hands[seat]])
        held += hand if hand < FEW else FEW
        surplus += hand - FEW if hand > FEW else 0
    return [float(points(pos, team)), *walls, held, surplus, total / 13]


# -- other decisions ------------------------------------------------------------------------------


def _rank(pos: Pos, card: CardId) -> int:
    """Value of a card; 0 if this seat has not seen it."""
    face = pos.faces[card]
    ranks = pos.state.ground.ranks
    return ranks[face] if face < len(ranks) else 0


def _high_card_weight(pos: Pos, seat: Seat, action: Action) -> float:
    """Prefer a high card: it can replace only a high wall, or is lost."""
    return exp(0.2 * _rank(pos, action.cards[0]))


def _low_card_weight(pos: Pos, seat: Seat, action: Action) -> float:
    """Prefer a low card: it can replace any wall."""
    return exp(-0.1 * _rank(pos, action.cards[0]))


def _effect_weight(pos: Pos, seat: Seat, action: Action) -> float:
    """Weight of the effect of the card."""
    return EFFECT_WEIGHTS[pos.state.ground.does[_rank(pos, action.cards[0])]]


def _named_effect_weight(pos: Pos, seat: Seat, action: Action) -> float:
    """Weight of the effect that the action names."""
    return EFFECT_WEIGHTS[pos.state.ground.does[action.args[0]]]


def _expel_weight(pos: Pos, seat: Seat, action: Action) -> float:
    """Prefer an outer wall: it protects the castle, while the middle one is a target."""
    ground = pos.state.ground
    zone = action.zones[0]
    walls = ground.walls[ground.owner[zone]]
    return (0.1, 0.3, 2.0)[_distances_from_middle(ground.seats)[walls.index(zone)]]


def _opponent_weight(pos: Pos, seat: Seat, action: Action) -> float:
    """Prefer the opponent with the most cards."""
    return 1.0 + len(pos.zones[action.zones[0]])


def _shift_weight(pos: Pos, seat: Seat, action: Action) -> float:
    """Prefer the card that lowers the wall most."""
    drop = _rank(pos, pos.zones[action.to][0]) - _rank(pos, action.cards[0])
    return 0.2 * drop if drop >= LEAST_EXCHANGE else 0.0


def _neutral_weight(pos: Pos, seat: Seat, action: Action) -> float:
    return 1.0


def _reluctant_weight(pos: Pos, seat: Seat, action: Action) -> float:
    return 0.3


VERB_WEIGHTS = {
    "choose": _opponent_weight,
    "copy": _reluctant_weight,
    "decline": _reluctant_weight,
    "discard": _high_card_weight,
    "draw": _reluctant_weight,
    "effect": _effect_weight,
    "expel": _expel_weight,
    "give": _high_card_weight,
    "mirror": _neutral_weight,
    "pass": _reluctant_weight,
    "replace": _high_card_weight,
    "reshuffle": _reluctant_weight,
    "rob": _neutral_weight,
    "shift": _shift_weight,
    "show": _neutral_weight,
    "stay": _reluctant_weight,
    "straighten": _neutral_weight,
    "take": _low_card_weight,
    "tuck": _high_card_weight,
    "use": _named_effect_weight,
    "want": _low_card_weight,
}
