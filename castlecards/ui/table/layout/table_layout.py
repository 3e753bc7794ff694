"""Where every card lies on the screen: a pure function of what a seat sees and the window's size.

Loose cards keep their pose and go through the camera. Hands, piles and rows are laid out flat, in
px: the own hand as a large fan at the bottom, other hands as small fans of backs at the edges, the
piles of a table with a field beside it, those of one without where their zones say. Resizing is
calling `place` again; an animation only says how to get from one layout to the next.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

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


def camera_for(pos: Position[object], stage: Viewport) -> Camera:
    """Frames all marked places of the field, above the own hand and below the others."""
    u = stage.u
    viewport: Rect = (
        stage.left + EDGE * u,
        TOP * u,
        stage.width - 2 * EDGE * u,
        stage.height - (TOP + BOTTOM) * u,
    )
    marks = tuple(spec.mark for spec in pos.box.zones if spec.mark is not None)
    return _framed(marks, pos.box.field, viewport, math.pi * stage.side, stage.tilt)


@lru_cache(maxsize=16)
def _framed(
    marks: tuple[Pose, ...], field: Field | None, viewport: Rect, facing: float, tilt: float
) -> Camera:
    """Kept: a layout is made at each action, a camera for each side of a window."""
    points: list[Point] = []
    width, length = card_mm(field)
    for mark in marks:
        points += corners(mark.x / 10, mark.y / 10, mark.angle / 1000, width, length)
    if not points and field is not None:
        w, d = field.half_width, field.half_depth
        points = [(-w, -d), (w, d), (-w, d), (w, -d)]
    return frame(points, viewport, facing, tilt)


def table_layout(view: View, viewport: Viewport) -> Layout:
    """Where everything lies for the seat of `view` (-1: what everybody sees)."""
    pos = view.position
    camera = viewport.camera or camera_for(pos, viewport)
    zones = range(len(pos.box.zones))
    hands = [zone for zone in zones if is_hand(pos.box.zones[zone])]
    rest = [zone for zone in zones if zone not in hands]
    loose = [zone for zone in rest if pos.box.zones[zone].shape == "loose"]
    piles = [zone for zone in rest if zone not in loose]
    at_home = camera.panned(-viewport.left, 0)
    marked = [_marked(pos, zone, camera) for zone in loose]
    areas = [_offstage(pos, zone, viewport) for zone in piles if pos.box.zones[zone].hidden]
    piles = [zone for zone in piles if _wanted(pos, zone)]
    away = [zone for zone in piles if not _timely(pos, zone, viewport)]
    piles = [zone for zone in piles if zone not in away]
    round_ = None
    if is_round_table(pos):
        round_, found = round_table_layout(view, hands, piles, away, viewport)
        areas += found
        away = []
    elif pos.box.field is not None:
        areas += side_piles(pos, piles, at_home, viewport)
        areas += hands_beside_field(view, hands, at_home, viewport)
    else:
        areas += pile_layout(pos, piles, viewport, view.seat)
        areas += hands_around_table(view, hands, [*marked, *areas], viewport)
    areas += [_absent(pos, zone, areas, viewport) for zone in away]
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
    field, moved = pos.box.field, _moved(round_, viewport)
    return Layout(viewport, camera, tuple(spots), tuple(areas), field, moved, sheet)


def _moved(table: RoundTable | None, viewport: Viewport) -> RoundTable | None:
    """By what lies beside the table in the window."""
    if table is None or not viewport.left:
        return table
    plates = tuple(replace(plate, x=plate.x + viewport.left) for plate in table.plates)
    return replace(table, x=table.x + viewport.left, plates=plates)


def _wanted(pos: Position[object], zone: Zone) -> bool:
    """A pile of nobody beside a field is shown once a card lies there; hidden zones never are."""
    spec = pos.box.zones[zone]
    if spec.hidden:
        return False
    return pos.box.field is None or bool(pos.zones[zone]) or side_of(pos, spec) >= 0


def _timely(pos: Position[object], zone: Zone, viewport: Viewport) -> bool:
    """Is it shown in this part of the turn, with what lies there?"""
    spec = pos.box.zones[zone]
    early = bool(spec.phases) and viewport.phase not in spec.phases
    return not early and not (spec.rare and not pos.zones[zone])


def _absent(
    pos: Position[object], zone: Zone, areas: Sequence[ZoneArea], viewport: Viewport
) -> ZoneArea:
    """A place that is not shown now: without size, where its owner has the others."""
    owner = pos.box.zones[zone].owner
    near = [area for area in areas if pos.box.zones[area.zone].owner == owner and area.width]
    at = near[-1] if near else _offstage(pos, zone, viewport)
    return ZoneArea(zone, at.x, at.y, 0, 0, "", 0, card=at.tall, part="unseen")


def _offstage(pos: Position[object], zone: Zone, viewport: Viewport) -> ZoneArea:
    """A hidden zone: beyond the edge of the window, where its cards come from and go to."""
    near = side_of(pos, pos.box.zones[zone]) == viewport.side
    height = PILE * viewport.u
    y = viewport.height + 3 * height if near else -3 * height
    return ZoneArea(zone, viewport.width / 2, y, height * RATIO, height, "", -1)


# -- throws ----------------------------------------------------------------------------------------


def with_landed_cards(layout: Layout, landing: Landing) -> Layout:
    """Cards where a throw has left them, before the rules have said what that means."""
    places = {**dict(landing.moved), landing.card: landing.pose}
    spots = []
    for spot in layout.spots:
        if spot.card in places:
            up = landing.face_up if spot.card == landing.card else spot.up
            spot = replace(spot, pose=places[spot.card], up=up)
        spots.append(spot)
    return replace(layout, spots=tuple(spots))


def with_thrown_card(layout: Layout, throw: Throw) -> Layout:
    """The card that will be thrown where it leaves the hand."""
    at = throw_start_pose(throw)
    return replace(
        layout,
        spots=tuple(
            replace(spot, pose=at, up=True) if spot.card == throw.card else spot
            for spot in layout.spots
        ),
    )


def throw_start_pose(throw: Throw) -> Pose:
    """Where a card leaves the hand, seen from above."""
    start, release = throw.start, throw.release
    cos, sin = math.cos(start.angle / 1000), math.sin(start.angle / 1000)
    x = start.x + 10 * (release.x * cos - release.y * sin)
    y = start.y + 10 * (release.x * sin + release.y * cos)
    return Pose(round(x), round(y), start.angle + release.yaw)


# -- zones ----------------------------------------------------------------------------------------


def _marked(pos: Position[object], zone: Zone, camera: Camera) -> ZoneArea:
    """A loose zone: round its marked place; the open field has no extent of its own."""
    spec = pos.box.zones[zone]
    mark = spec.mark
    if mark is None:
        return ZoneArea(zone, camera.cx, camera.cy, 0, 0, spec.title, -1)  # nothing to point at
    x, y, wide, high = _around(mark, pos.box.field, camera)
    return ZoneArea(zone, x, y, wide, high, spec.title, -1, mark=mark, rings=spec.rings)


@lru_cache(maxsize=256)
def _around(mark: Pose, field: Field | None, camera: Camera) -> Rect:
    """Middle and size on the screen of what surrounds a card there, px. Kept with the camera."""
    width, length = card_mm(field)
    quad = camera.quad(mark.x / 10, mark.y / 10, mark.angle / 1000, width, length)
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    left, right, top, low = min(xs), max(xs), min(ys), max(ys)
    return (left + right) / 2, (top + low) / 2, right - left, low - top


def side_piles(
    pos: Position[object], piles: Sequence[Zone], camera: Camera, viewport: Viewport
) -> list[ZoneArea]:
    """Piles left and right of the field: own ones below, the others' above, nobody's between."""
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
    """The piles at one edge: zone, px from the edge and from the top (centres), px of height.

    `groups` by who has them: 0 near, 1 far, -1 nobody. A group lies side by side if its cards are
    larger so than one below the other; all of them fit between score board and decision corner.
    """
    u = viewport.u
    tall = viewport.height - (FAR_PILES + NEAR_PILES - CAPTION) * u

    def size(rows: int) -> float:
        return min((tall + GAP * u) / rows - (CAPTION + GAP) * u, PILE * u)

    most = max((len(members) for members in groups.values()), default=1)
    wide = (room / most - 24 * u) / RATIO
    abreast = min(wide, size(len(groups) or 1)) >= size(sum(map(len, groups.values())) or 1)
    rows = len(groups) if abreast else sum(map(len, groups.values()))
    height = min(size(rows or 1), wide if abreast else max((room - 16 * u) / RATIO, 30 * u))
    step = height + (CAPTION + GAP) * u
    rows_of = {where: 1 if abreast else len(members) for where, members in groups.items()}
    above = FAR_PILES * u + rows_of.get(1, 0) * step
    below = viewport.height - NEAR_PILES * u - rows_of.get(0, 0) * step + (CAPTION + GAP) * u
    for where, members in groups.items():
        for k, (_, zone) in enumerate(sorted(members)):
            aside = (len(members) - 1 - k) if abreast else 0
            x = 22 * u + height * RATIO / 2 + aside * (height * RATIO + 24 * u)
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
        if area.own and viewport.sorted:
            cards = sorted(cards, key=lambda card: _order(view, card))
        return [_show(view, spot, viewport) for spot in _fan(cards, area, viewport)]
    if spec.shape == "loose":
        size = camera.size_at(camera.x, camera.y) * card_mm(pos.box.field)[1]
        built = bool(spec.works)
        return [
            _show(
                view,
                _loose(card, area, pos.poses[card] if pos.poses else None, size, built),
                viewport,
            )
            for card in cards
        ]
    if spec.shape == "row" and spec.owner == view.seat and not viewport.hidden:
        cards = _told_apart(view, cards)
    spots = [_show(view, spot, viewport) for spot in _spread(pos, cards, area, spec, viewport)]
    if area.part == "unseen":
        return [replace(spot, shown=False) for spot in spots]
    if spec.memory not in ("", "off") and cards and _recalls(view, cards[-1], spots, viewport):
        spots = [replace(s, recalled=True) if s.card == cards[-1] else s for s in spots]
    return spots


def _recalls(view: View, card: CardId, spots: Sequence[CardSpot], viewport: Viewport) -> bool:
    """Does this seat know, or is it reminded of, a face that it may not look at now?"""
    if viewport.hidden or view.seat < 0 or view.face(card) is None:
        return False
    return not any(spot.up for spot in spots if spot.card == card)


def _told_apart(view: View, cards: Sequence[CardId]) -> Sequence[CardId]:
    """Tokens lie in order for whoever sees what they say; mixed, as they are, for all others."""
    faces = [view.face(card) for card in cards]
    if all(face is not None and face.deck == "token" for face in faces):
        return sorted(cards, key=lambda card: _order(view, card))
    return cards


def _order(view: View, card: CardId) -> tuple[str, int, int]:
    face = view.face(card)
    return (face.suit, face.rank, card) if face else ("~", 0, card)


def _show(view: View, spot: CardSpot, viewport: Viewport) -> CardSpot:
    """Says whether its face is seen."""
    open_ = bool(view.position.up >> spot.card & 1) and view.position.faces[spot.card] != UNSEEN
    if viewport.hidden and not open_:
        return spot
    if not can_see_face(view, spot.card, spot.zone):
        return spot
    box = view.position.box
    private = box.eyes[spot.zone] != box.everyone
    return CardSpot(  # written out: half of a layout's time were copies made by `replace`
        spot.card, spot.zone, spot.x, spot.y, spot.height, spot.angle, True,
        private and not open_, spot.shown, spot.pose, spot.built, spot.recalled,
    )  # fmt: skip


def _loose(card: CardId, area: ZoneArea, pose: Pose | None, size: float, built: bool) -> CardSpot:
    """Where it lies, or its marked place; a card that lies nowhere yet hovers over the middle."""
    at = pose or area.mark
    return CardSpot(card, area.zone, area.x, area.y, size, 0.0, False, pose=at, built=built)


def _fan(cards: Sequence[CardId], area: ZoneArea, viewport: Viewport) -> list[CardSpot]:
    """A hand: cards side by side on a shallow arc, overlapping where they must."""
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


def _spread(
    pos: Position[object],
    cards: Sequence[CardId],
    area: ZoneArea,
    spec: ZoneSpec,
    viewport: Viewport,
) -> list[CardSpot]:
    """A pile, or a row along the zone's spread; a pile shows its top and how thick it is.

    What is spread up or down goes down the screen, so that the upper edges of covered cards are
    seen. In a row crosswise cards lie behind the others; elsewhere they are turned in their place.
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
    """The own hands once the cards of `gone` have left: each card turned as it will be, where the
    hand is as wide as now."""
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
    turned = tuple(crosswise(pos, card, viewport) for card in cards) if viewport.sideways else ()
    return list(_pile_of(tuple(cards), area, spec.spread, turned, viewport.u))


@lru_cache(maxsize=64)
def _pile_of(
    cards: tuple[CardId, ...],
    area: ZoneArea,
    spread: tuple[float, float],
    turned: tuple[bool, ...],
    u: float,
) -> tuple[CardSpot, ...]:
    """All face down; `turned`: which lie crosswise, () none. Kept: most piles stay as they are
    from one action to the next."""
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
    each = max(4, round(min(n, 40) / 6))  # of a thick pile only some edges are drawn
    for k, card in enumerate(cards):
        off = k - (n - 1) / 2
        lift = min(k, 40) * THICK * u if flat else 0.0
        x, y = area.x + off * dx - lift * 0.3, area.y + off * dy - lift
        angle = area.angle + (90.0 if turned and turned[k] else 0.0)
        shown = not flat or k == n - 1 or (k % each == 0 and k <= 40)
        spots.append(CardSpot(card, area.zone, x, y, area.tall, angle, False, shown=shown))
    return tuple(spots)
