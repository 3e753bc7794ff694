"""Tests of the phase bar: "you" for the player on turn, names for the others."""

from __future__ import annotations

from castlecards.core.cards import NATURE
from castlecards.ui.table.overlay.phase_bar import phases_for
from tests.games.castle_wars.build import wars
from tests.marks import rule
from tests.ui.table.tables import open_table, table


@rule("CW18")
def test_the_phase_reads_the_same_while_an_opponent_is_asked() -> None:
    began = wars("9H 7H | 2H", "8S | 3S", sleeve="KH", their_sleeve="AS")
    asked = wars("9H 7H | 2H", "8S | 3S", sleeve="KH", their_sleeve="AS").play("attack 7H >8S")
    assert (began.seat, asked.seat) == (0, 1)
    found = []
    for game in (began, asked):
        with table("castle_wars", start=game.pos) as play:
            told = {}
            model = play.table.model
            for reader in (0, 1, NATURE):
                model.viewer.seat, model.selection = reader, None
                (now,) = (each for each in phases_for(model) if each.state == "now")
                told[reader] = now.text
            found.append(told)
    assert found[0] == found[1]
    assert found[0][0].startswith("Each pile can attack once")
    assert found[0][1] == found[0][NATURE] == "Anna can attack."


def test_who_is_asked_reads_what_to_do_also_while_the_hand_is_hidden() -> None:
    with open_table("castle_wars", start=wars("9H 7H | 2H", "8S | 3S").pos) as play:
        model = play.table.model
        model.viewer.seat = NATURE
        assert model.selection is not None
        (now,) = (each for each in phases_for(model) if each.state == "now")
        assert now.text.startswith("Each pile can attack once")
