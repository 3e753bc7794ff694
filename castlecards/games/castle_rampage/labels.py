"""Labels of Castle Rampage: actions and places, from the knowledge of a seat."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import SIDES, CardId, Zone
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
    structure_name,
)


def describe(action: Action, view: View) -> str:
    """Label of an action in one line, without faces that the seat does not know."""
    verb = action.verb
    if verb == "pass":
        steps = view.position.steps
        paying = bool(steps) and isinstance(steps[0], Pay)
        return "Play it without an extra unit" if paying else "End the turn"
    if verb == "seen":
        return "Go on"
    if verb == "name":
        return UNIT_NAMES[UNITS[action.args[0]]].capitalize()
    names = " and ".join(card_name(view, card) for card in action.cards) or "a card"
    if verb == "pay":
        return f"Pay with {names}{paid_as(view, action)}"
    to = place_name(view, action.to)
    if verb == "strengthen":
        return f"Strengthen {to} with {names}"
    if verb == "place":
        return f"Place {names} at {to}"
    if verb == "attack":
        return f"Attack {to} with {names}"
    if verb == "discard":
        return f"Discard {names}"
    if verb == "destroy":
        return f"Destroy {names}"
    if verb == "play" and action.to in (*GATES, *CASTLES):
        return f"Play {names} against {to}"
    return f"{verb.capitalize()} {names}"


def card_name(view: View, card: CardId) -> str:
    face = view.face(card) if 0 <= card < view.position.box.size else None
    return face.title if face is not None else "a card"


def paid_as(view: View, action: Action) -> str:
    """` as an archer`, where a card could stand for something else."""
    if len(action.args) != 1 or action.args[0] >= ANY or len(action.cards) != 1:
        return ""
    face = view.face(action.cards[0])
    unit = UNIT_NAMES[UNITS[action.args[0]]]
    article = "an" if unit[0] in "a" else "a"
    return f" as {article} {unit}" if face is None or len(face.suit) > 1 else ""


def place_name(view: View, zone: Zone) -> str:
    """Name of a zone in the middle of a sentence."""
    if zone == PLAY:
        return "the middle"
    for seat in (0, 1):
        whose = (
            "your" if seat == view.seat else "the enemy" if view.seat >= 0 else f"{SIDES[seat]}’s"
        )
        if zone in (GATES[seat], CASTLES[seat]):
            return f"{whose} {structure_name(zone)}"
        if zone in (PERMANENTS[seat], ASIDES[seat]):
            return f"{whose} place for {'permanents' if zone == PERMANENTS[seat] else 'one card'}"
    return "nowhere"


def kind_of(view: View, card: CardId) -> CardType | None:
    """The type of a card, if the seat knows it."""
    if not 0 <= card < view.position.box.size or view.face(card) is None:
        return None
    ground = view.position.state.ground
    kind: CardType = ground.kinds[view.position.faces[card]]
    return kind
