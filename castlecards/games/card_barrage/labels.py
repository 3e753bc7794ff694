"""Labels of actions and cards, from the knowledge of a seat."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import Face, Zone
from castlecards.core.landing import METHODS
from castlecards.core.view import View
from castlecards.games.card_barrage.rules import EffectChoice, Replace
from castlecards.games.card_barrage.state import seat_title
from castlecards.games.card_barrage.story import place
from castlecards.games.tech_effects import labels
from castlecards.games.tech_effects.labels import effect_name
from castlecards.games.tech_effects.story import card_name as known_name
from castlecards.texts import ntr, tr

METHOD_NAMES = dict(zip(METHODS, (tr("a lob"), tr("a Frisbee"), tr("a flip")), strict=True))

A_CARD = tr("a card")
TO_ATTACKERS = tr("Give {card} to the attackers")
IN_EXCHANGE = tr("Give {card} in exchange")
PLAIN = {
    "straighten": tr("Straighten it"),
    "stay": tr("Keep the old place"),
    "foul": tr("Foul throw: a miss"),
}
WITH_CARD = {
    **labels.WITH_CARD,
    "build": tr("Build {card} as {place}"),
    "upgrade": tr("Upgrade {place} to {card}"),
    "replace": tr("Replace {place} with {card}"),
    "tuck": tr("Put {card} under the deck"),
    "shift": tr("Swap {place} for {card}"),
    "landed": tr("{card} comes to rest"),
}
WITH_ZONE = {
    **labels.WITH_ZONE,
    "draw": tr("Draw a card from {place}"),
    "reshuffle": tr("Shuffle {place} into the draw deck"),
    "expel": tr("Expel {top} ({place})"),
    "rob": tr("{seat} discards the highest card of the domain"),
}


def card_name(face: Face | None) -> str:
    """Name of a card: `Wiki (Knowledge 3)`."""
    return A_CARD if face is None else known_name(face)


def describe(action: Action, view: View) -> str:
    """Label of an action in one line, without faces that the seat does not know."""
    verb, box = action.verb, view.position.box
    if verb == "pass":
        steps = view.position.steps
        third = bool(steps) and isinstance(steps[0], EffectChoice)
        return tr("Skip the effect") if third else tr("End turn")
    if verb == "decline":
        steps = view.position.steps
        if steps and isinstance(steps[0], Replace):
            return ntr(len(steps[0].gaps), "Leave it empty", "Leave them empty")
        choice = view.decision is None or len(view.decision.options) > 1
        return tr("Skip") if choice else tr("Done")
    if verb in PLAIN:
        return PLAIN[verb]
    face = view.face_named(action.cards[0]) if action.cards else None
    card = card_name(face)
    if verb == "toss":
        return tr(
            "Throw {card} as {method}", card=card, method=METHOD_NAMES[METHODS[action.args[0]]]
        )
    if verb == "give":
        scored = action.to in view.position.state.ground.scores
        text = TO_ATTACKERS if scored else IN_EXCHANGE
        return text.format(card=card)
    if verb == "use":
        return labels.use_label(box, action.args[0])
    if verb in WITH_CARD:
        return WITH_CARD[verb].format(
            card=card, place=place_name(view, action.to), effect=effect_name(face)
        )
    zone = action.zones[0] if action.zones else -1
    pile = view.position.zones[zone] if zone >= 0 else b""
    top = card_name(view.face_named(pile[-1])) if pile else A_CARD
    text = WITH_ZONE.get(verb, verb.capitalize())
    return text.format(place=place_name(view, zone), top=top, seat=seat_name(view, zone))


def seat_name(view: View, zone: Zone) -> str:
    """Owner of a zone: `North`, or `North 2` where a team has several seats."""
    box = view.position.box
    owner = box.zones[zone].owner if zone >= 0 else None
    return "" if owner is None else seat_title(owner, box.seats)


def place_name(view: View, zone: Zone) -> str:
    """A zone in the middle of a sentence: `wall 2`, `your draw deck`, `North’s wall 2`."""
    if zone < 0:
        return tr("nowhere")
    box, seat = view.position.box, view.seat
    spec = box.zones[zone]
    if spec.side is not None and seat >= 0 and spec.side == box.sides[seat]:
        return tr("your {place}", place=place(spec))
    return place(spec) if spec.owner == seat else spec.title
