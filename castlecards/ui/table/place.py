"""Where every card lies on the screen: a pure function of what a seat sees and the window's size.

Loose cards keep their pose and go through the camera. Hands, piles and rows are laid out flat, in
px: the own hand as a large fan at the bottom, other hands as small fans of backs at the edges, the
piles of a table with a field beside it, those of one without where their zones say. Resizing is
calling `place` again; an animation only says how to get from one layout to the next.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from castlecards.core.cards import UNSEEN, CardId, Field, Pose, Seat, Zone, ZoneSpec
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.ui.table.camera import TILT, Camera, Point, Rect, corners, frame

RATIO = 63.5 / 95.0  # width of a card over its height
PANEL = 292.0  # width of the decision corner at the bottom left; this and the next: px at scale 1
EDGE = 122.0  # beside the field, for piles
TOP = 62.0  # above the field: other hands, score board
BOTTOM = 150.0  # below the field: the own hand
HAND = 150.0  # height of a card in the own hand
FAR_HAND = 58.0  # height of a card in another hand
PILE = 98.0  # height of a card in a pile beside a field, where there is room
CAPTION = 36.0  # below a pile: its title
GAP = 24.0  # from there to the count and the thickness of the pile below
FAR_PILES = 132.0  # from the top: below the score board
NEAR_PILES = 246.0  # from the bottom: their captions end above the decision corner
SCORE = 250.0  # width of the score board at the top left
TOOLS = 368.0  # width of the buttons at the top right
MATES = 290.0  # from the middle of the own hand to team mates' hands
THROWBAR = 128.0  # from the bottom to the top of the throw bar
AWAY = 0.80  # of its height: how far the own hand goes down to make room for a hand movement
THICK = 0.28  # a card of a pile, seen from the side


@dataclass(frozen=True, slots=True)
class Stage:
    """All that a layout depends on besides the cards. Sizes in px; `u` is the interface scale."""

    width: int = 1280
    height: int = 800
    u: float = 1.0
    side: int = 0  # which side of the table is at the bottom
    tilt: float = TILT  # rad
    sorted: bool = False  # the own hand by suit and rank
    hidden: bool = False  # show no card that not everybody may see
    mirrored: bool = False  # the panel at the right, for the left-handed
    camera: Camera | None = None  # instead of the one that frames the seats in play


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one card lies. `pose`: through the camera; without it flat, at px."""

    card: CardId
    zone: Zone
    x: float
    y: float
    height: float
    angle: float  # degrees, anticlockwise
    up: bool  # its face is seen
    peek: bool = False  # it lies face down and only this seat sees its face
    shown: bool = True  # not buried in a pile
    pose: Pose | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """A zone on the screen: where its cards go, and what is written there."""

    zone: Zone
    x: float  # px, centre
    y: float
    width: float  # px
    height: float
    title: str
    count: int  # -1: not worth telling
    hand: bool = False
    own: bool = False  # the hand of the seat that looks
    mark: Pose | None = None

    def holds(self, x: float, y: float) -> bool:
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= self.height / 2


@dataclass(frozen=True)
class Layout:
    """The whole table at rest. `spots` are in the order in which they are drawn."""

    stage: Stage
    camera: Camera
    spots: tuple[Spot, ...]
    areas: tuple[Area, ...]
    field: Field | None = None

    @cached_property
    def by_card(self) -> dict[CardId, Spot]:
        return {spot.card: spot for spot in self.spots}

    @cached_property
    def by_zone(self) -> dict[Zone, Area]:
        return {area.zone: area for area in self.areas}


def looks(view: View, card: CardId, zone: Zone) -> bool:
    """May this seat look at a card that lies in `zone`? For seat -1: may everybody?"""
    pos = view.position
    if pos.faces[card] == UNSEEN:
        return False
    if pos.up >> card & 1:
        return True
    eyes, size = pos.box.eyes[zone], pos.box.size
    if view.seat < 0:
        return eyes == pos.box.everyone
    return bool(eyes >> view.seat * size & 1)


def is_hand(spec: ZoneSpec) -> bool:
    """A fan that belongs to a seat is a hand: held, not laid down."""
    return spec.shape == "fan" and spec.owner is not None


def side_of(pos: Position[object], spec: ZoneSpec) -> int:
    """0 south, 1 north, -1 neither."""
    if spec.side is not None:
        return spec.side
    return pos.box.sides[spec.owner] if spec.owner is not None else -1


def card_mm(field: Field | None) -> tuple[float, float]:
    return (field.card_width / 10, field.card_length / 10) if field else (63.5, 95.0)


def camera_for(pos: Position[object], stage: Stage) -> Camera:
    """Frames all marked places of the field, above the own hand and below the others."""
    points: list[Point] = []
    field = pos.box.field
    width, length = card_mm(field)
    for spec in pos.box.zones:
        if spec.mark is not None:
            mark = spec.mark
            points += corners(mark.x / 10, mark.y / 10, mark.angle / 1000, width, length)
    if not points and field is not None:
        w, d = field.half_width, field.half_depth
        points = [(-w, -d), (w, d), (-w, d), (w, -d)]
    u = stage.u
    viewport: Rect = (
        EDGE * u,
        TOP * u,
        stage.width - 2 * EDGE * u,
        stage.height - (TOP + BOTTOM) * u,
    )
    return frame(points, viewport, math.pi * stage.side, stage.tilt)


def place(view: View, stage: Stage) -> Layout:
    """Where everything lies for the seat of `view` (-1: what everybody sees)."""
    pos = view.position
    camera = stage.camera or camera_for(pos, stage)
    zones = range(len(pos.box.zones))
    hands = [zone for zone in zones if is_hand(pos.box.zones[zone])]
    rest = [zone for zone in zones if zone not in hands]
    loose = [zone for zone in rest if pos.box.zones[zone].shape == "loose"]
    piles = [zone for zone in rest if zone not in loose]
    areas = [_marked(pos, zone, camera) for zone in loose]
    piles = [zone for zone in piles if _wanted(pos, zone)]
    areas += beside(pos, piles, camera, stage) if pos.box.field else across(pos, piles, stage)
    areas += _hands(view, hands, stage)
    spots: list[Spot] = []
    for area in areas:
        spots += _spots(view, area, stage, camera)
    spots.sort(key=lambda spot: (spot.pose is None, spot.pose.level if spot.pose else 0))
    return Layout(stage, camera, tuple(spots), tuple(areas), pos.box.field)


def _wanted(pos: Position[object], zone: Zone) -> bool:
    """A pile of nobody beside a field is shown once a card lies there."""
    return pos.box.field is None or bool(pos.zones[zone]) or side_of(pos, pos.box.zones[zone]) >= 0


# -- zones ----------------------------------------------------------------------------------------


def _marked(pos: Position[object], zone: Zone, camera: Camera) -> Area:
    """A loose zone: round its marked place; the open field has no extent of its own."""
    spec = pos.box.zones[zone]
    mark = spec.mark
    if mark is None:
        return Area(zone, camera.cx, camera.cy, 0, 0, spec.title, -1)  # nothing to point at
    width, length = card_mm(pos.box.field)
    quad = camera.quad(mark.x / 10, mark.y / 10, mark.angle / 1000, width, length)
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    return Area(
        zone, (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(xs) - min(xs),
        max(ys) - min(ys), spec.title, -1, mark=mark,
    )  # fmt: skip


def beside(
    pos: Position[object], piles: Sequence[Zone], camera: Camera, stage: Stage
) -> list[Area]:
    """Piles left and right of the field: own ones below, the others' above, nobody's between."""
    u = stage.u
    marks = [spec.mark for spec in pos.box.zones if spec.mark is not None]
    edges = [camera.project(mark.x / 10, mark.y / 10)[0] for mark in marks]
    room = min(min(edges, default=1e9), stage.width - max(edges, default=-1e9)) - 50 * u
    columns: dict[bool, dict[int, list[tuple[float, Zone]]]] = {False: {}, True: {}}
    for zone in piles:
        spec = pos.box.zones[zone]
        side = side_of(pos, spec)
        far = side >= 0 and side != stage.side
        x = -spec.at[0] if far else spec.at[0]
        where = -1 if side < 0 else int(far)
        columns[x > 0].setdefault(where, []).append((abs(x), zone))
    areas: list[Area] = []
    for right, column in columns.items():
        for zone, x, y, height in _column(column, room, stage):
            areas.append(_pile(pos, zone, stage.width - x if right else x, y, height, u))
    return areas


def _column(
    groups: dict[int, list[tuple[float, Zone]]], room: float, stage: Stage
) -> Iterable[tuple[Zone, float, float, float]]:
    """The piles at one edge: zone, px from the edge and from the top (centres), px of height.

    `groups` by who has them: 0 near, 1 far, -1 nobody. A group lies side by side if its cards are
    larger so than one below the other; all of them fit between score board and decision corner.
    """
    u = stage.u
    tall = stage.height - (FAR_PILES + NEAR_PILES - CAPTION) * u

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
    below = stage.height - NEAR_PILES * u - rows_of.get(0, 0) * step + (CAPTION + GAP) * u
    for where, members in groups.items():
        for k, (_, zone) in enumerate(sorted(members)):
            aside = (len(members) - 1 - k) if abreast else 0
            x = 22 * u + height * RATIO / 2 + aside * (height * RATIO + 24 * u)
            down = 0.0 if abreast else k * step
            if where == 0:
                y = stage.height - NEAR_PILES * u - height / 2 - down
            elif where == 1:
                y = FAR_PILES * u + height / 2 + down
            else:
                y = (above + below - (CAPTION + GAP) * u - (rows_of[-1] - 1) * step) / 2 + down
            yield zone, x, y, height


def across(pos: Position[object], piles: Sequence[Zone], stage: Stage) -> list[Area]:
    """Piles and rows of a table without a field: where the zones say, in card sizes."""
    specs = pos.box.zones
    deep = {0: 1.0, 1: 1.0, -1: 0.0}
    wide = 4.0
    for zone in piles:
        spec = specs[zone]
        side = side_of(pos, spec)
        tall = 1 + abs(spec.spread[1]) * 4
        deep[side] = max(deep[side], spec.at[1] + tall if side >= 0 else 2 * abs(spec.at[1]) + 1)
        wide = max(wide, abs(spec.at[0]) + max(spec.room, 1) / 2 + 0.2)
    u = stage.u
    left = (0 if stage.mirrored else PANEL) * u
    right = stage.width - (PANEL if stage.mirrored else 0) * u
    centred = any(side_of(pos, specs[zone]) < 0 and abs(specs[zone].at[0]) < 1 for zone in piles)
    near, far = deep[stage.side], deep[1 - stage.side]
    between = deep[-1] + 0.4 if centred else 0.3
    height = min(
        (stage.height - 8 * u) / (near + far + between),
        (right - left - 16 * u) / (2 * wide) / RATIO,
        1.3 * HAND * u,
    )
    areas = []
    for zone in piles:
        spec = specs[zone]
        side = side_of(pos, spec)
        turned = stage.side == 1 if side < 0 else side != stage.side
        x = (left + right) / 2 + (-1 if turned else 1) * spec.at[0] * height * RATIO
        if side < 0:
            middle = (stage.height + (far - near) * height) / 2
            y = middle + (1 if turned else -1) * spec.at[1] * height
        else:
            inward = (spec.at[1] + 0.5) * height + 4 * u
            y = inward if turned else stage.height - inward
        areas.append(_pile(pos, zone, x, y, height, u))
    return areas


def _pile(pos: Position[object], zone: Zone, x: float, y: float, height: float, u: float) -> Area:
    spec = pos.box.zones[zone]
    count = len(pos.zones[zone])
    spread = abs(spec.spread[0]) * max(count - 1, 0)
    wide = min(spread, spec.room) if spec.room else spread
    tall = abs(spec.spread[1]) * max(count - 1, 0)
    width = height * RATIO * (1 + wide)
    return Area(zone, x, y, width, height * (1 + tall), spec.title, count)


def _hands(view: View, hands: Sequence[Zone], stage: Stage) -> list[Area]:
    """The own hand large at the bottom, team mates' beside it, the others' along the far edge."""
    pos, u = view.position, stage.u
    near: list[Zone] = []
    far: list[Zone] = []
    own = -1
    for zone in hands:
        spec = pos.box.zones[zone]
        if spec.owner == view.seat:
            own = zone
        else:
            (near if side_of(pos, spec) == stage.side else far).append(zone)
    areas = []
    if own >= 0:
        count = len(pos.zones[own])
        height = HAND * u
        width = _hand_width(count, height, stage, bool(near))
        y = stage.height - height * 0.44
        spec = pos.box.zones[own]
        areas.append(
            Area(own, hand_middle(pos, stage), y, width, height, spec.title, count, True, True)
        )
    camera = stage.camera or camera_for(pos, stage)
    far.sort(key=lambda zone: _across(pos, pos.box.zones[zone].owner, camera))
    step = min(0.125 * stage.width, _between(stage) / max(len(far), 1))
    middle = _far_middle(pos, len(far) * step, stage)
    for k, zone in enumerate(far):
        x = middle + (k - (len(far) - 1) / 2) * step
        small = _small_hand(pos, zone, x, 12 * u, stage)
        areas.append(replace(small, width=min(small.width, step - 10 * u)))
    for k, zone in enumerate(sorted(near)):
        x, high = hand_middle(pos, stage) + (k - (len(near) - 1) / 2) * 0.2 * stage.width, 12.0
        if own >= 0 and _narrow(stage):
            inward, high = (58 + 90 * k) * u, THROWBAR + FAR_HAND / 2
            x = inward if stage.mirrored else stage.width - inward
        elif own >= 0:
            x = hand_middle(pos, stage) + (-MATES if stage.mirrored else MATES) * u
            high = 12 + 86.0 * k
        areas.append(_small_hand(pos, zone, x, stage.height - high * u, stage))
    return areas


def _between(stage: Stage) -> float:
    """px from the score board to the tools."""
    return max(stage.width - (SCORE + TOOLS) * stage.u, FAR_HAND * stage.u)


def _far_middle(pos: Position[object], width: float, stage: Stage) -> float:
    """px: right of the castle opposite, where that leaves the tools free."""
    free = SCORE * stage.u + _between(stage) / 2
    if pos.box.field is None:
        return hand_middle(pos, stage)
    wish = 0.57 * stage.width
    return wish if wish + width / 2 <= stage.width - TOOLS * stage.u else free


def _across(pos: Position[object], owner: Seat | None, camera: Camera) -> tuple[float, int]:
    """How far to the right a seat's cards lie on the screen."""
    specs = pos.box.zones
    marks = [spec.mark for spec in specs if spec.mark is not None and spec.owner == owner]
    shown = [camera.project(mark.x / 10, mark.y / 10)[0] for mark in marks]
    return (sum(shown) / len(shown) if shown else 0.0), owner or 0


def hand_middle(pos: Position[object], stage: Stage) -> float:
    """px: below the middle of the field, or of what the decision corner leaves."""
    if pos.box.field is not None:
        return stage.width / 2
    return (stage.width + (-PANEL if stage.mirrored else PANEL) * stage.u) / 2


def _narrow(stage: Stage) -> bool:
    """No room for team mates' hands between the own one and the throw bar: they lie above that."""
    return stage.width / 2 < (MATES + 45 + PANEL) * stage.u


def _hand_width(count: int, height: float, stage: Stage, mates: bool) -> float:
    """Side by side while there is room between the corner, the throw bar and team mates' hands."""
    card = height * RATIO
    most = stage.width - 2 * (PANEL + 14) * stage.u
    if mates and not _narrow(stage):
        most = min(most, 2 * MATES * stage.u - 100 * stage.u)
    return min(card * (1 + 1.04 * max(count - 1, 0)), max(most, card * 1.5))


def _small_hand(pos: Position[object], zone: Zone, x: float, y: float, stage: Stage) -> Area:
    count = len(pos.zones[zone])
    height = FAR_HAND * stage.u
    width = height * RATIO * (1 + 0.42 * min(max(count - 1, 0), 8))
    return Area(zone, x, y, width, height, pos.box.zones[zone].title, count, True)


# -- cards ----------------------------------------------------------------------------------------


def _spots(view: View, area: Area, stage: Stage, camera: Camera) -> Iterable[Spot]:
    pos = view.position
    spec = pos.box.zones[area.zone]
    cards: Sequence[CardId] = pos.zones[area.zone]
    if area.hand:
        if area.own and stage.sorted:
            cards = sorted(cards, key=lambda card: _order(view, card))
        return [_show(view, spot, stage) for spot in _fan(cards, area, stage)]
    if spec.shape == "loose":
        size = camera.size_at(camera.x, camera.y) * card_mm(pos.box.field)[1]
        return [
            _show(view, _loose(card, area, pos.poses[card] if pos.poses else None, size), stage)
            for card in cards
        ]
    return [_show(view, spot, stage) for spot in _spread(cards, area, spec, stage)]


def _order(view: View, card: CardId) -> tuple[str, int, int]:
    face = view.face(card)
    return (face.suit, face.rank, card) if face else ("~", 0, card)


def _show(view: View, spot: Spot, stage: Stage) -> Spot:
    """Says whether its face is seen."""
    open_ = bool(view.position.up >> spot.card & 1) and view.position.faces[spot.card] != UNSEEN
    if stage.hidden and not open_:
        return spot
    seen = looks(view, spot.card, spot.zone)
    return replace(spot, up=seen, peek=seen and not open_) if seen else spot


def _loose(card: CardId, area: Area, pose: Pose | None, size: float) -> Spot:
    """Where it lies, or its marked place; a card that lies nowhere yet hovers over the middle."""
    return Spot(card, area.zone, area.x, area.y, size, 0.0, False, pose=pose or area.mark)


def _fan(cards: Sequence[CardId], area: Area, stage: Stage) -> list[Spot]:
    """A hand: cards side by side on a shallow arc, overlapping where they must."""
    n = len(cards)
    below = area.y > stage.height / 2
    card_width = area.height * RATIO
    step = (area.width - card_width) / max(n - 1, 1)
    lean = min(2.6 if area.own else 5.0, 26.0 / max(n, 1))  # degrees from card to card
    spots = []
    for k, card in enumerate(cards):
        off = k - (n - 1) / 2
        drop = abs(off) ** 1.7 * area.height * (0.012 if area.own else 0.02)
        y = area.y + drop if below else area.y - drop
        angle = -off * lean if below else 180 + off * lean
        x = area.x + off * step
        spots.append(Spot(card, area.zone, x, y, area.height, angle, False))
    return spots


def _spread(cards: Sequence[CardId], area: Area, spec: ZoneSpec, stage: Stage) -> list[Spot]:
    """A pile, or a row along the zone's spread; a pile shows its top and how thick it is."""
    n = len(cards)
    flat = not any(spec.spread)
    height = area.height
    if spec.spread[1]:
        height = area.height / (1 + abs(spec.spread[1]) * max(n - 1, 0))
    dx = dy = 0.0
    if n > 1 and not flat:
        dx = math.copysign((area.width - height * RATIO) / (n - 1), spec.spread[0])
        dy = math.copysign((area.height - height) / (n - 1), -spec.spread[1])
    spots = []
    for k, card in enumerate(cards):
        off = k - (n - 1) / 2
        lift = min(k, 40) * THICK * stage.u if flat else 0.0
        x, y = area.x + off * dx - lift * 0.3, area.y + off * dy - lift
        shown = not flat or k == n - 1 or k % 4 == 0
        spots.append(Spot(card, area.zone, x, y, height, 0.0, False, shown=shown))
    return spots
