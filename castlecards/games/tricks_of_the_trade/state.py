"""State of Tricks of the Trade: zones, scores, and the interface to the game effects.

A `Ground` holds the facts that never change during a match; positions share it. Every secret choice
is a face-down token card: a bid, or a wish that only the two traders see.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from castlecards.core.cards import NATURE, SIDES, CardId, Face, Seat, Value, Zone, ZoneSpec, value
from castlecards.core.keyed_value import KeyedValue
from castlecards.core.log_lines import cards_line
from castlecards.core.position import Position
from castlecards.core.proof import Proofs, settle
from castlecards.core.table import Table
from castlecards.games.decks import DOMAIN_NAMES, DOMAINS, VALUES
from castlecards.games.tech_effects import Suit, unmark
from castlecards.games.tech_effects.story import draw_line
from castlecards.games.tricks_of_the_trade.story import exchange_line, trump_line
from castlecards.texts import tr

NUMBERED = len(DOMAINS) * len(VALUES)  # cards of the deck that are played with (TT1)
TRUMP_VALUE, GOAL_VALUE = 2, 1  # TT2, TT3
TRICKS = 6  # TT15; a bid is 0 to TRICKS (TT9)
LEAST = 6  # cards that effects leave in every hand (TT14)
ANY: Suit = 0  # a wish for any card
WISHES = (*DOMAINS, "")

DEAL, BID, TRADE, EFFECTS, PLAY = range(5)  # the phases of a round
PHASE_TITLES = (tr("Deal"), tr("Bid"), tr("Trade"), tr("Effects"), tr("Tricks"))
OWN = 8  # zones of each seat
NO_MARKS = (0,) * len(DOMAINS)


class RoundScore(NamedTuple):
    """Points of one seat for one round (TT16)."""

    bid: int
    tricks: int  # also the base points
    reached: int  # points for at least the bid
    exact: int  # for exactly the bid
    goal: int  # for tricks with a card of the goal's domain
    sweep: int  # for all tricks or none

    @property
    def total(self) -> int:
        return self.tricks + self.reached + self.exact + self.goal + self.sweep


class Ground(KeyedValue):
    """Fixed facts of a match: zones, and suit, rank and worth of each face."""

    __slots__ = (
        "bids", "discard", "discards", "does", "draw_deck", "draws", "expelled", "goals", "hands",
        "hidden", "middle", "names", "offers", "opponents_of", "owner", "past", "ranks", "resting",
        "seats", "spot", "suits", "tiers", "tokens", "tricks", "trumps", "wishes", "won", "worth",
    )  # fmt: skip

    def __init__(self, does: tuple[str, ...], seats: int, hidden: bool, tiers: bool) -> None:
        super().__init__(ground, does, seats, hidden, tiers)
        self.does, self.seats, self.hidden, self.tiers = does, seats, hidden, tiers
        own = range(seats)

        def each(place: int) -> tuple[Zone, ...]:
            return tuple(seat * OWN + place for seat in own)

        self.hands, self.goals, self.tricks, self.won = each(0), each(1), each(2), each(3)
        self.bids, self.offers, self.tokens, self.resting = each(4), each(5), each(6), each(7)
        common = seats * OWN
        self.draw_deck, self.discard, self.spot = common, common + 1, common + 2
        self.trumps, self.past = common + 3, common + 4  # Trump deck, Trump discard pile
        self.expelled, self.wishes = common + 5, common + 6
        self.middle = (self.discard, self.spot, self.trumps, self.past)  # cleaned up (TT17)
        self.draws = (self.draw_deck,) * seats  # E3
        self.discards = (self.discard,) * seats
        self.owner = tuple(zone // OWN for zone in range(common))
        self.names = names(seats)
        self.opponents_of = tuple(
            tuple((seat + n) % seats for n in range(1, seats)) for seat in own
        )
        tokens = bytes(range(TRICKS + 1)) * seats + bytes(len(WISHES))
        self.ranks = bytes(VALUES) * len(DOMAINS) + tokens
        wishes = bytes([DOMAINS.find(suit) + 1 if suit else ANY for suit in WISHES])
        domains = b"".join(bytes((n + 1,)) * len(VALUES) for n in range(len(DOMAINS)))
        self.suits = domains + bytes((TRICKS + 1) * seats) + wishes
        pairs = zip(self.ranks, self.suits, strict=True)
        self.worth = bytes([16 * rank + suit for rank, suit in pairs])  # to compare, TT19

    # -- interface to the effects (tech_effects.Ground) -----------------------------------------

    def draw(self, table: TradeTable, seat: Seat, count: int) -> int:
        hand, zones = self.hands[seat], table.pos.zones
        for drawn in range(count):
            if not zones[self.draw_deck] and not self.refill(table, seat):
                count = drawn
                break
            table.move(zones[self.draw_deck][-1], self.draw_deck, hand)
        if count:
            table.tell(draw_line, seat, count, hand)
        return count

    def refill(self, table: TradeTable, seat: Seat) -> bool:  # TT14
        cards = table.pos.zones[self.discard]
        if not cards:
            return False
        settle(table, cards)
        table.carry(cards, self.discard, self.draw_deck)
        table.shuffle(self.draw_deck)
        table.tell(cards_line, "reshuffled", seat)
        return True

    def opponents(self, pos: Pos, seat: Seat) -> tuple[Seat, ...]:
        return self.opponents_of[seat]

    def vulnerable_opponents(self, pos: Pos, seat: Seat) -> tuple[Seat, ...]:  # TT14
        hands, others = self.hands, self.opponents_of[seat]
        return tuple([each for each in others if len(pos.zones[hands[each]]) > LEAST])

    def neutrals(self, pos: Pos) -> tuple[Zone, ...]:  # TT8, TT12
        return (self.spot,)

    def own_cards(self, pos: Pos, seat: Seat) -> tuple[Zone, ...]:
        return (self.spot,)

    def foreign_cards(self, pos: Pos, seat: Seat) -> tuple[Zone, ...]:
        """Trump spot; () if no card could be drawn to replace its card (TT13)."""
        drawable = pos.zones[self.draw_deck] or pos.zones[self.discard]
        return (self.spot,) if drawable else ()

    def exchange(self, table: TradeTable, seat: Seat, card: CardId, place: Zone) -> None:
        """Swap the trump card with a hand card, whose domain becomes trump (TT12, TT13)."""
        hand, old = self.hands[seat], table.pos.zones[place][-1]
        table.move(old, place, hand)
        table.flip(old, False)
        unmark(table, card)
        table.move(card, hand, place)
        table.flip(card, True)
        table.tell(exchange_line, seat, card, old)
        self.tell_trump(table)

    def expel(self, table: TradeTable, place: Zone) -> None:  # TT13
        old = table.pos.zones[place][-1]
        past = self.ranks[table.pos.faces[old]] == TRUMP_VALUE
        table.move(old, place, self.past if past else self.expelled)
        table.tell(cards_line, "past" if past else "expelled", NATURE, old)
        if not table.pos.zones[self.draw_deck]:
            self.refill(table, 0)
        card = table.pos.zones[self.draw_deck][-1]
        table.move(card, self.draw_deck, place)
        table.flip(card, True)
        self.tell_trump(table)

    def tell_trump(self, table: TradeTable) -> None:
        card = table.pos.zones[self.spot][-1]
        table.tell(trump_line, card, self.suits[table.pos.faces[card]])


@lru_cache(maxsize=64)
def ground(does: tuple[str, ...], seats: int, hidden: bool, tiers: bool) -> Ground:
    """Ground of a match; cached, so that equal arguments give the same object, also after
    unpickling."""
    return Ground(does, seats, hidden, tiers)


@value
class Trade(Value):
    """State of a match besides its cards. `trump` is fixed when the tricks begin (TT18)."""

    ground: Ground
    phase: int = DEAL
    round: int = 0  # rounds that are over
    first: Seat = 0  # first player of this round (TT6)
    trump: Suit = 0
    scores: tuple[tuple[RoundScore, ...], ...] = ()  # by round and seat
    won: tuple[bytes, ...] = ()  # by seat: worth of each card won in the scored rounds
    turned: Suit = 0  # domain of the card turned up this round (TT8)
    proofs: Proofs = ()  # proofs about hands from the play of this round


Pos = Position[Trade]
TradeTable = Table[Trade]


def domain(pos: Pos, card: CardId) -> Suit:
    """Domain of a card in a trick: the copied one (Mirror), or the printed one."""
    if pos.marks != NO_MARKS:
        for kind, marked in enumerate(pos.marks):
            if marked >> card & 1:
                return kind + 1
    return pos.state.ground.suits[pos.faces[card]]


def trump(pos: Pos) -> Suit:
    """Trump domain: of the current tricks, or of the card on the trump spot; 0: none (TT18)."""
    state = pos.state
    spot = pos.zones[state.ground.spot]
    if state.phase == DEAL or not spot:
        return 0
    return state.trump or state.ground.suits[pos.faces[spot[-1]]]


def bid_of(pos: Pos, seat: Seat) -> int:
    """Bid of a seat; -1 before the bids are revealed."""
    ground = pos.state.ground
    token = pos.zones[ground.bids[seat]]
    up = token and pos.up >> token[0] & 1
    return ground.ranks[pos.faces[token[0]]] if up else -1


def domain_name(suit: Suit) -> str:
    """Name of a domain by its number."""
    return DOMAIN_NAMES[DOMAINS[suit - 1]]


def token_faces(seats: int) -> tuple[Face, ...]:
    """Faces of the tokens: bids 0 to 6 for each seat, with its own back, and one set of wishes."""
    bids = [
        Face(f"bid{seat}.{n}", n, "", f"token.{seat + 1}", "token", str(n), tr("tricks"))
        for seat in range(seats)
        for n in range(TRICKS + 1)
    ]
    wishes = [
        Face(f"wish.{suit or 'any'}", 0, suit, "wish", "token", name, tr("wanted"))
        for suit, name in ((suit, DOMAIN_NAMES.get(suit) or tr("Any")) for suit in WISHES)
    ]
    return (*bids, *wishes)


# -- the zones as the screen sees them ----------------------------------------------------------


def names(seats: int) -> tuple[str, ...]:
    """Name of each seat in the texts of this game."""
    return SIDES if seats == 2 else (SIDES[0], *[f"{SIDES[1]} {n}" for n in range(1, seats)])


def specs(ground: Ground) -> tuple[ZoneSpec, ...]:
    """Zones in the order of their numbers in the ground."""
    zones: list[ZoneSpec] = []
    for seat, name in enumerate(ground.names):
        zones += _own(seat, name)
    zones += [
        ZoneSpec("draw", (-3.0, 0.0), title=tr("Draw deck")),
        ZoneSpec("discard", (-2.0, 0.0), sight="all", title=tr("Discard pile")),
        ZoneSpec("trump", (0.0, 0.0), title=tr("Trump")),
        ZoneSpec("trumps", (2.0, 0.0), title=tr("Trump deck")),
        ZoneSpec("past", (4.0, 0.0), sight="all", title=tr("Trump discard pile"), rare=True),
        ZoneSpec("expelled", (3.0, 0.0), sight="all", title=tr("Expelled"), rare=True),
        ZoneSpec("wishes", title=tr("Wish tokens"), hidden=True),
    ]
    return tuple(zones)


def _own(seat: Seat, name: str) -> list[ZoneSpec]:
    """Zones of a seat: on the ring for the card played and for offers, the rest on the plate."""
    ring = seat + 1
    return [
        ZoneSpec(
            f"{seat}.hand", (0.0, 0.1), seat, None, "fan", (0.7, 0.0), 5, "owner",
            tr("{name}’s hand", name=name),
        ),
        ZoneSpec(
            f"{seat}.goal", (2.0, 1.0), seat, sight="owner", title=tr("{name}’s goal", name=name)
        ),
        ZoneSpec(
            f"{seat}.trick", (0.0, 2.0), seat, title=tr("{name}’s card", name=name), ring=ring,
            phases=PHASE_TITLES[EFFECTS:],
        ),
        ZoneSpec(
            f"{seat}.won", (0.0, 1.0), seat, sight="all", title=tr("{name}’s tricks", name=name),
            tricks=True,
        ),
        ZoneSpec(
            f"{seat}.bid", (1.0, 1.0), seat, sight="owner", title=tr("{name}’s bid", name=name),
            memory="known", phases=PHASE_TITLES[BID:TRADE],
        ),
        ZoneSpec(
            f"{seat}.offer", (0.0, 2.0), seat, None, "row", (0.6, 0.0), 0.6, "owner",
            tr("Offer to {name}", name=name), memory="known", ring=ring,
            phases=PHASE_TITLES[TRADE:EFFECTS],
        ),
        ZoneSpec(
            f"{seat}.tokens", (0.0, 2.0), seat, None, "row", (1.2, 0.0), 0.0, "owner",
            tr("{name}’s tokens", name=name), hidden=True,
        ),
        ZoneSpec(
            f"{seat}.bids", (0.0, 1.0), seat, title=tr("{name}’s bid tokens", name=name),
            hidden=True,
        ),
    ]  # fmt: skip
