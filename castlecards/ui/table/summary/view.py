"""Summary page of a match with throws: banners, points, best throw, hit rates and awards."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pygame
from pygame import Rect, Surface

from castlecards.core.cards import SIDES
from castlecards.core.session import Session
from castlecards.core.view import view
from castlecards.texts import tr
from castlecards.toss.world import TossWorld
from castlecards.ui.cardart.cards import card_size
from castlecards.ui.cardart.castle_keep import CastleKeep, draw_castle_keep
from castlecards.ui.cardart.drawing import dark
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign, seat_name, side_sign, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import blank, mix
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import draw_plate
from castlecards.ui.table.compositor import TableFrame
from castlecards.ui.table.layout.camera import Camera
from castlecards.ui.table.layout.model import Layout, Viewport
from castlecards.ui.table.overlay import score_shields
from castlecards.ui.table.playback.state import FlightClip, ImpactTimeline, PlaybackState
from castlecards.ui.table.render.fortifications import TableWear, damage_state, lacks_walls
from castlecards.ui.table.render.table_signs import nameplates
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.summary.stats import Award, MatchStats, MatchThrow, match_stats
from castlecards.ui.table.throw import impact_view
from castlecards.ui.table.throw.flight_view import plain_clip

if TYPE_CHECKING:
    from castlecards.ui.services import Services

PAGE_WIDTH = 1200  # units
PAGE_HEIGHT = 676  # units
HEAD = 178  # units: banners, name, shields
BANNER = 152  # units from the edge to the inner end of a banner; no shields stand behind it
NAME = Style("title", 44, "gold_high")
TWO_LINES = Style("title", 24, "gold_high")  # a headline that is too wide for one line
WHY = Style("ui", 15, "text")
TOTAL = Style("bold", 32, "gold_high")
TITLE = Style("title", 18, "gold")
NOTE = Style("medium", 13.5, "text")
SMALL = Style("ui", 12, "muted")
AWARD = Style("bold", 15, "gold_high")
SHARE = Style("bold", 15, "gold_high")
FALL = 0.4  # s, banners drop
RISE = 0.18  # s, a panel rises into place
APART = 0.09  # s from one panel to the next
FIRST = 0.5  # s until the first score shield fills
SETTLED = 1.6  # s, after which only the best throw and the confetti move
EACH = 0.06  # s from one shield to the next
PACE = 0.5  # slow motion of the best throw around its impact, share of real time
REST = 0.8  # s between two showings of the best throw
PAPERS = 80  # pieces of confetti
RAIN = 3.0  # s, confetti falls
METALS = ((228, 184, 92), (228, 184, 92), (176, 184, 204), (176, 184, 204), (186, 122, 76))


class MatchSummary(Widget):
    """Summary of a finished match; panels rise one after another, the best throw repeats."""

    animated = True
    shade = 30  # banners begin above, shadows reach beyond it

    def __init__(
        self, app: Services, session: Session[Any], stats: MatchStats, headline: str
    ) -> None:
        super().__init__("result.finale", headline)
        self.app = app
        self.session = session
        self.stats = stats
        self.headline = headline
        self.still = app.settings.reduced_motion
        self.moving = not self.still
        self.t = 0.0
        self._cached: tuple[Surface, Rect] | None = None
        self._replay_rect = Rect(0, 0, 0, 0)
        self.replay = None if stats.best is None else BestThrow(app, session, stats.best)
        wear = TableWear(session).at(session.at)
        pos = session.position
        self.keeps = []
        for side in (0, 1):
            zones = [z for z, s in enumerate(pos.box.zones) if s.works == "yard"]
            zones = [z for z in zones if pos.box.sides[pos.box.zones[z].owner or 0] == side]
            hits = max((wear.get(zone, 0) for zone in zones), default=0)
            sign = side_sign(session, side)
            sign = SeatSign(sign.shape, dark(sign.colour, 0.1), sign.rim)
            self.keeps.append(CastleKeep(sign, damage_state(hits), lacks_walls(pos, side), 1))

    def update(self, dt: float) -> None:
        if self.still:
            return
        first = self.t
        self.t += dt
        goal = max(line[-1][1] for line in self.stats.points)
        for n in range(goal):
            if first < FIRST + EACH * n <= self.t:
                self.app.play("point", 0.4, take=n + 1)
        if first == 0:
            self.app.play("chime", 0.5)
        if self.replay is not None:
            self.replay.advance(dt)
        self.changed()

    def measure(self, look: Look, width: int) -> Size:
        return min(look.px(PAGE_WIDTH), width), look.px(PAGE_HEIGHT)

    # -- drawing ------------------------------------------------------------------------------

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self._cached = None

    def draw(self, canvas: Canvas) -> None:
        """Draw the page. Once all panels are in place they are cached as one picture."""
        reach = 2 * canvas.look.px(self.shade)
        area = canvas.clip.clip(self.rect.inflate(reach, reach))
        if self._cached is not None and self._cached[1].contains(area):
            canvas.surface.blit(*self._cached)
        else:
            self._draw_panels(canvas)
            if area.contains(self.rect) and (self.still or self.t > SETTLED):
                self._cached = canvas.surface.subsurface(area).copy(), area
        since = (self.t - FALL) / RISE
        if self.replay is not None and (since > 1 or self.still):
            self.replay.draw(canvas, self._replay_rect, self.still)
        if not self.still:
            self._confetti(canvas)

    def prerender(self, look: Look) -> bool:
        """Paint a piece of the best throw's table ahead. Return False once it is complete."""
        return self.replay is not None and self.replay.prerender(
            look, _replay_screen(look, self._panel_rects(look)[1])
        )

    def _panel_rects(self, look: Look) -> tuple[Rect, Rect, Rect, Rect, Rect]:
        """Rects of head, best throw, points, rates and awards, px."""
        px, rect = look.px, self.rect
        gap = px(16)
        head = Rect(rect.left, rect.top, rect.width, px(HEAD))
        top = head.bottom + gap // 2
        low = Rect(rect.left, rect.bottom - px(124), rect.width, px(124))
        left = Rect(rect.left, top, (rect.width - gap) // 2, low.top - gap - top)
        right = left.move(left.width + gap, 0)
        rows = len(self.stats.rates)
        rates = Rect(right.left, 0, right.width, px(48 + _rate_spacing(rows) * rows))
        rates.bottom = right.bottom
        points = Rect(right.left, right.top, right.width, rates.top - gap - right.top)
        return head, left, points, rates, low

    def _draw_panels(self, canvas: Canvas) -> None:
        px = canvas.look.px
        head, left, points, rates, low = self._panel_rects(canvas.look)
        self._head(canvas, head)
        parts = ((left, self._best), (points, self._points), (rates, self._rates),
                 (low, self._draw_awards))  # fmt: skip
        for n, (place, part) in enumerate(parts):
            since = (self.t - FALL - APART * n) / RISE
            if since > 0 or self.still:
                up = 0 if self.still else round(px(12) * (1 - min(since, 1)))
                part(canvas, place.move(0, up))

    def _panel(self, canvas: Canvas, rect: Rect, title: str) -> None:
        look = canvas.look
        draw_plate(canvas, rect, 12, 12, 150)
        if title:
            canvas.text(title, (rect.left + look.px(18), rect.top + look.px(22)), TITLE, "w")

    def _head(self, canvas: Canvas, rect: Rect) -> None:
        look, px = canvas.look, canvas.look.px
        room = rect.width - px(340)
        name, style = look.fit(self.headline, NAME, room)
        lines = [name]
        if name != self.headline:
            lines, style = look.wrap(self.headline, TWO_LINES, room)[:3], TWO_LINES
        for n, line in enumerate(lines):
            y = rect.top + px(40) + px(26) * (n - (len(lines) - 1) / 2)
            canvas.text(line, (rect.centerx, y), style, "c")
        ends = map(self.session.with_player_names, self.session.game.outcome(self.session.position))
        why = " ".join(line for line in ends if line != f"{self.headline}.")
        y = rect.top + px(80)
        for line in look.wrap(why, WHY, rect.width - px(360))[:2]:
            canvas.text(line, (rect.centerx, y), WHY, "c")
            y += px(20)
        y = rect.top + px(136)
        canvas.text(":", (rect.centerx, y), TOTAL, "c", look.palette.muted)
        filled = self.stats.goal if self.still else max(0, int((self.t - FIRST) / EACH) + 1)
        for side in (0, 1):
            have = self.stats.points[side][-1][1]
            way = -1 if side == 0 else 1
            near = rect.centerx + way * px(14), y
            canvas.text(str(have), near, TOTAL, "e" if side == 0 else "w")
            wide = score_shields.shields_width(look, self.stats.goal)
            left = rect.centerx - px(58) - wide if side == 0 else rect.centerx + px(58)
            track = (min(have, filled), self.stats.goal, self.stats.every)
            colour = side_sign(self.session, side).colour
            if rect.centerx - px(58) - wide > rect.left + px(BANNER):
                score_shields.draw_shields(
                    canvas, colour, track, (left, y), track[0], score_shields.LIT
                )
            x = rect.left + px(76) if side == 0 else rect.right - px(76)
            self._banner(canvas, self.keeps[side], x, rect.top - px(30), side)

    def _banner(self, canvas: Canvas, keep: CastleKeep, x: int, top: int, side: int) -> None:
        """Draw a side's banner with its castle in its present state."""
        px = canvas.look.px
        part = 1.0 if self.still else min(self.t / FALL, 1.0)
        part = 1 - (1 - part) ** 2 * math.cos(5 * part)
        cloth = canvas.look.shapes.keep(
            ("finale_banner", keep.sign, px(1000)),
            lambda: _banner_cloth(px(116), px(208), keep.sign),
        )
        y = top - round((1 - part) * px(220))
        canvas.blit(cloth, (x - cloth.get_width() // 2, y))
        size = card_size(px(150))
        image = self.app.art.keep(("donjon", keep, size), lambda: draw_castle_keep(keep, size))
        lean = -90 + 2 - 4 * side  # degrees: on its long side, slightly tilted
        turned = canvas.look.shapes.keep(
            ("finale_keep", keep, size), lambda: pygame.transform.rotozoom(image, lean, 1)
        )
        canvas.blit_centred(turned, (x, y + px(100)))

    def _best(self, canvas: Canvas, rect: Rect) -> None:
        self._panel(canvas, rect, tr("Best throw"))
        px, best = canvas.look.px, self.stats.best
        inner = _replay_screen(canvas.look, rect)
        if best is None or self.replay is None:
            canvas.text(tr("No throw hit."), inner.center, NOTE, "c")
            return
        self._replay_rect = inner
        name = seat_name(self.session, best.seat)
        words = tr("{name}: {verdict}", name=name, verdict=best.scored_throw.word)
        room = rect.width - px(190)
        words, style = canvas.look.fit(words, NOTE, room)
        canvas.text(words, (rect.right - px(18), rect.top + px(22)), style, "e")
        canvas.box(inner, 2, canvas.look.palette.inset)

    def _points(self, canvas: Canvas, rect: Rect) -> None:
        self._panel(canvas, rect, tr("Points by turn"))
        look, px, stats = canvas.look, canvas.look.px, self.stats
        box = Rect(
            rect.left + px(48), rect.top + px(46), rect.width - px(150), rect.height - px(80)
        )
        most = max(stats.goal, *(line[-1][1] for line in stats.points))
        turns = max(stats.turns, 1)

        def at(turn: float, points: float) -> tuple[float, float]:
            return (box.left + box.width * turn / turns, box.bottom - box.height * points / most)

        for points in sorted(
            {0, stats.goal, *range(stats.every or most, most, stats.every or most)}
        ):
            y = round(at(0, points)[1])
            tone = look.palette.gold_low if points == stats.goal else look.palette.line
            canvas.rule(tone, box.left, box.right, y)
            if points == stats.goal or abs(y - at(0, stats.goal)[1]) > look.line(SMALL):
                canvas.text(str(points), (box.left - px(10), y), SMALL, "e")
        step = max(1, round(turns / 6))
        for turn in range(0, turns + 1, step):
            canvas.text(str(turn), (at(turn, 0)[0], box.bottom + px(14)), SMALL, "c")
        for side, line in enumerate(stats.points):
            sign = side_sign(self.session, side)
            corners: list[tuple[float, float]] = []
            for turn, points in (*line, (turns, line[-1][1])):
                if corners:
                    corners.append((at(turn, 0)[0], corners[-1][1]))
                corners.append(at(turn, points))
            for one, two in pairwise(corners):
                canvas.line(sign.colour, one, two, px(2.6))
            for turn, points in line[1:]:
                draw_sign(canvas, sign, at(turn, points), px(5))
            end = corners[-1]
            other, line_high = at(turns, stats.points[1 - side][-1][1])[1], look.line(NOTE)
            above = end[1] < other or (end[1] == other and side == 0)
            off = max(line_high - abs(end[1] - other), 0) / 2 * (-1 if above else 1)
            room = rect.right - round(end[0]) - px(20)
            name, style = look.fit(_side_name(self.session, side), NOTE, room)
            canvas.text(name, (end[0] + px(10), end[1] + off), style, "w", sign.colour)

    def _rates(self, canvas: Canvas, rect: Rect) -> None:
        self._panel(canvas, rect, tr("Hit rate"))
        look, px = canvas.look, canvas.look.px
        hint = tr("thin line: range of the true rate")
        canvas.text(hint, (rect.right - px(18), rect.top + px(22)), SMALL, "e")
        each = _rate_spacing(len(self.stats.rates))
        for n, (seat, rate) in enumerate(self.stats.rates):
            y = rect.top + px(39 + each * (n + 0.5))
            sign = sign_of(self.session, seat)
            draw_sign(canvas, sign, (rect.left + px(26), y), px(7))
            name, style = look.fit(seat_name(self.session, seat), NOTE, px(100))
            canvas.text(name, (rect.left + px(44), y), style, "w")
            bar = Rect(rect.left + px(152), 0, rect.width - px(342), px(min(14, each - 10)))
            bar.centery = round(y)
            canvas.box(bar, 6, look.palette.inset, look.palette.inset, look.palette.line)
            fill = Rect(bar.left, bar.top, round(bar.width * rate.share), bar.height)
            if fill.width > px(8):
                canvas.box(fill, 6, sign.colour, dark(sign.colour, 0.2))
            low, high = (bar.left + bar.width * part for part in (rate.low, rate.high))
            for tone, thick in ((look.palette.panel_low, 4.4), (look.palette.text, 2.2)):
                canvas.line(tone, (low, y), (high, y), px(thick))
                for x in (low, high):
                    canvas.line(tone, (x, y - px(5)), (x, y + px(5)), px(thick))
            canvas.text(f"{100 * rate.share:.0f} %", (bar.right + px(58), y), SHARE, "e")
            canvas.text(
                tr("{hits} of {all} hit", hits=rate.hits, all=rate.count),
                (rect.right - px(18), y),
                NOTE,
                "e",
            )

    def _draw_awards(self, canvas: Canvas, rect: Rect) -> None:
        self._panel(canvas, rect, "")
        px, awards = canvas.look.px, self.stats.awards
        if not awards:
            canvas.text(tr("No medals this time."), rect.center, NOTE, "c")
            return
        wide = rect.width / max(len(awards), 2)
        first = rect.centerx - wide * len(awards) / 2
        for n, award in enumerate(awards):
            x = first + wide * (n + 0.5) - px(92)
            self._draw_award(canvas, award, x + px(30), rect.centery, METALS[n % len(METALS)])
            left = x + px(74)
            room = round(wide - px(92))
            title, style = canvas.look.fit(award.title, AWARD, room)
            canvas.text(title, (left, rect.centery - px(26)), style, "w")
            draw_sign(
                canvas, sign_of(self.session, award.seat), (left + px(7), rect.centery), px(6)
            )
            name, style = canvas.look.fit(seat_name(self.session, award.seat), NOTE, room - px(20))
            canvas.text(name, (left + px(20), rect.centery), style, "w")
            why, style = canvas.look.fit(award.reason, SMALL, room)
            canvas.text(why, (left, rect.centery + px(23)), style, "w")

    def _draw_award(
        self, canvas: Canvas, award: Award, x: float, y: float, metal: tuple[int, int, int]
    ) -> None:
        px = canvas.look.px
        for side in (-1, 1):
            canvas.polygon(
                (176, 44, 44) if side < 0 else (200, 60, 52),
                [(x + side * px(3) - px(8), y - px(50)), (x + side * px(3) + px(8), y - px(50)),
                 (x + side * px(9) + px(7), y - px(22)), (x + side * px(9) - px(7), y - px(22))],
            )  # fmt: skip
        for radius, tone in (
            (32, mix(metal, (0, 0, 0), 0.5)),
            (30, metal),
            (26, mix(metal, (0, 0, 0), 0.62)),
            (24, mix(metal, (0, 0, 0), 0.4)),
        ):
            canvas.circle(tone, (x, y + px(4)), px(radius))
        icon = self.app.art.pictures.picture(
            f"ui/{award.icon}", px(27), mix(metal, (255, 255, 255), 0.45)
        )
        canvas.blit_centred(icon, (x, y + px(4)))

    def _confetti(self, canvas: Canvas) -> None:
        """Draw confetti in the winner's colours, once."""
        if not 0 < self.t < RAIN or self.session.position.result is None:
            return
        won = [seat for seat, part in enumerate(self.session.position.result) if part > 0.5]
        tone = sign_of(self.session, won[0]).colour if won else (220, 190, 110)
        u, rect = canvas.look.px(1000) / 1000, self.rect
        shades = (tone, mix(tone, (255, 255, 255), 0.5), (228, 190, 96))
        for n in range(PAPERS):
            fall = self.t - 0.006 * (n % 50)
            speed, begin = 171 + 114 * ((n * 0.37) % 1), 60 + 80 * ((n * 0.73) % 1)
            y = rect.top + u * (speed * fall - begin)
            if fall <= 0 or not rect.top - 40 * u < y < rect.bottom:
                continue
            x = rect.left + rect.width * ((n * 0.6180339) % 1) + 26 * u * math.sin(2.2 * fall + n)
            turn = 4 * fall + n
            w, h = 5 * u, 3.2 * u * abs(math.cos(5 * fall + 2 * n)) + 1
            ax, ay = w * math.cos(turn), w * math.sin(turn)
            bx, by = -h * math.sin(turn), h * math.cos(turn)
            corners = ((x + ax + bx, y + ay + by), (x + ax - bx, y + ay - by),
                       (x - ax - bx, y - ay - by), (x - ax + bx, y - ay + by))  # fmt: skip
            pygame.draw.polygon(canvas.surface, shades[n % 3], corners)


def _replay_screen(look: Look, panel: Rect) -> Rect:
    """Rect on its panel where the best throw is shown, px."""
    wide, high = panel.width - look.px(24), panel.height - look.px(54)
    return Rect(panel.left + look.px(12), panel.top + look.px(42), wide, high)


class BestThrow:
    """Repeating replay of the best throw, on its part of the table."""

    def __init__(self, app: Services, session: Session[Any], best: MatchThrow) -> None:
        self.app = app
        self.names = nameplates(session)
        pos = session.positions[best.line]
        throw, landing = best.throw, best.landing
        toss = TossWorld.of(pos).toss(throw)
        struck, ahead = frozenset(best.scored_throw.hits), throw.start.angle
        if toss.landing.pose == landing.pose:
            clip = FlightClip(toss, throw.card, throw.field, pos, "", ahead, struck)
        else:  # today's physics differs: the landing in the log counts
            clip = replace(plain_clip(throw, landing, pos), struck=struck)
        self.impact = ImpactTimeline(clip, best.scored_throw, brisk=False)
        self.view = view(pos, -1)
        self.table_view = TableView(app.art, self.view, session.game)
        self.table_view.static_layer.show_wear(TableWear(session), best.line)
        self.picture = Surface((1, 1))
        self._painting: Steps[Surface] | None = None  # of the table, in progress; None: not begun
        self.t = 0.0

    def advance(self, dt: float) -> None:
        """Advance the replay by `dt` s, slowly around the impact; start over at its end."""
        quick = self.t < self.impact.touched or self.t > self.impact.verdict
        self.t += dt * (PACE if self.t < self.impact.touched else 1.0 if quick else PACE)
        if self.t > self.impact.over + REST:
            self.t = 0.0

    def _lay(self, look: Look, rect: Rect) -> None:
        """Lay out its table for a screen of the size of `rect`, px."""
        if self.picture.get_size() == rect.size:
            return
        clip, (x, y) = self.impact.clip, self.impact.touch
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
        """Paint a piece of its table ahead. Return False once it is complete."""
        self._lay(look, rect)
        if self._painting is None:
            self._painting = self.table_view.static_layer.paint_steps(
                look, self.table_view.layout, self.table_view.pos, self.impact.clip.cards, {},
                self.app.settings.table, badges=self.table_view.badges,
            )  # fmt: skip
        return next(self._painting, self) is not self

    def draw(self, canvas: Canvas, rect: Rect, still: bool) -> None:
        t = self.impact.verdict + 0.3 if still else self.t
        self._lay(canvas.look, rect)
        own = Canvas(self.picture, canvas.look)
        playback = PlaybackState(clip=self.impact.clip, impact=self.impact, t=t)
        frame = TableFrame(self.table_view, playback)
        self.table_view.draw_ground(own, frame.absent, {}, self.app.settings.table)
        frame.draw_flight(own, until=self.impact.clip.seconds)
        impact_view.draw_over(own, self.table_view, self.impact, t, (rect.width / 2, -60))
        canvas.surface.blit(self.picture, rect.topleft)
        bar = Rect(rect.left, rect.bottom - canvas.look.px(4), rect.width, canvas.look.px(4))
        canvas.box(bar, 1, canvas.look.palette.inset)
        bar.width = round(bar.width * min(t / self.impact.over, 1.0))
        if bar.width > 2:
            canvas.box(bar, 1, canvas.look.palette.gold)


def _field_only(layout: Layout) -> Layout:
    """Layout without piles and hands: only the areas and cards on the field."""
    areas = tuple(area for area in layout.areas if area.mark is not None)
    spots = tuple(spot for spot in layout.spots if spot.pose is not None)
    return replace(layout, areas=areas, spots=spots)


def _side_name(session: Session[Any], side: int) -> str:
    """Name of a side's only player; if it has several, the side's own name."""
    people = session.people(side)
    return session.names[people[0]] if len(people) == 1 else SIDES[side]


def _rate_spacing(rows: int) -> float:
    """Distance from one hit rate to the next, units."""
    return min(34.0, 4 * 34.0 / max(rows, 1))


def _banner_cloth(wide: int, high: int, sign: SeatSign) -> Surface:
    """Picture of a hanging banner with folds, golden hem and two tails; `wide` and `high` in px."""
    image = blank((wide, high))
    for x in range(wide):
        fold = 0.5 + 0.5 * math.sin(2 * math.pi * 3.5 * x / wide + 0.8)
        tone = mix(dark(sign.colour, 0.34), sign.colour, fold)
        reach = high - round(abs(x - wide / 2) / (wide / 2) * high * 0.16)
        pygame.draw.line(image, tone, (x, 0), (x, reach))
        pygame.draw.line(image, (214, 176, 94), (x, reach - max(3, high // 50)), (x, reach))
    return image


def match_summary(app: Services, session: Session[Any], headline: str) -> MatchSummary | None:
    """Summary page of a finished match with throws; None for other matches."""
    stats = match_stats(session) if session.over else None
    return MatchSummary(app, session, stats, headline) if stats is not None else None
