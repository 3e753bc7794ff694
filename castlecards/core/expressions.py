"""Expressions of the players' faces: a pure function of the public log of a match.

A line or a clash shows an emotion of those who took part; its template says which
(`Template.emotions`). So a face tells nothing that the log does not tell everyone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from castlecards.core.cards import NATURE, Seat, value
from castlecards.core.log_lines import Clash, Tellable
from castlecards.core.narration import DEAL, lines
from castlecards.core.sentence_templates import Expression, Template
from castlecards.core.session import Session

LASTS = 2  # turns for which an emotion lasts at least; at a larger table until all have played


@value
class Emotion:
    """Emotion of a seat about one event. `turn`: turns that have begun since.

    `acted`: True if the seat brought the event about, False if it was done to the seat.
    """

    seat: Seat
    expression: Expression
    rank: int  # importance of the event, as in `sentence_templates`
    at: int  # record index
    turn: int
    acted: bool


def expressions(session: Session[Any]) -> tuple[Expression, ...]:
    """Expression of each seat now: its strongest emotion of the last turns, the later of two."""
    seats = session.start.box.seats
    if session.over and session.position.result is not None:
        best, least = max(session.position.result), min(session.position.result)
        won: Expression = "glad" if best > least else "calm"  # calm after a draw
        return tuple([won if each == best else "cross" for each in session.position.result])
    shown: list[Expression] = ["calm"] * seats
    ranks = [0] * seats
    for emotion in emotions(session, max(LASTS, seats - 1)):
        if emotion.rank > ranks[emotion.seat]:
            shown[emotion.seat], ranks[emotion.seat] = emotion.expression, emotion.rank
    return tuple(shown)


def emotions(session: Session[Any], turns: int) -> Iterator[Emotion]:
    """Yield the emotions of the last turns, the newest first.

    A turn ends when another seat acts. Answers in reaction windows do not count, because whether
    a seat is asked there can depend on its hand.
    """
    for at, passed in _turns_passed(session):
        if passed > turns:
            return
        for event in reversed(lines(session, at, NATURE)):
            template = session.game.story.of(event)
            for who, expression, acted in _felt(session, event, template):
                yield Emotion(who, expression, template.rank, at, passed, acted)


def turn_count(session: Session[Any]) -> int:
    """Number of turns that have ended, counted as in `emotions`."""
    return max((passed for _, passed in _turns_passed(session)), default=0)


def _turns_passed(session: Session[Any]) -> Iterator[tuple[int, int]]:
    """Yield each record index, the newest first, with the number of turns that began after it."""
    passed, active, waiting = 0, NATURE, list[int]()
    for at in range(session.at - 1, DEAL, -1):
        waiting.append(at)
        seat, asked = session.log[at].seat, session.positions[at].decision
        if seat == NATURE or (asked is not None and asked.window):
            continue  # part of the turn of the seat that acted before
        passed += active not in (NATURE, seat)
        active = seat
        yield from ((each, passed) for each in waiting)
        waiting.clear()
    yield from ((each, passed) for each in waiting)


def _felt(
    session: Session[Any], event: Tellable, template: Template
) -> Iterator[tuple[Seat, Expression, bool]]:
    """Yield the seats that an event moves, each with its expression, and True if it acted."""
    own, others = template.emotions
    sides = session.start.box.sides
    if isinstance(event, Clash):
        actor, opponents = event.sides[0].seat, [side.seat for side in event.sides[1:]]
    else:
        actor = event.actor
        opponents = [event.other] if event.other >= 0 else [
            seat for seat, side in enumerate(sides) if actor >= 0 and side != sides[actor]
        ]  # fmt: skip
    suffers = own == "worried"  # the line names the one to whom it was done
    if own != "calm" and actor >= 0:
        yield actor, own, not suffers
    if others != "calm":
        yield from ((seat, others, suffers) for seat in opponents if seat != actor)
