"""Rules of Tricks of the Trade: a round as steps, in playing order; see also `trading`."""

from __future__ import annotations

from functools import cache

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import NATURE, ONE, CardId, Seat, value
from castlecards.core.log_lines import Clash, cards_line, event_line, turn_begins
from castlecards.core.position import Step
from castlecards.games.tech_effects import Suit, by_card, unmark, use
from castlecards.games.tricks_of_the_trade.scoring import (
    ROUNDS,
    results,
    score,
    total,
    winners,
    winning,
)
from castlecards.games.tricks_of_the_trade.state import (
    BID,
    DEAL,
    EFFECTS,
    LEAST,
    NO_MARKS,
    PLAY,
    TRADE,
    TRICKS,
    TRUMP_VALUE,
    Pos,
    Trade,
    TradeTable,
    domain,
    domain_name,
    trump,
)
from castlecards.games.tricks_of_the_trade.story import score_line
from castlecards.games.tricks_of_the_trade.trading import Offer
from castlecards.games.tricks_of_the_trade.trick_clash import (
    open_clash,
    trick_clash,
    won_trick_line,
)
from castlecards.texts import tr

HAND = 10  # cards dealt to each player, at most, TT7


# -- set-up -------------------------------------------------------------------------------------


@value
class Deal(Step):  # TT2 to TT6
    """Deal of the match.

    The value-1 cards lie on the trump spot and become goals; the value-2 cards are the Trump deck.
    """

    def run(self, table: TradeTable, action: Action) -> None:
        ground, zones = table.pos.state.ground, table.pos.zones
        table.shuffle(ground.spot)
        for goal in ground.goals:
            table.draw(ground.spot, goal)
            if not ground.hidden:
                table.flip(zones[goal][0], True)
        table.draw(ground.spot, ground.draw_deck, len(zones[ground.spot]))
        table.shuffle(ground.trumps)
        table.shuffle(ground.wishes)
        table.put(Trade(ground, first=table.roll(ground.seats), won=(b"",) * ground.seats))
        table.push(Round())


@value
class Round(Step):  # TT5, TT7, TT8
    """Start of a round: deal hands, turn up the trump card, then its phases (TT6 to TT8)."""

    def run(self, table: TradeTable, action: Action) -> None:
        pos = table.pos
        state, ground = pos.state, pos.state.ground
        table.shuffle(ground.draw_deck)
        order = turn_order(ground.seats, state.first)
        table.tell(turn_begins, state.first, state.round + 1)
        count = min(HAND, len(pos.zones[ground.draw_deck]) // ground.seats)
        for seat in order:
            table.draw(ground.draw_deck, ground.hands[seat], count)
        # the Trump deck is empty only in a sampled world where a hidden goal is a 2
        deck = ground.trumps if pos.zones[ground.trumps] else ground.draw_deck
        table.draw(deck, ground.spot)
        card = pos.zones[ground.spot][-1]
        table.flip(card, True)
        turned = ground.suits[pos.faces[card]]
        table.put(state.with_(phase=DEAL, trump=0, turned=turned))
        ground.tell_trump(table)
        table.push(BiddingStep())


@cache
def turn_order(seats: int, first: Seat) -> tuple[Seat, ...]:
    """Seats in turn order from `first` to the left (TT6, TT11)."""
    return tuple((first + n) % seats for n in range(seats))


def begin_phase(table: TradeTable, phase: int, suit: Suit = 0) -> None:
    """Begin a phase of the round; `suit`: trump for the tricks."""
    table.put(table.pos.state.with_(phase=phase, trump=suit))


# -- bids ---------------------------------------------------------------------------------------


@value
class BiddingStep(Step):
    """Start of bidding: mix the bid tokens, so that none can be followed, then ask for bids."""

    def run(self, table: TradeTable, action: Action) -> None:
        ground = table.pos.state.ground
        for resting, tokens in zip(ground.resting, ground.tokens, strict=True):
            table.draw(resting, tokens, TRICKS + 1)
            table.shuffle(tokens)
        begin_phase(table, BID)
        order = turn_order(ground.seats, table.pos.state.first)
        table.push(*[Bid(seat) for seat in order], Reveal())


@value
class Bid(Step):  # TT9
    """Secret bid of a seat (TT9)."""

    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        ground = pos.state.ground
        bids, tokens = by_card("bid", ground.bids[self.seat]), pos.zones[ground.tokens[self.seat]]
        options = tuple([bids[card] for card in tokens])
        fair = TRICKS // ground.seats  # bid on a time-out
        default = next(bids[card] for card in tokens if ground.ranks[pos.faces[card]] == fair)
        return Decision(self.seat, tr("Bid how many tricks you will win"), options, default)

    def run(self, table: TradeTable, action: Action) -> None:
        ground = table.pos.state.ground
        tokens = ground.tokens[self.seat]
        table.move(action.cards[0], tokens, action.to)
        table.draw(tokens, ground.resting[self.seat], TRICKS)


@value
class Reveal(Step):  # TT9
    """Reveal of all bids (TT9)."""

    def run(self, table: TradeTable, action: Action) -> None:
        pos = table.pos
        ground = pos.state.ground
        table.tell(event_line, "bids", NATURE)
        for seat, zone in enumerate(ground.bids):
            token = pos.zones[zone][0]
            table.flip(token, True)
            table.tell(event_line, "bid_was", seat, ground.ranks[pos.faces[token]])
        table.push(TradingStep())


# -- trading and game effects -------------------------------------------------------------------


@value
class TradingStep(Step):  # TT10
    """Start of the trading phase (TT10)."""

    def run(self, table: TradeTable, action: Action) -> None:
        state = table.pos.state
        begin_phase(table, TRADE)
        order = turn_order(state.ground.seats, state.first)
        table.push(*[Offer(seat) for seat in order], Effects())


@value
class Effects(Step):  # TT11
    """Start of the effects phase (TT11)."""

    def run(self, table: TradeTable, action: Action) -> None:
        state = table.pos.state
        begin_phase(table, EFFECTS)
        order = turn_order(state.ground.seats, state.first)
        table.push(*[Effect(seat) for seat in order], Tricks())


@value
class Effect(Step):  # TT11, TT14
    """Choice of a card whose effect a seat uses (TT11)."""

    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        ground = pos.state.ground
        hand = pos.zones[ground.hands[self.seat]]
        if len(hand) <= LEAST:
            return None
        effects = by_card("effect", ground.tricks[self.seat])
        options = (PASS, *[effects[card] for card in hand])
        return Decision(self.seat, tr("Play a card for its effect?"), options)

    def run(self, table: TradeTable, action: Action) -> None:
        if action.verb != "effect":
            return
        card = action.cards[0]
        table.move(card, table.pos.state.ground.hands[self.seat], action.to)
        table.flip(card, True)
        table.push(DiscardEffectCard(self.seat))
        use(table, self.seat, card)


@value
class DiscardEffectCard(Step):  # TT11
    """Discard of the card after its effect (E2)."""

    seat: Seat

    def run(self, table: TradeTable, action: Action) -> None:
        ground = table.pos.state.ground
        place = ground.tricks[self.seat]
        card = table.pos.zones[place][-1]
        unmark(table, card)
        table.move(card, place, ground.discard)
        table.tell(cards_line, "spent", self.seat, card)


def effect(pos: Pos) -> CardId:
    """Card whose effect is being carried out; -1: none."""
    spent = next((step for step in pos.steps if isinstance(step, DiscardEffectCard)), None)
    if spent is None or pos.steps[0] is spent:
        return -1
    return pos.zones[pos.state.ground.tricks[spent.seat]][-1]


# -- tricks -------------------------------------------------------------------------------------


@value
class Tricks(Step):  # TT15, TT18
    """Start of the tricks: trump is fixed (TT15, TT18)."""

    def run(self, table: TradeTable, action: Action) -> None:
        pos = table.pos
        state = pos.state
        begin_phase(table, PLAY, trump(pos))
        table.push(*trick_steps(state.ground.seats, state.first, TRICKS))


@cache
def trick_steps(seats: int, leader: Seat, left: int) -> tuple[Step, ...]:
    """Steps of a trick; `left`: tricks still to be played, this one included."""
    return (*[Play(seat, leader) for seat in turn_order(seats, leader)], TrickEnd(leader, left - 1))


LEAD = tr("Lead a card")
FOLLOW = tuple(
    tr("Follow suit: play a {domain} card", domain=domain_name(suit)) for suit in range(1, 5)
)
FREE = tr("You can’t follow suit: play any card")


@value
class Play(Step):  # TT15
    """Play of a card to the trick (TT15)."""

    seat: Seat
    leader: Seat

    def ask(self, pos: Pos) -> Decision | None:
        ground = pos.state.ground
        seat, leader = self.seat, self.leader
        hand = pos.zones[ground.hands[seat]]
        if len(hand) < 2:
            return None
        plays = by_card("play", ground.tricks[seat])
        prompt = LEAD
        if seat != leader:
            faces, suits = pos.faces, ground.suits
            led_card = pos.zones[ground.tricks[leader]][-1]
            if pos.marks == NO_MARKS:
                suit = suits[faces[led_card]]
                options = tuple([plays[c] for c in hand if suits[faces[c]] == suit])
            else:
                suit = domain(pos, led_card)
                options = tuple([plays[c] for c in hand if domain(pos, c) == suit])
            if options:
                return Decision(seat, FOLLOW[suit - 1], options, options[0])
            prompt = FREE
        options = tuple([plays[card] for card in hand])
        return Decision(seat, prompt, options, options[0])

    def run(self, table: TradeTable, action: Action) -> None:
        pos = table.pos
        ground = pos.state.ground
        hand = ground.hands[self.seat]
        card = action.cards[0] if action.cards else pos.zones[hand][0]
        table.move(card, hand, ground.tricks[self.seat])
        table.flip(card, True)
        if not action.cards:  # the last one
            table.tell(cards_line, "play", self.seat, card)


def pending(pos: Pos) -> Clash | None:
    """Unfinished trick as a clash, from its first card on; None without one."""
    step = pos.steps[0] if pos.steps else None
    if not isinstance(step, Play) or step.seat == step.leader:
        return None
    order = turn_order(pos.state.ground.seats, step.leader)
    return open_clash(pos, order[: order.index(step.seat)])


@value
class TrickEnd(Step):  # TT15
    """End of a trick: the winner takes it and leads the next (TT15)."""

    leader: Seat
    left: int

    def run(self, table: TradeTable, action: Action) -> None:
        pos = table.pos
        ground, zones = pos.state.ground, pos.zones
        order = turn_order(ground.seats, self.leader)
        winner = winning(pos, order)
        table.tell(trick_clash, order, winner)
        won = ground.won[winner]
        for seat in order:
            place = ground.tricks[seat]
            table.move(zones[place][-1], place, won)
        table.tell(won_trick_line, winner)
        if self.left and all(zones[hand] for hand in ground.hands):
            table.push(*trick_steps(ground.seats, winner, self.left))
        else:
            table.push(*ROUND_END)


# -- the end of a round -------------------------------------------------------------------------


@value
class ScoringStep(Step):  # TT4, TT16
    """Scoring of a round (TT16)."""

    def run(self, table: TradeTable, action: Action) -> None:
        pos = table.pos
        state, ground = pos.state, pos.state.ground
        for goal in ground.goals:
            card = pos.zones[goal][0]
            if not pos.up >> card & 1:
                table.flip(card, True)
                table.tell(cards_line, "goal", ground.owner[goal], card)
        scores = tuple([score(pos, seat) for seat in range(ground.seats)])
        table.tell(event_line, "counted", NATURE, state.round + 1)
        for seat, got in enumerate(scores):
            table.tell(score_line, seat, got.tricks, got.bid, got.total)
        worth, faces = ground.worth, pos.faces
        won = [
            before + bytes([worth[faces[card]] for card in pos.zones[pile]])
            for before, pile in zip(state.won, ground.won, strict=True)
        ]
        rounds = (*state.scores, scores)
        table.put(state.with_(phase=PLAY, round=state.round + 1, scores=rounds, won=tuple(won)))


@value
class CleanUp(Step):  # TT17
    """End of a round: gather the cards for the next one (TT17).

    After the last round only the value-2 cards are gathered. The others stay visible, and the
    tie-break needs them.
    """

    def run(self, table: TradeTable, action: Action) -> None:
        pos = table.pos
        state, ground, zones = pos.state, pos.state.ground, pos.zones
        faces, ranks, suits = pos.faces, ground.ranks, ground.suits
        out = [faces[card] for card in zones[ground.expelled]]
        doomed = state.trump
        if any(ranks[face] == TRUMP_VALUE and suits[face] == doomed for face in out):
            doomed = state.turned
        over = state.round >= ROUNDS
        deck = ground.draw_deck
        for zone in (*ground.hands, *ground.won, deck, *ground.middle):
            keeps = over or zone == deck
            left = zones[zone]
            for card in [card for card in left if ranks[faces[card]] == TRUMP_VALUE]:
                others, _, left = left.partition(ONE[card])
                if not keeps:
                    table.carry(others, zone, deck)
                if suits[faces[card]] == doomed:
                    table.move(card, zone, ground.expelled)
                    table.flip(card, True)
                    table.tell(cards_line, "expelled", NATURE, card)
                elif zone != ground.trumps:
                    table.move(card, zone, ground.trumps)
            if not keeps:
                table.carry(left, zone, deck)
        if over:
            finish(table)
            return
        for kind, marked in enumerate(pos.marks):
            for card in range(marked.bit_length()):
                if marked >> card & 1:
                    table.mark(card, kind, False)
        for bid, resting in zip(ground.bids, ground.resting, strict=True):
            table.flip(zones[bid][0], False)
            table.draw(bid, resting)
        table.shuffle(ground.trumps)
        first = (state.first + 1) % ground.seats  # TT6
        table.put(state.with_(phase=DEAL, first=first, trump=0, turned=0, proofs=()))
        table.push(Round())


ROUND_END = (ScoringStep(), CleanUp())


def finish(table: TradeTable) -> None:  # TT19
    """End the match with the winners (TT19)."""
    pos = table.pos
    for card in pos.zones[pos.state.ground.trumps]:
        table.flip(card, True)
    shares = results(pos)
    verb = "shared" if max(shares) < 1 else winners(pos)[1] or "won"
    for seat in [seat for seat, share in enumerate(shares) if share]:
        table.tell(event_line, verb, seat, total(pos, seat))
    table.end(*shares)
