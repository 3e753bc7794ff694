"""Solver of practice levels: finds solutions and records them in the level files.

    python tools/solve_levels.py [--rivals] FILE ...

The old `solution` of a file is replaced, and for a level of the path the stars of its rivals; with
`--rivals` these alone. Other lines stay. Exits 1 if a level is not solved.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from castlecards import levels  # noqa: E402
from castlecards.content import characters  # noqa: E402
from castlecards.data import read_text  # noqa: E402
from castlecards.practice.solver import rival_stars, solve_level  # noqa: E402
from castlecards.toss.hand_error import PRACTISED  # noqa: E402

RIVALS = ("bruno", "roth", "ines")


def main(arguments: list[str]) -> int:
    """Solve the level files. Return 1 if one is not solved."""
    unsolved = 0
    only_rivals = "--rivals" in arguments
    for name in (word for word in arguments if word != "--rivals"):
        path = Path(name)
        if not only_rivals and not solve(path):
            unsolved += 1
            continue
        loaded = read(path)
        if loaded.level.path:
            write_rivals(path, loaded)
        print(f"{name}: {levels.replay(loaded)[1].stars} stars, rivals {read(path).level.rivals}")
    return 1 if unsolved else 0


def read(path: Path) -> levels.LoadedLevel:
    """Level of a file, with the id that it has among the levels of the program."""
    return levels.load(read_text(path), str(path), f"{path.parent.name}/{path.stem}")


def solve(path: Path) -> bool:
    """Write the solution of a level. Return False if none is found."""
    loaded = read(path)
    match = solve_level(loaded, hand=PRACTISED if loaded.level.path else None)
    if match is None:
        print(f"{path}: not solved", flush=True)
        return False
    text = path.read_text(encoding="utf-8").split("\nsolution:")[0].rstrip("\n")
    lines = "".join(f"- '{words}'\n" for words in levels.solution(match))
    path.write_text(f"{text}\nsolution:\n{lines}", encoding="utf-8")
    return True


def write_rivals(path: Path, loaded: levels.LoadedLevel) -> None:
    """Write the stars of the rivals before the solution."""
    stars = {id: rival_stars(loaded, id, characters()[id].hand.error) for id in RIVALS}
    line = ", ".join(f"{id}: {count}" for id, count in stars.items())
    text = re.sub(r"^rivals: .*\n", "", path.read_text(encoding="utf-8"), flags=re.M)
    text = text.replace("\nsolution:\n", f"\nrivals: {{{line}}}\nsolution:\n")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
