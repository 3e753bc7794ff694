"""Tests of printed matches: a change of the rules shows as a readable difference."""

from __future__ import annotations

from typing import Any

import pytest

from castlecards.core.game import Game
from tools.transcript import FOLDER, matches, transcript

MATCHES = list(matches())


@pytest.mark.parametrize(
    ("name", "game", "players", "options"), MATCHES, ids=[match[0] for match in MATCHES]
)
def test_the_match_is_played_as_it_was(
    name: str, game: Game[Any], players: int, options: dict[str, Any]
) -> None:
    """After an intended change, run tools/transcript.py --update and read the difference."""
    stored = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(game, players, options).splitlines() == stored.splitlines()


def test_no_transcript_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {match[0] for match in MATCHES}
