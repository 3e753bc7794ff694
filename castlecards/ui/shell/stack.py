"""Scene stack: the top scene is shown, and its answers push, replace or close scenes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pygame import Surface

from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, fitting_scale
from castlecards.ui.routes import Route, Rules
from castlecards.ui.scene import STAY, Back, Go, Push, Reset, Scene, Screen, Swap, To

VEIL = (4, 10, 7, 150)  # RGBA, over the scene below a dialog


@dataclass(frozen=True)
class _Level:
    """Scene on the stack; `then` maps its answer to the next step of the scene below."""

    scene: Scene
    then: Callable[[Any], Go] | None = None

    @property
    def over(self) -> bool:
        return isinstance(self.scene, Screen) and self.scene.over


class Stack:
    """Stack of scenes. After changing `look` or `size` (px) of the window, call `lay_out`."""

    def __init__(
        self, make: Callable[[Route], Scene], first: Scene, look: Look, size: tuple[int, int]
    ) -> None:
        """`make` creates the scene of a route."""
        self.make = make
        self.look = look
        self.size = size
        self._smaller: tuple[Look, Look] | None = None  # the look, and it at another scale
        self._levels = [_Level(first)]
        self._show_top()

    @property
    def top(self) -> Scene:
        """Scene shown."""
        return self._levels[-1].scene

    def follow(self, to: Go) -> None:
        """Carry out a scene's answer. If that raises, the stack stays as it was."""
        if to == STAY:
            return
        before = list(self._levels)
        try:
            self._follow(to)
            self._show_top()
        except Exception:
            self._levels = before
            raise
        for level in before:
            if level not in self._levels:
                level.scene.free_pictures(hidden=True)

    def _follow(self, to: Go) -> None:
        levels = self._levels
        match to:
            case Push(there, then):
                levels.append(_Level(self._scene_of(there), then))
            case Swap(there):
                levels[-1] = _Level(self._scene_of(there), levels[-1].then)
            case Reset(there):
                levels[:] = [_Level(self._scene_of(there))]
            case Back(result, on) if len(levels) > 1:
                closed = levels.pop()
                if closed.then is not None:
                    self._follow(closed.then(result))
                self._follow(on)

    def _scene_of(self, target: To) -> Scene:
        if target == Rules():
            target = Rules(self._about)
        return self.make(target) if isinstance(target, Route) else target

    @property
    def _about(self) -> str:
        """Id of the game that the top scenes are about; "" for none."""
        return self._topmost(lambda screen: screen.about)

    @property
    def ambience(self) -> str:
        """Background sound of the topmost scene that has one; "" for none."""
        return self._topmost(lambda screen: screen.ambience)

    @property
    def music(self) -> tuple[str, bool]:
        """Music of the topmost scene that has one, "" for none; True if the top one lowers it."""
        lowered = isinstance(self.top, Screen) and self.top.music[1]
        return self._topmost(lambda screen: screen.music[0]), lowered

    def _topmost(self, wanted: Callable[[Screen], str]) -> str:
        """First text that is not empty, from the top scene down; "" for none."""
        scenes = [level.scene for level in reversed(self._levels)]
        return next(filter(None, (wanted(s) for s in scenes if isinstance(s, Screen))), "")

    def _show_top(self) -> None:
        self.lay_out()
        self.top.refresh()

    def lay_out(self) -> None:
        """Lay out the top scene and every scene visible behind it; those hidden free their
        pictures."""
        first = len(self._levels) - 1
        while first and self._levels[first].over:
            first -= 1
        for level in self._levels[:first]:
            level.scene.free_pictures(hidden=True)
        for level in self._levels[first:]:
            level.scene.layout(self._look_for(level.scene), self.size)

    def _look_for(self, scene: Scene) -> Look:
        """Look at a scale at which the scene has its least size.

        It stays the same object, because scenes lay out anew for another one.
        """
        least = scene.least_size if isinstance(scene, Screen) else (0, 0)
        scale = fitting_scale(self.look.scale, self.size, least)
        if scale == self.look.scale:
            return self.look
        before = self._smaller
        if before is None or before[0] is not self.look or before[1].scale != scale:
            self._smaller = self.look, replace(self.look, scale=scale)
        assert self._smaller is not None
        return self._smaller[1]

    def draw(self, canvas: Canvas) -> None:
        """Draw the top scene; `canvas.changed` tells what it has drawn."""
        self._backdrop(len(self._levels) - 1)
        drawn = canvas.with_look(self._look_for(self.top))
        self.top.draw(drawn)
        canvas.changed = drawn.changed

    def _backdrop(self, depth: int) -> None:
        """Draw the darkened scene below a dialog."""
        above, below = self._levels[depth].scene, self._levels[depth - 1].scene
        if not depth or not isinstance(above, Screen) or not above.over:
            return
        if above.backdrop is not None and above.backdrop.get_size() == self.size:
            return
        self._backdrop(depth - 1)
        picture = Canvas(Surface(self.size), self._look_for(below))
        below.refresh()
        below.draw(picture)
        picture.veil(VEIL)
        above.backdrop = picture.surface
        below.free_pictures(hidden=False)

    def rescue(self) -> None:
        """Save in every scene, the top one first. The first error is raised after all have
        tried."""
        errors: list[Exception] = []
        for level in reversed(self._levels):
            try:
                level.scene.rescue()
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]
