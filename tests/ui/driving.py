"""Driver of an app without a screen: clicks by id, keys by name, typed text.

Single widgets are driven by intents in a layer of their own.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

import numpy as np
import pygame
from pygame import Rect, Surface

from castlecards import paths, store
from castlecards.core.cards import Face
from castlecards.core.rng import noise
from castlecards.core.session import Session
from castlecards.settings import Settings
from castlecards.ui.cardart import warp
from castlecards.ui.cardart.cards import CardArt, printed
from castlecards.ui.cardart.mat import Plan
from castlecards.ui.finished import FOLDER
from castlecards.ui.keep import Keep
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.intents import Grab, Hover, Release
from castlecards.ui.kit.shapes import Shapes
from castlecards.ui.kit.theme import PALETTE, Fonts, Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.layer import Layer
from castlecards.ui.scene import Reset
from castlecards.ui.shell import app as app_module
from castlecards.ui.shell.app import App
from castlecards.ui.table.addon import Addon
from castlecards.ui.table.playback_screen import PlaybackScreen
from castlecards.ui.table.render import mat_perspective
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.summary.result import Result
from tests.shared_files import shared_file, stored
from tests.ui.invariants import watch_tables
from tests.ui.observers import watch_stages
from tests.ui.playback_invariants import watch_playback

NULL = "high_card"  # the null game: complete and tiny
MODS = {"ctrl": pygame.KMOD_LCTRL, "alt": pygame.KMOD_LALT, "shift": pygame.KMOD_LSHIFT}
NAMED = {
    "page up": pygame.K_PAGEUP, "page down": pygame.K_PAGEDOWN, "return": pygame.K_RETURN,
    "escape": pygame.K_ESCAPE, "tab": pygame.K_TAB, "space": pygame.K_SPACE,
}  # fmt: skip


def key_events(name: str) -> list[pygame.event.Event]:
    """Return the press and the release of a key such as "ctrl+z"."""
    *held, key = name.split("+")
    code = NAMED.get(key) or pygame.key.key_code(key)
    mod = 0
    for word in held:
        mod |= MODS[word]
    return [pygame.event.Event(kind, key=code, mod=mod) for kind in (pygame.KEYDOWN, pygame.KEYUP)]


def mouse(kind: int, pos: tuple[int, int], **more: Any) -> pygame.event.Event:
    if kind == pygame.MOUSEMOTION:
        return pygame.event.Event(kind, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
    return pygame.event.Event(kind, pos=pos, button=more.get("button", 1))


def autosave_and_wait(keep: Keep, session: Session[Any]) -> bool:
    """Autosave, wait for the writer, and return True if the game is on the disk."""
    keep.autosave(session)
    keep.wait_for_writes()
    return keep.unsaved is None


def finished_matches() -> tuple[store.Entry, ...]:
    """Return the finished matches of the data folder, newest first."""
    return store.saves(paths.saves_dir() / FOLDER)


# An app that is closed late, by a fixture of a whole file, must not close the fonts of others.
pygame.quit = lambda: None
watch_tables()
watch_playback()
watch_stages()


class DrawOnReadApp(App):
    """App that draws a table, and the first page, only when a test reads `surface`.

    Drawing every frame takes most of the time of such a test. Other pages are drawn at once. A test
    that needs every frame uses the fixture `every_frame_drawn`. With `last_picture`, the picture of
    a table that closes is drawn, too.
    """

    draws_every_frame = False
    last_picture = False
    _owed = False

    @property
    def surface(self) -> Surface:  # type: ignore[override]
        if self._owed:
            self._owed = False
            super()._draw()
        return self._shown

    @surface.setter
    def surface(self, shown: Surface) -> None:
        self._shown = shown

    def _draw(self) -> None:
        tables = any(
            isinstance(level.scene, TableScene | PlaybackScreen) for level in self.stack._levels
        )
        self._owed = tables and not self.draws_every_frame
        if not self._owed:
            super()._draw()

    def relayout(self) -> None:
        """Lay out again without drawing a picture that is still owed."""
        owed, self._owed = self._owed, False
        super().relayout()
        self._owed = owed

    def close(self) -> bool:
        if self._owed and self.last_picture:
            self._owed = False
            super()._draw()
        return super().close()


def share_caches(app: App) -> None:
    """Give an app the fonts, shapes and card pictures that all apps of the tests share."""
    app._fonts, app._shapes = shared_fonts(), SHAPES
    app.__dict__["art"] = shared_art()
    app.art.apply(app.settings)
    app.relayout()


class Driver:
    """Driver of an app; after each action it runs frames until nothing moves.

    Only the last frame is drawn, because drawing is most of the cost. All drivers share fonts and
    card pictures, which are slow to make. A `with` statement closes the app at its end.
    """

    def __init__(self, size: tuple[int, int] = (1280, 800), **settings: Any) -> None:
        every = {"reduced_motion": True, "films": 3, "music": 0, **settings}
        with (
            patch.multiple(app_module, Fonts=lambda folder: shared_fonts(), Shapes=lambda: SHAPES),
            patch.object(DrawOnReadApp, "_draw", lambda app: None),
        ):
            app = self.app = DrawOnReadApp(Settings(**every), size)
            share_caches(app)
            app.begin()
        self._rest()
        app._owed = True

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self.app.close()

    def step(self, *events: pygame.event.Event, dt: float = 0.02) -> None:
        self.app.step(events, dt)

    def settle(self) -> None:
        self._rest()
        self.app._draw()

    def _rest(self) -> None:
        """Run frames without a picture until nothing moves."""
        with self.without_drawing():
            for _ in range(200):
                self.step(dt=0.1)
                scene = self.app.scene
                if not scene.moving:
                    break
                if isinstance(scene, Result) and scene.scene is not None:
                    self.prerender()  # a closing scene waits for its pictures
            else:
                raise AssertionError("the animation does not end")

    def prerender(self) -> None:
        """Prerender all pictures, which the program does between two frames of its loop."""
        while self.app.scene.prerender():
            pass

    @contextmanager
    def without_drawing(self) -> Iterator[None]:
        """Context manager: frames run without drawing."""
        drawn = self.app.__dict__.get("_draw")
        self.app._draw = lambda: None  # type: ignore[method-assign]
        try:
            yield
        finally:
            if drawn is None:
                del self.app.__dict__["_draw"]
            else:
                self.app._draw = drawn  # type: ignore[method-assign]

    def sit(self, session: Session[Any], addon: Addon | None = None) -> TableScene:
        """Open the table of a match, and return it."""
        scene = TableScene(self.app, session, addon)
        self.app.follow(Reset(scene))
        return scene

    def find(self, id: str) -> Widget:
        return self.app.scene.find(id)

    def has(self, id: str) -> bool:
        try:
            self.find(id)
        except KeyError:
            return False
        return True

    def press(self, pos: tuple[int, int]) -> None:
        with self.without_drawing():
            self.step(mouse(pygame.MOUSEMOTION, pos))
            self.step(mouse(pygame.MOUSEBUTTONDOWN, pos))
            self.step(mouse(pygame.MOUSEBUTTONUP, pos))
        self.settle()

    def click(self, id: str) -> None:
        """Click the middle of a widget, after scrolling it into view."""
        widget = self.find(id)
        if not widget.rect.width:  # made while something moves: it is placed in the next frame
            self.step(dt=0.0)
            widget = self.find(id)
        parent = widget.parent
        while parent is not None:
            parent.reveal(widget.rect)
            parent = parent.parent
        self.press(widget.rect.center)

    def key(self, *names: str) -> None:
        with self.without_drawing():
            for name in names:
                for event in key_events(name):
                    self.step(event)
        self.settle()

    def type(self, text: str) -> None:
        for letter in text:
            self.step(pygame.event.Event(pygame.TEXTINPUT, text=letter))

    def resize(self, size: tuple[int, int]) -> None:
        window = self.app.window
        window.size = size
        event = pygame.event.Event(pygame.WINDOWSIZECHANGED, window=window, x=size[0], y=size[1])
        self.step(event)

    @property
    def scene(self) -> str:
        """Class name of the scene that is shown."""
        return type(self.app.scene).__name__

    @property
    def toast_texts(self) -> str:
        """Texts of the toasts that are shown, one to a line."""
        return "\n".join(toast.text for toast in self.app.toasts.shown)

    @property
    def focus(self) -> str:
        """Id of the widget with the focus."""
        layer = self.app.scene.layer  # type: ignore[attr-defined]
        return layer.focus.id if layer.focus else ""


class LastingShapes(Shapes):
    """Shapes whose cache never expires, so that the next test finds it filled."""

    def turn(self) -> None: ...


class LastingFonts(Fonts):
    """Fonts whose cache never expires."""

    def on_resize(self) -> None: ...


class LastingArt(CardArt):
    """Card art whose cache never expires.

    The processes of one test run share drawn faces in a folder, so that each is drawn only once.
    """

    def on_resize(self) -> None: ...

    def _draw(self, face: Face, size: tuple[int, int]) -> Surface:
        file = shared_file((printed(face), size, self.printing))
        if file is None:
            return super()._draw(face, size)
        if file.exists():
            image = Surface(size, pygame.SRCALPHA, 32)
            image.get_buffer().write(zlib.decompress(file.read_bytes()))
            return image
        image = super()._draw(face, size)
        with stored(file) as path:
            path.write_bytes(zlib.compress(image.get_buffer().raw, 1))
        return image


def share_mats() -> None:
    """Let the processes of one test run share painted mats: each is painted once, then mapped."""
    mats = mat_perspective.flat_mat
    paint = mats._make

    def steps(plan: Plan, cloth: str) -> Steps[Any]:
        file = shared_file((plan, cloth))
        if file is None:
            return (yield from paint(plan, cloth))
        if not file.exists():
            words = yield from paint(plan, cloth)
            with stored(file) as path, path.open("wb") as target:
                np.save(target, words)
            return words
        return np.load(file, mmap_mode="r").view(np.ndarray)

    mats._make = steps


share_mats()
ROOM = 160 << 20  # bytes of shared card pictures; a quarter of it for each other kind
SHAPES = LastingShapes()
SHAPES.limit = ROOM // 4


@cache
def shared_fonts() -> Fonts:
    return LastingFonts(paths.assets() / "fonts")


@cache
def shared_art() -> CardArt:
    art = LastingArt(limit=ROOM)
    art._placed.limit = ROOM // 4
    return art


def clear_shared_caches() -> None:
    """Empty the shared caches."""
    shared_art().clear()
    SHAPES.clear()
    shared_fonts()._images.clear()
    warp._sources.clear()
    mat_perspective.flat_mat._kept.clear()


def fonts() -> Fonts:
    """Return new fonts; an app that closes also closes its fonts."""
    return Fonts(paths.assets() / "fonts")


def look(scale: float = 1.0) -> Look:
    return Look(PALETTE, scale, fonts(), SHAPES)


def laid_out(root: Widget, size: tuple[int, int] = (600, 400), scale: float = 1.0) -> Layer:
    layer = Layer(root)
    layer.layout(look(scale), Rect((0, 0), size))
    return layer


@contextmanager
def recorded_texts() -> Iterator[list[str]]:
    """Context manager: list of all texts that are drawn on any canvas meanwhile."""
    said: list[str] = []
    text = Canvas.text

    def read(canvas: Canvas, string: str, *rest: Any, **more: Any) -> Rect:
        said.append(string)
        return text(canvas, string, *rest, **more)

    with patch.object(Canvas, "text", read):
        yield said


def art_bytes(art: CardArt) -> int:
    """Return the bytes in all caches of the card art."""
    return sum(kept.used for kept in (art._parts, art._store, art._shadows, art._placed))


def picture(layer: Layer) -> bytes:
    assert layer.look is not None
    surface = Surface(layer.rect.size)
    layer.draw(Canvas(surface, layer.look))
    return pygame.image.tobytes(surface, "RGB")


def click(layer: Layer, pos: Sequence[float], clicks: int = 1) -> None:
    at = (round(pos[0]), round(pos[1]))
    layer.handle(Hover(at))
    layer.handle(Grab(at, clicks=clicks))
    layer.handle(Release(at))


def started_match(app: App, moves: int = 3, seed: int = 5) -> Session[Any]:
    """Return a match of the null game after some moves; many moves end it."""
    session = Session(app.games[NULL], app.games[NULL].options(), 2, seed, names=("Anna", "Bert"))
    for move in range(moves):
        decision = session.decision
        if decision is None:
            break
        choice = noise(seed, move, 1)[0] % len(decision.options)
        session.submit(decision.seat, decision.options[choice])
    return session
