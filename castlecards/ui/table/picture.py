"""The table as it is seen: everything that is drawn of it, from the ground up to the curtain."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from castlecards.core.cards import NATURE
from castlecards.ui.cardart.seat_signs import sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.chrome.board import Board
from castlecards.ui.table.chrome.thinking import ThinkingPlate
from castlecards.ui.table.chrome.windows import cause, draw_cause
from castlecards.ui.table.drive.players import Players
from castlecards.ui.table.hand.hands import Hands
from castlecards.ui.table.match import Thing
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.show import Beats
from castlecards.ui.table.view import strike
from castlecards.ui.table.view.curtain import OPENING, draw_cloth, draw_curtain
from castlecards.ui.table.view.desk import Desk
from castlecards.ui.table.view.effects import prepare
from castlecards.ui.table.view.film import draw as draw_film
from castlecards.ui.table.view.film import draw_verdict
from castlecards.ui.table.view.nameplates import nameplates
from castlecards.ui.table.view.place import Stage, camera_for
from castlecards.ui.table.view.verdict import draw_judged

if TYPE_CHECKING:
    from castlecards.ui.services import Services


class Picture:
    """Reads, and changes nothing."""

    def __init__(
        self, app: Services, model: TableModel, desk: Desk, players: Players, addon: Addon[Any]
    ) -> None:
        self.app = app
        self.model = model
        self.desk = desk
        self.players = players
        self.addon = addon
        self.plate = ThinkingPlate(app.art)
        self._foreseen: Beats | None = None  # the throw for which pieces are drawn ahead
        self._soon: list[Callable[[], object]] = []

    def stage(self, size: tuple[int, int], scale: float, head: tuple[float, float]) -> Stage:
        """How the table is framed in a window of that size; `head`: px, the right and lower edge of
        the score board."""
        settings, model, addon = self.app.settings, self.model, self.addon
        hidden = model.covered and not model.peeking
        tilt = settings.camera_tilt * 0.017453292
        stage = addon.stage(
            Stage(
                *size,
                scale,
                model.side,
                tilt,
                model.sorted,
                hidden,
                settings.left_handed,
                head=head,
            )
        )
        stage = model.show.sight.seen(addon.framed or model.session.position, stage)
        if addon.framed is not None and stage.camera is None:
            stage = replace(stage, camera=camera_for(addon.framed, stage))
        return stage

    def draw(self, canvas: Canvas, hands: Hands, board: Board) -> None:
        """`hands`: what is held and aimed; `board`: what is written around the table."""
        model, desk, show = self.model, self.desk, self.model.show
        session, curtain = model.session, model.curtain
        if curtain is not None and not curtain.light:
            draw_curtain(canvas, curtain, sign_of(session, curtain.seat))
            return
        moving = show.player.moving()
        absent = {one.card for one in moving} | hands.carry.cards | show.away
        active = session.decision.seat if session.decision is not None else NATURE
        names = nameplates(session)
        desk.draw_ground(canvas, absent, names, self.app.settings.table, active)
        self.addon.below(canvas, desk.now)
        hands.draw_below(canvas)
        desk.draw_glow(canvas, board.told, Thing())
        if not show.plays:
            draw_cause(canvas, desk, cause(session, session.at))
        desk.draw_moving(canvas, moving)
        desk.draw_hand(canvas, absent, hands.bright)
        hands.carry.draw_homing(canvas)
        self._flight(canvas, board)
        hands.draw_above(canvas)
        board.draw(canvas)
        self._thinking(canvas, board)
        hands.draw_zoom(canvas, board.busy_rects() if hands.reads else ())
        if curtain is not None:
            draw_curtain(canvas, curtain, sign_of(session, curtain.seat))
        elif show.raised > 0:
            draw_cloth(canvas, 1 - show.raised / OPENING)

    def _foresee(self, beats: Beats) -> None:
        """Draws what the verdict will want, one piece a frame, before it is wanted."""
        if beats is not self._foreseen:
            pos, blow = beats.film.pos, beats.blow
            hit = {pos.zone_of(card) for card in blow.hits}
            worn = {zone for zone in hit if pos.box.zones[zone].works == "yard"}
            ground, layout = self.desk.ground, self.desk.now
            self._soon = ground.foreseen(layout, pos, hit - worn, worn)
            self._foreseen = beats
        if self._soon:
            self._soon.pop()()

    def _flight(self, canvas: Canvas, board: Board) -> None:
        """What flies, or what has become of it."""
        show, last, desk, beats = self.model.show, self.model.last, self.desk, self.model.show.beats
        if show.film is not None and beats is not None:
            prepare(canvas.look)
            self._foresee(beats)
            lifts = strike.lifts(canvas, beats, show.t)
            under = partial(strike.draw_under, canvas, desk, beats, show.t)
            draw_film(canvas, desk, show.film, beats.film_at(show.t), lifts, under)
        elif show.film is not None:
            draw_film(canvas, desk, show.film, show.t)
        elif last is not None:
            draw_verdict(canvas, desk, last, show.player)
        if beats is not None:
            goal = board.score.goal(0 if math.cos(beats.film.ahead / 1000) > 0 else 1)
            strike.draw_over(canvas, desk, beats, show.t, goal)
            strike.shake(canvas, beats, show.t)
        elif show.marked is not None:
            strike.mark_near(canvas, desk, show.marked, 1.0)
        judged = show.judged
        if judged is not None:
            sign = sign_of(self.model.session, judged.seat) if judged.seat >= 0 else None
            draw_judged(canvas, judged, sign, show.pause / judged.seconds)

    def _thinking(self, canvas: Canvas, board: Board) -> None:
        """Who thinks, where the table is free."""
        thinking, desk = self.players.thinking, self.desk
        if thinking is None or self.model.show.plays:
            return
        things = [Thing(spot.card, spot.zone) for spot in desk.now.spots]
        things += [Thing(-1, area.zone) for area in desk.now.areas]
        clear = (*map(desk.rect_of, things), *board.busy_rects())
        rect = self.plate.place(canvas.look, canvas.rect, desk.now, clear)
        self.plate.draw(canvas, thinking, rect)
