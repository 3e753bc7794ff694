"""Gestures of mouse or keyboard that play an action at the table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import pygame

from castlecards.core.action import PASS, Action
from castlecards.ui.scene import Scene
from castlecards.ui.table.input.action_matching import Target, is_button
from castlecards.ui.table.overlay.popups import (
    ActionChooser,
    PileInspector,
    SpreadDialog,
    TablePopup,
)
from castlecards.ui.table.overlay.reorder_dialog import ReorderDialog
from castlecards.ui.table.overlay.score_sheet import ScoreSheet
from castlecards.ui.table.pointer.covered_cards import covered_choices
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver
from tests.ui.window import SIZE

DOUBLE = 10  # px: two clicks farther apart are no double click
READ = 0.45  # s in which the reaction bar takes no answer
PARTS = (
    0.5,
    0.3,
    0.7,
    0.15,
    0.85,
    0.06,
    0.94,
)  # places to press a card at, as shares of its width and height
MOST_GESTURES = 12  # for one action

Pos = tuple[int, int]


class Mismatch(AssertionError):
    """Failure: the window does not show or save the same as the twin."""


class Gestures(ABC):
    """Choice of the gestures for an action, from the state of `twin`; a subclass makes them."""

    twin: Driver
    drags = True  # drag cards to their targets; else click both
    pressed: Pos = (0, 0)  # place of the last click

    @abstractmethod
    def press(self, at: Pos, pause: float = 0.0) -> None:
        """Click, `pause` s after the pointer has arrived."""

    @abstractmethod
    def pull(self, start: Pos, end: Pos) -> None:
        """Drag from one place to another."""

    @abstractmethod
    def choose(self, id: str, by_key: bool, pause: float = 0.0) -> None:
        """Click a widget, or move the focus there and press Return."""

    @abstractmethod
    def open_curtain(self, by_key: bool) -> None:
        """Hold the mouse button, or a key, until the curtain is open."""

    @property
    def table(self) -> TableScene:
        scene = self.twin.app.scene
        if isinstance(scene, TablePopup):
            scene = self.twin.app.stack._levels[-2].scene
        assert isinstance(scene, TableScene), f"{self.twin.scene} is no table"
        return scene

    def turn(self, action: Action, by_key: bool = False) -> None:
        """Play one action with all gestures that it needs."""
        session = self.table.session
        now = session.at
        for _ in range(MOST_GESTURES):
            self._gesture(action, by_key)
            if session.at != now:
                assert session.log[now].action == action
                return
        raise AssertionError(f"{action} is not played in {MOST_GESTURES} gestures")

    def _gesture(self, action: Action, by_key: bool) -> None:
        """Make the next gesture towards an action."""
        scene, table = self.twin.app.scene, self.table
        if scene is table and table.model.curtain is not None:
            self.open_curtain(by_key)
        elif scene is table and table.overlay.reaction_bar is not None:
            self.choose("pass" if action == PASS else "look", by_key, READ)
        elif scene is not table:
            self.choose(self._in_popup(scene, action), by_key)
        elif is_button(action):
            text = table.session.game.describe(action, table.view)
            named = [button.id for button in table.overlay.decision_buttons if button.name == text]
            self.choose(named[0] if named else "choose", by_key)
        else:
            self._pick(action, by_key)

    def _in_popup(self, scene: Scene, action: Action) -> str:
        """Return the id of the widget to choose in a popup."""
        if isinstance(scene, ActionChooser):
            return f"choice:{scene.actions.index(action)}"
        if isinstance(scene, ReorderDialog):
            return "arrange.done"
        if isinstance(scene, ScoreSheet):
            return "close"
        assert isinstance(scene, SpreadDialog)
        if isinstance(scene, PileInspector) and action.onto in scene.lit:
            return f"card:{action.onto}"
        if action.cards:
            return f"card:{action.cards[0]}"
        text = self.table.session.game.describe(action, self.table.view)
        return next(str(each.id) for each in layer_of(scene).root.walk() if each.name == text)

    def _pick(self, action: Action, by_key: bool) -> None:
        """Pick the next card of the action; once all are picked, carry them to the target."""
        table = self.table
        pos, selection = table.session.position, table.selection
        assert selection is not None
        picks = [Target(card, pos.zone_of(card)) for card in action.cards]
        picks += [Target(pos.zones[zone][-1], zone) for zone in action.zones]
        left = [target for target in picks if target not in selection.picked]
        flies = table.model.limits is not None  # a drag over the castle could be a throw
        goal = None
        if action.onto >= 0:
            goal = Target(action.onto, pos.zone_of(action.onto))
        elif action.to >= 0:
            goal = Target(pos.zones[action.to][-1] if pos.zones[action.to] else -1, action.to)
        hidden = any(target != self._shown(target) for target in left)
        if by_key:
            self.choose(self._spot(left[0] if left else goal), True)
        elif not left and goal is None:
            self.choose("done", False)
        elif (
            self.drags
            and goal is not None
            and picks
            and (not left or len(picks) == 1)
            and not hidden
            and not flies
        ):
            self.pull(self._place(picks[-1]), self._place(goal, picks[-1]))
        else:
            target = left[0] if left else goal
            assert target is not None
            self.press(self._apart_from_last(self._place(self._shown(target))))

    def _shown(self, target: Target) -> Target:
        """Return the top card of a pile for one below it: a click there opens the whole pile."""
        table = self.table
        table_view = table.table_view
        assert table_view is not None
        if target.card not in covered_choices(table_view, table.selection, target.zone):
            return target
        return Target(table.session.position.zones[target.zone][-1], target.zone)

    def _spot(self, target: Target | None) -> str:
        """Return the id of the keyboard widget of a card or place."""
        if target is None:
            return "done"
        spots = self.table.overlay.root.spots
        zone = self.table.session.position.box.zones[target.zone].name
        for id in (f"card:{target.card}", f"zone:{zone}", f"pile:{zone}"):
            if any(spot.id == id for spot in spots):
                return id
        raise Mismatch(f"no key leads to {target}")

    def _place(self, target: Target, held: Target | None = None) -> Pos:
        """Return a place where a target can be clicked. Raises Mismatch if there is none."""
        table = self.table
        table_view = table.table_view
        assert table_view is not None
        for at in _within(table_view, target):
            without = () if held is None else (held.card,)
            found = table_view.target_at(*at, without=without)
            same = found == target or (found.zone == target.zone and _tops(table, found, target))
            if same and table.overlay.layer.root.at(at) is None:
                return at
        name = table.session.position.box.zones[target.zone].name
        raise Mismatch(f"{table.model.target_name(target)} in {name} cannot be clicked")

    def _apart_from_last(self, at: Pos) -> Pos:
        near = max(abs(at[0] - self.pressed[0]), abs(at[1] - self.pressed[1])) <= DOUBLE
        return (at[0] + DOUBLE + 2, at[1]) if near else at


def _tops(table: TableScene, found: Target, target: Target) -> bool:
    """Return True if both targets are the same pile."""
    held = table.session.position.zones[target.zone]
    return target.card < 0 or found.card < 0 or (held[-1] == target.card == found.card)


def _within(table_view: TableView, target: Target) -> Iterator[Pos]:
    rect = table_view.rect_of(target)
    screen_ = pygame.Rect((0, 0), SIZE).inflate(-4, -4)
    for down in PARTS:
        for along in PARTS:
            at = (rect.left + round(rect.width * along), rect.top + round(rect.height * down))
            if screen_.collidepoint(at):
                yield at


def layer_of(scene: Scene) -> Any:
    """Return the widget layer of a scene; of a table, that of its overlay."""
    return scene.overlay.layer if isinstance(scene, TableScene) else scene.layer  # type: ignore[attr-defined]
