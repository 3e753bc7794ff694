"""What a seat may do, and what it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from castlecards.core.cards import CardId, Seat, Zone, value


class Illegal(ValueError):
    """An action that the pending decision does not allow, or a verb that does not fit the table."""


class Action(NamedTuple):
    """Verb, what is picked, where it goes. Compares by value; rules hand out the same objects."""

    verb: str
    cards: tuple[CardId, ...] = ()  # picked cards,
    zones: tuple[Zone, ...] = ()  # or piles, for what lies on top of them,
    to: Zone = -1  # dropped on a zone,
    onto: CardId = -1  # or on a card
    args: tuple[int, ...] = ()

    def text(self, names: Sequence[str]) -> str:
        """`play c45 >c3`; `names` are the names of the zones. `parse` is the inverse."""
        picks = "+".join([*map("c{}".format, self.cards), *(names[zone] for zone in self.zones)])
        target = (
            f">{names[self.to]}" if self.to >= 0 else f">c{self.onto}" if self.onto >= 0 else ""
        )
        return " ".join(filter(None, (self.verb, picks, target, *map(str, self.args))))

    @classmethod
    def parse(cls, text: str, names: Sequence[str]) -> Action:
        """Raises ValueError naming the word that is not part of an action."""
        verb, *words = text.split() or [""]
        if not verb.isidentifier():
            raise ValueError(f"an action begins with a verb, not with {verb!r}")
        cards: list[int] = []
        zones: list[int] = []
        to = onto = -1
        args: list[int] = []
        for word in words:
            if word.lstrip("-").isdigit():
                args.append(int(word))
            elif word[0] == ">" and word[1:] in names:
                to = names.index(word[1:])
            elif word[0] == ">":
                onto = _card(word[1:])
            else:
                for pick in word.split("+"):
                    if pick in names:
                        zones.append(names.index(pick))
                    else:
                        cards.append(_card(pick))
        return cls(verb, tuple(cards), tuple(zones), to, onto, tuple(args))


def _card(word: str) -> CardId:
    if word[:1] != "c" or not word[1:].isdigit():
        raise ValueError(f"{word!r} is neither a card (c12) nor a zone")
    return int(word[1:])


PASS = Action("pass")
ATTACK = "attack"  # the `window` of a decision that a declared attack has opened


@value
class Opener:
    """The event to which an any-time window belongs, whatever has been answered in it since."""

    seat: Seat  # whose event
    attack: bool = False  # a declared attack, or one that has just been decided
    off: bool = False  # an attack that will not be decided any more
    cards: tuple[CardId, ...] = ()  # with which it was done,
    goals: tuple[CardId, ...] = ()  # and at which it was aimed


class Aim(Protocol):
    """The free form of a throw: what a hand may do (`Limits`), or what flies now (`Throw`)."""

    def allows(self, action: Action) -> bool: ...


@value
class Decision:
    """What one seat is asked. `options` is complete, but for the free form of a throw in `aim`."""

    seat: Seat
    prompt: str
    options: tuple[Action, ...]
    default: Action = PASS  # what a time-out plays; always legal
    window: str = ""  # non-empty: an any-time window, and what kind of event opened it
    aim: Aim | None = None
    order: Zone = -1  # one of a chain that puts this zone in order: each option but PASS lays its
    # one card on top of the others there; PASS leaves what has not been laid as it is, below
    opener: Opener | None = None  # of a window: the event itself
    ends: bool = False  # PASS ends the whole turn, so nothing invites to it while more can be done

    def allows(self, action: Action) -> bool:
        return action in self.options or (self.aim is not None and self.aim.allows(action))
