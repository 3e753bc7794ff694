"""Tests of table add-ons, such as practice: the table calls them, and they never hold it."""

from __future__ import annotations

import gc
from collections.abc import Callable
from types import CellType, FunctionType, MethodType

import pytest
from pygame import Rect

from castlecards import lessons, levels
from castlecards.core.action import Action
from castlecards.core.session import Record
from castlecards.toss.styles import STYLES, release
from castlecards.ui.kit.intents import Act, Intent
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.kit.widgets.boxes import Column
from castlecards.ui.practice.editor_playtest import playtest
from castlecards.ui.practice.free_range import free_range
from castlecards.ui.practice.lesson import open_lesson
from castlecards.ui.practice.level_attempt import open_level
from castlecards.ui.scene import Push, Reset
from castlecards.ui.services import Services
from castlecards.ui.shell.app import App
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver
from tests.ui.table.tables import TableDriver

pytestmark = pytest.mark.usefixtures("home")


class Plate(Column):
    def measure(self, look: Look, width: int) -> Size:
        return look.px(120), look.px(60)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, Rect(rect.topleft, self.measure(look, rect.width)))


class Listener(Addon[TableScene]):
    """Add-on that records its calls; `instead`: action that replaces an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []
        self.instead: Callable[[Action], Action | None] = lambda action: action
        self.panel: Widget = Plate([Button("ours", "Ours", self.callback(self.pressed))])

    def pressed(self, table: TableScene) -> None:
        self.calls.append(f"pressed at {table.session.at}")

    def begin(self, table: TableScene) -> None:
        self.calls.append("begin")

    def admits(self, table: TableScene, seat: int, action: Action) -> Action | None:
        return self.instead(action)

    def on_play(self, table: TableScene, record: Record) -> None:
        self.calls.append(f"played {record.action.cards}")

    def on_undo(self, table: TableScene) -> None:
        self.calls.append(f"moved to {table.session.at}")

    def on_rest(self, table: TableScene) -> None:
        assert not table.playback.plays
        self.calls.append("rested")

    def handle(self, table: TableScene, intent: Intent) -> bool:
        return getattr(intent, "act", None) == Act.HISTORY  # the add-on handles this key

    def tip(self, table: TableScene) -> bool:
        self.calls.append("tip")
        return True


def listening_match() -> tuple[TableDriver, Listener]:
    """Return a match at the table with a `Listener` as its add-on."""
    play, addon = (
        TableDriver("high_card", kinds=("human", "human"), reduced_motion=True),
        Listener(),
    )
    play.table = TableScene(play.app, play.session, addon)
    play.app.follow(Reset(play.table))
    play.open()
    return play, addon


def options(play: TableDriver) -> tuple[Action, ...]:
    return play.session.decision.options


def test_what_is_played_is_what_the_add_on_admits() -> None:
    play, addon = listening_match()
    assert addon.calls[0] == "begin"
    first, second = options(play)[:2]
    addon.instead = lambda action: None
    assert play.table.submit(play.seat, first) is None
    assert play.session.at == 0
    addon.instead = lambda action: second
    play.table.submit(play.seat, first)
    assert play.session.log[0].action == second
    assert f"played {second.cards}" in addon.calls


def test_a_button_gets_the_table_when_the_input_has_been_dealt_with() -> None:
    play, addon = listening_match()
    ours = play.table.find("ours")
    assert not ours.rect.colliderect(play.table.overlay.tools[0].rect)
    play.press("ours")
    assert addon.calls.count("pressed at 0") == 1
    play.wait(0.2)
    assert addon.calls.count("pressed at 0") == 1


def test_the_add_on_is_told_of_steps_in_time_and_of_rest() -> None:
    play, addon = listening_match()
    play.table.submit(play.seat, options(play)[0])
    play.key(Act.UNDO)
    assert "moved to 0" in addon.calls
    play.open()
    told = addon.calls.count("rested")
    play.wait(0.2)
    assert addon.calls.count("rested") > told


def test_input_and_hints_go_to_the_add_on_first() -> None:
    play, addon = listening_match()
    play.key(Act.HISTORY)
    assert not play.table.overlay.move_list.shown
    play.key(Act.HINT)
    assert "tip" in addon.calls
    assert play.table.model.hint_targets == ()


def practised(app: Services) -> list[TableScene]:
    """Return a table of each kind of practice."""
    loaded = next(level for pack in levels.packs()[0] for level in pack.levels)
    return [
        free_range(app, levels.shelf()["range"].options()),
        open_level(app, loaded),
        playtest(app, loaded, lambda lines: None),
        open_lesson(app, lessons.all_lessons()[0]),
    ]


def holds(part: object, owner: object) -> bool:
    """Return True if references lead from a part to its owner.

    References through the app are ignored, and those through widgets, which know their window.
    """
    seen, waiting = {id(part)}, [part]
    while waiting:
        for found in gc.get_referents(waiting.pop()):
            if found is owner:
                return True
            kind = type(found)
            ours = kind.__module__.startswith("castlecards.ui.") and kind is not App
            plain = kind in (dict, list, tuple, MethodType, FunctionType, CellType)
            if id(found) not in seen and (ours or plain) and not isinstance(found, Widget):
                seen.add(id(found))
                waiting.append(found)
    return False


@pytest.mark.parametrize("number", range(4))
@pytest.mark.long
def test_what_is_done_at_practice_never_holds_the_table(number: int, driver: Driver) -> None:
    scene = practised(driver.app)[number]
    driver.app.follow(Push(scene))
    driver.settle()
    scene.addon.throw(scene, release(STYLES[0]))
    for _ in range(60):
        driver.step(dt=0.1)
    assert scene.addon.thrown
    assert not holds(scene.addon, scene)
    scene.addon.spy = lambda: scene  # type: ignore[attr-defined]
    assert holds(scene.addon, scene)  # the check finds such a reference
