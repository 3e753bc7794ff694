"""Lessons: guided matches in YAML files, with a teacher's text at each step.

A step ends when the learner has read it, has played the action of `do`, or has reached the counts
of `until`. Actions of the other players are steps with `do` too; without one they play the default.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from castlecards import data, paths
from castlecards.core.action import Action, Illegal
from castlecards.core.cards import Seat
from castlecards.core.game import Game
from castlecards.core.position import Position
from castlecards.core.session import USUAL, Session
from castlecards.levels import game_of, read_step, solo_session, with_options
from castlecards.texts import tr

if TYPE_CHECKING:
    from castlecards.data.text import Document

FORMAT = 1
FOLDER = "lessons"
MISSES_TO_SKIP = 3  # misses after which a step can be skipped


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """Step of a lesson: a text and the condition that ends it.

    `do`: a log line as in a save, with cards by name. `until`: the game's tallies, counted from the
    start of the step. Without both, the step ends when it has been read.
    """

    say: str = ""
    after_hit: str = ""  # text in place of `say` if the previous step ended with a hit
    do: str = ""
    until: dict[str, int] = dataclasses.field(default_factory=dict)
    method: Literal["", "lob", "frisbee", "flip"] = ""  # throwing method of this step
    deals: bool = False  # the step begins a new match, from the deal

    def __post_init__(self) -> None:
        for name in ("say", "after_hit"):
            if len(getattr(self, name)) > 400:
                raise ValueError(tr("{name}: at most 400 letters", name=name))
        if self.do and self.until:
            raise ValueError(tr("do: a step can’t have both do and until"))
        if not (self.say or self.do):
            raise ValueError(tr("say: a step needs say or do"))


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """Content of a lesson file."""

    lesson: int
    game: str
    title: str
    about: str
    seed: int = 1
    seat: int = 0  # seat of the learner
    before: tuple[str, ...] = ()  # lines of the learner that are played before the first step
    steps: tuple[LessonStep, ...]

    def __post_init__(self) -> None:
        if self.lesson != FORMAT:
            raise ValueError(
                tr("lesson: expected format {n}, got {other}", n=FORMAT, other=self.lesson)
            )
        if not self.steps:
            raise ValueError(tr("steps: at least one step is needed"))


@dataclass(frozen=True)
class LoadedLesson:
    """Lesson with its game and options. `id`: file name without ending."""

    id: str
    lesson: Lesson
    options: Any
    game: Game[Any]


def load(text: str, name: str) -> LoadedLesson:
    """Read a lesson without playing its steps. Raises DataError if it is malformed."""
    from castlecards.data.text import Document

    return _loaded(Document(text, name), Path(name).stem)


def _loaded(document: Document, id: str) -> LoadedLesson:
    from castlecards.data.values import build

    game = game_of(document)
    lesson: Any = build(document, with_options(game, Lesson))
    return LoadedLesson(id, lesson, lesson.options, game)


def folder() -> Path:
    """Folder of the lessons."""
    return paths.levels() / FOLDER


def all_lessons() -> tuple[LoadedLesson, ...]:
    """Lessons in the order of their file names. Raises DataError for a broken one."""
    files = sorted(folder().glob("*.yaml"))
    return tuple(load(data.read_text(path), str(path)) for path in files)


def session(loaded: LoadedLesson, name: str = "", at: int = 0) -> Session[Any]:
    """New practice match of the learner and a teacher, who plays the defaults.

    It begins with the step `at`, the first one or one that deals. Raises Illegal, a ValueError, if
    a line of `before` cannot be played.
    """
    lesson, people = loaded.lesson, (name or tr("You"), tr("Teacher"))
    match = solo_session(loaded.game, loaded.options, lesson.seed, lesson.seat, people)
    if lesson.before and not at:
        start = _played_before(lesson, match)
        match = solo_session(loaded.game, loaded.options, lesson.seed, lesson.seat, people, start)
    match.stops = [USUAL] * match.players  # as in a match with default settings
    return match


def _played_before(lesson: Lesson, match: Session[Any]) -> Position[Any]:
    """Position after the lines of `before` and the defaults of the others."""
    lines = iter(lesson.before)
    while (decision := match.decision) is not None:
        seat, action = decision.seat, decision.default
        if seat == lesson.seat:
            words = next(lines, "")
            if not words:
                break
            seat, action = read_step(match, words)
        match.submit(seat, action)
    return match.position


class Course:
    """Progress through a lesson. The caller plays the match and reports each action."""

    def __init__(self, loaded: LoadedLesson, match: Session[Any], at: int = 0) -> None:
        self.loaded = loaded
        self.match = match
        self.first = self.at = at
        self.misses = 0  # throws of the learner in this step without a hit
        self._hit: set[int] = set()  # steps whose previous step ended with a hit
        self._reached: dict[int, int] = {}  # step at each line of the log
        self._base = self._tallies()
        self._expected: tuple[Seat, Action] | None = None

    @property
    def step(self) -> LessonStep | None:
        """Current step; None after the last."""
        steps = self.loaded.lesson.steps
        return steps[self.at] if self.at < len(steps) else None

    @property
    def text(self) -> str:
        """Text of the current step; "" if there is none."""
        step = self.step
        if step is None:
            return ""
        return step.after_hit if step.after_hit and self.at in self._hit else step.say

    @property
    def expected(self) -> tuple[Seat, Action] | None:
        """Seat and action that the current step expects; None if it expects none.

        Raises Illegal if the step's line cannot be read in this position.
        """
        step = self.step
        if step is None or not step.do or self.match.decision is None:
            return None
        try:
            return read_step(self.match, step.do)
        except ValueError as error:
            raise Illegal(
                tr("lesson {id}, step {n}: {error}", id=self.loaded.id, n=self.at + 1, error=error)
            ) from None

    @property
    def deals(self) -> bool:
        """True if the current step needs a new match."""
        return self.step is not None and self.step.deals and self.at != self.first

    @property
    def can_skip(self) -> bool:
        """True if the current step can be skipped after ENOUGH misses.

        Later steps must not depend on the position, so none of them has a `do`.
        """
        step, later = self.step, self.loaded.lesson.steps[self.at + 1 :]
        if step is None or not step.until or any(other.do for other in later):
            return False
        return self.misses >= MISSES_TO_SKIP

    def advance(self) -> None:
        """Go to the next step."""
        current = self._tallies()
        hit = current.get("hits", 0) > self._base.get("hits", 0)
        self.at += 1
        self._hit = self._hit | {self.at} if hit else self._hit - {self.at}
        self.misses = 0
        self._reached[self.match.at] = self.at
        self._base = current

    def rewind(self) -> None:
        """Return to the step of the match's current line, after an undo or redo."""
        at, self.at = self.at, self._reached.get(self.match.at, self.at)
        self.misses = self.misses if self.at == at else 0
        self._base = self._tallies()

    def has_reached_counts(self) -> bool:
        """True if the counts of the current step are reached."""
        step = self.step
        if step is None or not step.until:
            return False
        tallies = self._tallies()
        return all(
            tallies.get(name, 0) - self._base.get(name, 0) >= n for name, n in step.until.items()
        )

    def restart_counts(self) -> None:
        """Restart the counts of the current step."""
        self._base = self._tallies()

    def _tallies(self) -> Mapping[str, int]:
        return self.loaded.game.tallies(self.match.position, self.loaded.lesson.seat)

    def answer(self, seat: Seat, action: Action) -> Action:
        """Action of another seat than the learner's: the step's line if due, else `action`."""
        wanted = self.expected
        return wanted[1] if wanted is not None and wanted[0] == seat else action

    def played(self, seat: Seat, action: Action) -> bool:
        """Advance after an action if it ended the current step. True if it did."""
        step = self.step
        self._reached[self.match.at] = self.at
        if step is None:
            return False
        if (step.do and self._expected == (seat, action)) or self.has_reached_counts():
            self.advance()
            return True
        return False

    def remember_expected(self) -> None:
        """Store the expected action before an action is played, because it may move cards."""
        self._expected = self.expected
        self._reached[self.match.at] = self.at
