"""Tests of the best line of a hint: moves of the search, in words that its reader may know."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from benchmarks.coach import hints
from castlecards.core.cards import UNSEEN
from castlecards.core.game import Game
from castlecards.core.narration import next_step
from castlecards.core.view import view
from castlecards.players.best_line import (
    LENGTH,
    NO_LINE,
    BestLine,
    LineMove,
    fear_text,
    is_best_line,
    line_text,
)
from castlecards.players.coach import SIMULATIONS, advise
from castlecards.players.player import Think
from castlecards.players.seating import Seating
from tests.games.castle_rampage.build import GAME, rampage
from tests.players.test_choose import every_advised
from tests.ui.shots.cards import option_shot

HINTS = 12


def hint_line(name: str, verb: str, line: int) -> tuple[Any, int, BestLine]:
    """Return a match at the first action with this verb, its seat, and the line of its hint."""
    session = option_shot(name, verb, line)
    seat = session.decision.seat
    think = Think(SIMULATIONS, seed=session.at)
    coach_hint = advise(session.game.advice, *Seating(session, {}).coach_input(seat), think)
    return session, seat, coach_hint.line


@pytest.mark.long
@every_advised
def test_a_line_tells_no_face_that_the_reader_does_not_know(game: Game[Any]) -> None:
    moves = 0
    for hint in islice(hints(game, 300), HINTS):
        line, known = hint.coach_hint.line, hint.view.position.faces
        assert is_best_line(line)
        assert len(line.moves) <= LENGTH
        for move in (*line.moves, *filter(None, [line.fear])):
            faces = move.seen.position.faces
            assert all(
                mine != UNSEEN or face == UNSEEN for mine, face in zip(known, faces, strict=True)
            )
            assert move.seen.decision is None
            assert game.describe(move.action, move.seen)
            own = move.seat == hint.view.seat
            assert not own or all(faces[card] != UNSEEN for card in move.action.cards)
            moves += 1
    assert moves >= HINTS / 2


def test_the_move_to_fear_aims_at_the_reader() -> None:
    session, seat, line = hint_line("rampage", "strengthen", 70)
    fear = line.fear
    assert fear.seat != seat
    assert session.position.box.zones[fear.target].owner == seat
    assert fear_text(session, seat, line) == "Watch out: Ben could attack your gate."
    assert not fear_text(session, seat, replace(line, moves=(fear,)))
    assert not fear_text(session, seat, NO_LINE)


def test_a_won_match_has_no_line() -> None:
    match = rampage(hands={0: "knight"}, turn=60)
    advice = GAME.advice
    assert advice is not None
    coach_hint = advise(advice, view(match.pos, 0), (), Think(SIMULATIONS))
    assert coach_hint.options[0].action.verb == "attack"
    assert coach_hint.line == NO_LINE


def test_a_line_is_one_sentence_about_you_and_the_others() -> None:
    session, seat, line = hint_line("rampage", "strengthen", 55)
    mine, theirs = line.moves
    assert (mine.seat, theirs.seat) == (seat, 1 - seat)

    def text(*moves: LineMove) -> str:
        return line_text(session, seat, BestLine(moves))

    attack = "attack Ben’s gate with the Knight"
    answer = "Ben will probably attack your gate"
    assert text() == ""
    assert text(mine) == f"Then you can {attack}."
    assert text(mine, mine) == f"Then you can {attack}, and then with another Knight."
    assert text(mine, theirs) == f"Then you can {attack}, and then {answer}."
    assert text(theirs) == f"Then {answer}."
    assert text(theirs, mine) == f"Then {answer}, and then you can {attack}."
    assert text(theirs, theirs) == f"Then {answer} and then attack again."
    assert next_step("raise a knight with A", "raise a knight with B") == (
        "raise another knight with B"
    )
    assert next_step("attack your gate", "attack your gate") == "attack again"


def test_an_unsound_line_is_refused() -> None:
    _, _, line = hint_line("rampage", "strengthen", 60)
    move = line.moves[0]
    nobody: Any = None
    for wrong in (
        nobody,
        BestLine((nobody,)),
        BestLine((replace(move, seat=1 - move.seat),)),
        BestLine(fear=replace(move, action=nobody)),
        BestLine(fear=replace(move, target=nobody)),
        BestLine(fear=replace(move, seen=nobody)),
    ):
        assert not is_best_line(wrong)
    assert is_best_line(BestLine((move,), move))
