"""Tests of overlaps at the table, in random positions of all games at six window sizes.

Normally, each table is laid out in `DAILY` positions in one window. With `--thorough`, 10,000
positions at six sizes are tested, and more at other sizes, left-handed and with larger text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pygame
import pytest
from pygame import Rect

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core.session import HUMAN, LEVELS, Session
from castlecards.ui.cardart.buildings.building import Building
from castlecards.ui.cardart.buildings.kinds import anchor
from castlecards.ui.scene import Reset
from castlecards.ui.table.layout.card_shape import card_shape
from castlecards.ui.table.layout.form_layout import CROWN
from castlecards.ui.table.layout.model import RATIO, ZoneArea
from castlecards.ui.table.overlay.captions import Caption
from castlecards.ui.table.render.labels import label_rects, title_rects
from castlecards.ui.table.render.site_layer import (
    StandingBuilding,
    building_picture,
    standing_buildings,
)
from castlecards.ui.table.render.table_signs import area_rect, badge_places, memory_rect, nameplates
from castlecards.ui.table.scene import TableScene
from tests.depth import Depth
from tests.ui.driving import Driver, shared_art
from tests.ui.shots.matches import match

SIZES = [(1280, 800), (1920, 1080), (3840, 2160), (1366, 768), (960, 600), (640, 480)]
LARGE_LETTERS = [((1280, 800), 1.25), ((1920, 1080), 1.5)]
SHAPES = [(800, 600), (1024, 768), (2560, 1080), (768, 1024)]  # px, of other windows
POSITIONS = 10_000  # with `--thorough`: positions of all tables and `SIZES` together
DAILY = 15  # positions of a table in a normal run
OTHERS = 20  # positions of a table in another window or with other settings
APART = 12  # most records between two positions
FLAGS = 0.3  # the same with flags
TIPS = 0.15  # share of the height of a building that is only tips of roofs
CASTLES = ("gate", "keep")  # buildings that a small form never covers
OPAQUE = 160  # alpha of 255; below it, a pixel is a shadow
CAPTION = "Anna attacks the second pile: 12 against 9"
LONG = (
    "Cleo offered a card to Anna, asking for a Technology card: Anna showed a card; Cleo refused."
)
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay")
CHARACTERS = ("", "roth", "ines", "bruno", "mina", "tilo")
TABLES: Mapping[str, tuple[str, int, Mapping[str, Any]]] = {  # game, players, options
    "barrage-2": ("card_barrage", 2, {}),
    "barrage-4": ("card_barrage", 4, {}),
    "barrage-6": ("card_barrage", 6, {}),
    "castle": ("castle", 2, {}),
    "rampage": ("castle_rampage", 2, {}),
    "wars": ("castle_wars", 2, {}),
    "wars-kingdom": ("castle_wars", 2, {"first": "royal_kingdom", "second": "seers"}),
    "wars-epic": ("castle_wars", 2, {"first": "royal_kingdom", "epic": True}),
    "tricks-2": ("tricks_of_the_trade", 2, {}),
    "tricks-3": ("tricks_of_the_trade", 3, {}),
    "tricks-4": ("tricks_of_the_trade", 4, {}),
    "high-card": ("high_card", 2, {}),
}
FOUND = [  # positions with faults that a thorough test has found: table, window and number
    ("tricks-3", (640, 480), 1), ("tricks-4", (1366, 768), 4), ("wars-kingdom", (640, 480), 40),
    ("tricks-2", (800, 600), 4), ("tricks-4", (960, 600), 4), ("tricks-4", (1280, 800), 23),
]  # fmt: skip
Fault = str


def random_positions(name: str, chance: Random) -> Iterator[Session[Any]]:
    """Yield a session again and again, after up to `APART` more records each time.

    A new match begins after its end. A match of throws is a stored one, because landings need
    physics; any other is played at random.
    """
    game, players, options = TABLES[name]
    rules = games()[game]
    kinds, cast = (HUMAN, *[LEVELS[0]] * (players - 1)), CHARACTERS[:players]
    stored = match(name) if rules.id == "card_barrage" else None
    while True:
        session: Session[Any] = Session(
            rules, stored.options if stored else rules.options(**options), players,
            stored.seed if stored else chance.getrandbits(30), kinds, NAMES[:players],
            practice=True, characters=cast,
        )  # fmt: skip
        yield session
        while session.decision is not None and not (stored and session.at == len(stored.log)):
            for _ in range(chance.randint(1, APART)):
                decision = session.decision
                if decision is None or (stored and session.at == len(stored.log)):
                    break
                if stored is not None:
                    record = stored.log[session.at]
                    session.submit(record.seat, record.action)
                else:
                    session.submit(decision.seat, random_action(decision, chance.getrandbits(32)))
            yield session


class ShownTable:
    """Table of a random match in a window, laid out at any of its positions without a frame."""

    def __init__(self, driver: Driver, session: Session[Any]) -> None:
        self.session = session
        self.scene = TableScene(driver.app, session)
        driver.app.follow(Reset(self.scene))
        self.scene.finish()

    def show(self) -> None:
        """Lay out the current position, with its decision."""
        scene, decision = self.scene, self.session.decision
        scene.model.forget()
        scene.model.next_unasked = False
        scene.playback.drop_callout()
        if decision is not None and scene.viewer.plays_here(decision.seat):
            scene.viewer.ask(decision)
            scene.model.ask(decision)
        scene.arrange()
        for _ in range(2):  # portraits are placed before the ladder, captions after both
            scene.ask_next()

    def faults(self) -> Iterator[Fault]:
        """Yield a sentence for each two things that overlap."""
        scene, view, layout = self.scene, self.scene.table_view, self.scene.table_view.layout
        look, size = scene.playback_control.look, scene.playback_control.size
        assert look is not None
        window, cards = Rect((0, 0), size), view.pos.zones
        lines = label_rects(look, layout, nameplates(self.session), window)
        titles = [
            rect.inflate(-4, -0.4 * rect.height) for rect in lines
        ]  # lines of one title touch
        shields = [shield.rect for shield in badge_places(look, window, layout, view.badges)]
        ladder = scene.painter.ladder_place.rect
        tools = [tool.rect for tool in scene.overlay.tools if tool.visible]
        panels = [*tools, *scene.painter.faces.rects(), *([ladder] if ladder is not None else [])]
        areas = [
            area
            for area in layout.areas
            if area.width and area.mark is None and area.part != "unseen"
        ]
        piles = [_cards_rect(area) for area in areas if area.ground or cards[area.zone]]
        full = [_cards_rect(area) for area in areas if cards[area.zone]]
        recalled = [spot for spot in layout.spots if spot.recalled]
        shapes = [card_shape(spot, layout.camera, layout.field) for spot in recalled]
        faces = [memory_rect(look, shape) for shape in shapes]
        yield from _pairs("shield", shields, "remembered face", faces)
        yield from _pairs("title", titles, "title", titles)
        yield from _pairs("title", titles, "tool, face or ladder", panels)
        yield from _pairs("tool, face or ladder", panels, "tool, face or ladder", panels)
        yield from _pairs("tool, face or ladder", panels, "pile", piles)
        yield from _pairs("tool, face or ladder", panels, "shield", shields)
        yield from _pairs("shield", [rect.inflate(-4, -4) for rect in shields])
        if layout.round is None:  # its plates carry cards and shields
            yield from _pairs("title", titles, "shield", shields)
            apart = [_cards_rect(area) for area in areas if area.is_only_hand or not area.own]
            yield from _pairs("title", titles, "pile", [rect for rect in piles if rect in apart])
        below = [rect.inflate(-4, -0.4 * rect.height) for rect in title_rects(look, layout)]
        yield from _pairs("title", below, "own hand", [_cards_rect(a) for a in areas if a.own])
        yield from self._form_faults()
        yield from self._building_faults(titles, panels)
        told = Caption(CAPTION if layout.sheet is None else LONG)
        rect = told.rect(look, scene.overlay.caption_space(look))
        for what, rects in (("pile", full), ("title", titles), ("tool, face or ladder", panels)):
            yield from _pairs("caption", [rect], what, rects)

    def _form_faults(self) -> Iterator[Fault]:
        layout = self.scene.table_view.layout
        enlarged = self.scene.app.settings.ui_scale != "auto"  # then a form takes the whole window
        if layout.sheet is not None and not enlarged:
            sheet = area_rect(layout.sheet).inflate(-2, -2)
            for area in layout.areas:
                card = area_rect(area)
                crown = card.union(card.move(0, -round(CROWN * layout.viewport.u)))
                if area.part == "crown":
                    yield from _pairs("form", [sheet], "crown", [crown])
            if layout.sheet.form.small and layout.viewport.column:
                yield from self._small_form_faults(sheet)

    def _small_form_faults(self, sheet: Rect) -> Iterator[Fault]:
        """Yield the piles, hands and castles that a small form covers."""
        view, layout = self.scene.table_view, self.scene.table_view.layout
        shown = {socket.card for socket in layout.sheet.form.sockets}
        for area in layout.areas:
            cards = set(view.pos.zones[area.zone]) - shown
            if area.width and (cards or area.ground):
                yield from _pairs("form", [sheet], "pile or hand", [_cards_rect(area)])
        for building in standing_buildings(layout, view.static_layer.sites):
            castle = building.building.kind in CASTLES
            if castle and building.rect.colliderect(sheet) and _reaches(building, sheet, FLAGS):
                yield f"form at {sheet} over {building.building.kind} at {building.rect}"

    def _building_faults(self, titles: Sequence[Rect], panels: Sequence[Rect]) -> Iterator[Fault]:
        """Yield the buildings at titles and panels. Counts and titles are drawn above buildings:
        a count may stand before a wall, and a plate before the tip of a roof."""
        view = self.scene.table_view
        for building in standing_buildings(view.layout, view.static_layer.sites):
            for what, rects in (("title", titles), ("panel", panels)):
                for rect in rects:
                    if building.rect.colliderect(rect) and _reaches(building, rect):
                        yield f"{building.building.kind} at {building.rect} over {what} at {rect}"


def _pairs(
    what: str, rects: Sequence[Rect], other: str = "", others: Sequence[Rect] | None = None
) -> Iterator[Fault]:
    same = others is None or others is rects
    every = combinations(rects, 2) if same else ((a, b) for a in rects for b in others or ())
    for one, two in every:
        if one.colliderect(two):
            yield f"{what} at {one} overlaps {other or what} at {two}"


def _cards_rect(area: ZoneArea) -> Rect:
    """Return the rectangle of the cards of an area, without the square around a turned card."""
    rect = area_rect(area)
    if area.angle and abs(rect.height - area.tall) < 2:
        rect = rect.inflate(0, round(area.tall * (RATIO - 1)))
    return rect.inflate(-4, -4)


@cache
def _shape(building: Building) -> pygame.Mask:
    return pygame.mask.from_surface(building_picture(shared_art(), building), OPAQUE)


def _reaches(standing: StandingBuilding, rect: Rect, tips: float = TIPS) -> bool:
    """Return True if a pixel of the building below the tips of its roofs lies in the rectangle.

    `tips`: share of its height that is tips.
    """
    x, y = anchor(standing.building)
    left, top, tips = standing.x - x, standing.foot - y, round(tips * standing.rect.height)
    below = rect.clip(Rect(rect.x, standing.rect.y + tips, rect.width, 9 * rect.height))
    whole = pygame.Mask((below.width, max(below.height, 0)), fill=True)
    return _shape(standing.building).overlap(whole, (below.x - left, below.y - top)) is not None


def check(name: str, size: tuple[int, int], count: int, chance: Random, **settings: Any) -> None:
    """Lay out `count` random positions of a table. Raises AssertionError with the first faults."""
    driver, shown = Driver(size, instant=True, **settings), None
    try:
        for n, session in enumerate(random_positions(name, chance)):
            if n == count:
                break
            if shown is None or shown.session is not session:
                shown = ShownTable(driver, session)
            shown.show()
            found = list(shown.faults())
            assert not found, (name, size, settings, session.at, found[:4])
    finally:
        driver.app.close()


def cases(name: str) -> Iterator[tuple[tuple[int, int], int, dict[str, Any]]]:
    """Yield sizes, numbers of positions and settings of a table: `SIZES` first."""
    for size in SIZES:
        yield size, -(-POSITIONS // (len(TABLES) * len(SIZES))), {}
    for size in SHAPES:
        yield size, OTHERS, {}
    for size in SIZES:
        yield size, OTHERS, {"left_handed": True}
    if not name.startswith("tricks"):  # else the far hands of a round table reach the tools
        for size, scale in LARGE_LETTERS:
            yield size, OTHERS, {"ui_scale": scale}


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("name", TABLES)
def test_nothing_overlaps_in_random_positions(name: str, depth: Depth) -> None:
    every = [*cases(name)]
    turn = int(hashlib.sha256(name.encode()).hexdigest(), 16)
    for size, count, settings in depth.some(every, len(every), turn):
        check(name, size, depth(DAILY, count), Random(f"{name} {size} {settings}"), **settings)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("name", "size", "number"), FOUND)
def test_no_overlap_that_was_found_comes_again(
    name: str, size: tuple[int, int], number: int
) -> None:
    check(name, size, number, Random(f"{name} {size} {{}}"))
