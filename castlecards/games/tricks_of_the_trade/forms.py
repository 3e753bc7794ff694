"""Forms of Tricks of the Trade: bids and trades (TT9, TT10)."""

from __future__ import annotations

from castlecards.core.cards import CardId
from castlecards.core.form import Form, Socket
from castlecards.core.view import View
from castlecards.games.decks import DOMAIN_NAMES
from castlecards.games.tricks_of_the_trade.labels import card_name
from castlecards.games.tricks_of_the_trade.rules import Bid
from castlecards.games.tricks_of_the_trade.state import Ground
from castlecards.games.tricks_of_the_trade.story import ANY_CARD
from castlecards.games.tricks_of_the_trade.trading import Answer, Offer, Reply, Wish
from castlecards.texts import tr

MATCHING = tr("lit cards match")
PRIVATE = tr("Only the two of you see these cards.")


def decision_form(view: View) -> Form | None:
    """Form of this seat's decision; None without one."""
    if view.decision is None:
        return None
    steps, ground = view.position.steps, view.position.state.ground
    match steps[0] if steps else None:
        case Bid(seat):
            tokens = Socket(zone=ground.tokens[seat])
            return Form(
                tr("How many of the six tricks will you win?"),
                tr("Bids stay secret until everyone has chosen."),
                (tokens,),
                tr("Choose a token, or press its number."),
                answers=False,
            )
        case Offer(seat, again):
            return _offer(view, ground, seat, again)
        case Wish(seat, opponent):
            given = view.position.zones[ground.offers[opponent]][0]
            return Form(
                tr("What do you want from {name} in return?", name=ground.names[opponent]),
                PRIVATE,
                (
                    _shown(view, tr("You give"), given),
                    Socket(tr("You want"), zone=ground.tokens[seat]),
                ),
                answers=False,
            )
        case Reply(seat, opponent):
            offered, wish = view.position.zones[ground.offers[opponent]]
            name = ground.names[seat]
            return Form(
                tr("{name} offers you a trade", name=name),
                PRIVATE,
                (
                    _shown(view, tr("You get"), offered),
                    Socket(tr("You give"), zone=ground.offers[seat], note=MATCHING),
                    Socket(tr("{name} wants", name=name), wish, note=_wanted(view, wish)),
                ),
                highlighted_verb="give",
                other=tr("Show another card"),
            )
        case Answer(_, opponent, _, card):
            offered, wish = view.position.zones[ground.offers[opponent]]
            return Form(
                tr("{name} shows you another card", name=ground.names[opponent]),
                PRIVATE,
                (
                    _shown(view, tr("You would get"), card),
                    _shown(view, tr("You would give"), offered),
                    Socket(tr("You wanted"), wish, note=_wanted(view, wish)),
                ),
            )
    return None


def _offer(view: View, ground: Ground, seat: int, again: bool) -> Form:
    """Form of an offer, with a place for the card at each opponent."""
    zones = view.position.zones
    places = tuple(
        [
            Socket(
                tr("To {name}", name=ground.names[opponent]),
                zone=ground.offers[opponent],
                seat=opponent,
            )
            for opponent in ground.opponents_of[seat]
            if zones[ground.hands[opponent]]
        ]
    )
    note = tr("Offer refused. You may make one more.") if again else tr("You may make one trade.")
    return Form(tr("Offer a card?"), note, places, tr("Drag a card to a player."))


def _shown(view: View, label: str, card: CardId) -> Socket:
    return Socket(label, card, note=card_name(view.face(card)))


def _wanted(view: View, token: CardId) -> str:
    face = view.face(token)
    if face is None or not face.suit:
        return ANY_CARD
    return tr("a {domain} card", domain=DOMAIN_NAMES[face.suit])
