"""Closing scene of a match of throws as pure values: what is seen of it at each time.

The loser's castle collapses if it was stormed, else it burns; then the winner's banners rise. After
a draw the castle stands, and both sides raise banners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import SeatSign, side_sign, side_signs
from castlecards.ui.table.layout.easing import ease, progress
from castlecards.ui.table.summary.end_timing import APART, FADE, RISING, Sounds, due_sounds
from castlecards.ui.table.summary.stats import MatchThrow

FALL = 0.5  # s, the castle begins to collapse or to burn
BURN = 1.1  # s, the flames grow
WORDS = 1.1  # s, the headline appears
RISE = 1.8  # s, the first banner begins to rise


@dataclass(frozen=True)
class ThrowsFrame:
    """Picture at one time: s since the collapse began, and shares 0 to 1 of all else."""

    fallen: float
    fire: float
    words: float
    banners: tuple[float, ...]


@dataclass(frozen=True)
class ThrowsScene:
    """Closing scene. `loser`: banner on the castle, None after a draw; `stormed`: it collapses."""

    headline: str
    why: str
    loser: SeatSign | None
    stormed: bool
    banners: tuple[SeatSign, ...]

    @classmethod
    def of(
        cls, session: Session[Any], throws: Sequence[MatchThrow], headline: str, why: str
    ) -> ThrowsScene:
        """Closing scene of a finished match."""
        sides = session.start.box.sides
        won = {sides[seat] for seat, part in enumerate(session.position.result or ()) if part > 0.5}
        if len(won) != 1:
            both = (side_sign(session, 0), side_sign(session, 1))
            return cls(headline, why, None, False, both)
        (side,) = won
        stormed = any(
            record.scored_throw.undefended and sides[record.seat] == side for record in throws
        )
        signs = side_signs(session, side)
        banners = signs if len(signs) > 1 else signs * 2
        return cls(headline, why, side_sign(session, 1 - side), stormed, banners)

    def frame(self, t: float) -> ThrowsFrame:
        """Picture `t` s after the scene began."""
        rising = [RISE + APART * n for n in range(len(self.banners))]
        return ThrowsFrame(
            max(t - FALL, 0.0) if self.stormed else 0.0,
            ease((t - FALL) / BURN) if self.loser is not None and not self.stormed else 0.0,
            progress(t, WORDS, WORDS + FADE),
            tuple([ease((t - begins) / RISING) for begins in rising]),
        )

    def sounds(self, first: float, last: float) -> Sounds:
        """Sounds that begin after `first` s and until `last` s, with their volumes."""
        cues = [(RISE, "horn" if self.stormed else "chime", 0.6)]
        if self.loser is not None:
            cues.append((FALL, "fall" if self.stormed else "crack", 0.7))
        return due_sounds(cues, first, last)
