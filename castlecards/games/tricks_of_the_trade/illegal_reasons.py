"""Reasons why an action is illegal in Tricks of the Trade; each cites its rule.

The intention is read from the picked card and the place of the drop, not from the verb: without a
legal action the screen passes on any verb.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import UNSEEN, Seat, Zone
from castlecards.core.game import Refusal
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.games.tricks_of_the_trade.rules import Bid, Effect, Play
from castlecards.games.tricks_of_the_trade.state import OWN, Ground, domain, domain_name
from castlecards.games.tricks_of_the_trade.trading import Answer, Offer, Reply, Wish

AnyPos = Position[Any]

PLACES = ("hand", "goal", "trick", "won", "bid", "offer", "tokens", "tokens")
COMMON = ("draw", "discard", "spot", "trumps", "trumps", "expelled", "tokens")
NOT_FROM = {  # by kind of the picked card's zone
    "hand": Refusal("TT10", "This card is in another player’s hand."),
    "goal": Refusal("TT4", "A goal card is never played, traded or changed."),
    "trick": Refusal("TT15", "A card that was played stays until the trick is taken."),
    "won": Refusal("TT15", "Tricks stay with the player who won them until the clean-up."),
    "bid": Refusal("TT9", "A bid is fixed for the round."),
    "offer": Refusal("TT10", "What was offered lies there until it is answered."),
    "tokens": Refusal("TT9", "Tokens are for bids and wishes, which are not asked for now."),
    "draw": Refusal("TT12", "Cards are drawn by game effects only."),
    "discard": Refusal("TT12", "Only game effects bring cards back from the discard pile."),
    "spot": Refusal("TT12", "Only game effects change the trump card."),
    "trumps": Refusal("TT12", "Nobody draws from the Trump deck or its discard pile."),
    "expelled": Refusal("TT14", "Expelled cards are out of the game."),
}
BIDDING = Refusal("TT9", "Lay one of your bid tokens on your place for the bid.")
WISHING = Refusal("TT10", "Lay one of the wish tokens beside the card that you offer.")
ANSWERING = Refusal("TT10", "Take the card that was shown to you into your hand, or keep yours.")
OFFERING = Refusal("TT10", "Lay one card of your hand on an opponent’s place for offers, or pass.")
REPLYING = Refusal("TT10", "Lay one card of your hand on the place for offers of whoever asks.")
ONE_CARD = Refusal("TT10", "A trade is always one card for one card.")
SELF = Refusal("TT10", "Offer the card to an opponent, not to yourself.")
USING = Refusal("TT11", "Play one card of your hand on your own place for its effect, or pass.")
PLAYING = Refusal("TT15", "Play one card of your hand on your own place.")
EFFECT = Refusal("TT11", "First finish the effect that is being used.")
WAIT = {  # by the step that waits for somebody else
    Bid: Refusal("TT9", "Another player chooses a bid now."),
    Offer: Refusal("TT10", "Another player has the trading turn."),
    Wish: Refusal("TT10", "Another player has the trading turn."),
    Reply: Refusal("TT10", "The offer is not yours to answer."),
    Answer: Refusal("TT10", "The offer is not yours to answer."),
    Effect: Refusal("TT11", "Another player may use an effect now."),
    Play: Refusal("TT15", "It is not your turn to play a card."),
}


def refuse(view: View, action: Action) -> Refusal:
    """Reason why this action is illegal now."""
    decision, pos = view.decision, view.position
    if pos.result is not None:
        return Refusal("TT19", "The game is over.")
    step = pos.steps[0]
    if decision is None:
        return WAIT.get(type(step), Refusal("TT11", "Another player uses an effect now."))
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
    """Reason why a card of the own hand cannot be laid there."""
    pos, seat = view.position, view.seat
    ground: Ground = pos.state.ground
    trading = isinstance(step, (Offer, Reply))
    if trading and len(action.cards) > 1:
        return ONE_CARD
    card = pos.picked(action)
    if card >= 0 and (source := pos.zone_of(card)) != ground.hands[seat]:
        place = kind(ground, source)
        if place == "hand" and not trading:
            return Refusal("TT15", "You play cards of your own hand only.")
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
    led = pos.zones[pos.state.ground.tricks[step.leader]]
    if seat == step.leader or not led or pos.faces[led[-1]] == UNSEEN:
        return PLAYING
    name = domain_name(domain(pos, led[-1]))
    return Refusal("TT15", f"{name} was led, and you hold a card of {name}: follow suit.")


def kind(ground: Ground, zone: Zone) -> str:
    """Kind of a zone: a key of NOT_FROM."""
    middle = len(ground.owner)
    return PLACES[zone % OWN] if zone < middle else COMMON[zone - middle]
