"""Check that every numbered rule has a test, and that every test cites an existing rule.

A rule is a list item or a row of a table that begins with its id in bold, `- **CB1** ...`, in a
Markdown file below `castlecards/games`. A test cites it by `@rule("CB1")`. Ids that the code names
in strings and comments must exist, too.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ID = r"[A-Z]{1,3}[1-9][0-9]*"
DEFINED = re.compile(rf"^\s*(?:[-*]|\||#+)\s*\*\*({ID})\*\*", re.MULTILINE)
UNMARKED = re.compile(rf"^\s*(?:[-*]|\||#+)\s*({ID})\b", re.MULTILINE)


def defined(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and the id of every rule."""
    for path in sorted((root / "castlecards" / "games").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        for match in DEFINED.finditer(text):
            yield _place(root, path, text, match.start(1)), match[1]


def unmarked(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of rule ids that are not in bold and so would be missed."""
    for path in sorted((root / "castlecards" / "games").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        for match in UNMARKED.finditer(text):
            yield _place(root, path, text, match.start(1)), match[1]


def cited(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and the id of every citation in the tests; the id is '' if it is not plain
    text."""
    for path in sorted((root / "tests").rglob("*.py")):
        if path.name == "marks.py":  # defines the mark
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node.func) == "rule":
                for argument in node.args:
                    value = argument.value if isinstance(argument, ast.Constant) else None
                    place = f"{path.relative_to(root).as_posix()}:{node.lineno}"
                    yield place, value if isinstance(value, str) else ""


def named(root: Path, prefixes: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the place and the id of rules that the code names, except ids of one letter."""
    long = "|".join(sorted(prefix for prefix in prefixes if len(prefix) > 1))
    if not long:
        return
    for path in sorted((root / "castlecards").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(rf"\b(?:{long})[0-9]+\b", text):
            yield _place(root, path, text, match.start()), match[0]


def problems(root: Path) -> list[str]:
    """Messages about missing, repeated and unknown rule ids."""
    rules = list(defined(root))
    ids = {rule for _, rule in rules}
    tested = list(cited(root))
    known = {rule for _, rule in tested}
    times = Counter(rule for _, rule in rules)
    prefixes = {re.sub(r"[0-9]+", "", rule) for rule in ids}
    return [
        *(f"{place}: {rule} stands twice" for place, rule in rules if times[rule] > 1),
        *(f"{place}: {rule} is not in bold, write **{rule}**" for place, rule in unmarked(root)),
        *(f"{place}: {rule} has no test" for place, rule in rules if rule not in known),
        *(f"{place}: the id of a rule must be plain text" for place, rule in tested if not rule),
        *(f"{p}: there is no rule {rule}" for p, rule in tested if rule and rule not in ids),
        *(f"{p}: there is no rule {rule}" for p, rule in named(root, prefixes) if rule not in ids),
    ]


def main(root: Path = ROOT) -> int:
    """Print the faults, one a line; return 1 if there is one."""
    faults = problems(root)
    for problem in faults:
        print(problem)
    count = len(list(defined(root)))
    if not faults and not count:
        faults.append("there are no rules")
    print(f"{count} rules, {len(faults)} problems")
    return 1 if faults else 0


def _called(func: ast.expr) -> str:
    """Name of a called function or mark of pytest; "" for another method."""
    if isinstance(func, ast.Name):
        return func.id
    marks = isinstance(func, ast.Attribute) and getattr(func.value, "attr", "") == "mark"
    return func.attr if isinstance(func, ast.Attribute) and marks else ""


def _place(root: Path, path: Path, text: str, at: int) -> str:
    return f"{path.relative_to(root).as_posix()}:{text.count(chr(10), 0, at) + 1}"


if __name__ == "__main__":
    sys.exit(main())
