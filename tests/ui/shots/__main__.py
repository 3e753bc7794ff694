"""Command line of the shots: compares pictures of every screen, updates them, or makes the
README's.

    python -m tests.ui.shots [NAME ...]   compares; a name is the beginning of shots' names
    python -m tests.ui.shots --update     writes tests/ui/screens/; look at each before committing
    python -m tests.ui.shots --pictures   writes docs/pictures/

Exits 1 if a picture differs; tests/ui/failures/ then holds the drawn picture, the stored one and
their differences.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.ui.shots import compare, film
from tests.ui.shots.catalogue import PICTURES, SHOTS
from tests.ui.shots.stage import Shot, Stage, quiet, take

ROOT = Path(__file__).resolve().parents[3]


def main(words: list[str] | None = None) -> int:
    """Compare, update or write the pictures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("names", nargs="*", help="beginnings of the names of shots")
    parser.add_argument("--update", action="store_true", help="write the stored pictures")
    parser.add_argument("--pictures", action="store_true", help="write the pictures of the README")
    args = parser.parse_args(words)
    wanted = [shot for shot in SHOTS if not args.names or shot.name.startswith((*args.names,))]
    if not wanted:
        print("shots: there is no shot of that name", file=sys.stderr)
        return 2
    stage = Stage()
    try:
        if args.pictures:
            pictures(stage)
            film.flick(ROOT / "docs" / "pictures" / "flick.webp")
            return 0
        return update(stage, wanted) if args.update else check(stage, wanted)
    finally:
        stage.close()
        quiet()


def pictures(stage: Stage) -> None:
    """Write the pictures of the README."""
    folder = ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    shots = {shot.name: shot for shot in SHOTS}
    for name, shot in PICTURES.items():
        compare.write_png(take(stage, shots[shot]), folder / f"{name}.png")
        print(folder.name, name)


def update(stage: Stage, wanted: list[Shot]) -> int:
    """Write the pictures that differ, and remove those that are no longer listed."""
    for shot in wanted:
        picture = take(stage, shot)
        if compare.difference(picture, shot.name):
            compare.store(picture, shot.name)
            print("written", shot.name)
    for name in compare.stored_names() - {shot.name for shot in SHOTS}:
        compare.forget(name)
        print("removed", name)
    return 0


def check(stage: Stage, wanted: list[Shot]) -> int:
    """Compare the shots with the stored pictures; return 1 if one differs."""
    bad = 0
    for shot in wanted:
        picture = take(stage, shot)
        fault = compare.difference(picture, shot.name)
        if fault:
            compare.write_failure(picture, shot.name)
            print(f"{shot.name}: {fault}")
            bad += 1
    print(f"{len(wanted)} pictures, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
