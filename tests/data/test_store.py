from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from castlecards import store
from castlecards.store import StoreError
from tests.os_errors import failing


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def number(path: Path) -> int:
    return int(path.read_text())


def test_the_last_three_generations_stay(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.yaml"
    for text in ("1", "2", "3", "4"):
        store.write(path, text)
    assert files(path.parent) == {"a.yaml": "4", "a.yaml.1": "3", "a.yaml.2": "2"}


def test_a_file_system_without_links_keeps_generations_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    for text in ("1", "2"):
        store.write(tmp_path / "a.yaml", text)
    assert files(tmp_path) == {"a.yaml": "2", "a.yaml.1": "1"}


def test_a_slow_disk_takes_the_text_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.write
    monkeypatch.setattr(os, "write", lambda handle, raw: whole(handle, raw[:3]))
    store.write(tmp_path / "a.yaml", "card by card\n")
    assert files(tmp_path) == {"a.yaml": "card by card\n"}


def test_an_append_that_fails_half_way_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, whole, left = tmp_path / "a.yaml", os.write, [3]

    def fill(handle: int, raw: bytes) -> int:
        if not left:
            raise OSError(errno.ENOSPC, "")
        return whole(handle, raw[: left.pop()])

    store.write(path, "one\n")
    monkeypatch.setattr(os, "write", fill)
    with pytest.raises(StoreError, match="the disk is full"):
        store.append(path, "another\n")
    assert files(tmp_path) == {"a.yaml": "one\n"}


def test_what_is_synced_is_brought_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, synced = tmp_path / "a.yaml", list[int]()
    store.write(path, "one\n")
    store.append(path, "two\n")
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    store.sync(path)
    assert synced == [path.stat().st_ino]


def test_a_file_beyond_all_saved_games_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST", 5)
    path = tmp_path / "a.yaml"
    for text, content in (("12345", b"12345"), ("123456", None)):
        path.write_text(text)
        assert store.content(path) == content


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.yaml")
    assert store.content(tmp_path / "a.yaml") is None


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "real.yaml"
    store.write(real, "1")
    link = tmp_path / "a.yaml"
    link.symlink_to(real)
    store.write(link, "2")
    assert link.is_symlink()
    assert real.read_text() == "2"


def test_what_a_link_leads_to_has_its_generations(tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "real.yaml"
    link = tmp_path / "a.yaml"
    link.symlink_to(real)  # the target does not exist yet
    for text in ("1", "2", "three"):
        store.write(link, text)
    assert files(real.parent) == {"real.yaml": "three", "real.yaml.1": "2", "real.yaml.2": "1"}
    assert store.newest(link, number)[0] == 2
    assert (real.parent / "real.yaml.broken-1").read_text() == "three"
    found = store.entry(link)
    assert found.path == link
    store.remove(link)
    assert files(real.parent) == {"real.yaml.broken-1": "three"}
    assert link.is_symlink()
    store.write(link, "4")
    assert real.read_text() == "4"


def test_files_are_for_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("of an older program")
    path.chmod(0o644)
    store.write(path, "1")
    store.write(path, "2")
    store.write_bytes(tmp_path / "b.png", b"3")
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


@pytest.mark.parametrize(
    ("call", "code", "sentence"),
    [
        ("write", errno.ENOSPC, "the disk is full. The old file is unchanged."),
        ("fsync", errno.EDQUOT, "the disk is full. The old file is unchanged."),
        ("fsync", errno.EIO, "Input/output error."),
        ("replace", errno.EACCES, "permission denied in {}."),
        ("open", errno.EROFS, "permission denied in {}."),
    ],
)
def test_a_write_that_fails_says_why_and_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, code: int, sentence: str
) -> None:
    path = tmp_path / "a.yaml"
    store.write(path, "before")
    with monkeypatch.context() as patch:
        patch.setattr(os, call, failing(code))
        with pytest.raises(StoreError) as caught:
            store.write(path, "after")
    assert str(caught.value) == f"a.yaml was not saved: {sentence.format(tmp_path)}"
    assert set(files(tmp_path).values()) == {"before"}
    assert path.exists()
    store.write(path, "after")
    assert files(tmp_path)["a.yaml"] == "after"


def test_a_folder_that_is_really_read_only(without_root: None) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store.write(folder / "a.yaml", "before")
        folder.chmod(0o500)
        with pytest.raises(StoreError, match=f"permission denied in {folder}"):
            store.write(folder / "a.yaml", "after")
        assert files(folder) == {"a.yaml": "before"}
        folder.chmod(0o700)


@pytest.mark.parametrize("place", ["file/a.yaml", "file/folder/a.yaml"])
def test_a_file_where_a_folder_should_be(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"^a\.yaml was not saved: .* is not a folder\.$"):
        store.write(tmp_path / place, "text")


KILLED = """
import os, signal, sys
from pathlib import Path
from castlecards import store
whole = getattr(os, sys.argv[2])
calls = 0
def kill(*args, **kwargs):
    global calls
    calls += 1
    if calls == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
    return whole(*args, **kwargs)
setattr(os, sys.argv[2], kill)
store.write(Path(sys.argv[1]), "after")
"""


@pytest.mark.parametrize(
    ("call", "time"),
    [("write", 1), ("fsync", 1), ("replace", 1), ("link", 1), ("replace", 2), ("fsync", 2)],
)
def test_killed_at_any_moment_the_file_is_whole(tmp_path: Path, call: str, time: int) -> None:
    path = tmp_path / "a.yaml"
    for text in ("1", "2"):
        store.write(path, text)
    command = [sys.executable, "-c", KILLED, str(path), call, str(time)]
    done = subprocess.run(command, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == -signal.SIGKILL
    assert path.read_text() == ("after" if (call, time) == ("fsync", 2) else "2")
    store.write(path, "3")
    assert path.read_text() == "3"


def test_what_a_killed_program_left_is_swept_up_after_a_while(tmp_path: Path) -> None:
    old, new = tmp_path / ".a.yaml.1.tmp", tmp_path / ".a.yaml.2.tmp"
    for path in (old, new):
        path.write_text("half")
    os.utime(old, (1, 1))
    store.write(tmp_path / "a.yaml", "whole")
    assert sorted(files(tmp_path)) == [".a.yaml.2.tmp", "a.yaml"]


# Damaged files


def test_a_broken_file_is_put_aside_and_the_generation_before_it_taken(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    for text in ("1", "2", "three"):
        store.write(path, text)
    value, told = store.newest(path, number)
    assert value == 2
    assert told == (
        "invalid literal for int() with base 10: 'three'; a.yaml was renamed to a.yaml.broken-1."
        "\nThe last good version, a.yaml.1, is in use."
    )
    store.write(path, "4")
    assert store.newest(path, number) == (4, "")
    assert (tmp_path / "a.yaml.broken-1").read_text() == "three"


def test_broken_files_never_cover_each_other(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    for text in ("x", "y", "z"):
        store.write(path, text)
        assert store.newest(path, number)[0] is None
    broken = [(tmp_path / f"a.yaml.broken-{n}").read_text() for n in (1, 2, 3)]
    assert broken == ["x", "y", "z"]
    assert not path.exists()


def test_no_file_is_no_value_and_no_complaint(tmp_path: Path) -> None:
    assert store.newest(tmp_path / "a.yaml", number) == (None, "")


def test_a_file_that_cannot_be_opened_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    store.write(path, "1")
    with pytest.raises(StoreError, match=r"^a\.yaml was not read: permission denied"):
        store.newest(path, failing(errno.EACCES))
    assert files(tmp_path) == {"a.yaml": "1"}


def test_a_broken_file_in_a_read_only_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.yaml"
    store.write(path, "x")
    monkeypatch.setattr(os, "replace", failing(errno.EROFS))
    with pytest.raises(StoreError, match=r"^a\.yaml was not renamed: permission denied"):
        store.newest(path, number)


# List of saved games


def test_saves_are_listed_by_title_newest_first(home: Path) -> None:
    store.write(store.autosave_file(), "game: x\n", "Ann against Bob")
    first = store.new_file("Ann against Bob")
    store.write(first, "game: x\n", "Ann\nagainst \x1b Bob\0" + "!" * 500)
    second = store.new_file("Ann against Bob")
    store.write(second, "no title\n")
    (home / "saves" / "broken.yaml").write_bytes(b"# \xff\xfe" + b"\0" * 100_000)
    (home / "saves" / "folder.yaml").mkdir()
    times = {store.autosave_file(): 300, second: 200, first: 100, home / "saves/broken.yaml": 50}
    for path, time in times.items():
        os.utime(path, (time, time))
    found = store.saves()
    assert [entry.path for entry in found] == list(times)
    titles = [entry.title for entry in found]
    assert titles[:2] == ["Ann against Bob", "ann-against-bob-2"]
    assert titles[2].startswith("Ann against Bob !!!")
    assert len(titles[2]) == store.TITLE
    assert all(title.isprintable() and title for title in titles)
    assert found[0].date.timestamp() == 300


def test_listing_reads_one_line_of_a_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.write(store.autosave_file(), "a: 1\n" * 100_000, "Long")
    for whole in ("read_text", "read_bytes"):
        monkeypatch.setattr(Path, whole, lambda _: pytest.fail("the whole file was read"))
    assert [entry.title for entry in store.saves()] == ["Long"]


def test_no_folder_no_saves(home: Path) -> None:
    assert store.saves() == ()


@pytest.mark.parametrize("title", ["Äöü", "../../etc/passwd", "autosave", "", "x" * 300])
def test_a_new_file_lies_in_the_folder_and_is_new(home: Path, title: str) -> None:
    first = store.new_file(title)
    store.write(first, "1")
    second = store.new_file(title)
    assert first.parent == second.parent == home / "saves"
    assert len({first, second, store.autosave_file()}) == 3


def test_removing_takes_the_generations_along(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    for text in ("1", "2", "3"):
        store.write(path, text)
    (tmp_path / "b.yaml").write_text("other")
    store.remove(path)
    store.remove(path)
    assert files(tmp_path) == {"b.yaml": "other"}


def test_removing_where_nothing_may_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.yaml").write_text("1")
    monkeypatch.setattr(os, "unlink", failing(errno.EACCES))
    with pytest.raises(StoreError, match=r"^a\.yaml was not deleted: permission denied"):
        store.remove(tmp_path / "a.yaml")
