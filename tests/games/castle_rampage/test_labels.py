"""Tests of descriptions, refusals, facts, phases, outcomes and the evaluation of a position."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest

from castlecards.core import narration
from castlecards.core.action import Action
from castlecards.core.sentence_templates import LONGEST, Sentence
from castlecards.core.session import Session
from castlecards.core.view import view
from castlecards.games.castle_rampage import Options
from castlecards.playout import Robot
from tests.games.castle_rampage.build import GAME, RampageMatch, new_match, rampage
from tests.marks import rule


def ready() -> RampageMatch:
    """Return a match with some cards of every kind; the enemy gate is not empty."""
    return rampage(
        hands={0: "knight digger witch priest spy siege_ram scheme_raid giant", 1: "archer"},
        gates={0: "archer", 1: "ogre axe_man"},
        castles={0: "giant", 1: "giant witch"},
        permanents={0: "palisade", 1: "castellan"},
        discard="jester",
    )


@pytest.mark.parametrize(
    ("text", "rule_id"),
    [
        ("attack knight >1.castle", "CR19"),  # the gate stands
        ("attack digger >1.gate", "CR19"),  # it attacks the castle
        ("play witch >1.castle", "CR19"),
        ("play witch >play", "CR19"),
        ("attack knight >play", "CR19"),  # dropped in the middle: the refusal names the right place
        ("attack knight >0.permanents", "CR19"),
        ("play priest >1.gate", "CR4"),
        ("play priest >0.permanents", "CR4"),
        ("play siege_ram >play", "CR30"),
        ("play siege_ram >1.gate", "CR30"),
        ("attack spy >1.gate", "CR14"),
        ("play spy >play", "CR14"),
        ("attack scheme_raid >1.gate", "CR15"),  # an axe, but no archer
        ("play knight >discard", "CR13"),
        ("play knight >draw", "CR7"),
        ("play knight >1.hand", "CR4"),
        ("play knight >0.aside", "CR4"),
        ("play knight", "CR4"),
        ("play knight+digger >play", "CR4"),
        ("play", "CR4"),
        ("play palisade >play", "CR30"),
        ("play castellan >play", "CR30"),
        ("play jester >play", "CR8"),
        ("play archer.2 >play", "CR6"),
        ("draw draw >0.hand", "CR4"),
        ("take 1.gate >0.hand", "CR12"),
        ("take 0.castle >0.hand", "CR12"),
        ("seen", "CR4"),
    ],
)
@rule("CR19")
def test_refused_in_the_turn(text: str, rule_id: str) -> None:
    match = ready()
    if "archer.2" in text:
        match = rampage(hands={0: "knight", 1: "archer.2"})
    refusal = match.why(text)
    assert (refusal.rule, bool(refusal.text)) == (rule_id, True)


@rule("CR19")
def test_refusals_say_which_structure() -> None:
    match = ready()
    assert "gate" in match.why("attack knight >play").text
    assert "castle" in match.why("attack digger >play").text
    bare = rampage(hands={0: "knight"})
    assert "castle" in bare.why("attack knight >play").text
    assert "no cards" in bare.why("attack knight >1.gate").text
    onto = Action("attack", (match.card("knight"),), onto=match.pos.zones[7][-1])
    refusal = GAME.refusal(match.view(), onto)
    assert refusal.rule == "CR19"


@rule("CR9", "CR13", "CR15")
def test_a_card_that_was_only_clicked_is_refused_by_what_stands_in_its_way() -> None:
    def why(hand: str, key: str, **more: Any) -> tuple[str, str]:
        refusal = rampage(hands={0: hand}, gates={1: "ogre"}, **more).why(f"play {key}")
        return refusal.rule, refusal.text

    assert why("knight", "knight") == (
        "CR4",
        "Drop it on a structure, or in the middle to play it.",
    )
    assert "can’t play it" in why("giant", "giant")[1]  # but it can be placed
    assert why("giant", "giant", placed=True)[0] == "CR13"
    assert why("scheme_raid archer", "scheme_raid", placed=True)[0] == "CR15"
    assert why("knight", "knight", placed=True)[0] == "CR19"
    assert why("ogre knight", "ogre")[0] == "CR9"


@rule("CR2", "CR3")
def test_refused_in_the_set_up() -> None:
    match = new_match(3)
    seat = match.seat
    key = match.keys(f"{seat}.hand")[0]
    for to in (f"{1 - seat}.gate", "play", f"{seat}.aside", "draw"):
        assert match.why(f"place {key} >{to}").rule == "CR2"
    assert match.why("pass").rule == "CR2"
    assert match.why(f"place {key} >{seat}.gate", seat=1 - seat).rule == "CR3"
    gate = [action for action in match.decision.options if action.to == seat * 5 + 1]
    match.submit(gate[0])
    match.submit(next(action for action in match.decision.options if action.to == seat * 5 + 1))
    left = match.keys(f"{seat}.hand")[0]
    refusal = match.why(f"place {left} >{seat}.gate")
    assert "gate already has its 2" in refusal.text


@rule("CR4", "CR13", "CR15", "CR16", "CR32")
def test_refused_while_something_is_pending_or_over() -> None:
    match = rampage(hands={0: "scheme_raid archer axe_man.2 axe_man.3 spy"}, gates={1: "ogre"})
    assert match.why("pass", seat=1).rule == "CR4"
    assert "South" in match.why("pass", seat=1).text
    match.play("attack scheme_raid >1.gate")
    assert match.why("pay spy 1").rule == "CR15"
    assert match.why("pass").rule == "CR13"
    match.play("pay archer+axe_man.2 1 2")
    assert match.why("pay spy 2").rule == "CR16"
    catapult = rampage(hands={0: "catapult spy axe_man"}, gates={1: "ogre"})
    catapult.play("attack catapult >1.gate")
    assert catapult.why("pay spy+axe_man").rule == "CR13"
    priest = rampage(hands={0: "priest", 1: "spy"}).play("play priest >play")
    assert priest.why("pass").rule == "CR38"
    over = rampage(hands={0: "knight"}).play("attack knight >1.castle")
    refusal = GAME.refusal(over.view(0), Action("pass"))
    assert refusal.rule == "CR32"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pass", "End turn"),
        ("strengthen knight >0.gate", "Strengthen your gate with the Knight"),
        ("strengthen spy >0.castle", "Strengthen your castle with the Spy"),
        ("attack knight >1.gate", "Attack the enemy gate with the Knight"),
        ("attack digger >1.castle", "Attack the enemy castle with the Digger"),
        ("play witch >1.gate", "Play the Witch against the enemy gate"),
        ("play priest >play", "Play the Priest"),
        ("play siege_ram >0.permanents", "Play the Siege Ram"),
    ],
)
def test_actions_in_words(text: str, words: str) -> None:
    match = ready()
    action = match.action(text)
    assert match.decision.allows(action)
    assert GAME.describe(action, match.view()) == words


def test_choices_in_words() -> None:
    match = rampage(
        hands={0: "scheme_pincer mercenary mercenary knight"}, gates={1: "saboteur ogre"}
    ).play("attack scheme_pincer >1.gate")

    def words() -> set[str]:
        return {GAME.describe(action, match.view()) for action in match.decision.options}

    assert words() == {"Pay with the Knight and the Mercenary", "Pay with two Mercenaries"}
    match.play("pay knight+mercenary 0 1")
    assert words() == {"Pay with the Mercenary as archer", "Skip the bonus"}
    priest = rampage(hands={0: "priest", 1: "spy"}).play("play priest >play")
    names = [GAME.describe(action, priest.view()) for action in priest.decision.options]
    assert names == ["Name the knight", "Name the archer", "Name the axe"]
    priest.play("name 1")
    assert GAME.describe(priest.decision.options[0], priest.view()) == "Done"
    raze = rampage(hands={0: "arsonist"}, permanents={1: "palisade castellan"}, gates={1: "ogre"})
    raze.play("attack arsonist >1.gate")
    assert GAME.describe(raze.action("destroy palisade"), raze.view()) == "Destroy the Palisade"


def test_the_other_side_hears_no_name_of_a_hidden_card() -> None:
    match = ready()
    action = match.action("strengthen spy >0.gate")
    assert GAME.describe(action, match.view(1)) == "Strengthen the enemy gate with a card"
    setup = new_match(1)
    place = setup.decision.options[0]
    assert "a card" in GAME.describe(place, setup.view(1 - setup.seat))
    assert "a card" not in GAME.describe(place, setup.view())


def phases(match: RampageMatch) -> dict[str, str]:
    return {phase.title: phase.state for phase in GAME.phases(match.pos)}


@rule("CR4")
def test_the_phase_bar() -> None:
    assert GAME.phases(new_match(1).pos) == ()
    match = rampage(hands={0: "dragon spy ogre witch knight"}, gates={1: "ogre"})
    free = {"Draw": "past", "Strengthen": "free", "Play": "free", "End": "free"}
    assert phases(match) == free
    match.pos = pickle.loads(pickle.dumps(match.pos))
    assert phases(match) == free
    match.play("strengthen knight >0.gate")
    assert phases(match) == free | {"Strengthen": "past"}
    match.play("attack dragon >1.gate")
    assert phases(match) == free | {"Strengthen": "past", "Play": "now", "End": "ahead"}
    storm = rampage(hands={0: "knight"}, last_storm=True, stormy=True)
    assert phases(storm)["Strengthen"] == "past"


@rule("CR32", "CR33", "CR36")
def test_outcomes() -> None:
    won = rampage(hands={0: "knight"}).play("attack knight >1.castle")
    assert GAME.outcome(won.pos) == ("North’s castle has fallen.", "South wins.")
    both = rampage(hands={0: "summoner spy spy"}).play("play summoner >play")
    both.submit(both.decision.options[0])
    assert GAME.outcome(both.pos) == (
        "Both castles fell at once, so the player whose turn it was loses.", "North wins.",
    )  # fmt: skip
    stopped = rampage(hands={0: "knight"}, turn=199).play("pass")
    assert GAME.outcome(stopped.pos) == (
        "200 turns have been played.",
        "Cards left for South: 1 in the castle, 0 at the gate.",
        "Cards left for North: 1 in the castle, 0 at the gate.",
        "It’s a draw.",
    )


HANDS = {0: "knight", 1: "knight"}


def test_positions_travel_between_processes() -> None:
    match = ready()
    pos = pickle.loads(pickle.dumps(match.pos))
    assert pos == match.pos
    assert pos.state.ground is match.state.ground
    assert view(pos, 0) == match.view(0)


def test_another_deck_is_another_version() -> None:
    assert GAME.version.startswith("1.")
    pos = GAME.setup(Options(), 2)
    assert pos.box.size == 118
    assert {face.back for face in pos.box.faces} == {"rampage"}


def sentences(seed: int) -> list[Sentence]:
    session = Session(GAME, GAME.options(), 2, seed, names=("Berta", "Captain Roth"))
    robot = Robot(seed)
    while (decision := session.decision) is not None:
        session.submit(decision.seat, robot.answer(session.position, decision))
    return narration.sentences(session, 0, 0, len(session.log))


@pytest.mark.parametrize(
    ("gate", "plays", "attacked", "fell"),
    [
        ("axe_man", ["play summoner >play", "pay knight", "pay archer"],
         "fell with an Axe man (2) and broke the gate.", "Your gate fell: the castle is open."),
        ("axe_man spy", ["play witch >1.gate", "pay archer"],
         "and fell with an Axe man (2).", "Ben’s gate fell: the castle is open."),
    ],
)  # fmt: skip
def test_a_gate_that_a_card_destroyed_is_not_told_as_of_the_attack_before(
    gate: str, plays: list[str], attacked: str, fell: str
) -> None:
    start = rampage(
        hands={0: "axe_man summoner witch knight archer"}, gates={0: "spy", 1: gate},
        castles={0: "giant ogre", 1: "ogre archer"},
    ).pos  # fmt: skip
    session: Session[Any] = Session(GAME, Options(), 2, 1, names=("Anna", "Ben"), start=start)
    for line in ("attack axe_man >1.gate", *plays):
        session.submit(0, RampageMatch(session.position).action(line))
    told = [each.text for each in narration.sentences(session, 0, 0, session.at)]
    assert told[0].endswith(attacked)
    assert told[-1] == fell


def test_every_attack_is_told_in_one_short_sentence() -> None:
    told = [sentence for seed in range(6) for sentence in sentences(seed)]
    assert max(len(sentence.text) for sentence in told) <= LONGEST
    assert any(sentence.full_text for sentence in told)
    text = "\n".join(sentence.text for sentence in told)
    assert "Attack Scheme" not in text
    assert re.search(
        r"^Captain Roth’s [A-Z][a-z ]+\(\d\) attacked your \w+ and lost to an? ", text, re.M
    )
