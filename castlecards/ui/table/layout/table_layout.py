"""Layout of the whole table: a pure function of a seat's view and the viewport.

Loose cards keep their pose and are drawn through the camera. Hands, piles and rows are laid out
flat, in px. The own hand is a large fan at the bottom; other hands are small fans of backs at the
edges. Piles lie beside the field, or at a table without a field where their zones place them.
Resizing calls `table_layout` again; an animation leads from one layout to the next.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from castlecards.core.action import Decision
from castlecards.core.cards import UNSEEN, CardId, Field, Pose, Zone, ZoneSpec
from castlecards.core.landing import Landing, Throw
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.ui.table.layout.camera import Camera, Point, Rect, corners, frame
from castlecards.ui.table.layout.flow_row import PEEK, crosswise
from castlecards.ui.table.layout.form_layout import areas_on_form, form_layout, spots_on_form
from castlecards.ui.table.layout.hand_layout import hands_around_table, hands_beside_field
from castlecards.ui.table.layout.model import (
    BOTTOM,
    CAPTION,
    EDGE,
    FAR_PILES,
    GAP,
    NEAR_PILES,
    PILE,
    RATIO,
    THICK,
    TOP,
    CardSpot,
    Layout,
    RoundTable,
    Viewport,
    ZoneArea,
    can_see_face,
    card_mm,
    is_hand,
    side_of,
)
from castlecards.ui.table.layout.pile_layout import pile_layout
from castlecards.ui.table.layout.round_table import is_round_table, round_table_layout

TITLE = 72.0  # units, from pile to pile of a row beside a field, so that titles stand apart


def camera_for(pos: Position[object], viewport: Viewport) -> Camera:
    """Camera that frames all marked places of the field between the far and the own hands."""
    u = viewport.u
    rect: Rect = (
        viewport.left + EDGE * u,
        TOP * u,
        viewport.width - 2 * EDGE * u,
        viewport.height - (TOP + BOTTOM) * u,
    )
    marks = tuple(spec.mark for spec in pos.box.zones if spec.mark is not None)
    return _framing_camera(marks, pos.box.field, rect, math.pi * viewport.side, viewport.tilt)


@lru_cache(maxsize=16)
def _framing_camera(
    marks: tuple[Pose, ...], field: Field | None, viewport: Rect, facing: float, tilt: float
) -> Camera:
    """Camera that frames `marks`; cached, because each action makes a new layout."""
    points: list[Point] = []
    width, length = card_mm(field)
    for mark in marks:
        points += corners(mark.x / 10, mark.y / 10, mark.angle / 1000, width, length)
    if not points and field is not None:
        w, d = field.half_width, field.half_depth
        points = [(-w, -d), (w, d), (-w, d), (w, -d)]
    return frame(points, viewport, facing, tilt)


def table_layout(view: View, viewport: Viewport) -> Layout:
    """Layout of the table for the seat of `view` (-1: only what every seat sees)."""
    pos = view.position
    camera = viewport.camera or camera_for(pos, viewport)
    zones = range(len(pos.box.zones))
    hands = [zone for zone in zones if is_hand(pos.box.zones[zone])]
    rest = [zone for zone in zones if zone not in hands]
    loose = [zone for zone in rest if pos.box.zones[zone].shape == "loose"]
    piles = [zone for zone in rest if zone not in loose]
    table_camera = camera.panned(-viewport.left, 0)
    marked = [_loose_area(pos, zone, camera) for zone in loose]
    areas = [_offscreen_area(pos, zone, viewport) for zone in piles if pos.box.zones[zone].hidden]
    piles = [zone for zone in piles if _has_place(pos, zone)]
    unseen = [zone for zone in piles if not _is_shown_now(pos, zone, viewport)]
    piles = [zone for zone in piles if zone not in unseen]
    round_ = None
    if is_round_table(pos):
        round_, found = round_table_layout(view, hands, piles, unseen, viewport)
        areas += found
        unseen = []
    elif pos.box.field is not None:
        areas += side_piles(pos, piles, table_camera, viewport)
        areas += hands_beside_field(view, hands, table_camera, viewport)
    else:
        areas += pile_layout(pos, piles, viewport, view.seat)
        areas += hands_around_table(view, hands, [*marked, *areas], viewport)
    areas += [_unseen_area(pos, zone, areas, viewport) for zone in unseen]
    if viewport.left:
        areas = [replace(area, x=area.x + viewport.left) for area in areas]
    areas = [*marked, *areas]
    sheet = form_layout(pos, viewport, round_, areas)
    if sheet is not None:
        areas = areas_on_form(sheet, areas)
    spots: list[CardSpot] = []
    for area in areas:
        spots += _spots(view, area, viewport, camera)
    spots.sort(key=lambda spot: (spot.pose is None, spot.pose.level if spot.pose else 0))
    if sheet is not None:
        spots = spots_on_form(sheet, spots, pos)
    field, moved = pos.box.field, _shifted(round_, viewport)
    return Layout(viewport, camera, tuple(spots), tuple(areas), field, moved, sheet)


def _shifted(table: RoundTable | None, viewport: Viewport) -> RoundTable | None:
    """Round table moved right by `viewport.left`, the part of the window beside the table."""
    if table is None or not viewport.left:
        return table
    plates = tuple(replace(plate, x=plate.x + viewport.left) for plate in table.plates)
    return replace(table, x=table.x + viewport.left, plates=plates)


def _has_place(pos: Position[object], zone: Zone) -> bool:
    """True if a pile has a place on the screen.

    Hidden zones have none. A pile without an owner beside a field has one once a card lies there.
    """
    spec = pos.box.zones[zone]
    if spec.hidden:
        return False
    return pos.box.field is None or bool(pos.zones[zone]) or side_of(pos, spec) >= 0


def _is_shown_now(pos: Position[object], zone: Zone, viewport: Viewport) -> bool:
    """True if a pile is shown in the current phase with its current cards.

    A rare pile with a fixed place takes no room from others, so its place is there to drop cards.
    """
    spec = pos.box.zones[zone]
    early = bool(spec.phases) and viewport.phase not in spec.phases
    return not early and not (spec.rare and spec.place is None and not pos.zones[zone])


def _unseen_area(
    pos: Position[object], zone: Zone, areas: Sequence[ZoneArea], viewport: Viewport
) -> ZoneArea:
    """Area of size 0 for a pile that is not shown now, at the other piles of its owner."""
    owner = pos.box.zones[zone].owner
    near = [area for area in areas if pos.box.zones[area.zone].owner == owner and area.width]
    at = near[-1] if near else _offscreen_area(pos, zone, viewport)
    return ZoneArea(zone, at.x, at.y, 0, 0, "", 0, card=at.tall, part="unseen")


def _offscreen_area(pos: Position[object], zone: Zone, viewport: Viewport) -> ZoneArea:
    """Area of a hidden zone beyond the edge of the window: its cards come from and go there."""
    near = side_of(pos, pos.box.zones[zone]) == viewport.side
    height = PILE * viewport.u
    y = viewport.height + 3 * height if near else -3 * height
    return ZoneArea(zone, viewport.width / 2, y, height * RATIO, height, "", -1)


# -- throws ----------------------------------------------------------------------------------------


def with_landed_cards(layout: Layout, landing: Landing) -> Layout:
    """Layout with the cards where a throw left them, before the rules apply the result."""
    places = {**dict(landing.moved), landing.card: landing.pose}
    spots = []
    for spot in layout.spots:
        if spot.card in places:
            up = landing.face_up if spot.card == landing.card else spot.up
            spot = replace(spot, pose=places[spot.card], up=up)
        spots.append(spot)
    return replace(layout, spots=tuple(spots))


def with_thrown_card(layout: Layout, decision: Decision | None) -> Layout:
    """Layout with the card of a coming throw at its release point, if a throw comes."""
    throw = decision.aim if decision is not None else None
    if not isinstance(throw, Throw):
        return layout
    at = throw_start_pose(throw)
    return replace(
        layout,
        spots=tuple(
            replace(spot, pose=at, up=True) if spot.card == throw.card else spot
            for spot in layout.spots
        ),
    )


def throw_start_pose(throw: Throw) -> Pose:
    """Pose of a card at its release, seen from above."""
    start, release = throw.start, throw.release
    cos, sin = math.cos(start.angle / 1000), math.sin(start.angle / 1000)
    x = start.x + 10 * (release.x * cos - release.y * sin)
    y = start.y + 10 * (release.x * sin + release.y * cos)
    return Pose(round(x), round(y), start.angle + release.yaw)


# -- zones ----------------------------------------------------------------------------------------


def _loose_area(pos: Position[object], zone: Zone, camera: Camera) -> ZoneArea:
    """Area of a loose zone around its marked place; the open field gets an area of size 0."""
    spec = pos.box.zones[zone]
    mark = spec.mark
    if mark is None:
        return ZoneArea(zone, camera.cx, camera.cy, 0, 0, spec.title, -1)  # nothing to point at
    x, y, wide, high = _bounding_box(mark, pos.box.field, camera)
    return ZoneArea(zone, x, y, wide, high, spec.title, -1, mark=mark, rings=spec.rings)


@lru_cache(maxsize=256)
def _bounding_box(mark: Pose, field: Field | None, camera: Camera) -> Rect:
    """Bounding box of a marked place on the screen: centre x, y, width, height, px. Cached."""
    width, length = card_mm(field)
    quad = camera.quad(mark.x / 10, mark.y / 10, mark.angle / 1000, width, length)
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    left, right, top, low = min(xs), max(xs), min(ys), max(ys)
    return (left + right) / 2, (top + low) / 2, right - left, low - top


def side_piles(
    pos: Position[object], piles: Sequence[Zone], camera: Camera, viewport: Viewport
) -> list[ZoneArea]:
    """Areas of the piles beside the field: own below, opponents' above, shared between."""
    u = viewport.u
    marks = [spec.mark for spec in pos.box.zones if spec.mark is not None]
    edges = [camera.project(mark.x / 10, mark.y / 10)[0] for mark in marks]
    room = min(min(edges, default=1e9), viewport.width - max(edges, default=-1e9)) - 50 * u
    columns: dict[bool, dict[int, list[tuple[float, Zone]]]] = {False: {}, True: {}}
    for zone in piles:
        spec = pos.box.zones[zone]
        side = side_of(pos, spec)
        far = side >= 0 and side != viewport.side
        x = -spec.at[0] if far else spec.at[0]
        where = -1 if side < 0 else int(far)
        columns[x > 0].setdefault(where, []).append((abs(x), zone))
    areas: list[ZoneArea] = []
    for right, column in columns.items():
        for zone, x, y, height in _column(column, room, viewport):
            areas.append(_pile(pos, zone, viewport.width - x if right else x, y, height))
    return areas


def _column(
    groups: dict[int, list[tuple[float, Zone]]], room: float, viewport: Viewport
) -> Iterable[tuple[Zone, float, float, float]]:
    """Places of the piles at one edge: zone, centre from the edge and from the top, height; px.

    `groups` by side: 0 near, 1 far, -1 neither. Groups lie side by side if cards are larger that
    way than in one column. All piles fit between score board and decision corner.
    """
    u = viewport.u
    tall = viewport.height - (FAR_PILES + NEAR_PILES - CAPTION) * u

    def size(rows: int) -> float:
        return min((tall + GAP * u) / rows - (CAPTION + GAP) * u, PILE * u)

    most = max((len(members) for members in groups.values()), default=1)
    wide = (room / most - 24 * u) / RATIO
    abreast = room / most >= TITLE * u and min(wide, size(len(groups) or 1)) >= size(
        sum(map(len, groups.values())) or 1
    )
    rows = len(groups) if abreast else sum(map(len, groups.values()))
    height = min(size(rows or 1), wide if abreast else max((room - 16 * u) / RATIO, 30 * u))
    step = height + (CAPTION + GAP) * u
    rows_of = {where: 1 if abreast else len(members) for where, members in groups.items()}
    above = FAR_PILES * u + rows_of.get(1, 0) * step
    below = viewport.height - NEAR_PILES * u - rows_of.get(0, 0) * step + (CAPTION + GAP) * u
    for where, members in groups.items():
        for k, (_, zone) in enumerate(sorted(members)):
            aside = (len(members) - 1 - k) if abreast else 0
            x = 22 * u + height * RATIO / 2 + aside * max(height * RATIO + 24 * u, TITLE * u)
            down = 0.0 if abreast else k * step
            if where == 0:
                y = viewport.height - NEAR_PILES * u - height / 2 - down
            elif where == 1:
                y = FAR_PILES * u + height / 2 + down
            else:
                y = (above + below - (CAPTION + GAP) * u - (rows_of[-1] - 1) * step) / 2 + down
            yield zone, x, y, height


def _pile(pos: Position[object], zone: Zone, x: float, y: float, height: float) -> ZoneArea:
    spec = pos.box.zones[zone]
    count = len(pos.zones[zone])
    spread = abs(spec.spread[0]) * max(count - 1, 0)
    wide = min(spread, spec.room) if spec.room else spread
    tall = abs(spec.spread[1]) * max(count - 1, 0)
    base, high = (height, height * RATIO) if spec.turned else (height * RATIO, height)
    return ZoneArea(
        zone, x, y, base + height * RATIO * wide, high + height * tall, spec.title, count,
        card=height, angle=90.0 if spec.turned else 0.0,
    )  # fmt: skip


# -- cards ----------------------------------------------------------------------------------------


def _spots(view: View, area: ZoneArea, viewport: Viewport, camera: Camera) -> Iterable[CardSpot]:
    pos = view.position
    spec = pos.box.zones[area.zone]
    cards: Sequence[CardId] = pos.zones[area.zone]
    if area.hand:
        if area.own:
            cards = _own_order(view, cards, viewport)
        return [_with_face(view, spot, viewport) for spot in _fan(cards, area, viewport)]
    if spec.shape == "loose":
        size = camera.size_at(camera.x, camera.y) * card_mm(pos.box.field)[1]
        built = bool(spec.fortification)
        return [
            _with_face(
                view,
                _loose_spot(card, area, pos.poses[card] if pos.poses else None, size, built),
                viewport,
            )
            for card in cards
        ]
    if spec.shape == "row" and spec.owner == view.seat and not viewport.hidden:
        cards = _sorted_tokens(view, cards)
    spots = [
        _with_face(view, spot, viewport) for spot in _zone_spots(pos, cards, area, spec, viewport)
    ]
    if area.part == "unseen":
        return [replace(spot, shown=False) for spot in spots]
    if spec.memory not in ("", "off") and cards and _remembers(view, cards[-1], spots, viewport):
        spots = [replace(s, recalled=True) if s.card == cards[-1] else s for s in spots]
    return spots


def _remembers(view: View, card: CardId, spots: Sequence[CardSpot], viewport: Viewport) -> bool:
    """True if the seat remembers the face of a card that it cannot look at now."""
    if viewport.hidden or view.seat < 0 or view.face(card) is None:
        return False
    return not any(spot.up for spot in spots if spot.card == card)


def _sorted_tokens(view: View, cards: Sequence[CardId]) -> Sequence[CardId]:
    """Cards of a row in drawing order: tokens are sorted if the viewer sees all their faces."""
    faces = [view.face(card) for card in cards]
    if all(face is not None and face.deck == "token" for face in faces):
        return sorted(cards, key=lambda card: _order(view, card))
    return cards


def _own_order(view: View, cards: Sequence[CardId], viewport: Viewport) -> Sequence[CardId]:
    """Cards of an own hand from left to right: the player's order, and new cards at the end."""
    if viewport.sorted:
        cards = sorted(cards, key=lambda card: _order(view, card))
    given = {card: n for n, card in enumerate(viewport.order)}
    return sorted(cards, key=lambda card: given.get(card, len(given)))


def _order(view: View, card: CardId) -> tuple[str, int, int]:
    face = view.face(card)
    return (face.suit, face.rank, card) if face else ("~", 0, card)


def _with_face(view: View, spot: CardSpot, viewport: Viewport) -> CardSpot:
    """Spot with `up` and `peek` set if the viewer sees the face."""
    open_ = bool(view.position.up >> spot.card & 1) and view.position.faces[spot.card] != UNSEEN
    if viewport.hidden and not open_:
        return spot
    if not can_see_face(view, spot.card, spot.zone):
        return spot
    box = view.position.box
    private = box.sight_masks[spot.zone] != box.everyone
    return CardSpot(  # written out: `replace` took half of a layout's time
        spot.card, spot.zone, spot.x, spot.y, spot.height, spot.angle, True,
        private and not open_, spot.shown, spot.pose, spot.built, spot.recalled,
    )  # fmt: skip


def _loose_spot(
    card: CardId, area: ZoneArea, pose: Pose | None, size: float, built: bool
) -> CardSpot:
    """Spot of a loose card: at its pose, else at the zone's mark, else at the area's centre."""
    at = pose or area.mark
    return CardSpot(card, area.zone, area.x, area.y, size, 0.0, False, pose=at, built=built)


def _fan(cards: Sequence[CardId], area: ZoneArea, viewport: Viewport) -> list[CardSpot]:
    """Spots of a hand: a fan on a shallow arc, overlapping if the area is narrow."""
    n = len(cards)
    below = area.y > viewport.height / 2
    card_width = area.height * RATIO
    step = (area.width - card_width) / max(n - 1, 1)
    lean = min(2.6 if area.own else 5.0, 26.0 / max(n, 1))  # degrees from card to card
    bend = 0.012 if area.own else 0.02
    bend = min(bend, 11 * bend / max((n - 1) / 2, 1) ** 1.7)  # the ends of a big hand stay in sight
    spots = []
    for k, card in enumerate(cards):
        off = k - (n - 1) / 2
        drop = abs(off) ** 1.7 * area.height * bend
        y = area.y + drop if below else area.y - drop
        angle = -off * lean if below else 180 + off * lean
        x = area.x + off * step
        spots.append(CardSpot(card, area.zone, x, y, area.height, angle, False))
    return spots


def _zone_spots(
    pos: Position[object],
    cards: Sequence[CardId],
    area: ZoneArea,
    spec: ZoneSpec,
    viewport: Viewport,
) -> list[CardSpot]:
    """Spots of a pile, or of a row along the zone's spread.

    A pile shows its top card and its thickness. A vertical spread always runs down the screen, so
    that the upper edges of covered cards stay visible. In a row, crosswise cards lie behind the
    others; in other zones they are turned in place.
    """
    behind = [card for card in cards if crosswise(pos, card, viewport)]
    if spec.shape != "row" or not area.behind:
        return _pile_spots(pos, cards, area, spec, viewport)
    front = [card for card in cards if card not in behind]
    inner = replace(area, y=area.y + area.behind / 2, height=area.height - abs(area.behind))
    sign = math.copysign(1.0, area.behind)
    spots = []
    for k, card in enumerate(behind):
        out = min(len(behind) - k, 2) * PEEK * area.tall
        y = inner.y - sign * (area.tall / 2 + out - area.tall * RATIO / 2)
        spots.append(CardSpot(card, area.zone, area.x, y, area.tall, -90.0 * sign, False))
    return spots + _pile_spots(pos, front, inner, spec, viewport)


def hands_without(layout: Layout, gone: Collection[CardId]) -> list[CardSpot]:
    """Spots of the own hands without the cards `gone`, in the present width of each hand."""
    found: list[CardSpot] = []
    for area in layout.areas:
        if area.own:
            left = [s for s in layout.spots if s.zone == area.zone and s.card not in gone]
            fan = _fan([spot.card for spot in left], area, layout.viewport)
            found += [
                replace(new, up=old.up, peek=old.peek) for new, old in zip(fan, left, strict=True)
            ]
    return found


def _pile_spots(
    pos: Position[object],
    cards: Sequence[CardId],
    area: ZoneArea,
    spec: ZoneSpec,
    viewport: Viewport,
) -> list[CardSpot]:
    if not cards:
        return []
    turned = tuple(crosswise(pos, card, viewport) for card in cards) if viewport.sideways else ()
    return list(_cached_pile_spots(tuple(cards), area, spec.spread, turned, viewport.u))


@lru_cache(maxsize=256)  # more than a table has piles
def _cached_pile_spots(
    cards: tuple[CardId, ...],
    area: ZoneArea,
    spread: tuple[float, float],
    turned: tuple[bool, ...],
    u: float,
) -> tuple[CardSpot, ...]:
    """Spots of a pile, all face down; `turned`: which cards lie crosswise, () for none.

    Cached, because most piles do not change from one action to the next.
    """
    n = len(cards)
    flat = not any(spread)
    wide, tall = area.tall * RATIO, area.tall
    if area.angle:
        wide, tall = tall, wide
    dx = dy = 0.0
    if n > 1 and not flat:
        dx = math.copysign(max(area.width - wide, 0.0) / (n - 1), spread[0])
        dy = max(area.height - tall, 0.0) / (n - 1)
    spots = []
    interval = max(4, round(min(n, 40) / 6))  # a thick pile draws only some of its edges
    for k, card in enumerate(cards):
        off = k - (n - 1) / 2
        lift = min(k, 40) * THICK * u if flat else 0.0
        x, y = area.x + off * dx - lift * 0.3, area.y + off * dy - lift
        angle = area.angle + (90.0 if turned and turned[k] else 0.0)
        shown = not flat or k == n - 1 or (k % interval == 0 and k <= 40)
        spots.append(CardSpot(card, area.zone, x, y, area.tall, angle, False, shown=shown))
    return tuple(spots)
