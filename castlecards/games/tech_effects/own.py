"""Effects on the own hand, piles and table cards: Spark, Scan, Recycle, Refresh, Shift."""

from __future__ import annotations

from typing import ClassVar

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Seat, value
from castlecards.core.log_lines import cards_line
from castlecards.core.position import Step
from castlecards.games.tech_effects.ground import (
    AnyPos,
    AnyTable,
    ForcedChoice,
    Suit,
    by_card,
    by_zone,
    discard,
    fitting,
    forced_choice,
    ground_of,
    is_suit,
    optional_choice,
    reveal,
    to_hand,
)
from castlecards.texts import ntr, tr

# -- 1 Spark --------------------------------------------------------------------------------------


def spark(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Spark: draw a card; draw another if it is shown and has the domain."""
    ground = ground_of(table.pos)
    if ground.draw(table, seat, 1):
        table.push(SparkShow(seat, suit, table.pos.zones[ground.hands[seat]][-1]))


@value
class SparkShow(Step):
    """Choice to show the drawn card."""

    seat: Seat
    suit: Suit
    card: CardId  # just drawn

    def ask(self, pos: AnyPos) -> Decision | None:
        fits = is_suit(pos, self.card, self.suit)
        options = (by_card("show")[self.card],) if fits else ()
        return optional_choice(self.seat, tr("Show the card and draw another?"), options)

    def run(self, table: AnyTable, action: Action) -> None:
        if action.verb == "show":
            reveal(table, self.seat, action.cards)
            ground_of(table.pos).draw(table, self.seat, 1)


# -- 2 Scan ---------------------------------------------------------------------------------------


def scan(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Scan: look at the top three cards of the draw deck and take one."""
    ground = ground_of(table.pos)
    deck = ground.draws[seat]
    if not table.pos.zones[deck]:
        ground.refill(table, seat)
    cards = table.pos.zones[deck][-3:]
    for card in cards:
        table.show(card, seat)
    if cards:
        table.push(ScanTake(seat, suit, cards))


@value
class ScanTake(ForcedChoice):
    """Choice of the card to take."""

    prompt: ClassVar[str] = tr("Take one of these cards")
    seat: Seat
    suit: Suit
    cards: bytes  # the top of the draw deck

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        takes = by_card("take", ground_of(pos).hands[self.seat])
        return tuple([takes[card] for card in self.cards])

    def chosen(self, table: AnyTable, action: Action) -> None:
        card = action.cards[0]
        table.move(card, ground_of(table.pos).draws[self.seat], action.to)
        table.tell(cards_line, "took", self.seat, card)
        remaining = self.cards.replace(bytes((card,)), b"")
        if remaining:
            table.push(ScanMore(self.seat, self.suit, remaining))


@value
class ScanMore(Step):
    """Choice to show and take another card of the domain."""

    seat: Seat
    suit: Suit
    cards: bytes

    def ask(self, pos: AnyPos) -> Decision | None:
        takes = by_card("take", ground_of(pos).hands[self.seat])
        options = [takes[card] for card in self.cards if is_suit(pos, card, self.suit)]
        return optional_choice(self.seat, tr("Show another one and take it?"), tuple(options))

    def run(self, table: AnyTable, action: Action) -> None:
        remaining = self.cards
        if action.verb == "take":
            card = action.cards[0]
            reveal(table, self.seat, action.cards)
            table.move(card, ground_of(table.pos).draws[self.seat], action.to)
            table.tell(cards_line, "took", self.seat, card)
            remaining = remaining.replace(bytes((card,)), b"")
        table.push(ScanUnder(self.seat, remaining))


@value
class ScanUnder(ForcedChoice):
    """Choice of the order in which the remaining cards go under the deck."""

    prompt: ClassVar[str] = tr("Which one goes under the deck first?")
    seat: Seat
    cards: bytes

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        tucks = by_card("tuck", ground_of(pos).draws[self.seat])
        return tuple([tucks[card] for card in self.cards])

    def chosen(self, table: AnyTable, action: Action) -> None:
        card = action.cards[0]
        table.tell(cards_line, "tucked", self.seat, card)
        table.tuck(card, action.to, action.to)
        table.push(ScanUnder(self.seat, self.cards.replace(bytes((card,)), b"")))


# -- 3 Recycle ------------------------------------------------------------------------------------


def recycle(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Recycle: take a card of the domain from the discard pile or draw, then shuffle."""
    table.push(RecycleTake(seat, suit), RecycleShuffle(seat))


@value
class RecycleTake(ForcedChoice):
    """Choice of a card of the discard pile, or a draw."""

    prompt: ClassVar[str] = tr("Take a card from the discard pile, or draw")
    seat: Seat
    suit: Suit

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        ground = ground_of(pos)
        takes = by_card("take", ground.hands[self.seat])
        pile = pos.zones[ground.discards[self.seat]]
        options = [takes[card] for card in pile if is_suit(pos, card, self.suit)]
        return (*options, by_zone("draw")[ground.draws[self.seat]])

    def chosen(self, table: AnyTable, action: Action) -> None:
        ground = ground_of(table.pos)
        if action.verb == "take":
            table.tell(cards_line, "took", self.seat, action.cards[0])
            to_hand(table, action.cards[0], ground.discards[self.seat], self.seat)
        else:
            ground.draw(table, self.seat, 1)


@value
class RecycleShuffle(Step):
    """Choice to shuffle the discard pile into the draw deck."""

    seat: Seat

    def ask(self, pos: AnyPos) -> Decision | None:
        pile = ground_of(pos).discards[self.seat]
        if not pos.zones[pile]:
            return None
        options = (by_zone("reshuffle")[pile],)
        return optional_choice(
            self.seat, tr("Shuffle the discard pile into the draw deck?"), options
        )

    def run(self, table: AnyTable, action: Action) -> None:
        if action.verb == "reshuffle":
            ground_of(table.pos).refill(table, self.seat)


# -- 4 Refresh ------------------------------------------------------------------------------------


def refresh(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Refresh: draw two cards, or three if one is shown, then discard as many."""
    table.push(RefreshDraw(seat, suit))


@value
class RefreshDraw(Step):
    """Choice to show a card of the domain for a third card."""

    seat: Seat
    suit: Suit

    def ask(self, pos: AnyPos) -> Decision | None:
        shows = by_card("show")
        options = tuple([shows[card] for card in fitting(pos, self.seat, self.suit)])
        return optional_choice(self.seat, tr("Show a card to draw three instead of two?"), options)

    def run(self, table: AnyTable, action: Action) -> None:
        if action.verb == "show":
            reveal(table, self.seat, action.cards)
        wanted = 3 if action.verb == "show" else 2
        drawn = ground_of(table.pos).draw(table, self.seat, wanted)
        table.push(*[Discard(self.seat, left) for left in range(drawn, 0, -1)])


@value
class Discard(ForcedChoice):
    """Choice of a card to discard. `left`: number of such choices from this one on."""

    seat: Seat
    left: int

    def ask(self, pos: AnyPos) -> Decision | None:
        prompt = ntr(self.left, "Discard a card", "Discard {n} cards")
        return forced_choice(self.seat, prompt, self.options(pos))

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        ground = ground_of(pos)
        discards = by_card("discard", ground.discards[self.seat])
        return tuple([discards[card] for card in pos.zones[ground.hands[self.seat]]])

    def chosen(self, table: AnyTable, action: Action) -> None:
        discard(table, action.cards[0], self.seat)


# -- 9 Shift --------------------------------------------------------------------------------------


SHIFT_TRUMP = tr("Swap a card for the trump card, or draw?")
SHIFT_WALL = tr("Swap a card with one of your walls, or draw?")


def shift(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Shift: swap a hand card with an own table card, or draw."""
    table.push(ShiftSwap(seat, suit))


@value
class ShiftSwap(Step):
    """Choice of the swap."""

    seat: Seat
    suit: Suit

    def ask(self, pos: AnyPos) -> Decision | None:
        ground = ground_of(pos)
        places = ground.own_cards(pos, self.seat)
        if not places:
            return None
        cards = fitting(pos, self.seat, self.suit)
        options = [by_card("shift", place)[card] for place in places for card in cards]
        neutral = ground.neutrals(pos)
        prompt = SHIFT_TRUMP if neutral else SHIFT_WALL
        return optional_choice(self.seat, prompt, tuple(options))

    def run(self, table: AnyTable, action: Action) -> None:
        ground = ground_of(table.pos)
        if action.verb == "shift":
            ground.exchange(table, self.seat, action.cards[0], action.to)
        else:
            ground.draw(table, self.seat, 1)
