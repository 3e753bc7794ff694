"""What is written around the table: the decision corner, score, tools, captions, the move list.

The board only says what the scene knows, and hands back what was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.core.action import PASS, Action, Decision, Illegal
from castlecards.core.cards import Zone
from castlecards.core.game import Refusal
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.text import Style
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets import focus
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.button import Button, Kind
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.routes import Replay, Result, Rules
from castlecards.ui.scene import Anew, Push
from castlecards.ui.table.chrome.arrange import Arrange
from castlecards.ui.table.chrome.hint import suggestion, things_of
from castlecards.ui.table.chrome.history import Drawer
from castlecards.ui.table.chrome.inside import Inside
from castlecards.ui.table.chrome.panels import (
    Below,
    Choices,
    Consent,
    Spread,
    TableMenu,
    needs_panel,
)
from castlecards.ui.table.chrome.phases import PhaseBar
from castlecards.ui.table.chrome.plates import IconButton, ScoreBoard, SpotWidget, score_of
from castlecards.ui.table.chrome.prompt import MOST_BUTTONS, Ask, Corner, Overlay, Root
from castlecards.ui.table.chrome.refuse import Note
from castlecards.ui.table.chrome.score_sheet import ScoreSheet
from castlecards.ui.table.chrome.thinking import thinking_buttons
from castlecards.ui.table.chrome.windows import BUTTON, StopButton, WindowBar, next_stop
from castlecards.ui.table.chrome.words import asked, chained
from castlecards.ui.table.drive import back
from castlecards.ui.table.eyes import NOBODY
from castlecards.ui.table.hand.reach import hidden, within_pile
from castlecards.ui.table.match import Thing, buttons, has_target
from castlecards.ui.table.picking import Picking

if TYPE_CHECKING:
    from castlecards.ui.table.scene import TableScene

CAPTION = Style("bold", 17, "text")
SHOWN = 2.0  # s, a caption; a long one a little longer
CHOOSE = "Choose what it does …"
BAR = ("pass", "look", "stops")  # the buttons of the window bar
SPEEDS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)


@dataclass
class Caption:
    text: str
    at: tuple[float, float] | None  # px, above a card; None: at the top
    left: float  # s
    sign: SeatSign | None = None  # of the player whom it speaks of


class Board:
    """The overlay of one table scene."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        app = scene.app
        bind = app.bindings.title
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
        self.score.set(score_of(scene.session))
        self.phases = PhaseBar()
        key = bind(Act.SHEET)
        tip = f"What has been scored so far  ({key})" if key else "What has been scored so far"
        self.sheets = Button("sheet", "Score sheet", self.sheet, tip=tip, tall=30)
        self.root = Root(self.score, self.corner, self.tools, (self.phases, self.sheets))
        self.overlay = Overlay(self.root)
        self.drawer = Drawer(scene.model, lambda: scene.stage, self.score)
        self.note: Note | None = None
        self.captions: list[Caption] = []
        self.hinted: tuple[Thing, ...] = ()
        self.bar: WindowBar | None = None  # somebody may react, without a look at any hand
        self._busy = False
        self._walk = ""  # the id of what had the focus when the keyboard was last used

    @property
    def layer(self) -> Layer:
        return self.overlay.layer

    @property
    def below(self) -> Below:
        """The table, for a popup."""
        return Below(self.scene.app, self.scene.model, self.scene.desk, self.layer.ring)

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
        self.corner.set(self._asked(), self._buttons())
        session = self.scene.session
        self.score.set(score_of(session))
        self.phases.set(session.game.phases(session.public) if not session.over else ())
        self.sheets.visible = session.game.sheet(session.public) is not None
        self.drawer.renew()
        self._window()
        for tool in self.tools:
            tool.enabled = self._enabled(tool.id)
        self.scene.addon.renew()
        self._extras()
        self._spots()

    def _extras(self) -> None:
        self.root.panel = self.scene.addon.panel
        extras: list[Widget] = [*self.scene.hands.widgets()]
        if self.bar is not None:
            extras.append(self.bar)
        if self.drawer.shown:
            extras.append(self.drawer)
        if self.note is not None:
            extras.append(self.note)
        self.root.extras = extras
        self.layer.stale = True

    def _window(self) -> None:
        """The bar, as long as a window waits for an answer that needs no cards."""
        decision = self.scene.model.window
        if decision is None:
            self.bar = None
        elif self.bar is None or self.bar.decision is not decision:
            self.bar = self._bar(decision)

    def _bar(self, decision: Decision) -> WindowBar:
        scene = self.scene
        stops = self._stop_button(scene.session.owner(decision.seat), BUTTON)
        passes = lambda: scene.submit(decision.seat, PASS)  # noqa: E731
        return WindowBar(scene.app, scene.model, decision, passes, scene.asking.look, stops)

    def _stop_button(self, player: int, tall: float) -> StopButton:
        key = self.scene.app.bindings.title(Act.STOPS)
        now = self.scene.session.stops[player]
        return StopButton(key, now, lambda: self._next_stop(player), tall)

    def _pause(self) -> None:
        """Computer players wait, or go on."""
        self.scene.players.pause()
        self.renew()

    def _next_stop(self, player: int) -> None:
        """Asked more or less often from the next window on; that is saved with the match."""
        next_stop(self.scene.session, player)
        self.scene.app.keep.autosave(self.scene.session)
        self.stops_changed()

    def _asked(self) -> Ask:
        scene = self.scene
        return asked(scene.model, scene.desk, scene.busy, scene.hands.tell)

    def stops_changed(self) -> None:
        """Somebody wants to be asked more or less often."""
        self.bar = None
        self._window()
        self.picks_changed()

    def picks_changed(self) -> None:
        """Other picks, the same decision."""
        self.clear_note()
        self.corner.set(self._asked(), self._buttons())
        self._extras()
        self._spots()

    def _buttons(self) -> list[Button]:
        scene, decision = self.scene, self.decision
        if decision is None:
            return scene.addon.ways_on() or [
                Button("result", "See the result", self._result, "primary", tall=36),
                Button("look_back", "Watch the replay", self._replay, tall=36),
            ]
        picking = scene.picking
        if (picking is None and scene.players.moving) or scene.players.paused:
            players = scene.players
            return thinking_buttons(players.at_once, self._pause, players.paused)
        if picking is None:
            return []
        seen = scene.view
        made = []
        if picking.ready:
            made.append(Button("done", self._ready(picking), self._done, "primary", tall=36))
        made += scene.hands.buttons()
        if decision.order >= 0:
            made.append(Button("arrange", "Put in order …", self.spread, "primary", tall=36))
        elif needs_panel(scene.model, scene.desk, decision):
            made.append(Button("spread", "Show the cards", self.spread, "primary", tall=36))
        options = buttons(decision.options)
        if len(decision.options) == 1 and not has_target(decision.options[0]):
            options = decision.options  # the only way, at once
        if len(options) > MOST_BUTTONS:
            many = Button("choose", "Choose …", lambda: self.choose(options), "primary", tall=36)
            made.append(many)
            options = (PASS,) if PASS in options else ()
        first = decision.order < 0 and (bool(decision.window) or chained(scene.session))
        for n, action in sorted(enumerate(options), key=lambda one: one[1] == PASS):
            text = scene.model.describe(action, seen)
            act = lambda action=action: self._press(action)  # noqa: E731
            gold = (action == PASS and first) or (len(decision.options) == 1 and not made)
            kind: Kind = "primary" if gold else "plain"
            made.append(Button(f"option:{n}:{action.verb}", text, act, kind, tall=36))
        owner = scene.session.owner(decision.seat)
        if scene.session.game.windows and scene.eyes.is_human(decision.seat):
            made.append(self._stop_button(owner, 36))
        return made

    def _enabled(self, id: str) -> bool:
        scene = self.scene
        if id == "undo":
            return back.undo_seat(self.scene) is not None
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
        if not scene.busy:
            for thing in picking.things() if picking is not None else ():
                rect = scene.desk.rect_of(thing)
                if not rect.width:
                    continue
                spec, name = (
                    scene.session.position.box.zones[thing.zone],
                    scene.model.thing_name(thing),
                )
                id = f"card:{thing.card}" if thing.card >= 0 else f"zone:{spec.name}"
                act = lambda thing=thing: self._chosen(thing)  # noqa: E731
                spots.append(SpotWidget(id, name, thing, rect, act))
            spots = self._piles(spots)
        old = self.layer.focus
        if old is not None and self.layer.ring:
            self._walk = old.id
        elif old is not None:
            self._walk = ""
        self.root.spots = spots
        self.layer.stale = True
        self._focus()

    def _piles(self, spots: Sequence[SpotWidget]) -> list[SpotWidget]:
        """A pile that hides what may be chosen, or may be looked through, opens."""
        desk, picking = self.scene.desk, self.scene.picking
        found = [spot for spot in spots if not hidden(desk, spot.thing)]
        for area in desk.now.areas:
            zone = area.zone
            if within_pile(desk, picking, zone):
                top, spec = desk.pos.zones[zone][-1], desk.box.zones[zone]
                act = lambda zone=zone: self.look_into(zone)  # noqa: E731
                thing = Thing(top, zone)
                name = f"Cards of {spec.title or spec.name}"
                spot = SpotWidget(f"pile:{spec.name}", name, thing, desk.rect_of(thing), act)
                found.append(spot)
        return found

    def _focus(self) -> None:
        """The keyboard goes on where it was; else at the first thing that may be chosen."""
        layer, scene = self.layer, self.scene
        waits = scene.picking is not None or self.bar is not None or scene.session.over
        if layer.look is None or scene.busy or not waits:
            return
        if self.bar is not None and (layer.focus is None or layer.focus.id not in BAR):
            layer.layout(layer.look, layer.rect)
            layer.focus_on(self.bar.passes, ring=bool(self._walk))
            return
        if not self._walk:
            return
        layer.layout(layer.look, layer.rect)
        spots: list[Widget] = [*self.root.spots] if scene.picking is not None else []
        picked = scene.picking is not None and bool(scene.picking.picked)
        ring = focus.ring(layer.root)
        same = [widget for widget in ring if widget.id == self._walk]
        again = bool(same) and not (picked and same[0] in spots)
        chosen = same[0] if again else next(iter([*spots, *self.corner.buttons, *ring]), None)
        layer.focus_on(chosen)

    def moved_spots(self) -> None:
        """Cards are elsewhere on the screen."""
        self._spots()

    def _chosen(self, thing: Thing) -> None:
        """Enter on a card or place."""
        picking = self.scene.picking
        if picking is not None:
            rect = self.scene.desk.rect_of(thing)
            self.scene.hands.choose(thing, rect.center)

    @property
    def focused(self) -> Thing | None:
        """The card or place on which the keyboard stands."""
        spot = self.layer.focus
        return spot.thing if isinstance(spot, SpotWidget) and self.layer.ring else None

    def busy_rects(self) -> list[Rect]:
        """Where something may be pressed, px."""
        walk = self.layer.root.walk()
        return [w.rect for w in walk if w.focusable and w.enabled and not isinstance(w, SpotWidget)]

    # -- messages -----------------------------------------------------------------------------

    def caption(
        self, text: str, at: tuple[float, float] | None = None, sign: SeatSign | None = None
    ) -> None:
        self.captions = [Caption(text, at, max(SHOWN, 0.06 * len(text)), sign)]

    def unplaced(self) -> None:
        """The table lies elsewhere in the window: what was said above a card is said at the top."""
        for caption in self.captions:
            caption.at = None

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
        told = Refusal(refusal.rule, self.scene.session.named(refusal.text))
        self.note = Note(told, at, lambda: self.rules(refusal.rule), self.corner)
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
            self.scene.hands.piles.zoom(down)
        if not down or again:
            return
        acts: dict[Act, Callable[[], object]] = {
            Act.HINT: self.hint, Act.UNDO: self.undo, Act.REDO: self.redo, Act.SORT: self.sort,
            Act.HISTORY: self.toggle, Act.HELP: self.rules, Act.MENU: self.menu,
            Act.HIDE_ALL: self.scene.hide, Act.CANCEL: self.cancel,
            Act.PASS: self._pass, Act.STOPS: self._stops, Act.SHEET: self.sheet,
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
        scene.go(Push(Rules(scene.session.game.id, rule)))

    def menu(self) -> None:
        self.scene.open(self.scene.addon.menu() or TableMenu(self.below))

    def _result(self) -> None:
        self.scene.go(Anew(Result(self.scene.session)))

    def _replay(self) -> None:
        self.scene.go(Push(Replay(self.scene.session)))

    def _press(self, action: Action) -> None:
        decision = self.decision
        if decision is not None:
            self.scene.submit(decision.seat, action)

    def _pass(self) -> None:
        """The key for what PASS means now."""
        decision, scene = self.decision, self.scene
        if self.bar is not None:
            self.bar.passes.activate()
        elif scene.picking is not None and decision is not None and PASS in decision.options:
            scene.submit(decision.seat, PASS)

    def _stops(self) -> None:
        scene, decision = self.scene, self.decision
        if not scene.session.game.windows or decision is None:
            return
        if scene.picking is not None or self.bar is not None:
            self._next_stop(scene.session.owner(decision.seat))

    def sheet(self, since: int | None = None) -> None:
        """The score sheet; the rows from `since` on are news."""
        found = self.scene.session.game.sheet(self.scene.session.public)
        if found is not None:
            self.scene.open(ScoreSheet(self.below, found, since))

    def _ready(self, picking: Picking) -> str:
        """What the picks do as they are."""
        if picking.wider:
            return "Done"
        one, *others = picking.ready
        return CHOOSE if others else self.scene.model.describe(one)

    def _done(self) -> None:
        picking = self.scene.picking
        if picking is not None:
            self.scene.outcome(picking.finish(), self.corner.rect.center)

    def choose(self, actions: tuple[Action, ...]) -> None:
        self.scene.open(Choices(self.below, actions))

    def look_into(self, zone: Zone) -> None:
        """What lies in a pile."""
        self.scene.open(Inside(self.below, zone))

    def spread(self) -> None:
        """Cards that cannot be clicked where they lie are spread out."""
        decision = self.decision
        if decision is not None and decision.order >= 0 and self.scene.picking is not None:
            self.scene.open(Arrange(self.below, decision))
            return
        cards = (
            needs_panel(self.scene.model, self.scene.desk, decision) if decision is not None else ()
        )
        if decision is not None and cards:
            prompt = self.scene.session.named(decision.prompt)
            self.scene.open(Spread(self.below, prompt, cards))
        elif decision is not None and len(decision.options) > MOST_BUTTONS:
            options = buttons(decision.options)
            if len(options) == len(decision.options):
                self.choose(options)

    def hint(self) -> None:
        scene, decision = self.scene, self.decision
        if scene.addon.tip(scene) or scene.picking is None or decision is None:
            return
        action = suggestion(scene.session.game, scene.view)
        scene.picking.clear()
        self.picks_changed()
        things = scene.picking.things()
        if action is None:
            self.hinted = tuple(things)
            self.caption("A throw from the hand may be best")
            return
        self.hinted = things_of(action, scene.session.position)
        scene.hands.raise_cards()
        self.caption(f"Hint: {scene.model.describe(action)}")

    # -- back and forth -----------------------------------------------------------------------

    def undo(self) -> None:
        seat = back.undo(self.scene)
        if seat is not None:
            self.scene.cover()
            self.scene.open(Consent(self.below, seat))

    def redo(self) -> None:
        back.redo(self.scene)

    # -- frame --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        return self.layer.handle(intent)

    def update(self, dt: float) -> None:
        if self._busy != self.scene.busy:
            self._busy = self.scene.busy
            self.renew()
        self.corner.fold(self.scene.hands.held >= 0)
        self.layer.update(dt)
        for caption in self.captions:
            caption.left -= dt
        if any(caption.left <= 0 for caption in self.captions):
            self.captions = [caption for caption in self.captions if caption.left > 0]
            self.scene.refresh()
        if self.note is not None:
            self.note.left -= dt
            if self.note.left <= 0:
                self.clear_note()
        if self.scene.session.clock and self.scene.picking is not None:
            self.corner.tell(self._asked())
        elif self.scene.session.clock and self.bar is not None:
            self.bar.tell(self.scene.model.clock)

    def draw(self, canvas: Canvas) -> None:
        for caption in self.captions:
            self._draw_caption(canvas, caption)
        self.overlay.draw(canvas)

    def _draw_caption(self, canvas: Canvas, caption: Caption) -> None:
        look = canvas.look
        lines = look.wrap(caption.text, CAPTION, min(look.px(560), canvas.size[0] - look.px(60)))
        beside = look.px(22) if caption.sign is not None else 0
        width = max(look.width(line, CAPTION) for line in lines) + look.px(36) + beside
        rect = Rect(0, 0, width, look.px(16) + len(lines) * look.px(22))
        rect.center = (canvas.size[0] // 2, look.px(128))
        if caption.at is not None:
            rect.midbottom = (round(caption.at[0]), round(caption.at[1]) - look.px(10))
        stage = self.scene.stage
        table = Rect(stage.left, 0, stage.width, canvas.size[1])
        rect.clamp_ip(table.inflate(-look.px(20), -look.px(108)))  # below the tools
        if rect.colliderect(self.score.rect) and self.score.rect.right + width < table.right:
            rect.left = self.score.rect.right + look.px(8)
        canvas.shadow(rect, 12, 10, 150)
        canvas.box(rect, 12, look.palette.panel, look.palette.panel_low, look.palette.gold)
        for n, line in enumerate(lines):
            middle = (rect.centerx + beside / 2, rect.top + look.px(19 + 22 * n))
            canvas.text(line, middle, CAPTION, "c")
        if caption.sign is not None:
            at = (rect.left + look.px(22), rect.top + look.px(19))
            draw_sign(canvas, caption.sign, at, look.px(6))
