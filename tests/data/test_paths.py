from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from castlecards import paths


def test_one_folder_for_everything(home: Path) -> None:
    files = (paths.saves_dir(), paths.settings_file(), paths.logs_dir(), paths.data_dir())
    assert files == (home / "saves", home / "settings.yaml", home / "logs", home)
    assert list(home.iterdir()) == []


def test_without_it_the_platform_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CASTLECARDS_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    found = {paths.saves_dir(), paths.settings_file(), paths.logs_dir()}
    assert len(found) == 3
    assert all("castlecards" in path.parts and tmp_path in path.parents for path in found)
    assert list(tmp_path.iterdir()) == []


def test_what_comes_with_the_program_is_there() -> None:
    assert (paths.assets() / "ATTRIBUTION.md").is_file()
    assert (paths.levels() / "README.md").is_file()
    assert paths.rules("high_card").parent.is_dir()


@pytest.mark.parametrize("name", ["", "../../etc", "a/b", "/etc/passwd", "a.b"])
def test_a_game_id_cannot_lead_elsewhere(name: str) -> None:
    with pytest.raises(ValueError, match="is not the id of a game"):
        paths.rules(name)


def test_a_home_of_ones_own_needs_no_platformdirs(tmp_path: Path) -> None:
    code = (
        "import sys; from castlecards import paths; paths.saves_dir(), paths.settings_file();"
        "sys.exit('platformdirs' in sys.modules)"
    )
    environment = {**os.environ, "CASTLECARDS_HOME": str(tmp_path)}
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root, env=environment)
