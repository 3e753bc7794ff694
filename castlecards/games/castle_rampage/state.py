"""State of Castle Rampage: zones, base class of card types, and helpers that the rules share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import NATURE, CardId, Memory, Place, Seat, Value, Zone, ZoneSpec, value
from castlecards.core.keyed_value import KeyedValue
from castlecards.core.log_lines import Line, cards_line, named_cards
from castlecards.core.position import Position, Step
from castlecards.core.table import Table
from castlecards.games.castle_rampage.deck import UNITS, RampageCard, RampageDeck
from castlecards.texts import tr

OWN = 5  # zones of each seat, in this order
HANDS: tuple[Zone, ...] = (0, OWN)
GATES: tuple[Zone, ...] = (1, OWN + 1)
CASTLES: tuple[Zone, ...] = (2, OWN + 2)
PERMANENTS: tuple[Zone, ...] = (3, OWN + 3)
ASIDES: tuple[Zone, ...] = (4, OWN + 4)
DRAW: Zone = 2 * OWN
DISCARD: Zone = 2 * OWN + 1
PLAY: Zone = 2 * OWN + 2


# Places on the table: castle, gate, field, gate, castle on one axis; permanents on the walls.
HAND_PLACE = Place((0, 722), (-236, 12), 58)
GATE_PLACE = Place((0, 459), (0, 255))
CASTLE_PLACE = Place((0, 588), (0, 126))
PERMANENTS_PLACE = Place((-226, 438), (226, 234), 112)
ASIDE_PLACE = Place((226, 438), (-226, 234), 112)
DRAW_PLACE = Place((426, 262), (426, 262), 92)
DISCARD_PLACE = Place((426, 424), (426, 424), 92)
PLAY_PLACE = Place((-226, 336), (-226, 336), 92)

ANY = len(UNITS)  # in a cost: a card of any kind; below it: a unit
NEVER = 255  # the price of what cannot be played


# -- what never changes ---------------------------------------------------------------------------


class CardType:
    """Base class of the card types: hooks that the rules call; by itself never played (purple)."""

    __slots__ = (
        "amount", "attack", "bonus", "bonus_unit", "checked", "cost", "demands", "id", "name",
        "placing", "price", "symbols",
    )  # fmt: skip
    bomb = False  # CR26: takes the attacking card with it
    plays = False  # may be played at all (CR14)
    conditional = False  # True if `playable` is overridden

    def __init__(self, card: RampageCard) -> None:
        self.id = card.id
        self.name = card.name
        self.attack = card.attack  # None: no attack value (CR24)
        self.amount = card.amount
        self.symbols = sum(1 << UNITS.index(unit) for unit in card.units)
        units = sorted(UNITS.index(unit) for unit in card.cost_units)
        self.cost = bytes(units) + bytes((ANY,)) * card.cost  # CR13, CR15
        self.price = len(self.cost) if self.plays else NEVER
        self.demands = demands(bytes(units))
        self.bonus_unit = UNITS.index(card.bonus_unit) if card.bonus_unit else -1
        self.bonus = card.bonus_attack
        self.placing = 0  # cards to discard for placing it (CR9)
        self.checked = bool(units) or self.conditional

    def playable(self, pos: Pos, me: Seat, card: CardId) -> bool:
        """True if it can be played, apart from its costs."""
        return True

    def hits(self, opponent: Seat, gate_stands: bool) -> Zone:  # CR19
        return GATES[opponent] if gate_stands else CASTLES[opponent]

    def target(self, pos: Pos, opponent: Seat) -> Zone:  # CR11: an empty gate may be rebuilt
        return self.hits(opponent, bool(pos.filled >> GATES[opponent] & 1))

    def actions(self, me: Seat, gate_stands: bool) -> tuple[Action, ...]:
        """Actions that play it, by card."""
        return by_card("play", PLAY)

    def strength(self, pos: Pos, target: Zone) -> int:  # CR18
        return self.attack or 0

    def play(
        self, table: RampageTable, me: Seat, card: CardId, source: Zone, extra: int = 0
    ) -> None:
        """Play the card once its costs are paid; `extra`: attack added by an extra unit (CR16)."""
        table.move(card, source, PLAY)
        table.flip(card, True)
        table.tell(cards_line, "played", me, card)
        self.resolve(table, me, card, extra)

    def resolve(self, table: RampageTable, me: Seat, card: CardId, extra: int) -> None:
        """Carry out the card once it lies in PLAY."""
        discard(table, card, PLAY)

    def on_play(self, table: RampageTable, me: Seat) -> tuple[Step, ...]:
        """Act before the attack (CR18). Return the steps that come first."""
        return ()

    def on_destroyed(self, table: RampageTable, me: Seat) -> tuple[Step, ...]:
        """Act when destroyed in an attack by `me` (CR25, CR26). Return the steps to wait for."""
        return ()

    def repelled(self, table: RampageTable, me: Seat, card: CardId) -> None:  # CR23
        discard(table, card, PLAY)


@cache
def demands(units: bytes) -> tuple[tuple[int, int], ...]:
    """Pairs (bit mask of symbols, count): `count` cards must show one of these symbols (CR15).

    If all of them hold, each unit can be paid by a card of its own (Hall's marriage theorem).
    """
    kinds = sorted(set(units))
    subsets = [chosen for n in range(1, len(kinds) + 1) for chosen in combinations(kinds, n)]
    return tuple(
        (sum(1 << kind for kind in chosen), sum(units.count(kind) for kind in chosen))
        for chosen in subsets
    )


class Ground(KeyedValue):
    """Fixed facts of a match, by face where they are about cards."""

    __slots__ = (
        "amounts", "deck", "defences", "kinds", "last_storm", "moves", "strengthen", "symbols",
    )  # fmt: skip

    def __init__(
        self,
        key: tuple[Any, ...],
        deck: RampageDeck,
        last_storm: bool,
        types: Mapping[str, CardType],
        lasting: Iterable[str],
    ) -> None:
        """`types` by the id of a card; `lasting`: the ids of the permanents."""
        super().__init__(key[0], *key[1:])  # one starred tuple alone is compiled wrongly
        self.deck = deck
        self.last_storm = last_storm  # CR37
        self.kinds = kinds = tuple(types[card.id] for card in deck.printed)
        gates, castles = zip(*((card.gate, card.castle) for card in deck.printed), strict=True)
        self.defences = (bytes(gates), bytes(castles))
        self.symbols = bytes([kind.symbols for kind in kinds])
        self.amounts = {
            name: bytes([kind.amount if kind.id == name else 0 for kind in kinds])
            for name in lasting
        }
        self.moves = tuple(  # how each card is played, by seat and whether the other gate stands
            tuple(kind.actions(me, gate) for kind in kinds)
            for me in (0, 1)
            for gate in (False, True)
        )
        self.strengthen = tuple(by_structure("strengthen", me) for me in (0, 1))  # by seat and card

    def bonus(self, pos: Pos, seat: Seat, name: str) -> int:
        """Bonus of the permanent of this name for a seat; 0: it has none."""
        zone = PERMANENTS[seat]
        if not pos.filled >> zone & 1:
            return 0
        amounts, faces, most = self.amounts[name], pos.faces, 0
        for card in pos.zones[zone]:
            amount = amounts[faces[card]]
            if amount > most:
                most = amount
        return most


# -- the state ----------------------------------------------------------------------------------


@value
class Rampage(Value):
    """State of a match besides its cards; it is public."""

    ground: Ground
    active: Seat = 0
    turn: int = 0  # turns that are over
    idle: int = 0  # CR36: turns in a row in which nothing was drawn, placed or played
    busy: bool = False  # CR36: something was drawn, placed or played this turn
    placed: bool = False  # CR4: this turn's card has been placed
    stormy: bool = False  # CR37: the draw pile has been reshuffled
    spent: int = 0  # CR23: bit mask of the faces (not the cards) that were repelled this turn


Pos = Position[Rampage]
RampageTable = Table[Rampage]


@lru_cache(maxsize=4)
def specs(memory: Memory) -> tuple[ZoneSpec, ...]:
    """Zones of the table, in the order of their numbers."""
    zones: list[ZoneSpec] = []
    for seat in (0, 1):
        zones += [
            ZoneSpec(
                f"{seat}.hand", (0, 0.1), seat, None, "fan", (0.7, 0), 6, "owner", tr("Hand"),
                place=HAND_PLACE,
            ),
            ZoneSpec(
                f"{seat}.gate", owner=seat, title=tr("Gate"), memory=memory, site="gate",
                place=GATE_PLACE,
            ),
            ZoneSpec(
                f"{seat}.castle", owner=seat, title=tr("Castle"), memory=memory, site="keep",
                place=CASTLE_PLACE,
            ),  # CR12
            ZoneSpec(
                f"{seat}.permanents", owner=seat, shape="row", spread=(0.75, 0), room=2.2,
                sight="all", title=tr("Permanents"), rare=True, place=PERMANENTS_PLACE,
            ),
            ZoneSpec(
                f"{seat}.aside", owner=seat, sight="owner", title=tr("Aside"), rare=True,
                place=ASIDE_PLACE,
            ),
        ]  # fmt: skip
    return (
        *zones,
        ZoneSpec("draw", title=tr("Draw pile"), place=DRAW_PLACE),
        ZoneSpec("discard", sight="all", title=tr("Discard pile"), place=DISCARD_PLACE),  # CR8
        ZoneSpec(
            "play", shape="row", spread=(0.75, 0), room=3.4, sight="all", title=tr("In play"),
            rare=True, place=PLAY_PLACE,
        ),
    )  # fmt: skip


@cache
def by_card(verb: str, to: Zone = -1, *args: int) -> tuple[Action, ...]:
    """Action by card: pick it and take it to this zone."""
    return tuple(Action(verb, (card,), to=to, args=args) for card in range(256))


@cache
def by_structure(verb: str, seat: Seat) -> tuple[tuple[Action, ...], ...]:
    """Actions by card: take it to the gate or to the castle of a seat."""
    gates, castles = by_card(verb, GATES[seat]), by_card(verb, CASTLES[seat])
    return tuple(zip(gates, castles, strict=True))


# -- a turn -------------------------------------------------------------------------------------


def note_progress(table: RampageTable) -> None:
    """Record that something was drawn or played in this turn (CR36)."""
    state = table.pos.state
    if not state.busy:
        table.put(state.with_(busy=True))


# -- told -----------------------------------------------------------------------------------------


def drew(pos: Pos, seat: Seat, count: int) -> Line:
    """Line of the last `count` cards drawn."""
    return Line("drew", seat, named_cards(pos.zones[HANDS[seat]][-count:]))


def reshuffled(pos: Pos) -> Line:
    return Line("reshuffled", NATURE)


def won(pos: Pos, seat: Seat) -> Line:
    return Line("castle", seat)


# -- cards --------------------------------------------------------------------------------------


def discard(table: RampageTable, card: CardId, source: Zone) -> None:
    """Discard face up, to the common pile."""
    table.move(card, source, DISCARD)
    table.flip(card, True)


def top_card(table: RampageTable) -> CardId:
    """Top card of the draw pile, which is refilled if it is empty (CR7); -1: no card is left."""
    zones = table.pos.zones
    if not zones[DRAW]:
        if not zones[DISCARD]:
            return -1
        table.carry(zones[DISCARD], DISCARD, DRAW)
        table.shuffle(DRAW)
        state = table.pos.state
        if not state.stormy:
            table.put(state.with_(stormy=True))
        table.tell(reshuffled)
    return zones[DRAW][-1]


def draw(table: RampageTable, seat: Seat, count: int) -> None:
    """Draw `count` cards, fewer if both piles run out (CR7), and mix the hand (CR6)."""
    hand = HANDS[seat]
    drawn = 0
    for _ in range(count):
        card = top_card(table)
        if card < 0:
            break
        table.move(card, DRAW, hand)
        drawn += 1
        if not table.pos.state.busy:
            note_progress(table)
    if drawn:
        table.tell(drew, seat, drawn)
    table.conceal(hand)


def random_hand_card(table: RampageTable, seat: Seat) -> CardId:
    """Random hand card of a seat (CR38, CR39); -1 if the hand is empty."""
    hand = table.pos.zones[HANDS[seat]]
    return hand[table.roll(len(hand))] if hand else -1


# -- structures ---------------------------------------------------------------------------------


def structure_name(zone: Zone) -> str:
    return tr("gate") if zone in GATES else tr("castle")


def win(table: RampageTable, seat: Seat) -> None:  # CR32
    table.tell(won, seat)
    table.end(float(seat == 0), float(seat == 1))
