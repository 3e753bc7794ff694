"""Layout and small widgets of the level editor: tray, drag preview, readout and list of faults."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from castlecards.practice.range import RINGS, Kind, Spot
from castlecards.texts import tr
from castlecards.ui.cardart.masonry import BASTION, YARD
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act, Widget
from castlecards.ui.practice import editor_draft
from castlecards.ui.practice.editor_state import DEFAULT_PLACES
from castlecards.ui.practice.editor_table import EditorTable
from castlecards.ui.practice.editor_view import ItemPicture

EDGE = 14.0  # units, margin
HEAD = 40.0  # units, height of the top bar
TRAY = 104.0  # units wide
FOOT = 30.0  # units, height of the readout below the table
WIDE = 408.0  # units, width of the panel
PART = 0.42  # largest share of the window width for the panel
TEXT = Style("ui", 14, "text")
READ = Style("medium", 14, "text")
# Palette tone of a line in the list of faults.
GOOD = "muted"
POOR = "gold_high"
FAULT = "danger_text"
SIGNS = {GOOD: "✓", POOR: "!", FAULT: "×"}
NAME = Style("bold", 14, "text")
ROOM = 66.0  # units, height of a picture in the tray
TALL = 104.0  # units, height of an item in the tray
WALL = BASTION[1] + 6  # mm, length of a wall with its merlons
# mm of the table that fill the height of a picture.
SPAN: dict[Kind, float] = {"wall": WALL, "castle": YARD[0], "own": WALL, "ring": 2.0 * RINGS[-1]}
ABOUT: dict[Kind, str] = {
    "wall": tr("A target. Drag it onto the table, or press Enter."),
    "castle": tr("A target. At most two."),
    "own": tr("In the way. It does not count as a hit."),
    "ring": tr("More points the closer a card stops to the middle."),
}


class EditorLayout(Widget):
    """Container of the editor: top bar, tray, table, readout and panel; the drag preview on top."""

    shade = 0

    def __init__(
        self,
        head: Widget,
        tray: Widget,
        table: Widget,
        readout: Widget,
        panel: Widget,
        drag_preview: Widget,
        mirrored: bool,
    ) -> None:
        super().__init__()
        self.head, self.tray, self.table = head, tray, table
        self.readout, self.panel, self.drag_preview = readout, panel, drag_preview
        self.children = (head, tray, table, readout, panel, drag_preview)
        self.mirrored = mirrored

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        edge = look.px(EDGE)
        inner = rect.inflate(-2 * edge, -2 * edge)
        wide = min(look.px(WIDE), round(inner.width * PART))
        panel = Rect(inner.right - wide, inner.top, wide, inner.height)
        rest = Rect(inner.left, inner.top, inner.width - wide - edge, inner.height)
        if self.mirrored:
            panel.left, rest.right = inner.left, inner.right
        head = Rect(rest.left, rest.top, rest.width, look.px(HEAD))
        top = head.bottom + look.px(8)
        foot = look.px(FOOT)
        high = rest.bottom - top - foot
        tray = Rect(rest.left, top, look.px(TRAY), high)
        table = Rect(tray.right + edge, top, rest.width - tray.width - edge, high)
        if self.mirrored:
            table.left, tray.right = rest.left, rest.right
        self.head.place(look, head)
        self.tray.place(look, tray)
        self.table.place(look, table)
        self.readout.place(look, Rect(table.left, table.bottom, table.width, foot))
        self.panel.place(look, panel)
        self.drag_preview.place(look, rect)


class Readout(Widget):
    """Text below the table that changes often: one line, or two if it is long."""

    shade = 2
    tall = FOOT

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.text = ""

    def set(self, text: str) -> None:
        if text != self.text:
            self.text = self.name = text
            self.changed()

    def draw(self, canvas: Canvas) -> None:
        look, style = canvas.look, READ
        if look.cut(self.text, style, self.rect.width):
            lines = look.wrap(self.text, style, self.rect.width)
        else:
            text, style = look.fit(self.text, style, self.rect.width)
            lines = [text]
        for n, line in enumerate(lines):
            y = self.rect.centery + look.px(15) * (n - (len(lines) - 1) / 2)
            canvas.text(line, (self.rect.centerx, y), style, "c")


class Notice(Widget):
    """List of faults and advice for the level; lines that do not fit are counted."""

    shade = 2

    def __init__(self, id: str, tall: float) -> None:
        """`tall`: height in units."""
        super().__init__(id)
        self.tall = tall
        self.lines: list[tuple[str, str]] = []  # tone, sentence

    def set(self, lines: Sequence[tuple[str, str]]) -> None:
        if list(lines) != self.lines:
            self.lines = list(lines)
            self.name = " ".join(text for _, text in lines)
            self.changed()

    def draw(self, canvas: Canvas) -> None:
        look, colours = canvas.look, canvas.look.palette
        bad = any(tone == FAULT for tone, _ in self.lines)
        edge = colours.danger_text if bad else colours.inset_edge
        canvas.box(self.rect, 9, colours.inset, colours.inset, edge)
        pad, step = look.px(12), look.line(TEXT)
        left, wide = self.rect.left + pad + look.px(16), self.rect.width - 2 * pad - look.px(16)
        y = self.rect.top + look.px(9) + step / 2
        last = self.rect.bottom - look.px(9) - step
        for number, (tone, text) in enumerate(self.lines):
            wrapped = look.wrap(text, TEXT, wide)
            more = len(self.lines) - number
            if y + step * (len(wrapped) - 1) > last + step and number:
                words = tr("… and {n} more", n=more)
                canvas.text(words, (left, min(y, last + step / 2)), TEXT, "w", colours.muted)
                return
            ink = look.tone(tone)
            canvas.text(SIGNS[tone], (self.rect.left + pad, y), TEXT, "w", ink)
            for line in wrapped:
                canvas.text(line, (left, y), TEXT, "w", ink)
                y += step


class TrayItem(Widget):
    """Item of the tray: drag a copy to the table, or press Enter to add one at a free place."""

    focusable = True
    radius = 9
    tall = TALL

    def __init__(
        self,
        kind: Kind,
        table: EditorTable,
        drag_preview: DragPreview,
        item_picture: ItemPicture,
        added: Act,
    ) -> None:
        """`shown_spots` is called after an item was added to the table."""
        super().__init__(f"editor.tray.{kind}", editor_draft.KIND_TITLES[kind], ABOUT[kind])
        self.table = table
        self.state = table.state
        self.drag_preview = drag_preview
        self.item_picture = item_picture
        self.added = added
        self.kind = kind

    def refresh(self) -> None:
        """Disable the item if no more of its kind fit on the table."""
        free = self.state.draft.free(self.kind)
        if free != self.enabled:
            self.enabled = free
            self.changed()

    def draw(self, canvas: Canvas) -> None:
        look, colours = canvas.look, canvas.look.palette
        lit = self.hovered and self.enabled
        edge = colours.gold_high if lit else colours.gold_low
        top = colours.button_low if lit else colours.panel
        canvas.box(self.rect, 9, top, colours.panel_low, edge, 1.2)
        at = (self.rect.centerx, self.rect.top + look.px(9 + ROOM / 2))
        spot = Spot(self.kind, 0, 0, DEFAULT_PLACES[self.kind][2])
        self.item_picture.draw(canvas, spot, at, look.px(ROOM) / SPAN[self.kind])
        if not self.enabled:
            canvas.veil((16, 27, 22, 170), self.rect.inflate(-4, -4))
        ink = colours.text if self.enabled else colours.faint
        words, style = look.fit(self.name, NAME, self.rect.width - look.px(8))
        y = self.rect.bottom - look.px(15)
        canvas.text(words, (self.rect.centerx, y), style, "c", ink)

    def drag(self, pos: Pos) -> None:
        state = self.state
        if state.dragged is None and self.rect.inflate(-8, -8).collidepoint(pos):
            return
        if state.dragged is None and not state.start_new_drag(self.kind):
            return
        self.table.drag_to(pos)
        self.drag_preview.follow(pos)

    def release(self, pos: Pos) -> None:
        if self.state.dragged is not None:
            self.table.drop()
            self.added()
        elif self.rect.collidepoint(pos):
            self.activate()

    def activate(self) -> None:
        if self.state.add(self.kind):
            self.added()


class DragPreview(Widget):
    """Drag preview outside the table: a new item, or one that is deleted if dropped there."""

    shade = 4

    def __init__(self, table: EditorTable, item_picture: ItemPicture) -> None:
        super().__init__("editor.ghost")
        self.table = table
        self.item_picture = item_picture

    def follow(self, pos: Pos) -> None:
        """Centre the preview on the pointer, px."""
        self.changed()
        side = round(2.4 * editor_draft.CARD[1] * self.table.camera.scale)
        self.rect = Rect(0, 0, side, side)
        self.rect.center = pos
        self.changed()

    def place(self, look: Look, rect: Rect) -> None:
        """Keep the position: it depends on the pointer alone."""

    def at(self, pos: Pos) -> Widget | None:
        return None

    def draw(self, canvas: Canvas) -> None:
        dragged = self.table.state.dragged
        if dragged is None or dragged.inside:
            return
        scale = self.table.camera.scale
        self.item_picture.draw_held(canvas, dragged.spot, self.rect.center, scale)
        if dragged.origin >= 0:
            look, centre = canvas.look, self.rect.center
            canvas.circle(look.palette.danger_low, centre, look.px(19))
            bin_ = self.table.app.art.pictures.picture("ui/trash", look.px(24), (255, 236, 226))
            canvas.blit_centred(bin_, centre)
