"""Previews of actions in Castle Rampage: attacks, placements and payments."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import UNSEEN, CardId, Zone
from castlecards.core.game import OutcomePreview
from castlecards.core.view import View
from castlecards.games.castle_rampage.attack import defence
from castlecards.games.castle_rampage.cards import Attacker, Jester, Permanent, Raider, Witch
from castlecards.games.castle_rampage.deck import UNIT_NAMES, UNITS
from castlecards.games.castle_rampage.state import (
    ANY,
    GATES,
    PERMANENTS,
    CardType,
    Pos,
    structure_name,
)
from castlecards.texts import tr


def outcome_preview(view: View, action: Action) -> OutcomePreview | None:
    """Preview of an action; None without one, or if this seat does not know its card."""
    pos = view.position
    if view.seat < 0 or not action.cards or any(pos.faces[c] == UNSEEN for c in action.cards):
        return None
    card = action.cards[0]
    match action.verb:
        case "attack" | "play":
            return _played(view, card)
        case "strengthen" | "place":
            return _placed(pos, card, action.to)
        case "pay":
            return _paid(action)
    return None


def _played(view: View, card: CardId) -> OutcomePreview | None:
    pos = view.position
    kind = pos.state.ground.kinds[pos.faces[card]]
    if isinstance(kind, Attacker):
        return _attack(view, kind)
    if isinstance(kind, Permanent):
        return OutcomePreview(tr("stays in play"), "good")
    if isinstance(kind, Witch):
        target = kind.target(pos, 1 - view.seat)
        if len(pos.zones[target]) > 1:
            return OutcomePreview(tr("destroys 1 card"), "good")
        return OutcomePreview(
            tr("the gate falls") if target in GATES else tr("the castle falls"), "good"
        )
    return None


def _attack(view: View, kind: CardType) -> OutcomePreview:  # CR17 to CR21
    """Strength and target, without what an extra unit may add; and the top card, if it is known."""
    pos, me = view.position, view.seat
    target = kind.target(pos, 1 - me)
    strength = kind.strength(pos, target)
    if target in GATES:
        strength += pos.state.ground.bonus(pos, me, "siege_ram")
    place = structure_name(target)
    more = tr("{strength} against the {place}", strength=strength, place=place)
    if isinstance(kind, Jester):  # CR24
        return OutcomePreview(tr("{strength}, or you lose 1", strength=strength), "open", more)
    top = pos.zones[target][-1] if pos.zones[target] else -1
    raids = isinstance(kind, Raider) and bool(pos.zones[PERMANENTS[1 - me]])
    if top < 0 or raids or pos.faces[top] == UNSEEN:
        at = tr("{strength} at the {place}", strength=strength, place=place)
        return OutcomePreview(at, "open", more)
    against = defence(pos, target, top)
    if against > strength:
        text = tr("{strength} loses to {against}", strength=strength, against=against)
        return OutcomePreview(text, "bad", more)
    if against == strength:
        text = tr("{strength} = {against}: both fall", strength=strength, against=against)
        return OutcomePreview(text, "even", more)
    text = tr("{strength} beats {against}", strength=strength, against=against)
    return OutcomePreview(text, "good", more)


def _placed(pos: Pos, card: CardId, to: Zone) -> OutcomePreview:  # CR9
    return OutcomePreview(tr("defends with {value}", value=defence(pos, to, card)))


def _paid(action: Action) -> OutcomePreview | None:  # CR15
    if len(action.args) != 1 or action.args[0] >= ANY:
        return None
    return OutcomePreview(tr("pays the {unit}", unit=UNIT_NAMES[UNITS[action.args[0]]]))
