"""Tests of computer players in a match: fair questions, whole matches, saves and undo."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.content import characters, games
from castlecards.core.events import apply
from castlecards.core.referee import Computer, due
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import HUMAN, LEVELS, Session
from castlecards.data import DataError
from castlecards.players.player import answer_to
from castlecards.players.seating import Seating
from castlecards.playout import play_match

CAST = characters()
GAMES = games()
ADVISED = [id for id, game in GAMES.items() if game.advice is not None]


def match(game: str, ids: tuple[str, ...], seed: int = 5, **more: Any) -> Session[Any]:
    """Return a match; `ids` are those of characters, "" for a person."""
    kinds = [CAST[id].level if id else HUMAN for id in ids]
    names = [CAST[id].name if id else f"Person {n}" for n, id in enumerate(ids)]
    about = GAMES[game], GAMES[game].options(), len(ids), seed, kinds, names
    return Session(*about, characters=ids, **more)


def played(game: str, ids: tuple[str, ...], most: int, seed: int = 5) -> Session[Any]:
    session = match(game, ids, seed)
    play_match(session, CAST, most)
    return session


@pytest.mark.parametrize("game", ADVISED)
@pytest.mark.parametrize("level", LEVELS[:4])
@pytest.mark.long
def test_each_level_answers_what_is_allowed_in_every_game(game: str, level: str) -> None:
    session = match(game, ("",) * max(2, GAMES[game].players[0]))
    session.kinds = (level,) * session.players
    play_match(session, CAST, 12)
    assert session.log


@pytest.mark.long
@pytest.mark.parametrize("game", list(GAMES))
def test_a_whole_match_of_characters_goes_to_its_end_and_comes_again(game: str) -> None:
    count = GAMES[game].players[-1]
    ids = tuple((*CAST,)[n % 6] for n in range(count))
    session = match(game, ids)
    play_match(session, CAST)
    assert session.over
    loaded = load_session(dump_session(session), "save", GAMES)
    assert (loaded.kinds, loaded.characters, loaded.log) == (session.kinds, ids, session.log)
    again = session.rematch(session.seed)
    play_match(again, CAST)
    assert again.log == session.log


def test_the_best_level_answers_too() -> None:
    session = match("castle_wars", ("ines", "tilo"))
    seating = Seating(session, CAST)
    while not (isinstance(asked := due(session), Computer) and asked.player == 0):
        play_match(session, CAST, 1)
    action = answer_to(seating.question(asked.decision)).action
    assert asked.decision.allows(action)


def test_what_a_seat_was_told_follows_the_match_back_and_forth() -> None:
    session = played("castle_wars", ("tilo", "mina"), 40)
    seating = Seating(session, CAST)
    whole = seating.events_seen(1)
    session.jump(10)
    part = seating.events_seen(1)
    assert whole[: len(part)] == part != whole
    session.jump(len(session.log))
    assert seating.events_seen(1) == whole == Seating(session, CAST).events_seen(1)
    session.jump(10)
    after, _ = apply(session.position, session.log[10].action)
    session.submit(session.log[10].seat, session.log[10].action)
    assert session.position == after
    assert seating.events_seen(1) == Seating(session, CAST).events_seen(1)


def test_a_person_takes_back_across_the_answers_of_a_computer_player() -> None:
    """The computer player forgets what it drew since; faces that the person has seen stay seen."""
    session = match("castle_wars", ("", "tilo"), stops=("never", "always"))
    free = barred = 0
    for _ in range(260):
        asked = due(session)
        decision = session.decision
        if decision is None:
            break
        if isinstance(asked, Computer):
            play_match(session, CAST, 1)
            seats = [record.seat for record in session.log]
            if 0 not in seats or not session.log[seats.index(0)].chosen:
                continue
            back = next(at for at in range(session.at - 1, -1, -1) if session.log[at].seat == 0)
            own = session.start.box.size
            mine = (1 << own) - 1
            before, after = session.positions[back], session.position
            learnt = after.known & mine & ~before.known
            if session.log[back].chosen and before.shuffles == after.shuffles:
                assert session.can_undo(0) == (not learnt)
                free += not learnt
                barred += bool(learnt)
        else:
            session.submit(decision.seat, decision.default)
    assert free
    assert barred


def test_a_save_says_who_sits_there_and_older_ones_load() -> None:
    session = match("castle", ("", "roth"))
    text = dump_session(session)
    assert "kinds: [human, marshal]" in text
    loaded = load_session(text, "save", GAMES)
    assert loaded.characters == ("", "roth")
    sitter = Seating(loaded, CAST).computer_player(1)
    assert (sitter.name, sitter.level.id, sitter.character) == (
        "Captain Roth", "marshal", CAST["roth"],
    )  # fmt: skip
    assert Seating(loaded, CAST).computer_player(0) is None
    older = "\n".join(line for line in text.splitlines() if not line.startswith("characters"))
    assert load_session(older, "save", GAMES).characters == ("", "")
    with pytest.raises(DataError, match="characters"):
        load_session(text.replace("roth", "'R o'"), "save", GAMES)


def test_a_character_that_is_gone_leaves_its_level_at_the_table() -> None:
    session = match("castle", ("", "roth"))
    seating = Seating(session, {})
    assert seating.missing_characters == ("roth",)
    sitter = seating.computer_player(1)
    assert (sitter.level.id, sitter.character) == ("marshal", None)
    people = match("castle", ("", ""))
    assert people.decision is not None
    with pytest.raises(ValueError, match="no computer player"):
        Seating(people, CAST).question(people.decision)
