"""Layout of a form: a sheet in the middle of the table with cards in sockets side by side.

The form moves the areas and spots of the table's own zones and cards onto the sheet. Clicks, drags,
keys and animations therefore work without knowing about forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import dist

from castlecards.core.cards import UNSEEN
from castlecards.core.form import Form, Socket
from castlecards.core.position import Position
from castlecards.ui.table.layout.hand_layout import SHOWN, hand_middle, opposite_column
from castlecards.ui.table.layout.model import (
    PARTS,
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
UNCOVERED_SCALE = 0.5  # smallest scale of the cards before the sheet may cover plates
NARROWED = 0.8  # least part of its width to which a sheet is narrowed beside a crown
TINY = 0.2  # smallest scale of the cards
# Lengths of a small form in units; its cards shrink where room is short.
SMALL_HEAD = 36.0  # height of the title
SMALL_LABEL = 23.0  # height of the label above a card, and of the note below one
SMALL_FOOT = 46.0  # height of the buttons
SMALL_LARGE = 108.0  # height of the main card
SMALL_CARD = 68.0  # height of another card
SMALL_APART = 30.0  # between two sockets
SMALL_PAD = 24.0  # from the edge of the sheet to the first socket
SMALL_LEAST = 236.0  # width of the narrowest sheet
SMALL_GAP = 8.0  # to what it keeps clear of
# Buildings, in heights of their piles: width, and from the middle of the pile to the roofs.
BUILDINGS = {"gate": (2.2, 1.2), "keep": (3.2, 0.8)}
FALL = 0.55  # heights of a pile from its middle to the foot of its building


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
    if viewport.form.small:
        return _small_form(pos, viewport, viewport.form, areas)
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


def _small_form(
    pos: Position[object], viewport: Viewport, form: Form, areas: Sequence[ZoneArea]
) -> FormArea:
    """Area of a small form, in the free space nearest to the place of its main card.

    It keeps clear of piles and the buildings around them, hands, face and tools. Without free
    space it covers the middle of the table, as small as it can be.
    """
    u = viewport.u
    highs = [SMALL_LARGE if socket.large else SMALL_CARD for socket in form.sockets]
    apart = SMALL_APART * (len(highs) - 1)

    def size(part: float) -> tuple[int, int]:
        wide = max(sum(highs) * RATIO * part + apart + 2 * SMALL_PAD, SMALL_LEAST)
        high = max(SMALL_LARGE * part, SMALL_CARD * part + 2 * SMALL_LABEL)
        return round(wide * u), round((SMALL_HEAD + high + SMALL_FOOT) * u)

    middle, width = opposite_column(0, 1, viewport)
    wish = (middle, HIGH * u)
    shown = {socket.card for socket in form.sockets if not socket.paid}
    taken = [(0.0, 0.0, *viewport.score_corner)] if viewport.score_corner[0] else []
    for area in areas:
        cards, site = pos.zones[area.zone], pos.box.zones[area.zone].site
        if shown.intersection(cards) and not area.hand:
            wish = (area.x, area.y)  # the main card leaves its place for the form
        elif area.width and (area.ground or area.hand or site or cards):
            taken.append(_kept_clear(pos, area, u))
    left, top = middle - width / 2, BELOW_TOOLS * u
    low = viewport.height - SHOWN * u
    sizes = [size(part) for part in PARTS]
    found = nearest_room(sizes, wish, taken, (left, top, width, low - top), round(SMALL_GAP * u))
    n, (x, y) = found or (len(PARTS) - 1, (middle, min(HIGH * u, low - sizes[-1][1] / 2)))
    part, (wide, high) = PARTS[n], sizes[n]
    across = y + (SMALL_HEAD - SMALL_FOOT) * u / 2  # in the middle between title and buttons
    places, at = [], x - (sum(highs) * RATIO * part + apart) * u / 2
    for each in highs:
        broad = each * RATIO * part * u
        places.append((at + broad / 2, across, broad, each * part * u))
        at += broad + SMALL_APART * u
    return FormArea(form, x, y, wide, high, tuple(places), y + high / 2 - SMALL_FOOT * u)


def nearest_room(
    sizes: Sequence[tuple[int, int]],
    middle: tuple[float, float],
    taken: Sequence[tuple[float, float, float, float]],
    within: tuple[float, float, float, float],
    gap: int,
) -> tuple[int, tuple[float, float]] | None:
    """Number of the first of `sizes`, px, that fits into free space, and its middle.

    `middle`: wish for it; `taken`, `within`: left, top, width, height, px. None if none fits.
    """
    left, top, width, height = (int(each) for each in within)
    full = [(int(x) - gap, int(y) - gap, int(x) + int(w) + gap, int(y) + int(h) + gap)
            for x, y, w, h in taken]  # fmt: skip
    for n, (wide, high) in enumerate(sizes):
        rows = {
            round(middle[1] - high / 2),
            *(y for _, up, _, low in full for y in (up - high, low)),
        }
        lines = {
            round(middle[0] - wide / 2),
            *(x for at, _, end, _ in full for x in (at - wide, end)),
        }
        free = [
            (x, y)
            for x in lines
            for y in rows
            if left <= x <= left + width - wide
            and top <= y <= top + height - high
            and not any(
                x < end and x + wide > at and y < low and y + high > up for at, up, end, low in full
            )
        ]
        if free:
            places = [((x + wide // 2, y + high // 2), (x, y)) for x, y in free]
            return n, min(places, key=lambda place: (dist(place[0], middle), place[1]))[0]
    return None


def _kept_clear(
    pos: Position[object], area: ZoneArea, u: float
) -> tuple[float, float, float, float]:
    """Left, top, width and height, px, of an area with its building, or with count and title."""
    if site := pos.box.zones[area.zone].site:
        broad, rise = BUILDINGS.get(site, (1.0, 1.0))
        wide = max(broad * area.tall, area.width)
        return area.x - wide / 2, area.y - rise * area.tall, wide, (rise + FALL) * area.tall
    sides = area.width / 2 + SMALL_GAP * u  # its count or title stands out
    high = area.height + (LABEL * u if area.title else 0.0)
    return area.x - sides, area.y - area.height / 2, 2 * sides, high


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
        if tall >= UNCOVERED_SCALE * u:
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
