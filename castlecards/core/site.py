"""Site: building at a zone as a value, from the public position and the public log alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castlecards.core.cards import Seat, SiteKind, Value, Zone, value
from castlecards.core.position import Position

MOST_DAMAGE = 4  # more damage makes no difference
Fallen = Mapping[Zone, int]  # by zone: cards that have left it, less those added since


@value
class Site(Value):
    """Building at a zone. Its level and damage tell no more than counts on the table do."""

    zone: Zone
    kind: SiteKind
    level: int  # cards that stand there; 0: in ruins, or not built yet if there is no damage
    damage: int = 0  # cards that have left, less those added since; up to `MOST_DAMAGE`
    seat: Seat = -1  # owner
    sign: str = ""  # sign on its banner; "": the sign of the seat
    marks: tuple[str, ...] = ()  # public states that it shows, such as "hidden"


def counted_sites(pos: Position[Any], fallen: Fallen) -> tuple[Site, ...]:
    """Sites of all zones whose spec names a building, by the number of their cards."""
    return tuple(
        Site(
            zone,
            spec.site,
            len(pos.zones[zone]),
            min(fallen.get(zone, 0), MOST_DAMAGE),
            spec.owner if spec.owner is not None else -1,
        )
        for zone, spec in enumerate(pos.box.zones)
        if spec.site
    )
