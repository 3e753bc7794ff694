"""Set-up of Castle Wars: factions, printed cards, zones and the `Ground` of a match."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from castlecards.core.cards import NATURE, Face, Memory, Place, Seat, Zone, ZoneSpec
from castlecards.core.position import Box
from castlecards.games.castle_wars.faction_powers import (
    Assassins,
    Berserkers,
    DragonTamers,
    Golems,
    InfectedPower,
    Mechas,
    Ninjas,
    Outcasts,
    RoyalKingdom,
    Seers,
    WarMongers,
)
from castlecards.games.castle_wars.magic_powers import (
    BloodMages,
    Fateweavers,
    Mages,
    ShapeShifters,
    Undead,
)
from castlecards.games.castle_wars.reaction_windows import Window
from castlecards.games.castle_wars.rules import Begin, DealSoldiers, end_of, phases_of
from castlecards.games.castle_wars.state import (
    ACE,
    DRAGON,
    KING,
    KNIGHT,
    Faction,
    Ground,
    Phases,
    Side,
    Steps,
)
from castlecards.games.decks import joker, standard
from castlecards.texts import counted, tr

FACTIONS: dict[str, Faction] = {
    faction.id: faction
    for faction in (
        Faction(), Undead(), RoyalKingdom(), DragonTamers(), BloodMages(), Mages(), Seers(),
        Ninjas(), Assassins(), Berserkers(), ShapeShifters(), Mechas(), Outcasts(), Golems(),
        Fateweavers(), InfectedPower(), WarMongers(),
    )
}  # fmt: skip
BEGINNERS, BY_HANDICAP = ("first", "second"), "handicap"
COLOURS = {"black": "CS", "red": "HD"}
SOLDIERS, RESOURCES = range(2, 11), (range(11, 14), range(1, 2))


def colours(first: str) -> tuple[str, str]:
    """Colours by seat (CW1). Raises ValueError for an unknown colour."""
    if first not in COLOURS:
        raise ValueError(f"a player is black or red, not {first!r}")
    return ("black", "red") if first == "black" else ("red", "black")


def beginner(begins: str, handicaps: tuple[int, int]) -> Seat:
    """Seat that begins, or NATURE: chance decides (CW5, CW43). Raises ValueError for an unknown
    choice."""
    if begins in BEGINNERS:
        return BEGINNERS.index(begins)
    if begins != BY_HANDICAP:
        raise ValueError(f"a match can’t begin with {begins!r}")
    return NATURE if handicaps[0] == handicaps[1] else handicaps.index(min(handicaps))


@lru_cache(maxsize=512)
def ground(
    first: str, second: str, epic: bool, arrange: bool, stalemate: int, first_colour: str,
    handicaps: tuple[int, int], begins: str,
) -> Ground:  # fmt: skip
    """Fixed facts of a match. Raises ValueError for an unknown faction, colour or beginner, or an
    army that its handicap leaves without a soldier for each pile."""
    for name in (first, second):
        if name not in FACTIONS:
            raise ValueError(f"there is no faction {name!r}")
    factions = FACTIONS[first], FACTIONS[second]
    key = first, second, epic, arrange, stalemate, first_colour, handicaps, begins
    armies = [army(seat, faction, epic, first_colour) for seat, faction in enumerate(factions)]
    resources = b"".join(_resource_ranks(cards) for cards in armies)
    values = b"".join(bytes(map(worth, soldiers + rest)) for soldiers, rest in armies)
    sides: list[Side] = []
    start: Zone = 0
    for seat, faction in enumerate(factions):
        deal = faction.epic_deal if epic else faction.deal
        left = len(armies[seat][0]) - handicaps[seat]
        if not len(deal) <= left <= len(armies[seat][0]):
            raise ValueError(f"an army can’t begin without {counted(handicaps[seat], 'soldier')}")
        if faction.has_free_deployment:
            deal = spread_evenly(left, len(deal))
        elif handicaps[seat]:
            deal = spread_evenly(max(sum(deal) - handicaps[seat], len(deal)), len(deal))
        ranks = bytes([faction.joker_rank if rank == WILD else rank for rank in resources])
        colour = colours(first_colour)[seat]
        sides.append(Side(seat, start, faction, colour, deal, ranks, handicaps[seat]))
        start = sides[-1].piles[-1] + 1
    swaps = any(faction.can_swap for faction in factions)
    phases = [phases_of(side.seat, side.double_attack_mask, swaps) for side in sides]
    turns = [whole_turn(side, phases[side.seat]) for side in sides]
    calm = [
        turn_without_windows(side, phases[side.seat], factions[1 - side.seat]) for side in sides
    ]
    return Ground(
        (ground, key), (sides[0], sides[1]), values, bytes(map(bool, resources)),
        (phases[0], phases[1]), (turns[0], turns[1]), (calm[0], calm[1]),
        (opening(sides, 0), opening(sides, 1)), arrange, stalemate, beginner(begins, handicaps),
    )  # fmt: skip


def whole_turn(side: Side, phases: Phases) -> Steps:
    """Steps of a turn with its windows."""
    return (*side.faction.turn(side.seat, phases), *end_of(side.seat))


def turn_without_windows(side: Side, phases: Phases, other: Faction) -> Steps:
    """Steps of a turn without windows, used if the other player holds no resource (CW18).

    Except by a power, that player gets no resource before the turn is over.
    """
    if other.has_any_time_powers:
        return whole_turn(side, phases)
    bare = [tuple([step for step in steps if not isinstance(step, Window)]) for steps in phases]
    turn = whole_turn(side, (bare[0], bare[1], bare[2], bare[3]))
    return tuple([step for step in turn if not isinstance(step, Window)])


WILD = 255  # rank of a joker among the resources; its owner's faction decides


def _resource_ranks(army: tuple[tuple[Face, ...], tuple[Face, ...]]) -> bytes:
    """Resource ranks by face: JACK to ACE, WILD, 0 for a soldier."""
    soldiers, resources = army
    ranks = [WILD if not face.suit else ACE if face.rank == 1 else face.rank for face in resources]
    return bytes(len(soldiers)) + bytes(ranks)


def worth(face: Face) -> int:
    """Value as a soldier (CW8, CW21, CW28, CW30); 0 for a card that is never one."""
    soldier = face.back.endswith("soldiers")
    if not face.suit:
        return DRAGON if soldier else KNIGHT
    return face.rank if soldier else KNIGHT if face.rank == KING else 0


def spread_evenly(soldiers: int, piles: int) -> tuple[int, ...]:
    """Number of soldiers by pile, as even as possible (CW41)."""
    return tuple((soldiers + piles - 1 - pile) // piles for pile in range(piles))


def opening(sides: list[Side], first: Seat) -> Steps:
    """Steps before the first turn if `first` begins: order decks, deal soldiers (CW42)."""
    order = (sides[first], sides[1 - first])
    before = [step for side in order for step in side.faction.opening(side)]
    return (*before, *(DealSoldiers(side.seat) for side in order), Begin(0))


# -- cards ----------------------------------------------------------------------------------------

TITLES = {11: tr("Jack"), 12: tr("Queen"), 13: tr("King"), 1: tr("Ace")}
SUIT_NAMES = {"C": tr("clubs"), "S": tr("spades"), "H": tr("hearts"), "D": tr("diamonds")}
DOES = {
    11: tr(
        "Spy: turn all enemy top soldiers face up and your own face down, then rearrange yours."
    ),
    12: tr("Leader: each of your soldiers is worth 3 more until the end of this turn."),
    13: tr("Knight: put it on one of your piles at any time, as a soldier worth 10."),
    1: tr("Artillery: discard any one soldier in play."),
}
WILD_TEXT = tr("Play it as any resource, or shuffle your used resources into a new deck.")


def army(
    seat: Seat, faction: Faction, epic: bool, first_colour: str
) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
    """Printed soldiers and resources of a player (CW1, CW25)."""
    colour = colours(first_colour)[seat]
    suits = "CSHD" if epic else COLOURS[colour]
    deck = 1 + seat if epic else 1
    back = f"{colour}.soldiers"
    soldiers = standard(SOLDIERS, suits, back, deck)
    wild = _jokers(faction.dragons * (2 if epic else 1), colour, back, deck, epic)
    soldiers += tuple(
        Face(face.key, face.rank, "", back, title=tr("Dragon"), text=tr("A soldier worth 20."))
        for face in wild
    )
    back = f"{colour}.resources"
    resources: tuple[Face, ...] = ()
    if faction.resources:
        for ranks in RESOURCES:
            resources += standard(ranks, suits, back, deck)
        resources += _jokers(faction.jokers * (2 if epic else 1), colour, back, deck, epic)
    return tuple(map(_named, soldiers)), tuple(map(_named, resources))


def _jokers(count: int, colour: str, back: str, deck: int, epic: bool) -> tuple[Face, ...]:
    """Joker of this colour, or in an epic game both jokers of the player's own deck."""
    numbers = (1, 2) if epic else (1 if colour == "black" else 2,)
    return tuple(joker(number, back, deck) for number in numbers[:count])


def _named(face: Face) -> Face:
    """Face with its title and the text of its effect."""
    if not face.suit:
        text = face.text or WILD_TEXT
        return Face(face.key, face.rank, "", face.back, title=face.title, text=text)
    rank = TITLES.get(face.rank, face.rank)
    title = tr("{rank} of {suit}", rank=rank, suit=SUIT_NAMES[face.suit])
    text = DOES.get(face.rank, "")
    return Face(face.key, face.rank, face.suit, face.back, title=title, text=text)


@lru_cache(maxsize=128)
def box_and_zones(
    of: Ground, epic: bool, first_colour: str, memory: Memory = "all"
) -> tuple[Box, dict[Zone, bytes]]:
    """Box and start zones of a match; cached for all matches with these options."""
    faces: list[Face] = []
    zones: dict[Zone, bytes] = {}
    for side in of.sides:
        for deck, cards in zip(
            (side.soldiers, side.resources),
            army(side.seat, side.faction, epic, first_colour),
            strict=True,
        ):
            if cards:
                zones = zones | {deck: bytes(range(len(faces), len(faces) + len(cards)))}
            faces += cards
    if of.has_turn_end_power:
        memory = "off"  # CW32
    specs = tuple(spec for side in of.sides for spec in places(side, memory))
    return Box(tuple(faces), specs, (0, 1)), zones


# -- the table ------------------------------------------------------------------------------------

# Places on the table: piles with their towers in a row, decks and discards beside them.
DECK_PLACE = Place((428, 548), (-428, 206), 92)
RESOURCES_PLACE = Place((428, 664), (-428, 324), 92)
DEAD_PLACE = Place((-428, 548), (428, 190), 92)
SPENT_PLACE = Place((-428, 664), (428, 304), 92)
NEAR_PILES, FAR_PILES = 556.0, 226.0  # units from the upper edge of the table
PILE_CARD = 116.0  # units, height of a card on a pile
APART = {3: 226.0, 4: 172.0}  # by number of piles: units from one to the next
FANNED = {3: 1.2, 4: 0.9}  # by number of piles: card widths by which a pile can fan out


@cache
def pile_places(count: int) -> tuple[Place, ...]:
    """Places of the piles of a player, pile 1 at the player's left."""
    along = [(n - (count - 1) / 2) * APART[count] for n in range(count)]
    return tuple(Place((x, NEAR_PILES), (-x, FAR_PILES), PILE_CARD) for x in along)


def places(side: Side, memory: Memory) -> tuple[ZoneSpec, ...]:
    """Zones of a player, in the order in which `Side` numbers them."""
    seat = side.seat
    sight = "owner" if side.faction.can_view_decks else "none"
    # CW3, CW4: sight by zone
    fan: dict[str, Any] = {"shape": "fan", "sight": "owner", "spread": (0.7, 0.0), "room": 5.0}
    fan["memory"] = "off"  # a played card's former place in the hand is unknown
    specs = [
        _place("soldiers", seat, tr("Soldiers"), sight=sight, place=DECK_PLACE),
        _place("resources", seat, tr("Resources"), sight=sight, turned=True, place=RESOURCES_PLACE),
        _place("hand", seat, tr("Soldiers in hand"), at=(-2.0, 0.1), **fan),
        _place("sleeve", seat, tr("Resources in hand"), at=(2.0, 0.1), **fan),
        _place("dead", seat, tr("Dead soldiers"), sight="all", place=DEAD_PLACE),
        _place("spent", seat, tr("Used resources"), sight="all", turned=True, place=SPENT_PLACE),
    ]
    room = FANNED[len(side.piles)]
    for n, place in enumerate(pile_places(len(side.piles))):
        pile = {"spread": (0.2, 0.0), "room": room, "sight": "owner", "memory": memory}
        title = tr("Pile {n}", n=n + 1)
        specs.append(_place(f"pile{n}", seat, title, site="tower", place=place, **pile))
    return tuple(specs)


def _place(name: str, seat: Seat, title: str, **more: Any) -> ZoneSpec:
    return ZoneSpec(f"{seat}.{name}", owner=seat, title=title, **more)
