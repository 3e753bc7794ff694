"""The table as it is seen: everything that is drawn of it, from the ground up to the curtain."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pygame import Rect, Surface

from castlecards.core.cards import NATURE, CardId
from castlecards.core.game import Badge, Ladder
from castlecards.ui.cardart.seat_signs import sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.clash.collapse import Collapse
from castlecards.ui.table.clash.collapse_view import FADE, darken_table, draw_collapse
from castlecards.ui.table.clash.timeline import Footing, footing
from castlecards.ui.table.clash.trick_view import draw_incomplete_trick, draw_trick, prerender_jobs
from castlecards.ui.table.clash.view import RULE, OnStage, draw_clash, plate_for
from castlecards.ui.table.coach.panel import draw_hint_arrows
from castlecards.ui.table.flow.computer_players import ComputerPlayers
from castlecards.ui.table.handover import HandoverScreen
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.card_shape import CardShape
from castlecards.ui.table.layout.model import RAIL, Layout, Viewport
from castlecards.ui.table.layout.table_layout import camera_for
from castlecards.ui.table.model import ById, TableModel, ThinkingState
from castlecards.ui.table.overlay.ladder import LadderView, draw_ladder
from castlecards.ui.table.overlay.move_list import MoveTooltip
from castlecards.ui.table.overlay.overlay import TableOverlay
from castlecards.ui.table.overlay.reaction_bar import draw_reaction_cause, reaction_cause
from castlecards.ui.table.overlay.thinking_indicator import ThinkingIndicator
from castlecards.ui.table.playback.animation import Script
from castlecards.ui.table.playback.narration import Narrator
from castlecards.ui.table.playback.state import ImpactTimeline
from castlecards.ui.table.pointer.pointer_tool import PointerTool
from castlecards.ui.table.render.curtain import OPENING, draw_cloth, draw_curtain
from castlecards.ui.table.render.prerender import Prerenderer, script_jobs
from castlecards.ui.table.render.static_layer import labels
from castlecards.ui.table.render.table_signs import nameplates
from castlecards.ui.table.render.table_surface import TableSurface
from castlecards.ui.table.throw import impact_view
from castlecards.ui.table.throw.flight_view import draw as draw_film
from castlecards.ui.table.throw.flight_view import draw_verdict
from castlecards.ui.table.throw.impact_effects import prepare
from castlecards.ui.table.throw.verdict_panel import draw_verdict_panel, verdict_rect
from castlecards.ui.table.viewer import NOBODY

if TYPE_CHECKING:
    from castlecards.ui.services import Services

# s after a release, or after cards have set out, at which the table is painted without them, and
# what is written around it anew: the first frames have enough to do.
PAINTED, WRITTEN = 0.001, 0.02
SLICE = 0.002  # s a frame in which the table behind a closed curtain is painted


@dataclass
class BackgroundJob:
    """The table behind a closed curtain, painted bit by bit."""

    layout: Layout
    _painting: Steps[Surface]
    painted: bool = False

    def step(self) -> None:
        """A few ms more of it."""
        try:
            next(self._painting)
        except StopIteration:
            self.painted = True


class TablePainter:
    """Reads, and changes nothing but where the board names the rule of what is on the stage."""

    def __init__(
        self,
        app: Services,
        model: TableModel,
        desk: TableSurface,
        players: ComputerPlayers,
        addon: Addon[Any],
        interlude: HandoverScreen,
    ) -> None:
        self.app = app
        self.model = model
        self.desk = desk
        self.players = players
        self.addon = addon
        self.interlude = interlude
        self.plate = ThinkingIndicator(app.art)
        self.ladder = LadderView()
        self.ahead = Prerenderer(desk)
        self.told = MoveTooltip(Narrator(app, model.session, known=True).picture)
        self._rungs: tuple[object, Ladder | None, Rect | None] = None, None, None
        self._foreseen: object = None  # that for which pieces are drawn ahead
        self._plate: tuple[object, OnStage] | None = None  # of a clash while somebody picks
        self._staged: OnStage | None = None  # what is on it now
        self._soon: list[Callable[[], object]] = []
        self._script: Script | None = None  # whose pieces are painted ahead
        self._coming: Iterator[Callable[[], object]] = iter(())
        self._behind: BackgroundJob | None = None
        self._dark: tuple[Collapse, Surface] | None = None  # the table below what falls
        self._at = Rect(0, 0, 0, 0)  # the plate of who thinks
        self._counted: tuple[Badge, ...] = ()  # the badges before a trick that is being taken

    def stage(
        self, size: tuple[int, int], scale: float, head: tuple[float, float], column: int
    ) -> Viewport:
        """How the table is framed in a window of that size; `head`: px, the right and lower edge of
        the score board, where that lies on the table; `column`: px that the column takes."""
        settings, model, addon = self.app.settings, self.model, self.addon
        hidden = model.covered and not model.peeking
        tilt = settings.camera_tilt * 0.017453292
        phase, now = model.session.game.phase_now(model.session.public), self.desk.now
        goes_on = now.sheet is not None and now.stage.phase == phase  # else it comes at rest
        stage = addon.stage(
            Viewport(
                *size,
                scale,
                model.side,
                tilt,
                model.sorted,
                hidden,
                settings.left_handed,
                head=head,
                column=column,
                phase=phase,
                form=model.form if goes_on or not model.restless else None,
            )
        )
        if column and model.session.position.box.field is not None:
            left = stage.left + (0 if stage.mirrored else column)
            stage = replace(stage, width=stage.width - column, left=left, column=0.0)
        stage = model.show.sight.seen(addon.framed or model.session.position, stage)
        if addon.framed is not None and stage.camera is None:
            stage = replace(stage, camera=camera_for(addon.framed, stage))
        return stage

    def badges(self) -> tuple[Badge, ...]:
        """What is said at cards and places; of the own cards what only their owner knows, unless
        they are hidden."""
        session, model = self.model.session, self.model
        public = session.game.badges(session.public)
        if model.eyes.viewer == NOBODY or (model.covered and not model.peeking):
            return public
        own = session.game.own_badges(model.view)
        better = {badge.card for badge in own}
        return (*(badge for badge in public if badge.card not in better), *own)

    def roles(self) -> Mapping[CardId, str]:
        """What is said on the cards of the own hand, unless they are hidden."""
        model = self.model
        hidden = model.eyes.viewer == NOBODY or (model.covered and not model.peeking)
        return {} if hidden else model.session.game.roles(model.view)

    def reads(self, look: Look | None, size: tuple[int, int]) -> bool:
        """Does the pointer rest on what is said of a throw, or on how a clash has ended? Then that
        waits."""
        pointer, show, on = self.model.grasp.pointer, self.model.show, self._staged
        if look is None or pointer == show.unmoved:
            return False
        if show.judged is not None and verdict_rect(look, Rect((0, 0), size)).collidepoint(pointer):
            return True
        if on is None or show.staged is None or on.fray.at(on.t).open:
            return False
        return on.numbers.collidepoint(pointer)

    def follow(self, look: Look | None, size: tuple[int, int], board: TableOverlay) -> None:
        """What stays as it was for a while does so in the match, drawn or not: where ladder and
        plate are, what is on the stage, what was won before. `look` None: nothing is laid out
        yet."""
        show, desk = self.model.show, self.desk
        script = show.player.script
        if (script is None or not script.takings) and show.taking is None:
            self._counted = desk.badges  # what is won is counted once it has arrived
        if look is not None:
            window = Rect((0, 0), size)
            self._staged = self._explained(self._clash(look, window, board), look, window, board)
            self._place_ladder(look, board)
            self._place_plate(look, size, board)

    def draw(self, canvas: Canvas, hands: PointerTool, board: TableOverlay) -> None:
        """`hands`: what is held and aimed; `board`: what is written around the table."""
        model, desk, show = self.model, self.desk, self.model.show
        session, curtain = model.session, model.curtain
        if curtain is not None and not curtain.light:
            self.interlude.draw(canvas)
            self._paint_behind(canvas)
            return
        ruin = show.ruin
        if ruin is not None and self._darkened(canvas, *ruin):
            return
        moving = show.player.moving()
        taking = show.taking
        if taking is not None:
            moving = [one for one in moving if one.card not in taking[0].held]
        self.follow(canvas.look, canvas.size, board)
        clash, waits = self._staged, show.fresh(WRITTEN)
        absent = {one.card for one in moving} | hands.carry.cards | show.away
        absent |= taking[0].held if taking is not None else set()
        absent |= clash.away if clash is not None else set()
        self._ground(canvas, absent)
        self.addon.below(canvas, desk.now)
        self._ladder(canvas, hands, board)
        if not show.plays and (clash is None or clash.plate is not None):
            draw_reaction_cause(canvas, desk, reaction_cause(session, session.at))
        if clash is not None and not clash.veiled:
            board.draw(canvas, captions=False, waits=waits)  # the score lies below the stage
            draw_clash(canvas, desk, clash, moving)
        hands.draw_below(canvas, board.focused)
        desk.draw_glow(canvas, board.told, Target())
        draw_hint_arrows(canvas, desk, model)
        desk.draw_moving(canvas, moving if clash is None else clash.below(moving))
        self._taking(canvas, {one.card: one.stance for one in moving if not one.lift})
        self._hand(canvas, absent, hands.bright)
        hands.carry.draw_homing(canvas)
        self._flight(canvas, board)
        hands.draw_above(canvas, board.focused, board.root.free)
        if clash is None or clash.veiled:
            board.draw(canvas, clash is None and ruin is None, waits=waits)
        if clash is not None:
            if clash.veiled:
                draw_clash(canvas, desk, clash, moving)
            board.draw_over(canvas)
        elif not show.plays:
            self.told.draw(canvas, desk, board.moves)
        if ruin is not None:
            self._ruined(canvas, *ruin)
        if self._thinks is not None and self._at.collidelist(board.said(canvas.look)) < 0:
            self.plate.draw(canvas, self._thinks, self._at)
        shown = board.read_rects() if hands.large.wants(board.focused) else ()
        hands.draw_zoom(canvas, shown, board.root.free, board.root.aside, board.focused)
        if curtain is not None:
            draw_curtain(canvas, curtain, sign_of(session, curtain.seat))
        elif show.raised > 0:
            draw_cloth(canvas, 1 - show.raised / OPENING)

    @property
    def waits(self) -> bool:
        """Is there still something to be painted behind a closed curtain?"""
        curtain = self.model.curtain
        if curtain is None or curtain.light:
            return False
        behind = self._behind
        return behind is None or behind.layout is not self.desk.now or not behind.painted

    def _paint_behind(self, canvas: Canvas) -> None:
        """What all may see of the table, once the closed curtain is on the screen: else that would
        have to be painted while it opens, and the hand that opens it would be kept waiting."""
        now = self.desk.now
        if self._behind is None or self._behind.layout is not now:
            session, hands = self.model.session, [area.zone for area in now.areas if area.hand]
            held = {card for zone in hands for card in self.desk.pos.zones[zone]}
            active = session.decision.seat if session.decision is not None else NATURE
            painting = self.desk.ground.painting(
                canvas.look, now, self.desk.pos, held, nameplates(session),
                self.app.settings.table, active, self.desk.badges,
            )  # fmt: skip
            self._behind = BackgroundJob(now, painting)
            return
        until = perf_counter() + SLICE
        while not self._behind.painted:
            self._behind.step()
            if perf_counter() > until:
                return

    def _clash(self, look: Look, window: Rect, board: TableOverlay) -> OnStage | None:
        """What is on the stage: all across the window while nobody picks; else it leaves free what
        may be picked."""
        model, staged = self.model, self.model.show.staged
        asks = model.picking is not None or model.window is not None
        if (
            staged is None
            or self.model.show.ruin is not None
            or (self.app.settings.instant and not asks)
        ):
            return None
        here = footing(self.desk.now.stage)
        picking, show = model.picking, model.show
        if picking is None or show.plays:
            return OnStage(*staged, here)
        key = ById(staged[0]), ById(self.desk.now), ById(picking)
        if self._plate is None or self._plate[0] != key:
            lit = [self.desk.rect_of(thing) for thing in picking.every()]
            on = OnStage(*staged, here, veiled=False)
            if _band(window.width, here).collidelist(lit) >= 0:
                hands = (area for area in self.desk.now.areas if area.own)
                own = [self.desk.rect_of(Target(-1, area.zone)) for area in hands]
                clear = (*lit, *own, *board.busy_rects())
                on = plate_for(staged[0], window, clear, look)
            self._plate = key, on
        return self._plate[1]

    def _explained(
        self, on: OnStage | None, look: Look, window: Rect, board: TableOverlay
    ) -> OnStage | None:
        """With its rule, and what adds up, if one looks at the numbers."""
        if on is None:
            board.rule_link.tell("", None)
            return None
        told, before = on.told(look, window), self._staged
        reads = before is not None and before.explained and before.fray is on.fray
        pointed = (told if reads else on).numbers.collidepoint(self.model.grasp.pointer)
        on = told if pointed or board.rule_link.focused else on
        board.rule_link.tell(on.rule, on.link(look))
        return on

    def _place_ladder(self, look: Look, board: TableOverlay) -> None:
        """What grows step by step, and where there is room for it beside the cards."""
        session, desk = self.model.session, self.desk
        key = ById(session.position), ById(desk.now), tuple(board.root.table), look.scale
        if self._rungs[0] != key:
            ladder, rect = session.game.ladder(session.public), None
            if ladder is not None:
                things = [Target(spot.card, spot.zone) for spot in desk.now.spots]
                things += [Target(-1, area.zone) for area in desk.now.areas]
                beside, below = look.px(24), look.px(34)  # air; what is written at places
                rects = [rect.inflate(beside, below) for rect in map(desk.rect_of, things)]
                rects += [tool.rect for tool in board.tools]
                mirrored, room, rail = desk.now.stage.mirrored, board.root.table, look.px(RAIL)
                room = Rect(room.left + rail * mirrored, room.top, room.width - rail, room.height)
                rect = self.ladder.place(look, room, rects, mirrored)
            self._rungs = key, ladder, rect

    def _ladder(self, canvas: Canvas, hands: PointerTool, board: TableOverlay) -> None:
        session, (_, ladder, rect) = self.model.session, self._rungs
        if ladder is not None and rect is not None:
            signs = {on.seat: sign_of(session, on.seat) for on in ladder.stand}
            picked = self.model.picking.picked if self.model.picking is not None else ()
            reach = hands.reach(board.focused)
            draw_ladder(canvas, ladder, rect, signs, reach, len(picked))

    def _ruined(self, canvas: Canvas, ruin: Collapse, now: float, still: bool) -> None:
        """What falls, over all that has been drawn; that is kept once it is dark."""
        dark = darken_table(canvas, ruin, now, still)
        self._dark = (ruin, canvas.surface.copy()) if dark else None
        draw_collapse(canvas, ruin, now, still)

    def _darkened(self, canvas: Canvas, ruin: Collapse, now: float, still: bool) -> bool:
        """What falls, over the picture of the table below it, while that is kept in the dark."""
        if self._dark is None or self._dark[0] != ruin or now > ruin.ends - FADE:
            return False
        if self._dark[1].get_size() != canvas.size:
            return False
        canvas.surface.blit(self._dark[1], (0, 0))
        draw_collapse(canvas, ruin, now, still)
        return True

    def paint_ahead(self, look: Look) -> bool:
        """One piece of what may be wanted soon, between two frames; False: all is there."""
        stage = self.desk.now.stage
        if self.interlude.ahead(look, (stage.left + stage.width, stage.height)):
            return True
        script, settings = self.model.show.player.script, self.app.settings
        if script is not self._script:
            self._script = script
            self._coming = iter(()) if script is None else script_jobs(self.desk, look, script)
        piece = self._soon.pop() if self._soon else next(self._coming, None)
        if piece is not None:
            piece()
            return True
        return self.ahead.paint(look, (settings.four_colour, settings.large_index))

    def _foresee(self, what: object, pieces: Callable[[], list[Callable[[], object]]]) -> None:
        """Has what `what` will want painted between the next frames."""
        if what != self._foreseen:
            self._foreseen, self._soon = what, pieces()

    def _verdict(self, beats: ImpactTimeline) -> list[Callable[[], object]]:
        """What a verdict will want."""
        pos, blow = beats.film.pos, beats.blow
        hit = {pos.zone_of(card) for card in blow.hits}
        worn = {zone for zone in hit if pos.box.zones[zone].works == "yard"}
        return self.desk.ground.foreseen(self.desk.now, pos, hit - worn, worn)

    def _let_go(self, held: frozenset[CardId]) -> list[Callable[[], object]]:
        """What will be wanted once these have left the hand."""
        limits = self.model.limits
        thrown = limits is not None and held <= set(limits.cards)
        start = (limits.start.x / 10, limits.start.y / 10) if limits and thrown else None
        return self.desk.foreseen(held, start)

    def _taking(self, canvas: Canvas, lying: Mapping[CardId, CardShape]) -> None:
        """A trick that is taken, or is about to be; `lying`: where cards lie that are not in the
        air."""
        show, desk = self.model.show, self.desk
        if show.taking is not None:
            draw_trick(canvas, desk, *show.taking)
        elif (decided := show.decides) is not None:
            draw_incomplete_trick(canvas, decided, lying)
            self._foresee(ById(decided), partial(prerender_jobs, desk, decided))

    def _ground(self, canvas: Canvas, absent: set[CardId]) -> None:
        """All that lies still."""
        session = self.model.session
        active = session.decision.seat if session.decision is not None else NATURE
        names, cloth = nameplates(session), self.app.settings.table
        waits = self.model.show.fresh(PAINTED)
        self.desk.draw_ground(canvas, absent, names, cloth, active, self._counted, waits)

    def _hand(self, canvas: Canvas, absent: set[CardId], bright: Collection[CardId] | None) -> None:
        """The own hand; and, while cards of it are held, what will be wanted without them."""
        grasp = self.model.grasp
        self.desk.draw_hand(canvas, absent, bright)
        if grasp.held >= 0:
            held = frozenset((grasp.held, *grasp.others))
            self._foresee((ById(self.desk.now), held), partial(self._let_go, held))
            if self._soon:  # while a button is down nothing is painted between two frames
                self._soon.pop()()

    def _flight(self, canvas: Canvas, board: TableOverlay) -> None:
        """What flies, or what has become of it."""
        show, last, desk, beats = self.model.show, self.model.last, self.desk, self.model.show.beats
        if show.film is not None and beats is not None:
            prepare(canvas.look)
            self._foresee(ById(beats), partial(self._verdict, beats))
            lifts = impact_view.card_jumps(canvas, beats, show.t)
            under = partial(impact_view.draw_under, canvas, desk, beats, show.t)
            draw_film(canvas, desk, show.film, beats.film_at(show.t), lifts, under)
        elif show.film is not None:
            draw_film(canvas, desk, show.film, show.t)
        elif last is not None:
            draw_verdict(canvas, desk, last, show.player)
        if beats is not None:
            goal = board.score.goal(0 if math.cos(beats.film.ahead / 1000) > 0 else 1)
            impact_view.draw_over(canvas, desk, beats, show.t, goal)
            impact_view.shake(canvas, beats, show.t)
        elif show.marked is not None:
            impact_view.mark_near(canvas, desk, show.marked, 1.0)
        judged = show.judged
        if judged is not None and show.pause > 0:  # else it has been read, or lies behind a curtain
            sign = sign_of(self.model.session, judged.seat) if judged.seat >= 0 else None
            draw_verdict_panel(canvas, judged, sign, show.pause / judged.seconds)

    @property
    def _thinks(self) -> ThinkingState | None:
        return None if self.model.show.plays else self.players.thinking

    def _place_plate(self, look: Look, size: tuple[int, int], board: TableOverlay) -> None:
        """Where the table is free for the plate of who thinks."""
        desk = self.desk
        if self._thinks is None:
            return
        things = [Target(spot.card, spot.zone) for spot in desk.now.spots]
        things += [Target(-1, area.zone) for area in desk.now.areas]
        clear = [*map(desk.rect_of, things), *board.busy_rects()]
        clear += labels(look, desk.now, nameplates(self.model.session), Rect((0, 0), size))
        if self.model.show.standing is not None:
            clear.append(_band(size[0], footing(desk.now.stage)))
        lies = desk.now, self.model.show.standing is None
        self._at = self.plate.place(look, board.root.table, lies, clear)


def _band(wide: int, here: Footing) -> Rect:
    """Where it hides what lies below it, in a window so many px wide; its edges do not."""
    edge = RULE * here.u
    high = here.low - here.top - 2 * edge
    return Rect(0, round(here.top + edge), wide, round(high))
