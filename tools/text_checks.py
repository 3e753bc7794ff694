"""Checks of texts for players: forbidden words, lengths, and the Flesch–Kincaid grade."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Words and phrases that no text has.
FORBIDDEN = (
    "whoever", "whomever", "whosoever", "somebody", "shall", "anew", "upon", "lest", "whilst",
    "besides", "tops", "so many", "of it", "the own", "just so", "all the same", "as you like it",
)  # fmt: skip
FORBIDDEN_WORD = re.compile(rf"\b(?:{'|'.join(FORBIDDEN)})\b", re.IGNORECASE)
# Texts that may have one: the text, and why.
EXCEPTIONS: dict[str, str] = {}
LONGEST = {"reason": 44, "log template": 110}  # letters of a text by kind, without names in slots
LONGEST_SENTENCE = 30  # words of a sentence in a rulebook; the average is 20
SLOT = re.compile(r"\{[^{}]*\}")
NUMBER = re.compile(r"\{(n|all|count|value|other|ties)\}")  # slots for a number
SLOT_LETTERS = 8  # usual letters of a name or card in a slot
DIGITS = 2  # usual digits of a number in a slot


def forbidden(text: str) -> list[str]:
    """Forbidden words in a text; slots do not count."""
    return [] if text in EXCEPTIONS else FORBIDDEN_WORD.findall(SLOT.sub("{}", text).lower())


def faults(text: str, kind: str) -> list[str]:
    """Faults of a text that can be seen without a match, each in a few words."""
    messages = [f"forbidden: {word}" for word in forbidden(text)]
    filled = SLOT.sub("x" * SLOT_LETTERS, NUMBER.sub("0" * DIGITS, text))
    letters, most = len(filled), LONGEST.get(kind, 0)
    if most and letters > most:
        messages.append(f"{letters} letters, at most {most}")
    if kind == "rulebook" and (count := len(words(text))) > LONGEST_SENTENCE:
        messages.append(f"{count} words, at most {LONGEST_SENTENCE}")
    return messages


# -- readability ----------------------------------------------------------------------------------

IRREGULAR = {
    "are": 1, "area": 3, "being": 2, "create": 2, "equal": 2, "equally": 3, "everyone": 3,
    "fire": 2, "fired": 2, "fuel": 2, "idea": 3, "key": 1, "lion": 2, "millimetre": 4,
    "millimetres": 4, "people": 2, "poem": 2, "quiet": 2, "real": 1, "royalty": 3, "science": 2,
    "seer": 1, "seers": 1, "several": 2, "trial": 2, "usually": 4,
}  # fmt: skip


def words(text: str) -> list[str]:
    """Words of a text: runs of letters or digits, with apostrophes and decimal points."""
    return re.findall(r"[^\W_]+(?:[’'.,][^\W_]+)*", text)


def syllables(word: str) -> int:
    """Number of syllables of an English word, by its groups of vowels; a figure counts one."""
    plain = re.sub(r"[’'](?:s|re|ll|ve|d|m|t)?$", "", word.lower())
    if plain in IRREGULAR:
        return IRREGULAR[plain]
    if not re.search("[a-z]", plain):
        return 1
    plain = re.sub("^every", "evry", plain)
    plain = re.sub(
        r"(?<=[cgv])e(?=ment)|(?<=r)e(?=where)|(?<=som)e(?=[tw])|^y(?=[aeiou])", "", plain
    )
    count = len(re.findall(r"[aeiouy]+", plain))
    if re.search(r"[^aeiouylr]e$|[aeiouy][lr]e$", plain):
        count -= 1  # silent e
    elif re.search(r"[^aeiouytdl]ed$|[aeiouy]l+ed$|(?:[^aeiouycghlsxz]|[aeiouy]l|th)es$", plain):
        count -= 1
    if re.search(r"[dsv]n[’']t$", word.lower()):
        count += 1  # couldn’t
    count += len(
        re.findall(r"i(?:a|o(?!u)|um)|[aeiouy]ing$|ism$|ua[lt]|eo(?!u)|[aoe]y(?:[ao]|er)", plain)
    )
    count -= len(re.findall(r"[cgst]io|[ct]ia|geo", plain))
    return max(count, 1)


def grade(sentences: Iterable[str]) -> float:
    """Flesch–Kincaid grade level of several sentences (Kincaid et al. 1975)."""
    split = [words(part) for text in sentences for part in re.split(r"(?<=[.!?…])\s", text)]
    counted = [each for each in split if each]
    all_words = [word for each in counted for word in each]
    if not all_words:
        return 0.0
    per_word = sum(map(syllables, all_words)) / len(all_words)
    return 0.39 * len(all_words) / len(counted) + 11.8 * per_word - 15.59


# -- prose in code --------------------------------------------------------------------------------

# Modules whose words only programs and programmers read: columns and features, generated code.
NOT_SHOWN = re.compile(
    r"castlecards/envs/|/observation\.py|/heuristics\.py|castlecards/core/values\.py"
)
# Errors of programmers: no player reads them.
PROGRAMMERS = {
    "ArithmeticError", "AssertionError", "AttributeError", "Impossible", "IndexError",
    "KeyError", "LookupError", "NotImplementedError", "OverflowError", "RuntimeError",
    "SystemError", "TypeError", "ValueError",
}  # fmt: skip
# Functions whose arguments are types, patterns, SQL, seeds or names for programs.
NO_TEXT = {
    "Bits", "Final", "IterableValidationNote", "Literal", "NewType", "ObservationField", "Random",
    "TypeVar", "cast", "compile", "endswith", "execute", "executemany", "executescript",
    "findall", "finditer", "fromkeys", "fullmatch", "getLogger", "make_dataclass", "match",
    "search", "split", "startswith", "sub",
}  # fmt: skip
# Two words, or a word beside a slot.
PROSE = re.compile(
    r"(?:[^\W\d_]{2,}|\bA)[’'.,;:!?…)]*\s+[(“\"]*(?:\{\}|[^\W\d_]+)"
    r"|\{\}[’'.,;:!?)]* [^\W\d_]{3,}"
)
CAPITALISED = re.compile(r"[A-Z][a-z’]+(?: …|[.!?…:])?")
# A command as it is typed, `castle --games 20 --csv`; the prefix of an error in a terminal; SQL;
# keys with their values.
COMMAND = re.compile(
    r"\s*(?:castlecards:?(?: ?\{\})+|(?s:(?:CREATE|PRAGMA|SELECT|INSERT) .*)|(?:\w+=\{\} ?)+"
    r"|(?:\S+ )?(?:--[a-z]+(?: [\w,.:-]+)? ?)+)"
)
# Names of keys, verbs and ids that only look like texts.
NO_TEXTS = {
    "({}, {}, Layout({}))",
    "Castlecards {}, {}\nPython {}, pygame-ce {}, SDL {}, {}\n\n",
    "Castlecards",
    "Declared",
    "enemy wall",
    "enemy {}",
    "'help {}'",
    "own hand",
    "own wall",
    "partner wall",
    "put aside",
    "unsupported file format",
    "keypad enter",
    "left alt",
    "lower left",
    "page down",
    "page up",
    "seat sign",
}


def is_prose(text: str, path: str) -> bool:
    """True if a string reads as a text for players; `path`: its module. `{}` stands for a slot."""
    if NOT_SHOWN.search(path) or text in NO_TEXTS or COMMAND.fullmatch(text):
        return False
    return bool(PROSE.search(text) or CAPITALISED.fullmatch(text))
