"""Tests of the lobby: phones join by real sockets, players move, and errors are shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from castlecards import paths, phones
from castlecards.core.session import Session
from castlecards.phones import address, server
from castlecards.ui.kit.intents import Act
from castlecards.ui.pages.lobby import LEAST_MODULE, QUIET, UNREACHED, Lobby
from castlecards.ui.pages.match_start import continue_game, rematch
from castlecards.ui.routes import Table, Title
from castlecards.ui.scene import Push, Reset
from tests.phones.client import dial, join, until
from tests.ui.driving import Driver, started_match

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"


@pytest.fixture(autouse=True)
def _network(monkeypatch: pytest.MonkeyPatch, driver: Driver) -> Iterator[None]:
    monkeypatch.setattr(address, "local_addresses", lambda: (HERE,))
    yield
    driver.app.phones.close()


def lobby(driver: Driver, session: Session[Any], *names: str, playing: bool = False) -> Lobby:
    """Open the lobby of a match in which the players of these names use a phone."""
    driver.app.change(phone_names=names)
    page = Lobby(driver.app, session, playing)
    driver.app.follow(Push(page))
    ready(driver)
    return page


def ready(driver: Driver) -> None:
    """Let the page draw the deck and start the server, as the loop does between two frames."""
    driver.settle()
    while driver.app.scene.prerender():
        pass
    driver.settle()


def table_of(driver: Driver, players: int) -> Session[Any]:
    game = driver.app.games["card_barrage"]
    names = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Christopher Longfellow-X")[-players:]
    return Session(game, game.options(), players, 5, (), names)


def running(driver: Driver) -> server.PhoneServer:
    found = driver.app.phones._server
    assert found is not None
    return found


def text(driver: Driver, id: str) -> str:
    return driver.find(id).name


def test_a_phone_joins_and_the_match_starts(driver: Driver) -> None:
    driver.app.change(phone_names=("Bert",))
    driver.app.follow(continue_game(driver.app, started_match(driver.app)))
    assert driver.scene == "Lobby"
    driver.settle()
    assert text(driver, "lobby.progress").startswith("Preparing the cards")
    assert not driver.app.phones.is_open
    ready(driver)
    assert driver.app.phones.people == {1}
    assert not driver.has("lobby.code0")
    letters = driver.app.phones.code(1)
    assert text(driver, "lobby.code1") == f"{letters[:4]} {letters[4:]}"
    assert not driver.find("lobby.start").enabled
    driver.click("lobby.start")
    assert driver.scene == "Lobby"
    with join(running(driver), 1):
        driver.settle()
        assert text(driver, "lobby.qr1") == "Bert’s phone is here"
        assert not driver.has("lobby.code1")
        driver.key("return")
        assert driver.scene == "TableScene"
        assert driver.app.phones.has_joined(1)
        driver.app.keep.wait_for_writes()
        driver.app.save_settings()
        stored = [path for path in paths.saves_dir().parent.rglob("*") if path.is_file()]
        token = driver.app.phones.url(1).partition("#")[2]
        assert len(stored) > 1
        for secret in (token, letters):
            assert not [path for path in stored if secret.encode() in path.read_bytes()]


def test_a_phone_that_leaves_stops_the_start(driver: Driver) -> None:
    lobby(driver, started_match(driver.app), "Anna", "Bert")
    with join(running(driver), 0):
        with join(running(driver), 1):
            driver.settle()
            assert driver.find("lobby.start").enabled
        until(lambda: not driver.app.phones.has_joined(1))
        driver.settle()
        assert not driver.find("lobby.start").enabled


@pytest.mark.parametrize("yes", [True, False])
def test_a_typed_code_is_confirmed_or_refused(driver: Driver, yes: bool) -> None:
    lobby(driver, started_match(driver.app), "Bert")
    with dial(running(driver)) as phone:
        phone.send(
            json.dumps({"code": text(driver, "lobby.code1").lower()})
        )  # with the space in its middle
        sign = json.loads(phone.recv(timeout=10))["sign"]
        driver.settle()
        assert text(driver, "lobby.asked") == f"Is this Bert’s phone? It shows {sign}."
        driver.click("lobby.yes" if yes else "lobby.no")
        if not yes:
            with pytest.raises(Exception, match="4003"):
                phone.recv(timeout=10)
            driver.settle()
            assert not driver.has("lobby.asked")
            assert not driver.find("lobby.start").enabled
            return
        token = json.loads(phone.recv(timeout=10))["token"]
        assert driver.app.phones.url(1).endswith(f"#{token}")
        until(lambda: driver.app.phones.has_joined(1))
        driver.settle()
        assert not driver.has("lobby.asked")
        assert driver.find("lobby.start").enabled


def test_a_person_moves_to_the_screen_and_back_by_keys(driver: Driver) -> None:
    lobby(driver, started_match(driver.app), "Bert")
    letters = driver.app.phones.code(1)
    while driver.focus != "lobby.place1":
        driver.key("tab")
    driver.key("left")
    assert not driver.app.phones.is_open
    assert driver.find("lobby.start").enabled
    assert not driver.find("lobby.screen").enabled
    driver.key("right")
    assert driver.focus == "lobby.place1"
    assert driver.app.phones.people == {1}
    driver.click("lobby.place0")
    assert driver.app.phones.people == {0, 1}
    before = text(driver, "lobby.code1")
    assert before.replace(" ", "") != letters
    driver.click("lobby.place1")
    assert driver.app.phones.people == {0}
    driver.click("lobby.screen")
    driver.click("lobby.start")
    assert driver.scene == "TableScene"
    assert not driver.app.phones.is_open


def test_without_a_network_everybody_plays_at_the_screen(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "local_addresses", tuple)
    lobby(driver, started_match(driver.app), "Bert")
    assert text(driver, "lobby.fault").startswith("This computer isn’t on a network.")
    assert not driver.find("lobby.start").enabled
    driver.click("lobby.again")
    assert driver.has("lobby.fault")
    monkeypatch.setattr(address, "local_addresses", lambda: (HERE,))
    driver.click("lobby.again")
    ready(driver)
    assert not driver.has("lobby.fault")
    assert driver.app.phones.is_open
    driver.click("lobby.screen")
    assert driver.find("lobby.start").enabled


def test_missing_libraries_are_named(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "is_available", lambda: False)
    lobby(driver, started_match(driver.app), "Bert")
    assert text(driver, "lobby.fault") == phones.MISSING
    assert not driver.app.phones.is_open


def test_an_address_that_fails_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        address, "local_addresses", lambda: ("192.0.2.7",)
    )  # no host has this address
    lobby(driver, started_match(driver.app), "Bert")
    assert text(driver, "lobby.fault").startswith("Phones can’t reach this computer: ")


def test_a_server_that_dies_opens_again_with_the_same_codes(driver: Driver) -> None:
    lobby(driver, started_match(driver.app), "Bert")
    url = driver.app.phones.url(1)
    running(driver).error = "out of memory"
    driver.settle()
    assert text(driver, "lobby.fault") == "The phones have lost this computer: out of memory"
    assert not driver.app.phones.is_open
    driver.click("lobby.again")
    driver.settle()
    assert driver.app.phones.url(1) == url


def test_a_network_that_keeps_devices_apart_is_suspected(driver: Driver) -> None:
    page = lobby(driver, started_match(driver.app), "Bert")
    assert "camera" in text(driver, "lobby.how")
    page._waited = UNREACHED
    driver.settle()
    assert "hotspot" in text(driver, "lobby.how")
    with join(running(driver), 1):
        driver.settle()
        assert "camera" in text(driver, "lobby.how")


def test_one_of_several_addresses_is_chosen(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "local_addresses", lambda: (HERE, ELSEWHERE))
    lobby(driver, started_match(driver.app), "Bert")
    assert driver.app.phones.place.startswith(HERE)
    driver.click("lobby.network")
    driver.settle()
    assert driver.app.phones.place.startswith(ELSEWHERE)
    assert driver.app.phones.people == {1}


def test_the_room_closes_on_the_way_back_and_on_the_title(driver: Driver) -> None:
    page = lobby(driver, started_match(driver.app), "Bert")
    driver.key("escape")
    assert driver.app.scene is not page
    assert not driver.app.phones.is_open
    lobby(driver, started_match(driver.app), "Bert")
    driver.app.follow(Reset(Title()))
    assert not driver.app.phones.is_open


def test_a_rematch_with_the_phones_here_needs_no_lobby(driver: Driver) -> None:
    session = started_match(driver.app, 99)
    lobby(driver, session, "Bert")
    url = driver.app.phones.url(1)
    driver.app.follow(rematch(driver.app, session))
    assert driver.scene == "TableScene"
    assert driver.app.phones.url(1) == url
    driver.app.phones.close()
    driver.app.follow(rematch(driver.app, session))
    assert driver.scene == "Lobby"


def test_a_match_of_others_needs_no_lobby(driver: Driver) -> None:
    driver.app.change(phone_names=("Zoe",))
    driver.app.follow(continue_game(driver.app, started_match(driver.app)))
    assert driver.scene == "TableScene"


@pytest.mark.parametrize(
    ("kinds", "practice", "offered"),
    [(("human", "human"), False, True), (("human", "page"), False, True),
     (("page", "page"), False, False), (("human", "human"), True, False)],
)  # fmt: skip
def test_the_menu_of_a_match_leads_here(
    driver: Driver, kinds: tuple[str, str], practice: bool, offered: bool
) -> None:
    game = driver.app.games["castle_wars"]
    session = Session(game, game.options(), 2, 5, kinds, practice=practice)
    driver.app.follow(Reset(Table(session)))
    table: Any = driver.app.scene
    table.do(Act.MENU)
    driver.settle()
    assert driver.has("resume")
    assert driver.has("phones") == offered
    if offered:
        driver.click("phones")
        assert driver.scene == "Lobby"
        driver.click("lobby.back")
        assert driver.app.scene is table


def test_during_a_match_people_move_and_the_table_goes_on(driver: Driver) -> None:
    session = started_match(driver.app)
    driver.app.follow(continue_game(driver.app, session))
    table = driver.app.scene
    page = lobby(driver, session, "Bert", playing=True)
    assert page.people == set()  # current players with phones, not those of the settings
    assert not driver.app.phones.is_open
    driver.click("lobby.place0")
    ready(driver)
    url = driver.app.phones.url(0)
    driver.click("lobby.back")
    assert driver.app.scene is table
    assert driver.app.phones.people == {0}
    again = lobby(driver, session, playing=True)
    assert again.people == {0}
    assert driver.app.phones.url(0) == url
    driver.app.phones.move_to_screen(0)  # as the table offers for a phone that does not answer
    driver.key("escape")
    assert driver.app.phones.is_open
    lobby(driver, session, playing=True)
    driver.key("escape")
    assert not driver.app.phones.is_open


@pytest.mark.parametrize("players", [1, 2, 3, 4, 6])
@pytest.mark.long
def test_all_codes_fit_in_the_usual_window_and_can_be_read(driver: Driver, players: int) -> None:
    session = table_of(driver, players)
    page = lobby(driver, session, *session.names)
    page.address = "192.168.100.200"
    server_ = running(driver)
    server_.host = "192.168.100.200"  # the longest address
    page.rebuild()
    driver.settle()
    window = driver.app.surface.get_rect()
    picture = driver.app.surface
    for player in range(players):
        code: Any = driver.find(f"lobby.qr{player}")
        for id in (f"lobby.qr{player}", f"lobby.code{player}", f"lobby.place{player}"):
            assert window.contains(driver.find(id).rect)
            assert driver.find(id).rect.bottom < driver.find("lobby.start").rect.top
        matrix = address.qr_matrix(driver.app.phones.url(player))
        module = code.rect.width // (len(matrix) + 2 * QUIET)
        assert code.rect.width == module * (len(matrix) + 2 * QUIET)
        assert module >= LEAST_MODULE
        read = [
            [
                picture.get_at((
                    code.rect.left + (x + QUIET) * module + module // 2,
                    code.rect.top + (y + QUIET) * module + module // 2,
                ))[0] < 128
                for x in range(-QUIET, len(matrix) + QUIET)
            ]
            for y in range(-QUIET, len(matrix) + QUIET)
        ]  # fmt: skip
        light = [False] * QUIET
        assert read[QUIET:-QUIET] == [[*light, *row, *light] for row in matrix]
        assert not any(map(any, read[:QUIET] + read[-QUIET:]))
