"""Tests of the picture of a deck: each face is where the page of the phones expects it."""

from __future__ import annotations

from io import BytesIO

import pygame
import pytest

from castlecards.games.decks import standard
from castlecards.ui.cardart.cards import CardArt, card_size
from castlecards.ui.cardart.deck_sheet import deck_sheet
from castlecards.ui.kit.incremental import run_to_end


def test_every_face_stands_in_its_cell() -> None:
    art, faces = CardArt(), standard()[:13]
    sheet = pygame.image.load(BytesIO(run_to_end(deck_sheet(art, faces, 5, 60))), "cards.png")
    width, height = card_size(60)
    assert sheet.get_size() == (5 * width, 3 * height)
    for n in (0, 4, 5, 12):
        part = sheet.subsurface((n % 5 * width, n // 5 * height, width, height))
        middle, face = (width // 2, height // 2), art.face(faces[n], 60)
        assert part.get_at(middle) == pytest.approx(face.get_at(middle), abs=1)
        assert pygame.transform.average_color(part)[:3] == pytest.approx(
            pygame.transform.average_color(face)[:3], abs=12
        )
    empty = sheet.subsurface((4 * width, 2 * height, width, height))
    assert pygame.transform.average_color(empty)[:3] == (0, 0, 0)
