"""Words for numbers and what they count, "1 throw", "2 players" and "−3", and for beginnings."""

from __future__ import annotations

from collections.abc import Sequence


def plural(number: float, one: str, many: str = "") -> str:
    """The word alone: `one` for 1 and -1, else `many`, which is `one` with an s unless given."""
    return one if abs(number) == 1 else many or f"{one}s"


def counted(number: int, one: str, many: str = "") -> str:
    """`1 throw`, `2 throws`, `1,200 throws`."""
    return f"{number:,} {plural(number, one, many)}"


def signed(number: float, form: str = "+g") -> str:
    """`+9`, `−2`, `+0.5`; `form`: as of the builtin `format`, with or without the sign of plus."""
    return format(number, form).replace("-", "−")


def nth(number: int) -> str:
    """`1st`, `2nd`, `11th`, `23rd`."""
    if number // 10 % 10 == 1:
        return f"{number}th"
    return f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number % 10, 'th')}"


def spanned(numbers: Sequence[int], one: str) -> str:
    """What goes from the first number to the last: `2 players`, `2 to 4 players`, `1 player`."""
    low, high = numbers[0], numbers[-1]
    return counted(low, one) if low == high else f"{low:,} to {counted(high, one)}"


def capital(text: str) -> str:
    """With a capital letter first; the others as they are."""
    return text[:1].upper() + text[1:]
