"""Painter of the table: draws all layers in z-order, from the static layer up to the curtain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pygame import Rect, Surface

from castlecards.core.cards import NATURE, CardId
from castlecards.core.game import Badge, Ladder
from castlecards.texts import tr
from castlecards.ui.cardart.seat_signs import sign_of
from castlecards.ui.kit.cache import LastValue
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.intents import Act
from castlecards.ui.kit.partial_redraw import FramePainter, RecordingCanvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import draw_plate
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.clash.collapse import Collapse
from castlecards.ui.table.clash.collapse_view import darken_table, draw_collapse
from castlecards.ui.table.clash.layout import StageFrame, stage_frame
from castlecards.ui.table.clash.timeline import ClashTimeline
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.clash.trick_view import prerender_jobs
from castlecards.ui.table.clash.view import RULE, StageShot, thumbnail_for
from castlecards.ui.table.coach.panel import draw_hint_arrows
from castlecards.ui.table.compositor import TableFrame
from castlecards.ui.table.flow.computer_players import ComputerPlayers
from castlecards.ui.table.handover import HandoverScreen
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.selection import Selection
from castlecards.ui.table.layout.free_space import StablePlace, nearest_free
from castlecards.ui.table.layout.model import RAIL, Layout, Viewport
from castlecards.ui.table.layout.table_layout import camera_for
from castlecards.ui.table.model import ById, TableModel, ThinkingState
from castlecards.ui.table.overlay.ladder import draw_ladder, ladder_place
from castlecards.ui.table.overlay.move_list import MoveTooltip
from castlecards.ui.table.overlay.overlay import TableOverlay
from castlecards.ui.table.overlay.player_faces import PlayerFaces, face_corner
from castlecards.ui.table.overlay.reaction_bar import draw_reaction_cause, reaction_cause
from castlecards.ui.table.overlay.thinking_indicator import ThinkingIndicator
from castlecards.ui.table.playback.animation import Script
from castlecards.ui.table.playback.narration import Narrator
from castlecards.ui.table.playback.state import Callout, ImpactTimeline
from castlecards.ui.table.pointer.pointer_tool import PointerTool
from castlecards.ui.table.render.curtain import OPENING, draw_cloth, draw_curtain
from castlecards.ui.table.render.labels import label_rects
from castlecards.ui.table.render.prerender import Prerenderer, script_jobs
from castlecards.ui.table.render.site_layer import standing_buildings
from castlecards.ui.table.render.table_signs import badge_places, nameplates
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.summary.end_view import ScenePictures, ending_pictures
from castlecards.ui.table.throw import impact_effects, impact_view
from castlecards.ui.table.throw.callout import opacity
from castlecards.ui.table.throw.callout_view import CalloutPainter
from castlecards.ui.table.throw.flight_view import draw_verdict, path_rect

if TYPE_CHECKING:
    from castlecards.ui.services import Services

# The first frames of a motion have enough to do, so the repaint of the rest is delayed.
PAINTED = 0.001  # s after the start of a motion, repaint of the static layer
WRITTEN = 0.02  # s after the start of a motion, repaint of the overlay
WALLS = (0.9, 0.7)  # widths and heights of a place by which its masonry is larger
LINE_SPACE = 12  # units that stay free on each side of the release line
KEYS = Style("ui", 14, "muted")
SLICE = 0.002  # s a frame for painting the table behind a closed curtain
RAISED = 60  # units by which the band of a clash moves up at most, off cards that can be picked


@dataclass
class BackgroundJob:
    """Static layer behind a closed curtain, painted in small steps."""

    layout: Layout
    _painting: Steps[Surface]
    painted: bool = False

    def step(self) -> None:
        """Run the next painting step."""
        try:
            next(self._painting)
        except StopIteration:
            self.painted = True


class TablePainter:
    """Painter of one match. It sets nothing but the link to the rule of the staged clash."""

    def __init__(
        self,
        app: Services,
        model: TableModel,
        table_view: TableView,
        computer_players: ComputerPlayers,
        addon: Addon[Any],
        handover: HandoverScreen,
    ) -> None:
        self.app = app
        self.model = model
        self.table_view = table_view
        self.computer_players = computer_players
        self.addon = addon
        self.handover = handover
        self.thinking_indicator = ThinkingIndicator(app.art)
        self.faces = PlayerFaces(app, model)
        self.frames = FramePainter()
        self.ladder_place = StablePlace()
        self.prerenderer = Prerenderer(table_view)
        self._ending = LastValue[ScenePictures | None]()
        self.move_tooltip = MoveTooltip(Narrator(app, model.session, known=True).still_clash)
        self._ladder: Ladder | None = None
        self._ladders: LastValue[Ladder | None] = LastValue()
        self._queued_for: object = None  # what `_jobs` are for
        self._path: LastValue[Rect] = LastValue()  # around that of a flying card
        self._thumbnail: LastValue[StageShot] = LastValue()  # of a clash while cards are picked
        self._shot: StageShot | None = None  # clash on the stage
        self._jobs: list[Callable[[], object]] = []
        self._script: Script | None = None  # script of `_script_jobs`
        self._script_jobs: Iterator[Callable[[], object]] = iter(())
        self._builds = False  # True: the last prerender job was for the next buildings
        self._job: BackgroundJob | None = None
        self._thinking_rect = Rect(0, 0, 0, 0)  # place of the thinking indicator, px
        self.callouts = CalloutPainter()
        self._details = Rect(0, 0, 0, 0)  # details panel as drawn last, px
        self._seen_badges: tuple[Badge, ...] = ()  # what a watcher of the animation knows

    def viewport_for(
        self, size: tuple[int, int], scale: float, score_corner: tuple[float, float], column: int
    ) -> Viewport:
        """Return the viewport of a window of that size.

        `score_corner`: right and lower edge of the score board on the table, px; `column`: width
        of the side column, px.
        """
        settings, model, addon = self.app.settings, self.model, self.addon
        phase, now = model.session.game.phase_now(model.session.public), self.table_view.layout
        goes_on = now.sheet is not None and now.viewport.phase == phase  # else it comes at rest
        if column and self.faces.visible and model.session.position.box.seats == 2:
            score_corner = face_corner(column, scale, settings.left_handed)
        viewport = addon.viewport_for(
            Viewport(
                *size,
                scale,
                model.side,
                settings.tilt,
                settings.sorted_hand,
                model.hand_order,
                model.hides_own,
                settings.left_handed,
                score_corner=score_corner,
                column=column,
                phase=phase,
                form=model.form if goes_on or not model.next_unasked else None,
            )
        )
        if column and model.session.position.box.field is not None:
            left = viewport.left + (0 if viewport.mirrored else column)
            viewport = replace(viewport, width=viewport.width - column, left=left, column=0.0)
        viewport = model.playback.camera_control.apply_to(
            addon.framed or model.session.position, viewport
        )
        if addon.framed is not None and viewport.camera is None:
            viewport = replace(viewport, camera=camera_for(addon.framed, viewport))
        return viewport

    def is_reading(self, look: Look | None, size: tuple[int, int]) -> bool:
        """Return True if the pointer rests on a verdict or callout; its time then waits."""
        pointer, playback, shot = self.model.input_state.pointer, self.model.playback, self._shot
        if look is None or pointer == playback.pointer_start:
            return False
        told = self.callouts.rect, self._details
        if playback.holds_callout and any(rect.collidepoint(pointer) for rect in told):
            return True
        if shot is None or playback.clash_now is None or shot.timeline.step_at(shot.t).is_open:
            return False
        return shot.totals_rect.collidepoint(pointer)

    def sync(self, look: Look | None, size: tuple[int, int], overlay: TableOverlay) -> None:
        """Keep the places of ladder and plates, the stage and the last trick up to date.

        Called whether a frame is drawn or not; `look` is None before the first layout.
        """
        playback, table_view = self.model.playback, self.table_view
        script = playback.animation.script
        tricks = script.clips_of(TrickResult) if script is not None else ()
        arrives = bool(tricks) or playback.clip_now(TrickResult) is not None
        turns_up = table_view.layout.round is not None and playback.unresolved
        if not (arrives or turns_up):  # a trick counts once it lies there, a bid once it is read
            self._seen_badges = table_view.badges
        if look is not None:
            window = Rect((0, 0), size)
            self._shot = self._with_breakdown(
                self._find_shot(look, window, overlay), look, window, overlay
            )
            self._place_faces(look, size, overlay)
            self._place_ladder(look, overlay)
            self._place_thinking_indicator(look, size, overlay)

    def draw_frame(self, canvas: Canvas, draw_table: Callable[[Canvas], object]) -> None:
        """Draw a closed curtain, or what has changed in the picture that `draw_table` draws."""
        if self.draw_curtain(canvas):
            self.frames.forget()
            return
        frame = RecordingCanvas(canvas.size, canvas.look, self.frames.parts)
        draw_table(frame)
        canvas.changed = self.frames.paint(canvas.surface, frame)

    def draw_curtain(self, canvas: Canvas) -> bool:
        """Draw a closed curtain, if there is one, and paint a part of the table behind it."""
        curtain = self.model.curtain
        if curtain is None or curtain.light:
            return False
        self.handover.draw(canvas)
        self._paint_behind(canvas)
        return True

    def draw(self, canvas: Canvas, pointer: PointerTool, overlay: TableOverlay) -> None:
        """Draw one frame: table, `pointer` (cards held and aimed) and `overlay`."""
        model, table_view, playback = self.model, self.table_view, self.model.playback
        session, curtain = model.session, model.curtain
        collapse = playback.clip_now(Collapse)
        self.sync(canvas.look, canvas.size, overlay)
        shot, waits = self._shot, playback.just_started(WRITTEN)
        frame = TableFrame(table_view, playback, shot, pointer.dragged.cards)
        self._draw_ground(canvas, frame.absent)
        frame.draw_buildings(canvas)
        self.addon.draw_below(canvas, table_view.layout)
        self._draw_ladder(canvas, pointer, overlay)
        self.faces.draw(canvas, table_view.layout, overlay.root.table, self._thinking)
        if not playback.plays and (shot is None or shot.plate is not None):
            draw_reaction_cause(canvas, table_view, reaction_cause(session, session.at))
        if shot is not None and not shot.dimmed:
            overlay.draw(canvas, captions=False, waits=waits)  # the score lies below the stage
            frame.draw_stage(canvas)
        pointer.draw_below(canvas, overlay.focused)
        table_view.draw_glow(canvas, overlay.move_list_targets, Target())
        draw_hint_arrows(canvas, table_view, model)
        frame.draw_cards(canvas)
        frame.draw_hand(canvas, pointer.hints.bright_cards)
        pointer.dragged.draw_homing(canvas)
        frame.draw_flight(canvas)
        self._queue_prerender(canvas.look)
        self._draw_impact(canvas, overlay)
        pointer.hints.captions = overlay.caption_rects(canvas.look)
        pointer.draw_above(canvas, overlay.focused, overlay.root.free)
        if shot is None or shot.dimmed:
            overlay.draw(canvas, shot is None and collapse is None, waits=waits)
        if shot is not None:
            if shot.dimmed:
                frame.draw_stage(canvas)
            overlay.draw_over(canvas)
        elif not playback.plays:
            self.move_tooltip.draw(canvas, table_view, overlay.move_list)
        if collapse is not None:
            darken_table(canvas, *collapse)
            draw_collapse(canvas, *collapse)
        if (
            self._thinking is not None
            and not self._shows_on_face(self._thinking)
            and self._thinking_rect.collidelist(overlay.caption_rects(canvas.look)) < 0
        ):
            self.thinking_indicator.draw(canvas, self._thinking, self._thinking_rect)
        shown = overlay.blocked_rects() if pointer.card_zoom.needs_drawing(overlay.focused) else ()
        pointer.draw_zoom(canvas, shown, overlay.root.free, overlay.root.aside, overlay.focused)
        if curtain is not None:
            draw_curtain(canvas, curtain, sign_of(session, curtain.seat))
        elif playback.raised > 0:
            draw_cloth(canvas, 1 - playback.raised / OPENING)

    @property
    def is_painting(self) -> bool:
        """True while the table behind a closed curtain is not fully painted."""
        curtain = self.model.curtain
        if curtain is None or curtain.light:
            return False
        behind = self._job
        return behind is None or behind.layout is not self.table_view.layout or not behind.painted

    def _paint_behind(self, canvas: Canvas) -> None:
        """Paint the public part of the table behind a closed curtain.

        Otherwise it would be painted while the curtain opens, and the player would wait.
        """
        now = self.table_view.layout
        if self._job is None or self._job.layout is not now:
            session, hands = self.model.session, [area.zone for area in now.areas if area.hand]
            held = {card for zone in hands for card in self.table_view.pos.zones[zone]}
            active = session.decision.seat if session.decision is not None else NATURE
            painting = self.table_view.static_layer.paint_steps(
                canvas.look, now, self.table_view.pos, held, nameplates(session),
                self.app.settings.cloth, active, self.table_view.badges,
            )  # fmt: skip
            self._job = BackgroundJob(now, painting)
            return
        until = perf_counter() + SLICE
        while not self._job.painted:
            self._job.step()
            if perf_counter() > until:
                return

    def _find_shot(self, look: Look, window: Rect, overlay: TableOverlay) -> StageShot | None:
        """Return the clash on the stage: a band, or a thumbnail while cards are picked."""
        model, staged = self.model, self.model.playback.clash_now
        asks = model.selection is not None or model.window is not None
        if (
            staged is None
            or self.model.playback.clip_now(Collapse) is not None
            or (self.app.settings.instant and not asks)
        ):
            return None
        frame = stage_frame(self.table_view.layout.viewport)
        selection, playback = model.selection, model.playback
        if selection is None or playback.plays:
            return StageShot(*staged, frame, skips=playback.animation.running and staged[0].deep)
        key = ById(staged[0]), ById(self.table_view.layout), ById(selection)
        make = partial(self._stage_while_picking, staged[0], selection, look, window, overlay)
        return self._thumbnail.keep(key, make)

    def _stage_while_picking(
        self,
        timeline: ClashTimeline,
        selection: Selection,
        look: Look,
        window: Rect,
        overlay: TableOverlay,
    ) -> StageShot:
        """Band of a clash, raised off cards that can be picked; else, if too far, its thumbnail."""
        table_view, layout = self.table_view, self.table_view.layout
        lit = [table_view.rect_of(target) for target in selection.nameable_targets()]
        frame = stage_frame(layout.viewport)
        band = _band(window.width, frame)
        below = [rect for rect in lit if rect.centery > band.centery]
        up = max((band.bottom - rect.top for rect in below), default=0)
        if 0 < up <= look.px(RAISED):
            frame, band = replace(frame, y=frame.y - up), band.move(0, -up)
        if band.collidelist(lit) < 0:
            return StageShot(timeline, 0.0, frame, dimmed=False)
        own = [table_view.rect_of(Target(-1, area.zone)) for area in layout.areas if area.own]
        return thumbnail_for(timeline, window, (*lit, *own, *overlay.control_rects()), look)

    def _with_breakdown(
        self, shot: StageShot | None, look: Look, window: Rect, overlay: TableOverlay
    ) -> StageShot | None:
        """Clash stage with its rule and breakdown while the pointer is on the numbers."""
        if shot is None:
            overlay.rule_link.set_rule("", None)
            return None
        whole, before = shot.with_breakdown(look, window), self._shot
        open_ = before is not None and before.shows_breakdown and before.timeline is shot.timeline
        rect = (whole if open_ else shot).totals_rect
        pointed = rect.collidepoint(self.model.input_state.pointer)
        shot = whole if pointed or overlay.rule_link.focused else shot
        overlay.rule_link.set_rule(shot.rule, shot.rule_place(look))
        return shot

    def _place_faces(self, look: Look, size: tuple[int, int], overlay: TableOverlay) -> None:
        """Place the faces of the other players in free space."""
        table_view = self.table_view

        def clear() -> list[Rect]:
            badges = badge_places(look, Rect((0, 0), size), table_view.layout, table_view.badges)
            found = [shield.rect for shield in badges]
            built = [
                area
                for area in table_view.layout.areas
                if table_view.box.zones[area.zone].fortification
            ]
            found += [_around_walls(table_view.rect_of(Target(-1, area.zone))) for area in built]
            sites = table_view.static_layer.sites
            found += [one.rect for one in standing_buildings(layout, sites)]
            return [*self._taken_space(look, size, overlay), *found]

        def panels() -> list[Rect]:
            ladder = self.ladder_place.rect
            return [*overlay.caption_rects(look), *([ladder] if ladder is not None else [])]

        room, layout = overlay.root.table, table_view.layout
        shown: list[Widget] = [*overlay.side_column.children, *overlay.tools]
        shown += {overlay.throw_bar} & {*overlay.root.extras}
        widgets = [each.rect for each in shown if each.visible]
        self.faces.place(look, layout, room, widgets, clear, panels)
        bubble = self.faces.bubble(look, layout, room)
        ladder = self.ladder_place.rect if self._ladder is not None else None
        beside = [bubble[0] if bubble else None, ladder]
        overlay.captions.panels = [*self.faces.rects(), *(rect for rect in beside if rect)]

    def _shows_on_face(self, thinking: ThinkingState) -> bool:
        """True if a face shows that the player thinks."""
        seats = self.model.session.seats_of(thinking.player)
        return any(self.faces.rect(seat) is not None for seat in seats)

    def _place_ladder(self, look: Look, overlay: TableOverlay) -> None:
        """Place the ladder in free space beside the cards."""
        session, table_view = self.model.session, self.table_view
        ladder = lambda: session.game.ladder(session.public)  # noqa: E731
        self._ladder = self._ladders.keep(ById(session.position), ladder)
        if self._ladder is None:
            return
        mirrored, rail = table_view.layout.viewport.mirrored, look.px(RAIL)
        table = overlay.root.table
        room = Rect(table.left + rail * mirrored, table.top, table.width - rail, table.height)

        def clear() -> list[Rect]:
            beside, below = look.px(24), look.px(34)  # air; what is written at places
            rects = [rect.inflate(beside, below) for rect in table_view.rects()]
            return [*rects, *(tool.rect for tool in overlay.tools), *self.faces.rects()]

        search = partial(ladder_place, look, room, mirrored=mirrored)
        key = ById(table_view.layout), look.scale
        self.ladder_place.update(key, room, clear, search)

    def _draw_ladder(self, canvas: Canvas, pointer: PointerTool, overlay: TableOverlay) -> None:
        session, rect = self.model.session, self.ladder_place.rect
        ladder, coach = self._ladder, overlay.coach
        hidden = rect is not None and coach.visible and coach.rect.colliderect(rect)
        if ladder is not None and rect is not None and not hidden:
            signs = {on.seat: sign_of(session, on.seat) for on in ladder.markers}
            picked = self.model.selection.picked if self.model.selection is not None else ()
            reach = pointer.reach(overlay.focused)
            draw_ladder(canvas, ladder, rect, signs, reach, len(picked))

    def paint_ahead(self, look: Look) -> bool:
        """Run one prerender job between two frames. Return False if no job is left."""
        viewport = self.table_view.layout.viewport
        if self.handover.prerender(look, (viewport.left + viewport.width, viewport.height)):
            return True
        if self.prerenderer.paint_buildings():
            return True
        script = self.model.playback.animation.script
        if script is not self._script:
            self._script = script
            self._script_jobs = (
                iter(()) if script is None else script_jobs(self.table_view, look, script)
            )
        self._builds = not self._builds  # every other job, for a script may leave no other time
        if self._builds and self.prerenderer.paint_next_buildings():
            return True
        piece = self._jobs.pop() if self._jobs else next(self._script_jobs, None)
        if piece is not None:
            piece()
            return True
        if self.faces.prerender(look):
            return True
        if self.model.session.over and self._paint_ending(look, viewport):
            return True
        return self.prerenderer.paint(look, self.app.art.printing)

    def _paint_ending(self, look: Look, viewport: Viewport) -> bool:
        """Run one step of the pictures of the closing scene. Return False if none is left."""
        session = self.model.session
        make = partial(ending_pictures, self.app.art, session)
        pictures = self._ending.keep(session.at, make)
        size = viewport.left + viewport.width, viewport.height
        return pictures is not None and pictures.paint(look, size)

    def _queue_prerender(self, look: Look) -> None:
        """Queue the prerender jobs for what comes next, once: a verdict, an empty hand, a hit."""
        playback, input_state = self.model.playback, self.model.input_state
        key: object = None
        if playback.pending_trick is not None and playback.clip_now(TrickResult) is None:
            key = ById(playback.pending_trick)
            jobs = partial(prerender_jobs, self.table_view, playback.pending_trick)
        if input_state.held_card >= 0:
            held = frozenset((input_state.held_card, *input_state.fanned_cards))
            key, jobs = (ById(self.table_view.layout), held), partial(self._release_jobs, held)
        if playback.clip is not None and playback.impact is not None:
            key, jobs = ById(playback.impact), partial(self._verdict_jobs, playback.impact, look)
        if key is not None and key != self._queued_for:
            self._queued_for, self._jobs = key, jobs()
        if input_state.held_card >= 0 and self._jobs:
            self._jobs.pop()()  # while a button is down nothing is painted between two frames

    def _verdict_jobs(self, impact: ImpactTimeline, look: Look) -> list[Callable[[], object]]:
        """Prerender jobs for an impact and the fortifications that it changes."""
        pos, scored_throw = impact.clip.pos, impact.scored_throw
        hit = {pos.zone_of(card) for card in scored_throw.hits}
        worn = {zone for zone in hit if pos.box.zones[zone].fortification == "yard"}
        walls = self.table_view.static_layer.prerender_jobs(
            self.table_view.layout, pos, hit - worn, worn
        )
        return [*walls, *impact_effects.prerender_jobs(look)]

    def _release_jobs(self, held: frozenset[CardId]) -> list[Callable[[], object]]:
        """Prerender jobs for the table without the held cards."""
        limits = self.model.limits
        thrown = limits is not None and held <= set(limits.cards)
        start = (limits.start.x / 10, limits.start.y / 10) if limits and thrown else None
        return self.table_view.prerender_jobs(held, start)

    def _draw_ground(self, canvas: Canvas, absent: set[CardId]) -> None:
        """Draw the static layer."""
        session = self.model.session
        active = session.decision.seat if session.decision is not None else NATURE
        names, cloth = nameplates(session), self.app.settings.cloth
        waits = self.model.playback.just_started(PAINTED)
        self.table_view.draw_ground(canvas, absent, names, cloth, active, self._seen_badges, waits)

    def _draw_impact(self, canvas: Canvas, overlay: TableOverlay) -> None:
        """Draw the impact of a throw and its verdict."""
        playback, table_view, last = self.model.playback, self.table_view, self.model.last_clip
        impact = playback.impact
        if playback.clip is None and last is not None:
            draw_verdict(canvas, table_view, last, playback.animation)
        if impact is not None:
            goal = overlay.score.goal(0 if math.cos(impact.clip.ahead / 1000) > 0 else 1)
            impact_view.draw_over(canvas, table_view, impact, playback.t, goal)
            impact_view.shake(canvas, impact, playback.t)
        self._details = overlay.details_rect
        if playback.callout is not None:
            self._draw_callout(canvas, playback.callout, overlay)
        else:
            self.callouts.rect = Rect(0, 0, 0, 0)
        overlay.captions.callout_rect = self.callouts.rect
        overlay.captions.flight_rect = self._flight_rect()
        if self.model.shows_keys and playback.holds_callout and playback.pause > 0:
            self._draw_keys(canvas, overlay)

    def _flight_rect(self) -> Rect:
        """Rect around the path of the flying card, px; empty until the path is computed."""
        clip, layout = self.model.playback.clip, self.table_view.layout
        if clip is None or clip.known is None:
            return Rect(0, 0, 0, 0)
        return self._path.keep(
            (ById(clip.known), ById(layout)), lambda: path_rect(layout.camera, clip)
        )

    def _draw_callout(self, canvas: Canvas, callout: Callout, overlay: TableOverlay) -> None:
        look, room, view = canvas.look, overlay.root.table, self.table_view

        def taken() -> list[Rect]:
            panels = overlay.score.rect, self._details, self._release_line(look)
            taken = self._taken_space(look, canvas.size, overlay)
            return [*taken, *panels, *self.faces.rects()]

        key = ById(view.layout), self.model.limits is None, tuple(self._details)
        seen = opacity(self.model.playback.callout_age)
        self.callouts.draw(canvas, view.layout.camera, callout, room, taken, key, seen)

    def _draw_keys(self, canvas: Canvas, overlay: TableOverlay) -> None:
        """Draw the keys of a callout in one line at the foot of the table, beside the prompt."""
        look, title = canvas.look, self.app.bindings.title
        text = tr(
            "{go} go on  ·  {again} watch again  ·  {details} details",
            go=title(Act.THROW), again=title(Act.REPLAY), details=title(Act.DETAILS),
        )  # fmt: skip
        plate = Rect(0, 0, look.width(text, KEYS) + look.px(24), look.px(26))
        plate.midbottom = overlay.root.table.centerx, canvas.rect.bottom - look.px(8)
        prompt = overlay.prompt_panel.rect
        plate = nearest_free(plate, [prompt], canvas.rect.inflate(-8, -8), look.px(8))
        draw_plate(canvas, plate, 8)
        canvas.text(text, plate.center, KEYS, "c")

    def _taken_space(self, look: Look, size: tuple[int, int], overlay: TableOverlay) -> list[Rect]:
        """Rectangles of cards, zones, labels and controls, px."""
        table_view = self.table_view
        names, window = nameplates(self.model.session), Rect((0, 0), size)
        taken = [*table_view.rects(), *overlay.control_rects()]
        return taken + label_rects(look, table_view.layout, names, window)

    def place_toast(self, overlay: TableOverlay, rect: Rect, toasts: Sequence[Rect]) -> Rect:
        """Place of a toast clear of other `toasts`, names, faces, captions and controls.

        It covers cards, then a form, only if there is no other place."""
        look = overlay.layer.look
        if look is None or self.model.curtain is not None:
            return rect
        space, gap = overlay.caption_space(look), look.px(7)
        clear = [*toasts, *overlay.control_rects(), *overlay.caption_rects(look), *space.taken]
        for taken in ([*clear, *space.cards], clear, [one for one in clear if one != space.form]):
            place = nearest_free(rect, taken, space.table.inflate(-2 * gap, -2 * gap), gap)
            if place.collidelist(taken) < 0:
                return place
        return rect

    def _release_line(self, look: Look) -> Rect:
        """Rectangle around the release line of a throw that is possible now, px; else empty."""
        limits, project = self.model.limits, self.table_view.layout.camera.project
        if limits is None:
            return Rect(0, 0, 0, 0)
        (x0, y0), (x1, y1) = (project(x / 10, limits.start.y / 10) for x in limits.gate[:2])
        line = Rect(round(min(x0, x1)), round(min(y0, y1)), round(abs(x1 - x0)), 0)
        return line.inflate(0, 2 * look.px(LINE_SPACE))

    @property
    def _thinking(self) -> ThinkingState | None:
        return None if self.model.playback.plays else self.computer_players.thinking

    def _place_thinking_indicator(
        self, look: Look, size: tuple[int, int], overlay: TableOverlay
    ) -> None:
        """Place the thinking indicator in free space of the table."""
        table_view = self.table_view
        thinking = self._thinking
        if thinking is None or self._shows_on_face(thinking):
            return
        pending = self.model.playback.pending_clash

        def clear() -> list[Rect]:
            rects = self._taken_space(look, size, overlay)
            band = _band(size[0], stage_frame(table_view.layout.viewport))
            return [*rects, band] if pending is not None else rects

        key = ById(table_view.layout), pending is None
        self._thinking_rect = self.thinking_indicator.place(look, overlay.root.table, key, clear)


def _around_walls(place: Rect) -> Rect:
    """Rectangle of the masonry around the place of a fortification, px."""
    return place.inflate(place.width * WALLS[0], place.height * WALLS[1])


def _band(wide: int, frame: StageFrame) -> Rect:
    """Return the part of the band that hides what lies below it; its edges are transparent."""
    edge = RULE * frame.u
    high = frame.bottom - frame.top - 2 * edge
    return Rect(0, round(frame.top + edge), wide, round(high))
