"""Base screen of replay and slow motion: seek bar and playback buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.texts import tr
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent, Keyboard, Pos
from castlecards.ui.kit.logo import hide_felt
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.routes import KeySheet, Rules
from castlecards.ui.scene import TABLE_SIZE, Back, Go, Push, Screen
from castlecards.ui.table.overlay.prompt_panel import CachedLayer
from castlecards.ui.table.overlay.widgets import IconButton
from castlecards.ui.table.render.table_view import TableView

if TYPE_CHECKING:
    from castlecards.ui.services import Services

LABEL = Style("medium", 14, "text")
SMALL = Style("ui", 14, "muted")


@dataclass(frozen=True)
class Timeline:
    """State of the seek bar. `part`: position, 0..1; `notches`: marked positions with their names
    or ""; `rate`: factor of true speed."""

    playing: bool
    part: float
    rate: float
    notches: Sequence[tuple[float, str]]


@dataclass(frozen=True)
class PlaybackActions:
    """Callbacks of the controls: seek to a part 0..1, step, pause or go on, change the speed."""

    timeline: Callable[[], Timeline]
    seek: Callable[[float], None]
    nudge: Callable[[int], None]
    toggle: Callable[[], None]
    speed: Callable[[int], None]
    leave: Callable[[], None]


class SeekBar(Widget):
    """Seek bar: shows the position, 0 to 1; dragged, or moved with the arrow keys."""

    focusable = True
    radius = 8
    tall = 30

    def __init__(self, actions: PlaybackActions) -> None:
        super().__init__("moment", tr("Moment"))
        self.actions = actions

    def press(self, pos: Pos, clicks: int) -> None:
        self.drag(pos)

    def drag(self, pos: Pos) -> None:
        part = (pos[0] - self.rect.left) / max(self.rect.width, 1)
        self.actions.seek(min(max(part, 0.0), 1.0))

    def release(self, pos: Pos) -> None:
        """Do nothing: the position stays where the drag ended."""

    def move(self, dx: int, dy: int) -> bool:
        if dx:
            self.actions.nudge(dx)
        return bool(dx)

    def draw(self, canvas: Canvas) -> None:
        look, c, timeline = canvas.look, canvas.look.palette, self.actions.timeline()
        line = Rect(self.rect.left, self.rect.centery - look.px(3), self.rect.width, look.px(6))
        canvas.box(line, 3, c.inset, edge=c.inset_edge)
        free = line.right
        for part, name in sorted(timeline.notches, reverse=True):
            x = line.left + round(line.width * part)
            canvas.surface.fill(c.gold_low, (x, line.top - look.px(5), 2, look.px(16)))
            right = min(x + look.width(name, SMALL) // 2, free)
            if name and right - look.width(name, SMALL) >= line.left:
                y = line.top - look.px(13)
                free = canvas.text(name, (right, y), SMALL, "e").left - look.px(10)
        at = line.left + line.width * min(max(timeline.part, 0.0), 1.0)
        canvas.circle(c.gold_high, (at, line.centery), look.px(9))


class Controls(Widget):
    """Pause, bar, speed, back; `extra` buttons stand beside the pause button."""

    shade = 40

    def __init__(
        self, actions: PlaybackActions, art: CardArt, extra: Sequence[IconButton] = ()
    ) -> None:
        super().__init__("controls", tr("Replay"))
        self.actions = actions
        self.bar = SeekBar(actions)
        self.extra = list(extra)
        self.pause = IconButton(
            "pause", "ui/pause", tr("Pause or resume"), actions.toggle, art, tr("Space")
        )
        self.slower = IconButton(
            "slower", "ui/rewind", tr("Slower"), lambda: actions.speed(-1), art, "-"
        )
        self.faster = IconButton(
            "faster", "ui/fast-forward", tr("Faster"), lambda: actions.speed(1), art, "+"
        )
        self.close = IconButton("close", "ui/close", tr("Back"), actions.leave, art, tr("Esc"))
        self.children = [
            self.pause, *self.extra, self.bar, self.slower, self.faster, self.close
        ]  # fmt: skip

    def place(self, look: Look, rect: Rect) -> None:
        wide = min(look.px(720), rect.width - look.px(24))
        self.rect = Rect(0, 0, wide, look.px(64))
        self.rect.midbottom = (rect.centerx, rect.bottom - look.px(16))
        pad, size, gap = look.px(13), look.px(38), look.px(8)
        y = self.rect.top + pad
        x = self.rect.left + pad
        for button in (self.pause, *self.extra):
            button.place(look, Rect(x, y, size, size))
            x += size + gap
        left = x + look.px(12)
        x = self.rect.right - pad - size
        for button in (self.close, self.faster, self.slower):
            button.place(look, Rect(x, y, size, size))
            x -= size + gap
        right = x + size - look.px(54)
        self.bar.place(
            look, Rect(left, y + look.px(4), max(right - left, look.px(40)), look.px(30))
        )

    def draw(self, canvas: Canvas) -> None:
        draw_panel(canvas, self.rect, radius=12)
        timeline = self.actions.timeline()
        self.pause.icon = "ui/pause" if timeline.playing else "ui/play"
        super().draw(canvas)
        x = (self.bar.rect.right + self.slower.rect.left) / 2
        at = (x + canvas.look.px(4), self.bar.rect.centery)
        canvas.text(f"{timeline.rate:g}x", at, LABEL, "c")


class ControlsRoot(Widget):
    """Root widget that places the controls."""

    def __init__(self, controls: Controls) -> None:
        super().__init__("watch")
        self.controls = controls
        self.children = (controls,)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self.controls.place(look, rect)


class PlaybackScreen(Screen):
    """Base of scenes that play something. `part`: position, 0 to 1, moved by the subclass."""

    least_size = TABLE_SIZE
    speeds: Sequence[float] = (1.0,)
    table_view: TableView

    def __init__(self, app: Services, rate: float) -> None:
        self.app = app
        self.playing = True
        self.rate = rate
        self._dirty = True
        actions = PlaybackActions(
            lambda: Timeline(self.playing, self.part, self.rate, self.notches()),
            lambda part: self.seek(part), lambda step: self.nudge(step), lambda: self.toggle(),
            self.speed, self.leave,
        )  # fmt: skip
        self.controls = Controls(actions, app.art, self.buttons())
        self.overlay = CachedLayer(ControlsRoot(self.controls))

    # -- for subclasses -----------------------------------------------------------------------

    @property
    def part(self) -> float:
        raise NotImplementedError

    def buttons(self) -> Sequence[IconButton]:
        return ()

    def notches(self) -> Sequence[tuple[float, str]]:
        """Marked positions of the seek bar, 0 to 1, with their names or ""."""
        return ()

    def seek(self, part: float) -> None:
        """Go to a position, 0 to 1."""
        raise NotImplementedError

    def nudge(self, step: int) -> None:
        """Go `step` steps forward or, below 0, back."""
        raise NotImplementedError

    def arrange(self, look: Look, size: tuple[int, int]) -> None:
        """Lay out for a window of `size` px."""
        raise NotImplementedError

    def advance(self, dt: float) -> None:
        """Advance what plays by `dt` s."""
        raise NotImplementedError

    def paint(self, canvas: Canvas) -> None:
        """Draw the table, without the controls."""
        raise NotImplementedError

    def acts(self) -> Mapping[Act, Callable[[], object]]:
        """Keys of the subclass, with what they do."""
        return {}

    # -- scene --------------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        return self._dirty or self.moving or self.overlay.layer.dirty

    @property
    def moving(self) -> bool:
        return self.playing

    @property
    def keyboard(self) -> Keyboard:
        return "commands"

    @property
    def description(self) -> str:
        """Words for speech about what is shown."""
        raise NotImplementedError

    @property
    def spoken(self) -> tuple[str, str]:
        layer = self.overlay.layer
        return (
            self.description,
            layer.focus.spoken if layer.focus is not None and layer.ring else "",
        )

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        hide_felt(look, size)
        self.arrange(look, size)
        self.overlay.layout(look, size)
        self._dirty = True

    def refresh(self) -> None:
        self._dirty = True

    def free_pictures(self, hidden: bool) -> None:
        super().free_pictures(hidden)
        self.table_view.static_layer.free_picture()
        if hidden:
            self.overlay.free_picture()

    def rescue(self) -> None:
        """Do nothing: a replay has nothing to save."""

    def find(self, id: str) -> Widget:
        return self.overlay.layer.find(id)

    def leave(self) -> None:
        self.go(Back())

    def refresh_controls(self) -> None:
        """Draw the controls again."""
        self._dirty = True
        self.overlay.layer.damage(self.controls)

    def toggle(self) -> None:
        self.playing = not self.playing
        self.refresh_controls()

    def speed(self, step: int) -> None:
        at = min(range(len(self.speeds)), key=lambda k: abs(self.speeds[k] - self.rate)) + step
        self.rate = self.speeds[min(max(at, 0), len(self.speeds) - 1)]
        self.refresh_controls()

    def handle(self, intent: Intent) -> Go:
        self._dirty = True
        if isinstance(intent, intents.Command):
            acts: dict[Act, Callable[[], object]] = {
                Act.CANCEL: self.leave, Act.PAUSE: self.toggle, Act.THROW: self.toggle,
                Act.HELP: lambda: self.go(Push(Rules())),
                Act.KEYS: lambda: self.go(Push(KeySheet())),
                Act.FASTER: lambda: self.speed(1), Act.SLOWER: lambda: self.speed(-1),
                **self.acts(),
            }  # fmt: skip
            if intent.act not in acts:
                self.overlay.layer.handle(intent)
            elif intent.down and not intent.again:
                acts[intent.act]()
        elif isinstance(intent, intents.Move) and self.overlay.layer.focus is None:
            self.nudge(intent.dx)
        else:
            self.overlay.layer.handle(intent)
        return self._take_change()

    def update(self, dt: float) -> Go:
        self.overlay.layer.update(dt)
        if self.playing:
            self.advance(dt)
            self.refresh_controls()
        return self._take_change()

    def draw(self, canvas: Canvas) -> None:
        self._dirty = False
        self.paint(canvas)
        self.overlay.draw(canvas)
