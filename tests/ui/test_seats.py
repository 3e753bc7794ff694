"""Tests of the set-up of players: people and characters at any seat, by mouse and by keys."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pygame
import pytest
from pygame import Rect

from castlecards import lessons, phones
from castlecards.core.session import ALWAYS, MATTERS, Session
from castlecards.players.characters import throwing_text
from castlecards.players.worker import Supervisor
from castlecards.ui.cardart import game_banner
from castlecards.ui.cardart.landscape import DAY, paint_landscape
from castlecards.ui.history import FinishedGame, Opponent, add
from castlecards.ui.kit.shapes import blank
from castlecards.ui.kit.widgets.option_line import OptionLine
from castlecards.ui.kit.widgets.scroll import Scroll, ScrollArea
from castlecards.ui.pages.choice_page import PickField
from castlecards.ui.pages.seats import KINDS, TITLE, CharacterTile, SeatCard, SeatKind, SeatToggle
from castlecards.ui.pages.setup import Setup, against
from castlecards.ui.routes import Lesson, Title
from castlecards.ui.scene import Push, Reset
from castlecards.ui.table.scene import TableScene
from tests.players.fake_process import FAULTS, FaultInjector
from tests.ui.driving import (
    NULL,
    Driver,
    autosave_and_wait,
    laid_out,
    look,
    mouse,
    picture,
    recorded_texts,
    started_match,
)

WARS, BARRAGE, TRICKS = "castle_wars", "card_barrage", "tricks_of_the_trade"


def page(driver: Driver, game: str) -> Setup:
    setup = Setup(driver.app, driver.app.games[game])
    driver.app.follow(Reset(setup))
    driver.settle()
    return setup


def seated(session: Session[Any]) -> list[tuple[str, str]]:
    return [*zip(session.characters, session.kinds, strict=True)]


def test_a_seat_is_given_to_a_character_by_mouse(driver: Driver) -> None:
    setup = page(driver, WARS)
    assert seated(setup.session()) == [("", "human"), ("", "human")]
    driver.click("setup.character:roth")  # for the seat beside one's own
    session = setup.session()
    assert seated(session) == [("", "human"), ("roth", "marshal")]
    assert session.names == ("Player 1", "Captain Roth")
    assert session.stops == [MATTERS, ALWAYS]
    assert not driver.has("setup.name1")
    assert driver.has("setup.pace")
    driver.click("setup.start")
    assert driver.scene == "TableScene"
    assert driver.app.scene.session.characters == ("", "roth")  # type: ignore[attr-defined]


def test_the_switch_seats_the_weakest_and_gives_the_seat_back(driver: Driver) -> None:
    setup = page(driver, WARS)
    toggle = driver.find("setup.seat1")
    driver.press((toggle.rect.right - 9, toggle.rect.centery))
    first = next(iter(driver.app.characters))
    assert seated(setup.session())[1] == (first, "page")
    toggle = driver.find("setup.seat1")
    driver.press((toggle.rect.left + 9, toggle.rect.centery))
    assert seated(setup.session())[1] == ("", "human")
    assert not driver.has("setup.pace")
    assert driver.has("setup.name1")


def test_keys_alone_go_from_seat_to_seat_and_choose(driver: Driver) -> None:
    setup = page(driver, TRICKS)
    setup._set_players(4)
    driver.settle()
    while driver.focus != "setup.seat0":
        driver.key("tab")
    assert setup.seat == 0
    driver.key("down")
    assert (driver.focus, setup.seat) == ("setup.seat1", 1)
    driver.key("right", "right")
    assert setup.sitters[1] == next(iter(driver.app.characters))
    assert driver.focus == "setup.seat1"
    driver.key("6")
    ids = [*driver.app.characters]
    assert setup.sitters[1] == ids[5]
    driver.key("9")  # there is no ninth
    assert setup.sitters[1] == ids[5]
    driver.key("down", "down", "8")
    assert (setup.seat, setup.sitters[3]) == (3, ids[7])
    driver.key("up", "up", "left")
    assert setup.sitters[:4] == ["", "", "", ids[7]]
    assert [kind == "human" for kind in setup.session().kinds] == [True, True, True, False]
    assert driver.find("setup.gallery").name == "Who sits in seat 2?"


def test_one_to_six_seats_are_mixed_and_remembered(driver: Driver) -> None:
    game = driver.app.games[BARRAGE]
    for players in game.players:
        setup = page(driver, BARRAGE)
        setup._set_players(players)
        driver.settle()
        for seat in range(1, players, 2):
            setup._choose(seat, seat)
        session = setup.session()
        people = [not session.is_computer(player) for player in range(players)]
        assert people == [seat % 2 == 0 for seat in range(players)]
    again = page(driver, BARRAGE)
    assert again.sitters == setup.sitters
    assert driver.app.settings.opponents[BARRAGE] == tuple(setup.sitters)


def test_who_sits_twice_has_a_number_and_nobody_is_called_like_a_character(driver: Driver) -> None:
    setup = page(driver, TRICKS)
    setup._set_players(3)
    setup._choose(1, 0)
    setup._choose(2, 0)
    name = next(iter(driver.app.characters.values())).name
    assert setup.session().names == ("Player 1", name, f"{name} 2")
    assert driver.app.settings.player_names[1] == "Player 2"


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        (("Anna", "Anna", "Anna"), ("Anna", "Anna 2", "Anna 3")),
        (("Anna", " Anna ", "Anna 2"), ("Anna", "Anna 3", "Anna 2")),
    ],
)
def test_players_of_one_name_are_told_apart(
    driver: Driver, typed: tuple[str, ...], named: tuple[str, ...]
) -> None:
    setup = page(driver, TRICKS)
    setup._set_players(3)
    for number, name in enumerate(typed):
        setup._set_name(number, name)
    assert setup.session().names == named
    assert driver.app.settings.player_names[:3] == tuple(name.strip() for name in typed)


def test_a_character_that_is_gone_is_a_person_again(driver: Driver) -> None:
    driver.app.change(opponents={WARS: ("", "nobody")})
    assert page(driver, WARS).sitters[:2] == ["", ""]


def test_a_game_that_nobody_knows_how_to_play_has_people_alone(driver: Driver) -> None:
    setup = page(driver, NULL)
    assert [kind.key for kind in setup._toggle(0).kinds] == ["person", "phone"]
    assert not driver.has("setup.gallery")
    assert driver.has("setup.name0")
    while driver.focus != "setup.seat1":
        driver.key("tab")
    driver.key("3")  # no character
    assert not setup.sitters[1]
    driver.key("right")
    driver.click("setup.start")
    assert driver.scene == "Lobby"


def test_every_character_is_told_as_its_file_says(driver: Driver) -> None:
    for game, throwing in ((WARS, False), (BARRAGE, True)):
        page(driver, game)
        for id, who in driver.app.characters.items():
            card = driver.find(f"setup.character:{id}")
            assert who.temper in card.name
            assert (throwing_text(who.hand) in card.description) == throwing


def test_the_process_that_thinks_begins_when_the_page_has_been_seen(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Supervisor] = []
    monkeypatch.setattr(Supervisor, "start", lambda self: begun.append(self))
    page(driver, NULL)
    driver.step(dt=0.1)
    driver.step(dt=0.1)
    driver.step(dt=0.1)
    assert not begun
    page(driver, WARS)
    for _ in range(4):
        driver.step(dt=0.1)
    assert begun == [driver.app.thinker]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_set_up_is_not_felt(driver: Driver, faults: FaultInjector, fault: str) -> None:
    faults.fail(fault)
    page(driver, WARS)
    for _ in range(8):
        driver.step(dt=0.1)
    for child in faults.begun:
        child.stands = fault
    assert bool(faults.begun) == (fault != "spawn")
    page(driver, WARS)
    for _ in range(8):
        driver.step(dt=0.1)
    assert driver.scene == "Setup"
    assert len(faults.begun) == 1


def rooms(setup: Setup) -> list[int]:
    """Return how many pixels each scroll area of the page can scroll."""
    return [part.room for part in setup.layer.root.walk() if isinstance(part, ScrollArea)]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.long
def test_no_game_scrolls_in_a_usual_window(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(size)
    for id, game in driver.app.games.items():
        for players in game.players:
            for computers in range(players if game.advice is not None else 1):
                setup = page(driver, id)
                setup.sitters = [""] * 6
                for seat in range(computers):
                    setup.sitters[players - 1 - seat] = "berta"
                setup._set_players(players)
                driver.settle()
                assert not any(rooms(setup)), (id, players, computers)
                foot = driver.find("setup.start").rect
                assert all(
                    one.rect.bottom <= foot.top for one in setup.layer.root.walk()
                    if isinstance(one, OptionLine | PickField | SeatCard | CharacterTile)
                )  # fmt: skip


def test_the_help_of_an_option_is_in_one_place_for_mouse_and_keys(driver: Driver) -> None:
    page(driver, WARS)
    line = driver.find("setup.help")
    first = line.name
    assert first.startswith("Choose a character")
    driver.step(mouse(pygame.MOUSEMOTION, driver.find("setup.epic").rect.center))
    driver.step()
    by_mouse = driver.find("setup.help").name
    assert by_mouse == driver.find("setup.epic").help != ""
    place = line.rect
    driver.step(mouse(pygame.MOUSEMOTION, (2, 2)))
    driver.step()
    assert driver.find("setup.help").name == first
    while driver.focus != "setup.epic":
        driver.key("tab")
    driver.step()
    assert driver.find("setup.help").name == by_mouse
    assert driver.find("setup.help").rect == place
    driver.key("tab")
    driver.step()
    assert driver.find("setup.help").name not in ("", by_mouse)


def test_the_temper_of_a_character_is_told_once(driver: Driver) -> None:
    page(driver, WARS)
    driver.click("setup.character:roth")
    driver.settle()
    tile = driver.find("setup.character:roth")
    help = driver.find("setup.help")
    assert tile.description in help.name
    assert tile.who.temper not in help.name
    driver.step(mouse(pygame.MOUSEMOTION, driver.find("setup.character:mina").rect.center))
    driver.step()
    assert help.name.startswith(driver.app.characters["mina"].temper)


def test_the_help_fits_its_place(driver: Driver) -> None:
    for size in ((1280, 800), (640, 480)):
        driver.resize(size)
        for id in driver.app.games:
            setup = page(driver, id)
            for widget in setup.layer.root.walk():
                if widget.help:
                    setup.layer.focus_on(widget)
                    driver.step()
                    assert driver.find("setup.help").name == widget.help
                    lines, style = setup._help._wrapped(driver.app.look)
                    high = len(lines) * driver.app.look.line(style)
                    assert high <= setup._help.rect.height, (id, size, widget.id)


def test_a_further_kind_of_player_needs_no_more_than_its_name(driver: Driver) -> None:
    setup = page(driver, WARS)
    chosen: list[str] = []
    kinds = (*KINDS, SeatKind("elsewhere", "Elsewhere", "network"))
    toggle = SeatToggle(
        0, kinds, "person", setup.app.art.pictures, chosen.append, lambda n: None, lambda n: False
    )
    look = driver.app.look
    toggle.place(look, Rect(10, 10, look.px(330), look.px(33)))
    parts = toggle.segments
    assert parts[0].left == toggle.rect.left
    assert parts[-1].right == toggle.rect.right
    for part in parts:
        toggle.release(part.center)
    toggle.move(1, 0)
    toggle.activate()
    assert chosen == ["person", "phone", "computer", "elsewhere", "phone", "phone"]
    assert toggle.name == "Seat 1: This screen"


@pytest.mark.parametrize(
    ("wide", "said"),
    [(340, ["This screen", "On a phone", "Computer"]), (260, ["On a phone"]),
     (186, ["On a phone"]), (90, [])],
)  # fmt: skip
def test_a_narrow_toggle_still_says_who_was_chosen(
    driver: Driver, wide: int, said: list[str]
) -> None:
    toggle = SeatToggle(
        0, KINDS, "phone", driver.app.art.pictures, lambda kind: None, lambda n: None,
        lambda n: False,
    )  # fmt: skip
    layer = laid_out(toggle, (wide, 33))
    with recorded_texts() as texts:
        picture(layer)
    assert texts == said


def test_a_seat_on_a_phone_is_remembered_with_its_name(driver: Driver) -> None:
    setup = page(driver, BARRAGE)
    setup._set_players(4)
    driver.settle()
    toggle: Any = driver.find("setup.seat1")
    driver.press(toggle.segments[1].center)
    assert driver.find("setup.seat1").name == "Seat 2: On a phone"
    assert driver.has("setup.name1")
    assert "Wi-Fi" in driver.find("setup.seat1").help
    setup._set_name(1, "Ben")
    setup._choose(3, 0)
    driver.app.change(phone_names=("Zoe", "Player 1"))
    driver.click("setup.start")
    assert driver.scene == "Lobby"
    assert driver.app.settings.phone_names == ("Ben", "Zoe")
    driver.key("escape")
    assert driver.app.scene is setup
    again = page(driver, TRICKS)
    assert [driver.find(f"setup.seat{n}").name[8:] for n in (0, 1)] == [
        "This screen", "On a phone"
    ]  # fmt: skip
    again._set_kind(1, "person")
    driver.settle()
    driver.click("setup.start")
    assert list(driver.app.settings.phone_names) == ["Zoe"]
    assert driver.scene == "TableScene"


def test_without_the_libraries_a_seat_stays_at_this_screen(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phones, "is_available", lambda: False)
    setup = page(driver, TRICKS)
    setup._set_kind(1, "phone")
    driver.settle()
    assert driver.find("setup.seat1").name == "Seat 2: This screen"
    assert [toast.text for toast in driver.app.toasts.shown] == [phones.MISSING]
    while driver.focus != "setup.seat1":
        driver.key("tab")
    driver.key("right")
    assert setup.sitters[1]  # keys get past the phone to the computer players


@pytest.mark.parametrize("size", [(320, 240), (640, 480), (1280, 800), (1920, 1080), (900, 1400)])
def test_the_rows_and_the_gallery_fit_any_window(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(size)
    setup = page(driver, BARRAGE)
    setup._set_players(6)
    setup._choose(3, 4)
    driver.settle()
    widgets = [*setup.layer.root.walk()]
    wide = [w for w in widgets if isinstance(w, SeatToggle | CharacterTile)]
    assert len(wide) == 6 + len(driver.app.characters)
    for widget in wide:
        assert widget.rect.left >= 0
        assert widget.rect.right <= size[0]
        assert widget.rect.width > 40
    rects = [widget.rect for widget in wide]
    assert all(rect.collidelist(rects[n + 1 :]) < 0 for n, rect in enumerate(rects))


def test_from_the_title_two_clicks_lead_to_a_match_against_the_computer(driver: Driver) -> None:
    driver.app.change(opponents={WARS: ("", "roth")})
    driver.click("title.play")
    assert driver.find(f"picker.{WARS}.against").name == "Play against Captain Roth"
    driver.click(f"picker.{WARS}.against")
    assert driver.scene == "TableScene"
    session = driver.app.scene.session  # type: ignore[attr-defined]
    assert seated(session) == [("", "human"), ("roth", "marshal")]
    assert session.stops == [MATTERS, ALWAYS]


@pytest.mark.parametrize("game", [BARRAGE, TRICKS])
def test_against_nobody_in_particular_the_weakest_sits_down(driver: Driver, game: str) -> None:
    session = against(driver.app, driver.app.games[game])
    first = next(iter(driver.app.characters))
    assert seated(session) == [("", "human"), (first, "page")]
    driver.app.change(player_counts={game: 4}, opponents={game: ("", "roth", "", "ines")})
    session = against(driver.app, driver.app.games[game])
    assert [*session.characters] == ["", "roth", "", "ines"]
    assert [*against(driver.app, driver.app.games[game], "tilo").characters] == ["", "tilo"]


def test_an_unfinished_game_is_asked_about_before_a_quick_one_too(driver: Driver) -> None:
    autosave_and_wait(driver.app.keep, started_match(driver.app))
    driver.app.follow(Reset(Title()))
    driver.click("title.play")
    driver.click(f"picker.{WARS}.against")
    assert driver.scene == "Dialog"
    driver.click("unfinished.cancel")
    assert driver.scene == "Picker"
    driver.click(f"picker.{WARS}.against")
    driver.click("unfinished.keep")
    assert driver.scene == "TableScene"
    assert len(driver.app.keep.copies()) == 1


@pytest.mark.parametrize(("number", "game"), [(0, BARRAGE), (-1, TRICKS)])
def test_a_lesson_ends_in_a_match_against_the_first_level(
    driver: Driver, number: int, game: str
) -> None:
    taught = lessons.all_lessons()[number]
    driver.app.follow(Push(Lesson(taught)))
    driver.settle()
    table = driver.app.scene
    assert isinstance(table, TableScene)
    teacher = table.addon
    teacher.course.at = len(taught.lesson.steps)
    teacher.refresh_panel()
    driver.settle()
    driver.click("lesson.play")
    assert driver.scene == "TableScene"
    session = driver.app.scene.session  # type: ignore[attr-defined]
    wanted = taught.game.id if taught.game.listed else game
    assert session.game.id == wanted
    assert session.kinds == ("human", "page")
    assert not session.practice
    assert driver.app.settings.assist == "full"


# -- the page as a whole --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players"), [(BARRAGE, 2), ("castle_rampage", 2), ("castle", 2), (TRICKS, 4)]
)
def test_a_page_of_few_options_needs_no_scrolling(driver: Driver, game: str, players: int) -> None:
    driver.app.change(player_counts={game: players})
    setup = page(driver, game)
    assert setup.players == players
    scrolls = [each for each in setup.layer.root.walk() if isinstance(each, Scroll)]
    assert scrolls
    assert not any(each.bar.visible for each in scrolls)


def balance_text(driver: Driver) -> str:
    """Return the sentence about the balance of the sides."""
    label = driver.find("setup.balance")
    return label.text


def test_set_up_says_how_hard_a_pairing_is_and_evens_it(driver: Driver) -> None:
    setup = page(driver, WARS)
    assert not driver.has("setup.balance")
    setup._set("second", "war_mongers")
    driver.settle()
    assert balance_text(driver) == f"This pairing is much harder for {setup.session().names[1]}."
    driver.click("setup.character:roth")
    assert balance_text(driver) == "This pairing is much easier for you."
    setup._set("second", "undead")
    driver.settle()
    assert balance_text(driver) == "This pairing is much harder for you."
    scrolls = [each for each in setup.layer.root.walk() if isinstance(each, Scroll)]
    assert scrolls
    assert not any(each.bar.visible for each in scrolls)
    driver.click("setup.even")
    assert balance_text(driver) == "This pairing is about even."
    assert not driver.has("setup.even")
    options = setup.session().options
    assert options.first_handicap == 0 < options.second_handicap


def test_a_choice_that_stands_for_a_player_has_its_name(driver: Driver) -> None:
    setup = page(driver, WARS)

    def labels() -> list[str]:
        line = driver.find("setup.begins")
        return [text for _, text in line.choices]

    driver.click("setup.character:roth")
    assert labels() == ["By handicap", *setup.session().names]
    setup._set_name(0, "Zoë")
    assert labels()[1] == "Zoë"
    line = driver.find("setup.begins")
    line.activate()
    assert (line.value_text, setup.session().options.begins) == ("Zoë", "first")


def test_each_game_has_a_banner_of_its_own(driver: Driver) -> None:
    games = [game for game in driver.app.games.values() if game.listed]
    pictures = {
        pygame.image.tobytes(game_banner.game_banner(driver.app.art, game, (600, 90), 8), "RGBA")
        for game in games
    }
    assert len(pictures) == len(games) > 4


@pytest.mark.parametrize("size", [(1184, 214), (1597, 262)])
def test_the_title_of_a_banner_covers_no_building_and_no_card(
    driver: Driver, size: tuple[int, int]
) -> None:
    style = look(size[0] / 1184)
    bare = blank(size)
    paint_landscape(bare, DAY)
    for game in driver.app.games.values():
        image = game_banner.game_banner(driver.app.art, game, size, 8)
        title = Rect(0, 0, style.width(game.title, TITLE) + style.px(16), size[1])
        title.center = image.get_rect().center
        both = (pygame.image.tobytes(each.subsurface(title), "RGBA") for each in (image, bare))
        assert len(set(both)) == 1, game.id


def test_the_banner_of_castle_shows_an_estate_of_both_sides_at_every_height(driver: Driver) -> None:
    castle = driver.app.games["castle"]
    assert castle.estate
    for size in ((1184, 214), (860, 60), (600, 50)):
        with patch.object(game_banner, "painted", wraps=game_banner.painted) as painted:
            game_banner._painted(driver.app.art, castle, size, 8)
        buildings = [call.args[0] for call in painted.call_args_list]
        assert len(buildings) == 2 * len(castle.estate)
        assert len({each.colours for each in buildings}) == 2


def test_a_character_is_compared_with_ones_own_results(driver: Driver) -> None:
    database = driver.app.profiles.database
    setup = page(driver, WARS)
    tile = driver.find("setup.character:berta")
    assert "than you" not in tile.help  # nothing is known
    for n in range(12):
        line = FinishedGame(
            WARS, "Castle Wars", f"2026-03-{n + 1:02}T12:00", ("Anna", "Berta"), (n % 2, 1 - n % 2),
            40, (), (Opponent(1, "berta", "knight"),),
        )  # fmt: skip
        assert not add(line, database)
    setup = page(driver, WARS)
    told = {tile.who.level: tile.help for tile in setup._tiles}
    assert "Weaker than you." in told["page"]
    assert "About even with you." in told["knight"]
    assert "Stronger than you." in told["regent"]
    assert "you." not in told["monarch"]  # it has not been measured
