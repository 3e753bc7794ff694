"""Scoring: winner of a trick, points of a round (TT16), winner of the game (TT19)."""

from __future__ import annotations

from castlecards.core.cards import CardId, Seat
from castlecards.games.tech_effects import Suit
from castlecards.games.tricks_of_the_trade.state import (
    NO_MARKS,
    TRICKS,
    Ground,
    Pos,
    RoundScore,
    bid_of,
    domain,
)
from castlecards.texts import tr

ROUNDS = 3  # TT19
REACHED, EXACT, SWEEP = 1, 3, 2  # points, TT16
IN_TRUMP = 64  # added to the strength of a trump
IN_LED = 32  # added to the strength of a card of the led domain; above any card value


def winning(pos: Pos, order: tuple[Seat, ...]) -> Seat:  # TT15
    """Seat that wins the trick on the table; `order` begins with the leader.

    A seat that has not played yet does not win.
    """
    zones, tricks = pos.zones, pos.state.ground.tricks
    best, winner, led_suit = -1, order[0], 0
    for seat in order:
        played = zones[tricks[seat]]
        if not played:
            continue
        card = played[-1]
        led_suit = led_suit or domain(pos, card)
        strength = power(pos, card, led_suit)
        if strength > best:
            best, winner = strength, seat
    return winner


def power(pos: Pos, card: CardId, led: Suit) -> int:
    """Strength of a card in a trick in which this domain was led."""
    rank = pos.state.ground.ranks[pos.faces[card]]
    return height(rank, domain(pos, card), led, pos.state.trump)


def height(rank: int, suit: Suit, led: Suit, trumps: Suit) -> int:
    """Strength of a card of this rank and domain in a trick; the higher of two wins."""
    return rank + (IN_TRUMP if suit == trumps else IN_LED if suit == led else 0)


def score(pos: Pos, seat: Seat) -> RoundScore:
    """Score of a seat for the tricks won so far in this round (TT16)."""
    ground = pos.state.ground
    cards, size = pos.zones[ground.won[seat]], ground.seats
    tricks, bid = len(cards) // size, bid_of(pos, seat)
    wanted = ground.suits[pos.faces[pos.zones[ground.goals[seat]][0]]]
    if pos.marks == NO_MARKS:
        faces, suits = pos.faces, ground.suits
        fits = [suits[faces[card]] == wanted for card in cards]
    else:
        fits = [domain(pos, card) == wanted for card in cards]
    goal = 0  # tricks, each of `size` cards
    for at in range(0, len(fits), size):
        if True in fits[at : at + size]:
            goal += 1
    return round_score(ground, bid, tricks, goal)


def round_score(ground: Ground, bid: int, tricks: int, goal: int = 0) -> RoundScore:
    """Score for this number of tricks, `goal` of them with a card of the goal's domain (TT16)."""
    exact = tricks == bid
    return RoundScore(
        bid,
        tricks,
        REACHED if tricks > bid or (exact and not ground.tiers) else 0,
        EXACT if exact else 0,
        goal,
        SWEEP if tricks in (0, TRICKS) else 0,
    )


# -- the end --------------------------------------------------------------------------------------


def total(pos: Pos, seat: Seat) -> int:
    """Total points of a seat over all scored rounds."""
    return sum([scores[seat].total for scores in pos.state.scores])


def base_points(pos: Pos, seat: Seat) -> int:
    """Base points of all rounds: tricks won."""
    return sum([scores[seat].tricks for scores in pos.state.scores])


def ranking(pos: Pos, seat: Seat) -> list[int]:
    """Ranks of all cards won, highest first; value counts more than domain."""
    return sorted(pos.state.won[seat], reverse=True)


TIE_BREAKS = {  # by the verb of the line in the log
    "won_by_goal": tr(
        "The scores are tied. {name} wins with the goal that matches the last Trump card."
    ),
    "won_by_tricks": tr("The scores are tied. {name} wins with more tricks."),
    "won_by_card": tr("The scores are tied. {name} wins with the higher card."),
}


def winners(pos: Pos) -> tuple[tuple[Seat, ...], str]:  # TT19
    """Seats that win, and the key of TIE_BREAKS that decided; "" without a tie or if they share."""
    ground = pos.state.ground
    most = max(total(pos, seat) for seat in range(ground.seats))
    tied = [seat for seat in range(ground.seats) if total(pos, seat) == most]
    if len(tied) == 1:
        return tuple(tied), ""
    last = pos.zones[ground.trumps]
    suits = {ground.suits[pos.faces[card]] for card in last}
    goals = [pos.zones[ground.goals[seat]][0] for seat in tied]
    for seat, goal in zip(tied, goals, strict=True):
        if ground.suits[pos.faces[goal]] in suits:
            return (seat,), "won_by_goal"
    most = max(base_points(pos, seat) for seat in tied)
    tied = [seat for seat in tied if base_points(pos, seat) == most]
    if len(tied) == 1:
        return tuple(tied), "won_by_tricks"
    highest = max(ranking(pos, seat) for seat in tied)
    tied = [seat for seat in tied if ranking(pos, seat) == highest]
    return tuple(tied), "won_by_card" if len(tied) == 1 else ""


def results(pos: Pos) -> tuple[float, ...]:
    """Result by seat: 1 for the winner, an equal part for those who share a win."""
    won, _ = winners(pos)
    share = 1.0 if len(won) == 1 else 0.5
    return tuple(share if seat in won else 0.0 for seat in range(pos.state.ground.seats))
