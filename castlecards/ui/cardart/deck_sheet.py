"""Picture of a whole deck: all its faces in a grid, as the page for phones shows them.

One picture of all cards is served to everybody, because a request for one card would tell others in
the network which card a player holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pygame
from pygame import Surface

from castlecards.core.cards import Face
from castlecards.ui.cardart.cards import CardArt, card_size
from castlecards.ui.kit.incremental import Steps

HEIGHT = 174  # px of a card: two pixels of a phone for each of its 87 CSS px


def deck_sheet(
    art: CardArt, faces: Sequence[Face], columns: int, height: int = HEIGHT
) -> Steps[bytes]:
    """PNG of the faces, row by row, one a step. Their corners are dark, as the page behind them."""
    width, height = card_size(height)
    rows = -(-len(faces) // columns)
    sheet = Surface((columns * width, rows * height))
    for n, face in enumerate(faces):
        sheet.blit(
            art.face(face, height, uncached=True), (n % columns * width, n // columns * height)
        )
        yield
    raw = BytesIO()
    pygame.image.save(sheet, raw, "cards.png")
    return raw.getvalue()
