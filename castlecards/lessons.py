"""Lessons: a match that is played with a teacher beside it, as a YAML file.

A step says something; it goes on when the learner has read it, has answered as `do` says, or has
reached what `until` counts. What others do in between is a step with `do`, too, or the usual
answer of somebody who does nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from castlecards import data, paths
from castlecards.core.action import Action, Illegal
from castlecards.core.cards import Seat
from castlecards.core.game import Game
from castlecards.core.referee import Over, Waive, due
from castlecards.core.session import USUAL, Session
from castlecards.levels import alone, game_of, read_step, with_options

if TYPE_CHECKING:
    from castlecards.data.text import Document

FORMAT = 1
FOLDER = "lessons"
ENOUGH = 3  # misses after which a step may be passed


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """One thing at a time. `do`: a line as in a save, cards by name; `until`: tallies of the game,
    counted from the beginning of the step; neither: it goes on when it has been read."""

    say: str = ""
    after_hit: str = ""  # said instead where the step before ended with a hit
    do: str = ""
    until: dict[str, int] = dataclasses.field(default_factory=dict)
    method: Literal["", "lob", "frisbee", "flip"] = ""  # which throw is taught

    def __post_init__(self) -> None:
        for name in ("say", "after_hit"):
            if len(getattr(self, name)) > 400:
                raise ValueError(f"{name}: at most 400 letters")
        if self.do and self.until:
            raise ValueError("do: a step waits for an answer or for a count, not for both")
        if not (self.say or self.do):
            raise ValueError("say: a step says or does something")


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """What a file says."""

    lesson: int
    game: str
    title: str
    about: str
    seed: int = 1
    seat: int = 0  # the learner's
    steps: tuple[LessonStep, ...]

    def __post_init__(self) -> None:
        if self.lesson != FORMAT:
            raise ValueError(f"lesson: this program reads format {FORMAT}, not {self.lesson}")
        if not self.steps:
            raise ValueError("steps: at least one")


@dataclass(frozen=True)
class LoadedLesson:
    """A lesson that is ready. `id`: the name of its file."""

    id: str
    lesson: Lesson
    options: Any
    game: Game[Any]


def load(text: str, name: str) -> LoadedLesson:
    """Raises DataError for what is no lesson; its steps are not played."""
    from castlecards.data.text import Document

    return _taught(Document(text, name), Path(name).stem)


def _taught(document: Document, id: str) -> LoadedLesson:
    from castlecards.data.values import build

    game = game_of(document)
    lesson: Any = build(document, with_options(game, Lesson))
    return LoadedLesson(id, lesson, lesson.options, game)


def folder() -> Path:
    return paths.levels() / FOLDER


def every() -> tuple[LoadedLesson, ...]:
    """All lessons, in the order of their files. Raises DataError for one that is broken."""
    files = sorted(folder().glob("*.yaml"))
    return tuple(load(data.read_text(path), str(path)) for path in files)


def session(taught: LoadedLesson, name: str = "") -> Session[Any]:
    """A new match for the learner; the others do what the lesson says, else nothing."""
    lesson, people = taught.lesson, (name or "You", "Teacher")
    match = alone(taught.game, taught.options, lesson.seed, lesson.seat, people)
    match.stops = [USUAL] * match.players  # asked as people are who have chosen nothing
    return match


class Course:
    """How far a lesson is. `session` is played elsewhere; here it is told what comes next."""

    def __init__(self, taught: LoadedLesson, match: Session[Any]) -> None:
        self.taught = taught
        self.match = match
        self.at = 0
        self.misses = 0  # throws of the learner in this step that did not hit
        self._hit: set[int] = set()  # steps before which a throw of the learner hit
        self._reached: dict[int, int] = {}  # by lines of the log: the step then
        self._base = self._tallies()
        self._was: tuple[Seat, Action] | None = None

    @property
    def step(self) -> LessonStep | None:
        """The present one; None after the last."""
        steps = self.taught.lesson.steps
        return steps[self.at] if self.at < len(steps) else None

    @property
    def words(self) -> str:
        """What the teacher says now; "" where the step has no words, or after the last."""
        step = self.step
        if step is None:
            return ""
        return step.after_hit if step.after_hit and self.at in self._hit else step.say

    @property
    def wanted(self) -> tuple[Seat, Action] | None:
        """Who should answer what now; None where nobody in particular should.

        Raises Illegal for a line that says nothing here.
        """
        step = self.step
        if step is None or not step.do or self.match.decision is None:
            return None
        try:
            return read_step(self.match, step.do)
        except ValueError as error:
            raise Illegal(f"lesson {self.taught.id}, step {self.at + 1}: {error}") from None

    @property
    def passable(self) -> bool:
        """May the present step be left without what it wants? What comes after it must not hang on
        how the match stands."""
        step, later = self.step, self.taught.lesson.steps[self.at + 1 :]
        if step is None or not step.until or any(other.do for other in later):
            return False
        return self.misses >= ENOUGH

    def forward(self) -> None:
        """The present step is done."""
        now = self._tallies()
        hit = now.get("hits", 0) > self._base.get("hits", 0)
        self.at += 1
        self._hit = self._hit | {self.at} if hit else self._hit - {self.at}
        self.misses = 0
        self._reached[self.match.at] = self.at
        self._base = now

    def rewind(self) -> None:
        """Something was taken back, or played again: to the step of that moment."""
        at, self.at = self.at, self._reached.get(self.match.at, self.at)
        self.misses = self.misses if self.at == at else 0
        self._base = self._tallies()

    def counted(self) -> bool:
        """Is what the present step counts reached?"""
        step = self.step
        if step is None or not step.until:
            return False
        now = self._tallies()
        return all(
            now.get(name, 0) - self._base.get(name, 0) >= n for name, n in step.until.items()
        )

    def disregard(self) -> None:
        """What has happened since the step began does not count for it."""
        self._base = self._tallies()

    def _tallies(self) -> Mapping[str, int]:
        return self.taught.game.tallies(self.match.position, self.taught.lesson.seat)

    def answer(self, seat: Seat, action: Action) -> Action:
        """What a seat plays that is not the learner's: its line, if that is due, else `action`."""
        wanted = self.wanted
        return wanted[1] if wanted is not None and wanted[0] == seat else action

    def played(self, seat: Seat, action: Action) -> bool:
        """After an action: does the lesson go on because of it? Then it has gone on."""
        step = self.step
        self._reached[self.match.at] = self.at
        if step is None:
            return False
        if (step.do and self._was == (seat, action)) or self.counted():
            self.forward()
            return True
        return False

    def about_to(self) -> None:
        """Before an action: remembers what was wanted, for cards may lie elsewhere afterwards."""
        self._was = self.wanted
        self._reached[self.match.at] = self.at


def faults(taught: LoadedLesson) -> Iterator[str]:
    """What is wrong when the learner does just what is said; steps that count are passed over."""
    match = session(taught)
    course = Course(taught, match)
    seat = taught.lesson.seat
    for _ in range(2000):
        step, asked = course.step, due(match)
        if step is None:
            return
        if not step.do:
            course.forward()
            continue
        if isinstance(asked, Over):
            yield f"step {course.at + 1}: the match is over"
            return
        decision = asked.decision
        try:
            course.about_to()
            wanted = course.wanted
            if isinstance(asked, Waive) and (wanted is None or wanted[0] != decision.seat):
                action = decision.default
            elif decision.seat == seat:
                if wanted is None or wanted[0] != seat:
                    yield f"step {course.at + 1}: the learner is asked, {step.do!r} is wanted"
                    return
                action = wanted[1]
            else:
                action = course.answer(decision.seat, decision.default)
            match.submit(decision.seat, action)
        except (Illegal, ValueError) as error:
            yield f"step {course.at + 1}: {error}"
            return
        course.played(decision.seat, action)
    yield "it does not end"
