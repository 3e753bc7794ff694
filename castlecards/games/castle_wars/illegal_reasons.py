"""Reasons why an action is illegal in Castle Wars; each cites its rule.

The intention is read from the picked card and the place of the drop, not from the verb: without a
legal action the screen passes on any verb.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import PASS, Action
from castlecards.core.cards import CardId, Seat, Zone
from castlecards.core.game import Refusal
from castlecards.core.position import Position, Step
from castlecards.core.view import View
from castlecards.games.castle_wars.faction_powers import ChoosePhase, OrderDeck
from castlecards.games.castle_wars.magic_powers import Bleed, Raise, Take
from castlecards.games.castle_wars.resources import DeathStep, Relay, Window
from castlecards.games.castle_wars.rules import Arrange, Attack, Draw, Move, Recruit
from castlecards.games.castle_wars.state import ACE, JACK, JOKER, KING, QUEEN, Side, can_react, tops
from castlecards.texts import counted

AnyPos = Position[Any]

OVER = Refusal("CW15", "The game is over.")
WAITING: dict[type[Step], Refusal] = {
    Arrange: Refusal("CW2", "Lay the soldiers of your hand on your piles, or deal the rest out."),
    OrderDeck: Refusal("CW31", "First finish the order of your deck, or leave it as it is."),
    DeathStep: Refusal(
        "CW39", "First say which of your soldiers dies: another pile’s top, or this."
    ),
    Raise: Refusal("CW26", "First put the dead soldier on top of your deck or under it."),
    Bleed: Refusal("CW29", "First pay the second of the two soldiers: lay it on your dead."),
    Take: Refusal("CW29", "Take a resource, from your deck or from your used ones."),
}
NOT_FROM = {  # by kind of the picked card's zone
    "enemy hand": Refusal("CW4", "The enemy’s hand is not yours."),
    "enemy sleeve": Refusal("CW4", "The enemy’s hand is not yours."),
    "enemy pile": Refusal("CW3", "Pick your own soldiers first, and the enemy’s as their target."),
    "enemy soldiers": Refusal("CW6", "You draw from your own decks only."),
    "enemy resources": Refusal("CW6", "You draw from your own decks only."),
    "enemy dead": Refusal("CW24", "Dead soldiers are out of the game."),
    "enemy spent": Refusal("CW24", "Used resources of the enemy are not yours to take."),
    "own dead": Refusal("CW24", "Dead soldiers are out of the game."),
    "own spent": Refusal("CW24", "A used resource comes back only where a faction brings it."),
}
BUTTONS = {
    "mechanise": Refusal("CW36", "Mechas mechanise in their own turn, once, before they attack."),
    "infect": Refusal("CW40", "The Infected infect instead of all attacks of their own turn."),
    "phase": Refusal("CW37", "Only Outcasts choose the order of their phases; none comes twice."),
    "reshuffle": Refusal("CW30", "Only a Mages’ joker shuffles used resources back, if any lie."),
    "blood": Refusal("CW29", "Only Blood-Mages pay with soldiers: two, and something to take."),
    "rest": Refusal("CW2", "The first soldiers lie already."),
}
NOTHING = Refusal("CW17", "Pick a card of yours, and say where it goes.")
DRAWN = "Both your decks are empty: there is nothing to draw. Play something, or go on."


def refuse(view: View, action: Action) -> Refusal:
    """Reason why this action is illegal now."""
    decision, pos = view.decision, view.position
    if pos.result is not None:
        return OVER
    if decision is None:
        return _not_asked(view)
    step = pos.steps[0]
    if waiting := WAITING.get(type(step)):
        return _arranging(view, action) if isinstance(step, Arrange) else waiting
    if action == PASS:
        return _must(step)
    side: Side = pos.state.ground.sides[view.seat]
    card, source = picked(pos, action)
    if source < 0:
        return BUTTONS.get(action.verb, NOTHING)
    source_kind = kind(pos, view.seat, source)
    if action.verb in BUTTONS and source_kind == "own pile":
        return BUTTONS[action.verb]
    if source_kind in NOT_FROM:
        return NOT_FROM[source_kind]
    to, onto = target(pos, action)
    if source_kind == "own pile" and to == side.dead:
        return BUTTONS["blood"]
    if source_kind in ("own soldiers", "own resources"):
        return _deck(pos, source, step)
    if source_kind == "own sleeve":
        return _resource(view, side, card, to, onto, step)
    if source_kind == "own hand":
        return _from_hand(view, side, to, onto, step)
    return _from_pile(view, side, card, source, to, onto, step)


# -- the intention --------------------------------------------------------------------------------


def picked(pos: AnyPos, action: Action) -> tuple[CardId, Zone]:
    """The picked card and its zone; -1 for none."""
    if action.cards:
        card = action.cards[0]
        for zone, cards in enumerate(pos.zones):
            if card in cards:
                return card, zone
        return -1, -1
    if action.zones and 0 <= action.zones[0] < len(pos.zones):
        zone = action.zones[0]
        return (pos.zones[zone][-1] if pos.zones[zone] else -1), zone
    return -1, -1


def target(pos: AnyPos, action: Action) -> tuple[Zone, CardId]:
    """The zone of the drop and the card under it; -1 for none."""
    if action.onto >= 0:
        for zone, cards in enumerate(pos.zones):
            if action.onto in cards:
                return zone, action.onto
    return (action.to if 0 <= action.to < len(pos.zones) else -1), -1


def kind(pos: AnyPos, seat: Seat, zone: Zone) -> str:
    """Kind of a zone as this seat sees it: `own pile`, `enemy sleeve`; a key of NOT_FROM."""
    spec = pos.box.zones[zone]
    name = spec.name.partition(".")[2].rstrip("0123456789")
    return f"{'own' if spec.owner == seat else 'enemy'} {name}"


# -- not asked ------------------------------------------------------------------------------------


def _not_asked(view: View) -> Refusal:
    pos = view.position
    side: Side = pos.state.ground.sides[max(view.seat, 0)]
    if pos.state.active == view.seat:
        return Refusal("CW18", "The other side may answer first. Then it is your turn again.")
    if not can_react(pos, side):
        return Refusal(
            "CW18", "It is the enemy’s turn, and without a resource in hand you cannot answer."
        )
    return Refusal(
        "CW18",
        "It is the enemy’s turn. You are asked when a phase begins, before and after an attack is "
        "decided, and at the end of the turn.",
    )


def _must(step: Step) -> Refusal:
    if isinstance(step, Draw):
        return Refusal("CW6", "You must draw while you have cards in your decks.")
    if isinstance(step, ChoosePhase):
        return Refusal("CW37", "Outcasts may leave a phase out, but not the draw.")
    return NOTHING


def _arranging(view: View, action: Action) -> Refusal:
    pos = view.position
    to, _ = target(pos, action)
    side: Side = pos.state.ground.sides[view.seat]
    free = side.faction.has_free_deployment
    if picked(pos, action)[1] == side.hand and to in side.piles:
        if free:
            return Refusal("CW41", "Each pile must get at least one soldier.")
        most = side.deal[side.piles.index(to)]
        return Refusal("CW2", f"This pile has its {counted(most, 'soldier')}.")
    return WAITING[Arrange]


# -- decks ----------------------------------------------------------------------------------------


def _deck(pos: AnyPos, deck: Zone, step: Step) -> Refusal:
    if isinstance(step, Draw):
        if not pos.filled & pos.state.ground.sides[pos.state.active].decks_mask:
            return Refusal("CW6", DRAWN)
        if not pos.zones[deck]:
            return Refusal("CW6", "This deck is empty. Draw from the other one.")
        return Refusal("CW6", "Click the deck itself to draw its top card.")
    if isinstance(step, Window):
        return Refusal("CW6", "You draw in your own turn, at its beginning.")
    return Refusal("CW6", "You draw at the beginning of your turn, two cards and no more.")


# -- resources ------------------------------------------------------------------------------------


def _resource(view: View, side: Side, card: CardId, to: Zone, onto: CardId, step: Step) -> Refusal:
    if isinstance(step, Relay):
        return Refusal("CW11", "Finish laying your soldiers anew first; nobody may interrupt that.")
    pos = view.position
    rank = side.ranks[pos.faces[card]] if pos.faces[card] < len(side.ranks) else 0
    if rank == JACK:
        return Refusal("CW19", "The spy needs no target: a click plays it.")
    if rank == QUEEN:
        return Refusal("CW20", "The leader helps all your soldiers: a click plays it.")
    if rank == KING:
        return Refusal("CW21", "A knight is laid on one of your own piles.")
    if rank == ACE:
        if to in side.piles or (to >= 0 and kind(pos, view.seat, to).endswith("pile")):
            if onto >= 0:
                return Refusal("CW22", "Your Aces do the same: play the first of them first.")
            return Refusal("CW22", "Choose the very soldier that the artillery shall hit.")
        return Refusal("CW22", "The artillery hits a soldier in play, on any pile.")
    if rank == JOKER:
        return Refusal(
            "CW30", "Lay the joker on your pile, on any soldier, or on the bare table to choose."
        )
    return NOTHING


# -- soldiers -------------------------------------------------------------------------------------


def _from_hand(view: View, side: Side, to: Zone, onto: CardId, step: Step) -> Refusal:
    pos = view.position
    recruits = isinstance(step, Recruit) and onto < 0
    if side.faction.can_swap and to in side.piles and pos.zones[to] and not recruits:
        if isinstance(step, Relay):
            return Refusal("CW11", "Finish laying your soldiers anew first.")
        if onto not in (-1, pos.zones[to][-1]):
            return Refusal("CW35", "Only the top soldier of a pile can be exchanged.")
        if pos.state.swapped >> to & 1:
            return Refusal("CW35", "This pile was exchanged just now: something else comes first.")
    if isinstance(step, Recruit):
        if to >= 0 and kind(pos, view.seat, to) == "enemy pile":
            return Refusal("CW12", "You recruit onto your own piles.")
        return Refusal("CW12", "Lay the soldier on one of your piles, also on a destroyed one.")
    if isinstance(step, Window):
        return Refusal(
            "CW12", "Soldiers come from your hand in the recruit phase of your own turn."
        )
    return Refusal("CW12", "Soldiers come from your hand in the recruit phase, at the end.")


def _from_pile(
    view: View, side: Side, card: CardId, pile: Zone, to: Zone, onto: CardId, step: Step
) -> Refusal:
    pos = view.position
    goal = kind(pos, view.seat, to) if to >= 0 else ""
    match step:
        case Draw():
            return Refusal(
                "CW6",
                "Draw first: click one of your decks." if pos.filled & side.decks_mask else DRAWN,
            )
        case Attack(used, spare):
            return _attack(pos, card, pile, to, onto, goal, used, spare)
        case Move():
            return _move(pos, side, card, goal, step.loose(pos), False)
        case Relay(_, left):
            return _move(pos, side, card, goal, left, True)
        case Recruit():
            return Refusal("CW11", "The move phase is over. Now you may recruit from your hand.")
        case ChoosePhase():
            return Refusal("CW37", "Say first which phase comes next.")
    return Refusal("CW17", "Now you can only play something for any time, or pass.")


def _attack(
    pos: AnyPos, card: CardId, pile: Zone, to: Zone, onto: CardId, goal: str, used: int, spare: int
) -> Refusal:
    cards = pos.zones[pile]
    if not cards:
        return Refusal("CW14", "This pile is destroyed: it cannot attack.")
    if used >> pile & 1 and not spare >> pile & 1:
        return Refusal("CW7", "This pile has attacked in this turn.")
    if cards[-1] != card:
        return Refusal("CW8", "Only the top soldier of a pile fights.")
    if goal == "own pile":
        return Refusal("CW11", "You attack now; soldiers are moved in the move phase that follows.")
    if goal == "enemy pile":
        if not pos.zones[to]:
            return Refusal("CW14", "That pile is destroyed: there is nobody to attack.")
        if onto >= 0 and pos.zones[to][-1] != onto:
            return Refusal("CW8", "Only the top soldier of a pile can be attacked.")
        if used >> pile & 1:
            return Refusal("CW34", "Only one pile may attack a second time.")
        return Refusal("CW9", "Each pile of a group attack takes part once, in its first attack.")
    return Refusal("CW7", "Name an enemy pile to attack, or end your attacks.")


def _move(pos: AnyPos, side: Side, card: CardId, goal: str, left: bytes, begun: bool) -> Refusal:
    if card < 0:
        return Refusal("CW14", "This pile is destroyed: there is no soldier to be laid elsewhere.")
    if card not in left:
        if card not in tops(pos, side.piles):
            return Refusal("CW11", "It is covered: only the top soldiers of your piles are moved.")
        if begun:
            return Refusal("CW11", "This soldier has been laid, or was not on top before.")
        return Refusal("CW11", "Only what lay on top when the moving began may be laid elsewhere.")
    if goal == "own pile":
        return Refusal("CW11", "It lies on that pile already.")
    if goal == "enemy pile":
        return Refusal("CW11", "You move soldiers among your own piles; attacking is over.")
    return Refusal("CW11", "Lay it on one of your piles, also on a destroyed one.")
