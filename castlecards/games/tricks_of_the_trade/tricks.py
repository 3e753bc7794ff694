"""A trick as a clash: whose card lies there, what it counts, and who wins (TT15, TT18)."""

from __future__ import annotations

from castlecards.core.cards import Seat
from castlecards.core.lines import OPEN, Clash, Part, Party, named
from castlecards.games.tricks_of_the_trade.places import Pos, domain, domain_name


def party(pos: Pos, seat: Seat, led: int) -> Party:
    """One card of the trick; why it may win, or why it cannot."""
    state = pos.state
    ground = state.ground
    place = ground.tricks[seat]
    card = pos.zones[place][-1]
    suit, rank = domain(pos, card), ground.ranks[pos.faces[card]]
    label = "trump" if suit == state.trump else "led" if suit == led else "not the domain led"
    parts = [Part(domain_name(suit), label)]
    return Party(seat, named((card,)), (place,), (rank,), rank, tuple(parts))


def laid(pos: Pos, order: tuple[Seat, ...]) -> Clash:
    """The cards that lie there; `order`: from the leader on, those who have played."""
    led = domain(pos, pos.zones[pos.state.ground.tricks[order[0]]][-1])
    sides = tuple([party(pos, seat, led) for seat in order])
    return Clash("trick", sides, OPEN, word="then", rule="TT15")


def taken(pos: Pos, order: tuple[Seat, ...], winner: Seat) -> Clash:
    """A whole trick, before it is taken away."""
    kind = "trick_kept" if winner == order[0] else "trick_taken"
    return laid(pos, order).with_(kind=kind, winner=order.index(winner), word="beats")
