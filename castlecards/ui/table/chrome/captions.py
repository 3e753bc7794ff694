"""What is said while cards move: a plate above the card of which it is, or at the top, and never
over what tells whose cards lie where."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pygame import Rect

from castlecards.core.cards import NATURE
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.match import Thing
from castlecards.ui.table.model import Same, TableModel
from castlecards.ui.table.view.desk import Desk
from castlecards.ui.table.view.ground import labels
from castlecards.ui.table.view.script import Cue, at
from castlecards.ui.table.view.signs import area_rect, nameplates

SAID = Style("bold", 17, "text")
SHOWN, EACH = 2.0, 0.06  # s that it stays at least, and for each letter of a long one
WIDEST = 560.0  # units of its lines
NEAR = 2.0  # widths of a caption around it in which another place is looked for
BELOW_RING = 54.0  # units from a ring to the foot of what is said there


@dataclass(frozen=True)
class Room:
    """Where captions may stand, px: within `table`, below the tools, and over nothing of `taken`;
    in the middle of `free`, where at the top; above a form, if there is one, and that is free."""

    table: Rect
    free: Rect
    taken: tuple[Rect, ...] = ()
    form: Rect | None = None


def cleared(rect: Rect, taken: Sequence[Rect], within: Rect, gap: int) -> Rect:
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

    def lines(self, look: Look, room: Room) -> list[str]:
        return look.wrap(self.text, SAID, min(look.px(WIDEST), room.free.width - look.px(60)))

    def rect(self, look: Look, room: Room) -> Rect:
        """px, where it is drawn."""
        if self._lies is None or self._lies[0] != (room, look.scale):
            self._lies = (room, look.scale), self._place(look, room)
        return self._lies[1].copy()

    def _place(self, look: Look, room: Room) -> Rect:
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
        return cleared(rect.clamp(within), taken, within, look.px(7))

    def draw(self, canvas: Canvas, room: Room) -> None:
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

    def __init__(self, model: TableModel, desk: Desk) -> None:
        self.model = model
        self.desk = desk
        self.shown: list[Caption] = []
        self._labels: tuple[object, tuple[Rect, ...]] | None = None

    def room(self, look: Look, window: Rect, table: Rect, free: Rect, score: Rect) -> Room:
        """`window`, px: all of it; `score`: the board that lies on the table, or is empty."""
        now = self.desk.now
        key = Same(now), look.scale, tuple(window)
        if self._labels is None or self._labels[0] != key:
            self._labels = key, tuple(labels(look, now, nameplates(self.model.session), window))
        form = area_rect(now.sheet) if now.sheet is not None else None
        taken = (*self._labels[1], score, *([form] if form is not None else []))
        return Room(table, free, taken, form)

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
            ring, u = self.desk.now.round, self.desk.now.stage.u
            return (ring.x, ring.y + ring.radius + BELOW_RING * u) if ring is not None else None
        card, playing = cue.cards[0], self.model.show.player.script
        track = playing.tracks.get(card) if playing else None
        if track is not None:
            here = at(track, cue.at).stance
            return here.x, here.y - here.height / 2
        rect = self.desk.rect_of(Thing(card, -1))
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
        for caption in self.shown:
            caption.left -= dt
        self.shown = [caption for caption in self.shown if caption.left > 0]
        return len(self.shown) < before
