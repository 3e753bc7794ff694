"""Tests of films: a moment of a match as an animated picture, made while the program runs."""

from __future__ import annotations

import errno
import io
import os
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from castlecards import animation_file, paths, store
from castlecards.core.session import Session
from castlecards.ui.pages import film
from castlecards.ui.pages.film import FilmDialog
from castlecards.ui.routes import Replay
from castlecards.ui.scene import Push
from tests.ui.driving import Driver
from tests.ui.shots.matches import match, until

pytestmark = pytest.mark.long

SIZE = (64, 40)


def exports() -> list[Path]:
    return sorted((paths.data_dir() / "exports").glob("*"))


def begun(driver: Driver, session: Session[object], part: float) -> None:
    """Start a film at a moment of the replay."""
    driver.app.follow(Push(Replay(session)))
    driver.step()
    replay = driver.app.scene
    replay.seek(part)  # type: ignore[attr-defined]
    driver.step()
    replay.find("film").activate()
    driver.step()


def finish_film(driver: Driver) -> None:
    with driver.without_drawing():
        for _ in range(3000):
            driver.step()
            if driver.scene != "FilmDialog":
                return
            dialog = driver.app.scene
            assert isinstance(dialog, FilmDialog)
            if dialog._thread is not None:
                time.sleep(0.01)
    raise AssertionError("the film is never done")


@pytest.mark.parametrize("name", ["barrage-2", "castle"])
def test_a_moment_becomes_a_film(driver: Driver, name: str) -> None:
    begun(driver, match(name), 0.5)
    assert driver.scene == "FilmDialog"
    finish_film(driver)
    assert driver.scene == "Replay"
    (path,) = exports()
    assert str(path) in driver.toast_texts
    assert path.stat().st_size <= 4_000_000
    with Image.open(path) as image:
        assert image.format == "WEBP"
        assert image.size == film.SIZE
        assert image.n_frames > 5  # cards move, also with reduced motion
        seconds = 0
        for n in range(image.n_frames):
            image.seek(n)
            image.load()
            seconds += image.info["duration"]
    assert 1500 < seconds < 9000
    assert driver.app.settings.reduced_motion


def test_a_match_that_goes_on_has_films_too(driver: Driver) -> None:
    begun(driver, until("castle", lambda session: session.at == 40), 0.5)
    finish_film(driver)
    (path,) = exports()
    assert "40-moves" in path.stem


def test_a_film_that_is_given_up_leaves_nothing(driver: Driver) -> None:
    begun(driver, match("castle"), 0.5)
    driver.step()
    driver.key("escape")
    assert driver.scene == "Replay"
    assert exports() == []


def test_without_pillow_it_says_how_to_get_it(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    begun(driver, match("castle"), 0.5)
    assert driver.scene == "Replay"
    assert 'pip install "castlecards[share]"' in driver.toast_texts


def test_a_full_disk_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(path: Path, raw: bytes) -> None:
        raise store.StoreError(store.sentence(OSError(errno.ENOSPC, os.strerror(28)), path))

    monkeypatch.setattr(store, "write_bytes", fails)
    begun(driver, match("castle"), 0.5)
    finish_film(driver)
    assert "the disk is full" in driver.toast_texts
    assert exports() == []


def noise(seed: int) -> bytes:
    return bytes((x * x * seed + x // 7) % 251 for x in range(SIZE[0] * SIZE[1] * 3))


def test_quality_goes_down_until_the_file_is_small_enough() -> None:
    frames = [noise(n) for n in range(1, 7)]
    large = animation_file.encode(frames, SIZE, [50] * 6)
    small = animation_file.encode(frames, SIZE, [50] * 6, len(large) - 1)
    assert len(small) < len(large)
    with Image.open(io.BytesIO(small)) as image:
        assert image.n_frames == 6
    with pytest.raises(ValueError, match="too large"):
        animation_file.encode(frames, SIZE, [50] * 6, 100)
