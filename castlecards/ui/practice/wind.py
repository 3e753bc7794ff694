"""Wind display of a practice table: arrows on the felt and a sentence."""

from __future__ import annotations

from math import hypot

from castlecards.core.cards import Field
from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Style
from castlecards.ui.table.layout.camera import Camera

AIR: Colour = (176, 214, 232)
SPEED = Style("bold", 14, "text")
ASIDE = 0.6  # share of half the table width: no layout has cards there
SHORTEST = 50.0  # mm, length of an arrow in the weakest wind
PER_SPEED = 0.15  # mm of length for each mm/s of wind
LONGEST = 260.0  # mm
STREAKS = ((-26.0, 0.55), (0.0, 1.0), (26.0, 0.7))  # mm to the side, share of the length
HEAD = 17.0  # mm, head of an arrow
# Origin of the wind by the signs of its speed to the right and forward.
SIDES = {
    (1, 0): tr("from the left"),
    (-1, 0): tr("from the right"),
    (0, 1): tr("from behind"),
    (0, -1): tr("against you"),
    (1, 1): tr("from behind and from the left"),
    (-1, 1): tr("from behind and from the right"),
    (1, -1): tr("against you and from the left"),
    (-1, -1): tr("against you and from the right"),
}


def words(wind: tuple[int, int]) -> str:
    """Return "Wind: 0.6 m/s from the right", seen from the thrower; "" without wind.

    `wind`: mm/s to the right and forward.
    """
    east, north = wind
    if not (east or north):
        return ""
    sides = SIDES[(east > 0) - (east < 0), (north > 0) - (north < 0)]
    return tr("Wind: {speed:.1f} m/s {sides}", speed=hypot(east, north) / 1000, sides=sides)


def aside(field: Field, mirrored: bool = False) -> float:
    """Return the x position of the arrows, mm to the right of the middle of the table."""
    return ASIDE * field.half_width * (1 if mirrored else -1)


def draw(canvas: Canvas, camera: Camera, field: Field, mirrored: bool = False) -> None:
    """Draw three arrows beside the middle of the table; stronger wind makes them longer."""
    east, north = field.wind
    speed = hypot(east, north)
    if not speed:
        return
    look = canvas.look
    ahead = (east / speed, north / speed)
    length = min(SHORTEST + PER_SPEED * speed, LONGEST)
    middle = aside(field, mirrored)

    def at(along: float, across: float) -> tuple[float, float]:
        x = middle + along * ahead[0] - across * ahead[1]
        return camera.project(x, along * ahead[1] + across * ahead[0])

    for across, share in STREAKS:
        half = share * length / 2
        canvas.line(AIR, at(-half, across), at(half - HEAD / 2, across), look.px(2.5))
        tip = (at(half + HEAD / 2, across), at(half - HEAD / 2, across + HEAD / 2),
               at(half - HEAD / 2, across - HEAD / 2))  # fmt: skip
        canvas.polygon(AIR, tip)
    x, y = camera.project(middle, 0.0)
    low = max(at(along, across)[1] for along in (-length / 2, length / 2) for across in (-40, 40))
    canvas.text(f"{speed / 1000:.1f} m/s", (x, max(low, y) + look.px(12)), SPEED, "c", AIR)
