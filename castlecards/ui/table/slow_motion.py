"""Slow-motion replay of a throw, with a seek bar and a side view of the arc."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from castlecards.core.cards import Seat, Zone
from castlecards.core.view import view
from castlecards.texts import tr
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.scene import Back, Go
from castlecards.ui.table.compositor import TableFrame
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.model import PANEL, Viewport
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay.spoken_table import callout_words
from castlecards.ui.table.playback.state import Callout, FlightClip, PlaybackState
from castlecards.ui.table.playback_screen import LABEL, SMALL, PlaybackScreen
from castlecards.ui.table.render.labels import label_rects
from castlecards.ui.table.render.table_signs import Nameplate, nameplates
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw.callout_view import CalloutPainter
from castlecards.ui.table.throw.flight_view import (
    corner_points,
    draw_cross,
    draw_first_touch,
    draw_ghosts,
    draw_path,
)
from castlecards.ui.table.viewer import must_hide

if TYPE_CHECKING:
    from castlecards.ui.services import Services

SLOW = 0.25  # factor of true speed at the start
REST = 2.0  # s of rest at the end before it starts again
STEP = 0.01  # s, step of an arrow key
INSET = 176.0  # units, height of the view from the side
FLAT = 120.0  # units, its height between the piles and the controls
NARROWEST = 240.0  # units, its least width
PLATE = (18, 34, 26)
SHOWN = ("touch", "slap", "push", "rest")  # cues that are marked on the bar
NAMED = {
    "touch": tr("first touch"),
    "rest": tr("rest", context="a card stops"),
}  # names of marked cues


@dataclass(frozen=True)
class ThrowScene:
    """Context of the table below: viewer, hands, camera, and the players' names for texts."""

    viewer: Seat
    shared: bool
    names: Mapping[Zone, Nameplate]
    framed: Callable[[Look, tuple[int, int]], Viewport]  # for a window of that size, px
    named: Callable[[str], str]

    @classmethod
    def at(
        cls, model: TableModel, framed: Callable[[Look, tuple[int, int]], Viewport]
    ) -> ThrowScene:
        """Context of a table in its present state."""
        session, viewer = model.session, model.viewer
        return cls(
            viewer.reader, viewer.is_shared, nameplates(session), framed, session.with_player_names
        )


class SlowMotion(PlaybackScreen):
    """Slow motion of one flight, over the table as it was when the card flew.

    If an intent must hide the screen, it closes and returns that intent to the table.
    """

    speeds = (0.1, 0.25, 0.5, 1.0)

    def __init__(self, app: Services, callout: Callout, table: ThrowScene) -> None:
        super().__init__(app, SLOW)
        self.table = table
        self.callout = callout  # of the throw; shown once the card lies
        self.clip = clip = callout.impact.clip
        self._callouts = CalloutPainter()
        self.playback = PlaybackState(clip=clip)
        self._rest = 0.0
        self.view = view(clip.pos, table.viewer)
        self.viewport = Viewport()
        self._window = self.viewport.width  # px
        self.table_view = TableView(app.art, self.view, named=table.named)
        self._ghosts: list[tuple[Surface, tuple[int, int]]] | None = None

    @property
    def description(self) -> str:
        return tr("Slow motion: {result}", result=callout_words(self.callout))

    @property
    def part(self) -> float:
        return self.playback.t / self.clip.seconds

    def notches(self) -> Sequence[tuple[float, str]]:
        seconds, cues = self.clip.seconds, self.clip.toss.cues
        shown = [(min(cue.t / seconds, 1), cue.kind) for cue in cues if cue.kind in SHOWN]
        kinds = [kind for _, kind in shown]
        return [
            (part, NAMED.get(kind, "") if kinds.index(kind) == n else "")
            for n, (part, kind) in enumerate(shown)
        ]

    def seek(self, part: float) -> None:
        """Go to a position, 0 to 1, and pause."""
        self.playback.t = min(max(part, 0.0), 1.0) * self.clip.seconds
        self.playing = False
        self.refresh_controls()

    def nudge(self, step: int) -> None:
        self.seek((self.playback.t + step * STEP) / self.clip.seconds)

    def toggle(self) -> None:
        if not self.playing and self.playback.t >= self.clip.seconds:
            self.playback.t = 0.0
        super().toggle()

    def acts(self) -> Mapping[Act, Callable[[], object]]:
        return {Act.REPLAY: self.leave}

    def handle(self, intent: Intent) -> Go:
        if must_hide(self.table.shared, intent):
            self.go(Back(intent))
            return self._take_change()
        return super().handle(intent)

    def arrange(self, look: Look, size: tuple[int, int]) -> None:
        self.viewport, self._window = self.table.framed(look, size), size[0]
        self.table_view.forget_pictures()
        self.table_view.arrange(self.view, self.viewport)
        self._ghosts = None

    def advance(self, dt: float) -> None:
        self.playback.t += dt * self.rate
        if self.playback.t >= self.clip.seconds:
            self.playback.t = self.clip.seconds
            self._rest += dt
            if self._rest >= REST:
                self.playback.t, self._rest = 0.0, 0.0

    def paint(self, canvas: Canvas) -> None:
        frame, cloth = TableFrame(self.table_view, self.playback), self.app.settings.cloth
        self.table_view.draw_ground(canvas, frame.absent, self.table.names, cloth)
        draw_path(canvas, self.table_view.layout.camera, self.clip)
        if self._ghosts is None:
            self._ghosts = draw_ghosts(self.table_view, self.clip)
        for image, at in self._ghosts:
            canvas.blit(image, at)
        frame.draw_flight(canvas)
        self._mark(canvas, self.table_view.layout.camera)
        side_view(canvas, self.inset(canvas.look), self.clip, self.playback.t)
        if self.playback.t >= self.clip.seconds:
            self._draw_callout(canvas)

    def _draw_callout(self, canvas: Canvas) -> None:
        view, look = self.table_view, canvas.look
        room = Rect(self.viewport.left, 0, self.viewport.width, self.viewport.height)

        def taken() -> list[Rect]:
            beside = self.controls.rect, self.inset(look)
            return [*view.rects(), *label_rects(look, view.layout, self.table.names, room), *beside]

        self._callouts.draw(canvas, view.layout.camera, self.callout, room, taken)

    def _mark(self, canvas: Canvas, camera: Camera) -> None:
        """Mark the first touch on the table, with a label from that moment until the card lies."""
        clip, place = self.clip, self.clip.toss.landing.touch
        moment = next((cue.t for cue in clip.toss.cues if cue.kind == "touch"), clip.seconds)
        if place is None:
            return
        draw_first_touch(canvas, camera, clip)
        if clip.where and moment <= self.playback.t < clip.seconds:
            x, y = camera.project(place[0] / 10, place[1] / 10)
            words = tr("first touch: {place}", place=clip.where)
            wide = canvas.look.width(words, LABEL)
            back = Rect(0, 0, wide + canvas.look.px(16), canvas.look.px(24))
            back.midleft = (round(x + canvas.look.px(14)), round(y))
            back.clamp_ip(canvas.rect)
            canvas.box(back, 6, PLATE, PLATE)
            canvas.text(words, back.center, LABEL, "c")

    def inset(self, look: Look) -> Rect:
        """Rect of the side view, px: beside the controls, or flatter above them."""
        controls, viewport = self.controls.rect, self.viewport
        gap = look.px(12)
        wide = min(look.px(PANEL - 24), controls.left - 2 * gap)
        high = look.px(INSET)
        bottom = viewport.height - gap
        if wide < look.px(NARROWEST):
            wide, high = look.px(PANEL - 24), look.px(FLAT)
            bottom = controls.top - look.px(6)
        left = viewport.left + (viewport.width - gap - wide if viewport.mirrored else gap)
        beside = self._window - viewport.width  # px: a column stands there, but not now
        if beside >= wide + 2 * gap:
            left = gap if viewport.left else self._window - gap - wide
        inset = Rect(left, bottom - high, wide, high)
        if inset.colliderect(controls):
            inset.bottom = controls.top - look.px(6)
        return inset


def side_view(canvas: Canvas, rect: Rect, clip: FlightClip, t: float) -> None:
    """Draw the path from the side: forward to the right, height upwards, to one scale."""
    look = canvas.look
    draw_panel(canvas, rect, radius=12)
    canvas.text(tr("From the side"), (rect.left + look.px(14), rect.top + look.px(16)), LABEL, "w")
    frames = clip.toss.frames
    far = [_ahead(clip, frame.x, frame.y) for frame in frames]
    low, high = min(far) - 20, max(far) + 30
    top = max(100.0, max(frame.z for frame in frames) + 24)
    scale = min((rect.width - look.px(28)) / (high - low), (rect.height - look.px(50)) / top)
    low -= ((rect.width - look.px(28)) / scale - (high - low)) / 2
    high = low + (rect.width - look.px(28)) / scale
    left, ground = rect.left + look.px(14), rect.bottom - look.px(26)

    def at(forward: float, z: float) -> tuple[float, float]:
        return left + (forward - low) * scale, ground - z * scale

    canvas.line(look.palette.gold_low, at(low, 0), at(high, 0), 1)
    for mm in range(math.ceil(low / 100) * 100, int(high), 100):
        x, y = at(mm, 0)
        canvas.line(look.palette.gold_low, (x, y), (x, y + look.px(4)), 1)
        if mm % 200 == 0:
            canvas.text(tr("{n} cm", n=mm // 10), (x, y + look.px(6)), SMALL, "n")
    last = at(far[0], frames[0].z)
    for frame, forward in zip(frames[2::2], far[2::2], strict=True):
        here = at(forward, frame.z)
        tone = look.palette.gold if frame.t <= t else look.palette.line
        canvas.line(tone, last, here, 1)
        last = here
    frame = clip.toss.at(t)
    ends = [(_ahead(clip, x, y), z) for x, y, z in corner_points(frame, clip.field)]
    if (place := clip.toss.landing.touch) is not None:
        draw_cross(canvas, at(_ahead(clip, place[0] / 10, place[1] / 10), 0), arm=4)
    canvas.line(look.palette.text, at(*min(ends)), at(*max(ends)), look.px(3))
    text = tr("{high:.0f} mm high, {t:.2f} s", high=max(frame.z, 0), t=frame.t)
    canvas.text(text, (rect.right - look.px(14), rect.top + look.px(16)), SMALL, "e")


def _ahead(clip: FlightClip, x: float, y: float) -> float:
    """Distance of (x, y) from the release in the direction of the throw, mm."""
    first, last = clip.toss.frames[0], clip.toss.frames[-1]
    dx, dy = last.x - first.x, last.y - first.y
    size = math.hypot(dx, dy) or 1
    return ((x - first.x) * dx + (y - first.y) * dy) / size
