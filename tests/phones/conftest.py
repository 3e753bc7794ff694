"""Fixtures of the tests of hands on phones: one browser for all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.phones.browser import Browser, browser


@pytest.fixture(scope="package")
def shared_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture
def chromium(shared_browser: Browser) -> Iterator[Browser]:
    """The browser, without open pages."""
    yield shared_browser
    shared_browser.close_pages()
