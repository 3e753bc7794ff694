"""Texts of the program as patterns, to look up what a player was shown or told."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial

from castlecards.texts import plural
from tests.ui.shots.matches import NAMES
from tools.text_checks import SLOT
from tools.texts import Text, texts

# Letters of a pattern outside its slots, marked and unmarked; a shorter one would fit anything.
LEAST = (3, 4)
# Signs between texts that stand in one line, the strongest first.
BETWEEN = (
    r"\n|\s{2,}",
    r"\s*[\[\]()]\s*",
    r"\s*·\s*",
    r"(?<=[.!?…;])\s+",
    r"(?<=,)\s+",
    r"(?<=[:,])\s+",
)
# A number, a sign, a unit, a key or a short word.
VALUE = re.compile(r"[\W\d_]*(?:[^\W\d_]{1,3}|(?:m|turns)/s)?[\W\d_]*")
ENDS = " \n.;,:()"  # signs around a text that do not count
NUMBER = re.compile(r"[−+]?\d[\d.,]*(?: of \d+)?(?: %)?|–")


def literals(each: Text) -> Iterator[list[str]]:
    """Literal parts of a text between its slots; of a noun, one and many behind a number."""
    if each.kind == "noun":
        yield from (["", f" {each.text}"], ["", f" {plural(2, each.text)}"])
    else:
        yield [part.replace("{{", "{").replace("}}", "}") for part in SLOT.split(each.text)]


@cache
def patterns() -> Mapping[str, str]:
    """All listed texts as patterns, each with its longest literal part; the unmarked ones too."""
    found = {}
    for each, form in ((text, form) for text in texts() for form in literals(text)):
        letters = len(re.findall(r"[^\W\d_]", "".join(form)))
        if letters >= LEAST[each.kind == "unmarked"]:
            form[0], form[-1] = form[0].lstrip(ENDS), form[-1].rstrip(ENDS)
            found["(.*?)".join(map(re.escape, form))] = max(form, key=len).strip().lower()
    return found


compiled = cache(partial(re.compile, flags=re.IGNORECASE | re.DOTALL))


@cache
def is_listed(text: str) -> bool:
    """True if a text is an instance of a listed one, or made of such, of names and of numbers."""
    text = text.strip(ENDS)
    if VALUE.fullmatch(text) or text in NAMES:
        return True
    low = text.lower()
    if any(key in low and compiled(each).fullmatch(text) for each, key in patterns().items()):
        return True
    if (bare := NUMBER.sub("", text).strip()) != text and is_listed(bare):
        return True  # a label with its number
    split = [[part for part in re.split(sign, text) if part] for sign in BETWEEN]
    return any(len(parts) > 1 and all(map(is_listed, parts)) for parts in split)


def nearest(text: str) -> str:
    """Listed text most like this one."""
    return difflib.get_close_matches(text, [each.text for each in texts()], 1, 0.0)[0]


def strangers(shown: Iterable[str]) -> Iterator[str]:
    """Texts that are not listed, in order."""
    return (text for text in sorted(set(shown)) if not is_listed(text))
