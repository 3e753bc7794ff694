"""Log lines of Tricks of the Trade: makers that the rules call, and sentence templates."""

from __future__ import annotations

from typing import Any

from castlecards.core.cards import NATURE, CardId, Face, Seat
from castlecards.core.log_lines import TURN, Line, event_line, named_cards
from castlecards.core.position import Position
from castlecards.core.sentence_templates import (
    BUILT,
    DREW,
    ENDED,
    FOUGHT,
    OMITTED,
    SCORED,
    SILENT,
    Expression,
    Story,
    Template,
)
from castlecards.games.decks import DOMAIN_NAMES, DOMAINS
from castlecards.games.tech_effects import story as effects
from castlecards.texts import tr

ANY_CARD = tr("any card")


def card_name(face: Face) -> str:
    """Name of a card, `Wiki (Knowledge 3)`, or meaning of a token: `3`, `a Knowledge card`."""
    if face.deck != "token":
        return effects.card_name(face)
    if face.back != "wish":
        return face.title
    return tr("a {domain} card", domain=DOMAIN_NAMES[face.suit]) if face.suit else ANY_CARD


def score_template(emotion: Expression) -> Template:
    """Template of the score of a round, with the emotion of its player."""
    return Template(
        "{who} won {0:trick} for a bid of {1} and scored {2:point}.",
        tail="{who} – {2:point}", after=("counted",), rank=SCORED, emotions=(emotion, "calm"),
    )  # fmt: skip


TEMPLATES = {
    **effects.TEMPLATES,
    TURN: Template("Round {0} · {Who} first"),
    "trump": Template("{cards} made {word} trump.", rank=BUILT),
    # bids
    "bid": Template("{who} bid {cards}.", hidden="{who} bid in secret.", rank=DREW),
    "bids": Template("The bids were revealed."),
    "bid_was": Template("{whose} bid was {0}.", tail="{who} – {0}", after=("bids",)),
    # trades
    "offer": SILENT,
    "offered": Template(
        "{who} offered {cards} to {opponent}.",
        hidden="{who} offered {opponent} a swap of one card.",
    ),
    "wish": Template(
        "{who} asked for {cards} in return.", tail=", asking for {cards}", after=("offered",),
        needs_face=True, joint_tail=OMITTED,
    ),
    "counter": SILENT,
    "countered": Template(
        "{who} showed {opponent} {cards} instead.",
        hidden="{who} showed {opponent} another card instead.",
    ),
    "refused": Template(
        "{who} refused.", tail="{who} refused", after=("offered", "countered"), closes=True,
        rank=DREW, emotions=("calm", "cross"),
    ),
    "traded": Template(
        "{opponent} gave {who} {onto} for {cards}.", hidden="{who} traded a card with {opponent}.",
        replaces=("offered", "wish", "countered"),
        rank=FOUGHT, emotions=("glad", "glad"), title="a trade with {opponent}",
    ),
    "pass": SILENT,
    # what effects do to the trump card
    "exchanged": Template("{who} made {cards} the trump card and took {onto}."),
    "past": Template("{cards} went to the Trump discard pile."),
    "expelled": Template("{cards} left the game.", many="{cards} left the game."),
    # tricks
    "play": Template("{who} played {cards}.", rank=DREW),
    "trick_kept": Template(
        "{who} led {cards} and won the trick.", replaces=("play",), rank=FOUGHT, sound="trick",
        title="{winning} wins the trick",
    ),
    "trick_taken": Template(
        "{who} led {cards}; {winner} won with {winning}.", replaces=("play",),
        rank=FOUGHT, sound="trick", title="{winning} wins the trick",
    ),
    "trick_trumped": Template(
        "{who} led {cards}; {winner} trumped with {winning}.",
        replaces=("play",), rank=FOUGHT, sound="trick", title="{winning} trumps",
    ),
    "won_trick": SILENT,
    "bid_met": Template(rank=FOUGHT, emotions=("glad", "calm")),
    "bid_exceeded": Template(rank=FOUGHT, emotions=("worried", "glad")),
    # the end of a round, and of the game
    "goal": Template("{whose} goal was {cards}."),
    "counted": Template("Round {0} was scored.", rank=SCORED),
    "scored": score_template("glad"),
    "scored_off": score_template("cross"),
    "won": Template("{who} won with {0:point}.", rank=ENDED),
    "won_by_goal": Template(
        "{who} won the tie at {0:point}: {own} goal matches the last Trump card.", rank=ENDED
    ),
    "won_by_tricks": Template("{who} won the tie at {0:point} with more tricks.", rank=ENDED),
    "won_by_card": Template("{who} won the tie at {0:point} with the higher card.", rank=ENDED),
    "shared": Template("{who} shared the win with {0:point}.", rank=ENDED),
}  # fmt: skip

STORY = Story(TEMPLATES, card_name)

AnyPos = Position[Any]


def trump_line(pos: AnyPos, card: CardId, suit: int) -> Line:  # TT8, TT12, TT13
    """Line of the trump card (TT8, TT12, TT13)."""
    return Line("trump", NATURE, named_cards((card,)), words=(DOMAIN_NAMES[DOMAINS[suit - 1]],))


def exchange_line(pos: AnyPos, seat: Seat, card: CardId, old: CardId) -> Line:  # TT12
    """Line of a trump exchange; `old`, the former trump card, is in the hand now."""
    return Line("exchanged", seat, named_cards((card,)), named_cards((old,)))


def score_line(pos: AnyPos, seat: Seat, tricks: int, bid: int, points: int) -> Line:  # TT16
    """Line of the score of a round; an exact bid has its own verb."""
    verb = "scored" if tricks == bid else "scored_off"
    return event_line(pos, verb, seat, tricks, bid, points)


def trade_step_line(pos: AnyPos, verb: str, seat: Seat, other: Seat, *cards: CardId) -> Line:
    """Line of one step between two players in a trade."""
    return Line(verb, seat, named_cards(cards), other=other)


def trade_line(pos: AnyPos, seat: Seat, opponent: Seat, offered: CardId, given: CardId) -> Line:
    """Line of a trade; log it before the hands are mixed (TT10: only the traders see the cards)."""
    return Line("traded", seat, named_cards((offered,)), named_cards((given,)), other=opponent)
