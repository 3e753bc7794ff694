"""How well a computer player plays: five levels, the same in every game.

A level is thought and error, never cheating: a weak one picks among the options that the rules of
thumb leave, by their weight, so that it is naive and not absurd. Thought alone makes no five levels
in a game in which the deal decides as much as in Tricks of the Trade: so all but the highest err,
by shares that matches have found. Where cards are thrown a level is a hand, too: thought alone wins
next to nothing there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from castlecards.core.landing import PRACTISED, Thrower
from castlecards.core.plurals import counted
from castlecards.players.player import Think

RANDOM = "random"


@dataclass(frozen=True)
class Level:
    """What a player of this strength may think; seconds are of CPU time, a decision."""

    id: str
    title: str
    simulations: int = 0
    seconds: float = float("inf")
    error: float = 0.0  # share of decisions that are picked by weight
    taste: float = 1.0  # the power of the weights in those
    hand: float = 1.0  # error of its hand where cards are thrown: 1 is a practised person's

    def think(self, seed: int) -> Think:
        """The thought of one decision; `seed` is that decision's own."""
        return Think(self.simulations, self.seconds, self.error, self.taste, seed)


LEVELS = (
    Level("page", "Page", error=0.9, taste=0.5, hand=1.4),
    Level("squire", "Squire", error=0.6, hand=1.2),
    Level("knight", "Knight", 50, error=0.4),
    Level("marshal", "Marshal", 200, error=0.15, hand=0.85),
    Level("regent", "Regent", 2000, 0.4, hand=0.7),
)
THUMB = Level("thumb", "Rules of thumb")  # without an error, and with a practised hand
HAND = "@"  # before the error of a player's hand
STRAYS = (0.1, 5.0)
OTHERS = re.compile(r"search:(\d{1,7})")


def level(name: str) -> Level | None:
    """By its id, `thumb`, or `search:N` for N simulations; None for `random`. How its hand throws
    may follow (`thrower`).

    Raises ValueError that says what there is.
    """
    thrower(name)
    name = name.partition(HAND)[0]
    if name == RANDOM:
        return None
    for each in LEVELS:
        if name == each.id:
            return each
    if name == "thumb":
        return THUMB
    found = OTHERS.fullmatch(name)
    if found and int(found[1]):
        many = int(found[1])
        return Level(name, counted(many, "simulation"), many)
    every = ", ".join(each.id for each in LEVELS)
    raise ValueError(f"there is no player {name!r}; there are random, {every} and search:N")


def thrower(name: str) -> Thrower:
    """How the hand of a player throws: `thumb@0.7` strays 0.7 times as far as a practised one,
    a level without a number as its own does.

    Raises ValueError for what is no such number.
    """
    own, at, error = name.partition(HAND)
    if not at:
        return next((Thrower(each.hand) for each in LEVELS if each.id == own), PRACTISED)
    try:
        strays = float(error)
    except ValueError:
        strays = -1.0
    if not STRAYS[0] <= strays <= STRAYS[1]:
        low, high = STRAYS
        raise ValueError(f"{name!r}: expected the error of a hand from {low:g} to {high:g}")
    return Thrower(strays)
