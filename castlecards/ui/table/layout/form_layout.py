"""Layout of a form: a sheet in the middle of the table with cards in sockets side by side.

The form moves the areas and spots of the table's own zones and cards onto the sheet. Clicks, drags,
keys and animations therefore work without knowing about forms.
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

# Lengths in design units, scaled by `Viewport.u`.
HEAD = 66.0  # height of the title
LABEL = 34.0  # height of the label above a card
NOTE = 38.0  # height of the note below a card
FOOT = 66.0  # height of the buttons
LARGE = 212.0  # height of a card in a large socket
PLAIN = 170.0  # height of a card in an ordinary socket
ROW = 114.0  # height of the cards of a zone in the only socket
SMALL = 104.0  # height of a card in a socket with an icon or a price, and of one zone among several
PAD = 42.0  # from the edge of the sheet to the first socket
APART = 92.0  # between two sockets
CLOSE = 54.0  # between two sockets, if any is large
STEP = 1.28  # card widths from one card of a row to the next
LEAST = 660.0  # width of the narrowest sheet with buttons
BARE = 600.0  # width of the narrowest sheet without buttons
HINT = 26.0  # height of the hint in small letters
BRIM = 12.0  # above a card without label, and below one without note
HIGH = 366.0  # from the top of the window to the middle of the sheet, if there is room
BELOW_TOOLS = 56.0  # from the top of the window to the highest form
OFF = 6.0  # between the sheet and a plate
STANDS_OUT = 16.0  # part of a card on the own plate that rises above the plate
CROWN = 34.0  # height of the crown above its card
PLAINLY = 0.5  # smallest scale of the cards before the sheet may cover plates
NARROWED = 0.9  # least part of its width to which a sheet is narrowed beside a crown
TINY = 0.2  # smallest scale of the cards


def form_layout(
    pos: Position[object],
    viewport: Viewport,
    table: RoundTable | None = None,
    areas: Sequence[ZoneArea] = (),
) -> FormArea | None:
    """Area of the form, as large as it fits; None if there is no form. Text keeps its size.

    At a round table the form lies between the plates and, if there is room, clear of the crown
    pile: players look at both while they answer. If that leaves too little room, as in a small
    window, the form takes all the room above the hand. `areas`: the other areas of the table.
    """
    if viewport.form is None:
        return None
    broadest = opposite_column(0, 1, viewport)[1] - 16.0 * viewport.u
    sheet = _form_within(pos, viewport, viewport.form, table, areas, broadest)
    x = viewport.left + hand_middle(pos, viewport)
    for area in areas:  # a crown that the sheet reaches from the side
        low, room = area.y - area.height / 2 - CROWN * viewport.u, 2 * abs(area.x - x)
        room -= area.width + 2 * OFF * viewport.u
        if (
            area.part == "crown"
            and low < sheet.y + sheet.height / 2
            and (NARROWED * broadest < room < sheet.width + 2 * OFF * viewport.u)
        ):
            sheet = _form_within(pos, viewport, viewport.form, table, areas, room)
    return sheet


def _form_within(
    pos: Position[object],
    viewport: Viewport,
    form: Form,
    table: RoundTable | None,
    areas: Sequence[ZoneArea],
    broadest: float,
) -> FormArea:
    """Area of the form, at most `broadest` px wide."""
    u = viewport.u
    sizes = [_size(pos, form, socket) for socket in form.sockets]
    gap = CLOSE if any(socket.large for socket in form.sockets) else APART
    row = sum(width for width, _ in sizes) + gap * max(len(sizes) - 1, 0)
    wide = max(row + 2 * PAD, LEAST if form.answers else BARE)
    foot = 8.0 + (HINT if form.hint else 0.0) + (FOOT if form.answers else 0.0)
    both = [(socket, high / 2) for socket, (_, high) in zip(form.sockets, sizes, strict=True)]
    above = [(half, LABEL if socket.label else BRIM) for socket, half in both]
    below = [(half, NOTE if socket.note else BRIM) for socket, half in both]
    most = min(u, broadest / wide)
    first = last = size = 0.0
    for first, last in (_room(viewport, table), _room(viewport, None)):
        rest = last - first - (HEAD + foot) * u
        tall = min((rest - (a + b) * u) / (high + low) for high, a in above for low, b in below)
        size = min(most, max(tall, TINY * u))
        if tall >= PLAINLY * u:
            break
    up = HEAD * u + max(half * size + words * u for half, words in above)
    high = up + max(half * size + words * u for half, words in below) + foot * u
    broad = max(wide * size, min(BARE * u, broadest))
    x = viewport.left + hand_middle(pos, viewport)
    for area in areas:
        top = area.y - area.height / 2 - CROWN * u
        if area.part == "crown" and abs(area.x - x) < (area.width + broad) / 2:
            last = max(top, first + high)
    y = min(max(HIGH * u, high / 2 + first), last - high / 2)
    left = x - row * size / 2
    places = []
    for width, each in sizes:
        at = (left + width * size / 2, y - high / 2 + up)
        places.append((*at, width * size, each * size))
        left += (width + gap) * size
    at_foot = y + high / 2 - foot * u
    return FormArea(form, x, y, broad, high, tuple(places), at_foot)


def _room(viewport: Viewport, table: RoundTable | None) -> tuple[float, float]:
    """Vertical range for a form, px from the top of the window: first and last."""
    first, last = BELOW_TOOLS * viewport.u, viewport.height - (SHOWN + 10.0) * viewport.u
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
    """Width and height of a socket's cards, in units."""
    count = len(pos.zones[socket.zone]) if socket.zone >= 0 and socket.card < 0 else 1
    if count > 1:
        high = ROW if len(form.sockets) == 1 else SMALL
        return high * RATIO * (1 + STEP * (count - 1)), high
    high = LARGE if socket.large else SMALL if socket.icon or socket.paid else PLAIN
    return high * RATIO, high


def areas_on_form(sheet: FormArea, areas: Sequence[ZoneArea]) -> list[ZoneArea]:
    """Areas of the table, with the zones of the form's sockets moved onto the sheet."""
    places_by_zone = {
        socket.zone: place
        for socket, place in zip(sheet.form.sockets, sheet.places, strict=True)
        if socket.zone >= 0 and socket.card < 0
    }
    found = []
    for area in areas:
        if area.zone in places_by_zone:
            x, y, wide, high = places_by_zone[area.zone]
            area = replace(area, x=x, y=y, width=wide, height=high, card=high, part="form",
                           title="", angle=0.0, shows_count=False)  # fmt: skip
        found.append(area)
    return found


def spots_on_form(
    sheet: FormArea, spots: Sequence[CardSpot], pos: Position[object]
) -> list[CardSpot]:
    """Spots of the table, with the form's cards moved onto the sheet, above all others.

    Cards with a known face lie face up.
    """
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
    """True if the card lies in a socket of the form."""
    sockets = sheet.form.sockets
    return any(
        spot.card == socket.card and not socket.paid
        if socket.card >= 0
        else spot.zone == socket.zone
        for socket in sockets
    )
