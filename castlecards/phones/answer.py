"""Answers of a phone as values, and the parser that reads them from untrusted bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

MOST_BYTES = 8192  # of one message of a phone
MOST_SAMPLES = 400  # of one track
MOST_ID = 40  # letters of the id of a question
MOST_NUMBER = 100_000  # greatest index, card and coordinate (mm) that is read
MOST_TIME = 60.0  # s, longest track


@dataclass(frozen=True)
class OptionAnswer:
    """Choice of one option of a question, by its index in the message."""

    question_id: str
    index: int


@dataclass(frozen=True)
class ThrowAnswer:
    """Flick of a card: samples of the finger on the pad (s, mm to the right, mm forward).

    The origin is the middle of the release line of the pad, so y is negative before it. `method`
    is an index into `core.landing.METHODS`.
    """

    question_id: str
    card: int
    method: int
    track: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True)
class PracticeThrow:
    """Flick on an empty pad, by which the strength of a device is measured; () skips them all."""

    track: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True)
class UndoRequest:
    """Wish to take back the own last choice, sent while this question is shown."""

    question_id: str


@dataclass(frozen=True)
class ConsentAnswer:
    """Answer to another player's wish to take a choice back."""

    yes: bool


@dataclass(frozen=True)
class CoachRequest:
    """Wish for a hint on the question that is shown."""


Answer = OptionAnswer | ThrowAnswer | PracticeThrow | UndoRequest | ConsentAnswer | CoachRequest


def parse_object(text: str | bytes) -> Mapping[str, Any] | None:
    """JSON object of a message; None for anything else, however malformed. Never raises."""
    if len(text) > MOST_BYTES:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def parse_answer(text: str | bytes) -> Answer | None:
    """Answer in a message of a phone; None if it is not exactly one of them. Never raises."""
    message = parse_object(text)
    if message is None:
        return None
    match message:
        case {"id": str(question), "i": index, **rest} if not rest:
            if _is_id(question) and _is_index(index):
                return OptionAnswer(question, index)
        case {"id": str(question), "card": card, "how": method, "track": track, **rest} if not rest:
            samples = _samples(track)
            if _is_id(question) and _is_index(card) and _is_index(method) and samples:
                return ThrowAnswer(question, card, method, samples)
        case {"practice": [], **rest} if not rest:
            return PracticeThrow(())
        case {"practice": track, **rest} if not rest:
            samples = _samples(track)
            return PracticeThrow(samples) if samples else None
        case {"id": str(question), "undo": True, **rest} if not rest:
            return UndoRequest(question) if _is_id(question) else None
        case {"consent": bool(yes), **rest} if not rest:
            return ConsentAnswer(yes)
        case {"coach": True, **rest} if not rest:
            return CoachRequest()
    return None


def _is_id(text: str) -> bool:
    return 0 < len(text) <= MOST_ID and text.isascii()


def _is_index(number: object) -> bool:
    return type(number) is int and 0 <= number <= MOST_NUMBER


def _samples(track: object) -> tuple[tuple[float, float, float], ...]:
    """Samples of a track; () if it is malformed, too long or runs backwards in time."""
    if not isinstance(track, list) or not 2 <= len(track) <= MOST_SAMPLES:
        return ()
    samples: list[tuple[float, float, float]] = []
    for sample in track:
        if not isinstance(sample, list) or len(sample) != 3 or not all(map(_is_number, sample)):
            return ()
        t, x, y = map(float, sample)
        if not 0.0 <= t <= MOST_TIME or (samples and t < samples[-1][0]):
            return ()
        samples.append((t, x, y))
    return tuple(samples)


def _is_number(number: object) -> bool:
    """True for a finite number of ordinary size; JSON of Python also reads NaN and Infinity."""
    if type(number) is int:
        return abs(number) <= MOST_NUMBER
    return isinstance(number, float) and isfinite(number) and abs(number) <= MOST_NUMBER
