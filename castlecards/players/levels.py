"""Strength levels of computer players: six, the same in every game.

A level sets the simulations and the share of errors, and never cheats. An error is an option drawn
by the weights of the rules of thumb, so it is naive, not absurd. More simulations alone do not make
five levels in a game where luck decides as much as in Tricks of the Trade, so all levels below the
Regent err; matches found the shares. The Monarch also thinks while others decide, and searches on a
second core. In games of throwing a level also sets how well the hand throws, as simulations alone
gain almost nothing there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from castlecards.core.landing import PRACTISED, Thrower
from castlecards.players.player import Think
from castlecards.texts import counted, tr

RANDOM = "random"


@dataclass(frozen=True)
class Level:
    """Strength of a computer player; the budget is for one decision."""

    id: str
    title: str
    simulations: int = 0
    seconds: float = float("inf")  # most CPU time
    error: float = 0.0  # share of decisions that are drawn by weight
    weight_exponent: float = 1.0  # exponent of the weights in those
    ahead: int = 0  # most simulations while another player decides
    hand: float = 1.0  # error of its hand in throws; 1: that of a practised person

    def think(self, seed: int) -> Think:
        """Budget of one decision; `seed` is that decision's own."""
        return Think(
            self.simulations, self.seconds, self.error, self.weight_exponent, seed,
            ahead=self.ahead > 0,
        )  # fmt: skip


LEVELS = (
    Level("page", tr("Page"), error=0.9, weight_exponent=0.5, hand=1.4),
    Level("squire", tr("Squire"), error=0.6, hand=1.2),
    Level("knight", tr("Knight"), 50, error=0.4),
    Level("marshal", tr("Marshal"), 200, error=0.15, hand=0.85),
    Level("regent", tr("Regent"), 2000, 0.4, hand=0.7),
    Level("monarch", tr("Monarch"), 2000, 0.4, ahead=6000, hand=0.6),
)
THUMB = Level("thumb", tr("Rules of thumb"))  # no error, a practised hand
HAND = "@"  # separates the error of the hand from the level
HAND_ERRORS = (0.1, 5.0)  # range of the error of a hand
SEARCH = re.compile(r"search:(\d{1,7})")


def level(name: str) -> Level | None:
    """Level by its id, `thumb`, or `search:N` for N simulations; None for `random`. The error of a
    hand can follow (`thrower`).

    Raises ValueError for other names, with a list of the known ones.
    """
    thrower(name)
    name = name.partition(HAND)[0]
    if name == RANDOM:
        return None
    for known in LEVELS:
        if name == known.id:
            return known
    if name == "thumb":
        return THUMB
    match = SEARCH.fullmatch(name)
    if match and int(match[1]):
        many = int(match[1])
        return Level(name, counted(many, "simulation"), many)
    ids = ", ".join(known.id for known in LEVELS)
    raise ValueError(
        tr(
            "unknown player {name!r}; choose from random, {levels} and search:N",
            name=name, levels=ids,
        )
    )  # fmt: skip


def thrower(name: str) -> Thrower:
    """Hand of a player: `thumb@0.7` throws with 0.7 times the error of a practised hand, a level
    without a number with its own.

    Raises ValueError if the number is invalid or out of range.
    """
    own, at, error = name.partition(HAND)
    if not at:
        return next((Thrower(known.hand) for known in LEVELS if known.id == own), PRACTISED)
    try:
        value = float(error)
    except ValueError:
        value = -1.0
    if not HAND_ERRORS[0] <= value <= HAND_ERRORS[1]:
        low, high = HAND_ERRORS
        raise ValueError(
            tr(
                "{name!r}: expected a throwing error from {low:g} to {high:g} after the @",
                name=name, low=low, high=high,
            )
        )  # fmt: skip
    return Thrower(value)
