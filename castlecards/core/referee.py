"""Referee: decides who answers the pending decision, for screen, terminal, lessons and tests."""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE, value
from castlecards.core.session import HUMAN, RANDOM, Session


@value
class Over:
    """End of the match: nobody is asked."""

    result: tuple[float, ...]  # by seat


@value
class Physics:
    """Landing of a thrown card, which physics answers for NATURE."""

    decision: Decision


@value
class Waive:
    """Decision that its player need not answer: `action` is played after the usual short pause."""

    decision: Decision
    action: Action


@value
class Human:
    """Decision of a person."""

    decision: Decision
    player: int


@value
class Computer:
    """Decision of a computer player, which thinks at the level of its kind."""

    decision: Decision
    player: int


@value
class Bot:
    """Decision of a bot without thought, for a player or for a seat without one."""

    decision: Decision
    kind: str  # RANDOM or PASSIVE


Due = Over | Physics | Waive | Human | Computer | Bot


def due(session: Session[Any]) -> Due:
    """Decider of the pending decision: who answers next in this session."""
    decision = session.decision
    if decision is None:
        return Over(session.position.result or ())
    if decision.seat == NATURE:
        return Physics(decision)
    automatic = session.automatic_answer(decision)
    if automatic is not None:
        return Waive(decision, automatic)
    player = session.owner(decision.seat)
    if player < 0:
        return Bot(decision, RANDOM)
    kind = session.kinds[player]
    if kind == HUMAN:
        return Human(decision, player)
    if not session.is_computer(player):
        return Bot(decision, kind)
    if session.game.advice is None:
        return Bot(decision, RANDOM)  # the game has no strategy for computer players
    return Computer(decision, player)
