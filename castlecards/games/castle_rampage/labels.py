"""Labels of Castle Rampage: actions and places, from the knowledge of a seat."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import SIDES, CardId, Zone
from castlecards.core.sentence_templates import grouped, joined_list
from castlecards.core.view import View
from castlecards.games.castle_rampage.deck import UNIT_NAMES, UNITS
from castlecards.games.castle_rampage.rules import Pay
from castlecards.games.castle_rampage.state import (
    ANY,
    ASIDES,
    CASTLES,
    GATES,
    PERMANENTS,
    PLAY,
    CardType,
)
from castlecards.games.castle_rampage.story import short_title
from castlecards.texts import tr

END_TURN = tr("End turn")
NO_BONUS = tr("Skip the bonus")
A_CARD = tr("a card")
IN_CASTLE = tr("Place {card} in {to}")
AGAINST = tr("Play {card} against {to}")
WITH_CARD = {
    "strengthen": tr("Strengthen {to} with {card}"),
    "place": tr("Place {card} at {to}"),
    "attack": tr("Attack {to} with {card}"),
    "play": tr("Play {card}"),
    "discard": tr("Discard {card}"),
    "destroy": tr("Destroy {card}"),
}
PLACES = (tr("gate"), tr("castle"), tr("row of permanents"), tr("card set aside"))


def describe(action: Action, view: View) -> str:
    """Label of an action in one line, without faces that the seat does not know."""
    verb = action.verb
    if verb == "pass":
        steps = view.position.steps
        paying = bool(steps) and isinstance(steps[0], Pay)
        return NO_BONUS if paying else END_TURN
    if verb == "seen":
        return tr("Done")
    if verb == "name":
        return tr("Name the {unit}", unit=UNIT_NAMES[UNITS[action.args[0]]])
    if verb == "pay":
        names = joined_list(grouped([known_card(view, card) for card in action.cards]))
        if unit := paid_as(view, action):
            return tr("Pay with {card} as {unit}", card=names, unit=unit)
        return tr("Pay with {cards}", cards=names)
    card = known_card(view, action.cards[0]) if action.cards else A_CARD
    text = AGAINST if verb == "play" and action.to in (*GATES, *CASTLES) else WITH_CARD.get(verb)
    if verb == "place" and action.to in CASTLES:
        text = IN_CASTLE
    if text is None:
        return f"{verb.capitalize()} {card}"
    return text.format(card=card, to=place_name(view, action.to))


def card_name(view: View, card: CardId) -> str:
    """Name of a card without its article: `Axe man`."""
    face = view.face(card) if 0 <= card < view.position.box.size else None
    return short_title(face) if face is not None else A_CARD


def known_card(view: View, card: CardId) -> str:
    """Name of a card in a sentence: `the Axe man`; `a card` if the seat does not know it."""
    name = card_name(view, card)
    return name if name == A_CARD else tr("the {card}", card=name)


def paid_as(view: View, action: Action) -> str:
    """Unit that a card pays for, where it could stand for something else: `archer`."""
    if len(action.args) != 1 or action.args[0] >= ANY or len(action.cards) != 1:
        return ""
    face = view.face(action.cards[0])
    several = face is None or len(face.suit) > 1
    return UNIT_NAMES[UNITS[action.args[0]]] if several else ""


def place_name(view: View, zone: Zone) -> str:
    """Name of a zone in the middle of a sentence."""
    if zone == PLAY:
        return tr("the middle")
    for seat in (0, 1):
        places = (GATES[seat], CASTLES[seat], PERMANENTS[seat], ASIDES[seat])
        if zone not in places:
            continue
        place = PLACES[places.index(zone)]
        if seat == view.seat:
            return tr("your {place}", place=place)
        if view.seat >= 0:
            return tr("the enemy {place}", place=place)
        return tr("{side}’s {place}", side=SIDES[seat], place=place)
    return tr("nowhere")


def kind_of(view: View, card: CardId) -> CardType | None:
    """Type of a card; None if the seat does not know it."""
    if not 0 <= card < view.position.box.size or view.face(card) is None:
        return None
    ground = view.position.state.ground
    kind: CardType = ground.kinds[view.position.faces[card]]
    return kind
