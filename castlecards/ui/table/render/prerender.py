"""Prerenderer: fills the sprite cache between frames, in small jobs.

`layout_jobs` paints every card of the box in all sizes of the layout, wherever the card lies, so
the work depends on nothing hidden. `script_jobs` paints the frames of an animation: moving cards
as the viewer sees them; the clash stage, a taken trick and a collapse are drawn for each moment on
a `RecordingCanvas`, which shows nothing but fills the caches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from operator import itemgetter

from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.cards import printed
from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.clash.collapse import Collapse
from castlecards.ui.table.clash.collapse_view import draw_collapse
from castlecards.ui.table.clash.layout import stage_frame
from castlecards.ui.table.clash.site_motion import HouseLoss, Ride, SiteShift, SiteSink
from castlecards.ui.table.clash.site_motion_view import (
    lost_house_pictures,
    rider_picture,
    rider_pictures,
)
from castlecards.ui.table.clash.timeline import ClashTimeline
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.clash.trick_view import draw_trick
from castlecards.ui.table.clash.view import CAUSE, SPENT, StageShot, draw_clash, stage_styles
from castlecards.ui.table.layout.card_shape import on_table
from castlecards.ui.table.layout.model import HAND, Layout
from castlecards.ui.table.playback.animation import LIFT, Clip, Script, Track, frame_at
from castlecards.ui.table.render.fortifications import backs_of
from castlecards.ui.table.render.site_layer import (
    Owned,
    building_picture,
    buildings_steps,
    next_sites,
    standing_buildings,
)
from castlecards.ui.table.render.sprites import FINEST, CardSide, Sprites
from castlecards.ui.table.render.table_view import TableView

Piece = Callable[[], object]
MOST_NEXT = 40  # buildings painted ahead for each state of the table
DONE = object()  # answer of an iterator of steps that has none left
SHARE = 0.9  # of the card cache that is filled ahead; more would evict sprites in use
Timed = Iterator[tuple[float, Piece]]  # jobs, each with the time of the script, s, it is for
SAMPLES = 12  # samples of a moving card: its sprite does not change between two of them
MOMENT = 1 / 60  # s between two recorded frames of a stage


class Prerenderer:
    """Paints the sprites of `table_view` job by job; starts again when card sizes change."""

    def __init__(self, table_view: TableView) -> None:
        self.table_view = table_view
        self._for: object = None  # key of the jobs: look, printing, window and card sizes
        self._pieces: Iterator[Piece] = iter(())
        self._shown: tuple[Layout | None, Sequence[Owned]] = None, ()  # that `_wanted` are for
        self._wanted: list[Building] = []
        self._buildings: Iterator[None] = iter(())  # steps of `_wanted`
        self._sites: Sequence[Owned] = ()  # that `_next_buildings` are for
        self._next_buildings: Iterator[None] = iter(())  # steps of the states that can come next
        self._marks: set[tuple[str, ...]] = {()}  # that buildings have had
        self._until = 0.0  # bytes painted at which the cache counts as full
        self._there: tuple[object, ...] = ()  # look, printing and layout that are complete

    def paint_buildings(self) -> bool:
        """Run the next step of the buildings as they are now. Return False if they are complete.

        They come before all other pictures, because the next frame may show them."""
        layout, sites = self.table_view.layout, self.table_view.static_layer.sites
        if layout is not self._shown[0] or sites != self._shown[1]:
            self._shown = layout, sites
            wanted = [one.building for one in standing_buildings(layout, sites)]
            if wanted != self._wanted:
                self._wanted = wanted
                self._buildings = buildings_steps(self.table_view.sprites.art, wanted)
        return next(self._buildings, DONE) is not DONE

    def paint_next_buildings(self) -> bool:
        """Run the next step of the buildings of states that can come next. Return False if they
        are complete."""
        layout, sites = self.table_view.layout, self.table_view.static_layer.sites
        if sites != self._sites:
            self._marks |= {site.marks for site, _ in sites}
            states = next_sites(sites, sorted(self._marks))
            standing = chain.from_iterable(standing_buildings(layout, state) for state in states)
            wanted = islice((one.building for one in standing), MOST_NEXT)
            self._sites = sites
            self._next_buildings = buildings_steps(self.table_view.sprites.art, wanted)
        return next(self._next_buildings, DONE) is not DONE

    def paint(self, look: Look, printing: tuple[str, bool]) -> bool:
        """Run the next job. Return False if no job is left or the cache is full.

        `printing`: `CardArt.printing`, with which cards are printed."""
        now, art = self.table_view.layout, self.table_view.sprites.art
        if self._there and self._there[2] is now and self._there[:2] == (look, printing):
            return False  # called in every idle turn of the main loop, so this path must be cheap
        wanted = look, printing, now.viewport.width, now.viewport.height, card_heights(now)
        if wanted != self._for:
            self._for, self._pieces = wanted, layout_jobs(self.table_view.sprites, now, look)
            self._until, self._sites = art.painted_bytes + SHARE * art.limit, ()
        if self.paint_next_buildings():
            return True
        piece = next(self._pieces, None) if art.painted_bytes < self._until else None
        if piece is not None:
            piece()
            return True
        self._there = look, printing, now
        return False


def card_heights(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Heights of cards, px, largest first: of faces, of backs alone, and at places of a field.

    Hands always count among the faces: behind a closed curtain no hand is open yet, but one soon
    will be."""
    faces: set[int] = set()
    backs: set[int] = set()
    field: set[int] = set()
    for area in layout.areas:
        if area.mark is not None:
            field.add(_even(on_table(area.mark, layout.camera, layout.field).height))
        elif area.width:
            (backs if area.hand and not area.own else faces).add(_even(area.tall))
            if area.hand:
                faces.add(_even(HAND * layout.viewport.u))
    faces_, backs_, field_ = (
        tuple(sorted(found, reverse=True)) for found in (faces, backs - faces, field)
    )
    return faces_, backs_, field_


def _even(height: float) -> int:
    return FINEST * round(height / FINEST)


def layout_jobs(sprites: Sprites, layout: Layout, look: Look) -> Iterator[Piece]:
    """Jobs for all cards of a layout.

    Backs come first, because they are visible at once; then faces at rest, in motion and on the
    clash stage."""
    box, (near, far, field) = sprites.box, card_heights(layout)
    backs: list[CardSide] = [("back", 0, back) for back in backs_of(box)]
    alike = {printed(face): n for n, face in reversed([*enumerate(box.faces)])}
    faces: list[CardSide] = [("face", n, "") for n in alike.values()]
    for height in (*near, *far):
        yield from (partial(sprites.with_shadow, back, height) for back in backs)
    frame = stage_frame(layout.viewport)
    stands = (round(frame.card),) if layout.field is None else ()
    for step in _steps(sprites, (*near, *far, *field, *stands)):
        yield from (partial(sprites.plain, back, step) for back in backs)
    for height in near:
        yield from (partial(sprites.with_shadow, face, height) for face in faces)
    for step in _steps(sprites, (*near, *field, *stands)):
        yield from (partial(sprites.plain, face, step) for face in faces)
    if layout.field is not None:
        return
    yield from (partial(look.font, style) for style in stage_styles(look, frame))
    for tall in (frame.card, CAUSE * frame.u, SPENT * frame.u):
        yield from (partial(sprites.plain, face, tall) for face in faces)
    yield from (partial(sprites.with_shadow, seen, frame.card) for seen in (*backs, *faces))


def _steps(sprites: Sprites, heights: tuple[int, ...]) -> list[float]:
    """Sizes, px, from which moving cards of these heights are scaled, largest first."""
    return sprites.steps(min(heights), (1 + LIFT) * max(heights)) if heights else []


# -- frames of an animation script -----------------------------------------------------------------


def script_jobs(table_view: TableView, look: Look, script: Script) -> Iterator[Piece]:
    """Jobs for an animation script, in order of time."""
    pieces = chain(_moved(table_view, script), _staged(table_view, look, script))
    return map(itemgetter(1), sorted(pieces, key=itemgetter(0)))


def _moved(table_view: TableView, script: Script) -> Timed:
    """Jobs for moving cards, and for the cards where they come to rest."""
    sprites = table_view.sprites
    for track in script.tracks.values():
        for tween in track.tweens:
            for n in range(SAMPLES + 1):
                now = tween.start + (tween.end - tween.start) * n / SAMPLES
                yield now, partial(_prepare_frame, sprites, track, now)
        if track.tweens and track.shown:
            last = track.tweens[-1]
            seen = sprites.visible_side(track.card, last.face, last.up)
            yield last.end, partial(sprites.stamp, seen, last.to)


def _prepare_frame(sprites: Sprites, track: Track, now: float) -> None:
    one = frame_at(track, now)
    seen = sprites.visible_side(one.card, one.face, one.up)
    sprites.prepare(seen, one.shape, one.squash, one.lift, one.full_height)


def _staged(table_view: TableView, look: Look, script: Script) -> Timed:
    """Jobs for clash stages, taken tricks, collapses, riders and houses that are lost."""
    for clip in script.clips:
        if isinstance(clip, Ride):
            for building in rider_pictures(table_view, clip):
                yield clip.begins, partial(rider_picture, table_view.sprites.art, building)
            continue
        if isinstance(clip, HouseLoss):
            for building in lost_house_pictures(table_view, clip):
                yield clip.begins, partial(building_picture, table_view.sprites.art, building)
            continue
        if isinstance(clip, SiteShift | SiteSink):
            continue  # their pictures are those of the buildings at rest
        ends = clip.stands if isinstance(clip, TrickResult) else clip.ends  # then it stays so
        now = max(clip.begins, 0.0)
        while now <= min(ends, script.seconds):
            yield now, partial(_draw_clip, table_view, look, script, clip, now)
            now += MOMENT


def _draw_clip(table_view: TableView, look: Look, script: Script, clip: Clip, now: float) -> None:
    viewport = table_view.layout.viewport
    canvas = RecordingCanvas((viewport.left + viewport.width, viewport.height), look)
    if isinstance(clip, ClashTimeline):
        moving = [frame_at(track, now) for track in script.tracks.values()]
        shot = StageShot(clip, now, stage_frame(viewport))
        draw_clash(canvas, table_view, shot, moving)
    elif isinstance(clip, TrickResult):
        draw_trick(canvas, table_view, clip, now)
    elif isinstance(clip, Collapse):
        draw_collapse(canvas, clip, now)
