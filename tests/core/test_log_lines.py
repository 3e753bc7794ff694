"""Tests of the line that an action writes to the log: which faces it names, and to which seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE, UNSEEN, value
from castlecards.core.events import Recorder, apply, begin, seen_by
from castlecards.core.log_lines import Line, named_cards
from castlecards.core.position import Position, Step
from castlecards.core.table import Table

GAME = games()["high_card"]
HAND, BID, OTHER, DECK = 0, 1, 3, 6  # zones: two of seat 0, one of seat 1, one of both
Play = Callable[[Table[Any], int], None]


@value
class Toy(Step):
    """Toy step: seat 0 picks a card, then `play` is done with it."""

    play: Any
    zone: int = HAND

    def ask(self, pos: Position[Any]) -> Decision | None:
        options = tuple(Action("try", (card,)) for card in pos.zones[self.zone])
        return Decision(0, "Pick a card", options, options[0])

    def run(self, table: Any, action: Action) -> None:
        self.play(table, action.cards[0])


def line_of(play: Play, zone: int = HAND) -> tuple[Position[Any], int, Line]:
    """Return the position before, the card picked and the first line."""
    start = GAME.setup(GAME.options(), 2)
    start.seed = 4
    pos, _ = begin(start)
    pos.steps = (Toy(play, zone),)
    pos.decision = pos.steps[0].ask(pos)
    card = pos.zones[zone][1]
    _, events = apply(pos, Action("try", (card,)))
    first = events[0]
    assert isinstance(first, Line)
    return pos, card, first


def faces(line: Line) -> list[int]:
    """Return the face of the card as seat 0, seat 1 and an onlooker see it."""
    found = []
    for seat in (0, 1, NATURE):
        seen = seen_by(line, seat)
        assert isinstance(seen, Line)
        found.append(seen.cards[0].face)
    return found


def lay(table: Table[Any], card: int) -> None:
    table.move(card, HAND, BID)


def lay_open(table: Table[Any], card: int) -> None:
    table.move(card, HAND, BID)
    table.flip(card, True)
    table.flip(card, False)


def show(table: Table[Any], card: int) -> None:
    table.show(card, 1)


def bury_and_turn(table: Table[Any], card: int) -> None:
    """Shuffle the card into the deck, then turn up the same id, which has another face now."""
    table.move(card, HAND, DECK)
    table.shuffle(DECK)
    table.flip(card, True)


def give(table: Table[Any], card: int) -> None:
    """Move the card to the other hand, where its id can no longer be followed."""
    table.slip(card, HAND, OTHER)
    table.conceal(OTHER)


def give_and_turn(table: Table[Any], card: int) -> None:
    table.flip(table.slip(card, HAND, OTHER), True)


@pytest.mark.parametrize(
    ("play", "knows"),
    [
        (lay, (True, False, False)),
        (lay_open, (True, True, True)),
        (show, (True, True, False)),
        (bury_and_turn, (True, False, False)),
        (give, (True, True, False)),
        (give_and_turn, (True, True, True)),
    ],
)
def test_who_is_told_the_face_that_the_card_had(play: Play, knows: tuple[bool, ...]) -> None:
    pos, card, line = line_of(play)
    assert (line.verb, line.actor) == ("try", 0)
    assert faces(line) == [pos.faces[card] if known else UNSEEN for known in knows]


def test_a_shuffle_that_is_not_heeded_would_name_another_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Recorder, "_lose", lambda self, zone: None)
    pos, card, line = line_of(bury_and_turn)
    assert faces(line) != [pos.faces[card], UNSEEN, UNSEEN]


def test_a_card_of_the_other_hand_is_not_named_to_a_seat_that_has_seen_it_there() -> None:
    """Seat 0 has seen one card of that hand; afterwards any card of it may be picked."""
    start = GAME.setup(GAME.options(), 2)
    start.seed = 4
    pos, _ = begin(start)
    card = pos.zones[OTHER][1]
    pos.known |= 1 << card  # seat 0 has looked at it

    def hide(table: Table[Any], picked: int) -> None:
        table.slip(picked, OTHER, BID)

    pos.steps = (Toy(hide, OTHER),)
    pos.decision = pos.steps[0].ask(pos)
    _, events = apply(pos, Action("try", (card,)))
    first = events[0]
    assert isinstance(first, Line)
    assert (first.cards[0].seen, first.cards[0].public) == (2, False)  # the owner of the hand knows


def test_piles_stand_for_what_lies_on_top_of_them() -> None:
    pos, _, _ = line_of(lay)
    table = Recorder(pos.copy())
    table._pick(Action("draw", zones=(DECK,)))
    line = table._first(0, Action("draw", zones=(DECK,)))
    assert [card.card for card in line.cards] == [pos.zones[DECK][-1]]
    assert line.zones == (DECK,)


def test_what_a_rule_tells_names_what_is_known_then() -> None:
    def tell_twice(table: Table[Any], card: int) -> None:
        table.move(card, HAND, BID)
        table.tell(lambda pos: Line("first", 0, named_cards((card,))))
        table.flip(card, True)
        table.tell(lambda pos: Line("then", 0, named_cards((card,))))

    start = GAME.setup(GAME.options(), 2)
    pos, _ = begin(start)
    pos.steps = (Toy(tell_twice),)
    pos.decision = pos.steps[0].ask(pos)
    _, events = apply(pos, Action("try", (pos.zones[HAND][0],)))
    lines = {event.verb: event for event in events if isinstance(event, Line)}
    assert faces(lines["first"])[1:] == [UNSEEN, UNSEEN]
    assert UNSEEN not in faces(lines["then"])
    assert Table(pos.copy()).tell(lambda pos: 1 // 0) is None  # type: ignore[func-returns-value]
