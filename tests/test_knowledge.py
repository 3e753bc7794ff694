"""Dependency tests: no circle of imports, no part that holds its owner, rooms of the screen.

Every check takes syntax trees, so that a planted breach can show that it works.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import pytest

from tests.test_architecture import EVERYTHING, module, part_of
from tests.trees import cache_of_trees, nodes, sources, tree


def modules(files: Iterable[tuple[str, str]]) -> dict[str, ast.Module]:
    """Syntax trees by dotted name, `castlecards` left out."""
    return {module(path): tree(text) for path, text in files}


def knows(root: ast.AST, names: Iterable[str]) -> dict[str, str]:
    """Return the imports of ours in a file, also for types and in functions: name and module."""
    found: dict[str, str] = {}
    for local, target, base in _imports(root):
        for name in (target, base):
            if name.removeprefix("castlecards.") in names and name.startswith("castlecards."):
                found[local] = name.removeprefix("castlecards.")
                break
    return found


@cache_of_trees
def _imports(root: ast.AST) -> tuple[tuple[str, str, str], ...]:
    """Yield each imported name as it stands in the file, its possible targets, and its module."""
    found = []
    for node in nodes(root):
        if isinstance(node, ast.Import):
            found += [(alias.asname or alias.name, alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            found += [(a.asname or a.name, f"{base}.{a.name}", base) for a in node.names]
    return tuple(found)


def circles(trees: Mapping[str, ast.AST]) -> list[list[str]]:
    """Return the groups of files that import each other in a circle, the largest first."""
    there = {name: set(knows(root, trees).values()) - {name} for name, root in trees.items()}
    back: dict[str, set[str]] = defaultdict(set)
    for name, targets in there.items():
        for target in targets:
            back[target].add(name)
    left, groups = set(there), []
    while left:
        name = min(left)
        group = reachable(name, there) & reachable(name, back)
        left -= group
        groups.append(sorted(group))
    return sorted((group for group in groups if len(group) > 1), key=len, reverse=True)


def reachable(name: str, graph: Mapping[str, set[str]]) -> set[str]:
    found, waiting = {name}, [name]
    while waiting:
        for target in graph.get(waiting.pop(), set()) - found:
            found.add(target)
            waiting.append(target)
    return found


def test_no_files_stand_in_a_circle() -> None:
    assert circles(modules(sources("castlecards"))) == []


def test_a_circle_is_seen_however_it_is_hidden() -> None:
    texts = {
        "ui.a": "from castlecards.ui import b",
        "ui.b": "def f():\n    from castlecards.ui.c import C",
        "ui.c": "if TYPE_CHECKING:\n    import castlecards.ui.a",
        "ui.d": "from castlecards.ui.a import A\nimport os",
    }
    trees = {name: ast.parse(text) for name, text in texts.items()}
    assert circles(trees) == [["ui.a", "ui.b", "ui.c"]]
    trees["ui.c"] = ast.parse("from castlecards.uix.a import A")
    assert circles(trees) == []


def kept_owners(trees: Mapping[str, ast.AST]) -> set[str]:
    """Yield `part holds owner`: a class passes `self` to a class that it makes, which keeps it."""
    made = {
        (name, node.name): node
        for name, root in trees.items()
        for node in nodes(root)
        if isinstance(node, ast.ClassDef)
    }
    found = set()
    for (name, owner), node in made.items():
        known = knows(trees[name], trees)
        for call in nodes(node):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            part = (known.get(call.func.id, name), call.func.id)
            for place, value in _arguments(call):
                own = isinstance(value, ast.Name) and value.id == "self"
                if part[0] in ("ui.scene", "ui.table.commands"):  # a value, not a part
                    continue
                if own and part in made and _keeps(part, place, made, trees):
                    found.add(f"{part[0]}.{part[1]} holds {owner}")
    return found


Made = Mapping[tuple[str, str], ast.ClassDef]


def _arguments(call: ast.Call) -> Iterator[tuple[int | str, ast.expr]]:
    yield from enumerate(call.args)
    yield from ((word.arg, word.value) for word in call.keywords if word.arg)


def _keeps(
    part: tuple[str, str], place: int | str, made: Made, trees: Mapping[str, ast.AST]
) -> bool:
    """True if a class, or its base class, keeps the argument that it is made with."""
    node = made[part]
    known = knows(trees[part[0]], trees)
    above = [(known.get(b.id, part[0]), b.id) for b in node.bases if isinstance(b, ast.Name)]
    inits = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
    if not inits:
        if any("dataclass" in ast.unparse(mark) for mark in node.decorator_list):
            return True
        return any(_keeps(base, place, made, trees) for base in above if base in made)
    names = [arg.arg for arg in inits[0].args.args[1:]]
    name = names[place] if isinstance(place, int) and place < len(names) else place
    for inner in nodes(inits[0]):
        if isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Attribute):
            if isinstance(inner.value, ast.Name) and inner.value.id == name:
                return True
        elif isinstance(inner, ast.Call) and ast.unparse(inner.func) == "super().__init__":
            handed = [at for at, value in _arguments(inner) if ast.unparse(value) == name]
            bases = [base for base in above if base in made]
            if any(_keeps(base, at, made, trees) for base in bases for at in handed):
                return True
    return False


def test_no_part_holds_its_owner() -> None:
    found = kept_owners(modules(sources("castlecards")))
    assert sorted(found) == [], "give the part what it needs, let it answer with values"


def test_a_part_that_holds_its_owner_is_seen() -> None:
    owner = "from castlecards.ui.b import Part\nclass Owner:\n    def f(self):\n        Part({})"
    parts = {
        "class Part:\n    def __init__(self, x, who):\n        self.x = who": "1, self",
        "class Base:\n    def __init__(self, who):\n        self.who = who\nclass Part(Base):\n"
        "    def __init__(self, n, who):\n        super().__init__(who)": "1, self",
        "@dataclass\nclass Part:\n    who: object": "who=self",
    }
    for text, given in parts.items():
        trees = {"ui.a": ast.parse(owner.format(given)), "ui.b": ast.parse(text)}
        assert kept_owners(trees) == {"ui.b.Part holds Owner"}
        trees["ui.a"] = ast.parse(owner.format("1, 2"))
        assert kept_owners(trees) == set()
    looked = "class Part:\n    def __init__(self, x, who):\n        self.x = who.size"
    assert (
        kept_owners({"ui.a": ast.parse(owner.format("1, self")), "ui.b": ast.parse(looked)})
        == set()
    )


# Within ui: which room may know which other one, itself apart; the longest name counts.

# Rooms of the table that compute positions and draw nothing.
PURE = {"ui.table.layout", "ui.table.playback", "ui.table.input"}
STATE = {
    *PURE, "ui.table.clash.block_fall", "ui.table.clash.collapse", "ui.table.clash.layout",
    "ui.table.clash.site_motion", "ui.table.clash.strike", "ui.table.clash.timeline",
    "ui.table.clash.trick_result", "ui.table.commands", "ui.table.model", "ui.table.viewer",
}  # fmt: skip
DRAWN = {*STATE, "ui.cardart", "ui.kit", "ui.scene", "ui.services", "ui.table.render"}
INSIDE: dict[str, set[str]] = {
    "ui.kit": set(),
    "ui.cardart": {"ui.kit"},
    "ui.routes": set(),
    "ui.scene": {"ui.kit", "ui.routes"},
    "ui.history": set(),
    "ui.writer": set(),
    "ui.finished": {"ui.history"},
    "ui.library": {"ui.finished", "ui.history"},
    "ui.medals": {"ui.history"},
    "ui.keep": {"ui.finished", "ui.history", "ui.library", "ui.medals", "ui.writer"},
    "ui.phone_room": set(),
    "ui.services": {"ui.cardart", "ui.keep", "ui.kit", "ui.phone_room"},
    "ui.page": {"ui.kit", "ui.routes", "ui.scene", "ui.services"},
    "ui.dialog": {"ui.kit", "ui.page", "ui.scene", "ui.services"},
    "ui.pages": {
        "ui.cardart", "ui.dialog", "ui.history", "ui.keep", "ui.kit", "ui.library", "ui.medals",
        "ui.page", "ui.routes", "ui.scene", "ui.services",
    },
    "ui.table.layout": set(),
    "ui.table.input": {"ui.table.layout"},
    "ui.table.playback": {
        "ui.cardart.seat_signs", "ui.table.clash.block_fall", "ui.table.clash.collapse",
        "ui.table.clash.layout", "ui.table.clash.site_motion", "ui.table.clash.strike",
        "ui.table.clash.timeline", "ui.table.clash.trick_result", "ui.table.layout",
    },
    "ui.table.playback.narration": {
        "ui.cardart.seat_signs", "ui.services", "ui.table.clash.collapse",
        "ui.table.clash.layout", "ui.table.clash.timeline", "ui.table.clash.trick_result",
        "ui.table.layout", "ui.table.playback",
    },
    "ui.table.clash.block_fall": set(),
    "ui.table.clash.collapse": {"ui.cardart.seat_signs"},
    "ui.table.clash.plain_clip": set(),
    "ui.table.clash.site_motion": {"ui.table.clash.plain_clip", "ui.table.layout"},
    "ui.table.clash.strike": {"ui.table.clash.plain_clip", "ui.table.layout"},
    "ui.table.clash.layout": {"ui.table.clash.timeline", "ui.table.layout"},
    "ui.table.clash.timeline": {
        "ui.cardart.seat_signs", "ui.table.clash.collapse", "ui.table.layout",
    },
    "ui.table.clash.trick_result": {"ui.table.clash.timeline", "ui.table.layout"},
    "ui.table.commands": {"ui.kit.intents", "ui.scene", "ui.table.input"},
    "ui.table.viewer": {"ui.kit.intents"},
    "ui.table.model": {"ui.table.input", "ui.table.playback", "ui.table.viewer"},
    "ui.table.addon": {"ui.kit", "ui.routes", "ui.scene", "ui.table.layout"},
    "ui.table.render": {*STATE, "ui.cardart", "ui.kit", "ui.services"},
    "ui.table.render.prerender": {
        *STATE, "ui.cardart", "ui.kit", "ui.table.clash", "ui.table.render",
    },
    "ui.table.clash": DRAWN,
    "ui.table.throw": DRAWN,
    "ui.table.pointer": {
        *DRAWN, "ui.table.overlay.card_zoom", "ui.table.overlay.selection_hints",
        "ui.table.throw.aim_tool",
    },
    "ui.table.coach": DRAWN,
    "ui.table.flow": {*DRAWN, "ui.routes", "ui.table.coach.request"},
    "ui.table.compositor": {*DRAWN, "ui.table.clash", "ui.table.throw"},
    "ui.table.summary": {
        *DRAWN, "ui.history", "ui.page", "ui.pages.match_start", "ui.routes", "ui.table.clash",
        "ui.table.compositor", "ui.table.highlights", "ui.table.throw",
    },
    "ui.table.overlay": {
        *DRAWN, "ui.dialog", "ui.keep", "ui.routes", "ui.table.addon", "ui.table.clash",
        "ui.table.coach", "ui.table.pointer.covered_cards", "ui.table.pointer.drag",
        "ui.table.throw",
    },
    "ui.table": {
        "ui.cardart", "ui.kit", "ui.routes", "ui.scene", "ui.services",
    },
    "ui.practice": {
        "ui.cardart", "ui.dialog", "ui.kit", "ui.medals", "ui.page", "ui.pages", "ui.routes",
        "ui.scene", "ui.services", "ui.table",
    },
    "ui.shell": {EVERYTHING},
}  # fmt: skip


def ways(trees: Mapping[str, ast.AST]) -> set[str]:
    """Yield `file knows file` of ui if its room may not, also for types and in functions."""
    found = set()
    for name, root in trees.items():
        room = part_of(name, INSIDE)
        allowed = {*INSIDE[room], room}  # so a file of `ui.table` itself knows all its rooms
        for target in set(knows(root, trees).values()) - {name}:
            if not target.startswith("ui."):
                continue
            if EVERYTHING not in allowed and not part_of(target, allowed):
                found.add(f"{name} knows {target}")
    return found


def test_each_room_of_the_screen_knows_only_what_it_may() -> None:
    trees = modules(sources("castlecards/ui"))
    del trees["ui"]
    homeless = [name for name in trees if not part_of(name, INSIDE)]
    assert homeless == [], "a file of ui stands in a room"
    assert sorted(ways(trees)) == []


@pytest.mark.parametrize(
    ("name", "text", "seen"),
    [
        ("ui.kit.a", "from castlecards.ui.cardart import b", True),
        ("ui.table.render.a", "from castlecards.ui.table.overlay.b import B", True),
        ("ui.table.render.a", "def f():\n    from castlecards.ui.table.scene import S", True),
        ("ui.table.layout.a", "from castlecards.ui.kit.b import B", True),
        ("ui.table.overlay.a", "if X:\n    import castlecards.ui.table.flow.b", True),
        ("ui.pages.a", "from castlecards.ui.table.scene import S", True),
        ("ui.page", "from castlecards.ui.cardart.b import B", True),
        ("ui.table.overlay.a", "from castlecards.ui.table.pointer.drag import B", False),
        ("ui.table.render.a", "from castlecards.ui.table.input.b import Target", False),
        ("ui.table.scene", "from castlecards.ui.table.overlay import b", False),
        ("ui.table.overlay.a", "from castlecards.ui.table.overlay import b", False),
        ("ui.practice.a", "from castlecards.ui.table.overlay.b import B", False),
        ("ui.shell.a", "from castlecards.ui.table.scene import S", False),
    ],
)
def test_a_way_between_rooms_is_seen(name: str, text: str, seen: bool) -> None:
    others = (
        "ui.cardart.b", "ui.kit.b", "ui.table.flow.b", "ui.table.input.b", "ui.table.overlay.b",
        "ui.table.pointer.drag",
    )  # fmt: skip
    trees = {other: ast.parse("") for other in (*others, "ui.table.scene", "ui.pages.b")}
    trees[name] = ast.parse(text)
    assert bool(ways(trees)) is seen
