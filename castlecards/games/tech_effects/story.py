"""Log lines of the Tech Deck's effects, for both games that have them.

Effects log their results. Choices log nothing, because the options are often secret. A line about a
card is logged before its hand is mixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castlecards.core.cards import CardId, Face, Seat
from castlecards.core.log_lines import Line, named_cards
from castlecards.core.position import Position
from castlecards.core.sentence_templates import DREW, MOVED, SILENT, Template
from castlecards.games.decks import DOMAIN_NAMES, DOMAINS
from castlecards.texts import tr

AnyPos = Position[Any]
CHOICES = (
    "choose", "copy", "decline", "discard", "draw", "expel", "give", "mirror", "reshuffle", "rob",
    "shift", "show", "take", "tuck", "use", "want",
)  # fmt: skip

TITLES = {  # titles of effects, by name
    "spark": tr("Spark"), "scan": tr("Scan"), "recycle": tr("Recycle"), "refresh": tr("Refresh"),
    "poach": tr("Poach"), "barter": tr("Barter"), "mirror": tr("Mirror"), "match": tr("Match"),
    "shift": tr("Shift"), "sunset": tr("Sunset"), "levy": tr("Levy"), "broker": tr("Broker"),
    "platform": tr("Platform"),
}  # fmt: skip

TEMPLATES: Mapping[str, Template] = {
    **dict.fromkeys(CHOICES, SILENT),
    "effect": Template("{who} used the effect of {cards}.", sound="effect"),
    "called": Template("The effect was {word}.", tail="{word}", after=("effect",)),
    "called_by": Template("The effect was {word}.", tail=", as {word}", after=("effect",)),
    "mirrored": Template(
        "{who} copied {cards}.", tail=", copying {cards}", after=("effect",), sound="effect"
    ),
    "spent": Template(rank=DREW),  # no text: the effect implies it
    "revealed": Template("{who} showed everyone {cards}.", many="{who} showed everyone {cards}."),
    "none": Template("{who} had no {word} card."),
    "drew": Template("{who} drew {cards}.", many="{who} drew {cards}.", rank=DREW),
    "took": Template("{who} took {cards}.", many="{who} took {cards}."),
    "tucked": Template(
        "{who} put {cards} under the draw deck.", many="{who} put {cards} under the draw deck.",
        rank=MOVED,
    ),
    "discarded": Template(
        "{who} discarded {cards}.", many="{who} discarded {cards}.", rank=MOVED
    ),
    "poached": Template("{who} took {cards} from {opponent}."),
    "bartered": Template("{who} took {cards} from {opponent}."),
    "returned": Template(
        "{who} gave {cards} to {opponent}.", tail="& gave {cards} in return", after=("bartered",)
    ),
    "swapped": Template("{who} gave {cards} to {opponent}."),
    "received": Template(
        "{who} took {cards} from {opponent}.", tail="& took {cards} in return", after=("swapped",)
    ),
    "copied": Template("{who} gave {cards} the domain of {onto}."),
    "reshuffled": Template("The discard pile was shuffled into the draw deck.", rank=DREW),
}  # fmt: skip


def card_name(face: Face) -> str:
    """Name of a card: `Wiki (Knowledge 3)`."""
    if not face.suit:
        return face.title
    domain = DOMAIN_NAMES[face.suit]
    return tr("{title} ({domain} {value})", title=face.title, domain=domain, value=face.rank)


def draw_line(pos: AnyPos, seat: Seat, count: int, hand: int) -> Line:
    """Line of drawing the last `count` cards of a hand."""
    return Line("drew", seat, named_cards(pos.zones[hand][-count:]))


def effect_line(pos: AnyPos, seat: Seat, does: str, verb: str) -> Line:
    """Line of an effect. `verb`: `called`, or `called_by` if another effect called it."""
    return Line(verb, seat, words=(TITLES[does],))


def hand_over_line(pos: AnyPos, verb: str, seat: Seat, opponent: Seat, card: CardId) -> Line:
    """Line of a card that goes from hand to hand by an effect of `seat`."""
    return Line(verb, seat, named_cards((card,)), other=opponent)


def reveal_line(pos: AnyPos, seat: Seat, cards: tuple[CardId, ...]) -> Line:
    """Line of cards shown to all; log it while they lie face up."""
    return Line("revealed", seat, named_cards(cards))


def none_line(pos: AnyPos, seat: Seat, suit: int) -> Line:
    """Line of a hand without cards of a domain."""
    return Line("none", seat, words=(DOMAIN_NAMES[DOMAINS[suit - 1]],))


def copy_line(pos: AnyPos, seat: Seat, card: CardId, onto: CardId) -> Line:
    """Line of a copied domain."""
    return Line("copied", seat, named_cards((card,)), named_cards((onto,)))
