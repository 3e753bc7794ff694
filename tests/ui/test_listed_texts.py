"""Tests of the look-up of drawn texts in the list of tools.texts; test_screens uses it for each
shot.
"""

from __future__ import annotations

from contextlib import closing

import pytest

from tests.listed_texts import missing_texts, nearest, strangers
from tests.ui.shots.captured_texts import capture_texts
from tests.ui.shots.catalogue import SHOTS
from tests.ui.shots.stage import Stage, take


@pytest.mark.long
def test_a_text_that_nobody_listed_is_reported_with_its_nearest() -> None:
    shown = ["Settings", "7", "Anna", "king of quests", "Quit the quest now", "To Quinn"]
    assert list(strangers(shown)) == sorted(shown[3:])
    assert nearest("Setings") == "Settings"
    assert missing_texts(shown[:3]) == ""
    assert missing_texts(shown).startswith("'Quit the quest now', nearest: ")


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
    with closing(Stage()) as stage, capture_texts() as shown:
        take(stage, SHOTS[0])
    assert "Settings" in shown
