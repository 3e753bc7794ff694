"""Tests of the ladder of a game: its place, and the rung that the picked cards would reach."""

from __future__ import annotations

from functools import partial

import pytest
from pygame import Rect

from castlecards.core.session import HUMAN, Session
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.free_space import StablePlace
from castlecards.ui.table.overlay.ladder import ladder_place
from castlecards.ui.table.overlay.selection_hints import SelectionHints
from castlecards.ui.table.render.table_signs import area_rect
from castlecards.ui.table.render.table_view import TableView
from tests.games.castle.build import GAME, castle
from tests.ui.driving import Driver, look, shared_art
from tests.ui.table.overlay.test_selection_hints import model, thing

WINDOW = Rect(292, 0, 988, 800)
ROW = Rect(500, 270, 500, 170)


def test_it_stands_at_the_outer_edge_above_the_near_row_and_over_nothing() -> None:
    right = ladder_place(look(), WINDOW, [ROW], mirrored=False)
    left = ladder_place(look(), WINDOW, [ROW], mirrored=True)
    assert left.right < ROW.left
    assert right.left > ROW.right
    for rect in (left, right):
        assert WINDOW.contains(rect)
        assert 200 < rect.centery < 320


def test_without_room_there_is_none_and_it_stays_where_it_was() -> None:
    place = StablePlace()

    def update(clear: Rect) -> Rect | None:
        search = partial(ladder_place, look(), WINDOW, mirrored=False)
        return place.update(tuple(clear), WINDOW, lambda: [clear], search)

    assert update(WINDOW) is None
    first = update(ROW)
    assert first is not None
    assert update(ROW.move(30, 0)) == first
    assert update(first) != first


def test_the_rungs_to_which_the_picks_would_lead() -> None:
    match = castle(hand="KH KC 3C", plots=["KD KS", "QD"])
    table = model(GAME, match)
    selection = table.selection
    hints = SelectionHints(table, TableView(shared_art(), table.view, GAME))
    assert hints.reach([], Target()) == set()
    selection.choose(thing(match, "KH"))
    set_ = Target(-1, match.pos.box.zone("0.plot0"))
    new = Target(-1, match.pos.box.zone("0.plot2"))
    assert hints.reach([set_, new], Target()) == {2, 0}
    assert hints.reach([set_, new], set_) == {2}
    selection.add(thing(match, "KC"))
    assert hints.reach([set_], Target()) in ({3}, set())


@pytest.mark.usefixtures("home", "every_frame_drawn")
@pytest.mark.parametrize("turned", [False, True])
def test_there_is_air_between_it_and_the_piles_for_either_side(turned: bool) -> None:
    match = castle(hand="KH KC 3C", plots=["KD KS", "QD"])
    kinds = ("page", HUMAN) if turned else (HUMAN, "page")
    session: Session[object] = Session(GAME, GAME.options(), 2, 1, kinds, start=match.pos)
    with Driver() as driver:
        scene = driver.sit(session)
        scene.computer_players.paused = True
        driver.step(dt=0.01)
        driver.app._draw()
        ladder = scene.painter.ladder_place.rect
        around = ladder.inflate(20, 0)
        beside = [area for area in scene.table_view.layout.areas if area.width]
        assert not any(around.colliderect(area_rect(area)) for area in beside)
