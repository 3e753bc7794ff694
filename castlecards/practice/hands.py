"""A person's hand as the records show it, for whoever wants to know what it may try.

How far a hand strays follows from how far its cards came to rest from what they were aimed at:
with a practised hand half of them within `USUAL` mm, and twice as far with twice its error.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot, log
from statistics import median

from castlecards.core.counts import counted
from castlecards.core.landing import METHODS, Thrower
from castlecards.practice.throws import Thrown

USUAL = (32.0, 47.0, 41.0)  # mm, by method; 60 throws each by the table of fates at the error 1
LOOKED = 100  # the newest throws, by method
DOUBT = 10  # as many throws of a practised hand are believed in before the first one
LEAST, MOST = 0.5, 2.0  # errors of which it is known what becomes of throws


def hand_of(throws: Sequence[Thrown]) -> Thrower:
    """A practised hand where there are no throws; with more of them what they show counts more."""
    total = weight = 0.0
    for method, usual in zip(METHODS, USUAL, strict=True):
        off = [hypot(t.right, t.far or 0.0) for t in throws
               if t.method == method and t.right is not None]  # fmt: skip
        if off:
            total += len(off) * log(max(median(off), 1.0) / usual)
            weight += len(off)
    error = exp(total / (weight + DOUBT))
    return Thrower(round(min(max(error, LEAST), MOST), 2))


def hits_of(throws: Sequence[Thrown]) -> str:
    """`Of your last throws hit: 12 of 30 lobs, 2 of 5 flips.`; "" where there are none."""
    names = {"lob": "lob", "frisbee": "Frisbee throw", "flip": "flip"}
    said = []
    for method in METHODS:
        own = [throw for throw in throws if throw.method == method]
        if own:
            hits = sum(throw.hit for throw in own)
            said.append(f"{hits} of {counted(len(own), names[method])}")
    return f"Of your last throws hit: {', '.join(said)}." if said else ""
