"""Actions that a seat plays, and decisions that ask a seat for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from castlecards.core.cards import CardId, Seat, Zone, value
from castlecards.texts import tr


class Illegal(ValueError):
    """Error: the pending decision does not allow the action, or a table verb does not fit."""


class Action(NamedTuple):
    """Move of a seat: a verb, the picked cards and the target. Compares by value."""

    verb: str
    cards: tuple[CardId, ...] = ()  # picked cards
    zones: tuple[Zone, ...] = ()  # picked piles; each stands for its top card
    to: Zone = -1  # target zone; -1: none
    onto: CardId = -1  # target card; -1: none
    args: tuple[int, ...] = ()  # numbers whose meaning the verb defines

    def text(self, names: Sequence[str]) -> str:
        """Text form, such as `play c45 >c3`. `names` are the zone names. Inverse of `parse`."""
        picks = "+".join([*map("c{}".format, self.cards), *(names[zone] for zone in self.zones)])
        target = (
            f">{names[self.to]}" if self.to >= 0 else f">c{self.onto}" if self.onto >= 0 else ""
        )
        return " ".join(filter(None, (self.verb, picks, target, *map(str, self.args))))

    @classmethod
    def parse(cls, text: str, names: Sequence[str]) -> Action:
        """Parse the text form. Raises ValueError that names the word it cannot read."""
        verb, *words = text.split() or [""]
        if not verb.isidentifier():
            raise ValueError(tr("a move begins with a verb, not with {word}", word=repr(verb)))
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
        raise ValueError(tr("{word} is neither a card (c12) nor a zone", word=repr(word)))
    return int(word[1:])


PASS = Action("pass")
ATTACK = "attack"  # value of `Decision.window` when a declared attack opened the window


@value
class Opener:
    """Event that opened a reaction window; it stays the same until the window closes."""

    seat: Seat  # seat that caused the event
    attack: bool = False  # True for an attack, declared or just decided
    off: bool = False  # True for a cancelled attack
    cards: tuple[CardId, ...] = ()  # cards used, such as the attackers
    goals: tuple[CardId, ...] = ()  # target cards


class Aim(Protocol):
    """Rule for throw actions, which cannot be listed: `Limits` for a hand, `Throw` in flight."""

    def allows(self, action: Action) -> bool: ...


@value
class Decision:
    """Pending choice of one seat. `options` lists every legal action except the throws of `aim`."""

    seat: Seat
    prompt: str
    options: tuple[Action, ...]
    default: Action = PASS  # played on a time-out; always legal
    window: str = ""  # kind of event that opened this reaction window; "": an ordinary decision
    aim: Aim | None = None  # accepts throws; None: nothing can be thrown
    # Zone that a chain of decisions reorders, -1: none. Each option but PASS puts its card on top;
    # PASS leaves the remaining cards as they are, at the bottom.
    order: Zone = -1
    opener: Opener | None = None  # event that opened the window
    ends: bool = False  # PASS ends the whole turn, so the screen does not suggest it early

    def allows(self, action: Action) -> bool:
        return action in self.options or (self.aim is not None and self.aim.allows(action))
