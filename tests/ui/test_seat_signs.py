"""Tests of seat signs: six distinct signs, and the right one at each mention of a player."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray
from pygame import Surface

from castlecards import content
from castlecards.core.session import Session
from castlecards.ui import routes
from castlecards.ui.cardart.seat_signs import (
    SEATS,
    SHAPES,
    SUITS,
    SeatSign,
    painted,
    side_sign,
    sign_of,
    winning_sign,
)
from castlecards.ui.cardart.text_table import TextTable
from castlecards.ui.history import headline
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.pages.seats import SeatCard
from castlecards.ui.scene import Reset
from castlecards.ui.table.overlay.widgets import ScoreBoard, score_table
from castlecards.ui.table.playback.animation import Cue
from castlecards.ui.table.render.curtain import draw_curtain
from castlecards.ui.table.render.table_signs import nameplates
from castlecards.ui.table.viewer import Curtain
from tests.ui.colour_vision import DICHROMAT, apart
from tests.ui.driving import Driver, laid_out, look
from tests.ui.table.tables import open_curtain, table

GAMES = content.games()
SMALL = 4.6  # px: the least radius with which a sign is drawn, in a line of text
APART = {"none": 45.0, "protan": 14.0, "deutan": 20.0, "tritan": 11.5}  # CIE76, least distance


@pytest.mark.parametrize("eyes", list(DICHROMAT))
def test_no_two_colours_look_alike(eyes: str) -> None:
    for one, two in combinations(SEATS, 2):
        assert apart(one.colour, two.colour, eyes) >= APART[eyes], (one.shape, two.shape)


def ink(shape: str, radius: float) -> NDArray[np.float64]:
    """Return how much of each pixel a sign covers, 0 to 1."""
    plain = painted(SeatSign(shape, (255, 255, 255), (255, 255, 255)), radius)
    return pygame.surfarray.array_alpha(plain) / 255


@pytest.mark.parametrize("radius", [SMALL, 5.0, 15.0])
def test_shapes_tell_the_six_apart_without_colour(radius: float) -> None:
    assert len({sign.shape for sign in SEATS}) == len(SEATS) == len(SHAPES) == 6
    for one, two in combinations(SHAPES, 2):
        first, second = ink(one, radius), ink(two, radius)
        assert first.shape == second.shape
        other = np.abs(first - second).sum() / np.maximum(first, second).sum()
        assert other > 0.16, (one, two, other)


def test_a_hexagon_would_be_taken_for_a_disc(monkeypatch: pytest.MonkeyPatch) -> None:
    """This is why the sixth sign is a cross."""
    turns = [math.pi * (k / 3 + 1 / 6) for k in range(6)]
    hexagon = tuple((0.56 * math.cos(turn), 0.56 * math.sin(turn)) for turn in turns)
    monkeypatch.setitem(SHAPES, "hexagon", hexagon)
    first, second = ink("disc", SMALL), ink("hexagon", SMALL)
    assert np.abs(first - second).sum() / np.maximum(first, second).sum() < 0.1


def test_no_sign_is_cut_off_at_the_edge_of_its_square() -> None:
    for shape in SHAPES:
        for radius in (SMALL, 5.0, 6.0, 8.0, 11.0, 15.0, 33.3):
            covered = ink(shape, radius)
            assert max(covered[0].max(), covered[-1].max()) == 0
            assert max(covered[:, 0].max(), covered[:, -1].max()) == 0


# -- owners ----------------------------------------------------------------------------------


def match(game: str, players: int, seed: int = 1, **options: Any) -> Session[Any]:
    names = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay")[:players]
    return Session(GAMES[game], GAMES[game].options(**options), players, seed, names=names)


def test_every_seat_has_a_sign_of_its_own() -> None:
    session = match("card_barrage", 6)
    assert [sign_of(session, seat) for seat in range(6)] == list(SEATS)


def test_who_plays_two_castles_has_one_sign() -> None:
    session = match("card_barrage", 3)
    twice = next(owner for owner in session.owners if session.owners.count(owner) == 2)
    seats = [seat for seat, owner in enumerate(session.owners) if owner == twice]
    assert len(seats) == 2
    assert len({sign_of(session, seat) for seat in seats}) == 1
    assert len({sign_of(session, seat) for seat in range(len(session.owners))}) == 3


def test_the_seat_of_nobody_has_its_sign_too() -> None:
    session = match("card_barrage", 1)
    assert [sign_of(session, seat) for seat in (0, 1)] == list(SEATS[:2])


@pytest.mark.parametrize(("first", "colours"), [("red", "red black"), ("black", "black red")])
def test_sides_of_castle_wars_have_the_colour_of_their_suits(first: str, colours: str) -> None:
    session = match("castle_wars", 2, first_colour=first)
    for seat, colour in enumerate(colours.split()):
        assert sign_of(session, seat) == SeatSign(SEATS[seat].shape, *SUITS[colour])


def test_sides_of_castle_have_the_colour_of_their_suits() -> None:
    seen = set()
    for seed in range(12):
        session = match("castle", 2, seed)
        red = session.position.state.red
        seen.add(red)
        assert sign_of(session, red) == SeatSign(SEATS[red].shape, *SUITS["red"])
        assert sign_of(session, 1 - red) == SeatSign(SEATS[1 - red].shape, *SUITS["black"])
    assert seen == {0, 1}


def play_to_end(session: Session[Any], *result: float) -> Session[Any]:
    """Return the same match at its end."""
    after = session.position.copy()
    after.result, after.decision, after.steps = result, None, ()
    session.positions[session.at] = after
    return session


def test_the_sign_of_the_end_is_the_winner_s() -> None:
    assert winning_sign(play_to_end(match("castle_rampage", 2), 0.0, 1.0)) == SEATS[1]
    assert winning_sign(play_to_end(match("castle_rampage", 2), 0.5, 0.5)) is None
    teams = play_to_end(match("card_barrage", 6), 0.0, 1.0, 0.0, 1.0, 0.0, 1.0)
    assert winning_sign(teams) == side_sign(teams, 1) == SEATS[1]
    shared = play_to_end(match("tricks_of_the_trade", 3), 0.0, 1.0, 0.0)
    assert winning_sign(shared) == SEATS[1]


# -- where it is drawn ------------------------------------------------------------------------


def drawn_by(widget: Widget) -> Surface:
    layer = laid_out(widget, (520, 260))
    surface = Surface(layer.rect.size)
    layer.draw(Canvas(surface, look()))
    return surface


def colours_in(surface: Surface) -> set[tuple[int, ...]]:
    red, green, blue = pygame.surfarray.array3d(surface).reshape(-1, 3).T.astype(np.uint32)
    found = np.unique(red << 16 | green << 8 | blue)  # one number a pixel: quick to sort
    return {(pixel >> 16, pixel >> 8 & 255, pixel & 255) for pixel in map(int, found)}


def test_the_score_board_has_a_sign_a_row() -> None:
    for game, players in (("tricks_of_the_trade", 4), ("castle_wars", 2), ("castle_rampage", 2)):
        session = match(game, players)
        board = ScoreBoard()
        board.set(score_table(session))
        drawn = colours_in(drawn_by(board))
        for seat in range(players):
            assert sign_of(session, seat).colour in drawn


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_score_board_has_the_signs_of_all_members_of_a_team(players: int) -> None:
    session = match("card_barrage", players)
    score = score_table(session)
    everybody = {sign_of(session, seat) for seat in range(len(session.owners))}
    assert [sign for row in score.signs for sign in row] == sorted(
        everybody, key=lambda sign: (SEATS.index(sign) % 2, SEATS.index(sign))
    )
    board = ScoreBoard()
    board.set(score)
    drawn = colours_in(drawn_by(board))
    assert {sign.colour for sign in everybody} <= drawn


@pytest.mark.parametrize("game", list(GAMES))
def test_the_set_up_shows_every_player_s_sign(game: str, home: object) -> None:
    for players in GAMES[game].players:
        driver = Driver()
        driver.app.change(player_counts={game: players})
        driver.app.follow(Reset(routes.Setup(game)))
        driver.settle()
        layer = driver.app.scene.layer  # type: ignore[attr-defined]
        marks = [w.sign for w in layer.root.walk() if isinstance(w, SeatCard)]
        assert len(set(marks)) == len(marks) == players
        session = Session(GAMES[game], GAMES[game].options(), players, 1)
        if game == "castle":  # the owner of the red suits is chosen by the deal
            assert [mark.shape for mark in marks] == [SEATS[0].shape, SEATS[1].shape]
            continue
        of = [sign_of(session, session.owners.index(player)) for player in range(players)]
        assert marks == of


@pytest.mark.parametrize("over", [False, True], ids=["alone", "in a team"])
def test_the_caption_of_a_pile_has_the_name_of_its_player(home: object, over: bool) -> None:
    with table("card_barrage", 4 if over else 2) as play:
        open_curtain(play)
        titles = {area.title for area in play.table.table_view.layout.areas}
        names = {"South", "North"} if over else {"Anna", "Ben"}
        assert {f"{name}’s draw deck" for name in names} <= titles
        assert {f"{name}’s score pile" for name in names} <= titles
        if not over:
            assert not any("South" in title or "North" in title for title in titles)


def test_the_plate_of_a_hand_names_its_player_with_the_sign() -> None:
    session = match("tricks_of_the_trade", 4)
    plates = set(nameplates(session).values())
    assert {(plate.name, plate.sign) for plate in plates} == {
        (session.name(seat), SEATS[seat]) for seat in range(4)
    }


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.long
def test_the_curtain_bears_the_sign_of_whom_it_waits_for(light: bool) -> None:
    shown = look()
    for one, other in pairwise((*SEATS, SEATS[0])):
        surface = Surface((900, 600))
        draw_curtain(Canvas(surface, shown), Curtain(0, "Anna", "Play", light), one)
        drawn = colours_in(surface)
        assert one.colour in drawn
        assert other.colour not in drawn


@pytest.mark.parametrize("winner", [0, 1])
def test_the_result_shows_the_winner_s_name_and_sign(winner: int, driver: Driver) -> None:
    session = play_to_end(match("castle_wars", 2), float(winner == 0), float(winner == 1))
    driver.app.follow(Reset(routes.Result(session)))
    driver.settle()
    line = driver.find("result.headline")
    assert line.text == f"{session.names[winner]} wins"
    assert line.sign == sign_of(session, winner)
    words = " ".join(
        session.with_player_names(line) for line in session.game.outcome(session.position)
    )
    assert f"{session.names[winner]} wins" in words
    for word in ("Red", "Black", "South", "North"):
        assert word not in words


def test_a_draw_has_nobody_s_sign() -> None:
    session = play_to_end(match("castle_rampage", 2), 0.5, 0.5)
    assert headline(session) == "A draw"
    assert winning_sign(session) is None


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("castle_wars", "North’s attack succeeds", "Ben’s attack succeeds"),
        ("castle", "South withstands the attack", "Anna withstands the attack"),
        ("castle_rampage", "North loses the last card", "Ben loses the last card"),
        ("castle_wars", "Both sides fall", "Both sides fall"),
    ],
)
def test_a_text_of_the_game_has_the_name_of_whom_it_speaks(game: str, text: str, told: str) -> None:
    assert match(game, 2).with_player_names(text) == told


def test_a_caption_names_people_who_are_called_like_sides_of_the_table() -> None:
    with table("castle_rampage", names=("North", "South")) as play:
        open_curtain(play)
        decision = play.session.decision
        assert decision is not None
        said = play.table.overlay.captions
        said.say([Cue(0.0, "said", "South placed a card.", seat=1)])
        assert said.shown[0].text == "South placed a card."
        assert said.shown[0].sign == sign_of(play.session, 1)


def test_only_a_team_of_several_is_called_by_its_side() -> None:
    assert match("card_barrage", 4).with_player_names("South wins.") == "South wins."
    three = match("card_barrage", 3, double=0)
    alone = next(side for side in (0, 1) if three.owners.count(three.owners[side]) == 2)
    words = ("South", "North")
    assert three.with_player_names(f"{words[alone]} wins.") == "Anna wins."
    assert three.with_player_names(f"{words[1 - alone]} wins.") == f"{words[1 - alone]} wins."
    assert three.with_player_names(f"Choose {words[alone]} 2") == f"Choose {words[alone]} 2"


def test_of_columns_that_are_centred_the_middle_one_stands_in_the_middle() -> None:
    names = ("Al", "", "Chancellor Wilhelmina")
    table = TextTable([names, ("0", "Castle", "7")], ("centre", "centre", "centre"))
    layer = laid_out(table)
    left, wide = table._columns[1]
    assert abs(left + wide / 2 - layer.rect.centerx) <= 2
