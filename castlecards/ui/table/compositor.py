"""Compositor of the table: cards, clash, trick and flight of one moment, layer by layer.

The match draws hints and its overlay between the layers; replay, highlights and slow motion draw
the layers alone, in the same order.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from functools import partial

from castlecards.core.cards import UNSEEN, CardId, Zone
from castlecards.ui.cardart.tech_scenes import DOMAINS
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.clash.block_fall import SiteFall
from castlecards.ui.table.clash.block_fall_view import draw_site_fall
from castlecards.ui.table.clash.layout import stage_frame
from castlecards.ui.table.clash.site_motion_view import draw_site_motions, motions_now, zones_of
from castlecards.ui.table.clash.strike import Strike
from castlecards.ui.table.clash.strike_view import draw_strike
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.clash.trick_view import draw_incomplete_trick, draw_trick
from castlecards.ui.table.clash.view import StageShot, draw_clash
from castlecards.ui.table.layout.easing import ease
from castlecards.ui.table.layout.model import Viewport
from castlecards.ui.table.playback.animation import frame_at
from castlecards.ui.table.playback.state import PlaybackState
from castlecards.ui.table.render.round_table import draw_banner, draw_crowned_place
from castlecards.ui.table.render.table_signs import Nameplate
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw import flight_view, impact_view

ROLLS = 0.7  # share of the last way of its card in which a banner rolls down


def stage_shot(playback: PlaybackState, viewport: Viewport) -> StageShot | None:
    """Clash on the stage across the window; None if the stage is empty."""
    shown = playback.clash_now
    return StageShot(*shown, stage_frame(viewport)) if shown is not None else None


class TableFrame:
    """One moment of `playback` on a table, with a method for each layer.

    `shot`: the clash on the stage; `dragged`: cards at the pointer, drawn by others.
    """

    def __init__(
        self,
        table_view: TableView,
        playback: PlaybackState,
        shot: StageShot | None = None,
        dragged: Iterable[CardId] = (),
    ) -> None:
        self.table_view = table_view
        self.playback = playback
        self.shot = shot
        self.trick = playback.clip_now(TrickResult)
        table_view.static_layer.unresolved = playback.unresolved
        self.site_motions = motions_now(playback, table_view)
        table_view.static_layer.moving_zones = zones_of(self.site_motions)
        in_trick = self.trick[0].held if self.trick is not None else frozenset()
        self.moving = [one for one in playback.animation.moving() if one.card not in in_trick]
        self.absent: set[CardId] = {one.card for one in self.moving} | in_trick
        self.absent |= playback.flying_cards | set(dragged)
        self.absent |= shot.cards_on_stage if shot is not None else set()
        static_layer = table_view.static_layer
        static_layer.count_changes = playback.animation.count_changes()
        static_layer.resting = playback.animation.resting()
        table_view.carried = self._carried()

    def _carried(self) -> dict[Zone, tuple[float, float] | None]:
        """Zones whose cards move to another place, with the distance from it to them, px.

        None: their cards are still on the way from elsewhere."""
        view, animation = self.table_view, self.playback.animation
        if view.layout.round is not None or animation.script is None:
            return {}
        found: dict[Zone, tuple[float, float] | None] = {}
        for zone in {badge.zone for badge in view.badges if badge.card < 0}:
            cards = view.pos.zones[zone]
            tracks = [animation.script.tracks.get(card) for card in cards]
            going = [
                one for one in tracks if one and one.tweens and animation.now < one.tweens[-1].end
            ]
            slides = [one for one in going if one.tweens[-1].slide]
            if slides:
                at, to = frame_at(slides[0], animation.now).shape, slides[0].tweens[-1].to
                found[zone] = at.x - to.x, at.y - to.y
            elif going and len(going) == len(cards):
                found[zone] = None
        return found

    def draw(self, canvas: Canvas, names: Mapping[Zone, Nameplate], cloth: str) -> None:
        """Draw all layers. `names`: nameplates of the hands; `cloth`: id of the table's cloth."""
        self.table_view.draw_ground(canvas, self.absent, names, cloth)
        self.draw_buildings(canvas)
        self.draw_cards(canvas)
        self.draw_hand(canvas)
        self.draw_flight(canvas)
        self.draw_stage(canvas)

    def draw_buildings(self, canvas: Canvas) -> None:
        """Draw the buildings in motion."""
        now = self.playback.animation.now
        draw_site_motions(canvas, self.table_view, self.site_motions, now)
        for fall in self.playback.clips_now(SiteFall):
            draw_site_fall(canvas, self.table_view, fall.zone, now - fall.begins)

    def draw_cards(self, canvas: Canvas) -> None:
        """Draw moving cards that are not on the stage, and a trick."""
        shot, moving, view = self.shot, self.moving, self.table_view
        self._draw_banner(canvas)
        frames = moving if shot is None else shot.cards_on_table(moving)
        flies = [one.is_moving or one.lift > 0 for one in frames]
        view.draw_moving(canvas, [one for one, up in zip(frames, flies, strict=True) if not up])
        view.draw_counts(canvas, view.static_layer.count_changes, frozenset(self.absent))
        view.draw_moving(canvas, [one for one, up in zip(frames, flies, strict=True) if up])
        view.draw_carried(canvas)
        if self.trick is not None:
            draw_trick(canvas, self.table_view, *self.trick)
        elif (pending := self.playback.pending_trick) is not None:
            lying = {one.card: one.shape for one in moving if not one.lift}
            draw_incomplete_trick(canvas, pending, lying)

        strike = self.playback.clip_now(Strike)
        if strike is not None:
            draw_strike(canvas, *strike)

    def _draw_banner(self, canvas: Canvas) -> None:
        """Draw the banner of a round table until its new card lies: the old one while the old card
        lies there, then the new one, which rolls down while its card comes."""
        view, animation = self.table_view, self.playback.animation
        if view.layout.round is None or animation.script is None:
            return
        tracks, now = animation.script.tracks, animation.now
        for area in view.layout.areas:
            cards = view.pos.zones[area.zone]
            coming = tracks.get(cards[-1]) if area.part == "crown" and cards else None
            if coming is None or not coming.tweens or coming.card not in self.absent:
                continue
            last, part = coming.tweens[-1], 0.0
            face = last.face if last.up else UNSEEN
            for track in tracks.values():
                lies = track.tweens and now < track.tweens[0].start and track.up
                if lies and math.dist((track.start.x, track.start.y), (area.x, area.y)) < 1:
                    face, part = track.face, 1.0
            if not part:
                begins = last.end - ROLLS * (last.end - last.start)
                part = ease((now - begins) / (last.end - begins))
            domain = DOMAINS.get(view.box.faces[face].suit) if face != UNSEEN else None
            if domain is not None:
                draw_banner(canvas, view.sprites.art, view.layout, area, domain.colour, part)
                draw_crowned_place(canvas, view.layout, area, view.badges)

    def draw_hand(self, canvas: Canvas, bright: Collection[CardId] | None = None) -> None:
        """Draw the own hand; cards outside `bright` are dimmed. None: no card is dimmed."""
        self.table_view.draw_hand(canvas, self.absent, bright)

    def draw_flight(self, canvas: Canvas, until: float = math.inf) -> None:
        """Draw a thrown card in the air, with what it does at its impact.

        `until`: s of the film, the last moment that is drawn."""
        clip, impact, t = self.playback.clip, self.playback.impact, self.playback.t
        if clip is None:
            return
        if impact is None:
            flight_view.draw(canvas, self.table_view, clip, t)
            return
        lifts = impact_view.card_jumps(canvas, impact, t)
        under = partial(impact_view.draw_under, canvas, self.table_view, impact, t)
        now = min(impact.film_at(t), until)
        flight_view.draw(canvas, self.table_view, clip, now, lifts, under)

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the clash on the stage and the cards that move there."""
        if self.shot is not None:
            draw_clash(canvas, self.table_view, self.shot, self.moving)
