"""What a match that is over comes to: every figure and medal stands in the log."""

from __future__ import annotations

from typing import Any

from castlecards.core.cards import NATURE
from castlecards.core.session import Session
from castlecards.practice.stats import wilson
from castlecards.ui.table.finals import Finals, casts, finals
from tools.shot_matches import match
from tools.shot_strikes import before_the_throw


def played() -> tuple[Session[Any], Finals]:
    session = match("barrage-2")
    told = finals(session)
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
    assert sum(rate.count for _, rate in told.rates) == len(landed) == len(casts(session))
    for seat, rate in told.rates:
        own = [cast for cast in casts(session) if cast.seat == seat]
        assert rate == wilson(sum(bool(cast.blow.hits) for cast in own), len(own))
        assert all(session.log[cast.line].seat == NATURE for cast in own)


def test_the_best_throw_is_one_that_none_was_better_than() -> None:
    session, told = played()
    assert told.best is not None
    assert told.best.worth == max(cast.worth for cast in casts(session))
    assert told.best.blow.hits


def test_medals_have_reasons_that_are_true() -> None:
    session, told = played()
    assert 0 < len(told.medals) <= 5
    assert len({medal.title for medal in told.medals}) == len(told.medals)
    far = next(medal for medal in told.medals if medal.title == "Long way")
    ways = {cast.way: cast.seat for cast in casts(session) if cast.blow.hits}
    assert far.seat == ways[max(ways)]
    assert far.why == f"a hit from {max(ways) / 10:.0f} cm"


def test_a_match_without_a_throw_has_no_finals() -> None:
    assert finals(before_the_throw("hit")) is None
