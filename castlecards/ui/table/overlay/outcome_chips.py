"""Outcome chips: small labels at targets of the table, each with the outcome of choosing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from castlecards.core.game import OutcomePreview, Tone
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour, blank
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.layout.free_space import first_free

HIGH = 26.0  # units, height of a chip
SIDE = 11.0  # units, padding beside the text
GAP = 5.0  # units between the target and the chip
MOST = 12  # most chips at the same time
LEVELS = 3  # chip heights by which a chip moves away from others
WORDS, STRONG = Style("bold", 14, "text"), Style("bold", 14.5, "text")
TONES: dict[Tone, tuple[Colour, Colour, Colour]] = {  # top, bottom, edge
    "good": ((38, 82, 60), (24, 58, 42), (120, 190, 140)),
    "even": ((66, 66, 58), (46, 46, 40), (190, 184, 150)),
    "bad": ((112, 56, 34), (82, 38, 24), (232, 160, 116)),
    "open": ((36, 48, 78), (24, 33, 56), (140, 160, 206)),
}


@dataclass(frozen=True)
class ChipRequest:
    """Chip to be placed at a target `place`, px.

    `above`: placed above the target instead of below; `strong`: the pointer is on the target;
    `bare`: the target is an empty zone, so the chip can cover it; `hand`: it is a card of the own
    hand, whose chip lies on the card rather than on a pile above it.
    """

    outcome_preview: OutcomePreview
    place: Rect
    above: bool
    strong: bool
    bare: bool = False
    hand: bool = False


@dataclass(frozen=True)
class Chip:
    """Chip with its final rect, px."""

    outcome_preview: OutcomePreview
    rect: Rect
    strong: bool


def place_chips(
    look: Look,
    window: Rect,
    wanted: Iterable[ChipRequest],
    clear: Sequence[Rect] = (),
    held: Rect | None = None,
    kept: Sequence[Rect] = (),
) -> list[Chip]:
    """Place at most MOST chips in `window`, without overlaps, clear of `clear` and `held`.

    A chip without space is left out. The chip under the pointer is placed first and always kept.
    `held`: rect of the dragged card, px; `kept`: of what chips of the hand leave uncovered.
    """
    found: list[Chip] = []
    every = [*clear] if held is None else [*clear, held]
    for each in sorted(wanted, key=lambda one: not one.strong)[:MOST]:
        style = STRONG if each.strong else WORDS
        size = look.width(each.outcome_preview.text, style) + look.px(2 * SIDE), look.px(HIGH)
        places = [rect.clamp(window) for rect in _candidates(look, size, each, held)]
        taken = [*every, *(chip.rect for chip in found), *(kept if each.hand else ())]
        free = first_free(places, taken) or (places[0] if each.strong else None)
        if free is not None:
            found.append(Chip(each.outcome_preview, free, each.strong))
    return found


def _candidates(
    look: Look, size: tuple[int, int], each: ChipRequest, held: Rect | None
) -> Iterator[Rect]:
    """Candidate rects of a chip, best first.

    On the preferred side of the target, ever further away; for a `bare` target also just inside
    its edge. The chip under the pointer also tries the other side and all around `held`.
    """
    step, gap = look.px(HIGH + 2), look.px(GAP)
    for above in (each.above, not each.above) if each.strong else (each.above,):
        for n in range(LEVELS):
            rect = Rect((0, 0), size)
            if above:
                rect.midbottom = (each.place.centerx, each.place.top - gap - n * step)
            else:
                rect.midtop = (each.place.centerx, each.place.bottom + gap + n * step)
            yield rect
            if each.hand and n == 0:
                on = rect.copy()
                on.center = each.place.center
                yield on
            if each.bare and n == 0:
                inside = rect.copy()
                if above:
                    inside.top = each.place.top + gap
                else:
                    inside.bottom = each.place.bottom - gap
                yield inside
    if held is not None and each.strong:
        beside = [Rect((0, 0), size) for _ in range(4)]
        beside[0].midbottom = (held.centerx, held.top - gap)
        beside[1].midleft = (held.right + gap, held.centery)
        beside[2].midright = (held.left - gap, held.centery)
        beside[3].midtop = (held.centerx, held.bottom + gap)
        yield from beside


def draw_chip(canvas: Canvas, chip: Chip, part: float = 1.0) -> None:
    """Draw a chip. `part`: opacity of the fade-in, 0 to 1."""
    look, size = canvas.look, chip.rect.size
    key = ("chip", chip.outcome_preview.text, chip.outcome_preview.tone, chip.strong, size)
    image = look.shapes.keep(key, lambda: _render(look, chip))
    if part < 1:
        image = image.copy()
        image.fill((round(255 * max(part, 0.0)),) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    canvas.blit(image, chip.rect.topleft)


def _render(look: Look, chip: Chip) -> Surface:
    sheet = Canvas(blank(chip.rect.size), look)
    top, low, edge = TONES[chip.outcome_preview.tone]
    rect = Rect((0, 0), chip.rect.size)
    sheet.box(rect, HIGH / 2, top, low, edge, 2 if chip.strong else 1)
    sheet.text(chip.outcome_preview.text, rect.center, STRONG if chip.strong else WORDS, "c")
    return sheet.surface
