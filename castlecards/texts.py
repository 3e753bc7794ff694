"""Texts for players: the calls that mark them for translation, plurals and number formats.

A text is one whole sentence or label. What differs goes into named slots, never into pieces that
the code joins. There is no catalogue of translations yet: `tr` and `ntr` fill the slots and are
found by `python -m tools.texts`, which lists every text of the program.
"""

from __future__ import annotations

from collections.abc import Sequence


def tr(text: str, /, *, context: str = "", **slots: object) -> str:
    """Text with its slots filled: `tr("{name} attacks", name="Anna")`.

    `context` tells two uses of one English text apart for translators, as in
    `tr("Draw", context="nobody wins")`. Raises KeyError for a slot without a value.
    """
    return text.format_map(slots) if slots else text


def ntr(number: int, one: str, many: str, /, **slots: object) -> str:
    """Text that depends on a number: `ntr(2, "{n} card is left", "{n} cards are left")`.

    The slot `n` is the number with commas. Raises KeyError for a slot without a value.
    """
    return (one if abs(number) == 1 else many).format_map({"n": f"{number:,}", **slots})


def plural(number: float, one: str, many: str = "") -> str:
    """Noun for a number: `one` for 1 and -1, else `many` (default: `one` plus s)."""
    return one if abs(number) == 1 else many or f"{one}s"


def counted(number: int, one: str, many: str = "") -> str:
    """Number with its noun: `1 throw`, `2 throws`, `1,200 throws`."""
    return f"{number:,} {plural(number, one, many)}"


def times_in_ten(share: float) -> str:
    """Number of times in ten, at least one, for a chance from 0 to 1: `6 times`."""
    return counted(max(1, round(10 * share)), "time")


def signed(number: float, form: str = "+g") -> str:
    """Number with sign: `+9`, `−2`, `+0.5`. `form` is a format spec; "g" leaves out the plus."""
    return format(number, form).replace("-", "−")


def nth(number: int) -> str:
    """Ordinal number: `1st`, `2nd`, `11th`, `23rd`."""
    if number // 10 % 10 == 1:
        return f"{number}th"
    return f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number % 10, 'th')}"


def spanned(numbers: Sequence[int], one: str) -> str:
    """Range from the first to the last number: `1 player`, `2 to 4 players`."""
    low, high = numbers[0], numbers[-1]
    return counted(low, one) if low == high else f"{low:,} to {counted(high, one)}"


def capital(text: str) -> str:
    """Text with a capital first letter, unless a capital follows it, as in `mRNA`."""
    return text if text[1:2].isupper() else text[:1].upper() + text[1:]
