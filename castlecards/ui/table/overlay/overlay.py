"""What is written around the table: the decision corner, score, tools, captions, the move list.

The board reads the model and says what its buttons want; it is made anew where the model's `key`
has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pygame import Rect

from castlecards.core.action import PASS, Action, Decision, Illegal
from castlecards.core.cards import CardId
from castlecards.core.game import Refusal
from castlecards.core.session import Session
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.routes import Replay, Rules
from castlecards.ui.scene import Push
from castlecards.ui.services import Services
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.coach.panel import CoachPanel
from castlecards.ui.table.commands import (
    ChooseTarget,
    Command,
    Do,
    InspectPile,
    Navigate,
    NextStop,
    RaiseCurtain,
    ShowSheet,
    Submit,
)
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.model import column_width
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay.captions import Captions, CaptionSpace, RefusalNote, RuleLink
from castlecards.ui.table.overlay.decision_buttons import DecisionButtons, FormBar, prompt_for
from castlecards.ui.table.overlay.move_list import MoveEntry, MoveList
from castlecards.ui.table.overlay.phase_bar import PhaseBar
from castlecards.ui.table.overlay.popups import Below
from castlecards.ui.table.overlay.prompt_panel import CachedLayer, Prompt, PromptPanel
from castlecards.ui.table.overlay.reaction_bar import BUTTON, ReactionBar
from castlecards.ui.table.overlay.side_column import OverlayRoot, SideColumn
from castlecards.ui.table.overlay.widgets import IconButton, ScoreBoard, SpotWidget, score_of
from castlecards.ui.table.pointer.covered_cards import is_covered, pile_contents
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw.throw_bar import StrengthPlate, ThrowBar, ThrowFigures
from castlecards.ui.table.viewer import NOBODY

BAR = ("pass", "look", "stops", "clash_rule")  # buttons of a window, and of the stage above it
SPEEDS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
TOOLS = (
    ("hint", "ui/hint", "Hint", Act.HINT), ("undo", "ui/undo", "Undo", Act.UNDO),
    ("redo", "ui/redo", "Redo", Act.REDO), ("sort", "ui/cards", "Sort the hand", Act.SORT),
    ("hide", "ui/eye-off", "Hide cards", Act.HIDE_ALL),
    ("history", "ui/list", "What happened", Act.HISTORY), ("rules", "ui/book", "Rules", Act.HELP),
    ("menu", "ui/menu", "Menu", Act.MENU),
)  # fmt: skip


class TableOverlay:
    """The overlay of one table scene."""

    def __init__(
        self, app: Services, model: TableModel, table_view: TableView, addon: Addon[Any]
    ) -> None:
        self.app = app
        self.model = model
        self.table_view = table_view
        self.addon = addon
        self.pending_commands: list[Command] = []  # of buttons, not granted yet
        self.prompt_panel = PromptPanel()
        self._answers = DecisionButtons(
            app, model, table_view, addon, self.prompt_panel, self.pending_commands
        )
        self._wish = self._answers.wish
        bind = app.bindings.title
        self.tools = [
            IconButton(id, icon, name, self._wish(Do(act)), app.art, bind(act))
            for id, icon, name, act in TOOLS
        ]
        self.score = ScoreBoard()
        self.score.set(score_of(model.session))
        self.phases = PhaseBar()
        key = bind(Act.SHEET)
        tip = f"What has been scored so far  ({key})" if key else "What has been scored so far"
        self.sheet_button = Button(
            "sheet", "Score sheet", self._wish(ShowSheet()), tip=tip, tall=30
        )
        self.move_list = MoveList(model, app.art, self._see)
        self.coach = CoachPanel(model, self.pending_commands.extend, self._wish(Do(Act.CANCEL)))
        self.side_column = SideColumn(
            self.score, (self.phases, self.sheet_button), self.move_list, self.coach,
            self.prompt_panel, self.tools, table_view,
        )  # fmt: skip
        self.root = OverlayRoot(self.side_column, self.tools)
        self.cached_layer = CachedLayer(self.root)
        self.form_bar = FormBar(table_view, model.session.named)
        self.throw_figures = ThrowFigures(app, table_view, self._wish(Do(Act.REPLAY)))
        self.throw_bar = ThrowBar(app, model.input_state, self.pending_commands.append)
        self.strength = StrengthPlate(app, model.input_state)
        self.rule_link = RuleLink(
            lambda: self.pending_commands.append(self._rules(self.rule_link.rule))
        )
        self.note: RefusalNote | None = None
        self.captions = Captions(model, table_view)
        self.reaction_bar: ReactionBar | None = (
            None  # somebody may react, without a look at any hand
        )
        self.thinks = self.paused = False
        self._made: tuple[object, ...] = ()  # what it was made for, as a whole,
        self._picked: tuple[object, ...] = ()  # and its corner,
        self._laid: object = None  # and its spots
        self._stops_then: tuple[str, ...] = ()  # when the bar was made
        self._walk = ""  # the id of what had the focus when the keyboard was last used

    @property
    def answers(self) -> list[Button]:
        """The buttons that answer what is asked, in the corner or on a form."""
        return [*self.prompt_panel.buttons, *self.form_bar.buttons]

    @property
    def layer(self) -> Layer:
        return self.cached_layer.layer

    @property
    def session(self) -> Session[Any]:
        return self.model.session

    @property
    def below(self) -> Below:
        """The table, for a popup."""
        return Below(self.app, self.model, self.table_view, self.layer.ring)

    @property
    def dirty(self) -> bool:
        """Never behind a closed curtain: it is not seen there."""
        curtain = self.model.curtain
        seen = curtain is None or curtain.light
        return seen and (self.layer.dirty or bool(self.captions.shown))

    @property
    def decision(self) -> Decision | None:
        return self.session.decision

    # -- contents -----------------------------------------------------------------------------

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        self.root.mirrored = self.app.settings.left_handed
        self.side_column.wide = self._column(look, size)
        self.cached_layer.layout(look, size)
        self.rebuild()

    def _column(self, look: Look, size: tuple[int, int]) -> int:
        """px that the column takes; at practice with a field its panel has that room."""
        field = self.session.position.box.field is not None
        if field and self.addon.panel is not None:
            return 0
        return column_width(size[0], look.scale, field)

    def keeps(self, look: Look, size: tuple[int, int]) -> tuple[tuple[float, float], int]:
        """px of the table that are taken: the right and lower edge of a score board that lies on
        it, and the width of the column; one of them is 0."""
        wide = self._column(look, size)
        return ((0.0, 0.0) if wide else self.score.reach(look, size[0])), wide

    def follow(self, thinks: bool, paused: bool) -> None:
        """Makes anew what no longer fits the table: all of it; or what follows from what is picked
        and held; or, where only cards lie elsewhere, what the keyboard walks over. `thinks`: a
        computer player does; `paused`: all of them wait."""
        self.thinks, self.paused = thinks, paused
        made = (*self.model.key(), self.thinks, self.paused)
        picked = self.model.picks()
        if made != self._made:
            self.rebuild()
        elif picked != self._picked:
            self._pick(picked)
        elif self._laid is not self.table_view.layout:
            self._spots()
        self.score.pay(self.model.playback.unresolved)
        if self.coach.rebuild():
            self._advised()

    def _advised(self) -> None:
        """The coach has been asked, has answered, or is silent again."""
        layer, self.coach.visible = self.layer, self.coach.shown
        layer.stale = True
        if self.coach.rows and layer.look is not None:
            layer.layout(layer.look, layer.rect)
            layer.focus_on(self.coach.rows[0])

    def rebuild(self) -> None:
        """Everything that follows from the session and from who looks."""
        self.clear_note()
        self.model.hint_targets = ()
        self._window()
        session = self.session
        self.score.tell(score_of(session), self.model.playback.unresolved)
        self.phases.set(session.game.phases(session.public) if not session.over else ())
        self.sheet_button.visible = session.game.sheet(session.public) is not None
        self.move_list.renew()
        for tool in self.tools:
            tool.enabled = self._enabled(tool.id)
        self.addon.renew()
        self._made = (*self.model.key(), self.thinks, self.paused)
        self._pick(self.model.picks())

    def _pick(self, picked: tuple[object, ...]) -> None:
        """Other picks, the same decision."""
        self._picked = picked
        self.clear_note()
        written = self._answers.in_form() + self._answers.buttons(self.thinks, self.paused)
        form = self.model.form
        filled = form is not None and form.answers and self.model.selection is not None
        self.form_bar.set(written if filled else [])
        self.prompt_panel.set(self._asked(), [] if filled else written)
        self._extras()
        self._spots()

    def _extras(self) -> None:
        model = self.model
        self.throw_figures.set_lines(model.last_figures)
        throws = (
            model.limits is not None and model.input_state.held_card < 0
        )  # else it would be in the way
        told = bool(self.throw_figures.lines) and not model.playback.flying
        extras: list[tuple[bool, Widget | None]] = [
            (model.form is not None and model.selection is not None, self.form_bar),
            (throws, self.throw_bar), (model.input_state.held_card >= 0, self.strength),
            (told, self.throw_figures), (self.reaction_bar is not None, self.reaction_bar),
            (self.note is not None, self.note), (True, self.rule_link),
        ]  # fmt: skip
        if self.note is not None:
            self.note.beside = (
                (self.prompt_panel, self.throw_figures) if told else (self.prompt_panel,)
            )
        shown = [widget for there, widget in extras if there and widget is not None]
        self.root.lay(self.root.spots, self.addon.panel, shown)
        self.layer.stale = True

    def _window(self) -> None:
        """The bar, as long as a window waits for an answer that needs no cards."""
        decision, stops = self.model.window, tuple(self.session.stops)
        if decision is None:
            self.reaction_bar = None
        elif (
            self.reaction_bar is None
            or self.reaction_bar.decision is not decision
            or stops != self._stops_then
        ):
            self._stops_then = stops
            button = self._answers.stop(self.session.owner(decision.seat), BUTTON)
            passes, look = self._wish(Submit(decision.seat, PASS)), self._wish(RaiseCurtain())
            self.reaction_bar = ReactionBar(
                self.app,
                self.model,
                self.table_view,
                self.side_column,
                decision,
                passes,
                look,
                button,
            )

    def _asked(self) -> Prompt:
        return prompt_for(self.model, self.table_view, self.app.bindings)

    def _enabled(self, id: str) -> bool:
        if id == "undo":
            return self.model.undo_seat is not None
        if id == "redo":
            return self.session.can_redo
        if id == "hint":
            return self.model.selection is not None
        if id in ("sort", "hide"):
            return self.model.viewer.seat != NOBODY
        return True

    def _spots(self) -> None:
        """Cards and places for the keyboard."""
        self._laid = self.table_view.layout
        model, selection = self.model, self.model.selection
        spots: list[SpotWidget] = []
        if not model.busy:
            for target in selection.things() if selection is not None else ():
                rect = self.table_view.rect_of(target)
                if rect.width:
                    act = lambda thing=target: self._chosen(thing)  # noqa: E731
                    id, name = self._id(target), model.target_name(target)
                    spots.append(SpotWidget(id, name, target, rect, act))
            spots = self._piles(spots)
        old = self.layer.focus
        if old is not None and self.layer.ring:
            self._walk = old.id
        elif old is not None:
            self._walk = ""
        self.root.lay(spots, self.root.panel, self.root.extras)
        self.layer.stale = True
        self._focus()

    def _id(self, target: Target) -> str:
        spec = self.session.position.box.zones[target.zone]
        return f"card:{target.card}" if target.card >= 0 else f"zone:{spec.name}"

    def _piles(self, spots: Sequence[SpotWidget]) -> list[SpotWidget]:
        """A pile that hides what may be chosen, or may be looked through, opens."""
        table_view, selection = self.table_view, self.model.selection
        found = [spot for spot in spots if not is_covered(table_view, spot.target)]
        for area in table_view.layout.areas:
            zone = area.zone
            if pile_contents(table_view, selection, zone):
                top, spec = table_view.pos.zones[zone][-1], table_view.box.zones[zone]
                target = Target(top, zone)
                name = f"Cards of {spec.title or spec.name}"
                act = self._wish(InspectPile(zone))
                spot = SpotWidget(
                    f"pile:{spec.name}", name, target, table_view.rect_of(target), act
                )
                found.append(spot)
        return found

    def _focus(self) -> None:
        """The keyboard goes on where it was; else at the first thing that may be chosen."""
        layer, selection = self.layer, self.model.selection
        waits = selection is not None or self.reaction_bar is not None or self.session.over
        if layer.look is None or self.model.busy or not waits:
            return
        if self.reaction_bar is not None and (layer.focus is None or layer.focus.id not in BAR):
            layer.layout(layer.look, layer.rect)
            layer.focus_on(self.reaction_bar.passes, ring=bool(self._walk))
            return
        if not self._walk:
            return
        layer.layout(layer.look, layer.rect)
        choice = selection is not None and bool(selection.things())  # else piles are only looked at
        spots: list[Widget] = [*self.root.spots] if choice else []
        picked = selection is not None and bool(selection.picked)
        ring = layer.focusables
        same = [widget for widget in ring if widget.id == self._walk]
        again = bool(same) and not (picked and same[0] in spots)
        chosen = same[0] if again else next(iter([*spots, *self.answers, *ring]), None)
        layer.focus_on(chosen)

    def _chosen(self, target: Target) -> None:
        """Enter on a card or place."""
        self.pending_commands.append(ChooseTarget(target, self.table_view.rect_of(target).center))

    @property
    def focused(self) -> Target | None:
        """The card or place on which the keyboard stands."""
        spot = self.layer.focus
        return spot.target if isinstance(spot, SpotWidget) and self.layer.ring else None

    @property
    def focused_card(self) -> CardId:
        """The card that would be aimed with by keys; -1: none."""
        spot = self.layer.focus
        card = isinstance(spot, SpotWidget) and spot.id.startswith("card:")
        return spot.target.card if card else -1  # type: ignore[union-attr]

    @property
    def coach_targets(self) -> list[Target]:
        """The cards of a line of the move list on which the pointer is."""
        over = self.move_list.told
        return [Target(card, 0) for card in over.cards] if over is not None else []

    def covers(self, pos: tuple[float, float]) -> bool:
        """Is something that is written over the table there?"""
        return self.layer.root.at((round(pos[0]), round(pos[1]))) is not None

    def busy_rects(self) -> list[Rect]:
        """Where something may be pressed, px."""
        walk = self.layer.root.walk()
        return [w.rect for w in walk if w.focusable and w.enabled and not isinstance(w, SpotWidget)]

    def read_rects(self) -> list[Rect]:
        """px: the same, and what a panel of practice has to say: nothing is read over that."""
        panel = self.root.panel
        return [*self.busy_rects(), *([panel.rect] if panel is not None else [])]

    # -- messages -----------------------------------------------------------------------------

    def refuse(self, tried: Iterable[Action], at: tuple[float, float]) -> None:
        """Says why something is not allowed, where it was tried."""
        game, seen = self.session.game, self.model.view
        for action in tried:
            try:
                refusal = game.refusal(seen, action)
            except (Illegal, LookupError, ValueError):
                continue  # the attempt made no sense at all to this game
            if refusal is not None:
                self.show_refusal(refusal, at)
                return

    def show_refusal(self, refusal: Refusal, at: tuple[float, float]) -> None:
        self.follow(self.thinks, self.paused)  # what has led here no longer clears the note
        self.app.play("error", 0.5)
        told = Refusal(refusal.rule, self.session.named(refusal.text))
        self.note = RefusalNote(told, at, self._wish(self._rules(refusal.rule)))
        self.model.note_open = True
        self._extras()

    def clear_note(self) -> None:
        self.model.note_open = False
        if self.note is not None:
            self.note = None
            self._extras()

    # -- commands -----------------------------------------------------------------------------

    def command(self, act: Act) -> list[Command] | None:
        """What a key or tool means here; None: it is no matter of what is written."""
        match act:
            case Act.HISTORY:
                self.toggle()
            case Act.LOOK_BACK if self.move_list.told is not None:
                self._see(self.move_list.told, True)
            case Act.LOFT_UP | Act.LOFT_DOWN if self._pages:
                self.move_list.scroll(0, 4 if act == Act.LOFT_UP else -4)
            case Act.HELP:
                return [self._rules()]
            case Act.PASS:
                return self._pass()
            case Act.STOPS:
                return self._stops()
            case Act.SHEET:
                return [ShowSheet()]
            case Act.FASTER:
                self._speed(1)
            case Act.SLOWER:
                self._speed(-1)
            case _:
                return None
        return []

    def _speed(self, step: int) -> None:
        now = self.app.settings.animation_speed
        at = min(range(len(SPEEDS)), key=lambda k: abs(SPEEDS[k] - now)) + step
        speed = SPEEDS[min(max(at, 0), len(SPEEDS) - 1)]
        self.app.change(animation_speed=speed)
        self.app.notify(f"Speed of cards {speed:g} x")

    @property
    def _pages(self) -> bool:
        """Do the page keys turn what happened? Where cards are thrown only if it is meant."""
        moves, field = self.move_list, self.session.position.box.field
        return moves.visible and (field is None or moves.hovered or moves.focused)

    def toggle(self) -> None:
        """What happened, with the keyboard in it; or no longer."""
        moves, layer = self.move_list, self.layer
        if not moves.shown and layer.ring and layer.focus is not None:
            self._walk = layer.focus.id  # and back there
        moves.shown = not moves.shown
        moves.renew()
        self._extras()
        if layer.look is not None:
            layer.layout(layer.look, layer.rect)
        if moves.shown:
            layer.focus_on(moves, ring=layer.ring)
            moves.walk_to(moves.newest if layer.ring else None)
        else:
            moves.over = None
            self._focus()

    def _see(self, entry: MoveEntry, back: bool) -> None:
        """What a line tells is seen again, or the table as it was after it."""
        end = entry.last + 1
        route = (
            Replay(self.session, end, end)
            if back
            else Replay(self.session, max(entry.first, 0), end)
        )
        self.pending_commands.append(Navigate(Push(route)))

    def cancel(self) -> bool:
        """What has come goes again; False: nothing has."""
        if self.note is not None:
            self.clear_note()
        elif self.move_list.shown:
            self.toggle()
        else:
            return False
        return True

    def _rules(self, rule: str = "") -> Command:
        return Navigate(Push(Rules(self.session.game.id, rule)))

    def _pass(self) -> list[Command]:
        """The key for what PASS means now."""
        decision = self.decision
        if self.reaction_bar is not None:
            self.reaction_bar.passes.activate()
        elif self.model.selection is not None and decision is not None and PASS in decision.options:
            return [Submit(decision.seat, PASS)]
        return []

    def _stops(self) -> list[Command]:
        decision = self.decision
        if not self.session.game.windows or decision is None:
            return []
        asks = self.model.selection is not None or self.reaction_bar is not None
        return [NextStop(self.session.owner(decision.seat))] if asks else []

    # -- frame --------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        """Whether a caption has gone."""
        self.prompt_panel.fold(self.model.input_state.held_card >= 0)
        if self.table_view.layout.sheet is not None:
            self.form_bar.tell(
                self.model.preview_text((self.focused or self.model.input_state.hover).card)
            )
        self.layer.update(dt)
        gone = self.captions.update(dt)
        if self.note is not None:
            self.note.left -= dt
            if self.note.left <= 0:
                self.clear_note()
        if self.session.clock and self.model.selection is not None:
            self.prompt_panel.tell(self._asked())
        elif self.session.clock and self.reaction_bar is not None:
            self.reaction_bar.tell(self.model.clock)
        return gone

    def draw(self, canvas: Canvas, captions: bool = True, waits: bool = False) -> None:
        """`waits`: what has changed can wait; it is shown as it was."""
        for caption in self.captions.shown if captions else ():
            caption.draw(canvas, self._room(canvas.look))
        self.cached_layer.draw(canvas, waits)

    def _room(self, look: Look) -> CaptionSpace:
        root = self.root
        return self.captions.room(look, root.rect, root.table, root.free, self.score.rect)

    def caption_rects(self, look: Look) -> list[Rect]:
        """px, where something is said."""
        return [caption.rect(look, self._room(look)) for caption in self.captions.shown]

    def draw_over(self, canvas: Canvas) -> None:
        """Over a stage that lies over the rest: the tools, and what can be answered."""
        above: list[Widget] = [self.prompt_panel] if self.model.selection is not None else []
        above += [] if self.side_column.wide else [self.move_list]
        below = [widget for widget in self.side_column.children if widget not in above]
        gone = self.reaction_bar if self.model.playback.plays else None  # it has been answered
        below += [widget for widget in (self.root.panel, gone) if widget is not None]
        self.cached_layer.draw_over(canvas, below)
