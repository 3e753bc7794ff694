"""Tests of the page in a real browser: whole matches by touch, at all screen sizes.

The page is opened under a mapped host name. As at a computer's address, and unlike 127.0.0.1, the
browser then offers nothing that needs a secure context.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from castlecards.core.referee import Human, Over, due
from castlecards.phones.address import join_url
from castlecards.phones.answer import (
    Answer,
    CoachRequest,
    ConsentAnswer,
    PracticeThrow,
    UndoRequest,
)
from castlecards.phones.finger import flick_speed
from castlecards.phones.message import Notes, phone_message
from castlecards.phones.page import page
from castlecards.phones.server import PhoneServer
from castlecards.ui.pages.rulebook import plain_rules
from tests.depth import Depth
from tests.games.play import GAME_BY_ID
from tests.phones.browser import HOST, Browser, Page
from tests.phones.client import until
from tests.phones.pictures import SIZES
from tests.phones.table import PhoneTable, phone_table

pytestmark = [pytest.mark.long, pytest.mark.browser]

LEAST = 48  # CSS px, smallest width and height of a touch target
READY = "typeof state === 'object' && state"


class Room:
    """Table with its server and the pages of its players."""

    def __init__(self, chromium: Browser, game: str, seed: int = 3, players: int = 2) -> None:
        self.table: PhoneTable = phone_table(GAME_BY_ID[game], players, seed)
        self.chromium = chromium
        seats = sorted(self.table.states())
        self.server = PhoneServer("127.0.0.1", 0, seats, page(), host=HOST)
        self.server.start()
        self.publish()
        self.pages = {seat: self.open(seat) for seat in seats}

    def open(self, seat: int) -> Page:
        url = join_url(HOST, self.server.port, self.server.tokens[seat])
        found = self.chromium.open(url)
        found.until(f"{READY} && state.id")
        return found

    def publish(self) -> None:
        self.server.publish(self.table.states())

    @property
    def asked_seat(self) -> int:
        found = due(self.table.session)
        assert isinstance(found, Human)
        return found.decision.seat

    def question(self) -> Page:
        """Return the page of the asked seat, once it shows the current question."""
        found = self.pages[self.asked_seat]
        found.until(f"{READY} && state.id === '0.{self.table.session.at}' && !sending && state.ask")
        return found

    def answers(self) -> list[tuple[int, Answer]]:
        found: list[tuple[int, Answer]] = []
        until(lambda: found.extend(self.server.answers()) or found)
        return found

    def choose(self, random: Random) -> None:
        """Answer the current question in two taps: a card or an option, then the button."""
        shown, before = self.question(), self.table.session.at
        count = shown.run("document.querySelectorAll('#options button').length")
        cards = shown.run("document.querySelectorAll('#hand .card:not([aria-disabled])').length")
        if cards and random.random() < 0.3:
            shown.run(
                "document.querySelectorAll('#hand .card:not([aria-disabled])')"
                f"[{random.randrange(cards)}].id = 'wanted'"
            )
            shown.tap("#wanted")
            count = shown.run(
                "option < 0 ? document.querySelectorAll('#options button').length : 0"
            )
        if count and (random.random() < 0.8 or shown.run("$('#do').disabled")):
            shown.tap(f"#options li:nth-child({1 + random.randrange(count)}) button")
        if shown.run("$('#do').disabled"):  # a card that can only be thrown
            shown.run("picked = []; draw()")
            shown.tap("#options button")
        shown.tap("#do")
        assert self.table.take(self.answers())
        assert self.table.session.at > before
        self.publish()


@pytest.fixture
def rooms(chromium: Browser) -> Iterator[Any]:
    made: list[Room] = []

    def make(game: str, **more: int) -> Room:
        made.append(Room(chromium, game, **more))
        return made[-1]

    yield make
    for room in made:
        room.server.close()


def test_two_pages_play_a_whole_match_by_touch(rooms: Any) -> None:
    """The page is reloaded once and one answer is sent twice."""
    room, random = rooms("tricks_of_the_trade"), Random(5)
    for n in range(600):
        if isinstance(due(room.table.session), Over):
            break
        if n == 5:
            room.pages[room.asked_seat].call("Page.reload")
        if n == 7:
            shown = room.question()
            shown.run("socket.send(JSON.stringify({id: state.id, i: 0}))")
            shown.run("socket.send(JSON.stringify({id: state.id, i: 0}))")
            until(lambda: room.server._answers.qsize() == 2)
            assert room.table.take(room.server.answers())
            assert room.table.late == 1
            room.publish()
            continue
        room.choose(random)
    assert isinstance(due(room.table.session), Over)
    assert room.table.late == 1
    for shown in room.pages.values():
        shown.until("state.over && $('#ask h2').textContent")


@pytest.mark.parametrize("game", ["castle", "castle_rampage", "castle_wars", "card_barrage"])
def test_the_other_games_are_played_by_touch(rooms: Any, game: str, depth: Depth) -> None:
    """25 answers every day, whole matches with `--thorough`."""
    room, random = rooms(game), Random(5)
    for _ in range(depth(25, 1000)):
        if isinstance(due(room.table.session), Over):
            break
        room.choose(random)


def test_a_card_is_flicked_with_the_finger_and_called_off(rooms: Any) -> None:
    room = rooms("card_barrage")
    shown = room.question()
    decision = due(room.table.session).decision
    card = decision.aim.cards[0]
    shown.run(
        "[...document.querySelectorAll('#hand .card')].forEach((each, n) => "
        f"{{ if (state.hand.flatMap((p) => p.c)[n].i === {card}) each.id = 'wanted'; }})"
    )
    shown.tap("#wanted")
    x = shown.middle("#pad")[0]
    top = shown.run("$('#pad').getBoundingClientRect().top")
    shown.touch("touchStart", (x, top + 230))
    for y in (200, 150, 150, 210, 230):  # forward and back: no throw
        shown.touch("touchMove", (x, top + y))
    shown.touch("touchEnd")
    assert shown.run("!sending && track === null")
    assert room.server.answers() == []
    shown.touch("touchStart", (x, top + 235))
    for y in range(225, -1, -25):
        shown.touch("touchMove", (x, top + y))
    shown.touch("touchEnd")
    before = room.table.session.at
    room.table.take(room.answers())
    room.publish()
    if room.table.refused:  # on a slow machine: the foul is shown on this phone only
        shown.until("$('#alert').textContent")
        assert room.pages[1 - room.asked_seat].run("$('#alert').textContent") == ""
    else:
        assert room.table.session.at > before


def test_practice_throws_are_asked_for_and_sent(rooms: Any) -> None:
    room = rooms("card_barrage")
    seat = 1 - room.asked_seat  # the same when the other player chooses
    message = phone_message(room.table.session, seat, notes=Notes(practice=3))
    room.server.publish({seat: message})
    shown = room.pages[seat]
    shown.until("!$('#throw').hidden && $('#line').textContent.includes('3')")
    x, top = shown.middle("#pad")[0], shown.run("$('#pad').getBoundingClientRect().top")
    shown.touch("touchStart", (x, top + 235))
    for y in range(225, -1, -25):
        shown.touch("touchMove", (x, top + y))
    shown.touch("touchEnd")
    ((who, answer),) = room.answers()
    assert who == seat
    assert isinstance(answer, PracticeThrow)
    assert answer.track[0][2] < -200.0 < 0.0 < answer.track[-1][2]
    assert flick_speed(answer.track) > 0.0


def test_a_throw_needs_no_dragging(rooms: Any) -> None:
    room = rooms("card_barrage")
    shown, before = room.question(), room.table.session.at
    shown.run("picked = [state.ask.throw.c[0]]; draw(); $('#typed').open = true")
    shown.tap("#typed button")
    assert room.table.take(room.answers())
    assert not room.table.refused
    assert room.table.session.at > before


def test_a_page_comes_back_by_itself_when_its_socket_is_cut(rooms: Any) -> None:
    room = rooms("tricks_of_the_trade")
    for shown in room.pages.values():
        shown.run("socket.close()")
        shown.until("$('#link').textContent === words.connected && socket.readyState === 1")
    room.choose(Random(1))
    assert room.server.joined() == {0, 1}


def test_a_second_device_takes_the_seat_only_on_demand(rooms: Any) -> None:
    room = rooms("tricks_of_the_trade")
    url = join_url(HOST, room.server.port, room.server.tokens[0])
    second = room.chromium.open(url)
    second.until("typeof state === 'object' && !$('#veil').hidden")
    assert second.run("state === null")
    second.tap("#veil button")
    second.until("state && state.id")
    room.pages[0].until("!$('#veil').hidden")
    assert room.pages[0].run("$('#veil h2').textContent === words.taken")


def test_a_stranger_sees_no_card_and_a_typed_code_waits_for_consent(rooms: Any) -> None:
    room = rooms("tricks_of_the_trade")
    room.chromium.call("Target.closeTarget", targetId=room.pages.pop(1).target)
    until(lambda: room.server.joined() == {0})
    stranger = room.chromium.open(f"http://{HOST}:{room.server.port}/")
    stranger.until("typeof state === 'object' && !$('#veil').hidden")
    stranger.run("$('#veil input').value = 'AAAAAAAA'")
    stranger.tap("#veil button")
    stranger.until("$('#veil h2').textContent === words.denied")
    assert stranger.run("state === null && !document.querySelector('.card')")
    stranger.run(f"$('#veil input').value = {json.dumps(room.server.codes[1])}")
    stranger.tap("#veil button")
    until(room.server.confirmations)
    (asked,) = room.server.confirmations()
    stranger.until(f"$('#veil h2').textContent === '{asked.sign}'")
    assert stranger.run("state === null")
    room.server.confirm(asked.number, True)
    stranger.until("state && state.id")
    assert stranger.run("location.hash") == f"#{room.server.tokens[1]}"


def test_undo_coach_and_consent_are_asked_for(rooms: Any) -> None:
    room = rooms("tricks_of_the_trade")
    room.choose(Random(1))
    seat, session = room.asked_seat, room.table.session
    notes = Notes(consent="Ben wants to undo. Allow it?", coach="Bid 3.", foul="Too slow.")
    room.server.publish({seat: phone_message(session, seat, notes=notes, coach=True)})
    shown = room.pages[seat]
    shown.until(f"{READY} && state.told.consent && state.id === '0.{session.at}'")
    assert shown.run("$('#coached').textContent + $('#alert').textContent") == "Bid 3.Too slow."
    shown.tap("#consent button:nth-child(2)")
    assert room.answers() == [(seat, ConsentAnswer(False))]
    shown.tap("#coach")
    assert room.answers() == [(seat, CoachRequest())]
    other = room.pages[1 - seat]
    other.until("state.undo && !$('#undo').hidden")
    other.tap("#undo")
    assert room.answers() == [(1 - seat, UndoRequest(f"0.{session.at}"))]


def test_a_foul_leads_to_its_rule(rooms: Any, chromium: Browser) -> None:
    room = rooms("card_barrage")
    rules = plain_rules(GAME_BY_ID["card_barrage"])
    server = PhoneServer("127.0.0.1", 0, (0, 1), page(rules), host=HOST)
    server.start()
    notes = Notes(foul="Too slow.", rule="CB14")
    server.publish({0: phone_message(room.table.session, 0, notes=notes)})
    shown = chromium.open(join_url(HOST, server.port, server.tokens[0]))
    shown.until(f"{READY} && !$('#rule').hidden")
    assert shown.run("$('#rule').textContent") == "Read rule CB14"
    shown.tap("#rule")
    text = next(text for _, text, id in rules if id == "CB14")
    assert shown.run("$('#rules').open && document.activeElement.textContent") == text
    server.close()


def test_names_are_never_read_as_html(rooms: Any) -> None:
    room = rooms("tricks_of_the_trade")
    room.table.session.names = ("<img src=x onerror=alert(1)>", "B")
    room.publish()
    shown = room.pages[0]
    shown.until("$('#you').textContent === '<img src=x onerror=alert(1)>'")
    assert shown.run("document.querySelectorAll('img').length") == 0


@pytest.mark.parametrize("game", ["tricks_of_the_trade", "castle_wars", "card_barrage"])
def test_every_size_fits_with_large_targets(rooms: Any, game: str) -> None:
    """No sideways scrolling, no small target, and the large button is always visible."""
    room = rooms(game)
    shown = room.question()
    for scale in (100, 200):
        shown.run(f"document.documentElement.style.fontSize = '{scale}%'")
        for size in SIZES:
            shown.resize(size)
            wide = shown.run(
                "[document.documentElement, $('main'), $('footer')]"
                ".filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.tagName)"
            )
            assert wide == [], (size, scale)
            small = shown.run(
                "[...document.querySelectorAll('button, summary, input, select')].filter((e) => "
                f"e.offsetParent && (e.offsetWidth < {LEAST} || e.offsetHeight < {LEAST}))"
                ".map((e) => e.id + e.textContent)"
            )
            assert small == [], (size, scale)
            below = "$('#do').getBoundingClientRect().bottom <= innerHeight + 1"
            assert shown.run(below), (size, scale)


def test_a_screen_reader_finds_headings_lists_and_states(rooms: Any) -> None:
    room = rooms("tricks_of_the_trade")
    shown = room.question()
    assert shown.run("document.activeElement === $('#ask h2')")
    tree = shown.call("Accessibility.getFullAXTree")["nodes"]
    roles = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree}
    prompt = shown.run("state.ask.p")
    assert ("heading", prompt) in roles
    assert {"log", "alert", "button", "list", "listitem"} <= {role for role, _ in roles}
    for name in shown.run("state.hand.flatMap((p) => p.c).map((c) => c.n)"):
        assert any(role == "button" and text.startswith(name) for role, text in roles)
    unnamed = [node for node in tree if node["role"]["value"] == "button"
               and not node.get("ignored") and not node.get("name", {}).get("value")]  # fmt: skip
    assert unnamed == []


def test_the_page_is_small() -> None:
    assert len(page()) <= 40_000
    for game in GAME_BY_ID.values():
        assert len(page(plain_rules(game))) <= 60_000


def test_the_browser_keeps_its_files_to_itself(chromium: Browser) -> None:
    assert chromium.call("Browser.getVersion")["product"]
    assert (chromium.folder / "DevToolsActivePort").exists()
