"""Explanations of actions in Tricks of the Trade, from the knowledge of one seat."""

from __future__ import annotations

from collections.abc import Iterator

from castlecards.core.action import PASS, Action
from castlecards.core.cards import UNSEEN, CardId
from castlecards.core.view import View
from castlecards.games.tricks_of_the_trade.rules import TrickEnd, turn_order
from castlecards.games.tricks_of_the_trade.scoring import height, winning
from castlecards.games.tricks_of_the_trade.state import NO_MARKS, TRICKS, Pos, bid_of, domain, trump
from castlecards.texts import ntr, tr


def reasons(view: View, action: Action, expected: float) -> Iterator[str]:
    """Reasons for an action, each at most 44 letters.

    `expected`: number of tricks that the hand should win; only a bid needs it.
    """
    pos = view.position
    if action.verb == "play":
        yield from _play(view, action.cards[0])
    elif action.verb == "bid":
        if pos.state.ground.ranks[pos.faces[action.cards[0]]] == round(expected):
            yield tr("about as many tricks as your hand wins")
        high = len(_high(view))
        yield ntr(
            high, "you hold {n} trump or card above 9", "you hold {n} trumps or cards above 9"
        )
    elif action.verb == "effect":
        spare = len(pos.zones[pos.state.ground.hands[view.seat]]) - TRICKS
        if spare > 0:
            yield ntr(spare, "you have {n} card to spare", "you have {n} cards to spare")
    elif action == PASS and (hand := pos.zones[pos.state.ground.hands[view.seat]]):
        yield ntr(len(hand), "keeps {n} card in your hand", "keeps {n} cards in your hand")
    elif action.verb in ("discard", "give", "tuck"):
        yield from _part(view, action.cards[0])


def _part(view: View, card: CardId) -> Iterator[str]:
    """Reasons to give away or discard this hand card."""
    pos = view.position
    hand = pos.zones[pos.state.ground.hands[view.seat]]
    if (
        card not in hand
        or len(hand) < 2
        or any(pos.faces[other_card] == UNSEEN for other_card in hand)
    ):
        return
    values = [pos.state.ground.ranks[pos.faces[other_card]] for other_card in hand]
    value = pos.state.ground.ranks[pos.faces[card]]
    if value == min(values):
        yield tr("the lowest card in your hand")
    elif value == max(values):
        yield tr("the highest card in your hand")


def _high(view: View) -> list[CardId]:
    pos, suit = view.position, trump(view.position)
    ranks = pos.state.ground.ranks
    hand = pos.zones[pos.state.ground.hands[view.seat]]
    return [card for card in hand if domain(pos, card) == suit or ranks[pos.faces[card]] > 9]


def _play(view: View, card: CardId) -> Iterator[str]:
    pos, seat = view.position, view.seat
    ground = pos.state.ground
    decision = view.decision
    need = bid_of(pos, seat) - len(pos.zones[ground.won[seat]]) // ground.seats
    laid = [other for other in range(ground.seats) if pos.zones[ground.tricks[other]]]
    if laid and decision is not None:
        options = [action.cards[0] for action in decision.options if action.verb == "play"]
        takers = [each for each in options if takes(pos, seat, each)]
        wins = card in takers
        last = len(laid) == ground.seats - 1
        if wins and last:
            yield tr("you play last and win the trick")
        elif not wins:
            yield tr("it can’t win the trick")
        losers = [each for each in options if each not in takers]
        if wins and len(takers) > 1 and card == min(takers, key=lambda c: _size(pos, c)):
            yield tr("your lowest card that takes the lead")
        if not wins and len(losers) > 1 and card == max(losers, key=lambda c: _size(pos, c)):
            yield tr("your highest card that loses")
    yield from _rivals(view, card)
    yield from _part(view, card)
    if need > 0:
        yield ntr(need, "you need {n} more trick", "you need {n} more tricks")
    elif need == 0:
        yield tr("you’ve met your bid: avoid more tricks")
    else:
        yield tr("you have more tricks than you bid")


def _rivals(view: View, card: CardId) -> Iterator[str]:
    """Number of unseen cards that can beat this one, if it leads the trick or takes the lead."""
    pos = view.position
    ground, suit, backs = pos.state.ground, trump(pos), pos.box.backs
    if pos.marks != NO_MARKS:  # an unseen card may have copied another domain
        return
    laid = any(pos.zones[zone] for zone in ground.tricks)
    if laid and not takes(pos, view.seat, card):
        return
    led = _led(pos) if laid else domain(pos, card)
    mine, seen = power(pos, card, led, suit), set(pos.faces)
    unseen = [face for face, back in enumerate(backs) if back == backs[card] and face not in seen]
    beat = sum(height(ground.ranks[face], ground.suits[face], led, suit) > mine for face in unseen)
    if not beat:
        yield tr("no unseen card beats it")
    else:
        yield ntr(
            beat, "{n} of {all} unseen cards beats it", "{n} of {all} unseen cards beat it",
            all=len(unseen),
        )  # fmt: skip


def _led(pos: Pos) -> int:
    """Domain that was led in the trick on the table."""
    take = next(step for step in pos.steps if isinstance(step, TrickEnd))
    return domain(pos, pos.zones[pos.state.ground.tricks[take.leader]][-1])


def _size(pos: Pos, card: CardId) -> tuple[bool, int]:
    return domain(pos, card) == trump(pos), pos.state.ground.ranks[pos.faces[card]]


def takes(pos: Pos, seat: int, card: CardId) -> bool:
    """True if this card would be the highest of the trick so far."""
    ground, suit = pos.state.ground, trump(pos)
    take = next(step for step in pos.steps if isinstance(step, TrickEnd))
    order = turn_order(ground.seats, take.leader)
    ahead = pos.zones[ground.tricks[winning(pos, order)]][-1]
    led_suit = _led(pos)
    return power(pos, card, led_suit, suit) > power(pos, ahead, led_suit, suit)


def power(pos: Pos, card: CardId, led: int, trumps: int) -> int:
    """Strength of a card in a trick: the higher of two wins."""
    return height(pos.state.ground.ranks[pos.faces[card]], domain(pos, card), led, trumps)
