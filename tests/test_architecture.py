"""Architecture tests: imports between layers, lengths, and limits of the rules.

Every check takes source text, so that a planted breach can show that it works.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.trees import ROOT, nodes, sources, tree

SHARED = {"tech_effects"}  # below games/, but not a game
GAMES = sorted({p.name for p in (ROOT / "castlecards" / "games").glob("[a-z]*/")} - SHARED)

FILE_LINES, FUNCTION_LINES = 700, 60
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
EVERYTHING = "*"
ANYWHERE = "texts"  # part that every other part may import

# What each part may import of ours, itself and the bare package apart; the longest name counts.
OURS: dict[str, set[str]] = {
    "texts": set(),
    "paths": set(),
    "files": {"paths"},
    "data": {"files"},
    "store": {"data", "files", "paths"},
    "settings": {"data", "paths", "store"},
    "database": {"files", "paths", "store"},
    "profiles": {"data", "database", "files", "paths", "settings", "store"},
    "instance_lock": {"files", "paths"},
    "core": {"data"},
    "games": {"core", "games.decks", "games.tech_effects"},
    "content": {"core", "data", "files", "games", "paths", "players"},
    "loading": {"content", "data", "games"},
    "toss": {"core"},
    "bots": {"core"},
    "bots.aim": {"bots", "core", "players", "toss"},
    "lessons": {"core", "data", "levels", "paths"},
    "envs": {"content", "core", "option_args", "playout"},
    "levels": {
        "core", "data", "files", "games", "toss", "paths", "content", "playout", "practice",
    },
    "practice": {"core", "data", "database", "files", "games", "toss", "paths", "content", "store"},
    "practice.reviews": {"core", "database", "players", "store"},
    "practice.solver": {"core", "levels", "toss"},
    "today": {
        "content", "core", "data", "files", "games", "levels", "paths", "practice", "store", "toss",
    },
    "coach": {"practice"},
    "arena": {"bots", "core", "players", "playout", "practice", "toss"},
    "arena_report": {"arena", "core"},
    "phones": {"core", "toss"},
    "phones.page": {"files", "paths"},
    "phones.server": set(),  # only bytes and seats
    "players": {"core"},
    "playout": {"core", "players", "toss"},
    "puzzles": {"core", "levels", "practice"},
    "one_toss": {"content", "core", "playout", "toss"},
    "option_args": {"core"},
    "animation_file": set(),
    "level_code": set(),
    "arguments": {"throw_words"},
    "throw_words": set(),
    "text_client": {
        "bots", "content", "core", "data", "one_toss", "paths", "players", "store", "throw_words",
        "toss",
    },
    "ui": {
        "animation_file", "bots", "coach", "content", "core", "data", "database", "files",
        "instance_lock", "lessons", "level_code", "levels", "loading", "paths", "phones", "players",
        "practice", "profiles", "puzzles", "settings", "store", "today", "toss",
    },
    "cli": {EVERYTHING},
    "__main__": {"cli"},
}  # fmt: skip
LIBRARIES: dict[str, set[str]] = {
    "paths": {"platformdirs"},
    "instance_lock": {"filelock"},
    "data": {"yaml", "cattrs"},
    "toss": {"pymunk"},
    "animation_file": {"PIL"},
    "practice": {"numpy"},
    "coach": {"numpy"},
    "practice.report": {"matplotlib", "numpy"},
    "phones.address": {"segno"},
    "phones.server": {"websockets"},
    "arena": {"joblib", "distributed"},
    "arena_report": {"matplotlib"},
    "envs.spiel": {"numpy", "pyspiel"},
    "envs.zoo": {"gymnasium", "numpy", "pettingzoo"},
    "ui": {"pygame", "numpy"},
    "ui.kit.speech": {"prism"},
    # Rooms of the table that compute positions and draw nothing.
    "ui.table.input": set(),
    "ui.table.layout": set(),
    "ui.table.layout.free_space": {"pygame"},  # its `Rect`
    "ui.table.playback": set(),
}
# Rules use no clock, no randomness but the seed, no file, no process.
FORBIDDEN = {
    part: {
        "asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random",
        "secrets", "shutil", "socket", "subprocess", "sys", "tempfile", "threading", "time",
        "uuid",
    }
    for part in ("core", "games")
}  # fmt: skip

FRESH_CALLS = {"list", "dict", "set", "sorted", "bytearray", "defaultdict", "Counter", "deque"}
MUTATORS = {
    "add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove",
    "reverse", "setdefault", "sort", "update",
}  # fmt: skip
EMPTY_WORDS = re.compile(r"(?i)(?:^|_)(manager|helper|util|utils|handler|processor|context)(?:_|$)")


def breaches(check: Callable[[str, str], Iterable[str]], *folders: str) -> list[str]:
    files = list(sources(*folders))
    assert files
    return [f"{path}:{breach}" for path, text in files for breach in check(path, text)]


# Imports.


def module(path: str) -> str:
    """`castlecards/games/x/rules.py` -> `games.x.rules`; the package itself is ''."""
    parts = Path(path).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1:] == ("__init__",) else parts)


def part_of(name: str, parts: Iterable[str]) -> str:
    """Return the longest of `parts` that is `name` or a package around it; "" if there is none."""
    within = [part for part in parts if name == part or name.startswith(part + ".")]
    return max(within, key=len, default="")


def imports(text: str) -> Iterator[tuple[int, str]]:
    for node in nodes(tree(text)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            for alias in node.names:
                # `from castlecards import data` names a module, `from x.data import load` does not.
                yield node.lineno, f"{base}.{alias.name}" if base == "castlecards" else base


def imports_out_of_layer(path: str, text: str) -> Iterator[str]:
    name = module(path)
    part = part_of(name, OURS)
    if not part and name:
        yield f"1: {name} has no place in the table of imports"
        return
    for line, target in imports(text):
        top, _, inner = target.partition(".")
        if top == "":
            yield f"{line}: a relative import; write the whole name"
        elif top != "castlecards":
            allowed = LIBRARIES.get(part_of(name, LIBRARIES), set())
            known = top in sys.stdlib_module_names or part == "cli"
            if top in FORBIDDEN.get(part, ()) or not (known or top in allowed):
                yield f"{line}: {part or 'castlecards'} imports {top}"
        elif inner and inner != "__version__" and not may_import(name, part, inner):
            yield f"{line}: {part or 'castlecards'} imports {inner}"


def may_import(name: str, part: str, inner: str) -> bool:
    allowed = OURS.get(part, set())
    if inner == ANYWHERE or EVERYTHING in allowed or part_of(inner, allowed):
        return True
    if part == "games" and name.count("."):  # a game does not import another game
        return bool(part_of(inner, [".".join(name.split(".")[:2])]))
    return bool(part) and bool(part_of(inner, [part.split(".")[0]]))


def test_every_module_imports_only_what_its_layer_may() -> None:
    assert breaches(imports_out_of_layer, "castlecards") == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("core/a.py", "import random"),
        ("core/a.py", "def f():\n    from time import time"),
        ("core/a.py", "from castlecards.games.high_card import rules"),
        ("core/a.py", "from castlecards import paths"),
        ("core/a.py", "import pygame"),
        ("games/x/rules.py", "import pathlib"),
        ("games/x/rules.py", "import castlecards.games.y.rules"),
        ("games/x/rules.py", "from castlecards.data import load"),
        ("games/decks.py", "from castlecards.games.x import rules"),
        ("toss/a.py", "from castlecards.games.x import rules"),
        ("toss/a.py", "import pygame"),
        ("bots/a.py", "from castlecards.toss import flight"),
        ("bots/a.py", "from castlecards.ui import app"),
        ("ui/a.py", "import yaml"),
        ("ui/table/a.py", "import pymunk"),
        ("ui/table/layout/a.py", "import pygame"),
        ("ui/a.py", "from castlecards.games.x import rules"),
        ("phones/message.py", "import asyncio\nimport pygame"),
        ("phones/message.py", "from castlecards.ui.kit import canvas"),
        ("phones/server.py", "from castlecards.core import session"),
        ("store.py", "import yaml"),
        ("store.py", "from castlecards import settings"),
        ("paths.py", "import castlecards.data"),
        ("texts.py", "from castlecards.core import cards"),
        ("data/a.py", "from castlecards import paths"),
        ("content.py", "import yaml"),
        ("core/a.py", "from . import b"),
        ("__init__.py", "import yaml"),
        ("stray.py", ""),
    ],
)
def test_an_import_out_of_layer_is_seen(path: str, text: str) -> None:
    assert len(list(imports_out_of_layer(f"castlecards/{path}", text))) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("core/a.py", "import math\nfrom castlecards.data import Problem\nimport hashlib"),
        ("core/a.py", "from castlecards.core import cards"),
        ("data/a.py", "from castlecards.texts import tr"),
        ("games/x/rules.py", "from castlecards.games.x import places, decks\nimport functools"),
        ("games/x/rules.py", "from castlecards.games.decks import standard"),
        ("toss/a.py", "import pymunk\nfrom castlecards.core import landing"),
        ("bots/aim.py", "from castlecards.toss.world import TossWorld"),
        ("ui/a.py", "import pygame\nfrom castlecards.toss import nature\nimport random"),
        ("data/values.py", "import cattrs\nfrom castlecards.data.text import Document"),
        ("store.py", "from castlecards import data, paths"),
        ("cli.py", "from castlecards import __version__\nfrom castlecards.ui import app"),
    ],
)
def test_an_import_within_its_layer_is_not(path: str, text: str) -> None:
    assert list(imports_out_of_layer(f"castlecards/{path}", text)) == []


# Lengths and names.


def too_long(path: str, text: str) -> Iterator[str]:
    if (lines := text.count("\n")) > FILE_LINES:
        yield f"{lines} lines, {FILE_LINES} is the ceiling"
    for node in nodes(tree(text)):
        if isinstance(node, FUNCTIONS):
            lines = _lines(node) - sum(map(_lines, _within(node)))
            if lines > FUNCTION_LINES:
                yield f"{node.lineno}: {node.name} has {lines} lines, {FUNCTION_LINES} is the most"


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _within(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the functions inside a function, which are measured by themselves."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FUNCTIONS):
            yield child
        else:
            yield from _within(child)


def empty_words(path: str, text: str) -> Iterator[str]:
    """Yield names that say nothing about their object."""
    if EMPTY_WORDS.search(Path(path).stem):
        yield f"1: the file is called {Path(path).stem}"
    for node in nodes(tree(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.name)
            if EMPTY_WORDS.search(words):
                yield f"{node.lineno}: {node.name}"


def test_no_file_and_no_function_is_too_long() -> None:
    assert breaches(too_long, "castlecards", "tools", "benchmarks", "tests") == []


def test_names_say_something() -> None:
    assert breaches(empty_words, "castlecards", "tools", "benchmarks", "tests/ui/shots") == []


def test_long_things_are_seen() -> None:
    body = "    pass\n" * 60
    assert list(too_long("castlecards/a.py", f"def f():\n{body}")) == [
        "1: f has 61 lines, 60 is the most"
    ]
    assert not list(too_long("castlecards/a.py", f"def f():\n{body[:-9]}"))
    inner = "".join(f"    {line}\n" for line in f"def g():\n{body}".splitlines())
    assert list(too_long("castlecards/a.py", f"def f():\n    a = 1\n{inner}")) == [
        "3: g has 61 lines, 60 is the most"
    ]
    assert list(too_long("castlecards/a.py", "\n" * 701)) == ["701 lines, 700 is the ceiling"]
    assert not list(too_long("tests/a.py", "\n" * 700))


def test_empty_words_are_seen() -> None:
    text = (
        "class CardManager: ...\ndef move_helper(): ...\nclass Contextual: ...\ndef help_it(): ..."
    )
    assert list(empty_words("castlecards/utils.py", text)) == [
        "1: the file is called utils",
        "1: CardManager",
        "2: move_helper",
    ]


# The screen names no game.


TARGETS = {"castle"}  # words of the practice range for targets that are also games


def game_names(path: str, text: str, games: Iterable[str] = tuple(GAMES)) -> Iterator[str]:
    strings = [
        (node.lineno, node.value)
        for node in nodes(tree(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    for game in games:
        if "_" in game:
            for found in re.finditer(game.replace("_", "[-_ ]?"), text, re.IGNORECASE):
                yield f"{text.count(chr(10), 0, found.start()) + 1}: {found[0]}"
        elif game not in TARGETS or "/practice/" not in path:
            # one common word: only as the whole text
            yield from (f"{line}: {value}" for line, value in strings if value.lower() == game)


def test_the_screen_names_no_game() -> None:
    assert {"card_barrage", "high_card"} <= set(GAMES)
    assert breaches(game_names, "castlecards/ui") == []


@pytest.mark.parametrize(
    "text", ["a = 'card_barrage'", "# Card Barrage", "class CardBarrageAim: ...", "x = 'Castle'"]
)
def test_the_name_of_a_game_is_seen(text: str) -> None:
    assert len(list(game_names("a.py", text, ["card_barrage", "castle"]))) == 1


def test_a_common_word_is_no_name() -> None:
    text = "'the castle walls'\nimport castlecards\ncastle = 1"
    assert list(game_names("a.py", text, ["card_barrage", "castle"])) == []
    assert list(game_names("castlecards/ui/practice/a.py", "x = 'castle'", ["castle"])) == []


# Rules change a position only through the verbs of the table.


def changes_in_place(_: str, text: str) -> Iterator[str]:
    yield from _changes(tree(text), set(), False, _constructors(tree(text)))


def _constructors(root: ast.AST) -> set[str]:
    """Return `__init__` and the private methods that only constructors call."""
    functions = [node for node in nodes(root) if isinstance(node, ast.FunctionDef)]
    uses = {function: _attributes(function) for function in functions}
    everywhere = _attributes(root)
    found = {"__init__", "__post_init__"}
    for _ in functions:  # until no more are found
        within = sum((uses[f] for f in functions if f.name in found), Counter[str]())
        more = {
            f.name
            for f in functions
            if f.name.startswith("_") and 0 < everywhere[f.name] == within[f.name]
        }
        if more <= found:
            break
        found |= more
    return found


def _attributes(root: ast.AST) -> Counter[str]:
    """Count the attribute accesses by name."""
    return Counter(node.attr for node in nodes(root) if isinstance(node, ast.Attribute))


def _changes(
    scope: ast.AST, fresh: set[str], making: bool, constructors: set[str]
) -> Iterator[str]:
    """Yield changes in one scope; `fresh`: names of lists and dicts that are built there."""
    inside = list(_own(scope))
    fresh = fresh | {name for node in inside for name in _made_here(node)}
    for node in inside:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            inner = getattr(node, "name", "") in constructors
            yield from _changes(node, fresh, inner, constructors)
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            if not (making and isinstance(node.value, ast.Name) and node.value.id == "self"):
                yield f"{node.lineno}: sets or deletes the attribute {node.attr}"
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            if _root(node) not in fresh:
                yield f"{node.lineno}: sets or deletes an item"
        elif isinstance(node, ast.Call) and _mutates(node.func, fresh):
            yield f"{node.lineno}: changes a collection in place"
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            yield f"{node.lineno}: reaches for a name outside the function"


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope without those of the functions in it."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from _own(child)


def _made_here(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Assign):
        targets, value = node.targets, node.value
    elif isinstance(node, ast.AnnAssign) and node.value:
        targets, value = [node.target], node.value
    else:
        return
    while isinstance(value, ast.BinOp):  # [0] * n
        value = value.left
    made = isinstance(
        value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
    ) or (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in FRESH_CALLS
    )
    if made:
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def _root(node: ast.expr) -> str | None:
    """The name at the root of `name[i][j]`; None if an attribute lies on the way."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _mutates(func: ast.expr, fresh: set[str]) -> bool:
    if isinstance(func, ast.Name):
        return func.id in ("setattr", "delattr", "globals", "vars")
    if not isinstance(func, ast.Attribute):
        return False
    if func.attr in ("__setattr__", "__setitem__", "__delattr__", "__delitem__", "__dict__"):
        return True
    inner = isinstance(func.value, (ast.Attribute, ast.Subscript))
    return func.attr in MUTATORS and inner and _root(func.value) not in fresh


def test_rules_change_nothing_in_place() -> None:
    assert breaches(changes_in_place, "castlecards/games") == []


@pytest.mark.parametrize(
    "body",
    [
        "pos.active = 1",
        "pos.turn += 1",
        "pos.zones[0] = b''",
        "pos[0] = 1",
        "zones = pos.zones\n    zones[0] = b''",
        "del pos.active",
        "a, pos.b = 1, 2",
        "for pos.x in range(3): pass",
        "with f() as pos.x: pass",
        "pos.zones.append(1)",
        "pos.zones[1].sort()",
        "setattr(pos, 'x', 1)",
        "object.__setattr__(pos, 'x', 1)",
        "global x",
        "def inner():\n        pos.x = 1",
        "g = lambda: pos.x.pop()",
        "self.x = 1",
    ],
)
def test_a_change_in_place_is_seen(body: str) -> None:
    assert len(list(changes_in_place("a.py", f"def f(self, pos):\n    {body}\n"))) == 1


def test_a_private_method_that_others_call_too_is_no_constructor() -> None:
    text = (
        "class A:\n    def __init__(self):\n        self._a()\n"
        "    def _a(self):\n        self.x = 1\n    def b(self):\n        self._a()"
    )
    assert list(changes_in_place("a.py", text)) == ["5: sets or deletes the attribute x"]


@pytest.mark.parametrize(
    "text",
    [
        "def f(pos):\n    found = [0] * 5\n    found[2] = 1\n    found.append(2)",
        "def f(pos):\n    by: dict = {}\n    by[1] = []\n    by[1].append(2)",
        "def f(pos):\n    rows = [[] for _ in pos]\n    rows[1][2] = 3\n    del rows[0]",
        "TABLE = {}\nfor n in range(3):\n    TABLE[n] = n",
        "class A:\n    def __init__(self):\n        self.x = 1",
        "class A:\n    def __init__(self):\n        self._a()\n"
        "    def _a(self):\n        self._b()\n    def _b(self):\n        self.x = 1",
        "def f(table):\n    table.move(1, 2, 3)\n    x = table.pos.zones[1]",
        "def f(pos):\n    out = sorted(pos.hand)\n    def g():\n        out[0] = 1",
    ],
)
def test_building_something_new_is_fine(text: str) -> None:
    assert list(changes_in_place("a.py", text)) == []


# `with_` of a value class is written out from the names of its fields, as dataclass does `__init__`
WRITTEN_OUT = {("castlecards/core/values.py", "_with"): "exec"}


def files_touched(path: str, text: str) -> Iterator[str]:
    """Yield uses of files and other parts of the system in rules, also through built-ins."""
    doors = ("open", "print", "input", "exec", "eval", "breakpoint")
    for part in tree(text).body:
        meant = WRITTEN_OUT.get((path, getattr(part, "name", "")))
        for node in nodes(part):
            if isinstance(node, ast.Name) and node.id in doors and node.id != meant:
                yield f"{node.lineno}: {node.id}"


def test_rules_touch_no_file_and_no_screen() -> None:
    assert breaches(files_touched, "castlecards/core", "castlecards/games") == []


def test_a_touched_file_is_seen() -> None:
    assert list(files_touched("a.py", "def f():\n    print(open('x'))")) == ["2: print", "2: open"]


# Files of the player are opened in one module, which follows no link.

# Modules that use files directly, and why. All others use `files` or `store`.
REACH_FOR_FILES = {
    "files": "the one place where files of the data folder are opened",
    "paths": "looks where the files lie that come with the program",
    "lessons": "lists files that come with the program",
    "levels": "lists packs that come with the program",
    "arena": "the record that the command line names",
    "ui.kit.theme": "fonts that come with the program",
    "ui.kit.display": "the icon that comes with the program",
    "ui.kit.sound": "sounds that come with the program",
    "ui.cardart.drawing": "pictures that come with the program",
    "ui.pages.rulebook": "rules that come with the program",
    "ui.pages.credits": "licences that come with the program",
    "ui.shell.crash": "reads the age of the process in /proc",
}
# Libraries that open a file by its name, after `files` has removed links, and who may use them.
OPEN_BY_NAME = {"database": "sqlite3", "instance_lock": "filelock"}
FILE_LIBRARIES = {"filelock", "fileinput", "glob", "shutil", "sqlite3", "tempfile"}
OS_CALLS = {
    "chmod", "link", "listdir", "lstat", "makedirs", "mkdir", "open", "readlink", "remove",
    "removedirs", "rename", "renames", "replace", "rmdir", "scandir", "stat", "symlink",
    "truncate", "unlink", "utime", "walk", "exists", "lexists", "isfile", "isdir", "getsize",
    "getmtime",
}  # fmt: skip
PATH_CALLS = {
    "chmod", "glob", "hardlink_to", "is_dir", "is_file", "is_symlink", "iterdir", "lstat", "mkdir",
    "read_bytes", "read_text", "readlink", "rename", "rglob", "rmdir", "stat", "symlink_to",
    "unlink", "write_bytes", "write_text",
}  # fmt: skip
THROUGH = {"data", "files", "store"}  # modules with functions of these names
MODE = re.compile(r"[rwxa][bt]?\+?")


def reaches_for_files(path: str, text: str) -> Iterator[str]:
    """Yield calls that open, rename, delete or list files past the module `files`."""
    if module(path) in REACH_FOR_FILES:
        return
    for line, target in imports(text):
        top = target.partition(".")[0]
        named = top in FILE_LIBRARIES and OPEN_BY_NAME.get(module(path)) != top
        if named or target == "os.path":
            yield f"{line}: imports {target}"
    for node in nodes(tree(text)):
        if isinstance(node, ast.Call) and _opens(node):
            yield f"{node.lineno}: {ast.unparse(node.func)}"


def _opens(call: ast.Call) -> bool:
    func = call.func
    if isinstance(func, ast.Name):
        return func.id == "open"
    if not isinstance(func, ast.Attribute):
        return False
    owner = ast.unparse(func.value)
    if owner in ("os", "os.path", "io"):
        return func.attr in OS_CALLS
    if func.attr == "open":  # not everything that is opened is a file
        first = call.args[0] if call.args else None
        mode = isinstance(first, ast.Constant) and isinstance(first.value, str)
        named = {word.arg for word in call.keywords} & {"mode", "encoding"}
        return bool(named) or (mode and bool(MODE.fullmatch(first.value))) or "path" in owner
    if func.attr == "replace":  # `str.replace` takes two arguments
        return len(call.args) == 1 and not call.keywords and owner not in THROUGH
    if func.attr == "exists":
        return not call.args and owner not in THROUGH
    return func.attr in PATH_CALLS and owner not in THROUGH


def test_nothing_reaches_for_files_past_the_one_place_that_follows_no_link() -> None:
    assert breaches(reaches_for_files, "castlecards") == []
    known = {module(path) for path, _ in sources("castlecards")}
    assert set(REACH_FOR_FILES) <= known
    for name in list(REACH_FOR_FILES):  # the list holds no module that does not need it
        path = f"castlecards/{name.replace('.', '/')}.py"
        with pytest.MonkeyPatch.context() as patch:
            patch.delitem(REACH_FOR_FILES, name)
            assert list(reaches_for_files(path, (ROOT / path).read_text("utf-8"))), name


@pytest.mark.parametrize(
    "text",
    [
        "open(path)",
        "os.open(path, 0)",
        "os.replace(a, b)",
        "os.path.exists(path)",
        "path.open('rb')",
        "self.path.open()",
        "file.open(encoding='utf-8')",
        "path.write_text('x')",
        "path.read_bytes()",
        "path.unlink(missing_ok=True)",
        "path.replace(other)",
        "path.exists()",
        "folder.glob('*.yaml')",
        "folder.mkdir()",
        "import shutil",
        "from sqlite3 import connect",
        "from os.path import exists",
    ],
)
def test_reaching_for_a_file_is_seen(text: str) -> None:
    assert len(list(reaches_for_files("castlecards/a.py", text))) == 1


def test_going_through_the_one_place_is_fine() -> None:
    text = (
        "data.read_text(path)\nfiles.exists(path)\nstore.write(path, 'x')\n'a'.replace('a', 'b')\n"
        "replace(value, x=1)\nself.open(scene)\nself.eyes.open(seat)\npictures.exists(name)"
    )
    assert list(reaches_for_files("castlecards/a.py", text)) == []
