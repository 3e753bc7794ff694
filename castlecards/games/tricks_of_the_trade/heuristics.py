"""Heuristics of Tricks of the Trade: a bid formula, weights of actions, exact last tricks.

In matches, search improved the play of cards and effects but not bids and trades. So it branches at
cards and effects only; rules of thumb answer everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp
from typing import ClassVar, NamedTuple

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import ActionKinds, Advice, WorldSampler, logistic
from castlecards.core.belief import Resampler, Trace, Worlds, trace
from castlecards.core.cards import UNSEEN, CardId, Seat
from castlecards.core.events import CardFlipped, CardMoved, Event
from castlecards.core.log_lines import TURN, Line
from castlecards.core.position import Step
from castlecards.core.proof import faces_of
from castlecards.core.view import View
from castlecards.games.decks import DOMAINS, VALUES
from castlecards.games.tech_effects import Suit
from castlecards.games.tricks_of_the_trade import explanations
from castlecards.games.tricks_of_the_trade.endgame import RoundEndgame, Solver
from castlecards.games.tricks_of_the_trade.rules import CleanUp, TrickEnd, turn_order
from castlecards.games.tricks_of_the_trade.scoring import (
    EXACT,
    REACHED,
    ROUNDS,
    SWEEP,
    height,
    total,
    winning,
)
from castlecards.games.tricks_of_the_trade.state import (
    EFFECTS,
    NO_MARKS,
    NUMBERED,
    PLAY,
    TRICKS,
    Ground,
    Pos,
    Trade,
    bid_of,
    domain,
    trump,
)

# Belief: exponents by which the choices of the others are taken to follow the rules of thumb, and
# the shares that do. Fitted to the likelihood of the true hands in 119 matches of searchers.
BID_SHARPNESS = 4.0  # for each squared trick between the bid and the expected ones
PLAY_SHARPNESS = 2.0  # of the weight of a card for a trick
EFFECT_SHARPNESS = 6.0  # for the worth of a card that is used for its effect
SPARE_SHARPNESS = 20.0  # for the worth of a card that is discarded or given away
FOLLOWED = {"bid": 0.9, "play": 0.8, "effect": 0.8, "discard": 0.9, "tuck": 0.9, "give": 0.9}
FINENESS = 20  # steps per trick to which expected tricks are rounded
MARGIN = 6.0  # lead in points that makes a round almost certainly won
# tricks = SLOPE * strength + BASE, by number of players; fitted on rounds of these heuristics
SLOPE = {2: 0.67, 3: 0.80, 4: 0.80}
BASE = {2: 0.94, 3: -0.50, 4: -1.04}
EXACT_LEFT = {2: 3, 3: 2, 4: 2}  # by players: last tricks solved exactly with open hands
EFFORT = {2: 3, 3: 4, 4: 8}  # each simulation plays the round to its end
# Weights of using an effect, which spends its card.
EFFECT_WEIGHTS = {
    "broker": 3.0, "scan": 2.6, "barter": 2.2, "refresh": 2.0, "poach": 2.0, "spark": 1.2,
    "match": 1.0, "recycle": 1.0, "platform": 1.5, "levy": 0.8, "sunset": 0.4, "shift": 0.4,
    "mirror": 0.4,
}  # fmt: skip


class TradeAdvice(Advice[Trade]):
    """Advice for every seat, from its own knowledge."""

    action_kinds: ClassVar[ActionKinds] = {"offer": "build", "effect": "build"}
    bias_cost: ClassVar[float] = 0.12  # a match has few choices of these kinds
    # Mean weighted by precision: 2.08 ± 0.44 in 260 matches of 16 simulations, 1.73 ± 0.27 in 280
    # without search
    slope: ClassVar[float] = 1.8
    boundary: ClassVar[tuple[type[Step], ...]] = (CleanUp,)
    rollout: ClassVar[bool] = True
    worlds: ClassVar[int] = 20

    def branches(
        self, pos: Pos, decision: Decision, options: Sequence[Action]
    ) -> tuple[Action, ...]:
        verb = options[-1].verb
        if verb in ("play", "effect"):
            return tuple(options)
        weights = self.weights(pos, decision, options)
        return (options[weights.index(max(weights))],)

    def evaluate(self, pos: Pos) -> tuple[float, ...]:
        """Estimate from the points so far; the current round counts as if it ended now."""
        seats = pos.state.ground.seats
        under_way = _take(pos) is not None
        won = pos.state.ground.won
        return shares(
            [
                total(pos, seat) + under_way * (len(pos.zones[won[seat]]) // seats)
                for seat in range(seats)
            ]
        )

    def effort(self, pos: Pos) -> int:
        return EFFORT[pos.state.ground.seats]

    def is_reliable(self, pos: Pos) -> bool:
        """True in the last round, where it names the winner in 8 of 10 cases (before: 6)."""
        return pos.state.round == ROUNDS - 1

    def reasons(self, view: View, action: Action, worlds: Sequence[Pos] = ()) -> Iterator[str]:
        return explanations.reasons(view, action, expected(view.position, view.seat))

    def weights(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        seat = decision.seat
        verb = options[-1].verb
        if verb == "bid":
            ground = pos.state.ground
            wanted = expected(pos, seat)
            return [
                exp(-1.5 * (ground.ranks[pos.faces[action.cards[0]]] - wanted) ** 2)
                for action in options
            ]
        if verb == "play":
            return _plays(pos, seat, options)
        facts = DecisionFacts(pos, seat)
        return [_other_weight(facts, action) for action in options]

    def exact(self, pos: Pos) -> tuple[float, ...] | None:
        """Shares of the win after perfect play of the last tricks."""
        state = pos.state
        ground = state.ground
        if state.phase != PLAY or not pos.steps:
            return None
        take = _take(pos)
        if take is None or take.left + 1 > EXACT_LEFT[ground.seats]:
            return None
        return _played_out(pos, take)

    def world_sampler(self, view: View, events: Sequence[Event]) -> WorldSampler:
        """Sampler of worlds that fit the bids and the choices of the others in this round.

        A player who did not follow suit has no card of that domain. Revealed bids tell how strong
        a hand is, and each card that leaves it tells what its player preferred it to.
        """
        pos: Pos = view.position
        seen = trace(view, events)
        if seen is None:
            return Worlds(view, None, pos.state.proofs).deal
        allowed = seen.allowed(pos)
        ground = pos.state.ground
        history = round_history(view, events, seen)
        if history.voids:
            allowed = {**allowed}
            all_faces, marked = (1 << pos.box.size) - 1, 0
            for mask in pos.marks:
                marked |= mask
            for seat, suit in history.voids:
                of_suit = faces_of(ground.suits, suit)
                for card in pos.zones[ground.hands[seat]]:
                    if pos.faces[card] == UNSEEN and not marked >> card & 1:
                        allowed[card] = allowed.get(card, all_faces) & ~of_suit
        deal = Worlds(view, allowed, pos.state.proofs).deal
        if self.even == 1 or not (history.bids or history.choices):
            return deal
        return Resampler(deal, history.likelihood, self.even).deal


def shares(totals: Sequence[float]) -> tuple[float, ...]:
    """Share of the win by seat, estimated from the totals."""
    return tuple(
        logistic((own - max(other for m, other in enumerate(totals) if m != n)) / MARGIN)
        for n, own in enumerate(totals)
    )


# -- the worth of cards ---------------------------------------------------------------------------


class DecisionFacts:
    """Facts of a position that the weights of one decision share."""

    __slots__ = ("low", "pos", "seat", "trump")

    def __init__(self, pos: Pos, seat: Seat) -> None:
        self.pos = pos
        self.seat = seat
        self.trump = trump(pos)
        self.low = bid_of(pos, seat) == 0  # then low cards are good

    def worth(self, card: CardId) -> float:
        """Usefulness of an own card for the bid, 0 to 1."""
        worth = strength(self.pos, card, self.trump)
        return 1 - worth if self.low else worth


def strength(pos: Pos, card: CardId, trumps: int) -> float:
    """Estimated tricks that a card wins; 0.3 for an unseen one."""
    face = pos.faces[card]
    if face == UNSEEN:
        return 0.3
    return _strength(pos.state.ground.ranks[face], domain(pos, card) == trumps)


def _strength(value: int, trumps: bool) -> float:
    if trumps:
        return 0.5 + 0.04 * value
    return 0.09 * (value - 7) if value > 7 else 0.0


def expected(pos: Pos, seat: Seat) -> float:
    """Expected number of tricks of a hand, on which the bid is based."""
    suit = trump(pos)
    return _tricks(
        pos.state.ground.seats,
        [strength(pos, card, suit) for card in pos.zones[pos.state.ground.hands[seat]]],
    )


def _tricks(seats: int, strengths: list[float]) -> float:
    """Expected number of tricks of a hand of cards with these strengths."""
    tricks = SLOPE[seats] * sum(sorted(strengths)[-TRICKS:]) + BASE[seats]
    return min(float(TRICKS), max(0.0, tricks))


def _other_weight(facts: DecisionFacts, action: Action) -> float:
    """Weight of an action in trades and effects."""
    verb, pos = action.verb, facts.pos
    ground = pos.state.ground
    if verb == "effect":
        card = action.cards[0]
        return EFFECT_WEIGHTS[ground.does[ground.ranks[pos.faces[card]]]] * exp(
            -3 * facts.worth(card)
        )
    if verb == "offer":
        return 0.0
    if action == PASS:
        return 0.4 if pos.state.phase == EFFECTS else 1.0
    if verb in ("give", "counter") and pos.zones[ground.offers[facts.seat]]:
        offered = pos.zones[ground.offers[facts.seat]][0]
        gain = facts.worth(offered) - facts.worth(action.cards[0])
        return exp(6 * gain) * (1.0 if verb == "give" else 0.2) if gain > 0 else 0.0
    if verb in ("take", "want"):
        return exp(4 * facts.worth(action.cards[0]))
    if verb in ("discard", "give", "tuck", "shift"):
        return exp(-4 * facts.worth(action.cards[0]))
    if verb == "use":
        return EFFECT_WEIGHTS[ground.does[action.args[0]]]
    if verb == "decline":
        return 0.5
    return 1.0


# -- belief ---------------------------------------------------------------------------------------


class SeenBid(NamedTuple):
    """Bid of another seat, and the hand that it was made with."""

    bid: int
    hand: tuple[CardId, ...]
    strengths: tuple[float, ...]  # by face, with the trump of that time


class SeenChoice(NamedTuple):
    """Card that another seat chose from its hand: to play, to use, to discard or to give away."""

    own: float  # weight of the card
    others: tuple[CardId, ...]  # the rest of the hand
    weights: tuple[float, ...]  # by face; 0 if it would not have been legal
    followed: float  # share of such choices that follow the weights


class RoundHistory(NamedTuple):
    """Knowledge of a seat about the hands of the others, from the events of a round."""

    voids: set[tuple[Seat, Suit]]  # seats and domains that their plays have shown them to lack
    bids: list[SeenBid]
    choices: list[SeenChoice]

    def likelihood(self, world: Pos) -> float:
        """Probability of the bids and the choices with the hands of this world."""
        faces, seats = world.faces, world.state.ground.seats
        likelihood = 1.0
        for bid, hand, strengths in self.bids:
            tricks = _tricks(seats, [strengths[faces[card]] for card in hand])
            likelihood *= _bid_likelihood(int(FINENESS * tricks + 0.5))[bid]
        for own, others, by_face, followed in self.choices:
            weights = [by_face[faces[card]] for card in others]
            chosen = followed * own / (own + sum(weights))
            likelihood *= chosen + (1 - followed) / (1 + len(weights) - weights.count(0.0))
        return likelihood


@lru_cache(maxsize=256)
def _bid_likelihood(fine: int) -> tuple[float, ...]:
    """Probability of each bid with these expected tricks, counted in steps of 1 / FINENESS."""
    tricks, followed = fine / FINENESS, FOLLOWED["bid"]
    raw = [exp(-BID_SHARPNESS * (bid - tricks) ** 2) for bid in range(TRICKS + 1)]
    return tuple([followed * each / sum(raw) + (1 - followed) / len(raw) for each in raw])


class RoundSoFar(NamedTuple):
    """Events of a round that have been read, with all that the next ones are read with.

    Hands are followed by card. If one is mixed, that is no longer exact: the cards that cannot be
    followed are left out.
    """

    begun: int  # number of the event after which the round is read
    until: int  # number of events read
    history: RoundHistory
    marks: tuple[int, ...]
    bids: tuple[int, ...]  # bid by seat
    cards: bytes  # cards that left a hand
    faces: bytes  # their faces, as far as the seat knew them
    hands: tuple[tuple[CardId, ...], ...]
    trick: TrickSoFar
    trumps: Suit = 0  # trump domain
    spot: CardId = -1  # card that lies on the trump spot
    asked: Seat = -1  # seat and verb of the last log line about a choice
    verb: str = ""

    def holds(self, pos: Pos, begun: int) -> bool:
        """True if the bids, the marks and the faces of the chosen cards are still the same."""
        return (
            begun == self.begun
            and self.marks == pos.marks
            and self.bids == _bids(pos)
            and self.cards.translate(pos.faces.ljust(256)) == self.faces
        )


def round_history(view: View, events: Sequence[Event], seen: Trace) -> RoundHistory:
    """History of the round from the events that this seat saw; empty if play began elsewhere.

    It is kept with the trace, and new events extend it, as long as all that it was read with holds.
    """
    pos: Pos = view.position
    ground = pos.state.ground
    begun = max(
        [0, *[n for seat in range(ground.seats) for n in seen.line_numbers(seat, TURN)[-1:]]]
    )
    history = RoundHistory(set(), [], [])
    if not begun:
        return history
    so_far: RoundSoFar | None = seen.history
    if so_far is None or not so_far.holds(pos, begun):
        hands, trick = ((),) * ground.seats, TrickSoFar((0,) * ground.seats)
        so_far = RoundSoFar(begun, begun, history, pos.marks, _bids(pos), b"", b"", hands, trick)
    if so_far.until < len(events):
        so_far = _extend(so_far, pos, view.seat, events)
        seen.keep(so_far)
    return so_far.history


def _extend(before: RoundSoFar, pos: Pos, me: Seat, events: Sequence[Event]) -> RoundSoFar:
    """Read the events that have not been read."""
    ground, all_faces = pos.state.ground, pos.faces
    voids, bids, choices = set(before.history.voids), [*before.history.bids], [*before.history[2]]
    holder = {zone: seat for seat, zone in enumerate(ground.hands)}
    hands = [dict.fromkeys(each) for each in before.hands]  # ordered sets
    cards, trick, trumps, spot = bytearray(before.cards), before.trick, before.trumps, before.spot
    asked, verb = before.asked, before.verb
    for event in events[before.until :]:
        if isinstance(event, CardMoved):
            card, to = event.card, event.to
            if to == ground.spot:
                spot = card
            giver, taker = holder.get(event.source, -1), holder.get(to, -1)
            if giver >= 0:
                hand, face = hands[giver], all_faces[card]
                hand.pop(card, None)
                cards.append(card)
                chosen = verb if asked == giver else "play"
                asked = -1
                if chosen == "play" and to in ground.tricks:
                    if trick.led and domain(pos, card) != trick.led:
                        voids.add((giver, trick.led))
                    weights = _likely_faces(pos, trick, giver, card, trumps)
                    trick = _trick_after(pos, trick, giver, card, trumps)
                elif chosen in FOLLOWED and face != UNSEEN:
                    sharpness = EFFECT_SHARPNESS if chosen == "effect" else SPARE_SHARPNESS
                    weights = _spare_weights(ground, trumps, bid_of(pos, giver) == 0, sharpness)
                else:
                    continue
                if giver != me and hand and weights:
                    choices.append(
                        SeenChoice(weights[face], tuple(hand), weights, FOLLOWED[chosen])
                    )
            if taker >= 0:
                hands[taker][card] = None
        elif isinstance(event, CardFlipped):
            if event.card == spot and event.face != UNSEEN:
                trumps = ground.suits[event.face]
        elif isinstance(event, Line):
            if event.verb == "bid_was":
                if event.actor != me:
                    held = tuple(hands[event.actor])
                    bids.append(SeenBid(event.numbers[0], held, _strengths(ground, trumps)))
            elif event.verb in FOLLOWED:
                asked, verb = event.actor, event.verb
    faces = bytes(cards.translate(all_faces.ljust(256)))
    return RoundSoFar(
        before.begun, len(events), RoundHistory(voids, bids, choices), before.marks,
        before.bids, bytes(cards), faces, tuple([tuple(hand) for hand in hands]), trick,
        trumps, spot, asked, verb,
    )  # fmt: skip


def _bids(pos: Pos) -> tuple[int, ...]:
    """Bid by seat; -1 before the bids are revealed."""
    return tuple([bid_of(pos, seat) for seat in range(pos.state.ground.seats)])


class TrickSoFar(NamedTuple):
    """Trick that is being played, and how many each seat has won before it."""

    won: tuple[int, ...]  # by seat
    lying: int = 0  # cards
    led: Suit = 0  # domain
    best: int = 0  # height of the best card
    winner: Seat = -1  # player of the best card


def _likely_faces(
    pos: Pos, trick: TrickSoFar, seat: Seat, card: CardId, trumps: Suit
) -> tuple[float, ...]:
    """Weight of each face to be played by this seat, which played `card`; () if cards copy
    domains."""
    if pos.marks != NO_MARKS:
        return ()
    ground, led = pos.state.ground, trick.led
    wanted, last = bid_of(pos, seat) != trick.won[seat], trick.lying == ground.seats - 1
    must = led if domain(pos, card) == led else 0
    return _likely_plays(led, trick.best, trumps, wanted, last, must)


def _trick_after(pos: Pos, trick: TrickSoFar, seat: Seat, card: CardId, trumps: Suit) -> TrickSoFar:
    """Trick after this card; if it was the last one, the next trick."""
    ground, suit = pos.state.ground, domain(pos, card)
    led, best, winner = trick.led or suit, trick.best, trick.winner
    power = height(ground.ranks[pos.faces[card]], suit, led, trumps)
    if power > best:
        best, winner = power, seat
    if trick.lying < ground.seats - 1:
        return TrickSoFar(trick.won, trick.lying + 1, led, best, winner)
    return TrickSoFar(tuple([n + (seat == winner) for seat, n in enumerate(trick.won)]))


@lru_cache(maxsize=64)
def _strengths(ground: Ground, trumps: Suit) -> tuple[float, ...]:
    """Strength of each numbered face."""
    pairs = zip(ground.ranks, ground.suits, strict=True)
    return tuple([_strength(rank, suit == trumps) for rank, suit in pairs][:NUMBERED])


@lru_cache(maxsize=64)
def _spare_weights(ground: Ground, trumps: Suit, low: bool, sharpness: float) -> tuple[float, ...]:
    """Weight of each numbered face to leave the hand; `low`: low cards are good."""
    strengths = _strengths(ground, trumps)
    return tuple([exp(-sharpness * (1 - each if low else each)) for each in strengths])


@lru_cache(maxsize=1 << 10)
def _likely_plays(
    led: Suit, best: int, trumps: Suit, wanted: bool, last: bool, must: Suit
) -> tuple[float, ...]:
    """Weight of each numbered face for a trick; 0 if it is not of the domain `must`; 0: any."""
    weights: tuple[float, ...] = ()
    for suit in range(1, len(DOMAINS) + 1):
        if must and suit != must:
            weights += (0.0,) * len(VALUES)
        else:
            follows = 0 if not led else 1 if suit == led else 2
            weights += _likely_values(follows, best, suit == trumps, wanted, last)
    return weights


@lru_cache(maxsize=1 << 10)
def _likely_values(
    led: Suit, best: int, is_trump: bool, wanted: bool, last: bool
) -> tuple[float, ...]:
    """Weight of each value of domain 1 for a trick; `led`: 0: none, 1: that domain, 2: another."""
    return tuple([
        _play_weight(rank, 1, led, best, is_trump, wanted, last) ** PLAY_SHARPNESS
        for rank in VALUES
    ])  # fmt: skip


# -- tricks ---------------------------------------------------------------------------------------


def _plays(pos: Pos, seat: Seat, options: Sequence[Action]) -> list[float]:
    """Weights of cards: win as cheaply as is safe if tricks are wanted, else lose a high card.

    Tricks are unwanted only while the bid is exactly met; beyond it each one counts again.
    """
    ground, faces = pos.state.ground, pos.faces
    seats, ranks, suits = ground.seats, ground.ranks, ground.suits
    wanted = bid_of(pos, seat) != len(pos.zones[ground.won[seat]]) // seats
    trumps = trump(pos)
    lying = sum([1 for zone in ground.tricks if pos.zones[zone]])
    led_suit = best = 0
    if lying:
        take = _take(pos)
        assert take is not None
        led_suit = domain(pos, pos.zones[ground.tricks[take.leader]][-1])
        winner = winning(pos, turn_order(seats, take.leader))
        best = explanations.power(pos, pos.zones[ground.tricks[winner]][-1], led_suit, trumps)
    last = lying == seats - 1
    printed = pos.marks == NO_MARKS
    weights = []
    for action in options:
        card = action.cards[0]
        face = faces[card]
        suit = suits[face] if printed else domain(pos, card)
        weights.append(_play_weight(ranks[face], suit, led_suit, best, trumps, wanted, last))
    return weights


@lru_cache(maxsize=1 << 16)
def _play_weight(
    rank: int, suit: int, led: int, best: int, trumps: int, wanted: bool, last: bool
) -> float:
    """Weight of a card for a trick. `led`: 0 if it leads; `best`: height of the best card there."""
    worth, value = _strength(rank, suit == trumps), rank / 13
    if not led:
        weight = 3 * worth + value if wanted else -4 * worth - 2 * value
    elif height(rank, suit, led, trumps) > best:
        weight = -2 - worth if not wanted else 3 - 2 * worth - value if last else 2 + worth + value
    else:
        weight = -3 * worth - value if wanted else 1 + 2 * worth + 2 * value
    return exp(weight)


def _take(pos: Pos) -> TrickEnd | None:
    for step in pos.steps:
        if type(step) is TrickEnd:
            return step
    return None


def _played_out(pos: Pos, take: TrickEnd) -> tuple[float, ...]:
    state = pos.state
    ground, zones, faces = state.ground, pos.zones, pos.faces
    seats = range(ground.seats)
    order = turn_order(ground.seats, take.leader)
    suit = state.trump
    goals = tuple([ground.suits[faces[zones[zone][0]]] for zone in ground.goals])
    bids = [bid_of(pos, seat) for seat in seats]
    before = [total(pos, seat) for seat in seats]

    def code(card: CardId) -> int:
        return domain(pos, card) << 4 | ground.ranks[faces[card]]

    def worth(won: tuple[int, ...], scored: tuple[int, ...]) -> tuple[float, ...]:
        totals = []
        for seat in seats:
            tricks, bid = won[seat], bids[seat]
            points = tricks + scored[seat]
            if tricks > bid or (tricks == bid and not ground.tiers):
                points += REACHED
            if tricks == bid:
                points += EXACT
            if tricks in (0, TRICKS):
                points += SWEEP
            totals.append(float(before[seat] + points))
        return shares(totals)

    won = tuple([len(zones[zone]) // ground.seats for zone in ground.won])
    scored = []
    for seat in seats:
        cards = zones[ground.won[seat]]
        tricks = [cards[at : at + ground.seats] for at in range(0, len(cards), ground.seats)]
        scored.append(sum(any(domain(pos, c) == goals[seat] for c in trick) for trick in tricks))
    table = tuple([code(zones[ground.tricks[s]][-1]) for s in order if zones[ground.tricks[s]]])
    hands = tuple([tuple(sorted([code(card) for card in zones[zone]])) for zone in ground.hands])
    ending = RoundEndgame(hands, take.leader, take.left + 1, suit, goals, won, tuple(scored), table)
    return Solver(worth, suit, goals).value(ending)
