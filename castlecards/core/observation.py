"""The columns in which a game writes its public state for learning programs.

Every game states them by name (`Game.observation_fields`); a field keeps its place and its width in
all positions of a match, so that a column means one thing.
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
    """One named field of a state and the numbers that stand for it, `width` columns wide."""

    name: str  # of the field in the class of the state
    width: int  # columns
    about: str  # order of the columns and codes, for docs/learning.md
    read: Callable[[Position[Any]], Sequence[int]]  # whole numbers, at most `width` of them


def scalar(name: str, about: str = "") -> ObservationField:
    """A field of one column for a number or a yes or no."""
    return ObservationField(name, 1, about, lambda pos: (int(getattr(pos.state, name)),))


def columns(fields: Sequence[ObservationField], pos: Position[Any]) -> list[int]:
    """The numbers of all fields, as long as their widths together.

    Raises OverflowError where a field has more numbers than columns.
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
    """0 or 1 for each of `width` bits, the lowest first; longer where the mask is."""
    return [int(digit) for digit in f"{mask:0{width}b}"[::-1]]


def proofs_field(size: int, most: int) -> ObservationField:
    """What play has proved about hidden cards (`core.proof`), for at most `most` proofs.

    `size` is the number of cards in the box, and so of faces.
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
