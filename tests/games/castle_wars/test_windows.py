"""Tests of any-time windows: which seat is asked, when, in which order, by public facts alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards.core.action import ATTACK, PASS
from castlecards.core.events import apply
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.core.view import view
from tests.games.castle_wars.build import GAME, WarsMatch, wars
from tests.games.castle_wars.random_play import pair_options
from tests.games.play import random_answer, random_game, sample_world
from tests.marks import rule


def course_of(game: WarsMatch) -> list[tuple[int, str]]:
    """Play the rest of a turn: one attack, else passes. Return each asked seat and its window."""
    course = []
    seat = game.active
    while game.pos.decision is not None and game.active == seat:
        course.append((game.seat, game.window))
        attack = "attack 7H >5S"
        game.play(attack if game.offers(attack) else game.any_of("draw", "pass", "instead"))
    return course


@rule("CW18")
def test_the_other_player_is_asked_at_every_phase_after_every_attack_and_at_the_end() -> None:
    decks = {"0.soldiers": "2H 3H 4H", "0.resources": "AH"}
    game = wars(
        ours="9H 7H", theirs="8S 5S | 6S", their_sleeve="QS", hand="5H", piles=decks, begin="turn"
    )
    assert course_of(game) == [
        (1, "draw"), (0, ""), (0, ""),
        (1, "attacks"), (0, ""), (1, ATTACK), (1, "battle"),
        (1, "move"), (0, ""),
        (1, "recruit"), (0, ""),
        (1, "end"),
    ]  # fmt: skip


@rule("CW18", "CW4")
@pytest.mark.parametrize("theirs", ["QS", "AS", "JS", "KS"])
@pytest.mark.parametrize("enemy", ["none", "ninjas", "fateweavers"])
def test_what_is_asked_tells_nothing_about_the_cards_that_are_held(theirs: str, enemy: str) -> None:
    def course(sleeve: str, hand: str) -> list[tuple[int, str]]:
        held = {"their_sleeve": sleeve, "their_hand": hand}
        decks = {"0.soldiers": "2H 3H 4H"}
        return course_of(
            wars("9H 7H", "8S 5S | 6S", piles=decks, begin="turn", second=enemy, **held)
        )

    assert course(theirs, "2S") == course("QC", "10C")


@rule("CW18", "CW35", "CW29")
def test_who_has_a_power_is_asked_without_holding_a_resource() -> None:
    shifters = wars("9H 7H", "8S 5S", their_hand="2S", second="shape_shifters", begin="turn")
    assert (1, "attacks") in course_of(shifters)
    bare = wars("9H 7H", "8S 5S", second="shape_shifters", begin="turn")
    assert {seat for seat, _ in course_of(bare)} == {0}
    piles = {"1.spent": "AS"}
    blood = wars("9H 7H", "8S 6S 5S", piles=piles, second="blood_mages", begin="turn")
    assert (1, "attacks") in course_of(blood)
    nothing = wars("9H 7H", "8S 6S 5S", second="blood_mages", begin="turn")
    assert {seat for seat, _ in course_of(nothing)} == {0}


@rule("CW18")
def test_when_an_attack_is_declared_both_are_asked_the_other_first() -> None:
    game = wars(ours="9H 7H", theirs="8S 5S | 6S", sleeve="QH", their_sleeve="QS")
    game.play("attack 7H >5S")
    assert (game.seat, game.window) == (1, ATTACK)
    assert game.is_up("7H")
    assert game.is_up("5S")
    game.play("pass")
    assert (game.seat, game.window) == (0, ATTACK)
    assert game["1.dead"] == []
    game.play("pass")
    assert game["1.dead"] == ["5S"]
    assert (game.seat, game.window) == (1, "battle")


@rule("CW18")
def test_after_each_play_the_other_side_is_asked_until_both_pass_in_a_row() -> None:
    game = wars("9H 7H", "8S 5S | 6S", sleeve="QH QD JH", their_sleeve="QS QC JS")
    game.play("attack 7H >5S")
    for seat, play in ((1, "play QS"), (0, "play QH"), (1, "pass"), (0, "play QD"), (1, "play QC")):
        assert (game.seat, game.window) == (seat, ATTACK)
        game.play(play)
    assert game.seat == 0
    game.play("pass")
    assert (game.seat, game.window) == (1, ATTACK)
    game.play("pass")
    assert game["1.dead"] == ["5S"]


@rule("CW18")
def test_in_the_other_windows_the_player_to_move_is_asked_only_after_a_play() -> None:
    game = wars("9H 7H", "8S 5S", sleeve="QH", their_sleeve="QS QC", begin="turn")
    assert (game.seat, game.window) == (1, "draw")
    game.play("play QS")
    assert (game.seat, game.window) == (0, "draw")
    game.play("pass")
    assert (game.seat, game.window) == (1, "draw")
    game.play("pass")
    assert (game.seat, game.window) == (0, "")  # CW6: empty decks and a resource in hand
    game.play("pass")
    assert (game.seat, game.window) == (1, "attacks")
    game.play("pass")
    assert (game.seat, game.window) == (0, "")


@rule("CW18")
def test_who_has_played_may_play_again_when_nobody_can_answer() -> None:
    game = wars("9H 7H", "8S 5S", their_sleeve="QS QC", begin="turn").play("play QS")
    assert (game.seat, game.window) == (1, "draw")
    game.play("play QC")
    assert (game.seat, game.window) == (0, "")


@rule("CW18")
def test_a_play_at_the_own_decision_asks_the_other_player_and_then_again() -> None:
    game = wars(ours="9H 7H", theirs="8S 5S | 6S", sleeve="QH QD", their_sleeve="QS")
    game.play("play QH")
    assert (game.seat, game.window) == (1, "play")
    game.play("pass")
    assert (game.seat, game.window) == (0, "")
    assert game.offers("attack 7H >5S")
    assert game.offers("play QD")


@rule("CW18", "CW4")
def test_who_holds_no_resource_and_no_ability_is_not_asked() -> None:
    game = wars(ours="9H 7H", theirs="8S 5S | 6S", hand="2H", their_hand="2S 3S", begin="turn")
    assert {seat for seat, _ in course_of(game)} == {0}


@rule("CW18", "CW15")
def test_nobody_is_asked_when_the_last_pile_has_fallen() -> None:
    game = wars(ours="9H 7H", theirs="5S", sleeve="QH", their_sleeve="KS AS")
    game.play("attack 7H >5S", "pass", "pass")
    assert game.result == (1.0, 0.0)


@rule("CW17")
@pytest.mark.parametrize("begin", ["draw", "attack", "move", "recruit"])
def test_resources_are_played_at_every_own_decision(begin: str) -> None:
    decks = {"0.soldiers": "2H 3H", "0.resources": "AH AD"}
    game = wars("9H 7H", "8S 5S", sleeve="QH", hand="4H", piles=decks, begin=begin)
    assert game.seat == 0
    assert game.window == ""
    assert game.offers("play QH")


@rule("CW17", "CW11")
def test_a_relaying_once_begun_is_one_act() -> None:
    game = wars("9H 7H | 3H 4H", "8S 5S", sleeve="QH", their_sleeve="QS", begin="move")
    game.play("move 7H >0.pile1")
    assert game.seat == 0
    assert not game.offers("play QH")
    assert game.offers("move 4H >0.pile0")


@rule("CW18")
@pytest.mark.parametrize("stops", [("never", "attacked"), ("attacked", "attacked")])
def test_undo_leads_over_windows_that_nobody_was_asked_in(stops: tuple[str, str]) -> None:
    waived = []
    for seed in range(12):
        options = GAME.options(first="shape_shifters", second="blood_mages")
        session = Session(GAME, options, 2, seed, stops=stops)
        asked_at: list[int] = []
        while session.decision is not None and session.at < 120:
            decision = session.decision
            if session.is_waived(decision):
                waived.append(session.at)
                session.submit(decision.seat, PASS)
                continue
            assert stops[decision.seat] != "never" or not decision.window
            asked_at.append(session.at)
            session.submit(decision.seat, random_answer(GAME, session.position, seed, session.at))
        for seat in (0, 1):
            mine = [at for at in asked_at if session.log[at].seat == seat]
            end = session.at
            while session.can_undo(seat, consent=True):
                session.undo(seat, consent=True)
                assert session.at == mine.pop()
            assert not mine
            session.jump(end)
    assert len(waived) > 20


SILENT = ("pass", "draw", "recruit", "move", "phase", "swap", "lay", "top", "bottom", "instead")


@rule("CW18")
def test_windows_open_on_what_everybody_sees() -> None:
    """One action in two worlds that look the same to a seat leads to the same seat and window.

    Actions that show the seat a new face are left out.
    """
    compared = []

    @settings(max_examples=40)
    @given(pair_options(), st.integers(0, 2**32), st.integers(0, 2**32))
    def run(options: Any, seed: int, other: int) -> None:
        for n, (before, action, after, _) in enumerate(random_game(GAME, options, 2, seed)):
            if (n + seed) % 4 or action.verb not in SILENT:
                continue
            for seat in (0, 1):
                world = sample_world(view(before, seat), other + n)
                if world.decision is None or not world.decision.allows(action):
                    continue
                imagined, _ = apply(world, action)
                mine = ((1 << before.box.size) - 1) << seat * before.box.size
                if (before.known ^ after.known) & mine or (world.known ^ imagined.known) & mine:
                    continue  # this seat has learned a face
                assert question(after) == question(imagined)
                compared.append(action.verb)

    run()
    assert len(compared) > 500
    assert set(compared) >= {"pass", "draw", "recruit", "move"}


def question(pos: Position[Any]) -> tuple[int, str, str] | None:
    decision = pos.decision
    return None if decision is None else (decision.seat, decision.window, decision.prompt)


# -- owner of a window ----------------------------------------------------------------------------


def played(game: WarsMatch, stops: tuple[str, str], *texts: str) -> Session[Any]:
    """Return a session after these actions; windows of seats that need not be asked are passed.

    Each text begins with the seat that must be asked: `1: pass`.
    """
    options = GAME.options(**dict.fromkeys(("first", "second"), "none"))
    session = Session(GAME, options, 2, 0, stops=stops, start=game.pos)
    for text in texts:
        waive(session)
        assert session.decision is not None
        game.pos = session.position
        who, _, words = text.partition(": ")
        assert session.decision.seat == int(who), text
        action = game.action(words)
        assert action is not None, (text, game.options)
        session.submit(int(who), action)
    waive(session)
    game.pos = session.position
    return session


def waive(session: Session[Any]) -> None:
    while (decision := session.decision) is not None and session.is_waived(decision):
        session.submit(decision.seat, PASS)


def now(session: Session[Any]) -> tuple[int, str]:
    return session.decision.seat, session.decision.window


ATTACKED_ONLY = ("never", "attacked")


@rule("CW18")
def test_who_is_attacked_is_asked_again_after_a_spy_of_his_own() -> None:
    game = wars("9H 7H | 2H", "8S 5S | 6S 3S", sleeve="QH", their_sleeve="JS QS")
    session = played(game, ATTACKED_ONLY, "0: attack 7H >5S", "1: play JS", "1: pass")
    assert now(session) == (1, ATTACK)
    assert game.offers("play QS")
    session.submit(1, PASS)
    waive(session)
    assert now(session) == (1, "battle")  # and after the result of the attack


@rule("CW18", "CW29")
def test_who_is_attacked_is_asked_again_after_paying_for_a_resource() -> None:
    piles = {"1.resources": "QS AS"}
    game = wars("9H 7H | 2H", "8S 4S 5S | 6S 3S", piles=piles, second="blood_mages")
    session = played(
        game, ATTACKED_ONLY, "0: attack 7H >5S", "1: blood 6S >1.dead", "1: blood 4S >1.dead",
        "1: take QS",
    )  # fmt: skip
    assert now(session) == (1, ATTACK)


@rule("CW18", "CW39")
def test_who_is_attacked_is_asked_again_after_choosing_who_dies() -> None:
    game = wars("9H 7H | 2H", "8S 5S | 6S 3S", their_sleeve="AS QS", second="fateweavers")
    session = played(game, ATTACKED_ONLY, "0: attack 7H >5S", "1: play AS >5S", "1: instead 3S >5S")
    assert now(session) == (1, ATTACK)


@rule("CW18")
def test_who_attacks_does_not_become_the_attacked_by_a_spy_of_the_other() -> None:
    game = wars("9H 7H | 2H", "8S 5S | 6S 3S", sleeve="QH", their_sleeve="JS QS")
    session = played(game, ("attacked", "attacked"), "0: attack 7H >5S", "1: play JS", "1: pass")
    assert now(session) == (1, ATTACK)
    assert [record.action for record in session.log if record.seat == 0][1:] == [PASS]
    for at, record in enumerate(session.log):
        assert session.log[at].chosen == (record.seat == 1 or at == 0)


@rule("CW18")
@pytest.mark.parametrize("stop", ["always", "attacks", "attacked", "never"])
def test_in_an_attack_the_attacker_is_asked_after_the_flips_unless_he_wants_it_otherwise(
    stop: str,
) -> None:
    game = wars("9H 7H | 2H", "8S 5S | 6S 3S", sleeve="QH QD", their_sleeve="QS")
    session = played(game, (stop, "attacks"), "0: attack 7H >5S", "1: pass")
    asked = stop in ("always", "attacks")
    assert now(session) == ((0, ATTACK) if asked else (1, "battle"))


@rule("CW18")
def test_who_wants_to_be_asked_in_attacks_only_is_spared_all_other_windows() -> None:
    decks = {"0.soldiers": "2H 3H 4H 10H", "0.resources": "AH"}
    held = {"sleeve": "QH", "their_sleeve": "QS"}
    game = wars("9H 7H", "8S 5S | 6S", hand="5H", piles=decks, begin="turn", **held)
    session = played(game, ("attacks", "attacks"), "0: draw 0.soldiers", "0: draw 0.soldiers")
    asked = []
    while session.decision is not None and session.position.state.active == 0:
        game.pos = session.position
        asked.append(now(session))
        action = game.action("attack 7H >5S") or PASS
        session.submit(session.decision.seat, action)
        waive(session)
    assert asked == [(0, ""), (1, ATTACK), (0, ATTACK), (1, "battle"), (0, ""), (0, "")]


@rule("CW18", "CW23")
def test_a_window_tells_who_attacks_with_what_and_whether_that_still_counts() -> None:
    game = wars("9H 7H | 2H", "8S 5S | 6S 3S", sleeve="QH", their_sleeve="AS QS")
    game.play("attack 7H+2H >5S")
    opener = game.decision.opener
    assert (opener.seat, opener.attack, opener.off) == (0, True, False)
    assert [game.name(card) for card in opener.cards] == ["7H", "2H"]
    assert [game.name(card) for card in opener.goals] == ["5S"]
    asks = game.decision.prompt
    game.play("play AS >2H")
    opener = game.decision.opener
    assert game.seat == 0
    assert (opener.seat, opener.attack, opener.off) == (0, True, True)
    assert [game.name(card) for card in opener.cards] == ["7H"]
    assert "called off" in game.decision.prompt
    assert "called off" not in asks


@rule("CW18", "CW35")
def test_a_window_knows_who_fights_after_a_swap() -> None:
    game = wars("9H 7H", "8S 5S | 6S", their_hand="10S 2S", second="shape_shifters", sleeve="QH")
    game.play("attack 7H >5S", "swap 10S >5S")
    opener = game.decision.opener
    assert not opener.off
    assert [game.name(card) for card in opener.goals] == ["10S"]


@rule("CW18")
def test_what_is_played_at_an_own_decision_opens_a_window_of_its_own() -> None:
    game = wars("9H 7H", "8S 5S | 6S 3S", sleeve="AH", their_sleeve="QS").play("play AH >6S")
    opener = game.decision.opener
    assert (game.seat, opener.seat, opener.attack) == (1, 0, False)
    assert [game.name(card) for card in (*opener.cards, *opener.goals)] == ["AH", "6S"]


@rule("CW18")
def test_what_somebody_else_let_pass_is_not_taken_back_without_asking() -> None:
    game = wars("9H 7H | 2H", "8S 5S | 6S", hand="4H", their_sleeve="QS", begin="move")
    session = played(game, ("always", "always"), "0: move 7H >0.pile1", "0: pass", "1: pass")
    assert now(session) == (0, "")
    assert not session.can_undo(0)
    assert session.can_undo(0, consent=True)
    unasked = played(
        wars("9H 7H | 2H", "8S 5S | 6S", hand="4H", their_sleeve="QS", begin="move"),
        ("always", "never"), "0: move 7H >0.pile1", "0: pass",
    )  # fmt: skip
    assert unasked.can_undo(0)  # this seat was not asked there


# -- a fight with a certain result ----------------------------------------------------------------


@rule("CW18")
@pytest.mark.parametrize(
    ("own", "other", "sleeve", "their_sleeve", "asked"),
    [
        ("7H", "5S", "QH", "", []),  # the attacker wins, and the other has no resource
        ("7H", "5S", "QH", "QS", [1]),  # the attacker wins, and the other passed
        ("5H", "7S", "QH", "QS", [1, 0]),  # the defender wins unless a queen is played
        ("5H", "7S", "", "QS", []),
        ("7H", "7S", "QH", "QS", [1, 0]),  # a draw is not a victory
    ],
)
def test_when_needed_asks_only_who_can_still_lose_the_fight(
    own: str, other: str, sleeve: str, their_sleeve: str, asked: list[int]
) -> None:
    game = wars(f"9H {own} | 2H", f"8S {other} | 6S", sleeve=sleeve, their_sleeve=their_sleeve)
    options = GAME.options(**dict.fromkeys(("first", "second"), "none"))
    session = Session(GAME, options, 2, 0, stops=("matters", "matters"), start=game.pos)
    action = game.action(f"attack {own} >{other}")
    assert action is not None
    session.submit(0, action)
    found = []
    while (decision := session.decision) is not None and decision.window:
        if not session.is_waived(decision):
            found.append(decision.seat)
        session.submit(decision.seat, PASS)
    assert found == asked


@rule("CW18")
def test_a_fight_with_an_infected_soldier_is_never_called_decided() -> None:
    game = wars("9H 7H | 2H", "8S 5S | 6S", sleeve="QH", second="infected", infected="7H")
    action = game.action("attack 7H >5S")
    assert action is not None
    after, _ = apply(game.pos, action)
    assert not GAME.is_decided(after)
