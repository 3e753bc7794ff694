"""What the parts of the table answer with, as values; the scene alone does what they say.

A hand movement, a button, a popup or the clock never changes the match: it says what is wanted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from castlecards.core.action import Action, Decision
from castlecards.core.cards import Seat

if TYPE_CHECKING:
    from castlecards.ui.scene import Go, Scene
    from castlecards.ui.table.picking import Outcome

At = tuple[float, float]  # px


@dataclass(frozen=True)
class Submit:
    """A seat answers."""

    seat: Seat
    action: Action


@dataclass(frozen=True)
class Picks:
    """What is picked has changed."""


@dataclass(frozen=True)
class ChooseFrom:
    """Several actions fit: the player says which."""

    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Refuse:
    """What was tried is not allowed, and why is said there."""

    tried: tuple[Action, ...]
    at: At


@dataclass(frozen=True)
class PutBack:
    """What is held glides home."""


@dataclass(frozen=True)
class Order:
    """A pile is put in this order, bottom to top; `decision`: the first of the chain."""

    decision: Decision
    wanted: tuple[int, ...]


@dataclass(frozen=True)
class TakeBack:
    """The last decision of a seat, after all have agreed."""

    seat: Seat


@dataclass(frozen=True)
class LookOver:
    """The camera frames the seats in play again."""


@dataclass(frozen=True)
class LeaveTable:
    """The match is saved, and the way leads from the table."""


@dataclass(frozen=True)
class Popup:
    """A popup over the table, which answers with commands."""

    scene: Scene


@dataclass(frozen=True)
class Visit:
    """Another scene."""

    go: Go


Command = (
    Submit | Picks | ChooseFrom | Refuse | PutBack | Order | TakeBack | LookOver | LeaveTable
    | Popup | Visit
)  # fmt: skip


def meant(outcome: Outcome, seat: Seat, at: At) -> list[Command]:
    """What a choice came to: it is played, asked about, or refused; else only the picks changed."""
    if len(outcome.actions) == 1:
        return [Submit(seat, outcome.actions[0])]
    if outcome.actions:
        return [Picks(), ChooseFrom(outcome.actions)]
    return [Picks(), Refuse(outcome.refused, at)] if outcome.refused else [Picks()]
