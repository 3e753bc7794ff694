"""Tests of the list of mutants: each replaces one place of the program, and none is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import mutants
from tools.mutants import Mutant, Result
from tools.rules_index import defined

ALL = mutants.mutants()


@pytest.mark.long
def test_every_mutant_replaces_one_place_and_still_compiles() -> None:
    for mutant in ALL:
        file, changed = mutants.changed_file(mutants.ROOT, mutant)
        assert changed != file.read_text(encoding="utf-8"), mutant.id


def test_every_rule_has_a_mutant() -> None:
    ids = {rule for _, rule in defined(mutants.ROOT)}
    broken = [mutant.id for mutant in ALL if mutant.group in mutants.RULES]
    assert set(broken) == ids
    assert len(broken) == len(ids)


def test_the_tests_of_the_other_mutants_are_there() -> None:
    for mutant in ALL:
        for test in mutant.tests:
            assert (mutants.ROOT / test.partition("::")[0]).exists(), mutant.id


SOURCE = """
LIMIT = 3

class Hand:
    size: int = 3

    def full(self):
        return self.size > 3 or self.size > 4
"""


def mutant(name: str, old: str, new: str) -> Mutant:
    return Mutant("X1", "x", ".", name, old, new)


def test_a_mutant_changes_the_definition_it_names_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "hand.py").write_text(SOURCE)
    file, changed = mutants.changed_file(tmp_path, mutant("Hand.size", "3", "4"))
    assert file == tmp_path / "hand.py"
    assert changed == SOURCE.replace("int = 3", "int = 4")


@pytest.mark.parametrize(
    ("name", "old"), [("Hand.full", "self.size >"), ("Hand.full", "< 3"), ("Hand.empty", "3")]
)
def test_a_mutant_that_does_not_fit_once_is_told_of(tmp_path: Path, name: str, old: str) -> None:
    (tmp_path / "hand.py").write_text(SOURCE)
    with pytest.raises(LookupError, match=r"X1: .* times, not once"):
        mutants.changed_file(tmp_path, mutant(name, old, "-"))


def test_one_surviving_rule_is_too_many() -> None:
    one = Mutant("HC1", "high_card", "", "", "", "")
    killed, survived = Result(one, "tests/test_x.py::test_y"), Result(one, "")
    assert mutants.summary([killed, killed]) == (["high_card: 2 of 2"], True)
    assert mutants.summary([killed, survived]) == (["high_card: 1 of 2 HC1"], False)
