"""Heuristics of Castle Rampage: weights of actions, an evaluation, and beliefs from the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp
from typing import ClassVar, NamedTuple

from castlecards.core.action import Action, Decision
from castlecards.core.advice import Advice, Deal, Moods, weighed
from castlecards.core.belief import Worlds, confined
from castlecards.core.cards import UNSEEN, CardId, Seat, Zone
from castlecards.core.events import CardMoved, Event
from castlecards.core.view import View
from castlecards.games.castle_rampage import explanations
from castlecards.games.castle_rampage.rules import PLAYING, Pay
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

GREEDY = 2.5  # exponent per unit of gain in a weight; ending the turn has the weight 1
HOPELESS = -0.4
SET_UP = 4  # cards that each structure gets in the set-up (CR2)
WIN = 1e6


class Taste(NamedTuple):
    """Figures of the weights, in cards felled at a gate unless stated otherwise."""

    usual: tuple[float, float] = (
        2.006,
        2.342,
    )  # defence of what nobody knows, at a gate, in a castle
    felled: tuple[float, float] = (1.0, 1.08)  # what a card is worth to its gate, to its castle
    price: float = 0.426  # what each discarded card costs
    attacked: float = 0.471  # what the card that attacks costs
    jester: float = 0.7  # what a Jester costs
    axe: float = 0.5  # an Axe-man's or Archer's effect
    arson: float = 0.9  # the end of a permanent card
    witch: float = 0.3
    rare: float = 1.1  # a Witch, Summoner or Priest in the hand
    early: float = 1.1  # a permanent card played in the first `turns`,
    late: float = 0.4  # and later
    turns: float = 20.0
    held: float = 0.3  # a point of attack in the hand
    dear: float = 0.2  # what a card in the hand is worth less for each that it costs
    here: float = 0.35  # a point of defence laid
    used: float = 0.75  # times the use of a card in the hand: what it costs to lay it
    gate: tuple[float, float] = (0.5, 0.12)  # need at the gate, less for each card there
    castle: tuple[float, float] = (0.9, 0.18)
    purple: float = 0.9  # more for what can only be laid


PLAIN = Taste()  # of players without search, the reference of every strength
# Of players with search, found by matches against itself; without a search it wins 73.9 ± 3.5 %
# of 300 paired deals against PLAIN.
KEEN = Taste(
    jester=1.32, axe=0.932, arson=1.204, witch=0.487, rare=0.7, early=1.473, late=0.073,
    turns=27.0, held=0.213, dear=0.323, here=0.459, used=0.561, gate=(0.5, 0.165),
    castle=(0.9, 0.088), purple=1.658,
)  # fmt: skip
FIRST = 20  # turns in which a permanent card is worth most in the hand
UNPAID = 0.5  # factor of a hand card's worth without the units that it demands
SURE = 42  # turns after which the evaluation names the winner in 7 of 10 cases


class RampageAdvice(Advice[Rampage]):
    """Advice for either side, from `known` alone."""

    moods: ClassVar[Moods] = {
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
    fitted: ClassVar[tuple[float, ...]] = (
        -0.121, 0.028, 0.175, 0.130, -0.216, 0.299, -0.002, -0.074, 1.354, 1.181, 1.105, 0.330,
        -0.612, -0.188,
    )  # fmt: skip

    def evaluate(self, pos: Pos) -> tuple[float, float]:
        return weighed(self.fitted, self.features(pos))

    def features(self, pos: Pos) -> tuple[float, ...]:
        mine, other = _counts(pos, 0), _counts(pos, 1)
        turn = 1.0 if pos.state.active == 0 else -1.0
        return (*[a - b for a, b in zip(mine, other, strict=True)], turn)

    def is_reliable(self, pos: Pos) -> bool:
        return pos.state.turn >= SURE

    def reasons(self, view: View, action: Action) -> Iterator[str]:
        return explanations.reasons(view, action)

    def weights(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        return _weights(pos, decision, options, PLAIN)

    def prior(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        return _weights(pos, decision, options, KEEN)

    def world_sampler(self, view: View, told: Sequence[Event]) -> Deal:
        """No purple card was laid in the set-up (CR2)."""
        allowed = dict(confined(view, told))
        pos = view.position
        kinds = pos.state.ground.kinds
        purple = sum(1 << face for face, kind in enumerate(kinds) if not kind.plays)
        every = (1 << pos.box.size) - 1
        for card in _set_up(told):
            if pos.faces[card] == UNSEEN:
                allowed[card] = allowed.get(card, every) & ~purple
        return Worlds(view, allowed).deal


def _weights(pos: Pos, decision: Decision, options: Sequence[Action], taste: Taste) -> list[float]:
    if len(options) == 1:
        return [1.0]
    verb = decision.options[0].verb
    if verb == "name":
        return _names(pos, decision.seat, options)
    eye = Eye(pos, decision.seat, taste)
    if verb == "place":
        return _arrange(eye, options)
    if verb == "pay":
        return _pay(eye, options)
    if verb == "discard":
        return [exp(-1.5 * eye.use(action.cards[0])) for action in options]
    return _act(eye, options)


def _set_up(told: Sequence[Event]) -> set[CardId]:
    """The cards that came to a structure in the set-up and still lie there."""
    count: dict[Zone, int] = {}
    laid: set[CardId] = set()
    for event in told:
        if not isinstance(event, CardMoved):
            continue
        laid.discard(event.card)
        if event.to in GATES or event.to in CASTLES:
            count[event.to] = count.get(event.to, 0) + 1
            if count[event.to] <= SET_UP:
                laid.add(event.card)
    return laid


def _counts(pos: Pos, seat: Seat) -> list[float]:
    ground, faces, zones = pos.state.ground, pos.faces, pos.zones
    castle, gate, hand = zones[CASTLES[seat]], zones[GATES[seat]], zones[HANDS[seat]]
    gates, castles = ground.defences
    attack = 0.0
    kinds = ground.kinds
    for card in hand:
        kind = kinds[faces[card]]
        attack += 6 if kind.id == "jester" else kind.attack or 0
    tower = wall = 0
    for card in castle:
        tower += castles[faces[card]]
    for card in gate:
        wall += gates[faces[card]]
    held = [0.0] * 4
    for card in zones[PERMANENTS[seat]]:
        held[PERMANENT.index(kinds[faces[card]].id)] = 1.0
    count = len(castle)
    return [
        count, len(gate), tower, wall, 1 / (count + 0.5), len(hand), attack,
        0.0 if gate else 1.0, *held, 1.0 if count == 1 else 0.0,
    ]  # fmt: skip


BESIDE = frozenset(("axe_man", "archer", "veteran"))
PERMANENT = ("quartermaster", "siege_ram", "palisade", "castellan")


# -- the worth of a card --------------------------------------------------------------------------


class FaceWorth(NamedTuple):
    """Worth of a card by its face alone, in cards felled."""

    held: float  # in the hand
    demands: bool  # there only with units that are to be discarded for it
    laid: tuple[float, float]  # at the gate and in the castle, where nothing is needed there
    placed: tuple[float, float]  # the same when the defence is arranged anew
    more: float  # for what can only be laid


@cache
def _worths(ground: Ground, keen: bool, early: bool) -> tuple[FaceWorth, ...]:
    """Worths by face; `keen`: with search; `early`: in the first turns."""
    taste = KEEN if keen else PLAIN
    return tuple([
        _worth(kind, gate, castle, taste, early)
        for kind, gate, castle in zip(ground.kinds, *ground.defences, strict=True)
    ])  # fmt: skip


def _worth(kind: CardType, gate: int, castle: int, taste: Taste, early: bool) -> FaceWorth:
    if kind.plays:
        attack = 6 if kind.id == "jester" else kind.attack
        held = 0.5 if attack is None else 0.35 + taste.held * attack
        if kind.id in PERMANENT:
            held = 1.2 if early else 0.7
        if kind.id in ("witch", "summoner", "priest"):
            held = taste.rare
        held -= taste.dear * (kind.price if kind.price < 9 else 0)
        more = 0.0
    else:
        held = 0.3
        more = taste.purple - taste.price * kind.placing
    sides = ((gate, castle), (castle, gate))
    laid = [taste.here * here + 0.1 * (here - there) for here, there in sides]
    placed = [0.5 * (here - there) + 0.3 * here for here, there in sides]
    demands = kind.plays and bool(kind.demands)
    return FaceWorth(held, demands, (laid[0], laid[1]), (placed[0], placed[1]), more)


def _kind(pos: Pos, card: CardId) -> CardType:
    return pos.state.ground.kinds[pos.faces[card]]


def _units(pos: Pos, me: Seat, card: CardId) -> bool:
    """True if the hand has the units to discard for this card."""
    symbols, faces, hand = pos.state.ground.symbols, pos.faces, pos.zones[HANDS[me]]
    for units, missing in _kind(pos, card).demands:
        for other in hand:
            if symbols[faces[other]] & units and other != card:
                missing -= 1
        if missing > 0:
            return False
    return True


class Eye:
    """Facts of a position that the weights of one decision share."""

    __slots__ = (
        "bonus", "castle", "ground", "known", "me", "pos", "ram", "stands", "taken",
        "taste", "worths",
    )  # fmt: skip

    def __init__(self, pos: Pos, me: Seat, taste: Taste) -> None:
        self.pos, self.me, self.taste = pos, me, taste
        self.ground: Ground = pos.state.ground
        self.worths = _worths(self.ground, taste is KEEN, pos.state.turn < FIRST)
        self.castle = CASTLES[me]
        ground, foe = self.ground, 1 - me
        self.bonus, self.ram = (0, 0), 0  # what permanents add to their defence, to an own attack
        if pos.filled >> PERMANENTS[foe] & 1:
            self.bonus = ground.bonus(pos, foe, "palisade"), ground.bonus(pos, foe, "castellan")
        if pos.filled >> PERMANENTS[me] & 1:
            self.ram = ground.bonus(pos, me, "siege_ram")
        self.known = pos.known >> me * pos.box.size
        self.stands = bool(pos.filled >> GATES[foe] & 1)  # their gate

    def use(self, card: CardId) -> float:
        """Worth of a card in this hand, in cards felled."""
        worth = self.worths[self.pos.faces[card]]
        if worth.demands and not _units(self.pos, self.me, card):
            return UNPAID
        return worth.held

    # -- attacks ----------------------------------------------------------------------------------

    def felled(self, strength: float, target: Zone) -> tuple[float, bool, bool]:
        """Worth felled by an attack; True if it can win; True if it is known to fail."""
        pos, foe, ground, taste = self.pos, 1 - self.me, self.ground, self.taste
        zones, faces, castle = pos.zones, pos.faces, CASTLES[foe]
        known, bonus = self.known, self.bonus
        worth, left = 0.0, strength
        for zone in (target,) if target == castle else (target, castle):
            inner = zone == castle
            more, felled = bonus[inner], taste.felled[inner]
            for card in reversed(zones[zone]):
                if known >> card & 1:
                    stands = ground.defences[inner][faces[card]] + more
                    if stands > left:
                        return worth, False, left == strength
                    left -= stands
                    worth += felled
                    if left > 0 and ground.kinds[faces[card]].bomb:
                        return worth, False, False
                else:
                    against = taste.usual[inner] + more
                    if against > left:
                        if against - left >= 1:
                            return worth, False, False
                        return worth + felled * 0.4, False, False
                    left -= against
                    worth += felled
                if left <= 0:
                    return worth, inner and card == zones[zone][0], False
        return worth, True, False

    def play(self, kind: CardType) -> float:
        """An attack, or an effect."""
        pos, taste, foe, id = self.pos, self.taste, 1 - self.me, kind.id
        jester = id == "jester"
        if kind.attack is None and not jester:
            return _effect(pos, self.me, kind, taste)
        target = kind.hits(foe, self.stands)
        strength = kind.strength(pos, target)
        if target == GATES[foe]:
            strength += self.ram
        worth, won, fails = self.felled(strength, target)
        if jester:
            if fails or len(pos.zones[self.castle]) == 1:
                return 0.0
            gain = 0.75 * worth - taste.jester
        else:
            if won:
                return WIN
            gain = worth - taste.price * kind.price - taste.attacked
            if id in BESIDE:
                gain += self._beside(id, worth)
            elif fails:
                return 0.0
            elif (id == "arsonist" or id == "dragon") and pos.zones[PERMANENTS[foe]]:
                gain += taste.arson
        return exp(GREEDY * gain) if gain > HOPELESS else 0.0

    def _beside(self, id: str, worth: float) -> float:
        """Gain from attacking with such a card even if it fails."""
        if id == "veteran":  # it comes back
            return 0.35 if worth == 0 else 0.0
        return self.taste.axe if id == "axe_man" or self.pos.zones[HANDS[1 - self.me]] else 0.0


def _effect(pos: Pos, me: Seat, kind: CardType, taste: Taste) -> float:
    foe, price = 1 - me, taste.price * kind.price
    zones = pos.zones
    if kind.id == "witch":
        target = kind.target(pos, foe)
        inner = target in CASTLES
        if inner and len(zones[target]) == 1:
            return WIN
        return exp(GREEDY * (taste.felled[inner] + taste.witch - price - 0.5))
    if kind.id == "summoner":
        if len(zones[CASTLES[me]]) == 1:
            return 0.0
        if len(zones[CASTLES[foe]]) == 1:
            return WIN
        mine = len(zones[CASTLES[me]]) + len(zones[GATES[me]])
        other = len(zones[CASTLES[foe]]) + len(zones[GATES[foe]])
        return exp(GREEDY * (0.25 * (mine - other) - price - 0.3))
    if kind.id == "priest":
        return exp(GREEDY * (0.3 * len(zones[HANDS[foe]]) - 0.2))
    early = taste.early if pos.state.turn < taste.turns else taste.late
    return exp(GREEDY * (early - price))


# -- choices on the way ---------------------------------------------------------------------------


def _act(eye: Eye, options: Sequence[Action]) -> list[float]:
    """Attacks and effects; and what strengthens a structure: where it defends better than in the
    other, and what has little use in the hand."""
    pos, taste, worths, castle = eye.pos, eye.taste, eye.worths, eye.castle
    faces, kinds, count = pos.faces, eye.ground.kinds, len(pos.zones[GATES[eye.me]])
    gate_needs = castle_needs = 0.0
    card, at_gate, in_castle = -1, 0.0, 0.0  # the last one that may be laid, and how readily
    found = []
    for action in options:
        verb = action.verb
        if verb == "strengthen":
            if action.cards[0] != card:
                if card < 0:
                    gate_needs = taste.gate[0] - taste.gate[1] * count if count else 1.4
                    castle_needs = taste.castle[0] - taste.castle[1] * len(pos.zones[castle])
                card = action.cards[0]
                worth = worths[faces[card]]
                spent = taste.used * eye.use(card)
                gate, inner = worth.laid
                at_gate = gate + gate_needs - spent + worth.more
                in_castle = inner + castle_needs - spent + worth.more
            gain = in_castle if action.to == castle else at_gate
            found.append(exp(GREEDY * gain) if gain > -0.8 else 0.0)
        elif verb == "attack" or verb == "play":
            found.append(eye.play(kinds[faces[action.cards[0]]]))
        else:
            found.append(1.0)
    if card >= 0 and not count and options[0].verb == "pass":
        found[0] = 0.0  # an open gate is always closed if possible
    return found


def _arrange(eye: Eye, options: Sequence[Action]) -> list[float]:
    """CR2: prefer cards that defend better there than elsewhere and are of little use in hand."""
    found, worths, faces, castle = [], eye.worths, eye.pos.faces, eye.castle
    card, spent, placed = -1, 0.0, (0.0, 0.0)
    for action in options:
        if action.cards[0] != card:
            card = action.cards[0]
            placed, spent = worths[faces[card]].placed, 0.8 * eye.use(card)
        found.append(exp(placed[action.to == castle] - spent))
    return found


def _pay(eye: Eye, options: Sequence[Action]) -> list[float]:
    """Pay with the cards of least worth; add a unit if the attack gains by it."""
    pos, me = eye.pos, eye.me
    step = pos.steps[0]
    if isinstance(step, Pay) and step.to == PLAYING:
        kind = _kind(pos, step.card)
        if kind.bonus_unit >= 0 and len(step.paid) >= kind.price and pos.zones[ASIDES[me]]:
            target = kind.target(pos, 1 - me)
            mine = float(kind.strength(pos, target))
            plain, *_ = eye.felled(mine, target)
            more, won, _ = eye.felled(mine + kind.bonus, target)
            return [
                1.0 if action.verb != "pay"
                else WIN if won
                else exp(GREEDY * (more - plain - eye.use(action.cards[0])))
                for action in options
            ]  # fmt: skip
    use = eye.use
    return [
        exp(-1.5 * sum([use(card) for card in action.cards])) if action.verb == "pay" else 1.0
        for action in options
    ]


@cache
def _showing(ground: Ground, unit: int) -> int:
    """Bit mask of the faces that show this unit."""
    return sum(1 << face for face, mask in enumerate(ground.symbols) if mask >> unit & 1)


def _names(pos: Pos, me: Seat, options: Sequence[Action]) -> list[float]:
    """Prefer the unit that most unseen cards show."""
    ground, faces, size = pos.state.ground, pos.faces, pos.box.size
    known = pos.known >> me * size
    rest = (1 << len(ground.symbols)) - 1
    for card in range(size):
        if known >> card & 1:
            rest &= ~(1 << faces[card])
    held = pos.zones[HANDS[1 - me]]
    sure = [ground.symbols[faces[card]] for card in held if known >> card & 1]
    unseen, found = len(held) - len(sure), []
    for action in options:
        unit = action.args[0]
        share = (rest & _showing(ground, unit)).bit_count() / max(1, rest.bit_count())
        found.append(0.05 + sum([mask >> unit & 1 for mask in sure]) + share * unseen)
    return found
