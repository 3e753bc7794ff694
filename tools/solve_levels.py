"""Solver of practice levels: finds solutions and records them in the level files.

    python tools/solve_levels.py FILE ...

The old `solution` of a file is replaced, its other lines stay. Exits 1 if one is not solved.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from castlecards import levels  # noqa: E402
from castlecards.data import read_text  # noqa: E402
from castlecards.practice.solver import solve_level  # noqa: E402


def main(arguments: list[str]) -> int:
    """Solve the level files. Return 1 if one is not solved."""
    unsolved = 0
    for name in arguments:
        path = Path(name)
        loaded = levels.load(read_text(path), name)
        match = solve_level(loaded)
        if match is None:
            print(f"{name}: not solved", flush=True)
            unsolved += 1
            continue
        text = path.read_text(encoding="utf-8").split("\nsolution:")[0].rstrip("\n")
        lines = "".join(f"- '{words}'\n" for words in levels.solution(match))
        path.write_text(f"{text}\nsolution:\n{lines}", encoding="utf-8")
        print(f"{name}: {levels.status(loaded, match).stars} stars", flush=True)
    return 1 if unsolved else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
