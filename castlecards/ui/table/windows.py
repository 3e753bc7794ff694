"""Any-time windows: what is being answered, who may react, and how often a player is asked.

Two people who share a screen need no curtain for a window: all private cards are hidden and a bar
asks. Whoever passes there has shown nothing; whoever wants to see the own cards goes through the
curtain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pygame import Rect, Vector2

from castlecards.core.action import ATTACK, PASS, Action, Decision
from castlecards.core.cards import NATURE, CardId
from castlecards.core.session import ALWAYS, ATTACKED, NEVER, STOPS, Session
from castlecards.ui.canvas import Canvas
from castlecards.ui.intents import Act
from castlecards.ui.table.history import described
from castlecards.ui.table.match import Thing
from castlecards.ui.table.plates import sign
from castlecards.ui.text import Style
from castlecards.ui.theme import Look
from castlecards.ui.widgets.base import Size, Widget
from castlecards.ui.widgets.button import Button
from castlecards.ui.widgets.panel import draw_panel

if TYPE_CHECKING:
    from castlecards.ui.table.desk import Desk
    from castlecards.ui.table.scene import TableScene

WHO = Style("bold", 17, "gold_high")
WHAT = Style("ui", 14, "text")
WIDE, HIGH, BUTTON = 640, 104, 38  # units
LOW = 50  # units below the bar: hands at the edge of the table
EARLY = 0.35  # s: keys pressed sooner were meant for something else
STOP_WORDS = {ALWAYS: "always", ATTACKED: "when attacked", NEVER: "never"}
STOP_TIP = "How often the game stops to ask whether you want to react"


# -- what is answered -----------------------------------------------------------------------------


def opener(session: Session[Any]) -> int:
    """The line of the log that the pending window answers; -1: none."""
    for at in range(session.at - 1, -1, -1):
        asked = session.positions[at].decision
        if asked is not None and not asked.window:
            return at if asked.seat != NATURE else -1
    return -1


@dataclass(frozen=True, slots=True)
class Cause:
    """The cards with which something was declared, and what it is aimed at."""

    picked: tuple[Thing, ...] = ()
    goals: tuple[Thing, ...] = ()


def cause(session: Session[Any]) -> Cause:
    """What the pending window answers, as far as it still lies on the table."""
    decision = session.decision
    at = opener(session) if decision is not None and decision.window else -1
    if at < 0:
        return Cause()
    before, now = session.positions[at], session.position
    action: Action = session.log[at].action
    tops = [before.zones[zone][-1] for zone in action.zones if before.zones[zone]]
    picked = [*action.cards, *tops]
    there = before.zones[action.to][-1:] if action.to >= 0 else b""
    goals = [action.onto] if action.onto >= 0 else list(there)
    if action.to >= 0 and set(picked) & set(now.zones[action.to]):
        goals = []  # it has been laid there
    gone = {card for card in (*picked, *goals) if _moved(session, at, card)}
    return Cause(
        tuple(Thing(card, now.zone_of(card)) for card in picked if card not in gone or not goals),
        tuple(Thing(card, now.zone_of(card)) for card in goals if card not in gone),
    )


def _moved(session: Session[Any], at: int, card: CardId) -> bool:
    """Does it lie elsewhere than right after that line?"""
    return card not in session.position.zones[session.positions[at + 1].zone_of(card)]


def draw_cause(canvas: Canvas, desk: Desk, found: Cause) -> None:
    """The cards glow, and an arrow leads from each that attacks to what it attacks."""
    desk.draw_glow(canvas, found.picked, Thing())
    desk.draw_glow(canvas, found.goals, found.goals[0] if found.goals else Thing())
    for goal in found.goals:
        for thing in found.picked:
            start, end = desk.rect_of(thing), desk.rect_of(goal)
            if start.width and end.width:
                _arrow(canvas, Vector2(start.center), Vector2(end.center))


def _arrow(canvas: Canvas, start: Vector2, end: Vector2) -> None:
    """Bent a little, from card to card."""
    look, c = canvas.look, canvas.look.palette
    way = end - start
    if way.length() < look.px(30):
        return
    along = way.normalize()
    start, end = start + along * look.px(14), end - along * look.px(10)
    bend = (start + end) / 2 + along.rotate(90) * min(way.length() * 0.12, look.px(40))
    parts = [n / 16 for n in range(17)]
    points = [start * (1 - t) ** 2 + bend * 2 * t * (1 - t) + end * t**2 for t in parts]
    tip = (points[-1] - points[-3]).normalize()
    neck = points[-1] - tip * look.px(18)
    side = tip.rotate(90)
    for colour, more in ((c.gold_high, 2.0), (c.crimson, 0.0)):
        half = look.px(3.5) + look.px(more)
        for one, two in pairwise(points[:-2]):
            further = two + (two - one) * 0.2
            canvas.line(colour, (one.x, one.y), (further.x, further.y), 2 * half)
        wide = look.px(10) + look.px(more)
        head = (points[-1] + tip * look.px(more), neck + side * wide, neck - side * wide)
        canvas.polygon(colour, [(point.x, point.y) for point in head])


# -- words ----------------------------------------------------------------------------------------


def question(decision: Decision) -> str:
    """What a window asks."""
    return "react to the attack?" if decision.window == ATTACK else decision.prompt


def told(session: Session[Any], viewer: int) -> str:
    """What there is to react to: the last thing that was done and was no pass."""
    for at in range(session.at - 1, -1, -1):
        asked, record = session.positions[at].decision, session.log[at]
        if asked is not None and asked.window and record.action == PASS:
            continue
        if record.seat == NATURE:
            return ""
        name = session.name(record.seat)
        text = described(session, at, viewer)
        return f"{name}: {text}" if name else text
    return ""


# -- stops ----------------------------------------------------------------------------------------


class StopButton(Button):
    """How often a player is asked; a click leads to the next of the three."""

    def __init__(self, scene: TableScene, player: int, tall: float = 30) -> None:
        key = scene.app.reader.bindings.title(Act.STOPS)
        tip = f"{STOP_TIP}  ({key})" if key else STOP_TIP
        super().__init__("stops", self.words(scene, player), self._next, "quiet", tip, tall=tall)
        self.scene = scene
        self.player = player

    @staticmethod
    def words(scene: TableScene, player: int) -> str:
        return f"Ask me: {STOP_WORDS[scene.session.stops[player]]}"

    def _next(self) -> None:
        next_stop(self.scene, self.player)


def next_stop(scene: TableScene, player: int) -> None:
    """The next way to be asked; it counts from the next window on and is saved with the match."""
    session = scene.session
    session.stops[player] = STOPS[(STOPS.index(session.stops[player]) + 1) % len(STOPS)]
    scene.app.keep.autosave(session)
    scene.board.stops_changed()


# -- the bar --------------------------------------------------------------------------------------


class WindowBar(Widget):
    """Who may react to what, at a screen that several people share."""

    shade = 40
    touchable = True
    animated = True

    def __init__(self, scene: TableScene, decision: Decision) -> None:
        session = scene.session
        self.side = session.position.box.sides[decision.seat]
        self.who = f"{session.name(decision.seat)}: {question(decision)}"
        self.what = told(session, scene.eyes.viewer)
        super().__init__("window", self.who)
        self.scene = scene
        self.clock = -1.0
        describe = session.game.describe
        seen = session.view(decision.seat)
        self.age = 0.0
        self.passes = Button("pass", describe(PASS, seen), self._pass, "primary", tall=BUTTON)
        self.look = Button("look", "Look at my cards", scene.asking.look, tall=BUTTON)
        self.stops = StopButton(scene, session.owner(decision.seat), BUTTON)
        self.decision = decision

    @property
    def children(self) -> Sequence[Widget]:
        return (self.passes, self.look, self.stops)

    def update(self, dt: float) -> None:
        self.age += dt

    def _pass(self) -> None:
        if self.age >= EARLY and self.scene.session.decision is self.decision:
            self.scene.submit(self.decision.seat, PASS)

    def tell(self, clock: float) -> None:
        if clock != self.clock:
            self.clock = clock
            self.changed()

    def measure(self, look: Look, width: int) -> Size:
        return min(look.px(WIDE), width - look.px(24)), look.px(HIGH)

    def place(self, look: Look, rect: Rect) -> None:
        size = self.measure(look, rect.width)
        self.rect = Rect((0, 0), size)
        self.rect.midbottom = (rect.centerx, rect.bottom - look.px(LOW))
        pad, gap = look.px(14), look.px(10)
        y = self.rect.bottom - pad - look.px(BUTTON)
        room = self.rect.width - 2 * pad - 2 * gap
        wides = [button.measure(look, room)[0] for button in (self.passes, self.look, self.stops)]
        spare = max(0, room - sum(wides))
        fit = min(1.0, room / max(sum(wides), 1))
        x = self.rect.left + pad
        for button, wide in zip((self.passes, self.look, self.stops), wides, strict=True):
            wide = round(wide * fit) + (spare if button is self.passes else 0)
            button.place(look, Rect(x, y, wide, look.px(BUTTON)))
            x += wide + gap

    def draw(self, canvas: Canvas) -> None:
        look, c = canvas.look, canvas.look.palette
        draw_panel(canvas, self.rect, radius=12)
        x, y = self.rect.left + look.px(18), self.rect.top + look.px(22)
        sign(canvas, self.side, (x + look.px(5), y), look.px(6))
        room = self.rect.width - look.px(52)
        who, style = look.fit(self.who, WHO, room)
        at = canvas.text(who, (x + look.px(20), y), style, "w")
        if self.what:
            left = at.right + look.px(14)
            text, style = look.fit(self.what, WHAT, self.rect.right - left - look.px(18))
            canvas.text(text, (left, y), style, "w")
        if self.clock >= 0:
            bar = Rect(self.rect.left + look.px(14), self.rect.top + look.px(39), 0, look.px(4))
            bar.width = self.rect.width - look.px(28)
            canvas.box(bar, 2, c.inset)
            bar.width = round(bar.width * min(self.clock, 1.0))
            if bar.width > 3:
                canvas.box(bar, 2, c.gold if self.clock > 0.25 else c.danger_text)
        super().draw(canvas)
