"""The focus ring: Tab goes round in reading order, arrows go to the nearest in their direction."""

from __future__ import annotations

from collections.abc import Iterable

from pygame import Rect

from castlecards.ui.kit.widgets.base import Widget


def ring(root: Widget) -> list[Widget]:
    """All widgets that can have the focus, in reading order."""
    return [widget for widget in root.walk() if widget.focusable and widget.enabled]


def after(ring: list[Widget], current: Widget | None, step: int) -> Widget | None:
    """The next (step 1) or previous (-1) widget of the ring; None for an empty ring."""
    if not ring:
        return None
    if current not in ring:
        return ring[0 if step > 0 else -1]
    return ring[(ring.index(current) + step) % len(ring)]


def towards(ring: Iterable[Widget], current: Widget, dx: int, dy: int) -> Widget | None:
    """The nearest widget on that side; what lies in line is preferred to what lies aside."""
    best: tuple[float, Widget] | None = None
    for widget in ring:
        if widget is current:
            continue
        cost = _cost(current.rect, widget.rect, dx, dy)
        if cost is not None and (best is None or cost < best[0]):
            best = cost, widget
    return best[1] if best else None


def _cost(here: Rect, there: Rect, dx: int, dy: int) -> float | None:
    ahead = (there.centerx - here.centerx) * dx + (there.centery - here.centery) * dy
    gap = _gap(here, there, dx, dy)
    if ahead <= 0 or gap < -min(here.width if dx else here.height, 8):
        return None
    if dx:
        aside = max(0, there.top - here.bottom, here.top - there.bottom)
        off = abs(there.centery - here.centery)
    else:
        aside = max(0, there.left - here.right, here.left - there.right)
        off = abs(there.centerx - here.centerx)
    return max(0, gap) + 3 * aside + 0.1 * off


def _gap(here: Rect, there: Rect, dx: int, dy: int) -> int:
    """From the edge of one to the facing edge of the other, along the direction."""
    if dx:
        return there.left - here.right if dx > 0 else here.left - there.right
    return there.top - here.bottom if dy > 0 else here.top - there.bottom
