"""Tests of the list of texts: texts found in code and data, and every text of the code marked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.listed_texts import texts
from tools.text_checks import EXCEPTIONS, faults, forbidden, grade, syllables
from tools.texts import DATA_KEYS, ROOT, Finder, labels, main, scalars, sentences

UNMARKED_FILE = Path(__file__).with_name("unmarked.txt")
# Modules that still have unmarked texts, one per line. The list may only get shorter.
UNMARKED = UNMARKED_FILE.read_text(encoding="utf-8").split()
# Keys of data files whose values are moves of a match, or stations of the daily task.
ZONE = re.compile(r".*\..*|market\d")  # a zone whose cards a level lists
DATA_WORDS = {"before", "cells", "do", "solution"}

MARKED = [
    ('a = tr("End turn")', "screen", "End turn"),
    ('a = tr("End" if x else "Stop")', "screen", "Stop"),
    ('a = ntr(n, "{n} card is left", "{n} cards are left")', "screen", "{n} cards are left"),
    ('a = tr("Held: {cards}", cards=counted(n, "spare card"))', "noun", "spare card"),
    ('a = Template("{who} drew.", hidden="{who} drew a card.")', "log template",
     "{who} drew a card."),
    ('def end(text): return Template(text, rank=1)\na = {"x": end("{who} won.")}', "log template",
     "{who} won."),
    ('class A:\n  def say(self, text): return tr(text)\n  def go(self): self.say("Go on")',
     "screen", "Go on"),
    ('a = Refusal("CB1", tr("It is over."))', "refusal", "It is over."),
    ('p.add_argument("--seed", help="number of the shuffle")', "command line",
     "number of the shuffle"),
    ('raise ValueError(tr("choose from {a}", a="no prose"))', "error", "choose from {a}"),
]  # fmt: skip
UNMARKED_PROSE = ['a = "Two cards"', 'a = f"{n} cards"', 'a = f"cards: {n}"', 'a = {"key": "Done"}',
                  'def f(x="Draw a card"): ...', 'raise StoreError("The disk is full.")',
                  'import castlecards.data\nraise ValueError("expected a name")',
                  'a = tr("Held: {a}", a="two cards")']  # fmt: skip
NO_PROSE = ['a = "pile2"', '"""Two cards."""', 'def f():\n  """Two cards."""', 'x: "Two cards" = 1',
            'assert x, "two cards"', 'raise ValueError("no such card")', 'a = {"Two cards": 1}',
            're.compile("two cards")', 'db.execute("SELECT name FROM games")', 'a = f"{x} {y}"',
            '__all__ = ["Template"]', 'if a == "two cards": ...',
            'a = "castle --games 20 --csv"']  # fmt: skip


@pytest.mark.parametrize(("code", "kind", "text"), MARKED)
def test_a_marked_text_is_listed_with_its_kind(code: str, kind: str, text: str) -> None:
    found = [(each.kind, each.text) for each in Finder("castlecards/ui/x.py", code).found]
    assert (kind, text) in found
    assert "unmarked" not in dict(found)


@pytest.mark.parametrize("code", UNMARKED_PROSE)
def test_prose_without_a_mark_is_found(code: str) -> None:
    assert [each.kind for each in Finder("castlecards/ui/x.py", code).found].count("unmarked") == 1


@pytest.mark.parametrize("code", NO_PROSE)
def test_what_no_player_reads_is_no_prose(code: str) -> None:
    assert Finder("castlecards/ui/x.py", code).found == []


def test_a_rule_is_split_into_sentences_without_its_markup() -> None:
    line = "- **CB1** Draw a *card*. *Judgement.* Not more."
    assert sentences(line) == ["Draw a card.", "Judgement.", "Not more."]


def test_of_a_drawn_example_the_labels_are_texts() -> None:
    assert labels("  Your pile: 9C, 8C | -> | + | 2 left") == ["Your pile", "2 left"]
    assert sentences("| 5 | As above. No more. |") == ["As above.", "No more."]


@pytest.mark.parametrize(
    ("text", "kind", "count"),
    [
        ("You shall not do that upon a card.", "screen", 2),
        ("A crest, a shallow pile, an upper card.", "screen", 0),
        ("{shall} is only a slot", "screen", 0),
        ("x" * 45, "reason", 1),
        ("x" * 37 + "{word}", "reason", 1),
        ("x" * 42 + "{n}", "reason", 0),
        ("word " * 31, "rulebook", 1),
    ],
)
def test_faults_of_a_text(text: str, kind: str, count: int) -> None:
    assert len(faults(text, kind)) == count


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "the move played dealt turned pile place are 12 strength through"),
        (2, "castle soldier battle player judgement ended faces matches table destroyed couldn’t"),
        (3, "resources everything area idea opposite together another deciding"),
        (4, "everybody usually ability automaton"),
    ],
)
def test_syllables(count: int, words: str) -> None:
    assert {word: syllables(word) for word in words.split()} == dict.fromkeys(words.split(), count)


def test_grade_of_known_sentences() -> None:
    assert grade(["The cat sat on the mat."]) == pytest.approx(0.39 * 6 + 11.8 - 15.59)
    assert grade(["The Australian platypus is seemingly a hybrid of mammal and reptile."]) > 10


@pytest.mark.long
def test_the_list_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--kind", "log template", "--tsv", "--grep", "castle_wars/story.*drew"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(line.split("\t")[2] == "log template" for line in lines)


# -- the texts of the program ---------------------------------------------------------------------


def test_every_text_of_the_code_is_marked() -> None:
    found = {each.path for each in texts() if each.kind == "unmarked"}
    new = [each for each in texts() if each.path in found - set(UNMARKED)]
    assert [f"{e.path}:{e.line}: {e.text}" for e in new if e.kind == "unmarked"] == []
    assert sorted(set(UNMARKED) - found) == [], f"marked: take them out of {UNMARKED_FILE.name}"


def test_no_text_has_a_forbidden_word() -> None:
    found = [(f"{each.path}:{each.line}: {each.text}", forbidden(each.text)) for each in texts()]
    assert [each for each in found if each[1]] == []


def test_exceptions_are_texts_of_the_program() -> None:
    assert set(EXCEPTIONS) <= {each.text for each in texts()}


def test_words_of_data_files_are_listed() -> None:
    """Every value of two words that is no position or move has a key that is known to hold text."""
    found = set()
    for path in [*(ROOT / "assets").rglob("*.yaml"), *(ROOT / "levels").rglob("*.yaml")]:
        for key, node in scalars(yaml.compose(path.read_text("utf-8"), yaml.CSafeLoader)):
            if re.search(r"[^\W\d_]{2,} [^\W\d_]{2,}", node.value) and not ZONE.fullmatch(key):
                found.add(key)
    assert found <= DATA_KEYS | DATA_WORDS
