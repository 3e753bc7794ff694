"""Tests of the setting of the throwing strength by five throws, by mouse and by keys."""

from __future__ import annotations

import pytest

from castlecards.core.landing import LOB
from castlecards.practice import throws as record
from castlecards.practice.hands import needed_hand_speed
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act
from castlecards.ui.table.scene import TableScene
from tests.ui.driving import Driver
from tests.ui.test_practice import at_range, level, range_of, run_until_rest, scene_of

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("home")]
DT = 0.008  # s between two mouse events


def flick(driver: Driver, speed: float, clock: list[float], short: float = 15.0) -> None:
    """Lob with the mouse at mm/s to `short` mm before the line; wait until the card is at rest."""
    scene = scene_of(driver)
    decision, table_view = scene.session.decision, scene.table_view
    limits = decision.aim
    spot = table_view.layout.by_card[limits.cards[0]]
    gate, end = limits.gate[2] / 10 - 60, limits.start.y / 10 - short
    home = round(spot.x), round(spot.y)

    def at(y: float) -> tuple[int, int]:
        x, down = table_view.layout.camera.project(limits.start.x / 10, y)
        return round(x), round(down)

    def feed(*wishes: intents.Intent) -> None:
        clock[0] += DT
        driver.app.feed(wishes, DT)

    feed(intents.Hover(home, clock[0]), intents.Grab(home, clock[0], 3))
    for _ in range(30):
        feed(intents.Drag(at(gate), clock[0], 3))
    steps = max(2, round((end - gate) / speed / DT))
    for n in range(1, steps + 1):
        feed(intents.Drag(at(gate + (end - gate) * n / steps), clock[0], 3))
    feed(intents.Release(at(end), clock[0], 3))
    run_until_rest(driver)


def label_text(scene: TableScene, id: str) -> str:
    label = scene.find(id)
    return label.text


def value(scene: TableScene) -> float:
    slider = scene.find("strength.value")
    return slider.value


def test_five_throws_by_a_weak_hand_with_the_mouse() -> None:
    driver, clock = Driver(), [100.0]
    scene = at_range(driver)
    hand = needed_hand_speed(LOB) / 1.6
    driver.click("practice.strength")
    for n in range(5):
        assert label_text(scene, "strength.count") == f"{n} of 5 throws"
        flick(driver, hand, clock)
    assert label_text(scene, "strength.count") == "5 of 5 throws"
    assert value(scene) == pytest.approx(1.6, abs=0.06)
    assert driver.app.settings.mouse_strength == 1.0  # not changed before it is saved
    driver.click("strength.keep")
    assert driver.app.settings.mouse_strength == pytest.approx(1.6, abs=0.06)
    assert driver.app.settings.trackpad_strength == 1.0
    assert range_of(scene).strength_test is None
    assert [line.trial for line in record.read().throws] == ["strength"] * 5
    flick(driver, hand, clock)
    last = record.read().throws[-1]
    assert last.trial == ""
    assert last.hit  # the usual movement of this player reaches the wall
    assert not list(record.select_throws(record.read().throws[:5]))


def test_a_hand_too_weak_to_throw_is_measured_all_the_same() -> None:
    driver, clock = Driver(), [100.0]
    scene = at_range(driver)
    driver.click("practice.strength")
    for _ in range(5):
        flick(driver, 380.0, clock)
    assert range_of(scene).strength_test.done
    assert value(scene) == 2.0


def test_the_whole_way_by_keys(driver: Driver) -> None:
    """Open, measure and save by keys. A throw by keys does not count, and a message says so."""
    scene = at_range(driver)
    scene.overlay.layer.focus_on(scene.find("practice.strength"))
    driver.key("return")
    assert range_of(scene).strength_test is not None
    assert scene.overlay.layer.focus is scene.find("strength.value")
    scene.pointer.handle_key(Act.AIM, -1)
    driver.app.feed([intents.Command(Act.THROW, True, time=1.0)], 0.02)
    for _ in range(30):
        driver.step()
    driver.app.feed([intents.Command(Act.THROW, False, time=2.0)], 0.02)
    run_until_rest(driver)
    assert label_text(scene, "strength.count") == "0 of 5 throws"
    assert "with keys" in label_text(scene, "strength.message")
    scene.overlay.layer.focus_on(scene.find("strength.value"))
    driver.key(*["right"] * 6)
    assert value(scene) == pytest.approx(1.3)
    while scene.overlay.layer.focus is not scene.find("strength.keep"):
        driver.key("tab")
    driver.key("return")
    assert driver.app.settings.mouse_strength == 1.3
    assert range_of(scene).strength_test is None


def test_enter_keeps_what_was_measured() -> None:
    """There are two gold buttons, because a card can be removed, too; Enter presses the one that
    saves.
    """
    driver, clock = Driver(), [100.0]
    scene = at_range(driver)
    driver.click("practice.strength")
    for _ in range(5):
        flick(driver, needed_hand_speed(LOB) / 1.4, clock)
    driver.key("return")
    assert range_of(scene).strength_test is None
    assert driver.app.settings.mouse_strength == pytest.approx(1.4, abs=0.06)


def test_esc_leaves_it_as_it_was() -> None:
    driver, clock = Driver(), [100.0]
    scene = at_range(driver)
    driver.click("practice.strength")
    for _ in range(5):
        flick(driver, 600.0, clock)
    driver.key("escape")
    assert range_of(scene).strength_test is None
    assert driver.app.settings.strength == 1.0
    assert driver.scene == "TableScene"
    driver.click("practice.strength")
    assert label_text(scene, "strength.count") == "0 of 5 throws"
    driver.click("strength.leave")
    assert scene.recorder.trial == ""


def test_a_trackpad_has_a_strength_of_its_own() -> None:
    driver, clock = Driver(trackpad_strength=1.5), [100.0]
    scene = at_range(driver)
    driver.click("practice.strength")
    flick(driver, 700.0, clock)
    range_of(scene).strength_test.choose("trackpad")  # type: ignore[union-attr]
    range_of(scene).refresh_panel()
    assert label_text(scene, "strength.count") == "0 of 5 throws"
    assert value(scene) == 1.5
    for _ in range(5):
        flick(driver, needed_hand_speed(LOB), clock)
    driver.click("strength.again")
    assert label_text(scene, "strength.count") == "0 of 5 throws"
    for _ in range(5):
        flick(driver, needed_hand_speed(LOB), clock)
    assert value(scene) == pytest.approx(1.0, abs=0.06)
    driver.click("strength.keep")
    assert driver.app.settings.pointer == "trackpad"
    assert driver.app.settings.trackpad_strength == pytest.approx(1.0, abs=0.06)
    assert driver.app.settings.mouse_strength == 1.0


def test_in_a_level_nothing_is_measured(driver: Driver) -> None:
    level(driver, "01-first-lob/01-near")
    assert not driver.has("practice.strength")
    driver.app.change(mouse_strength=1.5)


def test_the_ghost_hand_hits_whatever_the_strength() -> None:
    from castlecards import lessons
    from tests.ui.test_lessons import frames, lesson

    for strength in (0.5, 2.0):
        driver = Driver(time_scale=1.0, mouse_strength=strength)
        scene = lesson(driver, lessons.all_lessons()[0])
        frames(driver, 6)
        assert scene.session.game.tallies(scene.session.position, 0)["lob_hits"] == 1
