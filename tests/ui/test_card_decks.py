"""Tests of each deck as printed: all faces at all sizes, no overflow, no two alike."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pygame
import pytest
from pygame import Surface

from castlecards import paths
from castlecards.content import games, rampage_deck, tech_deck
from castlecards.core.cards import Face
from castlecards.games.decks import DOMAIN_NAMES, standard
from castlecards.ui.cardart import card_template, courts, rampage_cards, standard_cards, tech_cards
from castlecards.ui.cardart import drawing as making
from castlecards.ui.cardart.cards import CardArt, DefaultPrintOptions
from castlecards.ui.cardart.drawing import LENGTH, Lettering
from castlecards.ui.cardart.game_picture import game_picture, typical_faces
from castlecards.ui.cardart.rampage_cards import PrintedFigures
from castlecards.ui.cardart.ribbons import domain_of, draw_hand_ribbons, draw_ribbons, ribbon
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.shapes import Shapes, blank
from castlecards.ui.kit.theme import PALETTE, Fonts, Look
from tests.ui.test_cards import Pixels, pixels

JOKERS = (Face("joker1", 1, "", "castle"), Face("joker2", 2, "", "castle"))
STANDARD = (*standard(), *JOKERS)
TECH = tech_deck().faces(1)
RAMPAGE = tuple(card.face(1) for card in rampage_deck().cards)
TOKENS = (
    *(Face(f"bid.{n}", n, "", "token", "token", str(n), "tricks") for n in range(7)),
    *(
        Face(f"wish.{suit}", 0, suit, "token", "token", name, "wanted")
        for suit, name in DOMAIN_NAMES.items()
    ),
    Face("wish.any", 0, "", "token", "token", "Any", "wanted"),
)
DECKS = {"standard": STANDARD, "tech": TECH, "rampage": RAMPAGE, "token": TOKENS}
LOOK = Look(PALETTE, 1.0, Fonts(paths.assets() / "fonts"), Shapes())
SMALL, TABLE, ZOOM = 90, 168, 600  # px of height: 60, 112 and 401 px wide
PRINTINGS = (DefaultPrintOptions(), DefaultPrintOptions(suits="four", large_index=True))
DRAWING = (making, courts, card_template, rampage_cards, standard_cards, tech_cards)


@pytest.fixture(scope="module")
def art() -> CardArt:
    return CardArt()


@pytest.fixture
def spills(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of pictures that were drawn over the edge of their target."""
    found: list[str] = []

    def watch(image: Surface, target: Surface, at: tuple[float, float]) -> None:
        rect = image.get_rect(topleft=at)
        ink = image.get_bounding_rect().move(rect.topleft)
        if not target.get_rect().contains(ink):
            found.append(f"{ink} in {target.get_rect()}")

    for module in DRAWING:
        plain = module.lay

        def lay(target: Surface, image: Surface, x: float, y: float, plain=plain) -> None:  # type: ignore[no-untyped-def]
            width, height = image.get_size()
            watch(image, target, (round(x - width / 2), round(y - height / 2)))
            plain(target, image, x, y)

        monkeypatch.setattr(module, "lay", lay)
        if not hasattr(module, "lay_lines"):
            continue
        several = module.lay_lines

        def lay_lines(  # type: ignore[no-untyped-def]
            target: Surface, lines: Sequence[Surface], middle: float, top: float, lead: float,
            several=several,
        ) -> None:  # fmt: skip
            for k, line in enumerate(lines):
                watch(line, target, (round(middle - line.get_width() / 2), round(top + k * lead)))
            several(target, lines, middle, top, lead)

        monkeypatch.setattr(module, "lay_lines", lay_lines)
    return found


@pytest.mark.parametrize("height", [SMALL, TABLE, ZOOM])
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.long
def test_all_faces_stay_inside_their_cards(deck: str, height: int, spills: list[str]) -> None:
    faces = DECKS[deck] if height < ZOOM else DECKS[deck][::5]
    for printing in PRINTINGS:
        fresh = CardArt(printing)
        for face in faces:
            drawn = fresh.face(face, height)
            assert drawn.get_height() == height
            assert spills == [], (face.key, printing)


def test_a_letter_over_the_edge_is_found(spills: list[str]) -> None:
    target = Surface((20, 20), pygame.SRCALPHA, 32)
    ink = Surface((10, 10), pygame.SRCALPHA, 32)
    ink.fill((255, 255, 255, 255))
    rampage_cards.lay(target, ink, 10, 10)
    assert spills == []
    rampage_cards.lay(target, ink, 17, 10)
    assert len(spills) == 1


@pytest.mark.long
def test_no_text_is_left_out_of_an_enlarged_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each title, line and effect has a readable type size at which it fits."""
    sizes: dict[str, int] = {}
    fitted = Lettering.fit_text

    def fit_and_record(self: Lettering, string: str, *rest, **more):  # type: ignore[no-untyped-def]
        found = fitted(self, string, *rest, **more)
        if string.strip():
            assert found is not None, string
            sizes[string] = found[0]
            assert " ".join(found[1]).split() == string.split()
        return found

    monkeypatch.setattr(Lettering, "fit_text", fit_and_record)
    fresh = CardArt()
    for face in (*TECH, *RAMPAGE, *TOKENS):
        fresh.face(face, ZOOM)
    for face in RAMPAGE:
        assert sizes[face.text] >= 22, face.key
        assert sizes[face.title.rpartition(": ")[2]] >= 26, face.key
    for face in TECH:
        assert not face.text or sizes[face.text.partition(":")[2].strip()] >= 15, face.key


@pytest.mark.long
@pytest.mark.parametrize("height", [SMALL, TABLE, 300])
@pytest.mark.parametrize("deck", ["standard", "rampage", "token"])
def test_no_two_faces_look_alike(art: CardArt, deck: str, height: int) -> None:
    drawn = {face.key: pixels(art.face(face, height))[..., :3] for face in DECKS[deck]}
    assert len(drawn) == len(DECKS[deck])
    for one, two in itertools.combinations(drawn, 2):
        assert differ(drawn[one], drawn[two]), (one, two)


def differ(one: Pixels, two: Pixels) -> bool:
    """Return True if at least twenty pixels differ; most pairs differ in each eighth row."""
    return any((np.abs(one[::step] - two[::step]).max(axis=-1) > 48).sum() >= 20 for step in (8, 1))


def test_a_mark_of_twenty_pixels_is_a_difference() -> None:
    plain = np.zeros((90, 60, 3), int)
    marked = plain.copy()
    marked[33, 7:26, 1] = 49
    assert not differ(plain, marked)
    marked[34, 7, 2] = -49
    assert differ(plain, marked)


def test_copies_look_alike(art: CardArt) -> None:
    for face in (RAMPAGE[0], STANDARD[25]):
        again = replace(face, key=face.key + ".2")
        assert np.array_equal(pixels(art.face(face, TABLE)), pixels(art.face(again, TABLE)))


# -- standard -------------------------------------------------------------------------------------


def test_the_ace_of_spades_is_the_grandest(art: CardArt) -> None:
    def ink_area(suit: str) -> int:
        body = pixels(art.face(Face("A", 1, suit), 400))[80:320, 60:210, :3]
        return int((body.max(axis=-1) < 120).sum() if suit in "SC" else (body[..., 1] < 90).sum())

    assert ink_area("S") > 1.5 * max(ink_area(suit) for suit in "HDC")


@pytest.mark.parametrize("suit", "CD")
def test_four_colours_reach_the_clothes_of_the_courts(suit: str) -> None:
    usual, four = CardArt(DefaultPrintOptions()), CardArt(DefaultPrintOptions(suits="four"))
    for rank in (11, 12, 13):
        face = Face("court", rank, suit)
        one, two = (pixels(each.face(face, 500))[..., :3] for each in (usual, four))
        changed = np.abs(one - two).max(axis=-1) > 60
        middle = changed[200:300, 90:240]
        assert middle.sum() > 30, "the suit's shapes in the middle of the card"


# -- rampage --------------------------------------------------------------------------------------


def changed_part(art: CardArt, line: str, other: str, height: int) -> tuple[float, float]:
    """Return where a card changes with its numbers, as shares of its width and height."""
    one, two = (
        pixels(art.face(Face("knight", 0, "", "rampage", "rampage", "Knight", each), height))
        for each in (line, other)
    )
    rows, columns = np.nonzero(np.abs(one - two).max(axis=-1) > 40)
    assert len(rows) >= 8, (line, other)
    return float(columns.mean()) / one.shape[1], float(rows.mean()) / one.shape[0]


@pytest.mark.parametrize("height", [SMALL, TABLE, 300, ZOOM])
def test_figures_stand_in_their_corners(art: CardArt, height: int) -> None:
    usual = "gate=2 castle=1 attack=4 star=0 units=K cost=0 cost_units= bonus= permanent=0 purple=0"
    for old, new, left, above in (
        ("gate=2", "gate=3", True, False),
        ("castle=1", "castle=4", False, False),
        ("attack=4", "attack=6", False, True),
        ("star=0", "star=1", False, True),
        ("units=K", "units=X", True, True),
    ):
        x, y = changed_part(art, usual, usual.replace(old, new), height)
        assert x < 0.42 if left else x > 0.55, (old, new)
        assert y < 0.35 if above else y > 0.78, (old, new)


@pytest.mark.parametrize("height", [SMALL, TABLE, ZOOM])
def test_without_an_attack_there_is_no_shield(art: CardArt, height: int) -> None:
    for face in RAMPAGE:
        image = pixels(art.face(face, height))[..., :3]
        corner = image[: height // 3, image.shape[1] * 3 // 5 :]
        steel = np.abs(corner - np.array(rampage_cards.STEEL)).max(axis=-1) < 12
        shield = 0.02 < float(steel.mean()) < 0.6
        assert shield is ("attack= " not in face.line), face.key


@pytest.mark.parametrize("height", [SMALL, ZOOM])
def test_costs_and_extras_are_seen(art: CardArt, height: int) -> None:
    bare = "gate=1 castle=1 attack=9 star=1 units= cost=0 cost_units=K|A bonus=A+5 permanent=0"
    for old, new in (
        ("cost=0", "cost=1"),
        ("cost_units=K|A", "cost_units=K|X"),
        ("bonus=A+5", "bonus=K+5"),
        ("bonus=A+5", "bonus=A+4"),
        ("permanent=0", "permanent=1"),
        ("permanent=0", "permanent=0 purple=1"),
    ):
        changed_part(art, bare, bare.replace(old, new), height)


def test_purple_cards_have_purple_ground_and_no_others(art: CardArt) -> None:
    for face in RAMPAGE:
        rim = pixels(art.face(face, 300))[120:180, 4:8, :3].reshape(-1, 3).mean(axis=0)
        purple = bool(rim[2] > 1.25 * rim[1] and rim[0] > 1.1 * rim[1])
        assert purple is ("purple=1" in face.line), face.key


def test_every_card_type_has_a_picture_of_its_own(art: CardArt) -> None:
    assert len(RAMPAGE) == 25
    white = (255, 255, 255)
    seen = {pixels(art.pictures.picture(f"rampage/{face.key}", 64, white)).tobytes()
            for face in RAMPAGE}  # fmt: skip
    assert len(seen) == 25


@pytest.mark.parametrize(
    "line", ["", "gate", "gate=", "gate=x castle=-4 units=Q|? cost=²", "=", "bonus=+ cost==", "a b"]
)
def test_odd_figures_are_no_figures(line: str) -> None:
    assert PrintedFigures.read(line) == PrintedFigures()


def test_figures_are_read() -> None:
    line = "gate=12 castle=3 attack=0 star=1 units=K|A cost=2 cost_units=X bonus=A+5 permanent=1"
    expected = PrintedFigures("12", "3", "0", True, ("K", "A"), 2, ("X",), "A", "5", True, False)
    assert PrintedFigures.read(line) == expected


# -- backs ----------------------------------------------------------------------------------------


def ground_of(image: Pixels) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    height, width = image.shape[:2]
    part = image[height // 8 : -height // 8, width // 8 : -width // 8, :3]
    return np.asarray(part.reshape(-1, 3).mean(axis=0))


def test_backs_of_a_family_are_alike_but_for_their_sign(art: CardArt) -> None:
    drawn = {
        (family, part): pixels(art.back(f"{family}.{part}", 190))
        for family in ("black", "red")
        for part in ("soldiers", "resources")
    }
    for family in ("black", "red"):
        soldiers, resources = drawn[family, "soldiers"], drawn[family, "resources"]
        differs = np.abs(soldiers - resources).max(axis=-1) > 24
        assert 40 < differs.sum() < 0.06 * differs.size
        unit = 190 / LENGTH
        assert not differs[round(26 * unit) : -round(26 * unit)].any(), "only above and below"
    for part in ("soldiers", "resources"):
        black, red = ground_of(drawn["black", part]), ground_of(drawn["red", part])
        assert np.abs(black - red).max() > 35
        grey = [drawn[family, part][..., :3].mean(axis=-1) for family in ("black", "red")]
        assert (np.abs(grey[0] - grey[1]) > 24).mean() > 0.1, "without colours too"


def test_decks_have_backs_of_their_own(art: CardArt) -> None:
    names = ("black", "red", "blue", "plain", "castle", "tech", "rampage", "token", "wish",
             "token.2", "token.3", "token.4", "red.letters")  # fmt: skip
    for height in (SMALL, TABLE):
        drawn = {name: pixels(art.back(name, height)) for name in names}
        for one, two in itertools.combinations(names, 2):
            assert (np.abs(drawn[one] - drawn[two]).max(axis=-1) > 30).sum() > 60, (one, two)


# -- pictures of games, ribbons -------------------------------------------------------------------


def test_a_picture_of_every_game(art: CardArt) -> None:
    made = {}
    for game in games().values():
        for size in ((420, 200), (300, 300), (90, 160)):
            image = game_picture(art, game, size, radius=9)
            assert image.get_size() == size
            assert game_picture(art, game, size, radius=9) is image, "made once"
            drawn = pixels(image)
            assert drawn[0, 0, 3] < 40, "rounded"
            assert (drawn[20:-20, 20:-20, 3] > 250).all(), "and opaque"
        made[game.id] = pixels(game_picture(art, game, (420, 200), "wood"))
    for one, two in itertools.combinations(made, 2):
        assert (np.abs(made[one] - made[two]).max(axis=-1) > 40).mean() > 0.08, (one, two)


def test_a_picture_shows_different_cards() -> None:
    for game in games().values():
        faces, backs = typical_faces(game, 4)
        assert 2 <= len({face.key for face in faces}) == len(faces) <= 4
        assert len({face.suit for face in faces}) >= 2
        assert backs


def test_ribbons_say_which_mark_it_is(art: CardArt) -> None:
    names = [f"Counts as {name}" for name in DOMAIN_NAMES.values()]
    assert {domain_of(name) for name in names} == {tech_cards.DOMAINS[suit] for suit in "KSTV"}
    assert domain_of("wall") is domain_of("") is None
    names += ["wall", "returned", "infected", "Odd", "", "../../odd"]
    drawn = {name: pixels(ribbon(art, name, 24)) for name in names}
    for one, two in itertools.combinations(names, 2):
        if {one, two} != {"Odd", "../../odd"}:
            assert (np.abs(drawn[one] - drawn[two]).max(axis=-1) > 40).sum() > 12, (one, two)
    assert ribbon(art, "wall", 24) is ribbon(art, "wall", 24)


@pytest.mark.parametrize(("size", "names"), [((90, 134), 1), ((90, 134), 3), ((134, 90), 2)])
def test_ribbons_lie_on_their_card_beside_its_index(
    art: CardArt, size: tuple[int, int], names: int
) -> None:
    """Ribbons lie in the upper half of the card. They leave free the text above a hand and, in a
    hand, the index at the left.
    """
    marks = ["wall", "returned", "Counts as Science"][:names]
    for draw, more in ((draw_ribbons, ()), (draw_hand_ribbons, (0.0,))):
        canvas = Canvas(blank((300, 300)), LOOK)
        draw(canvas, art, marks, (150, 150), size, *more)
        drawn = pygame.mask.from_surface(canvas.surface)
        card = pygame.Rect(0, 0, *size)
        card.center = (150, 150)
        for rect in drawn.get_bounding_rects():
            assert card.left - 2 <= rect.left
            assert rect.right <= card.right + 2
            assert card.top - 6 <= rect.top
            assert rect.bottom < card.centery
            assert draw is draw_ribbons or rect.left > card.left + 0.2 * card.width


def test_a_card_looks_the_same_whatever_was_drawn_before_it() -> None:
    """Badges are cached by size, and must not be those of a slightly larger card."""
    after = CardArt()
    for height in range(150, 176):
        after.face(RAMPAGE[0], height)
    for height in range(150, 176):
        fresh = CardArt().face(RAMPAGE[0], height)
        assert np.array_equal(pixels(after.face(RAMPAGE[0], height)), pixels(fresh)), height


@pytest.mark.parametrize("height", [SMALL, TABLE, ZOOM])
def test_the_words_of_all_tokens_have_one_size(
    height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: dict[str, int] = {}
    plain = Lettering.line

    def line(
        self: Lettering, string: str, face: str, size: int, colour: tuple[int, int, int]
    ) -> Surface:
        if face == "card_bold":
            sizes[string] = size
        return plain(self, string, face, size, colour)

    monkeypatch.setattr(Lettering, "line", line)
    fresh = CardArt()
    for face in TOKENS:
        fresh.face(face, height)
    words = {face.title: sizes.get(face.title) for face in TOKENS if len(face.title) > 2}
    assert len(words) >= 5
    assert None not in words.values()
    assert len(set(words.values())) == 1, words
