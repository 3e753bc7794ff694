"""Labels of the table: titles of piles, card counts, nameplates of hands, and where they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from pygame import Rect

from castlecards.core.cards import Seat, Zone
from castlecards.core.position import Position
from castlecards.ui.cardart.seat_signs import draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.kit.theme import LEAST, ROOMY, Look, Style
from castlecards.ui.table.layout.model import RATIO, Layout, ZoneArea
from castlecards.ui.table.layout.pile_layout import without_owner
from castlecards.ui.table.render import table_signs
from castlecards.ui.table.render.round_table import seal_rect
from castlecards.ui.table.render.table_signs import Nameplate

PILE_TITLE = Style("ui", 14, "text")
PLATE = Style("medium", 14, "text")
SIGNED = 15  # units of extra width for the sign of a player
SHORTEST = 4  # letters; longer names are cut here


def draw_labels(
    canvas: RecordingCanvas,
    layout: Layout,
    names: Mapping[Zone, Nameplate],
    areas: Iterable[ZoneArea],
) -> None:
    """Draw the titles of piles and the nameplates of hands."""
    large = layout.field is None
    for area in areas:
        if area.hand and not area.own and layout.round is not None:
            canvas.part(("count", area), partial(table_signs.draw_count, area=area, large=False))
        elif area.hand and not area.own:
            whose = names.get(area.zone)
            # an empty hand without a player has none
            if area.count or (whose is not None and whose.name):
                canvas.part(("plate", area, whose), partial(_draw_nameplate, area, whose))
        elif _has_title(area):
            canvas.part(("caption", area, large), partial(_draw_title, area, large))


def _has_title(area: ZoneArea) -> bool:
    return bool(area.width) and area.mark is None and not area.hand and not area.part


def draw_counts(
    canvas: Canvas, areas: Iterable[ZoneArea], zones: Collection[Zone], large: bool
) -> None:
    """Draw the card counts of `zones` again, above a glow or above cards of an animation."""
    for area in areas:
        if area.zone in zones and _has_title(area):
            _draw_count(canvas, area, large)


def _draw_count(canvas: Canvas, area: ZoneArea, large: bool) -> None:
    """Draw the card count of a pile, if it has one to show."""
    if area.count > large and area.shows_count:
        table_signs.draw_count(canvas, area, large)


def _draw_title(area: ZoneArea, large: bool, canvas: Canvas) -> None:
    """Draw the title below a pile, in one or two lines, and its card count."""
    for text, style, y in _title_lines(canvas.look, area):
        canvas.text(text, (area.x, y), style, "n")
    _draw_count(canvas, area, large)


def _title_lines(look: Look, area: ZoneArea) -> list[tuple[str, Style, float]]:
    """Lines of a pile title: text, style and upper edge, px."""
    high = area.tall * RATIO if area.angle else area.height
    y = area.y + high / 2 + look.px(5)
    room = round(area.label or max(area.width + look.px(22), look.px(68)))
    lines = [area.title] if area.label else _wrapped_title(look, area.title, room)
    fitted = [_fitted_line(look, line, room) for line in lines if line]
    return [(text, style, y + n * look.px(13)) for n, (text, style) in enumerate(fitted) if text]


def _fitted_line(look: Look, line: str, room: int) -> tuple[str, Style]:
    """Line of a title within `room` px and its style. If a title is too long in readable type, it
    is left out, but for its number: the cards of the place show what it is."""
    shown, style = look.fit(line, PILE_TITLE, room)
    small = look.scale >= ROOMY and style.size < min(PILE_TITLE.size, LEAST / look.scale)
    if shown == line and not small:
        return shown, style
    number = line.rpartition(" ")[2]
    return (number if number.isdecimal() else ""), PILE_TITLE


def _wrapped_title(look: Look, title: str, room: int) -> list[str]:
    """Title in at most two lines. If it is too long, the name of the owner is left out: place and
    colour of the pile show the owner."""
    lines = look.wrap(title, PILE_TITLE, room)
    if len(lines) > 2 and "’s " in title:
        return look.wrap(without_owner(title), PILE_TITLE, room)[:2]
    return lines[:2]


def title_rects(look: Look, layout: Layout) -> list[Rect]:
    """Rectangles of the pile titles, px."""
    found = []
    for area in filter(_has_title, layout.areas):
        for text, style, y in _title_lines(look, area):
            rect = Rect(0, 0, look.width(text, style), look.line(style))
            rect.midtop = (round(area.x), round(y))
            found.append(rect)
    return found


def label_rects(
    look: Look, layout: Layout, names: Mapping[Zone, Nameplate], window: Rect
) -> list[Rect]:
    """Rectangles of all labels, px: titles of piles, nameplates of hands, seat plates."""
    found = title_rects(look, layout) + [rect for _, rect in table_signs.fan_titles(look, layout)]
    if layout.round is not None:
        for plate in layout.round.plates:
            rect = Rect(0, 0, round(plate.width), round(plate.height))
            rect.center = (round(plate.x), round(plate.y))
            found += [rect, seal_rect(plate, layout.round.size)]
        return found
    for area in layout.areas:
        whose = names.get(area.zone)
        if area.hand and not area.own and ((whose is not None and whose.name) or area.count):
            found.append(nameplate_layout(look, area, whose, window)[2])
    return found


def nameplate_layout(
    look: Look, area: ZoneArea, whose: Nameplate | None, window: Rect
) -> tuple[str, Style, Rect, int]:
    """Nameplate of a small hand: text, style, rectangle and width of the sign, px.

    A long name is shortened or left out, a long title left out, the card count is not."""
    name = (whose.name if whose is not None else "") if area.is_only_hand else area.title
    near = area.y > window.height / 2
    beside = look.px(SIGNED) if whose is not None and name else 0
    count, edges, style = str(area.count), beside + look.px(18), look.label(PLATE)
    whole, room = name, round(area.label) - edges
    if area.is_only_hand and area.label and not look.cut(f"{name}: {count}", style, room):
        style = look.fit(f"{name}: {count}", style, room)[1]
    elif name and area.label:
        room -= look.width(f": {count}", style)
        if not area.is_only_hand and look.width(name, style) > room:
            name = name.partition(" ")[0]  # "Soldiers" for "Soldiers in hand"
        shown, style = look.fit(name, style, room)
        readable = len(shown) >= min(SHORTEST, len(whole)) if area.is_only_hand else shown == name
        name = shown if readable else ""
    text = f"{name}: {count}" if name else count
    rect = Rect(0, 0, look.width(text, style) + edges, look.px(20))
    y = area.y - area.height / 2 - look.px(11) if near else area.y + area.height / 2 + look.px(13)
    rect.center = (round(area.x), round(y))
    return text, style, rect.clamp(window), beside


def _draw_nameplate(area: ZoneArea, whose: Nameplate | None, canvas: Canvas) -> None:
    """Draw the nameplate beside a small hand: sign, name and card count."""
    look = canvas.look
    text, style, rect, beside = nameplate_layout(look, area, whose, canvas.rect)
    canvas.box(rect, 9, (14, 30, 23), (10, 22, 17), (58, 84, 62))
    canvas.text(text, (rect.centerx + beside / 2, rect.centery), style, "c")
    if whose is not None and beside:
        draw_sign(canvas, whose.sign, (rect.left + look.px(14), rect.centery), look.px(4.6))


def draw_owner_plates(
    canvas: Canvas,
    layout: Layout,
    pos: Position[object],
    names: Mapping[Zone, Nameplate],
    active: Seat,
) -> None:
    """Draw the owner's nameplate at the rearmost place of each seat, if sides have several."""
    specs = pos.box.zones
    look = canvas.look
    for seat in range(pos.box.seats):
        own = [spec.mark for spec in specs if spec.owner == seat and spec.mark is not None]
        hand = next((zone for zone in names if specs[zone].owner == seat), None)
        if not own or hand is None or not names[hand].name:
            continue
        rear = max(own, key=lambda mark: abs(mark.y))
        ahead = 47.0 if rear.y < 0 else -47.0
        x, y = layout.camera.project(rear.x / 10, rear.y / 10 + ahead)
        text, beside, style = names[hand].name, look.px(SIGNED), look.label(PLATE)
        rect = Rect(0, 0, look.width(text, style) + beside + look.px(18), look.px(18))
        rect.center = (round(x), round(y))
        gold = seat == active
        canvas.box(rect, 8, (14, 30, 23), (10, 22, 17), look.palette.gold if gold else (58, 84, 62))
        tone = look.palette.gold_high if gold else look.palette.muted
        canvas.text(text, (rect.centerx + beside / 2, rect.centery), style, "c", tone)
        draw_sign(canvas, names[hand].sign, (rect.left + look.px(14), rect.centery), look.px(4.6))
