"""Reordering of a pile: the shortest chain of actions, which undo treats as one move.

Cards that need not move stay; the others are laid on top of them one by one, then PASS.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId
from castlecards.core.events import apply
from castlecards.core.session import Session


def reorder_chain(now: Sequence[CardId], wanted: Sequence[CardId]) -> tuple[CardId, ...]:
    """Shortest sequence of cards to lay on top so that `now` becomes `wanted`.

    Both hold the same cards, from bottom to top.
    """
    where = {card: n for n, card in enumerate(now)}
    stay = 0
    while stay < len(wanted) and (not stay or where[wanted[stay - 1]] < where[wanted[stay]]):
        stay += 1
    return tuple(wanted[stay:])


def movable_cards(decision: Decision) -> dict[CardId, Action]:
    """Action that lays each card."""
    return {action.cards[0]: action for action in decision.options if action.cards}


def play_chain(
    session: Session[Any], decision: Decision, wanted: Sequence[CardId]
) -> Action | None:
    """Play the chain that puts the pile in the order `wanted`, bottom to top.

    Submits all actions but the last and returns that one, so that the caller can animate it; None
    if no action is left.
    """
    now = [card for card in session.position.zones[decision.order] if card in wanted]
    for card in reorder_chain(now, wanted):
        action = movable_cards(decision).get(card)
        asked = session.decision
        if action is None or asked is None or action not in asked.options:
            break
        after, _ = apply(session.position, action)
        if not _continues(after.decision, decision):
            return action
        session.submit(asked.seat, action)
    asked = session.decision
    return PASS if asked is not None and PASS in asked.options else None


def _continues(asked: Decision | None, first: Decision) -> bool:
    return asked is not None and (asked.seat, asked.order) == (first.seat, first.order)


def is_within_chain(session: Session[Any], at: int) -> bool:
    """True if log position `at` lies inside a chain: a card was laid and more can follow."""
    now = session.positions[at].decision
    before = session.positions[at - 1].decision if at else None
    if now is None or before is None or now.order < 0:
        return False
    return _continues(before, now) and session.log[at - 1].action != PASS
