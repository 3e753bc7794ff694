"""Side column of the HUD: score board, phase bar, move list and prompt panel.

The column is 280 units wide (7/32 of a wide window: 420 px of 1920), 12 units from the edges. It
stands at the left, or for left-handed players at the right, below the toolbar. Windows narrower
than 1000 units have none; at a table with a field, than 1400 units or 1600 px
(`layout.model.column_width`).
The move list takes the remaining height, at least 96 units; otherwise a key opens it. The coach
panel replaces it when open.
"""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.table.layout.model import MARGIN, PANEL
from castlecards.ui.table.overlay.move_list import MoveList
from castlecards.ui.table.overlay.prompt_panel import PromptPanel
from castlecards.ui.table.overlay.widgets import ScoreBoard, SpotWidget
from castlecards.ui.table.render.table_view import TableView

BELOW_TOOLS = 60.0  # units, top of widgets below the toolbar
GAP = 8.0  # units between two parts
TOP = 10.0  # units above the first part
LEAST = 96.0  # units, smallest height of the move list
DRAWER = 268.0  # units, width of the move list without a column


class SideColumn(Widget):
    """Layout of the column. `wide`: its width with margin, px.

    If `wide` is 0, its parts lie on the table: the score board at the top left beside `tools`, the
    prompt panel at the bottom.
    """

    shade = 0

    def __init__(
        self,
        score: ScoreBoard,
        between: Sequence[Widget],
        moves: MoveList,
        coach: Widget,
        corner: PromptPanel,
        tools: Sequence[Widget],
        table_view: TableView,
    ) -> None:
        super().__init__("column")
        self.score, self.between, self.moves, self.corner = score, tuple(between), moves, corner
        self.coach = coach
        self.tools = tuple(tools)
        self.table_view = table_view
        self.mirrored = False
        self.wide = 0
        self.children = (corner, *self.between, score, moves, coach)

    def free(self, window: Rect) -> Rect:
        """Part of the window beside the column."""
        left = 0 if self.mirrored else self.wide
        return Rect(window.left + left, window.top, window.width - self.wide, window.height)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        gap = look.px(MARGIN)
        usual = min(look.px(PANEL) - gap, rect.width - 2 * gap)
        width = self.wide - gap if self.wide else usual
        wide, high = self.corner.measure(look, width)
        left = rect.right - wide - gap if self.mirrored else rect.left + gap
        low = look.px(4) if self.corner.folded else gap
        self.corner.place(look, Rect(left, rect.bottom - high - low, wide, high))
        y = self._place_score(look, rect, left, width)
        begins = y
        for widget in self.between:
            if widget.visible:
                wide, high = widget.measure(look, width)
                widget.place(look, Rect(left, y, wide, high))
                y += high + look.px(GAP)
        if self.wide:
            room = Rect(left, y, width, self.corner.rect.top - look.px(GAP) - y)
            if self.moves.shown:
                room = Rect(left, begins, width, rect.bottom - gap - begins)
            self.moves.visible = self.moves.shown or room.height >= look.px(LEAST)
            self.moves.place(look, room)
        else:
            self.moves.visible = self.moves.shown
            self.moves.place(look, self._drawer(look, rect))
        if self.coach.visible:
            self.moves.visible &= not self.wide
            wide, high = self.coach.measure(look, width)
            bottom = self.corner.rect.top - look.px(GAP)
            if bottom - high < y:  # cover whole widgets, never half a line of text
                edges = [gap, begins, *(each.rect.top for each in self.between if each.visible)]
                y = max((edge for edge in edges if edge <= bottom - high), default=gap)
                high = bottom - y
            self.coach.place(look, Rect(left, y, wide, high))

    def _place_score(self, look: Look, rect: Rect, left: int, width: int) -> int:
        """Place the score board. Returns the top of the next part, px."""
        top, gap = look.px(TOP), look.px(GAP)
        if self.wide:
            top = look.px(BELOW_TOOLS) if self.mirrored else top
            high = self.score.measure(look, width)[1]
            self.score.place(look, Rect(left, top, width, high))
            return self.score.rect.bottom + gap if self.score.visible else top
        margin = look.px(MARGIN)
        beside = min((tool.rect.left for tool in self.tools), default=rect.right)
        wide, high = self.score.measure(look, beside - look.px(6) - 2 * margin)
        self.score.place(look, Rect(rect.left + margin - look.px(2), top, wide, high))
        if self.mirrored and self.tools:
            return self.tools[0].rect.bottom + margin
        return self.score.rect.bottom + gap

    def _drawer(self, look: Look, rect: Rect) -> Rect:
        """Rect of the move list at the other edge of the table, px."""
        wide, viewport = (
            min(look.px(DRAWER), rect.width - look.px(24)),
            self.table_view.layout.viewport,
        )
        left = viewport.left + look.px(MARGIN)
        if not self.mirrored:
            left = viewport.left + viewport.width - wide - look.px(MARGIN)
        top, bottom = rect.top + look.px(BELOW_TOOLS), rect.bottom - look.px(160)
        if self.score.visible and left < self.score.rect.right:
            top = max(top, self.score.rect.bottom + look.px(GAP))
        return Rect(left, top, wide, max(look.px(120), bottom - top))


class OverlayRoot(Widget):
    """Root widget of the HUD: side column, toolbar, practice panel and temporary widgets.

    Its spot widgets for cards and zones serve only the keyboard: Tab and arrows walk them like
    buttons.
    """

    shade = 0

    def __init__(self, column: SideColumn, tools: Sequence[Widget]) -> None:
        super().__init__("table")
        self.column = column
        self.tools = list(tools)
        self.spots: Sequence[SpotWidget] = ()
        self.extras: Sequence[Widget] = ()  # throw bar, throw figures, reaction bar, refusal
        self.panel: Widget | None = None  # of practice; below the score board if mirrored
        self.mirrored = False
        self.set_contents((), None, ())

    def set_contents(
        self, spots: Sequence[SpotWidget], panel: Widget | None, extras: Sequence[Widget]
    ) -> None:
        """Replace the spots, the practice panel and the temporary widgets."""
        self.spots, self.panel, self.extras = spots, panel, extras
        beside = [panel] if panel is not None else []
        self.children = [*spots, *beside, *extras, *self.column.children, *self.tools]

    @property
    def free(self) -> Rect:
        """Part of the window beside the column, px."""
        return self.column.free(self.rect)

    @property
    def table(self) -> Rect:
        """Part of `free` beside the practice panel, px."""
        viewport = self.column.table_view.layout.viewport
        return self.free.clip(Rect(viewport.left, 0, viewport.width, viewport.height))

    @property
    def aside(self) -> Rect:
        """Rect of the move list, px, where a tooltip without space goes; empty without a column."""
        return self.column.moves.rect if self.column.wide else Rect(0, 0, 0, 0)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        gap = look.px(12)
        x = rect.right - gap
        for tool in reversed(self.tools):
            size = tool.measure(look, rect.width)
            x -= size[0]
            tool.place(look, Rect((x, look.px(10)), size))
            x -= look.px(6)
        self.column.mirrored = self.mirrored
        self.column.place(look, rect)
        for extra in self.extras:
            extra.place(look, self.free)
        if self.panel is not None:
            wide = self.panel.measure(look, rect.width)[0]
            left, top = rect.right - wide - gap, look.px(BELOW_TOOLS)
            if self.mirrored:
                score = self.column.score
                below = not self.column.wide and score.visible
                left, top = gap, gap + (score.rect.bottom if below else 0)
            self.panel.place(look, Rect(left, top, wide, rect.bottom - top))
