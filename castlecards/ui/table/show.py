"""What plays at a table, without its picture: cards on their way, a flight, time to read.

The table has one, and so do the replay and slow motion. What is on the screen follows from it, from
what a seat sees, and from where everything lies.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from castlecards.core.cards import CardId, Field, Pose
from castlecards.core.position import Position
from castlecards.toss.film import Toss
from castlecards.toss.world import Tossing
from castlecards.ui.table.view.animate import Player
from castlecards.ui.table.view.sight import Sight


@dataclass(frozen=True)
class Film:
    """A toss and what is needed to draw it: whose card, in which field, over which table.

    It may still be computed while it is shown: up to the first contact only the card itself moves.
    """

    source: Toss | Tossing
    card: CardId
    field: Field
    pos: Position[Any]  # as it was while the card flew
    where: str = ""  # it first touched, in words

    @property
    def toss(self) -> Toss:
        """All of it; what has not been computed yet is computed now."""
        return self.source if isinstance(self.source, Toss) else self.source.finish()

    @property
    def known(self) -> Toss | None:
        """All of it, if that is known."""
        return self.source if isinstance(self.source, Toss) else self.source.toss

    @property
    def seconds(self) -> float:
        return self.toss.seconds

    @property
    def cards(self) -> set[CardId]:
        """All cards that are somewhere else than where they lay, or may soon be."""
        return {self.card} | {card for card, _ in self.moved}

    @property
    def moved(self) -> tuple[tuple[CardId, Pose], ...]:
        """The cards that are pushed, as far as that is known."""
        return self.known.landing.moved if self.known is not None else ()


@dataclass
class Show:
    """`t`: where the film is, s; `pause`: s for what was said to be read; `raised`: s until the
    curtain is up."""

    player: Player = field(default_factory=Player)
    sight: Sight = field(default_factory=Sight)
    film: Film | None = None
    t: float = 0.0
    pause: float = 0.0
    raised: float = 0.0

    @property
    def flying(self) -> bool:
        return self.film is not None

    @property
    def moving(self) -> bool:
        """Do cards, the camera or the curtain move?"""
        return self.player.running or self.sight.moving or self.raised > 0

    @property
    def plays(self) -> bool:
        """Is something shown that takes its time?"""
        return self.moving or self.flying or self.pause > 0

    @property
    def away(self) -> set[CardId]:
        """Cards that fly, or have been pushed by one that does."""
        return self.film.cards if self.film is not None else set()

    def roll(self, film: Film) -> None:
        """From its beginning."""
        self.film, self.t = film, 0.0

    def clear(self) -> None:
        """Nothing plays any more."""
        self.player, self.film, self.pause = Player(), None, 0.0
