"""Duplicates among actions: those that a player cannot tell apart when they are put into words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import UNSEEN, CardId
from castlecards.core.position import Position
from castlecards.players.search import RankedOption


def without_duplicates(
    pos: Position[Any], ranked: Sequence[RankedOption]
) -> tuple[RankedOption, ...]:
    """Best options that a player can tell apart; options that differ from a better one only in the
    place of a card of the same title come after all others."""
    kinds: dict[tuple[object, ...], RankedOption] = {}
    distinct = distinct_actions(pos, [option.action for option in ranked])
    ranked = [option for option in ranked if option.action in distinct]
    for option in ranked:
        key = wording_key(pos, option.action)
        kinds.setdefault(key[:-2] if option.action.cards else key, option)
    first = [option for option in ranked if option in kinds.values()]
    others = [option for option in ranked if option not in first]
    return (*first, *others)


def distinct_actions(pos: Position[Any], actions: Sequence[Action]) -> list[Action]:
    """First of each group of actions that a hint would word alike."""
    distinct: dict[tuple[object, ...], Action] = {}
    for action in actions:
        distinct.setdefault(wording_key(pos, action), action)
    return list(distinct.values())


def wording_key(pos: Position[Any], action: Action) -> tuple[object, ...]:
    """Key that is equal for actions which a hint would word alike; its last two parts are the
    place."""
    cards = tuple([_card_key(pos, card) for card in action.cards])
    onto = (_card_key(pos, action.onto), pos.zone_of(action.onto)) if action.onto >= 0 else ()
    return action.verb, cards, action.zones, action.args, action.to, onto


def _card_key(pos: Position[Any], card: CardId) -> object:
    """Key that is equal for copies of a card, and for unseen cards of a zone with equal backs."""
    face = pos.faces[card]
    if face == UNSEEN:
        return pos.box.backs[card], pos.zone_of(card)
    return pos.box.faces[face].title or pos.box.faces[face].key.partition(".")[0]
