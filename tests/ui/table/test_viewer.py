"""Tests of the viewer: curtains between people, except where nothing is hidden."""

from __future__ import annotations

from typing import Any

from castlecards.content import games
from castlecards.core.action import PASS, Decision
from castlecards.core.session import Session
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act
from castlecards.ui.table.viewer import NOBODY, Curtain, Viewer


def seated(players: int, kinds: tuple[str, ...], game: str = "card_barrage") -> Viewer:
    rules = games()[game]
    session: Session[Any] = Session(rules, rules.options(), players, 3, kinds)
    viewer = Viewer(session)
    viewer.seat = viewer.first_seat()
    return viewer


def test_one_person_looks_all_the_time() -> None:
    viewer = seated(2, ("human", "random"))
    assert viewer.seat == 0
    decision = viewer.session.decision
    assert decision is not None
    assert not viewer.needs_curtain(decision)


def test_robots_among_themselves_show_only_what_is_public() -> None:
    viewer = seated(2, ("random", "random"))
    assert viewer.seat == NOBODY
    assert not viewer.is_shared


def test_two_people_need_a_curtain_for_a_hand() -> None:
    viewer = seated(2, ("human", "human"))
    decision = viewer.session.decision
    assert viewer.needs_curtain(decision)
    viewer.show(decision.seat)
    assert not viewer.needs_curtain(decision)
    other = Decision(1 - decision.seat, "Next", decision.options)
    assert viewer.needs_curtain(other)


def test_two_castles_of_one_player_need_no_curtain_between_them() -> None:
    viewer = seated(3, ("human", "human", "human"))
    owners = viewer.session.owners
    twice = next(owner for owner in set(owners) if owners.count(owner) == 2)
    one, two = (seat for seat, owner in enumerate(owners) if owner == twice)
    viewer.show(one)
    assert not viewer.needs_curtain(Decision(two, "Next", (PASS,)))
    viewer.ask(Decision(two, "Next", (PASS,)))
    assert viewer.seat == two


def test_no_curtain_where_nobody_has_a_secret() -> None:
    viewer = seated(2, ("human", "human"), "high_card")
    pos = viewer.session.position
    for seat in (0, 1):
        pos.zones[pos.box.zone(f"{seat}.hand")] = b""
    decision = Decision(1, "Agree?", (PASS,))
    assert not viewer.needs_curtain(decision)
    viewer.show(0)
    viewer.ask(decision)
    assert viewer.seat == NOBODY  # the hand of seat 0 is hidden


def test_a_robot_s_turn_hides_nothing_more_and_shows_nothing_more() -> None:
    viewer = seated(2, ("human", "random"))
    viewer.ask(Decision(1, "Robot", (PASS,)))
    assert viewer.seat == 0


def test_the_curtain_opens_after_one_long_press_only() -> None:
    curtain = Curtain(0, "Anna", "Play")
    for _ in range(5):
        curtain.handle(intents.Grab((5, 5)))
        curtain.update(curtain.hold * 0.6)
        curtain.handle(intents.Release((5, 5)))
        curtain.update(curtain.hold)
    assert not curtain.is_open
    curtain.handle(intents.Command(Act.CONFIRM))
    curtain.handle(intents.Leave())  # leaving the window resets the time
    curtain.update(curtain.hold * 2)
    assert not curtain.is_open
    curtain.handle(intents.Command(Act.CONFIRM))
    curtain.update(curtain.hold)
    assert curtain.is_open
