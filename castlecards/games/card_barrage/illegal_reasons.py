"""Reasons why an action is illegal in Card Barrage; each cites its rule.

The intention is read from the picked card and the place of the drop, not from the verb: without a
legal action the screen passes on any verb.
"""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import Seat, Zone
from castlecards.core.game import GAME_OVER, Refusal
from castlecards.core.landing import FOULS
from castlecards.core.view import View
from castlecards.games.card_barrage.rules import EffectChoice, Flight, Play, Replace, Tribute
from castlecards.games.card_barrage.state import (
    BUILT,
    UPGRADED,
    Ground,
    WallPlaceChoice,
    mover,
    seat_title,
)
from castlecards.texts import tr

FOUL_REFUSALS = {
    "gate": Refusal(
        "CB18", tr("Carry the card over your castle, or within one card’s length beside it.")
    ),
    "line": Refusal("CB18", tr("Let go before the front edge of your wall row.")),
    "backward": Refusal("CB19", tr("Throw forward. The card is back in your hand.")),
    "slow": Refusal(
        "CB19", tr("Too slow for a throw: flick faster. The card is back in your hand.")
    ),
}
NOT_FROM = {  # by kind of the picked card's zone
    "own wall": Refusal("CB24", tr("A wall stays where it is until you upgrade it or rebuild it.")),
    "partner wall": Refusal("CB13", tr("Only its owner can rebuild or upgrade this wall.")),
    "enemy wall": Refusal("CB15", tr("Throw a card from your hand at this wall.")),
    "castle": Refusal("CB3", tr("A castle never leaves its place.")),
    "draw": Refusal("CB12", tr("You only draw at the start of your turn.")),
    "discard": Refusal("CB12", tr("Discarded cards come back when the draw deck is empty.")),
    "score": Refusal("CB25", tr("Scored cards stay in the score pile.")),
    "hand": Refusal("CB6", tr("This card is not in the hand you are playing now.")),
    "other": Refusal("CB29", tr("This card is out of the game.")),
}
NOT_TO = {  # by kind of the zone where a card of the own hand was dropped
    "partner wall": Refusal(
        "CB13", tr("You can build and upgrade only the walls of your own castle.")
    ),
    "enemy wall": Refusal("CB15", tr("You can’t place a card on an enemy wall: throw it.")),
    "castle": Refusal("CB3", tr("You can’t build on a castle or replace it.")),
    "draw": Refusal("CB12", tr("Cards don’t go back to the draw deck.")),
    "discard": Refusal("CB31", tr("Only thrown cards are discarded.")),
    "score": Refusal("CB25", tr("Only walls that you hit go to your score pile.")),
    "hand": Refusal("CB6", tr("You can’t pass cards from hand to hand.")),
    "other": Refusal("CB13", tr("Drop the card on one of your own wall places, or throw it.")),
}


def refuse(view: View, action: Action) -> Refusal:
    """Reason why this action is illegal now."""
    decision, pos = view.decision, view.position
    if pos.result is not None:
        return Refusal("CB33", GAME_OVER)
    step = pos.steps[0]
    if decision is None:
        return _not_asked(view)
    if isinstance(step, Play):
        return _play(view, action, step.stage)
    if isinstance(step, Replace):
        return _replace(view, action, step)
    return WAITING.get(type(step), EFFECT)


WAITING: dict[type, Refusal] = {
    WallPlaceChoice: Refusal("CB14", tr("First choose where the new wall goes.")),
    Tribute: Refusal("CB26", tr("Your castle was hit: first give the attackers a card.")),
    EffectChoice: Refusal("CB28", tr("First use the effect of the scored card, or skip it.")),
}
EFFECT = Refusal("CB28", tr("First finish the effect that you are using."))


def _not_asked(view: View) -> Refusal:
    pos = view.position
    step = pos.steps[0]
    if isinstance(step, Flight):
        return Refusal("CB21", tr("The card is still flying: wait until everything is at rest."))
    if isinstance(step, (Replace, Tribute)):
        return Refusal("CB27", tr("Please wait: the defenders are dealing with the hit."))
    name = seat_title(mover(pos.state), pos.state.ground.seats)
    return Refusal("CB7", tr("It’s not your turn: {name} is playing.", name=name))


def zone_kind(ground: Ground, seat: Seat, zone: Zone) -> str:
    """Kind of a zone as this seat sees it: a key of NOT_FROM."""
    if zone < len(ground.owner):
        owner = ground.owner[zone]
        if zone == ground.hands[owner]:
            return "own hand" if owner == seat else "hand"
        if zone == ground.castles[owner]:
            return "castle"
        if owner % 2 != seat % 2:
            return "enemy wall"
        return "own wall" if owner == seat else "partner wall"
    for name, piles in (
        ("draw", ground.draws), ("discard", ground.discards), ("score", ground.scores),
    ):  # fmt: skip
        if zone in piles:
            return name
    return "other"


def _play(view: View, action: Action, stage: int) -> Refusal:
    pos, seat = view.position, view.seat
    ground: Ground = pos.state.ground
    card = pos.picked(action)
    if card < 0:
        return Refusal("CB16", tr("Pick one card from your hand, or end your turn."))
    source = zone_kind(ground, seat, pos.zone_of(card))
    if source != "own hand":
        return NOT_FROM[source]
    if action.verb in ("toss", "foul"):
        return _throw(action, stage)
    to = pos.target(action)
    if to < 0:
        return NOT_TO["other"]
    goal = zone_kind(ground, seat, to)
    if goal == "own hand":
        return NOT_TO["hand"]
    if goal != "own wall":
        return NOT_TO[goal]
    return _wall(bool(pos.zones[to]), stage)


def _throw(action: Action, stage: int) -> Refusal:
    if stage == BUILT:
        return Refusal("CB13", tr("You built a wall this turn, so you can’t attack."))
    if action.verb == "foul" and action.args and 0 <= action.args[0] < len(FOULS):
        return FOUL_REFUSALS[FOULS[action.args[0]]]
    return Refusal("CB17", tr("No hand can throw a lob, Frisbee or flip like that."))


def _wall(stands: bool, stage: int) -> Refusal:
    if stands:
        if stage == UPGRADED:
            return Refusal("CB14", tr("You can upgrade only one wall a turn."))
        return Refusal("CB13", tr("There is a wall here already: upgrade it with the card."))
    if stage == BUILT:
        return Refusal("CB13", tr("You can build only one wall a turn."))
    if stage == UPGRADED:
        return Refusal("CB13", tr("You can’t build after an upgrade: build first, then upgrade."))
    return Refusal("CB14", tr("There is no wall here to upgrade: build one."))


def _replace(view: View, action: Action, step: Replace) -> Refusal:
    pos = view.position
    card, to = pos.picked(action), pos.target(action)
    most = dict(step.gaps).get(to)
    if card < 0 or most is None:
        return Refusal("CB27", tr("First replace the lost wall, in its own place."))
    face = view.face(card)
    if zone_kind(pos.state.ground, view.seat, pos.zone_of(card)) != "own hand" or face is None:
        return Refusal("CB27", tr("Replace the wall with a card from your hand."))
    high = tr("The lost wall was worth {most}: {value} is too high.", most=most, value=face.rank)
    return Refusal("CB27", high)
