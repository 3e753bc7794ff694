"""Tests of profiles on the screen: the player, the seats, and the owner of the shown records."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import pytest

from castlecards import database, paths, settings
from castlecards.practice import progress, throws
from castlecards.profiles import FIRST, GUEST, Profile, Profiles
from castlecards.settings import Settings
from castlecards.today import record
from castlecards.ui import medals
from castlecards.ui.pages.setup import Setup
from castlecards.ui.routes import Setup as SetupRoute
from castlecards.ui.scene import Push
from tests.practice.test_throws import ONE
from tests.ui.driving import Driver
from tests.ui.table.tables import open_table

GAME = "card_barrage"


def add_profiles(driver: Driver, *names: str) -> list[str]:
    """Add profiles beside Anna; the last one is chosen. Return their ids."""
    driver.app.change(player_names=("Anna", *Settings().player_names[1:]))
    driver.click("title.profile")
    for name in names:
        driver.click("profiles.new")
        driver.type(name)
        driver.key("return")
    driver.click("profiles.done")
    assert driver.scene == "Title"
    return [*driver.app.profiles.by_id][1:]


def name_on_title(driver: Driver) -> str:
    """Return the name on the title."""
    return driver.find("title.profile").name


def focus(driver: Driver, id: str) -> None:
    driver.app.scene.layer.focus_on(driver.find(id))  # type: ignore[attr-defined]


def set_up(driver: Driver, players: int) -> Setup:
    driver.app.follow(Push(SetupRoute(GAME)))
    page = driver.app.scene
    assert isinstance(page, Setup)
    page._set_players(players)
    return page


def test_one_player_sees_a_name_only(driver: Driver) -> None:
    assert name_on_title(driver) == "Player 1"
    page = set_up(driver, 2)
    page.sitters[1] = ""
    page._set_name(0, "Anna")
    assert driver.app.profiles.chosen.name == "Anna"
    assert page.session().names == ("Anna", "Player 2")


def test_a_new_player_is_chosen_and_shown(driver: Driver) -> None:
    (id,) = add_profiles(driver, "Ben")
    assert name_on_title(driver) == "Ben"
    assert driver.app.profiles.chosen_id == id
    assert driver.app.save_settings() == ""
    assert Profiles(settings.load()[0]).chosen.name == "Ben"  # at the next start
    driver.click("title.profile")
    driver.click("profiles.first")
    driver.key("escape")
    assert name_on_title(driver) == "Anna"


def test_a_player_is_chosen_by_the_keyboard(driver: Driver) -> None:
    add_profiles(driver, "Ben")
    focus(driver, "title.profile")
    driver.key("return")
    focus(driver, "profiles.first")
    driver.key("return")
    assert driver.app.profiles.chosen_id == FIRST


def test_rename_sign_delete_and_undo(driver: Driver) -> None:
    (id,) = add_profiles(driver, "Ben")
    driver.click("title.profile")
    driver.click("profiles.rename")
    driver.type("Benno")
    driver.click("name.yes")
    before = driver.app.profiles.chosen.sign
    driver.click("profiles.sign")
    assert driver.app.profiles.chosen.sign == before + 1
    driver.key("delete")
    assert driver.app.profiles.chosen.name == "Anna"
    assert not driver.find("profiles.delete").enabled
    driver.key("delete")  # the first one stays
    assert [*driver.app.profiles.by_id] == [FIRST]
    driver.key("ctrl+z")
    assert (driver.app.profiles.chosen_id, driver.app.profiles.chosen.name) == (id, "Benno")
    driver.click("profiles.first")
    driver.click("profiles.rename")
    driver.type("Hanna")
    driver.key("return")
    driver.click("profiles.sign")
    driver.app.save_settings()
    again = Profiles(settings.load()[0])
    assert (again.by_id[FIRST].name, again.by_id[FIRST].sign) == ("Hanna", 1)
    assert again.by_id[id] == driver.app.profiles.by_id[id]


def test_a_player_chooses_a_face(driver: Driver) -> None:
    add_profiles(driver, "Ben")
    driver.click("title.profile")
    app, faces = driver.app, [*driver.app.characters]
    driver.click("profiles.face")
    driver.click("profiles.face")
    assert app.profiles.chosen.face == faces[1]
    driver.click("profiles.first")
    driver.click("profiles.face")
    app.save_settings()
    again = Profiles(settings.load()[0])
    assert [again.face(name) for name in ("ben", "Anna", "Guest")] == [faces[1], faces[0], ""]
    for _ in faces:
        driver.click("profiles.face")
    assert app.profiles.chosen.face == ""  # the sign again


def test_a_player_whose_face_is_gone_has_the_sign_and_chooses_anew(driver: Driver) -> None:
    app = driver.app
    app.profiles.put(FIRST, dataclasses.replace(app.profiles.by_id[FIRST], face="gone"))
    driver.click("title.profile")
    assert driver.find("profiles.first").portrait is None
    driver.click("profiles.face")
    assert app.profiles.chosen.face == next(iter(app.characters))


def test_a_player_that_cannot_be_stored_is_told(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_profiles(driver, "Ben")
    driver.click("title.profile")

    def fail(*_: object) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr("castlecards.files.replace", fail)
    driver.click("profiles.sign")
    assert "the disk is full" in driver.app.toasts.shown[-1].text
    assert driver.app.profiles.chosen.sign == 1


def test_everybody_sits_once_and_a_guest_is_one_click(driver: Driver) -> None:
    add_profiles(driver, "Ben")
    page = set_up(driver, 3)
    page.sitters[1:3] = ["", ""]
    page.rebuild()
    assert page.session().names == ("Ben", GUEST, f"{GUEST} 2")
    focus(driver, "setup.name1")
    driver.key("right")  # Anna is the only one without a seat
    assert page.session().names == ("Ben", "Anna", GUEST)
    driver.key("right")
    assert page.session().names == ("Ben", GUEST, f"{GUEST} 2")
    driver.key("right")
    driver.app.scene.leave()
    again = set_up(driver, 3)  # who sat there last sits there again
    again.sitters[1:3] = ["", ""]
    assert again.session().names == ("Ben", "Anna", GUEST)
    assert [one.name for one in driver.app.profiles.by_id.values()] == ["Anna", "Ben"]


def test_a_flick_is_read_with_the_hand_of_its_thrower(home: Path) -> None:
    with open_table(GAME) as play:
        profiles, name = play.app.profiles, play.session.name(play.seat)
        play.app.change(player_names=("Zoe", *Settings().player_names[1:]))
        id = profiles.add(name)
        profiles.put(id, Profile(name, mouse_strength=0.7))
        play.flick(play.hand[0], button=3)
        play.settle()
        (speed,) = [r.action.args[4] for r in play.session.log if r.action.verb == "toss"]
        assert speed == pytest.approx(2000 * math.sqrt(0.7 * 1100 / 1400), rel=0.06)
        assert throws.read().throws == ()
        (kept,) = throws.read(profiles.database_of(name)).throws
        assert kept.player == name


def test_a_guest_throws_with_the_usual_hand_and_leaves_no_record(home: Path) -> None:
    with open_table(GAME) as play:
        play.app.change(player_names=("Zoe", *Settings().player_names[1:]), mouse_strength=0.6)
        id = play.app.profiles.add("Cleo")
        play.flick(play.hand[0], button=3)
        play.settle()
        (speed,) = [r.action.args[4] for r in play.session.log if r.action.verb == "toss"]
        assert speed == pytest.approx(2000 * math.sqrt(1100 / 1400), rel=0.06)
        for path in (None, database.file(paths.records_dir(id))):
            assert throws.read(path).throws == ()


def test_a_name_that_two_seats_had_last_sits_once(driver: Driver) -> None:
    add_profiles(driver, "Ben")
    page = set_up(driver, 3)
    page.sitters[1:3] = ["", ""]
    page.names[1:3] = ["Anna", "Anna"]
    assert page.session().names == ("Ben", "Anna", GUEST)


def test_a_medal_is_won_by_the_one_who_threw(driver: Driver) -> None:
    add_profiles(driver, "Ben")
    app = driver.app
    told: list[str] = []
    app.throws.add(ONE._replace(player="Ben"))
    app.throws.close()
    medals.tell_new(lambda text, kind: told.append(text), app.profiles.folder)
    assert len(told) == 1
    assert "hit" in medals.read(app.profiles.folder)[0]
    app.choose_profile(FIRST)
    assert medals.read(app.profiles.folder)[0] == {}


def test_pages_show_the_figures_of_the_chosen_one(driver: Driver) -> None:
    add_profiles(driver, "Ben")
    app = driver.app
    app.throws.add(ONE._replace(player="Ben"))
    progress.add("aim/straight", 2, app.profiles.database)
    assert len(throws.read(app.profiles.database).throws) == 1
    app.choose_profile(FIRST)
    assert throws.read(app.profiles.database).throws == ()
    assert progress.read(app.profiles.database)[0].levels == ()
    assert not record.file(app.profiles.folder).exists()
