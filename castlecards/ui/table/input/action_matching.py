"""What a pick or a drop means among the legal actions: pure, no game and no screen.

An action names what is picked (cards, or piles for what lies on top of them) and where it goes. A
card that is clicked stands for itself or for the pile that it tops; a place for its zone or for
the card on it. What has neither pick nor target becomes a button.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Zone
from castlecards.core.landing import Limits
from castlecards.core.position import Position

NOWHERE: Zone = -1


@dataclass(frozen=True, slots=True)
class Target:
    """What the pointer is over: a card, and the zone where it lies; an empty zone has card -1."""

    card: CardId = -1
    zone: Zone = NOWHERE


Picked = tuple[Target, ...]


def is_button(action: Action) -> bool:
    """It names nothing on the table."""
    return not action.cards and not action.zones and action.to < 0 and action.onto < 0


def buttons(options: Iterable[Action]) -> tuple[Action, ...]:
    return tuple(action for action in options if is_button(action))


def has_target(action: Action) -> bool:
    return action.to >= 0 or action.onto >= 0


def is_on_top(pos: Position[object], target: Target) -> bool:
    """May it stand for its zone: is it the zone itself, or the top card there?"""
    if target.zone < 0:
        return False
    cards = pos.zones[target.zone]
    # Any card of a hand stands for the hand, and any of a row for the row: all of them are seen.
    spread = pos.box.zones[target.zone].shape in ("fan", "row")
    return target.card < 0 or not cards or spread or cards[-1] == target.card


def covers_picks(pos: Position[object], action: Action, picked: Picked) -> bool:
    """Are all the picked things among the action's picks, each for another one?"""
    wanted: list[tuple[str, int]] = [("card", card) for card in action.cards]
    wanted += [("zone", zone) for zone in action.zones]
    for target in picked:
        if ("card", target.card) in wanted:
            wanted.remove(("card", target.card))
        elif ("zone", target.zone) in wanted and is_on_top(pos, target):
            wanted.remove(("zone", target.zone))
        else:
            return False
    return True


def is_complete(pos: Position[object], action: Action, picked: Picked) -> bool:
    """Are the picked things all that the action picks?"""
    size = len(action.cards) + len(action.zones)
    return size == len(picked) and covers_picks(pos, action, picked)


def leads_to(action: Action, target: Target) -> bool:
    """Is this thing where the action goes?"""
    if action.onto >= 0:
        return action.onto == target.card
    return action.to >= 0 and action.to == target.zone


def matches(
    options: Iterable[Action], pos: Position[object], picked: Picked, target: Target | None = None
) -> tuple[Action, ...]:
    """The actions that pick exactly this and go there; without a target, those that need none.

    A thing that is clicked with nothing picked may be the pick or the target of an action that
    has only that: ask with it as `picked`.
    """
    found = []
    for action in options:
        if is_button(action):
            continue
        if target is not None:
            if leads_to(action, target) and is_complete(pos, action, picked):
                found.append(action)
        elif not has_target(action):
            if is_complete(pos, action, picked):
                found.append(action)
        elif (
            not action.cards
            and not action.zones
            and len(picked) == 1
            and leads_to(action, picked[0])
        ):
            found.append(action)
    return tuple(found)


def pickable(
    options: Iterable[Action], pos: Position[object], target: Target, picked: Picked = ()
) -> bool:
    """Is there an action that picks this, together with what is picked already?"""
    if target in picked:
        return False
    wider = (*picked, target)
    return any(
        not is_button(action)
        and (
            covers_picks(pos, action, wider)
            if action.cards or action.zones
            else not picked and leads_to(action, target)
        )
        for action in options
    )


def targets(
    options: Iterable[Action], pos: Position[object], picked: Picked
) -> tuple[frozenset[CardId], frozenset[Zone]]:
    """The cards and zones that light up: where an action with exactly these picks may go."""
    cards: set[CardId] = set()
    zones: set[Zone] = set()
    for action in options:
        if has_target(action) and is_complete(pos, action, picked):
            if action.onto >= 0:
                cards.add(action.onto)
            else:
                zones.add(action.to)
    return frozenset(cards), frozenset(zones)


def has_longer(options: Iterable[Action], pos: Position[object], picked: Picked) -> bool:
    """Is there an action that picks these things and others?"""
    return any(
        covers_picks(pos, action, picked) and len(action.cards) + len(action.zones) > len(picked)
        for action in options
    )


def is_throwable(decision: Decision | None, card: CardId) -> bool:
    """May this card be tossed?"""
    aim = decision.aim if decision is not None else None
    return card >= 0 and isinstance(aim, Limits) and card in aim.cards


def illegal_attempt(
    verb_of: Iterable[Action], picked: Picked, target: Target
) -> tuple[Action, ...]:
    """What an illegal drop may have meant, to ask the game why not: each verb known here."""
    cards = tuple(thing.card for thing in picked if thing.card >= 0)
    found: list[Action] = []
    for verb in dict.fromkeys(action.verb for action in verb_of):
        found.append(Action(verb, cards, to=target.zone))
        if target.card >= 0:
            found.append(Action(verb, cards, onto=target.card))
    return tuple(found)


def targets_of(action: Action, pos: Position[Any]) -> tuple[Target, ...]:
    """The cards and places that an action names; of a pile its top."""
    cards, zones = {*action.cards, action.onto}, {*action.zones, action.to}
    found: list[Target] = []
    for zone, held in enumerate(pos.zones):
        if not held and zone in zones:
            found.append(Target(-1, zone))
        found += [Target(c, zone) for c in held if c in cards or (zone in zones and c == held[-1])]
    return tuple(found)
