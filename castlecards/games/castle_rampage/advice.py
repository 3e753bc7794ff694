"""Castle Rampage played well: rules of thumb, an evaluation, and which worlds the set-up allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import ClassVar

from castlecards.core.action import Action, Decision
from castlecards.core.advice import Advice, Deal, Moods, logistic
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
USUAL = (2.1, 1.7)  # the defence of a card that nobody knows, at a gate and in a castle
FELLED = (1.0, 1.5)  # what a card is worth to its gate, to its castle
PRICE = 0.55  # what each discarded card costs
HOPELESS = -0.4
SET_UP = 4  # cards that each structure gets in the set-up (CR2)
WIN = 1e6
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
        total = 0.0
        for weight, feature in zip(self.fitted, self.features(pos), strict=True):
            total += weight * feature
        first = logistic(total)
        return first, 1 - first

    def features(self, pos: Pos) -> tuple[float, ...]:
        mine, other = _counts(pos, 0), _counts(pos, 1)
        turn = 1.0 if pos.state.active == 0 else -1.0
        return (*[a - b for a, b in zip(mine, other, strict=True)], turn)

    def sure(self, pos: Pos) -> bool:
        return pos.state.turn >= SURE

    def reasons(self, view: View, action: Action) -> Iterator[str]:
        return reasons.reasons(view, action)

    def weights(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        me = decision.seat
        found = []
        for action in options:
            verb = action.verb
            if verb in ("attack", "play"):
                found.append(_play(pos, me, action))
            elif verb in ("strengthen", "place"):
                found.append(_lay(pos, me, action))
            elif verb == "pay":
                found.append(_pay(pos, me, action, decision))
            elif verb == "discard":
                found.append(exp(-1.5 * _use(pos, me, action.cards[0])))
            elif verb == "name":
                found.append(_name(pos, me, action))
            else:
                found.append(1.0)
        open_gate = decision.options[0].verb == "pass" and not pos.zones[GATES[me]]
        if open_gate and any(option.verb == "strengthen" for option in options):
            found[0] = 0.0  # nobody leaves the gate open who can close it
        return found

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
        name = kinds[faces[card]].id
        held[PERMANENT.index(name)] = 1.0
    count = len(castle)
    return [
        count, len(gate), tower, wall, 1 / (count + 0.5), len(hand), attack,
        0.0 if gate else 1.0, *held, 1.0 if count == 1 else 0.0,
    ]  # fmt: skip


PERMANENT = ("quartermaster", "siege_ram", "palisade", "castellan")


# -- the worth of a card --------------------------------------------------------------------------


def _kind(pos: Pos, card: CardId) -> CardType:
    return pos.state.ground.kinds[pos.faces[card]]


def _use(pos: Pos, me: Seat, card: CardId) -> float:
    """What a card is worth in this hand, in cards felled."""
    kind = _kind(pos, card)
    if not kind.plays:
        return 0.3
    if kind.demands and not _units(pos, me, card, kind):
        return 0.5
    attack = 6 if kind.id == "jester" else kind.attack
    worth = 0.5 if attack is None else 0.35 + 0.3 * attack
    if kind.id in PERMANENT:
        worth = 1.2 if pos.state.turn < 20 else 0.7
    if kind.id in ("witch", "summoner", "priest"):
        worth = 1.1
    return worth - 0.2 * (kind.price if kind.price < 9 else 0)


def _units(pos: Pos, me: Seat, card: CardId, kind: CardType) -> bool:
    symbols, faces = pos.state.ground.symbols, pos.faces
    shown = [symbols[faces[other]] for other in pos.zones[HANDS[me]] if other != card]
    return all(sum(mask & units != 0 for mask in shown) >= n for units, n in kind.demands)


# -- attacks --------------------------------------------------------------------------------------


def _felled(pos: Pos, me: Seat, strength: float, target: Zone) -> tuple[float, bool, bool]:
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
            against = defence(pos, zone, card) if known else USUAL[inner] + bonus[inner]
            if against > left:
                if known or against - left >= 1:
                    return worth, False, bool(known and left == strength)
                return worth + FELLED[inner] * 0.4, False, False
            left -= against
            worth += FELLED[inner]
            if known and left > 0 and _kind(pos, card).bomb:
                return worth, False, False
            if left <= 0:
                return worth, inner and card == zones[zone][0], False
    return worth, True, False


def _play(pos: Pos, me: Seat, action: Action) -> float:
    card = action.cards[0]
    kind = _kind(pos, card)
    foe = 1 - me
    zones = pos.zones
    price = PRICE * kind.price
    if kind.id == "jester" and len(zones[CASTLES[me]]) == 1:
        return 0.0
    if kind.attack is None and kind.id != "jester":
        return _effect(pos, me, kind, price)
    target = kind.target(pos, foe)
    strength = float(kind.strength(pos, target))
    if target == GATES[foe]:
        strength += pos.state.ground.bonus(pos, me, "siege_ram")
    worth, won, fails = _felled(pos, me, strength, target)
    if won and kind.id != "jester":
        return WIN
    if fails and kind.id != "archer" and kind.id != "axe_man" and kind.id != "veteran":
        return 0.0
    gain = worth - price - 0.5
    if kind.id == "jester":
        gain = 0.75 * worth - 0.7
    if kind.id == "axe_man" or (kind.id == "archer" and zones[HANDS[foe]]):
        gain += 0.5
    elif kind.id in ("arsonist", "dragon") and zones[PERMANENTS[foe]]:
        gain += 0.9
    elif kind.id == "veteran" and worth == 0:
        gain += 0.35
    return exp(GREEDY * gain) if gain > HOPELESS else 0.0


def _effect(pos: Pos, me: Seat, kind: CardType, price: float) -> float:
    foe = 1 - me
    zones = pos.zones
    if kind.id == "witch":
        target = kind.target(pos, foe)
        inner = target in CASTLES
        if inner and len(zones[target]) == 1:
            return WIN
        return exp(GREEDY * (FELLED[inner] + 0.3 - price - 0.5))
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
    early = 1.1 if pos.state.turn < 20 else 0.4
    return exp(GREEDY * (early - price))


# -- structures -----------------------------------------------------------------------------------


def _lay(pos: Pos, me: Seat, action: Action) -> float:
    """Where it defends better than elsewhere, and what has little use in the hand."""
    card, to = action.cards[0], action.to
    inner = to == CASTLES[me]
    gates, castles = pos.state.ground.defences
    face = pos.faces[card]
    here, there = (castles[face], gates[face]) if inner else (gates[face], castles[face])
    kind = _kind(pos, card)
    if action.verb == "place":
        return exp(0.5 * (here - there) + 0.3 * here - 0.8 * _use(pos, me, card))
    zones = pos.zones
    need = 0.0
    if inner:
        need = 0.9 - 0.18 * len(zones[to])
    else:
        need = 1.4 if not zones[to] else 0.5 - 0.12 * len(zones[to])
    gain = 0.35 * here + 0.1 * (here - there) + need - 0.75 * _use(pos, me, card)
    if not kind.plays:
        gain += 0.9 + (0.0 if kind.placing == 0 else -PRICE * kind.placing)
    return exp(GREEDY * gain) if gain > -0.8 else 0.0


# -- choices on the way ---------------------------------------------------------------------------


def _pay(pos: Pos, me: Seat, action: Action, decision: Decision) -> float:
    worth = exp(-1.5 * sum(_use(pos, me, card) for card in action.cards))
    step = pos.steps[0]
    if isinstance(step, Pay) and step.to == PLAYING:
        kind = _kind(pos, step.card)
        if kind.bonus_unit >= 0 and len(step.paid) >= kind.price and pos.zones[ASIDES[me]]:
            target = kind.target(pos, 1 - me)
            plain, *_ = _felled(pos, me, float(kind.strength(pos, target)), target)
            more, won, _ = _felled(pos, me, float(kind.strength(pos, target) + kind.bonus), target)
            if won:
                return WIN
            use = _use(pos, me, action.cards[0])
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
