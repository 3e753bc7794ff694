"""Characters of computer players: one file each, the same set for all games.

A character has a level (how well it plays), a bias (which kinds of actions it prefers) and a hand
(how it throws). Descriptions are made from these data (`how`, `throws`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice, Deal
from castlecards.core.belief import Luck
from castlecards.core.cards import Seat, Zone
from castlecards.core.events import Event
from castlecards.core.landing import METHODS, Thrower
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.players.levels import Level, level
from castlecards.texts import counted

FORMAT = 1
BIAS = 0.25, 4.0  # range of a bias, so that no character plays absurdly
ERRORS = 0.3, 3.0  # range of the error of a hand; 1: that of a practised person
STEADY = ((0.75, "a very steady hand"), (1.05, "a steady hand"), (1.4, "a hand that wavers"))
Method = Literal["lob", "frisbee", "flip"]  # landing.METHODS
Emblem = Literal[
    "castle", "circuit", "coins", "crown", "dragon", "jester", "seal", "shield", "siege", "swords",
    "tower", "trebuchet",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Arm:
    """Hand of a character. `error`: 1 is that of a practised person, 2 is twice as far off."""

    error: float = 1.0
    methods: tuple[Method, ...] = ("lob", "frisbee", "flip")

    @property
    def thrower(self) -> Thrower:
        return Thrower(self.error, tuple(METHODS.index(method) for method in self.methods))

    def __post_init__(self) -> None:
        low, high = ERRORS
        if not low <= self.error <= high:
            raise ValueError(f"error: expected {low:g} to {high:g}, got {self.error:g}")
        if not self.methods:
            raise ValueError("methods: expected at least one")


@dataclass(frozen=True, kw_only=True)
class Bias:
    """Factors on the weights of the rules of thumb, for attacking, building and waiting."""

    attack: float = 1.0
    build: float = 1.0
    wait: float = 1.0

    def __post_init__(self) -> None:
        low, high = BIAS
        for name, value in dataclasses.asdict(self).items():
            if not low <= value <= high:
                raise ValueError(f"{name}: expected {low:g} to {high:g}, got {value:g}")


@dataclass(frozen=True, kw_only=True)
class Character:
    """Content of a character file."""

    character: int
    name: str
    emblem: Emblem
    colour: Literal["green", "blue", "red", "violet", "gold", "teal", "rose", "grey"]
    level: Literal["page", "squire", "knight", "marshal", "regent"]
    temper: str  # one sentence
    bias: Bias = dataclasses.field(default_factory=Bias)
    hand: Arm = dataclasses.field(default_factory=Arm)

    def __post_init__(self) -> None:
        if self.character != FORMAT:
            raise ValueError(f"character: this program reads format {FORMAT}, not {self.character}")
        if not 0 < len(self.name.strip()) <= 24 or not self.name.isprintable():
            raise ValueError("name: expected 1 to 24 letters")
        if not 0 < len(self.temper.strip()) <= 90 or not self.temper.isprintable():
            raise ValueError("temper: expected a sentence of at most 90 letters")

    @property
    def strength(self) -> Level:
        found = level(self.level)
        assert found is not None
        return found


def how(thinks: Level) -> str:
    """Description of how a player of this level thinks, from its numbers."""
    words = "goes by rules of thumb"
    if thinks.simulations:
        words = f"tries {counted(thinks.simulations, 'line')} of play a move"
    if thinks.error:
        words += f", {round(100 * thinks.error)} % by whim"
    return words


def throws(arm: Arm) -> str:
    """Description of how a hand throws, from its numbers."""
    steady = next((words for most, words in STEADY if arm.error <= most), "an unsure hand")
    if set(arm.methods) == set(METHODS):
        return steady
    named = {"lob": "lobs", "frisbee": "Frisbees", "flip": "flips"}
    return f"{steady}, {' and '.join(named[method] for method in arm.methods)} only"


class CharacterHeuristics(Advice[Any]):
    """Heuristics of a game with the bias of a character: weights of its own actions are scaled, and
    an action of weight 0 keeps it."""

    def __init__(self, advice: Advice[Any], seat: Seat, bias: Bias) -> None:
        self.advice = advice
        self.seat = seat
        self.bias: dict[str, float] = dataclasses.asdict(bias)
        # plain attributes of Advice that a search reads
        self.boundary = advice.boundary  # type: ignore[misc]
        self.rollout = advice.rollout  # type: ignore[misc]
        self.worlds = advice.worlds  # type: ignore[misc]

    def weights(
        self, pos: Position[Any], decision: Decision, options: Sequence[Action]
    ) -> list[float]:
        return self._biased(self.advice.weights(pos, decision, options), decision, options)

    def prior(
        self, pos: Position[Any], decision: Decision, options: Sequence[Action]
    ) -> list[float]:
        return self._biased(self.advice.prior(pos, decision, options), decision, options)

    def _biased(
        self, found: list[float], decision: Decision, options: Sequence[Action]
    ) -> list[float]:
        if decision.seat != self.seat:
            return found
        moods = self.advice.moods
        return [
            weight * self._bias(moods, action)
            for weight, action in zip(found, options, strict=True)
        ]

    def _bias(self, moods: Mapping[str, str], action: Action) -> float:
        mood = "wait" if action == PASS else moods.get(action.verb, "")
        return self.bias.get(mood, 1.0)

    def options(self, pos: Position[Any], decision: Decision) -> tuple[Action, ...]:
        return self.advice.options(pos, decision)

    def branches(
        self, pos: Position[Any], decision: Decision, options: Sequence[Action]
    ) -> tuple[Action, ...]:
        return self.advice.branches(pos, decision, options)

    def exact(self, pos: Position[Any]) -> tuple[float, ...] | None:
        return self.advice.exact(pos)

    def evaluate(self, pos: Position[Any]) -> tuple[float, ...]:
        return self.advice.evaluate(pos)

    def quiet(self, pos: Position[Any]) -> bool:
        return self.advice.quiet(pos)

    def chance(self, pos: Position[Any], decision: Decision, luck: Luck) -> Action:
        return self.advice.chance(pos, decision, luck)

    def by(self, thrower: Thrower) -> CharacterHeuristics:
        return CharacterHeuristics(self.advice.by(thrower), self.seat, Bias(**self.bias))

    def throws(self, pos: Position[Any], decision: Decision) -> tuple[Action, ...]:
        return self.advice.throws(pos, decision)

    def goal(self, pos: Position[Any], action: Action) -> Zone:
        return self.advice.goal(pos, action)

    def idle(self, pos: Position[Any], decision: Decision) -> bool:
        return self.advice.idle(pos, decision)

    def believe(self, view: View, told: Sequence[Event]) -> Deal:
        return self.advice.believe(view, told)
