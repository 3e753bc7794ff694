"""The things of a draft on the real table: dealt as the range deals them, seen from straight above.

A draft that the range would refuse leaves the table bare; what is wrong with it is told elsewhere.
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

AROUND = 32  # mm of table shown beyond the play area: its rail


def lying(draft: Draft, spots: tuple[Spot, ...], liked: Surface) -> View:
    """The table of a draft with these things on it; the same object for the same table. `liked`:
    the surface where the draft does not mind."""
    kept = () if draft.ladder else spots
    air = (draft.wind, draft.gust)
    return _dealt(kept, "ladder" if draft.ladder else BARE, draft.surface or liked, air)


@lru_cache(maxsize=32)
def _dealt(spots: tuple[Spot, ...], layout: str, surface: Surface, air: tuple[int, int]) -> View:
    """`layout`: where there are no spots."""
    game = levels.shelf()[editor_draft.GAME]
    try:
        options = Options(layout, spots=spots, surface=surface, wind=air[0], gust=air[1])
    except ValueError:
        options = Options(BARE, surface=surface)
    pos = game.setup(options, levels.players_of(game))
    return View(NATURE, view(pos, 0).position)  # no hand is in the way


def above(field: Field, rect: Rect, u: float) -> Viewport:
    """The table in that part of the window, px; `u` is the interface scale."""
    wide, deep = field.half_width + AROUND, field.half_depth + AROUND
    part = (float(rect.x), float(rect.y), float(rect.width), float(rect.height))
    camera = frame([(-wide, -deep), (wide, deep)], part, 0.0, 0.0)
    return Viewport(rect.width, rect.bottom, u, tilt=0.0, camera=camera, left=rect.left)


def thing(table_view: TableView, number: int) -> Target:
    """The one of that number, its card if it has one."""
    zone = SPOTS + number
    if number < 0 or zone >= len(table_view.pos.zones):
        return Target()
    cards = table_view.pos.zones[zone]
    return Target(cards[0] if cards else -1, zone)


def number_of(target: Target) -> int:
    """-1: none of the draft's."""
    return max(target.zone - SPOTS, -1)


class ItemPicture:
    """One thing of a kind anywhere on the screen."""

    def __init__(self, app: Services) -> None:
        self.table_view = TableView(
            app.art, lying(Draft(), (), "felt"), levels.shelf()[editor_draft.GAME]
        )

    def _laid(self, canvas: Canvas, spot: Spot, at: tuple[float, float], scale: float) -> CardId:
        """`scale`: px per mm; -1: it has no card."""
        camera = Camera(tilt=0.0, scale=scale, cx=at[0], cy=at[1])
        viewport = Viewport(*canvas.size, canvas.look.scale, tilt=0.0, camera=camera)
        self.table_view.arrange(lying(Draft(), (replace(spot, x=0, y=0),), "felt"), viewport)
        return thing(self.table_view, 0).card

    def draw(self, canvas: Canvas, spot: Spot, at: tuple[float, float], scale: float) -> None:
        """As it lies on the table, with all that is built around it."""
        self._laid(canvas, spot, at, scale)
        self.table_view.static_layer.draw_things(
            canvas, self.table_view.layout, self.table_view.pos
        )

    def draw_held(self, canvas: Canvas, spot: Spot, at: tuple[float, float], scale: float) -> None:
        """As it hangs from the pointer."""
        card = self._laid(canvas, spot, at, scale)
        if card < 0:
            area = self.table_view.layout.by_zone[SPOTS]
            assert area.mark is not None
            draw_rings(canvas, self.table_view.layout.camera, area.mark, area.rings)
            return
        lies = self.table_view.shape_of(self.table_view.layout.by_card[card])
        self.table_view.draw_held(canvas, card, flat(*at, lies.height, lies.angle))
