"""Tests of card pictures: the index of rule TD4, differences, details by size, cache."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray
from pygame import Surface

from castlecards.content import tech_deck
from castlecards.core.cards import Face
from castlecards.games.decks import standard
from castlecards.ui.cardart.cards import CardArt, DefaultPrintOptions, card_size
from castlecards.ui.cardart.drawing import LENGTH, WIDTH, Pictures, SurfaceCache
from castlecards.ui.cardart.outlines import sign
from castlecards.ui.cardart.tech_cards import PAPER
from castlecards.ui.cardart.tech_scenes import DOMAINS
from castlecards.ui.kit.shapes import blank
from tests.marks import rule
from tests.ui.driving import LastingArt, art_bytes

Pixels = NDArray[np.int16]
TECH = tech_deck().faces(1)
NUMBERED = [face for face in TECH if face.rank]
WILD = [face for face in TECH if not face.rank]
BIG = 950  # px: 10 px a millimetre
# TD4, in px of a card of that size: centre 70 from the long edge and 90 from the short one,
# 100 across and 140 along the card
LEFT, TOP, ACROSS, ALONG = 70, 90, 100, 140
RIM, EDGE = 24, 32  # px of that size: the frame, which differs by value; with its studs
FOIL = 36  # steps of 255: the sheen on cards of the highest value is fainter


@pytest.fixture(scope="module")
def art() -> CardArt:
    return CardArt()


def pixels(image: Surface) -> Pixels:
    """Return an array of height x width x (red, green, blue, alpha)."""
    rgb = pygame.surfarray.array3d(image).swapaxes(0, 1)
    alpha = pygame.surfarray.array_alpha(image).T
    return np.dstack((rgb, alpha)).astype(np.int16)


def boxes(width: int, height: int) -> dict[str, tuple[slice, slice]]:
    """Return the four index boxes of TD4 as (rows, columns)."""
    found = {}
    for vertical, y in (("top", TOP), ("low", height - TOP)):
        for horizontal, x in (("left", LEFT), ("right", width - LEFT)):
            rows = slice(y - ALONG // 2, y + ALONG // 2)
            columns = slice(x - ACROSS // 2, x + ACROSS // 2)
            found[f"{vertical} {horizontal}"] = (rows, columns)
    return found


def near(image: Pixels, colour: tuple[int, int, int]) -> NDArray[np.bool_]:
    return np.asarray(np.abs(image[..., :3] - np.array(colour)).max(axis=-1) < 40)


def middle(mask: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the row and column of the middle of all true elements."""
    rows, columns = np.nonzero(mask)
    return float(rows.min() + rows.max()) / 2, float(columns.min() + columns.max()) / 2


def same_but(face: Face, **values: object) -> Face:
    return replace(face, **values)  # type: ignore[arg-type]


@rule("TD4")
@pytest.mark.parametrize("value", [1, 7, 13])
@pytest.mark.parametrize("suit", "KSTV")
def test_the_index_fills_the_four_boxes_and_nothing_else(
    art: CardArt, suit: str, value: int
) -> None:
    blank_face = Face("none", 0, suit, "tech", "tech")
    with_index = pixels(art.face(same_but(blank_face, rank=value), BIG))
    without = pixels(art.face(blank_face, BIG))
    changed = np.abs(with_index - without).max(axis=-1) > FOIL
    height, width = changed.shape
    assert (width, height) == (635, 950)
    outside = np.zeros_like(changed)
    outside[EDGE:-EDGE, EDGE:-EDGE] = changed[EDGE:-EDGE, EDGE:-EDGE]
    changed[:RIM] = changed[-RIM:] = changed[:, :RIM] = changed[:, -RIM:] = False
    for rows, columns in boxes(width, height).values():
        part = changed[rows, columns]
        assert part.any(axis=1).sum() >= 0.6 * part.shape[0] or part.any(axis=0).sum() >= 60
        at = middle(part)
        assert at == pytest.approx((ALONG / 2, ACROSS / 2), abs=4), "not centred"
        outside[rows, columns] = False
    assert not outside.any()


@rule("TD4")
@pytest.mark.parametrize("suit", "KSTV")
def test_the_index_reads_from_all_four_sides(art: CardArt, suit: str) -> None:
    """In each upright index, the value is above or left of the shape; two of the four are rotated
    by 90°.
    """
    image = pixels(art.face(Face("none", 7, suit, "tech", "tech"), BIG))
    part = {name: image[box] for name, box in boxes(635, 950).items()}
    upright = {
        "top left": part["top left"],
        "low right": np.rot90(part["low right"], 2),
        "top right": np.rot90(part["top right"], -1),
        "low left": np.rot90(part["low left"], 1),
    }
    shape = DOMAINS[suit].colour
    for name in ("top left", "low right"):
        value, sign = middle(near(upright[name], PAPER)), middle(near(upright[name], shape))
        assert value[0] < sign[0] - 30
        assert value[1] == pytest.approx(sign[1], abs=3)
    for name in ("top right", "low left"):
        value, sign = middle(near(upright[name], PAPER)), middle(near(upright[name], shape))
        assert value[1] < sign[1] - 30
        assert value[0] == pytest.approx(sign[0], abs=3)
    figures = [cropped(near(each, PAPER)) for each in upright.values()]
    for figure in figures[1:]:
        assert agreement(figures[0], figure) > 0.95, "the same figure, the same way up"
    assert agreement(figures[0], np.rot90(figures[0], 2)) < 0.7, "7 tells which way is up"


def cropped(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    rows, columns = np.nonzero(mask)
    return mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def agreement(one: NDArray[np.bool_], two: NDArray[np.bool_]) -> float:
    rows, columns = (min(one.shape[i], two.shape[i]) for i in (0, 1))
    return float((one[:rows, :columns] == two[:rows, :columns]).mean())


@rule("TD2")
@pytest.mark.parametrize("height", [78, 150, 420])
def test_wild_cards_have_no_index(art: CardArt, height: int) -> None:
    for face in WILD:
        image = pixels(art.face(face, height))
        width = image.shape[1]
        unit = height / LENGTH
        for rows in (slice(round(2 * unit), round(16 * unit)), slice(-round(16 * unit), -2)):
            for columns in (slice(2, round(12 * unit)), slice(width - round(12 * unit), -2)):
                assert not near(image[rows, columns], PAPER).any()
        assert not np.array_equal(image, pixels(art.face(NUMBERED[0], height)))


@rule("TD3")
def test_domains_differ_in_shape_and_in_lightness() -> None:
    masks = {
        suit: pixels(sign(domain.sign, 64, domain.colour))[..., 3] > 127
        for suit, domain in DOMAINS.items()
    }
    light = {suit: luminance(domain.colour) for suit, domain in DOMAINS.items()}
    for one, two in itertools.combinations(DOMAINS, 2):
        both, either = (masks[one] & masks[two]).sum(), (masks[one] | masks[two]).sum()
        assert both / either < 0.85, (one, two)
        brighter, darker = max(light[one], light[two]), min(light[one], light[two])
        assert (brighter + 0.05) / (darker + 0.05) > 1.15, (one, two)
    assert min(light.values()) > 0.2, "bright enough on dark stock"


def luminance(colour: tuple[int, int, int]) -> float:
    """Return the relative luminance of sRGB (WCAG 2.1)."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@rule("TD1", "TD2", "TD3")
@pytest.mark.parametrize("height", [78, 120])
def test_all_cards_look_different(art: CardArt, height: int) -> None:
    """In each pair, at least 20 pixels differ clearly, also in the index."""
    drawn = {face.key: pixels(art.face(face, height)) for face in TECH}
    assert len(drawn) == 54
    unit = height / LENGTH
    corner = (slice(0, round(16 * unit)), slice(0, round(12 * unit)))
    for one, two in itertools.combinations(drawn, 2):
        difference = np.abs(drawn[one] - drawn[two]).max(axis=-1) > 48
        assert difference.sum() >= 20, (one, two)
        if one[0] != "W":
            assert difference[corner].sum() >= 3, (one, two)


def test_every_card_of_the_tech_deck_has_a_picture_of_its_own(art: CardArt) -> None:
    seen = set()
    for face in TECH:
        assert art.pictures.exists(f"tech/{face.key}"), face.key
        seen.add(pixels(art.pictures.picture(f"tech/{face.key}", 64, (255, 255, 255))).tobytes())
    assert len(seen) == 54


def test_a_picture_is_prepared_once_for_all_its_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures, prepared = CardArt().pictures, []
    prepare = Pictures._full_size

    def recorded(self: Pictures, name: str) -> Surface:
        prepared.append(name)
        return prepare(self, name)

    monkeypatch.setattr(Pictures, "_full_size", recorded)
    sizes = range(40, 60)
    found = [pictures.tinted("tech/K05", size, (255, 255, 255)) for size in sizes]
    assert [image.get_width() for image in found] == [*sizes]
    assert prepared == ["tech/K05"]


def test_a_second_deck_has_the_same_faces(art: CardArt) -> None:
    second = next(face for face in tech_deck().faces(2) if face.key == "K05.2")
    first = next(face for face in TECH if face.key == "K05")
    assert np.array_equal(pixels(art.face(second, 130)), pixels(art.face(first, 130)))


@pytest.mark.parametrize(
    ("height", "name", "line", "text"),
    [(110, False, False, False), (130, True, False, False), (420, True, True, True)],
)
def test_small_cards_leave_small_words_out(
    art: CardArt, height: int, name: bool, line: bool, text: bool
) -> None:
    face = NUMBERED[4]
    whole = pixels(art.face(face, height))
    for field, shown in (("title", name), ("line", line), ("text", text)):
        bare = pixels(art.face(same_but(face, **{field: ""}), height))
        assert np.array_equal(whole, bare) is not shown, field


@pytest.mark.parametrize("value", range(1, 14))
def test_a_large_card_bears_its_whole_effect(art: CardArt, value: int) -> None:
    """The last letter of the longest form of each text is drawn."""
    face = next(f for f in NUMBERED if f.rank == value and f.suit == "T")
    whole, other = (art.face(same_but(face, text=face.text[:-1] + end), 420) for end in ".,")
    assert not np.array_equal(pixels(whole), pixels(other))


@pytest.mark.parametrize("height", [40, 79, 130, 300])
def test_surfaces_are_premultiplied_cards(art: CardArt, height: int) -> None:
    faces = (NUMBERED[0], WILD[0], *standard()[9:13], Face("x", 0, "", "plain", "unheard of"))
    for image in (*(art.face(face, height) for face in faces), art.back("tech", height)):
        drawn = pixels(image)
        assert image.get_size() == (round(height * WIDTH / LENGTH), height)
        assert (drawn[..., :3].max(axis=-1) <= drawn[..., 3]).all()
        assert drawn[0, 0, 3] < (128 if height > 60 else 255)
        assert drawn[height // 2, drawn.shape[1] // 2, 3] == 255


def test_sizes_are_kept_within_reason() -> None:
    assert card_size(950) == (635, 950)
    assert card_size(-5) == card_size(12)
    assert card_size(10**9) == card_size(4000)


def test_backs_tell_decks_apart_and_nothing_else(art: CardArt) -> None:
    names = [
        "plain",
        "tech",
        "tech.2",
        "tech.3",
        "dragon",
        "siege",
        "of my own",
        "castle 2",
        "castle",
    ]
    drawn = [pixels(art.back(name, 160)) for name in names]
    for one, two in itertools.combinations(drawn, 2):
        assert (np.abs(one - two).max(axis=-1) > 24).sum() > 300
    assert np.array_equal(drawn[6], pixels(CardArt().back("of my own", 160)))
    grey = [each[..., :3].mean(axis=-1) for each in drawn[1:3]]
    assert (np.abs(grey[0] - grey[1]) > 40).sum() > 20, "without colours too"


@pytest.mark.parametrize(
    "face",
    [
        Face("no such card", 9, "K", "tech", "tech", "A title"),
        Face("Z99", 99, "Q", "tech", "tech", "x" * 300, "y " * 400, "z " * 900),
        Face("", 0, "", "", "", "", "", ""),
        Face("../../etc", 3, "K", "tech", "tech", "Ω ж 漢字 🙂", "\n", ":"),
        Face("15S", 15, "S", "castle"),
        Face("joker", 2, "", "castle"),
        Face("odd", 5, "K", "odd", "rampage", "Trebuchet", "A line.", "Deals damage."),
    ],
)
@pytest.mark.parametrize("height", [12, 60, 130, 500])
def test_no_face_is_too_strange_to_draw(art: CardArt, face: Face, height: int) -> None:
    assert pixels(art.face(face, height))[height // 2, height // 3, 3] == 255


@pytest.mark.parametrize("rank", range(2, 11))
def test_pips_are_as_many_as_the_rank(art: CardArt, rank: int) -> None:
    image = art.face(Face(f"{rank}S", rank, "S", "castle"), 600)
    ink = pygame.mask.from_threshold(image, (28, 28, 32), (40, 40, 40, 255))
    size = round(9 * 600 / LENGTH)  # an index sign is 6.6 mm, a pip 12.6 mm
    large = [box for box in ink.get_bounding_rects() if min(box.size) > size]
    assert len(large) == rank


@pytest.mark.long
def test_courts_read_the_same_from_both_sides(art: CardArt) -> None:
    for rank, suit in itertools.product((11, 12, 13), "SHDC"):
        face = pixels(art.face(Face(f"{rank}{suit}", rank, suit, "castle"), 300))[..., :3]
        turned = np.rot90(face, 2)
        assert (np.abs(face - turned).max(axis=-1) > 60).mean() < 0.01
        assert len(np.unique(face.reshape(-1, 3), axis=0)) > 200, "a picture, not a blank"


def test_four_colours_and_large_index(art: CardArt) -> None:
    usual, four = CardArt(DefaultPrintOptions()), CardArt(DefaultPrintOptions(suits="four"))
    large = CardArt(DefaultPrintOptions(large_index=True))
    club, spade = Face("9C", 9, "C", "castle"), Face("9S", 9, "S", "castle")
    tint = {(each, face.suit): ink(each.face(face, 200)) for each in (usual, four)
            for face in (club, spade)}  # fmt: skip
    assert tint[usual, "C"] == tint[usual, "S"] == tint[four, "S"] != tint[four, "C"]
    corner = (slice(0, 60), slice(0, 34))
    dark = [(pixels(each.face(spade, 200))[corner][..., :3].max(axis=-1) < 100).sum()
            for each in (usual, large)]  # fmt: skip
    assert dark[1] > 1.5 * dark[0]
    before = large.face(spade, 200)
    large.apply(DefaultPrintOptions())
    assert np.array_equal(pixels(large.face(spade, 200)), pixels(usual.face(spade, 200)))
    large.apply(DefaultPrintOptions(large_index=True))
    assert large.face(spade, 200) is before


def ink(image: Surface) -> tuple[int, ...]:
    """Return the most frequent pixel that is clearly dark or coloured."""
    rgb = pixels(image)[..., :3].reshape(-1, 3)
    strong = rgb[(rgb.min(axis=-1) < 90)]
    values, counts = np.unique(strong, axis=0, return_counts=True)
    return tuple(int(part) for part in values[counts.argmax()])


def test_cards_are_drawn_once_and_the_store_is_bounded() -> None:
    art = CardArt(limit=2_000_000)
    first = art.face(NUMBERED[0], 200)
    assert art.face(NUMBERED[0], 200) is first
    for face in TECH:
        art.face(face, 200)
        assert art_bytes(art) <= 2_000_000
    assert art.face(NUMBERED[0], 200) is not first
    art.clear()
    assert art_bytes(art) == 0


def test_the_store_forgets_the_longest_unused() -> None:
    store = SurfaceCache(3 * 4 * 100)
    for name in "abc":
        store.keep((name,), lambda: blank((10, 10)))
    kept = store.keep(("a",), lambda: blank((10, 10)))
    store.keep(("d",), lambda: blank((10, 10)))
    assert store.keep(("a",), lambda: blank((10, 10))) is kept
    made: list[str] = []

    def again() -> Surface:
        made.append("b")
        return blank((10, 10))

    store.keep(("b",), again)
    assert made == ["b"]
    assert store.keep(("huge",), lambda: blank((100, 100))).get_width() == 100, "kept for its user"
    assert len(store) == 1


def test_a_large_index_makes_small_tech_cards_bolder() -> None:
    usual, large = CardArt(DefaultPrintOptions()), CardArt(DefaultPrintOptions(large_index=True))
    face = NUMBERED[0]
    for height, differs in ((90, True), (180, True), (420, False)):
        same = np.array_equal(pixels(usual.face(face, height)), pixels(large.face(face, height)))
        assert same is not differs


def test_tests_read_a_face_that_another_process_has_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASTLECARDS_TEST_ART", str(tmp_path))
    printing = DefaultPrintOptions(suits="four")
    drawn = [pixels(LastingArt(printing).face(face, 133)) for face in (TECH[0], WILD[0])]
    monkeypatch.setattr(CardArt, "_draw", lambda *_: pytest.fail("it is drawn once more"))
    read = [pixels(LastingArt(printing).face(face, 133)) for face in (TECH[0], WILD[0])]
    monkeypatch.undo()
    own = [pixels(CardArt(printing).face(face, 133)) for face in (TECH[0], WILD[0])]
    for each, other, third in zip(drawn, read, own, strict=True):
        assert np.array_equal(each, other)
        assert np.array_equal(each, third)
    assert not np.array_equal(read[0], read[1])


@pytest.mark.parametrize(
    ("face", "height", "suits"),
    [(WILD[0], 133, "two"), (TECH[0], 134, "two"), (TECH[0], 133, "four")],
)
def test_another_face_size_or_print_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, face: Face, height: int, suits: str
) -> None:
    monkeypatch.setenv("CASTLECARDS_TEST_ART", str(tmp_path))
    LastingArt().face(TECH[0], 133)
    LastingArt(DefaultPrintOptions(suits=suits)).face(face, height)
    assert len(list(tmp_path.iterdir())) == 2
