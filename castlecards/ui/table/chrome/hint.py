"""Which cards and places an action names: to light them up."""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Action
from castlecards.core.position import Position
from castlecards.ui.table.match import Thing


def things_of(action: Action, pos: Position[Any]) -> tuple[Thing, ...]:
    """The cards and places that an action names; of a pile its top."""
    cards, zones = {*action.cards, action.onto}, {*action.zones, action.to}
    found: list[Thing] = []
    for zone, held in enumerate(pos.zones):
        if not held and zone in zones:
            found.append(Thing(-1, zone))
        found += [Thing(c, zone) for c in held if c in cards or (zone in zones and c == held[-1])]
    return tuple(found)
