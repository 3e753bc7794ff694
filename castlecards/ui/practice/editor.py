"""Level editor: a table seen from above, with tabs for texts, goals and rules beside it.

Faults are shown after every change. The player can test a level, save it as a custom level or keep
it as an unsaved draft.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from castlecards import level_code, levels
from castlecards.practice.range import Kind
from castlecards.store import StoreError
from castlecards.texts import tr
from castlecards.ui.dialog import Answer, Dialog
from castlecards.ui.kit import intents
from castlecards.ui.kit.clipboard import copy_text
from castlecards.ui.kit.intents import Act, Intent, Keyboard
from castlecards.ui.kit.theme import SMALL
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, heading
from castlecards.ui.kit.widgets.boxes import Column, Row
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.kit.widgets.tabs import Tabs
from castlecards.ui.page import Page
from castlecards.ui.practice import editor_draft, editor_file, editor_panel
from castlecards.ui.practice.editor_draft import Draft
from castlecards.ui.practice.editor_layout import (
    FAULT,
    GOOD,
    POOR,
    DragPreview,
    EditorLayout,
    Notice,
    Readout,
    TrayItem,
)
from castlecards.ui.practice.editor_playtest import SolutionSearch, playtest
from castlecards.ui.practice.editor_state import FAR, FINE, STEP, TURN, TURN_FINE, EditorState
from castlecards.ui.practice.editor_table import EditorTable
from castlecards.ui.practice.editor_view import ItemPicture
from castlecards.ui.scene import STAY, TABLE_SIZE, Back, Go, Push, Scene
from castlecards.ui.services import store_errors_shown

if TYPE_CHECKING:
    from castlecards.ui.services import Services

AUTOSAVE_AFTER = 2.0  # s from a change to the autosave of the draft
NOTICE = 112.0  # units, height of the list of faults
KEYS = (
    tr("Drag to move. Drag off the table or press Del to remove."),
    tr("Turn with the wheel, Q and E, or the gold knob."),
    tr("Hold Shift for small steps."),
)
HELP = tr("Drag an item from the tray onto the table, or choose one and press Enter.")


class Editor(Page):
    """Page of the level editor. `saved`: the level on disk; None if it was never saved."""

    least_size = TABLE_SIZE

    def __init__(self, app: Services, draft: Draft, saved: Draft | None = None) -> None:
        super().__init__(app)
        self.state = EditorState(draft)
        self.saved = saved
        self.table = EditorTable(app, self.state)
        item_picture = ItemPicture(app)
        self.drag_preview = DragPreview(self.table, item_picture)
        kinds: tuple[Kind, ...] = ("wall", "castle", "own", "ring")
        above = (self.table, self.drag_preview, item_picture)
        self.tray = [TrayItem(kind, *above, self.focus_table) for kind in kinds]
        self.readout = Readout("editor.readout")
        self.notice = Notice("editor.notice", NOTICE)
        self.faults: list[str] = []
        self.state.on_draft_change = self._update_draft
        self.state.on_view_change = self._update_view
        self._sheet = "words"
        self._scroll: Scroll | None = None
        self._seen: tuple[object, ...] = ()  # state that the table showed last
        self._autosave_due = 0.0  # s until the autosave; 0: none is due
        self._autosave_failed = False  # the autosave failed and the player was told
        self._update_faults()

    # -- widgets ------------------------------------------------------------------------------

    def build(self) -> Widget:
        state = self.state
        undo = Button("editor.undo", tr("Undo"), self._undo, tall=34)
        redo = Button("editor.redo", tr("Redo"), self._redo, tall=34)
        undo.enabled, redo.enabled = state.can_undo, state.can_redo
        name = f"{state.draft.file}.yaml" if state.draft.file else tr("Not saved yet")
        parts: list[Widget] = [
            heading(tr("Level editor")),
            undo,
            redo,
            Label(name, SMALL, id="editor.file"),
        ]
        if state.draft.file:
            parts.append(Button("editor.delete", tr("Delete"), self._delete, "quiet", tall=34))
        code = Button("editor.code", tr("Copy code"), self._copy_code, "quiet", tall=34)
        code.enabled = not self.faults
        parts.append(code)
        head = Row(parts, 12)
        tray = Column([*self.tray, *(Label(line, SMALL) for line in KEYS)], 8)
        layout = EditorLayout(
            head, tray, self.table, self.readout, self._panel(), self.drag_preview, self.left_handed
        )
        self._update_view()
        return layout

    def _panel(self) -> Widget:
        tabs = Tabs("editor", editor_panel.SHEETS, self._sheet, self._show_sheet)
        for button in tabs.children:
            assert isinstance(button, Button)
            button.wide, button.tall = 100, 36
        commands = editor_panel.DraftCommands(self.state, self.rebuild)
        column = Column(editor_panel.rows(commands, self._sheet), 14)
        scroll = self._scroll = Scroll(column, before=self._scroll)
        test = Button(
            "editor.test", tr("Test"), self._test, wide=110,
            tip=tr("Play your level. Reach the goal to show that it can be done."),
        )  # fmt: skip
        find = Button(
            "editor.find",
            tr("Find a solution"),
            self._find,
            tip=tr("Let the computer look for throws that reach the goal."),
        )
        save = Button("editor.save", tr("Save"), self._save, "primary", wide=110)
        back = Button("editor.back", tr("Back"), self.leave, wide=110)
        for button in (test, find, save):
            button.enabled = not self.faults
        rows: list[Widget] = [
            tabs, scroll, self.notice, Row([test, find], 10), Row([back, save], 10, side="right"),
        ]  # fmt: skip
        return Panel(Column(rows, 10), 20)

    def _show_sheet(self, sheet: str) -> None:
        self._sheet = sheet
        self._scroll = None
        self.rebuild()

    # -- changes ------------------------------------------------------------------------------

    @property
    def dirty_draft(self) -> bool:
        """True if the draft has unsaved changes."""
        return self.state.draft != (self.saved or Draft())

    def _update_draft(self) -> None:
        self._autosave_due = AUTOSAVE_AFTER
        self._update_faults()
        self._update_view()
        if self._built:
            states = {
                "editor.undo": self.state.can_undo, "editor.redo": self.state.can_redo,
                "editor.test": not self.faults, "editor.find": not self.faults,
                "editor.save": not self.faults, "editor.code": not self.faults,
            }  # fmt: skip
            for widget in self.layer.root.walk():
                if states.get(widget.id, widget.enabled) != widget.enabled:
                    widget.enabled = not widget.enabled
                    widget.changed()

    def _update_view(self) -> None:
        """Redraw the table and the tray after a change of the draft, selection or drag."""
        draft = self.state.draft
        seen = (draft.physics, self.state.selected, self.state.dragged)
        if seen != self._seen:
            self._seen = seen
            self.table.follow()
            self.drag_preview.changed()
        for item in self.tray:
            item.refresh()
        text = self.table.readout()
        if draft.ladder:
            text = tr("The wall moves after every throw, in this order.")
        self.readout.set(text or HELP)

    def _update_faults(self) -> None:
        """Update the list of faults, advice and the state of the solution."""
        draft = self.state.draft
        self.faults = editor_draft.faults(draft)
        lines = [(FAULT, text) for text in self.faults]
        lines += [(POOR, text) for text in editor_draft.advice(draft)]
        if not self.faults:
            if editor_draft.has_working_solution(draft):
                lines.append((GOOD, tr("Its solution reaches the goal.")))
            elif draft.solution:
                lines.append((POOR, tr("Its solution no longer reaches the goal.")))
            else:
                text = tr("No solution yet. Click Test and reach the goal, or Find a solution.")
                lines.append((POOR, text))
        self.notice.set(lines)

    def record(self, lines: tuple[str, ...]) -> None:
        """Store `lines`, actions that reach the goal, as the solution of the level."""
        self.state.pause()
        self.state.change(replace(self.state.draft, solution=lines))
        self._autosave()

    # -- input --------------------------------------------------------------------------------

    @property
    def table_has_focus(self) -> bool:
        """True if the table has the keyboard focus."""
        return self.layer.focus is self.table

    @property
    def keyboard(self) -> Keyboard:
        return "tools" if self.table_has_focus else self.layer.keyboard

    def focus_table(self) -> None:
        """Focus the table, as after an item was added from the tray."""
        self.layer.focus_on(self.table, self.layer.ring)

    def handle(self, intent: Intent) -> Go:
        mods = getattr(intent, "mods", None)
        if mods is not None:
            self.table.fine = "shift" in mods
        if self._handle_first(intent) or (self.table_has_focus and self._handle_tool_key(intent)):
            return self._take_change()
        if isinstance(intent, intents.Drag) and self.state.dragged is not None:
            self.drag_preview.follow(intent.pos)
        to = super().handle(intent)
        if isinstance(intent, intents.Drag) and self.state.dragged is not None:
            self.drag_preview.follow(intent.pos)
        return to

    def _handle_first(self, intent: Intent) -> bool:
        """Handle input that takes precedence over the widgets. True if it was used."""
        match intent:
            case intents.Grab():
                self.state.pause()
            case intents.Leave():
                self.table.put_back()
            case intents.Scroll(_, dy, pos) if self.table.rect.collidepoint(pos):
                self.table.wheel(dy, pos)
                return True
            case intents.Command(Act.UNDO, down=True):
                self._undo()
                return True
            case intents.Command(Act.REDO, down=True):
                self._redo()
                return True
            case intents.Key(name):
                act = self.app.bindings.taken(name)
                if act in (Act.UNDO, Act.REDO):
                    (self._undo if act == Act.UNDO else self._redo)()
                    return True
            case intents.Command(Act.CANCEL, down=True, again=False):
                if self.table.put_back():
                    return True
                if self.state.selected >= 0:
                    self.state.select(-1)
                    return True
        return False

    def _handle_tool_key(self, intent: Intent) -> bool:
        """Handle keys while the table has the focus. True if the key was used."""
        state = self.state
        step = TURN_FINE if "shift" in getattr(intent, "name", "") else TURN
        match intent:
            case intents.Command(Act.NEXT | Act.PREVIOUS, down=True):
                self.layer.ring = True
                return state.select_next(1 if intent.act == Act.NEXT else -1)
            case intents.Move(dx, dy, mods):
                if state.selected < 0:
                    return state.select_next(1)
                far = FINE if "shift" in mods else FAR if "ctrl" in mods else STEP
                state.nudge(dx * far, -dy * far)
                return True
            case intents.Key("delete" | "backspace"):
                state.remove()
                return True
            case intents.Key("q" | "shift+q"):
                state.turn(1, step)
                return True
            case intents.Key("e" | "shift+e"):
                state.turn(-1, step)
                return True
        return False

    def _undo(self) -> None:
        if self.state.undo():
            self.rebuild()

    def _redo(self) -> None:
        if self.state.redo():
            self.rebuild()

    # -- test, save, leave --------------------------------------------------------------------

    def _test(self) -> None:
        if not self.faults:
            loaded = editor_draft.loaded(self.state.draft)
            self.go(Push(playtest(self.app, loaded, self.record)))

    def _find(self) -> None:
        if not self.faults:
            loaded = editor_draft.loaded(self.state.draft)
            self.go(Push(SolutionSearch(self.app, loaded, self.record)))

    def _save(self) -> bool:
        """Write the level to disk. True on success; an error is shown to the player."""
        if self.faults:
            return False
        try:
            draft = editor_file.save(self.state.draft)
        except (StoreError, ValueError) as error:
            self.app.notify(str(error), "error")
            return False
        self.state.change(replace(draft, file=self.state.draft.file))
        self.state.name(draft.file)
        self.saved = draft
        self._delete_autosave()
        file = f"{draft.file}.yaml"
        text = tr("Saved as {file}.", file=file)
        if not draft.solution:
            text = tr("Saved as {file}. It has no solution yet, so it may be too hard.", file=file)
        self.app.notify(text)
        self.rebuild()
        return True

    def _delete(self) -> None:
        """Delete the level; ask first if the settings say so."""
        if not self.app.settings.confirm_delete:
            self.go(self._deleted() or STAY)
            return
        answers = (
            Answer("delete.cancel", tr("Cancel"), lambda: None),
            Answer("delete.delete", tr("Delete"), self._deleted, "danger"),
        )
        text = tr("You can’t get {file} back.", file=f"{self.state.draft.file}.yaml")
        self.go(Push(Dialog(self.app, tr("Delete this level?"), text, answers)))

    def _deleted(self) -> Go | None:
        try:
            editor_file.delete(self.state.draft.file)
        except StoreError as error:
            self.app.notify(str(error), "error")
            return None
        return self._discard()

    def leave(self) -> None:
        """Leave the editor; ask first if there are unsaved changes."""
        if not self.dirty_draft:
            self._delete_autosave()
            super().leave()
            return
        answers = [
            Answer("leave.drop", tr("Discard"), self._discard, "danger"),
            Answer("leave.keep", tr("Keep draft"), self._keep_and_leave),
        ]
        if not self.faults:
            answers.append(Answer("leave.save", tr("Save"), self._save_and_leave, "primary"))
        new, changed = tr("This level is not saved."), tr("You have unsaved changes.")
        draft = tr("You can open the draft again later. Press Esc to keep editing.")
        text = f"{new if self.saved is None else changed}\n{draft}"
        self.go(Push(Dialog(self.app, tr("Leave the editor?"), text, answers)))

    def _discard(self) -> Go | None:
        self._delete_autosave()
        self._autosave_due = 0.0
        self.state.begin(self.saved or Draft())  # leaves no unsaved change that `go` would autosave
        return Back()

    def _keep_and_leave(self) -> Go | None:
        return Back() if self._autosave() else None

    def _copy_code(self) -> None:
        """Put the code of the level, without its solution, on the clipboard."""
        try:
            text = editor_draft.level_text(replace(self.state.draft, solution=()))
            copied = copy_text(level_code.encode(text))
        except ValueError as error:
            self.app.notify(str(error), "error")
        else:
            done = tr("The level code is on the clipboard.")
            self.app.notify(done if copied else tr("There is no clipboard on this system."))

    def _save_and_leave(self) -> Go | None:
        return Back() if self._save() else None

    # -- the draft on the disk ----------------------------------------------------------------

    def update(self, dt: float) -> Go:
        if self._autosave_due:
            self._autosave_due = max(0.0, self._autosave_due - dt)
            if not self._autosave_due:
                self._autosave()
        return super().update(dt)

    def go(self, to: Go) -> None:
        if to != STAY and self._autosave_due:
            self._autosave()
        super().go(to)

    def rescue(self) -> None:
        self._autosave()

    def _autosave(self) -> bool:
        """Autosave unsaved changes. True if the disk now holds everything."""
        self._autosave_due = 0.0
        if not self.app.keep.slot.ours:  # another window owns the autosaved draft
            if self.dirty_draft and not self._autosave_failed:
                self.app.notify(tr("Drafts are off in this window: save the level."), "error")
            self._autosave_failed = self.dirty_draft
            return not self.dirty_draft
        try:
            if self.dirty_draft:
                editor_file.autosave(self.state.draft)
            else:
                editor_file.delete_autosave()
        except (StoreError, ValueError) as error:
            if not self._autosave_failed:
                self.app.notify(str(error), "error")
            self._autosave_failed = True
            return False
        self._autosave_failed = False
        return True

    def _delete_autosave(self) -> None:
        self._autosave_due = 0.0
        if not self.app.keep.slot.ours:
            return
        with store_errors_shown(self.app):
            editor_file.delete_autosave()


def open_editor(app: Services, loaded: levels.LoadedLevel | None = None) -> Scene:
    """Open the editor with a custom level or a new one.

    If an unsaved draft exists, a dialog offers it first.
    """
    draft = Draft() if loaded is None else editor_draft.draft_of(loaded)
    unsaved, problem = editor_file.read_autosave() if app.keep.slot.ours else (None, "")
    if problem:
        app.notify(problem, "error")
    if unsaved is None:
        return Editor(app, draft, draft if draft.file else None)
    left = unsaved

    def fresh() -> Go:
        with store_errors_shown(app):
            editor_file.delete_autosave()
        return Push(Editor(app, draft, draft if draft.file else None))

    def resume() -> Go:
        return Push(Editor(app, left, editor_file.read_level(left.file) if left.file else None))

    answers = (
        Answer("draft.drop", tr("Discard"), fresh, "danger"),
        Answer("draft.resume", tr("Continue"), resume, "primary"),
    )
    name = left.title.strip()
    text = tr("You did not save “{name}” last time.", name=name)
    if not name:
        text = tr("You did not save your last level.")
    return Dialog(app, tr("Unfinished level"), text, answers)
