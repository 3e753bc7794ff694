"""Castle Rampage played well: rules of thumb, an evaluation, and which worlds the set-up allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import ClassVar, NamedTuple

from castlecards.core.action import Action, Decision
from castlecards.core.advice import Advice, Deal, Moods, weighed
from castlecards.core.belief import Worlds, confined
from castlecards.core.cards import UNSEEN, CardId, Seat, Zone
from castlecards.core.events import Event, Moved
from castlecards.core.view import View
from castlecards.games.castle_rampage import reasons
from castlecards.games.castle_rampage.attack import defence
from castlecards.games.castle_rampage.places import (
    ASIDES,
    CASTLES,
    GATES,
    HANDS,
    PERMANENTS,
    CardType,
    Pos,
    Rampage,
)
from castlecards.games.castle_rampage.rules import PLAYING, Pay

GREEDY = 2.5  # how steeply a weight grows with what an option gains; ending the turn weighs 1
HOPELESS = -0.4
SET_UP = 4  # cards that each structure gets in the set-up (CR2)
WIN = 1e6


class Taste(NamedTuple):
    """The figures of the rules of thumb, in cards felled at a gate unless said otherwise."""

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


PLAIN = Taste()  # of whoever does not think: every strength is measured against it
# of whoever thinks, found by matches against itself; without a search it wins 73.9 ± 3.5 % of
# 300 paired deals against the plain one
KEEN = Taste(
    jester=1.32, axe=0.932, arson=1.204, witch=0.487, rare=0.7, early=1.473, late=0.073,
    turns=27.0, held=0.213, dear=0.323, here=0.459, used=0.561, gate=(0.5, 0.165),
    castle=(0.9, 0.088), purple=1.658,
)  # fmt: skip
SURE = 42  # turns after which the evaluation names the winner in 7 of 10 cases


class RampageAdvice(Advice[Rampage]):
    """Advice for either side, by `known` alone."""

    moods: ClassVar[Moods] = {
        "attack": "attack",
        "play": "attack",
        "strengthen": "build",
        "place": "build",
    }
    names: ClassVar[tuple[str, ...]] = (
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

    def sure(self, pos: Pos) -> bool:
        return pos.state.turn >= SURE

    def reasons(self, view: View, action: Action) -> Iterator[str]:
        return reasons.reasons(view, action)

    def weights(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        return _weights(pos, decision, options, PLAIN)

    def prior(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        return _weights(pos, decision, options, KEEN)

    def believe(self, view: View, told: Sequence[Event]) -> Deal:
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
    me = decision.seat
    card, use = -1, 0.0  # the last one of which it was asked what it is worth in the hand
    found = []
    for action in options:
        verb = action.verb
        if verb == "strengthen" or verb == "place":
            if action.cards[0] != card:
                card = action.cards[0]
                use = _use(pos, me, card, taste)
            found.append(_lay(pos, me, action, taste, use))
        elif verb == "attack" or verb == "play":
            found.append(_play(pos, me, action, taste))
        elif verb == "pay":
            found.append(_pay(pos, me, action, taste))
        elif verb == "discard":
            found.append(exp(-1.5 * _use(pos, me, action.cards[0], taste)))
        elif verb == "name":
            found.append(_name(pos, me, action))
        else:
            found.append(1.0)
    open_gate = decision.options[0].verb == "pass" and not pos.zones[GATES[me]]
    if open_gate and any(option.verb == "strengthen" for option in options):
        found[0] = 0.0  # nobody leaves the gate open who can close it
    return found


def _set_up(told: Sequence[Event]) -> set[CardId]:
    """The cards that came to a structure in the set-up and still lie there."""
    count: dict[Zone, int] = {}
    laid: set[CardId] = set()
    for event in told:
        if not isinstance(event, Moved):
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


PERMANENT = ("quartermaster", "siege_ram", "palisade", "castellan")


# -- the worth of a card --------------------------------------------------------------------------


def _kind(pos: Pos, card: CardId) -> CardType:
    return pos.state.ground.kinds[pos.faces[card]]


def _use(pos: Pos, me: Seat, card: CardId, taste: Taste) -> float:
    """What a card is worth in this hand, in cards felled."""
    kind = _kind(pos, card)
    if not kind.plays:
        return 0.3
    if kind.demands and not _units(pos, me, card, kind):
        return 0.5
    attack = 6 if kind.id == "jester" else kind.attack
    worth = 0.5 if attack is None else 0.35 + taste.held * attack
    if kind.id in PERMANENT:
        worth = 1.2 if pos.state.turn < 20 else 0.7
    if kind.id in ("witch", "summoner", "priest"):
        worth = taste.rare
    return worth - taste.dear * (kind.price if kind.price < 9 else 0)


def _units(pos: Pos, me: Seat, card: CardId, kind: CardType) -> bool:
    symbols, faces = pos.state.ground.symbols, pos.faces
    shown = [symbols[faces[other]] for other in pos.zones[HANDS[me]] if other != card]
    return all(sum(mask & units != 0 for mask in shown) >= n for units, n in kind.demands)


# -- attacks --------------------------------------------------------------------------------------


def _felled(
    pos: Pos, me: Seat, strength: float, target: Zone, taste: Taste
) -> tuple[float, bool, bool]:
    """What an attack takes, in worth; whether it may win; whether it is known to fail."""
    zones, size = pos.zones, pos.box.size
    castle = CASTLES[1 - me]
    ground = pos.state.ground
    worth, left = 0.0, strength
    bonus = (ground.bonus(pos, 1 - me, "palisade"), ground.bonus(pos, 1 - me, "castellan"))
    for zone in (target,) if target == castle else (target, castle):
        inner = zone == castle
        for card in zones[zone][::-1]:
            known = pos.known >> me * size + card & 1
            against = defence(pos, zone, card) if known else taste.usual[inner] + bonus[inner]
            if against > left:
                if known or against - left >= 1:
                    return worth, False, bool(known and left == strength)
                return worth + taste.felled[inner] * 0.4, False, False
            left -= against
            worth += taste.felled[inner]
            if known and left > 0 and _kind(pos, card).bomb:
                return worth, False, False
            if left <= 0:
                return worth, inner and card == zones[zone][0], False
    return worth, True, False


def _play(pos: Pos, me: Seat, action: Action, taste: Taste) -> float:
    card = action.cards[0]
    kind = _kind(pos, card)
    foe = 1 - me
    zones = pos.zones
    price = taste.price * kind.price
    if kind.id == "jester" and len(zones[CASTLES[me]]) == 1:
        return 0.0
    if kind.attack is None and kind.id != "jester":
        return _effect(pos, me, kind, price, taste)
    target = kind.target(pos, foe)
    strength = float(kind.strength(pos, target))
    if target == GATES[foe]:
        strength += pos.state.ground.bonus(pos, me, "siege_ram")
    worth, won, fails = _felled(pos, me, strength, target, taste)
    if won and kind.id != "jester":
        return WIN
    if fails and kind.id != "archer" and kind.id != "axe_man" and kind.id != "veteran":
        return 0.0
    gain = worth - price - taste.attacked
    if kind.id == "jester":
        gain = 0.75 * worth - taste.jester
    if kind.id == "axe_man" or (kind.id == "archer" and zones[HANDS[foe]]):
        gain += taste.axe
    elif kind.id in ("arsonist", "dragon") and zones[PERMANENTS[foe]]:
        gain += taste.arson
    elif kind.id == "veteran" and worth == 0:
        gain += 0.35
    return exp(GREEDY * gain) if gain > HOPELESS else 0.0


def _effect(pos: Pos, me: Seat, kind: CardType, price: float, taste: Taste) -> float:
    foe = 1 - me
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


# -- structures -----------------------------------------------------------------------------------


def _lay(pos: Pos, me: Seat, action: Action, taste: Taste, use: float) -> float:
    """Where it defends better than elsewhere, and what has little use in the hand, in
    which it is worth `use`."""
    card, to = action.cards[0], action.to
    inner = to == CASTLES[me]
    ground = pos.state.ground
    gates, castles = ground.defences
    face = pos.faces[card]
    here, there = (castles[face], gates[face]) if inner else (gates[face], castles[face])
    if action.verb == "place":
        return exp(0.5 * (here - there) + 0.3 * here - 0.8 * use)
    count = len(pos.zones[to])
    if inner:
        need = taste.castle[0] - taste.castle[1] * count
    else:
        need = taste.gate[0] - taste.gate[1] * count if count else 1.4
    gain = taste.here * here + 0.1 * (here - there) + need
    gain -= taste.used * use
    kind = ground.kinds[face]
    if not kind.plays:
        gain += taste.purple - taste.price * kind.placing
    return exp(GREEDY * gain) if gain > -0.8 else 0.0


# -- choices on the way ---------------------------------------------------------------------------


def _pay(pos: Pos, me: Seat, action: Action, taste: Taste) -> float:
    worth = exp(-1.5 * sum([_use(pos, me, card, taste) for card in action.cards]))
    step = pos.steps[0]
    if isinstance(step, Pay) and step.to == PLAYING:
        kind = _kind(pos, step.card)
        if kind.bonus_unit >= 0 and len(step.paid) >= kind.price and pos.zones[ASIDES[me]]:
            target = kind.target(pos, 1 - me)
            mine = float(kind.strength(pos, target))
            plain, *_ = _felled(pos, me, mine, target, taste)
            more, won, _ = _felled(pos, me, mine + kind.bonus, target, taste)
            if won:
                return WIN
            use = _use(pos, me, action.cards[0], taste)
            return exp(GREEDY * (more - plain - use))
    return worth


def _name(pos: Pos, me: Seat, action: Action) -> float:
    """The unit that most unseen cards show."""
    unit = action.args[0]
    symbols, faces, size = pos.state.ground.symbols, pos.faces, pos.box.size
    known = pos.known >> me * size
    hand = [card for card in pos.zones[HANDS[1 - me]] if known >> card & 1]
    sure = sum(symbols[faces[card]] >> unit & 1 for card in hand)
    seen = {faces[card] for card in range(size) if known >> card & 1}
    rest = [mask for face, mask in enumerate(symbols) if face not in seen]
    share = sum(mask >> unit & 1 for mask in rest) / max(1, len(rest))
    return 0.05 + sure + share * (len(pos.zones[HANDS[1 - me]]) - len(hand))
