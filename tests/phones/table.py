"""Table without a screen whose seats are all played on phones, for tests and the benchmark."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import Seat
from castlecards.core.game import Game
from castlecards.core.landing import Throw
from castlecards.core.referee import Human, Over, Physics, Waive, due
from castlecards.core.rng import noise
from castlecards.core.session import HUMAN, Session
from castlecards.phones.answer import Answer, OptionAnswer, ThrowAnswer
from castlecards.phones.choice import choice_of
from castlecards.phones.message import Notes, phone_message
from castlecards.toss.dice import Dice
from tests.games.play import random_answer


@dataclass
class PhoneTable:
    """Match of people with phones. Automatic answers are played as at the table."""

    session: Session[Any]
    refused: dict[Seat, str] = field(default_factory=dict)  # message about the last flick
    late: int = 0  # answers that changed nothing

    def states(self) -> dict[Seat, bytes]:
        """Return the newest message of each seat that a person plays."""
        session = self.session
        return {
            seat: phone_message(session, seat, notes=Notes(foul=self.refused.get(seat, "")))
            for seat, owner in enumerate(session.owners)
            if owner >= 0
        }

    def settle(self) -> None:
        """Play until a person is asked or the match is over."""
        while not isinstance(asked := due(self.session), Human | Over):
            decision = asked.decision
            if isinstance(asked, Physics) and isinstance(decision.aim, Throw):
                seed = noise(self.session.seed, self.session.at, 1)[0]
                action: Action = Dice(seed).landing(self.session.position, decision.aim)
            elif isinstance(asked, Waive):
                action = asked.action
            else:
                action = random_answer(
                    self.session.game, self.session.position, self.session.seed, self.session.at
                )
            self.session.submit(decision.seat, action)

    def take(self, answers: Iterable[tuple[Seat, Answer]]) -> bool:
        """Play answers of phones. Return True if one changed the match or was refused."""
        changed = False
        for seat, answer in answers:
            assert isinstance(answer, OptionAnswer | ThrowAnswer)
            choice = choice_of(self.session, seat, answer)
            if choice is None:
                self.late += 1
                continue
            changed = True
            self.refused.clear()
            if choice.action is None:
                self.refused[seat] = choice.refusal
            else:
                self.session.submit(seat, choice.action)
                self.settle()
        return changed


def phone_table(game: Game[Any], players: int, seed: int, options: Any = None) -> PhoneTable:
    """Deal a match of people with phones, up to the first question."""
    options = game.options() if options is None else options
    table = PhoneTable(Session(game, options, players, seed, (HUMAN,) * players))
    table.settle()
    return table
