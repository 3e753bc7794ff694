"""Reasons why an action is illegal in Castle Wars; each cites its rule.

The intention is read from the picked card and the place of the drop, not from the verb: without a
legal action the screen passes on any verb.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import PASS, Action
from castlecards.core.cards import CardId, Seat, Zone
from castlecards.core.game import GAME_OVER, Refusal
from castlecards.core.position import Position, Step
from castlecards.core.view import View
from castlecards.games.castle_wars.deaths import DeathStep
from castlecards.games.castle_wars.faction_powers import ChoosePhase, OrderDeck
from castlecards.games.castle_wars.magic_powers import Bleed, Raise, Take
from castlecards.games.castle_wars.reaction_windows import Window
from castlecards.games.castle_wars.rearrangement import Rearrangement
from castlecards.games.castle_wars.rules import Arrange, Attack, Draw, Move, Recruit
from castlecards.games.castle_wars.state import ACE, JACK, JOKER, KING, QUEEN, Side, can_react, tops
from castlecards.texts import ntr, tr

AnyPos = Position[Any]

OVER = Refusal("CW15", GAME_OVER)
WAITING: dict[type[Step], Refusal] = {
    Arrange: Refusal(
        "CW2", tr("Put the soldiers from your hand on your piles, or press “Deal the rest”.")
    ),
    OrderDeck: Refusal("CW31", tr("First put your deck in order, or keep the rest as is.")),
    DeathStep: Refusal("CW39", tr("First choose which of your soldiers dies.")),
    Raise: Refusal(
        "CW26", tr("First put the captured soldier on top of your deck, or at the bottom.")
    ),
    Bleed: Refusal("CW29", tr("First sacrifice a second soldier: drop it on your dead soldiers.")),
    Take: Refusal("CW29", tr("First take a resource from your deck or your used resources.")),
}
NOT_YOURS = Refusal("CW4", tr("You can’t use the enemy’s cards."))
NOT_YOUR_DECK = Refusal("CW6", tr("You can only draw from your own decks."))
DEAD = Refusal("CW24", tr("Dead soldiers are out of the game."))
NOT_FROM = {  # by kind of the picked card's zone
    "enemy hand": NOT_YOURS,
    "enemy sleeve": NOT_YOURS,
    "enemy pile": Refusal(
        "CW3", tr("Pick your own soldiers first, then the enemy pile that they attack.")
    ),
    "enemy soldiers": NOT_YOUR_DECK,
    "enemy resources": NOT_YOUR_DECK,
    "enemy dead": DEAD,
    "enemy spent": Refusal("CW24", tr("You can’t take the enemy’s used resources.")),
    "own dead": DEAD,
    "own spent": Refusal("CW24", tr("Only some factions can bring used resources back.")),
}
BUTTONS = {
    "mechanise": Refusal(
        "CW36", tr("Mechas can mechanise once, in their own turn, before they attack.")
    ),
    "infect": Refusal(
        "CW40", tr("Only the Infected can infect, in their own turn and instead of attacking.")
    ),
    "phase": Refusal(
        "CW37", tr("Only Outcasts choose the order of their phases, and each comes once.")
    ),
    "reshuffle": Refusal("CW30", tr("Only the Mages’ joker can reshuffle used resources.")),
    "blood": Refusal(
        "CW29", tr("Only Blood-Mages can sacrifice soldiers: two, if there is a resource to take.")
    ),
    "rest": Refusal("CW2", tr("Your first soldiers are already in place.")),
}
NOTHING = Refusal("CW17", tr("Pick one of your cards, then choose where it goes."))
DRAWN = tr("Both your decks are empty. Play something, or skip drawing.")


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
    source_kind = zone_kind(pos, view.seat, source)
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
    """Picked card and its zone; -1 for none."""
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
    """Zone of the drop and the card under it; -1 for none."""
    if action.onto >= 0:
        for zone, cards in enumerate(pos.zones):
            if action.onto in cards:
                return zone, action.onto
    return (action.to if 0 <= action.to < len(pos.zones) else -1), -1


def zone_kind(pos: AnyPos, seat: Seat, zone: Zone) -> str:
    """Kind of a zone as this seat sees it: `own pile`, `enemy sleeve`; a key of NOT_FROM."""
    spec = pos.box.zones[zone]
    name = spec.name.partition(".")[2].rstrip("0123456789")
    return f"{'own' if spec.owner == seat else 'enemy'} {name}"


# -- not asked ------------------------------------------------------------------------------------


def _not_asked(view: View) -> Refusal:
    pos = view.position
    side: Side = pos.state.ground.sides[max(view.seat, 0)]
    if pos.state.active == view.seat:
        return Refusal("CW18", tr("The enemy can respond first. Then it’s your turn again."))
    if not can_react(pos, side):
        return Refusal(
            "CW18",
            tr("It’s the enemy’s turn, and you can’t respond without a resource in your hand."),
        )
    return Refusal(
        "CW18",
        tr(
            "It’s the enemy’s turn. You can respond when a phase begins, before and after each "
            "attack, and at the end of the turn."
        ),
    )


def _must(step: Step) -> Refusal:
    if isinstance(step, Draw):
        return Refusal("CW6", tr("You must draw while you have cards in your decks."))
    if isinstance(step, ChoosePhase):
        return Refusal("CW37", tr("Outcasts can skip any phase except the draw phase."))
    return NOTHING


def _arranging(view: View, action: Action) -> Refusal:
    pos = view.position
    to, _ = target(pos, action)
    side: Side = pos.state.ground.sides[view.seat]
    free = side.faction.has_free_deployment
    if picked(pos, action)[1] == side.hand and to in side.piles:
        if free:
            return Refusal("CW41", tr("Each pile must get at least one soldier."))
        most = side.deal[side.piles.index(to)]
        text = ntr(
            most,
            "This pile already has its {n} soldier.",
            "This pile already has its {n} soldiers.",
        )
        return Refusal("CW2", text)
    return WAITING[Arrange]


# -- decks ----------------------------------------------------------------------------------------


def _deck(pos: AnyPos, deck: Zone, step: Step) -> Refusal:
    if isinstance(step, Draw):
        if not pos.filled & pos.state.ground.sides[pos.state.active].decks_mask:
            return Refusal("CW6", DRAWN)
        if not pos.zones[deck]:
            return Refusal("CW6", tr("This deck is empty. Draw from the other one."))
        return Refusal("CW6", tr("Click the deck to draw its top card."))
    if isinstance(step, Window):
        return Refusal("CW6", tr("You can only draw at the start of your own turn."))
    return Refusal("CW6", tr("You draw two cards at the start of your turn, and no more."))


# -- resources ------------------------------------------------------------------------------------


def _resource(view: View, side: Side, card: CardId, to: Zone, onto: CardId, step: Step) -> Refusal:
    if isinstance(step, Rearrangement):
        return Refusal(
            "CW11", tr("First finish rearranging your soldiers. Nothing can interrupt that.")
        )
    pos = view.position
    rank = side.ranks[pos.faces[card]] if pos.faces[card] < len(side.ranks) else 0
    if rank == JACK:
        return Refusal("CW19", tr("The spy needs no target. Click it to play it."))
    if rank == QUEEN:
        return Refusal("CW20", tr("The leader helps all your soldiers. Click it to play it."))
    if rank == KING:
        return Refusal("CW21", tr("Drop the knight on one of your own piles."))
    if rank == ACE:
        if to in side.piles or (to >= 0 and zone_kind(pos, view.seat, to).endswith("pile")):
            if onto >= 0:
                return Refusal("CW22", tr("Your Aces are all equal: play the first one."))
            return Refusal("CW22", tr("Choose the soldier to hit."))
        return Refusal("CW22", tr("Artillery hits a soldier in play, on any pile."))
    if rank == JOKER:
        return Refusal(
            "CW30", tr("Drop the joker on one of your piles, on a soldier, or on the empty table.")
        )
    return NOTHING


# -- soldiers -------------------------------------------------------------------------------------


def _from_hand(view: View, side: Side, to: Zone, onto: CardId, step: Step) -> Refusal:
    pos = view.position
    recruits = isinstance(step, Recruit) and onto < 0
    if side.faction.can_swap and to in side.piles and pos.zones[to] and not recruits:
        if isinstance(step, Rearrangement):
            return Refusal("CW11", tr("First finish rearranging your soldiers."))
        if onto not in (-1, pos.zones[to][-1]):
            return Refusal("CW35", tr("You can only swap the top soldier of a pile."))
        if pos.state.swapped >> to & 1:
            return Refusal(
                "CW35", tr("You have just swapped this pile. Something else must happen first.")
            )
    if isinstance(step, Recruit):
        if to >= 0 and zone_kind(pos, view.seat, to) == "enemy pile":
            return Refusal("CW12", tr("You can only recruit to your own piles."))
        return Refusal(
            "CW12", tr("Drop the soldier on one of your piles. A destroyed pile works too.")
        )
    if isinstance(step, Window):
        return Refusal(
            "CW12", tr("You can only recruit soldiers in the recruit phase of your own turn.")
        )
    return Refusal("CW12", tr("You can recruit soldiers later, in the recruit phase."))


def _from_pile(
    view: View, side: Side, card: CardId, pile: Zone, to: Zone, onto: CardId, step: Step
) -> Refusal:
    pos = view.position
    goal = zone_kind(pos, view.seat, to) if to >= 0 else ""
    match step:
        case Draw():
            return Refusal(
                "CW6",
                tr("Draw first: click one of your decks.")
                if pos.filled & side.decks_mask
                else DRAWN,
            )
        case Attack(used, spare):
            return _attack(pos, card, pile, to, onto, goal, used, spare)
        case Move():
            return _move(pos, side, card, goal, step.loose(pos), False)
        case Rearrangement(_, left):
            return _move(pos, side, card, goal, left, True)
        case Recruit():
            return Refusal(
                "CW11", tr("The move phase is over. Now you can recruit from your hand.")
            )
        case ChoosePhase():
            return Refusal("CW37", tr("First choose your next phase."))
    return Refusal(
        "CW17",
        tr("Now you can only play a resource or use an ability that works at any time, or skip."),
    )


def _attack(
    pos: AnyPos, card: CardId, pile: Zone, to: Zone, onto: CardId, goal: str, used: int, spare: int
) -> Refusal:
    cards = pos.zones[pile]
    if not cards:
        return Refusal("CW14", tr("This pile is destroyed, so it can’t attack."))
    if used >> pile & 1 and not spare >> pile & 1:
        return Refusal("CW7", tr("Each pile can attack once a turn, and this one already has."))
    if cards[-1] != card:
        return Refusal("CW8", tr("Only the top soldier of a pile can attack."))
    if goal == "own pile":
        return Refusal("CW11", tr("You can’t move soldiers now. Wait for the move phase."))
    if goal == "enemy pile":
        if not pos.zones[to]:
            return Refusal("CW14", tr("That pile is already destroyed. Attack another one."))
        if onto >= 0 and pos.zones[to][-1] != onto:
            return Refusal("CW8", tr("You can only attack the top soldier of a pile."))
        if used >> pile & 1:
            return Refusal("CW34", tr("Only one pile can attack a second time."))
        return Refusal("CW9", tr("One of these piles has no attack left this turn."))
    return Refusal("CW7", tr("Choose an enemy pile to attack, or end the attack phase."))


def _move(pos: AnyPos, side: Side, card: CardId, goal: str, left: bytes, begun: bool) -> Refusal:
    if card < 0:
        return Refusal("CW14", tr("This pile is destroyed. It has no soldier to move."))
    if card not in left:
        if card not in tops(pos, side.piles):
            return Refusal("CW11", tr("This soldier is covered. You can only move top soldiers."))
        if begun:
            return Refusal("CW11", tr("You have already moved this soldier, or it was not on top."))
        return Refusal(
            "CW11", tr("You can only move soldiers that were on top when the phase began.")
        )
    if goal == "own pile":
        return Refusal("CW11", tr("It is already on that pile."))
    if goal == "enemy pile":
        return Refusal(
            "CW11", tr("The attack phase is over. You can only move soldiers to your own piles.")
        )
    return Refusal("CW11", tr("Drop it on one of your piles. A destroyed pile works too."))
