"""Sample matches and saves for the tests of damaged files, with all kinds of damage."""

from __future__ import annotations

from functools import cache
from typing import Any

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core.cards import NATURE
from castlecards.core.rng import noise
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.toss.nature import Nature

NAMES = ("Anna", "Bert", "Cleo", "Dan", "Eve", "Fay")


def played(game: str, moves: int, players: int = 2, seed: int = 5) -> Session[Any]:
    """Return a random match after some log records, with throws decided by physics."""
    kind = games()[game]
    session = Session(kind, kind.options(), players, seed, names=NAMES[:players])
    for move in range(moves):
        decision = session.decision
        if decision is None:
            break
        if decision.seat == NATURE:
            session.submit(NATURE, Nature().choose(kind, session.view(NATURE)))
        else:
            number = noise(seed, move, 1)[0]
            session.submit(decision.seat, random_action(decision, number))
    return session


@cache
def text(game: str = "card_barrage", moves: int = 30, players: int = 2, seed: int = 5) -> str:
    """Return the text of its save."""
    return dump_session(played(game, moves, players, seed))


def log_line(save: str, number: int) -> int:
    """Return the line of the file, counted from 1, that holds a record of the log."""
    lines = save.splitlines()
    return lines.index("log:") + 2 + number


def with_line_replaced(save: str, number: int, words: str) -> str:
    """Return the save with one line of its log replaced."""
    lines = save.splitlines()
    lines[log_line(save, number) - 1] = f"- '{words}'"
    return "\n".join(lines) + "\n"


ALIAS_BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
# Files that are no saves, by name: the bytes, and words that the error message must contain.
RUBBISH: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "the file is empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "is not UTF-8 text"),
    "zeros": (bytes(4096), "a text file can’t have"),
    "prose": (b"Dear Anna, we have moved.\n", "game: expected one of"),
    "another program's": (b"version: 3\nplayers: [1, 2]\n", "game: expected one of"),
    "no version": (b"game: card_barrage\nplayers: 2\n", "missing key"),
    "an alias bomb": (ALIAS_BOMB.encode(), "anchors (&) and aliases (*) are not allowed"),
    "too deep": (b"game: " + b"[" * 5000, "are nested more than"),
    "50 MB": (b"- 'x: y'\n" * 5_500_000, "is too large"),
}
