"""Plots: scatter plot, bar chart, and rates with confidence intervals, as widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from castlecards.texts import ntr, tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Widget

TITLE = Style("bold", 14, "gold_high")
TICK = Style("ui", 14, "muted")
LABEL = Style("ui", 14, "muted")
NOTHING = Style("ui", 14, "faint")
STEPS = (1, 2, 5, 10)  # distances of ticks, times a power of ten
NO_THROWS = tr("No throws yet")
TALL = 184  # units, height
Floats = NDArray[np.float64]


def ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Tick positions: about `most` round numbers from `low` to `high`; () if `high` <= `low`."""
    if not high > low:
        return ()
    rough = (high - low) / max(most, 1)
    power = 10.0 ** floor(log10(rough))
    step = next(s * power for s in STEPS if s * power >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    return tuple(n * step for n in range(first, floor(high / step + 1e-9) + 1))


def number(value: float) -> str:
    return f"{value:g}".replace("-", "−") if abs(value) >= 1e-9 else "0"


def same_size(look: Look, names: Sequence[str], style: Style, room: int) -> Style:
    """Style in which all names of a plot have one size: that in which the longest fits `room`."""
    fitted = (look.fit(name, style, room)[1] for name in names)
    return min(fitted, key=lambda each: each.size, default=style)


@dataclass(frozen=True)
class Dots:
    """Cloud of points of one colour; `x` and `y` have shape (n,)."""

    x: Floats
    y: Floats
    colour: Colour
    name: str = ""


@dataclass(frozen=True)
class Axis:
    """Range of an axis."""

    low: float
    high: float

    @classmethod
    def of(cls, values: Floats, least: float = 1.0) -> Axis:
        """Range of the middle 99 % of the values with a margin; `least`: smallest margin."""
        if not values.size:
            return cls(-least, least)
        low, high = (float(v) for v in np.quantile(values, (0.005, 0.995)))
        room = max(0.08 * (high - low), least / 2)
        return cls(low - room, high + room)


@dataclass(frozen=True)
class Clouds:
    """Several clouds of points with the ranges of both axes."""

    dots: tuple[Dots, ...]
    x: Axis
    y: Axis

    @classmethod
    def of(cls, dots: Iterable[Dots]) -> Clouds:
        """Compute the ranges of clouds; slow for many points."""
        some = tuple(cloud for cloud in dots if cloud.x.size)
        empty = np.zeros(0)
        xs = np.concatenate([cloud.x for cloud in some] or [empty])
        ys = np.concatenate([cloud.y for cloud in some] or [empty])
        return cls(some, Axis.of(xs), Axis.of(ys))


class Plot(Widget):
    """Base class of plots: a titled frame with axes; `data` draws the content."""

    shade = 0
    touchable = True

    def __init__(self, id: str, title: str, across: str = "", up: str = "", tall: float = TALL):
        super().__init__(id, title)
        self.title = title
        self.across, self.up = across, up
        self.tall = tall
        self.x = Axis(0, 1)
        self.y = Axis(0, 1)

    @property
    def readings(self) -> Sequence[str]:
        return self.title, *(self.figures() or (NO_THROWS,))

    def figures(self) -> Sequence[str]:
        """Content as texts, for speech; empty without data."""
        raise NotImplementedError

    def area(self, look: Look) -> Rect:
        """Rectangle of the data area, px."""
        left = look.px(46)
        top, below = look.px(33), look.px(36 if self.across else 22)
        rect = self.rect
        return Rect(
            rect.left + left, rect.top + top, rect.width - left - look.px(12),
            rect.height - top - below,
        )  # fmt: skip

    def at_px(self, area: Rect, x: float, y: float) -> tuple[float, float]:
        """Position in px of a point in data coordinates."""
        return (
            area.left + (x - self.x.low) / (self.x.high - self.x.low) * area.width,
            area.bottom - (y - self.y.low) / (self.y.high - self.y.low) * area.height,
        )

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        canvas.box(self.rect, 8, c.inset, c.inset, c.inset_edge)
        words, style = look.fit(self.title, TITLE, self.rect.width - look.px(24))
        canvas.text(words, (self.rect.left + look.px(12), self.rect.top + look.px(14)), style, "w")
        area = self.area(look)
        if area.width < look.px(20) or area.height < look.px(20):
            return
        self.fit(area)
        self.axes(canvas, area)
        with canvas.clipped(area):
            self.data(canvas, area)

    def fit(self, area: Rect) -> None:
        """Adjust the ranges of the axes to the size of the data area."""

    def axes(self, canvas: Canvas, area: Rect) -> None:
        look, c = canvas.look, canvas.look.palette
        for value in ticks(self.y.low, self.y.high, area.height // look.px(34)):
            y = round(self.at_px(area, 0, value)[1])
            canvas.rule(c.line, area.left, area.right, y)
            canvas.text(number(value), (area.left - look.px(6), y), TICK, "e")
        for value in self.across_ticks(look, area):
            x = round(self.at_px(area, value, 0)[0])
            canvas.fill(c.line, Rect(x, area.top, look.px(1), area.height))
            canvas.text(number(value), (x, area.bottom + look.px(4)), TICK, "n")
        if self.across:
            at = (area.centerx, self.rect.bottom - look.px(16))
            canvas.text(self.across, at, LABEL, "n")
        if self.up:
            canvas.text(
                self.up, (self.rect.right - look.px(12), self.rect.top + look.px(14)), LABEL, "e"
            )

    def across_ticks(self, look: Look, area: Rect) -> Sequence[float]:
        return ticks(self.x.low, self.x.high, area.width // look.px(48))

    def data(self, canvas: Canvas, area: Rect) -> None:
        raise NotImplementedError

    def prerender(self, look: Look) -> bool:
        """Draw one slow part for later frames. Return True if it was the last one."""
        return True

    def nothing(self, canvas: Canvas, area: Rect, words: str) -> None:
        canvas.text(words, area.center, NOTHING, "c")


class DotPlot(Plot):
    """Scatter plot. `even`: equal scale on both axes; `below` and `above` draw extra layers."""

    def __init__(
        self,
        id: str,
        title: str,
        clouds: Clouds,
        across: str,
        up: str,
        even: bool = False,
        below: Callable[[Canvas, Rect, DotPlot], None] | None = None,
        above: Callable[[Canvas, Rect, DotPlot], None] | None = None,
        tall: float = TALL,
        reach: float = 0,
    ) -> None:
        """`reach`: least distance from 0 that both axes show on either side."""
        super().__init__(id, title, across, up, tall)
        self.clouds = clouds
        self.even = even
        self.below, self.above = below, above
        self.reach = reach
        self._sheet: tuple[tuple[object, ...], Surface] | None = None  # with its cache key
        self._drawn = 0  # number of clouds on the sheet; one more than all: premultiplied

    def figures(self) -> Sequence[str]:
        clouds = self.clouds.dots
        if not clouds:
            return ()
        count = sum(cloud.x.size for cloud in clouds)
        told = [ntr(count, "{n} throw", "{n} throws")]
        for unit, values in (
            (self.across, [cloud.x for cloud in clouds]), (self.up, [cloud.y for cloud in clouds]),
        ):  # fmt: skip
            if unit:
                middle = float(f"{np.median(np.concatenate(values)):.3g}")
                told.append(tr("median {number} {unit}", number=number(middle), unit=unit))
        return (", ".join(told),)

    def _wide(self, span: Axis) -> Axis:
        if not self.reach:
            return span
        return Axis(min(span.low, -self.reach), max(span.high, self.reach))

    def fit(self, area: Rect) -> None:
        self.x, self.y = self._wide(self.clouds.x), self._wide(self.clouds.y)
        if not self.even:
            return
        per_x = (self.x.high - self.x.low) / area.width
        per_y = (self.y.high - self.y.low) / area.height
        if per_x < per_y:
            middle, half = (self.x.low + self.x.high) / 2, per_y * area.width / 2
            self.x = Axis(middle - half, middle + half)
        else:
            middle, half = (self.y.low + self.y.high) / 2, per_x * area.height / 2
            self.y = Axis(middle - half, middle + half)

    def data(self, canvas: Canvas, area: Rect) -> None:
        if self.below is not None:
            self.below(canvas, area, self)
        if not self.clouds.dots:
            self.nothing(canvas, area, NO_THROWS)
            return
        canvas.blit(self.dots(canvas.look, area), area.topleft)
        if self.above is not None:
            self.above(canvas, area, self)

    def prerender(self, look: Look) -> bool:
        area = self.area(look)
        if area.width <= 0 or area.height <= 0:
            return True
        self.fit(area)
        self._next(look, area)
        return self._drawn > len(self.clouds.dots)

    def dots(self, look: Look, area: Rect) -> Surface:
        """Picture of all clouds, drawn at once."""
        sheet = self._next(look, area)
        while self._drawn <= len(self.clouds.dots):
            sheet = self._next(look, area)
        return sheet

    def _next(self, look: Look, area: Rect) -> Surface:
        """Draw one more cloud onto the picture; premultiply it after the last."""
        key = (area.size, look.scale, self.x, self.y)
        clouds = self.clouds.dots
        if self._sheet is None or self._sheet[0] != key:
            self._sheet, self._drawn = (key, Surface(area.size, pygame.SRCALPHA, 32)), 0
        sheet = self._sheet[1]
        if self._drawn < len(clouds):
            self._draw_cloud(look, sheet, clouds[self._drawn])
            self._drawn += 1
        if self._drawn == len(clouds):
            sheet = sheet.premul_alpha()
            self._sheet = key, sheet
            self._drawn += 1
        return sheet

    def _draw_cloud(self, look: Look, sheet: Surface, cloud: Dots) -> None:
        """Draw a cloud: single dots if there are few, else by the coverage of each pixel."""
        size = sheet.get_size()
        radius = look.px(3.2 if cloud.x.size < FEW else 2.2 if cloud.x.size < MANY else 1.2)
        left, top = pixels(cloud, self.x, self.y, size, radius)
        if cloud.x.size < MANY:
            dot = Surface((2 * radius + 2, 2 * radius + 2), pygame.SRCALPHA, 32)
            pygame.draw.aacircle(dot, cloud.colour, (radius + 0.5, radius + 0.5), radius)
            dot.set_alpha(round(255 * OPAQUE))
            at = zip((left - radius).tolist(), (top - radius).tolist(), strict=True)
            sheet.fblits([(dot, point) for point in at])
            return
        layer = Surface(size, pygame.SRCALPHA, 32)
        layer.fill((*cloud.colour, 255))
        alpha = pygame.surfarray.pixels_alpha(layer)
        alpha[:] = 255 * coverage(left, top, size, radius)
        del alpha
        sheet.blit(layer, (0, 0))


FEW = 400  # points; smaller clouds have larger dots
MANY = 6000  # points; larger clouds are drawn by coverage
OPAQUE = 0.62  # opacity of a single dot


def pixels(
    cloud: Dots, x: Axis, y: Axis, size: tuple[int, int], margin: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Positions of the visible points, px from the top left corner of the data area."""
    wide, high = size
    px = (cloud.x - x.low) / (x.high - x.low) * wide
    py = (y.high - cloud.y) / (y.high - y.low) * high
    shown = (px > -margin) & (px < wide + margin) & (py > -margin) & (py < high + margin)
    return np.round(px[shown]).astype(np.int64), np.round(py[shown]).astype(np.int64)


def coverage(
    left: NDArray[np.int64], top: NDArray[np.int64], size: tuple[int, int], radius: int
) -> NDArray[np.float32]:
    """Opacity of each pixel, 0 to 1, shape `size`; overlapping dots add up."""
    wide, high = size
    pad = radius + 1
    shape = wide + 2 * pad, high + 2 * pad
    bins = np.bincount((left + pad) * shape[1] + top + pad, minlength=shape[0] * shape[1])
    counts = bins[: shape[0] * shape[1]].reshape(shape).astype(np.float32)
    clear = np.zeros((wide, high), np.float32)  # logarithm of the transparency
    for dx in range(-radius, radius + 1):
        for dy in range(-radius, radius + 1):
            part = OPAQUE * min(max(radius + 0.5 - (dx * dx + dy * dy) ** 0.5, 0.0), 1.0)
            if part:
                there = counts[pad + dx : pad + dx + wide, pad + dy : pad + dy + high]
                clear += np.float32(np.log1p(-part)) * there
    return -np.expm1(clear)


class BarPlot(Plot):
    """Horizontal bar chart of counts."""

    def __init__(
        self, id: str, title: str, bars: Sequence[tuple[str, int]], colour: Colour, empty: str
    ) -> None:
        super().__init__(id, title)
        self.bars = list(bars)
        self.colour = colour
        self.empty = empty

    def figures(self) -> Sequence[str]:
        bars = [tr("{name}: {value}", name=name, value=count) for name, count in self.bars]
        return bars or (self.empty,)

    def axes(self, canvas: Canvas, area: Rect) -> None:
        """Draw no axes: each bar has its count beside it."""

    def area(self, look: Look) -> Rect:
        return self.rect.inflate(-look.px(24), -look.px(40)).move(0, look.px(10))

    def data(self, canvas: Canvas, area: Rect) -> None:
        look = canvas.look
        if not self.bars:
            self.nothing(canvas, area, self.empty)
            return
        step = min(area.height / len(self.bars), look.px(34))
        names = max(look.width(name, LABEL) for name, _ in self.bars)
        names = min(names, 5 * area.width // 8) + look.px(10)
        style = same_size(look, [name for name, _ in self.bars], LABEL, names - look.px(8))
        most = max(count for _, count in self.bars)
        room = area.width - names - look.px(44)
        for n, (name, count) in enumerate(self.bars):
            y = area.top + step * (n + 0.5)
            words, fitted = look.fit(name, style, names - look.px(8))
            canvas.text(words, (area.left, y), fitted, "w")
            wide = max(round(room * count / most), look.px(2))
            high = max(round(step * 0.56), look.px(4))
            box = Rect(area.left + names, round(y - high / 2), wide, high)
            canvas.box(box, 3, self.colour)
            canvas.text(str(count), (box.right + look.px(6), y), TICK, "w")


@dataclass(frozen=True)
class Rate:
    """Share with its confidence interval, 0 to 1."""

    name: str
    share: float
    low: float
    high: float

    @property
    def text(self) -> str:
        share, low, high = (round(100 * each) for each in (self.share, self.low, self.high))
        return tr("{share} %, between {low} and {high}", share=share, low=low, high=high)


PAIR = 0.36  # distance of the two bars of a group, over the group's width


class RatePlot(Plot):
    """Plot of rates with their intervals: vertical bars with whiskers, or a line with a band."""

    def __init__(
        self,
        id: str,
        title: str,
        rates: Sequence[Rate],
        colours: Sequence[Colour],
        line: bool,
        beside: Sequence[Rate] = (),
        beside_colour: Colour = (0, 0, 0),
    ) -> None:
        """`beside`: a second series, drawn to the right of the first in each group."""
        super().__init__(id, title, up="%")
        self.rates = list(rates)
        self.beside = list(beside)
        self.beside_colour = beside_colour
        self.colours = list(colours)
        self.line = line
        self.y = Axis(0, 100)

    def figures(self) -> Sequence[str]:
        texts = [f"{rate.name}: {rate.text}" for rate in self.rates]
        beside = [tr("beside it {value}", value=rate.text) for rate in self.beside]
        return ["; ".join(pair) for pair in zip(texts, beside, strict=False)] or texts

    def across_ticks(self, look: Look, area: Rect) -> Sequence[float]:
        return ()

    def axes(self, canvas: Canvas, area: Rect) -> None:
        super().axes(canvas, area)
        look, count = canvas.look, len(self.rates)
        every = max(1, -(-count * look.px(46) // max(area.width, 1))) if self.line else 1
        room = every * area.width // max(count, 1)
        style = same_size(look, [rate.name for rate in self.rates[::every]], TICK, room)
        for n in range(0, count, every):
            words, fitted = look.fit(self.rates[n].name, style, room)
            canvas.text(words, (self._at(area, n), area.bottom + look.px(4)), fitted, "n")

    def _at(self, area: Rect, n: int) -> float:
        return area.left + area.width * (n + 0.5) / len(self.rates)

    def data(self, canvas: Canvas, area: Rect) -> None:
        if not self.rates:
            self.nothing(canvas, area, NO_THROWS)
        elif self.line:
            self._band(canvas, area)
        else:
            self._bars(canvas, area)

    def _height(self, area: Rect, share: float) -> float:
        return self.at_px(area, 0, 100 * share)[1]

    def _bars(self, canvas: Canvas, area: Rect) -> None:
        look, count = canvas.look, len(self.rates)
        wide = min(area.width // (2 * count), look.px(46))
        apart = round(PAIR * area.width / count) if self.beside else 0
        wide = min(wide, apart - look.px(6)) if self.beside else wide
        for n, rate in enumerate(self.rates):
            x = round(self._at(area, n))
            self._bar(canvas, area, rate, x - apart // 2, wide, self.colours[n % len(self.colours)])
            if n < len(self.beside):
                right = x + apart - apart // 2
                self._bar(canvas, area, self.beside[n], right, wide, self.beside_colour)

    def _bar(
        self, canvas: Canvas, area: Rect, rate: Rate, x: int, wide: int, colour: Colour
    ) -> None:
        look, c = canvas.look, canvas.look.palette
        top = round(self._height(area, rate.share))
        if area.bottom - top > 1:
            canvas.box(Rect(x - wide // 2, top, wide, area.bottom - top), 3, colour)
        low, high = self._height(area, rate.low), self._height(area, rate.high)
        canvas.line(c.text, (x, low), (x, high), look.px(1.5))
        for y in (low, high):
            canvas.line(c.text, (x - look.px(5), y), (x + look.px(5), y), look.px(1.5))

    def _band(self, canvas: Canvas, area: Rect) -> None:
        look, c = canvas.look, canvas.look.palette
        xs = [self._at(area, n) for n in range(len(self.rates))]
        lows = [(x, self._height(area, r.low)) for x, r in zip(xs, self.rates, strict=True)]
        highs = [(x, self._height(area, r.high)) for x, r in zip(xs, self.rates, strict=True)]
        middle = [(x, self._height(area, r.share)) for x, r in zip(xs, self.rates, strict=True)]
        if len(xs) > 1:
            canvas.polygon(c.button_low, [*lows, *reversed(highs)])
            for start, end in pairwise(middle):
                canvas.line(self.colours[0], start, end, look.px(2))
        else:
            canvas.line(c.text, lows[0], highs[0], look.px(1.5))
        for point in middle if len(xs) < 60 else ():
            canvas.circle(self.colours[0], point, look.px(3.5))
