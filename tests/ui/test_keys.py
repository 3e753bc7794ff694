"""Tests of keys: Enter presses the gold button on each screen without a visible focus; F1 opens the
rules.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from castlecards import paths
from castlecards.bots.simple import random_action
from castlecards.ui import routes
from castlecards.ui.dialog import Answer, Dialog
from castlecards.ui.kit.intents import Act, Command
from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.kit.widgets.boxes import Column
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.pages.rulebook import Rulebook
from castlecards.ui.routes import Route
from castlecards.ui.scene import Push, Reset
from castlecards.ui.table.input.action_matching import has_target
from castlecards.ui.table.overlay.popups import TableQuestion, UndoConsent
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.slow_motion import SlowMotion
from tests.ui.driving import NULL, Driver, laid_out, started_match
from tests.ui.table.tables import open_curtain, table

WARS = "castle_wars"
PAGES: tuple[Route, ...] = (
    routes.Title(), routes.Picker(), routes.Setup(WARS), routes.Library(), routes.Settings(),
    routes.Rules(WARS), routes.Statistics(), routes.Throws(), routes.Credits(), routes.Practice(),
    routes.RangeSetup(), routes.Today(), routes.ThrowCoach("Ada"), routes.TargetGame(),
    routes.Medals(), routes.KeySheet(),
)  # fmt: skip


def gold(layer: Layer) -> Button | None:
    found = (w for w in layer.root.walk() if isinstance(w, Button) and w.kind == "primary")
    return next(found, None)


def presses_gold_button(driver: Driver) -> bool | None:
    """Return True if Enter presses the gold button of the screen; None if it has none."""
    scene: Any = driver.app.scene
    layer = scene.overlay.layer if isinstance(scene, TableScene) else scene.layer
    button = gold(layer)
    if button is None:
        return None
    pressed: list[str] = []
    button.act = lambda: pressed.append(button.id)
    driver.app.feed([Command(Act.CONFIRM), Command(Act.CONFIRM, down=False)], 0.01)
    return pressed == [button.id]


@pytest.mark.parametrize("route", PAGES, ids=lambda route: type(route).__name__)
def test_enter_takes_the_gold_button_of_a_page(driver: Driver, route: Route) -> None:
    driver.app.follow(Push(route))
    assert presses_gold_button(driver) is not False


def test_enter_takes_the_gold_button_of_a_result_and_of_a_dialog(driver: Driver) -> None:
    app = driver.app
    app.follow(Reset(routes.Result(started_match(app, 99))))
    assert presses_gold_button(driver)
    answers = [Answer("yes", "Yes", lambda: None, "primary"), Answer("no", "No", lambda: None)]
    app.follow(Push(Dialog(app, "Sure?", "Really?", answers)))
    assert presses_gold_button(driver)


def test_enter_takes_the_gold_button_at_the_table_and_over_it(home: object) -> None:
    with table("high_card") as play:
        open_curtain(play)
        scene = play.table
        answers = [
            Answer("stay", "Stay", lambda: None),
            Answer("go", "Go", lambda: None, "primary"),
        ]
        for over in (
            TableQuestion(scene.overlay.popup_host, "Leave?", "?", answers),
            UndoConsent(scene.overlay.popup_host, play.seat),
        ):
            play.app.follow(Push(over))
            assert presses_gold_button(play.driver)
        play.app.follow(Reset(scene))
        play.table.do(Act.MENU)
        play.feed()
        assert presses_gold_button(play.driver)


@pytest.mark.parametrize(
    ("game", "seed", "asked"),
    [
        ("castle", 1, "Nothing left to do: end your turn"),
        ("castle_rampage", 2, "Nothing left to do"),
        ("tricks_of_the_trade", 6, "No card fits (only you see this)"),
    ],
)
def test_with_nothing_to_do_the_one_button_is_gold_and_enter_takes_it(
    home: object, game: str, seed: int, asked: str
) -> None:
    rnd = Random(seed)
    with table(game, seed=seed) as play:
        decision = play.session.decision
        while decision is not None and (len(decision.options) > 1 or has_target(decision.default)):
            play.session.submit(decision.seat, random_action(decision, rnd.getrandbits(32)))
            decision = play.session.decision
        assert decision.prompt == asked
        play.table = TableScene(play.app, play.session)
        play.app.follow(Reset(play.table))
        open_curtain(play)
        button = gold(play.table.overlay.layer)
        assert button.id.startswith("option:")
        at = play.session.at
        play.key(Act.CONFIRM)
        assert play.session.at > at


def test_enter_takes_the_focus_where_it_is_shown_and_finishes_a_field_that_says_so() -> None:
    told: list[str] = []
    plain = Button("plain", "Plain", lambda: told.append("plain"))
    first = Button("first", "First", lambda: told.append("first"), "primary")
    find = Field("find", "Find", "", told.append, lambda: told.append("found"))
    name = Field("name", "Name", "", told.append)
    layer = laid_out(Column([plain, find, name, first]))
    for widget, ring in (
        (plain, True),
        (find, False),
        (name, False),
        (plain, False),
        (None, False),
    ):
        layer.focus_on(widget, ring=ring)
        layer.handle(Command(Act.CONFIRM))
        layer.ring = False
    assert told == ["plain", "found", "first", "first"]
    layer.focus_on(plain, ring=False)
    first.enabled = False
    layer.handle(Command(Act.CONFIRM))
    assert told[-1] == "plain"


# -- F1 -------------------------------------------------------------------------------------------


def rules(driver: Driver) -> str:
    """Return the game whose rules F1 opens now."""
    driver.app.feed([Command(Act.HELP)], 0.01)
    book = driver.app.scene
    assert isinstance(book, Rulebook)
    driver.app.feed([Command(Act.CANCEL)], 0.01)
    return book.game.id


@pytest.mark.parametrize("game", ["castle", WARS])
def test_f1_opens_the_rules_of_the_game_at_hand_wherever_it_is_pressed(
    home: object, game: str
) -> None:
    with table(game) as play:
        open_curtain(play)
        scene, driver = play.table, play.driver
        assert rules(driver) == game
        scene.do(Act.MENU)
        play.feed()
        assert play.scene == "TableMenu"
        assert rules(driver) == game
        for over in (routes.Settings(), routes.Replay(play.session)):
            play.app.follow(Push(over))
            assert rules(driver) == game
        play.app.follow(Reset(routes.Setup(game)))
        assert rules(driver) == game
        play.app.follow(Reset(routes.Result(started_match(play.app, 99))))
        assert rules(driver) == NULL


def test_f1_in_slow_motion_opens_the_rules_of_the_game(home: object) -> None:
    with table("card_barrage") as play:
        open_curtain(play)
        play.flick(play.hand[0], button=3)
        play.settle()
        play.table.open_slow_motion()
        play.feed()
        assert isinstance(play.app.scene, SlowMotion)
        assert rules(play.driver) == "card_barrage"


# -- what is offered ------------------------------------------------------------------------------


def test_every_key_that_is_offered_does_something() -> None:
    """Each act of the key settings is used by some part of the screen."""
    ui = paths.assets().parent / "castlecards" / "ui"
    texts = [path.read_text("utf-8") for path in ui.rglob("*.py") if path.name != "intents.py"]
    reader = (ui / "kit" / "intents.py").read_text("utf-8")
    assert texts
    for act in Act:
        name = f"Act.{act.name}"
        steps = name in reader.partition("\nSTEPS = ")[2].partition("\n")[0]
        assert steps or any(f"{name}{end}" in text for text in texts for end in ", :)|.\n]"), act
