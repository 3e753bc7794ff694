"""A form on the table: a sheet in the middle, on which cards lie in sockets side by side.

Its cards are those of the table and its places are those where they go, so clicks, drags, keys and
animations need to know nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from castlecards.core.cards import UNSEEN
from castlecards.core.form import Form, Socket
from castlecards.core.position import Position
from castlecards.ui.table.layout.hand_layout import SHOWN, hand_middle, opposite_column
from castlecards.ui.table.layout.model import (
    RATIO,
    CardSpot,
    FormArea,
    RoundTable,
    Viewport,
    ZoneArea,
)

HEAD, LABEL, NOTE, FOOT = 66.0, 34.0, 38.0, 66.0  # units: title, words about a card, buttons
LARGE, PLAIN, ROW, SMALL = 212.0, 170.0, 114.0, 104.0  # height of a card in a socket
PAD, APART, CLOSE = 42.0, 92.0, 54.0  # units at the edge, and between two sockets
STEP = 1.28  # card widths from one card of a row to the next
LEAST, BARE = 660.0, 600.0  # units: the narrowest sheet, with buttons and without
HINT, BRIM = 26.0, 12.0  # units: small letters at the foot; above and below a card
HIGH = 366.0  # units from the top to its middle, where there is room
OFF, STANDS_OUT = 6.0, 16.0  # units from a plate; of a card on the own plate, above it
CROWN = 34.0  # units that a crown needs above its card
PLAINLY, TINY = 0.5, 0.2  # of its size a card is still read; it is never smaller


def form_layout(
    pos: Position[object],
    viewport: Viewport,
    table: RoundTable | None = None,
    areas: Sequence[ZoneArea] = (),
) -> FormArea | None:
    """Where the form lies, as large as it can be; its words do not shrink with its cards. At a
    table with a common middle it lies between the plates and, if there is room, beside or above
    what counts for all: one thinks of them while one answers. Where that would leave too little, as
    in a small window, it has all the room above the hand. `areas`: where all else lies."""
    form = viewport.form
    if form is None:
        return None
    u = viewport.u
    sizes = [_size(pos, form, socket) for socket in form.sockets]
    apart = CLOSE if any(socket.large for socket in form.sockets) else APART
    row = sum(width for width, _ in sizes) + apart * max(len(sizes) - 1, 0)
    wide = max(row + 2 * PAD, LEAST if form.answers else BARE)
    foot = 8.0 + (HINT if form.hint else 0.0) + (FOOT if form.answers else 0.0)
    both = [(socket, high / 2) for socket, (_, high) in zip(form.sockets, sizes, strict=True)]
    above = [(half, LABEL if socket.label else BRIM) for socket, half in both]
    below = [(half, NOTE if socket.note else BRIM) for socket, half in both]
    most = min(1.0, (opposite_column(0, 1, viewport)[1] / u - 16.0) / wide) * u
    first = last = size = 0.0
    for first, last in (_room(viewport, table), _room(viewport, None)):
        rest = last - first - (HEAD + foot) * u
        tall = min((rest - (a + b) * u) / (high + low) for high, a in above for low, b in below)
        size = min(most, max(tall, TINY * u))
        if tall >= PLAINLY * u:
            break
    up = HEAD * u + max(half * size + words * u for half, words in above)
    high = up + max(half * size + words * u for half, words in below) + foot * u
    x = viewport.left + hand_middle(pos, viewport)
    for area in areas:
        top = area.y - area.height / 2 - CROWN * u
        if area.part == "crown" and abs(area.x - x) < (area.width + wide * size) / 2:
            last = max(top, first + high)
    y = min(max(HIGH * u, high / 2 + first), last - high / 2)
    left = x - row * size / 2
    places = []
    for width, each in sizes:
        at = (left + width * size / 2, y - high / 2 + up)
        places.append((*at, width * size, each * size))
        left += (width + apart) * size
    at_foot = y + high / 2 - foot * u
    return FormArea(form, x, y, wide * size, high, tuple(places), at_foot)


def _room(viewport: Viewport, table: RoundTable | None) -> tuple[float, float]:
    """px from the top of the window: between what does a form lie?"""
    first, last = 10.0 * viewport.u, viewport.height - (SHOWN + 10.0) * viewport.u
    if table is None:
        return first, last
    off = OFF * table.size
    lows = [plate.y + plate.height / 2 for plate in table.plates if not plate.own]
    own = [plate.y - plate.height / 2 for plate in table.plates if plate.own]
    return (
        max([first, *(low + off for low in lows)]),
        min([last, *(high - STANDS_OUT * table.size - off for high in own)]),
    )


def _size(pos: Position[object], form: Form, socket: Socket) -> tuple[float, float]:
    """Units of what lies in a socket."""
    count = len(pos.zones[socket.zone]) if socket.zone >= 0 and socket.card < 0 else 1
    if count > 1:
        high = ROW if len(form.sockets) == 1 else SMALL
        return high * RATIO * (1 + STEP * (count - 1)), high
    high = LARGE if socket.large else SMALL if socket.icon or socket.paid else PLAIN
    return high * RATIO, high


def areas_on_form(sheet: FormArea, areas: Sequence[ZoneArea]) -> list[ZoneArea]:
    """The places of its sockets lie on the sheet."""
    there = {
        socket.zone: place
        for socket, place in zip(sheet.form.sockets, sheet.places, strict=True)
        if socket.zone >= 0 and socket.card < 0
    }
    found = []
    for area in areas:
        if area.zone in there:
            x, y, wide, high = there[area.zone]
            area = replace(area, x=x, y=y, width=wide, height=high, card=high, part="form",
                           title="", angle=0.0, told=False)  # fmt: skip
        found.append(area)
    return found


def spots_on_form(
    sheet: FormArea, spots: Sequence[CardSpot], pos: Position[object]
) -> list[CardSpot]:
    """Its cards lie on the sheet, above all others; those that are known show their faces."""
    cards = {
        socket.card: place
        for socket, place in zip(sheet.form.sockets, sheet.places, strict=True)
        if socket.card >= 0 and not socket.paid
    }
    zones = {s.zone for s in sheet.form.sockets if s.zone >= 0 and s.card < 0}
    below, above = [], []
    for spot in spots:
        if spot.card in cards:
            x, y, _, high = cards[spot.card]
            up = pos.faces[spot.card] != UNSEEN
            spot = replace(spot, x=x, y=y, height=high, angle=0.0, up=up, peek=False, shown=True,
                           recalled=False, pose=None)  # fmt: skip
            above.append(spot)
        elif spot.zone in zones:
            above.append(replace(spot, peek=False))
        else:
            below.append(spot)
    return below + above


def is_on_form(sheet: FormArea, spot: CardSpot) -> bool:
    """Does this card lie on it?"""
    sockets = sheet.form.sockets
    return any(
        spot.card == socket.card and not socket.paid
        if socket.card >= 0
        else spot.zone == socket.zone
        for socket in sockets
    )
