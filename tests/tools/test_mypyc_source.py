"""Tests of written-out value classes: they do the same as `@value` at run time."""

from __future__ import annotations

import dataclasses
import importlib
import pickle
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.trees import sources
from tools.mypyc_source import plain_source, value_classes

SAMPLE = '''"""A sample."""

from __future__ import annotations

from typing import ClassVar, NamedTuple, TypeVar

from castlecards.core.cards import Value, value

T = TypeVar("T")
PRESET = 3
LOW, HIGH = range(2)
STEPS = (1, 2, 4)  # a note
WIDE: tuple[str, ...] = (
    "a",
)
COUNT = 0
COUNT += 1


class Action(NamedTuple):
    verb: str
    cards: tuple[int, ...] = ()


@value
class Base:
    """With a field that others have, too."""

    seat: int
    names: tuple[str, ...] = (
        "a",
        "b",
    )


@value
class More(Base):
    kind: ClassVar[str] = "more"
    count: int = PRESET  # a note

    def twice(self) -> int:
        return 2 * self.count


@value
class Checked(Value):
    size: int = 1

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError(f"{self.size} is too small")


@value
class Empty:
    """Nothing."""


class Plain:
    seat: int = 4
'''


@pytest.fixture
def both() -> Iterator[tuple[ModuleType, ModuleType]]:
    """Return the sample as it is, and written out."""
    made = []
    for name, text in (
        ("sample_as_it_is", SAMPLE),
        ("sample_plain_source", plain_source("m", SAMPLE, value_classes({"m": SAMPLE}))),
    ):
        module = ModuleType(name)
        sys.modules[name] = module
        exec(compile(text, name, "exec"), module.__dict__)
        made.append(module)
    yield made[0], made[1]
    for module in made:
        del sys.modules[module.__name__]


def test_no_decorator_is_left_and_all_else_stays(both: tuple[ModuleType, ModuleType]) -> None:
    text = plain_source("m", SAMPLE, value_classes({"m": SAMPLE}))
    assert "@value\n" not in text
    assert "(Value):" not in text
    assert "        return 2 * self.count" in text
    assert both[1].Plain.seat == 4
    assert both[1].More.kind == "more"


def test_they_are_made_shown_and_compared_alike(both: tuple[ModuleType, ModuleType]) -> None:
    for module in both:
        one, same, other = module.More(1), module.More(1, ("a", "b"), 3), module.More(2, count=5)
        assert one == same
        assert hash(one) == hash(same)
        assert one != other
        assert one != module.Base(1)
        assert repr(other) == "More(seat=2, names=('a', 'b'), count=5)"
        assert other.twice() == 10
        assert pickle.loads(pickle.dumps(other)) == other
        assert module.Empty() == module.Empty()
        assert len({module.Empty(), module.Empty()}) == 1
        match other:
            case module.More(seat, _, count):
                assert (seat, count) == (2, 5)
        assert dataclasses.replace(other, seat=9) == module.More(9, count=5)
        assert [field.name for field in dataclasses.fields(other)] == ["seat", "names", "count"]
        with pytest.raises(TypeError):
            module.Base()


def test_constants_are_final_and_what_is_changed_is_none(
    both: tuple[ModuleType, ModuleType],
) -> None:
    text = plain_source("m", SAMPLE, value_classes({"m": SAMPLE}))
    for line in (
        "PRESET: Final = 3",
        "LOW: Final = 0",
        "HIGH: Final = 1",
        "STEPS: Final[tuple[int, ...]] = (1, 2, 4)  # a note",
        "WIDE: Final[tuple[str, ...]] = (",
        "COUNT = 0",
        'T = TypeVar("T")',
    ):
        assert line in text.splitlines()
    for name in ("PRESET", "LOW", "HIGH", "STEPS", "WIDE", "COUNT"):
        assert getattr(both[0], name) == getattr(both[1], name)


def test_an_action_is_no_tuple_any_more_but_can_be_taken_apart(
    both: tuple[ModuleType, ModuleType],
) -> None:
    assert not isinstance(both[1].Action("draw"), tuple)
    for module in both:
        action = module.Action("draw", (3,))
        assert action == module.Action("draw", (3,)) != module.Action("draw")
        assert [*action] == ["draw", (3,)]
        assert repr(action) == "Action(verb='draw', cards=(3,))"
        assert {action: 1}[module.Action("draw", (3,))] == 1


def test_who_is_alone_and_that_none_is_kept_from_the_collector() -> None:
    """mypyc 2.4 frees objects of an acyclic class wrongly if they are nested deep."""
    text = (
        "class Box:\n    pass\n\n\n@value\nclass A(Box):\n    x: int\n\n\n@value\nclass B(Step):\n"
    )
    text += "    x: int\n\n\n@value\nclass C(A):\n    y: int\n"
    found = value_classes({"m": text})
    assert {name: shape.alone for (_, name), shape in found.items()} == {
        "A": False, "B": True, "C": False,
    }  # fmt: skip
    out = plain_source("m", text, found)
    assert "@mypyc_attr(free_list_len=1)\nclass B(Step):" in out
    assert "acyclic" not in out


def test_checks_and_changes_go_on(both: tuple[ModuleType, ModuleType]) -> None:
    for module in both:
        assert module.Checked(2).with_(size=7) == module.Checked(7)
        with pytest.raises(TypeError):
            module.Checked(2).with_(taste=7)
        with pytest.raises(ValueError, match="-1 is too small"):
            module.Checked(-1)


@pytest.mark.long
def test_all_value_classes_of_the_rules_are_found_with_their_fields() -> None:
    texts = {
        path.removesuffix(".py").replace("/", "."): text
        for path, text in sources("castlecards/core", "castlecards/games")
    }
    found = value_classes(texts)
    assert len(found) > 100
    for (module, name), shape in found.items():
        cls = getattr(importlib.import_module(module), name)
        names = [slot.name for slot in shape.slots]
        if issubclass(cls, tuple):
            assert names == list(cls._fields)
        else:
            assert names == [field.name for field in dataclasses.fields(cls)]
    for module, text in texts.items():
        compile(plain_source(module, text, found), module, "exec")


def test_bases_that_need_each_other_are_told() -> None:
    text = "@value\nclass A(B):\n    x: int\n\n\n@value\nclass B(A):\n    y: int\n"
    with pytest.raises(ValueError, match="circle"):
        value_classes({"m": text})
