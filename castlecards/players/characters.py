"""Characters of computer players: one file each, the same set for all games.

A character has a level (how well it plays), a bias (which kinds of actions it prefers) and a hand
(how it throws). Descriptions are made from these data (`how`, `throws`).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice, Deal
from castlecards.core.belief import RandomSource
from castlecards.core.cards import Zone
from castlecards.core.events import Event
from castlecards.core.landing import METHODS, Thrower
from castlecards.core.position import Position
from castlecards.core.session import HUMAN
from castlecards.core.view import View
from castlecards.players.levels import Level, level
from castlecards.texts import ntr, tr

FORMAT = 1
BIAS = 0.25, 4.0  # range of a bias, so that no character plays absurdly
ERRORS = 0.3, 3.0  # range of the error of a hand; 1: that of a practised person
STEADY = (  # greatest error of a hand, and what it is called
    (0.75, tr("Throws with a very steady hand.")),
    (1.05, tr("Throws with a steady hand.")),
    (1.4, tr("Throws with an unsteady hand.")),
)
UNSURE = tr("Often misses.")
ONLY = {  # methods of a hand that does not know all
    ("lob",): tr("Lobs only."),
    ("frisbee",): tr("Frisbees only."),
    ("flip",): tr("Flips only."),
    ("lob", "frisbee"): tr("Lobs and Frisbees only."),
    ("lob", "flip"): tr("Lobs and flips only."),
    ("frisbee", "flip"): tr("Frisbees and flips only."),
}
PREFERS = {  # favourite method of a hand
    "lob": tr("Prefers lobs."),
    "frisbee": tr("Prefers Frisbees."),
    "flip": tr("Prefers flips."),
}
LOOKS = (  # greatest number of simulations, and how far the player looks ahead
    (0, tr("Plays by instinct.")),
    (50, tr("Looks ahead a little.")),
    (200, tr("Thinks ahead.")),
)
FAR = tr("Thinks far ahead.")
ALWAYS = tr("Thinks far ahead, even during your turns.")
PARTS = 20  # greatest denominator of the share of whims
Method = Literal["lob", "frisbee", "flip"]  # landing.METHODS
Emblem = Literal[
    "castle", "circuit", "coins", "crown", "dragon", "jester", "seal", "shield", "siege", "swords",
    "tower", "trebuchet",
]  # fmt: skip


PortraitName = Literal[
    "", "aldric", "berta", "bruno", "dorothea", "ines", "mina", "roth", "tilo",
]  # fmt: skip


def _expected(name: str, low: float, high: float, got: float) -> str:
    return tr(
        "{name}: expected {low:g} to {high:g}, got {got:g}", name=name, low=low, high=high, got=got
    )


@dataclass(frozen=True, kw_only=True)
class Arm:
    """Hand of a character. `error`: 1 is that of a practised person, 2 is twice as far off.

    It throws the favourite wherever that is nearly as good as the best method.
    """

    error: float = 1.0
    methods: tuple[Method, ...] = ("lob", "frisbee", "flip")
    favourite: Literal["", "lob", "frisbee", "flip"] = ""

    @property
    def thrower(self) -> Thrower:
        return Thrower(
            self.error,
            tuple(METHODS.index(method) for method in self.methods),
            METHODS.index(self.favourite) if self.favourite else -1,
        )

    def __post_init__(self) -> None:
        low, high = ERRORS
        if not low <= self.error <= high:
            raise ValueError(_expected("error", low, high, self.error))
        if not self.methods:
            raise ValueError(tr("methods: expected at least one"))
        if self.favourite and self.favourite not in self.methods:
            raise ValueError(tr("favourite: expected one of methods"))


@dataclass(frozen=True, kw_only=True)
class Bias:
    """Factors on the weights of the final choice, for attacking, building and waiting."""

    attack: float = 1.0
    build: float = 1.0
    wait: float = 1.0

    def __post_init__(self) -> None:
        low, high = BIAS
        for name, value in dataclasses.asdict(self).items():
            if not low <= value <= high:
                raise ValueError(_expected(name, low, high, value))


@dataclass(frozen=True, kw_only=True)
class Character:
    """Content of a character file."""

    character: int
    name: str
    emblem: Emblem
    colour: Literal["green", "blue", "red", "violet", "gold", "teal", "rose", "grey"]
    level: Literal["page", "squire", "knight", "marshal", "regent", "monarch"]
    temper: str  # one sentence
    portrait: PortraitName = ""  # drawn face; "": none, the crest stands for it
    bias: Bias = dataclasses.field(default_factory=Bias)
    hand: Arm = dataclasses.field(default_factory=Arm)

    def __post_init__(self) -> None:
        if self.character != FORMAT:
            raise ValueError(
                tr(
                    "character: expected format {format}, got {got}",
                    format=FORMAT,
                    got=self.character,
                )
            )
        if not 0 < len(self.name.strip()) <= 24 or not self.name.isprintable():
            raise ValueError(tr("name: expected 1 to 24 letters"))
        if not 0 < len(self.temper.strip()) <= 90 or not self.temper.isprintable():
            raise ValueError(tr("temper: expected a sentence of at most 90 letters"))

    @property
    def strength(self) -> Level:
        strength = level(self.level)
        assert strength is not None
        return strength


def chosen_portraits(
    names: Sequence[str],
    kinds: Sequence[str],
    cast: Mapping[str, Character],
    face: Callable[[str], str],
) -> list[Character | None]:
    """Characters whose portraits people have chosen for themselves, by player of a match.

    `names`, `kinds`: those of the session. `face`: id that a person of a name has chosen, "" for
    none. A player without a portrait, or with an id that `cast` lacks, gets None: a sign is shown.
    """
    return [
        cast.get(face(name)) if kind == HUMAN else None
        for name, kind in zip(names, kinds, strict=True)
    ]


def how(thinks: Level) -> str:
    """Description of how a player of this level thinks, from its numbers."""
    far = ALWAYS if thinks.ahead else FAR
    looks = next((text for most, text in LOOKS if thinks.simulations <= most), far)
    whims = Fraction(thinks.error).limit_denominator(PARTS)
    if not whims:
        return looks
    return ntr(
        whims.numerator,
        "{looks} {n} in {many} moves is random.",
        "{looks} {n} in {many} moves are random.",
        looks=looks,
        many=whims.denominator,
    )


def throws(arm: Arm) -> str:
    """Description of how a hand throws, from its numbers."""
    steady = next((text for most, text in STEADY if arm.error <= most), UNSURE)
    known = tuple(method for method in METHODS if method in arm.methods)
    taste = ONLY.get(known) or PREFERS.get(arm.favourite)
    return f"{steady} {taste}" if taste else steady


class CharacterHeuristics(Advice[Any]):
    """Heuristics with the bias of a character, which is applied to its final choice.

    The search has none: a bias in its tree misleads it about the later moves, too, and costs more
    strength for the same choices.
    """

    def __init__(self, advice: Advice[Any], bias: Bias) -> None:
        self.advice = advice
        self.bias: dict[str, float] = dataclasses.asdict(bias)
        # plain attributes of Advice that a search reads
        self.boundary = advice.boundary  # type: ignore[misc]
        self.rollout = advice.rollout  # type: ignore[misc]
        self.worlds = advice.worlds  # type: ignore[misc]
        self.concession = advice.concession  # type: ignore[misc]

    def weights(
        self, pos: Position[Any], decision: Decision, options: Sequence[Action]
    ) -> list[float]:
        return self.advice.weights(pos, decision, options)

    def prior(
        self, pos: Position[Any], decision: Decision, options: Sequence[Action]
    ) -> list[float]:
        return self.advice.prior(pos, decision, options)

    def tempered(self, weights: list[float], options: Sequence[Action]) -> list[float]:
        """Weights scaled by the bias. A weight of 0 stays 0."""
        moods = self.advice.moods
        return [
            weight * self._bias(moods, action)
            for weight, action in zip(weights, options, strict=True)
        ]

    def _bias(self, moods: Mapping[str, str], action: Action) -> float:
        mood = "wait" if action == PASS else moods.get(action.verb, "")
        return self.bias.get(mood, 1.0)

    def liking(self, action: Action) -> float:
        """Logarithm of the bias: 0 for an action without one."""
        return math.log(self._bias(self.advice.moods, action))

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

    def is_quiet(self, pos: Position[Any]) -> bool:
        return self.advice.is_quiet(pos)

    def chance(self, pos: Position[Any], decision: Decision, rng: RandomSource) -> Action:
        return self.advice.chance(pos, decision, rng)

    def for_thrower(self, thrower: Thrower) -> CharacterHeuristics:
        return CharacterHeuristics(self.advice.for_thrower(thrower), Bias(**self.bias))

    def throws(self, pos: Position[Any], decision: Decision) -> tuple[Action, ...]:
        return self.advice.throws(pos, decision)

    def goal(self, pos: Position[Any], action: Action) -> Zone:
        return self.advice.goal(pos, action)

    def is_routine(self, pos: Position[Any], decision: Decision) -> bool:
        return self.advice.is_routine(pos, decision)

    def world_sampler(self, view: View, events: Sequence[Event]) -> Deal:
        return self.advice.world_sampler(view, events)
