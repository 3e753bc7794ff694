"""What a table still shows of the throws before: how often what lies at a place was hit, and whose
card is in the air."""

from __future__ import annotations

from typing import Any

from castlecards.core.cards import NATURE, CardId, Zone
from castlecards.core.landing import Throw
from castlecards.core.session import Record, Session
from castlecards.ui.table.view.works import Wear

STORMED = 3  # hits that a bare one counts for: it lies in ruins


class Scars:
    """Of one match; what a line of the log did is worked out once."""

    def __init__(self, session: Session[Any]) -> None:
        self._session = session
        self._lines: list[tuple[Record, tuple[Zone, ...]]] = []

    def at(self, at: int) -> Wear:
        """How things stand before line `at` of the log."""
        log, lines = self._session.log, self._lines
        kept = 0
        while kept < min(at, len(lines)) and lines[kept][0] is log[kept]:
            kept += 1
        del lines[kept + 1 :]
        for n in range(kept, at):
            lines[n:] = [(log[n], self._struck(n))]
        found: dict[Zone, int] = {}
        for _, zones in lines[:at]:
            for zone in zones:
                found[zone] = found.get(zone, 0) + 1
        return found

    def thrown(self, at: int) -> tuple[CardId, int] | None:
        """The card that is in the air before line `at`, and the side that threw it."""
        asked = self._session.positions[at].decision
        if asked is None or not isinstance(asked.aim, Throw) or not at:
            return None
        return asked.aim.card, self._session.start.box.sides[self._session.log[at - 1].seat]

    def _struck(self, n: int) -> tuple[Zone, ...]:
        """The places hit by line `n`, as often as that counts."""
        record, pos = self._session.log[n], self._session.positions[n]
        thrown = pos.decision is not None and isinstance(pos.decision.aim, Throw)
        if record.seat != NATURE or not thrown:
            return ()
        blow = self._session.game.blow(pos, record.action)
        if blow is None:
            return ()
        times = STORMED if blow.storms else 1
        zones = [pos.zone_of(card) for card in blow.hits]
        return tuple(z for z in zones if pos.box.zones[z].works == "yard" for _ in range(times))
