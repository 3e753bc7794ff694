"""Beside the editor's table: the tray that things come from, and what hangs from the pointer."""

from __future__ import annotations

from pygame import Rect

from castlecards.practice.range import RINGS, Kind, Spot
from castlecards.ui.cardart.masonry import BASTION, YARD
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Act, Size, Widget
from castlecards.ui.practice import editor_draft
from castlecards.ui.practice.editor_bench import USUAL
from castlecards.ui.practice.editor_desk import Specimen
from castlecards.ui.practice.editor_table import EditorTable

NAME = Style("bold", 13, "text")
ROOM = 66.0  # units, height of a picture in the tray
TALL = 104.0  # units
WALL = BASTION[1] + 6  # mm, with merlons
# mm of the table that are as high as the room for a picture
SPAN: dict[Kind, float] = {"wall": WALL, "castle": YARD[0], "own": WALL, "ring": 2.0 * RINGS[-1]}
ABOUT: dict[Kind, str] = {
    "wall": "To be hit. Drag it onto the table, or press Enter.",
    "castle": "To be hit; at most two.",
    "own": "In the way: it counts for nothing.",
    "ring": "For points, by how near a card comes to rest.",
}


class TrayItem(Widget):
    """Dragged, it gives one of its kind; with Enter or a click it lays one on a free place."""

    focusable = True
    radius = 9

    def __init__(
        self, kind: Kind, table: EditorTable, ghost: Ghost, specimen: Specimen, laid: Act
    ) -> None:
        """`laid` is called when something has come onto the table."""
        super().__init__(f"editor.tray.{kind}", editor_draft.CALLED[kind], ABOUT[kind])
        self.table = table
        self.bench = table.bench
        self.ghost = ghost
        self.specimen = specimen
        self.laid = laid
        self.kind = kind
        self._from: Pos = (0, 0)

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(TALL)

    def renew(self) -> None:
        free = self.bench.draft.free(self.kind)
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
        spot = Spot(self.kind, 0, 0, USUAL[self.kind][2])
        self.specimen.draw(canvas, spot, at, look.px(ROOM) / SPAN[self.kind])
        if not self.enabled:
            canvas.veil((16, 27, 22, 170), self.rect.inflate(-4, -4))
        ink = colours.text if self.enabled else colours.faint
        words, style = look.fit(self.name, NAME, self.rect.width - look.px(8))
        y = self.rect.bottom - look.px(15)
        canvas.text(words, (self.rect.centerx, y), style, "c", ink)

    def press(self, pos: Pos, clicks: int) -> None:
        self._from = pos

    def drag(self, pos: Pos) -> None:
        bench = self.bench
        if bench.carry is None and self.rect.inflate(-8, -8).collidepoint(pos):
            return
        if bench.carry is None and not bench.bring(self.kind):
            return
        self.table.carry_to(pos)
        self.ghost.follow(pos)

    def release(self, pos: Pos) -> None:
        if self.bench.carry is not None:
            self.table.drop()
            self.laid()
        elif self.rect.collidepoint(pos):
            self.activate()

    def activate(self) -> None:
        if self.bench.add(self.kind):
            self.laid()


class Ghost(Widget):
    """What is carried beside the table: a new thing, or one that is about to be done away with."""

    shade = 4

    def __init__(self, table: EditorTable, specimen: Specimen) -> None:
        super().__init__("editor.ghost")
        self.table = table
        self.specimen = specimen

    def follow(self, pos: Pos) -> None:
        """It hangs from the pointer."""
        self.changed()
        side = round(2.4 * editor_draft.CARD[1] * self.table.camera.scale)
        self.rect = Rect(0, 0, side, side)
        self.rect.center = pos
        self.changed()

    def place(self, look: Look, rect: Rect) -> None:
        """It stays where it is."""

    def at(self, pos: Pos) -> Widget | None:
        return None

    def draw(self, canvas: Canvas) -> None:
        carry = self.table.bench.carry
        if carry is None or carry.inside:
            return
        scale = self.table.camera.scale
        self.specimen.draw_held(canvas, carry.spot, self.rect.center, scale)
        if carry.origin >= 0:
            look, centre = canvas.look, self.rect.center
            canvas.circle(look.palette.danger_low, centre, look.px(19))
            bin_ = self.table.app.art.pictures.picture("ui/trash", look.px(24), (255, 236, 226))
            canvas.blit_centred(bin_, centre)
