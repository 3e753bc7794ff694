"""Heuristics of Tricks of the Trade: a bid formula, weights of actions, exact last tricks.

In matches, search improved the play of cards and effects but not bids and trades. So it branches at
cards and effects only; rules of thumb answer everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import ClassVar, NamedTuple

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice, Deal, Moods, logistic
from castlecards.core.belief import Resampler, Worlds, confined, log_linear
from castlecards.core.cards import UNSEEN, CardId, Seat
from castlecards.core.events import CardMoved, Event
from castlecards.core.position import Step
from castlecards.core.proof import faces_of
from castlecards.core.view import View
from castlecards.games.tricks_of_the_trade import explanations
from castlecards.games.tricks_of_the_trade.endgame import RoundEndgame, Solver
from castlecards.games.tricks_of_the_trade.rules import CleanUp, Take, turn_order
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

# Belief: mean strength of a hand at the first trick by number of players, with a bid of 0, and more
# for each trick that is bid; fitted on rounds of these heuristics.
BID_STRENGTH = {2: (0.0, 1.18), 3: (1.4, 1.05), 4: (1.6, 1.22)}
FOLLOWED = 0.8  # share of the plays that are taken to follow the rules of thumb
STEEPEST = 6.0  # greatest slope of the log-likelihood of a face by its strength
HALVINGS = 6  # steps of the bisection that finds the slope
MARGIN = 6.0  # lead in points that makes a round almost certainly won
# tricks = SLOPE * strength + BASE, by number of players; fitted on rounds of these heuristics
SLOPE = {2: 0.67, 3: 0.80, 4: 0.80}
BASE = {2: 0.94, 3: -0.50, 4: -1.04}
EXACT_LEFT = {2: 3, 3: 2, 4: 2}  # by players: last tricks solved exactly with open hands
EFFORT = {2: 3, 3: 4, 4: 8}  # each simulation plays the round to its end
# Weights of using an effect, which spends its card.
EAGER = {
    "broker": 3.0, "scan": 2.6, "barter": 2.2, "refresh": 2.0, "poach": 2.0, "spark": 1.2,
    "match": 1.0, "recycle": 1.0, "platform": 1.5, "levy": 0.8, "sunset": 0.4, "shift": 0.4,
    "mirror": 0.4,
}  # fmt: skip


class TradeAdvice(Advice[Trade]):
    """Advice for every seat, from its own knowledge."""

    moods: ClassVar[Moods] = {
        "offer": "build",
        "effect": "build",
    }
    # 1.51 ± 0.45 in 100 matches of Knights that knew no likelihoods, 2.1 in 50 of those that do,
    # 1.73 ± 0.27 in 280 without search
    slope: ClassVar[float] = 1.7
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
        return [_other(facts, action) for action in options]

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

    def world_sampler(self, view: View, events: Sequence[Event]) -> Deal:
        """Sampler of worlds that fit the bids and the plays of the others.

        A player who did not follow suit has no card of that domain. Revealed bids tell how strong
        a hand is, and each card played tells what its player preferred it to.
        """
        pos: Pos = view.position
        allowed = dict(confined(view, events))
        ground = pos.state.ground
        all_faces = (1 << pos.box.size) - 1
        marked = 0
        for mask in pos.marks:
            marked |= mask
        plays = plays_of_round(pos, events)
        for seat, suit in voids(pos, plays):
            of_suit = faces_of(ground.suits, suit)
            for card in pos.zones[ground.hands[seat]]:
                if pos.faces[card] == UNSEEN and not marked >> card & 1:
                    allowed |= {card: allowed.get(card, all_faces) & ~of_suit}
        if not events:
            return Worlds(view, allowed, pos.state.proofs).deal
        deal = Worlds(view, allowed, pos.state.proofs, _odds(view, plays), self.even).deal
        played = _played_cards(view, plays)
        if not played or self.even == 1:
            return deal
        return Resampler(deal, lambda world: _likelihood(world, played), self.even).deal


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
    ground = pos.state.ground
    suit = trump(pos)
    best = sorted(strength(pos, card, suit) for card in pos.zones[ground.hands[seat]])[-TRICKS:]
    tricks = SLOPE[ground.seats] * sum(best) + BASE[ground.seats]
    return min(float(TRICKS), max(0.0, tricks))


def _other(facts: DecisionFacts, action: Action) -> float:
    """Weight of an action in trades and effects."""
    verb, pos = action.verb, facts.pos
    ground = pos.state.ground
    if verb == "effect":
        card = action.cards[0]
        return EAGER[ground.does[ground.ranks[pos.faces[card]]]] * exp(-3 * facts.worth(card))
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
        return EAGER[ground.does[action.args[0]]]
    if verb == "decline":
        return 0.5
    return 1.0


# -- belief ---------------------------------------------------------------------------------------


def plays_of_round(pos: Pos, events: Sequence[Event]) -> list[tuple[Seat, CardId]]:
    """Seats and the cards that they have played to the tricks of this round, in order.

    Empty if play began elsewhere.
    """
    ground = pos.state.ground
    if pos.state.phase != PLAY:
        return []
    missing = sum(len(pos.zones[zone]) for zone in (*ground.won, *ground.tricks))
    plays: list[tuple[Seat, CardId]] = []
    for event in reversed(events):
        if not missing:
            break
        if not isinstance(event, CardMoved) or event.to not in ground.tricks:
            continue
        if event.source in ground.hands:
            plays.append((ground.owner[event.to], event.card))
            missing -= 1
    return [] if missing else plays[::-1]


def voids(pos: Pos, plays: Sequence[tuple[Seat, CardId]]) -> set[tuple[Seat, int]]:
    """Seats and domains that the plays of this round have shown them to lack."""
    seats = pos.state.ground.seats
    lacking = set()
    for first in range(0, len(plays), seats):
        led_suit = domain(pos, plays[first][1])
        for seat, card in plays[first + 1 : first + seats]:
            if domain(pos, card) != led_suit:
                lacking.add((seat, led_suit))
    return lacking


def _odds(view: View, plays: Sequence[tuple[Seat, CardId]]) -> dict[CardId, Sequence[float]]:
    """Likelihood of each face for the hidden hand cards of the seats whose bids are revealed.

    The strength of the whole hand is the usual one of its bid.
    """
    pos: Pos = view.position
    ground, faces = pos.state.ground, pos.faces
    trumps = trump(pos)
    strengths = _strengths(ground, trumps)
    unseen = Counter([strengths[face] for face in set(range(NUMBERED)).difference(faces)])
    odds: dict[CardId, Sequence[float]] = {}
    for seat in range(ground.seats):
        hand, bid = pos.zones[ground.hands[seat]], bid_of(pos, seat)
        hidden = [card for card in hand if faces[card] == UNSEEN]
        if seat == view.seat or bid < 0 or not hidden:
            continue
        known = [card for card in hand if faces[card] != UNSEEN]
        known += [card for owner, card in plays if owner == seat]
        least, more = BID_STRENGTH[ground.seats]
        left = least + more * bid
        left -= sum(strength(pos, card, trumps) for card in known)
        slope = _slope(unseen, left / len(hidden))
        odds |= dict.fromkeys(hidden, _likely_faces(ground, trumps, slope))
    return odds


@lru_cache(maxsize=64)
def _strengths(ground: Ground, trumps: int) -> tuple[float, ...]:
    """Strength of each face; 0 for a token."""
    pairs = zip(ground.ranks, ground.suits, strict=True)
    numbered = [_strength(rank, suit == trumps) for rank, suit in pairs][:NUMBERED]
    return (*numbered, *[0.0] * (len(ground.ranks) - NUMBERED))


@lru_cache(maxsize=1 << 10)
def _likely_faces(ground: Ground, trumps: int, slope: float) -> tuple[float, ...]:
    """Likelihood of each face, with this slope of its logarithm by strength."""
    return log_linear((slope,), [(each,) for each in _strengths(ground, trumps)])


def _slope(counts: Mapping[float, int], mean: float) -> float:
    """Slope at which strengths, weighed by exp(slope * strength), have this mean.

    `counts`: number of unseen cards by strength. The slope is one of a few, by bisection.
    """
    low, high = -STEEPEST, STEEPEST
    for _ in range(HALVINGS):
        slope = (low + high) / 2
        excess = 0.0
        for each, count in counts.items():
            excess += count * exp(slope * each) * (each - mean)
        if excess < 0:
            low = slope
        else:
            high = slope
    return (low + high) / 2


class PlayedCard(NamedTuple):
    """Card that another seat played to a trick, and the situation in which it chose it."""

    seat: Seat
    card: CardId
    later: tuple[CardId, ...]  # cards that it has played since
    led: int  # domain; 0: it led itself
    best: int  # height of the best card in the trick
    trumps: int
    wanted: bool  # True if it wanted the trick
    last: bool  # True if it played last


def _played_cards(view: View, plays: Sequence[tuple[Seat, CardId]]) -> list[PlayedCard]:
    """Cards that the other seats have played in this round, from all `plays` in order."""
    pos: Pos = view.position
    ground, trumps = pos.state.ground, trump(pos)
    seats = ground.seats
    winners: list[Seat] = []  # of the complete tricks
    found = []
    for first in range(0, len(plays), seats):
        trick = plays[first : first + seats]
        led, best, winner = 0, 0, trick[0][0]
        for n, (seat, card) in enumerate(trick):
            if seat != view.seat:
                later = tuple([other for who, other in plays[first + seats :] if who == seat])
                wanted, last = bid_of(pos, seat) != winners.count(seat), n == seats - 1
                found.append(PlayedCard(seat, card, later, led, best, trumps, wanted, last))
            suit = domain(pos, card)
            led = led or suit
            power = height(ground.ranks[pos.faces[card]], suit, led, trumps)
            if power > best:
                best, winner = power, seat
        if len(trick) == seats:
            winners.append(winner)
    return found


def _likelihood(world: Pos, played: Sequence[PlayedCard]) -> float:
    """Probability that rules of thumb play these cards with the hands of this world."""
    ground, faces, zones = world.state.ground, world.faces, world.zones
    ranks = ground.ranks
    likelihood = 1.0
    for seat, chosen, later, led, best, trumps, wanted, last in played:
        hand = (*zones[ground.hands[seat]], chosen, *later)
        suits = [domain(world, card) for card in hand]
        follows = led in suits
        total = own = 0.0
        count = 0
        for card, suit in zip(hand, suits, strict=True):
            if follows and suit != led:
                continue
            weight = _play_weight(ranks[faces[card]], suit, led, best, trumps, wanted, last)
            total += weight
            count += 1
            if card == chosen:
                own = weight
        likelihood *= FOLLOWED * own / total + (1 - FOLLOWED) / count
    return likelihood


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


def _take(pos: Pos) -> Take | None:
    for step in pos.steps:
        if type(step) is Take:
            return step
    return None


def _played_out(pos: Pos, take: Take) -> tuple[float, ...]:
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
