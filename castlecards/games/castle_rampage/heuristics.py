"""Heuristics of Castle Rampage: weights of actions, an evaluation, and beliefs from the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp
from typing import ClassVar, NamedTuple

from castlecards.core.action import Action, Decision
from castlecards.core.advice import ActionKinds, Advice, WorldSampler, win_shares
from castlecards.core.belief import Worlds, log_linear, trace
from castlecards.core.cards import UNSEEN, CardId, Seat, Zone
from castlecards.core.events import Event
from castlecards.core.view import View
from castlecards.games.castle_rampage import explanations
from castlecards.games.castle_rampage.rules import PLAYING, Pay, has_units
from castlecards.games.castle_rampage.state import (
    ASIDES,
    CASTLES,
    GATES,
    HANDS,
    PERMANENTS,
    CardType,
    Ground,
    Pos,
    Rampage,
)

SHARPNESS = 2.5  # exponent per unit of gain in a weight; ending the turn has the weight 1
LEAST_GAIN = -0.4  # gain at or below which an attack has the weight 0
WIN = 1e6  # weight of a move that wins
EARLY_TURNS = 20  # turns in which a permanent card is worth most in the hand
SAFE = 4  # cards in a castle that needs its gate as much as at first
LONG = 30  # turns after which a match is long: players with search lay less and attack more
UNAFFORDABLE = 0.5  # worth of a hand card whose required units are missing, in cards
# Belief: slopes of the log-likelihood of an enemy's hidden card, by gate defence, castle defence,
# attack (a Jester: 6), cards that it costs (at most 2), 1 if it can only be laid, and 1 if it is
# played without an attack. Fitted to matches between searching players, so that the means agree.
AT_THE_GATE = (1.98, -1.79, -0.23, 1.22, 1.67, -1.27)
IN_THE_CASTLE = (-1.46, 2.08, 0.12, 0.18, 2.61, 0.44)
GATE_AT_SET_UP = (1.19, -1.21, 0.01, 0.46, 0.0, -1.27)
CASTLE_AT_SET_UP = (-1.11, 0.89, 0.16, -0.11, 0.0, 0.77)
IN_THE_HAND = (-0.36, -0.5, 0.16, 0.3, -0.71, 0.8)
RELIABLE_TURN = 42  # turn from which the evaluation predicts the winner in 7 of 10 matches


class Parameters(NamedTuple):
    """Parameters of the weights, in cards destroyed at a gate unless stated otherwise.

    Pairs are for the gate and for the castle.
    """

    unknown_defence: tuple[float, float] = (2.006, 2.342)  # expected defence of an unknown card
    destroyed: tuple[float, float] = (1.0, 1.08)  # gain from destroying a card
    discard_cost: float = 0.426  # for each card discarded as a cost
    attacker_cost: float = 0.471  # for the card that attacks
    jester_cost: float = 0.7  # for a Jester
    effect: float = 0.5  # effect of an Axe-man or Archer
    arson: float = 0.9  # destroying a permanent card
    witch: float = 0.3  # added for a Witch
    special_held: float = 1.1  # a Witch, Summoner or Priest in the hand
    permanent_early: float = 1.1  # playing a permanent card in the first `early_turns`,
    permanent_late: float = 0.4  # and later
    early_turns: float = 20.0
    attack_held: float = 0.3  # for each point of attack of a card in the hand
    cost_held: float = 0.2  # deducted from a hand card for each card that it costs
    defence_laid: float = 0.35  # for each point of defence laid
    laying_cost: float = 0.75  # share of its worth in the hand that laying a card costs
    gate: tuple[float, float] = (0.5, 0.12)  # need of a card, and less for each card there
    castle: tuple[float, float] = (0.9, 0.18)
    gate_if_safe: float = 0.0  # less need of a gate card for each castle card above SAFE
    need_falls: float = 0.0  # less need of a card for each turn after LONG, unless the gate is open
    gate_open: int = 255  # cards in the castle from which an open gate may stay open
    purple: float = 0.9  # added for a card that can only be laid


BASELINE = Parameters()  # for players without search, the reference of every measured strength
# For players with search, tuned in matches against itself; without a search it wins 68.3 ± 3.5 %
# of 300 paired deals against BASELINE.
SEARCH = Parameters(
    jester_cost=1.32,
    effect=0.932,
    arson=1.204,
    witch=0.487,
    special_held=0.7,
    permanent_early=1.473,
    permanent_late=0.073,
    early_turns=27.0,
    attack_held=0.213,
    cost_held=0.323,
    defence_laid=0.459,
    laying_cost=0.95,
    gate=(0.5, 0.165),
    castle=(0.9, 0.25),
    gate_if_safe=0.2,
    need_falls=0.03,
    gate_open=6,
    purple=1.658,
)


class RampageAdvice(Advice[Rampage]):
    """Advice for either side, from the cards that it knows."""

    bias_cost: ClassVar[float] = 0.015  # waiting costs a third of the wins that it costs with 0.03
    action_kinds: ClassVar[ActionKinds] = {
        "attack": "attack",
        "play": "attack",
        "strengthen": "build",
        "place": "build",
    }
    feature_names: ClassVar[tuple[str, ...]] = (
        "cards in the castle", "cards at the gate", "castle defence", "gate defence",
        "nearness of the end", "cards in hand", "attack in hand", "an open gate",
        "a Quartermaster", "a Siege Ram", "a Palisade", "a Castellan", "the last castle card",
        "the turn",
    )  # fmt: skip
    reason_worlds: ClassVar[int] = 400
    fitted: ClassVar[tuple[float, ...]] = (
        -0.121, 0.028, 0.175, 0.130, -0.216, 0.299, -0.002, -0.074, 1.354, 1.181, 1.105, 0.330,
        -0.612, -0.188,
    )  # fmt: skip

    def evaluate(self, pos: Pos) -> tuple[float, float]:
        return win_shares(self.fitted, self.features(pos))

    def features(self, pos: Pos) -> tuple[float, ...]:
        mine, other = _side_features(pos, 0), _side_features(pos, 1)
        turn = 1.0 if pos.state.active == 0 else -1.0
        return (*[a - b for a, b in zip(mine, other, strict=True)], turn)

    def is_reliable(self, pos: Pos) -> bool:
        return pos.state.turn >= RELIABLE_TURN

    def reasons(self, view: View, action: Action, worlds: Sequence[Pos] = ()) -> Iterator[str]:
        return explanations.reasons(view, action, worlds)

    def weights(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        return _weights(pos, decision, options, BASELINE)

    def prior(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        return _weights(pos, decision, options, SEARCH)

    def world_sampler(self, view: View, events: Sequence[Event]) -> WorldSampler:
        """Sampler of worlds that fit what the enemy laid and kept.

        No purple card was laid in the set-up (CR2).
        """
        pos = view.position
        seen = trace(view, events)
        if seen is None:
            return Worlds(view).deal
        zones, faces, entered = pos.zones, pos.faces, seen.entered_at
        allowed = {**seen.allowed(pos)}
        likely = _likelihoods(pos.state.ground)
        play, me, opponent = seen.first_line("turn"), view.seat, 1 - view.seat
        odds: dict[CardId, Sequence[float]] = {}
        for zone in (GATES[me], CASTLES[me]):
            for card in zones[zone]:
                if faces[card] == UNSEEN and entered(card) < play:
                    allowed[card] = allowed.get(card, -1) & likely.not_purple
        for zone, early, late in (
            (GATES[opponent], likely.gate_at_set_up, likely.at_the_gate),
            (CASTLES[opponent], likely.castle_at_set_up, likely.in_the_castle),
        ):
            for card in zones[zone]:
                if faces[card] != UNSEEN:
                    continue
                odds[card] = late
                if entered(card) < play:
                    odds[card] = early
                    allowed[card] = allowed.get(card, -1) & likely.not_purple
        for card in zones[HANDS[opponent]]:
            if faces[card] == UNSEEN:
                odds[card] = likely.in_the_hand
        return Worlds(view, allowed, (), odds, self.even).deal


def _weights(
    pos: Pos, decision: Decision, options: Sequence[Action], parameters: Parameters
) -> list[float]:
    """Weights of the options of any decision."""
    if len(options) == 1:
        return [1.0]
    verb = decision.options[0].verb
    if verb == "name":
        return _naming_weights(pos, decision.seat, options)
    evaluator = Evaluator(pos, decision.seat, parameters)
    if verb == "place":
        return _placement_weights(evaluator, options)
    if verb == "pay":
        return _payment_weights(evaluator, options)
    if verb == "discard":
        return [exp(-1.5 * evaluator.hand_value(action.cards[0])) for action in options]
    return _turn_weights(evaluator, options)


class Likelihoods(NamedTuple):
    """Likelihood of each face of a hidden enemy card, by where it lies and when it came there."""

    not_purple: int  # bit mask of the faces that can be played, not only laid
    gate_at_set_up: tuple[float, ...]
    at_the_gate: tuple[float, ...]
    castle_at_set_up: tuple[float, ...]
    in_the_castle: tuple[float, ...]
    in_the_hand: tuple[float, ...]


@cache
def _likelihoods(ground: Ground) -> Likelihoods:
    """Likelihoods for the deck of this match."""
    purple = sum(1 << face for face, kind in enumerate(ground.kinds) if not kind.plays)
    features = [_belief_features(ground, face) for face in range(len(ground.kinds))]
    slopes = GATE_AT_SET_UP, AT_THE_GATE, CASTLE_AT_SET_UP, IN_THE_CASTLE, IN_THE_HAND
    return Likelihoods(~purple, *[log_linear(each, features) for each in slopes])


def _belief_features(ground: Ground, face: int) -> tuple[float, ...]:
    """Features of a face in the order of the slopes."""
    kind = ground.kinds[face]
    gates, castles = ground.defences
    attack = 6 if kind.id == "jester" else kind.attack
    cost = min(kind.price, 2) if kind.plays else 0
    plain = kind.plays and attack is None
    return (gates[face], castles[face], attack or 0, cost, not kind.plays, plain)


def _side_features(pos: Pos, seat: Seat) -> list[float]:
    """Features of one side, in the order of `feature_names`."""
    ground, faces, zones = pos.state.ground, pos.faces, pos.zones
    castle, gate, hand = zones[CASTLES[seat]], zones[GATES[seat]], zones[HANDS[seat]]
    gates, castles = ground.defences
    attack = 0.0
    kinds = ground.kinds
    for card in hand:
        kind = kinds[faces[card]]
        attack += 6 if kind.id == "jester" else kind.attack or 0
    castle_defence = gate_defence = 0
    for card in castle:
        castle_defence += castles[faces[card]]
    for card in gate:
        gate_defence += gates[faces[card]]
    held = [0.0] * 4
    for card in zones[PERMANENTS[seat]]:
        held[PERMANENT_IDS.index(kinds[faces[card]].id)] = 1.0
    count = len(castle)
    return [
        count, len(gate), castle_defence, gate_defence, 1 / (count + 0.5), len(hand), attack,
        0.0 if gate else 1.0, *held, 1.0 if count == 1 else 0.0,
    ]  # fmt: skip


USEFUL_IF_REPELLED = frozenset(("axe_man", "archer", "veteran"))  # gain even by a failed attack
PERMANENT_IDS = ("quartermaster", "siege_ram", "palisade", "castellan")


# -- the worth of a card --------------------------------------------------------------------------


class FaceValue(NamedTuple):
    """Worth of a card by its face alone, in cards destroyed. Pairs: at the gate, in the castle."""

    held: float  # in the hand
    demands: bool  # True if playing it requires units that are discarded for it
    laid: tuple[float, float]  # laid on a structure, without that structure's need of a card
    placed: tuple[float, float]  # placed while the defence is rearranged
    purple: float  # added for a card that can only be laid


@cache
def _face_values(ground: Ground, searching: bool, early: bool) -> tuple[FaceValue, ...]:
    """Values by face. `searching`: for SEARCH, not BASELINE; `early`: in the first EARLY_TURNS."""
    parameters = SEARCH if searching else BASELINE
    return tuple([
        _face_value(kind, gate, castle, parameters, early)
        for kind, gate, castle in zip(ground.kinds, *ground.defences, strict=True)
    ])  # fmt: skip


def _face_value(
    kind: CardType, gate: int, castle: int, parameters: Parameters, early: bool
) -> FaceValue:
    """Value of a face with this defence at the gate and in the castle."""
    if kind.plays:
        attack = 6 if kind.id == "jester" else kind.attack
        held = 0.5 if attack is None else 0.35 + parameters.attack_held * attack
        if kind.id in PERMANENT_IDS:
            held = 1.2 if early else 0.7
        if kind.id in ("witch", "summoner", "priest"):
            held = parameters.special_held
        held -= parameters.cost_held * (kind.price if kind.price < 9 else 0)
        purple = 0.0
    else:
        held = 0.3
        purple = parameters.purple - parameters.discard_cost * kind.placing
    sides = ((gate, castle), (castle, gate))
    laid = [parameters.defence_laid * here + 0.1 * (here - there) for here, there in sides]
    placed = [0.5 * (here - there) + 0.3 * here for here, there in sides]
    demands = kind.plays and bool(kind.demands)
    return FaceValue(held, demands, (laid[0], laid[1]), (placed[0], placed[1]), purple)


def _card_type(pos: Pos, card: CardId) -> CardType:
    return pos.state.ground.kinds[pos.faces[card]]


class Evaluator:
    """Evaluator of the options of one decision: its facts, and the worth of cards and attacks."""

    __slots__ = (
        "bonus", "castle", "ground", "known", "me", "opponent_has_gate", "parameters", "pos", "ram",
        "values",
    )  # fmt: skip

    def __init__(self, pos: Pos, me: Seat, parameters: Parameters) -> None:
        self.pos, self.me, self.parameters = pos, me, parameters
        self.ground: Ground = pos.state.ground
        self.values = _face_values(self.ground, parameters is SEARCH, pos.state.turn < EARLY_TURNS)
        self.castle = CASTLES[me]
        ground, opponent = self.ground, 1 - me
        self.bonus = 0, 0  # added by the opponent's permanents to defence at gate and castle
        self.ram = 0  # added by a Siege Ram to an own attack on the gate
        if pos.filled >> PERMANENTS[opponent] & 1:
            self.bonus = (
                ground.bonus(pos, opponent, "palisade"),
                ground.bonus(pos, opponent, "castellan"),
            )
        if pos.filled >> PERMANENTS[me] & 1:
            self.ram = ground.bonus(pos, me, "siege_ram")
        self.known = pos.known >> me * pos.box.size
        self.opponent_has_gate = bool(pos.filled >> GATES[opponent] & 1)

    def hand_value(self, card: CardId) -> float:
        """Worth of a card in this hand, in cards destroyed."""
        pos, face = self.pos, self.pos.faces[card]
        value = self.values[face]
        if value.demands and not has_units(pos, self.me, card, self.ground.kinds[face]):
            return UNAFFORDABLE
        return value.held

    # -- attacks ----------------------------------------------------------------------------------

    def attack_gain(self, strength: float, target: Zone) -> tuple[float, bool, bool]:
        """Worth of the cards destroyed; True if it can win; True if it is known to be repelled."""
        pos, opponent, ground, parameters = self.pos, 1 - self.me, self.ground, self.parameters
        zones, faces, castle = pos.zones, pos.faces, CASTLES[opponent]
        known, bonus = self.known, self.bonus
        worth, left = 0.0, strength
        for zone in (target,) if target == castle else (target, castle):
            inner = zone == castle
            more, gain = bonus[inner], parameters.destroyed[inner]
            for card in reversed(zones[zone]):
                if known >> card & 1:
                    defence = ground.defences[inner][faces[card]] + more
                    if defence > left:
                        return worth, False, left == strength
                    left -= defence
                    worth += gain
                    if left > 0 and ground.kinds[faces[card]].bomb:
                        return worth, False, False
                else:
                    expected = parameters.unknown_defence[inner] + more
                    if expected > left:
                        if expected - left >= 1:
                            return worth, False, False
                        return worth + gain * 0.4, False, False
                    left -= expected
                    worth += gain
                if left <= 0:
                    return worth, inner and card == zones[zone][0], False
        return worth, True, False

    def play_weight(self, kind: CardType) -> float:
        """Weight of attacking with a card, or of playing it for its effect."""
        pos, parameters, opponent, id = self.pos, self.parameters, 1 - self.me, kind.id
        jester = id == "jester"
        if kind.attack is None and not jester:
            return _effect_weight(pos, self.me, kind, parameters)
        target = kind.hits(opponent, self.opponent_has_gate)
        strength = kind.strength(pos, target)
        if target == GATES[opponent]:
            strength += self.ram
        worth, won, fails = self.attack_gain(strength, target)
        if jester:
            if fails or len(pos.zones[self.castle]) == 1:
                return 0.0
            gain = 0.75 * worth - parameters.jester_cost
        else:
            if won:
                return WIN
            gain = worth - parameters.discard_cost * kind.price - parameters.attacker_cost
            if id in USEFUL_IF_REPELLED:
                gain += self._gain_if_repelled(id, worth)
            elif fails:
                return 0.0
            elif (id == "arsonist" or id == "dragon") and pos.zones[PERMANENTS[opponent]]:
                gain += parameters.arson
        return exp(SHARPNESS * gain) if gain > LEAST_GAIN else 0.0

    def _gain_if_repelled(self, id: str, worth: float) -> float:
        """Gain from attacking with a card of USEFUL_IF_REPELLED besides the cards destroyed."""
        if id == "veteran":  # it returns to the hand if it is repelled
            return 0.35 if worth == 0 else 0.0
        return (
            self.parameters.effect if id == "axe_man" or self.pos.zones[HANDS[1 - self.me]] else 0.0
        )


def _effect_weight(pos: Pos, me: Seat, kind: CardType, parameters: Parameters) -> float:
    """Weight of playing a card for its effect."""
    opponent, price = 1 - me, parameters.discard_cost * kind.price
    zones = pos.zones
    if kind.id == "witch":
        target = kind.target(pos, opponent)
        inner = target in CASTLES
        if inner and len(zones[target]) == 1:
            return WIN
        return exp(SHARPNESS * (parameters.destroyed[inner] + parameters.witch - price - 0.5))
    if kind.id == "summoner":
        if len(zones[CASTLES[me]]) == 1:
            return 0.0
        if len(zones[CASTLES[opponent]]) == 1:
            return WIN
        mine = len(zones[CASTLES[me]]) + len(zones[GATES[me]])
        other = len(zones[CASTLES[opponent]]) + len(zones[GATES[opponent]])
        return exp(SHARPNESS * (0.25 * (mine - other) - price - 0.3))
    if kind.id == "priest":
        return exp(SHARPNESS * (0.3 * len(zones[HANDS[opponent]]) - 0.2))
    early = (
        parameters.permanent_early
        if pos.state.turn < parameters.early_turns
        else parameters.permanent_late
    )
    return exp(SHARPNESS * (early - price))


# -- decisions -----------------------------------------------------------------------------------


def _turn_weights(evaluator: Evaluator, options: Sequence[Action]) -> list[float]:
    """Weights of attacking, playing and laying.

    A card is laid where it defends better, and rather if it has little worth in the hand.
    """
    pos, parameters, values, castle = (
        evaluator.pos,
        evaluator.parameters,
        evaluator.values,
        evaluator.castle,
    )
    faces, kinds, count = pos.faces, evaluator.ground.kinds, len(pos.zones[GATES[evaluator.me]])
    inside = len(pos.zones[castle])
    gate_needs = castle_needs = 0.0
    card, at_gate, in_castle = -1, 0.0, 0.0  # last card that can be laid, and its two gains
    found = []
    for action in options:
        verb = action.verb
        if verb == "strengthen":
            if action.cards[0] != card:
                if card < 0:
                    less = parameters.need_falls * max(0, pos.state.turn - LONG)
                    gate_needs = (
                        parameters.gate[0] - parameters.gate[1] * count - less if count else 1.4
                    )
                    gate_needs -= parameters.gate_if_safe * max(0, inside - SAFE)
                    castle_needs = parameters.castle[0] - parameters.castle[1] * inside - less
                card = action.cards[0]
                value = values[faces[card]]
                cost = parameters.laying_cost * evaluator.hand_value(card)
                gate, inner = value.laid
                at_gate = gate + gate_needs - cost + value.purple
                in_castle = inner + castle_needs - cost + value.purple
            gain = in_castle if action.to == castle else at_gate
            found.append(exp(SHARPNESS * gain) if gain > -0.8 else 0.0)
        elif verb == "attack" or verb == "play":
            found.append(evaluator.play_weight(kinds[faces[action.cards[0]]]))
        else:
            found.append(1.0)
    if card >= 0 and not count and inside < parameters.gate_open and options[0].verb == "pass":
        found[0] = 0.0  # an open gate is closed if possible, unless the castle is strong
    return found


def _placement_weights(evaluator: Evaluator, options: Sequence[Action]) -> list[float]:
    """Weights of placing (CR2): prefer good defence there, and little worth in the hand."""
    found, values, faces, castle = [], evaluator.values, evaluator.pos.faces, evaluator.castle
    card, cost, placed = -1, 0.0, (0.0, 0.0)
    for action in options:
        if action.cards[0] != card:
            card = action.cards[0]
            placed, cost = values[faces[card]].placed, 0.8 * evaluator.hand_value(card)
        found.append(exp(placed[action.to == castle] - cost))
    return found


def _payment_weights(evaluator: Evaluator, options: Sequence[Action]) -> list[float]:
    """Weights of payments: cards of least worth, and an extra unit if the attack gains by it."""
    pos, me = evaluator.pos, evaluator.me
    step = pos.steps[0]
    if isinstance(step, Pay) and step.to == PLAYING:
        kind = _card_type(pos, step.card)
        if kind.bonus_unit >= 0 and len(step.paid) >= kind.price and pos.zones[ASIDES[me]]:
            target = kind.target(pos, 1 - me)
            mine = float(kind.strength(pos, target))
            plain, *_ = evaluator.attack_gain(mine, target)
            more, won, _ = evaluator.attack_gain(mine + kind.bonus, target)
            return [
                1.0 if action.verb != "pay"
                else WIN if won
                else exp(SHARPNESS * (more - plain - evaluator.hand_value(action.cards[0])))
                for action in options
            ]  # fmt: skip
    hand_value = evaluator.hand_value
    return [
        exp(-1.5 * sum([hand_value(card) for card in action.cards]))
        if action.verb == "pay"
        else 1.0
        for action in options
    ]


@cache
def _faces_with_unit(ground: Ground, unit: int) -> int:
    """Bit mask of the faces with this unit."""
    return sum(1 << face for face, mask in enumerate(ground.symbols) if mask >> unit & 1)


def _naming_weights(pos: Pos, me: Seat, options: Sequence[Action]) -> list[float]:
    """Weights of naming a unit: prefer the one that most unseen cards show."""
    ground, faces, size = pos.state.ground, pos.faces, pos.box.size
    known = pos.known >> me * size
    rest = (1 << len(ground.symbols)) - 1
    for card in range(size):
        if known >> card & 1:
            rest &= ~(1 << faces[card])
    held = pos.zones[HANDS[1 - me]]
    seen = [ground.symbols[faces[card]] for card in held if known >> card & 1]
    unseen, found = len(held) - len(seen), []
    for action in options:
        unit = action.args[0]
        share = (rest & _faces_with_unit(ground, unit)).bit_count() / max(1, rest.bit_count())
        found.append(0.05 + sum([mask >> unit & 1 for mask in seen]) + share * unseen)
    return found
