"""Lookup of texts that a player was shown in the list of all texts of the program."""

from __future__ import annotations

import difflib
import pickle
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial

from castlecards.texts import plural
from castlecards.ui.kit.intents import Act, key_title
from castlecards.ui.kit.logo import NAME as LOGO
from tests.shared_files import shared_file, stored
from tests.ui.shots.matches import LONG_NAME, NAMES
from tools import texts as tool
from tools.text_checks import SLOT
from tools.texts import Text

# Minimum letters of a pattern outside its slots, marked and unmarked; shorter ones would match
# anything.
LEAST = (3, 4)
HALF = 8  # the same for one side of a colon
# Separators between texts on one line, the strongest first.
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
FILE = re.compile(r"[\w-]+\.yaml(:\d+)*(: \w+\[\d+\])*")  # a place in a file, in an error message
KEYS = {key_title(key) for act in Act for key in act.usual}  # titles of default keys
ENDS = " \n.;,:()"  # signs around a text that do not count
NUMBER = re.compile(r"[−+]?\d[\d.,]*(?: of \d+)?(?: %)?|–")


@cache
def texts() -> tuple[Text, ...]:
    """Return all texts of the program, found by one process for all of a test run."""
    file = shared_file("texts")
    if file is not None and file.exists():
        return tuple(pickle.loads(file.read_bytes()))
    found = tool.texts()
    if file is not None:
        with stored(file) as path:
            path.write_bytes(pickle.dumps(found))
    return found


def literals(each: Text) -> Iterator[list[str]]:
    """Return the literal parts of a text between its slots; for a noun, of both its forms."""
    if each.kind == "noun":
        yield from (["", f" {each.text}"], ["", f" {plural(2, each.text)}"])
    else:
        yield [part.replace("{{", "{").replace("}}", "}") for part in SLOT.split(each.text)]


def halves(form: list[str]) -> Iterator[list[str]]:
    """Return a text and its two parts around a colon, which the program may show separately."""
    yield list(form)
    for n, part in enumerate(form):
        before, colon, behind = part.partition(": ")
        if colon:
            parts = [*form[:n], before], [behind, *form[n + 1 :]]
            yield from (part for part in parts if len(part) == 1 or letters(part) >= HALF)


@cache
def patterns() -> Mapping[str, str]:
    """Return all texts as patterns, each with its longest literal part; unmarked texts too."""
    found = {}
    forms = ((text, half) for text in texts() for form in literals(text) for half in halves(form))
    for each, form in forms:
        if letters(form) >= LEAST[each.kind == "unmarked"]:
            form[0], form[-1] = form[0].lstrip(ENDS), form[-1].rstrip(ENDS)
            found["(.*?)".join(map(re.escape, form))] = max(form, key=len).strip().lower()
    return found


@cache
def frames() -> tuple[re.Pattern[str], ...]:
    """Return listed texts that are little more than their slots, such as "{rank} of {suit}"."""
    found = set()
    for form in (form for text in texts() for form in literals(text) if len(form) > 1):
        form[0], form[-1] = form[0].lstrip(ENDS), form[-1].rstrip(ENDS)
        if letters(form) < LEAST[0] and "".join(form).strip():
            found.add("(.+)".join(map(re.escape, form)))
    return tuple(map(compiled, sorted(found)))


def letters(form: Iterable[str]) -> int:
    """Return the number of letters in the literal parts of a text."""
    return len(re.findall(r"[^\W\d_]", "".join(form)))


compiled = cache(partial(re.compile, flags=re.IGNORECASE | re.DOTALL))


@cache
def is_listed(text: str) -> bool:
    """Return True if a text is listed, or consists of listed texts, names and numbers."""
    text = text.strip(ENDS)
    if VALUE.fullmatch(text) or FILE.fullmatch(text) or text in (*NAMES, *KEYS, LONG_NAME, LOGO):
        return True
    low = text.lower()
    if any(key in low and compiled(each).fullmatch(text) for each, key in patterns().items()):
        return True
    if (bare := NUMBER.sub("", text).strip()) != text and is_listed(bare):
        return True  # a label with its number
    pairs = [
        (text[: at.start()], text[at.end() :]) for sign in BETWEEN for at in re.finditer(sign, text)
    ]
    filled = [found.groups() for frame in frames() if (found := frame.fullmatch(text))]
    return any(all(parts) and all(map(is_listed, parts)) for parts in (*pairs, *filled))


def nearest(text: str) -> str:
    """Return the listed text most like this one."""
    return difflib.get_close_matches(text, [each.text for each in texts()], 1, 0.0)[0]


def strangers(shown: Iterable[str]) -> Iterator[str]:
    """Return the texts that are not listed, in order."""
    return (text for text in sorted(set(shown)) if not is_listed(text))


def missing_texts(shown: Iterable[str]) -> str:
    """Return a report of the texts that are not listed, one per line; "" if all are."""
    return "\n".join(f"{text!r}, nearest: {nearest(text)!r}" for text in strangers(shown))
