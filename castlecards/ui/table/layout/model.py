"""Layout model: the viewport, the spot of each card and the area of each zone on the screen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from castlecards.core.cards import UNSEEN, CardId, Field, Pose, Seat, Zone, ZoneSpec
from castlecards.core.form import Form
from castlecards.core.position import Box, Position
from castlecards.core.view import View
from castlecards.ui.table.layout.camera import TILT, Camera

RATIO = 63.5 / 95.0  # width of a card over its height
PARTS = (1.0, 0.85, 0.7, 0.6)  # scales that a panel is tried in, largest first
# Lengths in units: px at interface scale 1.
PANEL = 292.0  # width of the decision corner at the bottom left
EDGE = 122.0  # margin for piles at the left and right of the field
TOP = 60.0  # margin above the field for other hands and the score board
BOTTOM = 150.0  # margin below the field for the own hand
HAND = 150.0  # height of a card in the own hand
RAIL = 14.0  # width of the table's rail at its free edge
FAR_HAND = 58.0  # height of a card in another hand
PILE = 98.0  # largest height of a card in a pile beside a field
CAPTION = 36.0  # height of the title below a pile
GAP = 24.0  # from the title to the next pile, for its count and its thickness
FAR_PILES = 132.0  # from the top of the window to the far piles, below the score board
NEAR_PILES = 246.0  # from the bottom to the near piles: captions end above the decision corner
SCORE = 250.0  # width of the score board at the top left
TOOLS = 368.0  # width of the toolbar at the top right
MATES = 290.0  # from the middle of the own hand to team mates' hands
THROWBAR = 128.0  # from the bottom to the top of the throw bar
AWAY = 0.80  # fraction of its height by which the own hand sinks while a throw is aimed
LADDER = 1.16  # ratio of successive sprite heights for moving cards, from 24 px up
THICK = 0.28  # thickness of one card of a pile
COLUMN = 280.0  # width of the side column
MARGIN = 12.0  # margin around the side column
WIDER = 7 / 32  # fraction of a wide window that the side column takes
WIDEST = 340.0  # largest width of the side column
NARROWEST = 1000.0  # smallest width of a window with a side column
BESIDE_FIELD = 1400.0  # the same beside a field
FACE = 76.0  # size of the face of a player at the table
FACE_LEFT = 10.0  # from the left end of the table to a face in its corner
FACE_TOP = 8.0  # from the top of the window to that face
FIELD_FROM = 1600  # px, smallest width of that window


@dataclass(frozen=True, slots=True)
class Viewport:
    """Viewport of the table: every input of a layout besides the cards. Sizes are in px."""

    width: int = 1280  # of the table, without `left`
    height: int = 800
    u: float = 1.0  # interface scale
    side: int = 0  # side of the table that is at the bottom of the screen
    tilt: float = TILT  # rad
    sorted: bool = False  # sort the own hand by suit and rank
    order: tuple[int, ...] = ()  # cards of own hands that the player has put in order
    hidden: bool = False  # show only the faces that every seat can see
    mirrored: bool = False  # decision corner at the right, for left-handed players
    camera: Camera | None = None  # replaces the camera that frames the seats in play
    sideways: tuple[int, ...] = ()  # kinds of mark that turn a card crosswise
    score_corner: tuple[float, float] = (0.0, 0.0)  # right and lower edge of score board or face
    left: int = 0  # width of the window left of the table
    column: float = 0.0  # width of the side column at a table without a field; 0: no column
    phase: str = ""  # title of the current phase of the turn; "": the game has none
    form: Form | None = None  # the open form of the seat that decides

    @property
    def corner(self) -> float:
        """Width of the side column, or else of the decision corner, px: cards begin beside it."""
        return self.column or PANEL * self.u

    @property
    def hands_left(self) -> float:
        """Left limit of the hands at the top, px: right of the side column or score board."""
        if self.column:
            return max(MARGIN * self.u if self.mirrored else self.column, self.score_corner[0])
        return max(SCORE * self.u, self.score_corner[0])


@dataclass(frozen=True, slots=True)
class CardSpot:
    """Place of one card on the screen. A card with a `pose` is drawn through the camera, any
    other flat at (x, y)."""

    card: CardId
    zone: Zone
    x: float  # px, centre
    y: float
    height: float  # px
    angle: float  # degrees, anticlockwise
    up: bool  # the viewer sees the face
    peek: bool = False  # the card lies face down and only this seat sees its face
    shown: bool = True  # false if the card is buried in a pile
    pose: Pose | None = None
    built: bool = False  # in a zone with fortifications: the picture turns towards the viewer
    recalled: bool = False  # a face-down top card whose face this seat remembers
    dropped: bool = False  # where the pointer has let go of it, until it moves from there


@dataclass(frozen=True, slots=True)
class ZoneArea:
    """Area of one zone on the screen: place of its cards, title and count."""

    zone: Zone
    x: float  # px, centre
    y: float
    width: float  # px
    height: float
    title: str
    count: int  # number of cards; -1: show no count
    hand: bool = False
    own: bool = False  # a hand of the viewer
    mark: Pose | None = None
    card: float = 0.0  # px, height of a card here; 0: the height of the area
    angle: float = 0.0  # degrees; 90 if cards lie crosswise
    shows_count: bool = True  # the count of several cards is written beside them
    is_only_hand: bool = True  # the only hand of its owner
    label: float = 0.0  # px, width of the title or of a hand's plate; 0: the default
    only_crosswise: bool = False  # every card here lies crosswise
    rings: tuple[int, ...] = ()  # mm, radii of circles around the mark, smallest first
    ground: bool = True  # the place is drawn on the cloth, also while it is empty
    behind: float = 0.0  # px that crosswise cards show above the row; negative: below it
    # Part of a round table or a form. "unseen": the cards are not drawn; another sign shows them.
    part: Literal["", "ring", "plate", "crown", "form", "unseen"] = ""

    @property
    def tall(self) -> float:
        """Height of an upright card here, px."""
        return self.card or self.height

    def holds(self, x: float, y: float) -> bool:
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= self.height / 2


@dataclass(frozen=True, slots=True)
class SeatPlate:
    """Plate of one seat at a round table: centre and size, px."""

    seat: Seat
    x: float
    y: float
    width: float
    height: float
    own: bool  # the plate of the nearest seat: a bar above the hand
    seal_beside: bool  # its seal hangs beside the right end, not below the left one


@dataclass(frozen=True, slots=True)
class RoundTable:
    """Round table: a ring in the middle and a plate for every seat."""

    x: float  # px, centre of the ring
    y: float
    radius: float  # px
    size: float  # px per unit of length
    plates: tuple[SeatPlate, ...]  # in turn order from the nearest seat


@dataclass(frozen=True, slots=True)
class FormArea:
    """Sheet of a form on the table, px."""

    form: Form
    x: float  # centre
    y: float
    width: float
    height: float
    places: tuple[tuple[float, float, float, float], ...]  # x, y, width, height of each socket
    foot: float  # y of the buttons

    def holds(self, x: float, y: float) -> bool:
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= self.height / 2


@dataclass(frozen=True)
class Layout:
    """Layout of the whole table at rest. `spots` are in drawing order, back to front."""

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

    def uncovered_tops(self, absent: Collection[CardId]) -> set[CardId]:
        """Return the top cards of all piles without the cards in `absent`.

        A thick pile shows only some of its cards, so such a card may not be shown otherwise."""
        tops: dict[Zone, CardSpot] = {}
        left: dict[Zone, CardId] = {}
        for spot in self.spots if absent else ():
            tops[spot.zone] = spot
            if spot.card not in absent:
                left[spot.zone] = spot.card
        return {card for zone, card in left.items() if tops[zone].shown}


def column_width(window: int, u: float, field: bool) -> int:
    """Width of the side column with its margin, px; 0 if the window is too narrow for one.

    The column is 280 units wide, or 7/32 of a wide window (420 px of 1920), plus a margin of 12
    units. `window`: window width, px; `field`: the table has a field and needs more room.
    """
    least = max(BESIDE_FIELD * u, FIELD_FROM) if field else NARROWEST * u
    if window < least:
        return 0
    wide = min(max(COLUMN * u, WIDER * window), WIDEST * u)
    return round(wide) + round(MARGIN * u)


def can_see_face(view: View, card: CardId, zone: Zone) -> bool:
    """True if the viewer's seat can see the face of a card in `zone`; seat -1: if all seats can."""
    pos = view.position
    if pos.faces[card] == UNSEEN:
        return False
    if pos.up >> card & 1:
        return True
    eyes, size = pos.box.sight_masks[zone], pos.box.size
    if view.seat < 0:
        return eyes == pos.box.everyone
    return bool(eyes >> view.seat * size & 1)


def is_hand(spec: ZoneSpec) -> bool:
    """True if the zone is a hand: a fan that belongs to a seat."""
    return spec.shape == "fan" and spec.owner is not None


def side_of(pos: Position[object], spec: ZoneSpec) -> int:
    """Side of the table on which a zone lies: 0 south, 1 north, -1 neither."""
    return side_in(pos.box, spec)


def side_in(box: Box, spec: ZoneSpec) -> int:
    """Side of a zone as in `side_of`, from the box alone."""
    if spec.side is not None:
        return spec.side
    return box.sides[spec.owner] if spec.owner is not None else -1


def screen_side(pos: Position[object], spec: ZoneSpec, viewport: Viewport, viewer: Seat) -> int:
    """Side of the screen on which a zone lies: 1 near, -1 far, 0 middle.

    With more than two seats and no field, every seat but the viewer's sits opposite.
    """
    side = side_of(pos, spec)
    if side < 0:
        return 0
    if pos.box.seats <= 2 or pos.box.field is not None or spec.owner is None:
        return 1 if side == viewport.side else -1
    return 1 if spec.owner == nearest_seat(pos, viewport, viewer) else -1


def nearest_seat(pos: Position[object], viewport: Viewport, viewer: Seat) -> Seat:
    """Seat at the bottom of the screen."""
    if viewer >= 0:
        return viewer
    sides = pos.box.sides
    return sides.index(viewport.side) if viewport.side in sides else 0


def opposite_seats(pos: Position[object], viewport: Viewport, viewer: Seat) -> list[Seat]:
    """Seats at the top of the screen, left to right: in turn order from the viewer's left."""
    near, seats, sides = nearest_seat(pos, viewport, viewer), pos.box.seats, pos.box.sides
    if seats <= 2:
        return [seat for seat in range(seats) if sides[seat] != viewport.side]
    return [(near + k) % seats for k in range(1, seats)]


def card_mm(field: Field | None) -> tuple[float, float]:
    return (field.card_width / 10, field.card_length / 10) if field else (63.5, 95.0)
