"""Paths of the program's data (pictures, levels, rules) and of the player's own files.

If `CASTLECARDS_HOME` is set, everything is written to that folder; else the platform decides. No
function here creates a folder; `store` does so on its first write.
"""

from __future__ import annotations

import os
from pathlib import Path

HOME = "CASTLECARDS_HOME"  # environment variable
_PACKAGE = Path(__file__).resolve().parent


def assets() -> Path:
    """Folder of pictures, fonts and sounds."""
    return _carried("assets")


def levels() -> Path:
    """Folder of the practice levels, with one folder for each pack."""
    return _carried("levels")


def rules(game_id: str) -> Path:
    """File with the numbered rules of a game, in the players' wording.

    Raises ValueError if `game_id` is not a plain name.
    """
    if not game_id.isidentifier():
        raise ValueError(f"{game_id!r} is not the id of a game")
    return _PACKAGE / "games" / game_id / "rules.md"


def data_dir() -> Path:
    """Folder of the player's data: saves, records, own levels and decks."""
    return _home() or _platform("user_data_path")


def saves_dir() -> Path:
    """Folder of the saved games."""
    return data_dir() / "saves"


def profiles_dir() -> Path:
    """Folder of the profiles other than the first."""
    return data_dir() / "profiles"


def records_dir(profile: str = "") -> Path:
    """Folder with the records of a profile; that of the first, "", is the data folder itself."""
    return profiles_dir() / profile if profile else data_dir()


def exports_dir() -> Path:
    """Folder of exported matches and films."""
    return data_dir() / "exports"


def settings_file() -> Path:
    """File of the settings."""
    return (_home() or _platform("user_config_path")) / "settings.yaml"


def logs_dir() -> Path:
    """Folder of the log files."""
    home = _home()
    return home / "logs" if home else _platform("user_log_path")


def own_folder(path: Path) -> Path | None:
    """Folder of the player's files that contains `path` or equals it; None if there is none.

    Files of the program are never the player's, wherever it is installed.
    """
    normalised = os.path.normcase(os.path.abspath(path))

    def within(folder: Path) -> bool:
        around = os.path.normcase(os.path.abspath(folder))
        return normalised == around or normalised.startswith(os.path.join(around, ""))

    carried = _PACKAGE, *(_PACKAGE.parent / name for name in ("assets", "levels"))
    if any(map(within, carried)):
        return None
    folders = data_dir(), settings_file().parent, logs_dir()
    return next(filter(within, folders), None)


def _carried(name: str) -> Path:
    """Data folder of the program: inside the package in a wheel, beside it in a checkout."""
    packaged = _PACKAGE / "_data" / name
    return packaged if packaged.is_dir() else _PACKAGE.parent / name


def _home() -> Path | None:
    home = os.environ.get(HOME)
    return Path(os.path.expanduser(home)).absolute() if home else None


def _platform(name: str) -> Path:
    import platformdirs  # not needed where CASTLECARDS_HOME is set

    folder = getattr(platformdirs, name)("castlecards", appauthor=False)
    assert isinstance(folder, Path)
    return folder
