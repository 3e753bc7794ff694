"""Tests of the place of captions and of the thinking sign: they cover no name."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest
from pygame import Rect

from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.table.overlay.captions import WIDTHS, Caption, CaptionSpace
from castlecards.ui.table.render.labels import label_rects
from castlecards.ui.table.render.table_signs import area_rect, nameplates
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.throw.flight_view import screen_corners
from tests.ui.driving import look as plain_look
from tests.ui.shots.matches import until
from tests.ui.shots.stage import Stage
from tests.ui.table.flow.test_computer_players import until_thinking
from tests.ui.table.tables import table

TABLES = [
    ("card_barrage", 2),
    ("card_barrage", 6),
    ("castle_wars", 2),
    ("castle", 2),
    ("castle_rampage", 2),
    ("tricks_of_the_trade", 2),
    ("tricks_of_the_trade", 3),
    ("tricks_of_the_trade", 4),
]
SAID = "Berta the Warden played Citizen science (Knowledge 7)."
OFFERED = "Cleo offered a card to Dan, asking for a Science card: Dan showed a card; Cleo refused."


def written_rects(scene: TableScene) -> list[Rect]:
    names = nameplates(scene.session)
    return label_rects(
        scene.app.look, scene.table_view.layout, names, Rect((0, 0), scene.app.surface.get_size())
    )


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_is_said_hides_nobodys_name(game: str, seats: int) -> None:
    with table(game, seats) as play:
        scene = play.table
        scene.raise_curtain()
        play.driver.settle()
        overlay, names = scene.overlay, written_rects(scene)
        assert len(names) >= seats - 1
        overlay.captions.show(SAID)
        (said,) = overlay.caption_rects(play.app.look)
        assert said.collidelist(names) < 0, said
        assert overlay.root.table.contains(said)


@pytest.mark.parametrize("seats", [2, 6])
def test_no_caption_covers_a_flying_card(seats: int) -> None:
    with table("card_barrage", seats, kinds=("random",) * seats, instant=False) as play:
        scene, compared = play.table, set()
        while len(compared) < 3:
            play.feed()
            clip = scene.playback.clip
            if clip is None or clip.known is None:
                continue
            assert play.app.surface  # a frame is drawn, which finds the path
            frame = clip.toss.at(scene.playback.t)
            corners = screen_corners(frame, clip.field, scene.table_view.layout.camera)
            for said in scene.overlay.caption_rects(play.app.look):
                assert not any(said.collidepoint(corner) for corner in corners), clip.card
                compared.add(clip.card)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_toasts_hide_no_name_face_or_card(game: str, seats: int) -> None:
    with table(game, seats) as play:
        scene, look = play.table, play.app.look
        scene.raise_curtain()
        play.driver.settle()
        usual, placed = Rect(380, 14, 520, 40), list[Rect]()
        for _ in range(2):
            placed.append(scene.place_toast(usual, placed))
        taken = [
            *written_rects(scene),
            *scene.painter.faces.rects(),
            *scene.overlay.control_rects(),
        ]
        taken += scene.overlay.caption_rects(look)
        if game != "tricks_of_the_trade":
            taken += scene.table_view.piles(empty=False)
        assert not placed[0].colliderect(placed[1])
        for toast in placed:
            assert toast.collidelist(taken) < 0, toast
            assert scene.overlay.root.table.contains(toast)


@pytest.mark.parametrize("size", [(640, 480), (960, 600), (1280, 800), (1366, 768), (1920, 1080)])
@pytest.mark.parametrize("name", ["tricks-3", "tricks-4"])
def test_what_is_said_beside_a_form_covers_no_hand(
    stage: Stage, name: str, size: tuple[int, int]
) -> None:
    stage.clear(size)
    scene = stage.sit(until(name, lambda s: "offer" in {o.verb for o in s.decision.options}))
    sheet = scene.table_view.layout.sheet
    assert sheet is not None
    taken = [area_rect(sheet), *scene.table_view.piles(empty=False), *written_rects(scene)]
    for text in (SAID, OFFERED):
        scene.overlay.captions.show(text)
        (said,) = scene.overlay.caption_rects(stage.app.look)
        assert said.width
        assert said.collidelist(taken) < 0


def test_small_type_makes_room_in_a_narrow_gap() -> None:
    form, hand = Rect(0, 0, 1100, 400), Rect(0, 436, 1100, 364)
    space = CaptionSpace(Rect(0, 0, 1100, 800), (550, 418), (form,), (hand,), form)
    rect = Caption(SAID).rect(plain_look(), space)
    assert rect.height == 34
    assert rect.collidelist([form, hand]) < 0


def test_what_is_said_is_not_shown_while_a_form_leaves_no_place() -> None:
    table, form = Rect(0, 0, 1100, 800), Rect(20, 60, 1060, 700)
    space = CaptionSpace(table, (550, 380), (form,), (Rect(0, 500, 1100, 300),), form)
    caption, canvas = Caption(SAID), Mock(look=plain_look())
    assert not caption.rect(plain_look(), space).width
    caption.draw(canvas, space)
    assert not canvas.method_calls


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", ["wars", "wars-epic", "castle", "rampage"])
def test_what_is_said_stands_near_the_middle_and_over_no_card(
    stage: Stage, name: str, size: tuple[int, int]
) -> None:
    stage.clear(size)
    scene = stage.sit(until(name, lambda s: len(s.log) >= 60 and s.decision is not None))
    scene.raise_curtain()
    stage.feed()
    scene.overlay.captions.show("Anna moved the 2 of hearts to their pile 3.")
    (said,) = scene.overlay.caption_rects(stage.app.look)
    assert said.collidelist(scene.table_view.piles(empty=False)) < 0
    if name.startswith("wars"):  # in other games, the middle is full
        middle = scene.overlay.root.table
        assert said.centerx == middle.centerx
        assert abs(said.centery - middle.centery) < middle.height / 8


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_long_sentence_of_castle_stands_in_one_line(stage: Stage, size: tuple[int, int]) -> None:
    stage.clear(size)
    scene = stage.sit(until("castle", lambda s: len(s.log) >= 60 and s.decision is not None))
    scene.raise_curtain()
    stage.feed()
    look, captions = stage.app.look, scene.overlay.captions
    heights = []
    for text in (
        "Anna drew 2 cards.",
        "Dorothea built a wall with the 2 of clubs and the 2 of hearts on their plot 2.",
        "Dorothea played the king of hearts on their plot 3: 3 kings, worth 6 points.",
    ):
        captions.show(text)
        (said,) = scene.overlay.caption_rects(look)
        heights.append(said.height)
    assert len(set(heights)) == 1


def test_a_low_caption_beside_the_middle_is_better_than_a_tall_one_there() -> None:
    caption = Caption("No cards were left to draw. Only attacks and returned cards remained.")
    pile = Rect(640, 300, 80, 160)
    space = CaptionSpace(Rect(0, 0, 1100, 800), (550, 380), cards=(pile,))
    rect = caption.rect(plain_look(), space)
    assert not rect.colliderect(pile)
    assert rect.height < 60
    assert abs(rect.centery - 380) < 160


@pytest.mark.parametrize("game", ["castle_wars", "card_barrage", "tricks_of_the_trade"])
def test_who_thinks_hides_nobodys_name(game: str) -> None:
    with table(game, 2, kinds=("human", "squire"), instant=False, pace="slow") as play:
        until_thinking(play)
        play.feed(dt=0.05)
        play.table.painter.sync(play.app.look, play.app.surface.get_size(), play.table.overlay)
        assert play.table.painter._thinking_rect.width
        assert play.table.painter._thinking_rect.collidelist(written_rects(play.table)) < 0


def test_each_width_of_a_caption_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with table("castle_wars", 2) as play:
        play.driver.settle()
        tried: list[float] = []
        plate = Caption._plate

        def place_and_record(
            self: Caption, look: Look, room: CaptionSpace, style: Style, most: float, taken: Any
        ) -> Any:
            tried.append(most)
            return plate(self, look, room, style, most, taken)

        monkeypatch.setattr(Caption, "_plate", place_and_record)
        play.table.overlay.captions.show(SAID)
        (said,) = play.table.overlay.caption_rects(play.app.look)
        assert said.collidelist([rect for rect in play.table.table_view.rects() if rect.width]) < 0
        assert tried == [*WIDTHS]
