"""The cards of Castle Rampage as values read from a data file, checked when they are read.

Figures and words are data and may be replaced; what a card does is a matter of the rules, which
know it by its id. `TRAITS` says what the rules need to be told about each.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from castlecards.core.cards import Face
from castlecards.texts import counted, tr

UNITS = "KAX"
UNIT_NAMES = {"K": tr("knight"), "A": tr("archer"), "X": tr("axe")}
CARDS = 118
DEALT = 20  # CR2: cards that are not purple, needed to set up
MOST = 99  # the highest figure

NEEDS_AMOUNT = tr("amount: the effect of the card {id!r} needs a number")
NO_AMOUNT = tr("amount: the effect of the card {id!r} has no number")

Unit = Literal["K", "A", "X"]


@dataclass(frozen=True)
class Trait:
    """Facts of a card type for the rules, and the figures that it needs."""

    attacks: bool = False
    purple: bool = False
    permanent: bool = False
    scheme: bool = False  # may be paid for with an extra unit
    amount: bool = False  # there is a number in its effect


_UNIT = Trait(attacks=True)
_SCHEME = Trait(attacks=True, scheme=True)
_PERMANENT = Trait(permanent=True, amount=True)

TRAITS = {
    "axe_man": Trait(attacks=True, amount=True),
    "archer": _UNIT,
    "knight": Trait(attacks=True, amount=True),
    "mercenary": _UNIT,
    "giant": _UNIT,
    "scheme_pincer": _SCHEME,
    "scheme_charge": _SCHEME,
    "scheme_raid": _SCHEME,
    "dragon": _UNIT,
    "catapult": _UNIT,
    "veteran": _UNIT,
    "digger": _UNIT,
    "arsonist": _UNIT,
    "jester": Trait(attacks=True, amount=True),
    "priest": Trait(amount=True),
    "summoner": Trait(),
    "witch": Trait(),
    "bomber": Trait(purple=True),
    "saboteur": Trait(purple=True, amount=True),
    "spy": Trait(purple=True),
    "ogre": Trait(purple=True, amount=True),
    "quartermaster": _PERMANENT,
    "siege_ram": _PERMANENT,
    "palisade": _PERMANENT,
    "castellan": _PERMANENT,
}


@dataclass(frozen=True)
class RampageCard:
    """A card type. Raises ValueError, naming the field, for what the rules cannot play."""

    id: str
    name: str
    copies: int
    gate: int
    castle: int
    text: str
    attack: int | None = None
    star: bool = False
    units: tuple[Unit, ...] = ()
    cost: int = 0
    cost_units: tuple[Unit, ...] = ()
    bonus_unit: Unit | None = None
    bonus_attack: int = 0
    amount: int = 0

    def __post_init__(self) -> None:
        if self.id not in TRAITS:
            raise ValueError(
                tr("id: unknown card {id!r}; choose from {ids}", id=self.id, ids=", ".join(TRAITS))
            )
        if not self.name.strip():
            raise ValueError(tr("name: a card must have a name"))
        if not 1 <= self.copies <= CARDS:
            raise ValueError(tr("copies: expected 1 to {most}, got {n}", most=CARDS, n=self.copies))
        for field in ("gate", "castle", "attack", "cost", "bonus_attack", "amount"):
            number = getattr(self, field)
            if number is not None and not 0 <= number <= MOST:
                raise ValueError(
                    tr("{field}: expected 0 to {most}, got {n}", field=field, most=MOST, n=number)
                )
        if len(set(self.units)) < len(self.units):
            raise ValueError(tr("units: a card shows each symbol only once"))
        self._check_trait(TRAITS[self.id])

    def _check_trait(self, trait: Trait) -> None:
        if trait.attacks and self.attack is None:
            raise ValueError(tr("attack: the card {id!r} attacks, so it needs a value", id=self.id))
        if not trait.attacks and self.attack is not None:
            raise ValueError(tr("attack: the card {id!r} can’t attack: leave it out", id=self.id))
        if trait.purple and (self.cost or self.cost_units):
            raise ValueError(tr("cost: the card {id!r} is purple and never played", id=self.id))
        if not trait.scheme and (self.bonus_unit or self.bonus_attack):
            raise ValueError(tr("bonus_unit: only Attack Schemes take an extra unit"))
        if bool(self.bonus_unit) != bool(self.bonus_attack):
            raise ValueError(tr("bonus_attack: give it together with bonus_unit"))
        if trait.amount != bool(self.amount):
            text = NEEDS_AMOUNT if trait.amount else NO_AMOUNT
            raise ValueError(text.format(id=self.id))

    @property
    def trait(self) -> Trait:
        return TRAITS[self.id]

    def figures(self) -> str:
        """Printed figures without name and text, as `Face.line` holds them for the painter."""
        trait, attack = self.trait, "" if self.attack is None else str(self.attack)
        bonus = f"{self.bonus_unit}+{self.bonus_attack}" if self.bonus_unit else ""
        return (
            f"gate={self.gate} castle={self.castle} attack={attack} star={self.star:d} "
            f"units={'|'.join(self.units)} cost={self.cost} "
            f"cost_units={'|'.join(self.cost_units)} bonus={bonus} "
            f"permanent={trait.permanent:d} purple={trait.purple:d}"
        )

    def face(self, copy: int) -> Face:
        """Printed face; keys of second and later copies end in their number: `spy.2`."""
        key = self.id if copy == 1 else f"{self.id}.{copy}"
        return Face(
            key, self.attack or 0, "".join(self.units), "rampage", "rampage", self.name,
            self.figures(), self.text,
        )  # fmt: skip


@dataclass(frozen=True)
class RampageDeck:
    """A whole deck. Raises ValueError, beginning with the name of the field."""

    title: str
    cards: tuple[RampageCard, ...]

    def __post_init__(self) -> None:
        counts = Counter(card.id for card in self.cards)
        if twice := [name for name, count in counts.items() if count > 1]:
            times = counted(counts[twice[0]], "time")
            listed = tr("cards: {id!r} is listed {times}; use `copies`", id=twice[0], times=times)
            raise ValueError(listed)
        total = sum(card.copies for card in self.cards)
        if total != CARDS:
            copies = counted(total, "copy", "copies")
            raise ValueError(tr("cards: {copies} in all, not {n}", copies=copies, n=CARDS))
        if CARDS - sum(card.copies for card in self.cards if card.trait.purple) < DEALT:
            few = tr("cards: at least {n} must not be purple, for the set-up (CR2)", n=DEALT)
            raise ValueError(few)

    def __hash__(self) -> int:
        return hash((self.title, self.cards[:3]))  # enough to find it, and quick

    @cached_property
    def printed(self) -> tuple[RampageCard, ...]:
        """By face: the type of each of the 118 cards, copies one after the other."""
        return tuple(card for card in self.cards for _ in range(card.copies))

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        return tuple(card.face(n) for card in self.cards for n in range(1, card.copies + 1))
