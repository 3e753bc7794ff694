"""Popups over the table: action chooser, card spread, pile inspector, undo consent, menu, saving.

If several people share the screen, a popup closes when the window loses the focus, and the table
lowers its curtain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat, Zone
from castlecards.core.landing import Limits
from castlecards.core.sentence_templates import joined_list
from castlecards.store import StoreError
from castlecards.texts import capital, ntr, tr
from castlecards.ui.dialog import Answer, Dialog, Menu, Overlay
from castlecards.ui.keep import title
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.theme import SMALL, Look
from castlecards.ui.kit.widgets.base import Act as Callback
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Kind, Label, Panel, heading
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.routes import Lobby, Replay, Rules, Settings
from castlecards.ui.scene import Back, Go, Push
from castlecards.ui.services import Services
from castlecards.ui.table.commands import (
    AskPhones,
    Command,
    Do,
    EndTurn,
    LeaveTable,
    Navigate,
    OpenPopup,
    PutBack,
    ResetCamera,
    Submit,
    command_for,
)
from castlecards.ui.table.input.action_matching import Target, is_button
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.pointer.covered_cards import covered_choices, pile_contents
from castlecards.ui.table.render.table_view import TableView, from_bottom, pile_title
from castlecards.ui.table.viewer import must_hide

CARDS = ((4, 350.0), (6, 250.0), (12, 200.0), (99, 160.0))  # (most cards, card height in units)
BACK = tr("Back to the table")
SAVE = tr("Save")
LONGEST = 80  # letters, name of a saved game
ABOUT = tr("A copy of this moment. Your game goes on unchanged.")
TAKEN = tr("A saved game already has this name. Saving replaces it.")


@dataclass(frozen=True)
class PopupHost:
    """Table that a popup opens over, read-only. `ring`: True if the keyboard was used last."""

    app: Services
    model: TableModel
    table_view: TableView
    ring: bool = False


class PrivatePopup(Overlay):
    """Popup that returns commands to the table, and closes when the table must hide its cards."""

    model: TableModel

    def handle(self, intent: Intent) -> Go:
        viewer = self.model.viewer
        if must_hide(viewer.is_shared, intent, viewer.covers_hand):
            self.go(Back(intent))
            return self._take_change()
        return super().handle(intent)

    def take(self, answer: Answer) -> None:
        self.done(answer.act())

    def done(self, *commands: Command | None) -> None:
        """Close the popup and hand the commands to the table."""
        self.go(Back(tuple(command for command in commands if command is not None)))


class TablePopup(PrivatePopup):
    """Popup that focuses its first choice and keeps the clock of the match running."""

    def __init__(self, host: PopupHost) -> None:
        super().__init__(host.app)
        self.host = host
        self.model = host.model

    def update(self, dt: float) -> Go:
        session, decision = self.model.session, self.model.session.decision
        if session.clock and decision is not None and self.model.selection is not None:
            if session.left <= dt:
                if not self.timed_out():
                    self.done(Submit(decision.seat, decision.default))
                return self._take_change()
            session.tick(dt)
        return super().update(dt)

    def timed_out(self) -> bool:
        """Answer when the time is up. Returns False to submit the default action."""
        return False

    def focus_first(self) -> None:
        ring = self.layer.focusables
        if ring:
            self.layer.focus_on(ring[0], ring=self.host.ring)

    def answer(self, action: Action) -> None:
        """Close the popup and submit the action."""
        decision = self.model.session.decision
        self.done(Submit(decision.seat, action) if decision is not None else None)


class ActionChooser(TablePopup):
    """Chooser between several actions that fit the same gesture."""

    def __init__(self, host: PopupHost, actions: Sequence[Action]) -> None:
        super().__init__(host)
        self.actions = tuple(actions)

    def build(self) -> Widget:
        buttons: list[Widget] = []
        for n, action in enumerate(self.actions):
            act = lambda action=action: self.answer(action)  # noqa: E731
            buttons.append(Button(f"choice:{n}", self.model.describe(action), act, wide=250))
        buttons.append(Button("close", tr("Cancel"), self.close, "quiet"))
        rows: Widget = Column(buttons, 8)
        if len(buttons) > 7:
            rows = Row(buttons, 8, side="centre")
        return Centre(Panel(Column([heading(self._title), Space(2), rows])), widest=640, pad=16)

    def done(self, *commands: Command | None) -> None:
        """Close, and return a dropped card to its place unless it is played."""
        super().done(PutBack(), *commands)

    def close(self) -> None:
        self.done()

    @property
    def _title(self) -> str:
        """Title: the prompt, or the name of the card if other cards have actions too."""
        decision = self.model.session.decision
        cards = {action.cards for action in self.actions}
        if decision is not None and set(decision.options) <= {*self.actions, PASS}:
            return self.model.session.with_player_names(decision.prompt)
        if len(cards) == 1 and len(next(iter(cards))) == 1:
            name = self.model.card_name(next(iter(cards))[0])
            return tr("{card}: what should it do?", card=capital(name))
        if len(cards) == 1 and next(iter(cards)):
            return tr("What should these cards do?")
        return (
            self.model.session.with_player_names(decision.prompt)
            if decision is not None
            else tr("Which one?")
        )


class CardButton(Widget):
    """Button that shows a card. `act` None disables it; `high`: height in units."""

    focusable = True
    shade = 22
    radius = 8

    def __init__(
        self, host: PopupHost, card: CardId, act: Callback | None, high: float, up: bool = True
    ) -> None:
        super().__init__(f"card:{card}", host.model.card_name(card))
        self.host = host
        self.card = card
        self.act = act
        self.high = high
        self.up = up  # face up
        self.enabled = act is not None
        face = host.model.view.face(card)
        self.help = host.model.session.with_player_names(face.text) if face is not None else ""

    def measure(self, look: Look, width: int) -> Size:
        high = look.px(self.high)
        return round(high * 63.5 / 95), high

    def draw(self, canvas: Canvas) -> None:
        look, table_view = canvas.look, self.host.table_view
        seen = self.host.model.view
        face = seen.position.faces[self.card]
        look_ = table_view.sprites.visible_side(self.card, face, self.up)
        high = look.px(self.high)
        image = table_view.sprites.with_shadow(look_, high)
        centre = (self.rect.centerx, self.rect.top + high / 2)
        lift = look.px(6) if self.hovered and self.enabled else 0
        rect = canvas.blit_centred(image, (centre[0], centre[1] - lift))
        if not self.enabled:
            canvas.veil((16, 26, 21, 130), rect.inflate(-look.px(30), -look.px(30)))

    def activate(self) -> None:
        if self.act is not None:
            self.act()


class SpreadDialog(TablePopup):
    """Dialog with covered cards spread out. Cards that cannot be chosen are dimmed."""

    dismissible = True

    def __init__(
        self, host: PopupHost, text: str, cards: Sequence[CardId], look_only: bool = False
    ) -> None:
        super().__init__(host)
        self.text = text
        self.cards = tuple(cards)
        self.look_only = look_only

    def build(self) -> Widget:
        decision = None if self.look_only else self.model.session.decision
        high = next(size for most, size in CARDS if len(self.cards) <= most or most == 99)
        row = Row([self._card(card, decision, high) for card in self.cards], 18, side="centre")
        rest: list[Widget] = []
        if decision is not None:
            others = [action for action in decision.options if not action.cards]
            for n, action in enumerate(others):
                act = lambda action=action: self.answer(action)  # noqa: E731
                rest.append(Button(f"option:{n}:{action.verb}", self.model.describe(action), act))
        kind: Kind = "quiet" if rest else "plain"  # a single button has the plain look
        rest.append(Button("close", BACK, self.close, kind))
        body = Scroll(row) if len(self.cards) > 12 else row
        column = Column([heading(self.text, align="centre"), body, Row(rest, side="centre")])
        each = 18 + high * 63.5 / 95
        wide = min(max(each * len(self.cards) + 90, 560), 1160)
        tall = 740 if len(self.cards) > 12 else 0
        return Centre(Panel(column), widest=wide, tallest=tall, pad=16)

    @property
    def spoken(self) -> tuple[str, str]:
        """Title, and the card with the focus with its number."""
        told, words = super().spoken
        focus = self.layer.focus
        if words and isinstance(focus, CardButton):
            n, count = self.cards.index(focus.card) + 1, len(self.cards)
            words = tr("{item}, {n} of {count}", item=words, n=n, count=count)
        return told, words

    def _card(self, card: CardId, decision: Decision | None, high: float) -> CardButton:
        if self.look_only:
            return CardButton(self.host, card, self.close, high)
        allowed = decision is not None and any(card in a.cards for a in decision.options)
        act = (lambda: self._choose(card)) if allowed else None
        return CardButton(self.host, card, act, high)

    def _choose(self, card: CardId) -> None:
        selection = self.model.selection
        if selection is None:
            self.close()
            return
        target = Target(card, self.model.session.position.zone_of(card))
        self.done(*command_for(selection.choose(target), selection.decision.seat, (0, 0)))


class PileInspector(SpreadDialog):
    """Dialog with the cards of a pile, bottom to top, to inspect them or choose a covered one.

    The right mouse button, a click without another meaning, or Enter opens it at any time.
    """

    def __init__(self, host: PopupHost, zone: Zone) -> None:
        text = pile_title(host.table_view.title(zone))
        cards = pile_contents(host.table_view, host.model.selection, zone)
        super().__init__(host, text, cards, look_only=True)
        self.zone = zone
        self.lit = covered_choices(host.table_view, host.model.selection, zone)

    def _card(self, card: CardId, decision: object, high: float) -> CardButton:
        spot = self.host.table_view.layout.by_card[card]
        button = CardButton(self.host, card, self.close, high, spot.up)
        if self.lit:
            button.act = (lambda: self._choose(card)) if card in self.lit else None
            button.enabled = card in self.lit
        if not spot.up:
            number = self.cards.index(card) + 1
            button.name = from_bottom(number)
        return button


class UndoConsent(TablePopup):
    """Dialog that asks the other people at the screen to agree to an undo, by name.

    All of them look at the screen now, so the table behind it must hide all private cards.
    """

    def __init__(self, host: PopupHost, seat: Seat) -> None:
        super().__init__(host)
        self.seat = seat

    def build(self) -> Widget:
        session = self.model.session
        name = session.name(self.seat)
        asking = session.owner(self.seat)
        others = [session.names[n] for n in self.model.viewer.at_screen if n != asking]
        agree = joined_list(others)
        text = ntr(
            len(others),
            "{name} wants to undo the last move. What has been seen stays seen. Does {all} agree?",
            "{name} wants to undo the last move. What has been seen stays seen. Do {all} agree?",
            name=name, all=agree,
        )  # fmt: skip
        agrees = lambda: self.done(AskPhones(self.seat))  # noqa: E731
        buttons: list[Widget] = [
            Button("refuse", tr("{name}: refuse", name=agree), self.close),
            Button("agree", tr("{name}: allow it", name=agree), agrees, "primary"),
        ]
        column = Column(
            [
                heading(tr("{name} asks", name=name)),
                Label(text),
                Space(4),
                Row(buttons, side="right"),
            ]
        )
        return Centre(Panel(column), widest=620, pad=16)


class TableQuestion(PrivatePopup, Dialog):
    """Dialog over the table with a question and its answers."""

    def __init__(self, host: PopupHost, heading: str, text: str, answers: Sequence[Answer]) -> None:
        super().__init__(host.app, heading, text, answers)
        self.model = host.model


class CostlyMove(TableQuestion):
    """Dialog before a costly move: play it, ask the coach, or think again."""

    def __init__(self, host: PopupHost, command: Submit | EndTurn, text: str) -> None:
        answers = (
            Answer("costly.play", tr("Play it"), lambda: replace(command, sure=True)),
            Answer("costly.coach", tr("Ask the coach"), lambda: Do(Act.HINT)),
            Answer("costly.back", tr("Think again"), lambda: None, "primary"),
        )
        super().__init__(host, tr("Are you sure?"), text, answers)

    def done(self, *commands: Command | None) -> None:
        """Close, and return a dropped card to its place unless it is played."""
        super().done(PutBack(), *commands)

    def close(self) -> None:
        self.done()


class PhoneAway(TableQuestion):
    """Dialog while the phone of a player who is asked is out of reach; its return closes it."""

    def __init__(self, host: PopupHost, player: int) -> None:
        session = host.model.session
        name = session.names[player]
        lobby = Navigate(Push(Lobby(session, playing=True)))
        answers = (
            Answer("away.leave", tr("Save and leave"), LeaveTable),
            Answer("away.here", tr("{name} plays here", name=name), self._move_here),
            Answer("away.code", tr("Show the code again"), lambda: lobby, "primary"),
        )
        text = tr(
            "The match waits. Wake the phone, open its page again, or let {name} play on this "
            "screen.",
            name=name,
        )
        title = tr("{name}’s phone is asleep or out of reach", name=name)
        super().__init__(host, title, text, answers)
        self.player = player

    def _move_here(self) -> None:
        self.app.phones.move_to_screen(self.player)

    def update(self, dt: float) -> Go:
        if self.app.phones.has_joined(self.player):
            self.close()
        return super().update(dt)


class TableMenu(PrivatePopup, Menu):
    """Menu of the table: everything that is not a move."""

    def __init__(self, host: PopupHost) -> None:
        session = host.model.session
        answers = [
            Answer("resume", tr("Back to the game"), lambda: None, "primary"),
            Answer("save", tr("Save as …"), self._save),
            Answer("replay", tr("Replay"), lambda: Navigate(Push(Replay(session)))),
            Answer("look_over", tr("Show the whole table"), ResetCamera),
            Answer("rules", tr("Rulebook"), lambda: Navigate(Push(Rules(session.game.id)))),
            Answer("settings", tr("Settings"), lambda: Navigate(Push(Settings()))),
            Answer("leave", tr("Leave the table"), self._leave),
        ]
        if host.model.viewer.people and not session.practice:
            lobby = Push(Lobby(session, playing=True))
            answers.insert(-1, Answer("phones", tr("Phones …"), lambda: Navigate(lobby)))
        super().__init__(host.app, session.game.title, answers)
        self.host = host
        self.model = host.model

    def _save(self) -> Command:
        return OpenPopup(SaveAsDialog(self.host))

    def _leave(self) -> Command:
        session = self.model.session
        if not self.app.settings.confirm_leave or session.over or not session.log:
            return LeaveTable()
        kept = tr("Your game is saved. You can continue it from the main menu.")
        text = tr("This is practice, so it is not saved.") if session.practice else kept
        answers = [
            Answer("stay", tr("Stay"), lambda: None),
            Answer("go", tr("Leave"), LeaveTable, "primary"),
        ]
        return OpenPopup(TableQuestion(self.host, tr("Leave the table?"), text, answers))


def needs_panel(model: TableModel, table_view: TableView, decision: Decision) -> tuple[CardId, ...]:
    """Cards that must be spread out in a dialog, because every option needs a covered one.

    Returns () if some option needs none; a click on the pile then opens it (see `covered_cards`).
    """
    if isinstance(decision.aim, Limits):
        return ()
    wanted = [action for action in decision.options if not is_button(action)]
    named = dict.fromkeys(card for action in wanted for card in action.cards)
    unseen = {card for card in named if not table_view.is_clickable(card)}
    hidden = {card for card in unseen if model.view.face(card) is not None}
    if not hidden or any(hidden.isdisjoint(action.cards) for action in wanted):
        return ()
    return tuple(named)


class SaveAsDialog(PrivatePopup):
    """Dialog that saves a copy of the match under a name, with a warning before replacing one.

    Enter saves, Esc cancels.
    """

    def __init__(self, host: PopupHost) -> None:
        super().__init__(host.app)
        self.model = host.model
        self.name = title(self.model.session)[:LONGEST]
        self._names = {entry.title.casefold() for entry in self.app.keep.copies()}
        self._notice = Label(ABOUT, SMALL, id="save.notice")
        self._button = Button("save.yes", SAVE, self.save, "primary", wide=140)

    def build(self) -> Widget:
        field = Field(
            "save.name", tr("Name of the saved game"), self.name, self._write, self.save,
            tr("Name"), LONGEST, wide=520,
        )  # fmt: skip
        field.all = True  # typing begins a new name
        buttons: list[Widget] = [
            Button("save.no", tr("Cancel"), self.close, wide=120),
            self._button,
        ]
        self._write(self.name)
        row = Row(buttons, side="right")
        rows = [heading(tr("Save as")), field, self._notice, Space(4), row]
        return Centre(Panel(Column(rows)), widest=620, pad=16)

    def focus_first(self) -> None:
        self.layer.focus_on(self.find("save.name"), ring=False)

    @property
    def replaces(self) -> bool:
        """True if a saved game already has this name."""
        return self.name.strip().casefold() in self._names

    def save(self) -> None:
        """Save and close. If saving fails, show the error and stay open."""
        name = self.name.strip()
        if not name:
            return
        try:
            self.app.keep.copy(self.model.session, name)
        except StoreError as error:
            self.app.notify(str(error), "error")
            return
        self.app.notify(tr("Saved as {name}.", name=name))
        self.close()

    def _write(self, text: str) -> None:
        self.name = text
        taken = self.replaces
        self._notice.set(TAKEN if taken else ABOUT)
        self._notice.style = Label("", SMALL, tone="danger_text" if taken else None).style
        self._button.text = self._button.name = tr("Replace") if taken else SAVE
        self._button.enabled = bool(text.strip())
        self._button.changed()
