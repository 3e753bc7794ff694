"""Result of a trick as pure values: what is shown of it at which time.

The cards stay in the middle of the table: the winner grows, the others dim, and a sentence says
why. Then they move to the player who has won the trick.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

from castlecards.core.cards import CardId
from castlecards.core.log_lines import Clash
from castlecards.ui.table.clash.timeline import PAST, Announcement, SideLabel, Tempo
from castlecards.ui.table.layout.card_shape import CardShape
from castlecards.ui.table.layout.easing import progress

GROWN = 0.10  # share of its size by which the winner grows
READ = 0.25  # s of extra reading time: more cards are compared than in a clash


@dataclass(frozen=True)
class TrickCard:
    """One card of the trick, where it lies."""

    card: CardId
    face: int
    here: CardShape
    why: str  # in a word or two: "trump"


@dataclass(frozen=True)
class TrickResult:
    """Timeline of a finished trick.

    `begins`, `stands`, `ends`: s of the script at which the verdict appears, is complete, and the
    cards leave.
    """

    clash: Clash
    text: str
    labels: tuple[SideLabel, ...]  # by side
    cards: tuple[TrickCard, ...]  # by side
    begins: float
    stands: float
    ends: float
    decided: ClassVar[bool] = True

    @property
    def held(self) -> frozenset[CardId]:
        return frozenset(laid.card for laid in self.cards)

    @property
    def verdict_seen(self) -> float:
        return self.ends

    def final_picture(self) -> TrickResult:
        """Return the complete verdict as a still picture, the same at every time."""
        return replace(self, begins=PAST, stands=PAST, ends=math.inf)

    def part(self, now: float) -> float:
        """Return how much of the verdict has appeared, 0 to 1."""
        return progress(now, self.begins, self.stands)


def phase_times(tempo: Tempo, begins: float) -> tuple[float, float]:
    """Return when the verdict is complete and when the cards leave, s."""
    stands = begins + tempo.verdict
    return stands, stands + tempo.hold + (READ if tempo.slide else 0.0)


def trick_result(
    clash: Clash,
    announcement: Announcement,
    cards: tuple[TrickCard, ...],
    begins: float,
    tempo: Tempo,
) -> TrickResult:
    """Return the timeline of a trick with one card of each side in `cards`."""
    return TrickResult(
        clash,
        announcement.sentence,
        announcement.labels,
        cards,
        begins,
        *phase_times(tempo, begins),
    )
