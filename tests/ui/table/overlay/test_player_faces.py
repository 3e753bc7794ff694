"""Tests of the portraits at the table: places, expressions, and no overlaps."""

from __future__ import annotations

from typing import Any

import pytest
from pygame import Rect

from castlecards.core.expressions import expressions
from castlecards.players.levels import LEVELS
from castlecards.players.seating import ComputerSeat
from castlecards.profiles import Profiles
from castlecards.ui.cardart import portraits
from castlecards.ui.cardart.seat_signs import sign_of
from castlecards.ui.table.model import ThinkingState
from castlecards.ui.table.overlay.player_faces import PlayerFaces
from castlecards.ui.table.overlay.speech_bubble import SHOWN
from castlecards.ui.table.overlay.thinking_indicator import ThinkingIndicator
from castlecards.ui.table.render.site_layer import standing_buildings
from tests.ui.shots.matches import until
from tests.ui.shots.portraits import TABLES, TALKS, with_characters
from tests.ui.shots.stage import Stage
from tests.ui.test_sizes import FORMS, collect_drawn_texts

LEAST = 72  # px, size of a face at 1280 x 800
TOUCH = -4  # px: a card can overlap a corner of the square around a round face


def faces(stage: Stage) -> PlayerFaces:
    return stage.table.painter.faces


def seated(stage: Stage, name: str, form: str = "1280") -> PlayerFaces:
    size, settings = FORMS[form]
    stage.clear(size, **settings)
    TABLES[name](stage)
    return faces(stage)


@pytest.mark.parametrize("name", TABLES)
def test_each_opponent_has_a_large_face_at_the_far_side(stage: Stage, name: str) -> None:
    shown = seated(stage, name)
    session = stage.table.session
    assert len(shown._faces) == session.players - 1
    for seat, rect in shown._faces.items():
        assert session.owner(seat) != 0
        assert min(rect.size) >= LEAST
        hands = [area for area in stage.table.table_view.layout.areas if area.hand
                 and session.position.box.zones[area.zone].owner == seat]  # fmt: skip
        far = hands[0].y < 0.5 * 800  # else a team mate
        assert (rect.bottom < 0.35 * 800) == far


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", TABLES)
def test_a_face_covers_no_card_no_control_and_no_text(stage: Stage, name: str, form: str) -> None:
    shown = seated(stage, name, form)
    table = stage.table
    with collect_drawn_texts() as sheet:
        stage.app.stack.lay_out()
        stage.picture()
    own = {stage.table.session.name(seat) for seat in shown._names}
    texts = [(line.text, line.seen) for line in sheet.lines
             if line.size == FORMS[form][0]]  # fmt: skip
    things = [("card or place", rect) for rect in table.table_view.rects() if rect.width]
    static = table.table_view.static_layer
    things += [("building", one.rect)
               for one in standing_buildings(table.table_view.layout, static.sites)]  # fmt: skip
    things += [("control", rect) for rect in table.overlay.control_rects()]
    for face in shown._faces.values():
        inner = face.inflate(TOUCH, TOUCH)
        assert [what for what, rect in (*things, *texts) if inner.colliderect(rect)] == []
        assert Rect((0, 0), FORMS[form][0]).contains(face)
    for rect in shown._names.values():
        assert [text for text, seen in texts if text not in own and rect.colliderect(seen)] == []


def test_of_two_people_the_other_one_has_a_sign_but_not_where_a_plate_shows_it(
    stage: Stage,
) -> None:
    stage.clear((1280, 800))
    stage.sit(until("wars", lambda s: s.at == 60))
    me = stage.table.viewer.seat
    assert faces(stage).rect(1 - me) is not None
    assert faces(stage).rect(me) is None
    stage.clear((1280, 800))
    stage.sit(until("tricks-2", lambda s: s.at == 20))
    assert not faces(stage).rects()


def test_a_person_shows_the_face_that_the_profile_has_chosen(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = until("wars", lambda s: s.at == 60)
    other = 1 - session.decision.seat
    name, roth = session.name(other), stage.app.characters["roth"]
    faces_of = {name: "roth"}
    monkeypatch.setattr(Profiles, "face", lambda _, name: faces_of.get(name, ""))
    drawn: list[Any] = []
    monkeypatch.setattr(portraits, "draw_portrait", lambda *args: drawn.append(args[2:]))
    stage.clear((1280, 800))
    stage.sit(session)
    stage.picture()
    shown, rect = faces(stage), faces(stage).rect(other)
    assert drawn == [(roth, rect.center, rect.width, expressions(session)[other])]
    assert shown.character(other) is None  # a person, for whom nobody talks


def test_a_person_whose_face_is_gone_has_the_sign(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = until("wars", lambda s: s.at == 60)
    other = 1 - session.decision.seat
    monkeypatch.setattr(Profiles, "face", lambda *_: "gone")
    signs, drawn = list[Any](), list[Any]()
    monkeypatch.setattr(portraits, "draw_person", lambda *args: signs.append(args[1:]))
    monkeypatch.setattr(portraits, "draw_portrait", lambda *args: drawn.append(args))
    stage.clear((1280, 800))
    stage.sit(session)
    stage.picture()
    rect = faces(stage).rect(other)
    assert signs == [(sign_of(session, other), rect.center, rect.width)]
    assert drawn == []


def test_the_face_follows_the_log_once_the_cards_lie(stage: Stage) -> None:
    stage.clear((1280, 800))
    session = with_characters(
        stage, until("wars", lambda s: s.at > 60 and expressions(s)[1] == "glad")
    )
    stage.sit(session)
    shown = faces(stage)
    assert shown.expression(1) == "glad"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(shown.model.playback), "plays", property(lambda _: True))
        shown.model.session = until("wars", lambda s: s.at == 0)
        assert shown.expression(1) == "glad"
    shown.model.session = until("wars", lambda s: s.at == 0)
    assert shown.expression(1) == "calm"


def test_who_thinks_has_a_ring_instead_of_the_panel(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(ThinkingIndicator, "draw", lambda *_: drawn.append("panel"))
    monkeypatch.setattr(
        "castlecards.ui.table.overlay.player_faces._draw_ring",
        lambda canvas, rect, share: drawn.append(rect),
    )
    seated(stage, "faces-wars")
    painter = stage.table.painter
    for player in (1, 0):
        thinking = ThinkingState(ComputerSeat("Roth", LEVELS[0]), 0.5, False, player)
        monkeypatch.setattr(type(painter), "_thinking", property(lambda _, now=thinking: now))
        stage.app.stack.lay_out()
        stage.picture()
    assert drawn == [painter.faces.rect(1), "panel"]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_long_name_without_room_beside_its_face_stands_below_it(
    stage: Stage, size: tuple[int, int]
) -> None:
    stage.clear(size)
    session = with_characters(stage, until("wars", lambda s: s.at > 60))
    session.names = ("Berta the Warden", *session.names[1:])
    session.characters = ("berta", *session.characters[1:])
    stage.sit(session)
    face, *names = faces(stage).rects()
    assert len(names) == 1
    assert names[0].top > face.bottom
    assert names[0].left == face.left


def test_faces_of_one_table_have_one_size(stage: Stage) -> None:
    shown = seated(stage, "faces-tricks")
    assert len({rect.size for rect in shown._faces.values()}) == 1


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", TALKS)
def test_a_bubble_covers_no_card_no_control_and_no_text(stage: Stage, name: str, form: str) -> None:
    size, settings = FORMS[form]
    stage.clear(size, **settings)
    TALKS[name](stage)
    shown, table = faces(stage), stage.table
    said = shown.speech_bubble.remark
    assert said is not None
    with collect_drawn_texts() as sheet:
        stage.app.stack.lay_out()
        stage.picture()
    bubble = shown.bubble(table.overlay.layer.look or stage.app.look, table.table_view.layout,
                          table.overlay.root.table)  # fmt: skip
    if form == "1280":
        assert bubble is not None
    if bubble is None:
        return
    rect, lines = bubble
    assert " ".join(lines) == said.text
    things = [rect for rect in table.table_view.rects() if rect.width]
    things += table.overlay.control_rects()
    assert rect.inflate(TOUCH, TOUCH).collidelist(things) < 0
    texts = [line.text for line in sheet.lines if line.size == size
             and line.seen.colliderect(rect)]  # fmt: skip
    assert [text for text in texts if text not in lines] == []


def test_a_bubble_goes_after_some_seconds_and_the_setting_turns_talk_off(stage: Stage) -> None:
    stage.clear((1280, 800))
    TALKS["talk-wars"](stage)
    assert faces(stage).speech_bubble.remark is not None
    stage.wait(SHOWN + 0.2)
    assert faces(stage).speech_bubble.remark is None
    stage.clear((1280, 800), table_talk=False)
    TALKS["talk-wars"](stage)
    assert faces(stage).speech_bubble.remark is None


def test_a_match_that_is_opened_again_begins_without_a_remark(stage: Stage) -> None:
    stage.clear((1280, 800))
    TABLES["faces-wars"](stage)
    assert faces(stage).speech_bubble.remark is None


def test_all_expressions_are_painted_between_frames(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = seated(stage, "faces-wars")
    look = stage.table.overlay.layer.look
    assert look is not None
    while stage.table.prerender():
        pass
    assert not shown.prerender(look)
    monkeypatch.setattr(portraits, "painted_portrait", None)  # fails if a portrait is painted now
    for expression in portraits.EXPRESSIONS:
        monkeypatch.setattr(PlayerFaces, "expression", lambda *_, now=expression: now)
        stage.picture()
