"""Heuristics of Card Barrage: weights from a table of throw outcomes, and an evaluation.

A player who loses a high wall pays twice: the point, and the card that must replace it. So high
walls are the targets, own high walls are exchanged for low ones, and a gap stays open where a throw
would cost the enemy a wall. All figures come from matches (benchmarks/throwers.py). A throw is an
ordinary toss with the release of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp
from typing import ClassVar

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice, Deal, Moods, weighed
from castlecards.core.belief import Luck, Worlds, confined
from castlecards.core.cards import CardId, Pose, Seat, Zone
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
from castlecards.games.card_barrage.outcome_odds import OutcomeOdds, ThrowView, between, throwings
from castlecards.games.card_barrage.rules import FEW, Play, Tribute, dropped, tribute
from castlecards.games.card_barrage.scoring import ALL_INDICES, LEAST_OVERLAP, points
from castlecards.games.card_barrage.state import Barrage, Ground, Pos, mover

GOALS = 4  # number of targets considered
SHARP = 12.0  # exponent per point by which a throw gains less than the best
DEAR = 0.05  # points per value of a wall: its owner replaces it with a card of the hand
LIGHT = 0.004  # points per value less of the thrown card
HALF = 0.5  # least share of the best method's gain at the same target
NEARLY = 0.6  # least share of the best weight for a branch of the search
STORM = 0.5  # points of a hit on the bare castle: gain if ahead, cost if behind
LOWER = 1  # values by which a wall must sink for an exchange
BUILDS = 0.03  # how readily a gap is filled, where so many and more are there:
GAPS = 3
SCORES = (4, 7)  # points at which a match enters its second and third part

# Weights of using an effect; PASS has 0.3.
EAGER = {
    "poach": 3.0, "levy": 2.6, "refresh": 2.2, "scan": 2.0, "recycle": 2.0, "barter": 1.6,
    "match": 1.5, "spark": 1.5, "broker": 1.4, "mirror": 1.2, "platform": 3.0, "sunset": 1.0,
    "shift": 0.6,
}  # fmt: skip
SURE = 8  # turns after which the evaluation names the winner in 7 of 10 cases


class BarrageAdvice(Advice[Barrage]):
    """Advice for every seat whose hand strays like `thrower`; others are thought to throw alike."""

    moods: ClassVar[Moods] = {"toss": "attack", "build": "build", "upgrade": "build"}
    feature_names: ClassVar[tuple[str, ...]] = (
        "points", "the middle wall", "inner walls", "outer walls", "cards in hand",
        "more cards in hand", "values of walls", "the turn",
    )  # fmt: skip
    # by part of the match, south's minus north's
    fitted: ClassVar[tuple[tuple[float, ...], ...]] = (
        (1.08, -0.14, -0.19, -0.26, 0.27, 0.01, -0.28, 0.35),
        (1.30, -0.42, -0.35, -0.38, 0.69, -0.02, -0.23, 0.35),
        (1.74, -0.23, -0.82, -0.67, 0.00, -0.06, -0.79, 0.30),
    )

    def __init__(self, fates: OutcomeOdds, thrower: Thrower = PRACTISED) -> None:
        self.fates = fates
        self.thrower = thrower

    def for_thrower(self, thrower: Thrower) -> BarrageAdvice:
        return BarrageAdvice(self.fates, thrower)

    # -- throws -----------------------------------------------------------------------------------

    def throws(self, pos: Pos, decision: Decision) -> tuple[Action, ...]:
        if not isinstance(decision.aim, Limits):
            return ()
        every = throwings(self.fates, pos.state.ground, decision.seat)
        methods = self.thrower.methods
        return tuple([
            _toss(card, each.release)
            for card in decision.aim.cards
            for each in every.values()
            if each.method in methods and pos.filled >> each.target & 1
        ])  # fmt: skip

    def goal(self, pos: Pos, action: Action) -> Zone:
        decision = pos.decision
        if action.verb != "toss" or decision is None:
            return -1
        found = throwings(self.fates, pos.state.ground, decision.seat).get(action.args)
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
        aims = self._best(pos, self._post(pos, decision.seat))
        ranks, faces = pos.state.ground.ranks, pos.faces
        hand = sorted(decision.aim.cards, key=lambda card: ranks[faces[card]])
        cards = dict.fromkeys((hand[-1], hand[len(hand) // 2], hand[0]))
        shots = [_toss(card, release) for release in aims for card in cards]
        return (*decision.options, *shots)

    def branches(
        self, pos: Pos, decision: Decision, options: Sequence[Action]
    ) -> tuple[Action, ...]:
        """Options whose weight is nearly the best; in matches, wider searches lose."""
        weights = self.weights(pos, decision, options)
        least = NEARLY * max(weights)
        near = tuple([o for o, weight in zip(options, weights, strict=True) if weight >= least > 0])
        return near or tuple(options)

    def chance(self, pos: Pos, decision: Decision, luck: Luck) -> Action:
        """Landing drawn from the outcome table. Raises ValueError for a throw that is not in it."""
        throw = decision.aim
        if not isinstance(throw, Throw):
            raise ValueError("nothing is thrown")
        ground, seat = pos.state.ground, mover(pos.state)
        found = throwings(self.fates, ground, seat).get(throw.release.args())
        if found is None:
            raise ValueError("nobody has aimed like this")
        low, high, part = between(self.thrower.error)
        fates = found.fates[high if luck.random() < part else low]
        left = luck.random()
        for share, first, hits in fates:
            left -= share
            if left < 0:
                return _landing(pos, throw, first, hits)
        return dropped(throw.card, throw.start)

    def _post(self, pos: Pos, seat: Seat) -> Post:
        return post(self.fates, pos.state.ground, seat, self.thrower)

    def _best(self, pos: Pos, at: Post) -> Mapping[tuple[int, ...], float]:
        """Best throws of this seat now: see `best_aims`."""
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
        storm = 0.0
        if not theirs:  # the castles stand bare
            storm = STORM if points(pos, team) >= points(pos, 1 - team) else -STORM
        return best_aims(at, standing, pos.filled, walls, storm)

    def world_sampler(self, view: View, told: Sequence[Event]) -> Deal:
        """Beliefs: castles are public, as they never move; proofs of play about hands."""
        pos: Pos = view.position
        castles = {card: 1 << card for zone in pos.state.ground.castles for card in pos.zones[zone]}
        return Worlds(view, confined(view, told) | castles, pos.state.proofs).deal

    # -- rules of thumb ---------------------------------------------------------------------------

    def is_reliable(self, pos: Pos) -> bool:
        return pos.state.turn >= SURE

    def reasons(self, view: View, action: Action) -> Iterator[str]:
        return explanations.reasons(view, action, self.fates, self.thrower)

    def weights(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        if len(options) == 1:
            return [1.0]
        step = pos.steps[0]
        if isinstance(step, Play):
            return self._turn(pos, decision, options)
        if isinstance(step, Tribute):  # a middling card: low ones replace walls, high ones count
            ranks, faces = pos.state.ground.ranks, pos.faces
            return [exp(-0.2 * abs(ranks[faces[each.cards[0]]] - 7)) for each in options]
        return [RULES[action.verb](pos, decision.seat, action) for action in options]

    def _turn(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        seat = decision.seat
        ground = pos.state.ground
        ranks, faces, zones = ground.ranks, pos.faces, pos.zones
        own = self._post(pos, seat)
        aims = self._best(pos, own)
        lowest, low = 99, [-1]  # the lowest value in the hand, and its cards
        for card in zones[ground.hands[seat]]:
            rank = ranks[faces[card]]
            if rank < lowest:
                lowest, low = rank, [card]
            elif rank == lowest:
                low.append(card)
        walls: dict[Zone, float] | None = None
        fills = -1.0  # how readily a gap is filled
        release: tuple[int, ...] | None = None
        gain: float | None = None
        found = []
        for action in options:
            verb = action.verb
            if verb == "upgrade":
                if action.cards[0] in low:
                    if walls is None:
                        walls = _lowered(pos, own, lowest)
                    found.append(walls[action.to])
                else:
                    found.append(0.0)
            elif verb == "toss":
                if action.args is not release:  # shots alike stand together and share it
                    release = action.args
                    gain = aims.get(release)
                if gain is not None:
                    light = LIGHT * (1 - ranks[faces[action.cards[0]]])
                    found.append(exp(SHARP * (gain + light)))
                else:
                    found.append(0.0)
            elif verb == "build":
                if fills < 0:
                    gaps = sum([not pos.filled >> zone & 1 for zone in ground.walls[seat]])
                    fills = BUILDS if gaps >= GAPS else 0.0
                found.append(fills if fills and action.cards[0] in low else 0.0)
            else:
                found.append(0.0 if aims else 1.0)
        return found

    # -- evaluation -------------------------------------------------------------------------------

    def features(self, pos: Pos) -> tuple[float, ...]:
        south, north = _counted(pos, 0), _counted(pos, 1)
        turn = -1.0 if mover(pos.state) % 2 else 1.0
        return (*[ours - theirs for ours, theirs in zip(south, north, strict=True)], turn)

    def evaluate(self, pos: Pos) -> tuple[float, ...]:
        highest = max(points(pos, 0), points(pos, 1))
        weights = self.fitted[sum(highest >= score for score in SCORES)]
        return weighed(weights, self.features(pos)) * (pos.state.ground.seats // 2)


@dataclass(frozen=True, eq=False)
class Post:
    """A seat and its thrower: one object for a match, the key of several caches."""

    fates: OutcomeOdds
    ground: Ground
    seat: Seat
    thrower: Thrower


@lru_cache(maxsize=256)
def post(fates: OutcomeOdds, ground: Ground, seat: Seat, thrower: Thrower) -> Post:
    return Post(fates, ground, seat, thrower)


@lru_cache(maxsize=4096)
def expected(at: Post, standing: int, filled: int) -> tuple[tuple[ThrowView, float, float], ...]:
    """Each throwing at a target that is there, with the points that it gains and how often it hits
    a castle. `standing`: mask of what brings a point when it is hit.
    """
    low, high, part = between(at.thrower.error)
    found = []
    castles = sum(1 << zone for zone in at.ground.castles)
    for each in throwings(at.fates, at.ground, at.seat).values():
        if each.method not in at.thrower.methods or not filled >> each.target & 1:
            continue
        gain = storm = 0.0
        for share, of in ((1 - part, each.fates[low]), (part, each.fates[high])):
            for often, first, hits in of:
                if not filled >> first & 1:
                    continue
                for zone, _ in hits:
                    gain += share * often * (standing >> zone & 1)
                    storm += share * often * (castles >> zone & 1)
        found.append((each, gain, storm))
    return tuple(found)


@lru_cache(maxsize=4096)
def best_aims(
    at: Post, standing: int, filled: int, walls: bytes, storm: float
) -> Mapping[tuple[int, ...], float]:
    """By release, the best methods at the best targets, the best of them first: how many points
    more they gain than that one, 0 or less. `walls`: by target, the value of a wall that brings a
    point, 0 for anything else; `storm`: more for each castle hit.
    """
    values = dict(zip(at.ground.targets[1 - at.seat % 2], walls, strict=True))
    found = []
    for each, gain, castles in expected(at, standing, filled):
        worth = gain * (1 + DEAR * values.get(each.target, 0)) + storm * castles
        if worth > 0:
            found.append((each, worth))
    found.sort(key=lambda pair: -pair[1])
    most: dict[Zone, float] = {}
    kept = []
    for each, worth in found:
        if worth >= HALF * most.setdefault(each.target, worth):
            kept.append((each.release, worth))
    return {release: worth - kept[0][1] for release, worth in kept[:GOALS]}


@lru_cache(maxsize=256)
def exposure(own: Post) -> Mapping[Zone, float]:
    """By own wall: how often the best throw of any seat opposite hits it."""
    ground, team = own.ground, own.seat % 2
    walls = ground.wall_mask[team] | sum(1 << zone for zone in ground.castles)
    hits = [
        (each.target, gain)
        for foe in range(1 - team, ground.seats, 2)
        for each, gain, _ in expected(post(own.fates, ground, foe, own.thrower), walls, walls)
    ]
    return {
        zone: max([gain for target, gain in hits if target == zone], default=0.0)
        for zone in ground.walls[own.seat]
    }


def _lowered(pos: Pos, own: Post, lowest: int) -> dict[Zone, float]:
    """Gain of exchanging each standing own wall for a card of this value."""
    danger = exposure(own)
    ranks, faces, zones = own.ground.ranks, pos.faces, pos.zones
    found = {}
    for zone in own.ground.walls[own.seat]:
        if cards := zones[zone]:
            sinks = ranks[faces[cards[0]]] - lowest
            found[zone] = 1.0 + danger[zone] * sinks if sinks >= LOWER else 0.0
    return found


@lru_cache(maxsize=65536)
def _toss(card: CardId, release: tuple[int, ...]) -> Action:
    return toss(card, Release(*release))._replace(args=release)  # all cards share it


def _landing(pos: Pos, throw: Throw, first: Zone, hits: Sequence[tuple[Zone, bool]]) -> Action:
    """Landing with these hits; targets that are gone are not hit."""
    zones, poses = pos.zones, pos.poses
    there = sorted([(zones[zone][0], perfect) for zone, perfect in hits if zones[zone]])
    if not zones[first] or not there:
        return dropped(throw.card, throw.start)
    assert poses is not None
    at = poses[zones[first][0]]
    assert at is not None
    return _rest(throw.card, at, zones[first][0], tuple(there))


@lru_cache(maxsize=8192)
def _rest(card: CardId, at: Pose, first: CardId, hits: tuple[tuple[CardId, bool], ...]) -> Action:
    on = tuple(
        Contact(lying, LEAST_OVERLAP * 40, ALL_INDICES if perfect else 1) for lying, perfect in hits
    )
    return Landing(card, at.with_(level=at.level + 1), True, False, first, on).action()


@cache
def _shells(seats: int) -> tuple[int, ...]:
    """By location: 0 in the middle of a row, 1 beside it, 2 outside."""
    row = WALLS[seats]
    return tuple(abs(2 * n - (row - 1)) // 2 for n in range(row))


def _counted(pos: Pos, team: int) -> list[float]:
    ground, zones, ranks, faces = pos.state.ground, pos.zones, pos.state.ground.ranks, pos.faces
    walls = [0.0, 0.0, 0.0]
    held = more = total = 0.0
    shells = _shells(ground.seats)
    for seat in range(team, ground.seats, 2):
        for shell, zone in zip(shells, ground.walls[seat], strict=True):
            if cards := zones[zone]:
                walls[shell] += 1
                total += ranks[faces[cards[0]]]
        hand = len(zones[ground.hands[seat]])
        held += hand if hand < FEW else FEW
        more += hand - FEW if hand > FEW else 0
    return [float(points(pos, team)), *walls, held, more, total / 13]


# -- the other questions --------------------------------------------------------------------------


def _rank(pos: Pos, card: CardId) -> int:
    """Value of a card; 0 if this seat has not seen it."""
    face = pos.faces[card]
    ranks = pos.state.ground.ranks
    return ranks[face] if face < len(ranks) else 0


def _high(pos: Pos, seat: Seat, action: Action) -> float:
    """Prefer a high card: it replaces a high wall only, or is lost."""
    return exp(0.2 * _rank(pos, action.cards[0]))


def _low(pos: Pos, seat: Seat, action: Action) -> float:
    """Prefer a low card: it replaces any wall."""
    return exp(-0.1 * _rank(pos, action.cards[0]))


def _effect(pos: Pos, seat: Seat, action: Action) -> float:
    return EAGER[pos.state.ground.does[_rank(pos, action.cards[0])]]


def _called(pos: Pos, seat: Seat, action: Action) -> float:
    return EAGER[pos.state.ground.does[action.args[0]]]


def _expel(pos: Pos, seat: Seat, action: Action) -> float:
    """Prefer an outer wall: it protects, while the middle one is a target."""
    ground = pos.state.ground
    zone = action.zones[0]
    walls = ground.walls[ground.owner[zone]]
    return (0.1, 0.3, 2.0)[_shells(ground.seats)[walls.index(zone)]]


def _choose(pos: Pos, seat: Seat, action: Action) -> float:
    """Prefer the opponent with most cards."""
    return 1.0 + len(pos.zones[action.zones[0]])


def _shift(pos: Pos, seat: Seat, action: Action) -> float:
    """Prefer a wall lower than the present one."""
    sinks = _rank(pos, pos.zones[action.to][0]) - _rank(pos, action.cards[0])
    return 0.2 * sinks if sinks >= LOWER else 0.0


def _even(pos: Pos, seat: Seat, action: Action) -> float:
    return 1.0


def _seldom(pos: Pos, seat: Seat, action: Action) -> float:
    return 0.3


RULES = {
    "replace": _high, "discard": _high, "give": _high, "tuck": _high, "take": _low, "want": _low,
    "effect": _effect, "use": _called, "expel": _expel, "rob": _even, "choose": _choose,
    "shift": _shift, "show": _even, "draw": _seldom, "reshuffle": _seldom, "mirror": _even,
    "copy": _seldom, "straighten": _even, "stay": _seldom, "pass": _seldom, "decline": _seldom,
}  # fmt: skip
