"""Reasons why an action is illegal in Castle Rampage; each cites its rule.

The intention is read from the picked card and the place of the drop, not from the verb: without a
legal action the screen passes on any verb.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import SIDES, CardId, Seat, Zone
from castlecards.core.game import Refusal
from castlecards.core.position import Position, Step
from castlecards.core.view import View
from castlecards.games.castle_rampage.attack import Sabotage
from castlecards.games.castle_rampage.cards import Inspect, Name, Permanent, Raze
from castlecards.games.castle_rampage.deck import UNIT_NAMES, UNITS
from castlecards.games.castle_rampage.labels import kind_of
from castlecards.games.castle_rampage.rules import Arrange, Pay, has_units
from castlecards.games.castle_rampage.state import (
    ANY,
    CASTLES,
    DISCARD,
    DRAW,
    GATES,
    HANDS,
    PERMANENTS,
    PLAY,
    CardType,
    structure_name,
)
from castlecards.texts import counted

AnyPos = Position[Any]

OVER = Refusal("CR32", "The game is over.")
ONE_CARD = Refusal("CR4", "Pick one card from your hand, or end your turn.")
GATE_FIRST = Refusal("CR19", "The enemy gate stands: attack it first.")
NO_GATE = Refusal("CR19", "The enemy gate has no cards: attacks go straight for the castle.")
OVER_THE_GATE = Refusal("CR19", "This card attacks the castle, even while the gate stands.")
ANYWHERE = Refusal("CR4", "Drop it on a structure, or in the middle to play it.")
ON_A_STRUCTURE = Refusal("CR4", "Drop it on your gate or your castle: it cannot be played now.")
PURPLE = Refusal("CR14", "A purple card cannot be played: place it, or discard it as payment.")
RESTING = Refusal("CR23", "This card was repelled in this turn: it rests until your next one.")


def refuse(view: View, action: Action) -> Refusal:
    """Reason why this action is illegal now."""
    decision, pos = view.decision, view.position
    if pos.result is not None:
        return OVER
    step = pos.steps[0]
    if decision is None:
        return _not_asked(pos, step)
    card, to = pos.picked(action), pos.target(action)
    if isinstance(step, Arrange):
        return _arrange(pos, view.seat, card, to)
    if isinstance(step, Pay):
        return _pay(view, step, action.cards if len(action.cards) > 1 else (card,))
    if isinstance(step, Sabotage):
        return Refusal("CR26", "The enemy card was destroyed: discard cards from your hand first.")
    if isinstance(step, Raze):
        return Refusal("CR38", "First choose the enemy permanent that is destroyed.")
    if isinstance(step, (Name, Inspect)):
        return Refusal("CR38", "First finish the effect of the card in the middle.")
    return _act(view, card, to)


def _not_asked(pos: AnyPos, step: Step) -> Refusal:
    if isinstance(step, Arrange):
        return Refusal("CR3", "The other side places its cards now.")
    return Refusal("CR4", f"It is not your turn: {SIDES[pos.state.active]} plays now.")


def _arrange(pos: AnyPos, seat: Seat, card: CardId, to: Zone) -> Refusal:
    if card < 0 or card not in pos.zones[HANDS[seat]]:
        return Refusal("CR2", "Place cards from your hand: 2 at the gate, 2 at the castle.")
    if to in (GATES[seat], CASTLES[seat]):
        return Refusal("CR2", f"Your {structure_name(to)} has its 2 new cards already.")
    return Refusal("CR2", "Drop the card on your own gate or your own castle.")


# -- paying ---------------------------------------------------------------------------------------


def _pay(view: View, step: Pay, cards: tuple[CardId, ...]) -> Refusal:
    pos, kind = view.position, kind_of(view, step.card)
    if kind is None or not set(cards).issubset(pos.zones[HANDS[view.seat]]):
        return Refusal("CR13", "First pay, with cards from your hand, or take the play back.")
    owed = step.owed(kind)
    if not owed:
        unit = UNIT_NAMES[UNITS[kind.bonus_unit]]
        return Refusal("CR16", f"The extra unit must be one {unit}, or leave it out.")
    units = {UNIT_NAMES[UNITS[unit]] for unit in owed if unit != ANY}
    if units:
        words = " and one ".join(sorted(units))
        return Refusal("CR15", f"Still to be paid: one {words}, each by a card of its own.")
    return Refusal("CR13", "Discard as many cards as it costs, one after the other.")


# -- the turn -------------------------------------------------------------------------------------


def _act(view: View, card: CardId, to: Zone) -> Refusal:
    pos, seat = view.position, view.seat
    if card < 0:
        return ONE_CARD
    source = pos.zone_of(card)
    kind = kind_of(view, card)
    if source != HANDS[seat] or kind is None:
        return _not_from(source)
    if to in (GATES[seat], CASTLES[seat]):
        return _strengthen(pos, kind)
    if to in (GATES[1 - seat], CASTLES[1 - seat]):
        return _aimed(pos, seat, card, kind, to)
    if to in (PLAY, PERMANENTS[seat]):
        return cannot(pos, seat, card, kind) or _place_for(pos, seat, kind)
    if to == DISCARD:
        return Refusal("CR13", "Cards are discarded when they pay for something, not just so.")
    if to == DRAW:
        return Refusal("CR7", "Cards do not go back to the draw pile.")
    return _nowhere(pos, seat, card, kind)


def _nowhere(pos: AnyPos, seat: Seat, card: CardId, kind: CardType) -> Refusal:
    """A hand card that was only clicked, or dropped where no card goes."""
    state = pos.state
    storm = state.ground.last_storm and state.stormy
    places = not state.placed and not storm and len(pos.zones[HANDS[seat]]) > kind.placing
    why = cannot(pos, seat, card, kind)
    if places:
        return ON_A_STRUCTURE if why is not None else ANYWHERE
    if why is None:
        return _place_for(pos, seat, kind)
    return why if kind.plays else _strengthen(pos, kind)


NOT_FROM: Sequence[tuple[tuple[Zone, ...], Refusal]] = (
    (GATES + CASTLES, Refusal("CR12", "Nobody may look at or take cards of a structure.")),
    ((DRAW,), Refusal("CR4", "You draw at the start of your turn only; that is done.")),
    ((DISCARD,), Refusal("CR8", "The discard pile may be read, but nothing is taken from it.")),
    (PERMANENTS, Refusal("CR30", "Permanents stay where they are until they are destroyed.")),
    (HANDS, Refusal("CR6", "This card is in the other hand.")),
)


def _not_from(source: Zone) -> Refusal:
    return next((refusal for zones, refusal in NOT_FROM if source in zones), ONE_CARD)


def _strengthen(pos: AnyPos, kind: CardType) -> Refusal:
    state = pos.state
    if state.ground.last_storm and state.stormy:
        return Refusal("CR37", "The last storm: the draw pile has run out once, nobody builds now.")
    if state.placed:
        return Refusal("CR4", "You have strengthened a structure in this turn already.")
    others = "card" if kind.placing == 1 else "cards"
    return Refusal("CR9", f"To place {kind.name} you discard {kind.placing} other hand {others}.")


def _aimed(pos: AnyPos, seat: Seat, card: CardId, kind: CardType, to: Zone) -> Refusal:
    """Dropped on an enemy structure."""
    why = cannot(pos, seat, card, kind)
    if why is not None:
        return why
    place = _place_for(pos, seat, kind)
    if place.rule != "CR19":
        return place
    if to == GATES[1 - seat]:
        return NO_GATE if not pos.zones[to] else OVER_THE_GATE
    return GATE_FIRST


def cannot(pos: AnyPos, seat: Seat, card: CardId, kind: CardType) -> Refusal | None:
    """Reason why a hand card cannot be played at all now; None if it can."""
    if not kind.plays:
        return PURPLE
    if not has_units(pos, seat, card, kind):
        units = " and one ".join(UNIT_NAMES[UNITS[unit]] for unit in kind.cost if unit != ANY)
        return Refusal("CR15", f"It costs one {units}, each by a card of its own.")
    if len(pos.zones[HANDS[seat]]) <= kind.price:
        count = "another card" if kind.price == 1 else counted(kind.price, "other card")
        return Refusal("CR13", f"To play it you must discard {count} from your hand.")
    if kind.playable(pos, seat, card):
        return None
    if isinstance(kind, Permanent):
        return Refusal("CR30", "You have this permanent already: one of each name.")
    if kind.id == "veteran":
        return RESTING
    if kind.id == "priest":
        return Refusal("CR31", "The other hand is empty: there is nothing to look for.")
    return Refusal("CR31", "There is no card left to turn over.")


def _place_for(pos: AnyPos, seat: Seat, kind: CardType) -> Refusal:
    """Hint where to drop a card that can be played."""
    gate = bool(pos.zones[GATES[1 - seat]])
    to = kind.actions(seat, gate)[0].to
    if to == PLAY:
        return Refusal("CR4", "Drop it in the middle to play it.")
    if to == PERMANENTS[seat]:
        return Refusal("CR30", "Drop a permanent on your own row of permanents.")
    where = "gate" if to == GATES[1 - seat] else "castle"
    return Refusal("CR19", f"Drop it on what it would hit: the enemy {where}.")
