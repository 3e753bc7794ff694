"""Tests of frames against leaks: equal pixels in two worlds that a viewer cannot tell apart.

In each game, for each number of players, at rest and in motion, with the move list open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.game import Game
from castlecards.core.session import Session
from castlecards.core.view import View, view
from castlecards.ui.kit.intents import Act, Command, Grab, Hover, Release
from castlecards.ui.shell.app import App
from castlecards.ui.table import commands as say
from castlecards.ui.table.overlay.popups import PileInspector, PopupHost
from castlecards.ui.table.overlay.widgets import ScoreTable
from castlecards.ui.table.pointer.covered_cards import pile_contents
from castlecards.ui.table.scene import TableScene
from tests.depth import Depth
from tests.games.worlds import Leak
from tests.ui.driving import Driver
from tests.ui.table.frames import Screens, worlds_of

EVERY = [(game.id, players) for game in games().values() for players in game.players]
SEEDS = 2
MOMENTS = 8
POPUPS = 4  # decisions between two checks of all popups
DAILY = 5  # of them; what is planted below is looked for at all
ENOUGH = 20  # pictures: after so many, no other two worlds are begun every day
ALL = 10**6  # the same with `--thorough`


@pytest.fixture
def app() -> Iterator[App]:
    with Driver(reduced_motion=False, instant=False, turn_table=True) as driver:
        yield driver.app


def watch(
    app: App, game: Game[Any], players: int, seeds: int = SEEDS, moments: int = MOMENTS,
    enough: int = ALL,
) -> int:  # fmt: skip
    """Play with one person, who is always the viewer; return the number of compared pictures."""
    pictures = 0
    for worlds in worlds_of(game, players, seeds, alone=True):
        screens = Screens(app, worlds)
        screens.rest()
        for n in range(moments):
            if worlds.over:
                break
            if n % POPUPS == 0:
                open_popups(screens)
            if screens.asked_seat == worlds.seat:
                screens.feed(Command(Act.HINT))
                screens.check()
            screens.close_popups()
            point(screens)
            screens.play()
            if worlds.over:
                break
            screens.rest()
        pictures += screens.frames
        if pictures >= enough:
            break
    return pictures


def share(
    app: App, game: Game[Any], players: int, seeds: int = SEEDS, moments: int = MOMENTS,
    enough: int = ALL,
) -> int:  # fmt: skip
    """Play with several people at one screen; return the number of compared pictures.

    The viewer sees what is open to all, and what is shown behind the own curtain, but not the turns
    of the others.
    """
    pictures = 0
    for worlds in worlds_of(game, players, seeds, alone=False, first=100):
        screens = Screens(app, worlds)
        table = screens.both[0].table
        screens.rest()
        filmed = False
        for _ in range(moments):
            if worlds.over:
                break
            mine = screens.asked_seat == worlds.seat
            if table.model.curtain is not None or table.model.window is not None:
                screens.check()  # the closing screen is visible to all
            if not filmed and table.handover.reel is not None:
                filmed = film(screens)
            if table.model.window is not None and mine:
                screens.feed(Command(Act.CONFIRM))
            if table.model.curtain is not None:
                screens.feed(Grab((480, 300)), dt=0.7)
                screens.feed(Release((480, 300)), dt=0.01)
                screens.rest()
            screens.close_popups()
            screens.feed(Command(Act.UNDO))
            screens.check()  # another player must agree, and becomes the viewer
            screens.close_popups()
            screens.play()
            if worlds.over:
                break
            screens.rest()
        pictures += screens.frames
        if pictures >= enough:
            break
    return pictures


def point(screens: Screens) -> None:
    """Point at the last line of the move list that tells of a clash."""
    rows = screens.both[0].table.overlay.move_list._rows
    row = next((row for row, entry in rows if entry.clash is not None), None)
    if row is not None:
        screens.feed(Hover(row.center))
        screens.check()
        screens.feed(Hover((480, 300)))


def open_popups(screens: Screens) -> None:
    """Open each popup that the table offers now: piles, options, the score sheet, the menu."""
    first = screens.both[0].table
    table_view, decision = first.overlay.popup_host.table_view, first.model.session.decision
    zones = [
        zone for zone in range(len(table_view.box.zones)) if pile_contents(table_view, None, zone)
    ]
    mine = decision is not None and decision.seat == screens.worlds.seat
    opened: list[say.Command] = [say.InspectPile(zone) for zone in zones]
    opened += [say.SpreadPile(), say.ChooseFrom(decision.options[:9])] if decision and mine else []
    opened += (
        [say.ShowSheet()] if first.model.session.game.sheet(table_view.pos) is not None else []
    )
    for each in opened:
        for screen in screens.both:
            screen.table.execute([each])
        screens.feed(dt=0.01)
        screens.check()
        screens.close_popups()
    screens.feed(Command(Act.MENU))
    screens.check()
    screens.close_popups()


def film(screens: Screens) -> bool:
    """Compare the texts of the curtain and its film, which all players can see; return True."""
    for key in (Act.HINT, Act.HINT, Act.FILM):
        screens.feed(Command(key), Command(key, down=False), dt=0.01)
        screens.check()
    interlude = screens.both[0].table.handover
    assert interlude.playing
    while interlude.playing:
        screens.feed(dt=0.7)
        screens.check()
    return True


@pytest.mark.parametrize(("game", "players"), EVERY)
@pytest.mark.long
def test_one_among_robots_sees_the_same_in_both_worlds(
    app: App, game: str, players: int, depth: Depth
) -> None:
    """Every day in one pair of worlds where that shows enough, with `--thorough` in each."""
    moments, enough = depth(DAILY, MOMENTS), depth(ENOUGH, ALL)
    pictures = watch(app, games()[game], players, moments=moments, enough=enough)
    assert pictures >= (0 if (game, players) == ("card_barrage", 1) else 4)


@pytest.mark.parametrize(("game", "players"), [(g, n) for g, n in EVERY if n > 1])
@pytest.mark.long
def test_what_all_may_look_at_is_the_same_in_both_worlds(
    app: App, game: str, players: int, depth: Depth
) -> None:
    """Every day in one pair of worlds where that shows enough, with `--thorough` in each."""
    moments, enough = depth(DAILY, MOMENTS), depth(ENOUGH, ALL)
    assert share(app, games()[game], players, moments=moments, enough=enough) > 1


# -- planted leaks --------------------------------------------------------------------------------


@pytest.mark.long
def test_a_question_over_an_open_hand_is_found(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableScene, "cover_hands", lambda scene: None)
    with pytest.raises(Leak, match="a picture tells what is hidden"):
        share(app, games()["card_barrage"], 2, 6)


def test_a_hidden_face_on_the_score_board_is_found(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lowest(session: Session[Any]) -> ScoreTable:
        faces = session.position.faces
        held = [faces[card] for zone in session.position.zones for card in zone]
        return ScoreTable(
            ("Anna",), 0, (("Sum", (str(sum(n * face for n, face in enumerate(held))),)),)
        )

    monkeypatch.setattr("castlecards.ui.table.overlay.overlay.score_table", lowest)
    with pytest.raises(Leak, match="what stands on the screen tells"):
        watch(app, games()["castle_rampage"], 2)


def test_a_hidden_face_in_a_pile_that_is_looked_into_is_found(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    init = PileInspector.__init__

    def naming(self: PileInspector, host: PopupHost, zone: int) -> None:
        init(self, host, zone)
        self.text = str(hash(host.model.session.position.faces))

    monkeypatch.setattr(PileInspector, "__init__", naming)
    with pytest.raises(Leak, match=r"(what stands on the screen|a picture) tells"):
        watch(app, games()["castle_rampage"], 2, 6)


@pytest.mark.long
def test_a_card_drawn_with_its_hidden_face_is_found(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_eyed(session: Session[Any], seat: int, at: int = -1) -> View:
        pos = session.positions[session.at if at < 0 else at]
        seen = view(pos, seat)
        seen.position.faces = pos.faces
        seen.position.up |= sum(1 << card for card in pos.zones[pos.box.zone(f"{1 - seat}.hand")])
        return seen

    monkeypatch.setattr(Session, "shown", open_eyed)
    with pytest.raises(Leak, match="tells what is hidden"):
        watch(app, games()["castle_rampage"], 2)
