"""A trick that is decided where it lies, as values: what is seen of it at which time.

All its cards lie in the middle of the table. The best one grows, the others stand in the shade, and
a sentence says why; only then they are swept to whoever has won them.
"""

from __future__ import annotations

from dataclasses import dataclass

from castlecards.core.cards import CardId
from castlecards.core.log_lines import Clash
from castlecards.ui.table.clash.timeline import Caller, Telling, Tempo
from castlecards.ui.table.layout.card_shape import CardShape

GROWN = 0.10  # of its size, that the best card grows
READ = 0.25  # s more than a verdict on the stage is held: all cards are compared


@dataclass(frozen=True)
class TrickCard:
    """A card of the trick."""

    card: CardId
    face: int
    here: CardShape
    why: str  # in a word or two: "trump"


@dataclass(frozen=True)
class TrickResult:
    """Times in s of the script: the verdict comes, it stands, the cards are swept away."""

    clash: Clash
    text: str
    callers: tuple[Caller, ...]  # by side
    cards: tuple[TrickCard, ...]  # by side
    begins: float
    stands: float
    ends: float

    @property
    def held(self) -> frozenset[CardId]:
        return frozenset(laid.card for laid in self.cards)

    def runs(self, now: float) -> bool:
        return self.begins <= now < self.ends

    def part(self, now: float) -> float:
        """0 to 1: how far the verdict has come."""
        return min(max((now - self.begins) / max(self.stands - self.begins, 1e-6), 0.0), 1.0)


def phase_times(tempo: Tempo, begins: float) -> tuple[float, float]:
    """When the verdict stands, and when the cards leave."""
    stands = begins + tempo.verdict
    return stands, stands + tempo.hold + (READ if tempo.slide else 0.0)


def trick_result(
    clash: Clash, told: Telling, cards: tuple[TrickCard, ...], begins: float, tempo: Tempo
) -> TrickResult:
    """`told`: the sentence, and what the sides are called; `cards`: one of each side."""
    return TrickResult(
        clash, told.sentence, told.callers, cards, begins, *phase_times(tempo, begins)
    )
