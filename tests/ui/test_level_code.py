"""Tests of level codes: a level as a short text, and other texts that are pasted by mistake."""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from castlecards import data, level_code, levels
from castlecards.data import DataError
from castlecards.level_code import LARGEST, LONGEST, MARK, WORDS
from castlecards.ui.practice import editor as editor_module
from castlecards.ui.practice import editor_draft, editor_file, pages
from castlecards.ui.routes import Editor, Practice
from castlecards.ui.scene import Push
from tests.ui.driving import Driver

FILES = sorted(path for path in Path("levels").glob("*/*.yaml") if path.stem != "pack")
RANGE = [path for path in FILES if "\ngame: range\n" in path.read_text("utf-8")]


def packed_code(text: bytes) -> str:
    packer = zlib.compressobj(9, zdict=WORDS)
    raw = packer.compress(text) + packer.flush()
    return MARK + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def own_levels() -> list[Path]:
    return sorted(levels.own_folder().glob("*.yaml"))


@pytest.mark.parametrize("path", RANGE[::7], ids=str)
def test_a_level_survives_its_code(path: Path) -> None:
    loaded = levels.load(path.read_text("utf-8"), path.name)
    draft = replace(editor_draft.draft_of(loaded), solution=())
    text = editor_draft.level_text(draft)
    code = level_code.encode(text)
    assert len(code) < 600
    assert code.isascii()
    assert level_code.decode(f"  {code[:50]}\n {code[50:]} ") == text
    again = levels.load(level_code.decode(code), "code", own=True)
    assert replace(editor_draft.draft_of(again), file="") == replace(draft, file="")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "not a level code"),
        ("hello", "not a level code"),
        (MARK, "damaged"),
        (MARK + "!!!!", "damaged"),
        (MARK + "AAAA", "damaged"),
        (MARK + "A" * LONGEST, "not a level code"),
        ("\n" * 10**6, "not a level code"),
        (packed_code(b"level: 1\n" * 20)[:-6], "damaged"),
        (packed_code(b"\xff\xfe"), "damaged"),
        (packed_code(b"a" * (LARGEST + 1)), "damaged"),
        (packed_code(b"a" * 1000) + packed_code(b"b").removeprefix(MARK), "damaged"),
    ],
)
def test_what_is_no_code_is_refused_in_words(code: str, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        level_code.decode(code)
    assert not isinstance(caught.value, DataError)


def test_a_code_never_unpacks_more_than_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """10 MB of zeros make a code of 13 KB; even a shorter one unpacks to LARGEST bytes at most."""
    bomb = packed_code(bytes(3 * 10**6))
    assert len(bomb) < LONGEST
    unpacked = []
    real = zlib.decompressobj

    class Unpacker:
        def __init__(self, zdict: bytes) -> None:
            self.real = real(zdict=zdict)

        def decompress(self, raw: bytes, most: int) -> bytes:
            unpacked.append(len(text := self.real.decompress(raw, most)))
            return text

        def __getattr__(self, name: str) -> object:
            return getattr(self.real, name)

    monkeypatch.setattr(zlib, "decompressobj", Unpacker)
    with pytest.raises(ValueError, match="damaged"):
        level_code.decode(bomb)
    assert unpacked == [LARGEST]


def test_a_level_that_is_too_large_has_no_code() -> None:
    with pytest.raises(ValueError, match="too large"):
        level_code.encode("x" * (LARGEST + 1))


def test_a_code_goes_from_the_editor_to_the_levels(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    clipboard = [""]

    def copy(text: str) -> bool:
        clipboard[0] = text
        return True

    monkeypatch.setattr(editor_module, "copy_text", copy)
    monkeypatch.setattr(pages, "paste_text", lambda: clipboard[0])
    path = RANGE[0]
    loaded = levels.load(path.read_text("utf-8"), path.name)
    driver.app.follow(Push(Editor(loaded)))
    driver.settle()
    driver.click("editor.code")
    assert clipboard[0].startswith(MARK)
    driver.app.follow(Push(Practice()))
    driver.settle()
    for _ in range(2):  # the second is stored beside the first
        driver.click("practice.own")
        driver.click("practice.code")
    assert len(own_levels()) == 2
    titles = [levels.load(path.read_text("utf-8"), path.name).level.title for path in own_levels()]
    assert titles == [loaded.level.title] * 2
    assert loaded.level.title in driver.toast_texts
    assert [level.level.title for pack in levels.packs()[0] for level in pack.levels if level.own]


@pytest.mark.parametrize(
    "text",
    ["- [", "level: 1\n", "level: 1\ngame: range\ntitle: x\n", "a: &a [*a, *a]\n", "{}" * 999],
)
def test_a_bad_level_is_not_stored(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(pages, "paste_text", lambda: packed_code(text.encode()))
    driver.app.follow(Push(Practice()))
    driver.settle()
    driver.click("practice.own")
    driver.click("practice.code")
    assert own_levels() == []
    assert driver.toast_texts


def test_the_name_of_the_file_is_not_taken_from_the_level_unchecked(home: Path) -> None:
    text = RANGE[0].read_text("utf-8").partition("solution:")[0]
    title = next(line for line in text.splitlines() if line.startswith("title:"))
    evil = text.replace(title, 'title: "../../evil"')
    assert editor_file.add(packed_code(evil.encode())) == "../../evil"
    (path,) = own_levels()
    assert path.parent == levels.own_folder() == home / "levels"
    assert data.read_text(path)
