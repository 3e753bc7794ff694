"""The table of the editor, from straight above: things are put, moved and turned on it."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from castlecards import levels
from castlecards.practice.range import ASIDE, RINGS, RUNGS, Kind, Options, Spot
from castlecards.ui.cardart.tabletop import TABLES, cloth_of, painted_table
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Pos
from castlecards.ui.kit.shapes import mix
from castlecards.ui.kit.text import Colour, Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.practice import editor_draft
from castlecards.ui.practice.editor_bench import FINE, STEP, TURN, TURN_FINE, Bench
from castlecards.ui.table.view.camera import Camera, Quad, frame
from castlecards.ui.table.view.ground import glow, outline
from castlecards.ui.table.view.signs import RING
from castlecards.ui.table.view.signs import RINGS as FILLS
from castlecards.ui.table.view.sprites import Seen, Sprites
from castlecards.ui.table.view.stance import flat

if TYPE_CHECKING:
    from castlecards.ui.services import Services

AROUND = 32  # mm of table shown beyond the play area
GRID = 100  # mm
SLACK = 4  # px that a press may shift without moving anything
ARM = 80  # mm from the middle of a thing to its handle
HOLD = 13  # units around the handle that are the handle
SAMPLE: tuple[Kind, ...] = ("wall", "castle", "own")  # of each one card, for the tray
SMALL = Style("ui", 12, "text")
TAG = Style("bold", 10, "text")
WHITE: Colour = (255, 255, 255)
RED: Colour = (240, 110, 96)


class EditorTable(Widget):
    """`fine` is set while Shift is held: steps of 1 mm and 1 degree."""

    focusable = True
    shade = 14

    def __init__(self, app: Services, bench: Bench) -> None:
        super().__init__("editor.table", "Table")
        self.app = app
        self.bench = bench
        self.camera = Camera()
        self.fine = False
        self._look: Look | None = None
        self._ground: tuple[object, Surface] | None = None
        self._sprites: tuple[object, Sprites, dict[int, Seen]] | None = None
        self._tray: tuple[Sprites, dict[int, Seen]] | None = None
        self._grip: tuple[float, float] | None = None  # mm from the pointer to the thing's middle
        self._from: Pos = (0, 0)
        self._pressed = -1  # the thing that the button went down on
        self._turning = False
        self._over = -1

    # -- where things are ---------------------------------------------------------------------

    def measure(self, look: Look, width: int) -> Size:
        return width, width

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self._look = look
        field = self.bench.field
        wide, deep = field.half_width + AROUND, field.half_depth + AROUND
        view = (float(rect.x), float(rect.y), float(rect.width), float(rect.height))
        self.camera = frame([(-wide, -deep), (wide, deep)], view, 0.0, 0.0)

    def mm(self, pos: Pos) -> tuple[float, float]:
        return self.camera.unproject(*pos)

    def px(self, spot: Spot) -> tuple[float, float]:
        """The middle of a thing on the screen."""
        return self.camera.project(spot.x, spot.y)

    def quad(self, spot: Spot) -> Quad:
        if spot.kind == "ring":
            side = 2.0 * RINGS[-1]
            return self.camera.quad(spot.x, spot.y, 0.0, side, side)
        return self.camera.quad(spot.x, spot.y, radians(spot.angle), *editor_draft.CARD)

    def number_at(self, pos: Pos) -> int:
        """The topmost thing there, -1: none. Cards lie above rings."""
        x, y = self.mm(pos)
        lying = [] if self.bench.draft.ladder else self.bench.lying()
        for rings in (False, True):
            for number, spot in reversed(lying):
                if (spot.kind == "ring") == rings and _covers(spot, x, y):
                    return number
        return -1

    def handle_of(self, spot: Spot) -> tuple[float, float] | None:
        """Where the selected thing is turned, px; rings are round."""
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
        """What is selected, in mm and degrees."""
        bench = self.bench
        spot = bench.spot
        if spot is None:
            return ""
        if bench.carry is not None and not bench.carry.inside:
            return "Let go here, it is gone." if bench.carry.origin >= 0 else "Onto the table."
        carried = bench.carry is not None and bench.carry.origin < 0
        number = bench.carry.origin if bench.carry is not None else bench.selected
        name = editor_draft.CALLED[spot.kind]
        name = name if carried else editor_draft.title(bench.draft, number)
        side = (
            f"{abs(spot.x)} mm {'right' if spot.x > 0 else 'left'}" if spot.x else "in the middle"
        )
        ahead = spot.y - round(bench.start.y / 10)
        line = f"{abs(ahead)} mm {'beyond' if ahead >= 0 else 'behind'} the release line"
        turned = "" if spot.kind == "ring" else f"  ·  turned {spot.angle}°"
        return f"{name}  ·  {side}  ·  {line}{turned}"

    # -- the pointer --------------------------------------------------------------------------

    def hover(self, pos: Pos) -> None:
        over = self.number_at(pos) if self.hovered else -1
        if over != self._over:
            self._over = over
            self.changed()

    def press(self, pos: Pos, clicks: int) -> None:
        bench = self.bench
        self._from, self._grip, self._turning = pos, None, False
        spot = bench.spot
        handle = self.handle_of(spot) if spot is not None else None
        reach = self._look.px(HOLD) if self._look is not None else HOLD
        if handle is not None and hypot(handle[0] - pos[0], handle[1] - pos[1]) <= reach:
            bench.pause()
            self._turning = True
            return
        self._pressed = self.number_at(pos)
        bench.select(self._pressed)
        if self._pressed >= 0:
            spot = bench.draft.spots[self._pressed]
            x, y = self.mm(pos)
            self._grip = (spot.x - x, spot.y - y)

    def drag(self, pos: Pos) -> None:
        if self._turning:
            self._turn_towards(pos)
            return
        if self._grip is None:
            return
        if self.bench.carry is None:
            if max(abs(pos[0] - self._from[0]), abs(pos[1] - self._from[1])) < SLACK:
                return
            self.bench.take(self._pressed)
        self.carry_to(pos, self._grip)

    def carry_to(self, pos: Pos, grip: tuple[float, float] = (0.0, 0.0)) -> None:
        """What is carried hangs from the pointer."""
        x, y = self.mm(pos)
        step = FINE if self.fine else STEP
        self.bench.carry_to(x + grip[0], y + grip[1], self.rect.collidepoint(pos), step)

    def release(self, pos: Pos) -> None:
        self._grip, self._turning = None, False
        self.bench.drop()
        self.bench.pause()

    def _turn_towards(self, pos: Pos) -> None:
        spot = self.bench.spot
        if spot is None:
            return
        x, y = self.mm(pos)
        step = TURN_FINE if self.fine else TURN
        angle = degrees(atan2(spot.x - x, y - spot.y))
        self.bench.turn_to(round(angle / step) * step, "handle")

    def wheel(self, dy: float, pos: Pos) -> None:
        """Turns what is carried, or lies under the pointer, or is selected."""
        if self.bench.carry is None:
            under = self.number_at(pos)
            if under >= 0 and under != self.bench.selected:
                self.bench.select(under)
        if dy:
            self.bench.turn(1 if dy > 0 else -1, TURN_FINE if self.fine else TURN)

    # -- the picture --------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        look, bench = canvas.look, self.bench
        canvas.surface.blit(self._cloth(look), self.rect.topleft)
        with canvas.clipped(self.rect):
            if bench.draft.ladder:
                self._ladder(canvas)
            else:
                self._things(canvas)
        edge = look.palette.gold if self.focused else look.palette.gold_low
        pygame.draw.rect(canvas.surface, edge, self.rect, look.px(1.4))

    def _things(self, canvas: Canvas) -> None:
        bench = self.bench
        lying = bench.lying()
        for rings in (True, False):
            for number, spot in lying:
                if (spot.kind == "ring") == rings:
                    self.thing(canvas, spot, number)
        amiss = {n for pair in editor_draft.clashes(bench.draft.spots) for n in pair}
        for number, spot in lying:
            if number in amiss and bench.carry is None:
                outline(canvas, self.quad(spot), RED, 0.05, canvas.look.px(2))
        if 0 <= self._over < len(bench.draft.spots) and bench.carry is None:
            outline(canvas, self.quad(bench.draft.spots[self._over]), WHITE, 0.05, 1)
        chosen = bench.spot
        if chosen is not None and (bench.carry is None or bench.carry.inside):
            glow(canvas, self.quad(chosen), strong=bench.carry is not None)
            if bench.carry is None:
                self._handle(canvas, chosen)

    def thing(self, canvas: Canvas, spot: Spot, number: int) -> None:
        """One of them where it lies."""
        if spot.kind == "ring":
            draw_rings(canvas, self.px(spot), self.camera.scale)
            return
        x, y = self.px(spot)
        self.card(canvas, spot, number, (x, y), editor_draft.CARD[1] * self.camera.scale)

    def card(
        self, canvas: Canvas, spot: Spot, number: int, at: tuple[float, float], height: float
    ) -> None:
        """A card anywhere on the screen, `height` px high; `number` -1: any of its kind."""
        sprites, seen = self._faces() if number >= 0 else self._sample()
        what = seen.get(number if number >= 0 else SAMPLE.index(spot.kind))
        what = what or next(iter(seen.values()))
        stamp = sprites.stamp(what, flat(*at, height, spot.angle))
        canvas.blit(stamp.image, (stamp.x, stamp.y))
        if spot.kind != "wall":
            tag(canvas, {"own": "OWN", "castle": "CASTLE"}[spot.kind], at)

    def _handle(self, canvas: Canvas, spot: Spot) -> None:
        at = self.handle_of(spot)
        if at is None:
            return
        gold, centre = canvas.look.palette.gold_high, self.px(spot)
        edge = editor_draft.CARD[1] / 2 / ARM
        rim = tuple(one + (two - one) * edge for one, two in zip(centre, at, strict=True))
        canvas.line(gold, (rim[0], rim[1]), at, canvas.look.px(1.5))
        canvas.circle((20, 40, 30), at, canvas.look.px(8))
        canvas.circle(gold, at, canvas.look.px(7))
        canvas.circle((40, 60, 44), at, canvas.look.px(3))

    def _ladder(self, canvas: Canvas) -> None:
        """The places of the wall that moves, in the order of the throws."""
        places = [Spot("wall", x, 200 + y, 180) for x, y in zip(ASIDE, RUNGS, strict=True)]
        for spot in reversed(places):
            self.thing(canvas, spot, -1)
            outline(canvas, self.quad(spot), mix(self._middle, WHITE, 0.5), 0.05, 1)
        for number, spot in enumerate(places, 1):
            tag(canvas, str(number), self.px(spot))

    @property
    def _middle(self) -> Colour:
        return TABLES[self._kind].middle

    @property
    def _kind(self) -> str:
        return cloth_of(self.app.settings.table, self.bench.draft.surface)

    def _faces(self) -> tuple[Sprites, dict[int, Seen]]:
        """The very cards that will lie there, by number; what is carried may be one more."""
        bench = self.bench
        kinds = tuple(spot.kind for spot in bench.draft.spots)
        if bench.carry is not None and bench.carry.origin < 0:
            kinds = (*kinds, bench.carry.spot.kind)
        if self._sprites is None or self._sprites[0] != kinds:
            self._sprites = (kinds, *faces(self.app, kinds))
        return self._sprites[1:]

    def _sample(self) -> tuple[Sprites, dict[int, Seen]]:
        if self._tray is None:
            self._tray = faces(self.app, SAMPLE)
        return self._tray

    def _cloth(self, look: Look) -> Surface:
        draft = self.bench.draft
        key = (self.rect.size, self._kind, look.scale, draft.wind, draft.gust)
        if self._ground is None or self._ground[0] != key:
            surface = painted_table(self._kind, self.rect.size)
            away = replace(
                self.camera, cx=self.camera.cx - self.rect.x, cy=self.camera.cy - self.rect.y
            )
            draw_field(Canvas(surface, look), away, self.bench, self._middle)
            self._ground = (key, surface)
        return self._ground[1]


def faces(app: Services, kinds: tuple[Kind, ...]) -> tuple[Sprites, dict[int, Seen]]:
    """Pictures of the cards that the range deals for these things; a wall's if it cannot."""
    game = levels.shelf()[editor_draft.GAME]
    try:
        options = Options(spots=tuple(Spot(kind, 0, 0) for kind in kinds or ("wall",)))
    except ValueError:
        options = Options(spots=(Spot("wall", 0, 0),))
    pos = game.setup(options, levels.players_of(game))
    sprites = Sprites(app.art, pos.box)
    seen: dict[int, Seen] = {}
    for number in range(len(options.spots)):
        for card in pos.zones[pos.box.zone(f"spot{number + 1}")]:
            seen[number] = sprites.seen(card, pos.faces[card], True)
    return sprites, seen or {-1: ("back", 0, pos.box.backs[0])}


def _covers(spot: Spot, x: float, y: float) -> bool:
    dx, dy = x - spot.x, y - spot.y
    if spot.kind == "ring":
        return hypot(dx, dy) <= RINGS[-1]
    c, s = cos(radians(spot.angle)), sin(radians(spot.angle))
    width, length = editor_draft.CARD
    return abs(dx * c + dy * s) <= width / 2 and abs(dy * c - dx * s) <= length / 2


def draw_rings(canvas: Canvas, at: tuple[float, float], scale: float) -> None:
    """Seen from straight above; `scale`: px per mm."""
    for n, radius in enumerate(reversed(RINGS)):
        canvas.circle(FILLS[n % len(FILLS)], at, radius * scale)
        canvas.circle(RING, at, radius * scale, canvas.look.px(1.5))


def tag(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
    """A word on a card."""
    look = canvas.look
    rect = Rect(0, 0, look.width(text, TAG) + look.px(8), look.px(14))
    rect.center = (round(at[0]), round(at[1]))
    canvas.box(rect, 4, (14, 30, 23), (10, 22, 17), look.palette.gold_low)
    canvas.text(text, rect.center, TAG, "c")


def draw_field(canvas: Canvas, camera: Camera, bench: Bench, cloth: Colour) -> None:
    """Play area, grid, release line, gate, scale, wind."""
    look, field = canvas.look, bench.field
    wide, deep = field.half_width, field.half_depth
    for n in range(-9, 10):
        faint = mix(cloth, WHITE, 0.11 if n == 0 else 0.055)
        if abs(n * GRID) < wide:
            canvas.line(faint, camera.project(n * GRID, -deep), camera.project(n * GRID, deep))
        if abs(n * GRID) < deep:
            canvas.line(faint, camera.project(-wide, n * GRID), camera.project(wide, n * GRID))
    edge = mix(cloth, WHITE, 0.35)
    quad = [camera.project(x, y) for x, y in ((-wide, deep), (wide, deep), (wide, -deep))]
    quad.append(camera.project(-wide, -deep))
    pygame.draw.aalines(canvas.surface, edge, True, quad)
    line = bench.start.y / 10
    gold = look.palette.gold_high
    left, right = camera.project(-wide, line), camera.project(wide, line)
    canvas.line(gold, left, right, look.px(1.6))
    canvas.text("Release line", (left[0] + look.px(8), left[1] - look.px(9)), SMALL, "w", gold)
    x0, x1, y = (part / 10 for part in bench.gate)
    low = mix(cloth, gold, 0.6)
    for x in (x0, x1):
        post = camera.project(x, y)
        canvas.line(low, (post[0], post[1] - look.px(5)), (post[0], post[1] + look.px(5)), 2)
    canvas.line(low, camera.project(x0, y), camera.project(x1, y), 1)
    middle = camera.project((x0 + x1) / 2, y)
    canvas.text("Gate of the hand", (middle[0], middle[1] + look.px(9)), SMALL, "c", low)
    low_middle = camera.project(0, -deep + 40)
    canvas.text("You throw from this side", low_middle, SMALL, "c", mix(cloth, WHITE, 0.55))
    _scale(canvas, camera, (-wide + 30, -deep + 30), mix(cloth, WHITE, 0.75))
    _wind(canvas, camera, bench)


def _scale(canvas: Canvas, camera: Camera, at: tuple[float, float], ink: Colour) -> None:
    """100 mm with a tick every 50."""
    look = canvas.look
    start, end = camera.project(*at), camera.project(at[0] + GRID, at[1])
    canvas.line(ink, start, end, look.px(2))
    for part in (0, GRID / 2, GRID):
        x, y = camera.project(at[0] + part, at[1])
        canvas.line(ink, (x, y - look.px(4)), (x, y + look.px(4)), look.px(1.5))
    canvas.text("100 mm", ((start[0] + end[0]) / 2, start[1] - look.px(12)), SMALL, "c", ink)


def _wind(canvas: Canvas, camera: Camera, bench: Bench) -> None:
    """An arrow as the air goes, and how fast."""
    draft, look = bench.draft, canvas.look
    speed = hypot(draft.wind, draft.gust)
    if not speed:
        return
    sky: Colour = (190, 222, 255)
    x, y = camera.project(bench.field.half_width - 70, bench.field.half_depth - 60)
    dx, dy = draft.wind / speed, draft.gust / speed  # px: gust comes down the screen
    far = look.px(24)
    tail, head = (x - dx * far, y - dy * far), (x + dx * far, y + dy * far)
    canvas.line(sky, tail, head, look.px(2.5))
    for side in (0.5, -0.5):
        back = (
            head[0] - look.px(11) * (dx * cos(side) - dy * sin(side)),
            head[1] - look.px(11) * (dy * cos(side) + dx * sin(side)),
        )
        canvas.line(sky, head, back, look.px(2.5))
    words = f"Wind {speed / 1000:.2f} m/s"
    canvas.text(words, (x, y + look.px(36)), SMALL, "c", sky)
