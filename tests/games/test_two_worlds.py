"""What a seat is told in any game: the same in two worlds that differ in what it has not seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from castlecards.core.cards import NATURE
from castlecards.core.events import Said
from castlecards.core.game import Game
from castlecards.core.session import Session
from castlecards.core.view import recalled
from castlecards.ui.table.chrome.history import latest, told
from tests.games.play import GAMES, every_option
from tests.games.worlds import Worlds, moments, two_worlds

MATCHES = 120  # a game
STEPS = 70


def matches(game: Game[Any], first: int = 0, most: int = MATCHES) -> Iterator[Worlds]:
    """All options, numbers of players and seats by turns."""
    every = list(every_option(game))
    for n in range(first, first + most):
        options, players = every[n * 89 % len(every)]
        seats = [seat for seat, owner in enumerate(game.owners(options, players)) if owner >= 0]
        worlds = two_worlds(game, options, players, n, seats[n % len(seats)])
        if worlds is not None:
            yield worlds


def words(session: Session[Any], seat: int) -> dict[str, Any]:
    """All that a seat may read, by where it stands."""
    game, seen = session.game, session.view(seat)
    last = len(session.log) - 1
    found: dict[str, Any] = {
        "the facts": game.facts(session.public),
        "the own facts": game.facts(seen.position),
        "the phases": game.phases(session.public),
        "the sheet": game.sheet(session.public),
        "the badges": game.badges(session.public),
    }
    if seen.decision is not None:
        found["an option"] = [game.describe(action, seen) for action in seen.decision.options]
    if last >= 0:
        record = session.log[last]
        known = recalled(session.positions[last], record.action, record.events, NATURE)
        found["the move list"] = told(session, last, seat)
        found["the public record"] = game.describe(record.action, known)
        found["the corner"] = latest(session, seat)
        found["a caption"] = [each for each in record.events if isinstance(each, Said)]
    return found


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_a_seat_reads_the_same_in_worlds_that_look_alike(game: Game[Any]) -> None:
    read = 0
    for worlds in matches(game):
        for each in moments(worlds, STEPS):
            here, there = (words(session, each.seat) for session in each.sessions)
            for where in here:
                each.same(where, here[where], there.get(where))
            read += 1
    assert read > MATCHES / 2
