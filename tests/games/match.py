"""Match of any game for tests, with cards by their keys; the builders of the games extend it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Zone
from castlecards.core.events import Event, apply, begin
from castlecards.core.log_lines import Clash, Line
from castlecards.core.position import Position
from castlecards.core.view import View, view
from castlecards.texts import counted

VERDICTS = ("hit", "miss", "fouled")  # verbs of lines


def bits(zones: Mapping[Zone, Sequence[CardId]], wanted: Iterable[Zone]) -> int:
    """Bit mask of the cards in the wanted zones."""
    return sum(1 << card for zone in wanted for card in zones.get(zone, ()))


def lay_cards(
    pos: Position[Any], zones: Mapping[Zone, Sequence[CardId]], up: int, seen: int = 0
) -> None:
    """Lay the cards of a position. Bit masks: `up` lie face up, `seen` are known to all, too."""
    box = pos.box
    pos.zones = [bytes(zones.get(zone, ())) for zone in range(len(box.zones))]
    pos.filled = sum(1 << zone for zone, pile in enumerate(pos.zones) if pile)
    pos.up = up
    pos.known = (up | seen) * box.everyone
    for zone, pile in enumerate(pos.zones):
        for card in pile:
            pos.known |= box.sight_masks[zone] << card


class Match:
    """Position of a match, with the events of the last action."""

    def __init__(self, pos: Position[Any]) -> None:
        self.pos: Position[Any]
        self.events: tuple[Event, ...]
        self.pos, self.events = begin(pos)
        self.cards = {face.key: n for n, face in enumerate(pos.box.faces)}  # number of the face

    # -- looking ----------------------------------------------------------------------------

    def name(self, card: CardId) -> str:
        """Return the key of a card, which is its name in tests."""
        return self.pos.face(card).key

    def __getitem__(self, zone: str) -> list[str]:
        """Return the names of the cards in a zone, bottom to top."""
        return [self.name(card) for card in self.pos.zones[self.pos.box.zone(zone)]]

    @property
    def decision(self) -> Decision:
        assert self.pos.decision is not None
        return self.pos.decision

    @property
    def seat(self) -> int:
        return self.decision.seat

    def text(self, action: Action) -> str:
        """Return an action in words, with keys instead of numbers."""
        words = []
        for word in self.pos.box.text(action).split():
            body = word.removeprefix(">")
            sign = word[: len(word) - len(body)]
            words.append(sign + "+".join([self.key(part) for part in body.split("+")]))
        return " ".join(words)

    def key(self, word: str) -> str:
        """Return the key of the card `c12`; other words stay as they are."""
        number = word[1:]
        return self.name(int(number)) if word[:1] == "c" and number.isdigit() else word

    @property
    def options(self) -> list[str]:
        """Return all legal actions in words, except throws."""
        return [self.text(action) for action in self.decision.options]

    def card(self, key: str) -> CardId:
        return self.pos.faces.index(self.cards[key])

    def is_up(self, key: str) -> bool:
        return bool(self.pos.up >> self.card(key) & 1)

    def knows(self, seat: int, key: str) -> bool:
        return self.pos.knows(seat, self.card(key))

    def view(self, seat: int | None = None) -> View:
        return view(self.pos, self.seat if seat is None else seat)

    @property
    def verdicts(self) -> list[str]:
        """Return the verdicts of the last throw and the points that it scored."""
        told = [e for e in self.events if isinstance(e, Line) and e.verb in VERDICTS]
        gained = [counted(sum(e.numbers), "point") if e.verb == "hit" else "no point" for e in told]
        return [f"{e.words[0]}: {gain}" for e, gain in zip(told, gained, strict=True)]

    def lines(self, verb: str) -> list[Line]:
        """Return the lines with this verb from the last action."""
        return [e for e in self.events if isinstance(e, Line) and e.verb == verb]

    @property
    def fights(self) -> list[Clash]:
        return [event for event in self.events if isinstance(event, Clash)]

    @property
    def clashes(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return kind and totals of the clashes in the last action."""
        return [(event.kind, tuple(side.total for side in event.sides)) for event in self.fights]

    # -- playing ----------------------------------------------------------------------------

    def action(self, text: str) -> Action:
        """Parse an action such as `build K05 >0.wall1`, with keys for cards."""
        words = []
        for word in text.split():
            body = word.removeprefix(">")
            sign = word[: len(word) - len(body)]
            parts = [f"c{self.card(p)}" if p in self.cards else p for p in body.split("+")]
            words.append(sign + "+".join(parts))
        return self.pos.box.parse(" ".join(words))

    def play(self, *texts: str) -> Self:
        for text in texts:
            self.submit(self.action(text))
        return self

    def submit(self, action: Action) -> Self:
        self.pos, self.events = apply(self.pos, action)
        return self
