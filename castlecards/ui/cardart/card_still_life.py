"""Card still life: a widget that shows a few scattered cards, on the title and other pages.

`ScatteredCard` places a card in a unit square. Each picture is rotated once and cached. On the
title page the cards slide in one after another.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pygame
from pygame import Rect, Surface
from pygame.transform import smoothscale_by

from castlecards.core.cards import Face
from castlecards.core.game import Game
from castlecards.ui.cardart.cards import CardArt, printed
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import blank
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget

SLIDE = 0.55  # s that a card slides
REPAINT_AFTER = 0.15  # s from the last change of size to the repainting of the cards
START_INTERVAL = 0.09  # s between the starts of two cards
ROTATION_MARGIN = 4  # px added to width and height before a rotation, which keeps the edges smooth


@dataclass(frozen=True)
class ScatteredCard:
    """Place of a card in the picture.

    `x`, `y`: centre, as shares of the picture's width and height; `high`: height of the card as a
    share of the picture's height; `turn`: degrees anticlockwise; `face`: index of a face, -1 for
    a back.
    """

    x: float
    y: float
    high: float
    turn: float
    face: int
    lift: float = 0.0  # 0 on the table to 1 high above it; changes the shadow only


TABLE = (
    ScatteredCard(0.130, 0.215, 0.36, 1.5, 0),
    ScatteredCard(0.355, 0.195, 0.36, -2.0, 1),
    ScatteredCard(0.590, 0.215, 0.36, 0.8, 2),
    ScatteredCard(0.815, 0.200, 0.36, -1.4, 3),
    ScatteredCard(0.105, 0.775, 0.36, 8, -1),
    ScatteredCard(0.120, 0.765, 0.36, 3, -1),
    ScatteredCard(0.345, 0.815, 0.36, 21, 4),
    ScatteredCard(0.440, 0.775, 0.36, 7, 5),
    ScatteredCard(0.535, 0.775, 0.36, -7, 6),
    ScatteredCard(0.630, 0.815, 0.36, -20, 7),
    ScatteredCard(0.515, 0.330, 0.37, 32, 8, 0.3),
    ScatteredCard(0.845, 0.600, 0.42, -24, 9, 1.0),
)
FAN = (
    ScatteredCard(0.26, 0.565, 0.74, 24, -1),
    ScatteredCard(0.38, 0.500, 0.74, 12, 0),
    ScatteredCard(0.50, 0.480, 0.74, 0, 1),
    ScatteredCard(0.62, 0.500, 0.74, -12, 2),
    ScatteredCard(0.74, 0.565, 0.74, -24, 3),
)
SUITS_ROW = (
    ScatteredCard(0.14, 0.53, 0.88, 6, 0),
    ScatteredCard(0.38, 0.50, 0.88, 2, 1),
    ScatteredCard(0.62, 0.50, 0.88, -2, 2),
    ScatteredCard(0.86, 0.53, 0.88, -6, 3),
)
RANKS = 13, 7, 12, 1  # of the faces of `suit_faces`, one for each suit


def suit_faces(games: Sequence[Game[Any]]) -> tuple[Face, ...]:
    """Choose a face of each suit of the standard deck; empty if no game uses it."""
    for game in games:
        faces = game.setup(game.options(), game.players[0]).box.faces
        standard = [face for face in faces if face.deck == "standard" and face.rank]
        suits = dict.fromkeys(face.suit for face in standard)
        if standard:
            return tuple(
                next(face for face in standard if (face.suit, face.rank) == (suit, rank))
                for suit, rank in zip(suits, RANKS, strict=False)
            )
    return ()


def show_faces(game: Game[Any], count: int) -> tuple[Face, ...]:
    """Choose `count` faces spread over all cards of a game, so that they differ."""
    players = game.players[0]
    box = game.setup(game.options(), players).box
    printed = [face for face in box.faces if face.rank] or list(box.faces)
    step = len(printed) * 0.381966  # the golden section spreads any number of them
    chosen = [printed[round(n * step + 5) % len(printed)] for n in range(count)]
    return tuple(chosen)


class CardStillLife(Widget):
    """Widget with scattered cards that can slide in once.

    While the window changes its size, the old pictures are scaled; they are repainted
    `REPAINT_AFTER` s after the last change.
    """

    animated = True
    shade = 60

    def __init__(
        self,
        art: CardArt,
        faces: Sequence[Face],
        cards: Sequence[ScatteredCard] = TABLE,
        ratio: float = 1.36,
        slide: bool = False,
        tall: float = 0,
    ) -> None:
        """`ratio`: width over height; `tall`: height in units, 0 to derive it from the width."""
        super().__init__()
        self.art = art
        self.faces = tuple(faces)
        self.cards = tuple(cards)
        self.ratio = ratio
        self.slide = slide
        self.tall = tall
        self.time = 0.0
        self._pictures: list[tuple[Surface, Surface]] = []  # rotated card and shadow
        self._painted_height = 0  # px, height of the picture when `_pictures` was painted
        self._repaint_in = 0.0  # s until `_pictures` is repainted

    @property
    def moving(self) -> bool:  # type: ignore[override]
        length = SLIDE + START_INTERVAL * (len(self.cards) - 1)
        slides = self.slide and bool(self.faces) and self.time < length
        return self.visible and (slides or self._repaint_in > 0)

    def show(self, faces: Sequence[Face]) -> None:
        """Set the faces, if they were not known at construction."""
        self.faces = tuple(faces)
        self.changed()

    def measure(self, look: Look, width: int) -> Size:
        high = look.px(self.tall) if self.tall else round(width / self.ratio)
        return width, high

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self.slide = self.slide and not look.still
        if self._pictures and self._frame.height != self._painted_height:
            self._repaint_in = REPAINT_AFTER

    @property
    def _frame(self) -> Rect:
        """Largest rectangle of the right ratio in the middle of the widget."""
        high = min(self.rect.height, self.rect.width / self.ratio)
        frame = Rect(0, 0, round(high * self.ratio), round(high))
        frame.center = self.rect.center
        return frame

    def update(self, dt: float) -> None:
        if self.moving:
            self.time += dt
            self.changed()
        if self._repaint_in:
            self._repaint_in = max(0.0, self._repaint_in - dt)
            if not self._repaint_in:
                self._pictures = []

    def draw(self, canvas: Canvas) -> None:
        frame = self._frame
        if frame.height < 24 or not self.faces:
            return
        if not self._pictures:
            self._painted_height = frame.height
        scale = frame.height / self._painted_height
        for number, placement in enumerate(self.cards):
            part = (self.time - START_INTERVAL * number) / SLIDE if self.slide else 1.0
            if part <= 0:
                break
            if number >= len(self._pictures):
                self._pictures.append(self._make(placement, self._painted_height))
            card, shadow = self._pictures[number]
            if scale != 1:
                card, shadow = (smoothscale_by(image, scale) for image in (card, shadow))
            left_to_slide = (1 - min(1.0, part)) ** 3
            x = frame.left + placement.x * frame.width + left_to_slide * frame.width * 0.5
            y = frame.top + placement.y * frame.height + left_to_slide * frame.height * 0.9
            high = placement.high * frame.height
            drop = high * (0.012 + 0.11 * placement.lift + 0.1 * left_to_slide)
            canvas.blit_centred(shadow, (x + drop * 0.35, y + drop))
            canvas.blit_centred(card, (x, y))

    def _make(self, placement: ScatteredCard, height: int) -> tuple[Surface, Surface]:
        """Card and shadow, rotated; `CardArt` caches them for the next visit of the page."""
        high = max(16, round(placement.high * height))
        face = self.faces[placement.face % len(self.faces)]
        front = placement.face >= 0
        plain = self.art.face(face, high) if front else self.art.back(face.back, high)
        shown = printed(face) if front else face.back
        size, turn, lift = plain.get_size(), placement.turn, placement.lift
        return (
            self.art.keep(("turned", shown, size, turn), lambda: turned_card(plain, placement)),
            self.art.keep(("shadow", size, turn, lift), lambda: turned_shadow(plain, placement)),
        )


def turned_card(card: Surface, placement: ScatteredCard) -> Surface:
    """Rotate a card as its `ScatteredCard` says."""
    framed = blank((card.get_width() + ROTATION_MARGIN, card.get_height() + ROTATION_MARGIN))
    at = (ROTATION_MARGIN // 2, ROTATION_MARGIN // 2)
    framed.blit(card, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    return pygame.transform.rotozoom(framed, placement.turn, 1)


def turned_shadow(card: Surface, placement: ScatteredCard) -> Surface:
    """Shadow that a scattered card casts on the table."""
    width, height = card.get_size()
    blur = height * (0.025 + 0.05 * placement.lift)
    return soft_shadow((width + ROTATION_MARGIN, height + ROTATION_MARGIN), placement.turn, blur)


def soft_shadow(size: tuple[int, int], turn: float, blur: float) -> Surface:
    """Blurred shadow of a card of `size` px rotated by `turn` degrees; `blur` in px."""
    part = max(1, min(6, round(blur / 3)))
    width, height = size[0] // part, size[1] // part
    margin = math.ceil(3 * blur / part) + 1
    small = blank((width + 2 * margin, height + 2 * margin))
    small.fill((0, 0, 0, 120), (margin, margin, width, height))
    small = pygame.transform.gaussian_blur(small, max(1, round(blur / part)))
    return pygame.transform.rotozoom(small, turn, part)
