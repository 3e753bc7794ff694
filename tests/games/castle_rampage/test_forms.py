"""Tests of the payment form: the sockets of a cost, for the paying player only."""

from __future__ import annotations

from castlecards.core.form import Form
from castlecards.games.castle_rampage.deck import UNIT_NAMES
from tests.games.castle_rampage.build import GAME, rampage
from tests.games.match import Match
from tests.marks import rule


def form(match: Match, seat: int = 0) -> Form | None:
    return GAME.form(match.view(seat))


def sheet(match: Match) -> Form:
    found = form(match)
    assert found is not None
    return found


@rule("CR13", "CR15")
def test_a_socket_for_each_unit_and_one_that_may_stay_empty() -> None:
    match = rampage(
        hands={0: "scheme_pincer mercenary archer knight"}, gates={1: "saboteur ogre"}
    ).play("attack scheme_pincer >1.gate")
    card, *owed, more = sheet(match).sockets
    assert card.large
    assert match.name(card.card).startswith("scheme_pincer")
    assert [socket.label for socket in owed] == [UNIT_NAMES["K"], UNIT_NAMES["A"]]
    assert [socket.next for socket in owed] == [True, False]
    assert (more.label, more.gain, more.paid) == (UNIT_NAMES["A"], "+5", False)


@rule("CR13", "CR16")
def test_what_has_been_given_stands_in_its_socket_as_what_it_stands_for() -> None:
    match = rampage(
        hands={0: "scheme_pincer mercenary mercenary knight"}, gates={1: "saboteur ogre"}
    ).play("attack scheme_pincer >1.gate", "pay knight+mercenary 0 1")
    _, knight, archer, more = sheet(match).sockets
    assert knight.paid
    assert archer.paid
    assert [match.name(socket.card).split(".")[0] for socket in (knight, archer)] == [
        "knight", "mercenary",
    ]  # fmt: skip
    assert (knight.note, archer.note) == ("", "Mercenary")
    assert more.next
    assert not more.paid


@rule("CR9")
def test_placing_an_ogre_asks_for_two_cards_and_no_more() -> None:
    match = rampage(hands={0: "ogre knight spy archer"}, gates={1: "ogre"})
    match.play("strengthen ogre >0.castle")
    _, *owed = sheet(match).sockets
    assert [socket.label for socket in owed] == ["any card"] * 2
    assert not any(socket.gain for socket in owed)
    assert "castle" in sheet(match).title
    assert [badge.text for badge in GAME.badges(match.pos)] == ["To the castle"]


@rule("CR13")
def test_the_other_side_sees_that_something_is_in_play_and_not_what() -> None:
    match = rampage(hands={0: "scheme_pincer archer knight"}, gates={1: "saboteur ogre"}).play(
        "attack scheme_pincer >1.gate"
    )
    assert form(match, 1) is None
    badge = GAME.badges(match.pos)[0]
    assert (match.pos.box.names[badge.zone], badge.text) == ("0.aside", "Into play")
    assert "scheme" not in badge.help.lower()
