"""Steps of a trading turn (TT10): an offer, a wish, a reply, and an answer to a counter-offer.

An offered card lies face down in front of the opponent, who alone can look at it.
"""

from __future__ import annotations

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat, value
from castlecards.core.position import Step
from castlecards.games.tech_effects import by_card
from castlecards.games.tricks_of_the_trade.state import ANY, WISHES, Pos, TradeTable
from castlecards.games.tricks_of_the_trade.story import trade_line, trade_step_line
from castlecards.texts import tr

FIRST = tr("Offer a card to an opponent, or skip")
AGAIN = tr("No deal: make one more offer, or finish")


@value
class Offer(Step):
    """Choice of a card and an opponent to offer it to."""

    seat: Seat
    again: bool = False  # True for the second offer, after the first one failed

    def ask(self, pos: Pos) -> Decision | None:
        ground = pos.state.ground
        hand = pos.zones[ground.hands[self.seat]]
        options: tuple[Action, ...] = (PASS,)
        for opponent in ground.opponents_of[self.seat]:
            if pos.zones[ground.hands[opponent]]:
                offers = by_card("offer", ground.offers[opponent])
                options += tuple([offers[card] for card in hand])
        if len(options) == 1:
            return None
        return Decision(self.seat, AGAIN if self.again else FIRST, options)

    def run(self, table: TradeTable, action: Action) -> None:
        if action.verb != "offer":
            return
        ground = table.pos.state.ground
        opponent = ground.owner[action.to]
        card = show_to(table, action.cards[0], self.seat, opponent)
        table.tell(trade_step_line, "offered", self.seat, opponent, card)
        tokens = ground.tokens[self.seat]
        table.draw(ground.wishes, tokens, len(WISHES))
        table.shuffle(tokens)
        table.push(Wish(self.seat, opponent, self.again))


@value
class Wish(Step):
    """Choice of a wish for the offered card."""

    seat: Seat
    opponent: Seat
    again: bool

    def ask(self, pos: Pos) -> Decision | None:
        ground = pos.state.ground
        wishes = by_card("wish", ground.offers[self.opponent])
        tokens, suits, faces = pos.zones[ground.tokens[self.seat]], ground.suits, pos.faces
        options = tuple([wishes[card] for card in tokens])
        default = next(wishes[card] for card in tokens if suits[faces[card]] == ANY)
        return Decision(self.seat, tr("What do you want in return?"), options, default)

    def run(self, table: TradeTable, action: Action) -> None:
        ground = table.pos.state.ground
        tokens = ground.tokens[self.seat]
        table.move(action.cards[0], tokens, action.to)
        table.draw(tokens, ground.wishes, len(WISHES) - 1)
        table.push(Reply(self.seat, self.opponent, self.again))


REPLY = tr("{name} offers you a trade: give a card, or refuse")


@value
class Reply(Step):
    """Reply to an offer: a card that fits the wish completes the trade, or a counter-offer."""

    seat: Seat  # seat that made the offer
    opponent: Seat  # seat that is asked
    again: bool

    def ask(self, pos: Pos) -> Decision | None:
        ground = pos.state.ground
        to = ground.offers[self.seat]
        gives, counters = by_card("give", to), by_card("counter", to)
        hand, faces, suits = pos.zones[ground.hands[self.opponent]], pos.faces, ground.suits
        wish = suits[faces[pos.zones[ground.offers[self.opponent]][1]]]
        options = [
            gives[card] if wish == ANY or suits[faces[card]] == wish else counters[card]
            for card in hand
        ]
        return Decision(self.opponent, REPLY.format(name=ground.names[self.seat]), (PASS, *options))

    def run(self, table: TradeTable, action: Action) -> None:
        opponent = self.opponent
        if action.verb == "pass":
            end_offer(table, self)
            return
        card = show_to(table, action.cards[0], opponent, self.seat)
        if action.verb == "give":
            end_offer(table, self, card)
        else:
            table.tell(trade_step_line, "countered", opponent, self.seat, card)
            table.push(Answer(self.seat, opponent, self.again, card))


@value
class Answer(Step):
    """Answer to a counter-offer: take the shown card or refuse."""

    seat: Seat
    opponent: Seat
    again: bool
    card: CardId  # counter-offer

    def ask(self, pos: Pos) -> Decision | None:
        ground = pos.state.ground
        take = by_card("take", ground.hands[self.seat])[self.card]
        prompt = tr(
            "{name} shows another card: swap it for yours?", name=ground.names[self.opponent]
        )
        return Decision(self.seat, prompt, (take, PASS))

    def run(self, table: TradeTable, action: Action) -> None:
        ground = table.pos.state.ground
        if action.verb == "take":
            end_offer(table, self, self.card)
        else:
            table.move(self.card, ground.offers[self.seat], ground.hands[self.opponent])
            end_offer(table, self)
            mix(table, self.opponent, self)


def show_to(table: TradeTable, card: CardId, seat: Seat, opponent: Seat) -> CardId:
    """Lay a hand card where only one opponent can look at it. Return its new id.

    If another player knows a card of the hand, the hand is mixed, so that nobody can tell whether
    it is this card.
    """
    pos, size = table.pos, table.pos.box.size
    hand, place = pos.state.ground.hands[seat], pos.state.ground.offers[opponent]
    others = [
        pos.known >> other * size for other in range(pos.box.seats) if other not in (seat, opponent)
    ]
    if any(known >> each & 1 for known in others for each in pos.zones[hand]):
        return table.slip(card, hand, place, opponent)
    table.move(card, hand, place)
    return card


def mix(table: TradeTable, seat: Seat, step: Reply | Answer) -> None:
    """Mix a hand, so that only the two traders can follow a card shown or given back."""
    ground = table.pos.state.ground
    if ground.seats > 2:
        table.mix(ground.hands[seat], step.seat, step.opponent)


def end_offer(table: TradeTable, step: Reply | Answer, given: CardId = -1) -> None:
    """Complete the trade, or return the offered card and allow a second offer."""
    ground, seat, opponent = table.pos.state.ground, step.seat, step.opponent
    offered, wish = table.pos.zones[ground.offers[opponent]]
    table.move(wish, ground.offers[opponent], ground.wishes)
    if given >= 0:
        table.move(offered, ground.offers[opponent], ground.hands[opponent])
        table.move(given, ground.offers[seat], ground.hands[seat])
        table.tell(trade_line, seat, opponent, offered, given)
        mix(table, seat, step)
        mix(table, opponent, step)
        return
    answers = isinstance(step, Answer)
    table.tell(
        trade_step_line, "refused", seat if answers else opponent, opponent if answers else seat
    )
    table.move(offered, ground.offers[opponent], ground.hands[seat])
    mix(table, seat, step)
    if not step.again:
        table.push(Offer(seat, True))
