"""Seats, cards, zones: plain numbers inside, names at the border."""

from __future__ import annotations

from typing import Literal

from castlecards.core.values import Value as Value  # with what follows for all who know cards
from castlecards.core.values import value as value

Seat = int  # 0..n-1
NATURE: Seat = -1  # the seat that answers for chance and physics
CardId = int  # a piece of cardboard; says nothing about its face
Zone = int  # the number of a zone; its name, Box.names[zone], is "0.hand"
SIDES: tuple[str, str] = ("South", "North")  # of the table, as texts call them
UNSEEN = 255  # in a View: the face of this card is not known here
ONE = tuple([bytes((card,)) for card in range(256)])  # a pile of one card
BIT = tuple([1 << card for card in range(256)])  # and a mask of it


@value
class Face:
    """What is printed on a card. Rules use `key`, `rank` and `suit`; the rest is for the eyes."""

    key: str  # "H7", "K05", second copy "K05.2"; unique within a box
    rank: int = 0
    suit: str = ""
    back: str = "plain"  # what everybody sees of it face down: cards with equal backs look alike
    deck: str = "standard"  # which style of art draws it: "standard", "tech", "rampage"
    title: str = ""
    line: str = ""  # one line of flavour
    text: str = ""  # what the card does


@value
class Pose(Value):
    """Where a loose card lies. Table axes: x to the east, y to the north, seen from above."""

    x: int  # 0.1 mm, of the centre
    y: int  # 0.1 mm
    angle: (
        int  # mrad, anticlockwise; 0: the card's long side runs south-north, its top to the north
    )
    level: int = 0  # height in the heap: a card lies above all overlapping ones of a lower level


Surface = Literal["felt", "wood", "sticky"]


@value
class Field:
    """The play area for loose cards, centred on the origin."""

    half_width: int  # mm
    half_depth: int  # mm
    card_width: int = 635  # 0.1 mm, the short side
    card_length: int = 950  # 0.1 mm, the long side
    wind: tuple[int, int] = (0, 0)  # mm/s to the east and to the north, above the table
    surface: Surface = "felt"  # how cards slide


# Of a card that lies face down on top of a pile a table may remind a seat. "": of none; "known": of
# one whose face it knows; "all": of one whose face it has seen there; "last": of one whose face it
# has seen there in this turn or the one before; "off": of none. What the last three leave out is
# not shown or named at all, though the seat may know it.
Memory = Literal["", "known", "all", "last", "off"]


@value
class ZoneSpec:
    """A place for cards, described without pixels.

    `at` is in card sizes: x card widths to the right of the centre line, y card heights inwards
    from the edge of the table of `owner` or `side`; for a zone of neither, from the middle of the
    table. A negative y counts from the far edge. The screen turns the sides to face each other.
    """

    name: str  # "0.hand", "A.draw", "field"; unique within a box
    at: tuple[float, float] = (0.0, 0.0)
    owner: Seat | None = None
    side: int | None = None  # belongs to this side of the table; None: to the owner's, or to all
    shape: Literal["stack", "row", "fan", "loose"] = "stack"
    spread: tuple[float, float] = (0.0, 0.0)  # from one card to the next, in card sizes
    room: float = 0.0  # squeeze the spread into this many card widths; 0: never
    sight: Literal["all", "owner", "none"] = "none"  # who sees a face-down card here
    title: str = ""
    mark: Pose | None = None  # a loose zone's marked place on the field
    turned: bool = False  # its cards lie crosswise
    flow: str = ""  # zones of one owner and flow share a row, each with the room that it needs; of
    # the empty ones only the first is shown
    rings: tuple[int, ...] = ()  # mm, radii of circles drawn about the mark of a loose zone
    hidden: bool = False  # not on the screen
    memory: Memory = ""
    works: Literal["", "bastion", "yard"] = ""  # what is drawn on the table around its mark
    ring: int = 0  # at a table with a common middle: which place of it, counted from 1 on in turn.
    # The other places of its owner lie on a plate beside the ring, those of nobody at the edge
    sockets: bool = False  # on a plate: its badge tells of its cards, as frames that are filled
    phases: tuple[str, ...] = ()  # titles of the phases in which it is shown; (): in all
    rare: bool = False  # shown only while cards lie there
