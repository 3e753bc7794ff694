"""Tests of the perspective warp against its geometry, and of soft shadows."""

from __future__ import annotations

import math

import numpy as np
import pygame
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pygame import Rect, Surface

from castlecards.ui.cardart import warp as warping
from castlecards.ui.cardart.warp import Quad, area, bounds, quad_shadow, shadow, warp
from castlecards.ui.kit.shapes import blank

Pixels = NDArray[np.int16]
COLOURS = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0))  # by corner of a quad


def pixels(image: Surface) -> Pixels:
    """Return an array of height x width x (red, green, blue, alpha)."""
    rgb = pygame.surfarray.array3d(image).swapaxes(0, 1)
    return np.dstack((rgb, pygame.surfarray.array_alpha(image).T)).astype(np.int16)


def quartered_picture(width: int = 80, height: int = 120) -> Surface:
    """Return a picture whose quarters have different colours."""
    image = blank((width, height))
    halves = ((0, 0), (width // 2, 0), (width // 2, height // 2), (0, height // 2))
    for colour, at in zip(COLOURS, halves, strict=True):
        image.fill((*colour, 255), (*at, width - width // 2, height - height // 2))
    return image


def white(width: int = 60, height: int = 90) -> Surface:
    image = blank((width, height))
    image.fill((255, 255, 255, 255))
    return image


def turned_quad(width: float, height: float, degrees: float, at: tuple[float, float]) -> Quad:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [
        (at[0] + (x * width * cos - y * height * sin) / 2,
         at[1] + (x * width * sin + y * height * cos) / 2)
        for x, y in corners
    ]  # fmt: skip


def part(*choices: float) -> st.SearchStrategy[float]:
    return st.floats(*choices, allow_nan=False)


@st.composite
def quads(draw: st.DrawFn) -> Quad:
    """Return a random card as seen by a pinhole camera, near the screen."""
    spin, pitch, yaw = (draw(part(-3.1, 3.1)), draw(part(-1.2, 1.2)), draw(part(-1.2, 1.2)))
    size, far = draw(part(40, 200)), draw(part(350, 2000))
    out = []
    for px, py in ((-1, -1.5), (1, -1.5), (1, 1.5), (-1, 1.5)):
        x = size * (px * math.cos(spin) - py * math.sin(spin)) / 3
        y = size * (px * math.sin(spin) + py * math.cos(spin)) / 3
        y, z = y * math.cos(pitch), y * math.sin(pitch)
        x, z = x * math.cos(yaw) + z * math.sin(yaw), z * math.cos(yaw) - x * math.sin(yaw)
        out.append((120 + x * far / (far - z), 90 + y * far / (far - z)))
    return out


def diagonal_crossing(quad: Quad) -> tuple[float, float]:
    """Return the crossing of the diagonals: the projected middle of the card."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    ux, uy, vx, vy = cx - ax, cy - ay, dx - bx, dy - by
    along = ((bx - ax) * vy - (by - ay) * vx) / (ux * vy - uy * vx)
    return ax + along * ux, ay + along * uy


def test_a_quad_of_the_same_size_is_the_same_picture() -> None:
    source = quartered_picture()
    image, at = warp(source, [(7, 5), (87, 5), (87, 125), (7, 125)])
    assert at == (7, 5)
    assert np.abs(pixels(image) - pixels(source)).max() <= 2


def test_a_half_pixel_shift_mixes_neighbours() -> None:
    source = quartered_picture()
    image, _ = warp(source, [(0.5, 0), (80.5, 0), (80.5, 120), (0.5, 120)])
    seam = pixels(image)[30, 40]
    assert seam[0] == pytest.approx(127, abs=3)
    assert seam[1] == pytest.approx(127, abs=3)
    assert pixels(image)[30, 0, 3] == pytest.approx(127, abs=3)


@given(quads())
def test_the_middle_of_the_card_is_where_the_diagonals_meet(quad: Quad) -> None:
    """The four quarters meet at the crossing, and each is at its own corner."""
    assume(abs(area(quad)) > 900)
    image, (left, top) = warp(quartered_picture(), quad)
    drawn = pixels(image)
    middle = diagonal_crossing(quad)
    for corner, colour in zip(quad, COLOURS, strict=True):
        for share in (0.45, 0.75):
            x = middle[0] + share * (corner[0] - middle[0]) - left
            y = middle[1] + share * (corner[1] - middle[1]) - top
            near = math.dist(middle, corner) * share
            if near < 9:  # too close to the seams for one colour
                continue
            beside = min_angle(quad, middle)
            if math.sin(beside) * near < 3:
                continue
            assert np.abs(drawn[int(y), int(x), :3] - np.array(colour)).max() < 90


def projection_matrix(quad: Quad) -> NDArray[np.float64]:
    """Return the 3 x 3 matrix from px to the unit square, by eight equations of four corners."""
    rows, right = [], []
    for (x, y), (u, v) in zip(quad, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
        rows += [(x, y, 1, 0, 0, 0, -u * x, -u * y), (0, 0, 0, x, y, 1, -v * x, -v * y)]
        right += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(right)), 1).reshape(3, 3)


@given(quads())
def test_every_pixel_comes_from_where_the_equations_say(quad: Quad) -> None:
    """Red and green of the source encode the position of a pixel."""
    assume(abs(area(quad)) > 900)
    side = 256
    source = blank((side, side))
    ramp = np.zeros((side, side, 3), np.uint8)
    ramp[..., 0], ramp[..., 1] = np.arange(side)[:, None], np.arange(side)[None, :]
    source.fill((255, 255, 255, 255))
    pygame.surfarray.pixels3d(source)[:] = ramp
    image, (left, top) = warp(source, quad)
    drawn = pixels(image)
    y, x = np.nonzero(drawn[..., 3] == 255)
    u, v, w = projection_matrix(quad) @ np.stack((x + left + 0.5, y + top + 0.5, np.ones(len(x))))
    for channel, share in ((0, u / w), (1, v / w)):
        wanted = np.clip(share * side - 0.5, 0, 255)
        assert np.abs(drawn[y, x, channel] - wanted).max() < 2.5


def min_angle(quad: Quad, middle: tuple[float, float]) -> float:
    """Return the smallest angle (rad) between a diagonal and a seam of the quartered picture."""
    least = math.pi
    for i, corner in enumerate(quad):
        ray = math.atan2(corner[1] - middle[1], corner[0] - middle[0])
        for j in (i, i - 1):
            a, b = quad[j], quad[(j + 1) % 4]
            half = seam_end(quad, a, b, middle)
            seam = math.atan2(half[1] - middle[1], half[0] - middle[0])
            turn = abs((seam - ray + math.pi) % (2 * math.pi) - math.pi)
            least = min(least, turn)
    return least


def seam_end(
    quad: Quad, a: tuple[float, float], b: tuple[float, float], middle: tuple[float, float]
) -> tuple[float, float]:
    """Return about where the seam crosses the edge from `a` to `b`, which suffices for an angle."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


@given(quads())
def test_a_white_card_covers_its_area_and_is_premultiplied(quad: Quad) -> None:
    size = abs(area(quad))
    assume(size > 400)
    image, at = warp(white(), quad)
    drawn = pixels(image)
    outline = sum(math.dist(a, b) for a, b in zip(quad, (*quad[1:], quad[0]), strict=True))
    assert drawn[..., 3].sum() / 255 == pytest.approx(size, abs=0.02 * size + 0.06 * outline + 2)
    assert (drawn[..., :3] == drawn[..., 3:]).all()
    assert image.get_rect(topleft=at) == bounds(quad)


def test_edges_are_smooth() -> None:
    image, _ = warp(white(), turned_quad(60, 90, 10, (70, 70)))
    alpha = pixels(image)[..., 3]
    partial = ((alpha > 20) & (alpha < 235)).sum()
    assert partial > 150, "about one pixel for each of the 300 along the outline"
    levels = np.unique(alpha[(alpha > 0) & (alpha < 255)] // 16)
    assert len(levels) >= 14


def test_a_far_card_is_not_dropped_to_single_pixels() -> None:
    """A chequered card at a sixth of its size is grey, not black and white."""
    source = blank((120, 180))
    for y in range(0, 180, 2):
        for x in range(0, 120, 2):
            tone = 255 * ((x // 2 + y // 2) % 2)
            source.fill((tone, tone, tone, 255), (x, y, 2, 2))
    image, _ = warp(source, [(0, 0), (40, 0), (40, 60), (0, 60)])
    inner = pixels(image)[5:-5, 5:-5, 0]
    assert inner.std() < 60
    assert inner.mean() == pytest.approx(127, abs=15)


def test_a_card_seen_from_behind_is_mirrored() -> None:
    image, _ = warp(quartered_picture(), [(80, 0), (0, 0), (0, 120), (80, 120)])
    drawn = pixels(image)
    assert tuple(drawn[10, 70, :3]) == COLOURS[0]
    assert tuple(drawn[10, 10, :3]) == COLOURS[1]


@pytest.mark.parametrize(
    "quad",
    [
        [(0, 0), (10, 10), (20, 20), (30, 30)],
        [(5, 5)] * 4,
        [(0, 0), (100, 0), (10, 10), (0, 100)],  # concave
        [(0, 0), (100, 100), (100, 0), (0, 100)],  # self-intersecting
        [(0, 0), (math.nan, 0), (100, 100), (0, 100)],
        [(0, 0), (math.inf, 0), (100, 100), (0, 100)],
    ],
)
def test_what_cannot_be_seen_is_one_clear_pixel(quad: Quad) -> None:
    image, _ = warp(white(), quad)
    assert image.get_size() == (1, 1)
    assert pixels(image)[0, 0, 3] == 0


def test_a_huge_quad_is_cut() -> None:
    image, _ = warp(white(), [(0, 0), (1e6, 0), (1e6, 60), (0, 60)])
    assert image.get_width() == warping.MAX_SIDE


@given(quads(), st.integers(0, 200), st.integers(0, 150))
def test_a_clip_is_a_cutting_of_the_whole(quad: Quad, x: int, y: int) -> None:
    clip = Rect(x, y, 60, 40)
    source = quartered_picture()
    whole, at = warp(source, quad)
    image, place = warp(source, quad, clip)
    inner = whole.get_rect(topleft=at).clip(clip)
    assume(inner.width and inner.height and whole.get_width() > 1)
    assert image.get_rect(topleft=place) == inner
    cut = whole.subsurface(inner.move(-at[0], -at[1]))
    assert np.abs(pixels(image) - pixels(cut)).max() <= 3


BYTES = st.lists(st.integers(0, 255), min_size=4, max_size=4)


@given(BYTES, BYTES, st.integers(0, 255))
def test_the_four_channels_do_not_leak_into_each_other(a: list[int], b: list[int], f: int) -> None:
    def word(values: list[int]) -> NDArray[np.uint32]:
        return np.frombuffer(bytes(values), np.uint32)

    mixed = warping._lerp(word(a), word(b), np.array([f], np.uint32)).view(np.uint8)
    scaled = warping._scaled_bytes(word(a), np.array([f], np.uint32)).view(np.uint8)
    for i in range(4):
        assert mixed[i] == a[i] + math.floor((b[i] - a[i]) * f / 256)
        assert scaled[i] == a[i] * f // 256


def test_sources_are_prepared_once_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warping._sources, "limit", 400_000)
    first = white()
    assert warping._pixels(first, False) is warping._pixels(first, False)
    kept = [white() for _ in range(20)]
    for image in kept:
        warping._pixels(image, False)
    assert warping._sources.used <= 400_000
    with pytest.raises(ValueError, match="32 bits"):
        warping._pixels(Surface((4, 4), 0, 24), False)


@pytest.mark.parametrize("blur", [0, 3, 8, 20])
def test_a_shadow_is_dark_inside_and_fades_to_nothing(blur: int) -> None:
    image = shadow(100, 150, blur, 160)
    assert image.get_size() == (100 + 2 * blur, 150 + 2 * blur)
    drawn = pixels(image)
    assert drawn[75 + blur, 50 + blur, 3] == pytest.approx(160, abs=6)
    assert drawn[..., :3].max() == 0
    row = drawn[75 + blur, : 50 + blur, 3]
    assert (np.diff(row) >= -3).all(), "never lighter towards the middle"
    if blur >= 3:
        assert row[0] < 40
        assert ((row > 20) & (row < 140)).sum() >= blur / 2


@pytest.mark.parametrize("blur", [2, 8, 30])
def test_the_shadow_of_a_tilted_card_lies_under_it(blur: float) -> None:
    quad = [(60, 40), (150, 60), (140, 200), (40, 160)]
    image, (left, top) = quad_shadow(quad, blur, 160)
    x, y = diagonal_crossing(quad)
    alpha = pixels(image)[..., 3]
    assert alpha[round(y - top), round(x - left)] > 110
    assert image.get_rect(topleft=(left, top)).contains(bounds(quad))
    assert max(alpha[0].max(), alpha[-1].max(), alpha[:, 0].max(), alpha[:, -1].max()) < 60


def test_no_surface_is_locked_while_others_code_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numpy or the garbage collector can keep references to arguments, and a locked surface could
    then not be drawn.
    """
    source, held = blank((40, 60)), []
    pad = np.pad

    def pad_and_record(
        array: NDArray[np.uint32], *args: object, **more: object
    ) -> NDArray[np.uint32]:
        held.append(array)
        return pad(array, *args, **more)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(np, "pad", pad_and_record)
    image, _ = warp(source, [(0, 0), (40, 3), (39, 60), (1, 58)])
    assert held
    assert not source.get_locked()
    assert not image.get_locked()
    image.blit(source, (0, 0))
