"""Tests of intact and damaged saves of Castle Wars, with factions, windows and stops."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.action import ATTACK, PASS
from castlecards.core.save import SaveError, VersionMismatch, dump_session, load_session
from castlecards.core.session import Session
from tests.bad_input.matches import log_line, with_line_replaced
from tests.games.play import random_answer

GAME = games()["castle_wars"]
PAIRS = (("undead", "shape_shifters"), ("blood_mages", "mages"), ("fateweavers", "infected"))


def session_of(moves: int, pair: tuple[str, str] = PAIRS[0], seed: int = 5) -> Session[Any]:
    """Return a random match after a number of log records."""
    options = GAME.options(first=pair[0], second=pair[1], first_colour="black")
    session: Session[Any] = Session(
        GAME, options, 2, seed, names=("Anna", "Bert"), stops=("attacked", "never")
    )
    while session.decision is not None and session.at < moves:
        action = random_answer(GAME, session.position, seed, session.at)
        session.submit(session.decision.seat, action)
    return session


@cache
def text(moves: int = 30, pair: tuple[str, str] = PAIRS[0], seed: int = 5) -> str:
    return dump_session(session_of(moves, pair, seed))


def load_error(save: str) -> SaveError:
    """Check that loading gives one message, with the file and a line."""
    with pytest.raises(SaveError) as caught:
        load_session(save, "wars.yaml", games())
    error = caught.value
    assert len(error.problems) == 1
    assert re.fullmatch(r"wars\.yaml:\d+:\d+: [^\n]+", str(error.problems[0]))
    return error


def in_a_window(cause: str) -> Session[Any]:
    """Return a match that waits in this window, where more than a pass is possible."""
    for seed in range(40):
        session = session_of(25, PAIRS[0], seed)
        while session.decision is not None:
            if session.decision.window == cause and len(session.decision.options) > 1:
                return session
            action = random_answer(GAME, session.position, seed, session.at)
            session.submit(session.decision.seat, action)
    raise AssertionError(f"no window {cause!r} in 40 matches")


# -- whole ones -----------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", PAIRS)
def test_a_match_of_factions_is_resumed_with_its_stops_and_goes_on_the_same(
    pair: tuple[str, str],
) -> None:
    for moves in (0, 7, 30, 80):
        session = session_of(moves, pair)
        loaded = load_session(dump_session(session), "wars.yaml", games())
        assert loaded.stops == ["attacked", "never"]
        assert loaded.options == session.options
        assert loaded.log == session.log
        assert loaded.position == session.position
        for _ in range(20):
            if session.decision is None:
                break
            seat = session.decision.seat
            action = random_answer(GAME, session.position, 9, session.at)
            assert session.submit(seat, action) == loaded.submit(seat, action)
        assert loaded.position == session.position


@pytest.mark.parametrize("cause", [ATTACK, "battle", "move", "end", "play"])
def test_a_match_is_resumed_in_the_middle_of_a_window(cause: str) -> None:
    session = in_a_window(cause)
    loaded = load_session(dump_session(session), "wars.yaml", games())
    assert loaded.decision == session.decision
    assert loaded.decision.window == cause
    seat, play = loaded.decision.seat, loaded.decision.options[1]
    assert play != PASS
    assert loaded.submit(seat, play) == session.submit(seat, play)
    assert loaded.position == session.position
    loaded.undo(seat, consent=True)
    assert loaded.decision.window == cause


def test_an_older_save_without_stops_asks_always() -> None:
    save, count = re.subn(r"(?m)^stops: .*\n", "", text())
    assert count == 1
    assert load_session(save, "wars.yaml", games()).stops == ["always", "always"]


def test_who_begins_is_saved_and_an_older_save_leaves_it_to_the_handicap() -> None:
    options = GAME.options(second_handicap=1, begins="second")
    save = dump_session(Session(GAME, options, 2, 1))
    loaded = load_session(save, "wars.yaml", games())
    assert loaded.options == options
    assert loaded.position.state.active == 1
    older, count = re.subn(r"(?m)^ *begins: .*\n", "", save)
    assert count == 1
    assert load_session(older, "wars.yaml", games()).position.state.active == 0


# -- damaged ones ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("first: undead", "first: vampires", "vampires"),
        ("second: shape_shifters", "second: 7", "second"),
        ("epic: false", "epic: perhaps", "epic"),
        ("stalemate_turns: 20", "stalemate_turns: soon", "stalemate_turns"),
        ("first_colour: black", "first_colour: green", "green"),
        ("begins: handicap", "begins: third", "begins"),
        ("first: undead", "frist: undead", "frist"),
        ("never", "sometimes", "always, matters, attacks, attacked, never"),
        ("stops: [attacked, never]", "stops: [attacked]", "expected 2 stops, got 1"),
        ("players: 2", "players: 3", "3 players"),
    ],
)
def test_a_damaged_head_is_refused_in_one_line(old: str, new: str, words: str) -> None:
    save = text()
    assert save.count(old) == 1
    with pytest.raises(SaveError) as caught:
        load_session(save.replace(old, new), "wars.yaml", games())
    problems = caught.value.problems
    assert words in str(problems[0])
    assert all(p.name == "wars.yaml" and p.line >= 1 for p in problems)
    assert caught.value.playable is None


def test_the_line_of_an_unknown_faction_is_named() -> None:
    save = text().replace("second: shape_shifters", "second: vampires")
    (problem,) = load_error(save).problems
    assert save.splitlines()[problem.line - 1].strip() == "second: vampires"
    assert problem.path == "options.second"


def test_a_changed_version_of_the_rules_is_foreign() -> None:
    save, count = re.subn(r"(?m)^rules: .*$", "rules: '0.other'", text())
    assert count == 1
    error = load_error(save)
    assert isinstance(error, VersionMismatch)
    assert "other rules or cards" in str(error.problems[0])


def illegal(kind: str, session: Session[Any]) -> str:
    """Return a log line that is illegal at the end of this match."""
    seat = session.decision.seat
    return {
        "of the other seat": f"{1 - seat}: pass",
        "of no seat": "7: pass",
        "an attack on the own pile": f"{seat}: attack {seat}.pile0 >{seat}.pile1",
        "a pile that there is not": f"{seat}: attack {seat}.pile0 >0.pile9",
        "a card that there is not": f"{seat}: play c99",
        "a recruit out of the enemy's deck": f"{seat}: recruit c0 >{1 - seat}.pile0",
        "an unknown verb": f"{seat}: surrender",
        "half an action": f"{seat}: attack {seat}.pile0 >",
        "no action": "attack",
    }[kind]


KINDS = (
    "of the other seat", "of no seat", "an attack on the own pile", "a pile that there is not",
    "a card that there is not", "a recruit out of the enemy's deck", "an unknown verb",
    "half an action", "no action",
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [0, 11, 29])
def test_an_impossible_action_is_named_and_the_match_before_it_offered(
    kind: str, number: int
) -> None:
    save = with_line_replaced(text(), number, illegal(kind, session_of(number)))
    error = load_error(save)
    assert error.problems[0].line == log_line(save, number)
    assert f"log[{number}]" in str(error.problems[0])
    assert error.playable.log == session_of(number).log
    assert error.playable.position == session_of(number).position


@pytest.mark.parametrize("short", [1, 5, 9])
def test_a_line_that_was_cut_off_costs_only_itself(short: int) -> None:
    save = text()
    error = load_error(save[: save.rindex("- ") + short])
    assert len(error.playable.log) == 29
    assert error.playable.log == session_of(29).log


def test_another_faction_makes_another_match_and_the_first_wrong_line_is_found() -> None:
    """The changed save is valid by itself, but its log no longer fits the options."""
    save = text(60).replace("first: undead", "first: royal_kingdom")
    error = load_error(save)
    assert error.problems[0].line > log_line(save, 0)
    assert error.playable.options.first == "royal_kingdom"
