"""Key binder: a widget that shows the keys of an action and waits for a new one when activated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import key_title
from castlecards.ui.kit.theme import CONTROL, RADIUS, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget

VALUE = Style("medium", 15, "text")
# last words of key names that cannot be bound alone
ALONE = ("ctrl", "shift", "alt", "meta", "lock")


class KeyBinder(Widget):
    """Key binder; `act` gets the new key. Esc cancels; Backspace removes all keys (`act("")`)."""

    focusable = True
    radius = RADIUS

    def __init__(
        self, id: str, name: str, keys: Sequence[str], act: Callable[[str], object]
    ) -> None:
        super().__init__(id, name)
        self.keys = tuple(keys)
        self.act = act
        self.waiting = False

    @property
    def binding(self) -> bool:
        return self.waiting and self.focused

    @property
    def text(self) -> str:
        if self.binding:
            return tr("Press a key …")
        return tr("  or  ").join(map(key_title, self.keys)) or "–"

    def measure(self, look: Look, width: int) -> Size:
        return min(width, look.px(420)), look.px(CONTROL - 8)

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        c = look.palette
        edge = c.gold_high if self.binding else c.gold if self.hovered else c.inset_edge
        canvas.box(self.rect, RADIUS, c.inset, c.inset, edge)
        text, style = look.fit(self.text, VALUE, self.rect.width - look.px(20))
        ink = c.gold_high if self.binding else c.text
        canvas.text(text, self.rect.center, style, "c", ink)

    def activate(self) -> None:
        self.waiting = True
        self.changed()

    def key(self, name: str) -> None:
        if name.split(" ")[-1] in ALONE:
            return
        self.waiting = False
        self.changed()
        if name != "escape":
            self.act("" if name == "backspace" else name)
