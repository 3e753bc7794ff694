"""Tests of absurd gestures through the window's own events, with every number of players.

Events take the same way as in play: pygame event, reader, intent, table. The test sets the clock,
so the pointer can be anywhere at any time, or nowhere.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pygame
import pytest

from castlecards.core.action import Action
from castlecards.core.cards import NATURE, UNSEEN, Face
from castlecards.core.landing import Limits, toss
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import Record, Session
from castlecards.core.view import view
from castlecards.one_toss import release
from castlecards.settings import Settings
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.warp import Placed
from castlecards.ui.scene import Reset, Scene
from castlecards.ui.shell import app as app_module
from castlecards.ui.shell.app import App
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.viewer import NOBODY
from tests.bad_input.matches import NAMES
from tests.depth import Depth
from tests.ui.driving import Driver, key_events, shared_art

GAME = "card_barrage"
FRAME = 1 / 60  # s
Event = pygame.event.Event
Pos = tuple[int, int]
FACELESS = ("land", "donjon", "piece")  # prefixes of picture keys that show no card
PLAYERS = (1, 2, 3, 4, 5, 6)
DRAWN = 3  # events between two drawn frames of the open table


class FreshArt(CardArt):
    """Picture cache without stored card faces, so that every face is requested when it is drawn.

    Pictures that show no card, and parts of faces, are kept between tests.
    """

    def __init__(self, printing: Settings) -> None:
        super().__init__(printing)
        self._resources = shared_art()._resources

    def keep(self, key: tuple[object, ...], make: Callable[[], pygame.Surface]) -> pygame.Surface:
        return shared_art().keep(key, make) if key[0] in FACELESS else super().keep(key, make)

    def keep_placed(self, key: tuple[object, ...], make: Callable[[], Placed]) -> Placed:
        if key[0] in FACELESS:
            return shared_art().keep_placed(key, make)
        return super().keep_placed(key, make)


class Player:
    """One table with its events and its clock."""

    def __init__(self, players: int, seed: int, **settings: Any) -> None:
        self.app = Driver(**{"reduced_motion": False, "instant": True, **settings}).app
        self.app.__dict__["art"] = FreshArt(self.app.settings)
        self._seen = True
        self.app._crashed = self._crashed  # type: ignore[method-assign]
        kind = self.app.games[GAME]
        self.session = Session(kind, kind.options(), players, seed, (), NAMES[:players])
        self.table = TableScene(self.app, self.session)
        self.app.follow(Reset(self.table))
        self.now = 100.0
        self.sent = 0
        self.peeked: set[Face] = set()
        self.submitted = 0  # by people, including actions that were undone
        self._watch()
        self._count()

    def _crashed(self, scene: Scene, error: Exception) -> None:
        raise error

    def _watch(self) -> None:
        """Record every face that is drawn while the curtain is closed and that is not public."""
        art, draw = self.app.art, self.app.art.face

        def face(face: Face, height: int, once: bool = False) -> pygame.Surface:
            if self.table.model.curtain is not None and self.app.scene is self.table:
                pos = view(self.session.position, NOBODY).position
                public = {pos.box.faces[number] for number in pos.faces if number != UNSEEN}
                if face not in public:
                    self.peeked.add(face)
            return draw(face, height, once)

        art.face = face  # type: ignore[method-assign]

    def _count(self) -> None:
        submit = self.session.submit

        def submit_and_count(seat: int, action: Action) -> Record:
            record = submit(seat, action)
            self.submitted += seat != NATURE
            return record

        self.session.submit = submit_and_count  # type: ignore[method-assign]

    # -- events ---------------------------------------------------------------------------------

    def send(self, *events: Event, dt: float = FRAME, frame: float = FRAME) -> None:
        """Send an event; `dt` is how far the clock of events advances, s."""
        self.now += dt
        self.sent += len(events)
        behind = self.table.model.curtain is not None  # then every frame is checked
        self.app.draws_every_frame = behind or (self._seen and self.sent % DRAWN == 0)
        self.app.step(events, frame)

    def wait(self, seconds: float) -> None:
        """Run frames; only the last one is drawn."""
        with self.without_drawing():
            for _ in range(max(1, round(seconds / 0.1)) - 1):
                self.send(dt=0.1, frame=0.1)
        self.send(dt=0.1, frame=0.1)

    @contextmanager
    def without_drawing(self) -> Iterator[None]:
        seen, self._seen = self._seen, False
        try:
            yield
        finally:
            self._seen = seen

    def down(self, pos: Pos, button: int = 1, **more: Any) -> None:
        self.send(Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button, touch=False), **more)

    def up(self, pos: Pos, button: int = 1, **more: Any) -> None:
        self.send(Event(pygame.MOUSEBUTTONUP, pos=pos, button=button, touch=False), **more)

    def move(self, pos: Pos, **more: Any) -> None:
        held = (1, 0, 0) if self.app.reader.buttons else (0, 0, 0)
        self.send(Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=held), **more)

    def wheel(self, dy: float) -> None:
        self.send(Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=dy, flipped=False))

    def key(self, name: str) -> None:
        self.send(*key_events(name))

    def resize(self, size: Pos) -> None:
        self.app.window.size = size
        self.send(Event(pygame.WINDOWSIZECHANGED, window=self.app.window, x=size[0], y=size[1]))
        assert self.app.surface  # drawn at that size

    # -- the match ------------------------------------------------------------------------------

    def settle(self) -> None:
        with self.without_drawing():
            for _ in range(200):
                self.send(dt=0.1, frame=0.1)
                if not self.table.busy and not self.app.scene.moving:
                    break
            else:
                raise AssertionError("something moves for ever")
        assert self.app.surface  # draw a frame

    def open(self) -> None:
        """Open the curtain, as the next player would."""
        if self.table.model.curtain is not None:
            self.down((640, 300))
            self.wait(0.8)
            self.up((640, 300))
        self.settle()

    def to_a_throw(self) -> Pos:
        """Play until somebody may throw. Return where that card lies."""
        for _ in range(60):
            self.open()
            decision = self.session.decision
            if isinstance(decision.aim, Limits):
                return self.place(decision.aim.cards[0])
            self.table.submit(decision.seat, decision.options[0])
        raise AssertionError("nobody may throw")

    def place(self, card: int) -> Pos:
        table_view = self.table.table_view
        rect = table_view.rect_of(Target(card, self.session.position.zone_of(card)))
        return rect.centerx, min(rect.centery, self.app.stack.size[1] - 4)

    def lawful(self) -> None:
        """Check that replaying the log, and loading the save, give the same position."""
        s = self.session
        again = Session(s.game, s.options, s.players, s.seed, s.kinds, s.names)
        for record in s.log:
            again.submit(record.seat, record.action)
        again.jump(s.at)
        assert again.position == s.position
        assert load_session(dump_session(s), "x", self.app.games).position == s.position
        assert not self.peeked


@contextmanager
def at_table(players: int = 2, seed: int = 3, **settings: Any) -> Iterator[Player]:
    with pytest.MonkeyPatch.context() as patch:
        player = Player(players, seed, **settings)
        patch.setattr(app_module, "perf_counter", lambda: player.now)
        try:
            yield player
        finally:
            player.app.close()


Gesture = Callable[[Player, Pos], None]


def teleport(p: Player, start: Pos) -> None:
    p.down(start)
    for at in ((0, 0), (1279, 799), (10**6, -(10**6)), (-(2**31), 2**31 - 1), start, (640, 10)):
        p.move(at, dt=0.001)
    p.up((640, 0), dt=0.001)


def no_time(p: Player, start: Pos) -> None:
    p.down(start, dt=0)
    for k in range(12):
        p.move((start[0], start[1] - 50 * k), dt=0)
    p.up((start[0], 40), dt=0)


def time_runs_back(p: Player, start: Pos) -> None:
    p.down(start)
    for k in range(12):
        p.move((start[0], start[1] - 50 * k), dt=-0.01)
    p.up((start[0], 40), dt=-0.01)


def no_number(p: Player, start: Pos) -> None:
    clock = p.now
    p.down(start)
    for k in range(6):
        p.now = (math.nan, math.inf, clock)[k % 3]
        p.move((start[0], start[1] - 90 * k), dt=0)
    p.now = clock + 1
    p.up((start[0], 100))


def beyond_the_window(p: Player, start: Pos) -> None:
    p.down(start)
    for k in range(30):
        p.move((start[0], start[1] - 60 * k), dt=0.008)
    p.send(Event(pygame.WINDOWLEAVE, window=p.app.window))
    p.up((start[0], -900))


def never_released(p: Player, start: Pos) -> None:
    p.down(start)
    for k in range(8):
        p.move((start[0], start[1] - 40 * k), dt=0.008)
    p.send(Event(pygame.WINDOWFOCUSLOST, window=p.app.window))
    assert not p.app.reader.buttons
    p.send(Event(pygame.WINDOWFOCUSGAINED, window=p.app.window))
    p.move((700, 200))
    assert p.table.model.input_state.held_card == -1


def two_buttons(p: Player, start: Pos) -> None:
    p.down(start)
    for k in range(10):
        p.move((start[0], start[1] - 45 * k), dt=0.008)
        if k % 3 == 1:
            p.down((start[0], start[1] - 45 * k), button=3, dt=0)
        if k % 3 == 2:
            p.up((start[0], start[1] - 45 * k), button=k % 2 + 2, dt=0)
    p.down((start[0], 300), button=2, dt=0)
    p.up((start[0], 300), button=3, dt=0)
    p.up((start[0], 280), dt=0)
    p.up((start[0], 280), button=2)


def releases_without_presses(p: Player, start: Pos) -> None:
    for button in (1, 2, 3, 1, 1):
        p.up(start, button=button, dt=0)
    for button in (4, 5, 6, 7, 255):
        p.down(start, button=button)
        p.up(start, button=button)


def wheel_storm(p: Player, start: Pos) -> None:
    p.down(start)
    for dy in (1.0, -1.0, 900.0, -900.0, math.inf, -math.inf, math.nan, 1e30, -1e-30):
        p.wheel(dy)
    p.move((640, 300))
    p.up((640, 300))


def fingers(p: Player, start: Pos) -> None:
    for kind in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP, pygame.MULTIGESTURE):
        for x, y in ((0.5, 0.9), (-3.0, math.nan)):
            p.send(
                Event(
                    kind, touch_id=1, finger_id=2, x=x, y=y, dx=0.1, dy=math.inf, pressure=1.0,
                    num_fingers=3, pinched=0.5, rotated=9.0, window=None,
                )
            )  # fmt: skip
    p.send(Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=True))
    p.send(Event(pygame.MOUSEBUTTONUP, pos=start, button=1, touch=True))


def resized_while_dragging(p: Player, start: Pos) -> None:
    p.down(start)
    for size in ((320, 240), (3840, 2160), (1280, 800)):
        p.move((size[0] // 2, size[1] // 2))
        p.resize(size)
        p.move((size[0] // 3, size[1] - 5))
    p.up((640, 10))


def a_flood_of_keys(p: Player, start: Pos) -> None:
    p.down(start)
    for name in ("1", "2", "a", "space", "escape", "tab", "return", "f", "l", "l", "ctrl+z"):
        p.key(name)
    p.up(start)


GESTURES: tuple[Gesture, ...] = (
    teleport, no_time, time_runs_back, no_number, beyond_the_window, never_released, two_buttons,
    releases_without_presses, wheel_storm, fingers, resized_while_dragging, a_flood_of_keys,
)  # fmt: skip


@pytest.mark.long
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("players", PLAYERS)
def test_absurd_gestures_raise_nothing_and_change_nothing_unlawful(
    players: int, depth: Depth
) -> None:
    with at_table(players) as p:
        for gesture in GESTURES if players == 2 else depth.some(GESTURES, 4, players):
            if not isinstance(p.app.scene, TableScene):
                p.app.follow(Reset(p.table))
            gesture(p, p.to_a_throw())
            p.now = max(p.now, 100.0) + 1
            p.app.follow(Reset(p.table))
            p.settle()
            p.lawful()


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("gesture", [teleport, no_time, time_runs_back, no_number, never_released])
@pytest.mark.long
def test_what_no_hand_can_do_throws_nothing(gesture: Gesture) -> None:
    with at_table() as p:
        start = p.to_a_throw()
        before = dump_session(p.session)
        gesture(p, start)
        p.now = 200.0
        p.settle()
        assert dump_session(p.session) == before


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("size", [(320, 240), (3840, 2160)])
@pytest.mark.long
def test_a_flight_goes_on_at_any_size(size: Pos) -> None:
    with at_table(seed=4, time_scale=0.25) as p:
        p.to_a_throw()
        decision = p.session.decision
        p.table.submit(decision.seat, toss(decision.aim.cards[0], release("lob", speed=1.9)))
        p.wait(0.2)
        assert p.table.playback.flying
        p.resize(size)
        p.send(Event(pygame.WINDOWFOCUSLOST, window=p.app.window))
        p.send(Event(pygame.WINDOWMINIMIZED, window=p.app.window))
        p.send(Event(pygame.WINDOWFOCUSGAINED, window=p.app.window))
        p.open()
        p.wait(8.0)
        p.open()
        assert [record.action.verb for record in p.session.log if record.seat == NATURE] != []
        p.resize((1280, 800))
        p.lawful()


# Robot: random events at random places, and sometimes a sensible one


class Robot:
    """Random player that knows where cards lie and where a throw begins, but no rules."""

    def __init__(self, player: Player, seed: int) -> None:
        self.p = player
        self.rnd = random.Random(seed)
        self.size = player.app.surface.get_size()

    def run(self, events: int) -> int:
        """Send a number of events. Return how many actions followed, including undone ones."""
        p, rnd = self.p, self.rnd
        acts = (
            self.click, self.drag, self.move_card, self.flick, self.flick, self.key, self.wheel,
            self.button, self.leave, self.resize, self.rest,
        )  # fmt: skip
        while p.sent < events and not p.session.over:
            p.app.running = True
            if not isinstance(p.app.scene, TableScene) and rnd.random() < 0.3:
                p.app.follow(Reset(p.table))
            if p.table.model.curtain is not None and rnd.random() < 0.5:
                self.hold()
            else:
                rnd.choice(acts)()
        return p.submitted

    def anywhere(self) -> Pos:
        width, height = self.size
        return self.rnd.randrange(-30, width + 30), self.rnd.randrange(-30, height + 30)

    def card(self) -> Pos:
        decision = self.p.session.decision
        cards = [c for action in decision.options for c in action.cards] if decision else []
        if decision is not None and isinstance(decision.aim, Limits):
            cards += decision.aim.cards
        return self.p.place(self.rnd.choice(cards)) if cards else self.anywhere()

    def hold(self) -> None:
        self.p.down((self.size[0] // 2, self.size[1] // 3))
        self.p.wait(0.8)
        self.p.up((self.size[0] // 2, self.size[1] // 3))
        self.p.wait(0.4)

    def click(self) -> None:
        at = self.rnd.choice([self.card, self.anywhere])()
        self.p.down(at, self.rnd.choice([1, 1, 1, 2, 3]))
        self.p.up(at, self.rnd.choice([1, 1, 1, 2, 3]))

    def path(self, places: list[Pos], button: int, dt: float) -> None:
        self.p.down(places[0], button)
        for at in places[1:]:
            self.p.move(at, dt=dt)
        self.p.up(places[-1], button, dt=dt)

    def drag(self) -> None:
        dt = self.rnd.choice([0.0, 0.004, 0.012, 0.1])
        self.path([self.card(), *(self.anywhere() for _ in range(4))], self.rnd.choice([1, 3]), dt)

    def move_card(self) -> None:
        """Drag a card to a place that some legal action names."""
        decision, table_view = self.p.session.decision, self.p.table.table_view
        moves = [a for a in decision.options if a.cards and a.to >= 0] if decision else []
        if not moves or table_view is None:
            return
        self.p.wait(0.5)
        action = self.rnd.choice(moves)
        start, goal = (
            self.p.place(action.cards[0]),
            table_view.rect_of(Target(-1, action.to)).center,
        )
        self.path([start, goal, goal, goal], 1, 0.3)

    def flick(self) -> None:
        """Flick a card that may be thrown straight through the gate, at a random speed."""
        decision, table_view, rnd = self.p.session.decision, self.p.table.table_view, self.rnd
        if decision is None or not isinstance(decision.aim, Limits) or table_view is None:
            return
        limits = decision.aim
        sign = 1 if math.cos(limits.start.angle / 1000) > 0 else -1
        middle, gate = (limits.gate[0] + limits.gate[1]) / 20, limits.gate[2] / 10
        line = limits.start.y / 10 + sign * rnd.uniform(-40, 40)
        aside = rnd.uniform(-60, 60)
        track = [
            (middle + aside * k / 12, gate - sign * 60 + (line - gate + sign * 60) * k / 12)
            for k in range(13)
        ]
        places = [table_view.layout.camera.project(*at) for at in track]
        dots = [(round(x), round(y)) for x, y in places]
        button = rnd.choice([1, 1, 3])
        self.p.wait(0.5)
        self.p.down(self.p.place(rnd.choice(limits.cards)), button)
        self.p.move(dots[0], dt=0.5)
        for at in dots:
            self.p.move(at, dt=rnd.choice([0.012, 0.02]))
        self.p.up(dots[-1], button, dt=0.004)

    def key(self) -> None:
        keys = "tab return space left up a 1 3 h l r x f s escape ctrl+z ctrl+y f1 f10 page-up"
        self.p.key(self.rnd.choice(keys.split()).replace("-", " "))

    def wheel(self) -> None:
        self.p.wheel(self.rnd.choice([-1.0, 1.0, 0.1, 40.0]))

    def button(self) -> None:
        layer = getattr(self.p.app.scene, "layer", self.p.table.overlay.layer)
        found = [w for w in layer.root.walk() if w.focusable and w.enabled]
        if found:
            at = self.rnd.choice(found).rect.center
            self.p.down(at)
            self.p.up(at)

    def leave(self) -> None:
        kind = self.rnd.choice([pygame.WINDOWLEAVE, pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST])
        self.p.send(Event(kind, window=self.p.app.window))
        self.p.send(Event(pygame.WINDOWFOCUSGAINED, window=self.p.app.window))

    def resize(self) -> None:
        if self.rnd.random() < 0.2:
            self.size = self.rnd.choice([(1280, 800), (320, 240), (700, 900)])
            self.p.resize(self.size)

    def rest(self) -> None:
        self.p.wait(self.rnd.random())


@pytest.mark.long
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("players", "events"), [(1, 200), (2, 400), (3, 400), (6, 800)])
def test_a_robot_plays_through_the_window_s_events(players: int, events: int, depth: Depth) -> None:
    events = depth(events // 2, events)
    with at_table(players, seed=players) as p:
        actions = Robot(p, players).run(events)
        assert p.sent >= events or p.session.over
        assert actions >= 3
        p.lawful()


@pytest.mark.usefixtures("home")
def test_the_watch_behind_the_curtain_would_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check in `lawful` fails for a table that draws a hand behind its curtain."""
    with at_table() as p:
        p.open()
        hand = p.session.position.box.zone(f"{p.table.viewer.seat}.hand")
        card = p.session.position.zones[hand][0]
        face = p.session.position.face(card)
        p.key("x")
        assert p.table.model.curtain is not None
        assert not p.peeked
        p.app.art.face(face, 100)
        assert p.peeked == {face}


@pytest.mark.usefixtures("home")
def test_a_crash_in_mid_flight_loses_neither_the_throw_nor_its_landing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with at_table(seed=4, time_scale=0.25) as p:
        p.to_a_throw()
        decision = p.session.decision
        p.table.submit(decision.seat, toss(decision.aim.cards[0], release("lob", speed=1.9)))
        p.wait(0.2)
        monkeypatch.setattr(p.app, "_crashed", App._crashed.__get__(p.app))
        thrown, clip = len(p.session.log), p.table.playback.clip
        assert clip is not None
        with monkeypatch.context() as patch:
            patch.setattr(p.table.flights, "update", lambda dt: 1 / 0)
            p.wait(0.1)
        assert type(p.app.scene).__name__ == "CrashPage"
        kept, told = p.app.keep.resume()
        assert (kept.log, told) == (p.session.log, "")
        at = p.app.scene.find("crashed.title").rect.center
        p.down(at)
        p.up(at)
        at = p.app.scene.find("title.continue").rect.center
        p.down(at)
        p.up(at)
        scene = p.app.scene
        assert isinstance(scene, TableScene)
        for _ in range(150):
            p.wait(0.1)
        assert scene.session.log[thrown].action == clip.toss.landing.action()
