"""Reorder dialog: the cards of a pile in rows, dragged or moved by keys into a new order.

The first card is the top of the pile. `table.input.reorder` turns the order into actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect

from castlecards.core.action import PASS, Decision
from castlecards.core.cards import CardId, Face
from castlecards.texts import ntr, tr
from castlecards.ui.dialog import Answer
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent, Pos
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, heading
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row
from castlecards.ui.scene import Go, Scene
from castlecards.ui.table.commands import Command, OpenPopup, ReorderPile, Submit
from castlecards.ui.table.input.action_matching import buttons
from castlecards.ui.table.input.reorder import movable_cards, reorder_chain
from castlecards.ui.table.layout.model import RATIO
from castlecards.ui.table.overlay.popups import (
    ActionChooser,
    PopupHost,
    SpreadDialog,
    TablePopup,
    TableQuestion,
    needs_panel,
)
from castlecards.ui.table.overlay.prompt_panel import MOST_BUTTONS
from castlecards.ui.table.render.table_view import large_rect
from castlecards.ui.table.viewer import must_hide

TALLEST = 210  # units, largest height of a card
LEAST = 60  # units, smallest height of a card
TALL = 470  # units, largest height of all rows
GAP = 9  # units between cards
ENDS = 26  # units above the rows, for the line on the top end
REST = 0.7  # s of rest over a card before it is enlarged
END = Style("bold", 14, "gold_high")
NUMBER = Style("bold", 14, "text")
ENDS_TEXT = tr("1 is the top card, {last} the bottom card.")
TOP = tr("1 is the top card.")
HOW = tr("Drag a card to its place. Or use the arrow keys; Enter picks a card up or puts it down.")


# -- presets --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Preset:
    """Sort order offered by a button. `key`: sort key of a known face."""

    id: str
    text: str
    key: Callable[[Face], tuple[object, ...]]


PRESETS = (
    Preset("low", tr("Lowest on top"), lambda face: (face.rank, face.suit)),
    Preset("high", tr("Highest on top"), lambda face: (-face.rank, face.suit)),
    Preset("suit", tr("By suit"), lambda face: (face.suit, face.rank)),
)


# -- the tray -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SlotCallbacks:
    """Callbacks of a card slot.

    By pointer: `take`, `drag`, `drop`. By keys: `lift` (pick up or put down) and `carry`.
    """

    take: Callable[[CardId, Pos], None]
    drag: Callable[[Pos], None]
    drop: Callable[[], None]
    lift: Callable[[CardId], None]
    carry: Callable[[CardId, int, int], bool]


class CardSlot(Widget):
    """Card of the tray as a focusable, draggable widget."""

    focusable = True
    enters = True  # Enter lifts the card and puts it down
    shade = 16
    radius = 7

    def __init__(self, card: CardId, name: str, callbacks: SlotCallbacks) -> None:
        super().__init__(f"card:{card}", name)
        self.callbacks = callbacks
        self.card = card

    def measure(self, look: Look, width: int) -> Size:
        return self.rect.size

    def press(self, pos: Pos, clicks: int) -> None:
        self.callbacks.take(self.card, pos)

    def drag(self, pos: Pos) -> None:
        self.callbacks.drag(pos)

    def release(self, pos: Pos) -> None:
        self.callbacks.drop()

    def activate(self) -> None:
        self.callbacks.lift(self.card)

    def move(self, dx: int, dy: int) -> bool:
        return self.callbacks.carry(self.card, dx, dy)


class Tray(Widget):
    """Cards in rows, top of the pile first. `locked` cards cannot move."""

    shade = 30

    def __init__(
        self, host: PopupHost, decision: Decision, cards: Sequence[CardId], locked: set[CardId]
    ) -> None:
        super().__init__("tray", tr("Cards in order"))
        self.host = host
        self.pile = host.model.session.position.zones[decision.order]
        self.order = list(cards)  # top first
        self.locked = locked
        callbacks = SlotCallbacks(self.take, self.drag, self.drop, self.lift, self.carry)
        name = host.model.card_name
        self.slots = {card: CardSlot(card, name(card), callbacks) for card in cards}
        self.children = list(self.slots.values())
        self.carried = -1  # by keys
        self.grabbed = -1  # by the pointer
        self.pointer: Pos = (0, 0)
        self._start: Pos = (0, 0)
        self._order_before: list[CardId] = []
        self._card_height = 1
        self._step = (1, 1)
        self._per_row = 1  # cards a row

    # Layout

    def _fit(self, look: Look, width: int) -> tuple[int, int]:
        """Largest card height that fits, px, and the cards in a row."""
        count, gap = max(len(self.order), 1), look.px(GAP)
        best = (look.px(LEAST), max(1, width // (round(look.px(LEAST) * RATIO) + gap)))
        for rows in range(1, count + 1):
            each = -(-count // rows)
            wide = (width - gap * (each - 1)) / each
            high = (look.px(TALL) - gap * (rows - 1)) / rows
            size = int(min(wide / RATIO, high, look.px(TALLEST)))
            if size > best[0]:
                best = (size, each)
        return best

    def measure(self, look: Look, width: int) -> Size:
        high, each = self._fit(look, width)
        rows = -(-len(self.order) // each)
        return width, rows * high + (rows - 1) * look.px(GAP) + look.px(ENDS) + look.px(8)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self._card_height, self._per_row = self._fit(look, rect.width)
        gap = look.px(GAP)
        wide = round(self._card_height * RATIO)
        self._step = (wide + gap, self._card_height + gap)
        used = min(self._per_row, len(self.order)) * self._step[0] - gap
        left = rect.left + max(0, rect.width - used) // 2
        for n, card in enumerate(self.order):
            row, column = divmod(n, self._per_row)
            x = left + column * self._step[0]
            y = rect.top + look.px(ENDS) + row * self._step[1]
            self.slots[card].rect = Rect(x, y, wide, self._card_height)

    def _nearest(self, pos: Pos) -> int:
        """Index in the order of the slot nearest to a point."""
        slots = [self.slots[card].rect.center for card in self.order]
        return min(
            range(len(slots)),
            key=lambda n: (slots[n][0] - pos[0]) ** 2 + 2 * (slots[n][1] - pos[1]) ** 2,
        )

    # Changes

    def set(self, order: Sequence[CardId]) -> None:
        """Set the order, top first."""
        self.order = list(order)
        self.children = [self.slots[card] for card in order]
        if self.layer is not None and self.layer.look is not None:
            self.place(self.layer.look, self.rect)
        self.changed()

    def move_to(self, card: CardId, at: int) -> None:
        """Move a card to index `at`; does nothing if the order would be illegal."""
        at = min(max(at, 0), len(self.order) - 1)
        if card in self.locked or self.order[at] == card:
            return
        order = [other for other in self.order if other != card]
        order.insert(at, card)
        if self._is_legal(order):
            self.set(order)

    def _is_legal(self, order: Sequence[CardId]) -> bool:
        """True if the order leaves cards placed earlier in the chain where they are."""
        wanted = order[::-1]
        now = [card for card in self.pile if card in wanted]
        return not self.locked.intersection(reorder_chain(now, wanted))

    def take(self, card: CardId, pos: Pos) -> None:
        self._start = self.pointer = pos
        self._order_before = list(self.order)
        self.grabbed = -1 if card in self.locked else card
        self.carried = -1
        self.changed()

    def drag(self, pos: Pos) -> None:
        self.pointer = pos
        if self.grabbed >= 0:
            far = abs(pos[0] - self._start[0]) + abs(pos[1] - self._start[1])
            if far > 6:
                self.move_to(self.grabbed, self._nearest(pos))
            self.changed()

    def drop(self) -> None:
        if self.grabbed >= 0 and self.order != self._order_before:
            self.host.app.play("snap", 0.3)
        self.grabbed = -1
        self.changed()

    def lift(self, card: CardId) -> None:
        """Pick up a card with Enter, or put down the carried one."""
        self.carried = -1 if self.carried >= 0 or card in self.locked else card
        self.host.app.play("snap", 0.25)
        self.changed()

    def put_back(self) -> bool:
        """Cancel a drag or carry. A dragged card returns. Returns False if there was none."""
        busy = self.carried >= 0 or self.grabbed >= 0
        if self.grabbed >= 0:
            self.set(self._order_before)
        self.carried = self.grabbed = -1
        self.changed()
        return busy

    def carry(self, card: CardId, dx: int, dy: int, along: bool = False) -> bool:
        """Move the focus by an arrow key, or the card itself if it is carried or `along`."""
        at = self.order.index(card)
        to = at + dx + dy * self._per_row
        if not 0 <= to < len(self.order):
            return self.carried >= 0 or along
        if self.carried == card or along:
            self.move_to(card, to)
        elif self.layer is not None:
            self.layer.focus_on(self.slots[self.order[to]])
        return True

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        first = self.slots[self.order[0]].rect
        last = len(self.order)
        text = ENDS_TEXT.format(last=last) if last > 1 else TOP
        canvas.text(text, (first.left, first.top - look.px(15)), END, "w")
        rest = [card for card in self.order if card not in (self.grabbed, self.carried)]
        for card in [*rest, *(card for card in (self.carried, self.grabbed) if card >= 0)]:
            self._card(canvas, card)

    def _card(self, canvas: Canvas, card: CardId) -> None:
        look, c, table_view = canvas.look, canvas.look.palette, self.host.table_view
        rect = self.slots[card].rect
        face = self.host.model.view.position.faces[card]
        image = table_view.sprites.with_shadow(
            table_view.sprites.visible_side(card, face, True), self._card_height
        )
        centre = (float(rect.centerx), float(rect.centery))
        held = card == self.grabbed and self.order != self._order_before
        if card == self.grabbed:
            by = (self.pointer[0] - self._start[0], self.pointer[1] - self._start[1])
            far = held or abs(by[0]) + abs(by[1]) > 6
            centre = (float(self.pointer[0]), float(self.pointer[1])) if far else centre
        elif card == self.carried:
            centre = (centre[0], centre[1] - look.px(12))
        canvas.blit_centred(image, centre)
        if card == self.carried:
            rim = rect.move(0, -look.px(12)).inflate(look.px(6), look.px(6))
            canvas.ring(rim, 8, c.gold_high, 3)
        if card in self.locked:
            canvas.veil((16, 26, 21, 130), rect)
        number = str(self.order.index(card) + 1)
        at = (round(centre[0]), round(centre[1] + rect.height / 2 - look.px(11)))
        plate = Rect(0, 0, look.px(16) + look.width(number, NUMBER) // 2, look.px(17))
        plate.center = at
        canvas.box(plate, 8, (14, 30, 23), (10, 22, 17), c.gold_low)
        canvas.text(number, at, NUMBER, "c")


# -- the popup ------------------------------------------------------------------------------------


class ReorderDialog(TablePopup):
    """Popup for a reordering. `decision`: any decision of its chain."""

    def __init__(self, host: PopupHost, decision: Decision) -> None:
        super().__init__(host)
        self.decision = decision
        self.free = movable_cards(decision)
        zone = self.model.session.position.zones[decision.order]
        known = [c for c in zone if c in self.free or self.model.view.can_see(c)]
        rest = [card for card in known if card not in self.free]
        while rest and zone[: len(rest)] != bytes(rest):
            rest.pop()  # leave out only an unbroken run at the bottom
        shown = [card for card in zone if card not in rest]
        self.now = tuple(reversed(shown))  # top first
        self.rest = len(rest)
        draft = self.model.draft
        order = draft[1] if draft is not None and draft[0] == decision else self.now
        self.tray = Tray(host, decision, order, set(shown) - set(self.free))
        self._rest = 0.0
        self._zoom = False

    def build(self) -> Widget:
        session = self.model.session
        title = session.with_player_names(session.position.box.zones[self.decision.order].title)
        prompt = self.decision.prompt
        text = f"{title}. {HOW}" if title and title.casefold() not in prompt.casefold() else HOW
        if self.rest:
            text = ntr(
                self.rest, "{text} {n} more card is below.", "{text} {n} more cards are below.",
                text=text,
            )  # fmt: skip
        sorts: list[Widget] = [
            Button(f"sort:{one.id}", one.text, lambda one=one: self.sort(one))  # type: ignore[misc]
            for one in PRESETS
        ]
        sorts.append(Button("sort:was", tr("Original order"), lambda: self.tray.set(self.now)))
        ends: list[Widget] = [
            Button("close", tr("Look at the table"), self.close, "quiet"),
            Button("arrange.done", tr("Done"), self.finish, "primary", wide=150),
        ]
        bottom = Row([*sorts, *ends], 10, side="right")
        column = Column([heading(prompt, align="centre"), Label(text), self.tray, bottom], 10)
        return Centre(Panel(column, 24), widest=1180, pad=10)

    def sort(self, preset: Preset) -> None:
        """Sort the movable cards; unknown ones come last."""
        view = self.model.view
        free = [card for card in self.now if card in self.free]

        def key(card: CardId) -> tuple[bool, tuple[object, ...]]:
            face = view.face(card)
            return face is None, preset.key(face) if face is not None else ()

        free.sort(key=key)
        locked = [card for card in self.now if card not in self.free]
        self.tray.carried = -1
        self.tray.set([*free, *locked])

    @property
    def _is_pending(self) -> bool:
        return self.model.session.decision is self.decision

    def finish(self) -> None:
        self._save_draft()
        wanted = ReorderPile(self.decision, tuple(self.tray.order[::-1]))
        self.done(wanted if self._is_pending else None)

    def close(self) -> None:
        self._save_draft()
        self.done()

    def _save_draft(self) -> None:
        """Save the unfinished order as a draft for the next time the dialog opens."""
        if self._is_pending:
            self.model.draft = (self.decision, tuple(self.tray.order))

    def leave(self) -> None:
        """Handle Esc: put down a carried card, or ask to leave the pile as it is."""
        if self.tray.put_back():
            return
        answers = [
            Answer("arrange.leave", tr("Keep this order"), self._leave_unchanged),
            Answer("arrange.back", tr("Keep arranging"), self._reopen, "primary"),
        ]
        text = tr("The pile stays in its present order.")
        self._save_draft()
        self.done(OpenPopup(TableQuestion(self.host, tr("Stop arranging?"), text, answers)))

    def _reopen(self) -> Command:
        return OpenPopup(self)

    def _leave_unchanged(self) -> Command | None:
        self.model.draft = None
        passes = self._is_pending and PASS in self.decision.options
        return Submit(self.decision.seat, PASS) if passes else None

    def timed_out(self) -> bool:
        """Submit the order as it is now."""
        self.finish()
        return True

    # Keys and pointer

    def handle(self, intent: Intent) -> Go:
        viewer = self.model.viewer
        if must_hide(viewer.is_shared, intent, viewer.covers_hand):
            self._save_draft()
        slot = self.layer.focus
        self._zoom = isinstance(intent, intents.Command) and intent.act == Act.ZOOM and intent.down
        match intent:
            case intents.Hover() | intents.Drag() | intents.Grab():
                self._rest = 0.0
            case intents.Leave():
                self.tray.put_back()
        if isinstance(slot, CardSlot):
            match intent:
                case intents.Move(dx, dy, mods) if mods & {"shift", "ctrl"}:
                    self.layer.ring = True
                    self.tray.carry(slot.card, dx, dy, along=True)
                    return self._take_change()
                case intents.Command(Act.LOFT_UP, down=True):
                    self.tray.move_to(slot.card, 0)
                    return self._take_change()
                case intents.Command(Act.LOFT_DOWN, down=True):
                    self.tray.move_to(slot.card, len(self.tray.order))
                    return self._take_change()
        return super().handle(intent)

    def update(self, dt: float) -> Go:
        before = self._zoomed()
        self._rest += dt
        if self._zoomed() is not before:
            self._all = True
        return super().update(dt)

    def _zoomed(self) -> CardSlot | None:
        """Slot of the enlarged card: under the resting pointer, or while the zoom key is held."""
        over = next((slot for slot in self.tray.slots.values() if slot.hovered), None)
        if over is None or self.tray.grabbed >= 0 or self.tray._card_height > 200:
            return None
        known = self.model.view.face(over.card) is not None
        return over if known and (self._rest >= REST or self._zoom) else None

    def draw(self, canvas: Canvas) -> None:
        slot = self._zoomed()
        if slot is not None:
            self._all = True
        super().draw(canvas)
        if slot is not None:
            buttons = [w.rect for w in self.layer.root.walk() if isinstance(w, Button)]
            rect = large_rect(canvas.look, canvas.rect, slot.rect, buttons)
            self.host.table_view.draw_large(canvas, slot.card, rect)
            self._all = True  # redraw what it covered


def spread_popup(host: PopupHost) -> Scene | None:
    """Popup for a decision that cannot be answered on the table itself; None if it can.

    A reordering, covered cards to spread out, or more options than the prompt panel holds.
    """
    model, session = host.model, host.model.session
    decision = session.decision
    if decision is None:
        return None
    if decision.order >= 0 and model.selection is not None:
        return ReorderDialog(host, decision)
    cards = needs_panel(model, host.table_view, decision)
    if cards:
        return SpreadDialog(host, session.with_player_names(decision.prompt), cards)
    options = buttons(decision.options)
    many = len(options) > MOST_BUTTONS and len(options) == len(decision.options)
    return ActionChooser(host, options) if many else None
