"""Test of the page's pictures: it looks as stored at six screen sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.phones.browser import Browser
from tests.phones.pictures import FOLDER, difference, names, take_pictures

pytestmark = [pytest.mark.long, pytest.mark.browser, pytest.mark.golden]

MOST = 6.0  # of 255, mean difference that other fonts make


@pytest.fixture(scope="module")
def drawn(shared_browser: Browser) -> dict[str, bytes]:
    return dict(zip(names(), take_pictures(shared_browser), strict=True))


def stored_picture(name: str) -> bytes:
    return (FOLDER / f"{name}.png").read_bytes()


@pytest.mark.parametrize("name", names())
def test_the_page_looks_as_stored(name: str, drawn: dict[str, bytes], tmp_path: Path) -> None:
    """After an intended change, run `python -m tests.phones.pictures` and look at each picture."""
    found = tmp_path / f"{name}.png"
    found.write_bytes(drawn[name])
    assert difference(drawn[name], stored_picture(name)) <= MOST, found


def test_another_look_is_seen() -> None:
    one, two, *_ = names()
    assert difference(stored_picture(one), stored_picture(two)) > MOST
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(names())
