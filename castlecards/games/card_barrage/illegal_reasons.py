"""Reasons why an action is illegal in Card Barrage; each cites its rule.

The intention is read from the picked card and the place of the drop, not from the verb: without a
legal action the screen passes on any verb.
"""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import SIDES, Seat, Zone
from castlecards.core.game import Refusal
from castlecards.core.landing import FOULS
from castlecards.core.view import View
from castlecards.games.card_barrage.rules import Fly, Play, Replace, Third, Tribute
from castlecards.games.card_barrage.state import BUILT, UPGRADED, Ground, Stand, mover

FOUL_REFUSALS = {
    "gate": Refusal(
        "CB18",
        "Carry the card over the line of your castle: over the castle itself, or within a card’s "
        "length beside it.",
    ),
    "line": Refusal("CB18", "Let go before the front edge of your wall row."),
    "backward": Refusal("CB19", "The throw must go forward. The card is back in your hand."),
    "slow": Refusal("CB19", "That was too slow for a throw. The card is back in your hand."),
}
NOT_FROM = {  # by kind of the picked card's zone
    "own wall": Refusal(
        "CB24", "A wall stays where it lies until you upgrade it or build it anew."
    ),
    "partner wall": Refusal("CB13", "Only its owner rebuilds or upgrades this wall."),
    "foe wall": Refusal("CB15", "Throw a card from your hand at this wall."),
    "castle": Refusal("CB3", "A castle never leaves its place."),
    "draw": Refusal("CB12", "You draw at the start of your turn only; that is done."),
    "discard": Refusal("CB12", "Discarded cards come back when the draw deck is empty."),
    "score": Refusal("CB25", "Scored cards stay in the score pile."),
    "hand": Refusal("CB6", "This card is not in the hand that you play now."),
    "other": Refusal("CB29", "This card is out of the game."),
}
NOT_TO = {  # by kind of the zone where a card of the own hand was dropped
    "partner wall": Refusal("CB13", "Build and upgrade the walls of your own castle only."),
    "foe wall": Refusal("CB15", "A card comes to an enemy wall through the air: throw it."),
    "castle": Refusal("CB3", "A castle is not built on or replaced."),
    "draw": Refusal("CB12", "Cards do not go back to the draw deck."),
    "discard": Refusal("CB31", "Only a thrown card is discarded, after its verdict."),
    "score": Refusal("CB25", "Only walls that you hit go to your score pile."),
    "hand": Refusal("CB6", "Cards are not passed from hand to hand."),
    "other": Refusal("CB13", "Drop the card on a wall location of your own, or throw it."),
}


def refuse(view: View, action: Action) -> Refusal:
    """Reason why this action is illegal now."""
    decision, pos = view.decision, view.position
    if pos.result is not None:
        return Refusal("CB33", "The game is over.")
    step = pos.steps[0]
    if decision is None:
        return _not_asked(view)
    if isinstance(step, Play):
        return _play(view, action, step.stage)
    if isinstance(step, Replace):
        return _replace(view, action, step)
    return WAITING.get(type(step), EFFECT)


WAITING: dict[type, Refusal] = {
    Stand: Refusal("CB14", "First say where the new wall stands."),
    Tribute: Refusal("CB26", "Your castle was hit: first give the attackers a card of your hand."),
    Third: Refusal("CB28", "First say whether you use the effect of the scored card."),
}
EFFECT = Refusal("CB28", "First finish the effect that is being used.")


def _not_asked(view: View) -> Refusal:
    pos = view.position
    step = pos.steps[0]
    if isinstance(step, Fly):
        return Refusal("CB21", "The card is still in the air: it is judged when all is at rest.")
    if isinstance(step, (Replace, Tribute)):
        return Refusal("CB27", "Wait until the defenders have dealt with the hit.")
    team = SIDES[mover(pos.state) % 2]
    return Refusal("CB7", f"It is not your turn: {team} plays now.")


def kind(ground: Ground, seat: Seat, zone: Zone) -> str:
    """Kind of a zone as this seat sees it: a key of NOT_FROM."""
    if zone < len(ground.owner):
        owner = ground.owner[zone]
        if zone == ground.hands[owner]:
            return "own hand" if owner == seat else "hand"
        if zone == ground.castles[owner]:
            return "castle"
        if owner % 2 != seat % 2:
            return "foe wall"
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
        return Refusal("CB16", "Pick one card from your hand, or end your turn.")
    source = kind(ground, seat, pos.zone_of(card))
    if source != "own hand":
        return NOT_FROM[source]
    if action.verb in ("toss", "foul"):
        return _throw(action, stage)
    to = pos.target(action)
    if to < 0:
        return NOT_TO["other"]
    goal = kind(ground, seat, to)
    if goal == "own hand":
        return NOT_TO["hand"]
    if goal != "own wall":
        return NOT_TO[goal]
    return _wall(bool(pos.zones[to]), stage)


def _throw(action: Action, stage: int) -> Refusal:
    if stage == BUILT:
        return Refusal("CB13", "You have built this turn, so you may not attack.")
    if action.verb == "foul" and action.args and 0 <= action.args[0] < len(FOULS):
        return FOUL_REFUSALS[FOULS[action.args[0]]]
    return Refusal("CB17", "No lob, Frisbee or flip by hand goes like that.")


def _wall(stands: bool, stage: int) -> Refusal:
    if stands:
        if stage == UPGRADED:
            return Refusal("CB14", "One upgrade a turn.")
        return Refusal("CB13", "A wall stands here: exchange it for the card, as an upgrade.")
    if stage == BUILT:
        return Refusal("CB13", "One wall a turn.")
    if stage == UPGRADED:
        return Refusal("CB13", "Building comes before upgrading.")
    return Refusal("CB14", "There is no wall here to upgrade: build one.")


def _replace(view: View, action: Action, step: Replace) -> Refusal:
    pos = view.position
    card, to = pos.picked(action), pos.target(action)
    most = dict(step.gaps).get(to)
    if card < 0 or most is None:
        return Refusal("CB27", "First replace the destroyed wall, at its own location.")
    face = view.face(card)
    if kind(pos.state.ground, view.seat, pos.zone_of(card)) != "own hand" or face is None:
        return Refusal("CB27", "The replacement comes from the hand of the wall’s owner.")
    return Refusal(
        "CB27", f"The destroyed wall was a {most}: its replacement may not be a {face.rank}."
    )
