"""Page: a scene made of widgets on felt; base class of all screens except the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.table_words import as_sentence
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent, Keyboard
from castlecards.ui.kit.logo import draw_felt
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Label, Panel, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.kit.widgets.scroll import ScrollArea, WhenShort
from castlecards.ui.routes import KeySheet, Rules
from castlecards.ui.scene import Back, Go, Push, Screen

if TYPE_CHECKING:
    from castlecards.ui.services import Services


class Page(Screen):
    """Scene made of widgets. `build` makes them; their callbacks call `go` to change the scene."""

    reads_all = False  # True: speech tells all its text, as on a modal page, not only its title
    shows_records = False  # True: other scenes can change what it shows; each layout rebuilds it

    def __init__(self, app: Services) -> None:
        self.app = app
        self.layer = Layer(Column([]))
        self._all = True  # the next `draw` redraws everything
        self._built = False

    def build(self) -> Widget:
        """Build the widget tree; called by `rebuild`."""
        raise NotImplementedError

    def rebuild(self, focus: str = "") -> None:
        """Build the widgets again; keep the focus, or give it to the widget with the id `focus`."""
        old = self.layer
        keep = focus or (old.focus.id if old.focus else "")
        self.layer = Layer(self.build())
        self.layer.clicked = lambda: self.app.play("tick", 0.4)
        self._built = True
        if old.look is not None:
            self.layer.layout(old.look, old.rect)
            for widget in self.layer.root.walk():
                if keep and widget.id == keep:
                    self.layer.focus_on(widget, old.ring)
                    break
        self._all = True

    @property
    def left_handed(self) -> bool:
        """True if buttons are on the left side."""
        return self.app.settings.left_handed

    def leave(self) -> None:
        """Handle Esc: go back to the previous scene."""
        self.go(Back())

    # The scene

    @property
    def dirty(self) -> bool:
        return self._all or self.layer.dirty

    @property
    def moving(self) -> bool:
        return self.layer.moving

    @property
    def keyboard(self) -> Keyboard:
        return self.layer.keyboard

    @property
    def spoken(self) -> tuple[str, str]:
        """Title, all text of a modal page, and the widget with the focus."""
        whole = self.over or self.reads_all
        focus = self.layer.focus if self.layer.ring else None
        return self._told(whole), focus.spoken if focus is not None else ""

    def _told(self, whole: bool) -> str:
        """Text of the page as sentences, or only its title."""
        texts = [
            text
            for each in self.layer.root.walk()
            if not isinstance(each, ScrollArea) and (whole or isinstance(each, Label))
            for text in each.readings
        ]
        return " ".join(map(as_sentence, dict.fromkeys(texts))) if whole else "".join(texts[:1])

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        first = not self._built
        if first or self.shows_records:
            self.rebuild()
        self.layer.layout(look, Rect((0, 0), size))
        if first:
            self.focus_first()
        self._all = True

    def focus_first(self) -> None:
        """Give the focus to a widget when the page opens; by default, none has it."""

    def handle(self, intent: Intent) -> Go:
        reads = self.app.settings.speech and self._handle_speech(intent)
        if not reads and not self.layer.handle(intent):
            match intent:
                case intents.Command(Act.CANCEL, down=True, again=False):
                    self.leave()
                case intents.Command(Act.HELP, down=True, again=False):
                    self.help()
                case intents.Command(Act.KEYS, down=True, again=False):
                    self.go(Push(KeySheet()))
                case intents.Drop(file):
                    self.drop(file)
        return self._take_change()

    def _handle_speech(self, intent: Intent) -> bool:
        """Keys of speech: arrows read the text with the focus, Enter follows its first link, and
        one says the help of a control, or all of a page without any. Return True if the intent was
        one of them."""
        focus = self.layer.focus
        match intent:
            case intents.Move(dx, dy) if isinstance(focus, ScrollArea):
                read = focus.read(dx or dy if self.layer.ring else 0)
                self.layer.ring |= read
                return read
            case intents.Command(Act.CONFIRM, down=True, again=False) if isinstance(
                focus, ScrollArea
            ):
                return self.layer.ring and focus.follow_reading()
            case intents.Command(Act.ZOOM, down=True, again=False):
                helped = (focus.help or focus.tip) if focus is not None else ""
                self.app.say(helped or self._told(True))
                return True
        return False

    def help(self) -> None:
        """Handle F1: open the rulebook."""
        self.go(Push(Rules()))

    def drop(self, file: str) -> None:
        """Handle a file that was dropped on the window: ignore it."""

    def update(self, dt: float) -> Go:
        self.layer.update(dt)
        return self._take_change()

    def draw(self, canvas: Canvas) -> None:
        if self.layer.stale:
            self.layer.layout(canvas.look, self.layer.rect)
        area = canvas.rect if self._all or self.layer.damaged is None else self.layer.damaged
        self._all = False
        with canvas.clipped(area):
            self.ground(canvas)
            self.layer.draw(canvas)

    def ground(self, canvas: Canvas) -> None:
        """Draw the background: felt."""
        draw_felt(canvas)

    def refresh(self) -> None:
        self._all = True

    def rescue(self) -> None:
        """Do nothing: a page has no unsaved data."""

    def find(self, id: str) -> Widget:
        return self.layer.find(id)


def sheet(
    heading: str | Widget,
    body: Sequence[Widget],
    buttons: Sequence[Widget],
    widest: float = 900,
    tallest: float = 690,
    left_handed: bool = False,
) -> Widget:
    """Standard page layout: title or a widget in its place, body, and a row of buttons below.

    One widget of `body` can grow. Sizes in units; in a small window the panel fills the window.
    """
    head = title(heading) if isinstance(heading, str) else heading
    rows: list[Widget] = [head, *body]
    if buttons:
        if left_handed:
            rows.append(Row(buttons[::-1], side="left"))
        else:
            rows.append(Row(buttons, side="right"))
    return Centre(Panel(WhenShort(Column(rows, 16)), 34), widest, tallest, pad=16)
