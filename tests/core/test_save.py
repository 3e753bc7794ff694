"""Tests of saves: round trips, every kind of damage, and the valid beginning."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.core.save import IncrementalSave, SaveError, dump_session, load_session
from castlecards.core.session import NEVER, Session
from castlecards.games.high_card import HighCard
from castlecards.games.high_card.rules import Options

GAMES = {"high_card": HighCard()}


def played(moves: int, seed: int = 7) -> Session[object]:
    session = Session(GAMES["high_card"], Options(redraw=False), 2, seed, names=("Anna", "Ben"))
    for _ in range(moves):
        session.submit(session.decision.seat, session.decision.options[-1])
    return session


@given(st.integers(0, 2**62), st.integers(0, 12), st.data())
def test_saves_round_trip(seed: int, moves: int, data: st.DataObject) -> None:
    session = played(moves, seed)
    session.jump(data.draw(st.integers(0, moves)))
    text = dump_session(session)
    again = load_session(text, "a.yaml", GAMES)
    assert dump_session(again) == text
    assert again.positions == session.positions
    assert again.position == session.position
    assert again.names == ("Anna", "Ben")


def load_error(text: str) -> SaveError:
    with pytest.raises(SaveError) as caught:
        load_session(text, "my.yaml", GAMES)
    return caught.value


def test_a_bad_line_is_named_and_the_good_prefix_offered() -> None:
    session = played(4)
    lines = dump_session(session).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("log:")) + 3
    lines[at] = f"- '{session.log[2].seat}: lay c99 >0.bid'"
    error = load_error("\n".join(lines))
    assert f"my.yaml:{at + 1}:" in str(error)
    assert "log[2]: this move is not allowed here: lay c99 >0.bid" in str(error)
    assert error.playable.positions == session.positions[:3]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("castlecards: 1", "castlecards: 2", "this program reads format 1"),
        ("game: high_card", "game: poker", "expected one of high_card, got 'poker'"),
        ("rules: '1'", "rules: '0'", "other rules or cards: expected '1', got '0'"),
        ("players: 2", "players: 5", "can’t be played by 5 players"),
        ("seed: 7", "seed: -1", "expected 0 to 2^63"),
        ("seed: 7", f"seed: {2**63}", "expected 0 to 2^63"),
        ("redraw: false", "redraw: maybe", "redraw"),
        ("redraw: false", "redrow: false", "did you mean 'redraw'"),
        ("[human, human]", "[human, wizard]", "expected one of human"),
    ],
)
def test_a_tampered_header_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    text = dump_session(played(2))
    assert old in text
    error = load_error(text.replace(old, new, 1))
    assert message in str(error)
    assert str(error).startswith("my.yaml:")
    assert error.playable is None


@settings(max_examples=60)
@given(st.integers(0, 1000), st.binary(min_size=1, max_size=8))
def test_damage_never_raises_anything_else(at: int, junk: bytes) -> None:
    raw = dump_session(played(6)).encode()
    at %= len(raw)
    text = (raw[:at] + junk + raw[at + len(junk) :]).decode("utf-8", "replace")
    problems = None
    try:
        load_session(text, "my.yaml", GAMES)
    except SaveError as error:
        problems = error.problems
    assert problems is None or all(problem.line >= 1 for problem in problems)


def test_a_wrong_place_in_the_log_offers_the_whole_match() -> None:
    error = load_error(dump_session(played(2)).replace("stops:", "at: 77\nstops:"))
    assert "at: expected 0 to 2, the lines of the log" in str(error)
    assert error.playable.positions == played(2).positions


def test_a_line_that_lacks_is_not_made_up_where_there_was_a_choice() -> None:
    lines = dump_session(played(6)).splitlines()
    del lines[lines.index("log:") + 1]
    assert "log[0]: " in str(load_error("\n".join(lines)))


def test_a_wish_that_has_changed_since_makes_another_save() -> None:
    session, writer = played(2), IncrementalSave()
    writer.full_text(session)
    assert writer.appended_text(session) == ""
    session.stops[0] = NEVER
    assert writer.appended_text(session) is None


def test_a_cut_off_line_still_offers_the_lines_above_it() -> None:
    text = dump_session(played(6))
    error = load_error(text[: text.rindex("c")])
    assert error.playable.positions == played(5).positions
    whole_lines = load_session(text[: text.rindex("\n- ") + 1], "my.yaml", GAMES)
    assert whole_lines.positions == played(5).positions


@given(st.integers(0, 1000))
def test_a_truncated_save_is_refused_or_shorter(at: int) -> None:
    text = dump_session(played(6))
    cut = text[: at % len(text)]
    try:
        session = load_session(cut, "my.yaml", GAMES)
    except SaveError as error:
        if error.playable is None:
            return
        session = error.playable
    assert session.positions == played(6).positions[: len(session.positions)]
