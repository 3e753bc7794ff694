"""Tests of descriptions, refusals, facts and the evaluation of a position."""

from __future__ import annotations

import pickle

import pytest

from castlecards.core.action import Action
from castlecards.core.game import Refusal
from castlecards.core.landing import FOULS, Release
from castlecards.core.view import view
from tests.games.card_barrage.build import GAME, LIKELY, BarrageMatch, barrage
from tests.marks import rule

WALLS = {0: "K02 K03 -", 1: "T02 - T04"}
HANDS = {0: "S09 S10 S11", 1: "V01 V13"}
PILES = {"A.draw": "V05", "A.discard": "V06", "A.score": "V07", "B.draw": "V08"}


def ready(**changes: object) -> BarrageMatch:
    start = {"walls": WALLS, "hands": HANDS, "piles": PILES}
    return barrage(**(start | changes))  # type: ignore[arg-type]


def why(match: BarrageMatch, text: str, seat: int = -1) -> Refusal:
    refusal = GAME.refusal(match.view(seat if seat >= 0 else None), match.action(text))
    assert refusal is not None, f"{text} is allowed"
    return refusal


def cites(match: BarrageMatch, text: str, seat: int = -1) -> str:
    return why(match, text, seat).rule


@rule("CB13")
def test_refused_building() -> None:
    match = ready()
    assert cites(match, "build S09 >0.wall0") == "CB13"  # a wall is there
    assert "upgrade" in why(match, "build S09 >0.wall0").text
    match.play("build S09 >0.wall2")
    assert cites(match, "build S10 >0.wall3") == "CB13"
    assert why(match, "build S10 >0.wall4").text == "You can build only one wall a turn."
    assert why(match, f"toss S10 {' '.join(map(str, LIKELY.args()))}").rule == "CB13"
    upgraded = ready().play("upgrade S09 >0.wall0")
    assert cites(upgraded, "build S10 >0.wall2") == "CB13"
    assert "build first" in why(upgraded, "build S10 >0.wall2").text


@rule("CB14")
def test_refused_upgrades() -> None:
    match = ready()
    assert cites(match, "upgrade S09 >0.wall2") == "CB14"  # no wall to exchange
    match.play("upgrade S09 >0.wall0")
    assert cites(match, "upgrade S10 >0.wall1") == "CB14"
    assert why(match, "upgrade S10 >0.wall1").text == "You can upgrade only one wall a turn."


@rule("CB15")
@pytest.mark.parametrize(
    ("text", "rule_id"),
    [
        ("build S09 >1.wall0", "CB15"),  # an enemy wall is hit only by a throw
        ("build S09 >1.wall1", "CB15"),
        ("build S09 >0.castle", "CB3"),
        ("build S09 >1.castle", "CB3"),
        ("build S09 >A.draw", "CB12"),
        ("build S09 >A.discard", "CB31"),
        ("build S09 >A.score", "CB25"),
        ("build S09 >1.hand", "CB6"),
        ("build S09 >0.hand", "CB6"),
        ("build S09 >field", "CB13"),
        ("build S09", "CB13"),
        ("build K02 >0.wall2", "CB24"),
        ("build T02 >0.wall2", "CB15"),
        ("build W01 >0.wall2", "CB3"),
        ("build V05 >0.hand", "CB12"),
        ("draw A.draw", "CB12"),
        ("build V06 >0.hand", "CB12"),
        ("build V07 >0.wall2", "CB25"),
        ("build V01 >0.wall2", "CB6"),
        ("build V09 >0.wall2", "CB29"),  # it is out of the game
        ("build S09+S10 >0.wall2", "CB16"),
        ("build", "CB16"),
    ],
)
def test_refused_picks_and_drops(text: str, rule_id: str) -> None:
    assert cites(ready(), text) == rule_id


def test_dropped_on_a_card_is_dropped_on_its_zone() -> None:
    match = ready()
    onto = Action("build", (match.card("S09"),), onto=match.card("T02"))
    refusal = GAME.refusal(match.view(), onto)
    assert refusal.rule == "CB15"


@rule("CB13")
def test_a_partner_builds_for_himself() -> None:
    match = barrage(4, walls={0: "K02", 1: "T02", 2: "K03 -"}, hands={0: "S09"})
    assert cites(match, "build S09 >2.wall1") == "CB13"
    assert cites(match, "build K03 >0.wall1") == "CB13"


@rule("CB18", "CB19")
@pytest.mark.parametrize(
    ("foul", "rule_id"),
    [("gate", "CB18"), ("line", "CB18"), ("backward", "CB19"), ("slow", "CB19")],
)
def test_refused_hand_movements(foul: str, rule_id: str) -> None:
    assert cites(ready(), f"foul S09 {FOULS.index(foul)}") == rule_id


@rule("CB17")
def test_no_hand_throws_like_that() -> None:
    match = ready()
    args = " ".join(map(str, Release(0, speed=90_000).args()))
    assert cites(match, f"toss S09 {args}") == "CB17"
    assert cites(match, "foul S09 77") == "CB17"


@rule("CB7", "CB21", "CB26", "CB27", "CB28", "CB33")
def test_refused_while_something_else_is_pending() -> None:
    match = ready()
    assert cites(match, "build V01 >1.wall1", seat=1) == "CB7"
    assert "South" in why(match, "pass", seat=1).text
    match.toss("S09")
    assert cites(match, "pass", seat=0) == "CB21"
    match = ready().throw("S09", on=["1.castle", "1.wall2"])
    assert cites(match, "pass") == "CB26"
    assert cites(match, "pass", seat=0) == "CB27"
    match.play("give V13 >A.score")
    assert cites(match, "pass") == "CB27"
    match = ready(piles={"A.score": "V07 V06"})
    match.throw("S09", on=["1.wall0"], perfect=["1.wall0"])
    assert cites(match, "build S10 >0.wall2") == "CB28"
    over = barrage(hands={0: "V08", 1: "V09"}, turn=1, stormed=1).play("pass")
    refusal = GAME.refusal(over.view(0), match.action("pass"))
    assert refusal.rule == "CB33"


@rule("CB27")
def test_refused_replacements() -> None:
    match = ready().throw("S09", on=["1.wall2"])  # a 4
    assert "was worth 4: 13 is too high" in why(match, "replace V13 >1.wall2").text
    assert cites(match, "replace V01 >1.wall1") == "CB27"
    assert cites(match, "replace T02 >1.wall2") == "CB27"


@rule("CB28")
def test_refused_during_an_effect_and_where_a_wall_stands() -> None:
    piles = {"A.score": "V07 V06", "A.draw": "K05 K06 K07"}
    match = ready(piles=piles).throw("S09", on=["1.wall0"], perfect=["1.wall0"])
    match.play("effect T02")
    assert cites(match, "build S10 >0.wall2") == "CB28"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pass", "End turn"),
        ("build S09 >0.wall2", "Build Brain mapping (Science 9) as wall 3"),
        ("upgrade S09 >0.wall0", "Upgrade wall 1 to Brain mapping (Science 9)"),
        (
            f"toss S09 {' '.join(map(str, LIKELY.args()))}",
            "Throw Brain mapping (Science 9) as a lob",
        ),
        ("give S09 >A.score", "Give Brain mapping (Science 9) to the attackers"),
        ("give S09 >1.hand", "Give Brain mapping (Science 9) in exchange"),
        ("effect S09", "Use Shift, the effect of Brain mapping (Science 9)"),
        ("use 6", "Use Barter (6)"),
        ("choose 1.hand", "Choose North"),
        ("rob 1.hand", "North discards the highest card of the domain"),
        ("expel 1.wall0", "Expel LED lamp (Technology 2) (North’s wall 1)"),
        ("draw A.draw", "Draw a card from your draw deck"),
        ("reshuffle A.discard", "Shuffle your discard pile into the draw deck"),
        ("straighten", "Straighten it"),
        ("take V01 >0.hand", "Take a card"),  # South does not know its face
    ],
)
def test_actions_in_words(text: str, words: str) -> None:
    match = ready()
    assert GAME.describe(match.action(text), match.view()) == words


def test_passing_on_an_effect_in_words() -> None:
    match = ready(piles={"A.score": "V07 V06"})
    match.throw("S09", on=["1.wall0"], perfect=["1.wall0"])
    assert GAME.describe(Action("pass"), match.view()) == "Skip the effect"


def test_who_cannot_accept_an_offer_is_told_to_go_on() -> None:
    for top, words in (("T05", "Skip"), ("K05", "Done")):
        match = ready(walls={0: "K02", 1: "T01"}, piles={"A.score": "V07 V06", "A.draw": top})
        match.throw("S09", on=["1.wall0"], perfect=["1.wall0"]).play("effect T01")
        assert GAME.describe(Action("decline"), match.view()) == words
        assert match.decision.prompt.startswith("Show" if words == "Skip" else "No card fits")


@pytest.mark.parametrize(
    ("walls", "prompt"),
    [
        ("K02 -", "Build a wall, upgrade one, throw a card, or end your turn"),
        ("K02 K03 K04 K05 K06", "Upgrade a wall, throw a card, or end your turn"),
        ("-", "Build a wall, throw a card, or end your turn"),
    ],
)
def test_the_question_names_what_can_be_done(walls: str, prompt: str) -> None:
    assert ready(walls={0: walls, 1: "T02"}).decision.prompt == prompt


def test_facts_tell_what_everybody_may_know() -> None:
    match = barrage(
        4, walls={0: "K02 K03", 1: "T02", 2: "K04"}, hands={0: "S09", 2: "S01 S02", 1: "V01"},
        piles={"A.score": "V07 V08", "B.draw": "V02 V03", "A.discard": "V05"}, first=1, turn=5,
    )  # fmt: skip
    facts = {(fact.side, fact.label): fact.text for fact in GAME.facts(match.pos)}
    assert facts[0, "Points"] == "2 of 10"
    assert facts[1, "Points"] == "0 of 10"
    assert facts[0, "Walls"] == "2 + 1"
    assert facts[1, "Walls"] == "1 + 0"
    assert facts[0, "Hand"] == "1 + 2"
    assert facts[1, "Draw deck"] == "2"
    assert facts[0, "Discard pile"] == "1"
    assert (1, "Went first") in facts
    assert (0, "Went first") not in facts
    assert facts[-1, "Round"] == "2"


def test_positions_travel_between_processes() -> None:
    match = ready().toss("S09")
    for value in (match.pos, view(match.pos, 0)):
        back = pickle.loads(pickle.dumps(value))
        assert back == value
    assert pickle.loads(pickle.dumps(match.pos)).state.ground is match.ground


@rule("CB13", "CB14", "CB27")
def test_walls_say_what_they_would_come_to() -> None:
    match = ready()
    seen = match.view()

    def text(action: str) -> tuple[str, str]:
        found = GAME.outcome_preview(seen, match.action(action))
        return (found.text, found.tone) if found is not None else ("", "")

    assert text("build S09 >0.wall2") == ("wall 9, no attack", "open")
    assert text("upgrade S09 >0.wall0") == ("9 instead of 2", "good")
    assert text("toss S09") == ("", "")
    assert (
        GAME.outcome_preview(match.view(1), match.action("build S09 >0.wall2")) is None
    )  # not its card
