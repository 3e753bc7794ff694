"""Plays of Castle: the legal plays of a hand on an estate, and their execution.

Pairs name the card of the seat's own colour first: it goes on top (CA8).
"""

from __future__ import annotations

from functools import lru_cache

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Seat, Zone
from castlecards.games.castle.state import (
    ALL_KNIGHTS,
    ALL_PEASANTS,
    CASTLE,
    CODES,
    KIND,
    OF_RANK,
    OWN,
    PLOT,
    QUEENS,
    RANKS,
    RETURNED,
    ROYAL,
    SIZE,
    WALL,
    WALL_MARK,
    CastleTable,
    Estate,
    Pos,
    replaced,
    survey,
)
from castlecards.games.castle.story import royalty_line

Zones = tuple[Zone, ...]
SMALL = 5  # cards; plays of a hand up to this size are computed as fast as looked up
FEW = 2  # CA14, CA15: pairs of people that need no house
PEOPLE = ("peasant", "knight")
COURT = 3 << 10  # bit mask of ranks: 10 and J
# Bit masks of two ranks that add up to 5 (CA14), and to 10, without two fives (CA15).
FIVES = tuple([1 << rank | 1 << 5 - rank for rank in (1, 2)])
TENS = tuple([1 << rank | 1 << 10 - rank for rank in range(1, 5)])


def lays(verb: str, cards: tuple[CardId, ...], zones: Zones) -> list[Action]:
    """Actions that play these cards, one for each zone."""
    return [Action(verb, cards, (), zone) for zone in zones]


def free_zone(filled: int, row: int, houses: int) -> Zones:  # CA14, CA15
    """Zone of the next pair of people, () if none is allowed; `row`: bit mask of its zones."""
    empty = row & ~filled
    if not empty or (not houses and (filled & row).bit_count() >= FEW):
        return ()
    return ((empty & -empty).bit_length() - 1,)


Group = tuple[list[CardId], list[CardId]]  # cards of one rank: own colour; all, own colour first


def plays(pos: Pos, seat: Seat) -> tuple[Action, ...]:
    """Legal plays of a hand in a normal turn."""
    state, faces, filled = pos.state, pos.faces, pos.filled
    codes = CODES[state.red == seat]
    # Sorted by rank, own colour first, then by card.
    held = sorted([codes[faces[card]] << 8 | card for card in pos.zones[seat * OWN]])
    plots = state.plots[seat]
    estate = survey(plots, seat)
    knight = free_zone(filled, ALL_KNIGHTS[seat], estate.barracks)
    peasant = free_zone(filled, ALL_PEASANTS[seat], estate.hovels)
    if len(held) <= SMALL:
        return _plays(tuple(held), estate, knight, peasant)
    return _cached_plays(tuple(held), plots, seat, knight, peasant)


@lru_cache(maxsize=1 << 12)
def _cached_plays(
    held: tuple[int, ...], plots: bytes, seat: Seat, knight: Zones, peasant: Zones
) -> tuple[Action, ...]:
    """Cached plays of a large hand: a search meets the same hands again, random play has few."""
    return _plays(held, survey(plots, seat), knight, peasant)


def _plays(
    held: tuple[int, ...], estate: Estate, knight: Zones, peasant: Zones
) -> tuple[Action, ...]:
    plays: list[Action] = []
    ranks, has_pair = 0, False
    for entry in held:
        rank = entry >> 9
        bit = 1 << rank
        has_pair = has_pair or ranks & bit > 0
        ranks |= bit
        if rank < 10:
            continue
        card, other = entry & 255, entry & 256 > 0
        if rank >= ROYAL:  # CA16
            zones = (estate.sets if other else estate.for_sets)[rank - ROYAL]
            plays += lays("royalty", (card,), zones)
        elif not other and rank == 11:
            plays += lays("barracks", (card,), estate.for_barracks)
        elif not other:
            plays += lays("hovel", (card,), estate.for_hovel)
    # Most hands hold no pair that can be laid: the search for pairs is skipped then.
    two = has_pair or ranks & COURT == COURT
    if two or (peasant and _meet(ranks, FIVES)) or (knight and _meet(ranks, TENS)):
        plays += _pairs(held, estate, knight, peasant)
    return tuple(plays)


def _meet(ranks: int, pairs: tuple[int, ...]) -> bool:
    """True if both ranks of a pair are in the hand."""
    return any(ranks & both == both for both in pairs)


def _pairs(held: tuple[int, ...], estate: Estate, knight: Zones, peasant: Zones) -> list[Action]:
    """Plays of two cards together, ordered by the lower rank."""
    groups: dict[int, Group] = {}
    for entry in held:
        rank, card = entry >> 9, entry & 255
        own, cards = groups.get(rank) or groups.setdefault(rank, ([], []))
        cards.append(card)
        if not entry & 256:
            own.append(card)
    plays: list[Action] = []
    for rank, group in groups.items():
        own, cards = group
        if len(cards) > 1:
            if rank >= ROYAL:
                plays += _sets(group, estate.for_sets[rank - ROYAL], estate.sets[rank - ROYAL])
            for n, own_card in enumerate(own):
                for other_card in cards[n + 1 :]:
                    plays += lays("wall", (own_card, other_card), estate.for_wall)
                    if rank == 5:
                        plays += lays("knight", (own_card, other_card), knight)
        if peasant and rank < 3 and 5 - rank in groups:
            plays += _match("peasant", group, groups[5 - rank], peasant)
        if knight and rank < 5 and 10 - rank in groups:
            plays += _match("knight", group, groups[10 - rank], knight)
        if rank == 10 and 11 in groups:  # CA11
            for own_card in groups[11][0]:
                for other_card in own:
                    plays += lays("castle", (own_card, other_card), estate.free)
    return plays


def _match(verb: str, low: Group, high: Group, zones: Zones) -> list[Action]:
    """Pairs of two ranks, at least one card of the own colour."""
    plays: list[Action] = []
    for own_card in low[0]:
        for other_card in high[1]:
            plays += lays(verb, (own_card, other_card), zones)
    others = low[1][len(low[0]) :]
    for own_card in high[0]:
        for other_card in others:
            plays += lays(verb, (own_card, other_card), zones)
    return plays


def _sets(group: Group, open_zones: Zones, set_zones: Zones) -> list[Action]:
    """Plays of two royals at once (CA16).

    `set_zones`: those of sets in play, which either colour can join; `open_zones`: those, and one
    for a new set.
    """
    own, cards = group
    plays: list[Action] = []
    for n, own_card in enumerate(cards):
        zones = open_zones if n < len(own) else set_zones
        for other_card in cards[n + 1 :]:
            plays += lays("royalty", (own_card, other_card), zones)
    return plays


def late_plays(pos: Pos, seat: Seat) -> tuple[Action, ...]:  # CA25
    """Legal plays after the last normal turn: only those with a returned card."""
    returned = pos.marks[RETURNED]
    if not any(returned >> card & 1 for card in pos.zones[seat * OWN]):
        return ()
    return tuple([
        action
        for action in plays(pos, seat)
        if any(returned >> card & 1 for card in action.cards)
    ])  # fmt: skip


def others_of_rank(pos: Pos, seat: Seat, zone: Zone) -> list[Action]:  # CA25
    """Cards that can join a set in the same play; none if all of them can join later."""
    rank = RANKS[pos.faces[pos.zones[zone][-1]]]
    cards = [card for card in pos.zones[seat * OWN] if RANKS[pos.faces[card]] == rank]
    if all(pos.marks[RETURNED] >> card & 1 for card in cards):
        return []
    return [action for card in cards for action in lays("royalty", (card,), (zone,))]


# -- laying -------------------------------------------------------------------------------------


def from_hand(table: CastleTable, card: CardId, seat: Seat, to: Zone) -> None:
    """Move a card from the hand, face up; it is no longer a returned card (CA23)."""
    table.move(card, seat * OWN, to)
    table.flip(card, True)
    if table.pos.marks[RETURNED] >> card & 1:
        table.mark(card, RETURNED, False)


def lay(table: CastleTable, seat: Seat, action: Action) -> None:
    """Lay cards from the hand on a plot, or as people."""
    pos, verb, to = table.pos, action.verb, action.to
    before = pos.zones[to]
    for card in action.cards[::-1]:
        from_hand(table, card, seat, to)
    if verb in PEOPLE:
        return
    state, n = pos.state, to - seat * OWN - PLOT
    plots = state.plots[seat]
    plot = plots[n] if n < len(plots) else 0
    if verb == "wall":  # CA12: below the building
        for card in action.cards:
            table.mark(card, WALL_MARK, True)
        plot |= WALL
        for card in before:
            table.move(card, to, to)
    else:
        kind = CASTLE if verb == "castle" else OF_RANK[RANKS[pos.faces[action.cards[0]]]]
        plot = (plot & ~KIND | kind) + (len(action.cards) << SIZE)
        if kind >= QUEENS and CODES[state.red == seat][pos.faces[action.cards[0]]] & 1:
            table.move(before[-1], to, to)  # CA16: the own colour stays on top
    put_plot(table, seat, n, plot)
    if verb == "royalty":
        table.tell(royalty_line, seat, action.cards[0], to)


def put_plot(table: CastleTable, seat: Seat, n: int, plot: int) -> None:
    """Store the bits of a seat's n-th plot in the state."""
    state = table.pos.state
    new = replaced(state.plots[seat], n, plot)
    plots = (new, state.plots[1]) if seat == 0 else (state.plots[0], new)
    table.put(state.with_(plots=plots))
