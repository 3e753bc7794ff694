"""Picture of a game for menus: two of its piles and a few of its cards on a table."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any
from zlib import crc32

import pygame
from pygame import Surface

from castlecards.core.cards import Face
from castlecards.core.game import Game
from castlecards.ui.cardart.card_still_life import ScatteredCard, turned_card, turned_shadow
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.tabletop import painted_table
from castlecards.ui.kit.shapes import blank, mask

# the two piles, and the fans to choose from; `face` -1 is the first back, -2 the second
PILES = (ScatteredCard(0.135, 0.36, 0.52, 4, -1), ScatteredCard(0.165, 0.66, 0.52, -7, -2))
HANDS = (
    (
        ScatteredCard(0.455, 0.555, 0.78, 19, 0),
        ScatteredCard(0.610, 0.505, 0.78, 4, 1),
        ScatteredCard(0.770, 0.545, 0.78, -12, 2),
    ),
    (
        ScatteredCard(0.410, 0.490, 0.76, 9, 0, 0.10),
        ScatteredCard(0.620, 0.535, 0.76, -5, 1, 0.16),
        ScatteredCard(0.825, 0.480, 0.76, 6, 2, 0.10),
    ),
    (
        ScatteredCard(0.420, 0.590, 0.74, 26, 0),
        ScatteredCard(0.545, 0.515, 0.74, 12, 1),
        ScatteredCard(0.675, 0.500, 0.74, -2, 2),
        ScatteredCard(0.805, 0.550, 0.74, -16, 3),
    ),
)


def game_picture(
    art: CardArt, game: Game[Any], size: tuple[int, int], cloth: str = "felt", radius: int = 0
) -> Surface:
    """Paint the picture of a game, `size` px; the same game always looks the same.

    `cloth` is one of `TABLES`; the corners are rounded by `radius` px. The surface is
    premultiplied, cached by `art` and shared: do not draw on it.
    """
    size = (max(16, size[0]), max(16, size[1]))
    return art.keep(
        ("picture", game.id, size, cloth, radius), lambda: _picture(art, game, size, cloth, radius)
    )


def _picture(
    art: CardArt, game: Game[Any], size: tuple[int, int], cloth: str, radius: int
) -> Surface:
    hand = HANDS[crc32(game.id.encode()) % len(HANDS)]
    faces, backs = typical_faces(game, len(hand))
    image = blank(size)
    image.blit(painted_table(cloth, size), (0, 0))
    high = min(size[1], round(size[0] * 0.62))  # px, height of the arrangement in the middle
    wide = min(size[0], round(high * 2.1))
    left, top = (size[0] - wide) / 2, (size[1] - high) / 2
    piles = PILES[: max(1, min(2, len(backs)))]
    cards = [
        replace(pile, x=pile.x + 0.012 * k, y=pile.y - 0.02 * k) for pile in piles for k in range(3)
    ]
    for placement in (*cards, *(card for card in hand if card.face < len(faces))):
        pixels = max(16, round(placement.high * high))
        front = placement.face >= 0
        plain = (
            art.face(faces[placement.face], pixels)
            if front
            else art.back(backs[(-1 - placement.face) % len(backs)], pixels)
        )
        card, shadow = turned_card(plain, placement), turned_shadow(plain, placement)
        x, y = left + placement.x * wide, top + placement.y * high
        drop = pixels * (0.015 + 0.1 * placement.lift)
        for part, at in ((shadow, (x + drop * 0.4, y + drop)), (card, (x, y))):
            corner = (round(at[0] - part.get_width() / 2), round(at[1] - part.get_height() / 2))
            image.blit(part, corner, special_flags=pygame.BLEND_PREMULTIPLIED)
    if radius:
        image.blit(mask(size, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return image


@lru_cache(maxsize=32)
def typical_faces(game: Game[Any], count: int) -> tuple[tuple[Face, ...], tuple[str, ...]]:
    """Choose up to `count` typical faces of a game; also return the names of its backs.

    In a deck with courts these are courts of different suits, else faces of different kinds
    spread over all cards. Each deck style is represented.
    """
    box = game.setup(game.options(), game.players[0]).box
    kinds: dict[tuple[str, str], Face] = {}
    for face in box.faces:
        kinds.setdefault((face.deck, face.key.partition(".")[0]), face)
    styles: dict[str, list[Face]] = {}
    for (deck, _), face in kinds.items():
        styles.setdefault(deck, []).append(face)
    seed = crc32(game.id.encode())
    queues = [_spread(faces, seed) for faces in sorted(styles.values(), key=len, reverse=True)]
    main, others = queues[0], queues[1:]
    chosen = main[: max(1, count - len(others))]
    chosen += [next((face for face in queue if face.suit), queue[0]) for queue in others]
    backs = dict.fromkeys(face.back for face in box.faces)
    families = {back.partition(".")[0]: back for back in reversed(backs)}
    first = [back for back in backs if back in families.values()]
    return tuple(chosen[:count]), tuple(dict.fromkeys(first + list(backs)))


def _spread(faces: list[Face], seed: int) -> list[Face]:
    """Sort faces so that typical ones come first: courts of alternating suits, if any."""
    suits = list(dict.fromkeys(face.suit for face in faces if face.rank))
    courts = [face for face in faces if face.deck == "standard" and face.rank in (1, 11, 12, 13)]
    if len(suits) > 1 and courts:
        order = [suits[(seed + k) % len(suits)] for k in range(len(suits))]
        ranks = ((13, 12, 1, 11), (1, 13, 11, 12), (12, 1, 13, 11))[seed % 3]
        wanted = [(order[k % len(order)], rank) for k, rank in enumerate(ranks)]
        first = [face for pair in wanted for face in courts if (face.suit, face.rank) == pair]
        return first + [face for face in faces if face not in first]
    ranked = [face for face in faces if face.rank] or faces
    step = len(ranked) * 0.381966  # the golden section spreads any number of them
    chosen = [ranked[round(n * step + seed % 7) % len(ranked)] for n in range(len(ranked))]
    turns = list(dict.fromkeys(face.suit for face in chosen))
    first = [next(face for face in chosen if face.suit == suit) for suit in turns]
    return list(dict.fromkeys(first + chosen + faces))
