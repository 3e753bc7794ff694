"""Labels of Tricks of the Trade: actions and cards, from the knowledge of a seat."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Face, Zone
from castlecards.core.view import View
from castlecards.games.tech_effects import labels
from castlecards.games.tech_effects.labels import effect_name
from castlecards.games.tech_effects.story import card_name as known_name
from castlecards.games.tricks_of_the_trade.state import Ground
from castlecards.games.tricks_of_the_trade.trading import Answer, Offer, Reply
from castlecards.texts import tr

WITH_CARD = {
    **labels.WITH_CARD,
    "bid": tr("Bid {card}"),
    "offer": tr("Offer {card} to {seat}"),
    "wish": tr("Ask for {card}"),
    "counter": tr("Show {card} instead"),
    "play": tr("Play {card}"),
    "tuck": tr("Put {card} under the draw deck"),
    "shift": tr("Swap {card} for the trump card, {top}"),
    "copy": tr("Show {card} to copy the domain of {top}"),
}
WITH_ZONE = {
    **labels.WITH_ZONE,
    "draw": tr("Draw a card"),
    "reshuffle": tr("Shuffle the discard pile into the draw deck"),
    "expel": tr("Expel the trump card, {top}"),
    "rob": tr("Make {seat} discard the highest card of the domain"),
    "mirror": tr("Use the effect of {top}"),
}
UNSEEN_CARD = {  # for a reader who does not see the card
    "bid": tr("Bid in secret"),
    "wish": tr("Ask for something in return"),
    "effect": tr("Use the effect of a card"),
}


def card_name(face: Face | None) -> str:
    """Name of a card, `Wiki (Knowledge 3)`, or text of a token."""
    if face is None:
        return tr("a card")
    return face.title if face.deck == "token" else known_name(face)


def describe(action: Action, view: View) -> str:
    """Label of an action in one line, without faces that the seat does not know."""
    verb, pos = action.verb, view.position
    ground: Ground = pos.state.ground
    if verb == "pass":
        return _pass(view)
    if verb == "decline":
        choice = view.decision is None or len(view.decision.options) > 1
        return tr("Skip") if choice else tr("Continue")
    if verb == "use":
        return labels.use_label(pos.box, action.args[0])
    face = view.face_named(action.cards[0]) if action.cards else None
    if face is None and verb in UNSEEN_CARD:
        return UNSEEN_CARD[verb]
    if verb == "wish" and face is not None and not face.suit:
        return tr("Ask for any card")
    if verb == "give" and action.to in ground.offers:
        return tr("Give {card}", card=card_name(face))
    if verb == "give":
        return tr("Give {card} in return", card=card_name(face))
    zone = action.zones[0] if action.zones else action.to
    pile = pos.zones[zone] if 0 <= zone < len(pos.zones) else b""
    text = WITH_CARD.get(verb) or WITH_ZONE.get(verb) or verb.capitalize()
    return text.format(
        card=card_name(face),
        effect=effect_name(face),
        top=card_name(view.face_named(pile[-1])) if pile else tr("a card"),
        seat=seat_name(ground, zone),
    )


def seat_name(ground: Ground, zone: Zone) -> str:
    """Owner of a zone; "nobody" for one in the middle."""
    return ground.names[ground.owner[zone]] if 0 <= zone < len(ground.owner) else tr("nobody")


def _pass(view: View) -> str:
    steps = view.position.steps
    match steps[0] if steps else None:
        case Offer(_, again):
            return tr("Done") if again else tr("Skip")
        case Reply():
            return tr("Refuse")
        case Answer():
            return tr("Keep your card")
        case _:
            return tr("Skip")


def roles(view: View) -> dict[CardId, str]:  # TT12
    """Names of the effects of the cards in the own hand."""
    pos = view.position
    faces = {card: view.face(card) for card in pos.zones[pos.state.ground.hands[view.seat]]}
    return {card: effect_name(face) for card, face in faces.items() if face and ":" in face.text}
