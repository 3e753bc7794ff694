"""Draft of a practice level: an immutable value that may still have faults.

Undo is a list of drafts. `loaded` builds the file's text and reads it as any level is read, so the
editor accepts exactly the levels that the program accepts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Any, Literal

from castlecards import data, levels
from castlecards.core.action import Illegal
from castlecards.core.sentence_templates import joined_list
from castlecards.data import DataError, Problem
from castlecards.practice.range import RING_POINTS, RINGS, Kind, Spot
from castlecards.texts import capital, counted, ntr, tr
from castlecards.ui.practice.trial import tally

GAME = "range"
NAME = tr("My level")  # of a new level
UNSAVED = "unsaved"  # file name of an unsaved level in the throw log
TEACHES = tr("Made by hand.")  # written if the field is empty
CARD = (63.5, 95.0)  # mm, width and height
KIND_TITLES = {
    "wall": tr("Wall"), "castle": tr("Castle"), "own": tr("Own card"), "ring": tr("Rings"),
}  # fmt: skip
MOST = 24  # items on a table
MOST_CASTLES = 2  # castles are wild cards
MOST_CARDS = 22  # walls and own cards together
FIELDS = {
    "title": tr("Name"), "teaches": tr("What it teaches"), "task": tr("Task"),
    "hint": tr("Hint"), "goal": tr("Goal"), "never": tr("Limits"), "stars": tr("Stars"),
    "options": tr("Table"), "solution": tr("Solution"),
}  # fmt: skip
THROWLESS_GOALS = (
    levels.ACTIONS,
    levels.SECONDS,
    levels.WON,
    "standing",
)  # goals that need no throw


@dataclass(frozen=True, kw_only=True)
class Draft:
    """Content of a level in the editor. An empty `task` or `teaches` gets a default when written.

    `wind`: mm/s to the right. `gust`: mm/s against the thrower. `file`: name of the custom level
    without ".yaml"; "" before the first save.
    """

    title: str = NAME
    teaches: str = ""
    task: str = ""
    hint: str = ""
    spots: tuple[Spot, ...] = (Spot("wall", 0, 200, 180),)
    ladder: bool = False  # one wall that moves after every throw, instead of the spots
    cards: int = 0
    falls: bool = False
    wind: int = 0
    gust: int = 0
    strict_fouls: bool = False
    goal: dict[str, int] = field(default_factory=lambda: {"hits": 1})
    never: dict[str, int] = field(default_factory=dict)
    stars: tuple[dict[str, int], ...] = ({"throws": 5}, {"throws": 2})
    star_goals: tuple[levels.StarGoal, ...] = ()  # kept from a file; the editor makes none
    assist: Literal["", "full", "direction", "none"] = ""
    surface: Literal["", "felt", "wood", "sticky"] = ""
    left: bool = False
    seed: int = 1
    seat: int = 0
    solution: tuple[str, ...] = ()
    file: str = ""

    @property
    def physics(self) -> tuple[object, ...]:
        """Fields that affect the flight and the hits; a change makes the solution invalid."""
        air = (self.wind, self.gust)
        return (self.spots, self.ladder, self.falls, air, self.surface)

    def free(self, kind: Kind) -> bool:
        """True if one more item of this kind fits the table's limits."""
        count = [spot.kind for spot in self.spots].count
        if self.ladder or len(self.spots) >= MOST:
            return False
        if kind == "castle":
            return count("castle") < MOST_CASTLES
        return kind == "ring" or count("wall") + count("own") < MOST_CARDS


# -- to and from levels ---------------------------------------------------------------------------


def draft_of(loaded: levels.LoadedLevel) -> Draft:
    """Return a draft of a range level; a named layout becomes its list of spots."""
    level, options = loaded.level, loaded.options
    pos = loaded.game.setup(options, levels.players_of(loaded.game))
    name = loaded.id.partition("/")[2] if loaded.own else ""
    return Draft(
        title=level.title, teaches=level.teaches, task=level.task, hint=level.hint,
        spots=pos.state.ground.spots, ladder=pos.state.ground.ladder, cards=options.cards,
        falls=options.falls, wind=options.wind, gust=options.gust,
        strict_fouls=options.strict_fouls, goal=dict(level.goal), never=dict(level.never),
        stars=tuple(dict(limits) for limits in level.stars), star_goals=level.star_goals,
        assist=level.assist,
        surface=level.surface, left=level.left, seed=level.seed, seat=level.seat,
        solution=level.solution, file=name,
    )  # fmt: skip


def level_text(draft: Draft) -> str:
    """Return the text of the level file, valid or not; default values are left out.

    Raises ValueError for characters that a file cannot hold.
    """
    options: dict[str, Any] = {}
    if draft.ladder:
        options["layout"] = "ladder"
    else:
        options["spots"] = draft.spots
    for name in ("cards", "falls", "wind", "gust", "strict_fouls"):
        if getattr(draft, name):
            options[name] = getattr(draft, name)
    top: dict[str, Any] = {
        "level": levels.FORMAT, "game": GAME, "title": draft.title.strip(),
        "teaches": draft.teaches.strip() or TEACHES, "task": draft.task.strip() or task(draft),
    }  # fmt: skip
    if draft.hint.strip():
        top["hint"] = draft.hint.strip()
    top |= {"options": options, "goal": draft.goal}
    usual = Draft()
    for name in ("never", "stars", "star_goals"):
        if getattr(draft, name):
            top[name] = getattr(draft, name)
    for name in ("assist", "surface", "left", "seed", "seat"):
        if getattr(draft, name) != getattr(usual, name):
            top[name] = getattr(draft, name)
    if draft.solution:
        top["solution"] = draft.solution
    return data.dump(top)


def loaded(draft: Draft) -> levels.LoadedLevel:
    """Return the level, ready to play. Raises DataError or ValueError if the draft is invalid."""
    name = f"{draft.file or 'level'}.yaml"
    return levels.load(level_text(draft), name, f"own/{draft.file or UNSAVED}", own=True)


def has_working_solution(draft: Draft) -> bool:
    """True if the recorded solution reaches the goal."""
    if not draft.solution:
        return False
    try:
        return levels.replay(loaded(draft))[1].reached
    except (Illegal, ValueError):
        return False


# -- faults and advice ----------------------------------------------------------------------------


def faults(draft: Draft) -> list[str]:
    """Return the errors of the draft as sentences; empty if it can be played and saved."""
    found = []
    if not draft.spots and not draft.ladder:
        found.append(tr("The table is empty: add something to throw at."))
        draft = replace(draft, spots=(Spot("wall", 0, 200),))
    try:
        loaded(draft)
    except DataError as error:
        found += [problem_text(problem) for problem in error.problems]
    except ValueError as error:
        found.append(tr("{error}.", error=capital(str(error))))
    return found


def problem_text(problem: Problem) -> str:
    """Return a problem of the file in the words of the editor."""
    name, _, rest = problem.path.partition(".")
    name = FIELDS.get(name, name)
    if rest and rest.split(".")[-1] not in ("spots",):
        name = tr("{part}, {count}", part=name, count=tally(rest.split(".")[-1])[1])
    return tr("{part}: {error}.", part=name, error=problem.message)


def advice(draft: Draft) -> list[str]:
    """Return warnings: valid settings that are probably mistakes."""
    found = [*_unreachable(draft), *_crowded(draft)]
    if len(draft.stars) == 2:
        second, third = draft.stars
        if second.keys() == third.keys() and any(third[name] > second[name] for name in third):
            found.append(tr("The third star is easier than the second."))
    return found


def _unreachable(draft: Draft) -> Iterator[str]:
    kinds = ["wall"] if draft.ladder else [spot.kind for spot in draft.spots]
    goal = draft.goal
    targets = kinds.count("wall") + kinds.count("castle")
    if kinds and not targets and "ring" not in kinds:
        yield tr("There is nothing to hit: own cards are only in the way.")
    if goal.get("castles") and "castle" not in kinds:
        yield tr("The goal needs a castle hit, but there is no castle.")
    if goal.get("points") and "ring" not in kinds:
        yield tr("The goal needs points, but there are no rings.")
    if goal.get("doubles") and targets < 2:
        yield tr("A double hit needs two targets close together.")
    if fallen := goal.get("fallen", 0):
        if not draft.falls:
            yield tr("The goal needs walls down, but walls stay. Turn on “Walls fall” under Rules.")
        elif fallen > kinds.count("wall"):
            yield tr("The goal needs more walls down than there are.")
    best_throw = {"points": RING_POINTS[0]}  # most of a count that one throw can bring, if not 1
    for name, least in goal.items():
        throws = draft.never.get("throws", 10**6)
        most = min(draft.cards or 10**6, throws)
        if name not in THROWLESS_GOALS and least > most * best_throw.get(name, 1):
            things = counted(least, *tally(name))
            yield ntr(
                most,
                "{n} throw is not enough for {things}.",
                "{n} throws are not enough for {things}.",
                things=things,
            )


def _crowded(draft: Draft) -> Iterator[str]:
    for one, other in overlapping_pairs(() if draft.ladder else draft.spots):
        yield tr("{one} and {other} overlap.", one=title(draft, one), other=title(draft, other))


def items_overlap(one: Spot, other: Spot) -> bool:
    """True if the two items overlap, rings included."""
    if "ring" not in (one.kind, other.kind):
        return cards_overlap(one, other)
    reach = sum(RINGS[-1] if s.kind == "ring" else CARD[1] / 2 for s in (one, other))
    return hypot(one.x - other.x, one.y - other.y) < reach


@lru_cache(maxsize=64)
def overlapping_pairs(spots: tuple[Spot, ...]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of overlapping cards by index in `spots`; rings do not count."""
    return tuple(
        (n, m)
        for m, other in enumerate(spots)
        for n, one in enumerate(spots[:m])
        if "ring" not in (one.kind, other.kind) and cards_overlap(one, other)
    )


def cards_overlap(one: Spot, other: Spot) -> bool:
    """True if two cards overlap on the table (separating axis theorem)."""
    dx, dy = other.x - one.x, other.y - one.y
    if hypot(dx, dy) > hypot(*CARD):
        return False
    axes = [_axes(one.angle), _axes(other.angle)]
    for across, along in axes:
        for axis in (across, along):
            reach = sum(
                side / 2 * abs(axis[0] * own[0] + axis[1] * own[1])
                for pair in axes
                for own, side in zip(pair, CARD, strict=True)
            )
            if abs(dx * axis[0] + dy * axis[1]) >= reach - 0.01:
                return False
    return True


def _axes(angle: int) -> tuple[tuple[float, float], tuple[float, float]]:
    c, s = cos(radians(angle)), sin(radians(angle))
    return (c, s), (-s, c)


# -- words ----------------------------------------------------------------------------------------


def title(draft: Draft, number: int) -> str:
    """Return the name of an item in the editor: "Wall 2"."""
    spot = draft.spots[number]
    same = [n for n, other in enumerate(draft.spots) if other.kind == spot.kind]
    name = KIND_TITLES[spot.kind]
    return f"{name} {same.index(number) + 1}" if len(same) > 1 else name


def task(draft: Draft) -> str:
    """Return the goal as a sentence, for levels without a written task."""
    if not draft.goal:
        return tr("Reach the goal.")
    wishes = capital(joined_list([_wish(name, least) for name, least in draft.goal.items()]))
    text = tr("{wishes}.", wishes=wishes)
    if draft.cards:
        cards = counted(draft.cards, "card")
        text = tr("{wishes} with {cards}.", wishes=wishes, cards=cards)
    return text[:200]


WISHES = {
    "hits": tr("hit {times}"),
    "perfect": tr("hit perfectly {times}"),
    "row": tr("hit {times} in a row"),
    "doubles": tr("hit two cards at once {times}"),
    "castles": tr("hit a castle {times}"),
    "fallen": tr("take down {walls}"),
    "points": tr("score {goal}"),
    "lob_hits": tr("hit {times} with a lob"),
    "frisbee_hits": tr("hit {times} with a Frisbee"),
    "flip_hits": tr("hit {times} with a flip"),
    levels.WON: tr("win the game"),
}
WISH = tr("get {goal}")


def _wish(name: str, least: int) -> str:
    """Return one goal as a phrase: "hit twice with a lob", "take down 3 walls"."""
    times = {1: tr("once"), 2: tr("twice")}.get(least) or counted(least, "time")
    goal = counted(least, *tally(name))
    walls = counted(least, "wall")
    return WISHES.get(name, WISH).format(times=times, goal=goal, walls=walls)
