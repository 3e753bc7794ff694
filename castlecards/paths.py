"""Where things lie: pictures and levels that come with the program, and the player's own files.

`CASTLECARDS_HOME`, when set, is one folder for everything the program writes; without it the
platform decides. No function here makes a folder: `store` does when it first writes.
"""

from __future__ import annotations

import os
from pathlib import Path

HOME = "CASTLECARDS_HOME"  # the environment variable
_PACKAGE = Path(__file__).resolve().parent


def assets() -> Path:
    """The folder of pictures, fonts and sounds."""
    return _carried("assets")


def levels() -> Path:
    """The folder of the practice levels, one folder a game in it."""
    return _carried("levels")


def rules(game_id: str) -> Path:
    """The numbered rules of a game, as its players read them.

    Raises ValueError if `game_id` is not a plain name.
    """
    if not game_id.isidentifier():
        raise ValueError(f"{game_id!r} is not the id of a game")
    return _PACKAGE / "games" / game_id / "rules.md"


def data_dir() -> Path:
    """What the player would miss: saves, statistics, levels of one's own."""
    return _home() or _platform("user_data_path")


def saves_dir() -> Path:
    return data_dir() / "saves"


def settings_file() -> Path:
    return (_home() or _platform("user_config_path")) / "settings.yaml"


def logs_dir() -> Path:
    home = _home()
    return home / "logs" if home else _platform("user_log_path")


def own_folder(path: Path) -> Path | None:
    """The folder of the player's files that `path` is or lies in; None if it lies elsewhere.

    What comes with the program is never the player's, wherever it is installed.
    """
    whole = os.path.normcase(os.path.abspath(path))

    def within(folder: Path) -> bool:
        around = os.path.normcase(os.path.abspath(folder))
        return whole == around or whole.startswith(os.path.join(around, ""))

    carried = _PACKAGE, *(_PACKAGE.parent / name for name in ("assets", "levels"))
    if any(map(within, carried)):
        return None
    folders = data_dir(), settings_file().parent, logs_dir()
    return next(filter(within, folders), None)


def _carried(name: str) -> Path:
    """In a wheel the data lie inside the package, in a checkout beside it."""
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
