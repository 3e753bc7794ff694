"""Tests of commands: the scene executes each, and some part returns each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import get_args

from castlecards.ui.table import commands
from tests.trees import nodes, sources, tree

KINDS = {kind.__name__ for kind in get_args(commands.Command)}
SCENE = "castlecards/ui/table/scene.py"


def deeds(text: str) -> Iterator[str]:
    """Yield the commands that `TableScene._make_handlers` lists."""
    for node in nodes(tree(text)):
        if isinstance(node, ast.FunctionDef) and node.name == "_make_handlers":
            for each in ast.walk(node):
                if isinstance(each, ast.Dict):
                    yield from [key.attr for key in each.keys if isinstance(key, ast.Attribute)]


def called_names(text: str) -> Iterator[str]:
    """Yield the names that a file calls: `Submit(...)` or `say.Submit(...)`."""
    for node in nodes(tree(text)):
        match node:
            case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
                yield name


def test_every_class_of_a_command_is_one() -> None:
    classes = {name for name in vars(commands) if isinstance(vars(commands)[name], type)}
    own = {name for name in classes if vars(commands)[name].__module__ == commands.__name__}
    assert own == KINDS


def test_the_scene_does_every_command_and_nothing_else() -> None:
    [text] = [text for path, text in sources("castlecards") if path == SCENE]
    assert sorted(deeds(text)) == sorted(KINDS)


def test_every_command_is_said_by_somebody() -> None:
    users = (text for path, text in sources("castlecards") if "commands" in text)
    said = {name for text in users for name in called_names(text)}
    assert sorted(KINDS - said) == []


def test_a_command_that_nobody_does_is_seen() -> None:
    text = "def _make_handlers(self):\n    return {say.Submit: 1, say.Do: 2}\n"
    assert list(deeds(text)) == ["Submit", "Do"]
    assert list(called_names("say.Do(3)\nSubmit()\n")) == ["Do", "Submit"]
