"""Reasons why an action is illegal in Tricks of the Trade; each cites its rule.

The intention is read from the picked card and the place of the drop, not from the verb: without a
legal action the screen passes on any verb.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import UNSEEN, Seat, Zone
from castlecards.core.game import GAME_OVER, Refusal
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.games.tricks_of_the_trade.rules import Bid, Effect, Play
from castlecards.games.tricks_of_the_trade.state import OWN, Ground, domain, domain_name
from castlecards.games.tricks_of_the_trade.trading import Answer, Offer, Reply, Wish
from castlecards.texts import tr

AnyPos = Position[Any]

PLACES = ("hand", "goal", "trick", "won", "bid", "offer", "tokens", "tokens")
COMMON = ("draw", "discard", "spot", "trumps", "trumps", "expelled", "tokens")
NOT_FROM = {  # by kind of the picked card's zone
    "hand": Refusal("TT10", tr("That card is in another player’s hand.")),
    "goal": Refusal("TT4", tr("You can’t play, trade or change a goal card.")),
    "trick": Refusal("TT15", tr("A card in a trick stays there until someone wins the trick.")),
    "won": Refusal("TT15", tr("Won tricks stay with their winner until the clean-up.")),
    "bid": Refusal("TT9", tr("You can’t change a bid in this round.")),
    "offer": Refusal("TT10", tr("The offered card stays there until the offer is answered.")),
    "tokens": Refusal("TT9", tr("Tokens are for bids and wishes. You don’t need one now.")),
    "draw": Refusal("TT12", tr("Only game effects let you draw cards.")),
    "discard": Refusal("TT12", tr("Only game effects bring cards back from the discard pile.")),
    "spot": Refusal("TT12", tr("Only game effects change the trump card.")),
    "trumps": Refusal("TT12", tr("Nobody draws from the Trump deck or its discard pile.")),
    "expelled": Refusal("TT14", tr("Expelled cards are out of the game.")),
}
BIDDING = Refusal("TT9", tr("Put one of your bid tokens on your bid place."))
WISHING = Refusal("TT10", tr("Put a wish token beside the card you offer."))
ANSWERING = Refusal("TT10", tr("Take the card you were shown into your hand, or keep yours."))
OFFERING = Refusal("TT10", tr("Drag a card from your hand to an opponent’s offer place, or skip."))
REPLYING = Refusal("TT10", tr("Drag a card from your hand to the other player’s place, or refuse."))
ONE_CARD = Refusal("TT10", tr("You trade one card for one card. Choose a single card."))
SELF = Refusal("TT10", tr("Offer the card to an opponent, not to yourself."))
USING = Refusal("TT11", tr("Drag a card to your own place to use its effect, or skip."))
PLAYING = Refusal("TT15", tr("Play one card from your hand on your own place."))
EFFECT = Refusal("TT11", tr("Finish the current effect first."))
OTHER_TRADES = Refusal("TT10", tr("Wait: another player is trading."))
OTHER_ANSWERS = Refusal("TT10", tr("Wait: this offer is not for you."))
WAITING = {  # by the step that waits for another player
    Bid: Refusal("TT9", tr("Wait: another player is bidding.")),
    Offer: OTHER_TRADES,
    Wish: OTHER_TRADES,
    Reply: OTHER_ANSWERS,
    Answer: OTHER_ANSWERS,
    Effect: Refusal("TT11", tr("Wait: another player is choosing an effect.")),
    Play: Refusal("TT15", tr("Wait for your turn to play a card.")),
}


def refuse(view: View, action: Action) -> Refusal:
    """Reason why this action is illegal now."""
    decision, pos = view.decision, view.position
    if pos.result is not None:
        return Refusal("TT19", GAME_OVER)
    step = pos.steps[0]
    if decision is None:
        return WAITING.get(
            type(step), Refusal("TT11", tr("Wait: another player is using an effect."))
        )
    if isinstance(step, Bid):
        return BIDDING
    if isinstance(step, Wish):
        return WISHING
    if isinstance(step, Answer):
        return ANSWERING
    if isinstance(step, (Offer, Reply, Effect, Play)):
        return _from_hand(view, action, step)
    return EFFECT


def _from_hand(view: View, action: Action, step: Offer | Reply | Effect | Play) -> Refusal:
    """Reason why a card of the own hand cannot be played there."""
    pos, seat = view.position, view.seat
    ground: Ground = pos.state.ground
    trading = isinstance(step, (Offer, Reply))
    if trading and len(action.cards) > 1:
        return ONE_CARD
    card = pos.picked(action)
    if card >= 0 and (source := pos.zone_of(card)) != ground.hands[seat]:
        place = zone_kind(ground, source)
        if place == "hand" and not trading:
            return Refusal("TT15", tr("You can only play cards from your own hand."))
        return NOT_FROM[place]
    if isinstance(step, Offer):
        return SELF if pos.target(action) == ground.offers[seat] else OFFERING
    if isinstance(step, Reply):
        return REPLYING
    if isinstance(step, Effect):
        return USING
    if card >= 0 and pos.target(action) == ground.tricks[seat]:
        return _not_following(pos, seat, step)
    return PLAYING


def _not_following(pos: AnyPos, seat: Seat, step: Play) -> Refusal:
    led_pile = pos.zones[pos.state.ground.tricks[step.leader]]
    if seat == step.leader or not led_pile or pos.faces[led_pile[-1]] == UNSEEN:
        return PLAYING
    name = domain_name(domain(pos, led_pile[-1]))
    text = tr("{domain} was led, and you hold a {domain} card: follow suit.", domain=name)
    return Refusal("TT15", text)


def zone_kind(ground: Ground, zone: Zone) -> str:
    """Kind of a zone: a key of NOT_FROM."""
    middle = len(ground.owner)
    return PLACES[zone % OWN] if zone < middle else COMMON[zone - middle]
