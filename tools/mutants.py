"""Mutation test: breaks one line of the program at a time and finds the test that fails.

Every numbered rule has a mutant, which a test marked with that rule must kill; so have the store,
the session, the worker and other parts where a slip costs a player a game. Mutants are data
(`mutants_of_rules.py`, `mutants_of_program.py`). Each runs in a copy of the tree, never in the
checkout.

    python -m tools.mutants                    all: hours of a core
    python -m tools.mutants CB12 castle_wars   some, by id or by group
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tools.mutants_of_program import PROGRAM
from tools.mutants_of_rules import RULES
from tools.rules_index import cited

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parents[1]
NOT_COPIED = (".git", ".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis")
LEAST_KILLED = 0.95  # share of the mutants that break no numbered rule
TIMEOUT = 300  # s of wall time for the tests of one mutant; endless counts as killed
FIRST_TIME = 1_000_000_000  # s, file time of the first mutant: no cached bytecode is that old


@dataclass(frozen=True)
class Mutant:
    """Change of one line: `old`, which occurs once in the definition `name` of a file, becomes
    `new`."""

    id: str  # of the rule, or a short name
    group: str
    place: str  # a file, or a folder whose files are searched
    name: str  # qualified: a function, a class, or what a statement assigns
    old: str
    new: str
    tests: tuple[str, ...] = ()  # files or folders; none: the tests marked with the rule


@dataclass(frozen=True)
class Result:
    """Result of a mutant."""

    mutant: Mutant
    killer: str  # the test that failed; "" if the mutant survived


def mutants() -> list[Mutant]:
    """Return all mutants, those of the rules first."""
    all_mutants: list[Mutant] = []
    for group, (usual, rules) in RULES.items():
        for rule, where, old, new in rules:
            place, _, name = where.rpartition(":")
            all_mutants.append(Mutant(rule, group, place or usual, name, old, new))
    for group, (usual, tests, rows) in PROGRAM.items():
        for number, (where, old, new) in enumerate(rows, 1):
            place, _, name = where.rpartition(":")
            all_mutants.append(
                Mutant(f"{group}-{number}", group, place or usual, name, old, new, tests)
            )
    return all_mutants


def definitions(source: str) -> Iterator[tuple[str, int, int]]:
    """Yield the qualified name of every definition, with its first and last line, from 1."""

    def below(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, int, int]]:
        for node in body:
            names: list[str] = []
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                names = [node.name]
                yield from below(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.Assign):
                names = [
                    name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)
                ]
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                names = [node.target.id]
            for name in names:
                yield prefix + name, node.lineno, node.end_lineno or node.lineno

    return below(ast.parse(source).body, "")


def changed_file(root: Path, mutant: Mutant) -> tuple[Path, str]:
    """Path of the file that a mutant changes, and its whole changed text.

    Raises LookupError if what it replaces does not stand exactly once where it should, SyntaxError
    if the changed text is no Python.
    """
    place = root / mutant.place
    files = [place] if place.is_file() else sorted(place.glob("*.py"))
    changes: list[tuple[Path, str]] = []
    for file in files:
        lines = _read(file).splitlines(keepends=True)
        for name, first, last in _defined(file):
            if name != mutant.name:
                continue
            parts = "".join(lines[first - 1 : last]).split(mutant.old)
            for n in range(1, len(parts)):
                changed = mutant.old.join(parts[:n]) + mutant.new + mutant.old.join(parts[n:])
                changes.append((file, "".join((*lines[: first - 1], changed, *lines[last:]))))
    if len(changes) != 1:
        raise LookupError(
            f"{mutant.id}: {mutant.old!r} stands {len(changes)} times, not once, "
            f"in {mutant.name} of {mutant.place}"
        )
    compile(changes[0][1], str(changes[0][0]), "exec")
    return changes[0]


@cache
def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def _defined(file: Path) -> tuple[tuple[str, int, int], ...]:
    return tuple(definitions(_read(file)))


# -- in a copy of the tree ------------------------------------------------------------------------


class TreeCopy:
    """Copy of the tree in which one mutant at a time is tried."""

    def __init__(self, root: Path) -> None:
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*NOT_COPIED))
        self.root = root
        self._tests: dict[str, set[str]] = {}  # by rule id: files with tests marked with it
        for place, rule in cited(root):
            self._tests.setdefault(rule, set()).add(place.rpartition(":")[0])
        self._sound: set[str] = set()  # tests that pass without any mutant
        self._tried = 0

    def attempt(self, mutant: Mutant) -> Result:
        """Run the tests of a mutant up to the first failure.

        Raises RuntimeError if no test ran, or if one fails without the mutant too.
        """
        file, changed = changed_file(self.root, mutant)
        tests = mutant.tests or tuple(sorted(self._tests.get(mutant.id, ())))
        chosen = () if mutant.tests else ("--only-rule", mutant.id)
        self._tried += 1
        before, text = file.stat(), _read(file)
        try:
            file.write_text(changed, encoding="utf-8")
            os.utime(file, (FIRST_TIME, FIRST_TIME + self._tried))
            killer = self._failing(*chosen, *tests)
        finally:
            file.write_text(text, encoding="utf-8")
            os.utime(file, (before.st_atime, before.st_mtime))
        test = killer.partition("[")[0]
        if "::" in test and test not in self._sound:
            if failed := self._failing(test):
                raise RuntimeError(f"{failed} fails without a mutant, too")
            self._sound.add(test)
        return Result(mutant, killer)

    def _failing(self, *arguments: str) -> str:
        """Name of the first test that fails, or "" if all pass."""
        command = [sys.executable, "-m", "pytest", "-p", "tools.mutants", "-p", "no:cacheprovider"]
        command += ["-x", "--tb=no", "-rfE", "--color=no", "-m", "not window", *arguments]
        try:
            done = subprocess.run(
                command, cwd=self.root, capture_output=True, text=True, timeout=TIMEOUT, check=False
            )
        except subprocess.TimeoutExpired:
            return "timeout"
        if done.returncode == 0:
            return ""
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
        if failed is None and done.returncode > 0:
            raise RuntimeError(f"no test ran: {done.stdout[-400:]}{done.stderr[-400:]}")
        return failed[1] if failed else f"ended by signal {-done.returncode}"


# -- pytest's plug-in within the copy -------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--only-rule", help="run the tests marked with this rule only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select the tests marked with the rule, quick ones first."""
    rule = config.getoption("--only-rule")
    if rule:
        items[:] = [
            item for item in items if any(rule in mark.args for mark in item.iter_markers("rule"))
        ]
    items.sort(key=lambda item: item.get_closest_marker("long") is not None)


# -- the table ------------------------------------------------------------------------------------


def summary(results: Sequence[Result]) -> tuple[list[str], bool]:
    """Totals by group with the survivors, and True if the bar is reached."""
    lines: list[str] = []
    all_results, killed = Counter[str](), Counter[str]()
    for result in results:
        all_results[result.mutant.group] += 1
        killed[result.mutant.group] += bool(result.killer)
    for group, count in all_results.items():
        left = [r.mutant.id for r in results if r.mutant.group == group and not r.killer]
        lines.append(f"{group}: {killed[group]} of {count} {' '.join(left)}".rstrip())
    rules = all(killed[group] == count for group, count in all_results.items() if group in RULES)
    other_results = sum(count for group, count in all_results.items() if group not in RULES)
    dead = sum(count for group, count in killed.items() if group not in RULES)
    return lines, rules and dead >= LEAST_KILLED * other_results


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the test that kills each mutant; return 1 if too many survive, 2 if one is invalid."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("wanted", nargs="*", help="ids or groups; none: all")
    wanted = set(parser.parse_args(arguments).wanted)
    chosen = [m for m in mutants() if not wanted or wanted & {m.id, m.group}]
    if unknown := wanted - {word for m in chosen for word in (m.id, m.group)}:
        parser.error(f"there is no mutant or group {', '.join(sorted(unknown))}")
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="castlecards-mutants-") as folder:
        Path(folder).chmod(0o755)  # a test that becomes another user reads the sources, too
        copy = TreeCopy(Path(folder) / "tree")
        for mutant in chosen:
            try:
                results.append(copy.attempt(mutant))
            except (LookupError, RuntimeError, SyntaxError) as problem:
                print(f"{mutant.id}: {problem}", flush=True)
                return 2
            print(f"{mutant.id:14} {results[-1].killer or 'SURVIVED'}", flush=True)
    lines, reached = summary(results)
    print("\n".join(lines))
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
