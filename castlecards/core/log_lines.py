"""Log lines of a match as values: `Line` for an action or event, `Clash` for a fight.

Rules name cards by their ids alone, with one call for each line (`Table.tell`). The Recorder adds
the faces and the seats that know them, `events.seen_by` blanks faces that a seat has not seen, and
`core.sentence_templates` turns the rest into words. So no text can reveal a hidden card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlecards.core.cards import UNSEEN, CardId, Seat, Value, Zone, value

OPEN = -2  # Clash.winner: not decided yet
ALL_FALL = -1  # Clash.winner: nobody wins
TURN = "turn"  # verb of the line that begins a turn, or the unit that a game counts instead


@value
class NamedCard(Value):
    """Card in a sentence or a clash, with its face and the seats that know it."""

    card: CardId
    face: int = UNSEEN  # index into box.faces; the Recorder fills it in
    seen: int = 0  # bit mask of the seats that know the face
    public: bool = False  # True if all have seen the face

    def seen_by(self, seat: Seat) -> NamedCard:
        """Card as this seat knows it; NATURE stands for spectators."""
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
    """One action or event of the log. Numbers and words are public; a secret is a card."""

    verb: str  # key of its template in `Game.story`
    actor: Seat
    cards: tuple[NamedCard, ...] = ()
    onto: tuple[NamedCard, ...] = ()
    zones: tuple[Zone, ...] = ()
    to: Zone = -1
    other: Seat = -1  # second seat involved, such as the victim; -1: none
    numbers: tuple[int, ...] = ()
    words: tuple[str, ...] = ()


@value
class Part:
    """One summand of a side's total."""

    text: str  # "+9", "−2"
    label: str  # "Queen", "wall"
    card: CardId = -1  # card that adds it; -1: none


@value
class Party(Value):
    """One side of a clash."""

    seat: Seat
    cards: tuple[NamedCard, ...]
    zones: tuple[Zone, ...] = ()  # zone of each card
    values: tuple[int, ...] = ()  # present value of each card; () if only their number counts
    total: int = 0  # -1: hidden from the reader
    parts: tuple[Part, ...] = ()  # summands besides the cards
    base_values: tuple[int, ...] = ()  # values without the parts; (): the same as `values`


@value
class Clash(Value):
    """Fight of two to six sides, such as an attack or a trick, with its values and result."""

    kind: str  # key of its template
    sides: tuple[Party, ...]  # the attacker or leader first
    winner: int = OPEN  # index into `sides`, OPEN or ALL_FALL
    fallen: tuple[NamedCard, ...] = ()
    word: str = ""  # between the two numbers: "beats", "is repelled by"
    rule: str = ""  # rule id of the result, "CW9"
    laid: bool = False  # True for a trick: cards lie in the middle of the table one by one
    enough: bool = False  # True if the first side wins a tie


Tellable = Line | Clash
Make = Callable[..., Tellable]  # builds a line from a position and further arguments


def named_cards(cards: Any) -> tuple[NamedCard, ...]:
    """Cards of a line or a party, without faces."""
    return tuple([NamedCard(card) for card in cards])


def turn_begins(pos: Any, seat: Seat, *number: int) -> Line:
    """Line that begins a turn; later lines belong to this turn. `number` counts from 1."""
    return Line(TURN, seat, numbers=number)


def event_line(pos: Any, verb: str, seat: Seat, *numbers: int) -> Line:
    """Line of an event without cards; `Table.tell` gives `pos`, which is not read."""
    return Line(verb, seat, numbers=numbers)


def cards_line(pos: Any, verb: str, seat: Seat, *cards: CardId) -> Line:
    """Line of an action or event with these cards; `pos` as in `event_line`."""
    return Line(verb, seat, named_cards(cards))


def line_seen(line: Line, see: Callable[[NamedCard], NamedCard]) -> Line:
    """Line with `see` applied to each card."""
    if not line.cards and not line.onto:
        return line
    return line.with_(
        cards=tuple([see(card) for card in line.cards]),
        onto=tuple([see(card) for card in line.onto]),
    )


def clash_seen(clash: Clash, see: Callable[[NamedCard], NamedCard]) -> Clash:
    """Clash with `see` applied to each card. A side with an unseen card hides its values."""
    sides = []
    for side in clash.sides:
        cards = tuple([see(card) for card in side.cards])
        if any(card.face == UNSEEN for card in cards):
            sides.append(side.with_(cards=cards, values=(), total=-1, parts=(), base_values=()))
        else:
            sides.append(side.with_(cards=cards))
    return clash.with_(sides=tuple(sides), fallen=tuple([see(card) for card in clash.fallen]))


def as_seen(event: Tellable, see: Callable[[NamedCard], NamedCard]) -> Tellable:
    """Line or clash with `see` applied to each card."""
    return line_seen(event, see) if isinstance(event, Line) else clash_seen(event, see)
