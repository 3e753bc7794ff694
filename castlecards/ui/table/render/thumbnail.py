"""Thumbnail of the table before a line of the log, for pages outside the table."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pygame
from pygame import Surface

from castlecards.core.session import Session
from castlecards.core.view import public
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps, run_to_end
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.layout.model import Viewport
from castlecards.ui.table.render.fortifications import TableWear
from castlecards.ui.table.render.table_signs import nameplates
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.viewer import Viewer

if TYPE_CHECKING:
    from castlecards.ui.services import Services

DRAWN = (960, 600, 0.75)  # px and scale before it is scaled down; figures stay readable
STORED = 480  # px, width of a stored picture


def table_thumbnail(
    app: Services, session: Session[Any], look: Look, at: int, wide: int,
    drawn: tuple[int, int, float] = DRAWN,
) -> Surface:  # fmt: skip
    """Picture of the table before line `at`, `wide` px wide, with the aspect ratio of `drawn`.

    It shows the table as the first seat of the screen sees it."""
    return run_to_end(thumbnail_steps(app, session, look, at, wide, drawn))


def thumbnail_steps(
    app: Services, session: Session[Any], look: Look, at: int, wide: int,
    drawn: tuple[int, int, float] = DRAWN,
) -> Steps[Surface]:  # fmt: skip
    """Generator form of `table_thumbnail`."""
    viewer = Viewer(session, on_phones=app.phones.people).first_seat()
    side = session.position.box.sides[viewer] if viewer >= 0 else 0
    view, seen = session.shown(viewer, at), public(session.positions[at])
    table_view = TableView(app.art, view, session.game, session.with_player_names)
    table_view.badges = session.game.badges(seen)
    table_view.static_layer.show_wear(TableWear(session), at)
    across, down, scale = drawn
    table_view.arrange(
        view,
        Viewport(across, down, scale, side, app.settings.tilt, phase=session.game.phase_now(seen)),
    )
    canvas = Canvas(Surface((across, down)), replace(look, scale=scale))
    yield
    table = yield from table_view.static_layer.paint_steps(
        canvas.look, table_view.layout, table_view.pos, set(), nameplates(session),
        app.settings.cloth, badges=table_view.badges,
    )  # fmt: skip
    canvas.surface.blit(table, (0, 0))
    for paint in table_view.prerender_jobs(()):
        yield
        paint()
    yield
    table_view.draw_hand(canvas, set(), None)
    yield
    return pygame.transform.smoothscale(canvas.surface, (wide, wide * down // across))


def match_picture(
    app: Services, session: Session[Any], look: Look, drawn: tuple[int, int, float] = DRAWN
) -> bytes:
    """Encoded picture of a match as it stands, for the library."""
    raw = BytesIO()  # pygame writes no WebP
    image = table_thumbnail(app, session, look, session.at, STORED, drawn)
    pygame.image.save(image, raw, "match.jpg")
    return raw.getvalue()


def keep_picture(
    app: Services, session: Session[Any], look: Look | None, viewport: Viewport
) -> None:
    """Store the picture of a match that is put down, unless it is practice.

    It is drawn at the size of the window, for which the cards are painted already.
    """
    if look is not None and not session.practice:
        drawn = viewport.width, viewport.height, viewport.u
        app.keep.add_picture(session, lambda: match_picture(app, session, look, drawn))
