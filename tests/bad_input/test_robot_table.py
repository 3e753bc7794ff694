"""Tests with a robot that uses mouse and keys at the tables of the card games.

It sends random intents at any place and time, over windows, curtains, popups, arranging and score
sheets: nothing raises an exception, and every position follows from the log.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from castlecards.core.action import Action
from castlecards.core.cards import Seat
from castlecards.core.game import Game
from castlecards.core.session import STOPS, Record, Session
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover, Leave, Move, Release, Scroll
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.scene import Reset
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.playback_screen import PlaybackScreen
from castlecards.ui.table.scene import TableScene
from tests.depth import Depth
from tests.ui.table.skirmish import Toy
from tests.ui.table.tables import TableDriver, table

pytestmark = pytest.mark.long

DRAWN = 12  # actions between two checks of the table
SIZE = (1280, 800)
AWAY = ("leave", "quit", "go", "save", "title")  # buttons that leave the table


@pytest.fixture(autouse=True)
def _home(home: Path) -> None:
    """Fixture: apply `home` to all tests."""


class Robot:
    """Random player that knows no rules; sometimes it does something sensible."""

    def __init__(self, play: TableDriver, seed: int) -> None:
        self.play = play
        self.random = random.Random(seed)
        self.sent = self.done = 0
        self.log: list[tuple[Seat, Action]] = []  # what was really submitted
        submit = play.session.submit

        def submit_and_log(seat: Seat, action: Action) -> Record:
            record = submit(seat, action)
            self.log.append((seat, action))
            return record

        play.session.submit = submit_and_log  # type: ignore[method-assign]

    def feed(self, *wishes: intents.Intent) -> None:
        self.sent += len(wishes)
        before = self.play.session.position
        told = len(self.log), self.play.session.at
        self.play.feed(*wishes, dt=0.02)
        if (len(self.log), self.play.session.at) == told:
            assert self.play.session.position is before

    def place(self) -> tuple[int, int]:
        """Return a random place, mostly on a card."""
        scene, rnd = self.play.app.scene, self.random
        table_view = scene.table_view if isinstance(scene, TableScene) else None
        if table_view is None or not table_view.layout.spots or rnd.random() < 0.25:
            return rnd.randrange(-20, SIZE[0] + 20), rnd.randrange(-20, SIZE[1] + 20)
        own = {area.zone for area in table_view.layout.areas if area.own}
        spots = [spot for spot in table_view.layout.spots if spot.zone in own] or list(
            table_view.layout.spots
        )
        spot = rnd.choice(spots if rnd.random() < 0.4 else table_view.layout.spots)
        return table_view.rect_of(Target(spot.card, spot.zone)).center

    def act(self) -> None:
        kinds = {
            self.click: 6, self.drag: 4, self.key: 4, self.button: 7, self.hold: 3, self.other: 3,
            self.rest: 3, self.sense: 4,
        }  # fmt: skip
        self.random.choices(list(kinds), list(kinds.values()))[0]()

    def click(self) -> None:
        at, button = self.place(), self.random.choice([1, 1, 1, 1, 3, 2])
        self.feed(Hover(at), Grab(at, self.play.clock, button, self.random.choice([1, 1, 1, 2])))
        self.feed(Release(at, self.play.clock, button))

    def drag(self) -> None:
        start, end = self.place(), self.place()
        self.feed(Grab(start, self.play.clock))
        for k in range(1, 5):
            x = start[0] + (end[0] - start[0]) * k // 4
            y = start[1] + (end[1] - start[1]) * k // 4
            self.feed(Drag((x, y), self.play.clock))
            if self.random.random() < 0.04:
                self.key()
        if self.random.random() < 0.95:  # otherwise the button is never released
            self.feed(Release(end, self.play.clock))

    def key(self) -> None:
        act = self.random.choice([act for act in Act if act not in (Act.FULLSCREEN, Act.MUTE)])
        self.feed(Command(act, True, False, self.play.clock))
        if self.random.random() < 0.9:
            self.feed(Command(act, False, False, self.play.clock))

    @property
    def layer(self) -> Layer:
        scene: Any = self.play.app.scene
        if isinstance(scene, TableScene):
            return scene.overlay.layer
        found: Layer = scene.overlay.layer if isinstance(scene, PlaybackScreen) else scene.layer
        return found

    def button(self) -> None:
        """Press a random button, by mouse or by keys."""
        layer = self.layer
        found = [
            widget
            for widget in layer.root.walk()
            if widget.focusable and widget.enabled and widget.id not in AWAY
        ]
        if not found:
            return
        widget = self.random.choice(found)
        if self.random.random() < 0.5:
            layer.focus_on(widget)
            self.feed(Command(Act.CONFIRM), Command(Act.CONFIRM, down=False))
        else:
            self.tap(widget.rect.center)

    def sense(self) -> None:
        """Drag a card as a legal action says, or press the button of an action without cards."""
        scene, decision = self.play.app.scene, self.play.session.decision
        if not isinstance(scene, TableScene) or scene.selection is None or decision is None:
            return
        action = self.random.choice(decision.options)
        table_view, pos = scene.table_view, self.play.session.position
        assert table_view is not None
        picks = [Target(card, pos.zone_of(card)) for card in action.cards]
        picks += [Target(pos.zones[zone][-1], zone) for zone in action.zones if pos.zones[zone]]
        if not picks:
            self.button()
            return
        start = table_view.rect_of(picks[0]).center
        goal = Target(action.onto, pos.zone_of(action.onto)) if action.onto >= 0 else None
        goal = Target(-1, action.to) if goal is None and action.to >= 0 else goal
        end = table_view.rect_of(goal).center if goal is not None else start
        for target in picks[1:]:
            self.tap(table_view.rect_of(target).center)
        self.feed(Hover(start), Grab(start, self.play.clock))
        if goal is not None:
            self.feed(Drag((start[0] + 20, start[1]), self.play.clock))
            self.feed(Drag(end, self.play.clock))
        self.feed(Release(end, self.play.clock))

    def tap(self, at: tuple[int, int]) -> None:
        self.feed(Hover(at), Grab(at, self.play.clock), Release(at, self.play.clock))

    def hold(self) -> None:
        self.feed(Grab((640, 300), self.play.clock))
        if self.play.table.model.curtain is not None:
            self.play.wait(0.8)
        self.feed(Release((640, 300), self.play.clock))

    def other(self) -> None:
        rnd = self.random
        mods = frozenset({"shift"}) if rnd.random() < 0.5 else frozenset[str]()
        wishes: list[intents.Intent] = [
            Hover(self.place()),
            Scroll(0, rnd.choice([-1, 1, 3]), self.place()),
            Move(rnd.choice([-1, 0, 1]), rnd.choice([-1, 0, 1]), mods),
            Leave(rnd.random() < 0.3),
        ]
        self.feed(rnd.choice(wishes))

    def rest(self) -> None:
        self.play.wait(self.random.random() * 0.5)

    def run(self, events: int) -> None:
        app = self.play.app
        while self.sent < events and not self.play.session.over:
            self.act()
            self.done += 1
            assert self.done % DRAWN or app.surface
            app.running = True
            if not isinstance(app.scene, TableScene) and self.random.random() < 0.2:
                app.follow(Reset(self.play.table))


def play_by_robot(
    game: str | Game[Any],
    events: int,
    seed: int,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    clock: float = 0.0,
) -> set[str]:
    """Let a robot play and check the whole log. Return the verbs that it used."""
    with table(game, players, seed=seed, options=options, clock=clock) as play:
        play.app.draws_every_frame = False
        robot = Robot(play, seed)
        play.session.stops[:] = [robot.random.choice(STOPS) for _ in range(players)]
        robot.run(events)
        session = play.session
        assert session.log
        assert len(robot.log) >= len(session.log)  # some may have been undone
        again: Session[Any] = Session(
            session.game, session.options, players, session.seed, session.kinds, session.names
        )
        for record, after in zip(session.log, session.positions[1:], strict=True):
            assert (record.seat, record.action) in robot.log
            again.submit(record.seat, record.action)
            assert again.position == after
        return {action.verb for _, action in robot.log}


def test_a_robot_at_castle_wars(depth: Depth) -> None:
    verbs = play_by_robot("castle_wars", depth(1000, 5000), 1)
    assert {"draw", "attack", "pass"} <= verbs


def test_a_robot_among_factions_that_arrange_and_react() -> None:
    """Seers put their decks in order; Shape-Shifters act in every window."""
    options = {"first": "seers", "second": "shape_shifters"}
    play_by_robot("castle_wars", 600, 2, options=options, clock=20.0)


def test_a_robot_at_a_game_with_phases_windows_chains_and_a_sheet() -> None:
    verbs = play_by_robot(Toy(), 1000, 7, options={"order": 6}, clock=30.0)
    assert {"draw", "attack", "order", "pass"} <= verbs


@pytest.mark.parametrize(
    ("game", "players"), [("castle_rampage", 2), ("castle", 2), ("tricks_of_the_trade", 3)]
)
def test_a_robot_at_the_other_tables(game: str, players: int) -> None:
    play_by_robot(game, 400, 4, players)
