"""Reasons why an action is illegal in Castle Rampage; each cites its rule.

The intention is read from the picked card and the place of the drop, not from the verb: without a
legal action the screen passes on any verb.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import SIDES, CardId, Seat, Zone
from castlecards.core.game import GAME_OVER, Refusal
from castlecards.core.position import Position, Step
from castlecards.core.sentence_templates import counted_cards, joined_list
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
from castlecards.texts import ntr, tr

AnyPos = Position[Any]

OVER = Refusal("CR32", GAME_OVER)
ONE_CARD = Refusal("CR4", tr("Pick one card from your hand, or end your turn."))
GATE_FIRST = Refusal("CR19", tr("The enemy gate is still standing: attack the gate first."))
NO_GATE = Refusal("CR19", tr("The enemy gate has no cards left: attack the castle."))
OVER_THE_GATE = Refusal("CR19", tr("This card always attacks the castle, gate or no gate."))
ANYWHERE = Refusal("CR4", tr("Drop it on a structure, or in the middle to play it."))
ON_A_STRUCTURE = Refusal("CR4", tr("You can’t play it now: drop it on your gate or your castle."))
PURPLE = Refusal("CR14", tr("You can’t play a purple card: place it, or discard it as payment."))
RESTING = Refusal("CR23", tr("This card was stopped: you can’t play it again this turn."))
SABOTAGED = Refusal("CR26", tr("First discard cards from your hand for the Saboteur."))
RAZE_FIRST = Refusal("CR38", tr("First choose the enemy permanent to destroy."))
EFFECT_FIRST = Refusal("CR38", tr("First finish the effect of the card in the middle."))
BUSY_ENEMY = Refusal("CR3", tr("The enemy is placing cards: please wait."))
FROM_HAND = Refusal("CR2", tr("Place cards from your hand: 2 at the gate, 2 in the castle."))
OWN_PLACES = Refusal("CR2", tr("Drop the card on your own gate or your own castle."))
PAY_FIRST = Refusal("CR13", tr("First pay with cards from your hand, or take your card back."))
ONE_BY_ONE = Refusal("CR13", tr("Discard the cards for the payment one at a time."))
LAST_STORM = Refusal("CR37", tr("Last storm: once the draw pile has run out, nobody strengthens."))
PLACED = Refusal("CR4", tr("You can strengthen only once a turn, and you already have."))
NO_DISCARDING = Refusal("CR13", tr("You can only discard cards as payment."))
NOT_TO_DRAW = Refusal("CR7", tr("Cards don’t go back to the draw pile."))
ONE_OF_EACH = Refusal("CR30", tr("You already have this permanent in play: one of each name."))
EMPTY_HAND = Refusal("CR31", tr("The enemy has no cards in hand, so a Priest can’t be played."))
NOTHING_TO_TURN = Refusal("CR31", tr("There is no card left to reveal."))
IN_THE_MIDDLE = Refusal("CR4", tr("Drop it in the middle to play it."))
ON_YOUR_ROW = Refusal("CR30", tr("Drop a permanent on your own row of permanents."))
ON_THE_GATE = Refusal("CR19", tr("Drop it on its target: the enemy gate."))
ON_THE_CASTLE = Refusal("CR19", tr("Drop it on its target: the enemy castle."))


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
        return SABOTAGED
    if isinstance(step, Raze):
        return RAZE_FIRST
    if isinstance(step, (Name, Inspect)):
        return EFFECT_FIRST
    return _act(view, card, to)


def _not_asked(pos: AnyPos, step: Step) -> Refusal:
    if isinstance(step, Arrange):
        return BUSY_ENEMY
    side = SIDES[pos.state.active]
    return Refusal("CR4", tr("It’s not your turn: {side} is playing.", side=side))


def _arrange(pos: AnyPos, seat: Seat, card: CardId, to: Zone) -> Refusal:
    if card < 0 or card not in pos.zones[HANDS[seat]]:
        return FROM_HAND
    if to in (GATES[seat], CASTLES[seat]):
        full = tr("Your {place} already has its 2 new cards.", place=structure_name(to))
        return Refusal("CR2", full)
    return OWN_PLACES


# -- paying ---------------------------------------------------------------------------------------


def _pay(view: View, step: Pay, cards: tuple[CardId, ...]) -> Refusal:
    pos, kind = view.position, kind_of(view, step.card)
    if kind is None or not set(cards).issubset(pos.zones[HANDS[view.seat]]):
        return PAY_FIRST
    owed = step.remaining_cost(kind)
    if not owed:
        unit = UNIT_NAMES[UNITS[kind.bonus_unit]]
        return Refusal("CR16", tr("Only a card with one {unit} gives the bonus.", unit=unit))
    units = sorted({UNIT_NAMES[UNITS[unit]] for unit in owed if unit != ANY})
    if units:
        words = tr("You still have to pay {units}, one card each.", units=unit_list(units))
        return Refusal("CR15", words)
    return ONE_BY_ONE


def unit_list(units: Iterable[str]) -> str:
    """Units as a list: `a knight and an axe`."""
    return joined_list([counted_cards(1, unit) for unit in units])


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
        return NO_DISCARDING
    if to == DRAW:
        return NOT_TO_DRAW
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
    (GATES + CASTLES, Refusal("CR12", tr("Nobody may look at or take cards in a structure."))),
    ((DRAW,), Refusal("CR4", tr("You only draw at the start of your turn."))),
    (
        (DISCARD,),
        Refusal("CR8", tr("You may look through the discard pile, but not take from it.")),
    ),
    (PERMANENTS, Refusal("CR30", tr("Permanents stay where they are until they’re destroyed."))),
    (HANDS, Refusal("CR6", tr("This card is in the enemy’s hand."))),
)


def _not_from(source: Zone) -> Refusal:
    return next((refusal for zones, refusal in NOT_FROM if source in zones), ONE_CARD)


def _strengthen(pos: AnyPos, kind: CardType) -> Refusal:
    state = pos.state
    if state.ground.last_storm and state.stormy:
        return LAST_STORM
    if state.placed:
        return PLACED
    price = ntr(
        kind.placing,
        "You need {n} other card in hand to pay for placing this {card}.",
        "You need {n} other cards in hand to pay for placing this {card}.",
        card=kind.name,
    )
    return Refusal("CR9", price)


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
        units = unit_list(UNIT_NAMES[UNITS[unit]] for unit in kind.cost if unit != ANY)
        return Refusal("CR15", tr("It costs {units}, one card each.", units=units))
    if len(pos.zones[HANDS[seat]]) <= kind.price:
        price = ntr(
            kind.price,
            "You need {n} other card in hand to pay for it.",
            "You need {n} other cards in hand to pay for it.",
        )
        return Refusal("CR13", price)
    if kind.playable(pos, seat, card):
        return None
    if isinstance(kind, Permanent):
        return ONE_OF_EACH
    if kind.id == "veteran":
        return RESTING
    if kind.id == "priest":
        return EMPTY_HAND
    return NOTHING_TO_TURN


def _place_for(pos: AnyPos, seat: Seat, kind: CardType) -> Refusal:
    """Hint where to drop a card that can be played."""
    gate = bool(pos.zones[GATES[1 - seat]])
    to = kind.actions(seat, gate)[0].to
    if to == PLAY:
        return IN_THE_MIDDLE
    if to == PERMANENTS[seat]:
        return ON_YOUR_ROW
    return ON_THE_GATE if to == GATES[1 - seat] else ON_THE_CASTLE
