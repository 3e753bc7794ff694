"""Recorded throws: a file that is only appended to, and survives what happens to files."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

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
    Thrown,
    chosen,
    of_lines,
    read,
)
from castlecards.store import StoreError

RELEASE = (0, 0, 0, 120, 2100, 13, 1047, 524, 0, 0, 25133, 0)
ONE = Thrown(
    time="2026-11-21T18:40:12", method="lob", player="Anna", layout="duel", assist="full",
    release=RELEASE, rest=(12, 1810, 30), right=1.2, far=-14.5, hits=1, words="Hit",
)  # fmt: skip

numbers = st.integers(-(2**31) + 1, 2**31 - 1)
mm = st.none() | st.floats(-1e5, 1e5).map(lambda x: round(x, 1))
some_throw = st.builds(
    Thrown,
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
def test_lines_round_trip(made: list[Thrown]) -> None:
    found = of_lines([throws.line(throw) for throw in made])
    assert found.throws == tuple(made)
    assert not found.bad


def test_throws_are_appended_and_read(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "throws.jsonl"
    assert read(path).throws == ()
    for _ in range(2):  # closed and opened again
        log = ThrowLog(path)
        log.add(ONE)
        log.add(ONE._replace(method="flip", cause="table", hits=0))
        log.close()
    found = read(path)
    assert [t.method for t in found.throws] == ["lob", "flip"] * 2
    assert found.throws[0] == ONE
    assert found.notice("throws.jsonl") == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not a whole line"),
        ("[1]", "expected an object"),
        ("{}", "at least time and method"),
        ('{"time":"2026-11-21T18:40:12","method":"juggle"}', "method: 'juggle' does not fit"),
        ('{"time":"yesterday","method":"lob"}', "time: 'yesterday' does not fit"),
        ('{"time":"2026-11-21T18:40:12","method":"lob","spin":1}', "'spin' is no key"),
        ('{"time":"2026-11-21T18:40:12","method":"lob","right":NaN}', "right: nan"),
        ('{"time":"2026-11-21T18:40:12","method":"lob","release":[1,2]}', "release: "),
        ('{"time":"2026-11-21T18:40:12","method":"lob","rest":[1,2,true]}', "rest: "),
        ('{"time":"2026-11-21T18:40:12","method":"lob","cause":[]}', "cause: "),
        ('{"time":"2026-11-21T18:40:12","method":"lob","touch":[1,2,3]}', "touch: "),
        ('{"time":"2026-11-21T18:40:12","method":"lob","touch_far":"8"}', "touch_far: "),
        ('{"time":"2026-11-21T18:40:12","method":"lob","trial":"once"}', "trial: 'once'"),
        ("x" * 5000, "at most 4096"),
        ("[" * 4000, "not"),
        ("\ufffd\ufffd", "not a whole line"),
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
    assert "1 line left out; the file stays as it is." in notice


def test_two_throws_in_one_line_are_no_line() -> None:
    good = throws.line(ONE)
    found = of_lines([f"{good},{good}", good])
    assert found.throws == (ONE,)
    assert len(found.bad) == 1


def test_a_bad_line_among_thousands_costs_only_itself() -> None:
    lines = [throws.line(ONE._replace(hits=n % 5)) for n in range(3 * BATCH)]
    lines[BATCH + 7] = lines[BATCH + 7][:40]
    found = of_lines(lines)
    assert len(found.throws) == 3 * BATCH - 1
    assert [number for number, _ in found.bad] == [BATCH + 8]


def test_after_a_crash_in_the_middle_of_a_line_the_next_throw_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "throws.jsonl"
    half = throws.line(ONE)[:50]
    path.write_text(throws.line(ONE) + "\n" + half, encoding="utf-8")
    before = path.read_bytes()
    assert read(path).throws == (ONE,)
    assert path.read_bytes() == before  # reading never rewrites
    ThrowLog(path).add(ONE)
    found = read(path)
    assert found.throws == (ONE, ONE)
    assert [number for number, _ in found.bad] == [2]
    assert path.read_bytes().startswith(before)


def test_a_full_disk_loses_nothing_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "throws.jsonl"
    log = ThrowLog(path)
    log.add(ONE)
    real = os.write
    monkeypatch.setattr(throws.os, "write", lambda handle, raw: real(handle, raw[:20]))
    with pytest.raises(StoreError, match="the disk is full"):
        log.add(ONE)
    assert read(path).throws == (ONE,)
    assert not read(path).bad

    def full(handle: int, raw: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(throws.os, "write", full)
    with pytest.raises(StoreError, match="the disk is full"):
        log.add(ONE)
    monkeypatch.setattr(throws.os, "write", real)
    log.add(ONE)  # the disk has room again
    assert read(path).throws == (ONE, ONE)


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    path = tmp_path / "throws.jsonl"
    path.mkdir()
    with pytest.raises(StoreError, match="not recorded"):
        ThrowLog(path).add(ONE)
    with pytest.raises(StoreError, match="not read"):
        read(path)


def test_a_line_is_plain_json_that_others_can_read() -> None:
    said = json.loads(throws.line(ONE))
    assert said["method"] == "lob"
    assert said["release"] == list(RELEASE)
    assert "level" not in said  # what has its usual value is left out


def test_throws_are_chosen_by_method_level_player_and_day() -> None:
    made = [
        ONE,
        ONE._replace(method="flip", time="2026-11-20T08:00:00", level="first-lob"),
        ONE._replace(player="Ben", time="2026-11-22T08:00:00"),
    ]
    assert list(chosen(made)) == made
    assert list(chosen(made, method="flip")) == made[1:2]
    assert list(chosen(made, level="")) == [made[0], made[2]]
    assert list(chosen(made, level="first-lob")) == made[1:2]
    assert list(chosen(made, player="Ben")) == made[2:]
    assert list(chosen(made, since="2026-11-21")) == [made[0], made[2]]
    assert list(chosen(made, until="2026-11-21")) == made[:2]


def test_trials_are_left_out_unless_asked_for() -> None:
    made = [ONE, *(ONE._replace(trial=kind) for kind in TRIALS)]
    assert list(chosen(made)) == [ONE]
    assert list(chosen(made, trials=True)) == made


def test_a_line_of_before_first_touches_were_kept_is_read() -> None:
    old = (
        '{"time":"2026-11-21T18:40:12","method":"lob","player":"Anna","layout":"duel",'
        '"assist":"full","release":[0,0,0,120,2100,13,1047,524,0,0,25133,0],'
        '"rest":[12,1810,30],"right":1.2,"far":-14.5,"hits":1,"words":"Hit"}'
    )
    assert of_lines([old]).throws == (ONE,)
    assert (ONE.touch, ONE.touch_far, ONE.trial) == ((), None, "")


@given(st.lists(st.sampled_from(["good", "half", "", "[1]", "null"]), max_size=40))
def test_a_record_read_in_pieces_is_the_same_record(kinds: list[str]) -> None:
    texts = {"good": throws.line(ONE), "half": throws.line(ONE)[:-3]}
    lines = [texts.get(kind, kind) for kind in kinds for _ in range(40)]
    reading = throws.Reading.of(lines)
    shares = []
    while not reading.go_on(0.0):
        shares.append(reading.share)
    assert shares == sorted(shares)
    assert reading.share == 1.0
    assert reading.record == throws.of_lines(lines)
    assert len(reading.record.throws) == 40 * kinds.count("good")
    assert len(reading.record.bad) == 40 * (len(kinds) - kinds.count("good") - kinds.count(""))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("right", None), ("far", float("nan")), ("release", []), ("rest", [1, 2, True]),
        ("hits", True), ("time", "2026-11-21T10:00:00\n"), ("method", ["lob"]), ("words", 3),
        ("player", "x" * 201), ("cause", "luck"), ("perfect", 256), ("colour", "red"),
    ],
)  # fmt: skip
def test_lines_read_together_are_judged_as_each_alone(key: str, value: object) -> None:
    said = json.loads(throws.line(ONE)) | {key: value}
    lines = [throws.line(ONE), json.dumps(said), throws.line(ONE)]
    found = throws.of_lines(lines)
    assert found.throws == (ONE, ONE)
    assert [number for number, _ in found.bad] == [2]
    with pytest.raises(ValueError, match=key):
        throws.parse(lines[1])
