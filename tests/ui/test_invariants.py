"""Tests of the invariants of the table after random commands; see `invariants`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pygame import Rect, Surface

from castlecards import content
from castlecards.bots.simple import answer
from castlecards.core.cards import NATURE
from castlecards.core.narration import pending_clash, sentences
from castlecards.core.session import HUMAN, LEVELS, RANDOM, Session
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Drag, Grab, Hover, Leave, Release
from castlecards.ui.scene import Back, Push
from castlecards.ui.table import commands as say
from castlecards.ui.table.highlights import HighlightReel
from castlecards.ui.table.layout.easing import ease, ease_out_back
from castlecards.ui.table.overlay.captions import Caption
from castlecards.ui.table.playback.animation import CURVES
from castlecards.ui.table.replay import Replay
from tests.depth import Depth
from tests.ui.driving import Driver
from tests.ui.invariants import INVARIANTS
from tests.ui.observers import BrokenInvariant, Invariant
from tests.ui.playback_invariants import REEL_INVARIANTS, REPLAY_INVARIANTS
from tests.ui.shots.matches import match
from tests.ui.table.tables import TableDriver

COMMANDS = 70  # of one match
FIGHTS = "fights"
PLAYED_FRAMES = 60, 150  # of a replay, and of a highlight reel: daily, thorough
THOROUGH = 40  # times as many
KEYS = (
    Act.UNDO, Act.UNDO, Act.REDO, Act.SORT, Act.HIDE_ALL, Act.HINT, Act.CANCEL, Act.HISTORY,
    Act.NEXT, Act.PREVIOUS, Act.CONFIRM, Act.PASS, Act.PEEK, Act.ZOOM, Act.SHEET, Act.STOPS,
    Act.PAUSE, Act.AIM, Act.THROW, Act.FASTER, Act.LOOK_BACK,
)  # fmt: skip
TABLES = {  # kinds of players, and settings
    "people": ((HUMAN, HUMAN), {"instant": False}),
    "computer": ((HUMAN, LEVELS[0]), {"instant": False, "pace": "slow"}),
    "still": ((HUMAN, HUMAN), {"instant": False, "reduced_motion": True}),
}


class RandomCommands:
    """Random commands for one table: answers, clicks, drags, keys and time."""

    def __init__(self, play: TableDriver, seed: object) -> None:
        self.play, self.table = play, play.table
        self.rnd = random.Random(str(seed))
        self.acts: dict[Callable[[], None], int] = {
            self.answer: 9, self.click: 6, self.drag: 4, self.key: 9, self.wait: 8, self.look: 1,
            self.leave: 1,
        }  # fmt: skip

    def run(self, count: int) -> None:
        for _ in range(count):
            if self.play.app.scene is not self.table:
                self.play.key(Act.CANCEL)
                if self.play.app.scene is not self.table:
                    self.play.app.scene.find("close").activate()
                    self.play.feed()
            elif self.table.model.curtain is not None and self.rnd.random() < 0.7:
                self.play.open()
            else:
                self.rnd.choices([*self.acts], [*self.acts.values()])[0]()

    def answer(self) -> None:
        selection = self.table.model.selection
        if selection is not None and not self.table.busy:
            decision = selection.decision
            action = answer(RANDOM, decision, self.rnd.getrandbits(62))
            self.table.execute([say.Submit(decision.seat, action)])
            self.play.feed()

    def place(self) -> tuple[int, int]:
        lit = [*self.table.pointer.targets.highlighted()]
        if lit and self.rnd.random() < 0.8:
            return self.table.table_view.rect_of(self.rnd.choice(lit)).center
        wide, high = self.table.playback_control.size
        return self.rnd.randrange(wide), self.rnd.randrange(high)

    def click(self) -> None:
        self.play.click(self.place(), self.rnd.choice((1, 1, 2)), self.rnd.choice((1, 1, 1, 3)))

    def drag(self) -> None:
        """Drag something, or press a key while dragging."""
        if self.rnd.random() < 0.6:
            self.play.drag(self.place(), self.place(), self.rnd.choice((0.05, 0.3)), 0.02)
            return
        start, end = self.place(), self.place()
        self.play.feed(Hover(start), Grab(start), Drag(end))
        self.key()
        self.play.feed(Release(end))

    def key(self) -> None:
        self.play.key(self.rnd.choice(KEYS), self.rnd.choice((0.0, 0.0, 0.2)))

    def look(self) -> None:
        commands = (say.Zoom(self.rnd.choice((-2, 3)), self.place()), say.Pan(30, 9))
        self.table.execute([self.rnd.choice(commands)])

    def leave(self) -> None:
        self.play.feed(Leave(focus=self.rnd.random() < 0.5))

    def wait(self) -> None:
        self.play.wait(self.rnd.choice((0.05, 0.3, 1.2, 3.0)))


@pytest.mark.long
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("game", content.games())
def test_every_invariant_holds_after_random_commands(game: str, kind: str, depth: Depth) -> None:
    kinds, settings = TABLES[kind]
    players = max(content.games()[game].players) if kind == "still" else 2
    kinds = kinds[:1] * players if kind == "still" else kinds
    for seed in range(depth(1, THOROUGH)):
        play = TableDriver(
            game, players, seed, kinds, clock=0.0 if kind == "still" else 40.0, **settings
        )
        RandomCommands(play, (game, kind, seed)).run(COMMANDS)
        play.app.close()


def fights() -> Session[Any]:
    """Return a random match of Castle Wars in which many attacks wait for reactions."""
    game, rnd = content.games()["castle_wars"], random.Random(1)
    session: Session[Any] = Session(game, game.options(), 2, 1)
    while len(session.log) < 120 and (decision := session.decision) is not None:
        attacks = [option for option in decision.options if option.verb == "attack"]
        session.submit(decision.seat, rnd.choice(attacks or decision.options))
    return session


@pytest.mark.long
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("name", ["barrage-2", "rampage", "castle", "tricks-3", FIGHTS])
def test_every_invariant_holds_in_a_replay_and_in_the_highlights(name: str, depth: Depth) -> None:
    frames = depth(*PLAYED_FRAMES)
    session = fights() if name == FIGHTS else match(name)
    play, rnd = Driver(reduced_motion=False), random.Random(name)
    replay = Replay(play.app, session)
    play.app.follow(Push(replay))
    open_clashes = [n for n in range(session.at) if pending_clash(session, NATURE, n) is not None]
    for n in range(frames):
        if n % 15 == 0:  # jump to an open clash or to any other line, and play from there
            at = rnd.choice(open_clashes) if open_clashes and n % 30 else rnd.randrange(session.at)
            replay.seek(at / len(session.log))
            replay.find("pause").activate()
        elif n % 30 > 20:
            replay.find(rnd.choice(("first", "back", "on", "last", "pause"))).activate()
        play.step(dt=0.1)
        play.app.surface  # noqa: B018 - draws it
    play.app.follow(Back())
    start = rnd.randrange(session.at - 8)
    reel = HighlightReel(play.app, session, 0, start, sentences(session, NATURE, start, session.at))
    canvas = Canvas(Surface((1280, 800)), play.app.look)
    for n in range(frames):
        reel.draw(canvas, Rect(160, 96, 960, 600), reel.seconds * n / frames)
    assert reel.clips
    play.app.close()


@pytest.mark.usefixtures("home")
def test_what_does_not_hold_is_named_with_its_reason() -> None:
    play = TableDriver("castle_wars")
    assert play.table.model.curtain is not None
    play.table.overlay.captions.shown = [Caption("Anna drew the queen")]
    with pytest.raises(BrokenInvariant, match=r"curtain_hides: captions .*queen.*not theirs"):
        play.feed()
    play.table.overlay.captions.shown = []


@pytest.mark.parametrize("rows", [INVARIANTS, REPLAY_INVARIANTS, REEL_INVARIANTS])
def test_invariants_have_names_and_reasons_of_their_own(rows: Sequence[Invariant]) -> None:
    assert len({row.name for row in rows}) == len({row.reason for row in rows}) == len(rows)


@pytest.mark.parametrize("curve", [ease, *CURVES.values()])
def test_no_easing_goes_backwards(curve: Callable[[float], float]) -> None:
    way = [curve(n / 50) for n in range(51)]
    assert way == sorted(way)
    assert (way[0], way[-1]) == (0, 1)


def test_the_easing_with_a_bounce_comes_back_to_its_end() -> None:
    assert (ease_out_back(0), ease_out_back(1)) == (pytest.approx(0), 1)
