"""What an analysis finds: repeatable, fair about luck, and right about what is plain."""

from __future__ import annotations

import pickle
import time
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.action import PASS, Action
from castlecards.core.session import Session
from castlecards.players import review
from castlecards.players.analysis import (
    MISTAKE,
    Ahead,
    Analysis,
    Finding,
    TurningPoint,
    Weighed,
    analysing,
    concluded,
    luck_of,
)
from castlecards.players.worker import Worker
from castlecards.playout import opening
from tests.games.castle_rampage.build import rampage
from tests.games.play import answer
from tests.players.test_choose import every_advised
from tests.players.test_worker import PATIENCE


def never() -> bool:
    return False


def played(id: str, lines: int, seed: int = 3, kinds: tuple[str, ...] = ()) -> Session[Any]:
    """The beginning of a match at random."""
    game = games()[id]
    session = Session(game, game.options(), 2, seed, kinds, ("Anna", "Ben"))
    while session.decision is not None and session.at < lines:
        action = answer(game, session.position, seed, session.at)
        session.submit(session.decision.seat, action)
    return session


@every_advised
@pytest.mark.long
def test_the_same_seed_finds_the_same_in_any_game(game: Any) -> None:
    session = played(game.id, 12)
    task = analysing(session)
    pieces = list(task.pieces(never))
    assert pieces == list(analysing(session).pieces(never))
    assert isinstance(pieces[0], Ahead)
    weighed = [each for each in pieces if isinstance(each, Weighed)]
    assert len(weighed) == pieces[0].decisions
    for each in weighed:
        assert 0 <= each.known <= 1
        assert 0 <= each.lost <= 1
        assert session.log[each.at].seat == each.seat
        assert len(each.shares) == session.start.box.seats
        assert (each.lost > 0) or each.best == each.chosen
    analysis = concluded(task, pieces)
    assert [at for at, _ in analysis.whole] == sorted(at for at, _ in analysis.whole)
    assert all(point.luck or point.change <= -MISTAKE for point in analysis.points)


def test_what_is_plainly_wrong_is_found_with_what_would_have_been_right() -> None:
    """An attack would win at once; the turn is ended instead."""
    match = rampage(hands={0: "knight"})
    game = games()["castle_rampage"]
    session = Session(game, game.options(), 2, 1, start=match.pos, practice=True)
    session.submit(0, PASS)
    analysis = concluded(task := analysing(session), task.pieces(never))
    (worst,) = analysis.points
    assert worst.at == 0
    assert worst.better is not None
    assert worst.better.verb == "attack"


def test_luck_is_told_apart_and_is_nobodys_choice() -> None:
    session = played("castle_wars", 40)
    lucks = {luck_of(record, 0) for record in session.log}
    assert {"", "draw", "reveal"} <= lucks
    draws = [r for r in session.log if r.action.verb == "draw"]
    assert {luck_of(record, record.seat) for record in draws} == {"draw"}
    assert {luck_of(record, 1 - record.seat) for record in draws} == {""}
    thrown = played("card_barrage", 40)
    assert "throw" in {luck_of(record, 0) for record in thrown.log}


def test_points_of_luck_never_name_something_better() -> None:
    session = played("castle_wars", 30)
    task = analysing(session)
    analysis = concluded(task, task.pieces(never))
    for point in analysis.points:
        assert (point.better is None) == bool(point.luck)
        words = review.in_words(session, point)
        assert bool(words.better) != bool(words.luck)
        assert words.did


def test_thought_ends_when_it_is_told_to() -> None:
    task = analysing(played("castle", 30))
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    pieces = list(task.pieces(stop))
    assert 0 < len(pieces) < pieces[0].decisions  # type: ignore[union-attr]


def test_another_process_finds_the_same_piece_by_piece() -> None:
    worker = Worker()
    task = analysing(played("castle", 8))
    worker.labour(task)
    found: list[Any] = []
    until = time.monotonic() + PATIENCE
    while worker.busy and time.monotonic() < until:
        found += worker.pieces()
        time.sleep(0.002)
    assert found == list(task.pieces(never))
    worker.labour(task)
    worker.cancel()
    assert not worker.busy
    assert worker.pieces() == []
    worker.close()


def test_a_process_that_dies_ends_the_work() -> None:
    worker = Worker()
    worker.labour(analysing(played("castle", 60)))
    worker._process.kill()
    until = time.monotonic() + PATIENCE
    while worker.busy and time.monotonic() < until:
        worker.pieces()
        time.sleep(0.002)
    assert not worker.busy
    assert worker.failed


def test_what_nobody_knows_or_nobody_has_played_is_refused() -> None:
    game = games()["castle"]
    with pytest.raises(ValueError, match="nothing has been played"):
        analysing(Session(game, game.options(), 2, 1))
    with pytest.raises(ValueError, match="nobody here knows"):
        analysing(played("high_card", 4))


def test_a_match_that_goes_on_shows_no_other_persons_cards() -> None:
    assert review.readable(played("castle", 12))
    alone = played("castle", 12, kinds=("random", "human"))
    assert not review.readable(alone)
    assert review.whose(alone) == 1
    points = (
        TurningPoint(0, 0, -0.2, better=Action("pass")),
        TurningPoint(3, 1, -0.1, better=Action("pass")),
        TurningPoint(4, 0, 0.3, "draw"),
    )
    told = review.told_points(alone, Analysis((), {}, points))
    assert [point.seat for point in told] == [1]


def test_the_task_travels_as_it_is() -> None:
    task = analysing(played("card_barrage", 12))
    pieces = list(pickle.loads(pickle.dumps(task)).pieces(never))
    assert pieces == list(task.pieces(never))


def test_a_closer_look_decides_what_is_called_a_mistake() -> None:
    task = analysing(played("castle", 12))
    pos = opening(games()["castle"], games()["castle"].options(), 2, 1)
    assert pos.decision is not None
    one, other = pos.decision.options[:2]
    weighed = Weighed(0, 0, 0.6, (0.5, 0.5), one, other, 0.2)
    assert not concluded(task, [weighed]).points
    assert not concluded(task, [weighed, Finding(0, 0.01)]).points
    (point,) = concluded(task, [weighed, Finding(0, 0.1)]).points
    assert (point.change, point.better) == (-0.1, other)
