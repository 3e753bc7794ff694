"""Painter of a round table without its cards: guild table, seat plates, bid seals and banner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from pygame import Rect

from castlecards.core.cards import UNSEEN, CardId, Seat, Zone
from castlecards.core.game import Badge
from castlecards.core.position import Position
from castlecards.core.sentence_templates import fraction_text
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.guild_table import (
    PLANK,
    SEAL,
    banner_picture,
    seal_picture,
    table_steps,
    tricks_margin,
    tricks_picture,
)
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.cardart.tech_scenes import DOMAINS, Domain
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import Colour, mix
from castlecards.ui.kit.theme import LEAST, ROOMY, Look, Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.layout.model import Layout, RoundTable, SeatPlate, ZoneArea
from castlecards.ui.table.layout.round_table import seal_middle
from castlecards.ui.table.render.table_signs import Nameplate

NAME = 16.0  # units, type size of a name
SECOND = 14.0  # units, type size of a name in two lines
CHIP = 14.0  # units, type size on a chip
LABEL = 14.0  # units, type size beside tricks
TINY = 14.0  # units, type size of a title on a plate
PILL = 14.0  # units, type size below the crown
REACH = 220.0 / 186.0  # radius of the table, of the radius of the ring
BANNER_DROP = 66.0  # units from the pole of the banner down to the middle of its card
WAX_AT = 19.0  # units from the upper edge of a seal to the middle of its wax
BID = 17.0  # units, type size on a seal
EDGES = 15.0  # units, height of the edges of all tricks in a stack, at most
INK: Colour = (24, 24, 32)


def ring_style(look: Look, scale: float, face: str, size: float, tone: str) -> Style:
    """Type style of `size` units that shrinks with the ring, but not to less than `LEAST`.

    `scale`: px per unit of the ring."""
    least = LEAST / look.scale if look.scale >= ROOMY else 0.0
    return Style(face, max(size * scale / look.scale, least), tone)


class RoundTablePainter:
    """Painter for one layout. `names`: owners of hands by zone; `active`: the seat to decide;
    `count_changes`: cards in a zone now, less those in `pos`.

    `art` holds the pictures of the table, its banner and its seals."""

    def __init__(
        self,
        canvas: Canvas,
        art: CardArt,
        layout: Layout,
        pos: Position[object],
        names: Mapping[Zone, Nameplate],
        active: Seat,
        badges: Sequence[Badge],
        count_changes: Mapping[Zone, int],
    ) -> None:
        assert layout.round is not None
        self.canvas, self.layout, self.pos, self.active = canvas, layout, pos, active
        self.art = art
        self.table: RoundTable = layout.round
        self.count_changes = count_changes
        self.badges = {badge.zone: badge for badge in badges}
        specs = pos.box.zones
        self.whose = {specs[zone].owner: plate for zone, plate in names.items()}

    def _style(self, face: str, size: float, tone: str = "text") -> Style:
        return ring_style(self.canvas.look, self.table.size, face, size, tone)

    def _px(self, units: float) -> float:
        return units * self.table.size

    # -- below the cards --------------------------------------------------------------------------

    def draw_below(self, absent: frozenset[CardId]) -> Steps[None]:
        """Draw the table, the plates and the banner; pauses while a picture is painted."""
        canvas, table = self.canvas, self.table
        radius = REACH * table.radius
        picture = yield from self.art.steps(("guild_table", radius), partial(table_steps, radius))
        canvas.blit_centred(picture, (table.x, table.y))
        for plate in table.plates:
            self._draw_plate(plate)
        for area in self.layout.areas:
            if area.part == "ring" and area.width and not self.pos.zones[area.zone]:
                self._draw_empty_place(area)
            elif area.part == "crown" and area.width:
                cards = self.pos.zones[area.zone]
                domain = self._domain(cards[-1]) if cards and cards[-1] not in absent else None
                if domain is not None:
                    draw_banner(canvas, self.art, self.layout, area, domain.colour)

    def _domain(self, card: CardId) -> Domain | None:
        """Domain of a card that lies face up; None without one."""
        face = self.pos.faces[card]
        known = self.pos.up >> card & 1 and face != UNSEEN
        return DOMAINS.get(self.pos.box.faces[face].suit) if known else None

    def _draw_empty_place(self, area: ZoneArea) -> None:
        """Draw an empty place with the sign of its owner; bright if the owner is to decide."""
        canvas, seat = self.canvas, self.pos.box.zones[area.zone].owner
        asked = seat == self.active
        rect = Rect(0, 0, round(area.width), round(area.height))
        rect.center = (round(area.x), round(area.y))
        gold = canvas.look.palette.gold_high
        edge = gold if asked else mix(PLANK, (255, 255, 255), 0.3)
        canvas.ring(rect, 6, edge, 2 if asked else 1)
        if asked:
            canvas.ring(rect.inflate(-canvas.look.px(8), -canvas.look.px(8)), 5, gold, 1)
        whose = self.whose.get(seat)
        if whose is not None:
            draw_sign(canvas, _faded(whose.sign), rect.center, round(self._px(9)))

    def _draw_plate(self, plate: SeatPlate) -> None:
        canvas, look = self.canvas, self.canvas.look
        rect = Rect(0, 0, round(plate.width), round(plate.height))
        rect.center = (round(plate.x), round(plate.y))
        draw_panel(canvas, rect, radius=10)
        if plate.seat == self.active:
            canvas.ring(rect.inflate(look.px(4), look.px(4)), 11, look.palette.gold_high, 1.6)
        whose = self.whose.get(plate.seat)
        y = rect.centery if plate.own else rect.top + self._px(21)
        x, top = rect.left + self._px(20), float(rect.top)
        if whose is not None:
            draw_sign(canvas, whose.sign, (x, y), round(self._px(8)))
            x += self._px(16)
            x, top = self._draw_name(whose.name, (x, y), rect, plate)
        for badge in self._chips(plate.seat):
            x = self._draw_chip(badge, x, y, rect) + self._px(6)
        for area in self.layout.areas:
            spec = self.pos.box.zones[area.zone]
            if spec.owner == plate.seat and area.width and spec.tricks:
                self._draw_tricks(area, rect, plate, top)
                self._draw_seal(area, plate)

    def _draw_name(
        self, name: str, at: tuple[float, float], rect: Rect, plate: SeatPlate
    ) -> tuple[float, float]:
        """Draw a name, in two lines if it is long. Return the left edge of the next item and the
        lower edge of the name, px."""
        look, (x, y) = self.canvas.look, at
        chips, free = self._chips(plate.seat), self._cards_left(plate.seat, rect)
        ends = min(free, rect.left + plate.width * 0.6) if chips else free
        if plate.own:  # leaves room for the chips and the title of the tricks
            ends = self._title_left(plate) - self._px(14) - self._chips_width(chips)
        lines, style = self._name_lines(name, round(ends - x))
        wide = max(look.width(line, style) for line in lines) + self._px(8)
        fits = not chips or x + wide + self._chip_width(chips[0]) <= free
        if not (fits or plate.own):  # the chip goes below, or is left out
            ends = free
            lines, style = self._name_lines(name, round(ends - x))
        room = round(ends - x)
        drawn = Rect(round(x), 0, 0, 0)
        for n, line in enumerate(lines):
            text, fitted = look.fit(line, style, room)
            down = self._px(SECOND + 2) * (n - (len(lines) - 1) / 2)
            last = self.canvas.text(text, (x, y + down), fitted, "w")
            drawn.width = max(drawn.width, last.width)
        return drawn.right + self._px(8), last.bottom

    def _name_lines(self, name: str, room: int) -> tuple[list[str], Style]:
        """Lines of a name, at most two, and their style: smaller if one line would cut it, and not
        bold if a word would be too wide."""
        look, style = self.canvas.look, self._style("bold", NAME)
        if not look.cut(name, style, room):
            return [name], style
        style = self._style("bold", SECOND)
        if any(look.width(word, style) > room for word in name.split()):
            style = self._style("ui", SECOND)
        lines = look.wrap(name, style, room)
        return ([lines[0], " ".join(lines[1:])] if len(lines) > 1 else lines), style

    def _title_left(self, plate: SeatPlate) -> float:
        """Left edge of the title of the tricks on the own plate, or of its cards, px."""
        for area in self.layout.areas:
            spec = self.pos.box.zones[area.zone]
            tricks = spec.tricks and area.zone in self.badges
            if spec.owner == plate.seat and area.width and tricks:
                return area.x - area.tall / 2 - self._px(10) - self._title_width(area, plate)
        return plate.x + plate.width / 2 - self._px(58)

    def _title_width(self, area: ZoneArea, plate: SeatPlate) -> float:
        """Width of the title of the tricks on the own plate, px; 0 if the title is left out.

        In a small window it is, if it would cut a word of the name."""
        wide = self.canvas.look.width(area.title, self._style("ui", LABEL, "muted"))
        whose = self.whose.get(plate.seat)
        if whose is None or not whose.name:
            return wide
        left = plate.x - plate.width / 2 + self._px(36)
        right = area.x - area.tall / 2 - self._px(24) - wide
        room = round(right - self._chips_width(self._chips(plate.seat)) - left)
        style = self._style("bold", SECOND)
        cut = any(self.canvas.look.cut(word, style, room) for word in whose.name.split())
        return 0 if cut else wide

    def _chips_width(self, chips: Sequence[Badge]) -> float:
        return sum(self._chip_width(badge) + self._px(6) for badge in chips)

    def _chip_width(self, badge: Badge) -> int:
        return self.canvas.look.width(badge.text, self._style("medium", CHIP)) + round(self._px(18))

    def _chips(self, seat: Seat) -> list[Badge]:
        """Badges of a seat with words alone: those at its hand and at its zones on the plate."""
        specs = self.pos.box.zones
        return [
            badge
            for zone, badge in self.badges.items()
            if specs[zone].owner == seat and badge.progress < 0 and not specs[zone].ring
        ]

    def _counts_tricks(self, badge: Badge) -> bool:
        """True if a badge of the same owner counts tricks."""
        specs = self.pos.box.zones
        owner = specs[badge.zone].owner
        return any(
            b.progress >= 0 and specs[zone].owner == owner for zone, b in self.badges.items()
        )

    def _cards_left(self, owner: Seat | None, plate: Rect, held: bool = False) -> float:
        """Left edge of the places for cards on the plate of a seat, px; `held`: of those with
        cards."""
        on = [a for a in self.layout.areas if a.part == "plate" and a.width]
        on = [a for a in on if self.pos.zones[a.zone] or not held]
        lefts = [a.x - a.width / 2 for a in on if self.pos.box.zones[a.zone].owner == owner]
        return min([plate.right - self._px(58), *(left - self._px(3) for left in lefts)])

    def _draw_chip(self, badge: Badge, x: float, y: float, plate: Rect) -> float:
        """Draw a chip at `x`, or below the name if there is no room. Return its right edge, px."""
        look = self.canvas.look
        style, wide = self._style("medium", CHIP), self._chip_width(badge)
        if x + wide > self._cards_left(self.pos.box.zones[badge.zone].owner, plate):
            if y < plate.top + self._px(30) and self._counts_tricks(badge):
                return x  # tricks take the room below the name
            x, y = plate.left + self._px(14), y + self._px(34)  # below the name
        rect = Rect(round(x), 0, wide, round(self._px(20)))
        rect.centery = round(y)
        c = look.palette
        self.canvas.box(rect, 9, c.inset, c.inset, c.gold_low)
        self.canvas.text(badge.text, rect.center, style, "c")
        return float(rect.right)

    def _draw_tricks(self, area: ZoneArea, plate: Rect, seat: SeatPlate, top: float) -> None:
        """Draw the tricks of a seat as a stack with its title and number; `top`: end of the name,
        px."""
        badge = self.badges.get(area.zone)
        if badge is None:
            return
        canvas, look = self.canvas, self.canvas.look
        label = self._style("ui", LABEL, "muted")
        half, pad = area.tall / 2, self._px(14)
        y = seat.y if seat.own else area.y - self._px(3)
        if seat.own and self._title_width(area, seat):
            canvas.text(area.title, (area.x - half - self._px(10), y), label, "e")
        elif not seat.own and look.width(area.title, label) < area.x - half - plate.left - pad:
            canvas.text(area.title, (plate.left + pad, y), label, "w")
        self._draw_trick_stack(area, badge, seat, plate.top if seat.own else top)
        left = area.x + half + self._px(8)
        room = round(self._cards_left(seat.seat, plate, held=True) - left)
        count, words = self._trick_count(area, badge), badge.text
        if count != badge.progress and badge.goal >= 0:  # tricks come or go now
            words = fraction_text(count, badge.goal)
        text, style = look.fit(words, self._style("bold", LABEL), room)
        canvas.text(text, (left, y), style, "w")

    def _trick_count(self, area: ZoneArea, badge: Badge) -> int:
        """Number of the tricks that lie there now."""
        if self.pos.result is not None:  # the cards may have been gathered
            return badge.progress
        cards = len(self.pos.zones[area.zone]) + self.count_changes.get(area.zone, 0)
        return cards // self.pos.box.seats

    def _draw_trick_stack(self, area: ZoneArea, badge: Badge, seat: SeatPlate, top: float) -> None:
        """Draw the stack of the tricks that lie there now, up to `top` px, or an empty place."""
        canvas, count = self.canvas, self._trick_count(area, badge)
        if count <= 0:
            rect = Rect(0, 0, round(area.tall), round(area.height))
            rect.center = round(area.x), round(area.y)
            canvas.ring(rect, 3, canvas.look.palette.gold_low, 1)
            return
        goal, whose = self._goal(seat.seat), self.whose.get(seat.seat)
        back = whose.sign.colour if whose is not None else canvas.look.palette.gold
        size, edges = (round(area.tall, 1), round(area.height, 1)), self._px(EDGES)
        look = size, max(min(edges, area.y - area.height / 2 - top), 0.0), count, back, goal
        picture = self.art.keep(("tricks", *look), lambda: tricks_picture(*look))
        low = area.y + area.height / 2 + tricks_margin(area.tall)
        canvas.blit(picture, (area.x - picture.get_width() / 2, low - picture.get_height()))

    def _goal(self, seat: Seat) -> Domain | None:
        """Domain of the open card on the plate of a seat; None without one."""
        for area in self.layout.areas:
            cards = self.pos.zones[area.zone]
            if area.part == "plate" and area.width and len(cards) == 1:
                domain = self._domain(cards[0])
                if self.pos.box.zones[area.zone].owner == seat and domain is not None:
                    return domain
        return None

    def _draw_seal(self, area: ZoneArea, plate: SeatPlate) -> None:
        """Draw the number of items to win on a wax seal, once it is known."""
        badge = self.badges.get(area.zone)
        if badge is None or badge.goal < 0:
            return
        state = seal_state(badge, self.pos.result is not None)
        scale = round(self.table.size, 3)
        picture = self.art.keep(("seal", scale, state), lambda: seal_picture(scale, state))
        x, y = seal_middle(plate, self.table.size)
        self.canvas.blit(
            picture, (x - picture.get_width() / 2, y - WAX_AT * picture.get_height() / SEAL[1])
        )
        dark = state == "kept"
        ink = INK if dark else (250, 236, 200)
        self.canvas.text(str(badge.goal), (x, y), self._style("bold", BID), "c", ink)

    # -- above the cards --------------------------------------------------------------------------

    def draw_above(self, absent: frozenset[CardId]) -> None:
        """Draw the signs at the cards in the ring, the titles on the plates and the crown."""
        for area in self.layout.areas:
            if area.part == "plate" and area.width:
                style = self._style("medium", TINY)
                at = (area.x, area.y + area.height / 2 + self._px(1))
                if not self._is_on_bar(area) and area.count:
                    self.canvas.text(area.title, at, style, "n")
            elif area.part == "crown":
                draw_crowned_place(self.canvas, self.layout, area, self.badges.values())
            elif area.part == "ring" and area.width:
                cards = self.pos.zones[area.zone]
                if cards and cards[-1] not in absent:
                    self._draw_owner_sign(area)

    def _is_on_bar(self, area: ZoneArea) -> bool:
        """True if the zone lies on the bar above the own hand, which has no room below it."""
        owner = self.pos.box.zones[area.zone].owner
        return any(plate.own and plate.seat == owner for plate in self.table.plates)

    def _draw_owner_sign(self, area: ZoneArea) -> None:
        """Draw the sign of the owner on the upper edge of a card."""
        whose = self.whose.get(self.pos.box.zones[area.zone].owner)
        if whose is not None:
            at = (area.x, area.y - area.height / 2)
            draw_sign(self.canvas, whose.sign, at, round(self._px(9)))


def draw_crowned_place(
    canvas: Canvas, layout: Layout, area: ZoneArea, badges: Iterable[Badge]
) -> None:
    """Draw the crown above the zone of the best card, and below it the text of its badge or title.

    `badges`: of all zones."""
    assert layout.round is not None
    title = next((badge.text for badge in badges if badge.zone == area.zone), area.title)
    look, size = canvas.look, layout.round.size
    draw_crown(canvas, (area.x, area.y - area.height / 2 - 12 * size), 20 * size)
    style = ring_style(look, size, "bold", PILL, "gold_high")
    rect = Rect(0, 0, look.width(title, style) + round(20 * size), round(21 * size))
    rect.midtop = (round(area.x), round(area.y + area.height / 2 + 8 * size))
    canvas.box(rect, 10, look.palette.panel, look.palette.panel_low, look.palette.gold_low)
    canvas.text(title, rect.center, style, "c")


def draw_crown(canvas: Canvas, at: tuple[float, float], wide: float) -> None:
    """Draw a golden crown, `wide` px wide, centred at `at` px."""
    look = canvas.look
    x, y, half, high = at[0], at[1], wide / 2, wide * 0.3
    points = [
        (x - half, y - high * 0.6), (x - half * 0.5, y + high * 0.1), (x, y - high),
        (x + half * 0.5, y + high * 0.1), (x + half, y - high * 0.6), (x + half * 0.8, y + high),
        (x - half * 0.8, y + high),
    ]  # fmt: skip
    canvas.polygon(look.palette.gold_high, points)
    for px, py in (points[0], points[2], points[4]):
        canvas.circle(look.palette.gold_high, (px, py), max(1.0, wide * 0.08))
    base = (x - half * 0.8, y + high * 0.72), (x + half * 0.8, y + high * 0.72)
    canvas.line(look.palette.gold_low, *base, max(1.0, wide * 0.05))


def _faded(sign: SeatSign) -> SeatSign:
    """Sign in faded colours, for an empty place."""
    return SeatSign(sign.shape, mix(PLANK, sign.colour, 0.55), mix(PLANK, (0, 0, 0), 0.3))


def seal_state(badge: Badge, over: bool) -> str:
    """State of the seal of a bid: "kept", "broken" or "open".

    A bid of nothing is kept only when the match is `over`."""
    if badge.progress > badge.goal:
        return "broken"
    return "kept" if badge.progress == badge.goal and (badge.goal or over) else "open"


def seal_rect(plate: SeatPlate, size: float) -> Rect:
    """Part of a seal that stands out from its plate, px."""
    x, y = seal_middle(plate, size)
    rect = Rect(0, round(y - WAX_AT * size), round(SEAL[0] * size), round(SEAL[1] * size))
    rect.centerx = round(x)
    edge = round(plate.x + plate.width / 2), round(plate.y + plate.height / 2)
    if plate.seal_beside:
        return Rect(edge[0], rect.top, rect.right - edge[0], rect.height)
    return Rect(rect.left, edge[1], rect.width, rect.bottom - edge[1])


def draw_banner(
    canvas: Canvas, art: CardArt, layout: Layout, area: ZoneArea, colour: Colour, part: float = 1.0
) -> None:
    """Draw the banner around the card of a crown pile; `part`: share that has rolled down."""
    assert layout.round is not None
    scale = round(layout.round.size, 3)
    picture = art.keep(("banner", scale, colour), lambda: banner_picture(scale, colour))
    wide, high = picture.get_size()
    at = round(area.x - wide / 2), round(area.y - BANNER_DROP * scale)
    if part >= 1:
        canvas.blit(picture, at)
        return
    pole, shown = round(14 * scale), round((high - 14 * scale) * part)
    canvas.blit(picture, (at[0], at[1] + pole), Rect(0, high - shown, wide, shown))
    canvas.blit(picture, at, Rect(0, 0, wide, pole))
