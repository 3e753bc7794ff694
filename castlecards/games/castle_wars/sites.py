"""Buildings of Castle Wars: a tower at each pile, with the banner of its faction."""

from __future__ import annotations

from collections.abc import Mapping

from castlecards.core.cards import Seat
from castlecards.core.game import BuildingEnding, losing_seat
from castlecards.core.site import Site, counted_sites
from castlecards.games.castle_wars.state import Pos

SIGNS: Mapping[str, str] = {  # by faction: sign on its banners
    "royal_kingdom": "crown",
    "dragon_tamers": "flame",
    "seers": "eye",
    "war_mongers": "swords",
    "assassins": "dagger",
    "golems": "blocks",
    "mechas": "gear",
    "ninjas": "throwing_star",
    "berserkers": "axe",
    "outcasts": "chain",
    "infected": "trefoil",
    "undead": "skull",
    "fateweavers": "hourglass",
    "shape_shifters": "moon",
    "mages": "star",
    "blood_mages": "drop",
}


def sites(pos: Pos) -> tuple[Site, ...]:
    """Towers at all piles: by the number of their soldiers and by what their tops show to all."""
    return tuple(
        Site(
            site.zone, site.kind, site.level, 0, site.seat,
            _sign(pos, site.seat), _marks(pos, site),
        )
        for site in counted_sites(pos, {})
    )  # fmt: skip


def ending(pos: Pos) -> BuildingEnding:
    """End of a match: the last tower of the loser falls."""
    loser = losing_seat(pos)
    return BuildingEnding("tower", loser, _sign(pos, max(loser, 0)))


def _sign(pos: Pos, seat: Seat) -> str:
    """Sign of the faction of a seat; "" without one."""
    return SIGNS.get(pos.state.ground.sides[seat].faction.id, "")


def _marks(pos: Pos, site: Site) -> tuple[str, ...]:
    """Marks of a pile: furled above a face-down top, infected (CW40), mechanised (CW36)."""
    cards, found = pos.zones[site.zone], []
    if cards and not pos.up >> cards[-1] & 1:
        found.append("furled")
    if cards and pos.marks[0] >> cards[-1] & 1:
        found.append("infected")
    if pos.state.machine and site.seat == pos.state.active:
        found.append("mechanised")
    return tuple(found)
