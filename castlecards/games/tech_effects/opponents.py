"""Effects on opponents: Poach, Barter, Match, Sunset, Levy, Broker."""

from __future__ import annotations

from collections.abc import Callable
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
    chosen_or_only,
    discard,
    fitting,
    forced_choice,
    ground_of,
    hand_over,
    is_suit,
    optional_choice,
    prove_card,
    prove_lack,
    reveal,
    to_hand,
)
from castlecards.games.tech_effects.story import none_line
from castlecards.texts import tr

# -- who is it played against? --------------------------------------------------------------------


@value
class OpponentChoice(Step):
    """Choice of one opponent, for the effects of values 5, 6, 8 and 12."""

    seat: Seat
    suit: Suit
    effect: str
    needs_card: bool = False  # True: only opponents with a card in hand

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        ground = ground_of(pos)
        candidates = ground.vulnerable_opponents if self.effect == "poach" else ground.opponents
        hands = [ground.hands[seat] for seat in candidates(pos, self.seat)]
        return tuple([by_zone("choose")[h] for h in hands if pos.zones[h] or not self.needs_card])

    def ask(self, pos: AnyPos) -> Decision | None:
        return forced_choice(self.seat, tr("Choose an opponent"), self.options(pos))

    def run(self, table: AnyTable, action: Action) -> None:
        chosen = chosen_or_only(action, self.options(table.pos))
        ground = ground_of(table.pos)
        opponent = -1 if chosen is None else ground.hands.index(chosen.zones[0])
        EFFECTS_ON_OPPONENT[self.effect](table, self.seat, self.suit, opponent)


def poach(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Poach: take a random card of the domain from an opponent."""
    table.push(OpponentChoice(seat, suit, "poach"))


def barter(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Barter: take a random card from an opponent, give one back, and perhaps draw."""
    table.push(OpponentChoice(seat, suit, "barter", needs_card=True))


def match_(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Match: an opponent shows all cards of the domain; swap for one of them."""
    table.push(OpponentChoice(seat, suit, "match"))


def broker(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Broker: look at an opponent's hand and swap for a card of the domain."""
    table.push(OpponentChoice(seat, suit, "broker"))


# -- 5 Poach --------------------------------------------------------------------------------------


def poach_from(table: AnyTable, seat: Seat, suit: Suit, opponent: Seat) -> None:
    """Poach from this opponent; -1: nobody."""
    ground = ground_of(table.pos)
    cards = fitting(table.pos, opponent, suit) if opponent >= 0 else []
    if cards:
        hand_over(table, seat, ("poached", cards[table.roll(len(cards))], opponent, seat))
        prove_card(table, seat, suit)
        return
    if opponent >= 0:
        reveal(table, opponent, tuple(table.pos.zones[ground.hands[opponent]]))
    ground.draw(table, seat, 1)


# -- 6 Barter -------------------------------------------------------------------------------------


def barter_with(table: AnyTable, seat: Seat, suit: Suit, opponent: Seat) -> None:
    """Barter with this opponent; -1: nobody."""
    ground = ground_of(table.pos)
    hand = table.pos.zones[ground.hands[opponent]] if opponent >= 0 else b""
    if hand:
        hand_over(table, seat, ("bartered", hand[table.roll(len(hand))], opponent, seat))
        table.push(BarterGive(seat, suit, opponent))


@value
class BarterGive(ForcedChoice):
    """Choice of the card given back."""

    prompt: ClassVar[str] = tr("Give a card in return")
    seat: Seat
    suit: Suit
    opponent: Seat

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        hands = ground_of(pos).hands
        gives = by_card("give", hands[self.opponent])
        return tuple([gives[card] for card in pos.zones[hands[self.seat]]])

    def chosen(self, table: AnyTable, action: Action) -> None:
        card = action.cards[0]
        fits = is_suit(table.pos, card, self.suit)
        hand_over(table, self.seat, ("returned", card, self.seat, self.opponent))
        if fits and ground_of(table.pos).draw(table, self.seat, 1):
            prove_card(table, self.opponent, self.suit)


# -- 8 Match, 12 Broker ---------------------------------------------------------------------------


def match_with(table: AnyTable, seat: Seat, suit: Suit, opponent: Seat) -> None:
    """Match with this opponent; -1: nobody."""
    if opponent < 0:
        ground_of(table.pos).draw(table, seat, 1)
        return
    cards = fitting(table.pos, opponent, suit)
    reveal(table, opponent, tuple(cards))
    prove_lack(table, opponent, suit)
    if cards:
        table.push(SwapWant(seat, suit, opponent, suit, bytes(cards)))
    else:
        table.tell(none_line, opponent, suit)
        ground_of(table.pos).draw(table, seat, 1)


def broker_with(table: AnyTable, seat: Seat, suit: Suit, opponent: Seat) -> None:
    """Broker with this opponent; -1: nobody."""
    ground = ground_of(table.pos)
    if opponent < 0:
        ground.draw(table, seat, 1)
        return
    for card in table.pos.zones[ground.hands[opponent]]:
        table.show(card, seat)
    table.push(SwapWant(seat, suit, opponent, 0))


@value
class SwapWant(Step):
    """Choice of an opponent's card of the domain to swap for; without one the seat draws a card."""

    seat: Seat
    suit: Suit
    opponent: Seat
    mine: Suit  # required domain of the own card; 0: any
    shown: bytes = b""  # their cards of the domain, once all players have seen them

    def ask(self, pos: AnyPos) -> Decision | None:
        hand = ground_of(pos).hands[self.seat]
        can = fitting(pos, self.seat, self.mine) if self.mine else pos.zones[hand]
        wants = by_card("want", hand)
        theirs = self.shown or fitting(pos, self.opponent, self.suit)
        options = tuple([wants[card] for card in theirs if can])
        return optional_choice(self.seat, tr("Which card do you want?"), options)

    def run(self, table: AnyTable, action: Action) -> None:
        if action.verb == "want":
            table.push(SwapGive(self.seat, self.opponent, self.mine, action.cards[0], self.suit))
        else:
            ground_of(table.pos).draw(table, self.seat, 1)


@value
class SwapGive(Step):
    """Choice of the card given for the wanted one."""

    seat: Seat
    opponent: Seat
    mine: Suit
    want: CardId
    suit: Suit  # of the wanted card

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        hands = ground_of(pos).hands
        gives = by_card("give", hands[self.opponent])
        cards = fitting(pos, self.seat, self.mine) if self.mine else pos.zones[hands[self.seat]]
        return tuple([gives[card] for card in cards])

    def ask(self, pos: AnyPos) -> Decision | None:
        options = self.options(pos)  # asked even with one option: their number is secret
        if not options:  # only in a sampled world
            return None
        return Decision(self.seat, tr("Which card do you give in return?"), options, options[0])

    def run(self, table: AnyTable, action: Action) -> None:
        if not action.cards:
            ground_of(table.pos).draw(table, self.seat, 1)
            return
        hand_over(
            table,
            self.seat,
            ("swapped", action.cards[0], self.seat, self.opponent),
            ("received", self.want, self.opponent, self.seat),
        )
        prove_card(table, self.seat, self.suit)
        if self.mine:
            prove_card(table, self.opponent, self.mine)


# -- 10 Sunset ------------------------------------------------------------------------------------


def sunset(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Sunset: draw a card, then expel a table card or make an opponent discard."""
    ground_of(table.pos).draw(table, seat, 1)
    table.push(SunsetChoice(seat, suit))


@value
class SunsetChoice(ForcedChoice):
    """Choice of the table card or the opponent."""

    prompt: ClassVar[str] = tr("Expel a table card, or make an opponent discard")
    seat: Seat
    suit: Suit

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        ground = ground_of(pos)
        options: list[Action] = []
        for place in ground.foreign_cards(pos, self.seat):
            if is_suit(pos, pos.zones[place][-1], self.suit):
                options.append(by_zone("expel")[place])
        hands = [ground.hands[opponent] for opponent in ground.vulnerable_opponents(pos, self.seat)]
        options += [by_zone("rob")[hand] for hand in hands if pos.zones[hand]]
        return tuple(options)

    def chosen(self, table: AnyTable, action: Action) -> None:
        pos, ground = table.pos, ground_of(table.pos)
        if action.verb == "expel":
            ground.expel(table, action.zones[0])
            return
        opponent = ground.hands.index(action.zones[0])
        cards = fitting(pos, opponent, self.suit)
        if cards:
            highest = max(cards, key=lambda card: ground.ranks[pos.faces[card]])
            discard(table, highest, opponent)
            prove_lack(table, opponent, self.suit, ground.ranks[pos.faces[highest]])
        else:
            prove_lack(table, opponent, self.suit)
            table.tell(none_line, opponent, self.suit)


# -- 11 Levy --------------------------------------------------------------------------------------


def levy(table: AnyTable, seat: Seat, suit: Suit) -> None:
    """Effect Levy: each opponent discards a card of the domain; take one of them."""
    ground = ground_of(table.pos)
    discarded: list[CardId] = []
    for opponent in ground.vulnerable_opponents(table.pos, seat):
        cards = fitting(table.pos, opponent, suit)
        if cards:
            discarded.append(cards[table.roll(len(cards))])
            discard(table, discarded[-1], opponent)
        else:
            prove_lack(table, opponent, suit)
            table.tell(none_line, opponent, suit)
    if discarded:
        table.push(LevyTake(seat, bytes(discarded)))
    else:
        ground.draw(table, seat, 1)


@value
class LevyTake(ForcedChoice):
    """Choice of one of the discarded cards."""

    prompt: ClassVar[str] = tr("Take one of the discarded cards")
    seat: Seat
    cards: bytes  # on the discard piles of their sides

    def options(self, pos: AnyPos) -> tuple[Action, ...]:
        takes = by_card("take", ground_of(pos).hands[self.seat])
        return tuple([takes[card] for card in self.cards])

    def chosen(self, table: AnyTable, action: Action) -> None:
        card, zones = action.cards[0], table.pos.zones
        ground = ground_of(table.pos)
        pile = next(
            ground.discards[opponent]
            for opponent in ground.opponents(table.pos, self.seat)
            if card in zones[ground.discards[opponent]]
        )
        table.tell(cards_line, "took", self.seat, card)
        to_hand(table, card, pile, self.seat)


EFFECTS_ON_OPPONENT: dict[str, Callable[[AnyTable, Seat, Suit, Seat], None]] = {
    "poach": poach_from, "barter": barter_with, "match": match_with, "broker": broker_with,
}  # fmt: skip
