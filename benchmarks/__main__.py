"""Benchmarks of the program and judges of its computer players.

    python -m benchmarks                        lists them
    python -m benchmarks NAME [arguments]       runs one; its own --help lists the arguments
    python -m benchmarks all                    runs those behind docs/measured.md, one by one

A benchmark prints each figure with its bar, and ends with 1 if a bar is missed.
"""

from __future__ import annotations

import ast
import os
import platform
import subprocess
import sys
from datetime import date
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
OWN = ("benchmarks", "castlecards", "tests")
NAMES = (
    "toss", "hits", "methods", "frames", "rules", "strength", "throwers", "fair_play", "start",
    "memory", "practice", "analysis", "belief", "coach", "judges", "random_games", "rhythm",
    "environments", "factions", "tempers", "blunders", "phones", "pacing", "turns",
)  # fmt: skip
# Benchmarks that `all` runs, with their arguments; `strength` only scores recorded matches.
ALL = (
    ("toss",), ("hits",), ("methods",), ("frames",), ("rules",), ("throwers",),
    ("strength", "--kept", "--speed"), ("fair_play",), ("start",), ("memory",),
    ("practice",), ("analysis",), ("rhythm",), ("environments",),
    ("phones",), ("pacing",), ("turns",),
)  # fmt: skip


def sentence(name: str) -> str:
    """First sentence of a benchmark's docstring, read without importing the module."""
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    return (
        (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0].partition(";")[0].rstrip(".")
    )


def machine() -> str:
    """Processor, cores, system and Python, in one line."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release().split('-')[0]}, "
        f"Python {platform.python_version()}"
    )


def run_all() -> int:
    """Run each benchmark of `ALL` in a process of its own. Return 1 if one misses a bar."""
    print(f"{date.today().isoformat()}; {machine()}")
    missed = 0
    for words in ALL:
        print(f"\n# python -m benchmarks {' '.join(words)}\n", flush=True)
        command = [sys.executable, "-m", "benchmarks", *words]
        missed += subprocess.run(command, cwd=FOLDER.parent).returncode != 0
    print(f"\n{missed} of {len(ALL)} benchmarks miss a bar" if missed else "\nall pass")
    return 1 if missed else 0


def main(words: list[str]) -> int:
    """Run the named benchmark, or list them all. Return its exit code."""
    if not words or words[0] in ("-h", "--help"):
        print(f"{__doc__.strip()}\n")
        for name in NAMES:
            print(f"{name:14}{sentence(name)}")
        return 0
    name, *arguments = words
    if name == "all" and not arguments:
        return run_all()
    if name not in NAMES:
        print(f"no benchmark is called {name!r}; there is {', '.join(NAMES)}", file=sys.stderr)
        return 2
    sys.argv = [f"python -m benchmarks {name}", *arguments]  # for the usage line of its --help
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        code: int = import_module(f"benchmarks.{name}").main(arguments)
    except ModuleNotFoundError as missing:
        if not missing.name or missing.name.partition(".")[0] in OWN:
            raise
        print(
            f"{name} needs the package {missing.name}, an extra of pyproject.toml", file=sys.stderr
        )
        return 2
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
