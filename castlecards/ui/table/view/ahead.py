"""Pictures that a table will want, painted between two frames, before they are wanted.

Every card of the box is painted in the sizes in which cards come here, wherever it lies: so nothing
that is painted follows from what somebody may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from castlecards.ui.cardart.cards import printed
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.view.desk import Desk
from castlecards.ui.table.view.fray import footing
from castlecards.ui.table.view.layout import HAND, Layout
from castlecards.ui.table.view.onstage import CAUSE, SPENT, types
from castlecards.ui.table.view.script import LIFT
from castlecards.ui.table.view.sprites import FINEST, Seen, Sprites
from castlecards.ui.table.view.stance import lying
from castlecards.ui.table.view.works import backs_of

Piece = Callable[[], object]
SHARE = 0.9  # of the room for cards that is painted ahead: more would drive out what is there


class PaintedAhead:
    """What `desk` will want, piece by piece, for as long as its cards keep their sizes."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._for: object = None  # that for which pieces are painted
        self._pieces: Iterator[Piece] = iter(())
        self._until = 0.0  # bytes of cards painted, at which there is no more room
        self._there: tuple[object, ...] = ()  # look, printing, layout: all is painted for them

    def paint(self, look: Look, printing: tuple[bool, bool]) -> bool:
        """Paints the next piece; False: all is there, or as much as is kept. `printing`: how cards
        are printed now."""
        now, art = self.desk.now, self.desk.sprites.art
        if self._there and self._there[2] is now and self._there[:2] == (look, printing):
            return False  # asked in every idle turn of the loop, which must cost nothing
        wanted = look, printing, now.stage.width, now.stage.height, heights(now)
        if wanted != self._for:
            self._for, self._pieces = wanted, pieces(self.desk.sprites, now, look)
            self._until = art.made + SHARE * art.room
        piece = next(self._pieces, None) if art.made < self._until else None
        if piece is not None:
            piece()
            return True
        self._there = look, printing, now
        return False


def heights(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """px of height, the largest first, of cards that lie flat: where faces may be seen, where
    only backs are, and at places of a field. Behind a closed curtain nobody has a hand of the own
    yet, and soon will."""
    faces: set[int] = set()
    backs: set[int] = set()
    field: set[int] = set()
    for area in layout.areas:
        if area.mark is not None:
            field.add(_even(lying(area.mark, layout.camera, layout.field).height))
        elif area.width:
            (backs if area.hand and not area.own else faces).add(_even(area.tall))
            if area.hand:
                faces.add(_even(HAND * layout.stage.u))
    faces_, backs_, field_ = (
        tuple(sorted(found, reverse=True)) for found in (faces, backs - faces, field)
    )
    return faces_, backs_, field_


def _even(height: float) -> int:
    return FINEST * round(height / FINEST)


def pieces(sprites: Sprites, layout: Layout, look: Look) -> Iterator[Piece]:
    """The backs first, for they are seen at once; then faces as they lie, as they come and go
    between two places, and as they stand on the stage."""
    box, (near, far, field) = sprites.box, heights(layout)
    backs: list[Seen] = [("back", 0, back) for back in backs_of(box)]
    alike = {printed(face): n for n, face in reversed([*enumerate(box.faces)])}
    faces: list[Seen] = [("face", n, "") for n in alike.values()]
    for height in (*near, *far):
        yield from (partial(sprites.shaded, back, height) for back in backs)
    here = footing(layout.stage)
    stands = (round(here.card),) if layout.field is None else ()
    for step in _steps(sprites, (*near, *far, *field, *stands)):
        yield from (partial(sprites.plain, back, step) for back in backs)
    for height in near:
        yield from (partial(sprites.shaded, face, height) for face in faces)
    for step in _steps(sprites, (*near, *field, *stands)):
        yield from (partial(sprites.plain, face, step) for face in faces)
    if layout.field is not None:
        return
    yield from (partial(look.font, style) for style in types(look, here))
    for tall in (here.card, CAUSE * here.u, SPENT * here.u):
        yield from (partial(sprites.plain, face, tall) for face in faces)
    yield from (partial(sprites.shaded, seen, here.card) for seen in (*backs, *faces))


def _steps(sprites: Sprites, heights: tuple[int, ...]) -> list[float]:
    """The sizes from which cards on their way between those heights are made, the largest first."""
    return sprites.steps(min(heights), (1 + LIFT) * max(heights)) if heights else []
