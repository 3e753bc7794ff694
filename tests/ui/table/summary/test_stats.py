"""Tests of match statistics: each figure and medal follows from the log."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from pygame import Rect

from castlecards.core import narration
from castlecards.core.cards import NATURE
from castlecards.core.log_lines import Clash, Line
from castlecards.core.session import Session
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.routes import Result
from castlecards.ui.scene import Reset
from castlecards.ui.table.summary.stats import (
    MatchStats,
    key_record,
    key_words,
    match_stats,
    match_throws,
)
from tests.ui.driving import Driver
from tests.ui.shots.matches import match, until
from tests.ui.shots.strikes import before_the_throw


def played() -> tuple[Session[Any], MatchStats]:
    session = match("barrage-2")
    return session, match_stats(session)


def test_points_end_where_the_score_does_and_never_jump_back() -> None:
    session, told = played()
    facts = [fact for fact in session.game.facts(session.public) if fact.goal]
    for side, line in enumerate(told.curve.lines):
        assert line[0][1] in (0, 1)
        assert line[-1][1] == facts[side].progress
        turns, points = zip(*line, strict=True)
        assert list(turns) == sorted(turns)
        assert list(points) == sorted(set(points))
    assert told.curve.goal == facts[0].goal


def test_every_throw_is_counted_for_whoever_threw_it() -> None:
    session, told = played()
    landed = [record for record in session.log if record.action.verb == "landed"]
    assert len(landed) == len(told.throws)
    points, hits, rates = told.figures
    assert [figure.label for figure in told.figures] == ["Points", "Hits", "Hit rate"]
    assert points.texts == ("10", "9")
    for seat in (0, 1):
        own = [cast for cast in told.throws if cast.seat == seat]
        hit = sum(bool(cast.scored_throw.hits) for cast in own)
        assert hits.numbers[seat] == hit
        assert rates.texts[seat] == f"{round(100 * hit / len(own))} %"
        assert all(session.log[cast.line].seat == NATURE for cast in own)


@pytest.mark.parametrize(
    ("name", "labels", "numbers"),
    [
        ("castle", ["Points", "Peasants", "Knights"], (9, 54)),
        ("wars", ["Soldiers in play", "Piles left", "Soldiers lost"], (9, 0)),
        ("rampage", ["Castle", "Gate", "Hand"], (19, 0)),
        ("tricks-4", ["Points", "Exact bids", "Goals"], (11, 11, 15, 7)),
    ],
)
def test_each_game_names_the_figures_that_sum_it_up(
    name: str, labels: list[str], numbers: tuple[float, ...]
) -> None:
    told = match_stats(match(name))
    assert [figure.label for figure in told.figures] == labels
    assert told.figures[0].numbers == numbers
    assert len(told.sides) == len(numbers)


def test_a_game_without_turns_has_a_curve_by_round() -> None:
    curve = match_stats(match("tricks-2")).curve
    assert curve.rounds
    assert curve.turns == 3
    assert curve.lines == (((0, 0), (1, 4), (2, 10), (3, 14)), ((0, 0), (1, 4), (2, 6), (3, 10)))
    castle = match_stats(match("castle")).curve
    assert not castle.rounds


@pytest.mark.parametrize("name", ["castle", "wars", "rampage"])
def test_a_curve_ends_with_the_last_turn_of_the_log(name: str) -> None:
    session = match(name)
    curve = match_stats(session).curve
    last, _ = narration.heading(session, NATURE, session.at)
    assert last.startswith(f"Turn {curve.turns} ·")
    assert all(line[0][0] == 0 and line[-1][0] <= curve.turns for line in curve.lines)


def test_the_best_figure_of_losses_is_the_smallest() -> None:
    figures = {figure.label: figure for figure in match_stats(match("wars")).figures}
    lost, left = figures["Soldiers lost"], figures["Piles left"]
    assert lost.best == min(lost.numbers) < max(lost.numbers)
    assert left.best == max(left.numbers)


def test_the_best_throw_is_one_that_none_was_better_than() -> None:
    session, told = played()
    assert told.best.rank == max(cast.rank for cast in match_throws(session))
    assert told.best.scored_throw.hits


def test_medals_have_reasons_that_are_true() -> None:
    session, told = played()
    assert 0 < len(told.awards) <= 5
    assert len({medal.title for medal in told.awards}) == len(told.awards)
    far = next(medal for medal in told.awards if medal.title == "Longest hit")
    ways = {cast.distance: cast.seat for cast in match_throws(session) if cast.scored_throw.hits}
    assert far.seat == ways[max(ways)]
    assert far.reason == f"{max(ways) / 10:.0f} cm"


@pytest.mark.parametrize("name", ["rampage", "wars", "castle", "tricks-4"])
def test_medals_of_a_match_of_cards_count_what_the_log_tells(name: str) -> None:
    session = match(name)
    events = [event for record in session.log for event in record.events]
    won = Counter(
        event.sides[event.winner].seat
        for event in events
        if isinstance(event, Clash) and event.winner >= 0
    )
    awards = match_stats(session).awards
    assert 0 < len(awards) <= 3
    title = "Tricks won" if name == "tricks-4" else "Fighter"
    (medal,) = [award for award in awards if award.title == title]
    assert won[medal.seat] == max(won.values())
    assert medal.reason.split()[0] == str(won[medal.seat])


def test_the_last_fight_of_the_decisive_event_is_told() -> None:
    session = match("rampage")
    at = key_record(session)
    _, sentence = key_words(session, at, at + 1)
    assert sentence == "Anna’s Knight (4) beat a Witch (3): 1 left."
    assert key_record(until("rampage", lambda each: not each.log)) == -1


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("rampage", "Turn 80: the Knight at the castle"),
        ("wars", "Turn 15: the king of hearts at Ben’s pile 1"),
        ("castle", "Turn 40: the king of clubs captured"),
        ("tricks-4", "Round 3: Brain mapping (Science 9) wins the trick"),
        ("barrage-1", "Anna: hit the table first"),  # without headings of turns
    ],
)
def test_the_decisive_event_has_a_title_of_few_words(name: str, title: str) -> None:
    session = match(name)
    at = key_record(session)
    assert key_words(session, at, at + 1)[0] == title


def test_a_title_counts_several_cards() -> None:
    session = match("wars")
    (at, event) = next(
        (at, event)
        for at in range(session.at)
        for event in narration.lines(session, at, NATURE)
        if isinstance(event, Clash) and event.kind == "beat" and len(event.sides[0].cards) == 2
    )
    title = narration.moment_title(session, event, at)
    assert title == "Turn 1: 2 soldiers at Ben’s pile 3"


def test_an_event_without_a_title_has_the_heading_of_its_turn() -> None:
    session = match("castle")
    at, event = next(
        (at, event)
        for at in range(session.at)
        for event in narration.lines(session, at, NATURE)
        if isinstance(event, Line) and event.verb == "draw"
    )
    assert narration.moment_title(session, event, at) == narration.heading(session, NATURE, at)[0]


def test_before_the_first_hit_there_is_no_best_throw() -> None:
    told = match_stats(before_the_throw("hit"))
    assert told.best is None
    assert told.awards == ()


def test_of_six_players_all_are_named_and_none_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = match("barrage-6")
    names = ("Anna", "Ben", "Captain Roth", "Dan", "Eve", "Berta the Warden")
    begun = whole.game, whole.options, whole.players, whole.seed, (), names
    session: Session[Any] = Session(*begun)
    for record in whole.log:
        session.submit(record.seat, record.action)
    with Driver() as driver:
        rects: dict[str, Rect] = {}
        text = Canvas.text

        def read(canvas: Canvas, string: str, *rest: Any, **more: Any) -> Rect:
            rects[string] = text(canvas, string, *rest, **more)
            return rects[string]

        monkeypatch.setattr(Canvas, "text", read)
        driver.app.follow(Reset(Result(session)))
        driver.settle()
        written = " ".join(rects)
        assert "Anna, Captain Roth and Eve" in written
        assert "Ben, Dan and Berta the Warden" in written
        assert not any("…" in string for string in rects)
        assert all(rect.left >= 0 and rect.right <= 1280 for rect in rects.values())
