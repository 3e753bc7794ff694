"""A throw once more, slowly, with a bar to move through it and the arc seen from the side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.view import view
from castlecards.ui import intents
from castlecards.ui.canvas import Canvas
from castlecards.ui.intents import Act, Intent, Keyboard, Pos
from castlecards.ui.scene import Scene
from castlecards.ui.table.desk import Desk
from castlecards.ui.table.film import Film, draw, points
from castlecards.ui.table.plates import IconButton
from castlecards.ui.table.prompt import Overlay
from castlecards.ui.text import Style
from castlecards.ui.theme import Look
from castlecards.ui.widgets.base import Size, Widget
from castlecards.ui.widgets.panel import draw_panel

if TYPE_CHECKING:
    from castlecards.ui.table.scene import TableScene

SLOW = 0.25  # of true speed
SPEEDS = (0.1, 0.25, 0.5, 1.0)
REST = 1.0  # s at the end before it begins again
LABEL = Style("medium", 13, "text")
SMALL = Style("ui", 12, "muted")


class Bar(Widget):
    """The moment within the film: drag it, or use the arrow keys."""

    focusable = True
    radius = 8

    def __init__(self, slow: SlowMotion) -> None:
        super().__init__("moment", "Moment of the throw")
        self.slow = slow

    def measure(self, look: Look, width: int) -> Size:
        return width, look.px(30)

    def press(self, pos: Pos, clicks: int) -> None:
        self.drag(pos)

    def drag(self, pos: Pos) -> None:
        part = (pos[0] - self.rect.left) / max(self.rect.width, 1)
        self.slow.seek(min(max(part, 0.0), 1.0) * self.slow.film.seconds)

    def release(self, pos: Pos) -> None:
        """Stays where it was let go."""

    def move(self, dx: int, dy: int) -> bool:
        if dx:
            self.slow.seek(self.slow.t + dx * 0.01)
        return bool(dx)

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        film = self.slow.film
        line = Rect(self.rect.left, self.rect.centery - look.px(3), self.rect.width, look.px(6))
        canvas.box(line, 3, c.inset, edge=c.inset_edge)
        for cue in film.toss.cues:
            if cue.kind in ("touch", "slap", "push", "rest"):
                x = line.left + round(line.width * min(cue.t / film.seconds, 1))
                canvas.surface.fill(c.gold_low, (x, line.top - look.px(5), 2, look.px(16)))
        at = line.left + line.width * min(self.slow.t / film.seconds, 1)
        canvas.circle(c.gold_high, (at, line.centery), look.px(9))


class Controls(Widget):
    """Bar, pause, speed, back."""

    shade = 40

    def __init__(self, slow: SlowMotion) -> None:
        super().__init__("slow_motion", "Slow motion")
        self.slow = slow
        art = slow.app.art
        self.bar = Bar(slow)
        self.pause = IconButton("pause", "ui/pause", "Pause or go on", slow.toggle, art, "Space")
        self.slower = IconButton("slower", "ui/rewind", "Slower", lambda: slow.speed(-1), art, "-")
        self.faster = IconButton(
            "faster", "ui/fast-forward", "Faster", lambda: slow.speed(1), art, "+"
        )
        self.close = IconButton("close", "ui/close", "Back to the table", slow.leave, art, "Esc")

    @property
    def children(self) -> Sequence[Widget]:
        return [self.pause, self.bar, self.slower, self.faster, self.close]

    def place(self, look: Look, rect: Rect) -> None:
        wide = min(look.px(660), rect.width - look.px(24))
        self.rect = Rect(0, 0, wide, look.px(64))
        self.rect.midbottom = (rect.centerx, rect.bottom - look.px(16))
        pad, size, gap = look.px(13), look.px(38), look.px(8)
        y = self.rect.top + pad
        self.pause.place(look, Rect(self.rect.left + pad, y, size, size))
        x = self.rect.right - pad - size
        for button in (self.close, self.faster, self.slower):
            button.place(look, Rect(x, y, size, size))
            x -= size + gap
        x -= look.px(54)
        left = self.pause.rect.right + look.px(20)
        self.bar.place(look, Rect(left, y + look.px(4), x + size - left, look.px(30)))

    def draw(self, canvas: Canvas) -> None:
        draw_panel(canvas, self.rect, radius=12)
        self.pause.icon = "ui/pause" if self.slow.playing else "ui/play"
        super().draw(canvas)
        look = canvas.look
        x = (self.bar.rect.right + self.slower.rect.left) / 2
        canvas.text(f"{self.slow.rate:g}x", (x + look.px(4), self.bar.rect.centery), LABEL, "c")


class SlowMotion:
    """A scene over the table, with a desk of its own as it was when the card flew."""

    def __init__(self, table: TableScene, film: Film) -> None:
        self.app = table.app
        self.table = table
        self.film = film
        self.t = 0.0
        self.playing = True
        self.rate = SLOW
        self._rest = 0.0
        self._next: Scene = self
        self._dirty = True
        viewer = table.eyes.viewer
        self.view = view(film.pos, viewer)
        self.desk: Desk | None = None
        self.controls = Controls(self)
        root = Root(self.controls)
        self.overlay = Overlay(root)

    # -- the scene ----------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        return self._dirty or self.moving or self.overlay.layer.dirty

    @property
    def moving(self) -> bool:
        return self.playing

    @property
    def keyboard(self) -> Keyboard:
        return "commands"

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self.table.layout(look, size)
        self.desk = Desk(self.app.art, look, self.film.pos.box)
        self.desk.arrange(self.view, self.table.stage)
        self.overlay.layout(look, size)
        self._dirty = True

    def refresh(self) -> None:
        self._dirty = True

    def rescue(self) -> None:
        self.table.rescue()

    def find(self, id: str) -> Widget:
        return self.overlay.layer.find(id)

    def leave(self) -> None:
        self.table.refresh()
        self._next = self.table

    def seek(self, t: float) -> None:
        """To a moment, and stop there."""
        self.t = min(max(t, 0.0), self.film.seconds)
        self.playing = False
        self._dirty = True
        self.overlay.layer.damage(self.controls)

    def toggle(self) -> None:
        self.playing = not self.playing
        if self.playing and self.t >= self.film.seconds:
            self.t = 0.0
        self._dirty = True

    def speed(self, step: int) -> None:
        at = SPEEDS.index(self.rate) + step
        self.rate = SPEEDS[min(max(at, 0), len(SPEEDS) - 1)]
        self.overlay.layer.damage(self.controls)

    def handle(self, intent: Intent) -> Scene:
        self._dirty = True
        if isinstance(intent, intents.Leave) and intent.focus and self.table.eyes.shared:
            self.leave()
            self.table.handle(intent)
        elif isinstance(intent, intents.Command) and intent.down and not intent.again:
            acts = {
                Act.CANCEL: self.leave, Act.REPLAY: self.leave, Act.PAUSE: self.toggle,
                Act.THROW: self.toggle, Act.FASTER: lambda: self.speed(1),
                Act.SLOWER: lambda: self.speed(-1),
            }  # fmt: skip
            if intent.act in acts:
                acts[intent.act]()
            else:
                self.overlay.layer.handle(intent)
        elif isinstance(intent, intents.Move) and self.overlay.layer.focus is None:
            self.seek(self.t + intent.dx * 0.01)
        else:
            self.overlay.layer.handle(intent)
        return self._taken()

    def _taken(self) -> Scene:
        scene, self._next = self._next, self
        return scene

    def update(self, dt: float) -> Scene:
        self.overlay.layer.update(dt)
        if self.playing:
            self.t += dt * self.rate
            self.overlay.layer.damage(self.controls)
            if self.t >= self.film.seconds:
                self.t = self.film.seconds
                self._rest += dt
                if self._rest >= REST:
                    self.t, self._rest = 0.0, 0.0
        return self._taken()

    def draw(self, canvas: Canvas) -> None:
        self._dirty = False
        assert self.desk is not None
        settings = self.app.settings
        self.desk.draw_ground(canvas, self.film.cards, self.table.names, settings.table)
        draw(canvas, self.desk, self.film, self.t)
        self._side(canvas)
        self.overlay.draw(canvas)

    # -- the side view ------------------------------------------------------------------------

    def _side(self, canvas: Canvas) -> None:
        """The path from the side: forward to the right, height upwards, both to one scale."""
        look = canvas.look
        rect = Rect(0, 0, look.px(430), look.px(196))
        rect.topright = (canvas.size[0] - look.px(14), look.px(14))
        draw_panel(canvas, rect, radius=12)
        canvas.text("From the side", (rect.left + look.px(14), rect.top + look.px(16)), LABEL, "w")
        frames = self.film.toss.frames
        ahead = self._ahead
        far = [ahead(frame.x, frame.y) for frame in frames]
        low, high = min(far) - 40, max(far) + 60
        top = max(120.0, max(frame.z for frame in frames) + 30)
        scale = min((rect.width - look.px(28)) / (high - low), (rect.height - look.px(56)) / top)
        left, ground = rect.left + look.px(14), rect.bottom - look.px(26)

        def at(forward: float, z: float) -> tuple[float, float]:
            return left + (forward - low) * scale, ground - z * scale

        canvas.line(look.palette.gold_low, at(low, 0), at(high, 0), 1)
        for mm in range(math.ceil(low / 100) * 100, int(high), 100):
            x, y = at(mm, 0)
            canvas.line(look.palette.gold_low, (x, y), (x, y + look.px(4)), 1)
            if mm % 200 == 0:
                canvas.text(f"{mm // 10} cm", (x, y + look.px(6)), SMALL, "n")
        last = None
        for frame, forward in zip(frames[::2], far[::2], strict=True):
            here = at(forward, frame.z)
            if last is not None:
                tone = look.palette.gold if frame.t <= self.t else look.palette.line
                canvas.line(tone, last, here, 1)
            last = here
        frame = self.film.toss.at(self.t)
        ends = [(ahead(x, y), z) for x, y, z in points(frame, self.film.field)]
        front, back = max(ends), min(ends)
        canvas.line(look.palette.text, at(*back), at(*front), look.px(3))
        text = f"{frame.z:.0f} mm high, {frame.t:.2f} s"
        canvas.text(text, (rect.right - look.px(14), rect.top + look.px(16)), SMALL, "e")

    def _ahead(self, x: float, y: float) -> float:
        """mm along the way from the release to the rest."""
        first, last = self.film.toss.frames[0], self.film.toss.frames[-1]
        dx, dy = last.x - first.x, last.y - first.y
        size = math.hypot(dx, dy) or 1
        return ((x - first.x) * dx + (y - first.y) * dy) / size


class Root(Widget):
    """Only the controls."""

    def __init__(self, controls: Controls) -> None:
        super().__init__("slow")
        self.controls = controls

    @property
    def children(self) -> Sequence[Widget]:
        return [self.controls]

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self.controls.place(look, rect)
