"""Painter of a form: the sheet, its texts and empty sockets, and the cards that are paid."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import pairwise

from pygame import Rect, Surface

from castlecards.core.cards import Seat
from castlecards.core.form import Socket
from castlecards.core.position import Position
from castlecards.ui.cardart.drawing import Pictures
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Style
from castlecards.ui.kit.widgets.basic import draw_panel
from castlecards.ui.table.layout.form_layout import APART, SMALL_APART
from castlecards.ui.table.layout.model import FormArea
from castlecards.ui.table.render.table_signs import area_rect

BESIDE = 8.0  # units between the texts of two sockets, at least
EDGE = 14.0  # units from an edge of the sheet to the note below a socket
TITLE = Style("title", 25, "gold_high")
SMALL_TYPE = Style("ui", 14, "muted")
ABOVE = Style("ui", 15, "muted")
BELOW = Style("medium", 14, "text")
NOTE_LINE = 14.0  # units from one line of a note to the next
NOTE_RISE = 1.0  # units by which the first of two lines stands higher; brackets end just above
GAIN = Style("bold", 16, "text")
SMALL_TITLE = Style("title", 19, "gold_high")
SMALL_LABEL = Style("ui", 14, "muted")


def draw_sheet(
    canvas: Canvas,
    sheet: FormArea,
    pos: Position[object],
    pictures: Pictures,
    named: Callable[[str], str],
    signs: Mapping[Seat | None, SeatSign],
    paid: Callable[[int, float], Surface],
) -> None:
    """Draw the sheet with its title, note, labels and sockets.

    `named` inserts player names into a text; `paid(card, height)` returns the picture of a card,
    `height` px high."""
    look, form = canvas.look, sheet.form
    rect = area_rect(sheet)
    draw_panel(canvas, rect, radius=14)
    room = rect.width - look.px(40)
    high, apart, off, above = 27.0, APART - 10, 20.0, ABOVE
    if form.small:
        high, apart, off, above = 20.0, SMALL_APART - 4, 12.0, SMALL_LABEL
    title, style = look.fit(named(form.title), SMALL_TITLE if form.small else TITLE, room)
    canvas.text(title, (sheet.x, rect.top + look.px(high)), style, "c")
    if not form.small:
        note, style = look.fit(named(form.note), SMALL_TYPE, room)
        canvas.text(note, (sheet.x, rect.top + look.px(50)), style, "c")
    steps = [right[0] - left[0] for left, right in pairwise(sheet.places)]
    most = round(min(steps, default=rect.width)) - look.px(BESIDE)
    line = _label_line(sheet)
    rooms = [min(round(wide + look.px(apart)), most) for _, _, wide, _ in sheet.places]
    # The pictures of paid cards tell their names, too.
    names_paid = not form.small or not any(
        socket.paid and look.width(named(socket.note), BELOW) > room
        for socket, room in zip(form.sockets, rooms, strict=True)
    )
    for socket, room, (x, y, wide, high) in zip(form.sockets, rooms, sheet.places, strict=True):
        place = Rect(0, 0, round(wide), round(high))
        place.center = (round(x), round(y))
        if socket.label:
            label, style = look.fit(named(socket.label), above, room)
            canvas.text(label, (x, min(place.top, line) - look.px(off)), style, "c")
        empty = socket.card < 0 and not (socket.zone >= 0 and pos.zones[socket.zone])
        if empty:
            _empty(canvas, place, socket, pictures, form.small)
            if socket.seat in signs:
                draw_sign(canvas, signs[socket.seat], place.center, look.px(13))
        elif socket.paid:
            canvas.blit_centred(paid(socket.card, high), place.center)
            _ticked(canvas, place, pictures, 8 if form.small else 12)
        if socket.note and (names_paid or not socket.paid):
            lines = [named(socket.note)]
            if not form.small and look.width(lines[0], BELOW) > room:
                lines = look.wrap(lines[0], BELOW, room)
                lines = [lines[0], " ".join(lines[1:])]
            for n, text in enumerate(lines):
                note, style = look.fit(text, BELOW, room)
                wide = look.width(note, style) / 2 + look.px(EDGE)
                middle = min(max(x, rect.left + wide), rect.right - wide)
                down = off + (NOTE_LINE * n - NOTE_RISE if len(lines) > 1 else 0.0)
                canvas.text(note, (middle, place.bottom + look.px(down)), style, "c")


def _label_line(sheet: FormArea) -> float:
    """Upper edge of the highest card, px, over which all labels of the sheet stand in one line.

    Beside a large card, a small one keeps its label close.
    """
    if sheet.form.small or any(socket.large for socket in sheet.form.sockets):
        return math.inf
    return min(y - high / 2 for _, y, _, high in sheet.places)


def _ticked(canvas: Canvas, place: Rect, pictures: Pictures, radius: float) -> None:
    """Draw the check mark at the corner of a paid socket. `radius`: units."""
    look, at = canvas.look, (place.right - canvas.look.px(2), place.top + canvas.look.px(2))
    canvas.circle((20, 46, 36), at, look.px(radius))
    canvas.circle(look.palette.on, at, look.px(radius), look.px(1.6))
    tick = pictures.picture("ui/check", look.px(1.25 * radius), look.palette.text)
    canvas.blit_centred(tick, at)


def _empty(canvas: Canvas, place: Rect, socket: Socket, pictures: Pictures, small: bool) -> None:
    """Draw an empty socket with its icon and gain; the next one to fill is brighter.

    On a `small` form the gain keeps below the label."""
    look = canvas.look
    edge = look.palette.gold_high if socket.next else look.palette.gold
    canvas.box(place, 7, look.palette.inset, look.palette.inset)
    canvas.ring(place, 7, edge, 2 if socket.next else 1.2)
    if socket.icon:
        tone = look.palette.text if socket.next else look.palette.faint
        icon = pictures.picture(socket.icon, round(place.width * 0.6), tone)
        canvas.blit_centred(icon, place.center)
    if socket.gain:
        flag = Rect(0, 0, look.px(44), look.px(26))
        flag.center = (place.right - look.px(4), place.top + look.px(6))
        if small:
            flag = Rect(0, 0, look.px(34), look.px(22))
            flag.midtop = (place.right, place.top + look.px(4))
        canvas.box(flag, 5, (150, 44, 40), (112, 30, 30), look.palette.gold)
        canvas.text(socket.gain, flag.center, GAIN, "c")
