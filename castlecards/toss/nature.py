"""Player of the seat NATURE: answers a throw with the landing that physics computes."""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Action
from castlecards.core.landing import Throw
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.toss.film import Toss
from castlecards.toss.world import TossWorld


def throw_world(position: Position[Any], throw: Throw) -> Toss:
    """Film and landing of a throw onto the loose cards of a position.

    One computation for both: show the film, then submit `toss.landing.action()` as NATURE. Raises
    ValueError for a game without a field.
    """
    return TossWorld.of(position).toss(throw)


class Nature:
    """Player of NATURE's decisions, by the physics of the match's surface."""

    def choose(self, game: object, view: View, think: object = None) -> Action:
        """Landing of the throw that `view.decision` asks about.

        Ignores `game` and `think`. Raises ValueError if no card is in the air.
        """
        decision = view.decision
        if decision is None or not isinstance(decision.aim, Throw):
            raise ValueError("NATURE is asked only while a card is in the air")
        return throw_world(view.position, decision.aim).landing.action()
