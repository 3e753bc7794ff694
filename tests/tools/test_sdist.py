"""Tests of the source distribution: it holds every file that its README and documents name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
INCLUDED = SETTINGS["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
OWN = {"decks"}  # in the player's data folder, not part of the project


def paths_in(text: str) -> set[str]:
    """Return the paths in a text: targets of links, and words in code that look like paths."""
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    code = " ".join(re.findall(r"`[^`]+`|```.*?```", text, re.S))
    words = re.findall(r"[\w.-]+(?:/[\w.-]+)+(?![\w.*-])", code)
    return {path.strip("./") for path in [*links, *words]}


def is_included(path: str) -> bool:
    return any(path == part or path.startswith(f"{part}/") for part in INCLUDED)


@pytest.mark.parametrize("paper", ["README.md", "CONTRIBUTING.md"])
def test_what_a_paper_names_is_there_and_goes_out(paper: str) -> None:
    paths = {
        path
        for path in paths_in((ROOT / paper).read_text(encoding="utf-8"))
        if path.partition("/")[0] not in OWN and (ROOT / path.partition("/")[0]).exists()
    }
    assert len(paths) > 5
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
    assert [path for path in sorted(paths) if not is_included(path)] == []


def test_every_part_that_goes_out_is_there() -> None:
    assert [part for part in INCLUDED if not (ROOT / part).exists()] == []
    assert is_included(SETTINGS["project"]["readme"])
    assert all(is_included(file) for file in SETTINGS["project"]["license-files"])


def test_links_and_words_are_paths() -> None:
    text = "![a](docs/a.png) [b](CONTRIBUTING.md) [c](https://x.org/y) or/and"
    text += " `python tools/b.py --x` `a/b*.py`"
    assert paths_in(text) == {"docs/a.png", "CONTRIBUTING.md", "tools/b.py"}
