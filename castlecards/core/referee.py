"""Who is asked next: said here alone, for the screen, the terminal, lessons and tests."""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Decision
from castlecards.core.cards import NATURE, value
from castlecards.core.session import HUMAN, RANDOM, Session


@value
class Over:
    """Nobody: the match has ended."""

    result: tuple[float, ...]  # by seat


@value
class Physics:
    """NATURE: a thrown card comes down."""

    decision: Decision


@value
class Waive:
    """A window of which its player need not be asked: PASS, after the same beat as always."""

    decision: Decision


@value
class Human:
    """A person."""

    decision: Decision
    player: int


@value
class Computer:
    """A computer player, which thinks as well as its kind says."""

    decision: Decision
    player: int


@value
class Bot:
    """What answers by itself, for a player or for a seat of nobody."""

    decision: Decision
    kind: str  # RANDOM or STILL


Due = Over | Physics | Waive | Human | Computer | Bot


def due(session: Session[Any]) -> Due:
    """Who is asked at the moment at which the session stands."""
    decision = session.decision
    if decision is None:
        return Over(session.position.result or ())
    if decision.seat == NATURE:
        return Physics(decision)
    if session.waived(decision):
        return Waive(decision)
    player = session.owner(decision.seat)
    if player < 0:
        return Bot(decision, RANDOM)
    kind = session.kinds[player]
    if kind == HUMAN:
        return Human(decision, player)
    if not session.computer(player):
        return Bot(decision, kind)
    if session.game.advice is None:
        return Bot(decision, RANDOM)  # nobody knows how to play it well
    return Computer(decision, player)
