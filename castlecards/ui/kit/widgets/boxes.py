"""Layout boxes: column, row, grid, centre, and a label beside its control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pygame import Rect

from castlecards.ui.kit.theme import GAP, Look
from castlecards.ui.kit.widgets.base import Size, Widget

Side = Literal["left", "centre", "right", "fill"]


class Box(Widget):
    """Base class of layout boxes: `gap` units between children, `pad` units around them."""

    shade = 0

    def __init__(self, children: Sequence[Widget], gap: float = GAP, pad: float = 0) -> None:
        super().__init__()
        self.children = list(children)
        self.gap = gap
        self.pad = pad

    def shown(self) -> list[Widget]:
        return [child for child in self.children if child.visible]

    def set(self, children: Sequence[Widget]) -> None:
        """Replace the children."""
        self.children = list(children)
        self.resized()


class Space(Widget):
    """Spacer of `units` each way; with `grow` it takes the free height of a column."""

    shade = 0

    def __init__(self, units: float = 0, grow: bool = False) -> None:
        super().__init__()
        self.units = units
        self.grow = grow

    def measure(self, look: Look, width: int) -> Size:
        return look.px(self.units), look.px(self.units)


class Column(Box):
    """Column of children. `widest`: greatest width, units; `side`: alignment of narrow children."""

    def __init__(
        self,
        children: Sequence[Widget],
        gap: float = GAP,
        pad: float = 0,
        side: Side = "fill",
        widest: float = 0,
    ) -> None:
        super().__init__(children, gap, pad)
        self.side = side
        self.widest = widest

    def measure(self, look: Look, width: int) -> Size:
        inner = self._inner(look, width)
        sizes = [child.measure(look, inner) for child in self.shown()]
        pad = 2 * look.px(self.pad)
        high = sum(size[1] for size in sizes) + look.px(self.gap) * max(0, len(sizes) - 1)
        wide = inner if self.side == "fill" else max((size[0] for size in sizes), default=0)
        return min(width, wide + pad), high + pad

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        pad, gap = look.px(self.pad), look.px(self.gap)
        inner = self._inner(look, rect.width)
        left = rect.left + (rect.width - inner) // 2
        sizes = [(child, *child.measure(look, inner)) for child in self.shown()]
        growing = [child for child in self.shown() if getattr(child, "grow", False)]
        rest = rect.height - 2 * pad - gap * max(0, len(sizes) - 1)
        rest -= sum(high for child, _, high in sizes if child not in growing)
        y = rect.top + pad
        for child, wide, high in sizes:
            if child in growing:
                high = max(1, rest // len(growing))
            wide = inner if self.side == "fill" else wide
            shift = {"right": inner - wide, "centre": (inner - wide) // 2}.get(self.side, 0)
            child.place(look, Rect(left + shift, y, wide, high))
            y += high + gap

    def _inner(self, look: Look, width: int) -> int:
        inner = width - 2 * look.px(self.pad)
        return max(1, min(inner, look.px(self.widest)) if self.widest else inner)


class Row(Box):
    """Row of children that wraps into further lines if the width is too small.

    `side` "fill": the children of a line share its width equally.
    """

    def __init__(
        self, children: Sequence[Widget], gap: float = GAP, pad: float = 0, side: Side = "left"
    ) -> None:
        super().__init__(children, gap, pad)
        self.side = side

    def measure(self, look: Look, width: int) -> Size:
        pad, gap = 2 * look.px(self.pad), look.px(self.gap)
        lines = self._lines(look, width - pad)
        high = sum(max(size[1] for _, size in line) for line in lines)
        wide = max(
            (sum(s[0] for _, s in line) + gap * (len(line) - 1) for line in lines), default=0
        )
        wide = width - pad if self.side == "fill" else wide
        return min(width, wide + pad), high + gap * max(0, len(lines) - 1) + pad

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        pad, gap = look.px(self.pad), look.px(self.gap)
        inner = rect.width - 2 * pad
        y = rect.top + pad
        lines = self._lines(look, inner)
        used = sum(max(size[1] for _, size in line) for line in lines) + gap * (len(lines) - 1)
        if len(lines) == 1:
            y += max(0, rect.height - 2 * pad - used) // 2
        for line in lines:
            high = max(size[1] for _, size in line)
            wides = [size[0] for _, size in line]
            if self.side == "fill":
                share = (inner - gap * (len(line) - 1)) // len(line)
                wides = [share] * len(line)
            spare = inner - sum(wides) - gap * (len(line) - 1)
            x = rect.left + pad + {"right": spare, "centre": spare // 2}.get(self.side, 0)
            for (child, size), wide in zip(line, wides, strict=True):
                child.place(look, Rect(x, y + (high - size[1]) // 2, wide, size[1]))
                x += wide + gap
            y += high + gap

    def _lines(self, look: Look, width: int) -> list[list[tuple[Widget, Size]]]:
        gap = look.px(self.gap)
        lines: list[list[tuple[Widget, Size]]] = []
        room = 0
        for child in self.shown():
            size = child.measure(look, width)
            if not lines or room < size[0]:
                lines.append([])
                room = width
            lines[-1].append((child, size))
            room -= size[0] + gap
        return lines


class Grid(Box):
    """Grid of equally wide children, as many in a row as fit with `least` units each."""

    def __init__(
        self, children: Sequence[Widget], least: float, gap: float = GAP, wide: bool = True,
        tallest: float = 0,
    ) -> None:  # fmt: skip
        """`wide`: children of an incomplete first row share the whole width. `tallest`: units, up
        to which rows grow if the grid is placed in a higher rectangle; 0: they never grow."""
        super().__init__(children, gap)
        self.least = least
        self.wide = wide
        self.tallest = tallest

    @property
    def grow(self) -> bool:
        """True if a column gives the grid its free height."""
        return bool(self.tallest)

    def _count(self, look: Look, width: int) -> int:
        gap = look.px(self.gap)
        fitting = max(1, (width + gap) // (look.px(self.least) + gap))
        return min(fitting, max(1, len(self.shown()))) if self.wide else fitting

    def _lines(self, look: Look, width: int) -> tuple[int, list[list[tuple[Widget, int]]]]:
        """Width of a child, and the rows with the preferred height of each child, px."""
        count = self._count(look, width)
        wide = (width - look.px(self.gap) * (count - 1)) // count
        cells = [(child, child.measure(look, wide)[1]) for child in self.shown()]
        return wide, [cells[n : n + count] for n in range(0, len(cells), count)]

    def measure(self, look: Look, width: int) -> Size:
        _, lines = self._lines(look, width)
        gaps = look.px(self.gap) * max(0, len(lines) - 1)
        return width, sum(max(high for _, high in line) for line in lines) + gaps

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        gap = look.px(self.gap)
        wide, lines = self._lines(look, rect.width)
        y = rect.top
        share = (rect.height - gap * (len(lines) - 1)) // max(1, len(lines))
        for line in lines:
            high = max(tall for _, tall in line)
            if self.tallest:
                high = max(high, min(share, look.px(self.tallest)))
            for n, (child, _) in enumerate(line):
                child.place(look, Rect(rect.left + n * (wide + gap), y, wide, high))
            y += high + gap


class Beside(Box):
    """Label on the left and control on the right; one above the other if space is narrow."""

    def __init__(
        self, label: Widget, control: Widget, part: float = 0.5, least: float = 460
    ) -> None:
        """`part`: label's share of the width; `least`: units of width to stand side by side."""
        super().__init__([label, control], 16)
        self.part = part
        self.least = least

    def measure(self, look: Look, width: int) -> Size:
        label, control = self.children
        if self._narrow(look, width):
            high = label.measure(look, width)[1] + control.measure(look, width)[1]
            return width, high + look.px(self.gap) // 2
        left, right = self._split(look, width)
        return width, max(label.measure(look, left)[1], control.measure(look, right)[1])

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        label, control = self.children
        if self._narrow(look, rect.width):
            high = label.measure(look, rect.width)[1]
            label.place(look, Rect(rect.left, rect.top, rect.width, high))
            y = rect.top + high + look.px(self.gap) // 2
            wide, tall = control.measure(look, rect.width)
            control.place(look, Rect(rect.left, y, wide, tall))
            return
        left, right = self._split(look, rect.width)
        high = label.measure(look, left)[1]
        label.place(look, Rect(rect.left, rect.top + (rect.height - high) // 2, left, high))
        wide, tall = control.measure(look, right)
        y = rect.top + (rect.height - tall) // 2
        control.place(look, Rect(rect.right - right, y, wide, tall))

    def _split(self, look: Look, width: int) -> tuple[int, int]:
        left = round(width * self.part)
        return left - look.px(self.gap), width - left

    def _narrow(self, look: Look, width: int) -> bool:
        return width < look.px(self.least)


class Centre(Box):
    """Box that centres one child; `widest` and `tallest` in units, 0 for its preferred size."""

    def __init__(
        self, child: Widget, widest: float = 0, tallest: float = 0, pad: float = 0
    ) -> None:
        super().__init__([child], 0, pad)
        self.widest = widest
        self.tallest = tallest

    def measure(self, look: Look, width: int) -> Size:
        return self.children[0].measure(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        pad = 2 * look.px(self.pad)
        wide = rect.width - pad
        if self.widest:
            wide = min(wide, look.px(self.widest))
        size = self.children[0].measure(look, wide)
        high = rect.height - pad
        high = min(high, look.px(self.tallest)) if self.tallest else min(high, size[1])
        inner = Rect(0, 0, wide if self.widest else min(wide, size[0]), high)
        inner.center = rect.center
        self.children[0].place(look, inner)


class Split(Box):
    """Two children side by side, equally high; one above the other below `least` units of width.

    `part`: share of the first child.
    """

    def __init__(
        self, left: Widget, right: Widget, part: float, least: float, gap: float = GAP
    ) -> None:
        super().__init__([left, right], gap)
        self.part = part
        self.least = least

    def _widths(self, look: Look, width: int) -> tuple[int, int] | None:
        """Widths of the children, px; None if they stand one above the other."""
        if width < look.px(self.least):
            return None
        room = width - look.px(self.gap)
        left = round(room * self.part)
        return left, room - left

    def measure(self, look: Look, width: int) -> Size:
        widths = self._widths(look, width)
        if widths is None:
            heights = [child.measure(look, width)[1] for child in self.children]
            return width, sum(heights) + look.px(self.gap)
        pairs = zip(self.children, widths, strict=True)
        return width, max(child.measure(look, wide)[1] for child, wide in pairs)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        first, second = self.children
        widths = self._widths(look, rect.width)
        if widths is None:
            high = first.measure(look, rect.width)[1]
            first.place(look, Rect(rect.left, rect.top, rect.width, high))
            top = rect.top + high + look.px(self.gap)
            left = second.measure(look, rect.width)[1]
            second.place(look, Rect(rect.left, top, rect.width, left))
            return
        first.place(look, Rect(rect.left, rect.top, widths[0], rect.height))
        second.place(look, Rect(rect.right - widths[1], rect.top, widths[1], rect.height))
