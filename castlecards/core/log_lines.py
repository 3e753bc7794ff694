"""What a match tells of itself, as values: who did what with which cards, and who fought whom.

Rules name cards by their ids alone, in one line each (`Table.tell`). The Recorder adds the faces
and who knows them, `events.seen_by` blanks what a seat has not seen, `core.story` makes words of
the rest: so nothing that is told can know more than whoever it is told to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlecards.core.cards import UNSEEN, CardId, Seat, Value, Zone, value

OPEN = -2  # the `winner` of a clash that is not decided yet
ALL_FALL = -1  # and of one that nobody wins
TURN = "turn"  # the verb of a line that begins a turn, or what a game counts instead


@value
class NamedCard(Value):
    """A card in a sentence or in a clash."""

    card: CardId
    face: int = UNSEEN  # index into box.faces; the Recorder fills it in
    seen: int = 0  # bit mask of the seats that know it
    public: bool = False  # it lies or lay open to all

    def seen_by(self, seat: Seat) -> NamedCard:
        """As this seat knows it; NATURE stands for whoever only watches."""
        if seat < 0:
            return self if self.public else NamedCard(self.card)
        known = self.seen >> seat & 1
        return (
            NamedCard(self.card, self.face, 1 << seat, self.public)
            if known
            else NamedCard(self.card)
        )


@value
class Line(Value):
    """One thing that was done or happened. Numbers and words are such as everybody may know: a
    secret number is a card."""

    verb: str  # key of its template in the game's story
    actor: Seat
    cards: tuple[NamedCard, ...] = ()
    onto: tuple[NamedCard, ...] = ()
    zones: tuple[Zone, ...] = ()
    to: Zone = -1
    other: Seat = -1  # whom it was done to or with
    numbers: tuple[int, ...] = ()
    words: tuple[str, ...] = ()


@value
class Part:
    """One summand of what a side counts."""

    text: str  # "+9", "−2"
    label: str  # "Queen", "wall"
    card: CardId = -1  # that causes it


@value
class Party(Value):
    """One side of a clash."""

    seat: Seat
    cards: tuple[NamedCard, ...]
    zones: tuple[Zone, ...] = ()  # where they stood, card by card
    each: tuple[int, ...] = ()  # what each counts now; () where cards are only counted
    total: int = 0  # -1: the reader may not know it
    parts: tuple[Part, ...] = ()
    alone: tuple[int, ...] = ()  # what each would count without the parts; () like `each`


@value
class Clash(Value):
    """Cards against cards, with what they count and how it ends."""

    kind: str  # key of its template
    sides: tuple[Party, ...]  # two to six, the attacker or the leader first
    winner: int = OPEN  # index into `sides`, OPEN or ALL_FALL
    fallen: tuple[NamedCard, ...] = ()
    word: str = ""  # between the two numbers: "beats", "is repelled by"
    rule: str = ""  # that decides it, "CW9"
    laid: bool = False  # card by card in the middle of the table, and decided where they lie
    enough: bool = False  # the first side wins with as many as the second


Tellable = Line | Clash
Make = Callable[..., Tellable]  # of a position and whatever else it needs


def named_cards(cards: Any) -> tuple[NamedCard, ...]:
    """Cards for a line or a party, without their faces."""
    return tuple([NamedCard(card) for card in cards])


def turn_begins(pos: Any, seat: Seat, *number: int) -> Line:
    """The turn of a seat; its number counts from 1 on. What is told after it belongs to it."""
    return Line(TURN, seat, numbers=number)


def line_seen(line: Line, see: Callable[[NamedCard], NamedCard]) -> Line:
    """The line with each of its cards as `see` has it."""
    if not line.cards and not line.onto:
        return line
    return line.with_(
        cards=tuple([see(card) for card in line.cards]),
        onto=tuple([see(card) for card in line.onto]),
    )


def clash_seen(clash: Clash, see: Callable[[NamedCard], NamedCard]) -> Clash:
    """The clash with each of its cards as `see` has it. A side that shows a card without a face
    does not tell what it counts."""
    sides = []
    for side in clash.sides:
        cards = tuple([see(card) for card in side.cards])
        if any(card.face == UNSEEN for card in cards):
            sides.append(side.with_(cards=cards, each=(), total=-1, parts=(), alone=()))
        else:
            sides.append(side.with_(cards=cards))
    return clash.with_(sides=tuple(sides), fallen=tuple([see(card) for card in clash.fallen]))


def as_seen(event: Tellable, see: Callable[[NamedCard], NamedCard]) -> Tellable:
    """A line or a clash with each of its cards as `see` has it."""
    return line_seen(event, see) if isinstance(event, Line) else clash_seen(event, see)
