"""Tests of the choice of a game, or of one of many options: pictures, texts, input, sizes."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.core.save import dump_session, load_session
from castlecards.core.session import ALWAYS, ATTACKS, MATTERS, NEVER, Session
from castlecards.ui.cardart.text_table import TextTable
from castlecards.ui.history import headline
from castlecards.ui.pages.choice_page import Candidate, CandidateCard, ChoiceSheet, PickField
from castlecards.ui.pages.game_picker import Picker
from castlecards.ui.pages.setup import Setup
from castlecards.ui.scene import Push, Reset
from castlecards.ui.table.summary.result import Result
from tests.ui.driving import Driver, laid_out, picture, recorded_texts, started_match
from tests.ui.table.skirmish import Options, Toy


def setting_up(driver: Driver) -> Setup:
    app = driver.app
    app.change(player_names=("Anna", "Ines", *app.settings.player_names[2:]))
    scene = Setup(app, Toy())
    app.follow(Reset(scene))
    driver.settle()
    return scene


def texts(driver: Driver) -> list[str]:
    scene: Any = driver.app.scene
    return [widget.name for widget in scene.layer.root.walk() if widget.name]


# -- options with sentences --------------------------------------------------------------------


def test_a_choice_with_sentences_is_headed_with_the_player_whose_it_is(driver: Driver) -> None:
    setting_up(driver)
    assert driver.find("setup.south").name == "Anna’s faction: None"
    assert driver.find("setup.north").name == "Ines’s faction: Faction 0"
    driver.click("setup.south")
    assert driver.scene == "ChoiceSheet"
    assert "Anna’s faction" in texts(driver)
    offers = [name for name in texts(driver) if ": " in name]
    assert offers[:2] == [
        "None: Plays by the plain rules.", "Orcs: Strong and slow: an orc counts one more.",
    ]  # fmt: skip


def test_a_new_name_heads_the_options_at_once(driver: Driver) -> None:
    setting_up(driver)
    driver.click("setup.name1")
    driver.type("x")
    assert driver.find("setup.north").name == "Inesx’s faction: Faction 0"
    assert "Ask Inesx" in texts(driver)


def test_a_click_on_a_card_of_the_sheet_chooses(driver: Driver) -> None:
    setup = setting_up(driver)
    driver.click("setup.south")
    driver.click("offer:2")
    assert driver.scene == "Setup"
    assert setup.session().options == Options(south="elf")
    assert driver.find("setup.south").name == "Anna’s faction: Elves"
    driver.click("setup.south")
    chosen = [c for c in _cards(driver) if c.chosen]
    assert [card.candidate.value for card in chosen] == ["elf"]


def _cards(driver: Driver) -> list[CandidateCard]:
    scene = driver.app.scene
    assert isinstance(scene, ChoiceSheet)
    return [widget for widget in scene.layer.root.walk() if isinstance(widget, CandidateCard)]


def test_keys_walk_the_sheet_and_escape_changes_nothing(driver: Driver) -> None:
    setup = setting_up(driver)
    while driver.focus != "setup.north":
        driver.key("tab")
    driver.key("return")
    assert driver.scene == "ChoiceSheet"
    assert driver.focus == "offer:0"
    driver.key("down")
    driver.key("right")
    far = driver.focus
    assert far not in ("offer:0", "offer:1")
    driver.key("return")
    assert driver.scene == "Setup"
    assert driver.focus == "setup.north"
    chosen = setup.options.north
    assert f"offer:{chosen.removeprefix('f')}" == far
    driver.key("return")
    assert driver.focus == far
    driver.key("tab")
    driver.key("escape")
    assert setup.options.north == chosen


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])
def test_sixteen_choices_can_all_be_reached(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(size)
    setting_up(driver)
    driver.click("setup.north")
    assert len(_cards(driver)) == 16
    for card in _cards(driver):
        assert card.rect.height > 20
    driver.click("offer:15")
    assert driver.scene == "Setup"
    assert driver.find("setup.north").name.endswith("Faction 15")


def test_numbers_and_words_are_choices_too(driver: Driver) -> None:
    setup = setting_up(driver)
    driver.click("setup.order")
    driver.click("setup.quick")
    assert setup.options.order == 36
    assert setup.options.quick is True


# -- clock and stops ---------------------------------------------------------------------------


def test_stops_and_clock_go_into_the_session(driver: Driver) -> None:
    setup = setting_up(driver)
    assert setup.session().stops == [MATTERS, MATTERS]
    assert setup.session().clock == 0
    driver.click("setup.stop1")
    assert setup.session().stops == [MATTERS, ATTACKS]
    driver.click("setup.stop1")
    driver.click("setup.stop1")
    driver.click("setup.clock")
    session = setup.session()
    assert session.stops == [MATTERS, NEVER]
    assert session.clock == 15
    again: Session[Any] = load_session(dump_session(session), "save", {Toy.id: Toy()})
    assert (again.stops, again.clock) == (session.stops, session.clock)


def test_who_plays_alone_is_always_asked_and_games_without_windows_ask_nothing(
    driver: Driver,
) -> None:
    class Alone(Toy):
        players = range(1, 3)

    app = driver.app
    setup = Setup(app, Alone())
    setup.players = 1
    assert setup._stop(0) == ALWAYS
    app.follow(Push(Setup(app, app.games["high_card"])))
    driver.settle()
    assert not driver.has("setup.stop0")
    assert driver.has("setup.clock")


# -- the picker --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (640, 480)])
def test_every_game_has_a_picture_a_line_and_figures(
    driver: Driver, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = driver.app
    shelf = tuple(game for game in app.games.values() if game.id != "high_card")
    monkeypatch.setattr(type(app), "offered", shelf)
    driver.resize(size)
    app.follow(Push(Picker(app)))
    driver.settle()
    tiles = [driver.find(f"picker.{game.id}") for game in shelf]
    for game, tile in zip(shelf, tiles, strict=True):
        assert game.tagline in tile.name
        assert "minutes" in tile.name
    heights = {tile.rect.height for tile in tiles}
    assert len(heights) == 1
    if size != (640, 480):
        window = app.surface.get_rect()
        assert all(window.contains(tile.rect) for tile in tiles)
        assert window.contains(driver.find("picker.back").rect)
    driver.click(f"picker.{shelf[-1].id}")
    assert driver.scene == "Setup"


# -- the result --------------------------------------------------------------------------------


def test_the_result_shows_the_score_sheet(driver: Driver) -> None:
    names = ("Anna", "Ben")
    session: Session[Any] = Session(Toy(), Options(order=0), 2, 5, names=names)
    while session.decision is not None:
        options = session.decision.options
        session.submit(session.decision.seat, options[0])
    rows = Toy().sheet(session.position)
    assert rows.rows
    driver.app.follow(Reset(Result(driver.app, session)))
    driver.settle()
    assert "Score sheet" in texts(driver)
    head = next(
        widget.rows[0]
        for widget in driver.app.scene.layer.root.walk()  # type: ignore[attr-defined]
        if isinstance(widget, TextTable) and len(widget.rows) == len(rows.rows) + 1
    )
    assert head == ("Attack", "Anna", "Ben")


def test_the_result_says_once_who_has_won(driver: Driver) -> None:
    session = started_match(driver.app, 99)
    assert session.over
    driver.app.follow(Reset(Result(driver.app, session)))
    driver.settle()
    winner = headline(session)
    assert [text for text in texts(driver) if winner in text] == [winner]


def test_nobody_who_leaves_practice_is_told_that_it_is_saved(driver: Driver) -> None:
    session = started_match(driver.app, 3)
    for match, kept in ((session, True), (session.practice_from(2), False)):
        scene = driver.sit(match)
        scene.raise_curtain()
        driver.settle()
        driver.key("escape")
        driver.click("leave")
        assert any("is saved" in text for text in texts(driver)) == kept
        assert any("is not saved" in text for text in texts(driver)) != kept


# -- the surface -------------------------------------------------------------------------------


def test_the_surface_of_a_match_is_preset_by_the_setting_and_remembered(driver: Driver) -> None:
    app = driver.app
    app.change(feel="wood")
    setup = Setup(app, app.games["card_barrage"])
    app.follow(Push(setup))
    driver.settle()
    assert setup.session().options.surface == "wood"
    driver.click("setup.surface")
    session = setup.session()
    assert session.options.surface == "sticky"
    assert app.settings.feel == "sticky"
    app.change(feel="felt")
    field = session.position.box.field
    assert field.surface == "sticky"


def test_a_long_choice_is_written_in_full() -> None:
    text = "Four: one for reaching it, three for meeting it"
    field = PickField("pick", "Points", [Candidate("both", text)], "both", lambda: None)
    with recorded_texts() as said:
        picture(laid_out(field, (520, 60)))
    assert [*said] == [text, "Points"]
