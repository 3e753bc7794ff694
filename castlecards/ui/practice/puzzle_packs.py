"""Choice of a pack of puzzles: a list with what is solved, and a field in its place on a narrow
page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.widgets.base import Act
from castlecards.ui.kit.widgets.listbox import Item, ListBox
from castlecards.ui.pages.choice_page import Candidate, PickField, draw_tick

PACKS, PACK = tr("Packs of puzzles"), tr("Pack")
CHOSEN = "practice.pack"


@dataclass(frozen=True)
class PackProgress:
    """Pack with its number of puzzles, and how many of them are solved."""

    key: str
    title: str
    solved: int
    count: int

    @property
    def is_done(self) -> bool:
        return self.solved == self.count

    @property
    def text(self) -> str:
        """Number of solved puzzles in words."""
        if not self.count:
            return tr("None yet")
        return tr("{n} of {all} solved", n=self.solved, all=self.count)


def first_open(packs: Sequence[PackProgress]) -> str:
    """Key of the first pack with a puzzle that is not solved, else of the first one."""
    return next((pack.key for pack in packs if not pack.is_done), packs[0].key)


class PackList(ListBox):
    """List of packs; those that are solved have a tick."""

    def __init__(
        self, packs: Sequence[PackProgress], chosen: str, act: Callable[[str], object]
    ) -> None:
        items = [Item(pack.key, pack.title, pack.text) for pack in packs]
        super().__init__("practice.packs", PACKS, items, act, chosen=chosen)
        self.done = {pack.key for pack in packs if pack.count and pack.is_done}

    def _draw_row(self, canvas: Canvas, row: Rect, item: Item, over: bool) -> None:
        super()._draw_row(canvas, row, item, over)
        if item.key in self.done:
            px = canvas.look.px
            draw_tick(canvas, (row.right - px(20), row.bottom - px(18)))


def pack_field(packs: Sequence[PackProgress], chosen: str, act: Act) -> PickField:
    """Field that shows the chosen pack; `act` opens the sheet with all of them."""
    return PickField(CHOSEN, PACK, candidates(packs), chosen, act)


def candidates(packs: Sequence[PackProgress]) -> list[Candidate]:
    """Packs as choices of a sheet."""
    return [Candidate(pack.key, pack.title, pack.text) for pack in packs]
