"""What is heard of what happens: by what kind of thing it is, never by the game or its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castlecards.core.session import HUMAN, Session
from castlecards.ui.table.view.script import Cue

Heard = tuple[str, float]  # the name of a sound, and how hard, 0 to 1

CUES: Mapping[str, Heard] = {
    "move": ("slide", 0.5),
    "flip": ("flip", 0.5),
    "shuffle": ("shuffle", 0.5),
}
KINDS: Mapping[str, Heard] = {
    "clash": ("crack", 0.6),
    "effect": ("effect", 0.6),
    "fall": ("fall", 0.8),
    "trick": ("trick", 0.7),
}


def heard(cue: Cue, session: Session[Any]) -> Heard | None:
    """None: nothing."""
    if cue.kind == "ended":
        return farewell(session)
    return KINDS.get(cue.text) if cue.kind == "heard" else CUES.get(cue.kind)


def farewell(session: Session[Any]) -> Heard:
    """The end of a match: as the people at this table take it."""
    owners = zip(session.owners, session.position.result or (), strict=False)
    people = [won for owner, won in owners if owner >= 0 and session.kinds[owner] == HUMAN]
    if any(won > 0.5 for won in people):
        return "win", 0.8
    lost = bool(people) and all(won < 0.5 for won in people)
    return ("lose", 0.7) if lost else ("chime", 0.5)
