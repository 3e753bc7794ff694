"""Shared parts of the Tech Deck's effects: the interface to the game, options, and helpers.

A game with neutral cards has one kind of mark for each domain, in their order, before all other
kinds. A marked card counts as that domain in the game, but never for an effect (E6).
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, Protocol

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Seat, Zone
from castlecards.core.log_lines import cards_line
from castlecards.core.position import Position, Step
from castlecards.core.proof import faces_but, faces_of, faces_up_to, note_unseen_move, prove
from castlecards.core.table import Table
from castlecards.games.tech_effects.story import hand_over_line, reveal_line
from castlecards.texts import tr

AnyPos = Position[Any]
AnyTable = Table[Any]
Suit = int  # 1 to 4 for K, S, T, V; 0 for a wild card

DECLINE = Action("decline")
NOTHING_FITS = tr("No card fits (only you see this)")


class Ground(Protocol):
    """Interface of a game to the effects that are played in it."""

    @property
    def hands(self) -> tuple[Zone, ...]:
        """Hand zones by seat."""

    @property
    def draws(self) -> tuple[Zone, ...]:
        """Draw deck by seat (E3)."""

    @property
    def discards(self) -> tuple[Zone, ...]:
        """Discard pile by seat (E3, E7)."""

    @property
    def suits(self) -> bytes:
        """Domain by face."""

    @property
    def ranks(self) -> bytes:
        """Value by face."""

    @property
    def does(self) -> tuple[str, ...]:
        """By value: the name of the effect."""

    def draw(self, table: AnyTable, seat: Seat, count: int) -> int:
        """Draw cards into the hand and refill an empty deck. Return the number drawn (E1)."""

    def refill(self, table: AnyTable, seat: Seat) -> bool:
        """Shuffle the discard pile into the draw deck; True if it held a card."""

    def opponents(self, pos: AnyPos, seat: Seat) -> tuple[Seat, ...]:
        """Opponents in turn order after `seat` (E3)."""

    def vulnerable_opponents(self, pos: AnyPos, seat: Seat) -> tuple[Seat, ...]:
        """Opponents that can lose a card for good, in turn order after `seat` (E9)."""

    def neutrals(self, pos: AnyPos) -> tuple[Zone, ...]:
        """Zones of neutral cards (E4)."""

    def own_cards(self, pos: AnyPos, seat: Seat) -> tuple[Zone, ...]:
        """Zones of table cards that Shift can exchange (E4)."""

    def foreign_cards(self, pos: AnyPos, seat: Seat) -> tuple[Zone, ...]:
        """Zones of table cards that Sunset can expel (E4)."""

    def exchange(self, table: AnyTable, seat: Seat, card: CardId, place: Zone) -> None:
        """Swap a hand card with a table card (E5)."""

    def expel(self, table: AnyTable, place: Zone) -> None:
        """Remove a table card from the game (E5)."""


# -- options --------------------------------------------------------------------------------------


@cache
def by_card(verb: str, to: Zone = -1) -> tuple[Action, ...]:
    """By card: the action that picks it and moves it to this zone."""
    return tuple(Action(verb, (card,), to=to) for card in range(256))


@cache
def by_zone(verb: str) -> tuple[Action, ...]:
    """By zone: the action that picks its card."""
    return tuple(Action(verb, zones=(zone,)) for zone in range(256))


@cache
def by_value(verb: str) -> tuple[Action, ...]:
    """By value: the action that picks it."""
    return tuple(Action(verb, args=(number,)) for number in range(14))


def optional_choice(seat: Seat, prompt: str, options: tuple[Action, ...]) -> Decision:
    """Optional choice, asked also of a player with no option: skipping it would show what the hand
    lacks."""
    if not options:
        prompt = NOTHING_FITS
    return Decision(seat, prompt, (*options, DECLINE), DECLINE)


def forced_choice(seat: Seat, prompt: str, options: tuple[Action, ...]) -> Decision | None:
    """Forced choice; None if there is at most one option, which `chosen_or_only` then returns."""
    return Decision(seat, prompt, options, options[0]) if len(options) > 1 else None


def chosen_or_only(action: Action, options: tuple[Action, ...]) -> Action | None:
    """Chosen action; without a choice the only option, or None."""
    if action.verb != "pass":
        return action
    return options[0] if options else None


class ForcedChoice(Step):
    """Step that takes one of `options`: no decision if there is only one, no effect if none."""

    __slots__ = ()
    seat: Seat
    prompt: ClassVar[str]

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        raise NotImplementedError

    def chosen(self, table: AnyTable, action: Action) -> None:
        raise NotImplementedError

    def ask(self, pos: AnyPos) -> Decision | None:
        return forced_choice(self.seat, self.prompt, self.options(pos))

    def run(self, table: AnyTable, action: Action) -> None:
        chosen = chosen_or_only(action, self.options(table.pos))
        if chosen is not None:
            self.chosen(table, chosen)


# -- verbs ----------------------------------------------------------------------------------------


def ground_of(pos: AnyPos) -> Ground:
    """`Ground` of the position's game."""
    ground: Ground = pos.state.ground
    return ground


def fitting(pos: AnyPos, seat: Seat, suit: Suit) -> list[CardId]:
    """Cards of this domain in a hand."""
    ground = ground_of(pos)
    suits, faces = ground.suits, pos.faces
    return [card for card in pos.zones[ground.hands[seat]] if suits[faces[card]] == suit]


def is_suit(pos: AnyPos, card: CardId, suit: Suit) -> bool:
    """True if a card has this printed domain."""
    return ground_of(pos).suits[pos.faces[card]] == suit


def reveal(table: AnyTable, seat: Seat, cards: tuple[CardId, ...]) -> None:
    """Show hand cards to all players (E5), then turn them face down again."""
    for card in cards:
        table.flip(card, True)
    if cards:
        table.tell(reveal_line, seat, cards)
    for card in cards:
        table.flip(card, False)


def to_hand(table: AnyTable, card: CardId, source: Zone, seat: Seat) -> None:
    """Move a card into a hand, face down."""
    table.move(card, source, ground_of(table.pos).hands[seat])
    if table.pos.up >> card & 1:
        table.flip(card, False)


def hand_over(table: AnyTable, seat: Seat, *passes: tuple[str, CardId, Seat, Seat]) -> None:
    """Move cards from hand to hand by an effect of `seat`.

    Each of `passes` is the verb of its line, a card, its giver and its taker.

    With more than two players the hands are mixed, so that nobody else can tell which card moved.
    Giver and taker keep what they know of each other's hand.
    """
    hands, zones = ground_of(table.pos).hands, table.pos.zones
    for verb, card, giver, taker in passes:
        if len(hands) > 2:
            before = zones[hands[giver]]
            card = table.slip(card, hands[giver], hands[taker], giver, taker)
            note_unseen_move(table, before, zones[hands[giver]], zones[hands[taker]])
        else:
            to_hand(table, card, hands[giver], taker)
        table.tell(hand_over_line, verb, seat, taker if giver == seat else giver, card)
    for _, _, giver, taker in passes:
        if len(hands) > 2:
            table.mix(hands[taker], giver, taker)


def prove_lack(table: AnyTable, seat: Seat, suit: Suit, above: int = 0) -> None:
    """Record the public proof that a hand has no card of a domain above this value."""
    pos, ground = table.pos, ground_of(table.pos)
    known, shown = pos.known, pos.box.shown
    hand = pos.zones[ground.hands[seat]]
    hidden = [card for card in hand if known & shown[card] != shown[card]]
    barred = faces_of(ground.suits, suit)
    if above:
        barred &= ~faces_up_to(ground.ranks, above)
    prove(table, bytes(hidden), len(hidden), barred)


def prove_card(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Record the public proof that a hand has a card of a domain."""
    ground = ground_of(table.pos)
    prove(table, table.pos.zones[ground.hands[seat]], 1, faces_but(ground.suits, suit))


def unmark(table: AnyTable, card: CardId) -> None:
    """Remove the mark of a copied domain."""
    for kind, marked in enumerate(table.pos.marks):
        if marked >> card & 1:
            table.mark(card, kind, False)


def discard(table: AnyTable, card: CardId, seat: Seat) -> None:
    """Discard a hand card face up on the pile of the seat's side (E7)."""
    ground = ground_of(table.pos)
    unmark(table, card)
    table.move(card, ground.hands[seat], ground.discards[seat])
    table.flip(card, True)
    table.tell(cards_line, "discarded", seat, card)
