"""Explanations of actions in Tricks of the Trade, from the knowledge of one seat."""

from __future__ import annotations

from collections.abc import Iterator

from castlecards.core.action import PASS, Action
from castlecards.core.cards import UNSEEN, CardId, Seat
from castlecards.core.view import View
from castlecards.games.tech_effects.ground import is_suit
from castlecards.games.tech_effects.opponents import BarterGive
from castlecards.games.tricks_of_the_trade.rules import TrickEnd, turn_order
from castlecards.games.tricks_of_the_trade.scoring import height, total, winning
from castlecards.games.tricks_of_the_trade.state import NO_MARKS, TRICKS, Pos, bid_of, domain, trump
from castlecards.texts import counted, ntr, tr


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
        yield from _saved_trumps(pos, view.seat, action.cards[0])
        yield from _part(view, action.cards[0])
    elif action == PASS and view.decision is not None:
        yield from _pass(view, {option.verb for option in view.decision.options})
    elif action.verb in ("discard", "give", "tuck"):
        step = pos.steps[0]
        if isinstance(step, BarterGive) and is_suit(pos, action.cards[0], step.suit):
            yield tr("you draw a card for it")
        yield from _part(view, action.cards[0])
    elif action.verb == "choose":
        yield from _choose(pos, view.seat, pos.state.ground.owner[action.zones[0]])


def _pass(view: View, others: set[str]) -> Iterator[str]:
    """Reasons to make no offer, or to use no effect. `others`: verbs of the other options."""
    hand = view.position.zones[view.position.state.ground.hands[view.seat]]
    if "offer" in others:
        yield tr("an offer would show one of your cards")
    elif "effect" in others:
        yield ntr(len(hand), "keeps {n} card in your hand", "keeps {n} cards in your hand")


def _choose(pos: Pos, me: Seat, opponent: Seat) -> Iterator[str]:
    """Reasons to choose an opponent for an effect."""
    totals = [total(pos, seat) for seat in range(pos.state.ground.seats) if seat != me]
    points = total(pos, opponent)
    if points == max(totals) > min(totals):
        yield tr("they lead with {points}", points=counted(points, "point"))


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
    elif value == max(values) and not bid_of(pos, view.seat):
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
        last = len(laid) == ground.seats - 1
        if card not in takers:
            losers = [each for each in options if each not in takers]
            yield from _loss(pos, need, card, losers)
        elif last and need > 0:
            yield tr("wins the trick: you need {n} more", n=need)
        elif last:
            yield tr("you play last and win the trick")
        if card in takers and len(takers) > 1 and card == min(takers, key=lambda c: _size(pos, c)):
            yield tr("your lowest card that takes the lead")
    yield from _rivals(view, card, need > 0)
    if need > 0:
        yield from _saved_trumps(pos, seat, card)
    yield from _part(view, card)


def _saved_trumps(pos: Pos, seat: Seat, card: CardId) -> Iterator[str]:
    """Trumps that stay in the hand if a card of another domain leaves it."""
    suit, hand = trump(pos), pos.zones[pos.state.ground.hands[seat]]
    trumps = sum(domain(pos, each) == suit for each in hand)
    if trumps and domain(pos, card) != suit:
        yield ntr(trumps, "saves your trump", "saves your {n} trumps")


def _loss(pos: Pos, need: int, card: CardId, losers: list[CardId]) -> Iterator[str]:
    """Reasons to play a card that loses the trick. `need`: tricks missing to the bid."""
    if need > 0:
        yield tr("it can’t win the trick")
        return
    yield tr("loses the trick: your bid is met") if not need else tr("loses a trick you don’t want")
    if len(losers) > 1 and card == max(losers, key=lambda c: _size(pos, c)):
        yield tr("your highest card that loses")
    elif domain(pos, card) == trump(pos):
        yield tr("gets rid of a trump")


def _rivals(view: View, card: CardId, wanted: bool) -> Iterator[str]:
    """Number of unseen cards that can beat this one, if it leads the trick or takes the lead.

    `wanted`: True if few such cards are a reason to play it, False if many are.
    """
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
    if not beat and wanted:
        yield tr("no unseen card beats it")
    elif beat and (beat < len(unseen) / 3) == wanted:
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
