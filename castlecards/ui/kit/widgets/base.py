"""Base class of widgets: rectangles that measure, draw and handle input, managed by a `Layer`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import Look

Act = Callable[[], object]  # callback of a click
Size = tuple[int, int]  # width and height, px


class WidgetHost(Protocol):
    """Part of the layer that its widgets can use."""

    look: Look | None
    stale: bool  # needs a new layout
    mods: frozenset[str]  # modifier keys held at the last mouse press

    def damage(self, widget: Widget) -> None:
        """Mark a widget, with its focus ring and shadow, for redrawing."""

    def focus_on(self, widget: Widget | None, ring: bool = True) -> None:
        """Give a widget the focus, or none; `ring`: show the focus ring."""


class Widget:
    """Base class of widgets. `id` is unique within the layer; `name` is the label in words."""

    focusable = False
    touchable = False  # reacts to the pointer but never takes the focus
    lit_at_rest = False  # lit as soon as it lies under a resting pointer, as buttons are
    is_default = False  # Enter activates it if no focus ring is shown
    enters = False  # handles Enter itself if it has the focus, even without a ring
    clips = False  # children outside `rect` are neither drawn nor clickable
    animated = False  # `update` is called every tick
    moving = False  # needs the full frame rate
    veiled = False  # keeps its place in the layout but is not drawn yet
    help = ""  # sentences for the page's help line, shown under the pointer and with the focus
    outline: Sequence[tuple[float, float]] = ()  # px, corners of a turned widget for its focus ring
    tall = 0.0  # units, height of a widget that fills the width
    shade = 8  # units drawn around `rect`: shadow and focus ring

    def __init__(self, id: str = "", name: str = "", tip: str = "") -> None:
        self.id = id
        self.name = name
        self.tip = tip
        self.rect = Rect(0, 0, 0, 0)
        self.visible = True
        self.enabled = True
        self.hovered = False
        self.held = False  # a mouse press began here and is not yet released
        self.focused = False
        self.layer: WidgetHost | None = None
        self.parent: Widget | None = None
        self.children: Sequence[Widget] = ()  # in reading order

    @property
    def value_text(self) -> str:
        """Present value in words, for speech; "" for none."""
        return ""

    @property
    def readings(self) -> Sequence[str]:
        """Texts that speech reads one by one; none of a widget that tells itself with the focus."""
        return (self.name,) if self.name and not self.focusable else ()

    @property
    def spoken(self) -> str:
        """Name and state, for speech."""
        text = (
            tr("{name}: {value}", name=self.name, value=self.value_text)
            if self.value_text
            else self.name
        )
        return text if self.enabled else tr("{name}, not available", name=text)

    def measure(self, look: Look, width: int) -> Size:
        """Preferred size, px, at most `width` wide; by default all of it, and `tall`."""
        return width, look.px(self.tall)

    def place(self, look: Look, rect: Rect) -> None:
        """Set the rectangle and lay out the children in it."""
        self.rect = rect

    def draw(self, canvas: Canvas) -> None:
        """Draw the widget and its children."""
        for child in self.children:
            if (
                child.visible
                and not child.veiled
                and canvas.wants(child.rect, canvas.look.px(child.shade))
            ):
                child.draw(canvas)

    def walk(self) -> Iterator[Widget]:
        """Yield this widget and its visible descendants in reading order."""
        if self.visible:
            yield self
            for child in self.children:
                yield from child.walk()

    def attach(self, layer: WidgetHost, parent: Widget | None = None) -> None:
        """Set layer and parent of this widget and all descendants, also invisible ones."""
        self.layer, self.parent = layer, parent
        for child in self.children:
            child.attach(layer, self)

    def reveal(self, rect: Rect) -> None:
        """Scroll so that a rectangle of a descendant is visible, if the widget can scroll."""

    def at(self, pos: Pos) -> Widget | None:
        """Hit test: the topmost widget at `pos` that reacts to the pointer, also if disabled."""
        if not self.visible or (self.clips and not self.rect.collidepoint(pos)):
            return None
        for child in reversed(self.children):
            hit = child.at(pos)
            if hit is not None:
                return hit
        takes = self.focusable or self.touchable or self.tip
        return self if takes and self.rect.collidepoint(pos) else None

    def update(self, dt: float) -> None:
        """Advance animations by `dt` seconds; called only if `animated`."""

    def prerender(self, look: Look) -> bool:
        """Paint one piece for later frames. Return False if everything is painted."""
        return False

    def changed(self) -> None:
        """Request a redraw after a change of content."""
        if self.layer is not None:
            self.layer.damage(self)

    def resized(self) -> None:
        """Request a new layout after a change of size."""
        if self.layer is not None:
            self.layer.stale = True

    # Input: the layer calls these on the widget under the pointer or with the focus.

    def hover(self, pos: Pos) -> None:
        """Handle a pointer move over the widget; if not `hovered`, the pointer has just left."""

    def press(self, pos: Pos, clicks: int) -> None:
        """Handle a press of the left mouse button."""

    def drag(self, pos: Pos) -> None:
        """Handle a pointer move while the mouse button is held."""

    @property
    def draggable(self) -> bool:
        """True if the widget follows the pointer while the button is held."""
        return type(self).drag is not Widget.drag

    def release(self, pos: Pos) -> None:
        """Handle the release of the mouse button, inside the widget or elsewhere."""
        if self.rect.collidepoint(pos):
            self.activate()

    def activate(self) -> None:
        """Handle a click, or Enter with the focus."""

    def scroll(self, dx: float, dy: float) -> bool:
        """Handle the mouse wheel. Return True if it scrolled."""
        return False

    def move(self, dx: int, dy: int) -> bool:
        """Handle an arrow key. Return False to let the focus move on."""
        return False

    def write(self, string: str) -> None:
        """Handle typed text; called only if `typing`."""

    def key(self, name: str) -> None:
        """Handle any other key while typing or binding."""

    @property
    def typing(self) -> bool:
        """True if the focused widget takes typed text."""
        return False

    @property
    def binding(self) -> bool:
        """True if the focused widget takes the next key unmapped, to bind it."""
        return False
