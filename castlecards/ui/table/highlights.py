"""Highlight reel: a replay, a few seconds long, of all moves since a seat last played.

It shows only what everybody at the screen could see. The picture is a function of the time since
the start, so it can be drawn at any moment and any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from pygame import Rect, Surface

from castlecards.core import narration
from castlecards.core.cards import NATURE, Seat
from castlecards.core.events import Event
from castlecards.core.game import Badge
from castlecards.core.log_lines import Clash, Line
from castlecards.core.narration import DEAL
from castlecards.core.sentence_templates import Sentence
from castlecards.core.session import Session
from castlecards.core.view import View, public, view
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.clash.timeline import ClashTimeline
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.compositor import TableFrame, stage_shot
from castlecards.ui.table.layout.model import MARGIN, Layout, Viewport
from castlecards.ui.table.layout.table_layout import with_landed_cards, with_thrown_card
from castlecards.ui.table.playback.animation import Script
from castlecards.ui.table.playback.narration import Narrator
from castlecards.ui.table.playback.state import FlightClip, PlaybackState
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.render.prerender import Piece, script_jobs
from castlecards.ui.table.render.table_signs import nameplates
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw.flight_view import logged_clip

if TYPE_CHECKING:
    from castlecards.ui.services import Services

USUAL_SECONDS = 4.0  # s, length of a reel whose clips fit into it
MOST_SECONDS = 6.0  # s, greatest length of a reel
CLASH_SECONDS = 1.6  # s, clip of a clash
FLIGHT_SECONDS = 1.4  # s, clip of a throw
LEAST_CLIP = 0.3  # s, shortest clip of anything else
MOST_CLIP = 1.3  # s, longest clip of anything else
MOVING_SHARE = 0.9  # share of a clip in which cards move; then they lie still
FLYING_SHARE = 0.6  # share of that in which a throw flies


@dataclass(frozen=True)
class HighlightClip:
    """Clip of record `at` of the log, or of the deal (DEAL); `begins`, `lasts`: s of the reel."""

    at: int
    begins: float
    lasts: float
    text: str


def highlight_clips(
    session: Session[Any], start: int, end: int, sentences: Sequence[Sentence]
) -> tuple[HighlightClip, ...]:
    """Clips of the records from `start` to before `end`. `sentences`: the recap about them."""
    found = [n for n in range(start, end) if _is_shown(session, n)]
    lasts = [
        CLASH_SECONDS
        if _has_clash(session, n)
        else FLIGHT_SECONDS
        if _is_landing(session, n)
        else 0.0
        for n in found
    ]
    plain = lasts.count(0.0)
    share = min(max((USUAL_SECONDS - sum(lasts)) / max(plain, 1), LEAST_CLIP), MOST_CLIP)
    lasts = [seconds or share for seconds in lasts]
    part = min(1.0, MOST_SECONDS / max(sum(lasts), MOST_SECONDS))
    texts = {sentence.at: sentence.text for sentence in sentences}
    made, begins, text = [], 0.0, ""
    for n, seconds in zip(found, lasts, strict=True):
        text = texts.get(n, text)
        made.append(HighlightClip(n, begins, seconds * part, text))
        begins += seconds * part
    return tuple(made)


def _events(session: Session[Any], n: int) -> tuple[Event, ...]:
    """Events of record `n` without what is hidden from any seat."""
    events = session.opening if n == DEAL else session.log[n].events
    return narration.masked_events(session, n, NATURE, events)


def _is_shown(session: Session[Any], n: int) -> bool:
    """True if the record has a motion, a clash or a flight to show."""
    return any(not isinstance(event, Line) for event in _events(session, n)) or _is_landing(
        session, n
    )


def _has_clash(session: Session[Any], n: int) -> bool:
    return any(isinstance(event, Clash) for event in _events(session, n))


def _is_landing(session: Session[Any], n: int) -> bool:
    """True if the record is the landing of a throw."""
    return logged_clip(session, n) is not None


@dataclass(frozen=True)
class _Scene:
    """Clip laid out for a window: the table at its start and end, and the script between them."""

    clip: HighlightClip
    before: View
    after: View
    begins: Layout
    layout: Layout
    script: Script
    playback: PlaybackState
    flight: FlightClip | None
    badges: tuple[Badge, ...]


class HighlightReel:
    """Reel for a seat, of the records from `start` to before `end`; -1: to the present one.

    `still`: it moves nothing, as with reduced motion.
    """

    def __init__(
        self,
        app: Services,
        session: Session[Any],
        seat: Seat,
        start: int,
        sentences: Sequence[Sentence],
        end: int = -1,
    ) -> None:
        self.app = app
        self.still = app.settings.reduced_motion
        self.session = session
        self.side = session.position.box.sides[seat]
        self.clips = highlight_clips(session, start, session.at if end < 0 else end, sentences)
        self.names = nameplates(session)
        self.wear = TableWear(session)
        self.narrator = Narrator(app, session, known=True)
        self.table_view = TableView(
            app.art, self._view(start), session.game, session.with_player_names
        )
        self._surface = Surface((1, 1))
        self._viewport = Viewport()
        self._scenes: dict[HighlightClip, _Scene] = {}  # present and next clip
        self._pieces: tuple[HighlightClip | None, Iterator[Piece]] = (
            None,
            iter(()),
        )  # to be painted ahead

    @property
    def seconds(self) -> float:
        """Duration of the reel, s; 0 if there is nothing to show."""
        return self.clips[-1].begins + self.clips[-1].lasts if self.clips else 0.0

    def clip(self, t: float) -> HighlightClip:
        """Return the clip shown `t` s after the start of the reel."""
        return next((clip for clip in reversed(self.clips) if clip.begins <= t), self.clips[0])

    def _view(self, n: int) -> View:
        """Public view of the table before record `n`."""
        return view(self.session.start, NATURE) if n == DEAL else self.session.shown(NATURE, n)

    # -- drawing ----------------------------------------------------------------------------

    def draw(self, canvas: Canvas, rect: Rect, t: float) -> None:
        """Draw the moment `t` (s) at `rect`, which has the proportions of the canvas."""
        look = self._fit(canvas.look, canvas.size[0], rect)
        scene = self._scene_of(self.clip(t))
        part = min((t - scene.clip.begins) / (scene.clip.lasts * MOVING_SHARE), 1.0)
        self._paint(Canvas(self._surface, look), scene, part)
        canvas.surface.blit(self._surface, rect.topleft)

    def prerender(self, look: Look, wide: int, rect: Rect, t: float) -> bool:
        """Lay out the clips at `t` s and after it, or paint one piece of them, ahead of time.

        `wide`: width of the canvas, px. Return False if nothing is left.
        """
        look = self._fit(look, wide, rect)
        n = self.clips.index(self.clip(t))
        for clip in self.clips[n : n + 2]:
            if clip not in self._scenes:
                self._scene_of(clip)
                return True
        if self._pieces[0] is not self.clips[n]:
            scenes = [self._scenes[clip] for clip in self.clips[n : n + 2]]
            pieces = [script_jobs(self.table_view, look, scene.script) for scene in scenes]
            self._pieces = self.clips[n], chain.from_iterable(pieces)
        piece = next(self._pieces[1], None)
        if piece is not None:
            piece()
        return piece is not None

    def _fit(self, look: Look, wide: int, rect: Rect) -> Look:
        """Look of the reel at `rect` on a canvas `wide` px wide; a new size clears the layouts."""
        look = replace(look, scale=look.scale * rect.width / wide)
        settings = self.app.settings
        viewport = Viewport(
            *rect.size, look.scale, self.side, settings.tilt, mirrored=settings.left_handed,
            column=MARGIN * look.scale,
        )  # fmt: skip
        if viewport != self._viewport:
            self.table_view.forget_pictures()
            self._viewport, self._surface, self._scenes = viewport, Surface(rect.size), {}
            self._pieces = None, iter(())
        return look

    def _scene_of(self, clip: HighlightClip) -> _Scene:
        """Layout of a clip, computed once."""
        if clip not in self._scenes:
            last = self.clips[max(self.clips.index(clip) - 1, 0)]
            kept = {each: scene for each, scene in self._scenes.items() if each == last}
            self._scenes = {**kept, clip: self._lay_out(clip)}
        return self._scenes[clip]

    def _lay_out(self, clip: HighlightClip) -> _Scene:
        n, session = clip.at, self.session
        before, after = self._view(n), self._view(n + 1)
        record = session.opening if n == DEAL else session.log[n].events
        stood = self.narrator.open_clash(NATURE, n) if n != DEAL else None
        begins = old = self._layout_of(before, max(n, 0))
        flight = logged_clip(session, n)
        if flight is not None:
            old = with_landed_cards(old, flight.toss.landing)
        new = with_thrown_card(self._layout_of(after, n + 1), session.positions[n + 1].decision)
        entry = (n, record)
        written = self.narrator.script((old, new), (before, after), stood, entry, aloud=False)
        playback = PlaybackState(pending_clash=self.narrator.open_clash(NATURE, n + 1))
        playback.animation.play(written)
        badges = session.game.badges(public(session.positions[n + 1]))
        return _Scene(clip, before, after, begins, new, written, playback, flight, badges)

    def _layout_of(self, seen: View, n: int) -> Layout:
        phase = self.session.game.phase_now(public(self.session.positions[n]))
        return self.table_view.layout_for(seen, replace(self._viewport, phase=phase))

    def _paint(self, canvas: Canvas, scene: _Scene, part: float) -> None:
        """Draw a scene when `part` (0 to 1) of it has passed; a throw flies first."""
        table_view, still = self.table_view, self.still
        table_view.badges = scene.badges
        if scene.clip.at == DEAL:
            table_view.static_layer.show_wear(self.wear, 0)
        else:
            table_view.static_layer.show_line(self.wear, scene.clip.at)
        flies = scene.flight is not None and part < FLYING_SHARE and not still
        if flies:
            table_view.show_layout(scene.before, scene.begins)
        else:
            table_view.show_layout(scene.after, scene.layout)
        playback = _flight_state(scene, part) if flies else _state_at(scene, part, still)
        shot = stage_shot(playback, self._viewport)
        TableFrame(table_view, playback, shot).draw(canvas, self.names, self.app.settings.cloth)


def _flight_state(scene: _Scene, part: float) -> PlaybackState:
    """Return the playback state of a throw in the air at `part` (0 to 1) of a clip."""
    seconds = scene.flight.seconds if scene.flight is not None else 0.0
    return PlaybackState(clip=scene.flight, t=seconds * part / FLYING_SHARE)


def _state_at(scene: _Scene, part: float, still: bool) -> PlaybackState:
    """Return the playback state at `part` (0 to 1) of a clip; `still`: a verdict without motion."""
    playback, written = scene.playback, scene.script
    if scene.flight is not None:
        part = (part - FLYING_SHARE) / (1 - FLYING_SHARE)
    kinds = ClashTimeline | TrickResult
    fought = [clip for clip in written.clips if isinstance(clip, kinds) and clip.decided]
    playback.animation.script = written if part < 1 and not still else None
    playback.animation.now = written.seconds * part
    playback.held = fought[-1].final_picture() if fought else None
    playback.pause = 1.0 if still and part < 1 and fought else 0.0
    return playback
