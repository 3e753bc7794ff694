"""Throws into the record: every landing and every foul, at whatever table."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from castlecards.core.cards import NATURE, Seat
from castlecards.core.landing import FOULS, Throw
from castlecards.core.session import Session
from castlecards.practice import verdicts
from castlecards.practice.throws import Thrown
from castlecards.store import StoreError

if TYPE_CHECKING:
    from castlecards.ui.services import Services


class Notes:
    """Writes the throws of one session; the player is told once where that fails.

    `layout`: what is thrown at, "" for the game's own table; `level`: its id, if it is one.
    """

    def __init__(
        self, app: Services, session: Session[Any], layout: str = "", level: str = ""
    ) -> None:
        self.app = app
        self.session = session
        self.about = {"layout": layout or session.game.id, "level": level}
        self.trial = ""  # one of throws.TRIALS: what is thrown now counts for nothing
        self.told = False

    def played(self, method: int) -> Thrown | None:
        """After an action has been played: the line of a throw that has come to rest just now, or
        of a foul that counts; None for all else. `method`: that of a hand that fouled just now."""
        session = self.session
        at = session.at - 1
        if at < 0:
            return None
        record, before = session.log[at], session.positions[at]
        throw = before.decision.aim if before.decision is not None else None
        if record.seat == NATURE and isinstance(throw, Throw):
            seat = next((r.seat for r in reversed(session.log[:at]) if r.seat != NATURE), 0)
            if session.computer(session.owner(seat)):
                return None  # the record is of people's hands
            when = self._when(seat)
            return self._add(
                verdicts.thrown(before, seat, throw, record.action, **when, **self.about)
            )
        if record.action.verb == "foul" and not session.computer(session.owner(record.seat)):
            return self.foul(record.seat, record.action.args[0], method)
        return None

    def foul(self, seat: Seat, kind: int, method: int) -> Thrown | None:
        """A hand movement that was no throw; `kind`: index into FOULS."""
        if not 0 <= kind < len(FOULS):
            return None
        return self._add(verdicts.foul(method, kind, **self._when(seat), **self.about))

    def _when(self, seat: Seat) -> dict[str, str]:
        now = datetime.datetime.now().isoformat(timespec="seconds")
        assist = self.app.settings.assist
        player = self.session.name(seat)
        return {"time": now, "player": player, "assist": assist, "trial": self.trial}

    def _add(self, line: Thrown) -> Thrown:
        try:
            if told := self.app.throws.add(line):
                self.app.notify(told, "error")
        except StoreError as error:
            if not self.told:
                self.app.notify(str(error), "error")
            self.told = True
        return line
