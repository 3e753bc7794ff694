"""Action matching: finds the legal actions that fit a selection and a target. Pure functions.

An action names its picks (cards, or piles for their top cards) and its target. A clicked card
stands for itself or for the pile below it; a place stands for its zone or for the card on it. An
action with neither pick nor target becomes a button.
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
    """Card or place under the pointer: a card and its zone; `card` -1 for the zone itself."""

    card: CardId = -1
    zone: Zone = NOWHERE


Picked = tuple[Target, ...]


def is_button(action: Action) -> bool:
    """True if the action names no card and no zone."""
    return not action.cards and not action.zones and action.to < 0 and action.onto < 0


def buttons(options: Iterable[Action]) -> tuple[Action, ...]:
    return tuple(action for action in options if is_button(action))


def has_target(action: Action) -> bool:
    return action.to >= 0 or action.onto >= 0


def is_on_top(pos: Position[object], target: Target) -> bool:
    """True if the target stands for its zone: the zone itself, its top card, or a spread card."""
    if target.zone < 0:
        return False
    cards = pos.zones[target.zone]
    # Any card of a hand stands for the hand, and any of a row for the row: all of them are seen.
    spread = pos.box.zones[target.zone].shape in ("fan", "row")
    return target.card < 0 or not cards or spread or cards[-1] == target.card


def covers_picks(pos: Position[object], action: Action, picked: Picked) -> bool:
    """True if each selected target matches a different pick of the action."""
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
    """True if the selection matches all picks of the action."""
    size = len(action.cards) + len(action.zones)
    return size == len(picked) and covers_picks(pos, action, picked)


def leads_to(action: Action, target: Target) -> bool:
    """True if `target` is the target of the action."""
    if action.onto >= 0:
        return action.onto == target.card
    return action.to >= 0 and action.to == target.zone


def matches(
    options: Iterable[Action], pos: Position[object], picked: Picked, target: Target | None = None
) -> tuple[Action, ...]:
    """Actions with exactly these picks and this target; without `target`, those that need none.

    If nothing is selected, pass the clicked target as `picked`: it can be the only pick or the
    only target of an action.
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
    """True if an action picks `target` together with the present selection."""
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
    """Legal targets of the selection: cards and zones of actions with exactly these picks."""
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
    """True if an action picks the selection and more."""
    return any(
        covers_picks(pos, action, picked) and len(action.cards) + len(action.zones) > len(picked)
        for action in options
    )


def is_throwable(decision: Decision | None, card: CardId) -> bool:
    """True if this card can be thrown now."""
    aim = decision.aim if decision is not None else None
    return card >= 0 and isinstance(aim, Limits) and card in aim.cards


def illegal_attempt(
    verb_of: Iterable[Action], picked: Picked, target: Target
) -> tuple[Action, ...]:
    """Actions that an illegal drop could mean, one per known verb, to ask the game for a reason."""
    cards = tuple(thing.card for thing in picked if thing.card >= 0)
    found: list[Action] = []
    for verb in dict.fromkeys(action.verb for action in verb_of):
        found.append(Action(verb, cards, to=target.zone))
        if target.card >= 0:
            found.append(Action(verb, cards, onto=target.card))
    return tuple(found)


def targets_of(action: Action, pos: Position[Any]) -> tuple[Target, ...]:
    """Cards and places that an action names; a pile is named by its top card."""
    cards, zones = {*action.cards, action.onto}, {*action.zones, action.to}
    found: list[Target] = []
    for zone, held in enumerate(pos.zones):
        if not held and zone in zones:
            found.append(Target(-1, zone))
        found += [Target(c, zone) for c in held if c in cards or (zone in zones and c == held[-1])]
    return tuple(found)
