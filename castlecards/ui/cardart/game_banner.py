"""Banner of a game for pages: its buildings in both colours on a field, or cards of its deck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pygame
from pygame import Surface

from castlecards.core.game import Game
from castlecards.core.site import Site
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.kinds import KINDS, anchor, building_of, painted
from castlecards.ui.cardart.card_still_life import ScatteredCard, turned_card, turned_shadow
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.game_picture import typical_faces
from castlecards.ui.cardart.landscape import DAY, paint_landscape
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.kit.shapes import blank, mask

GROUND = 0.90  # share of the height, line on which the buildings stand
LARGEST = 0.80  # of the height, a building with its roofs
SHRINK = 0.72  # scale of all buildings of a side but its largest
PLACES = (0.115, 0.275, 0.385)  # of the width, middles of the buildings of one side
CLOSE = (0.09, 0.205, 0.29, 0.35)  # the same for narrow ones: of an estate, or all of one kind
LEAST_CARD = 44.0  # px, a building stands behind cards of this height at least
LEVELS = (5, 3, 1)  # of buildings of one kind, from the edge inwards
CARDS = ((0.05, 0.62, 17), (0.115, 0.54, 6), (0.18, 0.56, -6), (0.245, 0.66, -17))  # x, y, degrees
CARD = 0.86  # of the height
WIDEST_CARD = 0.108  # of the width, so that the title between the cards stays free


def game_banner(art: CardArt, game: Game[Any], size: tuple[int, int], radius: int) -> Surface:
    """Banner of a game, `size` px; premultiplied, with corners rounded by `radius` px."""
    return art.keep(("banner", game.id, size, radius), partial(_painted, art, game, size, radius))


def _painted(art: CardArt, game: Game[Any], size: tuple[int, int], radius: int) -> Surface:
    image = blank(size)
    paint_landscape(image, DAY)
    kinds = _kinds(game)
    if game.estate:
        _estate(image, game.estate)
    elif kinds:
        _buildings(image, kinds)
    else:
        _cards(image, art, game)
    image.blit(mask(size, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return image


def _kinds(game: Game[Any]) -> list[str]:
    """Kinds of the buildings of one side, the largest first; a lone kind fills all places."""
    box = game.setup(game.options(), game.players[0]).box
    kinds: list[str] = sorted(
        {spec.site for spec in box.zones if spec.site}, key=lambda kind: -KINDS[kind].half
    )
    return kinds * len(PLACES) if len(kinds) == 1 else kinds[: len(PLACES)]


def _estate(image: Surface, sites: Sequence[Site]) -> None:
    """Paint the estates of both sides, mirrored in their places."""
    scale = LARGEST * image.get_height() / max(KINDS[site.kind].height for site in sites)
    for side, colours in enumerate(SEATS[:2]):
        for n, site in reversed([*enumerate(sites)]):
            card = max(LEAST_CARD, scale * KINDS[site.kind].card * (1.0 if n == 0 else SHRINK))
            if (building := building_of(site, colours, card)) is not None:
                _stand(image, building, CLOSE[n], side)


def _buildings(image: Surface, kinds: list[str]) -> None:
    """Paint the buildings of both sides, mirrored in their places."""
    wide, high = image.get_size()
    places = CLOSE if len(set(kinds)) == 1 else PLACES
    for side, colours in enumerate(SEATS[:2]):
        for n, kind in reversed([*enumerate(kinds)]):
            shrink = 1.0 if n == 0 else SHRINK
            scale = round(
                min(LARGEST * high / KINDS[kind].height, 0.22 * wide / (2 * KINDS[kind].half))
                * shrink,
                3,
            )
            level = min(LEVELS[n] if len(set(kinds)) == 1 else 9, KINDS[kind].most)
            building = Building(kind, level, 0, colours, "", ("door",), scale, True)
            _stand(image, building, places[n], side)


def _stand(image: Surface, building: Building, place: float, side: int) -> None:
    """Paint a building on the ground at `place`, share of the width from its side's edge."""
    wide, high = image.get_size()
    left, foot = anchor(building)
    x = place * wide if not side else wide - place * wide
    at = round(x - left), round(GROUND * high - foot)
    image.blit(painted(building), at, special_flags=pygame.BLEND_PREMULTIPLIED)


def _cards(image: Surface, art: CardArt, game: Game[Any]) -> None:
    """Paint cards at both ends: faces at the left one, faces and backs at the right one."""
    wide, high = image.get_size()
    faces, backs = typical_faces(game, 2 * len(CARDS) - len(PLACES) + 1)
    pixels = max(16, round(min(CARD * high, WIDEST_CARD * wide)))
    pictures = [art.face(face, pixels) for face in faces]
    while len(pictures) < 2 * len(CARDS):
        pictures.insert(-1, art.back(backs[len(pictures) % len(backs)], pixels))
    places = [*CARDS, *((1 - x, y, -turn) for x, y, turn in reversed(CARDS))]
    for plain, (x, y, turn) in zip(pictures, places, strict=False):
        card = ScatteredCard(x, y, CARD, turn, 0)
        for part, drop in (
            (turned_shadow(plain, card), 0.03 * pixels),
            (turned_card(plain, card), 0),
        ):
            at = x * wide - part.get_width() / 2 + drop, y * high - part.get_height() / 2 + drop
            image.blit(part, at, special_flags=pygame.BLEND_PREMULTIPLIED)
