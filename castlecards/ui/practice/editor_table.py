"""Table of the level editor, seen from straight above: items are added, moved and rotated on it.

Drawing, hit test and drag preview are those of the game table.
"""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from castlecards import levels
from castlecards.core.cards import Field
from castlecards.core.landing import Limits
from castlecards.core.view import View
from castlecards.practice.range import LADDER_X, LADDER_Y, Spot
from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.practice import editor_draft, editor_view, wind
from castlecards.ui.practice.editor_state import FINE, STEP, TURN, TURN_FINE, EditorState
from castlecards.ui.practice.editor_view import item_number, item_target
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.state import InputState, Press
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.card_shape import from_quad, rotated_upright
from castlecards.ui.table.layout.model import Viewport
from castlecards.ui.table.pointer.drag import FAR, DraggedCards
from castlecards.ui.table.render.glow import draw_outline
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw.aim_guides import AimGuides, draw_below

if TYPE_CHECKING:
    from castlecards.ui.services import Services

GRID = 100  # mm between two grid lines
ARM = 80  # mm from the middle of an item to its rotation handle
HOLD = 13  # units, radius of the hit area of the handle
SMALL = Style("ui", 14, "text")
TAG = Style("bold", 14, "text")
WHITE: Colour = (255, 255, 255)
PALE: Colour = (206, 218, 208)
RED: Colour = (240, 110, 96)
FAINT = (255, 255, 255, 16)  # grid lines
MIDDLE = (255, 255, 255, 40)  # grid lines through the middle


class EditorTable(Widget):
    """Widget of the editor's table. `fine`: Shift is held, for steps of 1 mm and 1 degree."""

    focusable = True
    animated = True
    shade = 14

    def __init__(self, app: Services, state: EditorState) -> None:
        super().__init__("editor.table", tr("Table"))
        self.app = app
        self.state = state
        self.fine = False
        self.input_state = InputState()
        self._viewport = Viewport()
        self._table_view = TableView(app.art, self._view(), levels.shelf()[editor_draft.GAME])
        self.dragged_cards = DraggedCards(app, self.input_state, self._table_view)
        self._press: Press | None = None
        self._grip_offset = (0.0, 0.0)  # mm from the pointer to the middle of the dragged item
        self._turning = False

    # -- positions ----------------------------------------------------------------------------

    def _view(self) -> View:
        return editor_view.draft_view(
            self.state.draft, self.state.shown_spots, self.app.settings.feel
        )

    @property
    def table_view(self) -> TableView:
        """Table view arranged with the current items."""
        self._table_view.arrange(self._view(), self._viewport)
        return self._table_view

    @property
    def camera(self) -> Camera:
        return self.table_view.layout.camera

    @property
    def value_text(self) -> str:
        """Selected item with its place from the middle of the table, and its angle."""
        spots, n = self.state.shown_spots, self.state.selected
        if not 0 <= n < len(spots):
            return ""
        spot = spots[n]
        right, left = tr("{n} mm right", n=spot.x), tr("{n} mm left", n=-spot.x)
        forward, back = tr("{n} mm forward", n=spot.y), tr("{n} mm back", n=-spot.y)
        return tr(
            "{item}, {n} of {count}, {across}, {along}, {angle}°",
            item=editor_draft.KIND_TITLES[spot.kind], n=n + 1, count=len(spots),
            across=right if spot.x >= 0 else left, along=forward if spot.y >= 0 else back,
            angle=spot.angle,
        )  # fmt: skip

    def measure(self, look: Look, width: int) -> Size:
        return width, width

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self._viewport = editor_view.viewport_from_above(self.state.field, rect, look.scale)
        self._table_view.forget_pictures()
        self.follow()

    def follow(self) -> None:
        """Redraw the table after a change of the items or the drag.

        The held card becomes the card of the dragged item, at its angle.
        """
        table_view, field = self.table_view, self.table_view.layout.field
        assert field is not None
        table_view.static_layer.chalk = (
            (self._viewport, field),
            lambda canvas: self._draw_markings(canvas, field),
        )
        table_view.static_layer.is_dragging = self.state.dragged is not None
        self.dragged_cards.forget()
        if self.state.dragged is not None:
            self._hold(self.state.number)
        self.changed()

    def mm(self, pos: Pos) -> tuple[float, float]:
        """Convert a position on the screen (px) to the table (mm)."""
        return self.camera.unproject(*pos)

    def number_at(self, pos: Pos) -> int:
        """Return the number of the topmost item at `pos` (px); -1: none."""
        return -1 if self.state.draft.ladder else item_number(self.table_view.target_at(*pos))

    def handle_of(self, spot: Spot) -> tuple[float, float] | None:
        """Return the position of the rotation handle, px; None for rings, which are round.

        It is in front of the item, else behind it; None if both are outside the widget.
        """
        if spot.kind == "ring":
            return None
        away = radians(spot.angle)
        for sign in (1, -1):
            x, y = spot.x - sign * ARM * sin(away), spot.y + sign * ARM * cos(away)
            found = self.camera.project(x, y)
            if self.rect.inflate(-16, -16).collidepoint(found):
                return found
        return None

    def readout(self) -> str:
        """Return the position and angle of the current item as text, in mm and degrees."""
        state = self.state
        spot = state.spot
        if spot is None:
            return ""
        if state.dragged is not None and not state.dragged.inside:
            return (
                tr("Let go to remove it.")
                if state.dragged.origin >= 0
                else tr("Drag it onto the table.")
            )
        carried = state.dragged is not None and state.dragged.origin < 0
        name = editor_draft.KIND_TITLES[spot.kind]
        name = name if carried else editor_draft.title(state.draft, state.number)
        side = tr("in the middle")
        if spot.x:
            side = (tr("{n} mm right") if spot.x > 0 else tr("{n} mm left")).format(n=abs(spot.x))
        ahead = spot.y - round(state.start.y / 10)
        line = (
            tr("{n} mm past the release line")
            if ahead >= 0
            else tr("{n} mm before the release line")
        )
        parts = [name, side, line.format(n=abs(ahead))]
        if spot.kind != "ring":
            parts.append(tr("turned {n}°", n=spot.angle))
        return "  ·  ".join(parts)

    # -- the pointer --------------------------------------------------------------------------

    def hover(self, pos: Pos) -> None:
        over = (
            self.table_view.target_at(*pos)
            if self.hovered and self.number_at(pos) >= 0
            else Target()
        )
        if over != self.input_state.hover:
            self.input_state.hover = over
            self.changed()

    def press(self, pos: Pos, clicks: int) -> None:
        state = self.state
        self._press, self._turning = None, False
        self.dragged_cards.homing.clear()
        spot = state.spot
        handle = self.handle_of(spot) if spot is not None else None
        reach = HOLD * self._viewport.u
        if handle is not None and hypot(handle[0] - pos[0], handle[1] - pos[1]) <= reach:
            state.pause()
            self._turning = True
            return
        number = self.number_at(pos)
        state.select(number)
        if state.selected >= 0:
            self._press = Press(item_target(self.table_view, number), pos, 1, frozenset())
            spot, (x, y) = state.draft.spots[number], self.mm(pos)
            self._grip_offset = (spot.x - x, spot.y - y)

    def drag(self, pos: Pos) -> None:
        press = self._press
        if self._turning:
            self._turn_towards(pos)
        elif press is not None and self.state.dragged is None:
            far = abs(pos[0] - press.at[0]) + abs(pos[1] - press.at[1])
            number = item_number(press.target)
            if far >= FAR * self._viewport.u and number == self.state.selected:
                self.state.start_drag(number)
                self.app.play("snap", 0.25)
                self.drag_to(pos, self._grip_offset)
        elif press is not None:
            self.drag_to(pos, self._grip_offset)

    def drag_to(self, pos: Pos, grip: tuple[float, float] = (0.0, 0.0)) -> None:
        """Move the dragged item with the pointer; its drop position snaps to the grid."""
        x, y = self.mm(pos)
        x, y = x + grip[0], y + grip[1]
        step = FINE if self.fine else STEP
        self.state.drag_to(x, y, self.rect.collidepoint(pos), step)
        self.input_state.pointer = self.camera.project(x, y)
        self.changed()

    def release(self, pos: Pos) -> None:
        self._press, self._turning = None, False
        self.drop()
        self.state.pause()

    def drop(self) -> None:
        """End the drag: place the item, or delete it if it is outside the table."""
        if self.state.dragged is not None:
            number = self.state.number
            self.state.drop()
            self._glide(number)

    def put_back(self) -> bool:
        """Cancel the drag and animate the item back. True if there was one."""
        dragged = self.state.dragged
        if dragged is not None:
            self.state.cancel()
            self._glide(dragged.origin)
        return dragged is not None

    def _glide(self, number: int) -> None:
        """Animate the card of an item from the pointer to its place."""
        self._hold(number)
        self.dragged_cards.send_home()
        self.changed()

    def _hold(self, number: int) -> None:
        """Hold the card of an item, if it has one: rings and items off the table have none."""
        table_view = self.table_view
        card = item_target(table_view, number).card
        if card >= 0:
            self.dragged_cards.take(card)
            self.input_state.card_turn = table_view.shape_of(table_view.layout.by_card[card]).angle

    def _turn_towards(self, pos: Pos) -> None:
        spot = self.state.spot
        if spot is None:
            return
        x, y = self.mm(pos)
        step = TURN_FINE if self.fine else TURN
        angle = degrees(atan2(spot.x - x, y - spot.y))
        self.state.turn_to(round(angle / step) * step, "handle")

    def wheel(self, dy: float, pos: Pos) -> None:
        """Rotate the dragged item, else the one under the pointer, else the selected one."""
        if self.state.dragged is None:
            under = self.number_at(pos)
            if under >= 0 and under != self.state.selected:
                self.state.select(under)
        if dy:
            self.state.turn(1 if dy > 0 else -1, TURN_FINE if self.fine else TURN)

    # -- time ---------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:  # type: ignore[override]
        return bool(self.dragged_cards.homing)

    def update(self, dt: float) -> None:
        if self.dragged_cards.homing:
            self.dragged_cards.update(dt)
            self.changed()

    # -- the picture --------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        look, state, table_view = canvas.look, self.state, self.table_view
        absent = self.dragged_cards.cards
        if state.draft.ladder:
            absent |= set(table_view.pos.zones[item_target(table_view, 0).zone])
        with canvas.clipped(self.rect):
            table_view.draw_ground(canvas, absent, {}, self.app.settings.cloth)
            if state.draft.ladder:
                self._draw_ladder(canvas)
            else:
                self._draw_highlights(canvas)
            self.dragged_cards.draw_homing(canvas)
            self.dragged_cards.draw_held(canvas)
        edge = look.palette.gold if self.focused else look.palette.gold_low
        pygame.draw.rect(canvas.surface, edge, self.rect, look.px(1.4))

    def _draw_highlights(self, canvas: Canvas) -> None:
        """Draw the highlights: own cards, overlaps, hovered item, selection and handle."""
        state, table_view = self.state, self.table_view
        for number, spot in enumerate(state.shown_spots):
            if (
                spot.kind == "own"
                and item_target(table_view, number).card not in self.dragged_cards.cards
            ):
                tag(canvas, "OWN", self.camera.project(spot.x, spot.y))
        if state.dragged is None:
            amiss = {n for pair in editor_draft.overlapping_pairs(state.draft.spots) for n in pair}
            rims = [(item_target(table_view, n), RED, canvas.look.px(2)) for n in sorted(amiss)]
            for what, colour, width in (*rims, (self.input_state.hover, WHITE, 1)):
                quad = table_view.quad_of(what)
                if quad is not None:
                    draw_outline(canvas, quad, colour, 0.05, width)
        chosen = item_target(table_view, state.number)
        if chosen != Target():
            table_view.draw_glow(
                canvas, [chosen], chosen if state.dragged is not None else Target()
            )
        if state.dragged is None and state.spot is not None:
            self._draw_handle(canvas, state.spot)

    def _draw_handle(self, canvas: Canvas, spot: Spot) -> None:
        at = self.handle_of(spot)
        if at is None:
            return
        gold, centre = canvas.look.palette.gold_high, self.camera.project(spot.x, spot.y)
        edge = editor_draft.CARD[1] / 2 / ARM
        rim = tuple(one + (two - one) * edge for one, two in zip(centre, at, strict=True))
        canvas.line(gold, (rim[0], rim[1]), at, canvas.look.px(1.5))
        canvas.circle((20, 40, 30), at, canvas.look.px(8))
        canvas.circle(gold, at, canvas.look.px(7))
        canvas.circle((40, 60, 44), at, canvas.look.px(3))

    def _draw_ladder(self, canvas: Canvas) -> None:
        """Draw all positions of the moving wall, numbered in the order of the throws."""
        table_view, wall = self.table_view, item_target(self.table_view, 0).card
        seen = table_view.sprites.visible_side(wall, table_view.pos.faces[wall], True)
        places = [(x, 200 + y) for x, y in zip(LADDER_X, LADDER_Y, strict=True)]
        for x, y in reversed(places):
            quad = self.camera.quad(x, y, radians(180), *editor_draft.CARD)
            stamp = table_view.sprites.stamp(seen, rotated_upright(from_quad(quad)))
            canvas.blit(stamp.image, (stamp.x, stamp.y))
            draw_outline(canvas, quad, PALE, 0.05, 1)
        for number, (x, y) in enumerate(places, 1):
            tag(canvas, str(number), self.camera.project(x, y))

    def _draw_markings(self, canvas: Canvas, field: Field) -> None:
        """Draw grid, release line, gate, scale and wind below the items."""
        look, camera = canvas.look, self.camera
        wide, deep = field.half_width, field.half_depth
        for n in range(-9, 10):
            tone = FAINT if n else MIDDLE
            x, top = map(round, camera.project(n * GRID, deep))
            if abs(n * GRID) < wide:
                canvas.veil(tone, Rect(x, top, 1, round(2 * deep * camera.scale)))
            left, y = map(round, camera.project(-wide, n * GRID))
            if abs(n * GRID) < deep:
                canvas.veil(tone, Rect(left, y, round(2 * wide * camera.scale), 1))
        line = self.state.start.y / 10
        gold = look.palette.gold_high
        start, end = camera.project(-wide, line), camera.project(wide, line)
        canvas.line(gold, start, end, look.px(1.6))
        canvas.text(
            tr("Release line"), (start[0] + look.px(8), start[1] - look.px(9)), SMALL, "w", gold
        )
        limits = Limits(b"", self.state.start, self.state.gate, field)
        draw_below(canvas, camera, AimGuides(limits, False, False, None, None, "none"))
        x0, x1, y_ = (part / 10 for part in self.state.gate)
        middle = camera.project((x0 + x1) / 2, y_)
        canvas.text(tr("Gate for your hand"), (middle[0], middle[1] + look.px(9)), SMALL, "c", PALE)
        below = camera.project(0, -deep + 40)
        canvas.text(tr("You throw from this side"), below, SMALL, "c", PALE)
        _scale(canvas, camera, (-wide + 30, -deep + 30), PALE)
        wind.draw(canvas, camera, field)


def tag(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
    """Draw a small label centred at `at`, px."""
    look = canvas.look
    rect = Rect(0, 0, look.width(text, TAG) + look.px(8), look.px(18))
    rect.center = (round(at[0]), round(at[1]))
    canvas.box(rect, 4, (14, 30, 23), (10, 22, 17), look.palette.gold_low)
    canvas.text(text, rect.center, TAG, "c")


def _scale(canvas: Canvas, camera: Camera, at: tuple[float, float], ink: Colour) -> None:
    """Draw a scale bar of 100 mm with a tick every 50 mm; `at`: its left end, mm."""
    look = canvas.look
    start, end = camera.project(*at), camera.project(at[0] + GRID, at[1])
    canvas.line(ink, start, end, look.px(2))
    for part in (0, GRID / 2, GRID):
        x, y = camera.project(at[0] + part, at[1])
        canvas.line(ink, (x, y - look.px(4)), (x, y + look.px(4)), look.px(1.5))
    canvas.text("100 mm", ((start[0] + end[0]) / 2, start[1] - look.px(12)), SMALL, "c", ink)
