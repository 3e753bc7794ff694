"""Labels of actions and cards, from the knowledge of a seat."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Face, Zone
from castlecards.core.view import View
from castlecards.games.tech_effects.story import card_name as known_name
from castlecards.games.tricks_of_the_trade.state import Ground
from castlecards.games.tricks_of_the_trade.trading import Answer, Offer, Reply

WITH_CARD = {
    "bid": "Bid {card}",
    "offer": "Offer {card} to {seat}",
    "wish": "Ask for {card} in return",
    "counter": "Show {card} instead",
    "effect": "Use {effect}, the effect of {card}",
    "play": "Play {card}",
    "show": "Show {card}",
    "take": "Take {card}",
    "want": "Ask for {card}",
    "tuck": "Put {card} under the draw deck",
    "discard": "Discard {card}",
    "shift": "Exchange {top}, the trump card, for {card}",
    "copy": "Show {card}, which copies the domain of {top}",
}
WITH_ZONE = {
    "draw": "Draw a card",
    "reshuffle": "Shuffle the discard pile into the draw deck",
    "choose": "Choose {seat}",
    "expel": "Expel {top}, the trump card",
    "rob": "{seat} discards the highest card of the domain",
    "mirror": "Use the effect of {top}",
}


def card_name(face: Face | None) -> str:
    """`Wiki (Knowledge 3)`; of a token, what it says."""
    if face is None:
        return "a card"
    return face.title if face.deck == "token" else known_name(face)


def effect_name(face: Face | None) -> str:
    return face.text.partition(":")[0] if face is not None else "the effect"


def describe(action: Action, view: View) -> str:
    """Label of an action in one line, without faces that the seat does not know."""
    verb, pos = action.verb, view.position
    ground: Ground = pos.state.ground
    if verb == "pass":
        return _pass(view)
    if verb == "decline":
        choice = view.decision is None or len(view.decision.options) > 1
        return "Do not" if choice else "Go on"
    if verb == "use":
        value = action.args[0]
        printed = next(face for face in pos.box.faces if face.rank == value)
        return f"Use {effect_name(printed)} ({value})"
    face = _known(view, action.cards[0]) if action.cards else None
    if verb in ("bid", "wish") and face is None:
        return "Bid in secret" if verb == "bid" else "Lay a wish beside it"
    if verb == "effect" and face is None:
        return "Use the effect of a card"
    if verb == "give":
        ends = "" if action.to in ground.offers else " in exchange"
        return f"Give {card_name(face)}{ends}"
    zone = action.zones[0] if action.zones else action.to
    pile = pos.zones[zone] if 0 <= zone < len(pos.zones) else b""
    text = WITH_CARD.get(verb) or WITH_ZONE.get(verb) or verb.capitalize()
    return text.format(
        card=card_name(face),
        effect=effect_name(face),
        top=card_name(_known(view, pile[-1])) if pile else "a card",
        seat=seat_name(ground, zone),
    )


def seat_name(ground: Ground, zone: Zone) -> str:
    """Owner of a zone; "nobody" for one in the middle."""
    return ground.names[ground.owner[zone]] if 0 <= zone < len(ground.owner) else "nobody"


def _pass(view: View) -> str:
    steps = view.position.steps
    match steps[0] if steps else None:
        case Offer(_, again):
            return "Make no other offer" if again else "Trade nothing"
        case Reply():
            return "Refuse the offer"
        case Answer():
            return "Keep your own card"
        case _:
            return "Play no effect"


def _known(view: View, card: CardId) -> Face | None:
    return view.face(card) if 0 <= card < view.position.box.size else None


def roles(view: View) -> dict[CardId, str]:  # TT12
    """The effects of the cards in the own hand."""
    pos = view.position
    faces = {card: view.face(card) for card in pos.zones[pos.state.ground.hands[view.seat]]}
    return {card: effect_name(face) for card, face in faces.items() if face and ":" in face.text}
