"""Tests of memory: a card that a seat has seen, but is not reminded of, is not shown or named."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core.cards import UNSEEN, Seat
from castlecards.core.position import Position
from castlecards.core.reminders import watched_zones
from castlecards.core.session import HUMAN, PASSIVE, Session
from castlecards.core.view import view
from castlecards.ui.kit.intents import Act, Command
from castlecards.ui.shell.app import App
from tests.depth import Depth
from tests.marks import rule
from tests.ui.driving import Driver, look
from tests.ui.table.frames import SCALE, Screen

MATCHES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("castle_wars", {"first": "ninjas", "second": "shape_shifters"}),
    ("castle_wars", {"second": "ninjas", "remember": "last"}),
    ("castle_wars", {"first": "mages", "second": "mechas"}),
    ("castle_wars", {"first": "blood_mages", "remember": "off"}),
    ("castle_rampage", {"remember": "all"}),
    ("castle_rampage", {"remember": "last"}),
    ("castle_rampage", {"remember": "off"}),
)


@pytest.fixture
def app() -> Iterator[App]:
    with Driver(reduced_motion=False, instant=False) as driver:
        yield driver.app


def ignorant(session: Session[Any], at: int, seat: Seat) -> tuple[Position[Any], int]:
    """Return a position in which the seat knows only shown faces, and the number of others."""
    pos = session.positions[at].copy()
    knows, shown = view(pos, seat).position.faces, session.shown(seat, at).position.faces
    cards = [card for zone in watched_zones(pos.box) for card in pos.zones[zone]]
    lost = [card for card in cards if knows[card] != UNSEEN and shown[card] == UNSEEN]
    for card in lost:
        pos.known &= ~(1 << seat * pos.box.size + card)
    return pos, len(lost)


def twin(session: Session[Any], seat: Seat) -> tuple[Session[Any], int]:
    """Return the same match for a seat that has forgotten them, and their number."""
    other: Session[Any] = Session(
        session.game, session.options, session.players, session.seed, session.kinds,
        session.names, start=session.start,
    )  # fmt: skip
    lost = 0
    for at in range(len(session.positions)):
        pos, lost = ignorant(session, at, seat)
        other.positions[at:] = [pos]
    other.log[:] = session.log
    other.at = session.at
    other.is_undo_barrier = session.is_undo_barrier  # type: ignore[method-assign]
    return other, lost


@rule("CW32", "CR12")
@pytest.mark.parametrize(("name", "options"), MATCHES)
@pytest.mark.long
def test_what_the_memory_aid_leaves_out_is_nowhere_on_the_screen(
    app: App, name: str, options: dict[str, Any], depth: Depth
) -> None:
    game, shown, forgotten = games()[name], look(SCALE), 0
    for seed in range(depth(2, 3)):
        rnd, seat = Random(seed), seed % 2
        kinds = [HUMAN if n == seat else PASSIVE for n in range(2)]
        session: Session[Any] = Session(game, game.options(**options), 2, seed, kinds)
        for _ in range(140):
            decision = session.decision
            if decision is None:
                break
            session.submit(decision.seat, random_action(decision, rnd.getrandbits(32)))
            if rnd.random() > 0.1:
                continue
            other, lost = twin(session, seat)
            forgotten += lost
            here, there = (Screen(app, each, shown) for each in (session, other))
            for each in (here, there):
                each.feed(dt=0.1)
            assert here.words() == there.words()
            assert here.picture() == there.picture()
            for each in (here, there):
                each.feed(Command(Act.HINT))
            assert here.words() == there.words()
            assert here.picture() == there.picture()
    assert forgotten or "mages" in options.values(), "nothing was ever forgotten"
