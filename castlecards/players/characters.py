"""Characters of computer players: one file each, the same set for all games.

A character has a level (how well it plays), a bias (which kinds of actions it prefers) and a hand
(how it throws). `thinking_text` and `throwing_text` describe it from these data.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.advice import Advice, WorldSampler
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
STEADINESS_TEXTS = (  # greatest error of a hand, and its text
    (0.75, tr("Throws with a very steady hand.")),
    (1.05, tr("Throws with a steady hand.")),
    (1.4, tr("Throws with an unsteady hand.")),
)
UNSTEADY_TEXT = tr("Often misses.")
ONLY_TEXTS = {  # by methods of a hand that lacks some
    ("lob",): tr("Lobs only."),
    ("frisbee",): tr("Frisbees only."),
    ("flip",): tr("Flips only."),
    ("lob", "frisbee"): tr("Lobs and Frisbees only."),
    ("lob", "flip"): tr("Lobs and flips only."),
    ("frisbee", "flip"): tr("Frisbees and flips only."),
}
FAVOURITE_TEXTS = {  # by favourite method of a hand
    "lob": tr("Prefers lobs."),
    "frisbee": tr("Prefers Frisbees."),
    "flip": tr("Prefers flips."),
}
LOOKAHEAD_TEXTS = (  # greatest number of simulations, and its text
    (0, tr("Plays by instinct.")),
    (50, tr("Looks ahead a little.")),
    (200, tr("Thinks ahead.")),
)
FAR_TEXT = tr("Thinks far ahead.")
PONDERING_TEXT = tr("Thinks far ahead, even during your turns.")
MOST_DENOMINATOR = 20  # of the share of random moves
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
class ThrowingHand:
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
    hand: ThrowingHand = dataclasses.field(default_factory=ThrowingHand)

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


Characters = Mapping[str, Character]  # by id


def chosen_portraits(
    names: Sequence[str], kinds: Sequence[str], characters: Characters, face: Callable[[str], str]
) -> list[Character | None]:
    """Characters whose portraits people have chosen for themselves, by player of a match.

    `names`, `kinds`: those of the session. `face`: id that a person of a name has chosen, "" for
    none. A player without a portrait, or with an id that `characters` lacks, gets None: a sign is
    shown.
    """
    return [
        characters.get(face(name)) if kind == HUMAN else None
        for name, kind in zip(names, kinds, strict=True)
    ]


def thinking_text(strength: Level) -> str:
    """Description of how a player of this level thinks, from its numbers."""
    far = PONDERING_TEXT if strength.ahead else FAR_TEXT
    looks = next((text for most, text in LOOKAHEAD_TEXTS if strength.simulations <= most), far)
    random_moves = Fraction(strength.error).limit_denominator(MOST_DENOMINATOR)
    if not random_moves:
        return looks
    return ntr(
        random_moves.numerator,
        "{looks} {n} in {many} moves is random.",
        "{looks} {n} in {many} moves are random.",
        looks=looks,
        many=random_moves.denominator,
    )


def throwing_text(hand: ThrowingHand) -> str:
    """Description of how a hand throws, from its numbers."""
    steady = next((text for most, text in STEADINESS_TEXTS if hand.error <= most), UNSTEADY_TEXT)
    known = tuple(method for method in METHODS if method in hand.methods)
    taste = ONLY_TEXTS.get(known) or FAVOURITE_TEXTS.get(hand.favourite)
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
        self.bias_cost = advice.bias_cost  # type: ignore[misc]

    def weights(
        self, pos: Position[Any], decision: Decision, options: Sequence[Action]
    ) -> list[float]:
        return self.advice.weights(pos, decision, options)

    def prior(
        self, pos: Position[Any], decision: Decision, options: Sequence[Action]
    ) -> list[float]:
        return self.advice.prior(pos, decision, options)

    def biased(self, weights: list[float], options: Sequence[Action]) -> list[float]:
        """Weights scaled by the bias. A weight of 0 stays 0."""
        pairs = zip(weights, options, strict=True)
        return [weight * self._factor(action) for weight, action in pairs]

    def _factor(self, action: Action) -> float:
        kind = "wait" if action == PASS else self.advice.action_kinds.get(action.verb, "")
        return self.bias.get(kind, 1.0)

    def log_bias(self, action: Action) -> float:
        """Logarithm of the bias: 0 for an action without one."""
        return math.log(self._factor(action))

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

    def world_sampler(self, view: View, events: Sequence[Event]) -> WorldSampler:
        return self.advice.world_sampler(view, events)
