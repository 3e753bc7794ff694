"""Tests of the files in a package beside the program: those of Debian and of software centres."""

from __future__ import annotations

import configparser
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from castlecards import __version__
from tools import package

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a package tree around a program of one line."""
    folder = tmp_path / "castlecards"
    folder.mkdir()
    (folder / "castlecards").write_text("#!/bin/sh\n")
    package.copy_files(folder, tmp_path / "tree")
    return tmp_path / "tree" / "usr"


def test_the_menu_entry_starts_the_command_under_its_icon(tree: Path) -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(tree / "share" / "applications" / "castlecards.desktop", encoding="utf-8")
    about = entry["Desktop Entry"]
    assert (tree / "games" / about["Exec"]).is_symlink()
    assert (
        tree / "games" / about["Exec"]
    ).resolve() == tree / "lib" / "castlecards" / "castlecards"
    icons = tree / "share" / "icons" / "hicolor" / "256x256" / "apps"
    assert (icons / f"{about['Icon']}.png").read_bytes()[16:24] == bytes([0, 0, 1, 0] * 2)  # 256 px


def test_the_description_tells_this_version_and_the_menu_entry(tree: Path) -> None:
    (file,) = (tree / "share" / "metainfo").iterdir()
    root = ElementTree.parse(file).getroot()
    assert file.name == f"{root.findtext('id')}.metainfo.xml"
    assert root.find("releases/release").get("version") == __version__  # type: ignore[union-attr]
    entry = root.findtext("launchable") or ""
    assert (tree / "share" / "applications" / entry).is_file()
    assert "@" not in file.read_text(encoding="utf-8")


def test_the_manual_names_every_command_and_no_other() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "castlecards", "--help"], capture_output=True, text=True, check=True
    )
    listed = done.stdout.partition("COMMAND\n")[2].partition("\n\n")[0].splitlines()
    commands = {line.split()[0] for line in listed if line[:5].strip()}
    manual = package.template_text("castlecards.6").replace("\\-", "-")
    section = manual.partition(".SH COMMANDS")[2].partition(".SH")[0]
    told = {line[3:] for line in section.splitlines() if line.startswith(".B ")}
    assert told == commands
    assert len(commands) > 8


def test_what_pyinstaller_is_told_is_what_the_project_carries() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    carried = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert carried == {name: f"castlecards/_data/{name}" for name in ("assets", "levels")}
    control = package.control_file("amd64", 1000)
    assert f"\nVersion: {__version__}\n" in control
    assert all(len(line) < 80 for line in control.splitlines() if line.startswith(" "))
