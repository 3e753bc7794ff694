"""Tests of recorded throws: lines are only appended, and damaged files lose nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.core.landing import METHODS
from castlecards.practice import throws
from castlecards.practice.throws import (
    BATCH,
    CAUSES,
    TRIALS,
    ThrowLog,
    ThrowRecord,
    ThrowsRead,
    of_lines,
    read,
    select_throws,
)
from castlecards.store import StoreError

RELEASE = (0, 0, 0, 120, 2100, 13, 1047, 524, 0, 0, 25133, 0)
ONE = ThrowRecord(
    time="2026-11-21T18:40:12", method="lob", player="Anna", layout="duel", assist="full",
    release=RELEASE, rest=(12, 1810, 30), right=1.2, far=-14.5, hits=1, words="Hit",
)  # fmt: skip

numbers = st.integers(-(2**31) + 1, 2**31 - 1)
mm = st.none() | st.floats(-1e5, 1e5).map(lambda x: round(x, 1))
some_throw = st.builds(
    ThrowRecord,
    time=st.datetimes().map(lambda t: t.isoformat(timespec="seconds")),
    method=st.sampled_from(METHODS),
    player=st.text(max_size=40),
    layout=st.text(max_size=20),
    release=st.just(()) | st.tuples(*[numbers] * 12),
    rest=st.just(()) | st.tuples(*[numbers] * 3),
    right=mm,
    far=mm,
    cause=st.sampled_from(CAUSES),
    hits=st.integers(0, 4),
    perfect=st.integers(0, 4),
    level=st.text(max_size=20),
    assist=st.sampled_from(("", "full", "direction", "none")),
    words=st.text(max_size=60),
    touch=st.just(()) | st.tuples(*[numbers] * 2),
    touch_right=mm,
    touch_far=mm,
    trial=st.sampled_from(("", *TRIALS)),
)


@given(st.lists(some_throw, max_size=8))
@pytest.mark.long
def test_lines_round_trip(made: list[ThrowRecord]) -> None:
    found = of_lines([throws.line(throw) for throw in made])
    assert found.throws == tuple(made)
    assert not found.bad


@pytest.mark.long
@given(st.lists(some_throw, max_size=8))
def test_rows_round_trip(tmp_path_factory: Any, made: list[ThrowRecord]) -> None:
    path = tmp_path_factory.mktemp("rows") / "records.sqlite"
    log = ThrowLog(path)
    for throw in made:
        log.add(throw)
    log.close()
    assert read(path) == ThrowsRead(tuple(made))


def test_the_columns_are_those_of_the_records_and_of_the_document(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    ThrowLog(path).add(ONE)
    with closing(sqlite3.connect(path)) as con:
        names = [column[1] for column in con.execute("PRAGMA table_info(throw)")]
    assert names == ["id", *throws.COLUMNS]
    assert len(throws.row(ONE)) == len(throws.COLUMNS)
    about = (Path(__file__).parents[2] / "docs" / "throws.md").read_text(encoding="utf-8")
    assert [name for name in names if f"`{name}`" not in about] == []


def test_throws_are_added_and_read(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "records.sqlite"
    assert read(path).throws == ()
    assert not path.parent.exists()  # reading creates no file
    for _ in range(2):  # closed and opened again
        log = ThrowLog(path)
        assert log.add(ONE) == ""
        log.add(ONE._replace(method="flip", cause="table", hits=0))
        log.close()
    found = read(path)
    assert [t.method for t in found.throws] == ["lob", "flip"] * 2
    assert found.throws[0] == ONE
    assert found.notice("x") == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "broken line"),
        ("[1]", "expected an object"),
        ("{}", "needs time and method"),
        ('{"time":"2026-11-21T18:40:12","method":"juggle"}', "method: 'juggle' is not allowed"),
        ('{"time":"yesterday","method":"lob"}', "time: 'yesterday' is not allowed"),
        ('{"time":"2026-11-21T18:40:12","method":"lob","spin":1}', "unknown field 'spin'"),
        ('{"time":"2026-11-21T18:40:12","method":"lob","right":NaN}', "right: nan"),
        ('{"time":"2026-11-21T18:40:12","method":"lob","release":[1,2]}', "release: "),
        ('{"time":"2026-11-21T18:40:12","method":"lob","rest":[1,2,true]}', "rest: "),
        ('{"time":"2026-11-21T18:40:12","method":"lob","cause":[]}', "cause: "),
        ('{"time":"2026-11-21T18:40:12","method":"lob","touch":[1,2,3]}', "touch: "),
        ('{"time":"2026-11-21T18:40:12","method":"lob","touch_far":"8"}', "touch_far: "),
        ('{"time":"2026-11-21T18:40:12","method":"lob","trial":"once"}', "trial: 'once'"),
        ("x" * 5000, "at most 4096"),
        ("[" * 4000, "not"),
        ("\ufffd\ufffd", "broken line"),
    ],
)
def test_a_bad_line_is_left_out_and_told(text: str, why: str) -> None:
    good = throws.line(ONE)
    found = of_lines([good, text, "", good])
    assert found.throws == (ONE, ONE)
    assert [number for number, _ in found.bad] == [2]
    assert why in found.bad[0][1]
    notice = found.notice("throws.jsonl")
    assert notice.startswith("throws.jsonl:2: ")
    assert "1 throw was left out; the file is unchanged." in notice


def test_two_throws_in_one_line_are_no_line() -> None:
    good = throws.line(ONE)
    found = of_lines([f"{good},{good}", good])
    assert found.throws == (ONE,)
    assert len(found.bad) == 1


def old(path: Path, lines: Sequence[str]) -> Path:
    """Write the file of an older version beside the records. Return its path."""
    file = throws.old_file(path)
    file.write_text("".join(f"{text}\n" for text in lines).removesuffix("\n"), encoding="utf-8")
    return file


def test_the_lines_of_an_older_version_are_read_once_and_come_first(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    ThrowLog(path).add(ONE)  # before the records were read
    made = [ONE._replace(far=float(n)) for n in range(3 * BATCH)]
    lines = [throws.line(throw) for throw in made]
    file = old(path, [*lines[:40], "{half", *lines[40:], lines[0][:50]])
    before = file.read_bytes()
    found = read(path)
    assert found.throws == (*made, ONE)
    assert found.message.startswith("throws.jsonl:41: broken line")
    assert found.message.endswith("2 throws were left out; the file is unchanged.")
    assert file.read_bytes() == before
    file.write_text(throws.line(ONE._replace(method="flip")))
    assert read(path) == ThrowsRead((*made, ONE))
    file.unlink()
    assert read(path) == ThrowsRead((*made, ONE))


@pytest.mark.parametrize("pieces", [1, 2, 5])
def test_reading_old_lines_that_was_broken_off_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pieces: int
) -> None:
    monkeypatch.setattr(throws, "BYTES_PER_READ", 4000)
    path = tmp_path / "records.sqlite"
    made = [ONE._replace(far=float(n)) for n in range(100)]
    old(path, [throws.line(throw) for throw in made])
    reading = throws.ThrowReader(path)
    for _ in range(pieces):
        assert not reading.read_on(0.0)
    reading.close()
    added = ONE._replace(method="flip")
    ThrowLog(path).add(added)  # and then the program is killed
    assert read(path) == ThrowsRead((*made, added))


def test_two_programs_that_read_the_old_lines_take_each_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throws, "BYTES_PER_READ", 4000)
    path = tmp_path / "records.sqlite"
    made = [ONE._replace(far=float(n)) for n in range(100)]
    old(path, [throws.line(throw) for throw in made])
    one, two = throws.ThrowReader(path), throws.ThrowReader(path)
    done = [False, False]
    while not all(done):
        done = [one.read_on(0.0), two.read_on(0.0)]
    assert one.record.throws == two.record.throws == tuple(made)


def test_a_full_disk_loses_nothing_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    log = ThrowLog(path)
    log.add(ONE)
    con = log._database._open
    con.execute("PRAGMA max_page_count = 1")  # no more pages than now
    added = 1
    told = ""
    while not told:
        try:
            log.add(ONE)
            added += 1
        except StoreError as error:
            told = str(error)
    assert "not recorded" in told
    assert "the disk is full" in told
    assert read(path).throws == (ONE,) * added
    log.add(ONE)  # the disk has room again
    assert read(path).throws == (ONE,) * (added + 1)


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    path.mkdir()
    with pytest.raises(StoreError, match="not recorded"):
        ThrowLog(path).add(ONE)
    with pytest.raises(StoreError, match="not opened"):
        read(path)


@pytest.mark.parametrize(
    "change",
    [
        "method = 'juggle'", "time = 'yesterday'", "time = '2026-11-21T10:00:00\n'", "right = 'x'",
        "right = 9e999", "release_x = NULL", "release_method = 'lob'", "rest_angle = 0.5",
        "cause = 'luck'", "hits = -1", "hits = 'many'", "touch_x = 3", "trial = 'once'",
        "words = x'00ff'", "player = hex(zeroblob(200))", "perfect = 1e3", "rest_y = 1 << 40",
    ],
)  # fmt: skip
def test_a_row_that_does_not_fit_is_left_out_and_told(tmp_path: Path, change: str) -> None:
    path = tmp_path / "records.sqlite"
    log = ThrowLog(path)
    for _ in range(3):
        log.add(ONE)
    log.close()
    with closing(sqlite3.connect(path)) as con, con:
        con.execute(f"UPDATE throw SET {change} WHERE id = 2")
    found = read(path)
    assert found.throws == (ONE, ONE)
    assert found.message == (
        "records.sqlite:2: a value is not allowed. 1 throw was left out; the file is unchanged."
    )


def test_a_byte_that_is_no_text_costs_no_throw(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    ThrowLog(path).add(ONE)
    with closing(sqlite3.connect(path)) as con, con:
        con.execute("UPDATE throw SET player = CAST(x'41ff42' AS TEXT)")
    (found,) = read(path).throws
    assert found == ONE._replace(player="A\ufffdB")


def test_a_line_is_plain_json_that_others_can_read() -> None:
    said = json.loads(throws.line(ONE))
    assert said["method"] == "lob"
    assert said["release"] == list(RELEASE)
    assert "level" not in said  # default values are left out


def test_throws_are_chosen_by_method_level_player_and_day() -> None:
    made = [
        ONE,
        ONE._replace(method="flip", time="2026-11-20T08:00:00", level="first-lob"),
        ONE._replace(player="Ben", time="2026-11-22T08:00:00"),
    ]
    assert list(select_throws(made)) == made
    assert list(select_throws(made, method="flip")) == made[1:2]
    assert list(select_throws(made, level="")) == [made[0], made[2]]
    assert list(select_throws(made, level="first-lob")) == made[1:2]
    assert list(select_throws(made, player="Ben")) == made[2:]
    assert list(select_throws(made, since="2026-11-21")) == [made[0], made[2]]
    assert list(select_throws(made, until="2026-11-21")) == made[:2]


def test_trials_are_left_out_unless_asked_for() -> None:
    made = [ONE, *(ONE._replace(trial=kind) for kind in TRIALS)]
    assert list(select_throws(made)) == [ONE]
    assert list(select_throws(made, trials=True)) == made


def test_a_line_of_before_first_touches_were_kept_is_read() -> None:
    old = (
        '{"time":"2026-11-21T18:40:12","method":"lob","player":"Anna","layout":"duel",'
        '"assist":"full","release":[0,0,0,120,2100,13,1047,524,0,0,25133,0],'
        '"rest":[12,1810,30],"right":1.2,"far":-14.5,"hits":1,"words":"Hit"}'
    )
    assert of_lines([old]).throws == (ONE,)
    assert (ONE.touch, ONE.touch_far, ONE.trial) == ((), None, "")


def test_a_record_read_in_pieces_is_the_same_record(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    log = ThrowLog(path)
    for n in range(2 * BATCH + 7):
        log.add(ONE._replace(far=float(n)))
    old(path, [throws.line(ONE)] * (2 * BATCH))
    reading = throws.ThrowReader(path)
    shares = []
    while not reading.read_on(0.0):
        shares.append(reading.share)
    assert shares == sorted(shares)
    assert len(set(shares)) > 4
    assert reading.share == 1.0
    assert reading.record == read(path)
    assert len(reading.record.throws) == 4 * BATCH + 7


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("right", None), ("far", float("nan")), ("release", []), ("rest", [1, 2, True]),
        ("hits", True), ("time", "2026-11-21T10:00:00\n"), ("method", ["lob"]), ("words", 3),
        ("player", "x" * 201), ("cause", "luck"), ("perfect", 256), ("colour", "red"),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_refused(key: str, value: object) -> None:
    said = json.loads(throws.line(ONE)) | {key: value}
    with pytest.raises(ValueError, match=key):
        throws.parse(json.dumps(said))
