"""Seating of the computer players of a match, and the questions they are asked.

A question holds the view and the events of the seat, never the position. Its seed follows from the
match and the move number, so the same match played again gets the same answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from castlecards.core.action import Decision
from castlecards.core.cards import Seat
from castlecards.core.events import Event, seen_by
from castlecards.core.reminders import watched_zones
from castlecards.core.rng import noise
from castlecards.core.session import Session
from castlecards.core.view import View
from castlecards.players.characters import (
    Bias,
    Character,
    CharacterHeuristics,
    Characters,
    ThrowingHand,
)
from castlecards.players.levels import Level, level
from castlecards.players.player import Question, Think


@dataclass(frozen=True)
class ComputerSeat:
    """Computer player at the table. `character`: None for a plain level."""

    name: str
    level: Level
    character: Character | None = None

    @property
    def hand(self) -> ThrowingHand:
        return (
            self.character.hand
            if self.character is not None
            else ThrowingHand(error=self.level.hand)
        )


class Seating:
    """Computer players of one session, and the events that each seat has seen.

    `characters`: those known. A plain level plays for a character that is not among them.
    """

    def __init__(self, session: Session[Any], characters: Characters) -> None:
        self.session = session
        self.characters = characters
        self._events: dict[Seat, list[Event]] = {}
        self._lines: dict[Seat, list[object]] = {}  # records of the log that `_events` includes
        self._ends: dict[Seat, list[int]] = {}  # number of events after each of them

    @property
    def missing_characters(self) -> tuple[str, ...]:
        """Ids of characters of the match that are not known any more."""
        return tuple(id for id in self.session.characters if id and id not in self.characters)

    def computer_player(self, player: int) -> ComputerSeat | None:
        """Computer player by the number of the player; None for a person and for a player that
        needs no question."""
        session = self.session
        strength = level(session.kinds[player]) if session.is_computer(player) else None
        if strength is None:
            return None
        character = self.characters.get(session.characters[player])
        return ComputerSeat(session.names[player], strength, character)

    def question(self, decision: Decision) -> Question:
        """Question for the computer player at the seat of `decision`. Raises ValueError if none
        sits there."""
        session, seat = self.session, decision.seat
        player = self.computer_player(session.owner(seat))
        if player is None or session.game.advice is None:
            raise ValueError(f"no computer player sits at seat {seat}")
        return self._question(seat, player, player.level.think(self._seed()))

    def ponder_question(self, decision: Decision) -> Question | None:
        """Question for the next computer player that thinks while the seat of `decision` decides;
        None if there is none."""
        session = self.session
        seats = len(session.owners)
        for seat in [(decision.seat + n) % seats for n in range(1, seats)]:
            player = self.computer_player(session.owner(seat))
            if player is not None and player.level.ahead and session.game.advice is not None:
                think = Think(player.level.ahead, seed=self._seed(), ahead=True)
                return self._question(seat, player, think)
        return None

    def _seed(self) -> int:
        """Seed of the decision that is asked now."""
        return noise(self.session.seed, self.session.at, 1)[0]

    def _question(self, seat: Seat, player: ComputerSeat, think: Think) -> Question:
        """Question for the computer player at a seat."""
        session, thrower = self.session, player.hand.thrower
        advice = session.game.advice
        assert advice is not None
        advice = advice.for_thrower(thrower)
        if player.character is not None and player.character.bias != Bias():
            advice = CharacterHeuristics(advice, player.character.bias)
        return Question(advice, session.view(seat), self.events_seen(seat), think, thrower)

    def coach_input(self, seat: Seat) -> tuple[View, tuple[Event, ...]]:
        """Input of a coach for this seat: the view that the table shows, and the events of the
        seat; no events if there are piles of which players must not be reminded."""
        shown = self.session.shown(seat)
        return shown, () if watched_zones(shown.position.box) else self.events_seen(seat)

    def events_seen(self, seat: Seat) -> tuple[Event, ...]:
        """Events that this seat has seen up to now, from the set-up on."""
        session = self.session
        events = self._events.setdefault(seat, [seen_by(e, seat) for e in session.opening])
        lines = self._lines.setdefault(seat, [])
        ends = self._ends.setdefault(seat, [len(events)])
        log = session.log[: session.at]
        unchanged = next(
            (n for n, (a, b) in enumerate(zip(lines, log, strict=False)) if a is not b),
            min(len(lines), len(log)),
        )
        del lines[unchanged:], ends[unchanged + 1 :], events[ends[unchanged] :]
        for record in log[unchanged:]:
            events += [seen_by(event, seat) for event in record.events]
            lines.append(record)
            ends.append(len(events))
        return tuple(events)
