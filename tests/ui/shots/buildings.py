"""Shot of all kinds of buildings: just begun, complete, damaged, and lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pygame import Rect

from castlecards.core.site import MOST_DAMAGE, Site
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.kinds import (
    KINDS,
    RUINS,
    anchor,
    building_of,
    painted,
    sheet_size,
)
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.page import Page
from tests.ui.shots.stage import Shot, Stage

CARD = 92  # px, height of the cards of a pile
PLOT = 150  # px, width of a plot
AIR = 10  # px
SIGNS = {"hall": "crown", "tower": "eye"}


def states(kind: str) -> Iterator[Building]:
    """Yield the states of a kind: just begun, complete, damaged or behind a wall, and lost.

    A castle also burns, with its last card.
    """
    most, sign = KINDS[kind].most, SIGNS.get(kind, "")
    walled = ("wall",) if kind == "rampart" else ()
    found = [Site(0, "gate", 1, 0, 0, sign, walled), Site(0, "gate", most, 0, 1, sign, walled)]
    if kind in RUINS:
        marks = ("infected", "scaffold") if kind == "tower" else ()
        found += [Site(0, "gate", 3, MOST_DAMAGE, 1, sign, marks), Site(0, "gate", 0, 1, 0, sign)]
    elif not KINDS[kind].half:  # a house on its plot
        found.append(Site(0, "gate", most, 0, 1, SIGNS.get(kind, ""), ("wall",)))
    if kind == "keep":
        found.insert(1, Site(0, "gate", 1, 1, 0, sign))
    for site in found:
        building = building_of(
            replace(site, kind=kind),  # type: ignore[arg-type]
            SEATS[site.seat],
            CARD,
            width=PLOT,
        )
        assert building is not None
        yield building


class Buildings(Widget):
    """Widget with all states of all kinds of buildings, in rows on a common ground line."""

    def __init__(self) -> None:
        super().__init__("buildings")

    def measure(self, look: Look, width: int) -> Size:
        return width, 800

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, Rect(0, 0, 1280, 800))

    def draw(self, canvas: Canvas) -> None:
        x, y, deepest = AIR, AIR, 0
        for kind in sorted(KINDS, key=lambda each: (-KINDS[each].height, each)):
            if kind == "wall":  # it stands behind a gate
                continue
            for building in dict.fromkeys(states(kind)):
                picture, (left, up) = painted(building), anchor(building)
                wide = round(2 * sheet_size(building)[0] * building.scale)
                if x + wide > 1280 - AIR:
                    x, y, deepest = AIR, y + deepest + AIR, 0
                deepest = max(deepest, round(sheet_size(building)[1] * building.scale))
                foot = y + round(sheet_size(building)[1] * building.scale)
                canvas.blit(picture, (x + wide // 2 - left, foot - up))
                x += wide + AIR


class BuildingPage(Page):
    """Page with the buildings alone."""

    def build(self) -> Widget:
        return Buildings()


def sheet(stage: Stage) -> None:
    stage.show(BuildingPage(stage.app))


BUILDING_SHOTS = (Shot("buildings", sheet),)
