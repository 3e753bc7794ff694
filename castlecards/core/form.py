"""How a question is laid out before whoever is asked: cards and places side by side on one sheet.

A game makes it of a view alone, so it can tell nothing that this seat does not know. What is
answered with it are the options of the decision, as everywhere.
"""

from __future__ import annotations

from castlecards.core.cards import CardId, Seat, Zone, value


@value
class Socket:
    """One place on the sheet: a card that lies somewhere else on the table, and is shown here; or
    the place itself, with the cards that lie there or that may be put there."""

    label: str = ""  # above it: "You get"
    card: CardId = -1
    zone: Zone = -1
    note: str = ""  # below it: "a Services card"
    seat: Seat = -1  # whose place it is
    icon: str = ""  # drawn where nothing lies yet, "rampage/archer"
    gain: str = ""  # "+5": it need not be filled, and what that is worth
    paid: bool = False  # the card has been given away for good: its picture alone is shown
    next: bool = False  # it is this one that is to be filled now
    large: bool = False  # what all of it is about


@value
class Form:
    """The sheet."""

    title: str
    note: str = ""  # below the title
    sockets: tuple[Socket, ...] = ()
    hint: str = ""  # at its foot, in small letters
    favours: str = ""  # a verb: cards for such an answer are lit, others may be chosen all the same
    other: str = ""  # and the words that light up those others: "Show another card"
    answers: bool = True  # there are buttons at its foot
