"""Decks as printed: the standard 52, and the Tech Deck as a value read from a data file."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from castlecards.core.cards import Face
from castlecards.texts import counted, tr

RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
SUITS = "CDHS"

DOMAINS = "KSTV"  # TD3, low to high
DOMAIN_NAMES = {
    "K": tr("Knowledge"), "S": tr("Science"), "T": tr("Technology"), "V": tr("Services")
}  # fmt: skip
VALUES = range(1, 14)  # TD1
WILD_CARDS = 2  # TD2, a deck
TECH_CARDS = len(DOMAINS) * len(VALUES) + WILD_CARDS  # a deck
CARD_WIDTH, CARD_LENGTH = 635, 950  # 0.1 mm, TD4

Domain = Literal["K", "S", "T", "V"]
Does = Literal[
    "spark", "scan", "recycle", "refresh", "poach", "barter", "mirror", "match", "shift",
    "sunset", "levy", "broker", "platform",
]  # fmt: skip


def standard(
    ranks: range = range(1, 14), suits: str = SUITS, back: str = "castle", deck: int = 1
) -> tuple[Face, ...]:
    """French-suited cards, by suit and then by rank, ace low: keys AC, 2C, ... KS.

    From the second `deck` on the keys bear its number, `KS.2`. Decks that are shuffled together
    need one `back`: a shuffle mixes faces and leaves the backs where they are.
    """
    copy = f".{deck}" if deck > 1 else ""
    return tuple(
        Face(RANKS.get(rank, str(rank)) + suit + copy, rank, suit, back)
        for suit in suits
        for rank in ranks
    )


def joker(number: int, back: str = "castle", deck: int = 1) -> Face:
    """The first joker, black, or the second, red: keys J1 and J2, `J1.2` in a second deck."""
    copy = f".{deck}" if deck > 1 else ""
    return Face(f"J{number}{copy}", number - 1, "", back, title=tr("Joker"))


@dataclass(frozen=True)
class TechCard:
    """A numbered card (TD5). Raises ValueError for a value or an id that no card can have."""

    id: str
    value: int
    domain: Domain
    name: str
    line: str

    def __post_init__(self) -> None:
        _check_id(self.id)
        _check_value(self.value)
        _check_name(self.name)


@dataclass(frozen=True)
class WildCard:
    """A card without value, domain or effect (TD2)."""

    id: str
    name: str
    line: str

    def __post_init__(self) -> None:
        _check_id(self.id)
        _check_name(self.name)


@dataclass(frozen=True)
class TechEffect:
    """Effect of all cards of one value; `{D}` in the text stands for the card's domain."""

    value: int
    name: str
    does: Does
    text: str

    def __post_init__(self) -> None:
        _check_value(self.value)
        _check_name(self.name)
        if re.search(r"[{}]", self.text.replace("{D}", "")):
            raise ValueError(tr("text: use braces only for {D}, the domain of the card"))


@dataclass(frozen=True)
class TechDeck:
    """A whole deck: 52 numbered cards, 2 wild cards, an effect for each value.

    Raises ValueError where TD1 to TD3 do not hold; its text begins with the name of the field.
    """

    title: str
    cards: tuple[TechCard, ...]
    wild: tuple[WildCard, ...]
    effects: tuple[TechEffect, ...]

    def __post_init__(self) -> None:
        numbers = [(str(card.domain), card.value) for card in self.cards]
        for domain in DOMAINS:
            for value in VALUES:
                if (count := numbers.count((domain, value))) != 1:
                    raise ValueError(
                        tr(
                            "cards: {domain} {value} appears {times}, not once (TD1: each of the "
                            "4 domains has the values 1 to 13)",
                            domain=DOMAIN_NAMES[domain],
                            value=value,
                            times=counted(count, "time"),
                        )
                    )
        if len(self.wild) != WILD_CARDS:
            there = counted(len(self.wild), "wild card")
            text = tr("wild: {there} instead of {count} (TD2)", there=there, count=WILD_CARDS)
            raise ValueError(text)
        ids = [card.id for card in self.cards] + [card.id for card in self.wild]
        if twice := [name for name, count in Counter(ids).items() if count > 1]:
            raise ValueError(tr("cards: two cards have the id {id} (TD5)", id=twice[0]))
        values = [effect.value for effect in self.effects]
        for value in VALUES:
            if (count := values.count(value)) != 1:
                raise ValueError(
                    tr(
                        "effects: value {value} has {effects} instead of one",
                        value=value,
                        effects=counted(count, "effect"),
                    )
                )

    def __hash__(self) -> int:
        return hash((self.title, self.wild))  # enough to find it, and quick

    def effect(self, value: int) -> TechEffect:
        return next(effect for effect in self.effects if effect.value == value)

    @property
    def does(self) -> tuple[str, ...]:
        """By value; "" for 0, which no card with an effect has."""
        return ("", *(self.effect(value).does for value in VALUES))

    def faces(self, decks: int) -> tuple[Face, ...]:
        """Printed cards of this many decks: by deck, domain and value, the wild cards last.

        Keys are ids; from the second deck on with the number of the deck, `K05.2` (TD5).
        """
        order = sorted(self.cards, key=lambda card: (DOMAINS.index(card.domain), card.value))
        faces: list[Face] = []
        for deck in range(1, decks + 1):
            copy = f".{deck}" if deck > 1 else ""
            for card in order:
                text = self.effect(card.value).text.replace("{D}", DOMAIN_NAMES[card.domain])
                name = self.effect(card.value).name
                faces.append(
                    Face(
                        card.id + copy, card.value, card.domain, "tech", "tech", card.name,
                        card.line, f"{name}: {text}",
                    )
                )  # fmt: skip
            faces += [
                Face(card.id + copy, 0, "", "tech", "tech", card.name, card.line)
                for card in self.wild
            ]
        return tuple(faces)


def _check_id(name: str) -> None:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,15}", name):
        raise ValueError(tr("id: use up to 16 letters, digits, - and _, starting with a letter"))


def _check_value(value: int) -> None:
    if value not in VALUES:
        raise ValueError(tr("value: use 1 to 13, not {value} (TD1)", value=value))


def _check_name(name: str) -> None:
    if not name.strip():
        raise ValueError(tr("name: every card and effect needs one"))
