"""Forms of Tricks of the Trade: bids and trades (TT9, TT10)."""

from __future__ import annotations

from castlecards.core.cards import CardId
from castlecards.core.form import Form, Socket
from castlecards.core.view import View
from castlecards.games.decks import DOMAIN_NAMES
from castlecards.games.tricks_of_the_trade.labels import card_name
from castlecards.games.tricks_of_the_trade.rules import Bid
from castlecards.games.tricks_of_the_trade.state import Ground
from castlecards.games.tricks_of_the_trade.trading import Answer, Offer, Reply, Wish

PRIVATE = "Only the two of you see these cards."


def laid_out(view: View) -> Form | None:
    """Form of this seat's decision; None without one."""
    if view.decision is None:
        return None
    steps, ground = view.position.steps, view.position.state.ground
    match steps[0] if steps else None:
        case Bid(seat):
            tokens = Socket(zone=ground.tokens[seat])
            return Form(
                "How many of the six tricks will you win?",
                "In secret; all bids are turned up together.",
                (tokens,),
                "Choose a token, or press its figure.",
                answers=False,
            )
        case Offer(seat, again):
            return _offer(view, ground, seat, again)
        case Wish(seat, foe):
            given = view.position.zones[ground.offers[foe]][0]
            return Form(
                f"What do you want from {ground.names[foe]} for it?",
                PRIVATE,
                (_shown(view, "You give", given), Socket("A card of", zone=ground.tokens[seat])),
                answers=False,
            )
        case Reply(seat, foe):
            offered, wish = view.position.zones[ground.offers[foe]]
            name = ground.names[seat]
            return Form(
                f"{name} offers you a trade",
                PRIVATE,
                (
                    _shown(view, "You get", offered),
                    Socket("You give", zone=ground.offers[seat], note="a lit card meets the wish"),
                    Socket(f"{name}’s wish", wish, note=_wanted(view, wish)),
                ),
                favours="give",
                other="Show another card",
            )
        case Answer(_, foe, _, card):
            offered, wish = view.position.zones[ground.offers[foe]]
            return Form(
                f"{ground.names[foe]} shows you another card",
                PRIVATE,
                (
                    _shown(view, "You would get", card),
                    _shown(view, "You would give", offered),
                    Socket("Your wish was", wish, note=_wanted(view, wish)),
                ),
            )
    return None


def _offer(view: View, ground: Ground, seat: int, again: bool) -> Form:
    """A place for the card before each of the others."""
    zones = view.position.zones
    places = tuple(
        [
            Socket(f"To {ground.names[foe]}", zone=ground.offers[foe], seat=foe)
            for foe in ground.rivals[seat]
            if zones[ground.hands[foe]]
        ]
    )
    note = "The offer came to nothing; you may make one more." if again else "One trade at most."
    return Form("Offer a card?", note, places, "Put a card of your hand before somebody.")


def _shown(view: View, label: str, card: CardId) -> Socket:
    return Socket(label, card, note=card_name(view.face(card)))


def _wanted(view: View, token: CardId) -> str:
    face = view.face(token)
    return f"a {DOMAIN_NAMES[face.suit]} card" if face is not None and face.suit else "any card"
