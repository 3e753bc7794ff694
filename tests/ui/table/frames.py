"""Two worlds that one seat cannot tell apart, each on a screen: the pictures must be equal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from pygame import Surface, image

from castlecards.core.cards import NATURE
from castlecards.core.game import Game
from castlecards.core.session import HUMAN, RANDOM, Session
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Command, Intent
from castlecards.ui.kit.theme import PALETTE, Look
from castlecards.ui.scene import Scene
from castlecards.ui.shell.app import App
from castlecards.ui.shell.stack import Stack
from castlecards.ui.shell.wiring import make
from castlecards.ui.table.overlay.popups import UndoConsent
from castlecards.ui.table.scene import TableScene
from tests.games.play import configurations
from tests.games.worlds import Leak, WorldPair, two_worlds
from tests.ui.driving import SHAPES, shared_fonts

SIZE = (960, 600)
SCALE = 0.75
NEVER = 1e9  # s: computer players make no move of their own here
MORE = 10  # times as many seeds at most, until there are two worlds


class Screen:
    """Table of one world with its popups, drawn without a window."""

    def __init__(self, app: App, session: Session[Any], look: Look) -> None:
        self.look = look
        self.table = TableScene(app, session)
        self.stack = Stack(lambda route: make(app, route), self.table, look, SIZE)
        self.surface = Surface(SIZE)
        self.table.overlay.move_list.shown = session.position.box.field is not None
        self.table.overlay.rebuild()

    @property
    def scene(self) -> Scene:
        return self.stack.top

    def feed(self, *wishes: Intent, dt: float = 0.0) -> None:
        for wish in wishes:
            self.stack.follow(self.scene.handle(wish))
        self.table.turns._delay = NEVER
        self.stack.follow(self.scene.update(dt))

    @property
    def moving(self) -> bool:
        table = self.table
        return self.scene is table and (table.model.curtain is None and table.playback.plays)

    def picture(self) -> bytes:
        self.scene.refresh()
        self.stack.draw(Canvas(self.surface, self.look))
        return image.tobytes(
            self.surface, "RGB"
        )  # without the fourth byte of a pixel, which is never shown

    def words(self) -> list[str]:
        """Return the texts of the widgets, as a screen reader tells them."""
        layer: Any = getattr(self.scene, "layer", None) or self.table.overlay.layer
        return [f"{w.id}: {w.name} {w.tip} {w.enabled}" for w in layer.root.walk()]


class Screens:
    """Screens of both worlds, which get the same input and are compared."""

    def __init__(self, app: App, worlds: WorldPair) -> None:
        self.worlds = worlds
        # The thinker answers at an unknown time, and both tables would share it. The hints of the
        # coach are compared in tests/games/test_two_worlds.py.
        app.thinker.answer = lambda dt: None  # type: ignore[method-assign]
        shown = Look(PALETTE, SCALE, shared_fonts(), SHAPES)
        here, there = (Screen(app, session, shown) for session in worlds.sessions)
        self.both = (here, there)
        self.frames = 0

    @property
    def undo_is_asked(self) -> bool:
        """True if a player is asked to agree to an undo."""
        return any(isinstance(each.scene, UndoConsent) for each in self.both)

    def check(self) -> None:
        """Raise Leak if pictures or texts differ. Does nothing while another seat is the viewer."""
        here, there = self.both
        if not self.undo_is_asked and any(
            each.table.viewer.seat not in (NATURE, self.worlds.seat) for each in self.both
        ):
            return
        names = [type(each.scene).__name__ for each in self.both]
        self.worlds.same("the screen", *names)
        self.worlds.same("what stands on the screen", here.words(), there.words())
        if here.picture() != there.picture():
            self.worlds.same("a picture", f"{names[0]} {self.frames}", "another one")
        self.frames += 1

    def feed(self, *wishes: Intent, dt: float = 0.0) -> None:
        for each in self.both:
            each.feed(*wishes, dt=dt)

    def rest(self, step: float = 0.31) -> None:
        """Run frames until nothing moves, and compare the pictures of each."""
        for _ in range(400):
            self.feed(dt=step)
            self.check()
            if not any(each.moving for each in self.both):
                return
        raise AssertionError("the animation does not end")

    def close_popups(self) -> None:
        while any(each.scene is not each.table for each in self.both):
            self.feed(Command(Act.CANCEL))
            self.feed(dt=0.01)

    def play(self) -> None:
        """Play the next action in both worlds and begin to show it."""
        before = [
            (each.table.view, each.table.table_view.layout)
            for each in self.both
            if each.table.table_view
        ]
        try:
            self.worlds.play()
        except Leak:  # a leak of the rules, which tests/games/test_worlds.py looks for
            self.worlds.diverged = True
        if self.worlds.diverged:
            return
        for each, session, (seen, old) in zip(self.both, self.worlds.sessions, before, strict=True):
            each.table.playback.clip = None  # the landing is given, so no flight is shown
            each.table.show_record(session.log[-1], seen, old)

    @property
    def asked_seat(self) -> int:
        decision = self.worlds.sessions[0].decision
        return NATURE if decision is None else decision.seat


def worlds_of(
    game: Game[Any], players: int, seeds: int, *, alone: bool, first: int = 0
) -> Iterator[WorldPair]:
    """Yield pairs of worlds with random options and viewers, one pair for each seed at most.

    If there is none for `seeds` seeds, go on to the first one, for at most `MORE` times as many.
    `alone`: the viewer is the only person; the other players are random computer players.
    """
    every = configurations(game, players)
    rnd, found = Random(players), False
    for seed in range(first, first + MORE * seeds):
        if found and seed >= first + seeds:
            return
        options, _ = every[rnd.randrange(len(every))]
        owners = game.owners(options, players)
        seat = rnd.randrange(len(owners))
        if owners[seat] < 0:
            continue
        kinds = [HUMAN if not alone or n == owners[seat] else RANDOM for n in range(players)]
        try:
            worlds = two_worlds(game, options, players, seed, seat, kinds)
        except Leak:
            continue
        if worlds is not None:
            found = True
            yield worlds
