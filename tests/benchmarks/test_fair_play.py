"""Tests of the fair-play benchmark: fair players pass, and a cheat is found."""

from __future__ import annotations

import pytest

from benchmarks import fair_play
from castlecards import arena
from castlecards.content import built_in
from castlecards.core.action import Action
from castlecards.core.belief import Worlds
from castlecards.core.view import View, view
from castlecards.players.player import Choice

WARS = built_in()["castle_wars"]
POSITIONS, GAMES = 12, 4


def test_players_that_know_and_do_what_they_may_pass(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fair_play, "MIX", fair_play.MIX[:1])
    words = ["wars", "--positions", str(POSITIONS), "--games", str(GAMES)]
    assert fair_play.main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f" 0 of {POSITIONS} " in lines[0]
    assert " 2 games, by the rules " in lines[1]
    assert lines[-1] == "all pass"


def test_a_player_that_sees_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player gets the whole position as its view, so its answer depends on hidden cards."""
    monkeypatch.setattr(fair_play, "view", lambda pos, seat: View(seat, pos))
    monkeypatch.setattr(fair_play, "Worlds", lambda seen: Worlds(view(seen.position, seen.seat)))
    assert fair_play.leak_count(WARS, POSITIONS) > 0


def test_an_answer_against_the_rules_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "answer_to", lambda question: Choice(Action("cheat"), 0.5))
    found = list(fair_play.rule_faults(WARS, GAMES))
    assert len(found) == len(fair_play.MIX)
    assert all("not allowed" in wrong for _, _, wrong in found)
