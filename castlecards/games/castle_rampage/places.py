"""The zones of a match, the state, and the small verbs that all rules share."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from castlecards.core.action import Action
from castlecards.core.cards import SIDES, CardId, Memory, Seat, Zone, ZoneSpec, value
from castlecards.core.position import Position
from castlecards.core.table import Table

if TYPE_CHECKING:
    from castlecards.games.castle_rampage.cards import Plan

OWN = 5  # zones a seat, in this order
HANDS: tuple[Zone, ...] = (0, OWN)
GATES: tuple[Zone, ...] = (1, OWN + 1)
CASTLES: tuple[Zone, ...] = (2, OWN + 2)
PERMANENTS: tuple[Zone, ...] = (3, OWN + 3)
ASIDES: tuple[Zone, ...] = (4, OWN + 4)
DRAW: Zone = 2 * OWN
DISCARD: Zone = 2 * OWN + 1
PLAY: Zone = 2 * OWN + 2


@value
class Rampage:
    """The state: all that is not a card. Everybody may know it."""

    plan: Plan
    active: Seat = 0
    turn: int = 0  # turns that are over
    idle: int = 0  # CR36: turns in a row in which nothing was drawn, placed or played
    busy: bool = False  # something was, this turn
    placed: bool = False  # CR4: this turn's card has been placed
    stormy: bool = False  # CR37: the draw pile has been reshuffled
    spent: int = 0  # CR23: bit mask of the faces (not the cards) that were repelled this turn


Pos = Position[Rampage]
RampageTable = Table[Rampage]


@lru_cache(maxsize=4)
def specs(memory: Memory) -> tuple[ZoneSpec, ...]:
    zones: list[ZoneSpec] = []
    for seat in (0, 1):
        zones += [
            ZoneSpec(f"{seat}.hand", (0, 0.1), seat, None, "fan", (0.7, 0), 6, "owner", "Hand"),
            ZoneSpec(f"{seat}.gate", (1.7, 1.55), seat, title="Gate", memory=memory),
            ZoneSpec(f"{seat}.castle", (0, 1.55), seat, title="Castle", memory=memory),  # CR12
            ZoneSpec(
                f"{seat}.permanents", (-2.7, 1.55), seat, None, "row", (0.75, 0), 2.2, "all",
                "Permanents",
            ),
            ZoneSpec(f"{seat}.aside", (3.4, 1.55), seat, sight="owner", title="Aside"),
        ]  # fmt: skip
    return (
        *zones,
        ZoneSpec("draw", (-3, 0), title="Draw pile"),
        ZoneSpec("discard", (3, 0), sight="all", title="Discard pile"),  # CR8
        ZoneSpec("play", (0, 0), None, None, "row", (0.75, 0), 3.4, "all", "In play"),
    )


@cache
def by_card(verb: str, to: Zone = -1, *args: int) -> tuple[Action, ...]:
    """For each card: picking it, and taking it there."""
    return tuple(Action(verb, (card,), to=to, args=args) for card in range(256))


@cache
def by_structure(verb: str, seat: Seat) -> tuple[tuple[Action, Action], ...]:
    """For each card: taking it to the gate, and to the castle, of a seat."""
    gates, castles = by_card(verb, GATES[seat]), by_card(verb, CASTLES[seat])
    return tuple(zip(gates, castles, strict=True))


# -- the state ----------------------------------------------------------------------------------


def stir(table: RampageTable) -> None:
    """CR36: something was drawn or played in this turn."""
    s = table.pos.state
    if not s.busy:
        table.put(Rampage(s.plan, s.active, s.turn, s.idle, True, s.placed, s.stormy, s.spent))


# -- cards --------------------------------------------------------------------------------------


def discard(table: RampageTable, card: CardId, source: Zone) -> None:
    """Face up onto the common discard pile."""
    table.move(card, source, DISCARD)
    table.flip(card, True)


def top_card(table: RampageTable) -> CardId:
    """CR7: the top card of the draw pile, refilled if need be; -1: there is none."""
    zones = table.pos.zones
    if not zones[DRAW]:
        if not zones[DISCARD]:
            return -1
        for card in zones[DISCARD]:
            table.move(card, DISCARD, DRAW)
        table.shuffle(DRAW)
        s = table.pos.state
        if not s.stormy:
            table.put(Rampage(s.plan, s.active, s.turn, s.idle, s.busy, s.placed, True, s.spent))
        table.say("The discard pile becomes the new draw pile")
    return zones[DRAW][-1]


def draw(table: RampageTable, seat: Seat, count: int) -> None:
    """CR7: up to so many cards; those that there are."""
    hand = HANDS[seat]
    for _ in range(count):
        card = top_card(table)
        if card < 0:
            return
        table.move(card, DRAW, hand)
        if not table.pos.state.busy:
            stir(table)


def mix(table: RampageTable, seat: Seat) -> None:
    """CR6: when the other side knows a card of a hand, so that it cannot be followed."""
    hand = HANDS[seat]
    cards = table.pos.zones[hand]
    if len(cards) > 1:
        table.shuffle(hand)


def any_of(table: RampageTable, seat: Seat) -> CardId:
    """CR38, CR39: a hand card picked at random; -1: the hand is empty."""
    hand = table.pos.zones[HANDS[seat]]
    return hand[table.roll(len(hand))] if hand else -1


# -- structures ---------------------------------------------------------------------------------


def structure_name(zone: Zone) -> str:
    return "gate" if zone in GATES else "castle"


def win(table: RampageTable, seat: Seat) -> None:  # CR32
    table.say(f"{SIDES[1 - seat]} loses the last card of its castle")
    table.end(float(seat == 0), float(seat == 1))
