"""Picture of the decisive moment of a match that plays over and over: best throw or key event."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from pygame import Rect, Surface

from castlecards.core.narration import default_reader
from castlecards.core.session import Session
from castlecards.core.view import view
from castlecards.texts import tr
from castlecards.toss.world import TossWorld
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.kit.theme import DESIGN, Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.table.compositor import TableFrame
from castlecards.ui.table.highlights import HighlightReel
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.model import Layout, Viewport
from castlecards.ui.table.layout.round_table import is_round_table
from castlecards.ui.table.playback.state import FlightClip, ImpactTimeline, PlaybackState
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.summary.stats import MatchThrow
from castlecards.ui.table.throw import impact_effects, impact_view
from castlecards.ui.table.throw.flight_view import plain_clip

if TYPE_CHECKING:
    from castlecards.ui.services import Services

PACE = 0.5  # slow motion around the impact or of a key event, share of real time
CORNER = 12  # units between the button and the corner of the picture
REST = 0.8  # s between two showings
SAMPLES = 8  # moments of the flight whose sprites are painted ahead


class Moment(Protocol):
    """Replay of one event that starts over at its end."""

    low: bool  # True: the lower left corner of its picture is free; False: the upper right one
    proportion: float  # height of its picture, share of the width

    def advance(self, dt: float) -> None:
        """Advance the replay by `dt` s; start over at its end."""

    def prerender(self, look: Look, rect: Rect) -> bool:
        """Paint a piece of its table ahead. Return False once it is complete."""

    def draw(self, canvas: Canvas, rect: Rect, still: bool) -> None:
        """Draw the present picture at `rect`; `still`: the most telling one."""


class MomentPicture(Widget):
    """Widget that shows a moment over and over; `still`: only its most telling picture."""

    def __init__(self, moment: Moment, still: bool, again: Button) -> None:
        """`again`: button in the free corner of the picture that opens the replay of the moment."""
        super().__init__("result.moment", tr("Decisive moment"))
        self.moment = moment
        self.still = still
        self.children = [again]
        self.animated = self.moving = not still

    def update(self, dt: float) -> None:
        self.moment.advance(dt)
        self.changed()

    def measure(self, look: Look, width: int) -> Size:
        return width, round(width * self.moment.proportion)

    def prerender(self, look: Look) -> bool:
        return bool(self.rect.width) and self.moment.prerender(look, self._inner(look))

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        gap = look.px(CORNER)
        wide, high = self.children[0].measure(look, rect.width - 2 * gap)
        x, y = rect.right - gap - wide, rect.top + gap
        if self.moment.low:
            x, y = rect.left + gap, rect.bottom - gap - high
        self.children[0].place(look, Rect(x, y, wide, high))

    def draw(self, canvas: Canvas) -> None:
        self.moment.draw(canvas, self._inner(canvas.look), self.still)
        canvas.ring(self.rect, 3, canvas.look.palette.gold_low, 2)
        super().draw(canvas)

    def _inner(self, look: Look) -> Rect:
        edge = 2 * max(1, look.px(1.5))
        return self.rect.inflate(-edge, -edge)


class KeyEvent:
    """Repeating replay of the records from `at` to before `end` on the whole table."""

    proportion = DESIGN[1] / DESIGN[0]

    def __init__(self, app: Services, session: Session[Any], at: int, end: int) -> None:
        self.reel = HighlightReel(app, session, default_reader(session), at, (), end)
        self.low = is_round_table(session.position)  # hands lie around it, else below the tools
        self.picture = Surface((1, 1))
        self.t = 0.0

    def advance(self, dt: float) -> None:
        self.t += PACE * dt
        if self.t > self.reel.seconds + PACE * REST:
            self.t = 0.0

    def prerender(self, look: Look, rect: Rect) -> bool:
        return self.reel.prerender(_small(look, rect), rect.width, Rect((0, 0), rect.size), self.t)

    def draw(self, canvas: Canvas, rect: Rect, still: bool) -> None:
        if self.picture.get_size() != rect.size:
            self.picture = Surface(rect.size)
        own = Canvas(self.picture, _small(canvas.look, rect))
        last = self.reel.clips[-1]
        t = last.begins + last.lasts / 2 if still else min(self.t, self.reel.seconds)
        self.reel.draw(own, Rect((0, 0), rect.size), t)
        canvas.surface.blit(self.picture, rect.topleft)


def _small(look: Look, rect: Rect) -> Look:
    """Look of a whole table in a picture of the size of `rect`."""
    return replace(look, scale=rect.width / DESIGN[0])


class BestThrow:
    """Repeating replay of the best throw, slow around its impact, on its part of the table."""

    low = True
    proportion = 0.54

    def __init__(self, app: Services, session: Session[Any], best: MatchThrow) -> None:
        self.app = app
        pos = session.positions[best.line]
        throw, landing = best.throw, best.landing
        toss = TossWorld.of(pos).toss(throw)
        struck, ahead = frozenset(best.scored_throw.hits), throw.start.angle
        if toss.landing.pose == landing.pose:
            clip = FlightClip(toss, throw.card, throw.field, pos, "", ahead, struck)
        else:  # today's physics differs: the landing in the log counts
            clip = replace(plain_clip(throw, landing, pos), hit_cards=struck)
        self.impact = ImpactTimeline(clip, best.scored_throw)
        self.view = view(pos, -1)
        self.table_view = TableView(app.art, self.view, session.game)
        self.table_view.static_layer.show_wear(TableWear(session), best.line)
        self.picture = Surface((1, 1))
        self._painting: Steps[None] | None = None  # in progress; None: not begun
        self.t = 0.0

    def advance(self, dt: float) -> None:
        quick = self.t < self.impact.touch_time or self.t > self.impact.verdict
        self.t += dt * (PACE if self.t < self.impact.touch_time else 1.0 if quick else PACE)
        if self.t > self.impact.over + REST:
            self.t = 0.0

    def _lay(self, look: Look, rect: Rect) -> None:
        """Lay out its table for a screen of the size of `rect`, px."""
        if self.picture.get_size() == rect.size:
            return
        clip, (x, y) = self.impact.clip, self.impact.touch_place
        side = 0 if math.cos(clip.ahead / 1000) > 0 else 1
        scale = rect.width / 560
        camera = Camera(
            0.75 * x, y * 0.72, math.pi * side, math.radians(38), 1700.0, scale,
            rect.width / 2, rect.height / 2,
        )  # fmt: skip
        viewport = Viewport(rect.width, rect.height, look.scale, side, camera.tilt, camera=camera)
        self.picture, self._painting = Surface(rect.size), None
        self.table_view.layout = _field_only(self.table_view.arrange(self.view, viewport))

    def prerender(self, look: Look, rect: Rect) -> bool:
        self._lay(look, rect)
        if self._painting is None:
            self._painting = self._paint(look, rect.size)
        if next(self._painting, self) is not self:
            return True
        for job in impact_effects.prerender_jobs(look):
            job()  # again: the panels of the page may have taken the place of its pictures
        return False

    def _paint(self, look: Look, size: Size) -> Steps[None]:
        """Paint the table, then the sprites of the flight."""
        table_view, clip = self.table_view, self.impact.clip
        yield from table_view.static_layer.paint_steps(
            look, table_view.layout, table_view.pos, clip.cards, {},
            self.app.settings.cloth, badges=table_view.badges,
        )  # fmt: skip
        for n in range(SAMPLES + 1):
            playback = PlaybackState(clip=clip, impact=self.impact, t=clip.seconds * n / SAMPLES)
            TableFrame(table_view, playback).draw_flight(RecordingCanvas(size, look))
            yield

    def draw(self, canvas: Canvas, rect: Rect, still: bool) -> None:
        t = self.impact.verdict + 0.3 if still else self.t
        self._lay(canvas.look, rect)
        own = Canvas(self.picture, canvas.look)
        playback = PlaybackState(clip=self.impact.clip, impact=self.impact, t=t)
        frame = TableFrame(self.table_view, playback)
        self.table_view.draw_ground(own, frame.absent, {}, self.app.settings.cloth)
        frame.draw_flight(own, until=self.impact.clip.seconds)
        impact_view.draw_over(own, self.table_view, self.impact, t, (rect.width / 2, -60))
        canvas.surface.blit(self.picture, rect.topleft)


def _field_only(layout: Layout) -> Layout:
    """Layout without piles and hands: only the areas and cards on the field."""
    areas = tuple(area for area in layout.areas if area.mark is not None)
    spots = tuple(spot for spot in layout.spots if spot.pose is not None)
    return replace(layout, areas=areas, spots=spots)
