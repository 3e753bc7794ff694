"""A match of any game under way, seen and played by the names of its cards: builders extend it."""

from __future__ import annotations

from typing import Any, Self

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId
from castlecards.core.events import Event, apply, begin
from castlecards.core.log_lines import Clash, Line
from castlecards.core.position import Position
from castlecards.core.view import View, view
from castlecards.texts import counted

VERDICTS = ("hit", "miss", "fouled")  # verbs of lines


class Match:
    """A position under way."""

    def __init__(self, pos: Position[Any]) -> None:
        self.pos: Position[Any]
        self.events: tuple[Event, ...]
        self.pos, self.events = begin(pos)
        self.cards = {face.key: n for n, face in enumerate(pos.box.faces)}  # number of the face

    # -- looking ----------------------------------------------------------------------------

    def name(self, card: CardId) -> str:
        """What tests call a card: its key."""
        return self.pos.face(card).key

    def __getitem__(self, zone: str) -> list[str]:
        """The names of the cards in a zone, bottom to top."""
        return [self.name(card) for card in self.pos.zones[self.pos.box.zone(zone)]]

    @property
    def decision(self) -> Decision:
        assert self.pos.decision is not None
        return self.pos.decision

    @property
    def seat(self) -> int:
        return self.decision.seat

    def text(self, action: Action) -> str:
        """With keys instead of numbers."""
        words = []
        for word in self.pos.box.text(action).split():
            body = word.removeprefix(">")
            sign = word[: len(word) - len(body)]
            words.append(sign + "+".join([self.key(part) for part in body.split("+")]))
        return " ".join(words)

    def key(self, word: str) -> str:
        """`c12` as the key of that card, any other word as it is."""
        number = word[1:]
        return self.name(int(number)) if word[:1] == "c" and number.isdigit() else word

    @property
    def options(self) -> list[str]:
        """All legal actions but throws."""
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
        """What the last action told of a throw, and what that gained."""
        told = [e for e in self.events if isinstance(e, Line) and e.verb in VERDICTS]
        gained = [counted(sum(e.numbers), "point") if e.verb == "hit" else "no point" for e in told]
        return [f"{e.words[0]}: {gain}" for e, gain in zip(told, gained, strict=True)]

    def lines(self, verb: str) -> list[Line]:
        """What the last action told by this verb."""
        return [e for e in self.events if isinstance(e, Line) and e.verb == verb]

    @property
    def fights(self) -> list[Clash]:
        return [event for event in self.events if isinstance(event, Clash)]

    @property
    def clashes(self) -> list[tuple[str, tuple[int, ...]]]:
        """How the clashes of the last action ended, and what the sides counted."""
        return [(event.kind, tuple(side.total for side in event.sides)) for event in self.fights]

    # -- playing ----------------------------------------------------------------------------

    def action(self, text: str) -> Action:
        """`build K05 >0.wall1`, with keys for cards."""
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
