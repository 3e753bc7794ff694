"""Captions over the table: events as they happen, refusals, and the rule of the staged clash.

A caption stands in the middle of the table, or as near to it as the cards leave room. It
never covers a label or a nameplate, nor the path of a flying card.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pygame import Rect

from castlecards.core.cards import NATURE
from castlecards.core.game import Refusal
from castlecards.texts import tr
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign, sign_of
from castlecards.ui.kit.cache import LastValue
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act as Callback
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, draw_plate
from castlecards.ui.table.layout.free_space import first_free, grid_places, nearest_free
from castlecards.ui.table.model import ById, TableModel
from castlecards.ui.table.playback.animation import Cue
from castlecards.ui.table.playback.state import Callout
from castlecards.ui.table.render.labels import label_rects
from castlecards.ui.table.render.table_signs import area_rect, nameplates
from castlecards.ui.table.render.table_view import TableView

STYLES = (Style("bold", 17, "text"), Style("bold", 14, "text"))  # of a caption, tried in order
LINE = 22 / 17  # height of a line, of the size of its type
SHOWN = 2.0  # s, shortest time that a caption stays
EACH = 0.06  # s per letter, time that a long caption stays
WIDTHS = (720.0, 560.0, 330.0, 170.0, 110.0)  # units, longest line of a caption, tried in order
HIGH = 2.0  # px away from the middle that a caption may lie, for each px that it is lower
BELOW_RING = 44.0  # units from a round table to the middle of a caption below it
MIDDLE = 0.42  # share of the table's height above a caption: the hand below is larger
NOTE_STYLE = Style("medium", 15, "ink")
NOTE_READ = 0.075  # s per letter of a refusal
NOTE_WIDE = 300  # units, width of a refusal
LINK_STYLE = Style("medium", 14, "gold_high")  # text of the rule link
LINK = 24.0  # units, height of the rule link
SIDE = 11.0  # units, padding beside the text of the rule link


@dataclass(frozen=True)
class CaptionSpace:
    """Space for captions, px: inside `table`, below the toolbar, and outside `taken`.

    A caption stands at `middle`, above `form` where they would overlap. If there is no place
    without `cards`, it covers some, or is not shown while there is a form.
    """

    table: Rect
    middle: tuple[int, int]
    taken: tuple[Rect, ...] = ()
    cards: tuple[Rect, ...] = ()  # piles and hands
    form: Rect | None = None


class Plate(NamedTuple):
    """Plate of a caption, px, with its lines of text."""

    rect: Rect
    lines: list[str]
    style: Style


@dataclass
class Caption:
    """Caption on a plate. `left`: s still to show."""

    text: str
    sign: SeatSign | None = None  # of the player that the caption speaks of
    left: float = field(init=False)
    _placed: LastValue[Plate] = field(init=False, default_factory=LastValue)

    def __post_init__(self) -> None:
        self.left = max(SHOWN, EACH * len(self.text))

    def rect(self, look: Look, room: CaptionSpace) -> Rect:
        """Rect of the caption, px; cached until `room` or the scale changes."""
        return self._keep(look, room).rect.copy()

    def _keep(self, look: Look, room: CaptionSpace) -> Plate:
        return self._placed.keep((room, look.scale), lambda: self._place(look, room))

    def _place(self, look: Look, room: CaptionSpace) -> Plate:
        """Of all plates that cover no card, a low one near the middle, then the narrowest, whose
        lines are the most even; if there is none, one of small type."""
        taken = [*room.taken, *room.cards]

        def rank(plate: Plate) -> tuple[float, int]:
            rect = plate.rect
            return math.dist(rect.center, room.middle) + HIGH * rect.height, rect.width

        for style in STYLES:
            plates = [self._plate(look, room, style, width, taken) for width in WIDTHS]
            if clear := [plate for plate in plates if plate.rect.collidelist(taken) < 0]:
                return min(clear, key=rank)
        if room.form is not None:  # the log tells it, too
            return Plate(Rect(room.middle, (0, 0)), [], STYLES[0])
        return self._plate(look, room, STYLES[0], WIDTHS[0], room.taken)

    def _plate(
        self, look: Look, room: CaptionSpace, style: Style, most: float, taken: Sequence[Rect]
    ) -> Plate:
        """Plate `most` units wide, as near to the middle as `taken` allows."""
        lines = look.wrap(self.text, style, min(look.px(most), room.table.width - look.px(80)))
        beside = look.px(22) if self.sign is not None else 0
        width = max(look.width(line, style) for line in lines) + look.px(36) + beside
        rect = Rect(0, 0, width, look.px(16) + len(lines) * look.px(round(LINE * style.size)))
        rect.center = room.middle
        within = room.table.inflate(-look.px(20), -look.px(108))
        if room.form is not None and rect.clamp(within).colliderect(room.form):
            rect.midbottom = (room.form.centerx, room.form.top - look.px(10))
        rect, gap = rect.clamp(within), look.px(7)
        place = nearest_free(rect, taken, within, gap)
        if place.collidelist(taken) >= 0:  # far from the middle, beside a form
            place = first_free(grid_places(rect.size, rect, within, gap), taken) or place
        return Plate(place, lines, style)

    def draw(self, canvas: Canvas, room: CaptionSpace) -> None:
        look, (rect, lines, style) = canvas.look, self._keep(canvas.look, room)
        if not lines:
            return
        high = round(LINE * style.size)
        beside = look.px(22) if self.sign is not None else 0
        draw_plate(canvas, rect, 12, 10, 150, look.palette.gold)
        for n, line in enumerate(lines):
            middle = (rect.centerx + beside / 2, rect.top + look.px(8 + high * (n + 0.5)))
            canvas.text(line, middle, style, "c")
        if self.sign is not None:
            draw_sign(
                canvas, self.sign, (rect.left + look.px(22), rect.top + look.px(19)), look.px(6)
            )


class Captions:
    """Captions of one table, placed and timed."""

    def __init__(self, model: TableModel, table_view: TableView) -> None:
        self.model = model
        self.table_view = table_view
        self.shown: list[Caption] = []
        self._labels: LastValue[list[Rect]] = LastValue()
        self._cards: LastValue[tuple[Rect, ...]] = LastValue()
        self.callout_rect = Rect(0, 0, 0, 0)  # px, as drawn last; empty without one
        self.flight_rect = Rect(0, 0, 0, 0)  # px, around the path of the flying card, or empty
        self.panels: Sequence[Rect] = ()  # px: faces, speech bubble, ladder
        self._callout: Callout | None = None  # it replaces the captions

    def room(self, look: Look, window: Rect, table: Rect, beside: Sequence[Rect]) -> CaptionSpace:
        """Build the space for captions. Rects in px; `beside`: panels on the table."""
        now = self.table_view.layout
        names = lambda: label_rects(look, now, nameplates(self.model.session), window)  # noqa: E731
        written = self._labels.keep((ById(now), look.scale, tuple(window)), names)
        form = area_rect(now.sheet) if now.sheet is not None else None
        forms = [form] if form is not None else []
        taken = (*written, *beside, *self.panels, self.callout_rect, self.flight_rect, *forms)
        cards = self._cards.keep(ById(now), lambda: self.table_view.piles(empty=False))
        middle = table.centerx, table.top + round(MIDDLE * table.height)
        if now.round is not None:  # its middle is for the trick
            low = now.round.y + now.round.radius + look.px(BELOW_RING)
            middle = round(now.round.x), round(low)
        return CaptionSpace(table, middle, taken, cards, form)

    def say(self, cues: Iterable[Cue]) -> None:
        """Show one of the due cues: the last one that halts the script, or the last."""
        said = [cue for cue in cues if cue.kind == "said"]
        if said:
            self.show_cue(next((cue for cue in reversed(said) if cue.waits), said[-1]))

    def show_cue(self, cue: Cue) -> None:
        """Show a cue with the sign of the acting seat."""
        sign = sign_of(self.model.session, cue.seat) if cue.seat != NATURE else None
        self.show(cue.text, sign)

    def show(self, text: str, sign: SeatSign | None = None) -> None:
        """Replace the captions with this one."""
        self.shown = [Caption(text, sign)]

    def update(self, dt: float) -> bool:
        """Count the captions down. Returns True if one has expired."""
        before = len(self.shown)
        callout = self.model.playback.callout
        if callout is not None and callout is not self._callout:
            self.shown = []
        self._callout = callout
        for caption in self.shown:
            caption.left -= dt
        self.shown = [caption for caption in self.shown if caption.left > 0]
        return len(self.shown) < before


# -- refusals and rules ----------------------------------------------------------------------------


class RefusalNote(Widget):
    """Refusal on a slip of parchment: says why an action is illegal and links to the rule.

    `at`: px, the place of the attempt. The note avoids the widgets in `beside`.
    """

    shade = 26

    def __init__(
        self, refusal: Refusal, at: tuple[float, float], open_rule: Callable[[], object]
    ) -> None:
        super().__init__("refusal", refusal.text)
        self.refusal = refusal
        self.spot = at
        self.beside: Sequence[Widget] = ()
        self.left = 3.0 + NOTE_READ * len(refusal.text)  # s
        label = tr("Rule {rule}", rule=refusal.rule)
        self.link = Button("refusal_rule", label, open_rule, tall=28)
        self.children = (self.link,) if refusal.rule else ()

    def measure(self, look: Look, width: int) -> Size:
        wide = look.px(NOTE_WIDE)
        lines = look.wrap(self.refusal.text, NOTE_STYLE, wide - look.px(32))
        link = look.px(38) if self.refusal.rule else 0
        return wide, len(lines) * look.line(NOTE_STYLE) + look.px(26) + link

    def place(self, look: Look, rect: Rect) -> None:
        box = Rect((0, 0), self.measure(look, rect.width))
        box.midbottom = (round(self.spot[0]), round(self.spot[1]) - look.px(22))
        if box.top < rect.top + look.px(60):
            box.top = round(self.spot[1]) + look.px(40)
        within = rect.inflate(-look.px(20), -look.px(20))
        taken = [widget.rect for widget in self.beside]
        box = self.rect = nearest_free(box.clamp(within), taken, within, look.px(8))
        wide = self.link.measure(look, box.width)[0]
        self.link.place(
            look, Rect(box.right - wide - look.px(12), box.bottom - look.px(40), wide, look.px(30))
        )

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        canvas.shadow(self.rect, 10, 14, 170)
        canvas.box(self.rect, 10, c.parchment, c.parchment_low, c.crimson, 1.6)
        x, y = self.rect.left + look.px(16), self.rect.top + look.px(12)
        for line in look.wrap(self.refusal.text, NOTE_STYLE, self.rect.width - look.px(32)):
            canvas.text(line, (x, y), NOTE_STYLE)
            y += look.line(NOTE_STYLE)
        super().draw(canvas)


class RuleLink(Button):
    """Small button that opens the rule of the staged clash. The stage positions it on each draw."""

    shade = 6

    def __init__(self, act: Callback) -> None:
        super().__init__("clash_rule", "", act, "quiet", tall=LINK)
        self.rule = ""
        self.spot: tuple[int, int] | None = None
        self.visible = False

    def set_rule(self, rule: str, spot: tuple[int, int] | None) -> None:
        """Set the rule and the centre of the button, px; None hides it."""
        spot = spot if rule else None
        if (rule, spot) != (self.rule, self.spot):
            self.rule, self.spot, self.visible = rule, spot, spot is not None
            self.name = self.text = tr("Rule {rule}", rule=rule)
            self.resized()

    def measure(self, look: Look, width: int) -> Size:
        return look.width(self.text, LINK_STYLE) + look.px(2 * SIDE), look.px(LINK)

    def place(self, look: Look, rect: Rect) -> None:
        self.rect = Rect((0, 0), self.measure(look, rect.width))
        self.rect.center = self.spot or (0, 0)

    def draw(self, canvas: Canvas) -> None:
        c = canvas.look.palette
        edge = c.gold if self.hovered else c.line
        canvas.box(self.rect, LINK / 2, (18, 30, 25), (12, 21, 18), edge)
        canvas.text(self.text, self.rect.center, LINK_STYLE, "c")
