"""What has been reached in the levels: the best stars of each, kept as a small YAML file."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace
from pathlib import Path

from castlecards import data, paths, store

MOST = 5000  # levels kept, for a file has a largest size


@dataclass(frozen=True)
class Best:
    """One level."""

    level: str
    stars: int = 0  # 0: tried, not reached
    tries: int = 0
    date: str = ""  # of the best result, local, ISO 8601, to the minute

    def __post_init__(self) -> None:
        if not 0 <= self.stars <= 3:
            raise ValueError("stars: 0 to 3")
        if self.tries < 0:
            raise ValueError("tries: 0 or more")


@dataclass(frozen=True)
class Progress:
    """All levels that were ever tried."""

    levels: tuple[Best, ...] = ()

    def of(self, level: str) -> Best:
        """What there is about a level; nothing reached for one that was never tried."""
        return next((best for best in self.levels if best.level == level), Best(level))


def file() -> Path:
    return paths.data_dir() / "progress.yaml"


def read() -> tuple[Progress, str]:
    """Everything, and what there is to say about the file ("": nothing)."""
    try:
        found, told = store.newest(file(), lambda f: data.load_file(f, Progress, f.name))
    except store.StoreError as error:
        return Progress(), str(error)
    return found or Progress(), told


def add(level: str, stars: int) -> Best:
    """Counts a try and keeps the better result. Raises StoreError; then nothing has changed."""
    found, _ = store.newest(file(), lambda f: data.load_file(f, Progress, f.name))
    progress = found or Progress()
    old = progress.of(level)
    new = replace(old, tries=old.tries + 1)
    if stars > old.stars:
        new = replace(new, stars=stars, date=datetime.datetime.now().isoformat(timespec="minutes"))
    others = tuple(best for best in progress.levels if best.level != level)
    store.write(file(), data.dump(Progress((*others, new)[-MOST:])), "Levels")
    return new
