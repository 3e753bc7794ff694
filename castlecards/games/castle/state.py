"""State of Castle: zones, ranks, and the plots of each seat as bytes.

Each plot is one byte: its kind, a bit for a wall, and the number of cards besides the wall. The
rules read an `Estate`, which `survey` derives from these bytes and caches.
"""

from __future__ import annotations

from functools import lru_cache

from castlecards.core.cards import CardId, Place, Seat, Value, Zone, ZoneSpec, value
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.games.decks import standard
from castlecards.texts import tr

# -- zones --------------------------------------------------------------------------------------

# More zones than a match fills (at most 12 plots, 5 knights and 6 peasants in 1,500 random ones),
# and few enough to copy a position in a microsecond.
PLOTS = 20  # zones per seat, CA7
KNIGHTS = 16  # zones per seat, CA15
PEASANTS = 12  # zones per seat, CA14
# Zones of a seat, counted from its hand: plots, knights, peasants.
PLOT = 1
KNIGHT = PLOT + PLOTS
PEASANT = KNIGHT + KNIGHTS
OWN = PEASANT + PEASANTS  # number of zones per seat
MARKET: Zone = 2 * OWN
STALLS = 3  # CA2
DECK: Zone = MARKET + STALLS
DISCARD: Zone = DECK + 1
STOCK = (1 << STALLS + 1) - 1 << MARKET  # bit mask of the zones to draw from

ALL_KNIGHTS = tuple((1 << KNIGHTS) - 1 << seat * OWN + KNIGHT for seat in (0, 1))
ALL_PEASANTS = tuple((1 << PEASANTS) - 1 << seat * OWN + PEASANT for seat in (0, 1))

WALL_MARK, RETURNED = range(2)  # kinds of mark
MARKS = (tr("wall"), tr("returned"))

# -- faces --------------------------------------------------------------------------------------

FACES = standard() + standard(deck=2)
RANKS = bytes([face.rank for face in FACES])  # by face, A to K: 1 to 13
RED = tuple(face.suit in "DH" for face in FACES)  # by face
# By colour of a seat (0 black, 1 red) and by face: twice the rank, plus 1 for the other colour, so
# that a sorted hand has the own colour first in each rank.
CODES = tuple(bytes([2 * face.rank + (RED[n] != red) for n, face in enumerate(FACES)])
              for red in (False, True))  # fmt: skip

# -- plots --------------------------------------------------------------------------------------

HOVEL, BARRACKS, CASTLE, QUEENS, KINGS = range(1, 6)
KIND = 7  # bit mask of a plot's kind
WALL = 8  # bit of a wall
SIZE = 4  # shift of the number of cards
SETS = {12: QUEENS, 13: KINGS}
ROYAL = 12  # lowest rank of a set
OF_RANK = {10: HOVEL, 11: BARRACKS} | SETS
POINTS = (0, 1, 3, 6, 12, 20, 48, 84, 144)  # CA26: points by number of cards in a set
STRENGTH = (0, 1, 1, 3, 1, 1)  # CA18: strength by kind
CASTLES = (CASTLE | 2 << SIZE, CASTLE | WALL | 2 << SIZE)  # bytes of a plot with a castle


@value
class Realm(Value):
    """State of a match besides its cards."""

    first: Seat = 0  # player 1
    red: Seat = 0  # the seat that plays red
    turn: int = 0  # turns taken
    plots: tuple[bytes, ...] = (b"", b"")  # by seat; empty plots at the end are left out
    passed: bool = False  # CA25: the last turn was passed


Pos = Position[Realm]
CastleTable = Table[Realm]


def mover(state: Realm) -> Seat:
    """Seat whose turn it is."""
    return (state.first + state.turn) % 2


@value
class Estate:
    """Facts derived from the plots of a seat. Zones are listed from left to right."""

    hovels: int
    barracks: int
    points: int
    free: tuple[Zone, ...]  # CA7: for a new building
    for_hovel: tuple[Zone, ...]  # CA13
    for_barracks: tuple[Zone, ...]
    for_wall: tuple[Zone, ...]  # CA12
    sets: tuple[tuple[Zone, ...], ...]  # sets of queens, of kings: cards of either colour can join
    for_sets: tuple[tuple[Zone, ...], ...]  # those, and zones for a new set
    targets: tuple[tuple[int, Zone, int], ...]  # defence, zone, number of wall cards


@lru_cache(maxsize=1 << 13)
def survey(plots: bytes, seat: Seat) -> Estate:
    """Derive the estate of a seat from its plot bytes; cached."""
    first = seat * OWN + PLOT
    count = [0] * (1 + KINGS)  # cards by kind
    joined: list[list[Zone]] = [[] for _ in count]  # by kind: plots that more cards can join
    unwalled: list[Zone] = []
    for zone, plot in enumerate(plots, first):
        kind = plot & KIND
        count[kind] += plot >> SIZE
        if plot & WALL or kind >= QUEENS:  # CA9, CA10, CA16
            joined[kind].append(zone)
        if kind and not plot & WALL:
            unwalled.append(zone)
    empty = plots.find(0)
    empty = len(plots) if empty < 0 else empty
    new = joined[0] + ([first + empty] if empty < PLOTS else [])
    targets = [
        (defence(plots, n), first + n, 2 if plot & WALL else 0)  # the wall lies below
        for n, plot in enumerate(plots)
        if plot & KIND
    ]
    return Estate(
        count[HOVEL],
        count[BARRACKS],
        sum([score for _, score in royalty(plots)]),
        tuple(sorted(new)),
        tuple(sorted(joined[HOVEL] + new)),
        tuple(sorted(joined[BARRACKS] + new)),
        tuple(sorted(unwalled + new[len(joined[0]) :])),
        (tuple(joined[QUEENS]), tuple(joined[KINGS])),
        (tuple(sorted(joined[QUEENS] + new)), tuple(sorted(joined[KINGS] + new))),
        tuple(targets),
    )


def defence(plots: bytes, n: int) -> int:  # CA18
    """Knights needed to attack the n-th plot."""
    plot = plots[n]
    kind = plot & KIND
    level = STRENGTH[kind] + bool(plot & WALL)
    if kind == CASTLE:
        return level
    return level + (CASTLES[0] in plots or CASTLES[1] in plots)  # CA11


def royalty(plots: bytes) -> list[tuple[int, int]]:
    """Plot number and points of every royalty set (CA26)."""
    return [
        (n, POINTS[plot >> SIZE]) for n, plot in enumerate(plots) if plot & KIND >= QUEENS
    ]  # fmt: skip


def replaced(plots: bytes, n: int, plot: int) -> bytes:
    """Plots with the n-th one replaced."""
    wide = plots.ljust(n + 1, b"\0")
    return (wide[:n] + bytes((plot,)) + wide[n + 1 :]).rstrip(b"\0")


def read_plots(pos: Pos, seat: Seat) -> bytes:
    """Plot bytes of a seat, read from its cards and the marks of walls."""
    plots = bytearray()
    for zone in range(seat * OWN + PLOT, seat * OWN + KNIGHT):
        walls = [card for card in pos.zones[zone] if pos.marks[WALL_MARK] >> card & 1]
        ranks = {RANKS[pos.faces[card]] for card in pos.zones[zone] if card not in walls}
        kind = CASTLE if len(ranks) > 1 else OF_RANK[ranks.pop()] if ranks else 0
        size = len(pos.zones[zone]) - len(walls)
        plots.append(kind | (WALL if walls else 0) | size << SIZE)
    return bytes(plots).rstrip(b"\0")


def lower_pairs(pos: Pos, seat: Seat) -> list[CardId]:
    """Wall cards of a position without marks: two of a rank at the bottom of a mixed plot."""
    wall_cards: list[CardId] = []
    for zone in range(seat * OWN + PLOT, seat * OWN + KNIGHT):
        cards = pos.zones[zone]
        ranks = [RANKS[pos.faces[card]] for card in cards]
        one_set = len(set(ranks)) == 1 and ranks[0] in SETS
        marked = any(pos.marks[WALL_MARK] >> card & 1 for card in cards)
        if len(ranks) > 1 and ranks[0] == ranks[1] and not one_set and not marked:
            wall_cards += cards[:2]
    return wall_cards


# -- people -------------------------------------------------------------------------------------


def knights(pos: Pos, seat: Seat) -> int:
    """Number of knights of a seat."""
    return (pos.filled & ALL_KNIGHTS[seat]).bit_count()


def peasants(pos: Pos, seat: Seat) -> int:
    """Number of peasants of a seat."""
    return (pos.filled & ALL_PEASANTS[seat]).bit_count()


def usable_knights(pos: Pos, seat: Seat, estate: Estate) -> int:  # CA17
    """Number of knights that can attack: without barracks at most two."""
    count = (pos.filled & ALL_KNIGHTS[seat]).bit_count()
    return count if count < 3 or estate.barracks else 2


def hand_limit(pos: Pos, seat: Seat) -> int:
    """Hand limit of a seat (CA5)."""
    return hand_limit_of(pos, seat, survey(pos.state.plots[seat], seat))


def hand_limit_of(pos: Pos, seat: Seat, estate: Estate) -> int:  # CA5
    """Hand limit from an estate that has been surveyed."""
    return 3 * estate.hovels + 2 * (pos.filled & ALL_PEASANTS[seat]).bit_count() or 1


# -- the zones as the screen sees them ----------------------------------------------------------


# Places on the table: an estate in one row, knights left of the plots and peasants right of them;
# at the far side the row ends beside the ladder of royal sets, and the hand leaves room to talk.
HAND_PLACE = Place((0, 722), (50, 12), 58)
ESTATE = {"knights": -330.0, "plots": 0.0, "peasants": 330.0}  # units, middle of each flow
NEAR_ESTATE, FAR_ESTATE = 538.0, 196.0  # units from the upper edge of the table
REACH: tuple[float, float] = (480.0, 288.0)  # units, right end of the row
ESTATE_CARD, STOCK_CARD = 92.0, 84.0  # units, height of a card
STALL_PLACES = (-170.0, -92.0, -14.0)  # units, middle of each card of the market
DECK_X, DISCARD_X, STOCK_Y = 84.0, 176.0, 327.0


def specs() -> tuple[ZoneSpec, ...]:
    """Zones in the order of their numbers."""
    zones: list[ZoneSpec] = []
    for seat in (0, 1):
        zones.append(
            ZoneSpec(
                f"{seat}.hand", (0.0, 0.1), seat, None, "fan", (0.7, 0.0), 5, "owner",
                tr("Hand"), place=HAND_PLACE,
            )
        )  # fmt: skip
        for n in range(PLOTS):
            zones.append(_row(f"{seat}.plot{n}", seat, tr("Plot {n}", n=n + 1), "plots", 0.34))
        for n in range(KNIGHTS):
            zones.append(_row(f"{seat}.knight{n}", seat, tr("Knight {n}", n=n + 1), "knights", 0.3))
        for n in range(PEASANTS):
            title = tr("Peasant {n}", n=n + 1)
            zones.append(_row(f"{seat}.peasant{n}", seat, title, "peasants", 0.3))
    for n in range(STALLS):
        stall = _middle(STALL_PLACES[n])
        zones.append(ZoneSpec(f"market{n}", sight="all", title=tr("Market"), place=stall))
    zones.append(ZoneSpec("deck", title=tr("Deck"), place=_middle(DECK_X)))
    discards = _middle(DISCARD_X)
    zones.append(ZoneSpec("discard", sight="all", title=tr("Discard pile"), place=discards))
    return tuple(zones)


def _middle(x: float) -> Place:
    """Place of a pile between the estates."""
    return Place((x, STOCK_Y), (x, STOCK_Y), STOCK_CARD)


def _row(name: str, seat: Seat, title: str, flow: str, step: float) -> ZoneSpec:
    x = ESTATE[flow]
    return ZoneSpec(
        name, owner=seat, shape="row", spread=(step, 0.0), sight="all", title=title, flow=flow,
        rare=flow != "plots",
        place=Place((x, NEAR_ESTATE), (-x, FAR_ESTATE), ESTATE_CARD, REACH),
    )  # fmt: skip
