"""Tests of all outputs to a seat: they are the same in two worlds that look the same to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from castlecards.core import narration
from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE
from castlecards.core.events import Event, seen_by
from castlecards.core.game import Game
from castlecards.core.log_lines import NamedCard
from castlecards.core.position import Position, Step
from castlecards.core.session import HUMAN
from castlecards.games.card_barrage import rules as barrage
from castlecards.games.castle import rules as castle
from castlecards.games.castle_rampage import rules as rampage
from castlecards.games.tech_effects import callers
from castlecards.ui.table.flow.computer_players import ComputerPlayers
from tests.depth import Depth
from tests.games.play import GAME_BY_ID, GAMES, configurations
from tests.games.worlds import Leak, WorldPair, moments, two_worlds
from tests.outputs import COMPUTER, OUTPUTS

pytestmark = pytest.mark.long

DAILY, MATCHES = 7, 80  # per game
STEPS = 70


def matches(game: Game[Any], first: int, most: int) -> Iterator[WorldPair]:
    """Yield pairs of worlds with different options, numbers of players and seats."""
    every = configurations(game)
    for n in range(first, first + most):
        options, players = every[n * 89 % len(every)]
        seats = [seat for seat, owner in enumerate(game.owners(options, players)) if owner >= 0]
        seat = seats[n % len(seats)]
        own = game.owners(options, players)[seat]
        who = [HUMAN if player == own else COMPUTER for player in range(players)]
        worlds = two_worlds(game, options, players, n, seat, who)
        if worlds is not None:
            yield worlds


def read(game: Game[Any], most: int, first: int = 0) -> int:
    """Compare all outputs; return the number of moments. Raises Leak if an output differs."""
    count = 0
    for worlds in matches(game, first, most):
        for n, each in enumerate(moments(worlds, STEPS)):
            for output in OUTPUTS:
                if n % output.every == 0:
                    each.same(output.source, *[output.read(s, each.seat) for s in each.sessions])
            count += 1
    return count


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_a_seat_reads_the_same_in_worlds_that_look_alike(game: Game[Any], depth: Depth) -> None:
    most = depth(DAILY, MATCHES)
    assert read(game, most) > most / 8


# -- planted leaks --------------------------------------------------------------------------------


def leaks(game: str, what: str, first: int = 0) -> None:
    """Check that the leak is found; `first` is a match shortly before it."""
    with pytest.raises(Leak, match=what):
        read(GAME_BY_ID[game], 1500, first)


def silent(step: type[Step], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a step skip its question if there is only one option."""
    ask = step.ask

    def ask_only_choices(self: Step, pos: Position[Any]) -> Decision | None:
        asked = ask(self, pos)
        return asked if asked is None or asked.aim or len(asked.options) > 1 else None

    monkeypatch.setattr(step, "ask", ask_only_choices)


@pytest.mark.parametrize(
    ("game", "step", "first"),
    [("castle", castle.Play, 0), ("card_barrage", barrage.Replace, 4),
     ("tricks_of_the_trade", callers.MirrorChoice, 69), ("castle_rampage", rampage.ActionStep, 6)],
    ids=lambda value: getattr(value, "__name__", value),
)  # fmt: skip
def test_a_question_that_is_not_asked_for_want_of_a_choice_is_found(
    game: str, step: type[Step], first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent(step, monkeypatch)
    leaks(game, "tells what is hidden", first)


def test_a_payment_in_as_many_lines_as_the_hand_makes_it_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def payments(pos: Position[Any], hand: bytes, owed: bytes) -> tuple[Action, ...]:
        units = owed.rstrip(bytes((rampage.ANY,)))
        if not units:
            return several(pos, hand, owed)
        single = rampage.unit_payments(pos, hand, units)
        if len(single) != len(units):
            return single
        cards = tuple(action.cards[0] for action in single)
        return (Action("pay", cards, args=tuple(action.args[0] for action in single)),)

    several = rampage.payments
    monkeypatch.setattr(rampage, "payments", payments)
    leaks("castle_rampage", "what Pay offers tells", first=421)


def test_a_record_that_names_what_its_player_knew_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def known_line(event: Event, reader: int) -> Event:
        """Show the line as its actor sees it."""
        return seen_by(event, narration.actor(event) if reader == NATURE else reader)  # type: ignore[arg-type]

    monkeypatch.setattr(narration, "_seen", known_line)
    leaks("castle_wars", r"core\.narration\.\w+ tells")


def test_a_line_that_names_cards_to_a_seat_that_does_not_know_them_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(NamedCard, "seen_by", lambda self, seat: self)
    leaks("castle_wars", "tells")


def test_a_beat_that_follows_from_the_options_of_a_hand_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A computer player with one legal card would answer faster than one with several."""
    monkeypatch.setattr(
        ComputerPlayers, "_delay_of", lambda _, decision: 0.1 * len(decision.options)
    )
    leaks("tricks_of_the_trade", "Players.ask tells")
