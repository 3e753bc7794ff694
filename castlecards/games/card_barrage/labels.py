"""Labels of actions and cards, from the knowledge of a seat."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Face, Zone
from castlecards.core.landing import METHODS
from castlecards.core.view import View
from castlecards.games.card_barrage.rules import Replace, Third
from castlecards.games.tech_effects.story import card_name as known_name

METHOD_NAMES = dict(zip(METHODS, ("a lob", "a Frisbee throw", "a flip"), strict=True))

PLAIN = {
    "straighten": "Move it to the marked place",
    "stay": "Leave it where the old wall lay",
    "foul": "Throw against the rules: a miss",
}
WITH_CARD = {
    "build": "Build {card} as {place}",
    "upgrade": "Exchange {place} for {card}",
    "replace": "Replace {place} by {card}",
    "effect": "Use {effect}, the effect of {card}",
    "show": "Show {card}",
    "take": "Take {card}",
    "want": "Ask for {card}",
    "tuck": "Put {card} under the deck",
    "discard": "Discard {card}",
    "shift": "Exchange {place} for {card}",
    "landed": "{card} comes to rest",
}
WITH_ZONE = {
    "draw": "Draw a card from {place}",
    "reshuffle": "Shuffle {place} into the draw deck",
    "choose": "Choose {seat}",
    "expel": "Expel {top}, {place}",
    "rob": "{seat} discards the highest card of the domain",
}


def card_name(face: Face | None) -> str:
    """Name of a card: `Wiki (Knowledge 3)`."""
    return "a card" if face is None else known_name(face)


def effect_name(face: Face | None) -> str:
    return face.text.partition(":")[0] if face is not None else "the effect"


def describe(action: Action, view: View) -> str:
    """Label of an action in one line, without faces that the seat does not know."""
    verb, box = action.verb, view.position.box
    if verb == "pass":
        steps = view.position.steps
        third = bool(steps) and isinstance(steps[0], Third)
        return "Do not use the effect" if third else "End the turn"
    if verb == "decline":
        steps = view.position.steps
        if steps and isinstance(steps[0], Replace):
            return "Leave the place empty" if len(steps[0].gaps) == 1 else "Leave the places empty"
        choice = view.decision is None or len(view.decision.options) > 1
        return "Do not" if choice else "Go on"
    if verb in PLAIN:
        return PLAIN[verb]
    face = _known(view, action.cards[0]) if action.cards else None
    card = card_name(face)
    if verb == "toss":
        return f"Throw {card}: {METHOD_NAMES[METHODS[action.args[0]]]}"
    if verb == "give":
        scored = action.to in view.position.state.ground.scores
        return f"Give {card} to the attackers" if scored else f"Give {card} in exchange"
    if verb == "use":
        value = action.args[0]
        name = effect_name(next(face for face in box.faces if face.rank == value))
        return f"Use {name} ({value})"
    if verb in WITH_CARD:
        return WITH_CARD[verb].format(
            card=card, place=place_name(view, action.to), effect=effect_name(face)
        )
    zone = action.zones[0] if action.zones else -1
    pile = view.position.zones[zone] if zone >= 0 else b""
    top = card_name(_known(view, pile[-1])) if pile else "a card"
    text = WITH_ZONE.get(verb, verb.capitalize())
    return text.format(place=place_name(view, zone), top=top, seat=seat_name(view, zone))


def seat_name(view: View, zone: Zone) -> str:
    """Owner of a zone: `North`, or `North 2` where a team has several seats."""
    return view.position.box.zones[zone].title.partition(" of ")[2] if zone >= 0 else ""


def place_name(view: View, zone: Zone) -> str:
    """A zone in the middle of a sentence; own walls without the name of the team."""
    if zone < 0:
        return "nowhere"
    box = view.position.box
    spec = box.zones[zone]
    title = spec.title[:1].lower() + spec.title[1:] if spec.owner is not None else spec.title
    if spec.owner == view.seat:
        return title.partition(" of ")[0]
    return title


def _known(view: View, card: CardId) -> Face | None:
    return view.face(card) if 0 <= card < view.position.box.size else None
