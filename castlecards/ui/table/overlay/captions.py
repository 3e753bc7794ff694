"""Words that come over the table: what is said while cards move, why something was refused, and the
rule of a clash, with a way to read it.

What is said stands above the card of which it is, or at the top, and never over what tells whose
cards lie where.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pygame import Rect

from castlecards.core.cards import NATURE
from castlecards.core.game import Refusal
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act as Deed
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.model import ById, TableModel
from castlecards.ui.table.playback.animation import Cue, frame_at
from castlecards.ui.table.playback.state import ThrowVerdict
from castlecards.ui.table.render.static_layer import labels
from castlecards.ui.table.render.table_signs import area_rect, nameplates
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw import verdict_panel

SAID = Style("bold", 17, "text")
SHOWN, EACH = 2.0, 0.06  # s that it stays at least, and for each letter of a long one
WIDEST = 560.0  # units of its lines
NEAR = 2.0  # widths of a caption around it in which another place is looked for
BELOW_RING = 54.0  # units from a ring to the foot of what is said there
NOTE = Style("medium", 15, "ink")
NOTE_READ = 0.075  # s a character, and a few more to notice it
NOTE_WIDE = 300  # units
LINKED = Style("medium", 12.5, "gold_high")  # on the link
LINK, SIDE = 24.0, 11.0  # units: its height, beside the words


@dataclass(frozen=True)
class CaptionSpace:
    """Where captions may stand, px: within `table`, below the tools, and over nothing of `taken`;
    in the middle of `free`, where at the top; above a form, if there is one, and that is free."""

    table: Rect
    free: Rect
    taken: tuple[Rect, ...] = ()
    form: Rect | None = None


def clear_of(rect: Rect, taken: Sequence[Rect], within: Rect, gap: int) -> Rect:
    """The nearest place that covers nothing that is `taken`, `gap` px from it; `rect` itself where
    there is none. `within`: px, what it does not leave."""
    if rect.collidelist(taken) < 0:
        return rect
    around = rect.inflate(NEAR * rect.width, NEAR * rect.width)
    near = [other for other in taken if around.colliderect(other)]
    places = [place.clamp(within) for place in _beside(rect, near, gap)]
    clear = [place for place in places if place.collidelist(taken) < 0]
    return min(clear, key=lambda place: math.dist(place.center, rect.center), default=rect)


def _beside(rect: Rect, taken: Sequence[Rect], gap: int) -> Iterator[Rect]:
    """Places at the four sides of what is there and at their corners, a gap away, each as near as
    possible to the one wanted."""
    rows = [rect.y, *(y for other in taken for y in (other.top - gap - rect.h, other.bottom + gap))]
    lines = [
        rect.x,
        *(x for other in taken for x in (other.left - gap - rect.w, other.right + gap)),
    ]
    for x in lines:
        for y in rows:
            yield Rect(x, y, *rect.size)


@dataclass
class Caption:
    """`at`: px, above a card; None: at the top. `left`: s that it still stays."""

    text: str
    at: tuple[float, float] | None = None
    sign: SeatSign | None = None  # of the player whom it speaks of
    left: float = field(init=False)
    _lies: tuple[object, Rect] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.left = max(SHOWN, EACH * len(self.text))

    def lines(self, look: Look, room: CaptionSpace) -> list[str]:
        return look.wrap(self.text, SAID, min(look.px(WIDEST), room.free.width - look.px(60)))

    def rect(self, look: Look, room: CaptionSpace) -> Rect:
        """px, where it is drawn."""
        if self._lies is None or self._lies[0] != (room, look.scale):
            self._lies = (room, look.scale), self._place(look, room)
        return self._lies[1].copy()

    def _place(self, look: Look, room: CaptionSpace) -> Rect:
        lines = self.lines(look, room)
        beside = look.px(22) if self.sign is not None else 0
        width = max(look.width(line, SAID) for line in lines) + look.px(36) + beside
        rect = Rect(0, 0, width, look.px(16) + len(lines) * look.px(22))
        rect.center = (room.free.centerx, look.px(128))
        if self.at is not None:
            rect.midbottom = (round(self.at[0]), round(self.at[1]) - look.px(10))
        within, taken = room.table.inflate(-look.px(20), -look.px(108)), room.taken
        if room.form is not None and rect.clamp(within).colliderect(room.form):
            rect.midbottom = (room.form.centerx, room.form.top - look.px(10))
        elif self.at is not None:  # nor over the card of which it is
            head = Rect(0, 0, look.px(60), look.px(60))
            head.midtop = (round(self.at[0]), round(self.at[1]))
            taken = (*taken, head)
        return clear_of(rect.clamp(within), taken, within, look.px(7))

    def draw(self, canvas: Canvas, room: CaptionSpace) -> None:
        look, lines, rect = canvas.look, self.lines(canvas.look, room), self.rect(canvas.look, room)
        beside = look.px(22) if self.sign is not None else 0
        canvas.shadow(rect, 12, 10, 150)
        canvas.box(rect, 12, look.palette.panel, look.palette.panel_low, look.palette.gold)
        for n, line in enumerate(lines):
            middle = (rect.centerx + beside / 2, rect.top + look.px(19 + 22 * n))
            canvas.text(line, middle, SAID, "c")
        if self.sign is not None:
            draw_sign(
                canvas, self.sign, (rect.left + look.px(22), rect.top + look.px(19)), look.px(6)
            )


class Captions:
    """What is said at one table."""

    def __init__(self, model: TableModel, table_view: TableView) -> None:
        self.model = model
        self.table_view = table_view
        self.shown: list[Caption] = []
        self._labels: tuple[object, tuple[Rect, ...]] | None = None
        self._judged: ThrowVerdict | None = None  # of it no more is said than stands there

    def room(self, look: Look, window: Rect, table: Rect, free: Rect, score: Rect) -> CaptionSpace:
        """`window`, px: all of it; `score`: the board that lies on the table, or is empty."""
        now = self.table_view.layout
        key = ById(now), look.scale, tuple(window)
        if self._labels is None or self._labels[0] != key:
            self._labels = key, tuple(labels(look, now, nameplates(self.model.session), window))
        form = area_rect(now.sheet) if now.sheet is not None else None
        taken = (*self._labels[1], score, *([form] if form is not None else []))
        if self.model.playback.verdict is not None:
            taken = (*taken, verdict_panel.verdict_rect(look, window))
        return CaptionSpace(table, free, taken, form)

    def say(self, cues: Iterable[Cue]) -> None:
        """What falls due at once: of several things that are said that for which all waits."""
        said = [cue for cue in cues if cue.kind == "said"]
        if said:
            self.tell(next((cue for cue in reversed(said) if cue.waits), said[-1]))

    def tell(self, cue: Cue) -> None:
        """What is said while cards move, above the card of which it is."""
        sign = sign_of(self.model.session, cue.seat) if cue.seat != NATURE else None
        self.put(cue.text, self._place(cue), sign)  # which names whom it speaks of already

    def _place(self, cue: Cue) -> tuple[float, float] | None:
        """Where the card is, at this moment, that something is said about; of none: below a ring,
        where there is one, for seats lie all around it."""
        if not cue.cards:
            ring, u = self.table_view.layout.round, self.table_view.layout.viewport.u
            return (ring.x, ring.y + ring.radius + BELOW_RING * u) if ring is not None else None
        card, playing = cue.cards[0], self.model.playback.animation.script
        track = playing.tracks.get(card) if playing else None
        if track is not None:
            here = frame_at(track, cue.at).shape
            return here.x, here.y - here.height / 2
        rect = self.table_view.rect_of(Target(card, -1))
        return (float(rect.centerx), float(rect.top)) if rect.width else None

    def put(
        self, text: str, at: tuple[float, float] | None = None, sign: SeatSign | None = None
    ) -> None:
        self.shown = [Caption(text, at, sign)]

    def unplaced(self) -> None:
        """The table lies elsewhere in the window: what was said above a card is said at the top."""
        for caption in self.shown:
            caption.at = caption._lies = None

    def update(self, dt: float) -> bool:
        """Whether one has gone."""
        before = len(self.shown)
        judged = self.model.playback.verdict
        if judged is not None and judged is not self._judged:
            self.shown = []
        self._judged = judged
        for caption in self.shown:
            caption.left -= dt
        self.shown = [caption for caption in self.shown if caption.left > 0]
        return len(self.shown) < before


# -- with the rule ---------------------------------------------------------------------------------


class RefusalNote(Widget):
    """Why not: a slip of parchment at `at`, where something was tried, over nothing of `beside`;
    `open_rule` shows the cited rule."""

    shade = 26

    def __init__(
        self, refusal: Refusal, at: tuple[float, float], open_rule: Callable[[], object]
    ) -> None:
        super().__init__("refusal", refusal.text)
        self.refusal = refusal
        self.spot = at
        self.beside: Sequence[Widget] = ()
        self.left = 3.0 + NOTE_READ * len(refusal.text)  # s
        label = f"Rule {refusal.rule}"
        self.link = Button("refusal_rule", label, open_rule, tall=28)
        self.children = (self.link,) if refusal.rule else ()

    def measure(self, look: Look, width: int) -> Size:
        wide = look.px(NOTE_WIDE)
        lines = look.wrap(self.refusal.text, NOTE, wide - look.px(32))
        link = look.px(38) if self.refusal.rule else 0
        return wide, len(lines) * look.line(NOTE) + look.px(26) + link

    def place(self, look: Look, rect: Rect) -> None:
        box = Rect((0, 0), self.measure(look, rect.width))
        box.midbottom = (round(self.spot[0]), round(self.spot[1]) - look.px(22))
        if box.top < rect.top + look.px(60):
            box.top = round(self.spot[1]) + look.px(40)
        within = rect.inflate(-look.px(20), -look.px(20))
        taken = [widget.rect for widget in self.beside]
        box = self.rect = clear_of(box.clamp(within), taken, within, look.px(8))
        wide = self.link.measure(look, box.width)[0]
        self.link.place(
            look, Rect(box.right - wide - look.px(12), box.bottom - look.px(40), wide, look.px(30))
        )

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        canvas.shadow(self.rect, 10, 14, 170)
        canvas.box(self.rect, 10, c.parchment, c.parchment_low, c.crimson, 1.6)
        x, y = self.rect.left + look.px(16), self.rect.top + look.px(12)
        for line in look.wrap(self.refusal.text, NOTE, self.rect.width - look.px(32)):
            canvas.text(line, (x, y), NOTE)
            y += look.line(NOTE)
        super().draw(canvas)


class RuleLink(Button):
    """The rule of the clash on the stage, as a small button. It stands where the stage has it: that
    tells it, whenever it is drawn."""

    shade = 6

    def __init__(self, act: Deed) -> None:
        super().__init__("clash_rule", "", act, "quiet", tall=LINK)
        self.rule = ""
        self.spot: tuple[int, int] | None = None
        self.visible = False

    def tell(self, rule: str, spot: tuple[int, int] | None) -> None:
        """Where its middle is, px; None: nowhere. Lays the layer out anew where that changes."""
        spot = spot if rule else None
        if (rule, spot) != (self.rule, self.spot):
            self.rule, self.spot, self.visible = rule, spot, spot is not None
            self.name = self.text = f"Rule {rule}"
            self.resized()

    def measure(self, look: Look, width: int) -> Size:
        return look.width(self.text, LINKED) + look.px(2 * SIDE), look.px(LINK)

    def place(self, look: Look, rect: Rect) -> None:
        self.rect = Rect((0, 0), self.measure(look, rect.width))
        self.rect.center = self.spot or (0, 0)

    def draw(self, canvas: Canvas) -> None:
        c = canvas.look.palette
        edge = c.gold if self.hovered else c.line
        canvas.box(self.rect, LINK / 2, (18, 30, 25), (12, 21, 18), edge)
        canvas.text(self.text, self.rect.center, LINKED, "c")
