"""Tests of two programs with the same records: neither damages what the other has open."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from castlecards.database import Database

OTHER = """
import sys
from pathlib import Path
from castlecards.database import Database
with Database(Path(sys.argv[1])) as records:
    print(records.read(lambda con: con.execute("SELECT count(*) FROM level").fetchone()[0], 0)[0])
"""


def note(records: Database, name: str) -> None:
    row = (name, 1, 1, "")
    records.write(lambda con: con.execute("INSERT INTO level VALUES (?, ?, ?, ?)", row))


def other(path: Path) -> int:
    """Run another program that reads the records and ends. Return how many levels it saw."""
    command = [sys.executable, "-c", OTHER, str(path)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_another_program_that_comes_and_goes_does_no_harm_to_what_is_held_open(
    tmp_path: Path,
) -> None:
    path = tmp_path / "records.sqlite"
    with Database(path) as held:
        note(held, "one")
        with Database(path) as second:  # as the history does, beside the record of throws
            note(second, "two")
        assert other(path) == 2
        note(held, "three")
        assert path.with_name(f"{path.name}-wal").exists()  # another connection is still open
        assert other(path) == 3
    with closing(sqlite3.connect(path)) as con:
        assert con.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert con.execute("SELECT count(*) FROM level").fetchone()[0] == 3
