"""Tests of match analysis: repeatable, fair about luck, and right in clear cases."""

from __future__ import annotations

import io
import pickle
import re
import time
from dataclasses import replace
from typing import Any

import pytest

from castlecards import text_client
from castlecards.content import games
from castlecards.core import narration
from castlecards.core.action import PASS, Action
from castlecards.core.cards import NATURE
from castlecards.core.session import Session
from castlecards.core.view import view
from castlecards.players import analysis, analysis_text
from castlecards.players.analysis import (
    MISTAKE,
    Analysis,
    AnalysisTask,
    DecisionReview,
    Recheck,
    TurningPoint,
    WorkEstimate,
    analysis_from,
    analysis_task,
    choice_task,
    luck_of,
)
from castlecards.players.worker import Supervisor
from castlecards.playout import opening
from tests.depth import Depth
from tests.games.castle_rampage.build import rampage
from tests.games.castle_wars.build import wars
from tests.games.play import random_answer
from tests.games.worlds import two_worlds
from tests.players.test_choose import every_advised
from tests.players.test_worker import PATIENCE


def never() -> bool:
    return False


def played(id: str, lines: int, seed: int = 3, kinds: tuple[str, ...] = ()) -> Session[Any]:
    """Return the beginning of a random match."""
    game = games()[id]
    session = Session(game, game.options(), 2, seed, kinds, ("Anna", "Ben"))
    while session.decision is not None and session.at < lines:
        action = random_answer(game, session.position, seed, session.at)
        session.submit(session.decision.seat, action)
    return session


def whole(session: Session[Any]) -> AnalysisTask:
    """Return the analysis task of a match as if it were over."""
    assert session.game.advice is not None
    return AnalysisTask(
        session.game.advice, tuple(session.positions), tuple(session.log), session.opening
    )


@every_advised
@pytest.mark.long
def test_the_same_seed_finds_the_same_in_any_game(game: Any) -> None:
    session = played(game.id, 12)
    task = whole(session)
    pieces = list(task.pieces(never))
    assert pieces == list(whole(session).pieces(never))
    assert isinstance(pieces[0], WorkEstimate)
    weighed = [each for each in pieces if isinstance(each, DecisionReview)]
    assert len(weighed) == pieces[0].decisions
    for each in weighed:
        assert 0 <= each.best_share <= 1
        assert 0 <= each.cost <= 1
        assert session.log[each.at].seat == each.seat
        assert len(each.shares) == session.start.box.seats
        assert (each.cost > 0) or each.best == each.chosen
    found = analysis_from(task, pieces)
    assert [at for at, _ in found.with_all_cards] == sorted(at for at, _ in found.with_all_cards)
    assert all(point.luck or point.change <= -MISTAKE for point in found.points)


def test_what_is_plainly_wrong_is_found_with_what_would_have_been_right() -> None:
    """The seat could win at once by an attack, but it ends the turn."""
    match = rampage(hands={0: "knight"})
    game = games()["castle_rampage"]
    session = Session(game, game.options(), 2, 1, start=match.pos, practice=True)
    session.submit(0, PASS)
    found = analysis_from(task := analysis_task(session), task.pieces(never))
    (worst,) = found.points
    assert worst.at == 0
    assert worst.better.verb == "attack"


def test_a_choice_alone_is_evaluated_as_in_the_whole_review() -> None:
    """It also works in a session that ends there, and reads nothing hidden from its reader."""
    session = played("castle_wars", 24)
    reviewed = {
        piece.at: piece
        for piece in whole(session).pieces(never)
        if isinstance(piece, DecisionReview) and piece.seat == 0
    }
    at = max(reviewed)
    size, *found = choice_task(session.practice_from(at + 1), at).pieces(never)
    assert size == WorkEstimate(1)
    assert isinstance(found[0], DecisionReview)
    assert found[0] == replace(reviewed[at], shares=())
    assert all(isinstance(piece, Recheck) and piece.at == at for piece in found[1:])


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
    task = analysis_task(session)
    found = analysis_from(task, task.pieces(never))
    for point in found.points:
        assert (point.better is None) == bool(point.luck)
        words = analysis_text.point_words(session, point)
        assert bool(words.better) != bool(words.luck)
        assert words.sentences


def test_thought_ends_when_it_is_told_to() -> None:
    task = analysis_task(played("castle", 30))
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    pieces = list(task.pieces(stop))
    assert 0 < len(pieces) < pieces[0].decisions  # type: ignore[union-attr]


def test_another_process_finds_the_same_piece_by_piece() -> None:
    worker = Supervisor()
    task = analysis_task(played("castle", 8))
    worker.run(task)
    found: list[Any] = []
    until = time.monotonic() + PATIENCE
    while worker.busy and time.monotonic() < until:
        found += worker.pieces(0)
        time.sleep(0.002)
    assert found == list(task.pieces(never))
    worker.run(task)
    worker.cancel()
    assert not worker.busy
    assert worker.pieces(0) == []
    worker.close()


def test_a_process_that_dies_ends_the_work() -> None:
    worker = Supervisor()
    worker.run(analysis_task(played("castle", 60)))
    worker._child.transport.process.kill()  # type: ignore[union-attr]
    until = time.monotonic() + PATIENCE
    while worker.busy and time.monotonic() < until:
        worker.pieces(0)
        time.sleep(0.002)
    assert not worker.busy
    assert worker.failed


def test_what_nobody_knows_or_nobody_has_played_is_refused() -> None:
    game = games()["castle"]
    with pytest.raises(ValueError, match="nothing has been played"):
        analysis_task(Session(game, game.options(), 2, 1))
    with pytest.raises(ValueError, match="nobody here knows"):
        analysis_task(played("high_card", 4))


def test_a_match_that_goes_on_shows_no_other_persons_cards() -> None:
    assert analysis_text.refusal_to_analyse(played("castle", 12))
    alone = played("castle", 12, kinds=("random", "human"))
    assert not analysis_text.refusal_to_analyse(alone)
    assert narration.default_reader(alone) == 1
    points = (
        TurningPoint(0, 0, -0.2, better=Action("pass")),
        TurningPoint(3, 1, -0.1, better=Action("pass")),
        TurningPoint(4, 0, 0.3, "draw"),
    )
    told = analysis_text.main_points(alone, Analysis((), {}, points))
    assert [point.seat for point in told] == [1]


def test_of_a_match_that_goes_on_only_the_reader_is_weighed_and_by_what_the_reader_knew() -> None:
    session = played("castle", 14, kinds=("human", "page"))
    task = analysis_task(session)
    found = [each for each in task.pieces(never) if isinstance(each, DecisionReview)]
    every = [each for each in whole(session).pieces(never) if isinstance(each, DecisionReview)]
    assert {each.seat for each in every} == {0, 1}
    assert found == [replace(each, shares=()) for each in every if each.seat == 0]
    assert not analysis_from(task, found).with_all_cards
    for pos, seen in zip(session.positions, task.positions, strict=True):
        assert seen.faces == view(pos, 0).position.faces
        assert seen.decision is None or seen.decision.seat == 0


@every_advised
@pytest.mark.long
def test_analysis_and_story_of_a_match_that_goes_on_tell_nothing_hidden(
    game: Any, monkeypatch: pytest.MonkeyPatch, depth: Depth
) -> None:
    """Two matches that differ only in cards unseen by the reader give the same texts."""
    for name, number in (("RECHECK_WORLDS", 16), ("MISTAKE", 0.001)):
        monkeypatch.setattr(analysis, name, number)
    seen = points = 0
    for seed in range(40):
        players = game.players[seed % len(game.players)]
        person = game.owners(game.options(), players)[0]
        kinds = ["human" if n == person else "page" for n in range(players)]
        worlds = two_worlds(game, game.options(), players, seed, 0, kinds)
        if worlds is None or not worlds.sessions[0].log:
            continue
        told = []
        for session in worlds.sessions:
            assert not narration.withheld(session, 0)
            task = analysis_task(session)
            pieces, story = list(task.pieces(never)), io.StringIO()
            found = analysis_from(task, pieces)
            text_client.story(session, 0, story)
            told.append((pieces, found, analysis_text.whole_text(session, found), story.getvalue()))
        assert told[0] == told[1]
        points += len(told[0][1].points)
        seen += 1
        if seen == depth(2, 4):
            break
    assert seen
    assert points


@pytest.mark.parametrize("id", games())
def test_a_review_tells_the_act_that_was_chosen_and_speaks_to_its_reader(id: str) -> None:
    game = games()[id]
    literal = set()
    for players in game.players:
        kinds = ("page",) * (players - 1) + ("human",)
        names = (*("Ben", "Cleo", "Dan", "Eve", "Fay")[: players - 1], "Anna")
        session = Session(game, game.options(), players, 7, kinds, names)
        while session.decision is not None and session.at < 400:
            action = random_answer(game, session.position, 7, session.at)
            session.submit(session.decision.seat, action)
        for at, record in enumerate(session.log):
            decision = session.positions[at].decision
            own = session.owner(record.seat) == players - 1
            if decision is None or record.seat < 0 or not (own or session.over):
                continue
            better = decision.options[-1] if decision.options else record.action
            point = TurningPoint(at, record.seat, -0.1, better=better)
            words = analysis_text.point_words(session, point)
            who = "You" if own else session.name(record.seat)
            said = session.with_player_names(
                game.describe(record.action, session.shown(record.seat, at))
            )
            if not re.search("Anna|enemy|your", said):
                assert words.sentences[0] == f"{who} chose: {said}."
                literal.add(own)
            assert words.sentences[0].startswith(f"{who} chose: {said.split()[0]}")
            read = " ".join((words.head, *words.sentences, words.better))
            assert not re.search(r"Anna|enemy|\x00", read), read
        seat = narration.default_reader(session)
        curve = {seat: ((0, 0.5), (9, 0.4))}
        told = analysis_text.whole_text(
            session, Analysis(((0, (0.5,) * len(session.owners)),), curve, ())
        )
        assert not re.search(r"Anna|\x00", told), told
    assert True in literal


def test_no_mistake_of_the_reader_is_left_out_however_many_there_are() -> None:
    """Of the others' choices and of luck only the largest are told."""
    session = Session(games()["castle"], games()["castle"].options(), 2, 3, ("human", "page"))
    rounds = [
        (TurningPoint(n, 0, -0.03 - n / 1000), TurningPoint(n + 1, 1, -0.3),
         TurningPoint(n + 2, 0, -0.5, "draw"))
        for n in range(0, 36, 3)
    ]  # fmt: skip
    points = tuple(point for three in rounds for point in three)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Session, "over", True)
        told = analysis_text.main_points(session, Analysis((), {}, points))
    assert [point for point in told if not point.luck and point.seat == 0] == list(points[::3])
    assert sum(point.seat == 1 for point in told) == analysis_text.MOST_OTHERS
    assert sum(bool(point.luck) for point in told) == analysis_text.MOST_LUCK


def test_to_end_the_turn_is_told_as_that_and_not_by_what_came_of_it() -> None:
    match = rampage(hands={0: "knight"})
    game = games()["castle_rampage"]
    session = Session(
        game, game.options(), 2, 1, ("human", "page"), ("Anna", "Ben"), start=match.pos
    )
    attack = next(each for each in session.decision.options if each.verb == "attack")
    session.submit(0, PASS)
    words = analysis_text.point_words(session, TurningPoint(0, 0, -0.5, better=attack))
    assert words.head == "Turn 11 · You"
    assert words.turn == 0
    assert words.sentences[0] == "You chose: End turn."
    assert words.better == "Attack Ben’s castle with the Knight."


@pytest.mark.parametrize(
    ("said", "told"),
    [("South wins.", "You win."), ("South has 6 points. North has 10 points.",
      "You have 6 points. Ben has 10 points."), ("South’s castle has fallen.",
      "Your castle has fallen."), ("All of South’s piles are destroyed.",
      "All of your piles are destroyed."),
     ("South: 12 points. North: 4 points.", "You: 12 points. Ben: 4 points."),
     ("South reached 10 points.", "You reached 10 points."),
     ("That loses the game for South.", "That loses the game for you.")],
)  # fmt: skip
def test_the_end_of_a_match_is_told_to_its_reader(said: str, told: str) -> None:
    session = played("castle", 4, kinds=("human", "page"))
    assert narration.addressed(session, said, 0) == told
    assert narration.addressed(session, said, NATURE) == session.with_player_names(said)


def test_teams_are_the_readers_and_the_other_one_and_nobody_is_the_automaton() -> None:
    game = games()["card_barrage"]
    four, alone = (Session(game, game.options(), n, 1) for n in (4, 1))
    said = "North has 10 points. South has 9 points. North wins."
    told = "The other team has 10 points. Your team has 9 points. The other team wins."
    assert narration.addressed(four, said, 0) == told
    assert narration.addressed(alone, "North’s castle", 0) == "Automaton’s castle"


@pytest.mark.long
@pytest.mark.parametrize("first", [0, 1])
def test_the_readers_choices_come_first_and_doubtful_ones_are_weighed_again_at_once(
    first: int,
) -> None:
    session = played("castle_wars", 40)
    pieces = list(replace(whole(session), first=first).pieces(never))
    reviews = [each for each in pieces if isinstance(each, DecisionReview)]
    own = [each for each in reviews if each.seat == first]
    assert 3 < len(own) < len(reviews)
    assert reviews[: len(own)] == own
    doubtful = [each.at for each in reviews if each.cost >= MISTAKE / 2]
    assert len(doubtful) > 2
    assert [each.at for each in pieces if isinstance(each, Recheck)] == doubtful
    for n, each in enumerate(pieces):
        assert not isinstance(each, Recheck) or pieces[n - 1].at == each.at  # type: ignore[union-attr]
    task = analysis_task(played("castle", 12, kinds=("random", "human")))
    assert task.first == task.reader == 1


def test_every_mistake_of_the_reader_is_shown_and_only_the_greatest_of_the_others() -> None:
    session = played("castle", 400, kinds=("page", "human"))
    assert session.over
    points = [TurningPoint(n, 1, -0.03 - n / 1000, better=PASS) for n in range(12)]
    others = [TurningPoint(20 + n, 0, -0.1 - n / 100, better=PASS) for n in range(5)]
    luck = [TurningPoint(40 + n, 1, 0.1 + n / 100, "draw") for n in range(5)]
    theirs = TurningPoint(50, 0, 0.9, "draw")
    everything = Analysis((), {}, (theirs, *luck, *others, *points))
    told = analysis_text.main_points(session, everything)
    most, lucky = analysis_text.MOST_OTHERS, analysis_text.MOST_LUCK
    assert told == (*points, *others[-most:], *luck[-lucky:])
    alone = played("castle", 400, kinds=("page", "page"))
    told = analysis_text.main_points(alone, everything)
    assert told[: len(points) + len(others)] == (*points, *others)


def test_the_task_travels_as_it_is() -> None:
    task = analysis_task(played("card_barrage", 12))
    pieces = list(pickle.loads(pickle.dumps(task)).pieces(never))
    assert pieces == list(task.pieces(never))


def test_a_closer_look_decides_what_is_called_a_mistake() -> None:
    task = analysis_task(played("castle", 12))
    pos = opening(games()["castle"], games()["castle"].options(), 2, 1)
    one, other = pos.decision.options[:2]
    weighed = DecisionReview(0, 0, 0.6, (0.5, 0.5), one, other, 0.2)
    assert not analysis_from(task, [weighed]).points
    assert not analysis_from(task, [weighed, Recheck(0, 0.01)]).points
    (point,) = analysis_from(task, [weighed, Recheck(0, 0.1)]).points
    assert (point.change, point.better) == (-0.1, other)


def test_an_attack_is_told_once_with_the_cards_that_it_turned_up() -> None:
    """A choice that showed nothing new is told in its own words alone."""
    match = wars(ours="9H | 10H", theirs="9C | 4C | 8C", their_sleeve="QC", up="4C")
    game = games()["castle_wars"]
    session = Session(
        game, game.options(), 2, 1, ("human", "page"), ("Anna", "Ben"), start=match.pos
    )
    told = []
    for pile in (0, 1):
        attack = next(
            each
            for each in session.decision.options
            if each.verb == "attack" and each.to == session.start.box.zone(f"1.pile{pile}")
            and len(each.zones) == 1
        )  # fmt: skip
        session.submit(0, attack)
        told.append(
            analysis_text.point_words(session, TurningPoint(session.at - 1, 0, 0.1, "reveal"))
        )
        while session.decision.window:
            session.submit(session.decision.seat, PASS)
    assert [words.sentences for words in told] == [
        ("You chose: Attack Ben’s pile 1 with pile 1 (9 of hearts).", "Turned up: the 9 of clubs."),
        ("You chose: Attack Ben’s pile 2 (4 of clubs) with pile 2 (10 of hearts).",),
    ]


def test_an_effect_that_was_chosen_is_told_once() -> None:
    game = games()["tricks_of_the_trade"]
    session = Session(game, game.options(), 2, 4, ("human", "page"), ("Anna", "Ben"))
    while session.decision is not None and (
        not session.log or session.log[-1].action.verb != "effect"
    ):
        options = session.decision.options
        effects = [each for each in options if each.verb == "effect" and session.decision.seat == 0]
        session.submit(session.decision.seat, effects[0] if effects else options[0])
    words = analysis_text.point_words(session, TurningPoint(session.at - 1, 0, -0.1))
    assert words.sentences[0].startswith("You chose: Use ")
    assert not any("used the effect" in sentence for sentence in words.sentences)
