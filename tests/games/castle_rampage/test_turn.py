"""Tests of set-up, turns, strengthening, running out of cards, and the end."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.core.cards import UNSEEN
from castlecards.core.events import PileShuffled
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import Session
from castlecards.games.castle_rampage.rules import STORIES, Arrange, Deal
from castlecards.games.castle_rampage.state import ASIDES, DISCARD, DRAW, GATES, HANDS
from castlecards.playout import Robot
from tests.games.castle_rampage.build import GAME, RampageMatch, new_match, rampage
from tests.marks import rule

PURPLE = {"bomber", "saboteur", "spy", "ogre"}


def match_after_setup(seed: int, **options: bool) -> RampageMatch:
    """Return a match after the set-up, with random places."""
    match, robot = new_match(seed, **options), Robot(seed)
    while isinstance(match.pos.steps[0], Arrange):
        match.submit(robot.answer(match.pos, match.decision))
    return match


# -- set-up ---------------------------------------------------------------------------------------


@rule("CR1", "CR39")
def test_chance_picks_who_begins_and_draws_one_card() -> None:
    starts = []
    for seed in range(40):
        match = match_after_setup(seed)
        first = match.state.active
        starts.append(first)
        assert match.seat == first
        assert len(match[f"{first}.hand"]) == 2 + 1
        assert len(match[f"{1 - first}.hand"]) == 2
    assert 10 < sum(starts) < 30


@rule("CR1", "CR4")
def test_only_the_very_first_turn_draws_less() -> None:
    match = match_after_setup(3)
    first = match.state.active
    match.play("pass")
    assert len(match[f"{1 - first}.hand"]) == 2 + 2
    match.play("pass")
    assert len(match[f"{first}.hand"]) == 3 + 2


@rule("CR2")
def test_two_rounds_of_five_cards_four_of_them_placed() -> None:
    match = new_match(11)
    first = match.seat
    for round_ in (1, 2):
        for seat in (first, 1 - first):
            for count in range(4):
                assert match.seat == seat
                assert len(match[f"{seat}.hand"]) == 5 - count
                places = {option.split()[2] for option in match.options}
                assert len(places) == (2 if count < 2 or (count == 3 and len(places) == 2) else 1)
                match.submit(match.decision.options[0])
            assert len(match[f"{seat}.gate"]) == len(match[f"{seat}.castle"]) == 2 * round_
            assert len(match[f"{seat}.aside"]) == (round_ == 1)
    assert match["discard"] == []
    assert len(match["draw"]) == 118 - 2 * 10 - 1


@rule("CR2")
def test_no_purple_card_starts_anywhere() -> None:
    shown = 0
    for seed in range(30):
        match, robot = new_match(seed), Robot(seed)
        while isinstance(match.pos.steps[0], Arrange):
            assert not PURPLE & set(match["0.hand"] + match["1.hand"])
            shown += sum(type(event).__name__ == "CardFlipped" for event in match.events)
            match.submit(robot.answer(match.pos, match.decision))
        for seat in (0, 1):
            assert not PURPLE & set(match[f"{seat}.gate"] + match[f"{seat}.castle"])
        held = [zone for zone in ("draw", "0.hand", "1.hand") for zone in match[zone]]
        assert sum(name in PURPLE for name in held) == 13
    assert shown > 30  # they were shown, and shuffled back


@rule("CR3")
def test_the_upper_card_is_the_first_chosen_and_later_ones_go_under() -> None:
    match = new_match(5)
    first = match.seat
    chosen: list[str] = []
    while isinstance(match.pos.steps[0], Arrange):
        gate = [option for option in match.decision.options if option.to == GATES[match.seat]]
        action = (gate or match.decision.options)[0]
        if match.seat == first and gate:
            chosen.append(match.pos.face(action.cards[0]).key)
        match.submit(action)
    assert len(chosen) == 2 * STORIES
    assert match.keys(f"{first}.gate")[::-1] == chosen


@rule("CR3", "CR12")
def test_the_other_side_sees_nothing_of_the_layout() -> None:
    match = match_after_setup(8)
    for seat in (0, 1):
        other = match.view(1 - seat).position
        cards = [c for zone in (GATES[seat], GATES[seat] + 1) for c in match.pos.zones[zone]]
        assert len(cards) == 8
        assert all(other.faces[card] == UNSEEN for card in cards)
        own = match.view(seat)
        assert all(own.face(card) is not None for card in cards)  # each player knows the own cards
        assert not any(own.can_see(card) for card in cards)


@rule("CR2")
def test_the_card_aside_takes_no_part_in_the_second_round() -> None:
    match = new_match(2)
    first = match.seat
    for _ in range(4):
        match.submit(match.decision.options[0])
    (card,) = match.pos.zones[ASIDES[first]]
    for _ in range(4 + 4):
        assert card not in {c for action in match.decision.options for c in action.cards}
        match.submit(match.decision.options[0])
    assert card in match.pos.zones[HANDS[first]]


# -- a turn ---------------------------------------------------------------------------------------


@rule("CR4")
def test_draw_two_then_strengthen_once_in_any_order_with_plays() -> None:
    match = rampage(
        hands={0: "archer spy witch"}, gates={1: "ogre"}, draw="knight mercenary",
        begin_with="Turn",
    )  # fmt: skip
    assert match["0.hand"] == ["archer", "knight", "mercenary", "spy", "witch"]
    assert "pass" in match.options
    match.play("attack archer >1.gate", "strengthen knight >0.gate", "attack mercenary >1.gate")
    assert not any("strengthen" in option for option in match.options)
    assert match.why("strengthen spy >0.gate").rule == "CR4"
    match.play("pass")
    assert match.seat == 1


@rule("CR5")
def test_nothing_is_compulsory_and_an_empty_hand_does_no_harm() -> None:
    match = rampage(hands={0: "knight", 1: "spy"}, rest="0.gate")
    match.play("pass")
    assert match.seat == 1
    match.play("strengthen spy >1.gate")  # its last card: no question is left
    assert match.seat == 0
    assert match.pos.result is None


@rule("CR5")
def test_who_can_do_nothing_more_is_asked_all_the_same() -> None:
    match = rampage(hands={0: "knight spy"}, placed=True, gates={1: "ogre"})
    match.play("attack knight >1.gate")
    assert match.options == ["pass"]
    assert GAME.describe(match.decision.options[0], match.view()) == "End turn"
    assert match.play("pass").seat == 1


@rule("CR6")
def test_hands_have_no_limit_and_their_size_is_public() -> None:
    hand = " ".join(["axe_man"] * 17 + ["knight"] * 14 + ["archer"] * 9)
    match = rampage(hands={1: hand, 0: "ogre"}).end()
    assert len(match["1.hand"]) == 42
    assert any(
        (fact.side, fact.label, fact.text) == (1, "Hand", "42") for fact in GAME.facts(match.pos)
    )
    view = match.view(0)
    assert all(view.face(card) is None for card in view.position.zones[HANDS[1]])


@rule("CR7")
def test_the_discard_pile_becomes_the_draw_pile() -> None:
    match = rampage(
        draw="knight", discard="archer spy witch ogre giant", rest="0.gate", begin_with="Turn"
    )
    assert len(match["0.hand"]) == 2
    assert "knight" in match["0.hand"]
    assert len(match["draw"]) == 4
    assert match["discard"] == []
    assert match.knows(0, "draw") == match.knows(1, "draw") == [False] * 4
    shuffles = [event for event in match.events if isinstance(event, PileShuffled)]
    assert [event.zone for event in shuffles] == [DRAW]
    assert match.state.stormy


@rule("CR7")
def test_without_any_card_to_draw_one_goes_without() -> None:
    match = rampage(hands={0: "axe_man"}, draw="knight", rest="0.gate", begin_with="Turn")
    assert match["0.hand"] == ["axe_man", "knight"]


@rule("CR8")
def test_the_discard_pile_is_open_to_all() -> None:
    match = rampage(hands={0: "catapult spy"}, gates={1: "bomber"}, discard="witch")
    match.play("attack catapult >1.gate", "pay spy")
    for seat in (0, 1):
        view = match.view(seat)
        cards = view.position.zones[DISCARD]
        assert len(cards) == 4
        assert all(view.can_see(card) and view.face(card) for card in cards)
    assert match.faces_up("discard") == [True] * 4


# -- strengthening --------------------------------------------------------------------------------


@rule("CR9", "CR10")
def test_a_card_goes_to_the_bottom_face_down_for_nothing() -> None:
    match = rampage(
        hands={0: "dragon palisade"}, gates={0: "archer"}, castles={0: "giant"}
    )  # fmt: skip
    match.play("strengthen dragon >0.gate")
    assert match["0.gate"] == ["archer", "dragon"]
    assert match.faces_up("0.gate") == [False, False]
    assert match.knows(1, "0.gate") == [False, False]
    assert match["0.hand"] == ["palisade"]
    match = rampage(hands={0: "palisade witch"}, castles={0: "giant"})
    match.play("strengthen palisade >0.castle")
    assert match["0.castle"] == ["giant", "palisade"]
    assert match["0.permanents"] == []


@rule("CR9")
def test_an_ogre_costs_two_other_cards() -> None:
    match = rampage(hands={0: "ogre knight"})
    assert not any("strengthen ogre" in option for option in match.options)
    refusal = match.why("strengthen ogre >0.gate")
    assert refusal.rule == "CR9"
    assert "2 other" in refusal.text
    assert match.why("strengthen ogre") == refusal  # dropped anywhere, or only clicked
    assert match.why("strengthen ogre >0.hand") == refusal
    placed = rampage(hands={0: "ogre knight spy"}, placed=True)
    assert "already" in placed.why("strengthen ogre").text
    assert "already" in placed.why("strengthen spy").text
    match = rampage(hands={0: "ogre knight spy"}, gates={0: "witch"}, draw="giant giant")
    match.play("strengthen ogre >0.gate")
    assert match.options in (["pay knight+spy"], ["pay spy+knight"])
    match.submit(match.decision.options[0])
    assert match["0.gate"] == ["witch", "ogre"]
    assert match["0.hand"] == []
    assert match.faces_up("0.gate") == [False, False]
    match = rampage(hands={0: "ogre knight spy axe_man"})
    match.play("strengthen ogre >0.castle")
    assert match.options == ["pay axe_man", "pay knight", "pay spy"]
    match.play("pay spy", "pay axe_man")
    assert match["0.castle"] == ["witch", "ogre"]
    assert match.state.placed


@rule("CR12")
def test_structures_are_counted_not_looked_at() -> None:
    match = rampage(hands={0: "knight witch"}, gates={0: "giant spy", 1: "ogre"})
    match.play("strengthen knight >0.gate")
    assert match.knows(0, "0.gate") == [False, False, True]  # it placed that card
    for zone in ("0.gate", "1.gate", "0.castle", "1.castle"):
        for card in match.pos.zones[match.pos.box.zone(zone)]:
            assert not match.view(0).can_see(card)
            assert not match.view(1).can_see(card)
    labels = {(fact.side, fact.label): fact.text for fact in GAME.facts(match.pos)}
    assert (labels[0, "Gate"], labels[1, "Gate"], labels[0, "Castle"]) == ("3", "1", "1")


# -- the end --------------------------------------------------------------------------------------


@rule("CR36")
@pytest.mark.parametrize(
    ("castles", "gates", "result"),
    [
        ("witch witch | witch", "| spy spy spy", (1.0, 0.0)),
        ("witch | witch", "spy | spy spy", (0.0, 1.0)),
        ("witch | witch", "spy | spy", (0.5, 0.5)),
    ],
)
def test_the_safety_stop_after_two_hundred_turns(
    castles: str, gates: str, result: tuple[float, float]
) -> None:
    match = rampage(
        hands={0: "knight"}, turn=199, castles=dict(enumerate(castles.split("|"))),
        gates=dict(enumerate(gates.split("|"))),
    )  # fmt: skip
    match.play("pass")
    assert match.pos.result == result
    assert GAME.outcome(match.pos)[0] == "200 turns have been played."


@rule("CR36")
def test_the_safety_stop_after_four_turns_without_anything() -> None:
    nothing: dict[str, Any] = {"rest": "0.gate", "busy": False}
    match = rampage(hands={0: "spy", 1: "knight"}, gates={0: "giant"}, **nothing)
    match.end(3)
    assert match.state.idle == 3
    match.play("attack knight >0.gate")  # the hand is empty: the turn is over
    assert (match.seat, match.state.idle) == (0, 0)
    match = rampage(hands={0: "knight", 1: "ogre"}, **nothing)
    match.end(4)
    assert match.pos.result == (1.0, 0.0)  # by cards at the gate
    assert GAME.outcome(match.pos)[0] == "Stalemate: nothing happened for 4 turns."


@rule("CR36")
def test_drawing_and_placing_count_as_something() -> None:
    match = rampage(hands={0: "knight spy", 1: "ogre spy"}, rest="0.gate", busy=False, idle=3)
    match.play("strengthen knight >0.gate").end()
    assert match.state.idle == 0
    match = rampage(
        hands={0: "knight"}, draw="spy", rest="0.gate", begin_with="Turn", idle=3, busy=False
    )
    match.play("pass")
    assert match.state.idle == 1  # seat 1 could draw no card, so its turn ended at once
    assert match.seat == 0


@rule("CR37")
@pytest.mark.parametrize("last_storm", [True, False])
def test_the_last_storm(last_storm: bool) -> None:
    match = rampage(hands={0: "axe_man witch spy"}, gates={1: "ogre"}, discard="giant knight",
                    rest="0.gate", last_storm=last_storm)  # fmt: skip
    assert "strengthen witch >0.gate" in match.options
    match.play("attack axe_man >1.gate")  # draws: the discard pile becomes the draw pile
    assert ("strengthen witch >0.gate" in match.options) != last_storm
    if last_storm:
        assert match.why("strengthen witch >0.gate").rule == "CR37"
    match.play("pass")
    assert any("strengthen" in option for option in match.options) != last_storm


@rule("CR37")
def test_the_shuffles_of_the_set_up_bring_no_storm() -> None:
    match = match_after_setup(4, last_storm=True)
    assert not match.state.stormy
    assert any("strengthen" in option for option in match.options)


@rule("CR38")
def test_the_waiting_side_is_never_asked_after_the_set_up() -> None:
    for seed in range(12):
        match, robot = match_after_setup(seed), Robot(seed)
        while match.pos.decision is not None:
            assert match.seat == match.state.active
            match.submit(robot.answer(match.pos, match.decision))


@rule("CR39")
def test_a_match_is_the_same_from_its_seed_and_its_log() -> None:
    session = Session(GAME, GAME.options(), 2, 77)
    robot = Robot(7)
    while (decision := session.decision) is not None:
        session.submit(decision.seat, robot.answer(session.position, decision))
    again = load_session(dump_session(session), "match", {GAME.id: GAME})
    assert again.position == session.position
    assert isinstance(session.game.setup(GAME.options(), 2).steps[0], Deal)


@rule("CR13")
def test_undo_takes_a_play_back_before_anything_is_paid() -> None:
    session = Session(GAME, GAME.options(), 2, 12)
    robot, undone = Robot(12), 0
    while (decision := session.decision) is not None and undone < 4:
        action = robot.answer(session.position, decision)
        before = session.position
        session.submit(decision.seat, action)
        pending = session.position.steps
        if pending and type(pending[0]).__name__ == "Pay" and action.verb != "pay":
            assert session.can_undo(decision.seat)
            session.undo(decision.seat)
            assert session.position is before
            undone += 1
            session.redo()
    assert undone == 4
