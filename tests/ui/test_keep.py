"""Tests of saved data: saved games, the unfinished game, the history, and their pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from castlecards import database, paths, settings
from castlecards.core.cards import NATURE, Pose
from castlecards.core.landing import Contact, Landing, Release, toss
from castlecards.core.session import Record, Session
from castlecards.settings import Settings
from castlecards.store import StoreError
from castlecards.ui import history
from castlecards.ui.history import FinishedGame, Opponent, ThrowCount
from castlecards.ui.keep import Keep, playable_beginning
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.pages.tally_rows import GameRow, OpponentRow
from castlecards.ui.routes import Title
from castlecards.ui.scene import Reset
from castlecards.ui.shell.services_impl import AppServices
from tests.ui.driving import Driver, autosave_and_wait, recorded_texts, started_match


def test_a_finished_game_goes_into_the_history_once(driver: Driver) -> None:
    session = started_match(driver.app, 99)
    keep = driver.app.keep
    autosave_and_wait(keep, started_match(driver.app))
    assert autosave_and_wait(keep, session)
    assert autosave_and_wait(keep, session)
    assert keep.unfinished is None
    (line,), told = history.read()[0].games, history.read()[1]
    assert told == ""
    assert (line.title, line.names, line.turns) == ("High Card", ("Anna", "Bert"), session.at)
    assert line.results == session.position.result


def test_a_finished_game_goes_to_each_profile_but_not_to_a_guest(driver: Driver) -> None:
    app = driver.app
    app.change(player_names=("Anna", *app.settings.player_names[1:]))
    id = app.profiles.add("Ben")
    ben = database.file(paths.records_dir(id))
    assert autosave_and_wait(app.keep, started_match(app, 99))  # Anna and the guest Bert
    assert history.read(ben)[0].games == ()
    (line,) = history.read()[0].games
    assert line.opponents == (Opponent(1, "", history.OTHER, True),)
    assert [*history.by_name([line])] == ["Anna"]
    assert history.against([line]) == {}
    app.profiles.set_name(id, "Bert")
    assert autosave_and_wait(app.keep, started_match(app, 99))
    assert len(history.read()[0].games) == 2
    (line,) = history.read(ben)[0].games
    assert line.names == ("Anna", "Bert")
    assert line.opponents == (Opponent(0, "", history.OTHER, True),)
    assert [*history.by_name([line])] == ["Bert"]
    assert (app.keep.matches(line.game, "Bert"), app.keep.matches(line.game, "Guest")) == (1, 0)


def test_a_match_that_one_profile_could_not_keep_is_not_kept_twice_by_the_other(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, session = driver.app, started_match(driver.app, 99)
    app.change(player_names=("Anna", *app.settings.player_names[1:]))
    ben = database.file(paths.records_dir(app.profiles.add("Bert")))
    add = history.add

    def fail_once(line: FinishedGame, path: Path) -> str:
        if path == ben:
            monkeypatch.setattr(history, "add", add)
            raise StoreError("records.sqlite was not written: the disk is full.")
        return add(line, path)

    monkeypatch.setattr(history, "add", fail_once)
    assert not autosave_and_wait(app.keep, session)
    assert autosave_and_wait(app.keep, session)
    assert [len(history.read(path)[0].games) for path in (None, ben)] == [1, 1]


def test_a_change_of_the_hand_is_that_of_the_chosen_profile(driver: Driver) -> None:
    app = driver.app
    app.change(player_names=("Anna", *app.settings.player_names[1:]), mouse_strength=1.2)
    id = app.profiles.add("Ben")
    app.choose_profile(id)
    assert (app.settings.player_names[0], app.settings.strength) == ("Ben", 1.0)
    app.change(mouse_strength=0.7, volume=15)
    app.change(player_names=Settings().player_names)  # Ben plays seat 1
    assert app.save_settings() == ""
    stored, _ = settings.load()
    assert (stored.player_names[0], stored.mouse_strength, stored.volume) == ("Anna", 1.2, 15)
    again = AppServices(stored)
    assert again.profiles.chosen.name == again.settings.player_names[0] == "Ben"
    assert again.settings.strength == again.profiles.strength("Ben", stored) == 0.7
    app.change(mouse_strength=0.8)
    app.choose_profile("")  # before the change was saved
    assert app.settings.strength == 1.2
    assert AppServices(stored).settings.strength == 0.8


# Statistics


def test_statistics_count_by_name(driver: Driver) -> None:
    for number, won in enumerate((1.0, 0.5, 0.0)):
        throws = (ThrowCount(0, "lob", 4, 3), ThrowCount(1, "flip", 2, 0)) if number else ()
        history.add(
            FinishedGame(
                "x", "A game", "2030-01-02T03:04", ("Anna", "Bert"), (won, 1 - won), 9, throws
            )
        )
    tallies = history.by_name(history.read()[0].games)
    anna = tallies["Anna"]
    assert (anna.games, anna.won, anna.drawn) == (3, 1, 1)
    assert (anna.throws["lob"], anna.on_target["lob"]) == (8, 6)
    assert tallies["Bert"].on_target.total() == 0
    driver.click("title.statistics")
    driver.key("down")
    driver.click("statistics.back")
    assert driver.scene == "Title"


def landing(first: int, on: bool, off: bool = False, under: tuple[int, ...] = ()) -> Landing:
    contacts = (Contact(3, 900, 0),) if on else ()
    return Landing(1, Pose(0, 0, 0), True, off, first, contacts, under)


@pytest.mark.parametrize(
    ("fall", "hit"),
    [
        (landing(3, True), True),
        (landing(-1, True), False),
        (landing(3, False), False),
        (landing(3, True, off=True), False),
        (landing(3, True, under=(4,)), False),
    ],
)
def test_throws_are_read_off_the_log(driver: Driver, fall: Landing, hit: bool) -> None:
    session = started_match(driver.app, 0)
    session.log = [Record(1, toss(1, Release(2)), ()), Record(NATURE, fall.action(), ())]
    session.at = 2
    assert history.count_throws(session) == (ThrowCount(1, "flip", 1, int(hit)),)
    session.at = 1
    assert history.count_throws(session) == ()


def test_a_broken_old_history_is_renamed_and_told(driver: Driver) -> None:
    path = paths.data_dir() / history.OLD
    path.write_text("games: 3\n")
    driver.click("title.statistics")
    assert "was renamed to" in driver.app.toasts.shown[0].text
    history.add(FinishedGame("x", "A game", "2030-01-02T03:04", ("Anna",), (1.0,), 9))
    assert len(history.read()[0].games) == 1


# Saved games


def test_saved_games_are_gone_on_with_and_deleted(driver: Driver) -> None:
    keep = driver.app.keep
    first, second = keep.copy(started_match(driver.app, 2)), keep.copy(started_match(driver.app, 4))
    driver.app.follow(Reset(Title()))
    driver.click("title.library")
    box = driver.find("library.list")
    driver.press(box.row(first.name).center)
    driver.click("library.delete")
    assert not first.exists()
    assert driver.scene == "Library"
    driver.click("library.open")
    assert driver.scene == "TableScene"
    assert driver.app.scene.session.at == 4  # type: ignore[attr-defined]
    keep.delete(second)


def test_a_broken_save_tells_where_and_offers_its_beginning(driver: Driver) -> None:
    path = driver.app.keep.copy(started_match(driver.app))
    path.write_text(path.read_text() + "- '0: juggle'\n")
    lines = path.read_text().count("\n")
    driver.app.follow(Reset(Title()))
    driver.click("title.library")
    driver.click("library.open")
    assert driver.scene == "Dialog"
    text = driver.app.scene.text  # type: ignore[attr-defined]
    assert f"{path.name}:{lines}:" in text
    assert "its first 3 moves" in text
    driver.click("broken.good")
    assert driver.scene == "TableScene"
    assert driver.app.scene.session.at == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"hello", b"castlecards: 1\n", b"x" * 2_000_000]
)
def test_what_is_no_save_is_refused_in_words(driver: Driver, content: bytes) -> None:
    path = driver.app.keep.copy(started_match(driver.app))
    path.write_bytes(content)
    driver.app.follow(Reset(Title()))
    driver.click("title.library")
    driver.click("library.open")
    assert driver.scene == "Dialog"
    assert path.name in driver.app.scene.text  # type: ignore[attr-defined]
    driver.click("broken.close")
    assert driver.scene == "Library"


def test_an_autosave_that_fails_is_told_once(driver: Driver, home: Path) -> None:
    told: list[str] = []
    keep = Keep(lambda: driver.app.games, lambda text, kind: told.append(f"{kind}: {text}"))
    (home / "saves").write_text("a file where the folder should be")
    session = started_match(driver.app)
    assert not autosave_and_wait(keep, session)
    assert not autosave_and_wait(keep, session)
    assert len(told) == 1
    assert told[0].startswith("error: autosave.yaml was not saved")
    (home / "saves").unlink()
    assert autosave_and_wait(keep, session)
    assert autosave_and_wait(keep, session)
    assert told[1:] == ["note: Saving your game works again."]


def test_only_a_bad_line_leaves_a_beginning() -> None:
    assert playable_beginning(ValueError("no save at all")) is None


def test_who_was_played_against_is_counted_by_character_and_level(driver: Driver) -> None:
    def game(won: float, *others: Opponent) -> FinishedGame:
        names = ("Anna", "Captain Roth", "Tilo", "Mina")[: 1 + len(others)]
        results = (won, *(1 - won for _ in others))
        return FinishedGame("x", "A game", "2030-01-02T03:04", names, results, 9, (), others)

    roth, tilo = Opponent(1, "roth", "knight"), Opponent(2, "tilo", "page")
    for line in (
        game(1.0, roth), game(0.0, roth, tilo), game(0.5, Opponent(1, "roth", "marshal")),
        game(1.0, Opponent(1, "mina", "page", True), tilo),
    ):  # fmt: skip
        history.add(line)
    games = history.read()[0].games
    found = {
        (other.character, other.level): (tally.games, tally.won, tally.drawn)
        for other, tally in history.against(games).items()
    }
    assert found == {
        ("roth", "knight"): (2, 1, 0), ("tilo", "page"): (2, 1, 0), ("roth", "marshal"): (1, 0, 1),
    }  # fmt: skip
    assert [*history.by_name(games)] == ["Anna"]
    driver.click("title.statistics")
    assert driver.scene == "Statistics"
    page: Any = driver.app.scene
    rows = [each for each in page.layer.root.walk() if isinstance(each, OpponentRow)]
    cast = driver.app.characters
    assert [(row.who, row.name) for row in rows] == [
        (cast["roth"], "Captain Roth, Marshal: 0 of 1 won"),
        (cast["roth"], "Captain Roth, Knight: 1 of 2 won"),
        (cast["tilo"], "Tilo, Page: 1 of 2 won"),
    ]
    with recorded_texts() as said:
        page.refresh()
        page.draw(Canvas(driver.app.surface, page.layer.look))
    for row in rows:
        assert row.won in said
    played = [each for each in page.layer.root.walk() if isinstance(each, GameRow)]
    assert [row.name for row in played] == [
        f"{title}: {row.count}"
        for row, title in zip(played, history.by_game(history.read()[0].games), strict=True)
    ]


def test_a_finished_match_says_who_sat_there(driver: Driver) -> None:
    game = driver.app.games["card_barrage"]
    kinds, ids = ("human", "page", "knight", "squire"), ("", "tilo", "roth", "")
    session = Session(game, game.options(), 4, 1, kinds, characters=ids)
    assert history.opponents(session) == (
        Opponent(1, "tilo", "page"), Opponent(2, "roth", "knight", True), Opponent(3, "", "squire"),
    )  # fmt: skip
