"""Tests of texts in Castle: buttons, refusals, facts, phases, badges."""

from __future__ import annotations

import pytest

from castlecards.core.action import PASS, Action
from castlecards.core.log_lines import OPEN
from castlecards.games.castle.labels import buildings_text
from tests.games.castle.build import GAME, CastleMatch, castle, new_match
from tests.marks import rule

RIDERS = ["AH 9H", "2H 8H", "3H 7H", "4H 6H", "5H 5D"]


def words(match: CastleMatch, text: str, seat: int | None = None) -> str:
    return GAME.describe(match.action(text), match.view(seat))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pass", "End turn: discard 6"),
        ("hovel 10H >0.plot1", "Build a hovel with the 10 of hearts on plot 2"),
        ("hovel 10H >0.plot0", "Build a hovel with the 10 of hearts on plot 1 (a wall)"),
        ("barracks JH >0.plot0", "Build barracks with the jack of hearts on plot 1 (a wall)"),
        ("castle JH+10H >0.plot1",
         "Build a castle with the jack of hearts and the 10 of hearts on plot 2"),
        ("wall 5H+5C >0.plot1", "Build a wall with the 5 of hearts and the 5 of clubs on plot 2"),
        ("wall 5H+5C >0.plot2",
         "Build a wall with the 5 of hearts and the 5 of clubs on plot 3 (2 queens)"),
        ("royalty QC >0.plot2", "Play the queen of clubs on plot 3 (2 queens)"),
        ("peasant AH+4C >0.peasant0", "Settle a peasant with the ace of hearts and the 4 of clubs"),
        ("knight 5H+5C >0.knight1", "Raise a knight with the 5 of hearts and the 5 of clubs"),
        ("attack >KC", "Attack the king of clubs"),
        ("pick 5H", "Play the 5 of hearts"),
        ("discard 5H", "Discard the 5 of hearts"),
        ("keep 5H", "Discard the 5 of hearts to keep the captured card"),
        ("draw market0", "Take the 2 of clubs from the market"),
        ("draw deck", "Draw from the deck"),
        ("commit 1", "Send 1 knight"),
        ("commit 3", "Send 3 knights"),
        ("lose 0.knight0", "Discard the knight with the ace of diamonds"),
        ("dismiss 0.peasant0", "Discard the peasant with a card"),
        ("guard 1.knight0", "Discard the knight with a card to stop one"),
    ],
)  # fmt: skip
def test_actions_in_words(text: str, said: str) -> None:
    match = castle(
        hand="10H JH 5H 5C QC AH 4C", plots=["7D 7S |", "", "QH QD"], knights=["9H AD"],
        opponent_plots=["KC"], market=["2C"],
    )  # fmt: skip
    assert words(match, text) == said


def test_no_hidden_face_is_named() -> None:
    match = castle(hand="10H 5H 5C", opponent_hand="QC")
    assert words(match, "hovel 10H >0.plot0", seat=1) == "Build a hovel with a card on plot 1"
    assert words(match, "wall 5H+5C >0.plot0", seat=1) == ("Build a wall with 2 cards on plot 1")
    assert words(match, "discard QC", seat=0) == "Discard a card"


@pytest.mark.parametrize(
    ("plot", "said"),
    [(0, "nothing"), (8, "a wall"), (1 + 16, "a hovel"), (1 + 8 + 32, "2 hovels behind a wall"),
     (2 + 16, "barracks"), (2 + 8 + 32, "2 barracks behind a wall"), (3 + 32, "a castle"),
     (4 + 16, "a queen"), (5 + 48, "3 kings")],
)  # fmt: skip
def test_what_stands_on_a_plot(plot: int, said: str) -> None:
    assert buildings_text(plot) == said


def test_what_it_means_to_pass() -> None:
    def pass_label(match: CastleMatch) -> str:
        return GAME.describe(PASS, match.view())

    late = castle(hand="QC QH QD", returned="QC", plots=["KH"], stock=0, begin_with="Turn")
    assert pass_label(late) == "Pass"
    assert pass_label(late.play("royalty QC+QH >0.plot1")) == "Add no more"
    raid = castle(
        hand="2S 4S", knights=RIDERS[:3], opponent_plots=["QC", "JC", "JS"], plots=["JH"],
        opponent_knights=["AC 9C", "2C 8C"],
    )  # fmt: skip
    assert pass_label(raid) == "End turn: discard 1"
    settled = castle(hand="2S 4S", plots=["10H"], begin_with="Play")
    assert pass_label(settled) == "End turn"
    full = castle(hand="2S 4S 6S 9S", plots=["KH"])
    assert pass_label(full) == "End turn: discard 3"  # without a hovel one card can stay
    raid.play("attack >QC", "commit 3")
    assert pass_label(raid) == "Discard no knight"
    assert pass_label(raid.play("guard 1.knight0")) == "Discard no more"
    raid.play("pass", "lose 0.knight0", "lose 0.knight1")
    assert pass_label(raid) == "Don’t keep the card"
    hand = " ".join(f"{f}{s}{c}" for f in "A49" for s in "HDCS" for c in ("", ".2"))
    big = castle(hand=hand, plots=["10H", "JH", "QH", "KH", "10D JD"])
    assert pass_label(big.play("pick AH")) == "Put the card back"


# -- refusals -----------------------------------------------------------------------------------

TABLE = {
    "hand": "10H 10S JH JS QS KH 5H 5C 7C 7S 6D 2C 8S AC 4S AH 4C 9D 3H",
    "plots": ["10D", "7D 7H | JD", "QH"],
    "knights": ["9H AD", "8H 2H"],
    "peasants": ["3D 2D", "3C 2D.2"],
    "opponent_plots": ["7D.2 7S.2 | KC", "10C JC"],
    "opponent_hand": "QC",
    "opponent_knights": ["AC.2 9C"],
    "opponent_peasants": ["AS 4S.2"],
    "market": ["2C.2", "3C.2", "4C.2"],
}  # fmt: skip


@rule("CA3", "CA6", "CA7", "CA8", "CA12", "CA13", "CA15", "CA16")
@pytest.mark.parametrize(
    ("tried", "why"),
    [
        ("hovel 10S >0.plot3", "CA8: A hovel needs a 10 of your own colour, red."),
        ("barracks JS >0.plot3", "CA8: Barracks need a jack of your own colour, red."),
        ("hovel 10H >0.plot0", "CA13: A second one needs a wall here:"),
        ("hovel 10H >0.plot1", "CA7: This plot already holds barracks behind a wall."),
        ("hovel 10H >0.plot5", "CA7: Use the first free plot"),
        ("hovel 10H >0.knight2", "CA9: A hovel goes on a plot."),
        ("royalty QS >0.plot3", "CA16: A queen of the other colour can only join a set of queens"),
        ("royalty KH >0.plot2", "CA16: A set holds queens or kings, never both."),
        ("royalty KH >0.plot0", "CA7: This plot already holds a hovel"),
        ("royalty KH >0.hand", "CA16: Queens and kings go on a free plot"),
        ("royalty QS+KH >0.plot3", "CA16: A set holds queens or kings, never both."),
        ("castle 10H+JS >0.plot3", "CA11: Both cards of a castle must be your own colour, red."),
        ("castle 10H+JH >0.plot0", "CA7: This plot already holds a hovel"),
        ("wall 7C+7S >0.plot3", "CA8: One of the two must be your own colour, red."),
        ("wall 5H+5C >0.plot1", "CA12: This plot already has a wall"),
        ("wall 5H+6D >0.plot0", "CA12: These two don’t go together."),
        ("peasant AC+4S >0.peasant2", "CA8: One of the two must be your own colour, red."),
        ("peasant AH+4C >0.plot3", "CA14: That makes a peasant"),
        ("knight 5H+5C >0.knight2", "CA15: Without barracks"),
        ("play 6D >0.plot3", "CA15: A 6 needs a partner: another 6 (wall) or a 4 (knight)."),
        ("play 2C >0.plot3", "CA14: A 2 needs a partner: another 2 (wall), a 3 (peasant) or an 8 "
         "(knight). The other card must be red, your colour."),
        ("play AH >0.plot3", "CA14: An ace needs a partner: another ace (wall), a 4"),
        ("play 5H >0.plot3",
         "CA15: A 5 needs a partner: another 5 (wall or knight)."),
        ("play 5H+5C+6D >0.plot3", "CA4: You can play one or two cards at a time."),
        ("hovel 10H >1.plot0", "CA7: You can only build on your own plots."),
        ("hovel 10H >deck", "CA3: You can’t put cards back on the deck."),
        ("hovel 10H >market1", "CA3: You can’t put cards into the market."),
        ("discard 10H >discard", "CA5: You discard at the end of your turn"),
        ("draw 2C.2", "CA3: You have already drawn"),
        ("draw deck", "CA3: You have already drawn"),
        ("play QC", "CA4: That card is in your opponent’s hand."),
        ("play 3D+2D", "CA6: Peasants stay in play: you can’t take them back."),
        ("play 10D >0.plot4", "CA6: Buildings never move"),
        ("play 9H >0.plot4", "CA19: Choose the enemy card"),
        ("attack >7S.2", "CA12: You can’t attack a wall."),
        ("attack >9C", "CA15: You can’t attack knights."),
        ("attack >AS", "CA14: You can’t attack peasants."),
        ("attack >10C", "CA19: You need 3 knights to attack here; you have 2 knights."),
        ("attack 9H >10C", "CA19: You need 3 knights to attack here; you have 2 knights."),
        ("attack 9H >9C", "CA15: You can’t attack knights."),
        ("play 7S.2", "CA12: You can’t attack a wall."),
        ("pass >deck", "CA4: Choose cards from your hand to play, or an enemy card to attack."),
    ],
)  # fmt: skip
def test_refusals_in_a_turn(tried: str, why: str) -> None:
    given = TABLE
    if "Without barracks" in why:
        given = TABLE | {"plots": ["10D"]}
    match = castle(**given)  # type: ignore[arg-type]
    assert match.seat == 0
    assert match.refusal(tried).startswith(why)


@rule("CA14")
def test_whatever_was_tried_is_refused_in_words() -> None:
    """A card of the own hand as the target, dropped on the other side, is refused, too."""
    match = castle(hand="5H", opponent_plots=["10C"])
    there = match.pos.box.zone("1.plot0")
    tried = Action("attack", onto=match.card("5H"), to=there)
    found = GAME.refusal(match.view(), tried)
    assert found.rule == "CA4"


def test_the_refusal_of_a_third_peasant() -> None:
    match = castle(hand="AH 4C JH", peasants=["3D 2D", "3C 2H"])
    assert match.refusal("peasant AH+4C >0.peasant2") == (
        "CA14: Without a hovel you can have only two peasants."
    )


def test_a_large_set_is_laid_step_by_step() -> None:
    match = castle(hand="QH QD QS")
    assert match.refusal("royalty QH+QD+QS >0.plot0").startswith("CA16: Build a large set in steps")


def test_refusals_at_other_moments() -> None:
    match = new_match(2)
    other = 1 - match.seat
    hand = match[f"{match.seat}.hand"][0]
    assert match.refusal(f"play {hand}").startswith("CA3: First draw")
    assert match.refusal("pass", seat=other).startswith("CA3: Wait: ")
    raid = castle(
        hand="2S 4S", knights=RIDERS[:3], opponent_plots=["QC", "JC"], plots=["JH"],
        opponent_knights=["AC 9C"], opponent_hand="3C",
    )  # fmt: skip
    raid.play("attack >QC")
    assert raid.refusal("pass").startswith("CA19: First choose how many")
    raid.play("commit 2")
    assert raid.refusal("play 3C").startswith("CA20: Discard one of your knights")
    assert raid.refusal("play 2S", seat=0).startswith("CA20: Wait for North to answer")
    raid.play("guard 1.knight0")
    assert raid.refusal("lose 1.knight1").startswith("CA21: ")
    raid.play("lose 0.knight0", "lose 0.knight1")
    assert raid.refusal("keep 3C").startswith("CA22: ")
    raid.play("pass", "pass")
    assert raid.refusal("play 2S").startswith("CA5: ")
    folk = castle(hand="2S", peasants=["3D 2D", "3C 2H", "AD 4D"]).play("pass")
    assert folk.refusal("play 2S").startswith("CA17: Without a hovel")
    band = castle(hand="2S", knights=RIDERS[:3]).play("pass")
    assert band.refusal("play 2S").startswith("CA17: Without barracks")
    late = castle(hand="QC QH QD KH", returned="QC", stock=0, begin_with="Turn")
    late.play("royalty QC+QH >0.plot0")
    assert late.refusal("royalty KH >0.plot1").startswith("CA25: ")
    late.play("pass", "pass", "pass", "pass")
    assert late.refusal("pass", seat=0) == "CA25: The game is over."


# -- facts, badges, phases ----------------------------------------------------------------------


def test_facts() -> None:
    match = castle(**TABLE)  # type: ignore[arg-type]
    assert match.facts(0) == {
        "Colour": "Red", "Points": "1", "Hand limit": "7", "Hand": "19", "Peasants": "2",
        "Knights": "2",
    }  # fmt: skip
    assert match.facts(1)["Colour"] == "Black"
    assert match.facts(-1) == {"Cards left": "11"}
    late = castle(hand="QC QH KH", returned="QC", stock=0, begin_with="Turn")
    assert late.facts(0)["Hand limit"] == "none"


@rule("CA18")
def test_badges_say_how_a_defence_comes_about() -> None:
    match = castle(plots=["7D 7H | 10D", "8D 8H | 10H JH", "QH", "9H 9D |"], hand="JD")
    said = {badge.text: badge.help for badge in GAME.badges(match.pos)}
    assert said["3"] == "Knights needed to attack a card here: 3 (1 base, +1 wall, +1 castle)."
    assert said["4"].endswith(" 4 (3 base, +1 moat).")
    assert said["2"].endswith(" 2 (1 base, +1 castle).")
    assert len(said) == 3


def states(match: CastleMatch) -> str:
    return " ".join(phase.state for phase in GAME.phases(match.pos))


def test_phases() -> None:
    match = new_match(3)
    assert states(match) == "now ahead ahead ahead"
    match = castle(
        hand="JD 2S 4S", knights=["AH 9H"], opponent_plots=["QC", "JC"], opponent_knights=["AC 9C"]
    )
    assert states(match) == "past now free ahead"
    match.play("attack >QC")
    assert states(match) == "past free now ahead"
    match.play("pass", "pass")
    assert states(match) == "past now past ahead"
    match.play("pass")
    assert states(match) == "past past past now"
    late = castle(hand="QC QH KH", returned="QC", stock=0, begin_with="Turn")
    assert states(late) == "now ahead"  # no attack is possible
    assert [phase.title for phase in GAME.phases(late.pos)] == ["Play", "Attack"]
    late = castle(
        hand="QC QH QS", returned="QC", knights=["AH 9H"], opponent_plots=["KC"], stock=0,
        begin_with="Turn",
    )  # fmt: skip
    assert states(late.play("royalty QC+QH >0.plot0")) == "now free"
    hand = " ".join(f"{f}{s}{c}" for f in "A49" for s in "HDCS" for c in ("", ".2"))
    big = castle(hand=hand, plots=["10H", "JH", "QH", "KH", "10D JD"])
    assert states(big.play("pick AH")) == "past now ahead ahead"


def test_what_an_attack_tells() -> None:
    match = castle(
        hand="2S", knights=RIDERS[:1], opponent_plots=["QC", "JC"], opponent_knights=["AC 9C"]
    )
    match.play("attack >QC")
    (declared,) = match.lines("declared")
    assert (declared.actor, declared.numbers) == (0, (1, 1))
    open_ = GAME.clash(match.pos)
    assert [side.total for side in open_.sides] == [1, 1]
    assert (open_.winner, [part.label for part in open_.sides[1].parts]) == (OPEN, ["queen"])
    match.play("guard 1.knight0")
    assert match.clashes == [("held", (0, 1))]
    assert [line.zones for line in match.lines("lose")] == [(match.pos.box.zone("0.knight0"),)]
    assert GAME.clash(match.pos) is None


def test_what_a_captured_card_comes_with() -> None:
    match = castle(hand="2S", knights=RIDERS[:2], opponent_plots=["7C 7S | QC"])
    match.play("attack >QC", "lose 0.knight0", "keep 2S")
    (kept,) = match.lines("kept")
    assert [named.public for named in kept.cards + kept.onto] == [True, True]
    (back,) = match.lines("returned")
    assert sorted(match.name(named.card) for named in back.cards) == ["7C", "7S"]


def test_an_action_of_another_game_is_described_all_the_same() -> None:
    assert GAME.describe(Action("toss"), castle(hand="QH").view()) == "Toss"


@rule("CA16", "CA26")
def test_every_royalty_set_stands_on_the_rung_of_its_size() -> None:
    match = castle(plots=["KH KC", "QD", "10H"], opponent_plots=["7D 7S | KS KD KC.2", "QS"])
    ladder = GAME.ladder(match.pos)
    assert ladder.rungs == ("1", "3", "6", "12", "20", "48", "84", "144")
    stand = {(on.seat, on.at, on.letter) for on in ladder.markers}
    assert stand == {(0, 1, "K"), (0, 0, "Q"), (1, 2, "K"), (1, 0, "Q")}
