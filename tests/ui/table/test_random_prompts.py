"""Tests of the prompt and the own hand in random positions of all games.

What a prompt calls lit is on the screen, and no card of a hand changes its place among the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from castlecards.ui.table.layout.model import Layout
from castlecards.ui.table.overlay.decision_buttons import LIT, LIT_CARD, LIT_OR_LOOK
from tests.ui.driving import Driver
from tests.ui.table.test_overlap import TABLES, ShownTable, random_positions

pytestmark = pytest.mark.usefixtures("home")
POSITIONS = 12  # of each table
CARD_GAMES = [name for name in TABLES if not name.startswith("barrage")]


def own_hands(layout: Layout, faces: Sequence[int]) -> dict[int, list[int]]:
    """Return the faces of each own hand from left to right, by zone."""
    own = {area.zone for area in layout.areas if area.own}
    spots = sorted(layout.spots, key=lambda spot: spot.x)
    return {zone: [faces[spot.card] for spot in spots if spot.zone == zone] for zone in own}


@pytest.mark.parametrize("name", CARD_GAMES)
def test_what_a_prompt_calls_lit_is_on_the_screen_and_no_hand_is_shuffled(name: str) -> None:
    driver = Driver()
    hints, moved = set(), 0
    before: dict[int, list[int]] = {}
    shown: ShownTable | None = None
    try:
        for session, _ in zip(random_positions(name, Random(7)), range(POSITIONS), strict=False):
            if shown is None or shown.session is not session:
                shown, before = ShownTable(driver, session), {}
            shown.show()
            table_view, selection = shown.scene.table_view, shown.scene.selection
            prompt = shown.scene.overlay._prompt()
            hints.add(prompt.hint)
            if prompt.hint in (LIT, LIT_CARD, LIT_OR_LOOK):
                rects = [table_view.rect_of(target) for target in selection.selectable_targets()]
                assert any(rect.colliderect(driver.app.surface.get_rect()) for rect in rects)
                sheet = table_view.layout.sheet
                assert sheet is None or not sheet.form.hint, "the form says how to choose"
            now = own_hands(table_view.layout, table_view.pos.faces)
            for zone in now.keys() & before.keys():
                kept = [face for face in before[zone] if face in now[zone]]
                moved += now[zone] != before[zone]
                assert kept == [face for face in now[zone] if face in kept]
            before = now
    finally:
        driver.app.close()
    assert moved
