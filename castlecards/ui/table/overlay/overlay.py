"""HUD of the table: prompt panel, score board, toolbar, captions and move list.

It reads the model, queues the commands of its buttons, and is
rebuilt when `TableModel.key` changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pygame import Rect

from castlecards.core.action import PASS, Action, Decision, Illegal
from castlecards.core.cards import CardId
from castlecards.core.game import Refusal
from castlecards.core.session import Session
from castlecards.texts import tr
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.routes import KeySheet, Replay, Rules
from castlecards.ui.scene import Push
from castlecards.ui.services import Services
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.coach.panel import CoachPanel
from castlecards.ui.table.commands import (
    Command,
    Do,
    LowerCurtain,
    Navigate,
    ShowSheet,
    Submit,
    SwitchStops,
)
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.model import column_width
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay.captions import Captions, CaptionSpace, RefusalNote, RuleLink
from castlecards.ui.table.overlay.decision_buttons import DecisionButtons, FormBar, prompt_for
from castlecards.ui.table.overlay.move_list import FULL_LOG, MoveEntry, MoveList
from castlecards.ui.table.overlay.phase_bar import PhaseBar, phases_for
from castlecards.ui.table.overlay.popups import PopupHost
from castlecards.ui.table.overlay.prompt_panel import CachedLayer, Prompt, PromptPanel
from castlecards.ui.table.overlay.reaction_bar import BUTTON, ReactionBar
from castlecards.ui.table.overlay.score_sheet import SCORE_SHEET
from castlecards.ui.table.overlay.side_column import OverlayRoot, SideColumn
from castlecards.ui.table.overlay.spoken_table import (
    Section,
    SpokenTable,
    next_section,
    next_widget,
    sections,
)
from castlecards.ui.table.overlay.spots import keyboard_spots
from castlecards.ui.table.overlay.widgets import (
    IconButton,
    ScoreBoard,
    SpotWidget,
    score_table,
    with_key,
)
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.throw.details_panel import DetailsPanel
from castlecards.ui.table.throw.throw_bar import StrengthPlate, ThrowBar
from castlecards.ui.table.viewer import NOBODY

BAR = ("pass", "look", "stops", "clash_rule")  # ids of the buttons of the reaction bar and stage
SPEEDS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
TOOLS = (
    ("hint", "ui/hint", tr("Hint"), Act.HINT), ("undo", "ui/undo", tr("Undo"), Act.UNDO),
    ("redo", "ui/redo", tr("Redo"), Act.REDO), ("sort", "ui/cards", tr("Sort your hand"), Act.SORT),
    ("hide", "ui/eye-off", tr("Hide your cards"), Act.HIDE_ALL),
    ("history", "ui/list", FULL_LOG, Act.HISTORY), ("rules", "ui/book", tr("Rulebook"), Act.HELP),
    ("menu", "ui/menu", tr("Menu"), Act.MENU),
)  # fmt: skip


class TableOverlay:
    """HUD of one table scene."""

    def __init__(
        self, app: Services, model: TableModel, table_view: TableView, addon: Addon[Any]
    ) -> None:
        self.app = app
        self.model = model
        self.table_view = table_view
        self.addon = addon
        self.pending_commands: list[Command] = []  # queued by buttons, executed by the scene
        self.prompt_panel = PromptPanel()
        self._buttons = DecisionButtons(
            app, model, table_view, addon, self.prompt_panel, self.pending_commands
        )
        self._on_press = self._buttons.on_press
        bind = app.bindings.title
        self.tools = [
            IconButton(id, icon, name, self._on_press(Do(act)), app.art, bind(act))
            for id, icon, name, act in TOOLS
        ]
        self.score = ScoreBoard()
        self.score.set(score_table(model.session))
        self.phases = PhaseBar()
        tip = with_key(tr("All scores so far"), bind(Act.SHEET))
        self.sheet_button = Button(
            "sheet", SCORE_SHEET, self._on_press(ShowSheet()), tip=tip, tall=30
        )
        self.move_list = MoveList(model, app.art, self._open_replay)
        self.coach = CoachPanel(model, self.pending_commands.extend, self._on_press(Do(Act.CANCEL)))
        self.side_column = SideColumn(
            self.score, (self.phases, self.sheet_button), self.move_list, self.coach,
            self.prompt_panel, self.tools, table_view,
        )  # fmt: skip
        self.root = OverlayRoot(self.side_column, self.tools)
        self.cached_layer = CachedLayer(self.root)
        self.form_bar = FormBar(table_view, model.session.with_player_names)
        self.details = DetailsPanel(app, table_view, self._on_press(Do(Act.REPLAY)))
        self.throw_bar = ThrowBar(app, model.input_state, self.pending_commands.append)
        self.strength = StrengthPlate(app, model.input_state)
        self.rule_link = RuleLink(
            lambda: self.pending_commands.append(self._rules(self.rule_link.rule))
        )
        self.note: RefusalNote | None = None
        self.captions = Captions(model, table_view)
        self.spoken_table = SpokenTable(model)
        self._entered = False  # the focus has just entered a section of the table
        self._walked = ""  # what the keyboard has walked to since the last change, in words
        self.reaction_bar: ReactionBar | None = None  # while a reaction needs no look at a hand
        self.thinks = self.paused = False
        self._built_key: tuple[object, ...] = ()  # key of the last rebuild
        self._selection_key: tuple[object, ...] = ()  # key of the prompt panel
        self._spots_key: tuple[object, ...] = ()  # `geometry_key` of the keyboard spots
        self._bar_stops: tuple[str, ...] = ()  # stop levels in the reaction bar
        self._focus_id = ""  # id of the last widget with keyboard focus
        self._focus_seat = NOBODY  # the last player who saw the table

    @property
    def decision_buttons(self) -> list[Button]:
        """Buttons that answer the decision, in the prompt panel or on a form."""
        return [*self.prompt_panel.buttons, *self.form_bar.buttons]

    @property
    def layer(self) -> Layer:
        return self.cached_layer.layer

    @property
    def session(self) -> Session[Any]:
        return self.model.session

    @property
    def popup_host(self) -> PopupHost:
        """Read-only context for a popup over this table."""
        return PopupHost(self.app, self.model, self.table_view, self.layer.ring)

    @property
    def dirty(self) -> bool:
        """True if something must be redrawn; never behind a closed curtain."""
        curtain = self.model.curtain
        seen = curtain is None or curtain.light
        return seen and (self.layer.dirty or bool(self.captions.shown))

    @property
    def decision(self) -> Decision | None:
        return self.session.decision

    # -- contents -----------------------------------------------------------------------------

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        """Lay out all widgets in a window of `size` px and rebuild them."""
        self.root.mirrored = self.app.settings.left_handed
        self.side_column.wide = self._column_width(look, size)
        self.cached_layer.layout(look, size)
        self.rebuild()

    def _column_width(self, look: Look, size: tuple[int, int]) -> int:
        """Width of the side column, px; 0 if a practice panel takes its place beside a field."""
        field = self.session.position.box.field is not None
        if field and self.addon.panel is not None:
            return 0
        return column_width(size[0], look.scale, field)

    def reserved_space(self, look: Look, size: tuple[int, int]) -> tuple[tuple[float, float], int]:
        """Space taken from the table, px: (right, bottom) of a score board on it, column width.

        One of the two is always 0.
        """
        wide = self._column_width(look, size)
        return ((0.0, 0.0) if wide else self.score.reach(look, size[0])), wide

    def sync(self, thinks: bool, paused: bool) -> None:
        """Update the parts that are out of date.

        A new model key rebuilds everything, a new selection the prompt, a new layout the keyboard
        spots. `thinks`: a computer player is thinking; `paused`: all of them wait.
        """
        self.thinks, self.paused = thinks, paused
        made = (*self.model.key(), self.thinks, self.paused)
        picked = self.model.picks()
        if made != self._built_key:
            self.rebuild()
        elif picked != self._selection_key:
            self._update_decision(picked)
        elif self._are_spots_stale:
            self._update_spots()
        self.score.show_pending(self.model.playback.unresolved)
        if self.coach.rebuild():
            self._update_coach()
        if self.app.settings.speech:  # before the question that follows
            rests = not self.model.playback.plays
            for text in (
                *self.spoken_table.new_sentences(),
                *(self.addon.new_texts() if rests else ()),
            ):
                self.app.say(text)

    @property
    def _are_spots_stale(self) -> bool:
        """True if the cards lie elsewhere now, or the own hand has been hidden or shown, or a hand
        card was raised below the mark of the keyboard."""
        view, before, now = self.table_view, self._spots_key, self.table_view.geometry_key
        if before[:1] != now[:1]:
            return True
        hand_rests = view.hide_progress == float(view.hand_hidden)
        risen = self.layer.ring and not view.is_hand_moving and before[1:2] != now[1:2]
        return risen or (hand_rests and before[2:] != now[2:])

    def _update_coach(self) -> None:
        """Show or hide the coach panel, and focus its first row."""
        layer, self.coach.visible = self.layer, self.coach.shown
        layer.stale = True
        if self.coach.rows and layer.look is not None:
            layer.layout(layer.look, layer.rect)
            layer.focus_on(self.coach.rows[0])

    def rebuild(self) -> None:
        """Rebuild all parts that depend on the session or the viewer."""
        self.clear_note()
        self._walked = ""
        self.model.hint_targets = ()
        self._update_reaction_bar()
        session = self.session
        self.score.show(score_table(session), self.model.playback.unresolved)
        self.phases.set(phases_for(self.model))
        self.sheet_button.visible = session.game.sheet(session.public) is not None
        self.move_list.refresh()
        for tool in self.tools:
            tool.enabled = self._is_enabled(tool.id)
        self.addon.refresh_panel()
        self._built_key = (*self.model.key(), self.thinks, self.paused)
        self._update_decision(self.model.picks())

    def _update_decision(self, picked: tuple[object, ...]) -> None:
        """Rebuild the prompt and buttons for a new selection."""
        self._selection_key = picked
        self.clear_note()
        on_form = self._buttons.form_buttons()
        written = self._buttons.buttons(self.thinks, self.paused)
        form = self.model.form
        if form is not None and form.answers and self.model.selection is not None:
            on_form, written = on_form + written, []
        elif form is None or not form.small:
            on_form, written = [], on_form + written
        self.form_bar.set(on_form)
        prompt = self._prompt()
        self.prompt_panel.focusable = self.app.settings.speech and bool(prompt.player)
        self.prompt_panel.set(prompt, written)
        self._update_extras()
        self._update_spots()

    def _update_extras(self) -> None:
        """Choose the temporary widgets: form, throw bar, details, reaction bar, note."""
        model = self.model
        opens = model.details_open and not self.addon.replaces_score
        callout = model.playback.callout if opens else None
        if callout is not None:
            self.details.show(callout)
        # The throw bar would cover the target of a held card.
        throws = model.limits is not None and model.input_state.held_card < 0
        extras: list[tuple[bool, Widget | None]] = [
            (model.form is not None and model.selection is not None, self.form_bar),
            (throws, self.throw_bar), (model.input_state.held_card >= 0, self.strength),
            (callout is not None, self.details), (self.reaction_bar is not None, self.reaction_bar),
            (self.note is not None, self.note), (True, self.rule_link),
        ]  # fmt: skip
        if self.note is not None:
            self.note.beside = [self.prompt_panel, *([self.details] if callout else [])]
        shown = [widget for there, widget in extras if there and widget is not None]
        self.root.set_contents(self.root.spots, self.addon.panel, shown)
        self.layer.stale = True

    def _update_reaction_bar(self) -> None:
        """Create or remove the reaction bar. It shows while a reaction needs no private cards."""
        decision, stops = self.model.window, tuple(self.session.stops)
        if decision is None:
            self.reaction_bar = None
        elif (
            self.reaction_bar is None
            or self.reaction_bar.decision is not decision
            or stops != self._bar_stops
        ):
            self._bar_stops = stops
            button = self._buttons.stop(self.session.owner(decision.seat), BUTTON)
            passes = self._on_press(Submit(decision.seat, PASS))
            look = self._on_press(LowerCurtain(decision.seat))
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

    def _prompt(self) -> Prompt:
        return prompt_for(self.model, self.table_view, self.app.bindings)

    def _is_enabled(self, id: str) -> bool:
        if id == "undo":
            return self.model.undo_seat is not None
        if id == "redo":
            return self.session.can_redo
        if id == "hint":
            return self.model.selection is not None
        if id in ("sort", "hide"):
            return self.model.viewer.seat != NOBODY
        return True

    def _update_spots(self) -> None:
        """Create the widgets by which the keyboard reaches cards and zones."""
        self._spots_key = self.table_view.geometry_key
        queue, speech = self.pending_commands.append, self.app.settings.speech
        spots = (
            [] if self.model.busy else keyboard_spots(self.model, self.table_view, queue, speech)
        )
        old = self.layer.focus
        if old is not None and self.layer.ring:
            self._focus_id = old.id
        elif old is not None:
            self._focus_id = ""
        self.root.set_contents(spots, self.root.panel, self.root.extras)
        self.layer.stale = True
        self._restore_focus()

    def _restore_focus(self) -> None:
        """Restore the keyboard focus, or move it to the first choice.

        A player who takes over begins at the first choice, wherever the other one has left it."""
        layer, selection = self.layer, self.model.selection
        waits = selection is not None or self.reaction_bar is not None or self.session.over
        if layer.look is None or self.model.busy or not (waits or self.app.settings.speech):
            return
        seat = self.model.viewer.seat
        taken_over = seat not in (NOBODY, self._focus_seat)
        self._focus_seat = seat if taken_over else self._focus_seat
        if self.reaction_bar is not None and (layer.focus is None or layer.focus.id not in BAR):
            layer.layout(layer.look, layer.rect)
            layer.focus_on(self.reaction_bar.passes, ring=bool(self._focus_id))
            return
        if not self._focus_id:
            return
        layer.layout(layer.look, layer.rect)
        choice = selection is not None and bool(
            selection.selectable_targets()
        )  # else only piles to inspect
        spots: list[Widget] = [*self.root.spots] if choice else []
        picked = selection is not None and bool(selection.picked)
        ring = layer.focusables
        same = [widget for widget in ring if widget.id == self._focus_id]
        if not (same or waits):
            return
        again = bool(same) and not taken_over and not (picked and same[0] in spots)
        chosen = same[0] if again else next(iter([*spots, *self.decision_buttons, *ring]), None)
        layer.focus_on(chosen)

    @property
    def focused(self) -> Target | None:
        """Card or zone with keyboard focus."""
        spot = self.layer.focus
        return spot.target if isinstance(spot, SpotWidget) and self.layer.ring else None

    @property
    def focused_card(self) -> CardId:
        """Card that would be aimed with the keyboard; -1: none."""
        spot = self.layer.focus
        card = isinstance(spot, SpotWidget) and spot.id.startswith("card:")
        return spot.target.card if card else -1  # type: ignore[union-attr]

    @property
    def move_list_targets(self) -> list[Target]:
        """Cards of the hovered or focused entry of the move list."""
        over = self.move_list.current_entry
        return [Target(card, 0) for card in over.cards] if over is not None else []

    def covers(self, pos: tuple[float, float]) -> bool:
        """True if a widget covers the point, px."""
        return self.layer.root.at((round(pos[0]), round(pos[1]))) is not None

    def control_rects(self) -> list[Rect]:
        """Rects of the enabled controls, px."""
        walk = self.layer.root.walk()
        return [w.rect for w in walk if w.focusable and w.enabled and not isinstance(w, SpotWidget)]

    def blocked_rects(self) -> list[Rect]:
        """Rects that a card zoom must not cover, px: the controls and the practice panel."""
        panel = self.root.panel
        return [*self.control_rects(), *([panel.rect] if panel is not None else [])]

    # -- messages -----------------------------------------------------------------------------

    def refuse(self, tried: Iterable[Action], at: tuple[float, float]) -> None:
        """Show the first refusal that the game gives for the tried actions, at `at`, px."""
        game, seen = self.session.game, self.model.view
        for action in tried:
            try:
                refusal = game.refusal(seen, action)
            except (Illegal, LookupError, ValueError):
                continue  # the game does not know such an action
            if refusal is not None:
                self.show_refusal(refusal, at)
                return

    def show_refusal(self, refusal: Refusal, at: tuple[float, float]) -> None:
        """Show a refusal at `at`, px, with its sound."""
        self.sync(self.thinks, self.paused)  # a later update would clear the note
        self.app.play("error", 0.5)
        named = Refusal(refusal.rule, self.session.with_player_names(refusal.text))
        self.note = RefusalNote(named, at, self._on_press(self._rules(refusal.rule)))
        self.model.note_open = True
        self._update_extras()
        self.app.say(named.text)

    def clear_note(self) -> None:
        self.model.note_open = False
        if self.note is not None:
            self.note = None
            self._update_extras()

    # -- speech -------------------------------------------------------------------------------

    @property
    def sections(self) -> list[Section]:
        """Parts of the table that Tab goes to while speech is on."""
        ring = self.layer.focusables
        question: list[Widget] = [self.prompt_panel, *self.decision_buttons]
        question += [self.reaction_bar] if self.reaction_bar is not None else []
        return sections(self.model, ring, question, self.tools, self.move_list)

    @property
    def spoken(self) -> tuple[str, str]:
        """Words for speech: what is asked, and what is aimed at or has the focus."""
        bar, said = self.reaction_bar, self.spoken_table
        asked = said.question(self.prompt_panel.prompt, bar.question if bar is not None else "")
        if self.model.curtain is not None:
            return asked, ""
        if not asked:  # others play: their moves change the words, so only a key says them
            return "", self._walked
        if self.model.input_state.keys is not None:
            return asked, said.aim()
        return asked, self._focus_words()

    def _focus_words(self) -> str:
        focus = self.layer.focus if self.layer.ring else None
        if focus is None:
            return ""
        return self.spoken_table.focus(focus, self.sections, self._entered)

    def handle(self, intent: Intent) -> bool:
        """Handle input for a widget. With speech, Tab changes the section, arrows move in it."""
        if not self.app.settings.speech:
            return self.layer.handle(intent)
        keys = self.model.input_state.keys
        match intent:
            case intents.Command(Act.NEXT, down=True):
                return self._enter(1)
            case intents.Command(Act.PREVIOUS, down=True):
                return self._enter(-1)
            case intents.Move(dx, dy):
                return self._walk(dx or dy, bool(dy))
            case intents.Command(Act.FASTER | Act.SLOWER, down=True) if keys is not None:
                keys.change_power(1 if intent.act == Act.FASTER else -1)
                return True
            case intents.Command(Act.ZOOM, down=True, again=False):
                focus = self.layer.focus
                told = self.spoken_table.details(focus, self._spoken_hint())
                for text in (
                    *told,
                    *(() if isinstance(focus, SpotWidget) else self.addon.panel_texts()),
                ):
                    self.app.say(text)
        return self.layer.handle(intent)

    def _enter(self, step: int) -> bool:
        """Focus the first widget of the next or previous section."""
        to, moves = next_section(self.sections, self.layer.focus, step), self.move_list
        if moves.shown != (to is moves):
            self.toggle_move_list()
        self._entered = True
        self.layer.focus_on(to)
        if to is moves:
            moves.walk_to(moves.newest)
        self._walked = self._focus_words()
        return True

    def _walk(self, step: int, choices: bool) -> bool:
        """Focus the next or previous widget of the section, or line of the log.

        `choices`: of the cards and places, only to one that can be chosen.
        """
        found, model = self.sections, self.model
        skips = model.can_choose if choices and model.selection is not None else None
        to = next_widget(found, self.layer.focus, step, skips)
        if to is None:
            return self._enter(1)
        self._entered = False
        if to is self.move_list:
            self.move_list.move(0, step)
        else:
            self.layer.focus_on(to)
        self._walked = self._focus_words()
        return True

    def _spoken_hint(self) -> str:
        """Hint for details: how to throw by keys, as the hint of the panel is for the eyes."""
        title = self.app.bindings.title
        if self.model.input_state.keys is not None:
            return self.prompt_panel.prompt.hint
        if self.model.limits is None:
            return ""
        return tr("{key}: aim with the card of your hand that has the focus.", key=title(Act.AIM))

    # -- commands -----------------------------------------------------------------------------

    def handle_key(self, act: Act) -> list[Command] | None:
        """Commands of a key or toolbar button; None if the HUD does not handle the act."""
        match act:
            case Act.HISTORY:
                self.toggle_move_list()
            case Act.DETAILS:
                self.toggle_details()
            case Act.LOOK_BACK if self.move_list.current_entry is not None:
                self._open_replay(self.move_list.current_entry, True)
            case Act.LOFT_UP | Act.LOFT_DOWN if self._pages:
                self.move_list.scroll(0, 4 if act == Act.LOFT_UP else -4)
            case Act.HELP:
                return [self._rules()]
            case Act.KEYS:
                return [Navigate(Push(KeySheet()))]
            case Act.PASS:
                return self._pass()
            case Act.STOPS:
                return self._stops()
            case Act.SHEET:
                return [ShowSheet()]
            case Act.FASTER:
                self._change_speed(1)
            case Act.SLOWER:
                self._change_speed(-1)
            case _:
                return None
        return []

    def _change_speed(self, step: int) -> None:
        now = self.app.settings.animation_speed
        at = min(range(len(SPEEDS)), key=lambda k: abs(SPEEDS[k] - now)) + step
        speed = SPEEDS[min(max(at, 0), len(SPEEDS) - 1)]
        self.app.change(animation_speed=speed)
        self.app.notify(tr("Card speed: {speed:g}×", speed=speed))

    @property
    def _pages(self) -> bool:
        """True if the page keys scroll the move list; at a field only while it is in use."""
        moves, field = self.move_list, self.session.position.box.field
        return moves.visible and (field is None or moves.hovered or moves.focused)

    def toggle_move_list(self) -> None:
        """Open the move list with keyboard focus, or close it."""
        moves, layer = self.move_list, self.layer
        if not moves.shown and layer.ring and layer.focus is not None:
            self._focus_id = layer.focus.id  # focus returns there
        moves.shown = not moves.shown
        moves.refresh()
        self._update_extras()
        if layer.look is not None:
            layer.layout(layer.look, layer.rect)
        if moves.shown:
            layer.focus_on(moves, ring=layer.ring)
            moves.walk_to(moves.newest if layer.ring else None)
        else:
            moves.over = None
            self._restore_focus()

    def _open_replay(self, entry: MoveEntry, back: bool) -> None:
        """Open a replay of the entry; if `back`, stop at the table right after it."""
        end = entry.last + 1
        route = (
            Replay(self.session, end, end)
            if back
            else Replay(self.session, max(entry.first, 0), end)
        )
        self.pending_commands.append(Navigate(Push(route)))

    def cancel(self) -> bool:
        """Close the note or the move list. Returns False if neither is open."""
        if self.note is not None:
            self.clear_note()
        elif self.move_list.shown:
            self.toggle_move_list()
        else:
            return False
        return True

    def _rules(self, rule: str = "") -> Command:
        return Navigate(Push(Rules(self.session.game.id, rule)))

    def _pass(self) -> list[Command]:
        """Pass, in the reaction bar or as an option of the decision."""
        decision = self.decision
        if self.reaction_bar is not None:
            self.reaction_bar.passes.activate()
        elif self.model.selection is not None and decision is not None and PASS in decision.options:
            return [Submit(decision.seat, PASS)]
        return []

    def _stops(self) -> list[Command]:
        """Next stop level of the asked player."""
        decision = self.decision
        if not self.session.game.windows or decision is None:
            return []
        asks = self.model.selection is not None or self.reaction_bar is not None
        return [SwitchStops(self.session.owner(decision.seat))] if asks else []

    # -- frame --------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        """Advance all widgets by `dt` s. Returns True if a caption has expired."""
        self.prompt_panel.fold(self.model.input_state.held_card >= 0)
        if self.table_view.layout.sheet is not None:
            self.form_bar.show_outcome(
                self.model.preview_text((self.focused or self.model.input_state.hover).card)
            )
        self.layer.update(dt)
        gone = self.captions.update(dt)
        if self.note is not None:
            self.note.left -= dt
            if self.note.left <= 0:
                self.clear_note()
        if self.session.clock and self.model.selection is not None:
            self.prompt_panel.update_prompt(self._prompt())
        elif self.session.clock and self.reaction_bar is not None:
            self.reaction_bar.set_clock(self.model.clock)
        return gone

    def draw(self, canvas: Canvas, captions: bool = True, waits: bool = False) -> None:
        """Draw captions and widgets. If `waits`, changed widgets stay as drawn before."""
        for caption in self.captions.shown if captions else ():
            caption.draw(canvas, self.caption_space(canvas.look))
        self.cached_layer.draw(canvas, waits)

    def caption_space(self, look: Look) -> CaptionSpace:
        root = self.root
        beside = self.score.rect, self.details_rect
        return self.captions.room(look, root.rect, root.table, beside)

    def toggle_details(self) -> None:
        """Open or close the details of the throw that a callout tells of."""
        if self.model.playback.callout is not None:
            self.model.details_open = not self.model.details_open

    def press_callout(self, pos: tuple[int, int]) -> bool:
        """Open or close the details by a press on the callout. Return False beside it."""
        on = not self.addon.replaces_score and self.captions.callout_rect.collidepoint(pos)
        if on:
            self.toggle_details()
        return on

    @property
    def details_rect(self) -> Rect:
        """Rect of the details panel, px; empty while it is closed."""
        return self.details.rect if self.details in self.root.extras else Rect(0, 0, 0, 0)

    def caption_rects(self, look: Look) -> list[Rect]:
        """Rects of the captions, px."""
        return [caption.rect(look, self.caption_space(look)) for caption in self.captions.shown]

    def draw_over(self, canvas: Canvas) -> None:
        """Draw the toolbar and the decision_buttons again, on top of the battle stage."""
        above: list[Widget] = [self.prompt_panel] if self.model.selection is not None else []
        above += [] if self.side_column.wide else [self.move_list]
        below = [widget for widget in self.side_column.children if widget not in above]
        gone = self.reaction_bar if self.model.playback.plays else None  # already answered
        below += [widget for widget in (self.root.panel, gone) if widget is not None]
        self.cached_layer.draw_over(canvas, below)
