"""Heuristics of Tricks of the Trade: a bid formula, weights of actions, exact last tricks.

In matches, search improved the play of cards and effects but not bids and trades. So it branches at
cards and effects only; rules of thumb answer everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import ClassVar

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice, Deal, Moods, logistic
from castlecards.core.belief import Worlds, confined
from castlecards.core.cards import UNSEEN, CardId, Seat
from castlecards.core.events import CardMoved, Event
from castlecards.core.position import Step
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
    PLAY,
    TRICKS,
    Pos,
    Trade,
    bid_of,
    domain,
    trump,
)

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
        """Sampler of worlds; a player who did not follow suit has no card of that domain."""
        pos: Pos = view.position
        allowed = dict(confined(view, events))
        ground = pos.state.ground
        all_faces = (1 << pos.box.size) - 1
        marked = 0
        for mask in pos.marks:
            marked |= mask
        for seat, suit in voids(pos, events):
            of_suit = sum(
                1 << face for face, face_suit in enumerate(ground.suits) if face_suit == suit
            )
            for card in pos.zones[ground.hands[seat]]:
                if pos.faces[card] == UNSEEN and not marked >> card & 1:
                    allowed |= {card: allowed.get(card, all_faces) & ~of_suit}
        return Worlds(view, allowed, pos.state.proofs).deal


def shares(totals: Sequence[float]) -> tuple[float, ...]:
    """Share of the win by seat, estimated from the totals."""
    return tuple(
        logistic((own - max(other for m, other in enumerate(totals) if m != n)) / MARGIN)
        for n, own in enumerate(totals)
    )


def voids(pos: Pos, events: Sequence[Event]) -> set[tuple[Seat, int]]:
    """Seats and domains that play of this round has shown them to lack."""
    ground = pos.state.ground
    if pos.state.phase != PLAY:
        return set()
    seats = ground.seats
    plays = [
        (ground.owner[event.to], event.card)
        for event in events
        if isinstance(event, CardMoved)
        and event.source in ground.hands
        and event.to in ground.tricks
    ]
    count = sum(len(pos.zones[zone]) for zone in (*ground.won, *ground.tricks))
    lacking = set()
    for first in range(len(plays) - count, len(plays), seats):
        if first < 0:
            return set()  # play began elsewhere
        led_suit = domain(pos, plays[first][1])
        for seat, card in plays[first + 1 : first + seats]:
            if domain(pos, card) != led_suit:
                lacking.add((seat, led_suit))
    return lacking


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
        worth, value = _strength(ranks[face], suit == trumps), ranks[face] / 13
        if not lying:
            weight = 3 * worth + value if wanted else -4 * worth - 2 * value
        elif height(ranks[face], suit, led_suit, trumps) > best:
            weight = (
                -2 - worth if not wanted else 3 - 2 * worth - value if last else 2 + worth + value
            )
        else:
            weight = -3 * worth - value if wanted else 1 + 2 * worth + 2 * value
        weights.append(exp(weight))
    return weights


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
