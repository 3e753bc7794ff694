"""Tests of value classes: copies with changed fields, and constants of a match."""

from __future__ import annotations

import ast
import dataclasses
import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import castlecards
from castlecards.content import games
from castlecards.core.cards import Pose, Value, value
from castlecards.core.keyed_value import KeyedValue
from castlecards.core.position import Step
from tests.trees import tree

ROOT = Path(castlecards.__file__).parent
GAMES = games()


@value
class Point(Value):
    x: int
    y: int = 0


@value
class Solid(Point):
    z: int = 0


def test_the_other_fields_stay() -> None:
    assert Pose(1, 2, 3, 4).with_(angle=9) == Pose(1, 2, 9, 4)
    assert Point(1, 2).with_(x=None) == Point(None, 2)  # type: ignore[arg-type]
    assert Point(1, 2).with_() == Point(1, 2)


def test_the_value_itself_stays_as_it_is() -> None:
    point = Point(1, 2)
    other = point.with_(y=3)
    assert (point, other) == (Point(1, 2), Point(1, 3))
    assert hash(point.with_(y=2)) == hash(point)


def test_a_field_that_there_is_not_is_refused() -> None:
    for point in (Point(1), Point(2)):  # the first call, and the generated code
        with pytest.raises(TypeError):
            point.with_(z=1)


def test_a_class_knows_the_fields_that_it_adds() -> None:
    assert Point(1, 2).with_(x=5) == Point(5, 2)
    assert Solid(1, 2, 3).with_(z=4) == Solid(1, 2, 4)
    assert type(Solid(1).with_(x=2)) is Solid


@pytest.mark.parametrize("game", list(GAMES))
def test_states_change_in_a_field(game: str) -> None:
    chosen = GAMES[game]
    players = chosen.players[-1]
    state = chosen.setup(chosen.options(), players).state
    assert isinstance(state, Value)
    for field in dataclasses.fields(state):  # type: ignore[arg-type]
        changed = state.with_(**{field.name: "other"})
        assert getattr(changed, field.name) == "other"
        rest = [f.name for f in dataclasses.fields(state) if f is not field]  # type: ignore[arg-type]
        assert [getattr(changed, name) for name in rest] == [getattr(state, name) for name in rest]


def copies() -> Iterator[str]:
    """Yield calls of a class that copy several fields of one value of that class by hand."""
    for path in sorted((ROOT / "games").rglob("*.py")):
        module = tree(path.read_text("utf-8"))
        for node in module.body:
            own = node.name if isinstance(node, ast.ClassDef) else ""
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and is_copied(call, own):
                    yield f"{path.relative_to(ROOT)}:{call.lineno} {ast.unparse(call)}"


@cache
def classes() -> dict[str, tuple[str, ...]]:
    """Return the fields of the states and steps of all games by class name."""
    states = [type(g.setup(g.options(), g.players[-1]).state) for g in GAMES.values()]
    named = {cls.__name__: cls for cls in (*steps(), *states)}
    return {
        name: tuple(f.name for f in dataclasses.fields(cls))
        for name, cls in named.items()
        if dataclasses.is_dataclass(cls)
    }


def is_copied(call: ast.Call, own: str) -> bool:
    """Return True if a call passes two or more fields of one value at their own places.

    `self` counts only inside class `own`.
    """
    names = classes().get(ast.unparse(call.func), ())
    of: Counter[str] = Counter()
    for name, part in zip(names, call.args, strict=False):
        if isinstance(part, ast.Attribute) and part.attr == name:
            of[ast.unparse(part.value)] += 1
    if ast.unparse(call.func) != own:
        del of["self"]
    return max(of.values(), default=0) >= 2


@pytest.mark.parametrize(
    ("text", "own", "copy"),
    [
        ("Wars(state.ground, state.active, bonus)", "", True),
        ("Wars(state.ground, me)", "", False),
        ("Defend(self.seat, self.card, zone, 1)", "Defend", True),
        ("Defend(self.seat, self.card, zone, 1)", "Commit", False),
    ],
)
def test_the_search_finds_copies(text: str, own: str, copy: bool) -> None:
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    assert is_copied(call, own) == copy


def steps() -> list[type[Step]]:
    found, left = [], [Step]
    while left:
        for cls in left.pop().__subclasses__():
            left.append(cls)
            if dataclasses.is_dataclass(cls):  # base classes are left out
                found.append(cls)
    return found


def test_no_state_is_copied_field_by_field() -> None:
    assert list(copies()) == []


@pytest.mark.parametrize("game", [name for name in GAMES if name != "castle"])
def test_equal_matches_share_what_is_fixed(game: str) -> None:
    chosen = GAMES[game]
    for players in chosen.players:
        one, two = (ground(chosen.setup(chosen.options(), players).state) for _ in range(2))
        if one is None:
            assert game == "high_card"
            return
        assert one is two
        assert pickle.loads(pickle.dumps(one)) is one
        assert hash(one) == hash(two)
    assert one != object()


def ground(state: Any) -> KeyedValue | None:
    found = getattr(state, "ground", None)
    assert found is None or isinstance(found, KeyedValue)
    return found


def test_other_grounds_are_not_equal() -> None:
    wars = GAMES["castle_wars"]
    one = wars.setup(wars.options(), 2).state.ground
    two = wars.setup(wars.options(first="undead"), 2).state.ground
    barrage = GAMES["card_barrage"]
    assert one != two
    assert one != barrage.setup(barrage.options(), 2).state.ground
