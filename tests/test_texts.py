"""Plural tests: the program leaves numbers in words to one place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import castlecards
from castlecards.content import games
from castlecards.texts import counted, nth, ntr, plural, signed, spanned, tr
from castlecards.ui.pages.game_picker import describe
from castlecards.ui.practice.trial import COUNT_NAMES, tally
from tests.trees import nodes, tree

ROOT = Path(castlecards.__file__).parent
WORDS_FOR_MANY = """
actions answers cards castles copies days decisions decks digits drills faults files fouls games
hits items knights letters levels lines matches minutes moves names peasants piles players points
problems resources results rounds seats seconds simulations soldiers spots stars steps throws
times tricks turns walls
"""
NOUNS = frozenset(WORDS_FOR_MANY.split())


def test_slots_of_a_text_are_filled_by_name() -> None:
    assert tr("{name} attacks pile {pile}.", name="Anna", pile=2) == "Anna attacks pile 2."
    assert tr("Draw", context="nobody wins") == "Draw"
    assert tr("Braces {stay} without slots") == "Braces {stay} without slots"
    with pytest.raises(KeyError):
        tr("{name} attacks {target}.", name="Anna")


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "1 card is left."), (0, "0 cards are left."), (1200, "1,200 cards are left.")],
)
def test_a_text_agrees_with_its_number(number: int, text: str) -> None:
    assert ntr(number, "{n} card is {where}.", "{n} cards are {where}.", where="left") == text


@given(st.integers(0, 5000))
def test_only_one_is_told_in_the_singular(number: int) -> None:
    told = counted(number, "throw")
    assert told.endswith(" throw") == (number == 1)
    assert int(told.partition(" ")[0].replace(",", "")) == number
    assert counted(number, "copy", "copies").endswith("copy") == (number == 1)
    assert plural(-number, "point") == plural(number, "point")


@given(st.integers(0, 60), st.integers(0, 60))
def test_a_span_of_one_number_is_that_number(low: int, more: int) -> None:
    told = spanned(range(low, low + more + 1), "player")
    if more == 0:
        assert told == counted(low, "player")
    else:
        assert told == f"{low} to {low + more} players"


def by_hand() -> Iterator[str]:
    """Yield places that put a number before a plural word by hand, or append an s."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in nodes(tree(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr) and (found := _loose(node)):
                yield f"{path.relative_to(ROOT)}:{node.lineno} {found}"


def _loose(told: ast.JoinedStr) -> str:
    for number, words in zip(told.values, told.values[1:], strict=False):
        if not isinstance(number, ast.FormattedValue) or not isinstance(words, ast.Constant):
            continue
        after = re.match(r"[  ](?:([a-z]+)[  ])?([a-z]+)", str(words.value))
        broken = number.format_spec is not None and "." in ast.unparse(number.format_spec)
        if broken:
            continue  # 1.0 points
        if after and NOUNS & set(after.groups()) and not _fixed(number.value):
            return ast.unparse(told)
    for part in told.values:
        if isinstance(part, ast.FormattedValue) and _hung_on(part.value):
            return ast.unparse(told)
    return ""


def _hung_on(value: ast.expr) -> bool:
    """Return True for `"s" * (n > 1)` and `"" if n == 1 else "s"`."""
    chosen = isinstance(value, ast.IfExp) and isinstance(value.test, ast.Compare)
    if not chosen and not (isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult)):
        return False
    constants = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant)]
    return "s" in constants or "es" in constants


def _fixed(value: ast.expr) -> bool:
    """Return True for a constant of the program whose value is never one."""
    name = value.id if isinstance(value, ast.Name) else getattr(value, "attr", "")
    return bool(name) and name.isupper()


def test_no_text_of_the_program_counts_by_hand() -> None:
    assert list(by_hand()) == []


@pytest.mark.parametrize(
    ("text", "loose"),
    [
        ("f'{n} throws'", True),
        ("f'{low} to {high} players'", True),
        ("f'{n} random games'", True),
        ("f\"{n} card{'s' * (n > 1)}\"", True),
        ("f\"{n} card{'' if n == 1 else 's'}\"", True),
        ("f'{n:+.1f} points'", False),
        ("f\"{name}'{'' if name.endswith('s') else 's'} turn\"", False),
        ("f'{MOST} throws'", False),
        ("f\"{counted(n, 'throw')} thrown\"", False),
    ],
)
def test_the_search_finds_what_is_counted_by_hand(text: str, loose: bool) -> None:
    node = ast.parse(text, mode="eval").body
    assert isinstance(node, ast.JoinedStr)
    assert bool(_loose(node)) == loose


@pytest.mark.parametrize("game", list(games()))
def test_the_tiles_of_the_games_say_how_many_play(game: str) -> None:
    words = describe(games()[game])
    assert not re.search(r"\b1 (players|minutes)\b|\b(\d+) to \2\b", words)


@pytest.mark.parametrize("name", list(COUNT_NAMES))
@given(number=st.integers(0, 40))
def test_every_tally_has_words_for_one_and_for_many(name: str, number: int) -> None:
    one, many = tally(name)
    assert counted(number, one, many).endswith(one if number == 1 else many)
    if name != "defence":  # a level, not a number of things
        assert one != many


def test_a_star_for_one_throw_asks_for_one_throw() -> None:
    assert counted(1, *tally("throws")) == "1 throw"
    assert counted(1, *tally("hand")) == "1 card in hand"
    assert counted(1, *tally("what_is_new")) == "1 what is new"


def test_which_one_in_a_row() -> None:
    said = [nth(n) for n in (1, 2, 3, 4, 9, 11, 12, 13, 21, 22, 33, 101, 111)]
    assert " ".join(said) == "1st 2nd 3rd 4th 9th 11th 12th 13th 21st 22nd 33rd 101st 111th"


@given(st.floats(-1e6, 1e6))
def test_a_sign_is_a_plus_or_a_minus(number: float) -> None:
    told = signed(number, "+.1f")
    assert told[0] == "+−"[f"{number:+.1f}".startswith("-")]
    assert float(told.replace("−", "-")) == round(number, 1)
    assert (signed(9), signed(-2), signed(0.5, "g")) == ("+9", "−2", "0.5")
