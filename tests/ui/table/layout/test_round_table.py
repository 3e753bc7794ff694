"""Tests of round tables: a ring of cards, plates around it, captions, and forms."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from castlecards.content import games
from castlecards.core.form import Form, Socket
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.core.view import View, view
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.layout.model import RATIO, FormArea, Layout, ZoneArea, column_width
from castlecards.ui.table.layout.round_table import seal_middle
from castlecards.ui.table.layout.table_layout import table_layout
from castlecards.ui.table.overlay.captions import Caption, CaptionSpace
from castlecards.ui.table.render.labels import title_rects
from castlecards.ui.table.render.table_signs import area_rect
from castlecards.ui.table.render.trays import BOARD
from tests.ui.driving import Driver, recorded_texts
from tests.ui.driving import look as plain_look
from tests.ui.table.layout.test_table_layout import SIZES, apart, box, stage

GAME = games()["tricks_of_the_trade"]
SEATS = (2, 3, 4)


def begun(seats: int) -> Position[object]:
    """Return the position at the first trick, after the first option of each decision."""
    session: Session[object] = Session(GAME, GAME.options(), seats, 3)
    while (decision := session.decision) is not None and GAME.phase_now(session.public) != "Tricks":
        session.submit(decision.seat, decision.options[0])
    return session.position


def layout_for(pos: Position[object], seat: int, size: tuple[int, int], **more: object) -> Layout:
    return table_layout(view(pos, seat), stage(size, phase=GAME.phase_now(pos), **more))


def ring_of(layout: Layout, pos: Position[object]) -> dict[int, ZoneArea]:
    """Return the places for cards in the ring by seat."""
    specs = pos.box.zones
    found = [area for area in layout.areas if area.part == "ring" and area.width]
    return {specs[area.zone].owner or 0: area for area in found}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("mirrored", [False, True])
def test_all_lies_in_the_window_and_nothing_on_anything_else(
    size: tuple[int, int], seats: int, mirrored: bool
) -> None:
    pos = begun(seats)
    for seat in (-1, *range(seats)):
        layout = layout_for(pos, seat, size, mirrored=mirrored)
        assert layout.round is not None
        solid = [area for area in layout.areas if area.width and not area.hand]
        solid = [area for area in solid if not pos.box.zones[area.zone].hidden]
        for area in solid:
            x, y, w, h = box(area)
            assert x >= 0, area
            assert x + w <= size[0] + 1, area
            assert y >= 0, area
            assert y + h <= size[1], area
        for one, two in itertools.combinations(solid, 2):
            assert apart(box(one), box(two)), (one, two)
        plates = [(p.x - p.width / 2, p.y - p.height / 2, p.width, p.height)
                  for p in layout.round.plates]  # fmt: skip
        for plate, other in itertools.combinations(plates, 2):
            assert apart(plate, other)
        for plate, area in itertools.product(plates, solid):
            assert apart(plate, box(area)) or area.part in ("plate", "unseen"), area


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1600, 900), (1024, 768)])
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("mirrored", [False, True])
def test_titles_at_the_edge_keep_off_the_rail(
    size: tuple[int, int], seats: int, mirrored: bool
) -> None:
    pos = begun(seats)
    beside = column_width(size[0], stage(size).u, False)
    seen = stage(size, phase=GAME.phase_now(pos), mirrored=mirrored, column=beside)
    look = replace(plain_look(), scale=seen.u)
    written = title_rects(look, table_layout(view(pos, 0), seen))
    assert len(written) > 2
    table = Rect(round(seen.left), 0, round(seen.width), round(seen.height))
    inside = table.inflate(-2 * look.px(BOARD + 2), 0)
    assert all(inside.left <= rect.left and rect.right <= inside.right for rect in written)


@pytest.mark.parametrize("seats", SEATS)
def test_the_ring_goes_round_in_turn_with_ones_own_place_nearest(seats: int) -> None:
    pos = begun(seats)
    for seat in range(seats):
        layout = layout_for(pos, seat, (1280, 800))
        table, places = layout.round, ring_of(layout, pos)
        assert table is not None
        assert places[seat].y == max(area.y for area in places.values())
        for area in places.values():
            reach = math.hypot(abs(area.x - table.x), abs(area.y - table.y))
            assert reach + area.width / 2 < table.radius
        turns = [
            math.atan2(
                places[(seat + n) % seats].x - table.x, table.y - places[(seat + n) % seats].y
            )
            % (2 * math.pi)
            for n in range(1, seats)
        ]  # clockwise from the top, from the next seat on: left, top, right
        left_first = [(turn - math.pi) % (2 * math.pi) for turn in turns]
        assert left_first == sorted(left_first)
        assert [plate.seat for plate in table.plates] == [(seat + n) % seats for n in range(seats)]


def test_small_windows_shrink_the_ring_and_large_ones_leave_it_as_it_is() -> None:
    pos = begun(4)
    sizes = {}
    for size in ((1280, 800), (800, 600)):
        table = layout_for(pos, 0, size).round
        sizes[size] = round(table.size, 2)
    assert sizes[1280, 800] == 1.0
    assert sizes[800, 600] < 0.75


@pytest.mark.parametrize("seats", SEATS)
def test_no_pile_moves_when_a_rare_one_gets_its_first_card(seats: int) -> None:
    pos = begun(seats)

    def piles() -> dict[str, tuple[float, float]]:
        areas = [area for area in layout_for(pos, 0, (1280, 800)).areas if area.width]
        return {pos.box.zones[a.zone].name: (a.x, a.y) for a in areas if not (a.part or a.hand)}

    before = piles()
    pos.zones[pos.box.zone("expelled")], pos.zones[pos.box.zone("draw")] = b"\x05", b""
    after = piles()
    assert after.keys() - before.keys() == {"expelled"}
    assert before == {name: after[name] for name in before}


def test_places_are_shown_in_their_part_of_the_turn_alone() -> None:
    pos = begun(2)
    specs = pos.box.zones

    def visible_zones(phase: str) -> set[str]:
        layout = table_layout(view(pos, 0), stage((1280, 800), phase=phase))
        return {specs[area.zone].name for area in layout.areas if area.width}

    assert {"0.trick", "1.trick"} <= visible_zones("Tricks")
    assert not {"0.offer", "0.bid", "1.bid"} & visible_zones("Tricks")
    assert {"0.bid", "1.bid"} <= visible_zones("Bid")
    assert "0.trick" not in visible_zones("Trade")
    assert "0.offer" in visible_zones("Trade")
    assert "expelled" not in visible_zones("Tricks")  # nothing lies there yet
    pos.zones[pos.box.zone("expelled")], pos.zones[pos.box.zone("draw")] = b"\x05", b""
    assert "expelled" in visible_zones("Tricks")


def test_cards_won_lie_crosswise_in_a_stack_and_are_not_drawn() -> None:
    pos = begun(2)
    won, draw = pos.box.zone("0.won"), pos.box.zone("draw")
    pos.zones[won], pos.zones[draw] = pos.zones[draw], b""
    layout = layout_for(pos, 0, (1280, 800))
    assert not any(spot.shown for spot in layout.spots if spot.zone == won)
    area = layout.by_zone[won]
    assert area.width > 60
    assert all(
        spot.angle == 90 and abs(spot.x - area.x) < 8 for spot in layout.spots if spot.zone == won
    )


# -- forms ----------------------------------------------------------------------------------------


def offered() -> Session[object]:
    """Return a match in which the first player has offered a card and names the wish."""
    session: Session[object] = Session(GAME, GAME.options(), 3, 5)
    for verb in ("bid", "bid", "bid", "offer"):
        decision = session.decision
        session.submit(decision.seat, next(a for a in decision.options if a.verb == verb))
    return session


def question(session: Session[object]) -> tuple[View, Form]:
    decision = session.decision
    seen = session.shown(decision.seat)
    form = GAME.form(seen)
    assert form is not None
    return seen, form


@pytest.mark.parametrize("size", SIZES)
def test_a_form_lies_in_the_window_and_its_cards_lie_on_it(size: tuple[int, int]) -> None:
    session = offered()
    for verb in ("wish", "counter", "take"):
        seen, form = question(session)
        layout = table_layout(seen, stage(size, phase="Trade", form=form))
        sheet = layout.sheet
        assert sheet.x - sheet.width / 2 >= 0
        assert sheet.x + sheet.width / 2 <= size[0]
        assert sheet.y - sheet.height / 2 >= 0
        assert sheet.y + sheet.height / 2 <= size[1]
        for socket in form.sockets:
            lies = {socket.card} if socket.card >= 0 else set(seen.position.zones[socket.zone])
            there = [spot for spot in layout.spots if spot.card in lies]
            assert all(sheet.holds(spot.x, spot.y) and spot.up for spot in there)
            if socket.zone >= 0:
                area = layout.by_zone[socket.zone]
                assert sheet.holds(area.x, area.y)
        places = [(x - w / 2, y - h / 2, w, h) for x, y, w, h in sheet.places]
        assert all(apart(one, two) for one, two in itertools.combinations(places, 2))
        options = [a for a in session.decision.options if a.verb == verb]
        if verb == "wish":  # for a domain, so that some cards do not match
            options = [a for a in options if session.position.face(a.cards[0]).suit]
        session.submit(session.decision.seat, options[0])


@pytest.mark.parametrize("size", [*SIZES[:3], (1024, 768), (972, 800)])
@pytest.mark.parametrize("seats", SEATS)
def test_a_form_covers_nothing_of_a_plate(size: tuple[int, int], seats: int) -> None:
    session: Session[object] = Session(GAME, GAME.options(), seats, 5)
    while (decision := session.decision) is not None and decision.options[0].verb != "use":
        verbs = {action.verb: action for action in decision.options}
        seen = session.shown(decision.seat)
        form, phase = GAME.form(seen), GAME.phase_now(session.public)
        if form is not None:
            layout = table_layout(seen, stage(size, phase=phase, form=form))
            assert layout.sheet is not None
            assert layout.round is not None
            paper = area_rect(layout.sheet)
            shown = [area for area in layout.areas if area.part == "plate" and area.width]
            assert shown
            for solid in (*shown, *layout.round.plates):
                lies = Rect(0, 0, round(solid.width), round(solid.height))
                lies.center = (round(solid.x), round(solid.y))
                assert not paper.colliderect(lies), (decision.prompt, paper, lies)
            crown = next(area for area in layout.areas if area.part == "crown")
            if size == (972, 800):  # beside a lesson there is room below the form, not beside it
                assert not paper.colliderect(area_rect(crown))
            u = stage(size).u
            high = min(y - height / 2 for _, y, _, height in layout.sheet.places)
            assert high - paper.top >= (66 + 12) * u - 2, (
                "the title and a note stand above the cards"
            )
        for verb in ("bid", "wish", "counter", "refuse", "offer"):
            if verb in verbs:
                session.submit(decision.seat, verbs[verb])
                break
        else:
            break


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("phase", ["Deal", "Tricks"])
def test_a_card_that_leaves_its_plate_goes_to_the_seal_and_covers_no_other(
    seats: int, phase: str
) -> None:
    pos = begun(seats)
    layout = table_layout(view(pos, 0), stage((1280, 800), phase=phase))
    assert layout.round is not None
    names = pos.box.names
    areas = {names[area.zone]: area for area in layout.areas}
    for plate in layout.round.plates:
        bid, goal = areas[f"{plate.seat}.bid"], areas[f"{plate.seat}.goal"]
        assert not bid.width
        assert (bid.x, bid.y) == seal_middle(plate, layout.round.size)
        token = replace(bid, width=bid.tall * RATIO, height=bid.tall)
        assert not area_rect(token).inflate(-4, -4).colliderect(area_rect(goal))


def test_only_whoever_is_asked_has_a_form() -> None:
    session = offered()
    decision = session.decision
    assert decision is not None
    for seat in range(3):
        assert (GAME.form(session.shown(seat)) is not None) == (seat == decision.seat)


def test_a_form_shows_no_face_that_its_reader_does_not_know() -> None:
    pos = begun(2)
    hidden = pos.zones[pos.box.zone("1.hand")][0]
    form = Form("What is it?", sockets=(Socket("This", hidden),))
    layout = table_layout(view(pos, 0), stage((1280, 800), phase="Tricks", form=form))
    assert not layout.by_card[hidden].up


@pytest.mark.usefixtures("every_frame_drawn")
def test_long_names_are_written_out_on_plates(home: object) -> None:
    names = ("Anna", "Captain Bartholomew", "Chancellor Wilhelmina", "Dan")
    session: Session[Any] = Session(GAME, GAME.options(), 4, 3, (), names)
    with Driver(reduced_motion=True) as driver:
        scene = driver.sit(session)
        scene.raise_curtain()
        driver.settle()
        scene.overlay.score.visible = False
        with recorded_texts() as said:
            scene.table_view.static_layer.forget()
            driver.app._draw()
    assert {"Captain", "Bartholomew", "Chancellor", "Wilhelmina"} <= set(" ".join(said).split())


@pytest.mark.parametrize("wide", [640, 1280])
def test_what_is_said_lies_over_no_score(home: object, wide: int) -> None:
    caption = Caption("Captain Bartholomew built a wall with two sevens on plot 1.")
    window, score = Rect(0, 0, wide, 480), Rect(10, 10, 300, 90)
    surface = Surface(window.size)
    surface.fill((90, 90, 90))
    caption.draw(Canvas(surface, plain_look()), CaptionSpace(window, score.center, (score,)))
    pixels = pygame.surfarray.array3d(surface)
    assert pixels.max() > 200
    assert pixels[score.left : score.right, score.top : score.bottom].max() <= 90


def test_what_is_said_stands_above_a_form(home: object) -> None:
    form = FormArea(Form("bid"), 640, 360, 716, 262, (), 480)
    caption = Caption("Microbiome (Science 2) made Science trump.")
    window = Rect(0, 0, 1280, 800)
    clear, covered = (Surface(window.size) for _ in range(2))
    for surface, rect in ((clear, area_rect(form)), (covered, None)):
        canvas = Canvas(surface, plain_look())
        taken = () if rect is None else (rect,)
        caption.draw(canvas, CaptionSpace(window, (500, 420), taken, form=rect))
    inside = area_rect(form)
    assert pygame.surfarray.array3d(covered.subsurface(inside)).max() > 100
    assert pygame.surfarray.array3d(clear.subsurface(inside)).max() < 100


@pytest.mark.usefixtures("home", "every_frame_drawn")
def test_what_is_said_on_a_plate_lies_under_none_of_its_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[Rect] = []
    text = Canvas.text

    def read(canvas: Canvas, string: str, *rest: Any, **more: Any) -> Rect:
        rect = text(canvas, string, *rest, **more)
        if string == "has bid":
            said.append(rect)
        return rect

    session: Session[Any] = Session(
        GAME, GAME.options(), 4, 3, (), ("Mina", "Tilo", "Cleo", "Dora")
    )
    for _ in range(3):
        session.submit(session.decision.seat, session.decision.options[0])
    with Driver() as driver:
        scene = driver.sit(session)
        monkeypatch.setattr(Canvas, "text", read)
        scene.raise_curtain()
        driver.settle()
        cards = [
            area_rect(a) for a in scene.table_view.layout.areas if a.part == "plate" and a.width
        ]
        assert len(said) == 3
        assert all(rect.inflate(12, 0).collidelist(cards) < 0 for rect in said)
