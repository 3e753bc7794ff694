"""Thumbnail of the table before a line of the log, for pages outside the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pygame
from pygame import Surface

from castlecards.core.session import Session
from castlecards.core.view import public
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.table.layout.model import Viewport
from castlecards.ui.table.render.table_signs import nameplates
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.viewer import Viewer

if TYPE_CHECKING:
    from castlecards.ui.services import Services

DRAWN = (960, 600)  # px, size before it is scaled down; figures stay readable


def table_thumbnail(
    app: Services, session: Session[Any], look: Look, at: int, wide: int
) -> Surface:
    """Picture of the table before line `at`, `wide` px wide, with the aspect ratio of DRAWN.

    It shows the table as the first seat of the screen sees it."""
    viewer = Viewer(session).first_seat()
    side = session.position.box.sides[viewer] if viewer >= 0 else 0
    view, seen = session.shown(viewer, at), public(session.positions[at])
    table_view = TableView(app.art, view, session.game, session.with_player_names)
    table_view.badges = session.game.badges(seen)
    scale = DRAWN[1] / 800
    table_view.arrange(
        view, Viewport(*DRAWN, scale, side, app.settings.tilt, phase=session.game.phase_now(seen))
    )
    canvas = Canvas(Surface(DRAWN), replace(look, scale=scale))
    table_view.draw_ground(canvas, set(), nameplates(session), app.settings.table)
    table_view.draw_hand(canvas, set(), None)
    return pygame.transform.smoothscale(canvas.surface, (wide, wide * DRAWN[1] // DRAWN[0]))
