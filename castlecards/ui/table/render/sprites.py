"""Cards as pictures on the table: flat, turned, through the camera, with their shadows.

A resting card is a stamp: the card with its soft shadow, made once for a stance and kept by value,
for all tables. What moves is drawn from the same pictures, turned or warped for one frame.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame
from pygame import Surface

from castlecards.core.cards import UNSEEN, CardId
from castlecards.core.position import Box
from castlecards.ui.cardart import masonry
from castlecards.ui.cardart.cards import CardArt, card_size, printed
from castlecards.ui.cardart.castle_keep import CastleKeep, draw_castle_keep
from castlecards.ui.cardart.drawing import Placed
from castlecards.ui.cardart.masonry import Piece
from castlecards.ui.cardart.warp import warp
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import blank
from castlecards.ui.table.layout.camera import Camera, Quad, bilinear
from castlecards.ui.table.layout.card_shape import CardShape, corners
from castlecards.ui.table.layout.model import LADDER, RATIO
from castlecards.ui.table.render.fortifications import Dress

# Light on a card: full; its face is for its owner alone; it may not be picked.
LIT, VEILED, SHADED = 255, 186, 118
COARSE = 12  # px, steps in the size of a shadow
MARGIN = 0.14  # of a card's height: room for its shadow in a stamp
LYING = 0.01  # a card that is lifted less lies on the table
FINEST = 2  # a card is drawn at heights that are multiples of this, px
Seen = tuple[str, int, Dress]  # "face" or "back", index of the face, the back


@dataclass(frozen=True, slots=True)
class Stamp:
    """A picture and where its top left corner belongs, px."""

    image: Surface
    x: int
    y: int

    @property
    def rect(self) -> pygame.Rect:
        return self.image.get_rect(topleft=(self.x, self.y))


class Sprites:
    """Pictures of the cards of one box; `art` keeps them."""

    def __init__(self, art: CardArt, box: Box) -> None:
        self.art = art
        self.box = box
        self.dress: dict[CardId, Dress] = {}  # of cards that show more than their usual back

    def _look(self, seen: Seen) -> object:
        """What two cards share that look alike, whatever box they are from."""
        kind, face, back = seen
        return printed(self.box.faces[face]) if kind == "face" else back

    def seen(self, card: CardId, face: int, up: bool) -> Seen:
        """What is seen of a card."""
        dress = self.dress.get(card, self.box.backs[card])
        if isinstance(dress, CastleKeep):
            return "back", 0, dress
        if up and face != UNSEEN:
            return "face", face, ""
        return "back", 0, dress

    def source(self, seen: Seen, height: float) -> Surface:
        """The card alone in one of a few sizes, at least `height` px high: to be scaled or warped.

        Drawing a face anew for every height on its way would cost several ms each.
        """
        return self.plain(seen, self.step(height))

    @staticmethod
    def step(height: float) -> float:
        """The least of those sizes that is at least `height`, px."""
        return 24 * LADDER ** _rung(height)

    @staticmethod
    def steps(least: float, most: float) -> list[float]:
        """Those sizes that serve cards between those heights, px; the largest first."""
        return [24 * LADDER**n for n in range(_rung(most), _rung(least) - 1, -1)]

    def plain(self, seen: Seen, height: float, once: bool = False) -> Surface:
        """The card alone, upright, about `height` px high; `once`: see `CardArt.face`."""
        pixels = max(16, FINEST * round(height / FINEST))
        kind, face, back = seen
        if kind == "face":
            return self.art.face(self.box.faces[face], pixels, once)
        if isinstance(back, CastleKeep):
            size = card_size(pixels)
            return self.art.keep(("donjon", back, size), lambda: draw_castle_keep(back, size))
        return self.art.back(back, pixels)

    def shaded(self, seen: Seen, height: float, strength: int = 120) -> Surface:
        """The card with a soft shadow, in a larger picture with the card in its middle."""
        pixels = max(16, FINEST * round(height / FINEST))
        key = ("shaded", self._look(seen), pixels, strength)
        return self.art.keep(key, lambda: self._shade(seen, pixels, strength))

    def _shade(self, seen: Seen, height: int, strength: int) -> Surface:
        card = self.plain(seen, height, once=True)
        margin = round(MARGIN * height)
        w, h = card.get_size()
        sheet = blank((w + 2 * margin, h + 2 * margin))
        blur = max(2, round(height * 0.05))
        around = pygame.Rect(margin, margin, w, h).inflate(2 * blur, 2 * blur)
        shadow = soft_box(around.size, round(height * 0.035), blur, strength)
        sheet.blit(shadow, around.move(0, round(height * 0.018)))
        sheet.blit(card, (margin, margin), special_flags=pygame.BLEND_PREMULTIPLIED)
        return sheet

    def stamp(self, seen: Seen, shape: CardShape, light: int = LIT) -> Stamp:
        """A card at rest; with less than full `light` it lies in the shade. Kept."""
        if shape.flat:
            image = self._turned(seen, shape.height, shape.angle, light)
            w, h = image.get_size()
            return Stamp(image, round(shape.x - w / 2), round(shape.y - h / 2))
        quad = corners(shape)

        def made() -> Placed:
            source = self.shaded(seen, self.source(seen, shape.height).get_height())
            return warp(source, widened(quad, source, look_height(source)))

        image, (x, y) = self.art.lay(("card", self._look(seen), quad), made)
        return Stamp(image, x, y)

    def growing(self, seen: Seen, shape: CardShape, full: float) -> Stamp:
        """A flat card on its way to `full` px of height: the picture that it will be, made smaller.
        Painted for each size on its way, a face would be painted in every frame."""
        whole = self.shaded(seen, full)
        image = pygame.transform.rotozoom(whole, shape.angle, shape.height / full)
        w, h = image.get_size()
        return Stamp(image, round(shape.x - w / 2), round(shape.y - h / 2))

    def piece(self, piece: Piece, x: float, y: float, angle: float, camera: Camera) -> Stamp:
        """A fortification at (x, y) mm on the table. Kept."""
        wide, long = masonry.size_of(piece)
        quad = camera.quad(x, y, angle, wide, long)

        def made() -> Placed:
            return warp(self.art.keep(("piece", piece), lambda: masonry.painted(piece)), quad)

        image, (left, top) = self.art.lay(("piece", piece, quad), made)
        return Stamp(image, left, top)

    def _turned(self, seen: Seen, height: float, angle: float, light: int) -> Surface:
        upright = self.shaded(seen, height)
        degrees = round(angle * 2) / 2 % 360
        if degrees == 0 and light == LIT:
            return upright

        def make() -> Surface:
            image = pygame.transform.rotozoom(upright, degrees, 1)
            if light != LIT:
                shade = (light, light, light, 255)
                image.fill(shade, special_flags=pygame.BLEND_RGBA_MULT)
            return image

        key = ("turned", self._look(seen), upright.get_height(), degrees, light)
        return self.art.keep(key, make)

    def prepare(
        self, seen: Seen, shape: CardShape, squash: float, lift: float, whole: float = 0.0
    ) -> None:
        """Paints what `draw_moving` will want, and keeps."""
        if lift > LYING or squash < 1:
            self._shadow(shape, _softness(lift), squash)
            self.source(seen, shape.height)
        elif shape.flat:
            self.shaded(seen, whole or shape.height)
        else:
            self.shaded(seen, self.source(seen, shape.height).get_height())

    def draw_moving(
        self,
        canvas: Canvas,
        seen: Seen,
        shape: CardShape,
        squash: float,
        lift: float,
        whole: float = 0.0,
    ) -> pygame.Rect:
        """A card on its way: lifted off its shadow by `lift` 0..1; narrowed by `squash`; `whole`:
        px of height of the picture of which it is made while its size changes, 0: of its own."""
        if lift <= LYING and squash >= 1:
            resized = whole and shape.flat
            stamp = self.growing(seen, shape, whole) if resized else self.stamp(seen, shape)
            return canvas.blit(stamp.image, (stamp.x, stamp.y))
        rise = lift * shape.height * 0.10
        self.draw_shadow(canvas, shape, rise * 0.5, rise, _softness(lift), squash)
        card = self.source(seen, shape.height)
        w, h = card.get_size()
        wide = max(1, round(shape.width * squash))
        tall = max(1, round(shape.height))
        if (wide, tall) != (w, h):
            card = pygame.transform.smoothscale(card, (wide, tall))
        turn = round(shape.angle * 2) / 2 % 360
        if turn:
            card = pygame.transform.rotozoom(card, turn, 1)
        return canvas.blit_centred(card, (shape.x, shape.y - rise))

    def draw_quad(self, canvas: Canvas, seen: Seen, quad: Quad) -> pygame.Rect:
        """A card in flight, through the camera."""
        return canvas.blit(*self.warped(seen, quad))

    def warped(self, seen: Seen, quad: Quad) -> tuple[Surface, tuple[int, int]]:
        """Its picture with these corners on the screen, and where that goes."""
        height = max(math.dist(quad[0], quad[3]), math.dist(quad[1], quad[2]))
        width = max(math.dist(quad[0], quad[1]), math.dist(quad[3], quad[2]))
        source = self.source(seen, min(max(height, width * 1.5), 900))
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
        """The shadow that a lifted card throws; `soft` 0..1 blurs and pales it.

        Shadows are vague, so a few sizes and turns serve for all.
        """
        shadow = self._shadow(shape, soft, squash)
        canvas.blit_centred(shadow, (shape.x + dx, shape.y + dy))

    def _shadow(self, shape: CardShape, soft: float, squash: float) -> Surface:
        level = min(4, max(0, round(soft * 4)))
        high = max(COARSE, COARSE * round(shape.height / COARSE))
        wide = max(4, round(high * RATIO * max(round(squash * 4), 1) / 4))
        turn = round(shape.angle / 4) * 4 % 180
        key = ("shadow", high, wide, level)

        def straight() -> Surface:
            return self.art.keep((*key, 0), lambda: _shadow(wide, high, level))

        if not turn:
            return straight()
        return self.art.keep((*key, turn), lambda: pygame.transform.rotozoom(straight(), turn, 1))


def _softness(lift: float) -> float:
    """Of the shadow of a lifted card."""
    return 0.4 + 0.6 * lift


def _shadow(wide: int, high: int, level: int) -> Surface:
    blur = max(2, round(high * (0.04 + 0.06 * level)))
    return soft_box((wide + 2 * blur, high + 2 * blur), round(high * 0.04), blur, 135 - 16 * level)


def look_height(shaded: Surface) -> float:
    """px of the card inside a shaded picture."""
    return shaded.get_height() / (1 + 2 * MARGIN)


def widened(quad: Quad, source: Surface, height: float) -> Quad:
    """The corners of a shaded picture whose card has the corners `quad`."""
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
    """A blurred dark rounded box that fills `size` with its blur."""
    part = 3 if blur >= 6 else 1  # blurred small, then enlarged: as soft, and quicker
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
