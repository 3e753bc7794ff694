"""Popups over the table: which of several actions, cards spread out, taking back, the menu.

They close when the window loses the focus while several people share the screen, and the table
below drops its curtain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat
from castlecards.core.landing import Limits
from castlecards.ui.dialog import Answer, Dialog, Menu, Overlay
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets import focus
from castlecards.ui.kit.widgets.base import Act as Deed
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.kit.widgets.button import Button
from castlecards.ui.kit.widgets.label import Label, heading
from castlecards.ui.kit.widgets.panel import Panel
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.routes import Replay, Rules, Settings
from castlecards.ui.scene import Go, Push
from castlecards.ui.table.chrome.saving import SaveUnder
from castlecards.ui.table.match import Thing, is_button
from castlecards.ui.table.names import capital
from castlecards.ui.table.view.curtain import hides

if TYPE_CHECKING:
    from castlecards.ui.table.scene import TableScene

CARDS = ((4, 350.0), (6, 250.0), (12, 200.0), (99, 160.0))  # up to so many: units of height


class Curtained(Overlay):
    """Closes when the curtain falls on the table below."""

    scene: TableScene

    def handle(self, intent: Intent) -> Go:
        on = self.hidden(intent)
        if on is None:
            return super().handle(intent)
        self.close()
        self.go(on)
        return self._taken()

    def hidden(self, intent: Intent) -> Go | None:
        """Where the table goes that is covered now; None: it is not."""
        return self.scene.handle(intent) if hides(self.scene.eyes.shared, intent) else None


class OverTable(Curtained):
    """The keyboard begins at the first thing that may be chosen; the clock of the match runs on."""

    def __init__(self, scene: TableScene) -> None:
        super().__init__(scene.app)
        self.scene = scene

    def update(self, dt: float) -> Go:
        session = self.scene.session
        if session.clock and self.scene.picking is not None:
            if session.left <= dt and self.timed_out():
                return self._taken()
            if self.scene.asking.tick(dt):
                self.close()
        return super().update(dt)

    def timed_out(self) -> bool:
        """The time is up: has an answer been given? Else the default is."""
        return False

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        first = not self._built
        super().layout(look, size)
        ring = focus.ring(self.layer.root)
        if first and ring:
            self.layer.focus_on(ring[0], ring=self.scene.board.layer.ring)

    def answer(self, action: Action) -> None:
        """Closes and plays."""
        self.close()
        decision = self.scene.session.decision
        if decision is not None:
            self.scene.submit(decision.seat, action)


class Choices(OverTable):
    """Several actions fit: which one?"""

    def __init__(self, scene: TableScene, actions: Sequence[Action]) -> None:
        super().__init__(scene)
        self.actions = tuple(actions)

    def build(self) -> Widget:
        buttons: list[Widget] = []
        for n, action in enumerate(self.actions):
            act = lambda action=action: self.answer(action)  # noqa: E731
            buttons.append(Button(f"choice:{n}", self.scene.model.describe(action), act, wide=250))
        buttons.append(Button("close", "Not now", self.close, "quiet"))
        rows: Widget = Column(buttons, 8)
        if len(buttons) > 7:
            rows = Row(buttons, 8, side="centre")
        return Centre(Panel(Column([heading(self._title), Space(2), rows])), widest=640, pad=16)

    def close(self) -> None:
        """What was dropped glides home, if it is not played."""
        super().close()
        self.scene.hands.drop_home()

    @property
    def _title(self) -> str:
        """What is asked; where there is more to do than with the one card in hand, its name."""
        decision = self.scene.session.decision
        cards = {action.cards for action in self.actions}
        if decision is not None and set(decision.options) <= {*self.actions, PASS}:
            return self.scene.session.named(decision.prompt)
        if len(cards) == 1 and len(next(iter(cards))) == 1:
            name = self.scene.model.card_name(next(iter(cards))[0])
            return f"{capital(name)}: what shall it do?"
        if len(cards) == 1 and next(iter(cards)):
            return "What shall these cards do?"
        return self.scene.session.named(decision.prompt) if decision is not None else "Which?"


class CardButton(Widget):
    """A card that is chosen by a click or Enter."""

    focusable = True
    shade = 22
    radius = 8

    def __init__(
        self, scene: TableScene, card: CardId, act: Deed | None, high: float, up: bool = True
    ) -> None:
        super().__init__(f"card:{card}", scene.model.card_name(card))
        self.scene = scene
        self.card = card
        self.act = act
        self.high = high
        self.up = up  # its face is shown
        self.enabled = act is not None

    def measure(self, look: Look, width: int) -> Size:
        high = look.px(self.high)
        return round(high * 63.5 / 95), high

    def draw(self, canvas: Canvas) -> None:
        look, desk = canvas.look, self.scene.desk
        seen = self.scene.view
        face = seen.position.faces[self.card]
        look_ = desk.sprites.seen(self.card, face, self.up)
        high = look.px(self.high)
        image = desk.sprites.shaded(look_, high)
        centre = (self.rect.centerx, self.rect.top + high / 2)
        lift = look.px(6) if self.hovered and self.enabled else 0
        rect = canvas.blit_centred(image, (centre[0], centre[1] - lift))
        if not self.enabled:
            canvas.veil((16, 26, 21, 130), rect.inflate(-look.px(30), -look.px(30)))

    def activate(self) -> None:
        if self.act is not None:
            self.act()


class Spread(OverTable):
    """Cards that cannot be reached where they lie; those that may be chosen are bright."""

    def __init__(
        self, scene: TableScene, text: str, cards: Sequence[CardId], look_only: bool = False
    ) -> None:
        super().__init__(scene)
        self.text = text
        self.cards = tuple(cards)
        self.look_only = look_only

    def build(self) -> Widget:
        decision = None if self.look_only else self.scene.session.decision
        high = next(size for most, size in CARDS if len(self.cards) <= most or most == 99)
        row = Row([self._card(card, decision, high) for card in self.cards], 18, side="centre")
        rest: list[Widget] = []
        if decision is not None:
            others = [action for action in decision.options if not action.cards]
            for n, action in enumerate(others):
                act = lambda action=action: self.answer(action)  # noqa: E731
                rest.append(
                    Button(f"option:{n}:{action.verb}", self.scene.model.describe(action), act)
                )
        rest.append(Button("close", "Back to the table", self.close, "quiet"))
        body = Scroll(row) if len(self.cards) > 12 else row
        column = Column([heading(self.text, align="centre"), body, Row(rest, side="centre")])
        each = 18 + high * 63.5 / 95
        wide = min(max(each * len(self.cards) + 90, 560), 1160)
        tall = 740 if len(self.cards) > 12 else 0
        return Centre(Panel(column), widest=wide, tallest=tall, pad=16)

    def _card(self, card: CardId, decision: Decision | None, high: float) -> CardButton:
        if self.look_only:
            return CardButton(self.scene, card, self.close, high)
        allowed = decision is not None and any(card in a.cards for a in decision.options)
        act = (lambda: self._choose(card)) if allowed else None
        return CardButton(self.scene, card, act, high)

    def _choose(self, card: CardId) -> None:
        self.close()
        picking = self.scene.picking
        if picking is not None:
            zone = self.scene.session.position.zone_of(card)
            self.scene.outcome(picking.choose(Thing(card, zone)), (0, 0))


class Consent(OverTable):
    """Taking back what others have seen: everybody at the screen agrees, by name.

    All of them look now, so nobody's cards lie open behind it.
    """

    def __init__(self, scene: TableScene, seat: Seat) -> None:
        super().__init__(scene)
        scene.cover()
        self.seat = seat

    def build(self) -> Widget:
        session = self.scene.session
        name = session.name(self.seat)
        people = [session.names[n] for n in self.scene.eyes.people]
        others = [other for other in people if other != name]
        agree = others[0] if len(others) == 1 else ", ".join(others[:-1]) + " and " + others[-1]
        text = (
            f"{name} would like to take back the last move. Cards or throws that have been seen "
            f"since then cannot be unseen. Does {agree} agree?"
        )
        buttons: list[Widget] = [
            Button("refuse", f"{agree}: no", self.close),
            Button("agree", f"{agree}: yes, take it back", self._agree, "primary"),
        ]
        column = Column(
            [heading(f"{name} asks"), Label(text), Space(4), Row(buttons, side="right")]
        )
        return Centre(Panel(column), widest=620, pad=16)

    def _agree(self) -> None:
        self.close()
        self.scene.board.take_back(self.seat, True)


class Question(Curtained, Dialog):
    """A question over the table."""

    def __init__(
        self, scene: TableScene, heading: str, text: str, answers: Sequence[Answer]
    ) -> None:
        super().__init__(scene.app, heading, text, answers)
        self.scene = scene


class TableMenu(Curtained, Menu):
    """Everything that is not a move."""

    def __init__(self, scene: TableScene) -> None:
        answers = [
            Answer("resume", "Back to the game", lambda: None, "primary"),
            Answer("save", "Save under a name ...", self._save),
            Answer("replay", "Look back over the moves", self._replay),
            Answer("look_over", "Show the whole table", scene.look_over),
            Answer("rules", "Rulebook", self._rules),
            Answer("settings", "Settings", lambda: Push(Settings())),
            Answer("leave", "Leave the table", self._leave),
        ]
        super().__init__(scene.app, scene.session.game.title, answers)
        self.scene = scene

    def _save(self) -> Go:
        return Push(SaveUnder(self.app, self.scene.session, self.hidden))

    def _rules(self) -> Go:
        return Push(Rules(self.scene.session.game.id))

    def _replay(self) -> Go:
        return Push(Replay(self.scene.session))

    def _leave(self) -> Go:
        session = self.scene.session
        if not self.app.settings.confirm_leave or session.over or not session.log:
            return self.scene.leave()
        text = "The game is saved and can be taken up again from the title."
        answers = [
            Answer("stay", "Stay", lambda: None),
            Answer("go", "Leave", self.scene.leave, "primary"),
        ]
        return Push(Question(self.scene, "Leave the table?", text, answers))


def needs_panel(scene: TableScene, decision: Decision) -> tuple[CardId, ...]:
    """The cards to spread out: whatever may be done takes one that cannot be clicked where it lies.

    Where other things may be done too, the pile itself is clicked for them (`reach`).
    """
    desk = scene.desk
    if isinstance(decision.aim, Limits):
        return ()
    wanted = [action for action in decision.options if not is_button(action)]
    named = dict.fromkeys(card for action in wanted for card in action.cards)
    unseen = {card for card in named if not desk.reachable(card)}
    hidden = {card for card in unseen if scene.view.face(card) is not None}
    if not hidden or any(hidden.isdisjoint(action.cards) for action in wanted):
        return ()
    return tuple(named)
