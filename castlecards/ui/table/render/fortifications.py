"""Fortifications on the table: which pieces stand where, computed from the cards at marked zones.

Pure functions of a position and of the hits so far. `ZoneSpec.fortification` is the kind of a zone:
bastion or yard. Neighbouring bastions of a side are joined by ramparts that end in turrets. A
bastion without a card is rubble, and the wall beside it is broken.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from castlecards.core.cards import NATURE, CardId, Pose, Zone, ZoneSpec
from castlecards.core.events import CardMoved
from castlecards.core.landing import Throw
from castlecards.core.position import Box, Position
from castlecards.core.session import Record, Session
from castlecards.core.site import MOST_DAMAGE, Site
from castlecards.core.view import public
from castlecards.ui.cardart import masonry
from castlecards.ui.cardart.castle_keep import CastleKeep
from castlecards.ui.cardart.drawing import dark
from castlecards.ui.cardart.masonry import BASTION, TURRET, Piece, SideStyle
from castlecards.ui.cardart.mat import Plan
from castlecards.ui.cardart.seat_signs import SEATS, SeatSign, sign_of
from castlecards.ui.table.layout.model import side_in, side_of

FARTHEST = 130.0  # mm, widest gap between two bastions that a wall joins
STRAIGHT = 3.0  # mm by which bastions of one row can differ in depth
END = 44.0  # mm of wall from the last bastion to its turret
ROADS = 300  # mm from the centre of the table to both ends of a road
Wear = Mapping[Zone, int]  # number of hits, by zone
Dress = str | CastleKeep  # the name of a card back, or the keep drawn in its place
STORMED = 3  # hits that a hit on an undefended castle counts as: it lies in ruins


@dataclass(frozen=True, slots=True)
class Fortification:
    """Piece of masonry at a place on the table; x and y in mm, `angle` in rad."""

    piece: Piece
    x: float
    y: float
    angle: float


def team_sign(box: Box, side: int) -> SeatSign:
    """Sign of the first seat of a side."""
    return SEATS[box.sides.index(side) % len(SEATS)] if side in box.sides else SEATS[side]


def side_colours(box: Box, side: int) -> SideStyle:
    sign = team_sign(box, side)
    return SideStyle(dark(sign.colour, 0.1), sign.shape == "disc")


def mat_plan(box: Box) -> Plan | None:
    """Plan of the mat: a road between yards that face each other. None without a field."""
    if box.field is None:
        return None
    yards = [spec.mark.x // 10 for spec in box.zones if spec.fortification == "yard" and spec.mark]
    roads = tuple((x, -ROADS, ROADS) for x in sorted({x for x in yards if yards.count(x) > 1}))
    return Plan(box.field.half_width, box.field.half_depth, roads)


def fortifications(
    pos: Position[object], wear: Wear, gone: Collection[Zone] = ()
) -> tuple[Fortification, ...]:
    """Fortifications in z-order, lowest first. The zones `gone` count as empty."""
    stand = frozenset(z for z, cards in enumerate(pos.zones) if cards and z not in gone)
    return _works(pos.box, stand, tuple(sorted(wear.items())))


@lru_cache(maxsize=16)
def _works(
    box: Box, stand: frozenset[Zone], worn: tuple[tuple[Zone, int], ...]
) -> tuple[Fortification, ...]:
    """Fortifications if cards lie in the zones `stand`; cached, since only hits change them."""
    wear = dict(worn)
    found: list[Fortification] = []
    for side in (0, 1):
        colours, turn = side_colours(box, side), math.pi * side
        places = [
            (zone, spec.mark)
            for zone, spec in enumerate(box.zones)
            if spec.fortification and spec.mark is not None and side_in(box, spec) == side
        ]
        walls = [
            (zone, mark) for zone, mark in places if box.zones[zone].fortification == "bastion"
        ]
        open_ = bool(walls) and not any(zone in stand for zone, _ in walls)
        found += _ramparts(stand, walls, colours, turn)
        for zone, mark in walls:
            stands = zone in stand
            piece = masonry.bastion(colours) if stands else masonry.breach(colours, True)
            found.append(Fortification(piece, mark.x / 10, mark.y / 10, mark.angle / 1000))
        for zone, mark in places:
            if box.zones[zone].fortification == "yard":
                piece = masonry.yard(colours, damage_state(wear.get(zone, 0)), open_)
                found.append(Fortification(piece, mark.x / 10, mark.y / 10, turn))
    return tuple(found)


def damage_state(hits: int) -> int:
    """Damage state of a yard and its keep after `hits` hits."""
    return min(hits, masonry.RUINED)


def lacks_walls(pos: Position[object], side: int) -> bool:
    """True if the side has bastions and none of them holds a card."""
    walls = [
        zone
        for zone, spec in enumerate(pos.box.zones)
        if spec.fortification == "bastion" and side_of(pos, spec) == side
    ]
    return bool(walls) and not any(pos.zones[zone] for zone in walls)


def _ramparts(
    stand: Collection[Zone], walls: list[tuple[Zone, Pose]], colours: SideStyle, turn: float
) -> Iterator[Fortification]:
    """Walls between bastions of a row, and the turrets at both ends of the row."""
    rows: dict[int, list[tuple[Zone, Pose]]] = {}
    for zone, mark in walls:
        if abs(math.sin(mark.angle / 1000)) < 0.01:
            rows.setdefault(round(mark.y / 10 / STRAIGHT), []).append((zone, mark))
    for row in rows.values():
        row.sort(key=lambda place: place[1].x)
        for (zone, mark), (after, other) in pairwise(row):
            gap = (other.x - mark.x) / 10 - BASTION[0]
            if not 4 < gap < FARTHEST:
                continue
            left, right = zone in stand, after in stand
            if turn:
                left, right = right, left
            piece = masonry.rampart(colours, gap, left, right)
            yield Fortification(piece, (mark.x + other.x) / 20, mark.y / 10, turn)
        if len(row) < 2:
            continue
        for (zone, mark), out in ((row[0], -1), (row[-1], 1)):
            edge = mark.x / 10 + out * BASTION[0] / 2
            stands, inner = zone in stand, out < 0  # its inner half is the right one here
            halves = (True, stands) if inner != bool(turn) else (stands, True)
            piece = masonry.rampart(colours, END, *halves)
            yield Fortification(piece, edge + out * END / 2, mark.y / 10, turn)
            x = edge + out * (END + TURRET / 2 - 2)
            yield Fortification(masonry.turret(colours), x, mark.y / 10, turn)


def card_dress(
    pos: Position[object],
    wear: Wear,
    facing: float,
    before: Mapping[CardId, Dress],
    thrown: tuple[CardId, int] | None = None,
) -> dict[CardId, Dress]:
    """Back of each card: coloured by its side, or a keep for the card in a yard.

    A card in a zone without a side keeps its back of `before`. `thrown`: the card in the air and
    the side that threw it. `facing`: direction of the camera, rad."""
    box = pos.box
    found = dict(before)
    if thrown is not None:
        found[thrown[0]] = f"{box.backs[thrown[0]]}~{thrown[1]}"
    for zone, spec in enumerate(box.zones):
        side = side_of(pos, spec)
        if side < 0:
            continue
        for card in pos.zones[zone]:
            if spec.fortification == "yard" and spec.mark is not None:
                found[card] = _keep(pos, spec, side, wear.get(zone, 0), facing)
            else:
                found[card] = f"{box.backs[card]}~{side}"
    return found


def backs_of(box: Box) -> tuple[str, ...]:
    """Card backs of a box; with a field, each back also in the colours of both sides."""
    backs = dict.fromkeys(box.backs)
    sides = (0, 1) if mat_plan(box) is not None else ()
    return (*backs, *(f"{back}~{side}" for back in backs for side in sides))


def _keep(pos: Position[object], spec: ZoneSpec, side: int, hits: int, facing: float) -> CastleKeep:
    assert spec.mark is not None
    sign = team_sign(pos.box, side)
    turned = math.sin(spec.mark.angle / 1000 - facing) > 0  # its top points left on the screen
    sign = replace(sign, colour=dark(sign.colour, 0.1))
    return CastleKeep(sign, damage_state(hits), lacks_walls(pos, side), -1 if turned else 1)


class TableWear:
    """Traces of one match: hits by zone, damage of buildings, and the card in the air.

    The traces of each line of the log are computed once and cached."""

    def __init__(self, session: Session[Any]) -> None:
        self._session = session
        self._lines: list[tuple[Record, tuple[tuple[Zone, int], ...]]] = []

    def at(self, at: int) -> Wear:
        """Damage by zone before line `at` of the log: hits, and cards that left a building."""
        log, lines = self._session.log, self._lines
        kept = 0
        while kept < min(at, len(lines)) and lines[kept][0] is log[kept]:
            kept += 1
        del lines[kept + 1 :]
        for n in range(kept, at):
            lines[n:] = [(log[n], self._struck(n))]
        found: dict[Zone, int] = {}
        for _, changes in lines[:at]:
            for zone, change in changes:
                found[zone] = max(found.get(zone, 0) + change, 0)
                if self._session.start.box.zones[zone].site:
                    found[zone] = min(found[zone], MOST_DAMAGE)
        return {zone: damage for zone, damage in found.items() if damage}

    def sites(self, at: int) -> tuple[tuple[Site, SeatSign], ...]:
        """Buildings before line `at` of the log, each with the sign of its owner."""
        session, pos = self._session, public(self._session.positions[at])
        sites = session.game.sites(pos, self.at(at))
        towers = {site.zone for site in sites if site.kind == "tower"}
        again = towers & self._restored(at) if towers else towers
        return tuple(
            (
                site.with_(marks=(*site.marks, "scaffold")) if site.zone in again else site,
                sign_of(session, max(site.seat, 0)),
            )
            for site in sites
        )

    def _restored(self, at: int) -> set[Zone]:
        """Zones that hold cards before line `at` and were empty earlier in the same turn."""
        game, positions = self._session.game, self._session.positions
        now, turn, found = positions[at], game.turn(positions[at]), set[Zone]()
        while turn and at >= 0 and game.turn(positions[at]) == turn:
            found |= {zone for zone, cards in enumerate(positions[at].zones) if not cards}
            at -= 1
        return {zone for zone in found if now.zones[zone]}

    def card_in_air(self, at: int) -> tuple[CardId, int] | None:
        """Card in the air before line `at` and the side that threw it; None if no card flies."""
        asked = self._session.positions[at].decision
        if asked is None or not isinstance(asked.aim, Throw) or not at:
            return None
        return asked.aim.card, self._session.start.box.sides[self._session.log[at - 1].seat]

    def _struck(self, n: int) -> tuple[tuple[Zone, int], ...]:
        """Changes of the damage at zones by line `n`: hits and losses count up, repairs down."""
        record, pos = self._session.log[n], self._session.positions[n]
        if record.seat != NATURE or pos.decision is None or not isinstance(pos.decision.aim, Throw):
            return tuple(_site_changes(pos.box, record))
        scored_throw = self._session.game.scored_throw(pos, record.action)
        if scored_throw is None:
            return ()
        times = STORMED if scored_throw.undefended else 1
        zones = [pos.zone_of(card) for card in scored_throw.hits]
        return tuple((z, times) for z in zones if pos.box.zones[z].fortification == "yard")


def _site_changes(box: Box, record: Record) -> Iterator[tuple[Zone, int]]:
    """Yield the changes of the damage at buildings by a line.

    Each card that leaves a building damages it, each card that joins it repairs it."""
    for event in record.events:
        if isinstance(event, CardMoved) and event.source != event.to:
            if box.zones[event.source].site:
                yield event.source, 1
            if box.zones[event.to].site:
                yield event.to, -1
