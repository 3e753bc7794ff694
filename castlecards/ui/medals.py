"""Medals of the player, from all records, and the notice about a new one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from castlecards import database, levels
from castlecards.practice import medals, progress, throws
from castlecards.practice.medals import MEDALS, MatchResult, MedalRecords
from castlecards.store import StoreError
from castlecards.texts import ntr, tr
from castlecards.today import record
from castlecards.ui import history
from castlecards.ui.history import FinishedGame

WEEK = 7  # days


def read(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Read the date of each medal won, by id, and those of them that are not stored yet.

    `folder`: folder of the records.

    Raises StoreError.
    """
    records = database.file(folder)
    levels_tried = progress.read(records)[0].levels
    attempts = record.read(record.file(folder))
    week = attempts.reached(WEEK)
    found = medals.won(
        MedalRecords(
            throws.results(records),
            [_match(game) for game in history.read(records)[0].games],
            levels_tried,
            frozenset(best.level for best in levels_tried if levels.is_puzzle(best.level)),
            [(one.date.isoformat(), one.medal) for one in attempts.attempts if one.counts],
            week.isoformat() if week is not None else "",
        )
    )
    kept = medals.kept(levels_tried)
    return found | kept, {id: date for id, date in found.items() if id not in kept}


def tell_new(tell: Callable[[str, str], object], folder: Path) -> None:
    """Store the medals won since the last call and tell the player, once for each.

    `folder`: folder of the records."""
    try:
        _, new = read(folder)
        if new:
            dates = {progress.MEDAL + id: date for id, date in new.items()}
            progress.mark(dates, database.file(folder))
    except StoreError:
        return  # who wrote the record has told of the trouble
    fresh = [medal for medal in MEDALS if medal.id in new]
    if len(fresh) == 1:
        text = tr("New medal: {title}. {reason}", title=fresh[0].title, reason=fresh[0].reason)
        tell(text, "note")
    elif fresh:
        tell(ntr(len(fresh), "{n} new medal", "{n} new medals: see the statistics"), "note")


def _match(game: FinishedGame) -> MatchResult:
    """Match of the history as the medals see it; one without computer players has no opponents."""
    computers = {other.player for other in game.opponents}
    people = [result for n, result in enumerate(game.results) if n not in computers]
    others = tuple((one.character, one.level) for one in game.opponents if not one.partner)
    # A match without people, or without opponents, is neither won nor lost.
    best = max(people) if people and others else 0.5
    return MatchResult(game.date, game.game, best, others)
