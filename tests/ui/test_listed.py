"""Every text on the screen is listed by tools.texts, over all pictures that are kept of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets import richtext, typeset
from tests.listed import nearest, strangers
from tests.ui.shots.catalogue import SHOTS
from tests.ui.shots.stage import Stage, take


@contextmanager
def captured() -> Iterator[set[str]]:
    """Set of the texts that are laid out or drawn meanwhile, without lines of a wrapped one.

    Pages of marked-up text are left out: they show the rulebook and other files.
    """
    whole, parts = set[str](), set[str]()
    wrap, fit, image, set_page = Look.wrap, Look.fit, Look.image, typeset.typeset

    def wrapped(look: Look, text: str, *more: Any) -> list[str]:
        lines = wrap(look, text, *more)
        whole.add(text)
        parts.update(line for line in lines if line != text)
        return lines

    def fitted(look: Look, text: str, *more: Any) -> Any:
        short = fit(look, text, *more)
        whole.add(text)
        parts.update({short[0]} - {text})
        return short

    def drawn(look: Look, text: str, *more: Any) -> Any:
        whole.add(text)
        return image(look, text, *more)

    def page(*given: Any) -> Any:
        lines = set_page(*given)
        parts.update(run.text for line in lines for run in line.runs)
        return lines

    with (
        patch.multiple(Look, wrap=wrapped, fit=fitted, image=drawn),
        patch.object(richtext, "typeset", page),
    ):
        yield whole
    whole -= parts


@pytest.mark.long
def test_every_text_on_the_screen_is_listed() -> None:
    stage = Stage()
    try:
        with captured() as shown:
            for shot in SHOTS:
                take(stage, shot)
    finally:
        stage.close()
    found = list(strangers(shown))
    told = "\n".join(f"{text!r}, nearest: {nearest(text)!r}" for text in found[:20])
    assert found == [], told


def test_a_text_that_nobody_listed_is_reported_with_its_nearest() -> None:
    shown = ["Settings", "7", "Anna", "king of quests", "Quit the quest now", "To Quinn"]
    assert list(strangers(shown)) == sorted(shown[3:])
    assert nearest("Setings") == "Settings"


@pytest.mark.parametrize(
    "text",
    [
        "king of clubs",
        "To Anna",
        "Watch (4 s) (F)",
        "Each of your soldiers is worth 3 more until the end of this turn.",
        "match.yaml:31:3: log[11]: 'd33' is neither a card (c12) nor a zone",
    ],
)
def test_a_text_made_of_listed_ones_is_listed(text: str) -> None:
    assert list(strangers([text])) == []


def test_drawn_texts_are_captured_whole() -> None:
    stage = Stage()
    try:
        with captured() as shown:
            take(stage, SHOTS[0])
    finally:
        stage.close()
    assert "Settings" in shown
