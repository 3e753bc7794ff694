"""A card that is shown large covers no lit card and no button, wherever it lies."""

from __future__ import annotations

import random

import pytest
from pygame import Rect

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.ui.table.match import Thing
from castlecards.ui.table.view.large import PARTS, place_large
from tests.ui.table.tables import TableDriver, opened, table

EVERY = [(game.id, max(game.players)) for game in games().values()]
WINDOW = Rect(0, 0, 1280, 800)


def clear_of(play: TableDriver) -> list[Rect]:
    """What must stay in sight: lit cards and places, buttons."""
    desk, hands = play.table.desk, play.table.hands
    assert desk is not None
    lit = [desk.rect_of(thing) for thing in hands._lit() if thing.card != hands.hover.card]
    return [*lit, *play.table.board.busy_rects()]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize(("game", "players"), EVERY)
def test_the_large_card_lies_over_nothing_that_can_be_chosen(
    game: str, players: int, size: tuple[int, int]
) -> None:
    rnd = random.Random(4)
    shown = covering = 0
    with table(game, players, seed=4) as play:
        play.driver.resize(size)
        for _ in range(40):
            opened(play)
            scene, decision, desk = play.table, play.session.decision, play.table.desk
            if decision is None:
                break
            assert desk is not None
            if scene.asking.window is None and rnd.random() < 0.4:
                up = [spot for spot in desk.now.spots if spot.up and spot.shown]
                for spot in rnd.sample(up, min(4, len(up))):
                    scene.hands.hover = Thing(spot.card, spot.zone)
                    rect = scene.hands.large_rect(play.app.look, Rect((0, 0), size))
                    assert Rect((0, 0), size).contains(rect)
                    assert rect.height >= 0.6 * min(430 * play.app.look.scale, size[1] - 40) - 1
                    shown += 1
                    covering += rect.collidelist(clear_of(play)) >= 0
            play.table.submit(decision.seat, random_action(decision, rnd.getrandbits(32)))
    assert shown
    assert not covering


def test_a_large_card_stands_beside_its_card_shrinks_or_goes_elsewhere_and_covers_least() -> None:
    near = Rect(200, 300, 60, 90)
    usual = place_large(400, 2 / 3, near, (), WINDOW, 20, False)
    assert (usual.left, usual.centery, usual.height) == (near.right + 20, near.centery, 400)
    low = near.move(0, 250)
    assert place_large(400, 2 / 3, low, (), WINDOW, 20, True).bottom <= low.top
    wall = Rect(300, 0, 40, 800)
    aside = place_large(400, 2 / 3, near, (wall,), WINDOW, 20, False)
    assert aside.height == 400
    assert not aside.colliderect(wall)
    assert not aside.colliderect(near)
    grid = [Rect(x, y, 30, 30) for x in range(0, 1280, 260) for y in range(0, 800, 340)]
    small = place_large(400, 2 / 3, near, grid, WINDOW, 20, False)
    assert small.height in [round(400 * part) for part in PARTS[1:]]
    assert small.collidelist([*grid, near]) < 0
    full = place_large(400, 2 / 3, near, (WINDOW,), WINDOW, 20, False)
    assert full.height == round(400 * PARTS[-1])
