"""Tests of the round table: seals show the state of bids, signs show open goals, no overlaps."""

from __future__ import annotations

import itertools
from typing import Any
from unittest.mock import Mock, patch

import pytest
from pygame import Rect, Surface

from castlecards.core.game import Badge
from castlecards.core.session import Session
from castlecards.core.view import public
from castlecards.ui.cardart.guild_table import (
    banner_picture,
    seal_picture,
    table_steps,
    tricks_margin,
    tricks_picture,
)
from castlecards.ui.cardart.tech_scenes import DOMAINS, Domain
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import run_to_end
from castlecards.ui.kit.partial_redraw import RecordingCanvas
from castlecards.ui.table import compositor
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.model import Viewport, ZoneArea
from castlecards.ui.table.render.round_table import RoundTablePainter, seal_rect, seal_state
from castlecards.ui.table.render.table_signs import Nameplate, nameplates
from castlecards.ui.table.render.table_view import TableView
from tests.ui.driving import Driver, look, recorded_texts, shared_art
from tests.ui.shots.matches import match

SIX = [(640, 480), (800, 600), (1024, 768), (1366, 768), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize(
    ("have", "goal", "over", "state"),
    [
        (0, 2, False, "open"), (2, 2, False, "kept"), (3, 2, False, "broken"),
        (0, 0, False, "open"), (0, 0, True, "kept"), (1, 0, True, "broken"), (1, 2, True, "open"),
    ],
)  # fmt: skip
def test_a_seal_tells_how_a_bid_stands(have: int, goal: int, over: bool, state: str) -> None:
    assert seal_state(Badge(0, progress=have, goal=goal), over) == state


def test_the_states_of_a_seal_and_all_banners_differ_and_a_table_is_round() -> None:
    seals = {seal_picture(1.0, state).get_buffer().raw for state in ("open", "kept", "broken")}
    assert len(seals) == 3
    banners = [banner_picture(1.0, domain.colour) for domain in DOMAINS.values()]
    assert len({banner.get_at((62, 120))[:3] for banner in banners}) == len(DOMAINS)
    for radius in (60.0, 220.0):
        table = run_to_end(table_steps(radius))
        assert table.get_at(table.get_rect().center).a == 255
        assert table.get_at((0, 0)).a == 0


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", ["tricks-2", "tricks-3", "tricks-4"])
def test_no_seal_covers_a_card_or_another_plate(name: str, size: tuple[int, int]) -> None:
    view = match(name).shown(0, 60)
    table_view = TableView(shared_art(), view)
    table_view.arrange(view, Viewport(*size, min(size[0] / 1280, size[1] / 800)))
    layout = table_view.layout
    seals = [seal_rect(plate, layout.round.size) for plate in layout.round.plates]
    shown = [area for area in layout.areas if area.part in ("ring", "crown") and area.width]
    ring = [table_view.rect_of(Target(-1, area.zone)) for area in shown]
    own = next(plate for plate in layout.round.plates if plate.own)
    for seal, plate in zip(seals, layout.round.plates, strict=True):
        assert seal.collidelist(ring) < 0
        if plate.x > own.x:  # where a wide form would reach below the plate
            assert seal.bottom <= plate.y + plate.height / 2
        assert sum(seal.colliderect(other) for other in seals) == 1


def test_only_an_open_goal_lends_its_sign() -> None:
    session = match("tricks-4")
    for at in range(0, len(session.log), 15):
        view = session.shown(0, at)
        pos = view.position
        table_view = TableView(shared_art(), view)
        table_view.arrange(view, Viewport())
        canvas = RecordingCanvas((1280, 800), look())
        painter = RoundTablePainter(canvas, shared_art(), table_view.layout, pos, {}, 0, (), {})
        for area in table_view.layout.areas:
            cards = pos.zones[area.zone]
            if area.part == "plate" and len(cards) == 1 and area.width:
                seat = pos.box.zones[area.zone].owner
                is_open = pos.up >> cards[0] & 1
                assert (painter._goal(seat) is not None) == bool(is_open)


def drawn_plate(
    monkeypatch: pytest.MonkeyPatch, name: str, size: tuple[int, int], seat: int, chip: str = "",
    at: int = 60,
) -> dict[str, Rect]:  # fmt: skip
    """Return the places of the texts on the plate of a seat with six tricks before line `at`.

    `chip`: badge of its hand. The keys "cards" and "stack" have the places of cards and tricks.
    """
    places: dict[str, Rect] = {}
    text, stack = Canvas.text, RoundTablePainter._draw_trick_stack

    def read(canvas: Canvas, string: str, *rest: Any) -> Rect:
        places[string] = text(canvas, string, *rest)
        return places[string]

    def find_stack(painter: RoundTablePainter, area: ZoneArea, *rest: Any) -> None:
        stack(painter, area, *rest)
        picture = made[-1]
        places["stack"] = Rect(0, 0, picture.get_width(), picture.get_height())
        places["stack"].inflate_ip(*[-2 * tricks_margin(area.tall)] * 2)
        places["stack"].midbottom = round(area.x), round(area.y + area.height / 2)

    made: list[Surface] = []
    blit = Canvas.blit
    session = match("tricks-4")
    view = session.shown(0, at)
    pos = view.position
    table_view = TableView(shared_art(), view)
    scale = min(size[0] / 1280, size[1] / 800)
    phase = session.game.phase_now(public(session.positions[at]))
    table_view.arrange(view, Viewport(*size, scale, phase=phase))
    names = {zone: Nameplate(name, sign.sign) for zone, sign in nameplates(session).items()}
    own = [zone for zone, spec in enumerate(pos.box.zones) if spec.owner == seat]
    hand = next(zone for zone in own if zone in names)
    tricks = next(zone for zone in own if pos.box.zones[zone].tricks)
    badges = [Badge(tricks, text="6 of 6", progress=6, goal=6)]
    if chip:
        badges.append(Badge(hand, text=chip))
    changes = {tricks: 6 * pos.box.seats - len(pos.zones[tricks])}
    canvas = Canvas(Surface(size), look(scale))
    layout = table_view.layout
    painter = RoundTablePainter(canvas, shared_art(), layout, pos, names, 0, badges, changes)
    assert layout.round is not None
    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "text", read)
        patch.setattr(Canvas, "blit", lambda c, s, *at: (made.append(s), blit(c, s, *at)))
        patch.setattr(RoundTablePainter, "_draw_trick_stack", find_stack)
        painter._draw_plate(next(plate for plate in layout.round.plates if plate.seat == seat))
    cards = [
        table_view.rect_of(Target(-1, area.zone))
        for area in layout.areas
        if area.part == "plate" and area.width and pos.box.zones[area.zone].owner == seat
    ]
    places["cards"] = cards[0].unionall(cards)
    return places


@pytest.mark.parametrize("size", SIX)
@pytest.mark.parametrize("name", ["Bo", "Chancellor Wilhelmina", "Maximiliane Charlotte"])
def test_a_stack_of_tricks_covers_nothing_on_its_plate(
    monkeypatch: pytest.MonkeyPatch, name: str, size: tuple[int, int]
) -> None:
    for seat, chip in itertools.product(range(4), ("", "leads")):
        places = drawn_plate(monkeypatch, name, size, seat, chip)
        stack = places.pop("stack")
        assert "6 of 6" in places  # uncut
        covered = {what for what, place in places.items() if place.colliderect(stack)}
        assert not covered, (seat, covered)


@pytest.mark.parametrize("goal", [None, *DOMAINS.values()])
def test_a_stack_has_an_edge_for_each_trick_and_the_sign_of_the_goal(goal: Domain | None) -> None:
    size, back = (32.0, 21.4), (70, 120, 220)
    plain = tricks_picture(size, 15.0, 3, back, None)
    middle = plain.get_width() // 2
    for count in range(1, 7):
        stack = tricks_picture(size, 15.0, count, back, goal)
        upwards = reversed(range(stack.get_height()))
        tones = [sum(stack.get_at((middle - 11, y))[:3]) for y in upwards]
        edges = sum(dark < 250 < light for dark, light in itertools.pairwise(tones))
        assert edges == count
    high = tricks_picture(size, 15.0, 20, back, goal).get_height() - 2 * tricks_margin(32.0)
    assert high <= 21.4 + 15.0 + 1
    marked = tricks_picture(size, 15.0, 3, back, goal)
    assert (marked.get_buffer().raw == plain.get_buffer().raw) == (goal is None)


def test_cards_that_come_or_leave_are_counted_when_they_lie_on_the_stack() -> None:
    session = match("tricks-4")
    at = next(
        n
        for n in range(60, len(session.log))
        if len(session.shown(0, n).position.zones[3]) // 4 == 2
    )
    view = session.shown(0, at)
    table_view = TableView(shared_art(), view)
    table_view.arrange(view, Viewport(phase="Tricks"))
    badges = [b for b in session.game.badges(view.position) if b.zone == 3]
    area = table_view.layout.by_zone[3]

    def shown(changes: dict[int, int]) -> tuple[int, str]:
        layout, pos, made = table_view.layout, view.position, list[int]()
        canvas = RecordingCanvas((1280, 800), look())
        painter = RoundTablePainter(canvas, shared_art(), layout, pos, {}, 0, badges, changes)
        painter.art = Mock(keep=lambda key, make: made.append(key[3]) or make())
        assert layout.round is not None
        with recorded_texts() as told:
            painter._draw_tricks(area, Rect(0, 0, 1280, 800), layout.round.plates[0], 0)
        return made[0] if made else 0, told[-1]

    bid = badges[0].goal
    assert [shown({3: n}) for n in (0, -3, -4, -8, 4)] == [
        (count, f"{count} of {bid}") for count in (2, 1, 1, 0, 3)
    ]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_name_is_small_only_beside_a_chip(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    long, short = "Chancellor Ines", "Mina"
    for seat in (1, 2, 3):
        alone = drawn_plate(monkeypatch, long, size, seat)[long]
        leads = drawn_plate(monkeypatch, long, size, seat, "leads")
        assert "leads" in leads or leads[long] == alone
        beside = drawn_plate(monkeypatch, short, size, seat, "leads")
        assert beside[short].right < beside["leads"].left


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])
def test_no_name_lies_below_a_card_on_its_plate(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    session = match("tricks-4")
    bids = [at for at in range(30) if session.log[at].action.verb == "bid"]
    for at in (*bids[1:], bids[-1] + 30):
        for seat in (1, 2, 3):
            drawn = drawn_plate(monkeypatch, "Chancellor Ines", size, seat, "has bid", at)
            names = [drawn[text] for text in drawn if text.startswith(("Chan", "Ines"))]
            assert names
            assert max(name.right for name in names) <= drawn["cards"].left


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", ["Bo", "Anna-Marie", "Maximiliane Charlotte"])
def test_the_own_name_and_its_chip_keep_clear_of_the_tricks(
    monkeypatch: pytest.MonkeyPatch, name: str, size: tuple[int, int]
) -> None:
    places = drawn_plate(monkeypatch, name, size, 0, "leads")
    scale = min(size[0] / 1280, size[1] / 800)
    chip = places["leads"]
    gap = 1.0 if scale >= 1 else scale / 2
    if "Tricks" in places or scale >= 1:
        assert chip.right + 16 * gap <= places["Tricks"].left
    lines = [place for word, place in places.items() if word in (name, *name.split())]
    assert lines
    assert name in places or all(word in places for word in name.split())  # uncut
    assert max(line.right for line in lines) + 8 * gap <= chip.left


def test_the_count_of_tricks_is_whole_while_the_next_round_begins() -> None:
    session = match("tricks-2")
    phases = [session.game.phase_now(pos) for pos in session.positions]
    at = next(n for n in range(60, len(phases)) if phases[n] == "Bid" != phases[n - 1])
    view, badges = session.shown(0, at), session.game.badges(session.positions[at - 1])
    table_view = TableView(shared_art(), view)
    table_view.arrange(view, Viewport(phase="Bid"))
    canvas = RecordingCanvas((1280, 800), look())
    with recorded_texts() as told:
        args = canvas, shared_art(), table_view.layout, view.position, {}, 0, badges, {}
        run_to_end(RoundTablePainter(*args).draw_below(frozenset()))
    goals = [badge.goal for badge in badges if badge.goal >= 0]
    assert goals
    assert {f"0 of {goal}" for goal in goals} <= {*told}


@pytest.mark.usefixtures("home")
def test_a_banner_in_motion_lies_below_the_title_of_its_place() -> None:
    session = match("tricks-2")
    trump = session.start.box.zone("trump")
    changed = next(
        n for n, (one, two) in enumerate(itertools.pairwise(session.positions))
        if one.zones[trump] and two.zones[trump] and one.zones[trump] != two.zones[trump]
    )  # fmt: skip
    driver = Driver(reduced_motion=False, instant=False)
    kinds = ("human", "random")
    live: Any = Session(session.game, session.options, 2, session.seed, kinds)
    for record in session.log[:changed]:
        live.submit(record.seat, record.action)
    table = driver.sit(live)
    table.finish()
    record = session.log[changed]
    table.submit(record.seat, record.action)
    draw = compositor.draw_banner
    try:
        with recorded_texts() as told, patch.object(compositor, "draw_banner") as drawn:
            drawn.side_effect = lambda *args: (told.append("banner"), draw(*args))
            for _ in range(60):
                driver.step(dt=0.1)
                assert driver.app.surface  # draws the frame
        titles = [two for one, two in itertools.pairwise(told) if one == "banner"]
        assert len(titles) > 5
        assert all(title.startswith("Trump ") for title in titles)
    finally:
        driver.app.close()
