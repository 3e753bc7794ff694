"""Endgame solver: the last tricks with all hands open, each seat maximising its score.

Each seat maximises its own utility (max^n: Luckhardt, Irani, AAAI-86), as bids make points depend
on more than tricks. Neighbouring cards count as one choice; positions between tricks are cached.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from castlecards.core.cards import Seat

Hand = tuple[int, ...]  # cards as 16 * domain + value, sorted
Utility = tuple[float, ...]  # by seat
DOMAIN_BITS = 4


class RoundEndgame(NamedTuple):
    """Rest of a round at the start of a trick or within one."""

    hands: tuple[Hand, ...]
    leader: Seat
    left: int  # tricks, this one included
    trump: int  # domain
    goals: tuple[int, ...]  # by seat: domain of its goal
    won: tuple[int, ...]  # by seat: tricks
    scored: tuple[int, ...]  # by seat: tricks with the domain of its goal
    table: tuple[int, ...] = ()  # played to this trick, from the leader on


Worth = Callable[[tuple[int, ...], tuple[int, ...]], Utility]  # tricks won, goal tricks


class Solver:
    """Solver with a cache; for one world, whose final utilities do not change."""

    def __init__(self, worth: Worth, trump: int, goals: tuple[int, ...]) -> None:
        self._worth = worth
        self._trump = trump
        self._goals = goals
        self._known = cache(self._opened)

    def value(self, ending: RoundEndgame) -> Utility:
        """Utilities by seat with perfect play from here."""
        if ending.table:
            return self._follow(ending, ending.table)
        if not ending.left or not all(ending.hands):
            return self._worth(ending.won, ending.scored)
        return self._known(ending)

    def _opened(self, ending: RoundEndgame) -> Utility:
        return self._follow(ending, ())

    def _follow(self, ending: RoundEndgame, table: tuple[int, ...]) -> Utility:
        """Utilities after the best card of the next seat in this trick."""
        hands = ending.hands
        seats = len(hands)
        if len(table) == seats:
            return self.value(self._taken(ending, table))
        seat = (ending.leader + len(table)) % seats
        best: Utility | None = None
        for card in _choices(hands, seat, table):
            hand = hands[seat]
            at = hand.index(card)
            remaining = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
            utility = self._follow(ending._replace(hands=remaining), (*table, card))
            if best is None or utility[seat] > best[seat]:
                best = utility
        assert best is not None
        return best

    def _taken(self, ending: RoundEndgame, table: tuple[int, ...]) -> RoundEndgame:
        led_suit, best, place = table[0] >> DOMAIN_BITS, -1, 0
        for n, card in enumerate(table):
            suit = card >> DOMAIN_BITS
            power = (card & 15) + (64 if suit == self._trump else 32 if suit == led_suit else 0)
            if power > best:
                best, place = power, n
        winner = (ending.leader + place) % len(table)
        goal = any(card >> DOMAIN_BITS == self._goals[winner] for card in table)
        return ending._replace(
            leader=winner,
            left=ending.left - 1,
            won=_more(ending.won, winner, 1),
            scored=_more(ending.scored, winner, goal),
            table=(),
        )


def _more(counts: tuple[int, ...], at: int, count: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + count, *counts[at + 1 :])


def _choices(hands: tuple[Hand, ...], seat: Seat, table: tuple[int, ...]) -> list[int]:
    """Playable cards; of neighbours with no card between them in any hand, only the lowest."""
    hand = hands[seat]
    if table:
        led_suit = table[0] >> DOMAIN_BITS
        hand = tuple([card for card in hand if card >> DOMAIN_BITS == led_suit]) or hand
    others = table + tuple([card for n, cards in enumerate(hands) if n != seat for card in cards])
    choices: list[int] = []
    last = -1
    for card in hand:
        touches = (
            last >= 0
            and last >> DOMAIN_BITS == card >> DOMAIN_BITS
            and not any(last < other < card for other in others)
        )
        if not touches:
            choices.append(card)
        last = card
    return choices
