from __future__ import annotations

import dataclasses
import errno
import os
import re
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards import data, settings, store
from castlecards.settings import ABOUT, TABS, About, Settings

DEFAULTS = Settings()
HINTS = get_type_hints(Settings)
STAYS = "Some settings are not valid. Their defaults are in use; your file is unchanged."
USUAL = DEFAULTS.player_names


@pytest.mark.parametrize(("pointer", "strength"), [("mouse", 0.75), ("trackpad", 1.5)])
def test_the_strength_is_that_of_what_the_player_throws_with(pointer: Any, strength: float) -> None:
    settings = Settings(pointer=pointer, mouse_strength=0.75, trackpad_strength=1.5)
    assert settings.strength == strength


def valid_values(name: str, about: About) -> st.SearchStrategy[Any]:
    default = getattr(DEFAULTS, name)
    if name == "player_names":
        letters = st.characters(categories=("L", "N"))
        return st.tuples(*[st.text(letters, min_size=1, max_size=24)] * settings.SEATS)
    if name == "profile":
        return st.sampled_from(["", "0a1b2c3d"])
    if name == "face":
        return st.sampled_from(["", "roth"])
    if name == "player_counts":
        return st.dictionaries(st.sampled_from(["castle", "card_barrage"]), st.integers(1, 6))
    if name == "phone_names":
        return st.lists(st.sampled_from(["Anna", "Ben 2", "x" * 24 + " 2"]), max_size=3).map(tuple)
    if name == "opponents":
        some = st.lists(st.sampled_from(["", "roth", "own_one"]), max_size=6).map(tuple)
        return st.dictionaries(st.sampled_from(["castle", "card_barrage"]), some)
    if name == "keys":
        some = st.lists(st.sampled_from(["a", "ctrl+z", "page up"]), max_size=2).map(tuple)
        return st.dictionaries(st.sampled_from(["undo", "throw"]), some)
    if about.choices:
        return st.sampled_from([value for value, _ in about.choices])
    if isinstance(default, bool):
        return st.booleans()
    low, high = about.low, about.high
    return st.integers(low, high) if isinstance(default, int) else st.floats(low, high)


ANY = st.fixed_dictionaries({name: valid_values(name, about) for name, about in ABOUT.items()})


@given(ANY)
def test_all_settings_survive_their_file(tmp_path_factory: Any, values: dict[str, Any]) -> None:
    path = tmp_path_factory.getbasetemp() / "settings.yaml"
    chosen = Settings(**values)
    settings.save(chosen, path)
    assert settings.load(path) == (chosen, "")


def test_the_screen_finds_words_and_limits_for_every_field() -> None:
    for name, about in ABOUT.items():
        default = getattr(DEFAULTS, name)
        assert about.title, name
        assert about.help.endswith("."), name
        assert about.tab in TABS, name
        literals = [
            value
            for part in (HINTS[name], *get_args(HINTS[name]))
            if get_origin(part) is Literal
            for value in get_args(part)
        ]
        strings = [value for value, _ in about.choices if isinstance(value, str)]
        assert literals == strings, name
        ranged = type(default) in (int, float)
        assert ranged <= (about.low is not None and about.high is not None), name
    assert {about.tab for about in ABOUT.values()} == set(TABS)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("volume", 101, "volume: expected 0 to 100, got 101"),
        ("volume", -1, "volume: expected 0 to 100, got -1"),
        ("animation_speed", 0.4, "animation_speed: expected 0.5 to 4, got 0.4"),
        ("time_scale", float("nan"), "time_scale: expected 0.25 to 1, got nan"),
        ("ui_scale", 3.5, "ui_scale: expected 0.75 to 3, got 3.5"),
        (
            "table",
            "sand",
            "table: expected one of felt, wood, morning, evening, rain, night, got 'sand'",
        ),
        ("player_names", ("A",), "player_names: expected 6 names, got 1"),
        ("player_names", ("",) * 6, "player_names: a name has 1 to 24 letters"),
        ("player_names", ("x" * 25,) * 6, "player_names: a name has 1 to 24 letters"),
        ("player_names", ("a\nb",) * 6, "player_names: a name has 1 to 24 letters"),
        ("phone_names", ("x" * 27,), "phone_names: a name has 1 to 26 letters"),
        ("keys", {"No!": ("a",)}, "keys: 'No!' is not the name of an action"),
        (
            "player_counts",
            {"castle": 7},
            "player_counts: expected 1 to 6 players for each game, got 7",
        ),
        (
            "player_counts",
            {"No!": 2},
            "player_counts: expected 1 to 6 players for each game, got 2",
        ),
        ("keys", {"undo": ("",)}, "keys: undo has a key without a name"),
    ],
)
def test_a_bad_value_is_refused_by_name(name: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        dataclasses.replace(DEFAULTS, **{name: value})


def test_a_size_between_the_choices_is_good() -> None:
    assert data.load("ui_scale: 1.1", Settings, "a").ui_scale == 1.1


def test_no_file_means_the_usual_settings(home: Path) -> None:
    assert settings.load() == (DEFAULTS, "")
    assert list(home.iterdir()) == []


def test_what_the_file_leaves_out_is_as_usual(home: Path) -> None:
    (home / "settings.yaml").write_text("volume: 5\n")
    assert settings.load() == (dataclasses.replace(DEFAULTS, volume=5), "")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("volum: 5", "2:1: top level: unknown key 'volum', did you mean 'volume'?"),
        ("volume: 500", "2:9: volume: expected 0 to 100, got 500"),
        ("instant: maybe", "2:10: instant: expected true or false, got 'maybe'"),
        ("time_scale: 1.0e+999", "2:13: time_scale: this number is too large"),
        ("keys: 3", "2:7: keys: expected keys and values, got 3"),
        ("3: {a: [1, null, 2.5]}", "2:1: top level: unknown key 3"),
    ],
)
def test_a_bad_setting_costs_only_itself_and_stays(home: Path, line: str, problem: str) -> None:
    path = home / "settings.yaml"
    path.write_text(f"mute: true\n{line}\ntable: night\n")
    good = dataclasses.replace(DEFAULTS, mute=True, table="night")
    found, told = settings.load()
    assert found == good
    assert told.splitlines() == [STAYS, f"settings.yaml:{problem}"]
    before = data.load_entries(path.read_text(), Settings, "x").plain
    settings.save(dataclasses.replace(found, camera_tilt=0), names={"camera_tilt"})
    after = data.load_entries(path.read_text(), Settings, "x").plain
    assert {key: after[key] for key in before} == before
    assert settings.load()[0] == dataclasses.replace(good, camera_tilt=0)
    assert [p.name for p in home.glob("*.broken-*")] == []


def test_a_bad_key_costs_only_itself(home: Path) -> None:
    path = home / "settings.yaml"
    path.write_text("keys:\n  undo: [z]\n  redo: 3\n  No!: [a]\n  throw: [f]\nvolume: 30\n")
    found, told = settings.load()
    assert found == dataclasses.replace(DEFAULTS, keys={"undo": ("z",), "throw": ("f",)}, volume=30)
    assert [line.partition(": ")[0] for line in told.splitlines()[1:3]] == [
        "settings.yaml:2:3", "settings.yaml:3:9",
    ]  # fmt: skip


def test_a_setting_that_is_changed_takes_the_place_of_a_bad_one(home: Path) -> None:
    (home / "settings.yaml").write_text("volume: loud\nmute: maybe\n")
    settings.save(DEFAULTS, names={"volume"})
    found, told = settings.load()
    assert found == DEFAULTS
    assert "mute" in told
    assert "volume" not in told


@pytest.mark.parametrize(
    ("written", "names", "problem"),
    [
        ("[A, B, '', D, E, F]", ("A", "B", USUAL[2], "D", "E", "F"), "22: player_names[2]: a name"),
        ("[A, 2, C, D, E, F]", ("A", USUAL[1], "C", "D", "E", "F"), "19: player_names[1]: expect"),
        ("[A, B]", ("A", "B", *USUAL[2:]), "15: player_names: expected 6 names, got 2"),
        ("[A, B, C, D, E, F, G]", tuple("ABCDEF"), "15: player_names: expected 6 names, got 7"),
        ("[]", USUAL, "15: player_names: expected 6 names, got 0"),
        ("['']", USUAL, "16: player_names[0]: a name has 1 to 24 letters"),
        ("Ann", USUAL, "15: player_names: expected a list, got 'Ann'"),
    ],
)  # fmt: skip
def test_a_bad_name_costs_only_itself(
    home: Path, written: str, names: tuple[str, ...], problem: str
) -> None:
    path = home / "settings.yaml"
    path.write_text(f"player_names: {written}\nvolume: 30\n")
    found, told = settings.load()
    assert found == dataclasses.replace(DEFAULTS, player_names=names, volume=30)
    assert told.startswith(f"{STAYS}\nsettings.yaml:1:{problem}")
    before = data.load_entries(path.read_text(), Settings, "x").plain
    settings.save(found, names={"volume"})
    assert (
        data.load_entries(path.read_text(), Settings, "x").plain["player_names"]
        == (before["player_names"])
    )


@pytest.mark.parametrize(
    ("written", "keys", "problem"),
    [
        ("{undo: [z, ''], throw: [f]}", {"undo": ("z",), "throw": ("f",)}, "18: keys.undo[1]: und"),
        ("{undo: [3, z], throw: [f]}", {"undo": ("z",), "throw": ("f",)}, "15: keys.undo[0]: exp"),
        ("{undo: z, throw: [f]}", {"throw": ("f",)}, "14: keys.undo: expected a list, got 'z'"),
        ("{3: [z], throw: [f]}", {"throw": ("f",)}, "8: keys: expected text, got 3"),
    ],
)  # fmt: skip
def test_a_bad_name_of_a_key_costs_only_itself(
    home: Path, written: str, keys: dict[str, Any], problem: str
) -> None:
    (home / "settings.yaml").write_text(f"keys: {written}\n")
    found, told = settings.load()
    assert found == dataclasses.replace(DEFAULTS, keys=keys)
    assert told.startswith(f"{STAYS}\nsettings.yaml:1:{problem}")


def test_a_setting_given_twice_is_told_and_the_second_holds(home: Path) -> None:
    (home / "settings.yaml").write_text("volume: 10\nvolume: 20\n")
    found, told = settings.load()
    assert found.volume == 20
    problem = "top level: 'volume' appears twice, first in line 1; the last one counts"
    assert told.splitlines() == [STAYS, f"settings.yaml:2:1: {problem}"]


@pytest.mark.parametrize("bad", ["", "mute: 3\n"])
def test_what_is_given_twice_stays_until_it_is_set(home: Path, bad: str) -> None:
    path = home / "settings.yaml"
    path.write_text(
        "volume: 10\nnot ours: 1\nvolume: 15\nkeys:\n  undo: [z]\n  undo: [y]\nnot ours: 2\n"
        f"volume: 20\n{bad}"
    )
    found, told = settings.load()
    assert (found.volume, found.keys) == (20, {"undo": ("y",)})
    settings.save(dataclasses.replace(found, table="wood"), names={"table"})
    text = path.read_text()
    assert re.findall("^ *(?:volume|undo|not ours): .*", text, re.MULTILINE) == [
        "volume: 10", "volume: 15", "volume: 20", "  undo: [z]", "  undo: [y]", "not ours: 1",
        "not ours: 2",
    ]  # fmt: skip
    again, told_again = settings.load()
    assert again == dataclasses.replace(found, table="wood")
    assert "appears twice" in told
    assert "appears twice" in told_again
    settings.save(dataclasses.replace(again, volume=25), names={"volume"})
    assert settings.load()[0].volume == 25
    assert path.read_text().count("volume") == 1


def test_a_hundred_bad_settings_are_told_in_a_few_lines(home: Path) -> None:
    (home / "settings.yaml").write_text("".join(f"x{n}: 1\n" for n in range(100)))
    assert settings.load()[1].splitlines()[:: 1 + settings.TOLD] == [
        STAYS, "… and more",
    ]  # fmt: skip


def test_only_what_was_changed_is_written_over(home: Path) -> None:
    """Another program has changed another setting since the last load."""
    settings.save(dataclasses.replace(DEFAULTS, volume=10, table="wood"))
    settings.save(dataclasses.replace(DEFAULTS, mute=True), names={"mute"})
    assert settings.load()[0] == dataclasses.replace(DEFAULTS, volume=10, table="wood", mute=True)


@given(st.dictionaries(st.sampled_from([*ABOUT, "x", "y z"]), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "wood", "auto", "a b", "\x1b[2J", "\x85", "\u202e", 10**99]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner),
    max_leaves=4), max_size=8))  # fmt: skip
def test_whatever_stands_in_a_file_it_loads_and_stays(
    tmp_path_factory: Any, entries: dict[str, Any]
) -> None:
    path = tmp_path_factory.mktemp("any") / "settings.yaml"
    text = data.dump(entries, unprintable=True)
    path.write_text(text)
    found, _ = settings.load(path)
    for name in ABOUT.keys() - entries.keys():
        assert getattr(found, name) == getattr(DEFAULTS, name)
    settings.save(found, path, names=())
    after = data.load_entries(path.read_text(), Settings, "x").plain
    assert {key: after[key] for key in entries} == data.load_entries(text, Settings, "x").plain


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("mute: [", "1:8: text: "),
        ("", "1:1: text: the file is empty"),
        ("- mute\n", "1:1: top level: expected keys and values, got a list"),
        ("\0" * 100, "1:1: text: a text file can’t have the character U+0000"),
    ],
)
def test_a_bad_file_is_kept_aside_and_play_goes_on(home: Path, text: str, problem: str) -> None:
    (home / "settings.yaml").write_text(text)
    found, told = settings.load()
    assert found == DEFAULTS
    usual, first = told.splitlines()
    assert first.startswith(f"settings.yaml:{problem}")
    assert first.endswith("; settings.yaml was renamed to settings.yaml.broken-1.")
    assert usual == "The default settings are in use."
    assert (home / "settings.yaml.broken-1").read_text() == text
    settings.save(dataclasses.replace(DEFAULTS, volume=1))
    assert settings.load()[0].volume == 1
    assert (home / "settings.yaml.broken-1").read_text() == text


def test_the_settings_before_a_bad_file_come_back(home: Path) -> None:
    for volume in (10, 20):
        settings.save(dataclasses.replace(DEFAULTS, volume=volume))
    (home / "settings.yaml").write_text("volume: [")
    found, told = settings.load()
    assert found.volume == 10
    assert told.endswith("The last good version, settings.yaml.1, is in use.")


def test_settings_that_cannot_be_read(home: Path) -> None:
    (home / "settings.yaml").mkdir()
    found, told = settings.load()
    assert found == DEFAULTS
    assert told.startswith("settings.yaml was not read: this is not a file.")


def test_settings_that_cannot_be_saved(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.save(DEFAULTS)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(store.StoreError, match=r"^settings\.yaml was not saved: the disk is"):
            settings.save(dataclasses.replace(DEFAULTS, volume=1))
    assert settings.load() == (DEFAULTS, "")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.EACCES, "permission denied"),
        (errno.EMFILE, "too many files are open"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_settings_that_could_not_be_read_are_not_replaced_by_the_usual_ones(
    home: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    settings.save(dataclasses.replace(DEFAULTS, volume=15, table="wood"))
    before = (home / "settings.yaml").read_bytes()
    whole = os.open

    def unreadable(name: Any, flags: int, *args: Any, **kwargs: Any) -> int:
        if str(name).endswith("settings.yaml"):
            raise OSError(code, os.strerror(code))
        return whole(name, flags, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", unreadable)
        found, told = settings.load()
        assert found == DEFAULTS
        assert words in told
        for names in ({"mute"}, None):
            with pytest.raises(store.StoreError, match=f"settings.yaml was not saved: {words}"):
                settings.save(dataclasses.replace(found, mute=True), names=names)
    assert (home / "settings.yaml").read_bytes() == before
    settings.save(dataclasses.replace(found, mute=True), names={"mute"})
    again = settings.load()[0]
    assert (again.volume, again.table, again.mute) == (15, "wood", True)
