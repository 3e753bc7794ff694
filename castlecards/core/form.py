"""Form: a panel that shows the cards and places of a question side by side.

A game builds it from a view alone, so it holds nothing that the seat does not know. The answers
are the options of the decision, as without a form.
"""

from __future__ import annotations

from castlecards.core.cards import CardId, Seat, Zone, value


@value
class Socket:
    """One place of a form: a copy of a card from elsewhere, or a zone with its cards."""

    label: str = ""  # text above: "You get"
    card: CardId = -1  # card to show; -1: none
    zone: Zone = -1  # zone to show; -1: none
    note: str = ""  # text below: "a Services card"
    seat: Seat = -1  # owner of the place; -1: nobody
    icon: str = ""  # drawn while the place is empty, "rampage/archer"
    gain: str = ""  # value of filling an optional place, "+5"; "": not optional
    paid: bool = False  # the card has been paid and is gone: only its picture is shown
    next: bool = False  # the place to fill now
    large: bool = False  # the main card of the form, drawn larger


@value
class Form:
    """Form of one question."""

    title: str
    note: str = ""  # below the title
    sockets: tuple[Socket, ...] = ()
    hint: str = ""  # small text at the foot
    highlighted_verb: str = ""  # verb whose cards are highlighted; other cards can still be chosen
    other: str = ""  # label of the button that highlights the others: "Show another card"
    answers: bool = True  # True if the form has buttons at its foot
    small: bool = False  # stands beside the piles instead of over them, without its note
