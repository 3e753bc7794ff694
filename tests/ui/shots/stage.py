"""Stage for pictures: one app without a window, with its own data folder and a manual clock.

A shot begins on a clean stage (title, fixed settings, no saves) and acts as a player would. The
pictures depend on no real clock, user folder or random number.
"""

from __future__ import annotations

import datetime
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from pygame import Surface

from castlecards import store
from castlecards.core.cards import CardId
from castlecards.core.landing import Limits
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.profiles import Profiles
from castlecards.settings import Settings
from castlecards.ui import finished, history, keep
from castlecards.ui.history import FinishedGame, Opponent, ThrowCount
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover, Release
from castlecards.ui.phone_room import PhoneRoom
from castlecards.ui.routes import Title
from castlecards.ui.scene import Push, Reset, Scene, To
from castlecards.ui.shell.app import App
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.scene import TableScene
from tests.ui.flick_path import FRAME, between, flick_path
from tests.ui.shots.matches import NAMES

HOUR = 3600
EVENING = datetime.datetime(
    2026, 3, 14, 20, 15
)  # local time, so that the date is the same in all time zones
SIZE, LARGE = (1280, 800), (1920, 1080)
MOVING = {"reduced_motion": False, "time_scale": 1.0}  # for shots in the middle of a motion
USUAL = {
    "player_names": NAMES, "reduced_motion": True, "films": 3, "mute": True, "sorted_hand": False,
}  # fmt: skip


def in_large_window(shot: Shot) -> Shot:
    """Return the same shot in a large window."""
    return replace(shot, name=f"{shot.name}-1920", size=LARGE)


class Stage:
    """App for shots, with a manual clock. Close it when done."""

    def __init__(self) -> None:
        self._before = os.environ.get("CASTLECARDS_HOME")
        self.home = Path(tempfile.mkdtemp(prefix="castlecards-shots-"))
        os.environ["CASTLECARDS_HOME"] = str(self.home)
        self.app = App(Settings(**USUAL))  # type: ignore[arg-type]
        self.app._crashed = self._crashed  # type: ignore[method-assign]
        self.app._draw = self._drawn  # type: ignore[method-assign]
        self.draws_every_frame = False  # else only frames whose picture is taken
        self.clock = 0.0

    def _crashed(self, scene: Scene, error: Exception) -> None:
        raise error

    def _drawn(self) -> None:
        if self.draws_every_frame:
            App._draw(self.app)

    def close(self) -> None:
        self.app.window.destroy()
        shutil.rmtree(self.home, ignore_errors=True)
        if self._before is None:
            os.environ.pop("CASTLECARDS_HOME", None)
        else:
            os.environ["CASTLECARDS_HOME"] = self._before

    def clear(self, size: tuple[int, int], **settings: Any) -> None:
        """Reset to the state after the first start."""
        app = self.app
        app.throws.close()
        app.keep.wait_for_writes()  # the writer of the match before may still be at work
        for path in self.home.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        app.phones = PhoneRoom()
        app.toasts.shown.clear()
        app.reader.buttons.clear()
        self.clock = 100.0
        if app.window.size != size:
            app.window.size = size
            app._resized()
        usual = Settings()
        app.profiles = Profiles(usual)
        fresh = {name: getattr(usual, name) for name in Settings.__dataclass_fields__}
        app.change(**{**fresh, **USUAL, **settings})
        self.app.follow(Reset(Title()))
        self.settle()

    def picture(self) -> Surface:
        """Return the screen, drawn again, at rest or in the middle of a motion."""
        self.app.scene.refresh()
        App._draw(self.app)
        return self.app.surface.copy()

    # -- time and gestures -------------------------------------------------------------------------

    def show(self, scene: To) -> None:
        """Open a scene above the present one."""
        self.app.follow(Push(scene))
        self.settle()

    def feed(self, *wishes: intents.Intent, dt: float = FRAME) -> None:
        self.clock += dt
        self.app.feed(wishes, dt)

    def wait(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / 0.05))):
            self.feed(dt=0.05)

    def settle(self) -> None:
        for _ in range(400):
            self.feed(dt=0.05)
            if not self.app.scene.moving:
                self.feed(dt=0.05)
                return
        raise AssertionError("the animation does not end")

    def key(self, act: Act) -> None:
        self.feed(Command(act, True, False, self.clock))
        self.feed(Command(act, False, False, self.clock))

    def hover(self, pos: tuple[int, int]) -> None:
        self.feed(Hover(pos, self.clock))

    def click(self, what: str | tuple[int, int]) -> None:
        """Click a widget by its id, scrolled into view, or a place."""
        pos = self._shown(what) if isinstance(what, str) else what
        self.feed(Hover(pos, self.clock))
        self.feed(Grab(pos, self.clock))
        self.feed(Release(pos, self.clock))
        if self.app.scene.moving:
            self.settle()

    def _shown(self, id: str) -> tuple[int, int]:
        """Scroll a widget into view and return its middle, px."""
        widget = self.app.scene.find(id)
        parent = widget.parent
        while parent is not None:
            parent.reveal(widget.rect)
            parent = parent.parent
        return widget.rect.center

    # -- saved things -----------------------------------------------------------------------------

    def save(self, session: Session[Any], name: str = "autosave.yaml", hours: float = 0) -> Path:
        """Save a game, `hours` hours before the evening of the pictures."""
        title = finished.title if session.over else keep.title
        path = self.home / "saves" / name
        store.write(path, dump_session(session), title(session))
        then = EVENING.timestamp() - hours * HOUR
        os.utime(path, (then, then))
        return path

    def write_history(self) -> None:
        """Write some evenings of play to the history."""
        title = "Card Barrage"
        for n, (names, results, rates) in enumerate(EVENINGS):
            date = (EVENING - datetime.timedelta(days=2 * (len(EVENINGS) - n))).isoformat()[:16]
            throws = tuple(ThrowCount(*rate) for rate in rates)
            history.add(
                FinishedGame("card_barrage", title, date, names, results, 90 + 7 * n, throws)
            )
        for n, (game, title, character, level, result) in enumerate(DUELS):
            date = (EVENING - datetime.timedelta(hours=len(DUELS) - n)).isoformat()[:16]
            who = self.app.characters[character].name
            history.add(
                FinishedGame(
                    game, title, date, ("Anna", who), (result, 1 - result), 60, (),
                    (Opponent(1, character, level),),
                )
            )  # fmt: skip

    # -- the table --------------------------------------------------------------------------------

    def sit(self, session: Session[Any]) -> TableScene:
        """Open the table of a match, with the curtain open."""
        scene = TableScene(self.app, session)
        self.app.follow(Reset(scene))
        self.feed()
        self.open()
        return scene

    def open(self) -> None:
        scene = self.table
        self.settle()
        if scene.model.curtain is not None:
            self.feed(Grab((640, 300), self.clock))
            self.wait(0.8)
            self.feed(Release((640, 300), self.clock))
        self.settle()

    @property
    def table(self) -> TableScene:
        scene = self.app.scene
        assert isinstance(scene, TableScene)
        return scene

    @property
    def hand(self) -> bytes:
        pos, decision = self.table.session.position, self.table.session.decision
        assert decision is not None
        return pos.zones[pos.box.zone(f"{decision.seat}.hand")]

    def where(self, what: CardId | str) -> tuple[int, int]:
        """Return the middle of a card, or of a zone by name; px."""
        table_view, pos = self.table.table_view, self.table.session.position
        assert table_view is not None
        if isinstance(what, str):
            zone = pos.box.zone(what)
            rect = table_view.rect_of(Target(pos.zones[zone][-1] if pos.zones[zone] else -1, zone))
        else:
            rect = table_view.rect_of(Target(what, pos.zone_of(what)))
        return rect.centerx, rect.centery

    def carry(self, card: CardId, to: tuple[int, int], drop: bool = True) -> None:
        """Drag a card slowly over the table."""
        start = self.where(card)
        self.feed(Hover(start, self.clock), Grab(start, self.clock))
        for k in range(1, 41):
            self.feed(Drag(between(start, to, k / 40), self.clock))
        for _ in range(20):
            self.feed(Drag(to, self.clock))
        if drop:
            self.feed(Release(to, self.clock))
            self.settle()

    def flick(
        self, card: CardId, button: int = 1, *, aside: float = 0.0, speed: float = 1100.0,
        mods: frozenset[str] = frozenset(), drop: bool = True,
    ) -> None:  # fmt: skip
        """Drag a card behind its castle and flick it, as `flick_path` says.

        Without `drop`, the pointer stops on its way and still holds the card.
        """
        table = self.table
        decision, table_view = table.session.decision, table.table_view
        assert decision is not None
        assert table_view is not None
        limits = decision.aim
        assert isinstance(limits, Limits)
        start, dt = self.where(card), FRAME
        last = start
        self.feed(Hover(start, self.clock), Grab(start, self.clock, button, 1, mods))
        part = 1.0 if drop else 0.75
        path = flick_path(table_view.layout.camera, limits, start, -20.0, aside, speed, part=part)
        for last, dt in path:
            self.feed(Drag(last, self.clock, button, mods), dt=dt)
        if drop:
            self.feed(Release(last, self.clock, button, mods), dt=dt)


@dataclass(frozen=True)
class Shot:
    """Picture to take: `act` gets a clean stage of this size with these settings."""

    name: str
    act: Callable[[Stage], object]
    size: tuple[int, int] = SIZE
    settings: Mapping[str, Any] = field(default_factory=dict)


def take(stage: Stage, shot: Shot) -> Surface:
    stage.clear(shot.size, **shot.settings)
    shot.act(stage)
    return stage.picture()


Rates = tuple[tuple[int, str, int, int], ...]  # player, method, thrown, on target
EVENINGS: tuple[tuple[tuple[str, ...], tuple[float, ...], Rates], ...] = (
    (("Anna", "Ben"), (1, 0), ((0, "lob", 16, 9), (0, "flip", 5, 1), (1, "frisbee", 19, 8))),
    (("Anna", "Ben"), (0, 1), ((0, "lob", 21, 12), (1, "frisbee", 17, 9), (1, "lob", 4, 2))),
    (("Anna", "Cleo"), (1, 0), ((0, "lob", 14, 11), (1, "flip", 18, 7))),
    (("Anna", "Ben", "Cleo", "Dan"), (1, 0, 1, 0),
     ((0, "lob", 9, 6), (1, "frisbee", 8, 5), (2, "flip", 9, 4), (3, "lob", 9, 2))),
    (("Ben", "Cleo"), (0, 1), ((0, "frisbee", 22, 13), (1, "flip", 15, 8), (1, "lob", 6, 4))),
    (("Anna", "Ben"), (0.5, 0.5), ((0, "lob", 20, 13), (1, "frisbee", 20, 11))),
)  # fmt: skip

DUELS = (  # game, title, character, level, result of Anna
    ("castle_wars", "Castle Wars", "mina", "page", 1.0),
    ("castle_wars", "Castle Wars", "roth", "knight", 0.0),
    ("castle", "Castle", "roth", "knight", 0.5),
    ("castle_rampage", "Castle Rampage", "roth", "knight", 1.0),
    ("tricks_of_the_trade", "Tricks of the Trade", "berta", "knight", 1.0),
    ("castle_wars", "Castle Wars", "ines", "regent", 0.0),
)


def quiet() -> None:
    """Quit pygame after the last stage."""
    pygame.quit()
