"""Path of throwing levels: a winding line of numbered nodes, and a panel about the chosen level."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from math import dist

from pygame import Rect

from castlecards import levels
from castlecards.core.landing import METHOD_TITLES
from castlecards.practice.progress import Progress
from castlecards.practice.range import ground
from castlecards.texts import tr
from castlecards.ui.cardart.drawing import Pictures
from castlecards.ui.cardart.portraits import draw_portrait
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import SMALL, Look, Style
from castlecards.ui.kit.widgets.base import Act, Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Inset, Label, heading
from castlecards.ui.kit.widgets.boxes import Column, Row
from castlecards.ui.pages.today_charts import Rival, StationMap
from castlecards.ui.practice.outcome import StarLine, draw_star
from castlecards.ui.practice.trial import star_texts

AHEAD = 2  # levels that are open beyond the last one with a star
COLUMNS = 6  # most nodes in a row
CELL = 118.0, 95.0  # units, least width and height of a node with its texts
RING = 21.0  # units, radius of a node
DOT = 1.6  # units, radius of a dot between two nodes
STEP = 11.0  # units between two dots
WAVE = 6.0  # units by which every other node lies lower
STAR = 7.0  # units, radius of a star below a node
MAP = 116.0  # units, height of the picture of the targets
LEGEND = 6.0  # units, radius of a ring in the legend
FACE = 38.0  # units, size of a rival’s portrait
NUMBER = Style("bold", 15, "text")
NAME = Style("medium", 14, "text")
METHODS: dict[str, Colour] = {
    "lob": (112, 204, 152), "frisbee": (240, 196, 104), "flip": (196, 144, 236),
    "": (204, 206, 198),
}  # fmt: skip


ANY = tr("Any")  # method


def open_levels(path: Sequence[levels.LoadedLevel], stars: Progress) -> int:
    """Number of open levels, from the first: up to two beyond the last one with a star."""
    won = [loaded.level.path for loaded in path if stars.of(loaded.id).stars]
    return min(len(path), max(won, default=0) + AHEAD)


def only_method(loaded: levels.LoadedLevel) -> str:
    """Method that the goal of a level asks for; "" if any will do."""
    found = [method for method in METHODS if f"{method}_hits" in loaded.level.goal]
    return found[0] if len(found) == 1 else ""


class PathNode(Button):
    """Node of a level: a ring with its number, its stars and its title; closed if not `enabled`."""

    shade = 6

    def __init__(
        self, loaded: levels.LoadedLevel, stars: Sequence[bool], is_open: bool, act: Act
    ) -> None:
        super().__init__(f"level:{loaded.id}", loaded.level.title, act)
        self.number = loaded.level.path
        self.stars = stars
        self.colour = METHODS[only_method(loaded)]
        self.enabled = is_open
        if not is_open:
            self.tip = tr("Win a star in level {n} first.", n=self.number - AHEAD)

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(CELL[1])

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the ring, px."""
        return self.rect.centerx, self.rect.top + self.rect.height * 0.3

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        ring = look.px(RING)
        if self.on:
            canvas.circle(c.gold_high, self.centre, ring + look.px(4))
        canvas.circle(c.button_low if self.hovered else c.inset, self.centre, ring)
        edge = self.colour if self.enabled else c.line
        canvas.circle(edge, self.centre, ring, look.px(3))
        ink = c.text if self.enabled else c.faint
        canvas.text(str(self.number), self.centre, NUMBER, "c", ink)
        y = self.centre[1] + ring + look.px(STAR + 4)
        for n in range(levels.STARS if self.enabled else 0):
            at = (self.rect.centerx + (n - 1) * look.px(2.2 * STAR), y)
            draw_star(canvas, at, look.px(STAR), self.stars[n])
        text, style = look.fit(self.text, SMALL, self.rect.width)
        gold = c.gold_high if self.on else ink
        canvas.text(text, (self.rect.centerx, y + look.px(STAR + 11)), style, "c", gold)


class PathMap(Widget):
    """Winding line of nodes: each row goes the other way."""

    shade = 0

    def __init__(self, nodes: Sequence[PathNode]) -> None:
        super().__init__("path", tr("The path"))
        self.nodes = nodes
        self.children = nodes

    def _columns(self, look: Look, width: int) -> int:
        return max(1, min(COLUMNS, width // look.px(CELL[0])))

    def measure(self, look: Look, width: int) -> Size:
        rows = -(-len(self.nodes) // self._columns(look, width))
        return width, rows * look.px(CELL[1]) + look.px(WAVE)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        columns = self._columns(look, rect.width)
        wide, high = rect.width // columns, look.px(CELL[1])
        for n, node in enumerate(self.nodes):
            row, column = divmod(n, columns)
            if row % 2:
                column = columns - 1 - column
            y = rect.top + row * high + look.px(WAVE) * (n % 2)
            node.place(look, Rect(rect.left + column * wide, y, wide, high))

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        for one, two in zip(self.nodes, self.nodes[1:], strict=False):
            colour = look.palette.gold_low if two.enabled else look.palette.line
            self._dots(canvas, one, two, colour)
        super().draw(canvas)

    def _dots(self, canvas: Canvas, one: PathNode, two: PathNode, colour: Colour) -> None:
        """Draw dots from ring to ring; between two rows only above the ring of the lower one."""
        look = canvas.look
        (ax, ay), (bx, by) = one.centre, two.centre
        far, step = dist(one.centre, two.centre), look.px(STEP)
        begin = look.px(CELL[1] * 0.72) if abs(ay - by) > look.px(CELL[1] / 2) else look.px(RING)
        at = begin + step * 0.7
        while at < far - look.px(RING) - step * 0.4:
            point = (ax + (bx - ax) * at / far, ay + (by - ay) * at / far)
            canvas.circle(colour, point, look.px(DOT))
            at += step


class MethodLegend(Widget):
    """Legend of the colours of the rings."""

    shade = 0

    def __init__(self) -> None:
        super().__init__("path.legend", tr("Methods"))

    def measure(self, look: Look, width: int) -> Size:
        names = sum(look.width(name, SMALL) for name in METHOD_TITLES.values())
        wide = names + look.width(ANY, SMALL) + len(METHODS) * look.px(4 * LEGEND)
        return min(width, wide), look.line(SMALL)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        x, y = self.rect.left, self.rect.centery
        for method, colour in METHODS.items():
            canvas.circle(colour, (x + look.px(LEGEND), y), look.px(LEGEND), look.px(2))
            name = METHOD_TITLES.get(method, ANY)
            x += look.px(2.7 * LEGEND)
            canvas.text(name, (x, y), SMALL, "w")
            x += look.width(name, SMALL) + look.px(1.3 * LEGEND)


class RivalRow(Widget):
    """Characters side by side, each with its portrait, its name and its stars."""

    shade = 0

    def __init__(self, pictures: Pictures, rivals: Sequence[Rival]) -> None:
        super().__init__("path.rivals", tr("Rivals"))
        self.pictures = pictures
        self.rivals = rivals

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(FACE) + 2 * look.line(SMALL) + look.px(22)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        size = look.px(FACE)
        step = self.rect.width / max(len(self.rivals), 1)
        for n, rival in enumerate(self.rivals):
            x, y = self.rect.left + step * (n + 0.5), self.rect.top + size / 2
            draw_portrait(canvas, self.pictures, rival.who, (x, y), size)
            y += size / 2 + look.px(STAR + 4)
            for k in range(levels.STARS):
                at = (x + (k - 1) * look.px(2.2 * STAR), y)
                draw_star(canvas, at, look.px(STAR), k < rival.points)
            y += look.px(STAR + 3) + look.line(SMALL) / 2
            for line in look.wrap(rival.who.name, SMALL, round(step) - look.px(4)):
                canvas.text(line, (x, y), SMALL, "c")
                y += look.line(SMALL)


def about_level(
    loaded: levels.LoadedLevel,
    stars: Sequence[bool],
    rivals: Sequence[Rival],
    pictures: Pictures,
    play: Act,
) -> Widget:
    """Panel about a level: its idea, its targets, what each star asks for, and the rivals.

    `stars`: True for each star that is won.
    """
    level = loaded.level
    facts = ground(loaded.options, loaded.game.measures)  # type: ignore[attr-defined]
    field = dataclasses.replace(facts.field, surface=level.surface or "felt")
    rows: list[Widget] = [
        heading(tr("{n}: {title}", n=level.path, title=level.title)),
        Label(level.teaches, SMALL),
        StationMap(facts.spots, -1, (), field, tr("Targets"), MAP),
        *(StarLine(*each) for each in zip(star_texts(loaded), stars, strict=True)),
    ]
    if rivals:
        rows += [Label(tr("Rivals"), NAME, tone="gold_high"), RivalRow(pictures, rivals)]
    rows.append(Row([Button("path.play", tr("Play"), play, "primary", wide=220)], side="centre"))
    return Inset(Column(rows, 8), 14)
