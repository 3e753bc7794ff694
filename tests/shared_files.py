"""Files in which the processes of one test run share what takes long to make."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path


def shared_file(key: object) -> Path | None:
    """Return the file for a value with this key; None if this run shares no files."""
    folder = os.environ.get("CASTLECARDS_TEST_ART")
    return Path(folder, sha256(repr(key).encode()).hexdigest()) if folder else None


@contextmanager
def stored(file: Path) -> Iterator[Path]:
    """Context manager: a path to write to, which becomes `file` once the block has ended.

    So no other process reads an unfinished file.
    """
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    with suppress(OSError):  # a test may forbid writing
        yield unfinished
        unfinished.replace(file)
