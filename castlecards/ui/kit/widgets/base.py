"""A widget: a rectangle that measures, draws and answers; the layer above it does the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from pygame import Rect

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import Look

Act = Callable[[], object]  # what a click does
Size = tuple[int, int]


class Within(Protocol):
    """What a widget may ask of the layer in which it lies."""

    look: Look | None
    stale: bool  # to be laid out again
    mods: frozenset[str]  # keys that were held when the button of the mouse last went down

    def damage(self, widget: Widget) -> None:
        """The widget, with its ring and shadow, is drawn again."""

    def focus_on(self, widget: Widget | None, ring: bool = True) -> None:
        """Gives it the focus; `ring`: and shows that."""


class Widget:
    """`id` is unique within its layer; `name` is what the widget is called in words."""

    focusable = False
    touchable = False  # takes the pointer without ever having the focus
    golden = False  # the one that matters most: Enter takes it where no focus is shown
    enters = False  # with the focus, shown or not, Enter is its own
    clips = False  # what lies outside `rect` is neither drawn nor touched
    animated = False  # `update` is called with the time that passes
    moving = False  # it wants the full frame rate
    veiled = False  # in its place, but not drawn before its turn comes
    shade = 8  # units drawn around `rect`: shadow, focus ring

    def __init__(self, id: str = "", name: str = "", tip: str = "") -> None:
        self.id = id
        self.name = name
        self.tip = tip
        self.rect = Rect(0, 0, 0, 0)
        self.visible = True
        self.enabled = True
        self.hovered = False
        self.held = False  # the button went down here and has not come up
        self.focused = False
        self.layer: Within | None = None
        self.parent: Widget | None = None
        self.children: Sequence[Widget] = ()  # all it may show, in reading order

    def measure(self, look: Look, width: int) -> Size:
        """The size it would like, px, at most `width` wide."""
        raise NotImplementedError

    def place(self, look: Look, rect: Rect) -> None:
        """Takes its rectangle and gives its children theirs."""
        self.rect = rect

    def draw(self, canvas: Canvas) -> None:
        """Draws itself and its children."""
        for child in self.children:
            if (
                child.visible
                and not child.veiled
                and canvas.wants(child.rect, canvas.look.px(child.shade))
            ):
                child.draw(canvas)

    def walk(self) -> Iterator[Widget]:
        """Itself and all below it that is visible, in reading order."""
        if self.visible:
            yield self
            for child in self.children:
                yield from child.walk()

    def adopt(self, layer: Within, parent: Widget | None = None) -> None:
        """Tells all below, seen or not, where they belong."""
        self.layer, self.parent = layer, parent
        for child in self.children:
            child.adopt(layer, self)

    def reveal(self, rect: Rect) -> None:
        """Brings a rectangle of a descendant into sight, where it can."""

    def at(self, pos: Pos) -> Widget | None:
        """The topmost enabled or disabled widget there that takes the pointer."""
        if not self.visible or (self.clips and not self.rect.collidepoint(pos)):
            return None
        for child in reversed(self.children):
            found = child.at(pos)
            if found is not None:
                return found
        takes = self.focusable or self.touchable or self.tip
        return self if takes and self.rect.collidepoint(pos) else None

    def update(self, dt: float) -> None:
        """`dt` seconds have passed; only where `animated`."""

    def ahead(self, look: Look) -> bool:
        """Paints one piece of what it will show, between two frames; False: all is there."""
        return False

    def changed(self) -> None:
        """What it draws has changed."""
        if self.layer is not None:
            self.layer.damage(self)

    def resized(self) -> None:
        """What it measures has changed: the layer lays everything out again."""
        if self.layer is not None:
            self.layer.stale = True

    # What the layer tells the widget that is under the pointer or has the focus.

    def hover(self, pos: Pos) -> None:
        """The pointer moves over it, or (no longer `hovered`) has left it."""

    def press(self, pos: Pos, clicks: int) -> None:
        """The left button went down here."""

    def drag(self, pos: Pos) -> None:
        """The pointer moves while the button that went down here is held."""

    def release(self, pos: Pos) -> None:
        """The button came up, here or elsewhere."""
        if self.rect.collidepoint(pos):
            self.activate()

    def activate(self) -> None:
        """A click, or Enter with the focus."""

    def scroll(self, dx: float, dy: float) -> bool:
        """The wheel over it; whether it was of use."""
        return False

    def move(self, dx: int, dy: int) -> bool:
        """An arrow key with the focus; False lets the focus move on."""
        return False

    def write(self, string: str) -> None:
        """Typed text, where `typing`."""

    def key(self, name: str) -> None:
        """Another key while typing or binding."""

    @property
    def typing(self) -> bool:
        """With the focus, the keyboard writes."""
        return False

    @property
    def binding(self) -> bool:
        """With the focus, the next key is taken raw."""
        return False
