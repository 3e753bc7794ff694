"""Table view of a draft: its items as the range deals them, seen from straight above.

If the range refuses the draft, the table is empty; `editor_draft.faults` says why.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards import levels
from castlecards.core.cards import NATURE, CardId, Field, Surface
from castlecards.core.view import View, view
from castlecards.practice.range import BARE, SPOTS, Options, Spot
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.practice import editor_draft
from castlecards.ui.practice.editor_draft import Draft
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.camera import Camera, frame
from castlecards.ui.table.layout.card_shape import flat
from castlecards.ui.table.layout.model import Viewport
from castlecards.ui.table.render.table_signs import draw_rings
from castlecards.ui.table.render.table_view import TableView

if TYPE_CHECKING:
    from castlecards.ui.services import Services

AROUND = 32  # mm of rail shown around the play area


def draft_view(draft: Draft, spots: tuple[Spot, ...], liked: Surface) -> View:
    """Return the view of the draft's table with `spots` on it, cached by value.

    `liked`: the surface if the draft sets none.
    """
    kept = () if draft.ladder else spots
    air = (draft.wind, draft.gust)
    return _deal(kept, "ladder" if draft.ladder else BARE, draft.surface or liked, air)


@lru_cache(maxsize=32)
def _deal(spots: tuple[Spot, ...], layout: str, surface: Surface, air: tuple[int, int]) -> View:
    """Deal the table. `layout` counts only if `spots` is empty; `air`: wind and gust, mm/s."""
    game = levels.shelf()[editor_draft.GAME]
    try:
        options = Options(layout, spots=spots, surface=surface, wind=air[0], gust=air[1])
    except ValueError:
        options = Options(BARE, surface=surface)
    pos = game.setup(options, levels.players_of(game))
    return View(NATURE, view(pos, 0).position)  # the neutral seat sees no hand of cards


def viewport_from_above(field: Field, rect: Rect, u: float) -> Viewport:
    """Return a viewport that shows the table from above in `rect` (px); `u`: px per unit."""
    wide, deep = field.half_width + AROUND, field.half_depth + AROUND
    part = (float(rect.x), float(rect.y), float(rect.width), float(rect.height))
    camera = frame([(-wide, -deep), (wide, deep)], part, 0.0, 0.0)
    return Viewport(rect.width, rect.bottom, u, tilt=0.0, camera=camera, left=rect.left)


def item_target(table_view: TableView, number: int) -> Target:
    """Return the target of the item with this number; an empty one if there is none."""
    zone = SPOTS + number
    if number < 0 or zone >= len(table_view.pos.zones):
        return Target()
    cards = table_view.pos.zones[zone]
    return Target(cards[0] if cards else -1, zone)


def item_number(target: Target) -> int:
    """Return the number of the item at `target`; -1 if it is no item."""
    return max(target.zone - SPOTS, -1)


class ItemPicture:
    """Painter of a single item anywhere on the screen, for the tray and the drag preview."""

    def __init__(self, app: Services) -> None:
        self.table_view = TableView(
            app.art, draft_view(Draft(), (), "felt"), levels.shelf()[editor_draft.GAME]
        )

    def _arrange(self, canvas: Canvas, spot: Spot, at: tuple[float, float], scale: float) -> CardId:
        """Arrange a table with only this item at `at` (px, `scale` px per mm).

        Return its card, -1 if it has none.
        """
        camera = Camera(tilt=0.0, scale=scale, cx=at[0], cy=at[1])
        viewport = Viewport(*canvas.size, canvas.look.scale, tilt=0.0, camera=camera)
        self.table_view.arrange(draft_view(Draft(), (replace(spot, x=0, y=0),), "felt"), viewport)
        return item_target(self.table_view, 0).card

    def draw(self, canvas: Canvas, spot: Spot, at: tuple[float, float], scale: float) -> None:
        """Draw the item as it lies on the table, with the walls drawn around it."""
        self._arrange(canvas, spot, at, scale)
        self.table_view.static_layer.draw_things(
            canvas, self.table_view.layout, self.table_view.pos
        )

    def draw_held(self, canvas: Canvas, spot: Spot, at: tuple[float, float], scale: float) -> None:
        """Draw the item as it hangs from the pointer during a drag."""
        card = self._arrange(canvas, spot, at, scale)
        if card < 0:
            area = self.table_view.layout.by_zone[SPOTS]
            assert area.mark is not None
            draw_rings(canvas, self.table_view.layout.camera, area.mark, area.rings)
            return
        lies = self.table_view.shape_of(self.table_view.layout.by_card[card])
        self.table_view.draw_held(canvas, card, flat(*at, lies.height, lies.angle))
