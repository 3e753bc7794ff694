"""Tests of touch: tap, drag, flick, read, move the camera, and targets that are large enough."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

import pygame
import pytest

from castlecards.core.landing import METHODS, Limits
from castlecards.practice import throws as record
from castlecards.practice.hands import needed_hand_speed
from castlecards.settings import Settings
from castlecards.ui.kit import intents
from castlecards.ui.kit.event_reader import EventReader
from castlecards.ui.kit.intents import Bindings, Pos
from castlecards.ui.kit.touch import TOUCH_SLOP, TRACKPAD
from castlecards.ui.kit.widgets.layer import FINGER
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver, mouse
from tests.ui.table.tables import TableDriver, open_curtain, table
from tests.ui.test_practice import at_range, run_until_rest, scene_of
from tests.ui.test_strength_setting import label_text, value

pytestmark = pytest.mark.usefixtures("home")
SIZE = (1280, 800)
LONG = Settings().hold_time + 0.01  # s
DT = 0.008  # s between two events of the screen
DOWN, MOTION, UP = pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP


def finger(kind: int, pos: tuple[float, float], id: int = 0, screen: int = 1) -> pygame.event.Event:
    x, y = pos[0] / (SIZE[0] - 1), pos[1] / (SIZE[1] - 1)
    return pygame.event.Event(kind, touch_id=screen, finger_id=id, x=x, y=y, dx=0.0, dy=0.0)


class Hand:
    """Source of finger events with its own clock, for an app or alone."""

    def __init__(self, driver: Driver | None = None) -> None:
        pygame.display.init()
        self.driver = driver
        self.reader = EventReader(Bindings())
        self.reader.size = SIZE
        self.now = 100.0

    def send(self, *events: pygame.event.Event, dt: float = DT) -> list[intents.Intent]:
        """Return the intents of a batch of events, `dt` s after the last one, which the app also
        gets.
        """
        self.now += dt
        found = list(self.reader.read(events, self.now))
        if self.driver is not None:
            with self.driver.without_drawing():
                self.driver.app.feed(found, dt)
        return found

    def tap(self, pos: Pos) -> list[intents.Intent]:
        found = [*self.send(finger(DOWN, pos)), *self.send(finger(UP, pos))]
        if self.driver is not None:
            self.driver.settle()
        return found

    def pull(self, places: Sequence[Pos]) -> None:
        """Drag a finger along these places, one an event."""
        self.send(finger(DOWN, places[0]))
        for place in places[1:]:
            self.send(finger(MOTION, place))
        self.send(finger(UP, places[-1]))


def kinds(found: Sequence[intents.Intent]) -> list[str]:
    return [type(one).__name__ for one in found]


def test_a_tap_is_a_click_and_nothing_is_pointed_at_afterwards() -> None:
    found = Hand().tap((300, 200))
    assert kinds(found) == ["Hover", "Grab", "Release", "Leave"]
    assert isinstance(found[1], intents.Grab)
    assert (found[1].pos, found[1].button, found[1].touch) == ((300, 200), 1, True)


def test_two_taps_at_one_place_are_a_double_click() -> None:
    hand = Hand()
    taps = [hand.tap((300, 200))[1] for _ in range(2)]
    assert [tap.clicks for tap in taps if isinstance(tap, intents.Grab)] == [1, 2]


def test_mouse_events_that_sdl_makes_of_a_finger_are_left_out() -> None:
    """Otherwise each tap would count twice. A trackpad moves the mouse anyway."""
    hand = Hand()
    made = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1, touch=True)
    moved = pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), buttons=(1, 0, 0), touch=True)
    assert hand.send(made, moved, finger(DOWN, (9, 9), screen=TRACKPAD)) == []
    assert hand.send(finger(DOWN, (nan, 9))) == []
    assert not hand.reader.is_pressed
    assert kinds(hand.send(mouse(pygame.MOUSEBUTTONDOWN, (5, 5)))) == ["Grab"]


def test_mouse_and_finger_never_press_at_once() -> None:
    hand = Hand()
    hand.send(finger(DOWN, (300, 200)))
    found = hand.send(mouse(pygame.MOUSEBUTTONDOWN, (5, 5)))
    assert kinds(found) == ["Leave", "Grab"]
    assert hand.send(finger(UP, (300, 200)), finger(DOWN, (300, 200))) == []
    assert kinds(hand.send(mouse(pygame.MOUSEBUTTONUP, (5, 5)))) == ["Release"]
    assert kinds(hand.tap((9, 9)))[1] == "Grab"


def test_samples_of_a_finger_are_spread_over_the_time_since_the_last_read() -> None:
    hand = Hand()
    hand.send(finger(DOWN, (100, 500)))
    drags = hand.send(*[finger(MOTION, (100, 500 - 40 * n)) for n in range(1, 5)], dt=0.04)
    times = [one.time - hand.now + 0.04 for one in drags if isinstance(one, intents.Drag)]
    assert times == pytest.approx([0.005, 0.015, 0.025, 0.035])


def test_a_finger_that_rests_makes_one_long_press_and_one_that_moves_none() -> None:
    hand = Hand()
    hand.send(finger(DOWN, (300, 300)))
    assert (
        hand.send(finger(MOTION, (300 + TOUCH_SLOP // 2, 300))) == []
    )  # small movements of a resting finger
    assert kinds(hand.send(dt=LONG)) == ["LongPress"]
    assert hand.send(dt=LONG) == []
    hand.send(finger(UP, (300, 300)))
    hand.send(finger(DOWN, (300, 300)))
    assert kinds(hand.send(finger(MOTION, (300 + 2 * TOUCH_SLOP, 300)))) == ["Drag"]
    assert hand.send(dt=2 * LONG) == []


def test_two_fingers_call_off_the_press_and_look_around() -> None:
    hand = Hand()
    hand.send(finger(DOWN, (300, 300)))
    found = hand.send(finger(DOWN, (500, 300), 1))
    assert kinds(found) == ["Leave", "Grab"]
    assert isinstance(found[1], intents.Grab)
    assert (found[1].pos, found[1].button) == ((400, 300), 2)
    (drag,) = hand.send(finger(MOTION, (300, 340)))
    assert isinstance(drag, intents.Drag)
    assert (drag.pos, drag.button) == ((400, 320), 2)
    found = hand.send(finger(MOTION, (100, 300)))  # twice as far apart
    assert isinstance(found[-1], intents.Scroll)
    assert found[-1].dy > 1.0
    assert kinds(hand.send(finger(UP, (100, 300)))) == ["Release", "Leave"]
    assert hand.send(finger(MOTION, (600, 300), 1)) == []  # the remaining finger is ignored
    hand.send(finger(UP, (600, 300), 1))
    assert kinds(hand.tap((9, 9)))[1] == "Grab"


def test_a_finger_finds_a_small_switch_that_a_mouse_misses() -> None:
    driver = Driver(SIZE)
    hand = Hand(driver)
    driver.click("title.settings")
    switch = driver.find("settings.instant").rect
    assert switch.height < FINGER
    below = switch.centerx, switch.centery + FINGER // 2 - 2
    beyond = switch.centerx, switch.centery + FINGER // 2 + 2
    driver.press(below)
    hand.tap(beyond)
    assert not driver.app.settings.instant
    hand.tap(below)
    assert driver.app.settings.instant


def test_a_finger_scrolls_a_page_and_presses_nothing_on_it() -> None:
    driver = Driver((880, 800))
    hand = Hand(driver)
    driver.click("title.practice")
    driver.click("practice.games")
    scene = driver.app.scene
    tiles = (each for each in scene.layer.root.walk() if each.id.startswith("level:"))  # type: ignore[attr-defined]
    level, (x, y) = next((each.id, each.rect.center) for each in tiles if each.rect.top > 300)
    hand.pull([(x, y - 20 * n) for n in range(8)])
    assert driver.find(level).rect.centery == y - 140
    assert driver.app.scene is scene


def test_a_long_press_on_a_button_shows_its_tip_and_does_nothing() -> None:
    driver = Driver(SIZE)
    hand = Hand(driver)
    driver.click("title.practice")
    button = driver.find("practice.new")
    assert button.tip
    hand.send(finger(DOWN, button.rect.center))
    hand.send(dt=LONG)
    hand.send()
    assert driver.app.scene.layer.tooltip is not None  # type: ignore[attr-defined]
    hand.send(finger(UP, button.rect.center))
    hand.send()
    assert driver.app.scene.layer.tooltip is None  # type: ignore[attr-defined]
    assert driver.scene == "Practice"


def card_in_hand(play: TableDriver) -> tuple[int, Pos]:
    spots = play.table.table_view.layout.by_card
    selection = play.table.selection
    card = next(target.card for target in selection.selectable_targets() if target.card in spots)
    return card, (round(spots[card].x), round(spots[card].y))


def test_a_long_press_on_a_card_reads_it_and_chooses_nothing() -> None:
    with table("castle_rampage") as play:
        open_curtain(play)
        hand = Hand(play.driver)
        scene = play.table
        card, pos = card_in_hand(play)
        hand.send(finger(DOWN, pos))
        hand.send(dt=LONG)
        assert scene.pointer.card_zoom.is_enlarging()
        assert scene.pointer.input_state.hover.card == card
        hand.send(finger(UP, pos))
        assert not scene.pointer.card_zoom.is_enlarging()
        assert not scene.selection.picked
        hand.send(finger(DOWN, pos))
        assert scene.pointer.pressing
        hand.send(finger(DOWN, (pos[0], pos[1] - 300), 1))
        assert not scene.pointer.pressing  # two fingers move the camera


@pytest.mark.long
def test_a_flick_with_a_finger_has_a_strength_of_its_own() -> None:
    """It is slower than with the mouse, so its strength is measured, saved and used separately."""
    driver = Driver(SIZE)
    scene = at_range(driver)
    hand = Hand(driver)
    method = scene.model.input_state.method
    speed = needed_hand_speed(method) / 1.6
    driver.click("practice.strength")
    for _ in range(5):
        flick(driver, hand, speed)
    assert driver.app.settings.pointer == "touch"  # set by the first flick
    assert label_text(scene, "strength.count") == "5 of 5 throws"
    assert value(scene) == pytest.approx(1.6, abs=0.08)
    driver.click("strength.keep")
    assert driver.app.settings.touch_strength == pytest.approx(1.6, abs=0.08)
    assert driver.app.settings.mouse_strength == 1.0
    driver.app.change(pointer="mouse")
    flick(driver, hand, speed)
    last = record.read().throws[-1]
    assert METHODS.index(last.method) == method
    assert last.hit


def flick(driver: Driver, hand: Hand, speed: float, short: float = 15.0) -> None:
    """Throw with a finger at mm/s to `short` mm before the line; wait until the card is at rest."""
    scene = scene_of(driver)
    decision = scene.session.decision
    limits = decision.aim
    spot = scene.table_view.layout.by_card[limits.cards[0]]
    gate, end = limits.gate[2] / 10 - 60, limits.start.y / 10 - short
    steps = max(2, round((end - gate) / speed / DT))
    ahead = [gate] * 30 + [gate + (end - gate) * n / steps for n in range(1, steps + 1)]
    hand.pull([(round(spot.x), round(spot.y)), *[_px(scene, limits, y) for y in ahead]])
    run_until_rest(driver)


def _px(scene: TableScene, limits: Limits, y: float) -> Pos:
    x, down = scene.table_view.layout.camera.project(limits.start.x / 10, y)
    return round(x), round(down)
