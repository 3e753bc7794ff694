"""Tests of stored reviews: mistakes to try again, and losses by phase."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from castlecards.content import built_in
from castlecards.core.landing import Limits
from castlecards.core.session import Session
from castlecards.players.analysis import Analysis, TurningPoint
from castlecards.practice import reviews
from castlecards.practice.reviews import EACH, KEPT, PhaseLoss
from tests.ui.shots.matches import match


def choices(session: Session[Any], seat: int = 0) -> list[int]:
    """Return the log lines in which a seat had a choice other than a throw."""
    found = []
    for at, record in enumerate(session.log):
        decision = session.positions[at].decision
        if record.seat == seat and decision is not None and len(decision.options) > 1:
            found.append(at)
    return found


def mistake_at(session: Session[Any], at: int, cost: float) -> TurningPoint:
    """Return a mistake at a log line whose better action is another option."""
    decision = session.positions[at].decision
    options = [option for option in decision.options if option != session.log[at].action]
    return TurningPoint(at, session.log[at].seat, -cost, better=options[0])


def analysis(session: Session[Any], costs: dict[int, float]) -> Analysis:
    points = tuple(mistake_at(session, at, cost) for at, cost in costs.items())
    return Analysis((), {}, points, {0: tuple(costs.items())})


def test_the_costliest_mistakes_of_a_review_can_be_tried_again(tmp_path: Path) -> None:
    session, path = match("wars"), tmp_path / "records.sqlite"
    lines = choices(session)[:5]
    costs = dict(zip(lines, (0.05, 0.3, 0.1, 0.2, 0.04), strict=True))
    reviews.add(session, analysis(session, costs), path)
    mistakes, _, message = reviews.read(path)
    assert message == ""
    assert [each.cost for each in mistakes] == [0.3, 0.2, 0.1]
    assert len(mistakes) == EACH
    for each, at in zip(mistakes, (lines[1], lines[3], lines[2]), strict=True):
        again = reviews.attempt(each, built_in())
        assert again.practice
        assert again.position.key() == session.positions[at].key()
        assert again.decision.allows(reviews.better(each, again))
        assert reviews.better(each, again) != session.log[at].action
        assert each.turn == session.game.turn(session.positions[at]) + 1


def test_the_save_of_a_mistake_holds_nothing_of_what_came_later() -> None:
    session = match("wars")
    at = choices(session)[3]
    made = reviews.mistake(session, mistake_at(session, at, 0.2))
    assert len(made.match.partition("\nlog:\n")[2].splitlines()) == at


def test_luck_throws_and_choices_of_others_are_no_mistakes() -> None:
    session = match("wars")
    point = mistake_at(session, choices(session)[0], 0.1)
    assert reviews.is_mistake(session, point)
    assert not reviews.is_mistake(session, replace(point, luck="draw"))
    assert not reviews.is_mistake(session, replace(point, better=None))
    assert not reviews.is_mistake(session, replace(point, seat=1))
    assert not reviews.is_mistake(session.practice_from(len(session.log)), point)
    barrage = match("barrage-2")
    aimed = [
        at
        for at, pos in enumerate(barrage.positions)
        if pos.decision is not None and isinstance(pos.decision.aim, Limits)
        if barrage.log[at].seat == 0
    ]
    throw = TurningPoint(aimed[0], 0, -0.2, better=barrage.log[aimed[0]].action)
    assert not reviews.is_mistake(barrage, throw)


def test_the_newest_mistakes_stay_and_a_second_review_adds_nothing(tmp_path: Path) -> None:
    session, path = match("wars"), tmp_path / "records.sqlite"
    lines = choices(session)[:12]
    for at in lines:
        reviews.add(session, analysis(session, {at: 0.1}), path)
    mistakes, found, _ = reviews.read(path)
    assert len(mistakes) == KEPT < len(lines)
    oldest = reviews.attempt(mistakes[-1], built_in())
    assert oldest.at == lines[-KEPT]
    assert len(found) == 1  # all from one match
    reviews.mark_solved(mistakes[0], path)
    first = reviews.read(path)[0][0].solved
    assert first
    reviews.add(session, analysis(session, {lines[-1]: 0.1}), path)
    again = reviews.read(path)[0]
    assert [bool(each.solved) for each in again] == [True] + [False] * (KEPT - 1)
    assert again[0].match == mistakes[0].match


def test_losses_are_counted_by_third_of_the_match(tmp_path: Path) -> None:
    session = match("wars")
    last = len(session.log) - 1
    made = Analysis((), {}, (), {0: ((0, 0.1), (1, 0.0), (last // 2, 0.2), (last, 0.4)), 1: ()})
    review = reviews.losses(session, made)
    assert review == (PhaseLoss(2, 0.1), PhaseLoss(1, 0.2), PhaseLoss(1, 0.4))
    assert review[0].mean == pytest.approx(0.05)
    assert reviews.total([review, review])[2] == PhaseLoss(2, 0.8)
    assert PhaseLoss(0, 0.0).mean == 0.0
    path = tmp_path / "records.sqlite"
    reviews.add(session, made, path)
    assert reviews.read(path)[1] == (review,)


def test_damaged_rows_are_left_out(tmp_path: Path) -> None:
    session, path = match("wars"), tmp_path / "records.sqlite"
    lines = choices(session)[:2]
    reviews.add(session, analysis(session, dict.fromkeys(lines, 0.1)), path)
    with closing(sqlite3.connect(path)) as con:
        con.execute("UPDATE mistake SET cost = 'much' WHERE id = 1")
        con.execute("UPDATE review SET choices = -1 WHERE phase = 1")
        con.commit()
    mistakes, found, message = reviews.read(path)
    assert (len(mistakes), found, message) == (1, (), "")


def test_a_file_without_the_tables_has_no_reviews(tmp_path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as con:
        assert reviews._mistakes(con) == ()
        assert reviews._reviews(con) == ()
    assert reviews.read(tmp_path / "none.sqlite") == ((), (), "")
