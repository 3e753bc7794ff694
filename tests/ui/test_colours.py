"""Tests of colours: colour-blind players can tell them apart, and texts have enough contrast."""

from __future__ import annotations

import sys
from itertools import combinations
from typing import Any

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.kinds import painted
from castlecards.ui.cardart.outlines import sign
from castlecards.ui.cardart.seat_signs import SEATS, SeatSign
from castlecards.ui.cardart.standard_cards import suit_colour
from castlecards.ui.cardart.tech_scenes import DOMAINS
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import HIGH_CONTRAST, Style
from castlecards.ui.table.render.fortifications import side_colours
from tests.ui.colour_vision import DICHROMAT, apart, contrast
from tests.ui.shots.catalogue import SHOTS
from tests.ui.shots.stage import Stage, take
from tests.ui.shots.strikes import before_the_throw

PLAIN, LARGE = 4.5, 3.0  # WCAG 2.2, 1.4.3: the second for large type
ENHANCED = 7.0  # 1.4.6
LARGE_TYPE = 24.0  # px
SHADOWS = ("logo.py",)  # modules that draw a text twice, as its own shadow
SEEN = (  # shots with all kinds of texts of tables and pages
    "title", "picker", "setup-2", "settings-sound", "statistics", "library", "credits", "rulebook",
    "table-busy", "aiming-known", "verdict", "range", "lesson", "result", "castle-busy",
    "wars-window", "rampage-paying", "tricks-3",
)  # fmt: skip


@pytest.mark.parametrize("eyes", list(DICHROMAT))
def test_domains_are_told_apart(eyes: str) -> None:
    for one, two in combinations(DOMAINS.values(), 2):
        assert apart(one.colour, two.colour, eyes) >= 20.0, (one.name, two.name)


@pytest.mark.parametrize("eyes", list(DICHROMAT))
@pytest.mark.parametrize(("palette", "least"), [("four", 25.0), ("safe", 40.0)])
def test_four_suits_are_told_apart_and_can_be_read_on_the_card(
    palette: str, least: float, eyes: str
) -> None:
    suits = [suit_colour(suit, palette) for suit in "SHDC"]
    assert min(apart(one, two, eyes) for one, two in combinations(suits, 2)) >= least
    assert min(contrast(suit, (246, 240, 226)) for suit in suits) >= PLAIN


def test_domains_are_told_apart_without_colour() -> None:
    shapes = [
        pygame.surfarray.array_alpha(sign(domain.sign, 24, (255, 255, 255))) / 255
        for domain in DOMAINS.values()
    ]
    for one, two in combinations(shapes, 2):
        assert np.abs(one - two).sum() / np.maximum(one, two).sum() > 0.15


@pytest.mark.parametrize("eyes", list(DICHROMAT))
def test_teams_are_told_apart_by_what_is_built_and_by_their_signs(eyes: str) -> None:
    box = before_the_throw("hit").position.box
    south, north = side_colours(box, 0), side_colours(box, 1)
    assert apart(south.colour, north.colour, eyes) >= 40.0
    assert apart(SEATS[0].colour, SEATS[1].colour, eyes) >= 40.0
    assert south.round != north.round, "and by their shape, in grey"
    assert SEATS[0].shape != SEATS[1].shape


def test_pennants_of_the_two_sides_differ_in_their_form() -> None:
    grey = (120, 120, 120)
    first, second = (
        pygame.surfarray.array_alpha(
            painted(Building("gate", 4, 0, SeatSign(seat.shape, grey), "tower", (), 1.0, True))
        )
        > 160
        for seat in SEATS[:2]
    )
    assert (first != second).sum() > 25, "swallow-tailed and straight, px"


def test_high_contrast_is_high() -> None:
    c = HIGH_CONTRAST
    for ground in (c.panel, c.inset, c.button, c.button_over, c.felt, c.button_down):
        for text in (c.text, c.muted, c.gold, c.gold_high, c.danger_text):
            assert contrast(text, ground) >= ENHANCED, (text, ground)
        assert contrast(c.faint, ground) >= PLAIN
    assert contrast(c.primary_ink, c.primary) >= ENHANCED
    assert min(contrast(tone, c.parchment_dark) for tone in (c.ink, c.crimson, c.link)) >= ENHANCED


# -- what is written -------------------------------------------------------------------------------


class Proof:
    """Recorder of each drawn line of text and of the pixels below it."""

    def __init__(self) -> None:
        self.read = 0
        self.faint: list[str] = []

    def look(self, canvas: Canvas, rect: Rect, string: str, style: Style, tone: Colour) -> None:
        rect = rect.clip(canvas.clip).clip(canvas.rect)
        if rect.width < 3 or rect.height < 3:
            return
        ground = canvas.surface.subsurface(rect)
        if canvas.surface.get_flags() & pygame.SRCALPHA and not _is_opaque(ground):
            return  # its background is not known yet
        mean = pygame.surfarray.array3d(ground).reshape(-1, 3).mean(axis=0)
        self.read += 1
        found = contrast(tone, mean)
        if found < (LARGE if style.size >= LARGE_TYPE else PLAIN):
            self.faint.append(f"{string!r} in {tone} on {mean.astype(int)}: {found:.2f}")


def _is_opaque(surface: Surface) -> bool:
    return bool(pygame.surfarray.array_alpha(surface).mean() > 250)


@pytest.fixture
def proof(monkeypatch: pytest.MonkeyPatch) -> Proof:
    """Return a `Proof` that checks each line of text when it is drawn on a surface."""
    found, text, blit = Proof(), Canvas.text, Canvas.blit
    lines: dict[int, tuple[Surface, str, Style, Colour]] = {}

    def draw_and_record(self: Canvas, string: str, at: Any, style: Style, anchor: Any = "nw",
              colour: Colour | None = None) -> Rect:  # fmt: skip
        caller = sys._getframe(1).f_code.co_filename
        if string and not caller.endswith(SHADOWS):
            image = self.look.image(string, style, colour)
            lines[id(image)] = image, string, style, colour or self.look.tone(style.tone)
        return text(self, string, at, style, anchor, colour)

    def blit_and_record(self: Canvas, image: Surface, at: Any, area: Rect | None = None) -> Rect:
        line = lines.get(id(image))
        if line is not None:
            found.look(self, Rect(at, image.get_size()), *line[1:])
        return blit(self, image, at, area)

    monkeypatch.setattr(Canvas, "text", draw_and_record)
    monkeypatch.setattr(Canvas, "blit", blit_and_record)
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", SEEN)
def test_all_that_is_written_stands_out_from_what_is_below_it(
    stage: Stage, proof: Proof, name: str
) -> None:
    take(stage, next(shot for shot in SHOTS if shot.name == name))
    assert proof.read > 5
    assert proof.faint == []


def test_the_proof_finds_what_is_faint(proof: Proof, stage: Stage) -> None:
    canvas = Canvas(Surface((200, 40)), stage.app.look)
    canvas.fill((120, 120, 120))
    canvas.text("Hardly to be read", (10, 10), Style("ui", 15, "muted"))
    assert len(proof.faint) == 1
