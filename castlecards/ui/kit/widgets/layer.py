"""Widget layer: a tree of widgets with pointer, focus, tooltip and damage tracking.

Tab moves the focus in reading order; an arrow key moves it to the nearest widget that way.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from math import copysign, dist, inf

import pygame
from pygame import Rect

from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent, Keyboard, Pos
from castlecards.ui.kit.theme import SMALL, Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import draw_plate
from castlecards.ui.kit.widgets.scroll import NOTCH

FINGER = 44  # px, least width and height of a target for a finger
DELAY = 0.6  # s that the pointer rests before the tooltip appears


class Layer:
    """Widget tree of a scene, driven by `handle` (input), `update` (time) and `draw`."""

    def __init__(self, root: Widget) -> None:
        self.root = root
        self.focus: Widget | None = None
        self.ring = False  # show the focus ring, as the player uses the keyboard
        self.stale = True  # needs a new layout
        self.damaged: Rect | None = None
        self.look: Look | None = None
        self.rect = Rect(0, 0, 0, 0)
        self._animated: list[Widget] = []
        self._over: Widget | None = None
        self._held: Widget | None = None
        self._rested = 0.0  # s that the pointer has rested on `_over`; -inf: no tooltip any more
        self._pos: Pos | None = None  # of the pointer at its last move; None: not in the window
        self._finger: Pos | None = None  # where a finger came down or has scrolled to last
        self.mods: frozenset[str] = frozenset()  # modifier keys at the last mouse press
        self.tooltip: Tooltip | None = None
        self.clicked: Callable[[], object] = lambda: None  # callback, for a click sound

    @property
    def focusables(self) -> list[Widget]:
        """Visible, enabled widgets that can take the focus, in reading order."""
        return [widget for widget in self.root.walk() if widget.focusable and widget.enabled]

    @property
    def current(self) -> Widget | None:
        """Widget under the pointer, else the focused one; the focused one while keys are used."""
        return self.focus if self.ring or self._over is None else self._over

    @property
    def dirty(self) -> bool:
        return self.stale or self.damaged is not None

    @property
    def moving(self) -> bool:
        """True if a widget needs the full frame rate."""
        return any(widget.moving for widget in self._animated)

    @property
    def keyboard(self) -> Keyboard:
        if self.focus is None:
            return "commands"
        return "raw" if self.focus.binding else "typing" if self.focus.typing else "commands"

    @property
    def holding(self) -> bool:
        """True while a mouse button pressed on a widget is held."""
        return self._held is not None

    def find(self, id: str) -> Widget:
        """Visible widget by its id. Raises KeyError."""
        for widget in self.root.walk():
            if widget.id == id:
                return widget
        raise KeyError(id)

    # Layout and drawing

    def layout(self, look: Look, rect: Rect) -> None:
        """Lay out all widgets in `rect`; needed after a change of size or content."""
        self.look, self.rect, self.stale = look, rect, False
        self.tooltip = None
        self.root.attach(self)
        self.root.place(look, rect)
        self._animated = [widget for widget in self.root.walk() if widget.animated]
        self.damaged = Rect(rect)
        ring = self.focusables
        if self.focus is not None and self.focus not in ring:
            id = self.focus.id  # a widget rebuilt with the same id keeps the focus
            self._focus_on(next((widget for widget in ring if id and widget.id == id), None))
        self._over = self._successor(self._over, "hovered")
        self._held = self._successor(self._held, "held")
        if self._held is None and self._pos is not None:
            self._light_button(self._pos)

    def _light_button(self, pos: Pos) -> None:
        """Light the button that has come under the resting pointer, and no other one.

        Nothing but buttons: a line of the log would mark its cards, and it may still move on.
        """
        target, over = self.root.at(pos), self._over
        if target is not None and target.lit_at_rest:
            self._hover_over(target, pos)
        elif over is not None and over.lit_at_rest:
            self._hover_over(None, pos)

    def _successor(self, old: Widget | None, state: str) -> Widget | None:
        """Widget itself, or the rebuilt one with its id, which takes over `state`."""
        if old is None:
            return None
        widgets = list(self.root.walk())
        if old in widgets:
            return old
        setattr(old, state, False)
        new = next((w for w in widgets if old.id and w.id == old.id and w.enabled), None)
        if new is not None:
            setattr(new, state, True)
        return new

    def damage(self, widget: Widget) -> None:
        """Mark a widget, with its focus ring and shadow, for redrawing."""
        if self.look is not None:
            margin = 2 * self.look.px(widget.shade)
            self.damage_rect(widget.rect.inflate(margin, margin))

    def damage_rect(self, rect: Rect) -> None:
        self.damaged = Rect(rect) if self.damaged is None else self.damaged.union(rect)

    def draw(self, canvas: Canvas) -> None:
        """Draw all widgets within the clip and clear the damage."""
        if self.stale:
            self.layout(canvas.look, self.rect)
        self.damaged = None
        if self.root.visible:
            self.root.draw(canvas)
        if self.ring and self.focus is not None and self.focus.visible:
            _draw_ring(canvas, self.focus)
        if self.tooltip is not None:
            self.tooltip.draw(canvas)

    def update(self, dt: float) -> None:
        """Advance animated widgets by `dt` s; show the tooltip if the pointer has rested."""
        if self.stale and self.look is not None:
            self.layout(self.look, self.rect)
        for widget in self._animated:
            widget.update(dt)
        if self._over is None or self._held is not None or not self._over.tip:
            return
        self._rested += dt
        if self._rested >= DELAY and self.tooltip is None and self.look is not None:
            self.tooltip = Tooltip(self._over.tip, self.look, self._over.rect, self.rect)
            self.damage_rect(self.tooltip.area)

    # Input

    def handle(self, intent: Intent) -> bool:
        """Handle an intent. Return True if a widget used it."""
        if self.stale and self.look is not None:
            self.layout(self.look, self.rect)
        match intent:
            case intents.Grab() if self.focus is not None and self.focus.typing:
                self._focus_on(None)
        match intent:
            case intents.Drag(pos, button=1) if self._finger is not None:
                return self._drag_finger(pos)
            case intents.Hover(pos) | intents.Drag(pos):
                return self._pointer(pos)
            case intents.Grab(pos, button=1):
                self.mods = intent.mods
                self._finger = pos if intent.touch else None
                return self._press(pos, intent.clicks)
            case intents.Release(pos, button=1):
                used = self._release(pos)
                self._finger = None
                return used
            case intents.LongPress():
                return self._explain()
            case intents.Scroll(dx, dy, pos):
                return self._scroll(dx, dy, pos)
            case intents.Leave():
                self._pointer_left()
                return False
            case _:
                self._suppress_tip()
                return self._keys(intent)

    def _keys(self, intent: Intent) -> bool:
        match intent:
            case intents.Command(Act.NEXT, down=True):
                return self.step(1)
            case intents.Command(Act.PREVIOUS, down=True):
                return self.step(-1)
            case intents.Move(dx, dy):
                return self._move(dx, dy)
            case intents.Command(Act.CONFIRM | Act.THROW, down=True, again=False):
                target = self._key_target(intent.act)
                if target is None or not target.enabled:
                    return False
                self.ring = self.ring or target is self.focus
                self.clicked()
                target.activate()
                return True
            case intents.Text(string) if self.focus is not None:
                self.focus.write(string)
                return True
            case intents.Key(name) if self.focus is not None:
                self.focus.key(name)
                return True
        return False

    def _key_target(self, act: Act) -> Widget | None:
        """Widget that a key activates: the focused one.

        If no focus ring is shown, Enter activates the default button instead.
        """
        shown = self.ring or (self.focus is not None and self.focus.enters)
        if act == Act.CONFIRM and not shown:
            default = (w for w in self.root.walk() if w.is_default and w.enabled)
            return next(default, self.focus)
        return self.focus

    def step(self, step: int) -> bool:
        """Move the focus to the next (1) or previous (-1) widget. Return False if there is none."""
        target = _after(self.focusables, self.focus, step)
        if target is None:
            return False
        self.focus_on(target)
        return True

    def focus_on(self, widget: Widget | None, ring: bool = True) -> None:
        """Give a widget the focus and scroll it into view; `ring`: show the focus ring."""
        self._focus_on(widget)
        self.ring = ring and widget is not None
        if widget is not None:
            parent = widget.parent
            while parent is not None:
                parent.reveal(widget.rect)
                parent = parent.parent
            self.damage(widget)

    def _focus_on(self, widget: Widget | None) -> None:
        for old, now in ((self.focus, False), (widget, True)):
            if old is not None and old.focused != now:
                old.focused = now
                self.damage(old)
        self.focus = widget

    def _move(self, dx: int, dy: int) -> bool:
        if self.focus is None:
            return self.step(1)
        if self.focus.move(dx, dy):
            self.ring = True
            self.damage(self.focus)
            return True
        target = _towards(self.focusables, self.focus, dx, dy)
        if target is not None:
            self.focus_on(target)
        return target is not None

    def _pointer(self, pos: Pos) -> bool:
        self._pos = pos
        if self._held is not None:
            self._held.drag(pos)
            return True
        target = self.root.at(pos)
        if target is not self._over:
            self._hide_tip()
            self._rested = 0.0
            self._hover_over(target, pos)
        elif target is not None:
            target.hover(pos)
            self._rested = min(self._rested, 0.0)
        return target is not None

    def _hover_over(self, target: Widget | None, pos: Pos) -> None:
        """Make `target` the widget under the pointer, which is at `pos`."""
        if target is self._over:
            return
        self._rested = min(self._rested, 0.0)
        for widget, now in ((self._over, False), (target, True)):
            if widget is not None:
                widget.hovered = now
                widget.hover(pos)
                self.damage(widget)
        self._over = target
        _show_cursor(target)

    def _press(self, pos: Pos, clicks: int) -> bool:
        self._pointer(pos)
        self._suppress_tip()
        target = self._over
        if target is None and self._finger is not None:
            target = self._near(pos)
        if target is None or not target.enabled:
            return target is not None
        if target.focusable:
            self._focus_on(target)
            self.ring = False
        elif not target.touchable:
            return True
        self.clicked()
        self._held = target
        target.held = True
        target.press(pos, clicks)
        self.damage(target)
        return True

    def _near(self, pos: Pos) -> Widget | None:
        """Widget whose target for a finger holds `pos`; its middle is the nearest one."""
        near = [
            widget
            for widget in self.focusables
            if _finger_target(widget).collidepoint(pos)
            and self.root.at(widget.rect.center) is widget
        ]
        return min(near, key=lambda w: dist(w.rect.center, pos), default=None)

    def _drag_finger(self, pos: Pos) -> bool:
        """Drag what the finger holds; if that can't be dragged, scroll what lies under it."""
        start, held = self._finger, self._held
        if start is None or (held is not None and held.draggable):
            return self._pointer(pos)
        if self.look is None or not self._scroll(
            0.0, (pos[1] - start[1]) / self.look.px(NOTCH), pos
        ):
            return held is not None
        self._finger = pos
        if held is not None:  # a finger that scrolls doesn't click
            held.held, self._held = False, None
            self.damage(held)
        return True

    def _release(self, pos: Pos) -> bool:
        target, self._held = self._held, None
        if target is None:
            return False
        target.held = False
        self.damage(target)
        if self._finger is not None and _finger_target(target).collidepoint(pos):
            pos = _inside(target.rect, pos)
        target.release(pos)
        self._pointer(pos)
        return True

    def _explain(self) -> bool:
        """Show the tooltip under a resting finger, which no longer presses. False without one."""
        over, held = self._over, self._held
        if over is None or not over.tip:
            return False
        self._rested = DELAY
        if held is not None:
            held.held, self._held = False, None
            self.damage(held)
        return True

    def _scroll(self, dx: float, dy: float, pos: Pos) -> bool:
        self._hide_tip()
        inside = [w for w in self.root.walk() if w.rect.collidepoint(pos)]
        used = any(widget.scroll(dx, dy) for widget in reversed(inside))
        if used:
            self._pointer(pos)
        return used

    def _pointer_left(self) -> None:
        self._hide_tip()
        self._pos = None
        for widget in (self._over, self._held):
            if widget is not None:
                widget.hovered = widget.held = False
                self.damage(widget)
        self._over = self._held = None

    def _suppress_tip(self) -> None:
        """Hide the tooltip after a click or key until the pointer has left the widget."""
        self._hide_tip()
        self._rested = -inf

    def _hide_tip(self) -> None:
        if self.tooltip is not None:
            self.damage_rect(self.tooltip.area)
            self.tooltip = None


def _finger_target(widget: Widget) -> Rect:
    """Rectangle around a widget in which a finger finds it, at least `FINGER` px wide and high."""
    rect = widget.rect
    return rect.inflate(max(FINGER - rect.width, 0), max(FINGER - rect.height, 0))


def _inside(rect: Rect, pos: Pos) -> Pos:
    """Return the place in `rect` that is nearest to `pos`."""
    x = min(max(pos[0], rect.left), rect.right - 1)
    return x, min(max(pos[1], rect.top), rect.bottom - 1)


def _draw_ring(canvas: Canvas, widget: Widget) -> None:
    look = canvas.look
    gap = look.px(4)
    if widget.outline:
        x, y = (sum(axis) / len(widget.outline) for axis in zip(*widget.outline, strict=True))
        corners = [
            (px + copysign(gap, px - x), py + copysign(gap, py - y)) for px, py in widget.outline
        ]
        canvas.path(look.palette.gold_high, corners, look.px(2))
        return
    rect = widget.rect.inflate(2 * gap, 2 * gap)
    radius = getattr(widget, "radius", 9) + 4
    canvas.ring(rect, radius, look.palette.gold_high, 2)


def _show_cursor(over: Widget | None) -> None:
    """Set the system cursor that fits the widget under the pointer."""
    cursor = pygame.SYSTEM_CURSOR_ARROW
    if over is not None and over.focusable and over.enabled:
        cursor = pygame.SYSTEM_CURSOR_IBEAM if over.typing else pygame.SYSTEM_CURSOR_HAND
    with contextlib.suppress(pygame.error):  # some systems have a single cursor
        pygame.mouse.set_cursor(cursor)


class Tooltip:
    """Tooltip within the window: below the rectangle `about` if there is room, else above."""

    def __init__(self, text: str, look: Look, about: Rect, window: Rect) -> None:
        pad = look.px(10)
        widest = min(look.px(340), window.width - 4 * pad)
        self.lines = look.wrap(text, SMALL, widest)
        width = max(look.width(line, SMALL) for line in self.lines) + 2 * pad
        height = look.line(SMALL) * len(self.lines) + 2 * (pad - look.px(3))
        self.rect = Rect(0, 0, width, height)
        self.rect.midtop = (about.centerx, about.bottom + look.px(8))
        if self.rect.bottom > window.bottom:
            self.rect.bottom = about.top - look.px(8)
        self.rect.clamp_ip(window)
        margin = look.px(20)
        self.area = self.rect.inflate(2 * margin, 2 * margin)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        draw_plate(canvas, self.rect, 6, strength=140)
        y = self.rect.top + look.px(7)
        for line in self.lines:
            canvas.text(line, (self.rect.left + look.px(10), y), SMALL, colour=look.palette.text)
            y += look.line(SMALL)


def _after(ring: list[Widget], current: Widget | None, step: int) -> Widget | None:
    """Next (`step` 1) or previous (-1) widget of the ring; None if the ring is empty."""
    if not ring:
        return None
    if current not in ring:
        return ring[0 if step > 0 else -1]
    return ring[(ring.index(current) + step) % len(ring)]


def _towards(ring: Iterable[Widget], current: Widget, dx: int, dy: int) -> Widget | None:
    """Nearest widget in the direction (dx, dy); see `_cost`."""
    best: tuple[float, Widget] | None = None
    for widget in ring:
        if widget is current:
            continue
        cost = _cost(current.rect, widget.rect, dx, dy)
        if cost is not None and (best is None or cost < best[0]):
            best = cost, widget
    return best[1] if best else None


def _cost(here: Rect, there: Rect, dx: int, dy: int) -> float | None:
    """Cost of moving the focus: distance plus three times the sideways offset, px.

    None if `there` does not lie in the direction (dx, dy).
    """
    forward = (there.centerx - here.centerx) * dx + (there.centery - here.centery) * dy
    gap = _gap(here, there, dx, dy)
    if forward <= 0 or gap < -min(here.width if dx else here.height, 8):
        return None
    if dx:
        aside = max(0, there.top - here.bottom, here.top - there.bottom)
        off = abs(there.centery - here.centery)
    else:
        aside = max(0, there.left - here.right, here.left - there.right)
        off = abs(there.centerx - here.centerx)
    return max(0, gap) + 3 * aside + 0.1 * off


def _gap(here: Rect, there: Rect, dx: int, dy: int) -> int:
    """Distance between the facing edges along the direction, px; negative if they overlap."""
    if dx:
        return there.left - here.right if dx > 0 else here.left - there.right
    return there.top - here.bottom if dy > 0 else here.top - there.bottom
