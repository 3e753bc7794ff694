"""Tests of profiles: the player, the strength of the hand, and the file of the records."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlecards import database, paths, settings
from castlecards.practice import progress, throws
from castlecards.practice.throws import ThrowLogs
from castlecards.profiles import FIRST, GUEST, Profile, Profiles
from castlecards.settings import Settings
from castlecards.store import StoreError
from tests.practice.test_throws import ONE

ANNA = Settings(player_names=("Anna", *Settings().player_names[1:]), mouse_strength=1.3)


@pytest.fixture
def two(home: Path) -> tuple[Profiles, str]:
    """Return the profiles of Anna, the first, and Ben, with Ben's id."""
    people = Profiles(ANNA)
    return people, people.add("Ben")


def test_alone_every_player_belongs_to_the_first_profile(home: Path) -> None:
    people = Profiles(ANNA)
    assert not people.several
    assert people.chosen == Profile("Anna", mouse_strength=1.3)
    assert people.database_of("Anna") == people.database_of("Player 2") == database.file()
    assert people.strength("Player 2", ANNA) == 1.3
    assert not paths.profiles_dir().exists()


def test_old_records_stay_those_of_the_first_profile(home: Path) -> None:
    log = throws.ThrowLog()
    log.add(ONE)
    log.close()
    progress.add("aim/straight", 2)
    before = database.file().read_bytes()
    people = Profiles(ANNA)
    id = people.add("Ben")
    assert throws.read(people.database).throws == (ONE,)
    assert database.file().read_bytes() == before
    people.chosen_id = id
    assert throws.read(people.database).throws == ()
    assert progress.read(people.database)[0].levels == ()


def test_each_has_the_own_records(two: tuple[Profiles, str]) -> None:
    people, id = two
    logs = ThrowLogs(people.database_of)
    for name in ("Anna", "ben", GUEST, "Ben"):
        logs.add(ONE._replace(player=name))
    assert len(logs.recent("Ben", ONE.method, 9)) == 1  # by the name in the record
    assert logs.recent(GUEST, ONE.method, 9) == []
    logs.close()
    assert [one.player for one in throws.read().throws] == ["Anna"]
    kept = throws.read(database.file(paths.records_dir(id))).throws
    assert [one.player for one in kept] == ["ben", "Ben"]


def test_each_has_the_own_hand(two: tuple[Profiles, str]) -> None:
    people, id = two
    people.put(id, Profile("Ben", 1, 0.6, 1.7))
    trackpad = settings.Settings(pointer="trackpad")
    strengths = [people.strength(name, ANNA) for name in ("Anna", "Ben", GUEST)]
    assert strengths == [1.3, 0.6, 1.0]
    assert people.strength("Ben", trackpad) == 1.7
    people.chosen_id = id
    shown = people.in_effect(ANNA)
    assert (shown.player_names[0], shown.mouse_strength) == ("Ben", 0.6)
    stored = people.stored(shown)  # the file keeps those of the first profile
    assert (stored.player_names[0], stored.mouse_strength, stored.profile) == ("Anna", 1.3, id)
    assert Profiles(stored).chosen == people.chosen  # at the next start


def test_names_and_signs_are_different(two: tuple[Profiles, str]) -> None:
    people, id = two
    other = people.add(" ben ")
    assert people.by_id[other].name == "ben 2"
    assert people.by_id[people.add(GUEST)].name == f"{GUEST} 2"
    assert [one.sign for one in people.by_id.values()] == [0, 1, 2, 3]
    people.set_name(id, "Anna")
    assert people.by_id[id].name == "Anna 2"
    people.set_name(id, "Anna 2")
    assert people.by_id[id].name == "Anna 2"


def test_a_new_name_stands_in_the_records_too(two: tuple[Profiles, str]) -> None:
    people, id = two
    logs = ThrowLogs(people.database_of)
    logs.add(ONE._replace(player="Ben"))
    people.set_name(id, "Benno")
    assert len(logs.recent("Benno", ONE.method, 9)) == 1
    logs.close()
    assert Profiles(ANNA).by_id[id].name == "Benno"


def test_a_deleted_profile_comes_back_with_its_records(two: tuple[Profiles, str]) -> None:
    people, id = two
    logs = ThrowLogs(people.database_of)
    logs.add(ONE._replace(player="Ben"))
    logs.close()
    people.chosen_id = id
    people.delete(id)
    assert people.chosen_id == FIRST
    assert not people.several
    assert not Profiles(ANNA).several
    new = people.add("Ben")
    assert throws.read(database.file(paths.records_dir(new))).throws == ()
    people.restore(id)
    assert people.by_id[id].name == "Ben 2"
    assert throws.read(database.file(paths.records_dir(id))).throws[0].player == "Ben 2"
    with pytest.raises(StoreError):
        people.restore("none")


def test_a_broken_profile_is_left_as_it_is(two: tuple[Profiles, str]) -> None:
    _, id = two
    path = paths.profiles_dir() / f"{id}.yaml"
    for broken in ("name: [", "name: ''", "name: Ben\nsign: 9", "name: Ben\nmouse_strength: 7"):
        path.write_text(broken)
        people = Profiles(ANNA)
        people.add("Cleo")
        assert id not in people.by_id
        assert path.read_text() == broken
        assert people.problem.startswith(f"A player can’t be read: {path.name}")
        assert "\n" not in people.problem
    path.unlink()
    assert Profiles(ANNA).problem == ""


def test_two_windows_make_two_profiles(home: Path) -> None:
    one, two = Profiles(ANNA), Profiles(ANNA)
    ids = one.add("Ben"), two.add("Ben")
    assert {*Profiles(ANNA).by_id} == {FIRST, *ids}


def test_a_profile_that_cannot_be_stored_is_not_there(
    two: tuple[Profiles, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    people, id = two
    before = dict(people.by_id)

    def fail(*_: object) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr("castlecards.files.create", fail)
    monkeypatch.setattr("castlecards.files.replace", fail)
    for act in (
        lambda: people.add("Cleo"), lambda: people.set_name(id, "Benno"), lambda: people.delete(id),
    ):  # fmt: skip
        with pytest.raises(StoreError):
            act()
        assert people.by_id == before
