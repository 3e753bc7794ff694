"""Tests of the end, the tie-break and the solo game: CB16, CB32 to CB37."""

from __future__ import annotations

import pytest

from castlecards.core.sentence_templates import sentence_for
from tests.games.card_barrage.build import GAME, BarrageMatch, barrage, new_match
from tests.marks import rule

NINE = "S01 S02 S03 S04 S05 S06 S07 S08 S09"


def hits(match: BarrageMatch, key: str, zone: str) -> BarrageMatch:
    """Throw a perfect hit and pass the effect."""
    match.throw(key, on=[zone], perfect=[zone])
    while match.pos.decision is not None and match.options[0].startswith("effect"):
        match.play("pass")
    return match


@rule("CB16", "CB32", "CB33")
def test_ten_points_end_the_game_when_turns_are_equal() -> None:
    match = barrage(hands={0: "V01", 1: "V02 V03"}, piles={"A.score": NINE})
    hits(match, "V01", "1.wall0")
    assert match.points() == (10, 0)
    assert match.seat == 1  # North has a last turn
    match.play("pass")
    assert match.pos.result == (1.0, 0.0)
    assert GAME.outcome(match.pos)[0] == "South has 10 points."


@rule("CB32")
def test_nine_points_do_not() -> None:
    match = barrage(hands={0: "V01 V04", 1: "V02 V03"}, piles={"A.score": NINE})
    match.play("pass", "pass")
    assert match.pos.result is None


@rule("CB33")
def test_the_second_team_ends_the_game_at_once() -> None:
    match = barrage(hands={1: "V01", 0: "V02 V03"}, piles={"B.score": NINE}, turn=1)
    assert hits(match, "V01", "0.wall0").pos.result == (0.0, 1.0)


@rule("CB33")
def test_the_last_turn_may_turn_the_tables() -> None:
    piles = {"A.score": NINE, "B.score": "K07 K08 K09 K10 K11 K12 K13 V13 V12 V11"}
    match = barrage(hands={0: "V01", 1: "V02 V03"}, piles=piles)
    hits(match, "V01", "1.wall0")
    hits(match, "V02", "0.wall0")
    assert match.points() == (10, 11)
    assert match.pos.result == (0.0, 1.0)


@rule("CB33")
def test_equal_turns_for_every_seat_of_six() -> None:
    for first, turns in ((0, 6), (1, 6)):
        hands = {seat: f"V{seat + 1:02} V{seat + 7:02}" for seat in range(6)}
        match = barrage(6, hands=hands, piles={"A.score": NINE + " S10"}, first=first)
        count = 0
        while match.pos.decision is not None:
            match.play("pass")
            count += 1
        assert count == turns
        assert match.pos.result == (1.0, 0.0) * 3


@rule("CB33")
def test_with_a_later_trigger_the_round_is_played_to_its_end() -> None:
    hands = {seat: f"V{seat + 1:02} V{seat + 7:02}" for seat in range(4)}
    walls = {1: "T02"}
    match = barrage(4, hands=hands, walls=walls, piles={"A.score": NINE}, turn=6)
    assert match.seat == 2
    hits(match, "V03", "1.wall0")
    assert match.seat == 3
    assert match.play("pass").pos.result is not None


BARE = {0: "K02 K03", 1: "- - - - -"}


@rule("CB32")
def test_a_castle_hit_after_all_walls_fell_ends_the_game_but_does_not_win_it() -> None:
    match = barrage(
        walls=BARE, hands={0: "V01 V04", 1: "V02 V03"}, piles={"B.score": "S01 S02 S03"}
    )
    match.throw("V01", on=["1.castle"]).play("give V02 >A.score")
    assert match.pos.state.stormed == 1
    match.play("pass")
    assert match.points() == (1, 3)
    assert match.pos.result == (0.0, 1.0)
    assert "South hit a castle with no walls left." in GAME.outcome(match.pos)


@rule("CB26", "CB32")
def test_a_castle_hit_with_an_empty_hand_still_ends_the_game() -> None:
    match = barrage(walls=BARE, hands={0: "V01 V04"}, piles={"A.score": "S01"}, turn=0)
    match.throw("V01", on=["1.castle"])
    assert match.pos.state.stormed == 1
    assert match.pos.result == (1.0, 0.0)  # North had its last turn, without a card


@rule("CB32")
def test_the_walls_must_have_fallen_before_the_throw() -> None:
    match = barrage(walls={0: "K02", 1: "T02 - - - -"}, hands={0: "V01 V04", 1: "V13 V12"})
    match.throw("V01", on=["1.wall0", "1.castle"]).play("give V13 >A.score")
    assert match["1.wall0"] == []
    assert match.pos.state.stormed == 0


@rule("CB32")
def test_the_walls_of_all_seats_of_the_team() -> None:
    hands = {0: "V01 V04", 1: "V13 V12", 3: "V11 V10"}
    walls = {0: "K02", 3: "- - T02 -"}
    match = barrage(4, walls=walls, hands=hands).throw("V01", on=["1.castle"])
    assert match.play("give V13 >A.score").pos.state.stormed == 0
    match = barrage(4, walls={0: "K02"}, hands=hands).throw("V01", on=["3.castle"])
    assert match.play("give V11 >A.score").pos.state.stormed == 1


@rule("CB32")
def test_a_missed_throw_at_a_bare_castle_ends_nothing() -> None:
    match = barrage(walls=BARE, hands={0: "V01 V04", 1: "V02 V03"})
    match.throw("V01", first="1.castle")
    assert match.pos.state.stormed == 0


def final(south: str, north: str) -> BarrageMatch:
    piles = {"A.score": south, "B.score": north}
    walls, hands = {0: "K08", 1: "T08"}, {1: "V09", 0: "V08"}
    match = barrage(2, decks=2, walls=walls, hands=hands, piles=piles, turn=1, stormed=1)
    return match.play("pass")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Anna", "Ben", "", "Dan"), "You and Anna won by 11 points to 0."),
        (("Anna", "", "Cleo", ""), "Anna and Cleo won by 11 points to 0."),
        (("", "Ben", "", "Dan"), "You won by 11 points to 0."),  # one player with two hands
    ],
)
def test_a_team_wins_in_one_sentence(names: tuple[str, ...], told: str) -> None:
    hands = {seat: f"V{seat + 1:02} V{seat + 7:02}" for seat in range(4)}
    piles = {"A.score": NINE + " S10 S11"}
    match = barrage(4, hands=hands, piles=piles, turn=3).play("pass")
    (line,) = match.lines("won")
    assert sentence_for(match.pos.box, GAME.story, line, names) == told


@rule("CB34", "TD1")
@pytest.mark.parametrize(
    ("south", "north", "result"),
    [
        ("S12 S01", "S11 V11", (1.0, 0.0)),  # the highest card decides first
        ("S12 S01", "V12 S02", (0.0, 1.0)),  # equal values: the domain decides
        ("K05", "S05", (0.0, 1.0)),
        ("S05", "T05", (0.0, 1.0)),
        ("T05", "V05", (0.0, 1.0)),
        ("S12 S01", "S12.2 K02", (0.0, 1.0)),  # then the next card
        ("S12 T01", "S12.2 S01", (1.0, 0.0)),
        ("S12 T01", "T01.2 S12.2", (0.5, 0.5)),  # all equal: a draw
        ("", "", (0.5, 0.5)),
        ("K01 K02", "V13", (1.0, 0.0)),  # but points come first
    ],
)
def test_tie_break_by_values_and_domains(
    south: str, north: str, result: tuple[float, float]
) -> None:
    assert final(south, north).pos.result == result


def test_the_outcome_says_what_decided() -> None:
    match = final("S12 S01", "V12 S02")
    (line,) = match.lines("won_by_card")
    assert sentence_for(match.pos.box, GAME.story, line, ("Anna", "")) == (
        "You won the tie at 2 points with the higher scored card."
    )
    assert GAME.outcome(final("S12 S01", "V12 S02").pos)[-1] == (
        "North wins with the higher scored card, Services 12."
    )
    assert GAME.outcome(final("S12", "S12.2").pos)[-1].endswith("a draw.")
    assert GAME.outcome(final("S12 S01", "V12").pos)[1:] == (
        "South has 2 points.",
        "North has 1 point.",
        "South wins.",
    )


@rule("CB33")
def test_a_game_without_an_end_stops_after_a_hundred_turns_each() -> None:
    match = barrage(hands={0: "V01", 1: "V02"}, piles={"A.score": "S01"}, turn=198)
    assert match.play("pass").pos.result is None
    assert match.play("pass").pos.result == (1.0, 0.0)
    assert "100 turns" in GAME.outcome(match.pos)[0]


# -- solo -----------------------------------------------------------------------------------------


@rule("CB36", "CB4")
def test_the_automaton_has_walls_and_a_deck_but_no_hand() -> None:
    match = next(m for m in (new_match(1, seed) for seed in range(20)) if m.pos.state.first == 0)
    assert match.seat == 0
    assert match["1.hand"] == []
    assert all(len(match[f"1.wall{n}"]) == 1 for n in range(5))
    assert len(match["B.draw"]) == 21
    assert len(match["0.hand"]) == 5
    assert len(match["A.draw"]) == 16


def against_automaton(top: str, walls: str, hand: str = "V12 V13", **changes: str) -> BarrageMatch:
    piles = {"B.draw": f"T13 T12 {top}", "A.draw": "S13 S12 S11"} | changes
    match = barrage(1, walls={0: walls, 1: "T07 T08 T09"}, hands={0: hand}, piles=piles)
    return match.play("pass")


@rule("CB36")
@pytest.mark.parametrize(("top", "scored"), [("S01", ["K02"]), ("S10", ["K02"]), ("V11", [])])
def test_below_eleven_it_hits_the_lowest_wall(top: str, scored: list[str]) -> None:
    match = against_automaton(top, "K09 K03 K02 K08 K13")
    assert match["B.discard"] == [top]
    assert match.is_up(top)
    assert match["B.score"] == scored


@rule("CB36")
def test_among_equal_values_the_lower_domain() -> None:
    match = against_automaton("S01", "V03 T03 S03 K08 K09")
    assert match["B.score"] == ["S03"]


@rule("CB36", "CB27")
def test_the_player_replaces_it_as_usual() -> None:
    match = against_automaton("S01", "K09 K03 K08", hand="V02 V03 V04")
    assert match.options == ["replace V02 >0.wall1", "replace V03 >0.wall1"]
    match.play("replace V03 >0.wall1")
    assert match["0.wall1"] == ["V03"]


@rule("CB36", "CB26", "CB32")
def test_without_walls_the_castle_is_hit() -> None:
    match = against_automaton("S01", "- - - - -", hand="V12 V13")
    assert match.options == ["give V12 >B.score", "give V13 >B.score"]
    match.play("give V12 >B.score")
    assert match.pos.state.stormed == 2
    assert match.pos.result == (0.0, 1.0)


@rule("CB36")
def test_it_refills_its_deck_and_without_cards_does_nothing() -> None:
    match = against_automaton("", "K09", **{"B.draw": "", "B.discard": "V11"})
    assert match["B.discard"] == ["V11"]
    match = against_automaton("", "K09", **{"B.draw": ""})
    assert match["0.wall0"] == ["K09"]
    assert match.pos.state.turn == 2


def hit_automaton(**kw: object) -> BarrageMatch:
    piles = {"B.draw": "T13 T12 V11 S12", "A.draw": "S01 S02 S03", "A.score": kw.pop("score", "")}
    match = barrage(1, hands={0: "V12 V13"}, piles=piles)  # type: ignore[arg-type]
    return match.throw("V12", **kw)  # type: ignore[arg-type]


@rule("CB37")
def test_its_walls_are_replaced_by_the_top_card_of_its_deck() -> None:
    match = hit_automaton(on=["1.wall0", "1.wall1"])
    assert match["1.wall0"] == ["S12"]  # at any value
    assert match["1.wall1"] == ["V11"]
    assert match.is_up("S12")
    assert match.pose("S12") == match.mark("1.wall0")
    assert match.seat == 0


@rule("CB37")
def test_but_not_after_a_perfect_hit() -> None:
    match = hit_automaton(on=["1.wall0"], perfect=["1.wall0"])
    assert match["1.wall0"] == []


@rule("CB37")
def test_a_hit_on_its_castle_gives_the_top_card_of_its_deck() -> None:
    match = hit_automaton(on=["1.castle"])
    assert match["A.score"] == ["S12"]
    assert match.is_up("S12")


@rule("CB37")
def test_it_uses_no_effects_and_never_builds() -> None:
    piles = {"B.score": "S01 S02", "B.draw": "T13 T12 V10", "A.draw": "S13 S12 S11"}
    walls = {0: "K02 K13", 1: "T02 - - - -"}
    match = barrage(1, walls=walls, hands={0: "V12 V13"}, piles=piles).play("pass")
    assert match["B.score"] == ["S01", "S02", "K02"]
    assert match.seat == 0
    assert match.decision.prompt.startswith("Build")
    assert [match[f"1.wall{n}"] for n in range(1, 5)] == [[], [], [], []]


@rule("CB37", "E1")
@pytest.mark.parametrize(
    ("wall", "drawn"), [("T05", 1), ("T06", 0), ("T08", 1), ("T11", 1), ("T12", 1), ("T10", 1)]
)
def test_effects_find_no_hand_of_the_automaton(wall: str, drawn: int) -> None:
    piles = {"A.score": "S01 S02", "A.draw": "V01 V02 V03", "B.draw": "V11"}
    hand = "V12 V13 K01 K02 K04"
    match = barrage(1, walls={0: "K13", 1: f"{wall} K03"}, hands={0: hand}, piles=piles)
    match.throw("V12", on=["1.wall0"], perfect=["1.wall0"]).play(f"effect {wall}")
    assert match.pos.state.turn == 2  # the automaton revealed its Services 11
    assert len(match["A.draw"]) == 3 - drawn - 1  # and the next turn began with one draw


@rule("CB37")
def test_sunset_may_expel_a_wall_of_the_automaton() -> None:
    piles = {"A.score": "S01 S02", "A.draw": "V01 V02 V03", "B.draw": "V11"}
    walls = {0: "K13", 1: "T10 T03 T04"}
    match = barrage(1, walls=walls, hands={0: "V12 V13"}, piles=piles)
    match.throw("V12", on=["1.wall0"], perfect=["1.wall0"]).play("effect T10")
    assert match.options == ["expel 1.wall1", "expel 1.wall2"]
    match.play("expel 1.wall2")
    assert match["1.wall2"] == []
    assert "T04" in match["expelled"]


def test_the_automaton_is_named_in_the_outcome() -> None:
    piles = {"B.score": NINE, "B.draw": "S11 V01", "A.draw": "S13 S12 S10"}
    match = barrage(1, hands={0: "V12 V13"}, piles=piles).play("pass")
    assert match.pos.result == (0.0, 1.0)
    assert GAME.outcome(match.pos) == (
        "Automaton has 10 points.",
        "South has 0 points.",
        "Automaton wins.",
    )
