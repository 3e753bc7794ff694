"""Clash and line of a trick: its cards, their strength, and the winner (TT15, TT18)."""

from __future__ import annotations

from castlecards.core.cards import Seat
from castlecards.core.log_lines import OPEN, Clash, Line, Part, Party, event_line, named_cards
from castlecards.games.tricks_of_the_trade.state import Pos, bid_of, domain, domain_name
from castlecards.texts import tr


def party(pos: Pos, seat: Seat, led: int) -> Party:
    """Party for one card of the trick, with the reason why it can or cannot win."""
    state = pos.state
    ground = state.ground
    place = ground.tricks[seat]
    card = pos.zones[place][-1]
    suit, rank = domain(pos, card), ground.ranks[pos.faces[card]]
    kind = "trump" if suit == state.trump else "led" if suit == led else ""
    parts = [Part(domain_name(suit), KINDS[kind])]
    return Party(seat, named_cards((card,)), (place,), (rank,), rank, tuple(parts))


def open_clash(pos: Pos, order: tuple[Seat, ...]) -> Clash:
    """Clash of an unfinished trick; `order`: seats that have played, the leader first."""
    led = domain(pos, pos.zones[pos.state.ground.tricks[order[0]]][-1])
    sides = tuple([party(pos, seat, led) for seat in order])
    return Clash("trick", sides, OPEN, word=tr("then"), rule="TT15", laid=True)


def trick_clash(pos: Pos, order: tuple[Seat, ...], winner: Seat) -> Clash:
    """Clash of a complete trick, before it is removed; each card has its reason to win or lose."""
    ground, trump = pos.state.ground, pos.state.trump
    cards = [pos.zones[ground.tricks[seat]][-1] for seat in order]
    suits = [domain(pos, card) for card in cards]
    best = order.index(winner)
    sides = []
    for n, side in enumerate(open_clash(pos, order).sides):
        kind = "trump" if suits[n] == trump else "led" if suits[n] == suits[0] else ""
        why = BEST[kind] if n == best else LESS[kind]
        sides.append(side.with_(parts=(Part(domain_name(suits[n]), why),)))
    kept = "trick_trumped" if suits[best] == trump != suits[0] else "trick_taken"
    kind = "trick_kept" if not best else kept
    clash = open_clash(pos, order)
    return clash.with_(kind=kind, sides=tuple(sides), winner=best, word=tr("beats"))


def won_trick_line(pos: Pos, seat: Seat) -> Line:
    """Line of the tricks that a seat has now, without a text: its bid is met or exceeded."""
    have = len(pos.zones[pos.state.ground.won[seat]]) // pos.state.ground.seats
    bid = bid_of(pos, seat)
    verb = "bid_met" if have == bid else "bid_exceeded" if have > bid else "won_trick"
    return event_line(pos, verb, seat, have, bid)


KINDS = {"trump": tr("trump"), "led": tr("led"), "": tr("other domain")}
BEST = {"trump": tr("trump"), "led": tr("highest"), "": tr("highest")}
LESS = {"trump": tr("lower trump"), "led": tr("lower"), "": tr("other domain")}
