"""Check of a lesson: every step that asks for an action is played."""

from __future__ import annotations

from collections.abc import Iterator

from castlecards.core.action import Illegal
from castlecards.core.referee import Over, Waive, due
from castlecards.lessons import Course, LoadedLesson, session


def faults(loaded: LoadedLesson) -> Iterator[str]:
    """Faults of a lesson, found by playing each `do` step; steps with counts are skipped."""
    try:
        match = session(loaded)
    except ValueError as error:
        yield f"before: {error}"
        return
    course = Course(loaded, match)
    seat = loaded.lesson.seat
    for _ in range(2000):
        if course.deals:
            match = session(loaded, at=course.at)
            course = Course(loaded, match, course.at)
        step, asked = course.step, due(match)
        if step is None:
            return
        if not step.do:
            course.advance()
            continue
        if isinstance(asked, Over):
            yield f"step {course.at + 1}: the match is over"
            return
        decision = asked.decision
        try:
            course.remember_expected()
            wanted = course.expected
            if isinstance(asked, Waive) and (wanted is None or wanted[0] != decision.seat):
                action = decision.default
            elif decision.seat == seat:
                if wanted is None or wanted[0] != seat:
                    yield f"step {course.at + 1}: the learner should play {step.do!r} here"
                    return
                action = wanted[1]
            else:
                action = course.answer(decision.seat, decision.default)
            match.submit(decision.seat, action)
        except (Illegal, ValueError) as error:
            yield f"step {course.at + 1}: {error}"
            return
        course.played(decision.seat, action)
    yield "the lesson does not end"
