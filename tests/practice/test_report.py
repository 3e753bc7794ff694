"""Tests of the report of throws: its table, its pictures, and its error messages."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import pytest

from castlecards.cli import main
from castlecards.practice import report, throws
from castlecards.practice.throws import CAUSES, HIT, ThrowLog, ThrowRecord
from castlecards.store import StoreError
from tests.practice.test_throws import ONE


def some(count: int) -> list[ThrowRecord]:
    return [
        ONE._replace(
            time=f"2026-11-{1 + n % 3:02d}T12:00:00",
            method=("lob", "frisbee", "flip")[n % 3],
            cause=CAUSES[n % len(CAUSES)],
            right=float(n % 7 - 3),
            far=float(n % 11 - 5),
        )
        for n in range(count)
    ]


def test_the_table_has_every_throw_in_units() -> None:
    foul = ThrowRecord(time="2026-11-21T18:40:12", method="lob", cause="gate", player="=1+1")
    lines = list(csv.DictReader(io.StringIO(report.table([ONE, foul]))))
    assert lines[0]["speed_m_s"] == "2.1"
    assert lines[0]["loft_deg"] == "59.99"
    assert lines[0]["spin_rev_s"] == "4.0"
    assert (lines[0]["right_mm"], lines[0]["far_mm"]) == ("1.2", "-14.5")
    assert lines[1]["speed_m_s"] == lines[1]["right_mm"] == ""
    assert lines[1]["player"] == "'=1+1"  # no formula in a spreadsheet


@pytest.mark.long
def test_all_three_files_are_written_and_progress_ends_at_one(tmp_path: Path) -> None:
    told: list[float] = []
    paths = report.write(some(40), tmp_path, progress=told.append)
    assert [path.name for path in paths] == ["throws.png", "throws.svg", "throws.csv"]
    assert paths[0].read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert b"<svg" in paths[1].read_bytes()
    assert told == sorted(told)
    assert told[-1] == 1


@pytest.mark.parametrize(
    "throws",
    [[ONE], some(2), [ONE._replace(cause="gate", right=None, far=None, release=())]],
    ids=["one", "two", "a foul"],
)
@pytest.mark.long
def test_few_throws_make_a_picture_too(throws: list[ThrowRecord]) -> None:
    axes = report.figure(throws).axes
    assert len(axes) == 7


@pytest.mark.long
def test_the_picture_shows_the_first_touch_and_the_rest() -> None:
    known = [
        throw._replace(touch_right=10.0 * n, touch_far=-10.0 * n) for n, throw in enumerate(some(6))
    ]
    unknown = [ONE]
    of = {str(axes.get_label()): axes for axes in report.figure([*known, *unknown]).axes}
    for name, want in (
        ("touch", {(t.touch_right, t.touch_far) for t in known}),
        ("rest", {(t.right, t.far) for t in [*known, *unknown]}),
    ):
        dots = [tuple(xy) for c in of[name].collections for xy in c.get_offsets().tolist()]  # type: ignore[union-attr]
        assert set(dots) == want
    assert "First touches" in of["touch"].get_title()
    assert "Where cards stopped" in of["rest"].get_title()


def test_the_picture_says_what_the_figures_are() -> None:
    throws = some(44)
    page = report.figure(throws)
    hits = sum(t.hit for t in throws)
    assert f"{100 * hits / 44:.0f} % hits" in page.get_suptitle()
    assert HIT not in report.NAMES
    assert set(report.NAMES) == set(CAUSES) - {HIT, "perfect"}


def test_nothing_to_report_and_no_room_are_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no throw"):
        report.write([], tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="not a folder"):
        report.write([ONE], tmp_path / "file", ("csv",))


@pytest.mark.parametrize(
    ("formats", "code"), [((), 0), (("--formats", "png"), 1), (("--formats", "svg,csv"), 0)]
)
def test_without_the_library_the_table_is_written_and_that_is_said(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    formats: tuple[str, ...],
    code: int,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    ThrowLog().add(ONE)
    out = home / "out"
    assert main(["report", "--out", str(out), *formats]) == code
    told = capsys.readouterr()
    assert 'pip install "castlecards[report]"' in told.err
    assert "Only the table was written." in told.err
    assert told.out == f"{out / 'throws.csv'}\n"
    assert [path.name for path in out.iterdir()] == ["throws.csv"]
    assert len((out / "throws.csv").read_text().splitlines()) == 2
    assert main(["report", "--out", str(home), "--formats", "csv"]) == 0
    assert capsys.readouterr().err == ""


def test_the_command_chooses_and_tells_of_bad_lines(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = ThrowLog()
    for throw in some(6):
        log.add(throw)
    log.close()
    old = throws.old_file(throws.file())
    old.write_text(f"{throws.line(some(1)[0])}\n{{half")
    command = ["report", "--out", str(home / "out"), "--formats", "csv", "--method", "flip"]
    assert main([*command, "--since", "2026-11-02"]) == 0
    told = capsys.readouterr()
    assert told.out.strip().endswith("throws.csv")
    assert "throws.jsonl:2: broken line" in told.err
    lines = list(csv.DictReader(io.StringIO((home / "out" / "throws.csv").read_text())))
    assert [line["method"] for line in lines] == ["flip", "flip"]
    assert main([*command, "--since", "2026-11-02"]) == 0
    assert capsys.readouterr().err == ""  # told once
    assert old.read_text().endswith("{half")


def test_the_whole_record_is_exported(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = [*some(5), ONE._replace(player='=1+1,"x"', trial="again", touch=(3, 4))]
    log = ThrowLog()
    for throw in made:
        log.add(throw)
    log.close()
    assert main(["export"]) == 0
    assert throws.of_lines(capsys.readouterr().out.splitlines()).throws == tuple(made)
    assert main(["export", "--out", str(home / "a.csv")]) == 0
    assert capsys.readouterr().out == f"{home / 'a.csv'}\n"
    lines = list(csv.DictReader(io.StringIO((home / "a.csv").read_text())))
    assert list(lines[0]) == list(throws.COLUMNS)
    assert len(lines) == 6
    assert lines[5]["player"] == '\'=1+1,"x"'
    assert (lines[5]["touch_y"], lines[0]["touch_y"]) == ("4", "")
    assert lines[0]["release_speed"] == str(made[0].release[4])
    assert main(["export", "--out", str(home / "b.txt"), "--form", "csv"]) == 0
    assert (home / "b.txt").read_bytes() == (home / "a.csv").read_bytes()
    assert main(["export", "--out", str(home / "c.jsonl")]) == 0
    assert throws.of_lines((home / "c.jsonl").read_text().splitlines()).throws == tuple(made)


def test_an_export_of_nothing_is_empty_and_one_that_cannot_be_is_told(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export"]) == 0
    assert capsys.readouterr().out == ""
    (home / "file").write_text("")
    assert main(["export", "--out", str(home / "file" / "a.csv")]) == 1
    assert "is not a folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--formats", "pdf"], "unknown format 'pdf'"),
        (["--since", "soon"], "expected a day"),
        ([], "no throw"),
    ],
)
def test_wrong_words_are_refused(
    home: Path, words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["report", "--out", str(home), *words])
    except SystemExit as stop:
        code = int(str(stop.code))
    assert code == 2
    assert why in capsys.readouterr().err
