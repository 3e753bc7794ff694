"""Tests of the check of the compiled build: all modules are compiled, and a difference is found."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import check_compiled, mypyc_source

ROOT = Path(__file__).resolve().parents[2]


def test_what_is_compiled_is_there_and_only_what_computes() -> None:
    source = (ROOT / "hatch_build.py").read_text()
    for part in ("RULES", "SEARCH"):
        (paths,) = (
            ast.literal_eval(node.value)
            for node in ast.parse(source).body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == part
        )
        assert all((ROOT / path).exists() for path in paths)
    names = source.partition("for name in (")[2].partition(")")[0].replace('"', "").split(", ")
    assert "flight" in names
    for name in names:
        text = (ROOT / "castlecards" / "toss" / f"{name}.py").read_text()
        assert "pymunk" not in text
        assert "@value\nclass" not in text, "mypyc makes no native class of it"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "custom" in project["tool"]["hatch"]["build"]["hooks"]


def test_the_compiled_wheel_wants_what_its_transformed_sources_import() -> None:
    tree = ast.parse((ROOT / "hatch_build.py").read_text())
    (wanted,) = (
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "RUN_REQUIREMENTS"
    )
    imported = {line.split()[1].partition(".")[0] for line in mypyc_source.IMPORTS}
    foreign = imported - set(sys.stdlib_module_names) - {"castlecards"}
    assert {name.partition(">")[0] for name in wanted} == foreign


def test_the_digest_of_throws_is_the_same_twice_and_sees_one_bit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check_compiled, "THROWS", 12)
    first = check_compiled.throws()
    assert check_compiled.throws() == first
    from castlecards.toss import slap

    monkeypatch.setattr(slap, "PUSH_OUT", slap.PUSH_OUT + 1e-12)
    assert check_compiled.throws() != first


def test_the_digest_of_matches_sees_another_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_compiled, "MATCHES", 1)
    first = check_compiled.matches()
    assert check_compiled.matches() == first
    from castlecards import playout

    last = playout.Robot.answer
    monkeypatch.setattr(
        playout.Robot,
        "answer",
        lambda robot, pos, decision: (
            decision.options[-1] if decision.options else last(robot, pos, decision)
        ),
    )
    assert check_compiled.matches() != first


def test_the_digest_of_choices_sees_another_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_compiled, "SIMULATIONS", 10)
    first = check_compiled.choices()
    assert check_compiled.choices() == first
    from castlecards.players import search

    monkeypatch.setattr(search, "EXPLORATION", search.EXPLORATION + 0.2)
    assert check_compiled.choices() != first


def test_the_version_tells_the_build() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "castlecards", "--version"], capture_output=True, text=True
    )
    assert done.stdout == "castlecards 0.2.0, plain Python\n"
