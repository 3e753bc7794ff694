"""Basic types of the table: seats, cards, faces, zones and poses; ids are plain integers."""

from __future__ import annotations

from typing import Literal

from castlecards.core.values import Value as Value  # re-exported with `value`
from castlecards.core.values import value as value
from castlecards.texts import tr

Seat = int  # 0..n-1
NATURE: Seat = -1  # pseudo-seat that answers for chance and physics
CardId = int  # physical card; independent of its face
Zone = int  # index of a zone; Box.names[zone] is its name, such as "0.hand"
SIDES: tuple[str, str] = (tr("South"), tr("North"))  # names of the sides of the table in texts
AUTOMATON_NAME = tr("Automaton")  # name of a seat without a player
UNSEEN = 255  # face index of a card whose face a View does not know
ONE = tuple([bytes((card,)) for card in range(256)])  # by card: a pile of this card alone
RANKS = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
BIT = tuple([1 << card for card in range(256)])  # by card or face: its bit mask


@value
class Face:
    """Printed face of a card. Rules read `key`, `rank` and `suit`; the rest is for display."""

    key: str  # "H7", "K05", second copy "K05.2"; unique within a box
    rank: int = 0
    suit: str = ""
    back: str = "plain"  # kind of back; face-down cards with equal backs cannot be told apart
    deck: str = "standard"  # art style: "standard", "tech", "rampage"
    title: str = ""
    line: str = ""  # one line of flavour
    text: str = ""  # effect of the card in words


def face_name(face: Face) -> str:
    """Return the name of a card for players; two equal cards have the same name."""
    if not face.title and face.deck == "standard" and face.suit in SUITS:
        rank = RANKS.get(face.rank, face.rank)
        return tr("{rank} of {suit}", rank=rank, suit=SUITS[face.suit])
    return face.title or face.key


@value
class Pose(Value):
    """Position and rotation of a loose card. Table axes: x east, y north, seen from above."""

    x: int  # 0.1 mm, of the centre
    y: int  # 0.1 mm
    angle: (
        int  # mrad, anticlockwise; 0: the card's long side runs south-north, its top to the north
    )
    level: int = 0  # height in the heap: a card lies above all overlapping ones of a lower level


Surface = Literal["felt", "wood", "sticky"]


@value
class Field:
    """Play area for loose cards, centred on the origin."""

    half_width: int  # mm
    half_depth: int  # mm
    card_width: int = 635  # 0.1 mm, the short side
    card_length: int = 950  # 0.1 mm, the long side
    wind: tuple[int, int] = (0, 0)  # mm/s to the east and to the north, above the table
    surface: Surface = "felt"  # sets the friction of cards


# Memory aid: which face-down cards on a pile the table shows to a seat again. "": none; "known":
# every face the seat knows; "all": faces it has seen on this pile; "last": faces seen there in this
# turn or the one before; "off": none. With "all", "last" and "off" the other faces are not shown or
# named at all, even if the seat knows them.
Memory = Literal["", "known", "all", "last", "off"]


@value
class Place:
    """Fixed place of a pile, if its side is at the near edge of the screen and at the far one.

    It gives the middle of the pile on a table of 968 x 800 units: x to the right of the table's
    middle, y down from its upper edge.
    """

    near: tuple[float, float]
    far: tuple[float, float]
    card: float = 100.0  # units, height of a card
    # Units to the right that a row of flowing zones reaches at the near and at the far edge.
    reach: tuple[float, float] = (0.0, 0.0)


SiteKind = Literal[  # kind of a building; "": none
    "", "gate", "keep", "tower",
    "hovel", "barracks", "fortress", "hall", "rampart", "peasant", "knight",
]  # fmt: skip


@value
class ZoneSpec:
    """Zone: a place for cards on the table, described without pixels.

    `at` is in card sizes: x card widths to the right of the centre line, y card heights inwards
    from the table edge of `owner` or `side`; a zone of neither counts from the middle of the table.
    A negative y counts from the far edge. The screen turns the sides to face each other.
    """

    name: str  # "0.hand", "A.draw", "field"; unique within a box
    at: tuple[float, float] = (0.0, 0.0)
    owner: Seat | None = None
    side: int | None = None  # side of the table it belongs to; None: the owner's side, or shared
    shape: Literal["stack", "row", "fan", "loose"] = "stack"
    spread: tuple[float, float] = (0.0, 0.0)  # offset from one card to the next, in card sizes
    room: float = 0.0  # widest spread, in card widths; 0: no limit
    sight: Literal["all", "owner", "none"] = "none"  # seats that see face-down cards here
    title: str = ""
    mark: Pose | None = None  # marked place of a loose zone on the field
    turned: bool = False  # cards lie crosswise
    # Zones with the same owner and flow share a row, each as wide as it needs; of the empty ones
    # only the first is shown.
    flow: str = ""
    rings: tuple[int, ...] = ()  # mm, radii of circles drawn around the mark of a loose zone
    hidden: bool = False  # not on the screen
    memory: Memory = ""
    fortification: Literal["", "bastion", "yard"] = ""  # drawn on the table around the mark
    # Place on the common ring of a round table, counted from 1 in turn order; 0: not on the ring.
    # Other zones of its owner lie on a plate beside the ring, unowned ones at the edge.
    ring: int = 0
    tricks: bool = False  # on a plate: tricks that were won, a stack with an edge for each
    phases: tuple[str, ...] = ()  # titles of the phases in which it is shown; (): all
    rare: bool = False  # shown only while it holds cards
    site: SiteKind = ""  # building that stands behind the cards of a pile
    place: Place | None = None  # replaces `at`; all piles of a table have one, or none has
