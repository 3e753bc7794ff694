"""Tests of sessions in every game: files, undo and redo, the clock, and throws by physics."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.content import games
from castlecards.core.action import Illegal
from castlecards.core.cards import NATURE
from castlecards.core.events import apply
from castlecards.core.game import Game
from castlecards.core.landing import Landing, Limits, Release, Throw, toss
from castlecards.core.rng import noise
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import Session
from castlecards.toss.nature import Nature, throw_world
from tests.games.play import every_game, matches, random_answer

GAMES = games()


def session_of(game: Game[Any], match: tuple[Any, int, int], moves: int) -> Session[Any]:
    """Return a random match after some actions, or at its end."""
    options, players, seed = match
    session = Session(game, options, players, seed)
    play_on(session, moves)
    return session


def play_on(session: Session[Any], moves: int) -> None:
    for _ in range(moves):
        if (decision := session.decision) is None:
            return
        action = random_answer(session.game, session.position, session.seed, session.at)
        session.submit(decision.seat, action)


def same(one: Session[Any], other: Session[Any]) -> None:
    """Check that both sessions are the same match, bit for bit."""
    assert pickle.dumps([pos.key() for pos in other.positions]) == pickle.dumps(
        [pos.key() for pos in one.positions]
    )
    assert [pos.decision for pos in other.positions] == [pos.decision for pos in one.positions]
    assert (other.log, other.at, other.opening) == (one.log, one.at, one.opening)
    assert (other.seed, other.options, other.players) == (one.seed, one.options, one.players)


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in GAMES.values() for players in game.players],
    ids=[f"{game.id}-{players}" for game in GAMES.values() for players in game.players],
)
def test_a_match_is_saved_and_loaded_at_any_moment(game: Game[Any], players: int) -> None:
    @settings(max_examples=5)
    @given(matches(game, players), st.integers(0, 150), st.integers(0, 3))
    def run(match: tuple[Any, int, int], moves: int, undone: int) -> None:
        session = session_of(game, match, moves)
        session.jump(max(session.at - undone, 0))
        text = dump_session(session)
        loaded = load_session(text, "match", GAMES)
        same(session, loaded)
        assert dump_session(loaded) == text
        play_on(session, 20)
        play_on(loaded, 20)
        same(session, loaded)

    run()


@every_game
def test_undo_and_redo_lead_through_the_same_positions(game: Game[Any]) -> None:
    @settings(max_examples=30)
    @given(matches(game), st.integers(0, 60), st.data())
    def run(match: tuple[Any, int, int], moves: int, data: st.DataObject) -> None:
        session = session_of(game, match, moves)
        for _ in range(12):
            seats = range(session.position.box.seats)
            seat = data.draw(st.sampled_from(seats))
            consent = data.draw(st.booleans())
            step = data.draw(st.sampled_from(["play", "undo", "undo", "redo"]))
            at, before = session.at, session.position
            if step == "play":
                play_on(session, data.draw(st.integers(1, 3)))
            elif step == "undo" and session.can_undo(seat, consent):
                session.undo(seat, consent)
                assert session.at < at
                assert session.log[session.at].seat == seat
                assert session.decision.seat == seat
                if not consent:
                    assert_nothing_seen(session, at)
                session.redo()
                assert session.at == at
                assert session.position is before
                session.undo(seat, consent)
            elif step == "undo":
                with pytest.raises(Illegal):
                    session.undo(seat, consent)
                assert session.position is before
            elif session.can_redo:
                session.redo()
                assert session.at > at
        for n, record in enumerate(session.log):
            after, events = apply(session.positions[n], record.action)
            assert after == session.positions[n + 1]
            assert events == record.events

    run()


def assert_nothing_seen(session: Session[Any], at: int) -> None:
    """Check that an undo without consent crossed no barrier.

    Barriers are a newly seen face, randomness, a throw, and a choice of another player.
    """
    own = session.owner(session.log[session.at].seat)
    for n in range(session.at, at):
        before, after = session.positions[n], session.positions[n + 1]
        assert session.log[n].seat != NATURE
        assert session.owner(session.log[n].seat) == own or not session.log[n].chosen
        assert before.shuffles == after.shuffles
        for seat in range(before.box.seats):
            for card in range(before.box.size):
                assert before.knows(seat, card) or not after.knows(seat, card)


def test_a_secret_bid_is_not_taken_back_by_another_player() -> None:
    game = GAMES["tricks_of_the_trade"]
    session = Session(game, game.options(), 3, 4)
    bidders = []
    for _ in range(2):
        decision = session.decision
        assert decision.options[0].verb == "bid"
        bidders.append(decision.seat)
        session.submit(decision.seat, decision.options[0])
    first, second = bidders
    assert not session.can_undo(first)
    assert session.can_undo(first, consent=True)
    session.undo(second)
    session.undo(first)  # the own bid, after the other player's was undone
    assert session.at == 0


def test_a_secret_placement_is_not_taken_back_by_another_player() -> None:
    game = GAMES["castle_rampage"]
    session = Session(game, game.options(), 2, 4)
    first = session.decision.seat  # type: ignore[union-attr]
    while (decision := session.decision) is not None and decision.seat == first:
        session.submit(first, decision.options[0])
    assert session.can_undo(first)
    session.submit(1 - first, decision.options[0])
    assert not session.can_undo(first)
    assert session.can_undo(1 - first)


@every_game
def test_time_outs_alone_end_a_match(game: Game[Any]) -> None:
    """It holds too when time-outs begin in the middle of a match."""

    @settings(max_examples=6)
    @given(matches(game), st.integers(0, 60))
    def run(match: tuple[Any, int, int], moves: int) -> None:
        options, players, seed = match
        session = Session(game, options, players, seed, clock=5.0)
        play_on(session, moves)
        while (decision := session.decision) is not None:
            if decision.seat == NATURE:
                assert session.tick(6.0) is None
                play_on(session, 1)
                continue
            assert session.tick(3.0) is None
            record = session.tick(3.0)
            assert (record.seat, record.action) == (decision.seat, decision.default)
        assert session.over
        assert game.outcome(session.position)

    run()


# -- real physics ---------------------------------------------------------------------------------

NATURES = Nature()
WITH_FIELD = [game for game in GAMES.values() if game.setup(game.options(), 2).box.field]


def random_throw(aim: Limits, seed: int, n: int) -> Any:
    """Return a throw of a practised hand: forward, about as far as the enemy walls."""
    card, method, speed, heading, loft = noise(seed, n, 5)
    return toss(
        aim.cards[card % len(aim.cards)],
        Release(
            method % 2,
            speed=1750 + speed % 500,
            heading=heading % 500 - 250,
            loft=(940, 150)[method % 2] + loft % 120,
            spin=(20_000, 60_000)[method % 2],
        ),
    )


@pytest.mark.parametrize("game", WITH_FIELD, ids=[game.id for game in WITH_FIELD])
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 2), (1, 3)])
@pytest.mark.long
def test_a_match_with_real_throws_ends_and_replays_from_its_save(
    game: Game[Any], players: int, seed: int
) -> None:
    session = Session(game, game.options(), players, seed)
    while (decision := session.decision) is not None:
        n = len(session.log)
        if decision.seat == NATURE:
            action = NATURES.choose(game, session.view(NATURE))
        elif isinstance(decision.aim, Limits) and noise(seed, n, 1)[0] % 8:
            action = random_throw(decision.aim, seed, n)
        else:
            action = random_answer(game, session.position, seed, n)
        session.submit(decision.seat, action)
        assert len(session.log) < 3000
    assert session.position.result is not None
    assert game.outcome(session.position)
    loaded = load_session(dump_session(session), "match", GAMES)
    same(session, loaded)
    throws = [n for n, record in enumerate(session.log) if record.seat == NATURE]
    assert throws
    landings = [Landing.of(session.log[n].action) for n in throws]
    assert any(landing.on for landing in landings)
    for n in throws[:: len(throws) // 10 + 1]:  # throw again among the same cards
        pos = loaded.positions[n]
        assert isinstance(pos.decision.aim, Throw)
        again = throw_world(pos, pos.decision.aim).landing
        assert again.action() == session.log[n].action


@pytest.mark.parametrize("id_", ["castle", "castle_rampage", "card_barrage"])
def test_a_save_from_before_a_hand_without_a_choice_was_asked_loads_whole(id_: str) -> None:
    """Its log lacks the single answers; Castle Rampage had other names for them."""
    game = games()[id_]
    session: Session[Any] = Session(game, game.options(), 2, 11)
    unasked = []
    for n in range(160):
        asked = session.decision
        if asked is None:
            break
        action = random_answer(game, session.position, 11, n)
        single = asked.options == (action,) and asked.aim is None
        if single and action.verb in ("pass", "decline"):
            unasked.append(session.at)
        session.submit(asked.seat, action)
    while unasked[-1:] == [len(session.log) - 1]:  # a missing last answer cannot be noticed
        session.jump(unasked.pop())
        del session.log[session.at :], session.positions[session.at + 1 :]
    assert unasked
    lines = dump_session(session).splitlines()
    first = lines.index("log:") + 1
    for n in reversed(unasked):
        if id_ == "castle_rampage":
            assert lines[first + n].endswith(": pass'")
            lines[first + n] = lines[first + n].replace(": pass", ": done")
        else:
            del lines[first + n]
    at = len(session.log) - (0 if id_ == "castle_rampage" else len(unasked))
    lines = [f"at: {at}" if line.startswith("at:") else line for line in lines]
    again = load_session("\n".join(lines), "old.yaml", games())
    assert again.log == session.log
    assert again.at == session.at
    there = unasked[0]  # in two games the answer after this one is missing
    text = "\n".join(line for line in lines if not line.startswith("at:"))
    text = text.replace("\nstops:", f"\nat: {there}\nstops:")
    assert load_session(text, "old.yaml", games()).at == there
