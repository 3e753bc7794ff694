"""Tests of the plots of Castle: legal cards, places, and effects."""

from __future__ import annotations

import pytest

from castlecards.games.castle.state import POINTS, WALL_MARK
from tests.games.castle.build import CastleMatch, castle
from tests.marks import rule

BLACK = 1  # red=BLACK: the other seat plays red


def places(match: CastleMatch, verb: str, cards: str = "") -> list[str]:
    """Return the places where this card or pair may be played, such as `plot1`."""
    found = []
    for text in match.options:
        words = text.split()
        if words[0] == verb and (not cards or words[1] == "+".join(sorted(cards.split()))):
            found.append(words[2].removeprefix(">0."))
    return found


@rule("CA7")
def test_a_new_building_takes_a_free_plot_or_one_with_a_wall_only() -> None:
    match = castle(hand="10H", plots=["7H 7C |", "JH", "", "8H 8C | QH", "10D"])
    assert places(match, "hovel") == ["plot0", "plot2"]
    match = castle(hand="JD", plots=["", "7H 7C |"])
    assert places(match, "barracks") == ["plot0", "plot1"]
    match = castle(hand="10H JD", plots=["7H 7C |", "8H 8C | 10D"])
    assert places(match, "castle") == ["plot0", "plot2"]
    match = castle(hand="QH", plots=["7H 7C |", "8H 8C | 10D", "KH"])
    assert places(match, "royalty") == ["plot0", "plot3"]


@rule("CA7")
def test_the_table_has_room_for_twenty_plots() -> None:
    sets = [f"{figure}{suit}{copy}" for figure in "QK" for suit in "HD" for copy in ("", ".2")]
    walls = [f"{n}H {n}D |" for n in range(2, 10)] + [f"{n}H.2 {n}D.2 |" for n in (2, 3, 4)]
    match = castle(hand="10H 5H.2 5D.2", plots=[*sets, *walls])
    assert places(match, "hovel")[-1] == "plot19"
    match = castle(hand="10H 5H.2 5D.2", plots=[*sets, *walls, "10D"])
    assert "plot20" not in match.pos.box.names
    assert places(match, "hovel") == [f"plot{n}" for n in range(8, 19)]
    assert "plot19" in places(match, "wall")  # its hovel has no wall yet


@rule("CA8")
@pytest.mark.parametrize(
    ("red", "single", "pairs"),
    [(0, {"10H", "QH"}, {"7C+7D", "7D+7D.2", "3C+7D"}), (BLACK, {"10S", "QS"}, {"7C+7D", "3C+7D"})],
)
def test_colours(red: int, single: set[str], pairs: set[str]) -> None:
    match = castle(hand="10H 10S QH QS 7D 7D.2 7C 3C", red=red)
    ones = {text.split()[1] for text in match.options if len(text.split()) > 2}
    assert {card for card in ones if "+" not in card} == single
    both = {card for card in ones if "+" in card} - {"10H+10S", "QH+QS"}
    assert pairs <= both
    assert ("7D+7D.2" in both) == (red == 0)
    assert ("3C+7C" in both) == (red == BLACK)
    match.play("wall 7C+7D >0.plot0")
    assert match["0.plot0"][-1] == ("7D" if red == 0 else "7C")


@rule("CA9", "CA13")
def test_hovels_share_a_plot_only_under_a_wall() -> None:
    match = castle(hand="10H JH", plots=["10D", "7H 7C | 10D.2"])
    assert places(match, "hovel") == ["plot1", "plot2"]
    assert match.refusal("hovel 10H >0.plot0").startswith("CA13: ")
    match.play("hovel 10H >0.plot1")
    assert match["0.plot1"] == ["7H", "7C", "10D.2", "10H"]
    assert match.levels() == {"0.plot0": "1", "0.plot1": "2"}
    assert match.facts(0)["Hand limit"] == "9"
    assert castle(hand="10S 2H").with_verb("hovel") == set()  # wrong colour


@rule("CA10", "CA13")
def test_barracks_share_a_plot_only_under_a_wall() -> None:
    match = castle(hand="JH 10H", plots=["JD", "7H 7C | JD.2"])
    assert places(match, "barracks") == ["plot1", "plot2"]
    match.play("barracks JH >0.plot1")
    assert match["0.plot1"] == ["7H", "7C", "JD.2", "JH"]
    assert match.levels()["0.plot1"] == "2"


@rule("CA11", "CA18")
def test_a_castle_helps_the_rest_of_the_estate() -> None:
    plots = ["10D", "7H 7C | JD", "QD", "8H 8C |"]
    match = castle(hand="10H JH JC 2H", plots=plots)
    assert match.levels() == {"0.plot0": "1", "0.plot1": "2", "0.plot2": "1"}
    assert match.with_verb("castle") == {"castle 10H+JH >0.plot3", "castle 10H+JH >0.plot4"}
    match.play("castle 10H+JH >0.plot4")
    assert match.levels() == {"0.plot0": "2", "0.plot1": "3", "0.plot2": "2", "0.plot4": "3"}
    assert match.facts(0)["Hand limit"] == "3"  # without a hovel


@rule("CA11")
def test_several_castles_and_moats() -> None:
    match = castle(hand="9H 9C", plots=["10H JH", "10D JD", "QD"])
    assert match.levels() == {"0.plot0": "3", "0.plot1": "3", "0.plot2": "2"}
    match.play("wall 9C+9H >0.plot1")
    assert match.levels() == {"0.plot0": "3", "0.plot1": "4", "0.plot2": "2"}


@rule("CA12")
def test_walls_go_on_plots_without_one() -> None:
    match = castle(hand="6H 6C 2H", plots=["7H 7C | 10H", "10D", "QD KD.2 |", "", "QH"])
    assert places(match, "wall") == ["plot1", "plot3", "plot4"]
    match.play("wall 6C+6H >0.plot4")
    assert match["0.plot4"] == ["6C", "6H", "QH"]  # it lies below
    assert {"6C", "6H"} <= match.marked_cards(WALL_MARK)
    assert match.levels()["0.plot4"] == "2"


@rule("CA12")
@pytest.mark.parametrize("figure", ["A", "5", "10", "J", "Q", "K"])
def test_walls_of_every_rank(figure: str) -> None:
    match = castle(hand=f"{figure}H {figure}S")
    assert f"wall {figure}H+{figure}S >0.plot0" in match.options
    match.play(f"wall {figure}H+{figure}S >0.plot0")
    assert match.marked_cards(WALL_MARK) == {f"{figure}H", f"{figure}S"}
    assert match.levels() == {}  # empty


@rule("CA12")
def test_a_wall_waits_for_what_is_built_there() -> None:
    match = castle(hand="6H 6C 10H 2H", market=["2C"])
    match.play("wall 6C+6H >0.plot0", "hovel 10H >0.plot0")
    assert match["0.plot0"] == ["6C", "6H", "10H"]
    assert match.levels() == {"0.plot0": "2"}


@rule("CA14")
def test_peasants() -> None:
    match = castle(hand="AH 4C 2C 3D 2S 3S", plots=[])
    assert match.with_verb("peasant") == {
        "peasant 4C+AH >0.peasant0", "peasant 2C+3D >0.peasant0", "peasant 2S+3D >0.peasant0",
    }  # fmt: skip
    match.play("peasant 2C+3D >0.peasant0")
    assert match["0.peasant0"] == ["2C", "3D"]  # the own colour on top
    match.play("peasant 4C+AH >0.peasant1")
    assert match.facts(0)["Peasants"] == "2"


@rule("CA14")
def test_more_than_two_peasants_need_a_hovel() -> None:
    two = ["AH 4C", "2H 3C"]
    assert castle(hand="AD 4D", peasants=two).with_verb("peasant") == set()
    match = castle(hand="AD 4D JH", peasants=two, plots=["JD", "10D JD.2"])
    assert match.with_verb("peasant") == set()
    assert "two peasants" in match.refusal("peasant 4D+AD >0.peasant2")
    match = castle(hand="AD 4D", peasants=two, plots=["10H"])
    assert match.with_verb("peasant") == {"peasant 4D+AD >0.peasant2"}


@rule("CA15")
def test_knights() -> None:
    match = castle(hand="AH 9C 5H 5C 4S 6D QH", plots=[])
    assert match.with_verb("knight") == {
        "knight 9C+AH >0.knight0", "knight 5C+5H >0.knight0", "knight 4S+6D >0.knight0",
    }  # fmt: skip
    assert "wall 5C+5H >0.plot0" in match.options
    match.play("knight 4S+6D >0.knight0", "knight 5C+5H >0.knight1")
    assert match["0.knight0"] == ["4S", "6D"]
    assert match["0.knight1"] == ["5C", "5H"]
    assert match.facts(0)["Knights"] == "2"
    assert match.with_verb("knight") == set()


@rule("CA15")
def test_more_than_two_knights_need_barracks() -> None:
    two = ["AH 9C", "2H 8C"]
    match = castle(hand="AD 9D 10H", knights=two, plots=["10D"])
    assert match.with_verb("knight") == set()
    assert "two knights" in match.refusal("knight 9D+AD >0.knight2")
    match = castle(hand="AD 9D", knights=two, plots=["JH"])
    assert match.with_verb("knight") == {"knight 9D+AD >0.knight2"}


@rule("CA14", "CA15")
def test_the_room_for_people_has_an_end() -> None:
    pairs = [f"{a}{s}{c} {b}{s}{c}" for a, b in (("A", "9"), ("2", "8"), ("3", "7"), ("4", "6"))
             for s in "HD" for c in ("", ".2")]  # fmt: skip
    match = castle(hand="5H 5D 10H", knights=pairs, plots=["JH"])
    assert len(pairs) == 16
    assert match.with_verb("knight") == set()
    assert "more than 16" in match.refusal("knight 5D+5H >0.knight15")
    match = castle(hand="5H 5D 10H", knights=[*pairs[:3], "", *pairs[4:]], plots=["JH"])
    assert match.with_verb("knight") == {"knight 5D+5H >0.knight3"}


@rule("CA16")
def test_royalty_is_laid_in_the_own_colour_and_grows_in_both() -> None:
    match = castle(hand="QH QS KS KC 2H", plots=["QD", "7H 7C | QD.2"])
    assert places(match, "royalty", "QH") == ["plot0", "plot1", "plot2"]
    assert places(match, "royalty", "QS") == ["plot0", "plot1"]
    assert places(match, "royalty", "QS QH") == ["plot0", "plot1", "plot2"]
    assert places(match, "royalty", "KS") == []
    match.play("royalty QS >0.plot0")
    assert match["0.plot0"] == ["QS", "QD"]
    assert not match.marked_cards(WALL_MARK) & {"QS", "QD"}
    match.play("royalty QH >0.plot1")
    assert match["0.plot1"] == ["7H", "7C", "QD.2", "QH"]
    assert match.facts(0)["Points"] == "6"


@rule("CA16")
def test_two_royals_in_one_go() -> None:
    match = castle(hand="KS KD KC 2H", plots=["KH"])
    assert places(match, "royalty", "KS KC") == ["plot0"]
    assert places(match, "royalty", "KS KD") == ["plot0", "plot1"]
    both = [text for text in match.options if text.endswith(">0.plot1") and "KD+KS" in text]
    assert both == ["royalty KD+KS >0.plot1", "wall KD+KS >0.plot1"]
    match.play("royalty KC+KS >0.plot0")
    assert match["0.plot0"][-1] == "KH"
    assert sorted(match["0.plot0"]) == ["KC", "KH", "KS"]


@rule("CA16")
def test_queens_and_kings_do_not_mix() -> None:
    match = castle(hand="QH KH", plots=["QD"])
    assert places(match, "royalty", "KH") == ["plot1"]
    assert match.with_verb("royalty") == {
        "royalty QH >0.plot0", "royalty QH >0.plot1", "royalty KH >0.plot1",
    }  # fmt: skip


@rule("CA26")
def test_sets_score_each_for_itself() -> None:
    assert POINTS[1:] == (1, 3, 6, 12, 20, 48, 84, 144)
    match = castle(hand="10H", plots=["QH QD", "QS QH.2", "KC KS KD", "QC QD.2 | KH", "10D"])
    assert match.facts(0)["Points"] == str(3 + 3 + 6 + 1)


def test_a_large_hand_is_played_card_by_card() -> None:
    hand = " ".join(f"{f}{s}{c}" for f in "A49" for s in "HDCS" for c in ("", ".2"))
    match = castle(hand=hand, plots=["10H", "JH", "QH", "KH", "10D JD"])
    assert len(match.options) == 25
    assert match.options[0] == "pass"
    match.play("pick AH")
    assert all("AH" in text.split()[1].split("+") for text in match.options[1:])
    assert len(match.with_verb("peasant")) == len(match.with_verb("knight")) == 8
    assert len(match.with_verb("wall")) == 7 * 6
    match.play("pass", "pick AH", "knight 9C+AH >0.knight0")
    assert match["0.knight0"] == ["9C", "AH"]
    assert match.seat == 0
    assert len(match["0.hand"]) == 22


def test_a_table_without_marks_is_understood() -> None:
    """Levels have no marks: two equal ranks at the bottom are a wall, but not royalty alone."""
    match = castle(
        hand="2H",
        plots=[
            "7H 7C 10H", "QH QD", "KC KD.2 KH", "5H 5C", "10H.2 JH", "9H 9C 10D JD", "QS QH.2 JD.2",
        ],
    )  # fmt: skip
    assert match.marked_cards(WALL_MARK) == {"7H", "7C", "5H", "5C", "9H", "9C", "QS", "QH.2"}
    assert match.levels() == {
        "0.plot0": "3", "0.plot1": "2", "0.plot2": "2", "0.plot4": "3", "0.plot5": "4",
        "0.plot6": "3",
    }  # fmt: skip
    assert match.facts(0)["Points"] == "9"
