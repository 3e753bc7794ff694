"""Tests of phones at the table of the program: pages in a real browser play through the window."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from castlecards.core.game import Game
from castlecards.core.referee import Human, due
from castlecards.core.session import HUMAN, Session
from castlecards.phones import address
from castlecards.ui.routes import Setup, Table, Title
from castlecards.ui.scene import Reset
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.viewer import NOBODY
from tests.games.play import GAME_BY_ID
from tests.phones.browser import HOST, PATIENCE, Browser, Page
from tests.phones.client import until
from tests.phones.table import PhoneTable
from tests.ui.driving import Driver

pytestmark = [pytest.mark.long, pytest.mark.browser]

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
LAST = 20  # last moves of a match, which the pages play; earlier ones are played at once
MOST_MOVES = 40  # the match may take another course and be longer
ANSWER = """(() => {
  if (!state || !state.ask || sending) return false;
  const pad = state.ask.throw;
  if (pad && %(chance)f < 0.7 || !state.ask.o.length) {
    picked = [pad.c[0]]; draw();
    if ($("#throw").hidden) return false;
    $("#typed button").click();
    return true;
  }
  const at = Math.floor(%(chance)f * state.ask.o.length);
  option = state.ask.o[at].i; picked = []; draw();
  if (option < 0) option = state.ask.o[at].i;
  $("#do").click();
  return sending;
})()"""


@pytest.fixture
def driver(home: Path) -> Iterator[Driver]:
    with Driver(instant=True) as found:
        yield found


class Party:
    """Table of the program with a page for each player."""

    def __init__(self, driver: Driver, chromium: Browser, session: Session[Any]) -> None:
        self.driver, self.chromium, self.session = driver, chromium, session
        self.room = driver.app.phones
        people = range(session.players)
        self.room.open(session, people, "127.0.0.1", b"", host=HOST)
        self.room.strengths = {}
        driver.app.follow(Reset(Table(session)))
        self.dt = 0.1  # s, of a frame
        table = driver.app.scene
        assert isinstance(table, TableScene)
        self.until(lambda: self.asked_player >= 0 and not table.busy)
        self.dt = 0.0  # no time passes until every page is open
        self.pages = [self.open(player) for player in people]
        self.dt = 0.1

    def open(self, player: int) -> Page:
        page = self.chromium.open(self.room.url(player))
        self.until(lambda: page.run("typeof state === 'object' && state && state.id"))
        if page.run("Boolean(state.told.practice)"):
            page.run("$('#skip').click()")
            self.until(lambda: page.run("!state.told.practice"))
        return page

    def until(self, true: Any) -> None:
        """Run frames until a condition holds."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, "it never happened"
            self.step()

    def step(self) -> None:
        with self.driver.without_drawing():
            self.driver.step(dt=self.dt)
        scene = self.driver.app.scene
        if isinstance(scene, TableScene):
            assert scene.model.curtain is None
            assert scene.viewer.seat == NOBODY

    @property
    def asked_player(self) -> int:
        found = due(self.session)
        return self.session.owner(found.decision.seat) if isinstance(found, Human) else -1

    def choose(self, random: Random) -> None:
        """Let the asked page answer at random, and wait until the table has played it."""
        at, page = self.session.at, self.pages[self.asked_player]
        while self.session.at == at:  # the page may still have shown the earlier question
            chance = random.random()
            self.until(lambda chance=chance: page.run(ANSWER % {"chance": chance}))
            self.until(lambda: self.session.at != at or page.run("!sending"))


@pytest.fixture
def parties(driver: Driver, chromium: Browser) -> Any:
    return lambda session: Party(driver, chromium, session)


def deal(game: Game[Any], players: int, seed: int) -> Session[Any]:
    kinds, names = (HUMAN,) * players, NAMES[:players]
    return Session(game, game.options(), players, seed, kinds, names)


def nearly_over(game: Game[Any], players: int, seed: int) -> Session[Any]:
    """Return a match that ends after `LAST` more random moves; a short one from its deal."""
    whole = PhoneTable(deal(game, players, seed))
    whole.settle()
    random = Random(seed)
    while (found := due(whole.session)) and isinstance(found, Human):
        whole.session.submit(found.decision.seat, random.choice(found.decision.options))
        whole.settle()
    session = deal(game, players, seed)
    for record in whole.session.log[: max(0, len(whole.session.log) - LAST)]:
        session.submit(record.seat, record.action)
    return session


@pytest.mark.parametrize(
    ("game", "players"),
    [("tricks_of_the_trade", 2), ("castle_wars", 2), ("castle_rampage", 2), ("castle", 2),
     ("card_barrage", 6)],
)  # fmt: skip
def test_pages_play_to_the_end_at_the_table(parties: Any, game: str, players: int) -> None:
    """One page is reloaded; score sheets need no click at the screen."""
    party: Party = parties(nearly_over(GAME_BY_ID[game], players, 5))
    random, session, moves = Random(2), party.session, 0
    while not session.over and moves < MOST_MOVES:
        party.until(lambda: party.asked_player >= 0 or session.over)
        if moves == 3:
            page = party.pages[party.asked_player]
            page.call("Page.reload")
            party.until(lambda page=page: page.run("typeof state === 'object' && state?.ask"))
        if not session.over:
            party.choose(random)
        moves += 1
    assert moves > 5
    if session.over:
        for page in party.pages:
            party.until(lambda page=page: page.run("state.over"))


def test_from_the_set_up_to_the_first_move(
    driver: Driver, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both seats are put on phones by mouse; the pages join with the codes of the lobby."""
    monkeypatch.setattr(address, "local_addresses", lambda: ("127.0.0.1",))
    driver.app.follow(Reset(Setup("tricks_of_the_trade")))
    driver.settle()
    for seat in range(2):
        toggle = driver.find(f"setup.seat{seat}")
        driver.press(toggle.segments[1].center)
    driver.click("setup.start")
    assert driver.scene == "Lobby"
    driver.settle()
    while driver.app.scene.prerender():
        pass
    driver.settle()
    room = driver.app.phones
    assert room.people == {0, 1}
    assert not driver.find("lobby.start").enabled
    pages = [chromium.open(room.url(player)) for player in range(2)]
    until(lambda: not room.missing)
    driver.settle()
    driver.click("lobby.start")
    assert driver.scene == "TableScene"
    table = driver.app.scene
    assert isinstance(table, TableScene)
    asked = due(table.session)
    assert isinstance(asked, Human)
    page = pages[table.session.owner(asked.decision.seat)]
    end = time.monotonic() + PATIENCE
    while not page.run("typeof state === 'object' && state?.ask && !sending"):
        driver.step(dt=0.1)
        assert time.monotonic() < end, "no question came"
    assert page.run("document.body.classList.contains('pictures')")
    page.tap("#options button")
    page.tap("#do")
    while not table.session.at:
        driver.step(dt=0.1)
        assert time.monotonic() < end, "no answer came"
    driver.app.follow(Reset(Title()))
    assert not room.is_open
    for shown in pages:
        shown.until("!$('#veil').hidden")


def test_a_rematch_keeps_the_phones(parties: Any, driver: Driver) -> None:
    party: Party = parties(nearly_over(GAME_BY_ID["tricks_of_the_trade"], 2, 5))
    before = party.pages[0].run("state.id")
    again = deal(GAME_BY_ID["tricks_of_the_trade"], 2, 6)
    driver.app.follow(Reset(Table(again)))
    party.session = again
    party.until(lambda: party.pages[0].run(f"state.id !== {json.dumps(before)}"))
    at = again.at
    party.choose(Random(1))
    party.until(lambda: again.at > at)


def test_a_player_goes_on_at_the_screen(parties: Any) -> None:
    party: Party = parties(deal(GAME_BY_ID["tricks_of_the_trade"], 2, 5))
    player = party.asked_player
    party.room.move_to_screen(player)
    party.step()
    page = party.pages[player]
    party.until(lambda: page.run("!$('#veil').hidden && location.hash === ''"))
    scene = party.driver.app.scene
    assert isinstance(scene, TableScene)
    assert scene.viewer.at_screen == (player,)
