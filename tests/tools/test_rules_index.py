from __future__ import annotations

from pathlib import Path

import pytest

from tools import rules_index

RULES = """# Game

## Play
- **AB1** One.
- **AB2** Two, see AB1.
| **E1** | Three |
### **AB10** Ten
"""
TESTS = """
@rule("AB1", "AB2")
def test_one(): ...
@pytest.mark.rule("E1")
def test_two(): ...
CASES = [pytest.param(1, marks=rule("AB10"))]
"""


def project(root: Path, rules: str = RULES, tests: str = TESTS, code: str = "") -> Path:
    files = {"castlecards/games/x/rules.md": rules, "tests/test_x.py": tests}
    for name, text in {**files, "castlecards/games/x/rules.py": code}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_all_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_index.main(project(tmp_path, code="# AB10\nreason = 'AB2: no'")) == 0
    assert capsys.readouterr().out == "4 rules, 0 problems\n"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            {"rules": RULES + "- **AB11** More.\n"},
            "castlecards/games/x/rules.md:8: AB11 has no test",
        ),
        (
            {"tests": TESTS + "@rule('AB12')\ndef test_three(): ...\n"},
            "tests/test_x.py:7: there is no rule AB12",
        ),
        (
            {"tests": TESTS + "NAME = 'AB1'\n@rule(NAME)\ndef test_three(): ...\n"},
            "tests/test_x.py:8: the id of a rule must be plain text",
        ),
        (
            {"rules": RULES + "- AB11 In plain letters.\n"},
            "castlecards/games/x/rules.md:8: AB11 is not in bold, write **AB11**",
        ),
        ({"code": "\nx = 'see AB3'"}, "castlecards/games/x/rules.py:2: there is no rule AB3"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, str], problem: str
) -> None:
    assert rules_index.main(project(tmp_path, **change)) == 1
    assert capsys.readouterr().out.splitlines()[0] == problem


def test_a_rule_that_stands_twice(tmp_path: Path) -> None:
    project(tmp_path)
    other = tmp_path / "castlecards" / "games" / "y" / "rules.md"
    other.parent.mkdir()
    other.write_text("- **AB1** Again.\n")
    assert rules_index.problems(tmp_path) == [
        "castlecards/games/x/rules.md:4: AB1 stands twice",
        "castlecards/games/y/rules.md:1: AB1 stands twice",
    ]


def test_an_id_in_the_middle_of_a_sentence_is_no_rule(tmp_path: Path) -> None:
    rules = RULES + "- As **AB99** says. See **AB98**.\n"
    assert rules_index.problems(project(tmp_path, rules)) == []


def test_no_rules_at_all_are_not_well(tmp_path: Path) -> None:
    assert rules_index.main(project(tmp_path, "", "")) == 1


def test_ids_of_one_letter_in_the_code_could_be_anything(tmp_path: Path) -> None:
    assert rules_index.problems(project(tmp_path, code="# noqa: E501")) == []
