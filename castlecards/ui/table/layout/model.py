"""What a layout is: the stage it is made for, where each card stands, where each zone lies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from castlecards.core.cards import UNSEEN, CardId, Field, Pose, Seat, Zone, ZoneSpec
from castlecards.core.form import Form
from castlecards.core.position import Box, Position
from castlecards.core.view import View
from castlecards.ui.table.layout.camera import TILT, Camera

RATIO = 63.5 / 95.0  # width of a card over its height
PANEL = 292.0  # width of the decision corner at the bottom left; this and the next: px at scale 1
EDGE = 122.0  # beside the field, for piles
TOP = 60.0  # above the field: other hands, score board
BOTTOM = 150.0  # below the field: the own hand
HAND = 150.0  # height of a card in the own hand
RAIL = 14.0  # of the table beside its free edge, for its rail
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
LADDER = 1.16  # from one size in which cards in motion are painted to the next, from 24 px on
THICK = 0.28  # a card of a pile, seen from the side
COLUMN, MARGIN = 280.0, 12.0  # width of the column beside the cards, and what is free around it
WIDER, WIDEST = 7 / 32, 340.0  # of a wide window's width it takes so much, and at most this
NARROWEST = 1000.0  # no column stands in a window that is less wide
FIELD_FROM = 1600  # px of window width from which one stands beside a field, too


@dataclass(frozen=True, slots=True)
class Viewport:
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
    sideways: tuple[int, ...] = ()  # kinds of mark that turn a card crosswise
    head: tuple[float, float] = (0.0, 0.0)  # px: right and lower edge of the score board
    left: int = 0  # px of the window beside the table, on its left; all above are without them
    column: float = 0.0  # px that the column takes, beside cards without a field; 0: none stands
    phase: str = ""  # title of the part of the turn that is played; "": there are none
    form: Form | None = None  # what is asked, laid out before whoever is

    @property
    def corner(self) -> float:
        """px from the edge to where cards begin: beside the column, or the decision corner."""
        return self.column or PANEL * self.u

    @property
    def begin(self) -> float:
        """px from the left to where hands at the top begin: right of whatever stands there."""
        if self.column:
            return MARGIN * self.u if self.mirrored else self.column
        return max(SCORE * self.u, self.head[0])


@dataclass(frozen=True, slots=True)
class CardSpot:
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
    built: bool = False  # at a place with works: its picture is turned to whoever looks
    recalled: bool = False  # on top, unseen now, but this seat remembers its face


@dataclass(frozen=True, slots=True)
class ZoneArea:
    """A zone on the screen: where its cards go, and what is written there."""

    zone: Zone
    x: float  # px, centre
    y: float
    width: float  # px
    height: float
    title: str
    count: int  # -1: not worth telling
    hand: bool = False
    own: bool = False  # a hand of the seat that looks
    mark: Pose | None = None
    card: float = 0.0  # px: height of a card that lies here; 0: the height of the area
    angle: float = 0.0  # degrees: 90 where cards lie crosswise
    told: bool = True  # its count is written beside it
    sole: bool = True  # the only hand of its owner
    label: float = 0.0  # px of width for its title, or the plate of a hand; 0: as usual
    bare: bool = False  # nothing but crosswise cards lie there
    rings: tuple[int, ...] = ()  # mm: circles around its mark, the smallest first
    behind: float = 0.0  # px that crosswise cards look out behind the row: up, or down if negative
    # Of a table with a common middle, or of a form. "unseen": what lies there is not drawn,
    # something else tells of it.
    part: Literal["", "ring", "plate", "crown", "form", "unseen"] = ""

    @property
    def tall(self) -> float:
        """px: height of a card that lies here upright."""
        return self.card or self.height

    def holds(self, x: float, y: float) -> bool:
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= self.height / 2


@dataclass(frozen=True, slots=True)
class SeatPlate:
    """The plate of a seat beside the ring; px: its middle and its size."""

    seat: Seat
    x: float
    y: float
    width: float
    height: float
    own: bool  # of whoever sits at the bottom: a bar above the hand


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A ring in the middle, and a plate for every seat. `x`, `y`, `radius`: px; `size`: px of a
    unit of length there."""

    x: float
    y: float
    radius: float
    size: float
    plates: tuple[SeatPlate, ...]


@dataclass(frozen=True, slots=True)
class FormArea:
    """A form on the table; px: middle and size of the sheet, and of what lies in each socket.
    `foot`: from the top of the window, where buttons stand."""

    form: Form
    x: float
    y: float
    width: float
    height: float
    places: tuple[tuple[float, float, float, float], ...]
    foot: float

    def holds(self, x: float, y: float) -> bool:
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= self.height / 2


@dataclass(frozen=True)
class Layout:
    """The whole table at rest. `spots` are in the order in which they are drawn."""

    viewport: Viewport
    camera: Camera
    spots: tuple[CardSpot, ...]
    areas: tuple[ZoneArea, ...]
    field: Field | None = None
    round: RoundTable | None = None
    sheet: FormArea | None = None

    @cached_property
    def by_card(self) -> dict[CardId, CardSpot]:
        return {spot.card: spot for spot in self.spots}

    @cached_property
    def by_zone(self) -> dict[Zone, ZoneArea]:
        return {area.zone: area for area in self.areas}


def column_width(window: int, u: float, field: bool) -> int:
    """px that the column takes at one side of a window so many px wide, with the margin beside it:
    280 units and 12, or 7/32 of a wide window (420 px of 1920); 0: it has no room, and what would
    stand there lies on the table. `field`: of a table with a field, which is wide itself."""
    if window < NARROWEST * u or (field and window < FIELD_FROM):
        return 0
    wide = min(max(COLUMN * u, WIDER * window), WIDEST * u)
    return round(wide) + round(MARGIN * u)


def can_see_face(view: View, card: CardId, zone: Zone) -> bool:
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
    return side_in(pos.box, spec)


def side_in(box: Box, spec: ZoneSpec) -> int:
    """The same of a box, in whatever position."""
    if spec.side is not None:
        return spec.side
    return box.sides[spec.owner] if spec.owner is not None else -1


def screen_side(pos: Position[object], spec: ZoneSpec, viewport: Viewport, viewer: Seat) -> int:
    """Where it lies on the screen: 1 near, -1 far, 0 between.

    With more than two seats and no field everybody but the one who looks sits opposite.
    """
    side = side_of(pos, spec)
    if side < 0:
        return 0
    if pos.box.seats <= 2 or pos.box.field is not None or spec.owner is None:
        return 1 if side == viewport.side else -1
    return 1 if spec.owner == nearest_seat(pos, viewport, viewer) else -1


def nearest_seat(pos: Position[object], viewport: Viewport, viewer: Seat) -> Seat:
    """Who sits at the bottom of the screen."""
    if viewer >= 0:
        return viewer
    sides = pos.box.sides
    return sides.index(viewport.side) if viewport.side in sides else 0


def opposite_seats(pos: Position[object], viewport: Viewport, viewer: Seat) -> list[Seat]:
    """Who sits at the top of the screen, from left to right: in turn from the viewer's left."""
    near, seats, sides = nearest_seat(pos, viewport, viewer), pos.box.seats, pos.box.sides
    if seats <= 2:
        return [seat for seat in range(seats) if sides[seat] != viewport.side]
    return [(near + k) % seats for k in range(1, seats)]


def card_mm(field: Field | None) -> tuple[float, float]:
    return (field.card_width / 10, field.card_length / 10) if field else (63.5, 95.0)
