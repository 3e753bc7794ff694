"""What is written around the table: the decision corner, score, tools, captions, the move list.

The board only says what the scene knows, and hands back what was chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.action import Action, Decision, Illegal
from castlecards.core.cards import NATURE
from castlecards.core.game import Refusal
from castlecards.core.landing import Limits
from castlecards.store import StoreError
from castlecards.ui.canvas import Canvas
from castlecards.ui.intents import Act, Intent
from castlecards.ui.table.eyes import NOBODY
from castlecards.ui.table.hint import suggestion
from castlecards.ui.table.history import Drawer, latest
from castlecards.ui.table.match import Thing, buttons
from castlecards.ui.table.panels import Choices, Consent, Spread, TableMenu, needs_panel
from castlecards.ui.table.plates import SIDES, IconButton, ScoreBoard, SpotWidget, score_of
from castlecards.ui.table.prompt import MOST_BUTTONS, Ask, Corner, Overlay, Root
from castlecards.ui.table.refuse import Note
from castlecards.ui.text import Style
from castlecards.ui.theme import Look
from castlecards.ui.widgets.button import Button
from castlecards.ui.widgets.layer import Layer

if TYPE_CHECKING:
    from castlecards.ui.table.scene import TableScene

CAPTION = Style("bold", 17, "text")
SHOWN = 2.0  # s, a caption
SPEEDS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)


@dataclass
class Caption:
    text: str
    at: tuple[float, float] | None  # px, above a card; None: at the top
    left: float  # s


class Board:
    """The overlay of one table scene."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        app = scene.app
        bind = app.reader.bindings.title
        self.tools = [
            IconButton("hint", "ui/hint", "Hint", self.hint, app.art, bind(Act.HINT)),
            IconButton("undo", "ui/undo", "Undo", self.undo, app.art, bind(Act.UNDO)),
            IconButton("redo", "ui/redo", "Redo", self.redo, app.art, bind(Act.REDO)),
            IconButton("sort", "ui/cards", "Sort the hand", self.sort, app.art, bind(Act.SORT)),
            IconButton("hide", "ui/eye-off", "Hide cards", scene.hide, app.art, bind(Act.HIDE_ALL)),
            IconButton("history", "ui/list", "Moves", self.toggle, app.art, bind(Act.HISTORY)),
            IconButton("rules", "ui/book", "Rules", self.rules, app.art, bind(Act.HELP)),
            IconButton("menu", "ui/menu", "Menu", self.menu, app.art, bind(Act.MENU)),
        ]
        self.corner = Corner()
        self.score = ScoreBoard()
        self.root = Root(self.score, self.corner, self.tools)
        self.overlay = Overlay(self.root)
        self.drawer = Drawer(scene)
        self.note: Note | None = None
        self.captions: list[Caption] = []
        self.hinted: tuple[Thing, ...] = ()
        self._busy = False

    @property
    def layer(self) -> Layer:
        return self.overlay.layer

    @property
    def dirty(self) -> bool:
        return self.layer.dirty or bool(self.captions)

    @property
    def decision(self) -> Decision | None:
        return self.scene.session.decision

    # -- contents -----------------------------------------------------------------------------

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self.root.mirrored = self.scene.app.settings.left_handed
        self.overlay.layout(look, size)
        self.renew()

    def renew(self) -> None:
        """Everything that follows from the session and from who looks."""
        self.clear_note()
        self.hinted = ()
        self.corner.set(self._ask(), self._buttons())
        self.score.set(score_of(self.scene.session))
        self.drawer.renew()
        for tool in self.tools:
            tool.enabled = self._enabled(tool.id)
        self._extras()
        self._spots()

    def _extras(self) -> None:
        extras = [*self.scene.hands.widgets()]
        if self.drawer.shown:
            extras.append(self.drawer)
        if self.note is not None:
            extras.append(self.note)
        self.root.extras = extras
        self.layer.stale = True

    def picks_changed(self) -> None:
        """Other picks, the same decision."""
        self.clear_note()
        self.corner.set(self._ask(), self._buttons())
        self._extras()
        self._spots()

    def _ask(self) -> Ask:
        scene, session, decision = self.scene, self.scene.session, self.decision
        sides = session.position.box.sides
        if decision is None:
            last = session.game.outcome(session.position)
            return Ask(0, "The game is over", " ".join(last))
        if decision.seat == NATURE:
            return Ask(scene.side, "In the air", decision.prompt)
        name = session.name(decision.seat) or SIDES[sides[decision.seat]]
        side = sides[decision.seat]
        if scene.busy:
            return self._happens()
        if not scene.eyes.is_human(decision.seat):
            return Ask(side, name, "is thinking …")
        who = f"{name}: {decision.window}" if decision.window else name
        return Ask(side, who, decision.prompt, self._tell(decision), self._left())

    def _happens(self) -> Ask:
        """While cards move: what is being done; nothing where nobody does anything."""
        session = self.scene.session
        seat, text, said = latest(session, self.scene.eyes.viewer)
        if seat == NATURE:
            return Ask()
        side = session.position.box.sides[seat]
        return Ask(side, session.name(seat) or SIDES[side], text, said)

    def _left(self) -> float:
        session = self.scene.session
        return session.left / session.clock if session.clock else -1.0

    def _tell(self, decision: Decision) -> str:
        """What to do with the mouse, in words."""
        picking, hands = self.scene.picking, self.scene.hands
        if picking is None:
            return ""
        said = hands.tell()
        if said:
            return said
        if picking.picked:
            names = ", ".join(
                self.scene.card_name(thing.card) for thing in picking.picked if thing.card >= 0
            )
            return f"{names}: choose where it goes." if names else "Choose where it goes."
        if isinstance(decision.aim, Limits):
            return "Flick a card from the hand over your castle, or put it on a lit place."
        if any(not _plain(action) for action in decision.options):
            return "Choose a lit card or place."
        return ""

    def _buttons(self) -> list[Button]:
        scene, decision = self.scene, self.decision
        if decision is None:
            return [
                Button("result", "See the result", self._result, "primary", tall=36),
                Button("look_back", "Watch the replay", self._replay, tall=36),
            ]
        picking = scene.picking
        if picking is None:
            return []
        seen = scene.view
        made = []
        if picking.ready:
            made.append(Button("done", "Done", self._done, "primary", tall=36))
        made += scene.hands.buttons()
        if needs_panel(scene, decision):
            made.append(Button("spread", "Show the cards", self.spread, "primary", tall=36))
        options = buttons(decision.options)
        if len(options) > MOST_BUTTONS:
            many = Button("choose", "Choose …", lambda: self.choose(options), "primary", tall=36)
            return [*made, many]
        for n, action in enumerate(options):
            text = scene.session.game.describe(action, seen)
            act = lambda action=action: self._press(action)  # noqa: E731
            made.append(Button(f"option:{n}:{action.verb}", text, act, tall=36))
        return made

    def _enabled(self, id: str) -> bool:
        scene = self.scene
        if id == "undo":
            return self._undo_seat() is not None
        if id == "redo":
            return scene.session.can_redo
        if id == "hint":
            return scene.picking is not None
        if id in ("sort", "hide"):
            return scene.eyes.viewer != NOBODY
        return True

    def _spots(self) -> None:
        """Cards and places for the keyboard."""
        scene, picking = self.scene, self.scene.picking
        spots: list[SpotWidget] = []
        if picking is not None and scene.desk is not None and not scene.busy:
            for thing in picking.things():
                rect = scene.desk.rect_of(thing)
                if not rect.width:
                    continue
                if thing.card >= 0:
                    id, name = f"card:{thing.card}", scene.card_name(thing.card)
                else:
                    spec = scene.session.position.box.zones[thing.zone]
                    id, name = f"zone:{spec.name}", spec.title or spec.name
                act = lambda thing=thing: self._chosen(thing)  # noqa: E731
                spots.append(SpotWidget(id, name, thing, rect, act))
        old = self.layer.focus
        self.root.spots = spots
        self.layer.stale = True
        if isinstance(old, SpotWidget) and spots and self.layer.look is not None:
            ring = self.layer.ring
            self.layer.layout(self.layer.look, self.layer.rect)
            same = [spot for spot in spots if spot.id == old.id]
            picked = picking is not None and bool(picking.picked)
            self.layer.focus_on(same[0] if same and not picked else spots[0], ring)

    def moved_spots(self) -> None:
        """Cards are elsewhere on the screen."""
        self._spots()

    def _chosen(self, thing: Thing) -> None:
        """Enter on a card or place."""
        picking = self.scene.picking
        if picking is not None:
            rect = self.scene.desk.rect_of(thing) if self.scene.desk else Rect(0, 0, 0, 0)
            self.scene.hands.chose(picking.choose(thing), rect.center)

    # -- messages -----------------------------------------------------------------------------

    def caption(self, text: str, at: tuple[float, float] | None = None) -> None:
        self.captions = [Caption(text, at, SHOWN)]

    def refuse(self, tried: tuple[Action, ...], at: tuple[float, float]) -> None:
        """Says why something is not allowed, where it was tried."""
        game, seen = self.scene.session.game, self.scene.view
        for action in tried:
            try:
                refusal = game.refusal(seen, action)
            except (Illegal, LookupError, ValueError):
                continue  # the attempt made no sense at all to this game
            if refusal is not None:
                self.say_no(refusal, at)
                return

    def say_no(self, refusal: Refusal, at: tuple[float, float]) -> None:
        self.scene.app.play("error", 0.5)
        self.note = Note(refusal, at, lambda: self.rules(refusal.rule))
        self._extras()

    def clear_note(self) -> None:
        if self.note is not None:
            self.note = None
            self._extras()

    # -- commands -----------------------------------------------------------------------------

    def command(self, act: Act, down: bool, again: bool) -> None:
        if act == Act.PEEK:
            self.scene.peeking = down
            self.scene.arrange()
        elif act == Act.ZOOM:
            self.scene.hands.zooming = down
        if not down or again:
            return
        acts: dict[Act, Callable[[], object]] = {
            Act.HINT: self.hint, Act.UNDO: self.undo, Act.REDO: self.redo, Act.SORT: self.sort,
            Act.HISTORY: self.toggle, Act.HELP: self.rules, Act.MENU: self.menu,
            Act.HIDE_ALL: self.scene.hide, Act.CANCEL: self.cancel,
            Act.FASTER: lambda: self._speed(1), Act.SLOWER: lambda: self._speed(-1),
        }  # fmt: skip
        if act in acts:
            acts[act]()
        else:
            self.scene.hands.command(act)

    def cancel(self) -> None:
        """Esc: puts back what is picked; else opens the menu."""
        if self.note is not None:
            self.clear_note()
        elif self.scene.hands.cancel():
            self.picks_changed()
        else:
            self.menu()

    def _speed(self, step: int) -> None:
        now = self.scene.app.settings.animation_speed
        at = min(range(len(SPEEDS)), key=lambda k: abs(SPEEDS[k] - now)) + step
        speed = SPEEDS[min(max(at, 0), len(SPEEDS) - 1)]
        self.scene.app.change(animation_speed=speed)
        self.scene.app.notify(f"Speed of cards {speed:g} x")

    def sort(self) -> None:
        self.scene.sorted = not self.scene.sorted
        self.scene.arrange()
        self._spots()

    def toggle(self) -> None:
        self.drawer.shown = not self.drawer.shown
        self.drawer.renew()
        self._extras()

    def rules(self, rule: str = "") -> None:
        scene = self.scene
        scene.go(scene.app.rulebook(scene, scene.session.game.id, rule))

    def menu(self) -> None:
        self.scene.go(TableMenu(self.scene))

    def save(self) -> None:
        """A copy under a name of its own."""
        app = self.scene.app
        try:
            path = app.keep.copy(self.scene.session)
        except StoreError as error:
            app.notify(str(error), "error")
        else:
            app.notify(f"Saved as {path.stem}")

    def _result(self) -> None:
        self.scene.go(self.scene.app.result(self.scene.session))

    def _replay(self) -> None:
        from castlecards.ui.table.replay import Replay

        self.scene.go(Replay(self.scene.app, self.scene.session, self.scene))

    def _press(self, action: Action) -> None:
        decision = self.decision
        if decision is not None:
            self.scene.submit(decision.seat, action)

    def _done(self) -> None:
        picking = self.scene.picking
        if picking is not None:
            self.scene.outcome(picking.finish(), self.corner.rect.center)

    def choose(self, actions: tuple[Action, ...]) -> None:
        self.scene.go(Choices(self.scene, actions))

    def spread(self) -> None:
        """Cards that cannot be clicked where they lie are spread out."""
        decision = self.decision
        cards = needs_panel(self.scene, decision) if decision is not None else ()
        if decision is not None and cards:
            self.scene.go(Spread(self.scene, decision.prompt, cards))
        elif decision is not None and len(decision.options) > MOST_BUTTONS:
            options = buttons(decision.options)
            if len(options) == len(decision.options):
                self.choose(options)

    def hint(self) -> None:
        scene, decision = self.scene, self.decision
        if scene.picking is None or decision is None:
            return
        action = suggestion(scene.session.game, scene.view)
        scene.picking.clear()
        self.picks_changed()
        things = scene.picking.things()
        if action is None:
            self.hinted = tuple(things)
            self.caption("A throw from the hand may be best")
            return
        named = {*action.cards, action.onto}
        zones = {*action.zones, action.to}
        pos = scene.session.position
        self.hinted = tuple(
            Thing(card, zone)
            for zone, held in enumerate(pos.zones)
            for card in (held or b"\xff")
            if card in named or (zone in zones and (not held or card == held[-1]))
        )
        self.hinted = tuple(
            Thing(-1, thing.zone) if thing.card == 255 else thing for thing in self.hinted
        )
        scene.hands.raise_cards()
        self.caption(f"Hint: {scene.session.game.describe(action, scene.view)}")

    # -- undo ---------------------------------------------------------------------------------

    def _undo_seat(self) -> int | None:
        """Whose last decision would be taken back: the last one of a person."""
        session, eyes = self.scene.session, self.scene.eyes
        if self.scene.busy:
            return None
        for record in reversed(session.log[: session.at]):
            if eyes.is_human(record.seat):
                free = session.can_undo(record.seat)
                if free or (eyes.shared and session.can_undo(record.seat, consent=True)):
                    return record.seat
                return None
        return None

    def undo(self) -> None:
        seat = self._undo_seat()
        session, eyes = self.scene.session, self.scene.eyes
        if seat is None:
            if session.at:
                self.scene.app.notify("New cards have been seen since: that stays as it is.")
            return
        now = self.decision
        own = now is not None and eyes.same_player(seat, now.seat)
        asks = self.scene.app.settings.undo_consent and eyes.shared
        if session.can_undo(seat) and (own or not asks):
            self.take_back(seat, False)
        elif asks:
            self.scene.go(Consent(self.scene, seat))
        else:
            self.take_back(seat, True)

    def take_back(self, seat: int, consent: bool) -> None:
        scene = self.scene
        assert scene.desk is not None
        before, old = scene.view, scene.desk.now
        scene.session.undo(seat, consent)
        scene.moved_in_time(before, old)

    def redo(self) -> None:
        scene = self.scene
        if scene.session.can_redo and not scene.busy and scene.desk is not None:
            before, old = scene.view, scene.desk.now
            scene.session.redo()
            scene.moved_in_time(before, old)

    # -- frame --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        return self.layer.handle(intent)

    def update(self, dt: float) -> None:
        if self._busy != self.scene.busy:
            self._busy = self.scene.busy
            self.renew()
        self.layer.update(dt)
        for caption in self.captions:
            caption.left -= dt
        self.captions = [caption for caption in self.captions if caption.left > 0]
        if self.note is not None:
            self.note.left -= dt
            if self.note.left <= 0:
                self.clear_note()
        if self.scene.session.clock and self.scene.picking is not None:
            self.corner.tell(self._ask())

    def draw(self, canvas: Canvas) -> None:
        for caption in self.captions:
            self._draw_caption(canvas, caption)
        self.overlay.draw(canvas)

    def _draw_caption(self, canvas: Canvas, caption: Caption) -> None:
        look = canvas.look
        width = look.width(caption.text, CAPTION) + look.px(36)
        rect = Rect(0, 0, width, look.px(38))
        rect.center = (canvas.size[0] // 2, look.px(128))
        if caption.at is not None:
            rect.midbottom = (round(caption.at[0]), round(caption.at[1]) - look.px(10))
        rect.clamp_ip(canvas.rect.inflate(-look.px(20), -look.px(90)))
        canvas.shadow(rect, 12, 10, 150)
        canvas.box(rect, 12, look.palette.panel, look.palette.panel_low, look.palette.gold)
        canvas.text(caption.text, rect.center, CAPTION, "c")


def _plain(action: Action) -> bool:
    return not action.cards and not action.zones and action.to < 0 and action.onto < 0
