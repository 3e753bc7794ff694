"""Text field of one line, with a caret, select-all and a length limit."""

from __future__ import annotations

from collections.abc import Callable

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import CONTROL, RADIUS, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget

VALUE = Style("ui", 16, "text")
PAD = 14  # units between edge and text


class Field(Widget):
    """Text field. `act` gets the text after each change; Enter calls `done`.

    `hint`: placeholder; `limit`: greatest length; `allowed`: filter of characters.
    """

    focusable = True
    enters = True  # even without `done`: Enter in a text field must not press the default button
    radius = RADIUS

    def __init__(
        self,
        id: str,
        name: str,
        text: str,
        act: Callable[[str], object],
        done: Callable[[], object] | None = None,
        hint: str = "",
        limit: int = 60,
        allowed: Callable[[str], bool] = str.isprintable,
        wide: float = 420,
        tall: float = CONTROL,
    ) -> None:
        super().__init__(id, name)
        self.text = text
        self.act = act
        self.done = done
        self.hint = hint
        self.limit = limit
        self.allowed = allowed
        self.wide = wide  # units
        self.tall = tall  # units
        self.caret = len(text)
        self.all = False  # everything is selected
        self._shift = 0  # px of the text hidden on the left
        self._look: Look | None = None

    @property
    def typing(self) -> bool:
        return True

    @property
    def value_text(self) -> str:
        return self.text

    def measure(self, look: Look, width: int) -> Size:
        return min(width, look.px(self.wide)), look.px(self.tall)

    def draw(self, canvas: Canvas) -> None:
        look = self._look = canvas.look
        c, rect = look.palette, self.rect
        edge = c.gold_high if self.focused else c.gold if self.hovered else c.inset_edge
        canvas.box(rect, RADIUS, c.inset, c.inset, edge)
        inner = rect.inflate(-2 * look.px(PAD), 0)
        before = look.width(self.text[: self.caret], VALUE)
        self._shift = max(0, min(self._shift, before), before - inner.width + look.px(2))
        with canvas.clipped(inner.inflate(look.px(4), 0)):
            x = inner.left - self._shift
            if self.all and self.focused and self.text:
                wide = look.width(self.text, VALUE)
                canvas.fill(c.on, rect.inflate(0, -look.px(16)).clip((x, 0, wide, 99999)))
            if self.text:
                canvas.text(self.text, (x, rect.centery), VALUE, "w")
            else:
                hint, style = look.fit(self.hint, VALUE, inner.width)
                canvas.text(hint, (x, rect.centery), style, "w", c.faint)
            if self.focused and not self.all:
                high = look.px(20)
                caret = (x + before, rect.centery - high // 2, max(1, look.px(1.5)), high)
                canvas.surface.fill(c.gold_high, caret)

    def press(self, pos: Pos, clicks: int) -> None:
        self.all = clicks == 2
        if self._look is None:
            return
        x = pos[0] - self.rect.left - self._look.px(PAD) + self._shift
        look = self._look
        places = range(len(self.text) + 1)
        self.caret = min(places, key=lambda at: abs(look.width(self.text[:at], VALUE) - x))

    def release(self, pos: Pos) -> None:
        """Do nothing: `press` has set the caret."""

    def activate(self) -> None:
        if self.done is not None:
            self.done()

    def write(self, string: str) -> None:
        string = "".join(character for character in string if self.allowed(character))
        if not string:
            return
        if self.all:
            self.text, self.caret, self.all = "", 0, False
        string = string[: self.limit - len(self.text)]
        self._set(self.text[: self.caret] + string + self.text[self.caret :])
        self.caret += len(string)

    def key(self, name: str) -> None:
        caret, text = self.caret, self.text
        if name in ("backspace", "delete") and self.all:
            self.all, self.caret = False, 0
            self._set("")
        elif name == "backspace" and caret:
            self.caret -= 1
            self._set(text[: caret - 1] + text[caret:])
        elif name == "delete":
            self._set(text[:caret] + text[caret + 1 :])
        elif name == "ctrl+a":
            self.all, self.caret = True, len(text)
        else:
            moves = {"left": caret - 1, "right": caret + 1, "home": 0, "end": len(text)}
            if name in moves:
                self.caret = max(0, min(len(text), moves[name]))
                self.all = False
        self.changed()

    def _set(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.changed()
            self.act(text)
