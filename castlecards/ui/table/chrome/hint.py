"""A suggestion: the option after which the game thinks best of the seat, one move ahead.

It knows what the seat knows: hidden cards are dealt anew, a few times, so it tells no secret.
"""

from __future__ import annotations

from random import Random
from typing import Any

from castlecards.core.action import Action, Illegal
from castlecards.core.belief import Worlds
from castlecards.core.events import apply
from castlecards.core.game import Game
from castlecards.core.landing import Limits
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.ui.table.match import Thing

WORLDS = 3
MOST = 80  # options looked at


def suggestion(game: Game[Any], view: View) -> Action | None:
    """None: nothing on the list beats trying a throw."""
    decision = view.decision
    if decision is None:
        return None
    scores: dict[Action, float] = dict.fromkeys(decision.options[:MOST], 0.0)
    advice = game.advice
    deal = Worlds(view).deal if advice is None else advice.believe(view, ())
    for seed in range(WORLDS):
        pos = deal(Random(seed))
        for action in [action for action in scores if pos.decision is not None]:
            try:
                after, _ = apply(pos, action)
            except Illegal:  # other hidden cards, other choices
                scores[action] += game.evaluate(pos, view.seat)
            else:
                scores[action] += game.evaluate(after, view.seat)
    if not scores:
        return None
    best = max(scores, key=lambda action: scores[action])
    if isinstance(decision.aim, Limits) and scores[best] <= scores.get(decision.default, 0.0):
        return None
    return best


def things_of(action: Action, pos: Position[Any]) -> tuple[Thing, ...]:
    """The cards and places that an action names; of a pile its top."""
    cards, zones = {*action.cards, action.onto}, {*action.zones, action.to}
    found: list[Thing] = []
    for zone, held in enumerate(pos.zones):
        if not held and zone in zones:
            found.append(Thing(-1, zone))
        found += [Thing(c, zone) for c in held if c in cards or (zone in zones and c == held[-1])]
    return tuple(found)
