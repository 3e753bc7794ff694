"""Tabs beside the editor's table: texts, goals and rules, rebuilt from the draft."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pygame import Rect

from castlecards import levels
from castlecards.core.game import SURFACES
from castlecards.texts import tr
from castlecards.ui.kit.theme import SMALL, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Toggle
from castlecards.ui.kit.widgets.boxes import Box, Column
from castlecards.ui.kit.widgets.choice import Choice
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.kit.widgets.slider import Slider
from castlecards.ui.practice import editor_draft
from castlecards.ui.practice.editor_state import EditorState
from castlecards.ui.practice.trial import word

NAME = Style("medium", 15, "text")
HEAD = Style("title", 17, "gold_high")
SHEETS = (("words", tr("Texts")), ("goals", tr("Goals")), ("rules", tr("Rules")))
GOALS = (
    "hits", "perfect", "doubles", "row", "castles", "fallen", "points",
    "lob_hits", "frisbee_hits", "flip_hits",
)  # fmt: skip
LIMITS = ("throws", "fouls", levels.SECONDS)
HIGHEST = {"points": 200, levels.SECONDS: 300, "throws": 60}  # upper end of a slider
MOST = 30  # upper end of all other sliders
ANY = tr("The player’s choice")  # a level that sets no value
NONE = -1  # slider value for "no limit"
LATER = {"throws": (5, 2), levels.SECONDS: (40, 20)}  # default limits of the second and third star


class Line(Box):
    """Row of two widgets: the last has its own width, the first takes the rest."""

    def measure(self, look: Look, width: int) -> Size:
        first, last = self.shown()
        wide, high = last.measure(look, width // 2)
        return width, max(high, first.measure(look, width - wide - look.px(self.gap))[1])

    def place(self, look: Look, rect: Rect) -> None:
        Widget.place(self, look, rect)
        first, last = self.shown()
        wide, high = last.measure(look, rect.width // 2)
        rest = rect.width - wide - look.px(self.gap)
        tall = first.measure(look, rest)[1]
        first.place(look, Rect(rect.left, rect.centery - tall // 2, rest, tall))
        last.place(look, Rect(rect.right - wide, rect.centery - high // 2, wide, high))


@dataclass(frozen=True)
class DraftCommands:
    """Commands of the tabs on the draft. `rebuild(id)` rebuilds the page and focuses `id`."""

    state: EditorState
    rebuild: Callable[..., object]

    def add_goal(self) -> None:
        goal = self.state.draft.goal
        free = next((name for name in GOALS if name not in goal), "")
        if free:
            self.state.change(replace(self.state.draft, goal={**goal, free: 1}))
            self.rebuild(f"editor.goal{len(goal)}")

    def rename_goal(self, old: str, new: str) -> None:
        goal = self.state.draft.goal
        named = {new if name == old else name: least for name, least in goal.items()}
        self.state.change(replace(self.state.draft, goal=named), "goal")
        self.rebuild()

    def set_goal(self, name: str, least: int) -> None:
        """Set the number of a goal; 0 removes the goal."""
        goal = {**self.state.draft.goal, name: least}
        if not least:
            del goal[name]
        self.state.change(replace(self.state.draft, goal=goal), f"goal:{name}" if least else "")
        if not least:
            self.rebuild("editor.goal.add")

    def set_limit(self, name: str, most: int) -> None:
        never = {n: m for n, m in self.state.draft.never.items() if n != name}
        if most >= 0:
            never[name] = most
        self.state.change(replace(self.state.draft, never=never), f"never:{name}")

    def set_stars(self, by: str) -> None:
        """Set further stars by "throws" or seconds; "" removes them, "other" changes nothing."""
        if by != "other":
            stars = tuple({by: most} for most in LATER.get(by, ()))
            self.state.change(replace(self.state.draft, stars=stars, star_goals=()), "stars")
            self.rebuild()

    def set_star(self, number: int, by: str, most: int) -> None:
        stars = list(self.state.draft.stars)
        stars[number] = {by: most}
        self.state.change(replace(self.state.draft, stars=tuple(stars)), f"star:{number}")


def rows(commands: DraftCommands, sheet: str) -> list[Widget]:
    """Return the widgets of one tab; `sheet`: its key in SHEETS."""
    return {"words": _words, "goals": _goals, "rules": _rules}[sheet](commands)


# -- words ----------------------------------------------------------------------------------------


def _words(commands: DraftCommands) -> list[Widget]:
    draft = commands.state.draft
    texts = (
        ("title", tr("Name"), 60, tr("A name")),
        ("teaches", tr("What it teaches"), 200, editor_draft.TEACHES),
        ("task", tr("Task"), 200, editor_draft.task(draft)),
        ("hint", tr("Hint"), 300, tr("None")),
    )
    widgets: list[Widget] = []
    for name, title, limit, usual in texts:
        act: Callable[[str], object] = lambda text, name=name: commands.state.set(name, text)  # type: ignore[misc] # noqa: E731
        field = Field(
            f"editor.{name}", title, getattr(draft, name), act, hint=usual, limit=limit, wide=900
        )
        widgets.append(Column([Label(title, NAME), field], 5))
    widgets.append(Label(tr("Empty fields use the grey text."), SMALL))
    return widgets


# -- goals ----------------------------------------------------------------------------------------


def _goals(commands: DraftCommands) -> list[Widget]:
    draft = commands.state.draft
    widgets: list[Widget] = [Label(tr("Goal: all of these"), HEAD)]
    for number, (name, least) in enumerate(draft.goal.items()):
        widgets.append(_goal(commands, number, name, least))
    add = Button("editor.goal.add", tr("Add a goal"), commands.add_goal, tall=36)
    add.enabled = any(name not in draft.goal for name in GOALS)
    widgets += [add, Label(tr("Fail if more than"), HEAD)]
    for name in dict.fromkeys((*LIMITS, *draft.never)):
        widgets.append(_limit(commands, name, draft.never.get(name, NONE)))
    widgets.append(Label(tr("Second and third star"), HEAD))
    return [*widgets, *_stars(commands)]


def _goal(commands: DraftCommands, number: int, name: str, least: int) -> Widget:
    draft = commands.state.draft
    names = [n for n in (*GOALS, name) if n == name or n not in draft.goal]
    choices = [(n, word(n)) for n in dict.fromkeys(names)]
    choice = Choice(
        f"editor.goal{number}",
        tr("Goal"),
        choices,
        name,
        lambda new: commands.rename_goal(name, new),
    )
    remove = Button(
        f"editor.goal{number}.remove", "×", lambda: commands.set_goal(name, 0),
        tip=tr("Remove this goal"), wide=40, tall=36,
    )  # fmt: skip
    high = max(HIGHEST.get(name, MOST), least)
    slider = Slider(
        f"editor.goal{number}.least", tr("{what}, at least", what=word(name)), least, (1, high, 1),
        lambda value: commands.set_goal(name, int(value)), _at_least,
    )  # fmt: skip
    return Column([Line([choice, remove], 8), slider], 2)


def _limit(commands: DraftCommands, name: str, most: int) -> Widget:
    high = max(HIGHEST.get(name, MOST), most)
    slider = Slider(
        f"editor.never.{name}", tr("{what}, at most", what=word(name)), most, (NONE, high, 1),
        lambda value: commands.set_limit(name, int(value)), _no_limit,
    )  # fmt: skip
    return Column([Label(word(name), NAME), slider], 0)


def _stars(commands: DraftCommands) -> list[Widget]:
    stars, goals = commands.state.draft.stars, commands.state.draft.star_goals
    names = {tuple(limits) for limits in stars}
    plain = len(stars) == 2 and len(names) == 1 and all(len(limits) == 1 for limits in stars)
    by = next(iter(stars[0])) if plain else "other" if stars or goals else ""
    choices = [
        ("", tr("None")),
        ("throws", tr("For few throws")),
        (levels.SECONDS, tr("For a short time")),
    ]
    if by not in dict(choices):
        choices.append((by, tr("As in the file")))
    widgets: list[Widget] = [
        Choice("editor.stars", tr("More stars"), choices, by, commands.set_stars)
    ]
    if not plain:
        lines = [*(f"{limits}" for limits in stars), *(star.says for star in goals)]
        return [*widgets, *(Label(line, SMALL) for line in lines)]
    for number in range(2):
        value = stars[number][by]
        widgets.append(
            Column(
                [
                    Label(tr("{what} for {n} stars", what=word(by), n=number + 2), NAME),
                    _star(commands, number, by, value),
                ],
                0,
            )
        )
    return widgets


def _star(commands: DraftCommands, number: int, by: str, value: int) -> Slider:
    high = max(HIGHEST.get(by, MOST), value)
    return Slider(
        f"editor.star{number + 2}", tr("Star {n}", n=number + 2), value, (min(value, 1), high, 1),
        lambda most: commands.set_star(number, by, int(most)), _at_most,
    )  # fmt: skip


def _at_least(value: float) -> str:
    return tr("at least {n:g}", n=value)


def _at_most(value: float) -> str:
    return tr("at most {n:g}", n=value)


def _no_limit(value: float) -> str:
    return tr("no limit") if value < 0 else f"{value:g}"


# -- rules ----------------------------------------------------------------------------------------


def _rules(commands: DraftCommands) -> list[Widget]:
    draft, state = commands.state.draft, commands.state

    def pick(name: str, title: str, choices: list[tuple[Any, str]], help: str = "") -> Widget:
        act: Callable[[Any], object] = lambda value: state.set(name, value)  # noqa: E731
        control = Choice(f"editor.{name}", title, choices, getattr(draft, name), act)
        return Column([*_titled(title, help), control], 4)

    def switch(name: str, title: str, help: str = "") -> Widget:
        act: Callable[[bool], object] = lambda on: commands.state.set(name, on)  # noqa: E731
        toggle = Toggle(f"editor.{name}", title, bool(getattr(draft, name)), act)
        return Line([Column(_titled(title, help), 1), toggle], 12)

    def slide(
        name: str, title: str, span: tuple[int, int, int], show: Callable[[float], str]
    ) -> Widget:
        value = getattr(draft, name)
        span = (min(span[0], value), max(span[1], value), span[2])
        act: Callable[[float], object] = lambda new: state.set(name, round(new))  # noqa: E731
        slider = Slider(f"editor.{name}", title, value, span, act, show)
        return Column([Label(title, NAME), slider], 0)

    return [
        slide("cards", tr("Cards to throw"), (0, 60, 1), _cards),
        switch("falls", tr("Walls fall"), tr("A wall that you hit is removed.")),
        switch("strict_fouls", tr("Strict fouls"), tr("A foul throw uses up the card.")),
        switch("ladder", tr("Moving wall"), tr("One wall that moves after every throw.")),
        slide("wind", tr("Wind from the side"), (-2000, 2000, 50), _side_wind),
        slide("gust", tr("Wind along the table"), (-2000, 2000, 50), _head_wind),
        pick("surface", tr("Surface"), [("", ANY), *SURFACES], tr("How cards slide.")),
        pick("assist", tr("Aiming help"), [
            ("", ANY), ("full", tr("Ruler and arc")), ("direction", tr("Direction only")),
            ("none", tr("None")),
        ]),
        switch("left", tr("Left hand"), tr("Mirrors the screen.")),
    ]  # fmt: skip


def _cards(value: float) -> str:
    return f"{value:g}" if value else tr("no limit")


def _titled(title: str, help: str) -> list[Widget]:
    return [Label(title, NAME), *([Label(help, SMALL)] if help else [])]


def _side_wind(value: float) -> str:
    return _wind(value, tr("{n:.2f} m/s from left"), tr("{n:.2f} m/s from right"))


def _head_wind(value: float) -> str:
    return _wind(value, tr("{n:.2f} m/s against you"), tr("{n:.2f} m/s from behind"))


def _wind(value: float, above: str, below: str) -> str:
    return (above if value > 0 else below).format(n=abs(value) / 1000) if value else tr("no wind")
