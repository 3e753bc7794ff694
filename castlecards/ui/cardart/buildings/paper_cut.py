"""Pen for buildings seen from the front, as if cut out of paper: flat shapes with one dark rim.

Lengths are units from the middle of the foot line, x to the right and y up. Light comes from the
left. The picture is drawn at a multiple of its size. Smoke is added after the rim, which would
harden it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise

import pygame
from pygame import Surface

from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import Colour, blank, mix

Point = tuple[float, float]
OVER = 2  # drawn px per shown px, each way; large pictures need only one
MARGIN = 16.0  # units around a building, room for its rim and its shadow
RIM: Colour = (14, 20, 17)
RIM_WIDTH = 1.1  # units
SHADOW = (3.0, 4.0)  # units, offset of the shadow to the right and down
SHADOW_STRENGTH = 150  # 0 to 255
STONE: Colour = (168, 164, 155)
SOOT: Colour = (24, 22, 22)
LIGHT: Colour = (255, 214, 120)  # of a window
WOOD: Colour = (112, 76, 46)
COURSE = 8.0  # units, height of a course of stones
BRICK = 15.0  # units, length of a stone
MERLON = 8.0  # units, width of a merlon and of the gap after it
SHADE = 0.2  # how much darker the right third of a shape is
EDGE_STEPS = 12  # directions in which the rim is drawn


class PaperCut:
    """Sheet of `half` units to each side, `height` above and `below` the foot line."""

    def __init__(
        self,
        size: tuple[float, float, float],
        scale: float,
        stone: Colour,
        seed: str,
        over: int = OVER,
    ) -> None:
        """`size`: half width, height and depth in units; `scale`: px per unit of the picture."""
        self.scale = scale
        self._over = over
        self.stone = stone
        self.chance = random.Random(seed)
        self._px = scale * over
        middle, foot = self.anchor(size, scale)
        self._wide, self._tall = 2 * middle, foot + math.ceil((size[2] + MARGIN) * scale)
        self._middle, self._foot = middle * over, foot * over
        self._sheet = blank((self._wide * over, self._tall * over))
        self._smoke: list[tuple[float, float, float]] = []

    def at(self, x: float, y: float) -> Point:
        """Drawn px of a point."""
        return self._middle + x * self._px, self._foot - y * self._px

    @staticmethod
    def anchor(size: tuple[float, float, float], scale: float) -> tuple[int, int]:
        """Middle of the foot line in the finished picture, px from its top left corner."""
        half, height, _ = size
        return math.ceil((half + MARGIN) * scale), round((height + MARGIN) * scale)

    # -- shapes --------------------------------------------------------------------------------

    def polygon(self, colour: Colour, *points: Point) -> None:
        pygame.draw.polygon(self._sheet, colour, [self.at(*point) for point in points])

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """Draw a box; (x, y) is its lower left corner."""
        left, top = self.at(x, y + height)
        right, low = self.at(x + width, y)
        rect = pygame.Rect(round(left), round(top), 0, 0)
        rect.size = max(1, round(right) - rect.left), max(1, round(low) - rect.top)
        pygame.draw.rect(self._sheet, colour, rect)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        pygame.draw.circle(self._sheet, colour, self.at(x, y), radius * self._px)

    def line(self, colour: Colour, width: float, *points: Point) -> None:
        """Draw a line `width` units wide through `points`."""
        for start, end in pairwise(points):
            far = math.dist(start, end) or 1
            dx = (end[1] - start[1]) / far * width / 2
            dy = (start[0] - end[0]) / far * width / 2
            self.polygon(
                colour,
                (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy),
                (end[0] - dx, end[1] - dy), (start[0] - dx, start[1] - dy),
            )  # fmt: skip

    # -- masonry -------------------------------------------------------------------------------

    def wall(
        self, x: float, y: float, width: float, height: float, stone: Colour | None = None
    ) -> None:
        """Draw a wall of stones; (x, y) is its lower left corner. Its right third is in shade."""
        stone = stone or self.stone
        self.box(x, y, width, height, stone)
        shade = x + width * 2 / 3
        self.box(shade, y, width / 3, height, mix(stone, (0, 0, 0), SHADE))
        if self.scale * COURSE < 4:
            return
        row, low = 0, y
        while low < y + height - 1:
            tall = min(COURSE, y + height - low)
            left = x - BRICK * (0.5 if row % 2 else 0.0)
            while left < x + width:
                start, end = max(left, x), min(left + BRICK, x + width)
                dark = self.chance.uniform(0.0, 0.09)
                if end - start > 2:
                    base = mix(stone, (0, 0, 0), SHADE) if (start + end) / 2 > shade else stone
                    tone = mix(base, (0, 0, 0), dark)
                    self.box(start, low, end - start - 0.8, tall - 0.8, tone)
                left += BRICK
            row, low = row + 1, low + COURSE

    def crown(self, x: float, y: float, width: float, stone: Colour | None = None) -> None:
        """Draw a ledge with merlons on a wall whose upper left corner is (x, y)."""
        stone = stone or self.stone
        pale, dark = mix(stone, (255, 255, 255), 0.16), mix(stone, (0, 0, 0), 0.42)
        self.box(x - 2.5, y, width + 5, 5, pale)
        self.box(x - 2.5, y - 1.4, width + 5, 1.6, dark)
        count = max(2, round((width + 5 + MERLON) / (2 * MERLON)))
        step = (width + 5) / (2 * count - 1)
        for n in range(count):
            left = x - 2.5 + 2 * n * step
            shaded = left + step / 2 > x + width * 2 / 3
            self.box(left, y + 5, step, 7, mix(pale, (0, 0, 0), SHADE) if shaded else pale)

    def tower(self, x: float, width: float, height: float, stone: Colour | None = None) -> None:
        """Draw a wall with a crown, `height` units high with it; `x`: its left edge."""
        self.wall(x, 0, width, height - 12, stone)
        self.crown(x, height - 12, width, stone)

    def roof(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """Draw a pointed roof on the crown of a tower whose upper left corner is (x, y)."""
        y -= 4  # between the merlons
        left, right, tip = x - 4, x + width + 4, (x + width / 2, y + height)
        self.polygon(colour, (left, y), tip, (right, y))
        dark = mix(colour, (0, 0, 0), 0.26)
        self.polygon(dark, (x + width * 0.62, y), tip, (right, y))
        rows = max(2, round(height / 9))
        for n in range(1, rows):
            part = n / rows
            inset = (right - left) / 2 * part
            self.box(
                left + inset, y + height * part, right - left - 2 * inset, 1.1,
                mix(colour, (0, 0, 0), 0.3),
            )  # fmt: skip

    def flag(self, x: float, y: float, colour: Colour, forked: bool) -> None:
        """Draw a flag on a pole at (x, y); `forked`: it ends in two tails."""
        self.box(x - 0.9, y, 1.8, 24, mix(WOOD, (0, 0, 0), 0.3))
        self.pennant((x, y + 23), (x, y + 12), 20, colour, forked)

    def pennant(self, top: Point, foot: Point, length: float, colour: Colour, forked: bool) -> None:
        """Draw a cloth of a length that hangs at a pole from `top` to `foot`; see `flag`."""
        (x, high), (below, low) = top, foot
        end = max(x, below) + length
        notch = end - length / 4 if forked else end, (high + low) / 2
        self.polygon(colour, top, (end, high), notch, (end, low), foot)
        middle = (x + below + 2 * end) / 4
        self.polygon(
            mix(colour, (0, 0, 0), 0.2), (middle, high), (end, high), notch, (end, low),
            (middle, low),
        )  # fmt: skip

    def window(self, x: float, y: float) -> None:
        """Draw a lit window; (x, y) is the middle of its sill."""
        self.box(x - 2.6, y - 0.8, 5.2, 10.6, mix(self.stone, (0, 0, 0), 0.6))
        self.box(x - 1.7, y, 3.4, 9, LIGHT)

    def shield(self, x: float, y: float, colour: Colour, outline: Sequence[Point]) -> None:
        """Draw a shield of 24 x 28 units around (x, y) with a pale sign.

        `outline`: polygon of the sign in a box of side 1, y down."""
        edge = mix(LIGHT, WOOD, 0.25)
        for grow, tone in ((1.0, edge), (0.84, colour)):
            points = [(-12, 14), (12, 14), (12, -2), (0, -14), (-12, -2)]
            self.polygon(tone, *((x + px * grow, y + py * grow) for px, py in points))
        half = ((0, 14), (12, 14), (12, -2), (0, -14))
        self.polygon(
            mix(colour, (0, 0, 0), 0.2), *((x + px * 0.84, y + py * 0.84) for px, py in half)
        )
        self.polygon((244, 238, 222), *((x + 13 * px, y + 1 - 13 * py) for px, py in outline))

    # -- damage --------------------------------------------------------------------------------

    def crack(self, x: float, y: float, length: float) -> None:
        """Draw a crack that runs down from (x, y)."""
        points, drift = [(x, y)], 3.5 if self.chance.random() < 0.5 else -3.5
        steps = max(3, round(length / 7))
        for n in range(1, steps + 1):
            points.append(
                (x + drift * (n % 2) + self.chance.uniform(-1, 1), y - length * n / steps)
            )
        self.line(SOOT, 2.0, *points)

    def heap(self, x: float, width: float, height: float, stones: int) -> None:
        """Draw a heap of fallen stones, `width` wide and about `height` high, around `x`."""
        for _ in range(stones):
            along = self.chance.uniform(-1, 1)
            y = self.chance.uniform(-3.0, max(0.0, height * (1 - abs(along)) - 2.0))
            size = self.chance.uniform(2.2, 5.4)
            tone = mix(self.stone, (0, 0, 0), self.chance.uniform(0.04, 0.5))
            turn = self.chance.uniform(0, 1.6)
            middle = x + along * width / 2
            corners = [
                (middle + size * f * math.cos(turn + a), y + size * f * 0.8 * math.sin(turn + a))
                for a, f in ((0.2, 1.0), (1.5, 0.8), (2.9, 1.05), (4.4, 0.75))
            ]
            self.polygon(tone, *corners)

    def stump(self, x: float, width: float, height: float) -> None:
        """Draw what is left of a tower: a wall with a ragged upper edge; `x`: its left edge."""
        self.wall(x, 0, width, height * 0.6)
        steps = max(4, round(width / 7))
        points = [(x, height * 0.6 - 1)]
        for n in range(steps + 1):
            high = height * self.chance.uniform(0.62, 1.0)
            points.append((x + width * n / steps, high))
        points.append((x + width, height * 0.6 - 1))
        self.polygon(self.stone, *points)
        dark = mix(self.stone, (0, 0, 0), SHADE)
        edge = x + width * 2 / 3
        right = [point for point in points[1:-1] if point[0] >= edge]
        if right:
            first, last = right[0][0], right[-1][0]
            self.polygon(dark, (first, height * 0.6 - 1), *right, (last, height * 0.6 - 1))

    def flame(self, x: float, y: float, size: float) -> None:
        """Draw a fire `size` units high, and its smoke."""
        for part, tone in ((1.0, (214, 84, 28)), (0.74, (244, 148, 40)), (0.46, (255, 222, 120))):
            points = [(x - 0.42 * size * part, y)]
            for n in range(7):
                side = (n - 3) / 3
                high = size * part * ((1.0 - 0.45 * abs(side)) if n % 2 else 0.42)
                points.append((x + side * 0.42 * size * part, y + high))
            points.append((x + 0.42 * size * part, y))
            self.polygon(tone, *points)
        self.smoke(x, y + size * 0.9, size * 1.5)

    def smoke(self, x: float, y: float, height: float) -> None:
        """Let smoke rise `height` units from (x, y)."""
        self._smoke.append((x, y, height))

    # -- picture -------------------------------------------------------------------------------

    def picture(self) -> Steps[Surface]:
        """Finish the picture in steps: premultiplied, with rim, smoke and shadow."""
        large = self._sheet.get_size()
        rim = pygame.mask.from_surface(self._sheet, 60).to_surface(
            setcolor=(*RIM, 255), unsetcolor=(0, 0, 0, 0)
        )
        yield
        around, far = blank(large), RIM_WIDTH * max(self._px, 1.0)
        for n in range(EDGE_STEPS):
            turn = 2 * math.pi * n / EDGE_STEPS
            around.blit(rim, (round(far * math.cos(turn)), round(far * math.sin(turn))))
            if n % 3 == 2:
                yield
        around.blit(self._sheet, (0, 0))
        around = around.premul_alpha()
        yield
        if self._over > 1:
            around = pygame.transform.smoothscale(around, (self._wide, self._tall))
        whole = shadowed(around, (SHADOW[0] * self.scale, SHADOW[1] * self.scale), 8 * self.scale)
        for x, y, height in self._smoke:
            yield
            self._add_smoke(whole, x, y, height)
        return whole

    def _add_smoke(self, image: Surface, x: float, y: float, height: float) -> None:
        """Draw a soft column of smoke that widens and fades upwards."""
        radius = max(2.0, 0.16 * height)
        size = (
            round((2 * radius + 12) * self.scale) + 8,
            round((height + 2 * radius) * self.scale) + 8,
        )
        cloud = blank(size)
        for n in range(9):
            part = n / 8
            sway = 3.0 * math.sin(4.0 * part + x)
            middle = (
                size[0] / 2 + sway * self.scale,
                size[1] - 4 - (radius + (height - radius) * part) * self.scale,
            )
            reach = radius * (0.45 + 0.55 * part) * self.scale
            pygame.draw.circle(cloud, (46, 44, 46, round(120 * (1 - part) + 14)), middle, reach)
        cloud = pygame.transform.gaussian_blur(cloud.premul_alpha(), max(1, round(2 * self.scale)))
        left, top = self.at(x, y)
        at = (
            left / self._over - size[0] / 2,
            top / self._over - size[1] + radius * self.scale,
        )
        image.blit(cloud, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def shadowed(image: Surface, offset: Point, blur: float) -> Surface:
    """Copy of a premultiplied picture above its shadow, moved by `offset` and soft by `blur` px."""
    part = 4 if blur >= 8 else 2  # a smaller picture is blurred faster
    size = image.get_size()
    small = pygame.transform.smoothscale(image, (max(1, size[0] // part), max(1, size[1] // part)))
    small.fill((0, 0, 0, SHADOW_STRENGTH), special_flags=pygame.BLEND_RGBA_MULT)
    small = pygame.transform.gaussian_blur(small, max(1, round(blur / part)))
    whole = blank(size)
    whole.blit(pygame.transform.smoothscale(small, size), (round(offset[0]), round(offset[1])))
    whole.blit(image, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return whole
