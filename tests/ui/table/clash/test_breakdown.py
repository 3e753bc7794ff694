"""Tests of the tooltip with the sum of a clash: its text and its place."""

from __future__ import annotations

import pytest
from pygame import Rect

from castlecards.core.log_lines import OPEN, Clash, Part, Party, named_cards
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.kit.shapes import Shapes
from castlecards.ui.kit.theme import PALETTE, Look
from castlecards.ui.table.clash.layout import thumbnail_frame
from castlecards.ui.table.clash.timeline import ClashTimeline, SideLabel, still_clash
from castlecards.ui.table.clash.view import PLATE, StageShot
from castlecards.ui.table.layout.free_space import PARTS
from castlecards.ui.table.overlay.captions import LINK
from tests.ui.driving import shared_fonts

CARDS = tuple(f"{n} of diamonds" for n in (10, 9, 8, 7, 6, 5))


def crowd() -> ClashTimeline:
    """Return the timeline of six cards, a Queen and Golems against one card."""
    parts = Part("+18", "Queen"), Part("−6", "Golems")
    many = Party(
        0, named_cards(range(6)), (6,) * 6, (12, 11, 10, 9, 8, 7), 57, parts, (10, 9, 8, 7, 6, 5)
    )
    one = Party(1, named_cards((30,)), (17,), (12,), 12)
    clash = Clash("declared", (many, one), OPEN, rule="CW9")
    labels = (
        SideLabel("Anna", SEATS[0], "", CARDS),
        SideLabel("Ben", SEATS[1], "", ("queen of hearts",)),
    )
    return still_clash(clash, "", labels)


@pytest.mark.parametrize("size", [(1280, 800), (640, 480)])
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("corner", ["topleft", "bottomright", "center"])
def test_what_adds_up_fits_on_the_smallest_picture_of_a_clash(
    size: tuple[int, int], part: float, corner: str
) -> None:
    look = Look(PALETTE, max(size[0] / 1280, 0.75), shared_fonts(), Shapes())
    window = Rect((0, 0), size)
    plate = Rect(0, 0, look.px(PLATE[0] * part), look.px(PLATE[1] * part))
    setattr(plate, corner, getattr(window.inflate(-20, -20), corner))
    frame = thumbnail_frame(plate.centerx, plate.centery, plate.width, plate.height)
    shot = StageShot(crowd(), 0.0, frame, False, plate).with_breakdown(look, window)
    assert len(shot.breakdown[0]) > 5
    assert shot.plate is not None
    assert window.contains(shot.plate)
    assert shot.plate.inflate(-4, -4).contains(shot.breakdown_rect(look, window))
    spot = shot.rule_place(look)
    assert spot is not None
    link = Rect(0, 0, look.px(80), look.px(LINK))
    link.center = spot
    assert shot.plate.contains(link)
    assert not link.colliderect(shot.breakdown_rect(look, window))
