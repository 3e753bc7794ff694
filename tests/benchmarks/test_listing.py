"""Tests of `python -m benchmarks`: its list, an unknown name, a missing extra."""

from __future__ import annotations

import sys

import pytest

from benchmarks import __main__ as entry


def test_each_benchmark_is_listed_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main([]) == 0
    listed = capsys.readouterr().out.splitlines()[-len(entry.NAMES) :]
    assert [line.split()[0] for line in listed] == list(entry.NAMES)
    assert all(len(line.split()) > 4 for line in listed)
    runnable = {path.stem for path in entry.FOLDER.glob("*.py") if "def main(" in path.read_text()}
    assert runnable - {"__main__"} == set(entry.NAMES)
    assert {words[0] for words in entry.ALL} < set(entry.NAMES)


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["tosses"]) == 2
    assert "there is toss, hits" in capsys.readouterr().err


def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    monkeypatch.setattr(sys, "argv", [])  # the entry point sets its own
    assert entry.main(["rules", "high_card"]) == 2
    assert capsys.readouterr().err == "rules needs the package chess, an extra of pyproject.toml\n"
