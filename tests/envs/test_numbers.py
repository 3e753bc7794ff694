"""Tests of the columns of an observation: their places, and that they hold every field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from castlecards.core.game import Game
from castlecards.core.observation import ObservationField, columns
from castlecards.envs.match import Match
from castlecards.envs.numbers import MOST, length, observed, sections
from castlecards.games.castle_wars.reaction_windows import after_swaps
from castlecards.games.castle_wars.state import CARDS
from tests.depth import Depth
from tests.envs.test_match import begun, goes_on
from tests.games.play import GAMES, configurations, every_game

DOCS = Path(__file__).parents[2] / "docs/learning.md"
LISTED = pytest.mark.parametrize(
    "game", [game for game in GAMES if game.listed], ids=lambda g: g.id
)
DAILY, THOROUGH = 400, 1800  # decisions per game
ONE_IN = 1 / 8  # share of decisions that are checked


def decisions(game: Game[Any], most: int) -> Iterator[Match]:
    """Yield random matches at some decisions, with all options and numbers of players."""
    every, found = configurations(game), 0
    for n in count():
        options, players = every[n * 89 % len(every)]
        if min(game.owners(options, players)) < 0:
            continue
        if found >= most:
            return
        match, random = Match(game, options, players, n), Random(n)
        while not match.over:
            if not match.is_in_flight and random.random() < ONE_IN and len(match.options()) > 1:
                found += 1
                yield match
            goes_on(match, random)


def normal_form(state: Any) -> Any:
    """Return a Castle Wars state whose swaps are sorted: their order does not matter (CW35)."""
    if not getattr(state, "relief", b""):
        return state
    return state.with_(relief=after_swaps(bytes(CARDS), state.relief))


@LISTED
@pytest.mark.long
def test_no_two_values_of_a_field_have_the_same_numbers(game: Game[Any], depth: Depth) -> None:
    """So no number is missing. All columns stay where they are, and nothing overflows."""
    of: Match | None = None
    values: dict[tuple[Any, ...], Any] = {}
    for match in decisions(game, depth(DAILY, THOROUGH)):
        if match is not of:
            of, where, values = match, sections(match), {}
        assert sections(match) == where
        row = observed(match, match.current_player)
        assert len(row) == length(match) == where["chosen"].stop
        for field in match.fields:
            known = (field.name, *row[where[f"state.{field.name}"]])
            means = getattr(normal_form(match.pos.state), field.name)
            assert values.setdefault(known, means) == means


@every_game
def test_every_field_of_a_state_has_its_columns(game: Game[Any]) -> None:
    for options, players in configurations(game)[:: len(configurations(game)) // 20 + 1]:
        pos = game.setup(options, players)
        named = [field.name for field in game.observation_fields(pos)]
        assert named == [each.name for each in fields(pos.state) if each.name != "ground"]


@LISTED
def test_the_document_for_learning_programs_lists_every_field(game: Game[Any]) -> None:
    text = DOCS.read_text(encoding="utf-8")
    part = text.partition(f"{game.title}, version {game.observation_version}:")[2]
    table = part.strip().partition("\n\n")[0].splitlines()[2:]
    found = game.observation_fields(game.setup(game.options(), 2))
    assert table == [f"| `{each.name}` | {each.width} | {each.about} |" for each in found]


@LISTED
def test_the_columns_of_one_number_of_players_are_the_same_with_all_options_of_a_size(
    game: Game[Any],
) -> None:
    found: dict[tuple[int, int, int], Any] = {}
    for options, players in configurations(game)[:: len(configurations(game)) // 20 + 1]:
        pos = game.setup(options, players)
        widths = [(field.name, field.width) for field in game.observation_fields(pos)]
        key = players, pos.box.size, len(pos.zones)
        assert found.setdefault(key, widths) == widths


def test_a_field_stands_where_it_is_said_to_stand() -> None:
    match = begun("castle_wars")
    before = observed(match, 0)
    match.pos.state = match.pos.state.with_(machine=9)
    after, where = observed(match, 0), sections(match)["state.machine"]
    assert [*after[where]] == [9]
    assert before[: where.start] == after[: where.start]
    assert before[where.stop :] == after[where.stop :]


def test_what_does_not_fit_is_an_error_and_never_cut_off() -> None:
    match = begun("castle")
    match.pos.state = match.pos.state.with_(turn=MOST + 1)
    with pytest.raises(OverflowError, match=f"beyond {MOST}"):
        observed(match, 0)
    narrow = ObservationField("walls", 2, "", lambda pos: (1, 2, 3))
    with pytest.raises(OverflowError, match="walls of the observation: 3 numbers for 2 columns"):
        columns((narrow,), match.pos)
