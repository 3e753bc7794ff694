"""A robot that knows nothing plays with mouse and keys: no exception, no unlawful change."""

from __future__ import annotations

import random

import pytest

from castlecards.core.session import Session
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover, Leave, Move, Release, Scroll
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.scene import Anew
from castlecards.ui.table.match import Thing
from castlecards.ui.table.scene import TableScene
from tests.depth import Depth
from tests.ui.table.tables import TableDriver, table
from tests.ui.table.toys import Toy

pytestmark = pytest.mark.long

DRAWN = 6  # deeds from one look at the table to the next
SIZES = ((1280, 800), (320, 240), (1920, 1080), (640, 900))
LEAVES = ("leave", "quit", "go", "save", "title")  # buttons that end the visit


class Robot:
    """Random input; now and then something that makes sense."""

    def __init__(self, play: TableDriver, seed: int) -> None:
        self.play = play
        self.random = random.Random(seed)
        self.sent = self.done = 0
        self.size = (1280, 800)

    def feed(self, *wishes: intents.Intent) -> None:
        self.sent += len(wishes)
        self.play.feed(*wishes, dt=0.02)

    def place(self) -> tuple[int, int]:
        """Mostly on a card, mostly on an own one."""
        scene, rnd = self.play.app.scene, self.random
        desk = scene.desk if isinstance(scene, TableScene) else None
        if desk is None or rnd.random() < 0.3:
            return rnd.randrange(-20, self.size[0] + 20), rnd.randrange(-20, self.size[1] + 20)
        own = {area.zone for area in desk.now.areas if area.own}
        spots = [spot for spot in desk.now.spots if spot.zone in own] or list(desk.now.spots)
        spot = rnd.choice(spots if rnd.random() < 0.6 else desk.now.spots)
        return desk.rect_of(Thing(spot.card, spot.zone)).center

    def act(self) -> None:
        kinds = {
            self.click: 6, self.drag: 4, self.flick: 5, self.key: 5, self.button: 6, self.hold: 3,
            self.other: 4, self.rest: 4, self.resize: 0.1,
        }  # fmt: skip
        self.random.choices(list(kinds), list(kinds.values()))[0]()

    def click(self) -> None:
        at, button = self.place(), self.random.choice([1, 1, 1, 3, 2])
        self.feed(Hover(at), Grab(at, self.play.clock, button, self.random.choice([1, 1, 2])))
        self.feed(Release(at, self.play.clock, button))

    def path(self, start: tuple[int, int], end: tuple[int, int], seconds: float, n: int) -> None:
        begin = self.play.clock
        for k in range(1, n + 1):
            x = start[0] + (end[0] - start[0]) * k // n
            y = start[1] + (end[1] - start[1]) * k // n
            self.feed(Drag((x, y), begin + seconds * k / n))
        self.play.clock = max(self.play.clock, begin + seconds)

    def drag(self) -> None:
        start, end = self.place(), self.place()
        self.feed(Grab(start, self.play.clock))
        self.path(start, end, 0.4, 6)
        self.feed(Release(end, self.play.clock))

    def flick(self) -> None:
        rnd = self.random
        start = self.place()
        low = (rnd.randrange(500, 780), rnd.randrange(700, 800))
        end = (low[0] + rnd.randrange(-200, 200), rnd.randrange(0, 640))
        button = rnd.choice([1, 3])
        self.feed(Grab(start, self.play.clock, button))
        self.path(start, low, 0.1, 2)
        self.path(low, end, rnd.choice([0, 0.05, 0.15, 0.3, 0.6]), 10)
        self.feed(Release(end, self.play.clock, button))

    def key(self) -> None:
        act = self.random.choice([act for act in Act if act != Act.FULLSCREEN])
        self.feed(Command(act, time=self.play.clock))
        if self.random.random() < 0.8:
            self.play.wait(self.random.random() * 0.8)
            self.feed(Command(act, False, time=self.play.clock))

    def button(self) -> None:
        scene = self.play.app.scene
        layer = (
            scene.board.layer if isinstance(scene, TableScene) else getattr(scene, "layer", None)
        )
        if not isinstance(layer, Layer):
            return
        found = [w for w in layer.root.walk() if w.focusable and w.enabled and w.id not in LEAVES]
        if found:
            widget = self.random.choice(found)
            layer.focus_on(widget)
            if self.random.random() < 0.5:
                self.feed(Command(Act.CONFIRM))
            else:
                at = widget.rect.center
                self.feed(Hover(at), Grab(at, self.play.clock), Release(at, self.play.clock))

    def hold(self) -> None:
        self.feed(Grab((640, 300), self.play.clock))
        self.play.wait(0.8)
        self.feed(Release((640, 300), self.play.clock))

    def other(self) -> None:
        rnd = self.random
        self.feed(
            rnd.choice(
                [
                    Hover(self.place()),
                    Scroll(0, rnd.choice([-1, 1, 3]), self.place()),
                    Move(rnd.choice([-1, 0, 1]), rnd.choice([-1, 0, 1])),
                    Leave(rnd.random() < 0.2),
                ]
            )
        )

    def rest(self) -> None:
        self.play.wait(self.random.random())

    def resize(self) -> None:
        self.size = self.random.choice(SIZES)
        self.play.app.window.size = self.size
        self.play.app._resized()

    def run(self, events: int) -> None:
        app = self.play.app
        while self.sent < events and not self.play.session.over:
            self.act()
            self.done += 1
            assert self.done % DRAWN or app.surface
            app.running = True
            if not isinstance(app.scene, TableScene) and self.random.random() < 0.25:
                app.follow(Anew(self.play.table))


@pytest.mark.parametrize(
    ("game", "players", "kinds", "seed"),
    [
        ("card_barrage", 2, ("human", "human"), 1),
        ("card_barrage", 1, ("human",), 2),
        ("card_barrage", 4, ("human", "random", "human", "random"), 3),
        ("high_card", 2, ("human", "human"), 4),
        ("toy", 2, ("human", "random"), 5),
    ],
)
def test_random_input_breaks_nothing(
    game: str, players: int, kinds: tuple[str, ...], seed: int, depth: Depth
) -> None:
    events = depth(1000, 2000)
    with table(Toy() if game == "toy" else game, players, kinds=kinds) as play:
        robot = Robot(play, seed)
        robot.run(events if game == "card_barrage" and players == 2 else events // 4)
        assert play.session.log
        again = Session(
            play.session.game, play.session.options, players, 3, kinds, play.session.names
        )
        for record, after in zip(play.session.log, play.session.positions[1:], strict=False):
            again.submit(record.seat, record.action)
            assert again.position == after
