"""Driver of one table scene without a window, by intents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from castlecards.core.cards import NATURE, CardId
from castlecards.core.game import Game
from castlecards.core.landing import Limits
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover, Release
from castlecards.ui.scene import Reset, Scene
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver
from tests.ui.flick_path import FRAME, Px, between, flick_path

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay")
MOST = 40.0  # s: no animation of a throw and no row of captions takes longer


class TableDriver:
    """Driver of one table scene with a manual clock, so that each run of a gesture is the same."""

    def __init__(
        self,
        game: str | Game[Any],
        players: int = 2,
        seed: int = 3,
        kinds: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        clock: float = 0.0,
        start: Position[Any] | None = None,
        names: Sequence[str] = NAMES,
        **settings: Any,
    ) -> None:
        self.driver = Driver(**{"reduced_motion": False, "instant": True, **settings})
        self.app = self.driver.app
        self.app._crashed = self._crashed  # type: ignore[method-assign]
        rules = self.app.games[game] if isinstance(game, str) else game
        chosen = rules.options(**(options or {}))
        self.session: Session[Any] = Session(
            rules, chosen, players, seed, kinds, names[:players], clock, start=start
        )
        self.clock = 100.0
        self.table = TableScene(self.app, self.session)
        self.app.follow(Reset(self.table))
        self.wait(0.1)

    def _crashed(self, scene: Scene, error: Exception) -> None:
        raise error

    # -- time -------------------------------------------------------------------------------------

    def feed(self, *wishes: intents.Intent, dt: float = FRAME) -> None:
        self.clock += dt
        self.app.feed(wishes, dt)

    def wait(self, seconds: float) -> None:
        """Run frames. Here and in each gesture below, only the last frame is drawn."""
        with self.driver.without_drawing():
            for _ in range(max(1, round(seconds / 0.05)) - 1):
                self.feed(dt=0.05)
        self.feed(dt=0.05)

    def settle(self, most: float = 60.0) -> None:
        """Run frames until nothing moves; `most`: s until this fails."""
        with self.driver.without_drawing():
            while most > 0:
                self.feed(dt=0.05)
                most -= 0.05
                if not self.table.busy and not self.app.scene.moving:
                    break
            else:
                raise AssertionError("the animation does not end")
        self.feed(dt=0.05)

    def open(self) -> None:
        """Open the curtain for the next player, if there is one."""
        self.settle()
        if self.table.model.curtain is not None:
            self.feed(Grab((640, 300), self.clock))
            self.wait(0.8)
            self.feed(Release((640, 300), self.clock))
        self.settle()

    # -- gestures ----------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        return self.session.decision.seat

    @property
    def hand(self) -> bytes:
        pos = self.session.position
        return pos.zones[pos.box.zone(f"{self.seat}.hand")]

    def where(self, what: CardId | str) -> tuple[int, int]:
        """Return the middle of a card (by id) or of a zone (by name), px."""
        table_view, pos = self.table.table_view, self.session.position
        assert table_view is not None
        if isinstance(what, str):
            target = Target(-1, pos.box.zone(what))
        else:
            target = Target(what, pos.zone_of(what))
        rect = table_view.rect_of(target)
        return rect.centerx, rect.centery

    def click(self, pos: Px, clicks: int = 1, button: int = 1) -> None:
        at = (round(pos[0]), round(pos[1]))
        self.feed(Hover(at, self.clock))
        self.feed(Grab(at, self.clock, button, clicks))
        self.feed(Release(at, self.clock, button))

    def drag(
        self, start: Px, end: Px, seconds: float = 0.8, rest: float = 0.3, clicks: int = 1
    ) -> None:
        """Drag from `start` to `end` in `seconds`, and wait `rest` s before the release."""
        first = (round(start[0]), round(start[1]))
        last = (round(end[0]), round(end[1]))
        with self.driver.without_drawing():
            self.feed(Hover(first, self.clock), Grab(first, self.clock, 1, clicks))
            steps = max(2, round(seconds / FRAME))
            for k in range(1, steps + 1):
                part = k / steps
                part = part * part * (3 - 2 * part)
                self.feed(Drag(between(start, end, part), self.clock))
            for _ in range(round(rest / FRAME)):
                self.feed(Drag(last, self.clock))
        self.feed(Release(last, self.clock))

    def flick(
        self,
        card: CardId,
        ahead: float = -20.0,
        aside: float = 0.0,
        speed: float = 1100.0,
        button: int = 1,
        mods: frozenset[str] = frozenset(),
        through: float = 0.0,
        clicks: int = 1,
        carry: int = 20,
        rest: int = 12,
        limits: Limits | None = None,
    ) -> None:
        """Drag a card behind its castle and flick it, as `flick_path` says.

        `limits`: limits of the throw, if its decision is asked only after the press has ended an
        animation.
        """
        decision, table_view = self.session.decision, self.table.table_view
        assert decision is not None
        assert table_view is not None
        limits = decision.aim if limits is None else limits
        assert isinstance(limits, Limits)
        start, dt = self.where(card), FRAME
        last = start
        with self.driver.without_drawing():
            self.feed(Hover(start, self.clock), Grab(start, self.clock, button, clicks, mods))
            camera = table_view.layout.camera  # after the press, which ends a turn of the camera
            path = flick_path(camera, limits, start, ahead, aside, speed, through, carry, rest)
            for last, dt in path:
                self.feed(Drag(last, self.clock, button, mods), dt=dt)
        self.feed(Release(last, self.clock, button, mods), dt=dt)

    def key(self, act: Act, hold: float = 0.0) -> None:
        self.feed(Command(act, True, False, self.clock))
        if hold:
            self.wait(hold)
        self.feed(Command(act, False, False, self.clock))

    def focus(self, id: str) -> None:
        """Move the focus to a widget of the table with Tab."""
        layer = self.table.overlay.layer
        for _ in range(80):
            if layer.focus is not None and layer.focus.id == id:
                return
            self.key(Act.NEXT)
        raise AssertionError(f"Tab does not reach {id}")

    def press(self, id: str) -> None:
        """Click a button of the scene that is shown."""
        self.click(self.app.scene.find(id).rect.center)

    @property
    def scene(self) -> str:
        return type(self.app.scene).__name__


def is_waiting_for_answer(play: TableDriver) -> bool:
    """Return True if the match is over, or if a person must open the curtain or answer."""
    scene, decision = play.table, play.session.decision
    if play.scene == "Result":  # opens without a click
        return True
    if play.app.scene is not scene:
        play.app.scene.find("close").activate()  # a score sheet, a choice of cards
        return False
    if decision is None:
        first = scene.overlay.prompt_panel.buttons[:1]
        return not scene.playback.plays and [button.id for button in first] == ["result"]
    if scene.model.curtain is not None:
        return scene.viewer.same_player(scene.model.curtain.seat, decision.seat)
    if scene.playback.plays or decision.seat == NATURE:
        return False
    asked = scene.selection is not None and scene.selection.decision is decision
    return asked or scene.model.window is decision


def run_until_asked(play: TableDriver) -> None:
    """Run frames until `is_waiting_for_answer`."""
    left = MOST
    with play.driver.without_drawing():
        while not is_waiting_for_answer(play):
            play.feed(dt=0.1)
            left -= 0.1
            assert left > 0, "no decision is asked any more"
    play.app._draw()


def open_curtain(play: TableDriver) -> None:
    """Run frames until a decision is pending, and open the curtain if it is closed."""
    run_until_asked(play)
    while play.table.model.curtain is not None:
        play.feed(Grab((640, 300), play.clock))
        play.wait(0.7)
        play.feed(Release((640, 300), play.clock))
        run_until_asked(play)


@contextmanager
def table(
    game: str | Game[Any], players: int = 2, seed: int = 3, kinds: Sequence[str] = (), **more: Any
) -> Iterator[TableDriver]:
    """Context manager: a `TableDriver`; `more`: its other arguments."""
    driver = TableDriver(game, players, seed, kinds, **more)
    try:
        yield driver
    finally:
        driver.app.close()


@contextmanager
def open_table(*match: Any, **more: Any) -> Iterator[TableDriver]:
    """Context manager: like `table`, after the curtain was opened."""
    with table(*match, **more) as play:
        play.open()
        yield play
