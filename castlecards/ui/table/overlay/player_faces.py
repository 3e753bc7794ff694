"""Faces of the other players at the table, with their expressions; a thinking one has a ring.

They show at a table with a character or of two people, where they cover no card, count or text. A
person has a sign; among people alone, plates of a round table show it already.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.cards import Seat
from castlecards.core.expressions import expressions
from castlecards.core.sentence_templates import Expression
from castlecards.core.session import HUMAN
from castlecards.players.characters import Character, chosen_portraits
from castlecards.ui.cardart.portraits import (
    EXPRESSIONS,
    draw_player,
    draw_portrait,
    portrait_picture,
)
from castlecards.ui.cardart.seat_signs import sign_of
from castlecards.ui.kit.cache import LastValue
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.layout.free_space import nearest_free
from castlecards.ui.table.layout.model import FACE, FACE_LEFT, FACE_TOP, Layout, ZoneArea, side_of
from castlecards.ui.table.model import ById, TableModel, ThinkingState
from castlecards.ui.table.overlay.speech_bubble import SpeechBubble, draw_bubble
from castlecards.ui.table.render.table_signs import area_rect

if TYPE_CHECKING:
    from castlecards.ui.services import Services

SIZES = (1.0, 0.9, 0.78, 0.67)  # sizes of a face that are tried, shares of `FACE`
AIR = 8.0  # units between a face and what it must not cover
DOTS = 24  # dots of the ring of a player who thinks
FAR = 0.3  # share of the height of the table, at its far edge, in which faces lie
RING = 0.472  # radius of that ring, share of the size of a face
NAME = Style("bold", 16, "gold_high")


class PlayerFaces:
    """Faces at one table: their places, and what they show."""

    def __init__(self, app: Services, model: TableModel) -> None:
        self.app = app
        self.model = model
        session, cast = model.session, app.characters
        self.cast = [cast.get(id) for id in session.characters]  # by player; None: no character
        self._chosen_portraits = chosen_portraits(
            session.names, session.kinds, cast, app.profiles.face
        )
        self._faces: dict[Seat, Rect] = {}  # px, of the seats with room for a face
        self._room: object = None  # room and scale that they are for
        self._names: dict[Seat, Rect] = {}  # px, names that no other plate shows
        self._placed: object = None  # key of the places
        self._painted: set[tuple[object, ...]] = set()  # expressions that are painted ahead
        self.speech_bubble = SpeechBubble(app, model)
        self._bubble: LastValue[tuple[Rect, list[str]] | None] = LastValue()
        self._clear: Callable[[], Sequence[Rect]] = list  # what faces must not cover
        self._expressions: LastValue[tuple[Expression, ...]] = LastValue()
        self._shown: tuple[Expression, ...] = ()

    @property
    def visible(self) -> bool:
        """True if a character sits at the table, or two people alone."""
        return self._has_characters or self.model.session.kinds == (HUMAN, HUMAN)

    @property
    def _has_characters(self) -> bool:
        return any(who is not None for who in self.cast)

    def character(self, seat: Seat) -> Character | None:
        """Character that plays for a seat."""
        player = self.model.session.owner(seat)
        return self.cast[player] if player >= 0 else None

    def _portrait(self, seat: Seat) -> Character | None:
        """Character whose portrait a seat shows: its own, or the one that a person has chosen."""
        player = self.model.session.owner(seat)
        return self.character(seat) or (self._chosen_portraits[player] if player >= 0 else None)

    def rect(self, seat: Seat) -> Rect | None:
        """Rect of a face, px; None if the seat shows none."""
        return self._faces.get(seat)

    def rects(self) -> list[Rect]:
        """Rects of all faces and of the names beside them, px."""
        return [*self._faces.values(), *self._names.values()]

    # -- places -------------------------------------------------------------------------------

    def place(
        self, look: Look, layout: Layout, room: Rect, widgets: Sequence[Rect],
        clear: Callable[[], Sequence[Rect]], panels: Callable[[], Sequence[Rect]] = list,
    ) -> None:  # fmt: skip
        """Place the faces in `room`, px, where they cover neither `widgets` nor the rects of
        `clear`; a speech bubble covers those of `panels` neither."""
        self._clear = lambda: [*widgets, *clear(), *panels()]
        key = ById(layout), look.scale, tuple(room), tuple(map(tuple, widgets))
        if not self.visible or key == self._placed:
            return
        self._placed, self._names = key, {}
        plates = layout.round is not None and not self._has_characters  # they show the signs
        seats = {} if plates else dict(self._seats(layout))
        air = look.px(AIR)
        taken = [rect.inflate(air, air) for rect in (*widgets, *clear()) if rect.width]
        stays = seats.keys() == self._faces.keys() and self._room == (room, look.scale)
        if not stays or any(face.collidelist(taken) >= 0 for face in self._faces.values()):
            self._faces = _free_places(look, layout, seats, taken, room)
            self._room = room, look.scale
        for seat, hands in seats.items():
            if not any(area.is_only_hand for area in hands) and layout.round is None:
                self._place_name(look, seat, taken, room)

    def _seats(self, layout: Layout) -> Iterator[tuple[Seat, list[ZoneArea]]]:
        """Yield the seats of the other players in the order of their hands on the screen."""
        session, viewer = self.model.session, self.model.viewer.seat
        box, found = session.position.box, dict[Seat, list[ZoneArea]]()
        for area in layout.areas:
            owner = box.zones[area.zone].owner
            near = viewer < 0 and side_of(session.position, box.zones[area.zone]) == (
                layout.viewport.side
            )
            if area.hand and not area.own and owner is not None and not near:
                found.setdefault(owner, []).append(area)
        own = session.owner(viewer) if viewer >= 0 else -1
        players = dict[int, Seat]()
        for seat in found:
            if session.owner(seat) >= 0 and session.owner(seat) != own:
                players.setdefault(session.owner(seat), seat)
        yield from ((seat, found[seat]) for seat in players.values())

    def _place_name(self, look: Look, seat: Seat, taken: Sequence[Rect], room: Rect) -> None:
        """Place the name of a seat to the right of its face, or else below it."""
        face, name = self.rect(seat), self.model.session.name(seat)
        if face is None:
            return
        rect = Rect(0, 0, look.width(name, NAME), look.line(NAME))
        beside, below = rect.copy(), rect.copy()
        beside.midleft = face.right + look.px(AIR), face.centery
        below.topleft = face.left, face.bottom + look.px(AIR / 2)
        for place in (beside, below):
            if place.collidelist(taken) < 0 and room.contains(place):
                self._names[seat] = place
                return

    # -- drawing ------------------------------------------------------------------------------

    def expression(self, seat: Seat) -> Expression:
        """Expression of a seat; it changes only once the cards have come to rest."""
        session = self.model.session
        if not self._shown or not self.model.playback.plays:
            self._shown = self._expressions.keep(
                ById(session.position), lambda: expressions(session)
            )
        return self._shown[seat]

    def prerender(self, look: Look) -> bool:
        """Paint an expression that a face has not shown yet. Return False if none is left."""
        for seat, rect in self._faces.items():
            who = self._portrait(seat)
            for expression in EXPRESSIONS if who is not None else ():
                key = seat, rect.width, expression, look.scale
                if who is not None and key not in self._painted:
                    self._painted.add(key)
                    portrait_picture(look, who, rect.width, expression)
                    return True
        return False

    def update(self, dt: float) -> bool:
        """Advance by `dt` s; return True if a speech bubble comes or goes."""
        return self.visible and self.speech_bubble.update(dt)

    def bubble(self, look: Look, layout: Layout, room: Rect) -> tuple[Rect, list[str]] | None:
        """Rect of the speech bubble, px, and its lines; None without one or without room."""
        said = self.speech_bubble.remark
        face = self.rect(said.seat) if said is not None else None
        if said is None or face is None:
            return None

        def place() -> tuple[Rect, list[str]] | None:
            others = [rect for seat, rect in self._faces.items() if seat != said.seat]
            return self.speech_bubble.place(look, face, room, lambda: [*self._clear(), *others])

        return self._bubble.keep((said, ById(layout), tuple(face), look.scale), place)

    def draw(
        self, canvas: Canvas, layout: Layout, room: Rect, thinking: ThinkingState | None
    ) -> None:
        """Draw the faces and the bubble of the one who speaks in `room`, px."""
        session = self.model.session
        sheet = area_rect(layout.sheet) if layout.sheet is not None else None
        bubble = self.bubble(canvas.look, layout, room)
        for seat, rect in self._faces.items():
            who = self.character(seat)
            if sheet is not None and rect.colliderect(sheet):
                continue
            pictures, expression = self.app.art.pictures, self.expression(seat)
            if who is not None:
                draw_portrait(canvas, pictures, who, rect.center, rect.width, expression)
            else:
                sign, face = sign_of(session, seat), self._portrait(seat)
                draw_player(canvas, pictures, sign, face, rect.center, rect.width, expression)
            if thinking is not None and thinking.player == session.owner(seat):
                _draw_ring(canvas, rect, thinking.share)
            name = self._names.get(seat)
            if bubble is not None and self.speech_bubble.remark is not None:
                if self.speech_bubble.remark.seat == seat and not (
                    sheet is not None and bubble[0].colliderect(sheet)
                ):
                    draw_bubble(canvas, *bubble, rect)
                if name is not None and name.colliderect(bubble[0]):
                    continue
            if name is not None:
                canvas.text(session.name(seat), self._names[seat].topleft, NAME)


def face_corner(column: int, scale: float, mirrored: bool) -> tuple[float, float]:
    """Right and lower edge, px, of a face in its corner beside a column of this width."""
    left = 0 if mirrored else column
    return left + (FACE_LEFT + FACE + AIR) * scale, (FACE_TOP + FACE) * scale


def _free_places(
    look: Look, layout: Layout, seats: Mapping[Seat, Sequence[ZoneArea]], taken: Sequence[Rect],
    room: Rect,
) -> dict[Seat, Rect]:  # fmt: skip
    """Places of faces of one size, the largest at which all seats have room.

    At the smallest size, seats without room are left out.
    """
    found: dict[Seat, Rect] = {}
    for part in SIZES:
        found = {}
        for seat, hands in seats.items():
            others = [*taken, *found.values()]
            rect = _free_place(look, layout, seat, hands, look.px(FACE * part), room, others)
            if rect is not None:
                found[seat] = rect
        if len(found) == len(seats):
            break
    return found


def _free_place(
    look: Look, layout: Layout, seat: Seat, hands: Sequence[ZoneArea], size: int, room: Rect,
    taken: Sequence[Rect],
) -> Rect | None:  # fmt: skip
    """Free place near the plate of a seat; in the corner if it sits alone opposite."""
    within = room.inflate(-2 * look.px(FACE_LEFT), -2 * look.px(FACE_TOP))
    if hands[0].y < room.centery:
        within.height = max(size, round(room.height * FAR))
    rect = Rect(0, 0, size, size)
    plates = layout.round.plates if layout.round is not None else ()
    plate = next((plate for plate in plates if plate.seat == seat), None)
    if plate is not None:
        rect.midright = round(plate.x - plate.width / 2 - look.px(AIR)), round(plate.y)
    elif layout.viewport.column:
        rect.topleft = within.topleft
    else:
        middle, wide = hands[0].x, hands[0].width
        rect.midleft = round(middle + wide / 2 + look.px(AIR)), round(hands[0].y)
    rect = nearest_free(rect.clamp(within), taken, within, 1)
    return rect if rect.collidelist(taken) < 0 else None


def _draw_ring(canvas: Canvas, rect: Rect, share: float) -> None:
    """Draw the ring of a player who thinks; `share` of it is lit."""
    colours, radius = canvas.look.palette, rect.width * RING
    for n in range(DOTS):
        turn = -math.pi / 2 + 2 * math.pi * n / DOTS
        at = rect.centerx + math.cos(turn) * radius, rect.centery + math.sin(turn) * radius
        lit = n < share * DOTS
        canvas.circle(colours.gold_high if lit else colours.inset, at, rect.width * 0.03)
