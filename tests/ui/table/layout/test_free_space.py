"""Tests of the enlarged card: it covers no highlighted card and no button."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pygame import Rect, Surface

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core.cards import UNSEEN
from castlecards.core.session import Session
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Hover
from castlecards.ui.scene import Reset
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.free_space import PARTS, PileSheet, place_tooltip
from castlecards.ui.table.layout.model import RATIO
from castlecards.ui.table.overlay.card_zoom import COOLDOWN, REST_TIME
from castlecards.ui.table.scene import TableScene
from tests.depth import Depth
from tests.games.castle_wars.build import GAME as WARS
from tests.games.castle_wars.build import WarsMatch, wars
from tests.ui.table.tables import TableDriver, open_curtain, table

EVERY = [(game.id, max(game.players)) for game in games().values()]
WINDOW = Rect(0, 0, 1280, 800)


@contextmanager
def seated(match: WarsMatch) -> Iterator[TableDriver]:
    """Context manager: a table of this match, with the curtain open."""
    session: Session[Any] = Session(WARS, WARS.options(first_colour="red"), 2, 1, start=match.pos)
    with table("castle_wars") as play:
        play.session, play.table = session, TableScene(play.app, session)
        play.app.follow(Reset(play.table))
        open_curtain(play)
        yield play


def clear_of(play: TableDriver) -> list[Rect]:
    """Return the areas that must stay visible: highlighted cards and places, buttons."""
    table_view, pointer, over = (
        play.table.table_view,
        play.table.pointer,
        play.table.model.input_state.hover,
    )
    assert table_view is not None
    lit = [
        table_view.rect_of(target)
        for target in pointer.targets.highlighted()
        if target.card != over.card
    ]
    return [*lit, *play.table.overlay.control_rects()]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize(("game", "players"), EVERY)
@pytest.mark.long
def test_the_large_card_lies_over_nothing_that_can_be_chosen(
    game: str, players: int, size: tuple[int, int], depth: Depth
) -> None:
    rnd = random.Random(4)
    shown = covering = 0
    with table(game, players, seed=4) as play:
        play.driver.resize(size)
        for _ in range(depth(20, 40)):
            open_curtain(play)
            scene, decision, table_view = play.table, play.session.decision, play.table.table_view
            if decision is None:
                break
            assert table_view is not None
            if scene.model.window is None and rnd.random() < 0.4:
                up = [spot for spot in table_view.layout.spots if spot.up and spot.shown]
                for spot in rnd.sample(up, min(4, len(up))):
                    scene.model.input_state.hover = Target(spot.card, spot.zone)
                    lit, busy = scene.pointer.targets.highlighted(), scene.overlay.control_rects()
                    rect = scene.pointer.card_zoom.enlarged_rect(
                        play.app.look, Rect((0, 0), size), lit, busy
                    )
                    assert Rect((0, 0), size).contains(rect)
                    assert rect.height >= 0.6 * min(430 * play.app.look.scale, size[1] - 40) - 1
                    shown += 1
                    covering += rect.collidelist(clear_of(play)) >= 0
            play.table.submit(decision.seat, random_action(decision, rnd.getrandbits(32)))
    assert shown
    assert not covering


@pytest.mark.parametrize("size", [(1280, 800), (800, 600)])
@pytest.mark.parametrize("game", ["castle_wars", "castle_rampage", "tricks_of_the_trade"])
@pytest.mark.long
def test_words_of_a_card_stand_over_nothing_that_can_be_chosen(
    game: str, size: tuple[int, int]
) -> None:
    rnd = random.Random(7)
    shown = 0
    with table(game, 2, seed=7) as play:
        play.driver.resize(size)
        for _ in range(30):
            open_curtain(play)
            scene, decision = play.table, play.session.decision
            if decision is None:
                break
            large = scene.pointer.card_zoom
            for spot in [each for each in scene.table_view.layout.spots if each.up and each.shown][
                -6:
            ]:
                over = scene.model.input_state.hover = Target(spot.card, spot.zone)
                words = large._tooltip(over)
                face = scene.view.face(spot.card)
                assert (words is None) == (face is None or not face.text)
                if words is None:
                    continue
                lit, busy = scene.pointer.targets.highlighted(), scene.overlay.control_rects()
                rect = large.tooltip_rect(
                    play.app.look, over, words, lit, busy, scene.overlay.root.free
                )
                if rect is not None:
                    assert scene.overlay.root.free.contains(rect)
                    assert rect.collidelist(clear_of(play)) < 0
                    assert not rect.colliderect(scene.table_view.rect_of(over))
                    assert rect.collidelist(places_for(play, over)) < 0
                    shown += 1
            play.table.submit(decision.seat, random_action(decision, rnd.getrandbits(32)))
    assert shown


def places_for(play: TableDriver, over: Target) -> list[Rect]:
    """Return the places (px) where this card can be dropped, with the top card there."""
    scene, pos = play.table, play.session.position
    found = []
    for action in scene.selection.options if scene.selection is not None else ():
        zone = pos.zone_of(action.onto) if action.onto >= 0 else action.to
        if over.card in action.cards and zone >= 0:
            found.append(scene.table_view.rect_of(Target(-1, zone)))
            found += [scene.table_view.rect_of(Target(card, zone)) for card in pos.zones[zone][-1:]]
    return found


def test_what_is_read_of_a_card_leaves_its_places_and_all_piles_in_sight() -> None:
    """This also holds if only the text of the card has room, without its picture."""
    rnd, seen = random.Random(2), set()
    with table("castle_rampage", 2, seed=2) as play:
        for _ in range(30):
            open_curtain(play)
            scene, decision = play.table, play.session.decision
            assert decision is not None
            large, table_view, look = scene.pointer.card_zoom, scene.table_view, play.app.look
            own = [
                spot for spot in table_view.layout.spots if table_view.layout.by_zone[spot.zone].own
            ]
            for over in [Target(spot.card, spot.zone) for spot in own if spot.up]:
                scene.model.input_state.hover = over
                words, goals = large._tooltip(over), places_for(play, over)
                if words is None or not goals:
                    continue
                lit, busy = scene.pointer.targets.highlighted(), scene.overlay.control_rects()
                rect = large.tooltip_rect(look, over, words, lit, busy, scene.overlay.root.free)
                assert rect.collidelist(goals) < 0
                piles = [
                    table_view.rect_of(Target(spot.card, spot.zone))
                    for spot in table_view.layout.spots
                ]
                assert rect.collidelist(piles) < 0
                seen.add(rect.width)
            scene.submit(decision.seat, random_action(decision, rnd.getrandbits(32)))
    assert len(seen) == 2  # with the picture, and without


def leading_match(sleeve: str = "QH") -> WarsMatch:
    return wars("9H | 4H | 2H", "10S | 5S", up="10S 5S", sleeve=sleeve)


def test_a_card_with_words_is_read_after_a_rest_and_at_once_with_the_key() -> None:
    match = leading_match()
    queen, plain = match.card("QH"), match.card("10S")
    with seated(match) as play:
        pointer = play.table.pointer
        play.feed(Hover(play.where(queen), play.clock))
        play.wait(REST_TIME - 0.1)
        assert not pointer.is_reading
        play.wait(0.2)
        assert pointer.is_reading
        words = pointer.card_zoom._tooltip(play.table.model.input_state.hover)
        assert words.title == "Queen of hearts: Leader"
        assert words.now == "your top soldiers 9, 4, 2 become 12, 7, 5."
        assert (words.how, words.rule) == ("Click to play", "CW20")
        play.feed(Hover((640, 330), play.clock))
        play.feed(Hover(play.where(plain), play.clock))
        play.wait(1.5)
        assert not pointer.is_reading  # its whole text is visible anyway
        pointer.zoom(True, None)
        assert pointer.is_reading
        pointer.zoom(False, None)


def test_what_is_read_of_a_card_leaves_its_outlook_in_sight() -> None:
    match = leading_match()
    queen = match.card("QH")
    with seated(match) as play:
        play.feed(Hover(play.where(queen), play.clock))
        play.wait(REST_TIME + 0.3)
        scene, look = play.table, play.app.look
        pointer, over = scene.pointer, scene.model.input_state.hover
        free = scene.overlay.root.free
        (chip,) = pointer.hints.chips(look, pointer.targets.drop_targets(), over, free)
        near = pointer.card_zoom.card_rect(look, over)
        assert near.contains(chip.rect) or chip.rect.width > near.width
        assert near.top <= chip.rect.top
        words = pointer.card_zoom._tooltip(over)
        assert words is not None
        rect = pointer.card_zoom.tooltip_rect(
            look, over, words, pointer.targets.highlighted(), scene.overlay.control_rects(), free
        )
        assert not rect.colliderect(chip.rect)


def test_nothing_is_shown_large_just_after_a_card_was_put_down() -> None:
    match = leading_match()
    with seated(match) as play:
        pointer = play.table.pointer
        pointer.card_zoom.suppress()
        play.feed(Hover(play.where(match.card("QH")), play.clock))
        play.wait(COOLDOWN - 0.15)
        assert not pointer.is_reading
        play.wait(0.3)
        assert pointer.is_reading


def test_the_key_shows_the_card_on_which_the_keyboard_stands() -> None:
    match = leading_match()
    with seated(match) as play:
        large, queen = play.table.pointer.card_zoom, match.card("QH")
        target = Target(queen, match.pos.zone_of(queen))
        play.feed(Hover((640, 330), play.clock))
        assert not large.is_enlarging(target)
        large.key_held = True
        assert large.is_enlarging(target)
        assert large.target_of(target) == target


def army(lowest: str) -> WarsMatch:
    """Return a match of War-Mongers with most of their soldiers on one pile."""
    soldiers = [f"{rank}{suit}" for suit in "HD" for rank in range(2, 11)]
    return wars(f"{' '.join(soldiers[:-2])} | 9D | 10D", lowest, first="war_mongers")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (800, 600)])
def test_a_pile_too_crowded_to_be_read_is_shown_whole(size: tuple[int, int]) -> None:
    match = army("3S 9S | 4S 8S | 5S 7S")
    session: Session[Any] = Session(
        WARS, WARS.options(first="war_mongers", first_colour="red"), 2, 1, start=match.pos
    )
    window = Rect((0, 0), size)
    with table("castle_wars") as play:
        play.app.draws_every_frame = True
        play.driver.resize(size)
        play.session, play.table = session, TableScene(play.app, session)
        play.app.follow(Reset(play.table))
        open_curtain(play)
        table_view = play.table.table_view
        box, zones = session.position.box, session.position.zones
        pile, small, theirs = (box.zone(name) for name in ("0.pile0", "0.pile1", "1.pile0"))
        assert table_view.is_crowded(pile)
        for zone in (small, theirs, box.zone("1.dead"), box.zone("0.hand")):
            assert not table_view.is_crowded(zone)
        drawn: list[Rect] = []
        table_view.draw_pile = lambda canvas, zone, rect: drawn.append(rect)  # type: ignore[method-assign]
        play.feed(Hover(play.where(zones[pile][-1]), play.clock))
        play.wait(1.0)
        rect = drawn[-1]
        assert window.contains(rect)
        assert rect.collidelist(clear_of(play)) < 0
        places = PileSheet(len(zones[pile]), RATIO).places(rect)
        for (x, y, high), (later, below, _) in itertools.pairwise(places):
            assert window.contains(Rect(x - 1, y - high / 2, 2, high))
            assert later - x >= 0.3 * RATIO * high or below - y >= high
        if size[0] > 800:
            assert places[0][2] >= 60


def test_what_one_may_not_look_at_stays_face_down_on_the_sheet_of_a_pile() -> None:
    """Only the face-up cards of the enemy's pile are shown."""
    match = army("3S 9S | 4S 8S | 5S 7S")
    pos, up = match.pos, match.card("4H")
    pos.up, pos.known = pos.up | 1 << up, pos.known | pos.box.everyone << up
    session: Session[Any] = Session(
        WARS, WARS.options(first="war_mongers", first_colour="red"), 2, 1, start=pos
    )
    pile = pos.box.zone("0.pile0")
    with table("castle_wars", options={"first": "war_mongers"}) as play:
        table_view = play.table.table_view
        table_view.arrange(session.shown(1), play.table.viewport)
        assert table_view.is_crowded(pile)
        seen: list[tuple[int, int, bool]] = []
        real = table_view.sprites.visible_side

        def sizer(card: int, face: int, up: bool) -> Any:
            seen.append((card, face, up))
            return real(card, face, up)

        table_view.sprites.visible_side = sizer  # type: ignore[method-assign]
        table_view.draw_pile(
            Canvas(Surface((1280, 800)), play.app.look), pile, Rect(100, 100, 600, 400)
        )
        assert [card for card, face, open_ in seen if open_ or face != UNSEEN] == [up]
        assert len(seen) == len(pos.zones[pile])


def test_a_sheet_holds_all_its_cards() -> None:
    for count in range(1, 41):
        sheet = PileSheet(count, RATIO)
        rect = Rect(50, 40, round(sheet.width), round(sheet.height))
        for x, y, high in sheet.places(rect):
            wide = high * RATIO
            card = Rect(x - wide / 2, y - high / 2, wide, high)
            assert rect.inflate(2, 2).contains(card), count


def test_a_large_card_stands_beside_its_card_shrinks_or_goes_elsewhere_and_covers_least() -> None:
    near = Rect(200, 300, 60, 90)
    usual = place_tooltip(400, 2 / 3, near, (), WINDOW, 20, False)
    assert (usual.left, usual.centery, usual.height) == (near.right + 20, near.centery, 400)
    low = near.move(0, 250)
    assert place_tooltip(400, 2 / 3, low, (), WINDOW, 20, True).bottom <= low.top
    wall = Rect(300, 0, 40, 800)
    aside = place_tooltip(400, 2 / 3, near, (wall,), WINDOW, 20, False)
    assert aside.height == 400
    assert not aside.colliderect(wall)
    assert not aside.colliderect(near)
    grid = [Rect(x, y, 30, 30) for x in range(0, 1280, 260) for y in range(0, 800, 340)]
    small = place_tooltip(400, 2 / 3, near, grid, WINDOW, 20, False)
    assert small.height in [round(400 * part) for part in PARTS[1:]]
    assert small.collidelist([*grid, near]) < 0
    full = place_tooltip(400, 2 / 3, near, (WINDOW,), WINDOW, 20, False)
    assert full.height == round(400 * PARTS[-1])
