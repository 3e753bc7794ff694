"""Observation columns: the public state of a game as numbers for learning programs.

Every game names its fields (`Game.observation_fields`). A field keeps its place and width in all
positions of a match, so each column has one meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from castlecards.core.cards import value
from castlecards.core.position import Position
from castlecards.core.proof import Proofs


@value
class ObservationField:
    """Named field of the observation: `width` columns of integers read from a position."""

    name: str  # name of the field in the state class
    width: int  # columns
    about: str  # order of the columns and codes, for docs/learning.md
    read: Callable[[Position[Any]], Sequence[int]]  # at most `width` integers


def scalar(name: str, about: str = "") -> ObservationField:
    """One-column field for a number or boolean of the state."""
    return ObservationField(name, 1, about, lambda pos: (int(getattr(pos.state, name)),))


def columns(fields: Sequence[ObservationField], pos: Position[Any]) -> list[int]:
    """Row of all fields; each is padded with zeros to its width.

    Raises OverflowError if a field has more numbers than columns.
    """
    row: list[int] = []
    for field in fields:
        numbers = field.read(pos)
        left = field.width - len(numbers)
        if left < 0:
            raise OverflowError(
                f"{field.name} of the observation: {len(numbers)} numbers for {field.width} columns"
            )
        row += numbers
        row += [0] * left
    return row


def bits(mask: int, width: int) -> list[int]:
    """Bits of a mask as 0 or 1, lowest first; at least `width` of them."""
    return [int(digit) for digit in f"{mask:0{width}b}"[::-1]]


def proofs_field(size: int, most: int) -> ObservationField:
    """Field for at most `most` proofs about hidden cards (`core.proof`).

    `size` is the number of cards in the box, which is also the number of faces.
    """
    return ObservationField(
        "proofs",
        most * (1 + 2 * size),
        f"{most} proofs of three parts: a number n; by card, 1 for each hidden card of the proof; "
        "by face, 1 for each barred face. At least n of these cards have none of these faces.",
        lambda pos: list(_proved(pos.state.proofs, size)),
    )


def _proved(proofs: Proofs, size: int) -> Iterator[int]:
    for proof in proofs:
        yield proof.least
        yield from _spread(proof.cards, size)
        yield from _mask(proof.barred, size)


@cache
def _spread(cards: bytes, size: int) -> list[int]:
    return bits(sum([1 << card for card in cards]), size)


_mask = cache(bits)
