"""Closing scene in progress: its clock, and the painters of all kinds of scenes.

Large pictures are painted ahead in steps, at the table already. A scene that begins before they are
ready leaves the table in the window until then, one step in each frame, so that no frame is late.
After a change of the window's size, the last picture, scaled, fills the window until then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame
from pygame import Surface

from castlecards.core.session import Session
from castlecards.ui import history
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.kit.cache import LastValue
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.summary.end_building_view import building_steps, draw_building_scene
from castlecards.ui.table.summary.end_cards_timeline import (
    BuildingScene,
    CardGameScene,
    LadderScene,
    SumScene,
    card_game_scene,
)
from castlecards.ui.table.summary.end_ladder_view import draw_ladder_scene, ladder_steps
from castlecards.ui.table.summary.end_sum_view import draw_sum_scene, sum_steps
from castlecards.ui.table.summary.end_throws_timeline import ThrowsScene
from castlecards.ui.table.summary.end_throws_view import draw_throws_scene, throws_steps
from castlecards.ui.table.summary.end_timing import SECONDS, STILL_SECONDS
from castlecards.ui.table.summary.stats import MatchThrow

COPY = 640  # px, width of the copy of the last picture
COPIED = 0.2  # s of the scene from one copy to the next
ClosingScene = ThrowsScene | CardGameScene
Size = tuple[int, int]


@dataclass(frozen=True)
class _Painter:
    """Painter of one kind of scene, and the generator that paints its large pictures."""

    draw: Callable[[Canvas, CardArt, Any, float], None]
    steps: Callable[[CardArt, Look, Size, Any], Steps[None]]


PAINTERS: Mapping[type, _Painter] = {
    ThrowsScene: _Painter(draw_throws_scene, throws_steps),
    BuildingScene: _Painter(draw_building_scene, building_steps),
    LadderScene: _Painter(draw_ladder_scene, ladder_steps),
    SumScene: _Painter(draw_sum_scene, sum_steps),
}


def closing_scene(session: Session[Any], throws: Sequence[MatchThrow]) -> ClosingScene | None:
    """Closing scene of a finished match; None if it has none."""
    headline, why = history.headline(session), history.reason(session)
    if throws:
        return ThrowsScene.of(session, throws, headline, why)
    return card_game_scene(session, headline, why)


class ScenePictures:
    """Large pictures of one scene, which `paint` makes step by step."""

    def __init__(self, art: CardArt, scene: ClosingScene) -> None:
        self.art = art
        self.scene = scene
        self.ready = False
        self._for: object = None  # look and size of the steps
        self._steps: Steps[None] | None = None

    def paint(self, look: Look, size: Size) -> bool:
        """Run the next step for a window of `size` px. Return False if all are ready."""
        if self._for != (look, size):
            self._for, self.ready = (look, size), False
            self._steps = PAINTERS[type(self.scene)].steps(self.art, look, size, self.scene)
        assert self._steps is not None
        if not self.ready:
            self.ready = next(self._steps, self) is self
        return not self.ready

    def finish(self, look: Look, size: Size) -> None:
        """Run all remaining steps at once."""
        if self.paint(look, size) and self._steps is not None:
            run_to_end(self._steps)
            self.ready = True


def ending_pictures(art: CardArt, session: Session[Any]) -> ScenePictures | None:
    """Pictures of the closing scene of a finished match of cards; None if it has none."""
    if session.start.box.field is not None:
        return None
    scene = closing_scene(session, ())
    return ScenePictures(art, scene) if scene is not None else None


class EndView:
    """Closing scene in progress; `still`: only its last picture, for a shorter time."""

    def __init__(self, ending: ClosingScene, still: bool, art: CardArt) -> None:
        self.ending = ending
        self.still = still
        self.art = art
        self.pictures = ScenePictures(art, ending)
        self.t = 0.0
        # Copy of the table, then of the last picture, at most `COPIED` s old.
        self._copy: Surface | None = None
        self._copied = -SECONDS  # s of the scene
        self._scaled = LastValue[Surface]()

    @property
    def over(self) -> bool:
        return self.t >= (STILL_SECONDS if self.still else SECONDS)

    def advance(self, dt: float) -> list[tuple[str, float]]:
        """Advance by `dt` s. Return the sounds that fall due, with their volumes."""
        if not self.pictures.ready:
            return []
        first, self.t = self.t, self.t + dt
        return [] if self.still else self.ending.sounds(first, self.t)

    def draw(self, canvas: Canvas) -> None:
        if self.pictures.paint(canvas.look, canvas.size):
            self._wait(canvas)
            return
        t = SECONDS if self.still else self.t
        PAINTERS[type(self.ending)].draw(canvas, self.art, self.ending, t)
        if t - self._copied >= COPIED:
            size = COPY, max(round(COPY * canvas.size[1] / canvas.size[0]), 1)
            self._copy, self._copied = pygame.transform.scale(canvas.surface, size), t

    def _wait(self, canvas: Canvas) -> None:
        """Show the last picture, at first that of the table, while the pictures are painted."""
        if self._copy is None:
            self._copy = canvas.surface.copy()
        picture, size = self._copy, canvas.size
        if picture.get_size() != size:
            enlarge = partial(pygame.transform.smoothscale, picture, size)
            picture = self._scaled.keep((size, self._copied), enlarge)
        canvas.blit(picture, (0, 0))
