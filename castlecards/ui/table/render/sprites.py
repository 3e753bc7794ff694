"""Sprites of cards and fortifications: flat, rotated or in perspective, with their shadows.

A card at rest is a `Stamp`: the card with its soft shadow, made once for a shape, cached by value
and shared by all tables. A moving card is rotated, scaled or warped from cached pictures in each
frame.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame
from pygame import Surface

from castlecards.core.cards import UNSEEN, CardId
from castlecards.core.position import Box
from castlecards.ui.cardart import masonry
from castlecards.ui.cardart.backs import back_colour
from castlecards.ui.cardart.cards import CardArt, card_size, printed
from castlecards.ui.cardart.castle_keep import CastleKeep, draw_castle_keep
from castlecards.ui.cardart.drawing import Placed
from castlecards.ui.cardart.masonry import Piece
from castlecards.ui.cardart.warp import warp
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank
from castlecards.ui.table.layout.camera import Camera, Quad, bilinear
from castlecards.ui.table.layout.card_shape import CardShape, corners
from castlecards.ui.table.layout.model import LADDER, RATIO
from castlecards.ui.table.render.fortifications import Dress

LIT: Colour = (255, 255, 255)  # tint of a card in full light
LIGHT = 225  # of 255, brightest channel of a face-down card that its owner sees through
VEIL = 0.4  # share of the colour of its back in that card
DARK = 60  # of 255, brightest channel of a black back, whose card is tinted in slate
SLATE: Colour = (96, 116, 160)
SHADED: Colour = (118, 118, 118)  # tint of a card that cannot be picked
COARSE = 12  # px, step of the heights of shadows
MARGIN = 0.14  # of the card height: border of a stamp, for the shadow
LYING = 0.01  # lift below which a card counts as lying on the table
FINEST = 2  # px, step of the heights of cards
CardSide = tuple[str, int, Dress]  # visible side: "face" or "back", index of the face, the back


@dataclass(frozen=True, slots=True)
class Stamp:
    """Sprite with its place: a picture and the px of its top left corner."""

    image: Surface
    x: int
    y: int

    @property
    def rect(self) -> pygame.Rect:
        return self.image.get_rect(topleft=(self.x, self.y))


class Sprites:
    """Sprites of the cards of one box, cached by `art`."""

    def __init__(self, art: CardArt, box: Box) -> None:
        self.art = art
        self.box = box
        self.dress: dict[CardId, Dress] = {}  # backs that differ from the usual ones

    def _cache_key(self, side: CardSide) -> object:
        """Cache key that is equal for cards that look alike, in any box."""
        kind, face, back = side
        return printed(self.box.faces[face]) if kind == "face" else back

    def visible_side(self, card: CardId, face: int, up: bool) -> CardSide:
        """Visible side of a card; the back if it lies face down or its face is unknown."""
        dress = self.dress.get(card, self.box.backs[card])
        if isinstance(dress, CastleKeep):
            return "back", 0, dress
        if up and face != UNSEEN:
            return "face", face, ""
        return "back", 0, dress

    def source(self, side: CardSide, height: float) -> Surface:
        """Card without shadow in one of a few sizes, at least `height` px high, for scaling.

        Drawing the face again for each height of a moving card would cost several ms each.
        """
        return self.plain(side, self.step(height))

    @staticmethod
    def step(height: float) -> float:
        """Smallest source size that is at least `height`, px."""
        return 24 * LADDER ** _rung(height)

    @staticmethod
    def steps(least: float, most: float) -> list[float]:
        """Source sizes for cards between `least` and `most` px high, largest first."""
        return [24 * LADDER**n for n in range(_rung(most), _rung(least) - 1, -1)]

    def veil(self, card: CardId) -> Colour:
        """Tint of a face-down card that its owner sees through: in the colour of its back."""
        back = self.dress.get(card, self.box.backs[card])
        if isinstance(back, CastleKeep):
            return LIT
        colour = back_colour(back, self.art.pictures)
        if max(colour) < DARK:
            colour = SLATE
        veil = [LIGHT * (1 - VEIL + VEIL * part / max(colour)) for part in colour]
        return round(veil[0]), round(veil[1]), round(veil[2])

    def plain(self, side: CardSide, height: float, once: bool = False) -> Surface:
        """Upright card without shadow, about `height` px high; `once`: see `CardArt.face`."""
        pixels = max(16, FINEST * round(height / FINEST))
        kind, face, back = side
        if kind == "face":
            return self.art.face(self.box.faces[face], pixels, once)
        if isinstance(back, CastleKeep):
            size = card_size(pixels)
            return self.art.keep(("donjon", back, size), lambda: draw_castle_keep(back, size))
        return self.art.back(back, pixels)

    def with_shadow(self, side: CardSide, height: float, strength: int = 120) -> Surface:
        """Upright card with a soft shadow, centred in a larger picture."""
        pixels = max(16, FINEST * round(height / FINEST))
        key = ("shaded", self._cache_key(side), pixels, strength)
        return self.art.keep(key, lambda: self._add_shadow(side, pixels, strength))

    def _add_shadow(self, side: CardSide, height: int, strength: int) -> Surface:
        card = self.plain(side, height, once=True)
        margin = round(MARGIN * height)
        w, h = card.get_size()
        sheet = blank((w + 2 * margin, h + 2 * margin))
        blur = max(2, round(height * 0.05))
        around = pygame.Rect(margin, margin, w, h).inflate(2 * blur, 2 * blur)
        shadow = soft_box(around.size, round(height * 0.035), blur, strength)
        sheet.blit(shadow, around.move(0, round(height * 0.018)))
        sheet.blit(card, (margin, margin), special_flags=pygame.BLEND_PREMULTIPLIED)
        return sheet

    def stamp(self, side: CardSide, shape: CardShape, tint: Colour = LIT) -> Stamp:
        """Cached stamp of a card at rest, multiplied by `tint`."""
        if shape.flat:
            image = self._turned(side, shape.height, shape.angle, tint)
            w, h = image.get_size()
            return Stamp(image, round(shape.x - w / 2), round(shape.y - h / 2))
        quad = corners(shape)

        def made() -> Placed:
            source = self.with_shadow(side, self.source(side, shape.height).get_height())
            return warp(source, with_shadow_margin(quad, source, card_height(source)))

        image, (x, y) = self.art.keep_placed(("card", self._cache_key(side), quad), made)
        return Stamp(image, x, y)

    def scaled_stamp(self, side: CardSide, shape: CardShape, full: float) -> Stamp:
        """Stamp of a flat card that grows or shrinks: scaled from its picture of `full` px height.

        Drawing the face for each size in between would draw it in every frame."""
        picture = self.with_shadow(side, full)
        image = pygame.transform.rotozoom(picture, shape.angle, shape.height / full)
        w, h = image.get_size()
        return Stamp(image, round(shape.x - w / 2), round(shape.y - h / 2))

    def piece_stamp(self, piece: Piece, x: float, y: float, angle: float, camera: Camera) -> Stamp:
        """Cached stamp of a fortification at (x, y) mm on the table, turned by `angle` rad."""
        wide, long = masonry.size_of(piece)
        quad = camera.quad(x, y, angle, wide, long)

        def made() -> Placed:
            return warp(self.art.keep(("piece", piece), lambda: masonry.painted(piece)), quad)

        image, (left, top) = self.art.keep_placed(("piece", piece, quad), made)
        return Stamp(image, left, top)

    def _turned(self, side: CardSide, height: float, angle: float, tint: Colour) -> Surface:
        upright = self.with_shadow(side, height)
        degrees = round(angle * 2) / 2 % 360
        if degrees == 0 and tint == LIT:
            return upright

        def make() -> Surface:
            image = pygame.transform.rotozoom(upright, degrees, 1)
            if tint != LIT:
                image.fill((*tint, 255), special_flags=pygame.BLEND_RGBA_MULT)
            return image

        key = ("turned", self._cache_key(side), upright.get_height(), degrees, tint)
        return self.art.keep(key, make)

    def prepare(
        self, side: CardSide, shape: CardShape, squash: float, lift: float, full: float = 0.0
    ) -> None:
        """Fill the cache with the pictures that `draw_moving` needs for these arguments."""
        if lift > LYING or squash < 1:
            self._shadow(shape, _softness(lift), squash)
            self.source(side, shape.height)
        elif shape.flat:
            self.with_shadow(side, full or shape.height)
        else:
            self.with_shadow(side, self.source(side, shape.height).get_height())

    def draw_moving(
        self,
        canvas: Canvas,
        side: CardSide,
        shape: CardShape,
        squash: float,
        lift: float,
        full: float = 0.0,
    ) -> pygame.Rect:
        """Draw a moving card and its shadow; return the rectangle drawn.

        `lift` 0..1: height above the shadow. `squash` 0..1: width factor while the card flips.
        `full`: px of height of the picture to scale from while the size changes; 0: its own."""
        if lift <= LYING and squash >= 1:
            resized = full and shape.flat
            stamp = self.scaled_stamp(side, shape, full) if resized else self.stamp(side, shape)
            return canvas.blit(stamp.image, (stamp.x, stamp.y))
        rise = lift * shape.height * 0.10
        self.draw_shadow(canvas, shape, rise * 0.5, rise, _softness(lift), squash)
        card = self.source(side, shape.height)
        w, h = card.get_size()
        wide = max(1, round(shape.width * squash))
        tall = max(1, round(shape.height))
        if (wide, tall) != (w, h):
            card = pygame.transform.smoothscale(card, (wide, tall))
        turn = round(shape.angle * 2) / 2 % 360
        if turn:
            card = pygame.transform.rotozoom(card, turn, 1)
        return canvas.blit_centred(card, (shape.x, shape.y - rise))

    def draw_quad(self, canvas: Canvas, side: CardSide, quad: Quad) -> pygame.Rect:
        """Draw a card in flight with its corners at `quad` px."""
        return canvas.blit(*self.warp_to(side, quad))

    def warp_to(self, side: CardSide, quad: Quad) -> tuple[Surface, tuple[int, int]]:
        """Picture of a card warped to the corners `quad` px, and its top left corner."""
        height = max(math.dist(quad[0], quad[3]), math.dist(quad[1], quad[2]))
        width = max(math.dist(quad[0], quad[1]), math.dist(quad[3], quad[2]))
        source = self.source(side, min(max(height, width * 1.5), 900))
        return warp(source, quad)

    def draw_shadow(
        self,
        canvas: Canvas,
        shape: CardShape,
        dx: float,
        dy: float,
        soft: float,
        squash: float = 1.0,
    ) -> None:
        """Draw the shadow of a lifted card, offset by (dx, dy) px; `soft` 0..1 blurs and fades it.

        Sizes and angles are rounded coarsely, so a few cached pictures serve all shadows.
        """
        shadow = self._shadow(shape, soft, squash)
        canvas.blit_centred(shadow, (shape.x + dx, shape.y + dy))

    def _shadow(self, shape: CardShape, soft: float, squash: float) -> Surface:
        level = min(4, max(0, round(soft * 4)))
        high = max(COARSE, COARSE * round(shape.height / COARSE))
        wide = max(4, round(high * RATIO * max(round(squash * 4), 1) / 4))
        turn = round(shape.angle / 4) * 4 % 180
        key = high, wide, level

        def straight() -> Surface:
            return self.art.shadow((*key, 0), lambda: _shadow(wide, high, level))

        if not turn:
            return straight()
        return self.art.shadow((*key, turn), lambda: pygame.transform.rotozoom(straight(), turn, 1))


def _softness(lift: float) -> float:
    """Softness of the shadow of a lifted card, 0..1."""
    return 0.4 + 0.6 * lift


def _shadow(wide: int, high: int, level: int) -> Surface:
    blur = max(2, round(high * (0.04 + 0.06 * level)))
    return soft_box((wide + 2 * blur, high + 2 * blur), round(high * 0.04), blur, 135 - 16 * level)


def card_height(shaded: Surface) -> float:
    """Height of the card inside a picture with a shadow, px."""
    return shaded.get_height() / (1 + 2 * MARGIN)


def with_shadow_margin(quad: Quad, source: Surface, height: float) -> Quad:
    """Corners of a picture with a shadow whose card has the corners `quad`, px."""
    margin_y = (source.get_height() - height) / 2 / height
    width = source.get_width() - 2 * margin_y * height
    margin_x = margin_y * height / width
    return (
        bilinear(quad, -margin_x, -margin_y),
        bilinear(quad, 1 + margin_x, -margin_y),
        bilinear(quad, 1 + margin_x, 1 + margin_y),
        bilinear(quad, -margin_x, 1 + margin_y),
    )


def soft_box(size: tuple[int, int], radius: int, blur: int, strength: int) -> Surface:
    """Blurred dark rounded box; the picture has `size` px including the blur."""
    part = 3 if blur >= 6 else 1  # blurring a smaller picture and scaling it up is faster
    w, h = max(3, size[0] // part), max(3, size[1] // part)
    soft = max(1, blur // part)
    small = blank((w, h))
    inner = pygame.Rect(0, 0, w, h).inflate(-2 * soft, -2 * soft)
    if inner.width > 0 and inner.height > 0:
        pygame.draw.rect(small, (0, 0, 0, strength), inner, border_radius=radius // part)
    small = pygame.transform.gaussian_blur(small, max(1, soft // 2))
    return pygame.transform.smoothscale(small, (max(3, size[0]), max(3, size[1])))


def _rung(height: float) -> int:
    return math.ceil(math.log(max(height, 24) / 24) / math.log(LADDER))
