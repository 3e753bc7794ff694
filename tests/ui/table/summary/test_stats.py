"""What a match that is over comes to: every figure and medal stands in the log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pygame import Rect

from castlecards.content import games
from castlecards.core.cards import NATURE
from castlecards.core.session import Session
from castlecards.practice.stats import wilson
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.summary.stats import MatchStats, match_stats, match_throws
from castlecards.ui.table.summary.view import MatchSummary
from tests.ui.driving import Driver, picture, shown
from tests.ui.shots.matches import match
from tests.ui.shots.strikes import before_the_throw


def played() -> tuple[Session[Any], MatchStats]:
    session = match("barrage-2")
    told = match_stats(session)
    assert told is not None
    return session, told


def test_points_end_where_the_score_does_and_never_jump_back() -> None:
    session, told = played()
    facts = [fact for fact in session.game.facts(session.public) if fact.goal]
    for side, line in enumerate(told.points):
        assert line[0][1] == 0
        assert line[-1][1] == facts[side].have
        turns, points = zip(*line, strict=True)
        assert list(turns) == sorted(turns)
        assert list(points) == sorted(set(points))
    assert told.goal == facts[0].goal


def test_every_throw_is_counted_for_whoever_threw_it() -> None:
    session, told = played()
    landed = [record for record in session.log if record.action.verb == "landed"]
    assert sum(rate.count for _, rate in told.rates) == len(landed) == len(match_throws(session))
    for seat, rate in told.rates:
        own = [cast for cast in match_throws(session) if cast.seat == seat]
        assert rate == wilson(sum(bool(cast.scored_throw.hits) for cast in own), len(own))
        assert all(session.log[cast.line].seat == NATURE for cast in own)


def test_the_best_throw_is_one_that_none_was_better_than() -> None:
    session, told = played()
    assert told.best is not None
    assert told.best.rank == max(cast.rank for cast in match_throws(session))
    assert told.best.scored_throw.hits


def test_medals_have_reasons_that_are_true() -> None:
    session, told = played()
    assert 0 < len(told.awards) <= 5
    assert len({medal.title for medal in told.awards}) == len(told.awards)
    far = next(medal for medal in told.awards if medal.title == "Long shot")
    ways = {cast.distance: cast.seat for cast in match_throws(session) if cast.scored_throw.hits}
    assert far.seat == ways[max(ways)]
    assert far.reason == f"a hit from {max(ways) / 10:.0f} cm away"


def test_a_match_without_a_throw_has_no_finals() -> None:
    assert match_stats(before_the_throw("hit")) is None


def test_of_six_players_all_are_told_and_none_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = games()["card_barrage"]
    names = ("Anna", "Ben", "Captain Roth", "Dan", "Eve", "Berta the Warden")
    session: Session[Any] = Session(rules, rules.options(), 6, 5, (), names)
    rate = wilson(2, 3)
    told = replace(played()[1], rates=tuple((seat, rate) for seat in range(6)), best=None)
    driver = Driver()
    try:
        page = MatchSummary(driver.app, session, told, "Ben, Dan and Berta the Warden win")
        rects: dict[str, Rect] = {}
        text = Canvas.text

        def read(canvas: Canvas, string: str, *rest: Any, **more: Any) -> Rect:
            rects[string] = text(canvas, string, *rest, **more)
            return rects[string]

        monkeypatch.setattr(Canvas, "text", read)
        picture(shown(page, (1200, 700)))
        assert {*names, "South", "North"} <= set(rects)
        assert all(rect.left >= 0 and rect.right <= 1200 for rect in rects.values())
    finally:
        driver.app.close()
