"""Tests of log sentences: persons, lists, singular and plural, grouping, and importance."""

from __future__ import annotations

import pytest

from castlecards.core import narration
from castlecards.core.cards import NATURE, UNSEEN, Face, ZoneSpec
from castlecards.core.log_lines import (
    ALL_FALL,
    Clash,
    Line,
    NamedCard,
    Party,
    Tellable,
    turn_begins,
)
from castlecards.core.position import Box
from castlecards.core.sentence_templates import (
    DREW,
    FOUGHT,
    LONGEST,
    OMITTED,
    YOU,
    Sentence,
    Story,
    Template,
    counted_cards,
    fold,
    recap,
    sentence_for,
)
from castlecards.core.session import Session
from tests.games.play import GAMES

FACES = tuple(Face(f"{n}C", n, "C", title=f"{n} of clubs") for n in range(2, 12))
ZONES = (
    ZoneSpec("0.pile", owner=0, title="Pile 1"),
    ZoneSpec("1.pile", owner=1, title="Pile 2"),
    ZoneSpec("deck", title="Deck"),
)
BOX = Box(FACES, ZONES, (0, 1))
QUEEN = "Annabelle of Castile and Leon"
THREE = Box(FACES, ZONES, (0, 1, 0))
STORY = Story(
    {
        "draw": Template("{who} drew {cards}.", many="{who} drew {cards}.", rank=DREW),
        "move": Template(
            "{who} moved {cards} to {to}.", hidden="{who} moved something.",
            many="{who} moved {n:card} to {to}.",
        ),
        "turned": Template(
            "{who} {was} told that {opponent} {opponent_was} late, with {own} {0:knight}."
        ),
        "take": Template("{who} took {cards:prize} from {opponents} {place}: {word}."),
        "play": Template("", hidden="{who} set a card aside."),
        "pay": Template("{who} paid {cards}.", many="{who} paid {cards}.",
                        tail=", paid with {cards}", after=("play", "attack")),
        "attack": Template("{whose} {bare} attacked {to}.", replaces=("play",)),
        "beat": Template("{whose} {group} beat {opponents} {target}, {0} to {1}.",
                         tail="{onto} fell, {rest} left", after=("attack",),
                         joint_tail="{n:card} fell", rank=FOUGHT),
        "won": Template("{whose} {bare} won.", tail="& beat {onto}", after=("attack",)),
        "lost": Template("{whose} {bare} lost.", tail="& lost to {onto}", after=("attack",)),
        "left": Template("{0} left.", tail="with {0} left", after=("attack",), joint_tail=OMITTED),
        "lie": Template(
            "{who} put down {cards}.", tail="then {opponent} gave {cards}", after=("draw",)
        ),
        "swap": Template("{who} swapped {onto} for {cards}.", replaces=("draw", "lie")),
        "razed": Template("Pile 2 fell.", tail="; the pile was destroyed ({0} of 3 piles left)",
                          after=("draw",)),
        "gate": Template("The gate fell.", tail="the gate fell", after=("attack",), rank=FOUGHT),
        "tied": Template("{winner} {fallen}", rank=FOUGHT),
    }
)  # fmt: skip


def card(n: int, seen: bool = True) -> NamedCard:
    return NamedCard(n, n if seen else UNSEEN)


def cards(*numbers: int, seen: bool = True) -> tuple[NamedCard, ...]:
    return tuple(card(n, seen) for n in numbers)


def says(event: Tellable, *names: str, box: Box = BOX) -> str:
    return sentence_for(box, STORY, event, names or ("Anna", "Ben"))


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (("Anna", "Ben"), "Anna was told that Ben was late, with their 1 knight."),
        ((YOU, "Ben"), "You were told that Ben was late, with your 1 knight."),
        (("Anna", YOU), "Anna was told that you were late, with their 1 knight."),
    ],
)
def test_persons_agree(names: tuple[str, ...], text: str) -> None:
    assert says(Line("turned", 0, numbers=(1,)), *names) == text


@pytest.mark.parametrize(
    ("shown", "hidden", "text"),
    [
        ((0,), (), "the 2 of clubs"),
        ((0, 1), (), "the 2 of clubs and the 3 of clubs"),
        ((0, 1, 2), (), "the 2 of clubs, the 3 of clubs and the 4 of clubs"),
        ((0,), (1,), "the 2 of clubs and a card"),
        ((), (1,), "a card"),
        ((), (1, 2), "2 cards"),
        ((0, 1, 2, 3, 4, 5), (6,), "the 2 of clubs, the 3 of clubs, the 4 of clubs, "
                                   "the 5 of clubs and 3 more"),
    ],
)  # fmt: skip
def test_lists_name_what_is_known_and_count_the_rest(
    shown: tuple[int, ...], hidden: tuple[int, ...], text: str
) -> None:
    line = Line("draw", 0, cards(*shown) + cards(*hidden, seen=False))
    assert says(line) == f"Anna drew {text}."


def test_articles_and_plurals() -> None:
    assert counted_cards(1, "archer") == "an archer"
    assert counted_cards(1, "knight") == "a knight"
    assert counted_cards(3, "ox/oxen") == "3 oxen"
    assert counted_cards(1, "knight", digits=True) == "1 knight"


def test_whoever_sees_nothing_reads_the_other_form() -> None:
    line = Line("move", 0, cards(0, seen=False), to=0)
    assert says(line) == "Anna moved something."
    assert says(line.with_(cards=cards(0))) == "Anna moved the 2 of clubs to their pile 1."
    assert says(line.with_(cards=cards(0)), YOU, "Ben").endswith("to your pile 1.")
    assert says(line.with_(cards=cards(0), to=1), "Anna", YOU).endswith("to your pile 2.")
    assert says(line.with_(cards=cards(0), to=1)).endswith("to Ben’s pile 2.")
    assert says(line.with_(cards=cards(0), to=2)).endswith("to the deck.")


def test_among_several_the_other_one_is_who_is_meant() -> None:
    line = Line("take", 0, cards(0, seen=False), to=2, other=2, words=("done",))
    text = says(line, "Anna", "Ben", YOU, box=THREE)
    assert text == "Anna took a prize from your deck: done."


def fight(kind: str, first: int, second: int, total: int = 9) -> Clash:
    sides = (Party(0, cards(first), (0,), (total,), total), Party(1, cards(second), (1,), (4,), 4))
    return Clash(kind, sides, 0, cards(second))


def test_a_clash_says_who_stood_where() -> None:
    clash = fight("beat", 0, 1)
    text = "Your pile 1 (2 of clubs) beat Ben’s pile 2 (3 of clubs), 9 to 4."
    assert says(clash, YOU, "Ben") == text
    unknown = clash.with_(
        sides=(clash.sides[0], clash.sides[1].with_(cards=cards(1, seen=False), total=-1))
    )
    assert says(unknown) == "Anna’s pile 1 (2 of clubs) beat Ben’s pile 2, 9 to ?."


def texts(*events: Tellable, names: tuple[str, ...] = ("Anna", "Ben")) -> list[str]:
    return [each.text for each in fold(BOX, STORY, enumerate(events), names)]


def test_the_same_in_a_row_is_told_once() -> None:
    drew = [Line("draw", 0, cards(n)) for n in range(3)]
    assert texts(*drew) == ["Anna drew the 2 of clubs, the 3 of clubs and the 4 of clubs."]
    assert len(texts(drew[0], Line("draw", 1, cards(1)), drew[2])) == 3
    moves = [Line("move", 0, cards(n), to=to) for n, to in ((0, 0), (1, 0), (2, 2))]
    assert texts(*moves) == [  # what is not true of all cards is not said of all
        "Anna moved 2 cards to their pile 1.", "Anna moved the 4 of clubs to the deck.",
    ]  # fmt: skip


def test_payments_and_blows_belong_to_what_they_are_for() -> None:
    play, pay = Line("play", 0, cards(0, seen=False)), Line("pay", 0, cards(3))
    attack = Line("attack", 0, cards(0), to=1)
    assert texts(play) == ["Anna set a card aside."]
    assert texts(play, pay) == ["Anna set a card aside, paid with the 5 of clubs."]
    found = texts(play, pay, pay.with_(cards=cards(4)), attack, fight("beat", 0, 1, 9),
                  fight("beat", 0, 2, 5))  # fmt: skip
    assert found == [
        "Anna’s 2 of clubs attacked Ben’s pile 2, paid with the 5 of clubs and the 6 of clubs: "
        "2 cards fell."
    ]
    known = play.with_(cards=cards(0))
    assert texts(known, pay) == ["Anna paid the 5 of clubs."]  # the play itself is not mentioned


def test_only_what_it_is_about_is_replaced() -> None:
    earlier, play = (Line("play", 0, cards(n, seen=False)) for n in (5, 0))
    assert texts(earlier, play, Line("attack", 0, cards(0), to=1)) == [
        "Anna set a card aside.", "Anna’s 2 of clubs attacked Ben’s pile 2.",
    ]  # fmt: skip


def test_every_event_is_told_in_one_sentence() -> None:
    events = [Line("play", 0, cards(0)), Line("pay", 0, cards(3)), Line("attack", 0, cards(0))]
    (sentence,) = fold(BOX, STORY, enumerate(events), ("Anna", "Ben"))
    assert sorted(at for at, _ in sentence.parts) == [0, 1, 2]
    assert fold(BOX, STORY, [(0, turn_begins(None, 0, 1))], ("Anna", "Ben")) == []


def test_a_recap_keeps_what_matters_in_its_order() -> None:
    ranks = [DREW, FOUGHT, DREW, FOUGHT, 3, 5]
    found = [Sentence(str(n), n, Line("x", 0), rank, ()) for n, rank in enumerate(ranks)]
    short, more = recap(found)
    assert ([each.at for each in short], more) == ([1, 3, 5], 3)
    assert recap(found[:4]) == (found[:4], 0)
    assert narration.texts(short, more) == ["1", "3", "5", "… and 3 more"]
    assert narration.texts([], 1) == ["… and 1 more"]


def test_a_side_that_all_lose_has_no_winner() -> None:
    assert fight("tied", 0, 1).with_(winner=ALL_FALL).winner < 0


# -- of a session ---------------------------------------------------------------------------------


def test_a_reader_is_called_you_and_so_are_all_own_seats() -> None:
    games = {game.id: game for game in GAMES}
    game = games["card_barrage"]
    session = Session(game, game.options(), 3, 1, names=("Anna", "Ben", "Cleo"))
    for reader in range(session.start.box.seats):
        called = narration.seat_names(session, reader)
        own = [seat for seat, owner in enumerate(session.owners) if owner == session.owners[reader]]
        assert [seat for seat, name in enumerate(called) if name == YOU] == own
    assert YOU not in narration.seat_names(session, NATURE)


def test_an_open_clash_tells_only_what_its_reader_sees() -> None:
    """The total of a side is told only if the reader sees all cards of that side."""
    games = {game.id: game for game in GAMES}
    game = games["castle_wars"]
    for seed in range(60):
        session = Session(game, game.options(), 2, seed)
        for n in range(120):
            decision = session.decision
            if decision is None:
                break
            clash = narration.pending_clash(session, decision.seat)
            if clash is not None:
                shown = session.shown(decision.seat).position.faces
                for side in clash.sides:
                    for each in side.cards:
                        assert each.face in (UNSEEN, shown[each.card])
                    hidden = any(each.face == UNSEEN for each in side.cards)
                    assert (side.total == -1) == hidden
                assert narration.open_clash(session, decision.seat).endswith(".")
                return
            options = decision.options
            fights = [option for option in options if option.verb == "attack"]
            session.submit(decision.seat, (fights or options)[n % len(fights or options)])
    raise AssertionError("nobody could react to an attack")


def chain(*after: Tellable) -> Sentence:
    events = [Line("attack", 0, cards(3), to=1), *after]
    (found,) = fold(BOX, STORY, [(0, event) for event in events], ("Anna", "Ben"))
    assert len(found.parts) == len(events), "all of it is watched again"
    return found


def blows(count: int) -> list[Line]:
    return [Line("beat", 0, onto=cards(n % 9), numbers=(9, n)) for n in range(count)]


def test_a_long_chain_is_counted() -> None:
    assert chain(*blows(2)).text.count(" fell, ") == 2
    long = chain(*blows(6), Line("gate", 0), *blows(6))
    assert long.text == "Anna’s 5 of clubs attacked Ben’s pile 2: 12 cards fell; the gate fell."


def duel(kind: str, n: int) -> Clash:
    return Clash(kind, (Party(0, cards(3), total=9), Party(1, cards(n), total=n)), 0, cards(n))


def test_clashes_that_are_told_alike_are_told_at_once() -> None:
    found = chain(duel("won", 0), duel("won", 1), duel("lost", 2))
    assert found.text == (
        "Anna’s 5 of clubs attacked Ben’s pile 2, beat the 2 of clubs and the 3 of clubs "
        "and lost to the 4 of clubs."
    )
    assert found.event == duel("lost", 2)


def test_details_are_left_out_of_a_long_sentence() -> None:
    short = chain(Line("left", 0, numbers=(3,)), duel("won", 0))
    assert "with 3 left" in short.text
    long = chain(Line("left", 0, numbers=(3,)), *(duel("won", n) for n in range(5)))
    assert "with 3 left" not in long.text
    assert "with 3 left" in long.full_text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("an Axe man", "2 Axe men"), ("a Spy", "2 Spies"), ("a Witch", "2 Witches"),
        ("a Knight", "2 Knights"), ("the Ace", "two Aces"),
        ("the king of clubs", "two kings of clubs"), ("Wiki", "Wiki and Wiki"),
    ],
)  # fmt: skip
def test_cards_of_one_name_are_counted(name: str, text: str) -> None:
    story = Story(STORY.templates, lambda face: name)
    line = Line("draw", 0, cards(1, 2))
    assert sentence_for(BOX, story, line, ("Anna", "Ben")) == f"Anna drew {text}."


def test_what_a_sentence_leaves_out_can_be_read_elsewhere() -> None:
    assert chain(*blows(2)).full_text == ""
    long = chain(*blows(12))
    assert long.full_text != long.text
    assert long.full_text.count(" fell, ") == 12


@pytest.mark.parametrize(
    ("names", "count", "text"),
    [
        (("Anna", "Ben"), 5, "Anna drew the 2 of clubs, the 3 of clubs, the 4 of clubs, "
                             "the 5 of clubs and the 6 of clubs."),
        ((QUEEN, "Ben"), 5, f"{QUEEN} drew the 2 of clubs, the 3 of clubs, "
                            "the 4 of clubs and 2 more."),
        ((2 * QUEEN, "Ben"), 5, f"{2 * QUEEN} drew the 2 of clubs, the 3 of clubs and 3 more."),
    ],
)  # fmt: skip
def test_a_list_is_as_long_as_the_sentence_allows(
    names: tuple[str, ...], count: int, text: str
) -> None:
    line = Line("draw", 0, cards(*range(count)))
    assert says(line, *names) == text
    (sentence,) = fold(BOX, STORY, [(0, line)], names)
    assert sentence.text == text
    assert len(text) <= LONGEST
    assert ("the 6 of clubs" in sentence.full_text) == ("more" in text)


def test_several_attacking_piles_are_counted_in_a_long_sentence() -> None:
    clash = fight("beat", 0, 1, 27)
    ours = clash.sides[0].with_(cards=cards(0, 2), zones=(0, 0))
    several = clash.with_(sides=(ours, clash.sides[1]))
    assert says(several) == (
        "Anna’s pile 1 (2 of clubs) and pile 1 (4 of clubs) "
        "beat Ben’s pile 2 (3 of clubs), 27 to 4."
    )
    assert says(several, QUEEN, YOU) == f"{QUEEN}’s 2 piles beat your pile 2 (3 of clubs), 27 to 4."


def test_the_parentheses_at_the_end_of_a_tail_are_left_out_of_a_long_sentence() -> None:
    def sentence_of(count: int) -> Sentence:
        events = [Line("draw", 0, cards(*range(count))), Line("razed", 0, numbers=(2,))]
        return fold(BOX, STORY, enumerate(events), ("Anna", "Ben"))[0]

    assert (
        sentence_of(1).text
        == "Anna drew the 2 of clubs; the pile was destroyed (2 of 3 piles left)."
    )
    assert "(" not in sentence_of(4).text
    assert sentence_of(4).full_text.endswith("(2 of 3 piles left).")


def test_a_replaced_line_takes_the_tails_that_are_replaced_with_it() -> None:
    events = [Line("draw", 0, cards(0)), Line("lie", 1, cards(1)), Line("swap", 0, cards(0),
                                                                         cards(1))]  # fmt: skip
    (sentence,) = fold(BOX, STORY, enumerate(events), ("Anna", "Ben"))
    assert sentence.text == "Anna swapped the 3 of clubs for the 2 of clubs."
    assert len(sentence.parts) == 3
