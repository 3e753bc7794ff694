"""Pictures of the day: the targets of its task, the scores to beat, and the month."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import cos, hypot, radians, sin

from pygame import Rect

from castlecards.core.cards import Field
from castlecards.core.sentence_templates import joined_list
from castlecards.players.characters import Character
from castlecards.practice.range import RINGS, Spot
from castlecards.texts import tr
from castlecards.today.scoring import BRONZE, GOLD, SILVER
from castlecards.ui.cardart.drawing import Pictures
from castlecards.ui.cardart.portraits import draw_portrait
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget

Projection = Callable[[float, float], tuple[float, float]]  # mm on the table to px
MEDALS: dict[str, Colour] = {
    GOLD: (242, 211, 129), SILVER: (198, 206, 206), BRONZE: (190, 124, 80),
}  # fmt: skip
TITLES = {BRONZE: tr("Bronze"), SILVER: tr("Silver"), GOLD: tr("Gold")}
FELT: Colour = (16, 62, 44)
FELT_LOW: Colour = (8, 40, 28)
WOOD: Colour = (96, 64, 36)
WOOD_LOW: Colour = (66, 42, 24)
RIVER: Colour = (30, 74, 104)
CARD: Colour = (198, 192, 180)
CASTLE: Colour = (152, 164, 200)
AIM: Colour = (244, 208, 120)
EMPTY: Colour = (92, 110, 98)
HAND: Colour = (228, 84, 66)
OWN: Colour = (120, 204, 150)
NUMBER = Style("bold", 14, "text")
DAY = Style("medium", 14, "text")
HEAD = Style("ui", 14, "muted")
MAP = 206.0  # units, height of the picture of a station
SPAN = (820.0, 640.0)  # mm that the picture shows at least: width and depth
MIDDLE = 105.0  # mm beyond the middle of the table, middle of the picture
RIVER_MM = 40.0  # mm, width of the river
FACE = 34.0  # units, size of a rival’s portrait
OPPONENT = 56.0  # units, size of the opponent’s portrait
ROWS = 2  # most portraits above each other
BAR = 164.0  # units, height of the scores
ROW = 37.0  # units, height of a week
RING = 13.0  # units, radius of a day
WEEK = 7  # days
WEEKDAYS = (tr("Mo"), tr("Tu"), tr("We"), tr("Th"), tr("Fr"), tr("Sa"), tr("Su"))
MONTHS = (
    tr("January"), tr("February"), tr("March"), tr("April"), tr("May"), tr("June"), tr("July"),
    tr("August"), tr("September"), tr("October"), tr("November"), tr("December"),
)  # fmt: skip


class StationMap(Widget):
    """Picture of a station from above. `spots`: cards on the table, of which number `target` is the
    target; `gap`: cards that are missing; `tall`: units."""

    shade = 0

    def __init__(
        self, spots: Sequence[Spot], target: int, gap: Sequence[Spot], field: Field, name: str,
        tall: float = MAP,
    ) -> None:  # fmt: skip
        super().__init__("targets", name)
        self.tall = tall
        self.spots = spots
        self.target = target
        self.gap = gap
        self.field = field

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        wood = self.field.surface == "wood"
        top, low = (WOOD, WOOD_LOW) if wood else (FELT, FELT_LOW)
        canvas.box(self.rect, 6, top, low, c.inset_edge)
        scale = min(self.rect.width / SPAN[0], self.rect.height / SPAN[1])

        def at(x: float, y: float) -> tuple[float, float]:
            return self.rect.centerx + scale * x, self.rect.centery - scale * (y - MIDDLE)

        river = Rect(self.rect.left + look.px(2), 0, self.rect.width - look.px(4), 0)
        river.top, river.height = round(at(0, RIVER_MM / 2)[1]), round(scale * RIVER_MM)
        canvas.fill(RIVER, river)
        for n, spot in enumerate(self.spots):
            if spot.kind == "own":
                continue
            if spot.kind == "ring":
                for radius in RINGS:
                    canvas.circle(AIM, at(spot.x, spot.y), scale * radius, look.px(1.5))
                continue
            colour = CARD if spot.kind == "wall" else CASTLE
            canvas.polygon(AIM if n == self.target else colour, self._outline(spot, at))
        for spot in self.gap:
            canvas.path(EMPTY, self._outline(spot, at))
        start = at(0.0, -152.5)
        line = look.px(52)
        canvas.fill(c.parchment, Rect(start[0] - line / 2, start[1] - 2, line, look.px(4)))
        canvas.circle(HAND, start, look.px(6))
        self._wind(canvas, at)

    def _outline(self, spot: Spot, at: Projection) -> list[tuple[float, float]]:
        turn = radians(spot.angle)
        wide, long = self.field.card_width / 20, self.field.card_length / 20
        c, s = cos(turn), sin(turn)
        corners = ((-wide, -long), (wide, -long), (wide, long), (-wide, long))
        return [at(spot.x + x * c - y * s, spot.y + x * s + y * c) for x, y in corners]

    def _wind(self, canvas: Canvas, at: Projection) -> None:
        """Draw an arrow with the wind beside the thrower."""
        east, north = self.field.wind
        speed = hypot(east, north)
        if not speed:
            return
        ahead = (east / speed, north / speed)
        x, y = -290.0, -130.0

        def along(far: float, aside: float) -> tuple[float, float]:
            return at(x + far * ahead[0] - aside * ahead[1], y + far * ahead[1] + aside * ahead[0])

        colour = canvas.look.palette.text
        canvas.line(colour, along(-50, 0), along(30, 0), canvas.look.px(3))
        canvas.polygon(colour, [along(50, 0), along(24, 14), along(24, -14)])


@dataclass(frozen=True)
class Rival:
    """Score of a character. `id`: of the character."""

    who: Character
    points: int
    id: str = ""


class ScoreScale(Widget):
    """Scale from 0 to 100 points with the medals, the rivals above it, and own scores below it.

    `limits`: points for bronze, silver and gold. `own`: points of the day, None before; `best`:
    the most ever, 0 for none. `watch`: shows the cards of the rival with this id; None: not yet.
    """

    shade = 0
    tall = BAR

    def __init__(
        self, pictures: Pictures, limits: tuple[int, int, int], rivals: Sequence[Rival],
        own: int | None, best: int, watch: Callable[[str], object] | None,
    ) -> None:  # fmt: skip
        names = tr("Rivals’ points")
        super().__init__("today.scores", names)
        self.pictures = pictures
        self.limits = limits
        self.rivals = sorted(rivals, key=lambda rival: rival.points)
        self.own = own
        self.best = best
        texts = (tr("{name}: {n}", name=one.who.name, n=one.points) for one in self.rivals[::-1])
        self.tip = "\n".join(texts)
        self.children = self.faces = [
            RivalFace(pictures, rival, self.tip, watch) for rival in self.rivals
        ]

    @property
    def own_text(self) -> str:
        """Own score of the day, else the best ever; "" for none."""
        if self.own is not None:
            return tr("You: {n}", n=self.own)
        return tr("Your best ever: {n}", n=self.best) if self.best else ""

    @property
    def readings(self) -> Sequence[str]:
        limits = zip(TITLES.values(), self.limits, strict=True)
        medals = (tr("{name}: {n}", name=title, n=limit) for title, limit in limits)
        return ", ".join(medals), *filter(None, [self.own_text]), self.name

    def _x(self, points: float) -> float:
        margin = self.rect.width / 40
        return self.rect.left + margin + (self.rect.width - 2 * margin) * points / 100

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        y = self.rect.bottom - look.px(60)
        bar = Rect(round(self._x(0)), y - look.px(5), 0, look.px(10))
        bar.width = round(self._x(100)) - bar.left
        canvas.box(bar, 5, c.line)
        text = self.own_text
        if text:
            x = self._x(self.best if self.own is None else self.own)
            canvas.fill(OWN, Rect(x - look.px(2), y - look.px(18), look.px(4), look.px(30)))
            half = look.width(text, NUMBER) / 2
            x = min(max(x, self.rect.left + half), self.rect.right - half)
            canvas.text(text, (x, y + look.px(46)), NUMBER, "c", OWN)
        super().draw(canvas)
        for limit, medal in zip(self.limits, (BRONZE, SILVER, GOLD), strict=True):
            at = (self._x(limit), y)
            canvas.circle(MEDALS[medal], at, look.px(9))
            canvas.circle(c.inset, at, look.px(6))
            canvas.text(str(limit), (at[0], y + look.px(23)), NUMBER, "c", MEDALS[medal])

    def place(self, look: Look, rect: Rect) -> None:
        """Place the portraits; one that would cover another stands above it or beside it."""
        super().place(look, rect)
        wide, bottom = look.px(FACE), rect.bottom - look.px(74)
        rows: list[float] = []  # right end of each row, px
        for face in self.faces:
            x = self._x(face.rival.points)
            row = next((n for n, end in enumerate(rows) if x - wide / 2 >= end), len(rows))
            if row == ROWS:  # beside its place, where the room begins first
                row = rows.index(min(rows))
                x = rows[row] + wide / 2
            rows[row : row + 1] = [x + wide / 2]
            box = Rect(0, 0, wide, wide)
            box.midbottom = round(x), round(bottom - row * (wide + 2))
            face.place(look, box)


class RivalFace(Widget):
    """Portrait of a rival. `watch`: what a click does with the character’s id; None: nothing."""

    shade = 6
    radius = 6

    def __init__(
        self, pictures: Pictures, rival: Rival, tip: str, watch: Callable[[str], object] | None
    ) -> None:
        name = tr("{name}: {n}", name=rival.who.name, n=rival.points)
        if watch is not None:
            tip = tr(
                "{name}: {n}. Click to watch the ten cards.", name=rival.who.name, n=rival.points
            )
        super().__init__(f"today.rival.{rival.id}", name, tip)
        self.pictures = pictures
        self.rival = rival
        self.watch = watch
        self.focusable = watch is not None

    def activate(self) -> None:
        if self.watch is not None:
            self.watch(self.rival.id)

    def draw(self, canvas: Canvas) -> None:
        at = (float(self.rect.centerx), float(self.rect.centery))
        draw_portrait(canvas, self.pictures, self.rival.who, at, self.rect.width)
        if self.focusable and self.hovered:
            canvas.ring(self.rect, self.radius, canvas.look.palette.gold_high, 2)


class CharacterFace(Widget):
    """Portrait of a character beside a text."""

    shade = 0

    def __init__(self, pictures: Pictures, who: Character) -> None:
        super().__init__("", who.name)
        self.pictures = pictures
        self.who = who

    def measure(self, look: Look, width: int) -> Size:
        return look.px(OPPONENT), look.px(OPPONENT)

    def draw(self, canvas: Canvas) -> None:
        at, size = self.rect.center, min(self.rect.size)
        draw_portrait(canvas, self.pictures, self.who, at, size)


class Month(Widget):
    """Calendar of a month. `days`: medal of each day that was finished, "" for none; other days are
    empty. `today`: the present day, 0 if it is in another month."""

    shade = 0

    def __init__(self, year: int, month: int, days: Mapping[int, str], today: int) -> None:
        super().__init__("today.month", MONTHS[month - 1])
        self.weeks = calendar.Calendar().monthdayscalendar(year, month)
        self.days = days
        self.today = today

    @property
    def readings(self) -> Sequence[str]:
        """The name, and the days of each medal and without one."""
        texts = []
        for medal, title in {**TITLES, "": tr("No medal")}.items():
            days = [str(day) for day, won in sorted(self.days.items()) if won == medal]
            if days:
                texts.append(tr("{name}: {value}", name=title, value=joined_list(days)))
        return self.name, *texts

    def measure(self, look: Look, width: int) -> Size:
        return width, round(look.px(ROW) * (len(self.weeks) + 0.7))

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        step = self.rect.width / WEEK
        high = look.px(ROW)
        top = self.rect.top + round(0.35 * high)
        for n, name in enumerate(WEEKDAYS):
            canvas.text(name, (self.rect.left + step * (n + 0.5), top), HEAD, "c")
        radius = min(look.px(RING), step / 2 - 1)
        for week, row in enumerate(self.weeks):
            for n, day in enumerate(row):
                if not day:
                    continue
                at = (self.rect.left + step * (n + 0.5), top + high * (week + 0.9))
                ink: Colour = c.muted
                if day == self.today:
                    canvas.circle(c.primary, at, radius)
                    ink = c.primary_ink
                if day in self.days:
                    ring = MEDALS.get(self.days[day], EMPTY)
                    canvas.circle(ring, at, radius, look.px(2.5))
                    ink = ink if day == self.today else c.text
                canvas.text(str(day), at, DAY, "c", ink)


def date_text(day: date) -> str:
    """Date without the year: `24 November`."""
    return tr("{day} {month}", day=day.day, month=MONTHS[day.month - 1])
